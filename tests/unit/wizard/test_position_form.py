"""The position of a scoring as a form: which fields it calls for, and where their values go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.wizard.interview import Wizard
from rulesref.wizard.known import name_at
from rulesref.wizard.position_form import PositionField, PositionForm, without
from tests.helpers import DATA, game_in, toy, varied

TIGRIS = game_in(DATA / "tigris")
COUNTS = {"black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3}


def form(**known: Any) -> PositionForm:
    return PositionForm.start(TIGRIS, names=("葵", "Ben"), **known)


def filled(start: PositionForm, values: dict[KeyPath, Any]) -> PositionForm:
    for path, value in values.items():
        start = start.fill(path, value)
    return start


def full() -> PositionForm:
    return filled(form(), {("players", i, k): v for i in (1, 0) for k, v in COUNTS.items()})


def test_a_full_form_is_the_position() -> None:
    done = full()
    assert done.complete
    assert done.next is None
    assert done.read().problems == ()
    assert done.values["players"] == [{"name": "葵", **COUNTS}, {"name": "Ben", **COUNTS}]
    lines = Wizard.start(TIGRIS, names=("葵", "Ben")).answer("1").answer("1/2/3/4/3").answer("1/2/3/4/3")  # fmt: skip
    assert lines.form.values == done.values


def test_which_scoring_and_who_plays_are_fields_too() -> None:
    asked = PositionForm.start(toy())
    assert asked.next is not None
    assert [option.value for option in asked.next.options] == list(toy().event_ids)
    named = filled(asked, {("event",): "1", ("players", 0, "name"): "葵", ("players", 1, "name"): "Ben"})  # fmt: skip
    assert named.names == ("葵", "Ben")
    assert named.title == toy().scoring.events[named.values["event"]].name  # type: ignore[union-attr]
    third = named.at(("players", 2, "name"))
    assert third is not None
    assert third.optional
    twice = named.fill(("players", 1, "name"), "葵")
    assert {problem.code for problem in twice.problems} == {"E429"}


def test_what_is_known_is_not_asked_but_can_be_given_anew() -> None:
    known = form(known={"players": [{"black": 7}, {}]})
    black = known.at(("players", 0, "black"))
    assert black is not None
    assert (black.given, black.prompt, black.raw) == (True, False, 7)
    assert known.fill(black.path, 8).values["players"][0]["black"] == 8


def test_a_wrong_value_stays_with_what_is_wrong() -> None:
    wrong = full().fill(("players", 1, "red"), "x")
    assert [problem.code for problem in wrong.problems] == ["E402"]
    assert not wrong.complete


def test_a_check_speaks_as_soon_as_it_can() -> None:
    many = form().fill(("players", 0, "treasures"), 9).fill(("players", 1, "treasures"), 9)
    assert [problem.code for problem in many.problems] == ["E440"]
    assert many.missing


def test_entries_of_a_list_come_and_go() -> None:
    mexica = game_in(DATA / "mexica")
    start = PositionForm.start(mexica, "period-1", ("葵", "Ben"))
    two = filled(start, {
        ("districts", 0): True, ("districts", 0, "size"): 5, ("districts", 1): True,
        ("districts", 1, "size"): 7, ("districts", 0, "temples", 1): "3+1",
    })  # fmt: skip
    size = two.at(("districts", 1, "size"))
    assert size is not None
    assert [getattr(each, "en", each) for each in size.within] == ["districts 2"]
    assert two.values["districts"] == [{"size": 5, "temples": {"Ben": "3+1"}}, {"size": 7, "temples": {}}]  # fmt: skip
    one = two.fill(("districts", 0), False)
    assert one.values["districts"] == [{"size": 7, "temples": {}}]


@pytest.mark.parametrize("name", ["toy", "caylus", "mexica", "praga", "tigris", "tzolkin"])
def test_every_scoring_has_a_form(name: str) -> None:
    game = toy() if name == "toy" else game_in(DATA / name)
    for event in game.event_ids:
        start = PositionForm.start(game, event, ("葵", "Ben"))
        assert start.fields
        assert start.title is not None


# --- which fields there are -----------------------------------------------------------------------

PLAYERS: dict[KeyPath, Any] = {
    name_at(0): "A",
    name_at(1): "B",
    name_at(2): None,
    ("order",): "player",
}


def toys(event: str, given: dict[KeyPath, Any] | None = None) -> PositionForm:
    """What was given of A and B in an event of the toy."""
    values = {("event",): event, **PLAYERS, **(given or {})}
    return PositionForm(game=toy(), ordering=True, given=values)


def paths(form: PositionForm) -> list[str]:
    """What is asked, names and the order aside."""
    keys = [each.key for each in form.fields]
    return [key for key in keys if not key.endswith("name") and key not in ("event", "order")]


AUTUMN = ["points", "coins", "hat", "steps.moss", "steps.gravel", "fruit"]
PLOT = ["plots.0.size", "plots.0.walled", "plots.0.flowers.0", "plots.0.flowers.1", "plots.0.flowers.wild"]  # fmt: skip


def test_players_come_one_after_the_other_or_each_field_of_everybody() -> None:
    by_player = toys("autumn")
    assert paths(by_player) == [f"players.{n}.{f}" for n in (0, 1) for f in AUTUMN] + ["sky"]
    by_field = toys("autumn", {("order",): "field"})
    assert paths(by_field) == [f"players.{n}.{f}" for f in AUTUMN for n in (0, 1)] + ["sky"]


@pytest.mark.parametrize(
    ("open_", "wanted"),
    [
        pytest.param([], False, id="of nothing"),
        pytest.param([(0, "points"), (0, "coins")], False, id="of one player"),
        pytest.param([(0, "coins"), (1, "coins")], False, id="of one field"),
        pytest.param([(0, "coins"), (1, "points")], True, id="of several fields of several"),
    ],
)
def test_the_order_is_asked_where_it_matters(open_: list[tuple[int, str]], *, wanted: bool) -> None:
    full = {"points": 1, "coins": 1, "hedges": []}
    players = [
        {"name": name, **{k: v for k, v in full.items() if (seat, k) not in open_}}
        for seat, name in enumerate("AB")
    ]
    known = {"event": "summer", "players": players}
    assert (PositionForm.start(toy(), known=known, ordering=True).at(("order",)) is not None) is wanted  # fmt: skip
    assert PositionForm.start(toy(), known=known).at(("order",)) is None


@pytest.mark.parametrize(
    ("given", "there"),
    [
        pytest.param({}, ["plots.0"], id="whether there is one"),
        pytest.param({("plots", 0): False}, ["plots.0"], id="none"),
        pytest.param({("plots", 0): True}, ["plots.0", *PLOT, "plots.1"], id="its values, then the next"),
        pytest.param({("plots", n): True for n in range(6)}, None, id="no more than there can be"),
    ],
)  # fmt: skip
def test_entries_are_asked_until_there_are_no_more(
    given: dict[KeyPath, Any], there: list[str] | None
) -> None:
    found = [path for path in paths(toys("spring", given)) if path.startswith("plots")]
    assert found == (there or [path.replace("0", str(n), 1) for n in range(6) for path in ["plots.0", *PLOT]])  # fmt: skip


def test_progress_counts_the_values_that_are_asked() -> None:
    before = toys("summer", {("players", 0, "points"): "3", ("players", 0, "coins"): "1"})
    assert before.progress == (2, 7)
    assert before.next is not None
    assert before.next.path == ("players", 0, "hedges")
    known = PositionForm(game=toy(), given=before.given, known={("players", 0, "points"): "3"})
    assert known.progress == (1, 6)


def test_the_score_so_far_takes_the_rest_as_little_as_can_be() -> None:
    result, problems = toys("summer", {("players", 1, "coins"): "3"}).so_far()
    assert problems == ()
    assert result is not None
    assert [values["coins"] for values in result.position.players] == [0, 3]


def test_a_value_of_an_entry_may_rest_on_another_of_it(tmp_path: Path) -> None:
    walled = "id: walled, name: {ja: 囲い, en: walled}, kind: flag"
    game = varied(tmp_path, ("scoring.yaml", walled, f"{walled}, ask-when: size > 2"))
    asked = []
    for first, second in ((3, 2), (2, 3)):
        sizes: dict[KeyPath, Any] = {("plots", 0): True, ("plots", 0, "size"): first, ("plots", 1): True, ("plots", 1, "size"): second}  # fmt: skip
        form = PositionForm(game=game, given={("event",): "spring", **PLAYERS, **sizes})
        asked += [[path for path in paths(form) if path.endswith("walled")]]
    assert asked == [["plots.0.walled"], ["plots.1.walled"]]


@pytest.mark.parametrize(
    ("path", "entry", "optional"),
    [
        (("plots", 0), ("plots", 0), True),
        (("plots", 0, "flowers", "wild"), ("plots", 0), True),
        (("plots", 0, "size"), ("plots", 0), False),
        (("sky",), None, True),
        (("players", 0, "coins"), None, False),
        (("players", 0, "fence"), None, True),
    ],
)
def test_where_a_field_lies_and_whether_it_may_be_left_out(
    path: KeyPath, entry: KeyPath | None, *, optional: bool
) -> None:
    there = toys("spring", {("plots", 0): True}).at(path)
    assert isinstance(there, PositionField)
    assert (there.entry, there.optional) == (entry, optional)


# --- where values are kept ------------------------------------------------------------------------


def test_the_document_is_what_a_file_holds() -> None:
    given: dict[KeyPath, Any] = {
        ("players", 1, "coins"): "2+1", ("plots", 0): True, ("plots", 0, "size"): "3",
        ("plots", 0, "flowers", 1): "2", ("plots", 0, "flowers", "wild"): "1", ("sky",): None,
    }  # fmt: skip
    assert toys("spring", given).values == {
        "game": "toy",
        "event": "spring",
        "players": [{"name": "A"}, {"name": "B", "coins": "2+1"}],
        "plots": [{"size": "3", "flowers": {"B": "2", "wild": "1"}}],
    }


def test_what_is_left_out_is_no_entry_and_an_empty_list_where_there_must_be_one(
    tmp_path: Path,
) -> None:
    needed = ("scoring.yaml", "most: 4\n      optional: true\n", "most: 4\n")
    spring, summer = toys("spring"), toys("summer")
    hedges: KeyPath = ("players", 0, "hedges")
    assert spring.fill(("plots", 0), None).given["plots", 0] is False
    assert summer.fill(hedges, None).given[hedges] is None
    must = PositionForm(game=varied(tmp_path, needed), given=summer.given)
    assert must.fill(hedges, None).given[hedges] == []


@pytest.mark.parametrize(("removed", "left"), [(0, "b"), (1, "a")], ids=["the first", "the last"])
def test_entries_after_the_one_taken_out_move_up(removed: int, left: str) -> None:
    given: dict[KeyPath, Any] = {
        ("sky",): "sun", ("plots", 0): True, ("plots", 0, "size"): "a",
        ("plots", 1): True, ("plots", 1, "size"): "b", ("plots", 2): False,
    }  # fmt: skip
    one = {("plots", 0): True, ("plots", 0, "size"): left, ("plots", 1): False}
    assert without(given, ("plots", removed)) == {("sky",): "sun", **one}
