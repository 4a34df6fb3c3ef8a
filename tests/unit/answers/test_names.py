"""What the names of inputs and keys say by themselves."""

from __future__ import annotations

import pytest

from rulesref.answers.names import is_of_all, named_in, names_sides
from tests.helpers import toy


@pytest.mark.parametrize(
    ("names", "all_who_play"),
    [
        pytest.param(["number of players"], True, id="counted"),
        pytest.param(["人数"], True, id="in japanese"),
        pytest.param(["players who have passed"], False, id="those who do something"),
    ],
)
def test_some_names_are_of_all_who_play(names: list[str], *, all_who_play: bool) -> None:
    assert is_of_all(names) is all_who_play


def test_what_somebody_has_may_be_called_by_who_has_it() -> None:
    assert names_sides(["hats", "mine"])
    assert not names_sides(["hats"])


def test_a_question_may_name_fields_and_the_options_of_choices() -> None:
    named = named_in(toy().calculator_inputs("walk"))
    assert {key: set(named[key]) for key in ("step", "path=moss")} == {
        "step": {"step", "段"},
        "path=moss": {"moss", "苔"},
    }
    assert named.keys() == {"path", "step", "path=moss", "path=gravel"}
