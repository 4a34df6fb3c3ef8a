from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from benchmarks.differential import carefully
from rulesref.base.diagnostics import ProblemsFound
from rulesref.lang import OPERATORS
from rulesref.model.code import Code, Uncompiled
from rulesref.model.expression import Operator
from rulesref.model.scoring import Event
from rulesref.reading.json_line import JsonLine
from rulesref.reading.positions import event_called
from rulesref.scoring.batch import line_scoring
from rulesref.scoring.batch.line_scoring import Batch, Lines, check_asked
from rulesref.show.batch_lines import JsonLines
from tests.helpers import DATA, game_in, toy
from tests.unit.scoring.batch.compiled import AUTUMN, SPRING

POSITION = {"game": "toy", "event": "autumn", **AUTUMN}


def a_batch(*, explains: bool = False, **asked: Any) -> Batch:
    usual = {"game": "toy", "reopen": toy, "event": None, "rulings": {}}
    return Batch(file="b", renderer=JsonLines("en", explains=explains), **{**usual, **asked})


def lines(**asked: Any) -> Lines:
    return Lines(a_batch(**asked), toy())


def text(**changes: Any) -> str:
    return json.dumps({**POSITION, **changes}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("raw", "quick"),
    [
        pytest.param(text(), 1, id="a usual line"),
        pytest.param(text(event="秋の散歩"), 1, id="an event by its name"),
        pytest.param(text(rulings={"coin-rest": "whole"}), 1, id="another reading"),
        pytest.param(text(game="おもちゃの庭"), 1, id="a game by its name"),
        pytest.param("  " + text() + "\r", 1, id="blanks around it"),
        pytest.param(text().replace("5", "5.0", 1), 0, id="a decimal"),
        pytest.param(text(x=1).replace('"x": 1', '"x": NaN'), 0, id="no number"),
        pytest.param(text(game="chess"), 0, id="another game"),
        pytest.param(text(game=["toy"]), 0, id="a game that is no word"),
        pytest.param(text(event=1), 0, id="an event that is no word"),
        pytest.param(text(rulings={"coin-rest": "x"}), 0, id="an unknown reading"),
        pytest.param(text(rulings={"x": "y"}), 0, id="an unknown ruling"),
        pytest.param(text() + "x", 0, id="something behind it"),
        pytest.param(text().replace('"sky": "rain"', '"sky": "sun", "sky": "rain"'), 0, id="a key twice"),
    ],
)  # fmt: skip
def test_what_is_usual_goes_through_compiled_code_and_gives_the_same(raw: str, quick: int) -> None:
    way = lines()
    out, _ = way.scored(raw.encode(), 1)
    assert way.quick == quick
    assert out == carefully(way, raw.strip(" \r").encode(), 1)[0]


def test_where_a_game_has_one_scoring_no_line_need_name_it() -> None:
    people = [
        {"name": name, "black": 1, "red": 2, "blue": 1, "green": 1, "treasures": 0} for name in "AB"
    ]
    tigris = game_in(DATA / "tigris")
    assert len(tigris.event_ids) == 1
    way = Lines(a_batch(game="tigris", reopen=lambda: tigris), tigris)
    assert way.scored(json.dumps({"players": people}).encode(), 1)[1]
    assert way.quick == 1
    assert not lines().scored(text().replace('"event": "autumn", ', "").encode(), 1)[1]


def test_the_working_has_only_the_ordinary_way() -> None:
    way = lines(explains=True)
    out, sound = way.scored(text().encode(), 1)
    assert sound
    assert way.quick == 0
    assert b'"explanation"' in out


def test_blank_lines_are_passed_over_and_counted() -> None:
    out, sound = lines().scored(f"\n{text()}\n\n{{\n".encode(), 5)
    first, second = map(json.loads, out.splitlines())
    assert (first["event"], sound) == ("autumn", False)
    assert second["problems"][0]["line"] == 8


def test_a_game_that_cannot_be_compiled_is_scored_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def plain(operator: Operator, code: Code) -> str:
        raise Uncompiled

    expected = lines().scored(f"{text()}\n".encode() * 2, 1)
    monkeypatch.setattr(OPERATORS["bands"], "plain", plain)
    way = lines()
    assert way.scored(f"{text()}\n".encode() * 2, 1) == expected
    assert way.quick == 0


MANY = {**POSITION, "players": [{"name": name, "coins": 3} for name in "ABC"]}


