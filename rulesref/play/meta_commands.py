"""What the companion itself understands in every step, whatever the game (ことば)."""

from __future__ import annotations

from typing import Literal, get_args

from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.words import words
from rulesref.fields.typed import tidy
from rulesref.play.flow import changing

CommandWord = Literal[
    "help", "ask", "undo", "redo", "history", "show", "due", "score", "setup", "table", "calc",
    "rules", "term", "disputes", "position", "export", "lang", "quit",
]  # fmt: skip
_COMMANDS: tuple[CommandWord, ...] = get_args(CommandWord)


@frozen
class MetaCommand:
    """A line that asks the companion for something: which word, and what follows it."""

    word: CommandWord
    rest: str


def meta_command(line: str) -> MetaCommand | None:
    """What a line asks for, when it is no move of the game.

    >>> meta_command("？ 2"), meta_command("Undo 3"), meta_command("set 葵.corn 7")
    (MetaCommand(word='help', rest='2'), MetaCommand(word='undo', rest='3'), None)
    """
    text = line.strip().replace("\u3000", " ")
    if text.startswith(("?", "？")):
        return MetaCommand("help", text[1:].strip())
    first, _, rest = text.partition(" ")
    typed = fold(first)
    command = next((c for c in _COMMANDS if typed and typed in words(c, "commands")), None)
    return MetaCommand(command, rest.strip()) if command else None


def split_lines(line: str) -> list[str]:
    """The lines that were typed in one, with semicolons between.

    Words for people and documents stay whole.

    >>> split_lines("plant 2; sell；end"), split_lines("note he said; fine")
    (['plant 2', 'sell', 'end'], ['note he said; fine'])
    >>> split_lines('{"players": [{"name": "A; B"}]}')
    ['{"players": [{"name": "A; B"}]}']
    """
    command = meta_command(line)
    asking = command is not None and command.word not in ("undo", "redo")
    if asking or line.startswith("{") or changing(line) == "note":
        return [line]
    parts = [part.strip() for part in line.replace("；", ";").split(";")]
    return [part for part in parts if part] or [""]


def clean_line(line: str) -> str:
    """A line without escape codes and without bytes that were no text."""
    text = line.strip().encode("utf-8", "replace").decode("utf-8")
    if text.isprintable() and "\u3000" not in text:
        return text
    return tidy(text)
