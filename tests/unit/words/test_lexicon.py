"""The words of a sheet and of the languages."""

from __future__ import annotations

import json

import pytest

from rulesref.words.lexicon import (
    COUNTER,
    FILLER,
    THINGS,
    LineLexicon,
    Sheet,
    WordMeaning,
    content_words,
    forms,
    kanji_digits,
    language,
    matches_of,
    people,
    plain_name,
)
from rulesref.words.tokenizer import key_of, tokens_of
from tests.unit.words.sheets import fields_of

X, Y = ("x",), ("y",)


def lexicon(**words: tuple[str, ...]) -> LineLexicon:
    found = LineLexicon()
    for word, meaning in words.items():
        found.add(word.replace("_", " "), meaning)
    return found


def spans(line: str, *lexicons: LineLexicon) -> list[tuple[int, int, tuple[object, ...]]]:
    """The words that are found in a line: from where, to where, what they mean."""
    found = matches_of(tokens_of(line), lexicons)
    assert len(found) == len(tokens_of(line))
    return [(m.start, m.end, m.meanings) for here in found for m in here]


def test_a_word_keeps_all_its_meanings_once() -> None:
    words = lexicon(hat=X)
    words.add("Hats", Y, X)
    words.add("-", X)
    assert (words.meanings("hat"), words.meanings("cap")) == ((X, Y), ())
    assert list(words.words()) == ["hat"], "what is no word is left out"


def test_words_are_found_the_longest_first() -> None:
    words = lexicon(red=X, red_hat=Y)
    assert spans("a red hat", words) == [(1, 3, (Y,)), (1, 2, (X,))]
    assert spans("赤帽", lexicon(赤帽=X, 赤=Y)) == [(0, 2, (X,)), (0, 1, (Y,))]
    assert spans("redhat", words) == []


def test_of_several_lexicons_a_word_has_all_the_meanings() -> None:
    assert spans("hat", lexicon(hat=X), lexicon(cap=X), lexicon(hat=Y)) == [(0, 1, (X, Y))]


def test_names_of_many_words_are_found_up_to_a_length() -> None:
    for many, there in ((12, True), (13, False)):
        words = LineLexicon()
        words.add("甲" * many, X)
        assert bool(spans("甲" * many, words)) is there


def test_a_japanese_word_may_be_written_in_romaji() -> None:
    words = lexicon(ぼうし=X)
    assert spans("boushi", words) == [(0, 1, (X,))]
    assert spans("bashi", words) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ロ", True), ("ロ 3", True), ("ロ3", True), ("石ロ", True), ("ロバ", False), ("バロ", False), ("ロ、バ", True),
    ],
)  # fmt: skip
def test_one_kana_is_a_thing_where_it_stands_by_itself(line: str, found: bool) -> None:
    assert bool(spans(line, lexicon(ロ=X))) is found


def test_one_hiragana_is_no_thing_beside_anything() -> None:
    words = lexicon(か=X)
    assert [bool(spans(line, words)) for line in ("か", "石か", "か石", "石 か")] == [
        True,
        False,
        False,
        True,
    ]
    words.add("か", FILLER)
    assert spans("石か", words) == [(1, 2, (FILLER,))]


def test_katakana_says_never_nothing() -> None:
    assert spans("ハ", lexicon(ハ=FILLER)) == []
    assert spans("は", lexicon(は=FILLER)) == [(0, 1, (FILLER,))]


def test_words_are_kept_as_data() -> None:
    words = lexicon(hat=X, red_hat=Y)
    again = LineLexicon.of_data(json.loads(json.dumps(words.as_data())))
    assert spans("red hat", again) == spans("red hat", words)
    assert json.dumps(again.as_data()) == json.dumps(words.as_data())


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("を", FILLER), ("the", FILLER), ("please", FILLER), ("歩", COUNTER), ("個", THINGS), ("three", ("number", 3)),
        ("三", ("number", 3)), ("nobody", ("none",)), ("なし", ("none",)), ("全員", ("all",)), ("yes", ("flag", True)),
        ("いいえ", ("flag", False)), ("my", ("own",)),
    ],
)  # fmt: skip
def test_what_the_words_of_the_languages_mean(word: str, meaning: tuple[object, ...]) -> None:
    (found,) = [
        m for m in matches_of(tokens_of(word), [language()])[0] if m.end == len(tokens_of(word))
    ]
    assert meaning in found.meanings


def test_digits_say_neither_yes_nor_no() -> None:
    assert [language().meanings(digit) for digit in "01"] == [(), ()]
    assert (kanji_digits()["一"], kanji_digits()["十"]) == (1, 10)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("生け垣を植える", ["生け", "垣", "植える"]), ("橋の移動", ["橋", "移動"]), ("収穫するもの", ["収穫"]), ("カード置き場", ["カード", "置き", "場"]),
        ("帽子をかぶる", ["帽子", "かぶる"]), ("put a hat on", ["put", "hat"]), ("of the", []),
    ],
)  # fmt: skip
def test_the_words_of_a_name_that_say_something(name: str, words: list[str]) -> None:
    assert content_words(name) == words


