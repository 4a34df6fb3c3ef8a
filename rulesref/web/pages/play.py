"""A play, as a phone has it: where it stands, what can be done, what was done (進行のページ)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from starlette.responses import Response

from rulesref.base.diagnostics import Problem
from rulesref.base.messages import N_, say
from rulesref.model.expression import plain_value
from rulesref.play import flow
from rulesref.play.dispatcher import (
    Answered,
    Dropped,
    Explained,
    MetaCommand,
    clean_line,
    problems_of,
)
from rulesref.play.flow import ActionForm, LineForm, NoOpEnd, State
from rulesref.play.flow.action_form import WHO
from rulesref.play.mending import Mending, mend, mending
from rulesref.play.replay import with_aside
from rulesref.play.session import (
    SURE,
    Accepted,
    ChangedElsewhere,
    Doubtful,
    HeadMoved,
    Mended,
    PlaySession,
    Rejected,
)
from rulesref.show import play_pages
from rulesref.show.marks import seat_marks
from rulesref.show.play_history import title
from rulesref.show.problems import hint, message
from rulesref.view.sheet import SET, ActionSheet, action_form, as_read, correction_form, sheet
from rulesref.web.markup import link
from rulesref.web.visit import NotHereError, Visit

#: So many of the lines that were replaced are offered.
_ASIDE = 40


def session_of(visit: Visit) -> PlaySession:
    """The play that the address names, as it is now."""
    return visit.site.hub.session(visit.named("play"))


def shown(visit: Visit) -> Response:
    """Where the play stands; with ``?screen=table`` for a screen in the middle of the table."""
    session = session_of(visit)
    return visit.page(
        "table" if visit.asked("screen") == "table" else "play", **_values(visit, session)
    )


def _values(visit: Visit, session: PlaySession) -> dict[str, Any]:
    return {"now": visit.site.hub.standing(session, visit.lang), "seat": seat_of(visit, session)}


def seat_of(visit: Visit, session: PlaySession) -> str | None:
    """Who holds this phone, as far as they have said."""
    kept = unquote(visit.request.cookies.get("seat", ""))
    return kept if kept in session.state.names else None


def take_seat(visit: Visit) -> Response:
    """Keep who holds this phone; it is a convenience, and no right."""
    session = session_of(visit)
    response = visit.go(link("play", session.play.name))
    seat = visit.text("seat")
    path = link("play", session.play.name)
    if seat in session.state.names:
        response.set_cookie("seat", quote(seat), max_age=7 * 24 * 3600, path=path, samesite="lax")
    else:
        response.delete_cookie("seat", path=path)
    return response


# --- recording -----------------------------------------------------------------------------------


def do(visit: Visit) -> Response:
    """A tap on a sheet, or on a button: the sheet as it is then, or what was recorded.

    ``given``: the values so far. ``go``: it is to be recorded; ``tapped``: also where the tap has completed it.
    ``stay``: there is more to say than is asked for.
    """
    return visit.once(lambda: _do(visit))


def _do(visit: Visit) -> Response:
    session, form = session_of(visit), visit.form
    step = visit.whole("step")
    if step is not None:
        return _done_anew(visit, session, step)
    filled = _form(visit, session, session.state)
    now = sheet(filled, visit.lang, every=form.get("stay") is True)
    tapped = form.get("tapped") is True and now.done and not _other(visit, session, now)
    wanted = form.get("go") is True or tapped
    here = session.play.revision
    if wanted and now.complete:
        if form.get("rev") != here:
            return _opened(visit, session, now, status=409, meanwhile=True)
        return _recorded(visit, session, lambda: session.take_form(filled))
    # A sheet that was open while somebody else did something stands on what came of it.
    return _opened(visit, session, now, meanwhile=form.get("rev", here) != here)


def _done_anew(visit: Visit, session: PlaySession, step: int) -> Response:
    """An old line on a sheet, as it was said; what is given anew takes its place."""
    entries = {entry.line.n: entry for entry in session.log()}
    old, before = entries.get(step), entries.get(step - 1)
    if old is None or before is None or before.state is None or "do" not in old.line.command:
        raise NotHereError
    if "given" not in visit.form:
        command = old.line.command
        who = {".".join(map(str, WHO)): command["who"]} if "who" in command else {}
        given = {**who, **plain_value(command.get("with", {}))}
        visit.form = {**visit.form, "action": command["do"], "given": given}
    visit.form = {**visit.form, "stay": True}
    filled = _form(visit, session, before.state)
    now = sheet(filled, visit.lang, every=True)
    if visit.form.get("go") is not True or not now.complete or filled.command is None:
        return _opened(visit, session, now)
    line = flow.line_of(session.game, before.state, filled.command)
    if line.startswith("!"):  # what becomes too little was told on the sheet
        line = SURE[0] + line.lstrip("!")
    visit.form = {**visit.form, "what": "edit", "line": line}
    return _mended(visit)


def _form(visit: Visit, session: PlaySession, state: State) -> LineForm:
    form = visit.form
    given = form.get("given")
    values: Mapping[str, Any] = given if isinstance(given, dict) else {}
    called = visit.text("action")
    if called == SET:
        return correction_form(session.game, state, values)
    action = flow.flow_of(session.game).actions.get(called)
    if action is None:
        raise NotHereError
    seat = seat_of(visit, session)
    return action_form(
        session.game, state, action, values, seat=seat, forced=form.get("forced") is True,
        every=form.get("stay") is True,
    )  # fmt: skip


def _other(visit: Visit, session: PlaySession, now: ActionSheet) -> str | None:
    """Whose it is, where that is not who holds this phone: nothing of others is recorded by one tap."""
    return now.who if seat_of(visit, session) not in (None, now.who) else None


def _opened(
    visit: Visit,
    session: PlaySession,
    now: ActionSheet,
    *,
    status: int = 200,
    meanwhile: bool = False,
    told: str = "",
) -> Response:
    if meanwhile:
        last = session.last()
        told = visit.say(N_("Meanwhile: {what}"), what=title(last, visit.lang) if last else "-")
    seats = standing_seats(session)
    other = _other(visit, session, now)
    html = visit.render("sheet", sheet=now, game=session.game.id, seats=seats, other=other)
    answer = {
        "sheet": html,
        "rev": session.play.revision,
        "given": now.given,
        "told": told,
        "forced": now.forced,
        "action": now.action,
    }
    return visit.json(answer, status)


def standing_seats(session: PlaySession) -> list[tuple[str, tuple[str, str]]]:
    """The players with their colours and marks."""
    names = session.state.names
    return list(zip(names, seat_marks(session.game.about, len(names)), strict=True))


def _recorded(visit: Visit, session: PlaySession, take: Callable[[], Any]) -> Response:
    """What came of something that changes the play; the page as it is then."""
    said = list(told_of(visit, take()))
    return visit.json(_after(visit, session, said))


def _after(visit: Visit, session: PlaySession, told: list[tuple[str, bool]]) -> dict[str, Any]:
    page = visit.render("play", "standing", **_values(visit, session))
    good = all(fine for _, fine in told)
    return {
        "done": good,
        "told": "\n".join(text for text, _ in told),
        "page": page,
        "rev": session.play.revision,
    }


def told_of(visit: Visit, reply: Any, *, typed: bool = False) -> Any:
    """What came of a line in a sentence or two, and whether it was carried out; how else to put it where it was typed."""
    lang = visit.lang
    match reply:
        case Accepted():
            yield title(reply.entry, lang), True
        case HeadMoved():
            said = N_("Taken back: {what}") if reply.back else N_("Done again: {what}")
            for each in reply.entries:
                yield visit.say(said, what=title(each, lang)), True
        case Mended():
            again = N_("Corrected; {many} later lines were carried out again.")
            yield visit.say(again if reply.again else N_("Corrected."), many=reply.again), True
            for problem in reply.misfits:
                yield message(problem, lang), True
        case ChangedElsewhere():
            last = reply.entries[-1] if reply.entries else None
            yield visit.say(N_("Meanwhile: {what}"), what=title(last, lang) if last else "-"), False
        case Rejected() | Doubtful():
            for problem in reply.problems:
                also = _otherwise(problem, lang) if typed else None
                yield " ".join(filter(None, (message(problem, lang), also))), False
        case _:
            for problem in problems_of(reply):
                yield message(problem, lang), False


def _otherwise(problem: Problem, lang: str) -> str | None:
    """How else to put a line on a phone, where no rule is called by its id and “?” is no line."""
    values = problem.values
    if problem.code == "E563":
        return say(lang, N_("OK reads it so: {line}"), line=values["line"])
    if values.get("near"):
        return say(lang, N_("Did you mean “{near}”?"), near=values["near"])
    if "rules" in values:
        return say(lang, N_("With “!” in front it is done anyway."))
    return None if problem.code in ("E501", "E505", "E506") else hint(problem, lang)


def move(visit: Visit) -> Response:
    """Take lines back, or do them again: the last, all behind a step (``to``), or those that were replaced."""
    return visit.once(lambda: _moved(visit))


def _moved(visit: Visit) -> Response:
    session, form = session_of(visit), visit.form
    if form.get("rev") != session.play.revision:
        return _faster(visit, session)
    what, there = form.get("what"), visit.whole("to")
    if what == "redo" and session.play.last == session.play.head:
        return visit.json(_after(visit, session, [(_nothing_again(visit, session), False)]))
    if what == "redo":
        return _recorded(visit, session, session.redo)
    if what == "back" and there is not None:
        return _recorded(visit, session, lambda: session.back_to(there))
    if what == "aside" and there is not None:
        return _recorded(visit, session, lambda: session.bring_back(there))
    return _recorded(visit, session, session.undo)


def _nothing_again(visit: Visit, session: PlaySession) -> str:
    """That nothing can be done again, and where that is which was replaced."""
    told = message(Problem("E531"), visit.lang)
    if session.store.aside(session.play):
        told += "\n" + visit.say(N_("What was replaced stands in “History”."))
    return told


def _faster(visit: Visit, session: PlaySession) -> Response:
    """The page as somebody else has made it, before what was sent to the one before is done."""
    told = visit.say(N_("Somebody else was faster. Look again."))
    return visit.json(_after(visit, session, [(told, False)]), 409)


def line(visit: Visit) -> Response:
    """A line as one would type it in a terminal; where it lacks something, the sheet that asks for it."""
    return visit.once(lambda: _line(visit))


def _line(visit: Visit) -> Response:
    dispatcher = visit.site.hub.dispatcher(visit.named("play"))
    session, told, meant = dispatcher.play_session, list[tuple[str, bool]](), ""
    if visit.form.get("rev") != session.play.revision:
        return _faster(visit, session)
    typed = clean_line(visit.text("line"))

    def respond(reply: Any) -> bool:
        nonlocal meant
        meant = next((str(p.values["line"]) for p in problems_of(reply) if p.code == "E563"), "")
        match reply:
            case MetaCommand() | Explained() | Answered():
                told.append(
                    (visit.say(N_("Not here: use the buttons, or ask it as a question.")), False)
                )
            case NoOpEnd():
                told.append(
                    (play_pages.ignored(reply, session.game, session.state, visit.lang), True)
                )
            case ActionForm() | Dropped():
                pass
            case _:
                told.extend(told_of(visit, reply, typed=True))
        return not problems_of(reply)

    _, left = dispatcher.take_all(dispatcher.lines(typed), respond)
    missing, left = dispatcher.missing, [*left, *dispatcher.rest]
    dispatcher.drop()
    if left:
        told.append((visit.say(N_("Not done: {lines}"), lines=" / ".join(left)), False))
    if missing is not None:
        opened = sheet(as_read(missing[0]), visit.lang)
        return _opened(visit, session, opened, told="\n".join(text for text, _ in told))
    return visit.json({**_after(visit, session, told), "meant": meant})


# --- what was done -------------------------------------------------------------------------------


def history(visit: Visit) -> Response:
    """Every line, each to be gone back to or given anew; and those that were replaced, to have them back."""
    session = session_of(visit)
    store, play = session.store, session.play
    entries, replaced = with_aside(session.game, play, store.lines(play), store.aside(play))
    lines = [
        (each.line.n, title(each, visit.lang), each.line.typed, "do" in each.line.command)
        for each in entries
        if 0 < each.line.n <= play.head
    ]
    aside = [(each.line.n, title(each, visit.lang), each.line.id) for each in replaced]
    return visit.page(
        "history", session=session, lines=lines[::-1], aside=aside[: -_ASIDE - 1 : -1]
    )


def mended(visit: Visit) -> Response:
    """Give an old line anew, leave it out, or put one in before it; told first where later ones would not fit."""
    return visit.once(lambda: _mended(visit))


def _mended(visit: Visit) -> Response:
    session, form = session_of(visit), visit.form
    what, step, typed = form.get("what"), visit.whole("step"), visit.text("line").strip()
    if what not in ("edit", "drop", "insert") or step is None or (what != "drop" and not typed):
        raise NotHereError
    if form.get("rev") != session.play.revision:
        return _faster(visit, session)
    found = mending(session, step, None if what == "drop" else typed, instead=what != "insert")
    if isinstance(found, Mending):
        if found.misfits and form.get("anyway") is not True:
            misfits = [message(problem, visit.lang) for problem in found.misfits]
            return visit.json(
                {
                    "asks": visit.say(N_("These later lines would not fit any more:")),
                    "misfits": misfits,
                }
            )
        found = mend(session, found)
    return visit.json(_after(visit, session, list(told_of(visit, found))))


GET = {"/play/{play}": shown, "/play/{play}/history": history}
POST = {
    "/play/{play}/do": do,
    "/play/{play}/move": move,
    "/play/{play}/line": line,
    "/play/{play}/seat": take_seat,
    "/play/{play}/mend": mended,
}
