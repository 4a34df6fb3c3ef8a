"""Scores for other programs: a sheet, and the hand-off link of BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.messages import say
from rulesref.base.text import decimal, visible
from rulesref.model.expression import plain_value
from rulesref.scoring.score import Score
from rulesref.show.results import best_first, part_lines

#: Excel takes a file that begins with this for UTF-8, whatever the system's own encoding.
_MARK = "\ufeff"
#: A cell that begins so would be worked out by a sheet, or may be when a tab or a line end goes before.
_FORMULA = "=+-@＝＋－＠\t\r\n␍"

BGSTATS = "https://app.bgstatsapp.com/createPlay.html"


def sheet(result: Score, lang: str) -> str:
    """The table of a scoring as CSV, for a sheet: UTF-8 with a mark, commas, CRLF."""
    event, players = result.event, best_first(result)

    def column(head: str, field: str) -> list[object]:
        return [head, *(getattr(player, field) for player in players)]

    columns = [column(say(lang, "player"), "name")]
    if event.ranking:
        columns.insert(0, column(say(lang, "rank"), "rank"))
    if event.before:
        columns.append(column(say(lang, "before"), "before"))
    columns += map(list, part_lines([player.categories for player in players], lang))
    if event.categories:
        columns += [column(say(lang, "points"), "points"), column(say(lang, "total"), "total")]
    columns += map(list, part_lines([player.changes for player in players], lang))
    return csv_text(zip(*columns, strict=True))


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows for a sheet: UTF-8 with a mark, commas, CRLF; numbers exact, and no text is taken for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        values = map(plain_value, row)
        writer.writerow([_cell(value) if isinstance(value, str) else value for value in values])
    return _MARK + out.getvalue()


def _cell(text: str) -> str:
    begins = visible(text).lstrip("\u3000 ")[:1]
    return f"'{text}" if begins and begins in _FORMULA else text


def bgstats(result: Score, lang: str, played: datetime) -> str:
    """The link by which BG Stats offers to record the play; nothing is sent until it is opened.

    Raises when the scoring does not end the game: there is nothing to record then.
    """
    if not result.event.final:
        raise ProblemsFound([wrong("E437", event=result.event.name)])
    data: dict[str, Any] = {
        "sourceName": "rulesref",
        "sourcePlayId": _play(result, played),
        "playDate": played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": result.game.about.name.of(lang),
            "sourceGameId": result.game.id,
            "highestWins": True,
            "noPoints": not result.event.categories,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "startPlayer": seat == 0,
                "rank": player.rank,
                "score": decimal(player.total),
                # Left out, the app for Android refuses the play.
                "winner": player.name in result.winners,
            }
            for seat, player in enumerate(result.players)
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{BGSTATS}?data={quote(text, safe='')}"


def _play(result: Score, played: datetime) -> str:
    """The same play has the same id, so that it is not recorded twice."""
    import hashlib

    totals = [[player.name, str(player.total)] for player in result.players]
    what = json.dumps([result.game.id, result.event.id, totals, played.date().isoformat()])
    return hashlib.sha256(what.encode()).hexdigest()[:24]
