"""The answer to a question: the best entry in full, the next ones by title."""

from __future__ import annotations

from typing import Any

from rulesref.base.messages import N_, say
from rulesref.library.library import Library
from rulesref.model.entries import Rule
from rulesref.model.game import Game
from rulesref.search.calls import Call, call_from
from rulesref.search.engine import Hit, SearchResult
from rulesref.show import pages
from rulesref.show.blocks import Bullets, Page, Para, Title

#: Longer questions are cut when they are repeated.
_QUOTED = 60


def page(library: Library, found: SearchResult, lang: str, *, context: bool = False) -> Page:
    """The answer as a page: the best entry, the numbers asked for, the next titles.

    ``context`` adds the entries around the best one.
    """
    if not found.hits:
        return [*_read(found, lang), *_nothing(library, found, lang)]
    first, *others = found.hits
    game = library.game(first.game)
    rule = _rule(library, first)
    blocks = [*_read(found, lang), *pages.rule(game, rule, lang, whole=False)]
    blocks.extend(_other_language(first, lang))
    for tool in found.tools:
        blocks.extend(_tool(library, found, tool, lang))
    if context:
        blocks.extend(_context(game, rule, lang))
    if others:
        blocks.append(Title(say(lang, N_("Also")), 2))
        lines = tuple((0, _line(library, hit, lang)) for hit in others)
        blocks.append(Bullets(lines, numbered=True))
    return blocks


def entry(library: Library, hit: Hit, lang: str) -> Page:
    """One further hit in full."""
    return pages.rule(library.game(hit.game), _rule(library, hit), lang, whole=False)


def entry_data(library: Library, hit: Hit, lang: str) -> dict[str, Any]:
    """One further hit as JSON."""
    return _result(library, hit, lang)


def _rule(library: Library, hit: Hit) -> Rule:
    rule = library.game(hit.game).rule(hit.id)
    assert rule is not None
    return rule


def _read(found: SearchResult, lang: str) -> Page:
    """What misspelt words were taken for."""
    read = [f"{typed} → {meant}" for typed, meant in found.read.items()]
    return [Para(say(lang, N_("Read as: {words}"), words=read))] if read else []


def _other_language(hit: Hit, lang: str) -> Page:
    """That the entry was found by its text in the other language, where only that has the words."""
    if not hit.match.langs or lang in hit.match.langs:
        return []
    if lang == "en":
        return [Para(say(lang, N_("Found by the words of its Japanese text.")), 1)]
    return [Para(say(lang, N_("Found by the words of its English text.")), 1)]


def _tool(library: Library, found: SearchResult, hit: Hit, lang: str) -> Page:
    """A table row in full, a table by name, a calculator with its call."""
    game = library.game(hit.game)
    if hit.kind == "row":
        name, number = hit.id.split("/")
        table = game.table(name)
        assert table is not None
        return pages.table(game, table, (table.rows[int(number)],), lang, level=2)
    if hit.kind == "table":
        table = game.table(hit.id)
        assert table is not None
        command = f"rulesref table {game.id} {hit.id}"
        text = say(lang, N_("Table: {title}: {command}"), title=table.title, command=command)
        return [Para(text, 1)]
    command = call(game, found, hit).command(game.id)
    called = game.calculator_name(hit.id)
    return [Para(say(lang, N_("Work it out: {name}: {command}"), name=called, command=command), 1)]


def call(game: Game, found: SearchResult, hit: Hit) -> Call:
    """A calculator that was found, with the inputs that the question gives."""
    return call_from(found.query, hit.id, game.calculator_inputs(hit.id))


def _context(game: Game, rule: Rule, lang: str) -> Page:
    """The entries before and after in the topic, and the first point of each related one."""
    blocks: Page = [
        Title(say(lang, N_("In this topic: {topic}"), topic=game.about.topics[rule.topic].name), 2)
    ]
    before, after = _neighbours(game, rule)
    around = [(other, mark) for other, mark in ((before, "<"), (rule, "="), (after, ">")) if other]
    lines = [f"{mark} {other.title.of(lang)}  {other.id}" for other, mark in around]
    blocks.append(Bullets(tuple((0, line) for line in lines)))
    near = [other for other in (before, after) if other]
    near += [other for name in rule.related if (other := game.rule(name)) and other not in near]
    for other in near:
        blocks.append(Title(other.title.of(lang), 3, other.id))
        blocks.append(Para(other.points[0].text.of(lang), 1))
    return blocks


