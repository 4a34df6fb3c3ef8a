"""Positions of one event read by generated code: what is usual, and nothing else.

The code accepts a part of what :mod:`rulesref.reading.positions` accepts and gives the same values;
whatever else stands in a document it leaves to that reader, whose word on problems is the last.
Values come as lists with an entry for each player, records laid flat, in the order of ``slots``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.matching import by_name
from rulesref.model.expression import plain_number
from rulesref.model.field import Field
from rulesref.reading.positions import field_called, read_value
from rulesref.scoring.batch.code import Code, Slot, Uncompiled, Unusual, literal, slots

if TYPE_CHECKING:
    from rulesref.model.scoring import Scoring

#: Numbers of more digits are a problem of the text (E111), a minus sign counting as a digit.
_LEAST, _MOST = -(10**17) + 1, 10**18 - 1

#: Keys of a document that are no fields.
_ALSO = ("game", "event", "rulings", "players")
_OF_PLAYER = ("name",)

#: So many spellings are remembered; what comes after is looked up each time.
_REMEMBERED = 1000


class PositionReader:
    """Reads positions of one event: ``read`` gives the number of keys, the names, the values."""

    def __init__(self, scoring: Scoring, event: str, players: tuple[int, int]) -> None:
        self.event = event
        self.player = scoring.player
        self.table = scoring.table
        self.of_player = tuple(slots(scoring.player, event))
        self.of_table = tuple(slots(scoring.table, event))
        self.source = _Writer(event, players).module(self.player, self.table)
        words: dict[str, Any] = {"Unusual": Unusual}
        # The source is made of checked constants only, see rulesref.scoring.batch.code.
        exec(compile(self.source, f"<reading {event}>", "exec"), words)  # noqa: S102
        self.read: Callable[[Any], tuple[Any, ...]] = words["read"]
        self._spellings: dict[int, Spellings] = {}

    def renamed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The same document with ids for names: of fields, options and colours; sums added up."""
        players = _list(data["players"])
        names = [player["name"] for player in players]
        document = self._record(self.table, data, _ALSO, names)
        document["players"] = [
            self._record(self.player, player, _OF_PLAYER, names) for player in players
        ]
        return document

    def _record(
        self, fields: Mapping[str, Field], raw: Mapping[str, Any], also: Sequence[str],
        names: Sequence[str],
    ) -> dict[str, Any]:  # fmt: skip
        spelled = self._spelled(fields, lambda word: _field_id(fields, word, self.event))
        record: dict[str, Any] = {}
        for key, value in raw.items():
            field = None if key in also else spelled[key]
            name = key if field is None else field
            if name in record:
                raise Unusual
            record[name] = value if field is None else self._value(fields[field], value, names)
        return record

    def _value(self, field: Field, raw: Any, names: Sequence[str]) -> Any:
        match field.kind:
            case "record":
                return self._record(field.fields, raw, (), names)
            case "records":
                return [self._record(field.fields, item, (), names) for item in _list(raw)]
            case "choices":
                options = self._spelled(field, lambda word: _option_id(field, word))
                return [options[item] for item in _list(raw)]
            case "choice":
                return self._spelled(field, lambda word: _option_id(field, word))[raw]
            case "by-player":
                colours = self._spelled(field, lambda word: _extra_id(field, word))
                return _unique((k if k in names else colours[k], v) for k, v in raw.items())
            case "whole" | "flag" if isinstance(raw, str):
                value, problems = read_value(field, raw)
                return raw if problems else plain_number(value)
            case _:
                return raw

    def _spelled(self, of: object, spell: Callable[[str], str | None]) -> Spellings:
        # The fields live as long as the game, which this reader belongs to.
        if id(of) not in self._spellings:
            self._spellings[id(of)] = Spellings(spell)
        return self._spellings[id(of)]


class Spellings(dict[str, str]):
    """Ids by the words that people write for them; words that mean nothing are unusual."""

    def __init__(self, spell: Callable[[str], str | None]) -> None:
        super().__init__()
        self.spell = spell

    def __missing__(self, word: str) -> str:
        """Look the word up."""
        name = self.spell(word) if isinstance(word, str) else None
        if name is None:
            raise Unusual
        if len(self) < _REMEMBERED:
            self[word] = name
        return name


def _list(raw: Any) -> list[Any]:
    """``raw``, which must be a list: other things can be gone through as well."""
    if type(raw) is not list:
        raise Unusual
    return raw


def _field_id(fields: Mapping[str, Field], word: str, event: str) -> str | None:
    field = fields.get(word) or field_called(fields, word)
    return field.id if field and field.belongs_to(event) else None


