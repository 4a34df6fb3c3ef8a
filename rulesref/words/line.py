"""A line as a sheet knows it: the words in it, its numbers, and the options that words describe together (行)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from rulesref.base.folding import is_hiragana, is_katakana, words
from rulesref.base.frozen import frozen
from rulesref.fields.cutting import PLACE_SIGN, kanji_number
from rulesref.fields.kind import kind_of
from rulesref.words.costs import BESIDE_A_NOUN, BESIDE_A_THING, NUMBER_INSIDE, PART
from rulesref.words.lexicon import (
    COUNTER,
    ENDING,
    FILLER,
    NONE,
    NOT,
    OWN,
    THINGS,
    KnownWord,
    LineLexicon,
    Sheet,
    kanji_digits,
    language,
    matches_of,
)
from rulesref.words.tokenizer import OWNING, SEPARATOR, LineToken, key_of, written

#: Of each field the options that are meant.
OptionSet = Mapping[str, tuple[str, ...]]
#: Words beside which a number says how many.
_THINGS = frozenset(("name", "option", "part", "inner", "thing", "field"))
#: What words mean that are no thing.
_IDLE = {"filler", "ending", "counter", "things"}
#: The name of a field, and a word of it.
NOUNS = ("field", "thing")
#: So many words that say nothing may stand between two that belong together.
_BETWEEN = 2
#: Fewer letters begin too many words; fewer katakana too.
_SHORTEST = 2
#: A space of a board is called by so many letters at most, with a number behind.
_SPACE = 2
#: The longest name has no more tokens.
_LONGEST = 12


class TypedNumber(NamedTuple):
    """A number of a line: where it ends, its summands, whether it counts things, whether it is that of a place (@13)."""

    end: int
    numbers: tuple[int, ...]
    counts_things: bool = False
    is_place: bool = False

    @property
    def value(self) -> int:
        """The sum."""
        return sum(self.numbers)

    @property
    def raw(self) -> int | str:
        """As a file would have it: a sum stays one."""
        return self.numbers[0] if len(self.numbers) == 1 else "+".join(map(str, self.numbers))


@frozen
class Mark:
    """How options of a field are told apart just now: by a number (of a space), by the player whose they are."""

    field: str
    by_number: Mapping[int, Sequence[str]]
    by_owner: Mapping[str, Sequence[str]]


class TokenLine:
    """Tokens, and all that each can mean for a sheet and the people at the table."""

    def __init__(
        self, sheet: Sheet, tokens: Sequence[LineToken], people: LineLexicon,
        marks: Sequence[Mark] = (), turn: str | None = None,
    ) -> None:  # fmt: skip
        self.sheet, self.tokens = sheet, tokens
        self.matches = matches_of(tokens, (sheet.lexicon, people, language()))
        self._tell_names_apart()
        self._leave_denials()
        for mark in marks:
            self._mark(mark, turn)

    def _tell_names_apart(self) -> None:
        """Where the name of a player is a word that says nothing too, it is the name as it is written: A, a."""
        for place, found in enumerate(self.matches):
            for n, match in enumerate(found):
                names = [of[0] for kind, *of in match.meanings if kind == "player"]
                if names and FILLER in match.meanings:
                    is_name = written(self.tokens[place : match.end]) in names
                    dropped = FILLER[0] if is_name else "player"
                    kept = tuple(m for m in match.meanings if m[0] != dropped)
                    found[n] = match._replace(meanings=kept)

    def _leave_denials(self) -> None:
        """A word for nothing that says that something is not done says nothing of a value."""
        for found in self.matches:
            for n, match in enumerate(found):
                if self._denies(match):
                    kept = tuple(m for m in match.meanings if m not in (NONE, ("flag", False)))
                    found[n] = match._replace(meanings=kept)

    def _denies(self, match: KnownWord) -> bool:
        """Whether a Japanese word says that something is not done or is not so: 置かない, 赤ではない."""
        start = match.start
        behind = self.tokens[start].glued and is_hiragana(self.tokens[start - 1].written[:1])
        if NOT not in match.meanings or not behind:
            return False
        said = (m for m in self.before(start) if FILLER in m.meanings)
        longest = next((key_of(self.tokens[m.start : start]) for m in said), "")
        return longest not in words("behind-who")

    def _mark(self, mark: Mark, turn: str | None) -> None:
        """Make the words known by which options of a field are told apart."""
        for place, found in enumerate(self.matches):
            number = self.number_at(place)
            counted = self.unit_at(place) and self._is_latin(place + 1)  # 2 spaces are not space 2
            if number is not None and not (number.counts_things or counted):
                self._know(place, number.end, mark, mark.by_number.get(number.value, ()))
            for n, match in enumerate([*found]):
                owner = next((of[1] for of in match.meanings if of[0] == "player"), None)
                if OWN in match.meanings:
                    owner = turn
                    if any(
                        of[1:2] == (mark.field,) for m in self.at(match.end) for of in m.meanings
                    ):
                        # Whose it is says something here: it is not passed over.
                        kept = tuple(m for m in match.meanings if m != FILLER)
                        found[n] = match._replace(meanings=kept)
                end = match.end + any(t.key == OWNING for t in self.tokens[match.end :][:1])
                self._know(place, end, mark, mark.by_owner.get(owner or "", ()))

    def _know(self, place: int, end: int, mark: Mark, ids: Sequence[str]) -> None:
        if ids:
            parts = tuple(("part", mark.field, option) for option in ids)
            self.matches[place].append(KnownWord(place, end, parts))

    # --- what stands where -----------------------------------------------------------------------

    def at(self, place: int) -> Sequence[KnownWord]:
        """The known words that begin at a place; none behind the end."""
        return self.matches[place] if place < len(self.tokens) else ()

    def before(self, place: int) -> Iterator[KnownWord]:
        """The known words that end right before a place."""
        for start in range(max(0, place - _LONGEST), place):
            yield from (match for match in self.matches[start] if match.end == place)

    def glued(self, place: int) -> bool:
        """Whether a token stands at a place and nothing before it."""
        return place < len(self.tokens) and self.tokens[place].glued

    def over_fillers(self, place: int, *, separators: bool = False) -> Iterator[int]:
        """A place, and those behind words there that say nothing; behind commas only with ``separators``."""
        yield place
        for _ in range(_BETWEEN):
            if place >= len(self.tokens):
                return
            token = self.tokens[place]
            longest = next(iter(self.at(place)), None)
            if token.key == SEPARATOR and (separators or token.written in "=+"):
                place += 1
            elif token.key in words("joining") and not separators:
                return  # what it joins are two things
            elif token.key != SEPARATOR and longest is not None and self._says_nothing(longest):
                place = longest.end
            else:
                return
            yield place

    def _says_nothing(self, match: KnownWord) -> bool:
        return FILLER in match.meanings or (ENDING in match.meanings and self.is_ending(match))

    def is_joined(self, place: int) -> bool:
        """Whether a word joins what stands at a place with a number right before that word: 2 and 3."""
        before = self.tokens[max(0, place - 2) : place]
        return len(before) > 1 and bool(before[0].numbers) and before[1].key in words("joining")

    def is_of_player(self, place: int) -> bool:
        """Whether what stands at a place is glued to the name of a player, with words between that say nothing or without."""
        if not self.glued(place):
            return False
        before = list(self.before(place))
        names = any(kind == "player" for match in before for kind, *_ in match.meanings)
        return names or any(
            self._says_nothing(match) and self.is_of_player(match.start) for match in before
        )

    def denied(self, match: KnownWord) -> list[str] | None:
        """The fields that are named behind a word that says that there is none of them; None where nothing stands behind it."""
        behind = self.tokens[match.end : match.end + 1]
        alone = not behind or behind[0].key == SEPARATOR
        if alone or NOT not in match.meanings or not self._is_latin(match.start):
            return None
        places = self.over_fillers(match.end)
        return [name for place in places for m in self.at(place) for name in nouns(m)]

    def none_at(self, place: int) -> int | None:
        """Where the word for nothing ends that stands at a place; None when there is none."""
        return next((match.end for match in self.at(place) if NONE in match.meanings), None)

    # --- numbers ---------------------------------------------------------------------------------

    def number_at(self, place: int, *, counted: bool = True) -> TypedNumber | None:
        """The number at a place; what counts things or places behind it belongs to it, if ``counted``."""
        is_place = place < len(self.tokens) and self.tokens[place].key == PLACE_SIGN
        found = self._digits_at(place + is_place)
        if found is None:
            return None
        end, numbers = found
        is_place = is_place or self._says_which(place)
        counters = self.at(end) if counted and (self.glued(end) or self._is_latin(end)) else ()
        for match in counters:
            # “points” may be the name of a number too.
            if {COUNTER, THINGS} & set(match.meanings) and not self._is_more(match):
                return TypedNumber(match.end, numbers, THINGS in match.meanings, is_place)
        return TypedNumber(end, numbers, is_place=is_place)

    def _says_which(self, place: int) -> bool:
        """Whether what counts stands before a number in Latin letters, and counts nothing else: space 2."""
        return any(
            self.tokens[match.start].latin
            and COUNTER in match.meanings
            and not self._is_more(match)
            and not any(kind in ("name", "option") for kind, *_ in match.meanings)
            and not (match.start and self.tokens[match.start - 1].numbers)
            for match in self.before(place)
        )

    def _is_more(self, match: KnownWord) -> bool:
        """Whether a word that counts is the name of a number, or of the sheet, as well."""
        return self._is_noun(match) or any(kind == "action" for kind, *_ in match.meanings)

    def _is_latin(self, place: int) -> bool:
        return place < len(self.tokens) and self.tokens[place].latin

    def _digits_at(self, place: int) -> tuple[int, tuple[int, ...]] | None:
        if place >= len(self.tokens):
            return None
        if self.tokens[place].numbers:
            return place + 1, self.tokens[place].numbers
        end = place
        while end < len(self.tokens) and self.tokens[end].key in kanji_digits():
            end += 1
        value = (
            kanji_number("".join(t.key for t in self.tokens[place:end])) if end > place else None
        )
        if value is not None:
            return end, (value,)
        words = (
            (m.end, (of[1],)) for m in self.at(place) for of in m.meanings if of[0] == "number"
        )
        return next(words, None)

    def is_ending(self, match: KnownWord) -> bool:
        """Whether what can be an ending is one: behind a word that is known, or behind another ending."""
        if self.tokens[match.start].latin:
            return True
        return any(
            {kind for kind, *_ in before.meanings} - {"filler"}
            for before in self.before(match.start)
            if ENDING not in before.meanings or self.is_ending(before)
        )

    def number_follows(self, place: int) -> bool:
        """Whether a number is glued to what ends before a place, which itself stands apart: that one's number."""
        return (
            self.glued(place)
            and self.number_at(place) is not None
            and not self.tokens[place - 1].glued
        )

    def is_behind(self, place: int) -> bool:
        """Whether the number at a place is glued to a thing before it, and to nothing behind it: 赤2 石."""
        number = self.number_at(place)
        if not self.tokens[place].glued or number is None or self.glued(number.end):
            return False
        return any(kind in _THINGS for match in self.before(place) for kind, *_ in match.meanings)

    def is_of_next(self, place: int) -> bool:
        """Whether something is glued to the number at a place that it may be of: neither what says nothing nor where to."""
        end = place + 1
        if not self.glued(end) or self.tokens[end].key in words("where-to"):
            return False
        return any(
            not {kind for kind, *_ in match.meanings} <= {"filler", "ending"}
            for match in self.at(end)
        )

    def is_of_good(self, place: int) -> bool:
        """Whether the number at a place is glued to a good that stands before it: it says how many."""
        return self.is_behind(place) and any(
            option is not None and option.good
            for match in self.before(place)
            for name, ids in _named(match, "name", "option").items()
            for option in map(self.sheet.fields[name].option, ids)
        )

    def begins_amount(self, place: int) -> bool:
        """Whether a number says how many there are of a good right behind it: of nothing before it, or glued to that alone."""
        apart = self.glued(place + 1) and not self.glued(place)
        of_more = any(kind in _THINGS for m in self.before(place) for kind, *_ in m.meanings)
        return (apart or not of_more) and any(
            self.sheet.fields[name].options_by_id[only].good
            for match in self._counted_by(place)
            for name, ids in _named(match, "name", "option").items()
            for only in ids
        )

    def is_many(self, place: int) -> bool:
        """Whether the number at a place says in English how many there are of what the sheet is called by: two temples."""
        number = self.number_at(place)
        if number is None or not self._is_latin(number.end):
            return False
        several = self.tokens[number.end].written[-1:] in "sS"
        return several and any(
            m[0] == "action" for each in self.at(number.end) for m in each.meanings
        )

    def is_one(self, place: int) -> bool:
        """Whether the number at a place says what is so in any case: that one thing is done, by a sheet that counts nothing."""
        number = self.number_at(place)
        counts = any(
            kind_of(f).is_number or kind_of(f).is_plain_list for f in self.sheet.fields.values()
        )
        if counts or number is None or number.value != 1 or self.tokens[place].signed:
            return False
        named = any(kind == "action" for m in self.at(number.end) for kind, *_ in m.meanings)
        return number.counts_things or (named and self._is_latin(number.end))

    def count_at(self, place: int) -> tuple[int, int] | None:
        """How many there are of what stands before a place, and where that ends; None when a number there is of something else."""
        number, bare = self.number_at(place), self.number_at(place, counted=False)
        if number is None or bare is None or number.is_place:
            return None
        # What is glued to the name before it belongs to that, unless the next one is glued too: 梅2 得点4.
        bound = self.glued(place) and not self.glued(number.end)
        if number.end == bare.end and self.is_where_to(place, number.end):
            return None
        claimed = not bound and any(map(nouns, self._counted_by(place)))
        which = number.end > bare.end and not number.counts_things
        return None if claimed or which else (number.end, number.value)

    def is_where_to(self, place: int, end: int) -> bool:
        """Whether a bare number says where something is put: on the wheel 3, 水車3に, 3に."""
        if self.glued(end) and not self.tokens[end].latin:
            return self.tokens[end].key in words("where-to")
        return not self.glued(place) and any(
            match.start and self.tokens[match.start - 1].key in words("where-to")
            for match in self.before(place)
            if self.tokens[match.start].latin
        )

    def _is_noun(self, match: KnownWord) -> bool:
        """Whether a word is the name of a field of numbers, or of a list of them."""
        kinds = [kind_of(self.sheet.fields[name]) for name in nouns(match)]
        return any(kind.is_number or kind.entries == "number" for kind in kinds)

    def nouns_before(self, place: int) -> set[str]:
        """The fields of numbers that the word right before a place names."""
        return {name for m in self.before(place) if self._is_noun(m) for name in nouns(m)}

    def unit_at(self, place: int) -> str | None:
        """What counts behind the number at a place and says neither that these are things nor which one: 2 spaces."""
        bare, number = self.number_at(place, counted=False), self.number_at(place)
        if bare is None or number is None or bare.end == number.end or number.counts_things:
            return None
        counter = key_of(self.tokens[bare.end : number.end])
        return None if counter in words("ordinals") else counter

    def over_ordinal(self, place: int) -> int:
        """Where the number at a place ends, with what says behind it that it is which one: 3番目."""
        number = self.number_at(place)
        which = number and not (number.counts_things or self.unit_at(place))
        return number.end if number and which else place + 1

    def called_by(self, place: int) -> set[str]:
        """The fields that are named right before the number at a place which one of their options is called by: district 3."""
        fields = {
            name
            for match in self.before(place)
            for name in nouns(match)
            if name not in _named(match, "name", "option")
        }
        return fields & {
            name for match in self.at(place) for name in _named(match, "name", "option")
        }

    def beside_a_thing(self, place: int) -> int:
        """What it costs that the number at a place is none of the thing that stands right behind it."""
        cost = 0
        for match in self._counted_by(place):
            kinds = {kind for kind, *_ in match.meanings}
            if kinds & _THINGS:
                thing = BESIDE_A_THING if kinds - {"part"} else 0
                cost = max(cost, BESIDE_A_NOUN if self._is_noun(match) else thing)
        return cost

    def may_count(self, place: int) -> bool:
        """Whether a thing of which there may be several stands right before the number at a place."""
        return any(
            self.sheet.fields[name].repeat
            for match in self.before(place)
            for name in _named(match, "name", "option")
        )

    def nouns_behind(self, place: int) -> set[str]:
        """The fields of numbers that the word right behind the number at a place names."""
        return {name for m in self._counted_by(place) if self._is_noun(m) for name in nouns(m)}

    def _counted_by(self, place: int) -> Iterator[KnownWord]:
        """The words right behind the number at a place, to which it may belong: they have none of their own."""
        bare = self.number_at(place, counted=False)
        if bare is None or bare.is_place or self.is_behind(place):
            return
        for match in self.at(bare.end):
            if not any(self.number_at(start) for start in self.over_fillers(match.end)):
                yield match

    # --- options ---------------------------------------------------------------------------------

    def described(self, place: int) -> Iterator[tuple[int, OptionSet]]:
        """Of each field the options that words from a place on name together, for each place where they may end."""
        for match in self.at(place):
            here, digits = _named(match, "name", "option", "part"), _named(match, "digit")
            if here:
                own, whole = _named(match, "name"), _named(match, "name", "option")
                # Of those that are called alike the first is meant; another has a name of its own besides. What is
                # the whole name of a thing is by itself no part of the name of another.
                yield (
                    match.end,
                    {
                        name: own[name][:1] if name in own else whole.get(name, ids)
                        for name, ids in here.items()
                        if name in whole or not whole
                    },
                )
            said = {key_of(self.tokens[place : match.end])}
            if digits:
                yield from self._narrowed(match.end, _joined(here, digits), said, number=match)
            elif here:
                yield from self._narrowed(match.end, here, said)

    def _narrowed(
        self,
        place: int,
        options: OptionSet,
        said: AbstractSet[str],
        *,
        number: KnownWord | None = None,
    ) -> Iterator[tuple[int, OptionSet]]:
        """The same with further words that say which of them, none of which was ``said``.

        A number that is part of names goes with words of the same name: one that stands first with the next.
        """
        for start in self.over_fillers(place):
            for match in self.at(start):
                key = key_of(self.tokens[start : match.end])
                if key in said:
                    continue
                whole = _named(match, "name", "option")
                if number is None:
                    here = _joined(_named(match, "name", "option", "part"), _beside(match, said))
                else:
                    first = _joined(
                        _named(number, "name", "option", "part"), _beside(number, {key})
                    )
                    here = _both(_named(match, "part"), first)
                both = _both(options, here)
                # A whole name of what is meant already is a value of its own where it is a number, where it stands in
                # the one that was said, or where there may be more.
                again = self.tokens[start].digits or any(key in one or one in key for one in said)
                both = {
                    name: ids
                    for name, ids in both.items()
                    if len(ids) < len(options[name])
                    or not set(ids) <= set(whole.get(name, ()))
                    or not (again or kind_of(self.sheet.fields[name]).is_plain_list)
                }
                if both:
                    yield match.end, both
                    yield from self._narrowed(match.end, both, said | {key})

    def only_in_part(self, place: int, end: int, field: str) -> int:
        """What it costs that words are not the whole name of an option; less than nothing where that has a number inside."""
        whole = any(m.end == end and field in _named(m, "name", "option") for m in self.at(place))
        if not whole:
            return PART + 1
        inside = end - place > 1 and any(token.digits for token in self.tokens[place:end])
        return NUMBER_INSIDE if inside else 0

    def beginning_at(self, place: int) -> tuple[int, str] | None:
        """Where a word ends that is not known as a whole, and the word, where it may begin a name."""
        token, end = self.tokens[place], place + 1
        if token.latin:
            long = len(token.written) >= _SHORTEST
        else:
            if not self._is_katakana(place) or (
                token.glued and place and self._is_katakana(place - 1)
            ):
                return None
            while self.glued(end) and self._is_katakana(end):
                end += 1
            long = end - place >= _SHORTEST
        known = any(m.end == end and {k for k, *_ in m.meanings} - _IDLE for m in self.at(place))
        return (
            (end, "".join(t.written for t in self.tokens[place:end]))
            if long and not known
            else None
        )

    def _is_katakana(self, place: int) -> bool:
        return is_katakana(self.tokens[place].written[:1])

    # --- text ------------------------------------------------------------------------------------

    def text_at(self, place: int) -> tuple[int, str] | None:
        """Free text: in quotes, or what looks like the name of a space of a board (I6), and where it ends."""
        token, end = self.tokens[place], place + 1
        if token.quoted:
            return end, token.key
        before = self.tokens[place - 1] if place and token.glued else None
        apart = before is None or not (before.latin or before.digits)
        space = token.latin and len(token.written) <= _SPACE and apart
        if space and self.glued(end) and self.tokens[end].digits:
            return end + 1, f"{token.written.upper()}{self.tokens[end].written}"
        return None

    def text_from(self, place: int) -> tuple[int, str] | None:
        """All that stands from a place to the next separator; None when nothing does."""
        separators = (n for n in range(place, len(self.tokens)) if self.tokens[n].key == SEPARATOR)
        end = next(separators, len(self.tokens))
        return (end, written(self.tokens[place:end])) if end > place else None

    def words_at(self, places: Sequence[int]) -> tuple[str, ...]:
        """The tokens at some places as they are written, together where they are glued."""
        words: list[list[LineToken]] = []
        for n, place in enumerate(places):
            token = self.tokens[place]
            if n and places[n - 1] == place - 1 and token.glued:
                words[-1].append(token)
            else:
                words.append([token])
        return tuple(map(written, words))


