"""Markdown of what people write: their signs are only signs, on every page that has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.helpers import TOY, home_in, rulesref

#: Names as somebody may type them who wants more than a name; in what is left of them no mark may stand.
NAMES = ("<b>x</b>", "[a](javascript:b)", "a|*c* `d`")
MARKS = ("<b", "</b", "](", "|*", "*c", "c*", "`")
SPRING = {
    "event": "spring",
    "sky": "rain",
    "players": [{"name": name, "points": n, "coins": 1} for n, name in enumerate(NAMES)],
    "plots": [{"size": 4, "walled": True, "flowers": {NAMES[0]: 3, NAMES[2]: 1}}],
}
#: Lines of a play, from its beginning to a scoring.
LINES = ("work 2", "note <b> `x` [a](b)", "hedge 3", "history", "due", "show", "?", "undo", "redo")  # fmt: skip


def marks_in(text: str) -> list[str]:
    """The marks of the names that a reader of Markdown would take for marks."""
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", text)
    return [mark for mark in MARKS if mark in bare]


def scorings(folder: Path) -> Iterator[Sequence[str]]:
    for name, position in (("a", SPRING), ("b", {**SPRING, "plots": []})):
        (folder / f"{name}.json").write_text(json.dumps(position), encoding="utf-8")
    a, b = str(folder / "a.json"), str(folder / "b.json")
    yield ("score", "toy", a, "--explain")
    yield ("score", "toy", a, b)
    yield ("score", "toy", a, "--worth", NAMES[0])
    yield ("score", "toy", a, "--what-if", f"{NAMES[2]}.points=+1")


def test_scores_of_people_with_signs_in_their_names(tmp_path: Path) -> None:
    for words in scorings(tmp_path):
        done = rulesref("--data", str(TOY), "--format", "markdown", "--lang", "en", *words)
        assert done.code == 0, done
        assert "\\<b\\>x\\</b\\>" in done.out
        assert marks_in(done.out) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_plays_of_people_with_signs_in_their_names(tmp_path: Path, lang: str) -> None:
    home = str(home_in(tmp_path))

    def shown(*words: str) -> str:
        given = ("--data", str(TOY), "--format", "markdown", "--lang", lang, "play", *words)
        done = rulesref(*given, RULESREF_HOME=home)
        assert done.code == 0, done
        return done.out

    begun = shown("new", "toy", "--players", ",".join(NAMES), "--track", "full")
    did = [shown("do", line) for line in LINES]
    looked = [shown("show"), shown("history", "all"), shown("list")]
    exported = shown("export", "--as", "markdown")
    for page in (begun, *looked, exported):
        assert "\\<b\\>" in page
    assert marks_in("".join([begun, *did, *looked, exported])) == []
    assert "\\[a\\](b)" in exported
