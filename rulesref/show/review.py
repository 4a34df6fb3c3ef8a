"""The position before it is scored: everything that was given, in tables, each value with its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import say
from rulesref.model.entries import Field
from rulesref.show.blocks import Block, Facts, Grid, Page, Para, Title
from rulesref.show.places import cell_name, given_text, short_name
from rulesref.wizard.position_form import PositionField, PositionForm

#: So many values that have changed are shown alone.
_FEW = 6


def review(form: PositionForm, lang: str) -> Page:
    """Everything that was given, each value with the number by which it can be corrected."""
    return list(_Review(form, lang).blocks())


def review_again(form: PositionForm, before: PositionForm | None, lang: str) -> Page:
    """What has changed since the person saw everything; everything at first, or where that is much."""
    if before is None:
        return review(form, lang)
    new = [each for each in form.cells if each.raw != before.given.get(each.path)]
    same = [each.path for each in form.cells] == [each.path for each in before.cells]
    if not same or len(new) > _FEW:
        return review(form, lang)
    shown = _Review(form, lang)
    return [Facts(tuple(shown.owned(cell) for cell in new))] if new else []


class _Review:
    """A position and the numbers of its values."""

    def __init__(self, form: PositionForm, lang: str) -> None:
        self.form = form
        self.lang = lang
        self.numbers = {cell.path: number for number, cell in enumerate(form.cells, 1)}

    def blocks(self) -> Iterator[Block]:
        """Players beside each other, then long lists of options, the table, and lists of each player."""
        cells, names = self.form.cells, self.form.names
        yield Title(say(self.lang, "Check the position"), 2)
        yield self._players()
        gains = [cell for cell in cells if cell.role == "gain"]
        if gains:
            yield Facts(tuple(self._gain(cell) for cell in gains))
        long = [cell for cell in cells if cell.seat is not None and _is_long(cell)]
        for _, group in groupby(sorted(long, key=_place), key=_place):
            yield Facts(tuple(self._fact(each, names[each.seat or 0]) for each in group))
        table = [cell for cell in cells if cell.seat is None]
        for _, group in groupby(table, key=lambda cell: cell.path[0]):
            yield from self._of_table(list(group))
        for seat, name in enumerate(names):
            lists = [cell for cell in cells if cell.seat == seat and cell.entry]
            for _, group in groupby(lists, key=lambda cell: cell.path[2]):
                yield from self._of_table(list(group), name)

    def owned(self, cell: PositionField) -> tuple[str, str]:
        """Whose value it is and what it is called, and the value with its number; a name is its own."""
        whose = self.form.names[cell.seat] if cell.seat is not None else ""
        name, text = ("", self._number(cell, whose)) if cell.role == "name" else self._fact(cell)
        return f"{whose} {name}".strip() if name else "", text

    def _number(self, cell: PositionField, text: str) -> str:
        return f"{self.numbers[cell.path]}) {text}"

    def _fact(self, cell: PositionField, whose: str = "") -> tuple[str, str]:
        """What a value is called, and the value with its number."""
        name = f"{cell_name(cell, self.lang)} {whose}".strip()
        return name, self._number(cell, given_text(cell, self.lang))

    def _gain(self, cell: PositionField) -> tuple[str, str]:
        """What somebody has gained before it counts."""
        name = say(self.lang, "{name} gains", name=cell.within[0])
        return name, self._number(cell, given_text(cell, self.lang))

    def _players(self) -> Grid:
        """A column for each player, a row for each field."""
        rows: dict[KeyPath, list[str]] = {}
        heads: dict[KeyPath, str] = {}
        header = ["", *self.form.names]
        for cell in self.form.cells:
            if cell.seat is None or cell.entry or _is_long(cell) or cell.role == "gain":
                continue
            key = cell.path[2:]
            if cell.role == "name":
                header[cell.seat + 1] = self._number(cell, header[cell.seat + 1])
                continue
            heads[key], text = self._fact(cell)
            rows.setdefault(key, [""] * len(self.form.names))[cell.seat] = text
        order = _order(self.form.scoring.player)
        lines = tuple((heads[key], *rows[key]) for key in sorted(rows, key=order.index))
        return Grid(tuple(header), lines)

    def _of_table(self, cells: Sequence[PositionField], whose: str = "") -> Iterator[Block]:
        """One field: a line for each value, or for a list a table of its entries."""
        if not cells[0].around or cells[0].around[0][1] is None:
            yield Facts(tuple(self._fact(cell) for cell in cells))
            return
        name = f"{whose} {cells[0].around[0][0].name.of(self.lang)}".strip()
        header: dict[KeyPath, str] = {(): name}
        rows: dict[int, dict[KeyPath, str]] = {}
        for cell in cells:
            record, number = cell.around[0]
            assert number is not None
            # Where it stands within its entry, which is itself its number.
            key = cell.path[cell.path.index(record.id) + 2 :]
            if key:
                header[key] = short_name(cell, self.lang)
            elif cell.raw is not True:
                continue
            text = given_text(cell, self.lang) if key else str(number + 1)
            rows.setdefault(number, {})[key] = self._number(cell, text)
        if rows:
            lines = (tuple(row.get(key, "") for key in header) for _, row in sorted(rows.items()))
            yield Grid(tuple(header.values()), tuple(lines))
        last = cells[-1]
        if last.role == "entry" and last.raw is not True:
            yield Para(self._number(last, say(self.lang, "add to {name}", name=name)), 0)


def _is_long(cell: PositionField) -> bool:
    """Whether it is too long for a column."""
    return cell.entry is None and cell.kind.picks_options and not cell.kind.picks_one


def _place(cell: PositionField) -> str:
    """Where a value of a player stands, whoever it is of."""
    return ".".join(map(str, cell.path[2:]))


def _order(fields: Mapping[str, Field], above: KeyPath = ()) -> list[KeyPath]:
    """The paths of all fields and of those inside records, in the order of the data."""
    paths: list[KeyPath] = []
    for spec in fields.values():
        paths += [(*above, spec.id), *_order(spec.fields, (*above, spec.id))]
    return paths
