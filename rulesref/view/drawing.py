"""The state of a play as it is drawn: strips of spaces, cards, chips, tables (盤面の図)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.frozen import frozen
from rulesref.lang.lists import entries
from rulesref.model.expression import EvaluationError, Label, Player, Scope, plain_value
from rulesref.model.flow import ViewPart
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.show.blocks import Facts, Grid
from rulesref.show.play_view import ViewParts, everything, scopes

_PLACE = re.compile(r"\{([^{}]*)\}")
#: What is drawn of a part: words, and players by their seats, whose marks stand there.
Pieces = tuple[str | int, ...]


@frozen
class Tap:
    """What a tap opens: an action that is offered, with values of its fields as data."""

    action: str
    given: Mapping[str, Any]


@frozen
class DrawnCell:
    """One entry: a space of a strip, a card or a chip."""

    pieces: tuple[Pieces, ...]
    tap: Tap | None = None


@frozen
class Strip:
    """Spaces in a row, each with what stands there; a number of them where they have ``numbers``."""

    name: str
    cells: tuple[DrawnCell, ...]
    kind = "strip"


@frozen
class Cards:
    """Entries side by side, each with a few words."""

    name: str
    cells: tuple[DrawnCell, ...]
    kind = "cards"


@frozen
class Chips:
    """Entries one after another."""

    name: str
    cells: tuple[DrawnCell, ...]
    kind = "chips"


@frozen
class PlayerTable:
    """A column for each player, a row for each value; ``key`` is the value that a tap on the row puts right."""

    rows: tuple[tuple[str, str | None, tuple[str, ...]], ...]
    kind = "players"


@frozen
class PlainBlocks:
    """What is read as text."""

    blocks: tuple[Facts | Grid, ...]
    kind = "plain"


Drawn = Strip | Cards | Chips | PlayerTable | PlainBlocks
_KINDS: Mapping[str | None, type[Strip | Cards | Chips]] = {
    "track": Strip,
    "cards": Cards,
    "chips": Chips,
}


#: The actions that a tap may open; of one that offers the options of a field at once, which field and which options.
Offered = Mapping[str, tuple[str, frozenset[str | int]] | None]


def drawn(
    game: Game, state: State, offered: Offered, lang: str
) -> tuple[tuple[Drawn, ...], tuple[Drawn, ...]]:
    """The parts of the view of a game, in its order: those above the buttons, and the others.

    Every value that is kept where it has none.
    """
    parts = flow.flow_of(game).view
    if not parts:
        return (), (PlainBlocks(tuple(everything(game, state, lang))),)  # type: ignore[arg-type]
    drawing = _Drawing(game, state, lang, offered)
    above, others = (
        tuple(each for part in parts if part.above is high for each in drawing.part(part))
        for high in (True, False)
    )
    return above, others


class _Drawing(ViewParts):
    """Parts of a view as they are drawn now."""

    def __init__(self, game: Game, state: State, lang: str, offered: Offered) -> None:
        super().__init__(game, state, lang)
        self.flow = flow.flow_of(game)
        self.offered = offered

    def belongs(self, part: ViewPart, scope: Scope) -> bool:
        """Whether a part is to be seen now, on a page."""
        if part.only == "text" or self.state.tracked not in part.tracks:
            return False
        return flow.holds(part.when, scope, unknown=False)

    def part(self, part: ViewPart) -> Iterator[Drawn]:
        if part.strip:
            yield from self.strip(part)
        elif part.columns:
            yield from self.columns(part)
        elif part.drawn in _KINDS:
            cells = tuple(self.cells(part))
            if cells:
                yield _KINDS[part.drawn](self.heading(part), cells)
        elif (block := self.shown(part)) is not None:
            yield PlainBlocks((block,))

    def strip(self, part: ViewPart) -> Iterator[Strip]:
        """The numbers of a field of players, with everybody's mark where they are."""
        field = part.field
        assert field is not None
        low, high = field.bounds
        held = [own[field.id] for own in self.state.players]
        if all(value is None for value in held) or not self.belongs(part, self.scope):
            return
        at = [value if isinstance(value, tuple) else (value,) for value in held]
        cells = (
            DrawnCell(
                ((str(n),), tuple(seat for seat, places in enumerate(at) if n in places)),
                self.tap(part, self.scope),
            )
            for n in range(low, high + 1)
        )
        yield Strip(self.heading(part), tuple(cells))

    def columns(self, part: ViewPart) -> Iterator[Drawn]:
        if not self.belongs(part, self.scope):
            return
        if part.drawn == "table":
            if (grid := self.table(part)) is not None:
                yield PlainBlocks((grid,))
            return
        rows = []
        for column in part.columns:
            seats = range(len(self.state.names))
            texts = tuple(
                " ".join(self.items(column, self.scope.for_player(seat))) for seat in seats
            )
            if any(texts):
                field = column.field if column.of_player else None
                # The name of a column is as short as in a terminal; here every one has a row.
                name = (field.short or field.name).of(self.lang) if field else self.heading(column)
                rows.append((name, field.id if field else None, texts))
        if rows:
            yield PlayerTable(tuple(rows))

    def cells(self, part: ViewPart) -> Iterator[DrawnCell]:
        """The entries of a part; of one without any its parts, or itself."""
        if part.each is None:
            inside = self.inside(part, self.scope)
            if inside is None:
                return
            for each in part.parts or (part,):
                if part.parts and each.each is not None:
                    yield from self.cells(each)
                elif pieces := tuple(self.drawn_pieces(each, inside)):
                    yield DrawnCell((pieces,), self.tap(each, inside) or self.tap(part, inside))
            return
        for scope in self.through(part):
            seen = self.inside(part, scope)
            if seen is None:
                continue
            inner = [(each, tuple(self.drawn_pieces(each, seen))) for each in part.parts]
            lines = [line for _, line in inner if line] or [tuple(self.own_pieces(part, seen))]
            if any(lines):
                # What is to be seen inside counts before what lies around it.
                taps = (self.tap_within(each, seen) for each, line in inner if line)
                yield DrawnCell(
                    tuple(lines), next(filter(None, taps), None) or self.tap(part, seen)
                )

    def through(self, part: ViewPart) -> Iterator[Scope]:
        assert part.each is not None
        try:
            each = tuple(entries(part.each, self.scope))
        except EvaluationError:
            return iter(())
        return scopes(part, each, self.scope)

    def inside(self, part: ViewPart, scope: Scope) -> Scope | None:
        """What a part sees; None where it is not to be seen."""
        seen = self.with_values(part, scope)
        return seen if self.belongs(part, seen) else None

    def drawn_pieces(self, part: ViewPart, scope: Scope) -> Iterator[str | int]:
        """The words of a part and the players in it."""
        for seen in self.seen(part, scope):
            yield from self.own_pieces(part, seen)

    def seen(self, part: ViewPart, scope: Scope) -> Iterator[Scope]:
        """What a part inside another one sees: once, or for each of its entries."""
        through: Iterable[Scope] = (scope,)
        if part.each is not None:
            try:
                through = scopes(part, tuple(entries(part.each, scope)), scope)
            except EvaluationError:
                return
        for each in through:
            if (seen := self.inside(part, each)) is not None:
                yield seen

    def own_pieces(self, part: ViewPart, scope: Scope) -> Iterator[str | int]:
        if part.parts:
            before: str | int = 0
            for each in part.parts:
                for n, piece in enumerate(self.drawn_pieces(each, scope)):
                    if n == 0 and isinstance(before, str) and isinstance(piece, str):
                        yield " "
                    yield (before := piece)
        elif part.text is not None:
            yield from self.text_pieces(part.text, scope)
        elif (text := self.value(part, scope)) is not None:
            yield text.of(self.lang)

    def text_pieces(self, label: Label, scope: Scope) -> Sequence[str | int]:
        """A text with its values, players by their seats; nothing where one is not known or is an empty list."""
        values: dict[str, tuple[str | int, ...]] = {}
        for name, ref in label.refs:
            try:
                value = ref.run(scope).value
            except EvaluationError:
                return ()
            if value is None or value in ((), ""):
                return ()
            seats = self.seats(value)
            words = Label(label.text, ((name, ref),)).filled(scope) if seats is None else None
            if words is None:
                values[name] = seats or ()
            else:
                values[name] = (_filled(label, name, words, self.lang),)
        pieces: list[str | int] = []
        for n, text in enumerate(_PLACE.split(label.text.of(self.lang))):
            pieces += values.get(text, ()) if n % 2 else [text] if text.strip() else []
        return pieces

    def seats(self, value: Any) -> tuple[int, ...] | None:
        """The seats of the players that a value is; None where it is none."""
        several = value if isinstance(value, tuple) else (value,)
        found = [self.seat(each) for each in several]
        return None if None in found else tuple(seat for seat in found if seat is not None)

    def seat(self, value: Any) -> int | None:
        if isinstance(value, Player):
            return value.seat
        return self.state.names.index(value) if value in self.state.names else None

    def tap(self, part: ViewPart, scope: Scope) -> Tap | None:
        """The first of the actions of a part that is offered with what is given to it."""
        taps = (self.tap_for(name, part, scope) for name in part.does if name in self.offered)
        return next(filter(None, taps), None)

    def tap_within(self, part: ViewPart, scope: Scope) -> Tap | None:
        """That of a part inside another one; none where it has several entries, of which one would have to be meant."""
        seen = tuple(self.seen(part, scope))
        return self.tap(part, seen[0]) if len(seen) == 1 else None

    def tap_for(self, action: str, part: ViewPart, scope: Scope) -> Tap | None:
        given: dict[str, Any] = {}
        asked = self.flow.actions[action].ask
        for key, ref in part.give.items():
            if key in asked:
                try:
                    value = ref.run(scope).value
                except EvaluationError:
                    return None
                given[key] = (
                    self.state.names[value.seat]
                    if isinstance(value, Player)
                    else plain_value(value)
                )
        quick = self.offered[action]
        if quick is not None and quick[0] in given and given[quick[0]] not in quick[1]:
            return None
        return Tap(action, given)


def _filled(label: Label, name: str, words: Any, lang: str) -> str:
    """The value of one placeholder of a label of which only this one was filled in."""
    before, _, after = label.text.of(lang).partition("{" + name + "}")
    text: str = words.of(lang)
    return text[len(before) : len(text) - len(after)]
