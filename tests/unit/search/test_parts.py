"""Known words in a question are words, not pieces of others."""

from __future__ import annotations

import pytest

from rulesref.search.analysis import Lexicon, key_of
from rulesref.search.parts import parts_of
from rulesref.search.query import parse_query

GLOSSARY = {
    "turn": ["ターン"], "tie": ["タイ", "引き分け"], "tailor": ["テーラー"], "worker": ["ワーカー", "コマ"],
    "bridge": ["橋", "はし"], "market": ["市場", "いちば"], "pink-tile": ["ピンクのタイル"],
}  # fmt: skip
EVERYDAY = {"piece": ["やつ"], "card": ["カード"], "when": ["タイミング", "いつ"], "limit": ["どこまで", "まで"],
            "rank": ["いちばん"], "keep": ["のこす"]}  # fmt: skip


def lexicon(words: dict[str, list[str]]) -> Lexicon:
    return Lexicon({key_of(word): [name] for name, known in words.items() for word in known})


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
