"""Pages of SQLite files read without it: the rows that SQLite reads, and those that it refuses."""

from __future__ import annotations

import re
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulesref.play.btree import Image, frames, images, is_read, rows_of

VALUES = [
    None,
    0,
    1,
    -1,
    127,
    -300,
    70000,
    2**40,
    -(2**60),
    1.5,
    "",
    "橋",
    "x" * 200,
    "y" * 5000,
    b"z" * 40000,
]
NOTHING = [re.compile(b"(?!)")]


def rows(path: Path) -> list[tuple[int | None, list[Any]]]:
    log = Path(f"{path}-wal")
    image = next(images(path.read_bytes(), log.read_bytes() if log.exists() else b""))
    return list(rows_of(image, NOTHING, lambda row: len(row[1]) == 3))


def in_bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


@pytest.mark.parametrize("size", [512, 4096, 65536])
@pytest.mark.parametrize("columns", [
    pytest.param("(a, b, c)", id="table"),
    pytest.param("(a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID", id="index"),
])  # fmt: skip
def test_every_value_is_read_as_sqlite_reads_it(tmp_path: Path, size: int, columns: str) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute(f"CREATE TABLE t {columns}")
        for n in range(60):
            for m, value in enumerate(VALUES):
                connection.execute("INSERT INTO t VALUES (?, ?, ?)", (n, m, value))
        connection.commit()
        expected = connection.execute("SELECT a, b, c FROM t").fetchall()
    found = [(a, b, c) for _, (a, b, c) in rows(path)]
    assert sorted(found, key=lambda row: row[:2]) == [
        (a, b, in_bytes(c)) for a, b, c in sorted(expected, key=lambda row: row[:2])
    ]


#: Lengths of texts about which a row of a page of 512 bytes begins to go on elsewhere, and goes on once more.
LENGTHS = (*range(50, 130), *range(440, 530), *range(540, 620), *range(950, 1030))


@pytest.mark.parametrize("kept", [0, 12])
@pytest.mark.parametrize("columns", [
    pytest.param("(a, b, c)", id="table"),
    pytest.param("(a PRIMARY KEY, b, c) WITHOUT ROWID", id="index"),
])  # fmt: skip
def test_a_row_of_any_length_goes_on_where_it_goes_on(
    tmp_path: Path, columns: str, kept: int
) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("PRAGMA user_version = 1")
    raw = bytearray(path.read_bytes())
    raw[20], raw[105:107] = kept, (512 - kept).to_bytes(2)
    path.write_bytes(raw)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE t {columns}")
        connection.executemany(
            "INSERT INTO t VALUES (?, 'b', ?)", [(n, chr(97 + n % 26) * n) for n in LENGTHS]
        )
        connection.commit()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    found = {a: c for _, (a, _, c) in rows(path)}
    assert found == {n: bytes([97 + n % 26]) * n for n in LENGTHS}


def test_rows_of_a_table_have_their_numbers(tmp_path: Path) -> None:
    path, numbers = tmp_path / "x.sqlite", [-1, 0, 127, 128, 16383, 16384, 2**55, 2**56, 2**63 - 1]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b, c)")
        connection.executemany("INSERT INTO t VALUES (?, 'b', 0)", [(n,) for n in numbers])
        connection.commit()
    found = rows(path)
    assert sorted(number for number, _ in found if number is not None) == [
        *numbers[1:], numbers[0] + 2**64,
    ]  # fmt: skip
    assert {tuple(values) for _, values in found} == {(None, b"b", 0)}


def begins(size: int, kept: int) -> bytes:
    return bytes(16) + size.to_bytes(2) + bytes(2) + bytes([kept]) + bytes(200)


@pytest.mark.parametrize(
    ("main", "usable"),
    [
        pytest.param(begins(512, 0), 512, id="the smallest"),
        pytest.param(begins(512, 32), 480, id="the least that rows may have"),
        pytest.param(begins(512, 33), 512, id="less"),
        pytest.param(begins(1, 0), 65536, id="the largest"),
        pytest.param(begins(1024, 5), 1019, id="what pages leave free"),
        pytest.param(begins(256, 0), 4096, id="too small"),
        pytest.param(begins(768, 0), 4096, id="no power of two"),
        pytest.param(begins(512, 0)[:100], 512, id="a whole head"),
        pytest.param(begins(512, 0)[:99], 4096, id="no whole head"),
    ],
)
def test_the_head_says_how_large_pages_are(main: bytes, usable: int) -> None:
    assert next(images(main, b"")).usable == usable


