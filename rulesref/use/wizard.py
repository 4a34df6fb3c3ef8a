"""Asks for a position question by question (対話入力), as a pure state machine.

What has been answered decides what is asked next, so going back, correcting and going on after a
break are all the same: the answers change, and the first open question is asked. A play that knows
part of a position hands it in as ``known`` and is asked only the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from rulesref.base.diagnostics import Path, Problem
from rulesref.base.numbers import Entered
from rulesref.base.text import fold
from rulesref.base.values import value
from rulesref.model.fields import Field
from rulesref.model.game import Named
from rulesref.model.position import Position
from rulesref.model.scoring import Check, Event, Scoring
from rulesref.ops.base import Operator, Scope, Unworkable
from rulesref.ops.values import Reference
from rulesref.reading.games import Game
from rulesref.reading.positions import (
    Read,
    event_called,
    field_called,
    flag_called,
    nowhere,
    partial_position,
    read_answer,
    read_position,
)
from rulesref.use.scoring import Score, check_position, run_check_at, score

Key = Literal["event", "name", "order", "field", "more", "review"]
Wish = Literal["help", "score"]

#: Where each question stands: the order of asking is the person's choice.
ORDERS = ("player", "field")

_BACK = {"b", "back", "<", "もどる", "戻る"}
_WISHES: dict[str, Wish] = {"?": "help", "s": "score", "score": "score", "得点": "score"}
_NONE = {"なし", "none", "0"}
_ESCAPE = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")
_BETWEEN = re.compile(r"[,、，]")


@value
class Question:
    """One thing to ask (質問).

    ``path`` is where the answer is kept; ``around`` the records it lies in, with the number of the
    entry from 0; ``colour`` whose value of a by-player field it is: a seat, or the id of an extra.
    """

    key: Key
    path: Path
    field: Field | None = None
    seat: int | None = None
    around: tuple[tuple[Field, int | None], ...] = ()
    colour: int | str | None = None

    @property
    def can_skip(self) -> bool:
        """Whether an empty line is an answer."""
        if self.key in ("more", "order"):
            return True
        asked = self.field
        return asked is not None and (
            asked.optional or self.colour is not None or asked.kind in ("choices", "wholes")
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Wizard:
    """The answers so far, and what is asked next.

    ``problems`` is what is wrong with the last line, which then changed nothing, or what its answer
    made impossible or unusual. ``wish`` is what the last line asked to see.
    """

    game: Game
    rulings: Mapping[str, str]
    #: What was known when the wizard began, as plain data, for a draft.
    began: Mapping[str, Any]
    answers: Mapping[Path, Any] = field(default_factory=dict)
    #: Paths that are never asked, only shown.
    known: frozenset[Path] = frozenset()
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
        return empty._knowing(began)

    # --- what is known --------------------------------------------------------------------------

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        found = self.game.scoring
        assert found is not None  # nobody is asked for a position that cannot be scored
        return found

    @cached_property
    def event(self) -> Event | None:
        """Which scoring it is, once that is known."""
        events = self.scoring.events
        if len(events) == 1:
            return next(iter(events.values()))
        return events.get(self.answers.get(("event",), ""))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players named so far, in turn order."""
        found: list[str] = []
        while (name := self.answers.get(_name(len(found)))) is not None:
            found.append(name)
        return tuple(found)

    @property
    def by_field(self) -> bool:
        """Whether the person chose to go field by field."""
        return bool(self.answers.get(("order",)) == "field")

    # --- questions ------------------------------------------------------------------------------

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Every question that the answers so far call for, open or answered, in the order asked."""
        return tuple(self._questions(every=False))

    @cached_property
    def prompt(self) -> Question:
        """What is asked now."""
        for question in self.questions:
            if self.editing == question.path:
                return question
        for question in self.questions:
            if question.path not in self.answers:
                return question
        return Question("review", ())

    @cached_property
    def cells(self) -> tuple[Question, ...]:
        """What the review shows, each of which can be corrected by its number, from 1."""
        return tuple(
            question
            for question in self.questions
            if question.key in ("field", "more")
            or (question.key == "name" and self.answers.get(question.path) is not None)
        )

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the fields have an answer, and how many there are as far as is known."""
        fields = [q for q in self.questions if q.key == "field"]
        return sum(q.path in self.answers for q in fields), len(fields)

    def _questions(self, *, every: bool) -> Iterator[Question]:
        if len(self.scoring.events) > 1:
            yield Question("event", ("event",))
        if self.event is None:
            return
        yield from self._who()
        low, high = self.game.about.players
        if not low <= len(self.names) <= high or (
            len(self.names) < high and _name(len(self.names)) not in self.answers
        ):
            return
        fields = [f for f in self.scoring.player.values() if f.belongs_to(self.event.id)]
        if len(self.names) > 1 and len(fields) > 1:
            yield Question("order", ("order",))
        seats = range(len(self.names))
        asked = [(seat, f) for seat in seats for f in fields]
        if self.by_field:
            asked = [(seat, f) for f in fields for seat in seats]
        for seat, each in asked:
            yield from self._field(each, Question("field", ("players", seat)), seat, every=every)
        for each in self.scoring.table.values():
            if each.belongs_to(self.event.id):
                yield from self._field(each, Question("field", ()), None, every=every)

    def _who(self) -> Iterator[Question]:
        _, high = self.game.about.players
        for seat in range(min(len(self.names) + 1, high)):
            yield Question("name", _name(seat), seat=seat)

    def _field(
        self, asked: Field, within: Question, seat: int | None, *, every: bool
    ) -> Iterator[Question]:
        path = (*within.path, asked.id)
        if not every and asked.ask_when and not self._wanted(asked.ask_when, path, seat, within):
            return
        here = Question("field", path, asked, seat, within.around)
        match asked.kind:
            case "record":
                inside = Question("field", path, asked, seat, (*within.around, (asked, None)))
                for inner in asked.fields.values():
                    yield from self._field(inner, inside, seat, every=every)
            case "records":
                yield from self._entries(asked, here, seat, every=every)
            case "by-player":
                for colour in self._colours(asked):
                    yield Question("field", (*path, colour), asked, seat, within.around, colour)
            case _:
                yield here

    def _entries(
        self, asked: Field, within: Question, seat: int | None, *, every: bool
    ) -> Iterator[Question]:
        number = 0
        while asked.most is None or number < asked.most:
            path = (*within.path, number)
            here = Question("more", path, asked, seat, (*within.around, (asked, number)))
            yield here
            if self.answers.get(path) is not True:
                return
            for inner in asked.fields.values():
                yield from self._field(inner, here, seat, every=every)
            number += 1

    def _colours(self, asked: Field) -> tuple[int | str, ...]:
        many = len(self.names)
        return (*range(many), *(e.id for e in asked.extras if many in e.players))

    def _wanted(self, when: Operator, path: Path, seat: int | None, within: Question) -> bool:
        """Whether the answers so far make a field necessary; when that cannot be told, it is asked."""
        if any(kept[: len(path)] == path and self.answers[kept] is not None for kept in self.known):
            return True
        position = self._partial
        if position is None:
            return True
        entry: Any = position.table if seat is None else position.players[seat]
        names: dict[str, Any] = {}
        for key in within.path[2:] if seat is not None else within.path:
            entry = entry[key]
        if within.key == "more":
            names = dict(entry)
        try:
            return bool(when.run(Scope(position, seat, {}, names)).value)
        except Unworkable:
            return True

    @cached_property
    def _partial(self) -> Position | None:
        every = [(q, self.answers.get(q.path)) for q in self._questions(every=True)]
        return partial_position(self.game, self._assembled(every), self.rulings)

    # --- what has been answered -----------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The position so far as plain data, as a file holds it."""
        return self._assembled((q, self.answers.get(q.path)) for q in self.questions)

    def read(self) -> Read:
        """The position if it is complete and sound, or its problems."""
        return read_position(self.game, self.document(), rulings=self.rulings)

    def position(self) -> Position | None:
        """The position; None while something is open or wrong."""
        return self.read().position if self.prompt.key == "review" else None

    def so_far(self) -> tuple[Score | None, tuple[Problem, ...]]:
        """The score of what is filled, the rest as defaults (途中の得点)."""
        filled = {
            q.path: q.field.least() if q.field and q.key == "field" and not q.can_skip else None
            for q in self.questions
            if q.path not in self.answers
        }
        whole = replace(self, answers={**self.answers, **filled}, editing=None)
        found = whole.read()
        if found.position is None or found.event is None:
            return None, found.problems
        return score(self.game, found.position, found.event)

    def _assembled(self, answered: Any) -> dict[str, Any]:
        document: dict[str, Any] = {"game": self.game.id}
        if self.event is not None:
            document["event"] = self.event.id
        if self.rulings:
            document["rulings"] = dict(self.rulings)
        document["players"] = [{"name": name} for name in self.names]
        for question, raw in answered:
            if question.key in ("field", "more"):
                _put(document, question, raw, self.names)
        return document

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
        found, problems = self._understood(question, word)
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
            answers = _without(answers, question.path)
        after = replace(
            self, answers=answers, editing=None, before=replace(self, problems=(), wish=None),
            said=(*self.said, (question.path, word)), problems=(), wish=None,
        )  # fmt: skip
        return replace(after, problems=tuple(after._noticed(self)))  # noqa: SLF001 - of this class

    def _understood(self, question: Question, word: str) -> tuple[dict[Path, Any], list[Problem]]:
        """The answers that a line gives, or what is wrong with it."""
        match question.key:
            case "event":
                return self._event(question, word)
            case "name":
                return self._named(question, word)
            case "order":
                return self._order(question, word)
            case "more":
                return self._more(question, word)
            case _:
                raw, problems = self._value(question, word)
                return {question.path: raw}, problems

    def _event(self, question: Question, word: str) -> tuple[dict[Path, Any], list[Problem]]:
        events = self.scoring.events
        number = _number(word)
        if number is not None and 1 <= number <= len(events):
            return {question.path: list(events)[number - 1]}, []
        found = event_called(events, word)
        if found is None:
            return {}, [Problem("E424", None, {"found": word, "known": list(events)})]
        return {question.path: found.id}, []

    def _named(self, question: Question, word: str) -> tuple[dict[Path, Any], list[Problem]]:
        low, high = self.game.about.players
        seat = question.path[1]
        assert isinstance(seat, int)
        if not word:
            if self.editing is None and seat >= low:
                return {question.path: None}, []
            return {}, [Problem("E428", None, {"found": word})]
        given = (
            [part.strip() for part in _BETWEEN.split(word)]
            if _BETWEEN.search(word)
            else word.split()
        )
        given = [name for name in given if name]
        others = [n for i, n in enumerate(self.names) if i < seat or self.editing]
        if self.editing:
            given = [word]
            others.remove(self.names[seat])
        for i, name in enumerate(given):
            if name in (*others, *given[:i]):
                return {}, [Problem("E429", None, {"found": name})]
        if seat + len(given) > high:
            values = {"found": seat + len(given), "low": low, "high": high}
            return {}, [Problem("E430", None, values)]
        found: dict[Path, Any] = {_name(seat + i): name for i, name in enumerate(given)}
        if len(given) > 1 and low <= seat + len(given) < high:
            # Who names several at once has named them all.
            found[_name(seat + len(given))] = None
        return found, []

    def _order(self, question: Question, word: str) -> tuple[dict[Path, Any], list[Problem]]:
        number = _number(word) if word else 1
        if number is not None and 1 <= number <= len(ORDERS):
            return {question.path: ORDERS[number - 1]}, []
        if word in ORDERS:
            return {question.path: word}, []
        return {}, [Problem("E435", None, {"found": word, "high": len(ORDERS)})]

    def _more(self, question: Question, word: str) -> tuple[dict[Path, Any], list[Problem]]:
        if not word:
            return {question.path: self.answers.get(question.path, False)}, []
        if not unicodedata.normalize("NFKC", word).isdecimal():
            found = flag_called(word)
            if found is not None:
                return {question.path: found}, []
        assert question.field is not None
        first = next(iter(question.field.fields.values()))
        if first.kind != "whole" or question.path in self.answers:
            values = {"path": "", "name": question.field.name, "found": word, "expected": "flag"}
            return {}, [Problem("E402", None, values)]
        # Whoever types the first value of the next entry has said that there is one.
        raw, problems = self._value(Question("field", (*question.path, first.id), first), word)
        return {question.path: True, (*question.path, first.id): raw}, problems

    def _value(self, question: Question, word: str) -> tuple[Any, list[Problem]]:
        asked = question.field
        assert asked is not None
        assert self.event is not None
        if not word and self.editing and self.answers.get(question.path) is not None:
            return self.answers[question.path], []
        if not word:
            if question.can_skip:
                return (
                    [] if asked.kind in ("choices", "wholes") and not asked.optional else None
                ), []
            return None, [Problem("E401", None, {"path": "", "name": asked.name, "key": asked.id})]
        raw = typed(asked, word)
        found, problems = read_answer(asked, raw, question.path, self.names, self.event.id)
        if problems:
            return None, problems
        if asked.kind in ("choice", "choices"):
            raw = list(found) if isinstance(found, tuple) else found
            problems = self._held(question, raw)
        return raw, problems

    def _held(self, question: Question, raw: Any) -> list[Problem]:
        """Options that exist once in the game and that another player has."""
        asked = question.field
        if asked is None or not asked.once or question.seat is None:
            return []
        for seat in range(len(self.names)):
            held = self.answers.get(("players", seat, *question.path[2:])) or ()
            for option in raw if seat != question.seat else ():
                if option in held:
                    values = {"path": "", "name": asked.name, "found": option, "first": seat + 1}
                    return [Problem("E431", None, values)]
        return []

    # --- what an answer makes impossible or unusual ----------------------------------------------

    def _noticed(self, earlier: Wizard) -> Iterator[Problem]:
        """What the game's checks find now that everything they look at is answered."""
        seen = {_said(problem) for problem in earlier._findings()}
        for problem in self._findings():
            if _said(problem) not in seen:
                yield problem

    def _findings(self) -> list[Problem]:
        event = self.event
        if event is None or self.prompt.key in ("name", "order", "event"):
            return []
        position = self._without_open_entries()
        if position is None:
            return []
        # A list counts as far as it goes: what is said of three districts holds with a fourth.
        still = {
            (q.seat, q.path[2] if q.seat is not None else q.path[0])
            for q in self.questions
            if q.key == "field" and q.path not in self.answers and _entry(q) is None
        }
        found: list[Problem] = []
        whole = Scope(position, None, event.define)
        for check in self.scoring.checks:
            if check.events and event.id not in check.events:
                continue
            own, others, table = _looks_at(check, event.define)
            if any((None, name) in still for name in table):
                continue
            if any(seat is not None and name in others for seat, name in still):
                continue
            seats: Sequence[int | None] = range(len(self.names)) if check.per_player else [None]
            for seat in seats:
                if not any((seat, name) in still for name in own):
                    found += _tried(check, whole, seat)
        return found

    def _without_open_entries(self) -> Position | None:
        """The position so far, less the entries of lists that are still being asked for."""
        open_entries = {
            entry
            for q in self.questions
            if q.key == "field" and q.path not in self.answers and (entry := _entry(q)) is not None
        }
        answers = dict(self.answers)
        for entry in sorted(open_entries, reverse=True):
            answers = _without(answers, entry)
        return replace(self, answers=answers, editing=None)._partial  # noqa: SLF001 - of this class

    # --- what is known when it begins -----------------------------------------------------------

    def _knowing(self, data: Mapping[str, Any]) -> Wizard:
        """The state with what a document says; what is wrong in it is asked again."""
        answers: dict[Path, Any] = {}
        problems: list[Problem] = []
        event = data.get("event")
        if event is not None:
            found = event_called(self.scoring.events, str(event))
            if found is None:
                known = list(self.scoring.events)
                problems.append(Problem("E424", None, {"found": event, "known": known}))
            elif len(self.scoring.events) > 1:
                answers["event",] = found.id
        people = data.get("players")
        people = [p for p in people if isinstance(p, dict)] if isinstance(people, list) else []
        names = [str(p["name"]).strip() for p in people if p.get("name") is not None]
        low, high = self.game.about.players
        if names and len(names) == len(people) == len(set(names)) and low <= len(names) <= high:
            answers |= {_name(seat): name for seat, name in enumerate(names)}
            if len(names) < high:
                answers[_name(len(names))] = None
        state = replace(self, answers=answers, known=frozenset(answers))
        if state.event is None or not state.names:
            return replace(state, problems=tuple(problems))
        reader = _Known(state.event.id, state.names)
        for seat, person in enumerate(people):
            reader.fields(self.scoring.player, person, ("players", seat))
        reader.fields(self.scoring.table, data, ())
        answers |= reader.answers
        return replace(
            state, answers=answers, known=frozenset(answers), problems=(*problems, *reader.problems)
        )


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


