"""What several tests use: games straight from their folders, positions from plain data, one run."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import data_folder
from rulesref.base.frozen import changed
from rulesref.base.messages import say
from rulesref.base.text import LANGS
from rulesref.cli import main
from rulesref.compiling.build import BuiltStore, build
from rulesref.compiling.opening import LazyCompiler
from rulesref.lang.grammar import parse
from rulesref.library.library import Library, game_of
from rulesref.model.code import Binding, Bindings, Code
from rulesref.model.entries import Ruling, Table, read_fields
from rulesref.model.expression import Operator, Position, Scope, Step
from rulesref.model.game import Game
from rulesref.reading.check_schema import Fault, checked
from rulesref.reading.link import Function, GlobalScope, LinkContext, Linker, Names
from rulesref.reading.positions import read_position
from rulesref.reading.scoring_linking import calculators as calculators_of
from rulesref.scoring.score import Score, score
from rulesref.show.problem_sentences import OUTSIDE, SENTENCES, UNPLACED, UNTELLABLE

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
TOY = TESTS / "toy"
DATA = Path(data_folder())
#: Seconds after which a process counts as hung: no measure of speed, a busy machine takes longer than an idle one.
PATIENCE = 600


def game_folders() -> list[Path]:
    """The folders of the games that come with the program."""
    return sorted(folder.parent for folder in DATA.glob("*/game.yaml"))


def open_library(extra: Sequence[str] = (), waiting: Callable[[], None] = lambda: None) -> Library:
    """The games of the program and those in the folders ``extra``."""
    return Library(extra, LazyCompiler(waiting))


@cache
def library() -> Library:
    """The games that come with the program and the invented one, compiled once for all tests."""
    found = open_library([str(TOY)])
    assert found.listed
    return found


@cache
def game_in(folder: Path) -> Game:
    """The game in a folder, which must be sound."""
    if folder == TOY or folder.parent == DATA:
        try:
            return library().game(folder.name)
        except ProblemsFound as found:
            raise AssertionError(found.problems) from None
    built = build(folder)
    errors = [problem for problem in built.problems if not problem.warning]
    assert not errors, errors
    return game_of(BuiltStore(built.data), built.digest)


@cache
def toy() -> Game:
    """The invented game, straight from its files."""
    built = _built(TOY)
    assert not built.problems, built.problems
    return game_of(BuiltStore(built.data), built.digest)


def varied(folder: Path, *edits: tuple[str, str, str]) -> Game:
    """The invented game, copied into ``folder``, with other words in its files: file, old, new."""
    shutil.copytree(TOY, folder / "toy")
    for file, old, new in edits:
        path = folder / "toy" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new), encoding="utf-8")
    return game_in(folder / "toy")


def document(path: Path) -> Any:
    """The plain data of a YAML file of ours."""
    from rulesref.reading.source import read_file

    source, problems = read_file(path)
    assert source is not None
    assert not problems, problems
    return source.data


def faults(data: Any, kind: str) -> list[Fault]:
    """Every way in which plain data is not a well-formed file of ``kind``."""
    return checked(data, kind).faults


_built = cache(build)


def game_data(folder: Path) -> Mapping[str, Any]:
    """The data of a game as it is built, not to be changed."""
    return _built(folder).data


def checked_data(folder: Path, kind: str) -> Any:
    """A copy of the data of one kind as it is linked: with nodes where there were texts."""
    return copy.deepcopy(game_data(folder)[kind])


def result_of(game: Game, data: Any) -> tuple[Score | None, tuple[Problem, ...]]:
    """The score of a position given as plain data, or why there is none."""
    found = read_position(game, data)
    if found.position is None or found.event is None:
        return None, found.problems
    return score(game, found.position, found.event)


def scored(game: Game, data: Any) -> Score:
    """The score of a position that must be sound."""
    result, problems = result_of(game, data)
    assert result is not None, problems
    return result


# --- expressions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bench:
    """A little world in which one expression is linked and worked out."""

    operator: Operator | None
    problems: list[tuple[str, tuple[str | int, ...]]]
    scope: Scope

    def run(self) -> Step:
        """The step that the expression gives; worked out plainly it comes to the same."""
        assert self.operator is not None, self.problems
        try:
            plain = plainly(self.operator, self.scope)
        except Exception as left:
            self.operator.run(self.scope)
            raise AssertionError("plain code has no value where there is one") from left
        step = self.operator.run(self.scope)
        assert plain == step.value
        assert isinstance(plain, bool) == isinstance(step.value, bool)
        return step


def plainly(operator: Operator, scope: Scope) -> Any:
    """The bare value of an expression, by the code that is written for it."""
    position, seat = scope.position, scope.seat
    table = {key: Binding(f"table[{key!r}]", sure=True) for key in position.table}
    code = Code(Bindings(scope.defines, table, position.event))
    if seat is None:
        code.write(f"return {code.value(operator)}")
    else:
        with (
            code.players() as at,
            code.seen_by(at),
            code.block(f"if {at.index} == {seat}:", branch=True),
        ):
            code.write(f"return {code.value(operator)}")
    exec(f"def run(names, players, table, rulings):\n{code.source}\n", code.words)
    return code.words["run"](position.names, position.players, position.table, position.rulings)


def bench(
    expression: Any,
    *,
    player: Sequence[Any] = (),
    table: Sequence[Any] = (),
    players: Sequence[Mapping[str, Any]] | None = None,
    values: Mapping[str, Any] | None = None,
    define: Mapping[str, Any] | None = None,
    tables: Sequence[Mapping[str, Any]] = (),
    rulings: Sequence[Mapping[str, Any]] = (),
    readings: Mapping[str, str] | None = None,
    calculators: Sequence[Mapping[str, Any]] = (),
    functions: Sequence[Mapping[str, Any]] = (),
    rules: frozenset[str] | None = None,
    seat: int | None = 0,
) -> Bench:
    """``expression`` among these fields and values; players are called A, B, C in turn order.

    It is a text or the node of one.
    Without ``players`` it is linked as a calculator is: nobody is at the table.
    """
    told: list[tuple[str, tuple[str | int, ...]]] = []
    of_tables = {t["id"]: Table.read(t, game="toy") for t in tables}
    of_rulings = {r["id"]: Ruling.read(r, game="toy") for r in rulings}
    known = calculators_of("toy", list(calculators), GlobalScope(of_tables, of_rulings, rules))
    world = GlobalScope(of_tables, of_rulings, rules, known)
    linker = Linker(world, lambda code, path, _: told.append((code, path)))
    of_table = read_fields([{"name": name_of(f["id"]), **f} for f in table])
    of_player = read_fields([{"name": name_of(f["id"]), **f} for f in player])
    names = Names(of_player if players is not None else None, of_table)
    defined: dict[str, Operator] = {}
    for name, node in (define or {}).items():
        value = linker.expression(noded(node), LinkContext(("define", name), names))
        if value is not None:
            defined[name] = value
        names = changed(names, defines={**names.defines, name: "any"})
    for raw in functions:
        function = Function({**raw, "value": noded(raw["value"])}, ("define", raw["id"]), names)
        names = changed(names, functions={**names.functions, raw["id"]: function})
    operator = linker.expression(noded(expression), LinkContext((), names))
    people = players or ()
    position = Position(
        game="toy",
        event="test",
        names=tuple("ABCDE"[: len(people)]),
        players=tuple(people),
        table=values or {},
        rulings={r["id"]: r["default"] for r in rulings} | dict(readings or {}),
        chosen=dict(readings or {}),
    )
    return Bench(operator, told, Scope(position, seat if people else None, defined))


def noded(expression: Any) -> Any:
    """The node of an expression that is written as text."""
    return parse(expression).node if isinstance(expression, str) else expression


def name_of(name: str) -> dict[str, str]:
    """A language pair for a test."""
    return {"ja": f"{name}の名", "en": name}


def ruling(name: str, *readings: str) -> dict[str, Any]:
    """A ruling with these readings, the first being the default."""
    return {
        "id": name,
        "topic": "t",
        "question": name_of(name),
        "readings": [{"id": r, "text": name_of(r), "who": []} for r in readings],
        "default": readings[0],
        "why": name_of("why"),
        "confidence": "certain",
        "covers": [],
        "rules": [],
    }


def small_table(
    name: str, columns: Mapping[str, str], key: Sequence[str], rows: Sequence[Sequence[Any]]
) -> dict[str, Any]:
    """A table with these columns (id: kind); a code column reads every code by its own name."""
    codes = {c for row in rows for c in row if isinstance(c, str)}
    values = {code: name_of(code) for code in sorted(codes)}
    return {
        "id": name,
        "title": name_of(name),
        "columns": [
            {"id": c, "name": name_of(c), "kind": kind}
            | ({"values": values} if kind == "code" else {})
            for c, kind in columns.items()
        ],
        "key": list(key),
        "rows": [list(row) for row in rows],
        "sources": ["BOOK"],
        "confidence": "certain",
    }


# --- the command line -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run of the program did."""

    code: int
    out: str
    err: str


