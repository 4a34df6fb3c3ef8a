"""What scores and calculated numbers look like as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesref.base.messages import N_, joined, say
from rulesref.base.text import cells
from rulesref.fields.kind import kind_of
from rulesref.fields.whole import bounded
from rulesref.model.entries import Field
from rulesref.model.expression import Step, Value
from rulesref.model.game import Game
from rulesref.model.scoring import NamedValue
from rulesref.scoring.calculators import Answer
from rulesref.scoring.compare import OtherReading
from rulesref.scoring.score import PlayerScore, Score, Tie
from rulesref.show import comparisons
from rulesref.show.blocks import (
    Block,
    Bullets,
    CitedText,
    Facts,
    Grid,
    Page,
    Para,
    Ref,
    Title,
    bullets,
)
from rulesref.show.pages import decision
from rulesref.show.problems import message
from rulesref.show.working import Line, plain_value, step_text, working

# --- calculators ---------------------------------------------------------------------------------


def calculators(game: Game, lang: str) -> Page:
    """The calculators of a game and how they are called."""
    page: Page = [Title(game.about.name.of(lang), 1, game.id)]
    for calculator in game.calculators.values():
        inputs = " ".join(
            f"{f.id}=…" if not f.optional else f"[{f.id}=…]" for f in calculator.inputs.values()
        )
        page.append(Title(calculator.name.of(lang), 2, calculator.id))
        page.append(Para(calculator.about.of(lang)))
        page.append(Para(f"rulesref calc {game.id} {calculator.id} {inputs}", 1))
        page.append(bullets(_input(field, lang) for field in calculator.inputs.values()))
    return page


def _input(field: Field, lang: str) -> str:
    """An input of a calculator: its id, its name, and what it can be."""
    text = f"{field.id}: {field.name.of(lang)}"
    if field.options:
        options = joined(lang, [f"{o.id} = {o.name.of(lang)}" for o in field.options])
        return f"{text} ({options})"
    if kind_of(field).is_number and bounded(field):
        low, high = ("" if end is None else end for end in (field.low, field.high))
        return f"{text} ({low}-{high})"
    return text


def answer(result: Answer, lang: str) -> Page:
    """The numbers of a calculator and how they come about."""
    asked, game = result.calculator, result.game.about.name.of(lang)
    facts = [(part.name.of(lang), step_text(step, lang)) for part, step in result.results]
    page: Page = [Title(asked.name.of(lang), 1, f"[{game}] {asked.id}"), Facts(tuple(facts))]
    items = tuple((line.depth, line.text) for line in answer_working(result, lang))
    if items:
        page.append(Title(say(lang, "How it adds up"), 2))
        page.append(Bullets(items))
    cited = dict.fromkeys([*(r for p, _ in result.results for r in p.rules), *asked.rules])
    page.append(Para(say(lang, "Rules: {rules}", rules=[*cited]), 1))
    return page


def answer_working(result: Answer, lang: str) -> Iterable[Line]:
    """How the numbers of a calculator come about, each result by its name."""
    said: set[int] = set()
    for part, step in result.results:
        if step.parts or step.inputs:
            first, *others = working(step, lang, said=said)
            yield first._replace(text=_under(part.name.of(lang), first.text))
            yield from others


# --- scores --------------------------------------------------------------------------------------


def score(
    result: Score, lang: str, others: Sequence[OtherReading] = (), *, explain: bool = False,
    warnings: bool = False,
) -> Page:  # fmt: skip
    """The table of a scoring, ties, rulings and, with ``explain``, each working.

    ``others``: what other readings of the rulings would change, see ``scoring.compare.other_readings``.
    """
    game = result.game
    page: Page = [
        Title(result.event.name.of(lang), 1, f"[{game.about.name.of(lang)}]"),
        score_grid(result, lang),
    ]
    if result.event.final:
        page.append(Para(decision(result, lang)))
    page.extend(Para(tie(t, game, lang), 1) for t in result.ties)
    page.extend(rulings(result, others, lang))
    page.extend(Para(line, 1) for line in overruled(result, lang))
    if warnings:
        page.extend(Para(line, 1) for line in notes(result, lang))
    if explain:
        page.extend(workings(result, result.players, lang))
    return page


def notes(result: Score, lang: str) -> list[str]:
    """What is unusual about it."""
    told = (message(warning, lang) for warning in result.warnings)
    return [say(lang, "Note: {warning}", warning=each) for each in told]


def overruled(result: Score, lang: str) -> list[str]:
    """In spite of which checks the position was scored."""
    text = N_("Scored in spite of the check “{check}”: {message}")
    return [
        say(lang, text, check=problem.values["check"], message=message(problem, lang))
        for problem in result.overruled
    ]


def workings(result: Score, players: Iterable[PlayerScore], lang: str) -> Page:
    """How the points of these players come about."""
    counted = bool(result.event.categories)
    game = result.game
    return [block for p in players for block in _player_working(p, game, lang, counted=counted)]


def best_first(result: Score) -> Sequence[PlayerScore]:
    """The players in the order of the table."""
    return sorted(result.players, key=lambda player: player.rank)


def rulings(result: Score, others: Sequence[OtherReading], lang: str) -> Iterable[Block]:
    """The readings that the score rests on: those that matter here in full, each with what another would change."""
    telling = {other.ruling for other in others}
    for ruling, reading in result.rulings.items():
        known = result.game.ruling(ruling)
        if known is None or ruling not in telling:
            continue
        called, read = known.question, known.reading(reading).text
        text = say(lang, "Ruling: {ruling} → {reading} ({id})", ruling=called, reading=read, id=f"{ruling}={reading}")  # fmt: skip
        yield Para(Ref(text, say(lang, "{what}: {standing}", what=called, standing=read)), 1)
        for other in others:
            if other.ruling == ruling:
                yield Para(comparisons.other_reading(other, result, lang), 2)
    silent = {ruling: id_ for ruling, id_ in result.rulings.items() if ruling not in telling}
    if silent:
        told = N_("Rulings used that change nothing here: {rulings}")
        ids = [f"{ruling}={id_}" for ruling, id_ in silent.items()]
        names = [known.question for ruling in silent if (known := result.game.ruling(ruling))]
        yield Para(Ref(say(lang, told, rulings=ids), say(lang, told, rulings=names)), 1)


#: A table that a usual terminal cannot hold is turned: a line for each part, a column for each player.
_WIDE = 80
_GAP = 2


def score_grid(result: Score, lang: str, *, turned: bool = False) -> Grid:
    """The table of a scoring alone, best player first; ``turned``: a line for each part, whatever the width."""
    players = best_first(result)
    lines = _score_lines(result, players, lang)
    names = [player.name for player in players]
    who = say(lang, "player")
    width = max(map(cells, [who, *names]))
    width += sum(_GAP + max(map(cells, [head, *values])) for head, values in lines)
    if turned or width > _WIDE:
        rows = tuple((head, *values) for head, values in lines)
        return Grid(("", *names), rows, frozenset(range(1, len(names) + 1)))
    first = 1 if result.event.ranking else 0
    lines.insert(first, (who, names))
    across = zip(*(values for _, values in lines), strict=True)
    right = frozenset(range(len(lines))) - {first}
    return Grid(tuple(head for head, _ in lines), tuple(across), right)


def _score_lines(
    result: Score, players: Sequence[PlayerScore], lang: str
) -> list[tuple[str, list[str]]]:
    """What the table says of each player: the name of each number, and the numbers."""
    event, counted = result.event, len(result.event.categories)
    lines: list[tuple[str, *tuple[Value, ...]]] = []

    def add(name: str, field: str, *, wanted: bool) -> None:
        if wanted:
            lines.append((name, *(getattr(player, field) for player in players)))

    add(say(lang, "rank"), "rank", wanted=bool(event.ranking))
    add(say(lang, "before"), "before", wanted=bool(event.before))
    lines += part_lines([player.categories for player in players], lang)
    add(say(lang, "points"), "points", wanted=bool(event.before) and counted > 1)
    # The total of a single category and nothing before would say the same number twice.
    add(say(lang, "total"), "total", wanted=counted > (0 if event.before else 1))
    changes = part_lines([player.changes for player in players], lang)
    lines += [line for line in changes if any(line[1:])]
    add(say(lang, "all, smallest first"), "vector", wanted=any(p.vector for p in players))
    return [(name, [_number(value, lang) for value in values]) for name, *values in lines]


def part_lines(
    of: Sequence[Sequence[tuple[NamedValue, Step]]], lang: str
) -> Iterator[tuple[str, *tuple[Value, ...]]]:
    """A line for each part of a scoring, its name first, from those of each player."""
    for parts in zip(*of, strict=True):
        yield parts[0][0].name.of(lang), *(step.value for _, step in parts)


def _number(value: Value, lang: str) -> str:
    """A number in the table: a typed sum as its sum."""
    return str(int(value)) if isinstance(value, int) else plain_value(value, lang)


def tie(rung: Tie, game: Game, lang: str) -> str:
    """One rung of the ladder in words."""
    gap = say(lang, "not given")
    each = [f"{k} {gap if v is None else plain_value(v, lang)}" for k, v in rung.values.items()]
    values = joined(lang, each)
    line = say(lang, "Tied: {among}. {by}: {values}", among=list(rung.among), by=rung.rung.name,
               values=values)  # fmt: skip
    return _cited(line, game, rung.rung.rules, lang)


def _cited(text: str, game: Game, rules: Sequence[str], lang: str) -> str:
    """A line with the rules that it rests on behind it."""
    named = f" [{joined(lang, list(rules))}]"
    return CitedText(text, named, game.id, tuple(rules)) if rules else text


def _player_working(
    player: PlayerScore, game: Game, lang: str, *, counted: bool
) -> Iterable[Block]:
    yield Title(player.name, 2, plain_value(player.total, lang) if counted else "")
    items: list[tuple[int, str]] = []
    said: set[int] = set()
    for part, step in [*player.categories, *((p, s) for p, s in player.changes if s.value)]:
        lines = working(step.parts[0], lang, said=said)
        first = _under(part.name.of(lang), lines[0].text)
        items.append((0, _cited(first, game, part.rules, lang)))
        above = set(part.rules)
        for line in lines[1:]:
            cited = [r for r in line.rules if r not in above]
            items.append((line.depth, _cited(line.text, game, cited, lang)))
    yield Bullets(tuple(items))


def _under(name: str, text: str) -> str:
    """A line of working under the name of its part, with which it may begin already."""
    return text if text.startswith(f"{name}: ") else f"{name}: {text}"


def brief(result: Score, lang: str) -> str:
    """One line a player: rank, name, total."""
    lines = [standing(result, player, lang) for player in best_first(result)]
    return "".join(f"{line}\n" for line in (*lines, *overruled(result, lang)))


def standing(result: Score, player: PlayerScore, lang: str) -> str:
    """Rank, name and total of a player; without a total what is won and paid."""
    total = plain_value(player.total, lang)
    if not result.event.categories:
        changes = [(p.name.of(lang), step_text(s, lang)) for p, s in player.changes if s.value]
        total = joined(lang, [f"{name} {text}" for name, text in changes])
    if not result.event.ranking:
        return say(lang, "{name}: {total}", name=player.name, total=total)
    return say(lang, "{rank}. {name} {total}", rank=player.rank, name=player.name, total=total)
