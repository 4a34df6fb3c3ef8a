"""Ways to read a line: the values that a sheet has so far, and what it costs to give it one more (埋め方)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from rulesref.base.folding import words
from rulesref.fields.cutting import once_each
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.words.costs import (
    EARLIER,
    ELSEWHERE,
    IN_REVERSE,
    MISSING,
    MISSING_MORE,
    OUT_OF_RANGE,
    PAST_NEEDED,
    PAST_OPTIONAL,
    TURNED,
    UNASKED,
)
from rulesref.words.lexicon import COUNTER, Sheet, language, matches_of
from rulesref.words.line import OptionSet, TypedNumber
from rulesref.words.tokenizer import key_of, tokens_of

#: Whether a field is asked for beside some values; None when that rests on one that is not there.
Asks = Callable[[Field, Mapping[str, Any]], "bool | None"]
#: A word of a name of a sheet: which name, which of its words, and how many that has.
NameWord = tuple[int, int, int]
#: So many of one value may be said at once.
_OFTEN = 28


class Way(NamedTuple):
    """A way to read the tokens before a place."""

    cost: int = 0
    #: Plain data; a tuple has the options of which it is not clear which is meant.
    values: Mapping[str, Any] = {}
    #: The place of the field of the last bare number, and of the last word or number with its name.
    last: int = -1
    word: int = -1
    #: The words of names of the sheet that were said.
    names: frozenset[NameWord] = frozenset()
    #: The tokens that are left over; those that only say of which field something is.
    left: tuple[int, ...] = ()
    nouns: tuple[tuple[range, str], ...] = ()
    #: The fields whose options were called by a number alone, or by the beginning of a name.
    bare: frozenset[str] = frozenset()
    #: Whether the last number that has a name beside it stands behind that: gold 2.
    behind: bool | None = None

    def dearer(self, cost: int, **more: Any) -> Way:
        """The same at a higher cost."""
        return self._replace(cost=self.cost + cost, **more)

    def beside(self, *, behind: bool) -> Way:
        """The same with one more number behind a name, or before one; in a line all stand alike."""
        turned = self.behind is not None and self.behind != behind
        return self.dearer(TURNED if turned else 0, behind=behind)


class Filling:
    """A sheet that is filled in: what is given already, what is asked, and who plays."""

    def __init__(
        self, sheet: Sheet, players: Sequence[str], given: Collection[str], focus: str | None,
        asks: Asks | None,
    ) -> None:  # fmt: skip
        self.sheet, self.players, self.given, self.focus = sheet, players, given, focus
        self.fields = list(sheet.fields.values())
        self._asks = asks
        self._conditions: dict[tuple[str, str], bool | None] = {}

    def is_free(self, way: Way, field: Field) -> bool:
        """Whether a field has no value yet."""
        return field.id not in way.values and field.id not in self.given

    def free(self, way: Way, wanted: Callable[[Field], object]) -> list[Field]:
        """The fields of some kind that have no value yet, the one that is asked first."""
        free = [field for field in self.fields if self.is_free(way, field) and wanted(field)]
        return sorted(free, key=lambda field: field.id != self.focus)

    def given_to(self, way: Way, field: Field, value: Any, cost: int = 0) -> Way:
        """A way with a value; it costs more where another field is asked."""
        elsewhere = ELSEWHERE if self.focus is not None and field.id != self.focus else 0
        return way.dearer(cost + elsewhere, values={**way.values, field.id: value})

    def _list(self, way: Way, field: Field) -> Any:
        """The entries of a list so far; None when it can have no more."""
        if field.id in self.given and field.id != self.focus:
            return None
        entries = way.values.get(field.id, [])
        full = isinstance(entries, list) and field.most is not None and len(entries) >= field.most
        return None if full else entries

    # --- values ----------------------------------------------------------------------------------

    def with_number(self, way: Way, field: Field, number: TypedNumber) -> Way | None:
        """A way with a number as the value of a field, or one more of its list; None when it cannot be."""
        kind = kind_of(field)
        if is_number_list(field):
            cost = 0 if all(within(field, n) for n in number.numbers) else OUT_OF_RANGE
            entries = self._list(way, field)
            if not isinstance(entries, list):
                return None
            return self.given_to(way, field, [*entries, *number.numbers], cost)
        if not kind.is_number or not self.is_free(way, field):
            return None
        if number.counts_things and not own_counters(field).isdisjoint(words("no-things")):
            return None
        cost = 0 if within(field, number.value) else OUT_OF_RANGE
        return self.given_to(way, field, number.raw, cost)

    def with_options(self, way: Way, field: Field, ids: Sequence[str], many: int = 1) -> Way | None:
        """A way with options as a value of a field, or further ones of its list; None when it cannot be."""
        several = tuple(ids)
        if kind_of(field).picks_one:
            if many != 1 or not self.is_free(way, field):
                return None
            return self.given_to(way, field, several[0] if len(several) == 1 else several)
        entries = self._list(way, field)
        if isinstance(entries, tuple):
            return way  # it is asked which of these is meant first
        if entries is None or not 0 < many <= _OFTEN:
            return None
        if len(several) > 1:
            return self.given_to(way, field, several)
        if not field.repeat and (many > 1 or several[0] in entries):
            return None
        return self.given_to(way, field, [*entries, *several * many])

    def with_player(self, way: Way, field: Field, name: str) -> Way | None:
        """A way with a player as the value of a field, or one more of its list; None when it cannot be."""
        if kind_of(field).entries is None:
            return self.given_to(way, field, name) if self.is_free(way, field) else None
        entries = self._list(way, field)
        if not isinstance(entries, list) or name in entries:
            return None
        return self.given_to(way, field, [*entries, name])

    def with_part(self, way: Way, field: Field, part: str, value: Any, cost: int) -> Way | None:
        """A way with a number of a record, or an amount of a player; None when it has one."""
        parts = way.values.get(field.id, {})
        if field.id in self.given or parts is None or part in parts:
            return None
        return self.given_to(way, field, {**parts, part: value}, cost)

    # --- costs -----------------------------------------------------------------------------------

    def asked(self, way: Way, field: Field) -> bool | None:
        """Whether a field is asked for beside the options and players of a way; None when that rests on a value that is not there."""
        if field.ask_when is None or field.id == self.focus:
            return True
        if self._asks is None:
            return None
        values = {key: value for key, value in way.values.items() if isinstance(value, str)}
        key = (field.id, repr(values))
        if key not in self._conditions:
            self._conditions[key] = self._asks(field, values)
        return self._conditions[key]

    def unasked(self, way: Way, field: Field) -> int:
        """What it costs to give a value that is not asked for."""
        return UNASKED if self.asked(way, field) is False else 0

    def past(self, way: Way, field: Field) -> int:
        """What it costs that a bare number goes to a field, for those that are passed over."""
        position = self.sheet.order[field.id]
        if position == way.last and kind_of(field).is_plain_list:
            return 0
        if position <= way.last:
            return IN_REVERSE
        past = int(position < way.word)
        for other in self.fields[way.last + 1 : position]:
            numeric = kind_of(other).is_number or kind_of(other).entries == "number"
            asked = self.asked(way, other) is not False if numeric else is_called_by_number(other)
            if asked and self.is_free(way, other):
                optional = other.optional or other.ask_when is not None
                past += PAST_OPTIONAL if optional else PAST_NEEDED
        return past

    def impossible(self, names: Collection[str], number: TypedNumber) -> int:
        """What it costs that a number is of another field than those that are named before it, none of which it can be: it is told."""
        fields = [self.sheet.fields[name] for name in names]
        able = any(within(f, number.value) or f.id in self.given for f in fields)
        return 0 if able else OUT_OF_RANGE

    def past_players(self, way: Way, field: Field) -> int:
        """What it costs that a player goes to a field, for those of players that come before it."""
        return sum(
            PAST_OPTIONAL if other.optional else PAST_NEEDED
            for other in self.fields[: self.sheet.order[field.id]]
            if kind_of(other).names_players
            and self.is_free(way, other)
            and self.asked(way, other) is not False
        )

    def lacks(self, way: Way, field: Field) -> bool:
        """Whether the first value that must be given is not there, and comes before a field."""
        first = self.fields[0]
        needed = not (first.optional or may_be_nothing(first)) and self.is_free(way, first)
        return needed and first is not field

    def out_of_order(self, way: Way, field: Field, options: OptionSet) -> int:
        """What it costs that a word is a value of a field, where one before it could take it."""
        position = self.sheet.order[field.id]
        earlier = any(
            self.sheet.order[name] < position
            and kind_of(self.sheet.fields[name]).picks_one
            and self.is_free(way, self.sheet.fields[name])
            for name in options
        )
        return (position < way.word) + EARLIER * earlier

    def missing(self, way: Way) -> int:
        """What it costs that values are not there that must be given."""
        many = sum(
            not field.optional and self.is_free(way, field) and self.asked(way, field) is True
            for field in self.fields
        )
        return MISSING + MISSING_MORE * (many - 1) if many else 0


def within(field: Field, number: int) -> bool:
    """Whether a number is between the bounds of a field."""
    low, high = field.low, field.high
    return (low is None or number >= low) and (high is None or number <= high)


def nothing(field: Field) -> Any:
    """The value of a field of which a line says that there is none."""
    kind = kind_of(field)
    if kind.is_number:
        return 0
    return None if field.optional else {} if kind.has_colours else [] if kind.entries else None


def may_be_nothing(field: Field) -> bool:
    """Whether a word for nothing can be the value of a field, though the field is not named."""
    kind = kind_of(field)
    return (field.optional or kind.is_plain_list) and not kind.is_number


def is_number_list(field: Field) -> bool:
    """Whether the value of a field is a list of numbers."""
    kind = kind_of(field)
    return kind.is_plain_list and kind.entries == "number"


@once_each
def counters_of(sheet: Sheet) -> frozenset[str]:
    """What counts in the names of the numbers of a sheet: points."""
    numbers = [field for field in sheet.fields.values() if kind_of(field).is_number]
    return frozenset().union(*map(own_counters, numbers))


@once_each
def own_counters(field: Field) -> frozenset[str]:
    """What counts in the names of a field."""
    several = [tokens_of(name) for name in field.names]
    return frozenset(
        key_of(tokens[word.start : word.end])
        for tokens in several
        for here in matches_of(tokens, (language(),))
        for word in here
        if COUNTER in word.meanings
    )


@once_each
def has_amounts(field: Field) -> bool:
    """Whether options of a field have numbers in their names."""
    return kind_of(field).picks_options and any(
        char.isdigit() for option in field.options for name in option.names for char in name
    )


@once_each
def is_called_by_number(field: Field) -> bool:
    """Whether options of a field are called by numbers alone."""
    return kind_of(field).picks_options and any(
        name.isdecimal() for option in field.options for name in option.names
    )
