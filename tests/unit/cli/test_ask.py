"""``rulesref ask`` with a question."""

from __future__ import annotations

import json
import re
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


@pytest.mark.parametrize(
    ("question", "lang", "title"),
    [
        pytest.param("小人は何体持てる", "ja", "小人の種類", id="japanese"),
        pytest.param("how many gnomes", "en", "gnome", id="english"),
        pytest.param("kobito", "ja", "小人", id="romaji is japanese"),
    ],
)
def test_the_answer_is_in_the_language_of_the_question(
    question: str, lang: str, title: str
) -> None:
    found = asked("toy", question)
    assert found["lang"] == lang
    assert title in found["results"][0]["title"]


def test_a_language_that_was_chosen_stays() -> None:
    found = asked("toy", "小人", lang="en")
    assert found["results"][0]["lang"] == "en"


def test_what_romaji_was_read_as_is_told() -> None:
    assert "読み替え: kobito → こびと" in ask("toy", "kobito").out


def test_the_game_may_be_in_the_question() -> None:
    assert asked("おもちゃの庭の小人")["game"] == "toy"


def test_further_entries_are_titles_with_numbers() -> None:
    out = ask("toy", "花壇の点").out
    assert re.search(r"^  1 \S+  2 ", out, re.MULTILINE)


def test_the_neighbourhood_is_shown_on_request() -> None:
    without, around = ask("toy", "gnome-kinds"), ask("toy", "gnome-kinds", "--context")
    assert len(around.out) > len(without.out)
    context = json.loads(ask("toy", "gnome-kinds", "--context", form="json").out)["context"]
    assert set(context) == {"before", "after", "related"}
    assert all(set(other) == {"id", "title", "text"} for other in context["related"])


@pytest.mark.parametrize("question", ["", " ", "　", "???", "\u0007", "。。。"])
def test_nothing_asked_is_told_so(question: str) -> None:
    found = ask(question, lang="ja")
    assert found.code == 1
    assert "質問か言葉を入力してください" in found.out


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("あ" * 20_000, id="very long japanese"),
        pytest.param("gnome " * 5_000, id="very long english"),
        pytest.param("(*)[a-z]{2,}\\d+$^", id="a regular expression"),
        pytest.param("{0} {name!r} %s %(x)d", id="formats"),
        pytest.param("a\x1b[31mb\x00c\x08", id="control characters"),
        pytest.param("' OR 1=1; DROP TABLE game --", id="sql"),
        pytest.param("\udcff\udc80", id="half characters"),
        pytest.param("🌸" * 50, id="emoji"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_no_question_stops_the_program(question: str, form: str) -> None:
    found = ask(question, form=form)
    assert found.code in (0, 1), found.err
    assert "\x1b" not in found.out


def test_what_nothing_answers_gets_terms_and_no_rule() -> None:
    found = ask("toy", "gnomicus", lang="en")
    assert found.code == 1
    assert "rulesref term toy gnome" in found.out
    assert asked("toy", "gnomicus")["results"] == []


def test_what_may_be_meant_is_offered_by_title() -> None:
    found = ask("toy", "old flowers of the sky")
    assert found.code == 1
    assert "rulesref show ID" in found.out
    data = asked("toy", "old flowers of the sky")
    assert data["results"] == []
    assert data["perhaps"]


@pytest.mark.parametrize(
    ("lang", "question", "told"),
    [
        ("en", "can a gnome take a coin from a plot when it rains", "No rule found that says just this. The nearest:"),
        ("ja", "小人を花壇から市場へ動かせますか", "質問にぴったり合うルールは見つかりませんでした。近いもの:"),
    ],
)  # fmt: skip
def test_what_is_only_the_nearest_is_told_to_be(lang: str, question: str, told: str) -> None:
    found = ask("toy", question, lang=lang)
    assert found.code == 1
    assert found.out.splitlines()[1] == told
    data = asked("toy", question, lang=lang)
    assert data["sure"] is False
    assert data["results"][0]["id"] == "gnome-kinds"
    assert ask("toy", "--full", question, lang=lang).out.splitlines()[0] == told


def test_what_answers_is_sure() -> None:
    assert asked("toy", "how many gnomes may I have?")["sure"] is True
    assert asked("toy", "gnomicus")["sure"] is False


def test_a_question_about_another_game_gets_no_rule() -> None:
    """The words around its title are those of any rulebook."""
    assert asked("how many points is a flower worth in Catan")["results"] == []
    assert asked("カタンの花は何点", lang="ja")["results"] == []
    assert asked("how many points is a flower worth")["results"] != []


@pytest.mark.parametrize(("limit", "many"), [("1", 1), ("2", 2)])
def test_no_more_entries_are_shown_than_were_wanted(limit: str, many: int) -> None:
    assert len(asked("toy", "花壇の点", "--limit", limit)["results"]) == many


@pytest.mark.parametrize("limit", ["0", "51", "many"])
def test_a_limit_is_from_1_to_50(limit: str) -> None:
    done = ask("toy", "gnome", "--limit", limit)
    assert (done.code, done.out) == (2, "")
    assert "--limit" in done.err


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


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["quit"], id="in english"),
        pytest.param(["終了"], id="in japanese"),
        pytest.param(["ｑ"], id="one letter"),
        pytest.param(["", ""], id="enter twice"),
    ],
)
def test_it_ends(lines: list[str]) -> None:
    found = talk("toy 小人", *lines, "toy flower-points")
    assert "flower-points" not in found.out
    assert found.code == 0


def test_enter_shows_all_of_the_answer() -> None:
    short, whole = talk("toy plot-flowers"), talk("toy plot-flowers", "")
    assert whole.out.startswith(short.out)
    assert whole.out.endswith(ask("toy", "plot-flowers", "--full", lang="ja").out)


def test_without_an_answer_enter_ends() -> None:
    assert talk("", "toy 小人").out == ""


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        pytest.param("ja", ["toy コイン7枚は何点", "じゃあ20枚なら？"], "コイン 20", id="japanese"),
        pytest.param("en", ["toy points for 7 coins", "and 20?"], "coins 20", id="english"),
    ],
)
def test_a_question_may_change_the_number_before(lang: str, lines: list[str], told: str) -> None:
    found = talk(*lines, lang=lang)
    assert told in found.out.splitlines()[-1]
    assert told not in talk(lines[0], lang=lang).out


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


@pytest.mark.parametrize("words", [("ask", "toy"), ("toy",)], ids=["the command", "no command"])
def test_a_game_alone_begins_questions_about_it(words: tuple[str, ...]) -> None:
    done = rulesref("--data", str(TOY), "--lang", "ja", *words, stdin="小人\n".encode())
    assert done.code == 0
    assert done.err.count("質問(おもちゃの庭)> ") == 2
    assert "gnome-kinds" in done.out


def test_a_number_without_an_answer_before_is_a_question() -> None:
    assert talk("49", lang="en").out != ""
