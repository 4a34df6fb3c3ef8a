"""Lines of kept plays with one word left out, doubled or misspelt, and which of them do something else.

``python -m tests.words.varying [GAME …]`` tries every line of the standard plays and tells how many do.

A line that lacks a word may do less: a value is then what an empty answer says, a list is shorter. One in which
a word stands twice may have an entry of a list twice. Anything else that it does is another line's doing, and
nobody has said so. Numbers are let be: among bare numbers each stands for the next when one is left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from rulesref.base.folding import fold
from rulesref.play import flow
from rulesref.play.dispatcher import Dispatcher
from rulesref.play.session import PlaySession
from tests.words.judging import short, whole
from tests.words.plays import GAMES, Played, played, plays_of
from tests.words.table import Table, game_called

#: How a line is varied, by one of its words.
WAYS = ("left out", "twice", "misspelt")


@dataclass(frozen=True)
class Varied:
    """A line, one of its words, and the same line with that word changed."""

    typed: str
    way: str
    word: str
    line: str


@dataclass(frozen=True)
class Trial:
    """What a varied line did, and whether that is another doing than that of the line."""

    varied: Varied
    done: list[dict[str, Any]]
    other: bool

    def __str__(self) -> str:
        varied = self.varied
        return f"{varied.way}: {varied.typed} -> {varied.line}: {self.done}"


@dataclass(frozen=True)
class Step:
    """A line that the log of a play has, and a table at which it has not been typed yet."""

    table: Table
    typed: str
    command: Mapping[str, Any]


def steps(name: str, chosen: Callable[[str], bool]) -> Iterator[Step]:
    """Lines that the logs of a game's standard plays have, each once and before it is carried out.

    Of all that is answered at a scoring a log has the last line alone: those are passed over.
    """
    game, seen = game_called(name), set[str]()
    for path in plays_of(name):
        if name != "toy" and not path.stem.startswith("standard-"):
            continue
        for line in played(game, path):
            new = {typed for typed, _ in line.entries if chosen(typed)} - seen
            if new:
                seen |= new
                yield from _before(line, new)


def _before(line: Played, wanted: set[str]) -> Iterator[Step]:
    """The wanted ones of the lines that the log has of a line, each before it is carried out."""
    session = line.table.session
    end = session.play.head
    session.back_to(end - len(line.entries))
    for typed, command in line.entries:
        if typed in wanted and "position" not in command:
            yield Step(line.table, typed, command)
        session.carry(typed, dict(command))
    assert session.play.head == end, line


def variations(typed: str) -> Iterator[Varied]:
    """A line with each of its words left out, doubled and misspelt; numbers and signs are let be."""
    words = typed.split()
    for at, word in enumerate(words):
        if not has_word(word) or any(char.isdigit() for char in word):
            continue
        before, after = words[:at], words[at + 1 :]
        if has_word(" ".join([*before, *after])):
            yield Varied(typed, "left out", word, " ".join([*before, *after]))
        yield Varied(typed, "twice", word, " ".join([*before, word, word, *after]))
        if (slip := misspelt(word)) is not None:
            yield Varied(typed, "misspelt", word, " ".join([*before, slip, *after]))


def has_word(line: str) -> bool:
    """Whether a line is more than numbers and signs, which are choices by their numbers."""
    return any(char.isalpha() for char in line)


def misspelt(word: str) -> str | None:
    """A word with two letters in the middle exchanged; None where it is too short or stays the same."""
    at = len(word) // 2 - 1
    if len(word) < 4 or word[at] == word[at + 1]:
        return None
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def commands_of(table: Table, line: str, *, asks: bool = True) -> list[dict[str, Any]]:
    """What a line would be carried out as; the table is as it was."""
    session = table.session
    head = session.play.head
    table.dispatcher = Dispatcher(session, asks=asks)
    came = table.type(line)
    table.dispatcher.drop()
    if came.commands:
        session.back_to(head)
    return [short(each) for each in came.commands]


def is_other(
    session: PlaySession, varied: Varied, command: Mapping[str, Any], done: list[dict[str, Any]]
) -> bool:
    """Whether what a varied line did is another doing than that of the line, whose turn it is being understood."""
    game, names = session.game, session.state.names
    meant = whole(game, short(command))
    if len(done) != 1:
        return any(whole(game, each) != meant for each in done)
    found = whole(game, done[0])
    if found.get("do") != meant.get("do"):
        return True
    turn = flow.turn_of(session.state)
    if found.pop("who", turn) != meant.pop("who", turn):
        return True
    none = whole(game, {"do": meant["do"]})
    # Of names without words between them the next takes the place of one that is left out.
    people = [value for value in meant.values() if value in names]
    return not all(
        _fits(varied.way, meant.get(key), value, none.get(key))
        or (varied.way == "left out" and varied.word in names and value in people)
        for key, value in found.items()
    )


def _fits(way: str, meant: Any, found: Any, none: Any) -> bool:
    """Whether a value is what was meant, or less where a word was left out, or twice where one was doubled."""
    if found == meant:
        return True
    if isinstance(meant, str) and isinstance(found, str) and fold(meant) == fold(found):
        return True
    if way == "left out":
        return found == none or _within(found, meant)
    return way == "twice" and _within(meant, found) and set(map(str, found)) == set(map(str, meant))


def _within(less: Any, more: Any) -> bool:
    """Whether all that a list or mapping has stands in another."""
    if isinstance(less, Mapping) and isinstance(more, Mapping):
        return all(more.get(key) == value for key, value in less.items())
    if isinstance(less, (list, tuple)) and isinstance(more, (list, tuple)):
        return not Counter(map(str, less)) - Counter(map(str, more))
    return False


def is_again(step: Step) -> bool:
    """Whether the line that the log has does the same when it is typed where it was typed."""
    game = step.table.session.game
    again = commands_of(step.table, step.typed, asks=False)
    return [whole(game, each) for each in again] == [whole(game, short(step.command))]


def every(_: str) -> bool:
    """All lines."""
    return True


def some(share: int) -> Callable[[str], bool]:
    """One of so many lines, always the same ones."""
    return lambda typed: crc32(typed.encode()) % share == 0


def trials(step: Step) -> Iterator[Trial]:
    """The variations of a line, and what came of each; corrections and notes are not varied."""
    if "do" in step.command:
        for varied in variations(step.typed):
            done = commands_of(step.table, varied.line)
            other = is_other(step.table.session, varied, step.command, done)
            yield Trial(varied, done, other)


def main(names: list[str]) -> None:
    """Print how many variations do something else, by game and way, and each of them."""
    for name in names or GAMES:
        many, other = Counter[str](), Counter[str]()
        for trial in (each for step in steps(name, every) for each in trials(step)):
            many[trial.varied.way] += 1
            other[trial.varied.way] += trial.other
            if trial.other:
                sys.stdout.write(f"  {trial}\n")
        told = ", ".join(f"{way} {other[way]} of {many[way]}" for way in WAYS)
        sys.stdout.write(f"{name}: {told}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
