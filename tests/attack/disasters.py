"""What happens to the program rather than what is typed: kills, others that write, full disks, damaged catalogues.

Each target is like those of :mod:`tests.attack.fuzzing`; what was told to be stored has to be there afterwards.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import strategies as st

from rulesref.base import messages
from tests.attack.judging import faults
from tests.helpers import PATIENCE, ROOT, TOY, home_in, rulesref

FILES = Path(__file__).parent / "files"


class Table:
    """A folder with a home and the files of the corpus, and the program in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.home = home_in(folder)
        self.place = folder / "place"
        shutil.copytree(FILES, self.place)
        shutil.copytree(TOY, self.place / "toy")

    def run(self, *args: str, stdin: str = "") -> str:
        """What the program prints in this process; it has to be without a fault."""
        ran = rulesref(
            "--lang", "en", "--data", str(TOY), *args, cwd=self.place, stdin=stdin.encode(),
            RULESREF_HOME=str(self.home),
        )  # fmt: skip
        found = faults(ran.code, ran.out, ran.err)
        assert not found, f"{found}\n{args}\n{ran.err[-3000:]}"
        return ran.out

    def process(self, *args: str, **how: Any) -> subprocess.Popen[str]:
        """The program, started; what it prints leaves at once."""
        ours = {"RULESREF_HOME": str(self.home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "COLUMNS": "80"}  # fmt: skip
        return subprocess.Popen(
            [sys.executable, "-m", "rulesref", "--lang", "en", "--data", str(TOY), *args],
            cwd=self.place, env={**os.environ, **ours}, encoding="utf-8", stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how,
        )  # fmt: skip

    def own_cache(self) -> None:
        """From now on what is compiled is shared with nobody."""
        shared = (self.home / "cache").resolve()
        (self.home / "cache").unlink()
        shutil.copytree(shared, self.home / "cache")

    def kept(self) -> list[str]:
        """The notes of the play, in their order."""
        told = self.run("--format", "json", "play", "history", "all", "--play", "x")
        log = json.loads(told)["log"]
        assert [line["step"] for line in log] == list(range(len(log)))
        return [line["typed"].removeprefix("note ") for line in log[1:]]


@contextlib.contextmanager
def table(*, playing: bool = True) -> Iterator[Table]:
    """A table for an attack, with a play that has begun."""
    with tempfile.TemporaryDirectory(prefix="rulesref-attack-") as name:
        made = Table(Path(name))
        if playing:
            made.run("play", "new", "toy", "--players", "A,B", "--name", "x", "--track", "full")
        yield made


def told(text: str) -> list[str]:
    """The notes that were acknowledged, in whole lines."""
    return re.findall(r"^Note: (\S+)\n", text, re.MULTILINE)


def judged(process: subprocess.Popen[str], lines: str = "", *, killed: bool = False) -> str:
    """What a process says in the end, without a fault."""
    try:
        out, err = process.communicate(lines, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    code = 0 if killed and process.returncode == -signal.SIGKILL else process.returncode
    found = faults(code, out, err)
    assert not found, f"{found}\n{process.args!r}\n{err[-3000:]}"
    return out


# --- kills ---------------------------------------------------------------------------------------

#: After how many acknowledged lines, and how many thousandths of a second later, a process is killed.
Kill = tuple[int, int]
kills = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), min_size=3, max_size=3)


def killing(each: Sequence[Kill]) -> None:
    """While lines are entered, one process after another is killed: what was told is stored, in order."""
    with table() as at:
        acknowledged: list[str] = []
        for round_, (first, later) in enumerate(each):
            wanted = first
            loop = at.process("play")
            assert loop.stdin
            assert loop.stdout
            loop.stdin.write("".join(f"note {round_}-{n}\n" for n in range(2000)))
            loop.stdin.flush()
            while wanted and (row := loop.stdout.readline()):
                found = told(row)
                acknowledged += found
                wanted -= len(found)
            time.sleep(later / 1000)
            loop.kill()
            # What has been read ahead is not communicated.
            acknowledged += told(loop.stdout.read())
            judged(loop, killed=True)
        kept = at.kept()
        # The last line of a round may be stored although nobody was told any more.
        assert [note for note in kept if note in set(acknowledged)] == acknowledged
        assert len(kept) - len(acknowledged) <= len(each)


