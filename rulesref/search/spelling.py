"""Reads what was typed without an IME or in haste: romaji, slips of the keyboard, joined words."""

from __future__ import annotations

from collections.abc import Sequence

from rulesref.base.kana import readings, sounds
from rulesref.base.text import fold
from rulesref.search.analysis import runs, stem
from rulesref.search.lookup import Lookup
from rulesref.search.query import Question, Word, ask_about, glue_like, is_glue

#: Shorter words are too near to everything, and so are two slips in words shorter than this.
_SHORTEST, _LONG = 4, 8
#: A single kana is no word.
_SHORTEST_KANA = 2
#: Shorter words are romaji only among other romaji.
_ROMAJI = 3


def reread(question: Question, lookups: Sequence[Lookup]) -> tuple[Question, dict[str, str]]:
    """The question with its unknown Latin words read as what was meant, and which those were."""
    unknown = _unknown(question, lookups)
    if not unknown:
        return question, {}
    kana = {word: _kana(word, lookups) for word in unknown if readings(word)}
    # One word of romaji: the others, however short, are romaji as well.
    meant = kana if any(_is_word(read, lookups) for read in kana.values()) else {}
    for word in unknown:
        if word not in meant:
            meant |= _meant(word, kana.get(word), lookups)
    if any(not read.isascii() for read in meant.values()):
        meant = kana | meant
    return (
        (_replaced(question, meant), {w: r for w, r in meant.items() if r})
        if meant
        else (question, {})
    )


def _meant(word: str, kana: str | None, lookups: Sequence[Lookup]) -> dict[str, str]:
    """What an unknown word is read as, if anything; nothing is left of a slip for a word that asks."""
    if glue_like(word):
        return {word: ""}
    near = nearest(word, lookups, 1) or _joined(word, lookups) or nearest(word, lookups, 2)
    if near:
        return {word: near}
    if kana and len(word) > _ROMAJI and _all_pairs(kana, lookups):
        return {word: kana}
    return {}


def _unknown(question: Question, lookups: Sequence[Lookup]) -> list[str]:
    """The Latin words of a question that no game uses."""
    latin = [
        run
        for word in question.words
        for run in runs(word.text)
        if run.isascii() and run.isalpha() and len(run) > 1 and not is_glue(run)
    ]
    forms = list(dict.fromkeys(form for word in latin for form in (word, stem(word))))
    known = set().union(*(lookup.known(forms) for lookup in lookups)) if forms else set()
    return [w for w in dict.fromkeys(latin) if w not in known and stem(w) not in known]


def _kana(romaji: str, lookups: Sequence[Lookup]) -> str:
    """Romaji as folded kana: a known word, if it can be read as one."""
    found = [fold(read) for read in readings(romaji)]
    return next((read for read in found if _is_word(read, lookups)), found[0])


def _is_word(kana: str, lookups: Sequence[Lookup]) -> bool:
    """Whether a glossary or everyday language knows a word in hiragana."""
    if len(kana) < _SHORTEST_KANA:
        return False
    keys = list(dict.fromkeys((kana, sounds(kana))))
    return any(True for lookup in lookups for _ in lookup.meanings(keys))


def _all_pairs(kana: str, lookups: Sequence[Lookup]) -> bool:
    """Whether all that makes up a word in hiragana occurs somewhere."""
    pairs = list(dict.fromkeys(kana[i : i + 2] for i in range(len(kana) - 1)))
    return any(len({t for t, _ in lookup.games_with(pairs)}) == len(pairs) for lookup in lookups)


def _joined(word: str, lookups: Sequence[Lookup]) -> str | None:
    """Two known words, when ``word`` is both without a space."""
    cuts = [(word[:i], word[i:]) for i in range(3, len(word) - 2)]
    if not cuts:
        return None
    known = set().union(
        *(lookup.known([half for cut in cuts for half in cut]) for lookup in lookups)
    )
    found = [cut for cut in cuts if known.issuperset(cut)]
    return " ".join(found[0]) if found else None


def nearest(word: str, lookups: Sequence[Lookup], most: int) -> str | None:
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
        for lookup in lookups
        for other in lookup.spelt_from(start, len(word) - most, len(word) + most)
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

    >>> slips_between("laywer", "lawyer", 2), slips_between("canel", "canal", 1)
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


def _replaced(question: Question, meant: dict[str, str]) -> Question:
    """The question with some of its Latin words replaced."""
    found: list[Word] = []
    for word in question.words:
        if not any(run in meant for run in runs(word.text)):
            found.append(word)
            continue
        start = 0
        for run in runs(word.text):
            end = start + len(run)
            found.extend(ask_about(meant[run]).words if run in meant else [word.part(start, end)])
            start = end
    return Question(question.text, "".join(word.text for word in found), tuple(found))
