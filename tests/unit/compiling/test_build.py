from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulesref.api.checking import checked
from rulesref.compiling.audit import examined
from rulesref.compiling.build import build, statement_ids
from rulesref.compiling.example import write_example
from rulesref.reading.source import read_bytes
from tests.helpers import TOY

Spot = tuple[str, str, int, int]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the invented game that may be damaged."""
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path / "toy"


def edit(folder: Path, file: str, *pairs: tuple[str, str]) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def spots(folder: Path) -> list[Spot]:
    """Code, file, line and column of every problem, in order."""
    return [
        (p.code, p.place.file.removeprefix("toy/"), p.place.line, p.place.column)
        for p in build(folder).problems
        if p.place
    ]


def at(folder: Path, file: str, words: str, inside: str = "") -> tuple[str, int, int]:
    """The file, line and column where ``words`` first stand; of ``inside`` in them, if given."""
    before, found, _ = (folder / file).read_text(encoding="utf-8").partition(words)
    assert found, words
    before += words[: words.index(inside)]
    return file, before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1


def test_what_is_empty_may_be_left_out(folder: Path) -> None:
    edit(folder, "glossary.yaml", ("  synonyms: {ja: [], en: [cap]}\n", ""))
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("statements:")]
    (folder / "game.yaml").write_text("\n".join(lines), encoding="utf-8")
    for path in (folder / "rules").glob("*.yaml"):
        text = re.sub(r" *covers: \[.*\],?\n?", "", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    assert spots(folder) == []


def test_no_topic_is_there_when_all_are_left_out(folder: Path) -> None:
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?ms)^topics:.*?(?=^\S)", "", text)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    found = spots(folder)
    assert {code for code, *_ in found} == {"E301"}
    assert ("E301", *at(folder, "rules/garden.yaml", "topic: garden", "garden")) in found


@pytest.mark.slow
def test_what_did_not_change_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(folder)
    read: list[str] = []

    def noting(raw: bytes, name: str) -> object:
        read.append(name)
        return read_bytes(raw, name)

    monkeypatch.setattr("rulesref.compiling.build.read_bytes", noting)
    edit(folder, "glossary.yaml", ("en: hat", "en: bonnet"))
    again = build(folder)
    assert read == ["toy/glossary.yaml"]
    assert {k for k in first.data if again.data[k] != first.data[k]} == {"glossary"}
    edit(folder, "glossary.yaml", ("en: bonnet", "en: hat"))
    assert build(folder) == first


def test_the_invented_game_is_sound() -> None:
    assert build(TOY).problems == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "inside"),
    [
        pytest.param("game.yaml", "id: toy", "id: tay", "E305", "tay", id="the id is not the folder's"),
        pytest.param("game.yaml", "year: 2020", "yaer: 2020", "E202", "yaer", id="an unknown key"),
        pytest.param("game.yaml", "year: 2020", "year: '2020'", "E203", "'2020'", id="a text for a number"),
        pytest.param("game.yaml", "trust: medium", "trust: middling", "E204", "middling", id="a word that is not allowed"),
        pytest.param("game.yaml", "{id: seasons,", "{id: Seasons!,", "E205", "Seasons!", id="an id in capitals"),
        pytest.param("game.yaml", "id: CLUB\n    title: {ja: 園芸", "id: BOOK\n    title: {ja: 園芸", "E306", "BOOK", id="a source twice"),
        pytest.param("glossary.yaml", "reading: はな\n", "reading: ハナ\n", "E205", "ハナ", id="a reading in katakana"),
        pytest.param("glossary.yaml", "- id: flower\n  ja: 花\n", "- id: plot\n  ja: 花\n", "E306", "plot", id="a term twice"),
        pytest.param("rules/garden.yaml", "terms: [plot, flower]\n  tables", "terms: [plot, flour]\n  tables", "E301", "flour", id="an unknown term"),
        pytest.param("rules/garden.yaml", "related: [wild-flowers]", "related: [wild-flower]", "E301", "wild-flower]", id="an unknown entry"),
        pytest.param("rules/garden.yaml", "sources: [CLUB]", "sources: [CLOB]", "E301", "CLOB", id="an unknown source"),
        pytest.param("rules/garden.yaml", "tables: [box]", "tables: [bax]", "E301", "bax", id="an unknown table"),
        pytest.param("rules/garden.yaml", "ruling: gnome-sleep", "ruling: gnome-nap", "E301", "gnome-nap", id="an unknown ruling"),
        pytest.param("rules/garden.yaml", "covers: [R001]", "covers: [r1]", "E205", "r1", id="a statement in small letters"),
        pytest.param("rules/harvest.yaml", "topic: harvest", "topic: harvests", "E301", "harvests", id="an unknown topic"),
        pytest.param("rules/harvest.yaml", "calculators: [coins]", "calculators: [coin]", "E301", "coin]", id="an unknown calculator"),
        pytest.param("rules/harvest.yaml", "- id: winner", "- id: plot-flowers", "E306", "plot-flowers", id="an entry twice, in two files"),
        pytest.param("rulings.yaml", "default: quarters", "default: quarter", "E301", "quarter", id="a default that is no reading"),
        pytest.param("rulings.yaml", "who: [CLUB]}\n  default: quarters", "who: [CLAB]}\n  default: quarters", "E301", "CLAB", id="a reading by an unknown source"),
        pytest.param("rulings.yaml", "{id: whole, text: {ja: 端", "{id: quarters, text: {ja: 端", "E306", "quarters", id="a reading twice"),
        pytest.param("tables.yaml", "[2, 1, false, null]", "[2, 1, false]", "E308", "[2", id="too few cells"),
        pytest.param("tables.yaml", "[2, 1, false, null]", "[2, x, false, null]", "E309", "x", id="a cell of another kind"),
        pytest.param("tables.yaml", "[2, 1, false, null]", "[1, 1, false, null]", "E307", "[1", id="a row twice"),
        pytest.param("tables.yaml", "{size: 4, second: 2,", "{size: 4, secand: 2,", "E202", "secand", id="a cell of no column"),
        pytest.param("tables.yaml", "[spring, rain, 3]", "[spring, hail, 3]", "E309", "hail", id="an unknown code"),
        pytest.param("tables.yaml", "key: [season, sky]", "key: [season, skye]", "E302", "skye", id="a key of no column"),
        pytest.param("tables.yaml", '- ".#~"', '- ".#"', "E308", '".#"', id="a map with a short line"),
        pytest.param("tables.yaml", '- ".#~"', '- ".?~"', "E309", '".?~"', id="a map with an unknown sign"),
        pytest.param("tables.yaml", "confidence: likely, aliases", "confidence: maybe, aliases", "E204", "maybe", id="the confidence of a row"),
        pytest.param("tables.yaml", "sources: [CLUB], note", "sources: [CLAB], note", "E301", "CLAB", id="the source of a row"),
        pytest.param("tables.yaml", "aliases: {ja: [島], en: [island]}", "aliases: 島", "E203", "島", id="the aliases of a row"),
        pytest.param("tables.yaml", "note: {ja: 角にあります。, en: It lies in the corner.}", "note: [corner]", "E309", "[corner]", id="the note of a row"),
        pytest.param("tables.yaml", "rules: [plot-flowers]", "rules: [plot-flower]", "E301", "plot-flower]", id="a table of no entry"),
        pytest.param("scoring.yaml", "award: [10, 5, 2]}\n      - id: half", "awards: [10, 5, 2]}\n      - id: half", "E202", "awards", id="an unknown argument"),
        pytest.param("scoring.yaml", "ties: each, award: [10", "ties: equal, award: [10", "E204", "equal", id="an unknown policy"),
        pytest.param("scoring.yaml", "value: coins}", "value: cions}", "E310", "cions", id="an unknown name in the ladder"),
        pytest.param("scoring.yaml", "before: points", "before: pints", "E310", "pints", id="an unknown field before"),
        pytest.param("scoring.yaml", "value: cap(", "value: cup(", "E310", "cup", id="an unknown function"),
        pytest.param("scoring.yaml", "大きさ{plot.size}の花壇に", "大きさ{plot.sise}の花壇に", "E310", "大きさ", id="an unknown name in a sentence"),
        pytest.param("scoring.yaml", "events: [spring]\n    each", "events: [sping]\n    each", "E301", "sping", id="a check of no event"),
        pytest.param("scoring.yaml", "rules: [coin-supply]\n      help", "rules: [coin-supplies]\n      help", "E301", "coin-supplies", id="a field of no entry"),
        pytest.param("scoring.yaml", "id: summer\n    name: {ja: 夏", "id: spring\n    name: {ja: 夏", "E306", "spring", id="an event twice"),
        pytest.param("scoring.yaml", "- id: half\n        name: {ja: 屋台2", "- id: each\n        name: {ja: 屋台2", "E306", "each", id="a category twice"),
        pytest.param("scoring.yaml", "{id: paper, name: {ja: 紙", "{id: straw, name: {ja: 紙", "E306", "straw", id="an option twice"),
        pytest.param("scoring.yaml", "{by: seat, name: {ja: 手番順, en: turn order}, rules: [winner], value: seat}", "{by: coins, name: {ja: 手番順, en: turn order}, rules: [winner], value: coins}", "E306", "coins", id="a rung twice"),
        pytest.param("flow.yaml", "- id: gale\n    kind: do\n    when: windy", "- id: opening\n    kind: do\n    when: windy", "E306", "opening", id="a stage twice"),
        pytest.param("scoring.yaml", "'quarters' -> coins / 4", "'quarter' -> coins / 4", "E312", "'quarter'", id="a misspelt reading"),
        pytest.param("calculators.yaml", "value: case ruling", "value: csae ruling", "E218", "ruling", id="a misspelt word of an expression"),
        pytest.param("calculators.yaml", "value: taken}", "value: token}", "E310", "token", id="an unknown name of a calculator"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(
    folder: Path, file: str, old: str, new: str, code: str, inside: str
) -> None:
    edit(folder, file, (old, new))
    assert (code, *at(folder, file, new, inside)) in spots(folder)


@pytest.mark.slow
def test_a_text_cut_at_a_comma_is_told_as_that_alone(folder: Path) -> None:
    edit(
        folder,
        "scoring.yaml",
        ("rules: [winner], value: coins}", "rules: [winner], value: min(coins, 9)}"),
    )
    assert {spot[0] for spot in spots(folder)} == {"E215"}


def test_the_same_id_in_other_stages_is_no_mistake(folder: Path) -> None:
    edit(folder, "flow.yaml", ("- id: night\n", "- id: days\n"))
    assert spots(folder) == []


def test_what_depends_on_a_bad_entry_is_not_told_as_well(folder: Path) -> None:
    edit(folder, "tables.yaml", ("title: {ja: 天気, en: weather}", "title: [天気]"))
    assert [spot[0] for spot in spots(folder)] == ["E203"]


SHARED = """
define:
  - {id: third, name: {ja: 3分の1, en: a third}, value: floor(coins / 3)}
  - {id: part, name: {ja: 一部, en: a part}, parameters: [size], value: floor(coins / size)}
