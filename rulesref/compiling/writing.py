"""Writes the compiled form of games. Answers only read it, so this is a module of its own."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import sqlite3
import sys
import tempfile
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from rulesref.base.diagnostics import errors
from rulesref.base.disk import connected, language_folder, recall, remember
from rulesref.base.folding import fold
from rulesref.base.helping import be_quiet
from rulesref.compiling.build import Built, build
from rulesref.library.library import digest_of, game_folders
from rulesref.library.snapshot import (
    COMMON,
    ENTRIES,
    EVERYDAY,
    FEW,
    MEANS,
    bucket,
    first_of,
    lines,
    open_snapshot,
    stamp,
)
from rulesref.search.everyday import everyday
from rulesref.search.index import Index, Tokens, make_index, meanings_of, vocabulary_of
from rulesref.search.index_reader import Posting

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

#: Words and the terms that each can mean.
TermsByWord = Mapping[str, Sequence[str]]

# Words that begin alike share a row (a bucket): a row for each would take half as much again.
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE game (n INTEGER PRIMARY KEY, id TEXT, folder TEXT, digest TEXT, broken INTEGER);
CREATE INDEX game_id ON game (id);
CREATE TABLE name (folded TEXT, game INTEGER, PRIMARY KEY (folded, game)) WITHOUT ROWID;
CREATE TABLE piece (game INTEGER, kind TEXT, data TEXT, PRIMARY KEY (game, kind));
CREATE TABLE ids (game INTEGER, kind TEXT, ids TEXT, PRIMARY KEY (game, kind));
CREATE TABLE entry (n INTEGER PRIMARY KEY, data TEXT);
CREATE TABLE documents (game INTEGER PRIMARY KEY, named TEXT, rules INTEGER);
CREATE TABLE asked (game INTEGER, n INTEGER, phrases BLOB, PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE posting (bucket TEXT, game INTEGER, tokens TEXT, sizes BLOB, deltas BLOB, occurrences BLOB,
  phrase_ids BLOB, points BLOB, PRIMARY KEY (bucket, game)) WITHOUT ROWID;
CREATE TABLE vocabulary (bucket TEXT, game INTEGER, named TEXT, meant TEXT,
  PRIMARY KEY (bucket, game)) WITHOUT ROWID;
CREATE TABLE holder (word TEXT PRIMARY KEY, games TEXT) WITHOUT ROWID;
CREATE TABLE spelling (word TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_PIECES = ("game", "scoring", "flow")


def folders_of(root: Path) -> list[Path]:
    """The game folders in ``root``, or ``root`` itself when it is one."""
    return [Path(folder) for folder in game_folders(str(root))]


def is_fresh(connection: sqlite3.Connection, folder: Path) -> bool:
    """Whether the snapshot is of this game with this content, and of the words of the languages as they are."""
    try:
        rows = connection.execute("SELECT folder, digest FROM game").fetchall()
        words = connection.execute("SELECT value FROM meta WHERE key = 'language'").fetchone()
    except sqlite3.Error:
        return False
    return rows == [(str(folder), digest_of(folder))] and words == (_language(),)


def _language() -> str:
    """The digest of the words that every index is made with."""
    return digest_of(Path(language_folder()))


def write_snapshot(
    folders: Sequence[Path], target: Path | None, *, relative_to: Path | None = None, indexed: bool = True,
    kept: str = "",
) -> sqlite3.Connection:  # fmt: skip
    """Compile ``folders``, with what search needs where they are to be ``indexed``, and return the open snapshot.

    With a ``target`` the file is written beside it and renamed; when that fails, or without a target, the snapshot
    lives in memory. Under the name ``kept`` the cache folder has what was worked out of the texts before.
    """
    fill = partial(_fill, folders=folders, relative_to=relative_to, indexed=indexed, kept=kept)
    if target is not None:
        with suppress(OSError, sqlite3.OperationalError):
            _write_file(target, fill)
            if written := open_snapshot(target):
                return written
    connection = connected(":memory:")
    fill(connection)
    return connection


def _write_file(target: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    _tidy(target.parent)
    handle, beside = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
    os.close(handle)
    try:
        # Wherever it is open it can neither be renamed nor removed.
        with closing(connected(beside)) as connection:
            fill(connection)
        Path(beside).replace(target)
    finally:
        Path(beside).unlink(missing_ok=True)


def _tidy(folder: Path) -> None:
    """Remove what somebody who was stopped has left half written."""
    for left in folder.glob("tmp*.tmp"):
        with suppress(OSError):  # another has removed it
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()


#: Seconds after which nobody is writing a snapshot any more.
_ABANDONED = 3600


def _fill(
    connection: sqlite3.Connection, folders: Sequence[Path], relative_to: Path | None, *, indexed: bool, kept: str
) -> None:  # fmt: skip
    prepare(connection)
    with _processes(len(folders)) as pool:
        make = partial(_made, indexed=indexed, kept=kept)
        made = pool.imap(make, folders) if pool else map(make, folders)
        for n, (folder, (game, digest, data, index)) in enumerate(zip(folders, made, strict=True)):
            place = folder.relative_to(relative_to) if relative_to else folder
            row = (n, game, str(place), digest, data is None)
            connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", row)
            if data is not None:
                store(connection, n, data, index)
    finish(connection, indexed=indexed)
    if relative_to:  # what travels should be small
        connection.execute("VACUUM")


def _made(folder: Path, *, indexed: bool, kept: str) -> tuple[str, str, Any, Index | None]:
    """Id, digest, data and index of a game; no data and no index when it is broken."""
    collects = gc.isenabled()
    gc.disable()  # nothing made here refers to itself; to look for it takes a fifth of the time
    try:
        built = _built(folder, digest_of(folder))
        if errors(built.problems):
            return built.id, built.digest, None, None
        index = _index(built.data, kept) if indexed else None
        return built.id, built.digest, built.data, index
    finally:
        if collects:
            gc.enable()


def _index(data: Any, kept: str) -> Index:
    """The index of a game. What is remembered of its texts is taken over, and remembered for the next time."""
    tokens = Tokens(meanings_of(data["glossary"]))
    if not kept:
        return make_index(data, tokens)
    seal, _, before = (recall(kept) or "").partition("\n")
    if seal == _seal(before):
        tokens.take_over(before)
    index = make_index(data, tokens)
    packed = tokens.packed()
    if packed != before:
        remember(kept, f"{_seal(packed)}\n{packed}")
    return index


def _seal(packed: str) -> str:
    """What must stand before it to be used: with other words, or by another program, texts have other tokens."""
    return f"{stamp()} {_language()} {crc32(packed.encode())}"


#: So many games are remembered as they were built.
_MANY = 8


@lru_cache(_MANY)
def _built(folder: Path, _digest: str) -> Built:
    """A game as it is built: first what it says is compiled, then perhaps what search needs."""
    return build(folder)


@contextmanager
def _processes(games: int) -> Iterator[Pool | None]:
    """Processes that compile games side by side; None where there are none."""
    cores = os.cpu_count() or 1
    # Elsewhere new processes would run the whole program of whoever uses us once more.
    if games > 1 and cores > 1 and sys.platform == "linux":
        fork = multiprocessing.get_context("fork")
        try:
            pool = fork.Pool(min(cores, games), be_quiet)
        except (ImportError, OSError, RuntimeError):  # no semaphores, no memory for another thread
            pass
        else:
            with pool:
                yield pool
            return
    yield None


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables."""
    # Of pages half as large the games that are shipped take 262 kB more, packed 3 kB more, and are read no faster.
    connection.executescript(
        "PRAGMA page_size = 32768; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA
    )


