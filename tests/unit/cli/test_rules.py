"""``rulesref rules``: the outline, or one topic."""

from __future__ import annotations

import json

import pytest

from tests.helpers import TOY, rulesref

HARVEST = ["seed-colors", "winner", "coin-points"]


@pytest.mark.parametrize(
    ("words", "topic", "rules"),
    [
        pytest.param([], None, ["plot-flowers", "wild-flowers", "gnome-kinds", "coin-supply",
                                "spring-show", "summer-market", "autumn-walk", *HARVEST],
                     id="all in rulebook order"),
        pytest.param(["harvest"], "harvest", HARVEST, id="a topic by its id"),
        pytest.param(["収穫"], "harvest", HARVEST, id="by its name"),
        pytest.param(["終わり"], "harvest", HARVEST, id="by an alias"),
        pytest.param(["ＨＡＲＶＥＳＴ"], "harvest", HARVEST, id="in full width"),
    ],
)  # fmt: skip
def test_entries_come_in_rulebook_order(
    words: list[str], topic: str | None, rules: list[str]
) -> None:
    done = rulesref("--format", "json", "--data", str(TOY), "rules", "toy", *words)
    data = json.loads(done.out)
    assert (data["game"], data["topic"]) == ("toy", topic)
    assert [rule["id"] for rule in data["rules"]] == rules


@pytest.mark.parametrize(
    ("lang", "head", "title"),
    [
        pytest.param("ja", "収穫", "勝者と同点", id="japanese"),
        pytest.param("en", "harvest", "The winner and ties", id="english"),
    ],
)
def test_a_topic_is_shown_without_the_others(lang: str, head: str, title: str) -> None:
    out = rulesref("--lang", lang, "--data", str(TOY), "rules", "toy", "harvest").out
    assert head in out
    assert title in out
    assert "autumn-walk" not in out


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        pytest.param(["toy", "harvset"], "E323", "harvest", id="no such topic"),
        pytest.param(["tay"], "E320", "toy", id="no such game"),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(
    words: list[str], code: str, near: str
) -> None:
    done = rulesref("--format", "json", "--data", str(TOY), "rules", *words)
    (problem,) = json.loads(done.out)["problems"]
    assert (done.code, problem["code"], problem["values"]["near"]) == (1, code, near)
