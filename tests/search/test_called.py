"""A question that is a title, a term, an id or a row's name finds it first and is sure of it, in any game and language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.answers.named_rows import names_in
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.search.engine import search
from tests.helpers import ROOT, TOY, open_library, rulesref

PACK = ROOT / "examples" / "lost-cities" / "rulesref_lost_cities" / "lost-cities"
#: Of the terms that an entry is about so many are found, and of the rows that are called like no term or title.
TERMS, ROWS = 0.99, 0.95


def _answer(library: Library, text: str, name: str) -> FullAnswer:
    return full_answer(library, search(library, text, name))


def _missed(library: Library, game: Game, name: str) -> Iterator[str]:
    """The titles and ids that do not find their entry first and sure."""
    for rule in game.rules.values():
        for text in filter(None, (*rule.title, rule.id, rule.id.replace("-", " "))):
            answer = _answer(library, text, name)
            first = answer.entries[0].rule if answer.sure else None
            # Two entries may be called alike.
            if first is None or (first.id != rule.id and text not in first.title):
                yield f"{name}: {text}"


def _terms(library: Library, game: Game, name: str) -> Iterator[bool]:
    """For each name of a term that an entry is about, whether it finds one of these first and sure."""
    called = {*game.about.name}
    for term in game.terms.values():
        about = {rule.id for rule in game.rules.values() if term.id in rule.terms}
        for text in {*filter(None, term.name)} - called if about else ():
            answer = _answer(library, text, name)
            yield answer.sure and answer.entries[0].rule.id in about


def _rows(library: Library, game: Game, name: str) -> Iterator[bool]:
    """For each name of a row that is no term or title, whether a row of that name is shown, or a number in its place."""
    titles = {title for rule in game.rules.values() for title in rule.title}
    for table in game.tables.values():
        for row in table.rows if len(table.key) == 1 else ():
            for text in {*names_in(table, row, table.key[0])} - titles:
                if len(text) > 1 and not game.terms_called(text):
                    yield _answer(library, text, name).number is not None


@pytest.mark.slow
def test_what_is_called_by_its_name_is_found() -> None:
    library = open_library([str(TOY), str(PACK)])
    games = [(name, library.game(name)) for name in library.listed]
    assert [missed for name, game in games for missed in _missed(library, game, name)] == []
    for found, most in (
        ([each for name, game in games for each in _terms(library, game, name)], TERMS),
        ([each for name, game in games for each in _rows(library, game, name)], ROWS),
    ):
        assert sum(found) >= most * len(found)


@pytest.mark.slow
def test_a_new_game_finds_its_titles(tmp_path: Path) -> None:
    assert rulesref("new-game", "own", "--both", cwd=tmp_path).code == 0
    library = open_library([str(tmp_path / "own")])
    assert [*_missed(library, library.game("own"), "own")] == []
