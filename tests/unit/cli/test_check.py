"""``rulesref check``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import packs
from tests.helpers import TOY, rulesref


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of two games: a sound one, and one with a mistake."""
    for name in ("toy", "wrong"):
        shutil.copytree(TOY, tmp_path / "games" / name)
    file = tmp_path / "games" / "wrong" / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("id: toy", "id: wrong")
    file.write_text(text.replace("year: 2020", "year: long ago"), encoding="utf-8")
    return tmp_path / "games"


@pytest.mark.parametrize(
    ("lang", "sound"),
    [
        pytest.param(
            "ja", "toy: 問題ありません(ルール10件、用語8件、表6件、裁定2件)。", id="japanese"
        ),
        pytest.param(
            "en", "toy: no problems. Rules: 10, terms: 8, tables: 6, rulings: 2.", id="english"
        ),
    ],
)
def test_of_several_games_each_is_told(shelf: Path, lang: str, sound: str) -> None:
    done = rulesref("--lang", lang, "check", str(shelf))
    assert done.code == 1
    assert done.out == f"{sound}\n"
    assert "wrong/game.yaml:7:7" in done.err
    assert "[E203]" in done.err
    assert "year: long ago" in done.err, "the line itself is shown"


def test_as_json_there_are_problems_alone(shelf: Path) -> None:
    done = rulesref("--format", "json", "check", str(shelf))
    assert (done.code, done.err) == (1, "")
    problems = json.loads(done.out)["problems"]
    assert [(p["code"], p["line"], p["column"]) for p in problems] == [("E203", 7, 7)]
    sound = rulesref("--format", "json", "check", str(shelf / "toy"))
    assert (sound.code, json.loads(sound.out)) == (0, {"problems": []})


def test_a_warning_is_told_and_is_no_mistake(shelf: Path) -> None:
    glossary = shelf / "toy" / "glossary.yaml"
    more = "- {id: rake, ja: 熊手, reading: くまで, en: rake, synonyms: {ja: [], en: []}}\n"
    glossary.write_text(glossary.read_text(encoding="utf-8") + more, encoding="utf-8")
    done = rulesref("--lang", "en", "check", str(shelf / "toy"))
    assert done.code == 0
    assert "[W620]" in done.err
    assert "rake" in done.err
    assert done.out.startswith("toy: no problems. Rules: 10, terms: 9")


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        pytest.param("nowhere", "E211", id="no such folder"),
        pytest.param("empty", "E212", id="no game in it"),
    ],
)
def test_a_folder_without_games_is_told(tmp_path: Path, folder: str, code: str) -> None:
    (tmp_path / "empty").mkdir()
    done = rulesref("--lang", "en", "check", folder, cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert code in done.err


def test_without_a_folder_the_games_of_the_program_are_checked_and_those_of_data(
    shelf: Path,
) -> None:
    """The former are sound."""
    done = rulesref("--format", "json", "--data", str(shelf), "check")
    assert done.code == 1
    wrong = [p for p in json.loads(done.out)["problems"] if p["code"].startswith("E")]
    assert [(p["code"], p["file"]) for p in wrong] == [("E203", "wrong/game.yaml")]


def test_packs_are_checked_too_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = packs.pack(tmp_path / "site", "hedge-pack", "hedge", "mexica")
    packs.offer(tmp_path / "site", "lost-pack", "lost_pack")
    file = package / "mexica" / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("year: 2020", "year: long ago")
    file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    done = rulesref("--lang", "en", "check")
    assert done.code == 1
    assert "hedge-pack/hedge: no problems." in done.out
    assert "\nmexica: no problems." in done.out
    assert "hedge-pack/mexica/game.yaml:6:7: error[E203]" in done.err
    assert "year: long ago" in done.err
    assert "error[E571]: The pack “lost-pack” cannot be used" in done.err
