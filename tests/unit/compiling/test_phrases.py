"""What people type, in a text file beside the folders of the games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulesref.compiling.build import build
from rulesref.compiling.phrases import read_phrases
from rulesref.library.library import digest_of, signature_of
from rulesref.reading.source import MAX_BYTES
from tests.helpers import TOY, open_library
from tests.problems.corpus import MINI

FILE = (
    "# for search\n\n[one en]\na hat\na cap\n[one ja]\n帽子\n[one en]\nanother side\n[two ja]\n靴\n"
)


def test_an_entry_has_its_phrases_by_language_and_further_sides_apart() -> None:
    read = read_phrases(FILE.encode(), "file", ("ja", "en"))
    assert read.sides == [
        {"rule": "one", "en": ["a hat", "a cap"], "ja": ["帽子"]},
        {"rule": "one", "en": ["another side"]},
        {"rule": "two", "ja": ["靴"]},
    ]
    assert read.problems == []
    assert [(rule, place.line, place.column) for rule, place in read.heads] == [
        ("one", 3, 2), ("one", 6, 2), ("one", 8, 2), ("two", 10, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        (b"a hat\na cap\n[one en]\na hat\n", ["E220"]),
        (b"[one fr]\nun chapeau\n", ["E220"]),
        (b"[one]\na hat\n[one en]\na cap\n", ["E220"]),
        (b"\xff", ["E103"]),
        (b"#" * (MAX_BYTES + 1), ["E102"]),
        (b"", []),
    ],
)
def test_what_stands_nowhere_is_told_once(raw: bytes, codes: list[str]) -> None:
    assert [p.code for p in read_phrases(raw, "file", ("ja", "en")).problems] == codes


def test_a_changed_phrase_compiles_the_game_anew(tmp_path: Path) -> None:
    folder = shutil.copytree(MINI, tmp_path / "mini")
    before = digest_of(folder), signature_of(str(folder))
    (tmp_path / "phrases").mkdir()
    file = tmp_path / "phrases" / "mini.txt"
    file.write_text("[shells en]\nwhat do the conches give\n", encoding="utf-8")
    after = digest_of(folder), signature_of(str(folder))
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert build(folder).data["phrases"] == [{"rule": "shells", "en": ["what do the conches give"]}]
    found = open_library([str(folder)]).game("mini")
    assert found.id == "mini"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    folder = shutil.copytree(MINI, tmp_path / "mini")
    (tmp_path / "phrases" / "mini.txt").mkdir(parents=True)
    assert [problem.code for problem in build(folder).problems] == ["E101"]


def test_the_invented_game_has_both() -> None:
    data = build(TOY).data
    assert [side["rule"] for side in data["phrases"]] == ["plot-flowers", "plot-flowers"]
    assert any("heard" in rule for rule in data["rules"])
