"""What an answer shows: the entries, tools and terms that a search found, with all that is in them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rulesref.base.folding import fold, folded_words, words
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.library.library import Library
from rulesref.model.entries import Point, Row, Rule, Ruling, Table, Term
from rulesref.model.game import Game
from rulesref.search.analysis import Lexicon, latin_key, tokens_of
from rulesref.search.engine import Hit, SearchResult
from rulesref.search.parts import ASKS_NUMBER, words_asked, words_of_groups
from rulesref.search.rank import WeightedPart
from rulesref.search.spelling import as_read

if TYPE_CHECKING:
    from rulesref.answers.candidates import NumericAnswer
    from rulesref.answers.inputs import Call


@frozen
class Statement:
    """A statement of an entry, which one it is (from 0), and how well it fits the question."""

    place: int
    point: Point
    score: float


@frozen
class RuleHit:
    """A rule entry that was found."""

    hit: Hit
    game: Game
    rule: Rule

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its statements, those first that answer."""
        return statements(self.game, self.rule, self.hit)

    @cached_property
    def disputed(self) -> Ruling | None:
        """The point of it on which sources differ, where the question is about that."""
        ruling = self.game.ruling(self.rule.ruling) if self.rule.ruling else None
        if ruling is None:
            return None
        said = _said_by(self.game, self.hit, ruling.question)
        best = _said_by(self.game, self.hit, self.statements[0].point.text)
        return ruling if said and said >= _ABOUT * best else None


@frozen
class ToolHit:
    """A table, a row of one, or a calculator."""

    hit: Hit
    game: Game
    question: str
    table: Table | None = None
    row: Row | None = None

    @property
    def call(self) -> Call | None:
        """The calculator with the inputs that the question gives."""
        if self.hit.kind != "calculator":
            return None
        from rulesref.answers.inputs import call_from

        return call_from(self.question, self.hit.id, self.game.calculator_inputs(self.hit.id))


@frozen
class Surroundings:
    """The entries around one: before and after it in its topic, in rulebook order, and related ones."""

    before: Rule | None
    after: Rule | None
    related: tuple[Rule, ...]


@frozen
class FullAnswer:
    """A search result with what its ids stand for."""

    result: SearchResult
    entries: tuple[RuleHit, ...]
    tools: tuple[ToolHit, ...]
    #: The number that the question asks for, where it says enough.
    number: NumericAnswer | None
    perhaps: tuple[RuleHit, ...]
    near: tuple[tuple[Game, Term], ...]
    #: The game whose topics are offered, where nothing else is.
    game: Game | None
    #: What stands around the best entry, when it is wanted.
    around: Surroundings | None

    @property
    def sure(self) -> bool:
        """Whether it answers just what is asked; otherwise the best entry is only the nearest."""
        if not self.entries:
            return False
        return self.result.sure or self.number is not None or self.entries[0].rule.silent


#: An entry that says that there is no rule goes first when it is so nearly as good as the best.
_NEARLY = 0.75
#: The tables and calculators of so many entries may have the number.
_NUMBERS_OF = 4


def full_answer(library: Library, result: SearchResult, *, context: bool = False) -> FullAnswer:
    """Everything that an answer may show of ``result``; ``context`` adds what is around the best entry."""
    entries = tuple(rule_hit(library, hit) for hit in result.hits)
    entries = entries if result.called else _silent_first(entries)
    tools = tuple(_tool(library, result, hit) for hit in result.tools)
    number = _number(result, entries[:_NUMBERS_OF])
    if number is not None and number.answer is not None and not result.called:
        entries = _resting_first(entries, number.answer.calculator.id)
    # Where a number is shown it answers.
    if number is None and result.rather and entries[0].hit is result.hits[0]:
        entries = entries if entries[0].rule.silent else (entries[1], entries[0], *entries[2:])
    return FullAnswer(
        result=result,
        entries=entries,
        tools=tools,
        number=number,
        perhaps=tuple(rule_hit(library, hit) for hit in result.perhaps),
        near=tuple(_near(library, game, term) for game, term in result.near),
        game=library.game(result.game) if result.game and not entries else None,
        around=surroundings(entries[0]) if context and entries else None,
    )


