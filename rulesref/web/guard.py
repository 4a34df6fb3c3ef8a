"""Who may ask what: the door of the server on a Wi-Fi that others share (入口の検査).

Two keys open it, one for the table and one for those who only look. Both are in files of the person who serves, so
that phones are let in again after a restart.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import socket
from collections.abc import Mapping
from typing import Literal

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulesref.base.disk import home_folder
from rulesref.base.frozen import frozen

Right = Literal["table", "guest"]
#: The most bytes of a body.
MOST_BYTES = 64 * 1024
#: The most streams that are open at a time; a phone has one.
MOST_STREAMS = 60
#: Bytes of a key: nobody guesses 72 bits over a network.
_KEY_BYTES = 9
COOKIE = "rulesref"
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    # A form posted from a page without a referrer has no origin by which it could be told.
    "referrer-policy": "same-origin",
}


@frozen
class Keys:
    """The words that let in: to the table, and to look on."""

    table: str
    guest: str

    @classmethod
    def kept(cls, *, new: bool = False) -> Keys:
        """Those of the person; made at first, or anew."""
        folder = home_folder()
        file = f"{folder}/serve.key"
        if not new:
            try:
                with open(file, encoding="ascii") as stream:  # noqa: PTH123
                    table, guest = stream.read(200).split()
                return cls(table, guest)
            except (OSError, ValueError):
                pass
        keys = cls(secrets.token_urlsafe(_KEY_BYTES), secrets.token_urlsafe(_KEY_BYTES))
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        # Nobody else on this machine may read it, from its first byte on.
        made = os.open(f"{file}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as stream:
            stream.write(f"{keys.table}\n{keys.guest}\n")
        os.replace(f"{file}.new", file)  # noqa: PTH105
        return keys

    def right(self, key: str) -> Right | None:
        """What a key gives a right to; compared in the same time whatever it is."""
        given = key.encode("utf-8", "replace")
        table, guest = (
            hmac.compare_digest(given, own.encode()) for own in (self.table, self.guest)
        )
        return "table" if table else "guest" if guest else None


class Guard:
    """In front of every page: hosts, origins, keys and sizes; nothing behind it is asked otherwise."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self.app = app
        self.keys = keys
        self.streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        refused = self._refused(request)
        if refused is not None:
            await _safely(refused, scope, receive, send)
            return
        if request.url.path.startswith("/join/"):
            await _safely(self._joined(request), scope, receive, send)
            return
        right = self.keys.right(request.cookies.get(COOKIE, ""))
        if right is None and not request.url.path.startswith(_OPEN):
            await _safely(
                _text(401, "Scan the code on the host's screen to join."), scope, receive, send
            )
            return
        if (
            right != "table"
            and request.method == "POST"
            and not request.url.path.startswith(_LOOKS)
        ):
            await _safely(_text(403, "Watching only."), scope, receive, send)
            return
        scope["state"] = {**scope.get("state", {}), "right": right}
        if request.url.path.endswith("/events"):
            await self._stream(scope, receive, send)
        else:
            await _safely(self.app, scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.streams >= MOST_STREAMS:
            await _safely(_text(503, "Too many pages are open."), scope, receive, send)
            return
        self.streams += 1
        try:
            await _safely(self.app, scope, receive, send)
        finally:
            self.streams -= 1

    def _refused(self, request: Request) -> Response | None:
        """Why a request is not looked at."""
        headers = request.headers
        if request.method not in ("GET", "HEAD", "POST"):
            return _text(405, "GET and POST only.")
        if not own_host(headers.get("host", "")):
            return _text(421, "Open this page by the address of the machine.")
        if request.method == "POST":
            if not _same_origin(headers):
                return _text(403, "This was sent by another page.")
            length = headers.get("content-length", "")
            if "transfer-encoding" in headers or not length.isascii() or not length.isdecimal():
                return _text(411, "The length is missing.")
            if int(length) > MOST_BYTES:
                return _text(413, "Too long.")
        return None

    def _joined(self, request: Request) -> Response:
        """The key as a cookie, so that no address that anybody sees has it; then the page that was meant."""
        right = self.keys.right(request.url.path.removeprefix("/join/"))
        if right is None:
            return _text(401, "This code is not valid any more.")
        there = request.query_params.get("to", "/")
        # Only a path of ours: neither another host nor a way to write one.
        safe = there.startswith("/") and not there.startswith(("//", "/\\")) and there.isprintable()
        response = RedirectResponse(there if safe else "/", status_code=303)
        key = self.keys.table if right == "table" else self.keys.guest
        response.set_cookie(COOKIE, key, max_age=30 * 24 * 3600, httponly=True, samesite="lax")
        return response


#: What anybody may fetch, and what those may send who only look: questions and what is kept in the browser.
_OPEN = ("/static/", "/alive")
_LOOKS = ("/settings", "/calc/")


def own_host(host: str) -> bool:
    """Whether a request names this machine by an address, or by a name that it has itself.

    Any other name may be one that somebody has made lead here, to act for whoever opens it.

    >>> own_host("192.0.2.7:8017"), own_host("[::1]:8017"), own_host("localhost"), own_host("example.com")
    (True, True, True, False)
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and ":" in host else host
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        own = socket.gethostname().lower()
        return name.lower() in ("localhost", own, f"{own.partition('.')[0]}.local")
    return True


def _same_origin(headers: Headers) -> bool:
    """Whether a page of ours sent it."""
    site = headers.get("sec-fetch-site")
    return headers.get("origin") == f"http://{headers.get('host')}" and site in (
        None,
        "same-origin",
    )


def _text(status: int, text: str) -> Response:
    return PlainTextResponse(text + "\n", status)


async def _safely(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the headers that every page has."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message.get("headers", ())}
            more = (
                dict(_HEADERS)
                if b"cache-control" in there
                else {**_HEADERS, "cache-control": "no-store"}
            )
            message["headers"] = [*message.get("headers", ()), *_raw(more)]
        await send(message)

    await app(scope, receive, with_headers)


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
