"""What people tell around a question (前置きと添え書き): sentences that name nothing of the game."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulesref.base.folding import fold, kept, word_lists, words

#: Where a sentence ends; what follows a colon or a dash begins anew.
_ENDS = r"(?<=[.!?;:])\s+|(?<=[。！？?!\n])|\s[-–—]+\s"


def without_talk(text: str, speaks: Callable[[str], bool]) -> str:
    """A question without the sentences around it, and what leads on to it, that ``speaks`` finds to name nothing.

    All of it where nothing else is left; what asks is left in.

    >>> without_talk("Hello there. Just to be sure, is a hat red? Thanks.", lambda said: "hat" in said)
    'is a hat red?'
    >>> without_talk("昨日遊んだのですが、帽子は赤いですか", lambda said: "帽子" in said)
    '帽子は赤いですか'
    """
    sentences = re.split(_ENDS, text)
    told = {n for n, sentence in enumerate(sentences) if speaks(sentence)}
    if not told:
        return text
    asks = {n for n, sentence in enumerate(sentences) if _asks(sentence)}
    # Is that allowed? asks of what was told before.
    kept = [sentences[n] for n in sorted(told if told & asks else told | asks)]
    return " ".join(_without_lead(each, speaks) for each in kept)


def _asks(text: str) -> bool:
    """Whether a text has a question in it.

    >>> [_asks(text) for text in ("I win. who pays", "no hat?", "when I win", "帽子はどれ", "帽子は赤い", "赤いですか")]
    [True, True, True, True, False, True]
    """
    asking = words("question-words") | words("yes-or-no")
    begins = {word.casefold() for word in re.findall(r"(?:^|[,.:;!]) ?([A-Za-z]+)", text)}
    folded = fold(text)
    return (
        any(mark in text for mark in "?？")
        or not begins.isdisjoint(asking)
        or any(word in folded for word in words("question-words") if not word.isascii())
        or folded.endswith("か")
    )


def _without_lead(sentence: str, speaks: Callable[[str], bool]) -> str:
    """A sentence without what is told before its first comma: sorry, but …."""
    pieces = re.split(r"(?<=[,、])", sentence)
    lead = next((n for n, piece in enumerate(pieces) if speaks(piece)), 0)
    return re.sub(_leads(), "", "".join(pieces[lead:]).strip())


@kept
def _leads() -> str:
    """What a sentence begins with that follows something told."""
    return rf"(?i)^(?:{'|'.join(word_lists('en', 'words')['leads-on'])})\b,? "
