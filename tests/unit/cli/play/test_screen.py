"""What is shown of a line, and what is not shown again."""

from __future__ import annotations

import json

import pytest

from tests.playing import Run, begun, shown


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
    first, second = done.out.split("hat? 2")
    assert first.endswith("  1 straw  2 paper\nput a hat on: ")
    # She wears paper: the only option now is the other one, and it is the first.
    assert "  1 straw\nput a hat on: hat? 1" in second
    assert shown(run, "show")["state"]["葵"]["hat"] == "straw"


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
    assert "! [E4" in done.out
    assert "(yes/no)" in done.out
    data = json.loads(run("--format", "json", "play", "do", "perhaps").out)
    assert data["problems"][0]["code"].startswith("E4")


def test_the_score_so_far_of_a_scoring(run: Run) -> None:
    scoring(run)
    done = run("play", "do", "s")
    assert done.code == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert ["1", "葵", *"00011", "2", "2"] in rows


def test_the_choices_are_shown_again_only_when_they_change(run: Run) -> None:
    begun(run)
    out = run("play", stdin="work\nwork\nhedge 3\n").out
    assert out.count("2 plant a hedge") == 2, "at first, and where there is more to choose from"
    before, hedge = out.split("> hedge 3")
    assert "cut a hedge" not in before
    assert "3 cut a hedge" in hedge


def test_json_has_no_headings(run: Run) -> None:
    begun(run)
    run("play", "do", "rest")
    assert json.loads(run("--format", "json", "play", "do", "rest").out)["play"] == "toy-1"
