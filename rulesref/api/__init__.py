"""The Python interface: everything else in ``rulesref`` may change with any version.

``docs/api.md`` describes it with examples that run, and what its version numbers promise. Nothing here
prints; what cannot be done raises one exception, :class:`ProblemsError`; what is heavy is imported
where it is needed.
"""

from rulesref.api.errors import Place, Problem, ProblemsError
from rulesref.api.open_form import OpenForm
from rulesref.api.open_play import LineResult, OpenPlay
from rulesref.api.outcomes import AskResult, CalcResult, ScoreResult
from rulesref.api.rulebook import Games, Rulebook, home_folder

__all__ = [
    "AskResult", "CalcResult", "Games", "LineResult", "OpenForm", "OpenPlay", "Place", "Problem", "ProblemsError", "Rulebook",
    "ScoreResult", "home_folder",
]  # fmt: skip
