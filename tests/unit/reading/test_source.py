from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulesref.reading.source import (
    MAX_BYTES,
    MAX_DEPTH,
    Source,
    _read_carefully,
    _read_quickly,
    read_bytes,
    read_file,
    read_text,
    value_at,
)
from tests.helpers import DATA, TOY
from tests.problems.corpus import MINI
from tests.properties import law

Spot = tuple[str, int, int]


def problems_of(raw: bytes | str) -> list[Spot]:
    """Code, line and column of every problem of a text."""
    data = raw.encode() if isinstance(raw, str) else raw
    found = []
    for problem in read_bytes(data, "x.yaml")[1]:
        assert problem.place is not None
        found.append((problem.code, problem.place.line, problem.place.column))
    return found


def data_of(text: str) -> Any:
    source, problems = read_text(text, "x.yaml")
    assert source is not None
    assert not problems
    return source.data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("12", 12, id="a whole number"),
        pytest.param("-3", -3, id="below zero"),
        pytest.param("'12'", "12", id="a quoted number is text"),
        pytest.param("007", "007", id="leading zeros are text"),
        pytest.param("1_000", "1_000", id="an underscore is text"),
        pytest.param("0x1F", "0x1F", id="another base is text"),
        pytest.param("1.5", "1.5", id="a decimal is text"),
        pytest.param("12e3", "12e3", id="an exponent is text"),
        pytest.param("2024-01-02", "2024-01-02", id="a date is text"),
        pytest.param("12:30", "12:30", id="a time is text"),
        pytest.param("true", True, id="true"),
        pytest.param("false", False, id="false"),
        pytest.param("yes", "yes", id="yes is text"),
        pytest.param("No", "No", id="no is text"),
        pytest.param("True", "True", id="only lower case is true"),
        pytest.param("null", None, id="null"),
        pytest.param("~", None, id="a tilde"),
        pytest.param("", None, id="nothing at all"),
        pytest.param("# only a comment\n", None, id="a comment"),
        pytest.param(".inf", ".inf", id="infinity is text"),
        pytest.param("[1, [2], {a: 3}]", [1, [2], {"a": 3}], id="lists and mappings"),
        pytest.param("{1: a, true: b}", {"1": "a", "true": "b"}, id="keys are text"),
        pytest.param('{"a": [1, true, null, "x"]}', {"a": [1, True, None, "x"]}, id="JSON"),
        pytest.param('"\\u6a4b"', "橋", id="an escape"),
        pytest.param("a: |-\n  一\n  二", {"a": "一\n二"}, id="a block of lines"),
        pytest.param("---\na: 1\n", {"a": 1}, id="one document may be marked"),
        pytest.param("! a", "a", id="a bare exclamation mark is no tag"),
    ],
)
def test_only_what_people_write_by_hand_exists(text: str, value: object) -> None:
    found = data_of(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "spots"),
    [
        pytest.param("a: &x 1\nb: *x\n", [("E106", 1, 4), ("E106", 2, 4)], id="an anchor and its alias"),
        pytest.param("a: [&x 1, *y]", [("E106", 1, 5), ("E106", 1, 11)], id="in a list"),
        pytest.param("a: !!python/object:os.system x", [("E107", 1, 4)], id="a tag that would build something"),
        pytest.param("a: !!int '3'\nb: !mine [1]", [("E107", 1, 4), ("E107", 2, 4)], id="tags"),
        pytest.param("a: 1\nb: 2\na: 3\n", [("E109", 3, 1)], id="a key that stands twice"),
        pytest.param("x:\n  橋: 1\n  橋: 2", [("E109", 3, 3)], id="a japanese key that stands twice"),
        pytest.param("{a: 1, a: 2, a: 3}", [("E109", 1, 8), ("E109", 1, 14)], id="a key that stands three times"),
        pytest.param("a: 1\n---\nb: 2", [("E110", 2, 1)], id="a second document"),
        pytest.param("a: 1234567890123456789", [("E111", 1, 4)], id="a number that is too large"),
        pytest.param("a: " + "9" * 5000, [("E111", 1, 4)], id="a number of thousands of digits"),
        pytest.param("[a]: 1", [("E112", 1, 1)], id="a list as a key"),
        pytest.param("? {a: 1}\n: 2", [("E112", 1, 3)], id="a mapping as a key"),
        pytest.param("a: [1, 2\nb: 3", [("E104", 2, 2)], id="a bracket is missing"),
        pytest.param("a: 1\n\tb: 2", [("E104", 2, 1)], id="a tab indents"),
        pytest.param("a: 'x\n", [("E104", 1, 4)], id="a quote is missing: where it begins"),
        pytest.param("a: b: c", [("E104", 1, 5)], id="two colons"),
        pytest.param("a: @x", [("E104", 1, 4)], id="a reserved character"),
        pytest.param("a: 橋\x07\n", [("E105", 1, 5)], id="a bell"),
        pytest.param("a: 1\nb: \x00", [("E105", 2, 4)], id="a null character"),
        pytest.param("a: \x1b[31m", [("E105", 1, 4)], id="an escape sequence of a terminal"),
        pytest.param(b"a: 1\nb: \x82\xa0", [("E103", 2, 4)], id="another encoding"),
        pytest.param("橋: 1\n川: ".encode() + b"\xff", [("E103", 2, 4)], id="columns are characters, not bytes"),
        pytest.param("a: 1".encode("utf-16"), [("E103", 1, 1)], id="sixteen bits"),
    ],
)  # fmt: skip
def test_hostile_text_is_told_where_it_stands(text: str | bytes, spots: list[Spot]) -> None:
    assert problems_of(text) == spots


