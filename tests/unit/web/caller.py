"""Asks the pages as a browser would, without a server: one request after another, cookies kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlencode

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message

HOST = "192.0.2.7:8017"


@dataclass
class Heard:
    """What came back, as far as it has come."""

    status: int = 0
    headers: Headers = field(default_factory=Headers)
    body: bytes = b""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)


class Caller:
    """A phone: ``right`` is what it has joined for, "" for one that has not."""

    def __init__(self, app: ASGIApp, cookies: Mapping[str, str] | None = None) -> None:
        self.app = app
        self.cookies = dict(cookies or {})

    def get(self, path: str, **headers: str) -> Heard:
        """A page; ``accept_language="ja"`` is a header."""
        return asyncio.run(self.ask("GET", path, headers=headers))

    def post(self, path: str, data: Any = None, **headers: str) -> Heard:
        """A form, or JSON where ``data`` is not of texts alone, sent from a page of ours."""
        return asyncio.run(self.ask("POST", path, *sent(data), headers=headers))

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", *,
        headers: Mapping[str, str | None] | None = None,
    ) -> Heard:  # fmt: skip
        """Any request; of ``headers`` None leaves one out that a browser sends."""
        async with self.asking(method, path, body, kind, headers=headers) as (
            heard,
            done,
        ):
            await done
        for cookie in heard.headers.getlist("set-cookie"):
            self.cookies |= {key: found.value for key, found in SimpleCookie(cookie).items()}
        return heard

    @asynccontextmanager
    async def asking(
        self, method: str, path: str, body: bytes = b"", kind: str = "", *,
        headers: Mapping[str, str | None] | None = None,
    ) -> AsyncIterator[tuple[Heard, asyncio.Future[None]]]:  # fmt: skip
        """A request that is listened to until the block is left, and then hung up."""
        path, _, query = path.partition("?")
        sent_headers: dict[str, str | None] = {"host": HOST}
        if self.cookies:
            sent_headers["cookie"] = "; ".join(
                f"{key}={value}" for key, value in self.cookies.items()
            )
        if method == "POST":
            sent_headers |= {
                "origin": f"http://{HOST}",
                "content-length": str(len(body)),
                "content-type": kind,
            }
        sent_headers |= {key.replace("_", "-"): value for key, value in (headers or {}).items()}
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "root_path": "",
            "path": unquote(path, errors="replace"), "raw_path": path.encode(), "query_string": query.encode(),
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in sent_headers.items() if v is not None],
            "client": ("192.0.2.9", 50_000), "server": ("192.0.2.7", 8017),
        }  # fmt: skip
        heard, gone, given = Heard(), asyncio.Event(), [body]

        async def receive() -> Message:
            if given:
                return {"type": "http.request", "body": given.pop()}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                heard.status, heard.headers = message["status"], Headers(raw=message["headers"])
            else:
                heard.body += message.get("body", b"")

        task = asyncio.ensure_future(self.app(scope, receive, send))
        try:
            yield heard, task
        finally:
            gone.set()
            await asyncio.wait_for(task, 10)


def sent(data: Any) -> tuple[bytes, str]:
    """The body and the kind of what a form of texts, or the script of a page, sends."""
    if data is None or (isinstance(data, dict) and all(isinstance(v, str) for v in data.values())):
        return urlencode(data or {}).encode(), "application/x-www-form-urlencoded"
    return json.dumps(data).encode(), "application/json"
