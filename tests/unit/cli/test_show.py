"""``rulesref show``: whole entries."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers import TOY, rulesref


def shown(*words: str) -> Any:
    return json.loads(rulesref("--format", "json", "--data", str(TOY), "show", *words).out)


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        pytest.param(["seed-colors"], [("toy", "seed-colors")], id="the only one of this id"),
        pytest.param(["toy/winner"], [("toy", "winner")], id="of a game"),
        pytest.param(["おもちゃの庭", "winner", "coin-points"],
                     [("toy", "winner"), ("toy", "coin-points")], id="several behind a game"),
        pytest.param(["coin-points", "seed-colors"],
                     [("toy", "coin-points"), ("toy", "seed-colors")], id="in the order asked for"),
    ],
)  # fmt: skip
def test_entries_are_shown(words: list[str], rules: list[tuple[str, str]]) -> None:
    assert [(rule["game"], rule["id"]) for rule in shown(*words)["results"]] == rules


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        pytest.param("ja", "同点ならコイン", id="japanese"),
        pytest.param("en", "Break a tie by coins", id="english"),
    ],
)
def test_an_entry_is_shown_with_its_source(lang: str, text: str) -> None:
    out = rulesref("--lang", lang, "--data", str(TOY), "show", "toy/winner").out
    assert text in "".join(out.split("\n")).replace("  ", "")
    assert {"ja": "出典: ", "en": "Source: "}[lang] in out


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        pytest.param(["winnr"], "E324", "winner", id="nowhere"),
        pytest.param(["toy", "winnr"], "E324", "winner", id="not in this game"),
        pytest.param(["winner"], "E325", None, id="in several games"),
        pytest.param(["tay/winner"], "E320", "toy", id="no such game"),
        pytest.param(["toy"], "E324", None, id="a game alone is no entry"),
    ],
)
def test_what_is_not_there_is_told(words: list[str], code: str, near: str | None) -> None:
    (problem,) = shown(*words)["problems"]
    assert problem["code"] == code
    assert near is None or problem["values"]["near"] == near


def test_a_disputed_point_and_a_term_are_shown_as_well() -> None:
    assert [ruling["id"] for ruling in shown("toy", "coin-rest")["disputes"]] == ["coin-rest"]
    assert [term["id"] for term in shown("toy", "花壇")["terms"]] == ["plot"]
    assert shown("toy", "winner")["results"]
