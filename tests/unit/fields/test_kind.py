"""What holds for every kind that does not say otherwise."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath, Place
from rulesref.fields.kind import (
    IN_PLAYS,
    KINDS,
    Reader,
    belonging,
    cell_of,
    empty,
    extras_of,
    kind_of,
    nowhere,
    value_text,
)
from tests.unit.fields.making import field


@pytest.mark.parametrize(
    ("kind", "shape"),
    [("whole", "single"), ("choices", "single"), ("record", "record"), ("records", "records"),
     ("by-player", "by_player"), ("players", "single")],
)  # fmt: skip
def test_a_visitor_is_called_by_how_values_are_put_together(kind: str, shape: str) -> None:
    class Visits:
        def __getattr__(self, name: str) -> Any:
            return lambda spec, *rest: (name, spec.kind, rest)

    visits: Any = Visits()
    assert KINDS[kind].visit(visits, field(kind), 1, 2) == (shape, kind, (1, 2))


def test_a_value_that_is_no_number_has_no_step_and_is_set_as_typed() -> None:
    words = field("text")
    assert list(KINDS["text"].one_more(words, "a")) == []
    assert KINDS["text"].changed(words, "a", "b") == "b"
    assert KINDS["text"].expects(words, "en") == ""


def test_a_default_is_the_empty_and_the_least_value() -> None:
    spec = field("flag", "{default: true}")
    assert (KINDS["flag"].empty(spec), KINDS["flag"].least(spec)) == (True, True)


def test_expressions_see_lists_as_they_are_kept() -> None:
    assert KINDS["choices"].operand(["a"], ()) == ("a",)
    assert KINDS["whole"].operand(3, ()) == 3


def test_only_some_fields_and_colours_are_there() -> None:
    early, late = field("whole", "{events: [one]}"), field("whole", "{events: [two]}")
    assert belonging({"early": early, "late": late}, "two") == [late]
    extras = "{extras: [{id: red, name: {ja: 赤, en: Red}, players: [3]}]}"
    assert [extras_of(field("by-player", extras), many) for many in (2, 3)] == [[], ["red"]]


@pytest.mark.parametrize(("kind", "one"), [("choice", True), ("choices", False), ("whole", False)])
def test_one_option_or_several(kind: str, one: bool) -> None:
    assert KINDS[kind].picks_one is one


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


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_has_the_kind_that_its_file_names(kind: str) -> None:
    spec = field(kind)
    assert kind_of(spec).name == kind
    assert (cell_of(spec) is kind_of(spec)) == (kind != "by-player")


def test_values_are_empty_and_read_by_their_kind() -> None:
    assert [empty(field(kind)) for kind in ("whole", "flag", "choices", "player")] == [
        0,
        False,
        (),
        None,
    ]
    assert value_text(field("wholes"), (1, 2), "ja", IN_PLAYS) == "1、2"


def test_a_kind_is_loaded_when_it_is_first_asked_for() -> None:
    script = (
        "import sys; from rulesref.fields.kind import KINDS; KINDS['flag'];"
        "print(sorted(m[16:] for m in sys.modules if m.startswith('rulesref.fields.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "['flag',",
        "'kind',",
        "'typed']",
    ]
