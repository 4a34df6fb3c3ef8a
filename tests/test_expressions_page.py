"""The page about expressions says what the code does, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulesref.lang import FORMS, OPERATORS
from rulesref.lang.grammar import parse
from rulesref.model.flow import EFFECTS
from tests.helpers import ROOT, TOY, document, faults, rulesref

PAGES = {"en": "expressions.md", "ja": "expressions.ja.md"}
#: Words of the page that are no expressions of their own.
WORDS = {"=", "!=", "<", "<=", ">", ">=", "define", "where", "case", "else", "unknown"}


def page(lang: str) -> str:
    return (ROOT / "docs" / PAGES[lang]).read_text(encoding="utf-8")


def examples(lang: str) -> list[str]:
    """Every expression in the tables of the page."""
    rows = [line for line in page(lang).splitlines() if line.startswith("|")]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row) if code not in WORDS]


def ops(node: Any) -> Iterator[str]:
    """The operators in a node."""
    if isinstance(node, dict):
        yield from [node["op"]] if "op" in node else []
        for value in node.values():
            yield from ops(value)
    elif isinstance(node, list):
        for value in node:
            yield from ops(value)


@pytest.mark.parametrize("lang", PAGES)
def test_every_operator_has_an_example_that_can_be_read(lang: str) -> None:
    shown = {op for text in examples(lang) for op in ops(parse(text).node)}
    forms = set(re.findall(r"\{op: ([a-z-]+)", page(lang)))
    assert forms == set(FORMS)
    # A field is a name, and a number or a flag is itself.
    assert shown | forms | {"field", "fixed"} == set(OPERATORS)


def test_both_languages_have_the_same_examples() -> None:
    assert examples("en") == examples("ja")


def effects(lang: str) -> list[Any]:
    """The effects on the page: the section before the last."""
    section = page(lang).split("\n## ")[-2]
    (block,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    return list(YAML(typ="safe").load(block))


@pytest.mark.parametrize("lang", PAGES)
def test_every_kind_of_effect_has_a_well_formed_example(lang: str) -> None:
    shown = effects(lang)
    assert {next(kind for kind in EFFECTS if kind in each) for each in shown} == set(EFFECTS)
    data = {**document(TOY / "flow.yaml"), "routines": [{"id": "r", "rules": ["r"], "do": shown}]}
    assert faults(data, "flow") == []


def test_both_languages_have_the_same_effects() -> None:
    assert effects("en") == effects("ja")


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_is_printed_in_the_language(lang: str) -> None:
    assert rulesref("--lang", lang, "schema", "expressions").out == page(lang)
