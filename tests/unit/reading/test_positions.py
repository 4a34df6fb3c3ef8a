from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesref.base.text import Entered
from rulesref.compiling.build import BuiltStore, build
from rulesref.fields.record import read_inputs
from rulesref.library.library import game_of
from rulesref.model.expression import Position
from rulesref.reading.positions import Read, plain_keys, plain_source, read_position
from rulesref.reading.source import Source, read_bytes, read_text
from tests.helpers import TOY, toy

SPRING = """\
game: toy
event: spring
sky: rain
players:
  - name: 葵
    points: 3+2
    coins: 4
    gnomes: [tall, sleeping]
    fence: true
  - {name: Ben, points: -2, coins: 0}
plots:
  - {size: 4, walled: true, flowers: {葵: [3, 1], Ben: 2, wild: 5}}
  - {size: 2, flowers: {}}
"""


def read(text: str, **more: Any) -> Read:
    source, problems = read_text(text, "x.yaml")
    assert source is not None
    assert not problems
    return read_position(
        toy(),
        source.data,
        source.at,
        **more,
    )


def position_of(text: str, **more: Any) -> Position:
    found = read(text, **more)
    assert found.position is not None, found.problems
    return found.position


def spots(text: str, **more: Any) -> list[tuple[str, int, int]]:
    """Code, line and column of every problem."""
    found = read(text, **more)
    assert found.position is None or not found.problems
    return [(p.code, p.place.line, p.place.column) for p in found.problems if p.place]


def changed(*pairs: tuple[str, str]) -> str:
    text = SPRING
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_a_position_is_read() -> None:
    found = position_of(SPRING)
    assert found.event == "spring"
    assert found.names == ("葵", "Ben")
    assert found.players[0] == {
        "points": 5, "coins": 4, "gnomes": ("tall", "sleeping"), "fence": True,
    }  # fmt: skip
    assert found.table["sky"] == "rain"
    assert found.rulings == {"coin-rest": "quarters", "gnome-sleep": "yes"}
    assert found.chosen == {}


def test_what_is_left_out_is_empty() -> None:
    found = position_of(SPRING.replace("sky: rain\n", ""))
    assert found.players[1] == {"points": -2, "coins": 0, "gnomes": (), "fence": False}
    assert found.table["sky"] == "sun"
    plots = found.table["plots"]
    assert isinstance(plots, tuple)
    assert plots[1] == {"size": 2, "walled": False, "flowers": {}}


def test_numbers_are_kept_as_they_were_typed() -> None:
    found = position_of(changed(("3+2", "'３＋２'")))
    points = found.players[0]["points"]
    assert isinstance(points, Entered)
    assert (points, points.items) == (5, (3, 2))


def test_a_list_of_items_is_their_sum() -> None:
    plots = position_of(SPRING).table["plots"]
    assert isinstance(plots, tuple)
    assert isinstance(plots[0], Mapping)
    flowers = plots[0]["flowers"]
    assert flowers == {"葵": 4, "Ben": 2, "wild": 5}
    assert isinstance(flowers, Mapping)
    assert isinstance(flowers["葵"], Entered)
    assert flowers["葵"].items == (3, 1)


JAPANESE = """\
game: おもちゃの庭
event: 春
空模様: 雨
players:
  - {name: A, 得点: 1, お金: 2, 小人: [ねぼすけ, のっぽ], 塀: true}
  - {name: B, points so far: 0, money: 1}
花壇:
  - {大きさ: 3, 囲い: true, 花: {A: 1, 野の花: 2}}
"""
ENGLISH = """\
game: toy
event: spring
sky: rain
players:
  - {name: A, points: 1, coins: 2, gnomes: [sleeping, tall], fence: true}
  - {name: B, points: 0, coins: 1}
plots:
  - {size: 3, walled: true, flowers: {A: 1, wild: 2}}
"""


def test_japanese_and_english_names_mean_the_same() -> None:
    assert position_of(JAPANESE) == position_of(ENGLISH)


