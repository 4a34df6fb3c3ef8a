"""The picture of the layers is that of the code, and the measures see what they should."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.helpers import ROOT, document
from tests.house.__main__ import measures
from tests.house.code import circles, functions, import_graph, imports, module_names, public_classes
from tests.house.picture import PICTURE, arrows, climbing, downwards, picture
from tests.mutation_of_code import NO_OTHER, telling

ONE = '''
"""A module."""
from a.low.two import Two
Alias: TypeAlias = "int"
class One:
    def choose(self, of):
        if of and self:
            return [each for each in of if each]
        match of:
            case 1:
                pass
        return None
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package ``a`` of two folders, whose lower one once imports the higher."""
    for name, text in {
        "high/one.py": ONE,
        "high/same.py": "from a.low import two\n",
        "low/two.py": "class Two: ...\nclass _Own: ...\n",
        "low/same.py": "if True:\n    from a.high.one import One\nclass One: ...\n",
    }.items():
        path = tmp_path / "a" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "a"


@pytest.mark.slow
def test_the_picture_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "make picture"


def test_imports_are_seen_wherever_they_stand(package: Path) -> None:
    assert list(imports(package / "low" / "same.py")) == ["a.high.one", "a.high.one.One"]


def test_an_arrow_that_climbs_is_seen(package: Path) -> None:
    graph = import_graph(package)
    assert arrows(graph) == {("high", "low"): 2, ("low", "high"): 1}
    assert downwards(arrows(graph)) == ["high", "low"]
    assert climbing(graph) == [("a.low.same", "a.high.one")]


def test_a_circle_is_seen() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"d"}}
    assert circles(graph) == [["a", "b", "c"]]


def test_functions_are_measured(package: Path) -> None:
    (choose,) = functions(package / "high" / "one.py")
    # One way, and: if, and, comprehension, its condition, case.
    assert (choose.name, choose.lines, choose.complexity) == ("choose", 7, 6)


def test_names_that_stand_twice_are_seen(package: Path) -> None:
    assert module_names(package)["same"] == ["high/same.py", "low/same.py"]
    assert public_classes(package) == {
        "Alias": ["high/one.py"],
        "One": ["high/one.py", "low/same.py"],
        "Two": ["low/two.py"],
    }


def test_a_package_is_measured(package: Path) -> None:
    figures = measures(package)
    assert figures["lines / files"] == "18 / 4"
    assert figures["function: median / p90 / max"] == "7 / 7 / 7"
    assert figures["names of modules that stand twice"] == "1"
    assert figures["public classes that stand twice"] == "1"


@pytest.mark.parametrize("module", document(NO_OTHER))
def test_changes_that_change_nothing_are_those_of_lines_there_are(module: str) -> None:
    assert telling(Path(module), ast.parse((ROOT / module).read_text("utf-8")))
