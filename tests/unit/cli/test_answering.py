"""One question after another: what is remembered, what is no question, how it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers import TOY, Ran, rulesref


def ask(*words: str, stdin: str = "", lang: str | None = None, form: str | None = None) -> Ran:
    options = ["--data", str(TOY)]
    options += ["--lang", lang] if lang else []
    options += ["--format", form] if form else []
    return rulesref(*options, "ask", *words, stdin=stdin.encode())


def asked(*words: str, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(*words, form="json", **more).out)
    return found


def talk(*lines: str, lang: str = "ja") -> Ran:
    return ask(stdin="\n".join(lines) + "\n", lang=lang)


def test_the_game_is_remembered() -> None:
    found = talk("おもちゃの庭の小人", "点")
    assert found.code == 0
    assert found.err.count("質問(おもちゃの庭)> ") == 2


def test_a_number_shows_a_further_entry() -> None:
    first = asked("toy", "花壇の点", lang="ja")["results"][1]
    found = talk("toy 花壇の点", "１")
    assert found.out.count(first["title"]) >= 2
    assert first["text"].split("\n")[0][:20] in found.out


def test_a_number_too_high_is_told() -> None:
    assert "番号は1から" in talk("toy 花壇の点", "49").err


def test_a_game_can_be_chosen_and_left() -> None:
    found = talk("ゲーム toy", "小人", "ゲーム", "終了", "小人")
    assert found.err.count("質問(おもちゃの庭)> ") == 2
    assert "すべてのゲームから" in found.err
    assert found.out.count("gnome-kinds") == 1


@pytest.mark.parametrize("word", ["quit", "終了", "ｑ", ""])
def test_it_ends(word: str) -> None:
    found = talk("toy 小人", word, "toy 花壇")
    assert "花壇" not in found.err.split(word or "小人")[-1]
    assert found.code == 0


def test_an_answer_never_mixes_with_what_is_said_beside_it() -> None:
    found = ask(stdin="toy gnome\n", form="json")
    assert json.loads(found.out)["game"] == "toy"


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        pytest.param("ja", ["質問> ", "質問(おもちゃの庭)> "], id="japanese"),
        pytest.param(
            "en",
            ["Question> ", "Question (Toy Garden)> ", "Questions are about Toy Garden now."],
            id="english",
        ),
    ],
)
def test_a_game_alone_is_no_question(lang: str, texts: list[str]) -> None:
    done = talk("toy", lang=lang)
    assert (done.code, done.out) == (0, "")
    assert [text for text in texts if text not in done.err] == []


def test_a_number_without_an_answer_before_is_a_question() -> None:
    assert talk("49", lang="en").out != ""
