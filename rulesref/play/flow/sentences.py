"""Sentences that people say at the table, understood as one action and its values (文の読み取り)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.fields.cutting import FILLER, Piece, cut, language, units_of
from rulesref.fields.kind import kind_of
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.commands import objections
from rulesref.play.flow.state import Command, State
from rulesref.play.flow.values import ActionBuilder
from rulesref.play.flow.wording import (
    NameWord,
    Said,
    names_of,
    naming_field,
    players_vocabulary,
    stand_ins,
    takes_amounts,
    text_of,
    values_in_sentences,
    values_said,
)

#: What stands between parts of a line that belong together less than words do.
COMMA = re.compile("[、,，]")
#: A longer line is no sentence about one action.
_LONGEST = 80


@frozen
class Understanding:
    """A line as a sentence about one action: its values, what is left over, and how much of it is the action."""

    action: Action
    said: tuple[Said, ...]
    unknown: tuple[str, ...]
    weight: int
    #: The units of each word that is a whole name of the action, and those that say nothing in it.
    names: tuple[frozenset[int], ...] = ()
    idle: frozenset[int] = frozenset()


def understood(
    game: Game,
    state: State,
    actions: Sequence[Action],
    text: str,
    *,
    forced: bool,
    alone: bool = True,
) -> Command | ActionForm | Problem | None:
    """What a sentence means; a problem when something is left over or two actions could be meant.

    None when it names none of the actions; values ``alone`` may do where only one action has them.
    """
    every = list(readings(state, actions, text))
    # Where the name of a further action says nothing in a reading, the line has two of them.
    names = [(other, name) for other in every for name in other.names]
    whole = [
        r
        for r in every
        if not r.unknown and not any(name <= r.idle for other, name in names if other is not r)
    ]
    if not whole and alone:
        whole = list(_values_alone(state, actions, text))
    if not whole:
        return _left_over(every, text)
    problems: list[Problem] = []
    fitting: list[tuple[Understanding, Command | ActionForm]] = []
    for reading in whole:
        result = ActionBuilder(game, state, reading.action, forced).with_values(reading.said)
        if isinstance(result, Problem):
            problems.append(result)
        else:
            fitting.append((reading, result))
    if not fitting:
        named = any(reading.weight for reading in whole)
        return min(problems, key=lambda problem: problem.code != "E510") if named else None
    allowed = [
        (reading, result)
        for reading, result in fitting
        if not isinstance(result, dict)
        or not objections(game, state, reading.action, result["with"])
    ]
    most = max(reading.weight for reading, _ in allowed or fitting)
    best = [each for each in allowed or fitting if each[0].weight == most]
    if len(best) > 1:
        return wrong("E556", text, known=[reading.action.name for reading, _ in best])
    return best[0][1]


def _left_over(readings: Sequence[Understanding], text: str) -> Problem | None:
    """What of a sentence is not understood, of the action that leaves the least."""
    if not readings:
        return None
    if not all(reading.unknown for reading in readings):
        return wrong("E556", text, known=[reading.action.name for reading in readings])
    reading = min(readings, key=lambda r: (sum(map(len, r.unknown)), -r.weight))
    return wrong("E557", _as_written(reading.unknown[0], text), action=reading.action.name)


def _as_written(word: str, text: str) -> str:
    """A word as it stands in a text: what is cut out has lost its long vowels and signs."""
    flat = fold(word)
    ends = range(len(text), 0, -1)
    return next(
        (text[start:end].strip() for end in ends for start in range(end)
         if fold(text[start:end]) == flat and fold(text[start])),
        word,
    )  # fmt: skip


def readings(state: State, actions: Iterable[Action], text: str) -> Iterable[Understanding]:
    """A line as a sentence about each of the actions that it names."""
    units = units_of(text)
    if len(units) > _LONGEST:
        return
    players = players_vocabulary(state.names)
    for action in actions:
        names = names_of(action)
        if not any(names.longest(units, place) for place in range(len(units))):
            continue
        pieces = cut(units, names, values_in_sentences(action), players, language())
        reading = _reading(action, pieces, text)
        if reading is not None:
            yield reading


def _values_alone(state: State, actions: Iterable[Action], text: str) -> Iterable[Understanding]:
    """A line that names options of an action and nothing else."""
    units = units_of(text)
    players = players_vocabulary(state.names)
    for action in actions:
        first = naming_field(action)
        if first is not None and not takes_amounts(first):
            pieces = cut(units, values_in_sentences(action), players, language())
            said, unknown = values_said(action, pieces)
            if (
                len(unknown) == 1
                and unknown[0].isascii()
                and len(said) > 1
                and said[-1].text.isdigit()
            ):
                # A field of the board, as C3.
                unknown = _as_text(action, said, unknown, pieces, text)
            if not unknown and any(value.options_of(first.id) for value in said):
                yield Understanding(action, tuple(said), (), 0)


def _reading(action: Action, pieces: Sequence[Piece], line: str) -> Understanding | None:
    """What pieces say of an action; None when they do not name it."""
    only = [piece for piece in pieces if not piece.means("option")]
    candidates = only if _named(only) == _named(pieces) else pieces
    by_option = not _named(candidates)
    if by_option and not _named(pieces, stand_ins(action)):
        return None
    naming = _naming(candidates, by_option=by_option)
    values = [_as_value(piece) if piece in naming else piece for piece in pieces]
    said, unknown = values_said(action, values)
    weight = sum(piece.end - piece.start for piece in pieces if piece.means("action")) - by_option
    unknown = _as_text(action, said, unknown, pieces, line)
    named = (p for p in pieces if any(kind == "action" and of[2] == 1 for kind, of in p.meanings))
    names = tuple(frozenset(range(piece.start, piece.end)) for piece in named)
    idle = frozenset(unit for p in pieces if p.filler for unit in range(p.start, p.end))
    return Understanding(action, tuple(said), tuple(unknown), weight, names, idle)


def _naming(pieces: Sequence[Piece], *, by_option: bool) -> Sequence[Piece]:
    """The pieces that name an action; ``by_option``: an option of it stands in for its name."""
    naming = [piece for piece in pieces if piece.means("action")]
    if by_option:
        return [piece for piece in naming if not piece.means("option")]
    if naming and naming[0].means("option"):
        return naming[:1]  # once the action, else an option that is called alike
    return naming


def _as_value(piece: Piece) -> Piece:
    """A word of the action, which beside a number may name the field of that."""
    fields = tuple(meaning for meaning in piece.meanings if meaning[0].startswith("field"))
    return piece if piece.number is not None else piece._replace(meanings=fields or (FILLER,))


def _named(
    pieces: Sequence[Piece], stand_ins: Mapping[str, Sequence[NameWord]] | None = None
) -> int:
    """Of how many words the longest name of an action is of which pieces have all, or an option that stands for one; 0 when of none."""
    words_of: dict[int, set[int]] = {}
    longest = 0
    for piece in pieces:
        for kind, of in piece.meanings:
            also = (stand_ins or {}).get(of[0], ()) if kind == "option" else ()
            for name, word, many in [of] if kind == "action" else also:
                words_of.setdefault(name, set()).add(word)
                if len(words_of[name]) == many:
                    longest = max(longest, many)
    return longest


def _as_text(
    action: Action, said: list[Said], unknown: list[str], pieces: Sequence[Piece], line: str
) -> list[str]:
    """What nobody knows is the value of a field of any words, if it stands in one place."""
    field = next((f for f in action.ask.values() if kind_of(f).is_free_text), None)
    words = _unknown_in_a_row(pieces, unknown)
    if field is None or not words:
        return unknown
    text = text_of(words)
    written = _as_written(text, line)
    if COMMA.search(written):
        return unknown  # what stands behind a comma may be something else
    numbers = [value for value in said if value.text.isdigit() and text.endswith(value.text)]
    for value in numbers:
        said.remove(value)
    said.append(Said(written, field.id))
    return []


def _unknown_in_a_row(pieces: Sequence[Piece], unknown: Sequence[str]) -> Sequence[Piece]:
    """The pieces from the first that nobody knows to the last, with the number behind it; none where others stand between."""
    places = [
        place
        for place, piece in enumerate(pieces)
        if not piece.meanings and any(piece.text.strip() in word for word in unknown)
    ]
    if not places:
        return ()
    first, end = places[0], places[-1] + 1
    while end < len(pieces) and pieces[end].glued and pieces[end].number is not None:
        end += 1
    if any(piece.meanings and not piece.filler for piece in pieces[first : end - 1]):
        return ()
    return pieces[first:end]
