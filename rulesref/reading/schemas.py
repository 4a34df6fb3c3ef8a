"""The JSON Schemas of every kind of file, written once here and kept in ``data/schema/``.

``python -m rulesref.reading.schemas DIR`` writes the files; a test fails when they are out of date.
Operators add their branch from their declared arguments, so that schema, linker and class cannot
disagree.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rulesref.lang import OPERATORS
from rulesref.model.expression import Arg

Schema = dict[str, Any]

ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
#: Words a value may be called by in expressions: ids joined by dots.
NAME = "^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)*$"
RANGE = "^[A-Z]+[0-9]+(-[A-Z]+[0-9]+)?$"


def _object(about: str, required: Schema, optional: Schema | None = None) -> Schema:
    properties = {**required, **(optional or {})}
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(about: str, items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "description": about, "items": items, "minItems": least}


def _ref(name: str, about: str | None = None) -> Schema:
    found: Schema = {"$ref": f"#/$defs/{name}"}
    return {**found, "description": about} if about else found


def _word(about: str, *words: str) -> Schema:
    return {"type": "string", "description": about, "enum": list(words)}


def _map(about: str, values: Schema, keys: str = ".") -> Schema:
    return {
        "type": "object",
        "description": about,
        "additionalProperties": values,
        "propertyNames": {"pattern": keys},
        "minProperties": 1,
    }


def _number(about: str) -> Schema:
    return {"type": "integer", "description": about}


def _flag(about: str) -> Schema:
    return {"type": "boolean", "description": about}


def _string(about: str) -> Schema:
    return {"type": "string", "description": about, "minLength": 1}


def _id(about: str) -> Schema:
    return {"type": "string", "description": about, "pattern": ID}


def _ids(about: str, least: int = 0) -> Schema:
    return _list(about, {"type": "string", "pattern": ID}, least)


def _statements(about: str) -> Schema:
    return _list(about, {"type": "string", "pattern": RANGE})


_CITED = _list("ids of the sources, best first", {"type": "string", "minLength": 1})
_CONFIDENCE = _word("how sure the statement is", "certain", "likely", "unverified")

DEFINITIONS: Schema = {
    "text": _object(
        "one text in both languages",
        {
            "ja": _string("in Japanese, one line or one paragraph a line"),
            "en": _string("in English"),
        },
    ),
    "aliases": _object(
        "other words people type",
        {},
        {
            "ja": _list("in Japanese", {"type": "string", "minLength": 1}),
            "en": _list("in English", {"type": "string", "minLength": 1}),
        },
    ),
}


def _game() -> Schema:
    source = _object(
        "where facts come from",
        {
            "id": _string("how entries cite it"),
            "title": _ref("text", "its full title"),
            "short": _ref("text", "what answers print"),
            "trust": _word("how far to trust it", "primary", "good", "medium", "low", "derived"),
        },
        {"edition": {"type": "string", "description": "the edition it describes"}},
    )
    edition = _object(
        "a printing of the game",
        {"id": {"type": "string", "description": "its id"}, "name": _ref("text")},
        {"default": _flag("whether answers are about this one"), "aliases": _ref("aliases")},
    )
    topic = _object(
        "a chapter of the rules, in rulebook order",
        {"id": _id("its id"), "name": _ref("text")},
        {"aliases": _ref("aliases")},
    )
    players = _object(
        "how many people play", {"min": _number("at least"), "max": _number("at most")}
    )
    return _object(
        "the head of a game",
        {
            "id": _id("the name of the folder"),
            "name": _ref("text", "the title"),
            "reading": _string("the title in hiragana"),
            "aliases": _ref("aliases"),
            "designers": _list("who designed it", _string("a name")),
            "year": _number("first published"),
            "players": players,
            "covers": _ref("text", "what is covered here, one phrase"),
            "editions": _list("printings", edition, 1),
            "sources": _list("sources", source, 1),
            "topics": _list("chapters", topic, 1),
            "statements": _statements("numbers of the statements that the rules must cover"),
        },
        {"minutes": {"type": "string", "description": "how long a play takes, where known"}},
    )


def _glossary() -> Schema:
    term = _object(
        "one concept",
        {
            "id": _id("its id"),
            "ja": _string("the preferred Japanese word"),
            "reading": {
                "type": "string",
                "description": "in hiragana, without spaces",
                "pattern": "^[ぁ-ゖー0-9a-z]+$",
            },
            "en": _string("the preferred English word"),
            "synonyms": _ref("aliases"),
        },
        {"note": _ref("text", "where the word misleads")},
    )
    return _list("the glossary", term)


def _rules() -> Schema:
    point = _object(
        "one atomic statement",
        {
            "ja": _string("in Japanese"),
            "en": _string("in English"),
            "covers": _statements("the statements it answers"),
            "sources": _CITED,
        },
        {"confidence": _CONFIDENCE},
    )
    rule = _object(
        "one entry: it answers one question",
        {
            "id": _id("its id, unique in the game"),
            "topic": _id("the chapter"),
            "title": _ref("text", "a short phrase, or the question"),
            "points": _list("the answer", point, 1),
            "terms": _ids("glossary concepts it is about"),
        },
        {
            "example": _ref("text", "a worked number"),
            "tables": _ids("printed tables that belong here"),
            "calculators": _ids("calculators that belong here"),
            "ruling": _id("the disputed point it rests on"),
            "related": _ids("entries a reader may want next"),
        },
    )
    return _list("rules of one topic", rule)


def _asked() -> Schema:
    entry = _object(
        "an entry, and what people type when it is the answer",
        {"rule": _id("the entry; what is asked about different parts of it stands apart")},
        {
            "ja": _string("in Japanese, one way to ask a line"),
            "en": _string("in English, one way to ask a line"),
        },
    )
    return _list("what people ask, for search alone", entry)


def _rulings() -> Schema:
    reading = _object(
        "one way to read the rule",
        {
            "id": _id("its id"),
            "text": _ref("text"),
            "who": _list("ids of the sources that read it so", _string("a source")),
        },
    )
    ruling = _object(
        "a point on which sources differ or are silent",
        {
            "id": _id("its id"),
            "topic": _id("the chapter"),
            "question": _ref("text"),
            "readings": _list("the readings", reading, 2),
            "default": _id("the reading in force unless a person chooses another"),
            "why": _ref("text", "why that is the default"),
            "confidence": _CONFIDENCE,
            "covers": _statements("the statements it answers"),
            "rules": _ids("entries it concerns"),
        },
        {"aliases": _ref("aliases")},
    )
    return _list("disputed points", ruling)


def _tables() -> Schema:
    column = _object(
        "one column",
        {
            "id": _id("its id"),
            "name": _ref("text"),
            "kind": _word("what its cells are", "whole", "flag", "text", "code"),
        },
        {"values": _map("how each code is read", _ref("text"), ID)},
    )
    row = {
        "type": ["array", "object"],
        "description": "cells in order or by name",
        "properties": {"confidence": _CONFIDENCE, "sources": _CITED, "aliases": _ref("aliases")},
    }
    base = {
        "id": _id("its id"),
        "title": _ref("text"),
        "sources": _CITED,
        "confidence": _CONFIDENCE,
    }
    rows = {
        "columns": _list("columns, left to right", column, 1),
        "key": _ids("columns that pick one row", 1),
        "rows": _list("rows", row, 1),
    }
    grid = {
        "grid": _list("a map, one string a row", {"type": "string"}, 1),
        "legend": _map("what each character means", _ref("text")),
    }
    optional = {
        "aliases": _ref("aliases"),
        "rules": _ids("entries it belongs to"),
        "note": _ref("text"),
    }
    table = {
        **_object("one printed table or map", base, {**rows, **grid, **optional}),
        "if": {"required": ["grid"]},
        "then": {"required": ["legend"]},
        "else": {"required": list(rows)},
    }
    return _list("printed tables", table)


def _field() -> Schema:
    option = _object(
        "one of the codes",
        {"id": _id("its id"), "name": _ref("text")},
        {"aliases": _ref("aliases")},
    )
    extra = _object(
        "a colour besides the players'",
        {
            "id": _id("its id"),
            "name": _ref("text"),
            "players": _list("the numbers of players it is there with", _number("a number")),
        },
    )
    kinds = ("whole", "flag", "choice", "choices", "record", "records", "wholes", "by-player",
             "player", "players", "text")  # fmt: skip
    bound = {"type": ["integer", "null"], "description": "inclusive; null for none"}
    return _object(
        "one value a person gives",
        {"id": _id("its id"), "name": _ref("text"), "kind": _word("what it is", *kinds)},
        {
            "range": {"type": "array", "items": bound, "minItems": 2, "maxItems": 2,
                      "description": "the smallest and the largest whole number; [0, null] if left out"},
            "optional": _flag("whether it may be left out"),
            "default": {"type": ["integer", "string", "boolean"], "description": "the value then"},
            "options": _list("the codes of a choice", option),
            "most": _number("the most entries"),
            "once": _flag("whether each option exists once in the game"),
            "repeat": _flag("whether choices may name an option several times"),
            "fields": _list("the fields of a record", _ref("field")),
            "extras": _list("further colours of a by-player field", extra),
            "events": _ids("the events it belongs to; all if left out"),
            "rules": _ids("entries that explain it"),
            "help": _ref("text", "one sentence for the person who types it"),
            "ask-when": _ref("expression", "when a person is asked for it; only if it is optional"),
            "aliases": _ref("aliases"),
        },
    )  # fmt: skip


def _options_of() -> Schema:
    return {"options-of": _id("the table whose rows are the options, by its one key column")}


def _scoring() -> Schema:
    expression = _ref("expression")
    part = {"id": _id("its id"), "name": _ref("text"), "value": expression}
    define = _object("a value used by name", part, {"rules": _ids("entries it rests on")})
    category = _object("one part of the points", {**part, "rules": _ids("entries it rests on", 1)})
    change = _object(
        "something else that is won or paid", part, {"rules": _ids("entries it rests on")}
    )
    rung = _object(
        "one way to compare players, larger first",
        {
            "by": _id("total, or the id of the comparison"),
            "name": _ref("text"),
            "rules": _ids("entries", 1),
        },
        {"value": expression},
    )
    check = _object(
        "something that cannot be or is unusual",
        {
            "id": _id("its id"),
            "level": _word("refused or only told", "error", "warning"),
            "when": {**expression, "description": "true when it is so"},
            "message": _ref("text", "what to say; {names} are filled in"),
            "rules": _ids("entries that say so", 1),
        },
        {
            "events": _ids("in which events; all if left out"),
            "each": {
                "type": "string",
                "description": "checked for each entry of this list",
                "pattern": NAME,
            },
            "as": _id("what an entry is called inside"),
            "at": {
                "type": "string",
                "description": "the field the message points at",
                "pattern": NAME,
            },
        },
    )
    event = _object(
        "one scoring",
        {
            "id": _id("its id"),
            "name": _ref("text"),
            "categories": _list("what points come from", category, 1),
            "ranking": _list("how players are ordered, first to last resort", rung, 1),
            "rules": _ids("entries about this scoring", 1),
        },
        {
            "final": _flag("whether it ends the game"),
            "before": {"type": "string", "description": "the field with the points so far"},
            "define": _list("values used by name", define),
            "changes": _list("what else is won or paid", change),
            "vector": {**expression, "description": "the list of numbers players are compared by"},
            "aliases": _ref("aliases"),
        },
    )
    position = _object(
        "what a position says",
        {
            "player": _list("of each player", _ref("field")),
            "table": _list("of the table", _ref("field")),
        },
    )
    return _object(
        "how the game is scored",
        {"position": position, "events": _list("the scorings", event, 1)},
        {"checks": _list("what cannot be or is unusual", check)},
    )


def _flow() -> Schema:
    expression = _ref("expression")
    rules = _ids("entries it rests on")
    cited = _ids("entries it rests on", 1)
    state_field = _field()
    state_field["properties"] |= {
        "start": {**expression, "description": "the value at the beginning"},
        "kept": {**expression, "description": "whether this play keeps it, by its options"},
        "detail": _flag("kept only when everything is tracked"),
        "working": _flag("serves the course of the game only, and is not shown"),
    } | _options_of()
    state_field["description"] = "one value that the companion keeps"
    need = _object(
        "what must hold",
        {"when": expression, "message": _ref("text", "what to say when it does not")},
        {"rules": cited},
    )
    action = _object(
        "what a player may do",
        {"id": _id("its id"), "name": _ref("text", "how it is offered"), "rules": cited},
        {
            "words": _ref("aliases", "what people type for it"),
            "ask": _list("what it asks, in this order", _ref("field")),
            "when": {**expression, "description": "when it is offered"},
            "needs": _list("what must hold, else it is refused", need),
            "effects": _list("what changes", _ref("effect")),
            "say": _ref("text", "what happened, {names} filled in"),
            "ends": _flag("whether the step is over afterwards"),
            "detail": _flag("offered only when everything is tracked"),
            "light": _flag("offered only when not everything is tracked"),
        },
    )
    routine = _object(
        "effects that stand once and are run by name",
        {
            "id": _id("its id"),
            "rules": cited,
            "do": _list("effects; they see what they are given", _ref("effect"), 1),
        },
    )
    due = _object(
        "what people forget, said while it holds",
        {"id": _id("its id"), "when": expression, "text": _ref("text"), "rules": cited},
        {"each": _flag("looked at for every player"), "stages": _ids("only in these stages")},
    )
    step = _object(
        "one line of the setup checklist",
        {"id": _id("its id"), "text": _ref("text", "{names} filled in")},
        {"when": {**expression, "description": "only then"}, "rules": rules},
    )
    return _object(
        "how the game is played",
        {
            "state": _object(
                "what the companion keeps",
                {
                    "player": _list("of each player", state_field, 1),
                    "table": _list("of the table", state_field),
                },
            ),
            "points": {
                "type": ["string", "array"],
                "items": {"type": "string"},
                "description": "the player field, or fields, that are the running score",
            },
            "setup": _list("the checklist", step, 1),
            "actions": _list("what can be done", action, 1),
            "stages": _list("the course of a play", _ref("stage"), 1),
        },
        {
            "options": _list("what is chosen before the play", _ref("field")),
            "define": _list(
                "values used by name",
                _object(
                    "a value",
                    {"id": _id("its id"), "name": _ref("text"), "value": expression},
                    {"rules": rules},
                ),
            ),
            "routines": _list("effects used in several places", routine),
            "dues": _list("reminders", due),
            "shown": _ids("player fields of the status line"),
            "shown-table": _ids("table fields of the status line"),
            "anytime": _ids("actions of every step"),
        },
    )


def _effect() -> Schema:
    """An effect: its kind is told by its first key."""
    expression = _ref("expression")
    name = {"type": "string", "pattern": NAME}
    who = {
        "who": _id("another player, by a name of the action or loop"),
        "why": _ref("text", "what the log says"),
    }
    kinds = {
        "add": ({"add": {**name, "description": "a field"}, "by": expression}, who),
        "set": ({"set": {**name, "description": "a field"}, "to": expression}, who),
        "put": ({"put": {**name, "description": "a list field"}, "value": expression}, who),
        "take": ({"take": {**name, "description": "a list field"}, "value": expression}, who),
        "if": ({"if": expression, "then": _list("effects", _ref("effect"), 1)},
               {"else": _list("effects otherwise", _ref("effect"))}),
        "each": ({"each": {**name, "description": "a list, or players"}, "as": _id("the name of the entry"),
                  "do": _list("effects", _ref("effect"), 1)}, {}),
        "run": ({"run": _id("a routine")}, {"with": _map("its values", expression, ID)}),
        "need": ({"need": expression, "message": _ref("text", "what to say when it does not hold")},
                 {"rules": _ids("entries it rests on", 1)}),
        "say": ({"say": _ref("text", "what is told, {names} filled in")}, {"rules": _ids("entries it rests on", 1)}),
    }  # fmt: skip
    found: Schema = {"not": {}}
    for kind, (required, optional) in reversed(kinds.items()):
        branch = _object(f"{kind}: one change of the state", required, optional)
        found = {"if": {"required": [kind]}, "then": branch, "else": found}
    return {"type": "object", "description": "one change of the state", **found}


def _stage() -> Schema:
    expression = _ref("expression")
    sources = _map("the value of each field of the position", expression, NAME)
    return _object(
        "one stage of a play",
        {"id": _id("its id")},
        {
            "kind": _word("what it is", "sequence", "loop", "turns", "act", "do", "score"),
            "name": _ref("text", "shown in the status line"),
            "when": {**expression, "description": "entered only then"},
            "until": {**expression, "description": "loop: over after a pass; act: over at once"},
            "stages": _list("what is inside", _ref("stage"), 1),
            "order": {
                **expression,
                "description": "turns: seats from 1 in order; the seating if left out",
            },
            "skip": {**expression, "description": "turns: players who are passed over"},
            "actions": _ids("act: what may be done"),
            "effects": _list("do: what happens", _ref("effect")),
            "say": _ref("text", "what is told, {names} filled in"),
            "event": _id("score: which scoring"),
            "from": _object(
                "score: what the state knows",
                {},
                {
                    "player": sources,
                    "table": sources,
                    "whole": _ids("lists of the table whose entries are all known"),
                },
            ),
            "after": _list(
                "score: what happens then; scored-points, scored-total, scored-rank and change.ID are known",
                _ref("effect"),
            ),
            "rules": _ids("entries about this stage"),
            "detail": _flag("entered only when everything is tracked"),
            "light": _flag("entered only when not everything is tracked"),
        },
    )


def _calculators() -> Schema:
    result = _object(
        "one number of the answer",
        {"id": _id("its id"), "name": _ref("text"), "value": _ref("expression")},
        {"rules": _ids("entries it rests on")},
    )
    calculator = _object(
        "a number asked at the table",
        {
            "id": _id("its id"),
            "name": _ref("text"),
            "about": _ref("text", "what it answers, one sentence"),
            "inputs": _list("what it asks", _ref("field")),
            "results": _list("what it gives", result, 1),
            "rules": _ids("entries it rests on", 1),
        },
        {
            "define": _list("values used by name", result),
            "checks": _list(
                "inputs that cannot be",
                _object(
                    "an impossible input",
                    {
                        "when": _ref("expression"),
                        "message": _ref("text"),
                        "rules": _ids("entries", 1),
                    },
                ),
            ),
            "aliases": _ref("aliases"),
        },
    )
    return _list("calculators", calculator)


def _expression() -> Schema:
    common = {
        "label": _ref("text", "what this is, {names} filled in"),
        "rules": _ids("entries it rests on"),
    }
    branches = []
    for op, cls in sorted(OPERATORS.items()):
        properties = {name: _argument(arg) for name, arg in cls.args.items()}
        required = [name for name, arg in cls.args.items() if arg.required]
        then = {
            "description": (cls.__doc__ or "").split("\n")[0],
            "properties": {"op": True, **common, **properties},
            "required": required,
            "additionalProperties": False,
        }
        branches.append(
            {"if": {"properties": {"op": {"const": op}}, "required": ["op"]}, "then": then}
        )
    node = {
        "properties": {"op": _word("the operator", *sorted(OPERATORS))},
        "required": ["op"],
        "allOf": branches,
    }
    return {
        "description": "an operator, a whole number, true or false, or the name of a value",
        "type": ["integer", "string", "boolean", "object"],
        "if": {"type": "object"},
        "then": node,
        "else": {"if": {"type": "string"}, "then": {"pattern": NAME}},
    }


def _argument(arg: Arg) -> Schema:
    expression = _ref("expression", arg.about)
    match arg.kind:
        case "expression":
            return expression
        case "expressions":
            return _list(arg.about, _ref("expression"), 1)
        case "cases":
            return _map(arg.about, _ref("expression"))
        case "cells":
            return _map(arg.about, _ref("expression"), ID)
        case "list" | "name":
            return {"type": "string", "description": arg.about, "pattern": NAME}
        case "table" | "column" | "ruling" | "calculator" | "result":
            return _id(arg.about)
        case "word":
            return _word(arg.about, *arg.words)
        case "literal":
            return {"type": ["integer", "string", "boolean"], "description": arg.about}
        case "literals":
            return _list(arg.about, {"type": ["integer", "string"]}, 1)
        case "whole":
            return _number(arg.about)
        case "flag":
            return _flag(arg.about)
        case "texts":
            return _map(arg.about, _ref("text"))


BUILDERS = {
    "game": _game,
    "glossary": _glossary,
    "rules": _rules,
    "asked": _asked,
    "rulings": _rulings,
    "tables": _tables,
    "scoring": _scoring,
    "calculators": _calculators,
    "flow": _flow,
}


def schema(kind: str) -> Schema:
    """The complete schema of one kind of file; KeyError for an unknown kind."""
    body = BUILDERS[kind]()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"rulesref {kind}"}
    definitions = dict(DEFINITIONS)
    if kind in ("scoring", "calculators", "flow"):
        definitions |= {"field": _field(), "expression": _expression()}
    if kind == "flow":
        definitions |= {"effect": _effect(), "stage": _stage()}
        definitions["field"]["properties"] |= _options_of()
    return {**head, **body, "$defs": definitions}


def write(folder: Path) -> None:
    """Write every schema into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in BUILDERS:
        text = json.dumps(schema(kind), ensure_ascii=False, indent=1) + "\n"
        (folder / f"{kind}.schema.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
