"""Yes and no, as people type them."""

from __future__ import annotations

from rulesref.base.text import fold

#: Words for true and false that people write, folded.
YES_NO = {
    "yes": True, "y": True, "true": True, "はい": True, "ある": True, "あり": True, "1": True,
    "no": False, "n": False, "false": False, "いいえ": False, "ない": False, "なし": False, "0": False,
}  # fmt: skip


def flag_called(word: str) -> bool | None:
    """Yes or no as people type it, in either language and width; None when it is neither.

    >>> flag_called("ＹＥＳ"), flag_called("いいえ"), flag_called("maybe")
    (True, False, None)
    """
    marks = {"○": True, "◯": True, "×": False}
    return YES_NO.get(fold(word), marks.get(word.strip()))
