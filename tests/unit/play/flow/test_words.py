"""The words of a line: what is one of them, and what is one value."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.play.flow.words import first_value, words_of
from tests.unit.play.playing import GAME


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("", []),
        ("2 Ben", ["2", "Ben"]),
        ('2 "J. R."', ["2", "J. R."]),
        ("it's 3", ["it's", "3"]),
    ],
)
def test_names_in_quotes_stay_together(rest: str, words: list[str]) -> None:
    assert words_of(rest) == words


def test_an_option_of_several_words_is_one_value() -> None:
    assert GAME.flow is not None
    dress = GAME.flow.actions["dress"]
    kind = dress.ask["kind"]

    def first(name: str, *words: str) -> tuple[str, Any]:
        options = (changed(kind.options[0], name=Text(name, name)),)
        action = changed(dress, ask={"kind": changed(kind, options=options)})
        return first_value(action, words)

    assert first("a b", "a", "b", "c") == ("a b", ("c",))
    assert first("a b c d", "a", "b", "c", "d") == ("a b c d", ())
    assert first("a b c d e", "a", "b", "c", "d", "e") == ("a", ("b", "c", "d", "e"))
    assert first("z", "a") == ("a", ())
