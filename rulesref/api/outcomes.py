"""What comes of a question, a scoring or a calculator: each as values, as text and as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from rulesref.answers.answer import FullAnswer
from rulesref.api.errors import Problem, one_of, spoken, tells_problems
from rulesref.base.frozen import frozen
from rulesref.base.text import Lang, Number
from rulesref.model.expression import Value
from rulesref.scoring.calculators import Answer
from rulesref.scoring.cells import document_of
from rulesref.scoring.compare import Comparison, compare, other_readings, supposing, worths
from rulesref.scoring.score import Score, player_called
from rulesref.show import asking, comparisons, data, markdown, results
from rulesref.show.blocks import Page
from rulesref.show.data import fields
from rulesref.show.formats import FORMATS, SCORE_FORMATS
from rulesref.show.results import workings
from rulesref.show.terminal import Terminal, text

#: How a text is written: for a terminal without emphasis, or as Markdown.
TextForm: TypeAlias = Literal["text", "markdown"]


def as_text(page: Page, width: int, form: TextForm = "text") -> str:
    """A page as the commands print it, in lines of so many columns or as Markdown."""
    if one_of(form, ("text", "markdown")) == "markdown":
        return markdown.text(page)
    return text(page, Terminal(width=width))


def as_data(value: object, lang: Lang) -> dict[str, Any]:
    """A value as the commands print it as JSON."""
    return fields(value, spoken(lang))


@tells_problems
@frozen
class AskResult:
    """What answers a question (質問への答え)."""

    _answer: FullAnswer

    def __repr__(self) -> str:
        return f"AskResult{self.entries}"

    def _repr_markdown_(self) -> str:
        return self.text(form="markdown")

    @property
    def found(self) -> bool:
        """Whether anything is a sure answer; ``entries`` may have the nearest all the same."""
        return self._answer.sure

    @property
    def lang(self) -> Lang:
        """The language of the question, Japanese where it does not show; a question in romaji is one in Japanese."""
        return "en" if self._answer.result.lang == "en" else "ja"

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries that answer, best first, each as ``GAME/ENTRY``."""
        return tuple(f"{entry.game.id}/{entry.rule.id}" for entry in self._answer.entries)

    def text(self, lang: Lang | None = None, *, width: int = 80, form: TextForm = "text") -> str:
        """The answer as ``rulesref ask`` prints it; without ``lang`` in the language of the question."""
        return as_text(asking.page(self._answer, spoken(lang or self.lang)), width, form)

    def data(self, lang: Lang | None = None) -> dict[str, Any]:
        """The answer as ``rulesref --format json ask`` prints it."""
        return as_data(self._answer, lang or self.lang)


