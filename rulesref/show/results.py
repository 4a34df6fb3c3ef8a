"""What scores and calculated numbers look like as a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.messages import N_, joined, say
from rulesref.base.text import cells
from rulesref.fields.registry import kind_of
from rulesref.fields.whole import bounded
from rulesref.model.game import Game
from rulesref.model.steps import Value
from rulesref.scoring.calculators import Answer
from rulesref.scoring.compare import OtherReading
from rulesref.scoring.score import PlayerScore, Score, Tie
from rulesref.show import comparisons
from rulesref.show.blocks import Block, Bullets, Facts, Grid, Page, Para, Title
from rulesref.show.problems import message
from rulesref.show.working import plain_value, step_text, working

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
        items = []
        for field in calculator.inputs.values():
            text = f"{field.id}: {field.name.of(lang)}"
            if field.options:
                text += (
                    " ("
                    + joined(lang, [f"{o.id} = {o.name.of(lang)}" for o in field.options])
                    + ")"
                )
            elif kind_of(field).is_number and bounded(field):
                text += f" ({field.low if field.low is not None else ''}-{field.high if field.high is not None else ''})"
            items.append((0, text))
        page.append(Bullets(tuple(items)))
    return page


def answer(result: Answer, lang: str) -> Page:
    """The numbers of a calculator and how they come about."""
    page: Page = [
        Title(
            result.calculator.name.of(lang),
            1,
            f"[{result.game.about.name.of(lang)}] {result.calculator.id}",
        )
    ]
    facts = [(part.name.of(lang), step_text(step, lang)) for part, step in result.results]
    page.append(Facts(tuple(facts)))
    items: list[tuple[int, str]] = []
    said: set[int] = set()
    for part, step in result.results:
        if step.parts or step.inputs:
            lines = working(step, lang, said=said)
            items.append((0, _under(part.name.of(lang), lines[0].text)))
            items.extend((line.depth, line.text) for line in lines[1:])
    if items:
        page.append(Title(say(lang, N_("Working")), 2))
        page.append(Bullets(tuple(items)))
    cited = list(
        dict.fromkeys([*(r for p, _ in result.results for r in p.rules), *result.calculator.rules])
    )
    page.append(Para(say(lang, N_("Rules: {rules}"), rules=cited), 1))
    return page


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
    page.extend(_verdict(result, lang))
    page.extend(Para(tie(t, lang), 1) for t in result.ties)
    page.extend(_rulings(result, others, lang))
    if warnings:
        page.extend(
            Para(say(lang, N_("Note: {warning}"), warning=message(w, lang)), 1)
            for w in result.warnings
        )
    if explain:
        page.extend(workings(result, result.players, lang))
    return page


def workings(result: Score, players: Iterable[PlayerScore], lang: str) -> Page:
    """How the points of these players come about."""
    counted = bool(result.event.categories)
    return [block for p in players for block in _player_working(p, lang, counted=counted)]


def best_first(result: Score) -> Sequence[PlayerScore]:
    """The players in the order of the table."""
    return sorted(result.players, key=lambda player: player.rank)


def _rulings(result: Score, others: Sequence[OtherReading], lang: str) -> Iterable[Block]:
    """The readings that the score rests on: those that matter here in full, each with what another would change."""
    telling = {other.ruling for other in others}
    for ruling, reading in result.rulings.items():
        known = result.game.ruling(ruling)
        if known is None or ruling not in telling:
            continue
        text = say(lang, N_("Ruling: {ruling} → {reading} ({id})"), ruling=known.question,
                   reading=known.reading(reading).text, id=f"{ruling}={reading}")  # fmt: skip
        yield Para(text, 1)
        for other in others:
            if other.ruling == ruling:
                yield Para(comparisons.other_reading(other, result, lang), 2)
    silent = [
        f"{ruling}={reading}" for ruling, reading in result.rulings.items() if ruling not in telling
    ]
    if silent:
        yield Para(
            say(lang, N_("Rulings used that change nothing here: {rulings}"), rulings=silent), 1
        )


#: A table that a usual terminal cannot hold is turned: a line for each part, a column for each player.
_WIDE = 80
_GAP = 2


def score_grid(result: Score, lang: str) -> Grid:
    """The table of a scoring alone, best player first."""
    players = best_first(result)
    lines = _score_lines(result, players, lang)
    names = [player.name for player in players]
    who = say(lang, N_("player"))
    width = max(map(cells, [who, *names]))
    width += sum(_GAP + max(map(cells, [head, *values])) for head, values in lines)
    if width > _WIDE:
        rows = tuple((head, *values) for head, values in lines)
        return Grid(("", *names), rows, frozenset(range(1, len(names) + 1)))
    first = 1 if result.event.ranking else 0
    lines.insert(first, (who, names))
    turned = zip(*(values for _, values in lines), strict=True)
    right = frozenset(range(len(lines))) - {first}
    return Grid(tuple(head for head, _ in lines), tuple(turned), right)


def _score_lines(
    result: Score, players: Sequence[PlayerScore], lang: str
) -> list[tuple[str, list[str]]]:
    """What the table says of each player: the name of each number, and the numbers."""
    event = result.event
    lines: list[tuple[str, list[Value]]] = []
    if event.ranking:
        lines.append((say(lang, N_("rank")), [p.rank for p in players]))
    if event.before:
        lines.append((say(lang, N_("before")), [p.before for p in players]))
    for i, part in enumerate(event.categories):
        lines.append((part.name.of(lang), [p.categories[i][1].value for p in players]))
    if event.before and len(event.categories) > 1:
        lines.append((say(lang, N_("points")), [p.points for p in players]))
    if event.categories:
        lines.append((say(lang, N_("total")), [p.total for p in players]))
    for i, part in enumerate(event.changes):
        values = [p.changes[i][1].value for p in players]
        if any(values):
            lines.append((part.name.of(lang), values))
    if any(p.vector is not None for p in players):
        lines.append((say(lang, N_("all, smallest first")), [p.vector or () for p in players]))
    return [(head, [_number(value, lang) for value in values]) for head, values in lines]


def _number(value: Value, lang: str) -> str:
    """A number in the table: a typed sum as its sum."""
    return str(int(value)) if isinstance(value, int) else plain_value(value, lang)


def _verdict(result: Score, lang: str) -> Iterable[Block]:
    if result.winners:
        yield Para(comparisons.verdict(result.winners, lang))


def tie(rung: Tie, lang: str) -> str:
    """One rung of the ladder in words."""
    values = joined(lang, [f"{name} {plain_value(v, lang)}" for name, v in rung.values.items()])
    return say(lang, N_("Tied: {among}. {by}: {values} [{rules}]"), among=list(rung.among),
               by=rung.rung.name, values=values, rules=list(rung.rung.rules))  # fmt: skip


def _player_working(player: PlayerScore, lang: str, *, counted: bool) -> Iterable[Block]:
    yield Title(player.name, 2, plain_value(player.total, lang) if counted else "")
    items: list[tuple[int, str]] = []
    said: set[int] = set()
    for part, step in [*player.categories, *((p, s) for p, s in player.changes if s.value)]:
        lines = working(step.parts[0], lang, said=said)
        rules = f" [{joined(lang, list(part.rules))}]"
        items.append((0, _under(part.name.of(lang), lines[0].text) + rules))
        above = set(part.rules)
        for line in lines[1:]:
            cited = [r for r in line.rules if r not in above]
            items.append((line.depth, line.text + (f" [{joined(lang, cited)}]" if cited else "")))
    yield Bullets(tuple(items))


def _under(name: str, text: str) -> str:
    """A line of working under the name of its part, with which it may begin already."""
    return text if text.startswith(f"{name}: ") else f"{name}: {text}"


def brief(result: Score, lang: str) -> str:
    """One line a player: rank, name, total."""
    return "".join(f"{standing(result, player, lang)}\n" for player in best_first(result))


def standing(result: Score, player: PlayerScore, lang: str) -> str:
    """Rank, name and total of a player; without a total what is won and paid."""
    if not result.event.categories:
        changes = [
            f"{part.name.of(lang)} {step_text(step, lang)}"
            for part, step in player.changes
            if step.value
        ]
        total = joined(lang, changes)
    else:
        total = plain_value(player.total, lang)
    if not result.event.ranking:
        return say(lang, N_("{name}: {total}"), name=player.name, total=total)
    return say(lang, N_("{rank}. {name} {total}"), rank=player.rank, name=player.name, total=total)
