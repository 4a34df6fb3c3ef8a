"""Corrections by hand: whose value a line sets, which it is, and what it is to be (修正)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import by_name, fold
from rulesref.base.frozen import changed, frozen
from rulesref.base.suggest import did_you_mean, nearest
from rulesref.base.text import LANGS, Text, narrow, whole
from rulesref.fields.kind import Typing, kind_of
from rulesref.fields.record import read_value
from rulesref.fields.typed import is_none, names_first
from rulesref.model.entries import Field, Named
from rulesref.model.flow import StateField
from rulesref.model.game import Game
from rulesref.play.flow.offers import seat_now
from rulesref.play.flow.state import Command, State, flow_of, inner, part_of, settled

#: Full stops as input methods type them; ``=`` for the space before the value.
_IN_SETTINGS = str.maketrans("．。＝=", "..  ")


@frozen
class Target:
    """Which value a correction is of: whose, under which key, by which path inside it, and its field."""

    player: str | None
    key: str
    path: tuple[str | int, ...]
    field: Field

    @property
    def called(self) -> str:
        """Its name in lines, behind whose it is."""
        return ".".join(map(str, (self.key, *self.path)))

    def inside(self, key: str | int) -> Target:
        """A part of the value."""
        return Target(self.player, self.key, (*self.path, key), part_of(self.field, key))

    def now(self, state: State) -> Any:
        """The value that it has; None where nobody knows it, IndexError where there is no such place."""
        held = state.table if self.player is None else state.players[state.names.index(self.player)]
        return None if held[self.key] is None else inner(held[self.key], self.path)

    def command(self, **change: Any) -> Command:
        """The command that changes it: ``to`` a value, or ``by`` so much."""
        command = {"set": self.key, "player": self.player, **change}
        return {**command, "inside": list(self.path)} if self.path else command


def parts_of(target: Target, names: Sequence[str]) -> Iterator[Target]:
    """What of a value can be called by name: the fields of a record, the amounts of players and colours."""
    kind, own = kind_of(target.field), (*target.field.fields,)
    if kind.has_colours:
        own = (*names, *target.field.extras_by_id)
    return map(target.inside, own if kind.has_parts or kind.has_colours else ())


def targets(specs: Mapping[str, StateField], player: str | None) -> list[Target]:
    """The values that are kept of a player or of the table."""
    return [Target(player, key, (), spec.field) for key, spec in specs.items()]


def setting(game: Game, state: State, rest: str) -> Command | Target | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red +2`` inside a record, for two more; without a value which it is of."""
    owner = next((name for name in state.names if fold(name) == fold(rest)), None)
    if not rest.strip() or owner:
        first = next(iter(flow_of(game).player.values())).field.name
        example = Text(*(f"set {owner or state.names[0]} {first.of(lang)} 3" for lang in LANGS))
        return wrong("E537", f"set {owner}" if owner else "set", example=example)
    target = _target(game, state, rest.strip())
    if target is not None:
        return _set_to(state, *target) if target[1] else target[0]
    return _no_target(game, state, rest.strip().translate(_IN_SETTINGS))


def _set_to(state: State, target: Target, raw: str) -> Command | Problem:
    field, kind = target.field, kind_of(target.field)
    try:
        now = target.now(state)
    except (IndexError, TypeError):
        place = next(k for k, key in enumerate(target.path) if isinstance(key, int))
        many = len(changed(target, path=target.path[:place]).now(state) or ())
        return wrong("E434", target.path[place], high=many)
    sign, typed = _signed(raw)
    listed = kind.part is not None and not kind.has_colours
    if sign in ("+", "-") and kind.is_number:
        return _by(target, sign, typed)
    if sign in ("+", "-") and not listed:
        if not kind.is_free_text:
            code = "E404" if field.options else "E420" if kind.names_players else "E402"
            allowed = [option.name for option in field.options]
            known = {"allowed": allowed, "known": list(state.names), "near": None}
            return wrong(code, raw, name=field.name, expected=field.kind, **known)
        sign, typed = "", raw  # it is a part of the text
    times, _, one = narrow(typed).partition(" ")
    counted = times.isdecimal() and field.option(one) and not field.option(typed)
    if field.repeat and counted and not sign:
        return wrong("E596", typed, name=field.name, place=times)
    # What is added or taken away is called by its name: a number would be how many.
    meant = raw_value(field, typed, state, shown=() if sign in ("+", "-") else field.options)
    value, problems = read_value(field, meant, state.names)
    if not problems and sign in ("+", "-"):
        left: list[Any] = [*(now or ()), *(value if sign == "+" else ())]  # type: ignore[misc]
        try:
            for each in value if sign == "-" else ():  # type: ignore[union-attr]
                left.remove(each)
        except ValueError:
            return wrong("E512", name=field.name, value=typed)
        value, problems = read_value(field, left, state.names)
    elif not problems and kind.has_colours:
        value = dict(now or {}) | dict(value)  # type: ignore[arg-type]  # as its kind reads it
    return problems[0] if problems else target.command(to=settled(value))


