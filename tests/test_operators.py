"""The places of an operator: docstring, registry, schema, sentence, unit table, and a use in the invented game."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import rulesref.lang
from rulesref.base.messages import say
from rulesref.compiling.build import build
from rulesref.lang import FORMS, OPERATORS
from rulesref.lang.grammar import parse
from rulesref.lang.tokens import ExpressionSyntaxError
from rulesref.model.expression import Operator, Step
from rulesref.reading.schemas import schema
from rulesref.reading.source import read_text
from rulesref.show.working import SENTENCES
from tests.games.test_cases import case_files
from tests.helpers import TOY, document, scored, toy

#: Steps that the scoring makes itself; no document can ask for them.
ENGINE = {"score", "points", "before", "category"}


def classes() -> Iterator[type[Operator]]:
    """Every operator that any module of ``lang`` defines."""
    for found in pkgutil.iter_modules(rulesref.lang.__path__, "rulesref.lang."):
        if not found.ispkg:
            for _, member in inspect.getmembers(
                importlib.import_module(found.name), inspect.isclass
            ):
                if (
                    issubclass(member, Operator)
                    and member is not Operator
                    and member.__module__ == found.name
                ):
                    yield member


def examples(op: str, kind: str) -> list[Any]:
    """The examples that a docstring says pass or fail."""
    text = re.sub(r"\s+", " ", inspect.getdoc(OPERATORS[op]) or "")
    found = re.search(rf"{kind}: (.*?)(?= Fails:|$)", text)
    assert found, f"{op} has no example that {kind.lower()}"
    wanted = []
    for code in re.findall(r"``(.+?)``", found[1]):
        if code.startswith("{"):
            source, problems = read_text(code, op)
            assert source is not None, problems
            wanted.append(source.data)
        else:
            wanted.append(code)
    assert wanted, f"{op}: no example in code"
    return wanted


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    found = schema("scoring")
    return Draft202012Validator({"$ref": "#/$defs/expression", "$defs": found["$defs"]})


def test_every_operator_is_registered_under_its_name() -> None:
    assert set(OPERATORS.values()) == set(classes())
    assert all(cls.op == name for name, cls in OPERATORS.items())


@pytest.mark.parametrize("op", OPERATORS)
def test_a_docstring_begins_with_what_it_gives_in_both_languages(op: str) -> None:
    first = (inspect.getdoc(OPERATORS[op]) or "").split("\n\n")[0]
    assert re.search(r"[ぁ-ゖァ-ヺ一-鿿]", first), first
    assert first[0].isupper()


@pytest.mark.parametrize("op", OPERATORS)
def test_the_passing_example_passes(op: str, validator: Draft202012Validator) -> None:
    for example in examples(op, "Passes"):
        assert [error.message for error in validator.iter_errors(example)] == []
        assert op in {n["op"] for n in nodes(node_of(example))}


@pytest.mark.parametrize("op", OPERATORS)
def test_the_failing_example_fails(op: str, validator: Draft202012Validator) -> None:
    """By its shape; or, where the docstring says of what else, by names that mean nothing."""
    for example in examples(op, "Fails"):
        if validator.is_valid(example):
            with contextlib.suppress(ExpressionSyntaxError):
                assert op in {n["op"] for n in nodes(node_of(example))}
                assert op in BY_LINKS, example


#: Operators whose failing example is well formed: a table, a field or a ruling lacks what it names.
BY_LINKS = {"calculate", "field", "sum-rows", "ruling"}


def node_of(example: Any) -> Any:
    """The node that an example comes to: a name and a number alone are fields and constants."""
    node = parse(example).node if isinstance(example, str) else example
    if isinstance(node, str):
        return {"op": "field"}
    return node if isinstance(node, dict) else {"op": "fixed"}


@pytest.mark.parametrize("op", FORMS)
def test_the_schema_knows_the_arguments(op: str) -> None:
    branches = schema("scoring")["$defs"]["expression"]["then"]["then"]["allOf"]
    (branch,) = [b["then"] for b in branches if b["if"]["properties"]["op"]["const"] == op]
    keys = OPERATORS[op].keys.values()
    assert set(branch["properties"]) == {"op", *(key.name for key in keys)}
    assert branch["required"] == [key.name for key in keys if not key.optional]
    assert all(key.about for key in keys)


@pytest.mark.parametrize("op", sorted(OPERATORS.keys() - FORMS.keys()))
def test_no_schema_tells_what_the_keys_of_a_text_are_for(op: str) -> None:
    own = [key for key in OPERATORS[op].keys.values() if key.name not in {"label", "rules"}]
    assert own
    assert not any(key.about for key in own)


@pytest.mark.parametrize("op", [*OPERATORS, *sorted(ENGINE)])
def test_it_has_a_sentence(op: str) -> None:
    assert op in SENTENCES


@pytest.mark.parametrize("op", [*OPERATORS, *sorted(ENGINE)])
def test_its_sentence_is_translated_where_it_has_words(op: str) -> None:
    english = SENTENCES[op]
    words = re.sub(r"\{[^}]*\}", "", english)
    if re.search(r"[A-Za-z]{2}", words):
        fields = dict.fromkeys(re.findall(r"\{([a-z]+)\}", english), "")
        assert say("ja", english, **fields) != say("en", english, **fields)


def test_nothing_else_has_a_sentence() -> None:
    assert set(SENTENCES) == set(OPERATORS) | ENGINE


@pytest.mark.parametrize("op", OPERATORS)
def test_it_has_a_unit_table(op: str) -> None:
    """A parametrized test of its name, of two rows at least, beside the module that defines it."""
    module = OPERATORS[op].__module__.rsplit(".", 1)[1]
    tests = importlib.import_module(f"tests.unit.lang.test_{module}")
    table = getattr(tests, f"test_{op.replace('-', '_')}")
    (marks,) = [mark for mark in table.pytestmark if mark.name == "parametrize"]
    assert len(marks.args[1]) >= 2


# --- the invented game ----------------------------------------------------------------------------


def nodes(data: Any) -> Iterator[dict[str, Any]]:
    """Every operator node in a document."""
    if isinstance(data, dict):
        if "op" in data:
            yield data
        for value in data.values():
            yield from nodes(value)
    elif isinstance(data, list):
        for value in data:
            yield from nodes(value)


@cache
def written() -> list[dict[str, Any]]:
    """Every operator node of the invented game."""
    return [n for data in build(TOY).data.values() for n in nodes(data)]


@pytest.mark.parametrize("op", [op for op in OPERATORS if op != "field"])
def test_the_invented_game_uses_it(op: str) -> None:
    assert op in {node["op"] for node in written()}


OPTIONS = [
    pytest.param(op, key.name, word, id=f"{op} {key.name} {word}".rstrip())
    for op, cls in OPERATORS.items()
    for name, key in cls.keys.items()
    if name not in ("label", "rules")
    for word in (key.of if key.kind == "word" else [""] if key.optional else [])
]


@pytest.mark.parametrize(("op", "name", "word"), OPTIONS)
def test_the_invented_game_uses_every_option_and_word(op: str, name: str, word: str) -> None:
    used = [node[name] for node in written() if node["op"] == op and name in node]
    assert word in used if word else used


def test_the_invented_game_uses_every_kind_of_field() -> None:
    def kinds(data: Any) -> Iterator[str]:
        if isinstance(data, dict):
            if "kind" in data and "name" in data:
                yield data["kind"]
            for value in data.values():
                yield from kinds(value)
        elif isinstance(data, list):
            for value in data:
                yield from kinds(value)

    known = set(schema("scoring")["$defs"]["field"]["properties"]["kind"]["enum"])
    used = {
        kind
        for name in ("scoring", "calculators")
        for kind in kinds(document(TOY / f"{name}.yaml"))
    }
    # Players and words are asked in plays only.
    assert known - used == {"player", "players", "text"}


def test_every_operator_of_a_scoring_is_worked_out_in_some_case() -> None:
    wanted = {node["op"] for node in nodes(build(TOY).data["scoring"])}
    reached: set[str] = set()
    for folder, path in case_files():
        for case in document(path) if folder == TOY else ():
            if "problems" not in case["expect"]:
                for player in scored(toy(), case["position"]).players:
                    trees: list[Step] = [player.explanation, *(s for _, s in player.changes)]
                    reached |= {step.op for tree in trees for step in tree.walk()}
    # Conditions are looked at and not shown: what is shown is the branch that was taken.
    assert wanted - reached == {"holds", "one-of", "all", "any", "not", "compare", "pieces"}