def test_a_game_with_one_event_needs_no_event_and_others_do() -> None:
    assert spots(ENGLISH.replace("event: spring\n", "")) == [("E423", 1, 1)]


def test_the_event_may_be_given_from_outside() -> None:
    without = ENGLISH.replace("event: spring\n", "")
    assert position_of(without, event="spring show").event == "spring"


def test_rulings_are_chosen_in_the_document_or_from_outside() -> None:
    inside = ENGLISH + 'rulings: {gnome-sleep: "no", coin-rest: whole}\n'
    found = position_of(inside, rulings={"coin-rest": "quarters"})
    assert found.rulings == {"gnome-sleep": "no", "coin-rest": "quarters"}
    assert found.chosen == found.rulings


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        pytest.param("coins: 4", "cions: 4", [("E408", 7, 5)], id="a misspelt key is unknown, and the right one not missing as well"),
        pytest.param("    coins: 4\n", "", [("E401", 5, 5)], id="a missing key"),
        pytest.param("coins: 4", "coins: x", [("E402", 7, 12)], id="a word for a number"),
        pytest.param("coins: 4", "coins: 4.5", [("E402", 7, 12)], id="a fraction"),
        pytest.param("coins: 4", "coins: [4]", [("E402", 7, 12)], id="a list for a number"),
        pytest.param("coins: 4", "coins: true", [("E402", 7, 12)], id="true is no number"),
        pytest.param("coins: 4", "coins: null", [("E402", 7, 12)], id="nothing is no number"),
        pytest.param("coins: 4", "coins: -1", [("E403", 7, 12)], id="below the range"),
        pytest.param("coins: 4", "coins: 31", [("E403", 7, 12)], id="above the range"),
        pytest.param("coins: 4", "coins: 30+1", [("E403", 7, 12)], id="a sum above the range"),
        pytest.param("points: 3+2", "points: -6", [("E403", 6, 13)], id="below a range without an end"),
        pytest.param("fence: true", "fence: 1", [("E402", 9, 12)], id="one is not true"),
        pytest.param("fence: true", "fence: maybe", [("E402", 9, 12)], id="perhaps is neither"),
        pytest.param("sky: rain", "sky: hail", [("E404", 3, 6)], id="an unknown code"),
        pytest.param("sky: rain", "sky: 3", [("E404", 3, 6)], id="a number for a code"),
        pytest.param("[tall, sleeping]", "tall", [("E402", 8, 13)], id="one code for a list"),
        pytest.param("[tall, sleeping]", "[tall, tall]", [("E405", 8, 20)], id="a code twice"),
        pytest.param("[tall, sleeping]", "[tall, のっぽ]", [("E405", 8, 20)], id="a code twice, once by its name"),
        pytest.param("[tall, sleeping]", "[tall, bald]", [("E404", 8, 20)], id="an unknown code in a list"),
        pytest.param("[tall, sleeping]", "[tall, small, sleeping]", [("E406", 8, 13)], id="more than a player can have"),
        pytest.param("coins: 0}", "coins: 0, gnomes: [tall]}", [("E431", 10, 47)], id="what only one player can have"),
        pytest.param("    fence: true", "    お金: 3", [("E409", 9, 5)], id="one key under two names"),
        pytest.param("    fence: true", "    hat: straw", [("E407", 9, 5)], id="a key of another event"),
        pytest.param("sky: rain", "judge: 3", [("E407", 3, 1)], id="a key of the table of another event"),
        pytest.param("Ben: 2", "Bem: 2", [("E420", 12, 50)], id="nobody of that name"),
        pytest.param("Ben: 2", "Ben: [2, 5]", [("E403", 12, 59)], id="an item that is too large"),
        pytest.param("Ben: 2", "Ben: [2, 0]", [("E403", 12, 59)], id="an item of nothing"),
        pytest.param("Ben: 2", "Ben: 4+5", [("E403", 12, 55)], id="a summand that is too large"),
        pytest.param("Ben: 2", "Ben: {}", [("E402", 12, 55)], id="a mapping for a number"),
        pytest.param("flowers: {}", "flowers: 3", [("E402", 13, 24)], id="a number for a mapping"),
        pytest.param("- {size: 2, flowers: {}}", "- 3", [("E402", 13, 5)], id="a number for an entry"),
        pytest.param("- {size: 2, flowers: {}}", "- {size: 2}", [("E401", 13, 5)], id="a missing key of an entry"),
        pytest.param("name: 葵", "name: Ben", [("E429", 10, 12), ("E420", 12, 39)], id="two players of one name"),
        pytest.param("name: 葵", "name: ' '", [("E428", 5, 11), ("E420", 12, 39)], id="a name of spaces"),
        pytest.param("name: 葵", "name: [x]", [("E428", 5, 11), ("E420", 12, 39)], id="a list for a name"),
        pytest.param("game: toy", "game: chess", [("E422", 1, 7)], id="another game"),
        pytest.param("game: toy", "game: 3", [("E422", 1, 7)], id="a number for a game"),
        pytest.param("event: spring", "event: sping", [("E424", 2, 8)], id="an unknown event"),
        pytest.param("sky: rain", "rulings: {coin-rust: whole}", [("E425", 3, 11)], id="an unknown ruling"),
        pytest.param("sky: rain", "rulings: {coin-rest: hole}", [("E426", 3, 22)], id="an unknown reading"),
        pytest.param("sky: rain", "rulings: 3", [("E402", 3, 10)], id="a number for rulings"),
    ],
)  # fmt: skip
def test_a_problem_stands_where_the_mistake_is(
    old: str, new: str, problem: list[tuple[str, int, int]]
) -> None:
    assert sorted(spots(changed((old, new)))) == sorted(problem)


