"""Known plays beside a game, line by line: where one goes otherwise than it says (既知の進行の検算).

Comments at the top say with whom and how (``# players: Ann, Ben``, ``# options: k=v, k=v``,
``# tracked: light``, ``# lang: en``). Every other line is typed, each whole, as for ``play do``; an empty
line is Enter where a scoring asks, and is skipped elsewhere. Lines that begin with ``=`` say what is then:

    = Ann.points 12        a field of a player; inside a record Ann.steps.red 2
    = round 2             a field of the table
    = stage TEXT          TEXT stands among the names of the open stages
    = turn Ben            whose turn it is
    = due ID              this is due; = due ID Ann for her; = not due ID
    = offered ID          the choice is offered; = not offered ID
    = setup ID            the line belongs to the setup of these players; = not setup ID
    = says TEXT           TEXT stands in what the game says to the line before, also why it refuses it; = not says TEXT
    = asks FIELD          the line before leaves out a value that is asked for; = not asks FIELD
    = refused E510        the line before was refused, with this code if one is given
    = finished
    = winners Ann, Ben
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Place, Problem, ProblemsFound, errors, wrong
from rulesref.base.frozen import changed
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import Text, decimal
from rulesref.fields.typed import players_named
from rulesref.model.flow import TRACKS
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.dispatcher import Dispatcher, MetaCommand, clean_line
from rulesref.play.session import Accepted, PlaySession, Rejected, Reply
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore

#: What may stand at the top.
_HEAD = ("players", "options", "tracked", "lang")
_REFUSED = re.compile(r"=\s*refused\b(?:\s+\w+)?\s*")


def going_otherwise(game: Game, text: str, file: str) -> Iterator[Problem]:
    """Where a play goes otherwise; what comes after the first refusal is not looked at.

    It cannot be begun or read (E614), a line is refused (E613), something is not as expected (E612).
    """
    rows = text.split("\n")
    play = begun(game, rows)
    if isinstance(play, Problem):
        yield Problem(play.code, Place(file, int(str(play.values["line"])), 1), play.values)
    else:
        yield from play.otherwise(rows, file)


def begun(game: Game, rows: Sequence[str]) -> KnownPlay | Problem:
    """The play that the comments at the top begin; a problem has the ``line`` where it is."""
    head: dict[str, tuple[int, str]] = {}
    for number, row in enumerate(rows, 1):
        match = re.fullmatch(r"# *(\w+): *(.*?)\s*", row)
        if match and match[1] in _HEAD:
            head[match[1]] = number, match[2]
    line, who = head.get("players", (1, ""))
    if not who:
        return Problem("E614", None, {"line": line, "typed": rows[line - 1].strip()})
    if not game.has_flow:
        no_flow = Problem("E534", None, {"game": game.about.name, "known": []})
        return Problem("E613", None, {"line": line, "why": no_flow})
    at, written = head.get("options", (1, ""))
    options, problems = read_options(game, [w.strip() for w in written.split(",") if w.strip()])
    if problems:
        return Problem("E613", None, {"line": at, "why": problems[0]})
    where, tracked = head.get("tracked", (1, "full"))
    if tracked not in TRACKS:
        return Problem("E614", None, {"line": where, "typed": rows[where - 1].strip()})
    try:
        lang = head.get("lang", (1, "ja"))[1]
        names = players_named(who, game.about.players)
        play = PlaySession.new(PlayStore.in_memory(), game, names, options, tracked)[0]
        return KnownPlay(play, lang)
    except ProblemsFound as stop:
        return Problem("E613", None, {"line": line, "why": stop.problems[0]})


class KnownPlay:
    """One play being typed in, and what is so in it."""

    def __init__(self, play_session: PlaySession, lang: str) -> None:
        self.play_session = play_session
        self.lang = lang
        self.dispatcher = Dispatcher(play_session, asks=False)
        self.refused: list[str] = []
        #: What the game says to the line before.
        self.says: list[str] = []

    def otherwise(self, rows: Sequence[str], file: str) -> Iterator[Problem]:
        """Type every row, and tell where one is refused or something is not as expected."""
        for number, row in enumerate(rows, 1):
            line = row.strip()
            if line.startswith("#") or (not line and not self.dispatcher.scoring):
                continue
            place = Place(file, number, 1, max(1, len(line)))
            if line.startswith("="):
                yield from self._unlike(line, place)
                continue
            behind = next((each for each in rows[number:] if each.strip()), "")
            problems = self.typed(line)
            if problems and did_you_mean(behind.strip("= ").split(" ")[0], ["refused"]):
                continue  # the line behind is told: it is misspelt
            if problems and not _REFUSED.fullmatch(behind.strip()):
                yield Problem("E613", place, {"why": problems[0]})
                return

    def _unlike(self, line: str, place: Place) -> Iterator[Problem]:
        words = line[1:].split()
        compared = self._compared(words)
        if compared is None:
            yield changed(
                self._nameless(words) or Problem("E614", None, {"typed": line}), place=place
            )
        elif not compared[0]:
            expected = words[0] if words == ["finished"] else " ".join(words[1:])
            actual = ", ".join(compared[1]) or "-"
            yield Problem("E612", place, {"what": line, "expected": expected, "actual": actual})

    def _nameless(self, words: list[str]) -> Problem | None:
        """That a line names a value that there is not; None where it names none."""
        state = self.play_session.state
        first, _, rest = words[0].partition(".") if len(words) > 1 else ("", "", "")
        if first in state.names and rest:
            first, known = rest, state.players[0]
        else:
            known = state.table
        near = did_you_mean(first, known)
        return (
            wrong("E503", first, known=[*known], near=near)
            if near or known is not state.table
            else None
        )

    def typed(self, raw: str) -> tuple[Problem, ...]:
        """What is wrong with a line, if anything."""
        lines = self.dispatcher.lines(clean_line(raw))
        problems: tuple[Problem, ...] = ()
        self.says = []
        self.dispatcher.unasked.clear()
        try:
            while lines and not problems:
                response, lines, left = self.dispatcher.take_first(lines)
                if isinstance(response, MetaCommand):
                    response = self._moved(response) or response
                if isinstance(response, Accepted):
                    happened = (each.text for each in response.happenings)
                    self.says += [text.of(self.lang) for text in happened if text]
                if isinstance(response, Rejected):
                    problems = response.problems
                elif left:
                    lines = [*left, *lines]
        except ProblemsFound as stop:
            problems = stop.problems
        wizard = getattr(response, "wizard", None)
        problems = problems or (wizard.problems if wizard is not None else ())
        messages = (problem.values.get("message") for problem in problems)
        self.says += [text.of(self.lang) for text in messages if isinstance(text, Text)]
        self.refused = [problem.code for problem in errors(problems)]
        return problems if self.refused else ()

    def _moved(self, wish: MetaCommand) -> Reply | None:
        """What comes of taking back, or of doing again; other commands only look."""
        numbers = [int(word) for word in re.findall(r"\d{1,9}", wish.rest)]
        if wish.word == "undo":
            if "--to" in wish.rest and numbers:
                return self.play_session.back_to(numbers[0])
            return self.play_session.undo(*(numbers or [1])[:1])
        if wish.word == "redo":
            return self.play_session.redo(*(numbers or [1])[:1])
        return None

    # --- expectations ------------------------------------------------------------------------

    def _compared(self, words: list[str]) -> tuple[bool, Sequence[str]] | None:
        """Whether it is as words say, and what is so; None where nobody can tell what they say."""
        game, state = self.play_session.game, self.play_session.state
        expected = " ".join(words[1:])
        stages = [name.of(self.lang) for name in flow.stage_label(game, state)]
        match words:
            case ["refused"]:
                return bool(self.refused), self.refused
            case ["refused", _]:
                return expected in self.refused, self.refused
            case ["says", _, *_]:
                return any(expected in text for text in self.says), self.says
            case ["finished"]:
                return state.finished, stages
            case ["winners", *_]:
                return list(state.winners) == _listed(expected), state.winners
            case ["stage", *_]:
                return expected in " / ".join(stages), [" / ".join(stages)]
            case ["turn", _]:
                turn = flow.turn_of(state) or "-"
                return turn == expected, [turn]
            case ["due", name, *who]:
                dues = flow.dues(game, state)
                holds = any(due.id == name and (not who or due.player == who[0]) for due in dues)
                return holds, [due.id for due in dues]
            case ["offered" | "setup" | "asks" as what, name]:
                names = self._names(what)
                return name in names, names
            case ["not", "due" | "setup" | "offered" | "asks" | "says", _, *_]:
                compared = self._compared(words[1:])
                return compared and (not compared[0], compared[1])
            case [where, _, *_] if (value := self._value(where)) is not None:
                said = {"yes": "true", "no": "false"}.get(expected, expected)
                return value in (said, ",".join(_listed(said))), [value]
        return None

    def _names(self, what: str) -> list[str]:
        """The ids of what is offered, set up, or asked for."""
        game, state = self.play_session.game, self.play_session.state
        match what:
            case "offered":
                return [action.id for action in flow.choices(game, state)]
            case "setup":
                return [line for line, _, _ in flow.checklist(game, state)]
        return self.dispatcher.unasked

    def _value(self, where: str) -> str | None:
        """A value of the state as expectations have it; None when there is none of this name."""
        state = self.play_session.state
        first, *path = where.split(".")
        value: Any = state.table
        if first in state.names and path:
            value = state.players[state.names.index(first)]
            first, *path = path
        for key in (first, *path):
            if not isinstance(value, Mapping) or key not in value:
                return None
            value = value[key]
        return _written(value)


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _written(value: Any) -> str:
    """A value as expectations have it: lists with commas between, nothing as ``-``."""
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case str():
            return value
        case tuple():
            return ",".join(map(_written, value)) or "-"
        case Mapping():
            return ",".join(f"{key}:{_written(item)}" for key, item in value.items()) or "-"
        case _:
            return str(decimal(value))
