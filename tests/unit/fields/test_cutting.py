"""Lines are cut into the words that are known, and goods are read in any notation."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.cutting import (
    FILLER,
    Vocabulary,
    amounts,
    cut,
    kanji_number,
    language,
    signature,
    signatures,
    units_of,
    vocabulary_of,
)

SEEDS = vocabulary_of(
    [
        (("花", "花びら", "flower", "f"), "flower"),
        (("種", "seed"), "seed"),
        (("トマトの苗", "young tomato"), "plant"),
    ]
)


@pytest.mark.parametrize(
    "line",
    [
        "花2種3", "花2、種3", "花2/種3", "花 2、種 3", "2flower3seed", "2 flowers 3 seeds", "flower 2, seed 3", "f2 seed3",
        "花２種３", "花を2個と種を3個", "花二種三", "two flowers and three seeds", "花びら2種3", "花2+種3", "2花3種",
    ],
)  # fmt: skip
def test_goods_are_read_in_any_notation(line: str) -> None:
    assert amounts(line, SEEDS) == [("flower", 2), ("seed", 3)]


@pytest.mark.parametrize(
    ("line", "goods"),
    [
        pytest.param("花", [("flower", 1)], id="one of it"),
        pytest.param("花種", [("flower", 1), ("seed", 1)], id="one of each"),
        pytest.param("花 種2", [("flower", 1), ("seed", 2)], id="a number behind only one"),
        pytest.param("2花種", [("flower", 2), ("seed", 1)], id="a number before only one"),
        pytest.param("トマトの苗12", [("plant", 12)], id="a name with a particle in it"),
        pytest.param("3 young tomatoes", [("plant", 3)], id="the plural of two words"),
        pytest.param("花 2種", [("flower", 1), ("seed", 2)], id="right before the second"),
        pytest.param("花2 種", [("flower", 2), ("seed", 1)], id="right behind the first"),
        pytest.param(
            "花2種", [("flower", 2), ("seed", 1)], id="between both, as is usual in Japanese"
        ),
        pytest.param("花999", [("flower", 999)], id="as many as there may be"),
        pytest.param("花種 2 花", None, id="names together, and a number of which is not clear"),
        pytest.param("花 2 種", None, id="the number of which is not clear"),
        pytest.param("2 花 3", None, id="numbers at both ends"),
        pytest.param("花 2 3", None, id="two numbers of one"),
        pytest.param("flowerpot", None, id="a longer word"),
        pytest.param("花石", None, id="something else too"),
        pytest.param("花1000", None, id="more than there are of anything"),
        pytest.param("3", None, id="a number alone"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_where_it_is_not_clear_nothing_is_read(line: str, goods: Any) -> None:
    assert amounts(line, SEEDS) == goods


@pytest.mark.parametrize(
    ("text", "goods"),
    [
        ("花1種2", {("花", 1), ("種", 2)}),
        ("種2、花1", {("花", 1), ("種", 2)}),
        ("2seed1flower", {("seed", 2), ("flower", 1)}),
        ("1 flower, 2 seeds", {("seed", 2), ("flower", 1)}),
        ("帽子2", {("帽子", 2)}),
        ("靴 1 帽子", None),
        ("花", None),
    ],
)
def test_goods_are_compared_in_any_order(text: str, goods: Any) -> None:
    assert signature(text) == (None if goods is None else frozenset(goods))


def test_a_name_may_have_goods_in_brackets() -> None:
    assert frozenset({("花", 2)}) in set(signatures("青い花壇(花2)"))


@pytest.mark.parametrize("sign", [*",，、/／+＋"])
def test_between_signs_numbers_stand_on_either_side(sign: str) -> None:
    assert signature(f"2帽子{sign}靴3") == frozenset({("帽子", 2), ("靴", 3)})


@pytest.mark.parametrize(
    ("text", "number"), [("十", 10), ("二十一", 21), ("一二", None), ("花", None), ("", None)]
)
def test_numbers_in_kanji(text: str, number: int | None) -> None:
    assert kanji_number(text) == number


def words(line: str, *known: Vocabulary) -> list[tuple[str, Any]]:
    return [
        (piece.text, piece.number if piece.number is not None else [m for m, _ in piece.meanings])
        for piece in cut(units_of(line), *known)
    ]


def test_a_line_is_cut_into_the_fewest_words() -> None:
    assert words("花びらを2枚とる", SEEDS, language()) == [
        ("花びら", ["name"]), ("を", ["filler"]), ("2", 2), ("枚", ["counter"]), ("と", ["filler"]), ("る", ["filler"]),
    ]  # fmt: skip


def test_what_nobody_knows_stays_without_meaning() -> None:
    assert words("seed zzz @3", SEEDS) == [("seed", ["name"]), ("zzz", []), ("@", []), ("3", 3)]


def test_a_known_word_wins_over_a_filler() -> None:
    known = Vocabulary()
    known.add("との", ("name", 1))
    known.add("と", FILLER)
    known.add("の", FILLER)
    assert words("との", known) == [("との", ["name"])]


def test_few_unknown_words_are_better_than_few_words() -> None:
    known = vocabulary_of([(("木花種", "木", "花", "種子"), "plant")])
    assert [word for word, _ in words("木花種子", known)] == ["木", "花", "種子"]


def test_of_two_ways_to_cut_the_longer_word_stands_first() -> None:
    known = vocabulary_of([(("木花", "種", "木", "花種"), "plant")])
    assert [word for word, _ in words("木花種", known)] == ["木花", "種"]


@pytest.mark.parametrize(
    ("line", "place", "kind"),
    [
        pytest.param("ト", 0, "option", id="alone in katakana it is a thing"),
        pytest.param("と", 0, "filler", id="in hiragana it is none"),
        pytest.param("花ト種", 1, "option", id="so it is between other signs"),
        pytest.param("ト 苗木", 0, "option", id="and before them"),
        pytest.param("トマ", 0, "filler", id="within a word in katakana it is none"),
        pytest.param("マト", 1, "filler", id="nor at its end"),
        pytest.param("マ ト", 1, "option", id="a space is no part of a word"),
        pytest.param("ト マ", 0, "option", id="before it or behind"),
        pytest.param("ト木マ", 0, "option", id="a word is not what stands further on"),
        pytest.param("マ木ト", 2, "option", id="or further back"),
    ],
)
def test_what_one_kana_means_is_how_it_is_written(line: str, place: int, kind: str) -> None:
    known = Vocabulary()
    known.add("ト", ("option", "place G"))
    known.add("と", FILLER)
    assert words(line, known)[place][1] == [kind]


def test_what_has_the_same_name_is_for_others_to_ask() -> None:
    known = vocabulary_of([(("花",), "flower"), (("花", "絵"), "picture")])
    assert (amounts("花2", known), amounts("絵2", known)) == (None, [("picture", 2)])


def test_forms_of_an_english_word_are_one() -> None:
    assert words("Flowers", SEEDS) == [("flowers", ["name"])]


def test_the_sign_of_a_place_may_be_wide() -> None:
    assert [unit.key for unit in units_of("＠3@4")] == ["@", "3", "@", "4"]
