"""A site of its own for each test, and the phones that ask it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import format_exc
from typing import Any

import pytest
from starlette.types import ASGIApp

from rulesref.library.library import Library
from rulesref.web.app import application
from rulesref.web.guard import COOKIE, JoinKeys
from rulesref.web.hub import Hub
from rulesref.web.markup import link
from rulesref.web.visit import Site
from tests.helpers import home_in, library
from tests.unit.web.caller import Caller

KEYS = JoinKeys("table-key", "guest-key")


@dataclass
class Pages:
    """The pages with the games of the program and the invented one; plays of their own."""

    hub: Hub
    app: ASGIApp
    #: Errors of ours; a test that has made one empties it.
    reports: list[str]

    def phone(self, key: str = KEYS.table, **cookies: str) -> Caller:
        """A phone that joined the table, or by another key."""
        return Caller(self.app, {**({COOKIE: key} if key else {}), "lang": "en", **cookies})

    def begun(self, game: str = "toy", *names: str, **more: Any) -> str:
        """The address of a play that has begun."""
        players = {f"player{n}": name for n, name in enumerate(names or ("葵", "Ben"))}
        answer = self.phone().post(link("new", game), {**players, **more})
        assert answer.status == 303, answer.text
        return answer.headers["location"]

    def rev(self, play: str) -> int:
        """Which state of a play its page shows."""
        page = self.phone().get(play, x_part="standing").text
        return int(page.partition('data-rev="')[2].partition('"')[0])


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pages]:
    """A site of its own."""
    yield from site_of(tmp_path, monkeypatch, library())


def site_of(folder: Path, patch: pytest.MonkeyPatch, games: Library) -> Iterator[Pages]:
    """A site with these games, whose plays are in the folder."""
    patch.setenv("RULESREF_HOME", str(home_in(folder)))
    hub = Hub(games)
    joins = {"table": f"/join/{KEYS.table}", "guest": f"/join/{KEYS.guest}"}
    site = Site(hub, "en", 8017, joins, ("http://192.0.2.7:8017",))
    reports: list[str] = []
    yield Pages(hub, application(site, KEYS, lambda: reports.append(format_exc())), reports)
    hub.close()
    assert not reports, reports
