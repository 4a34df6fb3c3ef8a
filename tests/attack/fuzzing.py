"""Hostile input that nobody has thought of: what is sound, changed in places, and what never was.

Each target makes one kind of input and gives it to the program, which has to answer in words.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from rulesref.cli import COMMANDS
from tests.attack.disasters import DISASTERS
from tests.attack.judging import SECONDS, faults
from tests.helpers import TOY, home_in, rulesref

FILES = Path(__file__).parent / "files"
GOOD = (FILES / "good.yaml").read_text(encoding="utf-8")
PLAY = (FILES / "evil-play.json").read_text(encoding="utf-8")

#: What programs trip over.
NASTY = [
    "", " ", "\u3000", "\t", "\r", "\n", "\0", "\x1b[31m", "\x9b2J", "\u202e", "\u2028", "\ufeff", "\udcff", "\\ud800",
    "²", "①", "٣", "〇", "十", "99999999999999999999", "9" * 400, "-0", "-1", "1e5", "0x10", "1_0", "1/0", "½", "∞",
    "{", "}", "[", "]", "- ", ": ", "? ", "|", ">", "'", '"', "''", "&a ", "*a", "!!python/object ", "!", "!!", "%",
    "#", "@", "@13", "`", "=", "+", "$", "~", "null", "true", "yes", "no", ".", "..", "/", "//", ";", "\\", "--", "-",
    "<", "?", "x" * 600, "花" * 300, "ｶﾞ", "が", "İ", "ß", "ﬁ", "👩\u200d👧", "🂡", "\U0010ffff",
    "a: 1\n", "players: []\n", "- name: A\n", "game: toy\n", "event: autumn\n", "rulings: {x: y}\n", "seeds: {red: 1}\n",
    "sum(p.coins for p in players)", "coins / 0", "case x of", "calculators: []\n", "(" * 40, "1 + " * 60 + "1",
]  # fmt: skip
nasty = st.sampled_from(NASTY) | st.text(max_size=12)

#: What is said in the plays and scorings of the invented game.
WORDS = [
    "work", "work 2", "plant", "plant red", "sell", "rest", "rain", "harvest", "end", "next", "undo", "undo 2", "redo", "undo --to 1",
    "show", "show A", "history", "history 3", "score", "due", "setup", "position", "position autumn", "?", "? work", "lang ja", "lang en",
    "set coins 3", "set A coins 3", "set round 2", "note hello", "track full", "track light", "A work 1", "B rest", "!work 9", "!!end",
    "yes", "no", "none", "1", "2", "3", "3+4", "A 2 B 3", "all 1", "2/3", "straw", "red 2 blue 1", "ask tulip", "table plots", "calc",
    "export", "export x.json", "export x.csv", "score good.yaml", "A", "B", "葵", "はい", "いいえ", "終わり", "戻す", "メモ 花", "種を植える",
]  # fmt: skip
line = (
    st.sampled_from(WORDS)
    | nasty
    | st.lists(st.sampled_from(WORDS) | nasty, max_size=5).map(" ".join)
)
lines = st.lists(line, max_size=12)

_OPTIONS = [
    "--lang", "en", "ja", "--format", "json", "markdown", "text", "--plain", "--data", "toy", "--help", "--limit", "--full",
    "--explain", "--brief", "--batch", "--jobs", "1", "--event", "autumn", "--ruling", "x=y", "--template", "--players", "A,B",
    "--what-if", "A.coins=+1", "A.coins=3", "--worth", "A", "--as", "csv", "bgstats", "--anyway", "--ask", "--play", "x", "--yes",
    "good.yaml", "evil.json", "-", "toy", "mexica", "new", "do", "show", "list", "history", "position", "export", "import", "delete",
    "undo", "redo", "work", "--to", "--seed", "7", "--shuffle", "--first", "random", "--option", "windy=yes", "--name", "花",
    "plots", "tulip", "花壇", "plot-flowers", "harvest", "size=3", "size", "3", "--", "=", "--track", "full",
]  # fmt: skip
words = st.lists(
    st.sampled_from([*COMMANDS, "play", "play", "score", "ask"])
    | st.sampled_from(_OPTIONS)
    | nasty,
    max_size=7,
)


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """A text in which pieces are left out, said twice, or replaced by what is nasty."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 3, 12, 60])))
        how = draw(st.sampled_from(["put", "put", "drop", "twice"]))
        middle = {"put": draw(nasty), "drop": "", "twice": text[start:end] * 2}[how]
        text = text[:start] + middle + text[end:]
    return text


