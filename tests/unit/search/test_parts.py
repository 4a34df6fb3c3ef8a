"""What a question is made of: which known words it has, and which of them says which one of a kind."""

from __future__ import annotations

import pytest

from rulesref.search.analysis import Lexicon, lookup_key
from rulesref.search.parts import parts_of
from rulesref.search.query import parse_query

GLOSSARY = {
    "turn": ["ターン"], "tie": ["タイ", "引き分け"], "tailor": ["テーラー"], "worker": ["ワーカー", "コマ"],
    "bridge": ["橋", "はし"], "market": ["市場", "いちば"], "pink-tile": ["ピンクのタイル"],
}  # fmt: skip
EVERYDAY = {"piece": ["やつ"], "card": ["カード"], "when": ["タイミング", "いつ"], "limit": ["どこまで", "まで"],
            "rank": ["いちばん"], "keep": ["のこす"]}  # fmt: skip


def lexicon(words: dict[str, list[str]]) -> Lexicon:
    return Lexicon({lookup_key(word): [name] for name, known in words.items() for word in known})


def meant(question: str) -> set[str]:
    parts = parts_of(parse_query(question), lexicon(GLOSSARY), lexicon(EVERYDAY))
    return {token[1:] for part in parts for token in part.tokens if token[0] in "@~"}


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("ターンの最後", {"turn"}),
        ("たーんの おわり", {"turn"}),
        ("わーかー ふやす", {"worker"}),
        ("はしのうえ", {"bridge"}),
        ("タイの人", {"tie"}),
        ("緑のやつ", {"piece"}),
        ("ピンクのタイル", {"pink-tile"}),
    ],
)
def test_a_known_word_is_found(question: str, meaning: set[str]) -> None:
    assert meant(question) == meaning


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("橋を囲ったんだ", {"bridge"}),
        ("橋に建てられる", {"bridge"}),
        ("橋が来ちゃった", {"bridge"}),
        ("マーカーどこ", set()),
        ("橋のコスト", {"bridge"}),
        ("タイミング", {"when"}),
        ("どこまで戻せる", {"limit"}),
        ("いちばん上の橋", {"rank", "bridge"}),
    ],
    ids=["んだ", "られ", "ちゃっ", "scripts", "scripts-3", "タイミング", "どこまで", "いちばん"],
)
def test_a_piece_of_another_word_is_no_known_word(question: str, meaning: set[str]) -> None:
    assert meant(question) == meaning


@pytest.mark.parametrize(
    ("question", "which"),
    [
        pytest.param("when is the harpoon phase", {"harpoon"}, id="an attribute"),
        pytest.param("the harpoon before the phase", set(), id="no attribute"),
        pytest.param("鯨油の計算", {"鯨", "油"}, id="of"),
        pytest.param("鯨油フェイズ", {"鯨", "油"}, id="before katakana"),
        pytest.param("鯨のタイル", set(), id="one character may be a slip"),
        pytest.param("七個の油", set(), id="a number names nothing"),
        pytest.param("鯨油を足す", set(), id="a thing alone"),
    ],
)
def test_what_says_which_of_a_kind(question: str, which: set[str]) -> None:
    parts = parts_of(parse_query(question), lexicon(GLOSSARY), lexicon(EVERYDAY))
    assert {part.text for part in parts if part.which} == which
