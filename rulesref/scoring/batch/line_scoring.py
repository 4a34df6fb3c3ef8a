"""One line of a batch after another: compiled code for what is usual, the ordinary way for the rest.

Both give the same result. A bad line gives its problems, placed in the batch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from rulesref.base.diagnostics import KeyPath, Place, Problem, ProblemsFound, in_order
from rulesref.model.code import Uncompiled, Unusual
from rulesref.reading.positions import event_called, plain_source, read_position
from rulesref.reading.source import MAX_BYTES, Source, read_bytes
from rulesref.scoring.batch.program import CompiledEvent, Outcome
from rulesref.scoring.batch.quick_reading import mapping
from rulesref.scoring.score import Score, score

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.model.scoring import Event


class Renderer(Protocol):
    """How results are written, without the line break; it must be possible to pickle it."""

    @property
    def explains(self) -> bool:
        """Whether the working is asked for, which only the ordinary way has."""

    def outcome(self, game: Game, event: Event, outcome: Outcome, line: int) -> str:
        """The result of compiled code, byte for byte as :meth:`score` would write it."""

    def score(self, result: Score, line: int) -> str:
        """A result."""

    def problems(self, problems: Sequence[Problem], line: int) -> str:
        """Why there is none."""

    def written(self, lines: str) -> bytes:
        """Results as they leave, in the encoding of the output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What is asked of all lines: ``file`` is what problems call their text."""

    game: str
    file: str
    event: str | None
    rulings: Mapping[str, str]
    #: Whether to score in spite of the checks of the game.
    anyway: bool = False
    #: Opens the game again in another process; it must be possible to pickle it.
    reopen: Callable[[], Game]
    renderer: Renderer


def check_asked(game: Game, batch: Batch) -> None:
    """What is wrong with the event or the rulings asked for is told once, not for every line."""
    events = game.scoring.events if game.scoring else {}
    event = batch.event or next(iter(events), None)
    reading = read_position(game, {}, event=event, rulings=batch.rulings)
    wrong = [p for p in reading.problems if p.code in ("E421", "E424", "E425", "E426")]
    if wrong:
        raise ProblemsFound([Problem(p.code, None, p.values) for p in wrong])


#: So many words and choices of readings are remembered at once.
_REMEMBERED = 1000


class Lines:
    """Scores lines of one game; one for each process."""

    def __init__(self, batch: Batch, game: Game) -> None:
        self.batch = batch
        self.game = game
        self.renderer = batch.renderer
        #: How many lines compiled code has done; the others went the ordinary way.
        self.quick = 0
        self._decode = json.JSONDecoder(
            object_pairs_hook=tuple, parse_float=_refuse, parse_constant=_refuse
        ).decode
        remembered = lru_cache(_REMEMBERED)
        self._is_game = remembered(self._right_game)
        self._event = remembered(self._event_called)
        self._compiled = remembered(self._compile)
        self._readings = remembered(self._chosen)
        events = game.scoring.events if game.scoring else {}
        self._only = next(iter(events)) if len(events) == 1 else None

    def scored(self, block: bytes, first: int) -> tuple[bytes, bool]:
        """The results of the lines of a block, and whether all were sound."""
        results: list[str] = []
        sound = True
        quick = not self.renderer.explains
        for number, raw in enumerate(block.split(b"\n"), first):
            line = raw.strip(b" \t\r")
            if not line:
                continue
            text = self._tried(line, number) if quick else None
            if text is None:
                text, good = self._careful(raw.rstrip(b"\r"), number)
                sound = sound and good
            results.append(text)
        whole = "\n".join(results) + "\n" if results else ""
        return self.renderer.written(whole), sound

    def carefully(self, raw: bytes, number: int) -> tuple[bytes, bool]:
        """The result of one line by the ordinary way, which :meth:`scored` gives faster."""
        text, good = self._careful(raw, number)
        return self.renderer.written(f"{text}\n"), good

    # --- compiled --------------------------------------------------------------------------------

    def _tried(self, line: bytes, number: int) -> str | None:
        """The result of a line that is what is usual."""
        try:
            result = self._quick(line.decode(), number)
        except Exception:  # noqa: BLE001 - whatever it is, the ordinary way knows better
            return None
        self.quick += 1
        return result

    def _quick(self, line: str, number: int) -> str:
        """The result by compiled code; an exception for everything unusual or wrong."""
        data = mapping(self._decode(line))
        if "game" in data:
            self._is_game(data.pop("game"))
        word = data.pop("event", self._only)
        compiled = self._compiled(self._event(self.batch.event or word))
        if compiled is None:
            raise Unusual
        in_force, chosen = self._readings(data.pop("rulings", ()))
        outcome = compiled.score(compiled.reader.read(data), in_force, chosen)
        return self.renderer.outcome(self.game, compiled.event, outcome, number)

    def _right_game(self, named: str) -> None:
        reading = read_position(self.game, {"game": named})
        if any(problem.code == "E422" for problem in reading.problems):
            raise Unusual

    def _event_called(self, word: str) -> str:
        assert self.game.scoring is not None
        event = event_called(self.game.scoring.events, word)
        if event is None:
            raise Unusual
        return event.id

    def _compile(self, event: str) -> CompiledEvent | None:
        try:
            return CompiledEvent(self.game, event)
        except (Uncompiled, SyntaxError, RecursionError):
            # Data may be nested deeper than Python likes; it is scored step by step all the same.
            return None

    def _chosen(
        self, given: tuple[tuple[str, str], ...]
    ) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The readings in force and those chosen, the command line having the last word."""
        rulings = self.game.rulings
        chosen = {**mapping(given), **self.batch.rulings}
        for ruling, reading in chosen.items():
            rulings[ruling].reading(reading)
        return {**{ruling.id: ruling.default for ruling in rulings.values()}, **chosen}, chosen

    # --- the ordinary way ------------------------------------------------------------------------

    def _careful(self, raw: bytes, number: int) -> tuple[str, bool]:
        """The result of a line as of a file, or its problems; whether it was sound."""
        text = _Text(raw, self.batch.file, number)
        result = self._score(text)
        if isinstance(result, Score):
            return self.renderer.score(result, number), True
        return self.renderer.problems(in_order(result), number), False

    def _score(self, text: _Text) -> Score | Sequence[Problem]:
        if text.too_long:
            return [Problem("E113", text.place(1, 1), {"limit": MAX_BYTES})]
        data = plain_json(text.raw)
        if data is _NOTHING:
            if text.source is None or text.problems:
                return text.problems
            data = text.source.data
        # Only what is wrong asks where it stands; then the text is composed.
        result = self._read_and_score(data, text.at)
        return result if isinstance(result, Score) else text.problems or result

    def _read_and_score(
        self, data: Any, at: Callable[[KeyPath, bool], Place | None]
    ) -> Score | Sequence[Problem]:
        batch = self.batch
        read = read_position(self.game, data, at, event=batch.event, rulings=batch.rulings)
        if read.position is None or read.event is None:
            return read.problems
        result, problems = score(self.game, read.position, read.event, at, anyway=batch.anyway)
        return result or problems


