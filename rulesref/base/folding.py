"""Words as they are compared: the one normaliser of text, stems, and the lists of words that people type."""

from __future__ import annotations

import json
import os
import unicodedata
from binascii import crc32  # zlib has it too, and is a library of its own to load
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from rulesref.base.disk import language_file, language_folder, recall, remember
from rulesref.base.text import LANGS, narrow

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ",
    "t": "たちつてと", "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "m": "まみむめも", "r": "らりるれろ", "w": "わゐうゑを",
}  # fmt: skip
_SINGLE = {
    "ya": "や", "yu": "ゆ", "yo": "よ", "shi": "し", "chi": "ち", "tsu": "つ", "fu": "ふ", "ji": "じ",
}  # fmt: skip
#: Sounds that only foreign words have, and those that may be one of theirs.
_BORROWED = {
    "tsa": "つぁ", "tsi": "つぃ", "tse": "つぇ", "tso": "つぉ", "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ",
    "fo": "ふぉ", "she": "しぇ", "je": "じぇ", "che": "ちぇ", "thi": "てぃ", "dhi": "でぃ",
}  # fmt: skip
_FOREIGN = {"ti": "てぃ", "di": "でぃ", "tu": "とぅ", "du": "どぅ"}
_GLIDES = {
    "ky": "き", "gy": "ぎ", "sh": "し", "sy": "し", "ch": "ち", "ty": "ち", "ny": "に", "hy": "ひ",
    "by": "び", "py": "ぴ", "my": "み", "ry": "り", "j": "じ", "jy": "じ", "zy": "じ",
}  # fmt: skip
_SMALL = {"a": "ゃ", "u": "ゅ", "o": "ょ"}
_LONGEST = 3
_DOUBLING = set("kstpcgdbz")


@cache
def _kana() -> dict[str, str]:
    """Every sound and its kana."""
    sounds = {c + v: row[i] for c, row in _ROWS.items() for i, v in enumerate(_VOWELS)}
    sounds |= {c + v: k + small for c, k in _GLIDES.items() for v, small in _SMALL.items()}
    return sounds | _SINGLE | _BORROWED


def readings(romaji: str) -> list[str]:
    """The ways to read a word in romaji, the likeliest first; none when it is not romaji.

    >>> readings("shinrin"), readings("tiketto"), readings("flower")
    (['しんりん'], ['ちけっと', 'てぃけっと'], [])
    """
    every = (hiragana(romaji), hiragana(romaji, foreign=True))
    return list(dict.fromkeys(filter(None, every)))


def hiragana(romaji: str, *, foreign: bool = False) -> str | None:
    """The hiragana of a word in romaji (Hepburn or kunrei); None when it is not romaji.

    A ``foreign`` word has sounds that Japanese has not.

    >>> hiragana("shinrin"), hiragana("kakuka"), hiragana("flower"), hiragana("kappa")
    ('しんりん', 'かくか', None, 'かっぱ')
    >>> hiragana("tiketto", foreign=True), hiragana("tsoa")
    ('てぃけっと', 'つぉあ')
    """
    word = romaji.lower().replace("-", "").replace("ō", "ou").replace("ū", "uu")
    kana = ""
    place = 0
    while place < len(word):
        piece = _piece(word, place, foreign=foreign)
        if piece is None:
            return None
        kana += piece[1]
        place += piece[0]
    return kana or None


#: The sound before decides whether one of these only lengthens it.
_LENGTHENS = {
    "あ": "あかがさざただなはばぱまやらわ", "い": "いきぎしじちにひびぴみりえけげせぜてでねへべぺめれ",
    "う": "うくぐすずつぬふぶぷむゆるおこごそぞとどのほぼぽもよろ", "え": "えけげせぜてでねへべぺめれ",
    "お": "おこごそぞとどのほぼぽもよろ",
}  # fmt: skip
_SAME_SOUND = {"づ": "ず", "ぢ": "じ", "を": "お"}


