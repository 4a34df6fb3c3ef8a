"""Cuts a question up: its language, its subject without the words that only make it a question."""

from __future__ import annotations

import unicodedata
from functools import cache

from rulesref.base.kana import hiragana
from rulesref.base.text import fold, words
from rulesref.base.values import value
from rulesref.reading.tokens import kanji, stem

#: So many letters may be a Japanese word.
_ROMAJI = 3
#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300

_GLUE_EN = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "am",
        "be",
        "been",
        "was",
        "were",
        "do",
        "does",
        "did",
        "done",
        "i",
        "me",
        "my",
        "we",
        "us",
        "our",
        "you",
        "your",
        "he",
        "she",
        "it",
        "its",
        "they",
        "them",
        "their",
        "this",
        "that",
        "these",
        "those",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "if",
        "then",
        "than",
        "of",
        "in",
        "on",
        "at",
        "to",
        "from",
        "for",
        "with",
        "by",
        "as",
        "and",
        "or",
        "not",
        "no",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
        "have",
        "has",
        "had",
        "there",
        "here",
        "any",
        "some",
        "all",
        "get",
        "gets",
        "got",
        "happen",
        "happens",
        "much",
        "many",
        "about",
        "into",
        "onto",
        "again",
        "also",
        "just",
        "so",
        "too",
        "very",
        "ok",
        "okay",
        "allowed",
        "possible",
        "please",
        "tell",
        "rule",
        "rules",
        "game",
        "s",
        "t",
        "dont",
        "doesnt",
        "isnt",
        "cant",
        "im",
        "ive",
        "whats",
        "hows",
        "still",
        "only",
        "ever",
        "after",
        "before",
        "during",
        "while",
    ]
)
#: Ways to end or pad a question, taken out of Japanese text as a whole; small kana are large here.
_GLUE_JA = (
    "つてどうなるんだつけ", "つてどうなるの", "つてどうなる", "どうなるんだつけ", "どうなるんだ", "どうなります", "どうなるの", "どうなる",
    "つてどうする", "どうすればいい", "どうすれば", "どうしたら", "どうする", "どうやつて", "どうだつけ", "どういう", "どうして",
    "つて何だつけ", "つてなんだつけ", "つて何", "つてなに", "つてなん", "何だつけ", "なんだつけ", "何ですか", "なんですか",
    "教えてください", "おしえてください", "教えてほしい", "教えて", "おしえて", "ください",
    "でしたつけ", "ますつけ", "ですつけ", "んだつけ", "だつけ", "たつけ", "のかな", "かな",
    "でしようか", "だろうか", "のでしようか", "んですか", "のですか", "ですか", "ますか", "でした", "ました", "です", "ます",
    "してもいいの", "してもいい", "していいの", "していい", "してもよい", "ていいの", "ていい", "てもいいの", "てもいい", "でもいい",
    "いいんだつけ", "いいんだ", "いいの", "大丈夫", "可能",
    "のときつて", "のときに", "のときは", "のとき", "ときつて", "ときに", "ときは", "とき", "の時は", "の時", "時つて",
    "のばあい", "の場合は", "の場合", "場合は", "場合", "ばあい",
    "について", "に関して", "つていうのは", "というのは", "とは", "つて",
    "どこまで", "どこから", "どこに", "どこで", "どこ", "いつまで", "いつから", "いつ", "誰が", "誰の", "誰に", "だれが", "だれの", "だれ",
    "いくつ", "いくら", "何個", "何枚", "何点", "何回", "何人", "何本", "どれくらい", "どのくらい", "どれ", "どの", "どちら", "どんな",
    "できるのは", "できるの", "できるか", "できる", "できます", "できない",
    "もらえるの", "もらえる", "もらえます", "なぜ", "なんで", "るるる", "るる", "するの", "すること", "する", "したら", "すると",
    "される", "しなきや", "しないと", "ないといけない", "なきやいけない", "ないとだめ", "ないとダメ", "ちやう", "ちやつた",
    "なの", "のは", "んだけど", "けど", "だけど", "ちなみに", "えつと", "あれ",
)  # fmt: skip


