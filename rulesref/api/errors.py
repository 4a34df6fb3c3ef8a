"""What is wrong, as an exception that can be shown in either language, sent to another process and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from rulesref.base.diagnostics import Place, Problem, ProblemsFound, in_order
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS, Lang
from rulesref.show.data import fields
from rulesref.show.problems import told as told_text

__all__ = ["Place", "Problem", "ProblemsError", "one_of", "spoken", "tells_problems", "told"]

Cls = TypeVar("Cls")
Word = TypeVar("Word", bound=str)


class ProblemsError(ValueError):
    """What was asked cannot be done because of these problems (問題).

    ``problems`` are sorted by place; each has a ``code`` that never changes its meaning, a ``place``
    (file, line and column from 1) where it stands in a text, and ``values``. ``not_done`` are the
    lines that were typed in one behind the line of a play that was refused; those before it are done.
    """

    def __init__(
        self, problems: Sequence[Problem], texts: Mapping[str, str] | None = None,
        not_done: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.problems = in_order(problems)
        self.not_done = tuple(not_done)
        self._texts = dict(texts or {})
        # What it is made of again in another process.
        super().__init__(self.problems, self._texts, self.not_done)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def text(self, lang: Lang = "en") -> str:
        """The problems as the commands print them: file and line, sentence, excerpt with a caret, what to do."""
        return told_text(self.problems, self._texts, spoken(lang))

    def data(self, lang: Lang = "en") -> list[dict[str, Any]]:
        """Each problem as JSON: ``code``, ``file``, ``line``, ``column``, ``message``, ``values``, ``hint``."""
        return [fields(problem, spoken(lang)) for problem in self.problems]


@contextmanager
def told() -> Iterator[None]:
    """What is wrong inside leaves as :class:`ProblemsError`."""
    try:
        yield
    except ProblemsFound as stop:
        raise ProblemsError(stop.problems, stop.texts) from None


def tells_problems(cls: type[Cls]) -> type[Cls]:
    """The class; its public methods raise what is wrong inside of them as :class:`ProblemsError`."""
    for name, method in vars(cls).items():
        if callable(method) and (name == "__init__" or not name.startswith("_")):
            setattr(cls, name, _telling(method))
    return cls


def _telling(method: Any) -> Any:
    @wraps(method)
    def called(*args: Any, **kwargs: Any) -> Any:
        with told():
            return method(*args, **kwargs)

    return called


def spoken(lang: Lang) -> Lang:
    """A language that there is."""
    return one_of(lang, LANGS)


def one_of(word: Word, allowed: Sequence[Word]) -> Word:
    """A word that is allowed; raises when it is another."""
    if word not in allowed:
        near = did_you_mean(str(word), allowed)
        values = {"typed": word, "allowed": list(allowed), "near": near}
        raise ProblemsError([Problem("E204", None, values)])
    return word