def _signed(raw: str) -> tuple[str, str]:
    """``+`` or ``-`` where a value changes by what stands behind, ``=`` where it is to be that; and what stands behind."""
    flat = raw.strip()
    flat = narrow(flat[0]).translate(_DASHES) + flat[1:].replace("＝", "=", 1)
    for sign in ("+=", "-=", "+", "-", "="):
        behind = flat.removeprefix(sign).strip()
        if flat.startswith(sign) and behind and not is_none(flat):
            return sign[0], behind
    return "", raw


_DASHES = str.maketrans(dict.fromkeys("−ー–—", "-"))


def _by(target: Target, sign: str, typed: str) -> Command | Problem:
    """A number that changes by so much; a sum with a sign could be two things."""
    many = raw_value(target.field, typed) if typed[0] not in "+-=" else typed
    by = whole(str(many))
    if by is None:
        return wrong("E402", sign + typed, name=target.field.name, expected="whole")
    return target.command(by=by if sign == "+" else -by)


#: What may stand between the player, the value and what it is to be.
_BETWEEN = " .．。・はがのを:：=＝、,\u3000"
#: No name ends with these: they stand before the number of a place, or say how a value changes.
_SIGNS = ".．。@＠+-＋－−=＝ "
#: Between a value and what it is to be; a word that means yes begins like one of them.
_TO_BE = r"(?:は(?!い\s*$)|[がを:：、,]|\s+[はがを:：、,](?=[\s\d+=-]))?\s*"


def _target(game: Game, state: State, text: str) -> tuple[Target, str] | None:
    """Which value a correction is of, and what it is to be, without dots too."""
    flow = flow_of(game)
    for player, behind in (*_owners(state.names, text), (None, text)):
        of_table = targets(flow.table, None)
        found = _called(of_table if player is None else targets(flow.player, player), state, behind)
        if found is None and player is not None:
            # What a player has of an amount by player of the table.
            found = _called(of_table, state, behind)
            whose = found is not None and kind_of(found[0].field).has_colours
            found = (found[0].inside(player), found[1]) if found is not None and whose else None
        if found is not None and found[1].lstrip()[:1] not in (".", "．", "。"):
            return found[0], re.sub(_TO_BE, "", found[1], count=1).strip()
    return None


def _owners(names: Sequence[str], text: str) -> list[tuple[str | None, str]]:
    """The players with whose names a correction begins, the longest first, and what stands behind each."""
    return [
        (name, behind.lstrip(_BETWEEN))
        for name, behind in names_first(names, text)
        if behind[:1] in _BETWEEN
    ]


def _called(every: Sequence[Target], state: State, text: str) -> tuple[Target, str] | None:
    """The value with whose name a text begins, as far inside as it goes, and the rest of it.

    The name of a part alone will do where no value and no other part is called so.
    """
    step = _begins_with(every, text)
    if step is None:
        inside = [
            part for each in every if kind_of(each.field).has_parts for part in parts_of(each, ())
        ]
        step = _begins_with(inside, text)
        called = [part for part in inside if step and part.field.name == step[0].field.name]
        if step is None or len(called) > 1:
            return None
    target, rest = step
    while (further := _inside(target, state, rest)) is not None:
        target, rest = further
    return target, rest


