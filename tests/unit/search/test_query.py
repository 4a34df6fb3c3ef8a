"""A question is taken apart: what it is about, what only makes it a question, and which known words it has."""

from __future__ import annotations

import pytest

from rulesref.search.analysis import Lexicon, key_of
from rulesref.search.query import (
    LONGEST,
    groups_apart,
    is_stop_word,
    language_of,
    parse_query,
    parts_of,
)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        pytest.param("how do I plant a tulip?", "planttulip", id="english"),
        pytest.param(
            "チューリップを植えるとき、どうなるんだっけ", "ちゆりつぷを植える", id="japanese"
        ),
        pytest.param("Tulips, thank you", "tulips", id="a courtesy"),
        pytest.param("うーん、チューリップ", "ちゆりつぷ", id="a courtesy in japanese"),
        pytest.param("うんと", "うんと", id="a word that is like a courtesy"),
        pytest.param("トキ", "とき", id="katakana is a subject"),
        pytest.param("るーる", "", id="nothing but a stop phrase"),
        pytest.param("what is this", "", id="nothing but stop words"),
    ],
)
def test_what_a_question_is_about(text: str, subject: str) -> None:
    assert parse_query(text).subject == subject


@pytest.mark.parametrize("text", ["", "?!", "\udcff", "thank you", "ありがとうございました"])
def test_nothing_is_left_to_look_for(text: str) -> None:
    assert parse_query(text).empty


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    assert len(parse_query("花" * 2 * LONGEST).folded) == LONGEST


def test_a_part_of_a_word_is_one() -> None:
    (word,) = parse_query("タネとき").words
    part = word.part(2, 4)
    assert (part.text, part.written, part.stop) == ("とき", "とき", "11")
    assert word.part(0, 2).stop == "00"


@pytest.mark.parametrize(("word", "stop"), [("the", True), ("happening", True), ("tulip", False)])
def test_stop_words_in_any_form(word: str, stop: bool) -> None:
    assert is_stop_word(word) is stop


@pytest.mark.parametrize(
    ("text", "lang"), [("はな", "ja"), ("ﾊﾅ", "ja"), ("hana", "en"), ("2 + 2", None)]
)
def test_the_language_of_a_question(text: str, lang: str | None) -> None:
    assert language_of(text) == lang


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        pytest.param("swap a tile with another player", ["manners-lend"], id="trading"),
        pytest.param(
            "仲間とこのタイルを交換していい？", ["manners-lend"], id="trading in japanese"
        ),
        pytest.param("can I sell my bridge to Bob", ["manners-lend"], id="selling"),
        pytest.param("can I buy a bridge", [], id="buying from nobody"),
        pytest.param("橋を友だちにあげてもいい？", ["manners-lend"], id="giving in japanese"),
        pytest.param("橋と運河、どっちのほうが強いの", ["counsel"], id="advice"),
        pytest.param("what tile should I take first", ["counsel"], id="advice in english"),
        pytest.param("３手番前に橋のぶんを払わないで渡ってた", ["manners-undo"], id="found later"),
        pytest.param(
            "last turn he moved and nobody paid", ["manners-undo"], id="found later in english"
        ),
        pytest.param("is a bridge worth crossing", ["counsel"], id="any letters"),
        pytest.param(
            "is it worth crossing, how many points", [], id="a word that speaks against it"
        ),
        pytest.param("橋を渡るのって得？", ["counsel"], id="the end"),
        pytest.param("橋を渡るのって得点になる？", [], id="no end"),
        pytest.param("swap a tile. May another player?", [], id="two sentences"),
        pytest.param("交換できる人と話す", [], id="the other way round"),
    ],
)
def test_words_that_stand_apart_mean_something_together(question: str, groups: list[str]) -> None:
    assert [group for group, _ in groups_apart(question)] == groups


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
