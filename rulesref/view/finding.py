"""What a question found, as a page shows it: the number, the statements that answer, what may be meant (答え)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.answers.answer import FullAnswer, RuleHit, ToolHit
from rulesref.base.frozen import frozen, frozen_kw
from rulesref.base.messages import say
from rulesref.model.entries import Rule
from rulesref.model.game import Game
from rulesref.show import asking, pages
from rulesref.show.blocks import Page

if TYPE_CHECKING:
    from rulesref.answers.candidates import NumericAnswer

#: So many lines of a terminal are what a page shows of the statements that answer.
_LINES = 7


@frozen
class LinkTarget:
    """Something that a tap leads to: its name, what kind of thing it is, and where; ``given`` fills in a calculator."""

    name: str
    kind: str
    game: str
    id: str
    note: str = ""
    given: Mapping[str, Any] = {}


@frozen
class AskedNumber:
    """A number that was asked for: of what, what it rests on, what it comes to, by names, and what works it out."""

    title: str
    given: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    source: LinkTarget


@frozen_kw
class FoundEntry:
    """The entry that answers: the statements of it that do, how sure they are, and how many more it has.

    ``another`` is a statement of a second entry that is needed too. ``whole`` has all of it.
    """

    title: str
    rule: LinkTarget
    silence: bool
    statements: tuple[str, ...]
    another: str
    grounds: tuple[str, ...]
    left: int
    foreign: str
    whole: Page


@frozen_kw
class Finding:
    """What a question found. ``sure``: it answers just what was asked; otherwise it is only the nearest."""

    query: str
    read: tuple[str, ...]
    sure: bool
    number: AskedNumber | None
    entry: FoundEntry | None
    tools: tuple[LinkTarget, ...]
    further: tuple[LinkTarget, ...]
    perhaps: tuple[LinkTarget, ...]
    near: tuple[LinkTarget, ...]
    topics: LinkTarget | None


def finding(answer: FullAnswer, lang: str) -> Finding:
    """An answer as it is drawn."""
    first, others = answer.entries[:1], answer.entries[1:]
    one_game = answer.result.game is not None
    number = asked_number(answer.number, lang) if answer.number else None
    tools = [_tool(tool, lang) for tool in answer.tools]
    return Finding(
        query=answer.result.query,
        read=tuple(f"{typed} → {meant}" for typed, meant in answer.result.read.items()),
        sure=answer.sure,
        number=number,
        entry=_entry(answer, first[0], lang) if first else None,
        # Several rows of a table lead to the table.
        tools=tuple(
            each
            for n, each in enumerate(tools)
            if each not in tools[:n] and (number is None or each.id != number.source.id)
        ),
        further=tuple(_rule(each, lang, named=one_game) for each in others),
        perhaps=tuple(_rule(each, lang, named=one_game) for each in answer.perhaps),
        near=tuple(
            LinkTarget(term.name.of(lang), "term", game.id, term.id, _note(game, lang, one_game))
            for game, term in answer.near
        ),
        topics=LinkTarget(answer.game.about.name.of(lang), "rules", answer.game.id, "")
        if answer.game
        else None,
    )


def _entry(answer: FullAnswer, first: RuleHit, lang: str) -> FoundEntry:
    kept = asking.chosen(first, lang, _LINES)
    rule, game = first.rule, first.game
    return FoundEntry(
        title=rule.title.of(lang),
        rule=rule_target(game, rule, lang),
        silence=rule.silent,
        statements=tuple(pages.point_text(each, lang) for each in kept),
        another=asking.second(answer, lang),
        grounds=tuple(asking.grounds(first, lang)),
        left=len(rule.points) - len(kept),
        foreign="" if lang in game.about.languages else pages.mark(game, lang),
        # Its title stands above it already.
        whole=pages.rule(game, rule, lang)[1:],
    )


def asked_number(number: NumericAnswer, lang: str) -> AskedNumber:
    """A number as it is drawn, with the calculator filled in with what was read."""
    title, given, told = asking.number_parts(number, lang)
    game = number.game.id
    if number.answer is None:
        table = number.table.id if number.table else ""
        return AskedNumber(
            title, tuple(given), tuple(told), LinkTarget(title, "table", game, table)
        )
    inputs = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in number.answer.inputs.items()
        if value is not None and key != number.open
    }
    source = LinkTarget(title, "calc", game, number.answer.calculator.id, given=inputs)
    return AskedNumber(title, tuple(given), tuple(told), source)


def rule_target(game: Game, rule: Rule, lang: str, note: str = "") -> LinkTarget:
    """A tap that leads to a rule."""
    return LinkTarget(rule.title.of(lang), "rule", game.id, rule.id, note)


def _rule(found: RuleHit, lang: str, *, named: bool) -> LinkTarget:
    return rule_target(found.game, found.rule, lang, _note(found.game, lang, named))


def _note(game: Game, lang: str, named: bool) -> str:  # noqa: FBT001
    """Which game it is of, where the question has not named it."""
    return "" if named else game.about.name.of(lang)


def _tool(tool: ToolHit, lang: str) -> LinkTarget:
    if tool.table is not None:
        title = say(lang, "Table: {title}", title=tool.table.title)
        return LinkTarget(title, "table", tool.game.id, tool.table.id)
    call = tool.call
    name = say(lang, "Work it out: {name}", name=tool.game.calculator_name(tool.hit.id))
    given = dict(call.inputs) if call else {}
    return LinkTarget(name, "calc", tool.game.id, tool.hit.id, given=given)


def targets(game: Game, lang: str) -> Sequence[tuple[str, tuple[LinkTarget, ...]]]:
    """All there is to read of a game: topics with their rules, tables, calculators, terms."""
    topics: dict[str, list[LinkTarget]] = {name: [] for name in game.about.topics}
    for rule in game.rules.values():
        topics[rule.topic].append(rule_target(game, rule, lang))
    tables = (
        LinkTarget(each.title.of(lang), "table", game.id, each.id) for each in game.tables.values()
    )
    calculators = (
        LinkTarget(name.of(lang), "calc", game.id, each)
        for each in game.calculators
        if (name := game.calculator_name(each))
    )
    terms = (
        LinkTarget(each.name.of(lang), "term", game.id, each.id) for each in game.terms.values()
    )
    listed = [
        *((game.about.topics[name].name.of(lang), tuple(each)) for name, each in topics.items()),
        (say(lang, "Tables"), tuple(tables)),
        (say(lang, "Calculators"), tuple(calculators)),
        (say(lang, "Glossary"), tuple(terms)),
    ]
    return [(name, items) for name, items in listed if items]
