"""Cuts a question up: its language, its words, and which of them only make it a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from rulesref.base.folding import (
    fold,
    folded_words,
    hiragana,
    narrow,
    readings,
    sounds,
    stem,
    word_lists,
    words,
    written_words,
)
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS
from rulesref.library.library import Library, Shelf
from rulesref.search.analysis import runs
from rulesref.search.index_reader import IndexReader

#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300


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

    >>> language_of("帽子の色"), language_of("hat colour"), language_of("13")
    ('ja', 'en', None)
    """
    if any("぀" <= char <= "ヿ" or "㐀" <= char <= "鿿" or "ｦ" <= char <= "ﾟ" for char in question):
        return "ja"
    return "en" if any(char.isalpha() for char in question) else None


def parse_query(text: str) -> Query:
    """The question in ``text``, cut up. Half characters, which no encoding can hold, are spaces."""
    clean = "".join(" " if "\ud800" <= char <= "\udfff" else char for char in text[:LONGEST])
    flat = narrow(clean).casefold()
    for courtesy in _courtesies():
        if courtesy in flat:
            flat = flat.replace(courtesy, " ")
    pieces = tuple(_word(*word) for word in written_words(flat))
    return Query(clean, "".join(word.text for word in pieces), pieces)


@cache
def _courtesies() -> list[str]:
    """What people say without asking anything, the longest first."""
    return sorted(
        (phrase for lang in LANGS for phrase in word_lists(lang, "words")["courtesies"]),
        key=len,
        reverse=True,
    )


@cache
def _stop_words() -> frozenset[str]:
    """The Latin words that say nothing about the subject."""
    return words("stop-words")


@cache
def stop_stems() -> frozenset[str]:
    """The stems of such words."""
    return frozenset(map(stem, _stop_words()))


def is_stop_word(word: str) -> bool:
    """Whether a Latin word says nothing about the subject, in any of its forms."""
    return word in _stop_words() or stem(word) in stop_stems()


def like_stop_word(word: str) -> bool:
    """Whether a Latin word is a slip of the keyboard for a stop word: two letters swapped.

    >>> like_stop_word("wehn"), like_stop_word("whcih"), like_stop_word("hat")
    (True, True, False)
    """
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1))
    return any(other in _stop_words() for other in swapped)


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
def _stop_phrases() -> list[str]:
    """The stop phrases as they are written, but with large kana alone, the longest first."""
    phrases = {
        "".join(written for _, written, _ in written_words(phrase)).translate(_LARGE)
        for phrase in word_lists("ja", "words")["stop-phrases"]
    }
    return sorted(phrases, key=lambda phrase: (-len(phrase), phrase))


def _without_stop_phrases(word: str) -> str:
    """A Japanese word or sentence with the stop phrases in it blanked out."""
    # Only phrases in hiragana are taken out: one in katakana is somebody's subject.
    plain = word.translate(_LARGE)
    for phrase in _stop_phrases():
        if phrase in plain:
            plain = plain.replace(phrase, " " * len(phrase))
    return plain


_LARGE = str.maketrans("ぁぃぅぇぉっゃゅょ", "あいうえおつやゆよ")


#: How lists of words are called that mean a group of everyday words when one of each stands in a sentence.
_FIRST, _THEN = "-first", "-then"
#: What ends a sentence.
_SENTENCE = r"[。．？！?!;；\n]|\.(?=\s|$)"


@cache
def _apart() -> list[tuple[str, list[str], list[str]]]:
    """The groups whose words stand apart: what stands before, and what behind it."""
    groups = []
    for lang in LANGS:
        lists = word_lists(lang, "words")
        for name, last in lists.items():
            if name.endswith(_THEN):
                group = name.removesuffix(_THEN)
                first = lists[group + _FIRST]
                groups.append((group, [*map(_spaced, first)], [*map(_spaced, last)]))
    return groups


def _spaced(text: str) -> str:
    """Folded, with a space around Latin words."""
    folded = " ".join(folded_words(text))
    return f" {folded} " if folded.isascii() else folded


def groups_apart(text: str) -> Iterator[tuple[str, str]]:
    """The groups of everyday words that a question means by words that do not stand together, and the latter of them.

    >>> list(groups_apart("can I swap a hat with another player?")), list(groups_apart("swap hats. what next?"))
    ([('manners-lend', 'with another')], [])
    """
    for sentence in re.split(_SENTENCE, text):
        spaced = f" {' '.join(folded_words(sentence))} "
        for group, first, last in _apart():
            places = [place + len(word) - 1 for word in first if (place := spaced.find(word)) >= 0]
            begun = min(places, default=None)
            said = begun is not None and next((w for w in last if spaced.find(w, begun) >= 0), "")
            if said:
                yield group, said.strip()


#: Shorter words are too near to everything, and so are two slips in words shorter than this.
_SHORTEST, _LONG = 4, 8
#: A single kana is no word.
_SHORTEST_KANA = 2
#: Shorter words are romaji only among other romaji.
_ROMAJI = 3


