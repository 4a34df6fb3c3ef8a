"""Fitting changes a weight and puts it back where that wins nothing."""

from __future__ import annotations

import pytest

from rulesref.search import rank, weights
from tests.helpers import library
from tests.search import fit


def test_every_weight_can_be_changed_and_put_back() -> None:
    before = list(rank._OCCURRENCE_SCORES)
    for weight in fit.every_weight():
        value = weight.read()
        weight.write(value * 2 + 1)
        assert weight.read() == value * 2 + 1, weight.name
        weight.write(value)
    assert before == rank._OCCURRENCE_SCORES


def test_a_change_that_wins_nothing_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "worth", lambda *_: 1.0)
    before = weights.SATURATION
    assert list(fit.fitted(library(), ["SATURATION"], 1, 0.1)) == []
    assert before == weights.SATURATION


def test_a_change_that_wins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "worth", lambda *_: weights.SATURATION)
    before = weights.SATURATION
    ((name, old, new, now),) = fit.fitted(library(), ["SATURATION"], 1, 0.1)
    assert (name, old, round(now, 3)) == ("SATURATION", before, new)
    fit._writer("SATURATION")(before)
