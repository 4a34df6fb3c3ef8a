"""Text in two languages and exact numbers as people write them, width on a terminal, and what may leave the program.

Numbers are whole where possible, fractions where a rule divides, never floats.

A terminal obeys control characters and shows text the other way round behind some marks of direction,
wherever they come from: a name, a key, a file. Each is replaced by one sign that can be seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Lang = Literal["ja", "en"]
LANGS: tuple[Lang, ...] = ("ja", "en")


class Text(NamedTuple):
    """One text in both languages (日英の対); of a text in one language that stands for the other too.

    >>> Text("花", "flower").of("en")
    'flower'
    """

    ja: str
    en: str

    @property
    def langs(self) -> tuple[Lang, ...]:
        """The languages that it really is in."""
        return LANGS

    @classmethod
    def read(cls, pair: Mapping[str, Any]) -> Text:
        """The text of a validated ``{ja, en}`` pair, one of which may be missing.

        >>> Text.read({"ja": "花"}).of("en"), Text.read({"ja": "花"}).langs
        ('花', ('ja',))
        """
        if "en" not in pair:
            return _JapaneseAlone(pair["ja"], pair["ja"])
        if "ja" not in pair:
            return _EnglishAlone(pair["en"], pair["en"])
        return cls(pair["ja"], pair["en"])

    def of(self, lang: str) -> str:
        return self.en if lang == "en" else self.ja

    def lang(self, wanted: str) -> str:
        """The language of what is shown to a reader of ``wanted``.

        >>> Text.read({"ja": "花"}).lang("en"), Text("花", "flower").lang("en")
        ('ja', 'en')
        """
        return wanted if wanted in self.langs else self.langs[0]

    @property
    def each(self) -> tuple[str, ...]:
        """The text in each language that it is in."""
        return self[: len(self.langs)]

    def pair(self) -> dict[str, str]:
        """The same by language."""
        return {lang: self.of(lang) for lang in self.langs}


class _JapaneseAlone(Text):
    langs = ("ja",)


class _EnglishAlone(Text):
    langs = ("en",)


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
        return 0 if is_seen(char) else 1
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
    and after opening punctuation. A word wider than ``width`` stands on a line of its own. Where
    two spaces part short things from one another, none that fits on a line is split.

    >>> wrap("花を植えます。", 10)
    ['花を植えま', 'す。']
    >>> wrap("plant a flower", 9)
    ['plant a', 'flower']
    >>> wrap("葵 10  千佳 12", 11)
    ['葵 10', '千佳 12']
    """
    return [line for part in text.split("\n") for line in _wrap_paragraph(part, width)]


