"""Which comparisons and numbers of the code could be wrong without any test noticing.

    python -m tests.mutation_of_code rulesref/FOLDER [COUNT] [SEED]

In a copy of the project so many comparisons, junctions, negations and numbers of a folder, taken at random, are changed, each on
its own; the tests and the examples of the module are run against each change, then those of its folder, then the cases of the games, the laws
and the known plays, up to the first that fails. The changes that nothing notices are printed, and the share that something
does. Those after which the program does the same are listed with a reason in `tests/no_other.yaml`, and never taken.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from random import Random

from tests.helpers import ROOT, document

#: What a comparison becomes.
_OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
#: Not copied.
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info"
)
#: What is tried last, quick ones first; what is slow is tried by the marker.
_AT_LAST = (
    "tests/test_operators.py", "tests/test_kinds.py", "tests/games/test_checks.py", "tests/games/test_calculators.py",
    "tests/games/test_cases.py", "tests/games/test_said.py", "tests/properties",
)  # fmt: skip
_PLAYS = ("-m", "slow", "tests/games/test_plays.py")
#: Changes that change nothing but speed: of each module the line, what may become of it, and why.
NO_OTHER = Path(__file__).with_name("no_other.yaml")


def places(tree: ast.Module) -> Iterator[int]:
    """The nodes that can be changed, by their number in a walk; not those that serve type checkers alone."""
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, (ast.Compare, ast.BoolOp)) or _number(node) or _negation(node):
            yield number


def _number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _negation(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def altered(tree: ast.Module, place: int) -> tuple[ast.Module, str, str]:
    """A copy with one node changed, and how that node reads before and after."""
    other = copy.deepcopy(tree)
    node = list(ast.walk(other))[place]
    before = ast.unparse(node)
    match node:
        case ast.Compare():
            node.ops[0] = _OTHERWISE[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.Constant():
            node.value = int(str(node.value)) + 1
        case ast.UnaryOp():
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    return other, before, ast.unparse(node)


def line_of(tree: ast.Module, place: int) -> int:
    """The line in which a node stands."""
    return int(getattr(list(ast.walk(tree))[place], "lineno", 0))


def telling(file: Path, tree: ast.Module) -> list[int]:
    """The nodes of a module that can be changed, but for the changes that are known to change nothing."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    known = {
        (entry["line"], change)
        for entry in document(NO_OTHER).get(file.as_posix(), [])
        for change in entry["changes"]
    }
    found, seen = [], set()
    for place in places(tree):
        line = lines[line_of(tree, place) - 1].strip()
        if any(line == other for other, _ in known):
            _, before, after = altered(tree, place)
            if (key := (line, f"{before} -> {after}")) in known:
                seen.add(key)
                continue
        found.append(place)
    assert seen == known, f"{file} has no longer {known - seen}"
    return found


def noticed(root: Path, module: Path) -> bool:
    """Whether a test notices that a module of a copy of the project is not as it should be."""
    inside = module.relative_to("rulesref")
    own = Path("tests/unit", inside.parent, f"test_{module.stem}.py")
    folder = Path("tests/unit", inside.parts[0])
    # Examples in docstrings are tests of the module as well.
    first = (str(own), str(module)) if (root / own).is_file() else (str(folder),)
    tried = [("-m", "", *first), (str(folder),), _AT_LAST] + [_PLAYS] * (
        inside.parts[0] in {"play", "fields", "lang"}
    )
    return any(_fails(root, *words) for words in tried)


def _fails(root: Path, *words: str) -> bool:
    """Whether one of these tests fails, or they do not end; each file is collected only when its turn comes."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-m",
        "not slow",
        "--hypothesis-seed=0",
        *words,
    ]
    few = {**os.environ, "RULESREF_EXAMPLES": "0.2"}
    try:
        ended = subprocess.run(
            command, cwd=root, env=few, capture_output=True, timeout=300, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return True
    return ended != 0


def main() -> int:
    """Change the code place by place, and say which changes nobody notices."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("seed", nargs="?", default="0")
    wanted = parser.parse_args()
    folder = wanted.folder.resolve().relative_to(ROOT)
    trees = {file: ast.parse((ROOT / file).read_text("utf-8")) for file in modules(folder)}
    every = [(file, place) for file, tree in trees.items() for place in telling(file, tree)]
    if wanted.count < 1 or not every:
        parser.error("a folder of modules, and how many places to change")
    taken = Random(wanted.seed).sample(every, min(wanted.count, len(every)))
    seen = 0
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "copy"
        shutil.copytree(ROOT, root, ignore=_LEFT_OUT)
        # Several processes have the games compiled before, and keep them; so they are found by the others.
        assert not _fails(root, "-n", "1", "tests/unit/base/test_numbers.py")
        for file, place in taken:
            other, before, after = altered(trees[file], place)
            kept = (root / file).read_bytes()
            (root / file).write_text(ast.unparse(other), "utf-8")
            found = noticed(root, file)
            (root / file).write_bytes(kept)
            # Two changes in one second, of one length, have the same bytecode for Python.
            Path(cache_from_source(root / file)).unlink(missing_ok=True)
            seen += found
            if not found:
                line = line_of(trees[file], place)
                sys.stdout.write(f"{file}:{line}: {before} -> {after}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{seen} of {len(taken)} changes noticed\n")
    return 0


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, from the root of the project."""
    return sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