def reread(query: Query, readers: Sequence[IndexReader]) -> tuple[Query, dict[str, str]]:
    """The question with its unknown Latin words read as what was meant, and which those were."""
    unknown = _unknown(query, readers)
    if not unknown:
        return query, {}
    kana = {word: _kana(word, readers) for word in unknown if readings(word)}
    strange = [word for word in unknown if not _is_common(word)]
    # One word of romaji: the others, however short, are romaji as well.
    romaji = any(word in kana and _is_word(kana[word], readers) for word in strange)
    meant = kana if romaji else {}
    english = any(map(_is_english, query.words))
    for word in strange:
        if word not in meant:
            meant |= _meant(word, None if english else kana.get(word), readers)
    if any(not read.isascii() for read in meant.values()):
        meant = kana | meant
    return (
        (_replaced(query, meant), {w: r for w, r in meant.items() if r}) if meant else (query, {})
    )


@cache
def _common() -> frozenset[str]:
    """The stems of common words."""
    return frozenset(map(stem, word_lists("en", "common")["common"]))


def _is_common(word: str) -> bool:
    """Whether a Latin word is a common one, in any of its forms: somebody meant it."""
    return stem(word) in _common()


def _is_english(word: QueryWord) -> bool:
    """Whether a word that says nothing can be no romaji, so that the others are none either."""
    return "0" not in word.stop and word.text.isascii() and not readings(word.text)


def _meant(word: str, kana: str | None, readers: Sequence[IndexReader]) -> dict[str, str]:
    """What an unknown word is read as, if anything; nothing is left of a slip for a word that asks."""
    if like_stop_word(word):
        return {word: ""}
    near = nearest(word, readers, 1) or _joined(word, readers) or nearest(word, readers, 2)
    if near:
        return {word: near}
    if kana and len(word) > _ROMAJI and _all_pairs(kana, readers):
        return {word: kana}
    return {}


def _unknown(query: Query, readers: Sequence[IndexReader]) -> list[str]:
    """The Latin words of a question that no game uses."""
    latin = [
        run
        for word in query.words
        for run in runs(word.text)
        if run.isascii() and run.isalpha() and len(run) > 1 and not is_stop_word(run)
    ]
    forms = list(dict.fromkeys(form for word in latin for form in (word, stem(word))))
    known = set().union(*(reader.known(forms) for reader in readers)) if forms else set()
    return [w for w in dict.fromkeys(latin) if w not in known and stem(w) not in known]


def _kana(romaji: str, readers: Sequence[IndexReader]) -> str:
    """Romaji as folded kana: a known word as it is written or sounds, if it can be read as one."""
    kana = [fold(read) for read in readings(romaji)]
    forms = dict.fromkeys((*kana, *map(sounds, kana)))
    return next((form for form in forms if _is_word(form, readers)), kana[0])


def _is_word(kana: str, readers: Sequence[IndexReader]) -> bool:
    """Whether a glossary or everyday language knows a word in hiragana."""
    if len(kana) < _SHORTEST_KANA:
        return False
    return any(True for reader in readers for _ in reader.meanings([kana]))


def _all_pairs(kana: str, readers: Sequence[IndexReader]) -> bool:
    """Whether all that makes up a word in hiragana occurs somewhere."""
    pairs = list(dict.fromkeys(kana[i : i + 2] for i in range(len(kana) - 1)))
    return any(len({t for t, _ in reader.games_with(pairs)}) == len(pairs) for reader in readers)


def _joined(word: str, readers: Sequence[IndexReader]) -> str | None:
    """Two known words, when ``word`` is both without a space."""
    cuts = [(word[:i], word[i:]) for i in range(3, len(word) - 2)]
    if not cuts:
        return None
    known = set().union(
        *(reader.known([half for cut in cuts for half in cut]) for reader in readers)
    )
    halves = [cut for cut in cuts if known.issuperset(cut)]
    return " ".join(halves[0]) if halves else None


def nearest(word: str, readers: Sequence[IndexReader], most: int) -> str | None:
    """The known word at most so many slips away; None when there is none or ``word`` is too short.

    Of several, the likeliest has the same letters, has only more or fewer of them, or begins and
    ends alike.
    """
    if len(word) < (_SHORTEST if most == 1 else _LONG):
        return None
    near = [
        (
            *(slips, sorted(word) != sorted(other), not _left_out(word, other)),
            *(word[:2] != other[:2], word[-1] != other[-1], other),
        )
        for start in dict.fromkeys((word[0], word[1] + word[0]))
        for reader in readers
        for other in reader.spelt_from(start, len(word) - most, len(word) + most)
        if (slips := slips_between(word, other, most)) <= most
    ]
    return min(near)[-1] if near else None


def _left_out(one: str, other: str) -> bool:
    """Whether one of two words is the other with letters left out."""
    short, long = sorted((one, other), key=len)
    letters = iter(long)
    return all(letter in letters for letter in short)


