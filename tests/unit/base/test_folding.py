"""What differs in writing only is the same word."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesref.base import folding
from rulesref.base.disk import language_folder
from rulesref.base.folding import (
    all_by_name,
    begun,
    by_name,
    fold,
    folded_words,
    hiragana,
    kept,
    reading_of,
    readings,
    remembered,
    sounds,
    spellings,
    stem,
    word_lists,
    words,
    written_words,
)
from rulesref.base.text import LANGS
from tests.helpers import document


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("ＶＰ", "vp", id="full width and case"),
        pytest.param("カイガラ", "かいがら", id="katakana and hiragana"),
        pytest.param("ｶｲｶﾞﾗ", "かいがら", id="half-width katakana"),
        pytest.param("コーヒー", "こひ", id="long vowels"),
        pytest.param("キャップ", "きやつぷ", id="small kana"),
        pytest.param("カレル・大学", "カレル大学", id="a middle dot"),
        pytest.param("ヴェネツィア", "べねついあ", id="vu and va"),
        pytest.param("two-space", "two space", id="a hyphen"),
        pytest.param("two–space", "two space", id="a dash"),
        pytest.param("Merchant’s", "merchants", id="an apostrophe"),
        pytest.param("王國", "王国", id="old forms"),
        pytest.param("１〜２", "1~2", id="wave dashes"),
        pytest.param("か\u3099", "が", id="decomposed kana"),
        pytest.param("Straße", "STRASSE", id="case folding"),
        pytest.param("橋 の 横", "橋の横", id="spaces"),
    ],
)
def test_what_differs_in_writing_only_folds_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("かき", "かぎ", id="voiced sounds"),
        pytest.param("橋", "箸", id="other kanji"),
        pytest.param("12", "21", id="other numbers"),
        pytest.param("は", "ぱ", id="half-voiced sounds"),
    ],
)
def test_what_differs_in_meaning_does_not(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("two-space tile", ["two", "space", "tile"], id="latin words"),
        pytest.param("橋を置く", ["橋を置く"], id="japanese without spaces is one word"),
        pytest.param("橋 tile", ["橋", "tile"], id="mixed"),
        pytest.param("?!…", [], id="marks only"),
        pytest.param("don't", ["dont"], id="an apostrophe joins"),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert folded_words(text) == found


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param(
            "花 tile", [("花", "花", "花"), ("tile", "tile", "tile")], id="kanji and latin"
        ),
        pytest.param(
            "Tzolk’in", [("tzolkin", "tzolkin", "tzolkin")], id="a curly apostrophe joins"
        ),
        pytest.param("ターン", [("たん", "タン", "タン")], id="no long vowels as written"),
        pytest.param(
            "たーん", [("たん", "たん", "タン")], id="long vowels in hiragana are foreign"
        ),
        pytest.param("たん", [("たん", "たん", "タン")], id="so is hiragana alone"),
        pytest.param("花たん", [("花たん", "花たん", "花たん")], id="not beside kanji"),
        pytest.param("ヴァンと", [("ばんと", "バンと", "バンと")], id="one sign for va"),
        pytest.param("ゔぁん", [("ばん", "ばん", "バン")], id="in hiragana too"),
        pytest.param(
            "2–3人", [("2", "2", "2"), ("3人", "3人", "3人")], id="a dash between numbers"
        ),
        pytest.param("舊字", [("旧字", "舊字", "舊字")], id="old forms as they are written"),
        pytest.param("…・'", [], id="marks alone"),
    ],
)
def test_words_as_they_are_written(text: str, pieces: list[tuple[str, str, str]]) -> None:
    assert list(written_words(text)) == pieces


@pytest.mark.property
@given(
    st.text(st.one_of(st.characters(), st.sampled_from("ー・'’-–ヴゔァぁa1 タは橋。ﾞ")), max_size=20)
)
def test_words_are_the_same_however_they_are_taken_apart(text: str) -> None:
    pieces = list(written_words(text))
    assert [folded for folded, *_ in pieces] == folded_words(text)
    assert "".join(folded_words(text)) == fold(text)
    assert all(len(folded) == len(written) == len(foreign) for folded, written, foreign in pieces)


FOLDER = Path(language_folder())
FILES = sorted(FOLDER.glob("*/*.yaml"))
SCHEMA = json.loads((FOLDER / "language.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_file_reads_as_its_yaml(file: Path) -> None:
    data = document(file)
    assert not list(Draft202012Validator(SCHEMA).iter_errors(data))
    lists = word_lists(file.parent.name, file.stem)
    assert {name: ", ".join(found) for name, found in lists.items()} == data
    assert list(lists) == list(data)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"quit": ["bye"]}, id="a list"),
        pytest.param({"quit": "bye,exit"}, id="no space behind a comma"),
        pytest.param({"quit": "bye, "}, id="nothing behind a comma"),
        pytest.param({"quit": 'say "bye"'}, id="quotes"),
        pytest.param({"Quit": "bye"}, id="a name in capitals"),
        pytest.param({}, id="nothing"),
    ],
)
def test_another_form_is_refused(data: object) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(data)


def test_every_language_has_the_same_files_and_groups() -> None:
    groups = {lang: set(word_lists(lang, "everyday")) for lang in LANGS}
    assert groups["ja"] == groups["en"]
    assert {file.parent.name for file in FILES} == set(LANGS)


def test_words_may_go_on_in_further_lines() -> None:
    lists = word_lists("en", "words")
    assert {"a", "btw", "want"} < set(lists["stop-words"])
    assert "thank you" in lists["courtesies"]


@pytest.mark.parametrize(
    ("name", "word"),
    [("quit", "おわり"), ("quit", "bye"), ("all", "みんな"), ("none", "なし"), ("game", "げむ")],
)
def test_a_list_is_of_all_languages_and_folded(name: str, word: str) -> None:
    assert word in words(name)


def test_no_word_means_yes_and_no() -> None:
    assert not words("yes") & words("no")


def test_commands_are_words_of_their_own() -> None:
    assert words("undo", "commands") == {"undo", "取り消し", "取消", "とりけし", "もどす"}
    assert words("no-such-command", "commands") == frozenset()


class Thing(NamedTuple):
    """Something with names."""

    names: tuple[str, ...]


TULIP = Thing(("tulip", "チューリップ", "Tulip"))
ROSE = Thing(("rose", "バラ", "ばら園"))
ROSEMARY = Thing(("rosemary", "ローズマリー"))
GARDEN = Thing(("flower-garden", "こうえん"))
THINGS = (TULIP, ROSE, ROSEMARY, GARDEN)


@pytest.mark.parametrize(
    ("word", "thing"),
    [
        pytest.param("ＴＵＬＩＰ", TULIP, id="any width and case"),
        pytest.param("ちゅーりっぷ", TULIP, id="hiragana"),
        pytest.param("chuurippu", TULIP, id="romaji"),
        pytest.param("koen", GARDEN, id="romaji without long vowels"),
        pytest.param("kouen", GARDEN, id="romaji with long vowels"),
        pytest.param("flower garden", GARDEN, id="words of an id"),
        pytest.param("ros", None, id="a beginning is no name"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_thing_is_called(word: str, thing: Thing | None) -> None:
    assert by_name(THINGS, word) == thing


def test_several_things_may_have_a_name() -> None:
    twin = Thing(("tulip-2", "チューリップ"))
    assert all_by_name((TULIP, ROSE, twin), "チューリップ") == [TULIP, twin]


@pytest.mark.parametrize(
    ("word", "thing"), [("tul", TULIP), ("ros", None), ("rosem", ROSEMARY), ("", None), ("x", None)]
)
def test_a_beginning_names_the_only_thing_that_begins_so(word: str, thing: Thing | None) -> None:
    assert begun(THINGS, word) == thing


def test_only_romaji_has_a_sound() -> None:
    assert spellings("plot") == ("plot",)
    assert spellings("ｎｉｗａ") == ("niwa", "にわ")


@pytest.mark.parametrize(
    ("romaji", "kana"),
    [
        ("niwa", "にわ"),
        ("shashin", "しゃしん"),
        ("syasin", "しゃしん"),
        ("chiisai", "ちいさい"),
        ("jikan", "じかん"),
        ("tsuzuki", "つずき"),
        ("kitte", "きって"),
        ("ten'in", None),
        ("hon", "ほん"),
        ("kyō", "きょう"),
        ("fūsen", "ふうせん"),
        ("ko-hi-", "こひ"),
        ("KOBITO", "こびと"),
        ("q", None),
        ("plot", None),
        ("", None),
    ],
)
def test_a_word_in_romaji_is_read(romaji: str, kana: str | None) -> None:
    assert hiragana(romaji) == kana


def test_foreign_sounds_are_a_second_reading() -> None:
    assert readings("paatii") == ["ぱあちい", "ぱあてぃい"]
    assert readings("duo") == ["づお", "どぅお"]
    assert readings("niwa") == ["にわ"]
    assert readings("xyz") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("こうえん", "こえん", id="long o"),
        pytest.param("おおきい", "おき", id="doubled vowels"),
        pytest.param("ちいさい", "ちさい", id="long i, but ai stays"),
        pytest.param("つづく", "つずく", id="two signs of one sound"),
        pytest.param("えいご", "えご", id="ei is a long e"),
    ],
)
def test_what_sounds_alike(one: str, other: str) -> None:
    assert sounds(one) == sounds(other)


@pytest.mark.parametrize(("one", "other"), [("かい", "か"), ("うお", "お"), ("はな", "はね")])
def test_what_sounds_different(one: str, other: str) -> None:
    assert sounds(one) != sounds(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plot", "plots"), ("plant", "planting"), ("plant", "planted"), ("berry", "berries"), ("dig", "digging"),
        ("box", "boxes"), ("grey", "gray"), ("colour", "colors"), ("organisation", "organization"),
    ],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("four", "for"), ("glass", "glas"), ("bed", "be"), ("king", "k"), ("hour", "hor")],
)
def test_short_and_other_words_keep_their_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(("word", "times"), [("ha", 1), ("h" * 1000, 2)])
def test_short_words_are_kept_and_long_ones_are_not(word: str, times: int) -> None:
    asked: list[str] = []

    @remembered(2)
    def shouted(word: str, end: str = "") -> str:
        asked.append(word)
        return word.upper() + end

    assert shouted(word, "!") == shouted(word, "!") == word.upper() + "!"
    assert len(asked) == times


class Made:
    """What was made of the words, in runs that share a home and a folder of words."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words, self.home, self.times = folder / "words", folder / "home", 0
        shutil.copytree(language_folder(), self.words)
        monkeypatch.setenv("RULESREF_HOME", str(self.home))
        monkeypatch.setattr(folding, "language_folder", lambda: str(self.words))

    def run(self) -> object:
        """What the next run has; a run knows nothing of the one before."""

        @kept
        def _shouted(end: str) -> dict[str, list[str]]:
            self.times += 1
            return {"ha": ["HA" + end]}

        folding._state.cache_clear()
        return _shouted("!")

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return self.home / "cache/shouted-!.json"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    return Made(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def _fresh_state() -> Iterator[None]:
    yield
    folding._state.cache_clear()


def test_what_is_made_of_words_is_kept_for_the_next_run(made: Made) -> None:
    assert made.run() == made.run() == {"ha": ["HA!"]}
    assert made.times == 1


def test_it_is_made_again_after_a_change_of_the_words(made: Made) -> None:
    made.run()
    with (made.words / "ja/words.yaml").open("a", encoding="utf-8") as file:
        file.write("# more\n")
    made.run()
    os.utime(made.words / "en/words.yaml", (1, 1))
    made.run()
    assert made.times == 3


def test_what_was_damaged_is_made_again(made: Made) -> None:
    made.run()
    whole = made.file.read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        made.file.write_bytes(damaged)
        assert made.run() == {"ha": ["HA!"]}, place
        assert made.times == place + 2
        assert made.file.read_bytes() == whole


def test_where_nothing_can_be_kept_it_is_made_each_time(made: Made) -> None:
    made.home.write_text("no folder")
    assert made.run() == made.run() == {"ha": ["HA!"]}
    assert made.times == 2


@pytest.mark.parametrize(
    ("word", "reading"),
    [
        pytest.param("たね", "たね", id="kana"),
        pytest.param("最後の色", "さいごのいろ", id="put together"),
        pytest.param("龥", None, id="not known"),
        pytest.param("最後龥", None, id="not known in part"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_kanji_are_read(word: str, reading: str | None) -> None:
    assert reading_of(word) == reading
