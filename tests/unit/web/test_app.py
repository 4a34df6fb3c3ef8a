"""What every request has in common: pages by their address, parts, languages, refusals that are pages."""

from __future__ import annotations

import pytest

from rulesref.base.messages import say
from rulesref.show.problem_sentences import SENTENCES
from rulesref.web.guard import COOKIE
from tests.unit.web.caller import Caller
from tests.unit.web.conftest import KEYS, Pages


def test_a_phone_joins_by_its_key_and_stays(pages: Pages) -> None:
    phone = Caller(pages.app)
    assert phone.get("/").status == 401
    joined = phone.get(f"/join/{KEYS.table}?to=/new/toy")
    assert (joined.status, joined.headers["location"]) == (303, "/new/toy")
    assert phone.cookies == {COOKIE: KEYS.table}
    assert phone.get("/new/toy").status == 200


def test_a_part_of_a_page_is_the_same_as_in_the_page(pages: Pages) -> None:
    play, phone = pages.begun(), pages.phone()
    part = phone.get(play, x_part="standing").text
    assert part in phone.get(play).text
    assert part.strip().startswith('<div id="standing"')
    assert phone.get(play, x_part="nothing").status == 404


@pytest.mark.parametrize(
    ("spoken", "chosen", "lang"),
    [("ja-JP,en;q=0.5", "", "ja"), ("fr,ja", "", "ja"), ("fr", "", "en"), ("ja", "en", "en")],
)
def test_a_page_speaks_as_its_reader_does(
    pages: Pages, spoken: str, chosen: str, lang: str
) -> None:
    """Chosen on the phone, else what the phone speaks, else what who serves speaks."""
    page = pages.phone(lang=chosen).get("/", accept_language=spoken)
    assert f'<html lang="{lang}">' in page.text


@pytest.mark.parametrize("path", ["/play/none", "/new/none", "/nothing", "/play/none/history"])
def test_what_is_not_there_is_said_on_a_page(pages: Pages, path: str) -> None:
    answer = pages.phone(lang="ja").get(path)
    assert answer.status == 404
    if not path.startswith("/play"):
        assert say("ja", SENTENCES["E640"][0]) in answer.text
    assert '<p class="refused">' in answer.text
    assert '<html lang="ja">' in answer.text


def test_static_files_are_sent_once(pages: Pages) -> None:
    phone = pages.phone("")
    first = phone.get("/static/app.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = phone.get("/static/app.js", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_the_first_page_says_how_far_plays_are(pages: Pages) -> None:
    pages.begun("toy", "Ann", "Ben")
    assert "Ann (" in pages.phone().get("/").text.split("Games</h2>")[0]


def test_who_only_looks_has_nothing_that_seems_to_be_tapped(pages: Pages) -> None:
    phone, guest = pages.phone(), pages.phone(KEYS.guest)
    play = pages.begun("toy", "Ann", "Ben")
    phone.post(f"{play}/line", {"line": "work 2", "rev": pages.rev(play)})
    assert "<details" in phone.get(f"{play}/history").text
    assert "<details" not in guest.get(f"{play}/history").text
    seats = guest.get(play).text.split('class="seats"')[1].split("</div>")[0]
    assert seats.count(" disabled>") == 2
