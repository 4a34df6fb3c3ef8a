"""Which places of the code could be wrong without any test noticing.

    python -m tests.mutation_of_code rulesref/FOLDER [COUNT] [SEED] [--quick]

So many changes of a folder's code, taken at random, are made, each on its own: comparisons, junctions, conditions, arithmetic,
numbers, words, slices, what is assigned, called, given and returned. The tests and the examples of the module are run against each,
then those of its folder, then the cases of the games, the laws and the known plays, up to the first that fails. The changes
that nothing notices are printed; and at the end, or when it is interrupted, the share that something does. Those after which
the program does the same are listed with a reason in `tests/no_other.yaml`, and never taken.

Each test run is a fork of this process, which has imported what tests need but nothing of the program; the program is imported
from a copy, so the sources may be edited meanwhile. The games are those that the unchanged code compiled.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType
from typing import NamedTuple, TextIO

import hypothesis
import hypothesis.strategies
import jsonschema  # noqa: F401  # imported once for all forks, as are those around it
import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
#: Changes that change nothing but speed: of each module the line, what may become of it, and why.
NO_OTHER = Path(__file__).with_name("no_other.yaml")
#: What a comparison becomes.
_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}  # fmt: skip
#: What a sum becomes.
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitXor: ast.BitAnd,
}  # fmt: skip
#: Parts of a node that only readers and type checkers look at.
_SAID = {"annotation", "returns", "type_params"}
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis", "*.egg-info"
)
#: What is tried last, quick ones first; what is slow is tried by the marker.
_AT_LAST = (
    "tests/test_operators.py", "tests/test_kinds.py", "tests/unit/reading/test_schemas.py", "tests/games/test_checks.py", "tests/games/test_calculators.py",
    "tests/games/test_cases.py", "tests/games/test_said.py", "tests/properties",
)  # fmt: skip
_PLAYS = ("-m", "slow", "tests/games/test_plays.py", "tests/games/test_standard_plays.py")
#: Without rewritten asserts: a module whose examples are asked for would be read from its file for them.
_OPTIONS = (
    "-x", "-n", "0", "-p", "no:cacheprovider", "--assert=plain", "--hypothesis-seed=0", "-m", "not slow",
)  # fmt: skip
#: Seconds of work after which tests are said not to end.
_ENDLESS = 90


class Change(NamedTuple):
    """One place of a module that is otherwise: the node by its number in a walk, and what stands there instead."""

    kind: str
    place: int
    other: ast.AST
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.before} -> {self.after}"


def changes_of(tree: ast.Module) -> Iterator[Change]:
    """All changes of a module, but for what serves readers and type checkers alone."""
    told = set(_told(tree))
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in told:
            continue
        for kind, other in _others(node):
            before, after = ast.unparse(node), ast.unparse(other)
            yield Change(kind, place, other, getattr(node, "lineno", 0), before, after)


def _told(tree: ast.Module) -> Iterator[int]:
    """The nodes that do nothing when the program runs, or nothing but stop it."""
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if name in _SAID:
                for said in value if isinstance(value, list) else filter(None, [value]):
                    yield from map(id, ast.walk(said))
        match node:
            case ast.Expr(ast.Constant()) | ast.Assert() | ast.JoinedStr() | ast.match_case():
                rest = node.pattern if isinstance(node, ast.match_case) else node
                yield from map(id, ast.walk(rest))
            case ast.If(ast.Name("TYPE_CHECKING")):
                yield from map(id, ast.walk(node))
            case ast.Assign(
                value=ast.Call(ast.Name("TypeVar"))
                | ast.Subscript(ast.Name("Literal" | "Mapping" | "Callable" | "tuple" | "dict"))
            ) | ast.keyword("strict"):
                yield from map(id, ast.walk(node))
            case ast.Call(ast.Name("cast" | "NewType"), [kind, *_]):
                yield from map(id, ast.walk(kind))


def _others(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in place of a node, and the kind of the change."""
    match node:
        case ast.Compare(ops=[first, *_]):
            for op in _COMPARED[type(first)]:
                yield "comparison", _with(node, ops=[op(), *node.ops[1:]])
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "junction", _with(node, op=other)
        case ast.UnaryOp(ast.Not()):
            yield "condition", ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        case ast.UnaryOp(ast.USub()):
            yield "arithmetic", node.operand
        case ast.BinOp() | ast.AugAssign():
            yield "arithmetic", _with(node, op=_RECKONED[type(node.op)]())
        case ast.Constant():
            yield from _constants(node)
        case ast.Slice():
            yield from (
                ("slice", _with(node, **{end: None}))
                for end in ("lower", "upper")
                if getattr(node, end)
            )
        case _:
            yield from _conditions(node)
            yield from _statements(node)


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    match node.value:
        case bool(value):
            yield "constant", ast.Constant(not value)
        case int(value):
            yield "constant", ast.Constant(value + 1)
            if value:
                yield "constant", ast.Constant(value - 1)
        case str(value):
            yield "word", ast.Constant(f"{value}x" if value else "x")


