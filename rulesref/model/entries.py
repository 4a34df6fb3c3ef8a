"""The entries of a game's files and their fields: which keys they have, and the frozen values made of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from rulesref.base.folding import all_by_name, fold
from rulesref.base.text import LANGS, MOST_DIGITS, Text
from rulesref.model import keys
from rulesref.model.keys import (
    HEX,
    ID,
    STATEMENTS,
    Aliases,
    Data,
    Entry,
    optional,
    read_aliases,
    required,
)  # fmt: skip

if TYPE_CHECKING:
    from rulesref.model.expression import Operator

Confidence = Literal["certain", "likely", "unverified"]
CONFIDENCES: tuple[Confidence, ...] = ("certain", "likely", "unverified")

#: A cell that is printed in the box but that no source tells.
UNKNOWN = "unknown"


def _confidence() -> Any:
    return optional.word("how sure the statement is", *CONFIDENCES, default="certain")


def _cited() -> Any:
    return optional.listed("ids of the sources, best first", required.string())


def _statements(about: str) -> Any:
    return optional.listed(about, required.string("", STATEMENTS))


Trust = Literal["primary", "good", "medium", "low", "derived"]


class Citation(Entry, about="where facts come from"):
    """Where facts come from (出典)."""

    id: str = required.string("how entries cite it")
    title: Text = required.text("its full title")
    short: Text = optional.text("what answers print; the title if left out")
    year: int | None = optional.whole("when it was published")
    where: str | None = optional.string("where it can be found, such as an address")
    trust: Trust | None = optional.word("how far to trust it", *get_args(Trust))
    edition: str | None = optional.string("the edition it describes", least=0)

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        return super().read({"short": data["title"], **data}, **others)


class Named(Entry):
    """Something with an id and a name."""

    id: str = required.ident("its id")
    name: Text = required.text()
    aliases: Aliases = optional.aliases()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name.each, *self.aliases[0], *self.aliases[1])


class Topic(Named, about="a chapter of the rules, in rulebook order"):
    """A chapter of the rules (章)."""


class Edition(Named, about="a printing of the game"):
    """A printing of the game (版)."""

    id: str = required.string("its id", least=0)
    name: Text = required.text()
    default: bool = optional.flag("whether answers are about this one")
    aliases: Aliases = optional.aliases()


#: What stands beside a player's colour, for whoever cannot tell the colours apart.
PieceMark = Literal["circle", "square", "triangle", "diamond", "star", "cross"]


class Colour(Entry, about="one colour of players' pieces"):
    """One colour of players' pieces (プレイヤーの色), and the mark that stands for it."""

    id: str = required.ident("its id")
    name: Text = required.text()
    hex: str = required.string("as #rrggbb", HEX)
    mark: PieceMark = required.word("a shape that stands beside it", *get_args(PieceMark))


class Good(Entry, about="something that is counted"):
    """Something that is counted (資源など): what pages show of it wherever it comes up."""

    id: str = required.ident("its id")
    name: Text = required.text()
    short: Text | None = optional.text("a name that fits a button")
    hex: str | None = optional.string("its colour, as #rrggbb", HEX)


class SheetLine(Entry, about="one line of a score sheet; the bare text will do"):
    """One line of a score sheet (得点表の項目): a number that is asked and counts."""

    name = required.text("what it is called")
    id = optional.ident("its id in files; without it made of its English name")
    low = optional.whole("the least it can be; 0 if left out")
    high = optional.whole("the most it can be")
    value = optional.string("how many points it is, if not as many as it says: an expression")
    once = optional.flag("of a sheet with rounds: asked once, not in each round")
    shared = optional.flag("asked once for all players, and counts for each")
    fewest = optional.flag("of what breaks ties: whoever has fewest is first")
    rules = optional.rules()
    help = optional.text("one sentence for the person who types it")


SHEET = optional.record(
    "a score sheet, in place of scoring.yaml",
    categories=required.listed("what counts, top to bottom", SheetLine, 1),
    rounds=optional.free(
        type=["integer", "array"],
        items={"$ref": "#/$defs/text"},
        minItems=1,
        description="how many rounds, or their names: a row each, in which every category is asked",
    ),
    ties=optional.listed(
        "what breaks ties, first to last resort: a category, or what is asked besides", SheetLine
    ),
    fewest=optional.flag("whether whoever has fewest points wins"),
)