def slips_between(typed: str, meant: str, most: int) -> int:
    """How many letters were left out, added, changed or swapped; more than ``most`` is not counted.

    >>> slips_between("flwoer", "flower", 2), slips_between("tulup", "tulip", 1)
    (1, 1)
    """
    if abs(len(typed) - len(meant)) > most or len(set(typed) ^ set(meant)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(typed, 1):
        last, row, older = row, [i], before
        for j, other in enumerate(meant, 1):
            cost = min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != other))
            if older and j > 1 and letter == meant[j - 2] and typed[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = last
        if min(row) > most:
            return most + 1
    return row[-1]


def _replaced(query: Query, meant: dict[str, str]) -> Query:
    """The question with some of its Latin words replaced."""
    words: list[QueryWord] = []
    for word in query.words:
        if not any(run in meant for run in runs(word.text)):
            words.append(word)
            continue
        start = 0
        for run in runs(word.text):
            end = start + len(run)
            words.extend(parse_query(meant[run]).words if run in meant else [word.part(start, end)])
            start = end
    return Query(query.text, "".join(word.text for word in words), tuple(words))


def readers_of(library: Library) -> list[tuple[Shelf, IndexReader]]:
    """The shelves with what answers questions to them."""
    return [(shelf, IndexReader(shelf.connection)) for shelf in library.shelves]


def named_game(library: Library, query: Query) -> tuple[str | None, Query]:
    """The game that a question names, and the question without its name.

    The name itself stays when there is nothing else.
    """
    spans = _latin_spans(query) | _japanese_spans(query)
    best: tuple[int, str, NameSpan] | None = None
    for shelf, reader in readers_of(library):
        for name, n in reader.names(list(spans)):
            span = spans[name]
            if best is None or len(name) >= best[0]:
                best = (len(name), library.at(shelf, n).name, span)
    if best is None:
        best = _misspelt_name(library, query)
    if best is None:
        return None, query
    rest = _without(query, best[2])
    return best[1], query if rest.empty else rest


@frozen
class NameSpan:
    """Where something stands in a question: from a word and character to another."""

    first: tuple[int, int]
    last: tuple[int, int]


#: A name as short as one character stands in too many questions.
_SHORTEST_NAME = 2
_LONGEST_NAME = 20
_WORDS_OF_NAME = 5
#: Shorter names are not looked for when they are misspelt.
_CLEAR_NAME = 5


def _latin_spans(query: Query) -> dict[str, NameSpan]:
    """Every row of Latin words, joined; a single word also as the kana it may be romaji for."""
    spans: dict[str, NameSpan] = {}
    row: list[tuple[str, int, int]] = []
    for i, word in enumerate(query.words):
        start = 0
        for run in runs(word.text):
            if not run.isascii():
                row.clear()
            else:
                row.append((run, i, start))
                for j in range(max(0, len(row) - _WORDS_OF_NAME), len(row)):
                    name = "".join(run for run, _, _ in row[j:])
                    span = NameSpan(row[j][1:], (i, start + len(run)))
                    spans[name] = span
                    kana = hiragana(name) if len(name) >= _CLEAR_NAME else None
                    if kana:
                        spans.setdefault(fold(kana), span)
            start += len(run)
    return {name: span for name, span in spans.items() if len(name) >= _SHORTEST_NAME}


def _japanese_spans(query: Query) -> dict[str, NameSpan]:
    """Every part of a Japanese word."""
    return {
        word.text[start:end]: NameSpan((i, start), (i, end))
        for i, word in enumerate(query.words)
        if not word.text.isascii()
        for start in range(len(word.text))
        for end in range(start + _SHORTEST_NAME, min(len(word.text), start + _LONGEST_NAME) + 1)
        if not word.text[start:end].isascii()
    }


def _misspelt_name(library: Library, query: Query) -> tuple[int, str, NameSpan] | None:
    """A game whose Latin name is misspelt in a word that no game uses."""
    readers = readers_of(library)
    spans = {n: s for n, s in _latin_spans(query).items() if n.isascii() and len(n) >= _CLEAR_NAME}
    known = set().union(*(reader.known(list(spans)) for _, reader in readers)) if spans else set()
    for typed, span in spans.items():
        if typed in known:
            continue
        for shelf, reader in readers:
            for name, n in reader.names_from(typed[0]):
                if len(name) >= _CLEAR_NAME and _slip_of(typed, name):
                    return len(name), library.at(shelf, n).name, span
    return None


def _slip_of(typed: str, name: str) -> bool:
    """Whether a name is misspelt, by a slip or by how it sounds (meksika)."""
    return slips_between(typed, name, 1) == 1 or _spoken(typed) == _spoken(name)


def _spoken(word: str) -> str:
    for letters, sound in (("x", "ks"), ("ph", "f"), ("c", "k"), ("y", "i"), ("z", "s")):
        word = word.replace(letters, sound)
    return word


def _without(query: Query, span: NameSpan) -> Query:
    words: list[QueryWord] = []
    for i, word in enumerate(query.words):
        start = span.first[1] if i == span.first[0] else 0 if i > span.first[0] else len(word.text)
        end = span.last[1] if i == span.last[0] else len(word.text) if i < span.last[0] else 0
        kept = [word] if start >= end else [word.part(0, start), word.part(end, len(word.text))]
        words.extend(part for part in kept if part.text)
    return Query(query.text, "".join(word.text for word in words), tuple(words))
