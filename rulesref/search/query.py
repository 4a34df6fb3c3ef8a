"""Cuts a question up: its language, its words, and which of them only make it a question."""

from __future__ import annotations

import unicodedata
from functools import cache

from rulesref.base.frozen import frozen
from rulesref.search.analysis import cut, runs, stem

#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300

#: English words that say nothing about the subject.
_STOP_WORDS = """
    a an the is are am be been was were do does did done i me my we us our you your he she it
    its they them their this that these those what which who whom whose when where why how if
    then than of in on at to from for with by as and or not no can could may might must shall
    should will would have has had there here any some all get gets got happen happens much many
    about into onto again also just so too very ok okay allowed possible please tell rule rules
    game s t dont doesnt isnt cant im ive whats occurrences still only ever after before during while
    wait uh um hey hi hello guys actually really maybe suppose say btw quick question help
    wasnt werent didnt wont shouldnt wouldnt couldnt arent hasnt havent hadnt youre theyre theres
    thats whos wheres hes shes theyve youve weve lets gonna gotta wanna ill id well though somehow
    anyway basically simply even yes yeah right now need want
"""
_STOP_WORDS_EN = frozenset(_STOP_WORDS.split())
#: The stems of such words.
STOP_STEMS = frozenset(map(stem, _STOP_WORDS_EN))
#: Ways to end or pad a question, taken out of Japanese text as a whole; small kana are large here.
_STOP_PHRASES_JA = (
    "つてどうなるんだつけ", "つてどうなるの", "つてどうなる", "どうなるんだつけ", "どうなるんだ", "どうなります", "どうなるの", "どうなる", "つてどうする",
    "どうすればいい", "どうすれば", "どうしたら", "どうする", "どうやつて", "どうだつけ", "どういう", "どうして", "つて何だつけ", "つてなんだつけ", "つて何",
    "つてなに", "つてなん", "何だつけ", "なんだつけ", "何ですか", "なんですか", "教えてください", "おしえてください", "教えてほしい", "教えて", "おしえて",
    "ください", "でしたつけ", "ますつけ", "ですつけ", "んだつけ", "だつけ", "たつけ", "のかな", "かな", "でしようか", "だろうか", "のでしようか",
    "んですか", "のですか", "ですか", "ますか", "でした", "ました", "です", "ます", "してもいいの", "してもいい", "していいの", "していい", "してもよい",
    "ていいの", "ていい", "てもいいの", "てもいい", "でもいい", "いいんだつけ", "いいんだ", "いいの", "大丈夫", "可能", "のときつて", "のときに",
    "のときは", "のとき", "ときつて", "ときに", "ときは", "とき", "の時は", "の時", "時つて", "のばあい", "の場合は", "の場合", "場合は", "場合",
    "ばあい", "について", "に関して", "つていうのは", "というのは", "とは", "つて", "どこまで", "どこから", "どこに", "どこで", "どこ", "いつまで",
    "いつから", "いつ", "誰が", "誰の", "誰に", "だれが", "だれの", "だれ", "いくつ", "いくら", "何個", "何枚", "何点", "何回", "何人", "何本",
    "どれくらい", "どのくらい", "どれ", "どの", "どちら", "どんな", "できるのは", "できるの", "できるか", "できる", "できます", "できない", "もらえるの",
    "もらえる", "もらえます", "なぜ", "なんで", "るるる", "るる", "するの", "すること", "する", "したら", "すると", "される", "しなきや", "しないと",
    "ないといけない", "なきやいけない", "ないとだめ", "ないとダメ", "ちやう", "ちやつた", "なの", "のは", "んだけど", "けど", "だけど", "ちなみに", "えつと",
    "あれ",
)  # fmt: skip


#: What people say without asking anything.
_COURTESIES = (
    "ありがとうございました", "ありがとうございます", "ありがとう", "お疲れさまでした", "お疲れ様でした", "おつかれさまでした", "お疲れさま", "お疲れ様",
    "おつかれ", "こんにちは", "こんばんは", "おはよう", "よろしくお願いします", "よろしく", "お願いします", "すみません", "ごめんなさい", "なるほど",
    "うーん", "えーと", "えーっと", "もう一回言って", "もう一度言って", "なんて言った",
    "thanks a lot", "thank you", "thanks", "can you repeat that", "say that again", "wait what",
)  # fmt: skip


