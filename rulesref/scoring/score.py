"""Scores a position: points by category with their working, ranks and the ladder of ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import KeyPath, Place, Problem, ProblemsFound, wrong
from rulesref.base.disk import contents
from rulesref.base.frozen import changed, frozen, frozen_kw
from rulesref.base.messages import N_, say
from rulesref.base.suggest import unknown
from rulesref.base.text import LANGS, Number, Text
from rulesref.fields.kind import At, nowhere
from rulesref.fields.typed import one_called
from rulesref.lang.lists import entries
from rulesref.lang.operations import add
from rulesref.lang.references import Reference
from rulesref.model.expression import (
    EvaluationError,
    FieldValues,
    Input,
    NotGivenError,
    Operator,
    Position,
    Scope,
    Step,
    number,
)
from rulesref.model.game import Game
from rulesref.model.scoring import Category, Check, Event, NamedValue, Rung
from rulesref.reading.positions import event_called, read_position
from rulesref.reading.source import MAX_POSITION, unreadable

if TYPE_CHECKING:
    from rulesref.reading.document import Document


@frozen_kw
class PlayerScore:
    """What one player has (プレイヤーの得点). ``explanation`` is the whole working of ``total``.

    Where the event has no categories ``points`` are 0 and mean nothing, as ``total`` does; without
    ranking all are first, and ``rank`` means nothing.
    """

    event: Event
    name: str
    before: Number
    points: Number
    total: Number
    rank: int
    categories: tuple[tuple[Category, Step], ...]
    changes: tuple[tuple[NamedValue, Step], ...]
    vector: tuple[Number, ...] | None
    explanation: Step


@frozen
class Gap:
    """A value that nobody gave: the id of the field, its name, and whose it is; None for the table."""

    player: str | None
    field: str
    label: Text


@frozen_kw
class Tie:
    """One rung of the ladder that was tried: who was level, and what each has there.

    Where the reading in force counts nothing there, it is what each has by a reading that does.
    ``missing`` is what the rung asks for and nobody gave: then the tie stays undecided, and who
    lacks something has None.
    """

    rung: Rung
    among: tuple[str, ...]
    values: Mapping[str, Number | None]
    missing: tuple[Gap, ...] = ()

    @property
    def gaps(self) -> tuple[Text, ...]:
        """What is missing, each field with those who lack it."""
        lacking: dict[Text, list[str]] = {}
        for gap in self.missing:
            lacking.setdefault(gap.label, []).extend([gap.player] if gap.player else [])
        texts = N_("{name} ({players})")
        return tuple(
            Text(*(say(lang, texts, name=name, players=who) for lang in LANGS)) if who else name
            for name, who in lacking.items()
        )


@frozen_kw
class Score:
    """The result of one scoring, players in the order of the position.

    ``winners`` and ``ties`` are empty unless the event ends the game. ``undecided`` are the
    players among whom nobody wins because nobody gave what would break their tie. ``rulings`` are
    the readings that a number of this result depends on, by ruling id. ``overruled`` are the checks
    that refuse the position and in spite of which it was scored, because the table wanted that.
    """

    game: Game
    event: Event
    position: Position
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    undecided: tuple[str, ...]
    ties: tuple[Tie, ...]
    rulings: Mapping[str, str]
    warnings: tuple[Problem, ...]
    overruled: tuple[Problem, ...] = ()


def score(
    game: Game, position: Position, event: Event, at: At = nowhere, *, anyway: bool = False
) -> tuple[Score | None, tuple[Problem, ...]]:
    """The score of ``position``, or why there is none. Never a partial score.

    ``anyway`` scores in spite of checks that refuse it: a table may play with more than the box holds.
    """
    problems = tuple(check_position(game, position, event, at))
    if any(not (problem.warning or (anyway and overrulable(problem))) for problem in problems):
        return None, problems
    try:
        return _score(game, position, event, problems, at), ()
    except EvaluationError as unworkable:
        return None, (_whole(unworkable, at),)


def overrulable(problem: Problem) -> bool:
    """Whether a table may score in spite of a problem: a check of the game, for it may play a variant."""
    return problem.code == "E440"


def check_position(
    game: Game, position: Position, event: Event, at: At = nowhere
) -> Iterator[Problem]:
    """What the table cannot look like (E440) and what is unusual (W440), by the game's checks."""
    assert game.scoring is not None
    return run_checks(game.scoring.checks_of(event.id), position, event.define, at)


