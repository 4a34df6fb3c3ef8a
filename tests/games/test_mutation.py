"""Numbers are found and made wrong one at a time, and what is wrong is noticed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import DATA, document
from tests.mutation import changed, known_of, noticed_by, numbers_of

TABLE = [
    {
        "id": "t1",
        "note": {"en": "9 or 10"},
        "rows": [[3, {"en": "2 of 4"}, True], {"a": 1, "sources": ["S1"]}],
    }
]
CHECK = {
    "id": "c1",
    "when": "size < 3 or points-2 > cost[4].per",
    "message": {"en": "over 3"},
    "range": [0, 5],
}


def test_numbers_that_people_rely_on_are_found() -> None:
    cell = (0, "rows", 0, 1, "en")
    note = (0, "note", "en")
    whole = [((0, "rows", 0, 0), 0), ((0, "rows", 1, "a"), 0)]
    assert sorted(numbers_of(TABLE), key=str) == sorted(
        [*whole, (cell, 0), (cell, 1), (note, 0), (note, 1)], key=str
    )
    assert list(numbers_of(CHECK)) == [
        (("when",), 0),
        (("when",), 1),
        (("range", 0), 0),
        (("range", 1), 0),
    ]


@pytest.mark.parametrize(
    ("data", "path", "which", "by", "text"),
    [
        pytest.param(CHECK, ("when",), 1, 1, "cost[5].per", id="the second of an expression"),
        pytest.param(CHECK, ("range", 0), 0, -1, "[1, 5]", id="nothing becomes less than nothing"),
        pytest.param(TABLE, (0, "rows", 0, 1, "en"), 1, -1, "2 of 3", id="in the text of a cell"),
    ],
)
def test_one_number_becomes_wrong(data: Any, path: Any, which: int, by: int, text: str) -> None:
    assert text not in json.dumps(data)
    assert text in json.dumps(changed(data, path, which, by))


@pytest.mark.slow
def test_what_is_wrong_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "mexica"
    shutil.copytree(DATA / "mexica", folder)
    known = known_of("mexica")
    assert noticed_by(folder, known) is None
    for file, who in (("scoring", {"checks", "cases"}), ("calculators", {"check", "calculators"})):
        right = document(folder / f"{file}.yaml")
        path, which = list(numbers_of(right))[-1]
        (folder / f"{file}.yaml").write_text(json.dumps(changed(right, path, which, 1)), "utf-8")
        assert noticed_by(folder, known) in who
        shutil.copy(DATA / "mexica" / f"{file}.yaml", folder / f"{file}.yaml")
