"""What a typed line means in a play: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.called import begun, called
from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import Entered
from rulesref.base.text import fold
from rulesref.reading.near import did_you_mean
from rulesref.reading.positions import field_called, read_inputs, read_value
from rulesref.use.flow.looking import choices
from rulesref.use.flow.scorings import pending
from rulesref.use.flow.state import Command, Missing, State, flow_of
from rulesref.use.flow.values import settled
from rulesref.use.typed import joined, number, one_called, split, typed

if TYPE_CHECKING:
    from rulesref.model.fields import Field
    from rulesref.model.flow import Action
    from rulesref.reading.games import Game


def understand(game: Game, state: State, line: str) -> Command | Missing | Problem:
    """What a typed line means here: a command, an action that still asks, or why it is neither."""
    text = line.strip()
    forced = text.startswith(("!", "！"))
    if forced:
        text = text[1:].strip()
    first, _, rest = text.replace("\u3000", " ").partition(" ")
    key = fold(first)
    if key in ("set", "修正", "しゆうせい"):
        return _setting(game, state, rest)
    if key in ("note", "メモ", "めも"):
        return {"note": rest.strip()}
    if key in ("track", "記録", "きろく"):
        return {"track": "light" if fold(rest) in ("light", "軽く", "かるく", "簡易") else "full"}
    if pending(game, state) is not None:
        return {"answer": text}
    offered = choices(game, state)
    every = tuple(flow_of(game).actions.values())
    action, given = action_called(offered, text)
    if action is None and forced:
        action, given = action_called(every, text)
    if action is None:
        action, given = _implied(offered, text)
    if action is None:
        named = _named(every, text)
        if named is not None:
            # It is known, but not now: the refusal has its rules, and it can be forced.
            return Problem("E505", None, {"action": named[0].name, "rules": named[0].rules})
        near = did_you_mean(first, [name for action in offered for name in action.names])
        return Problem("E501", None, {"found": text[:40], "near": near})
    return _arguments(state, action, given, forced=forced)


def action_called(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action a line names by number or words, and the rest of the line."""
    first, _, rest = text.partition(" ")
    place = number(first)
    if place is not None and 1 <= place <= len(offered):
        return offered[place - 1], rest
    named = _named(offered, text) or _named(offered, _apart(text)) or _glued(offered, text)
    if named is not None:
        return named
    found = begun(offered, first)
    return (found, rest) if found else (None, "")


def _named(offered: Sequence[Action], text: str) -> tuple[Action, str] | None:
    """The action whose name or word a line begins with, the longest first, and the rest of it."""
    pieces = text.split()
    for many in range(len(pieces), 0, -1):
        found = called(offered, " ".join(pieces[:many]))
        if found is not None:
            return found, " ".join(pieces[many:])
    return None


def _glued(offered: Sequence[Action], text: str) -> tuple[Action, str] | None:
    """The action of a line in which a value stands right behind the word, as in Japanese: 置くパパ."""
    first, _, rest = text.partition(" ")
    for place in range(len(first) - 1, 0, -1):
        if first[place - 1].isascii():
            break  # Latin words stand apart
        found = called(offered, first[:place])
        value = first[place:]
        if found and any(spec.option(value) for spec in found.ask.values()):
            return found, f"{value} {rest}".strip()
    return None


def _apart(text: str) -> str:
    """A line whose first word has a number right behind it, with a space between them.

    >>> _apart("パレンケ3 木"), _apart("pal３"), _apart("12")
    ('パレンケ 3 木', 'pal ３', '12')
    """
    place = next((i for i, char in enumerate(text) if char.isdigit() or char == " "), len(text))
    if not 0 < place < len(text) or text[place] == " ":
        return text
    return f"{text[:place]} {text[place:]}"


def with_value(
    state: State, action: Action, given: Mapping[str, Any], *, forced: bool = False
) -> Command | Missing | Problem:
    """The command once every value is there; else the value that is asked next."""
    for key, spec in action.ask.items():
        if key not in given and not spec.optional:
            asked = {name: action.ask[name] for name in given}
            _, problems = read_inputs(asked, given, state.names)
            return problems[0] if problems else Missing(action, given, spec, forced)
    values, problems = read_inputs(action.ask, given, state.names)
    if problems:
        return problems[0]
    return {"do": action.id, "with": {k: settled(v) for k, v in values.items()}, "force": forced}


def answered(
    state: State, missing: Missing, line: str, *, forced: bool = False
) -> Command | Missing | Problem:
    """What comes of an answer to the value that an action asks for."""
    value = raw_value(missing.field, line, state.names, counted=True)
    given = {**missing.given, missing.field.id: value}
    return with_value(state, missing.action, given, forced=forced or missing.forced)


def raw_value(spec: Field, raw: str, names: Sequence[str] = (), *, counted: bool = False) -> Any:
    """What was typed for a field, as a document would have it.

    ``counted``: an option may be given by its number. Values of all players are ``葵:1、弓:2``, or
    one for each seat.
    """
    match spec.kind:
        case "by-player":
            return _by_player(raw, names)
        case "players":
            return joined(split(raw), lambda part: one_called(names, part))
        case _:
            return typed(spec, raw, counted=counted)


