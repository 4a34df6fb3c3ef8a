"""How the data of a game changes a state, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.flow import Track
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow.commands import objections
from tests.helpers import varied
from tests.unit.play.playing import GAME, after, begun, do, set_to


def done(*commands: dict[str, Any], tracked: Track = "full") -> flow.Transition:
    *before, last = commands
    return flow.carry_out(GAME, after(begun(tracked), *before), last)


def points(transition: flow.Transition) -> list[tuple[Any, ...]]:
    return [
        (h.player, h.amount, h.total, h.text and h.text.en)
        for h in transition.happenings
        if h.kind == "points"
    ]


def test_points_are_told_with_their_reason_and_total() -> None:
    transition = done(do("plant", height=4))
    assert points(transition) == [("A", 1, 1, "hedge of 4")]
    assert transition.state.players[0]["hedges"] == (4,)
    assert transition.state.players[0]["coins"] == 1


@pytest.mark.parametrize(("points_of", "told"), [("points", None), ("[points, coins]", "points")])
def test_points_without_a_reason_are_told_by_their_colour_where_there_are_several(
    tmp_path: Path, points_of: str, told: str | None
) -> None:
    plain = (
        "flow.yaml",
        "      - {set: friend, to: whom.player-name}\n",
        "      - {add: points, by: 1}\n",
    )
    game = varied(tmp_path, plain, ("flow.yaml", "\npoints: points\n", f"\npoints: {points_of}\n"))
    assert points(flow.carry_out(game, begun(), do("visit", whom="A")))[0] == ("A", 1, 1, told)


def test_effects_on_others_by_name() -> None:
    transition = done(do("visit", whom="Ben", others=["A"], gate=True, words="hi"))
    assert points(transition) == [("Ben", 1, 1, "visit of A")]
    own = transition.state.players[0]
    assert (own["friend"], own["guests"], own["fence"], own["motto"]) == ("Ben", ("A",), True, "hi")


def test_by_force_what_is_not_there_is_not_taken() -> None:
    taken = done(do("plant", height=3), {**do("cut", height=4), "force": True})
    assert (taken.problems, taken.state.players[0]["hedges"]) == ((), (3,))
    assert done({**do("cut", height=4), "force": True}).problems == ()


def test_what_is_otherwise_is_said() -> None:
    transition = done(do("invite", kinds=["tall"]), do("invite", kinds=["tall", "small"]))
    assert [h.text.en for h in transition.happenings if h.kind == "say" and h.text] == [
        "It is here already.",
    ]  # fmt: skip
    assert transition.state.players[0]["gnomes"] == ("tall", "small")


def test_values_by_name_are_seen_inside_of_others(tmp_path: Path) -> None:
    inner = "{with: {two: one + 1}, do: [{set: day, to: one + two}]}"
    game = picking(tmp_path, f"{{with: {{one: 3}}, do: [{inner}]}}")
    assert flow.carry_out(game, begun(), do("visit", whom="Ben")).state.table["day"] == 7


def test_values_by_name_stay_as_they_were_before(tmp_path: Path) -> None:
    # Two values change places, and the list turns by one: the first goes to the end.
    turning = "[{set: day, to: bag}, {set: bag, to: day-before}, {take: order, value: first}, {put: order, value: first}]"
    game = picking(tmp_path, f'{{with: {{day-before: day, first: "order[1]"}}, do: {turning}}}')
    state = begun()
    table = flow.carry_out(game, state, do("visit", whom="Ben")).state.table
    assert (table["day"], table["bag"]) == (state.table["bag"], state.table["day"])
    assert (state.table["order"], table["order"]) == ((1, 2), (2, 1))


@pytest.mark.parametrize(
    "effect",
    [
        pytest.param("{need: day > 9, message: {ja: まだ。, en: Too early.}}", id="alone"),
        pytest.param("{if: day < 9, then: [{need: day > 9, message: {ja: まだ。, en: Too early.}}]}", id="on a condition"),
        pytest.param("{with: {late: 9}, do: [{need: day > late, message: {ja: まだ。, en: Too early.}}]}", id="with a value"),
        pytest.param("{if: day > 8, then: [{need: day < 3, message: {ja: 後。, en: Too late.}}], else: [{need: day > 9, message: {ja: まだ。, en: Too early.}}]}",
                     id="otherwise"),
    ],
)  # fmt: skip
def test_a_need_that_stands_before_any_change_refuses_in_its_own_words(
    tmp_path: Path, effect: str
) -> None:
    game = picking(tmp_path, effect)
    action = flow.flow_of(game).actions["visit"]
    told = objections(game, begun(), action, {}, needs_only=True)
    assert [problem.values["message"] for problem in told] == [Text("まだ。", "Too early.")]


def test_a_need_behind_what_rests_on_a_value_that_is_not_given_yet_is_not_looked_at(
    tmp_path: Path,
) -> None:
    early, late = (
        f"{{need: day {there}, message: {{ja: まだ。, en: Too early.}}}}"
        for there in ("< 9", "> 9")
    )
    game = picking(tmp_path, f"{{with: {{guest: whom}}, do: [{early}]}}\n      - {late}")
    action = flow.flow_of(game).actions["visit"]
    assert objections(game, begun(), action, {}, needs_only=True) == ()
    (told,) = objections(game, begun(), action, {"whom": "Ben"}, needs_only=True)
    assert told.code == "E510"


def test_what_is_refused_only_with_all_values_does_not_stop_the_asking(tmp_path: Path) -> None:
    """A need of an effect behind a change is looked at when everything is said."""
    late = "{need: day > 9, message: {ja: まだ。, en: Too early.}}"
    game = picking(tmp_path, f"{{add: day, by: 1}}\n      - {late}")
    asked = flow.understand(game, begun(), "visit")
    assert isinstance(asked, flow.ActionForm)
    refused = flow.carry_out(game, begun(), do("visit", whom="Ben"))
    assert [problem.code for problem in refused.problems] == ["E510"]


def test_what_a_field_cannot_hold_is_told_with_what_it_can() -> None:
    (problem,) = done(*[do("stroll", along="moss")] * 5).problems
    assert problem.values == {
        "name": Text("苔", "moss"), "value": 5, "low": 0, "high": 4, "had": 4, "held": True, "rules": ("autumn-walk",),
    }  # fmt: skip


def test_inside_a_record() -> None:
    assert done(do("stroll", along="moss")).state.players[0]["steps"] == {"moss": 1, "gravel": 0}


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        pytest.param((set_to("coins", 0, "A"), do("plant", height=3)), "E510", id="a need of a routine"),
        pytest.param((do("invite", kinds=["tall", "small"]), do("invite", kinds=["sleeping"])), "E510", id="a need of an effect"),
        pytest.param((do("plant", height=3), do("cut", height=5)), "E512", id="taking what is not there"),
        pytest.param((*[do("stroll", along="moss")] * 4, do("stroll", along="moss")), "E511", id="more than there may be"),
    ],
)  # fmt: skip
def test_what_may_not_be_is_refused(commands: tuple[dict[str, Any], ...], code: str) -> None:
    transition = done(*commands)
    assert [problem.code for problem in transition.problems] == [code]
    assert transition.happenings == ()


def test_what_is_there_is_taken_out_once() -> None:
    transition = done(*[do("plant", height=3)] * 2, do("cut", height=3))
    assert transition.state.players[0]["hedges"] == (3,)


def test_force_overrules_needs_and_ranges() -> None:
    transition = done(set_to("coins", 0, "A"), {**do("plant", height=3), "force": True})
    assert transition.problems == ()
    assert transition.state.players[0]["coins"] == -1


def test_what_rests_on_something_unknown_is_left_out_and_told_once() -> None:
    transition = done(set_to("hedges", None, "A"), do("plant", height=3))
    unknown = [h.text.en for h in transition.happenings if h.kind == "unknown" and h.text]
    assert unknown == ["hedges"]
    assert [h.player for h in transition.happenings if h.kind == "unknown"] == ["A"]
    assert transition.state.players[0]["hedges"] is None
    assert points(transition) == [("A", 1, 1, "hedge of 3")]


def test_what_is_not_tracked_is_not_told() -> None:
    transition = done({**do("invite", kinds=["tall"]), "force": True}, tracked="light")
    assert [h.kind for h in transition.happenings] == ["say", "broken"]
    assert transition.state.players[0]["gnomes"] is None


def test_what_a_person_has_set_is_kept_up_whatever_is_tracked() -> None:
    plant = {**do("plant", height=3), "force": True}
    transition = done(set_to("hedges", [2], "A"), plant, tracked="light")
    assert transition.state.players[0]["hedges"] == (2, 3)
    assert done(plant, tracked="light").state.players[0]["hedges"] is None


def picking(tmp_path: Path, effect: str) -> Game:
    """The invented game in which a visit has another effect."""
    return varied(
        tmp_path,
        ("flow.yaml", "      - {set: friend, to: whom.player-name}\n", f"      - {effect}\n"),
    )


@pytest.mark.parametrize(
    "votes", [pytest.param({}, id="the first"), pytest.param({"Ben": 2, "A": 1}, id="one more")]
)
def test_a_value_picks_whose_amount_is_changed(tmp_path: Path, votes: dict[str, int]) -> None:
    game = picking(tmp_path, '{add: "votes[whom]", by: 1}')
    state = after(begun(), set_to("votes", votes))
    done = flow.carry_out(game, state, do("visit", whom="Ben"))
    assert done.problems == ()
    assert done.state.table["votes"] == {**votes, "Ben": votes.get("Ben", 0) + 1}


@pytest.mark.parametrize(
    ("words", "code"),
    [pytest.param("gravel", None, id="a part"), pytest.param("mud", "E512", id="no part")],
)
def test_a_text_picks_a_part_or_nothing(tmp_path: Path, words: str, code: str | None) -> None:
    game = picking(tmp_path, '{set: "steps[words]", to: 3}')
    done = flow.carry_out(game, begun(), do("visit", whom="Ben", words=words))
    assert [problem.code for problem in done.problems] == ([code] if code else [])
    assert [p.values for p in done.problems] == (
        [{"value": "mud", "name": Text("小道の段", "steps on the paths")}] if code else []
    )
    assert done.state.players[0]["steps"] == {"moss": 0, "gravel": 0 if code else 3}


def test_what_is_not_known_picks_nothing_and_is_told(tmp_path: Path) -> None:
    game = picking(tmp_path, '{add: "steps[friend]", by: 1}')
    done = flow.carry_out(game, begun(), do("visit", whom="Ben"))
    assert [h.text and h.text.en for h in done.happenings if h.kind == "unknown"] == [
        "steps on the paths"
    ]


def test_a_part_of_a_record_is_kept_in_full_alone(tmp_path: Path) -> None:
    for tracked, told in (("full", ["moss"]), ("standard", [])):
        game = picking(tmp_path / tracked, "{set: day, to: steps.moss}")
        state = after(begun(tracked), set_to("steps", {"moss": None, "gravel": 0}, "A"))  # type: ignore[arg-type]
        done = flow.carry_out(game, state, do("visit", whom="Ben"))
        assert [h.text and h.text.en for h in done.happenings if h.kind == "unknown"] == told


def test_what_is_kept_only_with_an_option_is_told_with_it(tmp_path: Path) -> None:
    fence = "- {id: fence, name: {ja: 塀, en: fence}, kind: flag"
    game = varied(
        tmp_path,
        ("flow.yaml", fence, f"{fence}, kept: windy"),
        ("flow.yaml", "      - {set: friend, to: whom.player-name}\n", "      - {set: day, to: count(guests) if fence else 2}\n"),
    )  # fmt: skip
    for option, told in (("yes", ["fence"]), ("no", [])):
        state = flow.begin(game, ("A", "Ben"), begun("full", f"windy={option}").options).state
        state = flow.carry_out(game, state, set_to("fence", None, "A")).state
        done = flow.carry_out(game, state, do("visit", whom="Ben"))
        assert [h.text and h.text.en for h in done.happenings if h.kind == "unknown"] == told


def test_too_much_for_one_of_oneself_or_of_another() -> None:
    (own,) = done(*[do("stroll", along="moss")] * 5).problems
    assert (own.values["value"], own.values["high"], own.values["had"]) == (5, 4, 4)
    assert (own.values["held"], "where" in own.values) == (True, False)
    rich = (set_to("day", 2), set_to("coins", 30, "Ben"))
    (other,) = done(*rich, do("give", many=2, to="Ben")).problems
    assert (other.values["value"], other.values["where"]) == (32, ("Ben",))
    assert done(set_to("day", 2), set_to("coins", 28, "Ben"), do("give", many=2, to="Ben")).problems == ()  # fmt: skip


def test_where_it_is_nobodys_turn_an_effect_on_a_player_is_left_out(tmp_path: Path) -> None:
    game = varied(
        tmp_path, ("flow.yaml", 'effects: [{set: sky, to: "\'rain\'"}]', "effects: [{add: coins, by: 1}, {add: day, by: 1}]"),
        ("flow.yaml", "  - id: gale\n", "  - {id: yard, kind: act, actions: [rest]}\n  - id: gale\n"),
    )  # fmt: skip
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    done = flow.carry_out(game, state, do("rain-falls"))
    assert (done.problems, done.state.table["day"], done.state.players) == ((), 2, state.players)


def test_each_player_in_turn_is_the_one_whose_values_change(tmp_path: Path) -> None:
    game = picking(tmp_path, "{each: players, as: p, do: [{add: coins, by: p.seat}, {set: day, to: p.seat}]}")  # fmt: skip
    done = flow.carry_out(game, begun(), do("visit", whom="Ben"))
    assert [own["coins"] for own in done.state.players] == [3, 5]
    assert done.state.table["day"] == 2