#: What else is interrupted, and after how many thousandths of a second.
interruptions = st.tuples(st.sampled_from(["ask", "import", "compile", "new"]), st.integers(0, 900))


def interrupting(what: tuple[str, int]) -> None:
    """A process that stores something else is killed at some time: the next one goes on without a fault."""
    name, later = what
    command = {
        "ask": ("score", "toy", "--ask"),
        "import": ("play", "import", "evil-play.json"),
        "compile": ("--data", ".", "games"),
        "new": ("play", "new", "toy", "--players", "A,B", "--name", "y"),
    }[name]
    with table() as at:
        if name == "compile":
            at.own_cache()
        loop = at.process(*command)
        assert loop.stdin
        with contextlib.suppress(OSError):
            loop.stdin.write("autumn\nA, B\n1\n2\n3\n")
            loop.stdin.flush()
        time.sleep(later / 1000)
        loop.kill()
        judged(loop, killed=True)
        at.run(*command, stdin="\n" * 30)
        at.run("play", "list")
        assert at.kept() == []


# --- others that write ---------------------------------------------------------------------------

#: What each of several processes does at the same time.
_DOES = ["type", "do", "do", "ask", "export", "import", "undo", "games", "list"]
several = st.lists(st.sampled_from(_DOES), min_size=2, max_size=4)


def writing(does: Sequence[str]) -> None:
    """Several processes at one play, its home and the same files: each is answered, nothing told is lost."""
    with table() as at:
        started = [(what, _started(at, number, what)) for number, what in enumerate(does)]
        outs = [
            (what, judged(process, _lines(number, what)))
            for number, (what, process) in enumerate(started)
        ]
        acknowledged = [note for _, out in outs for note in told(out)]
        kept = at.kept()
        gone = [note for note in acknowledged if note not in kept]
        # Somebody else may undo what was told; nobody else takes it back.
        assert len(gone) <= does.count("undo"), (gone, outs)
        assert len(set(kept)) == len(kept)
        if "export" in does:
            json.loads((at.place / "x.json").read_text(encoding="utf-8"))


def _started(at: Table, number: int, what: str) -> subprocess.Popen[str]:
    commands: Mapping[str, tuple[str, ...]] = {
        "type": ("play", "--play", "x"),
        "do": ("play", "do", "--play", "x", "note", f"{number}-do"),
        "ask": ("score", "toy", "--ask"),
        "export": ("play", "do", "--play", "x", "export", "x.json"),
        "import": ("play", "import", "evil-play.json"),
        "undo": ("play", "undo", "--play", "x"),
        "games": ("--data", ".", "games"),
        "list": ("play", "list"),
    }
    return at.process(*commands[what])


def _lines(number: int, what: str) -> str:
    if what == "type":
        return "".join(f"note {number}-{n}\n" for n in range(15))
    return "autumn\nA, B\n1\n2\n3\n"


# --- disks ---------------------------------------------------------------------------------------

_WRITES: Sequence[tuple[str, ...]] = [
    ("play",), ("play", "do", "note", "0-do"), ("play", "do", "export", "x.json"), ("play", "do", "export", "x.csv"),
    ("play", "import", "evil-play.json"), ("play", "new", "toy", "--players", "A,B"), ("score", "toy", "--ask"),
    ("--data", ".", "games"), ("new-game", "other", "."), ("play", "export"), ("play", "delete", "x", "--yes"),
    ("check", "toy"), ("play", "undo"),
]  # fmt: skip
#: Bytes that any file may have, and what is done with so much room.
rooms = st.tuples(
    st.sampled_from([0, 1, 100, 4096, 10_000, 40_000, 70_000, 200_000]), st.sampled_from(_WRITES)
)


