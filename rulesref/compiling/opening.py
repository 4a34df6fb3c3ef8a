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

    def renewed(self, root: str, target: str, old: sqlite3.Connection | None) -> sqlite3.Connection:
        """The snapshot after a look at the content of every file."""
        from pathlib import Path

        from rulesref.compiling.writing import folders_of, is_fresh, write_snapshot
        from rulesref.library.library import digest_of

        folders = folders_of(Path(root))
        if old is not None and is_fresh(old, [(folder, digest_of(folder)) for folder in folders]):
            return old
        if folders:
            self.waiting()
        return write_snapshot(folders, Path(target), old)

    def wrong_with(self, game: ListedGame) -> ProblemsFound:
        """What is wrong with a game."""
        from pathlib import Path

        from rulesref.compiling.build import build

        built = build(Path(game.folder), game.key)
        return ProblemsFound(built.problems, built.texts)
