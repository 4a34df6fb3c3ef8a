"""Texts by language: what is bare gets the language of the game, and what is missing is told."""

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.base.text import LANGS
from rulesref.reading.languages import in_languages, is_translated, languages_of, told_once
from rulesref.reading.source import Source, read_text
from tests.helpers import TOY, game_in
from tests.properties.test_one_language import in_one_language
from tests.unit.compiling.test_build import edit, folder, spots  # noqa: F401 - a fixture

TEXTS = """\
name: 庭
title: {ja: 花}
words: [花, 木]
note: {ja: 種, en: seed}
aliases: {ja: [芽]}
"""
PATHS: list[KeyPath] = [("name",), ("title",), ("words",), ("note",), ("aliases",)]


def source_of(text: str) -> Source:
    source, problems = read_text(text, "file.yaml")
    assert source is not None
    assert not problems
    return source


@pytest.mark.parametrize(
    ("head", "languages"),
    [
        pytest.param({}, LANGS, id="nothing said"),
        pytest.param({"languages": ["en", "ja"]}, LANGS, id="both, in any order"),
        pytest.param({"languages": ["en"]}, ("en",), id="one"),
        pytest.param({"languages": ["en", "fr"]}, (), id="another one"),
        pytest.param({"languages": "ja"}, (), id="no list"),
        pytest.param(None, (), id="nothing readable"),
    ],
)
def test_the_head_of_a_game_says_its_languages(head: Any, languages: tuple[str, ...]) -> None:
    assert languages_of(head) == languages


@pytest.mark.parametrize(
    ("languages", "told"),
    [
        (("ja",), []),
        ((), []),
        (("en",), [("E580", 2)]),
        (LANGS, [("E581", 1), ("E580", 2), ("E581", 3)]),
    ],
)
def test_what_is_missing_is_told(languages: tuple[str, ...], told: list[tuple[str, int]]) -> None:
    problems = in_languages(source_of(TEXTS), PATHS, languages)
    assert [(p.code, p.place.line) for p in problems if p.place] == told


def test_what_is_bare_is_in_the_language_of_the_game() -> None:
    source = source_of(TEXTS)
    assert in_languages(source, PATHS, ("ja",)) == []
    assert source.data == {
        "name": {"ja": "庭"},
        "title": {"ja": "花"},
        "words": {"ja": ["花", "木"]},
        "note": {"ja": "種", "en": "seed"},
        "aliases": {"ja": ["芽"]},
    }


@pytest.mark.parametrize(
    ("value", "translated"),
    [
        ({"ja": "花", "en": "flower"}, True),
        ({"id": "flower", "ja": "花", "en": "flower"}, True),
        ({"ja": "花"}, False),
        ({"ja": [], "en": []}, False),
        ("花", False),
    ],
)
def test_what_has_both_languages_is_translated(value: Any, translated: bool) -> None:
    assert is_translated(value) is translated


def test_a_game_in_one_language_that_does_not_say_so_is_told_so_once() -> None:
    problems = in_languages(source_of(TEXTS), PATHS, LANGS)
    (problem,) = told_once(problems, "game.yaml")
    assert (problem.code, problem.values) == ("E582", {"alone": "ja"})
    assert told_once([], "game.yaml") == []


def test_it_is_told_at_the_head_of_a_folder(tmp_path: Path) -> None:
    alone = in_one_language(TOY, tmp_path, "en", bare=True)
    edit(alone, "game.yaml", ('"languages"', '"statements-of"'))
    assert [spot[:2] for spot in spots(alone)] == [("E582", "game.yaml"), ("E202", "game.yaml")]


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("glossary.yaml", "  en: coin\n", "", "E580"),
        ("rules/garden.yaml", "title: {ja: 野の花, en: Wild flowers}", "title: 野の花", "E581"),
        ("tables.yaml", "{ja: 鉢, en: pot}", "{en: pot}", "E580"),
        ("tables.yaml", "{ja: 鉢, en: pot}", "鉢", "E581"),
        ("tables.yaml", "{ja: 鉢, en: pot}", "{ja: 鉢, en: ''}", "E309"),
        ("flow.yaml", "words: {ja: [仕事, しごと], en: [job]}", "words: [仕事]", "E581"),
    ],
)
def test_one_that_is_missing_among_others_is_told_where_it_is(
    folder: Path, file: str, old: str, new: str, code: str  # noqa: F811
) -> None:  # fmt: skip
    edit(folder, file, (old, new))
    assert [spot[:2] for spot in spots(folder)] == [(code, file)]


def test_a_game_in_one_language_may_have_words_of_the_other(tmp_path: Path) -> None:
    alone = in_one_language(TOY, tmp_path, "ja", bare=False)
    edit(alone, "glossary.yaml", ('"ja": "花"', '"ja": "花", "en": "bloom"'))
    game = game_in(alone)
    (term,) = game.terms_called("bloom")
    assert (term.name.of("en"), term.name.langs) == ("bloom", LANGS)
    assert game.terms["plot"].name.of("en") == "花壇"