def filling(what: tuple[int, tuple[str, ...]]) -> None:
    """No file may grow beyond so much: it is told, and afterwards everything goes on."""
    room, command = what

    def limited() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    with table() as at:
        if command[0] == "--data":
            at.own_cache()
        loop = at.process(*command, preexec_fn=limited)
        out = judged(loop, "note 0-0\nnote 0-1\nexport x.json\n")
        if (at.place / "x.json").exists():
            # What is there is whole.
            json.loads((at.place / "x.json").read_text(encoding="utf-8"))
        if "delete" in command:
            at.run("play", "list")
            return
        kept = at.kept()
        assert loop.returncode or all(note in kept for note in told(out))
        at.run(*command, stdin="note 0-2\n")
        at.run("play", "list")


# --- catalogues ----------------------------------------------------------------------------------

#: What a sentence may have become.
_SENTENCES = [
    "", " ", "{", "}", "{}", "{0}", "{nope}", "{found.__class__}", "{found[0]}", "{found!r:>999999999}", "{n:x}", "{{", "}}", "{{}", "%s",
    "\x1b[31m", "\x9b", "\u202e", "\n\n\n", "\r", "x" * 5000, "{where}" * 50, "{known.__init__.__globals__}", "\ufeff", "花",
]  # fmt: skip


def _source() -> Catalog:
    with (ROOT / "locales/ja/LC_MESSAGES/rulesref.po").open("rb") as file:
        return read_po(file, locale="ja")


#: Which sentences are replaced, by how many from the first, and by what; and which bytes are.
catalogues = st.tuples(
    st.integers(1, 9), st.lists(st.sampled_from(_SENTENCES) | st.text(max_size=9), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 200_000), st.integers(0, 255)), max_size=30), st.booleans(),
)  # fmt: skip


def speaking(how: tuple[int, list[str], list[tuple[int, int]], bool]) -> None:
    """A catalogue whose sentences ask for what is not there, or whose bytes are not what they were."""
    every, said, damage, cut = how
    found = _source()
    for number, message in enumerate(list(found)):
        if message.id and number % every == 0:
            message.string = said[number % len(said)]
    file = io.BytesIO()
    write_mo(file, found)
    raw = bytearray(file.getvalue())
    for place, byte in damage:
        # Most of a file is text; its head and its tables come first.
        raw[(place % 12_000 if place % 2 else place) % len(raw)] = byte
    if cut and damage:
        del raw[damage[0][0] % len(raw) :]
    with table(playing=False) as at, catalogue_of(bytes(raw), at.home):
        for command in _SAYING:
            at.run("--lang", "ja", *command)


_SAYING = [
    ("games",), ("ask", "toy", "tulip"), ("ask", "toy", "qqq"), ("score", "toy", "good.yaml", "--explain"), ("score", "toy", "key.yaml"),
    ("score", "toy", "nothing.yaml"), ("show", "plot-flowers"), ("table", "toy"), ("disputes", "toy"), ("score", "toy", "--batch", "evil.json"),
    ("play", "new", "toy", "--players", "A,B"), ("play", "do", "work"), ("play", "do", "?"), ("play", "show"), ("check", "toy"), ("--help",),
]  # fmt: skip


@contextlib.contextmanager
def catalogue_of(raw: bytes, folder: Path) -> Iterator[None]:
    """Sentences from these bytes for a while."""
    inside = folder / "locales" / "ja" / "LC_MESSAGES"
    inside.mkdir(parents=True)
    (inside / "rulesref.mo").write_bytes(raw)
    caches: list[Any] = [messages._catalogue, messages._sentence]
    try:
        with patch.object(messages, "locale_folder", lambda: str(folder / "locales")):
            for cached in caches:
                cached.cache_clear()
            yield
    finally:
        for cached in caches:
            cached.cache_clear()


#: One kind of disaster each: how it is thought of, what it does, and how often where time is short.
Disaster = tuple[st.SearchStrategy[Any], Callable[[Any], None], int]
DISASTERS: Mapping[str, Disaster] = {
    "catalogues": (catalogues, speaking, 6),
    **(
        {
            "kills": (kills, killing, 7),
            "interruptions": (interruptions, interrupting, 4),
            "writers": (several, writing, 4),
            "disks": (rooms, filling, 6),
        }
        if hasattr(signal, "SIGKILL")
        else {}
    ),
}
