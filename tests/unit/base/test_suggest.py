from __future__ import annotations

import pytest

from rulesref.base.suggest import did_you_mean


@pytest.mark.parametrize(
    ("word", "near"),
    [
        pytest.param("gadren", "garden", id="letters swapped"),
        pytest.param("hedge_row", "hedge-row", id="another joint"),
        pytest.param("Hedge Row", "hedge-row", id="words"),
        pytest.param("こぴと", "こびと", id="japanese"),
        pytest.param("xyz", None, id="nothing near"),
        pytest.param("", None, id="nothing at all"),
    ],
)
def test_what_was_meant(word: str, near: str | None) -> None:
    assert did_you_mean(word, ["garden", "hedge-row", "こびと"]) == near
