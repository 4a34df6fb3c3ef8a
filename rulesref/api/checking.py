"""What is wrong with games that somebody writes: with their files, and with their known positions and plays."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesref.api.errors import Problem, spoken, tells_problems, told
from rulesref.base.diagnostics import Place, ProblemsFound, errors, in_order
from rulesref.base.disk import contents
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Lang
from rulesref.library.library import game_of
from rulesref.model.game import Game
from rulesref.play.flow import begin
from rulesref.play.known_play import going_otherwise
from rulesref.play.start import read_options
from rulesref.reading.source import MAX_BYTES, read_file, unreadable
from rulesref.scoring.calculators import stumbling
from rulesref.scoring.known_cases import differing
from rulesref.show.data import as_json
from rulesref.show.pages import sound_game
from rulesref.show.problems import problems_text

if TYPE_CHECKING:
    from rulesref.compiling.build import Built


@frozen
class CheckedGame:
    """What is wrong with a game, the texts that this is in, and what it has, by kind, where it can be used."""

    name: str
    problems: Sequence[Problem]
    texts: Mapping[str, str]
    counts: Mapping[str, int] | None = None
    #: How many known positions and plays come out as they should.
    known: int = 0

    def sound(self, lang: str) -> str:
        """A line on what it has, where it can be used; else nothing."""
        return "" if self.counts is None else sound_game(self.name, self.counts, self.known, lang)


@tells_problems
@frozen
class CheckResult:
    """What is wrong with the games of a folder (点検の結果)."""

    _games: tuple[CheckedGame, ...]

    def __repr__(self) -> str:
        return f"CheckResult{tuple(problem.code for problem in self.problems)}"

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were looked at, each by the name of its folder."""
        return tuple(game.name for game in self._games)

    @property
    def sound(self) -> bool:
        """Whether all of them can be used: what is left are warnings."""
        return not errors(self.problems)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong or could be better, by place."""
        return in_order([problem for game in self._games for problem in game.problems])

    def text(self, lang: Lang = "en") -> str:
        """The problems with their codes, places and excerpts, and a line for each sound game, as ``rulesref check`` prints them."""
        texts = {file: text for game in self._games for file, text in game.texts.items()}
        lines = [line for game in self._games if (line := game.sound(spoken(lang)))]
        return problems_text(self.problems, texts, lang) + "".join(f"{line}\n" for line in lines)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The problems as ``rulesref --format json check`` prints them."""
        return {"problems": as_json(self.problems, spoken(lang))}


def check(folder: str | os.PathLike[str]) -> CheckResult:
    """Check a game folder, or a folder of them; raises when there is no game in it."""
    from rulesref.compiling.audit import (
        audited,
    )  # a third of what importing the interface would cost

    with told():
        return CheckResult(tuple(checked(*found) for found in audited(Path(folder))))


def checked(built: Built, of_files: Sequence[Problem]) -> CheckedGame:
    """A game with what its files are wrong in and, where they have no errors, what its known positions and plays are."""
    if errors(of_files):
        return CheckedGame(built.name, of_files, built.texts)
    known, read, many = _known(built)
    counts = None
    if not known:
        kinds = ("rules", "glossary", "tables", "rulings")
        counts = {kind: len(built.data.get(kind, ())) for kind in kinds}
    return CheckedGame(built.name, [*of_files, *known], {**built.texts, **read}, counts, many)


def _known(built: Built) -> tuple[list[Problem], dict[str, str], int]:
    """What of the known positions and plays beside a game comes out otherwise, their texts, and how many there are."""
    from rulesref.compiling.build import BuiltStore

    game = game_of(BuiltStore(built.data), built.digest)
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    many = 0
    for file in sorted(built.folder.glob("cases/*.yaml")):
        name = f"{built.name}/cases/{file.name}"
        source, faults = read_file(file, name)
        problems += faults
        if source is not None:
            texts[name] = source.text
            problems += differing(game, source)
            many += len(source.data) if isinstance(source.data, list) else 0
    for file in sorted(built.folder.glob("plays/*.txt")):
        name = f"{built.name}/plays/{file.name}"
        try:
            texts[name] = contents(file, MAX_BYTES).decode("utf-8", "replace")
        except OSError as error:
            problems.append(unreadable(name, error))
            continue
        problems += going_otherwise(game, texts[name], name)
        many += 1
    if not many and game.has_flow:
        problems += _begun(game)
    for calculator in game.calculators.values():
        if found := stumbling(game, calculator):
            place = _spot(built, "calculators.yaml", rf"-( |.*\b)id: *{calculator.id}\b")
            problems.append(Problem("W623", place, {"given": found[0], "why": found[1]}))
    return [_at_stage(problem, built) for problem in problems], texts, many


def _begun(game: Game) -> Sequence[Problem]:
    """What is wrong with how a play begins, where no known play tells."""
    names = [chr(ord("A") + seat) for seat in range(game.about.players[0])]
    options, problems = read_options(game, ())
    try:
        begin(game, names, options)
    except ProblemsFound as stop:
        return stop.problems
    return problems


def _at_stage(problem: Problem, built: Built) -> Problem:
    """A stage that never waits is told where it stands, whatever line of a play comes to it."""
    why = problem.values.get("why", problem)
    if not isinstance(why, Problem) or why.code != "E643":
        return problem
    head = rf".*\bid: *{why.values['typed']}\b"
    return changed(why, place=_spot(built, "flow.yaml", head))


def _spot(built: Built, file: str, head: str) -> Place:
    """Where something stands in a file of a game: in the line that begins with its ``head``, else at the top."""
    file = f"{built.name}/{file}"
    rows = built.texts.get(file, "").split("\n")
    return Place(file, next((n for n, row in enumerate(rows, 1) if re.match(head, row)), 1), 1)
