"""One event of a game as Python functions: the numbers of :func:`rulesref.scoring.score.score` alone.

Written once by generating code from the linked operators and run for every position of a batch.
What is wrong, unusual or cannot be compiled is left to the ordinary way, which explains itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesref.base.text import LANGS, Text
from rulesref.lang.calculating import Calculate
from rulesref.lang.logic import RulingOp
from rulesref.lang.references import Reference
from rulesref.model.expression import Operator, plain
from rulesref.model.game import Game
from rulesref.model.scoring import Calculator, Check, NamedValue, Rung, Scoring
from rulesref.reading.link import field_of
from rulesref.scoring.batch.code import (
    Code,
    Expr,
    Slot,
    Uncompiled,
    ValueKind,
    constant,
    literal,
    term_of,
)
from rulesref.scoring.batch.generators import WORDS, Author, added
from rulesref.scoring.batch.positions_code import PositionReader
from rulesref.scoring.batch.runtime import Tried
from rulesref.scoring.batch.scopes import SEAT, FieldPath, Ground, Here

#: So many choices of readings are compiled for one event; further ones are scored step by step.
_MOST_CHOICES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class RowShape:
    """What the numbers of one player can be, in the order of a row."""

    points: ValueKind
    total: ValueKind
    categories: tuple[ValueKind, ...]
    changes: tuple[ValueKind, ...]
    #: Of the entries of the vector; None when there is none.
    vector: ValueKind | None


#: A row has what a player had before, the points, the total, the categories, the changes, and the
#: vector if there is one. A warning is the number of its check and the text.
ScoreRow = tuple[Any, ...]
BatchOutcome = tuple[list[ScoreRow], list[int], Sequence[Tried], Sequence[tuple[int, Text]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Scores positions of one event by certain readings: ``run(names, *values)``."""

    run: Callable[..., BatchOutcome]
    shape: RowShape
    checks: tuple[Check, ...]
    source: str


class CompiledEvent:
    """One event of a game, compiled; raises ``Uncompiled`` when that cannot be.

    ``players`` is how few and how many there may be.
    """

    def __init__(self, scoring: Scoring, event: str, players: tuple[int, int]) -> None:
        self.event = scoring.events[event]
        ranks = (rung.value for rung in self.event.ranking if rung.value)
        if not (self.event.categories and self.event.ranking) or any(_rulings(ranks)):
            raise Uncompiled
        self.reader = PositionReader(scoring, event, players)
        self.checks = tuple(c for c in scoring.checks if not c.events or event in c.events)
        self.rulings = tuple(sorted(set(_rulings(self._expressions()))))
        self._scorers: dict[tuple[str, ...], Scorer | None] = {}

    def _expressions(self) -> Iterator[Operator]:
        event = self.event
        yield from event.define.values()
        yield from (part.value for part in (*event.categories, *event.changes))
        yield from (rung.value for rung in event.ranking if rung.value)
        if event.vector:
            yield event.vector
        for check in self.checks:
            yield check.when
            yield from (ref for _, ref in check.message.refs)

    def scorer(self, readings: Mapping[str, str]) -> Scorer:
        """The scorer by these readings, as far as they matter to it."""
        key = tuple(readings[ruling] for ruling in self.rulings)
        if key not in self._scorers:
            if len(self._scorers) >= _MOST_CHOICES:
                raise Uncompiled
            self._scorers[key] = self._compiled(dict(zip(self.rulings, key, strict=True)))
        scorer = self._scorers[key]
        if scorer is None:
            raise Uncompiled
        return scorer

    def _compiled(self, readings: Mapping[str, str]) -> Scorer | None:
        try:
            return _Writer(self, readings).scorer()
        except (Uncompiled, SyntaxError, RecursionError):
            # Data may be nested deeper than Python likes; it is scored step by step all the same.
            return None


def listing(game: Game, event: str) -> str:
    """The generated Python of one event by the default readings, for people who look into it."""
    assert game.scoring is not None
    compiled = CompiledEvent(game.scoring, event, game.about.players)
    defaults = {ruling.id: ruling.default for ruling in game.rulings.values()}
    return compiled.reader.source + "\n\n" + compiled.scorer(defaults).source


