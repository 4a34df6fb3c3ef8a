"""The rows of a printed table that a question names."""

from __future__ import annotations

import pytest

from rulesref.answers.inquiry import ParsedQuestion
from rulesref.answers.named_rows import rows_named
from tests.helpers import library


def test_a_row_needs_every_key() -> None:
    steps = library().game("tzolkin").table("temple-steps")
    assert steps is not None
    for text, level in (("ククルカン", None), ("ククルカン 99", None), ("ククルカン 4", 4)):
        found = rows_named(ParsedQuestion(text, library().game("tzolkin"), ()), steps)
        row = found.rows[0] if found and not found.open else None
        assert (row.cells["level"] if row else None) == level


def test_we_are_those_who_play() -> None:
    setup = library().game("tzolkin").table("setup")
    assert setup is not None
    found = rows_named(
        ParsedQuestion("monuments with 3 of us", library().game("tzolkin"), ()), setup
    )
    assert found is not None
    assert found.rows[0].cells["players"] == 3


@pytest.mark.parametrize("question", ["guys 4 this turn", "ワーカー4"])
def test_a_key_has_other_words_too(question: str) -> None:
    tzolkin = library().game("tzolkin")
    charge = tzolkin.table("worker-charge")
    assert charge is not None
    found = rows_named(ParsedQuestion(question, tzolkin, ()), charge)
    assert found is not None
    assert (found.rows[0].cells["workers"], found.loose) == (4, False)
