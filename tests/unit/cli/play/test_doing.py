"""``play do``, ``undo`` and ``redo``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import says
from tests.playing import Run, begun, changed_toy, shown


def test_a_line_says_what_happened_and_how_it_stands(run: Run) -> None:
    begun(run)
    done = run("play", "do", "work", "2")
    assert done.code == 0
    assert "葵 works 2 hours (4 coins)." in done.out
    assert "[spring / garden work / day 1 / 葵 to play]  葵 0  Ben 0  | 葵: coins 4\n" in done.out
    done = run("play", "do", "hedge", "3")
    assert "葵 +1 -> 1 (hedge of 3)" in done.out


@pytest.mark.slow
def test_lines_are_understood_in_both_languages(run: Run) -> None:
    begun(run)
    for line in ("job", "仕事", "しごと", "働く", "１"):
        assert run("play", "do", line).code == 0, line
    assert run("play", "do", "shigoto").code == 0
    assert shown(run, "show")["state"]["葵"]["coins"] == 8
    assert "葵が1時間働きました" in run("play", "do", "1", lang="ja").out


@pytest.mark.slow
def test_what_the_rules_refuse_is_told_with_the_rule_and_can_be_forced(run: Run) -> None:
    begun(run)
    run("play", "do", "set", "葵.coins", "0")
    done = run("play", "do", "hedge", "3")
    assert done.code == 1
    assert says("E510", done.err)
    assert "It costs 1 coins." in done.err
    assert "“!”" in done.err
    assert "Rules: coin-supply" in done.err
    assert done.out == ""
    refused = run("play", "do", "!hedge", "3")
    assert says("E542", refused.err)
    assert "!!hedge 3" in refused.err
    assert shown(run, "show")["state"]["葵"]["coins"] == 0
    assert run("play", "do", "!!hedge", "3").code == 0
    assert shown(run, "show")["state"]["葵"]["coins"] == -1
    assert "! 葵 plants a hedge." in run("play", "history").out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("hedge", "E507", id="something is missing"),
        pytest.param("hedge 3 4", "E557", id="something is too much"),
        pytest.param("hedge 12", "E403", id="out of range"),
        pytest.param("fly", "E501", id="no such choice"),
        pytest.param("cut 3", "E505", id="a choice that is not offered"),
        pytest.param("set 葵.corn 3", "E503", id="no such value"),
        pytest.param("set Ken.coins 3", "E420", id="nobody of that name"),
        pytest.param("set 葵.coins", "E504", id="set to nothing"),
        pytest.param("undo", "E539", id="nothing to take back"),
        pytest.param("redo", "E531", id="nothing to do again"),
        pytest.param("undo --to 7", "E529", id="no such step"),
        pytest.param("ask", "E537", id="no question"),
        pytest.param("lang fr", "E537", id="no such language"),
    ],
)
def test_a_line_that_does_not_fit_changes_nothing(run: Run, line: str, code: str) -> None:
    begun(run)
    before = shown(run, "show")
    done = run("play", "do", *line.split())
    assert done.code == 1, done
    assert says(code, done.err)
    assert shown(run, "show") == before


@pytest.mark.slow
def test_undo_and_redo_by_command_and_by_line(run: Run) -> None:
    begun(run)
    nothing = run("play", "undo")
    assert (nothing.code, says("E539", nothing.err)) == (1, True)
    for line in ("1", "1", "1"):
        run("play", "do", line)
    done = run("play", "undo", "2")
    assert "Taken back: 葵 works 1 hours (5 coins)." in done.out
    assert "(taken back)" in run("play", "history").out
    assert shown(run, "show")["step"] == 1
    assert run("play", "redo").code == 0
    assert run("play", "do", "redo").code == 0
    assert shown(run, "show")["step"] == 3
    assert run("play", "undo", "--to", "0").code == 0
    assert run("play", "do", "redo 3").code == 0
    run("play", "do", "undo --to 1")
    run("play", "do", "note", "x")
    assert shown(run, "show")["last"] == 2


def test_json_of_a_line_tells_what_came_of_it(run: Run) -> None:
    begun(run)
    found = shown(run, "do", "hedge", "4")
    assert found["line"]["points"] == [
        {"player": "葵", "points": 1, "total": 1, "why": "hedge of 4"}
    ]
    assert found["log"][-1] == found["line"]
    done = run("--format", "json", "play", "do", "fly")
    assert done.code == 1
    assert json.loads(done.out)["problems"][0]["code"] == "E501"


def test_lines_that_were_typed_over_are_brought_back(run: Run) -> None:
    begun(run)
    run("play", stdin="work 3\nhedge 3\nundo 2\nnote x\n")
    done = run("play", "redo")
    assert done.code == 1
    assert says("E543", done.err)
    assert "redo --aside 2" in done.err
    listed = run("play", "history", "all").out
    assert (
        " 1  (typed over, 1) 葵 works 3 hours (5 coins).\n 2  (typed over, 2) 葵 plants a hedge."
        in listed
    )
    assert run("play", "history", "--all").out == listed
    assert "typed over" not in run("play", "history").out
    data = shown(run, "history")
    assert [(each["line"], each["step"]) for each in data["aside"]] == [(1, 1), (2, 2)]
    assert "Done again: 葵 plants a hedge." in run("play", "redo", "--aside", "2").out
    assert shown(run, "show")["step"] == 2
    assert "Done again: Note: x" in run("play", "do", "redo --aside").out
    assert run("play", "do", "redo --aside=2").code == 0
    for line, code in (
        ("redo --aside 7", "E548"),
        ("redo --aside x", "E537"),
        ("redo 1 2", "E537"),
    ):
        assert says(code, run("play", "do", line).err)
    assert "typed over, 3" in run("play", "do", "history --all").out


def test_a_line_that_no_longer_fits_is_named_and_the_play_goes_on_from_how_it_stood(
    run: Run, home: Path, tmp_path: Path
) -> None:
    begun(run)
    run("play", stdin="work 3\nhedge 3\nwork 3\n")
    before = shown(run, "show")
    folder = changed_toy(
        tmp_path,
        "range: [1, 3], optional: true, default: 1",
        "range: [1, 2], optional: true, default: 1",
    )
    file = home / "plays" / "toy-1.play"
    raw = file.read_bytes()
    # It can be seen in every way, and nothing is stored by that.
    for words in (
        ["show"],
        ["history"],
        ["position"],
        ["export"],
        ["export", "--as", "markdown"],
        [],
    ):
        done = run("--data", str(folder), "play", *words)
        assert done.code == 0, done
        assert (says("W526", done.err)) == (words[:1] not in (["history"], ["export"])), done
    assert "line 1 of toy-1 (“work 3”)" in done.err.lower()
    data = json.loads(run("--data", str(folder), "--format", "json", "play", "show").out)
    assert {k: data[k] for k in ("state", "table", "step", "turn")} == {
        k: before[k] for k in ("state", "table", "step", "turn")
    }
    assert file.read_bytes() == raw
    done = run("--data", str(folder), "play", "do", "work 2")
    assert (done.code, says("W526", done.err)) == (0, True)
    done = run("--data", str(folder), "play", "history")
    assert "4  The game goes on from how it stood.\n 5  葵 works 2 hours" in done.out
    done = run("--data", str(folder), "play", "do", "work 1")
    assert (done.code, done.err) == (0, "")
    assert run("--data", str(folder), "play", "undo", "3").code == 0
    exported = run("--data", str(folder), "play", "export").out
    (home / "x.json").write_text(exported, encoding="utf-8")
    assert (
        run("--data", str(folder), "play", "import", str(home / "x.json"), "--name", "x").code == 1
    )
