"""Each line of each kept play and the commands that it comes to: ``pairs/GAME.txt``.

The plays of ``tests/games/*/plays`` say what is so at some places; here stands what every single line was
read as. A line of a file is a typed line, a tab, and its commands as JSON: values that are what an empty
answer says are left out, a line that does nothing has none, and one that takes back says how many.
Lines that were added to a play or taken out of it are passed over; ``pytest tests/words --snapshot-update`` writes
the files anew: read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from rulesref.model.game import Game
from tests.words.judging import bare, whole
from tests.words.plays import GAMES, played, plays_of
from tests.words.table import game_called

pytestmark = pytest.mark.slow
PAIRS = Path(__file__).with_name("pairs")

#: A typed line, and its commands or how many lines it took back.
Pair = tuple[str, list[dict[str, Any]] | int]


def pairs_of(game: Game, path: Path) -> list[Pair]:
    """What each line of a play comes to, in order."""
    return [
        (each.line, each.back or [bare(game, command) for _, command in each.entries])
        for each in played(game, path)
    ]


def written(pairs: list[Pair]) -> list[str]:
    """Pairs as their file has them."""
    return [
        f"{line}\t{json.dumps(came, ensure_ascii=False, separators=(',', ':'))}"
        for line, came in pairs
    ]


@pytest.mark.parametrize("name", GAMES)
def test_each_line_of_each_play_is_read_as_before(name: str, pytestconfig: pytest.Config) -> None:
    game = game_called(name)
    rows: list[str] = []
    for path in plays_of(name):
        rows += [f"# {path.stem}", *written(pairs_of(game, path))]
    file = PAIRS / f"{name}.txt"
    if pytestconfig.getoption("snapshot_update"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    kept = file.read_text(encoding="utf-8").splitlines()
    differs = [
        f"{now}\n    before: {then}"
        for now, then in aligned(rows, kept)
        if now != then and not same(game, now, then)
    ]
    assert not differs, "\n".join(differs[:40])


def aligned(rows: list[str], kept: list[str]) -> Iterator[tuple[str, str]]:
    """The rows of lines that stand in the plays now and stood there before; others were added or taken out."""
    now, then = ([row.partition("\t")[0] for row in each] for each in (rows, kept))
    for block in SequenceMatcher(None, now, then, autojunk=False).get_matching_blocks():
        yield from zip(rows[block.a :][: block.size], kept[block.b :][: block.size], strict=True)


def same(game: Game, one: str, other: str) -> bool:
    """Whether two rows have one line and come to the same, however much of it they leave out."""
    if "\t" not in one or "\t" not in other:
        return False
    (line, came), (typed, kept) = one.split("\t"), other.split("\t")
    if line != typed:
        return False
    found, wanted = json.loads(came), json.loads(kept)
    if isinstance(found, int) or isinstance(wanted, int):
        return bool(found == wanted)
    return [whole(game, each) for each in found] == [whole(game, each) for each in wanted]
