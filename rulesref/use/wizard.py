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

from rulesref.base.diagnostics import Path, Problem
from rulesref.reading.games import Game
from rulesref.use.answering import understood
from rulesref.use.known import known as known_answers
from rulesref.use.noticing import noticed
from rulesref.use.scoring import check_position
from rulesref.use.sheet import Question, Sheet, without
from rulesref.use.typed import tidy

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
    said: tuple[tuple[Path, str], ...] = ()
    editing: Path | None = None
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
            free = question.key == "name" or (question.field and question.field.kind == "text")
            flat = unicodedata.normalize("NFKC", word).lower()
            if flat in _BACK and not (free and flat in ("b", "back")):
                return replace(self.before or self, problems=(), wish=None)
            if flat in _WISHES and not (free and flat != "?"):
                return replace(self, problems=(), wish=_WISHES[flat])
        if question.key == "review":
            return self._reviewed(word)
        found, problems = understood(self, question, word, editing=self.editing is not None)
        if problems:
            return replace(self, problems=tuple(problems), wish=None)
        return self._with(question, found, word)

    def at(self, path: Path) -> Wizard:
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
        found = self.read()
        problems = list(found.problems)
        if found.position and found.event:
            checked = check_position(self.game, found.position, found.event)
            problems = [problem for problem in checked if not problem.warning]
        if problems:
            return replace(self, problems=tuple(problems), wish=None)
        return replace(self, finished=True, before=self, problems=(), wish=None)

    def _with(self, question: Question, found: Mapping[Path, Any], word: str) -> Wizard:
        answers = {**self.answers, **found}
        if question.key == "more" and not found[question.path]:
            answers = without(answers, question.path)
        after = replace(
            self, answers=answers, editing=None, before=replace(self, problems=(), wish=None),
            said=(*self.said, (question.path, word)), problems=(), wish=None,
        )  # fmt: skip
        return replace(after, problems=tuple(noticed(self, after)))


def resume(game: Game, kept: Mapping[str, Any]) -> tuple[Wizard, int]:
    """The wizard that a draft describes, and how many of its lines no longer fit."""
    state = Wizard.start(game, known=kept["began"], rulings=kept["rulings"])
    state = replace(state, problems=())
    said = [(tuple(path), line) for path, line in kept["said"]]
    for done, (path, line) in enumerate(said):
        asked = state if state.prompt.path == path else state.at(path)
        after = asked.answer(line) if asked.prompt.path == path else asked
        if len(after.said) == len(state.said):
            return state, len(said) - done
        state = replace(after, problems=())
    return state, 0


def draft(state: Wizard) -> dict[str, Any]:
    """What has to be kept so that :func:`resume` can go on."""
    return {
        "version": 1,
        "game": state.game.id,
        "rulings": dict(state.rulings),
        "began": dict(state.began),
        "said": [[list(path), line] for path, line in state.said],
    }


def _is_option(question: Question, word: str) -> bool:
    asked = question.field
    return asked is not None and bool(word) and asked.option(word) is not None
<<<<<<< HEAD
=======


# --- where answers are kept -----------------------------------------------------------------------


def _name(seat: int) -> Path:
    return ("players", seat, "name")


def _entry(question: Question) -> Path | None:
    """The entry of a list that a question belongs to."""
    for depth, (_, number) in enumerate(question.around):
        if number is not None:
            start = 2 if question.seat is not None else 0
            return question.path[: start + 2 * (depth + 1)]
    return None


def _without(answers: Mapping[Path, Any], path: Path) -> dict[Path, Any]:
    """Answers without an entry of a list: the entries after it move up."""
    *parent, number = path
    assert isinstance(number, int)
    depth = len(parent)
    found: dict[Path, Any] = {}
    for kept, raw in answers.items():
        if kept[:depth] != tuple(parent) or len(kept) == depth or not isinstance(kept[depth], int):
            found[kept] = raw
            continue
        place = kept[depth]
        assert isinstance(place, int)
        if place < number:
            found[kept] = raw
        elif place > number:
            found[(*parent, place - 1, *kept[depth + 1 :])] = raw
    found.setdefault(path, False)
    return found


def _put(document: dict[str, Any], question: Question, raw: Any, names: Sequence[str]) -> None:
    """Put an answer where a file has it."""
    *_, last = question.path
    if question.key == "more":
        entries = _container(document, question.path)
        if raw is True:
            entries.append({})
        return
    if question.colour is not None:
        colours = _container(document, question.path, colours=True)
        if raw is not None:
            colours[names[last] if isinstance(last, int) else last] = raw
        return
    if raw is None:
        if (
            question.around
            and question.around[-1][1] is None
            and not question.around[-1][0].optional
        ):
            _container(document, question.path)
        return
    _container(document, question.path)[last] = raw


