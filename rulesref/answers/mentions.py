"""The names and numbers of a question (問いの中の名前と数): where they stand, and which numbers belong to nothing yet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise, takewhile

from rulesref.answers.names import is_of_all
from rulesref.answers.pieces import (
    NEAR,
    counts_things,
    gap,
    in_digits,
    is_none_or_both,
    is_ordinal,
    is_person,
    pieces_of,
    says_people,
    says_points,
    words_around,
)
from rulesref.base.folding import fold, words
from rulesref.fields.cutting import Piece, cut, units_of
from rulesref.search.analysis import latin_key

#: What leads to a number may have a particle on either side: のレベルが.
AROUND = 2
#: Larger numbers are no input.
_MOST = 9999
#: Signs that add.
_ADDED = r"[+＋&＆・･、,]"


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
        self.text = question
        self.things = [thing for thing in map(fold, things) if not thing.isascii()]
        self._bound = bound
        self.spellings = named
        self._said, self.pieces = pieces_of(question, named)
        #: Where each thing is named.
        self.places: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            for kind, of in piece.meanings:
                if kind == "name":
                    self.places.setdefault(of, []).append(piece)
        numbers = [p for p in self.pieces if p.number is not None and p.number <= _MOST]
        #: The numbers that belong to nothing yet; which person is meant is none.
        self.free = [
            p
            for p in numbers
            if not is_none_or_both(p) and not self._is_which_person(p) and not self._is_kind(p)
        ]
        #: Words for none or for both, which say something only beside a name.
        self.none_or_both = [p for p in numbers if is_none_or_both(p)]

    @property
    def alone(self) -> bool:
        """Whether the question has nothing but names and numbers, and words that say nothing."""
        return all(piece.meanings or piece.number is not None for piece in self.pieces)

    @property
    def any(self) -> bool:
        """Whether the question has any digits."""
        return any(p.number is not None and in_digits(p) for p in self.pieces)

    @property
    def _only(self) -> Piece | None:
        """The one number that is left, unless a word behind it says which one it is."""
        if len(self.free) != 1 or not self.left or self.free[0].number in self._bound:
            return None
        return None if is_ordinal(self.behind(self.free[0])) else self.free[0]

    @property
    def last(self) -> int | None:
        """The one number that is left, unless a word behind it says which one it is, or what else there are so many of: 5 hats."""
        only = self._only
        if only is None:
            return None
        behind = self.behind(only)
        if behind is None or behind.meanings or behind.number is not None:
            return only.number
        counts = behind.glued or behind.text.isascii()
        return None if counts and fold(behind.text) not in words("stop-words") else only.number

    def likely_last(self, concepts: Collection[str], names: Iterable[str]) -> int | None:
        """The one number that is left, also where a word behind it counts what is none of the ``concepts``.

        A counter of anything but things is a word of the ``names``: 2点 is no number of houses.
        """
        only = self._only
        if only is None or self._is_of_another_kind(self.behind(only), names):
            return None
        if self.last is not None:
            return self.last
        if self.counts_persons(only):
            return None
        said = [p.text for p in self.next_to(only, AROUND + 1)]
        counts = any(
            text in concepts
            for many in range(1, len(said) + 1)
            for text in (" ".join(said[:many]), " ".join(map(latin_key, said[:many])))
        )
        return None if counts else only.number

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
        led = any(w in said if w.isascii() else told.endswith(w) for w in words("leading"))
        behind = self.behind(piece)
        kinds = ["level"] * (led and levels) + ["points"] * (
            behind is not None and says_points(behind)
        )
        return all(
            any(word in fold(name) for name in names for word in words(kind, "everyday"))
            for kind in kinds
        )

    def counts_no_people(self, number: Piece) -> bool:
        """Whether a counter behind a number says that other things than people are counted: 2個."""
        behind = self.behind(number)
        return behind is not None and counts_things(behind) and not says_people(behind)

    def counts_persons(self, piece: Piece) -> bool:
        """Whether a number is one of people who are not named: two other players."""
        behind = self.next_to(piece, 2)
        return not any(p.means("name") for p in behind) and any(says_people(p) for p in behind)

    def counts_opponents(self, number: Piece) -> bool:
        """Whether a number is one of all who play but for who asks: 相手2人, two opponents."""
        before = "".join(fold(p.text) for p in self.next_to(number, -2))
        behind = [fold(p.text) for p in self.next_to(number, 2)]
        others = words("opponents")
        if behind and behind[0] in words("persons") and not behind[0].isascii():
            return before.endswith(tuple(word for word in others if not word.isascii()))
        return not others.isdisjoint((*behind[:1], "".join(behind)))

    def people_of(self, number: Piece, names: Iterable[str]) -> int:
        """A number as one of what has these names: one more where all who play are meant and their opponents said."""
        return (number.number or 0) + (is_of_all(names) and self.counts_opponents(number))

    def _is_which_person(self, piece: Piece) -> bool:
        """Whether a number says which person is meant: 2人目."""
        behind = "".join(p.text for p in self.next_to(piece, 2))
        return any(
            behind == person + which for person in words("persons") for which in words("which")
        )

    def _is_kind(self, number: Piece) -> bool:
        """Whether a number is the name of one of a kind, which names nothing else here: phase 3."""
        return any(
            fold(p.text) in words("numbered-kinds")
            and not p.means("name")
            and (p.start < number.start or (p.glued and not p.text.isascii()))
            for p in (*self.next_to(number, -1), *self.next_to(number, 1))
        )

    @property
    def counters(self) -> set[Piece]:
        """The words for people behind a number: of three players who passed only those who passed are spoken of."""
        return {
            behind
            for number, behind in pairwise(self.pieces)
            if number.number is not None and says_people(behind)
        }

    @property
    def left(self) -> list[Piece]:
        """The numbers that belong to nothing and count something: one that is written as a word may be any, but 一枚."""
        return [p for p in self.free if p.number != 1 or self._is_told(p)]

    def _is_told(self, one: Piece) -> bool:
        """Whether a one is said as a number: in digits, or with a counter of things."""
        behind = self.behind(one)
        if in_digits(one):
            return True
        return bool(behind and behind.glued and counts_things(behind) and not says_people(behind))

    @property
    def ordinal(self) -> bool:
        """Whether a number says which one it is: a 2nd hat."""
        return any(p.number is not None and is_ordinal(self.behind(p)) for p in self.pieces)

    def behind(self, piece: Piece) -> Piece | None:
        """What stands behind a number."""
        return next(iter(self.next_to(piece, 1)), None)

    def next_to(self, piece: Piece, many: int) -> Sequence[Piece]:
        """So many words behind one, or before it where so many are less than none."""
        place = self.pieces.index(piece)
        if many < 0:
            return self.pieces[max(place + many, 0) : place]
        return self.pieces[place + 1 : place + 1 + many]

    def between(self, first: Piece, last: Piece) -> list[Piece]:
        """What stands between two words."""
        return [p for p in self.pieces if first.end <= p.start and p.end <= last.start]

    def names_of(self, piece: Piece) -> list[Iterable[str]]:
        """The names of each of those that a word names."""
        return [self.spellings[of] for kind, of in piece.meanings if kind == "name"]

    def covers(self, text: str) -> bool:
        """Whether a folded text is made of names, numbers and words that say nothing, or is part of a name."""
        pieces = cut(units_of(text), self._said, words_around())
        known = all(p.meanings or p.number is not None for p in pieces)
        # Spaces without a number are what a question is about; with one they count.
        if known and text in [fold(piece.text) for piece in self.none_or_both]:
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
                    apart = piece.start - who.end if piece.start >= who.end else gap(piece, number)
                    if apart < NEAR:
                        self.free.remove(number)

    def leads_to_another(self, name: Piece) -> bool:
        """Whether a name says that somebody has what stands behind it, and the number there is that of another: I have 3 hats."""
        said = name.text.casefold().split()[-1:]
        behind = [p for p in self.pieces if p.start >= name.end and not p.filler][:1]
        taken = [p for p in behind if p.number is not None and p not in self.free]
        return bool(taken) and any(fold(word) in words("having") for word in said)

    def named(self, name: str) -> list[Piece]:
        """Where something is named."""
        return self.places.get(name, [])

    def has(self, name: str) -> bool:
        """Whether it is named."""
        return bool(self.named(name))

    def single(self, name: str) -> bool:
        """Whether one of it is named, by an article or as somebody's: a hat, Ann's hat."""
        named = self.named(name)
        if len(named) > 1:  # of several words only one that means nothing else
            named = [p for p in named if sum(kind == "name" for kind, _ in p.meanings) == 1]
        said = [fold(before.text) for p in named for before in self.next_to(p, -1)]
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
                        said = self.between(first, last)
                        whole = sum(p.end - p.start for p in said) == last.start - first.end
                        if whole and all(p.filler for p in said):
                            return end
        return ""

    @property
    def of_both(self) -> bool:
        """Whether a word for both says that what is said is true of two that are named."""
        return any(fold(piece.text) in words("both") for piece in self.none_or_both)

    @property
    def joined(self) -> set[str]:
        """The names between which nothing stands but a word that adds, and beside which no number does: hat and ring."""
        if not self.places or not any(word in fold(self.text) for word in words("together")):
            return set()
        chains: list[list[Piece]] = [[]]
        added: list[bool] = [bool(re.search(_ADDED, self.text))]
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
        japanese = takewhile(lambda word: not word.text.isascii(), self.next_to(piece, 2))
        behind = [word.text for word in japanese]
        # Before something it is not there yet.
        led = [word.text for word in back[len(before) : len(before) + 1]]
        yet = [*led, "".join(behind[:1]), "".join(behind[:2])]
        return any(fold(word) in words("lacking") for word in (*said, *behind[:1])) or any(
            fold(word) in words("not-yet") for word in yet
        )

    @property
    def of_people(self) -> bool:
        """Whether it says who: she, Ann, all the others, we."""
        several = words("all-others") | words("we")
        return any(self.is_somebody(p) or fold(p.text) in several for p in self.pieces)

    def is_somebody(self, piece: Piece) -> bool:
        """Whether a word says who: she, Ann."""
        return fold(piece.text) in words("sides") or is_person(piece.text, self.text)
