"""The games, and what one of them can be asked: plain values that open what they need when they are asked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from rulesref.answers.answer import full_answer
from rulesref.api.article import Article, Readable
from rulesref.api.errors import Problem, ProblemsError, one_of, spoken, tells_problems, told
from rulesref.api.open_form import OpenForm, filled
from rulesref.api.open_play import OpenPlay, store_in
from rulesref.api.outcomes import AskResult, CalcResult, ScoreResult
from rulesref.api.plain_data import named, plain
from rulesref.base.disk import home_folder
from rulesref.base.frozen import frozen
from rulesref.base.text import Lang
from rulesref.compiling.opening import LazyCompiler
from rulesref.fields.kind import At, nowhere
from rulesref.library.library import Library
from rulesref.model.flow import TRACKS
from rulesref.model.game import Game
from rulesref.play.course import tallies
from rulesref.play.export_file import kept, read_play
from rulesref.play.session import PlaySession
from rulesref.play.start import chosen_options, must_be_tellable
from rulesref.reading.positions import read_position
from rulesref.scoring.batches import Batch, Lines
from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.scoring.calculators import calculate, calculator_called, chosen_inputs
from rulesref.scoring.cells import document_of
from rulesref.scoring.score import document_from, document_in, event_wanted, score_of
from rulesref.search.engine import search
from rulesref.show import play_course, play_data
from rulesref.show.batch_lines import JsonLines
from rulesref.show.formats import json_text
from rulesref.show.position_file import position_text, template
from rulesref.wizard.position_form import PositionForm

__all__ = ["Games", "Rulebook", "home_folder"]

#: A position: its document as plain data, its text as YAML or JSON, or a file (``pathlib.Path``).
PositionSource: TypeAlias = "Mapping[str, Any] | str | bytes | os.PathLike[str]"
#: What problems call a position that came as a text.
_TEXT = "<text>"


@tells_problems
class Games:
    """The games that come with the program, and those in further folders, which win (ゲームの一覧).

    It can be pickled and sent to other processes, as a :class:`Rulebook` can; each opens the folders
    itself. Iterating gives the games whose data is sound.
    """

    def __init__(self, *folders: str | os.PathLike[str]) -> None:
        #: The further folders, from the root: another process may stand elsewhere.
        self.folders = tuple(os.path.abspath(folder) for folder in folders)  # noqa: PTH100

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Games) and self.folders == other.folders

    def __hash__(self) -> int:
        return hash(self.folders)

    def __repr__(self) -> str:
        return f"Games({', '.join(map(repr, self.folders))})"

    def __iter__(self) -> Iterator[Rulebook]:
        with told():
            every = [game.id for game in _library(self).usable]
        return (Rulebook(self, game) for game in every)

    def game(self, word: str) -> Rulebook:
        """The game with this id, title, reading or nickname; raises when there is none or its data is not sound."""
        return Rulebook(self, _library(self).wanted(word).id)

    def ask(self, question: str, *, limit: int = 5, context: bool = False) -> AskResult:
        """What answers a question about any game, or about the one that it names.

        At most ``limit`` entries; ``context`` adds to the JSON those around the best one.
        """
        return _asked(self, question, None, limit, context=context)

    def plays(self, folder: str | os.PathLike[str], lang: Lang = "en") -> list[dict[str, Any]]:
        """The plays that are kept in a folder, the one used last first, as ``--format json play list`` has them."""
        lang, store = spoken(lang), store_in(folder)
        plays = store.plays()
        games = _library(self).sound(play.game for play in plays)
        listed: list[dict[str, Any]] = play_data.listing(plays, games, lang)["plays"]
        store.close()
        return listed

    def statistics(
        self, folder: str | os.PathLike[str], game: str | None = None, player: str | None = None
    ) -> list[dict[str, Any]]:
        """Over the plays of a folder that are over: plays, wins, average and best points, as ``--format json play stats`` has them."""
        store = store_in(folder)
        found = tallies(store.plays(), game and _library(self).wanted(game).key, plain(player))
        listed: list[dict[str, Any]] = play_course.statistics_data(found, "en")["statistics"]
        store.close()
        return listed

    def open_play(self, folder: str | os.PathLike[str], name: str | None = None) -> OpenPlay:
        """Go on with a play that is kept in a folder: the one of this name, or the one used last."""
        library, store = _library(self), store_in(folder)
        play = store.play(plain(name))
        return OpenPlay(PlaySession.at(store, library.playable(play.game), play), kept=True)

    def import_play(
        self, file: str | os.PathLike[str], *, name: str | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> OpenPlay:  # fmt: skip
        """A play that was exported as JSON, carried out anew; kept in ``folder``, else in memory alone."""
        row, lines = read_play(Path(file))
        game = _library(self).playable(row["game"])
        store = store_in(folder)
        play = kept(store, game, row, lines, plain(name))
        return OpenPlay(PlaySession.at(store, game, play), kept=folder is not None)


@tells_problems
@frozen
class Rulebook:
    """One game: its rules, scorings, calculators and course (一つのゲームの規則), made by :class:`Games`."""

    games: Games
    id: str

    @property
    def _game(self) -> Game:
        with told():
            return _library(self.games).game(self.id)

    @property
    def players(self) -> tuple[int, int]:
        """For how few and how many players it is."""
        return self._game.about.players

    @property
    def events(self) -> tuple[str, ...]:
        """The scorings."""
        return self._game.event_ids

    @property
    def calculators(self) -> tuple[str, ...]:
        """The numbers it can be asked."""
        return self._game.calculator_ids

    @property
    def digest(self) -> str:
        """The hash of its data: results of one digest can be compared."""
        return self._game.digest

    def name(self, lang: Lang = "en") -> str:
        """What it is called."""
        return self._game.about.name.of(spoken(lang))

    # --- what there is to read ---------------------------------------------------------------

    @property
    def rules(self) -> dict[str, Article]:
        """The entries of the rules by their ids, in rulebook order."""
        return self._articles(self._game.rules)

    @property
    def terms(self) -> dict[str, Article]:
        """The glossary by ids."""
        return self._articles(self._game.terms)

    @property
    def tables(self) -> dict[str, Article]:
        """The printed tables and maps by their ids."""
        return self._articles(self._game.tables)

    @property
    def rulings(self) -> dict[str, Article]:
        """The points on which sources differ, by their ids."""
        return self._articles(self._game.rulings)

    @property
    def topics(self) -> dict[str, Article]:
        """The chapters of the rules by their ids, in rulebook order."""
        return self._articles(self._game.about.topics)

    @property
    def sources(self) -> dict[str, Article]:
        """What the rules are taken from, by ids."""
        return self._articles(self._game.about.sources)

    def _articles(self, found: Mapping[str, Readable]) -> dict[str, Article]:
        game = self._game
        return {name: Article(game, each) for name, each in found.items()}

    # --- what it can be asked ----------------------------------------------------------------

    def ask(self, question: str, *, limit: int = 5, context: bool = False) -> AskResult:
        """What answers a question about this game: at most ``limit`` entries."""
        return _asked(self.games, question, self.id, limit, context=context)

    def calculate(
        self, calculator: str, inputs: Mapping[str, object], *,
        rulings: Mapping[str, str] | None = None,
    ) -> CalcResult:  # fmt: skip
        """A number that is asked at the table. Inputs are values, or text as one would type it."""
        chosen = calculator_called(self._game, calculator)
        typed = chosen_inputs(chosen, plain(inputs))
        answer, problems = calculate(self._game, chosen, typed, plain(rulings))
        if answer is None:
            raise ProblemsError(problems)
        return CalcResult(answer)

    def calculator_form(
        self, calculator: str, given: Mapping[str, object] | None = None, *,
        rulings: Mapping[str, str] | None = None,
    ) -> OpenForm:  # fmt: skip
        """The inputs of a calculator as a form; its ``values`` are what :meth:`calculate` takes."""
        chosen = calculator_called(self._game, calculator)
        form = CalculatorForm(game=self._game, calculator=chosen, rulings=plain(rulings or {}))
        return filled(form, given)

    def score_form(
        self, given: Mapping[str, object] | None = None, *, event: str | None = None,
        players: Sequence[str] = (), known: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None, anyway: bool = False,
    ) -> OpenForm:  # fmt: skip
        """A scoring as a form; its ``values`` are the position that :meth:`score` takes.

        ``known`` is a position as far as it is known, which is not asked for.
        """
        wanted = event_wanted(self._game, event).id if event else None
        names = named(players, self.players) if players else ()
        form = PositionForm.start(
            self._game,
            wanted,
            names,
            plain(known or {}),
            rulings=plain(rulings or {}),
            anyway=anyway,
        )
        return filled(form, given)

    # --- positions ---------------------------------------------------------------------------

    def score(
        self, position: PositionSource, *, event: str | None = None,
        rulings: Mapping[str, str] | None = None, anyway: bool = False,
    ) -> ScoreResult:  # fmt: skip
        """The score of a position; raises everything that is wrong with it.

        ``event`` and ``rulings`` come before what the position says. ``anyway`` scores in spite of the
        game's checks, as with an expansion.
        """
        game, chosen = self._game, plain(rulings)
        data, at, texts = _document(game, position)
        result, problems = score_of(game, data, at, event=event, rulings=chosen, anyway=anyway)
        if result is None:
            raise ProblemsError(problems, texts)
        return ScoreResult(result)

    def score_lines(
        self, lines: bytes, *, file: str = _TEXT, first: int = 1, event: str | None = None,
        rulings: Mapping[str, str] | None = None, anyway: bool = False, explain: bool = False, lang: Lang = "en",
    ) -> list[str]:  # fmt: skip
        """The results of many positions, one (JSON) a line, as ``rulesref --format json score --batch`` prints them.

        One JSON object a line that is not empty, in order: a result, or ``{"problems": […]}`` placed in
        ``file``, where ``first`` is the number of the first line. Several times as fast as :meth:`score`,
        unless the working is wanted too (``explain``).
        """
        chosen = tuple(sorted((str(key), str(reading)) for key, reading in (rulings or {}).items()))
        scorer = _lines(
            os.getpid(), self, file, event, chosen, spoken(lang), bool(anyway), bool(explain)
        )
        text, _ = scorer.scored(lines, first)
        return text.decode().split("\n")[:-1]

    def position(self, source: PositionSource) -> dict[str, Any]:
        """A position as plain data: ids for names, in the order of the game; raises what is wrong with it.

        The game's checks, which look at the table as a whole, are made when it is scored.
        """
        data, at, texts = _document(self._game, source)
        read = read_position(self._game, data, at)
        if read.position is None:
            raise ProblemsError(read.problems, texts)
        return document_of(read.position)

    def position_text(
        self, position: PositionSource, lang: Lang = "en", *, form: Literal["yaml", "json"] = "yaml"
    ) -> str:
        """A position as a file has it; YAML has its names as comments in a language."""
        document = self.position(position)
        if one_of(form, ("yaml", "json")) == "json":
            return json_text(document)
        event = event_wanted(self._game, document["event"])
        return position_text(self._game, event, document, spoken(lang))

    def template(self, players: Sequence[str], event: str | None = None, lang: Lang = "en") -> str:
        """A position to fill in, as YAML: every field with the least it can be, explained.

        Of the scoring that ends the game, unless another is named.
        """
        names = named(players, self.players)
        return template(self._game, event_wanted(self._game, event), names, spoken(lang))

    # --- plays -------------------------------------------------------------------------------

    def begin(
        self, players: Sequence[str], *, options: Mapping[str, object] | None = None,
        track: Literal["light", "standard", "full"] = "standard", name: str | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> OpenPlay:  # fmt: skip
        """Begin a play, the players in turn order or as one would type them; kept in ``folder`` line by line, else in memory alone.

        ``options`` are those of the game, as values or as typed; ``track`` is how much is kept.
        """
        game = _library(self.games).playable(self.id)
        names = named(players, game.about.players)
        must_be_tellable(names, game)
        one_of(track, TRACKS)
        chosen, problems = chosen_options(game, plain(options or {}).items())
        if problems:
            raise ProblemsError(problems)
        store = store_in(folder)
        session, _ = PlaySession.new(store, game, names, chosen, track, name=plain(name))
        return OpenPlay(session, kept=folder is not None)


# --- what is opened once a process -----------------------------------------------------------------


def _library(games: Games) -> Library:
    """The opened folders. A process that was forked opens them itself: SQLite wants it so."""
    return _opened_by(os.getpid(), games.folders)


@lru_cache(maxsize=8)
def _opened_by(_process: int, folders: tuple[str, ...]) -> Library:
    return Library(folders, LazyCompiler())


@lru_cache(maxsize=8)
def _lines(
    _process: int, rulebook: Rulebook, file: str, event: str | None,
    rulings: tuple[tuple[str, str], ...], lang: str, anyway: bool, explain: bool,  # noqa: FBT001 - keys of the cache
) -> Lines:  # fmt: skip
    """What scores lines, its compiled scorings with it; raises what is wrong with the event or the rulings."""
    game = rulebook._game  # noqa: SLF001 - of this module
    batch = Batch(
        file=file, event=event, rulings=dict(rulings), anyway=anyway,
        reopen=partial(getattr, rulebook, "_game"), renderer=JsonLines(lang, explains=explain),
    )  # fmt: skip
    return Lines(batch, game)


def _asked(
    games: Games, question: str, game: str | None, limit: int, *, context: bool
) -> AskResult:
    library = _library(games)
    result = search(library, question, game, limit)
    return AskResult(full_answer(library, result, context=context))


# --- positions in any form -------------------------------------------------------------------------


def _document(game: Game, source: PositionSource) -> tuple[Any, At, Mapping[str, str]]:
    """The data of a position, where in it something stands, and its text by the name of its file."""
    if isinstance(source, os.PathLike):
        document = document_from(os.fspath(source), game)
    elif isinstance(source, (str, bytes)):
        document = document_in(_bytes_of(source), _TEXT, game)
    else:
        return plain(source), nowhere, {}
    return document.data, document.at, {document.file: document.text}


def _bytes_of(text: str | bytes) -> bytes:
    """The text of a position; a name of a file is none, though it could be read as YAML."""
    if isinstance(text, bytes):
        return text
    if text.strip() and not any(sign in text for sign in ":\n{["):
        raise ProblemsError([Problem("E621", None, {"typed": text})])
    return text.encode("utf-8", "surrogatepass")
