from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.reading.plain_yaml import MAX_DEPTH
from rulesref.reading.source import MAX_BYTES, Source, read_bytes, read_file, read_text

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
    at, at_key = source.at(path), source.at_key(path)
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
