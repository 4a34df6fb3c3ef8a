"""No slip of one letter in what a game's files name stays untold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import TOY, game_folders
from tests.properties import examples
from tests.properties.slips import passes, slips

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("folder", [TOY, *game_folders()], ids=lambda folder: folder.name)
def test_a_slip_of_one_letter_is_told(folder: Path) -> None:
    assert [slip for slip in slips(folder, examples(8), seed=7) if passes(folder, slip)] == []
