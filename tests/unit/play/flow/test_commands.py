"""What a play refuses, whoever asks: the state stays what it was, and the reason is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import changed
from rulesref.model.expression import EvaluationError
from rulesref.play import flow
from rulesref.play.flow import State
from tests.helpers import varied
from tests.unit.play.playing import (
    GAME,
    REST,
    SCORING,
    SPRING,
    TO_THE_END,
    after,
    begun,
    do,
    set_to,
)
from tests.unranked import game

PLANTED = (do("plant", height=3),)
SOWN = (do("sow", **{"how-many": [3, 3]}),)


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        pytest.param((), do("cut", height=3), "E505", id="an action that is not offered"),
        pytest.param((), do("fly"), "E505", id="an action that there is not"),
        pytest.param((), {"position": {}}, "E506", id="a scoring that is not due"),
        pytest.param(SOWN, do("sow", **{"how-many": [3, 3]}), "E511", id="below what there is"),
        pytest.param(PLANTED, do("cut", height=5), "E512", id="what is not in the list"),
        pytest.param((), set_to("corn", 3, "A"), "E503", id="a value that there is not"),
        pytest.param((), set_to("coins", 3, "Ken"), "E503", id="of nobody here"),
        pytest.param((), {"x": 1}, "E501", id="what is no command"),
    ],
)
def test_a_refusal_changes_nothing(
    before: tuple[dict[str, Any], ...], command: dict[str, Any], code: str
) -> None:
    state = after(begun(), *before)
    outcome = flow.carry_out(GAME, state, command)
    assert [problem.code for problem in outcome.problems] == [code]
    assert outcome.state == state


def test_force_goes_below_what_there_is() -> None:
    state = after(begun(), *SOWN, {**do("sow", **{"how-many": [3, 3]}), "force": True})
    assert state.table["bag"] == 9 - 12


def test_what_is_not_tracked_stays_open() -> None:
    """A hedge in a light play: the list is not kept (E417), the rest of the line happens."""
    state = after(begun("light"), {**do("plant", height=3), "force": True})
    assert state.players[0].get("hedges") is None
    assert state.players[0]["points"] == 1


def test_a_seat_that_nobody_has_takes_no_turn() -> None:
    """``set order 2,7``: what people correct by hand is not always right."""
    state = after(begun(), {"set": "order", "player": None, "to": [2, 7]}, do("rest"))
    state = after(state, {"set": "resting", "player": "A", "to": False})
    assert flow.seat_now(state) == 1
    state = after(state, do("rest"))
    assert not state.finished


def test_force_takes_out_what_is_there() -> None:
    """The list on the screen is wrong, the table is right: the rest of the line happens."""
    state = after(begun(), *PLANTED, {**do("cut", height=5), "force": True})
    assert state.players[0]["hedges"] == (3,)


def test_the_beginning_has_every_field_at_its_start() -> None:
    state = begun("full", "purse=4")
    assert [own["coins"] for own in state.players] == [4, 5]
    assert state.table["order"] == (1, 2)
    assert state.players[0]["hat"] == "none"
    assert begun("light").players[0]["hedges"] is None


def test_a_command_may_say_who_acts() -> None:
    done = flow.carry_out(GAME, begun(), {**do("work", hours=2), "who": "A"})
    assert [own["coins"] for own in done.state.players] == [4, 3]
    assert (done.happenings[0].player, done.state.acting) == ("A", None)


def test_accepted_lines_are_counted() -> None:
    assert after(begun(), do("work"), {"note": "x"}).steps == 2


def test_what_an_action_says_stands_first() -> None:
    done = flow.carry_out(GAME, begun(), do("plant", height=3))
    assert [each.kind for each in done.happenings] == ["say", "points"]
    assert done.happenings[0].player == "A"
    # An action that says nothing is told by its name.
    silent = flow.carry_out(GAME, begun(), do("dress", kind="straw"))
    assert [each.text.en for each in silent.happenings if each.text] == ["put a hat on"]


def test_a_correction_tells_the_field_and_the_value() -> None:
    done = flow.carry_out(GAME, begun(), set_to("steps", 2, "A", "moss"))
    (happening,) = done.happenings
    assert happening.field is not None
    assert (happening.field.id, happening.amount, happening.player) == ("moss", 2, "A")
    assert done.state.players[0]["steps"] == {"moss": 2, "gravel": 0}


def test_a_correction_inside_of_what_is_not_known_begins_with_an_empty_record() -> None:
    state = after(begun(), set_to("steps", None, "A"), set_to("steps", 2, "A", "moss"))
    steps: Any = state.players[0]["steps"]
    assert steps["moss"] == 2


def test_how_a_play_is_tracked_from_now_on_is_told() -> None:
    (told,) = flow.carry_out(GAME, begun(), {"track": "light"}).happenings
    assert (told.kind, told.amount) == ("track", "light")


def test_tracking_lightly_forgets_and_tracking_again_does_not_know() -> None:
    state = after(begun(), *PLANTED, {"track": "light"})
    assert (state.tracked, state.players[0]["hedges"]) == ("light", None)
    state = after(state, {"track": "full"})
    assert (state.tracked, state.players[0]["hedges"]) == ("full", None)
    assert state.players[0]["points"] == 1


def test_a_scoring_changes_points_and_says_who_won() -> None:
    state = after(begun(), *TO_THE_END[:-1])
    done = flow.carry_out(GAME, state, TO_THE_END[-1])
    score = next(each.score for each in done.happenings if each.score)
    assert {p.name: p.total for p in score.players} == dict(done.state.scores[-1][1])
    assert [own["points"] for own in done.state.players] == [p.total for p in score.players]
    assert done.state.winners == score.winners


@pytest.mark.parametrize(
    ("position", "code"),
    [
        pytest.param({"plots": 3}, "E402", id="of another shape"),
        pytest.param({}, "E401", id="incomplete"),
    ],
)
def test_a_position_that_cannot_be_scored_is_refused(position: Any, code: str) -> None:
    done = flow.carry_out(GAME, after(begun(), *SCORING), {"position": position})
    assert code in [problem.code for problem in done.problems]


def test_objections_leave_the_state_alone_and_look_only_at_what_was_given() -> None:
    from rulesref.play.flow.commands import objections

    state = begun()
    give = flow.flow_of(GAME).actions["give"]
    assert [p.code for p in objections(GAME, state, give, {"many": 1})] == ["E510"]
    plant = flow.flow_of(GAME).actions["plant"]
    poor = after(state, set_to("coins", 0, "A"))
    assert [p.code for p in objections(GAME, poor, plant, {"height": 3})] == ["E510"]
    first = objections(GAME, poor, plant, {"height": 3}, needs_only=True)
    assert [p.code for p in first] == ["E510"], "a need before any change"
    sow, sown = flow.flow_of(GAME).actions["sow"], after(state, *SOWN)
    much = {"how-many": [3, 3]}
    assert [p.code for p in objections(GAME, sown, sow, much)] == ["E511"]
    assert objections(GAME, sown, sow, much, needs_only=True) == ()
    assert [p.code for p in objections(GAME, state, plant, {"height": 99})] == ["E403"]


def test_a_scoring_that_only_takes_leaves_the_points_as_they_are() -> None:
    state = flow.begin(game(), ("A", "Ben"), begun().options).state
    for command in (*SCORING, {"position": SPRING}):
        state = flow.carry_out(game(), state, command).state
    before = [own["points"] for own in state.players]
    done = flow.carry_out(game(), state, {"position": {}})
    assert done.problems == ()
    assert [own["points"] for own in done.state.players] == before
    coins = [[own["coins"] for own in each.players] for each in (state, done.state)]
    assert coins == [[5, 6], [2, 3]]
    assert [event for event, _ in done.state.scores] == ["spring"]


def stages(state: State) -> str:
    return " ".join(flow.stage_ids(GAME, state))


def happened(state: State, command: dict[str, object]) -> list[tuple[str, str | None]]:
    done = flow.carry_out(GAME, state, command)
    return [(each.kind, each.text.en if each.text else None) for each in done.happenings]


def test_what_happens_by_itself_happens_before_the_first_line() -> None:
    options = begun("full", "windy=yes").options
    done = flow.begin(GAME, ("A", "Ben"), options)
    assert [each.text.en for each in done.happenings if each.text] == [
        "The garden opens.", "A windy day.", "spring", "garden work",
    ]  # fmt: skip
    assert done.state.table["day"] == 1
    calm = flow.begin(GAME, ("A", "Ben"), begun().options)
    assert "A windy day." not in [each.text.en for each in calm.happenings if each.text]


def test_a_loop_goes_round_until_its_condition_holds() -> None:
    """Who rests is skipped; the night comes when everybody had a turn, and the show after it."""
    state = after(begun(), set_to("coins", 12, "A"))
    # Whoever has 12 coins waits for nobody: the stage is over for her.
    assert flow.turn_of(state) == "Ben"
    state = after(state, set_to("coins", 12, "Ben"))
    assert stages(state) == "spring-show"
    assert state.table["day"] == 4


def test_the_play_ends_after_its_last_stage() -> None:
    state = after(begun(), *SCORING)
    assert stages(state) == "spring-show"
    state = after(state, {"position": SPRING})
    assert stages(state) == "harvest"
    state = after(begun(), *TO_THE_END)
    assert (stages(state), state.finished) == ("", True)
    assert state.winners
    assert [event for event, _ in state.scores] == ["spring", "final"]


def test_a_stage_that_begins_is_told() -> None:
    state = after(begun(), REST)
    assert ("stage", "spring show") in happened(state, REST)


@pytest.mark.parametrize(
    ("before", "player", "rest"),
    [
        pytest.param((set_to("coins", 11, "A"),), "A", [], id="the other's turn comes"),
        pytest.param(
            (REST, set_to("coins", 11, "Ben")), "Ben", ["garden work", "garden work", "spring show"],
            id="other stages begin",
        ),
    ],
)  # fmt: skip
def test_a_step_that_is_over_by_itself_is_told_before_what_begins(
    before: tuple[dict[str, Any], ...], player: str, rest: list[str]
) -> None:
    done = flow.carry_out(GAME, after(begun(), *before), do("work"))
    said, ended, *begins = done.happenings
    assert (said.kind, ended.kind, ended.player) == ("say", "ended", player)
    assert ended.text is not None
    assert ended.text.en == "garden work", "of the stages that have a name the innermost"
    assert [begun.text.en for begun in begins if begun.kind == "stage" and begun.text] == rest


def test_a_step_without_a_name_that_is_over_is_told_by_its_player(tmp_path: Path) -> None:
    unnamed = varied(
        tmp_path,
        ("flow.yaml", "            name: {ja: 庭仕事, en: garden work}\n", ""),
        ("flow.yaml", "    name: {ja: 春, en: spring}\n", ""),
    )
    done = flow.carry_out(unnamed, after(begun(), set_to("coins", 11, "A")), do("work"))
    ended = [each for each in done.happenings if each.kind == "ended"]
    assert [(each.text, each.player) for each in ended] == [(None, "A")]


def test_the_order_of_turns_is_that_of_the_data() -> None:
    """The order is looked at when the stage begins; while nobody rests the loop goes round."""
    state = after(begun(), set_to("order", (2, 1)), REST, set_to("resting", False, "A"), REST)
    assert flow.seat_now(state) == 0
    assert state.cursor[2].order == (1, 0)


def test_without_an_order_of_anybody_all_have_a_turn() -> None:
    state = after(begun(), set_to("order", (9,)), REST, set_to("resting", False, "A"), REST)
    assert state.cursor[2].order == (0, 1)


def test_an_order_that_is_not_tracked_is_that_of_the_seats() -> None:
    state = after(begun(), set_to("order", None), REST, set_to("resting", False, "A"), REST)
    assert state.cursor[2].order == (0, 1)


C, C_AND_A = "\"'C'\"", "\"['C', 1]\""


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        pytest.param([f"order: {C_AND_A}"], (2, 0), id="players by name and by seat"),
        pytest.param([f"order: {C}"], (2,), id="one player"),
        pytest.param(["order: 2"], (1,), id="one seat"),
        pytest.param([f"begin: {C}"], (2, 0, 1), id="a player begins"),
        pytest.param(["begin: 2"], (1, 2, 0), id="a seat begins"),
        pytest.param([f"order: {C_AND_A}", "begin: 1"], (0, 2), id="somebody begins in an order"),
        pytest.param([f"order: {C_AND_A}", "begin: 2"], (2, 0), id="who has no turn begins nothing"),
        pytest.param(["begin: bag"], (0, 1, 2), id="a seat that nobody has"),
    ],
)  # fmt: skip
def test_turns_go_in_an_order_from_whoever_begins(
    tmp_path: Path, lines: list[str], seats: tuple[int, ...]
) -> None:
    turns = "".join(f"            {line}\n" for line in lines)
    game = varied(tmp_path, ("flow.yaml", "            order: order\n", turns))
    state = flow.begin(game, ("A", "B", "C"), begun().options).state
    assert state.cursor[2].order == seats


def test_what_is_refused_whatever_is_said_is_not_possible() -> None:
    def possible(*commands: dict[str, Any]) -> list[str]:
        state = after(begun(), *commands)
        return [action.id for action in flow.possible_choices(GAME, state)]

    # Gifts begin on day 2; a hedge costs a coin; how much work there is depends on what is said.
    assert {"plant", "work", "dress"} < set(possible())
    assert "give" not in possible()
    assert "give" in possible(set_to("day", 2))
    assert "plant" not in possible(set_to("coins", 0, "A"))
    assert possible(*SCORING) == []


def test_too_little_or_too_much_is_said_with_the_rules_of_the_action() -> None:
    state = after(begun(), *SOWN)
    (problem,) = flow.carry_out(GAME, state, do("sow", **{"how-many": [3, 3]})).problems
    assert {key: problem.values[key] for key in ("value", "low", "had", "held", "rules")} == {
        "value": -3, "low": 0, "had": 3, "held": False, "rules": ("seed-colors",),
    }  # fmt: skip
    assert "where" not in problem.values


def test_whose_it_is_is_said_of_others_only() -> None:
    poor = after(begun(), set_to("day", 2), set_to("coins", 30, "Ben"), set_to("coins", 1, "A"))
    (problem,) = flow.carry_out(GAME, poor, do("give", many=1, to="Ben")).problems
    assert (problem.code, problem.values["where"]) == ("E511", ("Ben",))


def test_by_force_it_is_said_what_is_broken() -> None:
    forced = {**do("cut", height=3), "force": True}
    done = flow.carry_out(GAME, begun(), forced)
    assert [each.problem.code for each in done.happenings if each.problem] == ["E505"]
    state = after(begun(), set_to("coins", 0, "A"))
    done = flow.carry_out(GAME, state, {**do("plant", height=3), "force": True})
    assert [each.problem.code for each in done.happenings if each.problem] == ["E510", "E511"]


@pytest.mark.parametrize(
    ("hat", "chosen", "instead"),
    [
        pytest.param("straw", "straw", "paper", id="the only other one"),
        pytest.param("none", "straw", "paper", id="whatever is refused"),
    ],
)
def test_what_may_be_chosen_instead(hat: str, chosen: str, instead: str) -> None:
    state = after(begun(), set_to("hat", hat, "A"))
    found = flow.neighbour(GAME, state, do("dress", kind=chosen))
    assert found is not None
    assert found.id == instead


def test_what_may_be_chosen_instead_is_that_of_whoever_acts() -> None:
    state = after(begun(), set_to("hat", "paper", "A"), set_to("hat", "straw", "Ben"))
    found = flow.neighbour(GAME, state, {**do("dress", kind="straw"), "who": "Ben"})
    assert (found and found.id) == "paper"
    assert flow.neighbour(GAME, state, do("dress", kind="straw")) is None


def test_of_several_the_one_of_the_same_name_may_be_chosen(tmp_path: Path) -> None:
    hats = "[{id: straw, name: {ja: 麦わら, en: straw}}, {id: paper, name: {ja: 紙, en: paper}}]\n    needs"
    more = (
        "[{id: straw, name: {ja: 帽(夏), en: hat (summer)}}, {id: paper, name: {ja: 紙, en: paper}},"
        " {id: none, name: {ja: 帽(冬), en: hat (winter)}}]\n    needs"
    )
    varied_game = varied(tmp_path, ("flow.yaml", hats, more))
    begins = flow.begin(varied_game, ("A", "Ben"), begun().options).state
    state = flow.carry_out(varied_game, begins, do("dress", kind="straw")).state
    found = flow.neighbour(varied_game, state, do("dress", kind="straw"))
    assert found is not None
    assert found.id == "none"


def test_nothing_stands_out_where_several_or_no_options_may_be_chosen() -> None:
    assert flow.neighbour(GAME, begun(), do("give-hat", kind="straw")) is None
    assert flow.neighbour(GAME, begun(), do("work", hours=1)) is None
    assert flow.neighbour(GAME, begun(), set_to("day", 2)) is None


def test_a_note_is_told_as_it_was_typed() -> None:
    (told,) = flow.carry_out(GAME, begun(), {"note": "x y"}).happenings
    assert (told.kind, told.text and told.text.ja, told.text and told.text.en) == ("note", "x y", "x y")  # fmt: skip
    state = changed(begun(), ended=flow.Ended("moves", 0))
    assert after(state, {"note": "x"}).ended == flow.Ended("moves", 0)
    assert after(state, do("work")).ended is None


def test_an_action_whose_effects_say_something_is_not_told_by_its_name_too() -> None:
    state = after(begun(), do("invite", kinds=["tall"]), REST)
    done = flow.carry_out(GAME, state, do("invite", kinds=["tall"]))
    assert [each.text.en for each in done.happenings if each.text] == ["It is here already."]


def test_a_position_against_which_a_check_stands_is_refused_unless_it_is_wanted_anyway() -> None:
    position = {"plots": [{"size": 1, "walled": True, "flowers": {"A": 2, "Ben": 1}}]}
    state = after(begun(), *SCORING)
    refused = flow.carry_out(GAME, state, {"position": position})
    assert "E440" in [problem.code for problem in refused.problems]
    assert refused.state == state
    assert flow.carry_out(GAME, state, {"position": position, "anyway": True}).problems == ()


def test_only_turns_have_an_order() -> None:
    assert [frame.order for frame in begun().cursor] == [None, None, (0, 1), None]


def test_a_game_that_waits_for_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesref.play.flow.commands._MOST_STEPS", 1)
    with pytest.raises(ProblemsFound) as told:
        begun()
    assert [problem.code for problem in told.value.problems] == ["E643"]


def test_what_cannot_be_worked_out_is_an_objection_and_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rulesref.play.flow.commands import objections

    def unworkable(*_: object) -> None:
        raise EvaluationError(Problem("E419"))

    state, work = begun(), flow.flow_of(GAME).actions["work"]
    monkeypatch.setattr("rulesref.play.flow.commands.perform", unworkable)
    assert [p.code for p in objections(GAME, state, work, {"hours": 2})] == ["E419"]
    refused = flow.carry_out(GAME, state, do("work", hours=2))
    assert ([p.code for p in refused.problems], refused.state) == (["E419"], state)


def test_what_was_said_of_an_action_stands_with_it_but_not_what_is_as_if_left_out() -> None:
    state = after(begun(), set_to("day", 2))
    done = flow.carry_out(GAME, state, do("give", many=2, to="Ben", wrapped=False))
    assert [(field.id, value) for field, value in done.happenings[0].given] == [("many", 2), ("to", "Ben")]  # fmt: skip
    wrapped = flow.carry_out(GAME, state, do("give", many=2, to="Ben", wrapped=True))
    assert [field.id for field, _ in wrapped.happenings[0].given] == ["many", "to", "wrapped"]


def test_a_step_that_does_what_a_word_would_have_ended_is_noted(tmp_path: Path) -> None:
    closing = varied(
        tmp_path, ("flow.yaml", "until: coins >= 12\n", "until: coins >= 12\n                closes: true\n")
    )  # fmt: skip
    rich = set_to("coins", 12, "A")
    assert flow.carry_out(closing, begun(), rich).state.ended == flow.Ended("moves", 0)
    assert flow.carry_out(GAME, begun(), rich).state.ended is None


def test_what_a_step_does_by_itself_in_place_of_a_word_is_noted(tmp_path: Path) -> None:
    night = "          - id: night\n            kind: do\n"
    closing = varied(tmp_path, ("flow.yaml", night, f"{night}            closes: true\n"))
    ends = after(begun(), set_to("day", 3), set_to("coins", 12, "A")), set_to("coins", 12, "Ben")
    assert flow.carry_out(closing, *ends).state.ended == flow.Ended("night", None)
    assert flow.carry_out(GAME, *ends).state.ended is None


def test_a_loop_whose_end_is_not_known_goes_round(tmp_path: Path) -> None:
    unknown = varied(
        tmp_path,
        ("flow.yaml", "until: day > 3 or everybody-rests", "until: any(someone in players where count(someone.hedges) > 8)"),
    )  # fmt: skip
    state = flow.begin(unknown, ("A", "Ben"), begun().options, "light").state
    for seat in (0, 1, 0):
        state = changed(state, players=tuple({**own, "resting": False} for own in state.players))
        assert flow.turn_of(state) == state.names[seat]
        state = flow.carry_out(unknown, state, REST).state


def test_what_no_command_is_is_refused_by_its_keys() -> None:
    (problem,) = flow.carry_out(GAME, begun(), {"fly": 1, "to": 2}).problems
    assert (problem.code, problem.values["typed"]) == ("E501", "fly to")


def test_a_stage_of_which_nothing_belongs_to_a_play_is_passed(tmp_path: Path) -> None:
    never = "  - id: never\n    stages: [{id: inside, kind: do, when: day > 9, effects: [{set: day, to: 1}]}]\n"
    game = varied(
        tmp_path,
        (
            "flow.yaml",
            "  - id: days\n    name: {ja: 春",
            f"{never}  - id: days\n    name: {{ja: 春",
        ),
    )
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    (first, *rest), (before, *others) = state.cursor, begun().cursor
    assert (rest, first.child) == (others, before.child + 1)
