"""What a careful editor would send back."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.compiling.audit import audit, audited, examined, shipped_games
from rulesref.compiling.build import Built, build
from rulesref.compiling.writing import folders_of
from rulesref.library.library import digest_of
from tests.helpers import TOY, game_folders


def built(**data: Any) -> Built:
    """A game that lists statement R1 and has one term, with these entries."""
    plain = {"game": {"statements": ["R1"]}, "glossary": [{"id": "plot"}], **data}
    return Built(
        id="toy", name="toy", folder=Path("toy"), data=plain, digest="", problems=(), texts={}
    )


def rule(*covers: str, **more: Any) -> dict[str, Any]:
    return {"points": [{"covers": list(covers)}], "terms": ["plot"], **more}


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        pytest.param({"rules": [rule("R1")]}, [], id="nothing to say"),
        pytest.param({"rules": [rule()]}, [("E610", {"missing": ["R1"], "many": 1})],
                     id="a statement that nothing answers"),
        pytest.param({"rules": [rule()], "rulings": [{"covers": ["R1"]}]}, [],
                     id="a ruling answers it"),
        pytest.param({"game": {}, "rules": [{"points": [{}], "terms": ["plot"]}], "rulings": [{}]}, [],
                     id="a game without numbered statements"),
        pytest.param({"rules": [rule("R1-R3")]}, [("E611", {"beyond": ["R2", "R3"]})],
                     id="statements that are not listed"),
        pytest.param({"rules": [rule("R1", terms=[])]}, [("W620", {"terms": ["plot"]})],
                     id="a concept that no entry is about"),
        pytest.param({"rules": [rule("R1")], "tables": [{"id": "t"}]},
                     [("W621", {"tables": ["t"]})], id="a table that no entry names"),
        pytest.param({"rules": [rule("R1", tables=["t"])], "tables": [{"id": "t"}]}, [],
                     id="a table that an entry names"),
        pytest.param({"rules": [rule("R1")], "tables": [{"id": "t", "rules": ["r"]}]}, [],
                     id="a table that names its entry"),
    ],
)  # fmt: skip
def test_an_editor_says(data: Any, problems: list[tuple[str, Any]]) -> None:
    assert [(p.code, p.values) for p in audit(built(**data))] == problems


def test_nothing_is_missing_in_the_invented_game() -> None:
    assert audit(build(TOY)) == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_an_editor_has_nothing_to_say_about_the_games_of_the_program(folder: Path) -> None:
    assert examined(folder)[1] == []


@pytest.mark.slow
def test_each_game_of_a_folder_comes_with_its_problems(two_games: Path) -> None:
    head = two_games / "twin" / "game.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("year: 2020", "year: long ago"), encoding="utf-8")
    games = [(game.id, [p.code for p in problems]) for game, problems in audited(two_games)]
    assert games == [("toy", []), ("twin", ["E203"])]


@pytest.mark.parametrize(("folder", "code"), [("none", "E211"), ("empty", "E212")])
def test_a_folder_without_a_game_is_told(tmp_path: Path, folder: str, code: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProblemsFound) as caught:
        list(audited(tmp_path / folder))
    assert [problem.code for problem in caught.value.problems] == [code]


def test_the_games_of_a_wheel_are_unpacked_for_the_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "games.tar.bz2"
    with tarfile.open(packed, "w:bz2") as archive:
        archive.add(shutil.copytree(TOY, tmp_path / "toy"), "toy")
    monkeypatch.setattr("rulesref.compiling.audit.packed_games", lambda: str(packed))
    with shipped_games() as games:
        assert sorted(games.glob("*/game.yaml")) == [games / "toy" / "game.yaml"]
        assert digest_of(games / "toy") == digest_of(tmp_path / "toy")
    assert not games.exists()


def test_the_games_of_a_checkout_lie_in_its_data_folder() -> None:
    with shipped_games() as games:
        assert {game.name for game in folders_of(games)} == {f.name for f in game_folders()}
