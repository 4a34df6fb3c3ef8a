"""What search asks of a snapshot: names, meanings, postings, and the words that are known at all."""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, compress, pairwise
from typing import Any

from rulesref.library.library import GameSource, Library
from rulesref.library.snapshot import COMMON, EVERYDAY, FEW, MEANS, bucket, lines
from rulesref.search.weights import IDF_POWER

#: The fields a token may stand in, the strongest first. Their numbers stand in snapshots.
FIELDS = ("main", "title", "terms", "id", "alias", "question", "point", "topic")
#: In how many texts of a document a token stands, from each number up to the next.
COUNTS = (1, 2, 3, 4, 6, 8, 12, 20)

#: Where a token stands: deltas from document to document, how it occurs in each, its id in the phrases
#: that people ask about it (0 is none), and in which of its points it stands; see ``packed``.
Posting = tuple[bytes, bytes, bytes, bytes]
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


def packed(places: Mapping[int, tuple[int, int, int]]) -> Posting:
    """Ascending documents as deltas of a byte; how the token occurs in each, its id in phrases, its points.

    The highest bytes only step on, see ``_STEPS``: nothing stands beside them.

    >>> deltas, *columns = packed({3: (7, 1, 5), 5: (8, 0, 1), 300: (9, 2, 0), 900: (7, 1, 2)})
    >>> list(deltas), [list(column) for column in columns]
    ([3, 2, 240, 55, 241, 120], [[7, 8, 0, 9, 0, 7], [1, 0, 0, 2, 0, 1], [5, 1, 0, 0, 0, 2]])
    """
    steps = [document - before for before, document in pairwise((0, *places))]
    if steps and max(steps) < _ON:  # as mostly
        occurrences, phrase_ids, points = map(bytes, zip(*places.values(), strict=True))
        return bytes(steps), occurrences, phrase_ids, points
    deltas = bytearray()
    columns = bytearray(), bytearray(), bytearray()
    for far, values in zip(steps, places.values(), strict=True):
        step = far
        while step >= _ON:
            leap = min((step // _ON).bit_length() - 1, _BYTE - _ON)
            deltas.append(_ON + leap)
            for column in columns:
                column.append(0)
            step -= _ON << leap
        deltas.append(step)
        for column, value in zip(columns, values, strict=True):
            column.append(value)
    occurrences, phrase_ids, points = map(bytes, columns)
    return bytes(deltas), occurrences, phrase_ids, points


def unpacked(posting: Posting) -> tuple[list[int], list[int]]:
    """The documents of :func:`packed`, and how the token stands in each.

    >>> unpacked(packed({0: (7, 1, 0), 258: (9, 0, 0), 100_000: (8, 3, 0)}))
    ([0, 258, 100000], [7, 9, 8])
    """
    deltas, occurrences, *_ = posting
    stands = deltas.translate(_STANDS)
    documents = compress(accumulate(map(_STEPS.__getitem__, deltas)), stands)
    return list(documents), list(compress(occurrences, stands))


def phrase_ids_of(posting: Posting) -> Iterator[int]:
    """The ids of the token in phrases, of :func:`packed`, document by document.

    >>> list(phrase_ids_of(packed({0: (7, 1, 0), 258: (9, 0, 0), 100_000: (8, 3, 0)})))
    [1, 0, 3]
    """
    deltas, _, phrase_ids, _ = posting
    return compress(phrase_ids, deltas.translate(_STANDS))


def points_of(posting: Posting) -> Iterator[int]:
    """In which points the token stands, of :func:`packed`, document by document: a bit each.

    >>> list(points_of(packed({0: (7, 1, 5), 258: (9, 0, 0), 100_000: (8, 3, 128)})))
    [5, 0, 128]
    """
    deltas, *_, points = posting
    return compress(points, deltas.translate(_STANDS))


_BYTE = 255
#: From here on bytes only step on: by this much, twice as much and so on.
_ON = 240
#: How far each byte steps, and which bytes stand for a document.
_STEPS = (*range(_ON), *(_ON << leap for leap in range(_BYTE - _ON + 1)))
_STANDS = bytes([1] * _ON + [0] * (_BYTE - _ON + 1))


_CHUNK = 900
#: At most so many words are compared with one that is misspelt.
_MOST_WORDS = 4000


class IndexReader:
    """Questions to one snapshot."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def size(self) -> int:
        """How many games there are, broken ones included."""
        row = self.connection.execute("SELECT max(n) FROM game").fetchone()
        return 0 if row[0] is None else int(row[0]) + 1

    def games(self) -> list[int]:
        """The games whose data is sound."""
        return [
            n for (n,) in self.connection.execute("SELECT n FROM game WHERE NOT broken ORDER BY n")
        ]

    def names(self, keys: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Which of the folded words are names of a game, and of which."""
        yield from self._among("SELECT folded, game FROM name WHERE folded IN ({keys})", keys)

    def names_from(self, letter: str) -> list[tuple[str, int]]:
        """The Latin names that begin with a letter."""
        query = "SELECT folded, game FROM name WHERE folded >= ? AND folded < ? LIMIT ?"
        rows = self.connection.execute(query, (letter, chr(ord(letter) + 1), _MOST_WORDS))
        return [(name, game) for name, game in rows if name.isascii()]

    def meanings(
        self, keys: Sequence[str], games: Sequence[int] | None = None
    ) -> Iterator[tuple[str, int, list[str]]]:
        """The glossary words among ``keys``: word, game and terms; everyday words as well."""
        if games is None:
            games = self._meant_in(keys)
        wanted = _filed(keys)
        for name, game, text in self._in_buckets(
            "game, meant", "vocabulary", keys, (*games, EVERYDAY)
        ):
            filed = f"\n{text}\n"
            for key in wanted[name]:
                place = filed.find(f"\n{key}\t")
                if place >= 0:
                    meant = place + len(key) + 2
                    yield key, game, filed[meant : filed.index("\n", meant)].split(" ")

    def postings(
        self, tokens: Sequence[str], games: Sequence[int]
    ) -> Iterator[tuple[str, int, Posting]]:
        """Where tokens stand: token, game, and the documents with how it stands in each."""
        wanted = _filed(tokens)
        columns = "game, tokens, sizes, deltas, occurrences, phrase_ids, points"
        for name, game, text, sizes, *posting in self._in_buckets(
            columns, "posting", tokens, games
        ):
            filed, lengths = f"\n{text}\n", memoryview(sizes).cast("H")
            for token in wanted[name]:
                place = filed.find(f"\n{token}\n")
                if place >= 0:
                    n = filed.count("\n", 0, place)
                    first = sum(lengths[:n])
                    deltas, occurrences, phrase_ids, points = (
                        column[first : first + lengths[n]] for column in posting
                    )
                    yield token, game, (deltas, occurrences, phrase_ids, points)

    def games_with(self, tokens: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Which games have the tokens; those that most games have are left out."""
        if self.size() <= FEW:
            return ((token, game) for token, game, *_ in self.postings(tokens, self.games()))
        return self._held(tokens)

    def games_meaning(self, keys: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Which games have the glossary words; those that most games have are left out."""
        if self.size() <= FEW:
            return ((key, game) for key, game, _ in self.meanings(keys) if game != EVERYDAY)
        held = self._held([MEANS + key for key in keys])
        return ((word.removeprefix(MEANS), game) for word, game in held)

    def _held(self, words: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Each of the words with each game that has it, unless most games have it."""
        for word, games in self._holders(words):
            if len(games) <= COMMON:
                yield from ((word, game) for game in games)

    def _holders(self, words: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
        """The words and their games, in a library of more than a few."""
        rows = self._among("SELECT word, games FROM holder WHERE word IN ({keys})", words)
        return ((word, [int(game) for game in games.split(" ")]) for word, games in rows)

    def _meant_in(self, keys: Sequence[str]) -> list[int]:
        """The games with any of the glossary words; in a small library all games."""
        if self.size() <= FEW:
            return self.games()
        held = self._holders([MEANS + key for key in keys])
        return sorted({game for _, games in held for game in games})

    def _in_buckets(
        self, columns: str, table: str, words: Sequence[str], games: Sequence[int]
    ) -> Iterator[Any]:
        """The rows of a table in which the words are filed, each after the name of its bucket."""
        query = (
            f"SELECT bucket, {columns} FROM {table} WHERE bucket IN ({{keys}})"
            f" AND game IN ({', '.join(map(str, games))})"
        )
        return self._among(query, list(dict.fromkeys(map(bucket, words))))

    def rules(self, game: int) -> int:
        """How many documents of a game are of rule entries."""
        query = "SELECT rules FROM documents WHERE game = ?"
        row: tuple[int] = self.connection.execute(query, (game,)).fetchone()
        return row[0]

    def asked(self, game: int, n: int) -> bytes:
        """What people ask about a document."""
        query = "SELECT phrases FROM asked WHERE game = ? AND n = ?"
        row: tuple[bytes] | None = self.connection.execute(query, (game, n)).fetchone()
        return row[0] if row else b""

    def documents(self, game: int) -> list[str]:
        """Kind and id of each document of a game, with a space between."""
        query = "SELECT named FROM documents WHERE game = ?"
        documents: list[str] = self.connection.execute(query, (game,)).fetchone()[0].split("\n")
        return documents

    def known(self, words: Sequence[str]) -> set[str]:
        """Which of the Latin words any game uses."""
        rows = self._among("SELECT word FROM spelling WHERE word IN ({keys})", words)
        return {word for (word,) in rows}

    def spelt_from(self, start: str, shortest: int, longest: int) -> list[str]:
        """The known Latin words that begin so and are so long."""
        query = (
            "SELECT word FROM spelling WHERE word >= ? AND word < ?"
            " AND length(word) BETWEEN ? AND ? LIMIT ?"
        )
        end = start[:-1] + chr(ord(start[-1]) + 1)
        rows = self.connection.execute(query, (start, end, shortest, longest, _MOST_WORDS))
        return [word for (word,) in rows]

    def near(self, game: int, wanted: str, shortest: int, longest: int) -> dict[str, str]:
        """The glossary words of a game that are so long, and the terms they can mean.

        Only those that begin with a letter of ``wanted``: reading all is slow in a large library.
        """
        query = f"SELECT named FROM vocabulary WHERE bucket IN ({{keys}}) AND game = {game}"
        rows = self._among(query, sorted(set(map(bucket, wanted))))
        words = (word for (text,) in rows for word in lines(text))
        return {word: terms for word, terms in words if shortest <= len(word) <= longest}

    def _among(self, query: str, keys: Sequence[str]) -> Iterator[Any]:
        """The rows of a query for any number of keys."""
        for i in range(0, len(keys), _CHUNK):
            chunk = keys[i : i + _CHUNK]
            yield from self.connection.execute(
                query.format(keys=", ".join("?" * len(chunk))), chunk
            )


def _filed(words: Iterable[str]) -> dict[str, list[str]]:
    """Words by their buckets, each once."""
    filed: dict[str, list[str]] = defaultdict(list)
    for word in dict.fromkeys(words):
        filed[bucket(word)].append(word)
    return filed


def readers_of(library: Library) -> list[tuple[GameSource, IndexReader]]:
    """The shelves with what answers questions to them."""
    return [(shelf, IndexReader(shelf.index)) for shelf in library.shelves]