@lru_cache(256)  # a page asks for the same lines up to four times
def _wrap_paragraph(paragraph: str, width: int) -> Sequence[str]:
    if cells(paragraph) <= width:
        return [paragraph.rstrip()]
    lines: list[str] = []
    line = ""
    used = 0
    for piece in _pieces(paragraph, width):
        size = cells(piece)
        if line and used + cells(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line, used = "", 0
            piece = piece.lstrip()  # noqa: PLW2901 - the space at the break is dropped
            size = cells(piece)
        line += piece
        used += size
    return [*lines, line.rstrip()]


def _pieces(text: str, width: int) -> list[str]:
    """The unbreakable pieces of ``text``, in order."""
    things = re.split("(?<=  )(?! )", text)
    if len(things) == 1:
        return _pieces_of(text)
    return [
        piece
        for thing in things
        for short in [cells(thing) <= _SHORT_THING and cells(thing.rstrip()) <= width]
        for piece in ([thing] if short else _pieces_of(thing))
    ]


#: What is no wider, with the spaces behind it, is short.
_SHORT_THING = 24


def _pieces_of(text: str) -> list[str]:
    if text.isascii():
        return re.split(_BREAK, text)
    pieces: list[str] = []
    piece, last = "", " "
    for char in text:
        joined = char == " " or char in _NO_START or last in _NO_END
        if piece and (joined or (last != " " and _cell(char) == 1 and _cell(last) == 1)):
            piece += char
        else:
            pieces.append(piece)
            piece = char
        last = char
    return [*pieces[1:], piece]


#: Where a line of ASCII may end, the same as below for all others.
_BREAK = rf"(?<= )(?=[^ {re.escape(''.join(sorted(filter(str.isascii, _NO_START))))}])"


# --- numbers -------------------------------------------------------------------------------------


def narrow(text: str) -> str:
    """``text`` with one form for each character, letters and digits half as wide as a kanji.

    >>> narrow("ＡＰ１２ ｶｶﾞ")
    'AP12 カガ'
    """
    return unicodedata.normalize("NFKC", text)


Number: TypeAlias = "int | Fraction"

#: No number of a game comes near so many digits; what has more is none.
MOST_DIGITS = 18
#: Compiled when a number is first typed, not whenever the program starts.
_SUM = rf"[+-]?\s*\d{{1,{MOST_DIGITS}}}(\s*\+\s*\d{{1,{MOST_DIGITS}}})*"
#: What input methods type for a minus: a long vowel, a dash.
_MINUS = str.maketrans(dict.fromkeys("ー―—–‐−", "-"))


class Entered(int):
    """A whole number together with how a person wrote it (入力された数).

    ``typed`` is the text as written (``3+6+2``); ``items`` are its summands.

    >>> n = Entered.of("３＋６＋２"); (n == 11, n.typed, n.items)
    (True, '３＋６＋２', (3, 6, 2))
    >>> int(Entered.of("ー４"))
    -4
    """

    items: tuple[int, ...]
    _typed: str | None

    @property
    def typed(self) -> str:
        """The number as it was written; of a list of summands as the sum of them."""
        return self._typed or "+".join(map(str, map(int, self.items))) or "0"

    @classmethod
    def of(cls, typed: str) -> Entered | None:
        """The number written as ``typed``, a sum allowed; None when it is not one."""
        flat = narrow(typed).translate(_MINUS).strip()
        if not flat.isascii() or not re.fullmatch(_SUM, flat):
            return None
        items = tuple(int(part.replace(" ", "")) for part in flat.split("+") if part.strip())
        return cls.summed(items, typed)

    @classmethod
    def summed(cls, items: tuple[int, ...], typed: str | None = None) -> Entered:
        """The sum of ``items``, written as ``typed``."""
        number = cls(sum(items))
        number._typed = typed
        number.items = items
        return number


def whole(digits: str) -> int | None:
    """The number that a person wrote in digits alone; None when it is not one, or one of too many.

    >>> whole("14"), whole("１４"), whole("²"), whole("9" * 19)
    (14, 14, None, None)
    """
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def exact(number: Number) -> Number:
    """``number`` as an int when it is whole.

    >>> from fractions import Fraction
    >>> exact(Fraction(8, 4)), exact(Fraction(9, 4))
    (2, Fraction(9, 4))
    """
    if not isinstance(number, int) and number.denominator == 1:
        return number.numerator
    return number


def quotient(whole: Number, by: Number) -> Number:
    """``whole`` divided by ``by``, exactly.

    >>> quotient(8, 4), quotient(9, 4)
    (2, Fraction(9, 4))
    """
    if whole % by == 0:
        return int(whole // by)
    from fractions import Fraction

    return Fraction(whole) / by


def decimal(number: Number) -> int | float | str:
    """``number`` for JSON: an int, a decimal that is exact, or ``"1/3"`` where none is.

    >>> from fractions import Fraction
    >>> decimal(3), decimal(Fraction(181, 4)), decimal(Fraction(1, 3))
    (3, 45.25, '1/3')
    """
    if isinstance(number, int):
        return int(number)
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return float(number) if rest == 1 else str(number)


def shown(number: Number) -> str:
    """``number`` as a person reads it.

    >>> from fractions import Fraction
    >>> shown(Fraction(45, 2)), shown(-3)
    ('22.5', '-3')
    """
    return str(decimal(number))


def signed(number: Any, nothing: str = "±0") -> str:
    """A difference with its sign.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '-2', '±0')
    """
    if number == 0:
        return nothing
    return f"+{shown(number)}" if number > 0 else shown(number)


# --- what may leave the program as it is -----------------------------------------------------------

#: Controls but tab and line ends, marks of direction and of joining, odd line breaks, half characters.
_UNSEEN = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufff9-\ufffb\ud800-\udfff]"
)
#: Before and behind what is emphasised: half characters, which nothing that is read can hold.
_BEFORE, _BEHIND = "\udbfe", "\udbff"


def visible(text: str, *, styled: bool = False) -> str:
    r"""``text`` with a sign for each character that must not leave; ``styled`` keeps the emphasis.

    >>> visible("A\x1b[2J\u202e")
    'A␛[2J�'
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(_styled if styled else _stand_in, text)


def emphasised(text: str) -> str:
    """``text`` as :func:`visible` shows it in bold where styles are kept."""
    return f"{_BEFORE}{text}{_BEHIND}"


def escaped(document: str) -> str:
    r"""JSON, or quoted text of YAML, with the same content and nothing that must not leave.

    >>> escaped('{"name": "A\x9b"}')
    '{"name": "A\\u009b"}'
    """
    if document.isprintable():
        return document
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", document)


def is_seen(char: str) -> bool:
    """Whether a character shows by itself."""
    return not _UNSEEN.match(char)


def _stand_in(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # noqa: PLR2004 - the pictures of the controls stand in their order
        return chr(0x2400 + code)
    return "␡" if match[0] == "\x7f" else "�"


def _styled(match: re.Match[str]) -> str:
    if match[0] == _BEFORE:
        return "\x1b[1m"
    return "\x1b[0m" if match[0] == _BEHIND else _stand_in(match)
