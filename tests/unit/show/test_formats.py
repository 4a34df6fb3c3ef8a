"""One table says what can be printed in which form."""

from __future__ import annotations

import json

import pytest

from rulesref.cli.common import Session
from rulesref.show.blocks import Para
from rulesref.show.formats import FORMATS, PLAY_FORMATS, RESULT_FORMATS, SCORE_FORMATS, json_text


def test_each_kind_of_thing_has_its_forms() -> None:
    assert RESULT_FORMATS == ["text", "json", "markdown"]
    assert SCORE_FORMATS == ["csv", "html", "bgstats"]
    assert PLAY_FORMATS == ["json", "csv", "markdown", "html", "bgstats"]


def test_every_form_prints_something() -> None:
    assert all(each.page or each.document or each.score or each.play for each in FORMATS.values())


def test_remarks_stand_around_text_alone_and_nothing_around_a_document() -> None:
    assert [name for name, each in FORMATS.items() if each.remarks] == ["text"]
    assert [name for name, each in FORMATS.items() if each.document] == ["json"]


@pytest.mark.parametrize(
    ("form", "text"),
    [("text", "a*b in ja\n"), ("json", '{\n  "lang": "ja"\n}\n'), ("markdown", "a\\*b in ja\n")],
)
def test_a_result_is_shown_in_the_form_that_was_chosen(
    form: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session("ja", format=form)
    session.show(lambda lang: [Para(f"a*b in {lang}")], lambda lang: {"lang": lang})
    assert capsys.readouterr().out == text


def test_json_keeps_characters_as_they_are() -> None:
    assert json_text({"name": "葵"}) == '{\n  "name": "葵"\n}\n'
    assert json.loads(json_text([1, None])) == [1, None]
