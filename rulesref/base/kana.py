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
#: Sounds that only foreign words have, and those that may be one of theirs.
_BORROWED = {
    "tsa": "つぁ", "tsi": "つぃ", "tse": "つぇ", "tso": "つぉ", "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ",
    "fo": "ふぉ", "she": "しぇ", "je": "じぇ", "che": "ちぇ", "thi": "てぃ", "dhi": "でぃ",
}  # fmt: skip
_FOREIGN = {"ti": "てぃ", "di": "でぃ", "tu": "とぅ", "du": "どぅ"}
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
    sounds = {c + v: row[i] for c, row in _ROWS.items() for i, v in enumerate(_VOWELS)}
    sounds |= {c + v: k + small for c, k in _GLIDES.items() for v, small in _SMALL.items()}
    return sounds | _SINGLE | _BORROWED


def readings(romaji: str) -> list[str]:
    """The ways to read a word in romaji, the likeliest first; none when it is not romaji.

    >>> readings("shinrin"), readings("tiketto"), readings("flower")
    (['しんりん'], ['ちけっと', 'てぃけっと'], [])
    """
    first = hiragana(romaji)
    if first is None:
        return []
    return list(dict.fromkeys((first, hiragana(romaji, foreign=True) or first)))


def hiragana(romaji: str, *, foreign: bool = False) -> str | None:
    """The hiragana of a word in romaji (Hepburn or kunrei); None when it is not romaji.

    A ``foreign`` word has sounds that Japanese has not.

    >>> hiragana("shinrin"), hiragana("kakuka"), hiragana("flower"), hiragana("kappa")
    ('しんりん', 'かくか', None, 'かっぱ')
    >>> hiragana("tiketto", foreign=True), hiragana("tsoa")
    ('てぃけっと', 'つぉあ')
    """
    word = romaji.lower().replace("-", "").replace("ō", "ou").replace("ū", "uu")
    kana = ""
    place = 0
    while place < len(word):
        piece = _piece(word, place, foreign=foreign)
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


def _piece(word: str, place: int, *, foreign: bool) -> tuple[int, str] | None:
    """How many letters make the next sound, and its kana."""
    for size in range(_LONGEST, 0, -1):
        sound = word[place : place + size]
        kana = (_FOREIGN.get(sound) if foreign else None) or _kana().get(sound)
        if kana and place + size <= len(word):
            return size, kana
    letter, after = word[place], word[place + 1 : place + 2]
    if letter == "n":
        return 1, "ん"
    if letter in _DOUBLING and letter == after:
        return 1, "っ"
    return None
