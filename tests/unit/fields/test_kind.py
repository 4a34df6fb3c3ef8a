"""What holds for every kind that does not say otherwise."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesref.base.diagnostics import MOST, KeyPath, Place, ProblemsFound
from rulesref.fields.kind import (
    IN_PLAYS,
    KINDS,
    Reader,
    belonging,
    cell_of,
    empty,
    extras_of,
    kind_of,
    nowhere,
    value_text,
)
from tests.unit.fields.making import field, read


@pytest.mark.parametrize(
    ("kind", "shape"),
    [("whole", "single"), ("choices", "single"), ("record", "record"), ("records", "records"),
     ("by-player", "by_player"), ("players", "single")],
)  # fmt: skip
def test_a_visitor_is_called_by_how_values_are_put_together(kind: str, shape: str) -> None:
    class Visits:
        def __getattr__(self, name: str) -> Any:
            return lambda spec, *rest: (name, spec.kind, rest)

    visits: Any = Visits()
    assert KINDS[kind].visit(visits, field(kind), 1, 2) == (shape, kind, (1, 2))


def test_a_value_that_is_no_number_has_no_step_and_is_set_as_typed() -> None:
    words = field("text")
    assert list(KINDS["text"].one_more(words, "a")) == []
    assert KINDS["text"].changed(words, "a", "b") == "b"
    assert KINDS["text"].expects(words, "en") == ""


def test_a_default_is_the_empty_and_the_least_value() -> None:
    spec = field("flag", "{default: true}")
    assert (KINDS["flag"].empty(spec), KINDS["flag"].least(spec)) == (True, True)


def test_expressions_see_lists_as_they_are_kept() -> None:
    assert KINDS["choices"].operand(["a"], ()) == ("a",)
    assert KINDS["whole"].operand(3, ()) == 3


def test_only_some_fields_and_colours_are_there() -> None:
    early, late = field("whole", "{events: [one]}"), field("whole", "{events: [two]}")
    assert belonging({"early": early, "late": late}, "two") == [late]
    extras = "{extras: [{id: red, name: {ja: 赤, en: Red}, players: [3]}]}"
    assert [extras_of(field("by-player", extras), many) for many in (2, 3)] == [[], ["red"]]


@pytest.mark.parametrize(("kind", "one"), [("choice", True), ("choices", False), ("whole", False)])
def test_one_option_or_several(kind: str, one: bool) -> None:
    assert KINDS[kind].picks_one is one


def test_a_problem_has_its_path_and_its_place() -> None:
    def at(path: KeyPath, key: bool) -> Place:
        return Place("file.yaml", len(path), int(key))

    reader = Reader(at)
    reader.problem("E402", ("a", 1), typed=2)
    reader.problem("E408", ("b",), at_key=True)
    first, second = reader.problems
    assert (first.place, first.values) == (Place("file.yaml", 2, 0), {"path": "a.1", "typed": 2})
    assert second.place == Place("file.yaml", 1, 1)


def test_a_problem_says_whose_value_it_is() -> None:
    reader = Reader()
    reader.called["players", 0] = "葵"
    reader.problem("E402", ("players", 0, "gold"))
    reader.problem("E402", ("players", 1, "gold"))
    assert [p.values.get("where") for p in reader.problems] == [("葵",), None]
    assert nowhere(("a",), False) is None


def test_the_player_who_is_wrong_is_said_once() -> None:
    reader = Reader()
    reader.called["players", 0] = "葵"
    reader.problem("E402", ("players", 0))
    assert reader.problems[0].values["where"] == ("葵",)


def test_so_many_problems_are_collected_and_no_more() -> None:
    reader = Reader()
    for n in range(MOST - 1):
        reader.problem("E402", (n,))
    with pytest.raises(ProblemsFound) as raised:
        reader.problem("E402", (MOST,))
    assert len(raised.value.problems) == MOST


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_has_the_kind_that_its_file_names(kind: str) -> None:
    spec = field(kind)
    assert kind_of(spec).name == kind
    assert (cell_of(spec) is kind_of(spec)) == (kind != "by-player")


def test_values_are_empty_and_read_by_their_kind() -> None:
    assert [empty(field(kind)) for kind in ("whole", "flag", "choices", "player")] == [
        0,
        False,
        (),
        None,
    ]
    assert value_text(field("wholes"), (1, 2), "ja", IN_PLAYS) == "1、2"


def test_a_kind_is_loaded_when_it_is_first_asked_for() -> None:
    script = (
        "import sys; from rulesref.fields.kind import KINDS; KINDS['flag'];"
        "print(sorted(m[16:] for m in sys.modules if m.startswith('rulesref.fields.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "['cutting',",
        "'flag',",
        "'kind',",
        "'typed']",
    ]


OPTIONS = """options: [{id: hat, name: {ja: 帽子, en: Hat}}, {id: bag, name: {ja: 鞄, en: Bag}},
 {id: pen, name: {ja: 筆, en: Pen}}]"""
COLOURS = """extras: [{id: grey, name: {ja: 灰, en: Grey}, players: [2]},
 {id: red, name: {ja: 赤, en: Red}, players: [3]}]"""
PARTS = """fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole},
 {id: open, name: {ja: 空き, en: Open}, kind: flag, optional: true}]"""
WHOLE, DIGITS, FLAG = (
    field("whole", "{range: [0, 9]}"),
    field("whole", "{range: [null, null]}"),
    field("flag"),
)
ONE, SEVERAL = field("choice", f"{{{OPTIONS}}}"), field("choices", f"{{{OPTIONS}, most: 2}}")
AGAIN, ALL = field("choices", f"{{{OPTIONS}, repeat: true}}"), field("choices", f"{{{OPTIONS}}}")
NUMBERS, MANY_NUMBERS = (
    field("wholes", "{range: [0, 9], most: 2}"),
    field("wholes", "{range: [0, 9]}"),
)
AMOUNTS = field("by-player", f"{{{COLOURS}, range: [0, 9], most: 4}}")
TOTALS = field("by-player", "{range: [0, 9]}")
RECORD = field("record", f"{{{PARTS}}}")
LIST, LONG = field("records", f"{{{PARTS}, most: 2}}"), field("records", f"{{{PARTS}}}")


@pytest.mark.parametrize(
    ("spec", "raws"),
    [
        pytest.param(WHOLE, [0, 9, "3+4"], id="a number, at both bounds"),
        pytest.param(DIGITS, [10**18 - 1, -(10**18) + 1], id="as many digits as there may be"),
        pytest.param(FLAG, [True, False, "はい"], id="yes or no"),
        pytest.param(ONE, ["hat", "鞄", "Pen"], id="an option"),
        pytest.param(SEVERAL, [[], ["hat"], ["鞄", "Hat"]], id="options"),
        pytest.param(AGAIN, [["hat"] * 3], id="an option again"),
        pytest.param(ALL, [["hat", "bag", "pen"]], id="all options"),
        pytest.param(NUMBERS, [4, [], [0, 9]], id="numbers"),
        pytest.param(MANY_NUMBERS, [[1, 2, 3]], id="as many numbers as one likes"),
        pytest.param(AMOUNTS, [{}, {"葵": 0}, {"葵": 9, "Ben": []}, {"灰": [1, 4], "Ben": "1+2"}], id="amounts"),
        pytest.param(TOTALS, [{"葵": [0, 9]}, {"Ben": 3}], id="amounts of any items"),
        pytest.param(RECORD, [{"size": 1}, {"広さ": 1, "Open": True}], id="a record"),
        pytest.param(LIST, [[], [{"size": 1}, {"広さ": 2}]], id="records"),
        pytest.param(LONG, [[{"size": 1}] * 3], id="as many records as one likes"),
        pytest.param(field("player"), ["葵", "b"], id="a player"),
        pytest.param(field("text"), ["words"], id="words"),
    ],
)  # fmt: skip
def test_what_may_be_is_read_without_a_problem(spec: Any, raws: list[Any]) -> None:
    assert [read(spec, raw)[1] for raw in raws] == [[]] * len(raws)


@pytest.mark.parametrize(
    ("spec", "raws"),
    [
        pytest.param(WHOLE, [-1, 10, True, 1.0, None, "x"], id="no such number"),
        pytest.param(FLAG, [2, None, "perhaps"], id="neither yes nor no"),
        pytest.param(ONE, ["hut", None], id="no option"),
        pytest.param(SEVERAL, ["hat", {"hat": 1}, ["hat", "hat"], ["hat", "帽子"], ["hat", "bag", "pen"]], id="no such options"),
        pytest.param(AGAIN, [["hat", "hut"], {"hat": 1}], id="one that is no option"),
        pytest.param(NUMBERS, [[1, 2, 3], [10], "x"], id="no such numbers"),
        pytest.param(AMOUNTS, [{"葵": 10}, {"葵": [5]}, {"葵": [0]}, {"葵": [True]}, {"Cai": 1}, {"Red": 1}, {"灰": 1, "Grey": 1}, [("葵", 1)], 3], id="no such amounts"),
        pytest.param(TOTALS, [{"葵": [10]}, {"葵": [-1]}, {"灰": 1}], id="no such items"),
        pytest.param(RECORD, [{}, {"open": True}, {"size": 1, "colour": 1}, {"size": 1, "広さ": 1}, [("size", 1)], 3], id="no such record"),
        pytest.param(LIST, [{"size": 1}, [{"size": 1}] * 3, [{}], [3]], id="no such records"),
        pytest.param(field("player"), ["Cai", None], id="nobody"),
    ],
)  # fmt: skip
def test_all_else_is_told(spec: Any, raws: list[Any]) -> None:
    assert all(read(spec, raw)[1] for raw in raws)


def test_a_player_called_like_a_colour_is_the_player() -> None:
    reader = Reader(players=("Grey", "Ben"))
    assert kind_of(AMOUNTS).read(AMOUNTS, {"灰": 1, "Grey": 2}, (), reader) == {
        "Grey": 2,
        "grey": 1,
    }


def test_a_part_of_another_scoring_is_told() -> None:
    spec = field("record", """{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole},
        {id: late, name: {ja: 後, en: Late}, kind: whole, events: [end]}]}""")  # fmt: skip
    both = {"size": 1, "late": 2}
    assert read(spec, both, "end") == (both, [])
    assert [problem.code for problem in read(spec, both, "start")[1]] == ["E407"]


@pytest.mark.parametrize(
    ("having", "kinds"),
    [
        ("is_number", {"whole"}),
        ("counts", {"whole", "flag", "by-player"}),
        ("true_when_named", {"flag"}),
        ("picks_options", {"choice", "choices"}),
        ("picks_one", {"choice"}),
        ("names_players", {"player", "players"}),
        ("is_free_text", {"text"}),
        ("is_plain_list", {"choices", "wholes"}),
        ("has_parts", {"record"}),
        ("has_entries", {"records"}),
        ("has_colours", {"by-player"}),
        ("entries_are_owned", {"by-player", "players"}),
    ],
)
def test_what_others_ask_of_a_kind(having: str, kinds: set[str]) -> None:
    assert {name for name, kind in KINDS.items() if getattr(kind, having)} == kinds


def test_what_expressions_find_in_a_list() -> None:
    assert {name: kind.entries for name, kind in KINDS.items() if kind.entries} == {
        "choices": "field", "records": "field", "wholes": "number", "by-player": "number",
        "players": "player",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "right", "wrong"),
    [
        pytest.param(WHOLE, [0, 9, "3+4"], [-1, 10, 1.5, "x", None], id="a number"),
        pytest.param(FLAG, [True], ["x", 1], id="yes or no"),
        pytest.param(ONE, ["hat", "鞄"], ["hut", 1], id="an option"),
        pytest.param(SEVERAL, [["hat"], []], ["hat", ["hat", "hat"], ["hut"], ["hat", "bag", "pen"]], id="options"),
        pytest.param(AGAIN, [["hat", "hat"]], [["hut"]], id="an option again"),
        pytest.param(NUMBERS, [4, [1, 2]], [[1, 2, 3], "x", [10]], id="numbers"),
        pytest.param(AMOUNTS, [{"葵": 1}, {"Ben": [1, 2]}, {}], [3, {"葵": "x"}, {"葵": ["x"]}], id="amounts"),
        pytest.param(LIST, [[], [{"size": 1}]], [{"size": 1}, [{"size": 1}] * 3, [3]], id="records"),
        pytest.param(field("player"), ["葵", 1], [["葵"], True], id="a player"),
        pytest.param(field("players"), [["葵"], "葵", 1], [[["葵"]], True], id="players"),
        pytest.param(field("text"), ["words", 3], [["words"]], id="words"),
    ],
)  # fmt: skip
def test_editors_take_what_is_right_and_mark_what_is_wrong(
    spec: Any, right: list[Any], wrong: list[Any]
) -> None:
    shape = Draft202012Validator(kind_of(spec).schema(spec, "en", lambda _: {"type": "object"}))
    assert [raw for raw in right if not shape.is_valid(raw)] == []
    assert [raw for raw in wrong if shape.is_valid(raw)] == []


def test_a_list_has_no_more_than_its_field_allows() -> None:
    two, any_number = (
        field("choices", f"{{{OPTIONS}, most: 2}}"),
        field("choices", f"{{{OPTIONS}}}"),
    )
    three = ["hat", "bag", "pen"]
    assert [p.code for p in read(two, three)[1]] == ["E406"]
    assert read(two, three[:2])[1] == read(any_number, three)[1] == []
    shapes = [kind_of(spec).schema(spec, "en", lambda _: {}) for spec in (two, any_number)]
    assert [shape.get("maxItems") for shape in shapes] == [2, None]
