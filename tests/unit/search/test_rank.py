"""What people ask about an entry counts for it, the more the nearer it is to the question."""

from __future__ import annotations

import pytest

from rulesref.search.index_reader import END
from rulesref.search.parts import QueryPart
from rulesref.search.rank import WeightedPart, phrase_score
from rulesref.search.weights import PHRASE_WEIGHT

BRIDGE, COST, FREE = 1, 2, 3
ENTRY = 7


def weighted(*phrase_ids: int, free: bool = True) -> list[WeightedPart]:
    """A question of equal parts with these phrase_ids in the entry; 0 is a part that nobody says there."""
    return [
        WeightedPart(
            part=QueryPart(kind="latin", tokens=(f"t{i}",), weight=1.0, text=f"t{i}", free=free),
            weight=1.0,
            occurrences={},
            phrase_ids=[{ENTRY: mark}] if mark else [],
        )
        for i, mark in enumerate(phrase_ids)
    ]


def phrases(*found: tuple[int, ...]) -> bytes:
    return b"".join(bytes(phrase) + END for phrase in found)


def test_the_very_question_counts_in_full() -> None:
    assert phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST))) == pytest.approx(
        PHRASE_WEIGHT
    )


def test_what_says_more_or_less_counts_less() -> None:
    same = phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST)))
    more = phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST, FREE)))
    less = phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE,)))
    unknown = phrase_score(weighted(BRIDGE, COST, 0), ENTRY, phrases((BRIDGE, COST)))
    assert 0 < less < more < same
    assert 0 < unknown < same


def test_words_of_two_phrases_do_not_add_up() -> None:
    apart = phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE, FREE), (COST, FREE)))
    together = phrase_score(weighted(BRIDGE, COST), ENTRY, phrases((BRIDGE, COST, FREE)))
    assert apart < together


def test_pieces_of_words_and_other_entries_do_not_count() -> None:
    assert phrase_score(weighted(BRIDGE, free=False), ENTRY, phrases((BRIDGE,))) == 0
    assert phrase_score(weighted(BRIDGE), ENTRY + 1, phrases((BRIDGE,))) == 0
    assert phrase_score(weighted(BRIDGE), ENTRY, b"") == 0
