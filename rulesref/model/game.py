"""A game ready for use: values are made from its data when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from rulesref.base.folding import by_name, fold
from rulesref.base.frozen import LazyMap
from rulesref.base.text import Text
from rulesref.model.entries import About, Field, Rule, Ruling, Table, Term, Topic, read_fields

if TYPE_CHECKING:
    from rulesref.model.flow import Flow
    from rulesref.model.scoring import Calculator, Scoring


class GameStore(Protocol):
    """Where the plain, checked data of one game comes from."""

    def piece(self, kind: str) -> Any:
        """The data of ``game``, ``scoring`` or ``flow``; None when the game has none."""

    def entries(self, kind: str, naming: str = "") -> Iterator[Any]:
        """Entries of ``glossary``, ``rules``, ``rulings``, ``tables`` or ``calculators``.

        All that have the word ``naming`` somewhere, in the order of the files.
        """

    def entry(self, kind: str, entry: str) -> Any:
        """One entry, or None."""

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of all entries of a kind, in the order of the files."""

    def meanings(self, folded: str) -> tuple[str, ...]:
        """The ids of the terms that a folded word can mean."""


class Linking(Protocol):
    """Makes runnable values of a game's data: the library does."""

    def scoring(self, game: Game, data: Any) -> Scoring:
        """How the game is scored."""

    def flow(self, game: Game, data: Any) -> Flow:
        """How the game is played."""

    def calculator(self, game: Game, data: Any) -> Calculator:
        """One number it can be asked."""


class Game:
    """One game (ゲーム): immutable, and lazy so that an answer reads only what it needs."""

    def __init__(
        self, store: GameStore, digest: str, linking: Linking, *, called: str, key: str
    ) -> None:
        self._store = store
        self._linking = linking
        self._called = called
        self._key = key
        #: Hash of the game's data, as results name it.
        self.digest = digest

    @cached_property
    def about(self) -> About:
        return About.read(self._store.piece("game"))

    @property
    def id(self) -> str:
        """What the library calls the game: the id that its data has, unless that means another game there."""
        return self._called or self.about.id

    @property
    def key(self) -> str:
        """What is kept of the game is kept under this: of a pack's the same, whatever else is installed."""
        return self._key or self.id

    def topic_called(self, word: str) -> Topic | None:
        """The chapter with this id, name or alias."""
        return by_name(self.about.topics.values(), word)

    def rule(self, rule: str) -> Rule | None:
        # Ids are ASCII, and SQLite refuses text that no encoding can hold.
        data = self._store.entry("rules", rule) if rule.isascii() else None
        return Rule.read(data, game=self.id) if data else None

    def ruling(self, ruling: str) -> Ruling | None:
        data = self._store.entry("rulings", ruling)
        return Ruling.read(data, game=self.id) if data else None

    def table(self, table: str) -> Table | None:
        return self.tables.get(table)

    def calculator_name(self, calculator: str) -> Text | None:
        """The name of the calculator with this id, without linking it."""
        data = self._store.entry("calculators", calculator)
        return Text.read(data["name"]) if data else None

    def calculator_aliases(self, calculator: str) -> tuple[str, ...]:
        """What else the calculator with this id is called in any language, without linking it."""
        return self._calculator_words(calculator, "aliases")

    def calculator_asked(self, calculator: str) -> tuple[str, ...]:
        """The words of which a question has one that the calculator with this id answers; none: any question."""
        return self._calculator_words(calculator, "asked")

    def _calculator_words(self, calculator: str, key: str) -> tuple[str, ...]:
        data = self._store.entry("calculators", calculator) or {}
        return tuple(word for words in data.get(key, {}).values() for word in words)

    def calculator_inputs(self, calculator: str) -> Mapping[str, Field]:
        """The inputs of the calculator with this id, without linking it."""
        data = self._store.entry("calculators", calculator)
        return read_fields(data.get("inputs", ())) if data else {}

    @cached_property
    def calculator_ids(self) -> tuple[str, ...]:
        """The ids of the calculators, without linking them."""
        return tuple(data["id"] for data in self._store.entries("calculators"))

    @cached_property
    def event_ids(self) -> tuple[str, ...]:
        """The ids of the scorings, without linking them."""
        data = self._store.piece("scoring")
        return tuple(event["id"] for event in data["events"]) if data else ()

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """All entries, in rulebook order."""
        return {rule.id: rule for rule in self._in_order(self._store.entries("rules"))}

    def rules_about(self, term: str) -> list[Rule]:
        """The entries about a concept, in rulebook order."""
        entries = self._store.entries("rules", naming=term)
        return self._in_order(data for data in entries if term in data.get("terms", ()))

    def _in_order(self, entries: Iterable[Any]) -> list[Rule]:
        order = list(self.about.topics)
        in_order = sorted(entries, key=lambda data: order.index(data["topic"]))
        return [Rule.read(data, game=self.id) for data in in_order]

    def term(self, term: str) -> Term | None:
        data = self._store.entry("glossary", term)
        return Term.read(data) if data else None

    def terms_called(self, word: str) -> list[Term]:
        """The concepts that a word can mean: preferred word, reading, English, synonym or id."""
        return [t for t in map(self.term, self._store.meanings(fold(word))) if t]

    @cached_property
    def terms(self) -> Mapping[str, Term]:
        return {data["id"]: Term.read(data) for data in self._store.entries("glossary")}

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        rulings = (Ruling.read(data, game=self.id) for data in self._store.entries("rulings"))
        return {ruling.id: ruling for ruling in rulings}

    def readings(self, chosen: Mapping[str, str] = {}) -> dict[str, str]:
        """The reading of every ruling: the one that is chosen, else the usual one."""
        return {**self._usual_readings, **chosen}

    @cached_property
    def _usual_readings(self) -> Mapping[str, str]:
        return {ruling.id: ruling.default for ruling in self.rulings.values()}

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The printed tables, each read when it is looked into."""
        return LazyMap(self._store.ids("tables"), self._table)

    def _table(self, table: str) -> Table:
        return Table.read(self._store.entry("tables", table), game=self.id)

    @cached_property
    def scoring(self) -> Scoring | None:
        """How it is scored; None when the data does not say."""
        data = self._store.piece("scoring")
        return self._linking.scoring(self, data) if data else None

    @property
    def has_flow(self) -> bool:
        """Whether plays of it can be accompanied."""
        return bool(self._store.piece("flow"))

    @cached_property
    def flow(self) -> Flow | None:
        """How it is played; None when the data does not say."""
        data = self._store.piece("flow")
        return self._linking.flow(self, data) if data else None

    @cached_property
    def calculators(self) -> Mapping[str, Calculator]:
        return LazyMap(self._store.ids("calculators"), self._calculator)

    def _calculator(self, calculator: str) -> Calculator:
        return self._linking.calculator(self, self._store.entry("calculators", calculator))
