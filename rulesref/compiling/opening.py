"""Opens the games: what has changed in a folder is compiled first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.library.library import ListedGame

if TYPE_CHECKING:
    import sqlite3


@frozen
class LazyCompiler:
    """Imports what compiles only where something is to be compiled: an answer waits for none of it.

    ``waiting`` is called before data is compiled, which takes a while.
    """

    waiting: Callable[[], None] = lambda: None

    def renewed(
        self, folder: str, target: str, old: sqlite3.Connection | None, *, indexed: bool
    ) -> sqlite3.Connection:
        """The snapshot after a look at the content of every file."""
        from pathlib import Path

        from rulesref.compiling.writing import is_fresh, write_snapshot
        from rulesref.library.snapshot import is_indexed

        if old is not None and is_fresh(old, Path(folder)) and (is_indexed(old) or not indexed):
            return old
        self.waiting()
        file = Path(target)
        kept = file.with_suffix(".tokens").name
        return write_snapshot([Path(folder)], file, indexed=indexed, kept=kept)

    def wrong_with(self, game: ListedGame) -> ProblemsFound:
        """What is wrong with a game."""
        from pathlib import Path

        from rulesref.compiling.build import build

        built = build(Path(game.folder), game.key)
        return ProblemsFound(built.problems, built.texts)
