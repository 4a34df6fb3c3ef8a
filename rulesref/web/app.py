"""The table of addresses, and what every request has in common (アプリ)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.show.score_page import STYLE
from rulesref.web.guard import Guard, JoinKeys
from rulesref.web.markup import part_of
from rulesref.web.pages import cards, home, outcome, play, questions, reckoner
from rulesref.web.visit import NotHereError, Site, Visit

STATIC = Path(__file__).parent / "static"
#: The most fields of a form.
_MOST_FIELDS = 2_000
#: The most signs of a number.
_MOST_DIGITS = 15

#: What a page is made by: in the thread of the games.
MakeResponse = Callable[[Visit], Response]
GET: Mapping[str, MakeResponse] = {
    **home.GET, **play.GET, **cards.GET, **outcome.GET, **questions.GET, **reckoner.GET
}  # fmt: skip
POST: Mapping[str, MakeResponse] = {**home.POST, **play.POST, **cards.POST, **reckoner.POST}


def application(site: Site, keys: JoinKeys, report: Callable[[], None]) -> ASGIApp:
    """The server behind its guard; ``report`` tells who serves of an error of ours, while it is caught."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        site.hub.close()

    routes = [
        Route("/alive", _alive),
        Route("/static/{name}", _static),
        Route("/play/{name}/events", _events(site, site.hub.size)),
        Route("/paper/{name}/events", _events(site, site.hub.papers.state)),
        *(Route(path, _handler(site, page), methods=["GET"]) for path, page in GET.items()),
        *(Route(path, _handler(site, page), methods=["POST"]) for path, page in POST.items()),
    ]
    handlers = {HTTPException: _nothing_here(site), Exception: _fault(site)}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    # Of an address with a stroke too many no other one is made.
    app.router.redirect_slashes = False
    return Guard(app, keys, report, site.lang)


def _handler(site: Site, page: MakeResponse) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        form: Mapping[str, Any] = {}
        if request.method == "POST":
            raw = await request.body()
            try:
                form = _form(raw, request.headers.get("content-type", ""))
            except ValueError:
                return PlainTextResponse("Not a form.\n", 400)
        visit = Visit(site, request, form)
        response = await site.hub.run(_answered, page, visit)
        if request.method == "POST":
            site.hub.tell()
        return response

    return answer


def _answered(page: MakeResponse, visit: Visit) -> Response:
    try:
        return page(visit)
    except ProblemsFound as found:
        return visit.refuse(found.problems, 404 if visit.request.method == "GET" else 400)
    except NotHereError:
        return visit.refuse([Problem("E640")], 404)
    except Exception:
        # Who knows what it has left of them; on the disk they are whole.
        visit.site.hub.forget()
        raise


def _form(raw: bytes, kind: str) -> Mapping[str, Any]:
    """What was sent: JSON from the script of a page, else the fields of a form; ValueError when it is neither."""
    if kind.partition(";")[0].strip() == "application/json":
        try:
            found = json.loads(
                raw.decode(), parse_constant=_no_number, parse_float=_no_number, parse_int=_whole,
                object_pairs_hook=_once,
            )  # fmt: skip
        except RecursionError:
            raise ValueError from None
        if not isinstance(found, dict):
            raise ValueError
        # Half of a sign can be written there, and nowhere else.
        json.dumps(found, ensure_ascii=False).encode()
        return found
    return _once(
        parse_qsl(
            raw.decode(),
            keep_blank_values=True,
            strict_parsing=bool(raw),
            max_num_fields=_MOST_FIELDS,
            errors="strict",
        )
    )


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Fields of which none comes twice: else two readers would take it for two things."""
    found = dict(fields)
    if len(found) < len(fields):
        raise ValueError
    return found


def _whole(digits: str) -> int:
    """A number that is not longer than any at a table."""
    if len(digits) > _MOST_DIGITS:
        raise ValueError
    return int(digits)


def _no_number(_: str) -> None:
    """No field has fractions, nor what is no number."""
    raise ValueError


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _static(request: Request) -> Response:
    found = _files().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    kind, content, tag = found
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag, "cache-control": "no-cache"})
    return Response(content, media_type=kind, headers={"etag": tag, "cache-control": "no-cache"})


def _files() -> Mapping[str, tuple[str, bytes, str]]:
    """Every file of ours that a page may have, by its name: kind, content, and a word that changes with it."""
    from hashlib import sha256

    if not _FILES:
        for file in (*STATIC.iterdir(), STYLE):
            content = file.read_bytes()
            kind = guess_type(file.name)[0] or "application/octet-stream"
            _FILES[file.name] = (kind, content, f'"{sha256(content).hexdigest()[:16]}"')
    return _FILES


_FILES: dict[str, tuple[str, bytes, str]] = {}


def _events(site: Site, state: Callable[[str], str]) -> Callable[[Request], Awaitable[Response]]:
    """A stream that says when a play or a score sheet is another: its revision, nothing else."""

    async def stream(request: Request) -> Response:
        name = part_of(request.path_params["name"])

        async def lines() -> AsyncIterator[str]:
            yield "retry: 1000\n\n"
            async for revision in site.hub.revisions(lambda: state(name)):
                yield f"data: {revision}\n\n" if revision else ":\n\n"

        return StreamingResponse(
            lines(), media_type="text/event-stream", headers={"cache-control": "no-store"}
        )

    return stream


def _fault(site: Site) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A page for what is an error of ours; who serves is told more."""

    async def answer(request: Request, _: Exception) -> Response:
        return Visit(site, request, {}).refuse([Problem("E642")], 500)

    return answer


def _nothing_here(site: Site) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code != 404:  # noqa: PLR2004
            return PlainTextResponse(f"{error.detail}\n", error.status_code)
        return Visit(site, request, {}).refuse([Problem("E640")], 404)

    return answer
