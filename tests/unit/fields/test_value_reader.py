"""What is told of a document while it is read."""

from __future__ import annotations

from rulesref.base.diagnostics import KeyPath, Place
from rulesref.fields.value_reader import Reader, nowhere


def test_a_problem_has_its_path_and_its_place() -> None:
    def at(path: KeyPath, key: bool) -> Place:
        return Place("file.yaml", len(path), int(key))

    reader = Reader(at)
    reader.problem("E402", ("a", 1), found=2)
    reader.problem("E408", ("b",), at_key=True)
    first, second = reader.problems
    assert (first.place, first.values) == (Place("file.yaml", 2, 0), {"path": "a.1", "found": 2})
    assert second.place == Place("file.yaml", 1, 1)


def test_a_problem_says_whose_value_it_is() -> None:
    reader = Reader()
    reader.called["players", 0] = "葵"
    reader.problem("E402", ("players", 0, "gold"))
    reader.problem("E402", ("players", 1, "gold"))
    assert [p.values.get("where") for p in reader.problems] == [("葵",), None]
    assert nowhere(("a",), False) is None
