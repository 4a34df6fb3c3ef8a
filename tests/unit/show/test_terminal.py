from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulesref.base.text import cells
from rulesref.show import pages, results
from rulesref.show.blocks import Bullets, Facts, Grid, Page, Para, Title, Verbatim
from rulesref.show.terminal import Terminal, text
from tests.helpers import scored, toy

GRID = Grid(("名", "points"), (("葵", "7"), ("Ben", "12")), frozenset({1}))


def shown(*page: Any, width: int = 40, plain: bool = False) -> list[str]:
    return text(list(page), Terminal(width=width, plain=plain)).split("\n")[:-1]


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        pytest.param(Title("庭", 1, "[toy] x"), ["庭  [toy] x"], id="a title and its note"),
        pytest.param(Para("花を植えます。"), ["花を植えます。"], id="a paragraph"),
        pytest.param(Para("花", 2), ["    花"], id="an indented paragraph"),
        pytest.param(Para("一\n二"), ["一", "二"], id="two lines"),
        pytest.param(Bullets(((0, "花"), (1, "草"))), ["- 花", "  - 草"], id="a list of two depths"),
        pytest.param(Facts((("庭", "広い"), ("id", "toy"))), ["庭  広い", "id  toy"], id="facts line up"),
        pytest.param(GRID, ["名   points", "---  ------", "葵        7", "Ben      12"], id="a table lines up"),
        pytest.param(Verbatim(("# ~", "~ #")), ["# ~", "~ #"], id="as it is"),
    ],
)  # fmt: skip
def test_a_block_as_lines(block: Any, lines: list[str]) -> None:
    assert shown(block) == lines


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        pytest.param(
            GRID, ["名: 葵", "points: 7", "", "名: Ben", "points: 12"], id="a table becomes records"
        ),
        pytest.param(Facts((("庭", "広い"),)), ["庭: 広い"], id="facts do not line up"),
        pytest.param(Bullets(((0, "花"),)), ["  花"], id="a list has no marks"),
    ],
)
def test_a_block_in_plain_lines(block: Any, lines: list[str]) -> None:
    assert shown(block, plain=True) == lines


def test_a_table_that_folds_goes_on_below_with_its_first_column() -> None:
    grid = Grid(
        ("", "red", "blue"), (("A", "1", "-"), ("Ben", "2", "3")), frozenset({2}), folds=True
    )
    assert shown(grid, width=14) == shown(Grid(grid.header, grid.rows, grid.right), width=80)
    assert shown(grid, width=10) == [
        "     red", "---  ---", "A    1", "Ben  2",
        "     blue", "---  ----", "A       -", "Ben     3",
    ]  # fmt: skip
    assert shown(grid, width=3) == shown(grid, width=10)


def test_values_side_by_side_are_broken_between_them() -> None:
    facts = Facts((("road", ("1 gate", "2 inn (A)", "3 mill")), ("id", ("x",))))
    assert shown(facts, width=18) == ["road  1 gate", "      2 inn (A)", "      3 mill", "id    x"]
    assert shown(facts, width=19)[:2] == ["road  1 gate", "      2 inn (A)"]
    assert shown(facts, plain=True) == ["road: 1 gate, 2 inn (A), 3 mill", "id: x"]
    assert shown(Facts((("a", ("one two three four five six",)),)), width=24) == [
        "a  one two three four", "   five six",
    ]  # fmt: skip


def test_nothing_is_shown_as_nothing() -> None:
    assert text([], Terminal()) == ""


def test_long_items_wrap_under_themselves() -> None:
    assert shown(Bullets(((0, "花壇に花を植えましょう、きっと咲くはずだから"),)), width=24) == [
        "- 花壇に花を植えましょ", "  う、きっと咲くはずだか", "  ら",
    ]  # fmt: skip


def test_a_wide_table_gives_way_in_its_widest_column() -> None:
    grid = Grid(
        ("n", "text"), (("1", "花壇に花を植えましょう、きっと咲くはずだから"),), frozenset({0})
    )
    lines = shown(grid, width=30)
    assert all(cells(line) <= 30 for line in lines)
    assert lines[0].startswith("n  text")


