"""Which comparisons and numbers of the code could be wrong without any test noticing.

    python -m tests.mutation_of_code rulesref/FOLDER [COUNT] [SEED]

In a copy of the project so many comparisons, junctions, negations and numbers of a folder, taken at random, are changed, each on
its own; the tests of the module are run against each change, then those of its folder, its laws, and the plays and cases of the
games, up to the first that fails. The changes that nothing notices are printed, and the share that something does.
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
from pathlib import Path
from random import Random

from tests.helpers import ROOT

#: What a comparison becomes.
_OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
#: Not copied.
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info"
)
#: What is tried last, quick ones first.
_AT_LAST = (
    "tests/test_operators.py", "tests/test_kinds.py", "tests/properties", "tests/games/test_checks.py",
    "tests/games/test_calculators.py", "tests/games/test_cases.py", "tests/games/test_plays.py", "tests/games/test_said.py",
)  # fmt: skip


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


def noticed(root: Path, module: Path) -> bool:
    """Whether a test notices that a module of a copy of the project is not as it should be."""
    folder = Path("tests/unit") / module.parent.relative_to("rulesref")
    tests = (folder / f"test_{module.stem}.py", folder, *_AT_LAST)
    return _tried(root, *map(str, tests)) != 0


def _tried(root: Path, *words: str) -> int | None:
    """How the tests end, in their order; None when they do not."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", *words]
    few = {**os.environ, "RULESREF_EXAMPLES": "0.2"}
    try:
        return subprocess.run(
            command, cwd=root, env=few, capture_output=True, timeout=900, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return None


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
    every = [(file, place) for file, tree in trees.items() for place in places(tree)]
    if wanted.count < 1 or not every:
        parser.error("a folder of modules, and how many places to change")
    taken = Random(wanted.seed).sample(every, min(wanted.count, len(every)))
    seen = 0
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "copy"
        shutil.copytree(ROOT, root, ignore=_LEFT_OUT)
        # Several processes have the games compiled before, and keep them; so they are found by the others.
        _tried(root, "-n", "1", "tests/unit/base/test_numbers.py")
        for file, place in taken:
            other, before, after = altered(trees[file], place)
            kept = (root / file).read_bytes()
            (root / file).write_text(ast.unparse(other), "utf-8")
            found = noticed(root, file)
            (root / file).write_bytes(kept)
            seen += found
            if not found:
                line = list(ast.walk(trees[file]))[place]
                sys.stdout.write(f"{file}:{getattr(line, 'lineno', 0)}: {before} -> {after}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{seen} of {len(taken)} changes noticed\n")
    return 0


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, from the root of the project."""
    return sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
