from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Place, Problem
from rulesref.base.text import Text, cells
from rulesref.show.data import as_json
from rulesref.show.problems import excerpt, hint, message, problems_text, told

TEXT = 'name: 葵\n  点数: "15"\n\tx: 1\n\n' + "a" * 300 + "\n"


def place(line: int, column: int, length: int = 1) -> Place:
    return Place(file="x.yaml", line=line, column=column, length=length)


@pytest.mark.parametrize(
    ("where", "row", "caret", "width"),
    [
        pytest.param(place(1, 7), "    1 | name: 葵", 14, 2, id="under a wide character"),
        pytest.param(place(2, 7, 4), '    2 |   点数: "15"', 16, 4, id="after wide characters"),
        pytest.param(
            place(2, 3, 2), '    2 |   点数: "15"', 10, 4, id="under several wide characters"
        ),
        pytest.param(place(1, 8), "    1 | name: 葵", 16, 1, id="at the end of a line"),
        pytest.param(place(3, 2), "    3 |  x: 1", 9, 1, id="a tab takes one column"),
    ],
)
def test_the_caret_stands_under_the_mistake(where: Place, row: str, caret: int, width: int) -> None:
    shown, marks = excerpt(TEXT, where)
    assert shown == row
    assert marks == " " * caret + "^" * width
    assert cells(marks) <= cells(shown) + 1


@pytest.mark.parametrize(
    "where",
    [pytest.param(place(4, 1), id="an empty line"), pytest.param(place(99, 1), id="no line")],
)
def test_where_nothing_stands_nothing_is_shown(where: Place) -> None:
    assert excerpt(TEXT, where) == []


def test_a_long_line_is_cut_around_the_mistake() -> None:
    shown, marks = excerpt(TEXT, place(5, 200, 3))
    assert len(shown) == 108
    assert marks.index("^") == 8 + 50


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_problem_has_place_code_sentence_excerpt_and_hint(lang: str) -> None:
    problem = Problem("E202", place(2, 3, 2), {"key": "点数", "near": "points"})
    lines = problems_text([problem], {"x.yaml": TEXT}, lang).split("\n")
    assert lines[0].startswith("x.yaml:2:3: ")
    assert "[E202]" in lines[0]
    assert "点数" in lines[0]
    assert lines[1:3] == excerpt(TEXT, place(2, 3, 2))
    assert "points" in lines[3]


def test_at_a_table_a_problem_has_its_line_sentence_excerpt_and_remedy() -> None:
    problem = Problem("E202", place(2, 3, 2), {"key": "点数", "near": "points"})
    assert told([problem], {"x.yaml": TEXT}, "en").split("\n") == [
        "x.yaml, line 2: The key “点数” is not known here.",
        *excerpt(TEXT, place(2, 3, 2)),
        "  Did you mean “points”?",
        "",
    ]


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        pytest.param(
            Problem("E101", Place("x"), {"reason": "missing"}),
            "There is no file “x”.\n  Check the name, and the folder it is in.\n",
            id="no file",
        ),
        pytest.param(
            Problem("E101", Place("x"), {"reason": "odd"}),
            "“x” cannot be read: “odd”.\n  Check the name, and that it is a file that you may read.\n",
            id="a reason of the system",
        ),
        pytest.param(
            Problem("E432", Place("x"), {"game": "toy"}),
            "x: The position is empty.\n  See what to fill in: rulesref score toy --template\n",
            id="a file as a whole",
        ),
        pytest.param(
            Problem("W545", None, {"known": ["a"]}),
            "Note: The step where the game stood is gone (a); it stands at the one that is there now.\n"
            "  “?” shows what can be done.\n",
            id="a warning",
        ),
    ],
)
def test_at_a_table_no_code_is_told(problem: Problem, sentence: str) -> None:
    assert told([problem], {"x": "\n"}, "en") == sentence


def test_a_problem_without_a_place_is_only_a_sentence() -> None:
    text = problems_text([Problem("E413")], {}, "en")
    assert text.startswith("error[E413]: ")


def test_several_problems_are_counted() -> None:
    assert problems_text([Problem("E413")] * 3, {}, "en").rstrip().endswith("3 problems.")
    assert "problems" not in problems_text([Problem("E413")], {}, "en")