def _inside(target: Target, state: State, text: str) -> tuple[Target, str] | None:
    """The part of a value that the text behind its name names, and the rest."""
    if kind_of(target.field).part and not kind_of(target.field).has_colours:
        place = re.match(r"\s*[.．。@＠の]\s*([1-9]\d{0,8})(?!\d)", text)
        return (target.inside(int(place[1])), text[place.end() :]) if place else None
    step = _begins_with([*parts_of(target, state.names)], text.lstrip(_BETWEEN))
    # Several amounts are one value.
    amounts = step is not None and kind_of(target.field).has_colours
    several = amounts and step and re.search("[:：、,]", step[1].strip(_BETWEEN))
    return None if several else step


def _begins_with(every: Sequence[Target], text: str) -> tuple[Target, str] | None:
    """The value with whose name a text begins, the longest, and the rest of it."""
    named = {id(each.field): each for each in every}
    for end in range(len(text), 0, -1):
        behind = text[end : end + 1]
        if text[:end].rstrip("ー")[-1:] in _SIGNS:
            continue  # a sign that stands before the value is dropped in names
        digit = behind.isdigit() and not text[end - 1].isdigit()
        apart = not behind or behind in _BETWEEN or behind in _SIGNS or digit
        if apart and (field := by_name([each.field for each in every], text[:end])):
            return named[id(field)], text[end:]
    return None


def said_to_be(game: Game, state: State, text: str) -> Command | None:
    """A sentence that says what a player has: 葵の金は7, 葵の金を7に, Ann's gold is 7."""
    text = re.sub(r"['’]s (.+) (?:is|are) (?=[\d-])", r".\1=", text)
    said = re.fullmatch(
        r"(.+[のはが.．].+(?:[は=＝].*|を.*\d+(?=に)))(?:に(?:する|します)?)?", text
    )
    if said is None:
        return None
    found = _target(game, state, said[1])
    if found is None or not found[1] or not {found[0].player, *found[0].path} & {*state.names}:
        return None
    command = _set_to(state, *found)
    return None if isinstance(command, Problem) else command


def said_to_change(game: Game, state: State, text: str) -> Command | None:
    """A line that says by how much a player, or the one who acts, has more or less of something: +2 gold, 葵の金-1."""
    said = re.fullmatch(r"([^+\d]*?)\s*([+＋−-]\s?\d+)\s*([^+\d]*)", text)
    if said is None:
        return None
    seat, called = seat_now(state), f"{said[1]} {said[3]}".strip()
    front = "" if seat is None or [*_owners(state.names, called)] else f"{state.names[seat]} "
    found = _target(game, state, f"{front}{called} {said[2]}")
    if found is None or found[0].player is None or found[1] != said[2]:
        return None
    command = _set_to(state, *found)
    return None if isinstance(command, Problem) or "by" not in command else command


def _no_target(game: Game, state: State, text: str) -> Problem:
    """Which part of the name of a value that is to be corrected nothing has."""
    flow = flow_of(game)
    player, text = next(iter(_owners(state.names, text)), (None, text))
    target = text.partition(" ")[0]
    first, *inner = target.split(".")
    if player is None and inner and by_name(flow.table.values(), first) is None:
        near = did_you_mean(first, state.names)
        return wrong("E420", first, known=list(state.names), near=near)
    fields = flow.table if player is None else flow.player
    like = nearest(fields.values(), first)
    names = [each.field.name for each in fields.values() if not each.working]
    return wrong("E503", target, known=names, near=like.field.name if like else None)


def raw_value(
    spec: Field, raw: str, state: State | None = None, *,
    shown: Sequence[Named] = (), first: Sequence[Named] = (),
) -> Any:  # fmt: skip
    """What was typed for a field, as a document would have it.

    ``shown``: options that were listed with numbers; ``first``: those that are meant rather than
    others of the same name.
    """
    names, turn = (state.names, seat_now(state)) if state else ((), None)
    return kind_of(spec).typed(spec, raw, Typing(tuple(names), turn, shown, first or shown))
