"""Which number of a question belongs to which name (数と名前の対): the nearest, on the side where all stand."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from rulesref.answers.mentions import AROUND, Numbers
from rulesref.answers.names import counts_how_many, names_sides
from rulesref.answers.pieces import (
    NEAR,
    gap,
    is_one_of_things,
    is_ordinal,
    says_people,
)
from rulesref.base.folding import fold, words
from rulesref.fields.cutting import Piece, numbers_behind
from rulesref.model.entries import Field

#: Of what there can be more nobody says both.
_FEW = 4
#: What says that so many play is no longer.
_PARTY = 4


def beside(numbers: Numbers, names: Sequence[str], fits: Mapping[str, Field]) -> dict[str, int]:
    """The number of each name that has one beside it; they are free no more.

    Numbers stand before the names or behind them, whichever it is throughout; where that is not clear the
    nearest is meant.
    """
    values: dict[str, int] = {}
    if not numbers.places:  # as in most of the sheets that are looked into
        return values
    _pair(numbers, values, names, fits, NEAR, behind=_behind_names(numbers, names))
    # Level2 hat and three rings: another order, next to each other.
    _pair(numbers, values, names, fits, 0)
    return values


def _pair(
    numbers: Numbers,
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
            _only_counts(piece),
            apart,
            not _is_counted_by(number, piece),
            order,
            number.start,
            name,
            number,
        )
        for order, name in enumerate(names)
        for piece in numbers.named(name)
        for number in (*numbers.free, *numbers.none_or_both)
        if behind is None or behind == (number.start >= piece.end)
        if number.start >= piece.end or fold(piece.text) not in words("opposing")
        if (apart := _apart(numbers, piece, number)) <= near
        and not _is_asked(numbers, piece, number)
        and in_range(fits.get(name), number.number)
        and (fold(number.text) not in words("both") or _is_of_few(fits.get(name)))
        and _may_count(numbers, number, piece)
        and not _is_which(numbers, number, fits.get(name))
        and not _is_of_people(numbers, number, piece, fits.get(name))
    )
    for *_, name, number in pairs:
        left = numbers.free if number in numbers.free else numbers.none_or_both
        if name not in values and number in left:
            values[name] = number.number or 0
            left.remove(number)


def _behind_names(numbers: Numbers, names: Iterable[str]) -> bool | None:
    """Whether the free numbers stand behind these names; None when it cannot be told."""
    wanted = {("name", name) for name in names}
    free = [*numbers.free, *numbers.none_or_both]
    about = [
        piece
        for clause in _clauses(numbers)
        if any(piece in free for piece in clause)
        for piece in clause
        if piece in free or wanted & {*piece.meanings}
    ]
    return numbers_behind([(None if p in free else p, p.number, p.glued) for p in about])


def _clauses(numbers: Numbers) -> list[list[Piece]]:
    """The pieces between what parts one thing that is said from the next."""
    clauses: list[list[Piece]] = []
    for piece in numbers.pieces:
        if not clauses or piece.start > clauses[-1][-1].end:
            clauses.append([])
        clauses[-1].append(piece)
    return clauses


# --- whether a number may be that of a name -------------------------------------------------------


def in_range(field: Field | None, number: int | None) -> bool:
    """Whether a number is within the bounds of a field."""
    if field is None or number is None:
        return True
    return (field.low is None or field.low <= number) and (
        field.high is None or number <= field.high
    )


def _is_of_few(field: Field | None) -> bool:
    """Whether there can be so few of something that both of two are spoken of."""
    return field is not None and field.high is not None and field.high <= _FEW


def _only_counts(piece: Piece) -> bool:
    """Whether a name only counts: of 2人パス, or of two people who passed, the passes have the number."""
    return piece.means("counter") or says_people(piece)


def _is_counted_by(number: Piece, name: Piece) -> bool:
    """Whether a name stands right behind a number, as its counter: 3列."""
    return name.glued and name.start == number.end


def _may_count(numbers: Numbers, number: Piece, name: Piece) -> bool:
    """Whether a number may say how much there is of something.

    帽子で2回, and not how often it is done: 帽子を2回; nor how many people there are: hats with 3 players.
    """
    behind = numbers.behind(number)
    called = [text for texts in numbers.names_of(name) for text in texts]
    if not numbers.may_be(number, called, levels=name.start > number.start):
        return False
    if says_people(name) and numbers.counts_opponents(number):
        return False
    if behind is None or behind is name:
        return True
    if fold(behind.text) in words("ranks") and behind.glued:
        return behind.text in name.text  # who comes where is no amount: 帽子で1位
    if behind.text.isascii() and says_people(behind):
        return name.start > number.start or name.means("counter")
    if _is_party(numbers, behind) and not (name.means("counter") or _counts_persons(called)):
        return False
    if fold(behind.text) not in words("times"):
        return True
    done = any(fold(p.text) in words("object") for p in numbers.between(name, number))
    return not behind.text.isascii() and not done


def _is_party(numbers: Numbers, behind: Piece) -> bool:
    """Whether a number with this behind it says how many play: 4人で, 4人プレイ."""
    rest = fold("".join(p.text for p in numbers.pieces if behind.end <= p.start)[:_PARTY])
    return says_people(behind) and rest.startswith(tuple(words("party")))


def _counts_persons(names: Iterable[str]) -> bool:
    """Whether what has these names may be a number of people."""
    persons = "|".join(word for word in words("persons") if not word.isascii())
    # What one person has is no number of them: 1人の帽子.
    people = re.compile(rf"(?<![\d一])(?:{persons})")
    return any(people.search(fold(name)) for name in names)


def _is_asked(numbers: Numbers, name: Piece, number: Piece) -> bool:
    """Whether how much there is of something behind a number is asked: with 5 how many hats, 5で帽子いくつ."""
    if name.start < number.start:
        return False
    between = numbers.pieces[numbers.pieces.index(number) + 1 : numbers.pieces.index(name)]
    before = [fold(p.text) for p in between[-2:]]
    many = "".join(before) in words("how-many", "everyday")
    which = not words("asks-which").isdisjoint(before[-1:])
    behind = [p for p in numbers.next_to(name, 1) if p.glued and not p.text.isascii()]
    return many or which or any(fold(p.text) in words("asking") for p in behind)


def _is_which(numbers: Numbers, number: Piece, field: Field | None) -> bool:
    """Whether a number says which of several things it is, or which one where a field wants how many: 7番 is not 7 hats."""
    behind = numbers.behind(number)
    counts = field is not None and any(map(counts_how_many, field.name.each))
    return is_one_of_things(behind) or (counts and is_ordinal(behind))


def _is_of_people(numbers: Numbers, number: Piece, name: Piece, field: Field | None) -> bool:
    """Whether a number is one of people who have a name of their own here, and a field wants something else: 4 players are no hats."""
    behind = numbers.behind(number)
    if field is None or behind is None or behind is name:
        return False
    return behind.means("name") and says_people(behind) and not _counts_persons(field.name)


# --- how far a number stands from a name ----------------------------------------------------------


def _apart(numbers: Numbers, piece: Piece, number: Piece) -> int:
    """How many units stand between a name and a number; a word that only leads to the number is none: level 3."""
    # Of two other players it is players who have the number.
    others = number.number is not None and numbers.counts_opponents(number)
    who = next((p for p in numbers.next_to(number, 1 + others) if says_people(p)), None)
    if who and number.end < piece.start:
        # Of three players have passed three is beside passed.
        number = who
        said = numbers.between(who, piece)
        near = gap(piece, who) == sum(p.end - p.start for p in said)
        # Two players, she passed: it is she who did.
        if near and any(map(numbers.is_somebody, said)):
            return NEAR + 1
        if near and all(p.filler or _picks(p) for p in said):
            return 0
    between = numbers.between(piece, number)
    if any(fold(p.text) in words("extent") for p in between):
        return NEAR + 1
    told = fold("".join(p.text for p in between if not p.filler or not p.text.isascii()))
    leads = any(
        word in told and len(told) - len(word) <= AROUND
        for word in words("leading") | words("standing")
    )
    if leads:
        return 0
    if not _is_side(numbers, piece):
        return gap(piece, number)
    if between and fold(between[0].text) in words("having"):
        # In a 7 I have 4 it is 4 that I have.
        return -1
    return gap(piece, number) - _of_thing(numbers, piece, number, told)


def _of_thing(numbers: Numbers, side: Piece, number: Piece, told: str) -> int:
    """How many units the word for what a side has takes between it and the number: 相手は帽子3."""
    if number.start < side.end:
        return 0
    rest = told
    for thing in (*numbers.things, *words("sum"), *words("beside")):
        rest = rest.replace(thing, "")
    joined = rest.startswith(tuple(words("joining")))
    if not joined and all(char in words("particles") for char in rest):
        return gap(side, number) - len(rest[:1])
    return 0


def _is_side(numbers: Numbers, piece: Piece) -> bool:
    """Whether a word is somebody who has something."""
    return fold(piece.text) in words("sides") or any(map(names_sides, numbers.names_of(piece)))


def _picks(piece: Piece) -> bool:
    """Whether a word names nothing but one of several to choose from."""
    return piece.means("name") and all(
        "=" in str(of) for kind, of in piece.meanings if kind == "name"
    )


# --- several numbers of one list ------------------------------------------------------------------


def several(numbers: Numbers, name: str, others: Sequence[str], fewest: int) -> list[Piece]:
    """The numbers beside the names of a list, when there are so many: me 5, she 3.

    What stands beside one of the ``others`` is theirs.
    """
    behind = _behind_names(numbers, [name, *others])
    near = sorted(
        (apart, piece.start, number.start, key == name)
        for key in (name, *others)
        for piece in numbers.named(key)
        for number in numbers.free
        if behind is None or behind == (number.start >= piece.end)
        for apart in [
            _apart(numbers, piece, number) if _is_side(numbers, piece) else gap(piece, number)
        ]
        if apart < NEAR
    )
    #: By where each number stands, whether it is one of the list.
    ours: dict[int, bool] = {}
    taken: set[int] = set()
    for _, piece, number, of_list in near:
        if piece not in taken and number not in ours:
            taken.add(piece)
            ours[number] = of_list
    if names_sides(numbers.spellings[name]):
        hers = (p for p in numbers.free if p.start not in ours and _is_hers(numbers, p))
        ours |= {piece.start: True for piece in hers}
        own = [_added(numbers, piece, ours) for piece in numbers.free if ours.get(piece.start)]
    else:
        own = [piece for piece in numbers.free if ours.get(piece.start)]
    return own if len(own) >= fewest else []


def _is_hers(numbers: Numbers, number: Piece) -> bool:
    """Whether a number is what somebody has who is called by a name of her own: Ann has 5."""
    before = [p for p in numbers.pieces if p.end <= number.start and number.start - p.end <= _FEW]
    said = [p for p in before if not p.filler or numbers.is_somebody(p)]
    said = [p for p in said if fold(p.text) not in words("having")]
    who = [p for p in said[-1:] if not p.means("name") and p.number is None]
    return any(map(numbers.is_somebody, who))


def _added(numbers: Numbers, number: Piece, counted: Container[int]) -> Piece:
    """What one side has, with a further number behind it: 4 and 3."""
    joined = [fold(p.text) in words("joining") for p in numbers.next_to(number, 1)]
    more = [p for p in numbers.next_to(number, 2)[1:] if p in numbers.free]
    if not all(joined) or not more or more[0].start in counted:
        return number
    total = (number.number or 0) + (more[0].number or 0)
    return number._replace(number=total, end=more[0].end)


def row(numbers: Numbers) -> list[Piece]:
    """The longest row of numbers between which nothing is said; none when there are no two."""
    rows: list[list[Piece]] = [[]]
    between = words("joining") | words("articles")  # a 2 and a 5
    before: Piece | None = None
    for piece in numbers.pieces:
        # Of 帽子4ひとつ the one says how many, and is no further hat.
        counts = piece.glued and before in numbers.free
        if before is not None and piece.start - before.end > NEAR + 1:
            rows.append([])
        if piece in numbers.free and not counts:
            rows[-1].append(piece)
        elif not (counts and is_ordinal(piece)) and fold(piece.text) not in between:
            rows.append([])
        before = piece
    longest = max(rows, key=len)
    return longest if len(longest) > 1 else []
