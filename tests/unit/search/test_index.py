"""What the search index keeps of a text."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.folding import stem
from rulesref.search.analysis import kind_of_token
from rulesref.search.index import Tokens, make_index, meanings_of
from rulesref.search.index_reader import count_of, field_of, langs_of, points_of, unpacked
from tests.helpers import TOY, game_data

DATA: dict[str, Any] = dict(game_data(TOY))
INDEX = make_index(DATA)


def standing(token: str) -> dict[str, int]:
    """The rule entries in which a token stands, and how."""
    documents, occurrences = unpacked(INDEX.postings[token])
    return {
        INDEX.documents[n][1]: byte
        for n, byte in zip(documents, occurrences, strict=True)
        if n < INDEX.rules
    }


def fields_of(*kinds: str) -> set[str]:
    """The fields in which tokens of these kinds stand."""
    occurrences = [
        unpacked(p)[1] for token, p in INDEX.postings.items() if kind_of_token(token) in kinds
    ]
    return {field_of(byte) for found in occurrences for byte in found}


def test_neighbours_are_kept_in_titles_but_not_in_long_texts() -> None:
    neighbours = fields_of("phrase", "ending", "kana")
    assert "title" in neighbours
    assert neighbours.isdisjoint({"point", "topic"})


def test_words_are_kept_in_long_texts() -> None:
    assert "point" in fields_of("latin") & fields_of("kanji")


def test_the_strongest_field_counts_and_every_text() -> None:
    flower = standing("flower")["plot-flowers"]
    assert field_of(flower) == "title"
    assert langs_of(flower) == 2
    assert count_of(flower) > 1


def test_an_entry_is_above_all_about_the_first_of_its_terms() -> None:
    of = {
        term: {e: field_of(b) for e, b in standing(f"@{term}").items()}
        for term in ("flower", "plot")
    }
    assert (of["flower"]["wild-flowers"], of["flower"]["plot-flowers"]) == ("main", "title")
    assert (of["plot"]["wild-flowers"], of["plot"]["plot-flowers"]) == ("terms", "main")


def test_what_people_ask_belongs_to_its_entry() -> None:
    tulip = standing("tulip")
    assert {entry: field_of(byte) for entry, byte in tulip.items()} == {"plot-flowers": "alias"}
    assert [langs_of(byte) for byte in standing("満").values()] == [1]


def test_of_each_word_the_points_are_kept_in_which_it_stands() -> None:
    posting = INDEX.postings[stem("size")]
    documents, _ = unpacked(posting)
    points = dict(zip((INDEX.documents[n][1] for n in documents), points_of(posting), strict=True))
    assert points["plot-flowers"] == 0b101, "the first point, and the example after the second"


def test_the_note_of_a_term_stands_in_where_nobody_has_asked() -> None:
    glossary = [
        {**term, "note": {"en": "a kind of xyzzy"}} if term["id"] in ("plot", "gnome") else term
        for term in DATA["glossary"]
    ]
    index = make_index({**DATA, "glossary": glossary})
    documents, occurrences = unpacked(index.postings[stem("xyzzy")])
    found = {
        index.documents[n][1]: field_of(b) for n, b in zip(documents, occurrences, strict=True)
    }
    assert found["gnome-kinds"] == "topic"
    assert "plot-flowers" not in found, "people ask about it"


def test_an_entry_is_found_by_the_names_of_what_rests_on_it() -> None:
    sheet = {
        "id": "sheet",
        "name": {"en": "frobnication"},
        "rules": ["gnome-kinds"],
        "about": {"en": "a sum"},
    }
    index = make_index({**DATA, "calculators": [*DATA.get("calculators", ()), sheet]})
    documents, _ = unpacked(index.postings[stem("frobnication")])
    assert ("rule", "gnome-kinds") in {index.documents[n] for n in documents}


@pytest.mark.parametrize("n", range(0, len(DATA["glossary"]), 3))
def test_after_a_change_of_the_glossary_what_was_worked_out_before_gives_the_same_index(
    n: int,
) -> None:
    before = Tokens(INDEX.meanings)
    assert make_index(DATA, before) == INDEX
    term = DATA["glossary"][n]
    renamed = {**term, "ja": "満開の夜", "en": "take any"}
    for glossary in ([t for t in DATA["glossary"] if t is not term], [*DATA["glossary"], renamed]):
        data = {**DATA, "glossary": glossary}
        tokens = Tokens(meanings_of(glossary))
        tokens.take_over(before.packed())
        assert make_index(data, tokens) == make_index(data)


def test_what_is_heard_of_an_entry_finds_it_and_is_no_slip() -> None:
    weeds = standing("weed")["wild-flowers"]
    assert field_of(weeds) == "alias"
    assert "weeds" in INDEX.spelling