@value
class Question:
    """A question as search sees it.

    ``firm`` tokens carry meaning (kanji, katakana, Latin words, numbers); ``soft`` ones are pairs of
    hiragana, which are mostly grammar.
    """

    text: str
    folded: str
    subject: str
    firm: tuple[str, ...]
    soft: tuple[str, ...]
    #: Latin words read as romaji: word and its hiragana.
    romaji: tuple[tuple[str, str], ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is left to look for."""
        return not self.folded


def language_of(question: str) -> str | None:
    """The language a question is written in; None when it does not show.

    >>> language_of("橋の建設"), language_of("bridge cost"), language_of("13")
    ('ja', 'en', None)
    """
    if any("぀" <= char <= "ヿ" or "㐀" <= char <= "鿿" or "ｦ" <= char <= "ﾟ" for char in question):
        return "ja"
    return "en" if any(char.isalpha() for char in question) else None


def ask_about(text: str) -> Question:
    """The question in ``text``, cut up."""
    text = text[:LONGEST]
    folded = fold(text)
    firm: dict[str, None] = {}
    soft: dict[str, None] = {}
    romaji: list[tuple[str, str]] = []
    subject: list[str] = []
    for word in _script_words(text):
        if word.isascii():
            if word not in _GLUE_EN:
                firm[stem(word)] = None
                subject.append(word)
                read = hiragana(word) if len(word) >= _ROMAJI else None
                if read:
                    romaji.append((stem(word), fold(read)))
            continue
        for part in _without_glue(word).split():
            subject.append(fold(part))
            _japanese(part, firm, soft)
    return Question(text, folded, "".join(subject), tuple(firm), tuple(soft), tuple(romaji))


@cache
def _phrases() -> list[str]:
    """The phrases of asking, the longest first."""
    return sorted(_GLUE_JA, key=lambda phrase: (-len(phrase), phrase))


def _without_glue(word: str) -> str:
    """A Japanese word or sentence with the phrases of asking blanked out."""
    # Only hiragana glue is taken out: a phrase in katakana is somebody's subject.
    plain = word.translate(_LARGE)
    for phrase in _phrases():
        if phrase in plain:
            plain = plain.replace(phrase, " " * len(phrase))
    return "".join(" " if new == " " else old for old, new in zip(word, plain, strict=True))


_LARGE = str.maketrans("ぁぃぅぇぉっゃゅょ", "あいうえおつやゆよ")


def _script_words(text: str) -> list[str]:
    """Words in one width and case; katakana stays katakana so that it can be told from grammar."""
    found: list[str] = []
    before = ""
    for char in unicodedata.normalize("NFKC", text).casefold():
        script = _script(char, before)
        if script and script == before:
            found[-1] += char
        elif script:
            found.append(char)
        before = script
    return [word.rstrip("'") for word in found]


def _script(char: str, before: str) -> str:
    """What a character is part of, after a character of the script ``before``; empty for no word."""
    if char.isascii():
        if char.isalpha() or (char == "'" and before == "latin"):
            return "latin"
        return "digit" if char.isdecimal() else ""
    if char == "ー" and before != "other":
        return ""
    return "other" if char.isalnum() and not char.isdecimal() else ""


def _japanese(part: str, firm: dict[str, None], soft: dict[str, None]) -> None:
    plain = fold(part)
    if len(plain) == 1:
        (firm if not _grammar(part[0]) else soft)[plain] = None
        return
    # Long vowels vanish when folded, so scripts are compared by the characters that stay.
    kept = [char for char in part if char != "ー"]
    if len(kept) != len(plain):
        kept = list(plain)
    for i in range(len(plain) - 1):
        pair = plain[i : i + 2]
        (soft if _grammar(kept[i]) and _grammar(kept[i + 1]) else firm)[pair] = None
    for char in plain:
        if kanji(char):
            firm[char] = None


def _grammar(char: str) -> bool:
    return "ぁ" <= char <= "ん"


def latin_words(text: str) -> list[str]:
    """The Latin words of a text that are more than glue."""
    return [word for word in words(text) if word.isascii() and word not in _GLUE_EN]
