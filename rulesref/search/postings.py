"""Where tokens stand, as the search index keeps it: packed when a snapshot is written, unpacked by search."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, compress

from rulesref.search.weights import IDF_POWER

#: The fields a token may stand in, the strongest first. Their numbers stand in snapshots.
FIELDS = ("main", "title", "terms", "id", "alias", "question", "point", "topic")
#: In how many texts of a document a token stands, from each number up to the next.
COUNTS = (1, 2, 3, 4, 6, 8, 12, 20)

#: Where a token stands: deltas from document to document, how it occurs in each, and its id in the
#: phrases that people ask about it (0 is none); see ``packed``.
Posting = tuple[bytes, bytes, bytes]
#: Ends a phrase that people ask.
END = b"\0"


def occurrence(field: int, langs: int, count: int) -> int:
    """How a token stands in a document, as a byte: field, languages (1 ja, 2 en), number of texts.

    >>> field_of(occurrence(4, 2, 5)), langs_of(occurrence(4, 2, 5)), count_of(occurrence(4, 2, 5))
    ('alias', 2, 4)
    """
    return field << 5 | langs << 3 | bisect_right(COUNTS, count) - 1


def field_of(byte: int) -> str:
    """The strongest field."""
    return FIELDS[byte >> 5]


def langs_of(byte: int) -> int:
    """The languages of the texts: 1 Japanese, 2 English, 3 both, 0 neither."""
    return byte >> 3 & 3


def count_of(byte: int) -> int:
    """In how many texts, or somewhat more."""
    return COUNTS[byte & 7]


def idf(many: int, rules: int) -> float:
    """How much a token says that ``many`` of so many entries have."""
    return float(math.log(1 + max(0.0, rules - many + 0.5) / (many + 0.5)) ** IDF_POWER)


def packed(places: Mapping[int, tuple[int, int]]) -> Posting:
    """Ascending documents as deltas of a byte, how the token occurs in each, and its id in phrases.

    The highest bytes only step on, see ``_STEPS``: nothing stands beside them.

    >>> deltas, occurrences, phrase_ids = packed({3: (7, 1), 5: (8, 0), 300: (9, 2), 900: (7, 1)})
    >>> list(deltas), list(occurrences), list(phrase_ids)
    ([3, 2, 240, 55, 241, 120], [7, 8, 0, 9, 0, 7], [1, 0, 0, 2, 0, 1])
    """
    deltas, occurrences, phrase_ids = bytearray(), bytearray(), bytearray()
    before = 0
    for document, (byte, phrase_id) in places.items():
        step = document - before
        while step >= _ON:
            leap = min((step // _ON).bit_length() - 1, _BYTE - _ON)
            deltas.append(_ON + leap)
            occurrences.append(0)
            phrase_ids.append(0)
            step -= _ON << leap
        deltas.append(step)
        occurrences.append(byte)
        phrase_ids.append(phrase_id)
        before = document
    return bytes(deltas), bytes(occurrences), bytes(phrase_ids)


def unpacked(posting: Posting) -> tuple[list[int], list[int]]:
    """The documents of :func:`packed`, and how the token stands in each.

    >>> unpacked(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)}))
    ([0, 258, 100000], [7, 9, 8])
    """
    deltas, occurrences, _ = posting
    stands = deltas.translate(_STANDS)
    documents = compress(accumulate(map(_STEPS.__getitem__, deltas)), stands)
    return list(documents), list(compress(occurrences, stands))


def phrase_ids_of(posting: Posting) -> Iterator[int]:
    """The ids of the token in phrases, of :func:`packed`, document by document.

    >>> list(phrase_ids_of(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)})))
    [1, 0, 3]
    """
    deltas, _, phrase_ids = posting
    return compress(phrase_ids, deltas.translate(_STANDS))


_BYTE = 255
#: From here on bytes only step on: by this much, twice as much and so on.
_ON = 240
#: How far each byte deltas, and which bytes stand for a document.
_STEPS = (*range(_ON), *(_ON << leap for leap in range(_BYTE - _ON + 1)))
_STANDS = bytes([1] * _ON + [0] * (_BYTE - _ON + 1))
