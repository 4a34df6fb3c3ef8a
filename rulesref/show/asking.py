"""The answer to a question: the number, the statements that answer, the next entries by title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rulesref.answers.answer import FullAnswer, RuleHit, Surroundings, ToolHit
from rulesref.base.messages import N_, say
from rulesref.base.text import cells, wrap
from rulesref.model.entries import Column, Field, Point
from rulesref.show import pages
from rulesref.show.blocks import Flowing, Page, Para, Ref, Title, bullets

if TYPE_CHECKING:
    from rulesref.answers.candidates import NumericAnswer
    from rulesref.model.expression import Value

#: Longer questions are cut when they are repeated.
_QUOTED = 60


#: An answer has so many lines of a terminal as a rule; so many are for statements at least; so wide is a line.
_LINES, _LEAST, _WIDTH = 8, 2, 78
#: So many titles to go on with are offered.
_TITLES = 3
#: A statement that says less of the question than this share of the best one is left for later.
_WORTH = 0.4
#: One that says so much of it comes before a statement of another entry.
_NEARLY = 0.8
#: So many sources are named.
_SOURCES = 2


def page(answer: FullAnswer, lang: str) -> Page:
    """The answer in short: the number asked for, the statements that answer, titles to go on with."""
    if not answer.entries:
        return [*_read(answer, lang), *_nothing(answer, lang)]
    first, *others = answer.entries
    # A game that was named need not be named again, but for what its reader has to know of it.
    named = answer.result.game and lang in first.game.about.languages
    mark = "" if named else f"{pages.mark(first.game, lang)} "
    title = Title(first.rule.title.of(lang), 1, f"{mark}{first.rule.id}")
    head = [*_read(answer, lang), *_number(answer, lang)]
    # What the title promises, the entry may not say.
    below = [*pages.silence(first.rule, lang), *_nearest(answer, lang)]
    further = _further(others, lang)
    texts = [block.text for block in [*head, *below] if isinstance(block, Para)]
    used = sum(map(_height, [*texts, f"{title.text} {title.note}"])) + bool(further)
    statements = _statements(first, second(answer, lang), _LINES - used, lang)
    around = _context(first, answer.around, lang) if answer.around else []
    return [*head, title, *below, *(Para(text, 1) for text in statements), *around, *further]


def _statements(first: RuleHit, another: str, lines: int, lang: str) -> list[str]:
    """What fits in so many lines: the statements of an entry that answer, ``another`` of a second entry, how sure it all is.

    Neither may take the place of a statement that answers nearly as well as the best one: what says how sure it is
    is brief then, and the second statement left out.
    """
    best = first.statements[0].score
    needed = {each.point for each in first.statements if each.score >= _NEARLY * best}
    whole, short = (
        lines - _height(_grounds(first, 1, lang, brief=brief)) for brief in (False, True)
    )
    kept = chosen(first, lang, short)
    brief = not needed.intersection(kept) <= {*chosen(first, lang, whole)}
    if not brief:
        short, kept = whole, chosen(first, lang, whole)
    left = short - _height(another)
    fewer = chosen(first, lang, left)
    shares = bool(another) and left >= _LEAST and needed.intersection(kept) <= {*fewer}
    if shares:
        kept = fewer
    more = len(first.rule.points) - len(kept)
    texts = [pages.point_text(each, lang) for each in kept]
    texts += [another] * shares
    return [*texts, *filter(None, [_grounds(first, more, lang, brief=brief)])]


def _further(others: Sequence[RuleHit], lang: str) -> Page:
    """The titles to go on with that a line has room for, one at least."""
    titles = [f"{n} {other.rule.title.of(lang)}" for n, other in enumerate(others[:_TITLES], 1)]
    while len(titles) > 1 and cells("  ".join(titles)) > _WIDTH:
        titles.pop()
    return [Flowing(tuple(titles))] if titles else []


def _height(text: str) -> int:
    """How many lines a text takes."""
    return 1 if cells(text) <= _WIDTH else len(wrap(text, _WIDTH))


def chosen(entry: RuleHit, lang: str, lines: int) -> list[Point]:
    """The statements of an entry that answer, within so many lines or ``_LEAST``; all of them if they fit."""
    lines = max(_LEAST, lines)
    heights = [_height(pages.point_text(each.point, lang)) for each in entry.statements]
    if sum(heights) <= lines:
        return [each.point for each in entry.statements]
    kept: list[Point] = []
    best = entry.statements[0].score
    for each, height in zip(entry.statements, heights, strict=True):
        if not kept or (each.score >= _WORTH * best and height <= lines):
            lines -= height
            kept.append(each.point)
    return kept


def second(answer: FullAnswer, lang: str) -> str:
    """The best statement of a second entry that is needed too, with its title; empty where none is."""
    if len(answer.entries) == 1:
        return ""
    first, second = answer.entries[:2]
    # It is needed where it has words of the question that the best one lacks.
    lacking = set(first.hit.match.missing)
    if second.game is not first.game or not lacking & {*second.hit.match.words}:
        return ""
    text = pages.point_text(second.statements[0].point, lang)
    return say(lang, "{title}: {text}", title=second.rule.title, text=text)


def _grounds(entry: RuleHit, left: int, lang: str, *, brief: bool) -> str:
    """How sure the entry is and by whom, whether sources differ, and what more there is."""
    parts = grounds(entry, lang, brief=brief)
    if left:
        parts.append(say(lang, "{left} more (--full)", left=left))
    return say(lang, "— {parts}", parts=" / ".join(parts)) if parts else ""


def grounds(entry: RuleHit, lang: str, *, brief: bool = False) -> list[str]:
    """How sure an entry is and by whom, and whether sources differ."""
    rule, game = entry.rule, entry.game
    named = rule.sources[: 1 if brief else _SOURCES]
    names = [game.about.sources[source].short for source in named]
    cited, sure = N_("{sources} ({confidence})"), pages.confidence(rule, lang)
    parts = [say(lang, cited, sources=names, confidence=sure)] if names else []
    ruling = entry.disputed
    if rule.ruling and ruling is None:
        # The reading would be taken for the answer to what was asked.
        parts.append(say(lang, "sources differ on one point"))
    elif ruling and brief:
        parts.append(say(lang, "sources differ"))
    elif ruling:
        used = ruling.reading(ruling.default).text
        parts.append(say(lang, "sources differ; used here: {reading}", reading=used))
    return parts


def _number(answer: FullAnswer, lang: str) -> Page:
    return [Para(number(answer.number, lang))] if answer.number else []


def number(each: NumericAnswer, lang: str) -> str:
    """A number that was asked for, with what it rests on, in one line."""
    title, given, told = number_parts(each, lang)
    values = [" ".join(filter(None, part)) for part in told]
    if not given:
        return say(lang, "→ {title}: {values}", title=title, values=values)
    return say(lang, "→ {title} ({given}): {values}", title=title, given=given, values=values)


def number_parts(
    each: NumericAnswer, lang: str
) -> tuple[str, list[str], Sequence[tuple[str, str]]]:
    """A number that was asked for: of what, what it rests on, and what it comes to, by names where it is several."""
    title = each.answer.calculator.name if each.answer else each.table and each.table.title
    told: Sequence[tuple[str, str]]
    if each.added:
        told = [("", text) for text in _added(each, lang)]
    elif each.each:
        told = _for_each(each, lang)
    else:
        told = _values(each, lang)
    return title.of(lang) if title else "", _rests_on(each, lang), told


def _rests_on(each: NumericAnswer, lang: str) -> list[str]:
    """What is given of the inputs or keys of a number; of rows that are added up the keys."""
    if each.added:
        return [_text(row, each.open, lang) for row in each.each]
    keys: Iterable[str] = each.table.key if each.table else ()
    if each.answer:
        inputs = each.answer.calculator.inputs
        # What a question leaves open is said when it has a default.
        keys = [
            key for key, value in each.answer.inputs.items()
            if value not in (None, ())
            and (inputs[key].default is not None or not _left_out(inputs[key], value))
        ]  # fmt: skip
    return [
        f"{_source(each, key).name.of(lang)} {_text(each, key, lang)}"
        for key in keys
        if key != each.open
    ]


def _source(each: NumericAnswer, key: str) -> Field | Column:
    """The input of a calculator or the column of a table."""
    if each.answer:
        return each.answer.calculator.inputs[key]
    assert each.table is not None
    return each.table.column(key)


def _text(each: NumericAnswer, key: str, lang: str) -> str:
    """The value of an input, or the cell of a column."""
    if each.answer:
        from rulesref.fields.kind import value_text
        from rulesref.model.expression import LABELS

        inputs = each.answer.calculator.inputs
        return value_text(inputs[key], each.answer.inputs[key], lang, LABELS)
    assert each.table is not None
    assert each.row is not None
    return pages.cell_text(each.table.column(key), each.row.cells[key], lang)


def _values(each: NumericAnswer, lang: str) -> Sequence[tuple[str, str]]:
    """What it comes to: each result or column that is asked for, by its name where there are several."""
    if each.answer is None:
        return _cells(each, lang)
    from rulesref.show.working import step_text

    # A list with nothing in it says nothing beside a number.
    told = [result for result in each.answer.results if result[1].value != ()]
    texts = [
        (part.name.of(lang), step_text(step, lang)) for part, step in told or each.answer.results
    ]
    return texts if len(texts) > 1 else [("", text) for _, text in texts]


def _cells(each: NumericAnswer, lang: str) -> Sequence[tuple[str, str]]:
    """The cells of a row that are asked for, but for the keys."""
    assert each.table is not None
    columns = [column for column in each.table.columns if column.id not in each.table.key]
    asked = [column for column in columns if column.id in each.columns or not each.columns]
    texts = [(column.name.of(lang), _text(each, column.id, lang)) for column in asked]
    return [("" if len(columns) == 1 else name, text) for name, text in texts if text]


def _for_each(number: NumericAnswer, lang: str) -> Sequence[tuple[str, str]]:
    """What it comes to for each value of what is left open; once where that makes no difference."""
    several = [_values(each, lang) for each in number.each]
    results = [" ".join(filter(None, chain.from_iterable(values))) for values in several]
    if len({*results}) == 1:
        return several[0]
    return [("", text) for text in _for_values(number, results, lang)]


def _for_values(number: NumericAnswer, results: Sequence[str], lang: str) -> list[str]:
    """The results for the values of what is left open."""
    source = _source(number, number.open)
    values = [_text(each, number.open, lang) for each in number.each]
    if not _is_counted(source):
        return [f"{value}: {result}" for value, result in zip(values, results, strict=True)]
    # What is counted is named once, and those in a row that come to the same stand together.
    numbered = [
        (value, result, int(value) - n)
        for n, (value, result) in enumerate(zip(values, results, strict=True))
    ]
    runs = [[*run] for _, run in groupby(numbered, key=itemgetter(1, 2))]
    spans = [
        say(lang, "{low} to {high}", low=run[0][0], high=run[-1][0]) if run[1:] else run[0][0]
        for run in runs
    ]
    spans[0] = f"{source.name.of(lang)} {spans[0]}"
    return [f"{span}: {run[0][1]}" for span, run in zip(spans, runs, strict=True)]


def _is_counted(column: Field | Column) -> bool:
    if isinstance(column, Column):
        return column.kind == "whole"
    from rulesref.fields.kind import kind_of

    return kind_of(column).is_number


def _added(number: NumericAnswer, lang: str) -> list[str]:
    """What the rows come to in each column: 2 + 3 = 5."""
    assert number.table is not None
    sums = []
    for column in number.columns:
        in_rows = [one.row.cells[column] for one in number.each if one.row]
        amounts = [cell if isinstance(cell, int) else 0 for cell in in_rows]
        worked = f"{' + '.join(map(str, amounts))} = {sum(amounts)}"
        sums.append(f"{number.table.column(column).name.of(lang)} {worked}")
    return sums


def _left_out(field: Field, value: Value) -> bool:
    from rulesref.fields.kind import empty

    return field.optional and value == empty(field)


def full(answer: FullAnswer, lang: str) -> Page:
    """The best entry whole, the number asked for, what is around it, the next titles."""
    if not answer.entries:
        return [*_read(answer, lang), *_nothing(answer, lang)]
    first, *others = answer.entries
    blocks = [*_read(answer, lang), *_nearest(answer, lang), *_number(answer, lang)]
    blocks += [*entry(first, lang), *_other_language(first, lang)]
    for tool in answer.tools:
        blocks.extend(_tool(tool, lang))
    if answer.around:
        blocks.extend(_context(first, answer.around, lang))
    if others:
        blocks.append(Title(say(lang, "Also"), 2))
        blocks.append(bullets((_line(other, lang) for other in others), numbered=True))
    return blocks


def entry(entry: RuleHit, lang: str) -> Page:
    """One entry in full."""
    return pages.rule(entry.game, entry.rule, lang, whole=False)


def _read(answer: FullAnswer, lang: str) -> Page:
    """What misspelt words were taken for."""
    read = [f"{typed} → {meant}" for typed, meant in answer.result.read.items()]
    return [Para(say(lang, "Read as: {words}", words=read))] if read else []


def _nearest(answer: FullAnswer, lang: str) -> Page:
    """That what is shown may not be what was asked for, where it is not sure to be."""
    told = N_("No rule found that says just this. The nearest:")
    return [] if answer.sure else [Para(say(lang, told))]


def _other_language(entry: RuleHit, lang: str) -> Page:
    """That the entry was found by its text in the other language, where only that has the words."""
    langs = entry.hit.match.langs
    if not langs or lang in langs or lang not in entry.rule.title.langs:
        return []
    japanese = N_("Found by the words of its Japanese text.")
    told = japanese if lang == "en" else N_("Found by the words of its English text.")
    return [Para(say(lang, told), 1)]


def _tool(tool: ToolHit, lang: str) -> Page:
    """A table row in full, a table by name, a calculator with its call."""
    game = tool.game
    if tool.table and tool.row:
        return pages.table(game, tool.table, (tool.row,), lang, level=2)
    if tool.table:
        command = f"rulesref table {game.id} {tool.table.id}"
        text = say(lang, "Table: {title}: {command}", title=tool.table.title, command=command)
        shown = say(lang, "Table: {title}", title=tool.table.title)
        return [Para(Ref(text, shown, "table", game.id, tool.table.id), 1)]
    assert tool.call is not None
    return [Para(pages.work_out(game, tool.hit.id, lang, tool.call.command(game.id)), 1)]


def _context(entry: RuleHit, around: Surroundings, lang: str) -> Page:
    """The entries before and after in the topic, and the first point of each related one."""
    rule, topics = entry.rule, entry.game.about.topics
    blocks: Page = [Title(say(lang, "In this topic: {topic}", topic=topics[rule.topic].name), 2)]
    marked = ((around.before, "<"), (rule, "="), (around.after, ">"))
    lines = [f"{mark} {other.title.of(lang)}  {other.id}" for other, mark in marked if other]
    blocks.append(bullets(lines))
    near = [other for other in (around.before, around.after) if other]
    near += [other for other in around.related if other not in near]
    for other in near:
        blocks.append(Title(other.title.of(lang), 3, other.id))
        blocks.append(Para(other.points[0].text.of(lang), 1))
    return blocks


def _line(entry: RuleHit, lang: str) -> str:
    return f"{entry.rule.title.of(lang)}  [{entry.game.about.name.of(lang)}] {entry.rule.id}"


# --- when nothing answers ------------------------------------------------------------------------


def _nothing(answer: FullAnswer, lang: str) -> Page:
    query = "".join(char if char.isprintable() else " " for char in answer.result.query)
    query = " ".join(query.split())
    if not any(map(str.isalnum, query)):
        return [Para(say(lang, "Type a question or a word, such as: rulesref ask tie"))]
    short = query if len(query) <= _QUOTED else query[: _QUOTED - 1] + "…"
    only = pages.only_in([answer.game], lang) if answer.game else []
    offers = _offers(answer, lang) or [Para(_topics(answer, lang))]
    return [Para(say(lang, "No rule answers “{query}”.", query=short)), *only, *offers]


def _offers(answer: FullAnswer, lang: str) -> Page:
    """The entries that may be meant, and the nearest terms."""
    blocks: Page = []
    if answer.perhaps:
        blocks.append(Title(say(lang, "Perhaps one of these: rulesref show ID"), 2))
        blocks.append(bullets(_line(entry, lang) for entry in answer.perhaps))
    if answer.near:
        terms = (
            f"{term.name.of(lang)}  [{game.about.name.of(lang)}] rulesref term {game.id} {term.id}"
            for game, term in answer.near
        )
        blocks += [Title(say(lang, "Did you mean"), 2), bullets(terms)]
    return blocks


def _topics(answer: FullAnswer, lang: str) -> str:
    """How to see what there are rules about."""
    if answer.game and answer.game.about.topics:
        return say(lang, "All topics: rulesref rules {game}", game=answer.game.id)
    return say(lang, "Games: rulesref games. Topics of a game: rulesref rules GAME")
