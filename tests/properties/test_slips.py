"""No slip of one letter in what a game's files name stays untold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import TOY, game_folders
from tests.properties import examples
from tests.properties.slips import passes, slips
from tests.slips_of_authors import tallied

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("folder", [TOY, *game_folders()], ids=lambda folder: folder.name)
def test_a_slip_of_one_letter_is_told(folder: Path) -> None:
    assert [slip for slip in slips(folder, examples(8), seed=7) if passes(folder, slip)] == []


def test_what_authors_do_wrong_is_found_and_leads_to_what_is_right() -> None:
    every = tallied(60, "1")["all"]
    assert every["found"] >= 59
    assert every["leads"] >= 55
