"""Where a play is: the status line, everything that is known of it, what is due, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.messages import N_, as_text, joined, say
from rulesref.base.text import Text, cells
from rulesref.model.flow import Action, StateField
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Reminder, State
from rulesref.play.log_entry import value_text
from rulesref.play.session import PlaySession
from rulesref.show.blocks import Facts, Flowing, Grid, Page, Para, Title


def situation(game: Game, state: State, lang: str, *, offered: bool = True) -> Page:
    """The status line and, if ``offered``, the choices."""
    page: Page = [Para(line) for line in status(game, state, lang)]
    may = flow.choices(game, state) if offered else ()
    if may:
        page.append(choices(may, lang))
    return page


def choices(offered: Sequence[Action], lang: str) -> Flowing:
    """What may be done now, by number."""
    return numbered([action.name.of(lang) for action in offered])


def status(game: Game, state: State, lang: str) -> Iterator[str]:
    """Where the play is and how everybody stands."""
    if state.finished:
        yield ended(state.winners, lang)
    else:
        yield say(lang, N_("[{where}]"), where=joined_places(place(game, state, lang)))
    spec = flow.flow_of(game)
    for key in spec.points:
        standing = [
            f"{n} {as_text(lang, own[key])}"
            for n, own in zip(state.names, state.players, strict=True)
        ]
        if any(own[key] is not None for own in state.players):
            yield say(lang, N_("{what}: {standing}"), what=spec.player[key].field.name,
                      standing="  ".join(standing))  # fmt: skip
    seat = flow.seat_now(state)
    if seat is not None and not state.finished:
        own = state.players[seat]
        facts = [
            f"{spec.player[key].field.name.of(lang)} {value_text(spec.player[key].field, own[key]).of(lang)}"
            for key in spec.shown
            if key not in spec.points and own[key] is not None
        ]
        if facts:
            yield say(
                lang, N_("{what}: {standing}"), what=state.names[seat], standing="  ".join(facts)
            )


def ended(winners: Sequence[str], lang: str) -> str:
    """How a play ended."""
    if not winners:
        return say(lang, N_("The play is over."))
    if len(winners) == 1:
        return say(lang, N_("The play is over: {winner} wins."), winner=winners[0])
    return say(lang, N_("The play is over: {winners} share the victory."), winners=list(winners))


def place(game: Game, state: State, lang: str) -> list[str]:
    """The stages that are open, what of the table tells the time, and whose turn it is."""
    spec = flow.flow_of(game)
    places = [name.of(lang) for name in flow.stage_label(game, state)]
    for key in spec.shown_table:
        if state.table[key] is not None:
            field = spec.table[key].field
            places.append(f"{field.name.of(lang)} {value_text(field, state.table[key]).of(lang)}")
    turn = flow.turn_of(state)
    if turn is not None:
        places.append(say(lang, N_("{player} to play"), player=turn))
    return places


def joined_places(places: Sequence[str]) -> str:
    """Places, outermost first."""
    return " / ".join(places)


def prompt(game: Game, state: State, lang: str) -> str:
    """Whose turn it is and which step, before what is typed."""
    turn = flow.turn_of(state)
    names = flow.stage_label(game, state)
    where = names[-1].of(lang) if names else ""
    if state.finished:
        return "> "
    return f"{turn} ({where})> " if turn and where else f"{turn or where}> "


def whole(session: PlaySession, lang: str) -> Page:
    """Everything that is known of a play: players, table, what is due, what may be done."""
    game, state = session.game, session.state
    page: Page = [Title(session.play.name, 1, game.about.name.of(lang))]
    page.extend(Para(line) for line in status(game, state, lang))
    page.extend(_players(game, state, lang))
    spec = flow.flow_of(game)
    facts = [
        *(
            (field.name, value_text(field, state.options[key]))
            for key, field in spec.options.items()
        ),
        *_kept_values(spec.table, state.table, state),
    ]
    if facts:
        page.append(Facts(tuple((name.of(lang), text.of(lang)) for name, text in facts)))
    page.extend(reminders(flow.dues(game, state), lang))
    offered = flow.choices(game, state)
    if offered:
        page.append(choices(offered, lang))
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
            (say(lang, N_("{name}, {player}"), name=name, player=player), text)
            for player, text in zip(state.names, texts, strict=True)
            if text not in ("", "-")
        ]
    columns = frozenset(range(1, len(state.names) + 1))
    page: Page = [Grid(("", *state.names), tuple(rows), columns)]
    return [*page, Facts(tuple(below))] if below else page


def reminders(dues: Iterable[Reminder], lang: str) -> Page:
    """What must not be forgotten, each with its rules."""
    return [Para("! " + reminder(due, lang), 0) for due in dues]


def reminder(due: Reminder, lang: str) -> str:
    """One reminder in words."""
    rules = joined(lang, list(due.rules))
    if due.player is None:
        return say(lang, N_("{text} [{rules}]"), text=due.text, rules=rules)
    return say(
        lang, N_("{player}: {text} [{rules}]"), player=due.player, text=due.text, rules=rules
    )


def numbered(names: Sequence[str]) -> Flowing:
    """Names to choose from, each by its number."""
    return Flowing(tuple(f"{number} {name}" for number, name in enumerate(names, 1)))
