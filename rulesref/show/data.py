"""Results as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rulesref.base.numbers import Entered, decimal
from rulesref.base.text import Text
from rulesref.model.game import Column, Row, Rule, Ruling, Table, Term
from rulesref.model.steps import Input, Step, Value
from rulesref.reading.games import Game
from rulesref.show.problems import message
from rulesref.use.calculators import Answer
from rulesref.use.scoring import PlayerScore, Score, Tie

Json = dict[str, Any]


def value(found: Value) -> Any:
    """A value: numbers exact, lists as arrays."""
    match found:
        case Entered():
            return int(found)
        case bool() | None | str():
            return found
        case int() | Fraction():
            return decimal(found)
        case tuple():
            return [value(item) for item in found]
        case _:
            return {key: value(item) for key, item in found.items()}


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


def rule(game: Game, found: Rule, lang: str) -> Json:
    """A whole entry."""
    ruling = game.ruling(found.ruling) if found.ruling else None
    return {
        "id": found.id,
        "game": game.id,
        "topic": found.topic,
        "title": found.title.of(lang),
        "text": found.text.of(lang),
        "lang": lang,
        "points": [
            {"text": p.text.of(lang), "sources": list(p.sources), "confidence": p.confidence}
            for p in found.points
        ],
        "sources": list(found.sources),
        "confidence": found.confidence,
        "terms": list(found.terms),
        "tables": list(found.tables),
        "calculators": list(found.calculators),
        "related": list(found.related),
        "ruling": dispute(ruling, lang) if ruling else None,
    }


def dispute(found: Ruling, lang: str) -> Json:
    """A disputed point."""
    return {
        "id": found.id,
        "game": found.game,
        "topic": found.topic,
        "question": found.question.of(lang),
        "readings": [
            {"id": r.id, "text": r.text.of(lang), "who": list(r.who)} for r in found.readings
        ],
        "default": found.default,
        "why": found.why.of(lang),
        "confidence": found.confidence,
        "rules": list(found.rules),
    }


def term(game: str, found: Term, rules: list[str]) -> Json:
    """A glossary entry and the entries that use it."""
    return {
        "game": game,
        "id": found.id,
        "ja": found.name.ja,
        "reading": found.reading,
        "en": found.name.en,
        "synonyms": {"ja": list(found.synonyms[0]), "en": list(found.synonyms[1])},
        "note": {"ja": found.note.ja, "en": found.note.en} if found.note else None,
        "rules": rules,
    }


def table(found: Table, rows: tuple[Row, ...], lang: str) -> Json:
    """A table, or some of its rows."""
    data: Json = {"game": found.game, "id": found.id, "title": found.title.of(lang)}
    if found.grid:
        data["grid"] = list(found.grid)
        data["legend"] = {char: text.of(lang) for char, text in found.legend.items()}
    else:
        data["columns"] = [{"id": c.id, "name": c.name.of(lang)} for c in found.columns]
        data["key"] = list(found.key)
        data["rows"] = [_row(found.columns, row, lang) for row in rows]
    data["sources"] = list(found.sources)
    data["confidence"] = found.confidence
    data["rules"] = list(found.rules)
    return data


def _row(columns: tuple[Column, ...], row: Row, lang: str) -> Json:
    cells = {c.id: _cell(row.cells[c.id], lang) for c in columns}
    if row.note:
        cells.setdefault("note", row.note.of(lang))
    return {**cells, "confidence": row.confidence}


def _cell(cell: object, lang: str) -> object:
    return cell.of(lang) if isinstance(cell, Text) else cell


def about(game: Game, lang: str) -> Json:
    """A game in the list of games."""
    head = game.about
    return {
        "id": head.id,
        "name": head.name.of(lang),
        "names": {"ja": head.name.ja, "en": head.name.en},
        "players": {"min": head.players[0], "max": head.players[1]},
        "covers": head.covers.of(lang),
        "edition": next(e.name.of(lang) for e in head.editions if e.id == head.edition),
        "data": game.digest,
        "events": list(game.scoring.events) if game.scoring else [],
        "calculators": list(game.calculators),
    }


def pairs(found: Mapping[str, Text], lang: str) -> Json:
    """Texts by id."""
    return {key: text.of(lang) for key, text in found.items()}
