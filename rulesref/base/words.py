"""The words of the languages that people type in, as ``data/language`` lists them.

Every answer needs some of them, so the files have one form that needs no YAML library: a name, a
colon and words with commas between, which may go on in indented lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulesref.base.folding import fold
from rulesref.base.paths import language_file
from rulesref.base.text import LANGS


@cache
def word_lists(lang: str, file: str) -> Mapping[str, tuple[str, ...]]:
    """The lists of words in a file of a language, by name, in the order of the file."""
    lists: dict[str, str] = {}
    name = ""
    with open(language_file(lang, file), encoding="utf-8") as lines:  # noqa: PTH123 - pathlib costs start-up time
        for line in lines:
            if line[0] not in "# \n":
                name, _, line = line.partition(":")  # noqa: PLW2901 - the rest goes on as other lines do
                lists[name] = ""
            if line[0] == " ":
                lists[name] += line.rstrip("\n")
    return {name: tuple(text[1:].replace(",  ", ", ").split(", ")) for name, text in lists.items()}


@cache
def words(name: str, file: str = "words") -> frozenset[str]:
    """The words of a list in every language, folded.

    >>> "bye" in words("quit"), "おわり" in words("quit"), words("no") & words("yes")
    (True, True, frozenset())
    """
    return frozenset(fold(word) for lang in LANGS for word in word_lists(lang, file).get(name, ()))
