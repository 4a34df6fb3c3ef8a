"""None"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulesref.base.diagnostics import Place, ProblemsFound
from rulesref.base.frozen import changed
from rulesref.base.text import Number, Text
from rulesref.scoring.compare import other_readings
from rulesref.scoring.score import (
    Score,
    document_from,
    document_in,
    event_wanted,
    incomplete,
    player_called,
    rulings_chosen,
    score_of,
)
from rulesref.scoring.score import scored as of_document
from tests.helpers import DATA, game_in, result_of, scored, toy, varied
from tests.unranked import frost


def final(*players: tuple[int, int], **more: Any) -> dict[str, Any]:
    """A harvest of players with these points and coins; everybody has the same seeds."""
    return {
        "event": "final",
        "players": [
            {
                "name": "ABCD"[n],
                "points": points,
                "coins": coins,
                "seeds": {"red": 1, "blue": 1, "green": 1},
            }
            for n, (points, coins) in enumerate(players)
        ],
        **more,
    }


def spring(*players: dict[str, Any], plots: list[dict[str, Any]]) -> dict[str, Any]:
    people = [
        {"name": "ABCD"[n], "points": 0, "coins": 0, **player} for n, player in enumerate(players)
    ]
    return {"event": "spring", "players": people, "plots": plots}


def test_a_total_is_what_one_had_and_what_one_got() -> None:
    first = scored(toy(), final((10, 8), (0, 4))).players[0]
    # Seeds 1, coins 8/4 = 2, purse 1 (8/10 up), lead 2, neighbours 1, company 0.
    assert [(part.id, step.value) for part, step in first.categories] == [
        ("seeds", 1), ("coins", 2), ("purse", 1), ("lead", 2), ("neighbours", 1), ("company", 0),
    ]  # fmt: skip
    assert (first.before, first.points, first.total) == (10, 7, 17)


def test_the_explanation_has_what_one_had_and_every_category() -> None:
    first = scored(toy(), final((10, 8), (0, 4))).players[0]
    before, points = first.explanation.parts
    assert (first.explanation.op, before.op, points.op) == ("score", "before", "points")
    assert [part.label and part.label.en for part in points.parts] == [
        "seeds", "coins", "purse", "lead", "neighbours", "company",
    ]  # fmt: skip


def test_every_step_of_the_explanation_names_its_rules() -> None:
    result = scored(toy(), final((10, 8), (0, 4)))
    whole = result.players[0].explanation
    before, points = whole.parts
    assert whole.rules == before.rules == points.rules == result.event.rules != ()
    assert (whole.value, whole.label, before.value, points.value) == (17, result.event.name, 10, 7)
    assert [(each.id, each.value) for each in before.inputs] == [("points", 10)]
    for (part, step), shown in zip(result.players[0].categories, points.parts, strict=True):
        assert step == shown
        assert (step.op, step.rules, step.label) == ("category", part.rules, part.name)
        assert (step.value, step.shown) == (step.parts[0].value, step.parts[0].shown)


def test_a_file_that_is_not_there_or_empty_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound) as missing:
        document_from(str(tmp_path / "no.yaml"), toy())
    assert [p.code for p in missing.value.problems] == ["E101"]
    (tmp_path / "empty.yaml").write_text(" \n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as empty:
        document_from(str(tmp_path / "empty.yaml"), toy())
    (problem,) = empty.value.problems
    assert (problem.code, problem.values, problem.place) == (
        "E432", {"game": "toy"}, Place(str(tmp_path / "empty.yaml"), 1, 1),
    )  # fmt: skip


def test_what_is_wrong_with_a_key_stands_at_the_key() -> None:
    text = "event: final\nplayers:\n- {name: A, coinz: 12}\n"
    at = document_in(text.encode(), "a.yaml", toy()).at
    path = ("players", 0, "coinz")
    key, value = at(path, True), at(path, False)
    line = text.splitlines()[2]
    assert (key.line, key.column) == (3, line.index("coinz") + 1)
    assert (value.line, value.column) == (3, line.index("12") + 1)


def test_fractions_are_exact() -> None:
    players = scored(toy(), final((0, 5), (0, 7))).players
    # 1 + 5/4 + 1 - 1 + 1 and 1 + 7/4 + 1 + 2 + 1.
    assert [p.total for p in players] == [Fraction(13, 4), Fraction(27, 4)]


@pytest.mark.parametrize(
    ("reading", "coins"),
    [("quarters", Fraction(7, 4)), ("whole", 1)],
)
def test_a_ruling_changes_what_rests_on_it(reading: str, coins: Number) -> None:
    found = scored(toy(), final((0, 7), (0, 0), rulings={"coin-rest": reading}))
    assert {p.id: s.value for p, s in found.players[0].categories}["coins"] == coins
    assert found.rulings == {"coin-rest": reading}


def test_only_rulings_that_a_number_rests_on_are_named() -> None:
    players = [{"name": name, "points": 0, "coins": 1} for name in "AB"]
    assert scored(toy(), {"event": "summer", "players": players}).rulings == {}


@pytest.mark.parametrize(
    ("players", "ranks", "winners", "ties"),
    [
        pytest.param([(20, 4), (0, 4)], [1, 2], ["A"], [], id="no tie"),
        pytest.param([(0, 4), (20, 4)], [2, 1], ["B"], [], id="order does not matter"),
        pytest.param(
            [(4, 4), (0, 8)], [2, 1], ["B"], [("coins", ("A", "B"), {"A": 4, "B": 8})],
            id="coins break it"),
        pytest.param(
            [(0, 4), (0, 4)], [2, 1], ["B"],
            [("coins", ("A", "B"), {"A": 4, "B": 4}), ("seat", ("A", "B"), {"A": 1, "B": 2})],
            id="the later player breaks it"),
        pytest.param(
            [(0, 4), (0, 4), (50, 4), (0, 4)], [4, 3, 1, 2], ["C"],
            [("coins", ("A", "B", "D"), {"A": 4, "B": 4, "D": 4}), ("seat", ("A", "B", "D"), {"A": 1, "B": 2, "D": 4})],
            id="ties below the first place are broken too"),
    ],
)  # fmt: skip
def test_the_ladder_of_ties(
    players: list[tuple[int, int]], ranks: list[int], winners: list[str], ties: list[Any]
) -> None:
    found = scored(toy(), final(*players))
    assert [p.rank for p in found.players] == ranks
    assert list(found.winners) == winners
    assert [(t.rung.by, t.among, dict(t.values)) for t in found.ties] == ties


def test_a_scoring_that_does_not_end_the_game_has_ranks_and_no_winner() -> None:
    found = scored(toy(), spring({}, {}, {}, plots=[]))
    assert [p.rank for p in found.players] == [1, 1, 1]
    assert (found.winners, found.ties) == ((), ())


def test_who_is_level_shares_the_rank_unless_the_game_ends() -> None:
    """Although the second rung would tell them apart."""

    def summer(points: int) -> Score:
        people = [
            {"name": "A", "points": points, "coins": 1},
            {"name": "B", "points": 0, "coins": 2},
        ]
        return scored(toy(), {"event": "summer", "players": people})

    behind, ahead = summer(0).players
    assert behind.rank == 2
    level = summer(int(ahead.total - behind.total))
    assert [player.rank for player in level.players] == [1, 1]


def test_ranks_skip_what_is_shared() -> None:
    plots = [
        {"size": 2, "flowers": {"C": 2}},
        {"size": 2, "flowers": {"A": 2}},
        {"size": 2, "flowers": {"D": 2}},
    ]
    found = scored(toy(), spring({}, {}, {"points": 5}, {}, plots=plots))
    # Weather 1 each; the plots 1, 2, 2; C had 5; B had no flowers: an umbrella, 1.
    assert [p.total for p in found.players] == [3, 2, 7, 3]
    assert [p.rank for p in found.players] == [2, 4, 1, 2]


def test_points_may_be_lost_below_zero() -> None:
    found = scored(toy(), final((-5, 0), (0, 4)))
    # -5 + 1 + 0 + 0 - 1 + 1.
    assert found.players[0].total == -4


def test_changes_are_beside_the_points() -> None:
    plots = [{"size": 3, "walled": True, "flowers": {"A": 3, "wild": 2}}]
    found = scored(toy(), spring({}, {}, plots=plots))
    changes = {part.id: step.value for part, step in found.players[0].changes}
    assert changes == {"seeds": 2, "lead": 1, "tallest": 3}


def test_a_vector_is_what_ranks_are_compared_by() -> None:
    position = final((0, 0), (0, 0))
    position["players"][0]["seeds"] = {"red": 5, "blue": 0, "green": 2, "wild": 3}
    assert scored(toy(), position).players[0].vector == (2, 3, 5)


@pytest.mark.parametrize(
    ("position", "codes", "words"),
    [
        pytest.param(final((0, 20), (0, 11)), ["E440", "W440"], "The players hold more than 30 coins in all.", id="more coins than there are"),
        pytest.param(
            spring({}, {}, plots=[{"size": 2, "flowers": {"A": [1, 1], "B": [1]}}]), ["E440"],
            "So many flowers do not fit a plot of 2.", id="more flowers than fit"),
    ],
)  # fmt: skip
def test_an_impossible_table_is_refused(
    position: dict[str, Any], codes: list[str], words: str
) -> None:
    result, problems = result_of(toy(), position)
    assert result is None
    assert sorted(p.code for p in problems) == codes
    messages = [p.values["message"] for p in problems if p.code == "E440"]
    assert [m.en for m in messages if isinstance(m, Text)] == [words]
    scored_anyway, _ = score_of(toy(), position, anyway=True)
    assert scored_anyway is not None
    texts = [p.values["message"] for p in scored_anyway.overruled]
    assert [text.en for text in texts if isinstance(text, Text)] == [words]
    assert sorted(p.code for p in (*scored_anyway.overruled, *scored_anyway.warnings)) == codes


@pytest.mark.parametrize(
    ("position", "code"),
    [
        pytest.param(final((0, -1), (0, 31)), "E403", id="out of its range"),
        pytest.param(spring({"gnomes": ["tall"]}, {"gnomes": ["tall"]}, plots=[]), "E431", id="held twice"),
        pytest.param({"event": "final", "players": []}, "E430", id="nobody"),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused_anyway(position: dict[str, Any], code: str) -> None:
    result, problems = score_of(toy(), position, anyway=True)
    assert result is None
    assert code in [problem.code for problem in problems]


def test_other_readings_of_what_was_scored_anyway_are_told() -> None:
    crowded, _ = score_of(toy(), final((0, 21), (0, 11)), anyway=True)
    assert crowded is not None
    assert [other.ruling for other in other_readings(crowded)] == ["coin-rest"]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        pytest.param(spring({}, {}, plots=[{"size": 1, "flowers": {}}]), ["A plot of size 1 is rare."], id="an entry"),
        pytest.param(spring({}, {}, plots=[{"size": 1, "flowers": {}}] * 3), ["A plot of size 1 is rare."], id="said once of several"),
        pytest.param(spring({"fence": True}, {"fence": True}, plots=[]), ["The fence of A is of no use.", "The fence of B is of no use."], id="each player"),
        pytest.param(spring({"fence": True, "gnomes": ["tall"]}, {}, plots=[]), [], id="nothing unusual"),
        pytest.param(final((0, 20), (0, 0)), ["Somebody has as many as 20 coins."], id="an entry of the players"),
    ],
)  # fmt: skip
def test_an_unusual_table_is_told_and_scored(position: dict[str, Any], words: list[str]) -> None:
    found = scored(toy(), position)
    messages = [p.values["message"] for p in found.warnings]
    assert [m.en for m in messages if isinstance(m, Text)] == words
    assert all(p.code == "W440" for p in found.warnings)


@pytest.mark.parametrize(
    ("position", "code"),
    [
        pytest.param({**spring({}, {}, plots=[]), "sky": "snow"}, "E411", id="a table without the row"),
        pytest.param(
            {"event": "autumn", "players": [
                {"name": n, "points": 0, "coins": 1, "hat": "paper", "steps": {"moss": 0}} for n in "AB"]},
            "E411", id="below the first band"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_out_stops_the_scoring(position: dict[str, Any], code: str) -> None:
    result, problems = result_of(toy(), position)
    assert result is None
    assert [p.code for p in problems] == [code]


def test_a_check_that_cannot_be_worked_out_gives_way_to_an_error() -> None:
    from rulesref.base.diagnostics import Problem
    from rulesref.fields.kind import nowhere
    from rulesref.model.expression import EvaluationError
    from rulesref.scoring import score as scoring

    outcomes: dict[str, list[Problem] | EvaluationError] = {
        "stuck": EvaluationError(Problem("E413")),
        "usual": [Problem("W440")],
        "wrong": [Problem("E440")],
    }

    def run(check: Any, *_: object) -> list[Problem]:
        found = outcomes[check.id]
        if isinstance(found, EvaluationError):
            raise found
        return found

    def codes(*checks: str) -> list[str]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scoring, "run_check", run)
            asked: Any = [SimpleNamespace(id=check, per_player=False) for check in checks]
            found = scoring.run_checks(asked, None, {}, nowhere)  # type: ignore[arg-type]
            return [problem.code for problem in found]

    assert codes("stuck", "usual", "wrong") == ["W440", "E440"]
    assert codes("stuck", "usual", "stuck") == ["W440", "E413"]


def test_a_scoring_without_categories_and_ranking_has_what_is_paid_alone() -> None:
    result = frost(2, 8)
    assert [[(part.id, step.value) for part, step in p.changes] for p in result.players] == [
        [("paid", 2)], [("paid", 3)],
    ]  # fmt: skip
    assert (result.winners, result.ties, result.rulings) == ((), (), {})
    assert result.players[0].explanation.value is None
    assert [player.before for player in result.players] == [0, 0]
    assert [step.value for step in result.players[1].explanation.parts] == [3]


def ruled(tmp_path: Path, reading: str, data: dict[str, Any]) -> Score:
    """A harvest of level players whose coins break ties by one reading of a ruling alone."""
    value = "value: case ruling(coin-rest) of 'quarters' -> 0; 'whole' -> coins}"
    game = varied(
        tmp_path,
        ("scoring.yaml", "name: {ja: コイン, en: coins}, rules: [winner], value: coins}\n      - {by: seat",
         f"name: {{ja: コイン, en: coins}}, rules: [winner], {value}\n      - {{by: seat"),
        ("scoring.yaml", "case ruling(coin-rest) of 'quarters' -> coins / 4; 'whole' -> floor(coins / 4)", "0"),
    )  # fmt: skip
    return scored(game, {**data, "rulings": {"coin-rest": reading}})


def test_where_the_reading_counts_nothing_each_shows_what_the_other_would_count(
    tmp_path: Path,
) -> None:
    game_points = ((0, 3), (3, 2))  # the lead in coins is worth 2, and its lack costs 1
    players = final(*game_points)
    result = ruled(tmp_path, "quarters", players)
    assert [dict(tie.values) for tie in result.ties] == [{"A": 3, "B": 2}, {"A": 1, "B": 2}]
    assert result.winners == ("B",)
    (other,) = other_readings(result)
    assert (other.ruling, other.reading, other.after.winners, other.turns) == (
        "coin-rest", "whole", ("A",), True,
    )  # fmt: skip


def test_a_ruling_of_the_ladder_of_ties_is_named_and_each_has_what_he_has(tmp_path: Path) -> None:
    result = ruled(tmp_path, "quarters", final((0, 2), (0, 2)))
    assert result.rulings == {"coin-rest": "quarters"}
    assert [(tie.rung.by, dict(tie.values)) for tie in result.ties] == [
        ("coins", {"A": 2, "B": 2}), ("seat", {"A": 1, "B": 2}),
    ]  # fmt: skip


def test_a_ruling_of_a_rung_that_nobody_needed_is_not_named(tmp_path: Path) -> None:
    assert ruled(tmp_path, "whole", final((0, 3), (9, 2))).rulings == {}


def test_where_the_reading_counts_what_it_counts_is_shown(tmp_path: Path) -> None:
    value = "value: case ruling(coin-rest) of 'quarters' -> coins; 'whole' -> coins * 2}"
    game = varied(
        tmp_path,
        ("scoring.yaml", "name: {ja: コイン, en: coins}, rules: [winner], value: coins}\n      - {by: seat",
         f"name: {{ja: コイン, en: coins}}, rules: [winner], {value}\n      - {{by: seat"),
    )  # fmt: skip
    result = scored(game, final((0, 2), (0, 2), rulings={"coin-rest": "whole"}))
    assert dict(result.ties[0].values) == {"A": 4, "B": 4}


def test_a_check_is_told_where_it_looks(tmp_path: Path) -> None:
    of_gnomes = """checks:
  - id: small-gnome
    level: warning
    events: [spring]
    each: gnomes
    as: gnome
    when: gnome = 'small'
    message: {ja: 小さい小人です。, en: A small gnome.}
    rules: [gnome-kinds]
