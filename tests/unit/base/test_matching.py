"""Things are called by any of their names, as they are written or as they sound."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rulesref.base.matching import all_by_name, begun, by_name, spellings


class Thing(NamedTuple):
    """Something with names."""

    names: tuple[str, ...]


TULIP = Thing(("tulip", "チューリップ", "Tulip"))
ROSE = Thing(("rose", "バラ", "ばら園"))
ROSEMARY = Thing(("rosemary", "ローズマリー"))
GARDEN = Thing(("flower-garden", "こうえん"))
THINGS = (TULIP, ROSE, ROSEMARY, GARDEN)


@pytest.mark.parametrize(
    ("word", "thing"),
    [
        pytest.param("ＴＵＬＩＰ", TULIP, id="any width and case"),
        pytest.param("ちゅーりっぷ", TULIP, id="hiragana"),
        pytest.param("chuurippu", TULIP, id="romaji"),
        pytest.param("koen", GARDEN, id="romaji without long vowels"),
        pytest.param("kouen", GARDEN, id="romaji with long vowels"),
        pytest.param("flower garden", GARDEN, id="words of an id"),
        pytest.param("ros", None, id="a beginning is no name"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_thing_is_called(word: str, thing: Thing | None) -> None:
    assert by_name(THINGS, word) == thing


def test_several_things_may_have_a_name() -> None:
    twin = Thing(("tulip-2", "チューリップ"))
    assert all_by_name((TULIP, ROSE, twin), "チューリップ") == [TULIP, twin]


@pytest.mark.parametrize(
    ("word", "thing"), [("tul", TULIP), ("ros", None), ("rosem", ROSEMARY), ("", None), ("x", None)]
)
def test_a_beginning_names_the_only_thing_that_begins_so(word: str, thing: Thing | None) -> None:
    assert begun(THINGS, word) == thing


def test_only_romaji_has_a_sound() -> None:
    assert spellings("plot") == ("plot",)
    assert spellings("ｎｉｗａ") == ("niwa", "にわ")
