"""Romaji is read as kana, and kana that sound alike are one."""

from __future__ import annotations

import pytest

from rulesref.base.kana import hiragana, readings, sounds


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
