"""Who may ask what: a table of requests that nobody should get far with, and what opens the door."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulesref.show.problem_sentences import SENTENCES
from rulesref.web.guard import COOKIE, MOST_BYTES, MOST_STREAMS, JoinKeys, own_host
from tests.unit.web.caller import HOST, Heard
from tests.unit.web.conftest import KEYS, Pages

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
#: Where the play of the table below is.
DO, LINE, NEW = "/play/toy-1/do", "/play/toy-1/line", "/new/toy"

#: What is asked, with which headers (None: not sent), with what body, and the status of the answer.
ATTACKS: Mapping[str, tuple[str, str, Mapping[str, str | None], bytes, int]] = {
    # the host: a name that somebody else made lead here
    "another name": ("GET", "/", {"host": "evil.example"}, b"", 421),
    "a name that begins as ours": ("GET", "/", {"host": "localhost.evil.example"}, b"", 421),
    "a name that begins as an address": ("GET", "/", {"host": "127.0.0.1.nip.io"}, b"", 421),
    "a name that ends as an address": ("GET", "/", {"host": "evil.127.0.0.1"}, b"", 421),
    "an address as one number": ("GET", "/", {"host": "2130706433"}, b"", 421),
    "an address in other figures": ("GET", "/", {"host": "0x7f.0.0.1"}, b"", 421),
    "somebody at an address": ("GET", "/", {"host": "127.0.0.1@evil.example"}, b"", 421),
    "a zone": ("GET", "/", {"host": "[fe80::1%25evil]"}, b"", 421),
    "brackets that stay open": ("GET", "/", {"host": "[::1"}, b"", 421),
    "brackets around the wrong kind": ("GET", "/", {"host": "[192.0.2.7]"}, b"", 421),
    "a port that is none": ("GET", "/", {"host": "192.0.2.7:80:80"}, b"", 421),
    "a path in the host": ("GET", "/", {"host": "192.0.2.7/play"}, b"", 421),
    "no host": ("GET", "/", {"host": None}, b"", 421),
    "an empty host": ("GET", "/", {"host": ""}, b"", 421),
    "a stop behind it": ("GET", "/", {"host": "localhost."}, b"", 421),
    "another name beside it": ("GET", "/", {"host": f"{HOST}, evil.example"}, b"", 421),
    # the page that sent it
    "no origin": ("POST", NEW, {"origin": None}, b"a=b", 403),
    "origin null": ("POST", NEW, {"origin": "null"}, b"a=b", 403),
    "another origin": ("POST", NEW, {"origin": "http://evil.example"}, b"a=b", 403),
    "another port": ("POST", NEW, {"origin": "http://192.0.2.7:9999"}, b"a=b", 403),
    "another scheme": ("POST", NEW, {"origin": f"https://{HOST}"}, b"a=b", 403),
    "an origin that begins as ours": ("POST", NEW, {"origin": f"http://{HOST}.evil.example"}, b"a=b", 403),
    "from another site": ("POST", NEW, {"sec-fetch-site": "cross-site"}, b"a=b", 403),
    "from the same site": ("POST", NEW, {"sec-fetch-site": "same-site"}, b"a=b", 403),
    "from nowhere": ("POST", NEW, {"sec-fetch-site": "none"}, b"a=b", 403),
    "another host and its origin": ("POST", NEW, {"host": "evil.example", "origin": "http://evil.example"}, b"", 421),
    "an origin with a stroke behind": ("POST", NEW, {"origin": f"http://{HOST}/"}, b"a=b", 403),
    "an origin in capitals": ("POST", NEW, {"origin": f"HTTP://{HOST}"}, b"a=b", 403),
    "two origins": ("POST", NEW, {"origin": f"http://{HOST}, http://evil.example"}, b"a=b", 403),
    "somebody at our origin": ("POST", NEW, {"origin": f"http://a@{HOST}"}, b"a=b", 403),
    # keys
    "no key": ("GET", "/play/toy-1", {"cookie": None}, b"", 401),
    "no key for the news": ("GET", "/play/toy-1/events", {"cookie": None}, b"", 401),
    "no key, sent": ("POST", NEW, {"cookie": None}, b"a=b", 401),
    "an empty key": ("GET", "/", {"cookie": f"{COOKIE}="}, b"", 401),
    "a wrong key": ("GET", "/", {"cookie": f"{COOKIE}=table-kez"}, b"", 401),
    "half a key": ("GET", "/", {"cookie": f"{COOKIE}=table"}, b"", 401),
    "a key of other letters": ("GET", "/", {"cookie": f"{COOKIE}=täble-key"}, b"", 401),
    "a key in the address": ("GET", f"/?{COOKIE}={KEYS.table}", {"cookie": None}, b"", 401),
    "a key in a header": ("GET", "/", {"cookie": None, "authorization": f"Bearer {KEYS.table}"}, b"", 401),
    "a key of another name": ("GET", "/", {"cookie": f"key={KEYS.table}"}, b"", 401),
    "a key in the form": ("POST", NEW, {"cookie": None}, f"{COOKIE}={KEYS.table}".encode(), 401),
    "to join by a wrong key": ("GET", "/join/none", {"cookie": None}, b"", 401),
    "to join by none": ("GET", "/join/", {"cookie": None}, b"", 401),
    "to join by a key with more behind it": ("GET", f"/join/{KEYS.table}/x", {"cookie": None}, b"", 401),
    "to join by a key that is no text": ("GET", "/join/%ff%fe", {"cookie": None}, b"", 401),
    "what is open does not open what begins so": ("GET", "/alive/../play/toy-1", {"cookie": None}, b"", 401),
    "two keys, the wrong one last": ("GET", "/", {"cookie": f"{COOKIE}={KEYS.table}; {COOKIE}=x"}, b"", 401),
    "to join in capitals": ("GET", f"/JOIN/{KEYS.table}", {"cookie": None}, b"", 401),
    "to join by a key in wide letters": ("GET", "/join/%EF%BD%94able-key", {"cookie": None}, b"", 401),
    # guests
    "a guest who types": ("POST", LINE, {"cookie": f"{COOKIE}={KEYS.guest}", "content-type": JSON}, b'{"line":"rest"}', 403),
    "a guest by what guests may": ("POST", f"/calc/..{LINE}", {"cookie": f"{COOKIE}={KEYS.guest}"}, b"line=rest", 404),
    "the same, encoded": ("POST", f"/calc/%2e%2e{LINE}", {"cookie": f"{COOKIE}={KEYS.guest}"}, b"line=rest", 404),
    "a guest by settings": ("POST", f"/settings/..{NEW}", {"cookie": f"{COOKIE}={KEYS.guest}"}, b"player0=A", 404),
    "a guest by what looks so": ("POST", "//calc/toy", {"cookie": f"{COOKIE}={KEYS.guest}"}, b"a=b", 403),
    "a guest with another's method": ("POST", LINE, {"cookie": f"{COOKIE}={KEYS.guest}", "x-http-method-override": "GET"}, b"line=rest", 403),
    "static, and out of it": ("GET", "/static/../play/toy-1", {"cookie": None}, b"", 404),
    "static, and out of it, encoded": ("GET", "/static/%2e%2e/play/toy-1", {"cookie": None}, b"", 404),
    # ways of asking
    "put": ("PUT", "/play/toy-1", {}, b"", 405),
    "delete": ("DELETE", "/play/toy-1", {}, b"", 405),
    "options": ("OPTIONS", "/", {}, b"", 405),
    "trace": ("TRACE", "/", {}, b"", 405),
    "a word of one's own": ("HACK", "/", {}, b"", 405),
    "a word in small letters": ("get", "/", {}, b"", 405),
    "another method in a header": ("POST", LINE, {"x-http-method-override": "DELETE"}, b"a=b", 409),
    "the head of the news": ("HEAD", "/play/toy-1/events", {}, b"", 405),
    "to send to the news": ("POST", "/play/toy-1/events", {}, b"a=b", 405),
    "to send to what is read": ("POST", "/play/toy-1", {}, b"a=b", 405),
    "to read what is sent to": ("GET", DO, {}, b"", 405),
    # bodies
    "no length": ("POST", NEW, {"content-length": None}, b"a=b", 411),
    "in pieces": ("POST", NEW, {"content-length": None, "transfer-encoding": "chunked"}, b"a=b", 411),
    "in pieces, and a length": ("POST", NEW, {"transfer-encoding": "chunked"}, b"a=b", 411),
    "less than nothing": ("POST", NEW, {"content-length": "-1"}, b"a=b", 411),
    "a length with a sign": ("POST", NEW, {"content-length": "+3"}, b"a=b", 411),
    "a length in other figures": ("POST", NEW, {"content-length": "²"}, b"a=b", 411),
    "two lengths": ("POST", NEW, {"content-length": "3, 3"}, b"a=b", 411),
    "one too many": ("POST", NEW, {"content-length": str(MOST_BYTES + 1)}, b"", 413),
    "a huge length": ("POST", NEW, {"content-length": "9" * 5000}, b"", 413),
    "many fields": ("POST", NEW, {"content-type": FORM}, b"&".join(b"a%d=" % n for n in range(3000)), 400),
    "no fields": ("POST", NEW, {"content-type": FORM}, b"player0", 400),
    "no text": ("POST", NEW, {"content-type": FORM}, b"player0=\xff\xfe", 400),
    "no text, encoded": ("POST", NEW, {"content-type": FORM}, b"player0=%ff%fe", 400),
    "half of a sign, encoded": ("POST", NEW, {"content-type": FORM}, b"player0=%ed%a0%80", 400),
    "no JSON": ("POST", DO, {"content-type": JSON}, b"{", 400),
    "a list": ("POST", DO, {"content-type": JSON}, b"[]", 400),
    "a number": ("POST", DO, {"content-type": JSON}, b"1", 400),
    "deep": ("POST", DO, {"content-type": JSON}, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400),
    "deep lists": ("POST", DO, {"content-type": JSON}, b"[" * 60_000, 400),
    "no number": ("POST", DO, {"content-type": JSON}, b'{"action":"work","given":{"coins":NaN}}', 400),
    "without end": ("POST", DO, {"content-type": JSON}, b'{"action":"work","given":{"coins":Infinity}}', 400),
    "too large for a number": ("POST", DO, {"content-type": JSON}, b'{"given":{"coins":1e999}}', 400),
    "five thousand digits": ("POST", DO, {"content-type": JSON}, b'{"given":{"coins":' + b"9" * 5000 + b"}}", 400),
    "four thousand digits": ("POST", DO, {"content-type": JSON}, b'{"given":{"coins":' + b"9" * 4000 + b"}}", 400),
    "half of a sign": ("POST", LINE, {"content-type": JSON}, b'{"line":"note \\ud800"}', 400),
    "JSON that is no text": ("POST", LINE, {"content-type": JSON}, b'{"line":"\xff"}', 400),
    "an action that is none": ("POST", DO, {"content-type": JSON}, b'{"action":["work"],"given":[]}', 404),
    "nothing": ("POST", DO, {"content-type": JSON}, b"{}", 404),
    "a field twice": ("POST", NEW, {"content-type": FORM}, b"player0=A&player1=B&player0=C", 400),
    "a key twice": ("POST", LINE, {"content-type": JSON}, b'{"line":"rest","rev":1,"line":"work"}', 400),
    "JSON that says it is text": ("POST", LINE, {"content-type": "text/plain"}, b'{"line":"rest"}', 400),
    "a form in parts": ("POST", NEW, {"content-type": "multipart/form-data; boundary=x"}, b"--x\r\n\r\nA\r\n--x--", 400),
    "lists for names": ("POST", NEW, {"content-type": JSON}, b'{"player0":["A"],"player1":{"a":1}}', 400),
    "numbers for names": ("POST", "/score/toy", {"content-type": JSON}, b'{"player0":1,"player1":2}', 400),
    "yes for a number": ("POST", DO, {"content-type": JSON}, b'{"step":true}', 404),
    "a line before the first": ("POST", DO, {"content-type": JSON}, b'{"step":-1}', 404),
    "an action in wide letters": ("POST", DO, {"content-type": JSON}, '{"action":"ｗork"}'.encode(), 404),
    "an action of the language": ("POST", DO, {"content-type": JSON}, b'{"action":"__class__"}', 404),
    # paths
    "a stroke too many": ("GET", "/play/toy-1/", {}, b"", 404),
    "a stroke in wide letters": ("GET", "/play%EF%BC%8Ftoy-1", {}, b"", 404),
    "a name and a parameter": ("GET", "/play/toy-1;x=1", {}, b"", 404),
    "half a percent": ("GET", "/play/%zz%", {}, b"", 404),
    "a part that is none": ("GET", "/", {"x-part": "__init__"}, b"", 404),
    "above the folder of plays": ("GET", "/play/..", {}, b"", 404),
    "above it, encoded": ("GET", "/play/%2e%2e%2f%2e%2e%2fetc%2fpasswd", {}, b"", 404),
    "above it, encoded twice": ("GET", "/play/%252e%252e%252fetc", {}, b"", 404),
    "above it by the other stroke": ("GET", "/play/..%5c..%5cserve.key", {}, b"", 404),
    "a name that ends": ("GET", "/play/toy-1%00", {}, b"", 404),
    "a long name": ("GET", "/play/" + "a" * 5000, {}, b"", 404),
    "a path that is no text": ("GET", "/play/%ff", {}, b"", 404),
    "the keys": ("GET", "/static/%2e%2e%2fserve.key", {}, b"", 404),
    "the program": ("GET", "/static/..%2fapp.py", {}, b"", 404),
    "a game that is a path": ("GET", "/new/..%2ftoy", {}, b"", 404),
    "another host behind two strokes": ("GET", "//evil.example", {}, b"", 404),
    "another host behind two strokes, and one more": ("GET", "//evil.example/", {}, b"", 404),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_does_not_get_far(pages: Pages, attack: str) -> None:
    method, path, headers, body, status = ATTACKS[attack]
    play = pages.begun("toy", "葵", "Ben")
    before = (pages.phone().get(play).text, files(pages))
    kind = headers.get("content-type") or FORM
    answer = asyncio.run(pages.phone().ask(method, path, body, kind, headers=headers))
    assert answer.status == status, answer.text
    assert "set-cookie" not in answer.headers
    assert "Traceback" not in answer.text
    assert KEYS.table not in answer.text
    protected(answer)
    # Nothing has changed by it.
    assert (pages.phone().get(play).text, files(pages)) == before


def files(pages: Pages) -> list[tuple[str, int]]:
    assert pages.hub.store.folder is not None
    return sorted((f.name, f.stat().st_size) for f in Path(pages.hub.store.folder).iterdir())


def protected(answer: Heard) -> None:
    """What every answer says of itself."""
    csp = answer.headers["content-security-policy"]
    assert "default-src 'none'" in csp
    assert "unsafe" not in csp
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("host", [HOST, "192.0.2.7", "[2001:db8::7]:8017", "[::1]", "localhost:1", "LOCALHOST"])  # fmt: skip
def test_the_machine_is_asked_by_its_own_names(pages: Pages, host: str) -> None:
    assert pages.phone().get("/", host=host).status == 200


def test_a_machine_without_a_name_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert not own_host("")
    assert not own_host(":80")


@pytest.mark.parametrize(
    "there",
    [
        "//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
        "/\n/evil.example", "javascript:alert(1)", "/..//evil.example", "evil.example", "/x\r\nset-cookie: a=b", "",
    ],
)  # fmt: skip
def test_nobody_is_sent_elsewhere(pages: Pages, there: str) -> None:
    """Neither when joining nor when going back."""
    from urllib.parse import quote

    joined = pages.phone("").get(f"/join/{KEYS.table}?to={quote(there)}")
    assert (joined.status, joined.headers["location"]) == (303, "/")
    back = pages.phone().post("/settings", {"lang": "ja", "back": there})
    assert (back.status, back.headers["location"]) == (303, "/")


@pytest.mark.parametrize("path", ["/play/a%3Fb", "//evil.example", "/play/%22%3E%3Cimg%20src=x%3E"])
def test_a_page_leads_back_to_itself(pages: Pages, path: str) -> None:
    """By its address, whatever stands in it; or to the first page."""
    page = pages.phone().get(path).text
    back = page.split('name="back" value="')[1].split('"')[0]
    answer = pages.phone().post("/settings", {"back": back})
    assert answer.headers["location"] in (path, path.replace("=", "%3D"), "/")


def routes() -> list[str]:
    from rulesref.web.app import POST

    return [p.replace("{play}", "toy-1").replace("{game}", "toy") for p in POST]


def test_guests_look_only(pages: Pages) -> None:
    play = pages.begun("toy", "葵", "Ben")
    guest = pages.phone(KEYS.guest)
    page = guest.get(play)
    assert page.status == 200
    assert "data-act" not in page.text
    assert KEYS.table not in guest.get("/").text
    before = files(pages)
    for path in routes():
        allowed = path.startswith(("/settings", "/calc/"))
        assert (guest.post(path, {"x": "y"}).status == 403) is not allowed, path
    assert files(pages) == before


def test_names_are_text_wherever_they_stand(pages: Pages) -> None:
    """In pages, cookies and addresses."""
    wild = ['<img src=x onerror="alert(1)">', "\"'><script>alert(1)</script>", "{{ 7*7 }}"]
    play = pages.begun("toy", *wild[:2], name='../<b>;"&?#%\\')
    assert "\r" not in play
    phone = pages.phone()
    for path in (play, f"{play}?screen=table", f"{play}/history", "/"):
        page = phone.get(path)
        assert page.status == 200, path
        assert "<img src=x" not in page.text
        assert "<script>alert" not in page.text
    answer = phone.post(f"{play}/seat", {"seat": wild[0]})
    cookie = answer.headers["set-cookie"]
    assert ";" not in cookie.split("seat=")[1].split("; ")[0]
    assert wild[0] not in cookie
    assert 'aria-pressed="true"' in phone.get(play).text


@pytest.mark.parametrize(
    "name", ["7/14", "..", ".", "100%", "%2F", "a?b#c", "events", "history", " ", "葵"]
)
def test_a_play_is_found_by_its_name(pages: Pages, name: str) -> None:
    """Whatever signs are in it."""
    play = pages.begun("toy", "葵", "Ben", name=name)
    for path in (play, f"{play}/history"):
        assert pages.phone().get(path).status == 200, path
    assert pages.phone().post(f"{play}/line", {"line": "rest", "rev": 1}).status in (200, 409)


@pytest.mark.parametrize("name", ["a\r\nset-cookie: x=y", "a\x00b", "\u202egnp", "a" * 5000])
def test_a_name_that_is_no_name_makes_no_header(pages: Pages, name: str) -> None:
    for form in ({"player0": name, "player1": "Ben"}, {"player0": "A", "player1": "B", "name": name}):  # fmt: skip
        answer = pages.phone().post("/new/toy", form)
        assert answer.status in (303, 400)
        assert "x" not in answer.headers.get("set-cookie", "")
        if answer.status == 303:
            assert pages.phone().get(answer.headers["location"]).status == 200


def test_streams_have_an_end_to_their_number(pages: Pages) -> None:
    play = pages.begun()

    async def many() -> None:
        from contextlib import AsyncExitStack

        phone = pages.phone()
        async with AsyncExitStack() as stack:
            for _ in range(MOST_STREAMS):
                await stack.enter_async_context(phone.asking("GET", f"{play}/events"))
            await asyncio.sleep(0.05)
            assert (await phone.ask("GET", f"{play}/events")).status == 503
            assert (await phone.ask("GET", play)).status == 200
        async with phone.asking("GET", f"{play}/events") as (heard, _):
            await asyncio.sleep(0.05)
            assert heard.status == 200

    asyncio.run(many())


def test_an_error_of_ours_is_a_page_and_a_report(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = pages.begun()
    monkeypatch.setattr("rulesref.web.hub.standing", lambda *_: 1 // 0)
    answer = pages.phone(lang="ja").get(play)
    assert answer.status == 500
    assert '<html lang="ja">' in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in pages.reports.pop()
    protected(answer)
    told = pages.phone().get(play, accept="application/json")
    assert json.loads(told.body)["told"] == SENTENCES["E642"][0]
    pages.reports.clear()


def test_keys_are_kept_for_their_owner_alone(pages: Pages) -> None:
    keys = JoinKeys.kept()
    assert JoinKeys.kept() == keys
    assert keys.table != keys.guest
    assert min(map(len, (keys.table, keys.guest))) >= 12
    assert pages.hub.store.folder is not None
    file = Path(pages.hub.store.folder).parent / "serve.key"
    assert file.stat().st_mode & 0o777 == 0o600
    assert JoinKeys.kept(new=True) != keys
    file.write_text("one", encoding="ascii")
    assert JoinKeys.kept().right("one") is None


def test_who_is_sent_away_is_told_in_their_language(pages: Pages) -> None:
    assert "コード" in pages.phone("", lang="ja").get("/").text
    assert "code" in pages.phone("").get("/").text
