"""What an index knows besides a game's glossary: everyday words, and how words in kanji are read.

The glossary of a game knows its own words; ``data/language`` knows the words around them, grouped by
what they mean: a question that says ``いくら`` finds an entry that says ``費用`` or ``cost``. Used when
an index is made; everyday words then stand in the snapshot beside the glossary's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulesref.base.folding import fold, is_kanji, word_lists
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


@cache
def _readings() -> dict[str, str]:
    return {word: kana for word, (kana,) in word_lists("ja", "readings").items()}


#: No word of the list has more characters.
_LONGEST = 6


def reading_of(word: str) -> str | None:
    """A folded word in hiragana, as it sounds most likely; None when a kanji is not known.

    A wrong reading does no harm: nobody types it.

    >>> reading_of("強い色"), reading_of("最後の順番"), reading_of("龥")
    ('つよいいろ', 'さいごのじゆんばん', None)
    """
    reading = ""
    place = 0
    while place < len(word):
        if not is_kanji(word[place]):
            reading += word[place]
            place += 1
            continue
        for end in range(min(len(word), place + _LONGEST), place, -1):
            kana = _readings().get(word[place:end])
            if kana:
                reading += kana
                place = end
                break
        else:
            return None
    return fold(reading)
