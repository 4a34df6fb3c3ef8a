"""The Python interface: everything else in ``rulesref`` may change with any version.

``docs/api.md`` describes it with examples that run, and what its version numbers promise. Nothing here
prints, and what cannot be done raises one exception, :class:`ProblemsError`.
"""

from rulesref.api.article import Article
from rulesref.api.checking import CheckResult, check
from rulesref.api.errors import Place, Problem, ProblemsError
from rulesref.api.open_form import OpenForm
from rulesref.api.open_play import LineResult, OpenPlay
from rulesref.api.outcomes import AskResult, CalcResult, CompareResult, ScoreResult
from rulesref.api.rulebook import Games, Rulebook, home_folder

__all__ = [
    "Article", "AskResult", "CalcResult", "CheckResult", "CompareResult", "Games", "LineResult", "OpenForm", "OpenPlay",
    "Place", "Problem", "ProblemsError", "Rulebook", "ScoreResult", "check", "home_folder",
]  # fmt: skip
