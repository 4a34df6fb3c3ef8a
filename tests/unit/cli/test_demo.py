"""``rulesref demo``."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rulesref.base.text import LANGS
from tests.helpers import home_in, rulesref

JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]")


@pytest.mark.parametrize("lang", LANGS)
def test_the_demo_shows_three_jobs_on_one_screen_and_what_to_type_next(lang: str) -> None:
    found = rulesref("--lang", lang, "demo")
    assert (found.code, found.err) == (0, "")
    lines = found.out.splitlines()
    assert len(lines) <= SCREEN
    assert [line[0] for line in lines if line[:2] in ("1 ", "2 ", "3 ")] == ["1", "2", "3"]
    assert "rulesref play new " in lines[-1]
    assert bool(JAPANESE.search(found.out)) == (lang == "ja")


#: So many lines stay on a terminal of usual height.
SCREEN = 25


@pytest.mark.parametrize("lang", LANGS)
def test_what_to_type_next_begins_a_game(lang: str, tmp_path: Path) -> None:
    """And the lines of the demonstration can be typed in it."""
    *_, last = rulesref("--lang", lang, "demo").out.splitlines()
    words = shlex.split(last.partition("rulesref ")[2])
    home = str(home_in(tmp_path))
    assert rulesref("--lang", lang, *words, RULESREF_HOME=home).code == 0


def test_a_command_stands_above_what_it_prints() -> None:
    """Each can be typed again, and the folder of the demonstration is not shown."""
    out = rulesref("--lang", "en", "demo").out
    assert "FOLDER" not in out
    question = "how many points for founding a district of 9"
    _, typed, rest = out.partition(f'$ rulesref ask mexica "{question}"\n')
    assert typed
    assert rest.startswith(rulesref("--lang", "en", "ask", "mexica", question).out)
