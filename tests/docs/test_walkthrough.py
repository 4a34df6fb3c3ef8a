"""What the pages show is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.codes import CODES, codes_page
from tests.docs.pictures import FOLDER, NAMES, picture
from tests.docs.walkthrough import PAGES, carried_out


@pytest.mark.parametrize("lang", CODES)
def test_the_page_of_the_codes_has_them_all(lang: str) -> None:
    assert CODES[lang].read_text(encoding="utf-8") == codes_page(lang)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_what_is_printed(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == picture(name)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert carried_out(text, PAGES[page], tmp_path) == text
