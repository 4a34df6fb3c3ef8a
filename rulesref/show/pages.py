"""What each result looks like as a page, before it is text or Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulesref.base.diagnostics import Problem
from rulesref.base.messages import N_, as_text, say
from rulesref.base.text import Text
from rulesref.library.library import GameRef
from rulesref.library.lookup import rows_about
from rulesref.model.entries import (
    UNKNOWN,
    Cell,
    Citation,
    Column,
    Confidence,
    Point,
    Row,
    Rule,
    Ruling,
    Table,
    Term,
    Trust,
)
from rulesref.model.game import Game
from rulesref.show.blocks import Block, Facts, Grid, Map, Page, Para, Ref, Title, bullets

if TYPE_CHECKING:
    from rulesref.scoring.score import Score

_CONFIDENCE: dict[Confidence, str] = {
    "certain": N_("certain"),
    "likely": N_("likely"),
    "unverified": N_("unverified"),
}


# --- games ---------------------------------------------------------------------------------------


def games(every: Sequence[Game], broken: Sequence[str], lang: str) -> Page:
    """The games there are."""
    header = [N_("id"), N_("game"), N_("players"), N_("edition")]
    rows = [
        (
            game.id,
            game.about.name.of(lang),
            "-".join(str(n) for n in dict.fromkeys(game.about.players)),
            edition.name.of(lang) if (edition := game.about.edition) else "",
        )
        for game in every
    ]
    page: Page = [Grid(tuple(say(lang, h) for h in header), tuple(rows)), *only_in(every, lang)]
    covered = [(game.id, text.of(lang)) for game in every if (text := game.about.covers)]
    if covered:
        page += [Title(say(lang, "What is covered"), 2), Facts(tuple(covered))]
    if broken:
        problems = N_("Not usable because of problems: {games}. See “rulesref check”.")
        page.append(Para(say(lang, problems, games=list(broken))))
    return page


def only_in(games: Iterable[Game], lang: str) -> Page:
    """Which of the games have no texts in the language of the reader."""
    names = [game.about.name.of(lang) for game in games if lang not in game.about.languages]
    if not names:
        return []
    other = N_("The texts of {games} are in Japanese only.")
    if lang == "ja":
        other = N_("The texts of {games} are in English only.")
    return [Para(say(lang, other, games=names))]


def mark(game: Game, lang: str) -> str:
    """The game beside a title, and in which language its texts are if it is not the reader's."""
    if lang in game.about.languages:
        return f"[{game.about.name.of(lang)}]"
    other = N_("[{game}, in English only]") if lang == "ja" else N_("[{game}, in Japanese only]")
    return say(lang, other, game=game.about.name)


def origins(listed: Sequence[GameRef], problems: Sequence[Problem], lang: str) -> Page:
    """Where games come from that are not the program's alone, and the packs that cannot be used."""
    alone = {each.id: each for each in listed if not each.hidden}
    elsewhere = [each for each in listed if each.hidden or not each.shelf.shipped]
    rows = [(each.name, _origin(each, alone.get(each.id), lang)) for each in elsewhere]
    page: Page = [Title(say(lang, "Where games come from"), 2), Facts(tuple(rows))] if rows else []
    if problems:
        from rulesref.show.problems import message

        page.extend(Para(message(problem, lang)) for problem in problems)
    return page


def _origin(game: GameRef, winner: GameRef | None, lang: str) -> str:
    """Where a game comes from; of one that its id does not mean, which one that does."""
    shelf = game.shelf
    if shelf.pack:
        pack = f"{shelf.name} {shelf.pack.version}".strip()
        place = say(lang, "the pack {pack}, in {folder}", pack=pack, folder=shelf.root)
    elif shelf.shipped:
        place = say(lang, "the program")
    else:
        place = say(lang, "the folder {folder}", folder=shelf.root)
    if winner is None or winner is game:
        return place
    hidden = N_("{place}; “{id}” alone means that of {shelf}")
    return say(lang, hidden, place=place, id=game.id, shelf=winner.shelf.name)


def verdict(winners: Sequence[str], lang: str) -> str:
    """Who wins, in a sentence."""
    if len(winners) == 1:
        return say(lang, "{winner} wins.", winner=winners[0])
    shared = N_("{first} and {last} share the victory.")
    return say(lang, shared, first=list(winners[:-1]), last=winners[-1])


