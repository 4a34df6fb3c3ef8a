"""Earlier lines of a play given anew, left out or put in, and those after them carried out again (過去の行の訂正); players called otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Text
from rulesref.fields.kind import kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import one_called, repeated
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.dispatcher import (
    Answered,
    Dispatcher,
    MetaCommand,
    problems_of,
)
from rulesref.play.flow import Command, NoOpEnd, Transition
from rulesref.play.flow.state import part_of
from rulesref.play.log import LogLine, dumps
from rulesref.play.replay import LogEntry, entry_of, replayed, with_state
from rulesref.play.session import Accepted, Mended, PlaySession, Rejected, Reply
from rulesref.play.start import must_be_tellable
from rulesref.play.store import PlayStore


@frozen
class Mending:
    """What a play would come to with one of its lines given anew, left out or put in; nothing is changed yet.

    ``entries`` would stand in the place of all lines behind the line ``after``: first those that are new, as many as
    ``fresh`` says, then the later ones that still fit; the others would be left out, as ``misfits`` tell.
    ``gone`` is the line given anew or left out; ``changes``: whether anything would be another.
    """

    after: LogEntry
    gone: LogEntry | None
    entries: tuple[LogEntry, ...]
    fresh: int
    misfits: tuple[Problem, ...]
    changes: bool
    #: The answers of scorings, where those of this line are others now.
    draft: Any


def mending(session: PlaySession, step: int, line: str | None, *, instead: bool) -> Mending | Reply:
    """A line in the place of that of a step (``instead``), or before it; without one, the play without the step."""
    if (elsewhere := session.changed_elsewhere()) is not None:
        return elsewhere
    entries = {entry.line.n: entry for entry in session.log()}
    after, head = entries.get(step - 1), session.play.head
    if not 1 <= step <= head:
        return Rejected((wrong("E590", step=step, last=head),))
    if after is None or after.state is None or step not in entries:
        return Rejected((Problem("E544", None, {"n": step - (step in entries)}),))
    scoring = sum("position" in entries[n].line.command for n in entries if n < step)
    scratch = _standing_after(session, after, scoring)
    fresh = [] if line is None else _typed(scratch, line)
    if isinstance(fresh, Rejected):
        where = {"where": (Text(f"{step}手目", f"line {step}"),)}
        return Rejected(tuple(changed(p, values={**p.values, **where}) for p in fresh.problems))
    was = [entry for n, entry in entries.items() if n >= step]
    again, misfits = _all_again(scratch, entries, was[instead:])
    done = [*((each, was[0].line.time) for each in fresh), *again]
    placed = tuple(
        changed(each, line=changed(each.line, n=n, time=when))
        for n, (each, when) in enumerate(done, step)
    )
    changes = dumps([e.line.command for e in placed]) != dumps([e.line.command for e in was])
    drafts, answers = session.drafts(), scratch.drafts().get("0")
    other = answers and answers != drafts.get(str(scoring))
    draft = {"scorings": {**drafts, str(scoring): answers}} if other else None
    gone = was[0] if instead else None
    return Mending(after, gone, placed, len(fresh), tuple(misfits), changes, draft)


#: So many characters of a line that no longer fits are told.
_MOST_TOLD = 40


def _standing_after(session: PlaySession, entry: LogEntry, scoring: int) -> PlaySession:
    """A play in memory that begins where this one stood after a line, with the answers of its scoring."""
    game, play, state = session.game, session.play, entry.state
    assert state is not None
    store = PlayStore.in_memory()
    about: dict[str, Any] = {
        "game": play.game, "digest": game.digest, "players": state.names, "options": play.options,
        "tracked": play.tracked,
        "draft": {"scorings": {"0": answers}} if (answers := session.drafts().get(str(scoring))) else None,
    }  # fmt: skip
    first = entry_of(game, 0, "", {}, Transition(state))
    scratch = PlaySession(store, game, store.begin(about, [first.line]), state)
    scratch._entries = [first]  # noqa: SLF001  # what its lines do is kept: they do not follow from the beginning
    return scratch


def _typed(scratch: PlaySession, line: str) -> list[LogEntry] | Rejected:
    """The lines that come of what was typed, whole; or why they do not."""
    dispatcher = Dispatcher(scratch, asks=False)
    responses, left = dispatcher.responses_to(line)
    if isinstance(responses[-1], NoOpEnd):
        # A word that ended nothing at first is meant where it is given alone.
        again, left = dispatcher.responses_to(line)
        responses += again
    asking = scratch.wizard if isinstance(responses[-1], Answered) else None
    if asking is not None and asking.current is None and not asking.unsure:
        responses += filter(None, scratch.answer("")[1:])  # what has all its answers is scored
    of_game = [each for each in responses if not isinstance(each, MetaCommand)]
    problems = [problem for each in of_game for problem in problems_of(each)]
    done = scratch.log()[1:]
    if left or not done or of_game != responses:
        doubts = asking.problems if asking else ()
        problems = problems or [*doubts, wrong("E591", line)]
    return Rejected(tuple(problems)) if problems else done


def _all_again(
    scratch: PlaySession, entries: Mapping[int, LogEntry], later: Sequence[LogEntry]
) -> tuple[list[tuple[LogEntry, str]], list[Problem]]:
    """The later lines that still fit, each with its time, and why the others do not."""
    done, misfits = list[tuple[LogEntry, str]](), list[Problem]()
    for entry in later:
        reply = _again(scratch, entries.get(entry.line.n - 1), entry)
        if isinstance(reply, Accepted):
            done.append((reply.entry, entry.line.time))
        else:
            n, typed = entry.line.n, entry.line.typed[:_MOST_TOLD]
            told = {"n": n, "typed": typed, "why": reply, "line": entry.line.typed}
            misfits.append(Problem("E593", None, told))
    return done, misfits


def _again(scratch: PlaySession, before: LogEntry | None, entry: LogEntry) -> Accepted | Problem:
    """What comes of a later line, done by whoever did it before; or why it does not fit any more."""
    command, who = dict(entry.line.command), None
    if "do" in command and before is not None and before.state is not None:
        who = command.get("who") or flow.turn_of(before.state)
    turn = flow.turn_of(scratch.state)
    if who is not None and who != turn:
        command["who"] = who
    if "standing" in command:
        return Problem("E592")
    # What was not against the rules before is not to be now.
    sure = any(happening.problem for happening in entry.happenings)
    reply = scratch.carry(entry.line.typed, command, sure=sure)
    if isinstance(reply, Accepted):
        return reply
    problem: Problem = reply.problems[0]  # type: ignore[union-attr]  # nobody else has it, and it asks for nothing
    if problem.code == "E505" and who != turn and turn is not None:
        return wrong("E562", entry.line.typed, player=who, turn=turn)
    return problem


def mend(session: PlaySession, mending: Mending) -> Reply:
    """Have it so. Without the last line, it is taken back."""
    before, was = session.state, session.play
    fresh = mending.entries[: mending.fresh]
    again = len(mending.entries) - len(fresh)
    if not mending.changes:
        return Mended(fresh, mending.gone, 0, (), None, before, before, ())
    if not mending.entries:
        return session.back_to(mending.after.line.n)
    lines = [entry.line for entry in mending.entries]
    elsewhere = session.replace(mending.after.line.id, lines, draft=mending.draft)
    if elsewhere is not None:
        return elsewhere
    due = flow.newly_due(session.game, before, session.state)
    return Mended(
        fresh, mending.gone, again, mending.misfits, was.line.id, before, session.state, due
    )


# --- a player called otherwise -------------------------------------------------------------------

#: From a player's name as it was, or the beginning of one, to the name now; other values stay.
_Called = Callable[[Any], Any]


def rename(session: PlaySession, old: str, new: str) -> Reply:
    """Call a player otherwise, in what was taken back as well; raises what is wrong with the name.

    The lines with the old name are put aside.
    """
    if (elsewhere := session.changed_elsewhere()) is not None:
        return elsewhere
    game, was, before = session.game, session.play, session.state
    if old not in before.names:
        return Rejected((wrong("E420", old, known=list(before.names), near=None),))
    names = tuple(new if name == old else name for name in before.names)
    if new == old:
        return Mended((), None, 0, (), None, before, before, ())
    must_be_tellable([new], game)
    if repeated(names) is not None:
        return Rejected((wrong("E429", new),))

    def called(value: Any) -> Any:
        known = one_called(before.names, value) if isinstance(value, str) else None
        return value if known is None else new if known == old else known

    def line(entry: LogEntry) -> LogLine:
        command, typed = renamed(game, entry.line.command, called), entry.line.typed
        if old in typed and ("do" in command or "set" in command) and entry.state is not None:
            typed = flow.line_of(game, changed(entry.state, names=names), command)
        return changed(entry.line, command=command, typed=typed, state=None, data="")

    entries = replayed(game, changed(was, players=names), map(line, session.entries()))
    misfits = [problem for entry in entries for problem in entry.problems]
    if any("standing" in entry.line.command for entry in entries):
        misfits = [Problem("E592")]
    if misfits:
        return Rejected(tuple(misfits[:1]))
    kept = [with_state(game, entry) for entry in entries]
    if (elsewhere := session.replace(-1, kept, head=was.head)) is not None:
        return elsewhere
    return Mended((), None, 0, (), was.line.id, before, session.state, (), (old, new))


def renamed(game: Game, command: Mapping[str, Any], called: _Called) -> Command:
    """A command with the players called otherwise, wherever it names them."""
    command = {**command}
    for key in ("who", "player"):
        if key in command:
            command[key] = called(command[key])
    spec = flow.flow_of(game)
    if "do" in command and command["do"] in spec.actions:
        command["with"] = _fields(spec.actions[command["do"]].ask, command.get("with", {}), called)
    if "set" in command:
        fields = spec.table if command["player"] is None else spec.player
        field = fields[command["set"]].field
        path = []
        for key in command.get("inside", ()):
            path.append(called(key) if kind_of(field).has_colours else key)
            field = part_of(field, key)
        command |= {"inside": path} if path else {}
        command |= {"to": _value(field, command["to"], called)} if "to" in command else {}
    if "gains" in command:
        command["gains"] = {called(name): many for name, many in command["gains"].items()}
    if "position" in command and game.scoring is not None:
        position = _fields(game.scoring.table, command["position"], called)
        people = position.get("players", ())
        position["players"] = [
            _fields(game.scoring.player, person, called)
            | ({"name": called(person["name"])} if "name" in person else {})
            for person in people
        ]
        command["position"] = position
    return command


def _fields(
    fields: Mapping[str, Field], values: Mapping[str, Any], called: _Called
) -> dict[str, Any]:
    """Values by the names of their fields."""
    return {key: _value(field_called(fields, key), value, called) for key, value in values.items()}


def _value(field: Field | None, value: Any, called: _Called) -> Any:
    if field is None:
        return value
    kind = kind_of(field)
    if kind.names_players:
        return (
            [called(each) for each in value] if isinstance(value, (list, tuple)) else called(value)
        )
    if isinstance(value, Mapping) and kind.has_colours:
        return {called(key): many for key, many in value.items()}
    if isinstance(value, Mapping) and kind.has_parts:
        return _fields(field.fields, value, called)
    if isinstance(value, (list, tuple)) and kind.has_entries:
        return [_fields(field.fields, each, called) for each in value]
    return value
