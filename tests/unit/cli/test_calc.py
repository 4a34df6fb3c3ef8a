"""``rulesref calc``: the list, or one number."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rulesref.cli.common import Session
from rulesref.cli.dialogue import Dialogue
from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.wizard.interview import Interview
from tests.helpers import TOY, Ran, rulesref, says, toy


def calc(*words: str, lang: str = "en", form: str = "text") -> Ran:
    return rulesref("--lang", lang, "--format", form, "--data", str(TOY), "calc", "toy", *words)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        pytest.param(["coins", "coins=9"], 2.25, id="a number"),
        pytest.param(["coins", "ｃｏｉｎｓ＝９"], 2.25, id="in full width"),
        pytest.param(["コインの点", "コイン=9"], 2.25, id="by japanese names"),
        pytest.param(["coins", "9"], 2.25, id="by place"),
        pytest.param(["show", "4", "8,8,3"], [4, 4, 0], id="several by place"),
        pytest.param(["show", "size=4", "heights=8,8,3"], [4, 4, 0], id="a list"),
        pytest.param(["show", "size=3", "heights=2、2", "walled=いいえ"], [1.5, 1.5], id="a flag"),
    ],
)
def test_a_number_is_worked_out(words: list[str], value: object) -> None:
    assert json.loads(calc(*words, form="json").out)["value"] == value


@pytest.mark.parametrize(
    ("lang", "result", "working"),
    [
        pytest.param("ja", "点  2.25", "計算の過程", id="japanese"),
        pytest.param("en", "points  2.25", "How it adds up", id="english"),
    ],
)
def test_the_working_stands_below_the_result(lang: str, result: str, working: str) -> None:
    lines = calc("coins", "coins=9", lang=lang).out.splitlines()
    assert lines.index(result) < lines.index(working)


@pytest.mark.parametrize(
    ("lang", "name"), [("ja", "収穫でコインが何点"), ("en", "What coins are worth")]
)
def test_without_a_calculator_there_is_the_list(lang: str, name: str) -> None:
    listed = json.loads(calc(lang=lang, form="json").out)
    assert list(listed["calculators"]) == ["show", "walk", "coins", "sky"]
    assert listed["calculators"]["coins"].startswith(name)
    assert "rulesref calc toy coins coins=…" in calc(lang=lang).out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["coinz"], "E321", id="no such calculator"),
        pytest.param(["coins", "9", "4", "1"], "E328", id="an input too many"),
        pytest.param(["coins"], "E401", id="an input is missing"),
        pytest.param(["coins", "coins=many"], "E402", id="no number"),
        pytest.param(["coins", "coin=9", "gold=3"], "E408", id="no such input"),
    ],
)
def test_what_cannot_be_worked_out_is_told(words: list[str], code: str) -> None:
    done = calc(*words)
    assert (done.code, done.out) == (1, "")
    assert says(code, done.err)


def filled(monkeypatch: pytest.MonkeyPatch, typed: str) -> dict[str, Any]:
    """The inputs after these lines; EOFError when they end before."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    form = CalculatorForm(game=toy(), calculator=toy().calculators["show"])
    return Dialogue(Session("en")).ask(Interview(form=form)).form.values


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("4\n8,8,3\n\nno\n", id="one by one, what is not needed left out"),
        pytest.param("many\n99\n4\n\n8,8,3\n\nno\n", id="what cannot be is asked again"),
        pytest.param("3\n<\n4/8,8,3\n7\n戻る\n/no\n", id="back, and several on a line"),
    ],
)
def test_on_a_terminal_the_inputs_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    assert filled(monkeypatch, typed) == {"size": 4, "heights": [8, 8, 3], "walled": False}


@pytest.mark.parametrize("typed", ["4\nquit\n", "4\n終わり\n", "4\n"])
def test_who_quits_gets_no_result(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    with pytest.raises(EOFError):
        filled(monkeypatch, typed)


def test_what_is_wrong_and_the_help_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(monkeypatch, "many\n？\n4\n8,8,3\n\nno\n")
    told = "".join(capsys.readouterr())
    assert says("E402", told)
    assert "several answers" in told
