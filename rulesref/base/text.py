"""Text in two languages, folded text for matching, and its width on a terminal."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Lang = Literal["ja", "en"]
LANGS: tuple[Lang, ...] = ("ja", "en")


class Text(NamedTuple):
    """One text in both languages (日英の対).

    >>> Text("橋", "bridge").of("en")
    'bridge'
    """

    ja: str
    en: str

    @classmethod
    def read(cls, pair: Mapping[str, str]) -> Text:
        """The text of a validated ``{ja, en}`` pair."""
        return cls(pair["ja"], pair["en"])

    def of(self, lang: str) -> str:
        """The text in ``lang``."""
        return self.en if lang == "en" else self.ja


def cells(text: str) -> int:
    """Terminal columns that ``text`` fills: two for wide characters, none for combining ones.

    >>> cells("橋 a"), cells("が"), cells("")
    (4, 2, 0)
    """
    if text.isascii():
        return len(text)
    return sum(map(_cell, text))


@cache
def _cell(char: str) -> int:
    # Cf: zero-width joiners and the like take no column, nor do combining marks.
    if unicodedata.combining(char) or unicodedata.category(char) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """``text`` filled with spaces to ``width`` columns; ``right`` aligns it to the right.

    >>> pad("橋", 4) + "|", pad("7", 3, right=True)
    ('橋  |', '  7')
    """
    space = " " * max(0, width - cells(text))
    return space + text if right else text + space


# Never first on a line (行頭禁則) and never last on one (行末禁則).
_NO_START = set(
    "、。，．・：；！？）」』】〕〉》］｝ゝゞ々ー～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.:;!?)]}％%点位"
)
_NO_END = set("（「『【〔〈《［｛([{")


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` columns, broken where either language allows it.

    Latin words are never split; Japanese may break between characters, except before closing
    and after opening punctuation. A word wider than ``width`` stands on a line of its own.

    >>> wrap("橋を架けます。", 10)
    ['橋を架けま', 'す。']
    >>> wrap("place a bridge", 9)
    ['place a', 'bridge']
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_paragraph(paragraph, width))
    return lines


def _wrap_paragraph(paragraph: str, width: int) -> list[str]:
    if cells(paragraph) <= width:
        return [paragraph.rstrip()]
    lines: list[str] = []
    line = ""
    used = 0
    for piece in _pieces(paragraph):
        size = cells(piece)
        if line and used + cells(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line, used = "", 0
            piece = piece.lstrip()  # noqa: PLW2901 - the space at the break is dropped
            size = cells(piece)
        line += piece
        used += size
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """The unbreakable pieces of ``text``, in order."""
    pieces: list[str] = []
    for char in text:
        if pieces and _joined(pieces[-1], char):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _joined(before: str, char: str) -> bool:
    last = before[-1]
    if char in _NO_START or last in _NO_END:
        return True
    if char == " ":
        return True
    return last != " " and _cell(char) == 1 and _cell(last) == 1


# Old and new forms, and characters that keyboards and IMEs mix up.
_SAME = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−－ｰ", "ー"),
        **dict.fromkeys("〜～∼〰", "~"),
        **dict.fromkeys("ぁ", "あ"), "ぃ": "い", "ぅ": "う", "ぇ": "え", "ぉ": "お",
        "っ": "つ", "ゃ": "や", "ゅ": "ゆ", "ょ": "よ", "ゎ": "わ", "ゔ": "ぶ",
        "國": "国", "學": "学", "舊": "旧", "澤": "沢", "龍": "竜", "壽": "寿", "圖": "図", "區": "区",
        "’": "'", "‘": "'", "“": '"', "”": '"',
    }
)  # fmt: skip


def fold(text: str) -> str:
    """``text`` as it is compared: one width, one case, hiragana, no long vowels, spaces or marks.

    What differs only in writing folds to the same string; what differs in meaning does not.

    >>> fold("ＶＰ ボーナス"), fold("カレル・大学"), fold("ヴェネツィア")
    ('vpぼなす', 'かれる大学', 'べねついあ')
    >>> fold("Merchants' guild")
    'merchantsguild'
    """
    return "".join(_words(text))


def words(text: str) -> list[str]:
    """The folded words of ``text``; Japanese without spaces is one word.

    >>> words("2-space tile"), words("橋 の 横")
    (['2', 'space', 'tile'], ['橋', 'の', '横'])
    """
    return _words(text)


def _words(text: str) -> list[str]:
    flat = unicodedata.normalize("NFKC", text).casefold()
    hira = "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in flat)
    for vowel, sound in zip("ぁぃぅぇぉ", "ばびぶべぼ", strict=True):
        hira = hira.replace("ゔ" + vowel, sound)
    hira = hira.translate(_SAME)
    out: list[str] = []
    word = ""
    for index, char in enumerate(hira):
        if char == "ー":
            # A dash between Latin letters or digits separates; after kana it only lengthens.
            if word and word[-1].isascii() and index + 1 < len(hira) and hira[index + 1].isascii():
                out.append(word)
                word = ""
            continue
        if char == "'":
            continue
        if char.isalnum() or unicodedata.category(char)[0] in "LNM":
            word += char
        elif word and char != "・":
            out.append(word)
            word = ""
    return [*out, word] if word else out