class About(Named, about="the head of a game"):
    """The head of a game (ゲームの概要), from ``game.yaml``."""

    id: str = required.ident("the name of the folder")
    name: Text = required.text("the title")
    languages: tuple[str, ...] = optional.free(
        make=tuple,
        default=LANGS,
        type="array",
        items={"type": "string", "enum": [*LANGS]},
        minItems=1,
        description="the languages that every text is in; both if left out",
    )
    reading: str = optional.string("the title in hiragana", least=0, default="")
    aliases: Aliases = optional.aliases()
    designers = optional.listed("who designed it", required.string("a name"))
    year: int | None = optional.whole("first published")
    players: tuple[int, int] = required.record(
        "how many people play", min=required.whole("at least"), max=required.whole("at most")
    )
    covers: Text | None = optional.text("what is covered here, one phrase")
    editions: tuple[Edition, ...] = optional.listed("printings", Edition, 1)
    sources: Mapping[str, Citation] = optional.listed("sources", Citation, by_id=True)
    topics: Mapping[str, Topic] = optional.listed("chapters", Topic, by_id=True)
    statements = _statements("numbers of the statements that the rules must cover")
    colours: tuple[Colour, ...] = optional.listed(
        "the players' pieces, in the order of the box", Colour
    )
    goods: Mapping[str, Good] = optional.listed(
        "what fields and options may be of", Good, by_id=True
    )
    minutes = optional.string("how long a play takes, where known", least=0)
    sheet = SHEET

    @property
    def edition(self) -> Edition | None:
        """The printing that answers are about; None when the data names none."""
        return next((e for e in self.editions if e.default), next(iter(self.editions), None))


class Point(Entry, about="one atomic statement"):
    """One atomic statement of an entry, with its sources."""

    text: Text
    ja = optional.spoken("in Japanese")
    en = optional.spoken("in English")
    covers = _statements("the statements it answers")
    sources: tuple[str, ...] = _cited()
    confidence: Confidence = _confidence()

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        return super().read(data, text=Text.read(data), **others)


class Rule(Entry, about="one entry: it answers one question"):
    """One entry of the rules (ルール項目): it answers one question a reader would ask."""

    game: str
    id: str = required.ident("its id, unique in the game")
    topic: str = required.ident("the chapter")
    title: Text = required.text("a short phrase, or the question")
    points: tuple[Point, ...] = required.listed("the answer", Point, 1)
    terms: tuple[str, ...] = optional.idents("glossary concepts it is about")
    heard = optional.aliases("what people say of it in other words, the most telling first")
    example: Text | None = optional.text("a worked number")
    tables: tuple[str, ...] = optional.idents("printed tables that belong here")
    calculators: tuple[str, ...] = optional.idents("calculators that belong here")
    ruling: str | None = optional.ident("the disputed point it rests on")
    related: tuple[str, ...] = optional.idents("entries a reader may want next")
    silent: bool = optional.flag("the sources say nothing of it: the points say what follows")

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


class Term(Entry, about="one concept"):
    """One concept of the glossary (用語)."""

    id: str = required.ident("its id")
    name: Text
    ja = optional.spoken("the preferred Japanese word")
    reading: str = optional.string("in hiragana, without spaces", "^[ぁ-ゖー0-9a-z]+$", default="")
    en = optional.spoken("the preferred English word")
    synonyms: Aliases = optional.aliases("everything else people call it")
    note: Text | None = optional.text("where the word misleads")

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        return super().read(data, name=Text.read(data), **others)


class Reading(Entry, about="one way to read the rule"):
    """One way to read a disputed rule, and the sources that read it so."""

    id: str = required.ident("its id")
    text: Text = required.text()
    who: tuple[str, ...] = optional.listed(
        "ids of the sources that read it so", required.string("a source")
    )


class Ruling(Entry, about="a point on which sources differ or are silent"):
    """A point on which sources differ (裁定): the readings and the default."""

    game: str
    id: str = required.ident("its id")
    topic: str = required.ident("the chapter")
    question: Text = required.text()
    readings: tuple[Reading, ...] = required.listed("the readings", Reading, 2)
    default: str = required.ident("the reading in force unless a person chooses another")
    why: Text = required.text("why that is the default")
    confidence: Confidence = _confidence()
    covers = _statements("the statements it answers")
    rules: tuple[str, ...] = optional.idents("entries it concerns")
    aliases = optional.aliases()

    def reading(self, reading: str) -> Reading:
        """The reading with this id; KeyError when there is none."""
        for candidate in self.readings:
            if candidate.id == reading:
                return candidate
        raise KeyError(reading)


