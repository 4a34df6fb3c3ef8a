"""Every word counts, and what a log keeps does the same again.

A line with one word left out, doubled or misspelt does what the line does, less, or nothing; and the line that the
log has of it, typed again where it was typed, does the same. Lines are those of the standard plays and of the invented
game's, a part of them, always the same.

``varied/GAME.txt`` has the variations that do something else today. One that is not in it, and one in it that does so
no longer, fails the test: ``pytest tests/words --snapshot-update`` writes the files anew, and they are only to become
shorter. What stays may be a line of its own right (“quarry” of “wood quarry”).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.words.plays import GAMES
from tests.words.varying import is_again, misspelt, some, steps, trials, variations

VARIED = Path(__file__).with_name("varied")
#: One line of so many is tried; of the invented game each.
SHARE = 4


@pytest.mark.slow
@pytest.mark.property
@pytest.mark.parametrize("name", GAMES)
def test_one_word_changed_does_nothing_else(name: str, pytestconfig: pytest.Config) -> None:
    tried, others, changed = 0, set[str](), list[str]()
    for step in steps(name, some(1 if name == "toy" else SHARE)):
        if not is_again(step):
            changed.append(step.typed)
        for trial in trials(step):
            tried += 1
            if trial.other:
                others.add(str(trial))
    assert tried > 40, "hardly anything was tried"
    assert changed == [], "what the log has of a line does something else when it is typed again"
    file = VARIED / f"{name}.txt"
    if pytestconfig.getoption("snapshot_update"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{each}\n" for each in sorted(others)), encoding="utf-8")
    today = set(file.read_text(encoding="utf-8").splitlines())
    assert sorted(others - today) == []
    assert sorted(today - others) == [], "does so no longer: take it out of the file"


def test_words_are_varied_and_numbers_let_be() -> None:
    lines = [each.line for each in variations("ben temple 4 @11")]
    assert lines == [
        "temple 4 @11", "ben ben temple 4 @11", "ben 4 @11", "ben temple temple 4 @11", "ben tepmle 4 @11",
    ]  # fmt: skip
    assert misspelt("moss") == "msos"
    assert misspelt("ben") is None
    assert [each.line for each in variations("found 3")] == ["found found 3", "fuond 3"]