def _number(result: SearchResult, entries: Sequence[RuleHit]) -> NumericAnswer | None:
    """The number that the question asks for; most ask for none, and need nothing that works it out."""
    if not entries:
        return None
    if not _asks_number(entries[0].hit) and not _has_number(result.asked):
        return _row_called(result, entries[0])
    from rulesref.answers.numbers import worked_out

    question = as_read(result.asked, result.read)
    number = worked_out(question, [(e.game, e.rule, e.hit) for e in entries], result.sheets)
    return number or _row_called(result, entries[0])


def _row_called(result: SearchResult, best: RuleHit) -> NumericAnswer | None:
    """The row whose name is all that the question is; what a title or a term is called by says an entry."""
    # Hardly a sheet has all words of a question.
    parts = {n for n, weighted in enumerate(best.hit.parts) if weighted.part.free}
    sheets = [name for name, own in result.sheets.items() if parts <= own]
    if not sheets or result.called or best.game.terms_called(result.asked):
        return None
    from rulesref.library.lookup import names_of

    typed = fold(result.asked)
    for table in filter(None, map(best.game.table, sheets)):
        named = (row for row in table.rows if len(table.key) == 1 and typed in names_of(table, row))
        if not typed.isdigit() and (row := next(named, None)):
            from rulesref.answers.candidates import NumericAnswer

            return NumericAnswer(best.game, None, table, row)
    return None


def _silent_first(entries: tuple[RuleHit, ...]) -> tuple[RuleHit, ...]:
    """Before the others the entry that says that no rule says what the question is about."""
    if not entries:
        return entries
    first = entries[0]
    parts = [weighted.part for weighted in first.hit.parts]
    concepts = {token[1:] for p in parts for token in p.tokens if p.kind == "concept"}
    about = concepts.difference(first.rule.terms)
    # What players do to each other is the subject unless the first is about what the question names.
    named = not concepts.isdisjoint(first.rule.terms[:1])
    asks = any(p.kind == "asking" and not ASKS_NUMBER.isdisjoint(p.tokens) for p in parts)
    # What has no rule may be an everyday word alone: what if the hats run out.
    everyday = {t for p in parts if p.kind == "everyday" and not asks for t in p.tokens}
    manners = {n for n, p in enumerate(parts) if p.kind == "manner" and not named}

    def says_no_rule(entry: RuleHit) -> bool:
        if not entry.rule.silent:
            return False
        return bool(
            {*entry.rule.terms[:1]} & about
            or manners & entry.hit.own
            or _titled(entry.rule, everyday).difference(_titled(first.rule, everyday))
        )

    silent = next(filter(says_no_rule, entries), None)
    if silent is None or first.rule.silent or silent.hit.score < _NEARLY * first.hit.score:
        return entries
    return (silent, *(e for e in entries if e is not silent))


def _titled(rule: Rule, groups: set[str]) -> set[str]:
    """Which of these groups of everyday words the title of an entry has."""
    lexicon = words_of_groups(groups)
    titled = (tokens_of(title, Lexicon({}), lexicon) for title in rule.title)
    return groups.intersection(token for tokens in titled for token in tokens)


def _resting_first(entries: Sequence[RuleHit], calculator: str) -> tuple[RuleHit, ...]:
    """The best entry that names the calculator of the number before the others."""
    best = next((e for e in entries[:_NUMBERS_OF] if calculator in e.rule.calculators), None)
    return tuple(entries) if best is None else (best, *(e for e in entries if e is not best))


def rule_hit(library: Library, hit: Hit) -> RuleHit:
    """The rule entry of a hit."""
    game = library.game(hit.game)
    rule = game.rule(hit.id)
    assert rule is not None
    return RuleHit(hit, game, rule)


def _tool(library: Library, result: SearchResult, hit: Hit) -> ToolHit:
    game = library.game(hit.game)
    if hit.kind == "calculator":
        return ToolHit(hit, game, result.query)
    name, _, number = hit.id.partition("/")
    table = game.table(name)
    assert table is not None
    return ToolHit(hit, game, result.query, table, table.rows[int(number)] if number else None)


def _near(library: Library, game_id: str, term_id: str) -> tuple[Game, Term]:
    game = library.game(game_id)
    term = game.term(term_id)
    assert term is not None
    return game, term


