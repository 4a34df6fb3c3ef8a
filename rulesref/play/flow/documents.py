"""Positions as documents: what a play knows of one, and what people say of it besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.suggest import did_you_mean


def merged(known: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """A position from what is known and what was said; what was said wins."""
    data = {**known, **{k: v for k, v in said.items() if k != "players"}}
    extra = said.get("players", ())
    data["players"] = [
        {**player, **(extra[i] if i < len(extra) else {})}
        for i, player in enumerate(known["players"])
    ]
    return data


def beyond(known: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """What a document says beyond what is known: that is kept, and the rest is worked out anew."""
    aside = ("game", "event", "players")
    more = {k: v for k, v in document.items() if k not in aside and known.get(k) != v}
    people = document.get("players") or ()
    more["players"] = [
        {k: v for k, v in person.items() if was.get(k) != v}
        for person, was in zip(people, known["players"], strict=False)
    ]
    return more


def seated(data: Any, names: Sequence[str]) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """A document with its players in the order of the seats, by name or as they stand."""
    if not isinstance(data, dict):
        return {}, (wrong("E402", data, path="", name=None, expected="record"),)
    people = data.get("players", [])
    if not isinstance(people, list) or not all(isinstance(person, dict) for person in people):
        return {}, (wrong("E402", people, path="players", name=None, expected="list"),)
    seats: list[dict[str, Any]] = [{} for _ in names]
    for place, person in enumerate(people):
        name = person.get("name")
        if name is None and place < len(names):
            seats[place] = person
        elif name in names:
            seats[names.index(name)] = person
        else:
            near = did_you_mean(str(name), names)
            return {}, (wrong("E420", name, path="players", known=list(names), near=near),)
    return {**data, "players": seats}, ()
