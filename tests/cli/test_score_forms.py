"""``score`` beyond one table: templates, two positions, changes, worth, sheets, links."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from rulesref.base.text import LANGS, cells
from tests.helpers import Ran, rulesref, says

ONE = """\
game: praga
event: final
players:
  - {name: 葵, points: 70, technology: 6, university: 5, hunger-wall: {row: 3, columns: 4}, cathedral: {row: 4, columns: 3}, blue-tokens: 5, red-tokens: 4, walls: 4, gold: 3, stone: 4, seals: [pair], eggs: 1}
  - {name: Ben, points: 90, technology: 5, university: 5, hunger-wall: {row: 2, columns: 4}, cathedral: {row: 4, columns: 3}, blue-tokens: 5, red-tokens: 4, walls: 4, gold: 3, stone: 4, seals: [six], eggs: 0}
"""
TWO = ONE.replace("gold: 3, stone: 4, seals: [pair]", "gold: 4, stone: 4, seals: [pair]").replace(
    "points: 90", "points: 94"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(ONE, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(TWO, encoding="utf-8")
    return tmp_path


def score(table: Path, *words: str, lang: str = "en", game: str = "praga") -> Ran:
    return rulesref("--lang", lang, "score", game, *words, cwd=table)


# --- one score ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_a_wide_table_is_turned_and_stays_aligned(table: Path, lang: str) -> None:
    lines = score(table, "a.yaml", lang=lang).out.splitlines()
    grid = lines[1 : lines.index("")]
    assert len({cells(line) for line in grid[1:]}) == 1
    assert grid[0].split() == ["Ben", "葵"]
    assert grid[-1].split()[-2:] == ["165", "155"]


def test_a_reading_that_would_change_the_winner_is_told(table: Path) -> None:
    level = ONE.replace("points: 90", "points: 87")
    (table / "level.yaml").write_text(level, encoding="utf-8")
    found = score(table, "level.yaml").out
    text = " ".join(found.split())
    assert "one-egg=one-point" in text
    assert (
        "By the other reading (one-egg=nothing: It scores nothing; the list starts at two eggs.)"
        in text
    )
    page = score(table, "level.yaml", "--as", "html").out
    assert "By the other reading (It scores nothing; the list starts at two eggs.)" in page
    assert "one-egg" not in page


def test_a_reading_that_changes_nothing_is_named_only(table: Path) -> None:
    position = {
        "event": "food-day-2",
        "players": [{"name": n, "points": 0, "corn": 6, "workers": 3, "temples": {"chaac": i, "quetzalcoatl": i, "kukulcan": i}} for i, n in enumerate("AB")],
    }  # fmt: skip
    (table / "f.json").write_text(json.dumps(position))
    found = score(table, "f.json", game="tzolkin").out
    assert "change nothing here: unfed-penalty=per-worker, temple-tie=half" in " ".join(
        found.split()
    )
    assert "By the other reading" not in found
    page = score(table, "f.json", "--as", "html", game="tzolkin").out
    assert "change nothing here" in page
    assert "temple-tie=half" not in page


def test_markdown_has_its_warnings_inside(table: Path) -> None:
    warned = ONE.replace("row: 4", "row: 5")
    (table / "w.yaml").write_text(warned, encoding="utf-8")
    found = rulesref("--lang", "en", "--format", "markdown", "score", "praga", "w.yaml", cwd=table)
    assert found.err == ""
    assert "Note: " in found.out
    assert "\\[" not in found.out.splitlines()[0]


def test_too_many_files_are_a_wrong_usage(table: Path) -> None:
    assert score(table, "a.yaml", "b.yaml", "a.yaml").code == 2
    assert score(table, "a.yaml", "b.yaml", "--ask").code == 2


# --- two scores -----------------------------------------------------------------------------------


def test_two_positions_side_by_side(table: Path) -> None:
    found = score(table, "a.yaml", "b.yaml").out
    rows = [line.split() for line in found.splitlines()]
    assert ["player", "a.yaml", "b.yaml", "difference", "rank"] in rows
    assert ["葵", "155", "158", "+3", "2"] in rows
    assert ["Ben", "165", "169", "+4", "1"] in rows
    assert "- 葵 gold: 3 → 4 (+1)" in found
    assert "  - seals: 9 → 12 (+3)" in found
    assert "  - before: 90 → 94 (+4)" in found


def test_two_positions_as_json(table: Path) -> None:
    found = rulesref("--format", "json", "score", "praga", "a.yaml", "b.yaml", cwd=table)
    data = json.loads(found.out)
    assert [p["total"] for p in data["after"]["players"]] == [158, 169]
    assert data["changes"][0] == {
        "player": "葵",
        "path": ["players", 0, "gold"],
        "before": 3,
        "after": 4,
    }
    assert data["players"][0]["categories"] == [
        {"id": "seals", "before": 9, "after": 12, "difference": 3}
    ]


def test_scorings_of_different_kinds_are_not_compared(table: Path) -> None:
    for event in ("dungeon", "walls"):
        (table / f"{event}.yaml").write_text(
            f"event: {event}\nplayers: [{{name: A, score: 1, houses: 1}}, {{name: B, score: 2, houses: 2}}]\n"
        )
    found = score(table, "dungeon.yaml", "walls.yaml", game="caylus")
    assert found.code == 1
    assert says("E433", found.err)


@pytest.mark.parametrize(
    ("wishes", "totals"),
    [
        (["葵.gold=+1"], ["158", "165"]),
        (["葵の金=4"], ["158", "165"]),
        (["葵.gold=+1", "Ben.points=-10"], ["158", "155"]),
        (["葵.seals=+gold"], ["161", "165"]),
        (["葵.cathedral.row=3"], ["150", "165"]),
    ],
)
def test_what_if(table: Path, wishes: list[str], totals: list[str]) -> None:
    words = [word for wish in wishes for word in ("--what-if", wish)]
    found = score(table, "a.yaml", *words)
    rows = [line.split() for line in found.out.splitlines()]
    assert [row[2] for row in rows if row[:1] in (["葵"], ["Ben"])][:2] == totals


def test_a_change_that_cannot_be_is_a_problem(table: Path) -> None:
    assert says("E403", score(table, "a.yaml", "--what-if", "葵.gold=12").err)
    assert says("E440", score(table, "a.yaml", "--what-if", "葵.cathedral-tile=3").err)
    assert says("E420", score(table, "a.yaml", "--what-if", "湊.gold=1").err)
    assert says("E431", score(table, "a.yaml", "--what-if", "葵.seals=+six").err)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_what_one_more_is_worth(table: Path, lang: str) -> None:
    found = score(table, "a.yaml", "--worth", "葵", lang=lang)
    assert found.code == 0
    rows = {line.split("  ")[0]: line.split() for line in found.out.splitlines() if line}
    assert rows["gold" if lang == "en" else "金"][1:4] == ["3", "4", "+3"]
    assert score(table, "a.yaml", "--worth", "b").code == 0, "the beginning of a name will do"
    assert says("E420", score(table, "a.yaml", "--worth", "Zoe").err)


def test_worth_as_json(table: Path) -> None:
    found = rulesref("--format", "json", "score", "praga", "a.yaml", "--worth", "Ben", cwd=table)
    worth = {
        tuple(w["path"][2:]): w
        for w in json.loads(found.out)["worth"]
        if not isinstance(w["then"], list)
    }
    assert worth["eggs",]["points"] == 1
    assert worth["cathedral-tile",]["points"] is None
    assert worth["cathedral-tile",]["problems"]


def test_what_cannot_be_is_told_without_saying_twice_whose_it_is(table: Path) -> None:
    found = " ".join(score(table, "a.yaml", "--worth", "葵").out.split())
    assert "- 葵 seals: “6-point seal” exists once in the game, but 葵 and Ben have it." in found


@pytest.mark.slow
def test_a_value_of_the_whole_table_has_its_worth_too(table: Path) -> None:
    position = {
        "event": "final",
        "players": [{"name": n, "points": 0, "corn": 0, "wood": 0, "stone": 0, "gold": 0, "skulls": 0, "workers": 3, "temples": {"chaac": 0, "quetzalcoatl": 0, "kukulcan": 0}, "monuments": m} for n, m in (("A", ["placed-skulls"]), ("B", []))],
        "skulls-placed": 2,
    }  # fmt: skip
    (table / "m.json").write_text(json.dumps(position))
    for name, points in (("A", "+3"), ("B", "±0")):
        found = score(table, "m.json", "--worth", name, game="tzolkin").out
        (row,) = [line.split() for line in found.splitlines() if "  2     3" in line]
        assert row[-2] == points


@pytest.mark.parametrize(
    "words",
    [
        ["a.yaml", "b.yaml", "--worth", "葵"],
        ["a.yaml", "--worth", "葵", "--what-if", "葵.gold=+1"],
        ["a.yaml", "--brief", "--as", "csv"],
    ],
)
def test_what_does_not_go_together_is_a_wrong_usage(table: Path, words: list[str]) -> None:
    found = score(table, *words)
    assert found.code == 2
    assert "do not go together" in found.err


# --- other programs -------------------------------------------------------------------------------


def test_a_sheet(table: Path) -> None:
    found = score(table, "a.yaml", "--as", "csv")
    rows = list(csv.reader(io.StringIO(found.out.removeprefix("\ufeff"), newline="")))
    assert [row[1] for row in rows] == ["player", "Ben", "葵"]
    assert found.out.startswith("\ufeff")


def test_a_link_for_bg_stats_is_the_same_each_time(table: Path) -> None:
    one, two = (score(table, "a.yaml", "--as", "bgstats") for _ in range(2))
    assert one.out == two.out
    assert one.out.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")


def test_bg_stats_takes_finished_plays_only(table: Path) -> None:
    (table / "d.yaml").write_text(
        "event: dungeon\nplayers: [{name: A, score: 1, houses: 1}, {name: B, score: 2, houses: 2}]\n"
    )
    found = score(table, "d.yaml", "--as", "bgstats", game="caylus")
    assert found.code == 1
    assert says("E437", found.err)


# --- positions to fill in -------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ["mexica", "praga", "caylus", "tigris", "tzolkin"])
def test_a_template_is_a_position(table: Path, game: str, lang: str) -> None:
    written = score(table, "--template", "--players", "2", game=game, lang=lang)
    assert written.code == 0
    (table / "t.yaml").write_text(written.out, encoding="utf-8")
    found = score(table, "t.yaml", "--brief", "--anyway", game=game, lang=lang)
    assert found.code == 0, found.err


def test_a_template_of_a_scoring_with_names(table: Path) -> None:
    found = score(
        table, "--template", "第1フードデイ", "--players", "葵、Ben", game="tzolkin", lang="ja"
    )
    assert "event: food-day-1" in found.out
    assert "- name: 葵" in found.out
    assert "skull-supply: 13" in found.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--template", "nothing"], "E424"),
        (["--template", "--players", "9"], "E430"),
        (["--template", "--players", "A,A"], "E429"),
    ],
)
def test_templates_that_cannot_be(table: Path, words: list[str], code: str) -> None:
    found = score(table, *words)
    assert found.code == 1
    assert says(code, found.err)


def test_the_schema_of_positions(table: Path) -> None:
    found = rulesref("--lang", "ja", "schema", "position", "--game", "tigris")
    schema = json.loads(found.out)
    assert schema["$defs"]["player.black"]["title"] == "黒"
    assert rulesref("schema", "position").code == 2
