"""Asks for a position question by question (対話入力), as a pure state machine.

What has been answered decides what is asked next, so going back, correcting and going on after a
break are all the same: the answers change, and the first open question is asked. A play that knows
part of a position hands it in as ``known`` and is asked only the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from rulesref.base.diagnostics import KeyPath, Problem, errors, wrong
from rulesref.base.folding import fold, words
from rulesref.base.frozen import changed, frozen_kw, remade
from rulesref.base.messages import as_text
from rulesref.base.text import LANGS, Entered, Text, narrow
from rulesref.fields.kind import IN_POSITIONS, Typing, cell_of, kind_of
from rulesref.fields.typed import flag_called, tidy
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.scoring.score import overrulable
from rulesref.wizard.answers import (
    BETWEEN,
    amounts_in,
    corrections,
    is_free,
    is_option,
    numbers_in_row,
    parts_of,
    understood,
)
from rulesref.wizard.known import begun, regained
from rulesref.wizard.live_checks import findings, noticed
from rulesref.wizard.questions import Gains, Question, Questions

Wish = Literal["help", "score"]


def goes_back(word: str, *, free: bool = False) -> bool:
    """Whether a line asks to go back; ``free``: any word may be an answer, so that only a sign or Japanese does.

    >>> goes_back("＜"), goes_back("Back"), goes_back("back", free=True)
    (True, True, False)
    """
    return narrow(word) == "<" or (
        fold(word) in words("back") and not (free and fold(word).isascii())
    )


def wish_of(word: str, *, free: bool) -> Wish | None:
    """What a line asks to see; where any word may be an answer, ``free``, a sign alone asks."""
    if narrow(word) == "?":
        return "help"
    return "score" if fold(word) in words("score-now") and not free else None


@frozen_kw
class Wizard(Questions):
    """The answers so far, and what is asked next.

    ``problems`` is what is wrong with the last line, which then changed nothing, or what its answer
    made impossible or unusual. ``wish`` is what the last line asked to see.
    """

    said: tuple[tuple[KeyPath, str], ...] = ()
    editing: KeyPath | None = None
    before: Wizard | None = None
    problems: tuple[Problem, ...] = ()
    wish: Wish | None = None
    finished: bool = False
    #: What the last line comes to if the person is sure; ``problems`` says why that is asked.
    unsure: Wizard | None = None

    @classmethod
    def start(
        cls,
        game: Game,
        event: str | None = None,
        names: Sequence[str] = (),
        known: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        confirming: bool = False,
        gains: Gains | None = None,
        anyway: bool = False,
    ) -> Wizard:
        """The first state; ``known`` is a position as far as it is known, as plain data."""
        first, problems = begun(
            cls, game, event, names, known, rulings=dict(rulings or {}), confirming=confirming,
            gains=gains, anyway=anyway,
        )  # fmt: skip
        return remade(first, problems=tuple(problems))

    @cached_property
    def prompt(self) -> Question:
        """What is asked now."""
        if self.unsure is not None:
            return Question("sure", ("sure",))
        for question in self.questions:
            if self.editing == question.path:
                return question
        return self.open or Question("review", ())

    # --- answers --------------------------------------------------------------------------------

    def answer(self, line: str) -> Wizard:
        """The state after a line: an answer or several, a correction, or a wish."""
        question = self.prompt
        # A wide space is typed between names, never inside one.
        word = tidy(line.replace("\u3000", "、") if question.key == "name" else line)
        if not is_option(question, word):
            free = is_free(question)
            if goes_back(word, free=free):
                return changed(self.before or self, problems=(), wish=None)
            if wish := wish_of(word, free=free):
                reasons = self.problems if self.unsure else ()
                return changed(self, problems=reasons, wish=wish)
        if question.key == "sure":
            return self._sure(word)
        if question.key == "review":
            return self._reviewed(word)
        parts = parts_of(question, word) if self.editing is None else [word]
        if len(parts) == 1 and self.editing is None:
            parts = numbers_in_row(question, parts[0])
        after = self.row(parts) if len(parts) > 1 else self.answered(parts[0])
        return self._contradicted(after, word)

    def at(self, path: KeyPath) -> Wizard:
        """The state in which the answer at ``path`` is corrected."""
        clean = self._clean
        return remade(clean, editing=path, before=clean)

    @cached_property
    def found(self) -> Sequence[Problem]:
        """What the checks say to the answers so far."""
        return findings(self)

    # What is said of an answer changes no answer: whatever was worked out of them stays.
    @property
    def _clean(self) -> Wizard:
        return self._refused(())

    def _refused(self, problems: Sequence[Problem]) -> Wizard:
        return changed(self, problems=tuple(problems), wish=None)

    def answered(self, word: str) -> Wizard:
        """The state after the answer to one question; unchanged when it is wrong."""
        amounts = self._amounts(self.prompt, word)
        return self._each(amounts) if amounts else self.one(word)

    def row(self, parts: Sequence[str]) -> Wizard:
        """The state after several answers on one line; unchanged when one of them is wrong."""
        state = self
        for place, part in enumerate(parts):
            if state.prompt.key in ("review", "sure"):
                return self._refused([wrong("E442", BETWEEN.join(parts[place:]))])
            after = state.answered(part)
            problems = errors(after.problems)
            if len(after.said) == len(state.said):
                which = {"answer": place + 1, "part": part}
                return self._refused([changed(p, values={**p.values, **which}) for p in problems])
            state = after
        return state

    def _each(self, answers: Sequence[tuple[KeyPath, str]]) -> Wizard:
        """The state after answers to several questions, wherever they stand; unchanged when one is wrong."""
        state = self
        for path, word in answers:
            there = state if state.prompt.path == path else state.at(path)
            after = there.one(word)
            if len(after.said) == len(state.said):
                return self._refused(after.problems)
            state = remade(after, before=state._clean)
        return state

    def one(self, word: str) -> Wizard:
        question = self.prompt
        answers, problems = understood(self, question, word, editing=self.editing is not None)
        return self._refused(problems) if problems else self._with(question, answers, word)

    def _amounts(self, question: Question, word: str) -> list[tuple[KeyPath, str]]:
        """The answers of a line that names what it counts: 3 wood 2 gold; none of another."""
        asked = question.field
        if question.key != "field" or asked is None or not word or self.editing is not None:
            return []
        beside = [
            other for other in self.questions
            if other.key == "field" and other.seat == question.seat and other.around == question.around
        ]  # fmt: skip
        if question.colour is None:
            return _numbers_named(asked, word, beside)
        # Amounts of several, each by a name, or at the first of them one for each.
        paths = {
            self.names[q.colour] if isinstance(q.colour, int) else str(q.colour): q.path
            for q in beside
            if q.field is asked
        }
        first = question.path == next(iter(paths.values()))
        if not first and not any(name in word for name in self.names):
            return []
        typed = kind_of(asked).typed(asked, word, Typing(players=tuple(paths)))
        if not isinstance(typed, dict) or not typed or not typed.keys() <= paths.keys():
            return []
        # Who names some of them says that the others have none.
        open_ = [p for name, p in paths.items() if name not in typed and p not in self.given]
        named = [(paths[name], str(raw)) for name, raw in typed.items()]
        return [*named, *((path, "") for path in open_)]

    def _with(self, question: Question, new: Mapping[KeyPath, Any], word: str) -> Wizard:
        after = remade(
            self.with_given(new), editing=None, before=self._clean,
            said=(*self.said, (question.path, word)), problems=(), wish=None,
        )  # fmt: skip
        if question.key == "gain":
            after, problems = regained(after)
            if problems:
                return self._refused(problems)
        return changed(after, problems=tuple(noticed(self.found, after.found)))

    # --- the review -----------------------------------------------------------------------------

    def _reviewed(self, word: str) -> Wizard:
        # 1 is yes elsewhere, and here the number of a value.
        if not word or (flag_called(word) and not any(map(str.isdecimal, word))):
            return self._finished(word)
        pairs = corrections(word, len(self.cells))
        if isinstance(pairs, Problem):
            return self._refused([pairs])
        (place, value), *more = pairs
        if not value:
            return self.at(self.cells[place - 1].path)
        state = self
        for place, value in pairs:
            there = state.at(self.cells[place - 1].path)
            after = there.corrected(value)
            if len(after.said) == len(state.said):
                # One that is wrong is asked for; of several nothing is taken.
                return after if not more else self._refused(after.problems)
            state = remade(after, before=self._clean)
        return self._contradicted(state, word)

    def corrected(self, line: str) -> Wizard:
        """The state after a correction, and after what it calls for if that stands behind it."""
        first, *more = parts_of(self.prompt, line)
        after = self.one(first)
        if not more or after.editing is not None:
            return after
        done = after.row(more)
        return done if len(done.said) > len(after.said) else self._refused(done.problems)

    def _finished(self, word: str) -> Wizard:
        problems = errors(self.checked())
        done = remade(self, finished=True, before=self, problems=(), wish=None)
        if not problems or (self.anyway and all(map(overrulable, problems))):
            return done
        if not all(map(overrulable, problems)):
            return self._refused(problems)
        return self._unsure(remade(done, anyway=True), problems, word)

    # --- whether a person is sure ---------------------------------------------------------------

    def _contradicted(self, after: Wizard, word: str) -> Wizard:
        """What an answer comes to; where it contradicts a play the person is asked whether it is so."""
        if not self.confirming or len(after.said) == len(self.said):
            return after
        against = [
            q for q in self.cells
            if q.path in self.known and _same(self.known[q.path], self.given.get(q.path))
            and not _same(after.known.get(q.path), after.given.get(q.path))
        ]  # fmt: skip
        # Entries after one that goes move up: that it goes is all there is to ask.
        against = [q for q in against if q.key == "more"][:1] or against
        if not against:
            return after
        problems = [_contradiction(self, q, after.given.get(q.path)) for q in against]
        return self._unsure(after, problems, word)

    def _unsure(self, after: Wizard, problems: Sequence[Problem], word: str) -> Wizard:
        """The state that asks whether the person is sure, and why."""
        return remade(
            self, unsure=after, problems=tuple(problems), before=self._clean, editing=None, wish=None,
            said=(*self.said, (self.prompt.path, word)),
        )  # fmt: skip

    def _sure(self, word: str) -> Wizard:
        assert self.unsure is not None
        assert self.before is not None
        sure = flag_called(word)
        if sure is None:
            return self._refused([wrong("E402", word, path="", name=None, expected="flag")])
        if not sure:
            return self.before
        return remade(
            self.unsure,
            before=self.before,
            said=(*self.said, (("sure",), word)),
            problems=(),
            wish=None,
        )


def _numbers_named(
    asked: Field, word: str, beside: Iterable[Question]
) -> list[tuple[KeyPath, str]]:
    """The answers of a line that has the names of numbers beside these: 3 wood 2 gold."""
    has_both = any(map(str.isdecimal, word)) and any(map(str.isalpha, word))
    if not has_both or not cell_of(asked).is_number:
        return []
    fields: dict[str, Field] = {}
    paths: dict[str, KeyPath] = {}
    for question in beside:
        field = question.field
        if field and question.colour is None and cell_of(field).is_number:
            fields[field.id], paths[field.id] = field, question.path
    amounts = amounts_in(changed(asked, kind="record", fields=fields), word) or {}
    return [(paths[key], str(many)) for key, many in amounts.items()]


def _contradiction(form: Questions, question: Question, raw: Any) -> Problem:
    """What a play says and what was typed, as people read it."""
    asked, entry = question.field, question.key == "more"
    assert asked is not None
    known, typed = (
        Text(*(_shown(asked, value, lang, entry=entry) for lang in LANGS))
        for value in (form.known[question.path], raw)
    )
    values: dict[str, object] = {"name": asked.name, "known": known, "typed": typed}
    whose = question.colour if isinstance(question.colour, int) else question.seat
    if whose is not None:
        values["where"] = (form.names[whose],)
    return Problem("W441", None, values)


def _shown(asked: Field, raw: Any, lang: str, *, entry: bool) -> str:
    """An answer as people read it; of an entry of a list whether there is one."""
    if entry:
        return as_text(lang, bool(raw), IN_POSITIONS)
    cell = cell_of(asked)
    return cell.text(asked, cell.empty(asked) if raw is None else raw, lang, IN_POSITIONS)


def _same(known: Any, raw: Any) -> bool:
    """Whether an answer says what is known, however it was typed."""
    if known == raw:
        return True
    if isinstance(known, (bool, str)) or isinstance(raw, bool):
        return bool(known or False) == bool(raw or False) if isinstance(known, bool) else False
    value = Entered.of(str(raw)) if isinstance(raw, str) else 0 if raw is None else raw
    return bool((known or 0) == value)
