"""Connections: whoever forgets one leaves nothing open."""

from __future__ import annotations

import sqlite3
import warnings

import pytest

from rulesref.base.sqlite import connected


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
