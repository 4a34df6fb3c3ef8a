"""What the lines of a play did, worked out from what is kept of them by the game as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Text
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.model.steps import Value
from rulesref.play import flow
from rulesref.play.flow import Command, Happening, State, Transition
from rulesref.play.records import LogLine, Play, now


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


def replayed(game: Game | None, play: Play, lines: Sequence[LogLine]) -> list[LogEntry]:
    """The entries of lines that follow one another, as the game makes them now.

    The first of them, unless it begins the play, says only where the others go on from.
    """
    if game is None or game.flow is None:
        return [LogEntry(line) for line in lines]
    entries: list[LogEntry] = []
    for line in lines:
        before = entries[-1] if entries and entries[-1].line.n == line.n - 1 else None
        entry = _replayed(game, play, line, before.state if before else None)
        if entry.state is None and line.state is not None and play.digest == game.digest:
            entry = changed(entry, state=flow.from_data(line.state))
        if entry.state is None and entries and not entry.problems:
            # The line before was lost with a damaged page, or does not fit itself.
            gap = Problem("E529", None, {"found": line.n - 1, "last": entries[-1].line.n})
            entry = LogEntry(line, problems=(gap,))
        entries.append(entry)
    return entries


def _replayed(game: Game, play: Play, line: LogLine, before: State | None) -> LogEntry:
    command = dict(line.command)
    try:
        if line.n == 0:
            options = cast("Mapping[str, Value]", flow.settled(play.options))
            done = flow.begin(game, play.players, options, cast("flow.Tracked", play.tracked))
        elif before is None:
            return LogEntry(line)
        else:
            done = flow.carry_out(game, before, command)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        # A line of an older program, or of a file that was written by hand.
        return LogEntry(line, problems=(Problem("E533", None, {"reason": str(error)}),))
    if done.problems:
        return LogEntry(line, problems=done.problems)
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
    state = flow.from_data(play.state) if play.state is not None else None
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
def value_text(field: Field, found: Any) -> Text:
    """A value of a field by its names, in both languages.

    Nothing chosen is a dash.
    """
    return Text(*(_shown(field, found, lang) for lang in ("ja", "en")))


def _shown(field: Field, found: Any, lang: str) -> str:
    between = "、" if lang == "ja" else ", "
    if found is None or found in ((), {}):
        return "-"
    match field.kind:
        case "flag":
            return {"ja": "はい" if found else "いいえ", "en": "yes" if found else "no"}[lang]
        case "choice":
            return _option(field, found, lang)
        case "choices":
            return between.join(_option(field, item, lang) for item in found)
        case "record":
            inner = ((field.fields[k], v) for k, v in found.items() if k in field.fields)
            return between.join(f"{f.name.of(lang)} {_shown(f, v, lang)}" for f, v in inner)
        case "records":
            return " / ".join(_shown_entry(field, item, lang) for item in found)
        case "by-player":
            return between.join(f"{name} {item}" for name, item in found.items())
        case "wholes" | "players":
            return between.join(str(item) for item in found)
        case _:
            return str(found)


def _shown_entry(field: Field, found: Mapping[str, Any], lang: str) -> str:
    between = "、" if lang == "ja" else ", "
    return between.join(
        f"{f.name.of(lang)} {_shown(f, found[k], lang)}"
        for k, f in field.fields.items()
        if k in found
    )


def _option(field: Field, found: str, lang: str) -> str:
    for option in field.options:
        if option.id == found:
            return option.name.of(lang)
    return str(found)
