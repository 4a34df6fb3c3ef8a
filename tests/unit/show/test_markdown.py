from __future__ import annotations

from typing import Any

import pytest

from rulesref.show.blocks import Bullets, Facts, Grid, Para, Title, Verbatim
from rulesref.show.markdown import text as markdown


@pytest.mark.parametrize(
    ("block", "written"),
    [
        pytest.param(Title("庭", 1), "## 庭", id="a title"),
        pytest.param(Title("庭", 2, "[toy] x"), "### 庭 (toy x)", id="a title with a note"),
        pytest.param(Para("一\n二"), "一  \n二", id="lines of a paragraph stay lines"),
        pytest.param(Bullets(((0, "花"), (1, "草"))), "- 花\n  - 草", id="a list"),
        pytest.param(Bullets(((0, "花"), (0, "草")), first=3), "3. 花\n4. 草", id="a numbered list"),
        pytest.param(Facts((("庭", "広い"),)), "- **庭**: 広い", id="facts"),
        pytest.param(Facts((("庭", ("a", "b")),)), "- **庭**: a, b", id="values side by side"),
        pytest.param(Grid(("a", "b"), (("1", "2"),), frozenset({1})), "| a | b |\n| --- | --: |\n| 1 | 2 |", id="a table"),
        pytest.param(Verbatim(("# ~",)), "```\n# ~\n```", id="as it is"),
    ],
)  # fmt: skip
def test_a_block_as_text(block: Any, written: str) -> None:
    assert markdown([block]) == written + "\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("*bold*", "\\*bold\\*", id="stars"),
        pytest.param("_it_", "\\_it\\_", id="underscores"),
        pytest.param("`x`", "\\`x\\`", id="backquotes"),
        pytest.param("<b>", "\\<b\\>", id="tags"),
        pytest.param("[a](b)", "\\[a\\](b)", id="links"),
        pytest.param("a|b", "a\\|b", id="bars"),
        pytest.param("# a", "\\# a", id="a hash"),
        pytest.param("~~a~~", "\\~~a\\~~", id="waves"),
        pytest.param("&lt;", "\\&lt;", id="an entity"),
        pytest.param("R&D; x", "R\\&D; x", id="what looks like an entity"),
        pytest.param("a & b", "a & b", id="an ampersand alone"),
        pytest.param("- a", "\\- a", id="an item of a list"),
        pytest.param("-3", "-3", id="a number"),
        pytest.param("a\\b", "a\\\\b", id="a backslash"),
    ],
)
def test_signs_of_markdown_are_only_signs(text: str, written: str) -> None:
    assert markdown([Para(text)]) == written + "\n"
    assert markdown([Bullets(((0, text),))]) == f"- {written}\n"
    assert f"| {written} |" in markdown([Grid((text,), ((text,),))])


def test_a_cell_cannot_break_its_row() -> None:
    assert markdown([Grid(("a",), (("1\n2",),))]).split("\n")[2] == "| 1 2 |"


def test_nothing_is_written_for_nothing() -> None:
    assert markdown([]) == ""
