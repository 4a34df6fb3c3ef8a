"""What an index knows besides a game's glossary: everyday words.

The glossary of a game knows its own words; ``data/language`` knows the words around them, grouped by
what they mean: a question that says ``いくら`` finds an entry that says ``費用`` or ``cost``. Used when
an index is made; everyday words then stand in the snapshot beside the glossary's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulesref.base.folding import fold, reading_of, word_lists
from rulesref.base.text import LANGS
from rulesref.search.analysis import SHORT, lookup_key


@cache
def everyday() -> Mapping[str, tuple[str, ...]]:
    """Every everyday word as it is looked up, and the groups it belongs to."""
    groups: dict[str, dict[str, None]] = {}
    for lang in LANGS:
        for name, words in word_lists(lang, "everyday").items():
            for word in words:
                groups.setdefault(lookup_key(word), {})[name] = None
                reading = None if word.isascii() else reading_of(fold(word))
                if reading and len(reading) > SHORT:
                    groups.setdefault(reading, {})[name] = None
    return {key: tuple(names) for key, names in groups.items()}
