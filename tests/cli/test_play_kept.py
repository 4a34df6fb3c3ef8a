"""Plays and the disk, with real processes: killed at every moment, refused by the disk, disturbed by others."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest

from rulesref.play import flow
from rulesref.play.file import APPLICATION
from rulesref.play.records import replayed
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import TOY, Ran, home_in, rulesref
from tests.helpers import toy as invented
from tests.unit.play.earlier import damaged, schema_1

unix = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of Unix")

#: Every kind of line that writes, each with the words by which it is acknowledged.
LINES = (
    ("work 2", "葵 works 2 hours"),
    ("hedge 3", "葵 plants a hedge."),
    ("undo", "Taken back: "),
    ("redo", "Done again: "),
    ("set Ben.coins 7", "Ben: coins is now 7."),
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


def sound(home: Path) -> None:
    connection = sqlite3.connect(home / "plays.sqlite")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


Kept = tuple[int, tuple[str, ...], str]


def kept(home: Path) -> Kept:
    """How far the play is, its lines, and its state, which is what its lines come to."""
    store = PlayStore.open(str(home))
    play = store.play()
    play_session = PlaySession.at(store, invented(), play)
    entries = replayed(invented(), play, store.lines(play))
    assert not any(entry.problems for entry in entries)
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


def killed_at(home: Path, statement: int) -> tuple[str, bool]:
    """The loop in a process of its own that dies when it comes to this statement of SQL.

    What it has shown by then, and whether it did come to it.
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
            _die_at(statement)
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


def _die_at(statement: int) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    left = statement

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*given: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*given, **more)
        connection.set_trace_callback(count)
        return connection

    sqlite3.connect = watched  # type: ignore[assignment]


@unix
def test_killed_before_any_statement_nothing_acknowledged_is_lost(
    home: Path, course: list[Kept]
) -> None:
    begun(home)
    fresh = home.with_name("fresh")
    home.rename(fresh)
    reached: list[Kept] = []
    # A line takes ten statements or so; by steps of three every kind is met with some line.
    for statement in range(0, 1000, 3):
        shutil.copytree(fresh, home, symlinks=True)
        out, killed = killed_at(home, statement)
        told = acknowledged(out)
        sound(home)
        found = kept(home)
        # Of the line that was being carried out, all is kept or nothing.
        assert found in course[told : told + 2], (statement, out)
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
    sound(home)
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
        sound(home)
        assert wanted in run(home, "play", "position").out


# --- several processes ----------------------------------------------------------------------------


def test_plays_begun_at_the_same_time_are_all_there(home: Path) -> None:
    """The first of them makes the file, and the others do not get into its way."""
    several = [process(home, "new", "toy", "--players", "葵,Ben") for _ in range(4)]
    outputs = [each.communicate(timeout=100) for each in several]
    assert [each.returncode for each in several] == [0] * 4, outputs
    names = {play["play"] for play in shown(home, "list")["plays"]}
    assert names == {"toy-1", "toy-2", "toy-3", "toy-4"}
    sound(home)


def test_a_loop_shows_what_was_done_elsewhere(home: Path) -> None:
    """A play is taken further, back, and away while a loop waits for its next line."""
    begun(home)
    loop = process(home)
    assert "3 coins" in typed(loop, "work", "works 1 hours")
    run(home, "play", "do", "hedge 3")
    seen = typed(loop, "work 3", "葵 1")
    assert "E527" in seen
    assert "plants a hedge" in seen
    assert shown(home, "show")["step"] == 2
    run(home, "play", "undo")
    assert "E527" in typed(loop, "work 3", "E527")
    assert "6 coins" in typed(loop, "work 3", "works 3 hours")
    assert [line["typed"] for line in shown(home, "history")["log"]] == ["", "work", "work 3"]
    run(home, "play", "delete", "toy-1", "--yes")
    assert "E521" in typed(loop, "work", "E521")
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
    for each in home.glob("plays*"):
        each.chmod(file)
    home.chmod(folder)


@unix
@pytest.mark.parametrize(
    ("folder", "file"),
    [pytest.param(0o500, 0o600, id="the folder"), pytest.param(0o500, 0o400, id="folder and file"),
     pytest.param(0o700, 0o400, id="the file")],
)  # fmt: skip
def test_where_nothing_may_be_written_the_play_goes_on_in_memory(
    home: Path, folder: int, file: int
) -> None:
    begun(home)
    run(home, "play", "do", "work 2")
    before = kept(home)
    content = (home / "plays.sqlite").read_bytes()
    modes(home, folder, file)
    if folder == 0o500:
        refusing(home)
    try:
        loop = process(home, preexec_fn=without_privileges)
        out, err = loop.communicate("work 3\nundo\nredo\nhistory\n", timeout=100)
        assert "E522" in err
        assert err.count("E522") == 1
        assert "葵 works 3 hours (7 coins)." in out
        assert "Taken back" in out
        assert "Not stored" in err
        # One line alone is not acknowledged, nor is a play that would be gone at once.
        for words in (
            ["do", "work"],
            ["undo"],
            ["delete", "toy-1", "--yes"],
            ["new", "toy", "--players", "A,B"],
        ):
            single = process(home, *words, preexec_fn=without_privileges)
            out, err = single.communicate(timeout=100)
            assert single.returncode == 1, (words, out, err)
            assert "E522" in err, words
            assert "Deleted" not in out + err
        # What is there can be read.
        shows = process(home, "show", preexec_fn=without_privileges)
        assert "4 coins" in shows.communicate(timeout=100)[0] or shows.returncode == 0
    finally:
        modes(home, 0o700, 0o600)
    assert kept(home) == before
    assert content == (home / "plays.sqlite").read_bytes()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_folder_in_place_of_the_file_is_told(home: Path, lang: str) -> None:
    (home / "plays.sqlite").mkdir()
    done = run(home, "play", "new", "toy", "--players", "葵,Ben", lang=lang)
    assert done.code == 1
    assert "E522" in done.err
    assert bool(re.search("[ぁ-ん]", done.err)) == (lang == "ja")
    assert "葵" in done.out
    assert (home / "plays.sqlite").is_dir()