def test_nesting_stops_at_the_limit() -> None:
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert problems_of(deep) == []
    assert problems_of(f"[{deep}]") == [("E108", 1, MAX_DEPTH + 1)]


@pytest.mark.slow
def test_nesting_far_beyond_the_limit_is_not_followed() -> None:
    assert problems_of("[" * 200_000) == [("E108", 1, MAX_DEPTH + 1)]


def test_a_mapping_cannot_hide_the_depth() -> None:
    text = "".join(f"{'  ' * depth}a:\n" for depth in range(60))
    assert [code for code, _, _ in problems_of(text)] == ["E108"]


def test_a_billion_laughs_are_only_aliases() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 20)]
    codes = {code for code, _, _ in problems_of("\n".join(lines))}
    assert codes == {"E106"}


def test_size_stops_at_the_limit() -> None:
    assert problems_of(b"#" * MAX_BYTES) == []
    assert problems_of(b"#" * (MAX_BYTES + 1)) == [("E102", 1, 1)]


def test_a_byte_order_mark_is_accepted() -> None:
    source, problems = read_bytes("\ufeffa: 1".encode(), "x.yaml")
    assert source is not None
    assert not problems
    assert source.data == {"a": 1}
    assert (source.at(("a",)).line, source.at(("a",)).column) == (1, 4)


def test_lines_may_end_as_on_windows() -> None:
    source, _ = read_bytes(b"a: 1\r\nb: [2,\r\n  3]\r\n", "x.yaml")
    assert source is not None
    assert source.data == {"a": 1, "b": [2, 3]}
    assert (source.at(("b", 1)).line, source.at(("b", 1)).column) == (3, 3)


def test_what_is_wrong_inside_does_not_hide_the_rest() -> None:
    source, problems = read_text("a: *x\nb: 2\n", "x.yaml")
    assert [problem.code for problem in problems] == ["E106"]
    assert source is not None
    assert source.data == {"a": None, "b": 2}


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    source, problems = read_file(tmp_path / "none.yaml", "none.yaml")
    assert source is None
    assert [(p.code, p.place and p.place.file) for p in problems] == [("E101", "none.yaml")]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert [p.code for p in read_file(tmp_path)[1]] == ["E101"]


