"""A player called otherwise, since a play began: its lines are carried out again (改名)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed
from rulesref.fields.kind import kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import one_called, repeated
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Command
from rulesref.play.flow.state import part_of
from rulesref.play.replay import replayed, with_state
from rulesref.play.session import Mended, PlaySession, Rejected, Reply
from rulesref.play.start import must_be_tellable

#: From a player's name as it was, or the beginning of one, to the name now; other values stay.
_Called = Callable[[Any], Any]


def rename(session: PlaySession, old: str, new: str) -> Reply:
    """Call a player otherwise, in what was taken back as well; raises what is wrong with the name.

    The lines with the old name are put aside.
    """
    if (elsewhere := session.changed_elsewhere()) is not None:
        return elsewhere
    game, was, before = session.game, session.play, session.state
    if old not in before.names:
        return Rejected((wrong("E420", old, known=list(before.names), near=None),))
    names = tuple(new if name == old else name for name in before.names)
    if new == old:
        return Mended((), None, 0, (), None, before, before, ())
    must_be_tellable([new], game)
    if repeated(names) is not None:
        return Rejected((wrong("E429", new),))

    def called(value: Any) -> Any:
        known = one_called(before.names, value) if isinstance(value, str) else None
        return value if known is None else new if known == old else known

    lines = []
    for entry in session.entries():
        command = renamed(game, entry.line.command, called)
        typed = entry.line.typed
        if old in typed and ("do" in command or "set" in command) and entry.state is not None:
            typed = flow.line_of(game, changed(entry.state, names=names), command)
        lines.append(changed(entry.line, command=command, typed=typed, state=None, data=""))
    entries = replayed(game, changed(was, players=names), lines)
    misfits = [problem for entry in entries for problem in entry.problems]
    if any("standing" in entry.line.command for entry in entries):
        misfits = [Problem("E592")]
    if misfits:
        return Rejected(tuple(misfits[:1]))
    kept = [with_state(game, entry) for entry in entries]
    if (elsewhere := session.replace(-1, kept, head=was.head)) is not None:
        return elsewhere
    return Mended((), None, 0, (), was.line.id, before, session.state, (), (old, new))


def renamed(game: Game, command: Mapping[str, Any], called: _Called) -> Command:
    """A command with the players called otherwise, wherever it names them."""
    command = {**command}
    for key in ("who", "player"):
        if key in command:
            command[key] = called(command[key])
    spec = flow.flow_of(game)
    if "do" in command and command["do"] in spec.actions:
        command["with"] = _fields(spec.actions[command["do"]].ask, command.get("with", {}), called)
    if "set" in command:
        fields = spec.table if command["player"] is None else spec.player
        field = fields[command["set"]].field
        path = []
        for key in command.get("inside", ()):
            path.append(called(key) if kind_of(field).has_colours else key)
            field = part_of(field, key)
        command |= {"inside": path} if path else {}
        command |= {"to": _value(field, command["to"], called)} if "to" in command else {}
    if "gains" in command:
        command["gains"] = {called(name): many for name, many in command["gains"].items()}
    if "position" in command and game.scoring is not None:
        position = _fields(game.scoring.table, command["position"], called)
        people = position.get("players", ())
        position["players"] = [
            _fields(game.scoring.player, person, called)
            | ({"name": called(person["name"])} if "name" in person else {})
            for person in people
        ]
        command["position"] = position
    return command


def _fields(
    fields: Mapping[str, Field], values: Mapping[str, Any], called: _Called
) -> dict[str, Any]:
    """Values by the names of their fields."""
    return {key: _value(field_called(fields, key), value, called) for key, value in values.items()}


def _value(field: Field | None, value: Any, called: _Called) -> Any:
    if field is None:
        return value
    kind = kind_of(field)
    if kind.names_players:
        return (
            [called(each) for each in value] if isinstance(value, (list, tuple)) else called(value)
        )
    if isinstance(value, Mapping) and kind.has_colours:
        return {called(key): many for key, many in value.items()}
    if isinstance(value, Mapping) and kind.has_parts:
        return _fields(field.fields, value, called)
    if isinstance(value, (list, tuple)) and kind.has_entries:
        return [_fields(field.fields, each, called) for each in value]
    return value
