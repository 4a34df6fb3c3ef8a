"""A score sheet in the head of a game, written out as the scoring and the course of play that it stands for.

Both are files of a game like any other: whatever the sheet does not say, they do. What is wrong in
them is told of the line of the sheet it came from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import changed
from rulesref.base.messages import N_, say
from rulesref.reading.source import Source

#: So many rounds fit on a sheet.
MOST_ROUNDS = 50
#: The only event of a sheet, and the only stage of a play of it.
_EVENT = "final"
#: What a position says besides its fields.
_TAKEN = ("event", "game", "name", "player-count", "player-name", "players", "rulings", "seat")

SheetTexts = Mapping[str, str]


def scoring_of(head: Source, languages: Sequence[str]) -> Source:
    """The ``scoring.yaml`` that a sheet stands for; the head has been checked, its texts are by language."""
    return _Sheet(head, languages).written(_Sheet.scoring)


def flow_of(head: Source, languages: Sequence[str]) -> Source:
    """The ``flow.yaml`` of a game that is nothing but a sheet: a play is its scoring."""
    return _Sheet(head, languages).written(_Sheet.flow)


class _Sheet:
    def __init__(self, head: Source, languages: Sequence[str]) -> None:
        self.head = head
        self.languages = languages
        self.sheet: Any = head.data["sheet"]
        #: Where in the head stands what was written out at a path.
        self.origin: dict[KeyPath, KeyPath] = {}
        self.player: list[Any] = []
        self.table: list[Any] = []
        self.categories: list[Any] = []
        #: What each line is worth, in parts that are added up.
        self.worth: dict[str, list[_Part]] = {}

    def written(self, write: Callable[[_Sheet], Any]) -> Source:
        """A document, each part with the place of what it came from."""
        data = write(self)
        at = {(): ("sheet",), **self.origin}
        values = {path: spot for path, key in at.items() if (spot := self.head.values.get(key))}
        return changed(self.head, data=data, keys={}, values=values, parts={})

    def scoring(self) -> Any:
        """The fields and the one event of the sheet."""
        written = enumerate(self.sheet["categories"])
        lines = [_Line(line, ("sheet", "categories", i)) for i, line in written]
        by_round = [each for each in lines if "rounds" in self.sheet and not each.data.get("once")]
        for n, name in enumerate(self.rounds() if by_round else (), 1):
            for line in by_round:
                both = {lang: f"{name[lang]}: {line.name[lang]}" for lang in name}
                self.field(line, f"{line.id}-{n}", both if len(by_round) > 1 else name)
                self.worth.setdefault(line.id, []).append(line.value(f"-{n}"))
            self.category(f"round-{n}", name, [line.value(f"-{n}") for line in by_round])
        for line in lines:
            if line not in by_round:
                self.field(line, line.id, line.name)
                self.worth[line.id] = [line.value()]
                self.category(line.id, line.name, self.worth[line.id])
        ranking = [*self.ranking()]
        event = {
            "id": _EVENT, "name": self.said(N_("final scoring")), "final": True,
            "categories": self.categories, "ranking": ranking,
        }  # fmt: skip
        return {"position": {"player": self.player, "table": self.table}, "events": [event]}

    def flow(self) -> Any:
        """A play that is scored, and no more."""
        stage = {
            "id": _EVENT,
            "name": self.said(N_("final scoring")),
            "kind": "score",
            "event": _EVENT,
        }
        return {"state": {"player": []}, "setup": [], "actions": [], "stages": [stage]}

    def rounds(self) -> list[SheetTexts]:
        """The name of each round."""
        written = self.sheet["rounds"]
        if isinstance(written, list):
            return written
        return [self.said(N_("round {n}"), n=n) for n in range(1, min(written, MOST_ROUNDS) + 1)]

    def ranking(self) -> Iterator[Any]:
        """Who is first: by the total, then by what breaks ties."""
        if self.sheet.get("fewest"):
            parts = [part for parts in self.worth.values() for part in parts]
            value = self.total(parts, ("events", 0, "ranking", 0, "value"), fewest=True)
            yield {"by": "fewest", "name": self.said(N_("fewest points")), "value": value}
        else:
            yield {"by": "total", "name": self.said(N_("points"))}
        for i, data in enumerate(self.sheet.get("ties", ())):
            line = _Line(data, ("sheet", "ties", i))
            if line.id not in self.worth:
                self.field(line, line.id, line.name, optional=True)
            own = [line.value()]
            parts = own if "value" in data else self.worth.get(line.id, own)
            path: KeyPath = ("events", 0, "ranking", i + 1)
            self.origin |= dict.fromkeys([path, (*path, "by")], line.at)
            value = self.total(parts, (*path, "value"), fewest=data.get("fewest", False))
            yield {"by": line.id, "name": line.name, "value": value}

    def field(self, line: _Line, name: str, called: SheetTexts, **more: Any) -> None:
        """What is asked: of each player, or of the table where all share it."""
        data = line.data
        if not line.asked:
            return
        side, fields = ("table", self.table) if data.get("shared") else ("player", self.player)
        path: KeyPath = ("position", side, len(fields))
        self.origin |= dict.fromkeys([path, (*path, "id"), (*path, "range")], line.at)
        for i in range(len(data.get("rules", ()))):
            self.origin[*path, "rules", i] = (*line.at, "rules", i)
        more |= {key: data[key] for key in ("rules", "help") if key in data}
        bounds = [data.get("low", 0), data.get("high")]
        fields.append({"id": name, "name": called, "kind": "whole", "range": bounds, **more})

    def category(self, name: str, called: SheetTexts, parts: Sequence[_Part]) -> None:
        """What counts: one line of the sheet, or several together."""
        path: KeyPath = ("events", 0, "categories", len(self.categories))
        self.origin |= dict.fromkeys([path, (*path, "id")], parts[0].at)
        value = self.total(parts, (*path, "value"))
        self.categories.append({"id": name, "name": called, "value": value})

    def total(self, parts: Sequence[_Part], path: KeyPath, *, fewest: bool = False) -> Any:
        """The expression at ``path`` that adds up the parts, each of which keeps its place."""
        several = {f"part-{n}": part for n, part in enumerate(parts, 1)}
        beside = {(*path, "with", name): part.at for name, part in several.items()}
        for own, at in {path: parts[0].at, **beside}.items():
            # Of a round it is a text with its name beside it.
            self.origin |= dict.fromkeys([own, (*own, "value")], at)
        if len(parts) == 1 and not fewest:
            return parts[0].value
        text = " + ".join(several)
        values = {name: part.value for name, part in several.items()}
        return {"value": f"0 - ({text})" if fewest else text, "with": values}

    def said(self, sentence: str, **values: object) -> SheetTexts:
        """What the program calls something, as a text of the game."""
        return {lang: say(lang, sentence, **values) for lang in self.languages}


class _Line:
    """One line of the sheet and where it stands; it may be its name alone."""

    def __init__(self, data: Any, at: KeyPath) -> None:
        self.data, self.at = data, at
        self.name: SheetTexts = data.get("name", data)
        self.id = str(data.get("id", _named(self.name.get("en", ""), at)))

        self._value: str = data.get("value", self.id)
        #: Whether it is a number that is given, not worked out from others alone.
        self.asked = re.search(rf"(?<![\w-]){self.id}(?![\w-])", self._value) is not None

    def value(self, of_round: str = "") -> _Part:
        """What it is worth, all of it or in a round."""
        value: Any = self._value
        if of_round and self.asked:
            own = self.id + of_round
            value = own if value == self.id else {"value": value, "with": {self.id: own}}
        return _Part(value, (*self.at, "value") if "value" in self.data else self.at)


class _Part(NamedTuple):
    """An expression, and where it stands in the head."""

    value: Any
    at: KeyPath


def _named(english: str, at: KeyPath) -> str:
    """The id of a line: made of its English name, else of its place."""
    plain = unicodedata.normalize("NFKD", english).encode("ascii", "ignore").decode()
    name = "-".join(re.findall("[a-z0-9]+", plain.replace("'", "").lower()))
    if not re.match("[a-z]", name):
        name = f"{str(at[1])[0]}{int(at[2]) + 1}"
    return f"{name}-points" if name in _TAKEN else name
