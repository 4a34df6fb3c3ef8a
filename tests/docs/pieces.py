"""Pages whose blocks are pieces of files: brought together into a game, which is built.

The first line of a block says which file it is a piece of (``# flow.yaml``). Pieces of one file are laid
together: keys beside each other, lists one behind the other. What a game needs besides, and every rule
and term that is named, is filled in; all else that a piece names must stand in the pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.compiling.build import Built, build
from rulesref.show.position_file import scalar
from tests.docs.walkthrough import blocks

_FILE = re.compile(r"# ((?:rules/|cases/|sheet/)?[\w-]+\.yaml)\n")


def sections(page: str) -> dict[str, str]:
    """The text below each heading of the second level."""
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Each piece of a file in a text: the name of the file, and the piece."""
    for block in blocks(text):
        match = _FILE.match(block.text)
        if block.kind == "yaml" and match:
            yield match[1], block.text[match.end() :]


def data_of(text: str) -> dict[str, Any]:
    """What the pieces of a text come to, by file."""
    from ruamel.yaml import YAML

    files: dict[str, Any] = {}
    for name, piece in pieces(text):
        data = YAML(typ="safe").load(piece)
        files[name] = _together(files[name], data) if name in files else data
    return files


def _together(first: Any, second: Any) -> Any:
    if isinstance(first, list):
        return [*first, *second]
    if isinstance(first, dict):
        both = {key: _together(first[key], second[key]) for key in first if key in second}
        return {**first, **second, **both}
    assert first == second, f"{first} is {second} elsewhere"
    return first


def built(files: Mapping[str, Any], lang: str, folder: Path) -> Built:
    """The game that pieces are of, in a folder; a score sheet in it is a game of its own, see ``SHEET``."""
    files = dict(files)
    sheet = files.pop(SHEET, None)
    if sheet is not None:
        (folder.parent / "sheet").mkdir()
        (folder.parent / SHEET).write_text("\n".join(_written(sheet)) + "\n", encoding="utf-8")
    head = {**HEAD, "languages": [lang], **files.get("game.yaml", {}), "id": folder.name}
    head["topics"] = [*head["topics"], *TOPICS]
    known = {entry["id"] for name in files if name.startswith("rules/") for entry in files[name]}
    terms = {entry["id"] for entry in files.get("glossary.yaml", ())}
    named = {str(rule).partition(".")[0] for rule in _named(files, "rules")} | {
        str(rule) for rule in _named(files, "rule")
    }
    rules = [
        {"id": rule, "topic": "filled-in", "title": rule, "terms": ["filled-in"],
         "points": [{lang: f"{rule}.", "sources": ["BOOK"]}] * 3}
        for rule in sorted((named | {"filled-in"}) - known)
    ]  # fmt: skip
    words = [
        {"id": term, lang: term, **({"reading": "ことば"} if lang == "ja" else {})}
        for term in sorted({*map(str, _named(files, "terms")), "filled-in"} - terms)
    ]
    whole = {
        **files,
        "game.yaml": head,
        "glossary.yaml": [*files.get("glossary.yaml", ()), *words],
        "rules/filled-in.yaml": rules,
    }
    for name, least in LEAST.items():
        if name in files:
            whole[name] = _filled(least, files[name])
    for name, data in whole.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(_written(data)) + "\n", encoding="utf-8")
    return build(folder)


def errors(found: Built) -> list[Problem]:
    """What is wrong with a game, the warnings apart."""
    return [problem for problem in found.problems if not problem.warning]


#: A game of one file on the same page.
SHEET = "sheet/game.yaml"
HEAD: Mapping[str, Any] = {
    "name": "filled in", "reading": "なまえ", "aliases": [], "designers": ["A. Nobody"], "year": 2026,
    "players": {"min": 1, "max": 5}, "covers": "filled in",
    "editions": [{"id": "first", "name": "filled in"}],
    "sources": [{"id": "BOOK", "title": "filled in", "short": "filled in", "trust": "primary"}],
    "topics": [],
}  # fmt: skip
TOPICS = [{"id": "filled-in", "name": "filled in"}]
_NAMED = {"name": "filled in", "rules": ["filled-in"]}
#: What the files that are one mapping must have.
LEAST: Mapping[str, Any] = {
    "scoring.yaml": {
        "position": {"player": [], "table": []},
        "events": [{"id": "filled-in", **_NAMED}],
    },
    "flow.yaml": {
        "state": {"player": [{"id": "filled-in", "name": "filled in", "kind": "whole"}]},
        "setup": [{"id": "filled-in", "text": "filled in"}],
        "actions": [{"id": "filled-in", **_NAMED}],
    },
}


