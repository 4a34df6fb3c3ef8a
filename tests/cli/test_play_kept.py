"""Plays and the disk, with real processes: killed at every moment, refused by the disk, disturbed by others."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import IO, Any

import pytest

from rulesref.play import flow
from rulesref.play import store as storing
from rulesref.play.replay import replayed
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import TOY, Ran, home_in, rulesref, says, times
from tests.helpers import toy as invented
from tests.unit.play.earlier import schema_1

unix = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of Unix")

#: Every kind of line that writes, each with the words by which it is acknowledged.
LINES = (
    ("work 2", "葵 works 2 hours"),
    ("hedge 3", "葵 plants a hedge."),
    ("undo", "Taken back: "),
    ("redo", "Done again: "),
    ("set Ben.coins 7", "Ben: coins is now 7."),
    ("edit 1 work 3", "Line 1: 葵 works 3 hours"),
    ("drop 2", "Left out: "),
    ("undo --to 1", "Taken back: "),
    ("note お茶", "Note: お茶"),
    ("rest", "葵 rests."),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_in(tmp_path)


def run(home: Path, *words: str, lang: str = "en", stdin: str = "") -> Ran:
    given = ("--data", str(TOY), "--lang", lang, *words)
    return rulesref(*given, stdin=stdin.encode(), RULESREF_HOME=str(home))


def begun(home: Path) -> None:
    assert run(home, "play", "new", "toy", "--players", "葵,Ben").code == 0


def shown(home: Path, *words: str) -> Any:
    done = run(home, "--format", "json", "play", *words)
    assert done.code == 0, done
    return json.loads(done.out)


def process(home: Path, *words: str, **more: Any) -> subprocess.Popen[str]:
    """The program, with pipes for a keyboard and a screen."""
    # Python keeps a half-written module where a file may not grow, and breaks when it reads it again.
    unwritten = "1" if "preexec_fn" in more else ""
    return subprocess.Popen(
        [sys.executable, "-m", "rulesref", "--data", str(TOY), "--lang", "en", "play", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "RULESREF_HOME": str(home), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": unwritten,
             "PYTHONPYCACHEPREFIX": str(home.parent.parent / "bytecode")}, **more,
    )  # fmt: skip


def typed(loop: subprocess.Popen[str], line: str, *words: str) -> str:
    """Type a line; what is shown until a row has one of the words, or to the end."""
    assert loop.stdin
    assert loop.stdout
    loop.stdin.write(line + "\n")
    loop.stdin.flush()
    rows: list[str] = []
    watch = Timer(30, loop.kill)
    watch.start()
    while words and not any(word in row for word in words for row in rows[-1:]):
        row = loop.stdout.readline()
        if not row:
            break
        rows.append(row)
    watch.cancel()
    return "".join(rows)


Kept = tuple[int, tuple[str, ...], str]


def kept(home: Path) -> Kept:
    """How far the play is, its lines, and its state, which is what its lines come to."""
    store = PlayStore.open(str(home))
    play = store.play()
    play_session = PlaySession.at(store, invented(), play)
    entries = replayed(invented(), play, store.lines(play))
    assert not any(entry.problems for entry in entries)
    assert {each.code for each in store.trouble} <= {"W523"}, "a line may be half written"
    assert entries[play.head].state == play_session.state
    store.close()
    state = json.dumps(flow.to_data(play_session.state), sort_keys=True)
    return play.head, tuple(entry.line.typed for entry in entries), state


# --- kill -9 --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> list[Kept]:
    """What is kept after none of the lines, after the first, and so on."""
    folder = home_in(tmp_path_factory.mktemp("course"))
    begun(folder)
    found = [kept(folder)]
    for line, told in LINES:
        assert told in run(folder, "play", "do", line).out
        found.append(kept(folder))
    return found


#: What a process does to a file of a play, each of which it may not live to see the end of.
CALLS = ("open", "write", "fsync", "link", "remove", "utime", "close")


def killed_at(home: Path, call: int) -> tuple[str, bool]:
    """The loop in a process of its own that dies when it comes to this call to the system for a file of a play.

    A write is done to its half before. What it has shown by then, and whether it did come to it.
    """
    reading, writing = os.pipe()
    typed, typing = os.pipe()
    os.write(typing, "".join(f"{line}\n" for line, _ in LINES).encode())
    os.close(typing)
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        try:
            for here, there in ((typed, 0), (writing, 1), (writing, 2)):
                os.dup2(here, there)
            sys.stdin, sys.stdout, sys.stderr = (_text(n) for n in range(3))
            _die_at(call)
            from rulesref.cli import main

            os.environ["RULESREF_HOME"] = str(home)
            main(["--data", str(TOY), "--lang", "en", "play"])
        finally:
            os._exit(0)
    os.close(writing)
    os.close(typed)
    with os.fdopen(reading, encoding="utf-8") as stream:
        out = stream.read()
    _, status = os.waitpid(child, 0)
    return out, os.WIFSIGNALED(status)


def _text(number: int) -> IO[str]:
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def _die_at(call: int) -> None:
    left = call
    system: Any = SimpleNamespace(**vars(os))

    def watched(name: str) -> Callable[..., Any]:
        does = getattr(os, name)

        def done(*given: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                if name == "write":
                    os.write(given[0], given[1][: len(given[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return does(*given, **more)

        return done

    for name in CALLS:
        setattr(system, name, watched(name))
    system.supports_fd = {system.utime}
    vars(storing)["os"] = system


@unix
def test_killed_before_any_call_nothing_acknowledged_is_lost(
    home: Path, course: list[Kept]
) -> None:
    begun(home)
    fresh = home.with_name("fresh")
    home.rename(fresh)
    reached: list[Kept] = []
    # A line takes five calls or so; by steps of two every kind is met with some line.
    for call in range(0, 1000, 2):
        shutil.copytree(fresh, home, symlinks=True)
        out, killed = killed_at(home, call)
        told = acknowledged(out)
        found = kept(home)
        # Of the line that was being carried out, all is kept or nothing.
        assert found in course[told : told + 2], (call, out)
        reached.append(found)
        if not killed:
            break
        shutil.rmtree(home)
    assert told == len(LINES)
    assert len(reached) > 2 * len(LINES)
    assert [number for number, each in enumerate(course) if each not in reached] == []


def acknowledged(out: str) -> int:
    """How many of the lines have been answered."""
    place = 0
    for number, (_, words) in enumerate(LINES):
        found = out.find(words, place)
        if found < 0:
            return number
        place = found + len(words)
    return len(LINES)


@unix
@pytest.mark.parametrize("last", [1, 3, 4, 8], ids=lambda n: LINES[n - 1][0])
def test_killed_when_the_acknowledgement_is_on_the_screen(
    home: Path, course: list[Kept], last: int
) -> None:
    """A person types a line at a time, reads the answer, and then the power goes."""
    begun(home)
    loop = process(home)
    for line, words in LINES[:last]:
        assert words in typed(loop, line, words)
    loop.kill()
    loop.communicate()
    assert loop.returncode == -signal.SIGKILL
    assert kept(home) == course[last]


@unix
def test_killed_in_a_scoring_the_answers_are_kept(home: Path) -> None:
    begun(home)
    run(home, "play", stdin="rest\nrest\n")
    for answer, wanted in (("3", "size: 3"), ("yes", "walled: true"), ("2", "葵: 2")):
        loop = process(home)
        typed(loop, answer)
        assert wanted in typed(loop, "position", "    Ben:", wanted)
        loop.kill()
        loop.communicate()
        assert wanted in run(home, "play", "position").out


# --- several processes ----------------------------------------------------------------------------


def test_plays_begun_at_the_same_time_are_all_there(home: Path) -> None:
    """The first of them makes the file, and the others do not get into its way."""
    several = [process(home, "new", "toy", "--players", "葵,Ben") for _ in range(4)]
    outputs = [each.communicate(timeout=100) for each in several]
    assert [each.returncode for each in several] == [0] * 4, outputs
    names = {play["play"] for play in shown(home, "list")["plays"]}
    assert names == {"toy-1", "toy-2", "toy-3", "toy-4"}


def test_a_loop_shows_what_was_done_elsewhere(home: Path) -> None:
    """A play is taken further, back, and away while a loop waits for its next line."""
    begun(home)
    loop = process(home)
    assert "3 coins" in typed(loop, "work", "works 1 hours")
    run(home, "play", "do", "hedge 3")
    seen = typed(loop, "work 3", "葵 1")
    assert says("E527", seen)
    assert "plants a hedge" in seen
    assert shown(home, "show")["step"] == 2
    run(home, "play", "undo")
    assert says("E527", typed(loop, "work 3", "still fits"))
    assert "6 coins" in typed(loop, "work 3", "works 3 hours")
    assert [line["typed"] for line in shown(home, "history")["log"]] == ["", "work", "work 3"]
    run(home, "play", "delete", "toy-1", "--yes")
    assert says("E521", typed(loop, "work", "no play"))
    loop.communicate(timeout=100)
    assert run(home, "play", "list").code == 1


# --- a disk that refuses --------------------------------------------------------------------------


def without_privileges() -> None:
    """Root is refused what everybody is refused: the right to write anywhere is given up."""
    drop_from_bounding_set, override_modes = 24, 1
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(drop_from_bounding_set, override_modes, 0, 0, 0)


def refusing(home: Path) -> None:
    probe = subprocess.run(
        [sys.executable, "-c", f"open({str(home / 'probe')!r}, 'w')"],
        preexec_fn=without_privileges, capture_output=True, check=False,
    )  # fmt: skip
    if probe.returncode == 0:
        pytest.skip("this user may write everywhere")


def modes(home: Path, folder: int, file: int) -> None:
    for each in (home / "plays").glob("*.play"):
        each.chmod(file)
    (home / "plays").chmod(folder)


@unix
@pytest.mark.parametrize(
    ("folder", "file"),
    [pytest.param(0o500, 0o400, id="folder and file"), pytest.param(0o700, 0o400, id="the file")],
)  # fmt: skip
def test_where_nothing_may_be_written_the_play_goes_on_in_memory(
    home: Path, folder: int, file: int
) -> None:
    begun(home)
    run(home, "play", "do", "work 2")
    before = kept(home)
    content = (home / "plays" / "toy-1.play").read_bytes()
    modes(home, folder, file)
    if folder == 0o500:
        refusing(home / "plays")
    try:
        loop = process(home, preexec_fn=without_privileges)
        out, err = loop.communicate("work 3\nundo\nredo\nhistory\n", timeout=100)
        assert says("E522", err)
        assert times("E522", err) == 1
        assert "葵 works 3 hours (7 coins)." in out
        assert "Taken back" in out
        assert "Not stored" in err
        # One line alone is not acknowledged, nor is a play that would be gone at once.
        more = [["delete", "toy-1", "--yes"], ["new", "toy", "--players", "A,B"]]
        for words in (["do", "work"], ["undo"], *(more if folder == 0o500 else [])):
            single = process(home, *words, preexec_fn=without_privileges)
            out, err = single.communicate(timeout=100)
            assert single.returncode == 1, (words, out, err)
            assert says("E522", err), words
            assert "Deleted" not in out + err
        # What is there can be read.
        shows = process(home, "show", preexec_fn=without_privileges)
        assert "4 coins" in shows.communicate(timeout=100)[0] or shows.returncode == 0
    finally:
        modes(home, 0o700, 0o600)
    assert kept(home) == before
    assert content == (home / "plays" / "toy-1.play").read_bytes()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_file_in_place_of_the_folder_is_told(home: Path, lang: str) -> None:
    (home / "plays").touch()
    done = run(home, "play", "new", "toy", "--players", "葵,Ben", lang=lang)
    assert done.code == 1
    assert says("E522", done.err)
    assert bool(re.search("[ぁ-ん]", done.err)) == (lang == "ja")
    assert "葵" in done.out
    assert (home / "plays").is_file()


@unix
@pytest.mark.parametrize("room", [0, 4096, 60_000])
def test_a_full_disk_loses_nothing_acknowledged(home: Path, room: int) -> None:
    """No file may grow beyond so much: the system refuses at once, or in the middle of a play."""
    import resource

    begun(home)
    loop = process(home)
    assert typed(loop, "work 2", "葵 works 2 hours")
    loop.communicate()

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    lines = [f"note {n} {'x' * 500}" for n in range(60)]
    loop = process(home, preexec_fn=limited)
    out, err = loop.communicate("\n".join((*lines, "undo 60", "history all")) + "\n", timeout=100)
    assert out.count("\nNote: ") == len(lines), err
    assert times("E522", err) == 1
    assert "Not stored" in err
    assert loop.returncode == 1
    # The play is there, whatever there is room for.
    assert " 1  葵 works 2 hours" in out
    step, kept_lines, _ = kept(home)
    # Those that were stored before the disk was full, without a gap.
    assert list(kept_lines) == ["", "work 2", *lines[: step - 1]]
    assert (step > 1) == (room > 0)
    # Without the undoing, what is lost is named.
    loop = process(home, preexec_fn=limited)
    out, err = loop.communicate("\n".join(lines) + "\n", timeout=100)
    assert loop.returncode == 1
    lost = re.search(r"Not stored: lines (\d+) to (\d+) of toy-1", err)
    step, kept_lines, _ = kept(home)
    assert lost
    assert (int(lost[1]), len(kept_lines)) == (step + 1, step + 1)
    # There is room again: the play goes on from there.
    assert run(home, "play", "do", "work").code == 0
    assert shown(home, "show")["step"] == step + 1


# --- files of before ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "history", "stages"),
    [
        ("en",
         ["The garden opens.", "葵 works 2 hours (4 coins).", "葵 plants a hedge. (height 3, 葵 +1)",
          "! 葵 plants a hedge. (height 3, 葵 +1)", "(taken back) 葵 works 3 hours (5 coins).", "(taken back) Note: x"],
         ["turn", "period 1", "", "spring / garden work", "spring show", "spring / garden work"]),
        ("ja",
         ["庭の門が開きます。", "葵が2時間働きました(コイン4枚)。", "葵が生け垣を植えました。 (高さ 3、葵 +1)",
          "! 葵が生け垣を植えました。 (高さ 3、葵 +1)", "(取り消し済み) 葵が3時間働きました(コイン5枚)。", "(取り消し済み) メモ: x"],
         ["手番", "第1ピリオド", "", "春 / 庭仕事", "春の品評", "春 / 庭仕事"]),
    ],
)  # fmt: skip
def test_a_file_with_sentences_reads_as_it_did(
    home: Path, lang: str, history: list[str], stages: list[str]
) -> None:
    """Neither its sentences nor its names of stages are there any more: the game says them."""
    schema_1(home)
    listed = json.loads(run(home, "--format", "json", "play", "list", lang=lang).out)["plays"]
    assert [play["stage"] for play in listed] == stages
    assert [play["winners"] for play in listed if play["finished"]] == [["葵"]]
    done = run(home, "play", "history", "--play", "toy-1", lang=lang)
    assert [row.split("  ", 1)[1] for row in done.out.splitlines()] == history
    assert run(home, "play", "--play", "draft", "do", "1", lang=lang).code == 0
