"""Values as the JSON of the contract: which of their fields are public, and under which keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.text import LANGS, Entered, Text, decimal
from rulesref.model.entries import Row, Rule, Table, Term
from rulesref.model.expression import Step, Value
from rulesref.model.game import Game

if TYPE_CHECKING:
    from rulesref.answers.answer import FullAnswer, Surroundings, ToolHit
    from rulesref.answers.candidates import NumericAnswer
    from rulesref.scoring.calculators import Answer
    from rulesref.scoring.compare import Moved, Worth
    from rulesref.scoring.score import PlayerScore, Score

Json = dict[str, Any]

#: The public fields of a class, in order: ``key``, or ``key=path`` where its name is another; with ``?`` left out
#: where there is nothing. A class that is not here gives all its fields, or what is worked out for it below.
KEYS = {
    "Citation": "id title short year where trust edition",
    "Column": "id name",
    "Comparison": "before after changes=fields players",
    "Difference": "player=spot.player path=spot.path before after",
    "FieldChange": "player field=field.id label=field.name before after",
    "FormOption": "value label=name allowed why-not=problems changes",
    "FullAnswer": """query lang game=result.game read=result.read sure results=entries number tools near perhaps
        context?=around""",
    "Game": """id name=about.name names languages=about.languages players covers=about.covers
        edition=about.edition.name data=digest events=event_ids calculators=calculator_ids""",
    "Hit": "by=match.by score concepts=match.concepts words=match.words missing=match.missing langs=match.langs",
    "Gap": "player field label",
    "GameRef": "pack=shelf.pack.name version=shelf.pack.version folder",
    "Moved": "name total rank categories=parts changes",
    "PlayerScore": "name before points total rank categories changes vector? explanation",
    "Problem": "code file=place.file line=place.line column=place.column message values hint",
    "Reminder": "id player text rules",
    "Rule": "id game topic title text lang points sources confidence terms tables calculators related ruling",
    "RuleHit": """id=rule.id game=rule.game topic=rule.topic title=rule.title text=rule.text lang
        sources=rule.sources confidence=rule.confidence ruling=rule.ruling silent=rule.silent related=rule.related
        match=hit""",
    "Ruling": "id game topic question readings default why confidence rules",
    "Score": """game=game.id event=event.id data=game.digest rulings=position.chosen players winners undecided?
        tie-break=ties warnings overruled?""",
    "Shift": "id before after difference",
    "Step": "op label value rules inputs parts",
    "Tie": "by=rung.by among values missing?",
}


def as_json(value: Any, lang: str) -> Any:
    """The JSON of a value: a text in the reader's language, a number exact, of a frozen value its public fields.

    >>> from fractions import Fraction
    >>> as_json((Text("花", "flower"), Fraction(9, 4), Fraction(1, 3), None), "en")
    ['flower', 2.25, '1/3', None]
    """
    match value:
        case None | str() | bool() | float():
            return value
        case int():
            return int(value)
        case Text():
            return value.of(lang)
        case _ if hasattr(value, "_fields") or type(value).__name__ in KEYS:
            return fields(value, lang)
        case list() | tuple():
            return [as_json(each, lang) for each in value]
        case Mapping():
            return {str(key): as_json(each, lang) for key, each in value.items()}
        case _:
            return decimal(value)


def fields(value: Any, lang: str, keys: str = "", **others: Any) -> Json:
    """The public fields of a frozen value as JSON, or those of these ``keys``.

    ``others`` are, by their keys, what is no field or stands in place of one.
    """
    name, data = type(value).__name__, Json()
    if not keys and name in WORKED_OUT:
        others = WORKED_OUT[name](value, lang) | others
    for key, path, needed in _split(keys or KEYS.get(name) or " ".join(others or value._fields)):
        found = others[key] if key in others else _at(value, path)
        if needed or found:
            data[key] = as_json(found, lang)
    return data


@cache
def _split(keys: str) -> Sequence[tuple[str, Sequence[str], bool]]:
    """Of each key its name, the path to the field, and whether it is there where there is nothing."""
    words = (word.partition("=") for word in keys.split())
    parts = [(key.rstrip("?"), path, key[-1] != "?") for key, _, path in words]
    return [(key, (path or key).split("."), needed) for key, path, needed in parts]


def _at(value: Any, path: Sequence[str]) -> Any:
    """What a path leads to; nothing inside of nothing."""
    for name in path:
        value = None if value is None else getattr(value, name)
    return value


# --- games, rules, tables -------------------------------------------------------------------------


def _game(game: Game, _: str) -> Json:
    low, high = game.about.players
    return {"names": game.about.name.pair(), "players": {"min": low, "max": high}}


def rule(game: Game, entry: Rule, lang: str) -> Json:
    """A whole entry, with the disputed point that it rests on."""
    return fields(entry, lang, ruling=game.ruling(entry.ruling) if entry.ruling else None)


def term(game: Game, entry: Term) -> Json:
    """A glossary entry in both languages, and the entries that use it."""
    named = entry.name.pair()
    return {
        "game": game.id,
        "id": entry.id,
        "ja": named.get("ja"),
        "reading": entry.reading or None,
        "en": named.get("en"),
        "synonyms": dict(zip(LANGS, map(list, entry.synonyms), strict=True)),
        "note": entry.note.pair() if entry.note else None,
        "rules": [rule.id for rule in game.rules_about(entry.id)],
    }


def table(printed: Table, rows: Sequence[Row], lang: str) -> Json:
    """A table, or some of its rows."""
    lines = [
        {c.id: row.cells[c.id] for c in printed.columns}
        | ({"note": row.note} if row.note else {}) | {"confidence": row.confidence}
        for row in rows
    ]  # fmt: skip
    content = "grid legend" if printed.grid else "columns key rows"
    return fields(printed, lang, f"game id title {content} sources confidence rules", rows=lines)


# --- answers --------------------------------------------------------------------------------------


def _answered(answer: FullAnswer, lang: str) -> Json:
    result = answer.result
    near = [{"game": game, "term": term} for game, term in result.near]
    return {
        "query": "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in result.query),
        "lang": lang,
        "near": [*near, *({"game": game, "topic": topic} for game, topic in result.topics)],
        "perhaps": [fields(hit, lang, "game id") for hit in result.perhaps],
    }


def _tool(tool: ToolHit, lang: str) -> Json:
    data, call = fields(tool.hit, lang, "game kind id"), tool.call
    if call:
        data |= fields(call, lang, "command inputs missing", command=call.command(tool.hit.game))
    return data


def _around(around: Surroundings, lang: str) -> Json:
    def short(entry: Rule | None) -> Any:
        return entry and fields(entry, lang, "id title text", text=entry.points[0].text)

    related = [short(entry) for entry in around.related]
    return {"before": short(around.before), "after": short(around.after), "related": related}


def _number(number: NumericAnswer, lang: str) -> Json:
    from rulesref.show import asking

    data = {"game": number.game.id, "text": asking.number(number, lang)}
    if number.each:
        return data | fields(number, lang, "open each added")
    if number.answer is not None:
        return data | _calculated(number.answer, lang)
    assert number.table is not None
    assert number.row is not None
    return data | table(number.table, (number.row,), lang) | {"columns": number.columns}


# --- scores and numbers ---------------------------------------------------------------------------


def _step(step: Step, _: str) -> Json:
    inputs = {each.id: _input(each.value) for each in step.inputs if each.id != "called"}
    return {"inputs": inputs}


def _input(value: Value) -> Any:
    """A value that went into a step; a sum with what was typed."""
    if isinstance(value, Entered) and value.typed:
        return {"value": int(value), "typed": value.typed}
    return value


def _calculated(answer: Answer, _: str) -> Json:
    sheet = answer.calculator
    values = {part.id: step.value for part, step in answer.results}
    trees = [step._replace(label=part.name) for part, step in answer.results]
    together = Step(op="results", value=None, label=sheet.name, rules=sheet.rules, parts=(*trees,))
    return {
        "game": answer.game.id,
        "calculator": sheet.id,
        "inputs": answer.inputs,
        **(values if [*values] == ["value"] else {"result": values}),
        "explanation": trees[0] if len(trees) == 1 else together,
    }


def _score(score: Score, lang: str) -> Json:
    overruled = [
        {"check": problem.values["check"], "message": text, "rules": problem.values["rules"]}
        for problem, text in zip(score.overruled, _messages(score.overruled, lang), strict=True)
    ]
    return {"warnings": _messages(score.warnings, lang), "overruled": overruled}


def _player(player: PlayerScore, _: str) -> Json:
    data: Json = {
        "categories": [{"id": part.id, "points": step.value} for part, step in player.categories],
        "changes": {part.id: step.value for part, step in player.changes if step.value},
    }
    if not player.event.categories:
        data |= {"points": None, "total": None}
    return data if player.event.ranking else data | {"rank": None}


def _moved(moved: Moved, _: str) -> Json:
    both = (moved.before, moved.after)
    return {
        "total": [player.total if player and player.event.categories else None for player in both],
        "rank": [player.rank if player and player.event.ranking else None for player in both],
    }


def worth(score: Score, name: str, worths: Sequence[Worth], lang: str) -> Json:
    """What one more of each value is worth to a player."""
    rows = []
    for each in worths:
        was, now = (each.moved.before, each.moved.after) if each.moved else (None, None)
        points = now.total - was.total if was and now and score.event.categories else None
        rank = now.rank if was and now and score.event.ranking else None
        keys = "path=spot.path now then points rank problems"
        problems = _messages(each.problems, lang)
        rows.append(fields(each, lang, keys, points=points, rank=rank, problems=problems))
    return {"game": score.game.id, "event": score.event.id, "player": name, "worth": rows}


# --- problems -------------------------------------------------------------------------------------


def _problem(problem: Problem, lang: str) -> Json:
    from rulesref.show.problems import hint, message

    values = {
        key: message(value, lang) if isinstance(value, type(problem)) else value
        for key, value in sorted(problem.values.items())
    }
    return {"message": message(problem, lang), "values": values, "hint": hint(problem, lang)}


def _messages(problems: Sequence[Problem], lang: str) -> list[str]:
    from rulesref.show.problems import message

    return [message(problem, lang) for problem in problems]


#: What is worked out of a value of a class, by the keys.
WORKED_OUT: Mapping[str, Callable[[Any, str], Json]] = {
    "Answer": _calculated,
    "FullAnswer": _answered,
    "Game": _game,
    "GameRef": lambda listed, _: {"folder": None if listed.shelf.shipped else listed.folder},
    "Moved": _moved,
    "PlayerScore": _player,
    "Problem": _problem,
    "Rule": lambda entry, lang: {"lang": entry.title.lang(lang)},
    "RuleHit": lambda entry, lang: {"lang": entry.rule.title.lang(lang)},
    "Score": _score,
    "Step": _step,
    "Surroundings": _around,
    "ToolHit": _tool,
    "NumericAnswer": _number,
}
