"""Positions whose keys around the fields are Japanese."""

from __future__ import annotations

from rulesref.reading.headings import plain_keys, plain_source
from rulesref.reading.positions import read_position
from rulesref.reading.source import Source, read_bytes
from tests.helpers import toy

ENGLISH = """\
game: toy
event: spring
rulings: {gnome-sleep: "no"}
players:
  - {name: 葵, points: 0, coins: 1}
  - {name: Ben, points: 2, coins: x}
"""
JAPANESE = (
    ENGLISH.replace("game:", "ゲーム:")
    .replace("event:", "得点計算:")
    .replace("rulings:", "裁定:")
    .replace("players:", "プレイヤー:")
    .replace("name:", "名前:")
)


def source_of(text: str) -> Source:
    source, problems = read_bytes(text.encode(), "x")
    assert source is not None
    assert problems == []
    return source


def test_both_say_the_same() -> None:
    assert plain_keys(source_of(JAPANESE).data) == source_of(ENGLISH).data


def test_problems_stand_where_the_text_has_them() -> None:
    source = plain_source(source_of(JAPANESE))
    assert source.at(("players", 1, "name")).line == 6
    assert source.at_key(("players",)).line == 4
    read = read_position(
        toy(), source.data, lambda path, key: (source.at_key if key else source.at)(path)
    )
    bad = next(problem for problem in read.problems if problem.code == "E402")
    assert bad.place is not None
    assert JAPANESE.splitlines()[bad.place.line - 1][bad.place.column - 1 :].startswith("x}")


def test_a_document_in_english_is_left_alone() -> None:
    source = source_of(ENGLISH)
    assert plain_source(source) is source


def test_a_key_that_stands_twice_is_not_lost() -> None:
    """The second one is then told as unknown."""
    both = {"game": "toy", "ゲーム": "toy"}
    assert plain_keys(both) == both
