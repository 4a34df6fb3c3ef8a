"""Many positions, one (JSON) a line: scored in order, with memory that does not grow.

A bad line gives its problems in its place, and the rest goes on. Each event of a game is compiled to a plain program.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeAlias

from rulesref.base.diagnostics import Problem, ProblemsFound, in_order
from rulesref.base.frozen import frozen
from rulesref.base.helping import be_quiet
from rulesref.base.text import Number
from rulesref.fields.kind import nowhere
from rulesref.lang.lists import each
from rulesref.lang.operations import RulingOp
from rulesref.lang.references import Reference
from rulesref.model.code import Binding, Bindings, Code, NotCompilableError
from rulesref.model.expression import Operator, Position, Scope, Step, omits
from rulesref.model.game import Game
from rulesref.model.scoring import Check, Event
from rulesref.reading.document import LineDocument
from rulesref.reading.positions import read_position
from rulesref.reading.source import MAX_BYTES
from rulesref.scoring.score import Gap, Score, ladder_of, not_given, run_check, score

if TYPE_CHECKING:
    from concurrent.futures import Future

#: A rung that was tried: its index, who was level, what each has there, and what was not given.
Tried: TypeAlias = "tuple[int, tuple[str, ...], tuple[Number | None, ...], tuple[Gap, ...]]"


@frozen
class Outcome:
    """What a position comes to (集計結果).

    A row has what a player had before, the points, the total, the categories, the changes and the
    vector, None where there is none.
    """

    event: Event
    position: Position
    rows: Sequence[Sequence[Any]]
    ranks: Sequence[int]
    tried: Collection[Tried]
    warnings: Sequence[Problem]

    @property
    def first(self) -> list[str]:
        """Who is first."""
        pairs = zip(self.position.names, self.ranks, strict=True)
        return [name for name, rank in pairs if rank == 1]

    @property
    def open(self) -> bool:
        """Whether what would decide who of them wins was not given."""
        return any(missing and among == (*self.first,) for _, among, _, missing in self.tried)


class CompiledEvent:
    """One event of a game, compiled; raises ``NotCompilableError`` when that cannot be."""

    def __init__(self, game: Game, event: str) -> None:
        assert game.scoring is not None
        self._game = game
        self.event = game.scoring.events[event]
        ranks = (rung.value for rung in self.event.ranking if rung.value)
        if not (self.event.categories and self.event.ranking) or any(map(_asks_ruling, ranks)):
            raise NotCompilableError
        self._checks = game.scoring.checks_of(event)
        table = {key: Binding(f"table[{key!r}]", sure=True) for key in game.scoring.table}
        self._code = Code(Bindings(self.event.define, table, event))
        self.source = self._written()
        words = self._code.words
        # See rulesref.model.code for what may stand in the source.
        exec(compile(self.source, f"<scoring {event}>", "exec"), words)  # noqa: S102
        self._run = words["run"]

    def score(self, position: Position) -> Outcome:
        """The numbers of a position; ``SlowPathError`` where a check refuses it."""
        rows, standings, noted = self._run(
            position.names, position.players, position.table, position.rulings
        )
        ranks, tried = ladder(position.names, standings)
        warnings = [*self._warnings(position, noted)] if noted else []
        if tried and self.event.final and omits((position.players, position.table)):
            ranks, tried = self._as_far_as_given(position, rows, warnings)
        return Outcome(
            self.event, position, rows, ranks, tried if self.event.final else (), warnings
        )

    def _as_far_as_given(
        self, position: Position, rows: Sequence[Sequence[Any]], warnings: list[Problem]
    ) -> tuple[list[int], Collection[Tried]]:
        """The places and the rungs tried where a value may be missing; what breaks no tie for want of one is warned of."""
        whole, totals = (
            Scope(position, None, self.event.define),
            [Step("total", row[2]) for row in rows],
        )
        scopes = [whole.for_player(seat) for seat in range(len(rows))]
        ranks, ties, _ = ladder_of(self._game, self.event, scopes, totals)
        warnings += [not_given(tie, position.names, nowhere) for tie in ties if tie.missing]
        place = {id(rung): index for index, rung in enumerate(self.event.ranking)}
        return ranks, [
            (place[id(tie.rung)], tie.among, (*tie.values.values(),), tie.missing) for tie in ties
        ]

    def _warnings(
        self, position: Position, noted: Sequence[tuple[int, int | None]]
    ) -> Sequence[Problem]:
        """What is unusual, in the words of the checks that have noted something of somebody."""
        whole = Scope(position, None, self.event.define)
        return [
            problem
            for number, seat in dict.fromkeys(noted)
            for problem in run_check(self._checks[number], whole, seat, nowhere)
        ]

    # --- writing ---------------------------------------------------------------------------------

    def _written(self) -> str:
        """The source of a function of names, players, table and rulings."""
        code, event = self._code, self.event
        code.write("noted, rows, standings = [], [], []")
        for number, check in enumerate(self._checks):
            self._check(number, check)
        with code.players() as seat, code.seen_by(seat):
            parts = [code.kept(code.value(p.value)) for p in (*event.categories, *event.changes)]
            points = code.kept(" + ".join(f"+{part}" for part in parts[: len(event.categories)]))
            before = f"{code.seat.values}[{event.before!r}]" if event.before else "0"
            total = code.kept(f"({points} + {before})")
            vector = code.value(event.vector) if event.vector else "None"
            row = ", ".join([before, points, total, *parts, vector])
            code.write(f"rows.append(({row}))")
            rungs = event.ranking if event.final else event.ranking[:1]
            standing = [code.number(rung.value) if rung.value else total for rung in rungs]
            code.write(f"standings.append(({', '.join(standing)},))")
        code.write("return rows, standings, noted")
        return f"def run(names, players, table, rulings):\n{code.source}\n"

    def _check(self, number: int, check: Check) -> None:
        """Lines that stop at what cannot be and note what is unusual."""
        code, at = self._code, "None"
        with ExitStack() as inside:
            if check.per_player:
                seat = inside.enter_context(code.players())
                inside.enter_context(code.seen_by(seat))
                at = seat.index
            if isinstance(check.each, Reference):
                inside.enter_context(each(check.each, code, check.as_ or ""))
            inside.enter_context(code.only(check.when))
            stops = check.level == "error"
            code.write("raise Unusual" if stops else f"noted.append(({number}, {at}))")


def ladder(
    names: Sequence[str], standings: Sequence[tuple[Number, ...]]
) -> tuple[list[int], Collection[Tried]]:
    """The places, from 1, and every further rung that was tried for players who were level.

    >>> ladder("ABC", [(5,), (9,), (5,)])
    ([2, 1, 2], [])
    >>> ladder("ABC", [(5, 1), (9, 2), (5, 3)])
    ([3, 1, 2], [(1, ('A', 'C'), (1, 3), ())])
    """
    order = sorted(standings, reverse=True)
    ranks = [order.index(own) + 1 for own in standings]
    if all(above[0] != below[0] for above, below in pairwise(order)):
        return ranks, []
    return ranks, [
        (
            rung,
            tuple(names[seat] for seat in level),
            tuple(standings[seat][rung] for seat in level),
            (),
        )
        for rung, level in level_groups(standings)
    ]


def level_groups(standings: Sequence[Sequence[Number]]) -> Iterator[tuple[int, list[int]]]:
    """Every tie that occurred, best place first: the next rung, which was tried, and who was level.

    >>> list(level_groups([(9, 2), (7, 1), (9, 5)]))
    [(1, [0, 2])]
    """
    order = sorted(range(len(standings)), key=lambda seat: tuple(standings[seat]), reverse=True)
    for rung in range(1, len(standings[0])):
        for _, group in groupby(order, key=lambda seat: standings[seat][:rung]):
            level = sorted(group)
            if len(level) > 1:
                yield rung, level


def _asks_ruling(expression: Operator) -> bool:
    """Whether a disputed rule decides; then a result names it, which the explained way does."""
    return isinstance(expression, RulingOp) or any(map(_asks_ruling, expression.children()))


# --- lines ---------------------------------------------------------------------------------------


class Renderer(Protocol):
    """How results are written, without the line break; it must be possible to pickle it."""

    @property
    def explains(self) -> bool:
        """Whether the working is asked for, which plain programs do not have."""

    def outcome(self, game: Game, outcome: Outcome, line: int) -> str:
        """The result of a plain program, byte for byte as :meth:`score` would write it."""

    def score(self, result: Score, line: int) -> str:
        """A result."""

    def problems(self, problems: Sequence[Problem], line: int) -> str:
        """Why there is none."""

    def written(self, lines: str) -> bytes:
        """Results as they leave, in the encoding of the output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What is asked of all lines: ``file`` is what problems call their text."""

    file: str
    event: str | None
    rulings: Mapping[str, str]
    #: Whether to score in spite of the checks of the game.
    anyway: bool = False
    #: Opens the game again in another process; it must be possible to pickle it.
    reopen: Callable[[], Game]
    renderer: Renderer


class Lines:
    """Scores lines of one game, one for each process; raises what is wrong with the event or the rulings asked for."""

    def __init__(self, batch: Batch, game: Game) -> None:
        self.batch = batch
        self.game = game
        self.renderer = batch.renderer
        #: How many lines the plain program has scored; the others went the explained way.
        self.plain = 0
        self._program = cache(self._compiled)
        events = game.scoring.events if game.scoring else {}
        event = batch.event or next(iter(events), None)
        reading = read_position(game, {}, event=event, rulings=batch.rulings)
        wrong = [p for p in reading.problems if p.code in ("E421", "E424", "E425", "E426")]
        if wrong:
            raise ProblemsFound([Problem(p.code, None, p.values) for p in wrong])

    def scored(self, block: bytes, first: int) -> tuple[bytes, bool]:
        """The results of the lines of a block, and whether all were sound."""
        results: list[str] = []
        sound = True
        for number, raw in enumerate(block.split(b"\n"), first):
            if not raw.strip(b" \t\r"):
                continue
            text, good = self._scored(raw.rstrip(b"\r"), number)
            sound = sound and good
            results.append(text)
        return self.renderer.written("\n".join([*results, ""])), sound

    def _scored(self, raw: bytes, number: int) -> tuple[str, bool]:
        """The result of a line, or its problems; whether it was sound."""
        game, batch = self.game, self.batch
        problems: Sequence[Problem]
        try:
            line = LineDocument(raw, batch.file, number)
            read = read_position(game, line.data, line.at, event=batch.event, rulings=batch.rulings)
            result, problems = None, read.problems
            if read.position is not None:
                assert read.event is not None
                program = self._program(read.event.id)
                # Whatever cannot be worked out plainly, the explained way knows better.
                with suppress(Exception):
                    if program:
                        text = self.renderer.outcome(game, program.score(read.position), number)
                        self.plain += 1
                        return text, True
                result, problems = score(
                    game, read.position, read.event, line.at, anyway=batch.anyway
                )
        except ProblemsFound as found:
            result, problems = None, found.problems
        if result is None:
            return self.renderer.problems(in_order(problems), number), False
        return self.renderer.score(result, number), True

    def _compiled(self, event: str) -> CompiledEvent | None:
        """The program of an event; None where there is none, or the working is wanted too."""
        if self.renderer.explains:
            return None
        try:
            return CompiledEvent(self.game, event)
        except (NotCompilableError, SyntaxError, RecursionError):
            # Data may be nested deeper than Python likes; it is scored step by step all the same.
            return None


# --- a stream of lines ----------------------------------------------------------------------------

#: The results of a block of lines, and whether all were sound.
Results = Generator[tuple[bytes, bool], None, None]


def run(
    batch: Batch, game: Game, source: BinaryIO, write: Callable[[bytes], None], *, jobs: int = 1
) -> bool:
    """Score every line of ``source``; whether all were sound. ``jobs`` is how many processes do it.

    What comes out is the same, in the same order, whatever the number of jobs.
    """
    lines = Lines(batch, game)
    here = (lines.scored(block, first) for first, block in blocks(source))
    results = _in_processes(batch, source, jobs) if jobs > 1 else here
    sound = True
    with closing(results):
        for text, good in results:
            write(text)
            sound = sound and good
    return sound


_worker: list[Lines] = []


def _start(batch: Batch) -> None:
    """Make a process ready; to tell something is for the one that reads and writes."""
    be_quiet()
    _worker[:] = [Lines(batch, batch.reopen())]


def _score_block(block: bytes, first: int) -> tuple[bytes, bool]:
    return _worker[0].scored(block, first)


def _in_processes(batch: Batch, source: BinaryIO, jobs: int) -> Results:
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(batch,))
    waiting: deque[Future[tuple[bytes, bool]]] = deque()
    try:
        for first, block in blocks(source):
            waiting.append(pool.submit(_score_block, block, first))
            # So much is read ahead and no more; memory stays flat.
            while len(waiting) > 2 * jobs or (waiting and waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


#: Bytes read at once.
_BLOCK = 1 << 18
#: A line of which more is dropped has no end.
_MOST_SKIPPED = 1 << 28


def blocks(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Whole lines as they come, and the number of the first; of a line that is too long, the start."""
    read = getattr(source, "read1", source.read)
    number, rest, skipping, skipped = 1, b"", False, 0
    while chunk := read(_BLOCK):
        if skipping:
            end = chunk.find(b"\n")
            if end < 0:
                skipped += len(chunk)
                if skipped > _MOST_SKIPPED:
                    break
                continue
            # What belongs to the long line is dropped.
            chunk = chunk[end:]
            skipping = False
        chunk = rest + chunk
        end = chunk.rfind(b"\n") + 1
        if end:
            yield number, chunk[:end]
            number += chunk.count(b"\n", 0, end)
        rest = chunk[end:]
        if len(rest) > MAX_BYTES:
            rest, skipping = rest[: MAX_BYTES + 1], True
    if rest:
        yield number, rest
