"""Position documents to positions, or all their problems.

The same reader serves files (with places), lines of a batch and the inputs of calculators. Keys may
be given in Japanese or English names; numbers as sums and with full-width digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Path, Place, Problem
from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.matching import by_name
from rulesref.base.numbers import Entered
from rulesref.base.suggest import did_you_mean, nearest
from rulesref.base.text import Text
from rulesref.fields.yes_no import yes_or_no
from rulesref.model.field import Field
from rulesref.model.position import Position
from rulesref.reading.headings import plain_keys

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.model.scoring import Event
    from rulesref.model.steps import Value

#: Where a value (or, with True, its key) stands; None when nowhere.
At = Callable[[Path, bool], Place | None]


def nowhere(path: Path, key: bool) -> Place | None:  # noqa: ARG001, FBT001 - an At
    """For documents without text."""
    return None


class _Reader:
    """Collects problems while values are read. One for each document."""

    def __init__(self, at: At, event: str) -> None:
        self.at = at
        self.event = event
        self.problems: list[Problem] = []
        #: What people call the players and the entries of lists, by their paths.
        self.called: dict[Path, str | Text] = {}

    def problem(self, code: str, path: Path, *, at_key: bool = False, **values: object) -> None:
        shown = ".".join(str(p) for p in path)
        where = [self.called[path[:i]] for i in range(len(path) + 1) if path[:i] in self.called]
        known = {"path": shown, "where": tuple(where)} if where else {"path": shown}
        self.problems.append(Problem(code, self.at(path, at_key), {**known, **values}))

    # --- one value -----------------------------------------------------------------------------

    def value(self, spec: Field, raw: Any, path: Path, players: tuple[str, ...]) -> Value:
        match spec.kind:
            case "whole":
                return self.whole(spec, raw, path)
            case "flag":
                return self.flag(spec, raw, path)
            case "choice":
                return self.choice(spec, raw, path)
            case "choices":
                return self.choices(spec, raw, path)
            case "wholes":
                return self.wholes(spec, raw, path)
            case "record":
                return self.record(spec.fields, raw, path, players, spec)
            case "records":
                return self.records(spec, raw, path, players)
            case "by-player":
                return self.by_player(spec, raw, path, players)
            case "player":
                return self.player(spec, raw, path, players)
            case "players":
                several = raw if isinstance(raw, list) else [raw]
                return tuple(self.player(spec, item, path, players) for item in several)
            case "text":
                return str(raw)

    def whole(self, spec: Field, raw: Any, path: Path) -> int:
        found = raw
        if isinstance(raw, str):
            found = Entered.of(raw)
        if not isinstance(found, int) or isinstance(found, bool):
            self.problem("E402", path, name=spec.name, found=raw, expected="whole")
            return 0
        return self.in_range(spec, found, path)

    def in_range(self, spec: Field, found: int, path: Path) -> int:
        low, high = spec.low, spec.high
        if (low is not None and found < low) or (high is not None and found > high):
            self.problem("E403", path, name=spec.name, found=int(found), low=low, high=high)
        return found

    def flag(self, spec: Field, raw: Any, path: Path) -> bool:
        meant = yes_or_no(raw) if isinstance(raw, str) else raw
        if not isinstance(meant, bool):
            self.problem("E402", path, name=spec.name, found=raw, expected=spec.kind)
            return False
        return meant

    def choice(self, spec: Field, raw: Any, path: Path) -> str | None:
        option = spec.option(raw) if isinstance(raw, str) else None
        if option:
            return option.id
        near = nearest(spec.options, str(raw))
        self.problem("E404", path, name=spec.name, found=raw, near=near.name if near else None,
                     allowed=[option.name for option in spec.options])  # fmt: skip
        return None

    def choices(self, spec: Field, raw: Any, path: Path) -> tuple[str | None, ...]:
        if not isinstance(raw, list):
            self.problem("E402", path, name=spec.name, found=raw, expected=spec.kind)
            return ()
        found = tuple(self.choice(spec, item, (*path, i)) for i, item in enumerate(raw))
        for i, item in enumerate(found):
            if item is not None and item in found[:i] and not spec.repeat:
                self.problem("E405", (*path, i), name=spec.name, found=item)
        self.not_too_many(spec, found, path)
        return found

    def wholes(self, spec: Field, raw: Any, path: Path) -> tuple[int, ...]:
        if not isinstance(raw, list):
            raw = [raw]
        found = tuple(self.whole(spec, item, (*path, i)) for i, item in enumerate(raw))
        self.not_too_many(spec, found, path)
        return found

    def not_too_many(self, spec: Field, found: tuple[object, ...], path: Path) -> None:
        if spec.most is not None and len(found) > spec.most:
            self.problem("E406", path, name=spec.name, found=len(found), most=spec.most)

    def records(
        self, spec: Field, raw: Any, path: Path, players: tuple[str, ...]
    ) -> tuple[Value, ...]:
        if not isinstance(raw, list):
            self.problem("E402", path, name=spec.name, found=raw, expected=spec.kind)
            return ()
        for i in range(len(raw)):
            self.called[*path, i] = Text(f"{spec.name.ja} {i + 1}", f"{spec.name.en} {i + 1}")
        found = tuple(
            self.record(spec.fields, item, (*path, i), players, spec) for i, item in enumerate(raw)
        )
        self.not_too_many(spec, found, path)
        return found

    def record(
        self, fields: Mapping[str, Field], raw: Any, path: Path, players: tuple[str, ...],
        spec: Field | None = None, also: tuple[str, ...] = (),
    ) -> dict[str, Value]:  # fmt: skip
        """The values of a mapping; ``also`` are keys that others read."""
        if not isinstance(raw, dict):
            name = spec.name if spec else None
            self.problem("E402", path, name=name, found=raw, expected="record")
            return {key: f.empty() for key, f in fields.items()}
        given = self.keys(fields, raw, path, also)
        found: dict[str, Value] = {}
        for key, each in fields.items():
            if not each.belongs_to(self.event):
                continue
            if key in given:
                found[key] = self.value(each, raw[given[key]], (*path, given[key]), players)
                continue
            if not each.optional:
                self.problem("E401", path, name=each.name, key=key)
            found[key] = each.empty()
        return found

    def keys(
        self, fields: Mapping[str, Field], raw: Mapping[str, Any], path: Path,
        also: tuple[str, ...],
    ) -> dict[str, str]:  # fmt: skip
        """Which key of the document gives which field."""
        given: dict[str, str] = {}
        for key in raw:
            if key in also:
                continue
            spec = fields.get(key) or field_called(fields, key)
            if spec is None or not spec.belongs_to(self.event):
                other = spec is not None
                known = [k for k, f in fields.items() if f.belongs_to(self.event)]
                near = None if other else near_key(fields, key, [*known, *also])
                self.problem("E407" if other else "E408", (*path, key), at_key=True, found=key,
                             near=near, event=self.event)  # fmt: skip
            elif spec.id in given:
                self.problem("E409", (*path, key), at_key=True, found=key, other=given[spec.id])
            else:
                given[spec.id] = key
        return given

    def by_player(
        self, spec: Field, raw: Any, path: Path, players: tuple[str, ...]
    ) -> dict[str, Value]:
        if not isinstance(raw, dict):
            self.problem("E402", path, name=spec.name, found=raw, expected=spec.kind)
            return {}
        found: dict[str, Value] = {}
        for key, item in raw.items():
            name = self.colour(spec, key, (*path, key), players)
            if name is not None:
                found[name] = self.amount(spec, item, (*path, key))
        # In turn order, so that the order of keys changes no explanation.
        order = (*players, *(extra.id for extra in spec.extras))
        return {name: found[name] for name in order if name in found}

    def colour(self, spec: Field, key: str, path: Path, players: tuple[str, ...]) -> str | None:
        if key in players:
            return key
        extra = by_name(spec.extras, key)
        if extra is not None:
            if len(players) in extra.players:
                return extra.id
            self.problem("E410", path, at_key=True, found=key, players=len(players))
            return None
        known = [*players, *(e.id for e in spec.extras if len(players) in e.players)]
        near = did_you_mean(key, known)
        self.problem("E420", path, at_key=True, found=key, known=known, near=near)
        return None

    def player(self, spec: Field, raw: Any, path: Path, players: tuple[str, ...]) -> str | None:
        """A player by name, by the beginning of one, or by number from 1."""
        word = fold(str(raw))
        exact = [name for name in players if fold(name) == word]
        begun = [name for name in players if word and fold(name).startswith(word)]
        if len(exact) == 1 or len(begun) == 1:
            return (exact or begun)[0]
        if word.isdigit() and 1 <= int(word) <= len(players):
            return players[int(word) - 1]
        near = did_you_mean(str(raw), players)
        self.problem("E420", path, name=spec.name, found=raw, known=list(players), near=near)
        return None

    def amount(self, spec: Field, raw: Any, path: Path) -> int:
        """A total, or the sum of a list of items."""
        if not isinstance(raw, list):
            found = self.whole(spec, raw, path)
            if isinstance(found, Entered) and len(found.items) > 1:
                self.items(spec, found.items, [path] * len(found.items))
            return found
        paths: list[Path] = [(*path, i) for i in range(len(raw))]
        items = tuple(self.whole(spec, item, at) for item, at in zip(raw, paths, strict=True))
        self.items(spec, items, paths)
        return Entered.summed(items, "+".join(str(int(i)) for i in items) or "0")

    def items(self, spec: Field, items: tuple[int, ...], paths: list[Path]) -> None:
        most = spec.most
        for item, path in zip(items, paths, strict=True):
            if most is not None and not 1 <= item <= most:
                self.problem("E403", path, name=spec.name, found=int(item), low=1, high=most)


def field_called(fields: Mapping[str, Field], key: str) -> Field | None:
    """The field with this id, Japanese or English name, or alias."""
    return by_name(fields.values(), key)


def near_key(fields: Mapping[str, Field], key: str, known: list[str]) -> str | None:
    """The key most likely meant, in whichever language it was typed."""
    near = did_you_mean(key, known)
    if near:
        return near
    names = {name: spec.id for spec in fields.values() for name in spec.name}
    found = did_you_mean(key, list(names))
    return names[found] if found else None


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
    reader = _Reader(at, "")
    found = _read(game, data, reader, event, rulings or {})
    if found is None or reader.problems:
        return Read(None, None, tuple(reader.problems))
    return Read(found[0], found[1], ())


def partial_position(
    game: Game, data: Any, rulings: Mapping[str, str] | None = None
) -> Position | None:
    """What ``data`` says so far, the rest empty; None when not even the event is known."""
    found = _read(game, data, _Reader(nowhere, ""), None, rulings or {})
    return found[0] if found else None


def read_answer(
    spec: Field, raw: Any, path: Path, players: tuple[str, ...], event: str
) -> tuple[Value, list[Problem]]:
    """One value of a position as typed, and what is wrong with it."""
    reader = _Reader(nowhere, event)
    amount = spec.kind == "by-player" and not isinstance(raw, dict)
    found = reader.amount(spec, raw, path) if amount else reader.value(spec, raw, path, players)
    return found, reader.problems


def _read(
    game: Game, data: Any, reader: _Reader, event: str | None, rulings: Mapping[str, str]
) -> tuple[Position, Event] | None:
    data = plain_keys(data)
    scoring = game.scoring
    if scoring is None:
        reader.problem("E421", (), game=game.id)
        return None
    if not isinstance(data, dict):
        reader.problem("E402", (), name=None, found=data, expected="record")
        return None
    if not _right_game(game, data, reader):
        return None
    chosen_event = _event(scoring.events, data, reader, event)
    if chosen_event is None:
        return None
    reader.event = chosen_event.id
    chosen = _rulings(game, data.get("rulings"), reader, rulings)
    names = _names(game, data, reader)
    also = ("game", "event", "rulings", "players")
    table = reader.record(scoring.table, data, (), names, None, also)
    players = tuple(
        reader.record(scoring.player, raw, ("players", i), names, None, ("name",))
        for i, raw in enumerate(_players(data))
    )
    _once(scoring.player, players, reader)
    defaults = {ruling.id: ruling.default for ruling in game.rulings.values()}
    position = Position(
        game=game.id,
        event=chosen_event.id,
        names=names,
        players=players,
        table=table,
        rulings={**defaults, **chosen},
        chosen=chosen,
    )
    return position, chosen_event


def _right_game(game: Game, data: Mapping[str, Any], reader: _Reader) -> bool:
    """Whether a position is of this game; of another game nothing more can be said."""
    named = data.get("game", game.id)
    if not isinstance(named, str) or by_name([game.about], named) is None:
        reader.problem("E422", ("game",), found=named, game=game.id)
        return False
    return True


def _event(
    events: Mapping[str, Event], data: Mapping[str, Any], reader: _Reader, asked: str | None
) -> Event | None:
    named = asked or data.get("event")
    if named is None and len(events) == 1:
        return next(iter(events.values()))
    known = list(events)
    if named is None:
        reader.problem("E423", (), known=known)
        return None
    found = event_called(events, str(named))
    if found is None:
        near = did_you_mean(str(named), known)
        reader.problem("E424", ("event",), found=named, known=known, near=near)
    return found


def event_called(events: Mapping[str, Event], word: str) -> Event | None:
    """The event with this id, name or alias."""
    return by_name(events.values(), word)


def _rulings(game: Game, raw: Any, reader: _Reader, asked: Mapping[str, str]) -> dict[str, str]:
    given: dict[str, Any] = raw or {}
    if not isinstance(given, dict):
        reader.problem("E402", ("rulings",), name=None, found=raw, expected="record")
        given = {}
    chosen: dict[str, str] = {}
    for ruling, reading in {**given, **asked}.items():
        path: Path = ("rulings", ruling)
        known = game.rulings.get(ruling)
        if known is None:
            near = did_you_mean(ruling, list(game.rulings))
            reader.problem("E425", path, at_key=True, found=ruling, near=near)
            continue
        readings = [r.id for r in known.readings]
        if reading not in readings:
            near = did_you_mean(str(reading), readings)
            reader.problem("E426", path, ruling=ruling, found=reading, known=readings, near=near)
            continue
        chosen[ruling] = reading
    return chosen


def _players(data: Mapping[str, Any]) -> list[Any]:
    players = data.get("players")
    return players if isinstance(players, list) else []


def _names(game: Game, data: Mapping[str, Any], reader: _Reader) -> tuple[str, ...]:
    if not isinstance(data.get("players"), list):
        if "players" in data:
            reader.problem("E402", ("players",), name=None, found=data["players"], expected="list")
        else:
            reader.problem("E427", ())
        return ()
    names: list[str] = []
    for i, player in enumerate(data["players"]):
        path: Path = ("players", i, "name")
        name = player.get("name") if isinstance(player, dict) else None
        if isinstance(name, int) and not isinstance(name, bool):
            name = str(name)
        if not isinstance(name, str) or not name.strip():
            reader.problem("E428", path if name is not None else ("players", i), found=name)
            name = f"#{i + 1}"
        elif name in names:
            reader.problem("E429", path, found=name)
        reader.called["players", i] = name
        names.append(name)
    low, high = game.about.players
    if not low <= len(names) <= high:
        reader.problem("E430", ("players",), found=len(names), low=low, high=high)
    return tuple(names)


def _once(
    fields: Mapping[str, Field], players: tuple[Mapping[str, Value], ...], reader: _Reader
) -> None:
    for key, spec in fields.items():
        if not spec.once:
            continue
        seen: dict[object, int] = {}
        for i, player in enumerate(players):
            for item in player.get(key, ()) or ():  # type: ignore[union-attr]
                first = seen.setdefault(item, i)
                option = spec.option(item) if isinstance(item, str) else None
                if first != i and option is not None:
                    reader.problem("E431", ("players", i, key), name=spec.name, found=option.name,
                                   first=reader.called["players", first],
                                   second=reader.called["players", i])  # fmt: skip


def read_inputs(
    fields: Mapping[str, Field],
    data: Mapping[str, Any],
    players: tuple[str, ...] = (),
    at: At = nowhere,
) -> tuple[Mapping[str, Value], list[Problem]]:
    """The inputs of a calculator or an action: values as typed on a command line or parsed."""
    reader = _Reader(at, "")
    found = reader.record(fields, dict(data), (), players)
    return found, reader.problems


def read_value(spec: Field, raw: Any, players: tuple[str, ...] = ()) -> tuple[Value, list[Problem]]:
    """One value of a field, as typed or parsed."""
    reader = _Reader(nowhere, "")
    found = reader.value(spec, raw, (spec.id,), players)
    return found, reader.problems
