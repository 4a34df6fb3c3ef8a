"""What an answer shows: the entries, tools and terms that a search found, with all that is in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulesref.base.folding import fold, folded_words
from rulesref.base.frozen import frozen
from rulesref.base.stemming import stem
from rulesref.fields.kind import kind_of
from rulesref.library.library import Library
from rulesref.model.entries import Row, Rule, Table, Term
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.search.analysis import runs
from rulesref.search.engine import Hit, SearchResult


@frozen
class RuleHit:
    """A rule entry that was found."""

    hit: Hit
    game: Game
    rule: Rule


@frozen
class ToolHit:
    """A table, a row of one, or a calculator with the inputs that the question gives."""

    hit: Hit
    game: Game
    table: Table | None = None
    row: Row | None = None
    call: Call | None = None


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
    perhaps: tuple[RuleHit, ...]
    near: tuple[tuple[Game, Term], ...]
    #: The game whose topics are offered, where nothing else is.
    game: Game | None
    #: What stands around the best entry, when it is wanted.
    around: Surroundings | None


def full_answer(library: Library, result: SearchResult, *, context: bool = False) -> FullAnswer:
    """Everything that an answer may show of ``result``; ``context`` adds what is around the best entry."""
    entries = tuple(rule_hit(library, hit) for hit in result.hits)
    return FullAnswer(
        result=result,
        entries=entries,
        tools=tuple(_tool(library, result, hit) for hit in result.tools),
        perhaps=tuple(rule_hit(library, hit) for hit in result.perhaps),
        near=tuple(_near(library, game, term) for game, term in result.near),
        game=library.game(result.game) if result.game and not entries else None,
        around=surroundings(entries[0]) if context and entries else None,
    )


def rule_hit(library: Library, hit: Hit) -> RuleHit:
    """The rule entry of a hit."""
    game = library.game(hit.game)
    rule = game.rule(hit.id)
    assert rule is not None
    return RuleHit(hit, game, rule)


def _tool(library: Library, result: SearchResult, hit: Hit) -> ToolHit:
    game = library.game(hit.game)
    if hit.kind == "calculator":
        inputs = game.calculator_inputs(hit.id)
        return ToolHit(hit, game, call=call_from(result.query, hit.id, inputs))
    name, _, number = hit.id.partition("/")
    table = game.table(name)
    assert table is not None
    return ToolHit(hit, game, table, table.rows[int(number)] if number else None)


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


#: A number belongs to a word when at most so many characters stand between them.
NEAR = 3
#: A name and a number have their space in common when they stand side by side.
_TOUCHING = 1
#: Longer numbers are no input.
_DIGITS = 4


@frozen
class Call:
    """A calculator with the inputs that a question gives (計算の呼び出し)."""

    calculator: str
    inputs: Mapping[str, str]
    #: Required inputs that the question does not give.
    missing: tuple[str, ...]

    def command(self, game: str) -> str:
        """The command line; what is missing is left to be filled in."""
        arguments = [f"{key}={value}" for key, value in self.inputs.items()]
        arguments += [f"{key}=?" for key in self.missing]
        return " ".join(["rulesref", "calc", game, self.calculator, *arguments])


def call_from(question: str, calculator: str, fields: Mapping[str, Field]) -> Call:
    """The call of ``calculator`` with everything that ``question`` says.

    A number goes to the input whose name or alias stands beside it, the longest name first; an
    option or a yes goes in when its own name is there. What is not clear is left out.
    """
    text = _Text(question)
    values: dict[str, str] = {}
    taken: set[int] = set()
    pairs = sorted(
        (-len(name), gap, place, field.id, number)
        for field in fields.values()
        if kind_of(field).is_number
        for name in _names(field)
        for gap, place, number in text.numbers_beside(name)
        if field.low is None or field.low <= int(number)
        if field.high is None or int(number) <= field.high
    )
    for _, _, place, key, number in pairs:
        if key not in values and place not in taken:
            values[key] = number
            taken.add(place)
    for field in fields.values():
        if kind_of(field).picks_one:
            named = _option(text, field)
            if named:
                values[field.id] = named
        elif kind_of(field).true_when_named and any(text.has(name) for name in _names(field)):
            values[field.id] = "yes"
    inputs = {key: values[key] for key in fields if key in values}
    missing = tuple(
        key for key, field in fields.items() if key not in values and not field.optional
    )
    return Call(calculator, inputs, missing)


def _names(field: Field) -> list[str]:
    return [key for key in dict.fromkeys(map(_key, field.names)) if key]


def _option(text: _Text, field: Field) -> str | None:
    """The option that is named, the longest name first."""
    named = [
        (len(key), option.id)
        for option in field.options
        for key in map(_key, option.names)
        if key and not key.isdigit() and text.has(key)
    ]
    return max(named)[1] if named else None


def _key(name: str) -> str:
    """A name as it is looked for: folded, Latin words as stems between spaces."""
    folded = fold(name)
    return f" {' '.join(_stems(name))} " if folded.isascii() else folded


def _stems(text: str) -> Iterable[str]:
    return [
        stem(run) if run.isalpha() else run for word in folded_words(text) for run in runs(word)
    ]


class _Text:
    """A question in which names and numbers are looked for."""

    def __init__(self, question: str) -> None:
        pieces = [piece for word in folded_words(question) for piece in runs(word)]
        self.text = " "
        self.numbers: list[tuple[int, int, str]] = []
        for piece in pieces:
            start = len(self.text)
            self.text += (stem(piece) if piece.isascii() and piece.isalpha() else piece) + " "
            if piece.isascii() and piece.isdigit():
                self.numbers.append((start, start + len(piece), piece))

    def has(self, name: str) -> bool:
        return name in self.text

    def numbers_beside(self, name: str) -> Iterable[tuple[int, int, str]]:
        """The numbers near a name: how far away, where, and which."""
        start = self.text.find(name)
        while start >= 0:
            end = start + len(name)
            for first, last, number in self.numbers:
                gap = start - last if last <= start + 1 else first - end
                if -_TOUCHING <= gap <= NEAR and len(number) <= _DIGITS:
                    yield max(0, gap), first, number
            start = self.text.find(name, start + 1)
