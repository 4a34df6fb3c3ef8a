"""What a line says by a sheet: which token is the value of which field."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.model.entries import Field
from rulesref.words.lexicon import Sheet
from rulesref.words.line import Mark
from rulesref.words.reading import stand_ins
from rulesref.words.tokenizer import tokens_of
from tests.unit.words.sheets import DATA, SHEETS, best, fields_of, read

SHOP, BASKET, MARKET, PAY, MIX, STALLS = (
    SHEETS[name] for name in ("shop", "basket", "market", "pay", "mix", "stalls")
)


def asked(field: Field, values: Mapping[str, Any]) -> bool | None:
    """At the market the first is asked for at the red stall, the others elsewhere."""
    if field.id not in ("first", "next", "last"):
        return True
    return None if "stall" not in values else (values["stall"] == "red") == (field.id == "first")


@pytest.mark.parametrize(
    ("name", "line", "says"),
    [(name, line, says) for name, each in DATA.items() for line, says in each["lines"].items()],
)
def test_each_value_finds_its_field(name: str, line: str, says: Mapping[str, Any]) -> None:
    sheet = SHEETS[name]
    assert best(sheet, f"{sheet.names[-1]} {line}", asks=asked) == says


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("spot 22", {"spot": 22}), ("spot 2", {"spot": 2}), ("beds 5", {"beds": [5]}), ("beds 0", {"beds": [0]}),
    ],
)  # fmt: skip
def test_a_number_out_of_range_is_read_to_be_told(line: str, value: dict[str, Any]) -> None:
    assert best(SHOP, f"shop {line}") == value
    assert read(SHOP, f"shop {line}")[0].cost > 1000 > read(SHOP, "shop spot 3 beds 4")[0].cost


def test_an_answer_belongs_to_what_is_asked() -> None:
    shown = ("near", "far", "mill")
    assert best(SHOP, "3", focus="shop", shown=shown) == {"shop": "mill"}
    assert best(SHOP, "3", focus="shop") == {"beds": [3]}
    assert best(SHOP, "3", focus="spot") == {"spot": 3}
    assert best(SHOP, "4", focus="shop", shown=shown) == {"beds": [4]}, "more than are shown"
    assert best(BASKET, "2 points plum", focus="basket", given=["paid"]) == {
        "won": 2,
        "basket": ["plum"],
    }
    assert best(BASKET, "plum 2 points", focus="basket", given=["paid"]) == {
        "won": 2,
        "basket": ["plum"],
    }
    assert best(MARKET, "金1", focus="goods", given=["stall", "gold"]) == {"goods": ["gold"]}
    assert best(MARKET, "錫 2", focus="goods", given=["stall"]) == {"goods": ["tin", "tin"]}
    assert best(BASKET, "3 plum", given=["paid", "won"]) == {"basket": ["plum"] * 3}


MARK = Mark(
    "shop", {3: ("near", "far"), 5: ("mill",)}, {"Ben": ("near", "b"), "A": ("far", "mill")}
)


@pytest.mark.parametrize(
    ("line", "shop"),
    [("5", "mill"), ("stall 3", "near"), ("my hut", "far"), ("自分の屋台", "mill"), ("Ben's stall", "near"), ("Benの屋台", "near")],
)  # fmt: skip
def test_options_are_told_apart_by_place_and_by_owner(line: str, shop: str) -> None:
    sheet = Sheet(["trade"], {"shop": STALLS.fields["shop"]})
    assert best(sheet, f"trade {line}", marks=[MARK]) == {"shop": shop}


def test_a_sheet_is_named_by_all_the_words_of_one_of_its_names() -> None:
    fields = fields_of("""
        - {id: kind, name: {ja: 帽子, en: hat}, kind: choice, options: [{id: straw, name: {ja: 麦わら, en: straw}}, {id: paper, name: {ja: 紙, en: paper}}]}
    """)  # fmt: skip
    sheet = Sheet(["put a hat on", "帽子をかぶる", "wear"], fields)
    lines = {"put hat": True, "hat put on": True, "put": False, "帽子をかぶりました": True, "かぶった": False,
             "wear": True, "put straw on": True, "straw": False, "麦わらをかぶる": True, "": False}  # fmt: skip
    assert {line: read(sheet, line)[0].named for line in lines} == lines
    assert stand_ins(sheet) == {"kind": [(0, 1, 2), (1, 0, 2)]}
    assert stand_ins(Sheet(["hat"], fields)) == {}
    assert read(sheet, "wear straw")[0].cost < read(sheet, "straw")[0].cost, "a name makes it surer"
    assert [read(sheet, line)[0].names for line in ("put hat", "wear", "straw")] == [2, 1, 0]


@pytest.mark.parametrize("line", ["load 2 goods plum", "2 goods plum load", "load plum 2 goods"])
def test_words_of_the_name_may_stand_between_a_number_and_its_things(line: str) -> None:
    sheet = Sheet(["load goods"], {"basket": BASKET.fields["basket"]})
    (first, *_) = read(sheet, line)
    assert (first.values, first.named, first.unknown) == ({"basket": ["plum", "plum"]}, True, ())


def test_a_reading_says_how_far_it_goes_and_what_it_calls_by_a_beginning() -> None:
    assert read(STALLS, "trade 3 zzz ロ")[0].understood == 2
    assert read(STALLS, "trade 3 ロ")[0].understood == len(tokens_of("trade 3 ロ"))
    assert [read(MIX, f"mix {line}")[0].bare for line in ("eg", "oil")] == [{"two"}, set()]
    assert read(SHOP, "shop mil")[0].bare == {"shop"}


def test_a_value_that_is_given_already_is_not_given_again() -> None:
    assert best(PAY, "pay 3 25", given=["price"]) == {"tip": 3, "stall": 25}
    assert best(STALLS, "trade ロ", given=["shop"]) == {"unknown": ["ロ"]}


# --- laws ----------------------------------------------------------------------------------------

#: Words of the sheets, of the languages, names, numbers, and what nobody knows.
WORDS = (
    "水車", "花2種1", "角の店", "near", "stall", "red", "赤い", "屋台", "梅", "plum", "pears", "points", "点", "金", "gold", "錫",
    "Ben", "Cai", "me", "my", "wild", "none", "なし", "all", "egg", "oil", "spot", "場所", "beds", "fenced", "memo", "the",
    "を", "の", "please", "3", "1", "25", "2個", "二", "+1", "-2", "@3", "1+2", ",", "zzz", "ドラゴン", "“quoted”",
)  # fmt: skip
LINES = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
NAMED = st.sampled_from(sorted(SHEETS))


@given(NAMED, LINES)
def test_what_is_left_over_is_told_and_nothing_else(name: str, line: str) -> None:
    """Without the words that a reading does not know the line says the same, and then nothing is left over."""
    first, *others = read(SHEETS[name], line)
    assert all(first.cost <= other.cost for other in others)
    assert not first.unknown or first.cost >= 10_000, (
        "what leaves words over is dearer than all else"
    )
    assert all(word in line for word in first.unknown)
    assert set(first.values).isdisjoint(first.unclear)
    assert set(first.values) | set(first.unclear) <= set(SHEETS[name].fields)
    seen = [(each.values, each.unclear, each.named, each.unknown) for each in (first, *others)]
    assert all(each not in seen[:n] for n, each in enumerate(seen)), "each says something else"


@given(NAMED, LINES, st.integers(0, 6))
def test_a_word_that_nobody_knows_is_always_told(name: str, line: str, place: int) -> None:
    words = line.split()
    words.insert(min(place, len(words)), "xyzzy")
    assert all(
        "xyzzy" in " ".join(r.unknown) or "xyzzy" in str(r.values.get("memo"))
        for r in read(SHEETS[name], " ".join(words))
    )


@given(NAMED, LINES)
def test_how_wide_spaces_are_does_not_matter(name: str, line: str) -> None:
    spaced = read(SHEETS[name], f"  {line.replace(' ', '   ')} ")[0]
    assert spaced == read(SHEETS[name], line)[0]


VALUES = ("2点", "梅3", "代金4")


@pytest.mark.parametrize("line", [" ".join(several) for several in permutations(VALUES)])
def test_values_with_their_nouns_may_stand_in_any_order(line: str) -> None:
    assert best(BASKET, f"harvest {line}") == {"paid": 4, "won": 2, "basket": ["plum"] * 3}
    assert best(BASKET, f"{line} harvest") == {"paid": 4, "won": 2, "basket": ["plum"] * 3}


@given(
    st.integers(1, 9),
    st.sampled_from(
        (
            "{n} gold",
            "gold {n}",
            "{n}gold",
            "金{n}",
            "{n}金",
            "金 {n}",
            "{n} 金",
            "金を{n}枚",
            "{n}枚の金",
        )
    ),
)
def test_a_number_stands_on_either_side_of_its_noun(n: int, form: str) -> None:
    assert best(SHOP, f"shop {form.format(n=n)}") == {"price": {"gold": n}}
