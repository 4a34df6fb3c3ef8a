"""The server: the address, the code to scan, and pages until it is ended (サーバー)."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar
from urllib.parse import quote

import h11
import segno
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rulesref.library.library import Library
from rulesref.web.addresses import addresses, is_alone, url
from rulesref.web.app import application
from rulesref.web.guard import JoinKeys
from rulesref.web.hub import Hub
from rulesref.web.visit import Site

#: The most connections, and of one address; a browser has six.
_MOST, _MOST_OF_ONE = 200, 48
#: Seconds that a request may take to come.
_LATE = 10


class _Running(uvicorn.Server):
    """The server of the library; who waits for news hangs up when it ends, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.hub = hub
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Not before Ctrl-C is waited for: it may come at once.
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end()
        await super().shutdown(sockets)


class _Prompt(H11Protocol):
    """A connection whose request has to come within a time, and of which nobody has many: else a few keep all places."""

    late: asyncio.TimerHandle | None = None
    held: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.whose = self.client[0] if self.client else ""
        self.held[self.whose] += 1
        if self.held[self.whose] > _MOST_OF_ONE:
            transport.abort()
        self._expect(more=True)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.held[self.whose] -= 1
        self._expect(more=False)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect(
            more=self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        )

    def _expect(self, *, more: bool) -> None:
        """Hang up if what has begun does not come to its end in time."""
        if not more and self.late is not None:
            self.late.cancel()
            self.late = None
        elif more and self.late is None:
            self.late = self.loop.call_later(_LATE, self.transport.abort)


class Server:
    """One run of the server on a port that is already ours."""

    def __init__(
        self,
        library: Library,
        lang: str,
        *,
        host: str,
        port: int,
        there: str = "/",
        new_keys: bool = False,
        report: Callable[[], None],
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs have the same port
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self.socket.bind((host, port))
        except OSError:
            self.socket.close()
            raise
        self.port: int = self.socket.getsockname()[1]
        keys = JoinKeys.kept(new=new_keys)
        every = host in ("0.0.0.0", "::")  # noqa: S104 - what the person chose
        found = addresses() if every else [host]
        to = "" if there == "/" else f"?to={quote(there)}"
        self.links = tuple(url(each, self.port) for each in found)
        self.alone = is_alone(found[0])
        joins = {"table": f"/join/{keys.table}{to}", "guest": f"/join/{keys.guest}{to}"}
        #: What phones open.
        self.join = f"{self.links[0]}{joins['table']}"
        self.hub = Hub(library)
        site = Site(self.hub, lang, self.port, joins, self.links)
        self.app = application(site, keys, report)

    def code(self) -> str:
        """The code of the address, as a terminal draws it."""
        from io import StringIO

        drawn = StringIO()
        segno.make(self.join, error="l", micro=False).terminal(drawn, compact=True, border=2)
        return drawn.getvalue()

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C; ``ready`` is called when it does."""
        config = uvicorn.Config(
            self.app, log_level="error", access_log=False, server_header=False, date_header=False,
            timeout_graceful_shutdown=1, limit_concurrency=_MOST, loop="asyncio", lifespan="on",
            ws="none", http=_Prompt, timeout_keep_alive=30,
        )  # fmt: skip
        self.socket.listen(100)
        with suppress(KeyboardInterrupt):
            _Running(config, self.hub, ready).run(sockets=[self.socket])
