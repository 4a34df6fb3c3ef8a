"""What the pages show is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.walkthrough import PAGES, carried_out


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert carried_out(text, PAGES[page], tmp_path) == text