def run_checks(
    checks: Iterable[Check], position: Position, define: Mapping[str, Operator], at: At
) -> Iterator[Problem]:
    """The problems that checks find.

    A check that cannot be worked out says why not, unless another has found an error, which then
    is the reason.
    """
    stuck: Problem | None = None
    errors = False
    whole = Scope(position, None, define)
    for check in checks:
        seats: Sequence[int | None] = range(len(position.players)) if check.per_player else [None]
        try:
            for seat in seats:
                for problem in run_check(check, whole, seat, at):
                    errors = errors or not problem.warning
                    yield problem
        except EvaluationError as unworkable:
            stuck = stuck or _whole(unworkable, at)
    if stuck and not errors:
        yield stuck


def _whole(unworkable: EvaluationError, at: At) -> Problem:
    return changed(unworkable.problem, place=at(unworkable.path, False))


def run_check(check: Check, whole: Scope, seat: int | None, at: At) -> Iterator[Problem]:
    """The problems that one check finds for one player, or without one."""
    messages: set[Text] = set()
    scope = whole if seat is None else whole.for_player(seat)
    for where, inner in looked_at(check, scope, seat):
        if not check.when.run(inner).value:
            continue
        text = check.message.filled(inner)
        if text not in messages:
            # The same words for several entries are one problem: too many of one size.
            messages.add(text)
            yield problem_of(check, text, at(where, False))


def problem_of(check: Check, text: Text, place: Place | None) -> Problem:
    """The problem that a check found, in its words."""
    values = {"message": text, "rules": check.rules, "check": check.id}
    return Problem("E440" if check.level == "error" else "W440", place, values)


def looked_at(check: Check, scope: Scope, seat: int | None) -> Iterator[tuple[KeyPath, Scope]]:
    """What a check looks at, one after another, and where that stands."""
    top: KeyPath = () if seat is None else ("players", seat)
    if check.each is None:
        yield _pointed(top, check.at), scope
        return
    assert isinstance(check.each, Reference)
    path: KeyPath = tuple(check.each.of.split("."))
    if check.each.root == "player":
        path = (*top, *path)
    for index, entry in enumerate(entries(check.each, scope)):
        inner = scope.with_names(**{check.as_ or "": entry})
        yield _pointed((*path, index), check.at), inner


def _pointed(path: KeyPath, at: str | None) -> KeyPath:
    return (*path, *at.split(".")) if at else path


def _score(
    game: Game, position: Position, event: Event, problems: Sequence[Problem], at: At
) -> Score:
    whole = Scope(position, None, event.define)
    scopes = [whole.for_player(seat) for seat in range(len(position.names))]
    unranked = [_worked_out(event, scope) for scope in scopes]
    ranks, ties, steps = ladder_of(game, event, scopes, [p.explanation for p in unranked])
    players = tuple(changed(p, rank=rank) for p, rank in zip(unranked, ranks, strict=True))
    steps += [step for p in players for step in (p.explanation, *(step for _, step in p.changes))]
    first = tuple(player.name for player in players if player.rank == 1) if event.final else ()
    undecided = first if any(tie.missing and tie.among == first for tie in ties) else ()
    return Score(
        game=game,
        event=event,
        position=position,
        players=players,
        winners=() if undecided else first,
        undecided=undecided,
        ties=tuple(ties),
        rulings={ruling: position.rulings[ruling] for ruling in _rulings_in(steps)},
        warnings=(
            *(problem for problem in problems if problem.warning),
            *(not_given(tie, position.names, at) for tie in ties if tie.missing),
        ),
        overruled=tuple(problem for problem in problems if not problem.warning),
    )


def ladder_of(
    game: Game, event: Event, scopes: Sequence[Scope], totals: Sequence[Step]
) -> tuple[list[int], list[Tie], list[Step]]:
    """The places from 1, every further rung that was tried for players who were level, and the steps compared."""
    groups, ties, compared = [[*range(len(totals))]], list[Tie](), list[Step]()
    open_: list[list[int]] = []  # ties that nobody can break
    for rung in event.ranking if event.final else event.ranking[:1]:
        first, finer = rung is event.ranking[0], list[list[int]]()
        seen = scopes if first else _as_given(scopes)
        for level in groups:
            if level in open_ or not (first or len(level) > 1):
                finer.append(level)
                continue
            steps, missing = _steps_at(rung, level, seen, totals)
            compared += steps.values()
            if not first:
                ties.append(_tie(game, rung, level, steps, missing, seen))
            if missing:
                open_.append(level)
                finer.append(level)
                continue
            values = {seat: number(step.value) for seat, step in steps.items()}
            for value in sorted({*values.values()}, reverse=True):
                finer.append([seat for seat in level if values[seat] == value])
        groups = finer
    ranks = {s: 1 + sum(map(len, groups[:i])) for i, level in enumerate(groups) for s in level}
    return [ranks[seat] for seat in range(len(totals))], ties, compared


