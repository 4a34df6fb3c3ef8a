"""Tigris & Euphrates at the table: what only a conversation shows; all else is in its known plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.helpers import Ran, says


def played(run: Callable[..., Ran], *lines: str, track: str = "standard") -> str:
    """What is shown when lines are typed in a new play of three."""
    players = ("--players", "葵,ベン,千夏", "--track", track)
    assert run("play", "new", "tigris", *players, lang="ja").code == 0
    return run("play", lang="ja", stdin="\n".join(lines) + "\n").out


@pytest.mark.parametrize("track", ["standard", "full"])
def test_hidden_points_raise_no_alarm_and_are_not_shown(
    run: Callable[..., Ran], track: str
) -> None:
    lines = ("リーダー 神官; タイル 赤 葵", "次", "show", "history")
    shown = played(run, *lines, track=track)
    assert "わからない" not in shown
    assert "葵が赤のタイルを置きました(葵に赤1点)。" in shown
    assert "赤 1" not in shown


def test_a_half_typed_revolt_is_not_lost(run: Callable[..., Ran]) -> None:
    shown = played(run, "反乱 赤 ベン 2 1", "タイル 赤 葵", "1", "0")
    assert says("E541", shown)
    assert "赤の内部紛争: 攻撃側の葵が3対1でベンに勝ち、赤1点。" in shown
    assert "葵が赤のタイル" not in shown
