"""The words of actions and their values."""

from __future__ import annotations

import pytest

from rulesref.fields.cutting import cut, language, units_of
from rulesref.model.flow import Action
from rulesref.play.flow.wording import (
    Said,
    content_words,
    forms,
    glued,
    names_of,
    number_of_a_field,
    values_in_sentences,
    values_of_action,
    values_said,
)
from tests.unit.play.playing import GAME


def action(name: str) -> Action:
    assert GAME.flow is not None
    return GAME.flow.actions[name]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("生け垣を植える", ["生け", "垣", "植える"]),
        ("橋の移動", ["橋", "移動"]),
        ("収穫するもの", ["収穫"]),
        ("カード置き場", ["カード", "置き", "場"]),
        ("put a hat on", ["put", "hat"]),
        ("of the", []),
    ],
)
def test_the_words_of_a_name_that_say_something(name: str, words: list[str]) -> None:
    assert content_words(name) == words


@pytest.mark.parametrize(
    ("word", "said"),
    [("取る", ["取っ", "取り", "取ら"]), ("植える", ["植え"]), ("歩く", ["歩い", "歩き"]), ("読む", ["読ん", "読み"]),
     ("贈り", ["贈る", "贈っ"]), ("帽子", []), ("hat", [])],
)  # fmt: skip
def test_a_verb_has_its_forms(word: str, said: list[str]) -> None:
    found = set(forms(word))
    assert {form.replace("っ", "つ") for form in said} <= {
        form.replace("っ", "つ") for form in found
    }
    assert word in found


def values(name: str, line: str) -> tuple[list[Said], list[str]]:
    pieces = cut(
        units_of(line), values_in_sentences(action(name)), names_of(action(name)), language()
    )
    return values_said(action(name), pieces)


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        pytest.param("work", "3時間", [Said("3", "hours")], id="a number before the name of its field"),
        pytest.param("work", "時間 3", [Said("3", "hours")], id="behind it"),
        pytest.param("work", "hours of 3", [Said("3", "hours")], id="with a filler between"),
        pytest.param("work", "3", [Said("3")], id="a number alone"),
        pytest.param("give", "2枚", [Said("2枚")], id="a counter"),
        pytest.param("sow", "2個", [Said("2個")], id="so many things"),
        pytest.param("sow", "@2", [Said("2", place=True)], id="a place"),
        pytest.param("dress", "紙", [Said("紙", None, {"kind": ("paper",)})], id="an option"),
        pytest.param("invite", "small sleeping",
                     [Said("small", None, {"kinds": ("small",)}), Said("sleeping", None, {"kinds": ("sleeping",)})],
                     id="two options"),
    ],
)  # fmt: skip
def test_the_pieces_of_a_line_are_values(name: str, line: str, said: list[Said]) -> None:
    assert values(name, line) == (said, [])


def test_what_nobody_knows_is_told_as_one_word() -> None:
    assert values("work", "3 ドラゴン zzz")[1] == ["ドラゴン", "zzz"]


@pytest.mark.parametrize(
    ("name", "word", "texts"),
    [
        ("give", "2Ben", ["2", "Ben"]),
        ("give", "Ben2枚", ["Ben", "2枚"]),
        ("dress", "麦わら", ["麦わら"]),
        ("dress", "麦わらqq", None),
        ("dress", "", None),
        ("rest", "2", ["2"]),
    ],
)
def test_values_may_be_glued(name: str, word: str, texts: list[str] | None) -> None:
    said = glued(action(name), word, ("A", "Ben"))
    assert (None if said is None else [value.text for value in said]) == texts


def test_single_letters_and_kana_are_words_of_lines_but_not_of_sentences() -> None:
    many = values_of_action(action("stroll")).meanings
    assert set(values_in_sentences(action("stroll")).meanings) >= set(many) - {"a"}


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("work", ["時間3"], (Said("3", "hours"), 1)),
        ("work", ["時間", "3"], (Said("3", "hours"), 2)),
        ("work", ["3時間"], (Said("3", "hours"), 1)),
        ("work", ["3"], None),
        ("dress", ["紙", "2"], None),
    ],
)
def test_a_number_stands_beside_its_field(
    name: str, words: list[str], found: tuple[Said, int] | None
) -> None:
    assert number_of_a_field(action(name), words) == found