def _option_id(field: Field, word: str) -> str | None:
    option = field.option(word)
    return option.id if option else None


def _extra_id(field: Field, word: str) -> str | None:
    extra = by_name(field.extras, word)
    return extra.id if extra else None


class _Writer:
    """Writes the function that reads positions of one event."""

    def __init__(self, event: str, players: tuple[int, int]) -> None:
        self.event = event
        self.players = players
        self.code = Code()

    def module(self, player: Mapping[str, Field], table: Mapping[str, Field]) -> str:
        """The source; of wrong input it only says that it is unusual."""
        if any(key in table for key in _ALSO):
            raise Uncompiled
        code = self.code
        code.reserve("data keys players player names count item own")
        with code.block("def read(data):"):
            code.write("keys = len(data)")
            code.write("players = data['players']")
            self.refuse("type(players) is not list")
            code.write("count = len(players)")
            self.refuse(f"not {self.players[0]} <= count <= {self.players[1]}")
            code.write("names = [player['name'] for player in players]")
            self.refuse("len(set(names)) != count")
            columns = self._players(player)
            own = code.name("own")
            also = " + ".join(f"('{key}' in data)" for key in _ALSO if key != "players")
            values = self._fields(table, "data", own, f"1 + {also}")
            self.refuse(f"len(data) != {own}")
            code.write(f"return ({', '.join(['keys', 'names', *columns, *values])},)")
        return code.source

    def refuse(self, condition: str) -> None:
        """Input of which the condition holds is unusual."""
        with self.code.block(f"if {condition}:"):
            self.code.write("raise Unusual")

    def _players(self, fields: Mapping[str, Field]) -> list[str]:
        """A list for each slot with an entry for each player."""
        if any(key in fields for key in _OF_PLAYER):
            raise Uncompiled
        code = self.code
        laid = list(slots(fields, self.event))
        columns = [code.name("-".join((*slot.path, "all"))) for slot in laid]
        for column in columns:
            code.write(f"{column} = []")
        with code.block("for player in players:"):
            # Only text has this method; whatever else is called so is unusual.
            self.refuse("not player['name'].strip()")
            own = code.name("own")
            values = self._fields(fields, "player", own, "1")
            self.refuse(f"len(player) != {own}")
            code.write(f"keys += {own}")
            for column, value in zip(columns, values, strict=True):
                code.write(f"{column}.append({value})")
        for slot, column in zip(laid, columns, strict=True):
            if slot.field.once and len(slot.path) == 1:
                self._once(slot, column)
        return columns

    def _once(self, slot: Slot, column: str) -> None:
        if slot.field.kind not in ("choices", "wholes"):
            raise Uncompiled
        # One that the same player holds twice may be right, but that is rare.
        held = self.code.name("held")
        self.code.write(f"{held} = [item for own in {column} for item in own]")
        self.refuse(f"len(set({held})) != len({held})")

    def _fields(self, fields: Mapping[str, Field], source: str, own: str, also: str) -> list[str]:
        """Lines that take the fields out of a mapping; the variables of their slots.

        ``own`` becomes the number of keys that were expected and there, ``also`` among them.
        """
        code = self.code
        mine = [field for field in fields.values() if field.belongs_to(self.event)]
        needed = sum(not field.optional for field in mine)
        code.write(f"{own} = {needed} + {also}" if also else f"{own} = {needed}")
        values: list[str] = []
        for field in mine:
            raw = code.name(field.id)
            if field.optional:
                code.write(f"{raw} = {source}.get({_key(field)})")
                values += self._optional(field, raw, own)
            else:
                code.write(f"{raw} = {source}[{_key(field)}]")
                values += self._value(field, raw)
        return values

    def _optional(self, field: Field, raw: str, own: str) -> list[str]:
        code = self.code
        with code.apart() as lines:
            values = self._value(field, raw)
        with code.block(f"if {raw} is None:"):
            for value, empty in zip(values, self._empty(field), strict=True):
                code.write(f"{value} = {empty}")
        with code.block("else:"):
            code.write(f"{own} += 1")
            code.add(lines)
        return values

    def _empty(self, field: Field) -> list[str]:
        """The values of a field that is left out, by its slots."""
        if field.kind == "record":
            if field.default is not None:
                raise Uncompiled
            return [
                empty
                for inner in field.fields.values()
                if inner.belongs_to(self.event)
                for empty in self._empty(inner)
            ]
        empty = field.empty()
        match field.kind:
            case "whole" if type(empty) is int:
                return [literal(empty)]
            case "flag" if type(empty) is bool:
                return [literal(empty)]
            case "choice" if empty is None or empty in {option.id for option in field.options}:
                return [literal(empty)]
            case "choices" | "wholes" | "records" if empty == ():
                return ["()"]
            case "by-player" if empty == {}:
                return ["{}", "{}"]
            case _:
                raise Uncompiled

    def _value(self, field: Field, raw: str) -> list[str]:
        """Lines that check one value; the variables of its slots."""
        match field.kind:
            case "whole":
                self._whole(raw, field.low, field.high)
                return [raw]
            case "flag":
                self.refuse(f"{raw} is not True and {raw} is not False")
                return [raw]
            case "choice":
                self.code.write(f"{raw} = {self._options(field)}[{raw}]")
                return [raw]
            case "choices":
                return [self._choices(field, raw)]
            case "wholes":
                return [self._wholes(field, raw)]
            case "record":
                return self._record(field.fields, raw)
            case "records":
                return [self._records(field, raw)]
            case "by-player":
                return self._by_player(field, raw)
            case _:
                raise Uncompiled

    def _whole(self, raw: str, low: int | None, high: int | None) -> None:
        least = _LEAST if low is None else max(low, _LEAST)
        most = _MOST if high is None else min(high, _MOST)
        self.refuse(f"type({raw}) is not int or not {least} <= {raw} <= {most}")

    def _options(self, field: Field) -> str:
        # Keyed by the option, so that a value of another kind is an exception, never a false find.
        return self.code.constant(field.id, {option.id: option.id for option in field.options})

    def _choices(self, field: Field, raw: str) -> str:
        self.refuse(f"type({raw}) is not list")
        self.code.write(f"{raw} = tuple([{self._options(field)}[item] for item in {raw}])")
        if not field.repeat:
            self.refuse(f"len(set({raw})) != len({raw})")
        self._not_too_many(field, raw)
        return raw

    def _wholes(self, field: Field, raw: str) -> str:
        with self.code.block(f"if type({raw}) is not list:"):
            self.code.write(f"{raw} = [{raw}]")
        with self.code.block(f"for item in {raw}:"):
            self._whole("item", field.low, field.high)
        self._not_too_many(field, raw)
        self.code.write(f"{raw} = tuple({raw})")
        return raw

    def _not_too_many(self, field: Field, raw: str) -> None:
        if field.most is not None:
            self.refuse(f"len({raw}) > {literal(field.most)}")

    def _record(self, fields: Mapping[str, Field], raw: str) -> list[str]:
        self.refuse(f"type({raw}) is not dict")
        own = self.code.name("own")
        values = self._fields(fields, raw, own, "")
        self.refuse(f"len({raw}) != {own}")
        self.code.write(f"keys += {own}")
        return values

    def _records(self, field: Field, raw: str) -> str:
        self.refuse(f"type({raw}) is not list")
        self._not_too_many(field, raw)
        entries, entry = self.code.name(f"{field.id}-read"), self.code.name("entry")
        self.code.write(f"{entries} = []")
        with self.code.block(f"for {entry} in {raw}:"):
            values = self._record(field.fields, entry)
            self.code.write(f"{entries}.append(({', '.join(values)},))")
        self.code.write(f"{raw} = {entries}")
        return raw

    def _by_player(self, field: Field, raw: str) -> list[str]:
        """The totals by colour, and the values as they were typed."""
        code = self.code
        totals = code.name(f"{field.id}-totals")
        colour, amount = code.name("colour"), code.name("amount")
        items = (1 if field.most is not None else None, field.most)
        low = max((n for n in (items[0], field.low) if n is not None), default=None)
        high = min((n for n in (items[1], field.high) if n is not None), default=None)
        code.write(f"{totals} = {raw}")
        with code.block(f"for {colour}, {amount} in {raw}.items():"):
            self.refuse(f"{colour} not in names{self._no_extra(field, colour)}")
            with code.block(f"if type({amount}) is list:"):
                with code.block(f"if {totals} is {raw}:"):
                    code.write(f"{totals} = {raw}.copy()")
                with code.block(f"for item in {amount}:"):
                    self._whole("item", low, high)
                code.write(f"{totals}[{colour}] = sum({amount})")
            with code.block("else:"):
                self._whole(amount, field.low, field.high)
        code.write(f"keys += len({raw})")
        return [totals, raw]

    def _no_extra(self, field: Field, colour: str) -> str:
        """That it is no further colour that is there with so many players."""
        return "".join(
            f" and not ({colour} == {literal(extra.id)} and count in {literal(extra.players)})"
            for extra in field.extras
        )


def _key(field: Field) -> str:
    return literal(field.id)


def _unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    unique: dict[str, Any] = {}
    for key, value in pairs:
        if key in unique:
            raise Unusual
        unique[key] = value
    return unique
