"""What search asks of a snapshot: names, meanings, phrases, and the words that are known at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesref.reading.snapshot import COMMON, EVERYDAY

_CHUNK = 900
#: At most so many words are compared with one that is misspelt.
_MOST_WORDS = 4000


class Lookup:
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
        query = "SELECT key, game, terms FROM meaning WHERE key IN ({keys})"
        if games is not None:
            query += f" AND game IN ({', '.join(map(str, (*games, EVERYDAY)))})"
        for key, game, terms in self._among(query, keys):
            yield key, game, terms.split(" ")

    def postings(
        self, tokens: Sequence[str], games: Sequence[int]
    ) -> Iterator[tuple[str, int, int, bytes]]:
        """Where tokens stand: token, game, how many entries have it, and the packed phrases."""
        query = (
            "SELECT token, game, many, data FROM posting WHERE token IN ({keys})"
            f" AND game IN ({', '.join(map(str, games))})"
        )
        yield from self._among(query, tokens)

    def games_with(self, tokens: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Which games have the tokens; those that most games have are left out."""
        query = "SELECT token FROM token WHERE token IN ({keys}) AND games > " + str(10 * COMMON)
        common = {token for (token,) in self._among(query, tokens)}
        rare = [token for token in tokens if token not in common]
        yield from self._among("SELECT token, game FROM posting WHERE token IN ({keys})", rare)

    def phrases(self, game: int) -> tuple[int, bytes, bytes, bytes, bytes]:
        """The phrases of a game: how many rule entries, sizes, places, fields and lengths."""
        query = "SELECT rules, sizes, places, fields, lengths FROM phrases WHERE game = ?"
        found: tuple[int, bytes, bytes, bytes, bytes] = self.connection.execute(
            query, (game,)
        ).fetchone()
        return found

    def documents(self, game: int, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Kind and id of documents of a game."""
        query = "SELECT n, kind, id FROM document WHERE game = ? AND n = ?"
        rows = (self.connection.execute(query, (game, n)).fetchone() for n in numbers)
        return {n: (kind, entry) for n, kind, entry in rows}

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

    def near(self, game: int, shortest: int, longest: int) -> dict[str, str]:
        """The glossary words of a game that are so long, and the terms they can mean."""
        query = "SELECT folded, terms FROM word WHERE game = ? AND length(folded) BETWEEN ? AND ?"
        return dict(self.connection.execute(query, (game, shortest, longest)).fetchall())

    def _among(self, query: str, keys: Sequence[str]) -> Iterator[Any]:
        """The rows of a query for any number of keys."""
        for i in range(0, len(keys), _CHUNK):
            chunk = keys[i : i + _CHUNK]
            yield from self.connection.execute(
                query.format(keys=", ".join("?" * len(chunk))), chunk
            )