def test_warnings_are_called_so() -> None:
    values = {"message": Text("狭い", "narrow"), "rules": ("plots",), "check": "x"}
    text = problems_text([Problem("W440", None, values)], {}, "en")
    assert text.startswith("warning[W440]: narrow")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        pytest.param({"key": "x", "near": "points"}, "points", id="what was probably meant"),
        pytest.param({"key": "x", "near": None, "known": ["a", "b"]}, "a, b", id="what is known"),
        pytest.param({"key": "x", "near": None}, "spelling", id="neither"),
    ],
)
def test_a_hint_says_what_can_be_said(values: dict[str, object], words: str) -> None:
    assert words in (hint(Problem("E202", None, values), "en") or "")


def test_a_hint_without_a_guess_does_not_guess() -> None:
    assert hint(Problem("E320", None, {"typed": "x", "known": ["toy"], "near": None}), "en") is None


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        pytest.param(0, 9, "0 to 9", id="both bounds"),
        pytest.param(3, None, "3 or more", id="no upper bound"),
        pytest.param(None, 9, "at most 9", id="no lower bound"),
    ],
)
def test_a_range_in_words(low: int | None, high: int | None, words: str) -> None:
    values = {"name": Text("点", "points"), "path": "p", "typed": 10, "low": low, "high": high}
    assert words in message(Problem("E403", None, values), "en")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param("x", "“x”", id="a text"),
        pytest.param(None, "nothing", id="nothing"),
        pytest.param(True, "true", id="a truth"),
        pytest.param(7, "7", id="a number"),
        pytest.param([1], "a list", id="a list"),
        pytest.param({"a": 1}, "keys with values", id="a mapping"),
    ],
)
def test_what_was_typed_in_words(typed: object, words: str) -> None:
    values = {"name": Text("点", "points"), "path": "p", "typed": typed, "expected": "whole"}
    assert words in message(Problem("E402", None, values), "en")


def test_a_problem_as_data() -> None:
    problem = Problem(
        "E403",
        place(3, 5),
        {"name": Text("点", "points"), "path": "p", "typed": 10, "low": 0, "high": 9},
    )
    data = as_json(problem, "en")
    assert list(data) == ["code", "file", "line", "column", "message", "values", "hint"]
    assert (data["code"], data["file"], data["line"], data["column"]) == ("E403", "x.yaml", 3, 5)
    assert data["values"] == {"typed": 10, "high": 9, "low": 0, "name": "points", "path": "p"}


@pytest.mark.parametrize(
    ("code", "values", "words"),
    [
        pytest.param("E401", {"key": "p", "where": ("Aoi",)}, "Aoi: “points” (p) is missing.", id="whose"),
        pytest.param("E401", {"key": "p"}, "“points” (p) is missing.", id="of the table"),
        pytest.param("E405", {"typed": "x", "where": ("Aoi", Text("庭 2", "garden 2"))}, "Aoi, garden 2, points: “x” stands twice.", id="in which entry"),
        pytest.param("E402", {"name": None, "path": "", "typed": [1], "expected": "record"}, "a list should be keys with values.", id="the whole document"),
        pytest.param("E402", {"name": None, "path": "rulings", "typed": 3, "expected": "record"}, "rulings: 3 should be keys with values.", id="a key without a name"),
    ],
)  # fmt: skip
def test_a_problem_says_whose_value_it_is(code: str, values: dict[str, object], words: str) -> None:
    named = {"name": Text("点", "points"), "path": "p", **values}
    assert message(Problem(code, None, named), "en") == words


def test_a_missing_input_is_asked_for_as_it_is_typed() -> None:
    values = {"name": Text("大きさ", "size"), "key": "size", "path": ""}
    assert "size=" in (hint(Problem("E401", None, values), "en") or "")
    assert "size:" in (hint(Problem("E401", place(1, 1), values), "en") or "")


