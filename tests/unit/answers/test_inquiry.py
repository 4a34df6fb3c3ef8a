"""What a question is about, and whether it asks for a number."""

from __future__ import annotations

import pytest

from rulesref.answers.inquiry import ParsedQuestion, wants_yes
from rulesref.search.engine import search
from tests.helpers import library


def inquiry(game: str, question: str) -> ParsedQuestion:
    hit = search(library(), question, game).hits[0]
    return ParsedQuestion(question, library().game(game), hit.parts)


@pytest.mark.parametrize(
    ("question", "only"),
    [
        ("is the bridge free", True),
        ("mexica: do the 5 squares count", True),
        ("how many does it cost", False),
        ("ティカル4はタイルいる？", True),
        ("ティカル4は何がいる？", False),
        ("ティカル4", False),
        ("？", False),
    ],
)
def test_a_question_may_only_want_yes_or_no(question: str, *, only: bool) -> None:
    assert wants_yes(question) is only


def test_what_stands_in_a_longer_word_asks_for_nothing() -> None:
    assert "~minimum" not in inquiry("caylus", "where's the gold mine").asks
    assert "~how-many" in inquiry("caylus", "how many gold mines").asks


def test_numbers_in_words_say_what_they_count() -> None:
    assert inquiry("mexica", "４位の人って何点もらえるんですか").bound == {4}


def test_a_look_into_a_table_says_nothing_but_names_and_numbers() -> None:
    for question, plain in (("uxmal 5", True), ("beyond uxmal 5", False)):
        asked = inquiry("tzolkin", question)
        numbers = asked.numbers({"space": ("space",)}, {"gear": ("uxmal",)})
        assert asked.plain(set(), numbers) is plain


def test_a_word_that_two_share_is_the_name_of_neither_where_both_are_told() -> None:
    rows = {"hunger": ("hunger wall row",), "cathedral": ("cathedral row",)}
    asked = inquiry("praga", "cathedral marker in row 4, hunger wall marker in row 3")
    numbers = asked.numbers(rows, {})
    assert [piece.text for piece in numbers.named("hunger")] == ["hunger wall"]
    alone = inquiry("praga", "hunger wall marker in row 3")
    assert [piece.text for piece in alone.numbers(rows, {}).named("hunger")] == [
        "hunger wall",
        "row",
    ]


def test_a_sheet_has_the_kind_of_number_that_is_asked_for() -> None:
    asked = inquiry("mexica", "max temples")
    assert asked.suits({"~limit"})
    assert not asked.suits({"~cost"})
    assert asked.unasked(("cost of a temple",)) == 1


def test_the_end_of_a_longer_word_asks_as_well() -> None:
    asked = inquiry("mexica", "size 10 district founded, points for the others?")
    assert "~points" in asked.asks


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("I used 3 chips, how many left", True),
        ("three temples unplaced, how many in period 2", False),
        ("3 chips left and 2 left, how many left over", True),
    ],
)
def test_what_is_said_to_be_left_is_not_asked_for(question: str, asks: bool) -> None:
    assert inquiry("mexica", question).asks_as(["temples left"]) is asks


def test_what_is_counted_behind_a_question_word_is_asked_for() -> None:
    assert "~how-many" in inquiry("tzolkin", "4人養うには何コーン").asks
    assert "~how-many" not in inquiry("tzolkin", "労働者を養うには").asks


def test_how_many_there_are_for_each_is_another_question() -> None:
    assert inquiry("tigris", "大災害タイルって一人何枚").of_one
    assert not inquiry("tigris", "大災害タイルって何枚").of_one
    assert not inquiry("tigris", "大災害タイル2枚").of_one


def test_a_place_is_found_word_for_word() -> None:
    asked = inquiry("mexica", "大きさ8の区画で2位、何点?")
    assert asked.literal(("設立したプレイヤー(青・2位)",)) == 1
    assert asked.literal(("区画にいるほかのプレイヤー(白・3位)",)) == 0


