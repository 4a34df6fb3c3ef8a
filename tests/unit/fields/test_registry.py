"""Kinds by their words."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rulesref.fields.kind import IN_PLAYS
from rulesref.fields.registry import KINDS, cell_of, empty, kind_of, value_text
from tests.unit.fields.making import field


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
        "import sys; from rulesref.fields.registry import KINDS; KINDS['flag'];"
        "print(sorted(m[16:] for m in sys.modules if m.startswith('rulesref.fields.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "['flag',",
        "'kind',",
        "'registry',",
        "'typed',",
        "'value_reader']",
    ]
