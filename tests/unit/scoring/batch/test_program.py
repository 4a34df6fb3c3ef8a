from __future__ import annotations

from typing import Any

import pytest

from rulesref.scoring.batch.code import Uncompiled, ValueKind
from rulesref.scoring.batch.program import CompiledEvent, listing
from tests.helpers import scored, toy
from tests.invented import changed, linked
from tests.unit.scoring.batch.compiled import AUTUMN
from tests.unranked import game

DEFAULTS = {ruling.id: ruling.default for ruling in toy().rulings.values()}
FINAL: dict[str, Any] = {
    "players": [
        {
            "name": name,
            "points": 7 - coins,
            "coins": coins,
            "seeds": {"red": 1, "blue": 1, "green": 1},
        }
        for name, coins in (("A", 4), ("B", 4), ("C", 5))
    ]
}


def event(name: str) -> CompiledEvent:
    scoring = toy().scoring
    assert scoring is not None
    return CompiledEvent(scoring, name, toy().about.players)


@pytest.mark.parametrize(
    ("name", "data"),
    [pytest.param("autumn", AUTUMN, id="autumn"), pytest.param("final", FINAL, id="final")],
)
def test_the_numbers_are_those_of_a_score(name: str, data: dict[str, Any]) -> None:
    program = event(name)
    rows, ranks, tried, _ = program.scorer(DEFAULTS).run(*program.reader.read(data)[1:])
    result = scored(toy(), {"event": name, **data})
    many = len(result.event.categories)
    for player, row, rank in zip(result.players, rows, ranks, strict=True):
        assert (player.before, player.points, player.total, player.rank) == (*row[:3], rank)
        assert [step.value for _, step in player.categories] == list(row[3 : 3 + many])
    assert [(depth, among) for depth, among, _ in tried] == [
        (result.event.ranking.index(tie.rung), tie.among) for tie in result.ties
    ]


def test_a_scorer_is_made_once_for_the_readings_that_matter() -> None:
    program = event("final")
    assert "coin-rest" in program.rulings
    assert program.scorer(DEFAULTS) is program.scorer({**DEFAULTS, "something-else": "x"})
    assert program.scorer(DEFAULTS) is not program.scorer({**DEFAULTS, "coin-rest": "whole"})


def test_the_shape_says_what_may_be_a_fraction() -> None:
    assert event("final").scorer(DEFAULTS).shape.total & ValueKind.FRACTION
    assert event("autumn").scorer(DEFAULTS).shape.total == ValueKind.WHOLE


def test_a_warning_names_its_check_and_says_it_in_both_languages() -> None:
    program = event("autumn")
    rich = {
        **AUTUMN,
        "players": [{**player, "coins": 21 * n} for n, player in enumerate(AUTUMN["players"])],
    }
    *_, warnings = program.scorer(DEFAULTS).run(*program.reader.read(rich)[1:])
    assert [(program.checks[n].level, text) for n, text in warnings] == [
        ("warning", ("コインを21枚も持つ人がいます。", "Somebody has as many as 21 coins."))
    ]


def test_what_cannot_be_compiled_is_not_tried_again() -> None:
    scoring = toy().scoring
    assert scoring is not None
    entry = linked(toy(), "autumn", {"op": "record", "fields": {"size": 1}})
    autumn = scoring.events["autumn"]
    odd = changed(autumn, categories=(changed(autumn.categories[0], value=entry),))
    program = CompiledEvent(changed(scoring, events={"autumn": odd}), "autumn", (2, 4))
    for _ in range(2):
        with pytest.raises(Uncompiled):
            program.scorer(DEFAULTS)


def test_a_listing_has_the_reader_and_the_scorer() -> None:
    text = listing(toy(), "autumn")
    assert text.index("def read(data):") < text.index("def run(names, ")


def test_a_scoring_that_only_takes_is_left_to_the_ordinary_way() -> None:
    scoring = game().scoring
    assert scoring is not None
    with pytest.raises(Uncompiled):
        CompiledEvent(scoring, "frost", (2, 4))
