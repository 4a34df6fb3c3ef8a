"""The smallest game that one would write for oneself: nothing in it that is empty or goes without saying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import Ran, rulesref

FILES = {
    "game.yaml": """\
id: tiny
name: 小さなゲーム
languages: [ja]
players: {min: 2, max: 3}
topics: [{id: all, name: 全体}]
""",
    "glossary.yaml": "- {id: coin, ja: コイン}\n",
    "rules/all.yaml": """\
- id: coins
  topic: all
  title: コインの点
  points:
    - コイン2枚ごとに1点です。
    - 余りは点になりません。
  terms: [coin]
  ruling: rest
  tables: [prizes]
- id: winner
  topic: all
  title: 勝者
  points: [点の多い人が勝ちます。]
""",
    "rulings.yaml": """\
- id: rest
  topic: all
  question: 余りは点になりますか。
  readings: [{id: never, text: なりません。}, {id: half, text: 半点です。}]
  default: never
  why: そう遊んでいます。
""",
    "tables.yaml": """\
- id: prizes
  title: 賞
  columns: [{id: place, name: 順位, kind: whole}, {id: called, name: 呼び名, kind: text}]
  key: [place]
  rows: [[1, 金賞], [2, 銀賞]]
""",
    "scoring.yaml": """\
position:
  player: [{id: coins, name: コイン, kind: whole}]
events:
  - id: final
    name: 最後
    final: true
    rules: [winner]
    categories: [{id: coins, name: コイン, value: floor(coins / 2)}]
    ranking: [{by: total, name: 点}]
""",
    "calculators.yaml": """\
- id: box
  name: 箱のコイン
  about: 箱にあるコインの数です。
  rules: [coins]
  results: [{id: all, name: 全部, value: 30}]
""",
}
POSITION = "{players: [{name: A, coins: 7}, {name: B, coins: 4}]}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "tiny"


def told(folder: Path, home: Path, *words: str, lang: str = "ja") -> Ran:
    """What the program says of the game."""
    options = ("--data", str(folder), "--lang", lang)
    return rulesref(*options, *words, RULESREF_HOME=str(home))


def test_it_is_sound(folder: Path, home: Path) -> None:
    checked = told(folder, home, "check", str(folder))
    assert (checked.code, checked.err) == (0, "")


def test_it_says_nothing_of_what_it_does_not_have(folder: Path, home: Path) -> None:
    assert told(folder, home, "show", "tiny/winner").out == (
        "勝者  [小さなゲーム] winner\n点の多い人が勝ちます。\n"
    )
    assert told(folder, home, "term", "tiny", "コイン").out == (
        "コイン  [小さなゲーム] coin\n日本語  コイン\n\nルール\n- コインの点  coins\n"
    )
    assert told(folder, home, "table", "tiny", "prizes", "2").out == (
        "賞  prizes\n順位    2\n呼び名  銀賞\n"
    )
    assert "tiny     小さなゲーム            2-3\n" in told(folder, home, "games").out


def test_it_answers(folder: Path, home: Path) -> None:
    answer = told(folder, home, "ask", "tiny", "コイン7枚で何点")
    assert answer.out.startswith(
        "コインの点  coins\n  コイン2枚ごとに1点です。\n  余りは点になりません。\n"
    )
    listed = told(folder, home, "--format", "json", "games", lang="en").out
    (game,) = [game for game in json.loads(listed)["games"] if game["id"] == "tiny"]
    assert game["names"] == {"ja": "小さなゲーム"}
    assert (game["languages"], game["covers"], game["edition"]) == (["ja"], None, None)


def test_it_is_scored_by_the_rules_of_its_event(folder: Path, home: Path) -> None:
    position = folder.parent / "position.yaml"
    position.write_text(POSITION, encoding="utf-8")
    scored = told(folder, home, "score", "tiny", str(position), "--explain", lang="en")
    assert scored.code == 0
    assert "コイン: コイン 7 ÷ 2 = 3 (rounded down) [winner]" in scored.out
    assert "A wins." in scored.out


def test_a_calculator_may_ask_nothing(folder: Path, home: Path) -> None:
    assert "30" in told(folder, home, "calc", "tiny", "box").out
