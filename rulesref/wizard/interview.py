"""Asks for a form field by field (対話入力), as a pure state machine: a line in, the next state out.

What was given decides what is asked next, so going back, correcting and going on after a break are all
the same: the form changes, and its next field is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Self

from rulesref.base.diagnostics import KeyPath, Problem, errors, wrong
from rulesref.base.folding import fold, words
from rulesref.base.frozen import changed, frozen_kw, remade
from rulesref.base.text import LANGS, Text, narrow
from rulesref.fields.form import Form, FormField, with_value
from rulesref.fields.kind import IN_POSITIONS
from rulesref.fields.typed import flag_called, goes_back, tidy
from rulesref.model.game import Game
from rulesref.scoring.score import overrulable
from rulesref.wizard.answers import (
    BETWEEN,
    answers,
    corrections,
    is_name,
    is_option,
    numbers_in_row,
    parts_of,
)
from rulesref.wizard.live_checks import noticed
from rulesref.wizard.position_form import PositionField, PositionForm

Wish = Literal["help", "score"]


def wish_of(word: str, *, free: bool) -> Wish | None:
    """What a line asks to see; where any word may be an answer, ``free``, a sign alone asks."""
    if narrow(word) == "?":
        return "help"
    return "score" if fold(word) in words("score-now") and not free else None


@frozen_kw
class Interview:
    """A form that is being filled in, and the state ``before`` the last answer.

    ``editing`` is the field that is corrected. ``problems`` is what is wrong with the last line, which then
    changed nothing, or what its answer made impossible or unusual. ``wish`` is what the last line asked to see.
    """

    form: Form
    editing: KeyPath | None = None
    before: Self | None = None
    problems: tuple[Problem, ...] = ()
    wish: Wish | None = None

    @property
    def current(self) -> FormField | None:
        """The field that is asked for; None when there is none."""
        return self.form.next if self.editing is None else self.form.at(self.editing)

    @property
    def finished(self) -> bool:
        """Whether nothing is asked any more."""
        return self.current is None

    def answer(self, line: str) -> Self:
        """The state after a line: an answer or several, or a wish."""
        there = self.current
        # A wide space is typed between names, never inside one.
        word = tidy(line.replace("\u3000", "、") if there and is_name(there) else line)
        if there is None or not is_option(there, word):
            free = there is not None and there.kind.is_free_text
            if goes_back(word, free=free):
                return changed(self.before or self, problems=(), wish=None)
            if wish := wish_of(word, free=free):
                return changed(self, problems=() if there else self.problems, wish=wish)
        return self._taken(word)

    def _taken(self, word: str) -> Self:
        """The state after answers that stand on one line."""
        assert self.current is not None
        if self.editing is not None:
            return self.one(word)
        parts = parts_of(self.current, word)
        if len(parts) > 1:
            return self.row(parts)
        numbers = numbers_in_row(self.current, parts[0])
        return self.row(numbers, alone=True) if len(numbers) > 1 else self.one(parts[0])

    # What is said of an answer changes no answer: whatever was worked out of them stays.
    @property
    def _clean(self) -> Self:
        return self._refused(())

    def _refused(self, problems: Sequence[Problem]) -> Self:
        return changed(self, problems=tuple(problems), wish=None)

    def row(self, parts: Sequence[str], *, alone: bool = False) -> Self:
        """The state after several answers; unchanged when one of them is wrong.

        ``alone``: they are all numbers, several of which end at their player.
        """
        state, seats = self, list[int | None]()
        for place, part in enumerate(parts):
            seats.append(_whose(state.current))
            over = alone and len(seats) > len({*seats}) > 1
            if state.current is None or over:
                return self._refused([wrong("E442", BETWEEN.join(parts[place:]))])
            after = state.one(part)
            if after.form is state.form:
                which = {"answer": place + 1, "part": part}
                return self._refused([changed(p, values={**p.values, **which}) for p in errors(after.problems)])  # fmt: skip
            state = after
        return state

    def one(self, word: str) -> Self:
        """The state after one answer; unchanged when it is wrong."""
        there, form = self.current, self.form
        assert there is not None
        if self.editing and there.given and not word:
            # What is left as it was is put anew.
            return self._with(form.put(there.path, there.raw))
        new = answers(form, there, word, editing=self.editing is not None)
        if isinstance(new, Problem):
            return self._refused([new])
        for path, value in new:
            form = form.fill(path, value)
            filled = form.at(path)
            if filled is not None and filled.missing:
                lacks = {"path": "", "name": filled.field.name, "key": filled.field.id}
                return self._refused([Problem("E401", None, lacks)])
            if filled is not None and filled.problems:
                return self._refused(filled.problems)
        return self._with(form)

    def _with(self, form: Form) -> Self:
        return remade(self, form=form, editing=None, before=self._clean, problems=(), wish=None)

    def at(self, path: KeyPath) -> Self:
        """The state in which the value at ``path`` is corrected."""
        clean = self._clean
        return remade(clean, editing=path, before=clean)

    def with_values(self, given: Iterable[tuple[KeyPath, Any]]) -> tuple[Self, int]:
        """The state after values by path, each of which can be taken back, and how many of them do not fit."""
        state, lost = self, 0
        for path, raw in given:
            form = state.form.put(path, raw) if state.form.at(path) else state.form
            there = form.at(path)
            fits = form is not state.form and there is not None and not there.problems
            lost += not fits
            state = remade(state, form=form, before=state) if fits else state
        return state, lost


def _whose(there: FormField | None) -> int | None:
    """The seat of the player of whom a field is."""
    return there.seat if isinstance(there, PositionField) else None


@frozen_kw
class Wizard(Interview):
    """The position of a scoring that is asked for, reviewed, and confirmed."""

    form: PositionForm
    confirmed: bool = False
    #: What the last line comes to if the person is sure; ``problems`` says why that is asked.
    unsure: Wizard | None = None
    #: Which line that was.
    line: str = ""

    @classmethod
    def start(cls, game: Game, *position: Any, **more: Any) -> Wizard:
        """The first state of asking for a position that is known in part, see :meth:`PositionForm.start`."""
        return cls(form=PositionForm.start(game, *position, ordering=True, **more))

    @property
    def current(self) -> PositionField | None:
        if self.unsure is not None:
            return None
        return self.form.next if self.editing is None else self.form.at(self.editing)

    @property
    def finished(self) -> bool:
        return self.confirmed

    def _taken(self, word: str) -> Wizard:
        if self.unsure is not None:
            return self._sure(word)
        after = super()._taken(word) if self.current else self._reviewed(word)
        return after if after.unsure else self._contradicted(after, word)

    def _with(self, form: Form) -> Wizard:
        after = super()._with(form)
        return changed(after, problems=tuple(noticed(self.form.found, after.form.found)))

    # --- the review -----------------------------------------------------------------------------

    def _reviewed(self, word: str) -> Wizard:
        # 1 is yes elsewhere, and here the number of a value.
        if not word or (flag_called(word) and not any(map(str.isdecimal, word))):
            return self._confirmed(word)
        cells = self.form.cells
        pairs = corrections(word, len(cells))
        if isinstance(pairs, Problem):
            return self._refused([pairs])
        state = self
        for place, value in pairs:
            there = state.at(cells[place - 1].path)
            if not value:
                return there
            after = there.corrected(value)
            if after.form is state.form:
                # One that is wrong is asked for; of several nothing is taken.
                return after if len(pairs) == 1 else self._refused(after.problems)
            state = remade(after, before=self._clean)
        return state

    def corrected(self, line: str) -> Wizard:
        """The state after a correction, and after what it calls for if that stands behind it."""
        assert self.current is not None
        first, *more = parts_of(self.current, line)
        after = self.one(first)
        if not more or after.editing is not None:
            return after
        done = after.row(more)
        return self._refused(done.problems) if done.form is after.form else done

    def _confirmed(self, word: str) -> Wizard:
        problems = errors(self.form.checked())
        done = remade(self, confirmed=True, before=self, problems=(), wish=None)
        if not problems or (self.form.anyway and all(map(overrulable, problems))):
            result, unworkable = self.form.so_far()
            return done if result is not None else self._refused(unworkable)
        if not all(map(overrulable, problems)):
            return self._refused(problems)
        return self._unsure(remade(done, form=remade(self.form, anyway=True)), problems, word)

    # --- whether a person is sure ---------------------------------------------------------------

    def _contradicted(self, after: Wizard, word: str) -> Wizard:
        """What an answer comes to; where it contradicts a play the person is asked whether it is so."""
        form, then = self.form, after.form
        if not form.confirming or then is form:
            return after
        cells = [each for each in form.cells if _as_known(form, each)]
        against = [each for each in cells if not _as_known(then, then.at(each.path))]
        # Entries after one that goes move up: that it goes is all there is to ask.
        against = [each for each in against if each.role == "entry"][:1] or against
        if not against:
            return after
        return self._unsure(after, [_contradiction(each, then) for each in against], word)

    def _unsure(self, after: Wizard, problems: Sequence[Problem], word: str) -> Wizard:
        """The state that asks whether the person is sure, and why."""
        return remade(
            self, unsure=after, line=word, problems=tuple(problems), before=self._clean,
            editing=None, wish=None,
        )  # fmt: skip

    def _sure(self, word: str) -> Wizard:
        assert self.unsure is not None
        assert self.before is not None
        sure = flag_called(word) if word else False
        if sure is None:
            return self._refused([wrong("E402", word, path="", name=None, expected="flag")])
        return remade(self.unsure, before=self.before, problems=()) if sure else self.before


def _as_known(form: PositionForm, there: PositionField | None) -> bool:
    """Whether a field says what is known of it, however that was typed."""
    if there is None or there.path not in form.known:
        return False
    return bool(there.value == with_value(there, form.known, form.names).value)


def _contradiction(there: PositionField, then: PositionForm) -> Problem:
    """What a play says and what was typed, as people read it."""
    now = then.at(there.path)
    values = there.value, now.value if now else there.kind.empty(there.field)
    known, typed = (
        Text(*(there.kind.text(there.field, value, lang, IN_POSITIONS) for lang in LANGS))
        for value in values
    )
    whose = there.colour if isinstance(there.colour, int) else there.seat
    where = {} if whose is None else {"where": (then.names[whose],)}
    return Problem(
        "W441", None, {"name": there.record.name, "known": known, "typed": typed, **where}
    )
