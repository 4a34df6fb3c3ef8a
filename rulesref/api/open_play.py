"""A play that is carried on line by line, in memory or kept in a folder as the commands keep it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from rulesref.api.errors import Problem, ProblemsError, one_of, spoken, tells_problems
from rulesref.api.open_form import OpenForm, filled
from rulesref.api.outcomes import ScoreResult, TextForm, as_text
from rulesref.api.plain_data import plain
from rulesref.base.diagnostics import errors
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Lang
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.carry_over import opened
from rulesref.play.dispatcher import Dispatcher, Response, problems_of
from rulesref.play.flow import NoOpEnd, Reminder, State
from rulesref.play.mending import Mending, mend, mending, rename
from rulesref.play.rolling import rolled
from rulesref.play.session import Accepted, PlaySession
from rulesref.play.store import PlayStore
from rulesref.show import play_course, play_data, play_pages, play_view, wizard
from rulesref.show.blocks import Para
from rulesref.show.data import as_json
from rulesref.show.formats import PLAY_FORMATS, play_text


@tells_problems
@frozen
class LineResult:
    """What came of a line (一行の結果): empty where it did nothing, as an answer of which more is asked."""

    _game: Game
    _before: State
    _after: State
    _accepted: tuple[Accepted, ...]
    _ignored: tuple[NoOpEnd, ...]

    def __repr__(self) -> str:
        return f"LineResult{tuple(done.entry.line.typed for done in self._accepted)}"

    @property
    def _due(self) -> list[Reminder]:
        return [due for done in self._accepted for due in done.due]

    @property
    def due(self) -> tuple[str, ...]:
        """The ids of the reminders that have become due with it."""
        return tuple(dict.fromkeys(due.id for due in self._due))

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """What it did, how it all stands, and what has become due, as ``rulesref play do`` prints them."""
        lang = spoken(lang)
        page = play_pages.accepted(self._accepted, lang) if self._accepted else []
        page += [
            Para(play_pages.ignored(each, self._game, self._after, lang)) for each in self._ignored
        ]
        if self._after is not self._before:
            now = (self._game, self._before, self._after)
            page += play_pages.stands(*now, lang, earlier=self._due)
        return as_text(page, width, form)

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The lines that were kept, ``lines``, and what ``became-due``, as JSON."""
        lang = spoken(lang)
        return {
            "lines": [play_data.line(done.entry, lang) for done in self._accepted],
            "became-due": as_json(self._due, lang),
        }


