from __future__ import annotations

import pytest

from rulesref.lang.references import Reference
from rulesref.scoring.batch.code import Expr, Uncompiled, ValueKind
from rulesref.scoring.batch.scopes import SEAT, Ground, Here, Seat
from tests.helpers import toy
from tests.invented import linked

GROUND = Ground(id="", event="autumn", defines={}, table={}, people=True)


def term(text: str) -> Expr:
    return Expr(text=text, kind=ValueKind.WHOLE)


@pytest.mark.parametrize(
    ("columns", "numbered", "head"),
    [
        pytest.param({}, False, "for seat in range(count):", id="nothing is taken"),
        pytest.param({"coins": "c"}, False, "for c in coins:", id="one list"),
        pytest.param({"coins": "c"}, True, "for seat, c in zip(range(count), coins):", id="with the seat"),
        pytest.param({"coins": "c", "names": "n"}, False, "for c, n in zip(coins, names):", id="two lists"),
    ],
)  # fmt: skip
def test_a_loop_goes_through_what_is_taken_from_a_player(
    columns: dict[str, str],
    numbered: bool,
    head: str,
) -> None:
    seat = Seat("seat", dict(columns))
    if numbered:
        assert seat.index == "seat"
    assert seat.head == head


def test_a_name_stands_for_the_variables_of_its_loop() -> None:
    here = Here(ground=GROUND, seat=Seat("seat_2")).inside(
        {
            "one": Seat("seat_3"),
            "n": term("n_2"),
            "plot": {("size",): term("s"), ("walled",): term("w")},
        }
    )
    names = (SEAT, "one", "n", "plot", "nothing")
    assert [here.variables(name) for name in names] == ["seat_2", "seat_3", "n_2", "s w", ""]
    assert here.plain.variables("n") == ""
    assert Here(ground=GROUND).variables(SEAT) == ""
    assert here.of(Seat("other")).variables(SEAT) == "other"


def test_an_unknown_named_value_is_not_compiled() -> None:
    reference = linked(toy(), "spring", "own-flowers")
    assert isinstance(reference, Reference)
    with pytest.raises(Uncompiled):
        GROUND.defined(reference)
