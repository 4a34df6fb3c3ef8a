"""Results of a batch: one line each, as JSON or as a short text."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as quote
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed, frozen
from rulesref.base.messages import joined, say
from rulesref.base.text import Number, escaped, exact, visible
from rulesref.model.expression import plain_value
from rulesref.model.scoring import Event
from rulesref.show.data import as_json
from rulesref.show.pages import verdict
from rulesref.show.problems import (
    MOST_REPEATED,
    message,
    problem_place,
    problem_unplaced,
)

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.scoring.batch.program import Outcome
    from rulesref.scoring.score import Score

#: JSON without a needless space, made once; nothing that is written has itself inside.
encode: Callable[[Any], str] = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode


@frozen
class JsonLines:
    """The objects of the contract, one a line; ``explains`` adds the tree of steps."""

    lang: str
    explains: bool = False

    def written(self, lines: str) -> bytes:
        """The lines as they leave."""
        return escaped(lines).encode()

    def outcome(self, game: Game, event: Event, outcome: Outcome, line: int) -> str:  # noqa: ARG002 - a Renderer
        """The result of compiled code."""
        first = [n for n, rank in zip(outcome.names, outcome.ranks, strict=True) if rank == 1]
        ties = []
        for rung, among, numbers in outcome.tried:
            values = dict(zip(among, map(_value, numbers), strict=True))
            ties.append({"by": event.ranking[rung].by, "among": among, "values": values})
        told = _told(outcome, self.lang)
        head = {"game": game.id, "event": event.id, "data": game.digest, "rulings": outcome.chosen}
        rest = {"winners": first if event.final else [], "tie-break": ties, "warnings": told}
        players = ",".join(_players(event, outcome))
        return f'{encode(head)[:-1]},"players":[{players}],{encode(rest)[1:]}'

    def score(self, result: Score, line: int) -> str:  # noqa: ARG002 - a Renderer
        """One result."""
        data = as_json(result, self.lang)
        if not self.explains:
            for player in data["players"]:
                del player["explanation"]
        return encode(data)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        """Why a line has no result."""
        told = ",".join([_problem(problem, self.lang) for problem in problems])
        return f'{{"problems":[{told}]}}'


def _problem(problem: Problem, lang: str) -> str:
    """A problem as :func:`as_json` has it; all but its place is told again and again."""
    place = problem.place
    file, line, column = (
        (quote(place.file), place.line, place.column) if place else ("null", "null", "null")
    )
    # A word stands within a text of JSON as in one of its own.
    rest = _told_before(_unplaced, problem, lang, lambda word: quote(word)[1:-1])
    return f'{{"code":"{problem.code}","file":{file},"line":{line},"column":{column},{rest}'


def _unplaced(problem: Problem, lang: str) -> str:
    """The end of a problem as JSON: what does not depend on where it stands."""
    data = as_json(problem, lang)
    return encode({key: data[key] for key in ("message", "values", "hint")})[1:]


#: What has been said of problems, by what they are; a program that writes a fault does so in line after line.
_SAID: dict[tuple[object, ...], list[str]] = {}
_MOST_SAID, _LONGEST_SAID = 4096, 2000
#: What stands for words that are others in each line: a sign that nobody can write, and the number of the word.
_SIGN = os.urandom(9).hex()
_SIGNS = [f"{_SIGN}{number}" for number in range(3)]


def _told_before(
    tell: Callable[[Problem, str], str], problem: Problem, lang: str,
    written: Callable[[str], str] = str,
) -> str:  # fmt: skip
    """What ``tell`` says of a problem, which does not depend on where exactly it stands.

    Words that only this line has are put in as they are ``written``.
    """
    words, values = _without_words(problem.values)
    # True and 1 are the same key, but not the same word.
    kinds = tuple(map(type, values.values()))
    key = (tell, lang, problem.code, problem.place is None, kinds, *values.items())
    try:
        parts = _SAID.get(key)
    except TypeError:
        return tell(problem, lang)
    if parts is None:
        said = tell(changed(problem, values=values), lang)
        parts = said.split(_SIGN)
        if len(_SAID) >= _MOST_SAID:
            _SAID.clear()
        if len(said) < _LONGEST_SAID:
            _SAID[key] = parts
    return parts[0] + "".join([written(words[int(part[0])]) + part[1:] for part in parts[1:]])


def _without_words(values: Mapping[str, object]) -> tuple[list[str], dict[str, object]]:
    """What a line calls its own in a problem, and the values of the problem with signs in its place."""
    words: list[str] = []
    bare: dict[str, Any] = dict(values)
    for key in _OF_LINE:
        if _is_short(bare.get(key)):
            words.append(bare[key])
            bare[key] = _SIGNS[len(words) - 1]
    where = bare.get("where", ())
    if where and _is_short(where[0]):
        words.append(where[0])
        bare["where"] = (_SIGNS[len(words) - 1], *where[1:])
    return words, bare


#: Where a problem stands and what stands there; whose it is comes first of ``where``.
_OF_LINE = ("path", "typed")


def _is_short(value: object) -> bool:
    """Whether it is a word that is told whole."""
    return type(value) is str and 0 < len(value) <= MOST_REPEATED


def _players(event: Event, outcome: Outcome) -> Iterator[str]:
    template = _template(tuple([part.id for part in event.categories]))
    after = 3 + len(event.categories)
    for name, rank, row in zip(outcome.names, outcome.ranks, outcome.rows, strict=True):
        amounts = zip(event.changes, row[after:-1], strict=True)
        changes = {part.id: _number(amount) for part, amount in amounts if amount}
        changed = ",".join([f"{quote(id_)}:{amount}" for id_, amount in changes.items()])
        vector = "" if row[-1] is None else f',"vector":[{",".join(map(_number, row[-1]))}]'
        values = (*map(_number, row[:3]), rank, *map(_number, row[3:after]))
        yield template % (quote(name), *values, changed, vector)


@lru_cache
def _template(categories: tuple[str, ...]) -> str:
    """A player as text with a place for each value; ids have no sign of their own for a place."""
    parts = ",".join(f'{{"id":{encode(id_)},"points":%s}}' for id_ in categories)
    return (
        f'{{"name":%s,"before":%s,"points":%s,"total":%s,"rank":%s,"categories":[{parts}],'
        '"changes":{%s}%s}'
    )


def _number(value: Any) -> str:
    """A value as JSON; fractions may come out even."""
    return str(value) if type(value) is int else encode(_value(value))


def _value(value: Any) -> Any:
    if type(value) is tuple:
        return [_value(item) for item in value]
    return plain_value(value if type(value) in (bool, str) else exact(value))


def _told(outcome: Outcome, lang: str) -> list[str]:
    return [_warning(tuple(warning.values.items()), lang) for warning in outcome.warnings]


@lru_cache(maxsize=4096)
def _warning(values: tuple[tuple[str, Any], ...], lang: str) -> str:
    return message(Problem("W440", None, dict(values)), lang)


@frozen
class TextLines:
    """One line for people to each position: who has how many points, and who wins."""

    lang: str
    encoding: str = "utf-8"
    explains: bool = False

    def written(self, lines: str) -> bytes:
        """The lines as they leave."""
        return visible(lines).encode(self.encoding, "replace")

    def outcome(self, game: Game, event: Event, outcome: Outcome, line: int) -> str:  # noqa: ARG002 - a Renderer
        """The result of compiled code."""
        totals = [exact(row[2]) for row in outcome.rows]
        players = [*zip(outcome.ranks, outcome.names, totals, strict=True)]
        return self._line(line, players, _told(outcome, self.lang), final=event.final)

    def score(self, result: Score, line: int) -> str:
        """One result."""
        told = [message(problem, self.lang) for problem in (*result.overruled, *result.warnings)]
        event = result.event
        if not (event.categories and event.ranking):
            from rulesref.show.results import best_first, standing

            standings = [standing(result, player, self.lang) for player in best_first(result)]
            return self._told(line, standings, result.winners, told)
        players = [(player.rank, player.name, player.total) for player in result.players]
        return self._line(line, players, told, final=event.final)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        """Why a line has no result: the first line of each problem."""
        lang = self.lang
        return "\n".join(
            problem_place(problem) + _told_before(problem_unplaced, problem, lang)
            for problem in problems
        )

    def _line(
        self, line: int, players: Sequence[tuple[int, str, Number]], warnings: Sequence[str],
        *, final: bool,
    ) -> str:  # fmt: skip
        lang = self.lang
        order = sorted(players, key=lambda player: player[0])
        places = [
            say(lang, "{rank}. {name} {total}", rank=rank, name=name, total=total)
            for rank, name, total in order
        ]
        winners = [name for rank, name, _ in players if rank == 1] if final else []
        return self._told(line, places, winners, warnings)

    def _told(
        self, line: int, places: Sequence[str], winners: Sequence[str], warnings: Sequence[str]
    ) -> str:
        lang = self.lang
        values: dict[str, object] = {"line": line, "players": joined(lang, list(places))}
        text = say(lang, "{line}: {players}", **values)
        if winners:
            won = verdict(winners, lang)
            text = say(lang, "{line}: {players}. {verdict}", verdict=won, **values)
        if not warnings:
            return text
        return say(lang, "{result} Unusual: {warnings}", result=text, warnings=list(warnings))
