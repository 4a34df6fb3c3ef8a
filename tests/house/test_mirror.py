"""tests/unit mirrors rulesref/: each module has its tests, and each test file its module."""

from __future__ import annotations

from tests.house.code import PACKAGE, ROOT, modules, name_of

UNIT = ROOT / "tests" / "unit"
#: Modules without logic of their own, and why none needs tests of its own.
DECLARATIONS = {
    "show/blocks.py": "frozen values without a method",
    "model/position.py": "one frozen value without a method",
    "search/weights.py": "numbers alone",
}
#: Modules that have no test file yet. The list only becomes shorter: an entry with its file fails.
STILL_MISSING: tuple[str, ...] = (
    "cli/answering.py",
    "cli/ask.py",
    "cli/batch.py",
    "cli/calc.py",
    "cli/check.py",
    "cli/demo.py",
    "cli/dialogue.py",
    "cli/disputes.py",
    "cli/games.py",
    "cli/help.py",
    "cli/new_game.py",
    "cli/play/beginning.py",
    "cli/play/doing.py",
    "cli/play/files.py",
    "cli/play/keeping.py",
    "cli/play/looking.py",
    "cli/play/loop.py",
    "cli/play/meta.py",
    "cli/play/screen.py",
    "cli/play/seat.py",
    "cli/rules.py",
    "cli/schema.py",
    "cli/score.py",
    "cli/show.py",
    "cli/table.py",
    "cli/term.py",
)


def wanted() -> set[str]:
    """The modules that need tests: all but folders, the start and mere declarations."""
    return {name for path in modules() if not (name := name_of(path)).endswith("__.py")} - set(
        DECLARATIONS
    )


def covered() -> set[str]:
    """The modules that the test files are named after."""
    return {
        (path.relative_to(UNIT).parent / path.name.removeprefix("test_")).as_posix()
        for path in UNIT.rglob("test_*.py")
    }


def test_every_module_has_tests_of_its_own() -> None:
    assert sorted(wanted() - covered()) == sorted(STILL_MISSING)


def test_every_test_file_has_its_module() -> None:
    assert sorted(covered() - wanted()) == []


def test_every_exception_is_a_module() -> None:
    assert all((PACKAGE / name).is_file() for name in DECLARATIONS)
