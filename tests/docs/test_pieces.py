"""The pieces of files on the pages fit together and are understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pieces import built, data_of, errors, sections
from tests.helpers import ROOT

#: The pages, and whether each of their sections is a game of its own.
HOW_TO = {"howto.md": "en", "howto.ja.md": "ja"}
RECIPES = [
    pytest.param(text, lang, id=f"{page}: {title}")
    for page, lang in HOW_TO.items()
    for title, text in sections((ROOT / "docs" / page).read_text(encoding="utf-8")).items()
]


@pytest.mark.parametrize(("text", "lang"), RECIPES)
def test_a_recipe_can_be_used_as_it_stands(text: str, lang: str, tmp_path: Path) -> None:
    assert errors(built(data_of(text), lang, tmp_path / "recipe")) == []
