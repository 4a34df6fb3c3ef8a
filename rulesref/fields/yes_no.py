"""Yes and no, as people type them."""

from __future__ import annotations

from rulesref.base.folding import fold
from rulesref.base.words import words

_SIGNS = {"○": True, "◯": True, "×": False}


def yes_or_no(word: str) -> bool | None:
    """Yes or no as people write it, in either language and width; None when it is neither.

    >>> yes_or_no("ＹＥＳ"), yes_or_no("いいえ"), yes_or_no("maybe")
    (True, False, None)
    """
    folded = fold(word)
    return True if folded in words("yes") else False if folded in words("no") else None


def flag_called(word: str) -> bool | None:
    """Yes or no as people type it, also as a sign.

    >>> flag_called("はい"), flag_called(" ×"), flag_called("")
    (True, False, None)
    """
    return _SIGNS.get(word.strip(), yes_or_no(word))