@tells_problems
class OpenPlay:
    """A play at the table (進行中のプレイ), made by :meth:`Rulebook.begin` and by :class:`Games`.

    What a method has acknowledged is on the disk where the play is kept in a folder. It belongs to one
    thread, and ends with :meth:`close` or a ``with`` block.
    """

    def __init__(self, session: PlaySession, *, kept: bool) -> None:
        self._held: PlaySession | None = session
        self._kept = kept
        self._dispatcher = Dispatcher(session, asks=False)
        self._must_be_kept()

    def __repr__(self) -> str:
        if self._held is None:
            return "OpenPlay(closed)"
        return f"OpenPlay({self.game!r}, {self.name!r}, step={self.step})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; the play can be opened again where it is kept."""
        if self._held is not None:
            self._held.store.close()
            self._held = None

    @property
    def _session(self) -> PlaySession:
        """The play; raises when it was closed."""
        if self._held is None:
            raise ProblemsError([Problem("E623")])
        return self._held

    @property
    def game(self) -> str:
        """The id of its game."""
        return self._session.game.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self._session.play.name

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in turn order."""
        return self._session.state.names

    @property
    def step(self) -> int:
        """How many lines have been carried out and not been taken back."""
        return self._session.play.head

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self._session.state.finished

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        return self._session.state.winners

    @property
    def scoring(self) -> str | None:
        """The scoring that is due and asks for a position; None when the game just goes on."""
        due = flow.pending(self._session.game, self._session.state)
        return due[0].event if due else None

    @property
    def misfits(self) -> tuple[Problem, ...]:
        """Where its lines do not fit the data of the game any more: which, why, and what was not kept as it was.

        It goes on all the same, from how it stood.
        """
        return self._session.misfits

    # --- lines -------------------------------------------------------------------------------

    def do(self, line: str) -> LineResult:
        """Carry out a line as one would type it: an action with its values, a correction, a note, an answer.

        Raises when it, or one of several in it, is not understood or not allowed; see
        :attr:`ProblemsError.not_done`. Values that it leaves out are taken for what an empty answer says.
        """
        before = self._session.state
        responses, left = self._dispatcher.responses_to(line)
        return self._result(before, responses, left)

    def give(self, position: Mapping[str, Any]) -> LineResult:
        """Score what is due with a position, or with what of it the play does not know.

        Players stand in it by name, or in turn order.
        """
        before, document = self._session.state, plain(position)
        # Kept as it would have been typed.
        typed = json.dumps(document, ensure_ascii=False)
        return self._result(before, [self._session.give(typed, document)])

    def action_form(
        self, action: str, given: Mapping[str, object] | None = None, *,
        who: str | None = None, anyway: bool = False,
    ) -> OpenForm:  # fmt: skip
        """An action as a form, by its id: which of its options the rules allow, and what they change.

        ``who`` does it, unless it is whose turn it is; ``anyway`` overrules the rules.
        """
        game, state = self._session.game, self._session.state
        actions = flow.flow_of(game).actions
        if who is not None:
            state = changed(state, acting=self.players.index(one_of(who, self.players)))
        chosen = actions[one_of(action, tuple(actions))]
        form = flow.ActionForm(game=game, state=state, action=chosen, forced=anyway)
        return filled(form, given)

    def set_form(self, given: Mapping[str, object] | None = None) -> OpenForm:
        """A correction by hand as a form: ``player``, ``value`` and ``to``."""
        form = flow.CorrectionForm(game=self._session.game, state=self._session.state)
        return filled(form, given)

    def carry_out(self, form: OpenForm) -> LineResult:
        """Do what a form says that is complete, kept as a line that means the same; raises what it lacks.

        It is done on the play as it is now, whatever has happened since the form was made.
        """
        before, filled_in = self._session.state, form._form  # noqa: SLF001 - of this package
        if not form.complete:
            lacks = [Problem("E401", None, {"name": key, "key": key}) for key in form.missing]
            raise ProblemsError([*errors(form.problems), *lacks])
        return self._result(before, [self._session.take_form(filled_in)])

    def score_form(self, given: Mapping[str, object] | None = None) -> OpenForm | None:
        """The scoring that is due as a form, with what the play knows of it and what was answered; None when none is."""
        form = self._session.scoring_form
        return filled(form, given) if form else None

    def question(self, lang: Lang = "en") -> str | None:
        """What the scoring that is due asks next, to be answered by :meth:`do`; None when none does."""
        asking = self._session.wizard
        return wizard.prompt(asking, spoken(lang)).strip() if asking else None

    def roll(self, what: str = "") -> LineResult:
        """Roll dice (``""`` is one of six sides, ``"20"``, ``"2d6"``), a ``"coin"``, or one ``"player"``; what comes stands in the log."""
        before, command = self._session.state, rolled(plain(what), self.players)
        if isinstance(command, Problem):
            raise ProblemsError([command])
        return self._result(before, [self._session.carry(f"roll {what}".strip(), command)])

    def undo(self, many: int = 1) -> None:
        """Take back so many lines."""
        self._result(self._session.state, [self._session.undo(many)])

    def redo(self, many: int = 1, *, aside: int | None = None) -> None:
        """Do so many lines again that were taken back, as far as there are any.

        ``aside``: those instead that were typed over, up to the line with this number (E543 names it).
        """
        play = self._session
        self._result(play.state, [play.redo(many) if aside is None else play.bring_back(aside)])

    def undo_turn(self) -> None:
        """Take back the lines of a turn: of the one that is going on, or else of the one before."""
        began = self._session.turn_began()
        self._result(self._session.state, [self._session.back_to(began)])

    def edit(self, step: int, line: str, *, anyway: bool = False) -> None:
        """Give the line of a step anew, and carry out those after it again.

        Raises what would not fit any more, and changes nothing then; ``anyway`` leaves that out. What was there is put
        aside, as ``rulesref play history all`` shows it.
        """
        self._mended(step, line, instead=True, anyway=anyway)

    def drop(self, step: int, *, anyway: bool = False) -> None:
        """Leave the line of a step out, and carry out those after it again; see :meth:`edit`."""
        self._mended(step, None, instead=True, anyway=anyway)

    def insert(self, step: int, line: str, *, anyway: bool = False) -> None:
        """Put a line in before that of a step, and carry out the later ones again; see :meth:`edit`."""
        self._mended(step, line, instead=False, anyway=anyway)

    def rename(self, old: str, new: str) -> None:
        """Call a player otherwise, from the beginning on; what was there is put aside, as with :meth:`edit`."""
        self._result(self._session.state, [rename(self._session, old, new)])

    def _mended(self, step: int, line: str | None, *, instead: bool, anyway: bool) -> None:
        before = self._session.state
        found = mending(self._session, step, line, instead=instead)
        if isinstance(found, Mending):
            if found.misfits and not anyway:
                raise ProblemsError(found.misfits)
            found = mend(self._session, found)
        self._result(before, [found])

    def _result(
        self, before: State, responses: Sequence[Response], left: Sequence[str] = ()
    ) -> LineResult:
        """What came of a line, on the disk where it is to be kept; raises why it was not carried out."""
        self._must_be_kept()
        if problems := [problem for each in responses for problem in problems_of(each)]:
            raise ProblemsError(problems, not_done=left)
        accepted = tuple(each for each in responses if isinstance(each, Accepted))
        ignored = tuple(each for each in responses if isinstance(each, NoOpEnd))
        return LineResult(self._session.game, before, self._session.state, accepted, ignored)

    def _must_be_kept(self) -> None:
        """Raise when a play that is to be kept is in memory only, and why."""
        store = self._session.store
        if self._kept and not store.kept:
            raise ProblemsError(store.trouble)

    # --- looking -----------------------------------------------------------------------------

    def state(self, lang: Lang = "en") -> dict[str, Any]:
        """Everything that is kept and can be done now, as ``rulesref --format json play show`` prints it."""
        return play_data.whole(self._session, spoken(lang))

    def text(self, lang: Lang = "en", *, width: int = 80, form: TextForm = "text") -> str:
        """Where the play stands, as ``rulesref play show`` prints it."""
        return as_text(play_view.whole(self._session, spoken(lang)), width, form)

    def course(self, lang: Lang = "en") -> dict[str, Any]:
        """How it has gone, as ``rulesref --format json play time`` and ``curve`` print it: seconds, turns, rounds with points."""
        return play_course.course_data(self._session.play, self._session.course(), spoken(lang))

    def position(self, event: str | None = None) -> dict[str, Any]:
        """The position of the scoring that is due, else of the last or the next one, as far as it is known."""
        return self._session.position_of(event)[1]

    def final_score(self) -> ScoreResult:
        """The score that ended the game; raises when it has not ended."""
        return ScoreResult(self._session.final_score())

    def export(
        self,
        form: Literal["json", "csv", "markdown", "html", "bgstats"] = "json",
        lang: Lang = "en",
    ) -> str:
        """The play as a file has it: JSON to import again, a sheet, a text, a page, or the link for BG Stats."""
        session = self._session
        return play_text(
            one_of(form, PLAY_FORMATS), session.play, session.store.lines(session.play),
            session.game, spoken(lang), session.final_score,
        )  # fmt: skip


# --- where plays are kept --------------------------------------------------------------------------


def store_in(folder: str | os.PathLike[str] | None) -> PlayStore:
    """The plays of a folder; without one none, in memory."""
    return PlayStore.in_memory() if folder is None else opened(os.fspath(folder))
