"""Known positions beside a game: what of them comes out differently (既知の局面の検算)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, errors
from rulesref.base.text import Text
from rulesref.fields.kind import At, nowhere
from rulesref.model.expression import plain_value
from rulesref.model.game import Game
from rulesref.reading.check_schema import check_shape
from rulesref.reading.source import Source
from rulesref.scoring.score import PlayerScore, Score, score_of

#: A place in what is expected, what stands there, and what came of it.
Differing = tuple[KeyPath, object, object]


def differing(game: Game, source: Source) -> Iterator[Problem]:
    """What is wrong in a file of cases: its shape, or a result that is another (E612) or none (E613)."""
    faults = check_shape(source, "cases")[0]
    yield from faults
    for index, case in enumerate(() if faults else source.data):
        name = case["name"]
        values = {"name": Text.read(name) if isinstance(name, dict) else name}
        for path, expected, actual in differences(game, case, _within(source, index)):
            place = source.at((index, *path))
            if isinstance(actual, Problem):
                yield Problem("E613", actual.place or place, {**values, "why": actual})
            else:
                what = ".".join(map(str, path[1:]))
                shown = ("-" if value == [] else value for value in (expected, actual))
                differs = {"what": what, **dict(zip(("expected", "actual"), shown, strict=True))}
                yield Problem("E612", place, {**values, **differs})


def _within(source: Source, index: int) -> At:
    """Where something stands in the position of a case."""
    return lambda path, key: source.at((index, "position", *path), key)


def differences(game: Game, case: Mapping[str, Any], at: At = nowhere) -> Iterator[Differing]:
    """Where the result of a case is not the expected one; a position that is refused is the problem."""
    expect = case["expect"]
    result, problems = score_of(game, case["position"], at)
    if "problems" in expect:
        codes = sorted(problem.code for problem in errors(problems))
        yield from _unlike(("expect", "problems"), sorted(expect["problems"]), codes)
    elif result is None:
        yield ("position",), None, errors(problems)[0]
    else:
        yield from _of_result(result, expect)


def _of_result(result: Score, expect: Mapping[str, Any]) -> Iterator[Differing]:
    players = {player.name: player for player in result.players}
    for name, wanted in expect.get("players", {}).items():
        if name in players:
            yield from _of_player(players[name], wanted, ("expect", "players", name))
        else:
            yield ("expect", "players", name), name, list(players)
    if "winners" in expect:
        yield from _unlike(("expect", "winners"), expect["winners"], list(result.winners))
    if "warnings" in expect:
        actual = [str(problem.values["check"]) for problem in result.warnings]
        yield from _unlike(("expect", "warnings"), expect["warnings"], actual)
    if "tie-break" in expect:
        yield from _ties(result, expect["tie-break"])


def _ties(result: Score, expected: Sequence[Mapping[str, Any]]) -> Iterator[Differing]:
    actual = [
        (tie.rung.by, list(tie.among), {k: v for k, v in tie.values.items() if v is not None})
        for tie in result.ties
    ]
    wanted = [
        (tie["by"], tie["among"], {name: exact(value) for name, value in tie["values"].items()})
        for tie in expected
    ]
    if actual != wanted:
        shown = [
            {"by": by, "among": among, "values": {n: plain_value(v) for n, v in values.items()}}
            for by, among, values in actual
        ]
        yield ("expect", "tie-break"), list(expected), shown


def _of_player(
    player: PlayerScore, wanted: Mapping[str, Any], path: KeyPath
) -> Iterator[Differing]:
    for key in ("before", "points", "total", "rank"):
        if key in wanted:
            yield from _unlike((*path, key), wanted[key], getattr(player, key))
    categories = {part.id: step.value for part, step in player.categories}
    for key, points in wanted.get("categories", {}).items():
        yield from _unlike((*path, "categories", key), points, categories.get(key))
    if "changes" in wanted:
        changes = {part.id: step.value for part, step in player.changes if step.value}
        yield from _unlike((*path, "changes"), wanted["changes"], changes)
    if "vector" in wanted:
        yield from _unlike((*path, "vector"), wanted["vector"], list(player.vector or ()))


def _unlike(path: KeyPath, expected: Any, actual: Any) -> Iterator[Differing]:
    if actual not in (expected, exact(expected)):
        yield path, expected, plain_value(actual)


def exact(written: Any) -> Any:
    """A value as a case writes it, its numbers exact: ``45.25`` and ``181/4`` are one fraction.

    >>> exact({"gold": "0.5", "order": "first"}), exact([1, "1/2"])
    ({'gold': Fraction(1, 2), 'order': 'first'}, [1, Fraction(1, 2)])
    """
    match written:
        case str():
            try:
                return Fraction(written)
            except (ValueError, ZeroDivisionError):
                return written
        case list():
            return [exact(each) for each in written]
        case dict():
            return {key: exact(value) for key, value in written.items()}
        case _:
            return written
