"""Ties that a value breaks which nobody gave."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.model.game import Game
from rulesref.scoring.cells import document_of
from rulesref.scoring.compare import supposing
from rulesref.scoring.score import Score
from tests.helpers import scored, varied
from tests.properties import law

RANKING = """    ranking:
      - {by: total, name: {ja: 点, en: points}, rules: [winner]}
      - {by: coins, name: {ja: コイン, en: coins}, rules: [winner], value: coins}
      - {by: seat, name: {ja: 手番順, en: turn order}, rules: [winner], value: seat}
"""
FIELDS = """      events: [final]
      rules: [seed-colors]
    - {id: bows, name: {ja: リボン, en: bows}, kind: whole, optional: true, events: [final]}
    - {id: badge, name: {ja: バッジ, en: badge}, kind: choice, optional: true, events: [final],
       options: [{id: gold, name: {ja: 金, en: gold}}, {id: tin, name: {ja: ブリキ, en: tin}}]}
    - {id: shed, name: {ja: 小屋, en: shed}, kind: record, optional: true, events: [final],
       fields: [{id: tools, name: {ja: 道具, en: tools}, kind: whole, optional: true}]}
    - {id: rakes, name: {ja: 熊手, en: rakes}, kind: whole, optional: true, default: 2, events: [final]}
  table:
    - {id: wind, name: {ja: 風, en: wind}, kind: whole, optional: true, events: [final]}
"""


@cache
def game(value: str) -> Game:
    """The invented game, whose ties another value breaks."""
    rung = f'      - {{by: gift, name: {{ja: 品, en: gift}}, rules: [winner], value: "0 + ({value})"}}\n'
    first, *_ = RANKING.partition("      - {by: coins")
    return varied(
        Path(mkdtemp()),
        ("scoring.yaml", RANKING, f"{first}{rung}"),
        ("scoring.yaml", "      events: [final]\n      rules: [seed-colors]\n  table:\n", FIELDS),
    )


def harvest(*players: dict[str, Any], **table: Any) -> dict[str, Any]:
    """A harvest of players who have the same coins and seeds."""
    alike = {"points": 5, "coins": 4, "seeds": {"red": 1, "blue": 1, "green": 1}}
    named = [{"name": "ABCD"[n], **alike, **player} for n, player in enumerate(players)]
    return {"event": "final", "players": named, **table}


def ranks(result: Score) -> list[int]:
    return [player.rank for player in result.players]


@pytest.mark.parametrize(
    ("value", "players", "table", "gaps"),
    [
        pytest.param("bows", [{"bows": 3}, {}], {}, ["bows (B)"], id="a number"),
        pytest.param("bows", [{}, {}], {}, ["bows (A, B)"], id="of both"),
        pytest.param("1 if badge = 'gold' else 0", [{"badge": "tin"}, {}], {}, ["badge (B)"], id="an option"),
        pytest.param("shed.tools", [{"shed": {}}, {"shed": {"tools": 1}}], {}, ["tools (A)"], id="a part"),
        pytest.param("shed.tools", [{}, {"shed": {"tools": 1}}], {}, ["tools (A)"], id="a whole"),
        pytest.param("wind * coins", [{}, {}], {}, ["wind"], id="of the table"),
        pytest.param("sum(someone.bows for someone in players)", [{"bows": 1}, {"bows": 1}, {"points": 1}], {},
                     ["bows (C)"], id="of somebody who is not tied"),
    ],
)  # fmt: skip
def test_nobody_wins_by_a_value_that_nobody_gave(
    value: str, players: list[dict[str, Any]], table: dict[str, Any], gaps: list[str]
) -> None:
    result = scored(game(value), harvest(*players, **table))
    assert result.winners == ()
    assert result.undecided == ("A", "B")
    assert ranks(result)[:2] == [1, 1]
    assert [text.en for text in result.ties[-1].gaps] == gaps
    (warning,) = result.warnings
    assert (warning.code, warning.values["missing"]) == ("W442", result.ties[-1].gaps)


@pytest.mark.parametrize(
    ("value", "players", "winners"),
    [
        pytest.param("bows", [{"bows": 0}, {"bows": 0}], ("A", "B"), id="0 was given"),
        pytest.param("bows", [{"points": 6}, {}, {"bows": 1, "points": 1}], ("A",), id="nobody is tied"),
        pytest.param("rakes", [{}, {"rakes": 1}], ("A",), id="a default of the data is a value"),
        pytest.param("bows if badge = 'gold' else 0", [{"badge": "tin"}, {"badge": "tin"}], ("A", "B"),
                     id="it is not asked for"),
        pytest.param("seat", [{}, {}], ("B",), id="a rung that needs none"),
    ],
)  # fmt: skip
def test_what_was_not_needed_is_not_missed(
    value: str, players: list[dict[str, Any]], winners: tuple[str, ...]
) -> None:
    result = scored(game(value), harvest(*players))
    assert (result.winners, result.undecided, result.warnings) == (winners, (), ())


def test_a_lower_place_may_stay_open() -> None:
    result = scored(game("bows"), harvest({"points": 9, "coins": 8}, {"bows": 1}, {}))
    assert (result.winners, result.undecided, ranks(result)) == (("A",), (), [1, 2, 2])
    assert [warning.values["among"] for warning in result.warnings] == [("B", "C")]


def test_what_was_left_out_is_left_out_of_the_document_and_can_be_supposed() -> None:
    result = scored(game("bows"), harvest({"bows": 1}, {}))
    assert [player.get("bows") for player in document_of(result.position)["players"]] == [1, None]
    assert supposing(result, ["B.bows=+2"]).after.winners == ("B",)


#: Points of players, and their bows as far as they were given.
TABLES = st.lists(st.tuples(st.integers(0, 1), st.none() | st.integers(0, 2)), min_size=2, max_size=4)  # fmt: skip


@law(200)
@given(table=TABLES)
def test_a_tie_is_broken_by_what_was_given_alone(table: list[tuple[int, int | None]]) -> None:
    """Whoever is ahead is ahead by points, or by bows if all who have as many points have said theirs."""
    given_bows = [{"points": p} | ({} if b is None else {"bows": b}) for p, b in table]
    result = scored(game("bows"), harvest(*given_bows))

    def beats(one: tuple[int, int | None], other: tuple[int, int | None]) -> bool:
        level = [bows for points, bows in table if points == one[0]]
        if one[0] != other[0] or None in level:
            return one[0] > other[0]
        return (one[1] or 0) > (other[1] or 0)

    ahead = {own: sum(beats(other, own) for other in table) for own in table}
    assert ranks(result) == [1 + ahead[own] for own in table]
    first = [own for own in table if ahead[own] == 0]
    open_ = len(first) > 1 and None in [bows for _, bows in first]
    names = tuple("ABCD"[n] for n, own in enumerate(table) if own in first)
    assert (result.winners, result.undecided) == (((), names) if open_ else (names, ()))
