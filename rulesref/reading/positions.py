"""Position documents to positions, or all their problems.

Keys may be given in Japanese or English names; what may stand behind them is the matter of
:mod:`rulesref.fields`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, ProblemsFound
from rulesref.base.folding import by_name
from rulesref.base.frozen import frozen
from rulesref.base.suggest import did_you_mean
from rulesref.fields.kind import At, Reader, nowhere
from rulesref.fields.record import read_fields
from rulesref.fields.typed import reads
from rulesref.model.expression import Position, Value
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring
from rulesref.reading.source import Source

_HEADINGS = {"ゲーム": "game", "得点計算": "event", "裁定": "rulings", "プレイヤー": "players"}
_OF_PLAYER = {"名前": "name"}


def plain_keys(data: Any) -> Any:
    """A document with English keys around its fields; as it is when a key would stand twice.

    >>> plain_keys({"ゲーム": "toy", "プレイヤー": [{"名前": "葵", "点": 3}]})
    {'game': 'toy', 'players': [{'name': '葵', '点': 3}]}
    """
    if not isinstance(data, dict):
        return data
    renamed = _renamed(data, _HEADINGS)
    people = renamed.get("players")
    if isinstance(people, list) and any(isinstance(p, dict) and "名前" in p for p in people):
        named = [_renamed(p, _OF_PLAYER) if isinstance(p, dict) else p for p in people]
        renamed = {**renamed, "players": named}
    return renamed


def _renamed(data: dict[Any, Any], words: Mapping[str, str]) -> dict[Any, Any]:
    if words.keys().isdisjoint(data):
        return data
    return {
        words[key] if key in words and words[key] not in data else key: item
        for key, item in data.items()
    }


def plain_source(source: Source) -> Source:
    """The document so, with the places where its keys and values stand."""
    data = plain_keys(source.data)
    if data is source.data:
        return source

    def plain(path: KeyPath) -> KeyPath:
        head, *rest = path or ("",)
        if head in _HEADINGS and _HEADINGS[head] not in source.data:
            path = (_HEADINGS[head], *rest)
        if len(path) > _NAME_AT and path[0] == "players" and path[_NAME_AT] in _OF_PLAYER:
            if path[_NAME_AT] in data["players"][path[1]]:
                return path  # of a key under both its names the other is kept
            return (*path[:_NAME_AT], _OF_PLAYER[str(path[_NAME_AT])], *path[_NAME_AT + 1 :])
        return path

    return source.moved(data, plain)


#: Where the name stands in the path of a player's name.
_NAME_AT = 2


#: Keys of a document and of its players that are no fields.
NO_FIELDS = ("game", "event", "rulings", "players")
NO_FIELDS_OF_PLAYERS = ("name",)


@frozen
class Read:
    """A document as understood: the position, if there is no problem."""

    position: Position | None
    event: Event | None
    problems: tuple[Problem, ...]


def read_position(
    game: Game,
    data: Any,
    at: At = nowhere,
    *,
    event: str | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Read:
    """The position in ``data``; ``event`` and ``rulings`` from the command line come first."""
    reader = Reader(at)
    try:
        read = _read(game, data, reader, event, rulings or {})
    except ProblemsFound as many:
        return Read(None, None, many.problems)
    if read is None or reader.problems:
        return Read(None, None, tuple(reader.problems))
    return Read(*read, ())


def partial_position(
    game: Game, data: Any, rulings: Mapping[str, str] | None = None
) -> Position | None:
    """What ``data`` says so far, the rest empty; None when not even the event is known."""
    try:
        read = _read(game, data, Reader(), None, rulings or {})
    except ProblemsFound:
        return None
    return read[0] if read else None


def _read(
    game: Game, data: Any, reader: Reader, event: str | None, rulings: Mapping[str, str]
) -> tuple[Position, Event] | None:  # fmt: skip
    data = plain_keys(data)
    scoring = game.scoring
    if scoring is None:
        reader.problem("E421", (), game=game.id)
        return None
    if not isinstance(data, dict):
        reader.problem("E402", (), data, name=None, expected="record")
        return None
    if not _right_game(game, data, reader):
        return None
    chosen_event = _event(scoring.events, data, reader, event)
    if chosen_event is None:
        _names(game, data, reader)
        return None
    reader.event = chosen_event.id
    chosen = chosen_rulings(game, data.get("rulings"), reader, rulings)
    people = data["players"] if isinstance(data.get("players"), list) else []
    reader.players = _names(game, data, reader)
    reader.called.update({("players", i): name for i, name in enumerate(reader.players)})
    table = read_fields(scoring.table, data, (), reader, also=NO_FIELDS)
    players = tuple([
        read_fields(scoring.player, raw, ("players", i), reader, also=NO_FIELDS_OF_PLAYERS)
        for i, raw in enumerate(people)
    ])  # fmt: skip
    _once(scoring, players, reader)
    position = Position(
        game=game.id,
        event=chosen_event.id,
        names=reader.players,
        players=players,
        table=table,
        rulings=game.readings(chosen),
        chosen=chosen,
    )
    return position, chosen_event


def _right_game(game: Game, data: Mapping[str, Any], reader: Reader) -> bool:
    """Whether a position is of this game; of another game nothing more can be said."""
    named = data.get("game", game.id)
    if named in (game.id, game.key):
        return True
    if not isinstance(named, str) or by_name([game.about], named) is None:
        reader.problem("E422", ("game",), named, game=game.id)
        return False
    return True


def _event(
    events: Mapping[str, Event], data: Mapping[str, Any], reader: Reader, asked: str | None
) -> Event | None:
    named = asked or data.get("event")
    if named is None and len(events) == 1:
        return next(iter(events.values()))
    ids = list(events)
    if named is None:
        reader.problem("E423", (), known=ids)
        return None
    event = event_called(events, str(named))
    if event is None:
        near = did_you_mean(str(named), ids)
        reader.problem("E424", ("event",), named, known=ids, near=near)
    return event


def event_called(events: Mapping[str, Event], word: str) -> Event | None:
    """The event with this id, name or alias."""
    return events.get(word) or by_name(events.values(), word)


def chosen_rulings(
    game: Game, raw: Any, reader: Reader, asked: Mapping[str, str]
) -> dict[str, str]:
    """The readings that a document chooses, and before it those that are ``asked`` for."""
    given: dict[str, Any] = raw or {}
    if not isinstance(given, dict):
        reader.problem("E402", ("rulings",), raw, name=None, expected="record")
        given = {}
    chosen: dict[str, str] = {}
    # What is asked for stands at no place in the document.
    beside = Reader()
    for ruling, reading in {**given, **asked}.items():
        path: KeyPath = ("rulings", ruling)
        told = beside if ruling in asked else reader
        entry = game.rulings.get(ruling)
        if entry is None:
            near = did_you_mean(ruling, list(game.rulings))
            told.problem("E425", path, ruling, at_key=True, near=near, known=list(game.rulings))
            continue
        readings = [r.id for r in entry.readings]
        if reading not in readings:
            near = did_you_mean(str(reading), readings)
            told.problem("E426", path, reading, ruling=ruling, known=readings, near=near)
            continue
        chosen[ruling] = reading
    reader.problems += beside.problems
    return chosen


def _names(game: Game, data: Mapping[str, Any], reader: Reader) -> tuple[str, ...]:
    if not isinstance(data.get("players"), list):
        if "players" in data:
            reader.problem("E402", ("players",), data["players"], name=None, expected="list")
        else:
            reader.problem("E427", ())
        return ()
    names: list[str] = []
    seen: set[str] = set()
    for i, player in enumerate(data["players"]):
        path: KeyPath = ("players", i, "name")
        name = player.get("name") if isinstance(player, dict) else None
        if isinstance(name, int) and not isinstance(name, bool):
            name = str(name)
        if not isinstance(name, str) or not name.strip():
            reader.problem("E428", path if name is not None else ("players", i), name)
            name = f"#{i + 1}"
        elif reads(name) in seen:
            reader.problem("E429", path, name)
        names.append(name)
        seen.add(reads(name))
    low, high = game.about.players
    if not low <= len(names) <= high:
        reader.problem("E430", ("players",), many=len(names), low=low, high=high)
    return tuple(names)


def _once(scoring: Scoring, players: tuple[Mapping[str, Value], ...], reader: Reader) -> None:
    for spec in scoring.once:
        seen: dict[object, int] = {}
        for i, player in enumerate(players):
            for item in player.get(spec.id, ()) or ():  # type: ignore[union-attr]
                first = seen.setdefault(item, i)
                option = spec.option(item) if first != i and isinstance(item, str) else None
                if option is not None:
                    reader.problem("E431", ("players", i, spec.id), thing=option.name, name=spec.name,
                                   first=reader.called["players", first],
                                   second=reader.called["players", i])  # fmt: skip
