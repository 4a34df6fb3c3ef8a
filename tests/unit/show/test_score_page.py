"""Results as HTML: everything is inside, nothing is fetched, whatever people are called stands as it is."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from rulesref.base.messages import as_text
from rulesref.play.log import Play
from rulesref.play.replay import LogEntry
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.show import play_files
from rulesref.show.score_page import course_html, score_file
from tests.helpers import scored, toy
from tests.unit.view.test_score_cards import EACH

#: Elements that have no end.
_ALONE = {"meta", "rect", "path", "circle", "polyline"}


class Outline(HTMLParser):
    """The elements of a page, which must close in order, and the text outside of how it looks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.attributes: set[str] = set()
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}
        if tag not in _ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in _ALONE or self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def sound(page: str) -> str:
    """The text of a page that is whole and leads nowhere."""
    read = Outline(page)
    assert not read.attributes & {"src", "href", "style", "action", "onclick", "data", "srcset"}
    assert not re.search(r"url\(|@import|https?:", page)
    return read.text


@EACH
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_score_is_a_file_of_its_own(game: object, position: dict[str, object], lang: str) -> None:
    result = scored(game, position)  # type: ignore[arg-type]
    text = sound(score_file(result, lang))
    for player in result.players:
        assert player.name in text
        if result.event.categories:
            assert as_text(lang, player.total) in text
        for part, _ in player.categories:
            assert part.name.of(lang) in text
    for winner in result.winners:
        assert text.index(winner) < text.index(as_text(lang, result.players[0].total))


def final(*names: str) -> dict[str, object]:
    seeds = ({"red": 2, "blue": 1, "green": 1}, {"red": 1, "blue": 1, "green": 3})
    people = [
        {"name": name, "points": 2, "coins": n, "seeds": own}
        for n, (name, own) in enumerate(zip(names, seeds, strict=True))
    ]
    return {"game": "toy", "event": "final", "players": people}


def test_names_are_text() -> None:
    name = '<img src=x onerror="a()">&amp;'
    page = score_file(scored(toy(), final(name, "Ben")), "en")
    assert "<img" not in page
    assert name in sound(page)


def test_lengths_are_points() -> None:
    """On one scale: the same points are as long with everybody, and the best total ends at the right."""
    result = scored(toy(), final("A", "Ben"))
    page = score_file(result, "en")
    ends = []
    for svg in re.findall(r'<svg class="amounts".*?</svg>', page):
        told = unescape(re.findall(r'aria-label="([^"]*)"', svg)[0])
        points = [float(text.rpartition(" ")[2]) for text in told.split(", ")]
        spans = [
            (float(x), float(w)) for x, w in re.findall(r'x="([\d.]+)" y="0" width="([\d.]+)"', svg)
        ]
        assert len({round(w / abs(p), 1) for (_, w), p in zip(spans, points, strict=True)}) == 1
        ends.append(max(x + w for x, w in spans))
    assert len(ends) == 2
    assert max(ends) == pytest.approx(100, abs=0.1)


def rested(many: int) -> tuple[PlaySession, list[LogEntry]]:
    session, _ = PlaySession.new(
        PlayStore.in_memory(), toy(), ("葵", "Ben"), read_options(toy(), [])[0], "full"
    )
    for _ in range(many):
        session.take("rest")
    return session, session.log()


def test_a_play_that_is_not_over_has_its_lines() -> None:
    session, entries = rested(1)
    play: Play = session.play
    text = sound(play_files.page(play, entries, toy(), "ja"))
    assert toy().about.name.ja in text
    assert "休" in text
    sound(play_files.page(play, entries, None, "en"))


def test_a_curve_goes_through_the_points_of_each_round() -> None:
    session, _ = rested(6)
    course = session.course()
    kept = [each for each in course.rounds if None not in each.points]
    page = course_html(toy(), ("葵", "Ben"), course, "en")
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    if len(kept) < 2:
        assert page == ""
    else:
        assert [len(line.split()) for line in lines] == [len(kept)] * 2
