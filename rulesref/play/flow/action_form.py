"""An action of a play as a form: its values, which the rules allow, and what they would change (行動の用紙)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import changed, frozen_kw, remade
from rulesref.base.messages import N_
from rulesref.base.text import Text
from rulesref.fields.form import (
    FieldChange,
    Form,
    FormField,
    field_of,
    options_of,
    question,
)
from rulesref.fields.kind import Typing, empty, kind_of
from rulesref.fields.record import read_inputs
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.commands import carry_out, objections, too_early, values_of
from rulesref.play.flow.effects import NotAllowedError, Run
from rulesref.play.flow.offers import choices, holds, seat_now
from rulesref.play.flow.state import Command, State, flow_of, settled
from rulesref.words.lexicon import plain_name

#: Where it stands who acts, when it is nobody's turn; no field of an action has such a path.
WHO: KeyPath = ("who", "acts")
_WHO = N_("who acts")


@frozen_kw
class ActionForm(Form):
    """The values of an action that is to be done; the state knows who acts.

    ``forced``: the rules are overruled. ``asking`` is a field that is asked for though others come
    before it, and the options that can be meant.
    """

    state: State
    action: Action
    forced: bool = False
    asking: tuple[Field, tuple[Named, ...]] | None = None

    @classmethod
    def of(
        cls, game: Game, state: State, action: Action, given: Mapping[str, Any], *,
        forced: bool = False,
    ) -> Self:  # fmt: skip
        """The form with values by the ids of their fields."""
        return cls(game=game, state=state, action=action, forced=forced, given=_by_path(given))

    def on(self, state: State) -> Self:
        """The same on another state, done by whoever was to do it."""
        return remade(self, state=changed(state, acting=self.state.acting))

    @property
    def title(self) -> Text:
        return self.action.name

    @property
    def typing(self) -> Typing:
        return Typing(self.state.names, seat_now(self.state))

    @property
    def by_id(self) -> dict[str, Any]:
        """What was given, by the ids of the fields."""
        return {str(path[0]): raw for path, raw in self.given.items()}

    # --- the fields ------------------------------------------------------------------------------

    @cached_property
    def _so_far(self) -> tuple[dict[str, Any], Field | None]:
        """The values, with those that nobody is asked for, up to the first field that is asked, and that field."""
        given, passed = self.by_id, self._never_asked
        for key, spec in self.action.ask.items():
            if key in given:
                continue
            if self._is_asked(spec, given, passed):
                alone = self._who_alone(spec, given)
                if alone is None:
                    return given, spec
                given = {**given, key: alone}
                continue
            # What is asked only sometimes is its default at other times.
            given = given if spec.optional else {**given, key: plain_value(empty(spec))}
            passed.add(key)
        return given, None

    @property
    def _never_asked(self) -> set[str]:
        asked = self.action.ask.items()
        return {key for key, spec in asked if spec.optional and spec.ask_when is None}

    def _is_asked(self, spec: Field, given: Mapping[str, Any], passed: Collection[str]) -> bool:
        """Whether a value that was not given is asked for: always, or when its condition holds.

        ``passed``: the values that are not asked any more, which are their defaults.
        """
        if spec.ask_when is None:
            return not spec.optional
        try:
            return bool(self.condition(spec, given, passed))
        except (
            NotAllowedError
        ):  # something that was given is wrong, which is told before anything is asked
            return not spec.optional

    def condition(
        self, spec: Field, given: Mapping[str, Any], passed: Collection[str] = ()
    ) -> bool | None:
        """Whether the condition for asking a value holds; None when it rests on one that is not known."""
        run, asked = Run(self.game, self.state), self.action.ask
        known = {key: asked[key] for key in asked if key in given or key in passed}
        try:
            return holds(spec.ask_when, run.scope(names=values_of(run, known, given)))
        except KeyError:
            return None

    def _who_alone(self, spec: Field, given: Mapping[str, Any]) -> str | None:
        """The only player who can be meant, who need not be asked for; of options more may be possible than is recorded."""
        if self.forced or spec.optional or not _is_player(spec):
            return None
        if self.wrong(given) or self._objections(given, needs_only=True):
            return None
        seats = self.seats(spec, given)
        return self.state.names[seats[0]] if len(seats) == 1 else None

    @cached_property
    def next(self) -> FormField | None:
        if self._lacks_who:
            return self.fields[0]
        spec = self.asking[0] if self.asking else self._so_far[1]
        if spec is None:
            return None
        there = self._field(spec, said=True)
        if self.asking is None:
            return there
        meant = {option.id for option in self.asking[1]}
        return changed(there, options=tuple(o for o in there.options if o.value in meant))

    @property
    def asks(self) -> tuple[KeyPath, Field] | None:
        if self._lacks_who:
            return super().asks
        spec = self.asking[0] if self.asking else self._so_far[1]
        return ((spec.id,), spec) if spec else None

    def at(self, path: KeyPath) -> FormField | None:
        # What the options of the others come to need not be worked out for it.
        key = str(path[0])
        if "fields" in self.__dict__ or key not in self.matters:
            return super().at(path)
        return self._field(self.action.ask[key], prompt=self.matters[key])

    @cached_property
    def matters(self) -> Mapping[str, bool]:
        """The fields of the action that matter now, and whether each is asked for."""
        given, first = self._so_far
        passed, matters, known = self._never_asked, dict[str, bool](), True
        for key, spec in self.action.ask.items():
            if key in given:
                # What is not asked now is its default: nobody sees it.
                if spec.ask_when is None or self._is_asked(spec, given, passed):
                    matters[key] = True
            elif spec is first or self._is_asked(spec, given, passed):
                matters[key] = True
                known = False
            elif key in passed:
                matters[key] = False
            elif known:
                passed.add(key)
        return matters

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        own = (self._field(self.action.ask[key], prompt=p) for key, p in self.matters.items())
        if self.action.own and seat_now(changed(self.state, acting=None)) is None:
            who = question("who", _WHO, "player")
            return (field_of(who, self._who_given, self.state.names, path=WHO), *own)
        return tuple(own)

    @property
    def beyond(self) -> tuple[FormField, ...]:
        """Values that are not asked for now, which may be given all the same."""
        asked = self.action.ask.items()
        return tuple(self._field(spec, prompt=False) for key, spec in asked if spec.optional and key not in self.matters)  # fmt: skip

    @property
    def missing(self) -> tuple[KeyPath, ...]:
        given, ask = self._so_far[0], self.action.ask
        needed = [k for k in self.matters if not ask[k].optional and given.get(k) is None]
        return (*([WHO] if self._lacks_who else []), *((key,) for key in needed))

    def _field(self, spec: Field, *, prompt: bool = True, said: bool = False) -> FormField:
        """A field; ``said``: beside its options other values stay, also those that would not be asked then."""
        given, options = (
            _by_path(self._so_far[0]),
            options_of(spec, kind_of(spec), self.state.names),
        )
        if not self.forced and (kind_of(spec).picks_one or _is_player(spec)):
            options = tuple(
                changed(each, problems=self._against(spec, each.value, said=said))
                for each in options
            )
        return field_of(spec, given, self.state.names, options=options, prompt=prompt)

    def _against(self, spec: Field, value: str, *, said: bool) -> tuple[Problem, ...]:
        """What the rules have against an option; values that are wrong by themselves are left out."""
        given = {**self._so_far[0], spec.id: value}
        if not said:
            after = self.put((spec.id,), value).so_far
            given = {k: raw for k, raw in after.items() if k not in self._wrong_ones}
        problems = self._objections(given)
        return () if problems and self._put_right_next(given) else problems

    def _put_right_next(self, given: Mapping[str, Any]) -> bool:
        """Whether the rules allow it with one of the options that are asked for next."""
        spec = remade(self, given=_by_path(given), asking=None)._so_far[1]  # noqa: SLF001 - of its own kind
        if spec is None or not spec.optional or not kind_of(spec).picks_one:
            return False
        return any(self.allows(spec, option.id, given) for option in spec.options)

    @cached_property
    def _wrong_ones(self) -> set[str]:
        return {key for key, raw in self._so_far[0].items() if self.wrong({key: raw})}

    @property
    def so_far(self) -> Mapping[str, Any]:
        """The values by the ids of their fields, with those that nobody is asked for."""
        return self._so_far[0]

    @property
    def _lacks_who(self) -> bool:
        return self.action.own and seat_now(self.state) is None

    @property
    def _who_given(self) -> Mapping[KeyPath, Any]:
        acting = self.state.acting
        return {} if acting is None else {WHO: self.state.names[acting]}

    def put(self, path: KeyPath, raw: Any) -> Self:
        if path == WHO:
            name = field_of(
                question("who", _WHO, "player"), {WHO: raw}, self.state.names, path=WHO
            ).value
            acting = self.state.names.index(name) if name in self.state.names else None
            return remade(self, state=changed(self.state, acting=acting))
        after = super().put(path, raw)
        # What does not matter any more is not said.
        given = {p: raw for p, raw in after.given.items() if p[0] in after.matters}
        return after if len(given) == len(after.given) else remade(after, given=given)

    def clear(self, path: KeyPath) -> Self:
        if path == WHO:
            return remade(self, state=changed(self.state, acting=None))
        return super().clear(path)

    # --- what the rules say ----------------------------------------------------------------------

    def _objections(
        self, given: Mapping[str, Any], *, needs_only: bool = False
    ) -> tuple[Problem, ...]:
        return objections(self.game, self.state, self.action, given, needs_only=needs_only)

    def allows(self, spec: Field, value: str, given: Mapping[str, Any] | None = None) -> bool:
        """Whether the rules have nothing against a value."""
        return not self._objections({**(self.by_id if given is None else given), spec.id: value})

    def seats(self, spec: Field, given: Mapping[str, Any] | None = None) -> tuple[int, ...]:
        """The seats of the players that the rules allow for a field that is one, or all when they allow none."""
        if not _is_player(spec):
            return ()
        names = self.state.names
        allowed = [seat for seat, name in enumerate(names) if self.allows(spec, name, given)]
        return tuple(allowed or range(len(names)))

    def possible(
        self, spec: Field, options: tuple[Named, ...], given: Mapping[str, Any] | None = None
    ) -> tuple[Named, ...]:
        """Those of some options of a field that the rules allow now, or all when they allow none."""
        if not kind_of(spec).picks_one:
            return options
        return tuple(o for o in options if self.allows(spec, o.id, given)) or options

    @cached_property
    def options(self) -> tuple[Named, ...]:
        """The options of the field that is asked for: those that can be meant, and that the rules allow if there are any."""
        assert self.next is not None
        meant = [option for option in self.next.options if option.allowed] or self.next.options
        ids = {option.value for option in meant}
        return tuple(option for option in self.field.options if option.id in ids)

    @property
    def field(self) -> Field:
        """The field that is asked for."""
        assert self.next is not None
        return self.next.field

    def wrong(self, given: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with values by themselves, each with the help of its field."""
        asked = self.action.ask
        so_far = {name: value for name, value in given.items() if value is not None}
        fields = {name: asked[name] for name in so_far}
        _, problems = read_inputs(fields, so_far, self.state.names)
        helps = {spec.name: spec.help for spec in asked.values() if spec.help}
        return [
            changed(problem, values={**problem.values, "help": helps[name]})
            if (name := problem.values.get("name")) in helps
            else problem
            for problem in problems
        ]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        given = self._so_far[0]
        problems = tuple(self.wrong(given))
        if problems or self.forced or self._lacks_who:
            return problems
        if self.action not in choices(self.game, self.state):
            return (too_early(self.game, self.state, self.action),)
        return self._objections(given)

    # --- what comes of it ------------------------------------------------------------------------

    def outcome(self) -> Command | ActionForm | Problem:
        """The command once every value is there; else the form with the field that is asked next.

        What the rules refuse whatever is still to be said is refused at once, as is what a player does
        when it is nobody's turn and the line names nobody.
        """
        if self._lacks_who:
            # What it costs stands in brackets, and is not typed.
            name = {
                lang: plain_name(text).strip() for lang, text in self.action.name.pair().items()
            }
            who = {"player": self.state.names[0], "players": list(self.state.names)}
            return Problem("E508", None, {"action": Text.read(name), **who})
        given, spec = self._so_far
        problems = self.wrong(given)
        if not problems and spec is not None and not self.forced:
            problems = list(self._objections(given, needs_only=True))
        if problems:
            return problems[0]
        if spec is None:
            return self.command
        return ActionForm.of(self.game, self.state, self.action, given, forced=self.forced)

    @cached_property
    def command(self) -> Command:
        """What it comes to, as far as it is filled in."""
        # Nothing at all, as for a player whom there need not be, is not read.
        so_far = {name: value for name, value in self._so_far[0].items() if value is not None}
        fields = {
            key: spec for key, spec in self.action.ask.items() if key in so_far or spec.optional
        }
        values, _ = read_inputs(fields, so_far, self.state.names)
        said = {key: settled(value) for key, value in values.items()}
        command: Command = {"do": self.action.id, "with": said, "force": self.forced}
        acting = self.state.acting
        return command if acting is None else {**command, "who": self.state.names[acting]}

    @property
    def values(self) -> dict[str, Any]:
        command = self.command
        return {**command, "with": plain_value(command["with"])}

    @cached_property
    def changes(self) -> tuple[FieldChange, ...]:
        if not self.complete:
            return ()
        after = carry_out(self.game, changed(self.state, acting=None), self.command).state
        return tuple(changes(self.game, self.state, after))

    def option_changes(self, there: FormField) -> Mapping[str, tuple[FieldChange, ...]]:
        """What each option that is allowed would change, if nothing else is missing, without what all do.

        Nor is the price of what was given before told with each: what most of them take, and one takes that does
        nothing else.
        """
        if {*self.missing} - {there.path} or not (there.kind.picks_one or _is_player(there.field)):
            return {}
        each = {o.value: self.put(there.path, o.value).changes for o in there.options if o.allowed}
        first, *others = each.values() or [()]
        shared = [change for change in first if others and all(change in more for more in others)]
        base = next((found for found in each.values() if _is_price(found, each.values())), shared)
        return {value: tuple(_beyond(base, found)) for value, found in each.items()}


