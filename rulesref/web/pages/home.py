"""The first page: plays that go on, games, and the codes by which others join; and the beginning of a play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import segno
from starlette.responses import Response

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.base.text import LANGS
from rulesref.fields.typed import players_named
from rulesref.model.flow import TRACKS
from rulesref.model.game import Game
from rulesref.play import flow, start
from rulesref.play.log import Play
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.show.play_history import how_far
from rulesref.web.guard import own_path
from rulesref.web.markup import link
from rulesref.web.visit import Visit

#: So many plays and score sheets stand on the page.
_PLAYS, _SHEETS = 12, 6
_TRACKS = {
    "light": N_("only the course, the points and the reminders"),
    "standard": N_("also what decides the score"),
    "full": N_("every counter"),
}


def first(visit: Visit) -> Response:
    """Plays, games and codes."""
    hub = visit.site.hub
    plays = hub.store.plays()
    games = {game.id: game for game in visit.library.usable}
    mine = "guest" if visit.guest else "table"
    addresses = [f"{address}{visit.site.joins[mine]}" for address in visit.site.addresses]
    return visit.page(
        "home",
        plays=[_listed(visit, play) for play in plays[:_PLAYS]],
        more=len(plays) - _PLAYS,
        sheets=hub.papers.listed()[:_SHEETS],
        games=list(games.values()),
        codes=[(address, picture(address)) for address in addresses],
        watch=None
        if visit.guest
        else picture(f"{visit.site.addresses[0]}{visit.site.joins['guest']}"),
    )


def _listed(visit: Visit, play: Play) -> tuple[str, str, str, tuple[str, ...]]:
    """A play, the name of its game, how far it is, and its players where that does not name them."""
    called = visit.library.called(play.game)
    game = visit.library.game(called) if called else None
    name = game.about.name.of(visit.lang) if game else play.game
    state = how_far(game, play, visit.lang)
    named = all(player in state for player in play.players)
    return play.name, name, state, () if named else tuple(play.players)


@lru_cache
def picture(address: str) -> str:
    """A QR code as the source of an image."""
    return segno.make(address, error="m", micro=False).svg_data_uri(scale=4, border=2, light="#fff")


def beginning(visit: Visit) -> Response:
    """Who plays, and with which options."""
    return _beginning(visit, visit.game(), {}, ())


def _beginning(
    visit: Visit, game: Game, given: Mapping[str, Any], problems: tuple[Problem, ...]
) -> Response:
    if game.flow is None:
        return visit.refuse([Problem("E510")], 404)
    low, high = game.about.players
    return visit.page(
        "beginning", status=400 if problems else 200, game=game, low=low, high=high, given=given,
        options=list(flow.flow_of(game).options.values()), tracks=_TRACKS, problems=problems,
    )  # fmt: skip


def begin(visit: Visit) -> Response:
    """Begin a play, and go there."""
    game, form = visit.game(), visit.form
    names = [
        name for n in range(game.about.players[1]) if (name := visit.text(f"player{n}").strip())
    ]
    try:
        seats = players_named(",".join(names), game.about.players)
        start.must_be_tellable(seats, game)
        options = flow.flow_of(game).options
        chosen = ((key, value) for key in options if (value := visit.text(f"option-{key}")))
        values, problems = start.chosen_options(game, chosen)
        if problems:
            return _beginning(visit, game, form, tuple(problems))
        track = visit.text("track", "standard")
        session, _ = PlaySession.new(
            PlayStore.open(), game, seats, values, track if track in TRACKS else "standard",
            name=visit.text("name").strip() or None,
        )  # fmt: skip
    except ProblemsFound as found:
        return _beginning(visit, game, form, tuple(found.problems))
    return visit.go(link("play", session.play.name))


def settings(visit: Visit) -> Response:
    """Keep the language of this phone, and go back to where it was chosen."""
    response = visit.go(own_path(visit.text("back", "/")))
    lang = visit.form.get("lang")
    if lang in LANGS:
        response.set_cookie("lang", lang, max_age=365 * 24 * 3600, samesite="lax")
    return response


GET = {"/": first, "/new/{game}": beginning}
POST = {"/new/{game}": begin, "/settings": settings}
