"""How a game is played, as the companion follows it: state, stages, actions, reminders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, get_args

from rulesref.base.frozen import frozen_kw
from rulesref.base.text import Text
from rulesref.model.entries import Field, Option
from rulesref.model.expression import Label, Operator
from rulesref.model.keys import (
    ID,
    NAME,
    TARGET,
    Aliases,
    Entry,
    Key,
    Keys,
    name_keys,
    optional,
    required,
)  # fmt: skip
from rulesref.model.scoring import NamedValue

_NOTHING: Mapping[str, Operator] = {}

StageKind = Literal["sequence", "loop", "turns", "act", "do", "score"]

#: How much of a play is kept, from the least: the course, what decides the score, every counter.
Track = Literal["light", "standard", "full"]
TRACKS: tuple[Track, ...] = get_args(Track)


def _tracks(about: str) -> Any:
    return optional.free(
        tuple,
        TRACKS,
        type="array",
        items={"enum": list(TRACKS)},
        minItems=1,
        description=f"{about} only when so much is tracked; always if left out",
    )


#: How much is tracked, as expressions see it.
TRACK = Field(
    id="track",
    name=Text("記録", "tracking"),
    kind="choice",
    low=None,
    high=None,
    options=tuple(Option(id=track, name=Text(track, track)) for track in TRACKS),
)


#: What pages draw beside the name of an action.
ICONS = (
    "build", "move", "worker", "take", "put", "pay", "coin", "card", "tile", "token", "house", "castle",
    "wall", "road", "bridge", "canal", "boat", "temple", "district", "leader", "battle", "monument",
    "catastrophe", "wheel", "corn", "wood", "stone", "mine", "tech", "book", "crown", "egg", "flag",
    "dice", "people", "swap", "points", "stop",
)  # fmt: skip

#: How pages draw a part of the view.
Drawing = Literal["cards", "track", "chips", "table"]


class ActionGroup(Entry, about="a heading for actions, or for options"):
    """A heading under which pages put actions, or the options of a long list (まとまり)."""

    id: str = required.ident("its id")
    name: Text = required.text()


class StateField(Entry, about="one value that the companion keeps"):
    """One value that the companion keeps (状態), in the tracks that it names.

    ``start`` is worked out for each player when the play begins; without it the field begins empty.
    ``kept``: whether this play keeps it at all, which depends on its options. ``working``: it only
    serves the course of the game and is not shown. ``tells``: people may call an option by its place in
    this list (the number of a space), or by the player whose list has it (my farm).
    """

    field: Field
    start: Operator | None = optional.expression("the value at the beginning")
    kept: Operator | None = optional.expression(
        "whether this play keeps it, by its options", "flag"
    )
    tracks: tuple[Track, ...] = _tracks("kept")
    working: bool = optional.flag("serves the course of the game only, and is not shown")
    tells: Literal["", "number", "owner"] = optional.word(
        "of a list of options: an entry is called by its place in it, or by whose list it is in",
        "number", "owner", default="",
    )  # fmt: skip

    @property
    def names(self) -> tuple[str, ...]:
        return self.field.names


class Need(Entry, about="what must hold"):
    """What must hold for an action; else it is refused with the message and the rules."""

    when: Operator = required.expression("", "flag")
    message: Label = required.label("what to say when it does not")
    rules: tuple[str, ...] = optional.rules(least=1)


@frozen_kw
class Effect:
    """One change of the state (効果).

    ``kind``: ``add`` or ``set`` a field, ``put`` a code into a list or ``take`` it out, ``if`` with
    further effects, ``each`` over a list, ``run`` a routine with values by name, ``with`` values by
    name for further effects, ``need`` refuses the line when ``when`` does not hold, ``say`` tells
    something. ``picks`` say at run time which
    part of a record, or whose amount of a field by player, is changed. ``who`` names another player;
    without it the player at hand, or the table for fields of the table. ``why`` is what the log
    says of points, and the words of ``need`` and ``say``; ``logged``: what is said stands in the log too.
    """

    kind: Literal["add", "set", "put", "take", "if", "each", "run", "need", "say", "with"]
    path: tuple[str, ...] = ()
    of_player: bool = False
    picks: tuple[Operator, ...] = ()
    value: Operator | None = None
    who: str | None = None
    why: Label | None = None
    when: Operator | None = None
    then: Sequence[Effect] = ()
    otherwise: Sequence[Effect] = ()
    each: Operator | None = None
    as_: str | None = None
    values: Mapping[str, Operator] = _NOTHING
    rules: tuple[str, ...] = ()
    logged: bool = False


def _effects(keys: Keys, about: str = "effects", least: int = 0) -> Any:
    return keys.deferred(about, "effect", least, default=())


def _change(kind: str, field: str, value: str) -> dict[str, Key]:
    return {
        kind: required.string(f"{field}, or a part of it by a value: piles[space]", TARGET),
        value: required.expression(),
        "who": optional.ident("another player, by a name of the action or loop"),
        "why": optional.label("what the log says"),
    }


#: The keys of every kind of effect; the first tells the kind.
EFFECTS: dict[str, Mapping[str, Key]] = {
    "add": _change("add", "a field", "by"),
    "set": _change("set", "a field", "to"),
    "put": _change("put", "a list field", "value"),
    "take": _change("take", "a list field", "value"),
    "if": {
        "if": required.expression(),
        "then": _effects(required, least=1),
        "else": _effects(optional, "effects otherwise"),
    },
    "each": {
        "each": required.string("a list, or players", NAME),
        "as": required.ident("the name of the entry"),
        "do": _effects(required, least=1),
    },
    "run": {
        "run": required.ident("a routine"),
        "with": optional.mapped("its values", required.expression(), ID),
    },
    "need": {
        "need": required.expression(),
        "message": required.label("what to say when it does not hold"),
        "rules": optional.rules(least=1),
    },
    "say": {
        "say": required.label("what is told, {names} filled in"),
        "rules": optional.rules(least=1),
        "logged": optional.flag("whether the log has it besides what the action says"),
    },
    "with": {
        "with": required.mapped("values by name, as they are before", required.expression(), ID),
        "do": _effects(required, "effects that see them", least=1),
    },
}
_IN_VIEW = {
    "name": optional.text("its heading; without it that of the field, if it is one"),
    "when": optional.expression("shown only then; asked of every entry", "flag"),
    "tracks": _tracks("shown"),
    "each": optional.string("a list, or players: once for each entry", NAME),
    "as": optional.ident("the name of the entry"),
    "number": optional.ident("the name of its place in the list"),
    "with": optional.mapped("further values, by name", required.expression(), ID),
    "drawn": optional.word("how pages draw it", *get_args(Drawing)),
    "only": optional.word("where it is seen, if not everywhere", "page", "text"),
    "above": optional.flag("whether pages show it above the buttons: what one decides by"),
    "does": optional.idents("actions: a tap opens the first of them that is offered", 1),
    "give": optional.mapped("the values that the action has then", required.expression(), ID),
}
#: The keys of every kind of part of the view; the first tells the kind.
VIEW: dict[str, Mapping[str, Key]] = {
    "text": {"text": required.label("{names} filled in"), **_IN_VIEW},
    "field": {"field": required.ident("a field, with its value"), **_IN_VIEW},
    "parts": {"parts": required.deferred("parts side by side", "part", 1), **_IN_VIEW},
    "columns": {
        "columns": required.deferred("a table: a row for each player, a part each", "part", 1),
        **_IN_VIEW,
    },
}
for _keys in (*EFFECTS.values(), *VIEW.values()):
    name_keys(_keys)


@frozen_kw
class ViewPart:
    """One part of the view of a play (一覧の部分).

    A ``text`` with values, a ``field`` with its value, ``parts`` side by side, or a table whose
    ``columns`` are parts and whose rows are the players. With ``each`` it stands once for every
    entry of a list, and what belongs to an entry stays together. A part of which a value is not known
    or is an empty list is left out, and so is whatever has nothing left to show.

    ``drawn``: how pages draw it. ``only``: seen on pages alone, or alone where it is read as text. ``above``: pages
    show it above the buttons, since people decide by it. A tap
    on it, or on one of its entries, opens the first action of ``does`` that is offered, with what
    ``give`` says of the fields that it asks; a part inside counts before the one around it. ``strip``: it stands for all players, who are marks on the
    numbers of the field; pages alone show that.
    """

    name: Text | None = None
    when: Operator | None = None
    tracks: tuple[Track, ...] = TRACKS
    each: Operator | None = None
    as_: str | None = None
    number: str | None = None
    values: Mapping[str, Operator] = _NOTHING
    text: Label | None = None
    field: Field | None = None
    of_player: bool = False
    parts: Sequence[ViewPart] = ()
    columns: Sequence[ViewPart] = ()
    drawn: Drawing | None = None
    only: Literal["page", "text"] | None = None
    above: bool = False
    strip: bool = False
    does: tuple[str, ...] = ()
    give: Mapping[str, Operator] = _NOTHING


class Action(Entry, about="what a player may do"):
    """What a player may do (アクション): its words, what it asks, when it may be done, what it does.

    ``ends``: the step is over afterwards. ``stop``: it is what a word such as “done” or “pass” means
    in its step. ``named``: a value alone never means it, as when it costs what others do not.
    ``tracks``: offered only when so much is tracked. For pages: the ``group`` in which it stands, its
    ``icon``, the field of which the options or usual numbers are buttons at once (``quick``), whether it stays behind
    “more” (``seldom``), and a ``short`` name.
    """

    id: str = required.ident("its id")
    name: Text = required.text("how it is offered")
    rules: tuple[str, ...] = optional.rules()
    words: Aliases = optional.aliases("what people type for it")
    ask: Mapping[str, Field] = optional.listed("what it asks, in this order", Field)
    when: Operator | None = optional.expression("when it is offered", "flag")
    needs: Sequence[Need] = optional.listed("what must hold, else it is refused", Need)
    effects: Sequence[Effect] = _effects(optional, "what changes")
    say: Label | None = optional.label("what happened, {names} filled in")
    ends: bool = optional.flag("whether the step is over afterwards")
    stop: bool = optional.flag("whether it is what any word that ends things means in its step")
    named: bool = optional.flag("whether its name has to be said: no value alone means it")
    tracks: tuple[Track, ...] = _tracks("offered")
    group: str | None = optional.ident("the group in which it is offered")
    icon: str | None = optional.word("what is drawn beside its name", *ICONS)
    quick: str | None = optional.ident(
        "the field whose options or usual numbers are offered at once"
    )
    seldom: bool = optional.flag("whether it is offered behind “more”")
    short: Text | None = optional.text("a name that fits a button")
    looks: Callable[[], bool]

    @cached_property
    def own(self) -> bool:
        """Whether a player does it: whether it looks at the player whose turn it is, or changes one."""
        return self.looks()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.id, *self.name.each, *self.words[0], *self.words[1])


class Routine(Entry, about="effects that stand once and are run by name"):
    """Effects that stand once and are run by name (手順)."""

    id: str = required.ident("its id")
    rules: tuple[str, ...] = required.rules(least=1)
    do: Sequence[Effect] = _effects(required, "effects; they see what they are given", 1)


def _sources() -> Any:
    return optional.mapped("the value of each field of the position", required.expression(), NAME)


class Stage(Entry, about="one stage of a play"):
    """One stage of a play (段階).

    ``sequence``: one after another. ``loop``: again until ``until`` holds after a pass. ``turns``:
    for each player in ``order`` (players, or seats from 1; the seating when left out), from whoever
    is to ``begin`` and round to the start, but for those whom ``skip`` names. ``act``: people choose among ``actions`` until one ends it or
    ``until`` holds. ``do``: ``effects`` happen and ``say`` is told. ``score``: ``event`` is scored,
    after players have named what they still gain of ``gains``.
    ``when``: the stage is entered only if it holds; ``tracks``: only when so much is tracked.
    ``closes``: it does what people would otherwise end with a word, such as passing for whoever must pass.
    """

    id: str = required.ident("its id")
    kind: StageKind = optional.word("what it is", *get_args(StageKind), default="sequence")
    name: Text | None = optional.text("shown in the status line")
    when: Operator | None = optional.expression("entered only then", "flag")
    until: Operator | None = optional.expression(
        "loop: over after a pass; act: over at once", "flag"
    )
    stages: Sequence[Stage] = optional.deferred("what is inside", "stage", 1, default=())
    order: Operator | None = optional.expression(
        "turns: players, or seats from 1, in order, or one of them; the seating if left out"
    )
    begin: Operator | None = optional.expression(
        "turns: the player or seat who begins; the others follow in order"
    )
    skip: Operator | None = optional.expression("turns: players who are passed over", "flag")
    actions: tuple[str, ...] = optional.idents("act: what may be done")
    effects: Sequence[Effect] = _effects(optional, "do: what happens")
    say: Label | None = optional.label("what is told, {names} filled in")
    event: str | None = optional.ident("score: which scoring")
    from_ = optional.record(
        "score: what the state knows",
        player=_sources(),
        table=_sources(),
        whole=optional.idents("lists of the table whose entries are all known"),
    )
    gains: tuple[str, ...] = optional.idents(
        "score: counters of players, to which people may add before it counts"
    )
    player_source: Mapping[str, Operator]
    table_source: Mapping[str, Operator]
    #: Lists of the position's table of which the state knows every entry.
    whole: tuple[str, ...]
    after: Sequence[Effect] = _effects(
        optional,
        "score: what happens then; scored-points, scored-total, scored-rank and change.ID are known",
    )
    rules: tuple[str, ...] = optional.rules("entries about this stage")
    closes: bool = optional.flag("whether it does what people would end with a word themselves")
    tracks: tuple[Track, ...] = _tracks("entered")


class Due(Entry, about="what people forget, said while it holds"):
    """What people forget (すべきこと), said as long as ``when`` holds.

    ``each``: for every player for whom it holds. ``once``: once a play, and a player whom it is about.
    ``stages``: only in these; everywhere if empty.
    ``looks``: whether it looks at the player whose turn it is.
    """

    id: str = required.ident("its id")
    when: Operator = required.expression("", "flag")
    text: Label = required.label()
    rules: tuple[str, ...] = optional.rules()
    each: bool = optional.flag("looked at for every player")
    once: bool = optional.flag("told once a play, and to each player whom it is about")
    looks: Callable[[], bool]
    stages: tuple[str, ...] = optional.idents("only in these stages")

    @cached_property
    def own(self) -> bool:
        """Whether it depends on the player whose turn it is."""
        return self.looks()


class SetupStep(Entry, about="one line of the setup checklist"):
    """One line of the setup checklist (準備); ``when``: only then."""

    id: str = required.ident("its id")
    text: Label = required.label("{names} filled in")
    when: Operator | None = optional.expression("only then", "flag")
    rules: tuple[str, ...] = optional.rules()


def _points(data: str | list[str]) -> tuple[str, ...]:
    return (data,) if isinstance(data, str) else tuple(data)


class Flow(Entry, about="how the game is played"):
    """Everything the companion needs to know of a game."""

    player: Mapping[str, StateField]
    table: Mapping[str, StateField]
    state = required.record(
        "what the companion keeps",
        player=required.listed("of each player", StateField),
        table=optional.listed("of the table", StateField),
    )
    #: The player fields that are the running score: several when points have colours, none at all
    #: in a game without.
    points: tuple[str, ...] = optional.free(
        _points,
        default=(),
        type=["string", "array"],
        items={"type": "string"},
        description="the player field, or fields, that are the running score",
    )
    round: str | None = optional.ident("the table field that counts the rounds")
    setup: tuple[SetupStep, ...] = optional.listed("the checklist", SetupStep)
    actions: Mapping[str, Action] = required.listed("what can be done", Action)
    stages: Sequence[Stage] = required.listed("the course of a play", Stage, 1)
    lists = optional.mapped(
        "options that several fields share, by what their options-of says",
        required.listed("the options", Option, 1), ID,
    )  # fmt: skip
    options: Mapping[str, Field] = optional.listed("what is chosen before the play", Field)
    define: Mapping[str, Operator] = optional.listed("values used by name", NamedValue)
    routines = optional.listed("effects used in several places", Routine)
    dues: tuple[Due, ...] = optional.listed("reminders", Due)
    groups: tuple[ActionGroup, ...] = optional.listed(
        "headings for actions and options, in order", ActionGroup
    )
    #: The fields shown in the status line: those of players, and those of the table.
    shown: tuple[str, ...] = optional.idents("player fields of the status line")
    shown_table: tuple[str, ...] = optional.idents("table fields of the status line")
    #: What is shown of a play at a glance; without it every value that is kept.
    view: Sequence[ViewPart] = optional.deferred(
        "what a person would draw on a scrap of paper", "part", default=()
    )
    #: Actions that may be done in any step.
    anytime: tuple[str, ...] = optional.idents("actions of every step")
