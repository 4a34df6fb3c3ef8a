"""``rulesref demo``."""

from __future__ import annotations

import re

import pytest

from rulesref.base.text import LANGS
from tests.helpers import rulesref

JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow
def test_the_demo_runs(lang: str) -> None:
    found = rulesref("--lang", lang, "demo")
    assert (found.code, found.err) == (0, "")
    assert found.out.count("$ rulesref ") >= 3
    assert bool(JAPANESE.search(found.out.replace("葵", ""))) or lang == "en"


def test_a_command_stands_above_what_it_prints() -> None:
    """Each can be typed again, and the folder of the demonstration is not shown."""
    out = rulesref("--lang", "en", "demo").out
    assert "FOLDER" not in out
    _, typed, rest = out.partition("$ rulesref calc mexica district size=10 levels=8,8,3\n\n")
    assert typed
    alone = rulesref("--lang", "en", "calc", "mexica", "district", "size=10", "levels=8,8,3").out
    assert rest.startswith(alone)


def test_words_with_a_space_are_quoted() -> None:
    assert (
        '$ rulesref ask mexica "when may I move a bridge"\n' in rulesref("--lang", "en", "demo").out
    )
