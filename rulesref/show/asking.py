"""The answer to a question: the best entry in full, the next ones by title."""

from __future__ import annotations

from typing import Any

from rulesref.reading.library import Library
from rulesref.show import pages
from rulesref.show.blocks import Bullets, Page, Para, Title
from rulesref.show.messages import N_, say
from rulesref.use.search import Found, Hit


def page(library: Library, found: Found, lang: str) -> Page:
    """The answer as a page: the best entry, the numbers asked for, the next titles."""
    if not found.hits:
        return _nothing(library, found, lang)
    first, *others = found.hits
    game = library.game(first.game)
    rule = game.rule(first.id)
    assert rule is not None
    blocks = list(pages.rule(game, rule, lang, whole=False))
    for tool in found.tools:
        blocks.extend(_tool(library, tool, lang))
    if others:
        blocks.append(Title(say(lang, N_("Also")), 2))
        blocks.append(Bullets(tuple((0, _line(library, hit, lang)) for hit in others)))
    return blocks


def _tool(library: Library, hit: Hit, lang: str) -> Page:
    """A table row in full, a table by name, a calculator with its call."""
    game = library.game(hit.game)
    if hit.kind == "row":
        name, number = hit.id.split("/")
        table = game.table(name)
        assert table is not None
        return pages.table(game, table, (table.rows[int(number)],), lang, level=2)
    if hit.kind == "table":
        command = f"rulesref table {game.id} {hit.id}"
        table = game.table(hit.id)
        title = table.title if table else hit.id
        text = say(lang, N_("Table: {title}: {command}"), title=title, command=command)
        return [Para(text, 1)]
    command = f"rulesref calc {game.id} {hit.id}"
    called = game.calculator_name(hit.id)
    return [Para(say(lang, N_("Work it out: {name}: {command}"), name=called, command=command), 1)]


def _line(library: Library, hit: Hit, lang: str) -> str:
    game = library.game(hit.game)
    rule = game.rule(hit.id)
    assert rule is not None
    return f"{rule.title.of(lang)}  [{game.about.name.of(lang)}] {hit.id}"


def _nothing(library: Library, found: Found, lang: str) -> Page:
    blocks: Page = [
        Para(say(lang, N_("No rule answers “{query}”."), query=found.query.strip()[:60]))
    ]
    if found.near:
        items = []
        for game_id, term_id in found.near:
            game = library.game(game_id)
            term = game.term(term_id)
            if term:
                items.append(
                    (
                        0,
                        f"{term.name.of(lang)}  [{game.about.name.of(lang)}] rulesref term {game_id} {term_id}",
                    )
                )
        blocks += [Title(say(lang, N_("Did you mean")), 2), Bullets(tuple(items))]
    elif found.game:
        game = library.game(found.game)
        topics = [t.name.of(lang) for t in game.about.topics.values()]
        blocks += [
            Title(say(lang, N_("Topics")), 2),
            Para("、".join(topics) if lang == "ja" else ", ".join(topics)),
        ]
    else:
        blocks.append(
            Para(say(lang, N_("Games: rulesref games. Topics of a game: rulesref rules GAME")))
        )
    return blocks


def data(library: Library, found: Found, lang: str) -> dict[str, Any]:
    """The answer as the contract's JSON: rule entries, best first."""
    results = []
    for hit in found.hits:
        game = library.game(hit.game)
        rule = game.rule(hit.id)
        assert rule is not None
        results.append(
            {
                "id": rule.id,
                "game": game.id,
                "topic": rule.topic,
                "title": rule.title.of(lang),
                "text": rule.text.of(lang),
                "lang": lang,
                "sources": list(rule.sources),
                "related": list(rule.related),
                "match": {"by": hit.match, "score": hit.score},
            }
        )
    return {
        "query": found.query,
        "lang": lang,
        "game": found.game,
        "results": results,
        "tools": [{"game": t.game, "kind": t.kind, "id": t.id} for t in found.tools],
        "near": [{"game": game, "term": term} for game, term in found.near],
    }
