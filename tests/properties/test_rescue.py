"""However a file of plays is damaged: what still stands in it is found, and the file stays as it is."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesref.base.diagnostics import ProblemsFound
from rulesref.play import file
from rulesref.play.records import LogLine, dumps
from rulesref.play.store import PlayStore
from tests.properties import examples

pytestmark = [pytest.mark.property, pytest.mark.slow]

PAGE = 4096
TIME = "2026-01-02T03:04:05Z"
#: How long the states of each play are, in marks: within a page, on others, on many others.
LENGTHS = {"短い": (1, 2), "long": (150, 90, 300), "mixed": (1, 900, 20, 200)}


def mark(play: str, n: int) -> str:
    return f"<{play}:{n:03}>"


class Files(NamedTuple):
    """The bytes of a file of plays and of its log."""

    main: bytes
    log: bytes


def line(play: str, n: int) -> LogLine:
    lengths = LENGTHS[play]
    state = {"marks": [mark(play, n)] * lengths[n % len(lengths)]}
    typed = f"note {mark(play, n)} 手"
    return LogLine(n, typed, {"note": typed}, TIME, ("spring",), state)


MANY = 24


@pytest.fixture(autouse=True, scope="module")
def _nobody_writes() -> Iterator[None]:
    """So nobody has to be waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file, "_LOOKS", 1)
        yield


@cache
def sound(logged: bool) -> Files:
    """A file of three plays whose lines take turns; its last third is in the log, or nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        with closing(PlayStore.open(folder)) as store:
            plays = {
                name: store.begin(
                    {
                        "name": name,
                        "game": "toy",
                        "digest": "d",
                        "players": ["葵", "B"],
                        "options": {},
                        "tracked": "full",
                    },
                    [line(name, 0)],
                )
                for name in LENGTHS
            }
            for n in range(1, MANY):
                if n == MANY * 2 // 3:
                    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                for name, play in plays.items():
                    plays[name] = store.add(play, line(name, n))
            copies = files_in(Path(folder))
        return copies if logged else files_in(Path(folder))


def files_in(folder: Path) -> Files:
    log = folder / "plays.sqlite-wal"
    return Files((folder / "plays.sqlite").read_bytes(), log.read_bytes() if log.exists() else b"")


@st.composite
def changes(draw: st.DrawFn, size: int) -> list[tuple[int, bytes]]:
    """Bytes to be written over those of a file, each at its place."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        page = draw(st.integers(0, max(0, size // PAGE - 1))) * PAGE
        at, written = draw(
            st.one_of(
                st.tuples(st.just(page), st.just(bytes(PAGE))),  # a page of nothing
                st.tuples(st.just(page), st.binary(min_size=1, max_size=12)),  # its head
                st.tuples(st.integers(0, 99), st.binary(min_size=1, max_size=4)),  # that of the file
                st.tuples(st.just(0), st.binary(min_size=100, max_size=300)),
                st.tuples(st.just(68), st.binary(min_size=4, max_size=4)),  # whose it is
                st.tuples(st.integers(0, size - 1), st.binary(min_size=1, max_size=3)),  # a slip
                st.tuples(st.integers(0, size - 1), st.sampled_from([b"\xff\xfe", b"\0" * 40, b"\xe6"])),
                st.tuples(st.just(page + 3), st.sampled_from([b"\0\0", b"\0\1", b"\xff\xff"])),  # how many rows
            )
        )  # fmt: skip
        found.append((at, written[: size - at]))
    return found


def written_over(raw: bytes, changed: list[tuple[int, bytes]]) -> bytes:
    made = bytearray(raw)
    for at, written in changed:
        made[at : at + len(written)] = written
    return bytes(made)


def differing(before: bytes, after: bytes) -> list[int]:
    """Where bytes are others; those that were cut off as well."""
    pages = (at for at in range(0, len(before), PAGE) if before[at:][:PAGE] != after[at:][:PAGE])
    return [
        at
        for page in pages
        for at in range(page, min(page + PAGE, len(before)))
        if before[at : at + 1] != after[at : at + 1]
    ]


