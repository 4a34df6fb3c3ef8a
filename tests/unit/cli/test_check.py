"""``rulesref check``."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.library.library import digest_of
from tests import packs
from tests.helpers import TOY, rulesref, says


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of two games: a sound one, and one with a mistake."""
    for name in ("toy", "wrong"):
        shutil.copytree(TOY, tmp_path / "games" / name)
    file = tmp_path / "games" / "wrong" / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("id: toy", "id: wrong")
    file.write_text(text.replace("year: 2020", "year: long ago"), encoding="utf-8")
    return tmp_path / "games"


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert says(code, done.err)


@pytest.mark.slow
def test_without_a_folder_the_games_of_the_program_are_checked_and_those_of_data(
    shelf: Path,
) -> None:
    """The former are sound."""
    done = rulesref("--format", "json", "--data", str(shelf), "check")
    assert done.code == 1
    wrong = [p for p in json.loads(done.out)["problems"] if p["code"].startswith("E")]
    assert [(p["code"], p["file"]) for p in wrong] == [("E203", "wrong/game.yaml")]


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        pytest.param("cases/a.yaml", "- x\n", "toy/cases/a.yaml:1:3: error[E203]", id="no case"),
        pytest.param("cases/a.yaml", "[", "toy/cases/a.yaml:1:2: error[E104]", id="no YAML"),
        pytest.param(
            "plays/a.txt", "work 2\n", "toy/plays/a.txt:1:1: error[E614]", id="no players"
        ),
        pytest.param(
            "plays/a.txt",
            "# players: A, B\nfly\n",
            "toy/plays/a.txt:2:1: error[E613]",
            id="refused",
        ),
    ],
)
def test_what_lies_beside_a_game_is_carried_out(
    tmp_path: Path, file: str, text: str, told: str
) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    (folder / file).parent.mkdir()
    (folder / file).write_text(text, encoding="utf-8")
    done = rulesref("--lang", "en", "check", "toy", cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(told)


def test_a_play_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    (folder / "plays" / "a.txt").mkdir(parents=True)
    done = rulesref("--lang", "en", "check", "toy", cwd=tmp_path)
    assert (done.code, done.err[:27]) == (1, "toy/plays/a.txt:1:1: error[")


def test_what_proves_a_game_is_no_part_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    before = digest_of(folder)
    (folder / "cases").mkdir()
    (folder / "cases" / "a.yaml").write_text("[]\n", encoding="utf-8")
    assert digest_of(folder) == before
    done = rulesref("--lang", "en", "check", "toy", cwd=tmp_path)
    assert (done.code, done.out.count("come out")) == (0, 0)


@pytest.mark.slow
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


# --- what is saved while somebody watches ---------------------------------------------------------


def watched(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *edits: Callable[[], object]
) -> tuple[int, list[str]]:
    """What is printed while a folder is edited and watched; at the end Ctrl-C is pressed."""
    waiting = [*edits]

    def sleep(_: float) -> None:
        if not waiting:
            raise KeyboardInterrupt
        waiting.pop(0)()

    monkeypatch.setattr("time.sleep", sleep)
    done = rulesref("--lang", "en", "check", str(folder), "--watch")
    assert done.err == ""
    return done.code, [re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in done.out.splitlines()]


@pytest.mark.slow
def test_a_game_is_checked_again_when_it_is_saved(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = shelf / "wrong" / "game.yaml"
    right = file.read_text(encoding="utf-8").replace("long ago", "2020")
    code, lines = watched(
        monkeypatch, shelf, lambda: None, lambda: file.write_text(right, encoding="utf-8")
    )
    sound = "no problems. Rules: 10, terms: 8, tables: 6, rulings: 2."
    assert code == 0
    assert lines[0] == f"toy: {sound}"
    assert "wrong/game.yaml:7:7: error[E203]" in lines[1]
    watching = f"Watching {shelf}. Ctrl-C ends."
    assert lines[-4:] == [watching, f"wrong: {sound}", watching, ""]


@pytest.mark.slow
def test_errors_that_are_there_at_the_end_end_with_1(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert watched(monkeypatch, shelf)[0] == 1
    assert watched(monkeypatch, shelf, lambda: shutil.rmtree(shelf / "wrong"))[0] == 0


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        pytest.param(["check", "--watch"], 2, "--watch needs a folder", id="no folder"),
        pytest.param(["--format", "json", "check", str(TOY), "--watch"], 2, "prints text alone", id="as JSON"),
        pytest.param(["check", str(TOY), "--watch", "--search"], 2, "without --search", id="with search"),
        pytest.param(["check", "nowhere", "--watch"], 1, "no folder nowhere", id="no such folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_watched(words: list[str], code: int, sentence: str) -> None:
    done = rulesref("--lang", "en", *words)
    assert done.code == code
    assert says(sentence, done.err)
