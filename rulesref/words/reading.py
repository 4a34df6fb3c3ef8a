"""Readings of a line by one sheet: which token is the value of which field (読み).

A reading covers the line: each token names the sheet, is a value, stands beside one, or says nothing. What
is left over is in ``unknown``, and such a reading is never used, only told. Every use has a cost
(:mod:`costs`); the tokens are gone through from left to right, and at each the cheapest ways are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.folding import fold, words
from rulesref.base.frozen import frozen
from rulesref.fields.choice import by_amounts
from rulesref.fields.cutting import once_each
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.words.costs import (
    BARE,
    BEGINNING,
    BESIDE_A_NOUN,
    FILL,
    IDLE,
    LEFT_OVER,
    LEFT_OVER_MORE,
    PAIRED,
    PART,
    PAST_OPTIONAL,
    SEAT,
    UNNAMED,
    WORD,
)
from rulesref.words.lexicon import (
    COUNTER,
    KnownWord,
    LineLexicon,
    Sheet,
    WordMeaning,
    content_words,
    plain_name,
)
from rulesref.words.line import Mark, TokenLine, TypedNumber, nouns
from rulesref.words.tokenizer import OWNING, SEPARATOR, LineToken, written
from rulesref.words.ways import (
    Asks,
    Filling,
    NameWord,
    Way,
    counters_of,
    has_amounts,
    is_number_list,
    may_be_nothing,
    nothing,
    own_counters,
)

#: So many ways are kept at each token, and so many readings are given back.
_BEAM, _MOST = 48, 6
#: So many entries of a list of numbers may be the same; so many tokens an option has that is called by amounts.
_OFTEN, _AMOUNTS = 28, 10
_Ways = Iterator[tuple[int, Way]]


@frozen
class LineReading:
    """What a line says by a sheet.

    ``values`` are plain data as a file has them, by the ids of the fields. ``unclear`` has the options that
    can be meant where several can. ``named``: the line says a name of the sheet, of which it has so many
    words (``names``). ``unknown`` are the words that nothing explains, as they are written; ``understood`` is the
    token before which there is none. ``bare`` are the fields whose options it calls by a number or a beginning alone.
    """

    cost: int
    values: Mapping[str, Any]
    unclear: Mapping[str, tuple[str, ...]]
    named: bool
    names: int
    unknown: tuple[str, ...]
    understood: int
    bare: frozenset[str] = frozenset()


def readings(
    sheet: Sheet, tokens: Sequence[LineToken], people: LineLexicon, *, players: Sequence[str] = (),
    given: Collection[str] = (), focus: str | None = None, shown: Sequence[str] = (), turn: str | None = None,
    asks: Asks | None = None, marks: Sequence[Mark] = (),
) -> list[LineReading]:  # fmt: skip
    """The best readings of a line by a sheet, the cheapest first; at least one, which may leave words over.

    ``people`` are words for the ``players``, ``turn`` the one who acts. ``given``: fields that have a
    value already; ``focus``: the field that is asked, to which bare values belong first, and ``shown``
    its options as they were listed, which numbers may choose. ``asks`` says whether a field is asked for
    beside some values. ``marks`` tell options apart by whose they are, and by number.
    """
    line = TokenLine(sheet, tokens, people, marks, turn)
    return _Reader(line, Filling(sheet, players, given, focus, asks), shown, turn).readings()


class _Reader:
    def __init__(
        self, line: TokenLine, filling: Filling, shown: Sequence[str], turn: str | None
    ) -> None:
        self.line, self.filling, self.shown, self.turn = line, filling, shown, turn
        self.sheet, self.tokens = line.sheet, line.tokens

    def readings(self) -> list[LineReading]:
        many = len(self.tokens)
        ways: list[list[Way]] = [[Way()], *([] for _ in range(many))]
        for place in range(many):
            for way in sorted(ways[place], key=lambda way: way.cost)[:_BEAM]:
                for end, after in self._on(place, way):
                    ways[end].append(after)
        done = [self._done(way) for way in sorted(ways[many], key=lambda way: way.cost)[:_BEAM]]
        return _different(sorted(done, key=lambda reading: reading.cost))[:_MOST]

    # --- what a token can be ---------------------------------------------------------------------

    def _on(self, place: int, way: Way) -> _Ways:
        """The ways to go on with the token at a place, and where each ends."""
        token = self.tokens[place]
        if token.key in (SEPARATOR, OWNING):
            yield place + 1, way
            return
        number = self.line.number_at(place)
        if number is not None:
            yield from self._beside(place, number, way)
            yield from self._bare(place, number, way)
            if self.line.is_one(place):
                yield number.end, way.dearer(WORD + IDLE)
        yield from self._amounts(place, way)
        for match in self.line.at(place):
            for meaning in match.meanings:
                yield from self._meant(match, meaning, way)
        yield from self._options(place, way)
        yield from self._beginning(place, way)
        if (text := self.line.text_at(place)) is not None:
            for field in self.filling.free(way, lambda f: kind_of(f).is_free_text)[:1]:
                yield text[0], self.filling.given_to(way, field, text[1], WORD)
        goes_on = way.left[-1:] == (place - 1,) and token.glued
        yield (
            place + 1,
            way.dearer(LEFT_OVER_MORE if goes_on else LEFT_OVER, left=(*way.left, place)),
        )

    def _meant(self, match: KnownWord, meaning: WordMeaning, way: Way) -> _Ways:
        """The ways to go on with one meaning of a known word."""
        kind, *of = meaning
        match kind:
            case "filler":
                yield match.end, way.dearer(FILL * (match.end - match.start))
            case "ending" if self.line.is_ending(match):
                yield match.end, way.dearer(FILL * (match.end - match.start))
            case "counter" | "things" if self._may_be_idle(match):
                # Behind a number it was read with that.
                yield match.end, way.dearer(WORD + IDLE)
            case "action":
                word: NameWord = (of[0], of[1], of[2])
                yield match.end, way.dearer(WORD + (word[2] > 1), names=way.names | {word})
            case "field" | "thing":
                yield from self._noun(match, of[0], way, whole=kind == "field")
            case "player" | "extra":
                yield from self._player(match, kind, of, way)
            case "inner":
                yield from self._inner(match, of[0], of[1], way)
            case "none":
                yield from self._none(match, way)
            case "all" | "flag":
                yield from self._for_all(match, kind, of, way)

    def _may_be_idle(self, match: KnownWord) -> bool:
        """Whether what counts says nothing: it is none of a number before it, and in English stands before one."""
        before = match.start > 0 and self._is_of_another_unit(match.start - 1)
        latin = self.tokens[match.start].latin
        return not before and (not latin or self.line.number_at(match.end) is not None)

    def _is_of_another_unit(self, place: int) -> bool:
        """Whether the number at a place counts what this sheet does not: size 4 steps."""
        unit = self.line.unit_at(place)
        return unit is not None and unit not in counters_of(self.sheet)

    def _for_all(self, match: KnownWord, kind: str, of: Sequence[Any], way: Way) -> _Ways:
        """Everybody else, or yes or no, for the first field that can be so."""
        if kind == "flag":
            no = self.line.denied(match)
            for field in self.filling.free(
                way, lambda f: kind_of(f).true_when_named and (no is None or f.id in no)
            )[:1]:
                yield match.end, self.filling.given_to(way, field, of[0], WORD)
            return
        others = [name for name in self.filling.players if name != self.turn]
        for field in self.filling.free(
            way, lambda f: kind_of(f).names_players and kind_of(f).entries
        ):
            yield match.end, self.filling.given_to(way, field, others, WORD)

    # --- fields by their names -------------------------------------------------------------------

    def _noun(self, match: KnownWord, name: str, way: Way, *, whole: bool) -> _Ways:
        """A field that is named: with its number or value behind, by itself, or as what a value is of."""
        field, line, filling = self.sheet.fields[name], self.line, self.filling
        kind, free = kind_of(field), filling.is_free(way, field)
        part = 0 if whole else PART - 1
        if free and whole and kind.true_when_named:
            yield match.end, filling.given_to(way, field, True, WORD)
        article = match.start > 0 and self.tokens[match.start - 1].key in words("articles")
        if kind.is_number and article and COUNTER in match.meanings:
            one = filling.with_number(way, field, TypedNumber(match.end, (1,)))
            if one is not None and line.number_at(match.end) is None:
                yield match.end, one.dearer(WORD + PAIRED + part, word=self.sheet.order[name])
        # A noun that is glued to a number before it has that one: 2石 3点.
        bound = match.start > 0 and line.glued(match.start) and self.tokens[match.start - 1].digits
        for start in line.over_fillers(match.end):
            counted = (line.unit_at(start) or "") in {"", *own_counters(field)}
            number = line.number_at(start, counted=counted)
            # What several numbers are called says of none which it is: paid.
            own = whole or len(nouns(match)) == 1
            after = filling.with_number(way, field, number) if number and own else None
            if number is not None and after is not None and (line.glued(start) or not bound):
                cost = WORD + PAIRED + part + (start - match.end)
                order = self.sheet.order[name]
                yield number.end, after.dearer(cost, word=order).beside(behind=True)
            none = line.none_at(start) if free else None
            if none is not None and (field.optional or kind.is_number or kind.is_plain_list):
                yield none, filling.given_to(way, field, nothing(field), WORD + PAIRED + part)
            text = line.text_from(start) if free and kind.is_free_text and whole else None
            if text is not None:
                # Of what joins the name with the text in Japanese nothing belongs to the text: 標語は春.
                joins = line.glued(start) and not self.tokens[start].latin and start == match.end
                yield text[0], filling.given_to(way, field, text[1], WORD + joins)
        if not kind.true_when_named:
            # It says what the value beside it is of; a field of numbers is hardly named for nothing.
            idle = IDLE if whole and kind.is_number and free else 1
            said = (range(match.start, match.end), name)
            yield match.end, way.dearer(WORD + 2 * part + idle, nouns=(*way.nouns, said))

    def _none(self, match: KnownWord, way: Way) -> _Ways:
        """That there is none: of what is named behind, in English, or of the next value that may be left out."""
        filling = self.filling
        if self.line.is_of_player(match.start):
            return  # who is not there is no answer to another question
        if self.tokens[match.start].latin:
            for start in self.line.over_fillers(match.end):
                for other in self.line.at(start):
                    for field in map(self.sheet.fields.__getitem__, nouns(other)):
                        none = nothing(field)
                        if filling.is_free(way, field) and (none is not None or field.optional):
                            yield other.end, filling.given_to(way, field, none, WORD + PAIRED)
        if self.line.denied(match) is not None:
            return
        skipped = WORD + 1
        for field in filling.free(way, may_be_nothing):
            if self.tokens[match.start].latin and filling.lacks(way, field):
                break  # of nothing that is said: nothing is done
            unasked = filling.unasked(way, field)
            none = filling.given_to(way, field, nothing(field), skipped + unasked)
            yield match.end, none._replace(word=max(way.word, self.sheet.order[field.id]))
            skipped += 0 if unasked else PAST_OPTIONAL

    # --- numbers ---------------------------------------------------------------------------------

    def _bare(self, place: int, number: TypedNumber, way: Way) -> _Ways:
        """A number that only its place in the line tells: a field, one of several players, an option that was listed."""
        thing, named = self.line.beside_a_thing(place), self.line.nouns_before(place)
        thing += BESIDE_A_NOUN if self.line.may_count(place) else 0
        called, behind = self.line.called_by(place), self.line.nouns_behind(place)
        if self._is_of_another_unit(place):
            return  # spaces are no points
        for field in self.filling.fields:
            order = self.sheet.order[field.id]
            if (called and field.id not in called) or self._is_of_good(place, field, way):
                continue
            kind = kind_of(field)
            many = field.id not in way.values and self.line.is_many(place)
            where = number.is_place or self.line.is_where_to(place, number.end)
            which = not (number.counts_things or where or many)
            listed = is_number_list(field) and which
            if kind.is_number or listed:
                after = self.filling.with_number(way, field, number)
                if after is not None:
                    cost = self.filling.past(way, field) + self.filling.unasked(way, field) + thing
                    if named and field.id not in named and named.isdisjoint(way.values):
                        cost += BESIDE_A_NOUN + self.filling.impossible(named, number)
                    if behind and field.id not in behind:
                        cost += self.filling.impossible(behind, number)
                    yield number.end, after.dearer(WORD + BARE + cost, last=order)
            elif number.counts_things and is_number_list(field):
                yield from self._again(number, field, way)
            elif kind.names_players and not (number.counts_things or number.is_place):
                yield from self._seat(number, field, way)
            elif kind.has_colours:
                yield from self._by_seat(place, field, way)
        if self.filling.focus is not None and not number.counts_things:
            yield from self._listed(number, self.sheet.fields[self.filling.focus], way)

    def _is_of_good(self, place: int, field: Field, way: Way) -> bool:
        """Whether a number is that of a good beside it, which comes after a field: it is not the value of that one."""
        before = self.sheet.order[field.id] < way.word and self.line.is_of_good(place)
        return before or (field.optional and self.line.begins_amount(place))

    def _seat(self, number: TypedNumber, field: Field, way: Way) -> _Ways:
        """A player by the number of the seat."""
        players = self.filling.players
        if len(number.numbers) == 1 and 0 < number.value <= len(players):
            after = self.filling.with_player(way, field, players[number.value - 1])
            last = self.sheet.order[field.id]
            if after is not None and last >= max(way.last, way.word):
                yield number.end, after.dearer(WORD + SEAT, last=last)

    def _again(self, number: TypedNumber, field: Field, way: Way) -> _Ways:
        """How many there are of the last entry of a list of numbers: レベル3を2個."""
        entries = way.values.get(field.id)
        if (
            entries
            and 0 < number.value <= _OFTEN
            and self.sheet.order[field.id] in (way.word, way.last)
        ):
            value = [*entries, *entries[-1:] * (number.value - 1)]
            yield number.end, self.filling.given_to(way, field, value, WORD)

    def _by_seat(self, place: int, field: Field, way: Way) -> _Ways:
        """An amount for each player, in the order in which they sit."""
        amounts: dict[str, Any] = {}
        for name in self.filling.players:
            number = self.line.number_at(place)
            if number is None:
                return
            amounts[name] = number.raw
            *_, place = self.line.over_fillers(number.end, separators=True)
        if self.filling.is_free(way, field):
            yield place, self.filling.given_to(way, field, amounts, WORD + BARE)

    def _listed(self, number: TypedNumber, field: Field, way: Way) -> _Ways:
        """An option by the number that it was shown with."""
        if 0 < number.value <= len(self.shown) and field.id not in way.values:
            option = self.shown[number.value - 1]
            value = [option] if kind_of(field).is_plain_list else option
            yield number.end, self.filling.given_to(way, field, value, WORD + BARE + 1)

    def _beside(self, place: int, number: TypedNumber, way: Way) -> _Ways:
        """A number with what stands behind it: the name of its field, or things of which it says how many."""
        bare = self.line.number_at(place, counted=False)
        if bare is None or number.is_place or self.line.is_behind(place):
            return
        yield from self._with_noun(bare, way)
        yield from self._with_things(bare, way)
        if bare.end < number.end:
            yield from self._with_noun(number, way)
            if number.counts_things:
                yield from self._with_things(number, way)

    def _with_noun(self, number: TypedNumber, way: Way) -> _Ways:
        """A number before the name of its field, of a part of a record, or of the player whose amount it is."""
        for start in self.line.over_fillers(number.end):
            away = start - number.end
            for match in self.line.at(start):
                for kind, *of in match.meanings:
                    if kind == "field" or (kind == "thing" and len(nouns(match)) == 1):
                        field = self.sheet.fields[of[0]]
                        part = 0 if kind == "field" else PART - 1
                        yield from self._with_name(match, field, number, way, away + part)
                    elif kind == "inner":
                        for stop, after in self._inner(match, of[0], of[1], way, number):
                            yield stop, after.dearer(away)
                    elif kind in ("player", "extra"):
                        yield from self._amount_before(match, kind, of, number, way)

    def _with_name(
        self, match: KnownWord, field: Field, number: TypedNumber, way: Way, more: int
    ) -> _Ways:
        """A number before the name of its field; or how many entries of its list are the number behind: two level 3."""
        after = self.filling.with_number(way, field, number)
        if after is not None and not self.line.number_follows(match.end):
            order = self.sheet.order[field.id]
            cost = WORD + PAIRED + more + self.filling.unasked(way, field)
            yield match.end, after.dearer(cost, word=order).beside(behind=False)
        entry = self.line.number_at(match.end)
        if entry is not None and is_number_list(field) and 0 < number.value <= _OFTEN:
            same = entry._replace(numbers=entry.numbers * number.value)
            several = self.filling.with_number(way, field, same)
            if several is not None:
                yield entry.end, several.dearer(WORD + PAIRED)

    def _with_things(self, number: TypedNumber, way: Way) -> _Ways:
        """A number before things of which it says how many, words of the sheet's name between them or not."""
        for start in self.line.over_fillers(number.end):
            yield from self._many(number, start, way)
            for match in self.line.at(start):
                said = [(of[0], of[1], of[2]) for kind, *of in match.meanings if kind == "action"]
                for behind in self.line.over_fillers(match.end) if said else ():
                    named = way.dearer(WORD, names=way.names | set(said))
                    yield from self._many(number, behind, named)

    def _many(self, number: TypedNumber, start: int, way: Way) -> _Ways:
        """So many of the things that words from a place on name."""
        for end, options in self.line.described(start):
            if self.line.number_follows(end):
                continue
            for name, ids in options.items():
                field = self.sheet.fields[name]
                if kind_of(field).picks_one or self.line.only_in_part(start, end, name) > 0:
                    continue
                after = self.filling.with_options(way, field, ids, number.value)
                if after is not None:
                    order = self.filling.out_of_order(way, field, options)
                    cost = WORD + PAIRED + start - number.end + order
                    yield end, after.dearer(cost).beside(behind=False)

    # --- options ---------------------------------------------------------------------------------

    def _options(self, place: int, way: Way) -> _Ways:
        """The options that words from a place on describe together, and how many of them."""
        for end, options in self.line.described(place):
            by_number = self.tokens[place].digits and end == place + 1
            if by_number and (self.line.is_joined(place) or self.line.is_of_next(place)):
                continue  # it is the number of what is glued to it, or one more of what stands before
            for name, ids in options.items():
                field = self.sheet.fields[name]
                after = self.filling.with_options(way, field, ids)
                of_good = by_number and self._is_of_good(place, field, way)
                in_part = self.line.only_in_part(place, end, name)
                # One more of a list is not called by a single word of its name.
                single = in_part > 0 and any(match.end == end for match in self.line.at(place))
                if after is None or of_good or (field.repeat and single):
                    continue
                cost = WORD + in_part
                if by_number:
                    cost += BARE + self.filling.past(way, field)
                    last = self.sheet.order[name]
                    behind = self.line.over_ordinal(place)
                    yield behind, after.dearer(cost, last=last, bare=way.bare | {name})
                    continue
                cost += self.filling.out_of_order(way, field, options)
                word = self.sheet.order[name]
                yield end, after.dearer(cost, word=word, bare=way.bare - {name})
                if field.repeat:
                    yield from self._counted(end, field, ids, way, cost)

    def _counted(self, end: int, field: Field, ids: Sequence[str], way: Way, cost: int) -> _Ways:
        """How many there are of an option, behind it."""
        for start in self.line.over_fillers(end):
            found = self.line.count_at(start)
            if found is not None:
                several = self.filling.with_options(way, field, ids, found[1])
                if several is not None:
                    apart = start - end if self.line.glued(start) else 2
                    yield found[0], several.dearer(cost + PAIRED + apart).beside(behind=True)

    def _amounts(self, place: int, way: Way) -> _Ways:
        """An option that is called by things and how many of each, in any order."""
        if self.tokens[place].digits and self.line.is_behind(place):
            return
        for field in filter(has_amounts, self.filling.fields):
            for end in range(min(len(self.tokens), place + _AMOUNTS), place + 1, -1):
                several = self.tokens[place:end]
                apart = any(token.key == SEPARATOR or token.quoted for token in several)
                if apart or not any(token.digits for token in several):
                    continue
                ids = [option.id for option in by_amounts(field, written(several))]
                after = self.filling.with_options(way, field, ids) if ids else None
                if after is not None:
                    yield end, after.dearer(WORD)

    def _beginning(self, place: int, way: Way) -> _Ways:
        """The options with a name that begins with a word which nothing else is."""
        found = self.line.beginning_at(place)
        if found is None:
            return
        end, flat = found[0], fold(found[1])
        for field in self.filling.fields:
            options = field.options if kind_of(field).picks_options else ()
            begun = [o.id for o in options if any(fold(n).startswith(flat) for n in o.names)]
            after = self.filling.with_options(way, field, begun) if begun else None
            if after is not None:
                yield end, after.dearer(WORD + BEGINNING, bare=way.bare | {field.id})

    # --- players, and parts of records -----------------------------------------------------------

    def _player(self, match: KnownWord, kind: str, of: Sequence[Any], way: Way) -> _Ways:
        """A player as a value, or with the amount behind the name; a further colour with its amount."""
        for field in self.filling.fields:
            if kind_of(field).has_colours and (kind == "player" or of[0] == field.id):
                yield from self._amount_behind(match, field, of[-1], way)
            elif kind == "player" and kind_of(field).names_players:
                after = self.filling.with_player(way, field, of[0])
                if after is not None:
                    past = self.filling.past_players(way, field) + self.filling.unasked(way, field)
                    yield match.end, after.dearer(WORD + past)

    def _amount_behind(self, match: KnownWord, field: Field, whose: str, way: Way) -> _Ways:
        for start in self.line.over_fillers(match.end, separators=True):
            number = self.line.number_at(start)
            if number is not None:
                after = self.filling.with_part(way, field, whose, number.raw, WORD + PAIRED)
                if after is not None:
                    yield number.end, after
                return

    def _amount_before(
        self, match: KnownWord, kind: str, of: Sequence[Any], number: TypedNumber, way: Way
    ) -> _Ways:
        """An amount before the name of the player, or of the further colour, whose it is."""
        for field in self.filling.fields:
            if kind_of(field).has_colours and (kind == "player" or of[0] == field.id):
                first = self.line.number_at(match.end) is not None and not way.values.get(field.id)
                after = self.filling.with_part(way, field, of[-1], number.raw, WORD + first)
                if after is not None:
                    yield match.end, after

    def _inner(
        self, match: KnownWord, name: str, part: str, way: Way, before: TypedNumber | None = None
    ) -> _Ways:
        """A part of a record with its number, which stands before or behind."""
        field = self.sheet.fields[name]
        if not kind_of(field).has_parts:
            return
        if before is not None:
            after = self.filling.with_part(way, field, part, before.value, WORD + PAIRED)
            if after is not None:
                yield match.end, after
            return
        for start in self.line.over_fillers(match.end):
            number = self.line.number_at(start)
            if number is not None:
                cost = WORD + PAIRED + start - match.end + (not self.line.glued(start))
                after = self.filling.with_part(way, field, part, number.value, cost)
                if after is not None:
                    yield number.end, after
        alone = self.filling.with_part(way, field, part, 1, WORD + 1)
        if alone is not None:
            yield match.end, alone

    # --- the whole -------------------------------------------------------------------------------

    def _done(self, way: Way) -> LineReading:
        # What a word is of that has no value, and is not asked for, is not said.
        idle = [
            place
            for places, name in way.nouns
            if self.filling.is_free(way, field := self.sheet.fields[name])
            and (self.filling.asked(way, field) is False or (field.optional and not field.ask_when))
            for place in places
        ]
        if idle:
            way = way.dearer(LEFT_OVER, left=tuple(sorted((*way.left, *idle))))
        instead = {word for key in way.values for word in stand_ins(self.sheet).get(key, ())}
        named = _is_named(way.names, instead)
        cost = way.cost + self.filling.missing(way)
        if self.sheet.names and not named and self.filling.focus is None:
            cost += UNNAMED
        unclear = {key: value for key, value in way.values.items() if isinstance(value, tuple)}
        return LineReading(
            cost=cost,
            values={key: value for key, value in way.values.items() if key not in unclear},
            unclear=unclear,
            named=named,
            names=len(way.names),
            unknown=self.line.words_at(way.left),
            understood=way.left[0] if way.left else len(self.tokens),
            bare=way.bare,
        )