def nouns(match: KnownWord) -> list[str]:
    """The fields that a word names."""
    return [of[0] for kind, *of in match.meanings if kind in NOUNS]


def _named(match: KnownWord, *kinds: str) -> dict[str, tuple[str, ...]]:
    """The options that a word names, by their fields."""
    named: dict[str, tuple[str, ...]] = {}
    for kind, *of in match.meanings:
        if kind in kinds and of[1] not in named.get(of[0], ()):
            named[of[0]] = (*named.get(of[0], ()), of[1])
    return named


def _beside(match: KnownWord, words: AbstractSet[str]) -> dict[str, tuple[str, ...]]:
    """The options with names in which a number stands besides one of these words, by their fields."""
    named: dict[str, tuple[str, ...]] = {}
    for kind, *of in match.meanings:
        if kind == "digit" and not words.isdisjoint(of[2:]):
            named[of[0]] = (*named.get(of[0], ()), of[1])
    return named


def _joined(one: OptionSet, other: OptionSet) -> dict[str, tuple[str, ...]]:
    """The options that are in one or in the other."""
    return {
        name: tuple(dict.fromkeys((*one.get(name, ()), *other.get(name, ()))))
        for name in {**one, **other}
    }


def _both(one: OptionSet, other: OptionSet) -> dict[str, tuple[str, ...]]:
    """The options that are in both."""
    both = {name: tuple(o for o in ids if o in other.get(name, ())) for name, ids in one.items()}
    return {name: ids for name, ids in both.items() if ids}
