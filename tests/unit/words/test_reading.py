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
from rulesref.words.tokens import SEPARATOR, tokens_of
from tests.unit.words.sheets import (
    BASKET,
    BEDS,
    HAND,
    MARKET,
    MIX,
    PAY,
    SHEETS,
    SHOP,
    STALLS,
    best,
    fields_of,
    read,
)


def readable(*cases: tuple[str, dict[str, Any]]) -> pytest.MarkDecorator:
    """Lines, and what each says."""
    return pytest.mark.parametrize(("line", "says"), cases, ids=[line for line, _ in cases])


@readable(
    ("2 1 水車", {"beds": [2, 1], "shop": "mill"}),
    ("水車 2 1", {"beds": [2, 1], "shop": "mill"}),
    ("13 水車 2", {"beds": [2], "spot": 13, "shop": "mill"}),
    ("水車2", {"beds": [2], "shop": "mill"}),
    ("4 3 @13", {"beds": [4, 3], "spot": 13}),
    ("4 @3", {"beds": [4], "spot": 3}),
    ("場所3 4", {"beds": [4], "spot": 3}),
    ("場所 3 花壇 4", {"beds": [4], "spot": 3}),
    ("spot 3 beds 4", {"beds": [4], "spot": 3}),
    ("3 spot 4 beds", {"beds": [4], "spot": 3}),
    ("2/1", {"beds": [2, 1]}),
    ("2+1", {"beds": [2, 1]}),
    ("2番 1番", {"beds": [2, 1]}),
    ("種2花1 2", {"beds": [2], "shop": "mill"}),
    ("花2種1 2", {"beds": [2], "shop": ("near", "far")}),
    ("角の店", {"shop": "near"}),
    ("金3 錫1", {"price": {"gold": 3, "tin": 1}}),
    ("金 3 錫 1 2", {"beds": [2], "price": {"gold": 3, "tin": 1}}),
    ("2 錫1金3", {"beds": [2], "price": {"gold": 3, "tin": 1}}),
    ("3gold 1tin", {"price": {"gold": 3, "tin": 1}}),
    ("3 gold and 1 tin", {"price": {"gold": 3, "tin": 1}}),
    ("gold", {"price": {"gold": 1}}),
    ("spot none", {"spot": 0}),
    ("場所なし", {"spot": 0}),
    ("なし 水車", {"beds": None, "shop": "mill"}),
    ("3 mil", {"beds": [3], "shop": "mill"}),
)
def test_each_value_finds_its_field(line: str, says: Mapping[str, Any]) -> None:
    assert best(SHOP, f"shop {line}") == says


@readable(
    ("1 2点 梅", {"paid": 1, "won": 2, "basket": ["plum"]}),
    ("1 2 points plum", {"paid": 1, "won": 2, "basket": ["plum"]}),
    ("1 plum 2 points", {"paid": 1, "won": 2, "basket": ["plum"]}),
    ("1 points 2 plum", {"paid": 1, "won": 2, "basket": ["plum"]}),
    ("1 梅2", {"paid": 1, "basket": ["plum", "plum"]}),
    ("1 2 plum", {"paid": 1, "basket": ["plum", "plum"]}),
    ("1 梅を2個", {"paid": 1, "basket": ["plum", "plum"]}),
    ("1 2個の梅", {"paid": 1, "basket": ["plum", "plum"]}),
    ("1 梅2梨1", {"paid": 1, "basket": ["plum", "plum", "pear"]}),
    ("1 2 plums and 1 pear", {"paid": 1, "basket": ["plum", "plum", "pear"]}),
    ("1 2点,梅", {"paid": 1, "won": 2, "basket": ["plum"]}),
    ("1,2点", {"paid": 1, "won": 2}),
    ("3 plum2 1 point", {"paid": 3, "won": 1, "basket": ["plum", "plum"]}),
    ("代金3 梅2 得点4", {"paid": 3, "won": 4, "basket": ["plum", "plum"]}),
    ("4 1+2 plum", {"paid": 4, "basket": ["plum"] * 3}),
    ("2+1", {"paid": "2+1"}),
    ("三 点 二", {"paid": 3, "won": 2}),
    ("1 梅なし 2点", {"paid": 1, "won": 2, "basket": None, "unknown": ("梅",)}),
)
def test_a_number_belongs_to_the_noun_beside_it(line: str, says: Mapping[str, Any]) -> None:
    assert best(BASKET, f"harvest {line}") == says