def _container(document: dict[str, Any], path: Path, *, colours: bool = False) -> Any:
    """The mapping or list that the last step of a path goes into."""
    place: Any = document
    for depth, (key, inner) in enumerate(pairwise(path), 2):
        if isinstance(key, int):
            place = place[key]
        else:
            listed = isinstance(inner, int) and not (colours and depth == len(path))
            place = place.setdefault(key, [] if listed else {})
    return place


@dataclass
class _Known:
    """Takes the answers out of a document; what cannot be read is left to be asked."""

    event: str
    names: tuple[str, ...]
    answers: dict[Path, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def fields(self, fields: Mapping[str, Field], data: Mapping[str, Any], path: Path) -> None:
        """What a mapping says of these fields."""
        for key, raw in data.items():
            spec = fields.get(key) or field_called(fields, key)
            if spec is not None and spec.belongs_to(self.event):
                self.one(spec, raw, (*path, spec.id))

    def one(self, spec: Field, raw: Any, path: Path) -> None:
        """What a document says of one field."""
        if spec.kind == "record" and isinstance(raw, dict):
            self.fields(spec.fields, raw, path)
        elif spec.kind == "records" and isinstance(raw, list):
            for number, entry in enumerate(raw):
                self.answers[*path, number] = True
                self.fields(spec.fields, entry if isinstance(entry, dict) else {}, (*path, number))
            # Who knows only a part of the entries may know only some of them.
            whole = all(isinstance(entry, dict) and _complete(spec, entry) for entry in raw)
            if whole and (spec.most is None or len(raw) < spec.most):
                self.answers[*path, len(raw)] = False
        elif spec.kind == "by-player" and isinstance(raw, dict):
            self.colours(spec, raw, path)
        else:
            found, problems = read_answer(spec, raw, path, self.names, self.event)
            if problems:
                self.problems += problems
                return
            as_is = spec.kind not in ("choice", "choices")
            self.answers[path] = (
                raw if as_is else list(found) if isinstance(found, tuple) else found
            )

    def colours(self, spec: Field, raw: Mapping[str, Any], path: Path) -> None:
        """A by-player field: everybody who is not named there has nothing."""
        found: dict[int | str, Any] = dict.fromkeys(range(len(self.names)))
        found |= {e.id: None for e in spec.extras if len(self.names) in e.players}
        for key, item in raw.items():
            if key in self.names:
                colour: int | str | None = self.names.index(key)
            else:
                words = {fold(w): e.id for e in spec.extras for w in (e.id, *e.name)}
                colour = words.get(fold(key))
            _, problems = read_answer(spec, item, (*path, key), self.names, self.event)
            self.problems += problems
            if colour in found and not problems:
                assert colour is not None
                found[colour] = "+".join(map(str, item)) if isinstance(item, list) else item
        self.answers |= {(*path, colour): item for colour, item in found.items()}


def _complete(spec: Field, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a list says everything that it must."""
    said = {found.id for key in entry if (found := field_called(spec.fields, key))}
    return all(field.optional or field.id in said for field in spec.fields.values())


# --- checks ---------------------------------------------------------------------------------------


def _looks_at(check: Check, define: Mapping[str, Operator]) -> tuple[set[str], set[str], set[str]]:
    """The fields that a check reads: of the player at hand, of every player, of the table."""
    found: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    refs = [operator for _, operator in check.message.refs]
    for operator in [check.when, *refs, *([check.each] if check.each else [])]:
        _references(operator, define, found, anybody=False)
    return found


def _references(
    operator: Operator, define: Mapping[str, Operator], found: tuple[set[str], set[str], set[str]],
    *, anybody: bool,
) -> None:  # fmt: skip
    own, others, table = found
    if isinstance(operator, Reference):
        if operator.onward:
            _references(operator.onward, define, found, anybody=True)
        elif operator.root == "define" and operator.path[0] in define:
            _references(define[operator.path[0]], define, found, anybody=anybody)
        elif operator.root == "player":
            (others if anybody else own).add(operator.path[0])
        elif operator.root == "table":
            table.add(operator.path[0])
    for child in operator.children():
        _references(child, define, found, anybody=anybody)


def _tried(check: Check, whole: Scope, seat: int | None) -> list[Problem]:
    try:
        return list(run_check_at(check, whole, seat, nowhere))
    except Unworkable:
        return []


def _said(problem: Problem) -> tuple[object, ...]:
    return (problem.code, problem.values.get("check"), problem.values.get("message"))
>>>>>>> tryA
