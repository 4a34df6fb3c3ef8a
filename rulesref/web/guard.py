"""Who may ask what: the door of the server on a Wi-Fi that others share (入口の検査).

Two keys open it, one for the table and one for those who only look. Both are in files of the person who serves, so
that phones are let in again after a restart.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Callable, Mapping
from typing import Literal

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulesref.base.disk import home_folder
from rulesref.base.frozen import frozen
from rulesref.base.messages import N_, say
from rulesref.web.visit import language

Right = Literal["table", "guest"]
#: The most bytes of a body.
MOST_BYTES = 64 * 1024
#: The most streams that are open at a time; a phone has one.
MOST_STREAMS = 100
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
class JoinKeys:
    """The words that let in: to the table, and to look on."""

    table: str
    guest: str

    @classmethod
    def kept(cls, *, new: bool = False) -> JoinKeys:
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
    """In front of every page: hosts, origins, keys and sizes; nothing behind it is asked otherwise.

    What goes wrong behind it is told by ``report``, called where it was caught.
    """

    def __init__(self, app: ASGIApp, keys: JoinKeys, report: Callable[[], None], lang: str) -> None:
        self.app = app
        self.lang = lang
        self.keys = keys
        self.report = report
        self.streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self._refused(Request(scope))
        try:
            if refused is not None:
                await _safely(refused, scope, receive, send)
            elif scope["path"].endswith("/events"):
                await self._stream(scope, receive, send)
            else:
                await _safely(self.app, scope, receive, send)
        except ClientDisconnect:
            return
        except Exception:  # noqa: BLE001 - the one boundary where a bug becomes a report
            self.report()

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
        """What is answered in place of a page, where one is not to be had."""
        # Not what the library makes of it together with the host: that is another one's word.
        path, headers = str(request.scope["path"]), request.headers
        listens = path.endswith("/events")
        if request.method not in ("GET", *(() if listens else ("HEAD", "POST"))):
            return _text(405, "GET and POST only.")
        if not own_host(headers.get("host", "")):
            return self._told(request, 421, N_("Open this page by the address of the machine."))
        if request.method == "POST" and (refused := _refused_form(headers)):
            return refused
        if path.startswith("/join/"):
            return self._joined(request, path.removeprefix("/join/"))
        right = self.keys.right(request.cookies.get(COOKIE, ""))
        if right is None and path != "/alive" and not path.startswith("/static/"):
            return self._told(request, 401, N_("Scan the code on the host's screen to join."))
        if right != "table" and request.method == "POST" and not path.startswith(_LOOKS):
            return self._told(request, 403, N_("Watching only."))
        request.scope["state"] = {**request.scope.get("state", {}), "right": right}
        return None

    def _told(self, request: Request, status: int, sentence: str) -> Response:
        """What people may come to see, in their language."""
        return _text(status, say(language(request, self.lang), sentence))

    def _joined(self, request: Request, key: str) -> Response:
        """The key as a cookie, so that no address that anybody sees has it; then the page that was meant."""
        right = self.keys.right(key)
        if right is None:
            return self._told(request, 401, N_("This code is not valid any more."))
        there = own_path(request.query_params.get("to", "/"))
        response = RedirectResponse(there, status_code=303)
        key = self.keys.table if right == "table" else self.keys.guest
        response.set_cookie(COOKIE, key, max_age=30 * 24 * 3600, httponly=True, samesite="lax")
        return response


#: What those may send who only look: questions and what is kept in the browser.
_LOOKS = ("/settings", "/calc/")
#: A host as a browser sends it; of an address with brackets nothing but its numbers.
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]]+))(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


def own_host(host: str) -> bool:
    """Whether a request names this machine by an address, or by a name that it has itself.

    Any other name may be one that somebody has made lead here, to act for whoever opens it.

    >>> own_host("192.0.2.7:8017"), own_host("[::1]:8017"), own_host("localhost"), own_host("example.com")
    (True, True, True, False)
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    six, name = found.groups()
    try:
        ipaddress.IPv6Address(six) if six else ipaddress.IPv4Address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return bool(name) and name.lower() in ("localhost", own, f"{own.partition('.')[0]}.local")
    return True


def own_path(path: str) -> str:
    r"""A path of ours; of what may lead to another host, or be a way to write one, the first page.

    >>> own_path("/play/1"), own_path("//example.com"), own_path("https://example.com"), own_path("/\\example.com")
    ('/play/1', '/', '/', '/')
    """
    ours = path.startswith("/") and "\\" not in path and "//" not in path and path.isprintable()
    return path if ours else "/"


def _refused_form(headers: Headers) -> Response | None:
    """Why what was sent is not read."""
    if not _same_origin(headers):
        return _text(403, "This was sent by another page.")
    length = headers.get("content-length", "")
    if "transfer-encoding" in headers or not length.isascii() or not length.isdecimal():
        return _text(411, "The length is missing.")
    # A number of many digits is not even read.
    if len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
        return _text(413, "Too long.")
    return None


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