def test_names_are_the_same_however_their_marks_are_coded() -> None:
    text = changed(("name: 葵", "name: が")).replace("Ben", "か\u3099")
    assert ("E429", 10, 12) in spots(text)


def test_all_problems_come_at_once() -> None:
    text = changed(
        ("sky: rain", "sky: hail"),
        ("points: 3+2", "points: many"),
        ("coins: 4", "coins: 99"),
        ("[tall, sleeping]", "[tall, tall]"),
        ("fence: true", "fense: true"),
        ("name: Ben", "name: 葵"),
        ("size: 4", "size: 9"),
        ("wild: 5", "tame: 5"),
        ("flowers: {}", "flowers: []"),
    )
    assert sorted(spots(text), key=lambda spot: spot[1:]) == [
        ("E404", 3, 6),
        ("E402", 6, 13),
        ("E403", 7, 12),
        ("E405", 8, 20),
        ("E408", 9, 5),
        ("E429", 10, 12),
        ("E403", 12, 12),
        ("E420", 12, 50),
        ("E420", 12, 58),
        ("E402", 13, 24),
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("[1, 2]", ["E402"], id="a list"),
        pytest.param("words", ["E402"], id="a word"),
        pytest.param("event: spring", ["E427", "E401"], id="nobody plays and nothing lies there"),
        pytest.param("{event: spring, plots: [], players: {}}", ["E402"], id="players are a list"),
        pytest.param("{event: spring, plots: [], players: []}", ["E430"], id="an empty table"),
        pytest.param("{event: spring, plots: [], players: [3, 4]}", ["E428", "E428", "E402", "E402"], id="players are mappings"),
    ],
)  # fmt: skip
def test_a_document_that_is_no_position(text: str, codes: list[str]) -> None:
    assert sorted(p.code for p in read(text).problems) == sorted(codes)


@pytest.mark.parametrize("many", [1, 5])
def test_only_so_many_can_play(many: int) -> None:
    players = ", ".join(f"{{name: p{n}, points: 0, coins: 0}}" for n in range(many))
    text = f"event: summer\nplayers: [{players}]\n"
    assert spots(text) == [("E430", 2, 10)]


def test_a_number_may_be_a_name() -> None:
    assert position_of(ENGLISH.replace("name: B", "name: 7")).names == ("A", "7")


