"""What phones send: each thing done once, on what was seen, and nothing by what is no form at all."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesref.play.store import PlayStore
from rulesref.web.app import POST
from tests.helpers import TOY, rulesref
from tests.properties import examples
from tests.unit.web.conftest import Pages


def lines(play: str) -> list[str]:
    store = PlayStore.open()
    return [line.typed for line in store.lines(store.play(play.removeprefix("/play/")))[1:]]


def test_what_is_sent_twice_is_done_once(pages: Pages) -> None:
    """Where an answer gets lost, the same request brings it again."""
    play, phone = pages.begun(), pages.phone()
    body = {"line": "work 2", "rev": pages.rev(play), "nonce": "a"}
    first, again = (phone.post(f"{play}/line", body) for _ in range(2))
    assert first.body == again.body
    assert len(lines(play)) == 1
    other = phone.post(f"{play}/line", {**body, "nonce": "b"})
    assert other.status == 409
    assert len(lines(play)) == 1


def test_a_nonce_of_one_address_says_nothing_at_another(pages: Pages) -> None:
    play, other, phone = pages.begun(), pages.begun(), pages.phone()
    for each in (play, other):
        body = {"line": "work 2", "rev": pages.rev(each), "nonce": "a"}
        assert phone.post(f"{each}/line", body).status == 200
        move = {"what": "undo", "rev": pages.rev(each), "nonce": "a"}
        assert phone.post(f"{each}/move", move).json()["told"].startswith("Taken back")


@pytest.mark.parametrize(
    ("where", "body"),
    [
        ("line", {"line": "rest"}),
        ("do", {"action": "rest", "given": {}, "tapped": True}),
        ("move", {"what": "undo"}),
        ("mend", {"what": "drop", "step": 1}),
    ],
)
def test_what_was_seen_before_somebody_else_did_something_is_not_done(
    pages: Pages, where: str, body: dict[str, Any]
) -> None:
    play = pages.begun()
    seen = pages.rev(play)
    pages.phone().post(f"{play}/line", {"line": "work 2", "rev": seen})
    before = lines(play)
    answer = pages.phone().post(f"{play}/{where}", {**body, "rev": seen})
    assert answer.status == 409
    assert answer.json()["told"]
    assert lines(play) == before


def test_what_was_replaced_is_had_back_from_the_history(pages: Pages) -> None:
    play, phone = pages.begun(), pages.phone()
    for line in ("work 2", "work 1"):
        assert phone.post(f"{play}/line", {"line": line, "rev": pages.rev(play)}).json()["done"]
    before = lines(play)
    change = {"what": "edit", "step": 1, "line": "rest", "anyway": True, "rev": pages.rev(play)}
    assert phone.post(f"{play}/mend", change).json()["done"]
    assert lines(play) != before
    page = phone.get(f"{play}/history").text
    newest = page.partition('data-of="aside"')[0].rpartition('data-back="')[2].partition('"')[0]
    back = {"what": "aside", "to": int(newest), "rev": pages.rev(play)}
    assert phone.post(f"{play}/move", back).json()["done"]
    assert lines(play) == before


def test_a_play_that_is_deleted_meanwhile_is_told(pages: Pages) -> None:
    play, phone = pages.begun(), pages.phone()
    assert phone.get(play).status == 200
    store = PlayStore.open()
    store.delete(store.play(play.removeprefix("/play/")))
    for answer in (
        phone.get(play),
        phone.get(f"{play}/history"),
        phone.post(f"{play}/do", {"action": "rest", "given": {}, "tapped": True, "rev": 1}),
        phone.post(f"{play}/line", {"line": "rest", "rev": 1}),
        phone.post(f"{play}/move", {"what": "undo", "rev": 1}),
    ):
        assert answer.status in (400, 404)
        assert "Traceback" not in answer.text


def test_a_terminal_is_seen_by_who_waits(pages: Pages) -> None:
    """And so is a play that goes away; what another phone does is seen at once."""
    play = pages.begun()

    async def watched() -> list[str]:
        phone = pages.phone()
        async with phone.asking("GET", f"{play}/events") as (heard, _):
            while "data: " not in heard.text:  # noqa: ASYNC110 - what is heard tells nobody
                await asyncio.sleep(0.01)
            seen = [heard.text]
            for step in ("terminal", "phone", "delete"):
                before = heard.text
                if step == "terminal":
                    words = ("--data", str(TOY), "play", "--play", play.removeprefix("/play/"), "do", "rest")  # fmt: skip
                    assert (await asyncio.to_thread(rulesref, *words)).code == 0
                elif step == "phone":
                    body = json.dumps({"what": "undo", "rev": len_of(play)}).encode()
                    told = await phone.ask("POST", f"{play}/move", body, "application/json")
                    assert told.status == 200, told.text
                else:
                    store = PlayStore.open()
                    store.delete(store.play(play.removeprefix("/play/")))
                while heard.text == before:  # noqa: ASYNC110 - what is heard tells nobody
                    await asyncio.sleep(0.01)
                seen.append(heard.text[len(before) :])
        return seen

    _, after_line, after_undo, after_delete = asyncio.run(watched())
    assert after_line.startswith("data: ")
    assert after_undo.startswith("data: ")
    assert after_line != after_undo
    assert after_delete == ":\n\n"


def len_of(play: str) -> int:
    return PlayStore.open().play(play.removeprefix("/play/")).revision


# --- what is no form -----------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["rest", "work", "plant", "sow", "give-hat", "set=", "points", "coins", "葵", "Ben", "player", "value", "to", "hours",
     "undo", "redo", "back", "edit", "drop", "insert", "yes", "no", "", "0", "1", "9" * 9, "note x", "work 2", "\x00", "\n",
     "../x", "who.acts", "toy", "light", "standard", "on", "🎲", "<b>", "{}", "score", "players.0.points"]
)  # fmt: skip
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(10**14), 10**14), WORDS, st.text(max_size=9))  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["action", "given", "forced", "go", "tapped", "stay", "rev", "nonce", "step", "what", "to", "line", "anyway", "seat", "lang",
     "back", "player0", "player1", "player2", "name", "track", "option-windy", "option-purse", "option-weather", "clear",
     "text", "values", "names", "q", "players", "sent"]
)  # fmt: skip
GIVEN = st.dictionaries(WORDS, VALUES, max_size=4)
FORMS = st.fixed_dictionaries(
    {}, optional={
        "action": st.one_of(WORDS, VALUES), "given": st.one_of(GIVEN, VALUES), "what": st.one_of(WORDS, VALUES),
        "step": st.one_of(st.integers(-3, 5), VALUES), "to": st.one_of(st.integers(-3, 5), VALUES), "line": st.one_of(WORDS, VALUES),
        "go": st.booleans(), "tapped": st.booleans(), "stay": st.booleans(), "forced": st.booleans(), "anyway": st.booleans(),
        "clear": VALUES,
    },
)  # fmt: skip
PATHS = sorted(POST)


@pytest.mark.property
@pytest.mark.slow
@settings(
    max_examples=examples(400),
    suppress_health_check=[*HealthCheck],
)
@given(path=st.sampled_from(PATHS), form=FORMS, more=st.dictionaries(KEYS, VALUES, max_size=4), stale=st.booleans(), ja=st.booleans())  # fmt: skip
def test_no_form_is_an_error_of_ours(
    pages: Pages, path: str, form: dict[str, Any], more: dict[str, Any], *, stale: bool, ja: bool
) -> None:
    """Whatever is sent to whatever can be sent to: an answer, and the play can be read afterwards."""
    store = PlayStore.open()
    if "toy-1" not in store.names():
        pages.begun(track="full")
    address = path.replace("{play}", "toy-1").replace("{game}", "toy").replace("{event}", "final").replace("{id}", "paths").replace("{paper}", "toy")  # fmt: skip
    sent = {**form, **more}
    if not stale:
        sent["rev"] = len_of("/play/toy-1")
    phone = pages.phone(lang="ja" if ja else "en")
    answer = phone.post(address, sent, accept="application/json")
    assert answer.status < 500, pages.reports
    assert pages.reports == []
    assert phone.get("/play/toy-1").status == 200
