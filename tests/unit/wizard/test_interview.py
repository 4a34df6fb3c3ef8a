"""The wizard as a state machine: lines in, questions, answers and problems out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.fields.kind import kind_of
from rulesref.fields.typed import tidy
from rulesref.model.game import Game
from rulesref.show.wizard import prompt
from rulesref.wizard.interview import Wizard
from rulesref.wizard.position_form import PositionField
from tests.helpers import DATA, game_in
from tests.properties import SHARE


def said(state: Wizard, *lines: str) -> Wizard:
    """The state after these lines, none of which may be refused."""
    for line in lines:
        after = state.answer(line)
        errors = [p for p in after.problems if not p.warning and p.code != "E440"]
        assert not errors, (line, state.current, errors)
        state = after
    return state


def refused(state: Wizard, line: str) -> str:
    """The code with which a line is refused; it has changed nothing."""
    after = state.answer(line)
    assert after.form.given == state.form.given
    assert after.current == state.current
    (problem,) = after.problems
    return problem.code


def tigris() -> Game:
    return game_in(DATA / "tigris")


def mexica() -> Game:
    return game_in(DATA / "mexica")


def tzolkin() -> Game:
    return game_in(DATA / "tzolkin")


def praga() -> Game:
    return game_in(DATA / "praga")


def there(state: Wizard) -> PositionField:
    """The field that is asked for."""
    assert state.current is not None
    return state.current


def asked(field: PositionField | None) -> str:
    """A field as a short word: its path; none is the review."""
    return field.key if field else "review"


def walk(state: Wizard, answers: Sequence[str]) -> list[str]:
    """What is asked while these lines are answered, the last question included."""
    found = [asked(state.current)]
    for line in answers:
        state = said(state, line)
        found.append(asked(state.current))
    return found


# --- the order of questions -----------------------------------------------------------------------


def test_field_by_field_goes_through_a_record_too() -> None:
    state = said(Wizard.start(tzolkin(), event="food-day-1", names=("A", "B")), "2", *"334466")
    while "temples" not in asked(state.current):
        state = said(state, "" if there(state).optional else "0")
    assert walk(state, ["1", "2"]) == [
        "players.0.temples.chaac", "players.1.temples.chaac", "players.0.temples.quetzalcoatl",
    ]  # fmt: skip


def test_the_scoring_is_asked_where_there_are_several() -> None:
    start = Wizard.start(mexica())
    assert there(start).role == "event"
    assert said(start, "最終").form.event is mexica().scoring.events["period-2"]  # type: ignore[union-attr]
    assert said(start, "１").form.event is mexica().scoring.events["period-1"]  # type: ignore[union-attr]
    assert refused(start, "period-9") == "E404"


def test_a_scoring_asks_for_its_own_fields_only() -> None:
    state = said(
        Wizard.start(game_in(DATA / "caylus"), event="地下", names=("A", "B")), "", "15", "3"
    )
    assert asked(state.current) == "players.1.score"


def test_a_further_colour_is_asked_only_at_its_number_of_players() -> None:
    def colours(*names: str) -> list[Any]:
        state = Wizard.start(mexica(), event="period-2", names=names)
        state = said(state, "", *["0", "", ""] * len(names), "12")
        return [q.path[-1] for q in state.form.fields if q.colour is not None]

    assert colours("A", "B") == [0, 1, "neutral"]
    assert colours("A", "B", "C") == [0, 1, 2]


def test_a_field_that_the_answers_make_needless_is_not_asked() -> None:
    def paths(row: str) -> list[str]:
        state = Wizard.start(praga(), names=("葵",))
        state = said(state, "70", "", "6", "5", "3", "4", row)
        return [asked(q) for q in state.form.fields]

    assert "players.0.cathedral-tile" not in paths("4")
    assert "players.0.cathedral-tile" in paths("5")


@pytest.mark.parametrize(
    ("event", "step", "wanted"),
    [
        pytest.param("food-day-1", "4", True, id="an orange day, and somebody is due a skull"),
        pytest.param("food-day-1", "3", False, id="an orange day, but nobody is due one"),
        pytest.param("food-day-2", "4", False, id="a blue day"),
    ],
)
def test_the_supply_of_skulls_matters_on_orange_days(
    event: str, step: str, *, wanted: bool
) -> None:
    state = Wizard.start(tzolkin(), event=event, names=("A", "B"))
    state = said(state, "", *["0", "6", "3", "", "", "0", "0", step] * 2)
    assert ("skull-supply" in map(asked, state.form.fields)) is wanted


def test_monuments_decide_what_else_is_counted() -> None:
    state = Wizard.start(tzolkin(), event="final", names=("A", "B"))
    state = said(state, "", "0", "0", "0", "0", "0", "0", "3", "", "0", "0", "0")
    assert asked(state.current) == "players.0.monuments"
    assert asked(said(state, "").current) == "players.1.points"
    own = said(state, "1、13")
    assert asked(own.current) == "players.0.buildings.graveyard"
    assert asked(said(own, "2").current) == "players.1.points"
    assert asked(own.form.fields[-1]) == "skulls-placed"


def test_a_list_that_is_known_in_part_is_asked_for_the_rest() -> None:
    founded = [{"size": 6, "founded": True}, {"size": 4, "founded": True}]
    people = [{"name": name, "prestige": 9, "action-tokens": 0} for name in ("葵", "Ben", "弓")]
    known = {"event": "period-2", "players": people, "districts": founded}
    first = said(Wizard.start(mexica(), known=known), "", "", "")
    assert asked(first.current) == "districts.0.temples.0"
    assert prompt(first, "ja") == "大きさ6の区画・葵の神殿駒のレベル(足し算も可)[0]: "
    assert prompt(first, "en") == "districts, size 6: temple levels of 葵 (sums are fine) [0]: "
    more = said(first, "3", "2", "", "1", "", "")
    assert asked(more.current) == "districts.2"
    added = said(more, "20", "no")
    # That sums are fine was said above.
    assert prompt(added, "en") == "districts, size 20: temple levels of 葵 [0]: "
    done = said(added, "4", "", "1", "")
    position = done.form.read().position
    assert position is not None
    assert [d["size"] for d in position.table["districts"]] == [6, 4, 20]  # type: ignore[index,union-attr,call-overload]


def test_several_answers_may_stand_on_one_line() -> None:
    state = said(Wizard.start(mexica(), "period-1", ("葵", "Ben")), "")
    one_by_one, at_once = said(state, "10", "no", "8"), state.answer("10／no/8")
    assert at_once.form.given == one_by_one.form.given
    assert [*at_once.form.given] == [*one_by_one.form.given]
    assert asked(at_once.answer("b").current) == "players.1.prestige"
    assert at_once.answer("b").answer("b").answer("b").form.given == state.form.given
    wrong = state.answer("10/perhaps/8")
    assert [problem.code for problem in wrong.problems] == ["E402"]
    assert wrong.form.given == state.form.given


def test_what_is_known_is_not_asked() -> None:
    known = {
        "event": "period-2",
        "players": [
            {"name": "葵", "名声点": "3+6", "palace": True, "action-tokens": 0},
            {"name": "Ben", "prestige": 7},
        ],
        "districts": [{"size": 13, "founded": True, "temples": {"葵": [4, 3]}}, {"size": 9}],
    }
    state = Wizard.start(mexica(), known=known)
    open_ = [asked(q) for q in state.form.fields if q.path not in state.form.given]
    assert open_ == [
        "players.1.palace", "players.1.action-tokens", "districts.1.founded",
        "districts.1.temples.0", "districts.1.temples.1", "districts.1.temples.neutral",
        "districts.2",
    ]  # fmt: skip
    done = said(state, "", "", "y", "4", "", "", "")
    position = done.form.read().position
    assert position is not None
    assert position.players[0]["prestige"] == 9
    assert position.table["districts"][0]["temples"] == {"葵": 7}  # type: ignore[index,call-overload]


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("葵　Ben、湊", ("葵", "Ben", "湊")),
        ("A,B", ("A", "B")),
        ("Ann Lee, Bo", ("Ann Lee", "Bo")),
        ("  A B  ", ("A", "B")),
    ],
)
def test_several_names_on_a_line(line: str, names: tuple[str, ...]) -> None:
    state = said(Wizard.start(tigris()), line)
    assert state.form.names == names
    assert there(state).role == "order"


def test_names_one_by_one_until_an_empty_line() -> None:
    state = said(Wizard.start(tigris()), "A", "b", "s", "")
    assert state.form.names == ("A", "b", "s")
    assert said(state, "<").form.names == ("A", "b", "s")


# --- one answer -----------------------------------------------------------------------------------


def at_black() -> Wizard:
    return said(Wizard.start(tigris(), names=("A", "B")), "")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("7", 7),
        ("７", 7),
        ("3+6+2", "3+6+2"),
        ("３＋６＋２", "3+6+2"),
        (" 5 ", 5),
        ("　５　", 5),
        ("5\x1b[A", 5),
    ],
)
def test_numbers_as_people_type_them(line: str, value: Any) -> None:
    assert said(at_black(), line).form.values["players"][0]["black"] == value


@pytest.mark.parametrize("line", ["-3", "ー3", "−３"])
def test_a_minus_of_any_input_method(line: str) -> None:
    state = said(Wizard.start(tzolkin(), event="final", names=("A", "B")), "", line)
    assert state.form.values["players"][0]["points"] == -3


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("はい", True),
        ("ハイ", True),
        ("ｙ", True),
        ("ＹＥＳ", True),
        ("○", True),
        ("いいえ", False),
        ("n", False),
        ("", False),
    ],
)
def test_yes_and_no_in_both_languages_and_widths(line: str, *, value: bool) -> None:
    state = said(Wizard.start(mexica(), event="period-1", names=("A", "B")), "", "0")
    after = said(state, line)
    assert after.form.values["players"][0].get("palace") is value


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("", []),
        ("なし", []),
        ("2", ["all-works"]),
        ("2, 13", ["all-works", "placed-skulls"]),
        ("２、１３", ["all-works", "placed-skulls"]),
        ("2 13", ["all-works", "placed-skulls"]),
        ("祠, workers", ["shrines", "workers"]),
        ("Monument of all works", ["all-works"]),
    ],
)
def test_options_by_number_or_name(line: str, held: list[str]) -> None:
    state = Wizard.start(tzolkin(), event="final", names=("A", "B"))
    state = said(state, "", "0", "0", "0", "0", "0", "0", "3", "", "0", "0", "0", line)
    assert state.form.values["players"][0].get("monuments") == held


def test_options_that_are_called_by_numbers_have_none() -> None:
    """In Praga a seal is called 6: that is its name, not its place in the list."""
    state = Wizard.start(praga(), names=("葵",))
    state = said(state, "0", "", "0", "0", "1", "0", "1", "0", "0", "0", "0", "9", "9")
    assert asked(state.current) == "players.0.seals"
    assert said(state, "6、4").form.values["players"][0]["seals"] == ["six", "four"]
    assert refused(state, "1") == "E404"


def test_levels_with_spaces_between_are_a_sum() -> None:
    state = said(Wizard.start(mexica(), event="period-2", names=("A", "B")), "", *["0", "", ""] * 2)
    state = said(state, "9", "y", "4 3")
    assert state.form.values["districts"][0]["temples"] == {"A": "4+3"}


@pytest.mark.parametrize("line", ["1 2 3", "1, 2, 3", "１、２、３"])
def test_as_many_levels_as_players_are_one_for_each(line: str) -> None:
    state = Wizard.start(mexica(), event="period-2", names=("A", "B", "C"))
    state = said(state, "", *["0", "", ""] * 3, "9", "y")
    after = said(state, line)
    assert after.form.values["districts"][0]["temples"] == {"A": 1, "B": 2, "C": 3}
    second = said(state, "4", "3 1", "2")
    assert second.form.values["districts"][0]["temples"] == {"A": 4, "B": "3+1", "C": 2}


# --- back, wishes ---------------------------------------------------------------------------------


def test_back_takes_one_answer_back_and_no_more() -> None:
    state = said(at_black(), "1", "2")
    once = state.answer("b")
    assert asked(once.current) == "players.0.red"
    assert asked(once.answer("ｂ").current) == "players.0.black"
    assert [*once.form.given][-2:] == [("order",), ("players", 0, "black")]


def test_back_at_the_very_start_stays_there() -> None:
    start = Wizard.start(tigris())
    assert start.answer("<").current == start.current


@pytest.mark.parametrize(
    ("line", "wish"), [("?", "help"), ("？", "help"), ("s", "score"), ("ｓ", "score")]
)
def test_wishes_change_nothing(line: str, wish: str) -> None:
    state = at_black()
    after = state.answer(line)
    assert after.wish == wish
    assert after.form.given == state.form.given
    assert said(after, "5").wish is None


def test_a_score_so_far_that_cannot_be_says_why() -> None:
    state = said(
        Wizard.start(mexica(), event="period-2", names=("A", "B")),
        "",
        *["0", "", ""] * 2,
        "44",
        "y",
    )
    found, problems = state.form.so_far()
    assert found is None
    assert [p.code for p in problems] == ["E440"]


# --- what an answer makes impossible --------------------------------------------------------------


def codes(state: Wizard) -> list[str]:
    return [p.code for p in state.problems]


def test_what_cannot_be_is_said_as_soon_as_it_can_be_known() -> None:
    state = said(at_black(), "0", "0", "0", "0", "9", "0", "0", "0", "0")
    assert codes(state.answer("6")) == ["E440"]
    assert codes(state.answer("5")) == ["W440"] or codes(state.answer("5")) == []
    assert codes(state.answer("0")) == []


def test_an_impossible_entry_is_noticed_when_it_is_complete() -> None:
    state = said(Wizard.start(mexica(), event="period-2", names=("A", "B")), "", *["0", "", ""] * 2)
    state = said(state, "44", "y", "", "")
    assert codes(state) == []
    assert codes(said(state, "")) == ["E440"]


def test_of_one_player_it_is_noticed_at_once() -> None:
    state = said(
        Wizard.start(tzolkin(), event="final", names=("A", "B")),
        "",
        "0",
        "0",
        "0",
        "0",
        "0",
        "0",
        "3",
    )
    assert codes(state.answer("5")) == ["E440"]


def test_nothing_is_noticed_before_everything_it_rests_on_is_said() -> None:
    """Placed skulls are asked last; the monument alone is no reason to warn."""
    state = Wizard.start(tzolkin(), event="final", names=("A", "B"))
    state = said(state, "", "0", "0", "0", "0", "0", "0", "3", "", "0", "0", "0")
    state = said(state, "13", *["0"] * 6, "3", "", "0", "0", "0", "")
    assert codes(state) == []
    assert asked(state.current) == "skulls-placed"
    assert codes(said(state, "")) == ["W440"]


# --- the review -----------------------------------------------------------------------------------


def reviewed() -> Wizard:
    """A small position of two players, all answered."""
    state = Wizard.start(mexica(), event="period-2", names=("A", "B"))
    return said(state, "", *["5", "", ""] * 2, "9", "y", "4", "", "", "12", "n", "", "2", "", "")


def number_of(state: Wizard, name: str) -> str:
    return str([asked(cell) for cell in state.form.cells].index(name) + 1)


def test_the_review_ends_with_an_empty_line() -> None:
    state = reviewed()
    assert state.current is None
    assert not state.finished
    done = said(state, "")
    assert done.finished
    assert done.form.read().position is not None


def test_every_value_can_be_corrected_by_its_number() -> None:
    state = reviewed()
    chosen = state.answer(number_of(state, "players.1.prestige"))
    assert asked(chosen.current) == "players.1.prestige"
    after = said(chosen, "8")
    assert after.current is None
    assert after.form.values["players"][1]["prestige"] == 8


@pytest.mark.parametrize("sign", [" ", "=", "＝", "　"])
def test_number_and_value_on_one_line(sign: str) -> None:
    state = reviewed()
    number = number_of(state, "players.1.prestige")
    assert said(state, f"{number}{sign}８").form.values["players"][1]["prestige"] == 8


def test_a_correction_may_be_left_as_it_was() -> None:
    state = reviewed()
    after = said(state, number_of(state, "players.1.prestige"), "")
    assert after.form.values == state.form.values


def test_a_wrong_correction_is_asked_again() -> None:
    state = reviewed()
    chosen = state.answer(number_of(state, "players.1.prestige") + " many")
    assert codes(chosen) == ["E402"]
    assert asked(chosen.current) == "players.1.prestige"


def test_a_correction_may_call_for_more() -> None:
    state = Wizard.start(praga(), names=("葵",))
    while state.current is not None:
        state = said(
            state, "1" if "row" in asked(state.current) else "" if there(state).optional else "0"
        )
    after = said(state, number_of(state, "players.0.cathedral.row"), "5")
    assert asked(after.current) == "players.0.cathedral-tile"
    back = said(after, "7")
    assert back.form.values["players"][0]["cathedral-tile"] == 7
    # What is no longer called for is no longer said.
    again = said(back, number_of(back, "players.0.cathedral.row"), "4")
    assert "cathedral-tile" not in again.form.values["players"][0]


def test_a_player_is_renamed_with_all_that_is_theirs() -> None:
    state = reviewed()
    after = said(state, number_of(state, "players.0.name"), "葵")
    assert after.form.values["districts"][0]["temples"] == {"葵": 4}
    assert refused(after.answer(number_of(after, "players.0.name")), "B") == "E429"


def test_an_entry_is_taken_out_and_the_rest_move_up() -> None:
    state = reviewed()
    after = said(state, number_of(state, "districts.0"), "no")
    assert after.current is None
    assert [d["size"] for d in after.form.values["districts"]] == [12]


def test_an_entry_is_added() -> None:
    state = reviewed()
    after = said(state, number_of(state, "districts.2"), "yes", "3", "y", "", "", "", "")
    assert after.current is None
    assert [d["size"] for d in after.form.values["districts"]] == [9, 12, 3]


def test_what_cannot_be_scored_does_not_end() -> None:
    state = reviewed()
    wrong = said(state, number_of(state, "districts.0.size"), "44")
    assert not wrong.answer("").finished
    assert codes(wrong.answer("")) == ["E440"]
    assert said(wrong, number_of(wrong, "districts.0.size"), "9").answer("").finished


# --- lines ----------------------------------------------------------------------------------------


def test_what_a_terminal_adds_is_taken_away() -> None:
    assert tidy("\x1b[A\x1bOB 5\r") == "5"
    assert tidy("\udce3a") == "a"


def every_game() -> Iterable[Path]:
    return sorted(path.parent for path in DATA.glob("*/game.yaml"))


@pytest.mark.parametrize("folder", every_game(), ids=lambda folder: folder.name)
@pytest.mark.slow
def test_least_answers_end_in_a_position_of_every_scoring(folder: Path) -> None:
    """Whoever types the least that goes through comes to a score."""
    game = game_in(folder)
    for event in game.event_ids:
        low, high = game.about.players
        for many in {low, high} if SHARE < 1 else range(low, high + 1):
            state = Wizard.start(game, event=event, names=tuple("ABCDE"[:many]))
            while not state.finished:
                field = state.current
                empty = field is None or field.optional
                least = kind_of(field.field).least(field.field) if field else None
                state = said(state, "" if empty else "no" if least is False else str(least))
            assert state.form.read().position is not None


# --- several answers on one line ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "size", "temples"),
    [
        pytest.param("19/no/3/0/2", 19, {"A": 3, "B": 0, "C": 2}, id="a number begins the entry"),
        pytest.param("はい/19/no/3/0/2", 19, {"A": 3, "B": 0, "C": 2}, id="a word begins it"),
        pytest.param("19／いいえ／４+3／／", 19, {"A": "4+3"}, id="wide, and left out"),
        pytest.param("19/no/A 3 C 2/", 19, {"A": 3, "C": 2}, id="by name"),
        pytest.param("19/no/3/C 2/", 19, {"A": 3, "C": 2}, id="the first alone, the rest by name"),
    ],
)
def test_an_entry_stands_on_one_line(line: str, size: int, temples: dict[str, Any]) -> None:
    state = Wizard.start(mexica(), event="period-2", names=("A", "B", "C"))
    state = said(state, "", *["0", "", ""] * 3, line)
    while state.current is not None:
        state = said(state, "")
    position = state.form.read().position
    assert position is not None
    (entry,) = position.table["districts"]  # type: ignore[misc,str-unpack]
    wanted = {name: 7 if many == "4+3" else many for name, many in temples.items() if many}
    assert (entry["size"], entry["founded"]) == (size, False)  # type: ignore[call-overload,index]
    assert {name: many for name, many in entry["temples"].items() if many} == wanted  # type: ignore[call-overload,index,union-attr]


def test_answers_may_go_on_into_the_next_player_and_after_a_list_of_options() -> None:
    state = Wizard.start(praga(), names=("A", "B"))
    state = said(state, "", "70//6/5/3/4/1/0/2/1/4/9/9/金、6//3/80")
    assert asked(state.current) == "players.1.plaza-points"
    own = state.form.values["players"][0]
    assert (own["gold"], own["seals"], own["eggs"]) == (9, ["gold", "six"], 3)


def test_of_several_answers_the_wrong_one_is_named() -> None:
    (problem,) = at_black().answer("1/2/x/4").problems
    assert (problem.code, problem.values["answer"], problem.values["part"]) == ("E402", 3, "x")


def test_numbers_with_spaces_between_them_are_as_many_answers() -> None:
    state = at_black()
    assert state.answer("1 2、3 shoes").problems != ()  # a word is no number of a row
    assert (
        state.answer("1 2、3 0").form.given
        == state.answer("1/2/3/0").form.given
        != state.form.given
    )


@pytest.mark.parametrize("line", ["25 no 3 0 2", "25 いいえ 3 0 2", "２５、いいえ、３、０、２"])
def test_yes_and_no_stand_among_the_numbers_of_an_entry(line: str) -> None:
    state = Wizard.start(mexica(), event="period-2", names=("A", "B", "C"))
    state = said(state, "", *["0", "", ""] * 3)
    assert (
        state.answer(line).form.given == state.answer("25/no/3/0/2").form.given != state.form.given
    )


@pytest.mark.parametrize("line", ["yes no yes", "はい いいえ はい", "1 0 1"])
def test_several_yes_and_no_are_as_many_answers(line: str) -> None:
    state = Wizard.start(mexica(), event="period-1", names=("A", "B", "C"))
    state = said(state, "field", "0", "0", "0")
    assert [p["palace"] for p in said(state, line).form.values["players"]] == [
        True,
        False,
        True,
    ]


def test_more_answers_than_there_are_questions_are_refused() -> None:
    state = said(at_black(), "1/2/3/4/5/1/2/3/4")
    assert codes(state.answer("5/6")) == ["E442"]
    assert state.answer("5/6").form.given == state.form.given


def test_back_takes_back_one_value_of_several() -> None:
    state = said(at_black(), "12/9/4/7/0")
    assert asked(state.answer("<").current) == "players.0.treasures"
    assert asked(state.answer("<").answer("b").current) == "players.0.green"
    assert state.answer("<").form.values["players"][0] == {
        "name": "A", "black": 12, "red": 9, "blue": 4, "green": 7,
    }  # fmt: skip


@pytest.mark.parametrize("line", ["木3金2", "3 wood, 2 gold", "gold 2 wood 3", "木材３、金２"])
def test_goods_answer_several_questions_of_a_player(line: str) -> None:
    state = said(
        Wizard.start(game_in(DATA / "caylus"), event="final", names=("A", "B")), "", "40", line
    )
    assert state.form.values["players"][0] == {"name": "A", "score": 40, "gold": 2, "wood": 3}
    assert asked(state.current) == "players.0.food"


def test_corrections_stand_on_one_line() -> None:
    state = reviewed()
    first, second = number_of(state, "players.0.prestige"), number_of(state, "districts.1.size")
    for line in (f"{first} 8 / {second} 20", f"{first}=8, {second}=20", f"{first}=8 {second}=20"):
        after = said(state, line)
        assert after.form.values["players"][0]["prestige"] == 8
        assert after.form.values["districts"][1]["size"] == 20
    assert codes(state.answer(f"{first} 8 / {second} x")) == ["E402"]
    assert state.answer(f"{first} 8 / {second} x").form.given == state.form.given


def test_an_entry_is_added_with_its_number_on_one_line() -> None:
    state = reviewed()
    after = said(state, number_of(state, "districts.2") + " 13/y/7/8//")
    assert after.form.values["districts"][2] == {
        "size": 13, "founded": True, "temples": {"A": 7, "B": 8}
    }  # fmt: skip


# --- what makes no difference is not asked --------------------------------------------------------


def test_a_tie_break_is_asked_only_where_the_game_ends() -> None:
    def fields(event: str) -> set[str]:
        state = Wizard.start(mexica(), event=event, names=("A", "B", "C"))
        return {str(q.path[-1]) for q in state.form.fields if q.seat is not None}

    assert "action-tokens" not in fields("period-1")
    assert "action-tokens" in fields("period-2")


def test_what_a_file_says_is_kept_even_if_it_makes_no_difference() -> None:
    people = [{"name": name, "prestige": 1, "action-tokens": 2} for name in "AB"]
    state = Wizard.start(mexica(), known={"event": "period-1", "players": people})
    assert state.form.values["players"][0]["action-tokens"] == 2


# --- whether a person is sure ---------------------------------------------------------------------


def test_a_check_can_be_overruled() -> None:
    state = said(reviewed(), number_of(reviewed(), "players.0.action-tokens") + " 12 / "
                 + number_of(reviewed(), "players.1.action-tokens") + " 9")  # fmt: skip
    asked_whether = state.answer("")
    assert codes(asked_whether) == ["E440"]
    assert asked_whether.unsure
    assert codes(asked_whether.answer("perhaps")) == ["E402"]
    assert asked_whether.answer("") == asked_whether.answer("no")
    assert codes(asked_whether.answer("?")) == ["E440"]
    assert asked_whether.answer("no").unsure is None
    assert asked_whether.answer("no").current is None
    done = asked_whether.answer("はい")
    assert done.finished
    assert done.form.anyway
    assert done.form.so_far()[0] is not None
    # Asked once.
    assert done.before is not None
    assert not done.before.finished


def test_who_wants_it_anyway_is_not_asked() -> None:
    state = Wizard.start(mexica(), event="period-2", names=("A", "B"), anyway=True)
    state = said(state, "", "5", "", "12", "5", "", "9", "", "")
    assert state.finished


def confirmed() -> Wizard:
    """What a play of two players knows, all of it."""
    people = [{"name": name, "prestige": 9, "palace": False, "action-tokens": 1} for name in "AB"]
    known = {"event": "period-2", "players": people, "districts": [
        {"size": 6, "founded": True, "temples": {"A": 4, "B": 2, "neutral": 0}}]}  # fmt: skip
    return said(Wizard.start(mexica(), known=known, confirming=True), "")


def test_what_a_play_knows_is_confirmed() -> None:
    state = confirmed()
    assert state.current is None
    assert "players.0.name" not in map(asked, state.form.cells)
    assert said(state, "はい").finished


@pytest.mark.parametrize("value", ["9", "4+5", "９"])
def test_who_types_what_is_known_contradicts_nothing(value: str) -> None:
    state = confirmed()
    assert said(state, f"{number_of(state, 'players.0.prestige')} {value}").unsure is None


def test_what_contradicts_a_play_is_pointed_out() -> None:
    state = confirmed()
    number = number_of(state, "districts.0.temples.0")
    doubted = state.answer("s").answer(f"{number} 3")
    assert doubted.wish is None
    (problem,) = doubted.problems
    assert problem.code == "W441"
    assert [problem.values[key].en for key in ("known", "typed")] == ["4", "3"]  # type: ignore[attr-defined]
    assert problem.values["where"] == ("A",)
    assert doubted.answer("no").form.given == state.form.given
    sure = doubted.answer("yes")
    assert sure.form.values["districts"][0]["temples"]["A"] == 3
    # What was confirmed is not asked again.
    assert said(sure, f"{number} 2").unsure is None


def test_an_entry_that_a_play_knows_goes_after_a_yes() -> None:
    state = confirmed()
    doubted = state.answer(number_of(state, "districts.0") + " no")
    assert [p.values["typed"].en for p in doubted.problems] == ["no"]  # type: ignore[attr-defined]
    assert doubted.answer("yes").form.values["districts"] == []
