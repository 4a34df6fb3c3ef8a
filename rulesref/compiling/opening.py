"""Opens the games: what has changed in a folder is compiled first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.library.library import GameRef


@frozen
class LazyCompiler:
    """Imports what compiles only where something is to be compiled: an answer waits for none of it.

    ``waiting`` is called before data is compiled, which takes a while.
    """

    waiting: Callable[[], None] = lambda: None

    def is_fresh(self, snapshot: sqlite3.Connection, folder: str) -> bool:
        from pathlib import Path

        from rulesref.compiling.writing import is_fresh

        return is_fresh(snapshot, Path(folder))

    def compiled(self, folder: str, target: str, *, indexed: bool) -> sqlite3.Connection:
        from pathlib import Path

        from rulesref.compiling.writing import write_snapshot

        self.waiting()
        kept = f"{Path(target).stem}.tokens"
        return write_snapshot([Path(folder)], Path(target), indexed=indexed, kept=kept)

    def wrong_with(self, game: GameRef) -> ProblemsFound:
        from pathlib import Path

        from rulesref.compiling.build import build

        built = build(Path(game.folder), game.key)
        return ProblemsFound(built.problems, built.texts)
