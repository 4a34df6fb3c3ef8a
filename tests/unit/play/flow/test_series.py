"""Actions with commas between them, where each names itself and all can be done in this order."""

from __future__ import annotations

import pytest

from rulesref.play.flow.series import in_series
from tests.unit.play.playing import GAME, begun


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        pytest.param("plant 2, rest", ["plant 2", "rest"], id="an action and a stop word"),
        pytest.param("植える 2、休む", ["植える 2", "休む"], id="in Japanese"),
        pytest.param(
            "植える 2、次", ["植える 2", "次"], id="a word that ends something at its end"
        ),
        pytest.param("plant 2, next, rest", [], id="such a word between others"),
        pytest.param("sow 1, 2, rest", ["sow 1, 2", "rest"], id="values with a comma between"),
        pytest.param("plant 2", [], id="one action"),
        pytest.param("sow 1, 2", [], id="one action with a comma"),
        pytest.param(", ".join(["work 1"] * 8), ["work 1"] * 8, id="as many as may be"),
        pytest.param("plant 2, 3", [], id="a number alone"),
        pytest.param("plant 2 and rest", ["plant 2", "rest"], id="with a word between"),
        pytest.param(
            "植える 2 そして 休む", ["植える 2", "休む"], id="with a Japanese word between"
        ),
        pytest.param("plant 2 andrest", [], id="the beginning of a word between"),
        pytest.param(
            "stroll moss and gravel", ["stroll moss", "stroll gravel"], id="the same once more"
        ),
        pytest.param("A stroll moss, A gravel", ["A stroll moss", "A gravel"], id="by the same"),
        pytest.param("invite tall, sleeping tall, sleeping", [], id="entries of a list"),
        pytest.param("stroll moss, rest, gravel", [], id="what cannot be done any more"),
        pytest.param("plant 2, sing, rest", [], id="a part that nobody knows"),
        pytest.param("plant 99, rest", [], id="a part that cannot be done"),
        pytest.param(", ".join(["plant 1"] * 9), [], id="too many"),
    ],
)
def test_a_line_is_cut_at_its_commas(line: str, actions: list[str]) -> None:
    assert in_series(GAME, begun(), line) == actions
