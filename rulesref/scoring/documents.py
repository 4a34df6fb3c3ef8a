"""Positions as documents (局面の文書): read from bytes, scored, or taken as a beginning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.suggest import unknown
from rulesref.fields.kind import At, nowhere
from rulesref.fields.typed import one_called
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from rulesref.reading.positions import event_called, plain_source, read_position
from rulesref.reading.source import Source, read_bytes
from rulesref.scoring.score import Score, score

#: What a position that is still to be completed may lack.
_MISSING = {"E401", "E423", "E427"}


def document_in(raw: bytes, name: str, game: Game) -> Source:
    """The document that these bytes are; raises what is wrong with the text. ``name`` is that of the file."""
    if not raw.strip():
        place = Place(file=name, line=1, column=1)
        raise ProblemsFound([Problem("E432", place, {"game": game.id})])
    source, problems = read_bytes(raw, name)
    if source is None or problems:
        raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
    return plain_source(source)


def places_in(source: Source) -> At:
    """Where in the document something stands that is wrong."""
    return lambda path, key: source.at_key(path) if key else source.at(path)


def score_of(
    game: Game, data: Any, at: At = nowhere, *, event: str | None = None,
    rulings: Mapping[str, str] | None = None,
) -> tuple[Score | None, tuple[Problem, ...]]:  # fmt: skip
    """The score of a position as plain data, or what is wrong with it."""
    read = read_position(game, data, at, event=event, rulings=rulings)
    if read.position is None or read.event is None:
        return None, read.problems
    return score(game, read.position, read.event, at)


def scored(
    game: Game, source: Source, event: str | None = None, rulings: Mapping[str, str] | None = None
) -> Score:
    """The score of a document; raises all its problems at once."""
    result, problems = score_of(game, source.data, places_in(source), event=event, rulings=rulings)
    if result is None:
        raise ProblemsFound(problems, {source.file: source.text})
    return result


def incomplete(
    game: Game, source: Source, event: str | None, rulings: Mapping[str, str]
) -> dict[str, Any]:
    """A position that is still to be completed; raises what is wrong in it rather than missing."""
    read = read_position(game, source.data, places_in(source), event=event, rulings=rulings)
    wrong = [problem for problem in read.problems if problem.code not in _MISSING]
    if wrong:
        raise ProblemsFound(wrong, {source.file: source.text})
    position: dict[str, Any] = source.data
    return position


# --- what people name in words -------------------------------------------------------------------


def event_wanted(game: Game, word: str | None) -> Event:
    """The scoring called ``word``; without one that which ends the game."""
    if game.scoring is None:
        raise ProblemsFound([Problem("E421", None, {"game": game.id})])
    events = game.scoring.events
    if not word:
        return next((e for e in events.values() if e.final), next(iter(events.values())))
    event = event_called(events, word)
    if event is None:
        raise unknown("E424", word, list(events))
    return event


def rulings_chosen(words: Sequence[str]) -> dict[str, str]:
    """Rulings as typed: ``id=reading``."""
    rulings: dict[str, str] = {}
    for word in words:
        ruling, sign, reading = word.partition("=")
        if not sign:
            values = {"found": word, "example": "ID=READING"}
            raise ProblemsFound([Problem("E328", None, values)])
        rulings[ruling.strip()] = reading.strip()
    return rulings


def player_called(result: Score, word: str) -> str:
    """The player with this name, or the only one whose name begins so."""
    name = one_called(result.position.names, word)
    if name is None:
        raise unknown("E420", word, result.position.names)
    return name
