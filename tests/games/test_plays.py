"""Known plays: every line of the scripts in ``*/plays/`` is carried out and the state compared.

A script has a header (``# players:``, ``# options:``, ``# tracked:``, ``# lang:``), lines as typed,
and expectations: ``= NAME.FIELD VALUE``, ``= FIELD VALUE``, ``= stage TEXT``, ``= finished``,
``= winners A, B``, ``= due ID`` and ``= refused CODE`` about the line before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import decimal
from rulesref.reading.build import Pieces, build
from rulesref.reading.games import Game
from rulesref.reading.source import read_text
from rulesref.use import flow

GAMES = Path(__file__).resolve().parent
DATA = GAMES.parent.parent / "data"
SCRIPTS = sorted(GAMES.glob("*/plays/*.txt"))


@cache
def game(name: str) -> Game:
    built = build(DATA / name)
    return Game(Pieces(built.data), built.digest)


@dataclass
class Played:
    """A play in the hands of a script."""

    game: Game
    state: flow.State
    refused: list[str] = field(default_factory=list)

    def line(self, text: str) -> None:
        self.refused = []
        command: Any = flow.understand(self.game, self.state, text)
        if text.startswith("{"):
            source, _ = read_text(text, "line")
            assert source is not None
            command = {"position": source.data}
        if isinstance(command, Problem):
            self.refused = [command.code]
            return
        assert not isinstance(command, flow.Missing), f"{text}: asks {command.field.id}"
        outcome = flow.carry_out(self.game, self.state, command)
        self.refused = [problem.code for problem in outcome.problems]
        self.state = outcome.state

    def expect(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        state = self.state
        match word:
            case "finished":
                assert state.finished
            case "winners":
                assert set(state.winners) == {name.strip() for name in rest.split(",")}
            case "refused":
                assert rest in self.refused
            case "due":
                assert rest in [due.id for due in flow.dues(self.game, state)]
            case "stage":
                open_now = [name for text in flow.stage_label(self.game, state) for name in text]
                assert rest in open_now
            case _:
                found = self.value(word)
                shown = ",".join(map(str, found)) if isinstance(found, tuple) else str(found)
                if isinstance(found, Fraction):
                    shown = str(decimal(found))
                assert shown.lower() == rest.strip().lower()

    def value(self, path: str) -> Any:
        first, _, inner = path.partition(".")
        if first in self.state.names:
            found: Any = self.state.players[self.state.names.index(first)]
        else:
            found, inner = self.state.table, path
        for key in inner.split("."):
            found = found[key]
        return found


def begun(script: Path) -> tuple[Played, list[str]]:
    lines = script.read_text(encoding="utf-8").splitlines()
    head = dict(line[1:].split(":", 1) for line in lines if line.startswith("#") and ":" in line)
    said = {key.strip(): value.strip() for key, value in head.items()}
    found = game(script.parent.parent.name)
    assert found.flow is not None
    options: dict[str, Any] = {key: spec.empty() for key, spec in found.flow.options.items()}
    for pair in said.get("options", "").split():
        key, _, value = pair.partition("=")
        options[key] = {"true": True, "false": False, "yes": True}.get(value, value)
    names = [name.strip() for name in said["players"].split(",")]
    tracked: Any = said.get("tracked", "full")
    begin = flow.begin(found, names, options, tracked)
    return Played(found, begin.state), [line for line in lines if line.strip() and line[0] != "#"]


@pytest.mark.parametrize(
    "script", SCRIPTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}"
)
def test_a_known_play_comes_out_as_it_should(script: Path) -> None:
    play, lines = begun(script)
    for number, line in enumerate(lines, 1):
        if line.startswith("="):
            try:
                play.expect(line[1:].strip())
            except AssertionError as error:
                pytest.fail(f"{script.name}, line {number}: {line}: {error}")
        else:
            play.line(line)
            following = lines[number] if number < len(lines) else ""
            if not following.startswith("= refused"):
                assert play.refused == [], f"line {number}: {line}"
            kept = flow.from_data(flow.to_data(play.state))
            assert flow.to_data(kept) == flow.to_data(play.state)


@pytest.mark.parametrize("name", sorted(p.parent.name for p in DATA.glob("*/flow.yaml")))
def test_every_game_that_can_be_played_begins_for_every_number_of_players(name: str) -> None:
    found = game(name)
    assert found.flow is not None
    low, high = found.about.players
    options = {key: spec.empty() for key, spec in found.flow.options.items()}
    for many in range(low, high + 1):
        for tracked in ("full", "light"):
            names = [f"P{i}" for i in range(many)]
            state = flow.begin(found, names, options, tracked).state
            assert flow.checklist(found, state)
            assert flow.choices(found, state)
