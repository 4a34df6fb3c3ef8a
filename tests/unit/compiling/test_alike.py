"""Events that are like another: what they have from it, and where their problems are told."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.compiling.alike import fill_in, with_those_like
from tests.helpers import TOY
from tests.unit.compiling.test_build import at, edit, spots

TOLD = list[tuple[str, KeyPath]]


def filled(*events: Any) -> tuple[Any, TOLD, Any]:
    told: TOLD = []
    tell = fill_in(events, lambda code, path, _: told.append((code, path)))
    return events, told, lambda *path: tell("E310", path, {})


def test_an_event_has_what_it_does_not_say_from_the_one_it_is_like() -> None:
    first = {"id": "a", "name": "A", "aliases": "AA", "define": [1], "changes": [2], "before": "x"}
    second = {"id": "b", "name": "B", "like": "a", "define": [3], "rules": ["r"]}
    events, told, _ = filled({"id": "c", "name": "C", "like": "b"}, second, first)
    shared = {"changes": [2], "before": "x", "define": [3], "rules": ["r"]}
    assert events == ({"id": "c", "name": "C", **shared}, {"id": "b", "name": "B", **shared}, first)
    assert told == []


def test_no_event_is_like_itself_or_one_that_is_not_there() -> None:
    events, told, _ = filled(
        {"id": "a", "like": "b", "before": "x"}, {"id": "b", "like": "a"},
        {"id": "c", "like": "a"}, {"id": "d", "like": "e"}, {"id": "f", "like": "d"},
    )  # fmt: skip
    assert told == [
        ("E330", ("events", 0, "like")), ("E330", ("events", 1, "like")), ("E301", ("events", 3, "like")),
    ]  # fmt: skip
    assert not any("like" in event for event in events)


def test_a_problem_in_what_is_shared_is_told_once_or_where_it_is_taken() -> None:
    _, told, tell = filled(
        {"id": "a", "define": [1], "before": "x"}, {"id": "b", "like": "a", "before": "y"}
    )
    everything: list[KeyPath] = [
        ("events", 0, "define", 0), ("events", 1, "define", 0), ("events", 1, "define", 1), ("events", 1, "before"),
    ]  # fmt: skip
    for path in everything:
        tell(*path)
    assert [path for _, path in told] == [everything[0], ("events", 1, "like"), everything[3]]


@pytest.mark.parametrize(
    ("gone", "all_gone"),
    [
        pytest.param({0}, {0, 1, 2}, id="also those like one that is like it"),
        pytest.param({2}, {2}, id="nothing is like it"),
        pytest.param({3, 4}, {3, 4}, id="without an id"),
    ],
)
def test_what_is_like_a_bad_event_is_bad(gone: set[int], all_gone: set[int]) -> None:
    events = [{"id": "a"}, {"id": "b", "like": "a"}, {"id": "c", "like": "b"}, {"name": "d"}, "e"]
    assert with_those_like(events, gone) == all_gone


WINTER = "  - {id: winter, name: {ja: 冬, en: winter}, like: %s, rules: [autumn-walk]}\n"


@pytest.mark.parametrize(
    ("model", "mistake", "told"),
    [
        pytest.param("summer", ("", ""), [], id="none"),
        pytest.param("autumn", ("", ""), [("E310", "autumn, rules")], id="a field that the event does not have"),
        pytest.param("summer", ("[hedge for hedge in hedges][2]", "[hedge for hedge in fences][2]"), [("E310", "fences")], id="an unknown name"),
        pytest.param("summer", ("id: summer\n    name: {ja: 夏", "id: summer\n    neme: {ja: 夏"), [("E202", "neme")], id="a key of the other"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_the_mistakes_of_a_game_are_told_once(
    tmp_path: Path, model: str, mistake: tuple[str, str], told: list[tuple[str, str]]
) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    edit(
        folder,
        "scoring.yaml",
        mistake,
        *[
            (f"events: [summer]\n{end}", f"events: [summer, winter]\n{end}")
            for end in ("      rules", "\nevents")
        ],
        ("\nchecks:", WINTER % model + "\nchecks:"),
    )
    assert {*spots(folder)} == {(code, *at(folder, "scoring.yaml", words)) for code, words in told}
