"""Random positions of the games, such as could lie on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from tests.helpers import game_folders, game_in

NAMES = ("葵", "Ben", "湊", "Dee", "Eva")
#: The most of anything that has no bound.
_MANY = 9

GAMES = [(folder, event) for folder in game_folders() for event in game_in(folder).event_ids]
IDS = [f"{folder.name}/{event}" for folder, event in GAMES]


@st.composite
def positions(draw: st.DrawFn, game: Game, event_id: str) -> dict[str, Any]:
    """A position as plain data; nearly all of them can be scored."""
    assert game.scoring is not None
    event = game.scoring.events[event_id]
    low, high = game.about.players
    names = NAMES[: draw(st.integers(low, high))]
    people: list[dict[str, Any]] = [{"name": name} for name in names]
    for spec in game.scoring.player.values():
        if spec.belongs_to(event_id):
            for person, value in zip(people, _of_all(draw, spec, event, names), strict=True):
                person[spec.id] = value
    document: dict[str, Any] = {"game": game.id, "event": event_id, "players": people}
    for spec in game.scoring.table.values():
        if spec.belongs_to(event_id):
            document[spec.id] = draw(_value(spec, event, names))
    if game.id in _AS_ON_A_TABLE:
        _AS_ON_A_TABLE[game.id](document)
    return document


def _of_all(draw: st.DrawFn, spec: Field, event: Event, names: tuple[str, ...]) -> list[Any]:
    """A value for each player; an option that exists once goes to one of them."""
    if spec.kind != "choices":
        return [draw(_value(spec, event, names)) for _ in names]
    deck = draw(st.permutations([option.id for option in spec.options]))
    hands: list[Any] = []
    for _ in names:
        many = draw(st.integers(0, min(spec.most or 2, len(deck))))
        hands.append(deck[:many])
        deck = deck[many:]
    return hands


def _value(spec: Field, event: Event, names: tuple[str, ...]) -> st.SearchStrategy[Any]:
    match spec.kind:
        case "whole":
            return st.integers(*_bounds(spec, names))
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from([option.id for option in spec.options])
        case "record":
            inner = {f.id: _value(f, event, names) for f in spec.fields.values()}
            return st.fixed_dictionaries(inner)
        case "records":
            inner = {f.id: _value(f, event, names) for f in spec.fields.values()}
            return st.lists(st.fixed_dictionaries(inner), max_size=3)
        case "by-player":
            extras = [e.id for e in spec.extras if len(names) in e.players]
            return st.dictionaries(
                st.sampled_from([*names, *extras]), st.integers(0, spec.most or 4)
            )
        case _:
            raise AssertionError(spec.kind)


def _bounds(spec: Field, names: tuple[str, ...]) -> tuple[int, int]:
    low = spec.low if spec.low is not None else -3
    if spec.high is None:
        return low, max(low, _MANY)
    # What a game has few of must do for everybody, and one player alone stands at the very top.
    few = max(low + 1, spec.high // len(names))
    return low, min(spec.high, few if low == 0 else spec.high - 1 if low < 0 else spec.high)


def _in_mexica(document: dict[str, Any]) -> None:
    for district in document["districts"]:
        district["founded"] = district["founded"] and 3 <= district["size"] <= 13
        room = district["size"] - district["founded"]
        while len(district["temples"]) > room:
            district["temples"].popitem()


def _in_praga(document: dict[str, Any]) -> None:
    for person in document["players"]:
        for tokens in ("blue-tokens", "red-tokens"):
            person[tokens] = min(person[tokens], 6)
        if person["cathedral"]["row"] < 5:
            person["cathedral-tile"] = 0


def _in_tzolkin(document: dict[str, Any]) -> None:
    people = document["players"]
    for person, discount in zip(people, (1, 1, 0, 0, 0), strict=False):
        if "workers-on-gears" in person:
            person["workers-on-gears"] = min(person["workers-on-gears"], person["workers"])
        for key in ("buildings", "harvest"):
            if key in person:
                person[key] = {k: min(v, 2) for k, v in person[key].items()}
        if "skulls" in person:
            person["skulls"] = min(person["skulls"], 2)
        if "farms" in person:
            person["farms"] = {"free": min(person["farms"]["free"], 3), "discount": discount}
    if "skulls-placed" in document:
        document["skulls-placed"] = min(document["skulls-placed"], 4)


def _in_caylus(document: dict[str, Any]) -> None:
    for person, most in zip(document["players"], (2, 1, 1, 1, 1), strict=False):
        if "houses" in person:
            person["houses"] = min(person["houses"], most)


#: What puts right what the games' checks would refuse.
_AS_ON_A_TABLE: dict[str, Callable[[dict[str, Any]], None]] = {
    "mexica": _in_mexica, "praga": _in_praga, "tzolkin": _in_tzolkin, "caylus": _in_caylus,
}  # fmt: skip
