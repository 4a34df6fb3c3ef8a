"""``rulesref table``: the list, a table, its rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers import TOY, Ran, rulesref, says


def table(*words: str, lang: str = "en", form: str = "text") -> Ran:
    return rulesref("--lang", lang, "--format", form, "--data", str(TOY), "table", *words)


def data(*words: str, lang: str = "en") -> Any:
    return json.loads(table(*words, lang=lang, form="json").out)


@pytest.mark.parametrize(
    ("lang", "title"),
    [pytest.param("ja", "天気", id="japanese"), pytest.param("en", "weather", id="english")],
)
def test_without_a_table_there_is_the_list(lang: str, title: str) -> None:
    listed = data("toy", lang=lang)
    assert list(listed["tables"]) == ["plots", "weather", "prizes", "walk", "box", "map"]
    assert listed["tables"]["weather"] == title
    assert ["weather", title] in [line.split() for line in table("toy", lang=lang).out.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        pytest.param(["plots"], [1, 2, 3, 4, 5], id="all rows"),
        pytest.param(["花壇表", "3"], [3], id="a row by its key"),
        pytest.param(["plots", "花の島"], [3], id="by a cell"),
        pytest.param(["plots", "flower", "island"], [3], id="by several words"),
    ],
)
def test_rows_are_those_that_have_the_words(words: list[str], sizes: list[int]) -> None:
    assert [row["size"] for row in data("toy", *words)["rows"]] == sizes


@pytest.mark.parametrize(
    ("lang", "cells"),
    [
        pytest.param("ja", {"冬", "雪", "不明"}, id="japanese"),
        pytest.param("en", {"winter", "snow", "unknown"}, id="english"),
    ],
)
def test_a_row_is_shown_by_names(lang: str, cells: set[str]) -> None:
    assert cells <= set(table("toy", "weather", "winter", lang=lang).out.split())


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["toy", "plotz"], "E322", "“plots”", id="no such table"),
        pytest.param(["toy", "plots", "9"], "E326", "rulesref table toy plots", id="no such row"),
        pytest.param(["toy", "plots", "???"], "E326", "rulesref table toy plots", id="no words"),
        pytest.param(["chess"], "E320", "toy", id="no such game"),
    ],
)
def test_what_is_not_there_is_told(words: list[str], code: str, told: str) -> None:
    done = table(*words)
    assert (done.code, done.out) == (1, "")
    assert says(code, done.err)
    assert told in done.err