def changes(game: Game, before: State, after: State) -> Iterator[FieldChange]:
    """Which values that are shown differ between two states."""
    flow = flow_of(game)
    for seat, name in ((None, None), *enumerate(before.names)):
        old, new = ((s.table if seat is None else s.players[seat]) for s in (before, after))
        for key, spec in (flow.table if seat is None else flow.player).items():
            if not spec.working and old[key] != new[key]:
                yield FieldChange(name, spec.field, old[key], new[key])


def _is_price(found: Sequence[FieldChange], all_of_them: Collection[Sequence[FieldChange]]) -> bool:
    """Whether changes do nothing but take what more than half of all the options take."""
    return bool(found) and all(
        isinstance(each.before, int) and isinstance(each.after, int) and each.after < each.before
        and 2 * sum(each in other for other in all_of_them) > len(all_of_them)
        for each in found
    )  # fmt: skip


def _beyond(base: Sequence[FieldChange], found: Sequence[FieldChange]) -> Iterator[FieldChange]:
    """What is changed beyond what changes in any case."""
    own = {(each.player, each.field.id): each for each in found}
    for each in base:
        there = own.pop((each.player, each.field.id), None)
        after = each.before if there is None else there.after
        if after != each.after:
            yield changed(each, before=each.after, after=after)
    yield from own.values()


def _by_path(given: Mapping[str, Any]) -> dict[KeyPath, Any]:
    return {(key,): raw for key, raw in given.items()}


def _is_player(spec: Field) -> bool:
    """Whether a value of a field is one player."""
    return kind_of(spec).names_players and kind_of(spec).entries is None
