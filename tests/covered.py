"""Branch coverage of the program: ``PYTEST_PLUGINS=tests.covered python -m pytest …``.

What of the program is imported from here on tells once that a line or a branch is taken, and is then left alone: a tracer
would double the time. Each process of a run measures its own tests; the first one puts together what they saw, shows
what nothing took, and fails the run where that is too much.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage, print_coverage

#: Percent of lines and branches that the tests take.
FLOOR = 96
_ROOT = Path("rulesref")
#: What no test can take, or need not.
_LEFT_OUT = [
    "if TYPE_CHECKING:",
    "if __name__ == .__main__.:",
    "assert_never",
    r"def .*: \.\.\.",
]
_SEEN = pytest.StashKey[dict[str, Any]]()

_measure = Slipcover(branch=True, exclude_lines=_LEFT_OUT)
ImportManager(_measure, FileMatcher(sources=[_ROOT])).__enter__()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What another process saw is added."""
    told = getattr(node, "workeroutput", {}).get("covered")  # nothing, where the process died
    if told:
        seen, stash = json.loads(told), node.config.stash
        stash[_SEEN] = merge_coverage(stash[_SEEN], seen) if _SEEN in stash else seen


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process among several tells what it saw; the first one judges what all of them did."""
    seen, config = _measure.get_coverage(), session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["covered"] = json.dumps(seen)
        return
    config.stash[_SEEN] = merge_coverage(seen, config.stash.get(_SEEN, seen))
    if (_percent(config) < FLOOR or _unread(config)) and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The lines and branches that no test took, file by file."""
    config, table = terminalreporter.config, io.StringIO()
    print_coverage(config.stash[_SEEN], outfile=table, skip_covered=True, missing_width=80)
    terminalreporter.write(table.getvalue())
    for path in _unread(config):
        terminalreporter.write_line(f"{path}: no test imports it")
    reached = "reached" if _percent(config) >= FLOOR else "NOT reached"
    terminalreporter.write_line(f"coverage: {_percent(config):.2f} %, {FLOOR} % {reached}")


def _unread(config: pytest.Config) -> list[str]:
    """Modules that no test imports: what they hold is not among what is measured."""
    modules = {path.as_posix() for path in _ROOT.rglob("*.py") if path.name != "__main__.py"}
    return sorted(modules - set(config.stash[_SEEN]["files"]))


def _percent(config: pytest.Config) -> float:
    """The share of lines and branches that was taken."""
    return float(config.stash[_SEEN]["summary"]["percent_covered"])