def test_something_may_be_missing_behind_or_in_front() -> None:
    main = begins(512, 0).ljust(1000, b"x")
    behind, in_front, *usual = images(main, b"")
    assert behind.pages == {1: main[:512], 2: main[512:] + bytes(24)}
    assert in_front.pages == {1: bytes(24) + main[:488], 2: main[488:]}
    assert [image.usable for image in usual] == [4096, 4096]
    whole = begins(512, 0).ljust(1024, b"x")
    assert [len(image.pages) for image in images(whole, b"")] == [2, 1, 1]


def test_the_log_is_newer_than_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a, b, c)")
        connection.execute("INSERT INTO t VALUES (1, 2, 'before')")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("UPDATE t SET c = 'after'")
        connection.commit()
        assert [values for _, values in rows(path)] == [[1, 2, b"after"]]
        log, index = (Path(f"{path}-{end}").read_bytes() for end in ("wal", "shm"))
    assert is_read(log, index)
    broken = bytearray(log)
    broken[32 + 24 + 100] ^= 1
    every = list(images(path.read_bytes(), bytes(broken)))
    assert len(every) == 3


def test_a_head_that_makes_no_sense_is_one_of_the_usual_size() -> None:
    assert {image.usable for image in images(b"\xff" * 9000, b"")} == {4096}
    assert {image.usable for image in images(b"short", b"")} == {4096}
    assert not is_read(b"\xff" * 200, b"")


def log_of(path: Path, *transactions: int) -> tuple[bytes, list[bytes], list[bytes]]:
    """A file, and its log and index after each transaction of so many rows, which it still waits to take up."""
    logs, indexes = [], []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a, b, c)")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for n, many in enumerate(transactions):
            connection.executemany(
                "INSERT INTO t VALUES (?, ?, ?)", [(n, m, "x" * 900) for m in range(many)]
            )
            connection.commit()
            logs.append(Path(f"{path}-wal").read_bytes())
            indexes.append(Path(f"{path}-shm").read_bytes())
        return path.read_bytes(), logs, indexes


FRAME = 4096 + 24


def test_a_log_is_read_when_all_that_was_acknowledged_is(tmp_path: Path) -> None:
    _, (one, two), (short, whole) = log_of(tmp_path / "x.sqlite", 1, 40)
    assert is_read(one, short)
    assert is_read(two, whole)
    assert not is_read(two, short), "what was acknowledged last is not read"
    assert is_read(two[:-FRAME], short), "what was never acknowledged need not be"
    damaged = bytearray(two[:-FRAME])
    damaged[len(one) + 24 + 100] ^= 1
    assert not is_read(bytes(damaged), short), "of damage nobody knows"
    assert is_read(two, short[:32] + bytes(8) + short[40:]), "the index is that of a log before"
    assert not is_read(b"\0" + two[1:], whole), "nor is one whose head is damaged"


def test_frames_are_those_of_this_log_whatever_of_it_is_damaged(tmp_path: Path) -> None:
    main, (log,), _ = log_of(tmp_path / "x.sqlite", 40)
    every = len(frames(log, 4096))
    assert every == (len(log) - 32) // FRAME > 1
    assert len(frames(b"\0\0\0" + log[3:], 4096)) == every, "the head"
    assert len(frames(log[:40] + bytes(8) + log[48:], 4096)) == every - 1, "one of them"
    both = b"\0" + log[1:40] + bytes(8) + log[48:]
    assert len(frames(both, 4096)) == every - 1 > 1, "the head and the first of them"
    assert len(list(images(main, log))) == 1
    assert len(list(images(main, b"\0" + log[1:]))) == 3


def test_frames_say_which_page_they_are_and_where_a_transaction_ends(tmp_path: Path) -> None:
    main, (one, two), _ = log_of(tmp_path / "x.sqlite", 1, 40)
    every, many = frames(two, 4096), (len(one) - 32) // FRAME
    assert [frame.n for frame in every] == [*range(len(every))]
    assert [frame.n for frame in every if frame.ends] == [many - 1, len(every) - 1]
    assert all(frame.sound for frame in every)
    assert frames(two, 4096, many) == every[many:]
    for frame in every:
        at = 32 + frame.n * FRAME
        assert frame.page == int.from_bytes(two[at : at + 4])
        assert frame.data == two[at + 24 : at + FRAME]
    # What has no end is not read, nor a page that is damaged.
    before, after = (next(images(main, log)).pages for log in (one, two))
    assert next(images(main, two[:-FRAME])).pages == before != after
    broken = bytearray(two)
    broken[-1] ^= 1
    sound, all_of_them, earlier, none = images(main, bytes(broken))
    assert earlier.pages == before
    rest = {frame.page: frame.data for frame in every[:-1]}
    assert sound.pages == {**none.pages, **rest} != after
    assert all_of_them.pages[every[-1].page] == bytes(broken[-4096:])
    assert none == next(images(main, b""))


