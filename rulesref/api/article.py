"""What there is to read of a game, as values to go through."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulesref.api.errors import spoken, tells_problems
from rulesref.api.outcomes import TextForm, as_text
from rulesref.base.frozen import frozen
from rulesref.base.text import Lang
from rulesref.model.entries import Citation, Rule, Ruling, Table, Term, Topic
from rulesref.model.game import Game
from rulesref.show import data, pages

Readable: TypeAlias = Rule | Term | Table | Ruling | Topic | Citation

#: What the classes of the model are called here.
_KINDS: dict[str, Any] = {"Citation": "source"}


@tells_problems
@frozen
class Article:
    """A rule, term, table, ruling (disputed point), topic or source (読むもの), made by :class:`Rulebook`."""

    _game: Game
    _of: Readable

    def __repr__(self) -> str:
        return f"Article({self.kind!r}, {self.id!r})"

    def _repr_markdown_(self) -> str:
        return self.text(form="markdown")

    @property
    def kind(self) -> Literal["rule", "term", "table", "ruling", "topic", "source"]:
        """Which of these it is."""
        name = type(self._of).__name__
        kind: Literal["rule", "term", "table", "ruling", "topic", "source"]
        kind = _KINDS.get(name, name.lower())
        return kind

    @property
    def id(self) -> str:
        """Its id: among those of its kind it is the only one."""
        return self._of.id

    def name(self, lang: Lang = "en") -> str:
        """Its title, or of a ruling the question."""
        title = next(
            getattr(self._of, key)
            for key in ("title", "question", "name")
            if hasattr(self._of, key)
        )
        return str(title.of(spoken(lang)))

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """All of it, as the commands ``show``, ``term``, ``table``, ``disputes``, ``rules`` and ``sources`` print it."""
        game, lang = self._game, spoken(lang)
        match self._of:
            case Rule() as found:
                page = pages.rule(game, found, lang)
            case Term() as found:
                page = pages.term(game, found, lang)
            case Table() as found:
                page = pages.table(game, found, found.rows, lang)
            case Ruling() as found:
                page = pages.dispute(game, found, lang)
            case Topic() as found:
                page = pages.outline(game, found.id, lang)
            case found:
                page = pages.source(game, found, lang)
        return as_text(page, width, form)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """All of it, as the commands print it as JSON; of a topic the ids of its ``rules``."""
        game, lang = self._game, spoken(lang)
        match self._of:
            case Rule() as found:
                return data.rule(game, found, lang)
            case Term() as found:
                return data.term(game, found)
            case Table() as found:
                return data.table(found, found.rows, lang)
            case Topic(id=topic) as found:
                rules = [rule.id for rule in game.rules.values() if rule.topic == topic]
                return data.fields(found, lang, "game id name rules", game=game.id, rules=rules)
            case found:
                return data.fields(found, lang)
