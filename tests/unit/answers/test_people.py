"""How many people a question speaks of."""

from __future__ import annotations

import pytest

from rulesref.answers.mentions import Numbers
from rulesref.answers.names import named_in
from rulesref.answers.people import people_said
from tests.helpers import library


@pytest.mark.parametrize(
    ("question", "said"),
    [
        pytest.param("she passed", {"passed": "1"}, id="she"),
        pytest.param("my opponent already passed", {"passed": "1"}, id="who has a word between"),
        pytest.param("Ben and Ann have passed", {"passed": "2"}, id="two by name"),
        pytest.param("Kai and 2 others passed", {"passed": "3"}, id="one by name and others"),
        pytest.param("4 players, everyone else passed", {"passed": "3"}, id="all the others"),
        pytest.param("we are 3, ann passed", {"players": "3", "passed": "1"}, id="we are so many"),
        pytest.param("two of us play", {"players": "2"}, id="so many of us"),
        pytest.param("two of us passed", {}, id="so many of us who do something"),
        pytest.param("there are three of us and I go", {"players": "3"}, id="so many of us and I"),
        pytest.param("2 players passed", {}, id="a number is read as any other"),
        pytest.param("i pass", {}, id="I am not counted"),
        pytest.param("mine", {}, id="nothing but who"),
        pytest.param("she has not passed", {}, id="not"),
        pytest.param("she pays, then passed", {}, id="who does something else"),
        pytest.param("相手がパス", {"passed": "1"}, id="in japanese"),
        pytest.param("太郎と花子はもうパスした", {"passed": "2"}, id="two in japanese"),
        pytest.param("4人で太郎がパス", {"passed": "1"}, id="beside how many play"),
        pytest.param(
            "5人プレイで自分以外全員パス", {"passed": "4"}, id="all the others in japanese"
        ),
        pytest.param("私たち4人", {"players": "4"}, id="we in japanese"),
        pytest.param("相手はパスしていない", {}, id="not in japanese"),
    ],
)
def test_people_who_do_something_are_counted(question: str, said: dict[str, str]) -> None:
    fields = library().game("caylus").calculator_inputs("placement-cost")
    assert people_said(Numbers(question, named_in(fields)), fields) == said
