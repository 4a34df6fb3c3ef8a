"""How questions fare in a library of a thousand games.

    python benchmarks/library.py [--games 1000] [--runs 21] [--keep FOLDER]

The library is made of the real games: ids, names and most words are renamed, sizes stay. It lies in
a temporary folder as a wheel has it: the package and a snapshot. Every answer is compared with
``python -c "import click"`` in alternating runs; memory is the largest resident size of a run.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from instructions import run_alone

import rulesref
from rulesref.base.folding import fold
from rulesref.base.frozen import changed
from rulesref.compiling.build import build
from rulesref.compiling.writing import finish, folders_of, prepare, store
from rulesref.search.analysis import stem
from rulesref.search.index import Index, make_index

AIM = 2.0
BASE = "import click"
ROOT = Path(__file__).parent.parent
#: The share of words that a game does not have in common with others.
OWN = 0.6


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="rulesref-library-") as temporary:
        folder = Path(options.keep or temporary)
        if not (folder / "rulesref").is_dir():
            # In a process of its own: what is measured would inherit its memory.
            maker = multiprocessing.get_context("spawn").Process(
                target=make, args=(folder, options.games)
            )
            maker.start()
            maker.join()
        size = (folder / "rulesref/_shipped/library.sqlite").stat().st_size
        print(f"snapshot: {size / 2**20:.0f} MB")
        measure(
            folder, json.loads((folder / "asked.json").read_text(encoding="utf-8")), options.runs
        )


def make(folder: Path, games: int) -> None:
    """Make the library, and keep what it is asked beside it."""
    begun = time.perf_counter()
    asked = make_library(folder, games)
    print(f"made {games} games in {time.perf_counter() - begun:.0f} s")
    (folder / "asked.json").write_text(json.dumps(asked, ensure_ascii=False), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Questions to a large library.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--keep", help="make the library here and use it again")
    return parser.parse_args()


# --- the library ---------------------------------------------------------------------------------


def make_library(folder: Path, games: int) -> dict[str, list[str]]:
    """Write the package with a snapshot of invented games; what to ask it."""
    package = Path(rulesref.__file__).parent
    shutil.copytree(package, folder / "rulesref", ignore=shutil.ignore_patterns("__pycache__"))
    shipped = folder / "rulesref/_shipped"
    shutil.copytree(ROOT / "locales", shipped / "locales")
    for part in ("schema", "language"):
        shutil.copytree(ROOT / "data" / part, shipped / "data" / part)
    templates = [Template(path) for path in folders_of(ROOT / "data")]
    connection = sqlite3.connect(shipped / "library.sqlite")
    prepare(connection)
    asked: dict[str, list[str]] = {}
    for n in range(games):
        game = templates[n % len(templates)].renamed(n)
        connection.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?)", (n, game.id, game.id, f"{n:012x}", 0)
        )
        store(connection, n, game.data, game.index)
        if n == games // 2:
            asked = game.questions()
    finish(connection)
    connection.close()
    return asked


class Template:
    """A real game, as data and index."""

    def __init__(self, folder: Path) -> None:
        self.data: Any = build(folder).data
        self.index = make_index(self.data)
        texts = json.dumps(self.data, ensure_ascii=False)
        self.katakana = sorted(set(re.findall(r"[ァ-ヴー]{3,}", texts)))
        self.latin = sorted(set(re.findall(r"[a-z]{4,}", " ".join(self.index.spelling))))

    def renamed(self, n: int) -> Renamed:
        """The game with words of its own."""
        chance = random.Random(n)
        words = {word: _latin(chance) for word in self.latin if chance.random() < OWN}
        words |= {
            word: _katakana(chance, len(word)) for word in self.katakana if chance.random() < OWN
        }
        return Renamed(self, n, words)


class Renamed:
    """An invented game."""

    def __init__(self, template: Template, n: int, words: Mapping[str, str]) -> None:
        self.words = words
        self.id = f"game-{n}"
        self.pattern = re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)))
        head = template.data["game"]
        self.data = {key: self._texts(found) for key, found in template.data.items()}
        self.data["game"] |= {
            "id": self.id,
            "reading": head["reading"] + _katakana(random.Random(n), 4),
        }
        self.data["game"]["name"] = {lang: f"{name} {n}" for lang, name in head["name"].items()}
        self.data["game"]["aliases"] = {}
        self.index = self._index(template.index)

    def _texts(self, data: Any) -> Any:
        """Data with the words replaced in its texts; ids stay."""
        if isinstance(data, dict):
            texts = set(data) <= {"ja", "en"}
            return {
                key: self.text(found) if texts and isinstance(found, str) else self._texts(found)
                for key, found in data.items()
            }
        return [self._texts(item) for item in data] if isinstance(data, list) else data

    def text(self, text: str) -> str:
        return self.pattern.sub(lambda found: self.words[found[0]], text)

    def _index(self, index: Index) -> Index:
        tokens = {stem(old): stem(new) for old, new in self.words.items() if old.isascii()}
        kana: dict[str, str] = {}
        for old, new in self.words.items():
            if not old.isascii():
                pairs = [
                    (fold(old)[i : i + 2], fold(new)[i : i + 2]) for i in range(len(fold(old)) - 1)
                ]
                kana |= {a: b for a, b in pairs if len(b) == len(a)}
        tokens |= kana

        def token(old: str) -> str:
            return " ".join(tokens.get(word, word) for word in old.split(" "))

        def word(old: str) -> str:
            return token(old) if old.isascii() else fold(self.text(old))

        postings: dict[str, Any] = {}
        for old, found in index.postings.items():
            postings.setdefault(token(old), found)
        return changed(
            index,
            postings=postings,
            words={fold(word(key)): terms for key, terms in index.words.items()},
            meanings={word(key): terms for key, terms in index.meanings.items()},
            spelling=frozenset(tokens.get(w, w) for w in index.spelling),
        )

    def questions(self) -> dict[str, list[str]]:
        """What to ask: about this game by name, and without one."""
        rules = self.data["rules"]
        titles = [rules[i]["title"] for i in (3, len(rules) // 2)]
        return {
            "game named": [self.id, titles[0]["ja"]],
            "English, game named": [self.id, *titles[1]["en"].split()],
            "no game named": [titles[1]["en"]],
            "Japanese, no game": ["ask", titles[1]["ja"]],
            "common words only": ["ask", "同点のときはどうなる"],
            "misspelt": ["ask", "waht hapens in a tei"],
            "nothing": ["ask", "明日の株価"],
        }


def _latin(chance: random.Random) -> str:
    return "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3))


def _katakana(chance: random.Random, length: int) -> str:
    return "".join(
        chance.choice(
            "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモラリルレロ"
        )
        for _ in range(length)
    )


# --- measuring -----------------------------------------------------------------------------------


def measure(folder: Path, asked: Mapping[str, Sequence[str]], runs: int) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "",
        "RULESREF_HOME": str(folder),
    }
    program = [sys.executable, "-m", "rulesref"]
    commands = {BASE: [sys.executable, "-c", BASE]}
    commands |= {
        name: [*program, *(() if words[0] == "ask" else ("ask",)), *words]
        for name, words in asked.items()
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    memory: dict[str, int] = {}
    for run in range(runs + 1):
        for name, command in commands.items():
            taken, most = run_alone(command, environment, folder)
            if run:  # the first fills caches
                times[name].append(taken)
                memory[name] = max(memory.get(name, 0), most)
    floor = median(times[BASE])
    for name, found in times.items():
        ratio = median(found) / floor
        mark = "" if ratio <= AIM else f"  above {AIM}"
        print(
            f"{name:22} {1000 * median(found):7.1f} ms  {ratio:5.2f}  {memory[name] / 1024:6.1f} MB{mark}"
        )


if __name__ == "__main__":
    main()
