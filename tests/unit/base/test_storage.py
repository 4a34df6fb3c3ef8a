"""Small texts in the cache folder, and connections: whoever forgets one leaves nothing open."""

from __future__ import annotations

import sqlite3
import warnings
from pathlib import Path

import pytest

from rulesref.base.storage import connected, recall, remember


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_what_is_remembered_is_recalled(home: Path) -> None:
    assert recall("words") is None
    remember("words", "庭\nhedge")
    assert recall("words") == "庭\nhedge"
    remember("words", "")
    assert recall("words") == ""
    assert [file.name for file in home.rglob("*") if file.is_file()] == ["words"]


def test_what_is_no_text_is_not_recalled(home: Path) -> None:
    remember("words", "x")
    (home / "cache" / "words").write_bytes(b"\xff")
    assert recall("words") is None


def test_where_nothing_can_be_written_nothing_happens(home: Path) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")
    remember("words", "x")
    assert recall("words") is None


def test_what_cannot_be_written_leaves_what_was_and_nothing_else(home: Path) -> None:
    remember("words", "x")
    remember("words", "\ud800")
    assert recall("words") == "x"
    assert [file.name for file in home.rglob("*") if file.is_file()] == ["words"]


def test_a_connection_is_closed_with_the_last_who_has_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        connection = connected(":memory:", isolation_level=None)
        rows = connection.execute("SELECT 1")
        del connection
        assert rows.fetchone() == (1,)
        del rows


def test_one_that_was_closed_stays_closed() -> None:
    connection = connected(":memory:")
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
    del connection