def _filled(least: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    whole = {**least, **data}
    for key, inside in least.items():
        if isinstance(inside, dict) and key in data:
            whole[key] = {**inside, **data[key]}
    if "state" in whole:
        whole["state"].setdefault("table", [])
        actions = [action["id"] for action in whole["actions"]]
        whole.setdefault("stages", [{"id": "filled-in", "kind": "act", "actions": actions}])
    return whole


def _named(data: Any, key: str) -> Iterator[Any]:
    """Everything that stands at a key, wherever, one by one."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                yield from value if isinstance(value, list) else [value]
            yield from _named(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from _named(value, key)


def _written(data: Any, indent: str = "") -> Iterator[str]:
    """Plain data as lines of YAML."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _pair(f"{indent}{scalar(key)}:", value, indent + "  ")
    elif isinstance(data, list) and data:
        for value in data:
            yield from _pair(f"{indent}-", value, indent + "  ")
    else:
        yield f"{indent}{_leaf(data)}"


def _pair(start: str, value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, (dict, list)) and value:
        yield start
        yield from _written(value, indent)
    else:
        yield f"{start} {_leaf(value)}"


def _leaf(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


# --- what of a schema is shown -------------------------------------------------------------------

#: What stands at a key: the schema that declares it, and the key.
Shown = tuple[str, str]


def declared(schema: Any) -> set[Shown]:
    """Every key that a schema of files declares, by what it is a key of."""
    return {_family(*each) for each in _keys(schema, schema["$defs"], "", ())} - LANGUAGE


def words(schema: Any) -> set[str]:
    """Every word of a closed set that a schema knows, those of expressions apart."""
    if isinstance(schema, list):
        return set[str]().union(*map(words, schema))
    if not isinstance(schema, dict):
        return set()
    own = {word for word in schema.get("enum", ()) if isinstance(word, str)}
    return own.union(*(words(part) for name, part in schema.items() if name != "expression"))


def _keys(node: Any, defined: Any, where: str, above: tuple[str, ...]) -> Iterator[Shown]:
    for part, path, name in _inside(node, None, defined, where):
        if name is not None:
            yield where, name
        if path not in above:
            yield from _keys(part, defined, path, (*above, path))


def shown(schema: Any, data: Any) -> set[Shown]:
    """The keys of a schema that some data has."""
    return {_family(*each) for each in _shown(schema, data, schema["$defs"], "")} - LANGUAGE


#: What is said alike wherever it stands: fields, values with a name, effects, parts of the view.
FAMILIES = {
    r"field|\.state\.(player|table)\[\]|\[\]\.inputs\[\]": "field",
    r".*(define|categories|changes|results)\[\]": "named value",
    r"\.sheet\.(categories|ties)\[\].*": "line of a sheet",
    r".*options\[\]": "option", r".*extras\[\]": "extra", r"effect.*": "effect", r"part.*": "part",
}  # fmt: skip
#: How texts are written in two languages is said once, in words.
LANGUAGE = {
    (where, key)
    for where in ("text", "aliases", "[]", "[].points[]", "")
    for key in ("ja", "en", "reading")
}


def _family(where: str, key: str) -> Shown:
    for pattern, name in FAMILIES.items():
        if re.fullmatch(pattern, where):
            return name, key
    return where, key


def _shown(node: Any, data: Any, defined: Any, where: str) -> Iterator[Shown]:
    for part, path, name in _inside(node, data, defined, where):
        inside = [data]
        if name is not None:
            yield where, name
            inside = [data[name]]
        elif path.endswith("[]") and path != where:
            inside = data if isinstance(data, list) else list(data.values())
        for each in inside:
            yield from _shown(part, each, defined, path)


def _inside(
    node: Any, data: Any, defined: Any, where: str
) -> Iterator[tuple[Any, str, str | None]]:
    """The parts of a schema: with data, those that it has. Each with where it is, and its key."""
    if not isinstance(node, dict):
        return
    if "$ref" in node:
        name = node["$ref"].removeprefix("#/$defs/")
        if name == "expression":
            name = "explained" if data is None or isinstance(data, dict) else ""
        if name:
            yield EXPLAINED if name == "explained" else defined[name], name, None
    for key, part in node.get("properties", {}).items():
        if data is None or (isinstance(data, dict) and key in data):
            yield part, f"{where}.{key}", key
    if "items" in node and (data is None or isinstance(data, list)):
        yield node["items"], f"{where}[]", None
    others = node.get("additionalProperties")
    if isinstance(others, dict) and (data is None or isinstance(data, dict)):
        yield others, f"{where}[]", None
    for branch in ("then", "else"):
        if branch in node and (data is None or _holds(node["if"], data) == (branch == "then")):
            yield (
                node[branch],
                where if "$ref" in node[branch] else f"{where}/{_word(node, branch)}",
                None,
            )


def _holds(condition: Any, data: Any) -> bool:
    return isinstance(data, dict) and all(key in data for key in condition.get("required", ()))


def _word(node: Any, branch: str) -> str:
    """What an effect or a part of the view is called by its first key."""
    return "/".join(node["if"].get("required", ())) if branch == "then" else ""


#: What may stand beside the text of an expression; the operators have a page of their own.
EXPLAINED: Mapping[str, Any] = {
    "properties": {key: {} for key in ("value", "label", "rules", "names")}
    | {"with": {"additionalProperties": {"$ref": "#/$defs/expression"}}}
}
