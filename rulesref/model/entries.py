"""What a game is: frozen values, made from validated data.

Each class has ``read``, which takes the plain data of a checked file. Ids are the data's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from rulesref.base.frozen import frozen
from rulesref.base.text import Text

Confidence = Literal["certain", "likely", "unverified"]
CONFIDENCES: tuple[Confidence, ...] = ("certain", "likely", "unverified")
Data = Mapping[str, Any]

#: A cell that is printed in the box but that no source tells.
UNKNOWN = "unknown"


def _text(data: Data, key: str) -> Text | None:
    return Text.read(data[key]) if key in data else None


def _aliases(data: Data, key: str = "aliases") -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = data.get(key, {})
    return tuple(found.get("ja", ())), tuple(found.get("en", ()))


@frozen
class Citation:
    """Where facts come from (出典)."""

    id: str
    title: Text
    short: Text
    trust: str
    edition: str | None

    @classmethod
    def read(cls, data: Data) -> Citation:
        """From a ``sources`` entry of ``game.yaml``."""
        return cls(
            id=data["id"],
            title=Text.read(data["title"]),
            short=Text.read(data["short"]),
            trust=data["trust"],
            edition=data.get("edition"),
        )


@frozen
class Named:
    """Something with an id and a name: a topic, an edition, an option."""

    id: str
    name: Text
    aliases: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.aliases[0], *self.aliases[1])

    @classmethod
    def read(cls, data: Data) -> Named:
        """From an entry with ``id`` and ``name``."""
        return cls(id=data["id"], name=Text.read(data["name"]), aliases=_aliases(data))


@frozen
class About:
    """The head of a game (ゲームの概要), from ``game.yaml``."""

    id: str
    name: Text
    reading: str
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    designers: tuple[str, ...]
    year: int
    players: tuple[int, int]
    minutes: str | None
    covers: Text
    editions: tuple[Named, ...]
    edition: str
    sources: Mapping[str, Citation]
    topics: Mapping[str, Named]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.aliases[0], *self.aliases[1])

    @classmethod
    def read(cls, data: Data) -> About:
        """From the checked data of ``game.yaml``."""
        editions = data["editions"]
        default = next((e["id"] for e in editions if e.get("default")), editions[0]["id"])
        return cls(
            id=data["id"],
            name=Text.read(data["name"]),
            reading=data["reading"],
            aliases=_aliases(data),
            designers=tuple(data["designers"]),
            year=data["year"],
            players=(data["players"]["min"], data["players"]["max"]),
            minutes=data.get("minutes"),
            covers=Text.read(data["covers"]),
            editions=tuple(Named.read(e) for e in editions),
            edition=default,
            sources={s["id"]: Citation.read(s) for s in data["sources"]},
            topics={t["id"]: Named.read(t) for t in data["topics"]},
        )


@frozen
class Point:
    """One atomic statement of an entry, with its sources."""

    text: Text
    sources: tuple[str, ...]
    confidence: Confidence

    @classmethod
    def read(cls, data: Data) -> Point:
        """From one of an entry's ``points``."""
        return cls(
            text=Text.read(data),
            sources=tuple(data["sources"]),
            confidence=data.get("confidence", "certain"),
        )


@frozen
class Rule:
    """One entry of the rules (ルール項目): it answers one question a reader would ask."""

    game: str
    id: str
    topic: str
    title: Text
    points: tuple[Point, ...]
    example: Text | None
    terms: tuple[str, ...]
    tables: tuple[str, ...]
    calculators: tuple[str, ...]
    ruling: str | None
    related: tuple[str, ...]

    @classmethod
    def read(cls, game: str, data: Data) -> Rule:
        """From an entry of ``rules/*.yaml``."""
        return cls(
            game=game,
            id=data["id"],
            topic=data["topic"],
            title=Text.read(data["title"]),
            points=tuple(Point.read(p) for p in data["points"]),
            example=_text(data, "example"),
            terms=tuple(data["terms"]),
            tables=tuple(data.get("tables", ())),
            calculators=tuple(data.get("calculators", ())),
            ruling=data.get("ruling"),
            related=tuple(data.get("related", ())),
        )

    @property
    def text(self) -> Text:
        """The whole answer: every point and the example, a line each."""
        lines = [point.text for point in self.points]
        if self.example:
            lines.append(self.example)
        return Text("\n".join(t.ja for t in lines), "\n".join(t.en for t in lines))

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of all points, each once, in the order cited."""
        return tuple(dict.fromkeys(s for point in self.points for s in point.sources))

    @property
    def confidence(self) -> Confidence:
        """The least certain of the points."""
        return max((p.confidence for p in self.points), key=CONFIDENCES.index)


@frozen
class Term:
    """One concept of the glossary (用語)."""

    id: str
    name: Text
    reading: str
    synonyms: tuple[tuple[str, ...], tuple[str, ...]]
    note: Text | None

    @classmethod
    def read(cls, data: Data) -> Term:
        """From an entry of ``glossary.yaml``."""
        return cls(
            id=data["id"],
            name=Text.read(data),
            reading=data["reading"],
            synonyms=_aliases(data, "synonyms"),
            note=_text(data, "note"),
        )


@frozen
class Reading:
    """One way to read a disputed rule, and the sources that read it so."""

    id: str
    text: Text
    who: tuple[str, ...]

    @classmethod
    def read(cls, data: Data) -> Reading:
        """From one of a ruling's ``readings``."""
        return cls(id=data["id"], text=Text.read(data["text"]), who=tuple(data["who"]))


