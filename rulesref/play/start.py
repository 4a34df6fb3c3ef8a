"""The beginning of a play: who sits where, and with which options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import by_name, fold
from rulesref.base.suggest import did_you_mean
from rulesref.fields.kind import kind_of
from rulesref.fields.record import empty_fields, field_called, read_value
from rulesref.fields.typed import counted, everybody, is_none, repeated, yes_or_no
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.dispatcher import meta_command


def seat_order(
    names: Sequence[str], first: str | None, *, shuffle: bool, seed: int
) -> tuple[str, ...]:
    """The players in turn order; what is drawn depends on the seed and the names only.

    >>> seat_order(["A", "B", "C"], "C", shuffle=False, seed=0)
    ('C', 'A', 'B')
    """
    order = list(names)
    if shuffle:
        order.sort(key=lambda name: _drawn(seed, "seat", name))
    if first == "random" and first not in order:
        first = min(order, key=lambda name: _drawn(seed, "first", name))
    if first is not None:
        place = order.index(first)
        order = order[place:] + order[:place]
    return tuple(order)


def _drawn(seed: int, what: str, name: str) -> bytes:
    from hashlib import sha256

    return sha256(f"{seed}\0{what}\0{name}".encode()).digest()


def must_be_tellable(names: Sequence[str], game: Game) -> None:
    """Raise where a line of a play could not say which player is meant, or whether one is."""
    if (twice := repeated(names)) is not None:
        raise ProblemsFound([wrong("E429", twice)])
    for name in names:
        if (meant := _meant_otherwise(name, game)) is not None:
            raise ProblemsFound([wrong("E549", name, meant=meant)])


def _meant_otherwise(name: str, game: Game) -> str | None:
    """As what a line would take a name of a player; None where it is nothing else."""
    if not fold(name):
        return "sign"
    if fold(name).isdecimal() or counted(name) is not None:
        return "number"
    if meta_command(name) or flow.changing(name):
        return "command"
    if flow.is_stop(name) or is_none(name) or everybody(name) or yes_or_no(name) is not None:
        return "answer"
    return "action" if by_name(flow.flow_of(game).actions.values(), name) else None


def read_options(game: Game, words: Sequence[str]) -> tuple[dict[str, Any], list[Problem]]:
    """The options of a play as typed (``key=value``), the others at their defaults."""
    pairs = (word.replace("＝", "=").partition("=") for word in words)
    return chosen_options(game, ((key, raw if sign else None) for key, sign, raw in pairs))


def _values(option: Field) -> list[str]:
    """What may be typed for an option of a game."""
    return [each.id for each in option.options] or (
        ["yes", "no"] if kind_of(option).true_when_named else ["…"]
    )


def chosen_options(
    game: Game, chosen: Iterable[tuple[str, object]]
) -> tuple[dict[str, Any], list[Problem]]:
    """The options of a play, each by its name with what was typed or with its value; the others at their defaults."""
    options = flow.flow_of(game).options
    values = empty_fields(options)
    problems: list[Problem] = []
    for key, given in chosen:
        field = None if given is None else field_called(options, key)
        if field is None:
            near = did_you_mean(key, options)
            known = [f"{each.id}={'|'.join(_values(each))}" for each in options.values()]
            unknown = {"typed": key, "known": known, "near": near, "game": game.about.name}
            problems.append(Problem("E532", None, unknown))
            continue
        raw = flow.raw_value(field, given) if isinstance(given, str) else given
        read, wrong = read_value(field, raw, ())
        problems += wrong
        values[field.id] = flow.settled(read)
    return values, problems