# --- what a line means ----------------------------------------------------------------------------


def tidy(line: str) -> str:
    r"""A line as it was meant: no escape codes, wide spaces or spaces around it.

    >>> tidy("\u3000は い\u3000\x1b[A")
    'は い'
    """
    plain = _ESCAPE.sub("", line).replace("\u3000", " ").replace("\t", " ")
    return "".join(char for char in plain if char.isprintable()).strip()


def typed(asked: Field, word: str) -> Any:
    """A typed answer as the plain data that a file would hold."""
    match asked.kind:
        case "whole":
            return _whole(word)
        case "by-player":
            parts = re.split(r"[,、，\s]+", word)
            return _whole("+".join(parts) if all(map(_number_like, parts)) else word)
        case "flag":
            found = flag_called(word)
            return word if found is None else found
        case "choice":
            return _option(asked, word)
        case "choices":
            return [] if word == "-" or fold(word) in _NONE else _options(asked, word)
        case "wholes" | "players":
            parts = _BETWEEN.split(word) if _BETWEEN.search(word) else word.split()
            parts = [part for part in parts if part.strip()]
            return [_whole(part) for part in parts] if asked.kind == "wholes" else parts
        case _:
            return word


def numbered(options: Sequence[Named]) -> bool:
    """Whether options can be chosen by number: not when one of them is called by a number."""
    words = [w for o in options for w in (o.id, *o.name, *o.aliases[0], *o.aliases[1])]
    return not any(fold(word).isdecimal() for word in words)


def _whole(word: str) -> int | str:
    """A number as typed: a sum stays a sum; an IME's long dash before digits is a minus."""
    flat = re.sub(r"^[ー―—–‐−](?=\s*\d)", "-", unicodedata.normalize("NFKC", word))
    flat = flat.replace(" ", "") if Entered.of(flat) is not None else flat
    return int(flat) if re.fullmatch(r"-?\d{1,18}", flat) else flat


def _number(word: str) -> int | None:
    flat = unicodedata.normalize("NFKC", word)
    return int(flat) if flat.isdecimal() else None


def _number_like(word: str) -> bool:
    return _number(word) is not None


def _option(asked: Field, word: str) -> str:
    number = _number(word)
    if number is not None and numbered(asked.options) and 1 <= number <= len(asked.options):
        return asked.options[number - 1].id
    return word


def _options(asked: Field, word: str) -> list[str]:
    parts = [part.strip() for part in _BETWEEN.split(word) if part.strip()]
    if len(parts) > 1 or asked.option(word):
        return [_option(asked, part) for part in parts]
    return [_option(asked, part) for part in word.split()]


def _is_option(question: Question, word: str) -> bool:
    asked = question.field
    return asked is not None and bool(word) and asked.option(word) is not None


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
