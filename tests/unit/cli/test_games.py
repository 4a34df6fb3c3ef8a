"""``rulesref games``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import packs
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
@pytest.mark.slow
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


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a sound pack, one with a mistake and a broken one are installed."""
    site = tmp_path / "site"
    packs.pack(site, "hedge-pack", "hedge", "mexica")
    wrong = packs.pack(site, "wrong-pack", "wrong") / "wrong" / "game.yaml"
    text = wrong.read_text(encoding="utf-8").replace("year: 2020", "year: long ago")
    wrong.write_text(text, encoding="utf-8")
    packs.offer(site, "lost\x1b]pack", "lost_pack")
    packs.offer(site, "lost-pack", "lost_pack")
    monkeypatch.syspath_prepend(str(site))
    return site


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "place", "hidden"),
    [
        pytest.param("ja", "ゲームパック hedge-pack 1.0", "「mexica」だけでは rulesref のゲームを指します", id="japanese"),
        pytest.param("en", "the pack hedge-pack 1.0", "“mexica” alone means that of rulesref", id="english"),
    ],
)  # fmt: skip
def test_where_games_come_from_is_shown(site: Path, lang: str, place: str, hidden: str) -> None:
    done = rulesref("--lang", lang, "games", COLUMNS="300")
    assert done.code == 0
    rows = done.out.splitlines()
    (hedge,) = [row for row in rows if row.startswith("hedge ") and place in row]
    assert str(site / "hedge_pack") in hedge
    (other,) = [row for row in rows if row.startswith("hedge-pack/mexica ") and place in row]
    assert hidden in other
    (broken,) = [row for row in rows if "rulesref check" in row]
    assert "wrong-pack/wrong" in broken
    assert any("lost-pack" in row and "lost_pack" in row for row in rows)
    assert "\x1b" not in done.out


@pytest.mark.slow
def test_where_games_come_from_as_data(site: Path) -> None:
    data = json.loads(rulesref("--format", "json", "--data", str(TOY), "games").out)
    places = {game["id"]: game["from"] for game in data["games"]}
    assert places["mexica"] == {"pack": None, "version": None, "folder": None}
    folder = str(site / "hedge_pack" / "mexica")
    assert places["hedge-pack/mexica"] == {"pack": "hedge-pack", "version": "1.0", "folder": folder}
    assert places["toy"] == {"pack": None, "version": None, "folder": str(TOY)}
    assert data["broken"] == ["wrong-pack/wrong"]
    assert [problem["code"] for problem in data["problems"]] == ["E571", "E571"]


def test_without_packs_nothing_is_said_of_them() -> None:
    assert "rulesref check" not in rulesref("--lang", "en", "games").out
    assert "come from" not in rulesref("--lang", "en", "games").out
