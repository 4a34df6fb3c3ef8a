from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import frozen


@frozen
class Spot:
    row: int
    column: int = 1


def test_values_are_equal_by_what_they_hold() -> None:
    assert Spot(3) == Spot(row=3, column=1)
    assert Spot(3) != Spot(3, 2)
    plain: object = (3, 1)
    assert Spot(3) != plain
    assert len({Spot(3), Spot(3, 1), Spot(4)}) == 2


def test_a_value_says_what_it_holds() -> None:
    assert repr(Spot(3)) == "Spot(row=3, column=1)"


def test_a_value_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Spot(3).row = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("places", "named"),
    [
        pytest.param((), {}, id="something is missing"),
        pytest.param((1, 2, 3), {}, id="too many"),
        pytest.param((1,), {"colum": 2}, id="a name it does not have"),
    ],
)
def test_a_value_takes_what_it_declares(places: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Spot(*places, **named)


def test_annotations_that_are_no_text_are_fields_too() -> None:
    """A module may do without ``from __future__ import annotations``."""
    made: Any = frozen(type("Spot", (), {"__annotations__": {"row": int | None}, "row": 3}))
    assert made().row == 3
