"""The words of a sheet: what it is called, its fields, their options; and those of the languages (語彙)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rulesref.base.folding import (
    fold,
    is_katakana,
    is_one_kana,
    kept,
    reading_of,
    sounds,
    spellings,
    word_lists,
    words,
)
from rulesref.base.text import LANGS, narrow
from rulesref.fields.cutting import cut, units_of
from rulesref.fields.cutting import language as plain_language
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.words.tokenizer import SEPARATOR, LineToken, key_of, tokens_of

#: What a word can mean, and of what.
WordMeaning = tuple[Any, ...]
FILLER: WordMeaning = ("filler",)
#: Behind a word that is known, and nothing else.
ENDING: WordMeaning = ("ending",)
COUNTER: WordMeaning = ("counter",)
#: What is counted are things: such a number says how many, never which.
THINGS: WordMeaning = ("things",)
#: There is none of something; something is not done; it is whose who acts.
NONE: WordMeaning = ("none",)
NOT: WordMeaning = ("not",)
OWN: WordMeaning = ("own",)
#: So many tokens a name can have.
_LONGEST = 12


class KnownWord(NamedTuple):
    """A known word of a line: its tokens from ``start`` to before ``end``, and all that it can mean."""

    start: int
    end: int
    meanings: tuple[WordMeaning, ...]


#: The words of a lexicon as JSON has them.
LexiconData = Sequence[Any]


class LineLexicon:
    """Words and all that each can mean."""

    def __init__(self) -> None:
        self._meanings: dict[str, list[WordMeaning]] = {}
        #: The words that are not in Latin letters, by how they sound: as romaji may write them.
        self._sounds: dict[str, str] | None = None
        #: Of how many tokens the longest word is that begins with a character.
        self._longest: dict[str, int] = {}

    def add(self, name: str, *meanings: WordMeaning) -> None:
        """One more word, or more meanings of it."""
        units = units_of(name)
        key = key_of([LineToken(u.key, u.written, u.latin, u.digits) for u in units])
        if not key:
            return
        known = self._meanings.setdefault(key, [])
        known += [meaning for meaning in meanings if meaning not in known]
        self._longest[key[0]] = max(self._longest.get(key[0], 0), min(len(units), _LONGEST))

    def sounding(self, romaji: str) -> Sequence[WordMeaning]:
        """What a Japanese word can mean that is written in romaji."""
        if self._sounds is None:
            self._sounds = {sounds(key): key for key in self._meanings if not key.isascii()}
        return self.meanings(self._sounds.get(romaji, ""))

    def words(self) -> Iterator[str]:
        """Every word, as it is looked up."""
        return iter(self._meanings)

    def meanings(self, key: str) -> tuple[WordMeaning, ...]:
        """What a word can mean, as it is looked up."""
        return tuple(map(tuple, self._meanings.get(key, ())))

    def longest(self, token: LineToken) -> int:
        """How many tokens a word can have that begins with this one."""
        return self._longest.get(token.key[:1], 0)

    def as_data(self) -> LexiconData:
        """Its words as JSON has them."""
        return [self._meanings, self._longest]

    @classmethod
    def of_data(cls, data: LexiconData) -> LineLexicon:
        """Those words again that :meth:`as_data` gave."""
        lexicon = cls()
        lexicon._meanings, lexicon._longest = data
        return lexicon


def matches_of(
    tokens: Sequence[LineToken], lexicons: Sequence[LineLexicon]
) -> list[list[KnownWord]]:
    """The known words that begin at each token, the longest first."""
    found: list[list[KnownWord]] = []
    for start, token in enumerate(tokens):
        here: list[KnownWord] = []
        most = max((lexicon.longest(token) for lexicon in lexicons), default=0)
        for many in range(min(most, len(tokens) - start), 0, -1):
            several = tokens[start : start + many]
            key = key_of(several)
            meanings = tuple(m for lexicon in lexicons for m in lexicon.meanings(key))
            if meanings and (meanings := _as_written(tokens, start, many, meanings)):
                here.append(KnownWord(start, start + many, meanings))
        if any(m.end > start + 1 and NONE in m.meanings for m in here):
            # A word for nothing is no row of particles.
            here = [m for m in here if not {FILLER, ENDING}.issuperset(m.meanings)]
        if not here and token.latin and len(heard := spellings(token.written)) > 1:
            meanings = tuple(m for lexicon in lexicons for m in lexicon.sounding(heard[1]))
            here += [KnownWord(start, start + 1, meanings)] if meanings else []
        found.append(here)
    return found


def _as_written(
    tokens: Sequence[LineToken], start: int, many: int, meanings: tuple[WordMeaning, ...]
) -> tuple[WordMeaning, ...]:
    """What a word can mean as it is written: katakana joins nothing; one kana is a thing where it stands by itself."""
    first = tokens[start]
    katakana = is_katakana(first.written[:1])
    if katakana:
        meanings = tuple(m for m in meanings if m not in (FILLER, ENDING))
    if many == 1 and is_one_kana(first.written):
        before, behind = tokens[max(0, start - 1) : start], tokens[start + 1 : start + 2]
        beside = (before if first.glued else ()), (t for t in behind if t.glued)
        written = [t.written for several in beside for t in several if t.key != SEPARATOR]
        if any(map(is_katakana, (w[:1] for w in written))) or (written and not katakana):
            said = ("filler", "ending", "counter", "things", "number", "field")
            return tuple(m for m in meanings if m[0] in said)
    return meanings


#: What the lists of the languages mean in a line.
_LISTS: Mapping[str, WordMeaning] = {
    "particles": FILLER, "doing": FILLER, "endings": ENDING, "courtesies": FILLER, "presence": FILLER,
    "counters": COUNTER, "things": THINGS, "leading": FILLER, "turn": FILLER, "all": ("all",), "none": NONE, "nobody": NONE,
    "denying": NOT, "yes": ("flag", True), "no": ("flag", False), "own": OWN,
}  # fmt: skip


@cache
def language() -> LineLexicon:
    """The words of the languages in a typed line: what says nothing by itself, counters, numbers, all, none, yes and no."""
    return LineLexicon.of_data(_line_words())


@kept
def _line_words() -> Any:
    lexicon = LineLexicon()
    for lang in LANGS:
        lists = word_lists(lang, "words")
        for name, meaning in _LISTS.items():
            for word in lists.get(name, ()):
                if not (meaning[0] == "flag" and fold(word).isdecimal()):
                    lexicon.add(word, meaning)
        for number, word in enumerate(lists["numbers"], 1):
            lexicon.add(word, ("number", number))
    for number, word in enumerate(word_lists("ja", "words")["kanji-numbers"], 1):
        lexicon.add(word, ("number", number))
    return lexicon.as_data()


@cache
def kanji_digits() -> Mapping[str, int]:
    """The kanji that write numbers, from 1 to 10."""
    return {word: n for n, word in enumerate(word_lists("ja", "words")["kanji-numbers"], 1)}


# --- names and their words -----------------------------------------------------------------------

_BRACKETS = r"[(（\[［][^)）\]］]*[)）\]］]"
#: A word of a name: Latin, katakana, kanji with the kana behind them, other kana.
_WORD = r"[A-Za-z']+|[ァ-ヺー]+|[一-鿿々]+[ぁ-ゖ]*|[ぁ-ゖ]+"


#: What is not done, in Japanese.
_NOT = "ない"


def content_words(name: str) -> list[str]:
    """The words of a name that say something.

    >>> content_words("生け垣を植える"), content_words("plant a hedge"), content_words("カードの交換")
    (['生け', '垣', '植える'], ['plant', 'hedge'], ['カード', '交換'])
    """
    meaningless = plain_language()
    several = []
    for text in re.findall(_WORD, _apart(narrow(name))):
        kana = re.fullmatch(r"([一-鿿々]+)([ぁ-ゖ]+)", text)
        tail = (
            kana is not None
            and not text.endswith(_NOT)  # not to build is no way to build
            and fold(kana.group(2)) not in words("none")
            and all(p.means("filler") for p in cut(units_of(kana.group(2)), meaningless))
        )
        word = kana.group(1) if kana is not None and tail else text
        pieces = cut(units_of(word), meaningless)
        if len(pieces) != 1 or not pieces[0].filler:
            several.append(word)
    return several


@cache
def _object() -> str:
    return "|".join(word_lists("ja", "words")["object"])


def _apart(name: str) -> str:
    """A name with a space behind what something is done to: 帽子 かぶる."""
    return re.sub(_object(), " ", name)


#: Kana by their consonants, as they are folded.
_ROWS = (
    "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ", "まみむめも", "らりるれろ",
    "わいうえお",
)  # fmt: skip
#: What the last kana of a verb also becomes before endings.
_BEFORE_ENDINGS = dict(zip("かがたらわなばま", "いいつつつんんん", strict=True))


def forms(word: str) -> Iterator[str]:
    """A word, an irregular past, and how a Japanese verb begins in its other forms.

    >>> sorted(forms("置く")), sorted(forms("dig")), sorted(forms("hat"))
    (['置い', '置か', '置き', '置く', '置け', '置こ'], ['dig', 'dug'], ['hat'])
    >>> "置きません" in forms("置かない"), "建てません" in forms("建てない")
    (True, True)
    """
    yield word
    if (past := _pasts().get(word)) is not None:
        yield past
    if word.endswith(_NOT) and len(word) > len(_NOT):
        yield _politely_not(word.removesuffix(_NOT))
    row = next((row for row in _ROWS if word[-1] in row), None)
    if row is None or len(word) == 1:
        return
    stem = word[:-1]
    yield from (stem + kana for kana in row if kana != word[-1])
    also = _BEFORE_ENDINGS.get(row[0])
    if also and also not in row:
        yield stem + also
    if row[0] == "ら" and (len(stem) > 1 or not "ぁ" <= stem <= "ヺ"):
        yield stem


def verb_forms(word: str) -> Iterable[str]:
    """A word that may be no verb: its forms, in Japanese where it ends as one does."""
    ends_so = word.isascii() or any(word[-1] == row[2] for row in _ROWS)
    return forms(word) if ends_so else (word,)


@cache
def _pasts() -> Mapping[str, str]:
    """The English words that have an irregular past, with it."""
    return dict(pair.split() for pair in word_lists("en", "words")["pasts"])


def _politely_not(stem: str) -> str:
    """The polite negation of a verb, from what stands before ない: its last kana of the first row becomes the second."""
    row = next((row for row in _ROWS if stem[-1] == row[0]), None)
    return f"{stem[:-1]}{row[1]}ません" if row else f"{stem}ません"


_LATIN = re.compile("[a-zA-Z]+")


def plain_name(name: str) -> str:
    """A name without what it has in brackets."""
    return re.sub(_BRACKETS, " ", name)


class Sheet:
    """What can be filled in: fields in the order in which they are asked, and what all of it is called.

    ``lexicon``: its words, where they were made before.
    """

    def __init__(
        self, names: Iterable[str], fields: Mapping[str, Field], lexicon: LexiconData | None = None
    ) -> None:
        self.names = tuple(names)
        self.fields = fields
        self.order = {key: place for place, key in enumerate(fields)}
        self.lexicon = LineLexicon() if lexicon is None else LineLexicon.of_data(lexicon)
        if lexicon is None:
            self._add_names()
            for field in fields.values():
                self._add_field(field)
                self._add_options(field)

    def _add(self, name: str, meaning: WordMeaning) -> None:
        """One more word, in kana as well."""
        self.lexicon.add(name, meaning)
        kana = reading_of(fold(name))
        if kana and len(kana) > 1 and not language().meanings(kana):
            self.lexicon.add(kana, meaning)

    def _add_names(self) -> None:
        for place, name in enumerate(self.names):
            plain = plain_name(name)
            self._add(plain, ("action", place, 0, 1))
            several = content_words(plain) or [plain]
            for number, word in enumerate(several):
                for form in forms(word):
                    self._add(form, ("action", place, number, len(several)))

    def _add_field(self, field: Field) -> None:
        # Who says where to, or level, in one way may say it in another.
        also = (
            word
            for several in map(words, ("where-to", "leading"))
            if any(fold(name) in several for name in field.names)
            for word in several
        )
        for name in (*field.names, *also):
            self._add(plain_name(name), ("field", field.id))
            for word in content_words(plain_name(name)):
                for form in verb_forms(word):
                    self._add(form, ("thing", field.id))
        for inner in field.fields.values():
            for name in inner.names:
                self.lexicon.add(name, ("inner", field.id, inner.id))
        for extra in field.extras:
            for name in extra.names:
                self.lexicon.add(name, ("extra", field.id, extra.id))

    def _add_options(self, field: Field) -> None:
        if not kind_of(field).picks_options:
            return
        denials = words("denying") | words("lacking")
        for option in field.options:
            for name in option.names:
                # What is called so goes before what has it as another name.
                own = "name" if name == option.id or name in option.name.each else "option"
                self._add(name, (own, field.id, option.id))
                if plain_name(name) != name:
                    self.lexicon.add(plain_name(name), ("part", field.id, option.id))
                numbers = _numbers_in(name)
                # A number says which option only beside a word of the same name, which may be a counter.
                counters = [word for word in _LATIN.findall(name) if numbers and _counts(word)]
                # What denies something is no name.
                several = [w for w in content_words(name) if fold(w) not in denials] + counters
                for word in several:
                    for form in verb_forms(word):
                        self._add(form, ("part", field.id, option.id))
                beside = [key_of(tokens_of(word)) for word in several]
                for digits in numbers:
                    self.lexicon.add(digits, ("digit", field.id, option.id, *beside))


def _counts(word: str) -> bool:
    return COUNTER in language().meanings(key_of(tokens_of(word)))


def _numbers_in(name: str) -> list[str]:
    """The numbers of a name that has other words besides."""
    numbers = re.findall(r"\d+", narrow(name))
    return numbers if content_words(name) else []


def people(names: Sequence[str], speaker: str | None) -> LineLexicon:
    """The names of the players, and how the one who speaks is called."""
    lexicon = LineLexicon()
    for name in names:
        lexicon.add(name, ("player", name))
    if speaker is not None:
        for lang in LANGS:
            for word in word_lists(lang, "words")["self"]:
                lexicon.add(word, ("player", speaker))
    return lexicon
