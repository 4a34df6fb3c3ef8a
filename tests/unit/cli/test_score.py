"""``rulesref score``: where the position comes from, and what is printed of it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rulesref.cli.common import Session
from rulesref.cli.score import Options, leaves_working_out, moment
from tests.helpers import TESTS, TOY, Ran, rulesref, says

POSITIONS = TESTS / "cli" / "positions"
SUMMER = (
    b"event: summer\nplayers: [{name: A, points: 0, coins: 1}, {name: B, points: 0, coins: 2}]\n"
)


def toy(*words: str, **more: Any) -> Ran:
    return rulesref("--data", str(TOY), *words, cwd=POSITIONS, **more)


def score(*words: str, lang: str = "en", form: str = "text", stdin: bytes = b"") -> Ran:
    return toy("--lang", lang, "--format", form, "score", "toy", *words, stdin=stdin)


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        pytest.param(["--ruling", "coin-rest=whole"], True, id="another reading"),
        pytest.param(["--ruling", "coin-rest=quarters"], False, id="the default reading"),
        pytest.param(["--ruling", "gnome-sleep=no"], False, id="a reading of something else"),
    ],
)
def test_rulings_are_chosen_by_an_option(options: list[str], changed: bool) -> None:
    def totals(*words: str) -> list[float]:
        found = toy("--format", "json", "score", "toy", "final.yaml", *words)
        return [player["total"] for player in json.loads(found.out)["players"]]

    assert (totals() != totals(*options)) is changed


def test_a_ruling_of_an_option_is_not_looked_for_in_the_file() -> None:
    told = score("-", "--ruling", "coin-rusty=whole", stdin=SUMMER).err
    assert says("E425", told)
    assert "rulesref disputes" in score("-", "--ruling", "x=whole", stdin=SUMMER).err


def test_an_event_is_chosen_by_an_option() -> None:
    position = b"players: [{name: A, points: 0, coins: 1}, {name: B, points: 0, coins: 2}]\n"
    assert toy("score", "toy", "-", "--event", "夏の市場", stdin=position).code == 0
    assert toy("score", "toy", "-", stdin=position).code == 1


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        pytest.param("ja", ["1位 B 34", "2位 A 17"], id="japanese"),
        pytest.param("en", ["1. B 34", "2. A 17"], id="english"),
    ],
)
def test_a_position_without_a_file_is_read_from_standard_input(lang: str, lines: list[str]) -> None:
    done = score("--brief", lang=lang, stdin=SUMMER)
    assert (done.code, done.out.splitlines()) == (0, lines)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param([], True, id="a table alone"),
        pytest.param(["--explain"], False, id="it is there already"),
        pytest.param(["--brief"], False, id="short on purpose"),
        pytest.param(["--worth", "A"], False, id="another question"),
        pytest.param(["--what-if", "A.coins=+1"], False, id="a change"),
        pytest.param(["--as", "csv"], False, id="a sheet"),
    ],
)
def test_the_working_is_offered_where_it_was_left_out(words: list[str], told: bool) -> None:
    out = score("-", *words, stdin=SUMMER).out
    assert ("With --explain" in out) is told


def test_a_document_has_no_remarks() -> None:
    options = Options(None, {}, False, False, False, None, None, (), None, None, False, False, 1)
    assert leaves_working_out(Session(), options)
    assert not leaves_working_out(Session(format="json"), options)


@pytest.mark.parametrize(
    ("words", "points"),
    [
        pytest.param([], (17, 34), id="as it is"),
        pytest.param(["--what-if", "A.coins=+2"], (34, 17), id="what if"),
    ],
)
def test_a_change_is_scored(words: list[str], points: tuple[int, int]) -> None:
    data = json.loads(score("-", *words, form="json", stdin=SUMMER).out)
    players = (data["after"] if words else data)["players"]
    assert tuple(player["total"] for player in players) == points


def test_a_template_as_it_was_printed_is_not_scored() -> None:
    blank = score("--template", "--players", "A,B").out.encode()
    done = score("-", stdin=blank)
    assert (done.code, done.out) == (1, "")
    assert says("E444", done.err)
    assert score("-", "--anyway", stdin=blank).code == 0


def test_what_is_unusual_stands_beside_a_table_and_inside_other_forms() -> None:
    table, document = score("spring.yaml"), score("spring.yaml", form="json")
    assert says("W440", table.err)
    assert document.err == ""
    warnings = json.loads(document.out)["warnings"]
    assert warnings
    assert all(warning in " ".join(table.err.split()) for warning in warnings)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["a", "b", "c"], 2, "Too many files", id="three files"),
        pytest.param(["a", "b", "--ask"], 2, "Too many files", id="two to be completed"),
        pytest.param(["a", "b", "--brief"], 2, "FILE FILE, --brief", id="two pages"),
        pytest.param(["--worth", "A", "--as", "csv"], 2, "--worth, --as", id="two answers"),
        pytest.param(["--as", "pdf"], 2, "pdf", id="no such form"),
        pytest.param(["none.yaml"], 1, "none.yaml", id="no such file"),
        pytest.param(["-", "--worth", "Zoe"], 1, "E420", id="nobody of that name"),
        pytest.param(["-", "--event", "winter"], 1, "E424", id="no such scoring"),
        pytest.param(["-", "--ruling", "coin-rest"], 1, "E328", id="a ruling without a reading"),
        pytest.param(["--template", "winter"], 1, "E424", id="a template of no scoring"),
    ],
)
def test_what_cannot_be_scored_is_told(words: list[str], code: int, told: str) -> None:
    done = score(*words, stdin=SUMMER)
    assert (done.code, done.out) == (code, "")
    assert says(told, done.err)


@pytest.mark.parametrize(
    ("lang", "comment"),
    [pytest.param("ja", "コイン", id="japanese"), pytest.param("en", "coins", id="english")],
)
def test_a_template_is_of_the_scoring_and_the_players_that_were_named(
    lang: str, comment: str
) -> None:
    out = score("--template", "summer", "--players", "葵,Ben", lang=lang).out
    assert "event: summer" in out
    assert "- name: 葵" in out
    assert comment in out
    assert score("-", "--anyway", stdin=out.encode()).code == 0


def test_a_play_was_played_when_its_file_was_written(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(SUMMER)
    os.utime(file, (86_400, 86_400))
    assert moment((file,)) == datetime(1970, 1, 2, tzinfo=UTC)
    assert moment((Path("-"),)).year >= 2026
