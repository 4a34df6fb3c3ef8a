"""What the lines of a play come to, with the data that its game has now (進行の再現)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import LANGS, Text
from rulesref.fields import kind as registry
from rulesref.fields.kind import IN_PLAYS
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Value
from rulesref.model.flow import Track
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Command, Happening, ShownReminders, State, Transition
from rulesref.play.log import LogLine, Play, now

#: What data that are no state of ours may raise.
_NO_STATE = (KeyError, TypeError, ValueError, IndexError, AttributeError)


def kept_state(data: Mapping[str, Any] | None) -> State | None:
    """The state that kept data are; None where there are none, or they are no state of ours."""
    if data is None:
        return None
    try:
        return flow.from_data(data)
    except _NO_STATE:
        return None


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


def entry_of(game: Game, n: int, typed: str, command: Command, done: Transition) -> LogEntry:
    """The entry of a line that was carried out just now."""
    entry = LogEntry(LogLine(n, typed, command, now()), done.happenings, done.state)
    return changed(entry, line=with_state(game, entry))


def with_state(game: Game, entry: LogEntry) -> LogLine:
    """The line of an entry, with the state that it came to."""
    assert entry.state is not None
    stages, state = flow.stage_ids(game, entry.state), flow.to_data(entry.state)
    return changed(entry.line, stages=stages, state=state, data=game.digest)


def restated(game: Game, n: int, state: State) -> LogEntry:
    """The entry of a line that says how a play stands, whatever the lines before it come to."""
    # Exact: what is exported has no numbers with a part.
    standing = flow.settled(flow.to_data(state))
    command = {"standing": standing, "stages": flow.stage_ids(game, state)}
    return entry_of(game, n, "", command, Transition(state, (Happening(kind="standing"),)))


def cached_state(game: Game, play: Play, line: LogLine) -> State | None:
    """The state that is kept with a line; None where it may not be what the lines come to now."""
    if not line.placed or line.data != game.digest:
        return None
    state = kept_state(line.state)
    return state if state is not None and state.names == play.players else None


def replayed(game: Game | None, play: Play, lines: Iterable[LogLine]) -> list[LogEntry]:
    """The entries of lines, each behind the one that it was done after, as the game makes them now.

    A line whose line before is not among them has the state that is kept with it, if that still holds.
    """
    if game is None or game.flow is None:
        return [LogEntry(line) for line in lines]
    entries: dict[int, LogEntry] = {}
    for line in lines:
        before = entries.get(line.after) if line.n else None
        kept = cached_state(game, play, line)
        told = None if kept is None else _told(line)
        entry = _replayed(game, play, line, before.state if before else None, told)
        if entry.state is None and kept is not None:
            entry = changed(entry, state=kept)
        if entry.state is None and not entry.problems:
            entry = changed(entry, problems=(Problem("E544", None, {"n": line.n - 1}),))
        entries[line.id] = entry
    return list(entries.values())


def with_aside(
    game: Game | None, play: Play, lines: Sequence[LogLine], aside: Sequence[LogLine]
) -> tuple[list[LogEntry], list[LogEntry]]:
    """The entries of the lines of a play, and of those that were typed over."""
    every = sorted((*lines, *aside), key=lambda line: line.id)
    entries = {entry.line.id: entry for entry in replayed(game, play, every)}
    return [entries[line.id] for line in lines], [entries[line.id] for line in aside]


@frozen
class StateAfter:
    """The state after a step of a play, or after the last one before it of which it is known.

    ``misfits``: where it is not what the lines come to now, why not, and what of it is not as it was kept.
    """

    n: int
    state: State
    misfits: tuple[Problem, ...] = ()


def state_after(game: Game, play: Play, lines: Sequence[LogLine]) -> StateAfter:
    """The state after the last of some lines, which begin with line 0.

    Where it cannot be worked out any more, because the data of the game has changed or a line is lost, it is the
    one that was kept. Raises what is wrong where there is none.
    """
    first = next((k for k in range(len(lines) - 1, 0, -1) if _says_all(game, play, lines[k])), 0)
    entries = replayed(game, play, lines[first:])
    refused = next((entry for entry in entries if entry.state is None), None)
    if refused is None:
        last = entries[-1]
        assert last.state is not None
        return StateAfter(last.line.n, last.state)
    values = {"play": play.name, "n": refused.line.n, "typed": refused.line.typed, "why": refused.problems[0]}  # fmt: skip
    for entry in reversed(entries):
        n, line = entry.line.n, entry.line
        why = Problem("W526", None, {**values, "at": n})
        if entry.state is not None:
            return StateAfter(n, entry.state, (why,))
        if line.placed and line.state is not None:
            with suppress(*_NO_STATE):
                state, problems = flow.fitted(game, line.state, line.stages)
                return StateAfter(n, state, (why, *problems))
    raise ProblemsFound(refused.problems)


def _says_all(game: Game, play: Play, line: LogLine) -> bool:
    """Whether a line says how the play stands behind it, whatever the lines before it come to."""
    return "standing" in line.command or cached_state(game, play, line) is not None


def _told(line: LogLine) -> ShownReminders | None:
    """The reminders that were told with a line; None where what is kept of it does not say."""
    if line.state is None or line.stages is None:
        return None
    try:
        return flow.told_of(line.state)
    except (TypeError, ValueError):
        return None


def _replayed(
    game: Game, play: Play, line: LogLine, before: State | None, told: ShownReminders | None
) -> LogEntry:
    command = dict(line.command)
    try:
        if line.n == 0:
            options = cast("Mapping[str, Value]", flow.settled(play.options))
            names = (line.state or {}).get("names", play.players)
            done = flow.begin(game, tuple(names), options, cast("Track", play.tracked))
        elif "standing" in command:
            state, _ = flow.fitted(game, command["standing"], command.get("stages"))
            done = Transition(state, (Happening(kind="standing"),))
        elif before is None:
            return LogEntry(line)
        else:
            done = flow.carry_out(game, before, command, told)
    except _NO_STATE as error:
        # A line of an older program, or of a file that was written by hand.
        return LogEntry(line, problems=(Problem("E533", None, {"reason": str(error)}),))
    except EvaluationError as error:
        return LogEntry(line, problems=(error.problem,))
    if done.problems:
        return LogEntry(line, problems=done.problems)
    return LogEntry(line, done.happenings, done.state)


@frozen
class Standing:
    """How far a play is, for lists: the names of its stages, None where they are not known; ``totals`` once it is over."""

    stage: tuple[Text, ...] | None
    turn: str | None
    finished: bool
    winners: tuple[str, ...]
    totals: Mapping[str, Any] = {}


def standing_of(game: Game | None, play: Play) -> Standing:
    """How far a play is, by the names that the game has now; by ids where the game is not there."""
    line = play.line
    state = kept_state(line.state) if line.placed else None
    if state is None:
        return Standing(_stage(game, line.stages), None, finished=False, winners=())
    stages = line.stages
    if stages is None and game is not None and game.flow is not None:
        # Files of before schema 2 have the names only.
        stages = flow.stage_ids(game, state)
    totals = state.scores[-1][1] if state.finished and state.scores else {}
    return Standing(
        _stage(game, stages), flow.turn_of(state), state.finished, state.winners, totals
    )


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