def surroundings(entry: RuleHit) -> Surroundings:
    """What is around an entry."""
    game, rule = entry.game, entry.rule
    topic = [other for other in game.rules.values() if other.topic == rule.topic]
    place = [other.id for other in topic].index(rule.id)
    related = [other for name in rule.related if (other := game.rule(name))]
    return Surroundings(
        before=topic[place - 1] if place else None,
        after=topic[place + 1] if place + 1 < len(topic) else None,
        related=tuple(related),
    )


# --- which statements answer ------------------------------------------------------------------------

#: What a number in a statement counts for a question that asks for one.
_NUMBER = 1.2
#: What words that ask and everyday words count beside others, and what is a piece of another word.
_KINDS = {"asking": 0.5, "everyday": 0.7}
_BESIDE = 0.5
#: What a concept counts more that a statement begins with: it is about that, where another only speaks of it.
_BEGINS = 0.3
#: Before this a Japanese statement names what it is about; an English one does in so many words.
_TOPIC, _FIRST_WORDS = re.compile("は|が、|なら|[、。]"), 5


def statements(game: Game, rule: Rule, hit: Hit) -> tuple[Statement, ...]:
    """The statements of an entry, those first that say most of the question beyond what all of them say.

    Those that say as much are in the entry's order.
    """
    lexicon = words_asked(game, [weighted.part for weighted in hit.parts])
    texts = [
        {**tokens_of(point.text.ja, lexicon), **tokens_of(point.text.en, lexicon)}
        for point in rule.points
    ]
    begins = [
        {**tokens_of(_TOPIC.split(point.text.ja, 1)[0], lexicon),
         **tokens_of(" ".join(point.text.en.split()[:_FIRST_WORDS]), lexicon)}
        for point in rule.points
    ]  # fmt: skip
    scores = [0.0] * len(texts)
    for part, places in zip(hit.parts, hit.places, strict=True):
        said = [
            bool(places >> place & 1) or any(token in text for token in part.part.tokens)
            for place, text in enumerate(texts)
        ]
        if any(said):
            # What every statement says tells none from another.
            weight = _weight(part) * math.log(1 + len(said) / sum(said))
            for place, here in enumerate(said):
                scores[place] += weight * here
        if part.part.kind == "concept":
            for place, text in enumerate(begins):
                scores[place] += _BEGINS * _weight(part) * any(t in text for t in part.part.tokens)
    if _asks_number(hit):
        for place, point in enumerate(rule.points):
            scores[place] += _NUMBER * any(char.isdigit() for char in point.text.ja)
    ranked = [Statement(n, point, scores[n]) for n, point in enumerate(rule.points)]
    return tuple(sorted(ranked, key=lambda each: (-round(each.score, 6), each.place)))


#: A question is about a disputed point that says so much of it as the best statement does, or more: so are 64 of 202
#: known questions whose entry rests on one; a lower share shows readings of something else.
_ABOUT = 0.75


def _said_by(game: Game, hit: Hit, text: Text) -> float:
    """How much a text in both languages says of what the question says by itself."""
    parts = [weighted for weighted in hit.parts if weighted.part.free]
    concepts = words_asked(game, [weighted.part for weighted in parts])
    groups = words_of_groups(token for weighted in parts for token in weighted.part.tokens)
    said = {token for each in text for token in tokens_of(each, concepts, groups)}
    return sum(_weight(each) for each in parts if not said.isdisjoint(each.part.tokens))


def _asks_number(hit: Hit) -> bool:
    """Whether the question says that it asks for a number."""
    return any(token in ASKS_NUMBER for part in hit.parts for token in part.part.tokens)


def _has_number(question: str) -> bool:
    """Whether a question has a number in it, in digits, kanji or words, or asks for one in a word of its game."""
    if any(map(str.isnumeric, question)):
        return True
    folded, latin = fold(question), {*folded_words(question)}
    latin |= {latin_key(word) for word in latin}
    spoken = words("numbers") | words("two") | words("ranked") | words("together")
    # Of words of a game people ask how many as well: 何金, victory points.
    spoken |= words("points", "everyday") | words("reward", "everyday")
    spoken |= {w for w in words("asking") if not w.isascii()}
    return any(word in latin if word.isascii() else word in folded for word in spoken)


def _weight(part: WeightedPart) -> float:
    """What a part of a question counts for a statement."""
    return part.weight * _KINDS.get(part.part.kind, 1.0) * (1.0 if part.part.free else _BESIDE)
