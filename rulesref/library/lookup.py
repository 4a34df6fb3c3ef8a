"""Finds terms and disputed points by what people type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.folding import fold, is_kanji
from rulesref.model.entries import Ruling, Term
from rulesref.model.game import Game

#: So many terms may be meant by a part of their name.
_MOST = 4


def terms_like(game: Game, word: str) -> list[Term]:
    """The concepts that a word can mean; else those with a name that is hardly different, begins with it or has it."""
    exact = game.terms_called(word)
    wanted = fold(word)
    if exact or not _long_enough(wanted):
        return exact
    named = [(term, {fold(name) for name in term_names(term)}) for term in game.terms.values()]
    for fits in (_singular, str.startswith, str.__contains__):
        fitting = [term for term, names in named if any(fits(name, wanted) for name in names)]
        if fitting:
            return fitting[:_MOST]
    return []


def term_names(term: Term) -> Iterable[str]:
    """Everything that people call a concept."""
    return (term.id, *term.name, *term.synonyms[0], *term.synonyms[1])


def _singular(name: str, wanted: str) -> bool:
    return name.rstrip("s") == wanted.rstrip("s")


def _long_enough(wanted: str) -> bool:
    """Whether a word says enough to be a part of a name: a kanji does, other characters only several together."""
    return len(wanted) > _SHORT or any(map(is_kanji, wanted))


_SHORT = 2


def rulings_about(game: Game, words: Sequence[str]) -> tuple[Ruling, ...]:
    """The disputed point with this id, or those that speak of all the words, by any of their names."""
    exact = game.ruling(words[0]) if len(words) == 1 and words[0].isascii() else None
    if exact is not None:
        return (exact,)
    wanted = [_meant(game, word) for word in words]
    return tuple(
        ruling
        for ruling in game.rulings.values()
        if (texts := [fold(text) for text in _texts(game, ruling)])
        and all(any(name in text for name in names for text in texts) for names in wanted)
    )


def _meant(game: Game, word: str) -> set[str]:
    """A word and the other words for the same term, folded."""
    terms = terms_like(game, word)
    names = {fold(name) for term in terms for name in (*term.name, *term.synonyms[0])}
    return {name for name in {fold(word), *names} if _long_enough(name)} or {fold(word)}


def _texts(game: Game, ruling: Ruling) -> Iterable[str]:
    titles = [title for rule in map(game.rule, ruling.rules) if rule for title in rule.title]
    return (ruling.id, *ruling.question, *titles)
