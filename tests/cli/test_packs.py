"""A pack of games from ``new-game --package`` to its removal, installed by pip into a fresh environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from tests import packs
from tests.cli.test_startup import WALK
from tests.helpers import TOY, Ran, home_in

#: Runs the program of the fresh environment.
Program = Callable[..., Ran]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which nothing is installed; it finds what this one has, but by another path."""
    folder = tmp_path_factory.mktemp("fresh") / "env"
    venv.create(folder, with_pip=True)
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
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200", **env},
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
    """Written, installed, asked, scored, played, removed, installed again, changed."""
    written = program("new-game", "hedge", "--package")
    assert written.code == 0, written
    source = tmp_path / "rulesref-hedge"
    packs.game(source / "rulesref_hedge", "garden", of=TOY)
    assert program("check", str(source / "rulesref_hedge")).code == 0
    assert program("ask", "garden", "plots").code == 1, "nothing is known before it is installed"

    pip(python, "install", *HERE, str(source))
    installed = _site(python) / "rulesref_hedge"
    files = _state_of(installed)
    entry_points = "from importlib.metadata import entry_points as e; print(*[(p.dist.name, p.value) for p in e(group='rulesref.games')])"
    assert _ran(python, "-c", entry_points).out.strip() == "('rulesref-hedge', 'rulesref_hedge')"
    games = {game["id"]: game["from"] for game in _json(program, "games")["games"]}
    assert {name for name, place in games.items() if place["pack"]} == {"hedge", "garden"}
    assert games["garden"] == {
        "pack": "rulesref-hedge", "version": "0.1.0", "folder": str(installed / "garden"),
    }  # fmt: skip
    assert "ゲームパック rulesref-hedge 0.1.0" in program("games", lang="ja").out

    # A question, a score, a line of a play, and a scoring that is not finished.
    compiled = _compiled(tmp_path)
    assert "plot" in program("garden", "how", "many", "flowers", "fit", "a", "plot").out
    (tmp_path / "walk.yaml").write_text(WALK, encoding="utf-8")
    scored = _json(program, "score", "garden", "walk.yaml")
    assert (scored["game"], len(scored["players"])) == ("garden", 2)
    assert program("play", "new", "garden", "--players", "葵,Ben").code == 0
    assert program("play", "do", "hedge", "3").code == 0
    assert (
        "the same command goes on"
        in program("score", "garden", "--ask", "--event", "final", stdin="A B\n1\n7\n").err
    )
    assert _compiled(tmp_path) == compiled, "compiled once"
    assert _state_of(installed) == files, "nothing is written where it is installed"

    pip(python, "uninstall", "--yes", "rulesref-hedge")
    for lang, words in (("en", "which is not installed"), ("ja", "インストールされていません")):
        gone = program("play", "show", lang=lang)
        assert (gone.code, gone.out) == (1, "")
        assert "E570" in gone.err
        assert "rulesref-hedge" in gone.err
        assert words in gone.err
    assert program("play", "do", "rest").code == 1
    assert program("games").out.count("hedge") == 0
    (listed,) = _json(program, "play", "list")["plays"]
    assert (listed["play"], listed["game"]) == ("garden-1", "rulesref-hedge/garden")
    exported = program("play", "export").out
    assert json.loads(exported)["lines"][1]["typed"] == "hedge 3"
    assert program("mexica", "bridge", "cost").code == 0, "other games know nothing of it"

    # Where it lies does not matter to what was kept: here the folder of its author.
    pip(python, "install", *HERE, "--editable", str(source))
    assert _json(program, "play", "show")["log"][-1]["typed"] == "hedge 3"
    assert program("play", "do", "undo").code == 0
    assert "1 of 12 answered" in program("score", "garden", "--ask", stdin="yes\n").err
    (tmp_path / "play.json").write_text(exported, encoding="utf-8")
    assert program("play", "import", "play.json", "--name", "again").code == 0
    head = source / "rulesref_hedge" / "garden" / "game.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("Toy Garden", "Rose Garden", 1), encoding="utf-8")
    assert "Rose Garden" in program("games").out

    # A mistake in one game of a pack is told with its place, and harms no other.
    head.write_text(text.replace("year: 2020", "year: long ago", 1), encoding="utf-8")
    assert "rulesref-hedge/garden/game.yaml:7:7" in program("rules", "garden").err
    assert program("rules", "hedge").code == 0
    assert "rulesref-hedge/garden" in program("games").out
    (source / "rulesref_hedge").rename(source / "elsewhere")
    lost = program("games")
    assert lost.code == 0
    assert "rulesref-hedge" in lost.out
    assert program("mexica", "bridge", "cost").code == 0
    pip(python, "uninstall", "--yes", "rulesref-hedge")


def _state_of(folder: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in folder.rglob("*")}


def _compiled(folder: Path) -> list[int]:
    """When the snapshots of the pack were written."""
    cache = folder / "home" / "cache"
    return [file.stat().st_mtime_ns for file in cache.glob("rulesref_hedge-*.sqlite")]
