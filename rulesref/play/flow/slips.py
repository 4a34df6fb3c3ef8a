"""Which word of a line is not understood, and what it may be a slip of (わからない語)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import fold, words
from rulesref.base.frozen import changed
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Named
from rulesref.model.flow import Action
from rulesref.play.flow.sheets import Meant, TypedLine, stands_for
from rulesref.words.tokenizer import tokens_of, typed

#: Whether a line with another word in it is understood.
Understands = Callable[[TypedLine], bool]


def not_understood(
    every: Sequence[Meant], offered: Sequence[Action], line: TypedLine, understands: Understands
) -> Problem:
    """Which word of a line nothing explains, by the reading that leaves the least; with what it may be a slip of.

    ``understands`` says whether the line is one of the game with a word in place of that.
    """
    readable = [
        each for each in every
        if each.reading.named
        or (not _first_is_number(each.action) and stands_for(each.action, each.reading, line))
    ]  # fmt: skip
    # Of those that leave as little, the one that goes furthest.
    best = min(readable, key=_goes_far, default=None)
    least = min((*readable, *every), key=_goes_far, default=None) if best is None else best
    text = typed(line.tokens)
    # Where no action is meant any word may be the slip.
    unknown = [*least.reading.unknown[:1]] if least else text.split()
    slips = (_slip(offered, word, line, understands) for word in unknown)
    slip = next(filter(None, slips), None)
    if best is not None:
        known = [option.name for option in _choices(best)]
        problem = wrong("E557", unknown[0], action=best.action.name, known=known)
    else:
        problem = wrong("E501", text[:40])
    if slip is None:
        return problem
    word, near, meant = slip
    return changed(
        problem,
        code="E563",
        values={**problem.values, "typed": word, "near": near, "line": meant},
    )


def _first_is_number(action: Action) -> bool:
    return any(kind_of(field).is_number for field in [*action.ask.values()][:1])


def _choices(meant: Meant) -> Sequence[Named]:
    """What can be chosen for the first value that a line has to give and does not, where that is little."""
    reading = meant.reading
    given = {*reading.values, *reading.unclear, *meant.keyed}
    needed = (f for key, f in meant.action.ask.items() if key not in given and not f.optional)
    field = next(needed, None)
    few = field is not None and kind_of(field).picks_options and len(field.options) <= _FEW
    return field.options if field and few else ()


def _goes_far(meant: Meant) -> tuple[int, int, int]:
    reading = meant.reading
    return len(reading.unknown), -reading.understood, reading.cost


#: A word is a slip of another that is so like it, from 0 to 1, and of none that is nearly so.
_ALIKE, _CLEARLY = 0.74, 0.1
_SHORTEST = 3
#: So many options are told where a word that is not understood may be one of them.
_FEW = 6


def _slip(
    offered: Sequence[Action], unknown: str, line: TypedLine, understands: Understands
) -> tuple[str, str, str] | None:
    """An unknown word, the only one of the actions of this step that it is a slip of, and the line with that, if it is understood."""
    import difflib

    flat = fold(unknown)
    if len(flat) < _SHORTEST or flat in words("denying"):
        return None
    called = {fold(name): name for action in offered for name in _called(action)}
    near = difflib.get_close_matches(flat, list(called), 4, _ALIKE)

    def like(word: str) -> float:
        return difflib.SequenceMatcher(None, word, flat).ratio()

    for word in near:
        if like(word) < like(near[0]) - _CLEARLY:
            break
        meant = typed(line.tokens).replace(unknown, called[word], 1)
        if understands(line._replace(tokens=tokens_of(meant))):
            return unknown, called[word], meant
    return None


def _called(action: Action) -> Iterator[str]:
    """What an action is called, and the options of its fields."""
    yield from action.names
    for field in action.ask.values():
        for option in field.options:
            yield from option.names