@pytest.mark.parametrize("anyway", [False, True])
@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(text(players=[{"name": "A", "coins": "many"}, {"name": "B", "coinz": 99}]), id="several faults"),
        pytest.param(text(players=[{"name": "A", "coins": 99}, {"name": "A"}]), id="a name twice"),
        pytest.param(text(players=[{"name": "A", "coins": 99}, 7]), id="a player that is none"),
        pytest.param(text(players=7), id="players that are none"),
        pytest.param(text(rulings={"x": "y"}, players=[{"name": "A", "coins": 99}, {"name": "B"}]), id="a ruling and a number"),
        pytest.param(text(game="chess"), id="another game"),
        pytest.param(text(event="x"), id="no event"),
        pytest.param(text(sky="mud"), id="of the table"),
        pytest.param(text(players=MANY["players"][:1]), id="too few players"),
        pytest.param('{"プレイヤー": [{"名前": "A", "お金": 99}, {"名前": 7}], "event": "autumn"}', id="in Japanese"),
        pytest.param('{"players": [{"name": "\\ud800", "coins": 99}, {"name": "B"}], "event": "autumn"}', id="half a character"),
        pytest.param('["players"]', id="no mapping"),
        pytest.param('{"players": [{"name": "A"', id="cut off"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_as_the_ordinary_way_tells_it(raw: str, anyway: bool) -> None:
    way = lines(anyway=anyway)
    out, sound = way.scored(raw.encode(), 1)
    assert not sound
    assert (out, sound) == carefully(way, raw.encode(), 1)


def test_what_is_no_json_is_told_without_a_look_at_it_as_yaml(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Which would take thirty times as long."""
    monkeypatch.delattr(JsonLine, "_composed")
    raw = text().replace('"coins": ', '"coins" ', 1)
    assert b"E104" in lines().scored(raw.encode(), 1)[0]


FULL = {"size": 2, "flowers": {"A": [1, 1], "B": [1, 1]}}


@pytest.mark.parametrize(
    "plots",
    [
        pytest.param([SPRING["plots"][0], FULL], id="the second of two entries"),
        pytest.param([FULL, SPRING["plots"][0], FULL], id="two alike, told once"),
    ],
)
def test_a_check_of_entries_is_told_at_the_entry(plots: list[Any]) -> None:
    way = lines()
    raw = json.dumps({"event": "spring", **SPRING, "plots": plots}).encode()
    out, sound = way.scored(raw, 1)
    assert (out, sound) == carefully(way, raw, 1)
    assert [p["code"] for p in json.loads(out)["problems"]] == ["E440"]


def test_what_is_refused_by_several_checks_is_told_by_the_entry_alone_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Told by compiled code: the ordinary way is not asked."""
    way = lines()
    people = [{**player, "coins": 20} for player in AUTUMN["players"]]
    raw = text(players=people).encode()
    expected = carefully(way, raw, 1)
    monkeypatch.delattr(Lines, "_told")
    assert way.scored(raw, 1) == expected


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"event": "x"}, "E424"),
        ({"rulings": {"x": "y"}}, "E425"),
        ({"rulings": {"coin-rest": "x"}}, "E426"),
        ({"event": "autumn", "rulings": {"coin-rest": "whole"}}, None),
        ({}, None),
    ],
)
def test_what_is_asked_of_all_lines_is_looked_at_once(asked: Any, code: str | None) -> None:
    if code is None:
        check_asked(toy(), a_batch(**asked))
        return
    with pytest.raises(ProblemsFound) as wrong:
        check_asked(toy(), a_batch(**asked))
    (problem,) = wrong.value.problems
    assert (problem.code, problem.place) == (code, None)


def test_checks_refuse_unless_lines_are_scored_anyway() -> None:
    full = json.dumps({"event": "spring", **SPRING, "plots": [FULL]}).encode()
    assert not a_batch().anyway
    for anyway in (False, True):
        way = lines(anyway=anyway)
        assert way.scored(full, 1)[1] is anyway
        assert way.quick == 0


def test_words_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(events: Mapping[str, Event], word: str) -> Event | None:
        asked.append(word)
        return event_called(events, word)

    monkeypatch.setattr(line_scoring, "event_called", noted)
    way = lines()
    for event in ("autumn", "秋の散歩", "autumn"):
        way.scored(text(event=event).encode(), 1)
    assert asked == ["autumn", "秋の散歩"]