def sounds(kana: str) -> str:
    """Hiragana as it is heard: without what only lengthens a sound, one sign for each sound.

    >>> sounds("ふうどでい"), sounds("ふどで"), sounds("おうさま"), sounds("つづき")
    ('ふどで', 'ふどで', 'おさま', 'つずき')
    """
    heard = ""
    for char in kana:
        if heard and heard[-1] in _LENGTHENS.get(char, ""):
            continue
        heard += _SAME_SOUND.get(char, char)
    return heard


def _piece(word: str, place: int, *, foreign: bool) -> tuple[int, str] | None:
    """How many letters make the next sound, and its kana."""
    for size in range(_LONGEST, 0, -1):
        sound = word[place : place + size]
        kana = (_FOREIGN.get(sound) if foreign else None) or _kana().get(sound)
        if kana and place + size <= len(word):
            return size, kana
    letter, after = word[place], word[place + 1 : place + 2]
    if letter == "n":
        return 1, "ん"
    if letter in _DOUBLING and letter == after:
        return 1, "っ"
    return None


#: From a hiragana to its katakana.
_KATAKANA = ord("ァ") - ord("ぁ")
#: Old and new forms, small and large kana, and characters that keyboards and IMEs mix up.
_ALIKE = {
    **dict.fromkeys("‐‑‒–—―−－ｰ", "ー"),
    **{chr(ord(hira) + _KATAKANA): hira for hira in map(chr, range(ord("ぁ"), ord("ゖ") + 1))},
    **dict(zip("ぁぃぅぇぉっゃゅょゎゔァィゥェォッャュョヮヴ", "あいうえおつやゆよわぶ" * 2, strict=True)),
    **dict(zip("國學舊澤龍壽圖區", "国学旧沢竜寿図区", strict=True)), "’": "'", "‘": "'",
}  # fmt: skip
#: Inside a word these say nothing.
_DROPPED = "ー・'"
_DROP = str.maketrans("", "", _DROPPED)


