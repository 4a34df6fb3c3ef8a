"""A scoring on phones: everybody fills in what they see, nobody loses a value, and it is scored once."""

from __future__ import annotations

import json
import os
import re
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import unquote

from tests.helpers import TOY, rulesref
from tests.unit.web.caller import Caller, Heard
from tests.unit.web.conftest import KEYS, Pages

#: What the first scoring of the invented game asks in a play that keeps little.
ASKED = re.compile(
    r'class="open">\s*<div role="group"[^>]*data-field="([^"]+)" data-widget="(\w+)"'
)


def due(pages: Pages) -> str:
    """The address of the scoring of a play that is due."""
    play = pages.begun(track="light")
    phone = pages.phone()
    for n in range(9):
        if phone.get(f"{play}/score").status == 200:
            return f"{play}/score"
        phone.post(f"{play}/line", {"line": "rest", "rev": pages.rev(play), "nonce": f"rest{n}"})
    raise AssertionError(phone.get(play).text)


def cards(heard: Heard) -> str:
    said = (
        heard.text
        if heard.headers["content-type"].startswith("text/html")
        else heard.json()["cards"]
    )
    return str(said)


def rev(page: str) -> int:
    found = re.search(r'id="cards" data-rev="(\d+)"', page)
    assert found is not None
    return int(found[1])


def given(page: str) -> dict[str, Any]:
    found = re.search(r'data-given="([^"]*)"', page)
    assert found is not None
    return dict(json.loads(unescape(found[1])))


NONCES = map(str, count())
VALUES = {"toggle": False, "number": 1, "some": [], "numbers": [], "text": "-"}


def a_number(page: str) -> str:
    """The path of a number of the first player."""
    return next(
        key
        for key, value in given(page).items()
        if re.match(r"players\.0.*s$", key) and type(value) is int
    )


def fill(phone: Caller, path: str) -> str:
    """Give something for all that is open, one after another."""
    page = cards(phone.get(path))
    for _ in range(200):
        lists = re.findall(r'data-path="([^"]+)" data-kind="no" aria-pressed="false">', page)
        asked = ASKED.findall(page)
        if not asked and not lists:
            return page
        key, value = (asked[0][0], VALUES[asked[0][1]]) if asked else (lists[0], False)
        page = cards(phone.post(path, {"given": {key: value}, "rev": 0, "nonce": next(NONCES)}))
    raise AssertionError(page)


def test_two_phones_fill_one_sheet_and_the_last_one_who_writes_a_value_has_it(pages: Pages) -> None:
    path = due(pages)
    first, second = pages.phone(), pages.phone(lang="ja")
    (one, _), *_, (other, _) = ASKED.findall(cards(first.get(path)))
    first.post(path, {"given": {one: 1}, "rev": 0})
    second.post(path, {"given": {other: 1}, "rev": 0})
    page = cards(second.post(path, {"given": {one: 2}, "rev": 0}))
    assert {key: given(page)[key] for key in (one, other)} == {one: 2, other: 1}
    assert given(cards(first.get(path))) == given(page)
    cleared = cards(first.post(path, {"clear": [one], "rev": 0}))
    assert one not in given(cleared)
    assert one in [key for key, _ in ASKED.findall(cleared)]


def test_it_is_scored_once_and_only_by_who_has_seen_all(pages: Pages) -> None:
    path = due(pages)
    phone = pages.phone()
    page = fill(phone, path)
    seen = rev(page)
    key = a_number(page)
    pages.phone().post(path, {"given": {key: 9}, "rev": seen})
    late = phone.post(path, {"go": True, "rev": seen, "nonce": "a"})
    assert late.status == 409
    done = phone.post(path, {"go": True, "rev": rev(cards(late)), "nonce": "b"})
    assert done.json().keys() == {"there"}, done.text
    again = phone.post(path, {"go": True, "rev": rev(cards(late)), "nonce": "b"})
    assert again.json() == done.json()
    # In this game the last scoring follows at once.
    last = cards(phone.get(path))
    assert given(last)["event"] != given(page)["event"]
    scored = phone.post(path, {"go": True, "rev": rev(fill(phone, path)), "nonce": "c"})
    assert scored.json().keys() == {"there"}, scored.text
    assert phone.get(path).headers["location"] == scored.json()["there"]
    assert "data-there=" in phone.get(path, x_part="cards").text


def test_a_result_is_saved_as_the_file_that_the_command_makes(pages: Pages) -> None:
    path = due(pages)
    phone = pages.phone(lang="ja")
    for _ in range(2):
        phone.post(path, {"go": True, "rev": rev(fill(phone, path)), "nonce": next(NONCES)})
    there = path.replace("/score", "/result")
    page, kept = phone.get(there), phone.get(f"{there}?save")
    assert kept.headers["content-disposition"].startswith("attachment")
    # On the page the rules are a tap away, the file names them.
    article = re.compile(r"<article.*</article>", re.DOTALL)
    cited = re.compile(r" (?:<a [^>]*>§</a>)+| <small> \[.*?\]</small>")
    shown, in_file = (cited.sub("", *article.findall(each.text)) for each in (page, kept))
    assert shown == in_file
    assert 'href="/rule/' in page.text
    assert "href" not in kept.text
    name = unquote(path.split("/")[2])
    words = ("--data", str(TOY), "--lang", "ja", "play", "export", name, "--as", "html")
    done = rulesref(*words, RULESREF_HOME=os.environ["RULESREF_HOME"])
    assert done.out == kept.text
    assert pages.phone(KEYS.guest).get(there).status == 200


def test_a_value_that_cannot_be_is_told_beside_it_and_not_scored(pages: Pages) -> None:
    path = due(pages)
    phone = pages.phone()
    page = fill(phone, path)
    key = a_number(page)
    told = cards(phone.post(path, {"given": {key: "many"}, "rev": 0}))
    field = told.split(f'data-live="{key}"')[1].split("data-live")[0]
    assert '<p class="refused">' in field
    assert phone.post(path, {"go": True, "rev": rev(told)}).status == 409


def test_who_only_looks_sees_the_sheet_and_cannot_write(pages: Pages) -> None:
    path = due(pages)
    guest = pages.phone(KEYS.guest)
    page = guest.get(path)
    assert page.status == 200
    assert "<fieldset disabled>" in page.text
    assert "data-score" not in page.text
    assert guest.post(path, {"given": {}}).status == 403


def test_what_nobody_asked_for_is_left_alone(pages: Pages) -> None:
    path = due(pages)
    phone = pages.phone()
    before = given(cards(phone.get(path)))
    odd = {
        "given": {"players.7.points": 3, "event": "x", "..": 1, "players.0.name": "Eve"},
        "clear": [3, None],
        "rev": 0,
    }
    assert given(cards(phone.post(path, odd))) == before
    assert phone.post(path, {"given": [1], "clear": {"a": 1}}).status == 200
