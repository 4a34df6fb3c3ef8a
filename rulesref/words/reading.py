"""Readings of a line by one sheet: which token is the value of which field (読み).

A reading covers the line: each token names the sheet, is a value, stands beside one, or says nothing. What
is left over is in ``unknown``, and such a reading is never used, only told. Every way to do so has a cost; the
ways are gone through from left to right, and at each token the cheapest are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulesref.base.folding import fold, is_katakana
from rulesref.base.frozen import frozen
from rulesref.fields.choice import by_amounts
from rulesref.fields.cutting import PLACE_SIGN, kanji_number, once_each
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.words.lexicon import (
    COUNTER,
    FILLER,
    THINGS,
    Lexicon,
    Match,
    Meaning,
    Sheet,
    content_words,
    kanji_digits,
    language,
    matches_of,
    plain_name,
)
from rulesref.words.tokens import OWNING, SEPARATOR, Token, written

#: What each use of a token costs. The least sum is meant.
WORD, FILL, LEFT_OVER, LEFT_OVER_MORE = 2, 3, 10_000, 2
PART, BEGINNING, PAIRED, BARE, SEAT = 2, 5, -1, 1, 9
#: For each field that is passed over by a bare number: one that must be given, one that need not.
PAST_NEEDED, PAST_OPTIONAL, BACKWARDS = 6, 2, 9
MISSING, MISSING_MORE, UNNAMED, BESIDE_A_THING, ELSEWHERE, UNASKED, EARLIER = 8, 5, 9, 3, 6, 4, 4
BESIDE_A_NOUN = IDLE = 8
#: A number that its field cannot have: it is told how much it can be.
OUT_OF_RANGE = LEFT_OVER // 2

#: So many ways are kept at each token, and so many of them are given back.
_BEAM, _MOST = 48, 6
#: So many of one value may be said at once.
_OFTEN = 28


#: Whether a field is asked for beside some values; None when that rests on one that is not there.
Asks = Callable[[Field, Mapping[str, Any]], "bool | None"]


@frozen
class Mark:
    """How options of a field are told apart just now: by a number (of a space), by the player whose they are."""

    field: str
    by_number: Mapping[int, Sequence[str]]
    by_owner: Mapping[str, Sequence[str]]


@frozen
class Reading:
    """What a line says by a sheet.

    ``values`` are plain data as a file has them, by the ids of the fields. ``unclear`` has the options that
    can be meant where several can. ``named``: the line says the name of the sheet. ``unknown`` are the
    words that nothing explains, as they are written.
    """

    cost: int
    values: Mapping[str, Any]
    unclear: Mapping[str, tuple[str, ...]]
    named: bool
    unknown: tuple[str, ...]
    #: How many words of names of the sheet it has, and the fields whose options it calls by a number alone or by a beginning.
    names: int = 0
    bare: frozenset[str] = frozenset()
    #: Before which token everything is understood.
    understood: int = 0


class _Way(NamedTuple):
    """A way to read the tokens before a place."""

    cost: int
    values: Mapping[str, Any]
    #: The field of the last bare number or option called by a number.
    last: int
    #: The field of the last option that was named.
    word: int
    #: The words of names of the sheet that were said.
    names: frozenset[tuple[int, int, int]]
    left: tuple[int, ...] = ()
    #: The fields whose options were called by a number alone, or by the beginning of a name.
    bare: frozenset[str] = frozenset()


def readings(
    sheet: Sheet, tokens: Sequence[Token], people: Lexicon, *, players: Sequence[str] = (),
    given: Collection[str] = (), focus: str | None = None, shown: Sequence[str] = (), turn: str | None = None,
    asks: Asks | None = None, marks: Sequence[Mark] = (),
) -> list[Reading]:  # fmt: skip
    """The best readings of a line by a sheet, the cheapest first; at least one, which may leave words over.

    ``given``: fields that have a value already; ``focus``: the field that is asked, to which bare
    values belong first, and ``shown`` its options as they were listed, which numbers may choose. ``asks``
    says whether a field is asked for beside some values. ``marks`` tell options apart by whose they are, and by number.
    """
    return _Reader(
        sheet, tokens, people, players, given, focus, shown, turn, asks, marks
    ).readings()


class _Reader:
    def __init__(
        self, sheet: Sheet, tokens: Sequence[Token], people: Lexicon, players: Sequence[str],
        given: Collection[str], focus: str | None, shown: Sequence[str], turn: str | None,
        asks: Asks | None, marks: Sequence[Mark],
    ) -> None:  # fmt: skip
        self.asks, self.marks = asks, marks
        self._conditions: dict[tuple[str, str], bool | None] = {}
        self.sheet, self.tokens, self.players, self.turn = sheet, tokens, players, turn
        self.given, self.focus, self.shown = given, focus, shown
        self.matches = matches_of(tokens, (sheet.lexicon, people, language()))
        self.fields = list(sheet.fields.values())
        self._tell_names_apart()
        for mark in marks:
            self._mark(mark)

    def _tell_names_apart(self) -> None:
        """Where the name of a player is a word that says nothing too, it is the name as it is written: A, a."""
        for place, found in enumerate(self.matches):
            for n, match in enumerate(found):
                names = [of[0] for kind, *of in match.meanings if kind == "player"]
                if not names or FILLER not in match.meanings:
                    continue
                is_name = written(self.tokens[place : match.end]) in names
                kept = tuple(
                    m for m in match.meanings if (m != FILLER if is_name else m[0] != "player")
                )
                found[n] = match._replace(meanings=kept)

    def _mark(self, mark: Mark) -> None:
        """Make the words by which options of a field are told apart known in the line."""
        for place in range(len(self.tokens)):
            found = self._number_at(place)
            ids = mark.by_number.get(sum(found[1])) if found and not found[2] else None
            if found and ids:
                self._know(place, found[0], mark.field, ids)
            for match in (*self.matches[place],):
                owner = next((of[1] for of in match.meanings if of[0] == "player"), None)
                owner = self.turn if ("own",) in match.meanings else owner
                if owner is not None and mark.by_owner.get(owner):
                    owns = any(t.key == OWNING for t in self.tokens[match.end : match.end + 1])
                    self._know(place, match.end + owns, mark.field, mark.by_owner[owner])
                if ("own",) in match.meanings:
                    # Whose it is says something here: it is not passed over.
                    others = tuple(m for m in match.meanings if m != FILLER)
                    self.matches[place][self.matches[place].index(match)] = match._replace(
                        meanings=others
                    )

    def _know(self, place: int, end: int, field: str, ids: Sequence[str]) -> None:
        parts = tuple(("part", field, option) for option in ids)
        self.matches[place].append(Match(place, end, parts))

    def readings(self) -> list[Reading]:
        many = len(self.tokens)
        ways: list[list[_Way]] = [[] for _ in range(many + 1)]
        ways[0] = [_Way(0, {}, -1, -1, frozenset())]
        for place in range(many):
            best = sorted(ways[place], key=lambda way: way.cost)[:_BEAM]
            for way in best:
                for end, after in self._on(place, way):
                    ways[end].append(after)
        done = [self._done(way) for way in sorted(ways[many], key=lambda way: way.cost)[:_BEAM]]
        done.sort(key=lambda reading: reading.cost)
        return _different(done)[:_MOST]

    # --- what a token can be -------------------------------------------------------------------

    def _on(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """The ways to go on with the token at a place, and where each ends."""
        token = self.tokens[place]
        if token.key in (SEPARATOR, OWNING):
            yield place + 1, way
            return
        yield from self._numbers(place, way)
        yield from self._amounts_together(place, way)
        for match in self.matches[place]:
            for meaning in match.meanings:
                yield from self._meant(match, meaning, way)
        yield from self._options(place, way)
        yield from self._texts(place, way)
        yield from self._beginnings(place, way)
        goes_on = way.left and way.left[-1] == place - 1 and token.glued
        cost = LEFT_OVER_MORE if goes_on else LEFT_OVER
        yield place + 1, way._replace(cost=way.cost + cost, left=(*way.left, place))

    def _meant(self, match: Match, meaning: Meaning, way: _Way) -> Iterator[tuple[int, _Way]]:
        kind, *of = meaning
        end, cost = match.end, way.cost + WORD
        match kind:
            case "filler":
                yield end, way._replace(cost=way.cost + FILL * (end - match.start))
            case "counter" | "things":
                # Behind a number it was read with that.
                yield end, way._replace(cost=cost + IDLE)
            case "action":
                place, number, several = of
                names = way.names | {(place, number, several)}
                yield end, way._replace(cost=cost + (several > 1), names=names)
            case "field" | "thing":
                yield from self._field(match, of[0], way, whole=kind == "field")
            case "player":
                yield from self._player(match, of[0], way)
            case "extra":
                yield from self._by_player(match.end, of[0], of[1], way)
            case "inner":
                yield from self._inner(match, of[0], of[1], way)
            case "none":
                yield from self._none(match, way)
            case "all":
                for field in self._free(
                    way, lambda f: kind_of(f).names_players and kind_of(f).entries
                ):
                    others = [name for name in self.players if name != self.turn]
                    yield end, self._with(way, field, others, WORD)
            case "flag":
                for field in self._free(way, lambda f: kind_of(f).true_when_named)[:1]:
                    yield end, self._with(way, field, of[0], WORD)

    def _free(self, way: _Way, wanted: Any) -> list[Field]:
        """The fields of some kind that have no value yet, the one that is asked first."""
        free = [
            f
            for f in self.fields
            if f.id not in way.values and f.id not in self.given and wanted(f)
        ]
        return sorted(free, key=lambda f: f.id != self.focus)

    def _with(self, way: _Way, field: Field, value: Any, cost: int, **more: Any) -> _Way:
        if self.focus is not None and field.id != self.focus:
            cost += ELSEWHERE
        return way._replace(cost=way.cost + cost, values={**way.values, field.id: value}, **more)

    # --- fields by their names -----------------------------------------------------------------

    def _field(
        self, match: Match, name: str, way: _Way, *, whole: bool
    ) -> Iterator[tuple[int, _Way]]:
        """A field that is named: with its number or value behind, by itself, or as what a value is of."""
        field = self.sheet.fields[name]
        kind = kind_of(field)
        extra = 0 if whole else PART - 1
        free = name not in way.values and name not in self.given
        if free and kind.true_when_named:
            yield match.end, self._with(way, field, True, WORD + extra)
        # A noun that is glued to a number before it has that one: 2石 3点.
        first = match.start
        bound = first > 0 and self.tokens[first].glued and self.tokens[first - 1].digits
        for start in self._skipped(match.end, separators=False):
            found = self._number_at(start)
            if found is not None and not (bound and not self.tokens[start].glued):
                end, numbers, _, _ = found
                after = self._numeric(way, field, numbers)
                # Between two numbers the name belongs to the one before, unless it is nearer to this one.
                if after is not None:
                    cost = WORD + PAIRED + extra + (start - match.end)
                    yield end, after._replace(cost=after.cost + cost, word=self.sheet.order[name])
            nothing = self._none_at(start) if free else None
            if nothing and (field.optional or kind.is_number or kind.is_plain_list):
                yield nothing, self._with(way, field, self._nothing(field), WORD + PAIRED + extra)
            if free and kind.is_free_text and whole:
                yield from self._text_from(start, field, way)
        if not kind.true_when_named:
            # It says what the value beside it is of; a field of numbers is hardly named for nothing.
            idle = IDLE if whole and kind.is_number and free else 1
            yield match.end, way._replace(cost=way.cost + WORD + 2 * extra + idle)

    def _skipped(self, place: int, *, separators: bool) -> Iterator[int]:
        """A place, and those behind words there that say nothing."""
        yield place
        for _ in range(2):
            if place >= len(self.tokens):
                return
            token = self.tokens[place]
            if token.key == SEPARATOR:
                if not (separators or token.written in "=+"):
                    return
                place += 1
            else:
                longest = next(iter(self.matches[place]), None)
                if longest is None or FILLER not in longest.meanings:
                    return
                place = longest.end
            yield place

    def _nothing(self, field: Field) -> Any:
        kind = kind_of(field)
        if kind.is_number:
            return 0
        return None if field.optional else {} if kind.has_colours else [] if kind.entries else None

    def _asked(self, field: Field, way: _Way) -> bool | None:
        """Whether a field is asked for beside the options and players of a way; None when it rests on a value that is not there."""
        if field.ask_when is None or field.id == self.focus:
            return True
        if self.asks is None:
            return None
        values = {key: each for key, each in way.values.items() if isinstance(each, str)}
        key = (field.id, repr(values))
        if key not in self._conditions:
            self._conditions[key] = self.asks(field, values)
        return self._conditions[key]

    def _is_asked(self, field: Field, way: _Way) -> bool:
        return self._asked(field, way) is not False

    def _unasked(self, field: Field, way: _Way) -> int:
        return 0 if self._is_asked(field, way) else UNASKED

    # --- numbers -------------------------------------------------------------------------------

    def _number_at(
        self, place: int, *, counted: bool = True
    ) -> tuple[int, tuple[int, ...], bool, bool] | None:
        """The number at a place: where it ends, its summands, whether things are counted, whether it is the number of a place.

        What counts belongs to it, if ``counted``.
        """
        at = place
        is_place = at < len(self.tokens) and self.tokens[at].key == PLACE_SIGN
        at += is_place
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        numbers = token.numbers
        end = at + 1
        if not numbers:
            end = at
            while end < len(self.tokens) and self.tokens[end].key in kanji_digits():
                end += 1
            value = kanji_number("".join(t.key for t in self.tokens[at:end])) if end > at else None
            if value is None:
                word = next(
                    (
                        (m.end, of[1])
                        for m in self.matches[at]
                        for of in m.meanings
                        if of[0] == "number"
                    ),
                    None,
                )
                if word is None:
                    return None
                end, value = word
            numbers = (value,)
        things = False
        if counted and end < len(self.tokens):
            counter = next(
                (
                    m for m in self.matches[end]
                    if {COUNTER, THINGS} & set(m.meanings) and not self._is_noun(m)
                ),
                None,
            )  # fmt: skip
            if counter is not None and (self.tokens[end].glued or self.tokens[end].latin):
                things = THINGS in counter.meanings
                end = counter.end
        return end, numbers, things, is_place

    def _numbers(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        found = self._number_at(place)
        if found is None:
            return
        end, numbers, things, is_place = found
        value = sum(numbers)
        if not is_place and not self._is_behind(place, end):
            bare = self._number_at(place, counted=False)
            assert bare is not None
            yield from self._beside(bare[0], numbers, way)
            if bare[0] < end:
                yield from self._beside(end, numbers, way, counts=things)
        thing = 0
        if not is_place and not self._is_behind(place, end):
            thing = self._thing_behind(self._number_at(place, counted=False)[0])  # type: ignore[index]  # there is one
        nouns = self._nouns_before(place)
        for position, field in enumerate(self.fields):
            kind = kind_of(field)
            if is_place and not kind.is_number:
                continue
            if kind.is_number or (kind.entries == "number" and kind.is_plain_list and not things):
                after = self._numeric(way, field, numbers)
                if after is not None:
                    past = self._past(way, position, field) + self._unasked(field, way)
                    if nouns and field.id not in nouns and nouns.isdisjoint(way.values):
                        past += BESIDE_A_NOUN
                    yield (
                        end,
                        after._replace(cost=after.cost + WORD + BARE + past + thing, last=position),
                    )
            elif kind.names_players and not things and len(numbers) == 1 and self.players:
                yield from self._seat(end, value, field, way)
        if self.focus is not None and not things and 0 < value <= len(self.shown):
            field = self.sheet.fields[self.focus]
            if self.focus not in way.values:
                chosen: Any = self.shown[value - 1]
                chosen = [chosen] if kind_of(field).is_plain_list else chosen
                yield end, self._with(way, field, chosen, WORD + BARE + 1)

    def _is_behind(self, place: int, end: int) -> bool:
        """Whether a number is glued to a thing before it, and to nothing behind it: 赤2 石."""
        if not self.tokens[place].glued or (end < len(self.tokens) and self.tokens[end].glued):
            return False
        return any(
            match.end == place and any(kind in _THINGS for kind, *_ in match.meanings)
            for start in range(max(0, place - 8), place)
            for match in self.matches[start]
        )

    def _past(self, way: _Way, position: int, field: Field) -> int:
        """What it costs that a bare number goes to a field, for those that are passed over."""
        if position == way.last and kind_of(field).is_plain_list:
            return 0
        if position <= way.last:
            return BACKWARDS
        past = int(position < way.word)
        for other in self.fields[way.last + 1 : position]:
            kind = kind_of(other)
            numeric = kind.is_number or kind.entries == "number" or _by_number(other)
            if not numeric or other.id in way.values or other.id in self.given:
                continue
            if not kind.picks_options and not self._is_asked(other, way):
                continue
            past += PAST_OPTIONAL if other.optional or other.ask_when is not None else PAST_NEEDED
        return past

    def _numeric(self, way: _Way, field: Field, numbers: tuple[int, ...]) -> _Way | None:
        """A way with a number as the value of a field, or one more of its list; None when it cannot be."""
        kind = kind_of(field)
        if kind.is_plain_list:
            if field.id in self.given and field.id != self.focus:
                return None
            if kind.entries != "number":
                return None
            cost = 0 if all(_within(field, n) for n in numbers) else OUT_OF_RANGE
            before = way.values.get(field.id, [])
            if before is None or (field.most is not None and len(before) >= field.most):
                return None
            return self._with(way, field, [*before, *numbers], cost)
        if not kind.is_number or field.id in way.values or field.id in self.given:
            return None
        value = numbers[0] if len(numbers) == 1 else "+".join(map(str, numbers))
        return self._with(way, field, value, 0 if _within(field, sum(numbers)) else OUT_OF_RANGE)

    def _thing_behind(self, end: int) -> int:
        """What it costs that a number is no number of the thing that stands right behind it."""
        cost = 0
        for match in self.matches[end] if end < len(self.tokens) else ():
            kinds = {kind for kind, *_ in match.meanings}
            if kinds & _THINGS and self._number_at(match.end) is None:
                cost = max(
                    cost,
                    BESIDE_A_NOUN
                    if self._is_noun(match)
                    else BESIDE_A_THING * bool(kinds - {"part"}),
                )
        return cost

    def _is_noun(self, match: Match) -> bool:
        """Whether a word is the name of a field of numbers."""
        named = [
            self.sheet.fields[of[0]] for kind, *of in match.meanings if kind in ("field", "thing")
        ]
        return any(kind_of(field).is_number for field in named)

    def _nouns_before(self, place: int) -> set[str]:
        """The fields of numbers that the word right before a place names."""
        return {
            of[0]
            for start in range(max(0, place - 8), place)
            for match in self.matches[start]
            if match.end == place and self._is_noun(match)
            for kind, *of in match.meanings
            if kind in ("field", "thing")
        }

    def _count_at(self, place: int) -> tuple[int, int] | None:
        """How many there are of what stands before a place, and where that ends; None when a number there is of something else."""
        found, bare = self._number_at(place), self._number_at(place, counted=False)
        if found is None or bare is None or found[3] or (found[0] > bare[0] and not found[2]):
            return None
        end, numbers, _, _ = found
        claimed = end < len(self.tokens) and any(
            kind in ("field", "thing") for match in self.matches[end] for kind, *_ in match.meanings
        )
        return None if claimed else (end, sum(numbers))

    def _beside(
        self, end: int, numbers: tuple[int, ...], way: _Way, *, counts: bool = True
    ) -> Iterator[tuple[int, _Way]]:
        """A number with what stands behind it: the name of its field, or, if it ``counts``, things of which it says how many."""
        value = sum(numbers)
        for start in self._skipped(end, separators=False):
            if start >= len(self.tokens):
                return
            away = start - end
            for match in self.matches[start]:
                for kind, *of in match.meanings:
                    if kind in ("field", "thing"):
                        field = self.sheet.fields[of[0]]
                        after = self._numeric(way, field, numbers)
                        if after is not None and not self._number_follows(match.end):
                            cost = WORD + PAIRED + away + (0 if kind == "field" else PART - 1)
                            position = self.sheet.order[field.id]
                            yield match.end, after._replace(cost=after.cost + cost, word=position)
                        several = self._several(match.end, field, value, way)
                        if several is not None:
                            yield several
                    elif kind == "inner" and away == 0:
                        yield from self._inner(match, of[0], of[1], way, value)
                    elif kind in ("player", "extra"):
                        yield from self._amount_of(match.end, kind, of, numbers, way)
            for stop, options in self._described(start) if counts else ():
                for name, ids in options.items():
                    field = self.sheet.fields[name]
                    if kind_of(field).picks_one or self._number_follows(stop):
                        continue
                    after = self._more(way, field, ids, value)
                    if after is not None:
                        cost = (
                            WORD
                            + PAIRED
                            + away
                            + self._out_of_order(way, self.sheet.order[name], options)
                        )
                        yield stop, after._replace(cost=after.cost + cost)

    def _number_follows(self, place: int) -> bool:
        """Whether a number stands right behind, glued: then what stands between belongs to that one."""
        return (
            place < len(self.tokens)
            and self.tokens[place].glued
            and self._number_at(place) is not None
            and not self.tokens[place - 1].glued
        )

    def _several(self, start: int, field: Field, many: int, way: _Way) -> tuple[int, _Way] | None:
        """So many entries of a list of numbers that are the same: two level 3."""
        kind = kind_of(field)
        found = self._number_at(start)
        if found is None or kind.entries != "number" or not kind.is_plain_list or many > _OFTEN:
            return None
        end, numbers, _, _ = found
        after = self._numeric(way, field, numbers * many)
        return None if after is None else (end, after._replace(cost=after.cost + WORD + PAIRED))

    # --- options -------------------------------------------------------------------------------

    def _options(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """The options that words from a place on describe together, and how many of them."""
        for end, options in self._described(place):
            for name, ids in options.items():
                field = self.sheet.fields[name]
                cost = WORD + self._cost_of(place, end, name, way)
                after = self._more(way, field, ids, 1)
                if after is None:
                    continue
                position = self.sheet.order[name]
                if self.tokens[place].digits and end == place + 1:
                    if end < len(self.tokens) and self.tokens[end].glued and self.matches[end]:
                        continue  # it is the number of what is glued to it
                    cost += BARE + self._past(way, position, field)
                    bare = way.bare | {name}
                    yield end, after._replace(cost=after.cost + cost, last=position, bare=bare)
                    continue
                cost += self._out_of_order(way, position, options)
                after = after._replace(bare=way.bare - {name})
                yield end, after._replace(cost=after.cost + cost, word=position)
                for start in self._skipped(end, separators=False) if field.repeat else ():
                    found = self._count_at(start)
                    several = None if found is None else self._more(way, field, ids, found[1])
                    if found is not None and several is not None:
                        apart = start - end if self.tokens[start].glued else 2
                        yield found[0], several._replace(cost=several.cost + cost + PAIRED + apart)

    def _out_of_order(self, way: _Way, position: int, options: Collection[str]) -> int:
        """What it costs that a word is a value of a field, where one before it could take it."""
        earlier = any(
            self.sheet.order[name] < position
            and name not in way.values
            and name not in self.given
            and kind_of(self.sheet.fields[name]).picks_one
            for name in options
        )
        return (position < way.word) + EARLIER * earlier

    def _cost_of(self, place: int, end: int, name: str, way: _Way) -> int:
        whole = any(
            m.end == end and any(k in ("name", "option") and of[0] == name for k, *of in m.meanings)
            for m in self.matches[place]
        )
        if not whole:
            return PART + 1
        # A name that has its number inside is a name, and no number of something.
        inside = end - place > 1 and any(token.digits for token in self.tokens[place:end])
        return -3 if inside else 0

    def _more(self, way: _Way, field: Field, ids: tuple[str, ...], many: int) -> _Way | None:
        """A way with options as a value of a field, or further ones of its list; None when it cannot be."""
        kind = kind_of(field)
        if kind.picks_one:
            if many != 1 or field.id in way.values or field.id in self.given:
                return None
            return self._with(way, field, ids[0] if len(ids) == 1 else ids, 0)
        if (field.id in self.given and field.id != self.focus) or not 0 < many <= _OFTEN:
            return None
        before = way.values.get(field.id, [])
        if isinstance(before, tuple):
            return way  # it is asked which of these is meant first
        if len(ids) > 1:
            return self._with(way, field, ids, 0)
        if before is None:
            return None
        if not field.repeat and (many > 1 or ids[0] in before):
            return None
        return self._with(way, field, [*before, *ids * many], 0)

    def _described(self, place: int) -> Iterator[tuple[int, dict[str, tuple[str, ...]]]]:
        """Of each field the options that words from a place on name together, for each place where they may end."""
        for match in self.matches[place] if place < len(self.tokens) else ():
            here = _named(match, "name", "option", "part")
            if digits := _named(match, "digit"):
                # A number that is a part of names needs a word of them behind it.
                every = {
                    name: {**here.get(name, {}), **digits.get(name, {})}
                    for name in {**here, **digits}
                }
                yield from self._narrowed(match.end, every, by_word=True)
            if here:
                own, whole = _named(match, "name"), _named(match, "name", "option")
                # Of those that are called alike the first is meant; another has a name of its own besides.
                yield (
                    match.end,
                    {
                        name: tuple(own[name])[:1] if name in own else tuple(whole.get(name, ids))
                        for name, ids in here.items()
                    },
                )
                if not digits:
                    yield from self._narrowed(match.end, here)

    def _narrowed(
        self, place: int, options: Mapping[str, Mapping[str, None]], *, by_word: bool = False
    ) -> Iterator[tuple[int, dict[str, tuple[str, ...]]]]:
        """The same with further words that say which of them; the next ``by_word``, which is no name of one."""
        for start in self._skipped(place, separators=False):
            for match in self.matches[start] if start < len(self.tokens) else ():
                here = _named(
                    match, *(("part",) if by_word else ("name", "option", "part", "digit"))
                )
                whole = _named(match, "name", "option")
                both = {}
                for name, ids in options.items():
                    fewer = {option: None for option in ids if option in here.get(name, ())}
                    # A whole name of what is meant already is said for the second time.
                    if fewer and (
                        len(fewer) < len(ids) or not set(fewer) <= set(whole.get(name, ()))
                    ):
                        both[name] = fewer
                if both:
                    yield match.end, {name: tuple(ids) for name, ids in both.items()}
                    yield from self._narrowed(match.end, both)

    def _amounts_together(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """An option that is called by things and how many of each, in any order."""
        for field in self.fields:
            if not _with_amounts(field):
                continue
            for end in range(min(len(self.tokens), place + 10), place + 1, -1):
                several = self.tokens[place:end]
                if several[0].digits and self._is_behind(place, place + 1):
                    continue
                if any(t.key == SEPARATOR or t.quoted for t in several) or not any(
                    t.digits for t in several
                ):
                    continue
                options = by_amounts(field, written(several))
                ids = tuple(option.id for option in options)
                if ids and (after := self._more(way, field, ids, 1)) is not None:
                    yield end, after._replace(cost=after.cost + WORD)

    def _beginnings(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """The only option with a name that begins with a word which nothing else is."""
        token = self.tokens[place]
        end = place + 1
        if token.latin:
            if len(token.written) < 3:  # noqa: PLR2004 - shorter ones begin too much
                return
        elif is_katakana(token.written[:1]):
            while (
                end < len(self.tokens)
                and self.tokens[end].glued
                and is_katakana(self.tokens[end].written[:1])
            ):
                end += 1
            if end - place < 2 or (
                token.glued and place and is_katakana(self.tokens[place - 1].written[-1:])
            ):
                return
        else:
            return
        if any(m.end == end and m.meanings != (FILLER,) for m in self.matches[place]):
            return
        flat = fold("".join(t.written for t in self.tokens[place:end]))
        for field in self.fields:
            if not kind_of(field).picks_options:
                continue
            begun = [o.id for o in field.options if any(fold(n).startswith(flat) for n in o.names)]
            if begun and (after := self._more(way, field, tuple(begun), 1)) is not None:
                yield (
                    end,
                    after._replace(cost=after.cost + WORD + BEGINNING, bare=way.bare | {field.id}),
                )

    # --- records, players, texts ----------------------------------------------------------------

    def _inner(
        self, match: Match, name: str, inner: str, way: _Way, many: int | None = None
    ) -> Iterator[tuple[int, _Way]]:
        """A part of a record with its number, which stands before or behind."""
        field = self.sheet.fields[name]
        before = way.values.get(name, {})
        if not kind_of(field).has_parts or name in self.given or before is None or inner in before:
            return
        if many is not None:
            yield match.end, self._with(way, field, {**before, inner: many}, WORD + PAIRED)
            return
        found = self._number_at(match.end)
        if found is not None:
            apart = 0 if self.tokens[match.end].glued else 1
            after = self._with(way, field, {**before, inner: sum(found[1])}, WORD + PAIRED + apart)
            yield found[0], after
        yield match.end, self._with(way, field, {**before, inner: 1}, WORD + 1)

    def _player(self, match: Match, name: str, way: _Way) -> Iterator[tuple[int, _Way]]:
        for position, field in enumerate(self.fields):
            kind = kind_of(field)
            if kind.has_colours:
                yield from self._by_player(match.end, field.id, name, way)
                continue
            if not kind.names_players:
                continue
            after = self._people(way, field, name)
            if after is not None:
                earlier = sum(
                    PAST_OPTIONAL if f.optional else PAST_NEEDED
                    for f in self.fields[:position]
                    if kind_of(f).names_players and f.id not in way.values and f.id not in self.given
                    and self._is_asked(f, way)
                )  # fmt: skip
                cost = WORD + earlier + self._unasked(field, way)
                yield match.end, after._replace(cost=after.cost + cost)

    def _people(self, way: _Way, field: Field, name: str) -> _Way | None:
        if field.id in self.given and field.id != self.focus:
            return None
        if kind_of(field).entries is None:
            return None if field.id in way.values else self._with(way, field, name, 0)
        before = way.values.get(field.id, [])
        if (
            before is None
            or name in before
            or (field.most is not None and len(before) >= field.most)
        ):
            return None
        return self._with(way, field, [*before, name], 0)

    def _seat(self, end: int, value: int, field: Field, way: _Way) -> Iterator[tuple[int, _Way]]:
        if not 0 < value <= len(self.players):
            return
        after = self._people(way, field, self.players[value - 1])
        if after is not None:
            yield end, after._replace(cost=after.cost + WORD + SEAT)

    def _by_player(
        self, end: int, field_id: str, whose: str, way: _Way
    ) -> Iterator[tuple[int, _Way]]:
        """An amount of a player, or of a further colour, behind the name."""
        field = self.sheet.fields[field_id]
        before = way.values.get(field_id, {})
        if (
            not kind_of(field).has_colours
            or field_id in self.given
            or before is None
            or whose in before
        ):
            return
        for start in self._skipped(end, separators=True):
            found = self._number_at(start)
            if found is not None:
                numbers = found[1]
                value = numbers[0] if len(numbers) == 1 else "+".join(map(str, numbers))
                yield found[0], self._with(way, field, {**before, whose: value}, WORD + PAIRED)
                return

    def _amount_of(
        self, end: int, kind: str, of: Sequence[Any], numbers: tuple[int, ...], way: _Way
    ) -> Iterator[tuple[int, _Way]]:
        """An amount before the name of the player, or of the further colour, whose it is."""
        whose = of[-1]
        for field in self.fields:
            before = way.values.get(field.id, {})
            wrong = not kind_of(field).has_colours or field.id in self.given or before is None
            if wrong or whose in before or (kind == "extra" and of[0] != field.id):
                continue
            if self._number_at(end) is None or before:
                value = numbers[0] if len(numbers) == 1 else "+".join(map(str, numbers))
                yield end, self._with(way, field, {**before, whose: value}, WORD)
            elif not before:
                yield end, self._with(way, field, {**before, whose: numbers[0]}, WORD + 1)

    def _none_at(self, place: int) -> int | None:
        """Where the word for nothing ends that stands at a place; None when there is none."""
        found = self.matches[place] if place < len(self.tokens) else ()
        return next((match.end for match in found if ("none",) in match.meanings), None)

    def _none(self, match: Match, way: _Way) -> Iterator[tuple[int, _Way]]:
        """That there is none: of what is named beside it, or of the next value that may be left out."""
        # In Japanese it stands behind what there is none of: 石なし金2.
        latin = self.tokens[match.start].latin
        for start in self._skipped(match.end, separators=False) if latin else ():
            for other in self.matches[start] if start < len(self.tokens) else ():
                for kind, *of in other.meanings:
                    if kind not in ("field", "thing"):
                        continue
                    field = self.sheet.fields[of[0]]
                    if field.id not in way.values and field.id not in self.given:
                        yield other.end, self._with(way, field, self._nothing(field), WORD + PAIRED)
        for skipped, field in enumerate(self._free(way, _may_be_nothing)):
            cost = WORD + 1 + skipped * PAST_OPTIONAL
            yield match.end, self._with(way, field, self._nothing(field), cost)

    def _texts(self, place: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """Free text: in quotes, or what looks like the name of a space of a board."""
        token = self.tokens[place]
        end = place + 1
        before = self.tokens[place - 1] if place and token.glued else None
        apart = before is None or not (before.latin or before.digits)
        space = token.latin and len(token.written) <= 2 and apart  # noqa: PLR2004
        if space and end < len(self.tokens) and self.tokens[end].digits and self.tokens[end].glued:
            text, end = f"{token.written.upper()}{self.tokens[end].written}", end + 1
        elif token.quoted:
            text = token.key
        else:
            return
        for field in self._free(way, lambda f: kind_of(f).is_free_text)[:1]:
            yield end, self._with(way, field, text, WORD)

    def _text_from(self, start: int, field: Field, way: _Way) -> Iterator[tuple[int, _Way]]:
        """All that stands behind the name of a field of any words."""
        end = next(
            (n for n in range(start, len(self.tokens)) if self.tokens[n].key == SEPARATOR),
            len(self.tokens),
        )
        if end > start and field.id not in way.values and field.id not in self.given:
            yield end, self._with(way, field, written(self.tokens[start:end]), WORD)

    # --- the whole -----------------------------------------------------------------------------

    def _done(self, way: _Way) -> Reading:
        cost, sheet = way.cost, self.sheet
        named = _is_named(way.names, self._stand_in_words(way))
        missing = sum(
            not field.optional and field.id not in way.values and field.id not in self.given
            and self._asked(field, way) is True
            for field in self.fields
        )  # fmt: skip
        if missing:
            cost += MISSING + MISSING_MORE * (missing - 1)
        if sheet.names and not named and self.focus is None:
            cost += UNNAMED
        unclear = {key: value for key, value in way.values.items() if isinstance(value, tuple)}
        values = {key: value for key, value in way.values.items() if key not in unclear}
        return Reading(
            cost,
            values,
            unclear,
            named,
            self._left(way.left),
            len(way.names),
            way.bare,
            way.left[0] if way.left else len(self.tokens),
        )

    def _stand_in_words(self, way: _Way) -> frozenset[tuple[int, int, int]]:
        """The words in names of the sheet for which its options stand: who puts on a cap puts on a hat."""
        return frozenset(word for key in way.values for word in stand_ins(self.sheet).get(key, ()))

    def _left(self, left: tuple[int, ...]) -> tuple[str, ...]:
        """What is left over, in words as they are written."""
        words: list[list[Token]] = []
        before = -2
        for place in left:
            token = self.tokens[place]
            if place == before + 1 and token.glued:
                words[-1].append(token)
            else:
                words.append([token])
            before = place
        return tuple(written([each[0]._replace(glued=True), *each[1:]]) for each in words)


@once_each
def _with_amounts(field: Field) -> bool:
    """Whether options of a field have numbers in their names."""
    return kind_of(field).picks_options and any(
        char.isdigit() for option in field.options for name in option.names for char in name
    )


@once_each
def _by_number(field: Field) -> bool:
    """Whether the options of a field are called by numbers."""
    return kind_of(field).picks_options and any(
        name.isdecimal() for option in field.options for name in option.names
    )


#: Words beside which a number says how many.
_THINGS = frozenset(("name", "option", "part", "inner", "thing", "field"))


def _within(field: Field, number: int) -> bool:
    low, high = field.low, field.high
    return (low is None or number >= low) and (high is None or number <= high)


def _may_be_nothing(field: Field) -> bool:
    """Whether a word for nothing can be the value of a field, though the field is not named."""
    kind = kind_of(field)
    return (field.optional or kind.is_plain_list) and not kind.is_number


def _named(match: Match, *kinds: str) -> dict[str, dict[str, None]]:
    """The options that a word names, by their fields."""
    named: dict[str, dict[str, None]] = {}
    for kind, *of in match.meanings:
        if kind in kinds:
            named.setdefault(of[0], {})[of[1]] = None
    return named


def _is_named(
    words: Collection[tuple[int, int, int]], instead: Collection[tuple[int, int, int]]
) -> bool:
    """Whether all words of one name are there; ``instead``: words for which options stand, beside others of the name."""
    there: dict[int, set[int]] = {}
    for name, number, _ in words:
        there.setdefault(name, set()).add(number)
    for name, number, _ in instead:
        if name in there:
            there[name].add(number)
    several = {name: many for name, _, many in words}
    return any(len(numbers) == several[name] for name, numbers in there.items())


def _different(done: Sequence[Reading]) -> list[Reading]:
    """Those that say different things, the cheapest of each."""
    seen: list[Any] = []
    kept: list[Reading] = []
    for reading in done:
        what = (reading.values, reading.unclear, reading.named, reading.unknown)
        if what not in seen:
            seen.append(what)
            kept.append(reading)
    return kept


@once_each
def stand_ins(sheet: Sheet) -> Mapping[str, list[tuple[int, int, int]]]:
    """Of each field the words in names of its sheet for which one of its options may stand."""
    words_of: dict[str, list[tuple[int, int, int]]] = {}
    for field in sheet.fields.values():
        if not kind_of(field).picks_options or field.repeat:
            continue
        called = {fold(word) for name in field.names for word in content_words(name)}
        for place, name in enumerate(sheet.names):
            several = content_words(plain_name(name))
            if len(several) > 1:
                words_of.setdefault(field.id, []).extend(
                    (place, n, len(several))
                    for n, word in enumerate(several)
                    if fold(word) in called
                )
    return words_of