@pytest.fixture
def source() -> Source:
    text = "橋:\n  - id: a\n    size: 3\n  - {id: b, 名: 'x'}\nrest: [1, 2]\n"
    found, _ = read_text(text, "x.yaml")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        pytest.param((), (1, 1), (1, 1), id="the document"),
        pytest.param(("橋",), (2, 3), (1, 1), id="a list and its key"),
        pytest.param(("橋", 0), (2, 5), (2, 5), id="an entry"),
        pytest.param(("橋", 0, "size"), (3, 11), (3, 5), id="a value inside"),
        pytest.param(("橋", 1, "名"), (4, 16), (4, 13), id="columns are characters"),
        pytest.param(("rest", 1), (5, 11), (5, 11), id="an item has no key"),
        pytest.param(
            ("rest", 7), (5, 7), (5, 7), id="what is not there stands in what is around it"
        ),
    ],
)
def test_every_value_and_key_has_its_place(
    source: Source, path: tuple[str | int, ...], value: tuple[int, int], key: tuple[int, int]
) -> None:
    at, at_key = source.at(path), source.at(path, True)
    assert ((at.line, at.column), (at_key.line, at_key.column)) == (value, key)


@pytest.mark.parametrize(
    ("path", "length"), [(("橋", 0, "size"), 1), (("橋", 1, "名"), 3), (("橋",), 1)]
)
def test_a_place_is_as_long_as_what_stands_there(
    source: Source, path: tuple[str | int, ...], length: int
) -> None:
    assert source.at(path).length == length


def test_a_document_without_an_entry_keeps_the_places_of_the_others(source: Source) -> None:
    rest = source.without([0], ("橋",))
    assert rest.data == {"橋": [{"id": "b", "名": "x"}], "rest": [1, 2]}
    assert rest.at(("橋", 0, "名")) == source.at(("橋", 1, "名"))
    assert rest.at(("rest", 1)) == source.at(("rest", 1))
    assert source.data["橋"][0]["id"] == "a"


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        pytest.param(("橋", 0), 0, id="where the first begins"),
        pytest.param(("橋", 0, "size"), 0, id="inside the first"),
        pytest.param(("橋", 1, "id"), 1, id="inside the second"),
        pytest.param((), None, id="before them all"),
    ],
)
def test_a_place_belongs_to_an_entry(
    source: Source, path: tuple[str | int, ...], entry: int | None
) -> None:
    assert source.entry_at(source.at(path), ("橋",)) == entry


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("a: 'x\n", "quote", id="a quote is not closed"),
        pytest.param("a: [1, 2\nb: 3", "bracket", id="a bracket is not closed"),
        pytest.param("a:\n\tb: 2", "tab", id="a tab indents"),
        pytest.param(
            "- a: 1\n\N{IDEOGRAPHIC SPACE}b: 2", "wide-space", id="a full-width space indents"
        ),
        pytest.param("a: b: c", "colon", id="two colons"),
        pytest.param("a: @x", "character", id="a reserved character"),
        pytest.param("- a\nb: 1", "indentation", id="a list goes over into keys"),
        pytest.param("a: 'it's'", "after", id="text after a quote"),
        pytest.param('a: "\\q"', "escape", id="an unknown escape"),
        pytest.param("%YAML 3.0\n---\na", "form", id="anything else"),
    ],
)
def test_what_is_wrong_with_the_text_is_one_of_a_few_reasons(text: str, reason: str) -> None:
    _, problems = read_text(text, "x.yaml")
    assert [(p.code, p.values["reason"]) for p in problems] == [("E104", reason)]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("players", 1, "name"), "Ben"),
        (("players", 2, "name"), None),
        (("players", "Ben", "name"), None),
        (("players", 0, "name", "first"), None),
        (("table",), None),
    ],
)
def test_there_is_no_value_where_nothing_stands(path: tuple[Any, ...], value: Any) -> None:
    assert value_at({"players": [{"name": "Ann"}, {"name": "Ben"}]}, path) == value


