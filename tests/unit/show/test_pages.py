"""Entries, glossary, tables and disputes as pages."""

from __future__ import annotations

import pytest

from rulesref.show import pages
from rulesref.show.blocks import Bullets, Facts, Grid, Page, Para, Title, Verbatim
from tests.helpers import toy


def titles(page: Page) -> list[str]:
    return [block.text for block in page if isinstance(block, Title)]


def said(page: Page) -> str:
    return "\n".join(block.text for block in page if isinstance(block, Para))


def test_games_are_listed_with_what_is_covered_and_those_that_are_broken() -> None:
    page = pages.games([toy()], ["shed"], "en")
    assert isinstance(page[0], Grid)
    assert page[0].rows[0][:3] == ("toy", "Toy Garden", "2-4")
    assert "shed" in said(page)
    assert "shed" not in said(pages.games([toy()], [], "en"))


def test_an_entry_has_its_dispute_in_full_or_in_a_sentence() -> None:
    entry = toy().rules["gnome-kinds"]
    whole, short = (pages.rule(toy(), entry, "en", whole=whole) for whole in (True, False))
    assert titles(whole)[0] == titles(short)[0] == entry.title.en
    assert "rulesref disputes toy" in said(short)
    assert "rulesref disputes toy" not in said(whole)
    assert len(whole) > len(short)


def test_a_point_that_is_not_certain_says_so() -> None:
    assert "[unverified]" in said(pages.rule(toy(), toy().rules["gnome-kinds"], "en"))


def test_a_map_stays_as_it_is_printed() -> None:
    page = pages.table(toy(), toy().tables["map"], (), "en")
    assert any(isinstance(block, Verbatim) for block in page)


def test_one_row_of_several_is_shown_as_labelled_lines() -> None:
    table = toy().tables["plots"]
    assert any(isinstance(b, Grid) for b in pages.table(toy(), table, table.rows, "en"))
    one = pages.table(toy(), table, table.rows[:1], "en")
    assert not any(isinstance(b, Grid) for b in one)
    assert any(isinstance(b, Facts) for b in one)


def test_what_the_box_does_not_print_is_blank_and_what_nobody_knows_is_said() -> None:
    table = toy().tables["weather"]
    points = table.columns[-1]
    cells = [pages.cell_text(points, row.cells[points.id], "en") for row in table.rows[-2:]]
    assert cells == ["", "unknown"]


def test_the_outline_is_titles_and_a_topic_is_texts() -> None:
    outline = pages.outline(toy(), None, "ja")
    assert any(isinstance(block, Bullets) for block in outline)
    topic = next(iter(toy().about.topics))
    of_topic = [rule.title.ja for rule in toy().rules.values() if rule.topic == topic]
    assert titles(pages.outline(toy(), topic, "ja"))[1:] == of_topic


def test_disputes_stand_under_their_game() -> None:
    rulings = [(toy(), ruling) for ruling in toy().rulings.values()]
    assert titles(pages.disputes(rulings, "en"))[0] == "Toy Garden"
    assert said(pages.disputes([], "en")) == "No disputed points."


@pytest.mark.parametrize(("lang", "name"), [("ja", "花壇"), ("en", "plot")])
def test_a_term_has_both_names_and_its_rules(lang: str, name: str) -> None:
    term = toy().terms["plot"]
    page = pages.term(toy(), term, lang)
    assert titles(page)[0] == name
    assert isinstance(page[1], Facts)
    assert {"花壇", "plot"} <= {value for _, value in page[1].items}
