"""Plays and their lines as rows of a database and back, and what each line did."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import LANGS, Text
from rulesref.fields import kind as registry
from rulesref.fields.kind import IN_PLAYS
from rulesref.model.entries import Field
from rulesref.model.expression import Unworkable, Value
from rulesref.model.flow import Track
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Command, Happening, State, Told, Transition

#: The columns of the two tables.
PLAY = (
    "key", "name", "game", "digest", "version", "players", "options", "tracked", "seed", "created",
    "changed", "touched", "head", "revision", "draft",
)  # fmt: skip
LINE = ("play", "n", "typed", "command", "time", "stages", "state")

SELECT = (
    f"SELECT {', '.join(PLAY)}, (SELECT max(n) FROM line WHERE play = key), last.n, "
    "last.stages, last.state FROM play LEFT JOIN line AS last ON last.play = key AND last.n = head"
)


@frozen
class LogLine:
    """One accepted line as it is kept (記録された一手): values only, no sentences. Line 0 is the beginning.

    What it did is worked out from them by the game as it is now. ``stages`` are the ids of the open
    stages and ``state`` the state afterwards, None when that has to be worked out anew.
    """

    n: int
    typed: str
    command: Mapping[str, Any]
    time: str
    stages: tuple[str, ...] | None = None
    state: Mapping[str, Any] | None = None


@frozen
class Play:
    """One play (進行): what it was begun with and how far it is.

    ``head`` is the line after which it stands, ``last`` the last line that is kept: those between
    were taken back and can be done again. ``revision`` grows with every change. ``stages`` and
    ``state`` are those of the line ``head``.
    """

    key: int
    name: str
    game: str
    digest: str
    version: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    tracked: str
    seed: int | None
    created: str
    changed: str
    head: int
    last: int
    revision: int
    draft: Any
    stages: tuple[str, ...] | None
    state: Mapping[str, Any] | None


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def insert(connection: sqlite3.Connection, key: int, lines: Sequence[LogLine]) -> None:
    """Keep lines of a play."""
    rows = [
        (key, line.n, line.typed, dumps(line.command), line.time, *columns_of(line))
        for line in lines
    ]
    connection.executemany(into("line", LINE), rows)


def columns_of(line: LogLine) -> tuple[str | None, str | None]:
    """Where a line led, as its last two columns have it."""
    stages, state = (None if of is None else dumps(of) for of in (line.stages, line.state))
    return stages, state


def writing(connection: sqlite3.Connection, key: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that write one play whole."""
    yield "DELETE FROM play WHERE key = ?", (key,)
    for table, columns, where in (("play", PLAY, "key"), ("line", LINE, "play")):
        for row in connection.execute(all_of(table, columns, where), (key,)).fetchall():
            yield into(table, columns), row


def all_of(table: str, columns: Sequence[str], where: str) -> str:
    """The query for the rows of a play."""
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {where} = ?"


def into(table: str, columns: Sequence[str]) -> str:
    """The statement that writes a row whole."""
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def play_from(row: Sequence[Any]) -> Play:
    """The play that a row of ``SELECT`` says; a ValueError where it says what no play can be."""
    values = dict(zip((*PLAY, "last", "at", "stages", "state"), row, strict=True))
    del values["touched"]
    names = values["players"] = tuple(json.loads(values["players"]))
    values["options"] = loads(values["options"])
    values["draft"] = _data(values["draft"])
    values["stages"] = _ids(values["stages"])
    state = values["state"] = _data(values["state"])
    for name in ("name", "game", "digest", "version", "tracked", "created", "changed"):
        _must(isinstance(values[name], str), name)
    _must(all(isinstance(name, str) for name in names), "players")
    _must(isinstance(values["options"], dict), "options")
    _must(isinstance(values["seed"], int | None), "seed")
    _must(isinstance(values["revision"], int), "revision")
    _must(values["head"] == values.pop("at"), "head")
    _must(isinstance(state, dict | None), "state")
    return Play(**values)


def line_from(row: Sequence[Any]) -> LogLine:
    """The line that a row says; a ValueError where it says what no line can be."""
    _, n, typed, command, when, stages, state = row
    line = LogLine(n, typed, loads(command), when, _ids(stages), _data(state))
    _must(isinstance(n, int), "n")
    _must(isinstance(typed, str) and isinstance(when, str), "typed")
    _must(isinstance(line.command, dict), "command")
    _must(isinstance(line.state, dict | None), "state")
    return line


def _must(so: bool, column: str) -> None:  # noqa: FBT001 - a condition
    """Of a file that somebody has written by hand: what is kept has its kind."""
    if not so:
        raise ValueError(column)


