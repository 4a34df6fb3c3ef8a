"""What scores and calculated numbers look like as a page."""

from __future__ import annotations

from collections.abc import Iterable

from rulesref.model.steps import Value
from rulesref.reading.games import Game
from rulesref.show.blocks import Block, Bullets, Facts, Grid, Page, Para, Title
from rulesref.show.messages import N_, joined, say
from rulesref.show.working import plain_value, value_text, working
from rulesref.use.calculators import Answer
from rulesref.use.scoring import PlayerScore, Score, Tie

# --- calculators ---------------------------------------------------------------------------------


def calculators(game: Game, lang: str) -> Page:
    """The calculators of a game and how they are called."""
    page: Page = [Title(game.about.name.of(lang), 1, game.id)]
    for found in game.calculators.values():
        inputs = " ".join(f"{f.id}=…" if not f.optional else f"[{f.id}=…]" for f in found.inputs.values())
        page.append(Title(found.name.of(lang), 2, found.id))
        page.append(Para(found.about.of(lang)))
        page.append(Para(f"rulesref calc {game.id} {found.id} {inputs}", 1))
        items = []
        for field in found.inputs.values():
            text = f"{field.id}: {field.name.of(lang)}"
            if field.options:
                text += " (" + joined(lang, [f"{o.id} = {o.name.of(lang)}" for o in field.options]) + ")"
            elif field.kind == "whole" and (field.low is not None or field.high is not None):
                text += f" ({field.low if field.low is not None else ''}-{field.high if field.high is not None else ''})"
            items.append((0, text))
        page.append(Bullets(tuple(items)))
    return page


def answer(found: Answer, lang: str) -> Page:
    """The numbers of a calculator and how they come about."""
    page: Page = [Title(found.calculator.name.of(lang), 1, f"[{found.game.about.name.of(lang)}] {found.calculator.id}")]
    facts = [(part.name.of(lang), value_text(step, lang)) for part, step in found.results]
    page.append(Facts(tuple(facts)))
    items: list[tuple[int, str]] = []
    for part, step in found.results:
        if step.parts or step.inputs:
            lines = working(step, lang)
            items.append((0, f"{part.name.of(lang)}: {lines[0].text}"))
            items.extend((line.depth, line.text) for line in lines[1:])
    if items:
        page.append(Title(say(lang, N_("Working")), 2))
        page.append(Bullets(tuple(items)))
    cited = list(dict.fromkeys([*(r for p, _ in found.results for r in p.rules), *found.calculator.rules]))
    page.append(Para(say(lang, N_("Rules: {rules}"), rules=cited), 1))
    return page


# --- scores --------------------------------------------------------------------------------------


def score(found: Score, lang: str, *, explain: bool = True) -> Page:
    """The table of a scoring, ties, rulings, warnings and, with ``explain``, each working."""
    game = found.game
    page: Page = [Title(found.event.name.of(lang), 1, f"[{game.about.name.of(lang)}]"), _score_grid(found, lang)]
    page.extend(_verdict(found, lang))
    page.extend(Para(tie(t, lang), 1) for t in found.ties)
    for ruling, reading in found.rulings.items():
        known = game.ruling(ruling)
        if known:
            text = say(lang, N_("Ruling {ruling}: {reading} ({id})"), ruling=known.question,
                       reading=known.reading(reading).text, id=f"{ruling}={reading}")  # fmt: skip
            page.append(Para(text, 1))
    if explain:
        for player in found.players:
            page.extend(_player_working(player, lang))
    return page


def _score_grid(found: Score, lang: str) -> Grid:
    event = found.event
    vector = found.players[0].vector if found.players else None
    changes = [
        part for part in event.changes
        if any(s.value for p in found.players for q, s in p.changes if q.id == part.id)
    ]  # fmt: skip
    one = len(event.categories) == 1
    header = [say(lang, N_("rank")), say(lang, N_("player"))]
    if event.before:
        header.append(say(lang, N_("before")))
    header += [part.name.of(lang) for part in event.categories]
    if event.before and not one:
        header.append(say(lang, N_("points")))
    header.append(say(lang, N_("total")))
    header += [part.name.of(lang) for part in changes]
    if vector is not None:
        header.append(say(lang, N_("all, smallest first")))
    rows = []
    for player in sorted(found.players, key=lambda p: p.rank):
        row: list[Value] = [player.rank, player.name]
        if event.before:
            row.append(player.before)
        row += [step.value for _, step in player.categories]
        if event.before and not one:
            row.append(player.points)
        row.append(player.total)
        row += [step.value for part, step in player.changes if part in changes]
        if player.vector is not None:
            row.append(player.vector)
        rows.append(tuple(plain_value(v, lang) if not isinstance(v, int) else str(int(v)) for v in row))
    right = frozenset(i for i in range(len(header)) if i != 1)
    return Grid(tuple(header), tuple(rows), right)


def _verdict(found: Score, lang: str) -> Iterable[Block]:
    if not found.winners:
        return
    if len(found.winners) == 1:
        yield Para(say(lang, N_("{winner} wins."), winner=found.winners[0]))
    else:
        yield Para(say(lang, N_("{winners} share the victory."), winners=list(found.winners)))


def tie(found: Tie, lang: str) -> str:
    """One rung of the ladder in words."""
    values = joined(lang, [f"{name} {plain_value(v, lang)}" for name, v in found.values.items()])
    return say(lang, N_("Tied: {among}. {by}: {values} [{rules}]"), among=list(found.among),
               by=found.rung.name, values=values, rules=list(found.rung.rules))  # fmt: skip


def _player_working(player: PlayerScore, lang: str) -> Iterable[Block]:
    total = plain_value(player.total, lang)
    yield Title(player.name, 2, total)
    items: list[tuple[int, str]] = []
    for part, step in [*player.categories, *((p, s) for p, s in player.changes if s.value)]:
        lines = working(step.parts[0], lang)
        rules = f" [{joined(lang, list(part.rules))}]"
        items.append((0, f"{part.name.of(lang)}: {_head(lines[0].text, step, lang)}{rules}"))
        above = set(part.rules)
        for line in lines[1:]:
            cited = [r for r in line.rules if r not in above]
            items.append((line.depth, line.text + (f" [{joined(lang, cited)}]" if cited else "")))
    yield Bullets(tuple(items))


def _head(text: str, step: object, lang: str) -> str:  # noqa: ARG001 - one signature for all
    return text


def brief(found: Score, lang: str) -> str:
    """One line a player: rank, name, total."""
    lines = [
        say(lang, N_("{rank}. {name} {total}"), rank=p.rank, name=p.name, total=p.total)
        for p in sorted(found.players, key=lambda p: p.rank)
    ]
    return "\n".join(lines) + "\n"