def _neighbours(game: Game, rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The entries before and after in the topic, in rulebook order."""
    topic = [other for other in game.rules.values() if other.topic == rule.topic]
    place = [other.id for other in topic].index(rule.id)
    return topic[place - 1] if place else None, topic[place + 1] if place + 1 < len(topic) else None


def _line(library: Library, hit: Hit, lang: str) -> str:
    game = library.game(hit.game)
    return f"{_rule(library, hit).title.of(lang)}  [{game.about.name.of(lang)}] {hit.id}"


# --- when nothing answers ------------------------------------------------------------------------


def _nothing(library: Library, found: SearchResult, lang: str) -> Page:
    query = "".join(char if char.isprintable() else " " for char in found.query)
    query = " ".join(query.split())
    if not any(char.isalnum() for char in query):
        return [Para(say(lang, N_("Type a question or a word, such as: rulesref ask tie")))]
    short = query if len(query) <= _QUOTED else query[: _QUOTED - 1] + "…"
    blocks: Page = [Para(say(lang, N_("No rule answers “{query}”."), query=short))]
    if found.perhaps:
        lines = [_line(library, hit, lang) for hit in found.perhaps]
        blocks.append(Title(say(lang, N_("Perhaps one of these: rulesref show ID")), 2))
        blocks.append(Bullets(tuple((0, line) for line in lines)))
    if found.near:
        items = tuple((0, line) for line in _near(library, found, lang))
        return [*blocks, Title(say(lang, N_("Did you mean")), 2), Bullets(items)]
    if found.perhaps:
        return blocks
    if found.game:
        game = library.game(found.game)
        title = say(lang, N_("Topics: rulesref rules {game} TOPIC"), game=game.id)
        # All of them in a row: a list would fill more than a screen.
        topics = " / ".join(topic.name.of(lang) for topic in game.about.topics.values())
        return [*blocks, Title(title, 2), Para(topics)]
    return [
        *blocks,
        Para(say(lang, N_("Games: rulesref games. Topics of a game: rulesref rules GAME"))),
    ]


def _near(library: Library, found: SearchResult, lang: str) -> list[str]:
    """A line for each term that is near."""
    lines = []
    for game_id, term_id in found.near:
        game = library.game(game_id)
        term = game.term(term_id)
        assert term is not None
        where = f"[{game.about.name.of(lang)}]"
        lines.append(f"{term.name.of(lang)}  {where} rulesref term {game_id} {term_id}")
    return lines


# --- data ----------------------------------------------------------------------------------------


def data(
    library: Library, found: SearchResult, lang: str, *, context: bool = False
) -> dict[str, Any]:
    """The answer as the contract's JSON: rule entries, best first."""
    answer: dict[str, Any] = {
        "query": "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in found.query),
        "lang": lang,
        "game": found.game,
        "read": dict(found.read),
        "results": [_result(library, hit, lang) for hit in found.hits],
        "tools": [_tool_data(library, found, tool) for tool in found.tools],
        "near": [
            *({"game": game, "term": term} for game, term in found.near),
            *({"game": game, "topic": topic} for game, topic in found.topics),
        ],
        "perhaps": [{"game": hit.game, "id": hit.id} for hit in found.perhaps],
    }
    if context and found.hits:
        game = library.game(found.hits[0].game)
        answer["context"] = _context_data(game, _rule(library, found.hits[0]), lang)
    return answer


def _result(library: Library, hit: Hit, lang: str) -> dict[str, Any]:
    rule = _rule(library, hit)
    return {
        "id": rule.id,
        "game": hit.game,
        "topic": rule.topic,
        "title": rule.title.of(lang),
        "text": rule.text.of(lang),
        "lang": lang,
        "sources": list(rule.sources),
        "confidence": rule.confidence,
        "ruling": rule.ruling,
        "related": list(rule.related),
        "match": {
            "by": hit.match.by,
            "score": hit.score,
            "concepts": list(hit.match.concepts),
            "words": list(hit.match.words),
            "missing": list(hit.match.missing),
            "langs": list(hit.match.langs),
        },
    }


def _tool_data(library: Library, found: SearchResult, hit: Hit) -> dict[str, Any]:
    told: dict[str, Any] = {"game": hit.game, "kind": hit.kind, "id": hit.id}
    if hit.kind == "calculator":
        made = call(library.game(hit.game), found, hit)
        told |= {
            "command": made.command(hit.game),
            "inputs": dict(made.inputs),
            "missing": list(made.missing),
        }
    return told


def _context_data(game: Game, rule: Rule, lang: str) -> dict[str, Any]:
    before, after = _neighbours(game, rule)
    related = [other for name in rule.related if (other := game.rule(name))]
    return {
        "before": _short(before, lang) if before else None,
        "after": _short(after, lang) if after else None,
        "related": [_short(other, lang) for other in related],
    }


def _short(rule: Rule, lang: str) -> dict[str, Any]:
    return {"id": rule.id, "title": rule.title.of(lang), "text": rule.points[0].text.of(lang)}
