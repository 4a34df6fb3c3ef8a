"""What is shown of a line, and what is not shown again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.cli.common import Session
from rulesref.cli.play.screen import tell_trouble
from rulesref.play.store import PlayStore
from tests.helpers import says, times
from tests.playing import Run, begun, changed_toy, shown


def test_something_is_said_when_it_becomes_due_and_not_again(run: Run) -> None:
    begun(run)
    run("play", "do", "set", "葵.coins", "7")
    assert "! 葵: Most coins (8). [coin-points]" in run("play", "do", "work").out
    assert "Most coins" not in run("play", "do", "note", "x").out
    assert "Most coins (8)" in run("play", "do", "due").out
    assert shown(run, "show")["due"] == [
        {"id": "rich", "player": "葵", "text": "Most coins (8).", "rules": ["coin-points"]}
    ]


def test_a_question_stands_below_its_help_and_the_options_that_the_rules_allow(run: Run) -> None:
    begun(run)
    done = run("play", stdin="dress\n2\ndress\n1\n")
    first, second = done.out.split("hat: 2")
    assert first.endswith("  1 straw  2 paper\nput a hat on: ")
    # She wears paper: the only option now is the other one, and it is the first.
    assert "  1 straw\nput a hat on: hat: 1" in second
    assert shown(run, "show")["state"]["葵"]["hat"] == "straw"


@pytest.mark.slow
def test_a_scoring_asks_line_by_line_and_its_answers_are_kept(run: Run) -> None:
    begun(run)
    run("play", "do", "rest")
    done = run("play", "do", "rest")
    assert "spring show" in done.out
    assert "plots: is there one?" in done.out
    assert "walled (yes/no)" in run("play", "do", "3").out
    run("play", "do", "yes")
    found = run("play", "position").out
    assert "event: spring" in found
    assert "size: 3" in found
    # One answer back, then the rest of them.
    assert "walled" in run("play", "do", "undo").out
    for line in ("yes", "2", "1", "", ""):
        done = run("play", "do", line)
        assert done.code == 0, done
    assert "Check the position" in done.out
    done = run("play", "do", "")
    assert "harvest" in done.out
    assert shown(run, "show")["scores"][0]["event"] == "spring"


def test_what_is_tracked_but_not_known_is_told(run: Run) -> None:
    begun(run, "--track", "light")
    run("play", "do", "track full")
    done = run("play", "do", "sow 3 3; hedge 2")
    assert "! hedges is not known" in done.out


def scoring(run: Run) -> None:
    begun(run)
    run("play", stdin="rest\nrest\n3\n")


@pytest.mark.parametrize(
    ("lang", "question"),
    [
        pytest.param("ja", "(はい／いいえ)", id="japanese"),
        pytest.param("en", "(yes/no)", id="english"),
    ],
)
def test_a_question_of_a_scoring_stands_below_the_line(run: Run, lang: str, question: str) -> None:
    scoring(run)
    assert question in run("play", "do", "?", lang=lang).out


def test_a_wrong_answer_is_told_and_asked_again(run: Run) -> None:
    scoring(run)
    done = run("play", "do", "perhaps")
    assert done.code == 1
    assert "! Type yes or no." in done.out
    assert "(yes/no)" in done.out
    data = json.loads(run("--format", "json", "play", "do", "perhaps").out)
    assert data["problems"][0]["code"].startswith("E4")


def test_the_score_so_far_of_a_scoring(run: Run) -> None:
    scoring(run)
    done = run("play", "do", "s")
    assert done.code == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert ["1", "葵", *"00011", "2", "2"] in rows


def test_the_choices_are_shown_only_to_who_asks_for_them(run: Run) -> None:
    begun(run)
    out = run("play", stdin="work\nhedge 3\n?\n").out
    begins, after = out.split("> hedge 3")
    assert begins.count("2 plant a hedge") == 1, "when the play is opened"
    assert after.count("plant a hedge") == after.count("cut a hedge") == 1
    assert re.search(r"^3 +cut a hedge", after, re.MULTILINE)
    assert len(begins.split("> work\n")[1].splitlines()) == 3, (
        "what was done, how it stands, a prompt"
    )


def test_json_has_no_headings(run: Run) -> None:
    begun(run)
    run("play", "do", "rest")
    assert json.loads(run("--format", "json", "play", "do", "rest").out)["play"] == "toy-1"


@pytest.mark.slow
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
    assert says("E534", done.err)


@pytest.mark.slow
def test_a_play_opens_after_its_data_has_changed(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin="hedge 3\nwork 2\n")
    folder = changed_toy(
        tmp_path, '{add: points, by: 1, why: {ja: "高さ', '{add: points, by: 4, why: {ja: "高さ'
    )
    done = json.loads(run("--data", str(folder), "--format", "json", "play", "show").out)
    assert done["state"]["葵"]["points"] == 4
    assert done["step"] == 2


def test_trouble_is_told_once(run: Run, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = PlayStore.open(str(home))
    store.trouble.append(Problem("E527"))
    for _ in range(2):
        tell_trouble(Session("en"), store)
    store.close()
    assert times("E527", capsys.readouterr().err) == 1
