"""A game of Caylus: stop words hit nobody else, no step is without a way out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulesref.model.flow import Track
from rulesref.play import flow
from rulesref.play.flow import Happening, NoOpEnd
from rulesref.play.session import Accepted, PlaySession
from rulesref.play.store import PlayStore
from tests.games.test_plays import FOLDER
from tests.helpers import DATA, game_in
from tests.walker import parsed

GAME = game_in(DATA / "caylus")
ROAD = "公共 農場 森 製材所 採石所 市場 大工"


def begun(*lines: str, tracked: Track = "standard") -> PlaySession:
    """A game of three after some lines."""
    options = {"edition": "first", "beginner": False}
    play, _ = PlaySession.new(PlayStore.in_memory(), GAME, ["葵", "ベン", "千夏"], options, tracked)
    for line in lines:
        assert isinstance(play.take(line), Accepted), line
    return play


@pytest.mark.parametrize(
    "lines",
    [
        ("set ベン.ドゥニエ 0", "門"),  # ベン must pass
        (
            "set 監督 8",
            "露天商",
            "固定大工",
            *["パス"] * 3,
            "set 葵.ドゥニエ 0",
            "誰も",
        ),  # 葵 cannot buy
        ("城", "城", *["パス"] * 3, "誰も", "家 1"),  # one says all houses at once
        ("set ベン.ドゥニエ 0", "パス", "千夏 パス", "次"),  # ベン cannot pay for the provost
    ],
    ids=["pass", "building", "houses", "provost"],
)
def test_a_stop_word_behind_a_step_that_ended_by_itself_ends_nothing(
    lines: tuple[str, ...],
) -> None:
    play = begun(ROAD, *lines)
    before = play.state
    assert isinstance(play.take("次"), NoOpEnd)
    assert (play.state.players, play.state.cursor) == (before.players, before.cursor)


def whole_play(tracked: Track = "full") -> Iterator[tuple[PlaySession, tuple[Happening, ...]]]:
    """A whole play, line by line, and what each line did."""
    play = begun(tracked=tracked)
    text = (FOLDER / "caylus" / "plays" / "3-whole.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and line[0] not in "#=":
            asked = flow.pending(GAME, play.state) is not None
            reply = play.give(line, parsed(line)) if asked else play.take(line)
            assert isinstance(reply, Accepted), line
            yield play, reply.happenings


@pytest.mark.slow
def test_what_is_told_names_buildings_as_people_do() -> None:
    codes = {str(row.cells["place"]) for row in GAME.tables["places"].rows}
    raw = re.compile("|".join(sorted(code for code in codes if "-" in code)))
    told = [h.text for _, happenings in whole_play() for h in happenings if h.text]
    assert len(told) > 500
    assert [text for text in told if raw.search(text.ja) or raw.search(text.en)] == []
    assert [text.ja for text in told if re.search("[a-z]", text.ja)] == []


@pytest.mark.slow
@pytest.mark.parametrize("track", ["light", "standard"])
def test_there_is_a_way_on_after_the_track_was_changed_in_any_step(track: Track) -> None:
    for number, (play, _) in enumerate(whole_play()):
        if number % 7 or play.state.finished:
            continue
        changed = flow.carry_out(GAME, play.state, {"track": track}).state
        waits = flow.pending(GAME, changed) is not None
        assert waits or [a.id for a in flow.choices(GAME, changed) if a.ends], number
