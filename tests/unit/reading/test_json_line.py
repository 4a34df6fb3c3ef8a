from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesref.base.diagnostics import KeyPath
from rulesref.reading.json_line import NOTHING, JsonLine
from rulesref.reading.positions import plain_keys, plain_source
from rulesref.reading.source import MAX_BYTES, read_bytes
from tests.properties import examples


def line(raw: bytes | str, number: int = 1) -> JsonLine:
    return JsonLine(raw.encode() if isinstance(raw, str) else raw, "b", number)


@pytest.mark.parametrize(
    ("raw", "data"),
    [('{"a": [1, "b", null, true]}', {"a": [1, "b", None, True]}), ("-7", -7), ('"x"', "x")],
)
def test_plain_json_is_read(raw: str, data: Any) -> None:
    assert line(raw).data == data
    assert line(raw).problems == []


@pytest.mark.parametrize("raw", ["1.5", "NaN", '{"a": 1, "a": 1}', "1" * 19, "{", "\ufeff{}"])
def test_what_is_no_plain_json_is_left_to_the_other_reader(raw: str) -> None:
    assert line(raw)._alone is NOTHING


@pytest.mark.parametrize(
    ("raw", "code", "column"),
    [
        ('{"a": 1, "a": 2}', "E109", 10),
        ('{"a": 1' + "1" * 18 + "}", "E111", 7),
        ('{"a": "\\ud800"}', "E114", 7),
        ("[" * 25 + "]" * 25, "E108", 25),
        ('{"a\x7f": 1}', "E105", 4),
        (b'{"a": "\xff"}', "E103", 8),
        (b'{"a\xff" 1}', "E103", 4),
        ("{" + '"a' + "a" * 1100 + '": 1}', "E104", 1105),
        ("x" * (MAX_BYTES + 1), "E113", 1),
    ],
)  # fmt: skip
def test_what_a_file_may_not_have_a_line_may_not_have(
    raw: str | bytes, code: str, column: int
) -> None:
    (problem,) = line(raw, 7).problems
    place = problem.place
    assert place
    assert (problem.code, place.file, place.line, place.column) == (code, "b", 7, column)


def test_yaml_on_one_line_is_read_too() -> None:
    assert line("{a: [1, 'b', ], c: }").data == {"a": [1, "b"], "c": None}


def test_without_data_there_are_problems() -> None:
    assert line('{"a": 1').data is NOTHING
    assert line('{"a": 1, "a": 2}').data is NOTHING


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param('{"players": [{"\\', id="cut-in-an-escape"),
        pytest.param('{"players": [{"\\u30', id="cut-in-a-number"),
        pytest.param('{"players": [{"\\\\', id="cut-behind-an-escape"),
        pytest.param('{"players: [{"": null}, {"": null}]}', id="a-word-without-its-end"),
        pytest.param('{"players": [{"a": [1, {"b": 2', id="brackets-without-their-ends"),
        pytest.param('{"a": ' + "[" * 23 + '{"b": 1', id="as-deep-as-may-be"),
    ],
)
def test_what_is_no_json_is_told_as_of_a_file(raw: str) -> None:
    told, expected = line(raw).problems, read_bytes(raw.encode(), "b")[1]
    assert [(p.code, p.values, p.place and p.place.column) for p in told[-1:]] == [
        (p.code, p.values, p.place and p.place.column) for p in expected[-1:]
    ]


@pytest.mark.parametrize("end", ["2", "fals", "n", "2}", ""])
def test_a_line_without_its_end_is_not_composed(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    raw = '{"players": [{"a": [1, {"b": ' + end
    told = read_bytes(raw.encode(), "b")[1]
    monkeypatch.setattr("rulesref.reading.json_line.read_bytes", pytest.fail)
    assert line(raw).problems == told


def test_of_two_names_of_one_key_each_has_its_place() -> None:
    both = line('{"players":[{"name":null,"名前":null}]}')
    assert both.at(("players", 0, "name"), True).column == 14
    assert both.at(("players", 0, "名前"), True).column == 26


_often = settings(max_examples=examples(300), deadline=None, database=None, suppress_health_check=list(HealthCheck))  # fmt: skip

# --- against the reader of files -----------------------------------------------------------------

_words = st.sampled_from(
    ["a", "name", "名前", "players", "プレイヤー", "event", "得点計算", "1", "", "x y", "#", "[", "}]", '"', "\\", "花", "👩", ":", ",", "\u3000", "\x85", "\t"]
) | st.text(max_size=3)  # fmt: skip
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | _words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=12,
)
_position = st.fixed_dictionaries(
    {"players": st.lists(st.dictionaries(_words, _values, max_size=3), max_size=3)}
)
_separators = st.sampled_from([(",", ":"), (", ", ": "), ("  ,  ", "   :  ")])


def written(data: Any, separators: tuple[str, str], *, plain: bool) -> str:
    return json.dumps(data, ensure_ascii=plain, separators=separators)


def every_path(data: Any, path: KeyPath = ()) -> list[KeyPath]:
    entries: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()  # fmt: skip
    return [path, (*path, "nothing"), (*path, 9), *(p for k, v in entries for p in every_path(v, (*path, k)))]  # fmt: skip


@_often
@given(_values | _position, _separators, st.booleans())
def test_a_place_is_that_in_a_file_of_one_line(
    data: Any, separators: tuple[str, str], plain: bool
) -> None:
    raw = written(data, separators, plain=plain)
    source, problems = read_bytes(raw.encode(), "b")
    one = line(raw)
    if source is None or problems:
        assert [p.code for p in one.problems] == [p.code for p in problems]
        return
    assert one.problems == []
    source = plain_source(source)
    if "\x85" in raw:
        return  # in a file it is a line end
    assert plain_keys(one.data) == source.data
    for path in every_path(plain_keys(one.data)):
        assert one.at(path, False) == source.at(path), path
        assert one.at(path, True) == source.at(path, True), path


@_often
@given(_position, st.randoms(use_true_random=False))
@pytest.mark.slow
def test_what_is_cut_or_changed_is_told_as_of_a_file_of_one_line(
    data: Any, rng: random.Random
) -> None:
    raw = written(data, (", ", ": "), plain=False)
    at = rng.randrange(len(raw))
    changed = rng.choice(
        [raw[:at], raw[:at] + raw[at + 1 :], raw[:at] + rng.choice('{}[],:"x1 ') + raw[at:]]
    )
    one = line(changed)
    source, problems = read_bytes(changed.encode(), "b")
    if one.data is NOTHING:
        assert source is None or problems
    told = [(p.code, p.values.get("reason"), p.place and p.place.column) for p in one.problems]
    if all(p.place is None or p.place.line == 1 for p in problems):
        expected = [(p.code, p.values.get("reason"), p.place and p.place.column) for p in problems]
        assert told[-1:] == expected[-1:], changed
