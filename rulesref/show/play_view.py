"""Where a play stands, at a glance: what its game says is worth a look, else everything that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.messages import say
from rulesref.base.text import Text, cells
from rulesref.lang.lists import entries
from rulesref.model.expression import EvaluationError, Label, Player, Scope
from rulesref.model.flow import StateField, ViewPart
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Reminder, State
from rulesref.play.replay import value_text
from rulesref.play.session import PlaySession
from rulesref.show.blocks import Facts, Grid, Page, Para, Title
from rulesref.show.play_pages import ended, place


def whole(session: PlaySession, lang: str) -> Page:
    """Where a play stands: its step, the view, what is due."""
    game, state = session.game, session.state
    head = " / ".join(place(game, state, lang))
    page: Page = [Title(session.play.name, 1, game.about.name.of(lang))]
    if state.finished:
        page.append(Para(ended(state.winners, lang)))
    elif head:
        page.append(Para(say(lang, "[{where}]", where=head)))
    due = [Para(f"! {_in_short(each, lang)}") for each in flow.dues(game, state)]
    return [*page, *view(game, state, lang), *due]


def _in_short(due: Reminder, lang: str) -> str:
    """A reminder without its rules, which ``due`` has."""
    text = due.text.of(lang)
    if due.player is None:
        return text
    return say(lang, "{what}: {standing}", what=due.player, standing=text)


def view(game: Game, state: State, lang: str) -> Page:
    """The view of a play; without one in the data every value that is kept."""
    parts = flow.flow_of(game).view
    if not parts:
        return everything(game, state, lang)
    page: Page = []
    for part in parts:
        shown = ViewParts(game, state, lang).shown(part)
        last = page[-1] if page else None
        if isinstance(shown, Facts) and isinstance(last, Facts):
            page[-1] = Facts((*last.items, *shown.items))
        elif shown is not None:
            page.append(shown)
    return page


class ViewParts:
    """Parts of a view as people see them now."""

    def __init__(self, game: Game, state: State, lang: str) -> None:
        self.state = state
        self.lang = lang
        self.scope = flow.scope_of(game, flow.flow_of(game), state, flow.seat_now(state))

    def shown(self, part: ViewPart) -> Facts | Grid | None:
        """A part as a block; None where nothing of it is left."""
        if _drawn_alone(part):
            return None
        if part.columns:
            return self.table(part) if self.belongs(part, self.scope) else None
        items = self.items(part, self.scope)
        return Facts(((self.heading(part), items),)) if items else None

    def belongs(self, part: ViewPart, scope: Scope) -> bool:
        """Whether a part is to be seen now."""
        return self.state.tracked in part.tracks and flow.holds(part.when, scope, unknown=False)

    def heading(self, part: ViewPart) -> str:
        return part.name.of(self.lang) if part.name else ""

    def items(self, part: ViewPart, scope: Scope) -> tuple[str, ...]:
        """What a part comes to, piece by piece; with ``each`` the pieces of an entry are one."""
        if part.each is None:
            return self.pieces(part, scope)
        try:
            through = tuple(entries(part.each, scope))
        except EvaluationError:
            return ()
        together = ("".join(self.pieces(part, inside)) for inside in scopes(part, through, scope))
        return tuple(text for text in together if text)

    def pieces(self, part: ViewPart, scope: Scope) -> tuple[str, ...]:
        """What a part comes to for one entry."""
        scope = self.with_values(part, scope)
        if not self.belongs(part, scope):
            return ()
        if part.parts:
            seen = (inner for inner in part.parts if not _drawn_alone(inner))
            return tuple(text for inner in seen for text in self.items(inner, scope))
        text = _filled(part.text, scope) if part.text else self.value(part, scope)
        return () if text is None else (text.of(self.lang),)

    def with_values(self, part: ViewPart, scope: Scope) -> Scope:
        """What a part sees: the further values that it names as well."""
        names = dict(scope.names)
        for key, operator in part.values.items():
            try:
                names[key] = operator.run(scope).value
            except EvaluationError:
                names[key] = None
        return Scope(scope.position, scope.seat, scope.defines, names, scope.memo)

    def value(self, part: ViewPart, scope: Scope) -> Text | None:
        """The value of a field; None where it is not known or there is nothing in it."""
        assert part.field is not None
        holder: Mapping[str, Any] = self.state.table
        if part.of_player:
            if scope.seat is None:
                return None
            holder = self.state.players[scope.seat]
        value = holder[part.field.id]
        return None if _nothing(value) else value_text(part.field, value)

    def table(self, part: ViewPart) -> Grid | None:
        """A row for each player, without the columns in which nothing stands."""
        seats = range(len(self.state.names))
        columns = []
        for column in part.columns:
            texts = [" ".join(self.items(column, self.scope.for_player(seat))) for seat in seats]
            if any(texts):
                columns.append((self.heading(column), *(text or "-" for text in texts)))
        if not columns:
            return None
        header, *rows = zip((self.heading(part), *self.state.names), *columns, strict=True)
        right = (n for n, (_, *texts) in enumerate(columns, 1) if all(map(_numeric, texts)))
        return Grid(header, tuple(rows), frozenset(right), folds=True)


def scopes(part: ViewPart, through: Sequence[Any], scope: Scope) -> Iterator[Scope]:
    """Where each entry that a part goes through is looked at: a player sees what is theirs."""
    for place_, entry in enumerate(through, 1):
        names = {**scope.names}
        if part.as_:
            names[part.as_] = entry
        if part.number:
            names[part.number] = place_
        seat = entry.seat if isinstance(entry, Player) else scope.seat
        yield Scope(scope.position, seat, scope.defines, names, scope.memo)


def _drawn_alone(part: ViewPart) -> bool:
    """Whether a part is for pages, which draw it."""
    return part.strip or part.only == "page"


def _filled(label: Label, scope: Scope) -> Text | None:
    """A text with its values; None where one is not known or is an empty list."""
    for _, ref in label.refs:
        try:
            value = ref.run(scope).value
        except EvaluationError:
            return None
        if _nothing(value):
            return None
    return label.filled(scope)


def _nothing(value: Any) -> bool:
    return value is None or (isinstance(value, (tuple, str, Mapping)) and not value)


def _numeric(text: str) -> bool:
    return text == "-" or text.removeprefix("-").isdecimal()


# --- everything that is kept ---------------------------------------------------------------------


def everything(game: Game, state: State, lang: str) -> Page:
    """Every value that is kept, of players and of the table."""
    spec = flow.flow_of(game)
    chosen = state.options
    facts = [(field.name, value_text(field, chosen[key])) for key, field in spec.options.items()]
    facts += _kept_values(spec.table, state.table, state)
    page = _players(game, state, lang)
    if facts:
        page.append(Facts(tuple((name.of(lang), text.of(lang)) for name, text in facts)))
    return page


def of_player(session: PlaySession, who: str, lang: str) -> Page:
    """Everything that is known of one player."""
    state = session.state
    own = state.players[state.names.index(who)]
    kept = _kept_values(flow.flow_of(session.game).player, own, state)
    return [Title(who, 2), Facts(tuple((name.of(lang), text.of(lang)) for name, text in kept))]


def _kept_values(
    specs: Mapping[str, StateField], values: Mapping[str, Any], state: State
) -> Iterator[tuple[Text, Text]]:
    for key, spec in specs.items():
        if spec.working:
            continue
        if values[key] is not None or (spec.kept is None and flow.tracks(spec, state.tracked)):
            yield spec.field.name, value_text(spec.field, values[key])


#: Columns of a terminal beyond which a value of a player stands below the table.
_LONG = 12


def _players(game: Game, state: State, lang: str) -> Page:
    """A column for each player, a row for each value that is kept; long lists stand below."""
    spec = flow.flow_of(game)
    kept = [dict(_kept_values(spec.player, own, state)) for own in state.players]
    rows, below = [], []
    for name in dict.fromkeys(name for own in kept for name in own):
        texts = [own[name].of(lang) if name in own else "" for own in kept]
        if max(map(cells, texts)) <= _LONG:
            rows.append((name.of(lang), *texts))
            continue
        below += [
            (say(lang, "{name}, {player}", name=name, player=player), text)
            for player, text in zip(state.names, texts, strict=True)
            if text not in ("", "-")
        ]
    columns = frozenset(range(1, len(state.names) + 1))
    page: Page = [Grid(("", *state.names), tuple(rows), columns)]
    return [*page, Facts(tuple(below))] if below else page
