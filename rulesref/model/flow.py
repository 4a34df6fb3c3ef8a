"""How a game is played, as the companion follows it: state, stages, actions, reminders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rulesref.base.frozen import frozen_kw
from rulesref.base.text import Text
from rulesref.model.field import Field

if TYPE_CHECKING:
    from rulesref.model.expression import Label, Operator

_NOTHING: Mapping[str, Operator] = {}

StageKind = Literal["sequence", "loop", "turns", "act", "do", "score"]


@frozen_kw
class StateField:
    """One value that the companion keeps (状態). ``detail``: only when everything is tracked.

    ``start`` is worked out for each player when the play begins; without it the field begins empty.
    ``kept``: whether this play keeps it at all, which depends on its options. ``working``: it only
    serves the course of the game and is not shown.
    """

    field: Field
    start: Operator | None
    kept: Operator | None
    detail: bool
    working: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return self.field.names


@frozen_kw
class Need:
    """What must hold for an action; else it is refused with the message and the rules."""

    when: Operator
    message: Label
    rules: tuple[str, ...]


@frozen_kw
class Effect:
    """One change of the state (効果).

    ``kind``: ``add`` or ``set`` a field, ``put`` a code into a list or ``take`` it out, ``if`` with
    further effects, ``each`` over a list, ``run`` a routine with values by name, ``need`` refuses
    the line when ``when`` does not hold, ``say`` tells something. ``who`` names another player;
    without it the player at hand, or the table for fields of the table. ``why`` is what the log
    says of points, and the words of ``need`` and ``say``.
    """

    kind: Literal["add", "set", "put", "take", "if", "each", "run", "need", "say"]
    path: tuple[str, ...] = ()
    of_player: bool = False
    value: Operator | None = None
    who: str | None = None
    why: Label | None = None
    when: Operator | None = None
    then: Sequence[Effect] = ()
    otherwise: Sequence[Effect] = ()
    each: Operator | None = None
    as_: str | None = None
    given: Mapping[str, Operator] = _NOTHING
    rules: tuple[str, ...] = ()


@frozen_kw
class Action:
    """What a player may do (アクション): its words, what it asks, when it may be done, what it does.

    ``ends``: the step is over afterwards. ``detail``: offered only when everything is tracked;
    ``light``: only when it is not.
    """

    id: str
    name: Text
    words: tuple[tuple[str, ...], tuple[str, ...]]
    ask: Mapping[str, Field]
    when: Operator | None
    needs: Sequence[Need]
    effects: Sequence[Effect]
    say: Label | None
    rules: tuple[str, ...]
    ends: bool
    detail: bool
    light: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.words[0], *self.words[1])


@frozen_kw
class Source:
    """Where a field of a scored position comes from in the state; None: it is asked."""

    of: Mapping[str, Operator]


@frozen_kw
class Stage:
    """One stage of a play (段階).

    ``sequence``: one after another. ``loop``: again until ``until`` holds after a pass. ``turns``:
    for each player in ``order`` (seats, a list of numbers from 1; the seating when left out), but
    for those whom ``skip`` names. ``act``: people choose among ``actions`` until one ends it or
    ``until`` holds. ``do``: ``effects`` happen and ``say`` is told. ``score``: ``event`` is scored.
    ``when``: the stage is entered only if it holds. ``detail``: only when everything is tracked;
    ``light``: only when it is not.
    """

    id: str
    kind: StageKind
    name: Text | None
    when: Operator | None
    until: Operator | None
    stages: tuple[Stage, ...]
    order: Operator | None
    skip: Operator | None
    actions: tuple[str, ...]
    effects: Sequence[Effect]
    say: Label | None
    event: str | None
    player_source: Mapping[str, Operator]
    table_source: Mapping[str, Operator]
    #: Lists of the position's table of which the state knows every entry.
    whole: tuple[str, ...]
    after: Sequence[Effect]
    rules: tuple[str, ...]
    detail: bool
    light: bool


@frozen_kw
class Due:
    """What people forget (すべきこと), said as long as ``when`` holds.

    ``each``: for every player for whom it holds. ``stages``: only in these; everywhere if empty.
    ``looks``: whether it looks at the player whose turn it is.
    """

    id: str
    when: Operator
    text: Label
    rules: tuple[str, ...]
    each: bool
    looks: Callable[[], bool]
    stages: tuple[str, ...]

    @cached_property
    def own(self) -> bool:
        """Whether it depends on the player whose turn it is."""
        return self.looks()


@frozen_kw
class SetupStep:
    """One line of the setup checklist (準備); ``when``: only then."""

    id: str
    text: Label
    when: Operator | None
    rules: tuple[str, ...]


@frozen_kw
class Flow:
    """Everything the companion needs to know of a game."""

    options: Mapping[str, Field]
    player: Mapping[str, StateField]
    table: Mapping[str, StateField]
    define: Mapping[str, Operator]
    setup: tuple[SetupStep, ...]
    stages: tuple[Stage, ...]
    actions: Mapping[str, Action]
    dues: tuple[Due, ...]
    #: The player fields that are the running score (several when points have colours), and the fields shown in the status line: those of
    #: players, and those of the table.
    points: tuple[str, ...]
    shown: tuple[str, ...]
    shown_table: tuple[str, ...]
    #: Actions that may be done in any step.
    anytime: tuple[str, ...]
