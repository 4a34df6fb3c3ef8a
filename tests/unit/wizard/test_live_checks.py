"""A check speaks as soon as everything it looks at has been answered, and not before."""

from __future__ import annotations

import pytest

from rulesref.wizard.interview import Wizard
from rulesref.wizard.live_checks import noticed
from tests.helpers import toy


def checks(before: Wizard, after: Wizard) -> list[str]:
    """The checks that an answer makes speak."""
    return [
        str(problem.values["check"]) for problem in noticed(before.form.found, after.form.found)
    ]


def told(event: str, *lines: str) -> list[list[str]]:
    """What speaks after each line of A's and Ben's position, one player after the other."""
    state = Wizard.start(toy(), event=event, names=("A", "Ben")).answer("")
    speaking = []
    for line in lines:
        after = state.answer(line)
        speaking.append(checks(state, after))
        state = after
    return speaking


@pytest.mark.parametrize(
    ("event", "lines", "speaking"),
    [
        pytest.param(
            "summer", ["0", "16", "", "0", "15"], [[], [], [], [], ["coin-supply"]],
            id="of everybody: when the last one is known",
        ),
        pytest.param(
            "summer", ["0", "15", "", "0", "15"], [[], [], [], [], []], id="nothing where it holds",
        ),
        pytest.param(
            "spring", ["0", "1", "small", "yes"], [[], [], [], ["useless-fence"]],
            id="of one player: before the other is asked",
        ),
        pytest.param("spring", ["0", "1", "tall", "yes"], [[], [], [], []], id="not where it holds"),
    ],
)  # fmt: skip
def test_a_check_speaks_when_all_it_reads_is_there(
    event: str, lines: list[str], speaking: list[list[str]]
) -> None:
    assert told(event, *lines) == speaking


def test_an_entry_is_checked_when_it_is_whole_though_more_may_come() -> None:
    before = ["0", "1", "", "", "0", "1", "", ""]
    speaking = told("spring", *before, "1", "", "0", "0", "0")
    assert speaking[len(before) :] == [[], [], [], [], ["tiny-plot"]]


def test_what_was_told_once_is_not_told_again() -> None:
    state = Wizard.start(toy(), event="spring", names=("A", "Ben")).answer("")
    for line in ("0", "1", "small", "yes"):
        state = state.answer(line)
    assert checks(state, state.answer("3")) == []


def test_nothing_is_checked_before_the_players_are_named() -> None:
    state = Wizard.start(toy(), event="summer")
    assert checks(state, state.answer("A")) == []
