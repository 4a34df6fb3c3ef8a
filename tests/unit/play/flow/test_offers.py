"""What can be seen of a state: where it is, whose turn, what may be done, what is due."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.expression import Label
from rulesref.play import flow
from rulesref.play.flow.offers import holds, numbers_here, scope_of
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

EVERYTHING = [
    "work",
    "plant",
    "cut",
    "invite",
    "dress",
    "stroll",
    "visit",
    "vote",
    "sow",
    "rest",
    "give",
    "give-hat",
    "rain-falls",
]


def ids(state: flow.State) -> list[str]:
    return [action.id for action in flow.choices(GAME, state)]


def test_choices_stand_in_their_order_and_only_where_their_condition_holds() -> None:
    assert ids(begun()) == [name for name in EVERYTHING if name != "cut"]
    assert ids(after(begun(), do("plant", height=3))) == EVERYTHING


def test_a_light_play_offers_its_own_choices() -> None:
    offered = ids(begun("light"))
    assert "guess" in offered
    assert not {"plant", "cut", "invite"} & set(offered)


@pytest.mark.parametrize("commands", [SCORING, TO_THE_END], ids=["a scoring asks", "the end"])
def test_nothing_is_offered(commands: tuple[dict[str, object], ...]) -> None:
    assert ids(after(begun(), *commands)) == []


def test_the_turn_passes_on_and_is_nobodys_at_the_end() -> None:
    state = begun()
    assert (flow.seat_now(state), flow.turn_of(state)) == (0, "A")
    state = after(state, REST)
    assert (flow.seat_now(state), flow.turn_of(state)) == (1, "Ben")
    assert flow.turn_of(after(state, REST)) is None
    assert flow.turn_of(after(begun(), *TO_THE_END)) is None


def test_stages_by_id_and_by_name() -> None:
    state = begun()
    assert flow.stage_ids(GAME, state) == ("days", "each-day", "everyone", "moves")
    assert [name.en for name in flow.stage_label(GAME, state)] == ["spring", "garden work"]
    assert flow.stage_names(GAME, flow.stage_ids(GAME, state)) == flow.stage_label(GAME, state)
    assert flow.stage_names(GAME, ("gone", "harvest"))[0].ja == "収穫"
    assert flow.stage_ids(GAME, after(state, *TO_THE_END)) == ()


def test_a_step_that_is_not_tracked_has_the_numbers_that_the_others_leave(tmp_path: Path) -> None:
    yard = "  - {id: yard, kind: act, tracks: [full], actions: [stroll, rest]}\n  - id: gale\n"
    game = varied(tmp_path, ("flow.yaml", "  - id: gale\n", yard))
    full, light = (flow.numbers(game, begun(track)) for track in ("full", "light"))
    assert (full["stroll"], full["rest"], light["work"]) == (1, 2, 1)
    assert len({light[name] for name in ("stroll", "rest", "rain-falls")}) == 3


def test_a_due_for_every_player_names_them_and_is_said_once() -> None:
    before = begun()
    state = after(before, set_to("coins", 8, "Ben"))
    (due,) = flow.dues(GAME, state)
    assert (due.id, due.player, due.text.en) == ("rich", "Ben", "Most coins (8).")
    assert flow.newly_due(GAME, before, state) == (due,)
    assert flow.newly_due(GAME, state, after(state, {"note": "x"})) == ()


def test_a_due_of_a_stage_is_about_whose_turn_it_is() -> None:
    state = after(begun(), set_to("coins", 10, "A"))
    assert [(due.id, due.player, due.whose) for due in flow.dues(GAME, state)] == [
        ("rich", "A", "A"), ("purse-full", None, "A"),
    ]  # fmt: skip
    assert [due.id for due in flow.dues(GAME, after(state, REST))] == ["rich"]


def told(state: flow.State) -> list[tuple[str, str | None]]:
    return [(name, whose) for name, whose, _ in state.told]


def test_what_is_due_is_told_once_and_one_at_a_time() -> None:
    before = begun()
    both = after(before, set_to("coins", 10, "A"))
    assert told(both) == [("rich", "A")]
    later = after(both, {"note": "x"})
    assert told(later) == [("rich", "A"), ("purse-full", "A")], (
        "the next one comes with the next line"
    )
    (due,) = flow.newly_due(GAME, both, later)
    assert due.id == "purse-full"
    # Nothing more, though the turn goes on and comes back.
    again = after(later, set_to("day", 2), do("work"))
    assert flow.newly_due(GAME, later, again) == ()


def test_what_says_something_else_is_due_anew(tmp_path: Path) -> None:
    text = 'text: {ja: "コインがいちばん多いです({coins}枚)。", en: "Most coins ({coins})."}'
    other = 'text: {ja: "暮らし: {life}、{coins}枚", en: "Life: {life}, {coins}"}'
    life = "  - id: richest\n    name: {ja: いちばん"
    also = "  - {id: life, name: {ja: 暮らし, en: life}, rules: [coin-points], value: \"'fine' if coins >= 10 else 'good'\"}\n"
    game = varied(tmp_path, ("flow.yaml", text, other), ("flow.yaml", life, also + life))
    states = [begun()]
    for coins in (8, 9, 11):
        states.append(flow.carry_out(game, states[-1], set_to("coins", coins, "A")).state)
    _, state, more, fine = states
    assert flow.newly_due(game, state, more) == (), "a number alone"
    assert [due.text.en for due in flow.newly_due(game, more, fine)] == ["Life: fine, 11"]


def test_what_was_not_due_meanwhile_is_told_again() -> None:
    rich = after(begun(), set_to("coins", 8, "A"))
    poor = after(rich, set_to("coins", 2, "A"))
    assert told(poor) == []
    assert told(after(poor, set_to("coins", 9, "A"))) == [("rich", "A")]


def test_what_is_said_once_a_play_is_not_told_again(tmp_path: Path) -> None:
    game = varied(tmp_path, ("flow.yaml", "  - id: rich\n", "  - id: rich\n    once: true\n"))
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    for coins in (8, 2, 9):
        state = flow.carry_out(game, state, set_to("coins", coins, "A")).state
    assert told(state) == [("rich", "A")]
    # To each player whom it is about.
    richer = flow.carry_out(game, state, set_to("coins", 12, "Ben")).state
    assert told(richer) == [("rich", "A"), ("rich", "Ben")]


def test_a_reminder_that_the_game_has_no_more_is_forgotten() -> None:
    state = changed(begun(), told=(("gone", None, ""),))
    assert told(after(state, {"note": "x"})) == []


def test_every_action_of_a_track_has_a_number_of_its_own() -> None:
    full, light = flow.numbers(GAME, begun()), flow.numbers(GAME, begun("light"))
    assert [*full.values()] == [*range(1, len(full) + 1)]
    assert (full["work"], full["cut"], light["guess"]) == (1, 3, 2)
    assert flow.numbers(GAME, after(begun(), *TO_THE_END)) == full


def test_what_a_step_that_is_no_longer_tracked_offers_has_numbers(tmp_path: Path) -> None:
    """As where somebody keeps less from the middle of a step on that is gone through by who keeps more."""
    moves = "      - id: moves\n                kind: act\n"
    game = varied(
        tmp_path, ("flow.yaml", moves, f"{moves}                tracks: [standard, full]\n")
    )
    state = after(begun(), {"track": "light"})
    offered = flow.possible_choices(game, state)
    assert offered
    assert {action.id for action in offered} <= {*flow.numbers(game, state)}
    assert flow.numbers(game, begun()) == flow.numbers(GAME, begun())


def test_nothing_is_due_at_the_end() -> None:
    state = after(begun(), set_to("coins", 10, "Ben"), *SCORING)
    assert flow.dues(GAME, state) != ()
    assert flow.dues(GAME, changed(state, finished=True)) == ()


def test_the_setup_is_for_these_players_and_options() -> None:
    lines = flow.checklist(GAME, begun("full", "purse=4"))
    assert [text.en for _, text, _ in lines] == [
        "Put out the garden (2 players).", "Plant the wild flowers.", "Give everybody 4 coins.",
    ]  # fmt: skip
    three = flow.begin(GAME, ("A", "B", "C"), begun().options).state
    assert [step for step, _, _ in flow.checklist(GAME, three)] == ["garden", "purse"]


def test_rules_of_a_step_stand_innermost_first() -> None:
    rules = flow.rules_here(GAME, begun())
    assert rules[:3] == ("plot-flowers", "spring-show", "coin-supply")
    assert len(set(rules)) == len(rules)


def test_a_condition_on_what_is_not_tracked_is_unknown() -> None:
    spec = flow.flow_of(GAME)
    scope = scope_of(GAME, spec, begun("light"), 0)
    cut = spec.actions["cut"].when
    assert holds(None, scope)
    assert holds(cut, scope)
    assert not holds(cut, scope, unknown=False)


def test_where_the_stages_have_changed_what_is_left_of_the_way_is_shown() -> None:
    from rulesref.base.frozen import changed
    from rulesref.play.flow.state import StageFrame

    state = changed(begun(), cursor=(StageFrame(2), StageFrame(7)))
    assert flow.stage_ids(GAME, state) == ("days",)
    assert after(begun(), *SCORING, {"position": SPRING}).scores[0][0] == "spring"


def event(answer: tuple[Any, Any] | None) -> str | None:
    return answer[0].event if answer else None


@pytest.mark.parametrize(
    ("commands", "due", "ahead"),
    [
        pytest.param((), None, "spring", id="at the beginning"),
        pytest.param(SCORING, "spring", "final", id="the first is due"),
        pytest.param((*SCORING, {"position": SPRING}), "final", None, id="the last is due"),
        pytest.param(TO_THE_END, None, None, id="the end"),
    ],
)
def test_which_scoring_is_due_and_which_comes_next(
    commands: tuple[dict[str, Any], ...], due: str | None, ahead: str | None
) -> None:
    state = after(begun(), *commands)
    assert event(flow.pending(GAME, state)) == due
    # After the last one it comes round to the first.
    assert event(flow.coming(GAME, state)) == (ahead or (None if state.finished else "spring"))


def test_a_scoring_can_be_looked_for_by_its_event() -> None:
    assert event(flow.coming(GAME, begun(), "final")) == "final"
    assert flow.coming(GAME, begun(), "none") is None


def test_the_state_knows_a_part_of_the_position() -> None:
    state = after(begun(), do("invite", kinds=["tall"]), set_to("sky", "rain"), *SCORING)
    pending = flow.pending(GAME, state)
    assert pending is not None
    first, second = pending[1]["players"]
    assert first == {"name": "A", "points": 1, "coins": 3, "gnomes": ["tall"], "fence": False}
    assert second["name"] == "Ben"
    assert (pending[1]["event"], pending[1]["sky"]) == ("spring", "rain")


def test_what_is_not_tracked_is_not_known() -> None:
    pending = flow.pending(GAME, after(begun("light"), *SCORING))
    assert pending is not None
    assert "gnomes" not in pending[1]["players"][0]
    assert pending[1]["players"][0]["fence"] is False, "what stands behind it is known"


def with_flow(**parts: Any) -> Any:
    """The invented game with other parts of its flow."""
    return changed(GAME, flow=changed(flow.flow_of(GAME), **parts))


def test_what_is_due_elsewhere_does_not_hide_what_is_due_here() -> None:
    dues = {due.id: due for due in flow.flow_of(GAME).dues}
    elsewhere = changed(dues["purse-full"], stages=("harvest",))
    game = with_flow(dues=(elsewhere, dues["last-day"]))
    (due,) = flow.dues(game, after(begun(), set_to("day", 3)))
    assert (due.id, due.player, due.whose) == ("last-day", None, None), "about nobody"


def test_before_the_first_line_all_that_is_due_is_told() -> None:
    dues = {due.id: due for due in flow.flow_of(GAME).dues}
    both = [changed(dues[name], when=None) for name in ("purse-full", "last-day")]
    state = flow.begin(with_flow(dues=tuple(both)), ("A", "Ben"), begun().options).state
    assert told(state) == [("purse-full", "A" if both[0].own else None), ("last-day", None)]


def test_of_the_setup_only_what_varies_may_be_wanted() -> None:
    first, wild, *_ = flow.flow_of(GAME).setup
    plain = changed(first, text=Label(Text("庭を置きます。", "Put out the garden.")))
    game = with_flow(setup=(plain, wild))
    assert [step for step, _, _ in flow.checklist(game, begun())] == ["garden", "wild"]
    assert [step for step, _, _ in flow.checklist(game, begun(), varying=True)] == ["wild"]
    assert [step for step, _, _ in flow.checklist(GAME, begun(), varying=True)] == [
        "garden", "wild", "purse",
    ]  # fmt: skip


def test_numbers_of_a_step_are_those_of_what_may_be_done_in_it() -> None:
    here = numbers_here(GAME, begun())
    assert here["rain-falls"] == flow.numbers(GAME, begun())["rain-falls"]
    assert set(numbers_here(GAME, after(begun(), *SCORING))) == {"rain-falls"}


def test_what_is_known_of_a_position_may_lie_inside_a_record() -> None:
    source = flow.flow_of(GAME).stages[-1].player_source["coins"]
    ((scoring, *_), *_) = [[stage for stage in flow.flow_of(GAME).stages if stage.event == "final"]]
    inside = changed(scoring, player_source={"seeds.red": source, "seeds.blue": source})
    stages = tuple(inside if stage is scoring else stage for stage in flow.flow_of(GAME).stages)
    found = flow.coming(with_flow(stages=stages), begun(), "final")
    assert found is not None
    assert found[1]["players"][1] == {"name": "Ben", "seeds": {"red": 3, "blue": 3}}
