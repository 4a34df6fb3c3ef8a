"""What search asks of a snapshot: names, meanings, where tokens stand, and the words that are known at all."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.library.snapshot import COMMON, EVERYDAY, FEW, MEANS, bucket, lines

if TYPE_CHECKING:
    from rulesref.search.postings import Posting

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
        wanted = set(keys)
        for _, game, text in self._in_buckets(
            "game, meant", "vocabulary", keys, (*games, EVERYDAY)
        ):
            for key, terms in lines(text):
                if key in wanted:
                    yield key, game, terms.split(" ")

    def postings(
        self, tokens: Sequence[str], games: Sequence[int]
    ) -> Iterator[tuple[str, int, Posting]]:
        """Where tokens stand: token, game, and the documents with how it stands in each."""
        wanted = defaultdict(list)
        for token in tokens:
            wanted[bucket(token)].append(token)
        columns = "game, tokens, sizes, deltas, occurrences, phrase_ids"
        for name, game, text, sizes, *posting in self._in_buckets(
            columns, "posting", tokens, games
        ):
            filed, lengths = f"\n{text}\n", memoryview(sizes).cast("H")
            for token in wanted[name]:
                place = filed.find(f"\n{token}\n")
                if place >= 0:
                    n = filed.count("\n", 0, place)
                    first = sum(lengths[:n])
                    deltas, occurrences, phrase_ids = (
                        column[first : first + lengths[n]] for column in posting
                    )
                    yield token, game, (deltas, occurrences, phrase_ids)

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
