"""Exported plays, read again: a document by a program or by hand, so nothing in it is taken on trust."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import Problem, ProblemsFound

FORM = 1
_MOST_BYTES = 64_000_000
_MOST_LINES = 100_000

#: What must be there, and of which kind.
_PLAY: Mapping[str, type | tuple[type, ...]] = {
    "play": str, "game": str, "data": str, "version": str, "players": list, "options": dict,
    "tracked": str, "seed": (int, type(None)), "created": str, "changed": str, "step": int,
    "draft": (dict, type(None)), "lines": list,
}  # fmt: skip
_LINE: Mapping[str, type] = {
    "step": int, "typed": str, "command": dict, "told": list, "stage": dict, "time": str,
}  # fmt: skip

Row = tuple[int, str, dict[str, Any], list[Any], dict[str, Any], str]


class _Wrong(Exception):  # noqa: N818 - control flow of this module only
    pass


def read_play(file: Path) -> tuple[dict[str, Any], Sequence[Row]]:
    """A play and its lines; raises why it is none."""
    try:
        data = _document(file)
        return _row(data), [_line(n, each) for n, each in enumerate(data["lines"])]
    except (_Wrong, OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProblemsFound(
            [Problem("E536", None, {"file": str(file), "reason": reason})]
        ) from None


def _document(file: Path) -> Any:
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if len(raw) > _MOST_BYTES:
        raise _Wrong(str(len(raw)))
    data = json.loads(raw.decode("utf-8-sig"))
    if not isinstance(data, dict) or data.get("rulesref-play") != FORM:
        raise _Wrong("rulesref-play")
    _fits(data, _PLAY)
    return data


def _fits(data: Any, shape: Mapping[str, Any]) -> None:
    if not isinstance(data, dict):
        raise _Wrong(str(data)[:40])
    for key, kind in shape.items():
        if key not in data or not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise _Wrong(key)


def _row(data: Any) -> dict[str, Any]:
    players, lines = data["players"], data["lines"]
    names = all(isinstance(name, str) and name for name in players)
    if not players or not names or len(set(players)) != len(players):
        raise _Wrong("players")
    if not 0 < len(lines) <= _MOST_LINES or not 0 <= data["step"] < len(lines):
        raise _Wrong("step")
    if data["tracked"] not in ("full", "light"):
        raise _Wrong("tracked")
    return {
        "name": data["play"], "game": data["game"], "digest": data["data"], "version": data["version"],
        "players": players, "options": data["options"], "tracked": data["tracked"],
        "seed": data["seed"], "created": data["created"], "changed": data["changed"],
        "head": data["step"], "draft": data["draft"],
    }  # fmt: skip


def _line(n: int, data: Any) -> Row:
    _fits(data, _LINE)
    if data["step"] != n:
        raise _Wrong(f"step {n}")
    told = [each for each in data["told"] if isinstance(each, dict)]
    return n, data["typed"], data["command"], told, data["stage"], data["time"]