"""
    game = varied(tmp_path, ("scoring.yaml", "checks:\n", of_gnomes))
    poor = {"gnomes": ["sleeping", "small"], "fence": True}
    data = spring(
        {"coins": 1},
        {"coins": 21, **poor},
        plots=[{"size": 5, "flowers": {}}, {"size": 1, "flowers": {}}],
    )
    result, _ = score_of(game, data, lambda path, _: Place(".".join(map(str, path)), 1, 1))
    assert result is not None
    assert [problem.place and problem.place.file for problem in result.warnings] == [
        "players.1.gnomes.1", "plots.1.size", "players.1.fence", "players.1.coins",
    ]  # fmt: skip


TIGRIS = game_in(DATA / "tigris")
WHOLE = """\
プレイヤー:
  - {name: 葵, black: 1, red: 2, blue: 3, green: 4, treasures: 3}
  - {name: Ben, black: 5, red: 5, blue: 9, green: 9, treasures: 2}
"""


def codes(what: Callable[[], Any]) -> list[str]:
    with pytest.raises(ProblemsFound) as stop:
        what()
    return [problem.code for problem in stop.value.problems]


def test_a_document_is_scored_whatever_language_its_keys_have() -> None:
    result = of_document(TIGRIS, document_in(WHOLE.encode(), "a.yaml", TIGRIS))
    assert [(player.name, player.total) for player in result.players] == [("葵", 3), ("Ben", 6)]


@pytest.mark.parametrize(
    ("raw", "code"), [(b" \n", "E432"), (b"{", "E101"), (b"a: 1\na: 2", "E102"), (b"a: \xff", "E1")]
)
def test_what_is_wrong_with_a_text_is_told_with_its_file(raw: bytes, code: str) -> None:
    with pytest.raises(ProblemsFound) as stop:
        document_in(raw, "a.yaml", TIGRIS)
    problem = stop.value.problems[0]
    assert problem.place is not None
    assert problem.place.file == "a.yaml"
    if code == "E432":
        assert (problem.place.line, problem.place.column) == (1, 1)
    assert problem.code.startswith(code[:2])
    assert code == "E432" or stop.value.texts == {"a.yaml": raw.decode(errors="replace")}


@pytest.mark.parametrize("reading", ["quarters", "whole"])
def test_a_document_is_scored_by_the_readings_asked_for(reading: str) -> None:
    data, rulings = final((0, 7), (0, 0)), {"coin-rest": reading}
    source = document_in(json.dumps(data).encode(), "a.yaml", toy())
    assert of_document(toy(), source, rulings=rulings) == scored(
        toy(), {**data, "rulings": rulings}
    )


def test_a_problem_of_a_position_has_its_place() -> None:
    source = document_in(WHOLE.replace("red: 2", "red: x").encode(), "a.yaml", TIGRIS)
    with pytest.raises(ProblemsFound) as stop:
        of_document(TIGRIS, source)
    place = stop.value.problems[0].place
    assert place is not None
    assert place.line == 2
    assert stop.value.texts == {"a.yaml": source.text}


def test_plain_data_is_scored_or_told_what_is_wrong() -> None:
    result, problems = score_of(TIGRIS, {"players": [{"name": "A"}]})
    assert result is None
    assert {problem.code for problem in problems} >= {"E401"}


def test_what_is_missing_may_be_missing_and_what_is_wrong_may_not() -> None:
    half = document_in(b"players: [{name: A, black: 1}, {name: B}]", "-", TIGRIS)
    assert incomplete(TIGRIS, half, None, {})["players"][0]["black"] == 1
    wrong = document_in(b"players: [{name: A, black: -1}, {name: B}]", "-", TIGRIS)
    assert codes(lambda: incomplete(TIGRIS, wrong, None, {})) == ["E403"]


@pytest.mark.parametrize(
    ("word", "event"), [(None, "final"), ("", "final"), ("spring", "spring"), ("夏", None)]
)
def test_a_scoring_is_wanted_by_name_or_it_is_the_last(word: str | None, event: str | None) -> None:
    if event is None:
        assert codes(lambda: event_wanted(toy(), "no such scoring")) == ["E424"]
    else:
        assert event_wanted(toy(), word).id == event


def test_rulings_are_written_with_a_sign() -> None:
    assert rulings_chosen(["a=b", " c = d "]) == {"a": "b", "c": "d"}
    assert codes(lambda: rulings_chosen(["a"])) == ["E328"]


def test_a_player_is_called_by_the_beginning_of_a_name() -> None:
    result = of_document(TIGRIS, document_in(WHOLE.encode(), "a.yaml", TIGRIS))
    assert player_called(result, "be") == "Ben"
    assert codes(lambda: player_called(result, "Ken")) == ["E420"]


def test_a_game_without_scorings_has_none_to_be_wanted() -> None:
    with pytest.raises(ProblemsFound) as found:
        event_wanted(changed(toy(), scoring=None), None)
    (problem,) = found.value.problems
    assert (problem.code, problem.values) == ("E421", {"game": "toy"})
