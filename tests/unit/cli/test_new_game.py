"""``rulesref new-game``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import TOY, Ran, home_in, rulesref, says

#: What is typed in a play of it, from the first line to the final scoring.
TYPED = {
    "ja": "買う フェルト帽\n取る\n取る\n取る\n取る\n買う 麦わら帽子\n\n",
    "en": "buy felt hat\ntake\ntake\ntake\ntake\nbuy straw hat\n\n",
}


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("both", [[], ["--both"]], ids=["alone", "both"])
@pytest.mark.slow
def test_a_new_game_is_sound_proved_and_played(tmp_path: Path, lang: str, both: list[str]) -> None:
    home = str(home_in(tmp_path))

    def run(*words: str, stdin: str = "") -> Ran:
        return rulesref(
            "--lang", lang, *words, cwd=tmp_path, stdin=stdin.encode(), RULESREF_HOME=home
        )

    assert run("new-game", "my-own", *both).code == 0
    checked = run("check", "my-own")
    assert (checked.code, checked.err) == (0, "")
    assert "4" in checked.out.split("裁定1件" if lang == "ja" else "rulings: 1")[1]
    assert run("--data", ".", "rules", "my-own").code == 0
    assert run("--data", ".", "ask", "my-own", "コイン" if lang == "ja" else "coins").code == 0
    assert run("--data", ".", "play", "new", "my-own", "--players", "A,B").code == 0
    played = run("--data", ".", "play", stdin=TYPED[lang])
    # A 6 coins and a felt hat: 2 + 4; B 5 + 3 + 3 - 2 = 9 coins and a straw hat: 3 + 1.
    assert played.code == 0, played
    assert ("Aの勝ちです" if lang == "ja" else "A wins") in played.out


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
    assert "rulesref --data . play new my-own --players 2\n" in done.out


def test_the_folder_may_lie_elsewhere_and_is_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "own"
    assert rulesref("new-game", "own", str(folder.parent)).code == 0
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert folder / "game.yaml" in before
    again = rulesref("--lang", "en", "new-game", "own", str(folder.parent))
    assert (again.code, again.out) == (1, "")
    assert says("E213", again.err)
    assert before == {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.slow
def test_the_shape_of_a_game_is_sound_and_says_nothing_of_its_rules(tmp_path: Path) -> None:
    data = ["--data", str(TOY)]
    assert (
        rulesref(*data, "new-game", "own", "--from", "toy", cwd=tmp_path, RULESREF_LANG="en").code
        == 0
    )
    checked = rulesref("--lang", "en", "check", "own", cwd=tmp_path)
    assert (checked.code, checked.err) == (0, "")
    rules = rulesref("--data", ".", "--lang", "en", "show", "own", "winner", cwd=tmp_path)
    assert "…" in rules.out


def test_a_shape_of_no_game_is_refused(tmp_path: Path) -> None:
    done = rulesref("--lang", "en", "new-game", "own", "--from", "nothing", cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert list(tmp_path.iterdir()) == []


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
    assert says("E213", again.err)
