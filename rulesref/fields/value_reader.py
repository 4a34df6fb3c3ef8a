"""What is wrong in a document, gathered while its values are read."""

from __future__ import annotations

from collections.abc import Callable

from rulesref.base.diagnostics import KeyPath, Place, Problem
from rulesref.base.text import Text

#: Where a value (or, with True, its key) stands; None when nowhere.
At = Callable[[KeyPath, bool], Place | None]


def nowhere(path: KeyPath, key: bool) -> Place | None:  # noqa: ARG001, FBT001 - an At
    """For documents without text."""
    return None


class Reader:
    """Collects problems while values are read; one for each document.

    ``event`` is the scoring whose fields are read, ``players`` the names at the table; both may
    become known on the way.
    """

    def __init__(self, at: At = nowhere, event: str = "", players: tuple[str, ...] = ()) -> None:
        self.at = at
        self.event = event
        self.players = players
        self.problems: list[Problem] = []
        #: What people call the players and the entries of lists, by their paths.
        self.called: dict[KeyPath, str | Text] = {}

    def problem(self, code: str, path: KeyPath, *, at_key: bool = False, **values: object) -> None:
        """Note a problem at a path, with whose value it is."""
        where = [self.called[path[:i]] for i in range(len(path) + 1) if path[:i] in self.called]
        context: dict[str, object] = {"path": ".".join(map(str, path))}
        if where:
            context["where"] = tuple(where)
        self.problems.append(Problem(code, self.at(path, at_key), {**context, **values}))
