"""What a question says of the inputs of a calculator (計算の入力): the call with all that goes in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from rulesref.answers.mentions import Numbers
from rulesref.answers.names import is_of_all, named_in
from rulesref.answers.pairing import beside, in_range, row, several
from rulesref.base.folding import fold, words
from rulesref.base.frozen import frozen
from rulesref.fields.cutting import Piece
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field


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


def call_from(question: str, calculator: str, fields: Mapping[str, Field]) -> Call:
    """The call of ``calculator`` with everything that ``question`` says.

    A number goes to the input whose name or alias stands beside it; a row of numbers to the list; an option
    or a yes goes in when its own name is there; the one number that is left to the one input that is needed.
    What is not clear is left out.
    """
    return call_of(Numbers(question, named_in(fields)), calculator, fields)


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
    values |= {key: str(number) for key, number in beside(numbers, list(wholes), wholes).items()}
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
    number = _number_left(numbers, open_, concepts) if open_ else None
    if open_ is not None and number is not None:
        values[open_.id] = str(number)
        missing = []
        numbers.free.clear()
        values |= {key: "1" for key in wholes if key not in values and numbers.single(key)}
    inputs = {key: values[key] for key in fields if key in values}
    return Call(calculator, inputs, tuple(missing), unclear, loose=number is not None)


def _number_left(numbers: Numbers, field: Field, concepts: Collection[str] | None) -> int | None:
    """The one number that is left, where it may be that of an input which has none beside its name."""
    number = numbers.last if concepts is None else numbers.likely_last(concepts, field.names)
    if number is None or not in_range(field, number):
        return None
    if not numbers.may_be(numbers.free[0], field.names):
        return None
    if is_of_all(field.name) and numbers.counts_no_people(numbers.free[0]):
        return None
    return number


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
    in_row = [
        piece
        for piece in row(numbers)
        if not (behind := numbers.behind(piece)) or theirs.isdisjoint(behind.meanings)
    ]
    told = max(several(numbers, key, others, fewest), in_row if len(in_row) > 1 else [], key=len)
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
