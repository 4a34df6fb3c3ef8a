"""What came of a play: who has won and why, the course of the points, and all of it as one file (結果のページ)."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from rulesref.show import play_files
from rulesref.web.markup import link
from rulesref.web.pages.play import session_of
from rulesref.web.visit import Visit


def result(visit: Visit) -> Response:
    """The last scoring of a play, or how it stands before there was one; with ``?save`` as a file."""
    session = session_of(visit)
    play, entries, game = session.play, session.log(), session.game
    if "save" in visit.request.query_params:
        return saved(play_files.page(play, entries, game, visit.lang), play.name)
    html = play_files.play_html(play, entries, game, visit.lang, visit.cite)
    inside = Markup(html)  # noqa: S704 - escaped where it is made
    return visit.page(
        "result", inside=inside, title=play.name, save="?save", back=link("play", play.name)
    )


def saved(text: str, name: str) -> Response:
    """A file to keep."""
    kept = f"attachment; filename*=UTF-8''{quote(name, safe='')}.html"
    return HTMLResponse(text, headers={"content-disposition": kept})


GET = {"/play/{play}/result": result}