@contextmanager
def place() -> Iterator[tuple[Path, Callable[..., None]]]:
    """A folder with the files of the corpus, and what runs the program in it and judges the run."""
    with tempfile.TemporaryDirectory(prefix="rulesref-attack-") as name:
        folder = Path(name)
        home = home_in(folder)
        shutil.copytree(FILES, folder / "place")

        def run(*args: str, stdin: str = "") -> None:
            given = [word for word in args if "\0" not in word]
            began = time.process_time()
            ran = rulesref(
                "--lang", "en", "--data", str(TOY), *given, cwd=folder / "place",
                stdin=stdin.encode("utf-8", "surrogateescape"), RULESREF_HOME=str(home),
            )  # fmt: skip
            seconds = time.process_time() - began
            found = faults(ran.code, ran.out, ran.err)
            if seconds > SECONDS:
                found.append(f"{seconds:.1f} seconds")
            assert not found, f"{found}\n{given}\n{ran.err[-3000:]}"

        yield folder / "place", run


def _written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return name


def arguments(args: list[str]) -> None:
    """Any words of a command line. Where games are compiled or files written is none of them."""
    with place() as (_, run):
        run(*args, stdin="1\n2\n\n")


def position(text: str) -> None:
    """A position, scored and shown in each form."""
    with place() as (folder, run):
        file = _written(folder, "p.yaml", text)
        run("score", "toy", file, "--explain")
        run("--format", "json", "score", "toy", file)
        run("score", "toy", "--batch", file)


def game(file_and_text: tuple[str, str]) -> None:
    """A game folder with a file that is not as it was: checked, and used all the same."""
    with place() as (folder, run):
        shutil.copytree(TOY, folder / "toy")
        _written(folder / "toy", *file_and_text)
        run("check", "toy")
        run("--data", "toy", "score", "toy", "good.yaml")


def playing(typed: list[str]) -> None:
    """Lines of a play, one after another, then each by itself."""
    with place() as (_, run):
        run("play", "new", "toy", "--players", "A,B", "--track", "full")
        run("play", stdin="\n".join(typed) + "\n")
        for each in typed[:2]:
            run("play", "do", "--", each.replace("\n", " "))
        run("play", "history", "all")
        run("play", "export", "--as", "markdown")


def importing(text: str) -> None:
    """An exported play that is not as it was, and what it is then."""
    with place() as (folder, run):
        run("play", "import", _written(folder, "p.json", text))
        run("play", "list")
        run("play", "show")


def answering(typed: list[str]) -> None:
    """Answers to the questions of a scoring."""
    with place() as (_, run):
        run("score", "toy", "--ask", stdin="\n".join(typed) + "\n")
        run("score", "toy", "--ask", stdin="yes\n" + "\n".join(typed[::-1]) + "\n")


@dataclass(frozen=True)
class Target:
    """One kind of input, how it is thought of, and what is done with it."""

    input: st.SearchStrategy[Any]
    attack: Callable[[Any], None]
    #: How many inputs are thought of where time is short.
    few: int
    #: Whether one takes so long, or depends so much on chance, that no simpler one is looked for.
    once: bool = False

    @property
    def phases(self) -> list[Phase]:
        """What is done with the inputs."""
        return [Phase.generate] if self.once else [Phase.generate, Phase.shrink]


_files = sorted(path.relative_to(TOY).as_posix() for path in TOY.rglob("*.yaml"))
_mutants = st.sampled_from(_files).flatmap(
    lambda name: changed((TOY / name).read_text(encoding="utf-8")).map(lambda text: (name, text))
)
_answers = st.lists(
    line | st.sampled_from(["autumn", "final", "A", "B", "", "<", "?", "s", "1", "0", "yes"]),
    max_size=25,
)
TARGETS: Mapping[str, Target] = {
    "arguments": Target(words, arguments, 30),
    "positions": Target(changed(GOOD) | st.text(max_size=80), position, 30),
    "games": Target(_mutants, game, 5),
    "plays": Target(lines, playing, 8),
    "imports": Target(changed(PLAY), importing, 20),
    "answers": Target(_answers, answering, 20),
    **{name: Target(*disaster, once=True) for name, disaster in DISASTERS.items()},
}
