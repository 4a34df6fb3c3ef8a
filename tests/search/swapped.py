"""Whether a number stays when the noun it is of is another: questions that ask for one, with one noun changed by lot.

    python -m tests.search.swapped [--most 500] [--shown]

A noun of the glossary in a question of ``numbers.yaml`` becomes the name of another term. The number from before is
then that of something that was not asked: hardly one may be left where the noun stood beside a number.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from rulesref.answers.answer import full_answer
from rulesref.library.library import Library
from rulesref.model.entries import Term
from rulesref.model.game import Game
from rulesref.search.engine import search
from rulesref.search.query import language_of
from tests.search.numbers import Shown, asked, shown
from tests.search.quality import games


@dataclass(frozen=True, slots=True)
class Swapped:
    """A question as it was and with another noun, and whether the noun stands right beside a number."""

    game: str
    text: str
    changed: str
    beside: bool


def _words(term: Term, lang: str) -> list[str]:
    name = term.name.of(lang)
    return [name, *term.synonyms[lang == "en"]] if name else []


def _nouns(game: Game, text: str, lang: str) -> dict[tuple[int, int], set[str]]:
    """Where terms are named, the longest names alone."""
    found: dict[tuple[int, int], set[str]] = {}
    for term in game.terms.values():
        for word in filter(lambda word: len(word) > 1, _words(term, lang)):
            said = re.escape(word.casefold())
            said = rf"(?<![a-z]){said}s?(?![a-z])" if word.isascii() else said
            if match := re.search(said, text.casefold()):
                found.setdefault(match.span(), set()).add(term.id)
    return {
        (start, end): terms for (start, end), terms in found.items()
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in found)
    }  # fmt: skip


def swapped(library: Library, most: int) -> list[Swapped]:
    """So many questions with one noun changed, always the same."""
    lot = random.Random(7)
    found = []
    for name, told in asked():
        game, text = library.game(name), told["q"]
        lang = language_of(text) or "ja"
        for (start, end), terms in _nouns(game, text, lang).items() if told.get("of") else ():
            old = {word for term in terms for word in _all_words(game.terms[term])}
            others = [t for t in game.terms.values() if old.isdisjoint(_all_words(t))]
            new = lot.choice([word for t in others for word in _words(t, lang)[:1]])
            beside = re.search(r"\d (?:of )?$", text[:start]) or re.match(
                r"\d|(?:が|は)\d", text[end:]
            )
            if new.casefold() not in text.casefold():
                found.append(Swapped(name, text, text[:start] + new + text[end:], bool(beside)))
    lot.shuffle(found)
    return found[:most]


def _all_words(term: Term) -> set[str]:
    return {word.casefold() for lang in ("ja", "en") for word in _words(term, lang)}


def kept(library: Library, most: int) -> Iterator[tuple[Swapped, Shown | None]]:
    """The changed questions that had a number, and the number where it is the one from before."""
    for each in swapped(library, most):
        before, after = (
            shown(full_answer(library, search(library, text, each.game)))
            for text in (each.text, each.changed)
        )
        if before:
            same = after and (after.sheet, after.values) == (before.sheet, before.values)
            yield each, after if same else None


def report(library: Library, most: int, *, each: bool) -> Iterator[str]:
    """The figures; ``each``: every question that has its number still."""
    found = [*kept(library, most)]
    for beside in (True, False):
        here = [old is not None for swap, old in found if swap.beside == beside]
        where = "beside a number" if beside else "elsewhere"
        yield f"noun changed {where}: {len(here)}, the number from before in {sum(here)}"
    if each:
        yield from (f"{swap.changed}  {old.line}" for swap, old in found if old)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--shown", action="store_true")
    told = parser.parse_args()
    for line in report(games(), told.most, each=told.shown):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
