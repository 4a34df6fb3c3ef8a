"""Asks for a position question by question (対話入力), as a pure state machine.

What has been answered decides what is asked next, so going back, correcting and going on after a
break are all the same: the answers change, and the first open question is asked. A play that knows
part of a position hands it in as ``known`` and is asked only the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.fields.kind import cell_of, kind_of
from rulesref.fields.typed import tidy
from rulesref.model.game import Game
from rulesref.scoring.score import check_position
from rulesref.wizard.answers import understood
from rulesref.wizard.live_checks import noticed
from rulesref.wizard.prefill import known as known_answers
from rulesref.wizard.questions import Question, Sheet, without

Wish = Literal["help", "score"]

_BACK = {"b", "back", "<", "もどる", "戻る"}
_WISHES: dict[str, Wish] = {"?": "help", "s": "score", "score": "score", "得点": "score"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Wizard(Sheet):
    """The answers so far, and what is asked next.

    ``problems`` is what is wrong with the last line, which then changed nothing, or what its answer
    made impossible or unusual. ``wish`` is what the last line asked to see.
    """

    #: What was known when the wizard began, as plain data, for a draft.
    began: Mapping[str, Any]
    said: tuple[tuple[KeyPath, str], ...] = ()
    editing: KeyPath | None = None
    before: Wizard | None = None
    problems: tuple[Problem, ...] = ()
    wish: Wish | None = None
    finished: bool = False

    @classmethod
    def start(
        cls,
        game: Game,
        event: str | None = None,
        names: Sequence[str] = (),
        known: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
    ) -> Wizard:
        """The first state; ``known`` is a position as far as it is known, as plain data."""
        began = dict(known or {})
        if event:
            began["event"] = event
        if names:
            # Names come first: what is known of each player stays with the seat.
            rest = began.get("players") or [{} for _ in names]
            began["players"] = [{**p, "name": n} for n, p in zip(names, rest, strict=False)]
        empty = cls(game=game, rulings=dict(rulings or {}), began=began)
        answers, problems = known_answers(empty, began)
        return replace(empty, answers=answers, known=frozenset(answers), problems=tuple(problems))

    @cached_property
    def prompt(self) -> Question:
        """What is asked now."""
        for question in self.questions:
            if self.editing == question.path:
                return question
        return self.open or Question("review", ())

    # --- answers --------------------------------------------------------------------------------

    def answer(self, line: str) -> Wizard:
        """The state after a line: an answer, a correction, or a wish."""
        question = self.prompt
        # A wide space is typed between names, never inside one.
        word = tidy(line.replace("\u3000", "、") if question.key == "name" else line)
        if not _is_option(question, word):
            free = question.key == "name" or (
                question.field is not None and kind_of(question.field).is_free_text
            )
            flat = unicodedata.normalize("NFKC", word).lower()
            if flat in _BACK and not (free and flat in ("b", "back")):
                return replace(self.before or self, problems=(), wish=None)
            if flat in _WISHES and not (free and flat != "?"):
                return replace(self, problems=(), wish=_WISHES[flat])
        if question.key == "review":
            return self._reviewed(word)
        if _is_row(question, word) and self.editing is None:
            return self._in_a_row(word)
        answers, problems = understood(self, question, word, editing=self.editing is not None)
        if problems:
            return replace(self, problems=tuple(problems), wish=None)
        return self._with(question, answers, word)

    def at(self, path: KeyPath) -> Wizard:
        """The state in which the answer at ``path`` is corrected."""
        clean = replace(self, problems=(), wish=None)
        return replace(clean, editing=path, before=clean)

    def _reviewed(self, word: str) -> Wizard:
        if not word:
            return self._finished()
        number, _, rest = re.sub(r"[=＝\s]+", " ", word).partition(" ")
        flat = unicodedata.normalize("NFKC", number)
        if not flat.isdecimal() or not 1 <= int(flat) <= len(self.cells):
            values = {"found": number, "high": len(self.cells)}
            return replace(self, problems=(Problem("E435", None, values),), wish=None)
        chosen = self.at(self.cells[int(flat) - 1].path)
        if not rest:
            return chosen
        done = chosen.answer(rest)
        return replace(done, before=self) if not done.editing else done

    def _finished(self) -> Wizard:
        read = self.read()
        problems = list(read.problems)
        if read.position and read.event:
            checked = check_position(self.game, read.position, read.event)
            problems = [problem for problem in checked if not problem.warning]
        if problems:
            return replace(self, problems=tuple(problems), wish=None)
        return replace(self, finished=True, before=self, problems=(), wish=None)

    def _in_a_row(self, word: str) -> Wizard:
        """The state after several answers on one line; unchanged when one of them is wrong."""
        state = self
        for part in unicodedata.normalize("NFKC", word).split("/"):
            after = state.answer(part)
            wrong = [problem for problem in after.problems if not problem.warning]
            if wrong or len(after.said) == len(state.said):
                return replace(self, problems=tuple(wrong), wish=after.wish)
            state = after
        return replace(state, before=replace(self, problems=(), wish=None))

    def _with(self, question: Question, new: Mapping[KeyPath, Any], word: str) -> Wizard:
        answers = {**self.answers, **new}
        if question.key == "more" and not new[question.path]:
            answers = without(answers, question.path)
        after = replace(
            self, answers=answers, editing=None, before=replace(self, problems=(), wish=None),
            said=(*self.said, (question.path, word)), problems=(), wish=None,
        )  # fmt: skip
        return replace(after, problems=tuple(noticed(self, after)))


def _is_row(question: Question, word: str) -> bool:
    """Whether a line has answers to several questions in a row."""
    asked = question.field
    return (
        asked is not None and cell_of(asked).counts and "/" in unicodedata.normalize("NFKC", word)
    )


def _is_option(question: Question, word: str) -> bool:
    asked = question.field
    return asked is not None and bool(word) and asked.option(word) is not None
