"""Positions and expressions made at random from what a game's data says, for comparing two ways."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rulesref.model.entries import Field
from rulesref.model.expression import Operator
from rulesref.model.game import Game
from rulesref.model.scoring import Scoring
from rulesref.reading.link import GlobalScope, LinkContext, Linker, Names

T = TypeVar("T")

NAMES = ("葵", "Ben", "Chloé", "三浦: 結衣", 'D "Q"')


# --- positions ------------------------------------------------------------------------------------


def document(game: Game, event: str, rng: random.Random) -> dict[str, Any]:
    """A position with every value in its range; the table may still be an impossible one."""
    scoring = game.scoring
    assert scoring is not None
    low, high = game.about.players
    names = rng.sample(NAMES, rng.randint(low, min(high, len(NAMES))))
    players = [{"name": name, **record(scoring.player, event, names, rng)} for name in names]
    deal_once(scoring.player, players, rng)
    found: dict[str, Any] = {"game": game.id, "event": event, "players": players}
    found |= record(scoring.table, event, names, rng)
    rulings = [r for r in game.rulings.values() if rng.random() < 0.3]
    if rulings:
        found["rulings"] = {r.id: rng.choice(r.readings).id for r in rulings}
    return found


def record(
    fields: Mapping[str, Field], event: str, names: list[str], rng: random.Random
) -> dict[str, Any]:
    mine = [f for f in fields.values() if f.belongs_to(event)]
    return {
        f.id: value(f, event, names, rng) for f in mine if not (f.optional and rng.random() < 0.3)
    }


def value(spec: Field, event: str, names: list[str], rng: random.Random) -> Any:
    match spec.kind:
        case "whole":
            return whole(spec, rng)
        case "flag":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(spec.options).id
        case "choices":
            most = min(len(spec.options), 4 if spec.most is None else spec.most)
            return [o.id for o in rng.sample(spec.options, rng.randint(0, most))]
        case "wholes":
            most = 4 if spec.most is None else spec.most
            several = [whole(spec, rng) for _ in range(rng.randint(0, most))]
            return several[0] if several and rng.random() < 0.3 else several
        case "record":
            return record(spec.fields, event, names, rng)
        case "records":
            most = 4 if spec.most is None else min(4, spec.most)
            return [record(spec.fields, event, names, rng) for _ in range(rng.randint(0, most))]
        case "by-player":
            extras = [e.id for e in spec.extras if len(names) in e.players]
            colours = [name for name in (*names, *extras) if rng.random() < 0.7]
            return {colour: amount(spec, rng) for colour in rng.sample(colours, len(colours))}
        case other:
            raise AssertionError(other)


def whole(spec: Field, rng: random.Random) -> int:
    low = -3 if spec.low is None else spec.low
    high = low + 12 if spec.high is None else spec.high
    return rng.randint(low, min(high, low + 12))


def amount(spec: Field, rng: random.Random) -> int | list[int]:
    most = spec.most or 5
    items = [rng.randint(1, most) for _ in range(rng.randint(0, 3))]
    return items if rng.random() < 0.5 else sum(items)


def deal_once(
    fields: Mapping[str, Field], players: list[dict[str, Any]], rng: random.Random
) -> None:
    """What exists once in the game is held once."""
    for spec in fields.values():
        if not spec.once:
            continue
        held: set[str] = set()
        for player in rng.sample(players, len(players)):
            if spec.id in player:
                player[spec.id] = [item for item in player[spec.id] if item not in held]
                held |= set(player[spec.id])


def disturbed(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The document with one thing changed, usually for the worse."""
    found = copy.deepcopy(data)
    spots = list(_spots(found))
    holder, key = rng.choice(spots)
    odd: list[Callable[[], Any]] = [
        lambda: None, lambda: True, lambda: False, lambda: 1.0, lambda: 2.5, lambda: "3",
        lambda: "2+3", lambda: "４", lambda: -1, lambda: 10**17, lambda: 10**18, lambda: -(10**17),
        list, dict, lambda: "", lambda: "葵", lambda: [1, 2], lambda: ["x"], lambda: 0,
        lambda: {"葵": [1, True]}, lambda: 7, lambda: 99, lambda: [[1]], lambda: "はい", lambda: 1,
        lambda: rng.choice(spots)[0],
    ]  # fmt: skip
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[rng.choice(["x", "name", "players", "points", "gold", "名前", "seat"])] = (
                copy.deepcopy(rng.choice(odd)())
            )
        case 2 if isinstance(holder, list):
            holder.append(copy.deepcopy(rng.choice(holder)) if holder else 1)
        case _:
            holder[key] = copy.deepcopy(rng.choice(odd)())
    return found


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(data) if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from _spots(data[key])


