"""A phone that is a page of a real browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tests.web.browser.conftest import at
from tests.web.hands import Button, Sight

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Fingers:
    """Taps on what is to be seen; see ``tests.web.hands.Phone``."""

    def __init__(self, page: Page, play: str) -> None:
        self.page = page
        self.play = play
        self.answer: Mapping[str, Any] | None = None
        self.look()

    def look(self) -> None:
        """Open the page of the play."""
        self.answer = None
        self.page.goto(at(self.page, self.play))

    def _html(self, selector: str) -> str:
        html: str = self.page.locator(selector).evaluate("each => each.outerHTML")
        return html

    def standing(self) -> Sight:
        return Sight(self._html("#standing"))

    def sheet(self) -> tuple[Sight, Mapping[str, Any]] | None:
        return None if self.answer is None else (Sight(self.answer["sheet"]), self.answer["given"])

    def cards(self) -> tuple[Sight, Mapping[str, Any]]:
        given = json.loads(self.page.locator("#cards").get_attribute("data-given") or "{}")
        return Sight(self._html("#cards")), given

    @property
    def _where(self) -> str:
        return "#cards" if self.page.locator("#cards").count() else "#sheet" if self.answer else "#standing"  # fmt: skip

    def _seen(self, button: Button) -> Locator:
        """The button in the page, with the folds around it open."""
        every = self.page.locator(f"{self._where} {button.selector}")
        seen = every.locator("visible=true")
        if not seen.count():
            card = every.first.locator("xpath=ancestor::*[@data-card]")
            if card.count():
                self.page.locator(f"[data-tab='{card.get_attribute('data-card')}']").click()
            for fold in every.first.locator("xpath=ancestor::details[not(@open)]/summary").all():
                fold.click()
        return seen.first

    def tap(self, button: Button) -> None:
        there = self._seen(button)
        if "score" in button.data:
            there.click()
            self.page.locator("#cards").wait_for(state="detached")
            self.page.wait_for_load_state()
            self.look()
            return
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as came:
            there.click()
        self._take(came.value.json())

    def write(self, button: Button, text: str) -> None:
        box = self._seen(button)
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as came:
            box.fill(text)
            box.blur()
        self._take(came.value.json())

    def _take(self, answer: Mapping[str, Any]) -> None:
        """Wait until the page shows what was answered."""
        if "sheet" in answer:
            self.answer = answer
            return
        self.answer = None
        if "page" in answer:
            assert answer["done"], answer["told"]
            self.page.locator("#sheet").wait_for(state="hidden")
            self.page.locator(f"#standing[data-rev='{answer['rev']}']").wait_for()
        else:
            self.page.locator(f"#cards[data-rev='{answer['rev']}']").wait_for()

    def close(self) -> None:
        self.look()

    def open_cards(self) -> None:
        self.page.locator("#standing a[href$='/score']").first.click()
        self.page.locator("#cards").wait_for()

    def line(self, typed: str) -> None:
        box = self.page.locator("[name=line]")
        box.fill(typed)
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as came:
            box.press("Enter")
        self._take(came.value.json())

    def undo(self) -> None:
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as came:
            self.page.locator(".bar [data-move=undo]").click()
        self._take(came.value.json())
