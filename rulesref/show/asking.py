"""The answer to a question: the best entry in full, the next ones by title."""

from __future__ import annotations

from typing import Any

from rulesref.reading.library import Library
from rulesref.show import pages
from rulesref.show.blocks import Bullets, Page, Para, Title
from rulesref.show.messages import N_, say
from rulesref.use.search import Found, Hit


def page(library: Library, found: Found, lang: str) -> Page:
    """The answer as a page."""
    if not found.hits:
        return _nothing(library, found, lang)
    first, *others = found.hits
    blocks: Page = list(_best(library, first, lang))
    if others:
        blocks.append(Title(say(lang, N_("Also")), 2))
        blocks.append(Bullets(tuple((0, _line(library, hit, lang)) for hit in others)))
    return blocks


def _best(library: Library, hit: Hit, lang: str) -> Page:
    game = library.game(hit.game)
    if hit.kind == "rule":
        rule = game.rule(hit.id)
        return pages.rule(game, rule, lang, whole=False) if rule else []
    if hit.kind == "table":
        table = game.tables[hit.id]
        return pages.table(game, table, table.rows, lang)
    calculator = game.calculators[hit.id]
    inputs = " ".join(f"{f.id}=…" for f in calculator.inputs.values() if not f.optional)
    return [
        Title(calculator.name.of(lang), 1, f"[{game.about.name.of(lang)}] {calculator.id}"),
        Para(calculator.about.of(lang)),
        Para(f"rulesref calc {game.id} {calculator.id} {inputs}", 1),
    ]


def _line(library: Library, hit: Hit, lang: str) -> str:
    game = library.game(hit.game)
    name = game.about.name.of(lang)
    if hit.kind == "rule":
        rule = game.rule(hit.id)
        title = rule.title.of(lang) if rule else hit.id
        return f"{title}  [{name}] {hit.id}"
    if hit.kind == "table":
        return say(lang, N_("Table: {title}"), title=game.tables[hit.id].title) + f"  rulesref table {game.id} {hit.id}"
    return say(lang, N_("Work it out: {name}: {command}"), name=game.calculators[hit.id].name,
               command=f"rulesref calc {game.id} {hit.id}")  # fmt: skip


def _nothing(library: Library, found: Found, lang: str) -> Page:
    blocks: Page = [Para(say(lang, N_("No rule answers “{query}”."), query=found.query.strip()[:60]))]
    if found.near:
        items = []
        for game_id, term_id in found.near:
            game = library.game(game_id)
            term = game.terms.get(term_id)
            if term:
                items.append((0, f"{term.name.of(lang)}  [{game.about.name.of(lang)}] rulesref term {game_id} {term_id}"))
        blocks += [Title(say(lang, N_("Did you mean")), 2), Bullets(tuple(items))]
    elif found.game:
        game = library.game(found.game)
        topics = [t.name.of(lang) for t in game.about.topics.values()]
        blocks += [Title(say(lang, N_("Topics")), 2), Para("、".join(topics) if lang == "ja" else ", ".join(topics))]
    else:
        blocks.append(Para(say(lang, N_("Games: rulesref games. Topics of a game: rulesref rules GAME"))))
    return blocks


def data(library: Library, found: Found, lang: str) -> dict[str, Any]:
    """The answer as the contract's JSON: rule entries, best first."""
    results = []
    for hit in found.hits:
        game = library.game(hit.game)
        rule = game.rule(hit.id) if hit.kind == "rule" else None
        if rule is None:
            continue
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
        "near": [{"game": game, "term": term} for game, term in found.near],
    }
