"""What each result looks like as a page, before it is text or Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.text import Text
from rulesref.model.game import UNKNOWN, Cell, Column, Confidence, Point, Row, Rule, Ruling, Table, Term
from rulesref.model.steps import Value
from rulesref.reading.games import Game
from rulesref.show.blocks import Block, Bullets, Facts, Grid, Page, Para, Title, Verbatim
from rulesref.show.messages import N_, as_text, joined, say
from rulesref.show.working import plain_value, value_text, working
from rulesref.use.calculators import Answer
from rulesref.use.scoring import PlayerScore, Score, Tie

_CONFIDENCE: dict[Confidence, str] = {
    "certain": N_("certain"),
    "likely": N_("likely"),
    "unverified": N_("unverified"),
}


# --- games ---------------------------------------------------------------------------------------


def games(found: Sequence[Game], broken: Sequence[str], lang: str) -> Page:
    """The games there are."""
    header = [N_("id"), N_("game"), N_("players"), N_("edition"), N_("covered")]
    rows = [
        (
            game.id,
            game.about.name.of(lang),
            "-".join(str(n) for n in dict.fromkeys(game.about.players)),
            next(e.name.of(lang) for e in game.about.editions if e.id == game.about.edition),
            game.about.covers.of(lang),
        )
        for game in found
    ]
    page: Page = [Grid(tuple(say(lang, h) for h in header), tuple(rows))]
    if broken:
        page.append(Para(say(lang, N_("Not usable because of problems: {games}. See “rulesref check”."), games=list(broken))))
    return page


# --- rules ---------------------------------------------------------------------------------------


def rule(game: Game, found: Rule, lang: str, *, whole: bool = True) -> Page:
    """An entry: title, points, example, sources, dispute, what belongs to it.

    ``whole`` adds the tables and everything the entry is linked with.
    """
    page: Page = [Title(found.title.of(lang), 1, f"[{game.about.name.of(lang)}] {found.id}")]
    page.extend(Para(_point(point, lang)) for point in found.points)
    if found.example:
        page.append(Para(say(lang, N_("Example: {example}"), example=found.example), 1))
    page.append(Para(_cited(game, found, lang), 1))
    ruling = game.ruling(found.ruling) if found.ruling else None
    if ruling:
        page.extend(dispute_note(game, ruling, lang) if not whole else dispute(game, ruling, lang, 2))
    if whole:
        for name in found.tables:
            page.extend(table(game, game.tables[name], game.tables[name].rows, lang, level=2))
    page.extend(_links(game, found, lang))
    return page


def _point(point: Point, lang: str) -> str:
    text = point.text.of(lang)
    if point.confidence == "certain":
        return text
    mark = say(lang, N_("[{confidence}]"), confidence=say(lang, _CONFIDENCE[point.confidence]))
    return f"{text} {mark}"


def _cited(game: Game, found: Rule, lang: str) -> str:
    names = [game.about.sources[s].short for s in found.sources]
    return say(
        lang, N_("Source: {sources} ({confidence})"), sources=tuple(names),
        confidence=say(lang, _CONFIDENCE[found.confidence]),
    )  # fmt: skip


def _links(game: Game, found: Rule, lang: str) -> Iterable[Block]:
    items: list[tuple[int, str]] = []
    for name in found.related:
        other = game.rule(name)
        if other:
            items.append((0, f"{other.title.of(lang)}  {other.id}"))
    for name in found.calculators:
        calculator = game.calculators.get(name)
        if calculator:
            command = f"rulesref calc {game.id} {name}"
            items.append((0, say(lang, N_("Work it out: {name}: {command}"), name=calculator.name, command=command)))
    if items:
        yield Title(say(lang, N_("Related")), 2)
        yield Bullets(tuple(items))


def dispute_note(game: Game, found: Ruling, lang: str) -> Page:
    """One paragraph that an entry rests on a disputed point."""
    default = found.reading(found.default)
    text = say(lang, N_("Sources differ: {question} Used here: {reading}. More: rulesref disputes {game}"),
               question=found.question, reading=default.text, game=game.id)  # fmt: skip
    return [Para(text, 1)]


def dispute(game: Game, found: Ruling, lang: str, level: int = 1) -> Page:
    """A disputed point: the readings, who says what, the default and why."""
    page: Page = [Title(found.question.of(lang), level, found.id)]
    items: list[tuple[int, str]] = []
    for reading in found.readings:
        names = [game.about.sources[who].short for who in reading.who]
        mark = say(lang, N_(" (default)")) if reading.id == found.default else ""
        who = say(lang, N_(": {who}"), who=tuple(names)) if names else ""
        items.append((0, f"{reading.text.of(lang)} [{reading.id}]{mark}{who}"))
    page.append(Bullets(tuple(items)))
    confidence = say(lang, _CONFIDENCE[found.confidence])
    page.append(Para(say(lang, N_("{why} ({confidence})"), why=found.why, confidence=confidence), 1))
    return page


def disputes(found: Sequence[tuple[Game, Ruling]], lang: str) -> Page:
    """All disputed points, game by game."""
    page: Page = []
    last = ""
    for game, ruling in found:
        if game.id != last:
            page.append(Title(game.about.name.of(lang), 1, game.id))
            last = game.id
        page.extend(dispute(game, ruling, lang, 2))
    return page or [Para(say(lang, N_("No disputed points.")))]


def outline(game: Game, topic: str | None, lang: str) -> Page:
    """The rules of a game in rulebook order: titles, or one topic in full."""
    if topic is not None:
        page: Page = [Title(game.about.topics[topic].name.of(lang), 1, game.about.name.of(lang))]
        for found in game.rules.values():
            if found.topic == topic:
                page.append(Title(found.title.of(lang), 2, found.id))
                page.extend(Para(_point(point, lang)) for point in found.points)
                if found.example:
                    page.append(Para(say(lang, N_("Example: {example}"), example=found.example), 1))
        return page
    page = [Title(game.about.name.of(lang), 1, game.id)]
    for name in game.about.topics.values():
        entries = [r for r in game.rules.values() if r.topic == name.id]
        if entries:
            page.append(Title(name.name.of(lang), 2, name.id))
            page.append(Bullets(tuple((0, f"{r.title.of(lang)}  {r.id}") for r in entries)))
    return page


# --- glossary ------------------------------------------------------------------------------------


def term(game: Game, found: Term, rules: Sequence[Rule], lang: str) -> Page:
    """A glossary entry: both names, reading, synonyms, and the rules that use it."""
    facts = [
        (say(lang, N_("Japanese")), found.name.ja),
        (say(lang, N_("reading")), found.reading),
        (say(lang, N_("English")), found.name.en),
    ]
    if found.synonyms[0]:
        facts.append((say(lang, N_("also (Japanese)")), "、".join(found.synonyms[0])))
    if found.synonyms[1]:
        facts.append((say(lang, N_("also (English)")), ", ".join(found.synonyms[1])))
    page: Page = [
        Title(found.name.of(lang), 1, f"[{game.about.name.of(lang)}] {found.id}"),
        Facts(tuple(facts)),
    ]
    if found.note:
        page.append(Para(found.note.of(lang)))
    if rules:
        page.append(Title(say(lang, N_("Rules")), 2))
        page.append(Bullets(tuple((0, f"{r.title.of(lang)}  {r.id}") for r in rules)))
    return page


# --- tables --------------------------------------------------------------------------------------


def tables(game: Game, lang: str) -> Page:
    """The list of a game's tables."""
    rows = tuple((t.id, t.title.of(lang)) for t in game.tables.values())
    header = (say(lang, N_("id")), say(lang, N_("table")))
    return [Title(game.about.name.of(lang), 1, game.id), Grid(header, rows)]


