"""A browser, a server with a home of its own, and phones that join it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.helpers import home_in
from tests.web.serving import Serving, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: What keeps the browser from doing anything of its own.
ALONE = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
#: Milliseconds after which something does not come any more; how long it takes is no matter of these tests.
PATIENT = 60_000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of the system; without one, or without what drives it, its tests are skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="without playwright: pip install -e '.[test-web]'")  # fmt: skip
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no chromium here")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ALONE)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server for the tests of a module, which says nothing of errors."""
    with served(home_in(tmp_path_factory.mktemp("serving"))) as run:
        yield run


@pytest.fixture
def home(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the server, also for what a test does beside it."""
    monkeypatch.setenv("RULESREF_HOME", str(serving.home))
    return serving.home


Join = Callable[..., "Page"]


def at(page: Page, path: str) -> str:
    """The address of another page of the same server."""
    there = urlsplit(page.url)
    return f"{there.scheme}://{there.netloc}{path}"


@pytest.fixture
def join(chromium: Browser, serving: Serving) -> Iterator[Join]:
    """A phone that has joined; what its console says of errors fails the test."""
    said: list[str] = []
    contexts: list[BrowserContext] = []

    def join(path: str = "/", *, key: str = "", lang: str = "en", width: int = 390, **more: Any) -> Page:  # fmt: skip
        context = chromium.new_context(
            viewport={"width": width, "height": 844}, locale=lang, has_touch=True, **more
        )
        contexts.append(context)
        context.set_default_timeout(PATIENT)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" and not EXPECTED & set(message.text.split()) else None)  # fmt: skip
        page.goto(f"{serving.url}/join/{key or serving.key}?to={path}")
        return page

    yield join
    for context in contexts:
        context.close()
    assert said == []


#: What the browser itself notes of answers and connections that tests bring about.
EXPECTED = {"409", "404", "401", "400", "net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION_REFUSED", "net::ERR_INCOMPLETE_CHUNKED_ENCODING", "net::ERR_CONNECTION_RESET", "net::ERR_EMPTY_RESPONSE"}  # fmt: skip
