"""Scores and calculated numbers as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.numbers import Entered, decimal
from rulesref.model.steps import Input, Step, Value
from rulesref.scoring.calculators import Answer
from rulesref.scoring.score import PlayerScore, Score, Tie
from rulesref.show.problems import message

Json = dict[str, Any]


def value(found: Value) -> Any:
    """A value: numbers exact, lists as arrays."""
    match found:
        case Entered():
            return int(found)
        case bool() | None | str():
            return found
        case tuple():
            return [value(item) for item in found]
        case Mapping():
            return {key: value(item) for key, item in found.items()}
        case _:
            return decimal(found)


def step(found: Step, lang: str) -> Json:
    """One step of working and all below it."""
    return {
        "op": found.op,
        "label": found.label.of(lang) if found.label else None,
        "value": value(found.value),
        "rules": list(found.rules),
        "inputs": {i.id: _input(i) for i in found.inputs if i.id != "called"},
        "parts": [step(part, lang) for part in found.parts],
    }


def _input(found: Input) -> Any:
    if isinstance(found.value, Entered) and found.value.typed:
        return {"value": int(found.value), "typed": found.value.typed}
    return value(found.value)


def score(found: Score, lang: str) -> Json:
    """One scoring."""
    return {
        "game": found.game.id,
        "event": found.event.id,
        "data": found.game.digest,
        "rulings": dict(found.position.chosen),
        "players": [_player(player, lang) for player in found.players],
        "winners": list(found.winners),
        "tie-break": [tie(t) for t in found.ties],
        "warnings": [message(problem, lang) for problem in found.warnings],
    }


def _player(player: PlayerScore, lang: str) -> Json:
    categories = [{"id": part.id, "points": value(s.value)} for part, s in player.categories]
    changes = {part.id: value(s.value) for part, s in player.changes if s.value}
    data: Json = {
        "name": player.name,
        "before": value(player.before),
        "points": value(player.points),
        "total": value(player.total),
        "rank": player.rank,
        "categories": categories,
        "changes": changes,
    }
    if player.vector is not None:
        data["vector"] = [value(number) for number in player.vector]
    data["explanation"] = step(player.explanation, lang)
    return data


def tie(found: Tie) -> Json:
    """One rung of the ladder."""
    values = {name: value(number) for name, number in found.values.items()}
    return {"by": found.rung.by, "among": list(found.among), "values": values}


def answer(found: Answer, lang: str) -> Json:
    """What a calculator gives."""
    inputs = {key: value(v) for key, v in found.inputs.items()}
    data: Json = {"game": found.game.id, "calculator": found.calculator.id, "inputs": inputs}
    if len(found.results) == 1 and found.results[0][0].id == "value":
        data["value"] = value(found.results[0][1].value)
    else:
        data["result"] = {part.id: value(s.value) for part, s in found.results}
    trees = [step(s, lang) | {"label": part.name.of(lang)} for part, s in found.results]
    data["explanation"] = trees[0] if len(trees) == 1 else {
        "op": "results", "label": found.calculator.name.of(lang), "value": None,
        "rules": list(found.calculator.rules), "inputs": {}, "parts": trees,
    }  # fmt: skip
    return data
