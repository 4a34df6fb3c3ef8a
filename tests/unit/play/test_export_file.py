"""Exported plays: what is written is read again, what an earlier version wrote as well, nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesref import __version__
from rulesref.base.diagnostics import ProblemsFound
from rulesref.play.export_file import exported, kept, read_play
from rulesref.play.log import LogLine
from rulesref.play.replay import replayed
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import toy
from tests.unit.play.earlier import FORM_1


@pytest.fixture
def text() -> str:
    store = PlayStore.in_memory()
    line = LogLine(1, "note お茶", {"note": "お茶"}, "2026-01-02T03:04:06Z", ("spring",), {"x": 1})
    play = store.begin(
        {"name": "p", "game": "toy", "digest": "d", "players": ["葵", "B"], "options": {},
         "tracked": "full", "seed": 7},
        [LogLine(0, "", {}, "2026-01-02T03:04:05Z"), line],
    )  # fmt: skip
    return exported(play, store.lines(play))


def read(folder: Path, text: str) -> Any:
    file = folder / "play.json"
    file.write_text(text, encoding="utf-8")
    return read_play(file)


def test_what_was_exported_is_read_again(tmp_path: Path, text: str) -> None:
    row, lines = read(tmp_path, text)
    assert (row["name"], row["players"], row["seed"], row["head"]) == ("p", ["葵", "B"], 7, 1)
    written = json.loads(text)
    assert (row["created"], row["changed"]) == (written["created"], written["changed"])
    assert row["version"] == written["version"] == __version__
    assert lines[1] == LogLine(
        1, "note お茶", {"note": "お茶"}, "2026-01-02T03:04:06Z", id=1, after=0
    )  # fmt: skip


def test_no_sentence_and_no_state_is_exported(text: str) -> None:
    data = json.loads(text)
    assert data["rulesref-play"] == 2
    assert [sorted(line) for line in data["lines"]] == [["command", "step", "time", "typed"]] * 2


def test_what_an_earlier_version_exported_comes_to_the_same_play() -> None:
    row, lines = read_play(FORM_1)
    assert [line.typed for line in lines[1:4]] == ["work 2", "hedge 3", "!hedge 3"]
    store = PlayStore.in_memory()
    session = PlaySession.at(store, toy(), store.begin(row, lines))
    assert session.state.players[0]["hedges"] == (3, 3)
    titles = [entry.happenings[0].text for entry in session.log()[1:]]
    assert [title and title.en for title in titles] == [
        "葵 works 2 hours (4 coins).", "葵 plants a hedge.", "葵 plants a hedge.",
    ]  # fmt: skip
    again = replayed(toy(), session.play, lines)
    assert [entry.problems for entry in again] == [()] * len(lines)


@pytest.mark.parametrize("seed", [0, 10**18 - 1, None])
def test_any_seed_is_read(tmp_path: Path, text: str, seed: int | None) -> None:
    row, _ = read(tmp_path, json.dumps({**json.loads(text), "seed": seed}))
    assert row["seed"] == seed


def test_half_a_character_is_told_where_it_stands(tmp_path: Path, text: str) -> None:
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, text.replace("お茶", "\\ud800", 1))
    (problem,) = refused.value.problems
    before = text.partition("お茶")[0].splitlines()
    assert problem.code == "E114"
    place = problem.place
    assert place is not None
    assert (place.line, place.column, place.length) == (len(before), len(before[-1]) + 1, 6)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"rulesref-play": 3}, "rulesref-play", id="a form to come"),
        pytest.param({"players": []}, "players", id="nobody"),
        pytest.param({"players": ["A", "A"]}, "players", id="somebody twice"),
        pytest.param({"players": ["A", 3]}, "players", id="a name that is none"),
        pytest.param({"step": 2}, "step", id="a step that there is not"),
        pytest.param({"step": True}, "step", id="a step that is no number"),
        pytest.param({"lines": []}, "step", id="no line"),
        pytest.param({"lines": [3], "step": 0}, "3", id="a line that is none"),
        pytest.param({"seed": -1}, "seed", id="a seed below nothing"),
        pytest.param({"tracked": "half"}, "tracked", id="another way of tracking"),
        pytest.param({"draft": 3}, "draft", id="a draft that is none"),
        pytest.param({"seed": 1.5}, "1.5", id="a number with a part"),
        pytest.param({"seed": 1e30}, "1e+30", id="a number with a power"),
        pytest.param({"seed": float("-inf")}, "-Infinity", id="a number without end"),
        pytest.param({"draft": {"n": float("nan")}}, "NaN", id="no number at all"),
    ],
)
def test_what_does_not_fit_is_named(
    tmp_path: Path, text: str, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, json.dumps({**json.loads(text), **change}))
    (problem,) = refused.value.problems
    assert (problem.code, problem.values["reason"]) == ("E536", reason)


def test_lines_must_follow_one_another(tmp_path: Path, text: str) -> None:
    data = json.loads(text)
    data["lines"][1]["step"] = 5
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, json.dumps(data))
    assert refused.value.problems[0].values["reason"] == "step 1"


def test_a_file_that_is_too_long_is_not_read(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = len(text.encode())
    monkeypatch.setattr("rulesref.play.export_file._MOST_BYTES", many)
    read(tmp_path, text)
    monkeypatch.setattr("rulesref.play.export_file._MOST_BYTES", many - 1)
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, text)
    assert refused.value.problems[0].code == "E536"


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound) as refused:
        read_play(tmp_path / "no.json")
    assert refused.value.problems[0].values["reason"] == "missing"


def test_a_play_is_kept_under_its_name_or_another(tmp_path: Path, text: str) -> None:
    store, (row, lines) = PlayStore.in_memory(), read(tmp_path, text)
    assert [kept(store, toy(), row, lines, name).name for name in (None, "q")] == ["p", "q"]
    with pytest.raises(ProblemsFound):
        kept(store, toy(), {**row, "players": ["A"]}, lines, "r")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param({"lines": ["x" * 50], "step": 0}, "x" * 40, id="a line that is none"),
        pytest.param({"seed": 10**18}, "1" + "0" * 17, id="a number that is too long"),
        pytest.param({"seed": -(10**18)}, "-1" + "0" * 16, id="below nothing"),
        pytest.param({"step": -1}, "step", id="before the beginning"),
        pytest.param({"players": ["A", ""]}, "players", id="a name that is empty"),
        pytest.param({"options": []}, "options", id="options that are none"),
    ],
)
def test_what_of_it_does_not_fit_is_cut_short(
    tmp_path: Path, text: str, data: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, json.dumps({**json.loads(text), **data}))
    assert refused.value.problems[0].values == {"file": str(tmp_path / "play.json"), "reason": reason}  # fmt: skip


def test_what_is_no_json_is_told_where(tmp_path: Path, text: str) -> None:
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, text.replace('"p"', "p", 1))
    (problem,) = refused.value.problems
    line = next(n for n, row in enumerate(text.splitlines(), 1) if '"p"' in row)
    assert (problem.code, problem.place and problem.place.line) == ("E625", line)
    with pytest.raises(ProblemsFound) as refused:
        read(tmp_path, "[" * 100_000)
    assert refused.value.problems[0].values["reason"] == "[[[…"


def test_as_many_lines_as_a_play_may_have_are_read(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesref.play.export_file._MOST_LINES", 2)
    monkeypatch.setattr("rulesref.play.export_file._MOST_BYTES", len(text.encode()))
    assert len(read(tmp_path, text)[1]) == 2
    monkeypatch.setattr("rulesref.play.export_file._MOST_LINES", 1)
    with pytest.raises(ProblemsFound):
        read(tmp_path, text)
