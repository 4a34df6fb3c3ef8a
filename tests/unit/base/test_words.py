"""The words of the languages: every file has the form that is read without a YAML library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rulesref.base.paths import language_folder
from rulesref.base.text import LANGS
from rulesref.base.words import word_lists, words
from tests.helpers import document

FOLDER = Path(language_folder())
FILES = sorted(FOLDER.glob("*/*.yaml"))
SCHEMA = json.loads((FOLDER / "language.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_file_reads_as_its_yaml(file: Path) -> None:
    data = document(file)
    assert not list(Draft202012Validator(SCHEMA).iter_errors(data))
    lists = word_lists(file.parent.name, file.stem)
    assert {name: ", ".join(found) for name, found in lists.items()} == data
    assert list(lists) == list(data)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"quit": ["bye"]}, id="a list"),
        pytest.param({"quit": "bye,exit"}, id="no space behind a comma"),
        pytest.param({"quit": "bye, "}, id="nothing behind a comma"),
        pytest.param({"quit": 'say "bye"'}, id="quotes"),
        pytest.param({"Quit": "bye"}, id="a name in capitals"),
        pytest.param({}, id="nothing"),
    ],
)
def test_another_form_is_refused(data: object) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(data)


def test_every_language_has_the_same_files_and_groups() -> None:
    groups = {lang: set(word_lists(lang, "everyday")) for lang in LANGS}
    assert groups["ja"] == groups["en"]
    assert {file.parent.name for file in FILES} == set(LANGS)


def test_words_may_go_on_in_further_lines() -> None:
    lists = word_lists("en", "words")
    assert {"a", "btw", "want"} < set(lists["stop-words"])
    assert "thank you" in lists["courtesies"]


@pytest.mark.parametrize(
    ("name", "word"),
    [("quit", "おわり"), ("quit", "bye"), ("all", "みんな"), ("none", "なし"), ("game", "げむ")],
)
def test_a_list_is_of_all_languages_and_folded(name: str, word: str) -> None:
    assert word in words(name)


def test_no_word_means_yes_and_no() -> None:
    assert not words("yes") & words("no")


def test_commands_are_words_of_their_own() -> None:
    assert words("undo", "commands") == {"undo", "取り消し", "取消", "とりけし", "もどす"}
    assert words("no-such-command", "commands") == frozenset()
