"""What the companion itself understands in every step, whatever the game (ことば)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulesref.base.frozen import frozen
from rulesref.base.text import fold
from rulesref.fields.typed import tidy
from rulesref.play.flow import changing

Word = Literal[
    "help", "ask", "undo", "redo", "history", "show", "due", "score", "setup", "table", "calc",
    "rules", "term", "disputes", "position", "export", "lang", "quit",
]  # fmt: skip

#: What the companion itself understands in every step, whatever the game.
WORDS: Mapping[Word, tuple[str, ...]] = {
    "help": ("help", "ヘルプ"),
    "ask": ("ask", "質問", "しつもん", "聞く", "きく"),
    "undo": ("undo", "取り消し", "取消", "とりけし", "もどす"),
    "redo": ("redo", "やり直し", "やりなおし"),
    "history": ("history", "log", "履歴", "りれき"),
    "show": ("show", "status", "状態", "じょうたい"),
    "due": ("due", "dues", "注意", "ちゅうい"),
    "score": ("score", "scores", "得点", "とくてん"),
    "setup": ("setup", "準備", "じゅんび"),
    "table": ("table", "表", "ひょう"),
    "calc": ("calc", "計算", "けいさん"),
    "rules": ("rules", "ルール"),
    "term": ("term", "用語", "ようご"),
    "disputes": ("disputes", "裁定", "さいてい"),
    "position": ("position", "局面", "きょくめん"),
    "export": ("export", "書き出し", "かきだし"),
    "lang": ("lang", "language", "言語", "げんご"),
    "quit": ("quit", "exit", "q", "やめる"),
}


@frozen
class Wish:
    """A line that asks the companion for something: which word, and what follows it."""

    word: Word
    rest: str


def wish(line: str) -> Wish | None:
    """What a line asks for, when it is no move of the game.

    >>> wish("？ 2"), wish("Undo 3"), wish("set 葵.corn 7")
    (Wish(word='help', rest='2'), Wish(word='undo', rest='3'), None)
    """
    text = line.strip().replace("\u3000", " ")
    if text.startswith(("?", "？")):
        return Wish("help", text[1:].strip())
    first, _, rest = text.partition(" ")
    wanted = fold(first)
    for word, forms in WORDS.items():
        if wanted and wanted in map(fold, forms):
            return Wish(word, rest.strip())
    return None


def several(line: str) -> list[str]:
    """The lines that were typed in one, with semicolons between.

    Words for people and documents stay whole.

    >>> several("canal 2; bridge；end"), several("note he said; fine")
    (['canal 2', 'bridge', 'end'], ['note he said; fine'])
    >>> several('{"players": [{"name": "A; B"}]}')
    ['{"players": [{"name": "A; B"}]}']
    """
    found = wish(line)
    asking = found is not None and found.word not in ("undo", "redo")
    if asking or line.startswith("{") or changing(line) == "note":
        return [line]
    parts = [part.strip() for part in line.replace("；", ";").split(";")]
    return [part for part in parts if part] or [""]


def cleaned(line: str) -> str:
    """A line without escape codes and without bytes that were no text."""
    text = line.strip().encode("utf-8", "replace").decode("utf-8")
    if text.isprintable() and "\u3000" not in text:
        return text
    return tidy(text)
