from __future__ import annotations

import re

from rulesref.lang import OPERATORS
from rulesref.scoring.batch.generators import GENERATORS, WORDS
from tests.unit.scoring.batch.compiled import source_of


def test_every_operator_has_its_generator() -> None:
    assert set(GENERATORS) == set(OPERATORS.values())


def test_generated_code_calls_only_words_that_are_there() -> None:
    rank = {"op": "rank", "among": "players", "by": "coins", "award": [7], "ties": "half"}
    calls = set(re.findall(r"\b(_[a-z_]+)\(", source_of(rank)))
    assert {"_award", "_places"} <= calls <= set(WORDS)
