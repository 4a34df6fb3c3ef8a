"""The JSON Schemas that editors use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesref.compiling.build import SINGLE
from rulesref.reading.schemas import FILES, schema
from tests.helpers import DATA, TOY, document, game_folders


def kept(kind: str) -> Any:
    return json.loads((DATA / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", FILES)
def test_the_kept_schema_is_up_to_date(kind: str) -> None:
    assert kept(kind) == json.loads(json.dumps(schema(kind))), "run: make schemas"


def test_no_schema_is_kept_without_a_declaration() -> None:
    files = {path.name.removesuffix(".schema.json") for path in (DATA / "schema").glob("*.json")}
    assert files == set(FILES)
    assert {*SINGLE, "rules"} <= set(FILES)


@pytest.mark.parametrize("kind", FILES)
def test_a_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(kept(kind))


def properties(found: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every property of every object in a schema, with its path."""
    if isinstance(found, dict):
        for name, inside in found.get("properties", {}).items():
            yield f"{path}/{name}", inside
        for key, inside in found.items():
            yield from properties(inside, f"{path}/{key}")
    elif isinstance(found, list):
        for index, inside in enumerate(found):
            yield from properties(inside, f"{path}/{index}")


@pytest.mark.parametrize("kind", FILES)
def test_every_property_has_a_description(kind: str) -> None:
    found = kept(kind)

    def described(inside: Any) -> bool:
        if inside is True or "const" in inside:
            return True  # the operator's own name, described where all of them are listed
        return bool(
            inside.get("description") or ("$ref" in inside and described(target(inside["$ref"])))
        )

    def target(ref: str) -> Any:
        return found["$defs"][ref.removeprefix("#/$defs/")]

    assert [path for path, inside in properties(found) if not described(inside)] == []


@pytest.mark.parametrize(
    "folder",
    # What the build checks with the same schemas is gone over again for the large ones.
    [TOY, *(pytest.param(folder, marks=pytest.mark.slow) for folder in game_folders())],
    ids=lambda folder: folder.name,
)
def test_games_are_what_the_schemas_say(folder: Path) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        kind = "rules" if path.parent.name == "rules" else path.stem
        assert not list(Draft202012Validator(kept(kind)).iter_errors(document(path))), path
