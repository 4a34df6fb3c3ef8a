"""Entries are asked by their own words without these being known; those that are not found are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.compiling.build import Built, build
from rulesref.compiling.findable import (
    FOLDS,
    MOST_PHRASES,
    asked_apart,
    some_of,
    unnamed_words,
    weaknesses,
    without_phrases,
    without_titles,
)
from rulesref.search.analysis import Lexicon
from tests.helpers import TOY, game_data, open_library
from tests.problems.corpus import HERE, MINI

TOY_DATA = game_data(TOY)


def game(rules: Sequence[Mapping[str, Any]] = ()) -> Built:
    """The small game of the corpus with other data; ``rules`` are the entries of the case."""
    built = build(MINI)
    data = {**built.data, **({"rules": rules} if rules else {})}
    return Built(
        id="mini", folder=MINI, name="mini", data=data, digest="", problems=(), texts=built.texts
    )


def entry(name: str, ja: str, en: str, text_ja: str, text_en: str) -> Mapping[str, Any]:
    return {
        "id": name,
        "topic": "play",
        "title": {"ja": ja, "en": en},
        "points": [{"ja": text_ja, "en": text_en}],
        "terms": ["shell"],
    }


FOUND = entry(
    "points", "貝がらの点", "Points for shells", "貝がらには点があります。", "Shells have points."
)
FAR = entry("pail", "返却", "Upended pails", "バケツから出します。", "Out of the bucket.")
ALSO_FAR = entry("beach", "潮干狩り", "Low tide", "バケツに入れます。", "Into the bucket.")


def told(built: Built) -> dict[str, Problem]:
    return {problem.code: problem for problem in weaknesses(built, open_library())[1]}


def test_every_title_is_asked_once_and_never_of_an_index_that_has_it() -> None:
    rules = TOY_DATA["rules"]
    left = [title for fold in range(FOLDS) for title in without_titles(rules, fold)[1]]
    assert sorted(left) == sorted(
        (rule["id"], lang, text) for rule in rules for lang, text in rule["title"].items()
    )
    for fold in range(FOLDS):
        kept, titles = without_titles(rules, fold)
        assert {rule["id"] for rule in kept if not any(rule["title"].values())} == {
            rule for rule, *_ in titles
        }


def test_every_phrase_is_left_out_of_one_fold() -> None:
    asked = TOY_DATA["phrases"]
    every = sorted(
        (block["rule"], lang, line)
        for block in asked
        for lang in ("ja", "en")
        for line in block.get(lang, ())
    )
    folds = [without_phrases(asked, fold) for fold in range(FOLDS)]
    assert sorted(line for _, left in folds for line in left) == every
    for kept, left in folds:
        lines = {(b["rule"], x) for b in kept for lang in ("ja", "en") for x in b.get(lang, ())}
        assert not lines & {(rule, line) for rule, _, line in left}


def test_a_few_phrases_of_each_entry_are_asked() -> None:
    phrases = [("a", "en", f"phrase {n}") for n in range(50)] + [("b", "ja", "一つ")]
    chosen = some_of(phrases)
    assert chosen[0] == phrases[0]
    assert phrases[-1] in chosen
    assert len(chosen) <= MOST_PHRASES // FOLDS + 2


@pytest.mark.slow
def test_what_was_asked_is_right_when_its_entry_comes_first() -> None:
    asked = list(asked_apart(game().data, "mini", open_library()))
    assert {(each.rule, each.lang) for each in asked} == {
        (rule, lang) for rule in ("shells", "winner") for lang in ("ja", "en")
    }
    assert all(each.right == (each.entries[:1] == (each.rule,)) for each in asked)


@pytest.mark.slow
def test_an_entry_that_finds_nothing_is_told_with_words_that_would_help() -> None:
    found = told(game([FOUND, FAR, ALSO_FAR]))
    assert found["W618"].values["right"] == 0
    assert found["W618"].values["many"] == 2


@pytest.mark.slow
def test_an_entry_that_is_taken_for_another_is_told_at_its_place() -> None:
    rules = (HERE / "cases" / "W615" / "mini" / "rules" / "play.yaml").read_text(encoding="utf-8")
    like = entry(
        "gathering",
        "集める貝がらの点",
        "Points for gathered shells",
        "浜で拾います。",
        "Pick them up.",
    )
    problem = told(
        Built(
            id="mini",
            folder=MINI,
            name="mini",
            data={**build(MINI).data, "rules": [FOUND, like]},
            digest="",
            problems=(),
            texts={"mini/rules/play.yaml": rules},
        )
    )["W615"]
    assert problem.values["others"] == ["points"]
    assert problem.place
    line = rules.splitlines()[problem.place.line - 1]
    assert line[problem.place.column - 1 :][: problem.place.length] == "gathering"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("Where does the hat stand?", ["stand"], id="no stop word and no term"),
        pytest.param("one hat, two spades", ["spades"], id="no number"),
        pytest.param("帽子の色分け", ["色分"], id="kanji in a row"),
        pytest.param("ハットの3個置きとマーカー", ["マーカー"], id="katakana in a row, no counter"),
    ],
)
def test_words_that_are_not_known(text: str, words: list[str]) -> None:
    known = Lexicon({"hat": ["hat"], "帽子": ["hat"], "はつと": ["hat"]})
    assert list(unnamed_words(text, known)) == words
