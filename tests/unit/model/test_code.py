from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import frozen
from rulesref.model.code import Binding, Bindings, Code, NotCompilableError, Plain, SlowPathError


@frozen
class Text:
    """An expression that stands as it is written, and what it needs."""

    text: str
    need: int = 0

    def plain(self, code: Code) -> str:
        return code.use(Binding(self.text, self.need))


@frozen
class Added:
    """Two numbers, added."""

    left: Plain
    right: Plain

    def plain(self, code: Code) -> str:
        return f"({code.number(self.left)} + {code.number(self.right)})"


@frozen
class Asked:
    """A value of the player at hand."""

    key: str

    def plain(self, code: Code) -> str:
        return code.kept(f"{code.seat.values}[{self.key!r}]")


@frozen
class Summed:
    """The sum over all players."""

    of: Plain

    def plain(self, code: Code) -> str:
        total = code.variable()
        code.write(f"{total} = 0")
        with code.players() as seat, code.seen_by(seat):
            code.write(f"{total} += {code.value(self.of)}")
        return total


PLAYERS = ({"coins": 5}, {"coins": 2})


def writer(**defines: Plain) -> Code:
    return Code(Bindings(defines, {}, "e"))


def run(code: Code, **rulings: str) -> Any:
    exec(f"def run(names, players, table, rulings):\n{code.source}\n", code.words)
    return code.words["run"](("A", "B"), PLAYERS, {}, rulings)


def each_player(of: Plain, **defines: Plain) -> tuple[Code, Any]:
    """What is written for every player, and what it comes to."""
    code = writer(**defines)
    code.write("values = []")
    with code.players() as seat, code.seen_by(seat):
        code.write(f"values.append({code.value(of)})")
    code.write("return values")
    return code, run(code)


def test_what_is_the_same_for_everybody_stands_before_the_loop() -> None:
    code, values = each_player(Added(Asked("coins"), Summed(Asked("coins"))))
    assert values == [12, 9]
    lines = code.source.splitlines()
    outer = [n for n, line in enumerate(lines) if "for" in line]
    assert lines[outer[1]].startswith(" for"), "one loop after the other, not one in the other"


@frozen
class Named:
    name: str

    def plain(self, code: Code) -> str:
        return code.defined(self.name)


def test_a_named_value_is_worked_out_once_for_each_who_asks() -> None:
    total = Named("total")
    code, values = each_player(Added(total, Added(total, Named("own"))), total=Summed(Asked("coins")), own=Asked("coins"))  # fmt: skip
    assert values == [19, 16]
    assert code.source.count("for ") == 2
    # In the loop of others the name means theirs.
    _, values = each_player(Added(Named("own"), Summed(Named("own"))), own=Asked("coins"))
    assert values == [12, 9]


def test_what_runs_on_a_condition_is_not_worked_out_before_it() -> None:
    code = writer()
    with code.only(Text("False")):
        code.write(f"return {code.kept(code.value(Text('1 // 0')))}")
    code.write("return 7")
    assert run(code) == 7


@pytest.mark.parametrize(
    ("reading", "value"), [pytest.param("a", 12, id="lines"), pytest.param("b", 3, id="no lines")]
)
def test_a_case_is_chosen_by_its_code(reading: str, value: int) -> None:
    code = writer()
    cases: dict[str, Plain] = {"a": Added(Text("5"), Summed(Asked("coins"))), "b": Text("3")}
    code.write(f"return {code.chosen('rulings[chr(120)]', cases, None)}")
    assert run(code, x=reading) == value
    with pytest.raises(SlowPathError):
        run(code, x="c")


@pytest.mark.parametrize("word", ["and", "or"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [Text("1"), Text("0"), Summed(Text("0")), Summed(Text("1"))])
def test_conditions_in_turn_come_to_what_python_says(word: str, first: bool, second: Plain) -> None:
    code = writer()
    code.write(f"return {code.in_turn([Text(repr(first)), second], word)}")
    alone = writer()
    alone.write(f"return {alone.value(second)}")
    later = run(alone)
    assert run(code) == ((first and later) if word == "and" else (first or later))


def test_a_later_condition_is_looked_at_only_where_it_matters() -> None:
    code = writer()
    code.write(f"return {code.in_turn([Text('False'), Added(Text('1'), Text('None'))], 'and')}")
    assert run(code) is False


def test_a_number_is_no_word() -> None:
    for text, value in (("True", 1), ("2", 2)):
        code = writer()
        code.write(f"return {code.number(Text(text))}")
        assert (run(code), type(run(code))) == (value, int)
    code = writer()
    code.write(f"return {code.number(Text(repr('x')))}")
    with pytest.raises(TypeError):
        run(code)


def test_nothing_of_a_document_is_source() -> None:
    code = writer()
    odd = "'); import os #"
    code.write(f"return {code.literal(odd)}, {code.literal({odd: 1})}")
    assert run(code) == (odd, {odd: 1})
    assert code.source.count("import") == 1


def test_constants_with_one_key_are_one() -> None:
    code = writer()
    assert code.constant((1,), "a") == code.constant((2,), "a") != code.constant((1,))


def test_a_player_is_asked_only_where_there_is_one() -> None:
    with pytest.raises(NotCompilableError):
        writer().value(Asked("coins"))


def test_a_function_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesref.model.code._LONGEST", 1)
    with pytest.raises(NotCompilableError):
        writer().value(Summed(Text("1")))


@pytest.mark.parametrize(
    ("sure", "place"), [pytest.param(True, 0, id="before"), pytest.param(False, 1, id="inside")]
)
def test_only_what_is_surely_there_is_looked_at_before_a_condition(sure: bool, place: int) -> None:
    code = writer()
    with code.only(Text("rulings")):
        code.write(f"return {code.kept('players[0]', sure=sure)}")
    read = next(n for n, line in enumerate(code.source.splitlines()) if "players[0]" in line)
    assert read == place
