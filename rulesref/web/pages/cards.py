"""A score sheet that phones fill together: the scoring that is due in a play, or one without a play (得点用紙のページ)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import frozen_kw, remade
from rulesref.base.messages import N_
from rulesref.fields.typed import seated
from rulesref.model.game import Game
from rulesref.play.session import Accepted, PlaySession
from rulesref.scoring.score import Score, event_wanted
from rulesref.show.marks import seat_marks
from rulesref.show.problems import message
from rulesref.show.score_page import score_file, score_html
from rulesref.view.score_cards import put, score_sheet
from rulesref.web.markup import link
from rulesref.web.pages.outcome import saved
from rulesref.web.pages.play import seat_of, session_of, told_of
from rulesref.web.visit import NotHereError, Visit
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


# --- without a play ------------------------------------------------------------------------------


def beginning(visit: Visit) -> Response:
    """Which scoring, and who plays."""
    return _beginning(visit, visit.game(), {}, ())


def _beginning(
    visit: Visit, game: Game, given: Mapping[str, Any], problems: Sequence[Problem]
) -> Response:
    if game.scoring is None:
        return visit.refuse([Problem("E421", None, {"game": game.id})], 404)
    chosen = event_wanted(game, given.get("event") or visit.request.path_params.get("event"))
    low, high = game.about.players
    return visit.page(
        "paper", status=400 if problems else 200, game=game, low=low, high=high, given=given,
        chosen=chosen.id, events=list(game.scoring.events.values()), problems=problems,
    )  # fmt: skip


def begin(visit: Visit) -> Response:
    """Begin a sheet, and go there."""
    game, form = visit.game(), visit.form
    given = (visit.text(f"player{n}").strip() for n in range(game.about.players[1]))
    try:
        event = event_wanted(game, visit.text("event"))
        names = seated([name for name in given if name], game.about.players)
        name = visit.site.hub.papers.begun(game, event.id, names)
    except ProblemsFound as found:
        return _beginning(visit, game, {**form, "event": ""}, found.problems)
    return visit.go(link("paper", name))


def _of_paper(visit: Visit) -> SharedForm:
    name = visit.named("paper")
    papers = visit.site.hub.papers
    form = papers.form(name)
    if form is None:
        raise NotHereError
    page = link("paper", name)
    return SharedForm(
        form=form, page=page, base=page, revision=int(papers.state(name)), name=name,
        seat=None, play=None,
    )  # fmt: skip


def paper(visit: Visit) -> Response:
    """A sheet that phones fill in together."""
    return visit.page("score", **_values(_of_paper(visit), visit.lang))


def score_paper(visit: Visit) -> Response:
    """Keep values of a sheet; ``go``: see what it comes to."""
    return visit.once(lambda: _score_paper(visit))


def _score_paper(visit: Visit) -> Response:
    before = _of_paper(visit)
    form = filled(before.form, visit.form)
    if form is not before.form:
        visit.site.hub.papers.keep(before.name, form)
    shared = _of_paper(visit)
    if visit.form.get("go") is not True:
        return _cards(visit, shared)
    if visit.form.get("rev") != before.revision:
        return _cards(visit, shared, visit.say(N_("Somebody else was faster. Look again.")), 409)
    anyway = visit.form.get("anyway") is True
    score, problems = _paper_score(form, anyway=anyway)
    if score is None:
        return _cards(visit, shared, "\n".join(message(each, visit.lang) for each in problems), 409)
    there = link("paper", shared.name, "result")
    return visit.json({"there": f"{there}?anyway" if anyway else there})


def put_away(visit: Visit) -> Response:
    """Have a sheet no more."""
    visit.site.hub.papers.put_away(_of_paper(visit).name)
    return visit.go("/")


def _paper_score(form: PositionForm, *, anyway: bool) -> tuple[Score | None, Sequence[Problem]]:
    if form.missing:
        return None, form.read().problems
    return remade(form, anyway=anyway).so_far()


def paper_result(visit: Visit) -> Response:
    """What a sheet comes to; with ``?save`` as a file. While something is missing, the sheet."""
    shared, asked = _of_paper(visit), visit.request.query_params
    score, _ = _paper_score(shared.form, anyway="anyway" in asked)
    if score is None:
        return visit.go(shared.page)
    if "save" in asked:
        return saved(score_file(score, visit.lang), score.game.about.name.of(visit.lang))
    inside = Markup(score_html(score, visit.lang, cite=visit.cite))  # noqa: S704 - escaped where it is made
    save = "?anyway&save" if "anyway" in asked else "?save"
    title = score.event.name.of(visit.lang)
    return visit.page("result", inside=inside, title=title, save=save, back=shared.page)


GET = {
    "/play/{play}/score": in_play,
    "/score/{game}": beginning,
    "/score/{game}/{event}": beginning,
    "/paper/{paper}": paper,
    "/paper/{paper}/result": paper_result,
}
POST = {
    "/play/{play}/score": score_play,
    "/score/{game}": begin,
    "/score/{game}/{event}": begin,
    "/paper/{paper}": score_paper,
    "/paper/{paper}/away": put_away,
}
