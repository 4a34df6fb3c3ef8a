"""A name means one thing: no two modules and no two public classes share one."""

from __future__ import annotations

import pytest

from tests.house.code import module_names, public_classes

#: Names that stand twice on purpose, and why.
MODULES = {
    "score": "the command is called by its word, and scoring/score is what it runs",
}
CLASSES: dict[str, str] = {}


def shared(places: dict[str, list[str]]) -> dict[str, list[str]]:
    """The names that stand in several modules, and in which."""
    return {name: where for name, where in places.items() if len(where) > 1}


def test_no_two_modules_share_a_name() -> None:
    several = shared(module_names())
    assert sorted(several) == sorted(MODULES), several


@pytest.mark.slow
def test_no_two_public_classes_share_a_name() -> None:
    several = shared(public_classes())
    assert sorted(several) == sorted(CLASSES), several
