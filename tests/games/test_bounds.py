"""The bounds and the defaults of all that calculators and plays ask and keep, entered a second time from the facts.

``tests/games/GAME/bounds.yaml`` was written without looking at the ranges of the game. ``null`` is no bound, ``most`` is how many
a list may have, ``default`` what a number is that is left out. ``inputs`` are those of calculators, ``fields`` those of actions and of
the state of a play (``player.``, ``table.``). Where no fact says so much, ``why`` says what the bound is for::

    - {why: A player has 6 workers (section 1)., from: 0, to: 6, inputs: [feeding.workers], fields: [player.workers]}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from rulesref.fields.record import read_value
from rulesref.model.entries import Field
from rulesref.model.game import Game
from tests.helpers import TESTS, document, game_folders, game_in

PLAYERS = ("Ann", "Ben", "Cleo")


def asked_by(game: Game) -> Mapping[tuple[str, str], Field]:
    """Every input and every field, called as in ``bounds.yaml``."""
    found = {("inputs", name): field for name, field in of_all(game.calculators, "inputs")}
    if flow := game.flow:
        for owner, kept in (("player", flow.player), ("table", flow.table)):
            states = {name: state.field for name, state in kept.items()}
            found |= {("fields", name): field for name, field in within(f"{owner}.", states)}
        found |= {("fields", name): field for name, field in of_all(flow.actions, "ask")}
    return found


def of_all(owners: Mapping[str, Any], what: str) -> Iterator[tuple[str, Field]]:
    for name, owner in owners.items():
        yield from within(f"{name}.", getattr(owner, what))


def within(above: str, fields: Mapping[str, Field]) -> Iterator[tuple[str, Field]]:
    for name, field in fields.items():
        yield f"{above}{name}", field
        yield from within(f"{above}{name}.", field.fields)


def bounded(field: Field) -> bool:
    """Whether a field says anything that has to be entered a second time."""
    limits = field.low != 0 or field.high is not None or field.most is not None
    return limits or default_of(field) is not None


def default_of(field: Field) -> int | None:
    return field.default if type(field.default) is int else None


def tried(field: Field, entry: Mapping[str, Any]) -> Iterator[tuple[Any, str | None]]:
    """What a field is given, and the code by which it should be refused."""
    low, high = entry.get("from", 0), entry.get("to")
    if field.kind in ("whole", "wholes"):
        if low is not None:
            yield from ((low, None), (low - 1, "E403"))
        if high is not None:
            yield from ((high, None), (high + 1, "E403"))
    if "most" in entry:
        values = [low] if field.kind == "wholes" else [option.id for option in field.options]
        several = list(islice(cycle(values or PLAYERS), entry["most"] + 1))
        yield from ((several[1:], None), (several, "E406"))


def failures(game: Game, entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What a field refuses at its ends or takes beyond them, and defaults that are others."""
    fields = asked_by(game)
    for entry, name in named(entries):
        for raw, wanted in tried(fields[name], entry):
            found = {problem.code for problem in read_value(fields[name], raw, PLAYERS)[1]}
            # What has no more options than it may hold can only be given one twice besides.
            if wanted not in found if wanted else found:
                yield f"{name} {raw}: {found}, not {wanted} ({entry['why']})"
        if default_of(fields[name]) != entry.get("default"):
            yield f"{name}: {fields[name].default} is the default, not {entry.get('default')}"


def named(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Each entry with each that it is about."""
    for entry in entries:
        for where in ("inputs", "fields"):
            yield from ((entry, (where, name)) for name in entry.get(where, ()))


@pytest.mark.slow
@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_fields_take_what_the_second_reader_entered_and_nothing_beyond(folder: Path) -> None:
    found = list(failures(game_in(folder), entered(folder.name)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_bound_was_entered_a_second_time(folder: Path) -> None:
    wanted = {name for name, field in asked_by(game_in(folder)).items() if bounded(field)}
    entries = entered(folder.name)
    assert sorted(name for _, name in named(entries)) == sorted(wanted)
    assert all(entry["why"] for entry in entries)


def entered(game: str) -> Any:
    return document(TESTS / "games" / game / "bounds.yaml")
