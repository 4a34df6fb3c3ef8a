"""Earlier lines of a play given anew, left out or put in, and those after them carried out again (過去の行の訂正)."""

from __future__ import annotations

from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Text
from rulesref.play import flow
from rulesref.play.dispatcher import (
    Answered,
    Dispatcher,
    MetaCommand,
    Response,
    clean_line,
    problems_of,
)
from rulesref.play.flow import NoOpEnd, Transition
from rulesref.play.log import dumps
from rulesref.play.replay import LogEntry, entry_of
from rulesref.play.session import Accepted, Mended, PlaySession, Rejected, Reply
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
    done, misfits = [(each, was[0].line.time) for each in fresh], list[Problem]()
    for entry in was[instead:]:
        reply = _again(scratch, entries.get(entry.line.n - 1), entry)
        if isinstance(reply, Accepted):
            done.append((reply.entry, entry.line.time))
        else:
            n, typed = entry.line.n, entry.line.typed[:_SHORT]
            told = {"n": n, "typed": typed, "why": reply, "line": entry.line.typed}
            misfits.append(Problem("E593", None, told))
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
_SHORT = 40


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
    dispatcher, responses, left = Dispatcher(scratch, asks=False), list[Response](), list[str]()

    def respond(response: Response) -> bool:
        responses.append(response)
        return not problems_of(response)

    # A word that ended nothing at first is meant where it is given alone.
    for _ in range(2):
        _, left = dispatcher.take_all(dispatcher.lines(clean_line(line)), respond)
        if not isinstance(responses[-1], NoOpEnd):
            break
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
