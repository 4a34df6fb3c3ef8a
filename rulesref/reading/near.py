"""What was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``, or None when none is near.

    >>> did_you_mean("prestigue", ["prestige", "palace"])
    'prestige'
    >>> did_you_mean("xyz", ["prestige"]) is None
    True
    """
    import difflib

    flat = re.sub(r"[\s_]+", "-", word.strip().lower())
    found = difflib.get_close_matches(flat, list(known), 1, 0.6)
    return found[0] if found else None