def decision(result: Score, lang: str) -> str:
    """Who wins a game that a scoring ends, or what was not given for want of which nobody does."""
    if not result.undecided:
        won = verdict(result.winners, lang)
        before = _before_points(result)
        if before is None:
            return won
        return say(lang, "{won} Compared first: {name}.", won=won, name=before)
    *first, last = result.undecided
    missing = next(tie.gaps for tie in result.ties if tie.among == result.undecided and tie.missing)
    text = N_("Not decided between {first} and {last}; not given: {missing}.")
    return say(lang, text, first=first, last=last, missing=list(missing))


def _before_points(result: Score) -> Text | None:
    """What has decided where somebody who does not win has more points; None where nobody has."""
    first = next(iter(result.event.ranking), None)
    if first is None or first.value is None or not result.event.categories:
        return None
    won = [player.total for player in result.players if player.name in result.winners]
    return first.name if won and max(p.total for p in result.players) > min(won) else None


def sound_game(name: str, counts: Mapping[str, int], known: int, lang: str) -> str:
    """That nothing keeps a game from being used, what it has, and how much of it is proved."""
    nothing = N_(
        "{game}: no problems. Rules: {rules}, terms: {glossary}, tables: {tables}, rulings: {rulings}."
    )
    line = say(lang, nothing, game=name, **counts)
    proved = N_("Known positions and games that come out as they should: {many}.")
    return f"{line} {say(lang, proved, many=known)}" if known else line


# --- rules ---------------------------------------------------------------------------------------


def rule(game: Game, entry: Rule, lang: str, *, whole: bool = True) -> Page:
    """An entry: title, points, example, sources, dispute, what belongs to it.

    ``whole`` adds the tables and everything the entry is linked with.
    """
    page: Page = [Title(entry.title.of(lang), 1, f"{mark(game, lang)} {entry.id}")]
    page.extend(silence(entry, lang))
    page.extend(_said(entry, lang))
    page.extend(_cited(game, entry.sources, confidence(entry, lang), lang))
    ruling = game.ruling(entry.ruling) if entry.ruling else None
    if ruling:
        page += dispute(game, ruling, lang, 2) if whole else dispute_note(game, ruling, lang)
    if whole:
        for printed in filter(None, map(game.table, entry.tables)):
            rows = rows_about(game, entry, printed)
            if rows or printed.grid:
                page.extend(table(game, printed, rows, lang, level=2))
            if len(rows) < len(printed.rows):
                whole_table = N_("Table “{title}”: rulesref table {game} {id}")
                text = say(lang, whole_table, title=printed.title, game=game.id, id=printed.id)
                shown = say(lang, "Table: {title}", title=printed.title)
                page.append(Para(Ref(text, shown, "table", game.id, printed.id), 1))
    page.extend(_links(game, entry, lang))
    return page


def _said(entry: Rule, lang: str) -> Page:
    """The points of an entry and its example."""
    page: Page = [Para(point_text(point, lang)) for point in entry.points]
    if entry.example:
        page.append(Para(say(lang, "Example: {example}", example=entry.example), 1))
    return page


def silence(entry: Rule, lang: str) -> Page:
    """That no rule says anything of what an entry is about, where that is so."""
    return [Para(say(lang, "No rule covers this."))] if entry.silent else []


def point_text(point: Point, lang: str) -> str:
    """A statement, marked where it is not certain."""
    text = point.text.of(lang)
    if point.confidence == "certain":
        return text
    confidence = say(lang, _CONFIDENCE[point.confidence])
    return say(lang, "{text} [{confidence}]", text=text, confidence=confidence)


def confidence(entry: Rule, lang: str) -> str:
    """How sure an entry is."""
    some_are_certain = any(point.confidence == "certain" for point in entry.points)
    if some_are_certain and entry.confidence != "certain":
        return say(lang, "certain unless marked")
    return say(lang, _CONFIDENCE[entry.confidence])


def _cited(game: Game, sources: Iterable[str], sure: str, lang: str) -> Page:
    """Where something comes from and how sure it is; nothing when the data names no source."""
    names = tuple(game.about.sources[source].short for source in sources)
    cited = N_("Source: {sources} ({confidence})")
    return [Para(say(lang, cited, sources=names, confidence=sure), 1)] if names else []


def _links(game: Game, entry: Rule, lang: str) -> Iterable[Block]:
    others = filter(None, map(game.rule, entry.related))
    items = [_title(game, other, lang) for other in others]
    items += [work_out(game, name, lang) for name in entry.calculators]
    if items:
        yield Title(say(lang, "Related"), 2)
        yield bullets(items)


def _title(game: Game, entry: Rule, lang: str) -> Ref:
    """An entry in a list of others."""
    title = entry.title.of(lang)
    return Ref(f"{title}  {entry.id}", title, "rule", game.id, entry.id)


