from __future__ import annotations

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.fields.player_names import players_named


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("Aoi Ben", ("Aoi", "Ben"), id="spaces"),
        pytest.param("葵、Ben", ("葵", "Ben"), id="a Japanese comma"),
        pytest.param("葵,Ben", ("葵", "Ben"), id="a comma"),
        pytest.param("葵，Ben", ("葵", "Ben"), id="a wide comma"),
        pytest.param("葵　ベン", ("葵", "ベン"), id="a wide space"),
        pytest.param("Aoi B., Ben C.", ("Aoi B.", "Ben C."), id="spaces in names between commas"),
        pytest.param(" 葵, ,Ben, ", ("葵", "Ben"), id="nothing between commas"),
        pytest.param("3", ("A", "B", "C"), id="how many"),
        pytest.param("３", ("A", "B", "C"), id="how many in wide digits"),
        pytest.param("葵 2", ("葵", "2"), id="a number beside a name is a name"),
        pytest.param("葵\x1b[A Ben\r", ("葵", "Ben"), id="what a terminal adds"),
    ],
)
def test_players_are_named_in_one_way(line: str, names: tuple[str, ...]) -> None:
    assert players_named(line, (2, 4)) == names


@pytest.mark.parametrize(
    ("line", "code", "value"),
    [
        pytest.param("A", "E430", 1, id="too few"),
        pytest.param("A B C D E", "E430", 5, id="too many"),
        pytest.param("99", "E430", 99, id="too many by number"),
        pytest.param("", "E430", 0, id="nobody"),
        pytest.param("A B A", "E429", "A", id="a name twice"),
    ],
)
def test_what_is_wrong_with_players_is_told(line: str, code: str, value: object) -> None:
    with pytest.raises(ProblemsFound) as stop:
        players_named(line, (2, 4))
    (problem,) = stop.value.problems
    assert (problem.code, problem.values["found"]) == (code, value)
