"""``rulesref disputes``."""

from __future__ import annotations

import json

import pytest

from tests.helpers import TOY, rulesref, says


@pytest.mark.parametrize(
    ("lang", "question", "default"),
    [
        pytest.param("ja", "コインの端数は点になりますか。  coin-rest", "[quarters](既定)", id="japanese"),
        pytest.param("en", "Does the rest of the coins score?  coin-rest", "[quarters] (default)", id="english"),
    ],
)  # fmt: skip
def test_the_readings_of_a_game(lang: str, question: str, default: str) -> None:
    done = rulesref("--lang", lang, "--data", str(TOY), "disputes", "おもちゃの庭")
    assert question in done.out.splitlines()
    assert default in done.out
    assert "gnome-sleep" in done.out


def disputed(*words: str) -> list[tuple[str, str]]:
    done = rulesref("--format", "json", "--data", str(TOY), "disputes", *words)
    return [(d["game"], d["id"]) for d in json.loads(done.out)["disputes"]]


def test_without_a_game_those_of_all() -> None:
    assert disputed("toy") == [("toy", "coin-rest"), ("toy", "gnome-sleep")]
    every = disputed()
    assert every[-2:] == disputed("toy")
    assert ("tzolkin", "temple-tie") in every


def test_a_game_that_is_none_is_told() -> None:
    done = rulesref("--lang", "en", "--data", str(TOY), "disputes", "chess")
    assert (done.code, done.out) == (1, "")
    assert says("E320", done.err)
