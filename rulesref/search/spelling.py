"""Reads what was typed without an IME or in haste: romaji, slips of the keyboard, joined words."""

from __future__ import annotations

from collections.abc import Sequence

from rulesref.base.folding import fold
from rulesref.base.kana import readings, sounds
from rulesref.search.analysis import runs, stem
from rulesref.search.index_reader import IndexReader
from rulesref.search.query import Query, QueryWord, is_stop_word, like_stop_word, parse_query

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
    # One word of romaji: the others, however short, are romaji as well.
    meant = kana if any(_is_word(read, readers) for read in kana.values()) else {}
    for word in unknown:
        if word not in meant:
            meant |= _meant(word, kana.get(word), readers)
    if any(not read.isascii() for read in meant.values()):
        meant = kana | meant
    return (
        (_replaced(query, meant), {w: r for w, r in meant.items() if r}) if meant else (query, {})
    )


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
