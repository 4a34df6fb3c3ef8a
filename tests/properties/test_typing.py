"""However the answers of a scoring are typed, the position is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesref.fields.kind import cell_of, kind_of
from rulesref.wizard.interview import Wizard
from rulesref.wizard.position_form import PositionField
from tests.helpers import DATA, TOY, game_in, result_of
from tests.properties import law
from tests.properties.strategies import Case, documents, scores

pytestmark = [pytest.mark.property, pytest.mark.slow]


def typed(raw: Any) -> str:
    """What a person types for an answer."""
    if raw is None:
        return ""
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, (list, tuple)):
        return "、".join(map(str, raw)) or "なし"
    return str(raw)


def begun(document: dict[str, Any]) -> Wizard:
    """The questions of a position of which only the scoring and the players are known."""
    names = tuple(str(player["name"]) for player in document["players"])
    start = Wizard.start(game_of(document), document["event"], names, anyway=True)
    return start.answer("1") if start.current and start.current.role == "order" else start


def lines_of(document: dict[str, Any]) -> Iterator[tuple[PositionField, str]]:
    """Each question that is asked, with its answer, one by one."""
    answers = Wizard.start(game_of(document), known=document).form.given
    state = begun(document)
    while (there := state.current) is not None:
        word = typed(answers.get(there.path, False if there.role == "entry" else None))
        assume(word or there.optional)
        after = state.answer(word)
        assume(after.form is not state.form)
        yield there, word
        state = after


def game_of(document: dict[str, Any]) -> Any:
    return game_in(TOY if document["game"] == "toy" else DATA / document["game"])


def answered(document: dict[str, Any], lines: Sequence[str]) -> dict[str, Any]:
    """The position after these lines."""
    state = begun(document)
    for line in lines:
        after = state.answer(line)
        assert after.form is not state.form, (line, after.problems)
        state = after
    assert state.current is None
    return state.form.values


def entries_by_their_first_value(asked: Sequence[tuple[PositionField, str]]) -> list[str]:
    """The answers, entries of lists begun by their first value rather than by yes."""
    words = []
    for at, (question, word) in enumerate(asked):
        following = asked[at + 1][0].field if at + 1 < len(asked) else None
        begins = question.role == "entry" and word == "yes" and following is not None
        if not (begins and following is not None and kind_of(following).is_number):
            words.append(word)
    return words


def chunks(words: Sequence[str], cuts: Sequence[int]) -> list[str]:
    """The words on lines of several, with slashes between; one that is left out at an end stays a line."""
    lines: list[list[str]] = [[]]
    for at, word in enumerate(words):
        lines[-1].append(word)
        if cuts[at % len(cuts)] == 0:
            lines.append([])
    return [
        "/".join(line) + ("/" if len(line) > 1 and not line[-1] else "") for line in lines if line
    ]


@law(25)
@given(scores(), st.lists(st.integers(0, 4), min_size=1, max_size=9))
def test_one_by_one_or_several_on_a_line(case: Case, cuts: list[int]) -> None:
    document = case.document
    asked = list(lines_of(document))
    one_by_one = answered(document, [word for _, word in asked])
    assert answered(document, chunks([word for _, word in asked], cuts)) == one_by_one
    assert answered(document, chunks(entries_by_their_first_value(asked), cuts)) == one_by_one
    again, problems = result_of(case.game, {**one_by_one, "rulings": document.get("rulings", {})})
    assert problems == ()
    assert again is not None
    assert [p.total for p in again.players] == [p.total for p in case.found.players]


@law(25)
@given(documents(game_in(TOY)), st.randoms(use_true_random=False))
def test_numbers_of_a_player_by_their_names(document: dict[str, Any], rng: Any) -> None:
    """The numbers of one player on one line, in any order, in either language, number first or last."""
    asked = list(lines_of(document))
    one_by_one = answered(document, [word for _, word in asked])
    state = begun(document)
    for question, word in asked:
        if state.current is None or state.current.path != question.path:
            continue  # answered with the others
        line = word
        beside = [
            (q, w) for q, w in asked
            if q.role == "value" and (q.seat, q.around, q.colour) == (question.seat, question.around, None)
            and q.field and cell_of(q.field).is_number and w.isdecimal() and int(w) > 0
        ]  # fmt: skip
        if len(beside) > 1 and question in [q for q, _ in beside]:
            rng.shuffle(beside)
            lang = rng.choice(("ja", "en"))
            pairs = [(q.field.name.of(lang), w) for q, w in beside if q.field]
            form = rng.choice(("{0} {1}", "{1} {0}"))
            line = "、".join(form.format(*pair) for pair in pairs)
        after = state.answer(line)
        assert after.form is not state.form, (line, after.problems)
        state = after
    assert state.form.values == one_by_one
