"""The position before it is scored: everything that was said, in tables, each value with its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import say
from rulesref.fields.kind import IN_POSITIONS, kind_of
from rulesref.model.entries import Field
from rulesref.show.blocks import Block, Facts, Grid, Page, Para, Title
from rulesref.show.places import colour_name, field_name
from rulesref.show.wizard import answer_text, colour_of
from rulesref.wizard.interview import Wizard
from rulesref.wizard.questions import Question


def review(state: Wizard, lang: str) -> Page:
    """Everything that was said, each value with the number by which it can be corrected."""
    numbers = {cell.path: number for number, cell in enumerate(state.cells, 1)}
    page: Page = [Title(say(lang, "Check the position"), 2), _players(state, numbers, lang)]
    page.extend(_gains(state, numbers, lang))
    page.extend(_lists_of_options(state, numbers, lang))
    tables = [cell for cell in state.cells if cell.seat is None]
    for _, group in groupby(tables, key=lambda cell: cell.path[0]):
        page.extend(_of_table(state, list(group), numbers, lang))
    for seat in range(len(state.names)):
        lists = [c for c in state.cells if c.seat == seat and c.in_list]
        for _, group in groupby(lists, key=lambda cell: cell.path[2]):
            page.extend(_of_table(state, list(group), numbers, lang, state.names[seat]))
    return page


#: So many values that have changed are shown alone.
_FEW = 6


def review_again(state: Wizard, before: Wizard | None, lang: str) -> Page:
    """What has changed since the person saw everything; everything at first, or where that is much."""
    if before is None:
        return review(state, lang)
    numbers = {cell.path: number for number, cell in enumerate(state.cells, 1)}
    new = [c for c in state.cells if state.given.get(c.path) != before.given.get(c.path)]
    if [*numbers] != [cell.path for cell in before.cells] or len(new) > _FEW:
        return review(state, lang)
    return [Facts(tuple(_owned(state, cell, numbers, lang) for cell in new))] if new else []


def _owned(
    state: Wizard, cell: Question, numbers: dict[KeyPath, int], lang: str
) -> tuple[str, str]:
    """Whose value it is and what it is called, and the value with its number; a name is its own."""
    whose = state.names[cell.seat] if cell.seat is not None else ""
    if cell.field is None:
        return "", _cell(numbers[cell.path], whose)
    name, text = _fact(state, cell, numbers, lang)
    return f"{whose} {name}".strip(), text


def _gains(state: Wizard, numbers: dict[KeyPath, int], lang: str) -> Iterator[Facts]:
    """What people have gained before it counts."""
    facts = []
    for cell in state.cells:
        if cell.key == "gain" and cell.field is not None and cell.seat is not None:
            raw = state.given[cell.path]
            text = kind_of(cell.field).text(cell.field, raw, lang, IN_POSITIONS)
            name = say(lang, "{name} gains", name=state.names[cell.seat])
            facts.append((name, _cell(numbers[cell.path], text)))
    if facts:
        yield Facts(tuple(facts))


def _fact(state: Wizard, cell: Question, numbers: dict[KeyPath, int], lang: str) -> tuple[str, str]:
    """What a value is called, and the value with its number."""
    assert cell.field is not None
    name = field_name(cell.field, cell.around, colour_of(state, cell), lang)
    return name, _cell(numbers[cell.path], _answer(state, cell, lang))


def _answer(state: Wizard, cell: Question, lang: str) -> str:
    """An answer as it is shown; what is still to be asked is a question mark."""
    assert cell.field is not None
    if cell.path not in state.given:
        return "?"
    return answer_text(cell.field, state.given[cell.path], lang)


def _lists_of_options(state: Wizard, numbers: dict[KeyPath, int], lang: str) -> Iterator[Facts]:
    """What is too long for a column: the options that each player has."""
    listed = [cell for cell in state.cells if cell.seat is not None and _is_long(cell)]
    for _, group in groupby(sorted(listed, key=_place), key=_place):
        facts = []
        for cell in group:
            assert cell.seat is not None
            name, text = _fact(state, cell, numbers, lang)
            facts.append((f"{name} {state.names[cell.seat]}", text))
        yield Facts(tuple(facts))


def _is_long(cell: Question) -> bool:
    if cell.field is None or cell.in_list:
        return False
    kind = kind_of(cell.field)
    return kind.picks_options and not kind.picks_one


def _place(cell: Question) -> str:
    """Where a value of a player stands, whoever it is of."""
    return ".".join(map(str, cell.path[2:]))


def _players(state: Wizard, numbers: dict[KeyPath, int], lang: str) -> Grid:
    """A column for each player, a row for each field."""
    rows: dict[KeyPath, list[str]] = {}
    heads: dict[KeyPath, str] = {}
    many = len(state.names)
    header = ["", *state.names]
    for cell in state.cells:
        if cell.seat is None or cell.in_list or _is_long(cell) or cell.key == "gain":
            continue
        key = cell.path[2:]
        if cell.key == "name":
            header[cell.seat + 1] = _cell(numbers[cell.path], state.names[cell.seat])
            continue
        heads[key], text = _fact(state, cell, numbers, lang)
        rows.setdefault(key, [""] * many)[cell.seat] = text
    order = _order(state.scoring.player)
    lines = tuple((heads[key], *rows[key]) for key in sorted(rows, key=order.index))
    return Grid(tuple(header), lines)


def _order(fields: Mapping[str, Field], above: KeyPath = ()) -> list[KeyPath]:
    """The paths of all fields and of those inside records, in the order of the data."""
    paths: list[KeyPath] = []
    for spec in fields.values():
        paths += [(*above, spec.id), *_order(spec.fields, (*above, spec.id))]
    return paths


def _of_table(
    state: Wizard, cells: list[Question], numbers: dict[KeyPath, int], lang: str, whose: str = ""
) -> Iterator[Block]:
    """One field: a line for each value, or for a list a table of its entries."""
    listed = [cell for cell in cells if cell.around and cell.around[0][1] is not None]
    if listed:
        yield from _entries(state, listed, numbers, lang, whose)
        return
    yield Facts(tuple(_fact(state, cell, numbers, lang) for cell in cells))


def _entries(
    state: Wizard, cells: list[Question], numbers: dict[KeyPath, int], lang: str, whose: str
) -> Iterator[Block]:
    name = f"{whose} {cells[0].around[0][0].name.of(lang)}".strip()
    header: dict[KeyPath, str] = {(): name}
    rows: dict[int, dict[KeyPath, str]] = {}
    for cell in cells:
        number = cell.around[0][1]
        assert number is not None
        key, text = _in_entry(state, cell, lang)
        if key:
            header[key] = _short(state, cell, lang)
        elif state.given.get(cell.path) is not True:
            continue
        rows.setdefault(number, {})[key] = _cell(numbers[cell.path], text)
    if rows:
        lines = tuple(tuple(row.get(key, "") for key in header) for _, row in sorted(rows.items()))
        yield Grid(tuple(header.values()), lines)
    last = cells[-1]
    if last.key == "more" and state.given.get(last.path) is not True:
        yield Para(_cell(numbers[last.path], say(lang, "add to {name}", name=name)), 0)


def _in_entry(state: Wizard, cell: Question, lang: str) -> tuple[KeyPath, str]:
    """Where a value stands within its entry, and what it is; the entry itself is its number."""
    record, number = cell.around[0]
    assert number is not None
    key = cell.path[cell.path.index(record.id) + 2 :]
    if not key:
        return key, str(number + 1)
    assert cell.field is not None
    return key, _answer(state, cell, lang)


def _short(state: Wizard, cell: Question, lang: str) -> str:
    """The head of a column: in a list by player, the player's name alone."""
    assert cell.field is not None
    colour = colour_of(state, cell)
    return colour_name(cell.field, colour, lang) if colour else cell.field.name.of(lang)


def _cell(number: int, text: str) -> str:
    return f"{number}) {text}"