events:"""


def hats(tmp_path: Path, *pairs: tuple[str, str, str]) -> Path:
    """The example game with other texts in its files."""
    folder = write_example("hats", tmp_path, "en", ["ja", "en"])
    for file, old, new in pairs:
        edit(folder, file, (old, new))
    return folder


def test_what_is_defined_above_the_events_is_for_checks_and_the_flow_too(tmp_path: Path) -> None:
    folder = hats(
        tmp_path,
        ("scoring.yaml", "value: floor(coins / 3)", "value: third"),
        ("scoring.yaml", "\nevents:", SHARED),
        ("flow.yaml", "round = 3", "round = 3 and part(2) >= third"),
    )
    text = (folder / "scoring.yaml").read_text(encoding="utf-8")
    check = "{id: many, level: warning, when: third > 20, message: {ja: 多い, en: Many.}, rules: [points]}"
    (folder / "scoring.yaml").write_text(f"{text}checks:\n  - {check}\n", encoding="utf-8")
    result = checked(*examined(folder))
    assert (result.problems, result.known) == ([], 4)


def test_what_is_wrong_in_it_is_told_where_it_stands(tmp_path: Path) -> None:
    edited = SHARED.replace("coins / size", "gold / size").replace("coins / 3", "coins / (3")
    folder = hats(tmp_path, ("scoring.yaml", "\nevents:", edited))
    assert [(code, line) for code, _, line, _ in spots(folder)][:1] == [("E218", 10)]
    folder = hats(
        tmp_path / "2", ("scoring.yaml", "\nevents:", SHARED.replace("coins / size", "gold / size")),
        ("flow.yaml", "round = 3", "round = part(3)"),
    )  # fmt: skip
    told = [(code, Path(file).name, line) for code, file, line, _ in spots(folder)]
    assert told == [("W318", "scoring.yaml", 10), ("E310", "scoring.yaml", 11)]


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("tables.yaml", "key: [hat]", "keys: [hat]", "E202"),
        ("tables.yaml", "[straw, 2, 1]", "[straw, 2]", "E308"),
        ("scoring.yaml", "floor(coins / 3)", "floor(coin / 3)", "E310"),
        ("flow.yaml", "{player-name} takes", "{player-name takes", "E223"),
        ("scoring.yaml", "value: floor(coins / 3)", 'value: "count(r in [1, 2] where r < coins)"', "E218"),
        ("scoring.yaml", "value: floor(coins / 3)", 'value: "count(one, place in bought where place > 1)"', "E218"),
        ("flow.yaml", "{add: coins, by: 3}", '{set: "bought[2]", to: 5}', "E310"),
    ],
)  # fmt: skip
def test_one_slip_is_one_problem(tmp_path: Path, file: str, old: str, new: str, code: str) -> None:
    assert [each[0] for each in spots(hats(tmp_path, (file, old, new)))] == [code]


def test_who_names_a_bad_scoring_is_not_told_as_well(folder: Path) -> None:
    edit(folder, "scoring.yaml", ("op: best-split", "op: best-splt"))
    assert [(spot[0], spot[1]) for spot in spots(folder)] == [("E204", "scoring.yaml")]


def test_what_depends_on_a_bad_file_is_not_told_as_well(folder: Path) -> None:
    edit(folder, "tables.yaml", ("- id: plots", "- id: [plots"))
    found = spots(folder)
    assert [(spot[0], spot[1]) for spot in found] == [("E104", "tables.yaml")]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        pytest.param("game.yaml", ["E210"], id="the head"),
        pytest.param("glossary.yaml", ["E210"], id="the glossary"),
    ],
)
def test_a_missing_file_is_told_alone(folder: Path, name: str, codes: list[str]) -> None:
    (folder / name).unlink()
    assert [(spot[0], spot[1]) for spot in spots(folder)] == [(code, name) for code in codes]


def test_files_that_are_not_needed_may_be_missing(folder: Path) -> None:
    for name in ("scoring.yaml", "calculators.yaml", "tables.yaml", "rulings.yaml"):
        (folder / name).unlink()
    codes = {spot[0] for spot in spots(folder)}
    assert codes == {"E301"}


def test_a_file_of_no_kind_is_told_and_a_hidden_one_is_not(folder: Path) -> None:
    (folder / "score.yaml").write_text("[]", encoding="utf-8")
    (folder / ".draft.yaml").write_text("[", encoding="utf-8")
    (folder / "notes.txt").write_text("[", encoding="utf-8")
    assert spots(folder) == [("E209", "score.yaml", 1, 1)]


def test_mistakes_of_every_kind_come_at_once_and_in_order(folder: Path) -> None:
    edit(folder, "game.yaml", ("year: 2020", "year: MMXX"))
    edit(folder, "glossary.yaml", ("synonyms: {ja: [], en: [cap]}", "synonyms: *x"))
    edit(folder, "rules/garden.yaml", ("related: [wild-flowers]", "related: [tame-flowers]"))
    edit(
        folder,
        "rules/harvest.yaml",
        ("topic: harvest\n  title: {ja: 勝者", "tropic: harvest\n  title: {ja: 勝者"),
    )
    edit(folder, "rulings.yaml", ("default: quarters", "default: thirds"))
    edit(folder, "tables.yaml", ("[spring, rain, 3]", "[spring, rain]"))
    edit(folder, "scoring.yaml", ("value: cap(", "value: cup("), ("value: coins}", "value: cions}"))
    edit(folder, "calculators.yaml", ("plots[size].second", "plots[size].first"))
    assert spots(folder) == [
        ("E302", *at(folder, "calculators.yaml", "plots[size].first", "first")),
        ("E203", *at(folder, "game.yaml", "MMXX")),
        ("E106", *at(folder, "glossary.yaml", "*x")),
        ("E301", *at(folder, "rules/garden.yaml", "tame-flowers")),
        ("E202", *at(folder, "rules/harvest.yaml", "tropic")),
        ("E301", *at(folder, "rulings.yaml", "thirds")),
        ("E310", *at(folder, "scoring.yaml", "cions")),
        ("E310", *at(folder, "scoring.yaml", "cup")),
        ("E308", *at(folder, "tables.yaml", "[spring, rain]")),
    ]


@pytest.mark.parametrize(
    ("ranges", "ids"),
    [
        pytest.param(["R009-R011"], ["R009", "R010", "R011"], id="a range keeps its zeros"),
        pytest.param(["C1", "F03"], ["C1", "F03"], id="single ones"),
        pytest.param(["R3-R2"], [], id="a range that runs backwards is empty"),
        pytest.param([], [], id="none"),
    ],
)
def test_statement_ids(ranges: list[str], ids: list[str]) -> None:
    assert statement_ids(ranges) == ids
