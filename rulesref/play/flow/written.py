"""A command as a line that means it, for what was chosen rather than typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.fields.kind import empty
from rulesref.model.expression import plain_value
from rulesref.model.game import Game
from rulesref.play.flow.state import Command, State, flow_of, settled


def line_of(game: Game, state: State, command: Command) -> str:
    """The line: of an action its id and each value as ``key=value``, behind who acts out of turn."""
    names = state.names
    if "set" in command:
        target = ".".join(map(str, (command["set"], *command.get("inside", ()))))
        owner = f"{command['player']}." if command["player"] else ""
        value = f"{command['by']:+d}" if "by" in command else _typed(command["to"], names)
        # A sign in front would say by how much it changes.
        sign = "=" if "to" in command and value[:1] in "+-" and value != "-" else ""
        return f"set {owner}{target} {sign}{value}"
    action = flow_of(game).actions[command["do"]]
    said = [
        f"{key}={_typed(value, names)}"
        for key, value in command["with"].items()
        if plain_value(value) != plain_value(settled(empty(action.ask[key])))
        or not action.ask[key].optional
    ]
    who = [command["who"]] if "who" in command else []
    return ("!" if command.get("force") else "") + " ".join([*who, action.id, *said])


def _typed(value: Any, names: tuple[str, ...]) -> str:
    """A value as one would type it: players by their seats, which no name can be taken for."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ",".join(f"{key}:{_typed(each, ())}" for key, each in value.items())
        case list() | tuple():
            return ",".join(_typed(each, names) for each in value) or "-"
        case _:
            return str(names.index(value) + 1 if value in names else value)