def _as_given(scopes: Sequence[Scope]) -> Sequence[Scope]:
    """The same scopes on a position that has None for what nobody gave."""
    old = scopes[0].position
    players = tuple(map(_given, old.players))
    position = changed(old, players=players, table=_given(old.table), as_given=True)
    return [Scope(position, seat, scopes[0].defines, memo={}) for seat in range(len(scopes))]


def _given(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_given, value))
    if not isinstance(value, Mapping):
        return value
    omitted = value.omitted if isinstance(value, FieldValues) else ()
    return {key: None if key in omitted else _given(part) for key, part in value.items()}


def _steps_at(
    rung: Rung, level: Sequence[int], scopes: Sequence[Scope], totals: Sequence[Step]
) -> tuple[dict[int, Step], tuple[Gap, ...]]:
    """What each seat of some has at a rung, as far as it was given, and what was not."""
    steps: dict[int, Step] = {}
    missing: list[Gap] = []
    for seat in level:
        try:
            steps[seat] = totals[seat] if rung.value is None else rung.value.run(scopes[seat])
        except NotGivenError as gap:
            whose = None if gap.seat is None else scopes[seat].position.names[gap.seat]
            missing.append(Gap(whose, gap.field, gap.name))
    return steps, tuple(dict.fromkeys(missing))


def _tie(
    game: Game, rung: Rung, level: Sequence[int], steps: Mapping[int, Step],
    missing: tuple[Gap, ...], scopes: Sequence[Scope],
) -> Tie:  # fmt: skip
    names = scopes[0].position.names
    values = {
        names[seat]: _counted(game, rung, steps[seat], scopes[seat]) if seat in steps else None
        for seat in level
    }
    return Tie(rung=rung, among=tuple(values), values=values, missing=missing)


def not_given(tie: Tie, names: Sequence[str], at: At) -> Problem:
    """The warning that a tie stays undecided, at the first player who lacks something."""
    whose = next((names.index(gap.player) for gap in tie.missing if gap.player), None)
    path: KeyPath = ("players",) if whose is None else ("players", whose)
    values = {"check": "tie-break", "among": tie.among, "missing": tie.gaps}
    return Problem("W442", at(path, False), values)


def _worked_out(event: Event, scope: Scope) -> PlayerScore:
    """One player's points before anybody is ranked; without categories the working is that of the changes."""
    assert scope.seat is not None
    before: tuple[Step, ...] = ()
    if event.before:
        value = scope.position.players[scope.seat][event.before]
        inputs = (Input(event.before, value),)
        before = (Step(op="before", value=value, rules=event.rules, inputs=inputs),)
    categories = tuple((part, _named(part, scope)) for part in event.categories)
    changes = tuple((part, _named(part, scope)) for part in event.changes)
    vector = event.vector.run(scope).value if event.vector else None
    parts = tuple(step for _, step in categories or changes)
    points = add(parts) if categories else 0
    had = number(before[0].value) if before else 0
    if categories:
        parts = (*before, Step(op="points", value=points, rules=event.rules, parts=parts))
    total = points + had if categories else None
    return PlayerScore(
        event=event,
        name=scope.position.names[scope.seat],
        before=had,
        points=points,
        total=points + had,
        rank=0,
        categories=categories,
        changes=changes,
        vector=tuple(map(number, vector)) if isinstance(vector, tuple) else None,
        explanation=Step(op="score", value=total, label=event.name, rules=event.rules, parts=parts),
    )


def _named(part: NamedValue, scope: Scope) -> Step:
    """The working of a part under its own name; what cannot be worked out is told with it, and with whose it is."""
    try:
        return _working(part, scope)
    except EvaluationError as unworkable:
        seat, problem = scope.seat or 0, unworkable.problem
        whose = {**problem.values, "where": [scope.position.names[seat], part.name]}
        raise EvaluationError(changed(problem, values=whose), ("players", seat)) from None


def _working(part: NamedValue, scope: Scope) -> Step:
    step = part.value.run(scope)
    return Step(
        op="category", value=step.value, label=part.name, rules=part.rules, parts=(step,),
        shown=step.shown,
    )  # fmt: skip


