"""Questions about the rules, and what is read: entries, terms, tables, disputed points (質問と参照のページ)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.responses import Response

from rulesref.answers.answer import full_answer
from rulesref.base.messages import N_
from rulesref.base.text import LANGS
from rulesref.model.game import Game
from rulesref.search.engine import search
from rulesref.show import pages
from rulesref.show.blocks import Page
from rulesref.view.finding import Target, finding, rule_target, targets
from rulesref.web.visit import NotHereError, Visit

T = TypeVar("T")

#: So many entries at most.
_LIMIT = 6


def ask(visit: Visit) -> Response:
    """A question and its answer: about the game of a play (``play=``), a game (``game=``) or all."""
    play = visit.asked("play")
    if play:
        game = visit.library.called(visit.site.hub.store.play(play).game)
    else:
        game = visit.library.called(visit.asked("game")) if visit.asked("game") else None
    query, found = visit.asked("q").strip(), None
    if query:
        result = search(visit.library, query, game, _LIMIT)
        # A phone speaks the language of a question, unless one was chosen by hand.
        if visit.request.cookies.get("lang") not in LANGS:
            visit.lang = result.lang or visit.lang
        found = finding(full_answer(visit.library, result), visit.lang)
    games = [visit.library.game(game)] if play and game else visit.library.usable
    return visit.page("ask", query=query, found=found, games=games, chosen=game, play=play)


def outline(visit: Visit) -> Response:
    """All there is to read of a game, by topic."""
    game = visit.game()
    notes = pages.only_in([game], visit.lang)
    return visit.page("rules", game=game, parts=targets(game, visit.lang), notes=notes)


def rule(visit: Visit) -> Response:
    """A whole entry."""
    game = visit.game()
    found = _known(game.rule, visit.named("id"))
    page = pages.rule(game, found, visit.lang)[1:]
    topic = [each for each in game.rules.values() if each.topic == found.topic]
    place = [each.id for each in topic].index(found.id)
    around = [*topic[max(place - 1, 0) : place], *topic[place + 1 : place + 2]]
    name = game.about.topics[found.topic].name.of(visit.lang)
    near = [rule_target(game, each, visit.lang) for each in around]
    return _entry(visit, game, found.title.of(visit.lang), page, near, name)


def term(visit: Visit) -> Response:
    """A word of the glossary, and the rules that use it."""
    game = visit.game()
    found = _known(game.term, visit.named("id"))
    return _entry(visit, game, found.name.of(visit.lang), pages.term(game, found, visit.lang)[1:])


def table(visit: Visit) -> Response:
    """A printed table."""
    game = visit.game()
    found = _known(game.table, visit.named("id"))
    page = pages.table(game, found, found.rows, visit.lang)[1:]
    near = [
        rule_target(game, each, visit.lang) for name in found.rules if (each := game.rule(name))
    ]
    return _entry(visit, game, found.title.of(visit.lang), page, near, visit.say(N_("Rules")))


def disputes(visit: Visit) -> Response:
    """The points of a game on which sources differ."""
    game = visit.game()
    page = [
        block
        for each in game.rulings.values()
        for block in pages.dispute(game, each, visit.lang, 2)
    ]
    return _entry(visit, game, visit.say(N_("Where sources differ")), page)


def _entry(
    visit: Visit, game: Game, title: str, page: Page, near: list[Target] | None = None, around: str = ""
) -> Response:  # fmt: skip
    """A page of blocks below its title, and what stands ``near`` it."""
    notes = pages.only_in([game], visit.lang)
    return visit.page(
        "entry", game=game, title=title, page=[*notes, *page], near=near or [], around=around
    )


def _known(look: Callable[[str], T | None], name: str) -> T:
    found = look(name)
    if found is None:
        raise NotHereError
    return found


GET = {
    "/ask": ask,
    # A game of a pack has a stroke in its name.
    "/rules/{game:path}": outline,
    "/rule/{game:path}/{id}": rule,
    "/term/{game:path}/{id}": term,
    "/table/{game:path}/{id}": table,
    "/disputes/{game:path}": disputes,
}
