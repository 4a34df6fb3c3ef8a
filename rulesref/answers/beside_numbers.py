"""The concepts beside the numbers of a question (数のそばの語): a sheet that does not speak of them has other numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rulesref.answers.mentions import Numbers
from rulesref.answers.pieces import NEAR, gap, says_people
from rulesref.base.folding import fold, words
from rulesref.fields.cutting import Piece

#: Between a noun and its number: 帽子が3つ, 3個の帽子.
_LINKS = frozenset("はがの")
_OF, _TOPIC = "の", "は"


def concepts_beside(
    question: str, called: Mapping[tuple[str, ...], Sequence[str]]
) -> tuple[Sequence[frozenset[str]], frozenset[str]]:
    """Of each number the tokens of the concepts right beside it, and of the words that ask for one those of theirs.

    Where it asks twice, one answer will do: none of the latter where one of them has no concept beside it.
    ``called``: what each concept of the question is called.
    """
    named = {" ".join(tokens): [w for w in words if len(w) > 1] for tokens, words in called.items()}
    pieces = Numbers(question, named).pieces
    asked: list[frozenset[str]] = []
    told: list[frozenset[str]] = []
    for n, piece in enumerate(pieces):
        asks = piece.number is None and _asks(pieces, n)
        if asks or piece.number is not None:
            nouns = [*_behind(pieces, n), *_before(pieces, n)] or (
                _topic(pieces, n) if asks else []
            )
            tokens = [of for noun in nouns for kind, of in noun.meanings if kind == "name"]
            beside = frozenset(" ".join(map(str, tokens)).split())
            if asks:
                asked.append(beside)
            elif beside:
                told.append(beside)
    return told, frozenset().union(*asked) if all(asked) else frozenset()


def _asks(pieces: Sequence[Piece], n: int) -> bool:
    """Whether a word asks for a number: 何, how many."""
    said = fold(pieces[n].text)
    if said.isascii():
        return n > 0 and fold(f"{pieces[n - 1].text} {said}") in words("how-many", "everyday")
    return said in words("asking")


def _topic(pieces: Sequence[Piece], n: int) -> Sequence[Piece]:
    """What is spoken of, where nothing else says of what it asks how many: 帽子は大きいのが何個."""
    marked = [
        one
        for one, behind in pairwise(pieces[:n])
        if fold(behind.text) == _TOPIC and one.means("name") and behind.start == one.end
    ]
    return marked[-1:]


def _behind(pieces: Sequence[Piece], n: int) -> Sequence[Piece]:
    """What a number counts, behind it and its counter: 3 hats, 3個の帽子."""
    behind = pieces[n + 1 : n + 4]
    counted = bool(behind) and behind[0].means("counter") and not behind[0].means("name")
    behind = behind[1:] if counted else behind
    linked = counted and bool(behind) and fold(behind[0].text) == _OF
    near = behind[1:2] if linked else behind[:1]
    return [p for p in near if (linked or p.text.isascii()) and gap(p, pieces[n]) <= NEAR]


def _before(pieces: Sequence[Piece], n: int) -> Sequence[Piece]:
    """What has a number behind it: hat 3, 帽子が3つ; people are counted by themselves."""
    number = pieces[n]
    if n + 1 < len(pieces) and says_people(pieces[n + 1]):
        return ()
    before = [p for p in pieces[max(n - 2, 0) : n] if fold(p.text) not in _LINKS][-1:]
    return [
        p
        for p in before
        if fold(p.text) not in words("leading") and gap(p, number) <= 1
        if number.number is not None or not p.text.isascii()
    ]
