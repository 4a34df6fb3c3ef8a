"""Linking that waits gives what linking at once gives."""

from __future__ import annotations

import pytest

from rulesref.model.expression import Operator
from rulesref.reading.lazy_link import LazyLabel, LazyLinker, LazyList, LazyOperator
from rulesref.reading.link import GlobalScope, LinkContext, Names
from rulesref.reading.scoring_linking import trusting
from tests.helpers import bench

NODE = {"op": "total", "parts": [1, {"op": "product", "parts": [2, 3]}]}
SITE = LinkContext((), Names(None, {}))


def linker() -> LazyLinker:
    return LazyLinker(GlobalScope({}, {}, None), trusting)


def test_a_list_is_made_once_when_it_is_looked_into() -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return [5, 6]

    listed = LazyList(make)
    assert made == []
    assert (len(listed), listed[1], list(listed), listed[:1]) == (2, 6, [5, 6], [5])
    assert made == [1]


def test_an_expression_gives_the_step_that_it_gives_at_once() -> None:
    lazy, now = linker().expression(NODE, SITE), bench(NODE)
    assert isinstance(lazy, LazyOperator)
    assert lazy.run(now.scope) == now.run()
    assert now.operator is not None
    assert [type(child) for child in lazy.children()] == [type(c) for c in now.operator.children()]
    assert lazy.needs_player is False


@pytest.mark.parametrize("node", [3, {"op": "fixed", "value": 3}])
def test_what_costs_nothing_is_linked_at_once(node: object) -> None:
    operator = linker().expression(node, SITE)
    assert isinstance(operator, Operator)
    assert not isinstance(operator, LazyOperator)


def test_a_label_is_linked_when_it_is_filled() -> None:
    label = linker().label({"ja": "{player-count}人", "en": "{player-count} people"}, SITE)
    assert isinstance(label, LazyLabel)
    scope = bench(1, players=[{}, {}]).scope
    assert label.filled(scope).en == "2 people"
    assert [name for name, _ in label.refs] == ["player-count"]
    assert not isinstance(linker().label({"ja": "木", "en": "tree"}, SITE), LazyLabel)


def test_a_problem_in_data_that_was_checked_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="E310"):
        linker().expression("gone", SITE)
