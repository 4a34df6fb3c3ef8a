"""Plays as files that go elsewhere and come back.

Whatever is read was written by some program or by hand, so that nothing in it is taken on trust.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.disk import contents, standard_input
from rulesref.base.text import MOST_DIGITS, escaped
from rulesref.fields.typed import must_be_so_many
from rulesref.model.flow import TRACKS
from rulesref.model.game import Game
from rulesref.play.log import LogLine, Play, coded, decoded
from rulesref.play.replay import replayed, with_state
from rulesref.play.store import PlayStore
from rulesref.reading.source import text_of, unreadable

#: The form of what is written. Form 1 had sentences with every line, which are passed over.
FORM = 2
_READABLE = (1, 2)
_MOST_BYTES = 8_000_000
_MOST_LINES = 100_000
_HALF = re.compile(r"\\u[dD][89a-fA-F]")

#: What must be there, what each is of a play, and of which kind.
_PLAY: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "play": ("name", str), "game": ("game", str), "data": ("digest", str), "version": ("version", str),
    "players": ("players", list), "options": ("options", dict), "tracked": ("tracked", str),
    "seed": ("seed", (int, type(None))), "created": ("created", str), "changed": ("changed", str),
    "step": ("head", int), "draft": ("draft", (dict, type(None))),
}  # fmt: skip
_LINE: Mapping[str, type] = {"step": int, "typed": str, "command": dict, "time": str}


class _NoPlay(Exception):  # noqa: N818 - control flow of this module only
    pass


def exported(play: Play, lines: Sequence[LogLine]) -> str:
    """Everything that is needed to have the play again."""
    data = {
        "rulesref-play": FORM,
        **{key: getattr(play, of) for key, (of, _) in _PLAY.items()},
        "lines": [
            {"step": line.n, "typed": line.typed, "command": line.command, "time": line.time}
            for line in lines
        ],
    }
    return escaped(json.dumps(data, ensure_ascii=False, indent=1, default=coded)) + "\n"


def read_play(file: Path) -> tuple[dict[str, Any], Sequence[LogLine]]:
    """A play and its lines; raises why it is none."""
    try:
        data = _document(file)
        return _play(data), [_line(n, each) for n, each in enumerate(data["lines"])]
    except OSError as error:
        raise ProblemsFound([unreadable(str(file), error)]) from None
    except (_NoPlay, RecursionError) as error:
        reason = "[[[…" if isinstance(error, RecursionError) else str(error)[:80]
        values = {"file": str(file), "reason": reason}
        raise ProblemsFound([Problem("E536", None, values)]) from None


def kept(
    store: PlayStore, game: Game, row: Mapping[str, Any], lines: Sequence[LogLine],
    name: str | None = None,
) -> Play:  # fmt: skip
    """Keep a play that was read; raises when the game is not for so many players."""
    must_be_so_many(len(row["players"]), game.about.players)
    return store.begin({**row, "name": name or row["name"]}, worked_out(game, row, lines))


def worked_out(game: Game, row: Mapping[str, Any], lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines with the states that they come to, as far as the data of the game allow them."""
    players = tuple(row["players"])
    play = Play(**{**row, "players": players}, last=0, tip=0, revision=0, line=lines[0])
    return [
        entry.line if entry.state is None else with_state(game, entry)
        for entry in replayed(game, play, lines)
    ]


def _document(file: Path) -> Any:
    given = str(file) == "-"
    raw = standard_input(_MOST_BYTES) if given else contents(file, _MOST_BYTES)
    if len(raw) > _MOST_BYTES:
        raise _NoPlay(f"> {_MOST_BYTES}")
    data = _data(raw, str(file))
    if not isinstance(data, dict) or data.get("rulesref-play") not in _READABLE:
        raise _NoPlay("rulesref-play")
    _must_fit(data, {key: kind for key, (_, kind) in _PLAY.items()} | {"lines": list})
    return data


def _data(raw: bytes, file: str) -> Any:
    """The data of a file; raises where it is no text, no JSON, or nothing that can be written."""
    text, problems = text_of(raw, file)
    if text is None:
        raise ProblemsFound(problems)
    try:
        data = json.loads(text, parse_int=_whole, parse_float=_whole, parse_constant=_whole,
                          object_hook=_exact)  # fmt: skip
    except json.JSONDecodeError as error:
        place = Place(file, error.lineno, error.colno)
        raise ProblemsFound([Problem("E625", place)], {file: text}) from None
    try:
        # Half characters can be escaped in JSON, and written nowhere.
        json.dumps(data, ensure_ascii=False, default=coded).encode()
    except UnicodeEncodeError:
        half = _HALF.search(text)
        before = text[: half.start() if half else 0]
        place = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"), 6)
        raise ProblemsFound([Problem("E114", place)], {file: text}) from None
    return data


def _exact(data: dict[str, Any]) -> Any:
    try:
        return decoded(data)
    except (TypeError, ValueError, ZeroDivisionError):
        raise _NoPlay("/") from None


def _whole(number: str) -> int:
    """A number of a file: plays have whole ones alone, and none that is longer than others read."""
    digits = number.removeprefix("-")
    if not digits.isdigit() or len(digits) > MOST_DIGITS:
        raise _NoPlay(number[:MOST_DIGITS])
    return int(number)


def _must_fit(data: Any, shape: Mapping[str, Any]) -> None:
    if not isinstance(data, dict):
        raise _NoPlay(str(data)[:40])
    for key, kind in shape.items():
        if key not in data or not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise _NoPlay(key)


def _play(data: Any) -> dict[str, Any]:
    players, lines = data["players"], data["lines"]
    names = all(isinstance(name, str) and name for name in players)
    if not players or not names or len(set(players)) != len(players):
        raise _NoPlay("players")
    if not 0 < len(lines) <= _MOST_LINES or not 0 <= data["step"] < len(lines):
        raise _NoPlay("step")
    if data["seed"] is not None and data["seed"] < 0:
        raise _NoPlay("seed")
    if data["tracked"] not in TRACKS:
        raise _NoPlay("tracked")
    return {of: data[key] for key, (of, _) in _PLAY.items()}


def _line(n: int, data: Any) -> LogLine:
    _must_fit(data, _LINE)
    if data["step"] != n:
        raise _NoPlay(f"step {n}")
    return LogLine(n, data["typed"], data["command"], data["time"], id=n, after=n - 1)
