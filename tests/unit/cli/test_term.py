"""``rulesref term``: a word of the glossary."""

from __future__ import annotations

import json

import pytest

from tests.helpers import TOY, Ran, rulesref


def term(*words: str, lang: str = "en", form: str = "text") -> Ran:
    return rulesref("--lang", lang, "--format", form, "--data", str(TOY), "term", *words)


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        pytest.param(["toy", "花壇"], [("toy", "plot")], id="of a game"),
        pytest.param(["toy", "flower", "bed"], [("toy", "plot")], id="several words"),
        pytest.param(["flower", "bed"], [("toy", "plot")], id="of whatever game has it"),
        pytest.param(["おもちゃの庭", "ノーム"], [("toy", "gnome")], id="a synonym"),
    ],
)
def test_a_word_is_looked_up(words: list[str], terms: list[tuple[str, str]]) -> None:
    found = json.loads(term(*words, form="json").out)["terms"]
    assert [(each["game"], each["id"]) for each in found] == terms


def test_the_rules_that_use_it_are_named() -> None:
    (coin,) = json.loads(term("toy", "money", form="json").out)["terms"]
    assert coin["rules"] == [
        "coin-supply", "summer-market", "autumn-walk", "winner", "coin-points",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "row"),
    [
        pytest.param("ja", ["読み", "こいん"], id="japanese"),
        pytest.param("en", ["reading", "こいん"], id="english"),
    ],
)
def test_a_term_is_shown_with_its_reading(lang: str, row: list[str]) -> None:
    assert row in [line.split() for line in term("toy", "coin", lang=lang).out.splitlines()]


@pytest.mark.parametrize(
    ("words", "near"),
    [
        pytest.param(["toy", "gnomme"], "gnome", id="nearly one"),
        pytest.param(["toy", "xyzzy"], None, id="none"),
        pytest.param(["toy"], "toy", id="a game alone is a word"),
    ],
)
def test_a_word_that_is_not_there_is_told(words: list[str], near: str | None) -> None:
    done = term(*words, form="json")
    (problem,) = json.loads(done.out)["problems"]
    assert (done.code, problem["code"], problem["values"]["typed"]) == (1, "E329", words[-1])
    assert near == "toy" or problem["values"]["near"] == near


def test_what_was_probably_meant_is_called_as_the_reader_calls_it() -> None:
    assert "もしかして「コイン」" in term("toy", "coinn", lang="ja").err
    assert "Did you mean “coin”?" in term("toy", "coinn").err
