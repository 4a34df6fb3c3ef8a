"""Where a play stands as a page shows it: whose turn, what is due, what can be done, how everybody stands (進行の画面)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen, frozen_kw
from rulesref.base.messages import as_text
from rulesref.fields.form import FormField
from rulesref.fields.kind import IN_PLAYS, kind_of
from rulesref.model.entries import Field
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, State
from rulesref.play.flow.commands import objections
from rulesref.play.session import PlaySession
from rulesref.show.marks import seat_marks
from rulesref.show.play_history import aftermath, title
from rulesref.show.problems import message
from rulesref.view.control import Choice, against, entry, good_hex, grouped
from rulesref.view.drawing import Drawn, drawn

#: So many of the last lines stand on the page.
_LAST = 5


@frozen
class Amount:
    """A value that is kept of a player or of the table, as it can be tapped to put it right."""

    key: str
    label: str
    text: str
    hex: str | None = None


@frozen
class ShownSeat:
    """A player: how many points, and what else is worth a look."""

    name: str
    colour: str
    mark: str
    points: str
    turn: bool
    own: tuple[Amount, ...]


@frozen
class Act:
    """What can be done: a button, or one for each of its ``choices``.

    ``asks``: it opens a sheet; without it one tap does it. ``beyond``: of the numbers only the usual ones are choices.
    """

    id: str
    name: str
    icon: str | None
    asks: bool
    quick: str | None = None
    choices: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    beyond: bool = False


@frozen
class Group:
    """Actions that belong together."""

    name: str
    acts: tuple[Act, ...]


@frozen
class Later:
    """What cannot be done now, and why; ``which`` choices of it, where it is not the same for all of them."""

    id: str
    name: str
    why: str
    rules: tuple[str, ...]
    which: tuple[str, ...] = ()


@frozen
class RecentLine:
    """One of the last lines: what it did, and what the table has to do with it. ``again``: it can be filled in anew."""

    n: int
    done: str
    told: tuple[str, ...]
    again: bool


@frozen
class ShownDue:
    """What must not be forgotten: of whom, its rules, and the actions that it names."""

    text: str
    who: str | None
    rules: tuple[str, ...]
    acts: tuple[tuple[str, str], ...]


@frozen_kw
class StandingPage:
    """Everything that stands on the page of a play."""

    name: str
    revision: int
    game: str
    game_name: str
    stages: tuple[str, ...]
    facts: tuple[Amount, ...]
    finished: bool
    winners: tuple[str, ...]
    seats: tuple[ShownSeat, ...]
    dues: tuple[ShownDue, ...]
    groups: tuple[Group, ...]
    ends: tuple[Act, ...]
    seldom: tuple[Act, ...]
    later: tuple[Later, ...]
    scoring: str | None
    #: What one decides by, and what is to be seen besides.
    above: tuple[Drawn, ...]
    drawn: tuple[Drawn, ...]
    recent: tuple[RecentLine, ...]
    misfits: tuple[str, ...]

    @property
    def now(self) -> ShownSeat | None:
        """The player whose turn it is."""
        return next((seat for seat in self.seats if seat.turn), None)


def standing(session: PlaySession, lang: str) -> StandingPage:
    """Where a play stands."""
    game, state, play = session.game, session.state, session.play
    spec, turn = flow.flow_of(game), flow.turn_of(state)
    pending = flow.pending(game, state)
    acts, later = _offered(game, state, lang)
    due = flow.dues(game, state)
    above, others = drawn(game, state, {act.id: _offers(act) for _, act in acts}, lang)
    return StandingPage(
        name=play.name,
        revision=play.revision,
        game=game.id,
        game_name=game.about.name.of(lang),
        stages=tuple(name.of(lang) for name in flow.stage_label(game, state)),
        facts=tuple(_amounts(game, spec.shown_table, spec.table, state.table, lang)),
        finished=state.finished,
        winners=state.winners,
        seats=tuple(_seats(game, state, turn, lang)),
        dues=tuple(
            ShownDue(
                each.text.of(lang),
                each.player,
                each.rules,
                _named_in(each.text.of(lang), acts, lang),
            )
            for each in due
        ),
        groups=tuple(_groups(game, acts, lang)),
        ends=tuple(act for action, act in acts if _is_end(action)),
        seldom=tuple(act for action, act in acts if action.seldom and not _is_end(action)),
        later=tuple(later),
        scoring=_scoring_name(game, pending[0].event, lang) if pending else None,
        above=above,
        drawn=others,
        recent=tuple(
            RecentLine(
                each.line.n, title(each, lang), aftermath(each, lang), "do" in each.line.command
            )
            for each in session.recent(_LAST)[::-1]
            if each.line.n
        ),
        misfits=tuple(message(each, lang) for each in session.misfits),
    )


def _scoring_name(game: Game, event: str | None, lang: str) -> str:
    assert game.scoring is not None and event is not None  # noqa: PT018
    return game.scoring.events[event].name.of(lang)


def _seats(game: Game, state: State, turn: str | None, lang: str) -> Iterator[ShownSeat]:
    spec = flow.flow_of(game)
    pairs = seat_marks(game.about, len(state.names))
    shown = [key for key in spec.shown if key not in spec.points]
    for name, own, (colour, mark) in zip(state.names, state.players, pairs, strict=True):
        points = "/".join(as_text(lang, own[key]) for key in spec.points if own[key] is not None)
        yield ShownSeat(
            name,
            colour,
            mark,
            points,
            name == turn,
            tuple(_amounts(game, shown, spec.player, own, lang)),
        )


def _amounts(
    game: Game, keys: Any, specs: Mapping[str, Any], held: Mapping[str, Any], lang: str
) -> Iterator[Amount]:
    for key in keys:
        field: Field = specs[key].field
        if held[key] is not None:
            text = kind_of(field).text(field, held[key], lang, IN_PLAYS)
            yield Amount(
                key, (field.short or field.name).of(lang), text, good_hex(game, field.good)
            )


# --- what can be done ----------------------------------------------------------------------------


def _offered(game: Game, state: State, lang: str) -> tuple[list[tuple[Action, Act]], list[Later]]:
    """What may be done now, each with its button, and what may not."""
    possible = {action.id for action in flow.possible_choices(game, state)}
    acts: list[tuple[Action, Act]] = []
    later: list[Later] = []
    for action in flow.choices(game, state):
        if action.id not in possible:
            later.append(_refused(action, objections(game, state, action, {}), lang))
            continue
        choices: tuple[Choice, ...] = ()
        if action.quick is not None:
            form = ActionForm(game=game, state=state, action=action)
            there = form.at((action.quick,))
            choices = _at_once(form, there, lang) if there is not None else ()
            if len({(each.why, each.rules) for each in choices}) == 1 and not choices[0].allowed:
                later.append(
                    Later(action.id, _name(action, lang), choices[0].why, choices[0].rules)
                )
                continue
        allowed = tuple(each for each in choices if each.allowed)
        if len(allowed) < len(choices):
            which = tuple(each.label for each in choices if not each.allowed)
            later.append(Later(action.id, _name(action, lang), "", (), which))
        if choices and not allowed:
            continue
        quick = action.quick if allowed else None
        acts.append(
            (
                action,
                Act(
                    action.id,
                    _name(action, lang),
                    action.icon,
                    bool(action.ask),
                    quick,
                    grouped(allowed),
                    quick is not None and _goes_on(action.ask[quick], choices),
                ),
            )
        )
    return acts, later


def _goes_on(spec: Field, choices: tuple[Choice, ...]) -> bool:
    """Whether a number may be another than those that are choices."""
    low, high = spec.bounds
    return kind_of(spec).control == "number" and len(choices) <= high - low


def _at_once(form: ActionForm, there: FormField, lang: str) -> tuple[Choice, ...]:
    """The options of a field, or its usual numbers, each with what the rules have against it."""
    drawn_so = entry(form, there, lang)
    return drawn_so.choices or tuple(_numbered(form, there, n, lang) for n in drawn_so.numbers)


def _numbered(form: ActionForm, there: FormField, number: int, lang: str) -> Choice:
    problem = against(form, there, number)
    rules: Any = problem.values.get("rules", ()) if problem else ()
    return Choice(number, str(number), message(problem, lang) if problem else "", tuple(rules))


def _refused(action: Action, problems: tuple[Problem, ...], lang: str) -> Later:
    problem = problems[0] if problems else None
    rules: Any = problem.values.get("rules", ()) if problem else ()
    return Later(
        action.id, _name(action, lang), message(problem, lang) if problem else "", tuple(rules)
    )


def _name(action: Action, lang: str) -> str:
    return (action.short or action.name).of(lang)


def _is_end(action: Action) -> bool:
    """Whether it is what ends the turn or the step for its player, so that its button stands apart."""
    return action.stop


def _offers(act: Act) -> tuple[str, frozenset[str | int]] | None:
    """The field of which an action offers options at once, and which."""
    if act.quick is None:
        return None
    return act.quick, frozenset(choice.value for _, own in act.choices for choice in own)


def _groups(game: Game, acts: list[tuple[Action, Act]], lang: str) -> Iterator[Group]:
    """The buttons by the groups of the data, those without one first."""
    usual = [(action, act) for action, act in acts if not action.seldom and not _is_end(action)]
    names: dict[str | None, str] = {None: ""}
    names |= {group.id: group.name.of(lang) for group in flow.flow_of(game).groups}
    for key, name in names.items():
        own = tuple(act for action, act in usual if action.group == key)
        if own:
            yield Group(name, own)


def _named_in(text: str, acts: list[tuple[Action, Act]], lang: str) -> tuple[tuple[str, str], ...]:
    """The actions that a text names in quotes, as they can be tapped beside it."""
    quotes = ("「", "」") if lang == "ja" else ("“", "”")
    return tuple(
        (act.id, act.name) for action, act in acts if action.name.of(lang).join(quotes) in text
    )
