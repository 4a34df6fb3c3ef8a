"""What the companion understands in every step, whatever the game."""

from __future__ import annotations

import pytest

from rulesref.base.folding import fold
from rulesref.base.text import LANGS
from rulesref.base.words import word_lists
from rulesref.play.meta_commands import (
    MetaCommand,
    clean_line,
    meta_command,
    split_lines,
)

EVERY = [
    (word, form)
    for lang in LANGS
    for word, forms in word_lists(lang, "commands").items()
    for form in forms
]


@pytest.mark.parametrize(("word", "form"), EVERY, ids=[form for _, form in EVERY])
def test_every_form_of_a_word_is_understood(word: str, form: str) -> None:
    assert meta_command(f" {form.upper()}\u3000x y ") == MetaCommand(word, "x y")  # type: ignore[arg-type]


def test_no_form_has_two_meanings() -> None:
    forms = [fold(form) for _, form in EVERY]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("line", ["", "work", "set A.coins 3", "undone", "1"])
def test_other_lines_are_of_the_game(line: str) -> None:
    assert meta_command(line) is None


@pytest.mark.parametrize("line", ["?", "？", " ? "])
def test_a_question_mark_asks_for_help(line: str) -> None:
    assert meta_command(line) == MetaCommand("help", "")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        pytest.param("work; rest", ["work", "rest"], id="two lines"),
        pytest.param("undo；redo", ["undo", "redo"], id="taking back and doing again"),
        pytest.param("work;;", ["work"], id="nothing between"),
        pytest.param(";", [""], id="nothing at all"),
        pytest.param("ask a; b", ["ask a; b"], id="a question"),
        pytest.param("メモ a；b", ["メモ a；b"], id="a note"),
        pytest.param("{a: 1; b}", ["{a: 1; b}"], id="a document"),
    ],
)
def test_semicolons_stand_between_lines(line: str, lines: list[str]) -> None:
    assert split_lines(line) == lines


@pytest.mark.parametrize(
    ("line", "clean"),
    [("  work ", "work"), ("wo\x1b[31mrk", "work"), ("a\udcffb", "a?b"), ("働く\u30002", "働く 2")],
)
def test_a_line_without_what_nobody_typed(line: str, clean: str) -> None:
    assert clean_line(line) == clean