Cell = int | bool | str | Text | None


class Column(Entry, about="one column"):
    """One column of a table: its cells are all of one kind."""

    id: str = required.ident("its id")
    name: Text = required.text()
    kind: Literal["whole", "flag", "text", "code"] = required.word(
        "what its cells are", "whole", "flag", "text", "code"
    )
    values: Mapping[str, Text] = optional.mapped("how each code is read", required.text(), ID)
    short: Mapping[str, Text] = optional.mapped(
        "a name that fits a button, for codes that are options", required.text(), ID
    )
    good: bool = optional.flag("whether its codes are the goods of the rows as options")
    group: bool = optional.flag("whether its codes are the groups of the rows as options")
    aliases: Aliases = optional.aliases()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it, in both languages; its id is no name."""
        return (*self.name.each, *self.aliases[0], *self.aliases[1])

    def cell(self, raw: Any) -> Cell:
        """The value of a raw cell of this column."""
        return Text.read(raw) if isinstance(raw, dict) else raw

    def shown(self, cell: Cell) -> Text | None:
        """How a code is read; None for other kinds of cells."""
        return self.values.get(cell) if self.kind == "code" and isinstance(cell, str) else None


class Row(Entry, about="cells in order or by name"):
    """One row of a table. ``cells`` has every column; None where the box prints nothing."""

    cells: Mapping[str, Cell]
    confidence: Confidence = _confidence()
    sources: tuple[str, ...] = _cited()
    aliases: Aliases = optional.aliases()
    note: Text | None


class Table(Entry, about="one printed table or map"):
    """A printed table (表). A map has ``grid`` and ``legend`` instead of columns and rows."""

    game: str
    id: str = required.ident("its id")
    title: Text = required.text()
    sources: tuple[str, ...] = _cited()
    confidence: Confidence = _confidence()
    columns: tuple[Column, ...] = optional.listed("columns, left to right", Column, 1)
    key: tuple[str, ...] = optional.idents("columns that pick one row", 1)
    rows: tuple[Row, ...] = optional.listed("rows", Row, 1)
    grid: tuple[str, ...] = optional.listed("a map, one string a row", required.string(least=0), 1)
    legend: Mapping[str, Text] = optional.mapped("what each character means", required.text())
    aliases: Aliases = optional.aliases()
    rules: tuple[str, ...] = optional.idents("entries it belongs to")
    note: Text | None = optional.text()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.id, *self.title.each, *self.aliases[0], *self.aliases[1])

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        columns = tuple(map(Column.read, data.get("columns", ())))
        rows = tuple(_row(raw, columns, data) for raw in data.get("rows", ()))
        return super().read(data, rows=rows, **others)

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
        confidence=named.get("confidence", table.get("confidence", "certain")),
        sources=tuple(named.get("sources", table.get("sources", ()))),
        aliases=read_aliases(named.get("aliases", {})),
        note=Text.read(named["note"]) if "note" in named and not note_is_column else None,
    )


# --- what may stand in a position or be asked by a calculator ----------------------------------------

Kind = Literal[
    "whole", "flag", "choice", "choices", "record", "records", "wholes", "by-player", "player",
    "players", "text",
]  # fmt: skip


class Option(Named, about="one of the codes"):
    """One of the codes of a choice (選択肢).

    ``short``, ``good`` and ``group`` are for pages: ``group`` is a heading of a long list, one of the
    groups of the flow.
    """

    short: Text | None = optional.text("a name that fits a button")
    good: str | None = optional.ident("the good that it is")
    group: str | None = optional.ident("the heading under which it stands in a long list")


class Extra(Entry, about="a colour besides the players'"):
    """A colour besides the players' that a by-player field may name (誰の色でもない色など)."""

    id: str = required.ident("its id")
    name: Text = required.text()
    players: tuple[int, ...] = required.listed(
        "the numbers of players it is there with", required.whole("a number")
    )

    @property
    def names(self) -> tuple[str, ...]:
        return (self.id, *self.name.each)


