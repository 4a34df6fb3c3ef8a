"""Asks for a position question by question (対話入力), as a pure state machine.

What has been answered decides what is asked next, so going back, correcting and going on after a
break are all the same: the answers change, and the first open question is asked. A play that knows
part of a position hands it in as ``known`` and is asked only the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.folding import fold
from rulesref.fields.kind import cell_of, extras_of, kind_of
from rulesref.fields.record import field_called, read_cell
from rulesref.fields.typed import tidy
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.reading.positions import event_called, plain_keys
from rulesref.scoring.score import check_position
from rulesref.wizard.answers import kept, understood
from rulesref.wizard.live_checks import noticed
from rulesref.wizard.questions import Question, Sheet, name_at, without


def known_answers(
    empty: Sheet, data: Mapping[str, Any]
) -> tuple[dict[KeyPath, Any], list[Problem]]:
    """What a document answers on an empty sheet, and what is wrong in it."""
    data = plain_keys(data)
    event, problems = _event(empty, data.get("event"))
    people = data.get("players")
    people = [p for p in people if isinstance(p, dict)] if isinstance(people, list) else []
    answers = event | _names(empty, people)
    sheet = replace(empty, answers=answers)
    if sheet.event is None or not sheet.names:
        return answers, problems
    reader = _Reader(sheet.event.id, sheet.names)
    for seat, person in enumerate(people):
        reader.fields(empty.scoring.player, person, ("players", seat))
    reader.fields(empty.scoring.table, data, ())
    return answers | reader.answers, [*problems, *reader.problems]


def _event(empty: Sheet, named: object) -> tuple[dict[KeyPath, Any], list[Problem]]:
    events = empty.scoring.events
    if named is None:
        return {}, []
    event = event_called(events, str(named))
    if event is None:
        return {}, [wrong("E424", named, known=list(events))]
    return ({("event",): event.id} if len(events) > 1 else {}), []


def _names(empty: Sheet, people: list[Any]) -> dict[KeyPath, Any]:
    """The names, if everybody has one of their own and the game has so many players."""
    names = [str(p["name"]).strip() for p in people if p.get("name") is not None]
    low, high = empty.game.about.players
    if not names or not len(names) == len(people) == len(set(names)):
        return {}
    if not low <= len(names) <= high:
        return {}
    answers: dict[KeyPath, Any] = {name_at(seat): name for seat, name in enumerate(names)}
    if len(names) < high:
        answers[name_at(len(names))] = None
    return answers


@dataclass
class _Reader:
    """Takes the answers out of a document; what cannot be read is left to be asked."""

    event: str
    names: tuple[str, ...]
    answers: dict[KeyPath, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def fields(self, fields: Mapping[str, Field], data: Mapping[str, Any], path: KeyPath) -> None:
        """What a mapping says of these fields."""
        for key, raw in data.items():
            spec = fields.get(key) or field_called(fields, key)
            if spec is not None and spec.belongs_to(self.event):
                kind_of(spec).visit(self, spec, raw, (*path, spec.id))

    def single(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """One value."""
        value, problems = read_cell(spec, raw, path, self.names, self.event)
        self.problems += problems
        if not problems:
            self.answers[path] = kept(spec, raw, value)

    def record(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A record: its fields."""
        if isinstance(raw, dict):
            self.fields(spec.fields, raw, path)
        else:
            self.single(spec, raw, path)

    def records(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A list of records: its entries, and that there are no more of them."""
        if not isinstance(raw, list):
            self.single(spec, raw, path)
            return
        for number, entry in enumerate(raw):
            self.answers[*path, number] = True
            self.fields(spec.fields, entry if isinstance(entry, dict) else {}, (*path, number))
        # Who knows only a part of the entries may know only some of them.
        whole = all(isinstance(entry, dict) and _complete(spec, entry) for entry in raw)
        if whole and (spec.most is None or len(raw) < spec.most):
            self.answers[*path, len(raw)] = False

    def by_player(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A field by player: everybody who is not named there has nothing."""
        if not isinstance(raw, dict):
            self.single(spec, raw, path)
            return
        many = len(self.names)
        amounts: dict[int | str, Any] = dict.fromkeys((*range(many), *extras_of(spec, many)))
        for key, item in raw.items():
            if key in self.names:
                colour: int | str | None = self.names.index(key)
            else:
                words = {fold(w): e.id for e in spec.extras for w in (e.id, *e.name)}
                colour = words.get(fold(key))
            _, problems = read_cell(spec, item, (*path, key), self.names, self.event)
            self.problems += problems
            if colour in amounts and not problems:
                assert colour is not None
                amounts[colour] = "+".join(map(str, item)) if isinstance(item, list) else item
        self.answers |= {(*path, colour): item for colour, item in amounts.items()}


def _complete(spec: Field, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a list says everything that it must."""
    ids = {field.id for key in entry if (field := field_called(spec.fields, key))}
    return all(field.optional or field.id in ids for field in spec.fields.values())


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
            return replace(self, problems=(wrong("E435", number, high=len(self.cells)),), wish=None)
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