def work_out(game: Game, calculator: str, lang: str, command: str | None = None) -> Ref:
    """A calculator with the command that asks it."""
    named = game.calculator_name(calculator)
    typed = command or f"rulesref calc {game.id} {calculator}"
    text = say(lang, "Work it out: {name}: {command}", name=named, command=typed)
    return Ref(text, say(lang, "Work it out: {name}", name=named), "calc", game.id, calculator)


def dispute_note(game: Game, ruling: Ruling, lang: str) -> Page:
    """One paragraph that an entry rests on a disputed point."""
    default = ruling.reading(ruling.default)
    text = say(lang, "Sources differ: {question} Used here: {reading} (more: rulesref disputes {game})",
               question=ruling.question, reading=default.text, game=game.id)  # fmt: skip
    return [Para(text, 1)]


def dispute(game: Game, ruling: Ruling, lang: str, level: int = 1) -> Page:
    """A disputed point: the readings, who says what, the default and why."""
    page: Page = [Title(ruling.question.of(lang), level, Ref(ruling.id, ""))]
    items = []
    for reading in ruling.readings:
        names = [game.about.sources[who].short for who in reading.who]
        mark = say(lang, " (default)") if reading.id == ruling.default else ""
        who = say(lang, ": {who}", who=tuple(names)) if names else ""
        text = reading.text.of(lang)
        items.append(Ref(f"{text} [{reading.id}]{mark}{who}", f"{text}{mark}{who}"))
    page.append(bullets(items))
    confidence = say(lang, _CONFIDENCE[ruling.confidence])
    page.append(Para(say(lang, "{why} ({confidence})", why=ruling.why, confidence=confidence), 1))
    return page


def disputes(rulings: Sequence[tuple[Game, Ruling]], lang: str) -> Page:
    """All disputed points, game by game."""
    page: Page = []
    last = ""
    for game, ruling in rulings:
        if game.id != last:
            page.append(Title(game.about.name.of(lang), 1, game.id))
            last = game.id
        page.extend(dispute(game, ruling, lang, 2))
    return page or [Para(say(lang, "No disputed points."))]


#: How far a source is to be trusted.
_TRUST: dict[Trust, str] = {
    "primary": N_("the one to go by"),
    "good": N_("good"),
    "medium": N_("fair"),
    "low": N_("doubtful"),
    "derived": N_("not a source: worked out from the others"),
}


def sources(game: Game, lang: str) -> Page:
    """What the rules of a game are taken from."""
    title = Title(say(lang, "Sources of {game}", game=game.about.name), 1, game.id)
    every = game.about.sources.values()
    return [title, *(block for each in every for block in source(game, each, lang))]


def source(game: Game, cited: Citation, lang: str) -> Page:
    """What can be said of a source."""
    edition = next((e.name for e in game.about.editions if e.id == cited.edition), None)
    facts = (
        (N_("cited as"), cited.short.of(lang)),
        (N_("year"), str(cited.year or "")),
        (N_("where"), cited.where or ""),
        (N_("edition"), edition.of(lang) if edition else ""),
        (N_("trust"), say(lang, _TRUST[cited.trust]) if cited.trust else ""),
    )
    told = tuple((say(lang, name), said) for name, said in facts if said)
    return [Para(cited.title.of(lang)), Facts(told)]


def outline(game: Game, topic: str | None, lang: str) -> Page:
    """The rules of a game in rulebook order: titles, or one topic in full."""
    if topic is not None:
        page: Page = [Title(game.about.topics[topic].name.of(lang), 1, game.about.name.of(lang))]
        for entry in game.rules.values():
            if entry.topic == topic:
                page += [Title(entry.title.of(lang), 2, entry.id), *_said(entry, lang)]
        return page
    page = [Title(game.about.name.of(lang), 1, game.id), *only_in([game], lang)]
    for name in game.about.topics.values():
        entries = [r for r in game.rules.values() if r.topic == name.id]
        if entries:
            page.append(Title(name.name.of(lang), 2, name.id))
            page.append(bullets(_title(game, each, lang) for each in entries))
    return page


# --- glossary ------------------------------------------------------------------------------------


#: So many synonyms are shown; the others are only found by.
_SYNONYMS = 6


def _first(between: str, synonyms: Sequence[str]) -> str:
    more = " …" if len(synonyms) > _SYNONYMS else ""
    return between.join(synonyms[:_SYNONYMS]) + more


