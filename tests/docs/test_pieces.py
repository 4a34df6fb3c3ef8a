"""The pieces of files on the pages fit together and are understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.compiling.build import build
from rulesref.lang import OPERATORS
from rulesref.reading.schemas import FILES, schema
from tests.docs.pieces import built, data_of, declared, errors, sections, shown, words
from tests.helpers import ROOT, rulesref

#: Pages each of whose sections is a game of its own, and those that are one game as a whole.
HOW_TO = {"howto.md": "en", "howto.ja.md": "ja"}
REFERENCE = {"reference.md": "en", "reference.ja.md": "ja"}
RECIPES = [
    pytest.param(text, lang, id=f"{page}: {title}")
    for page, lang in HOW_TO.items()
    for title, text in sections((ROOT / "docs" / page).read_text(encoding="utf-8")).items()
]


@pytest.mark.parametrize(("text", "lang"), RECIPES)
def test_a_recipe_can_be_used_as_it_stands(text: str, lang: str, tmp_path: Path) -> None:
    assert errors(built(data_of(text), lang, tmp_path / "recipe")) == []


@pytest.mark.parametrize(("page", "lang"), REFERENCE.items())
def test_the_reference_is_a_sound_game(page: str, lang: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert errors(built(data_of(text), lang, tmp_path / "orchard")) == []
    assert build(tmp_path / "sheet").problems == ()
    checked = rulesref("--lang", "en", "check", "orchard", cwd=tmp_path)
    assert checked.err == ""
    assert "Known positions and games that come out as they should: 3." in checked.out


@pytest.mark.parametrize("page", REFERENCE)
@pytest.mark.parametrize("kind", FILES)
def test_every_key_of_every_file_has_an_example(page: str, kind: str) -> None:
    """And nothing that there is not, since the pieces are checked."""
    files = data_of((ROOT / "docs" / page).read_text(encoding="utf-8"))
    found = {
        key
        for name, data in files.items()
        for key in shown(
            schema(name.removeprefix("sheet/").partition("/")[0].removesuffix(".yaml")), data
        )
    }
    # Only values in “define” are given anything.
    assert declared(schema(kind)) - found == set()


@pytest.mark.parametrize("page", REFERENCE)
def test_every_word_of_a_closed_set_is_named(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    known = set[str]().union(*(words(schema(kind)) for kind in FILES)) - OPERATORS.keys() - {"ja"}
    assert {word for word in known if word not in text} == set()
