"""Scores and calculated numbers as the JSON of the contract."""

from __future__ import annotations

from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.text import Entered
from rulesref.model.expression import Input, Step, plain_value
from rulesref.model.scoring import Event
from rulesref.scoring.calculators import Answer
from rulesref.scoring.score import PlayerScore, Score, Tie
from rulesref.show.data import Json
from rulesref.show.problems import message

#: A value: numbers exact, lists as arrays.
value = plain_value


def step(node: Step, lang: str) -> Json:
    """One step of working and all below it."""
    return {
        "op": node.op,
        "label": node.label.of(lang) if node.label else None,
        "value": value(node.value),
        "rules": list(node.rules),
        "inputs": {i.id: _input(i) for i in node.inputs if i.id != "called"},
        "parts": [step(part, lang) for part in node.parts],
    }


def _input(entry: Input) -> Any:
    if isinstance(entry.value, Entered) and entry.value.typed:
        return {"value": int(entry.value), "typed": entry.value.typed}
    return value(entry.value)


def score(result: Score, lang: str) -> Json:
    """One scoring."""
    data: Json = {
        "game": result.game.id,
        "event": result.event.id,
        "data": result.game.digest,
        "rulings": dict(result.position.chosen),
        "players": [_player(player, result.event, lang) for player in result.players],
        "winners": list(result.winners),
        "tie-break": [tie(t) for t in result.ties],
        "warnings": [message(problem, lang) for problem in result.warnings],
    }
    if result.overruled:
        data["overruled"] = [_overruled(problem, lang) for problem in result.overruled]
    return data


def _overruled(problem: Problem, lang: str) -> Json:
    """A check in spite of which the position was scored."""
    check, rules = problem.values["check"], problem.values["rules"]
    assert isinstance(rules, tuple)
    return {"check": check, "message": message(problem, lang), "rules": list(rules)}


def _player(player: PlayerScore, event: Event, lang: str) -> Json:
    categories = [{"id": part.id, "points": value(s.value)} for part, s in player.categories]
    changes = {part.id: value(s.value) for part, s in player.changes if s.value}
    data: Json = {
        "name": player.name,
        "before": value(player.before),
        "points": value(player.points) if event.categories else None,
        "total": value(player.total) if event.categories else None,
        "rank": player.rank if event.ranking else None,
        "categories": categories,
        "changes": changes,
    }
    if player.vector is not None:
        data["vector"] = [value(number) for number in player.vector]
    data["explanation"] = step(player.explanation, lang)
    return data


def tie(rung: Tie) -> Json:
    """One rung of the ladder."""
    values = {name: value(number) for name, number in rung.values.items()}
    return {"by": rung.rung.by, "among": list(rung.among), "values": values}


def answer(result: Answer, lang: str) -> Json:
    """What a calculator gives."""
    inputs = {key: value(v) for key, v in result.inputs.items()}
    data: Json = {"game": result.game.id, "calculator": result.calculator.id, "inputs": inputs}
    if len(result.results) == 1 and result.results[0][0].id == "value":
        data["value"] = value(result.results[0][1].value)
    else:
        data["result"] = {part.id: value(s.value) for part, s in result.results}
    trees = [step(s, lang) | {"label": part.name.of(lang)} for part, s in result.results]
    data["explanation"] = trees[0] if len(trees) == 1 else {
        "op": "results", "label": result.calculator.name.of(lang), "value": None,
        "rules": list(result.calculator.rules), "inputs": {}, "parts": trees,
    }  # fmt: skip
    return data
