"""Many positions, one (JSON) a line: scored in order, with memory that does not grow.

A bad line gives its problems in its place, and the rest goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, BinaryIO, Protocol

from rulesref.base.diagnostics import Problem, ProblemsFound, in_order
from rulesref.base.helping import be_quiet
from rulesref.model.code import NotCompilableError
from rulesref.model.game import Game
from rulesref.reading.document import LineDocument
from rulesref.reading.positions import read_position
from rulesref.reading.source import MAX_BYTES
from rulesref.scoring.batch.program import CompiledEvent, Outcome
from rulesref.scoring.score import Score, score

if TYPE_CHECKING:
    from concurrent.futures import Future


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
