"""A new game, of a few rules and without phrases, answers most of what is asked of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.search.engine import search
from tests.helpers import ROOT, document, open_library

PACK = ROOT / "examples" / "lost-cities" / "rulesref_lost_cities" / "lost-cities"
#: Of 24 questions in a language so many find their entry among three.
FOUND = 18


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_most_is_among_three(lang: str) -> None:
    library = open_library([str(PACK)])
    asked = [
        told for told in document(Path(__file__).with_name("pack.yaml")) if told["lang"] == lang
    ]
    found = [[hit.id for hit in search(library, told["q"], PACK.name).hits[:3]] for told in asked]
    assert (
        sum(not set(ids).isdisjoint(told["want"]) for told, ids in zip(asked, found, strict=True))
        >= FOUND
    )


def test_what_may_be_meant_is_of_the_game_that_was_named() -> None:
    near = search(open_library([str(PACK)]), "what does the vassal eat", PACK.name).near
    assert {game for game, _ in near} <= {PACK.name}
