"""Results of a batch: one line each, as JSON or as a short text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from json.encoder import encode_basestring as quote
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen
from rulesref.base.messages import joined, say
from rulesref.base.text import Number, escaped, exact, visible
from rulesref.model.expression import plain_value
from rulesref.model.game import Game
from rulesref.scoring.batches import Outcome, Tried
from rulesref.scoring.score import Score
from rulesref.show.data import as_json
from rulesref.show.pages import verdict
from rulesref.show.problems import message, told_in_short
from rulesref.show.results import best_first, standing

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
        return escaped(lines).encode()

    def outcome(self, game: Game, outcome: Outcome, line: int) -> str:  # noqa: ARG002 - a Renderer
        event, names = outcome.event, outcome.position.names
        written = _written(game.id, game.digest, event.id, *event.part_ids)
        players = [
            written.player(quote(name), rank, row)
            for name, rank, row in zip(names, outcome.ranks, outcome.rows, strict=True)
        ]
        first = ",".join(map(quote, outcome.first)) if event.final else ""
        chosen = outcome.position.chosen
        told = [message(warning, self.lang) for warning in outcome.warnings]
        ties = [_tie(event.ranking[tie[0]].by, tie, self.lang) for tie in outcome.tried]
        return "".join([
            written.head, encode(chosen) if chosen else "{}",
            ',"players":[', ",".join(players),
            '],"winners":[', f'],"undecided":[{first}' if outcome.open else first,
            '],"tie-break":[', ",".join(ties),
            '],"warnings":', encode(told) if told else "[]", "}",
        ])  # fmt: skip

    def score(self, result: Score, line: int) -> str:  # noqa: ARG002 - a Renderer
        data = as_json(result, self.lang)
        if not self.explains:
            for player in data["players"]:
                del player["explanation"]
        return encode(data)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        return encode({"problems": [as_json(problem, self.lang) for problem in problems]})


class _Written:
    """The parts of a result that are the same for every position of an event."""

    def __init__(
        self, game: str, digest: str, event: str, categories: Sequence[str], changes: Sequence[str]
    ) -> None:
        self.head = encode({"game": game, "event": event, "data": digest})[:-1] + ',"rulings":'
        self._many = 3 + len(categories)
        self._changes = [f"{encode(id_)}:" for id_ in changes]
        # Ids have no sign of their own for a place.
        parts = ",".join([f'{{"id":{encode(id_)},"points":%s}}' for id_ in categories])
        self._player = (
            f'{{"name":%s,"before":%s,"points":%s,"total":%s,"rank":%s,"categories":[{parts}],'
            '"changes":{%s}%s}'
        )

    def player(self, name: str, rank: int, row: Sequence[Any]) -> str:
        """A player, of whom :class:`Outcome` has this row."""
        *amounts, vector = row
        many = self._many
        numbers = amounts if _WHOLE.issuperset(map(type, amounts)) else [*map(_number, amounts)]
        changes = ",".join([
            f"{key}{number}"
            for key, amount, number in zip(self._changes, amounts[many:], numbers[many:], strict=True)
            if amount
        ])  # fmt: skip
        listed = ""
        if isinstance(vector, tuple):
            listed = f',"vector":[{",".join([_number(+number) for number in vector])}]'
        return self._player % (name, *numbers[:3], rank, *numbers[3:many], changes, listed)


_written = cache(_Written)
#: The numbers that are written as they are.
_WHOLE = frozenset([int])


def _tie(by: str, tried: Tried, lang: str) -> str:
    """A rung of the ladder that was tried."""
    _, among, values, missing = tried
    names = [*map(quote, among)]
    pairs = [f"{name}:{_number(value)}" for name, value in zip(names, values, strict=True)]
    gaps = f',"missing":{encode(as_json(missing, lang))}' if missing else ""
    return f'{{"by":{quote(by)},"among":[{",".join(names)}],"values":{{{",".join(pairs)}}}{gaps}}}'


def _number(value: Any) -> str:
    """A value as JSON; fractions may come out even."""
    return str(value) if type(value) is int else encode(_value(value))


def _value(value: Any) -> Any:
    if type(value) is tuple:
        return [_value(item) for item in value]
    return plain_value(value if value is None or type(value) in (bool, str) else exact(value))


@frozen
class TextLines:
    """One line for people to each position: who has how many points, and who wins."""

    lang: str
    encoding: str = "utf-8"
    explains: bool = False

    def written(self, lines: str) -> bytes:
        return visible(lines).encode(self.encoding, "replace")

    def outcome(self, game: Game, outcome: Outcome, line: int) -> str:  # noqa: ARG002 - a Renderer
        totals = [exact(row[2]) for row in outcome.rows]
        players = [*zip(outcome.ranks, outcome.position.names, totals, strict=True)]
        winners = outcome.first if outcome.event.final and not outcome.open else ()
        return self._line(line, players, outcome.warnings, winners)

    def score(self, result: Score, line: int) -> str:
        warnings = (*result.overruled, *result.warnings)
        event = result.event
        if not (event.categories and event.ranking):
            standings = [standing(result, player, self.lang) for player in best_first(result)]
            return self._told(line, standings, result.winners, warnings)
        players = [(player.rank, player.name, player.total) for player in result.players]
        return self._line(line, players, warnings, result.winners)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        """Why a line has no result: the first line of each problem."""
        return "\n".join([told_in_short(problem, self.lang) for problem in problems])

    def _line(
        self, line: int, players: Sequence[tuple[int, str, Number]], warnings: Sequence[Problem],
        winners: Sequence[str],
    ) -> str:  # fmt: skip
        places = [
            say(self.lang, "{rank}. {name} {total}", rank=rank, name=name, total=total)
            for rank, name, total in sorted(players, key=lambda player: player[0])
        ]
        return self._told(line, places, winners, warnings)

    def _told(
        self, line: int, places: Sequence[str], winners: Sequence[str], warnings: Sequence[Problem]
    ) -> str:
        lang = self.lang
        values: dict[str, object] = {"line": line, "players": joined(lang, list(places))}
        text = say(lang, "{line}: {players}", **values)
        if winners:
            won = verdict(winners, lang)
            text = say(lang, "{line}: {players}. {verdict}", verdict=won, **values)
        if not warnings:
            return text
        told = [message(warning, lang) for warning in warnings]
        return say(lang, "{result} Unusual: {warnings}", result=text, warnings=told)
