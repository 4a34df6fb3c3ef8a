"""A question in other words for the same numbers (問いの言い換え): sums, spans, several that are alike, and what is no number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from rulesref.base.folding import word_lists, words
from rulesref.base.text import LANGS, narrow
from rulesref.fields.typed import number

#: Of one level there are no more.
_OFTEN = 6
#: What is done with not even one of something is said in so many characters.
_VERB = 6
#: So many numbers are a pair, and so many a row.
_PAIR, _ROW = 2, 3
#: From one number to another are no more than so many steps.
_SPAN = 10


# --- before it is known what it is about ----------------------------------------------------------


def counted(question: str) -> str:
    """A question whose counters behind digits are in kanji.

    >>> counted("4まいと2い、3れつ目"), counted("3こ"), counted("2いる")
    ('4枚と2位、3列目', '3個', '2いる')
    """
    if not re.search(r"\d[ぁ-ん]", question):
        return question
    lists = word_lists("ja", "words")
    kanji = dict(zip(lists["counters-in-kana"], lists["counters-of-kana"], strict=True))
    other = "|".join(lists["behind-no-counter"])
    return re.sub(rf"(?<=\d)({'|'.join(kanji)})(?!{other})", lambda m: kanji[m[1]], question)


def none_of(question: str) -> str:
    """A question that says of what there is not one that there are none, and of the last one no number.

    >>> none_of("帽子が1個も無いと"), none_of("帽子が一つもない"), none_of("帽子1個もある"), none_of("最後の一個の帽子")
    ('帽子が0個と', '帽子が0つ', '帽子1個もある', '最後の帽子')
    >>> none_of("帽子を1個もかぶってない人")
    '帽子を0個人'
    """
    lists = word_lists("ja", "words")
    counters, lacking = ("|".join(lists[name]) for name in ("things", "not-one"))
    for last in lists["last-one"]:
        if last in question:
            question = re.sub(rf"({last})[1１一](?:{counters})の?", r"\1", question)
    if "も" not in question:
        return question
    # What one has not even one of may be built, held or placed.
    verb = rf"[^\d、。,.?？]{{0,{_VERB}}}?"
    return re.sub(rf"[1１一]({counters})も{verb}(?:{lacking})", r"0\1", question)


def out_of(question: str) -> str:
    """A question that does not say of how many something are so many.

    >>> out_of("two of my four hats"), out_of("帽子4つのうち3つ")
    ('two of my hats', '帽子のうち3つ')
    """
    before, behind = (word_lists(lang, "words")["out-of"] for lang in ("en", "ja"))
    if any(word in question.casefold() for word in before):
        one = rf"(?:\d{{1,2}}|{'|'.join(words('numbers'))})"
        said = rf"(?i)\b({one} (?:{'|'.join(before)})) {one}\b"
        question = re.sub(said, r"\1", question)
    if any(word in question for word in behind):
        counters, of = "|".join(words("things")), "|".join(behind)
        said = rf"(?:\d{{1,2}}|[一-十])(?:{counters})({of})(?=\d|[一-十])"
        question = re.sub(said, r"\1", question)
    return question


def without_party(question: str) -> str:
    """A question that does not say how many play.

    >>> without_party("3人プレイだと帽子は"), without_party("three of us, how many hats"), without_party("2人パス")
    ('帽子は', ' how many hats', '2人パス')
    >>> without_party("hats with 4 players"), without_party("two players tie"), without_party("two of us tie")
    ('hats', 'two players tie', 'two of us tie')
    """
    ja, en = (word_lists(lang, "words") for lang in ("ja", "en"))
    many = "|".join((r"\d{1,2}", *en["numbers"], *ja["kanji-numbers"]))
    if any(word in question for word in ja["persons"]):
        persons, party = "|".join(ja["persons"]), "|".join(ja["party"])
        behind = "|".join((*ja["particles"], "、"))
        question = re.sub(rf"(?:{many})(?:{persons})(?:{party})+(?:{behind})?", "", question)
    if not _has(question, (*en["party-of"], *en["party-before"])):
        return question
    # Three of us who do something are not all who play.
    of_us = rf"(?:{many}) (?:{'|'.join(en['party-of'])})(?=[,:;.?!]|$)"
    who, before = "|".join(words("persons") - words("we")), "|".join(en["party-before"])
    said = rf"(?:{before}) (?:{many})[- ]?(?:{who})(?: (?:{'|'.join(en['playing'])}))?"
    return re.sub(rf"(?i) ?\b(?:{of_us}|{said}),?(?![\w-])", "", question)


# --- for one sheet --------------------------------------------------------------------------------


def added_up(question: str) -> str:
    """A question with the sums of two numbers for them.

    >>> added_up("4+3 for me, 0+1+2"), added_up("2 hats + 1")
    ('7 for me, 0+1+2', '2 hats + 1')
    """
    # That a pattern is not needed is known sooner than it is made, here and below.
    if "+" not in narrow(question):
        return question
    return re.sub(
        r"(?<![\d+])(\d{1,3}) ?[+＋] ?(\d{1,3})(?!\d| ?[+＋])",
        lambda match: str(int(match[1]) + int(match[2])),
        question,
    )


def rows_added_up(question: str) -> str:
    """A question with the sum of three or more numbers in a row for them.

    >>> rows_added_up("we hold 2, 3 and 1 hats"), rows_added_up("帽子2個、3個と1個"), rows_added_up("levels 3/2/1/0")
    ('we hold 6 hats', '帽子6個', 'levels 6')
    >>> rows_added_up("2 and 3 hats"), rows_added_up("2 hats, 3 rings and 1 cap")
    ('2 and 3 hats', '2 hats, 3 rings and 1 cap')
    """
    if _digits(question) < _ROW:
        return question
    adding = "|".join(re.escape(word) for word in sorted(words("adding"), key=len, reverse=True))
    things = "|".join(word_lists("ja", "words")["things"])
    one = rf"\d{{1,2}}(?:{things})?"
    return re.sub(
        rf"(?<![\d.])\d{{1,2}}({things})?(?:(?:[ ,、/・]|{adding})+{one}){{2,}}(?![\d.])",
        lambda match: f"{sum(map(int, re.findall(r'[0-9]+', match[0])))}{match[1] or ''}",
        question,
    )


def spread_out(question: str) -> str:
    """A question with all the numbers from one to another, and without how many stand at each where it is one.

    >>> spread_out("spots 0 to 3"), spread_out("2番から4番まで"), spread_out("5 to 3"), spread_out("2番に1個と3番に1個")
    ('spots 0, 1, 2, 3', '2、3、4番まで', '5 to 3', '2番と3番')
    """
    spans = [word for lang in LANGS for word in word_lists(lang, "words")["spans"]]
    which, things = "|".join(words("ordinals")), "|".join(word_lists("ja", "words")["things"])
    question = narrow(question)
    if "に" in question:
        question = re.sub(rf"(?<=\d)({which})に(?:1|一)(?:{things})", r"\1", question)
    if _digits(question) < _PAIR or not _has(question, spans):
        return question

    def spread(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2])
        between = ", " if question.isascii() else "、"
        row = between.join(map(str, range(first, last + 1)))
        return row if first < last <= first + _SPAN else match[0]

    return re.sub(
        rf"(?<!\d)(\d{{1,2}})(?:{which})? ?(?:{'|'.join(spans)}) ?(\d{{1,2}})(?!\d)",
        spread,
        question,
    )


def of_each_side(question: str) -> str:
    """A question with what a side has of several that are alike as one number.

    >>> of_each_side("Ann two 3s, me a single 4"), of_each_side("俺3を2つ、相手4"), of_each_side("3 of us: 7 5 2")
    ('Ann 6, me 4', '俺6、相手4', '3 of us: 7 5 2')
    """
    if not _digits(question):
        return question
    spelt = _spelt()
    one = rf"(\d|{'|'.join(spelt)})"
    question = re.sub(r"(?i)\b(?:an?|one)(?: single)? (?=\d)|\bsingle (?=\d)", "", question)
    # 7 5 are two numbers.
    question = re.sub(
        rf"(?i)\b{one} (\d)(?:'?s|(?<=[a-z] \d))\b",
        lambda m: str((spelt.get(m[1].lower()) or int(m[1])) * int(m[2])),
        question,
    )
    return re.sub(r"(\d)[をが](\d)[つ個]", lambda m: str(int(m[1]) * int(m[2])), question)


def repeated(question: str) -> str:
    """A question that says so many times what there are several of at one level.

    >>> repeated("two level 3 hats"), repeated("both the 7s"), repeated("two sixes")
    ('level 3, level 3 hats', '7, 7', '6, 6')
    >>> repeated("レベル9の帽子を2つ、指輪2つ"), repeated("レベル9が1つとレベル2が2つ")
    ('レベル9、レベル9の帽子、指輪2つ', 'レベル9とレベル2、レベル2')
    """
    spelt = {**_spelt(), "both": 2}
    many = "|".join(spelt)
    digits, spells = _digits(question) > 0, _has(question, spelt)

    def several(what: str, times: str, between: str) -> str:
        often = spelt.get(times.lower()) or number(times) or 1
        return between.join([what] * min(_OFTEN, often))

    levels = word_lists("en", "words")["leading"]
    if digits and _has(question, levels):
        question = re.sub(
            rf"(?i)\b([2-9]|{many})(?: of)?(?: the)? ((?:{'|'.join(levels)})[- ]?\d)(?:'?s)?\b",
            lambda m: several(m[2], m[1], ", "),
            question,
        )
    if spells:
        question = re.sub(
            rf"(?i)\b({many})(?: of)?(?: the)? (?:(\d{{1,2}})'?|({many})e?)s\b",
            lambda m: several(m[2] or str(spelt[m[3].lower()]), m[1], ", "),
            question,
        )
    ja = word_lists("ja", "words")
    if not digits or not any(word in question for word in ja["leading"]):
        return question
    levels, things = "|".join(ja["leading"]), "|".join(ja["things"])
    return re.sub(
        rf"((?:{levels})\d)((?:の)?[^\d一二三四五、。,とを]{{0,4}}?)[をが]?([1-9]|[一二三四五])(?:{things})(?!目)",
        lambda m: several(m[1], m[3], "、") + m[2],
        question,
    )


@cache
def _spelt() -> dict[str, int]:
    """The English words for numbers."""
    return {word: n for n, word in enumerate(word_lists("en", "words")["numbers"], 1)}


def _has(question: str, words: Iterable[str]) -> bool:
    """Whether any of these words may be in a question: without one a pattern of them need not be made, which is dear."""
    folded = question.casefold()
    return any(word in folded for word in words)


def _digits(question: str) -> int:
    """How many numbers in digits there are."""
    return len(re.findall(r"\d+", question))