# --- the two parsers ------------------------------------------------------------------------------


def quick_as_careful(text: str) -> Any:
    """What the parser in C gives, which is what the careful one gives, places included; None when it leaves it."""
    quick = _read_quickly(text, "x.yaml")
    if quick is None:
        return None
    careful, problems = _read_carefully(text, "x.yaml")
    assert careful is not None
    assert not problems
    assert repr(quick[0].data) == repr(careful.data)  # 1 is not true
    assert quick[0].keys == careful.keys
    assert quick[0].values == careful.values
    return quick[0].data


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
        pytest.param("a: --explain\nb: [--all, why]\n", {"a": "--explain", "b": ["--all", "why"]}, id="dashes and question marks"),
        pytest.param("  a: 1\n  b: 2", {"a": 1, "b": 2}, id="indented as a whole, without an end"),
        pytest.param("key: {key: 1}\nother: 2\n", {"key": {"key": 1}, "other": 2}, id="a key named key"),
        pytest.param("a: \u3000x\u3000\n", {"a": "\u3000x\u3000"}, id="wide spaces are no spaces"),
    ],
)  # fmt: skip
def test_sound_text_is_read_quickly_with_its_places(text: str, data: object) -> None:
    assert repr(quick_as_careful(text)) == repr(data)


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
def test_what_is_unusual_is_left_to_the_careful_parser_or_read_alike(text: str) -> None:
    quick_as_careful(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a:\nb: 1\n", id="a key without a value"),
        pytest.param("a: 1\na: 2\n", id="a key that stands twice"),
        pytest.param("a: &x 1\n", id="an anchor"),
        pytest.param("a: 1\n\tb: 2\n", id="a tab"),
        pytest.param("a: {b: May I?}\n", id="a question mark before a bracket"),
        pytest.param("a: [1, 2\nb: 3\n", id="a missing bracket"),
        pytest.param("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), id="too deep"),
        pytest.param("a: \ud800\n", id="half a character"),
    ],
)
def test_it_is_left_to_the_careful_parser(text: str) -> None:
    assert _read_quickly(text, "x.yaml") is None


def data_files() -> list[Path]:
    """All but the example of `new-game`, which is filled in before it is read."""
    every = [path for folder in (DATA, TOY, MINI) for path in sorted(folder.rglob("*.yaml"))]
    return [path for path in every if DATA / "schema" not in path.parents]


@pytest.mark.parametrize("path", data_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_files_of_the_games_are_read_quickly(path: Path) -> None:
    """Quote what ends with a question mark before a bracket."""
    assert _read_quickly(path.read_text(encoding="utf-8"), path.name) is not None


PIECES = [
    "- ", "a: ", "b: ", "key: ", "\n", "\n  ", "\n    ", "|\n", "|-\n", "[", "]", "{", "}", ", ", "x", "'y'", '"z"',
    ": ", ":", " #", "#", "-", "1", "\n- ", "?", "  \n", "\n\n", "c d", "橋", "'", '"', "\\", "~", "&", "*", "\u3000",
]  # fmt: skip


@pytest.mark.property
@law(400)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@example("|\n#")
@example("a: |\n    x\n  \n    # y\n")
@example("a: {b: c\n\n d: e}\n")
@example("|\n  \n\n    - ")
@example("a: >-1 # x\n\n   \n    b\n")
def test_both_parsers_read_alike(text: str) -> None:
    quick_as_careful(text)


WHOLE = (TOY / "tables.yaml").read_text(encoding="utf-8")[:1500]


@pytest.mark.property
@law(100)
@given(st.integers(0, len(WHOLE)), st.integers(0, 3), st.sampled_from(PIECES))
def test_a_damaged_file_is_read_alike(at: int, gone: int, put: str) -> None:
    quick_as_careful(WHOLE[:at] + put + WHOLE[at + gone :])