def summed(log: bytes, order: str) -> bytes:
    """A log with the checksums of a machine of this byte order."""
    one = two = 0

    def checksum(data: bytes) -> bytes:
        nonlocal one, two
        for first, second in struct.iter_unpack(f"{order}2I", data):
            one = one + first + two & 0xFFFFFFFF
            two = two + second + one & 0xFFFFFFFF
        return struct.pack(">2I", one, two)

    head = b"\x37\x7f\x06" + (b"\x82" if order == "<" else b"\x83") + log[4:24]
    parts = [head, checksum(head)]
    for at in range(32, len(log), FRAME):
        begins, page = log[at : at + 16], log[at + 24 : at + FRAME]
        parts += [begins, checksum(begins[:8] + page), page]
    return b"".join(parts)


def test_logs_of_machines_of_either_byte_order_are_read(tmp_path: Path) -> None:
    main, (log,), (index,) = log_of(tmp_path / "x.sqlite", 3)
    other = ">" if summed(log, "<") == log else "<"
    assert summed(log, "<>".replace(other, "")) == log
    turned = summed(log, other)
    assert turned != log
    assert all(frame.sound for frame in frames(turned, 4096))
    assert is_read(turned, index)
    assert next(images(main, turned)).pages == next(images(main, log)).pages
    assert not any(frame.sound for frame in frames(turned[:3] + log[3:4] + turned[4:], 4096))


def test_rows_that_no_page_lists_are_found_by_what_they_look_like() -> None:
    """A page whose list is gone; numbers of rows of one byte, of three, and of none that could be."""
    row = bytes([4, 1, 1, 15, 7, 8]) + b"x"
    page = bytes(8) + bytes([7, 5]) + row + bytes([7, 0x81, 0x80, 9]) + row + bytes(3) + row[:-1]
    image = Image({2: row + page.ljust(512, b"\xff")}, 512)
    look = re.compile(re.escape(row[:4]))
    numbered, plain = (
        list(rows_of(image, looks, lambda row: len(row[1]) == 3))
        for looks in ([look], [*NOTHING, look])
    )
    assert numbered == [
        (5, [7, 8, b"x"]), ((1 << 14) + 9, [7, 8, b"x"]), (0, [7, 8, b"\xff"]),
    ]  # fmt: skip
    assert plain == [(None, values) for _, values in numbered], "nothing stands where a page begins"


@pytest.mark.parametrize("damaged", [False, True])
def test_rows_of_pages_that_hold_nothing_any_more_stay_deleted(
    tmp_path: Path, damaged: bool
) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE t (a, b, c)")
        connection.executemany(
            "INSERT INTO t VALUES (?, ?, ?)", [(n, 0, "x" * 900) for n in range(40)]
        )
        connection.commit()
        connection.execute("DELETE FROM t WHERE a < 39")
        connection.commit()
    raw = bytearray(path.read_bytes())
    raw[36:40] = (int.from_bytes(raw[36:40]) + damaged).to_bytes(4)
    image = next(images(bytes(raw), b""))
    found = {row[1][0] for row in rows_of(image, NOTHING, lambda row: len(row[1]) == 3)}
    assert 39 in found
    assert bool(found - {39}) == damaged, (
        "where the list of such pages is damaged all are looked at"
    )


def test_the_head_of_a_log_is_damaged_and_a_frame_is_damaged_too(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a, b, c)")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for a in range(3):
            connection.execute("INSERT INTO t VALUES (?, 2, 'row')", (a,))
            connection.commit()
        main, log = (Path(f"{path}{end}").read_bytes() for end in ("", "-wal"))
    broken = bytearray(log)
    broken[0] = 0
    broken[-1] ^= 1
    read = rows_of(next(images(main, bytes(broken))), NOTHING, lambda row: len(row[1]) == 3)
    assert [values for _, values in read] == [[0, 2, b"row"], [1, 2, b"row"]]


def test_of_a_log_of_which_neither_its_head_nor_any_frame_is_sound_all_is_read(
    tmp_path: Path,
) -> None:
    _, (*_, log), _ = log_of(tmp_path / "x.sqlite", 1, 1)
    assert len(frames(log, 4096)) > 1
    broken = bytearray(b"?" + log[1:])
    for at in range(32 + 24, len(log), FRAME):
        broken[at] ^= 1
    assert [frame.sound for frame in frames(bytes(broken), 4096)] == [True] * len(frames(log, 4096))