@readable(
    ("4 Ben", {"size": 4, "others": ["Ben"]}),
    ("4 Ben Cai", {"size": 4, "others": ["Ben", "Cai"]}),
    ("4 all", {"size": 4, "others": ["Ben", "Cai"]}),
    ("4 none Ben 3", {"size": 4, "others": None, "plants": {"Ben": 3}}),
    ("4 Ben 3 none", {"size": 4, "others": None, "plants": {"Ben": 3}}),
    ("4 A Ben 3 A 1", {"size": 4, "others": ["A"], "plants": {"Ben": 3, "A": 1}}),
    ("4 ben3 wild 2", {"size": 4, "plants": {"Ben": 3, "wild": 2}}),
    ("4 3 wild", {"size": 4, "plants": {"wild": 3}}),
    ("4 Ben 1+2", {"size": 4, "plants": {"Ben": "1+2"}}),
    ("4 me 2", {"size": 4, "plants": {"A": 2}}),
    ("4 fenced", {"size": 4, "fenced": True}),
    ("4 囲いなし", {"size": 4, "fenced": None}),
    ("4 yes", {"size": 4, "fenced": True}),
    ("4 “Two  Words”", {"size": 4, "memo": "Two  Words"}),
    ("4 memo two words", {"size": 4, "memo": "two words"}),
    ("4 memo two, Ben", {"size": 4, "memo": "two", "others": ["Ben"]}),
    ("一言は春 ", {"memo": "春"}),
    ("4 C3", {"size": 4, "memo": "C3"}),
    (
        "4 Cai Ben Cai 2 Cai",
        {"size": 4, "others": ["Cai", "Ben"], "plants": {"Cai": 2}, "unknown": ("Cai",)},
    ),
    ("4 bn", {"size": 4, "unknown": ("bn",)}),
)
def test_players_texts_and_what_is_so_or_not(line: str, says: Mapping[str, Any]) -> None:
    assert best(BEDS, f"bed {line}") == says


def asked(field: Field, values: Mapping[str, Any]) -> bool | None:
    """The first is asked for at the red stall, the others elsewhere."""
    if field.id not in ("first", "next", "last"):
        return True
    return None if "stall" not in values else (values["stall"] == "red") == (field.id == "first")


@readable(
    ("青屋 Ben なし 錫", {"stall": "blue", "next": "Ben", "last": None, "goods": ["tin"]}),
    ("青屋 なし Ben 錫", {"stall": "blue", "next": None, "last": "Ben", "goods": ["tin"]}),
    ("青屋 Ben Cai", {"stall": "blue", "next": "Ben", "last": "Cai"}),
    ("赤屋 Ben", {"stall": "red", "first": "Ben"}),
    ("青屋 3 4", {"stall": "blue", "gold": 3, "won": 4}),
    ("赤屋 1 2 金1", {"stall": "red", "gold": 1, "won": 2, "goods": ["gold"]}),
    ("赤屋 1 2 金1 Ben", {"stall": "red", "gold": 1, "won": 2, "goods": ["gold"], "first": "Ben"}),
    ("赤屋 金1 錫", {"stall": "red", "gold": 1, "goods": ["tin"]}),
    ("屋台 3 4", {"stall": ("red", "blue"), "gold": 3, "won": 4}),
    ("屋台2点", {"stall": ("red", "blue"), "won": 2}),
)
def test_values_are_of_what_is_asked(line: str, says: Mapping[str, Any]) -> None:
    assert best(MARKET, f"market {line}", asks=asked) == says


@readable(
    # What has to be said comes before what need not be, in the order asked unless one field alone fits.
    ("25 3", {"price": 3, "stall": 25}),
    ("3 25", {"price": 3, "stall": 25}),
    ("3 4 25", {"tip": 3, "price": 4, "stall": 25}),
    ("25 3 2", {"tip": 3, "price": 2, "stall": 25}),
    ("3", {"price": 3}),
    ("25", {"stall": 25}),
    ("25 tip 2 4", {"tip": 2, "price": 4, "stall": 25}),
    # A player by number only behind all numbers, and not instead of one that has to be said.
    ("3 4 25 1", {"tip": 3, "price": 4, "stall": 25, "whom": "A"}),
    ("1 3 25", {"tip": 1, "price": 3, "stall": 25}),
    ("3 25 Cai", {"price": 3, "stall": 25, "whom": "Cai"}),
)
def test_numbers_that_have_to_be_said_come_first(line: str, says: Mapping[str, Any]) -> None:
    assert best(PAY, f"pay {line}") == says


@readable(
    ("2 1 3", {"whom": "Ben", "many": 1, "size": 3}),
    ("1 2", {"many": 1, "size": 2}),
    ("3 4 Ben", {"whom": "Ben", "many": 3, "size": 4}),
    ("Ben 3", {"whom": "Ben", "many": 3}),
    ("Ben 寸法3", {"whom": "Ben", "size": 3}),
    ("4", {"many": 4}),
)
def test_a_player_may_be_called_by_a_number_in_its_place(
    line: str, says: Mapping[str, Any]
) -> None:
    assert best(HAND, f"hand {line}") == says