def read_fields(data: Any) -> Mapping[str, Field]:
    """Fields by id, in the order of the data."""
    return {entry["id"]: Field.read(entry) for entry in data}


class Field(Named, about="one value a person gives"):
    """One value a person gives (入力項目): its names, its kind and its bounds.

    What it means that it is of its ``kind`` stands in :mod:`rulesref.fields`.
    ``low`` and ``high`` are inclusive; None is no bound. ``once`` (for choices): no two players may
    hold the same option. ``repeat`` (for choices): an option may come several times. ``events`` is
    empty when the field belongs to every event. ``ask_when``: when a person who is asked for the
    position is asked for this field; None is always.

    For pages: ``short`` fits a button; it counts a ``good``; ``usual`` numbers are buttons; it stands
    ``beside`` the field before it, in one row; or it is one ``more``, folded until somebody wants it.
    """

    id: str = required.ident("its id")
    name: Text = required.text()
    kind: Kind = required.word("what it is", *get_args(Kind))
    low: int | None
    high: int | None
    range = keys.optional.free(
        type="array",
        items={"type": ["integer", "null"], "description": "inclusive; null for none"},
        minItems=2,
        maxItems=2,
        description="the smallest and the largest whole number; [0, null] if left out",
    )
    optional: bool = keys.optional.flag("whether it may be left out")
    default: int | str | None = keys.optional.literal("the value then")
    options: tuple[Option, ...] = keys.optional.listed("the codes of a choice", Option)
    options_of = keys.optional.ident(
        "the table whose rows are the options, by its one key column; in a flow also one of its lists"
    )
    most: int | None = keys.optional.whole("the most entries")
    once: bool = keys.optional.flag("whether each option exists once in the game")
    repeat: bool = keys.optional.flag("whether choices may name an option several times")
    fields: Mapping[str, Field] = keys.optional.deferred(
        "the fields of a record", "field", default={}, make=read_fields
    )
    extras: tuple[Extra, ...] = keys.optional.listed("further colours of a by-player field", Extra)
    events: tuple[str, ...] = keys.optional.idents("the events it belongs to; all if left out")
    rules: tuple[str, ...] = keys.optional.rules("entries that explain it")
    help: Text | None = keys.optional.text("one sentence for the person who types it")
    #: Linked with the rest of the game, after the fields themselves are known.
    ask_when: Operator | None = keys.optional.expression(
        "when a person is asked for it; only if it is optional", "flag"
    )
    aliases: Aliases = keys.optional.aliases()
    short: Text | None = keys.optional.text("a name that fits a button")
    good: str | None = keys.optional.ident("the good that it counts")
    usual: tuple[int, ...] = keys.optional.listed(
        "the numbers that are buttons", keys.required.whole()
    )
    beside: bool = keys.optional.flag("whether it stands in one row with the field before it")
    more: bool = keys.optional.flag("whether it stays folded; only if it is optional")

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        """From a field of ``position`` or an input of a calculator; ``ask_when`` comes later."""
        low, high = data.get("range", (0, None))
        return super().read(data, low=low, high=high, ask_when=None, **others)

    def belongs_to(self, event: str) -> bool:
        """Whether a position of this event has the field."""
        return not self.events or event in self.events

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The least and the largest whole number that it can be; without a bound what has no more digits than any may have."""
        most = 10**MOST_DIGITS - 1
        return -most if self.low is None else self.low, most if self.high is None else self.high

    @cached_property
    def item_bounds(self) -> tuple[int, int]:
        """The least and the largest that one item of an amount by player can be."""
        low, high = self.bounds
        return (low, high) if self.most is None else (max(low, 1), min(high, self.most))

    @cached_property
    def options_by_id(self) -> Mapping[str, Option]:
        return {option.id: option for option in self.options}

    @cached_property
    def extras_by_id(self) -> Mapping[str, Extra]:
        return {extra.id: extra for extra in self.extras}

    def option(self, word: str) -> Option | None:
        """The option with this id, name or alias; none by an alias that several share."""
        exact = self.options_by_id.get(word)
        if exact:
            return exact
        several = all_by_name(self.options, word)
        if len(several) > 1:
            flat = fold(word)
            named = [each for each in several if flat in map(fold, (each.name.ja, each.name.en))]
            several = named[:1]
        return next(iter(several), None)
