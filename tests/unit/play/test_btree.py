"""Pages of SQLite files read without it: the rows that SQLite reads, and those that it refuses."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulesref.play.btree import images, is_read, rows_of

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