class Standing(NamedTuple):
    """Where the beginning of a line stands, and on which pages there is something of its state."""

    start: int
    end: int
    pages: frozenset[int]


@cache
def standings() -> Mapping[tuple[str, int], Standing]:
    raw = sound(logged=False).main
    found = {}
    for play in LENGTHS:
        for n in range(MANY):
            each = line(play, n)
            beginning = f"{each.typed}{dumps(each.command)}{TIME}".encode()
            start = raw.index(beginning)
            marks = mark(play, n).encode()
            pages = frozenset(
                at // PAGE for at in range(0, len(raw), PAGE) if marks in raw[at : at + PAGE]
            )
            found[play, n] = Standing(start - 16, start + len(beginning), pages)
    return found


def put(folder: Path, files: Files) -> None:
    (folder / "plays.sqlite").write_bytes(files.main)
    if files.log:
        (folder / "plays.sqlite-wal").write_bytes(files.log)


def read(store: PlayStore) -> dict[tuple[str, int], LogLine]:
    return {(play.name, each.n): each for play in store.plays() for each in store.lines(play)}


def shown(folder: Path) -> dict[tuple[str, int], LogLine]:
    """The lines that are shown; nothing else may be told than what is wrong with the file."""
    with closing(PlayStore.open(str(folder))) as store:
        assert {problem.code for problem in store.trouble} <= {"E523", "E524"}
        return read(store)


def repaired(folder: Path) -> dict[tuple[str, int], LogLine]:
    with closing(PlayStore.open(str(folder))) as store:
        store.repair()
        found = read(store)
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return found


def by_mark(lines: Mapping[tuple[str, int], LogLine]) -> set[tuple[str, int]]:
    """Lines by what they say: the name of a play may be lost."""
    said = {each.typed for each in lines.values()}
    return {(play, n) for play in LENGTHS for n in range(MANY) if line(play, n).typed in said}


often = settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
sometimes = settings(often, max_examples=examples(20))


