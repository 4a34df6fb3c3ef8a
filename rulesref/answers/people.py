"""How many people a question speaks of, where an input counts them (人の数): she passed is one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from rulesref.answers.mentions import Numbers
from rulesref.answers.names import is_of_all
from rulesref.answers.pieces import says_people
from rulesref.base.folding import fold, words
from rulesref.fields.cutting import Piece
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field

#: So many words behind what people do may say that they do not.
_BEHIND = 4


def people_said(numbers: Numbers, fields: Mapping[str, Field]) -> dict[str, str]:
    """The inputs that count people, by who is spoken of; the numbers among them are free no more.

    Who is named before what they do counts one each: she passed, Ann and two others passed. All the others are one
    fewer than play, and we two are those who play.
    """
    counting = [key for key, field in fields.items() if _counts_people(field)]
    party = [key for key in counting if is_of_all(fields[key].name)]
    playing = who_play(numbers, party)
    said = {party[0]: str(playing)} if party and playing and not numbers.named(party[0]) else {}
    for key in counting:
        if key not in party and (many := _who_do(numbers, key, playing)):
            said[key] = str(many)
    return said


def _counts_people(field: Field) -> bool:
    """Whether an input says how many people there are."""
    persons = words("persons")
    return kind_of(field).is_number and any(
        not persons.isdisjoint(fold(name).split())
        or any(word in fold(name) for word in persons if not word.isascii())
        for name in field.name
    )


def who_play(numbers: Numbers, party: Sequence[str]) -> int:
    """How many a question says that play, by a number beside people or beside us; 0 when it does not."""
    for number, piece in zip(numbers.pieces, numbers.pieces[1:], strict=False):
        if number.number and party and ("name", party[0]) in piece.meanings:
            return number.number + numbers.counts_opponents(number)
    aside = words("between-us") | words("persons") - words("we")
    said = [piece for piece in numbers.pieces if fold(piece.text) not in aside]
    for n, (one, other) in enumerate(pairwise(said), 2):
        number, us = (one, other) if one.number else (other, one)
        # Two of us who do something else are not all who play; three of us and I go second are.
        behind = [fold(piece.text) for piece in said[n : n + 2]]
        alone = (
            not behind
            or said[n].start > other.end
            or behind[0] in words("playing")
            or (behind[0] in words("joining") and behind[-1] in words("uncounted"))
        )
        if fold(us.text) in words("we") and number.number and number in numbers.free and alone:
            numbers.free.remove(number)
            return number.number
    return 0


def _who_do(numbers: Numbers, key: str, playing: int) -> int:
    """How many people are named before what an input counts those of who do it."""
    total = 0
    counted: list[Piece] = []
    for piece in numbers.named(key):
        place = numbers.pieces.index(piece)
        behind = [fold(p.text) for p in numbers.next_to(piece, _BEHIND)]
        if not words("lacking").isdisjoint(behind):
            return 0
        who = [*_before(numbers, place)]
        if any(fold(p.text) in words("all-others") for p in who):
            return max(playing - 1, 0)
        if all(p.number is not None or fold(p.text) in words("uncounted") for p in who):
            continue  # a number alone is read as any other
        total += sum(1 if p.number is None else p.number for p in who)
        counted += [p for p in who if p in numbers.free]
    numbers.free = [piece for piece in numbers.free if piece not in counted]
    return total


def _before(numbers: Numbers, place: int) -> Iterator[Piece]:
    """The people before a word, and the numbers of further ones, as far as nothing else is said."""
    before = numbers.pieces[:place][::-1]
    end = numbers.pieces[place].start
    joined = True
    for piece, behind in zip(before, [numbers.pieces[place], *before], strict=False):
        word = fold(piece.text)
        if piece.end < end or word in words("lacking"):
            return
        end = piece.start
        counts = piece.number is not None and says_people(behind)
        if counts or numbers.is_somebody(piece) or word in words("all-others"):
            if not joined:
                return
            joined = False
            yield piece
        elif word in words("joining") | words("adding"):
            joined = True
        elif word not in _around() and not (piece.filler and joined):
            return


@cache
def _around() -> frozenset[str]:
    """What may stand around people and before what they do."""
    return frozenset().union(*map(words, ("persons", "articles", "mine", "having")))
