"""A known position and what it scores (既知の局面), as it stands beside the game that it proves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.model.keys import ID, Key, optional, required


def _number(about: str) -> Any:
    return optional.free(type=["integer", "string"], description=about)


#: What may be expected of a player …
OF_PLAYER: Mapping[str, Key] = {
    "before": _number("the points so far"),
    "points": _number("the points of this scoring"),
    "total": _number("both together"),
    "rank": optional.whole("the place, from 1"),
    "categories": optional.mapped("the points of each part", _number("a number"), ID),
    "changes": optional.free(
        type="object", description="all that else is won or paid and is not 0, by its id"
    ),
    "vector": optional.listed("the numbers players are compared by", _number("a number")),
}
#: … and of the whole.
OF_RESULT: Mapping[str, Key] = {
    "players": optional.mapped("each player's result", required.record("", **OF_PLAYER)),
    "winners": optional.listed("who wins; nobody before the last scoring", required.string()),
    "tie_break": optional.listed(
        "every rung of the ladder that was needed",
        required.record(
            "one rung",
            by=required.ident("which comparison"),
            among=required.listed("who was level", required.string()),
            values=required.mapped("what each has", _number("a number")),
        ),
    ),
    "warnings": optional.idents("the checks that found something unusual"),
    "problems": optional.listed("the codes of what refuses it", required.string()),
}


#: A position and what of its result is known: only what ``expect`` names is compared.
CASE = required.record(
    "a known position and what it scores",
    name=required.text("what it shows, in a sentence"),
    position=required.free(type="object", description="a position as “rulesref score” reads it"),
    expect=required.record("what must come of it", **OF_RESULT),
    source=optional.string("where the numbers are from"),
    working=optional.string("how a person works it out"),
)