def _is_named(words: Collection[NameWord], instead: Collection[NameWord]) -> bool:
    """Whether all words of one name are there; ``instead``: words for which options stand, beside others of the name."""
    there: dict[int, set[int]] = {}
    for name, number, _ in words:
        there.setdefault(name, set()).add(number)
    for name, number, _ in instead:
        if name in there:
            there[name].add(number)
    several = {name: many for name, _, many in words}
    return any(len(numbers) == several[name] for name, numbers in there.items())


def _different(done: Sequence[LineReading]) -> list[LineReading]:
    """Those that say different things, the cheapest of each."""
    kept: dict[str, LineReading] = {}
    for reading in done:
        values = sorted({**reading.values, **reading.unclear}.items())
        what = repr((values, reading.named, reading.unknown))
        kept.setdefault(what, reading)
    return list(kept.values())


@once_each
def stand_ins(sheet: Sheet) -> Mapping[str, list[NameWord]]:
    """Of each field the words in names of its sheet for which one of its options may stand: who puts on a cap puts on a hat."""
    words_of: dict[str, list[NameWord]] = {}
    for field in sheet.fields.values():
        if not kind_of(field).picks_options or field.repeat:
            continue
        called = {fold(word) for name in field.names for word in content_words(name)}
        for place, name in enumerate(sheet.names):
            several = content_words(plain_name(name))
            words = [
                (place, n, len(several)) for n, word in enumerate(several) if fold(word) in called
            ]
            if len(words) < len(several):
                words_of.setdefault(field.id, []).extend(words)
    return words_of
