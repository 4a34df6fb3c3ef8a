"""Tigris & Euphrates at the table: what was lost, missed or asked in vain once, line by line through the loop."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.helpers import Ran

Played = Callable[..., str]


@pytest.fixture
def played(run: Callable[..., Ran]) -> Played:
    """What is shown when lines are typed in a new play of three, in Japanese unless said."""

    def played(*lines: str, lang: str = "ja", options: tuple[str, ...] = ()) -> str:
        begun = run("play", "new", "tigris", "--players", "葵,ベン,千夏", *options, lang=lang)
        assert begun.code == 0, begun.err
        found = run("play", lang=lang, stdin="\n".join(lines) + "\n")
        return begun.out + found.out + found.err

    return played


@pytest.fixture
def state(run: Callable[..., Ran]) -> Callable[[], dict[str, dict[str, object]]]:
    """What the play that was just typed has come to, by player."""

    def state() -> dict[str, dict[str, object]]:
        play = json.loads(run("--format", "json", "play", "show").out)
        return dict(play["state"])

    return state


@pytest.mark.parametrize("track", ["standard", "full"])
def test_hidden_points_raise_no_alarm_and_are_not_shown(played: Played, track: str) -> None:
    shown = played(
        "リーダー 神官; タイル 赤 葵", "次", "show", "history", options=("--track", track)
    )
    assert "わからない" not in shown
    assert "葵が赤のタイルを置きました(葵に赤1点)。" in shown
    assert "赤 1" not in shown


def test_a_half_typed_revolt_is_not_lost(played: Played) -> None:
    shown = played("反乱 赤 ベン 2 1", "タイル 赤 葵", "1", "0")
    assert "E541" in shown
    assert "赤の内部紛争: 攻撃側の葵が3対1でベンに勝ち、赤1点。" in shown
    assert "葵が赤のタイル" not in shown


def test_a_uniting_tile_is_not_lost(played: Played) -> None:
    shown = played("タイル 緑", "戦争 青 ベン 3 2 0 0", "なし", "戦争 青 ベン 3 2 0 0")
    assert shown.index("葵が緑のタイルを置きました(勝利点なし)。") < shown.index("青の外部紛争: ")
    assert "葵が3対2でベンに勝ち、青3点(青2枚を除外)。" in shown


def test_who_loses_a_leader_gets_nothing_from_its_monument(played: Played) -> None:
    shown = played(
        "タイル 赤 葵", "モニュメント 赤青", "葵", "", "次", "反乱 赤 葵 2 1 0 0", "次", "次", "次"
    )
    assert "葵の手番が終わり、モニュメントから黒0・赤1・青0・緑0点を得ました。" in shown
    assert "葵には、もうモニュメントから赤の勝利点が入りません。" in shown
    assert shown.count("モニュメントから黒0・赤1") == 1


@pytest.mark.slow
def test_how_many_treasures_are_taken_is_asked(played: Played) -> None:
    shown = played("財宝 ベン", "3")
    assert "財宝駒を取る 個数" in shown
    assert "ベンが財宝駒を3個取りました(盤上に残り7個)。" in shown


def test_who_attacks_follows_from_whose_turn_it_is(played: Played) -> None:
    first = played("次", "戦争 緑 葵 千夏 2 2 0 0")
    assert "緑の外部紛争: 2対2の同点で防御側の葵が千夏に勝ち、緑3点(緑2枚を除外)。" in first


@pytest.mark.slow
def test_a_war_against_oneself_asks_for_the_other(played: Played) -> None:
    shown = played("戦争 緑 葵 2 3 0 0", "葵", "戦争 緑 葵 2 3 0 0", "ベン")
    assert "攻撃側と防御側が同じプレイヤーです。" in shown
    assert "緑の外部紛争: ベンが3対2で葵に勝ち、緑3点(緑2枚を除外)。" in shown


def test_the_log_names_color_place_and_winner(played: Played) -> None:
    shown = played("リーダー 農民 P1", "反乱 ベン 2 3 0 0", "次", "history")
    log = shown[shown.rindex("history") :]
    assert "葵がリーダー駒を置きました: 農民(青) P1" in log
    assert "青の内部紛争: 防御側のベンが3対2で葵に勝ち、赤1点。" in log


def test_the_advanced_board_brings_its_pieces(played: Played) -> None:
    shown = played("建築物 黒", "タイル 黒 葵", "2", "塔", "葵", "次", "赤",
                   options=("--option", "map=advanced"))  # fmt: skip
    assert "ジッグラト(タイル5枚と塔駒、またはワンダー)と文明建築物駒4個" in shown
    assert "葵が黒のタイルを置きました(葵に黒2点)。" in shown
    assert "葵がジッグラトから赤1点を得ました。" in shown


def test_nobody_is_asked_who_scores_when_no_leader_stands(played: Played) -> None:
    shown = played("タイル 黒", options=("--track", "full"))
    assert "葵が黒のタイルを置きました(勝利点なし)。" in shown


def test_a_tile_under_a_building_stays_in_any_war(played: Played) -> None:
    shown = played(
        "建築物 黒",
        "戦争 黒 ベン 3 2 0 0",
        "2",
        "戦争 黒 ベン 3 2 0 0 1",
        options=("--option", "ziggurat=yes"),
    )
    assert "黒の外部紛争で残るのは、文明建築物駒の下の1枚だけです。" in shown
    assert "黒2点(黒1枚を除外)。" in shown


@pytest.mark.slow
def test_the_words_mean_the_same_in_every_track(
    played: Played, state: Callable[[], dict[str, dict[str, object]]]
) -> None:
    lines = ("リーダー 国王 F4", "タイル 黒 葵", "次", "反乱 黒 葵 2 1 0 0", "次")
    found = []
    for track in ("standard", "full"):
        played(*lines, options=("--track", track))
        found.append({who: (own["black"], own["red"]) for who, own in state().items()})
    assert found[0] == found[1] == {"葵": (1, 0), "ベン": (0, 1), "千夏": (0, 0)}


def test_it_is_said_in_english_as_well(played: Played) -> None:
    shown = played(
        "tile green", "war blue ベン 3 2 0 0", "none", "war blue ベン 3 2 1 1", "next", lang="en"
    )
    assert "葵 places a green tile: no points." in shown
    assert "War in blue: 葵 beats ベン 4 to 3: 3 blue (removed: 2)." in shown
    assert "Others who refill to six: ベン." in shown
