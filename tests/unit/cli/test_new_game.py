"""``rulesref new-game``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import rulesref


def test_a_new_game_is_sound_and_can_be_used(tmp_path: Path) -> None:
    assert rulesref("new-game", "my-own", cwd=tmp_path).code == 0
    checked = rulesref("--lang", "en", "check", "my-own", cwd=tmp_path)
    assert (checked.code, checked.err) == (0, "")
    assert rulesref("--data", ".", "rules", "my-own", cwd=tmp_path).code == 0
    assert rulesref("--data", ".", "--lang", "en", "my-own", "coins", cwd=tmp_path).code == 0


@pytest.mark.parametrize("name", ["My Game", "庭", "-x", "a--b", "a/b", ".."])
def test_a_new_game_needs_an_id(tmp_path: Path, name: str) -> None:
    assert rulesref("new-game", "--", name, cwd=tmp_path).code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        pytest.param("ja", "作成しました: my-own", id="japanese"),
        pytest.param("en", "Written: my-own", id="english"),
    ],
)
def test_what_to_do_next_is_told_and_can_be_typed(tmp_path: Path, lang: str, written: str) -> None:
    done = rulesref("--lang", lang, "new-game", "my-own", cwd=tmp_path)
    assert done.out.startswith(written)
    assert "rulesref check my-own\n" in done.out
    assert "rulesref --data . rules my-own\n" in done.out


def test_the_folder_may_lie_elsewhere_and_is_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "own"
    assert rulesref("new-game", "own", str(folder.parent)).code == 0
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert folder / "game.yaml" in before
    again = rulesref("--lang", "en", "new-game", "own", str(folder.parent))
    assert (again.code, again.out) == (1, "")
    assert "E213" in again.err
    assert before == {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("lang", "readme"),
    [
        pytest.param("ja", "ゲームパック", id="japanese"),
        pytest.param("en", "A pack of games", id="english"),
    ],
)
def test_with_package_the_folder_can_be_installed(tmp_path: Path, lang: str, readme: str) -> None:
    """That it is, tests/cli/test_packs.py tries."""
    done = rulesref("--lang", lang, "new-game", "my-own", "--package", cwd=tmp_path)
    assert done.code == 0
    folder = tmp_path / "rulesref-my-own"
    assert readme in (folder / "README.md").read_text(encoding="utf-8")
    game = folder / "rulesref_my_own" / "my-own"
    assert f"rulesref check {game.relative_to(tmp_path)}\n" in done.out
    assert "python -m pip install -e rulesref-my-own\n" in done.out
    assert rulesref("check", str(game)).code == 0
    again = rulesref("--lang", lang, "new-game", "my-own", "--package", cwd=tmp_path)
    assert (again.code, again.out) == (1, "")
    assert "E213" in again.err
