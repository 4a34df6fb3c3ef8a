"""``rulesref sources``."""

from __future__ import annotations

import json

from tests.helpers import DATA, TOY, game_in, rulesref


def test_a_source_is_told_with_all_that_is_known_of_it() -> None:
    said = rulesref("--lang", "en", "--data", str(TOY), "sources", "toy").out
    assert "notes of the garden club" in said
    for fact in ("club notes", "2019", "in the shed", "fair"):
        assert fact in said
    assert "the one to go by" in said


def test_without_a_game_those_of_all_are_told() -> None:
    data = json.loads(rulesref("--format", "json", "sources").out)
    assert {game["id"] for game in data["games"]} == {
        f.parent.name for f in DATA.glob("*/game.yaml")
    }
    (caylus,) = (game for game in data["games"] if game["id"] == "caylus")
    assert [source["id"] for source in caylus["sources"]] == [
        *game_in(DATA / "caylus").about.sources
    ]
    assert {"title", "year", "where", "trust"} <= caylus["sources"][0].keys()
