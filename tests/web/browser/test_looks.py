"""How pages look: no sideways scroll on a small phone and with large letters, labels and contrast in light and dark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.web.browser.conftest import at
from tests.web.test_taps import GAMES, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import Join
    from tests.web.serving import Serving

pytestmark = [pytest.mark.slow, pytest.mark.browser]
#: A play of each game, as far as so many rows of its file go.
AMIDST = {"caylus": "3-full", "mexica": "2-full", "praga": "1-full", "tigris": "3-full-whole", "toy": "2-full", "tzolkin": "2-full"}  # fmt: skip
ROWS = 30
#: Pages that need no play.
PLAIN = (
    "/", "/new/toy", "/ask?q=hat&game=toy", "/ask?q=%E6%A9%8B%E3%81%AE%E8%B2%BB%E7%94%A8&game=mexica", "/rules/mexica",
    "/disputes/tigris", "/rule/toy/plot-flowers", "/calc/toy/show", "/score/toy", "/nothing",
)  # fmt: skip
#: Twice the letters that a phone shows where nobody has chosen others.
TWICE = "document.documentElement.style.fontSize = '34px'"


@pytest.fixture(scope="module")
def pages(serving: Serving) -> list[str]:
    """Every kind of page, and a play in its midst of each game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULESREF_HOME", str(serving.home))
        plays = [_play(game, stem, ROWS) for game, stem in AMIDST.items()]
        due, over = _play("toy", "2-light", 13), _play("tigris", "4-hidden-light", None)
    more = (f"{plays[0]}?screen=table", f"{plays[0]}/history", f"{due}/score", over, f"{over}/result")  # fmt: skip
    return [*PLAIN, *plays, *more]


def _play(game: str, stem: str, rows: int | None) -> str:
    """The address of a play that is a known one, up to a row of its file."""
    typed = played(GAMES / game / "plays" / f"{stem}.txt", rows)
    begins, *entries = typed.log()
    assert begins.state is not None
    store, names = PlayStore.open(), typed.state.names
    play, _ = PlaySession.new(store, typed.game, names, typed.state.options, begins.state.tracked)
    for entry in entries:
        play.carry(entry.line.typed, dict(entry.line.command))
    return f"/play/{play.play.name}"


def opens_a_sheet(page: Page) -> bool:
    """Open the first sheet that the page of a play offers; whether there is one."""
    opener = page.locator("#standing :is([data-act][aria-haspopup], [data-set]):visible")
    if not opener.count():
        return False
    opener.first.click()
    page.locator("#sheet[open] form").wait_for()
    return True


# --- its size ------------------------------------------------------------------------------------


def too_wide(page: Page) -> list[str]:
    """What stands out at the side, where the page scrolls to it."""
    found: list[str] = page.evaluate(
        """() => {
          const wide = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= wide) return [];
          const around = function* (each) { for (let a = each.parentElement; a; a = a.parentElement) yield a; };
          const out = [...document.querySelectorAll("body *")].filter(each => each.getBoundingClientRect().right > wide + 1
            && ![...around(each)].some(a => ["auto", "scroll", "hidden"].includes(getComputedStyle(a).overflowX)));
          return out.length ? out.slice(-3).map(each => each.outerHTML.slice(0, 120)) : ["?"];
        }"""
    )
    return found


def too_small(page: Page) -> list[str]:
    """What of an open sheet, and of the bar below the page, a thumb may miss."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#sheet button, .bar > *")].filter(each => each.offsetParent)
          .map(each => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
          .filter(([, box]) => box.height < 47.5 || box.width < 40).map(([text]) => text)"""
    )
    return found


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("ja", "dark")])
def test_nothing_scrolls_sideways_on_a_small_phone_with_large_letters(
    join: Join, pages: list[str], lang: str, scheme: str
) -> None:
    """As they are, and with letters twice as large; those of the screen in the middle of a table are large as they are."""
    page = join("/", lang=lang, width=320, color_scheme=scheme)
    wrong: list[str] = []
    for path in pages:
        page.goto(at(page, path))
        wrong += (f"{path}: {found}" for found in too_wide(page))
        if "screen=table" in path:
            continue
        page.evaluate(TWICE)
        wrong += (f"{path}, twice as large: {found}" for found in too_wide(page))
        if path.count("/") == 2 and opens_a_sheet(page):
            wrong += (f"{path} sheet: {found}" for found in (*too_wide(page), *too_small(page)))
    assert wrong == [], "\n".join(wrong)


# --- for everybody -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe() -> str:
    """The rules of axe-core, where somebody says they are: CI gets them from npm."""
    folder = os.environ.get("RULESREF_AXE")
    if folder is None:
        pytest.skip("axe-core is not named: npm install axe-core, and RULESREF_AXE=node_modules/axe-core")  # fmt: skip
    return (Path(folder) / "axe.min.js").read_text(encoding="utf-8")


#: What axe finds, a line each.
FINDS = """async rules => (await axe.run(document, { resultTypes: ["violations"], runOnly: rules }))
  .violations.flatMap(each => each.nodes.slice(0, 2)
  .map(node => [each.id, node.html.slice(0, 160), [...node.any, ...node.all, ...node.none][0].message].join(" | ")))"""
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]


def found_by_axe(page: Page, what: str) -> Iterator[str]:
    """What it finds by light, and how well the same can be read in the dark."""
    page.emulate_media(color_scheme="light")
    yield from (f"{what}: {found}" for found in page.evaluate(FINDS, RULES))
    page.emulate_media(color_scheme="dark")
    yield from (f"{what}, dark: {found}" for found in page.evaluate(FINDS, ["color-contrast"]))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing(join: Join, pages: list[str], axe: str, lang: str) -> None:
    """Neither labels that are missing nor letters that are hardly seen; in the other language a play of one game."""
    page = join("/", lang=lang, bypass_csp=True)
    wrong: list[str] = []
    others = [f"/play/{game}-1" for game in AMIDST if game != "toy" and lang != "en"]
    for path in pages:
        if path in others:
            continue
        page.goto(at(page, path))
        page.evaluate(axe)
        wrong += found_by_axe(page, path)
        if path.count("/") == 2 and opens_a_sheet(page):
            wrong += found_by_axe(page, f"{path} sheet")
    assert wrong == [], "\n".join(wrong)
