"""What happens at a table: several phones and a terminal, slips, a Wi-Fi that fails, a server that is begun again."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulesref.play.store import PlayStore
from tests.helpers import TOY, rulesref
from tests.web.serving import Serving

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser.conftest import Join

pytestmark = [pytest.mark.slow, pytest.mark.browser]


class Play:
    """A play of the invented game that has begun."""

    def __init__(self, home: Path, *more: str) -> None:
        self.home = home
        before = set(PlayStore.open().names())
        self.typed("new", "toy", "--players", "葵,Ben", *more)
        (self.name,) = set(PlayStore.open().names()) - before
        self.path = f"/play/{self.name}"

    def typed(self, *words: str) -> str:
        """What a terminal says to a command."""
        done = rulesref("--data", str(TOY), "--lang", "en", "play", *words, RULESREF_HOME=str(self.home))  # fmt: skip
        assert done.code == 0, done
        return done.out

    def line(self, typed: str) -> str:
        return self.typed("--play", self.name, "do", typed)

    @property
    def lines(self) -> list[str]:
        """What was recorded."""
        store = PlayStore.open()
        return [line.typed for line in store.lines(store.play(self.name))[1:]]


@pytest.fixture
def play(home: Path) -> Play:
    return Play(home)


def act(page: Page, action: str) -> Locator:
    return page.locator(f"#standing .act[data-act={action}]")


def turn(page: Page) -> Locator:
    return page.locator("#standing h1.turn")


def says(there: Locator, text: str) -> None:
    there.filter(has_text=text).first.wait_for()


def test_a_phone_joins_by_the_address_of_the_code(join: Join, play: Play, serving: Serving) -> None:
    page = join()
    assert page.url == f"{serving.url}/"
    page.get_by_text(play.name, exact=True).click()
    says(turn(page), "葵")
    other = join("/", key="x" * 12)
    says(other.locator("body"), "not valid")
    other.goto(f"{serving.url}{play.path}")
    says(other.locator("body"), "Scan the code")


def test_who_looks_on_has_nothing_to_tap(join: Join, play: Play, serving: Serving) -> None:
    guest_key = (serving.home / "serve.key").read_text(encoding="ascii").split()[1]
    guest = join(play.path, key=guest_key)
    says(turn(guest), "葵")
    assert guest.locator("[data-act], [data-move], [name=line]").count() == 0
    act(join(play.path), "work").click()
    says(guest.locator(".recent"), "葵 works")


def test_two_phones_and_a_terminal_see_the_same(join: Join, play: Play) -> None:
    """Each in its own language, without being loaded again."""
    one, other = join(play.path), join(play.path, lang="ja")
    act(one, "work").click()
    says(one.locator("#toast"), "葵 works")
    says(other.locator(".recent"), "葵が1時間働きました")
    play.line("rest")
    for page in (one, other):
        says(turn(page), "Ben")
    assert play.lines[-1] == "rest"
    one.locator(".bar [data-move=undo]").click()
    says(turn(other), "葵")


def ready_to_invite(page: Page) -> None:
    """With the sheet open on which only OK is missing."""
    act(page, "invite").click()
    page.locator("#sheet [data-kind=some]").first.click()
    page.locator("#sheet [data-go]:enabled").wait_for()


def test_who_was_slower_sees_what_happened_and_taps_once_more(join: Join, play: Play) -> None:
    one, other = join(play.path), join(play.path)
    for page in (one, other):
        ready_to_invite(page)
    other.evaluate("dispatchEvent(new Event('pagehide'))")  # it does not hear of it
    one.locator("#sheet [data-go]").click()
    one.locator("#sheet").wait_for(state="hidden")
    other.locator("#sheet [data-go]").click()
    says(other.locator("#sheet .told"), "Meanwhile")
    assert len(play.lines) == 1
    other.locator("#sheet [data-go]").click()
    other.locator("#sheet").wait_for(state="hidden")
    assert len(play.lines) == 2


def test_an_open_sheet_says_what_happened_meanwhile(join: Join, play: Play) -> None:
    page = join(play.path)
    ready_to_invite(page)
    play.line("work 2")
    says(page.locator("#sheet .told"), "works 2 hours")
    page.locator("#sheet [data-go]:enabled").click()
    page.locator("#sheet").wait_for(state="hidden")
    assert len(play.lines) == 2


def test_a_double_tap_does_it_once(join: Join, play: Play) -> None:
    page = join(play.path)
    act(page, "work").dblclick()
    says(page.locator("#toast"), "葵 works")
    page.locator(
        "#standing > .pair > .go[data-act=rest], #standing .go[data-act=rest]"
    ).first.dblclick()
    says(turn(page), "Ben")
    says(page.locator("#toast"), "葵")
    assert len(play.lines) == 2
    assert "no such page" not in page.locator("#toast").inner_text()


def test_a_wi_fi_that_fails_loses_nothing(join: Join, play: Play) -> None:
    page = join(play.path)
    ready_to_invite(page)
    page.context.set_offline(True)
    page.locator("#sheet [data-go]").click()
    page.locator("#offline").wait_for()
    assert page.locator("#sheet").is_visible()
    assert play.lines == []
    play.line("work 2")
    page.context.set_offline(False)
    says(page.locator(".recent"), "works 2 hours")
    page.locator("#offline").wait_for(state="hidden")


def test_a_server_begun_again_has_its_phones_back(join: Join, home: Path, tmp_path: Path) -> None:
    """By themselves, and with what was recorded meanwhile."""
    play = Play(home)
    first = Serving(home)
    page = join()
    page.goto(f"{first.url}/join/{first.key}?to={play.path}")
    says(turn(page), "葵")
    assert first.end() == (0, "")
    page.locator("#offline").wait_for()
    play.line("rest")
    again = Serving(home, port=first.port)
    try:
        says(turn(page), "Ben")
        page.locator("#offline").wait_for(state="hidden")
        act(page, "work").click()
        says(page.locator(".recent"), "Ben works")
    finally:
        again.end(signal.SIGKILL)


def test_an_old_line_is_gone_back_to(join: Join, play: Play) -> None:
    page = join(play.path)
    for _ in range(3):
        act(page, "work").click()
        says(page.locator("#toast"), "葵 works")
        page.locator("#toast").evaluate("each => { each.hidden = true; }")
    page.locator(".bar a[href$='/history']").click()
    page.locator("ol.history > li > details > summary").nth(1).click()
    page.locator("ol.history [data-back]:visible").click()
    page.wait_for_url(f"**{play.path}")
    page.locator("#standing .recent > li").nth(1).wait_for()
    assert page.locator("#standing .recent > li").count() == 2


def test_a_line_that_is_typed_is_as_good_as_a_tap(join: Join, play: Play) -> None:
    page = join(play.path)
    box = page.locator("[name=line]")
    box.fill("work 3")
    box.press("Enter")
    says(page.locator(".recent"), "works 3 hours")
    box.fill("work many")
    box.press("Enter")
    page.locator("#toast").wait_for()
    assert box.input_value() == "work many"  # what was wrong can be put right
    assert play.lines == ["work 3"]


def due(home: Path) -> Play:
    """A play that asks to be scored."""
    play = Play(home)
    for typed in ("rest", "rest"):
        play.line(typed)
    return play


def test_two_phones_fill_in_one_scoring(join: Join, home: Path) -> None:
    play = due(home)
    one, other = join(f"{play.path}/score"), join(f"{play.path}/score")
    one.locator("[data-tab]").last.click()
    one.locator("#cards [data-kind=yes]:visible").first.click()
    one.wait_for_function("document.querySelector('#cards').dataset.given !== '{}'")
    other.wait_for_function("document.querySelector('#cards').dataset.given !== '{}'")
    assert one.locator("#cards").get_attribute("data-given") == other.locator("#cards").get_attribute("data-given")  # fmt: skip


def test_nothing_has_to_be_loaded_from_elsewhere(join: Join, play: Play, serving: Serving) -> None:
    page = join()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", play.path, f"{play.path}?screen=table", f"{play.path}/history", "/ask?q=hat"):
        page.goto(f"{serving.url}{path}")
    assert {url.split("/")[2] for url in asked if not url.startswith("data:")} == {
        serving.url.split("/")[2]
    }
