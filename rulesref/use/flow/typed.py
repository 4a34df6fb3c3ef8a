"""What a typed line means in a play: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.kana import hiragana
from rulesref.base.numbers import Entered
from rulesref.base.text import fold
from rulesref.reading.near import did_you_mean
from rulesref.reading.positions import field_called, flag_called, read_inputs, read_value
from rulesref.use.flow.looking import choices
from rulesref.use.flow.scorings import pending
from rulesref.use.flow.state import Command, Missing, State, flow_of
from rulesref.use.flow.values import settled

if TYPE_CHECKING:
    from rulesref.model.fields import Field
    from rulesref.model.flow import Action, StateField
    from rulesref.reading.games import Game


_DASHES = "ー−‐–—"


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
        known = [word for a in offered for word in (a.id, *a.name, *a.words[0], *a.words[1])]
        near = did_you_mean(first, known)
        return Problem("E501", None, {"found": text[:40], "near": near})
    return _arguments(state, action, given, forced=forced)


def action_called(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action a line names by number or words, and the rest of the line."""
    first, _, rest = text.partition(" ")
    flat = fold(first)
    if flat.isdigit() and 1 <= int(flat) <= len(offered):
        return offered[int(flat) - 1], rest
    named = _named(offered, text) or _named(offered, _apart(text))
    if named is not None:
        return named
    begun = [
        a
        for a in offered
        if flat and any(fold(w).startswith(flat) for w in (a.id, *a.name, *a.words[0], *a.words[1]))
    ]
    return (begun[0], rest) if len(begun) == 1 else (None, "")


def _named(offered: Sequence[Action], text: str) -> tuple[Action, str] | None:
    """The action whose name or word a line begins with, the longest first, and the rest of it."""
    best: tuple[int, Action, str] | None = None
    pieces = text.split()
    for action in offered:
        names = {fold(w) for w in (action.id, *action.name, *action.words[0], *action.words[1])}
        for many in range(len(pieces), 0, -1):
            said = fold(" ".join(pieces[:many]))
            read = hiragana(said) if said.isascii() else None
            if said in names or (read and fold(read) in names):
                if best is None or many > best[0]:
                    best = (many, action, " ".join(pieces[many:]))
                break
    return (best[1], best[2]) if best else None


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
    given = {**missing.given, missing.field.id: raw_value(missing.field, line)}
    return with_value(state, missing.action, given, forced=forced or missing.forced)


def raw_value(spec: Field, raw: str) -> Any:
    """What was typed for a field, as a document would have it."""
    if spec.kind in ("whole", "wholes"):
        # An input method types a long vowel for a minus.
        raw = "".join(
            "-" if char in _DASHES and after.isdigit() else char
            for char, after in zip(raw, raw[1:] + " ", strict=True)
        )
    if spec.kind in ("choices", "wholes", "players"):
        return [part for part in raw.replace("、", ",").replace(",", ",").split(",") if part]
    if spec.kind == "by-player":
        pairs = (part.replace(":", ":").partition(":") for part in raw.split(","))
        return {name: amount for name, _, amount in pairs}
    return raw


def _implied(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action whose first value a line gives, when only one can be meant."""
    pieces = _pieces(text)
    found = []
    for action in offered:
        spec = next(iter(action.ask.values()), None)
        if pieces and spec and spec.kind in ("choice", "choices"):  # noqa: SIM102
            if _fits(spec, _words(action, pieces)[0], ()):
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
        key, sign, raw = piece.replace("=", "=").partition("=")
        spec = next(
            (f for f in action.ask.values() if sign and fold(key) in map(fold, (f.id, *f.name))),
            None,
        )
        if spec is None:
            spec, raw = _place(action, free, given, piece, state.names), piece
        if spec is None:
            return Problem("E502", None, {"found": piece, "action": action.name})
        free = [k for k in free if k != spec.id]
        value = raw_value(spec, raw)
        given[spec.id] = (
            [*given[spec.id], *value] if spec.id in given and isinstance(value, list) else value
        )
    return with_value(state, action, given, forced=forced)


def _place(
    action: Action, free: Sequence[str], given: Mapping[str, Any], piece: str, names: Sequence[str]
) -> Field | None:
    """Which value a word without a key is: the first that it can be, else one more of a list."""
    fits = [action.ask[key] for key in free if _fits(action.ask[key], piece, names)]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), list)]
    longer = [spec for spec in lists if _fits(spec, piece, names)]
    return next(iter((*fits, *longer, *(action.ask[key] for key in free), *lists)), None)


def _fits(spec: Field, piece: str, names: Sequence[str]) -> bool:
    """Whether a word can be a value of a field, by its kind."""
    raw = raw_value(spec, piece)
    for part in raw if isinstance(raw, list) else [raw]:
        match spec.kind:
            case "whole" | "wholes":
                known: object = Entered.of(part) is not None
            case "choice" | "choices":
                known = spec.option(part)
            case "flag":
                known = flag_called(part) is not None
            case "player" | "players":
                known = part.isdigit() or any(fold(name).startswith(fold(part)) for name in names)
            case _:
                known = True
        if not known:
            return False
    return True


def _pieces(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def _setting(game: Game, state: State, rest: str) -> Command | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red 2`` inside a record."""
    flow = flow_of(game)
    text = rest.strip().replace("．", ".").replace("＝", " ").replace("=", " ")
    player, text = _owner(state.names, text)
    target, _, raw = text.partition(" ")
    first, *inner = target.split(".")
    if player is None and inner and _called(flow.table, first) is None:
        near = did_you_mean(first, state.names)
        return Problem("E420", None, {"found": first, "known": list(state.names), "near": near})
    fields = flow.table if player is None else flow.player
    spec = _called(fields, first)
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
    value, problems = read_value(found, raw_value(found, raw.strip()), state.names)
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


def _called(fields: Mapping[str, StateField], word: str) -> StateField | None:
    wanted = fold(word)
    for spec in fields.values():
        names = (spec.field.id, *spec.field.name, *spec.field.aliases[0], *spec.field.aliases[1])
        if wanted in map(fold, names):
            return spec
    return None
