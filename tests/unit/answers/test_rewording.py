"""A question in other words for the same numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesref.answers.rewording import (
    added_up,
    counted,
    none_of,
    of_each_side,
    out_of,
    repeated,
    rows_added_up,
    spread_out,
    without_party,
)


@pytest.mark.parametrize(
    "reworded",
    [
        added_up,
        counted,
        none_of,
        of_each_side,
        out_of,
        repeated,
        rows_added_up,
        spread_out,
        without_party,
    ],
)
@pytest.mark.parametrize("question", ["how many hats", "帽子はいくつ", "7 hats", "帽子7個で何点"])
def test_what_needs_no_other_words_stays(reworded: Callable[[str], str], question: str) -> None:
    assert reworded(question) == question


@pytest.mark.parametrize(
    ("reworded", "question", "other"),
    [
        pytest.param(added_up, "帽子４＋３", "帽子7", id="wide signs"),
        pytest.param(spread_out, "1 to 30", "1 to 30", id="too far from one to the other"),
        pytest.param(repeated, "8 level 3 hats", "level 3, " * 5 + "level 3 hats", id="so many"),
        pytest.param(out_of, "帽子を十のうち3つ", "帽子を十のうち3つ", id="no counter"),
        pytest.param(none_of, "1個もらえる", "1個もらえる", id="not lacking"),
    ],
)
def test_only_what_is_clear_is_reworded(
    reworded: Callable[[str], str], question: str, other: str
) -> None:
    assert reworded(question) == other
