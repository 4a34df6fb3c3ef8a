"""Static types of expressions: what each can come to, known when a game is built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.base.frozen import frozen
from rulesref.base.suggest import is_slip
from rulesref.fields.kind import kind_of
from rulesref.model.entries import UNKNOWN, Field, Table
from rulesref.model.expression import Operator
from rulesref.model.scoring import Calculator


@frozen
class Type:
    """What a value can be: of several kinds where branches differ, of none where nothing is known.

    ``codes`` are all the codes that it can be; ``fresh`` those of them that no data has, only the
    rules that give them. ``entry`` is what a list has, ``fields`` what a record has.
    """

    kinds: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
    entry: Type | None = None
    fields: tuple[tuple[str, Type], ...] = ()
    length: int | None = None

    def __or__(self, other: Type) -> Type:
        if not self.kinds or not other.kinds:
            return ANY
        codes = self.codes | other.codes
        solid = (self.codes - self.fresh) | (other.codes - other.fresh)
        fields = dict(self.fields)
        for name, type_ in other.fields:
            fields[name] = fields[name] | type_ if name in fields else type_
        entries = [entry for entry in (self.entry, other.entry) if entry is not None]
        return Type(
            self.kinds | other.kinds, codes, codes - solid, joined(entries) if entries else None,
            tuple(fields.items()), self.length if self.length == other.length else None,
        )  # fmt: skip


ANY = Type()


def _plain(kind: str) -> Type:
    return Type(frozenset({kind}))


NUMBER, FLAG, TEXT, PLAYER = map(_plain, ("number", "flag", "text", "player"))
#: A 0 that stands for what is not there: a blank cell, an entry beyond the end, no ``else``.
NOTHING = _plain("nothing")


def codes_of(codes: Iterable[str], *, fresh: bool = False) -> Type:
    """One of some codes; ``fresh``: only rules name them."""
    every = frozenset(codes)
    return Type(frozenset({"code"}), every, every if fresh else frozenset())


def list_of(entry: Type | None, length: int | None = None) -> Type:
    """A list, perhaps of known length; one that is empty has no entry."""
    return Type(frozenset({"list"}), entry=entry, length=length)


def record_of(fields: Mapping[str, Type]) -> Type:
    """A value for each field."""
    return Type(frozenset({"record"}), fields=tuple(fields.items()))


def joined(several: Iterable[Type]) -> Type:
    """What is any one of some types."""
    first, *rest = several
    for other in rest:
        first = first | other
    return first


def type_of(field: Field) -> Type:
    """What a field can be."""
    kind = kind_of(field)
    if kind.has_colours:
        extras = frozenset(extra.id for extra in field.extras)
        return Type(frozenset({"by-player"}), codes=extras, entry=NUMBER)
    if kind.has_parts or kind.has_entries:
        one = record_of({key: type_of(inner) for key, inner in field.fields.items()})
    elif kind.picks_options:
        one = codes_of(option.id for option in field.options)
    elif kind.names_players:
        one = PLAYER
    elif kind.is_free_text:
        one = TEXT
    else:
        one = FLAG if kind.counts and not kind.is_number else NUMBER
    if kind.entries is not None or kind.is_plain_list:
        return list_of(one)
    return one


def column_type(table: Table, column: str) -> Type:
    """What the cells of a column can be; a blank one reads as 0."""
    cells = [row.cells[column] for row in table.rows]
    codes = [cell for cell in cells if isinstance(cell, str) and cell != UNKNOWN]
    kind = {"whole": NUMBER, "flag": FLAG, "code": codes_of(codes)}
    return joined(
        [kind.get(table.column(column).kind, TEXT), *([NOTHING] if None in cells else [])]
    )


def literal_type(value: str | int) -> Type:
    """The type of a value that stands in the rules."""
    if isinstance(value, str):
        return codes_of([value], fresh=True)
    return FLAG if isinstance(value, bool) else NUMBER


#: What may stand where a kind is wanted.
_FITTING: Mapping[str, frozenset[str]] = {
    "number": frozenset({"number", "flag", "nothing"}),
    "amount": frozenset({"number", "nothing"}),
    "flag": frozenset({"flag", "nothing"}),
    "code": frozenset({"code"}),
    "numbers": frozenset({"list"}),
    "list": frozenset({"list", "by-player"}),
    "by-player": frozenset({"by-player"}),
}
_WORDS = {"amount": "number", "numbers": "wholes"}


class Types:
    """Works out types: knows the names around an expression, and is told what cannot be."""

    # What operators make their types of, so that they need this module only when a game is checked.
    any, flag, nothing, number, player = ANY, FLAG, NOTHING, NUMBER, PLAYER
    codes_of = staticmethod(codes_of)
    column_type = staticmethod(column_type)
    joined = staticmethod(joined)
    list_of = staticmethod(list_of)
    literal_type = staticmethod(literal_type)
    record_of = staticmethod(record_of)
    type_of = staticmethod(type_of)

    def __init__(
        self, tell: Callable[[str, KeyPath, Mapping[str, object]], None],
        places: Mapping[int, KeyPath] = {}, names: Mapping[str, Type] = {},
        defines: Mapping[str, Type] = {}, events: Iterable[str] = (), path: KeyPath = (),
    ) -> None:  # fmt: skip
        self.tell = tell
        self.places = places
        self.names = names
        self.defines = defines
        self.events = events
        self.path = path

    def of(self, operator: Operator) -> Type:
        """What an expression can come to; what is wrong inside it is told."""
        around = self.path
        self.path = self.place(operator)
        type_: Type = operator.typed(self)
        self.path = around
        return type_

    def place(self, operator: Operator) -> KeyPath:
        """Where an expression stands."""
        return self.places.get(id(operator), self.path)

    def inside(self, **names: Type) -> Types:
        """The same within a loop."""
        return self.alone({**self.names, **names})

    def alone(self, names: Mapping[str, Type]) -> Types:
        """The same where only these names are known besides what named values see."""
        return Types(self.tell, self.places, names, self.defines, self.events, self.path)

    def problem(self, code: str, *keys: str | int, **values: object) -> None:
        """Tell what is wrong at the expression at hand, or at one of its keys."""
        self.tell(code, (*self.path, *keys), values)

    # --- what an expression asks of its parts ------------------------------------------------

    def wanted(self, operator: Operator, kind: str) -> Type:
        """The type of a part that must be of a kind."""
        type_ = self.of(operator)
        wrong = type_.kinds - _FITTING[kind]
        if kind == "numbers" and type_.entry is not None:
            wrong |= type_.entry.kinds - _FITTING["amount"]
        if wrong:
            self.misfit(operator, wrong, kind)
            return ANY
        return type_

    def misfit(self, operator: Operator, wrong: Iterable[str], kind: str) -> None:
        """Tell that a part is not of a kind: at those of its branches that are not, if it has any."""
        quiet = self.inside()
        quiet.tell = lambda *_: None
        branches = [(part, quiet.of(part).kinds - _FITTING[kind]) for part in operator.branches]
        for part, its in branches:
            if its:
                self.misfit(part, its, kind)
        if not any(its for _, its in branches):
            values = {"kind": sorted(wrong), "expected": [_WORDS.get(kind, kind)]}
            self.tell("E313", self.place(operator), values)

    def numbers(self, *parts: Operator | None, kind: str = "number") -> Type:
        """Parts to reckon with; gives a number."""
        for part in parts:
            if part is not None:
                self.wanted(part, kind)
        return NUMBER

    def flags(self, *parts: Operator | None) -> Type:
        """Parts that hold or do not; gives a flag."""
        self.numbers(*parts, kind="flag")
        return FLAG

    def entry(self, source: Operator, kind: str = "list") -> Type:
        """What a list has, which the part must be."""
        return self.wanted(source, kind).entry or ANY

    def equal(self, left: Operator, right: Operator) -> Type:
        """Two parts that can be equal; gives a flag."""
        self.meet((self.of(left), self.place(left)), (self.of(right), self.place(right)))
        return FLAG

    def meet(self, left: tuple[Type, KeyPath], right: tuple[Type, KeyPath]) -> None:
        """Two values that are compared; codes that the other can never be are told where they stand."""
        (one, at_one), (other, at_other) = left, right
        shared = one.kinds & other.kinds
        blank = "nothing" in one.kinds | other.kinds and "number" in one.kinds | other.kinds
        if not one.kinds or not other.kinds or shared - {"code"} or blank:
            return
        if not shared:
            kinds = {"kind": sorted(other.kinds), "expected": sorted(one.kinds)}
            self.tell("E314", at_other, kinds)
            return
        both = ((one, at_one, other), (other, at_other, one))
        wrong = [(m.fresh - t.codes, t, at) for m, at, t in both if t.codes > t.fresh]
        if not one.codes & other.codes and not any(codes for codes, *_ in wrong):
            wrong = [(frozenset({", ".join(sorted(other.codes))}), one, at_other)]
        for codes, among, at in wrong:
            self.strange(codes, among, at)
        if not any(codes for codes, *_ in wrong):
            self.alike(one, other, at_other)

    def alike(self, one: Type, other: Type, at: KeyPath) -> None:
        """Codes of data that differ by a letter from one of those with which they are compared."""
        for code in sorted(other.codes - one.codes):
            near = next((c for c in sorted(one.codes - other.codes) if is_slip(code, c)), None)
            if near is not None:
                self.tell("W586", at, {"typed": code, "other": near})

    def branches(self, several: Iterable[Operator]) -> Type:
        """What is one of several values; a code of the rules may be a slip of one that data has."""
        placed = [(self.of(value), self.place(value)) for value in several]
        every = joined(type_ for type_, _ in placed)
        for type_, at in placed:
            self.alike(codes_of(every.codes - every.fresh), type_, at)
        return every

    def strange(self, codes: Iterable[str], among: Type, at: KeyPath) -> None:
        """Codes that are none of those that can come up, if it is known which can."""
        if not among.codes:
            return
        for code in sorted(codes):
            self.tell("E312", at, no_such(code, sorted(among.codes)))

    def literal(self, value: str | int, among: Type, *keys: str | int) -> None:
        """A value that stands in the rules and must be possible."""
        mine = literal_type(value)
        if mine.kinds & among.kinds - {"code"} or not among.kinds or "text" in among.kinds:
            return
        if "code" in mine.kinds & among.kinds:
            self.strange(mine.codes - among.codes, among, (*self.path, *keys))
            return
        values = {"kind": sorted(mine.kinds), "expected": sorted(among.kinds)}
        self.problem("E313", *keys, **values)

    def cases(self, by: Type, cases: Iterable[str], *, complete: bool) -> None:
        """Cases of which each can come up, and without which nothing does."""
        every = set(cases)
        if not by.kinds or by.kinds - {"code", "number", "nothing"}:
            return
        for case in sorted(every - by.codes):
            if by.kinds == {"code"} or not case.lstrip("-").isdecimal():
                self.literal(case, by, "cases", case)
        missing = sorted(by.codes - every)
        if missing and not complete:
            self.problem("E315", "cases", missing=missing)

    def cells(self, table: Table, key: str, given: Mapping[str, Operator]) -> None:
        """Values that cells of a table are compared with."""
        for column, operator in given.items():
            where = self.place(operator)
            fixed: Any = getattr(operator, "value", None) if operator.op == "fixed" else None
            cells = [row.cells[column] for row in table.rows]
            if isinstance(fixed, int) and "number" in column_type(table, column).kinds:
                if fixed not in cells:
                    known = sorted({str(cell) for cell in cells if cell is not None})
                    self.tell("E312", where, no_such(str(fixed), known))
            else:
                self.meet(
                    (column_type(table, column), (*self.path, key, column)),
                    (self.of(operator), where),
                )

    def fits(self, operator: Operator, field: Type) -> None:
        """A value that a field is given."""
        self.fit(self.of(operator), field, self.place(operator))

    def fit(self, mine: Type, field: Type, where: KeyPath) -> None:
        """A value of a type that a field is given."""
        if not mine.kinds or not field.kinds:
            return
        wrong = mine.kinds - field.kinds - {"nothing"}
        if wrong:
            values = {"kind": sorted(wrong), "expected": sorted(field.kinds)}
            self.tell("E313", where, values)
        elif mine.codes:
            strange = (mine.fresh if mine.codes & field.codes else mine.codes) - field.codes
            self.strange(strange, field, where)
            if not strange:
                self.alike(field, mine, where)
        if mine.entry is not None and field.entry is not None:
            self.fit(mine.entry, field.entry, where)
        known = dict(field.fields)
        for name, type_ in mine.fields:
            if known and name not in known:
                self.tell("E310", (*where, "fields", name), no_such(name, [*known]))
            elif known:
                self.fit(type_, known[name], (*where, "fields", name))

    def part(self, type_: Type, path: Iterable[str]) -> Type:
        """What a record has at the end of some keys."""
        for key in path:
            fields = dict(type_.fields)
            if fields and key not in fields:
                self.problem("E310", typed=key, known=[*fields])
            type_ = fields.get(key, ANY)
        return type_

    def picked(self, record: Type, by: Operator) -> Type:
        """What a record has at the code that an expression gives."""
        fields, codes = dict(record.fields), self.wanted(by, "code").codes
        self.strange(codes - set(fields), codes_of(fields), self.place(by))
        return joined([fields[code] for code in codes if code in fields] or [ANY])

    def result(self, calculator: Calculator, result: str) -> Type:
        """What a result of a calculator can be."""
        defines: dict[str, Type] = {}
        inner = Types(lambda *_: None, defines=defines)
        for name, value in calculator.define.items():
            defines[name] = inner.of(value)
        return inner.of(next(part for part in calculator.results if part.id == result).value)
