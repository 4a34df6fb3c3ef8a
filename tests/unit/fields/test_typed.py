"""What a typed line means in a play: however an input method, a phone or haste writes it."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.fields.typed import (
    flag_called,
    is_none,
    joined,
    number,
    players_named,
    seated,
    signs,
    split,
    tidy,
    yes_or_no,
)
from rulesref.play import flow
from rulesref.play.flow import ActionForm, State
from rulesref.play.start import read_options
from tests.helpers import TOY, game_in

GAME = game_in(TOY)
STATE: State = flow.begin(GAME, ("葵", "Ben"), read_options(GAME, [])[0], "full").state


def meant(line: str) -> Any:
    found = flow.understand(GAME, STATE, line)
    assert isinstance(found, dict), found
    return found["do"], found["with"]


@pytest.mark.parametrize(
    ("line", "action", "given"),
    [
        pytest.param("投票 葵：1、Ben：2", "vote", {"葵": 1, "Ben": 2}, id="marks of an IME"),
        pytest.param("投票 葵:1 Ben:2", "vote", {"葵": 1, "Ben": 2}, id="a player a word"),
        pytest.param("投票 Ben:2,葵:1", "vote", {"葵": 1, "Ben": 2}, id="in another order"),
        pytest.param("投票 １、２", "vote", {"葵": 1, "Ben": 2}, id="by seat"),
        pytest.param("vote ben:2", "vote", {"Ben": 2}, id="in small letters"),
        pytest.param("帽子 麦わら", "dress", "straw", id="a word and an option"),
        pytest.param("帽子麦わら", "dress", "straw", id="an option right behind the word"),
        pytest.param("帽子をかぶる麦わら", "dress", "straw", id="right behind the name"),
        pytest.param("dress st", "dress", "straw", id="the beginning of an option"),
        pytest.param("hat kind＝紙", "dress", "paper", id="a wide sign"),
        pytest.param("小人を招く のっぽとちび", "invite", ("tall", "small"), id="two with と"),
        pytest.param("小人を招く のっぽ、ちび", "invite", ("tall", "small"), id="two with 、"),
        pytest.param("invite tall small", "invite", ("tall", "small"), id="two words"),
        pytest.param("種をまく 1，2、3", "sow", (1, 2, 3), id="numbers with any comma"),
        pytest.param("仕事３", "work", 3, id="a number right behind the word"),
        pytest.param("shigoto 3", "work", 3, id="romaji"),
        pytest.param("yasumu", "rest", None, id="romaji without a value"),
    ],
)
def test_a_line_is_understood_as_it_was_meant(line: str, action: str, given: Any) -> None:
    found, values = meant(line)
    assert found == action
    if given is not None:
        assert next(iter(values.values())) == given


def test_a_line_is_tidied() -> None:
    assert tidy("a\u3000b\tc\x07 \x1b[1;31md\n") == "a b c d"


@pytest.mark.parametrize(("typed", "plain"), [*zip("，、：＝．。", ",,:=..", strict=True)])
def test_a_sign_of_an_input_method_is_the_plain_one(typed: str, plain: str) -> None:
    assert signs(f"a{typed}b") == f"a{plain}b"


@pytest.mark.parametrize("between", ["/", "／", ",", "，", " ", "  "])
def test_a_line_is_split_at_signs_or_else_at_spaces(between: str) -> None:
    assert split(f"a{between}b") == ["a", "b"]


@pytest.mark.parametrize("word", ["-", "[]", "なし", "none", "NONE"])
def test_that_there_is_none_is_a_word(word: str) -> None:
    assert is_none(word)
    assert not is_none(f"{word}x")


def test_a_line_with_a_value_alone_takes_the_only_action_that_it_can_be() -> None:
    assert meant("のっぽ") == ("invite", {"kinds": ("tall",)})


@pytest.mark.parametrize(
    ("line", "answer", "value"),
    [
        pytest.param("帽子", "２", "paper", id="an option by its number"),
        pytest.param("invite", "1 3", ("tall", "sleeping"), id="options by their numbers"),
        pytest.param("invite", "なし", (), id="none of them"),
        pytest.param("投票", "0 3", {"葵": 0, "Ben": 3}, id="one for each seat"),
        pytest.param("訪ねる", "2", 1, id="a player by number"),
    ],
)
def test_what_is_asked_may_be_answered_by_number(line: str, answer: str, value: Any) -> None:
    asked = flow.understand(GAME, STATE, line)
    assert isinstance(asked, ActionForm)
    found = flow.answered(asked, answer)
    assert isinstance(found, dict), found
    first = next(iter(found["with"].values()))
    assert first == (STATE.names[value] if isinstance(value, int) else value)


def test_a_number_is_that_of_an_option_only_where_it_was_shown() -> None:
    for line in ("invite 2 3", "5 2", "invite 4"):
        found = flow.understand(GAME, STATE, line)
        assert isinstance(found, Problem)
        assert found.code == "E557"
        if line != "5 2":
            known: Any = found.values["known"]
            assert [name.en for name in known] == ["tall", "small", "sleeping"]


@pytest.mark.parametrize(
    ("line", "player", "field", "value"),
    [
        ("set 葵.coins 7", "葵", "coins", 7),
        ("修正 葵。お金＝７", "葵", "coins", 7),
        ("set Ben．steps．moss 2", "Ben", "steps", 2),
        ("set 葵.points =ー３", "葵", "points", -3),
    ],
)
def test_a_correction_is_understood(line: str, player: str | None, field: str, value: Any) -> None:
    found = flow.understand(GAME, STATE, line)
    assert isinstance(found, dict), found
    assert (found["player"], found["set"], found["to"]) == (player, field, value)


def test_what_is_nearly_an_option_is_told_in_both_languages() -> None:
    found = flow.understand(GAME, STATE, "dress papr")
    assert isinstance(found, Problem)
    assert found.values["near"] == "paper"


def test_nothing_is_done_after_the_end() -> None:
    over = changed(STATE, finished=True)
    found = flow.understand(GAME, over, "work")
    assert isinstance(found, Problem)
    assert found.code == "E540"
    assert flow.understand(GAME, over, "note 楽しかった") == {"note": "楽しかった"}


def test_a_longer_name_of_something_that_cannot_be_done_now_is_meant() -> None:
    """``cut a hedge`` is no hedge to plant with odd values behind it."""
    found = flow.understand(GAME, STATE, "cut a hedge")
    assert isinstance(found, Problem)
    assert found.code == "E505"


def test_commas_stand_between_the_values_of_a_line_too() -> None:
    later = changed(STATE, table={**STATE.table, "day": 2})
    found = flow.understand(GAME, later, "コインを贈る ２、Ben、はい")
    assert isinstance(found, dict)
    assert found["with"] == {"many": 2, "to": "Ben", "wrapped": True}


def test_an_answer_may_say_what_is_asked_next() -> None:
    later = changed(STATE, table={**STATE.table, "day": 2})
    asked = flow.understand(GAME, later, "give")
    assert isinstance(asked, ActionForm)
    found = flow.answered(asked, "1 Ben")
    assert isinstance(found, dict)
    assert found["with"] == {"many": 1, "to": "Ben", "wrapped": False}


def test_a_correction_without_anything_behind_it_is_told_with_an_example() -> None:
    found = flow.understand(GAME, STATE, "set")
    assert isinstance(found, Problem)
    assert (found.code, found.values["example"]) == ("E537", Text("set 葵 点 3", "set 葵 points 3"))


def test_what_is_asked_depends_on_values_as_they_are_meant() -> None:
    """Two coins are two coins, also as a sum."""
    later = changed(STATE, table={**STATE.table, "day": 2})
    asked = flow.understand(GAME, later, "give 1+1 Ben")
    assert isinstance(asked, ActionForm)
    assert asked.field.id == "wrapped"


@pytest.mark.parametrize(
    ("word", "meant"),
    [("Yes", True), ("ｙ", True), ("1", True), ("あり", True), ("No", False), ("なし", False), ("false", False),
     ("0", False), ("yes please", None), ("", None), ("2", None)],
)  # fmt: skip
def test_words(word: str, meant: bool | None) -> None:
    assert yes_or_no(word) is meant
    assert flag_called(word) is meant


@pytest.mark.parametrize(("sign", "meant"), [("○", True), ("◯", True), (" × ", False), ("△", None)])
def test_signs_are_typed_but_not_written_in_files(sign: str, meant: bool | None) -> None:
    assert flag_called(sign) is meant
    assert yes_or_no(sign) is None


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("Aoi Ben", ("Aoi", "Ben"), id="spaces"),
        pytest.param("葵、Ben", ("葵", "Ben"), id="a Japanese comma"),
        pytest.param("葵,Ben", ("葵", "Ben"), id="a comma"),
        pytest.param("葵，Ben", ("葵", "Ben"), id="a wide comma"),
        pytest.param("葵　ベン", ("葵", "ベン"), id="a wide space"),
        pytest.param("Aoi B., Ben C.", ("Aoi B.", "Ben C."), id="spaces in names between commas"),
        pytest.param(" 葵, ,Ben, ", ("葵", "Ben"), id="nothing between commas"),
        pytest.param("3", ("A", "B", "C"), id="how many"),
        pytest.param("３", ("A", "B", "C"), id="how many in wide digits"),
        pytest.param("葵 2", ("葵", "2"), id="a number beside a name is a name"),
        pytest.param("葵\x1b[A Ben\r", ("葵", "Ben"), id="what a terminal adds"),
    ],
)
def test_players_are_named_in_one_way(line: str, names: tuple[str, ...]) -> None:
    assert players_named(line, (2, 4)) == names


@pytest.mark.parametrize(
    ("line", "code", "key", "value"),
    [
        pytest.param("A", "E430", "many", 1, id="too few"),
        pytest.param("A B C D E", "E430", "many", 5, id="too many"),
        pytest.param("99", "E430", "many", 99, id="too many by number"),
        pytest.param("", "E430", "many", 0, id="nobody"),
        pytest.param("A B A", "E429", "typed", "A", id="a name twice"),
    ],
)
def test_what_is_wrong_with_players_is_told(line: str, code: str, key: str, value: object) -> None:
    with pytest.raises(ProblemsFound) as stop:
        players_named(line, (2, 4))
    (problem,) = stop.value.problems
    assert (problem.code, problem.values[key]) == (code, value)


def test_a_known_word_with_and_in_it_stays_whole() -> None:
    known = {"花と種", "花", "種"}
    assert joined(["花と種", "種と花", "花と石", " 花"], known.__contains__) == [
        "花と種",
        "種",
        "花",
        "花と石",
        "花",
    ]


@pytest.mark.parametrize("name", [" ", "", 7])
def test_a_player_has_a_name(name: Any) -> None:
    with pytest.raises(ProblemsFound) as raised:
        seated(["葵", name], (2, 4))
    assert [problem.code for problem in raised.value.problems] == ["E428"]


def test_what_people_choose_by_has_few_digits() -> None:
    assert [number(word) for word in ("999999999", "1000000000", "二十")] == [999999999, None, 20]
