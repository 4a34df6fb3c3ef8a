"""The values of an action, read from the words of a line (値)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import word_lists
from rulesref.base.frozen import frozen, remade
from rulesref.fields.cutting import amounts
from rulesref.fields.kind import EXACTLY, NOT_AT_ALL, Typing, empty, kind_of
from rulesref.fields.typed import counted, number
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.offers import seat_now
from rulesref.play.flow.run import NotAllowedError
from rulesref.play.flow.state import Command, State
from rulesref.play.flow.wording import Said, amount_names, number_of_a_field, takes_amounts
from rulesref.play.flow.words import said_in, words_of

Values = Mapping[str, Any]
_NO_VALUES: Values = {}


@frozen
class ActionBuilder:
    """An action that is to be done, for which values are sought (行動の値); the state knows who acts.

    ``forced``: the rules are overruled.
    """

    game: Game
    state: State
    action: Action
    forced: bool = False

    def form(self, given: Values = _NO_VALUES) -> ActionForm:
        """The form of the action with these values."""
        return ActionForm.of(self.game, self.state, self.action, given, forced=self.forced)

    def from_words(self, rest: str, given: Values = _NO_VALUES) -> Command | ActionForm | Problem:
        """The values of a line: in any order where each fits one field only, or as key=value."""
        said = said_in(self.action, self.state.names, words_of(rest), given)
        return self.with_values(said, given)

    def with_values(
        self, said: Sequence[Said], given: Values = _NO_VALUES
    ) -> Command | ActionForm | Problem:
        """The command that these values make, or what is still asked or wrong."""
        try:
            placed, nothing = _placed(_Placing(self, given), said)
        except NotAllowedError as refused:
            return refused.problems[0]
        values: dict[str, Any] = {**given, **dict.fromkeys(nothing)}
        asked: tuple[Field, tuple[Named, ...]] | None = None
        for spec, value in placed:
            several = self._meant(values, spec, value)
            if len(several) > 1:
                asked = asked or (spec, several)
                continue
            # A number that fits nothing else is that of an option, as they are listed.
            by_number = number(value.text) is not None and kind_of(spec).picks_options
            shown = spec.options if by_number else ()
            raw = several[0].id if several else raw_value(spec, value.text, self.state, shown=shown)
            if several and not kind_of(spec).picks_one:
                raw = [raw]
            values[spec.id] = _with_before(values.get(spec.id), raw)
        form = self.form(values)
        if asked is None:
            return form.outcome()
        problems = form.wrong(values)
        return problems[0] if problems else remade(form, asking=asked)

    def answered(self, missing: ActionForm, line: str) -> Command | ActionForm | Problem:
        """What comes of an answer to the value that is asked for; an empty one is the default."""
        spec, given = missing.field, missing.by_id
        if not line and spec.optional:
            value = plain_value(empty(spec))
        else:
            if takes_amounts(spec) and _names_another(self.action, spec, words_of(line)):
                further = self.from_words(line, given)
                if not isinstance(further, Problem):
                    return further
            several = self._several(given, spec, line)
            several = tuple(option for option in several if option in missing.options) or several
            if len(several) > 1 and len(several) < len(missing.options):
                return remade(missing, asking=(spec, several))
            value = raw_value(spec, line, self.state, shown=spec.options, first=missing.options)
        result = self.form({**given, spec.id: value}).outcome()
        if isinstance(result, Problem) and line:
            # Whoever knows what is asked next may have answered that as well.
            further = self.from_words(line, given)
            return result if isinstance(further, Problem) else further
        return result

    def _meant(self, given: Values, spec: Field, said: Said) -> tuple[Named, ...]:
        """The options that a value names, where that is not clear by its text alone."""
        ids = said.options_of(spec.id)
        if ids:
            options = tuple(option for option in spec.options if option.id in ids)
            return self.form(given).possible(spec, options)
        return self._several(given, spec, said.text)

    def _several(self, given: Values, spec: Field, word: str) -> tuple[Named, ...]:
        """The options that a word can mean, those that the rules allow first; none where one alone can be meant."""
        if not kind_of(spec).picks_one:
            return ()
        from rulesref.fields.choice import meant

        options = meant(spec, word)
        return self.form(given).possible(spec, options) if len(options) > 1 else ()


def answered(missing: ActionForm, line: str) -> Command | ActionForm | Problem:
    """What comes of an answer to the value that an action asks for; an empty one is the default."""
    filling = ActionBuilder(missing.game, missing.state, missing.action, missing.forced)
    return filling.answered(missing, with_speaker(missing.state, line))


def _names_another(action: Action, spec: Field, words: Sequence[str]) -> bool:
    """Whether a number in an answer stands beside the name of another field than the one that is asked."""
    for place in range(len(words)):
        another = number_of_a_field(action, words[place:])
        if another is not None and another[0].field != spec.id:
            return not amounts(" ".join(words[place : place + another[1]]), amount_names(spec))
    return False


# --- which value is which ------------------------------------------------------------------------


def _placed(placing: _Placing, said: Sequence[Said]) -> tuple[list[tuple[Field, Said]], list[str]]:
    """Each value with its field, and the fields without one; refuses what is too much, and numbers that can be several things."""
    rest = [value for value in said if value.nothing or not placing.named(value)]
    waiting: list[Said] = []
    for place, value in enumerate(rest):
        later = [other for other in rest[place + 1 :] if not other.nothing]
        if not (placing.left_out(later) if value.nothing else placing.exact(value)):
            waiting.append(value)
    numbers = [value for value in waiting if counted(value.text) is not None]
    if placing.in_order(numbers):
        placing.how_many(said)
        waiting = [value for value in waiting if counted(value.text) is None]
    for value in sorted(waiting, key=lambda value: value.nothing):
        placing.anywhere(value)
    # As they were said: of a list one comes after the other.
    order = {id(value): place for place, value in enumerate(said)}
    placed = sorted(placing.placed, key=lambda pair: order[id(pair[1])])
    return placed, [field.id for field in placing.nothing]


#: So many ways to give the numbers of a line to fields are weighed.
_MOST_WAYS = 1000


class _Placing:
    """Values of a line finding their fields, one after another."""

    def __init__(self, filling: ActionBuilder, given: Values) -> None:
        self.filling, self.action, self.given = filling, filling.action, given
        self.typing = Typing(filling.state.names)
        self._unasked: dict[tuple[str, int], bool] = {}
        self._fits: dict[tuple[str, str], int] = {}
        self.placed: list[tuple[Field, Said]] = []
        #: Those for which the line says that there is none.
        self.nothing: list[Field] = []

    @property
    def free(self) -> list[Field]:
        """The fields that have no value yet, in the order in which they are asked; at last those that are not."""
        taken = {field.id for field, _ in self.placed} | {field.id for field in self.nothing}
        fields = [
            f for key, f in self.action.ask.items() if key not in taken and key not in self.given
        ]
        return sorted(fields, key=self.unasked)

    def unasked(self, field: Field) -> bool:
        """Whether a field is not asked for with the values that are placed already.

        Who names an option means it, asked or not.
        """
        if field.ask_when is None or kind_of(field).picks_options:
            return False
        key = field.id, len(self.placed)
        if key not in self._unasked:
            self._unasked[key] = self._is_unasked(field)
        return self._unasked[key]

    def _is_unasked(self, field: Field) -> bool:
        given = dict(self.given)
        for spec, said in self.placed:
            one = next(iter(said.options_of(spec.id)), None)
            raw = raw_value(spec, said.text, self.filling.state) if one is None else one
            given[spec.id] = _with_before(given.get(spec.id), raw)
        try:
            # What nobody is asked for may be said all the same, if no other value forbids it.
            condition = self.filling.form().condition
            return condition(field, given) is False and condition(field, {}) is None
        except NotAllowedError:
            return False

    @property
    def lists(self) -> list[Field]:
        """Lists that have a value, to which one more may belong."""
        taken = {field.id for field, _ in self.placed}
        fields = [f for key, f in self.action.ask.items() if key in taken or key in self.given]
        return [f for f in fields if kind_of(f).entries is not None]

    def fit(self, field: Field, value: Said) -> int:
        """How well a value can be that of a field."""
        if value.options is not None:
            return EXACTLY if value.options_of(field.id) else NOT_AT_ALL
        key = field.id, value.text
        if key not in self._fits:
            self._fits[key] = kind_of(field).fits(field, value.text, self.typing)
        return self._fits[key]

    def put(self, field: Field, value: Said) -> bool:
        """The value is that of this field."""
        self.placed.append((field, value))
        return True

    def named(self, value: Said) -> bool:
        """The field that the line names for a value; the number of a place is that of a single value."""
        if value.field is not None:
            return self.put(self.action.ask[value.field], value)
        single = (f for f in self.free if value.place and not kind_of(f).is_plain_list)
        field = next((f for f in single if self.fit(f, value) == EXACTLY), None)
        return field is not None and self.put(field, value)

    def exact(self, value: Said) -> bool:
        """The first field that a word fits; numbers wait for each other."""
        if counted(value.text) is not None:
            return False
        fields = (*self.free, *self.lists)
        field = next(
            (f for f in fields if not kind_of(f).is_free_text and self.fit(f, value) == EXACTLY),
            None,
        )
        return field is not None and self.put(field, value)

    def in_order(self, numbers: Sequence[Said]) -> bool:
        """Numbers, each in the only field that it fits, the others in the order in which the fields are asked."""
        fields = [f for f in (*self.free, *self.lists) if not kind_of(f).is_free_text]
        ways = list(islice(self._ways(numbers, fields), _MOST_WAYS))
        if not ways:
            return False
        required = [
            f
            for f in self.free
            if not f.optional and f.ask_when is None and not kind_of(f).picks_options
        ]
        filled = [sum(f in way for f in required) for way in ways]
        best = [way for way, many in zip(ways, filled, strict=True) if many == max(filled)]
        if len(best) > 1 and self._doubtful(best):
            place = next(i for i in range(len(numbers)) if len({way[i].id for way in best}) > 1)
            known = list({way[place].id: way[place].name for way in best}.values())
            raise NotAllowedError(wrong("E555", numbers[place].text, known=known, field=known[0]))
        for field, value in zip(best[0], numbers, strict=True):
            self.put(field, value)
        return True

    def how_many(self, said: Sequence[Said]) -> None:
        """Refuses a number that nobody has to say where a thing stands right behind it: it may be how many."""
        number_of = {id(value): field for field, value in self.placed if counted(value.text)}
        for value, behind in pairwise(said):
            field = number_of.get(id(value))
            named = field is not None and value.field is None and field.optional
            if field is None or not named or any(map(str.isdecimal, behind.text)):
                continue
            goods = (f for f in self.action.ask.values() if takes_amounts(f) and f is not field)
            listed = next((f for f in goods if self.fit(f, behind) == EXACTLY), None)
            if listed is not None:
                said_with = {"number": value.text, "field": field.name, "thing": behind.text}
                raise NotAllowedError(Problem("E558", None, said_with))

    def _ways(
        self, numbers: Sequence[Said], fields: Sequence[Field]
    ) -> Iterator[tuple[Field, ...]]:
        """The ways to give numbers to fields in the order asked, but for those that fit one only."""
        fitting = [[f for f in fields if self._takes(f, value, numbers)] for value in numbers]
        if not all(fitting):
            return
        anywhere = [len(these) == 1 for these in fitting]

        def go_on(place: int, least: int, way: tuple[Field, ...]) -> Iterator[tuple[Field, ...]]:
            if place == len(numbers):
                yield way
                return
            for field in fitting[place]:
                at = fields.index(field)
                twice = field in way and kind_of(field).entries is None
                if twice or (at < least and not anywhere[place]):
                    continue
                yield from go_on(place + 1, least if anywhere[place] else at, (*way, field))

        yield from go_on(0, 0, ())

    def _takes(self, field: Field, value: Said, numbers: Sequence[Said]) -> bool:
        """Whether a number can be a value of a field; that of a player only where enough others stand beside it."""
        if self.fit(field, value) != EXACTLY:
            return False
        if not kind_of(field).names_players:
            return True
        others = [f for f in self.free if not kind_of(f).names_players]
        countable = [f for f in others if any(self.fit(f, n) == EXACTLY for n in numbers)]
        needed = [f for f in countable if not f.optional] or countable
        return len(numbers) > len(needed)

    def _doubtful(self, ways: Sequence[tuple[Field, ...]]) -> bool:
        """Whether it is not clear which way is meant: the data say no default for what would be left out."""
        first = ways[0]
        if kind_of(first[0]).picks_options:
            return False  # an option is called so
        if not first[0].optional and not kind_of(first[0]).is_plain_list:
            return False
        if len(first) > 1 and all(kind_of(field).entries is None for field in first):
            return False  # several stand there in order
        others = {field.id: field for way in ways for field in way if field not in first}
        return any(
            field.optional and field.default is None and field.ask_when is None
            for field in others.values()
        )

    def left_out(self, later: Sequence[Said]) -> bool:
        """Whether there is a value that need not be, and now is not: the first that nothing said later needs."""
        for field in self.free:
            if not field.optional or kind_of(field).is_number:
                continue
            fitting = [
                [f for f in (*self.free, *self.lists) if self.fit(f, value) == EXACTLY]
                for value in later
            ]
            if [field] not in fitting:
                self.nothing.append(field)
                return True
        return False

    def anywhere(self, value: Said) -> None:
        """What fits nothing well is what it fits best, else the first that is free, which says what is wrong."""
        fields = [*self.free, *self.lists]
        if not fields:
            raise NotAllowedError(wrong("E502", value.text, action=self.action.name))
        best = max(fields, key=lambda field: self.fit(field, value))
        by_number = counted(value.text) is not None and kind_of(best).picks_options
        if by_number and any(field is best and not number(v.text) for field, v in self.placed):
            # Who names some of the options does not mean others by their numbers.
            raise NotAllowedError(wrong("E502", value.text, action=self.action.name))
        self.put(best, value)


# --- one value -----------------------------------------------------------------------------------


def raw_value(
    spec: Field, raw: str, state: State | None = None, *,
    shown: Sequence[Named] = (), first: Sequence[Named] = (),
) -> Any:  # fmt: skip
    """What was typed for a field, as a document would have it.

    ``shown``: options that were listed with numbers; ``first``: those that are meant rather than
    others of the same name.
    """
    names, turn = (state.names, seat_now(state)) if state else ((), None)
    return kind_of(spec).typed(spec, raw, Typing(tuple(names), turn, shown, first or shown))


def _with_before(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value


@cache
def _speaker() -> re.Pattern[str]:
    """How people call themselves: Latin words stand by themselves, Japanese ones are no part of a noun."""
    latin, japanese = ("|".join(word_lists(lang, "words")["self"]) for lang in ("en", "ja"))
    return re.compile(rf"(?i)(?<![a-z0-9'])(?:{latin})(?![a-z0-9'])|(?:{japanese})(?![の側])")


def with_speaker(state: State, text: str) -> str:
    """A line with the name of who acts where it says “me”; somebody who is called so is meant otherwise."""
    seat = seat_now(state)
    if seat is None or any(_speaker().search(name) for name in state.names):
        return text
    return _speaker().sub(lambda _: f" {state.names[seat]} ", text).strip()