def in_words(
    game: Game, data: dict[str, Any], rng: random.Random, *, lang: int = 0
) -> dict[str, Any]:
    """The same document with the names of fields and options for their ids."""
    scoring = game.scoring
    assert scoring is not None
    found = _worded(scoring.table, data, data["event"], lang)
    found["players"] = [_worded(scoring.player, p, data["event"], lang) for p in data["players"]]
    event = scoring.events[data["event"]]
    found["event"] = rng.choice([event.id, event.name[lang]])
    found["game"] = rng.choice([game.id, game.about.name[lang]])
    return found


def _worded(
    fields: Mapping[str, Field], data: Mapping[str, Any], event: str, lang: int
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, item in data.items():
        spec = fields.get(key)
        if spec is None:
            found[key] = item
            continue
        found[_word(spec, fields, lang)] = _worded_value(spec, item, event, lang)
    return found


def _word(spec: Field, fields: Mapping[str, Field], lang: int) -> str:
    """Its name, unless another field of the same record goes by that name in another event."""
    from rulesref.fields.record import field_called

    name = spec.name[lang]
    return name if name not in fields and field_called(fields, name) is spec else spec.id


def _worded_value(spec: Field, item: Any, event: str, lang: int) -> Any:
    options = {o.id: o.name[lang] for o in spec.options}
    match spec.kind:
        case "record":
            return _worded(spec.fields, item, event, lang)
        case "records":
            return [_worded(spec.fields, entry, event, lang) for entry in item]
        case "choices":
            return [options[code] for code in item]
        case "choice":
            return options[item]
        case "by-player":
            extras = {e.id: e.name[lang] for e in spec.extras}
            return {extras.get(colour, colour): number for colour, number in item.items()}
        case _:
            return item


# --- expressions ----------------------------------------------------------------------------------


@dataclass
class Maker:
    """Makes expressions of the kinds that the data of one event allows."""

    game: Game
    event: str
    rng: random.Random
    loops: dict[str, tuple[str, Mapping[str, Field]]] = field(default_factory=dict)

    @property
    def scoring(self) -> Scoring:
        assert self.game.scoring is not None
        return self.game.scoring

    def leaves(self, *kinds: str) -> list[str]:
        """Names of values of these kinds that can be used here."""
        found = list(_leaves(self.scoring.player, self.event, "", kinds))
        found += _leaves(self.scoring.table, self.event, "", kinds)
        for name, (shape, fields) in self.loops.items():
            if shape in ("record", "player"):
                found += _leaves(fields, self.event, f"{name}.", kinds)
            elif shape in kinds:
                found.append(name)
        return found

    def pick(self, names: Sequence[Any], other: Any) -> Any:
        return self.rng.choice(names) if names else other

    def number(self, depth: int) -> Any:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            simple = [rng.randint(-2, 9), *self.leaves("whole") * 3, "player-count", "seat"]
            if rng.random() < 0.15:
                simple = [*self.scoring.events[self.event].define] or simple
            return rng.choice(simple)
        own = [self.own, self.pieces, self.rank] * 4 if self.leaves("by-player") else []
        return rng.choice(
            [
                *own, self.count, self.total, self.difference, self.product, self.divide, self.extreme,
                self.cap, self.lookup, self.bands, self.sum_rows, self.rank, self.nth, self.size,
                self.for_each, self.for_each, self.pieces, self.own, self.when, self.choose,
                self.ruling, self.calculate, self.flag,
            ]
        )(depth - 1)  # fmt: skip

    def flag(self, depth: int) -> Any:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return rng.choice([True, False, *self.leaves("flag") * 3])
        return rng.choice(
            [self.compare, self.one_of, self.every, self.no, self.holds, self.when_flag]
        )(depth - 1)

    # -- numbers

    def count(self, d: int) -> Any:
        return {"op": "product", "parts": [self.number(d), self.number(d)]}

    def parts(self, d: int) -> list[Any]:
        return [self.number(d) for _ in range(self.rng.randint(1, 3))]

    def total(self, d: int) -> Any:
        return {"op": "total", "parts": self.parts(d)}

    def difference(self, d: int) -> Any:
        return {"op": "difference", "of": self.number(d), "less": self.number(d)}

    def product(self, d: int) -> Any:
        return {"op": "product", "parts": self.parts(d)}

    def divide(self, d: int) -> Any:
        by = self.rng.choice([2, 3, 4, -2, 1, 0, self.number(0)])
        found = {"op": "divide", "of": self.number(d), "by": by}
        return found | self.rng.choice(
            [{}, {"rounding": "down"}, {"rounding": "up"}, {"rounding": "exact"}]
        )

    def extreme(self, d: int) -> Any:
        return {"op": self.rng.choice(["minimum", "maximum"]), "parts": self.parts(d)}

    def cap(self, d: int) -> Any:
        return {"op": "cap", "of": self.number(d), "at": self.number(d)}

    # -- tables

    def table(self) -> Any:
        return self.pick([t for t in self.game.tables.values() if t.rows], None)

    def cell(self, table: Any, column: str, d: int) -> Any:
        cells = [row.cells[column] for row in table.rows]
        sound = [c for c in cells if isinstance(c, (int, str))]
        whole = all(isinstance(c, int) for c in cells if c is not None)
        if whole and self.rng.random() < 0.6:
            low = min((c for c in sound if isinstance(c, int)), default=0)
            most = max((c for c in sound if isinstance(c, int)), default=0)
            return {
                "op": "maximum",
                "parts": [low, {"op": "cap", "of": self.number(d), "at": most}],
            }
        return {"op": "fixed", "value": self.pick(sound, 0)}

    def lookup(self, d: int) -> Any:
        table = self.table()
        if table is None:
            return self.number(0)
        at = {column: self.cell(table, column, d) for column in table.key}
        return {"op": "lookup", "table": table.id, "at": at, "column": self.column(table)}

    def column(self, table: Any) -> str:
        wholes = [c.id for c in table.columns if c.kind in ("whole", "flag")]
        found: str = self.pick(wholes, table.columns[0].id)
        return found

    def bands(self, d: int) -> Any:
        table = self.table()
        if table is None:
            return self.number(0)
        start = self.pick([c.id for c in table.columns if c.kind == "whole"], table.columns[0].id)
        found = {
            "op": "bands",
            "table": table.id,
            "from": start,
            "of": self.number(d),
            "column": self.column(table),
        }
        others = [k for k in table.key if k != start]
        return found | ({"where": {k: self.cell(table, k, 0) for k in others}} if others else {})

    def sum_rows(self, d: int) -> Any:
        table = self.table()
        if table is None:
            return self.number(0)
        wholes = [c.id for c in table.columns if c.kind == "whole"]
        found = {"op": "sum-rows", "table": table.id, "column": self.column(table)}
        if wholes and self.rng.random() < 0.7:
            some = self.rng.sample(wholes, self.rng.randint(1, min(2, len(wholes))))
            found["up-to"] = {column: self.number(d) for column in some}
        if self.rng.random() < 0.5:
            found["where"] = {table.key[0]: self.cell(table, table.key[0], 0)}
        return found

    # -- lists

    def inside(self, kind: str, fields: Mapping[str, Field]) -> tuple[str, Maker]:
        name = f"a{len(self.loops)}"
        shape = {"records": "record", "choices": "choice", "players": "player"}.get(kind, "whole")
        return name, replace(self, loops={**self.loops, name: (shape, fields)})

    def listed(self, *kinds: str) -> tuple[str, str, Mapping[str, Field]]:
        """The name of a list, its kind, and the fields of its entries."""
        options: list[tuple[str, str, Mapping[str, Field]]] = []
        for kind in kinds:
            if kind == "players":
                options.append(("players", kind, self.scoring.player))
                continue
            for name in self.leaves(kind):
                options += [(name, kind, self.fields_of(name))] * (4 if kind == "records" else 1)
        return self.rng.choice(options) if options else ("players", "players", self.scoring.player)

    def fields_of(self, name: str) -> Mapping[str, Field]:
        first, *rest = name.split(".")
        fields = self.loops[first][1] if first in self.loops else None
        if fields is None:
            both = {**self.scoring.table, **self.scoring.player}
            fields, rest = {first: both[first]}, [first, *rest]
        for key in rest:
            found = fields[key]
            fields = found.fields
        return fields

    def for_each(self, d: int) -> Any:
        name, kind, fields = self.listed("players", "records", "choices", "wholes", "by-player")
        entry, inner = self.inside(kind, fields)
        found = {"op": "for-each", "in": name, "as": entry, "part": inner.number(d)}
        if self.rng.random() < 0.4:
            found["where"] = inner.flag(d)
        if self.rng.random() < 0.3:
            found["number"] = "n"
            found["part"] = {"op": "total", "parts": ["n", found["part"]]}
        return found | self.rng.choice([{}, {}, {"gather": "largest"}, {"gather": "smallest"}])

    def size(self, d: int) -> Any:
        name, kind, fields = self.listed("players", "records", "choices", "wholes", "by-player")
        if self.rng.random() < 0.3:
            return {"op": "size", "in": name}
        entry, inner = self.inside(kind, fields)
        return {"op": "size", "in": name, "as": entry, "where": inner.flag(d)}

    def several(self, d: int) -> Any:
        name, kind, fields = self.listed("players", "records", "choices", "wholes")
        entry, inner = self.inside(kind, fields)
        codes = {f"c{i}": self.flag(d) for i in range(2)}
        names = self.leaves("choices", "wholes")
        return self.rng.choice(
            [
                {"op": "list", "parts": self.parts(d)},
                {"op": "which", "cases": codes},
                {
                    "op": "for-each",
                    "in": name,
                    "as": entry,
                    "part": inner.number(d),
                    "gather": "list",
                },
                {"op": "best-split", "of": self.parts(d), "wild": self.number(d)},
                *names,
            ]
        )

    def nth(self, d: int) -> Any:
        return {"op": "nth", "of": self.several(d), "n": self.rng.randint(1, 3)}

    def holds(self, d: int) -> Any:
        name, kind, _ = self.listed("choices", "wholes")
        if kind == "players":
            return self.compare(d)
        code = self.rng.choice([1, 2, *self.codes()])
        return {"op": "holds", "in": name, "value": code}

    def codes(self) -> list[str]:
        every = (*self.scoring.player.values(), *self.scoring.table.values())
        return [o.id for f in every for o in f.options] or ["x"]

    def pieces(self, d: int) -> Any:
        names = self.leaves("by-player")
        return (
            {"op": "pieces", "in": self.rng.choice(names), "largest": self.rng.randint(1, 4)}
            if names
            else self.number(d)
        )

    def own(self, d: int) -> Any:
        names = self.leaves("by-player")
        if not names:
            return self.number(d)
        return {"op": "own", "in": self.rng.choice(names)} | self.rng.choice(
            [{}, {"who": "neutral"}, {"who": "wild"}]
        )

    def rank(self, d: int) -> Any:
        ties = self.rng.choice(["each", "half", "divide", "divide-down", "none"])
        found: dict[str, Any] = {"op": "rank", "ties": ties, "award": self.parts(0)}
        if self.rng.random() < 0.4:
            found["positive"] = self.rng.random() < 0.6
        if self.rng.random() < 0.2:
            found["extra"] = self.number(0)
        names = self.leaves("by-player", "wholes")
        if names and self.rng.random() < 0.5:
            return found | {"among": self.rng.choice(names)}
        return found | {"among": "players", "by": self.number(d)}

    # -- decisions

    def compare(self, d: int) -> Any:
        word = self.rng.choice(["equal", "not-equal", "less", "at-most", "more", "at-least"])
        return {"op": "compare", "left": self.number(d), "is": word, "right": self.number(d)}

    def code(self) -> Any:
        return self.pick([*self.leaves("choice"), "event"], {"op": "fixed", "value": "x"})

    def one_of(self, d: int) -> Any:
        if self.rng.random() < 0.5:
            return {"op": "one-of", "of": self.number(d), "values": [0, 1, 3]}
        return {"op": "one-of", "of": self.code(), "values": self.rng.choices(self.codes(), k=2)}

    def every(self, d: int) -> Any:
        parts = [self.flag(d) for _ in range(self.rng.randint(1, 3))]
        return {"op": self.rng.choice(["all", "any"]), "parts": parts}

    def no(self, d: int) -> Any:
        return {"op": "not", "of": self.flag(d)}

    def when_flag(self, d: int) -> Any:
        return {"op": "when", "if": self.flag(d), "then": self.flag(d), "else": self.flag(d)}

    def when(self, d: int) -> Any:
        found = {"op": "when", "if": self.flag(d), "then": self.number(d)}
        return found | ({"else": self.number(d)} if self.rng.random() < 0.6 else {})

    def choose(self, d: int) -> Any:
        if self.rng.random() < 0.5:
            by, codes = self.number(d), [str(n) for n in range(-1, 6)]
        else:
            by, codes = self.code(), [*self.codes(), "None", "True"]
        some = self.rng.sample(codes, min(3, len(codes)))
        found = {"op": "choose", "by": by, "cases": {code: self.number(d) for code in some}}
        return found | ({"else": self.number(d)} if self.rng.random() < 0.8 else {})

    def ruling(self, d: int) -> Any:
        rulings = list(self.game.rulings.values())
        if not rulings:
            return self.number(d)
        ruling = self.rng.choice(rulings)
        return {
            "op": "ruling",
            "of": ruling.id,
            "readings": {r.id: self.number(d) for r in ruling.readings},
        }

    def calculate(self, d: int) -> Any:
        calculator = self.pick(list(self.game.calculators.values()), None)
        if calculator is None:
            return self.number(d)
        given = {
            key: self.number(d)
            if f.kind == "whole"
            else {"op": "fixed", "value": self.pick([o.id for o in f.options], 1)}
            for key, f in calculator.inputs.items()
            if f.kind in ("whole", "choice")
        }
        result = self.rng.choice(calculator.results).id
        return {"op": "calculate", "calculator": calculator.id, "with": given, "result": result}


def _leaves(
    fields: Mapping[str, Field], event: str, above: str, kinds: tuple[str, ...]
) -> Iterator[str]:
    for found in fields.values():
        if not found.belongs_to(event):
            continue
        if found.kind == "record":
            yield from _leaves(found.fields, event, f"{above}{found.id}.", kinds)
        elif found.kind in kinds:
            yield f"{above}{found.id}"


def linked(game: Game, event: str, node: Any) -> Operator | None:
    """An expression of this event; None when the linker refuses it."""
    scoring = game.scoring
    assert scoring is not None
    world = GlobalScope(game.tables, game.rulings, None, game.calculators)
    player = {k: f for k, f in scoring.player.items() if f.belongs_to(event)}
    table = {k: f for k, f in scoring.table.items() if f.belongs_to(event)}
    defines = dict.fromkeys(scoring.events[event].define, "any")
    told: list[str] = []
    linker = Linker(world, lambda code, _path, _values: told.append(code))
    found = linker.expression(node, LinkContext((), Names(player, table, defines)))
    return None if told else found
