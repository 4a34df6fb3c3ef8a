"""What people ask about an entry counts for it, the more the nearer it is to the question."""

from __future__ import annotations

import pytest

from rulesref.search.parts import Part
from rulesref.search.postings import END
from rulesref.search.rank import SAID, Asked, said

BRIDGE, COST, FREE = 1, 2, 3
ENTRY = 7


def asked(*marks: int, free: bool = True) -> list[Asked]:
    """A question of equal parts with these marks in the entry; 0 is a part that nobody says there."""
    return [
        Asked(
            part=Part(kind="latin", tokens=(f"t{i}",), share=1.0, text=f"t{i}", free=free),
            weight=1.0,
            standing={},
            marks=[{ENTRY: mark}] if mark else [],
        )
        for i, mark in enumerate(marks)
    ]


def phrases(*found: tuple[int, ...]) -> bytes:
    return b"".join(bytes(phrase) + END for phrase in found)


def test_the_very_question_counts_in_full() -> None:
    assert said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST))) == pytest.approx(SAID)


def test_what_says_more_or_less_counts_less() -> None:
    same = said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST)))
    more = said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST, FREE)))
    less = said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE,)))
    unknown = said(asked(BRIDGE, COST, 0), ENTRY, phrases((BRIDGE, COST)))
    assert 0 < less < more < same
    assert 0 < unknown < same


def test_words_of_two_phrases_do_not_add_up() -> None:
    apart = said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE, FREE), (COST, FREE)))
    together = said(asked(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST, FREE)))
    assert apart < together


def test_pieces_of_words_and_other_entries_do_not_count() -> None:
    assert said(asked(BRIDGE, free=False), ENTRY, phrases((BRIDGE,))) == 0
    assert said(asked(BRIDGE), ENTRY + 1, phrases((BRIDGE,))) == 0
    assert said(asked(BRIDGE), ENTRY, b"") == 0
