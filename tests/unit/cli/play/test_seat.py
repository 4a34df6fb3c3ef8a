"""Which play a command is about, and whether it can be opened."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.cli.common import Session
from rulesref.cli.play.seat import game_of, seat_at, tell_trouble
from rulesref.play.store import PlayStore
from tests.playing import Run, begun, changed_toy, shown


def test_a_play_is_picked_by_name(run: Run) -> None:
    begun(run)
    begun(run)
    run("play", "do", "1", "--play", "toy-1")
    assert shown(run, "show", "--play", "toy-2")["step"] == 0
    assert shown(run, "show")["play"] == "toy-1"
    assert run("play", "--play", "toy-2", "do", "1").code == 0
    assert shown(run, "show")["play"] == "toy-2"
    done = run("play", "show", "--play", "toi-2")
    assert done.code == 1
    assert "toy-2" in done.err


def test_a_game_without_a_flow_cannot_be_played(run: Run, tmp_path: Path) -> None:
    run("new-game", "small", str(tmp_path))
    done = run("--data", str(tmp_path), "play", "new", "small", "--players", "A,B")
    if (tmp_path / "small" / "flow.yaml").exists():
        pytest.skip("the example has a flow")
    assert done.code == 1
    assert "E534" in done.err


def test_a_play_opens_after_its_data_has_changed(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin="hedge 3\nwork 2\n")
    folder = changed_toy(
        tmp_path, '{add: points, by: 1, why: {ja: "高さ', '{add: points, by: 4, why: {ja: "高さ'
    )
    done = json.loads(run("--data", str(folder), "--format", "json", "play", "show").out)
    assert done["state"]["葵"]["points"] == 4
    assert done["step"] == 2


def test_a_foreign_file_is_told_and_another_is_used(run: Run, home: Path) -> None:
    (home / "plays.sqlite").write_bytes(b"this belongs to somebody else, certainly " * 20)
    done = begun(run)
    assert done.code == 0
    assert "E523" in done.err
    assert run("play", "do", "1").code == 0
    assert (home / "plays.sqlite").read_bytes().startswith(b"this belongs")
    assert (home / "plays-2.sqlite").is_file()


class Keyboard(io.StringIO):
    """Lines of a person."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "head"),
    [pytest.param("yes", 1, id="goes on"), pytest.param("no", None, id="leaves")],
)
def test_at_a_terminal_one_may_go_on_before_a_line_that_no_longer_fits(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str,
    head: int | None, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    begun(run)
    run("play", stdin="hedge 3\nwork 3\nhedge 2\n")
    folder = changed_toy(
        tmp_path,
        "range: [1, 3], optional: true, default: 1",
        "range: [1, 2], optional: true, default: 1",
    )
    monkeypatch.setenv("RULESREF_HOME", str(home))
    monkeypatch.setattr("sys.stdin", Keyboard(f"{answer}\n"))
    session = Session("en")
    session.data = (str(folder),)
    store = PlayStore.open(str(home))
    play = store.play()
    try:
        if head is None:
            with pytest.raises(SystemExit):
                seat_at(session, store, game_of(session, play), play)
        else:
            assert seat_at(session, store, game_of(session, play), play).play.head == head
    finally:
        store.close()
    told = capsys.readouterr().err
    assert "E526" in told
    assert "Go on from line 1?" in told


def test_trouble_is_told_once(run: Run, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = PlayStore.open(str(home))
    store.trouble.append(Problem("E527"))
    for _ in range(2):
        tell_trouble(Session("en"), store)
    store.close()
    assert capsys.readouterr().err.count("E527") == 1
