"""Changes to a position as typed: ``葵.petals=+1``, ``beds.2.flowers.Ben=3``, ``葵.hats=+red``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, ProblemsFound, wrong
from rulesref.base.folding import by_name
from rulesref.base.frozen import frozen
from rulesref.base.suggest import did_you_mean, unknown
from rulesref.base.text import Text, whole
from rulesref.fields.kind import belonging, cell_of, extras_of, kind_of
from rulesref.fields.record import field_called, near_key
from rulesref.model.entries import Field
from rulesref.model.expression import Position
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from rulesref.reading.source import value_at
from rulesref.scoring.cells import document_of

_EXAMPLE = "Ben.gold=+1"


def with_changes(
    game: Game, event: Event, position: Position, wishes: Sequence[str]
) -> tuple[dict[str, Any], list[Problem]]:
    """The document after the changes, one after another, and what is wrong with them."""
    document = document_of(position)
    table = _Table(game, event, position.names, document)
    problems: list[Problem] = []
    for wish in wishes:
        try:
            table.change(wish)
        except ProblemsFound as stopped:
            problems += stopped.problems
    return document, problems


def put_in(document: Any, path: KeyPath, raw: Any) -> None:
    """Set the value at ``path``; what lies on the way is made."""
    *around, last = path
    place = document
    for key in around:
        place = place[key] if isinstance(key, int) else place.setdefault(key, {})
    place[last] = raw


@frozen
class _Table:
    """What changes are made to: the fields of the scoring, the names, the document."""

    game: Game
    event: Event
    names: tuple[str, ...]
    document: dict[str, Any]

    def change(self, wish: str) -> None:
        """Carry one change out."""
        left, sign, right = wish.replace("＝", "=").partition("=")
        if not sign:
            raise ProblemsFound([wrong("E328", wish, example=_EXAMPLE)])
        path, spec = self.target(left.strip().replace("．", "."))
        now = value_at(self.document, path)
        put_in(self.document, path, cell_of(spec).changed(spec, now, right.strip()))

    def target(self, left: str) -> tuple[KeyPath, Field]:
        """Where a change goes: a player's value, or one of the table."""
        scoring = self.game.scoring
        assert scoring is not None
        for name in sorted(self.names, key=len, reverse=True):
            if re.match(re.escape(name) + r"[.の]", left):
                path: KeyPath = ("players", self.names.index(name))
                return self.within(scoring.player, path, left[len(name) + 1 :].split("."))
        words = left.split(".")
        table = {spec.id: spec for spec in belonging(scoring.table, self.event.id)}
        if table.get(words[0]) or field_called(table, words[0]):
            return self.within(table, (), words)
        near = did_you_mean(words[0], [*self.names, *table])
        raise ProblemsFound([wrong("E420", words[0], known=list(self.names), near=near)])

    def within(
        self, fields: Mapping[str, Field], path: KeyPath, words: list[str]
    ) -> tuple[KeyPath, Field]:
        """The value that words lead to, from the fields at ``path``."""
        possible = {spec.id: spec for spec in belonging(fields, self.event.id)}
        word, *rest = words
        spec = possible.get(word) or field_called(possible, word)
        if spec is None:
            near = near_key(possible, word, list(possible))
            keys = [Text(spec.name.of("ja"), spec.id) for spec in possible.values()]
            raise ProblemsFound([wrong("E408", word, known=keys, near=near)])
        path = (*path, spec.id)
        kind = kind_of(spec)
        if kind.has_entries and rest:
            number, *rest = rest
            path = (*path, self.entry(spec, path, number))
        if spec.fields:
            if not rest:
                values = {"name": spec.name, "known": list(spec.fields)}
                raise ProblemsFound([Problem("E436", None, values)])
            return self.within(spec.fields, path, rest)
        if kind.has_colours:
            return (*path, self.colour(spec, ".".join(rest))), spec
        if rest:
            raise ProblemsFound([wrong("E408", ".".join(rest), known=[], near=None)])
        return path, spec

    def entry(self, spec: Field, path: KeyPath, number: str) -> int:
        """Which entry of a list a number from 1 means."""
        many = len(value_at(self.document, path) or ())
        index = whole(unicodedata.normalize("NFKC", number))
        if index is None or not 1 <= index <= many:
            raise ProblemsFound([wrong("E434", number, name=spec.name, high=many)])
        return index - 1

    def colour(self, spec: Field, word: str) -> str:
        """Whose amount of a field by player is meant."""
        extras = extras_of(spec, len(self.names))
        if word in self.names:
            return word
        extra = by_name((e for e in spec.extras if e.id in extras), word)
        if extra is not None:
            return extra.id
        raise unknown("E420", word, [*self.names, *extras])