def table(game: Game, found: Table, rows: Sequence[Row], lang: str, *, level: int = 1) -> Page:
    """A table, or some of its rows; one row alone is shown as labelled lines."""
    page: Page = [Title(found.title.of(lang), level, found.id)]
    if found.grid:
        page.append(Verbatim(tuple(" ".join(line) for line in found.grid)))
        legend = tuple((char, text.of(lang)) for char, text in found.legend.items())
        page.append(Facts(legend))
    elif len(rows) == 1 and len(found.rows) > 1:
        page.append(Facts(tuple(_row_facts(found, rows[0], lang))))
    else:
        page.append(_grid(found, rows, lang))
    names = tuple(game.about.sources[s].short for s in found.sources)
    cited = say(lang, N_("Source: {sources} ({confidence})"), sources=names,
                confidence=say(lang, _CONFIDENCE[found.confidence]))  # fmt: skip
    if found.note:
        page.append(Para(found.note.of(lang)))
    page.append(Para(cited, 1))
    return page


def _row_facts(found: Table, row: Row, lang: str) -> Iterable[tuple[str, str]]:
    for column in found.columns:
        text = cell_text(column, row.cells[column.id], lang)
        if text:
            yield column.name.of(lang), text
    if row.note:
        yield say(lang, N_("note")), row.note.of(lang)
    if row.confidence != "certain":
        yield say(lang, N_("confidence")), say(lang, _CONFIDENCE[row.confidence])


def _grid(found: Table, rows: Sequence[Row], lang: str) -> Grid:
    used = [c for c in found.columns if any(row.cells[c.id] is not None for row in rows)]
    lines: list[tuple[str, ...]] = []
    marked = any(row.confidence != "certain" for row in rows) and found.confidence == "certain"
    for row in rows:
        line = [cell_text(column, row.cells[column.id], lang) for column in used]
        if marked:
            unsure = row.confidence != "certain"
            line.append(say(lang, _CONFIDENCE[row.confidence]) if unsure else "")
        lines.append(tuple(line))
    header = [column.name.of(lang) for column in used] + ([""] if marked else [])
    right = frozenset(i for i, column in enumerate(used) if column.kind == "whole")
    return Grid(tuple(header), tuple(lines), right)


def cell_text(column: Column, cell: Cell, lang: str) -> str:
    """A cell as a person reads it; blank where the box prints nothing."""
    if cell is None:
        return ""
    if cell == UNKNOWN:
        return say(lang, N_("unknown"))
    name = column.shown(cell)
    if name:
        return name.of(lang)
    return cell.of(lang) if isinstance(cell, Text) else as_text(lang, cell)


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