def test_some_colours_are_there_for_two_players_only() -> None:
    third = ENGLISH.replace("plots:", "  - {name: C, points: 0, coins: 0}\nplots:")
    assert spots(third) == [("E410", 9, 45)]


def test_a_suggestion_comes_in_the_words_of_the_document() -> None:
    problems = read(changed(("coins: 4", "お銭: 4"))).problems
    assert [p.values["near"] for p in problems if p.code == "E408"] == [None]
    problems = read(changed(("coins: 4", "コイソ: 4"))).problems
    assert [p.values["near"] for p in problems if p.code == "E408"] == ["coins"]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        pytest.param({"path": "moss", "step": "3"}, {"path": "moss", "step": 3}, id="by id"),
        pytest.param(
            {"path": "砂利", "step": "１＋１"}, {"path": "gravel", "step": 2}, id="in japanese"
        ),
        pytest.param({"小道": "苔", "段": 4}, {"path": "moss", "step": 4}, id="with japanese keys"),
    ],
)
def test_inputs_of_a_calculator(typed: dict[str, object], value: dict[str, object]) -> None:
    values, problems = read_inputs(toy().calculators["walk"].inputs, typed)
    assert (dict(values), problems) == (value, [])


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        pytest.param({"path": "moss"}, ["E401"], id="one is missing"),
        pytest.param({"path": "sand", "step": "5"}, ["E404", "E403"], id="both are wrong"),
        pytest.param({"path": "moss", "step": "1", "hat": "x"}, ["E408"], id="one too many"),
    ],
)
def test_wrong_inputs_of_a_calculator(typed: dict[str, object], codes: list[str]) -> None:
    _, problems = read_inputs(toy().calculators["walk"].inputs, typed)
    assert sorted(p.code for p in problems) == sorted(codes)


PLAIN = """\
game: toy
event: spring
rulings: {gnome-sleep: "no"}
players:
  - {name: 葵, points: 0, coins: 1}
  - {name: Ben, points: 2, coins: x}
"""
TRANSLATED = (
    PLAIN.replace("game:", "ゲーム:")
    .replace("event:", "得点計算:")
    .replace("rulings:", "裁定:")
    .replace("players:", "プレイヤー:")
    .replace("name:", "名前:")
)


def source_of(text: str) -> Source:
    source, problems = read_bytes(text.encode(), "x")
    assert source is not None
    assert problems == []
    return source


def test_both_say_the_same() -> None:
    assert plain_keys(source_of(TRANSLATED).data) == source_of(PLAIN).data


def test_problems_stand_where_the_text_has_them() -> None:
    source = plain_source(source_of(TRANSLATED))
    assert source.at(("players", 1, "name")).line == 6
    assert source.at(("players",), True).line == 4
    read = read_position(toy(), source.data, source.at)
    bad = next(problem for problem in read.problems if problem.code == "E402")
    assert bad.place is not None
    assert TRANSLATED.splitlines()[bad.place.line - 1][bad.place.column - 1 :].startswith("x}")


def test_a_document_in_english_is_left_alone() -> None:
    source = source_of(PLAIN)
    assert plain_source(source) is source


def test_a_key_that_stands_twice_is_not_lost() -> None:
    """The second one is then told as unknown."""
    both = {"game": "toy", "ゲーム": "toy"}
    assert plain_keys(both) == both


@pytest.mark.parametrize("named", ["toy", "Toy Garden", "rulesref/toy", "a-pack/toy", None])
def test_a_position_names_its_game_in_any_way(named: str | None) -> None:
    """By its id also where that alone means another game, as in a file that comes from elsewhere."""
    hidden = game_of(BuiltStore(build(TOY).data), "", called="rulesref/toy", key="a-pack/toy")
    text = SPRING.replace("game: toy\n", f"game: {named}\n" if named else "")
    source = read_text(text, "x.yaml")[0]
    assert source
    assert read_position(hidden, source.data).problems == ()
    other = read_position(hidden, {**source.data, "game": "b-pack/toy"})
    assert [problem.code for problem in other.problems] == ["E422"]
