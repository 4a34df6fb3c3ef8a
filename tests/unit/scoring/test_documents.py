"""Positions as documents, and what people name in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.scoring.documents import (
    document_in,
    event_wanted,
    incomplete,
    player_called,
    rulings_chosen,
    score_of,
    scored,
)
from tests.helpers import DATA, game_in, toy

TIGRIS = game_in(DATA / "tigris")
WHOLE = """\
プレイヤー:
  - {name: 葵, black: 1, red: 2, blue: 3, green: 4, treasures: 3}
  - {name: Ben, black: 5, red: 5, blue: 9, green: 9, treasures: 2}
"""


def codes(what: Callable[[], Any]) -> list[str]:
    with pytest.raises(ProblemsFound) as stop:
        what()
    return [problem.code for problem in stop.value.problems]


def test_a_document_is_scored_whatever_language_its_keys_have() -> None:
    result = scored(TIGRIS, document_in(WHOLE.encode(), "a.yaml", TIGRIS))
    assert [(player.name, player.total) for player in result.players] == [("葵", 3), ("Ben", 6)]


@pytest.mark.parametrize(
    ("raw", "code"), [(b" \n", "E432"), (b"{", "E101"), (b"a: 1\na: 2", "E102")]
)
def test_what_is_wrong_with_a_text_is_told_with_its_file(raw: bytes, code: str) -> None:
    with pytest.raises(ProblemsFound) as stop:
        document_in(raw, "a.yaml", TIGRIS)
    problem = stop.value.problems[0]
    assert problem.place is not None
    assert problem.place.file == "a.yaml"
    assert problem.code.startswith(code[:2])


def test_a_problem_of_a_position_has_its_place() -> None:
    source = document_in(WHOLE.replace("red: 2", "red: x").encode(), "a.yaml", TIGRIS)
    with pytest.raises(ProblemsFound) as stop:
        scored(TIGRIS, source)
    place = stop.value.problems[0].place
    assert place is not None
    assert place.line == 2
    assert stop.value.texts == {"a.yaml": source.text}


def test_plain_data_is_scored_or_told_what_is_wrong() -> None:
    result, problems = score_of(TIGRIS, {"players": [{"name": "A"}]})
    assert result is None
    assert {problem.code for problem in problems} >= {"E401"}


def test_what_is_missing_may_be_missing_and_what_is_wrong_may_not() -> None:
    half = document_in(b"players: [{name: A, black: 1}, {name: B}]", "-", TIGRIS)
    assert incomplete(TIGRIS, half, None, {})["players"][0]["black"] == 1
    wrong = document_in(b"players: [{name: A, black: -1}, {name: B}]", "-", TIGRIS)
    assert codes(lambda: incomplete(TIGRIS, wrong, None, {})) == ["E403"]


@pytest.mark.parametrize(
    ("word", "event"), [(None, "final"), ("", "final"), ("spring", "spring"), ("夏", None)]
)
def test_a_scoring_is_wanted_by_name_or_it_is_the_last(word: str | None, event: str | None) -> None:
    if event is None:
        assert codes(lambda: event_wanted(toy(), "no such scoring")) == ["E424"]
    else:
        assert event_wanted(toy(), word).id == event


def test_rulings_are_written_with_a_sign() -> None:
    assert rulings_chosen(["a=b", " c = d "]) == {"a": "b", "c": "d"}
    assert codes(lambda: rulings_chosen(["a"])) == ["E328"]


def test_a_player_is_called_by_the_beginning_of_a_name() -> None:
    result = scored(TIGRIS, document_in(WHOLE.encode(), "a.yaml", TIGRIS))
    assert player_called(result, "be") == "Ben"
    assert codes(lambda: player_called(result, "Ken")) == ["E420"]
