"""One line of a batch after another: compiled code for what is usual, the ordinary way for the rest.

Both give the same result. A bad line gives its problems, placed in the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from rulesref.base.diagnostics import Problem, ProblemsFound, in_order
from rulesref.base.folding import remembered
from rulesref.model.code import Uncompiled, Unusual
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from rulesref.reading.json_line import NOTHING, JsonLine, pairs_of
from rulesref.reading.positions import Sound, event_called, read_position
from rulesref.scoring.batch.program import CompiledEvent, Impossible, Outcome
from rulesref.scoring.batch.quick_reading import PartlyUnusual, mapping
from rulesref.scoring.score import Score, score_of


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
        #: How many sound lines compiled code has done; the others went the ordinary way.
        self.quick = 0
        of_word = remembered(_REMEMBERED)
        self._is_game = of_word(self._right_game)
        self._event = of_word(self._event_called)
        self._compiled = of_word(self._compile)
        self._readings = lru_cache(_REMEMBERED)(self._chosen)
        events = game.scoring.events if game.scoring else {}
        self._only = next(iter(events)) if len(events) == 1 else None

    def scored(self, block: bytes, first: int) -> tuple[bytes, bool]:
        """The results of the lines of a block, and whether all were sound."""
        results: list[str] = []
        sound = True
        quick = not self.renderer.explains
        for number, raw in enumerate(block.split(b"\n"), first):
            if not raw.strip(b" \t\r"):
                continue
            text, good = (self._tried if quick else self._careful)(raw.rstrip(b"\r"), number)
            sound = sound and good
            results.append(text)
        every = "\n".join(results) + "\n" if results else ""
        return self.renderer.written(every), sound

    # --- compiled --------------------------------------------------------------------------------

    def _tried(self, raw: bytes, number: int) -> tuple[str, bool]:
        """The result of a line: of one that is what is usual or that only checks refuse by compiled code."""
        sound = None
        try:
            pairs = pairs_of(raw.decode())
        except (ValueError, RecursionError) as error:
            return self._told(JsonLine(raw, self.batch.file, number, error))
        try:
            result = self._quick(pairs, raw, number)
        except Exception as unusual:  # noqa: BLE001 - whatever it is, the ordinary way knows better
            if isinstance(unusual, PartlyUnusual):
                sound = unusual.sound
            return self._told(JsonLine(raw, self.batch.file, number, pairs), sound)
        self.quick += result[1]
        return result

    def _quick(self, pairs: Any, raw: bytes, number: int) -> tuple[str, bool]:
        """The result by compiled code; an exception for everything unusual or wrong."""
        data = mapping(pairs)
        if "game" in data:
            self._is_game(data.pop("game"))
        word = data.pop("event", self._only)
        compiled = self._compiled(self._event(self.batch.event or word))
        if compiled is None:
            raise Unusual
        rulings = data.pop("rulings", ())
        read = compiled.reader.read(data)
        in_force, chosen = self._readings(rulings)
        try:
            outcome = compiled.score(read, in_force, chosen)
        except Impossible as refused:
            if self.batch.anyway:
                raise
            whole = JsonLine(raw, self.batch.file, number, pairs)
            problems = compiled.noticed(read, in_force, chosen, refused.noted, whole.at)
            return self._wrong(whole, problems), False
        return self.renderer.outcome(self.game, compiled.event, outcome, number), True

    def _right_game(self, named: str) -> None:
        reading = read_position(self.game, {"game": named})
        if any(problem.code == "E422" for problem in reading.problems):
            raise Unusual(named)

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
        chosen = {**mapping(given), **self.batch.rulings}
        for ruling, reading in chosen.items():
            self.game.rulings[ruling].reading(reading)
        return self.game.readings(chosen), chosen

    # --- the ordinary way ------------------------------------------------------------------------

    def _careful(self, raw: bytes, number: int) -> tuple[str, bool]:
        return self._told(JsonLine(raw, self.batch.file, number))

    def _told(self, line: JsonLine, sound: Sound | None = None) -> tuple[str, bool]:
        """The result of a line as of a file, or its problems; whether it was sound."""
        game, batch = self.game, self.batch
        problems: Sequence[Problem] = line.problems if line.data is NOTHING else ()
        if sound and not problems:
            problems = read_position(
                game, line.data, line.at, event=batch.event, rulings=batch.rulings, sound=sound
            ).problems
        if not problems:
            result, problems = score_of(
                game, line.data, line.at,
                event=batch.event, rulings=batch.rulings, anyway=batch.anyway,
            )  # fmt: skip
            if result is not None:
                return self.renderer.score(result, line.number), True
        return self._wrong(line, problems), False

    def _wrong(self, line: JsonLine, problems: Sequence[Problem]) -> str:
        return self.renderer.problems(in_order(line.problems or problems), line.number)
