from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.api import Games, ProblemsError
from tests.helpers import TOY


@pytest.mark.parametrize(
    ("method", "values", "named", "said"),
    [
        ("game", [None], {}, "Games.game: word must be str, not NoneType"),
        ("ask", [b"tulip"], {}, "Games.ask: question must be str, not bytes"),
        ("ask", ["tulip"], {"limit": "5"}, "Games.ask: limit must be int, not str"),
        ("plays", [7], {}, r"Games.plays: folder must be str \| os.PathLike\[str\], not int"),
        ("score_lines", ["{}"], {}, "Rulebook.score_lines: lines must be bytes, not str"),
        ("score_lines", [b"{}"], {"rulings": "x"}, "rulings must be Mapping.*, not str"),
        ("calculate", ["hats", [1]], {}, "inputs must be Mapping.*, not list"),
        ("begin", [None], {}, "players must be Sequence.*, not NoneType"),
        ("begin", [["A", "B"]], {"name": 7}, "name must be str.*, not int"),
    ],
)
def test_what_is_of_another_type_is_told_by_its_name(
    method: str, values: list[Any], named: dict[str, Any], said: str
) -> None:
    games = Games(str(TOY))
    owner = games if method in ("game", "ask", "plays") else games.game("toy")
    with pytest.raises(TypeError, match=said):
        getattr(owner, method)(*values, **named)


def test_so_are_further_folders() -> None:
    folders: list[Any] = [TOY, 7]
    with pytest.raises(TypeError, match=r"Games\.__init__: folders must be"):
        Games(*folders)


def test_so_are_values_of_a_play() -> None:
    play: Any = Games(str(TOY)).game("toy").begin(["A", "B"])
    with pytest.raises(TypeError, match=r"OpenPlay\.do: line must be str, not NoneType"):
        play.do(None)
    with pytest.raises(TypeError, match=r"OpenPlay\.undo: many must be int, not float"):
        play.undo(1.0)


def test_what_is_no_text_is_no_name(tmp_path: Path) -> None:
    toy = Games(str(TOY)).game("toy")
    with pytest.raises(ProblemsError, match="E114"):
        toy.begin(["A", "B"], name="\udcff", folder=tmp_path)
    rulings: Any = {5: 5}
    with pytest.raises(ProblemsError, match="E622"):
        toy.score({"players": []}, rulings=rulings)
