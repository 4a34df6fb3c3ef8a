"""Results as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.text import Text
from rulesref.library.library import ListedGame
from rulesref.model.entries import Column, Row, Rule, Ruling, Table, Term
from rulesref.model.game import Game

Json = dict[str, Any]


def rule(game: Game, entry: Rule, lang: str) -> Json:
    """A whole entry."""
    ruling = game.ruling(entry.ruling) if entry.ruling else None
    return {
        "id": entry.id,
        "game": game.id,
        "topic": entry.topic,
        "title": entry.title.of(lang),
        "text": entry.text.of(lang),
        "lang": entry.title.lang(lang),
        "points": [
            {"text": p.text.of(lang), "sources": list(p.sources), "confidence": p.confidence}
            for p in entry.points
        ],
        "sources": list(entry.sources),
        "confidence": entry.confidence,
        "terms": list(entry.terms),
        "tables": list(entry.tables),
        "calculators": list(entry.calculators),
        "related": list(entry.related),
        "ruling": dispute(ruling, lang) if ruling else None,
    }


def dispute(ruling: Ruling, lang: str) -> Json:
    """A disputed point."""
    return {
        "id": ruling.id,
        "game": ruling.game,
        "topic": ruling.topic,
        "question": ruling.question.of(lang),
        "readings": [
            {"id": r.id, "text": r.text.of(lang), "who": list(r.who)} for r in ruling.readings
        ],
        "default": ruling.default,
        "why": ruling.why.of(lang),
        "confidence": ruling.confidence,
        "rules": list(ruling.rules),
    }


def term(game: Game, entry: Term) -> Json:
    """A glossary entry and the entries that use it."""
    return {
        "game": game.id,
        "id": entry.id,
        "ja": entry.name.pair().get("ja"),
        "reading": entry.reading or None,
        "en": entry.name.pair().get("en"),
        "synonyms": {"ja": list(entry.synonyms[0]), "en": list(entry.synonyms[1])},
        "note": entry.note.pair() if entry.note else None,
        "rules": [rule.id for rule in game.rules_about(entry.id)],
    }


def table(printed: Table, rows: tuple[Row, ...], lang: str) -> Json:
    """A table, or some of its rows."""
    data: Json = {"game": printed.game, "id": printed.id, "title": printed.title.of(lang)}
    if printed.grid:
        data["grid"] = list(printed.grid)
        data["legend"] = {char: text.of(lang) for char, text in printed.legend.items()}
    else:
        data["columns"] = [{"id": c.id, "name": c.name.of(lang)} for c in printed.columns]
        data["key"] = list(printed.key)
        data["rows"] = [_row(printed.columns, row, lang) for row in rows]
    data["sources"] = list(printed.sources)
    data["confidence"] = printed.confidence
    data["rules"] = list(printed.rules)
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
        "id": game.id,
        "name": head.name.of(lang),
        "names": head.name.pair(),
        "languages": list(head.languages),
        "players": {"min": head.players[0], "max": head.players[1]},
        "covers": head.covers.of(lang) if head.covers else None,
        "edition": head.edition.name.of(lang) if head.edition else None,
        "data": game.digest,
        "events": list(game.event_ids),
        "calculators": list(game.calculator_ids),
    }


def origin(listed: ListedGame) -> Json:
    """Where a game comes from: the name of a pack with its version, and the folder; all null for those of the program."""
    pack = listed.shelf.pack
    return {
        "pack": pack.name if pack else None,
        "version": pack.version if pack else None,
        "folder": None if listed.shelf.shipped else listed.folder,
    }


def told(problems: Sequence[Problem], lang: str) -> list[Json]:
    """Problems beside a result; mostly there are none."""
    if not problems:
        return []
    from rulesref.show.problems import problem_data

    return [problem_data(problem, lang) for problem in problems]
