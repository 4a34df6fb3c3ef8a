"""A game folder inside a package that pip installs."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.compiling.build import build
from rulesref.compiling.example import write_example, write_package
from rulesref.library.packs import GROUP


def example(name: str, lang: str) -> Callable[[Path], Path]:
    """Writes the example game under this name."""
    return lambda into: write_example(name, into, lang, [lang])


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_package_holds_the_game_and_offers_it(tmp_path: Path, lang: str) -> None:
    folder, game = write_package("my-own-2", tmp_path, lang, example("my-own-2", lang))
    assert folder == tmp_path / "rulesref-my-own-2"
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == folder.name
    (package,) = project["project"]["entry-points"][GROUP].values()
    assert package.isidentifier()
    assert game == folder / package / "my-own-2"
    assert (build(game).id, build(game).problems) == ("my-own-2", ())
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == [package]
    for file in folder.rglob("*.*"):
        assert "my-game" not in file.read_text(encoding="utf-8") if file.is_file() else True
        assert "my_game" not in file.name


def test_the_readme_is_in_the_language_asked_for(tmp_path: Path) -> None:
    ja, en = (
        write_package("x", tmp_path / lang, lang, example("x", lang))[0] / "README.md"
        for lang in ("ja", "en")
    )
    assert "インストール" in ja.read_text(encoding="utf-8")
    assert en.read_text(encoding="utf-8").isascii()
    assert "rulesref rules x" in en.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("My Game", "E205", id="no id"),
        pytest.param("here", "E213", id="a folder that is there"),
        pytest.param("file", "E213", id="a file that is there"),
    ],
)
def test_nothing_is_written_over_or_elsewhere(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "rulesref-here").mkdir()
    (tmp_path / "rulesref-file").touch()
    with pytest.raises(ProblemsFound) as caught:
        write_package(name, tmp_path, "en", example(name, "en"))
    assert [problem.code for problem in caught.value.problems] == [code]
    assert {path.name for path in tmp_path.rglob("*")} == {"rulesref-here", "rulesref-file"}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ProblemsFound) as caught:
        write_package("own", tmp_path / "file", "en", example("own", "en"))
    assert [problem.code for problem in caught.value.problems] == ["E219"]


def test_nothing_is_left_of_a_package_that_cannot_be_written_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulesref.compiling.example.write", full)
    with pytest.raises(ProblemsFound) as caught:
        write_package("own", tmp_path, "en", example("own", "en"))
    assert [problem.code for problem in caught.value.problems] == ["E219"]
    assert list(tmp_path.iterdir()) == []
