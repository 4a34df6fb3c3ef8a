"""What a play is at one moment, what happens in it, and how both are kept (状態とできごと)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed, frozen, frozen_kw
from rulesref.base.text import LANGS, Entered, Text, exact
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.model.expression import Value, plain_value
from rulesref.model.flow import Flow, StateField, Track
from rulesref.model.game import Game

if TYPE_CHECKING:
    from rulesref.scoring.score import Score

#: What a line comes to, as it is kept: ``do``, ``set``, ``note``, ``track``, ``position`` or ``standing``.
Command = dict[str, Any]


@frozen
class StageFrame:
    """Where a stage is: which child, and for turns the order of seats and whose place it is."""

    child: int
    order: tuple[int, ...] | None = None
    place: int = 0


@frozen
class Ended:
    """A step that the last line ended, though people end it with a word: the step, and whose it was."""

    stage: str
    seat: int | None = None


#: Reminders that were told: id, name of the player, what it says.
ShownReminders = tuple[tuple[str, str | None, str], ...]


@frozen_kw
class State:
    """A play at one moment (状態). Values that are not tracked are None.

    ``steps`` counts accepted lines; ``scores`` has the totals of every scoring so far, by event.
    ``ended``: the last line ended a step that nobody need end with a word any more. ``told``: the
    reminders that were told and hold on, each with the name of the player whom it is about and what it
    says.
    """

    names: tuple[str, ...]
    options: Mapping[str, Value]
    tracked: Track
    players: tuple[Mapping[str, Value], ...]
    table: Mapping[str, Value]
    cursor: tuple[StageFrame, ...] = ()
    finished: bool = False
    scores: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    winners: tuple[str, ...] = ()
    steps: int = 0
    ended: Ended | None = None
    told: ShownReminders = ()
    #: The seat of whoever a line names as the one who acts, while it is read and carried out.
    acting: int | None = None


@frozen_kw
class Happening:
    """Something to tell (できごと): what was said, points won or lost, a stage or a turn begun, a scoring.

    ``broken``: what the rules have against it, which was done by force. ``ended``: a step was over by
    itself; its player is named when the turn is over with it. ``unknown``: something that is tracked but
    not known, so that it was left out. What an action said has the values that were ``given`` for it;
    ``logged``: it belongs into the log besides.
    """

    kind: Literal[
        "say", "points", "stage", "turn", "score", "change", "note", "roll", "track", "standing", "unknown",
        "broken", "ended",
    ]  # fmt: skip
    text: Text | None = None
    rules: tuple[str, ...] = ()
    player: str | None = None
    amount: Value = None
    total: Value = None
    score: Score | None = None
    #: Of a correction: the field that was set; ``total`` is by how much, if it says that.
    field: Field | None = None
    #: Of what the rules have against it.
    problem: Problem | None = None
    given: tuple[tuple[Field, Value], ...] = ()
    logged: bool = False


@frozen
class Transition:
    """What came of a line: the new state and what happened, or the problems and the old state."""

    state: State
    happenings: tuple[Happening, ...] = ()
    problems: tuple[Problem, ...] = ()


@frozen
class Reminder:
    """A due: its text, its rules and the player it is about.

    ``player`` is named by dues that are looked at for every player; ``whose`` is the player whose
    values it depends on, so that it is due anew when the turn passes on.
    """

    id: str
    text: Text
    rules: tuple[str, ...]
    player: str | None
    whose: str | None = None
    #: What it says, where that makes it another reminder.
    says: str = ""

    @property
    def key(self) -> tuple[str, str | None, str]:
        """What tells it from others."""
        return (self.id, self.whose, self.says)


def flow_of(game: Game) -> Flow:
    """The flow of a game; raises nothing, since plays exist only of games that have one."""
    flow = game.flow
    assert flow is not None
    return flow


def tracks(spec: StateField, tracked: Track) -> bool:
    """Whether a field is kept."""
    return tracked in spec.tracks


def with_player(state: State, seat: int, own: Mapping[str, Value]) -> State:
    """The state with other values of the player in this seat."""
    players = (*state.players[:seat], own, *state.players[seat + 1 :])
    return changed(state, players=players)


def to_data(state: State) -> dict[str, Any]:
    """The state as plain data, for keeping and for showing as JSON."""
    return {
        "names": list(state.names),
        "options": plain_value(state.options),
        "tracked": state.tracked,
        "players": [plain_value(own) for own in state.players],
        "table": plain_value(state.table),
        "cursor": [
            [f.child, list(f.order) if f.order is not None else None, f.place] for f in state.cursor
        ],
        "finished": state.finished,
        "scores": [[event, plain_value(totals)] for event, totals in state.scores],
        "winners": list(state.winners),
        "steps": state.steps,
        "ended": [state.ended.stage, state.ended.seat] if state.ended else None,
        "told": [list(key) for key in state.told],
    }


def from_data(data: Mapping[str, Any]) -> State:
    """The state that :func:`to_data` wrote."""
    return State(
        names=tuple(data["names"]),
        options=settled(data["options"]),
        tracked=data["tracked"],
        players=tuple(settled(own) for own in data["players"]),
        table=settled(data["table"]),
        cursor=tuple(
            StageFrame(child, tuple(order) if order is not None else None, place)
            for child, order, place in data["cursor"]
        ),
        finished=data["finished"],
        scores=tuple((event, settled(totals)) for event, totals in data["scores"]),
        winners=tuple(data["winners"]),
        steps=data["steps"],
        # Plays of before have neither.
        ended=Ended(*data["ended"]) if data.get("ended") else None,
        told=told_of(data),
    )


def told_of(data: Mapping[str, Any]) -> ShownReminders:
    """The reminders in a state as data."""
    return tuple((due, whose, "".join(says)) for due, whose, *says in data.get("told", ()))


def settled(value: Any) -> Any:
    """A value as the state keeps it: no trace of how it was typed."""
    if isinstance(value, Entered):
        return int(value)
    if isinstance(value, float):
        return exact(Fraction(str(value)))
    if isinstance(value, (list, tuple)):
        return tuple(settled(item) for item in value)
    if isinstance(value, Mapping):
        return {key: settled(item) for key, item in value.items()}
    return value


def inner(value: Any, path: Sequence[str | int]) -> Any:
    """The value inside another to which a path leads, see :func:`part_of`; None inside of what is not tracked.

    The amount of a player of whom none is noted is 0.
    """
    for key in path:
        if isinstance(key, int):
            value = value[key - 1]
        else:
            value = value.get(key, 0) if value is not None else None
    return value


def inner_field(spec: Field, path: Sequence[str]) -> Field:
    """The field inside a record to which a path leads; one by player is that of each amount."""
    for key in path:
        spec = spec.fields[key] if spec.fields else spec
    return spec


def part_of(field: Field, key: str | int) -> Field:
    """The field inside another: of a record by its id, of amounts by the player or colour, of a list by the place from 1.

    Raises KeyError where there is none.
    """
    kind = kind_of(field)
    if kind.has_parts:
        return field.fields[str(key)]
    if kind.part is None or isinstance(key, int) == kind.has_colours:
        raise KeyError(key)
    extra = field.extras_by_id.get(str(key))
    name = Text(
        *(f"{field.name.of(lang)} {extra.name.of(lang) if extra else key}" for lang in LANGS)
    )
    aliases = ((), extra.names) if extra else ((), ())
    return changed(
        field, id=str(key), kind=kind.part, name=name, aliases=aliases, optional=False, default=None
    )


def replaced(value: Any, path: Sequence[str | int], new: Any) -> Any:
    """A value with another one where the path leads, see :func:`part_of`."""
    if not path:
        return new
    key = path[0]
    if isinstance(key, int):
        return (*value[: key - 1], replaced(value[key - 1], path[1:], new), *value[key:])
    return {**value, key: replaced(value.get(key), path[1:], new)}
