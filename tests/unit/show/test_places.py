"""What the values of a position are called."""

from __future__ import annotations

import pytest

from rulesref.scoring.cells import Spot
from rulesref.show.places import cell_text, colour_name, field_name, spot_name
from tests.unit.fields.making import field

EXTRAS = "{extras: [{id: grey, name: {ja: 灰, en: Grey}, players: [2]}]}"
SPREAD = field("by-player", EXTRAS)
LIST = field("records")


@pytest.mark.parametrize(
    ("around", "colour", "name"),
    [
        pytest.param((), None, "Thing", id="alone"),
        pytest.param(((field("record"), None),), None, "Thing Thing", id="in a record"),
        pytest.param(((LIST, 1),), "葵", "Thing 2 Thing 葵", id="of a player, in the second entry"),
        pytest.param((), "grey", "Thing Grey", id="of a further colour"),
    ],
)
def test_a_field_is_named_with_what_it_lies_in(around: object, colour: str, name: str) -> None:
    assert field_name(SPREAD, around, colour, "en") == name  # type: ignore[arg-type]


def test_a_value_is_named_with_whose_it_is() -> None:
    assert spot_name(Spot(("players", 0, "thing"), field("whole"), "葵"), "ja") == "葵 もの"
    assert spot_name(Spot(("thing",), field("whole")), "ja") == "もの"
    assert colour_name(SPREAD, "grey", "ja") == "灰"


def test_one_value_of_a_field_by_player_is_an_amount() -> None:
    assert cell_text(SPREAD, "3+1", "ja") == "3+1"
    assert cell_text(SPREAD, 4, "ja") == "4"
    assert cell_text(field("choice"), None, "ja") == "なし"
