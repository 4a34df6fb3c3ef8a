"""What people ask about an entry counts for it, the more the nearer it is to the question; and its points one by one."""

from __future__ import annotations

import pytest

from rulesref.base.frozen import changed
from rulesref.search.index_reader import END
from rulesref.search.parts import QueryPart
from rulesref.search.rank import (
    WeightedPart,
    certainty,
    is_sure,
    phrase_score,
    point_score,
    unwritten,
)
from rulesref.search.weights import (
    MISSING_PENALTY,
    NEXT_SURENESS,
    NO_SUCH_PENALTY,
    PHRASE_WEIGHT,
    POINT_SURENESS,
    POINT_WEIGHT,
    SURE_THRESHOLD,
    TOLD_BETTER,
    UNASKED_BONUS,
    UNHEARD_PENALTY,
    UNKNOWN_PENALTY,
)

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
            points=[],
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


def said(*points: int) -> list[WeightedPart]:
    """A question of equal parts that stand in these points of the entry, a bit each."""
    parts = weighted(*(0 for _ in points))
    return [
        WeightedPart(
            part=part.part, weight=1.0, occurrences={}, phrase_ids=[], points=[{ENTRY: bits}]
        )
        for part, bits in zip(parts, points, strict=True)
    ]


def test_the_point_that_says_most_counts() -> None:
    all_of_it = POINT_WEIGHT + UNASKED_BONUS
    assert point_score(said(0b01, 0b01), ENTRY) == pytest.approx(all_of_it)
    assert point_score(said(0b01, 0b11), ENTRY) == pytest.approx(all_of_it)
    half = POINT_WEIGHT / 2 + UNASKED_BONUS
    assert point_score(said(0b01, 0b10), ENTRY) == pytest.approx(half)
    assert point_score(said(0b01, 0b01), ENTRY + 1) == UNASKED_BONUS


def test_points_count_less_the_more_people_ask() -> None:
    titles = phrases((BRIDGE,), (COST,))
    some = titles + phrases((FREE,), (BRIDGE, FREE), (COST, FREE))
    assert unwritten([titles, titles]) == unwritten([titles, b""]) == 1
    assert 1 > unwritten([some, titles]) > unwritten([some, some]) > 0


def test_what_an_entry_lacks_makes_it_less_sure() -> None:
    def said_in(*documents: int) -> WeightedPart:
        (part,) = weighted(0)
        return changed(part, occurrences=dict.fromkeys(documents, 1))

    everything = certainty(5.0, [said_in(ENTRY), said_in(ENTRY)], ENTRY, named=False)
    lacking = certainty(5.0, [said_in(ENTRY), said_in(1)], ENTRY, named=False)
    unknown = certainty(5.0, [said_in(ENTRY), said_in()], ENTRY, named=False)
    assert everything == 5.0
    assert everything - lacking == pytest.approx(MISSING_PENALTY / 2)
    assert lacking - unknown == pytest.approx(UNKNOWN_PENALTY / 2)


def sure(score: float, *points: int, next_share: float = 0.0, told_better: bool = False) -> bool:
    return is_sure(score, said(*points), ENTRY, next_share=next_share, told_better=told_better)


def test_what_one_point_says_makes_an_entry_the_answer() -> None:
    """With a score that is short of it by as much as a point that says three quarters adds."""
    score = SURE_THRESHOLD - POINT_SURENESS * 0.75
    assert sure(score, 0b01, 0b01, 0b01, 0b10)
    assert not sure(score, 0b01, 0b01, 0b10, 0b10)
    assert not sure(SURE_THRESHOLD - 0.01)
    assert sure(SURE_THRESHOLD)


def test_what_comes_near_an_entry_speaks_for_it_unless_it_says_more_at_once() -> None:
    score = SURE_THRESHOLD - NEXT_SURENESS / 2
    assert sure(score, next_share=0.5)
    assert not sure(score, next_share=0.4)
    assert not sure(score, next_share=0.5, told_better=True)
    assert sure(score + TOLD_BETTER, next_share=0.5, told_better=True)


@pytest.mark.parametrize(
    ("kind", "text", "free", "unheard"),
    [
        pytest.param("latin", "harpoon", True, True, id="a word"),
        pytest.param("kanji", "鯨", True, False, id="a character"),
        pytest.param("latin", "vps", True, False, id="what is typed for short"),
        pytest.param("latin", "harpoon", False, False, id="part of a known word"),
        pytest.param("hiragana", "くじ", True, False, id="a piece of a word"),
    ],
)
def test_a_word_that_nothing_in_the_game_has_makes_it_less_sure(
    kind: str, text: str, *, free: bool, unheard: bool
) -> None:
    (part,) = weighted(0)
    known = changed(part, occurrences={ENTRY: 1})
    strange = changed(part, part=changed(part.part, kind=kind, text=text, free=free))
    shares = UNKNOWN_PENALTY / 2 + MISSING_PENALTY / 2 * (free and kind != "hiragana")
    sure = certainty(5.0, [known, strange], ENTRY, named=False)
    assert sure == pytest.approx(5.0 - shares - UNHEARD_PENALTY * unheard)


@pytest.mark.parametrize(("kind", "text"), [("latin", "harpoon"), ("kanji", "鯨")])
def test_no_such_thing_makes_it_much_less_sure(kind: str, text: str) -> None:
    (part,) = weighted(0)
    known = changed(part, occurrences={ENTRY: 1})
    strange = changed(part, part=changed(part.part, kind=kind, text=text, which=True))
    sure = certainty(5.0, [known, strange], ENTRY, named=False)
    assert sure == pytest.approx(5.0 - UNKNOWN_PENALTY / 2 - MISSING_PENALTY / 2 - NO_SUCH_PENALTY)
