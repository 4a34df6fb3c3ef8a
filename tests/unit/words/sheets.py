"""Sheets of invented actions, and what a line says by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML

from rulesref.base.frozen import changed
from rulesref.model.entries import Field, read_fields
from rulesref.words.lexicon import Sheet, people
from rulesref.words.reading import LineReading, readings
from rulesref.words.tokenizer import tokens_of
from rulesref.words.ways import Asks
from tests.helpers import bench, document

PLAYERS = ("A", "Ben", "Cai")
DATA = document(Path(__file__).with_name("readings.yaml"))


def fields_of(data: Any, sometimes: Collection[str] = ()) -> Mapping[str, Field]:
    """Fields as a file has them, some of which are asked for only beside some values."""
    data = YAML(typ="safe").load(dedent(data)) if isinstance(data, str) else data
    condition = bench("1 = 1").operator
    return {
        key: changed(each, ask_when=condition) if key in sometimes else each
        for key, each in read_fields(data).items()
    }


SHEETS = {
    name: Sheet(each["names"], fields_of(each["fields"], each.get("sometimes", ())))
    for name, each in DATA.items()
}


def read(
    sheet: Sheet, line: str, *, speaker: str | None = "A", asks: Asks | None = None, **more: Any
) -> list[LineReading]:
    """The readings of a line by a sheet, among three players."""
    names = people(PLAYERS, speaker)
    return readings(sheet, tokens_of(line), names, players=PLAYERS, turn=speaker, asks=asks, **more)


def best(sheet: Sheet, line: str, **more: Any) -> dict[str, Any]:
    """What the best reading of a line says: “a or b” where several options can be meant, “unknown” what is left over."""
    first = read(sheet, line, **more)[0]
    found = {**first.values, **{key: " or ".join(ids) for key, ids in first.unclear.items()}}
    return {**found, "unknown": [*first.unknown]} if first.unknown else found