def kept_state(data: Mapping[str, Any] | None) -> State | None:
    """The state that kept data are; None where there are none, or they are no state of ours."""
    if data is None:
        return None
    try:
        return flow.from_data(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _ids(text: str | None) -> tuple[str, ...] | None:
    ids = _data(text)
    return None if ids is None else tuple(ids)


def _data(text: str | None) -> Any:
    return loads(text) if text else None


def dumps(data: Any) -> str:
    """Data as it is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_coded)


def _coded(data: Any) -> Any:
    """Exact fractions, which JSON does not have."""
    if hasattr(data, "numerator"):
        return {"/": [data.numerator, data.denominator]}
    return dict(data)


def loads(text: str) -> Any:
    """Data as it was kept."""
    return json.loads(text, object_hook=_decoded if '"/"' in text else None)


def _decoded(data: dict[str, Any]) -> Any:
    if data.keys() == {"/"}:
        from fractions import Fraction

        return Fraction(*data["/"])
    return data


@frozen
class LogEntry:
    """A line and what it did (記録の項目).

    Where the game does not say, nothing happened and ``state`` is None: it is not there, or its data,
    changed since, does not allow the line, as the ``problems`` tell.
    """

    line: LogLine
    happenings: tuple[Happening, ...] = ()
    state: State | None = None
    problems: tuple[Problem, ...] = ()


def entry_of(
    game: Game, n: int, typed: str, command: Command, done: Transition, when: str | None = None
) -> LogEntry:
    """The entry of a line that was carried out."""
    stages = flow.stage_ids(game, done.state)
    line = LogLine(n, typed, command, when or now(), stages, flow.to_data(done.state))
    return LogEntry(line, done.happenings, done.state)


def replayed(
    game: Game | None, play: Play, lines: Sequence[LogLine], *, anew: bool = False
) -> list[LogEntry]:
    """The entries of lines that follow one another, as the game makes them now.

    Where the data have not changed since, what is kept of a line stays, unless it is to be worked out ``anew``.
    The first of them, unless it begins the play, says only where the others go on from.
    """
    if game is None or game.flow is None:
        return [LogEntry(line) for line in lines]
    entries: list[LogEntry] = []
    for line in lines:
        before = entries[-1] if entries and entries[-1].line.n == line.n - 1 else None
        told = None if anew or play.digest != game.digest else _told(line)
        entry = _replayed(game, play, line, before.state if before else None, told)
        if entry.state is None and play.digest == game.digest:
            entry = changed(entry, state=kept_state(line.state))
        if entry.state is None and entries and not entry.problems:
            # The line before was lost with a damaged page, or does not fit itself.
            gap = wrong("E529", step=line.n - 1, last=entries[-1].line.n)
            entry = LogEntry(line, problems=(gap,))
        entries.append(entry)
    return entries


def _told(line: LogLine) -> Told | None:
    """The reminders that were told with a line; None where what is kept of it does not say."""
    if line.state is None or line.stages is None:
        return None
    try:
        return flow.told_of(line.state)
    except (TypeError, ValueError):
        return None


def _replayed(
    game: Game, play: Play, line: LogLine, before: State | None, told: Told | None
) -> LogEntry:
    command = dict(line.command)
    try:
        if line.n == 0:
            options = cast("Mapping[str, Value]", flow.settled(play.options))
            done = flow.begin(game, play.players, options, cast("Track", play.tracked))
        elif before is None:
            return LogEntry(line)
        else:
            done = flow.carry_out(game, before, command, told)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        # A line of an older program, or of a file that was written by hand.
        return LogEntry(line, problems=(Problem("E533", None, {"reason": str(error)}),))
    except Unworkable as error:
        return LogEntry(line, problems=(error.problem,))
    if done.problems:
        return LogEntry(line, problems=done.problems)
    if told is not None:
        return LogEntry(line, done.happenings, done.state)
    return entry_of(game, line.n, line.typed, command, done, line.time)


@frozen
class Standing:
    """How far a play is, for lists: the names of its stages, None where they are not known."""

    stage: tuple[Text, ...] | None
    turn: str | None
    finished: bool
    winners: tuple[str, ...]


def standing_of(game: Game | None, play: Play) -> Standing:
    """How far a play is, by the names that the game has now; by ids where the game is not there."""
    state = kept_state(play.state)
    if state is None:
        return Standing(_stage(game, play.stages), None, finished=False, winners=())
    stages = play.stages
    if stages is None and game is not None and game.flow is not None:
        # Files of before schema 2 have the names only.
        stages = flow.stage_ids(game, state)
    return Standing(_stage(game, stages), flow.turn_of(state), state.finished, state.winners)


def _stage(game: Game | None, stages: Sequence[str] | None) -> tuple[Text, ...] | None:
    if not stages:
        return None if stages is None else ()
    if game is None or game.flow is None:
        return tuple(Text(stage, stage) for stage in stages)
    return flow.stage_names(game, stages)


# --- points --------------------------------------------------------------------------------------


def points(entries: Sequence[LogEntry]) -> Iterator[Happening]:
    """Everything that won or lost points."""
    for entry in entries:
        yield from (each for each in entry.happenings if each.kind == "points")


@frozen
class PointSource:
    """Where points come from, and how many each player has from there, in turn order."""

    name: Text | None
    amounts: tuple[Any, ...]


def point_sources(game: Game, state: State, entries: Sequence[LogEntry]) -> list[PointSource]:
    """The running score of everybody by what it comes from; the rest was set by hand."""
    by_reason: dict[Text | None, list[Any]] = {}
    for each in points(entries):
        amounts = by_reason.setdefault(each.text, [0] * len(state.names))
        if each.player in state.names:
            amounts[state.names.index(each.player)] += each.amount
    keys = flow.flow_of(game).points
    rest = [
        sum(own[key] or 0 for key in keys) - sum(amounts[seat] for amounts in by_reason.values())  # type: ignore[misc]
        for seat, own in enumerate(state.players)
    ]
    listed = [PointSource(reason, tuple(amounts)) for reason, amounts in by_reason.items()]
    return [*listed, PointSource(None, tuple(rest))] if any(rest) else listed


# --- values --------------------------------------------------------------------------------------
def value_text(field: Field, value: Any) -> Text:
    """A value of a field by its names, in both languages; nothing is a dash."""
    return Text(*(registry.value_text(field, value, lang, IN_PLAYS) for lang in LANGS))