def _conditions(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Conditions the other way round, where the change of a comparison or a negation does not do it already."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            if not _turned(node.test):
                yield "condition", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension():
            for at, test in enumerate(node.ifs):
                if not _turned(test):
                    ifs = [*node.ifs[:at], ast.UnaryOp(ast.Not(), test), *node.ifs[at + 1 :]]
                    yield "condition", _with(node, ifs=ifs)


def _turned(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _statements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What is not called, not raised, not assigned, not given back, not gone through."""
    nothing = ast.Constant(None)
    match node:
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.Delete():
            yield "call", ast.Pass()
        case ast.Return(ast.Constant(None | False) | None) | ast.Assign(value=ast.Constant(None)):
            pass  # what is asked whether it is so takes nothing for a no
        case ast.Return():
            yield "return", _with(node, value=nothing)
        case ast.Assign() if not isinstance(node.targets[0], ast.Tuple):
            yield "assignment", _with(node, value=nothing)
        case ast.For():
            yield "loop", _with(node, iter=ast.Tuple([], ast.Load()))
        case ast.Break():
            yield "loop", ast.Continue()
        case ast.Continue():
            yield "loop", ast.Break()
        case ast.Call():
            for at, keyword in enumerate(node.keywords):
                if keyword.arg not in {None, "strict"}:
                    yield (
                        "argument",
                        _with(node, keywords=node.keywords[:at] + node.keywords[at + 1 :]),
                    )


def _with(node: ast.AST, **parts: object) -> ast.AST:
    other = copy.copy(node)
    for name, part in parts.items():
        setattr(other, name, part)
    return other


def altered(tree: ast.Module, change: Change) -> ast.Module:
    """A copy with one change."""
    other = copy.deepcopy(tree)
    node = list(ast.walk(other))[change.place]
    for above in ast.walk(other):
        for name, value in ast.iter_fields(above):
            if value is node:
                setattr(above, name, change.other)
            elif isinstance(value, list) and any(part is node for part in value):
                value[:] = [change.other if part is node else part for part in value]
    return other


def telling(file: Path, tree: ast.Module) -> list[Change]:
    """The changes of a module, but for those that are known to change nothing."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    listed = YAML(typ="safe").load(NO_OTHER).get(file.as_posix(), [])
    known = {(entry["line"], str(change)) for entry in listed for change in entry["changes"]}
    every = [(change, (lines[change.line - 1].strip(), str(change))) for change in changes_of(tree)]
    assert not (lost := known - {key for _, key in every}), f"{file} has no longer {lost}"
    return [change for change, key in every if key not in known]


def noticed(root: Path, module: Path, code: CodeType, *, quick: bool = False) -> str | None:
    """Which tests notice that a module of a copy of the project has this code, if any do."""
    inside = module.relative_to("rulesref")
    own = Path("tests/unit", inside.parent, f"test_{module.stem}.py")
    folder = f"tests/unit/{inside.parts[0]}"
    # Examples in docstrings are tests of the module as well.
    first = (str(own), str(module)) if (root / own).is_file() else (folder,)
    tried = {"its own": ("-m", "", *first), "its folder's": (folder,)}
    if not quick:
        tried["the games'"] = _AT_LAST
    if not quick and inside.parts[0] in {"play", "fields", "lang"}:
        tried["plays"] = _PLAYS
    return next((who for who, words in tried.items() if _fails(root / module, code, words)), None)


def _fails(module: Path, code: CodeType, words: tuple[str, ...]) -> bool:
    """Whether one of these tests fails, or they do not end."""
    child = os.fork()
    if not child:
        _test(module, code, words)
    # What waits for ever works for ever little, so both are limited.
    until = time.monotonic() + 10 * _ENDLESS
    try:
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
            time.sleep(0.01)
    except KeyboardInterrupt:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    return ended[1] != 0


def _test(module: Path, code: CodeType, words: tuple[str, ...]) -> None:
    """Run tests in this process, which ends with them, a module having this code."""
    os.setpgid(0, 0)  # what interrupts the other does not interrupt this
    resource.setrlimit(resource.RLIMIT_CPU, (_ENDLESS, _ENDLESS))
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    of_file = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return code if self.path == str(module) else of_file(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]
    status = 1
    try:
        status = int(pytest.main([*_OPTIONS, *words]))
    finally:
        os._exit(status)


def main() -> int:
    """Change the code place by place, and say which changes nobody notices."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("seed", nargs="?", default="0")
    parser.add_argument(
        "--quick", action="store_true", help="try the tests of the module and its folder alone"
    )
    wanted = parser.parse_args()
    folder = wanted.folder.resolve().relative_to(ROOT)
    trees = {file: ast.parse((ROOT / file).read_text("utf-8")) for file in modules(folder)}
    every = [(file, change) for file, tree in trees.items() for change in telling(file, tree)]
    if wanted.count < 1 or not every:
        parser.error("a folder of modules, and how many places to change")
    taken = Random(wanted.seed).sample(every, min(wanted.count, len(every)))
    by: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        root = Path(name).resolve() / "copy"
        shutil.copytree(ROOT, root, ignore=_LEFT_OUT)
        _begin(root)
        sound = {file: compile(tree, str(root / file), "exec") for file, tree in trees.items()}
        first = next(iter(sound.items()))
        assert not noticed(root, *first, quick=wanted.quick), "the tests fail to begin with"
        try:
            for at, (file, change) in enumerate(taken, 1):
                other = ast.fix_missing_locations(altered(trees[file], change))
                code = compile(other, str(root / file), "exec")
                who = noticed(root, file, code, quick=wanted.quick)
                by[who or "nothing"] += 1
                if not who:
                    missed[file.name] += 1
                    _say(sys.stdout, f"{file}:{change.line}: {change.kind}: {change}")
                _say(sys.stderr, f"{at} of {len(taken)}, {at - by['nothing']} noticed")
        except KeyboardInterrupt:
            _say(sys.stderr, "interrupted")
        finally:
            tried = by.total()
            _say(sys.stdout, f"{tried - by['nothing']} of {tried} changes noticed: {dict(by)}")
            _say(sys.stdout, f"not noticed: {dict(missed.most_common())}")
    return 0


def _say(stream: TextIO, line: str) -> None:
    stream.write(f"{line}\n")
    stream.flush()


def _begin(root: Path) -> None:
    """Go over to a copy: its games compiled, and tests and program imported from there by every fork."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["RULESREF_EXAMPLES"] = "0.2"
    os.environ["TMPDIR"] = tempfile.tempdir = str(root.parent)
    hypothesis.settings.register_profile("unkept", database=None)
    hypothesis.settings.load_profile("unkept")
    # Several processes have the games compiled before, and keep them; so they are found by the others.
    compiled = [sys.executable, "-m", "pytest", "-n", "1", "tests/unit/base/test_text.py"]
    subprocess.run(compiled, cwd=root, check=True, capture_output=True)
    os.chdir(root)
    sys.path[:] = [str(root), *(path for path in sys.path if path and Path(path).resolve() != ROOT)]
    for module in [
        module for module in sys.modules if module.partition(".")[0] in {"rulesref", "tests"}
    ]:
        del sys.modules[module]


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, from the root of the project."""
    return sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