@frozen
class QueryWord:
    """A written word (語): folded, as written and as foreign words in it are looked for, see ``cut``.

    ``stop`` has ``1`` for each character of a stop word.
    """

    text: str
    written: str
    foreign: str
    stop: str

    def part(self, start: int, end: int) -> QueryWord:
        """The characters from ``start`` to ``end`` as a word of their own."""
        cut_out = slice(start, end)
        return QueryWord(
            self.text[cut_out], self.written[cut_out], self.foreign[cut_out], self.stop[cut_out]
        )


@frozen
class Query:
    """A question as search sees it."""

    text: str
    folded: str
    words: tuple[QueryWord, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is left to look for."""
        return not self.folded

    @property
    def subject(self) -> str:
        """What it is about, folded: all but stop words."""
        return "".join(
            char
            for word in self.words
            for char, stop in zip(word.text, word.stop, strict=True)
            if stop == "0"
        )


def language_of(question: str) -> str | None:
    """The language a question is written in; None when it does not show.

    >>> language_of("橋の建設"), language_of("bridge cost"), language_of("13")
    ('ja', 'en', None)
    """
    if any("぀" <= char <= "ヿ" or "㐀" <= char <= "鿿" or "ｦ" <= char <= "ﾟ" for char in question):
        return "ja"
    return "en" if any(char.isalpha() for char in question) else None


def parse_query(text: str) -> Query:
    """The question in ``text``, cut up. Half characters, which no encoding can hold, are spaces."""
    clean = "".join(" " if "\ud800" <= char <= "\udfff" else char for char in text[:LONGEST])
    flat = unicodedata.normalize("NFKC", clean).casefold()
    for courtesy in _COURTESIES:
        if courtesy in flat:
            flat = flat.replace(courtesy, " ")
    words = tuple(_word(*piece) for piece in cut(flat))
    return Query(clean, "".join(word.text for word in words), words)


def is_stop_word(word: str) -> bool:
    """Whether a Latin word only makes a question of the others, in any of its forms."""
    return word in _STOP_WORDS_EN or stem(word) in STOP_STEMS


def like_stop_word(word: str) -> bool:
    """Whether a Latin word is a slip of the keyboard for one that only asks: two letters swapped.

    >>> like_stop_word("wehn"), like_stop_word("whcih"), like_stop_word("bridge")
    (True, True, False)
    """
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1))
    return any(other in _STOP_WORDS_EN for other in swapped)


def _word(folded: str, written: str, foreign: str) -> QueryWord:
    if folded.isascii() and folded.isalpha():  # most of English
        return QueryWord(
            folded, written, foreign, ("1" if is_stop_word(folded) else "0") * len(folded)
        )
    stop = [False] * len(folded)
    blank = _without_stop_phrases(written)
    start = 0
    for run in runs(folded):
        for i in range(start, start + len(run)):
            stop[i] = is_stop_word(run) if run.isascii() else blank[i] == " "
        start += len(run)
    return QueryWord(folded, written, foreign, "".join("1" if only else "0" for only in stop))


@cache
def _phrases() -> list[str]:
    """The phrases of asking, the longest first."""
    return sorted(_STOP_PHRASES_JA, key=lambda phrase: (-len(phrase), phrase))


def _without_stop_phrases(word: str) -> str:
    """A Japanese word or sentence with the phrases of asking blanked out."""
    # Only stop phrases in hiragana are taken out: a phrase in katakana is somebody's subject.
    plain = word.translate(_LARGE)
    for phrase in _phrases():
        if phrase in plain:
            plain = plain.replace(phrase, " " * len(phrase))
    return plain


_LARGE = str.maketrans("ぁぃぅぇぉっゃゅょ", "あいうえおつやゆよ")
