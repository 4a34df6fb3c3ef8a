"""The server: the address, the code to scan, and pages until it is ended (サーバー)."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable

import segno
import uvicorn

from rulesref.library.library import Library
from rulesref.web.addresses import addresses, url
from rulesref.web.app import application
from rulesref.web.guard import Keys
from rulesref.web.hub import Hub
from rulesref.web.visit import Site


class Server:
    """One run of the server on a port that is already ours; ``told`` is called with the address to open and its code."""

    def __init__(
        self,
        library: Library,
        lang: str,
        *,
        host: str,
        port: int,
        there: str = "/",
        new_keys: bool = False,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs have the same port
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind((host, port))
        self.port: int = self.socket.getsockname()[1]
        keys = Keys.kept(new=new_keys)
        every = host in ("0.0.0.0", "::")  # noqa: S104 - what the person chose
        found = addresses() if every else [host]
        to = "" if there == "/" else f"?to={there}"
        self.links = tuple(url(each, self.port) for each in found)
        joins = {"table": f"/join/{keys.table}{to}", "guest": f"/join/{keys.guest}{to}"}
        #: What phones open.
        self.join = f"{self.links[0]}{joins['table']}"
        site = Site(Hub(library), lang, self.port, joins, self.links)
        self.app = application(site, keys)

    def code(self) -> str:
        """The code of the address, as a terminal draws it."""
        from io import StringIO

        drawn = StringIO()
        segno.make(self.join, error="l", micro=False).terminal(drawn, compact=True, border=2)
        return drawn.getvalue()

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C."""
        config = uvicorn.Config(
            self.app, log_level="error", access_log=False, server_header=False, date_header=False,
            timeout_graceful_shutdown=1, limit_concurrency=100, loop="asyncio", lifespan="on",
            ws="none", timeout_keep_alive=30,
        )  # fmt: skip
        server = uvicorn.Server(config)
        self.socket.listen(100)
        ready()
        server.run(sockets=[self.socket])
