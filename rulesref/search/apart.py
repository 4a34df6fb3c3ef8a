"""What a question says by words that do not stand together (離れた語): counsel, what players do to each other, an even score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rulesref.base.folding import folded_words, kept, word_lists
from rulesref.base.text import LANGS, narrow

#: How lists of words are called that mean a group of everyday words: one of the first before one of the latter in a
#: sentence that has none of the last.
_FIRST, _THEN, _BUT = "-first", "-then", "-but"
#: Between the name of a group and that of one of several such lists.
_OF = "/"
#: In such a list: any letters of a Latin word; the end of what is written without a space.
_ANY, _END = "*", "。"
#: What ends a sentence.
_SENTENCE = r"[。．？！?!;；\n]|\.(?=\s|$)"


@kept
def _apart() -> list[tuple[str, list[str], list[str], list[str]]]:
    """The groups whose words stand apart: what stands before, what behind it, and what nowhere."""
    groups = []
    for lang in LANGS:
        lists = word_lists(lang, "words")
        for name in lists:
            if name.endswith(_THEN):
                pair = name.removesuffix(_THEN)
                first, then, but = (
                    [*map(_spaced, _listed(lists, pair + which))] for which in (_FIRST, _THEN, _BUT)
                )
                groups.append((pair.partition(_OF)[0], first or [" "], then, but))
    return groups


def _listed(lists: Mapping[str, Sequence[str]], name: str) -> Iterator[str]:
    """The words of a list, and for “=people” those of the list of that name."""
    for word in lists.get(name, ()):
        yield from lists[word[1:]] if word[0] == "=" else [word]


@cache
def _begun_apart() -> tuple[frozenset[str], tuple[str, ...]]:
    """What one of these groups needs at least: a word that stands before, or where none need stand, one behind.

    Of whole words the first, and what may stand within one.
    """
    every = {
        word.partition(_ANY)[0] for _, first, then, _ in _apart()
        for word in (then if first == [" "] else first)
    }  # fmt: skip
    whole = {word for word in every if word[0] == word[-1] == " "}
    return frozenset(word.split()[0] for word in whole), tuple(sorted(every - whole))


def _spaced(text: str) -> str:
    """Folded, with a space around Latin words and where it must end."""
    if _ANY in text:
        return f" {text} "
    folded = " ".join(folded_words(text))
    return f" {folded} " if folded.isascii() else folded + " " * text.endswith(_END)


def groups_apart(text: str) -> Iterator[tuple[str, str]]:
    """The groups of everyday words that a question means by words that do not stand together, and the latter of them.

    >>> list(groups_apart("can I swap a hat with another player?")), list(groups_apart("swap hats. what next?"))
    ([('manners-lend', 'with another')], [])
    """
    whole, within = _begun_apart()
    for sentence in re.split(_SENTENCE, text):
        words = folded_words(sentence)
        spaced = f" {' '.join(words)} "
        if whole.isdisjoint(words) and not any(word in spaced for word in within):  # as most
            continue
        for group, first, then, but in _apart():
            places = [place + len(word) - 1 for word in first if (place := spaced.find(word)) >= 0]
            if places and not any(word in spaced for word in but):
                begun = min(places)
                said = next(filter(None, (_said(word, spaced, begun) for word in then)), "")
                if said:
                    yield group, said


def even_scores(text: str) -> Iterator[tuple[str, str]]:
    """The group for a tie where a question says so by two numbers that are the same, and these.

    >>> list(even_scores("war ended 5 to 5")), list(even_scores("3対3です")), list(even_scores("5 to 6, 11, 4 4")), list(even_scores("2-2"))
    ([('tie', '5 to 5')], [('tie', '3対3')], [], [('tie', '2-2')])
    """
    if not any(map(str.isdigit, text)):
        return
    for match in _even().finditer(narrow(text).casefold()):
        yield _TIE, match[0]


#: The group of everyday words for what is even.
_TIE = "tie"


@cache
def _even() -> re.Pattern[str]:
    """Two numbers that are the same, and what stands between them."""
    # Signs are no words, and folded there is nothing left of them.
    said = {word for lang in LANGS for word in word_lists(lang, "words")["between-scores"]}
    between = "|".join(map(re.escape, sorted(said, key=len, reverse=True)))
    return re.compile(rf"(?<![\d.])(\d{{1,3}}) ?(?:{between}) ?\1(?![\d.])")


def _said(word: str, text: str, start: int) -> str:
    """What of a text from ``start`` on a word of a list is, if anything."""
    head, star, tail = word.partition(_ANY)
    place = text.find(head, start)
    while star and place >= 0:
        ending = text[place + len(head) :].partition(" ")[0]
        if f"{ending} ".endswith(tail):
            return (head + ending).strip()
        place = text.find(head, place + 1)
    return head.strip() if place >= 0 else ""
