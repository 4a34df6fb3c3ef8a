"""Romaji to hiragana, for questions typed without an IME."""

from __future__ import annotations

import re

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ",
    "t": "たちつてと", "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "m": "まみむめも", "r": "らりるれろ", "w": "わゐうゑを",
}  # fmt: skip
_KANA = {c + v: row[i] for c, row in _ROWS.items() for i, v in enumerate(_VOWELS)}
_KANA |= {"ya": "や", "yu": "ゆ", "yo": "よ", "shi": "し", "chi": "ち", "tsu": "つ", "fu": "ふ", "ji": "じ"}
_GLIDES = {
    "ky": "き", "gy": "ぎ", "sh": "し", "sy": "し", "ch": "ち", "ty": "ち", "ny": "に", "hy": "ひ",
    "by": "び", "py": "ぴ", "my": "み", "ry": "り", "j": "じ", "jy": "じ", "zy": "じ",
}  # fmt: skip
_KANA |= {c + v: k + y for c, k in _GLIDES.items() for v, y in (("a", "ゃ"), ("u", "ゅ"), ("o", "ょ"))}
_LONG = re.compile(r"([aeiou])-")
_PIECE = re.compile("|".join(sorted(_KANA, key=len, reverse=True)) + r"|n(?![aiueoy])|([kstpcgdbz])(?=\1)")


def hiragana(romaji: str) -> str | None:
    """The hiragana of a word in romaji (Hepburn or kunrei); None when it is not romaji.

    >>> hiragana("shinden"), hiragana("kukaku"), hiragana("bridge"), hiragana("kappa")
    ('しんでん', 'くかく', None, 'かっぱ')
    """
    word = _LONG.sub(r"\1", romaji.lower().replace("ō", "ou").replace("ū", "uu"))
    kana = ""
    place = 0
    while place < len(word):
        found = _PIECE.match(word, place)
        if found is None:
            return None
        piece = found.group()
        kana += _KANA.get(piece) or ("ん" if piece == "n" else "っ")
        place = found.end()
    return kana or None
