"""The values of a line, word by word: in a sentence they are those of its pieces (:mod:`wording`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.folding import all_by_name
from rulesref.fields.kind import EXACTLY, Typing, kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import counted, is_none, number, one_called, split
from rulesref.model.flow import Action
from rulesref.play.flow.wording import (
    Said,
    are_amounts,
    glued,
    goods_instead,
    number_of_a_field,
    takes_amounts,
)


def words_of(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def said_in(
    action: Action, players: tuple[str, ...], pieces: Sequence[str], given: Iterable[str]
) -> list[Said]:
    """The values that words give; ``given`` are the fields that have one already."""
    said: list[Said] = []
    typing, fresh = Typing(players), True
    fields = [spec for spec in action.ask.values() if not kind_of(spec).is_free_text]
    while pieces:
        key, sign, raw = pieces[0].replace("＝", "=").partition("=")
        spec = field_called(action.ask, key) if sign else None
        if spec is not None:
            said.append(Said(raw, spec.id))
            pieces = pieces[1:]
            continue
        parts = split(pieces[0])
        if len(parts) > 1 and any(number_of_a_field(action, [part]) for part in parts):
            pieces = [*parts, *pieces[1:]]
        beside = number_of_a_field(action, pieces)
        if beside is not None:
            value, many = beside
            text = " ".join(pieces[:many])
            said.append(goods_instead(action, said, value, text, given) or value)
            pieces = pieces[many:]
            continue
        amounts = _amounts(action, pieces, fresh=fresh) or _of_players(action, pieces, players)
        fresh = number(pieces[0]) is None
        if amounts is not None:
            value, pieces = amounts
            said.append(value)
            continue
        piece, pieces = first_value(action, pieces)
        if is_none(piece) and not any(spec.option(piece) for spec in action.ask.values()):
            said.append(Said(piece, nothing=True))
            continue
        parts = split(piece)
        if any(kind_of(f).fits(f, piece, typing) == EXACTLY for f in fields):
            said.append(Said(piece))
        elif several := glued(action, piece, players):
            said += several
        elif len(parts) > 1:
            # Commas stand between the values of a line as well as between those of a list.
            pieces = [*parts, *pieces]
        else:
            said.append(Said(piece))
    return said


def _amounts(
    action: Action, pieces: Sequence[str], *, fresh: bool
) -> tuple[Said, Sequence[str]] | None:
    """Names with numbers among the first words that are together the value of one field, and the rest."""
    for spec in action.ask.values():
        if takes_amounts(spec):
            for many in range(len(pieces), 0, -1):
                text = " ".join(pieces[:many])
                if are_amounts(action, spec, text, fresh=fresh):
                    return Said(text, spec.id), pieces[many:]
    return None


def _of_players(
    action: Action, pieces: Sequence[str], players: Sequence[str]
) -> tuple[Said, Sequence[str]] | None:
    """Players each with a number behind, which are together the value of one field, and the rest."""
    field = next((f for f in action.ask.values() if kind_of(f).has_colours), None)
    if field is None:
        return None
    many = 0
    for name, behind in zip(pieces[::2], pieces[1::2], strict=False):
        extra = all_by_name(field.extras, name)
        if counted(behind) is None or not (extra or one_called(players, name)):
            break
        many += 2
    return (Said(" ".join(pieces[:many]), field.id), pieces[many:]) if many else None


def first_value(action: Action, pieces: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The first value among the words of a line, which may be an option of several words."""
    for many in range(min(4, len(pieces)), 1, -1):
        words = " ".join(pieces[:many])
        if any(all_by_name(spec.options, words) for spec in action.ask.values()):
            return words, pieces[many:]
    return pieces[0], pieces[1:]