@readable(
    ("egg oil", {"two": ["egg", "oil"]}),
    ("@3 egg", {"two": ["egg"], "spot": 3}),
    ("egg @3 4", {"two": ["egg"], "places": [4], "spot": 3}),
    ("egg,oil 3,4", {"two": ["egg", "oil"], "places": [3, 4]}),
    ("egg+oil", {"two": ["egg", "oil"]}),
    ("番号 3 卵", {"two": ["egg"], "places": [3]}),
    ("卵 なし 3", {"two": ["egg"], "places": None, "spot": 3}),
    ("egg 2 places 3", {"two": ["egg"], "places": [3, 3]}),
    ("egg egg", {"two": ["egg"], "unknown": ("egg",)}),
    ("2 egg", {"two": ["egg"], "places": [2]}),
)
def test_lists_of_different_things_and_of_numbers(line: str, says: Mapping[str, Any]) -> None:
    assert best(MIX, f"mix {line}") == says


@readable(
    ("赤い屋台", {"shop": "near"}),
    ("屋台", {"shop": ("near", "mill")}),
    ("赤い", {"shop": ("near", "far")}),
    ("青い", {"shop": "mill"}),
    ("赤いの屋台", {"shop": "near"}),
    ("stall red", {"shop": "near"}),
    ("stall 赤い", {"shop": "near"}),
    ("ロ", {"shop": "b"}),
    ("b 2", {"shop": "b", "spot": 2}),
    ("赤い屋台2", {"shop": "near", "spot": 2}),
    ("2 赤い屋台", {"shop": "near", "spot": 2}),
    ("畑3", {"spot": 3}),
    ("3の場所", {"spot": 3}),
    ("場所 3 ロ", {"spot": 3, "shop": "b"}),
    ("4 seal", {"seal": "s1"}),
    ("6点の印章", {"seal": "s2"}),
    ("4 stall red", {"shop": "near", "spot": 4}),
    ("6 4 seal", {"seal": "s1", "spot": 6}),
    ("印章", {"seal": ("s1", "s2")}),
    ("ドラゴン ロ", {"shop": "b", "unknown": ("ドラゴン",)}),
    ("2zzz yyy ドラゴンの卵を", {"spot": 2, "unknown": ("zzz", "yyy", "ドラゴンの卵")}),
)
def test_words_of_names_mean_the_options_that_have_them_all(
    line: str, says: Mapping[str, Any]
) -> None:
    assert best(STALLS, f"trade {line}") == says


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("spot 22", {"spot": 22}),
        ("spot 2", {"spot": 2}),
        ("beds 5", {"beds": [5]}),
        ("beds 0", {"beds": [0]}),
    ],
)
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


@readable(
    ("5", {"shop": "mill"}),
    ("stall 3", {"shop": "near"}),
    ("my hut", {"shop": "far"}),
    ("自分の屋台", {"shop": "mill"}),
    ("Ben's stall", {"shop": "near"}),
    ("Benの屋台", {"shop": "near"}),
)
def test_options_are_told_apart_by_place_and_by_owner(line: str, says: Mapping[str, Any]) -> None:
    sheet = Sheet(["trade"], {key: STALLS.fields[key] for key in ("shop",)})
    assert best(sheet, f"trade {line}", marks=[MARK]) == says


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


def test_a_reading_says_how_far_it_goes_and_what_it_calls_by_a_beginning() -> None:
    assert read(STALLS, "trade 3 zzz ロ")[0].understood == 2
    assert read(STALLS, "trade 3 ロ")[0].understood == len(tokens_of("trade 3 ロ"))
    assert [read(MIX, f"mix {line}")[0].bare for line in ("eg", "oil")] == [{"two"}, set()]
    assert read(SHOP, "shop mil")[0].bare == {"shop"}


def test_a_value_that_is_given_already_is_not_given_again() -> None:
    assert best(PAY, "pay 3 25", given=["price"]) == {"tip": 3, "stall": 25}
    assert best(STALLS, "trade ロ", given=["shop"]) == {"unknown": ("ロ",)}


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
def test_commas_and_spaces_between_words_do_not_matter_for_what_is_known(
    name: str, line: str
) -> None:
    """But for names of several words and what a name has behind it, which end at a comma."""
    spaced = read(SHEETS[name], f"  {line.replace(' ', '   ')} ")[0]
    assert spaced == read(SHEETS[name], line)[0]
    assert all(token.key == SEPARATOR for token in tokens_of(", ; /"))


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
