"""Problems as values: a code, a place and named values. Sentences are made by the show layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulesref.base.frozen import frozen

#: A key or index for each level from the top of a document.
KeyPath = tuple[str | int, ...]


@frozen
class Place:
    """Where in a file: line and column from 1, counted in characters, and how many characters."""

    file: str
    line: int = 1
    column: int = 1
    length: int = 1


_NOTHING: Mapping[str, object] = {}


@frozen
class Problem:
    """Something wrong in a file or an input (問題).

    ``code``: E1xx text, E2xx shape, E3xx references, E4xx positions, E5xx plays, W6xx wording.
    Codes beginning with W are warnings. ``values`` fill the sentence for the code.
    """

    code: str
    place: Place | None = None
    values: Mapping[str, object] = _NOTHING

    @property
    def warning(self) -> bool:
        """True for what is unusual but possible."""
        return self.code.startswith("W")


def wrong(code: str, *typed: object, **values: object) -> Problem:
    """A problem without a place; ``typed`` is what somebody wrote, but not in a file."""
    return Problem(code, None, {**dict(zip(("typed",), typed, strict=False)), **values})


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Those problems that are more than warnings."""
    return [problem for problem in problems if not problem.warning]


def no_such(name: object, known: Iterable[object]) -> Mapping[str, object]:
    """The values of the problem that nothing is called ``name``."""
    return {"typed": name, "known": [*known]}


#: So many problems of a document are told: whoever mends them asks again.
MOST = 100


class ProblemsFound(Exception):  # noqa: N818 - a fact, not a fault
    """The request cannot be met because of these problems."""

    def __init__(self, problems: Sequence[Problem], texts: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = in_order(problems)
        #: Text of each file named by a place, for the excerpts.
        self.texts = texts or {}


def in_order(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Sorted by file, line and column; those without a place come first."""
    return tuple(sorted(problems, key=_order))


_NOWHERE = Place("", 0, 0)


def _order(problem: Problem) -> tuple[str, int, int, str]:
    place = problem.place or _NOWHERE
    return (place.file, place.line, place.column, problem.code)
