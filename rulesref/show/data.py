"""Results as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.text import Text
from rulesref.model.entries import Column, Row, Rule, Ruling, Table, Term
from rulesref.model.game import Game

Json = dict[str, Any]


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
        "events": list(game.event_ids),
        "calculators": list(game.calculator_ids),
    }


def pairs(found: Mapping[str, Text], lang: str) -> Json:
    """Texts by id."""
    return {key: text.of(lang) for key, text in found.items()}
