"""Romaji to hiragana, for questions typed without an IME."""

from __future__ import annotations

from functools import cache

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ",
    "t": "たちつてと", "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "m": "まみむめも", "r": "らりるれろ", "w": "わゐうゑを",
}  # fmt: skip
_SINGLE = {
    "ya": "や",
    "yu": "ゆ",
    "yo": "よ",
    "shi": "し",
    "chi": "ち",
    "tsu": "つ",
    "fu": "ふ",
    "ji": "じ",
}
_GLIDES = {
    "ky": "き", "gy": "ぎ", "sh": "し", "sy": "し", "ch": "ち", "ty": "ち", "ny": "に", "hy": "ひ",
    "by": "び", "py": "ぴ", "my": "み", "ry": "り", "j": "じ", "jy": "じ", "zy": "じ",
}  # fmt: skip
_SMALL = {"a": "ゃ", "u": "ゅ", "o": "ょ"}
_LONGEST = 3
_DOUBLING = set("kstpcgdbz")


@cache
def _kana() -> dict[str, str]:
    """Every sound and its kana."""
    found = {c + v: row[i] for c, row in _ROWS.items() for i, v in enumerate(_VOWELS)}
    found |= {c + v: k + small for c, k in _GLIDES.items() for v, small in _SMALL.items()}
    return found | _SINGLE


def hiragana(romaji: str) -> str | None:
    """The hiragana of a word in romaji (Hepburn or kunrei); None when it is not romaji.

    >>> hiragana("shinden"), hiragana("kukaku"), hiragana("bridge"), hiragana("kappa")
    ('しんでん', 'くかく', None, 'かっぱ')
    """
    word = romaji.lower().replace("-", "").replace("ō", "ou").replace("ū", "uu")
    kana = ""
    place = 0
    while place < len(word):
        piece = _piece(word, place)
        if piece is None:
            return None
        kana += piece[1]
        place += piece[0]
    return kana or None


#: The sound before decides whether one of these only lengthens it.
_LENGTHENS = {
    "あ": "あかがさざただなはばぱまやらわ", "い": "いきぎしじちにひびぴみりえけげせぜてでねへべぺめれ",
    "う": "うくぐすずつぬふぶぷむゆるおこごそぞとどのほぼぽもよろ", "え": "えけげせぜてでねへべぺめれ",
    "お": "おこごそぞとどのほぼぽもよろ",
}  # fmt: skip
_ALIKE = {"づ": "ず", "ぢ": "じ", "を": "お"}


def sounds(kana: str) -> str:
    """Hiragana as it is heard: without what only lengthens a sound, one sign for each sound.

    >>> sounds("ふうどでい"), sounds("ふどで"), sounds("おうさま"), sounds("つづき")
    ('ふどで', 'ふどで', 'おさま', 'つずき')
    """
    heard = ""
    for char in kana:
        if heard and heard[-1] in _LENGTHENS.get(char, ""):
            continue
        heard += _ALIKE.get(char, char)
    return heard


def _piece(word: str, place: int) -> tuple[int, str] | None:
    """How many letters make the next sound, and its kana."""
    for size in range(_LONGEST, 0, -1):
        kana = _kana().get(word[place : place + size])
        if kana and place + size <= len(word):
            return size, kana
    letter, after = word[place], word[place + 1 : place + 2]
    if letter == "n":
        return 1, "ん"
    if letter in _DOUBLING and letter == after:
        return 1, "っ"
    return None
