"""Questions on a page: the answer, what leads on from it, and what is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest

from tests.helpers import game_folders, library, toy
from tests.unit.web.conftest import Pages

#: Links that lead to other pages of ours.
_LINK = re.compile(r'href="(/[^"#]*)"')
#: What a terminal prints and nobody can tap: a command, or an id beside a name.
_TYPED = re.compile(r"rulesref (calc|table|show|term|rules|disputes)\b")


def asked(pages: Pages, question: str, lang: str = "en", **more: str) -> str:
    answer = pages.phone(lang=lang).get(f"/ask?{urlencode({'q': question, **more})}")
    assert answer.status == 200
    return answer.text


def links(text: str) -> set[str]:
    return {unescape(path) for path in _LINK.findall(text) if not path.startswith("/static/")}


def test_an_answer_says_its_statements_and_leads_to_all_that_belongs_to_it(pages: Pages) -> None:
    page = asked(pages, "who wins a tie", game="toy")
    entry = re.search(r"<article.*?</article>", page, re.DOTALL)
    assert entry
    assert "<details>" in entry[0]
    phone = pages.phone()
    for path in links(page):
        assert phone.get(path).status == 200, path


def test_a_number_stands_before_what_it_rests_on(pages: Pages) -> None:
    page = asked(pages, "橋を置くのに何AP", "ja", game="mexica")
    assert "<dt>AP</dt><dd>1</dd>" in page
    assert page.index("<dt>AP</dt>") < page.index("<article")


def test_the_game_that_was_chosen_is_marked_and_can_be_let_go(pages: Pages) -> None:
    page = asked(pages, "tie", game="toy")
    assert re.findall(r'name="game" value="([^"]*)" aria-pressed="true"', page) == [""]
    assert len(re.findall(r'aria-pressed="false"', page)) == len(library().usable) - 1


def test_a_question_within_a_play_is_about_its_game(pages: Pages) -> None:
    play = pages.begun("toy").removeprefix("/play/")
    page = asked(pages, "tie", play=play, game="mexica")
    assert toy().about.name.en in page
    assert "/rule/mexica/" not in page
    assert f'href="/play/{play}"' in page
    assert pages.phone().get("/ask?q=tie&play=none").status == 404


def test_what_no_rule_covers_is_said_and_what_may_be_meant_offered(pages: Pages) -> None:
    page = asked(pages, "xyzzy", game="toy")
    assert "No rule answers this." in page
    assert "<article" not in page
    assert "/rules/toy" in links(page)


@pytest.mark.parametrize(
    ("chosen", "question", "lang"), [("", "橋", "ja"), ("en", "橋", "en"), ("", "bridge", "en")]
)
def test_an_answer_is_in_the_language_of_the_question_unless_one_was_chosen(
    pages: Pages, chosen: str, question: str, lang: str
) -> None:
    assert f'<html lang="{lang}">' in asked(pages, question, chosen)


def test_a_question_is_shown_as_text(pages: Pages) -> None:
    assert "<img" not in asked(pages, '"><img src=x onerror=alert(1)>')


@pytest.mark.parametrize("path", ["/rule/toy/none", "/term/toy/none", "/table/toy/none", "/rules/none"])  # fmt: skip
def test_what_is_not_there_is_said(pages: Pages, path: str) -> None:
    assert pages.phone().get(path).status == 404


def read(game: str) -> Iterator[str]:
    """The addresses of all there is to read of a game."""
    found = library().game(game)
    yield f"/rules/{game}"
    yield f"/disputes/{game}"
    for kind, ids in (("rule", found.rules), ("table", found.tables), ("term", found.terms)):
        yield from (f"/{kind}/{game}/{id_}" for id_ in ids)


OTHERS = [pytest.param(folder.name, marks=pytest.mark.slow) for folder in game_folders()]


@pytest.mark.parametrize("game", ["toy", *OTHERS])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_all_there_is_to_read_opens_and_names_no_command(
    pages: Pages, game: str, lang: str
) -> None:
    phone, there, led = pages.phone(lang=lang), set(read(game)), set[str]()
    for path in there:
        answer = phone.get(path, x_part="entry") if "/rules/" not in path else phone.get(path)
        assert answer.status == 200
        assert not _TYPED.search(answer.text), path
        led |= links(answer.text)
    inside = {path for path in led if path.split("/")[1] in ("rule", "table", "term", "rules")}
    assert inside <= there


def test_a_question_that_only_changes_what_a_number_rests_on_is_about_that_number(
    pages: Pages,
) -> None:
    question = "卵3個で何点"
    first = asked(pages, question, "ja", game="praga")
    assert re.findall(r'name="after" value="([^"]*)"', first) == [question]
    again = asked(pages, "じゃあ4なら", "ja", game="praga", after=question)
    assert re.findall(r"<div><dd>([^<]*)</dd></div>", again) == ["10"]
    assert "<article" not in again
    other = asked(pages, "同点なら誰が勝つ？", "ja", game="praga", after=question)
    assert "<article" in other
    assert 'name="after"' not in other
