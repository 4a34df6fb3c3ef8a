"""The words and signs of the text of an expression, and what is told of all other characters."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any, NamedTuple

#: Where a part of an expression stands in its text, from and to; the name of a part defined beside it.
TextPlace = tuple[int, int, str]

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<code>'[^'\n]*')"
    r"|(?P<word>[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*)"
    r"|(?P<sign>->|!=|<=|>=|[-=<>+*/()\[\],;.])"
)
KEYWORDS = frozenset(
    ["and", "case", "else", "false", "for", "if", "in", "not", "of", "or", "true", "where"]
)
#: What people who know other languages write, and what it is here.
_MEANT = {
    "==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "//": "floor(a / b)", "&&": "and", "||": "or",
    "!": "not", '"': "'", "’": "'", "‘": "'", "{": "[", "}": "]", "_": "-", "≤": "<=",
    "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-", "（": "(", "）": ")", "［": "[", "］": "]",
    "、": ",", "，": ",", "；": ";", "＝": "=", "＜": "<", "＞": ">", "＋": "+", "－": "-", "＊": "*",
    "／": "/",
}  # fmt: skip
#: Those of them that begin as a sign does.
_TWO_SIGNS = ("==", "=>", "=<", "<>", "//")
_CAPITALS = re.compile(r"[a-z0-9]*[A-Z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*")
_FRACTION = re.compile(r"[0-9]+\.[0-9]+")


class ExpressionSyntaxError(Exception):
    """The text is no expression: why in a word, where, and what goes with it."""

    def __init__(self, reason: str, span: tuple[Any, ...], **values: object) -> None:
        super().__init__(reason)
        self.start: int = span[0]
        self.end: int = span[1]
        self.values = {"reason": reason, **values}


class Token(NamedTuple):
    """One word or sign; ``kind`` is code, word, number, keyword, sign or end."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> TextPlace:
        return self.start, self.end, ""


def tokens_of(text: str) -> list[Token]:
    """The words and signs of a text, in order; last its end."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        capitals = _CAPITALS.match(text, at)
        if capitals:
            word = capitals[0]
            meant = word.lower().replace("_", "-")
            raise ExpressionSyntaxError("meant", capitals.span(), text=word, meant=meant)
        if match is None or text.startswith(_TWO_SIGNS, at):
            wrong = next((w for w in _MEANT if text.startswith(w, at)), text[at])
            if wrong == "'":
                raise ExpressionSyntaxError("quote", (at, len(text)))
            plain = unicodedata.normalize("NFKC", wrong)
            wanted = {**_MEANT, ":": "->" if "case" in text[:at] else "="}
            meant = wanted.get(wrong, plain if plain.isascii() and plain != wrong else "")
            reason = "meant" if meant else "character"
            raise ExpressionSyntaxError(reason, (at, at + len(wrong)), text=wrong, meant=meant)
        kind, word = str(match.lastgroup), match[0]
        if _FRACTION.fullmatch(word):
            meant = "{} / {}".format(*Fraction(word).as_integer_ratio())
            raise ExpressionSyntaxError("fraction", match.span(), text=word, meant=meant)
        if kind == "word":
            kind = "number" if word.isdigit() else "keyword" if word in KEYWORDS else kind
        if kind != "space":
            tokens.append(Token(kind, word, at, match.end()))
        at = match.end()
    return [*tokens, Token("end", "", len(text), len(text))]
