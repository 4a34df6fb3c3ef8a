"""A score sheet that phones fill together: the scoring that is due in a play (得点用紙のページ)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from rulesref.base.frozen import frozen_kw, remade
from rulesref.base.messages import N_
from rulesref.play.session import Accepted, PlaySession
from rulesref.show.marks import seat_marks
from rulesref.view.score_cards import put, score_sheet
from rulesref.web.pages.play import seat_of, session_of, told_of
from rulesref.web.visit import Visit, link
from rulesref.wizard.position_form import PositionForm


@frozen_kw
class SharedForm:
    """A form that several phones fill: where its page and its news are, and which state of it this is."""

    form: PositionForm
    page: str
    base: str
    revision: int
    name: str
    seat: str | None
    play: str | None


def in_play(visit: Visit) -> Response:
    """The scoring that is due; where none is, what came of the last one."""
    session = session_of(visit)
    shared = _of_play(visit, session)
    if shared is None:
        return _over(visit, link("play", session.play.name, "result"))
    return visit.page("score", **_values(shared, visit.lang))


def _of_play(visit: Visit, session: PlaySession) -> SharedForm | None:
    form, base = session.scoring_form, link("play", session.play.name)
    if form is None:
        return None
    return SharedForm(
        form=form, page=f"{base}/score", base=base, revision=session.play.revision,
        name=session.play.name, seat=seat_of(visit, session), play=session.play.name,
    )  # fmt: skip


def _over(visit: Visit, there: str) -> Response:
    """Nothing is asked any more: elsewhere, also for the script of a page that asks for its cards."""
    if "x-part" in visit.request.headers:
        return visit.page("score", shared=None, there=there)
    return visit.go(there)


def _values(shared: SharedForm, lang: str) -> dict[str, Any]:
    form = shared.form
    seats = list(zip(form.names, seat_marks(form.game.about, len(form.names)), strict=True))
    given = {each.key: each.raw for each in form.fields if each.given}
    return {
        "shared": shared,
        "sheet": score_sheet(form, lang),
        "given": given,
        "seats": seats,
        "game": form.game.id,
    }


def filled(form: PositionForm, sent: Mapping[str, Any]) -> PositionForm:
    """The form with what a page has sent; what there is no field for any more is left out."""
    given, clear = sent.get("given"), sent.get("clear")
    for key, value in (given if isinstance(given, dict) else {}).items():
        form = put(form, key, value, clears=False) or form
    for key in clear if isinstance(clear, list) else ():
        form = put(form, str(key), None, clears=True) or form
    return form


def score_play(visit: Visit) -> Response:
    """Keep values (``given``, ``clear``) as answers to the scoring that is due; ``go``: score with all of them."""
    return visit.once(lambda: _score_play(visit))


def _score_play(visit: Visit) -> Response:
    session = session_of(visit)
    shared = _of_play(visit, session)
    if shared is None:
        return visit.json({"there": link("play", session.play.name, "result")})
    seen = shared.revision
    form = filled(shared.form, visit.form)
    if form is not shared.form and session.keep_form(form) is not None:
        # Somebody was faster by a hair: once more on what stands there now.
        now = session.scoring_form
        if now is not None:
            session.keep_form(filled(now, visit.form))
    shared = _of_play(visit, session)
    if shared is None:
        return visit.json({"there": link("play", session.play.name, "result")})
    if visit.form.get("go") is not True:
        return _cards(visit, shared)
    if visit.form.get("rev") != seen:
        return _cards(visit, shared, visit.say(N_("Somebody else was faster. Look again.")), 409)
    anyway = visit.form.get("anyway") is True
    reply = session.take_form(remade(shared.form, anyway=True) if anyway else shared.form)
    if isinstance(reply, Accepted):
        return visit.json({"there": link("play", session.play.name, "result")})
    return _cards(visit, shared, "\n".join(text for text, _ in told_of(visit, reply)), 409)


def _cards(visit: Visit, shared: SharedForm, told: str = "", status: int = 200) -> Response:
    html = visit.render("score", "cards", **_values(shared, visit.lang))
    return visit.json({"cards": html, "rev": shared.revision, "told": told}, status)


GET = {"/play/{play}/score": in_play}
POST = {"/play/{play}/score": score_play}
