"""What a kind of field needs: a promise kept, examples, a schema, a word in files, a unit table."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import rulesref.fields
from rulesref.base.text import LANGS
from rulesref.fields.kind import IN_PLAYS, IN_POSITIONS, KINDS, MODULES, FieldKind
from rulesref.fields.record import examples
from rulesref.model.entries import Field
from rulesref.reading.schemas import schema
from rulesref.show.position_file import flow
from tests.unit.fields.making import PLAYERS, TYPING, data, field, read

#: Kinds of which nothing can be wrong.
NEVER_WRONG = {"text"}


def parts(kind: str) -> dict[str, list[str]]:
    """The codes in a docstring behind ``Field:``, ``Passes:`` and ``Fails:``."""
    text = re.sub(r"\s+", " ", inspect.getdoc(type(KINDS[kind])) or "")
    return {
        name: re.findall(r"``(.+?)``", codes)
        for name, codes in re.findall(r"(Field|Passes|Fails): (.*?)(?= (?:Passes|Fails):|$)", text)
    }


def example(kind: str) -> Field:
    """The field of a kind's docstring."""
    (text,) = parts(kind).get("Field", []) or pytest.fail(f"{kind}: its docstring has no field")
    return field(kind, text)


def values(kind: str, verdict: str) -> list[Any]:
    """The values that a docstring says pass or fail."""
    listed = [data(code) for code in parts(kind).get(verdict, [])]
    assert listed or (verdict == "Fails" and kind in NEVER_WRONG), f"{kind}: nothing {verdict}"
    return listed


def mapping(fields: Any) -> dict[str, Any]:
    """The schema of a mapping, by ids and names."""
    shape = {key: KINDS[f.kind].schema(f, "en", mapping) for f in fields for key in (f.id, *f.name)}
    return {
        "type": "object",
        "properties": shape,
        "additionalProperties": False,
        "minProperties": 1,
    }


def test_every_kind_that_a_module_defines_is_registered_under_its_word() -> None:
    defined = {
        module.KIND
        for info in pkgutil.iter_modules(rulesref.fields.__path__, "rulesref.fields.")
        if hasattr(module := importlib.import_module(info.name), "KIND")
    }
    assert set(KINDS.values()) == defined
    assert all(isinstance(kind, FieldKind) and kind.name == word for word, kind in KINDS.items())


def test_files_may_name_every_kind() -> None:
    assert schema("scoring")["$defs"]["field"]["properties"]["kind"]["enum"] == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_docstring_begins_with_what_it_is_in_both_languages(kind: str) -> None:
    first = (inspect.getdoc(type(KINDS[kind])) or "").split("\n\n")[0]
    assert re.search(r"[ぁ-ゖァ-ヺ一-鿿]", first), first
    assert first[0].isupper()


@pytest.mark.parametrize("kind", KINDS)
def test_a_method_keeps_the_arguments_that_are_promised(kind: str) -> None:
    for name, method in inspect.getmembers(FieldKind, inspect.isfunction):
        own = getattr(type(KINDS[kind]), name)
        assert list(inspect.signature(own).parameters) == list(inspect.signature(method).parameters)
        assert inspect.getdoc(own), f"{kind}.{name} promises nothing"


@pytest.mark.parametrize("kind", KINDS)
def test_the_passing_examples_pass(kind: str) -> None:
    spec = example(kind)
    validator = Draft202012Validator(KINDS[kind].schema(spec, "en", mapping))
    for raw in values(kind, "Passes"):
        assert read(spec, raw)[1] == []
        # Editors know what YAML knows: no other words for true and false.
        assert validator.is_valid(raw) or (kind == "flag" and isinstance(raw, str)), raw


@pytest.mark.parametrize("kind", KINDS)
def test_the_failing_examples_fail_and_say_where(kind: str) -> None:
    for raw in values(kind, "Fails"):
        problems = read(example(kind), raw)[1]
        assert problems, raw
        assert all(str(problem.values["path"]).startswith("thing") for problem in problems)


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_holds_what_can_be_scored(kind: str) -> None:
    spec = example(kind)
    value = examples({"thing": spec}, "", PLAYERS)["thing"]
    if value is not None:
        assert read(spec, data(flow(value)))[1] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_value_reads_as_something(kind: str, lang: str) -> None:
    spec = example(kind)
    for style in (IN_PLAYS, IN_POSITIONS):
        for value in (
            None,
            KINDS[kind].empty(spec),
            *(read(spec, v)[0] for v in values(kind, "Passes")),
        ):
            assert KINDS[kind].text(spec, value, lang, style)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_typed_can_be_read(kind: str) -> None:
    """But for records, which nobody types."""
    spec = example(kind)
    for raw in values(kind, "Passes"):
        if isinstance(raw, str):
            assert read(spec, KINDS[kind].typed(spec, raw, TYPING))[1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_it_has_a_unit_table(kind: str) -> None:
    """A parametrized test of its name, of two rows at least, beside the module that defines it."""
    tests = importlib.import_module(f"tests.unit.fields.test_{MODULES[kind]}")
    table = getattr(tests, f"test_{MODULES[kind]}")
    (marks,) = [mark for mark in table.pytestmark if mark.name == "parametrize"]
    assert len(marks.args[1]) >= 2
