"""Sentences about one action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.play import flow
from rulesref.play.flow import Missing
from rulesref.play.flow.sentences import understood
from tests.helpers import varied
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
    assert isinstance(found, Missing)
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


def test_values_alone_do_where_one_action_has_them() -> None:
    found = meant("砂利")
    assert isinstance(found, dict)
    assert found["do"] == "stroll"
    assert understood(GAME, STATE, OFFERED, "砂利", forced=False, alone=False) is None