def _by_player(raw: str, names: Sequence[str]) -> dict[str, str] | str:
    parts = split(raw)
    if len(parts) == len(names) and all(Entered.of(part) is not None for part in parts):
        return dict(zip(names, parts, strict=True))
    pairs = [part.rpartition(":") for part in parts]
    if not all(colon for _, colon, _ in pairs):
        return raw
    return {one_called(names, name.strip()) or name.strip(): amount for name, _, amount in pairs}


def _implied(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action whose first value a line gives, when only one can be meant."""
    pieces = _pieces(text)
    found = []
    for action in offered:
        spec = next(iter(action.ask.values()), None)
        if pieces and spec and spec.kind in ("choice", "choices"):  # noqa: SIM102
            if _fits(spec, _words(action, pieces)[0], ()) == _EXACTLY:
                found.append(action)
    return (found[0], text) if len(found) == 1 else (None, "")


def _words(action: Action, pieces: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The first value among the words of a line, which may be an option of several words."""
    for many in range(min(4, len(pieces)), 1, -1):
        said = " ".join(pieces[:many])
        if any(spec.option(said) for spec in action.ask.values()):
            return said, pieces[many:]
    return pieces[0], pieces[1:]


def _arguments(
    state: State, action: Action, rest: str, *, forced: bool
) -> Command | Missing | Problem:
    """The values of an action: by place in the order it asks, or as key=value."""
    given: dict[str, Any] = {}
    free = list(action.ask)
    pieces: Sequence[str] = _pieces(rest)
    while pieces:
        piece, pieces = _words(action, pieces)
        key, sign, raw = piece.replace("＝", "=").partition("=")
        spec = field_called(action.ask, key) if sign else None
        if spec is None:
            spec, raw = _place(action, free, given, piece, state.names), piece
        if spec is None:
            return Problem("E502", None, {"found": piece, "action": action.name})
        free = [k for k in free if k != spec.id]
        given[spec.id] = _more(given.get(spec.id), raw_value(spec, raw, state.names))
    return with_value(state, action, given, forced=forced)


def _more(before: Any, value: Any) -> Any:
    """A value together with what was given of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value


def _place(
    action: Action, free: Sequence[str], given: Mapping[str, Any], piece: str, names: Sequence[str]
) -> Field | None:
    """Which value a word without a key is: the first that it can be, else one more of a list."""
    asked = [action.ask[key] for key in free]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), (list, dict))]
    fits = [(spec, _fits(spec, piece, names)) for spec in (*asked, *lists)]
    for wanted in (_EXACTLY, _BY_ITS_BEGINNING):
        for spec, fit in fits:
            if fit == wanted:
                return spec
    return next(iter((*asked, *lists)), None)


#: How well a word can be a value.
_NOT_AT_ALL, _BY_ITS_BEGINNING, _EXACTLY = range(3)


def _fits(spec: Field, piece: str, names: Sequence[str]) -> int:
    """How well a word can be a value of a field, by its kind."""
    raw = raw_value(spec, piece, names)
    parts = raw if isinstance(raw, list) else [raw]
    match spec.kind:
        case "whole" | "wholes":
            known = all(Entered.of(str(part)) is not None for part in parts)
        case "flag":
            known = isinstance(raw, bool)
        case "by-player":
            known = isinstance(raw, dict)
        case "player" | "players":
            known = all(number(part) or one_called(names, part) for part in parts)
        case "choice" | "choices":
            if not all(spec.option(part) for part in parts):
                return _NOT_AT_ALL
            said = [spec.option(part) for part in joined(split(piece), spec.option)]
            return _EXACTLY if spec.option(piece) or all(said) else _BY_ITS_BEGINNING
        case _:
            known = True
    return _EXACTLY if known else _NOT_AT_ALL


def _pieces(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


#: Full stops as input methods type them; ``=`` for the space before the value.
_IN_SETTINGS = str.maketrans("．。＝=", "..  ")


def _setting(game: Game, state: State, rest: str) -> Command | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red 2`` inside a record."""
    flow = flow_of(game)
    text = rest.strip().translate(_IN_SETTINGS)
    player, text = _owner(state.names, text)
    target, _, raw = text.partition(" ")
    first, *inner = target.split(".")
    if player is None and inner and called(flow.table.values(), first) is None:
        near = did_you_mean(first, state.names)
        return Problem("E420", None, {"found": first, "known": list(state.names), "near": near})
    fields = flow.table if player is None else flow.player
    spec = called(fields.values(), first)
    found = spec.field if spec else None
    path: list[str] = []
    for key in inner:
        found = field_called(found.fields, key) if found and found.kind == "record" else None
        path += [found.id] if found else []
    if spec is None or found is None:
        known = [f.field.id for f in fields.values()]
        return Problem(
            "E503", None, {"found": target, "known": known, "near": did_you_mean(first, known)}
        )
    if not raw.strip():
        return Problem("E504", None, {"found": target, "name": found.name})
    value, problems = read_value(
        found, raw_value(found, raw.strip(), state.names, counted=True), state.names
    )
    if problems:
        return problems[0]
    command = {"set": spec.field.id, "player": player, "to": settled(value)}
    return {**command, "inside": path} if path else command


def _owner(names: Sequence[str], text: str) -> tuple[str | None, str]:
    """The player before the first dot of a correction, whatever the name has in it, and the rest."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name + "."):
            return name, text[len(name) + 1 :]
    who, dot, rest = text.partition(".")
    found = [name for name in names if fold(name) == fold(who)] if dot else []
    return (found[0], rest) if len(found) == 1 else (None, text)