_NOTHING = object()
_MOST_DIGITS = 18


def plain_json(raw: bytes) -> Any:
    """The data of a line of JSON without anything that a YAML file could not say as well.

    What is no such JSON is left to :mod:`rulesref.reading.source`: keys that stand twice, numbers
    that are not whole or too large.
    """
    try:
        return json.loads(
            raw.decode(), object_pairs_hook=_once_each, parse_float=_refuse,
            parse_constant=_refuse, parse_int=_short,
        )  # fmt: skip
    except (ValueError, RecursionError, Unusual):
        return _NOTHING


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise Unusual
    return data


def _refuse(_: str) -> Any:
    raise Unusual


def _short(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise Unusual
    return int(digits)


#: Where YAML sees a line end; JSON may have the last three inside of text.
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


class _Text:
    """One line of the batch as a document, composed only when its places are asked for."""

    def __init__(self, raw: bytes, file: str, number: int) -> None:
        self.raw = raw
        self.file = file
        self.number = number

    @property
    def too_long(self) -> bool:
        return len(self.raw) > MAX_BYTES

    @cached_property
    def _composed(self) -> tuple[Source | None, list[Problem]]:
        source, problems = read_bytes(self.raw, self.file)
        return plain_source(source) if source else None, problems

    @property
    def source(self) -> Source | None:
        return self._composed[0]

    @cached_property
    def problems(self) -> list[Problem]:
        """What is wrong with the text, placed in the batch."""
        placed = []
        for problem in self._composed[1]:
            place = self.moved(problem.place) if problem.place else self.place(1, 1)
            # What stands twice stands twice in the same line.
            values = {
                key: self.number if key == "first" else value
                for key, value in problem.values.items()
            }
            placed.append(Problem(problem.code, place, values))
        return placed

    def at(self, path: KeyPath, key: bool) -> Place:  # noqa: FBT001 - an At
        """Where a value or a key of the line stands."""
        if self.source is None:
            return self.place(1, 1)
        return self.moved(self.source.at_key(path) if key else self.source.at(path))

    def moved(self, place: Place) -> Place:
        """A place of the line as one of the batch."""
        column = place.column
        if place.line > 1:
            breaks = [match.end() for match in _BREAK.finditer(self.raw.decode("utf-8", "replace"))]
            column += breaks[place.line - 2] if place.line - 2 < len(breaks) else 0
        return self.place(column, place.length)

    def place(self, column: int, length: int) -> Place:
        return Place(file=self.file, line=self.number, column=column, length=length)
