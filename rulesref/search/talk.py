"""What people tell around a question (前置きと添え書き): sentences that name nothing of the game."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulesref.base.folding import fold, kept, word_lists, words

#: Where a sentence ends.
_ENDS = r"(?<=[.!?])\s+|(?<=[。！？?!\n])"


def without_talk(text: str, speaks: Callable[[str], bool]) -> str:
    """A question without the sentences around it, and what leads on to it, that neither ask nor name anything.

    ``speaks`` says which name something; all of it where none does.

    >>> without_talk("Hello there. I am new to this, but is a hat red? Thanks.", lambda said: "hat" in said)
    'is a hat red?'
    >>> without_talk("昨日遊んだのですが、帽子は赤いですか", lambda said: "帽子" in said)
    '帽子は赤いですか'
    """
    sentences = re.split(_ENDS, text)
    if not any(map(speaks, sentences)):
        return text
    told = [each for each in sentences if _asks(each) or speaks(each)]
    return " ".join(_without_lead(each, speaks) for each in told)


def asking_parts(text: str) -> list[str]:
    """The sentences of a text that ask, with what is told right before each, and alone; none where that is all of it.

    >>> asking_parts("I won. I have a hat. Is it red? And big?")
    ['I have a hat. Is it red? And big?', 'Is it red? And big?']
    """
    sentences = [sentence for sentence in re.split(_ENDS, text) if sentence.strip()]
    asking = {n for n, sentence in enumerate(sentences) if _asks(sentence)}
    before = {n - 1 for n in asking if n}
    if not before - asking:
        return []
    parts = [asking | before, asking]
    return [" ".join(sentences[n] for n in sorted(part)) for part in parts]


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
    """A sentence without what is told in it before the question: sorry, but …."""
    lead = re.match(_leads(), sentence)
    return sentence[lead.end() :] if lead and not speaks(lead[0]) else sentence


@kept
def _leads() -> str:
    """What is told, up to what leads on from it."""
    ja, en = ("|".join(word_lists(lang, "words")["leads-on"]) for lang in ("ja", "en"))
    return rf"(?i).*?(?:(?:{ja})[、,]|[,、] (?:{en})\b,?) *"