@frozen
class Ruling:
    """A point on which sources differ (裁定): the readings and the default."""

    game: str
    id: str
    topic: str
    question: Text
    readings: tuple[Reading, ...]
    default: str
    why: Text
    confidence: Confidence
    rules: tuple[str, ...]

    @classmethod
    def read(cls, game: str, data: Data) -> Ruling:
        """From an entry of ``rulings.yaml``."""
        return cls(
            game=game,
            id=data["id"],
            topic=data["topic"],
            question=Text.read(data["question"]),
            readings=tuple(Reading.read(r) for r in data["readings"]),
            default=data["default"],
            why=Text.read(data["why"]),
            confidence=data["confidence"],
            rules=tuple(data["rules"]),
        )

    def reading(self, reading: str) -> Reading:
        """The reading with this id; KeyError when there is none."""
        for candidate in self.readings:
            if candidate.id == reading:
                return candidate
        raise KeyError(reading)


Cell = int | bool | str | Text | None


@frozen
class Column:
    """One column of a table: its cells are all of one kind."""

    id: str
    name: Text
    kind: Literal["whole", "flag", "text", "code"]
    values: Mapping[str, Text]

    @classmethod
    def read(cls, data: Data) -> Column:
        """From one of a table's ``columns``."""
        values = {key: Text.read(pair) for key, pair in data.get("values", {}).items()}
        return cls(id=data["id"], name=Text.read(data["name"]), kind=data["kind"], values=values)

    def cell(self, raw: Any) -> Cell:
        """The value of a raw cell of this column."""
        return Text.read(raw) if isinstance(raw, Mapping) else raw

    def shown(self, cell: Cell) -> Text | None:
        """How a code is read; None for other kinds of cells."""
        return self.values.get(cell) if self.kind == "code" and isinstance(cell, str) else None


@frozen
class Row:
    """One row of a table. ``cells`` has every column; None where the box prints nothing."""

    cells: Mapping[str, Cell]
    confidence: Confidence
    sources: tuple[str, ...]
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    note: Text | None


@frozen
class Table:
    """A printed table (表). A map has ``grid`` and ``legend`` instead of columns and rows."""

    game: str
    id: str
    title: Text
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    rows: tuple[Row, ...]
    grid: tuple[str, ...]
    legend: Mapping[str, Text]
    sources: tuple[str, ...]
    confidence: Confidence
    rules: tuple[str, ...]
    note: Text | None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.title, *self.aliases[0], *self.aliases[1])

    @classmethod
    def read(cls, game: str, data: Data) -> Table:
        """From an entry of ``tables.yaml``."""
        columns = tuple(Column.read(c) for c in data.get("columns", ()))
        return cls(
            game=game,
            id=data["id"],
            title=Text.read(data["title"]),
            aliases=_aliases(data),
            columns=columns,
            key=tuple(data.get("key", ())),
            rows=tuple(_row(r, columns, data) for r in data.get("rows", ())),
            grid=tuple(data.get("grid", ())),
            legend={char: Text.read(pair) for char, pair in data.get("legend", {}).items()},
            sources=tuple(data["sources"]),
            confidence=data["confidence"],
            rules=tuple(data.get("rules", ())),
            note=_text(data, "note"),
        )

    def column(self, column: str) -> Column:
        """The column with this id; KeyError when there is none."""
        return self._columns[column]

    @cached_property
    def _columns(self) -> Mapping[str, Column]:
        return {column.id: column for column in self.columns}

    @cached_property
    def by_key(self) -> Mapping[tuple[Cell, ...], Row]:
        """Rows by the values of the key columns."""
        return {tuple(row.cells[k] for k in self.key): row for row in self.rows}


def _row(raw: Any, columns: tuple[Column, ...], table: Data) -> Row:
    named: Data = raw
    if not isinstance(raw, Mapping):
        named = {column.id: cell for column, cell in zip(columns, raw, strict=True)}
    note_is_column = any(column.id == "note" for column in columns)
    return Row(
        cells={column.id: column.cell(named.get(column.id)) for column in columns},
        confidence=named.get("confidence", table["confidence"]),
        sources=tuple(named.get("sources", table["sources"])),
        aliases=_aliases(named),
        note=None if note_is_column else _text(named, "note"),
    )
