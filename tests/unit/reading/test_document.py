from __future__ import annotations

import json
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.reading.document import Document, LineDocument, json_data
from rulesref.reading.source import MAX_POSITION

SOUND = '{"event": "autumn", "players": [{"name": "葵", "coins": 3}]}'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1, "a": 1}', id="a key twice"),
        pytest.param('{"a": [{"b": 1, "b": 1}]}', id="a key twice further inside"),
        pytest.param('{"a": 1.0}', id="a decimal"),
        pytest.param('{"a": NaN}', id="no number"),
        pytest.param('{"a": 1e400}', id="endless"),
        pytest.param('{"a": 1234567890123456789}', id="too many digits"),
        pytest.param('{"a": 1', id="cut off"),
        pytest.param("a: 1", id="YAML"),
        pytest.param("[" * 100_000, id="nested very deeply"),
    ],
)
def test_what_json_would_let_pass_or_cannot_read_is_left_to_yaml(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        json_data(text.encode())


def test_numbers_of_as_many_digits_as_there_may_be_are_read() -> None:
    assert json_data(b"[-999999999999999999, 999999999999999999]") == [1 - 10**18, 10**18 - 1]


def test_sound_json_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesref.reading.document.read_bytes", pytest.fail)
    assert (
        Document(SOUND.encode(), "f").data
        == LineDocument(SOUND.encode(), "f", 3).data
        == json.loads(SOUND)
    )


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("event: autumn", {"event": "autumn"}, id="YAML"),
        pytest.param("\ufeff{}", {}, id="a byte order mark"),
        pytest.param('{"プレイヤー": [{"名前": "葵"}]}', {"players": [{"name": "葵"}]}, id="in Japanese"),
        pytest.param("得点計算: autumn", {"event": "autumn"}, id="in Japanese and YAML"),
    ],
)  # fmt: skip
def test_the_keys_around_fields_are_english(text: str, data: Any) -> None:
    assert Document(text.encode(), "f").data == data


def test_a_place_is_that_in_the_text() -> None:
    document = Document(SOUND.replace(", ", ",\n").encode(), "f")
    name = document.at(("players", 0, "name"), key=True)
    assert (name.file, name.line, name.column) == ("f", 2, 14)
    assert document.at(("players", 0, "hat")).line == 2


def test_a_place_in_a_line_is_one_of_the_whole() -> None:
    place = LineDocument(SOUND.encode(), "f", 7).at(("players", 0, "coins"))
    assert (place.line, place.column, place.length) == (7, SOUND.index("3") + 1, 1)


@pytest.mark.parametrize("kind", [Document, lambda raw, file: LineDocument(raw, file, 1)])
def test_what_is_wrong_with_the_text_is_raised(kind: Any) -> None:
    with pytest.raises(ProblemsFound) as wrong:
        kind(b'{"a": 1, "a": 1}', "f")
    assert [problem.code for problem in wrong.value.problems] == ["E109"]


def test_what_only_yaml_finds_wrong_is_raised_where_a_place_is_asked_for() -> None:
    document = Document(b'{"a": "\\ud800"}', "f")
    with pytest.raises(ProblemsFound) as wrong:
        document.at(("a",))
    assert [problem.code for problem in wrong.value.problems] == ["E114"]


def test_a_document_has_a_limit() -> None:
    with pytest.raises(ProblemsFound) as wrong:
        Document(b" " * MAX_POSITION + b"{}", "f")
    assert [problem.code for problem in wrong.value.problems] == ["E102"]