def _counted(game: Game, rung: Rung, step: Step, scope: Scope) -> Number | None:
    """What a player has at a rung, None if that was not given; by another reading where the one in force looks at nothing."""
    if rung.value is not None and not _looks(step):
        for ruling in _rulings_in([step]):
            known = game.ruling(ruling)
            for reading in known.readings if known else ():
                rulings = {**scope.position.rulings, ruling: reading.id}
                other = Scope(changed(scope.position, rulings=rulings), scope.seat, scope.defines)
                try:
                    by_other = rung.value.run(other)
                except NotGivenError:
                    return None
                if _looks(by_other):
                    return number(by_other.value)
    return number(step.value)


def _looks(tree: Step) -> bool:
    """Whether a value rests on anything of the table."""
    return any(step.inputs and step.op != "ruling" for step in tree.walk())


def _rulings_in(trees: Iterable[Step]) -> Iterator[str]:
    return (
        str(step.inputs[0].value) for tree in trees for step in tree.walk() if step.op == "ruling"
    )


# --- positions as documents (局面の文書) ------------------------------------------------------------

#: What a position that is still to be completed may lack.
_MISSING = {"E401", "E423", "E427"}


def document_from(file: str, game: Game) -> Document:
    """The document in a file; raises what is wrong with the file or with its text."""
    try:
        raw = contents(file, MAX_POSITION)
    except OSError as error:
        raise ProblemsFound([unreadable(file, error)]) from None
    return document_in(raw, file, game)


def document_in(raw: bytes, name: str, game: Game) -> Document:
    """The document that these bytes are; raises what is wrong with the text. ``name`` is that of the file."""
    from rulesref.reading.document import Document

    if not raw.strip():
        place = Place(file=name, line=1, column=1)
        raise ProblemsFound([Problem("E432", place, {"game": game.id})])
    return Document(raw, name)


def score_of(
    game: Game, data: Any, at: At = nowhere, *, event: str | None = None,
    rulings: Mapping[str, str] | None = None, anyway: bool = False,
) -> tuple[Score | None, tuple[Problem, ...]]:  # fmt: skip
    """The score of a position as plain data, or what is wrong with it."""
    read = read_position(game, data, at, event=event, rulings=rulings)
    if read.position is None:
        return None, read.problems
    assert read.event is not None
    return score(game, read.position, read.event, at, anyway=anyway)


def scored(
    game: Game, source: Document, event: str | None = None,
    rulings: Mapping[str, str] | None = None, *, anyway: bool = False,
) -> Score:  # fmt: skip
    """The score of a document; raises all its problems at once."""
    result, problems = score_of(
        game, source.data, source.at, event=event, rulings=rulings, anyway=anyway
    )
    if result is None:
        raise ProblemsFound(problems, {source.file: source.text})
    return result


def incomplete(
    game: Game, source: Document, event: str | None, rulings: Mapping[str, str]
) -> dict[str, Any]:
    """A position that is still to be completed; raises what is wrong in it rather than missing."""
    read = read_position(game, source.data, source.at, event=event, rulings=rulings)
    wrong = [problem for problem in read.problems if problem.code not in _MISSING]
    if wrong:
        raise ProblemsFound(wrong, {source.file: source.text})
    position: dict[str, Any] = source.data
    return position


# --- what people name in words -------------------------------------------------------------------


def event_wanted(game: Game, word: str | None) -> Event:
    """The scoring called ``word``; without one that which ends the game."""
    if game.scoring is None:
        raise ProblemsFound([Problem("E421", None, {"game": game.id})])
    events = game.scoring.events
    if not word:
        return next((e for e in events.values() if e.final), next(iter(events.values())))
    event = event_called(events, word)
    if event is None:
        raise unknown("E424", word, list(events))
    return event


def rulings_chosen(words: Sequence[str]) -> dict[str, str]:
    """Rulings as typed: ``id=reading``."""
    rulings: dict[str, str] = {}
    for word in words:
        ruling, sign, reading = word.partition("=")
        if not sign:
            raise ProblemsFound([wrong("E328", word, example="ID=READING")])
        rulings[ruling.strip()] = reading.strip()
    return rulings


def player_called(result: Score, word: str) -> str:
    """The player with this name, or the only one whose name begins so."""
    name = one_called(result.position.names, word)
    if name is None:
        raise unknown("E420", word, result.position.names)
    return name