class _Folded(dict[int, str]):
    """What each character is folded to: itself, its like, or a space between words."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if (
            char not in _DROPPED
            and not char.isalnum()
            and unicodedata.category(char)[0] not in "LNM"
        ):
            char = " "
        self[code] = char
        return char


_FOLD = _Folded({ord(char): alike for char, alike in _ALIKE.items()})


def composed(text: str) -> str:
    r"""``text`` with one character for each letter and its marks: what looks the same is the same.

    >>> composed("か\u3099") == "が"
    True
    """
    return unicodedata.normalize("NFC", text)


# --- what was worked out for a word, kept for the next time that somebody writes it ---------------

P = ParamSpec("P")
R = TypeVar("R")

#: Of longer words a few hundred would fill the memory.
_LONGEST_KEPT = 200


def remembered(
    most: int,
) -> Callable[[Callable[Concatenate[str, P], R]], Callable[Concatenate[str, P], R]]:
    """Keeps what a function of a word gives for so many of them, as long as they are short.

    >>> @remembered(10)
    ... def shouted(word: str) -> str:
    ...     print(word)
    ...     return word.upper()
    >>> shouted("ha"), shouted("ha")
    ha
    ('HA', 'HA')
    """

    def of(make: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
        known = lru_cache(most)(make)

        @wraps(make)
        def called(word: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return (make if len(word) > _LONGEST_KEPT else known)(word, *args, **kwargs)  # type: ignore[arg-type]

        return called

    return of


# --- folding ---------------------------------------------------------------------------------------

#: So many texts stay folded: whatever a line may name is folded again for every line.
_MOST_FOLDED = 4096


@remembered(_MOST_FOLDED)
def fold(text: str) -> str:
    """``text`` as it is compared: one width, one case, hiragana, no long vowels, spaces or marks.

    What differs only in writing folds to the same string; what differs in meaning does not.

    >>> fold("ＶＰ ボーナス"), fold("カレル・学院"), fold("ヴェネツィア")
    ('vpぼなす', 'かれる学院', 'べねついあ')
    >>> fold("Gnomes' hat")
    'gnomeshat'
    """
    if text.isascii():
        return "".join(_ascii_words(text))
    return _folded(_flat(text)).translate(_DROP).replace(" ", "")


#: The folded words of ASCII text at once: letters in one case and digits, spaces for all else.
_ASCII = bytes(ord(c.lower() if c.isalnum() else " ") for c in map(chr, range(128))).ljust(256)


def _ascii_words(text: str) -> list[str]:
    return text.encode().translate(_ASCII, b"'").decode().split()


def folded_words(text: str) -> list[str]:
    """The folded words of ``text``; Japanese without spaces is one word.

    >>> folded_words("2-space tile"), folded_words("橋 の 横")
    (['2', 'space', 'tile'], ['橋', 'の', '横'])
    """
    if text.isascii():
        return _ascii_words(text)
    return [
        word for word in _split_at_dashes(_folded(_flat(text))).translate(_DROP).split(" ") if word
    ]


@remembered(_MOST_FOLDED)
def written_words(text: str) -> Sequence[tuple[str, str, str]]:
    """The words of ``text``: folded, as they are written, and as foreign words in them are looked for.

    All three have the same length: what is written has no long vowels either. Foreign words are
    looked for in katakana, also where somebody wrote hiragana alone or with long vowels.

    >>> written_words("ターンに 2-space")
    [('たんに', 'タンに', 'タンに'), ('2', '2', '2'), ('space', 'space', 'space')]
    >>> written_words("ちゅーりっぷの")
    [('ちゆりつぷの', 'ちゅりっぷの', 'チュリップノ')]
    """
    if text.isascii():
        return [(word, word, word) for word in _ascii_words(text)]
    flat = _flat(text)
    every: list[tuple[str, str, str]] = []
    start = 0
    for chunk in _split_at_dashes(_folded(flat)).split(" "):
        end = start + len(chunk)
        word = chunk.translate(_DROP)
        if word.isascii():  # most of English
            if word:
                every.append((word, word, word))
        else:
            raw = flat[start:end]
            written = "".join(c for c, like in zip(raw, chunk, strict=True) if like not in _DROPPED)
            every.append(
                (word, written, _in_katakana(written) if _may_be_foreign(raw) else written)
            )
        start = end + 1
    return every


def _flat(text: str) -> str:
    """One width, one case, and one character for each sound of ヴ."""
    flat = narrow(text).casefold()
    if "ヴ" in flat or "ゔ" in flat:
        for sound, small in zip("ばびぶべぼ", "ぁぃぅぇぉ", strict=True):
            for vowel in (small, _in_katakana(small)):
                flat = flat.replace("ゔ" + vowel, sound)
                flat = flat.replace("ヴ" + vowel, _in_katakana(sound))
    return flat


def _folded(flat: str) -> str:
    """Every character folded, a space for each that separates; as long as ``flat``."""
    return flat.translate(_FOLD)


def _split_at_dashes(folded: str) -> str:
    """``folded`` with a space for a dash between Latin letters or digits; after kana it only lengthens."""
    place = folded.find("ー")
    while place >= 0:
        before = folded[:place].rstrip(_DROPPED)[-1:]
        after = folded[place + 1 : place + 2]
        if before.isascii() and before.isalnum() and after and after.isascii():
            folded = f"{folded[:place]} {folded[place + 1 :]}"
        place = folded.find("ー", place + 1)
    return folded


def _may_be_foreign(raw: str) -> bool:
    """Whether foreign words in it may be written in hiragana."""
    if "ー" in raw:
        return not any(map(is_katakana, raw))
    return all(map(is_hiragana, raw))


def _in_katakana(text: str) -> str:
    return "".join(chr(ord(c) + _KATAKANA) if is_hiragana(c) else c for c in text)


def is_hiragana(char: str) -> bool:
    """Whether a character is hiragana."""
    return "ぁ" <= char <= "ゖ"


def is_katakana(char: str) -> bool:
    """Whether a character is katakana."""
    return "ァ" <= char <= "ヺ"


def is_one_kana(text: str) -> bool:
    """Whether a text is one kana."""
    return len(text) == 1 and "ぁ" <= text <= "ヺ"


def is_kanji(char: str) -> bool:
    """Whether a character is a kanji."""
    return "一" <= char <= "鿿" or char == "々"


def in_kana(text: str) -> bool:
    """Whether a text is written in kana alone.

    >>> in_kana("いし"), in_kana("コマ"), in_kana("石いくつ")
    (True, True, False)
    """
    return all("ぁ" <= char <= "ヺ" for char in text)


# --- the words of the languages ---------------------------------------------------------------------

#: The folders whose modules make something of words.
_MAKERS = ("base", "fields", "search", "answers", "words")


@cache
def _state() -> str:
    """What shows that the words of the languages, or the code that reads them, have changed."""
    code = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
    folders = [f"{language_folder()}/{lang}" for lang in LANGS]
    folders += [f"{code}/{part}" for part in _MAKERS]
    changes = [
        (about.st_mtime_ns, about.st_size)
        for folder in folders
        for entry in os.scandir(folder)
        if entry.name.endswith((".py", ".yaml"))
        for about in [entry.stat()]
    ]
    return f"{code} {len(changes)} {sum(time for time, _ in changes)} {sum(size for _, size in changes)}"


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """Keeps for later runs what a function makes of nothing but the words of the languages.

    It makes values as JSON has them, and makes them again after a change of the words or of the code. To read, fold and
    cut the words at each start costs a rule 0.1 times what importing click does, a number 0.3 times.
    """

    @wraps(make)
    def value(*args: P.args, **kwargs: P.kwargs) -> R:
        file = "-".join((make.__name__.strip("_"), *map(str, args))) + ".json"
        found: R = kept_value(file, "", lambda: make(*args, **kwargs))
        return found

    return cache(value)  # type: ignore[return-value]  # its arguments are names


def kept_value(file: str, of: str, make: Callable[[], R]) -> R:
    """What ``make`` makes of the words of the languages and of something whose state is ``of``; kept in a file for later runs."""
    state = f"{_state()} {of}"
    seal, _, text = (recall(file) or "").partition("\n")
    if seal != f"{state} {crc32(text.encode())}":
        text = json.dumps(make(), ensure_ascii=False)
        remember(file, f"{state} {crc32(text.encode())}\n{text}")
    found: R = json.loads(text)
    return found


@kept
def word_lists(lang: str, file: str) -> Mapping[str, Sequence[str]]:
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
    return {name: text[1:].replace(",  ", ", ").split(", ") for name, text in lists.items()}


@kept
def _folded_lists(file: str) -> Mapping[str, Sequence[str]]:
    """The lists of that name in every language, folded, each word once."""
    lists: dict[str, dict[str, None]] = {}
    for lang in LANGS:
        for name, group in word_lists(lang, file).items():
            lists.setdefault(name, {}).update(dict.fromkeys(map(fold, group)))
    return {name: list(group) for name, group in lists.items()}


@cache
def words(name: str, file: str = "words") -> frozenset[str]:
    """The words of a list in every language, folded.

    >>> "bye" in words("quit"), "おわり" in words("quit"), words("no") & words("yes")
    (True, True, frozenset())
    """
    return frozenset(_folded_lists(file).get(name, ()))


@cache
def _readings() -> dict[str, str]:
    return {word: kana for word, (kana,) in word_lists("ja", "readings").items()}


#: No word of the readings has more characters.
_LONGEST_READ = 6


def reading_of(word: str) -> str | None:
    """A folded word in hiragana, as it sounds most likely; None when a kanji is not known.

    A wrong reading does no harm: nobody types it.

    >>> reading_of("強い色"), reading_of("最後の順番"), reading_of("龥")
    ('つよいいろ', 'さいごのじゆんばん', None)
    """
    reading = ""
    place = 0
    while place < len(word):
        if not is_kanji(word[place]):
            reading += word[place]
            place += 1
            continue
        for end in range(min(len(word), place + _LONGEST_READ), place, -1):
            kana = _readings().get(word[place:end])
            if kana:
                reading += kana
                place = end
                break
        else:
            return None
    return fold(reading)


class Nameable(Protocol):
    """Something that people call by one of its ``names``: id, both names, aliases."""

    @property
    def names(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Nameable)


def by_name(things: Iterable[T], word: str) -> T | None:
    """The first thing that one of its names is ``word``; romaji need not write long vowels."""
    return next(iter(all_by_name(things, word)), None)


def all_by_name(things: Iterable[T], word: str) -> list[T]:
    """Every thing that one of its names is ``word``; as it is written, else as it sounds."""
    things = things if isinstance(things, tuple) else list(things)
    written = _index(things).get(fold(word))
    if written is None and len(spelled := spellings(word)) > 1:
        written = _index(things, heard=True).get(spelled[1])
    return list(written or ())


def begun(things: Iterable[T], word: str) -> T | None:
    """The only thing with a name that begins with ``word``; None when there are several."""
    matches = all_begun(things, word)
    return matches[0] if len(matches) == 1 else None


def all_begun(things: Iterable[T], word: str) -> list[T]:
    """Every thing with a name that begins with ``word``."""
    things = things if isinstance(things, tuple) else list(things)
    flat = fold(word)
    names = _index(things).items()
    begun = {id(t) for name, those in names if flat and name.startswith(flat) for t in those}
    return [thing for thing in things if id(thing) in begun]


#: Long tuples of things by their folded names, and by how they sound: the options of a field are
#: asked for many times.
_INDEXED: dict[tuple[int, bool], tuple[tuple[Any, ...], dict[str, list[Any]]]] = {}
_LONG, _MOST_INDEXED = 3, 500


def _index(things: Sequence[T], *, heard: bool = False) -> dict[str, list[T]]:
    """The things by their folded names, or by how those sound that are not in Latin letters."""
    key = (id(things), heard)
    known = _INDEXED.get(key)
    if known is not None and known[0] is things:
        return known[1]
    names: dict[str, list[T]] = {}
    for thing in things:
        said = (fold(name) for name in thing.names if not (heard and name.isascii()))
        for name in dict.fromkeys(map(sounds, said) if heard else said):
            names.setdefault(name, []).append(thing)
    if isinstance(things, tuple) and len(things) >= _LONG:
        if len(_INDEXED) >= _MOST_INDEXED:
            _INDEXED.clear()
        _INDEXED[key] = (things, names)
    return names


def spellings(word: str) -> tuple[str, ...]:
    """A word as it is compared, and as it sounds if it may be romaji.

    >>> spellings("Ｔｕｌｉｐ"), spellings("noujou"), spellings("nojo")
    (('tulip',), ('noujou', 'のじよ'), ('nojo', 'のじよ'))
    """
    kana = hiragana(narrow(word))
    return (fold(word), sounds(fold(kana))) if kana else (fold(word),)


# --- stems of English words ------------------------------------------------------------------------

#: An ending is taken off a word when so many letters stay.
_SHORTEST_STEM = 3


@cache
def stem(word: str) -> str:
    """An English word without the endings of plural and tense.

    >>> [stem(w) for w in ("plots", "planting", "planted", "boxes", "glass", "digging", "colours")]
    ['plot', 'plant', 'plant', 'box', 'glass', 'dig', 'color']
    """
    word = _american(word)
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "e"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= _SHORTEST_STEM and not word.endswith("ss"):
            if ending in ("ies", "ied"):
                return rest + "y"
            doubled = rest[-1] == rest[-2] and rest[-1] in "bdfgmnprt"
            return rest[:-1] if doubled else rest
    return word


def _american(word: str) -> str:
    """One spelling for words that are written in two ways; what is no word may change alike."""
    if word == "grey":
        return "gray"
    if len(word) >= _LONG_WORD and ("our" in word or "isation" in word):
        return word.replace("our", "or").replace("isation", "ization")
    return word


#: Shorter words with these letters are others (four, hour).
_LONG_WORD = 6