def home_in(folder: Path) -> Path:
    """A home for plays in a folder; what is compiled is shared with all other tests."""
    from rulesref.base.disk import cache_folder

    home = folder / "home"
    home.mkdir()
    Path(cache_folder()).mkdir(parents=True, exist_ok=True)
    (home / "cache").symlink_to(cache_folder(), target_is_directory=True)
    return home


@contextlib.contextmanager
def environment(**values: str | None) -> Iterator[None]:
    """Environment variables for a while; None unsets one."""
    before = {key: os.environ.get(key) for key in (*values, "LANGUAGE")}
    try:
        for key, value in values.items():
            _set(key, value)
        yield
    finally:
        for key, value in before.items():
            _set(key, value)


def _set(key: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(key, None)
    else:
        os.environ[key] = value


def rulesref(*args: str, cwd: Path | None = None, stdin: bytes = b"", **env: str | None) -> Ran:
    """Run the program in this process, 80 columns wide, as from a terminal in Japan."""
    plain = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "RULESREF_LANG", "NO_COLOR"))
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    typed = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    streams = (sys.stdin, sys.stdout, sys.stderr)
    with (
        environment(**{"COLUMNS": "80", "LANG": "ja_JP.UTF-8", **plain, **env}),
        contextlib.chdir(cwd or Path.cwd()),
    ):
        sys.stdin, sys.stdout, sys.stderr = typed, out, err
        try:
            code = main(args)
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
    return Ran(code, _written(out), _written(err))


def says(code: str, text: str) -> bool:
    """Whether a text tells of a problem, in either language; of a word that is no code, whether it stands there."""
    return times(code, text) > 0 if code in SENTENCES else code in text


def times(code: str, text: str) -> int:
    """How often a text tells of a problem: by its sentence, or by what to do where that alone is its own."""
    sentence, remedy = SENTENCES[code]
    forms = [sentence, *_VARIED.get(code, ())]
    if not re.sub(r"\{\w+\}", "", sentence).strip():
        forms = [remedy, *filter(None, [UNPLACED.get(code)])]
    flat = "".join(text.split())
    return max(len(re.findall(_pattern(form, lang), flat)) for lang in LANGS for form in forms)


_VARIED = {
    "E101": ["There is no file “{file}”.", "“{file}” cannot be read: {reason}."],
    "E511": [*OUTSIDE.values()],
    "E549": [*UNTELLABLE.values()],
}


def _pattern(form: str, lang: str) -> str:
    """What a sentence is like whatever its values, without spaces."""
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", form), "\0")
    return ".*?".join(map(re.escape, "".join(say(lang, form, **values).split()).split("\0")))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    found = stream.buffer
    assert isinstance(found, io.BytesIO)
    return found.getvalue().decode("utf-8")