@tells_problems
@frozen
class ScoreResult:
    """The result of one scoring (得点計算の結果), players in the order of the position."""

    _score: Score

    def __repr__(self) -> str:
        return f"ScoreResult({self.event!r}, {self.totals})"

    def _repr_markdown_(self) -> str:
        return self.text(form="markdown")

    @property
    def event(self) -> str:
        """Which scoring it is."""
        return self._score.event.id

    @property
    def winners(self) -> tuple[str, ...]:
        """Who wins; several share the victory. Empty unless this scoring ends the game and decides it."""
        return self._score.winners

    @property
    def undecided(self) -> tuple[str, ...]:
        """Who is tied for the victory and not decided, because nobody gave what breaks the tie; see ``warnings``."""
        return self._score.undecided

    @property
    def totals(self) -> dict[str, Number | None]:
        """The points of each player, exact: whole, or a fraction. None where this scoring counts none."""
        counted = bool(self._score.event.categories)
        return {player.name: player.total if counted else None for player in self._score.players}

    @property
    def ranks(self) -> dict[str, int | None]:
        """The place of each player from 1, shared where nothing breaks the tie. None where nobody is ranked."""
        ranked = bool(self._score.event.ranking)
        return {player.name: player.rank if ranked else None for player in self._score.players}

    @property
    def points(self) -> dict[str, dict[str, Value]]:
        """Of each player what each category of this scoring comes to."""
        return {
            player.name: {part.id: step.value for part, step in player.categories}
            for player in self._score.players
        }

    @property
    def rulings(self) -> dict[str, str]:
        """The readings of disputed rules that a number of this result depends on."""
        return dict(self._score.rulings)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is unusual in the position, and, scored ``anyway``, what its checks refuse."""
        return (*self._score.overruled, *self._score.warnings)

    @property
    def position(self) -> dict[str, Any]:
        """The position that was scored, as :meth:`Rulebook.position` gives it."""
        return document_of(self._score.position)

    def explain(
        self,
        player: str | None = None,
        lang: Lang = "en",
        *,
        width: int = 80,
        form: TextForm = "text",
    ) -> str:
        """How the points of a player, or of everybody, come about, with the rules."""
        name = player_called(self._score, player) if player is not None else None
        players = [each for each in self._score.players if name in (None, each.name)]
        return as_text(workings(self._score, players, spoken(lang)), width, form)

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """The table with what broke ties and what rests on disputed rules, as ``rulesref score`` prints it."""
        others = tuple(other_readings(self._score))
        return as_text(results.score(self._score, spoken(lang), others), width, form)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The result with its working, as ``rulesref --format json score`` prints it."""
        return as_data(self._score, lang)

    def export(
        self, form: Literal["csv", "html", "bgstats"], lang: Lang = "en", *,
        played: datetime | None = None,
    ) -> str:  # fmt: skip
        """The result as a file has it: a sheet, a page, or the link for BG Stats, with when it was ``played`` (else now)."""
        write = FORMATS[one_of(form, SCORE_FORMATS)].score
        assert write is not None
        return write(self._score, spoken(lang), played or datetime.now(UTC))

    def what_if(self, *changes: str) -> CompareResult:
        """This score beside that with other values: ``"PLAYER.FIELD=3"``, ``"PLAYER.FIELD=+1"``, ``"PLAYER.LIST=+OPTION"``."""
        return CompareResult(supposing(self._score, changes))

    def compared(self, after: ScoreResult) -> CompareResult:
        """This score beside another of the same scoring."""
        return CompareResult(compare(self._score, after._score))

    def worth(self, player: str, lang: Lang = "en") -> list[dict[str, Any]]:
        """What one more of each value is worth to a player, as ``rulesref --format json score --worth`` prints it."""
        name = player_called(self._score, player)
        rows = tuple(worths(self._score, name))
        listed: list[dict[str, Any]] = data.worth(self._score, name, rows, spoken(lang))["worth"]
        return listed


@tells_problems
@frozen
class CompareResult:
    """Two scores side by side (得点の比較): what differs on the table, and what it does."""

    _both: Comparison

    def __repr__(self) -> str:
        return f"CompareResult({self.before!r}, {self.after!r})"

    def _repr_markdown_(self) -> str:
        return self.text(form="markdown")

    @property
    def before(self) -> ScoreResult:
        """The first score."""
        return ScoreResult(self._both.before)

    @property
    def after(self) -> ScoreResult:
        """The second score."""
        return ScoreResult(self._both.after)

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """Totals, ranks and which points moved, as ``rulesref score --what-if`` prints them."""
        return as_text(comparisons.supposed(self._both, spoken(lang)), width, form)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The same as ``rulesref --format json score --what-if`` prints it."""
        return as_data(self._both, lang)


@tells_problems
@frozen
class CalcResult:
    """What a calculator gives (計算の結果)."""

    _answer: Answer

    def __repr__(self) -> str:
        return f"CalcResult({self.values})"

    def _repr_markdown_(self) -> str:
        return self.text(form="markdown")

    @property
    def values(self) -> dict[str, Value]:
        """Each result by its name; a calculator with a single one calls it ``value``."""
        return {part.id: step.value for part, step in self._answer.results}

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """The results with their working, as ``rulesref calc`` prints them."""
        return as_text(results.answer(self._answer, spoken(lang)), width, form)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The results with their working, as ``rulesref --format json calc`` prints them."""
        return as_data(self._answer, lang)
