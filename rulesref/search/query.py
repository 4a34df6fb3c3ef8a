"""Cuts a question up: its words, which of them only make it a question, and what it is made of for one game.

Its parts are concepts, everyday words, plain words and their neighbours, each with its share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby

from rulesref.base.folding import (
    folded_words,
    in_kana,
    is_kanji,
    is_katakana,
    stem,
    word_lists,
    words,
    written_words,
)
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS, narrow
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.search.analysis import MOST_WORDS, SHORT, KnownSpan, Lexicon, key_of, runs
from rulesref.search.index_reader import IndexReader
from rulesref.search.weights import INSIDE_WEIGHTS, PART_WEIGHTS, SINGLE_KANJI

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
def stop_words() -> frozenset[str]:
    """The words that say nothing about the subject, first names among them."""
    return words("stop-words") | words("people")


@cache
def stop_stems() -> frozenset[str]:
    """The stems of such words."""
    return frozenset(map(stem, stop_words()))


def is_stop_word(word: str) -> bool:
    """Whether a Latin word says nothing about the subject, in any of its forms."""
    return word in stop_words() or stem(word) in stop_stems()


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


#: How lists of words are called that mean a group of everyday words: one of the first before one of the latter in a
#: sentence that has none of the last.
_FIRST, _THEN, _BUT = "-first", "-then", "-but"
#: Between the name of a group and that of one of several such lists.
_OF = "/"
#: In such a list: any letters of a Latin word; the end of what is written without a space.
_ANY, _END = "*", "。"
#: What ends a sentence.
_SENTENCE = r"[。．？！?!;；\n]|\.(?=\s|$)"


@cache
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
def _begun_apart() -> tuple[str, ...]:
    """What one of these groups needs at least: a word that stands before, or where none need stand, one behind."""
    every = (
        word.partition(_ANY)[0] for _, first, then, _ in _apart()
        for word in (then if first == [" "] else first)
    )  # fmt: skip
    return tuple(dict.fromkeys(every))


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
    for sentence in re.split(_SENTENCE, text):
        spaced = f" {' '.join(folded_words(sentence))} "
        if not any(word in spaced for word in _begun_apart()):  # as most
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


def unknown_words(query: Query, library: Library) -> list[str]:
    """The Latin words of a question that no game uses."""
    latin = [
        run
        for word in query.words
        for run in runs(word.text)
        if run.isascii() and run.isalpha() and len(run) > 1 and not is_stop_word(run)
    ]
    forms = {word: {word, stem(word)} for word in latin}
    shelves = library.by_rank()
    while forms and (shelf := next(shelves, None)):
        known = IndexReader(shelf.connection).known(sorted(set().union(*forms.values())))
        forms = {word: both for word, both in forms.items() if both.isdisjoint(known)}
    return list(forms)


# --- what a question is made of for one game --------------------------------------------------------

#: Where plain characters stand, see ``INSIDE_WEIGHTS``.
_FREE, _CONCEPT, _EVERYDAY = range(3)

#: Kind and tokens of parts; in which known words they stand, if any, what was written, and whether it says which.
Parts = dict[tuple[str, tuple[str, ...]], tuple[int, str, bool]]


@frozen
class QueryPart:
    """One part of a question (質問の要素): any of its tokens answers it."""

    kind: str
    tokens: tuple[str, ...]
    #: How much it counts, before idf.
    weight: float
    #: What was written, folded.
    text: str
    #: Whether it says something of its own: it is no neighbours, and no word that is part of another.
    free: bool
    #: Whether it says which one of a kind (harpoon phase, 鯨油の計算).
    which: bool = False


def parts_of(query: Query, glossary: Lexicon, everyday: Lexicon) -> list[QueryPart]:
    """The parts of a question, each once."""
    return [
        QueryPart(kind, tokens, _weight(kind, inside, text), text, _free(kind, inside), which)
        for (kind, tokens), (inside, text, which) in _taken(query, glossary, everyday).items()
    ]


def _taken(query: Query, glossary: Lexicon, everyday: Lexicon, *, neighbours: bool = True) -> Parts:
    taken = _Parts(glossary, everyday, neighbours=neighbours)
    for word in query.words:
        taken.word(word)
    taken.flush()
    for group, text in chain(groups_apart(query.text), even_scores(query.text)):
        taken.add(_everyday([group], (), stop=False), [f"~{group}"], text)
    return taken.parts


def standalone_tokens(query: Query, glossary: Lexicon, everyday: Lexicon) -> set[str]:
    """What a question says: the tokens of its parts that are free."""
    taken = _taken(query, glossary, everyday, neighbours=False)
    return {
        token
        for (kind, tokens), (inside, *_) in taken.items()
        if _free(kind, inside)
        for token in tokens
    }


#: How the groups of words begin for what goes on among the players, whatever the game is: lending, taking back.
MANNERS = "manners-"

#: Neighbours, and everyday words that a concept said already.
_SAY_NOTHING = ("phrase", "katakana", "hiragana", "ending", "echo")


def _free(kind: str, inside: int) -> bool:
    return inside == _FREE and kind not in _SAY_NOTHING


def _weight(kind: str, inside: int, text: str) -> float:
    weight = PART_WEIGHTS[kind][0] * INSIDE_WEIGHTS[inside]
    return weight * SINGLE_KANJI if kind == "concept" and len(text) == 1 else weight


class _Parts:
    """Takes a question apart, word by word."""

    def __init__(self, glossary: Lexicon, everyday: Lexicon, *, neighbours: bool) -> None:
        self.glossary = glossary
        self.everyday = everyday
        #: Whether what stands side by side is a part.
        self.neighbours = neighbours
        self.parts: Parts = {}
        #: Latin words and numbers since the last Japanese: as written, and whether they are stop words.
        self.row: list[tuple[str, bool]] = []

    def add(
        self,
        kind: str,
        tokens: Sequence[str],
        text: str,
        inside: int = _FREE,
        *,
        which: bool = False,
    ) -> None:
        key = (kind, tuple(tokens))
        old = self.parts.get(key)
        # What stands freely anywhere counts as free.
        if old is None or (old[0] != _FREE and inside == _FREE):
            self.parts[key] = (inside, text, which)

    def word(self, word: QueryWord) -> None:
        inside = [_FREE] * len(word.text)
        if not word.text.isascii():
            self.known(word, inside)
        start = 0
        for run in runs(word.text):
            end = start + len(run)
            if run.isascii():
                self.row.append((run, word.stop[start] == "1"))
            else:
                self.flush()
                self.japanese(word, start, end, inside)
            start = end

    def known(self, word: QueryWord, inside: list[int]) -> None:
        """The concepts and everyday words of a Japanese word."""
        text, foreign = word.text, word.foreign
        everyday = list(self.everyday.spans(text, foreign))
        for start, end, terms in _whole(self.glossary.spans(text, foreign), everyday, text):
            self.add("concept", ["@" + term for term in terms], text[start:end])
            inside[start:end] = [_CONCEPT] * (end - start)
        for start, end, meant in everyday:
            groups = _groups(meant)
            kind = _everyday(groups, inside[start:end], stop="0" not in word.stop[start:end])
            self.add(kind, ["~" + group for group in groups], text[start:end])
            for i in range(start, end):
                inside[i] = inside[i] or _EVERYDAY

    def flush(self) -> None:
        """Take the Latin words apart that stand in a row."""
        row, self.row = self.row, []
        stems = [stem(word) for word, _ in row]
        inside = [_FREE] * len(row)
        for start, end, terms in self.glossary.rows(stems):
            self.add("concept", ["@" + term for term in terms], " ".join(stems[start:end]))
            inside[start:end] = [_CONCEPT] * (end - start)
        for start, end, meant in self.everyday.rows(stems):
            groups = _groups(meant)
            kind = _everyday(
                groups, inside[start:end], stop=all(stop for _, stop in row[start:end])
            )
            text = " ".join(word for word, _ in row[start:end])
            self.add(kind, ["~" + group for group in groups], text)
            for i in range(start, end):
                inside[i] = inside[i] or _EVERYDAY
        for i, (word, stop) in enumerate(row):
            if not stop:
                kind = "number" if word.isdigit() else "latin"
                which = i + 1 < len(row) and row[i + 1][0] in words("kinds")
                self.add(kind, [stems[i]], word, inside[i], which=which)
        for i in range(len(row) - 1 if self.neighbours else 0):
            pair = f"{stems[i]} {stems[i + 1]}"
            self.add("phrase", [pair], pair, max(inside[i], inside[i + 1]))

    def japanese(self, word: QueryWord, start: int, end: int, inside: Sequence[int]) -> None:
        """Pairs of characters and single kanji of a run of Japanese."""
        text, written, stop = word.text, word.written, word.stop
        if end - start == 1:
            kind = "kanji" if is_kanji(text[start]) else "hiragana"
            self.add(kind, [text[start]], text[start], inside[start])
            return
        for i in range(start, end - 1 if self.neighbours else start):
            stops = stop[i] + stop[i + 1]
            kind = _pair(written[i], written[i + 1])
            if kind == "kanji" or stops == "11" or (kind == "hiragana" and "1" in stops):
                continue
            both = max(inside[i], inside[i + 1]) if inside[i] and inside[i + 1] else _FREE
            self.add(kind, [text[i : i + 2]], text[i : i + 2], both)
        place = start
        for naming, found in groupby(text[start:end], _names):
            run = "".join(found)
            behind = written[place + len(run) : place + len(run) + 1]
            which = naming and len(run) > 1 and (behind == "の" or is_katakana(behind))
            for i, char in enumerate(run, place):
                if is_kanji(char):
                    self.add("kanji", [char], char, inside[i], which=which)
            place += len(run)


def _names(char: str) -> bool:
    """Whether a character may be part of what something is called: a kanji, but no number."""
    return is_kanji(char) and char not in words("kanji-numbers")


def _groups(groups: Sequence[str]) -> Sequence[str]:
    """What an everyday word means: what players do to each other, if it may."""
    return [group for group in groups if group.startswith(MANNERS)] or groups


def _everyday(groups: Sequence[str], inside: Sequence[int], *, stop: bool) -> str:
    """The kind of an everyday word.

    One of what players do to each other, that a concept said already, that no rule is about, that only asks, or
    another.
    """
    if groups[0].startswith(MANNERS):
        return "manner"
    if inside and all(place == _CONCEPT for place in inside):
        return "echo"
    if "counsel" in groups:
        return "counsel"
    if "elsewhere" in groups:
        return "elsewhere"
    return "asking" if stop else "everyday"


def _whole(
    spans: Iterable[KnownSpan], others: Sequence[KnownSpan], text: str
) -> Iterator[KnownSpan]:
    """The spans that are no piece of another known word in kana (タイ of タイミング)."""
    for span in spans:
        start, end, _ = span
        # Of a word with kanji only what begins it is a piece: ぼう of ぼうし掛け, not ターン of 何ターン.
        longer = (
            (a == start and in_kana(text[start:end])) or in_kana(text[a:b])
            for a, b, _ in others
            if a <= start and end <= b and b - a > end - start
        )
        if not any(longer):
            yield span


def _pair(first: str, second: str) -> str:
    """The kind of two characters that stand side by side."""
    scripts = _script(first), _script(second)
    return scripts[0] if scripts[0] == scripts[1] else "ending"


def _script(char: str) -> str:
    return "kanji" if is_kanji(char) else "katakana" if is_katakana(char) else "hiragana"


def keys_of(query: Query) -> list[str]:
    """Everything in a question that a glossary could know."""
    keys: dict[str, None] = {}
    row: list[str] = []
    for word in query.words:
        if not word.text.isascii():
            _substrings(word.text, _LONGEST_KEY, keys)
            _substrings(word.foreign, SHORT, keys)
        for run in runs(word.text):
            if run.isascii():
                row.append(stem(run))
            else:
                _in_a_row(row, keys)
                row = []
    _in_a_row(row, keys)
    return list(keys)


#: Longer known words are not looked for: the parts of a question grow with the square of this.
_LONGEST_KEY = 16


def _substrings(text: str, longest: int, keys: dict[str, None]) -> None:
    for i in range(len(text)):
        for j in range(i + 1, min(len(text), i + longest) + 1):
            keys[text[i:j]] = None


def _in_a_row(stems: Sequence[str], keys: dict[str, None]) -> None:
    for i in range(len(stems)):
        for j in range(i + 1, min(len(stems), i + MOST_WORDS) + 1):
            keys[" ".join(stems[i:j])] = None


#: Groups of everyday words that ask for a number.
ASKS_NUMBER = frozenset({"~cost", "~points", "~income", "~how-many", "~limit", "~minimum"})


def words_asked(game: Game, parts: Iterable[QueryPart]) -> Lexicon:
    """What the concepts of a question are called, to be found in texts."""
    terms = [token[1:] for part in parts for token in part.tokens if token[0] == "@"]
    meanings: dict[str, list[str]] = {}
    for name in dict.fromkeys(terms):
        term = game.term(name)
        for word in (*term.name, *term.synonyms[0], *term.synonyms[1]) if term else ():
            if key := key_of(word):
                meanings.setdefault(key, []).append(name)
    return Lexicon(meanings)


def words_of_groups(tokens: Iterable[str]) -> Lexicon:
    """The everyday words of the groups among these tokens, to be found in texts."""
    meanings: dict[str, list[str]] = {}
    for name in dict.fromkeys(token[1:] for token in tokens if token[0] == "~"):
        for word in words(name, "everyday"):
            meanings.setdefault(key_of(word), []).append(name)
    return Lexicon(meanings)
