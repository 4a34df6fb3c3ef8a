"""Known plays, line by line: ``tests/games/*/plays/*.txt``.

Comments at the top say with whom and how (``# players: 葵, Ben``, ``# options: k=v, k=v``,
``# tracked: light``, ``# lang: en``). Every other line is typed, as in the loop; an empty line answers
a question as Enter does. Lines that begin with ``=`` are expectations of what is then:

    = 葵.points 12        a field of a player; inside a record 葵.steps.moss 2
    = round 2             a field of the table
    = stage TEXT          TEXT stands among the names of the open stages
    = turn Ben            whose turn it is
    = due ID              this is due; = due ID 葵 for her
    = not due ID
    = offered ID          the choice is offered; = not offered ID
    = refused E510        the line before was refused with this code
    = finished
    = winners A, B
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import decimal
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play import start as beginning
from rulesref.play.dispatcher import meta_command
from rulesref.play.flow import Missing
from rulesref.play.session import Accepted, HeadMoved, PlaySession, Rejected
from rulesref.play.store import PlayStore
from rulesref.show.position_file import scalar
from tests.helpers import DATA, TOY, game_in
from tests.walker import parsed

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent
SCRIPTS = sorted(p for p in FOLDER.glob("*/plays/*.txt") if not p.stem.startswith("standard-"))


class Script:
    """One play being typed in."""

    def __init__(self, game: Game, text: str) -> None:
        self.rows = text.split("\n")
        self.head = dict(re.findall(r"^# (\w+): *(.*)$", text, re.MULTILINE))
        self.lang = self.head.get("lang", "ja")
        names = [name.strip() for name in self.head["players"].split(",")]
        words = [word.strip() for word in self.head.get("options", "").split(",") if word.strip()]
        options, problems = beginning.read_options(game, words)
        assert not problems, problems
        tracked: Any = self.head.get("tracked", "full")
        self.play_session, _ = PlaySession.new(PlayStore.in_memory(), game, names, options, tracked)
        self.refused: list[str] = []

    def run(self) -> None:
        """Type every line and look at every expectation."""
        for number, row in enumerate(self.rows, 1):
            line = row.strip()
            if line.startswith("#") or (not line and not self.asking):
                continue
            if line.startswith("="):
                assert self.holds(line[1:].split()), (
                    f"line {number}: {line}: {self.now(line[1:].split())}"
                )
                continue
            asked = next((r for r in self.rows[number:] if r.strip()), "")
            wanted = re.fullmatch(r"= *refused (\w+)", asked.strip())
            problems = self.typed(line)
            self.refused = [problem.code for problem in problems if not problem.warning]
            if not wanted:
                assert not self.refused, f"line {number}: {line}: {problems}"

    @property
    def asking(self) -> bool:
        return flow.pending(self.play_session.game, self.play_session.state) is not None

    def typed(self, line: str) -> tuple[Problem, ...]:
        """What is wrong with a line, if anything."""
        wish = meta_command(line)
        reply: Any
        if wish is not None and wish.word == "undo":
            numbers = [int(word) for word in re.findall(r"\d+", wish.rest)]
            reply = (
                self.play_session.back_to(numbers[0])
                if "--to" in wish.rest
                else self.play_session.undo(*numbers)
            )
        elif wish is not None and wish.word == "redo":
            reply = self.play_session.redo(*(int(word) for word in re.findall(r"\d+", wish.rest)))
        elif self.asking and line.startswith("{"):
            reply = self.play_session.give(line, parsed(line))
        elif self.asking and not line.startswith(("set ", "note ", "track ")):
            wizard, reply = self.play_session.answer(line)
            if reply is None:
                return wizard.problems
        else:
            reply = self.play_session.take(line)
            while isinstance(reply, Missing) and reply.field.optional:
                reply = self.play_session.fill(reply, "", line)  # as ``play do``, which cannot ask
        if isinstance(reply, Rejected):
            return reply.problems
        if isinstance(reply, Missing):
            return (Problem("E507", None, {"name": reply.field.id}),)
        assert isinstance(reply, (Accepted, HeadMoved)), reply
        return ()

    # --- expectations ------------------------------------------------------------------------

    def holds(self, words: list[str]) -> bool:
        match words:
            case ["refused", code]:
                return code in self.refused
            case ["finished"]:
                return self.play_session.state.finished
            case ["winners", *_]:
                return list(self.play_session.state.winners) == self.listed(words)
            case ["stage", *_]:
                return " ".join(words[1:]) in " / ".join(self.stages())
            case ["turn", name]:
                return flow.turn_of(self.play_session.state) == name
            case ["due", name, *who]:
                return any(
                    due.id == name and (not who or due.player == who[0]) for due in self.dues()
                )
            case ["not", "due", name]:
                return not any(due.id == name for due in self.dues())
            case ["offered", name]:
                return name in self.offered()
            case ["not", "offered", name]:
                return name not in self.offered()
            case [where, *values]:
                return self.value(where) in (" ".join(values), ",".join(self.listed(words)))
        return False

    def now(self, words: list[str]) -> object:
        """What is so instead."""
        match words:
            case ["refused", *_]:
                return self.refused
            case ["winners", *_]:
                return self.play_session.state.winners
            case ["due" | "not", *_]:
                return [(due.id, due.player) for due in self.dues()], self.offered()
            case ["stage" | "finished", *_]:
                return self.stages()
            case [where, *_]:
                return self.value(where)
        return None

    @staticmethod
    def listed(words: list[str]) -> list[str]:
        return [name.strip() for name in " ".join(words[1:]).split(",") if name.strip()]

    def stages(self) -> list[str]:
        return [
            name.of(self.lang)
            for name in flow.stage_label(self.play_session.game, self.play_session.state)
        ]

    def dues(self) -> tuple[flow.Reminder, ...]:
        return flow.dues(self.play_session.game, self.play_session.state)

    def offered(self) -> list[str]:
        return [
            action.id for action in flow.choices(self.play_session.game, self.play_session.state)
        ]

    def value(self, where: str) -> str:
        state = self.play_session.state
        first, *path = where.split(".")
        found: Any = state.table
        if first in state.names:
            found = state.players[state.names.index(first)]
            first, *path = path
        for key in (first, *path):
            assert key in found, where
            found = found[key]
        return written(found)


def written(found: Any) -> str:
    """A value as expectations have it: lists with commas between, nothing as ``-``."""
    match found:
        case None:
            return "-"
        case bool() | str():
            return str(found).lower() if isinstance(found, bool) else found
        case tuple():
            return ",".join(written(item) for item in found) or "-"
        case Mapping():
            return ",".join(f"{key}:{written(item)}" for key, item in found.items()) or "-"
        case _:
            return str(scalar(decimal(found))) if isinstance(found, int) else str(decimal(found))


def game_of(path: Path) -> Game:
    name = path.parent.parent.name
    return game_in(TOY if name == "toy" else DATA / name)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_known_play_goes_as_it_should(path: Path) -> None:
    Script(game_of(path), path.read_text(encoding="utf-8")).run()


def test_there_are_known_plays() -> None:
    assert SCRIPTS