@unix
@pytest.mark.parametrize("log", [False, True], ids=["no log", "a log left behind"])
@pytest.mark.parametrize("room", [0, 4096, 60_000])
def test_a_full_disk_loses_nothing_acknowledged(home: Path, room: int, log: bool) -> None:
    """No file may grow beyond so much: the system refuses at once, or in the middle of a play."""
    import resource

    begun(home)
    loop = process(home)
    assert typed(loop, "work 2", "葵 works 2 hours")
    if log:
        loop.kill()
    loop.communicate()
    assert (home / "plays.sqlite-wal").exists() == log

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    lines = [f"note {n} {'x' * 500}" for n in range(60)]
    loop = process(home, preexec_fn=limited)
    out, err = loop.communicate("\n".join((*lines, "undo 60", "history all")) + "\n", timeout=100)
    assert out.count("\nNote: ") == len(lines), err
    assert err.count("E522") == 1
    assert "Not stored" in err
    assert loop.returncode == 1
    # The play is there, whatever there is room for.
    assert " 1  葵 works 2 hours" in out
    sound(home)
    step, kept_lines, _ = kept(home)
    # Those that were stored before the disk was full, without a gap.
    assert list(kept_lines) == ["", "work 2", *lines[: step - 1]]
    assert (step > 1) == (room > 50_000)
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


# --- damaged, foreign, newer ----------------------------------------------------------------------


def long_play(home: Path) -> bytes:
    begun(home)
    run(home, "play", stdin="".join(f"note {n} {'x' * 400}\n" for n in range(40)))
    connection = sqlite3.connect(home / "plays.sqlite")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return (home / "plays.sqlite").read_bytes()


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_truncated_file_is_told_left_alone_and_can_be_repaired(home: Path, part: float) -> None:
    raw = long_play(home)
    file = home / "plays.sqlite"
    file.write_bytes(raw[: int(len(raw) * part)])
    before = file.read_bytes()
    for words in (["show"], ["history"], ["do", "work"], ["list"]):
        done = run(home, "play", *words)
        assert done.code in (0, 1), done
        if done.code:
            assert re.search("E52[0-9]", done.err), done
    assert file.read_bytes() == before
    done = run(home, "play", "repair", "--yes")
    assert done.code in (0, 1), done
    assert any(each.read_bytes() == before for each in home.glob("plays*"))
    begun(home)
    assert run(home, "play", "do", "work").code == 0


@unix
@pytest.mark.parametrize("part", [0.5, 1.0], ids=["of the new file", "of the copies"])
def test_a_repair_without_room_leaves_nothing_half_made(home: Path, part: float) -> None:
    import resource

    long_play(home)
    file = home / "plays.sqlite"
    _, kept_lines, _ = kept(home)
    before = file.read_bytes()
    # What is free in a file takes no room in the new one, and does in a copy.
    file.write_bytes(before + bytes(8 * 4096 if part == 1 else 0))
    room = int(len(before) * part)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    repair = process(home, "repair", "--yes", preexec_fn=limited)
    _, err = repair.communicate(timeout=100)
    assert repair.returncode == 1
    assert "E522" in err
    assert not list(home.glob("*.new*"))
    assert not list(home.glob("*.damaged*"))
    assert kept(home)[1] == kept_lines


def test_repairing_keeps_what_stood_in_the_log_of_the_file(home: Path) -> None:
    """Lines that are only in the write-ahead log are in the new file, and the log is beside the old."""
    begun(home)
    store = PlayStore.open(str(home))
    PlaySession.at(store, invented(), store.play()).take("work 2")
    log = (home / "plays.sqlite-wal").read_bytes()
    assert log
    done = run(home, "play", "repair", "--yes")
    assert done.code == 0, done
    assert (home / "plays.sqlite.damaged-wal").read_bytes() == log
    assert shown(home, "show")["step"] == 1
    store.close()
    assert shown(home, "show")["step"] == 1


@pytest.mark.parametrize(
    ("stamp", "code"),
    [pytest.param((APPLICATION, 99), "E525", id="of a newer version"),
     pytest.param((APPLICATION, 0), "E524", id="of a version that never was"),
     pytest.param((0x1234, 1), "E524", id="with the stamp of another program")],
)  # fmt: skip
def test_a_file_that_is_not_ours_to_write_stays_as_it_is(
    home: Path, stamp: Sequence[int], code: str
) -> None:
    begun(home)
    connection = sqlite3.connect(home / "plays.sqlite")
    connection.execute(f"PRAGMA application_id = {stamp[0]}")
    connection.execute(f"PRAGMA user_version = {stamp[1]}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = (home / "plays.sqlite").read_bytes()
    for lang in ("ja", "en"):
        done = run(home, "play", "do", "work", lang=lang)
        assert done.code == 1
        assert code in done.err
        assert bool(re.search("[ぁ-ん]", done.err)) == (lang == "ja")
    assert (home / "plays.sqlite").read_bytes() == before


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
    sound(home)


def test_a_damaged_file_of_before_is_repaired_when_somebody_says_so(home: Path) -> None:
    damaged(home)
    done = run(home, "play", "do", "work", "--play", "toy-1")
    assert done.code == 1
    assert "E524" in done.err
    assert run(home, "play", "repair", "--yes").code == 0
    sound(home)
    assert run(home, "play", "list").err == ""
