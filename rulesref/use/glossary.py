"""Looks words up in the glossary."""

from __future__ import annotations

from rulesref.base.text import fold
from rulesref.model.game import Rule, Term
from rulesref.reading.games import Game


def terms_called(game: Game, word: str) -> list[Term]:
    """The concepts that ``word`` can mean: preferred word, reading, English, synonym or id."""
    wanted = fold(word)
    exact: list[Term] = []
    for term in game.terms.values():
        words = (term.id, *term.name, term.reading, *term.synonyms[0], *term.synonyms[1])
        if wanted in map(fold, words):
            exact.append(term)
    return exact


def uses(game: Game, term: Term) -> list[Rule]:
    """The entries about a concept, in rulebook order."""
    return [rule for rule in game.rules.values() if term.id in rule.terms]
