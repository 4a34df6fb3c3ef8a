"""A little of what ``python -m tests.attack`` does for as long as it is let."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.attack.fuzzing import TARGETS


@pytest.mark.nightly
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_answered_in_words(name: str) -> None:
    target = TARGETS[name]
    # The same every time, so that a change is to blame when it fails; long runs think of more.
    few = settings(
        max_examples=target.few, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck), phases=target.phases,
    )  # fmt: skip
    few(given(target.input)(target.attack))()
