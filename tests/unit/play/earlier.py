"""Plays as earlier versions left them: ``schema-1.sql`` and ``form-1.json`` were written by one that kept sentences.

Six plays of three games: one that is over, with a line taken back and odd characters; one with lines
taken back; one in the middle of a scoring; three that are tracked lightly.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).parent
FORM_1 = HERE / "form-1.json"
#: The plays, each with its last line and the line after which it stands; the last one used first.
PLAYS = [
    ("tzolkin-1", 3, 3), ("mexica-1", 3, 2), ("日曜の会", 9, 8), ("=light", 3, 3), ("draft", 2, 2), ("toy-1", 5, 3),
]  # fmt: skip


def schema_1(folder: Path) -> Path:
    """A file of plays of schema 1."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plays.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((HERE / "schema-1.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def damaged(folder: Path) -> tuple[Path, bytes]:
    """A file of schema 1 of which a page of lines cannot be read."""
    path = schema_1(folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(path.read_bytes())
    leaf = 10  # of a table without row numbers
    pages = [n for n in range(4096, len(raw), 4096) if raw[n] == leaf]
    start = pages[1]
    raw[start : start + 8] = b"\x77" * 8
    path.write_bytes(raw)
    return path, bytes(raw)
