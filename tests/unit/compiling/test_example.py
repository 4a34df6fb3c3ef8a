"""The example folder under another id."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.compiling.build import build
from rulesref.compiling.example import write_example
from tests.helpers import DATA


def test_every_file_is_there_under_the_new_id(tmp_path: Path) -> None:
    folder = write_example("own", tmp_path)
    example = DATA / "schema" / "example"
    files = {path.relative_to(example) for path in example.rglob("*.yaml")}
    assert {path.relative_to(folder) for path in folder.rglob("*.yaml")} == files
    built = build(folder)
    assert (built.id, built.data["game"]["id"], built.problems) == ("own", "own", ())
    assert not any("my-game" in path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml"))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("My Game", "E205", id="capitals and a space"),
        pytest.param("..", "E205", id="another folder"),
        pytest.param("here", "E213", id="a folder that is there"),
    ],
)
def test_nothing_is_written_over_or_elsewhere(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "here").mkdir()
    with pytest.raises(ProblemsFound) as caught:
        write_example(name, tmp_path)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]
