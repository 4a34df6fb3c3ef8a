"""What words that nobody knows were meant to be: slips, romaji; and which game a question names (読み替え)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from rulesref.base.folding import fold, hiragana, readings, sounds, stem, word_lists
from rulesref.library.library import GameSource, Library
from rulesref.search.analysis import runs
from rulesref.search.index_reader import IndexReader, readers_of
from rulesref.search.query import Query, QueryWord, is_stop_word, parse_query, stop_words


def unknown_words(query: Query, library: Library, game: str | None = None) -> list[str]:
    """The Latin words of a question that no game uses; first it is looked for in the ``game`` it is put to."""
    latin = [
        run
        for word in query.words
        for run in runs(word.text)
        if run.isascii() and run.isalpha() and len(run) > 1 and not is_stop_word(run)
    ]
    forms = {word: {word, stem(word)} for word in latin}
    first = library.to_search(game) if game else None
    shelves = chain([first.shelf] if first else [], library.by_rank())
    while forms and (shelf := next(shelves, None)):
        known = IndexReader(shelf.index).known(sorted(set().union(*forms.values())))
        forms = {word: both for word, both in forms.items() if both.isdisjoint(known)}
    return list(forms)


def like_stop_word(word: str) -> bool:
    """Whether a Latin word is a slip of the keyboard for a stop word: two letters swapped.

    >>> like_stop_word("wehn"), like_stop_word("whcih"), like_stop_word("hat")
    (True, True, False)
    """
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1))
    return any(other in stop_words() for other in swapped)


#: Shorter words are too near to everything, and so are two slips in words shorter than this.
_SHORTEST, _LONG = 4, 8
#: A single kana is no word.
_SHORTEST_KANA = 2
#: Shorter words are romaji only among other romaji.
_ROMAJI = 3


def reread(
    query: Query, unknown: Sequence[str], readers: Sequence[IndexReader]
) -> tuple[Query, dict[str, str]]:
    """The question with its ``unknown`` Latin words read as what was meant, and which those were."""
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


def as_read(text: str, read: Mapping[str, str]) -> str:
    """A text with its misspelt words as they were ``read``.

    >>> as_read("a hta, hta2", {"hta": "hat"})
    'a hat, hat2'
    """
    for typed, meant in read.items():
        text = re.sub(rf"(?i)(?<![a-z]){re.escape(typed)}(?![a-z])", meant, text)
    return text


@cache
def _common() -> frozenset[str]:
    """The stems of common words, and of what belongs to other games."""
    elsewhere = word_lists("en", "everyday")["elsewhere"]
    return frozenset(map(stem, (*word_lists("en", "common")["common"], *elsewhere)))


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
    return {pair for reader in readers for pair, _ in reader.games_with(pairs)} == set(pairs)


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


# --- which game is named ---------------------------------------------------------------------------


def named_game(library: Library, query: Query) -> tuple[str | None, Query]:
    """The game that a question names, if need be misspelt, and the question without its name.

    The name itself stays when there is nothing else.
    """
    readers = [(shelf, reader, None) for shelf, reader in readers_of(library)]
    best = _name_in(library, query, readers) or _misspelt_name(library, query)
    if best is None:
        return None, query
    return best[1], _unless_empty(query, best[2])


def without_name(library: Library, query: Query, game: str) -> Query:
    """The question without the name of the game that it is put to; the name stays when there is nothing else.

    No other game is looked at, nor what is misspelt.
    """
    listed = library.find(game)
    if listed is None:
        return query
    best = _name_in(
        library, query, [(listed.shelf, IndexReader(listed.shelf.connection), listed.n)]
    )
    return query if best is None else _unless_empty(query, best[2])


def _name_in(
    library: Library, query: Query, readers: Iterable[tuple[GameSource, IndexReader, int | None]]
) -> tuple[int, str, NameSpan] | None:
    """The longest name of a game in a question: its length, the game, and where it stands; with a number only that game's."""
    spans = _latin_spans(query) | _japanese_spans(query)
    found = [
        (len(name), name, library.at(shelf, n).name)
        for shelf, reader, only in readers
        for name, n in reader.names(list(spans))
        if only in (None, n)
    ]
    # Of one name, the shelf that wins comes last.
    longest = max(reversed(found), key=itemgetter(0, 1), default=None)
    return longest and (longest[0], longest[2], spans[longest[1]])


def _unless_empty(query: Query, span: NameSpan) -> Query:
    rest = _without(query, span)
    return query if rest.empty else rest


class NameSpan(NamedTuple):
    """Where something stands in a question: from a word and character to another; a tuple, as there are hundreds."""

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
