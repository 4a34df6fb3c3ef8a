"""Batches: lines in, lines out, whatever the lines are."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.differential import explained
from rulesref.base.diagnostics import ProblemsFound
from rulesref.lang import OPERATORS
from rulesref.model.code import Code, NotCompilableError
from rulesref.model.expression import Operator
from rulesref.reading.source import MAX_BYTES
from rulesref.scoring.batches import Batch, Lines, Renderer, blocks, run
from rulesref.show.batch_lines import JsonLines, TextLines
from rulesref.show.data import as_json
from tests.helpers import DATA, TOY, Ran, game_in, rulesref, says, scored, toy
from tests.invented import document
from tests.unit.scoring.batch.compiled import AUTUMN, SPRING


def a_batch(renderer: Renderer | None = None, **asked: Any) -> Batch:
    given = {"event": None, "rulings": {}, **asked}
    return Batch(file="b.jsonl", reopen=toy, renderer=renderer or JsonLines("en"), **given)


def autumn(**more: Any) -> dict[str, Any]:
    """A sound position of the toy game."""
    people = [
        {"name": name, "points": 3, "coins": coins, "hat": "straw", "steps": {"moss": 2}}
        for name, coins in (("葵", 5), ("Ben", 1))
    ]
    return {"game": "toy", "event": "autumn", "players": people, **more}


def line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def results(*lines: str | bytes, renderer: Renderer | None = None, **asked: Any) -> list[Any]:
    """What a batch gives, one for each line that is not blank."""
    raw = b"\n".join(text.encode() if isinstance(text, str) else text for text in lines)
    out, _ = Lines(a_batch(renderer, **asked), toy()).scored(raw, 1)
    return [json.loads(found) for found in out.decode().split("\n")[:-1]]


def problem(*lines: str | bytes, **asked: Any) -> dict[str, Any]:
    """The only problem of the last line."""
    (found,) = results(*lines, **asked)[-1]["problems"]
    assert isinstance(found, dict)
    return found


# --- results --------------------------------------------------------------------------------------


def test_a_line_has_what_the_file_would_have_but_the_working() -> None:
    expected = as_json(scored(toy(), autumn()), "en")
    for player in expected["players"]:
        del player["explanation"]
    assert results(line(autumn())) == [expected]


def test_the_working_is_there_when_asked_for() -> None:
    found = results(line(autumn()), renderer=JsonLines("en", explains=True))
    assert found == [as_json(scored(toy(), autumn()), "en")]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_warnings_are_said_in_the_language_asked_for(lang: str) -> None:
    rich = autumn()
    rich["players"][0]["coins"] = 21
    (found,) = results(line(rich), renderer=JsonLines(lang))
    expected = {"ja": "コインを21枚も持つ人がいます。", "en": "Somebody has as many as 21 coins."}
    assert found["warnings"] == [expected[lang]]


def test_text_is_one_line_to_a_position() -> None:
    lines = Lines(a_batch(TextLines("en")), toy())
    bad = autumn(sky="hail")
    out, sound = lines.scored(f"{line(autumn())}\n{line(bad)}\n".encode(), 1)
    first, second = out.decode().splitlines()
    assert first == "1: 1. 葵 9, 2. Ben 7"
    assert second.startswith("b.jsonl, line 2: ")
    assert says("E404", second)
    assert not sound


def test_text_of_the_last_scoring_says_who_wins() -> None:
    player = {"points": 0, "coins": 8, "seeds": {"red": 1, "blue": 1, "green": 1}}
    data = {"event": "final", "players": [{"name": name, **player} for name in "AB"]}
    out, _ = Lines(a_batch(TextLines("en")), toy()).scored(line(data).encode(), 1)
    assert out == explained(a_batch(TextLines("en")), toy()).scored(line(data).encode(), 1)[0]
    assert out.decode() == "1: 1. B 7, 2. A 7. B wins.\n"


def test_blank_lines_are_skipped_and_counted() -> None:
    found = problem("", "  \t\r", line(autumn()), "", line(autumn(sky=3)))
    assert (found["file"], found["line"]) == ("b.jsonl", 5)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(line(autumn()) + "\r", id="a carriage return at the end"),
        pytest.param("  " + line(autumn()) + "  ", id="spaces around"),
        pytest.param("\ufeff" + line(autumn()), id="a byte order mark"),
        pytest.param(json.dumps(autumn()), id="characters as escapes"),
        pytest.param(line(autumn()).replace('"autumn"', '"秋の散歩"'), id="the event by name"),
        pytest.param(
            line(autumn()).replace('"coins"', '"コイン"'), id="a field by its Japanese name"
        ),
        pytest.param(line(autumn()).replace('"coins": 5', '"coins": "2+3"'), id="a sum"),
        pytest.param(line(autumn()).replace('"straw"', '"麦わら"'), id="an option by name"),
        pytest.param(line(autumn()).replace('"toy"', '"おもちゃの庭"'), id="the game by name"),
        pytest.param(
            "{game: toy, event: autumn, players: [{name: 葵, points: 3, coins: 5, hat: straw, steps: "
            "{moss: 2}}, {name: Ben, points: 3, coins: 1, hat: straw, steps: {moss: 2}}]}",
            id="YAML on one line",
        ),
    ],
)
def test_the_same_position_written_otherwise_scores_the_same(text: str) -> None:
    assert results(text) == results(line(autumn()))


def test_names_may_have_any_text() -> None:
    names = ['D "Q": \\', "三浦: 結衣\u2028", "😀", "\x07"]
    people = [{**autumn()["players"][0], "name": name} for name in names]
    for text in (line(autumn(players=people)), json.dumps(autumn(players=people))):
        assert [p["name"] for p in results(text)[0]["players"]] == names


# --- problems -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "mark"),
    [
        pytest.param(line(autumn(sky="hail")), "E404", '"hail"', id="a word that is no option"),
        pytest.param('{"game": "toy", "game": "toy"}', "E109", '"game": "toy"}', id="a key twice"),
        pytest.param('{"event": "autumn", "players": [1', "E104", "[1", id="cut off"),
        pytest.param(line(autumn(judge=1)), "E407", '"judge"', id="a field of another event"),
        pytest.param(line(autumn(x=1)), "E408", '"x"', id="an unknown key"),
        pytest.param(line(autumn()).replace("3,", "NaN,", 1), "E402", "NaN", id="not a number"),
        pytest.param(line(autumn()).replace("3,", "3.0,", 1), "E402", "3.0", id="a decimal"),
        pytest.param(
            line(autumn()).replace("3,", "3" * 19 + ",", 1), "E111", "3" * 19, id="too large"
        ),
        pytest.param("[" * 40 + "]" * 40, "E108", "[" * 16 + "]", id="nested deeply"),
        pytest.param("[" * 24 + "{" + "[" * 100_000, "E108", "{", id="nested very deeply"),
        pytest.param("null", "E402", "null", id="nothing"),
        pytest.param("# a comment", "E402", "#", id="a comment"),
        pytest.param(line(autumn(players=[])), "E430", "[]", id="nobody"),
        pytest.param(line(autumn(rulings={"x": "y"})), "E425", '"x"', id="an unknown ruling"),
    ],
)
def test_a_problem_points_into_its_line(text: str, code: str, mark: str) -> None:
    found = problem(line(autumn()), text)
    assert (found["code"], found["line"], found["column"]) == (code, 2, text.index(mark) + 1)


def test_bytes_that_are_no_text_are_a_problem_of_their_line() -> None:
    found = problem(line(autumn()), b'{"game": "\xff"}')
    assert (found["code"], found["line"], found["column"]) == ("E103", 2, 11)


def test_what_stands_twice_stands_twice_in_this_line() -> None:
    found = problem(line(autumn()), "", '{"game": "toy", "game": "toy"}')
    assert found["values"] == {"first": 3, "key": "game"}


def test_columns_are_right_behind_line_separators_inside_of_text() -> None:
    people = autumn()["players"]
    people[0]["name"] = "a\u2028b\u2029c"
    text = line(autumn(players=people, x=1))
    assert problem(text)["column"] == text.index('"x"') + 1


def test_problems_stand_between_the_results_and_the_run_goes_on() -> None:
    found = results(line(autumn()), "{", line(autumn()), line(autumn(x=1)), line(autumn()))
    assert ["problems" in result for result in found] == [False, True, False, True, False]


def test_an_impossible_table_is_a_problem() -> None:
    crowded = autumn()
    crowded["players"][0]["coins"] = 30
    assert results(line(crowded))[0]["problems"][0]["code"] == "E440"
    (result,) = results(line(crowded), anyway=True)
    assert [check["check"] for check in result["overruled"]] == ["coin-supply"]
    lines = Lines(a_batch(TextLines("en"), anyway=True), toy())
    out, sound = lines.scored(line(crowded).encode(), 1)
    assert sound
    assert "Unusual: The players hold more than 30 coins in all." in out.decode()


def test_a_line_that_is_too_long_is_a_problem_and_dropped_as_it_comes() -> None:
    long = b'{"game": "' + b"x" * (3 * MAX_BYTES)
    source = io.BytesIO(b"\n".join([line(autumn()).encode(), long, line(autumn()).encode()]))
    written: list[bytes] = []
    assert not run(a_batch(), toy(), source, written.append)
    found = [json.loads(text) for text in b"".join(written).splitlines()]
    assert [result.get("problems", [{"line": 0}])[0]["line"] for result in found] == [0, 2, 0]
    assert found[1]["problems"][0]["code"] == "E113"


# --- streams --------------------------------------------------------------------------------------


class Trickle(io.RawIOBase):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, most: int) -> None:
        self.data, self.most = data, most

    def read1(self, size: int) -> bytes:
        now, self.data = self.data[: min(size, self.most)], self.data[min(size, self.most) :]
        return now


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_blocks_are_whole_lines_however_they_come(most: int) -> None:
    raw = b"one\n\ntwo\nthree\n" * 20 + b"last"
    found = list(blocks(Trickle(raw, most)))  # type: ignore[arg-type]
    assert b"".join(block for _, block in found) == raw
    assert all(block.endswith(b"\n") for _, block in found[:-1])
    assert [n for n, _ in found] == [
        raw[: raw.index(block)].count(b"\n") + 1 for _, block in found[:1]
    ] + [1 + b"".join(block for _, block in found[:i]).count(b"\n") for i in range(1, len(found))]


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param([b"x" * MAX_BYTES, b"yy\n", b"{}\n"], id="the longest that may be, and more"),
        pytest.param([b"x" * (MAX_BYTES + 1), b"\n", b"{}\n"], id="its end comes by itself"),
        pytest.param([b"x" * (MAX_BYTES + 1), b"y", b"\n{}\n"], id="its end comes before others"),
    ],
)
def test_a_line_that_is_too_long_is_one_line_however_it_comes(chunks: list[bytes]) -> None:
    coming = iter([*chunks, b""])

    class Source:
        def read1(self, _: int) -> bytes:
            return next(coming)

        read = read1

    source: Any = Source()
    came = b"".join(block for _, block in blocks(source)).split(b"\n")
    assert [len(line) > MAX_BYTES for line in came] == [True, False, False]
    assert came[1:] == [b"{}", b""]


def test_however_slow_the_first_block_is_only_so_many_are_read_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Waiting:
        def __init__(self, *_: object, **__: object) -> None: ...
        def submit(self, _: object, block: bytes, first: int) -> Any:  # noqa: ARG002
            return self

        def done(self) -> bool:
            return False

        def result(self) -> tuple[bytes, bool]:
            return b"", True

        def shutdown(self, **_: object) -> None: ...

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Waiting)
    handed = 0

    class Endless:
        def read1(self, _: int) -> bytes:
            nonlocal handed
            handed += 1
            return b"{}\n" if handed < 50 else b""

        read = read1

    ahead: list[int] = []
    source: Any = Endless()
    run(a_batch(), toy(), source, lambda _: ahead.append(handed - len(ahead)), jobs=3)
    assert len(ahead) == 49
    assert max(ahead) == 2 * 3 + 1


def test_results_come_as_lines_come() -> None:
    written: list[bytes] = []
    text = (line(autumn()) + "\n").encode()
    run(a_batch(), toy(), Trickle(text * 3, len(text)), written.append)  # type: ignore[arg-type]
    assert len(written) == 3


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"event": "winter"}, "E424"),
        ({"rulings": {"gnome-sleep": "perhaps"}}, "E426"),
        ({"rulings": {"x": "y"}}, "E425"),
    ],
)
def test_what_is_asked_wrongly_is_told_once(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(ProblemsFound) as told:
        run(a_batch(**asked), toy(), io.BytesIO(b"{}\n{}\n"), lambda _: None)
    assert [p.code for p in told.value.problems] == [code]


def test_the_event_and_the_rulings_asked_for_win() -> None:
    data = autumn(event="spring", rulings={"coin-rest": "whole"})
    (found,) = results(line(data), event="autumn", rulings={"coin-rest": "quarters"})
    assert (found["event"], found["rulings"]) == ("autumn", {"coin-rest": "quarters"})


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def lines_file(tmp_path: Path) -> Path:
    rng = random.Random(5)
    data = [line(document(toy(), rng.choice(toy().event_ids), rng)) for _ in range(300)]
    path = tmp_path / "b.jsonl"
    path.write_text("\n".join([*data[:150], "{", *data[150:]]), encoding="utf-8")
    return path


def score_toy(*args: str | Path, stdin: bytes = b"") -> Ran:
    return rulesref("--data", str(TOY), "score", "toy", *map(str, args), "--batch", stdin=stdin)


def test_the_command_reads_a_file_or_standard_input(lines_file: Path) -> None:
    from_file = score_toy(lines_file, "--format", "json")
    from_input = score_toy("-", "--format", "json", stdin=lines_file.read_bytes())
    assert from_file.code == from_input.code == 1
    assert from_file.out.replace(str(lines_file), "-") == from_input.out
    assert from_file.out.count("\n") == 301
    assert not from_file.err


def test_jobs_change_nothing(lines_file: Path) -> None:
    alone = score_toy(lines_file, "--format", "json")
    assert score_toy(lines_file, "--format", "json", "--jobs", "2") == alone


def test_a_sound_batch_ends_with_0(lines_file: Path) -> None:
    found = score_toy("--format", "json", "--lang", "en", stdin=line(autumn()).encode())
    assert (found.code, json.loads(found.out)) == (0, results(line(autumn()))[0])


def test_the_working_must_be_asked_for() -> None:
    plain, explained = (
        json.loads(score_toy(*more, "--format", "json", stdin=line(autumn()).encode()).out)
        for more in ((), ("--explain",))
    )
    assert "explanation" not in plain["players"][0]
    assert explained["players"][0].pop("explanation")["op"] == "score"
    assert explained["players"][0] == plain["players"][0]


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    found = score_toy(tmp_path / "none.jsonl", "--format", "json")
    assert found.code == 1
    assert json.loads(found.out)["problems"][0]["code"] == "E101"


def test_one_file_is_enough(lines_file: Path) -> None:
    assert score_toy(lines_file, lines_file).code == 2


def test_a_line_without_end_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_BLOCK": 10, "MAX_BYTES": 20, "_MOST_SKIPPED": 50}.items():
        monkeypatch.setattr(f"rulesref.scoring.batches.{name}", value)

    def last(many: int) -> tuple[int, bytes]:
        return list(blocks(io.BytesIO(b"a\n" + b"x" * many + b"\nb\n")))[-1]

    assert last(70) == (2, b"x" * 21 + b"\nb\n")
    assert last(200) == (2, b"x" * 21), "what stands behind it is not looked for"


# --- the plain program and the explained way ------------------------------------------------------

POSITION = {"game": "toy", "event": "autumn", **AUTUMN}


def text(**changes: Any) -> str:
    return line({**POSITION, **changes})


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        pytest.param(text(), 1, id="a usual line"),
        pytest.param(text(event="秋の散歩"), 1, id="an event by its name"),
        pytest.param(text(rulings={"coin-rest": "whole"}), 1, id="another reading"),
        pytest.param(text(game="おもちゃの庭"), 1, id="a game by its name"),
        pytest.param("  " + text() + "\r", 1, id="blanks around it"),
        pytest.param(text().replace("5", "5.0", 1), 0, id="a decimal"),
        pytest.param(text(x=1).replace('"x": 1', '"x": NaN'), 0, id="no number"),
        pytest.param(text(game="chess"), 0, id="another game"),
        pytest.param(text(game=["toy"]), 0, id="a game that is no word"),
        pytest.param(text(event=1), 0, id="an event that is no word"),
        pytest.param(text(rulings={"coin-rest": "x"}), 0, id="an unknown reading"),
        pytest.param(text(rulings={"x": "y"}), 0, id="an unknown ruling"),
        pytest.param(text() + "x", 0, id="something behind it"),
        pytest.param(text().replace('"sky": "rain"', '"sky": "sun", "sky": "rain"'), 0, id="a key twice"),
    ],
)  # fmt: skip
def test_a_sound_position_is_scored_by_the_plain_program_and_comes_to_the_same(
    raw: str, plain: int
) -> None:
    way = Lines(a_batch(), toy())
    out, _ = way.scored(raw.encode(), 1)
    assert way.plain == plain
    assert out == explained(a_batch(), toy()).scored(raw.encode(), 1)[0]


def test_where_a_game_has_one_scoring_no_line_need_name_it() -> None:
    people = [
        {"name": name, "black": 1, "red": 2, "blue": 1, "green": 1, "treasures": 0} for name in "AB"
    ]
    tigris = game_in(DATA / "tigris")
    assert len(tigris.event_ids) == 1
    way = Lines(a_batch(), tigris)
    assert way.scored(json.dumps({"players": people}).encode(), 1)[1]
    assert way.plain == 1
    assert not Lines(a_batch(), toy()).scored(
        text().replace('"event": "autumn", ', "").encode(), 1
    )[1]


def test_a_game_that_cannot_be_compiled_is_scored_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def plain(operator: Operator, code: Code) -> str:
        raise NotCompilableError

    expected = Lines(a_batch(), toy()).scored(f"{text()}\n".encode() * 2, 1)
    monkeypatch.setattr(OPERATORS["bands"], "plain", plain)
    way = Lines(a_batch(), toy())
    assert way.scored(f"{text()}\n".encode() * 2, 1) == expected
    assert way.plain == 0


FULL = {"size": 2, "flowers": {"A": [1, 1], "B": [1, 1]}}


@pytest.mark.parametrize(
    "plots",
    [
        pytest.param([SPRING["plots"][0], FULL], id="the second of two entries"),
        pytest.param([FULL, SPRING["plots"][0], FULL], id="two alike, told once"),
    ],
)
def test_a_check_of_entries_is_told_at_the_entry(plots: list[Any]) -> None:
    raw = json.dumps({"event": "spring", **SPRING, "plots": plots}).encode()
    out, sound = Lines(a_batch(), toy()).scored(raw, 1)
    assert not sound
    assert [p["code"] for p in json.loads(out)["problems"]] == ["E440"]
