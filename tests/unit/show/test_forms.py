"""Forms as prompts and as JSON."""

from __future__ import annotations

import json

import pytest

from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.show.forms import form_data, prompt
from tests.helpers import toy


def form() -> CalculatorForm:
    return CalculatorForm(game=toy(), calculator=toy().calculators["show"])


@pytest.mark.parametrize(
    ("lang", "prompts"),
    [
        ("en", ["size (1 to 5): ", "heights (several with spaces between): ", "wild flowers (0 or more) [0]: ", "walled (yes/no) [yes]: "]),
        ("ja", ["大きさ(1〜5): ", "花の高さ(空白で区切って複数可): ", "野の花(0以上)[0]: ", "囲い(はい／いいえ)[はい]: "]),
    ],
)  # fmt: skip
def test_a_prompt_says_what_may_be_typed_and_what_enter_means(
    lang: str, prompts: list[str]
) -> None:
    assert [prompt(there, lang) for there in form().fields] == prompts


def test_a_form_is_json() -> None:
    filled = form().fill(("size",), "2+1").fill(("walled",), None).fill(("heights",), "x")
    data = form_data(filled, "en")
    assert json.loads(json.dumps(data)) == data
    size, heights, _, walled = data["fields"]
    assert (size["label"], size["kind"], size["low"], size["high"]) == ("size", "whole", 1, 5)
    assert (size["typed"], size["value"], size["help"]) == ("2+1", 3, "The size of the plot.")
    assert (walled["given"], walled["typed"], walled["value"]) == (True, None, True)
    assert [problem["code"] for problem in heights["problems"]] == ["E402"]
    assert data["given"] == {"size": "2+1", "heights": ["x"], "walled": None}
    assert (data["missing"], data["next"], data["complete"]) == ([], "wild", False)
    assert data["problems"] == heights["problems"]
