"""Which questions a position still calls for, and where their answers go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.wizard.questions import Question, Questions, entry_of, name_at, put, without
from tests.helpers import toy, varied

PLAYERS: dict[KeyPath, Any] = {
    name_at(0): "A",
    name_at(1): "B",
    name_at(2): None,
    ("order",): "player",
}


def form(event: str, answers: dict[KeyPath, Any] | None = None) -> Questions:
    """A's and B's answers in an event."""
    return Questions(
        game=toy(), rulings={}, given={("event",): event, **PLAYERS, **(answers or {})}
    )


def paths(asked: Questions) -> list[str]:
    """What is asked, names and the order aside."""
    dotted = [".".join(map(str, q.path)) for q in asked.questions]
    return [path for path in dotted if not path.endswith("name") and path not in ("event", "order")]


AUTUMN = ["points", "coins", "hat", "steps.moss", "steps.gravel", "fruit"]
PLOT = ["plots.0.size", "plots.0.walled", "plots.0.flowers.0", "plots.0.flowers.1", "plots.0.flowers.wild"]  # fmt: skip


def test_nothing_but_the_event_is_asked_before_it_is_known() -> None:
    empty = Questions(game=toy(), rulings={})
    assert [q.key for q in empty.questions] == ["event"]
    assert empty.open == Question("event", ("event",))


def test_players_are_asked_one_after_the_other() -> None:
    assert paths(form("autumn")) == [f"players.{n}.{f}" for n in (0, 1) for f in AUTUMN] + ["sky"]


def test_or_each_field_of_everybody() -> None:
    by_field = form("autumn", {("order",): "field"})
    assert by_field.by_field
    assert paths(by_field) == [f"players.{n}.{f}" for f in AUTUMN for n in (0, 1)] + ["sky"]


@pytest.mark.parametrize(
    ("answers", "asked"),
    [
        pytest.param({}, ["plots.0"], id="whether there is one"),
        pytest.param({("plots", 0): False}, ["plots.0"], id="none"),
        pytest.param({("plots", 0): True}, ["plots.0", *PLOT, "plots.1"], id="its values, then the next"),
    ],
)  # fmt: skip
def test_entries_are_asked_until_there_are_no_more(
    answers: dict[KeyPath, Any], asked: list[str]
) -> None:
    assert [path for path in paths(form("spring", answers)) if path.startswith("plots")] == asked


def test_no_more_entries_are_asked_than_there_can_be() -> None:
    full = form("spring", {("plots", number): True for number in range(6)})
    assert [q.path for q in full.questions if q.key == "more"] == [("plots", n) for n in range(6)]


def test_progress_counts_the_fields_that_are_asked() -> None:
    before = form("summer", {("players", 0, "points"): "3", ("players", 0, "coins"): "1"})
    assert before.progress == (2, 7)
    assert before.open is not None
    assert before.open.path == ("players", 0, "hedges")


def test_what_is_known_counts_for_no_progress() -> None:
    path = ("players", 0, "points")
    asked = form("summer", {path: 3})
    known = Questions(game=asked.game, rulings={}, given=asked.given, known={path: 3})
    assert known.progress == (0, 6)


def test_the_score_so_far_takes_the_rest_as_little_as_can_be() -> None:
    result, problems = form("summer", {("players", 1, "coins"): "3"}).so_far()
    assert problems == ()
    assert result is not None
    assert [values["coins"] for values in result.position.players] == [0, 3]


def test_the_document_is_what_a_file_holds() -> None:
    answers: dict[KeyPath, Any] = {
        ("players", 1, "coins"): "2+1", ("plots", 0): True, ("plots", 0, "size"): "3",
        ("plots", 0, "flowers", 1): "2", ("plots", 0, "flowers", "wild"): "1",
    }  # fmt: skip
    assert form("spring", answers).document() == {
        "game": "toy",
        "event": "spring",
        "players": [{"name": "A"}, {"name": "B", "coins": "2+1"}],
        "plots": [{"size": "3", "flowers": {"B": "2", "wild": "1"}}],
    }


@pytest.mark.parametrize(
    ("removed", "left"),
    [
        pytest.param(0, {("plots", 0): True, ("plots", 0, "size"): "b", ("plots", 1): False}, id="the first"),
        pytest.param(1, {("plots", 0): True, ("plots", 0, "size"): "a", ("plots", 1): False}, id="the last"),
    ],
)  # fmt: skip
def test_entries_after_the_one_taken_out_move_up(removed: int, left: dict[KeyPath, Any]) -> None:
    answers: dict[KeyPath, Any] = {
        ("sky",): "sun", ("plots", 0): True, ("plots", 0, "size"): "a",
        ("plots", 1): True, ("plots", 1, "size"): "b", ("plots", 2): False,
    }  # fmt: skip
    assert without(answers, ("plots", removed)) == {("sky",): "sun", **left}


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        (("plots", 0, "flowers", "wild"), ("plots", 0)),
        (("plots", 0, "size"), ("plots", 0)),
        (("sky",), None),
        (("players", 0, "coins"), None),
    ],
)
def test_the_entry_that_a_question_belongs_to(path: KeyPath, entry: KeyPath | None) -> None:
    asked = form("spring", {("plots", 0): True})
    question = next(q for q in asked.questions if q.path == path)
    assert entry_of(question) == entry
    assert question.in_list is (entry is not None)


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        (("players", 0, "coins"), False),
        (("players", 0, "fence"), True),
        (("plots", 0), True),
        (("plots", 0, "size"), False),
        (("plots", 0, "flowers", 0), True),
    ],
)
def test_whether_an_empty_line_is_an_answer(path: KeyPath, skipped: bool) -> None:
    asked = form("spring", {("plots", 0): True})
    assert next(q for q in asked.questions if q.path == path).can_skip is skipped


def test_what_is_left_out_is_not_put_in() -> None:
    document: dict[str, Any] = {"players": [{"name": "A"}]}
    question = next(q for q in form("spring").questions if q.path == ("sky",))
    put(document, question, None, ("A",))
    assert document == {"players": [{"name": "A"}]}
    put(document, question, "rain", ("A",))
    assert document["sky"] == "rain"


def test_a_value_of_an_entry_may_rest_on_another_of_it(tmp_path: Path) -> None:
    walled = "id: walled, name: {ja: 囲い, en: walled}, kind: flag"
    game = varied(tmp_path, ("scoring.yaml", walled, f"{walled}, ask-when: size > 2"))
    asked = []
    for first, second in ((3, 2), (2, 3)):
        sizes: dict[KeyPath, Any] = {("plots", 0): True, ("plots", 0, "size"): first, ("plots", 1): True, ("plots", 1, "size"): second}  # fmt: skip
        spring = Questions(game=game, rulings={}, given={("event",): "spring", **PLAYERS, **sizes})
        asked += [[path for path in paths(spring) if path.endswith("walled")]]
    assert asked == [["plots.0.walled"], ["plots.1.walled"]]
