from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.model.field import read_fields
from rulesref.scoring.batch.code import (
    Code,
    Uncompiled,
    ValueKind,
    constant,
    kind_of,
    literal,
    slots,
    term_of,
)
from tests.helpers import name_of, toy


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, ValueKind.FLAG), (3, ValueKind.WHOLE), (Fraction(1, 2), ValueKind.FRACTION), ("a", ValueKind.CODE),
        (None, ValueKind.NOTHING),
    ],
)  # fmt: skip
def test_a_known_value_is_of_its_kind(value: Any, kind: ValueKind) -> None:
    assert kind_of(value) == kind
    assert (constant(value).known, constant(value).value) == (True, value)
    assert eval(constant(value).text, {"Fraction": Fraction}) == value


@pytest.mark.parametrize(
    "value", [None, True, -3, "a\n'b'\"", (1,), (), {"a": (None, 2)}, Fraction(-7, 3)]
)
def test_a_literal_is_read_back_as_it_was(value: object) -> None:
    assert eval(literal(value), {"Fraction": Fraction}) == value


def test_lines_stand_under_their_head() -> None:
    code = Code()
    with code.block("def f(a):") as block:
        with code.apart() as later:
            code.write("return b")
        code.write("b = a")
        code.add(later)
        block.head = "def g(a):"
    with code.block("if True:") as empty:
        pass
    assert empty.empty
    assert not block.empty
    assert code.source == "\ndef g(a):\n    b = a\n    return b\nif True:\n    pass\n"


def test_a_constant_stands_once_at_the_head() -> None:
    code = Code()
    names = [
        code.constant("rows", (1, 2)),
        code.constant("other", (1, 2)),
        code.constant("rows", (3,)),
    ]
    assert names == ["ROWS", "ROWS", "ROWS_2"]
    assert code.source.startswith("ROWS = (1, 2)\nROWS_2 = (3,)\n")


def test_a_name_of_the_frame_is_not_made_again() -> None:
    code = Code()
    code.reserve("names count")
    assert code.name("count") == "count_2"


def test_a_module_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesref.scoring.batch.code._LONGEST", 2)
    code = Code()
    for _ in range(3):
        code.write("pass")
    with pytest.raises(Uncompiled):
        code.write("pass")


def test_records_are_laid_flat_and_what_was_typed_stands_beside() -> None:
    scoring = toy().scoring
    assert scoring is not None
    flat = [slot.path for slot in slots(scoring.player, "autumn")]
    assert flat == [("points",), ("coins",), ("hat",), ("steps", "moss"), ("steps", "gravel"), ("fruit",)]  # fmt: skip
    inside = scoring.table["plots"].fields
    assert [(slot.path, slot.typed) for slot in slots(inside, "spring")] == [
        (("size",), False), (("walled",), False), (("flowers",), False), (("flowers",), True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "kind", "items"),
    [
        ({"kind": "whole"}, ValueKind.WHOLE, ValueKind.UNKNOWN),
        ({"kind": "flag"}, ValueKind.FLAG, ValueKind.UNKNOWN),
        ({"kind": "choice"}, ValueKind.CODE, ValueKind.UNKNOWN),
        ({"kind": "choice", "optional": True}, ValueKind.CODE | ValueKind.NOTHING, ValueKind.UNKNOWN),
        ({"kind": "choice", "optional": True, "default": "x"}, ValueKind.CODE, ValueKind.UNKNOWN),
        ({"kind": "choices"}, ValueKind.LIST, ValueKind.CODE),
        ({"kind": "wholes"}, ValueKind.LIST, ValueKind.WHOLE),
        ({"kind": "by-player"}, ValueKind.BY_PLAYER, ValueKind.WHOLE),
        ({"kind": "records", "fields": [{"id": "n", "name": name_of("n"), "kind": "whole"}]}, ValueKind.RECORDS, ValueKind.UNKNOWN),
    ],
)  # fmt: skip
def test_a_variable_holds_what_its_field_can_be(
    spec: Any, kind: ValueKind, items: ValueKind
) -> None:
    options = {"options": [{"id": "x", "name": name_of("x")}]} if "choice" in spec["kind"] else {}
    fields = read_fields([{"id": "f", "name": name_of("f"), **spec, **options}])
    term = term_of(next(iter(slots(fields, "e"))), "v")
    assert (term.text, term.kind, term.items) == ("v", kind, items)


def test_words_are_no_value_that_is_compiled() -> None:
    fields = read_fields([{"id": "f", "name": name_of("f"), "kind": "text"}])
    with pytest.raises(Uncompiled):
        term_of(next(iter(slots(fields, "e"))), "v")