def finish(connection: sqlite3.Connection, *, indexed: bool = True) -> None:
    """Add what belongs to no game, and the stamp that makes the snapshot valid."""
    if indexed:
        if connection.execute("SELECT count(*) FROM game").fetchone()[0] > FEW:
            _list_holders(connection, "SELECT bucket, game, tokens FROM posting", "")
            _list_holders(connection, "SELECT bucket, game, meant FROM vocabulary", MEANS)
        common = everyday()
        _file_words(connection, EVERYDAY, {}, common)
        _spell(connection, [word for key in common if key.isascii() for word in key.split()])
    meta = {"language": _language(), "stamp": stamp(), **({"indexed": ""} if indexed else {})}
    connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
    connection.commit()


def _list_holders(connection: sqlite3.Connection, query: str, before: str) -> None:
    """Write which games have the words of each bucket."""
    for _, rows in groupby(connection.execute(f"{query} ORDER BY bucket, game"), itemgetter(0)):
        holders: dict[str, list[str]] = defaultdict(list)
        for _, game, text in rows:
            for word, _ in lines(text):
                if len(holders[word]) <= COMMON:
                    holders[word].append(str(game))
        listed = [(before + word, " ".join(games)) for word, games in sorted(holders.items())]
        connection.executemany("INSERT INTO holder VALUES (?, ?)", listed)