@often
@given(st.data())
def test_what_damage_did_not_hit_is_read_and_the_file_stays(data: st.DataObject) -> None:
    files = sound(logged=False)
    main = written_over(files.main, data.draw(changes(len(files.main))))
    if data.draw(st.booleans()):
        main = main[: data.draw(st.integers(PAGE, len(main)))]
    hit = differing(files.main, main)
    pages = {at // PAGE for at in hit}
    nameless = pages - frozenset().union(*(each.pages for each in standings().values()))
    with folder() as place:
        put(place, Files(main, b""))
        if int.from_bytes(main[60:64]) > file.SCHEMA and _is_newer(place):
            assert files_in(place) == Files(main, b"")
            return
        for found in (shown(place), repaired(place)):
            for key, each in standings().items():
                if not any(each.start <= at < each.end for at in hit):
                    assert key in by_mark(found), (key, each)
                    if not pages & each.pages and not nameless and key in found:
                        assert found[key] == line(*key)
        aside = place / "plays.sqlite.damaged"
        kept = aside if aside.exists() else place / "plays.sqlite"
        assert kept.read_bytes() == main


@pytest.mark.parametrize(
    "written",
    [b"INTEGER PRIMARY KEY, name", b"name TEXT NOT NULL UNIQUE", b"typed TEXT", b"head INTEGER NOT NULL"],
)  # fmt: skip
def test_what_declares_the_tables_may_be_damaged(written: bytes) -> None:
    files = sound(logged=False)
    for at in range(len(written.split(b" ")[0]) + 1):
        place = files.main.index(written) + at
        with folder() as there:
            put(there, Files(written_over(files.main, [(place, b"\xff\xfe")]), b""))
            for found in (shown(there), repaired(there)):
                assert by_mark(found) == {*standings()}


@sometimes
@given(st.data())
def test_a_damaged_log_takes_nothing_along_that_can_be_read(data: st.DataObject) -> None:
    """SQLite passes over all that follows in it."""
    files = sound(logged=True)
    frame = PAGE + 24
    many = (len(files.log) - 32) // frame
    hit = data.draw(st.integers(0, many - 1))
    at = 32 + hit * frame + data.draw(st.integers(0, frame - 1))
    log = written_over(files.log, [(at, data.draw(st.binary(min_size=1, max_size=8)))])
    if data.draw(st.booleans()):
        log = written_over(log, [(0, data.draw(st.binary(min_size=1, max_size=32)))])
    frames = {(n - 32) // frame for n in differing(files.log, log)}
    there = [
        (play, n)
        for play in LENGTHS
        for n in range(MANY)
        if files.main.count(line(play, n).typed.encode())
        or any(
            line(play, n).typed.encode() in files.log[32 + each * frame : 32 + (each + 1) * frame]
            for each in range(many)
            if each not in frames
        )
    ]
    with folder() as place:
        put(place, Files(files.main, log))
        assert set(there) <= by_mark(shown(place))
        salts = any(8 <= (n - 32) % frame < 16 for n in differing(files.log, log) if n >= 32)
        if (
            log != files.log and not salts
        ):  # without these a frame is none, nor told from older ones
            assert files_in(place) == Files(files.main, log)
        assert set(there) <= by_mark(repaired(place))


def test_a_line_that_had_moved_to_the_page_that_is_lost_is_read_where_it_was() -> None:
    """The page it had stood on before has it in an older frame alone."""
    files, frame = sound(logged=True), PAGE + 24
    typed = [line(play, n).typed.encode() for play in LENGTHS for n in range(MANY)]
    stand = {text: [at for at in range(32, len(files.log), frame) if text in files.log[at : at + frame]] for text in typed}  # fmt: skip
    moved = {places[-1]: text for text, places in stand.items() if len({files.log[at : at + 4] for at in places}) > 1 and text not in files.main}  # fmt: skip
    assert moved
    for at, text in moved.items():
        begins = files.log.index(text, at)
        log = written_over(files.log, [(begins - 2, b"\0\0")])
        with folder() as place:
            put(place, Files(files.main, log))
            assert text in {each.typed.encode() for each in shown(place).values()}


def test_a_log_whose_file_is_gone_is_read() -> None:
    files = sound(logged=True)
    with folder() as place:
        (place / "plays.sqlite-wal").write_bytes(files.log)
        found = by_mark(shown(place))
        assert {(play, MANY - 1) for play in LENGTHS} <= found
        assert (place / "plays.sqlite-wal").read_bytes() == files.log
        assert by_mark(repaired(place)) == found


def test_a_sound_file_with_a_log_is_gone_on_with() -> None:
    with folder() as place:
        put(place, sound(logged=True))
        with closing(PlayStore.open(str(place))) as store:
            assert store.kept
            assert store.trouble == []
            assert len(read(store)) == len(LENGTHS) * MANY


def test_what_was_deleted_does_not_come_back() -> None:
    with folder() as place:
        put(place, sound(logged=False))
        with closing(PlayStore.open(str(place))) as store:
            store.delete(store.play("long"))
            play = store.move(store.play("mixed"), 3)
            store.add(play, line("mixed", 4))
        with closing(sqlite3.connect(place / "plays.sqlite")) as connection:
            connection.execute("PRAGMA application_id = 1")
        found = shown(place)
        assert {name for name, _ in found} == {"短い", "mixed"}
        assert [n for name, n in found if name == "mixed"] == [0, 1, 2, 3, 4]


def _is_newer(place: Path) -> bool:
    """Whether the file is taken for one of a newer program: that is told, and nothing is shown or written."""
    try:
        PlayStore.open(str(place)).close()
    except ProblemsFound as stop:
        return [problem.code for problem in stop.problems] == ["E525"]
    return False


class folder:  # noqa: N801 - a context, used as a word
    """A folder for one example."""

    def __enter__(self) -> Path:
        self.path = Path(tempfile.mkdtemp())
        return self.path

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.path)


def test_where_lines_stand_is_known() -> None:
    """Else nothing would be asked of the damaged files."""
    assert len(standings()) == len(LENGTHS) * MANY
    assert any(len(each.pages) > 3 for each in standings().values())
    assert len({at for each in standings().values() for at in each.pages}) > 20
