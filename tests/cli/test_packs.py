"""A pack of games from ``new-game --package`` to its removal, installed by pip into a fresh environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from tests import packs
from tests.cli.test_startup import WALK
from tests.helpers import TOY, Ran, home_in, says

#: Runs the program of the fresh environment.
Program = Callable[..., Ran]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which nothing is installed; it finds what this one has, pip too, but by another path."""
    folder = tmp_path_factory.mktemp("fresh") / "env"
    venv.create(folder)
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    dependencies = Path(click.__file__).parent.parent
    (_site(found) / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")
    return found


def _site(python: Path) -> Path:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(_ran(python, "-c", code).out.strip())


def _ran(python: Path, *words: str, cwd: Path | None = None, stdin: str = "", **env: str) -> Ran:
    done = subprocess.run(
        [python, *words], cwd=cwd, input=stdin.encode(), capture_output=True, check=False,
        env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "200", **env},
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def pip(python: Path, *words: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    done = _ran(python, "-m", "pip", *words[:1], *quiet, *words[1:])
    assert done.code == 0, done


#: Nothing comes from elsewhere.
HERE = ("--no-index", "--no-build-isolation", "--no-deps")


@pytest.fixture
def program(python: Path, tmp_path: Path) -> Program:
    home = str(home_in(tmp_path))

    def run(*words: str, lang: str = "en", stdin: str = "") -> Ran:
        return _ran(
            python, "-m", "rulesref", "--lang", lang, *words, cwd=tmp_path, stdin=stdin, RULESREF_HOME=home
        )  # fmt: skip

    return run


def _json(run: Program, *words: str) -> Any:
    done = run("--format", "json", *words)
    assert done.code == 0, done
    return json.loads(done.out)


@pytest.mark.slow
def test_a_pack_lives(program: Program, python: Path, tmp_path: Path) -> None:
    """Written, installed, asked, scored, played, removed, installed again, changed, broken."""
    assert program("new-game", "hedge", "--package").code == 0
    source = tmp_path / "rulesref-hedge"
    packs.game(source / "rulesref_hedge", "garden", of=TOY)
    assert program("check", str(source / "rulesref_hedge")).code == 0
    assert program("ask", "garden", "plots").code == 1, "nothing is known before it is installed"

    pip(python, "install", *HERE, str(source))
    installed = _site(python) / "rulesref_hedge"
    files = _state_of(installed)
    _is_known(program, python, installed)
    compiled = _compiled(tmp_path)
    _is_used(program, tmp_path)
    assert _compiled(tmp_path) == compiled, "compiled once"
    assert _state_of(installed) == files, "nothing is written where it is installed"

    pip(python, "uninstall", "--yes", "rulesref-hedge")
    _is_gone(program, tmp_path)

    # Where it lies does not matter to what was kept: here the folder of its author.
    pip(python, "install", *HERE, "--editable", str(source))
    _goes_on(program)
    _is_written_on(program, source / "rulesref_hedge")
    pip(python, "uninstall", "--yes", "rulesref-hedge")


def _is_known(run: Program, python: Path, installed: Path) -> None:
    code = "import importlib.metadata as m; [print(p.dist.name, p.value) for p in m.entry_points(group='rulesref.games')]"
    assert _ran(python, "-c", code).out.split() == ["rulesref-hedge", "rulesref_hedge"]
    games = {game["id"]: game["from"] for game in _json(run, "games")["games"]}
    assert {name for name, place in games.items() if place["pack"]} == {"hedge", "garden"}
    assert games["garden"] == {
        "pack": "rulesref-hedge", "version": "0.1.0", "folder": str(installed / "garden"),
    }  # fmt: skip
    assert "ゲームパック rulesref-hedge 0.1.0" in run("games", lang="ja").out


def _is_used(run: Program, folder: Path) -> None:
    """A question, a score, a play, and a scoring that is not finished."""
    assert "plot" in run("garden", "how", "many", "flowers", "fit", "a", "plot").out
    (folder / "walk.yaml").write_text(WALK, encoding="utf-8")
    scored = _json(run, "score", "garden", "walk.yaml")
    assert (scored["game"], len(scored["players"])) == ("garden", 2)
    assert run("play", "new", "garden", "--players", "葵,Ben").code == 0
    assert run("play", "do", "hedge", "3").code == 0
    asked = run("score", "garden", "--ask", "--event", "final", stdin="A B\n1\n7\n")
    assert "the same command goes on" in asked.err


def _is_gone(run: Program, folder: Path) -> None:
    for lang, words in (("en", "which is not installed"), ("ja", "インストールされていません")):
        gone = run("play", "show", lang=lang)
        assert (gone.code, gone.out) == (1, "")
        assert says("E570", gone.err)
        assert "rulesref-hedge" in gone.err
        assert words in gone.err
    assert run("play", "do", "rest").code == 1
    assert "hedge" not in run("games").out
    (listed,) = _json(run, "play", "list")["plays"]
    assert (listed["play"], listed["game"]) == ("garden-1", "rulesref-hedge/garden")
    exported = run("play", "export").out
    assert json.loads(exported)["lines"][1]["typed"] == "hedge 3"
    (folder / "play.json").write_text(exported, encoding="utf-8")
    assert says("E570", run("play", "import", "play.json", "--name", "again").err)
    assert run("mexica", "bridge", "cost").code == 0, "other games know nothing of it"


def _goes_on(run: Program) -> None:
    assert _json(run, "play", "show")["log"][-1]["typed"] == "hedge 3"
    assert run("play", "do", "undo").code == 0
    assert "1 of 12 answered" in run("score", "garden", "--ask", stdin="yes\n").err
    assert run("play", "import", "play.json", "--name", "again").code == 0


def _is_written_on(run: Program, package: Path) -> None:
    """A change is seen at once; a mistake is told with its place, and harms no other game."""
    head = package / "garden" / "game.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("Toy Garden", "Rose Garden", 1), encoding="utf-8")
    assert "Rose Garden" in run("games").out
    head.write_text(text.replace("year: 2020", "year: long ago", 1), encoding="utf-8")
    assert "rulesref-hedge/garden/game.yaml, line 7" in run("rules", "garden").err
    assert run("rules", "hedge").code == 0
    assert "rulesref-hedge/garden" in run("games").out
    package.rename(package.with_name("elsewhere"))
    lost = run("games")
    assert lost.code == 0
    assert "The pack “rulesref-hedge” cannot be used" in lost.out
    assert run("mexica", "bridge", "cost").code == 0


def _state_of(folder: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in folder.rglob("*")}


def _compiled(folder: Path) -> list[int]:
    """When the snapshots of the pack were written."""
    cache = folder / "home" / "cache"
    return [file.stat().st_mtime_ns for file in cache.glob("rulesref_hedge-*.sqlite")]


#: The game that shows how a pack is written.
EXAMPLE = Path(__file__).parents[2] / "examples" / "lost-cities"


@pytest.mark.slow
def test_the_example_is_a_pack(program: Program, python: Path, tmp_path: Path) -> None:
    """Installed as anybody would; its cases and its play come out, and it answers, scores and plays in both languages."""
    source = shutil.copytree(EXAMPLE, tmp_path / "source")  # building leaves files there
    pip(python, "install", *HERE, str(source))
    game = _site(python) / "rulesref_lost_cities" / "lost-cities"
    proofs = "cases/final.yaml", "cases/rounds.yaml", "plays/first-round.txt"
    assert [each for each in proofs if not (game / each).is_file()] == [], "in the wheel as well"
    checked = program("check", str(game))
    assert (checked.code, checked.err) == (0, "")
    assert "no problems. Rules: 15," in checked.out
    assert checked.out.endswith("Known positions and games that come out as they should: 11.\n")

    # By hand: (4 + 5 + … + 10 - 20) * 2 + 20 = 78 and 10 - 20 = -10; two wager cards are -20 * 3.
    cards = ["red-wager", *(f"red-{number}" for number in range(4, 11)), "blue-10"]
    players = [{"name": "Ann", "played": cards}, {"name": "Ben", "played": ["white-wager"] * 2}]
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"event": "round", "players": players}), encoding="utf-8")
    scored = _json(program, "score", "lost-cities", str(file))
    assert {each["name"]: each["total"] for each in scored["players"]} == {"Ann": 68, "Ben": -60}

    assert program("play", "new", "lost-cities", "--players", "葵,健", lang="ja").code == 0
    for line in ("先手 健", "捨てる 赤4"):
        assert program("play", "do", line, lang="ja").code == 0
    back = program("play", "do", "捨て札 赤", lang="ja")
    assert (back.code, says("E510", back.err)) == (1, True)
    pip(python, "uninstall", "--yes", "rulesref-lost-cities")
