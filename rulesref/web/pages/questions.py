"""Questions about the rules, and what is read: entries, terms, tables, disputed points (質問と参照のページ)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.responses import Response

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.answers.candidates import NumericAnswer
from rulesref.answers.numbers import followed
from rulesref.base.messages import N_
from rulesref.base.text import LANGS
from rulesref.model.game import Game
from rulesref.search.engine import search
from rulesref.search.query import language_of
from rulesref.show import pages
from rulesref.show.blocks import Page
from rulesref.view.finding import LinkTarget, asked_number, finding, rule_target, targets
from rulesref.web.visit import NotHereError, Visit

T = TypeVar("T")

#: So many entries at most.
_LIMIT = 6
#: So many questions about one number are gone through again.
_EARLIER = 5


def ask(visit: Visit) -> Response:
    """A question and its answer: about the game of a play (``play=``), a game (``game=``) or all.

    ``after`` are the questions before it, the first of which had a number: it may only change what that rests on.
    """
    play = visit.asked("play")
    if play:
        game = visit.library.called(visit.site.hub.store.play(play).game)
    else:
        game = visit.library.called(visit.asked("game")) if visit.asked("game") else None
    query = visit.asked("q").strip()
    earlier = visit.request.query_params.getlist("after")[-_EARLIER:]
    again = _followed(visit, game, [*earlier, query]) if query and earlier else None
    answer = _answer(visit, game, query) if query and again is None else None
    # A phone speaks the language of a question, unless one was chosen by hand.
    if visit.request.cookies.get("lang") not in LANGS:
        visit.lang = (answer.result.lang if answer else language_of(query)) or visit.lang
    found = finding(answer, visit.lang) if answer else None
    number = asked_number(again, visit.lang) if again else found and found.number
    asked = [*(earlier if again else ()), query] if number else []
    usable = [visit.library.game(game)] if play and game else visit.library.usable
    # What is chosen is seen where not all have room.
    games = sorted(usable, key=lambda each: each.id != game)
    return visit.page(
        "ask", query=query, number=number, found=found, asked=asked, games=games, chosen=game, play=play
    )  # fmt: skip


def _answer(visit: Visit, game: str | None, query: str) -> FullAnswer:
    """What a question finds; looked up once for all phones."""

    def found() -> FullAnswer:
        return full_answer(visit.library, search(visit.library, query, game, _LIMIT))

    return visit.site.hub.found(f"{game} ? {query}", found)


def _followed(visit: Visit, game: str | None, queries: list[str]) -> NumericAnswer | None:
    """The number of the first question once more, where each of the others only changes what it rests on."""
    first, *others = queries
    number = _answer(visit, game, first).number
    for each in others:
        number = followed(each, number) if number else None
    return number


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
    visit: Visit, game: Game, title: str, page: Page, near: list[LinkTarget] | None = None, around: str = ""
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
    "/rules/{game}": outline,
    "/rule/{game}/{id}": rule,
    "/term/{game}/{id}": term,
    "/table/{game}/{id}": table,
    "/disputes/{game}": disputes,
}
