"""Events of a scoring that are like another: what they do not say themselves is as it is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.reading.link import Tell


def fill_in(events: Any, tell: Tell) -> Tell:
    """Give the events of a file what they have from others.

    Returns how to tell of problems from then on: one in what an event has from another is told at
    its ``like``, unless it has been told of the other.
    """
    index = {event["id"]: i for i, event in enumerate(events)}
    models = {event["id"]: event.pop("like") for event in events if "like" in event}
    #: The key of which event is that of which other.
    taken: dict[KeyPath, int] = {}
    for i, event in enumerate(events):
        chain = [event["id"]]
        while (model := models.get(chain[-1])) in index and model not in chain:
            chain.append(model)
            for key, value in events[index[model]].items():
                if key != "aliases" and key not in event:
                    event[key] = value
                    taken[i, key] = index[model]
        if model == event["id"]:
            tell("E330", ("events", i, "like"), {"id": model})
        elif len(chain) == 1 and model is not None:
            values = {"kind": "event", "id": model, "known": list(index)}
            tell("E301", ("events", i, "like"), values)
    told: set[tuple[str, KeyPath]] = set()

    def placed(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
        told.add((code, path))
        model = taken.get(path[1:3]) if path[0] == "events" else None
        if model is None:
            tell(code, path, values)
        elif (code, ("events", model, *path[2:])) not in told:
            tell(code, (*path[:2], "like"), values)

    return placed


def with_those_like(events: Any, gone: Collection[int]) -> set[int]:
    """These events and all that are like one of them; they may be malformed."""
    every, more = set(gone), set(gone)
    while more:
        names = [events[i]["id"] for i in more if isinstance(events[i], dict) and "id" in events[i]]
        more = {
            i for i, event in enumerate(events)
            if i not in every and isinstance(event, dict) and event.get("like", "") in names
        }  # fmt: skip
        every |= more
    return every
