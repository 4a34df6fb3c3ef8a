"""Data fits a schema exactly when jsonschema has nothing to say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesref.reading.schema_fit import fit_of
from tests.helpers import DATA, TOY, document
from tests.properties.test_damage import damage

TREE = {"$ref": "#/$defs/tree", "$defs": {"tree": {
    "type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}}, "additionalProperties": False,
}}}  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "data", "fits"),
    [
        pytest.param({"type": "integer"}, 3, True, id="a number"),
        pytest.param({"type": "integer"}, True, False, id="true is no number"),
        pytest.param({"type": ["string", "null"]}, None, True, id="one of two types"),
        pytest.param({"enum": ["a", 1]}, True, False, id="true is not 1"),
        pytest.param({"enum": ["a"]}, ["a"], False, id="a list is no word"),
        pytest.param({"const": "a"}, "a", True, id="the very word"),
        pytest.param({"pattern": "^a"}, "ba", False, id="another beginning"),
        pytest.param({"pattern": "^a"}, 3, True, id="a pattern is for text alone"),
        pytest.param({"minLength": 1}, "", False, id="no text"),
        pytest.param({"minItems": 2}, [1], False, id="too few items"),
        pytest.param({"maxItems": 1}, [1, 2], False, id="too many items"),
        pytest.param({"minProperties": 1}, {}, False, id="no key"),
        pytest.param({"items": {"type": "string"}}, ["a", 1], False, id="a wrong item"),
        pytest.param({"required": ["a"]}, {"b": 1}, False, id="a missing key"),
        pytest.param({"required": ["a"]}, [1], True, id="a key is for mappings alone"),
        pytest.param({"properties": {"a": {"type": "null"}}}, {"a": 1}, False, id="a wrong value"),
        pytest.param({"properties": {"a": True}, "additionalProperties": False}, {"b": 1}, False, id="an unknown key"),
        pytest.param({"additionalProperties": {"type": "null"}}, {"b": 1}, False, id="a wrong value of any key"),
        pytest.param({"propertyNames": {"pattern": "^a"}}, {"b": 1}, False, id="a wrong key"),
        pytest.param({"if": {"type": "string"}, "then": {"minLength": 2}}, "a", False, id="a condition that holds"),
        pytest.param({"if": {"type": "string"}, "else": {"type": "null"}}, 3, False, id="a condition that does not"),
        pytest.param({"allOf": [{"type": "string"}, {"minLength": 1}]}, "", False, id="one of all"),
        pytest.param({"not": {"type": "null"}}, None, False, id="what must not be"),
        pytest.param(TREE, {"left": {"left": {}}}, True, id="a definition that names itself"),
        pytest.param(TREE, {"left": {"right": {}}}, False, id="a mistake deep inside"),
    ],
)  # fmt: skip
def test_data_fits_or_not(schema: Any, data: Any, fits: bool) -> None:
    assert fit_of(schema)(data) is fits
    assert Draft202012Validator(schema).is_valid(data) is fits


SCHEMAS = {path.name.split(".")[0]: json.loads(path.read_text(encoding="utf-8")) for path in sorted((DATA / "schema").glob("*.json"))}  # fmt: skip


def schema_of(path: Path) -> Any:
    return SCHEMAS["rules" if path.parent.name == "rules" else path.stem]


def test_a_keyword_that_is_not_known_is_no_silent_yes() -> None:
    with pytest.raises(KeyError):
        fit_of({"multipleOf": 2})


@pytest.mark.property
@pytest.mark.parametrize("path", sorted(TOY.rglob("*.yaml")), ids=lambda path: path.stem)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_damaged_files_fit_when_jsonschema_says_so(path: Path, data: st.DataObject) -> None:
    whole = document(path)
    assert fit_of(schema_of(path))(whole)
    wrong = data.draw(damage(whole))
    schema = schema_of(path)
    assert fit_of(schema)(wrong) is Draft202012Validator(schema).is_valid(wrong)
