from __future__ import annotations

from rulesref.model.steps import Step


def test_a_step_and_all_below_it_come_in_reading_order() -> None:
    two = Step(op="two", value=2)
    tree = Step(op="one", value=3, parts=(two, Step(op="three", value=1, parts=(two,))))
    assert [step.op for step in tree.walk()] == ["one", "two", "three", "two"]
