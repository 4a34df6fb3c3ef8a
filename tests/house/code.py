"""The package as source code: its modules, what each imports, its functions and its classes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rulesref"


def modules(package: Path = PACKAGE) -> list[Path]:
    """The modules of a package, without what a build puts beside them."""
    return sorted(path for path in package.rglob("*.py") if "_shipped" not in path.parts)


def name_of(path: Path, package: Path = PACKAGE) -> str:
    """The file of a module as seen from the package: ``base/text.py``."""
    return path.relative_to(package).as_posix()


def module_name(path: Path, package: Path = PACKAGE) -> str:
    """The name by which a module is imported; a folder's is that of its ``__init__``."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The full names of everything a module imports, wherever in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def import_graph(package: Path = PACKAGE) -> dict[str, set[str]]:
    """For each module of the package, the others it imports, for types alone as well."""
    names = {module_name(path, package): path for path in modules(package)}
    return {
        name: {other for other in imports(path) if other in names} - {name}
        for name, path in names.items()
    }


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of modules that import each other, directly or round about.

    >>> circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": []})
    [['b', 'c']]
    """
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        todo = list(graph[start])
        while todo:
            if (name := todo.pop()) not in seen:
                seen.add(name)
                todo.extend(graph[name])
        reach[start] = seen
    groups = {
        frozenset(other for other in reach[name] if name in reach[other])
        for name in graph
        if name in reach[name]
    }
    return sorted(sorted(group) for group in groups)


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method: where it stands, its length in lines and its cyclomatic complexity."""

    path: Path
    name: str
    lines: int
    complexity: int


#: What adds a way through a function, as ruff's C901 counts.
_WAYS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)
#: What adds one within a line; McCabe's measure leaves it out, the measure by conditions has it.
_CONDITIONS = (ast.IfExp, ast.Assert, ast.comprehension)


def functions(path: Path) -> Iterator[Function]:
    """The functions of a module, inner ones each for itself."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            length = node.end_lineno - node.lineno + 1
            yield Function(path, node.name, length, 1 + sum(map(_ways, _within(node))))


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a function, without the functions inside it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _within(child)


def _ways(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, (*_WAYS, *_CONDITIONS)))


def public_classes(package: Path = PACKAGE) -> dict[str, list[str]]:
    """The public classes and aliases of types at the top of modules, each with where it stands."""
    places: dict[str, list[str]] = {}
    for path in modules(package):
        for name in _types(tree(path)):
            if not name.startswith("_"):
                places.setdefault(name, []).append(name_of(path, package))
    return places


def _types(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and _is_alias(node):
            assert isinstance(node.target, ast.Name)
            yield node.target.id
        elif (
            isinstance(node, ast.Assign)
            and isinstance(target := node.targets[0], ast.Name)
            and target.id[:1].isupper()
            and not target.id.isupper()
        ):
            yield target.id


def _is_alias(node: ast.AnnAssign) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"


def module_names(package: Path = PACKAGE) -> dict[str, list[str]]:
    """The bare names of modules, each with where it stands."""
    places: dict[str, list[str]] = {}
    for path in modules(package):
        if not path.stem.startswith("__"):
            places.setdefault(path.stem, []).append(name_of(path, package))
    return places
