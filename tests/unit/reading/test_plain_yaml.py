"""The quick reader gives what the full one gives, or nothing at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesref.reading.plain_yaml import MAX_DEPTH, PlainReader, Unusual
from rulesref.reading.source import _composed, read_text
from tests.helpers import DATA, TOY
from tests.problems.corpus import MINI


def same_as_in_full(text: str) -> Any:
    """The data of a plain text, which is that of the full reader, as are the places."""
    plain = PlainReader(text)
    full, problems = _composed(text, "x.yaml")
    assert not problems
    assert full is not None
    assert repr(plain.data) == repr(full.data)  # 1 is not true
    assert plain.keys == full.keys
    assert plain.values == full.values
    return plain.data


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("a: 1\nb: true\n", {"a": 1, "b": True}, id="a mapping"),
        pytest.param("- a\n- -3\n- ~\n", ["a", -3, None], id="a list"),
        pytest.param("a:\n- 1\nb: 2\n", {"a": [1], "b": 2}, id="a list beside its key"),
        pytest.param("a:\n  - 1\n  -   b: 2\n      c: 3\n", {"a": [1, {"b": 2, "c": 3}]}, id="a mapping in a list"),
        pytest.param("- - 1\n  - 2\n-\n  - 3\n", [[1, 2], [3]], id="a list in a list"),
        pytest.param("a:\n  long text\n", {"a": "long text"}, id="text below its key"),
        pytest.param("a: |\n  一\n\n   二\n\nb: |-\n    x\n", {"a": "一\n\n 二\n", "b": "x"}, id="blocks of lines"),
        pytest.param("- |\n x\n# c\n- 1\n", ["x\n", 1], id="a block in a list, and a comment after it"),
        pytest.param("a: [1, [b c, 'd, e'], {f: \"g\"}, ]\n", {"a": [1, ["b c", "d, e"], {"f": "g"}]}, id="brackets"),
        pytest.param("a: {b: [],\n  c: 1\n }\nd: 2\n", {"a": {"b": [], "c": 1}, "d": 2}, id="brackets over lines"),
        pytest.param('{"a":1, "b": [true]}', {"a": 1, "b": [True]}, id="JSON"),
        pytest.param("a: 'it''s'\nb: \"\\\"x\\\" \\\\ \\n\"\n", {"a": "it's", "b": '"x" \\ \n'}, id="quotes in quotes"),
        pytest.param("# c\n\na: 1 # c\n  # c\nb: x#y # c\n", {"a": 1, "b": "x#y"}, id="comments"),
        pytest.param("a: 12:30\nb c: x: \n".replace("x: ", "x"), {"a": "12:30", "b c": "x"}, id="colons inside"),
        pytest.param("a: --explain\nb: [--all, why?]\n", {"a": "--explain", "b": ["--all", "why?"]}, id="dashes and question marks"),
        pytest.param("  a: 1\n  b: 2", {"a": 1, "b": 2}, id="indented as a whole, without an end"),
        pytest.param("key: {key: 1}\nother: 2\n", {"key": {"key": 1}, "other": 2}, id="a key named key"),
        pytest.param("a: \u3000x\u3000\n", {"a": "\u3000x\u3000"}, id="wide spaces are no spaces"),
    ],
)  # fmt: skip
def test_the_plain_form_is_read_with_its_places(text: str, data: object) -> None:
    assert repr(same_as_in_full(text)) == repr(data)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("a:\nb: 1\n", id="a key without a value"),
        pytest.param("- \n- 1\n", id="a dash without a value"),
        pytest.param("a: 1\na: 2\n", id="a key that stands twice"),
        pytest.param("a: {b: 1, b: 2}\n", id="twice between brackets"),
        pytest.param("a: &x 1\n", id="an anchor"),
        pytest.param("a: *x\n", id="an alias"),
        pytest.param("a: !!int 1\n", id="a tag"),
        pytest.param("? a\n: 1\n", id="a key behind a question mark"),
        pytest.param("a: >\n  x\n", id="a folded block"),
        pytest.param("a: |+\n  x\n", id="a block that keeps its last lines"),
        pytest.param("a: |\n  x", id="a block without an end of line"),
        pytest.param("a: |\nb: 1\n", id="a block of nothing"),
        pytest.param("a: |\n  x\n \n  y\n", id="a block with a line of too few spaces"),
        pytest.param("a: |\n\n  x\n", id="a block that begins with an empty line"),
        pytest.param("a: x\n  y\n", id="text of two lines"),
        pytest.param("a: 'x\n  y'\n", id="quoted text of two lines"),
        pytest.param('a: "\\x41"\n', id="a rare escape"),
        pytest.param("a: b: c\n", id="two colons"),
        pytest.param("a: [1, 2\nb: 3\n", id="a missing bracket"),
        pytest.param("a: [1 2: 3]\n", id="a pair in a list"),
        pytest.param("a: {b}\n", id="a key alone between brackets"),
        pytest.param("a: {b:1}\n", id="a colon without a space"),
        pytest.param("a: [1, # c\n 2]\n", id="a comment between brackets"),
        pytest.param("a: [1] x\n", id="something behind a bracket"),
        pytest.param("a:\n    b: 1\n  c: 2\n", id="an indentation of its own"),
        pytest.param("a: 1\n- b\n", id="a list after a mapping"),
        pytest.param("- a\nb: 1\n", id="a mapping after a list"),
        pytest.param("a: 1\n\tb: 2\n", id="a tab"),
        pytest.param("a: 1\r\n", id="lines as on Windows"),
        pytest.param("a: \x07\n", id="a bell"),
        pytest.param("---\na: 1\n", id="a mark of documents"),
        pytest.param("%YAML 1.2\n", id="a directive"),
        pytest.param("a: 1234567890123456789\n", id="a number that is too large"),
        pytest.param("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), id="too deep"),
        pytest.param("".join(f"{' ' * n}a:\n" for n in range(40)) + " " * 40 + "b", id="too deep in lines"),
        pytest.param("x" * 1100 + ": 1\n", id="a key that is too long"),
        pytest.param("@x\n", id="a reserved character"),
        pytest.param("a: \ud800\n", id="half a character"),
    ],
)  # fmt: skip
def test_what_is_unusual_is_left_to_the_full_reader(text: str) -> None:
    with pytest.raises(Unusual):
        PlainReader(text)


def data_files() -> list[Path]:
    return [path for folder in (DATA, TOY, MINI) for path in sorted(folder.rglob("*.yaml"))]


@pytest.mark.parametrize("path", data_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_files_of_the_games_are_in_the_plain_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = PlainReader(text)
    source, problems = read_text(text, path.name)
    assert source is not None
    assert (source.data, problems) == (plain.data, [])


PIECES = [
    "- ", "a: ", "b: ", "key: ", "\n", "\n  ", "\n    ", "|\n", "|-\n", "[", "]", "{", "}", ", ", "x", "'y'", '"z"',
    ": ", ":", " #", "#", "-", "1", "\n- ", "?", "  \n", "\n\n", "c d", "橋", "'", '"', "\\", "~", "&", "*", "\u3000",
]  # fmt: skip


@pytest.mark.property
@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@example("a: |\n    x\n  \n    # y\n")
@example("a: {b: c\n\n d: e}\n")
def test_what_is_accepted_is_what_the_full_reader_gives(text: str) -> None:
    try:
        PlainReader(text)
    except Unusual:
        return
    same_as_in_full(text)


WHOLE = (TOY / "tables.yaml").read_text(encoding="utf-8")[:1500]


@pytest.mark.property
@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, 3), st.sampled_from(PIECES))
def test_a_damaged_file_is_never_read_as_something_else(at: int, gone: int, put: str) -> None:
    text = WHOLE[:at] + put + WHOLE[at + gone :]
    try:
        PlainReader(text)
    except Unusual:
        return
    same_as_in_full(text)