def test_a_bound_may_only_be_spoken_of() -> None:
    asked = inquiry("tzolkin", "no more than 3 corn for 3 workers, how many points do I lose")
    assert not asked.suits({"~points"})
    assert asked.suits({"~points"}, bounded=True)


def test_a_few_kana_ask_for_no_number() -> None:
    assert "~limit" not in inquiry("tzolkin", "技術をレベル2まで上げる").asks
    assert "~limit" in inquiry("mexica", "8の区画 神殿何個まで").asks


def test_a_longer_word_may_ask_for_a_number() -> None:
    assert "~how-many" in inquiry("praga", "how many turns left after round 10").asks


def test_what_a_question_ends_with_is_asked_for() -> None:
    asked = inquiry("tzolkin", "ティカルの4番のマスにワーカー置くコーンは")
    assert asked.ends_with(["コーンの合計"])
    assert not asked.ends_with(["労働者トークン"])


@pytest.mark.parametrize(
    ("question", "names", "called"),
    [
        ("corn in all for 3", ("corn in all",), True),
        ("3 guys, corn in all", ("corn in all",), False),
        ("3 guys, corn in all for them", ("corn in all for them",), True),
        ("corn for 3", ("corn",), False),
        ("コーンの合計、3人なら", ("コーンの合計",), True),
        ("3人ならコーンの合計", ("コーンの合計",), False),
        ("コーン3", ("コーン",), False),
    ],
)
def test_a_question_may_begin_with_a_long_name(
    question: str, names: tuple[str, ...], *, called: bool
) -> None:
    assert inquiry("tzolkin", question).calls(names) is called


def test_what_a_question_begins_with_is_asked_for() -> None:
    asked = inquiry("tzolkin", "resources from tech level 0 to level 3")
    assert asked.begins_with(["resources of any kind"])
    assert not asked.begins_with(["workers"])
    assert inquiry("tzolkin", "3 to 5. What are my resources then").begins_with(["resources"])
    assert not inquiry("tzolkin", "コーンはいくつ").begins_with(["コーン"])


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        pytest.param("which space is my marker on", True, id="which space"),
        pytest.param("what level is the mine at", True, id="what level"),
        pytest.param("which tile is free", False, id="what is not counted from one"),
        pytest.param("is a space free", False, id="no such word"),
    ],
)
def test_which_one_is_asked_by_its_number(question: str, *, asks: bool) -> None:
    assert ("~how-many" in inquiry("praga", question).asks) is asks


@pytest.mark.parametrize(
    ("question", "many"),
    [
        pytest.param("チャクは何段ある", True, id="counted"),
        pytest.param("チャクの3段は何点", False, id="a number is said"),
        pytest.param("how many steps does chaac have", True, id="in Latin letters"),
        pytest.param("how many points for step 3 of chaac", False, id="something else"),
    ],
)
def test_how_many_there_are_of_something(question: str, *, many: bool) -> None:
    names = ["段(開始段が0)", "step (the starting step is 0)"]
    assert inquiry("tzolkin", question).asks_how_many(names) is many


def test_who_asks_for_no_number() -> None:
    assert inquiry("tigris", "who takes the 3 treasures").asks_else
    assert not inquiry("tigris", "who takes how many treasures").asks_else


@pytest.mark.parametrize(
    ("question", "lacks"),
    [
        pytest.param("家がなかったら何点", True, id="not there"),
        pytest.param("zero houses, how many points", True, id="zero"),
        pytest.param("nothing in the walls", True, id="nothing"),
        pytest.param("家が2軒で何点", False, id="there"),
    ],
)
def test_a_question_may_speak_of_what_is_not_there(question: str, *, lacks: bool) -> None:
    assert ParsedQuestion(question, library().game("caylus"), ()).lacks == lacks


def test_a_rank_in_the_name_of_a_column_is_found_in_any_form() -> None:
    asked = ParsedQuestion("what does second place get", library().game("mexica"), ())
    assert asked.literal(("青・2位", "blue, 2nd")) == 1
    assert asked.literal(("白・3位", "white, 3rd")) == 0


def test_a_foreign_word_asks_nothing() -> None:
    assert wants_yes("1ドゥニエ払ってもいい？")
