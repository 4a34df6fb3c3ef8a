"""Sentences about one action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.play import flow
from rulesref.play.flow import ActionForm
from rulesref.play.flow.sentences import readings, understood
from tests.helpers import varied
from tests.unit.play.flow.test_wording import shortly
from tests.unit.play.playing import GAME, after, begun

STATE = after(begun(), {"set": "day", "player": None, "to": 2})
OFFERED = flow.choices(GAME, STATE)


def meant(line: str) -> Any:
    return understood(GAME, STATE, OFFERED, line, forced=False)


@pytest.mark.parametrize(
    ("line", "action", "given"),
    [
        pytest.param("3時間働く", "work", {"hours": 3}, id="a verb"),
        pytest.param("3時間働きました", "work", {"hours": 3}, id="politely"),
        pytest.param("仕事を二時間する", "work", {"hours": 2}, id="a noun, and a number in kanji"),
        pytest.param("高さ4の生け垣を植える", "plant", {"height": 4}, id="a field and its value"),
        pytest.param("垣を植えた 4", "plant", {"height": 4}, id="a part of the name"),
        pytest.param("紙の帽子をかぶる", "dress", {"kind": "paper"}, id="an option in front"),
        pytest.param("のっぽとちびを招く", "invite", {"kinds": ("tall", "small")}, id="several options"),
        pytest.param("苔の小道を歩く", "stroll", {"along": "moss"}, id="where to"),
        pytest.param("Benにコインを1枚贈る", "give", {"many": 1, "to": "Ben"}, id="to whom"),
        pytest.param("work for three hours", "work", {"hours": 3}, id="a number as a word"),
        pytest.param("plant a hedge of height 4", "plant", {"height": 4}, id="English"),
        pytest.param("put on the paper hat", "dress", {"kind": "paper"}, id="words in another order"),
        pytest.param("invite the tall and the small gnome", "invite", {"kinds": ("tall", "small")}, id="and"),
        pytest.param("walk along the paths of moss", "stroll", {"along": "moss"}, id="along"),
        pytest.param("give Ben 1 coin", "give", {"many": 1, "to": "Ben"}, id="a player in the middle"),
    ],
)  # fmt: skip
def test_a_sentence_is_an_action_with_values(line: str, action: str, given: dict[str, Any]) -> None:
    found = meant(line)
    assert isinstance(found, dict), found
    assert found["do"] == action
    assert {key: found["with"][key] for key in given} == given


def test_what_a_sentence_leaves_out_is_asked() -> None:
    found = meant("帽子をかぶります")
    assert isinstance(found, ActionForm)
    assert (found.action.id, found.field.id) == ("dress", "kind")


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param(
            "ドラゴンに帽子をかぶせる 紙", "E557", "ドラゴン", id="a word that nobody knows"
        ),
        pytest.param("plant a purple hedge 4", "E557", "purple", id="a word too much"),
        pytest.param("9時間働く", "E403", 9, id="out of bounds"),
    ],
)
def test_what_is_left_over_is_told(line: str, code: str, told: Any) -> None:
    found = meant(line)
    assert isinstance(found, Problem), found
    assert (found.code, found.values["typed"]) == (code, told)


@pytest.mark.parametrize("line", ["zzz", "", "葵です", "x" * 100])
def test_what_names_no_action_is_no_sentence(line: str) -> None:
    assert meant(line) is None


def test_where_two_actions_can_be_meant_both_are_told(tmp_path: Path) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "    words: {ja: [歩く], en: [path]}", "    words: {ja: [歩く, 休], en: [path]}"),
        ("flow.yaml", '        options: [{id: moss, name: {ja: 苔, en: moss}}, {id: gravel, name: {ja: 砂利, en: gravel}}]\n    effects: [{add: "steps[along]"',
         '        options: [{id: moss, name: {ja: 麦わら, en: moss}}, {id: gravel, name: {ja: 砂利, en: gravel}}]\n    effects: [{add: "steps[along]"'),
    )  # fmt: skip
    state = begun()
    found = understood(game, state, flow.choices(game, state), "麦わら", forced=False)
    assert isinstance(found, Problem)
    assert found.code == "E556"
    assert [name.en for name in found.values["known"]] == ["put a hat on", "walk the paths"]  # type: ignore[attr-defined]


def test_of_what_fits_nowhere_a_need_says_most() -> None:
    """Whichever action stands first: there are no three coins, and no third hat."""
    for offered in (OFFERED, OFFERED[::-1]):
        found = understood(GAME, STATE, offered, "3枚贈る", forced=False)
        assert isinstance(found, Problem)
        assert found.code == "E510"


def test_a_word_that_says_nothing_may_be_the_name_of_another_action(tmp_path: Path) -> None:
    game = varied(tmp_path, ("flow.yaml", "ja: [歩く], en: [path]", "ja: [歩く, する], en: [path]"))
    state = begun()
    found = understood(game, state, flow.choices(game, state), "休みをする", forced=False)
    assert isinstance(found, Problem)
    assert (found.code, found.values["typed"]) == ("E556", "休みをする")
    assert [name.en for name in found.values["known"]] == ["walk the paths", "rest"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "along"),
    [
        pytest.param("moss path", "moss", id="beside another name of the action it is an option"),
        pytest.param("gravel path", "gravel", id="an option that is nothing else"),
        pytest.param("moss moss", "moss", id="twice it is both"),
        pytest.param("moss", None, id="alone it is the name"),
        pytest.param("moss gravel", "gravel", id="beside an option it is the name"),
    ],
)
def test_the_name_of_an_action_may_be_that_of_its_option(
    tmp_path: Path, line: str, along: str | None
) -> None:
    game = varied(tmp_path, ("flow.yaml", "en: [path]", "en: [path, moss]"))
    state = begun()
    found = understood(game, state, flow.choices(game, state), line, forced=False)
    if along is None:
        assert isinstance(found, ActionForm)
        assert (found.action.id, found.field.id) == ("stroll", "along")
    else:
        assert isinstance(found, dict), found
        assert (found["do"], found["with"]) == ("stroll", {"along": along})


def test_values_alone_do_where_one_action_has_them() -> None:
    found = meant("砂利")
    assert isinstance(found, dict)
    assert found["do"] == "stroll"
    assert understood(GAME, STATE, OFFERED, "砂利", forced=False, alone=False) is None


@pytest.mark.parametrize(
    ("line", "action", "given"),
    [
        pytest.param("紙を贈る", "give-hat", {"kind": "paper"}, id="an option tells which of two"),
        pytest.param("hat paper", "dress", {"kind": "paper"}, id="a name and an option"),
        pytest.param("植える高さ3", "plant", {"height": 3}, id="glued to the name of its field"),
        pytest.param("植える3", "plant", {"height": 3}, id="glued"),
        pytest.param("moss path", "stroll", {"along": "moss"}, id="the option first"),
        pytest.param("rest now", "rest", {}, id="a word that says nothing"),
        pytest.param("紙の", "dress", {"kind": "paper"}, id="an option alone, and what says nothing"),
        pytest.param("のっぽ", "invite", {"kinds": ("tall",)}, id="one of several alone"),
        # What nobody knows is the text that an action asks for, as it was written, if it stands in one place.
        pytest.param("Benを訪ねる 標語は春", "visit", {"words": "春", "gate": False}, id="a text and its field"),
        pytest.param("visit Ben Hello  World", "visit", {"words": "Hello  World"}, id="two words"),
        pytest.param("visit Ben, Hello", "visit", {"words": "Hello"}, id="behind a comma"),
        pytest.param("visit Ben C3", "visit", {"words": "C3", "others": ()}, id="letters and a number"),
        pytest.param("Benを訪ねて 「花より団子」", "visit", {"words": "花より団子」"}, id="with words that are known inside"),
    ],
)  # fmt: skip
def test_what_stands_beside_its_name_is_its_value(
    line: str, action: str, given: dict[str, Any]
) -> None:
    found = meant(line)
    assert isinstance(found, dict), found
    assert found["do"] == action
    assert {key: found["with"][key] for key in given} == given


@pytest.mark.parametrize(
    ("line", "action", "field"),
    [("帽子を贈る", "give-hat", "kind"), ("give old hat", "give-hat", "kind"), ("コインを贈る", "give", "many"), ("plant hedge", "plant", "height")],
)  # fmt: skip
def test_the_longer_name_is_meant(line: str, action: str, field: str) -> None:
    found = meant(line)
    assert isinstance(found, ActionForm), found
    assert (found.action.id, found.field.id) == (action, field)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("贈る", "E556", "贈る", id="two actions"),
        pytest.param("帽子と生け垣", "E557", "生け垣", id="a word of another action"),
        pytest.param("働いて休む", "E557", "休む", id="another action"),
        pytest.param("葵が働く", "E557", "葵", id="nobody here"),
        pytest.param("wrap a hat", "E557", "wrap", id="of the action that leaves the least"),
        pytest.param("plant hedge 4 5", "E502", "5", id="a number too much"),
        pytest.param("walk Hedgehog", None, None, id="no action is named whole"),
        pytest.param("麦わらと苔", None, None, id="options of two actions"),
        pytest.param("生け垣 0", None, None, id="a part of a name"),
    ],
)
def test_what_a_sentence_cannot_be_is_told(line: str, code: str | None, told: Any) -> None:
    found = meant(line)
    assert (
        (found.code, found.values["typed"]) if isinstance(found, Problem) else (found, None)
    ) == (code, told)


def test_of_two_actions_both_are_named_where_both_have_their_values() -> None:
    found = meant("贈る")
    assert isinstance(found, Problem)
    assert [name.en for name in found.values["known"]] == ["give coins", "give a hat"]  # type: ignore[attr-defined]


def test_a_line_is_a_sentence_up_to_some_length() -> None:
    assert len(list(readings(STATE, OFFERED, "働く" + "あ" * 78))) == 1
    assert list(readings(STATE, OFFERED, "働く" + "あ" * 79)) == []


def test_how_much_of_a_line_is_its_action() -> None:
    (found,) = [r for r in readings(STATE, OFFERED, "3時間 働く") if r.action.id == "work"]
    assert (found.weight, found.unknown) == (2, ())
    assert [shortly(value) for value in found.said] == ["3 =hours"]
    assert [sorted(units) for units in found.names] == [[3, 4]]
    (hat,) = [r for r in readings(STATE, OFFERED, "put paper on") if r.action.id == "dress"]
    assert (hat.weight, hat.names) == (0, ()), "an option stands for a word of its name"
    assert [shortly(value) for value in hat.said] == ["paper kind:paper"]
    assert hat.idle == {2}
