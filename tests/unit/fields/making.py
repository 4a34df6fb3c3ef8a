"""Fields for tests, written as in files."""

from __future__ import annotations

from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.text import LANGS
from rulesref.fields.kind import KINDS, Reader, Typing, cell_of, kind_of
from rulesref.model.entries import Field
from rulesref.reading.source import read_text
from rulesref.show.problems import hint, message

PLAYERS = ("葵", "Ben")
TYPING = Typing(PLAYERS)


def data(text: str) -> Any:
    """The plain data that a YAML value gives."""
    source, problems = read_text(f"value: {text}", "value.yaml")
    assert source is not None, problems
    return source.data["value"]


def field(kind: str, text: str = "{}") -> Field:
    """A field of a kind with the further keys in ``text``."""
    base = {"id": "thing", "name": {"ja": "もの", "en": "Thing"}, "kind": kind}
    return Field.read({**base, **data(text)})


def read(spec: Field, raw: Any, event: str = "") -> tuple[Any, list[Problem]]:
    """A value as it is read at a table of two, and what is wrong with it."""
    reader = Reader(event=event, players=PLAYERS)
    return kind_of(spec).read(spec, raw, ("thing",), reader), reader.problems


def codes(spec: Field, raw: Any) -> list[tuple[str, str]]:
    """The problems of a value: their codes and paths. Those of one value say whose it is."""
    problems = read(spec, raw)[1]
    assert all(p.values.get("name") for p in problems if p.code in _OF_A_VALUE)
    assert all({message(p, lang), hint(p, lang)} for p in problems for lang in LANGS)
    return [(p.code, str(p.values["path"])) for p in problems]


_OF_A_VALUE = {"E401", "E402", "E403", "E404", "E405", "E406"}


__all__ = [
    "KINDS",
    "PLAYERS",
    "TYPING",
    "cell_of",
    "codes",
    "data",
    "field",
    "kind_of",
    "read",
]