def test_the_head_of_a_column_of_numbers_goes_on_below() -> None:
    head = ("大きさ", "区画にいるほかのプレイヤー", "others who stand there")
    grid = Grid(head, (("3", "12", "1000"),), frozenset({0, 1, 2}))
    lines = shown(grid, width=44)
    assert len(lines) == 4
    assert all(cells(line) <= 44 for line in lines)
    assert lines[-1].split() == ["3", "12", "1000"]


def test_numbers_stay_whole() -> None:
    grid = Grid(("n", "points"), (("1" * 30, "2" * 30),), frozenset({0, 1}))
    assert shown(grid, width=40) == [f"n: {'1' * 30}", f"  points: {'2' * 30}"]


def test_of_a_table_that_cannot_fit_each_row_is_told() -> None:
    grid = Grid(tuple("abcdefgh"), (tuple("花壇に花を植え" for _ in "abcdefgh"),))
    assert shown(grid, width=30)[:2] == ["a: 花壇に花を植え", "  b: 花壇に花を植え"]
    together = Grid(("tool", *"abcde"), (("rake", *["1234"] * 5), ("hoe", *["5678"] * 5)))
    assert shown(together, width=26) == [
        "tool: rake", "  a: 1234  b: 1234", "  c: 1234  d: 1234", "  e: 1234",
        "tool: hoe", "  a: 5678  b: 5678", "  c: 5678  d: 5678", "  e: 5678",
    ]  # fmt: skip


def test_wide_columns_give_way_alike() -> None:
    lines = shown(Grid(("a", "b"), (("花" * 20, "土" * 30),)), width=42)
    assert lines[1] == f"{'-' * 20}  {'-' * 20}"


def test_titles_stand_out_only_where_the_terminal_can() -> None:
    loud = Terminal(bold=lambda words: f"<{words}>")
    assert text([Title("庭", 1, "toy")], loud) == "<庭>  toy\n"


FINAL = {
    "event": "final",
    "players": [
        {"name": "葵", "points": 30, "coins": 5, "seeds": {"red": 1, "blue": 2, "green": 3}},
        {"name": "Benjamin", "points": -2, "coins": 12, "seeds": {"red": 4, "blue": 4, "green": 4}},
        {"name": "さくら", "points": 8, "coins": 8, "seeds": {"red": 0, "blue": 0, "green": 9}},
    ],
}

PAGES: dict[str, Callable[[str], Page]] = {
    "the tables": lambda lang: pages.tables(toy(), lang),
    "a table of numbers and words": lambda lang: pages.table(toy(), toy().tables["plots"], toy().tables["plots"].rows, lang),
    "a table of codes": lambda lang: pages.table(toy(), toy().tables["weather"], toy().tables["weather"].rows, lang),
    "a score": lambda lang: results.score(scored(toy(), FINAL), lang),
    "a term": lambda lang: pages.term(toy(), toy().terms["plot"], lang),
}  # fmt: skip


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_columns_line_up_in_both_languages(name: str, lang: str) -> None:
    """Every cell of a column begins (or, for numbers, ends) in the same terminal column."""
    for block in PAGES[name](lang):
        if isinstance(block, Grid):
            lines = shown(block, width=120)
            edges = _edges(lines[1])
            for cell_row, line in zip(
                [block.header, *block.rows], [lines[0], *lines[2:]], strict=True
            ):
                for i, (start, end) in enumerate(edges):
                    cell = _slice(line, start, end)
                    assert cell.strip() == cell_row[i].strip()
                    if i in block.right and cell_row[i]:
                        assert cells(cell) == end - start
        elif isinstance(block, Facts):
            wide = max(cells(name) for name, _ in block.items) + 2
            for line, (_, value) in zip(shown(block, width=120), block.items, strict=True):
                assert _slice(line, wide, 200) == value


def _edges(rule: str) -> list[tuple[int, int]]:
    edges, start = [], 0
    for part in rule.split("  "):
        edges.append((start, start + len(part)))
        start += len(part) + 2
    return edges


def _slice(line: str, start: int, end: int) -> str:
    """What stands in these terminal columns; a wide character may not stand half outside."""
    found, at = "", 0
    for char in line:
        if start <= at < end:
            assert at + cells(char) <= end
            found += char
        at += cells(char)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_both_languages_have_the_same_tables(name: str) -> None:
    shapes = [
        [(len(b.header), len(b.rows), b.right) for b in PAGES[name](lang) if isinstance(b, Grid)]
        for lang in ("ja", "en")
    ]
    assert shapes[0] == shapes[1]
