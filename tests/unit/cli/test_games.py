"""``rulesref games``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers import TOY, rulesref


@pytest.mark.parametrize(
    ("lang", "row"),
    [
        pytest.param("ja", ["toy", "おもちゃの庭", "2-4", "第2版"], id="japanese"),
        pytest.param("en", ["toy", "Toy", "Garden", "2-4", "second", "edition"], id="english"),
    ],
)
def test_a_game_has_a_row_of_its_own(lang: str, row: list[str]) -> None:
    rows = [
        line.split()
        for line in rulesref("--lang", lang, "--data", str(TOY), "games").out.splitlines()
    ]
    assert row in rows


def test_a_game_as_data() -> None:
    data = json.loads(rulesref("--lang", "en", "--format", "json", "--data", str(TOY), "games").out)
    toy = data["games"][-1]
    assert (toy["id"], toy["name"], toy["players"]) == ("toy", "Toy Garden", {"min": 2, "max": 4})
    assert toy["events"] == ["spring", "summer", "autumn", "final"]
    assert data["broken"] == []


@pytest.mark.parametrize(("lang", "title"), [("ja", "おもちゃの庭"), ("en", "Toy Garden")])
def test_a_game_with_mistakes_is_named_and_does_not_hide_the_others(
    tmp_path: Path, lang: str, title: str
) -> None:
    for name in ("toy", "wrong"):
        shutil.copytree(TOY, tmp_path / name)
    file = tmp_path / "wrong" / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("id: toy", "id: wrong")
    file.write_text(text.replace("year: 2020", "year: long ago"), encoding="utf-8")
    done = rulesref("--lang", lang, "--data", str(tmp_path), "games")
    assert done.code == 0
    assert title in done.out
    assert "rulesref check" in done.out
    data = json.loads(rulesref("--format", "json", "--data", str(tmp_path), "games").out)
    assert data["broken"] == ["wrong"]
    assert [game["id"] for game in data["games"]][-1] == "toy"
