"""The server as people run it: what it tells, how it ends, and what it does for who is slow or many."""

from __future__ import annotations

import json
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.helpers import TOY, home_in, rulesref
from tests.web.serving import Serving, served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="ended by a signal"),
]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One for several tests; whatever they do to it, it says nothing of errors."""
    with served(home_in(tmp_path_factory.mktemp("serving"))) as run:
        yield run


def asked(run: Serving, path: str) -> tuple[int, Mapping[str, str]]:
    with closing(HTTPConnection("127.0.0.1", run.port, timeout=60)) as connection:
        connection.request("GET", path, headers={"cookie": f"rulesref={run.key}"})
        answer = connection.getresponse()
        answer.read()
        return answer.status, dict(answer.getheaders())


def connected(run: Serving) -> socket.socket:
    return socket.create_connection(("127.0.0.1", run.port), timeout=60)


def begun(home: Path, *more: str) -> None:
    words = ("--data", str(TOY), "play", "new", "toy", "--players", "葵,Ben", *more)
    assert rulesref(*words, RULESREF_HOME=str(home)).code == 0


def test_it_tells_the_address(serving: Serving) -> None:
    """Without a code to scan: no phone could open it."""
    assert [line.partition(":")[0] for line in serving.told] == ["Only this computer can open it"]
    assert serving.join.startswith(f"http://127.0.0.1:{serving.port}/join/")
    assert asked(serving, "/")[0] == 200


def test_phones_are_shown_a_code_for_the_address(home: Path) -> None:
    run = Serving(home, ["--host", "0.0.0.0"], local=False)
    assert run.end() == (0, "")
    told = "".join(run.told)
    # Where there is no network, there is nothing to scan.
    assert sum(map(told.count, "█▀▄")) > 100 or run.join.startswith("http://127.0.0.1:")


def test_ctrl_c_ends_it_though_phones_listen(home: Path) -> None:
    """Without a word of errors; and begun again it lets the same phones in."""
    begun(home)
    run = Serving(home)
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(run))) for _ in range(7)]
        for line in lines:
            line.sendall(
                f"GET /play/toy-1/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: rulesref={run.key}\r\n\r\n".encode()
            )
            assert line.recv(12) == b"HTTP/1.1 200"
        assert run.end() == (0, "")
        for line in lines:
            while line.recv(1000):
                pass
    again = Serving(home, port=run.port)
    assert again.key == run.key
    assert asked(again, "/play/toy-1")[0] == 200
    assert again.end() == (0, "")


def test_a_port_in_use_is_told(serving: Serving, home: Path) -> None:
    words = ("--lang", "en", "--format", "json", "serve", "--local", "--port", str(serving.port))
    done = rulesref(*words, RULESREF_HOME=str(home))
    assert done.code == 1
    (problem,) = json.loads(done.out)["problems"]
    assert problem["code"] == "E641"
    assert str(serving.port) in problem["message"]


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 100, "256.1.1.1", "a..b"])
def test_a_host_that_is_not_here_is_told(home: Path, host: str) -> None:
    words = ("--format", "json", "serve", "--host", host, "--port", "0")
    done = rulesref(*words, RULESREF_HOME=str(home))
    assert done.code == 1
    assert [problem["code"] for problem in json.loads(done.out)["problems"]] == ["E641"]


def test_it_goes_straight_to_a_play(home: Path) -> None:
    begun(home, "--name", "7/14")
    run = Serving(home, ["--play", "7/14"])
    try:
        status, headers = asked(run, run.join.removeprefix(run.url))
        assert (status, headers["location"]) == (303, "/play/7%252F14")
        assert asked(run, "/play/7%252F14")[0] == 200
    finally:
        run.end(signal.SIGKILL)


HARDLY = {
    "no host": (b"GET / HTTP/1.1\r\n\r\n", b"400"),
    "no host, of old": (b"GET / HTTP/1.0\r\n\r\n", b"421"),
    "two hosts": (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: evil.example\r\n\r\n", b"400"),
    "a path of other bytes": (b"GET /\xff HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", b"400"),
    "two lengths": (
        b"POST /settings HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\n", b"400",
    ),
    "a huge head": (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 65_500, b"400"),
    "a whole address": (b"GET http://evil.example/ HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", b"401"),
    "something else": (b"\x16\x03\x01\x02\x00\r\n\r\n", b"400"),
}  # fmt: skip


@pytest.mark.parametrize("name", HARDLY)
def test_what_is_hardly_a_request_is_refused(serving: Serving, name: str) -> None:
    sent, status = HARDLY[name]
    with closing(connected(serving)) as line:
        line.sendall(sent)
        assert line.recv(12) == b"HTTP/1.1 " + status
    assert asked(serving, "/")[0] == 200


def test_who_hangs_up_in_the_middle_is_no_error(serving: Serving) -> None:
    host = f"host: 127.0.0.1:{serving.port}\r\ncookie: rulesref={serving.key}\r\n"
    head = f"POST /settings HTTP/1.1\r\n{host}origin: http://127.0.0.1:{serving.port}\r\n"
    for sent in (
        head,
        f"{head}content-length: 1000\r\n\r\nlang=",
        f"GET /play/none/events HTTP/1.1\r\n{host}\r\n",
    ):
        with closing(connected(serving)) as line:
            line.sendall(sent.encode())
    assert asked(serving, "/")[0] == 200


def hung_up(line: socket.socket) -> bool:
    """Whether nothing more comes, behind what is still on its way."""
    with suppress(ConnectionError):
        while line.recv(5_000):
            pass
    return True


def test_one_address_cannot_have_all_places(serving: Serving) -> None:
    """What it has beyond its share is hung up at once."""
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(serving))) for _ in range(60)]
        assert all(map(hung_up, lines[-10:]))
        lines[0].sendall(b"GET /alive HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert lines[0].recv(12) == b"HTTP/1.1 200"
    assert asked(serving, "/")[0] == 200


def test_what_does_not_come_to_its_end_is_not_waited_for(serving: Serving) -> None:
    host = f"host: 127.0.0.1:{serving.port}\r\n"
    starts = ("", f"GET / HTTP/1.1\r\n{host[:9]}", f"GET /alive HTTP/1.1\r\n{host}\r\nGET /ali")
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(serving))) for _ in starts]
        for line, start in zip(lines, starts, strict=True):
            line.sendall(start.encode())
        lines[-1].recv(5_000)
        assert all(map(hung_up, lines))
