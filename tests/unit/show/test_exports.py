"""Scores for other programs."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

import pytest

from rulesref.show.exports import bgstats, sheet
from tests.helpers import DATA, game_in, scored, toy
from tests.unranked import frost

TIGRIS = {
    "players": [
        {"name": "=葵", "black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3},
        {"name": "Ben, Jr", "black": 5, "red": 5, "blue": 9, "green": 9, "treasures": 2},
    ],
}
PLAYED = datetime(2026, 1, 2, 8, 30, tzinfo=timezone(timedelta(hours=9)))


@pytest.mark.parametrize(
    ("lang", "head"),
    [
        ("ja", ["順位", "プレイヤー", "最も少ない色", "得点", "合計"]),
        ("en", ["rank", "player", "weakest color", "points", "total"]),
    ],
)
def test_a_sheet_opens_in_any_excel(lang: str, head: list[str]) -> None:
    text = sheet(scored(game_in(DATA / "tigris"), TIGRIS), lang)
    assert text.encode().startswith(b"\xef\xbb\xbf")
    assert text.count("\r\n") == 3
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    # A name that a sheet would take for a formula is only a name.
    assert rows == [head, ["1", "Ben, Jr", "6", "6", "6"], ["2", "'=葵", "3", "3", "3"]]


def test_a_sheet_has_exact_numbers_and_what_is_won_besides() -> None:
    position = {
        "event": "final",
        "players": [
            {"name": n, "points": -1, "coins": 3, "seeds": {"red": 1, "blue": 1, "green": 1}} for n in ("A", "B")
        ],
    }  # fmt: skip
    rows = list(
        csv.DictReader(io.StringIO(sheet(scored(toy(), position), "en").removeprefix("\ufeff")))
    )
    assert {row["coins"] for row in rows} == {"0.75"}
    assert {row["before"] for row in rows} == {"-1"}


def test_the_link_of_bg_stats_holds_the_whole_play() -> None:
    link = bgstats(scored(game_in(DATA / "tigris"), TIGRIS), "en", PLAYED)
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    assert link.isascii()
    data = json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])
    assert data["playDate"] == "2026-01-01 23:30:00"
    assert data["game"] == {
        "name": "Tigris & Euphrates", "sourceGameId": "tigris", "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert data["players"] == [
        {
            "name": "=葵",
            "sourcePlayerId": "=葵",
            "startPlayer": True,
            "rank": 2,
            "score": 3,
            "winner": False,
        },
        {
            "name": "Ben, Jr",
            "sourcePlayerId": "Ben, Jr",
            "startPlayer": False,
            "rank": 1,
            "score": 6,
            "winner": True,
        },
    ]
    assert data["sourceName"] == "rulesref"


def test_the_same_play_is_known_again() -> None:
    found = scored(game_in(DATA / "tigris"), TIGRIS)

    def play(hours: int) -> str:
        link = bgstats(found, "en", datetime(2026, 1, 2, hours, tzinfo=UTC))
        return str(json.loads(parse_qs(urlsplit(link).query)["data"][0])["sourcePlayId"])

    assert play(1) == play(2)


def test_a_sheet_of_a_scoring_that_only_takes_has_what_it_takes() -> None:
    rows = list(
        csv.reader(io.StringIO(sheet(frost(2, 8), "en").removeprefix("\ufeff"), newline=""))
    )
    assert rows == [["player", "coins paid"], ["A", "2"], ["B", "3"]]
