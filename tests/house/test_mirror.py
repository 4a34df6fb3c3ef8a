"""tests/unit mirrors rulesref/: each module has its tests, and each test file its module."""

from __future__ import annotations

from tests.house.code import PACKAGE, ROOT, modules, name_of

UNIT = ROOT / "tests" / "unit"
#: Modules without logic of their own, and why none needs tests of its own.
DECLARATIONS = {
    "show/problem_sentences.py": "sentences alone",
    "search/weights.py": "numbers alone",
}


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
    assert sorted(wanted() - covered()) == []


def test_every_test_file_has_its_module() -> None:
    assert sorted(covered() - wanted()) == []


def test_every_exception_is_a_module() -> None:
    assert all((PACKAGE / name).is_file() for name in DECLARATIONS)
