"""A field as it is read: its bounds, when it is there, and what its options are called."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.model.field import Extra, Field, read_fields

HAT = {
    "id": "hat",
    "name": {"ja": "帽子", "en": "hat"},
    "kind": "choice",
    "options": [
        {"id": "straw", "name": {"ja": "麦わら", "en": "straw hat"}, "aliases": {"ja": ["夏帽"], "en": ["boater"]}},
        {"id": "paper", "name": {"ja": "紙", "en": "straw"}},
    ],
}  # fmt: skip


def field(**keys: Any) -> Field:
    """A field with these keys."""
    return Field.read(
        {"id": "coins", "name": {"ja": "コイン", "en": "coins"}, "kind": "whole", **keys}
    )


@pytest.mark.parametrize(
    ("keys", "bounds"),
    [
        pytest.param({}, (0, None), id="nothing said: not below nothing"),
        pytest.param({"range": [-5, 3]}, (-5, 3), id="both"),
        pytest.param({"range": [None, 10]}, (None, 10), id="no lower one"),
        pytest.param({"range": [2, None]}, (2, None), id="no upper one"),
    ],
)
def test_the_bounds_of_a_number(
    keys: dict[str, Any], bounds: tuple[int | None, int | None]
) -> None:
    spec = field(**keys)
    assert (spec.low, spec.high) == bounds


@pytest.mark.parametrize(
    ("events", "event", "there"),
    [
        pytest.param([], "spring", True, id="no event named: every one"),
        pytest.param(["spring", "final"], "final", True, id="one of those named"),
        pytest.param(["spring"], "final", False, id="none of those named"),
    ],
)
def test_a_field_belongs_to_the_events_it_names(events: list[str], event: str, there: bool) -> None:
    assert field(events=events).belongs_to(event) is there


@pytest.mark.parametrize(
    ("word", "option"),
    [
        pytest.param("paper", "paper", id="an id"),
        pytest.param("straw", "straw", id="an id before a name of another"),
        pytest.param("Straw Hat", "straw", id="an English name"),
        pytest.param("麦わら", "straw", id="a Japanese name"),
        pytest.param("boater", "straw", id="an English alias"),
        pytest.param("夏帽", "straw", id="a Japanese alias"),
        pytest.param("felt", None, id="nothing of the kind"),
    ],
)
def test_an_option_is_called_by_id_name_or_alias(word: str, option: str | None) -> None:
    assert getattr(Field.read(HAT).option(word), "id", None) == option


def test_the_rest_is_as_little_as_can_be_unless_it_is_said() -> None:
    spec = field()
    assert (spec.optional, spec.default, spec.most, spec.once, spec.repeat) == (
        False, None, None, False, False,
    )  # fmt: skip
    assert (dict(spec.fields), spec.options, spec.extras, spec.ask_when) == ({}, (), (), None)


def test_the_fields_of_a_record_keep_their_order() -> None:
    inner = [{"id": name, "name": {"ja": name, "en": name}, "kind": "whole"} for name in "cab"]
    fields = read_fields(
        [{**HAT}, {"id": "r", "name": HAT["name"], "kind": "record", "fields": inner}]
    )
    assert list(fields) == ["hat", "r"]
    assert list(fields["r"].fields) == ["c", "a", "b"]


def test_a_further_colour_is_called_by_its_id_and_names() -> None:
    extra = Extra.read(
        {"id": "wild", "name": {"ja": "野の花", "en": "wild flowers"}, "players": [2, 3]}
    )
    assert extra.names == ("wild", "野の花", "wild flowers")
    assert extra.players == (2, 3)
