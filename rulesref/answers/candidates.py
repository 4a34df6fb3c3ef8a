"""A number that may answer a question, and how well the sheet that has it fits (答えの候補)."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from rulesref.answers.inquiry import SURE, ParsedQuestion
from rulesref.answers.mentions import Numbers
from rulesref.base.frozen import frozen
from rulesref.model.entries import Row, Table
from rulesref.model.game import Game

if TYPE_CHECKING:
    from rulesref.scoring.calculators import Answer

#: Of the words of a question that say something so many, by weight, may be strange to what has its number: to any
#: sheet, to one that an entry names, and to one that the best entry names.
STRANGE, STRANGE_TO_OWN, STRANGE_TO_BEST = 0.2, 0.4, 0.8
#: All of them may be strange to what the best entry names when nothing else has a number.
ANYTHING = 1.0


@frozen
class NumericAnswer:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None
    #: The columns that the question asks for; none when it asks for no one of them.
    columns: tuple[str, ...] = ()
    #: Where the question leaves one input or key open: which it is, and the number for each of its values.
    open: str = ""
    each: tuple[NumericAnswer, ...] = ()
    #: Whether these are added up.
    added: bool = False


@frozen
class Candidate:
    """A number, and how well its sheet fits the question."""

    number: NumericAnswer
    #: Of how many concepts it speaks.
    about: int
    #: How many kinds of numbers its name speaks of that are not asked for.
    unasked: int
    #: Whether its row is named by a number alone.
    loose: bool = False
    #: Of how many concepts its own names speak.
    named: int = 0
    #: Whether the question speaks of what is left, or who wins, and so do its names.
    as_called: bool = False


def about(
    asked: ParsedQuestion, numbers: Numbers, known: Container[int], said: set[str], strange: float
) -> int:
    """How many concepts of the question a sheet has ``said``; -1 when the question is about something else.

    ``known``: the parts of the question that the index has found in the sheet; ``strange``: how much of the question
    may be strange to it.
    """
    # What stands beside a number is what that is of.
    beside, counted = asked.beside_numbers
    if any(said.isdisjoint(concepts) for concepts in (*beside, *[counted][: bool(counted)])):
        return -1
    concepts = asked.about(said)
    if strange == ANYTHING:
        return concepts
    against = asked.strange(said, known, numbers)
    if asked.lacking(said, numbers) or against > strange:
        return -1
    return -1 if against > STRANGE and concepts < SURE else concepts