def term(game: Game, entry: Term, lang: str) -> Page:
    """A glossary entry: both names, reading, the first synonyms, and the rules that use it."""
    named = entry.name.pair()
    facts = [
        (say(lang, "Japanese"), named.get("ja")),
        (say(lang, "reading"), entry.reading),
        (say(lang, "English"), named.get("en")),
        (say(lang, "also (Japanese)"), _first("、", entry.synonyms[0])),
        (say(lang, "also (English)"), _first(", ", entry.synonyms[1])),
    ]
    page: Page = [
        Title(entry.name.of(lang), 1, f"{mark(game, lang)} {entry.id}"),
        Facts(tuple((name, text) for name, text in facts if text)),
    ]
    if entry.note:
        page.append(Para(entry.note.of(lang)))
    if rules := game.rules_about(entry.id):
        page.append(Title(say(lang, "Rules"), 2))
        page.append(bullets(_title(game, each, lang) for each in rules))
    return page


# --- tables --------------------------------------------------------------------------------------


def tables(game: Game, lang: str) -> Page:
    """The list of a game's tables."""
    rows = tuple((t.id, t.title.of(lang)) for t in game.tables.values())
    header = (say(lang, "id"), say(lang, "table"))
    return [Title(game.about.name.of(lang), 1, game.id), Grid(header, rows)]


def table(game: Game, printed: Table, rows: Sequence[Row], lang: str, *, level: int = 1) -> Page:
    """A table, or some of its rows; one row alone is shown as labelled lines."""
    note = Ref(printed.id, "", "table", game.id, printed.id)
    page: Page = [Title(printed.title.of(lang), level, note)]
    if printed.grid:
        page.append(_map(printed.grid))
        legend = tuple((char, text.of(lang)) for char, text in printed.legend.items())
        page.append(Facts(legend))
    elif len(rows) == 1 and len(printed.rows) > 1:
        page.append(Facts(tuple(_row_facts(printed, rows[0], lang))))
    else:
        page.append(_grid(printed, rows, lang))
    if printed.note:
        page.append(Para(printed.note.of(lang)))
    page.extend(_cited(game, printed.sources, say(lang, _CONFIDENCE[printed.confidence]), lang))
    names_of = {
        name: None for rule in map(game.rule, printed.rules) if rule for name in rule.calculators
    }
    return page + [Para(work_out(game, name, lang), 1) for name in [*names_of][:_MOST_CALCULATORS]]


#: So many calculators are named below a table.
_MOST_CALCULATORS = 2


def _row_facts(printed: Table, row: Row, lang: str) -> Iterable[tuple[str, str]]:
    for column in printed.columns:
        text = cell_text(column, row.cells[column.id], lang)
        if text:
            yield column.name.of(lang), text
    if row.note:
        yield say(lang, "note"), row.note.of(lang)
    if unsure := _unsure(row, lang):
        yield say(lang, "confidence"), unsure


def _unsure(row: Row, lang: str) -> str:
    """How sure a row is, where it is not certain."""
    return "" if row.confidence == "certain" else say(lang, _CONFIDENCE[row.confidence])


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _map(lines: Sequence[str]) -> Map:
    """A map, with letters above and numbers at the left, by which texts call its spaces."""
    margin = len(str(len(lines)))
    letters = " ".join(_LETTERS[: len(lines[0])])
    rows = [f"{row:>{margin}} {' '.join(line)}" for row, line in enumerate(lines, 1)]
    return Map((f"{'':{margin}} {letters}", *rows), tuple(lines), letters.replace(" ", ""))


def _grid(printed: Table, rows: Sequence[Row], lang: str) -> Grid:
    used = [c for c in printed.columns if any(row.cells[c.id] is not None for row in rows)]
    columns = [
        (column.name.of(lang), *(cell_text(column, row.cells[column.id], lang) for row in rows))
        for column in used
    ]
    unsure = [_unsure(row, lang) for row in rows]
    if any(unsure) and printed.confidence == "certain":
        columns.append((say(lang, "confidence"), *unsure))
    header, *lines = [*zip(*columns, strict=True)] or [()]
    right = frozenset(i for i, column in enumerate(used) if column.kind == "whole")
    return Grid(header, tuple(lines), right)


def cell_text(column: Column, cell: Cell, lang: str) -> str:
    """A cell as a person reads it; blank where the box prints nothing."""
    if cell is None:
        return ""
    if cell == UNKNOWN:
        return say(lang, "unknown")
    name = column.shown(cell)
    if name:
        return name.of(lang)
    return cell.of(lang) if isinstance(cell, Text) else as_text(lang, cell)
