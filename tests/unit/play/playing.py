"""The invented game being played: a beginning, commands, states after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesref.model.flow import Track
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.play.log import LogLine, Play
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_in

GAME = game_in(TOY)


def begun(tracked: Track = "full", *options: str) -> State:
    """The beginning of a play of A and Ben."""
    return flow.begin(GAME, ("A", "Ben"), read_options(GAME, options)[0], tracked).state


def after(state: State, *commands: dict[str, Any]) -> State:
    """The state after commands, each of which must be accepted."""
    for command in commands:
        done = flow.carry_out(GAME, state, command)
        assert done.problems == ()
        state = done.state
    return state


def do(action: str, **given: Any) -> dict[str, Any]:
    """The command of an action with its values."""
    return {"do": action, "with": given}


def set_to(field: str, value: Any, player: str | None = None, *inside: str | int) -> dict[str, Any]:
    """The command of a correction."""
    return {"set": field, "player": player, "to": value, "inside": inside}


def session(store: PlayStore | None = None, tracked: Track = "full") -> PlaySession:
    """A new play of A and Ben, in memory unless there is a store."""
    names, options = ("A", "Ben"), read_options(GAME, [])[0]
    return PlaySession.new(store or PlayStore.in_memory(), GAME, names, options, tracked)[0]


def rewritten(
    play: PlaySession, change: Callable[[LogLine], LogLine | None] = lambda line: line
) -> tuple[PlayStore, Play]:
    """A play with other lines, or without some, in a store of its own; its states fit their places."""
    kept = [change(line) for line in play.store.lines(play.play)]
    now = play.play
    about = {key: getattr(now, key) for key in
             ("name", "game", "digest", "players", "options", "tracked", "seed", "head", "draft")}  # fmt: skip
    store = PlayStore.in_memory()
    return store, store.begin(about, [line for line in kept if line is not None])


REST = do("rest")
#: Nobody rests any longer: a scoring asks.
SCORING = (REST, REST)
SPRING = {"plots": [{"size": 3, "walled": True, "flowers": {"A": 2, "Ben": 1}}]}
FINAL = {
    "players": [
        {"seeds": {"red": 2, "blue": 1, "green": 1}},
        {"seeds": {"red": 1, "blue": 1, "green": 3}},
    ]
}
#: A whole play.
TO_THE_END = (*SCORING, {"position": SPRING}, {"position": FINAL})
