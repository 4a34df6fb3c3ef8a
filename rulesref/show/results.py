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
from rulesref.scoring.compare import otherwise
from rulesref.scoring.score import PlayerScore, Score, Tie
from rulesref.show import comparisons
from rulesref.show.blocks import Block, Bullets, Facts, Grid, Page, Para, Title
from rulesref.show.problems import message
from rulesref.show.working import plain_value, step_text, working

# --- calculators ---------------------------------------------------------------------------------


def calculators(game: Game, lang: str) -> Page:
    """The calculators of a game and how they are called."""
    page: Page = [Title(game.about.name.of(lang), 1, game.id)]
    for found in game.calculators.values():
        inputs = " ".join(
            f"{f.id}=…" if not f.optional else f"[{f.id}=…]" for f in found.inputs.values()
        )
        page.append(Title(found.name.of(lang), 2, found.id))
        page.append(Para(found.about.of(lang)))
        page.append(Para(f"rulesref calc {game.id} {found.id} {inputs}", 1))
        items = []
        for field in found.inputs.values():
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


def answer(found: Answer, lang: str) -> Page:
    """The numbers of a calculator and how they come about."""
    page: Page = [
        Title(
            found.calculator.name.of(lang),
            1,
            f"[{found.game.about.name.of(lang)}] {found.calculator.id}",
        )
    ]
    facts = [(part.name.of(lang), step_text(step, lang)) for part, step in found.results]
    page.append(Facts(tuple(facts)))
    items: list[tuple[int, str]] = []
    said: set[int] = set()
    for part, step in found.results:
        if step.parts or step.inputs:
            lines = working(step, lang, said=said)
            items.append((0, _under(part.name.of(lang), lines[0].text)))
            items.extend((line.depth, line.text) for line in lines[1:])
    if items:
        page.append(Title(say(lang, N_("Working")), 2))
        page.append(Bullets(tuple(items)))
    cited = list(
        dict.fromkeys([*(r for p, _ in found.results for r in p.rules), *found.calculator.rules])
    )
    page.append(Para(say(lang, N_("Rules: {rules}"), rules=cited), 1))
    return page


# --- scores --------------------------------------------------------------------------------------


def score(found: Score, lang: str, *, explain: bool = False, warnings: bool = False) -> Page:
    """The table of a scoring, ties, rulings and, with ``explain``, each working."""
    game = found.game
    page: Page = [
        Title(found.event.name.of(lang), 1, f"[{game.about.name.of(lang)}]"),
        score_grid(found, lang),
    ]
    page.extend(_verdict(found, lang))
    page.extend(Para(tie(t, lang), 1) for t in found.ties)
    page.extend(_rulings(found, lang))
    if warnings:
        page.extend(
            Para(say(lang, N_("Note: {warning}"), warning=message(w, lang)), 1)
            for w in found.warnings
        )
    if explain:
        page.extend(workings(found.players, lang))
    return page


def workings(players: Iterable[PlayerScore], lang: str) -> Page:
    """How the points of these players come about."""
    return [block for player in players for block in _player_working(player, lang)]


def best_first(found: Score) -> Sequence[PlayerScore]:
    """The players in the order of the table."""
    return sorted(found.players, key=lambda player: player.rank)


def _rulings(found: Score, lang: str) -> Iterable[Block]:
    """The readings that the score rests on: those that matter here in full, each with what another would change."""
    others = list(otherwise(found)) if found.rulings else []
    telling = {other.ruling for other in others}
    for ruling, reading in found.rulings.items():
        known = found.game.ruling(ruling)
        if known is None or ruling not in telling:
            continue
        text = say(lang, N_("Ruling: {ruling} → {reading} ({id})"), ruling=known.question,
                   reading=known.reading(reading).text, id=f"{ruling}={reading}")  # fmt: skip
        yield Para(text, 1)
        for other in others:
            if other.ruling == ruling:
                yield Para(comparisons.otherwise(other, found, lang), 2)
    silent = [
        f"{ruling}={reading}" for ruling, reading in found.rulings.items() if ruling not in telling
    ]
    if silent:
        yield Para(
            say(lang, N_("Rulings used that change nothing here: {rulings}"), rulings=silent), 1
        )


#: A table that a usual terminal cannot hold is turned: a line for each part, a column for each player.
_WIDE = 80
_GAP = 2


def score_grid(found: Score, lang: str) -> Grid:
    """The table of a scoring alone, best player first."""
    players = best_first(found)
    lines = _score_lines(found, players, lang)
    names = [player.name for player in players]
    who = say(lang, N_("player"))
    width = max(map(cells, [who, *names]))
    width += sum(_GAP + max(map(cells, [head, *values])) for head, values in lines)
    if width > _WIDE:
        rows = tuple((head, *values) for head, values in lines)
        return Grid(("", *names), rows, frozenset(range(1, len(names) + 1)))
    (rank, ranks), *rest = lines
    header = (rank, who, *(head for head, _ in rest))
    turned = zip(ranks, names, *(values for _, values in rest), strict=True)
    return Grid(header, tuple(turned), frozenset(i for i in range(len(header)) if i != 1))


def _score_lines(
    found: Score, players: Sequence[PlayerScore], lang: str
) -> list[tuple[str, list[str]]]:
    """What the table says of each player: the name of each number, and the numbers."""
    event = found.event
    lines: list[tuple[str, list[Value]]] = [(say(lang, N_("rank")), [p.rank for p in players])]
    if event.before:
        lines.append((say(lang, N_("before")), [p.before for p in players]))
    for i, part in enumerate(event.categories):
        lines.append((part.name.of(lang), [p.categories[i][1].value for p in players]))
    if event.before and len(event.categories) > 1:
        lines.append((say(lang, N_("points")), [p.points for p in players]))
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


def _verdict(found: Score, lang: str) -> Iterable[Block]:
    if found.winners:
        yield Para(comparisons.verdict(found.winners, lang))


def tie(found: Tie, lang: str) -> str:
    """One rung of the ladder in words."""
    values = joined(lang, [f"{name} {plain_value(v, lang)}" for name, v in found.values.items()])
    return say(lang, N_("Tied: {among}. {by}: {values} [{rules}]"), among=list(found.among),
               by=found.rung.name, values=values, rules=list(found.rung.rules))  # fmt: skip


def _player_working(player: PlayerScore, lang: str) -> Iterable[Block]:
    total = plain_value(player.total, lang)
    yield Title(player.name, 2, total)
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


def brief(found: Score, lang: str) -> str:
    """One line a player: rank, name, total."""
    lines = [
        say(lang, N_("{rank}. {name} {total}"), rank=p.rank, name=p.name, total=p.total)
        for p in best_first(found)
    ]
    return "\n".join(lines) + "\n"
