"""What a question says of the inputs of a calculator, or of the keys of a table (問いの中の数と言葉)."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from types import MappingProxyType

from rulesref.base.folding import fold, word_lists, words
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS
from rulesref.fields.cutting import (
    FILLER,
    REMEMBERED,
    Piece,
    Vocabulary,
    cut,
    first_of,
    language,
    numbers_behind,
    units_of,
)
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.search.analysis import SHORT, latin_key

#: A number belongs to a name when at most so many units stand between them.
NEAR = 2
#: What leads to a number may have a particle on either side: のレベルが.
_AROUND = 2
#: Of what there can be more nobody says both.
_FEW = 4
#: What says that so many play is no longer.
_PARTY = 4
#: Larger numbers are no input.
_MOST = 9999
#: So many readings of a question are remembered: one for each sheet that has other words of it.
_QUESTIONS = 64


@frozen
class Call:
    """A calculator with the inputs that a question gives (計算の呼び出し)."""

    calculator: str
    inputs: Mapping[str, str]
    #: Required inputs that the question does not give.
    missing: tuple[str, ...]
    #: The choices of which the question names several options.
    unclear: tuple[str, ...] = ()
    #: Whether the one number of the question went in without a name beside it.
    loose: bool = False

    def command(self, game: str) -> str:
        """The command line; what is missing is left to be filled in."""
        arguments = [f"{key}={value}" for key, value in self.inputs.items()]
        arguments += [f"{key}=?" for key in self.missing]
        return " ".join(["rulesref", "calc", game, self.calculator, *arguments])


class Numbers:
    """The names and numbers of a question, where they stand.

    ``named``: what is looked for, by the ids of those whose names they are; ``bound``: numbers that are part of a
    word that means something by itself; ``things``: other words for what there may be a number of.
    """

    def __init__(
        self,
        question: str,
        named: Mapping[str, Iterable[str]],
        bound: Collection[int] = (),
        things: Iterable[str] = (),
    ) -> None:
        self._text = question
        self._things = [thing for thing in map(fold, things) if not thing.isascii()]
        self._bound = bound
        self._named = named
        self._said, self.pieces = _read(question, _words_in(question, named))
        #: Where each thing is named.
        self._places: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            for kind, of in piece.meanings:
                if kind == "name":
                    self._places.setdefault(of, []).append(piece)
        numbers = [p for p in self.pieces if p.number is not None and p.number <= _MOST]
        #: The numbers that belong to nothing yet; which person is meant is none.
        self.free = [
            p
            for p in numbers
            if not _says_beside_a_name(p) and not self._is_which_person(p) and not self._is_kind(p)
        ]
        #: Words for none or for both, which say something only beside a name.
        self._none = [p for p in numbers if _says_beside_a_name(p)]

    @property
    def alone(self) -> bool:
        """Whether the question has nothing but names and numbers, and words that say nothing."""
        return all(piece.meanings or piece.number is not None for piece in self.pieces)

    @property
    def any(self) -> bool:
        """Whether the question has any digits."""
        return any(p.number is not None and any(map(str.isdigit, p.text)) for p in self.pieces)

    @property
    def last(self) -> int | None:
        """The one number that is left, unless a word behind it says which one it is, or what else there are so many of: 5 hats."""
        if len(self.free) != 1 or self.free[0].number in self._bound or not self.left:
            return None
        behind = self.behind(self.free[0])
        if is_ordinal(behind):
            return None
        if behind and not behind.meanings and behind.number is None:
            counts = behind.glued or behind.text.isascii()
            counts = counts and fold(behind.text) not in words("stop-words")
            return None if counts else self.free[0].number
        return self.free[0].number

    def likely_last(self, concepts: Collection[str], names: Iterable[str]) -> int | None:
        """The one number that is left, also where a word behind it counts what is none of the ``concepts``.

        A counter of anything but things is a word of the ``names``: 2点 is no number of houses.
        """
        if len(self.free) != 1:
            return None
        behind = self.behind(self.free[0])
        if self._is_of_another_kind(behind, names):
            return None
        if self.last is not None:
            return self.last
        if (
            self.free[0] not in self.left
            or self.free[0].number in self._bound
            or is_ordinal(behind)
            or self.counts_persons(self.free[0])
        ):
            return None
        place = self.pieces.index(self.free[0]) + 1
        said = [p.text for p in self.pieces[place : place + _AROUND + 1]]
        counts = any(
            text in concepts
            for many in range(1, len(said) + 1)
            for text in (" ".join(said[:many]), " ".join(map(latin_key, said[:many])))
        )
        return None if counts else self.free[0].number

    @staticmethod
    def _is_of_another_kind(behind: Piece | None, names: Iterable[str]) -> bool:
        """Whether a counter counts no things, nor what has these names."""
        if behind is None or not behind.means("counter") or counts_things(behind):
            return False
        return not any(behind.text in name for name in names)

    def may_be(self, piece: Piece, names: Sequence[str], *, levels: bool = True) -> bool:
        """Whether a number may be what has these names: one that is said to be points is nothing else, nor is a level."""
        before = self.pieces[: self.pieces.index(piece)]
        told = fold("".join(p.text for p in before if not p.text.isascii()))
        said = [fold(p.text) for p in before[-1:]]
        led = any(w in said if w.isascii() else told.endswith(fold(w)) for w in words("leading"))
        behind = self.behind(piece)
        kinds = ["level"] * (led and levels) + ["points"] * (
            behind is not None and _says_points(behind)
        )
        return all(
            any(fold(word) in fold(name) for name in names for word in words(kind, "everyday"))
            for kind in kinds
        )

    def counts_no_people(self, number: Piece) -> bool:
        """Whether a counter behind a number says that other things than people are counted: 2個."""
        behind = self.behind(number)
        return behind is not None and counts_things(behind) and not says_people(behind)

    def counts_persons(self, piece: Piece) -> bool:
        """Whether a number is one of people who are not named: two other players."""
        place = self.pieces.index(piece) + 1
        behind = self.pieces[place : place + 2]
        return not any(p.means("name") for p in behind) and any(says_people(p) for p in behind)

    def counts_opponents(self, number: Piece) -> bool:
        """Whether a number is one of all who play but for who asks: 相手2人, two opponents."""
        place = self.pieces.index(number)
        before = "".join(fold(p.text) for p in self.pieces[max(place - 2, 0) : place])
        behind = [fold(p.text) for p in self.pieces[place + 1 : place + 3]]
        others = words("opponents")
        if behind and behind[0] in words("persons") and not behind[0].isascii():
            return before.endswith(tuple(word for word in others if not word.isascii()))
        return not others.isdisjoint((*behind[:1], "".join(behind)))

    def people_of(self, number: Piece, names: Iterable[str]) -> int:
        """A number as one of what has these names: one more where all who play are meant and their opponents said."""
        return (number.number or 0) + (is_of_all(names) and self.counts_opponents(number))

    def _is_which_person(self, piece: Piece) -> bool:
        """Whether a number says which person is meant: 2人目."""
        place = self.pieces.index(piece) + 1
        behind = "".join(p.text for p in self.pieces[place : place + 2])
        return any(
            behind == person + which for person in words("persons") for which in words("which")
        )

    def _is_kind(self, number: Piece) -> bool:
        """Whether a number is the name of one of a kind, which names nothing else here: phase 3."""
        place = self.pieces.index(number)
        beside = [*self.pieces[max(place - 1, 0) : place], *self.pieces[place + 1 : place + 2]]
        return any(
            fold(p.text) in words("numbered-kinds")
            and not p.means("name")
            and (p.start < number.start or (p.glued and not p.text.isascii()))
            for p in beside
        )

    @property
    def counters(self) -> set[Piece]:
        """The words for people behind a number: of three players who passed only those who passed are spoken of."""
        return {
            behind
            for number, behind in zip(self.pieces, self.pieces[1:], strict=False)
            if number.number is not None and says_people(behind)
        }

    @property
    def left(self) -> list[Piece]:
        """The numbers that belong to nothing and count something: one that is written as a word may be any, but 一枚."""
        return [p for p in self.free if p.number != 1 or self._is_told(p)]

    def _is_told(self, one: Piece) -> bool:
        """Whether a one is said as a number: in digits, or with a counter of things."""
        behind = self.behind(one)
        if behind is None or not behind.glued or says_people(behind):
            return any(map(str.isdigit, one.text))
        return counts_things(behind) or any(map(str.isdigit, one.text))

    @property
    def ordinal(self) -> bool:
        """Whether a number says which one it is: a 2nd hat."""
        return any(p.number is not None and is_ordinal(self.behind(p)) for p in self.pieces)

    def behind(self, piece: Piece) -> Piece | None:
        """What stands behind a number."""
        place = self.pieces.index(piece) + 1
        return self.pieces[place] if place < len(self.pieces) else None

    def covers(self, text: str) -> bool:
        """Whether a folded text is made of names, numbers and words that say nothing, or is part of a name."""
        pieces = cut(units_of(text), self._said, _words_around())
        known = all(p.meanings or p.number is not None for p in pieces)
        # Spaces without a number are what a question is about; with one they count.
        if known and text in [fold(piece.text) for piece in self._none]:
            return False
        if known and not (text.isascii() and all(p.filler for p in pieces)):
            return True
        # A number that belongs to something has said what it counts: the 2 of two players.
        free = [piece.number for piece in self.free]
        if any(p.number is not None and p.number not in free for p in pieces):
            return True
        before: Piece | None = None
        for piece in self.pieces:
            counted = known and before is not None and before.number is not None
            if text in fold(piece.text) and (
                piece.means("name")
                or (counted and piece.means("counter"))
                or (piece.filler and text != fold(piece.text) and not text.isascii())
            ):
                return True
            before = piece
        return False

    def is_amount(self, name: str, given: Iterable[str]) -> bool:
        """Whether wherever it is named something may be meant that has been given a number."""
        amounts = {("name", key) for key in given}
        return all(amounts & {*piece.meanings} for piece in self.named(name))

    def leave_out(self, number: int) -> None:
        """Say no more of a number that says how many there are in a row."""
        same = [piece for piece in self.free if piece.number == number]
        if number == 1:  # what is no thing may be one more of the row
            same = [
                piece for piece in same if (behind := self.behind(piece)) and counts_things(behind)
            ]
        if len(same) == 1:
            self.free.remove(same[0])

    def leave_out_again(self) -> None:
        """Say no more of people who are spoken of again, by the number that has been given: 2人が同点、その2人は."""
        people = [p for p in self.pieces if p.number is not None and self._counts_people(p)]
        given = {piece.number for piece in people if piece not in self.free}
        self.free = [p for p in self.free if p not in people or p.number not in given]

    def _counts_people(self, number: Piece) -> bool:
        """Whether a number is one of people: 2人, ふたり, two players."""
        behind = self.behind(number)
        counted = behind is not None and says_people(behind)
        return counted or (not number.text.isascii() and fold(number.text) in words("two"))

    def leave_out_people(self, name: str) -> None:
        """Say no more of how many people are so: of 2人同点 or two of us tie that it is a tie is enough."""
        for piece in self.named(name):
            for number in [*self.free]:
                who = self.behind(number)
                if who and fold(who.text) in words("between-us"):
                    who = self.behind(who)
                    who = who if who and who.end <= piece.start else None
                if who and says_people(who):
                    gap = piece.start - who.end if piece.start >= who.end else _gap(piece, number)
                    if gap < NEAR:
                        self.free.remove(number)

    def leads_to_another(self, name: Piece) -> bool:
        """Whether a name says that somebody has what stands behind it, and the number there is that of another: I have 3 hats."""
        said = name.text.casefold().split()[-1:]
        behind = [p for p in self.pieces if p.start >= name.end and not p.filler][:1]
        taken = [p for p in behind if p.number is not None and p not in self.free]
        return bool(taken) and any(fold(word) in words("having") for word in said)

    def named(self, name: str) -> list[Piece]:
        """Where something is named."""
        return self._places.get(name, [])

    def has(self, name: str) -> bool:
        """Whether it is named."""
        return bool(self.named(name))

    def single(self, name: str) -> bool:
        """Whether one of it is named, by an article or as somebody's: a hat, Ann's hat."""
        named = self.named(name)
        if len(named) > 1:  # of several words only one that means nothing else
            named = [p for p in named if sum(kind == "name" for kind, _ in p.meanings) == 1]
        before = [self.pieces[place - 1] for p in named if (place := self.pieces.index(p))]
        said = [fold(piece.text) for piece in before]
        hers = any(word[-1:] == "s" and word[:-1] in words("people") for word in said)
        # A hat, and hats: how many is said again.
        again = len({latin_key(piece.text) for piece in named}) < len(named)
        return hers or (not again and sum(word in words("articles") for word in said) == 1)

    def end_beside(self, name: str) -> str:
        """Which end of it a word right beside a name speaks of: ``topmost``, ``undermost``, or empty for none.

        English says it before the name, Japanese behind.
        """
        for piece in self.named(name):
            for end in ("topmost", "undermost"):
                for other in self.pieces:
                    if fold(other.text) in words(end) and other is not piece:
                        first, last = (other, piece) if other.text.isascii() else (piece, other)
                        gap = [
                            p for p in self.pieces if first.end <= p.start and p.end <= last.start
                        ]
                        whole = sum(p.end - p.start for p in gap) == last.start - first.end
                        if whole and all(p.filler for p in gap):
                            return end
        return ""

    @property
    def of_both(self) -> bool:
        """Whether a word for both says that what is said is true of two that are named."""
        return any(fold(piece.text) in words("both") for piece in self._none)

    @property
    def joined(self) -> set[str]:
        """The names between which nothing stands but a word that adds, and beside which no number does: hat and ring."""
        if not self._places or not any(
            fold(word) in fold(self._text) for word in words("together")
        ):
            return set()
        chains: list[list[Piece]] = [[]]
        added: list[bool] = [bool(re.search(_ADDED, self._text))]
        for piece in self.pieces:
            if fold(piece.text) in words("adding"):
                added[-1] = True
            elif piece.means("name") or piece.number is not None:
                chains[-1].append(piece)
            else:
                chains.append([])
                added.append(added[0])
        return {
            of
            for chain, adds in zip(chains, added, strict=True)
            # The era and the tile of an era I tile are no two things.
            if adds and len(chain) > 1 and all(piece.means("name") for piece in chain)
            for piece in chain
            for _, of in piece.meanings
        }

    def affirmed(self, name: str) -> bool:
        """Whether it is named without a word that it is not there: no hat, 帽子なし."""
        return any(not self._lacking(piece) for piece in self.named(name))

    def _lacking(self, piece: Piece) -> bool:
        """Whether a word beside a name, before it in Latin letters or behind it, says that it is not there."""
        place = self.pieces.index(piece)
        back = self.pieces[:place][::-1]
        before = [*takewhile(lambda word: word.filler or word.number == 0, back)]
        said = [word.text for word in before if word.text.isascii()]
        next_to = takewhile(
            lambda word: not word.text.isascii(), self.pieces[place + 1 : place + 3]
        )
        behind = [word.text for word in next_to]
        # Before something it is not there yet.
        led = [word.text for word in back[len(before) : len(before) + 1]]
        yet = [*led, "".join(behind[:1]), "".join(behind[:2])]
        return any(fold(word) in words("lacking") for word in (*said, *behind[:1])) or any(
            fold(word) in words("not-yet") for word in yet
        )

    def beside(self, names: Sequence[str], fits: Mapping[str, Field]) -> dict[str, int]:
        """The number of each name that has one beside it; they are free no more.

        Numbers stand before the names or behind them, whichever it is throughout; where that is not clear the
        nearest is meant.
        """
        values: dict[str, int] = {}
        if not self._places:  # as in most of the sheets that are looked into
            return values
        self._pair(values, names, fits, NEAR, behind=self._behind_names(names))
        # Level2 hat and three rings: another order, next to each other.
        self._pair(values, names, fits, 0)
        return values

    def _behind_names(self, names: Iterable[str]) -> bool | None:
        """Whether the free numbers stand behind these names; None when it cannot be told."""
        wanted = {("name", name) for name in names}
        free = [*self.free, *self._none]
        about = [
            piece
            for clause in self._clauses()
            if any(piece in free for piece in clause)
            for piece in clause
            if piece in free or wanted & {*piece.meanings}
        ]
        return numbers_behind([(None if p in free else p, p.number, p.glued) for p in about])

    def _clauses(self) -> list[list[Piece]]:
        """The pieces between what parts one thing that is said from the next."""
        clauses: list[list[Piece]] = []
        for piece in self.pieces:
            if not clauses or piece.start > clauses[-1][-1].end:
                clauses.append([])
            clauses[-1].append(piece)
        return clauses

    def several(self, name: str, others: Sequence[str], fewest: int) -> list[Piece]:
        """The numbers beside the names of a list, when there are so many: me 5, she 3.

        What stands beside one of the ``others`` is theirs.
        """
        behind = self._behind_names([name, *others])
        beside = sorted(
            (gap, piece.start, number.start, key == name)
            for key in (name, *others)
            for piece in self.named(key)
            for number in self.free
            if behind is None or behind == (number.start >= piece.end)
            for gap in [(self._between if self._is_side(piece) else _gap)(piece, number)]
            if gap < NEAR
        )
        told: dict[int, bool] = {}
        taken: set[int] = set()
        for _, piece, number, ours in beside:
            if piece not in taken and number not in told:
                taken.add(piece)
                told[number] = ours
        if not names_sides(self._named[name]):
            own = [piece for piece in self.free if told.get(piece.start)]
            return own if len(own) >= fewest else []
        told |= {p.start: True for p in self.free if p.start not in told and self._is_hers(p)}
        own = [self._added(piece, told) for piece in self.free if told.get(piece.start)]
        return own if len(own) >= fewest else []

    def _is_hers(self, number: Piece) -> bool:
        """Whether a number is what somebody has who is called by a name of her own: Ann has 5."""
        before = [p for p in self.pieces if p.end <= number.start and number.start - p.end <= _FEW]
        said = [p for p in before if not p.filler and fold(p.text) not in words("having")]
        who = [p for p in said[-1:] if not p.means("name") and p.number is None]
        return any(map(self.is_somebody, who))

    @property
    def of_people(self) -> bool:
        """Whether it says who: she, Ann, all the others, we."""
        several = words("all-others") | words("we")
        return any(self.is_somebody(p) or fold(p.text) in several for p in self.pieces)

    def is_somebody(self, piece: Piece) -> bool:
        """Whether a word says who: she, Ann."""
        return fold(piece.text) in words("sides") or is_person(piece.text, self._text)

    def _added(self, number: Piece, told: Container[int]) -> Piece:
        """What one side has, with a further number behind it: 4 and 3."""
        place = self.pieces.index(number) + 1
        joined = [fold(p.text) in words("joining") for p in self.pieces[place : place + 1]]
        more = [p for p in self.pieces[place + 1 : place + 2] if p in self.free]
        if not all(joined) or not more or more[0].start in told:
            return number
        total = (number.number or 0) + (more[0].number or 0)
        return number._replace(number=total, end=more[0].end)

    def _pair(
        self,
        values: dict[str, int],
        names: Sequence[str],
        fits: Mapping[str, Field],
        near: int,
        *,
        behind: bool | None = None,
    ) -> None:
        """Give the names that have none the free numbers near them, nearest first; ``behind``: on which side."""
        pairs = sorted(
            (
                self._gives_way(piece),
                gap,
                not _is_counted_by(number, piece),
                order,
                number.start,
                name,
                number,
            )
            for order, name in enumerate(names)
            for piece in self.named(name)
            for number in (*self.free, *self._none)
            if behind is None or behind == (number.start >= piece.end)
            if number.start >= piece.end or fold(piece.text) not in words("opposing")
            if (gap := self._between(piece, number)) <= near
            and not self._is_asked(piece, number)
            and in_range(fits.get(name), number.number)
            and (fold(number.text) not in words("both") or _is_of_few(fits.get(name)))
            and self._may_count(number, piece)
            and not self._is_which(number, fits.get(name))
        )
        for *_, name, number in pairs:
            left = self.free if number in self.free else self._none
            if name not in values and number in left:
                values[name] = number.number or 0
                left.remove(number)

    @staticmethod
    def _gives_way(piece: Piece) -> bool:
        """Whether a name only counts: of 2人パス, or of two people who passed, the passes have the number."""
        return piece.means("counter") or says_people(piece)

    def _may_count(self, number: Piece, name: Piece) -> bool:
        """Whether a number may say how much there is of something.

        帽子で2回, and not how often it is done: 帽子を2回; nor how many people there are: hats with 3 players.
        """
        behind = self.behind(number)
        called = [self._named[of] for kind, of in name.meanings if kind == "name"]
        texts = [text for texts in called for text in texts]
        if not self.may_be(number, texts, levels=name.start > number.start):
            return False
        if says_people(name) and self.counts_opponents(number):
            return False
        if behind is None or behind is name:
            return True
        if fold(behind.text) in words("ranks") and behind.glued:
            return behind.text in name.text  # who comes where is no amount: 帽子で1位
        if behind.text.isascii() and says_people(behind):
            return name.start > number.start or name.means("counter")
        if self._is_party(behind) and not (name.means("counter") or self._of_persons(name)):
            return False
        if fold(behind.text) not in words("times"):
            return True
        between = [p for p in self.pieces if name.end <= p.start and p.end <= number.start]
        done = any(fold(p.text) in words("object") for p in between)
        return not behind.text.isascii() and not done

    def _is_asked(self, name: Piece, number: Piece) -> bool:
        """Whether how much there is of something behind a number is asked: with 5 how many hats, 5で帽子いくつ."""
        if name.start < number.start:
            return False
        place = self.pieces.index(name)
        between = self.pieces[self.pieces.index(number) + 1 : place]
        behind = [p for p in self.pieces[place + 1 : place + 2] if p.glued]
        before = [fold(p.text) for p in between[-2:]]
        many = "".join(before) in words("how-many", "everyday")
        which = not words("asks-which").isdisjoint(before[-1:])
        said = [fold(p.text) for p in behind if not p.text.isascii()]
        return many or which or not words("asking").isdisjoint(said)

    def _is_which(self, number: Piece, field: Field | None) -> bool:
        """Whether a number says which of several things it is, or which one where a field wants how many: 7番 is not 7 hats."""
        behind = self.behind(number)
        counts = field is not None and any(map(counts_how_many, field.name.each))
        return is_one_of_things(behind) or (counts and is_ordinal(behind))

    def _is_party(self, behind: Piece) -> bool:
        """Whether a number with this behind it says how many play: 4人で, 4人プレイ."""
        rest = fold("".join(p.text for p in self.pieces if behind.end <= p.start)[:_PARTY])
        return says_people(behind) and rest.startswith(tuple(words("party")))

    def _of_persons(self, name: Piece) -> bool:
        """Whether what a word names may be a number of people, by another name of it."""
        persons = "|".join(word for word in words("persons") if not word.isascii())
        called = [self._named[of] for kind, of in name.meanings if kind == "name"]
        # What one person has is no number of them: 1人の帽子.
        people = re.compile(rf"(?<![\d一])(?:{persons})")
        return any(people.search(fold(text)) for texts in called for text in texts)

    def _between(self, piece: Piece, number: Piece) -> int:
        """How many units stand between a name and a number; a word that only leads to the number is none: level 3."""
        place = self.pieces.index(number) + 1
        # Of two other players it is players who have the number.
        apart = number.number is not None and self.counts_opponents(number)
        who = next((p for p in self.pieces[place : place + 1 + apart] if says_people(p)), None)
        if who and number.end < piece.start:
            # Of three players have passed three is beside passed.
            number = who
            said = [p for p in self.pieces if who.end <= p.start and p.end <= piece.start]
            near = _gap(piece, who) == sum(p.end - p.start for p in said)
            # Two players, she passed: it is she who did.
            if near and any(map(self.is_somebody, said)):
                return NEAR + 1
            if near and all(p.filler or self._picks(p) for p in said):
                return 0
        between = [p for p in self.pieces if piece.end <= p.start and p.end <= number.start]
        if any(fold(p.text) in words("extent") for p in between):
            return NEAR + 1
        told = fold("".join(p.text for p in between if not p.filler or not p.text.isascii()))
        leads = any(
            word in told and len(told) - len(word) <= _AROUND
            for word in words("leading") | words("standing")
        )
        if leads:
            return 0
        if between and self._is_side(piece) and fold(between[0].text) in words("having"):
            # In a 7 I have 4 it is 4 that I have.
            return -1
        return _gap(piece, number) - self._of_thing(piece, number, told)

    def _of_thing(self, side: Piece, number: Piece, told: str) -> int:
        """How many units the word for what a side has takes between it and the number: 相手は帽子3."""
        if number.start < side.end or not self._is_side(side):
            return 0
        rest = told
        for thing in (*self._things, *words("sum"), *words("beside")):
            rest = rest.replace(thing, "")
        joined = rest.startswith(tuple(words("joining")))
        if not joined and all(char in words("particles") for char in rest):
            return _gap(side, number) - len(rest[:1])
        return 0

    def _is_side(self, piece: Piece) -> bool:
        """Whether a word is somebody who has something."""
        named = [self._named[of] for kind, of in piece.meanings if kind == "name"]
        return fold(piece.text) in words("sides") or any(map(names_sides, named))

    @staticmethod
    def _picks(piece: Piece) -> bool:
        """Whether a word names nothing but one of several to choose from."""
        return piece.means("name") and all(
            "=" in str(of) for kind, of in piece.meanings if kind == "name"
        )

    def row(self) -> list[Piece]:
        """The longest row of numbers between which nothing is said; none when there are no two."""
        rows: list[list[Piece]] = [[]]
        between = words("joining") | words("articles")  # a 2 and a 5
        before: Piece | None = None
        for piece in self.pieces:
            # Of 帽子4ひとつ the one says how many, and is no further hat.
            counts = piece.glued and before in self.free
            if before is not None and piece.start - before.end > NEAR + 1:
                rows.append([])
            if piece in self.free and not counts:
                rows[-1].append(piece)
            elif not (counts and is_ordinal(piece)) and fold(piece.text) not in between:
                rows.append([])
            before = piece
        longest = max(rows, key=len)
        return longest if len(longest) > 1 else []


def _words_in(question: str, named: Mapping[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    """The words that a question may have of what is named, each with what it names.

    Of the words of a sheet a question has few: those alone are looked for that begin as something in it does.
    """
    begins = _beginnings(question)
    return tuple(
        (word, name)
        for name, spellings in named.items()
        for word in spellings
        if first_of(word) in begins and not word.isdigit()  # a number is one before it is a name
    )


@lru_cache(_QUESTIONS)
def _beginnings(question: str) -> frozenset[str]:
    """What a word of a question may begin with."""
    return frozenset(unit.key for unit in units_of(question))


@lru_cache(_QUESTIONS)
def _read(question: str, named: tuple[tuple[str, str], ...]) -> tuple[Vocabulary, Sequence[Piece]]:
    """These names as a vocabulary, and the words of a question; many sheets have the same of it."""
    vocabulary = Vocabulary()
    for word, name in named:
        vocabulary.add(word, ("name", name))
    pieces = [*map(_as_number, _pieces(_apart(question), vocabulary))]
    led = map(_without_leading, pieces, pieces[1:] + pieces[:1], pieces[2:] + pieces[:2])
    return vocabulary, tuple(led)


def _pieces(question: str, vocabulary: Vocabulary) -> Iterator[Piece]:
    """The words of a question; what a comma parts is not near each other."""
    start = 0
    for place, clause in enumerate(re.split(rf"({_BREAKS})", question)):
        if place % 2:  # what parts two clauses; the end of a sentence parts them all the more
            start += NEAR + 1 + (clause not in _COMMAS)
            continue
        pieces = cut(units_of(clause), vocabulary, _words_around())
        yield from (
            piece._replace(start=piece.start + start, end=piece.end + start) if start else piece
            for piece in pieces
        )
        start += pieces[-1].end if pieces else 0


def _as_number(piece: Piece) -> Piece:
    """A word for a number is one, also where something is called like it: three of threes; ones is no number."""
    if piece.number is None:
        return piece
    if fold(piece.text) not in words("numbers"):
        ones = piece.number == 1 and piece.text.isascii() and piece.text.isalpha()
        return piece._replace(number=None, meanings=(FILLER,)) if ones else piece
    return piece._replace(meanings=tuple(m for m in piece.meanings if m[0] == "number"))


def _says_beside_a_name(piece: Piece) -> bool:
    """Whether a number is a word for none or for both."""
    if any(map(str.isdigit, piece.text)):
        return False
    return not piece.number or fold(piece.text) in words("both")


def _without_leading(piece: Piece, number: Piece, behind: Piece) -> Piece:
    """A word that only leads to a number names nothing where a name is the particle of that number: レベル0から."""
    if number.number is None or fold(piece.text) not in words("leading"):
        return piece
    led = behind.glued and behind.means("name") and behind.means("filler")
    return piece._replace(meanings=(FILLER,)) if led else piece


#: Signs that add.
_ADDED = r"[+＋&＆・･、,]"
#: What parts one thing that is said from the next.
_BREAKS = r"[,，、。;；!！?？]|\.(?=\s|$)"
_COMMAS = ",，、;；"


def _apart(question: str) -> str:
    """A question whose numbers stay apart: 0・1・2, 帽子2・指輪3."""
    return re.sub(r"(?<=\d)(?:[・･]|/(?=\d))", "、", question)


@cache
def _words_around() -> Vocabulary:
    """The words of the languages, and what stands around what a question changes of the one before."""
    vocabulary = language().copy()
    silent = ("following", "asking", "lacking", "by-now", "numbered-kinds")
    for word in [word for name in silent for word in words(name)]:
        vocabulary.add(word, FILLER)
    for word in words("no-number"):
        vocabulary.add(word, ("number", 0))
    for word in words("two") | words("both"):
        vocabulary.add(word, ("number", 2))
    for word in words("per"):
        vocabulary.add(word, ("per", None))
    people = [
        word
        for lang in LANGS
        for group in ("people", "sides", "all-others", "we")
        for word in word_lists(lang, "words")[group]
        # Of two other players it is players who have the number.
        if word not in words("stop-words") and not (group == "sides" and " " in word)
    ]
    for word in people:
        vocabulary.add(word, ("person", None))
    for word in words("topmost") | words("undermost"):
        if not word.isascii():  # the 一 of 一番上 is no number
            vocabulary.add(word, ("outermost", None))
    return vocabulary


def is_person(word: str, question: str) -> bool:
    """Whether a word is the name of somebody: one that many have, or a strange word that is written as one.

    >>> is_person("ann", "ann has 3"), is_person("kai", "and Kai 3"), is_person("hat", "a hat")
    (True, True, False)
    """
    if fold(word) in words("people"):
        return True
    return len(word) > SHORT and bool(re.search(rf"\b{re.escape(word.capitalize())}\b", question))


def is_of_all(names: Iterable[str]) -> bool:
    """Whether what has these names is how many play: players, 人数."""
    return any(form in words("persons") for name in names for form in forms(name))


def names_sides(names: Iterable[str]) -> bool:
    """Whether these names call what somebody has by who has it."""
    return any(fold(name) in words("sides") for name in names)


def counts_things(behind: Piece) -> bool:
    """Whether a word behind a number says that things are counted."""
    return behind.text in {word for lang in LANGS for word in word_lists(lang, "words")["things"]}


def says_people(piece: Piece) -> bool:
    """Whether a word says that people are counted."""
    return fold(piece.text) in words("persons")


def _says_points(behind: Piece) -> bool:
    """Whether a word behind a number says that it is one of points: 10 vp, 10点."""
    text = fold(behind.text)
    points = words("points", "everyday")
    if text.isascii():
        return text in points
    return behind.means("counter") and any(word.startswith(text) for word in points)


def is_ordinal(behind: Piece | None) -> bool:
    """Whether a word behind a number says that it is which one, not how many."""
    return behind is not None and behind.glued and fold(behind.text) in words("ordinals")


def is_one_of_things(behind: Piece | None) -> bool:
    """Whether a word behind a number says which of several things it is, not how many there are: 4個目."""
    if behind is None or not is_ordinal(behind):
        return False
    return any(
        behind.text == thing + which for thing in words("things") for which in words("which")
    )


def _is_counted_by(number: Piece, name: Piece) -> bool:
    """Whether a name stands right behind a number, as its counter: 3列."""
    return name.glued and name.start == number.end


def _gap(piece: Piece, number: Piece) -> int:
    """How many units stand between a name and a number."""
    return number.start - piece.end if number.start >= piece.end else piece.start - number.end


def _is_of_few(field: Field | None) -> bool:
    """Whether there can be so few of something that both of two are spoken of."""
    return field is not None and field.high is not None and field.high <= _FEW


def in_range(field: Field | None, number: int | None) -> bool:
    """Whether a number is within the bounds of a field."""
    if field is None or number is None:
        return True
    return (field.low is None or field.low <= number) and (
        field.high is None or number <= field.high
    )


def call_from(question: str, calculator: str, fields: Mapping[str, Field]) -> Call:
    """The call of ``calculator`` with everything that ``question`` says.

    A number goes to the input whose name or alias stands beside it; a row of numbers to the list; an option
    or a yes goes in when its own name is there; the one number that is left to the one input that is needed.
    What is not clear is left out.
    """
    return call_of(Numbers(question, named_in(fields)), calculator, fields)


@lru_cache(REMEMBERED)
def forms(name: str) -> tuple[str, ...]:
    """A name, it without brackets, and what it is the number of.

    >>> forms("人数"), forms("段(0から)"), forms("number of hats")
    (('人数', '人'), ('段(0から)', '段'), ('number of hats', 'hats'))
    """
    bare = _bare(name)
    return tuple(dict.fromkeys(form for form in (name, bare, _counted(bare)) if form))


def _bare(name: str) -> str:
    """A name without what it says in brackets."""
    return re.sub(_BRACKETS, "", name).strip()


def _counted(bare: str) -> str:
    """What a name is the number of; empty when it is none."""
    for word in [word for lang in LANGS for word in word_lists(lang, "words")["counting"]]:
        if bare != (rest := bare.removesuffix(word).removeprefix(f"{word} ")) and rest:
            return rest
    return ""


def counts_how_many(name: str) -> bool:
    """Whether a name is the number of something, not of which one it is.

    >>> counts_how_many("置く個数"), counts_how_many("マスの番号"), counts_how_many("段(0から)")
    (True, False, False)
    """
    return bool(_counted(_bare(name)))


#: What a name says in brackets.
_BRACKETS = r"[(（][^)）]*[)）]"


def named_in(fields: Mapping[str, Field]) -> dict[str, tuple[str, ...]]:
    """What a question may name of these fields: themselves, and the options of choices."""
    options = {
        # No id is a name: the first of two ages is not the first of all.
        f"{field.id}={option.id}": (*option.name.each, *option.aliases[0], *option.aliases[1])
        for field in fields.values()
        if kind_of(field).picks_one
        for option in field.options
    }
    return {**{key: tuple(field.names) for key, field in fields.items()}, **options}


def call_of(
    numbers: Numbers,
    calculator: str,
    fields: Mapping[str, Field],
    concepts: Collection[str] | None = None,
    said: Mapping[str, str] = MappingProxyType({}),
) -> Call:
    """The call with what has been found in a question; the numbers that go in are free no more.

    With the ``concepts`` of the question the number that is left may count anything but these; what is ``said`` of
    the inputs in words goes in.
    """
    lists = [key for key, field in fields.items() if _is_list_of_numbers(field)]
    wholes = {
        key: field for key, field in fields.items() if kind_of(field).is_number and key not in lists
    }
    told = _listed(numbers, fields, lists[0], list(wholes)) if len(lists) == 1 else []
    values = {lists[0]: ",".join(str(piece.number) for piece in told)} if told else {}
    values |= _of_two_sides(numbers, lists)
    values |= {key: str(number) for key, number in numbers.beside(list(wholes), wholes).items()}
    values |= _of_opposed(numbers, wholes, values)
    values |= _of_opponents(numbers, wholes, values)
    numbers.leave_out_again()
    values = {**said, **values}
    values |= _of_both(numbers, [key for key in wholes if numbers.has(key)], values)
    values |= _outermost(numbers, wholes, values)
    # Only what no name has beside it can be how many there are.
    numbers.leave_out(len(told))
    if values:
        values |= {key: "1" for key in wholes if key not in values and numbers.single(key)}
    joined = numbers.joined
    values |= {key: "1" for key in wholes if key not in values and key in joined}
    unclear = _chosen(numbers, fields, values)
    missing = [key for key, field in fields.items() if key not in values and not field.optional]
    # Beside a row that is not named the number that is left may be one of it.
    sure = not told or numbers.has(lists[0])
    open_ = _left_open(fields, [*wholes, *lists], values, missing) if sure else None
    number = numbers.last
    if concepts is not None and open_ is not None:
        number = numbers.likely_last(concepts, open_.names)
    loose = open_ is not None and number is not None and in_range(open_, number)
    loose = loose and open_ is not None and numbers.may_be(numbers.free[0], open_.names)
    if loose and open_ is not None and is_of_all(open_.name):
        loose = not numbers.counts_no_people(numbers.free[0])
    if open_ is not None and loose:
        values[open_.id] = str(number)
        missing = []
        numbers.free.clear()
        values |= {key: "1" for key in wholes if key not in values and numbers.single(key)}
    inputs = {key: values[key] for key in fields if key in values}
    return Call(calculator, inputs, tuple(missing), unclear, loose)


def _of_two_sides(numbers: Numbers, lists: Sequence[str]) -> dict[str, str]:
    """The numbers of two lists: those before the first name of the second, and those behind it, 4 and 2 against 5."""
    if not lists or not numbers.has(lists[-1]) or lists[0] == lists[-1]:
        return {}
    sides: tuple[list[str], list[str]] = [], []
    for piece in numbers.free:
        sides[piece.start >= numbers.named(lists[-1])[0].start].append(str(piece.number))
    if not all(sides):
        return {}
    numbers.free.clear()
    return {key: ",".join(told) for key, told in zip((lists[0], lists[-1]), sides, strict=True)}


def _of_opposed(
    numbers: Numbers, fields: Mapping[str, Field], values: Mapping[str, str]
) -> dict[str, str]:
    """The number of the input before one that is named by what stands between the two: 3 hats against 2."""
    for one, other in pairwise(fields):
        between = [p for p in numbers.named(other) if fold(p.text) in words("opposing")]
        before = [p for p in numbers.free if between and p.end <= between[0].start]
        if (
            other in values
            and one not in values
            and before
            and in_range(fields[one], before[-1].number)
        ):
            numbers.free.remove(before[-1])
            return {one: str(before[-1].number)}
    return {}


def _of_opponents(
    numbers: Numbers, fields: Mapping[str, Field], values: Mapping[str, str]
) -> dict[str, str]:
    """How many play, where only the others are counted: with two opponents they are three."""
    others = [piece for piece in numbers.free if numbers.counts_opponents(piece)]
    playing = [key for key, field in fields.items() if is_of_all(field.name)]
    if len(others) != 1 or len(playing) != 1 or playing[0] in values:
        return {}
    numbers.free.remove(others[0])
    return {playing[0]: str(numbers.people_of(others[0], fields[playing[0]].name))}


def _of_both(numbers: Numbers, named: Sequence[str], values: Mapping[str, str]) -> dict[str, str]:
    """The number of the one of two names for the other as well: hat and ring both on 7."""
    given = [values[key] for key in named if key in values]
    others = [key for key in named if key not in values]
    both = len(given) == len(others) == 1 and numbers.of_both
    return dict(zip(others, given, strict=True)) if both else {}


def _outermost(
    numbers: Numbers, fields: Mapping[str, Field], values: Mapping[str, str]
) -> dict[str, str]:
    """The greatest number of what a word beside it says to be topmost, the least of what is undermost: top of the hat rack."""
    # Of one alone what there is at its top is asked.
    ends = {key: numbers.end_beside(key) for key in fields if key not in values and values}
    bounds = {
        key: fields[key].high if end == "topmost" else fields[key].low
        for key, end in ends.items()
        if end
    }
    return {key: str(bound) for key, bound in bounds.items() if bound is not None}


def _left_open(
    fields: Mapping[str, Field],
    numbered: Sequence[str],
    values: Mapping[str, str],
    missing: Sequence[str],
) -> Field | None:
    """The one input that a number may go into which no name has beside it: that is needed, else that has numbers."""
    if missing:
        needed = missing[0] if len(missing) == 1 else ""
        return (
            fields[needed]
            if needed in numbered and not _is_list_of_numbers(fields[needed])
            else None
        )
    only = numbered[0] if len(numbered) == 1 and values else ""
    return fields[only] if only and only not in values else None


def _is_list_of_numbers(field: Field) -> bool:
    return kind_of(field).is_plain_list and kind_of(field).entries == "number"


def _listed(
    numbers: Numbers, fields: Mapping[str, Field], key: str, others: Sequence[str]
) -> list[Piece]:
    """The numbers that go into a list, which are free no more; what stands beside one of the ``others`` does not."""
    # One number of a list that is needed is not all of it.
    fewest = 1 if fields[key].optional else 2
    # Of 3, 4 and 2 hats the hats are two.
    theirs = {("name", other) for other in others}
    row = [
        piece
        for piece in numbers.row()
        if not (behind := numbers.behind(piece)) or theirs.isdisjoint(behind.meanings)
    ]
    told = max(numbers.several(key, others, fewest), row if len(row) > 1 else [], key=len)
    if told:
        numbers.free = [
            piece for piece in numbers.free if not any(t.start <= piece.start < t.end for t in told)
        ]
    return told


def _chosen(
    numbers: Numbers, fields: Mapping[str, Field], values: dict[str, str]
) -> tuple[str, ...]:
    """Add to the ``values`` the options and the flags that are named; the choices of which several are."""
    unclear = []
    for key, field in fields.items():
        if kind_of(field).picks_one:
            named = [option.id for option in field.options if numbers.has(f"{key}={option.id}")]
            if len(named) > 1:  # an amount says how much of it, not which one
                named = [n for n in named if not numbers.is_amount(f"{key}={n}", values)]
            if len(named) == 1:
                values[key] = named[0]
            elif named:
                unclear.append(key)
        elif kind_of(field).true_when_named and numbers.has(key):
            values[key] = "yes" if numbers.affirmed(key) else "no"
            numbers.leave_out_people(key)
    return tuple(unclear)
