"""A page that shows how something is made, carried out: its files are written, its commands run.

A ``sh`` block has a command a line, each of which must work. A block of YAML or text whose first line is ``# PATH`` is a file of that name, from the next line on;
``# PATH, continued`` goes on behind what is there, ``# PATH, anew`` stands in its place. A ``console`` block has commands behind ``$``, with
what they print below them. Behind the prompt of a play (``NAME> ``) stands what is typed there.

``python -m tests.docs`` writes what the commands print anew; reading the difference is reviewing it.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.helpers import ROOT, Ran, home_in, rulesref

#: The pages that are carried out from their first line to their last.
PAGES = {
    folder / f"{name}{end}.md": lang
    for lang, end in (("en", ""), ("ja", ".ja"))
    for folder, names in (
        (ROOT, ["README"]),
        (ROOT / "docs", ["authoring", "ask", "score", "play", "phones", "options"]),
    )
    for name in names
}
_BLOCK = re.compile(r"^```(yaml|text|console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(
    r"# ([\w./-]+\.(?:yaml|txt|jsonl))(?:(, continued|の続き)|(, anew|を書き直す))?\n"
)
_TYPED = re.compile(r"^(?:[^\n>]*(?<!-)> |> )(.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A block of a page: its language, its text, and where in the page the text is."""

    kind: str
    text: str
    start: int
    end: int


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    return [Block(m[1], m[2], m.start(2), m.end(2)) for m in _BLOCK.finditer(page)]


def carried_out(page: str, lang: str, folder: Path) -> str:
    """The page with what its commands print now, when its files are written into ``folder``."""
    done, at = "", 0
    for block in blocks(page):
        if block.kind == "console":
            text = "".join(_printed(part, lang, folder) for part in _commands(block.text))
            done += page[at : block.start] + text
            at = block.end
        elif block.kind == "sh":
            for line in block.text.splitlines():
                _must_work(line, lang, folder)
        elif match := _FILE.match(block.text):
            _write(folder / match[1], block.text[match.end() :], *map(bool, match.groups()[1:]))
    return done + page[at:]


def file_in(page: str, name: str) -> str:
    """The text of the file of this name that a page writes."""
    found = (block.text.partition("\n") for block in blocks(page))
    return next(text for first, _, text in found if first == f"# {name}")


def _must_work(line: str, lang: str, folder: Path) -> None:
    """Carry out a line of a list of commands; what it prints into a file is written."""
    typed, _, file = line.partition("#")[0].partition(" > ")
    words = shlex.split(typed)
    asks = words[1] == "score" and (len(words) == _ASKS or "--ask" in words)
    if words[1] == "serve":
        words.append("--help")  # it would not end
    ran = _run([*words, *(["--ask"] * asks)], lang, folder, b"quit\n" if asks else b"")
    assert ran.code == int(asks), (line, ran)
    if file.strip():
        (folder / file.strip()).write_text(ran.out, encoding="utf-8")


#: A scoring without more words than a game asks for the position.
_ASKS = 3


def _write(file: Path, text: str, more: bool, anew: bool) -> None:
    assert file.is_file() == (more or anew), (
        f"{file.name}: {'nothing' if more else 'something'} yet"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a" if more else "w", encoding="utf-8") as stream:
        stream.write(text)


def _commands(text: str) -> Iterator[str]:
    """Each command of a block with what it prints."""
    assert text.startswith("$ "), text
    yield from re.findall(r"^\$ .*\n(?:(?!\$ ).*\n)*", text, re.MULTILINE)


def _printed(part: str, lang: str, folder: Path) -> str:
    command, _, shown = part.partition("\n")
    typed = "".join(f"{line}\n" for line in _TYPED.findall(shown))
    ran = _run(shlex.split(command.removeprefix("$ ")), lang, folder, typed.encode())
    assert ran.code in (0, 1), ran
    return f"{command}\n" + (ran.out + ran.err).rstrip("\n") + "\n"


def _run(words: list[str], lang: str, folder: Path, stdin: bytes) -> Ran:
    assert words[0] == "rulesref", words
    home = folder / "home"
    if not home.is_dir():
        home_in(folder)
    return rulesref(
        *words[1:], cwd=folder, stdin=stdin, RULESREF_LANG=lang, RULESREF_HOME=str(home)
    )


def current(page: Path, lang: str) -> str:
    """A page with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder:
        return carried_out(page.read_text(encoding="utf-8"), lang, Path(folder))
