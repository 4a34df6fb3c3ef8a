"""Cuts a question up: its language, its subject without the words that only make it a question."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rulesref.base.kana import hiragana
from rulesref.base.text import fold, words
from rulesref.reading.index import kanji, stem

#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300

_GLUE_EN = frozenset(
    "a an the is are am be been was were do does did done i me my we us our you your he she it its "
    "they them their this that these those what which who whom whose when where why how if then "
    "than of in on at to from for with by as and or not no can could may might must shall should "
    "will would have has had there here any some all get gets got happen happens much many about "
    "into onto again also just so too very ok okay allowed possible please tell rule rules game "
    "s t dont doesnt isnt cant im ive whats hows still only ever after before during while".split()
)
#: Ways to end or pad a question, taken out of Japanese text as a whole.
_GLUE_JA = re.compile(
    "|".join(
        sorted(
            (
                "って(何|なに|なん)(でした|だ)?(つけ)?", "(どう|何|なに)(なるんだ|なるの|なります|なる|する|すれば|したら|やつ)(つけ|いい)?[かの]*",
                "(教|おし)えて(ください|ほしい)?", "(です|ます|でした|ました|でしよう|だろう|んだ|んです)(つけ|か|かね|よね)+",
                "だつけ", "んだつけ", "いいんだ", "(の)?(とき|時|場合|ばあい)(つて|に|は|の)*", "について", "に関して", "とは",
                "どこ(に|で|まで|から)?", "いつ(まで|から)?", "(だれ|誰)(が|の|に|から)?", "いくつ", "いくら", "何(個|枚|点|回|人|本|つ)",
                "できる(の|ん)?(か)?", "できます(か)?", "ください", "(して|しても|ても|でも)(いい|よい|良い|大丈夫|おk|ok)(の|です)?(か)?",
                "(の)?(ルール|るる)", "(もらえる|もらえます|される|されます|すること|ること)", "なぜ", "どうして", "どうやつて", "どんな", "どちら",
            ),
            key=len, reverse=True,
        )
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
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
    if re.search(r"[぀-ヿ㐀-鿿ｦ-ﾟ]", question):
        return "ja"
    return "en" if re.search(r"[A-Za-zＡ-Ｚａ-ｚ]", question) else None


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
                read = hiragana(word) if len(word) > 2 else None
                if read:
                    romaji.append((stem(word), fold(read)))
            continue
        for part in _GLUE_JA.sub(" ", word).split():
            subject.append(fold(part))
            _japanese(part, firm, soft)
    return Question(text, folded, "".join(subject), tuple(firm), tuple(soft), tuple(romaji))


def _script_words(text: str) -> list[str]:
    """Words in one width and case; katakana stays katakana so that it can be told from grammar."""
    flat = unicodedata.normalize("NFKC", text).casefold()
    return re.findall(r"[a-z]+(?:'[a-z]+)?|[0-9]+|[^\W\da-z_ー・][^\W\da-z_・]*", flat)


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