def store(connection: sqlite3.Connection, n: int, data: Any, index: Index | None) -> None:
    """Write the data of a game, and its index if there is one."""
    head = data["game"]
    words = [head["id"], *head["name"].values(), *filter(None, [head.get("reading")])]
    words += [alias for aliases in head.get("aliases", {}).values() for alias in aliases]
    names = {fold(word) for word in words}
    connection.executemany("INSERT INTO name VALUES (?, ?)", [(name, n) for name in sorted(names)])
    pieces = [(n, kind, _json(data[kind])) for kind in _PIECES if kind in data]
    connection.executemany("INSERT INTO piece VALUES (?, ?, ?)", pieces)
    for kind in ENTRIES:
        entries = data.get(kind, ())
        if entries:
            ids = " ".join(entry["id"] for entry in entries)
            connection.execute("INSERT INTO ids VALUES (?, ?, ?)", (n, kind, ids))
        rows = [(i, _json(_shown(kind, e))) for i, e in enumerate(entries, first_of(n, kind))]
        connection.executemany("INSERT INTO entry VALUES (?, ?)", rows)
    if index is None:
        _file_words(connection, n, vocabulary_of(data["glossary"]), {})
        return
    named = "\n".join(f"{kind} {entry}" for kind, entry in index.documents)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?)", (n, named, index.rules))
    phrases = ((n, document, asked) for document, asked in enumerate(index.phrases) if asked)
    connection.executemany("INSERT INTO asked VALUES (?, ?, ?)", phrases)
    _file_tokens(connection, n, index.postings)
    _spell(connection, index.spelling)
    _file_words(connection, n, index.words, index.meanings)


def _file_tokens(connection: sqlite3.Connection, n: int, postings: Mapping[str, Posting]) -> None:
    """Write where the tokens of a game stand."""
    for name, tokens in _in_buckets(postings).items():
        columns = (b"".join(column) for column in zip(*map(postings.get, tokens), strict=True))
        sizes = array("H", (len(postings[token][0]) for token in tokens)).tobytes()
        row = (name, n, "\n".join(tokens), sizes, *columns)
        connection.execute("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _file_words(
    connection: sqlite3.Connection, n: int, named: TermsByWord, meant: TermsByWord
) -> None:
    """Write what words can mean: as they are named, and as questions are searched for them."""
    for name, words in _in_buckets({**named, **meant}).items():
        texts = [
            "\n".join(f"{word}\t{' '.join(terms[word])}" for word in words if word in terms)
            for terms in (named, meant)
        ]
        connection.execute("INSERT INTO vocabulary VALUES (?, ?, ?, ?)", (name, n, *texts))


def _in_buckets(words: Iterable[str]) -> dict[str, list[str]]:
    """The words by the bucket in which they are filed."""
    buckets: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words):
        buckets[bucket(word)].append(word)
    return buckets


def _spell(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Remember Latin words as known, so that what is typed can be compared with them."""
    rows = ((word,) for word in words)
    connection.executemany("INSERT OR IGNORE INTO spelling VALUES (?)", rows)


def _shown(kind: str, entry: Any) -> Any:
    """An entry without what only the index and ``check`` want of it."""
    if kind not in ("rules", "rulings"):
        return entry
    shown = {
        key: value for key, value in entry.items() if key not in ("aliases", "covers", "heard")
    }
    if kind == "rules":
        points = entry["points"]
        shown["points"] = [{k: v for k, v in point.items() if k != "covers"} for point in points]
    return shown


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
