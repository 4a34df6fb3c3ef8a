"""Results of a batch: one line each, as JSON or as a short text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from json.encoder import encode_basestring as quote
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen
from rulesref.base.messages import N_, joined, say
from rulesref.base.numbers import Number, decimal
from rulesref.base.text import Text
from rulesref.model.scoring import Check, Event
from rulesref.scoring.batch.code import ValueKind
from rulesref.show import result_data
from rulesref.show.problems import message, problem_data, problem_lines

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.scoring.batch.line_scoring import WriteOutcome
    from rulesref.scoring.batch.program import BatchOutcome, RowShape, Scorer, ScoreRow
    from rulesref.scoring.score import Score

#: JSON without a needless space, made once.
encode: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@frozen
class JsonLines:
    """The objects of the contract, one a line; ``explains`` adds the tree of steps."""

    lang: str
    explains: bool = False
    encoding: str = "utf-8"

    def outcome(self, game: Game, event: str, scorer: Scorer) -> WriteOutcome:
        """What writes the outcomes of one scorer."""
        assert game.scoring is not None
        writer = _JsonOutcome(game, game.scoring.events[event], scorer, self.lang)
        return writer.write

    def score(self, result: Score, line: int) -> str:  # noqa: ARG002 - a Renderer
        """One result."""
        data = result_data.score(result, self.lang)
        if not self.explains:
            for player in data["players"]:
                del player["explanation"]
        return encode(data)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        """Why a line has no result."""
        return encode({"problems": [problem_data(problem, self.lang) for problem in problems]})


class _JsonOutcome:
    """Writes what compiled code works out as :func:`rulesref.show.result_data.score` does."""

    def __init__(self, game: Game, event: Event, scorer: Scorer, lang: str) -> None:
        head = encode({"game": game.id, "event": event.id, "data": game.digest})[:-1]
        self.head = f'{head},"rulings":'
        self.final = event.final
        self.rungs = [encode(rung.by) for rung in event.ranking]
        self.lang = lang
        self.checks = scorer.checks
        self.categories = len(event.categories)
        self.changes = [f"{encode(part.id)}:" for part in event.changes]
        self.vector = scorer.shape.vector is not None
        self.player = _template(event, vector=self.vector)
        self.odd = tuple(_not_whole(scorer.shape))

    def write(
        self, names: Sequence[str], outcome: BatchOutcome, chosen: Mapping[str, str],
        line: int,  # noqa: ARG002 - a WriteOutcome
    ) -> str:  # fmt: skip
        """One result."""
        rows, ranks, tried, warnings = outcome
        quoted = [quote(name) for name in names]
        if self.odd:
            rows = [self._written(row) for row in rows]
        players = ",".join(map(self._player, quoted, ranks, rows))
        winners = ""
        if self.final:
            winners = ",".join(
                [name for name, rank in zip(quoted, ranks, strict=True) if rank == 1]
            )
        ties = ",".join([self._tie(*tie) for tie in tried]) if tried else ""
        told = [quote(_told(self.checks[number], text, self.lang)) for number, text in warnings]
        rulings = encode(chosen) if chosen else "{}"
        return (
            f'{self.head}{rulings},"players":[{players}],"winners":[{winners}],'
            f'"tie-break":[{ties}],"warnings":[{",".join(told)}]}}'
        )

    def _written(self, row: ScoreRow) -> ScoreRow:
        """A row with text for numbers that are not surely whole."""
        written = list(row)
        for index in self.odd:
            # A change of nothing stays empty and is left out.
            empty = index >= 3 + self.categories and not written[index]
            written[index] = "" if empty else number_text(written[index])
        return tuple(written)

    def _player(self, name: str, rank: int, row: ScoreRow) -> str:
        after = 3 + self.categories
        changes = ""
        if self.changes:
            given = zip(self.changes, row[after:], strict=False)
            changes = ",".join([f"{key}{amount}" for key, amount in given if amount])
        head = (name, row[0], row[1], row[2], rank, *row[3:after], changes)
        if self.vector:
            return self.player % (*head, ",".join(map(number_text, row[-1])))
        return self.player % head

    def _tie(self, depth: int, among: Sequence[str], values: Sequence[Number]) -> str:
        names = [quote(name) for name in among]
        pairs = ",".join([f"{n}:{number_text(v)}" for n, v in zip(names, values, strict=True)])
        return f'{{"by":{self.rungs[depth]},"among":[{",".join(names)}],"values":{{{pairs}}}}}'


def _template(event: Event, *, vector: bool) -> str:
    """One player, with a place for each value."""
    categories = ",".join(
        f'{{"id":{_escaped(encode(part.id))},"points":%s}}' for part in event.categories
    )
    more = ',"vector":[%s]' if vector else ""
    return (
        f'{{"name":%s,"before":%s,"points":%s,"total":%s,"rank":%s,"categories":[{categories}],'
        f'"changes":{{%s}}{more}}}'
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%%")


def _not_whole(shape: RowShape) -> list[int]:
    """Where a row may have something else than a whole number."""
    kinds = (ValueKind.WHOLE, shape.points, shape.total, *shape.categories, *shape.changes)
    return [index for index, kind in enumerate(kinds) if kind & ~ValueKind.WHOLE]


def number_text(value: Any) -> str:
    """A value of a result as JSON.

    >>> number_text(7), number_text(Fraction(181, 4)), number_text(Fraction(1, 3))
    ('7', '45.25', '"1/3"')
    """
    if type(value) is int:
        return str(value)
    if type(value) is Fraction:
        number = decimal(value)
        return quote(number) if isinstance(number, str) else repr(number)
    return encode(result_data.value(value))


def _told(check: Check, text: tuple[str, str], lang: str) -> str:
    return _warning(check.id, check.rules, text, lang)


@lru_cache(maxsize=4096)
def _warning(check: str, rules: tuple[str, ...], text: tuple[str, str], lang: str) -> str:
    values = {"message": Text(*text), "rules": rules, "check": check}
    return message(Problem("W440", None, values), lang)


@frozen
class TextLines:
    """One line for people to each position: who has how many points, and who wins."""

    lang: str
    encoding: str = "utf-8"
    explains: bool = False

    def outcome(self, game: Game, event: str, scorer: Scorer) -> WriteOutcome:
        """What writes the outcomes of one scorer."""
        assert game.scoring is not None
        final = game.scoring.events[event].final

        def write(
            names: Sequence[str], outcome: BatchOutcome,
            chosen: Mapping[str, str],  # noqa: ARG001 - a WriteOutcome
            line: int,
        ) -> str:  # fmt: skip
            rows, ranks, _, warnings = outcome
            players = [(r, n, row[2]) for r, n, row in zip(ranks, names, rows, strict=True)]
            told = [_told(scorer.checks[number], text, self.lang) for number, text in warnings]
            return self._line(line, players, told, final=final)

        return write

    def score(self, result: Score, line: int) -> str:
        """One result."""
        told = [message(problem, self.lang) for problem in result.warnings]
        event = result.event
        if not (event.categories and event.ranking):
            from rulesref.show.results import best_first, standing

            standings = [standing(result, player, self.lang) for player in best_first(result)]
            return self._told(line, standings, result.winners, told)
        players = [(player.rank, player.name, player.total) for player in result.players]
        return self._line(line, players, told, final=event.final)

    def problems(self, problems: Sequence[Problem], line: int) -> str:  # noqa: ARG002 - a Renderer
        """Why a line has no result: the first line of each problem."""
        return "\n".join(problem_lines(problem, {}, self.lang)[0] for problem in problems)

    def _line(
        self, line: int, players: Sequence[tuple[int, str, Number]], warnings: Sequence[str],
        *, final: bool,
    ) -> str:  # fmt: skip
        lang = self.lang
        order = sorted(players, key=lambda player: player[0])
        places = [
            say(lang, N_("{rank}. {name} {total}"), rank=rank, name=name, total=total)
            for rank, name, total in order
        ]
        winners = [name for rank, name, _ in players if rank == 1] if final else []
        return self._told(line, places, winners, warnings)

    def _told(
        self, line: int, places: Sequence[str], winners: Sequence[str], warnings: Sequence[str]
    ) -> str:
        lang = self.lang
        values: dict[str, object] = {"line": line, "players": joined(lang, list(places))}
        if not winners:
            text = say(lang, N_("{line}: {players}"), **values)
        elif len(winners) == 1:
            text = say(lang, N_("{line}: {players}. {winner} wins."), winner=winners[0], **values)
        else:
            text = say(
                lang,
                N_("{line}: {players}. {winners} share the victory."),
                winners=list(winners),
                **values,
            )
        if not warnings:
            return text
        return say(lang, N_("{result} Unusual: {warnings}"), result=text, warnings=list(warnings))
