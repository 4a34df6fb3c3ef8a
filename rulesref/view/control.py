"""A field of a form as what a thumb can give: what is listed, numbers to tap, a switch (操作部品)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, errors
from rulesref.base.frozen import changed, frozen, frozen_kw
from rulesref.base.messages import joined, say
from rulesref.base.text import signed
from rulesref.fields.form import FieldChange, Form, FormField, FormOption
from rulesref.fields.kind import IN_POSITIONS, kind_of
from rulesref.fields.kind import Control as Widget
from rulesref.model.entries import Option
from rulesref.model.game import Game
from rulesref.show.problems import message

#: So many numbers are buttons where the data name no usual ones.
_NUMBERS = 8


@frozen
class Choice:
    """One of what is listed: ``why`` not, where the rules do not allow it, and what it ``brings``.

    ``hex`` and ``seat`` say by which colour it is told, where it has one; ``taken`` how often it is chosen;
    ``group`` under which heading it stands.
    """

    value: str | int
    label: str
    why: str = ""
    rules: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    hex: str | None = None
    seat: int | None = None
    taken: int = 0
    group: str = ""

    @property
    def allowed(self) -> bool:
        """Whether the rules have nothing against it."""
        return not self.why


@frozen_kw
class DrawnField:
    """A field as it is drawn. ``value`` is what was given, as data; ``shown`` the same for a reader.

    ``waits``: it is what the form asks for now. ``folded``: it stays out of the way until somebody looks for it.
    ``unasked``: nobody is asked for it, but its usual numbers stand ready.
    ``beside``: it stands on one row with the one before. ``numbers`` are buttons; those of them that the rules do
    not allow are ``unfit``.
    """

    path: str
    widget: Widget
    label: str
    help: str
    given: bool
    value: Any
    shown: str
    waits: bool
    optional: bool
    folded: bool
    unasked: bool
    beside: bool
    low: int
    high: int
    start: int
    repeat: bool
    numbers: tuple[int, ...]
    unfit: tuple[int, ...]
    choices: tuple[Choice, ...]
    wrong: tuple[str, ...]
    rules: tuple[str, ...]
    hex: str | None
    within: tuple[str, ...]
    parts: tuple[tuple[str, str, Any], ...] = ()

    @property
    def listed(self) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
        """What may be chosen or was, by the headings under which it stands."""
        return grouped(each for each in self.choices if each.allowed or each.taken)

    @property
    def refused(self) -> tuple[Choice, ...]:
        """What may not, each with its reason; that of what was chosen stands below all fields."""
        return tuple(each for each in self.choices if not each.allowed and not each.taken)

    @property
    def reasons(self) -> tuple[tuple[tuple[str, tuple[str, ...]], tuple[Choice, ...]], ...]:
        """What may not be chosen, together where the reason and its rules are the same."""
        by_reason: dict[tuple[str, tuple[str, ...]], list[Choice]] = {}
        for each in self.refused:
            by_reason.setdefault((each.why, each.rules), []).append(each)
        return tuple((reason, tuple(own)) for reason, own in by_reason.items())


def grouped(choices: Iterable[Choice]) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """Choices by their headings, in the order in which these come first."""
    by_group: dict[str, list[Choice]] = {}
    for each in choices:
        by_group.setdefault(each.group, []).append(each)
    return tuple((name, tuple(own)) for name, own in by_group.items())


def waiting(form: Form) -> KeyPath | None:
    """The field for which a page waits: the first that a conversation asks for and that is not one more."""
    if form.asks is None or not form.asks[1].more:
        return form.asks and form.asks[0]
    asked = (each for each in form.fields if each.prompt and not each.given)
    return next((each.path for each in asked if not (each.field.more and each.optional)), None)


def entry(form: Form, there: FormField, lang: str, *, tries: bool = False) -> DrawnField:
    """A field of a form. ``tries``: what else can be tapped is tried out, to tell what the rules have against it."""
    asks = waiting(form) == there.path
    spec, widget = there.field, there.kind.control
    low, high = spec.item_bounds if widget == "numbers" else spec.bounds
    raw = there.raw if there.given else None
    unasked = not there.prompt and there.optional and bool(spec.usual) and not spec.more
    changes = form.option_changes(there) if not there.given else {}
    numbers = _numbers(there, low, high)
    # What is wrong whatever is chosen here is not the fault of a choice.
    known = [
        problem
        for problem in form.problems
        if not there.given or all(problem in each.problems for each in there.options)
    ]
    tries = tries and not there.given
    if tries and there.kind.names_players and widget == "some":
        there = changed(there, options=tuple(_tried(form, there)))
    return DrawnField(
        path=there.key,
        widget=widget,
        label=(spec.short or spec.name).of(lang),
        help=spec.help.of(lang) if spec.help else "",
        given=there.given and (raw is not None or there.optional),
        value=raw,
        shown="" if raw is None else _shown(there, lang),
        waits=asks,
        optional=there.optional,
        folded=there.optional and not there.given and (spec.more or not (there.prompt or unasked)),
        unasked=unasked,
        beside=spec.beside,
        low=low,
        high=high,
        start=spec.default if isinstance(spec.default, int) else max(low, 0),
        repeat=spec.repeat,
        numbers=numbers,
        unfit=tuple(n for n in numbers if against(form, there, [n] if widget == "numbers" else n))
        if tries and asks
        else (),
        choices=tuple(
            _choice(each, raw, form, changes, there, known, lang) for each in there.options
        ),
        wrong=tuple(message(problem, lang) for problem in there.problems),
        rules=spec.rules,
        hex=good_hex(form.game, spec.good),
        within=tuple(each if isinstance(each, str) else each.of(lang) for each in there.within),
        parts=tuple(
            part
            for part in _parts(there, lang)
            if not (tries and widget == "amounts" and against(form, there, {part[0]: 1}))
        ),
    )


def against(form: Form, there: FormField, raw: Any) -> Problem | None:
    """What the rules have against a value that they do not have against the form as it is."""
    told, wrong = form.problems, errors(form.put(there.path, raw).problems)
    return next((each for each in wrong if each.code != "E401" and each not in told), None)


def _tried(form: Form, there: FormField) -> Iterator[FormOption]:
    for each in there.options:
        problem = against(form, there, [each.value])
        yield changed(each, problems=(problem,)) if problem else each


def _shown(there: FormField, lang: str) -> str:
    if errors(there.problems):
        names = {each.value: each.name.of(lang) for each in there.options}
        raw = there.raw if isinstance(there.raw, list) else [there.raw]
        return joined(lang, [names.get(str(each), str(each)) for each in raw])
    return there.kind.text(there.field, there.value, lang, IN_POSITIONS)


def counted_from(drawn: DrawnField, now: int) -> DrawnField:
    """A number that is put right: those around what it is now are buttons."""
    first = max(drawn.low, min(now - _NUMBERS // 2, drawn.high - _NUMBERS + 1))
    near = range(first, min(drawn.high, first + _NUMBERS - 1) + 1)
    return changed(drawn, start=now, numbers=tuple(near))


def _numbers(there: FormField, low: int, high: int) -> tuple[int, ...]:
    """The numbers that are buttons."""
    if there.kind.control not in ("number", "numbers"):
        return ()
    if there.field.usual:
        return there.field.usual
    # A list of numbers has nothing beside the buttons.
    most = _NUMBERS if there.kind.control == "number" else 2 * _NUMBERS
    return tuple(range(low, min(high, low + most - 1) + 1)) if low >= -_NUMBERS else ()


def _choice(
    option: FormOption, raw: Any, form: Form, changes: Mapping[str, Sequence[FieldChange]],
    there: FormField, known: Sequence[Problem], lang: str,
) -> Choice:  # fmt: skip
    found = there.field.options_by_id.get(option.value)
    # A question of ours has options that are names alone.
    spec = found if isinstance(found, Option) else None
    names, turn = form.typing.players, form.typing.turn
    acting = None if turn is None else names[turn]
    problem = next((each for each in option.problems if each not in known), None)
    chosen = raw if isinstance(raw, list) else [raw]
    label = ((spec and spec.short) or option.name).of(lang)
    return Choice(
        option.value,
        label,
        message(problem, lang) if problem else "",
        tuple(problem.values.get("rules", ())) if problem else (),  # type: ignore[arg-type]
        tuple(
            told(each, lang, option.value if there.kind.names_players else acting, label)
            for each in changes.get(option.value, ())
            # What is put somewhere is what is chosen; what is the table's, as the day, nobody gets.
            if kind_of(each.field).is_number and each.player is not None
        ),
        good_hex(form.game, spec.good if spec else None),
        names.index(option.value) if option.value in names and there.kind.names_players else None,
        chosen.count(option.value),
        _heading(form.game, spec.group if spec else None, lang),
    )


def good_hex(game: Game, good: str | None) -> str | None:
    """The colour of a good."""
    return game.about.goods[good].hex if good is not None else None


def _heading(game: Game, group: str | None, lang: str) -> str:
    groups = game.flow.groups if group is not None and game.flow is not None else ()
    return next((each.name.of(lang) for each in groups if each.id == group), "")


def _parts(there: FormField, lang: str) -> tuple[tuple[str, str, Any], ...]:
    """Of several amounts: whose or of what each is, what that is called, and how much was given."""
    given = there.raw if isinstance(there.raw, Mapping) else {}
    if there.kind.control == "group":
        inside = there.field.fields.values()
        return tuple((f.id, (f.short or f.name).of(lang), given.get(f.id)) for f in inside)
    if there.kind.control != "amounts":
        return ()
    return tuple((each.value, each.name.of(lang), given.get(each.value)) for each in there.options)


def told(change: FieldChange, lang: str, acting: str | None, label: str) -> str:
    """A change in a few signs: by how much, of what that ``label`` does not say, and whose, but for who is ``acting``; else what it is afterwards."""
    name = (change.field.short or change.field.name).of(lang)
    kind = kind_of(change.field)
    if kind.is_number and isinstance(change.before, int) and isinstance(change.after, int):
        by = signed(change.after - change.before, "0")
        text = by if name == label else f"{by} {name}"
    else:
        after = (
            "-"
            if change.after is None
            else kind.text(change.field, change.after, lang, IN_POSITIONS)
        )
        text = f"{name}: {after}"
    return (
        text
        if change.player in (None, acting)
        else say(lang, "{player} {change}", player=change.player, change=text)
    )