def test_a_hint_lists_few_words_and_none_of_many() -> None:
    few, many = ([f"id-{n}" for n in range(size)] for size in (20, 21))
    assert "id-19" in (
        hint(Problem("E324", None, {"typed": "x", "near": None, "known": few}), "en") or ""
    )
    assert hint(Problem("E324", None, {"typed": "x", "near": None, "known": many}), "en") is None


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_reason_is_in_words_or_what_the_system_says(lang: str) -> None:
    known = message(Problem("E101", place(1, 1), {"reason": "missing"}), lang)
    other = message(Problem("E101", place(1, 1), {"reason": "Device not ready"}), lang)
    assert "missing" not in known
    assert "Device not ready" in other


@pytest.mark.parametrize(
    ("values", "en", "ja"),
    [
        pytest.param({"value": -1, "low": 0, "had": 1, "held": True}, "Not enough cloth: 2 needed, 1 in hand.", "布が足りません(必要2、手元1)。", id="in hand"),
        pytest.param({"value": -1, "low": 0, "had": 0, "held": False}, "Not enough cloth: 1 needed, 0 left.", "布が足りません(必要1、残り0)。", id="left"),
        pytest.param({"value": -6, "low": -5, "had": -5, "held": True}, "“cloth” cannot go below -5 (now -5).", "「布」は-5より下がりません(今-5)。", id="the lower end"),
        pytest.param({"value": 11, "low": 0, "had": 9, "held": True}, "“cloth” goes up to 10 (now 9).", "「布」は10までです(今9)。", id="the upper end"),
        pytest.param({"value": 11, "low": None, "had": 9, "held": True}, "“cloth” goes up to 10 (now 9).", "「布」は10までです(今9)。", id="no lower end"),
        pytest.param({"value": 11, "low": 0, "had": None, "held": True}, "“cloth” would be 11 (0 to 10).", "「布」が11になってしまいます(0〜10)。", id="not known"),
    ],
)  # fmt: skip
def test_a_counter_that_would_leave_its_range(values: dict[str, Any], en: str, ja: str) -> None:
    name = Text("布", "cloth")
    problem = Problem("E511", None, {"name": name, "high": 10, "rules": (), **values})
    assert message(problem, "en") == en
    assert message(problem, "ja") == ja


def test_two_statements_of_a_rule_are_one_to_look_up() -> None:
    broken = Problem("E510", None, {"message": "No.", "rules": ("hats", "winner", "hats")})
    assert hint(broken, "ja") == "ルール: hats、winner。前に「!」をつければ行います。"


def test_what_would_do_instead_is_the_hint() -> None:
    values = {"message": "no", "rules": ("a",), "instead": Text("紙", "paper")}
    assert hint(Problem("E510", None, values), "ja") == "「紙」ならできます。"


def test_what_is_worked_out_from_numbers_alone_cannot_be_scored_all_the_same() -> None:
    values = {"message": "no", "rules": ("a",)}
    assert "--anyway" not in (hint(Problem("E440", None, values), "en") or "")
    assert "--anyway" in (hint(Problem("E440", place(1, 1, 1), values), "en") or "")


def test_a_step_of_another_track_is_told_with_what_goes_on() -> None:
    values = {"action": Text("掘る", "dig"), "rules": ()}
    assert "shows what can be done" in str(hint(Problem("E505", None, values), "en"))
    of_a_step = Problem("E505", None, {**values, "track": "standard"})
    assert "“track standard” goes on with it" in str(hint(of_a_step, "en"))
    assert "「track standard」に戻す" in str(hint(of_a_step, "ja"))


@pytest.mark.parametrize("code", ["W615", "W618"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_where_no_words_would_help_none_are_told(code: str, lang: str) -> None:
    help_with = str(hint(Problem(code, None, {"heard": "[bucket]"}), lang))
    without = str(hint(Problem(code, None, {"heard": ""}), lang))
    assert "heard: [bucket]" in help_with
    assert "heard: " not in without


def test_a_guess_goes_before_what_explains_the_field() -> None:
    values = {
        "help": Text("花の色です。", "The color."),
        "name": Text("花", "flower"),
        "allowed": [],
    }
    near = Problem("E404", None, {**values, "near": Text("赤", "red")})
    assert hint(near, "en") == "Did you mean “red”?"
    assert hint(Problem("E404", None, {**values, "near": None}), "en") == "The color."
