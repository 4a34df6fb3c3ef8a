"""Which play a command is about, and whether it can be opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
