"""Many positions, one a line: scored in order, with memory that does not grow.

A bad line gives its problems in its place, and the rest goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO

from rulesref.model.game import Game
from rulesref.reading.source import MAX_BYTES
from rulesref.scoring.batch.line_scoring import Batch, Lines, check_asked

if TYPE_CHECKING:
    from concurrent.futures import Future

#: The results of a block of lines, and whether all were sound.
Results = Generator[tuple[bytes, bool], None, None]


def run(
    batch: Batch, game: Game, source: BinaryIO, write: Callable[[bytes], None], *, jobs: int = 1
) -> bool:
    """Score every line of ``source``; whether all were sound. ``jobs`` is how many processes do it.

    What comes out is the same, in the same order, whatever the number of jobs.
    """
    check_asked(game, batch)
    lines = Lines(batch, game)
    here = (lines.scored(block, first) for first, block in blocks(source))
    results = _in_processes(batch, source, jobs) if jobs > 1 else here
    sound = True
    with closing(results):
        for text, good in results:
            write(text)
            sound = sound and good
    return sound


# --- several processes ---------------------------------------------------------------------------

_worker: list[Lines] = []


def _start(batch: Batch) -> None:
    """Make a process ready; to tell something is for the one that reads and writes."""
    from rulesref.base.helping import be_quiet

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


# --- lines ---------------------------------------------------------------------------------------

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
