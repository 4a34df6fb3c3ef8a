"""``rulesref score --batch``: one position a line in, one result a line out."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.disk import opened
from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.cli.outlet import write_bytes
from rulesref.compiling.opening import LazyCompiler
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.reading.source import unreadable
from rulesref.scoring.batches import Batch, run
from rulesref.show.batch_lines import JsonLines, TextLines


def score_lines(
    session: Session, game: Game, files: Sequence[Path], event: str | None,
    rulings: Mapping[str, str], *, explain: bool, anyway: bool, jobs: int,
) -> None:  # fmt: skip
    """Score the lines of a file or of standard input; ends with 1 when one of them was bad."""
    if len(files) > 1:
        raise session.misuse(N_("With --batch, name one file or none."))
    name = str(files[0]) if files else "-"
    batch = Batch(
        file=name,
        event=event,
        rulings=rulings,
        anyway=anyway,
        reopen=partial(_reopen, session.data, game.id),
        renderer=JsonLines(session.lang, explains=explain)
        if session.format.document
        else TextLines(session.lang, sys.stdout.encoding),
    )
    cores = os.cpu_count() or 1
    if jobs > cores:
        told = N_(
            "--jobs {jobs} is more than this machine's number of cores ({cores}); that many processes are used."
        )
        session.note(told, jobs=jobs, cores=cores)
        jobs = cores
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else opened(name) as source:
            # The same bytes on every system, whatever the terminal's line ends.
            sound = run(batch, game, source, write_bytes, jobs=jobs)
    except OSError as error:
        raise ProblemsFound([unreadable(name, error)]) from None
    if not sound:
        session.fail()


def _reopen(folders: tuple[str, ...], game: str) -> Game:
    return Library(folders, LazyCompiler()).game(game)
