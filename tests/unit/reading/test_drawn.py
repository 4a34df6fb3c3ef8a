"""What a game says for pages: every good, group, field and number in it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.compiling.test_build import at, edit, folder, spots

__all__ = ["folder"]

PATH = "short: {ja: 枚, en: many}, good: coin, kind"


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "inside"),
    [
        pytest.param("flow.yaml", PATH, PATH.replace("coin", "coins"), "E301", "coins", id="no such good of a field"),
        pytest.param("flow.yaml", "{ja: ち, en: s}, good: seed", "{ja: ち, en: s}, good: seeds", "E301", "seeds",
                     id="no such good of an option"),
        pytest.param("scoring.yaml", "good: coin", "good: gold", "E301", "gold", id="no such good of a position"),
        pytest.param("flow.yaml", "group: company\n    seldom", "group: guests\n    seldom", "E301", "guests",
                     id="no such group of an action"),
        pytest.param("flow.yaml", "en: tall}, group: company", "en: tall}, group: guests", "E301", "guests",
                     id="no such group of an option"),
        pytest.param("calculators.yaml", "usual: [1, 2, 3]", "usual: [1, 2, 6]", "E319", "6", id="a number beyond its range"),
        pytest.param("flow.yaml", "optional: true, beside: true}", "optional: true, usual: [1]}", "E313", "[1]",
                     id="a number that is none of the field's"),
        pytest.param("flow.yaml", "quick: whom", "quick: who", "E301", "who", id="no such field to offer at once"),
        pytest.param("flow.yaml", "quick: whom", "quick: words", "E313", "words", id="a field without options at once"),
        pytest.param("game.yaml", 'hex: "#d4a017"', 'hex: "#d4a01"', "E205", '"#d4a01"', id="no colour"),
        pytest.param("game.yaml", "mark: square", "mark: oval", "E204", "oval", id="no mark"),
        pytest.param("game.yaml", "{id: blue, name: {ja: 青", "{id: red, name: {ja: 青", "E306", "red,", id="a colour twice"),
        pytest.param("game.yaml", "{id: seed, name: {ja: 種", "{id: coin, name: {ja: 種", "E306", "coin,", id="a good twice"),
        pytest.param("flow.yaml", "icon: coin", "icon: gold", "E204", "gold", id="no icon"),
        pytest.param("flow.yaml", "drawn: chips", "drawn: chip", "E204", "chip", id="no drawing"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_told_where_it_stands(
    folder: Path, file: str, old: str, new: str, code: str, inside: str
) -> None:
    edit(folder, file, (old, new))
    found = [spot for spot in spots(folder) if spot[0] == code]
    assert found == [(code, *at(folder, file, new, inside))]


def test_only_what_may_be_left_out_is_folded(folder: Path) -> None:
    edit(
        folder,
        "flow.yaml",
        ("{id: many, name: {ja: 枚数", "{id: many, more: true, name: {ja: 枚数"),
    )
    assert [spot[0] for spot in spots(folder)] == ["E201"]


def test_nothing_is_told_of_a_good_when_the_head_of_the_game_cannot_be_read(folder: Path) -> None:
    edit(folder, "game.yaml", ("year: 2020", "year: soon"), ("  - {id: seed,", "  - {ids: seed,"))
    assert "E301" not in {code for code, *_ in spots(folder)}


def test_columns_name_groups_and_codes_that_are_there(folder: Path) -> None:
    season = "values: {spring: {ja: 春, en: spring}"
    edit(
        folder,
        "tables.yaml",
        (season, f"group: true\n      short: {{summer: {{ja: 夏, en: s}}}}\n      {season}"),
    )
    found = {
        (code, file, line) for code, file, line, _ in spots(folder) if not code.startswith("W")
    }
    _, line, _ = at(folder, "tables.yaml", "group: true")
    assert found == {("E301", "tables.yaml", line), ("E312", "tables.yaml", line + 1)}