@pytest.mark.parametrize(
    ("word", "every"),
    [
        ("ない", {"ない", "なわ", "なう", "なえ", "なお", "なつ"}), ("く", {"く"}), ("書く", {"書く", "書か", "書き", "書け", "書こ", "書い"}),
        ("泳ぐ", {"泳ぐ", "泳が", "泳ぎ", "泳げ", "泳ご", "泳い"}), ("死ぬ", {"死ぬ", "死な", "死に", "死ね", "死の", "死ん"}),
        ("やる", {"やる", "やら", "やり", "やれ", "やろ", "やつ"}), ("見る", {"見る", "見ら", "見り", "見れ", "見ろ", "見つ", "見"}),
        ("建てる", {"建てる", "建てら", "建てり", "建てれ", "建てろ", "建てつ", "建て"}), ("読む", {"読む", "読ま", "読み", "読め", "読も", "読ん"}),
        ("遊ぶ", {"遊ぶ", "遊ば", "遊び", "遊べ", "遊ぼ", "遊ん"}), ("立つ", {"立つ", "立た", "立ち", "立て", "立と"}),
        ("話す", {"話す", "話さ", "話し", "話せ", "話そ"}), ("買う", {"買う", "買わ", "買い", "買え", "買お", "買つ"}), ("hat", {"hat"}),
        ("帽子", {"帽子"}),
    ],
)  # fmt: skip
def test_how_a_verb_begins_before_its_endings(word: str, every: set[str]) -> None:
    assert sorted(forms(word)) == sorted(every)


def test_what_is_not_done_may_be_said_politely() -> None:
    assert ["置きません" in forms("置かない"), "食べません" in forms("食べない")] == [True, True]


def test_what_stands_in_brackets_is_no_word_of_a_name() -> None:
    assert plain_name("帽子(夏)hat［x］") == "帽子 hat "
    sheet = Sheet(["帽子(夏)をかぶる", "put (warm) hat on"], {})
    assert set(sheet.lexicon.words()) & {"夏", "warm"} == set()
    assert sheet.lexicon.meanings("hat") == (("action", 1, 1, 2),)
    assert sheet.lexicon.meanings("帽子") == (("action", 0, 0, 2),)


def test_all_the_words_of_a_sheet() -> None:
    sheet = Sheet(["build", "植える"], fields_of("""
        - {id: spot, name: {ja: 赤い場所, en: field spot}, kind: whole}
        - {id: price, name: {ja: 代金, en: price}, kind: record, fields: [{id: gold, name: {ja: 金, en: gold}, kind: whole}]}
        - {id: plants, name: {ja: 苗, en: plants}, kind: by-player, extras: [{id: wild, name: {ja: 野生, en: wild}, players: [2]}]}
        - {id: shop, name: {ja: 店, en: shop}, kind: choice, options: [{id: near, name: {ja: 角(小), en: near stall}, aliases: {en: [deal 2 points]}}]}
    """))  # fmt: skip

    def words(word: str) -> list[WordMeaning]:
        return [*sheet.lexicon.meanings(key_of(tokens_of(word)))]

    assert sheet.order == {"spot": 0, "price": 1, "plants": 2, "shop": 3}
    assert words("build") == [("action", 0, 0, 1)]
    assert words("植え") == [("action", 1, 0, 1)], "a form of a verb"
    assert words("field spot") == [("field", "spot")]
    assert words("field") == words("spot")[-1:] == [("thing", "spot")]
    assert words("赤") == [("thing", "spot")], "an adjective without its ending"
    assert words("gold") == [("inner", "price", "gold")]
    assert words("wild") == [("extra", "plants", "wild")]
    assert words("near") == [("name", "shop", "near"), ("part", "shop", "near")]
    assert words("stall") == words("角")[-1:] == [("part", "shop", "near")]
    assert words("deal") == words("point") == [("part", "shop", "near")], (
        "a counter too beside a number"
    )
    assert words("2") == [("digit", "shop", "near", "deal", "point")]
    assert ("option", "shop", "near") in words("deal 2 points")


def test_players_are_called_by_their_names_and_whoever_speaks_by_i() -> None:
    assert people(["Ann Lee", "Ben"], None).meanings("ann lee") == (("player", "Ann Lee"),)
    assert people(["Ann", "Ben"], "Ben").meanings("me") == (("player", "Ben"),)
    assert people(["Ann", "Ben"], "Ben").meanings("私") == (("player", "Ben"),)
    assert people(["Ann", "Ben"], None).meanings("me") == ()
