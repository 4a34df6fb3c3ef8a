from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.compiling.fresh import open_library


def waits(shelf: Path) -> int:
    """How often somebody has to wait before the games of a folder can be used."""
    waited: list[None] = []
    assert open_library([str(shelf)], lambda: waited.append(None)).find("toy")
    return len(waited)


@pytest.fixture(autouse=True)
def compiled() -> None:
    """The games of the program, for which nobody is to wait here."""
    assert open_library().listed


def test_only_what_changed_is_waited_for(shelf: Path) -> None:
    assert [waits(shelf), waits(shelf)] == [1, 0]
    glossary = shelf / "toy" / "glossary.yaml"
    glossary.touch()
    assert waits(shelf) == 0
    glossary.write_bytes(glossary.read_bytes() + b"# more\n")
    assert [waits(shelf), waits(shelf)] == [1, 0]


def test_what_is_wrong_with_a_game_is_told_from_its_sources(shelf: Path) -> None:
    (shelf / "twin" / "glossary.yaml").write_text("[", encoding="utf-8")
    library = open_library([str(shelf)])
    assert library.game("toy")
    with pytest.raises(ProblemsFound) as caught:
        library.game("twin")
    assert [problem.code for problem in caught.value.problems] == ["E104"]
    assert caught.value.texts["twin/glossary.yaml"] == "["