def _rulings(expressions: Iterator[Operator]) -> Iterator[str]:
    """The rulings that expressions ask for, those of calculators too."""
    for expression in expressions:
        if isinstance(expression, RulingOp):
            yield expression.of
        if isinstance(expression, Calculate):
            yield from _rulings(_of_calculator(expression.calculator))
        yield from _rulings(expression.children())


def _of_calculator(calculator: Calculator) -> Iterator[Operator]:
    yield from calculator.define.values()
    yield from (part.value for part in calculator.results)
    yield from (check.when for check in calculator.checks)


class _Writer:
    """Writes the function that scores one event."""

    def __init__(self, compiled: CompiledEvent, readings: Mapping[str, str]) -> None:
        self.event = compiled.event
        self.checks = compiled.checks
        self.code = Code()
        self.code.reserve("names count rows standings ranks tried warnings total said text")
        of_player, of_table = compiled.reader.of_player, compiled.reader.of_table
        self.columns = {_place(slot): self._variable(slot, "all") for slot in of_player}
        self.values = {_place(slot): self._variable(slot) for slot in of_table}
        laid = {slot.path: slot for slot in of_player if not slot.typed}
        self.author = Author(self.code, self.event.id, laid, self.columns, readings)
        self.here = Here(
            ground=Ground(
                id="", event=self.event.id, defines=self.event.define,
                table=dict(self._table(of_table)), people=True,
            )
        )  # fmt: skip

    def _variable(self, slot: Slot, *more: str) -> str:
        return self.code.name("-".join((*slot.path, *more, *(("typed",) if slot.typed else ()))))

    def _table(self, of_table: Sequence[Slot]) -> Iterator[tuple[FieldPath, Expr]]:
        for slot in of_table:
            if slot.typed:
                continue
            term = term_of(slot, self.values[_place(slot)])
            yield slot.path, replace(term, typed=self.values.get((slot.path, True), ""))

    def scorer(self) -> Scorer:
        """The compiled function."""
        given = ", ".join(("names", *self.columns.values(), *self.values.values()))
        with self.code.block(f"def run({given}):"):
            self.code.write("count = len(names)")
            self.code.write("warnings = []")
            for number, check in enumerate(self.checks):
                self._check(number, check)
            shape = self._rows()
            self._ranks()
            self.code.write("return rows, ranks, tried, warnings")
        source = self.code.source
        words = {**WORDS, "_plain": plain, "_listed": _listed}
        # The source is made of checked constants only, see rulesref.scoring.batch.code.
        exec(compile(source, f"<scoring {self.event.id}>", "exec"), words)  # noqa: S102
        return Scorer(run=words["run"], shape=shape, checks=self.checks, source=source)

    # --- checks ----------------------------------------------------------------------------------

    def _check(self, number: int, check: Check) -> None:
        """Lines that stop at what cannot be and note what is unusual."""
        author = self.author
        if check.per_player or check.each:
            author.ahead(check.when, self.here, frozenset({check.as_ or "", SEAT}))
        if not check.per_player:
            self._entries(number, check, self.here)
            return
        with author.seats() as seat:
            self._entries(number, check, self.here.of(seat))

    def _entries(self, number: int, check: Check, here: Here) -> None:
        if check.each is None:
            self._finding(number, check, here, once=True)
            return
        assert isinstance(check.each, Reference)
        if check.level == "warning":
            self.code.write("said = set()")
        self.author.ahead(check.when, here, frozenset({check.as_ or ""}))
        with self.author.each(check.each, check.as_ or "", here) as inside:
            self._finding(number, check, inside, once=False)

    def _finding(self, number: int, check: Check, here: Here, *, once: bool) -> None:
        condition = self.author.term(check.when, here)
        if condition.known and not condition.value:
            return
        with self.author.block(f"if {condition.text}:"):
            if check.level == "error":
                self.code.write("raise Unusual")
                return
            texts = ", ".join(self._message(check, here, lang) for lang in LANGS)
            self.code.write(f"text = ({texts})")
            if once:
                self.code.write(f"warnings.append(({number}, text))")
                return
            with self.code.block("if text not in said:"):
                self.code.write("said.add(text)")
                self.code.write(f"warnings.append(({number}, text))")

    def _message(self, check: Check, here: Here, lang: str) -> str:
        """The message of a check in one language, filled in."""
        text = literal(check.message.text.of(lang))
        for name, ref in check.message.refs:
            text += f".replace({literal('{' + name + '}')}, {self._words(ref, here, lang)})"
        return text

    def _words(self, ref: Operator, here: Here, lang: str) -> str:
        """A value as people read it."""
        term = self.author.term(ref, here)
        if not isinstance(ref, Reference) or ref.root == "define":
            raise Uncompiled
        field = field_of(ref)
        if field is None or not field.options:
            return f"_plain({term.text}, None, {literal(lang)})"
        options = {option.id: option.name.of(lang) for option in field.options}
        names = self.code.constant(f"{ref.of}-{lang}", options)
        if term.kind == ValueKind.LIST:
            return f"_listed({term.text}, {names}, {literal(lang)})"
        return f"{names}[{term.text}]"

    # --- points ----------------------------------------------------------------------------------

    def _rows(self) -> RowShape:
        """Lines that work out every player's numbers, before anybody is ranked."""
        event, author = self.event, self.author
        parts = (*event.categories, *event.changes)
        if len({part.id for part in event.changes}) != len(event.changes):
            raise Uncompiled
        shared = [author.for_every_seat(part.value, self.here, part.id) for part in parts]
        for part, totals in zip(parts, shared, strict=True):
            if totals is None:
                author.ahead(part.value, self.here, frozenset({SEAT}))
        self.code.write("rows = []")
        self.code.write("standings = []")
        with author.seats() as seat:
            here = self.here.of(seat)
            terms = [self._part(*pair, here) for pair in zip(parts, shared, strict=True)]
            return self._row(terms, self._vector(here), here)

    def _part(self, part: NamedValue, shared: Expr | None, here: Here) -> Expr:
        if shared is None:
            return self.author.atom(self.author.term(part.value, here), part.id)
        assert here.seat is not None
        return Expr(text=self.author.column(here.seat, shared.text, part.id), kind=shared.items)

    def _vector(self, here: Here) -> Expr | None:
        if self.event.vector is None:
            return None
        vector = self.author.term(self.event.vector, here)
        if vector.kind != ValueKind.LIST or vector.items & ~ValueKind.NUMBER:
            raise Uncompiled
        return self.author.atom(vector, "vector")

    def _row(self, terms: list[Expr], vector: Expr | None, here: Here) -> RowShape:
        """Lines that add up one player's points and keep them with what players are ranked by."""
        author, event = self.author, self.event
        categories = terms[: len(event.categories)]
        before = author.of_player((event.before,), here.seat) if event.before else constant(0)
        if before.kind != ValueKind.WHOLE:
            raise Uncompiled
        points = author.atom(added([author.number(term) for term in categories]), "points")
        total = author.atom(added([before, points]), "total") if event.before else points
        row = [before, points, total, *terms, *((vector,) if vector else ())]
        self.code.write(f"rows.append({_tuple(row)})")
        self._standing(total, here)
        return RowShape(
            points=points.kind,
            total=total.kind,
            categories=tuple(term.kind for term in categories),
            changes=tuple(term.kind for term in terms[len(categories) :]),
            vector=vector.items if vector else None,
        )

    @property
    def _rungs(self) -> Sequence[Rung]:
        """What players are ranked by: after the last scoring all of it."""
        return self.event.ranking if self.event.final else self.event.ranking[:1]

    def _standing(self, total: Expr, here: Here) -> None:
        author = self.author
        standing = [
            author.number(author.term(rung.value, here)) if rung.value else total
            for rung in self._rungs
        ]
        alone = len(standing) == 1
        self.code.write(f"standings.append({standing[0].text if alone else _tuple(standing)})")

    def _ranks(self) -> None:
        if len(self._rungs) > 1:
            self.code.write("ranks, tried = _ladder(names, standings)")
        else:
            self.code.write("ranks, tried = _places(standings), ()")


def _listed(items: Sequence[str], names: Mapping[str, str], lang: str) -> str:
    """Several options as people read them."""
    return plain(tuple(names[item] for item in items), None, lang)


def _tuple(terms: Sequence[Expr]) -> str:
    return f"({', '.join(term.text for term in terms)},)"


def _place(slot: Slot) -> tuple[FieldPath, bool]:
    return slot.path, slot.typed
