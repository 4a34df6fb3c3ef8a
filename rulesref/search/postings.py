"""Where tokens stand, as the search index keeps it: packed when a snapshot is written, unpacked by search."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, compress

#: The fields a token may stand in, the strongest first. Their numbers stand in snapshots.
FIELDS = ("main", "title", "terms", "id", "alias", "question", "point", "topic")
#: In how many texts of a document a token stands, from each number up to the next.
COUNTS = (1, 2, 3, 4, 6, 8, 12, 20)
#: How much rarer tokens say more than common ones.
RARITY = 0.34

#: Where a token stands: steps from document to document, how it stands in each, and its mark in
#: what people ask there (0 is none); see ``packed``.
Posting = tuple[bytes, bytes, bytes]
#: Ends a phrase that people ask.
END = b"\0"


def how(field: int, langs: int, count: int) -> int:
    """How a token stands in a document, as a byte: field, languages (1 ja, 2 en), number of texts.

    >>> field_of(how(4, 2, 5)), langs_of(how(4, 2, 5)), count_of(how(4, 2, 5))
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


def rarity(many: int, rules: int) -> float:
    """How much a token says that ``many`` of so many entries have."""
    return float(math.log(1 + max(0.0, rules - many + 0.5) / (many + 0.5)) ** RARITY)


def packed(standing: Mapping[int, tuple[int, int]]) -> Posting:
    """Ascending documents as steps of a byte, how the token stands in each, and its mark there.

    The highest bytes only step on, see ``_STEPS``: nothing stands beside them.

    >>> steps, hows, marks = packed({3: (7, 1), 5: (8, 0), 300: (9, 2), 900: (7, 1)})
    >>> list(steps), list(hows), list(marks)
    ([3, 2, 240, 55, 241, 120], [7, 8, 0, 9, 0, 7], [1, 0, 0, 2, 0, 1])
    """
    steps, hows, marks = bytearray(), bytearray(), bytearray()
    before = 0
    for document, (byte, mark) in standing.items():
        step = document - before
        while step >= _ON:
            leap = min((step // _ON).bit_length() - 1, _BYTE - _ON)
            steps.append(_ON + leap)
            hows.append(0)
            marks.append(0)
            step -= _ON << leap
        steps.append(step)
        hows.append(byte)
        marks.append(mark)
        before = document
    return bytes(steps), bytes(hows), bytes(marks)


def unpacked(posting: Posting) -> tuple[list[int], list[int]]:
    """The documents of :func:`packed`, and how the token stands in each.

    >>> unpacked(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)}))
    ([0, 258, 100000], [7, 9, 8])
    """
    steps, hows, _ = posting
    stands = steps.translate(_STANDS)
    documents = compress(accumulate(map(_STEPS.__getitem__, steps)), stands)
    return list(documents), list(compress(hows, stands))


def marks_of(posting: Posting) -> Iterator[int]:
    """The marks of :func:`packed`, document by document.

    >>> list(marks_of(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)})))
    [1, 0, 3]
    """
    steps, _, marks = posting
    return compress(marks, steps.translate(_STANDS))


_BYTE = 255
#: From here on bytes only step on: by this much, twice as much and so on.
_ON = 240
#: How far each byte steps, and which bytes stand for a document.
_STEPS = (*range(_ON), *(_ON << leap for leap in range(_BYTE - _ON + 1)))
_STANDS = bytes([1] * _ON + [0] * (_BYTE - _ON + 1))
