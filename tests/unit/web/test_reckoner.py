"""Calculators on a page: what is missing, what it comes to, and from where they are filled in."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest

from rulesref.fields.kind import kind_of
from rulesref.model.scoring import Calculator
from rulesref.view.reckoning import Reckoning, reckoning
from rulesref.web.guard import MOST_BYTES
from tests.helpers import game_folders, library
from tests.unit.web.conftest import KEYS, Pages
from tests.unit.web.test_questions import asked, links

WAR = library().game("tigris").calculators["war"]


def worked(given: dict[str, Any]) -> Reckoning:
    return reckoning(library().game("tigris"), WAR, given, "en")


def test_what_is_missing_is_named_until_there_is_a_result() -> None:
    some = worked({"color": "red", "attacker": 5})
    assert (some.missing, some.results) == (("defender's tiles",), ())
    done = worked({"color": "red", "attacker": 5, "defender": 3})
    assert done.missing == ()
    assert [text for _, text in done.results] == ["attacker", "4", "3"]
    assert done.lines
    assert done.rules


def test_values_may_be_typed_or_data() -> None:
    assert worked({"color": "red", "attacker": "5", "defender": "3"}) == worked(
        {"color": "red", "attacker": 5, "defender": 3}
    )


@pytest.mark.parametrize("wrong", [-1, "many", 2.5, [1], {"a": 1}])
def test_a_wrong_value_is_told_beside_its_field_alone(wrong: object) -> None:
    found = worked({"color": "red", "attacker": wrong, "defender": 3})
    assert (found.results, found.refusals) == ((), ())
    assert [each.path for each in found.entries if each.wrong] == ["attacker"]


def test_what_the_rules_say_against_it_is_told(pages: Pages) -> None:
    given = {"color": "red", "attacker": 5, "defender": 3, "attacker-added": 9}
    answer = pages.phone().post("/calc/tigris/war", {"given": given}).json()
    assert '<p class="refused">' in answer["cards"]


@pytest.mark.parametrize("key", [KEYS.table, KEYS.guest])
def test_everybody_may_calculate_at_every_tap(pages: Pages, key: str) -> None:
    phone = pages.phone(key)
    page = phone.get("/calc/tigris/war").text
    assert 'data-page="/calc/tigris/war"' in page
    answer = phone.post(
        "/calc/tigris/war", {"given": {"color": "red", "attacker": 5, "defender": 3}}
    )
    assert "<dd>4</dd>" in answer.json()["cards"]


def test_an_answer_leads_to_its_calculator_with_what_was_read(pages: Pages) -> None:
    page = asked(pages, "赤の戦争 攻撃5 防御3", "ja", game="tigris")
    (path,) = [path for path in links(page) if path.startswith("/calc/tigris/war?")]
    opened = pages.phone(lang="ja").get(path).text
    assert re.search(r"<dd>4</dd>", opened)


@pytest.mark.parametrize("query", ["given=x", "given=%5B1%5D", "given=%7B%22none%22%3A1%7D"])
def test_an_address_with_nonsense_fills_nothing_in(pages: Pages, query: str) -> None:
    answer = pages.phone().get(f"/calc/tigris/war?{query}")
    assert answer.status == (404 if query == "given=x" else 200)
    assert answer.status == 404 or 'data-given="{}"' in answer.text


def test_a_name_in_a_value_is_shown_as_text(pages: Pages) -> None:
    given = json.dumps({"color": '"><img src=x onerror=alert(1)>'})
    assert "<img" not in pages.phone().get(f"/calc/tigris/war?{urlencode({'given': given})}").text
    assert pages.phone().post("/calc/tigris/war", {"given": {"color": "x" * MOST_BYTES}}).status == 413  # fmt: skip


def least(calculator: Calculator) -> dict[str, Any]:
    """The least that can be given of each input that is needed, as data."""
    return {
        key: kind_of(field).example(field, "", ())
        if not field.options
        else ([] if kind_of(field).is_plain_list else field.options[0].id)
        for key, field in calculator.inputs.items()
        if not field.optional
    }


@pytest.mark.parametrize("game", [folder.name for folder in game_folders()])
def test_every_calculator_opens_and_comes_to_something_or_says_why(pages: Pages, game: str) -> None:
    phone = pages.phone(lang="ja")
    for key, calculator in library().game(game).calculators.items():
        assert phone.get(f"/calc/{game}/{key}").status == 200
        given = least(calculator)
        text = phone.post(f"/calc/{game}/{key}", {"given": given}).json()["cards"]
        assert "<dd>" in text or "refused" in text, (key, given)
