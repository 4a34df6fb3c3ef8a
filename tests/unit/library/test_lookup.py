"""Terms and disputed points are found by any name."""

from __future__ import annotations

import pytest

from rulesref.library.lookup import rulings_about, terms_like
from tests.helpers import library


@pytest.mark.parametrize(
    ("word", "first"),
    [
        pytest.param("worker", "worker", id="its name"),
        pytest.param("temples", "temple", id="a plural"),
        pytest.param("ダミート", "dummy-worker", id="the beginning of a name"),
        pytest.param("髑髏", "crystal-skull", id="a part of a name"),
        pytest.param("x", None, id="too short to be a part"),
        pytest.param("castle", None, id="a word of another game"),
    ],
)
def test_a_term_by_a_name_that_is_hardly_different(word: str, first: str | None) -> None:
    found = [term.id for term in terms_like(library().game("tzolkin"), word)]
    assert found[:1] == ([first] if first else [])


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        pytest.param(["temple-tie"], ["temple-tie"], id="its id"),
        pytest.param(["temple", "tie"], ["temple-tie"], id="words"),
        pytest.param(["火山"], [], id="nothing"),
    ],
)
def test_disputed_points_by_words(words: list[str], ids: list[str]) -> None:
    found = [ruling.id for ruling in rulings_about(library().game("tzolkin"), words)]
    assert set(ids) <= set(found)
    assert bool(found) == bool(ids)
    assert len(found) < len(library().game("tzolkin").rulings)
