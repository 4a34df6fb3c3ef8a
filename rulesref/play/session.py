"""A play at the table: what a typed line means for it, what comes of it, and what is kept (卓上の進行).

The flow says what a line does to a state; the store keeps what was accepted. This joins the two:
lines, taking back, scorings that ask, plays whose data has changed since. It shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.suggest import unknown
from rulesref.fields.form import Form
from rulesref.fields.kind import kind_of
from rulesref.fields.typed import is_none, yes_or_no
from rulesref.model.flow import Track
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import (
    ActionForm,
    Command,
    CorrectionForm,
    Happening,
    Ignored,
    Reminder,
    State,
    Transition,
)
from rulesref.play.records import LogEntry, Play, entry_of, kept_state, replayed
from rulesref.play.store import PlayStore, StaleRevision
from rulesref.reading.positions import event_called

if TYPE_CHECKING:
    from rulesref.scoring.compare import OtherReading
    from rulesref.scoring.score import Score
    from rulesref.wizard.interview import Wizard
    from rulesref.wizard.position_form import PositionForm
    from rulesref.wizard.questions import Questions

    AnyForm = TypeVar("AnyForm", Wizard, PositionForm)


@frozen
class Accepted:
    """A line was carried out and kept."""

    entry: LogEntry
    before: State
    after: State
    due: tuple[Reminder, ...]
    #: Of a scoring: what other readings of the rulings would change.
    others: tuple[OtherReading, ...] = ()

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What it did."""
        return self.entry.happenings


@frozen
class Rejected:
    """A line was not carried out; nothing changed. ``understood``: but the rules do not allow it."""

    problems: tuple[Problem, ...]
    understood: bool = False


@frozen
class HeadMoved:
    """Lines were taken back (``back``) or done again, the last one first when taken back."""

    back: bool
    entries: tuple[LogEntry, ...]
    before: State
    after: State
    due: tuple[Reminder, ...]


@frozen
class ChangedElsewhere:
    """Another terminal has changed the play meanwhile: its new lines, and nothing of ours is lost."""

    entries: tuple[LogEntry, ...]
    head: int


@frozen
class Doubtful:
    """A line that would by force take counters below what they can hold; nobody has agreed to that yet."""

    typed: str
    command: Command
    problems: tuple[Problem, ...]


Reply = Accepted | Rejected | HeadMoved | ChangedElsewhere | ActionForm | Ignored | Doubtful


class ReplayFailed(ProblemsFound):
    """A kept line that the data of the game, changed since, does not allow any more."""

    def __init__(self, play: Play, entries: Sequence[LogEntry]) -> None:
        refused = next(entry for entry in entries if entry.problems)
        self.play = play
        self.line = line = refused.line
        self.fitting = entries[: entries.index(refused)]
        values = {"play": play.name, "n": line.n, "typed": line.typed,
                  "back": line.n - 1, "why": refused.problems[0]}  # fmt: skip
        super().__init__([Problem("E526", None, values)])


class PlaySession:
    """One play that people go on with: its game, what is kept of it, and its state now."""

    def __init__(self, store: PlayStore, game: Game, play: Play, state: State) -> None:
        self.store = store
        self.game = game
        self.play = play
        self.state = state
        self._entries: list[LogEntry] | None = None
        self._wizard: tuple[int, Wizard] | None = None

    @classmethod
    def new(
        cls, store: PlayStore, game: Game, names: Sequence[str], options: Mapping[str, Any],
        tracked: Track, *, name: str | None = None, seed: int | None = None,
    ) -> tuple[PlaySession, Transition]:  # fmt: skip
        """Begin a play and keep it."""
        begun = flow.begin(game, names, options, tracked)
        play = store.begin(
            {"name": name, "game": game.key, "digest": game.digest, "players": names,
             "options": options, "tracked": tracked, "seed": seed},
            [entry_of(game, 0, "", {}, begun).line],
        )  # fmt: skip
        return cls(store, game, play, begun.state), begun

    @classmethod
    def at(cls, store: PlayStore, game: Game, play: Play) -> PlaySession:
        """Go on with a play; raises :class:`ReplayFailed` when its data has changed too much."""
        return cls(store, game, *_opened(store, game, play))

    @classmethod
    def settled(
        cls, store: PlayStore, game: Game, play: Play, entries: Sequence[LogEntry], head: int
    ) -> PlaySession:
        """Go on after ``head`` with what the lines come to now; later ones can be tried again."""
        return cls(store, game, *_settled(store, game, play, entries, head))

    # --- lines -------------------------------------------------------------------------------

    def take(self, line: str, *, again: bool = False) -> Reply:
        """Carry out a line of the game; ``again``: a word that ended nothing was said before."""
        if (changed := self.changed_elsewhere()) is not None:
            return changed
        stopped = flow.stopped(self.game, self.state, line, again=again)
        return self._understood(line, stopped or flow.understand(self.game, self.state, line))

    def in_series(self, line: str, rejected: Rejected) -> list[str]:
        """The actions of a line that was not understood as one: those between its commas, if all can be done."""
        if rejected.understood or any(each.code not in _AS_ONE for each in rejected.problems):
            return []
        return flow.in_series(self.game, self.state, line)

    def fill(self, missing: ActionForm, answer: str, line: str) -> Reply:
        """The line with one more of its values; other lines of the game have to wait for it."""
        if (changed := self.changed_elsewhere()) is not None:
            return changed
        command = self._filled(missing, answer)
        if isinstance(command, Problem) and self._is_another(answer):
            command = Problem("E541", None, {"open": missing.action.name, "typed": answer})
        return self._understood(line, command)

    def _filled(self, missing: ActionForm, answer: str) -> Command | ActionForm | Problem:
        """What comes of an answer; a word for nothing is what an empty line is, where it is no value."""
        missing = missing.on(self.state)
        nothing = missing.field.optional and (is_none(answer) or yes_or_no(answer) is False)
        if nothing and kind_of(missing.field).is_free_text:
            answer = ""
        command = flow.answered(missing, answer)
        if isinstance(command, Problem) and nothing:
            return flow.answered(missing, "")
        return command

    def _is_another(self, line: str) -> bool:
        """Whether a line that is no answer is another one of the game; a number is a wrong answer."""
        if fold(line.partition(" ")[0]).isdecimal():
            return False
        if flow.changing(line) or flow.is_stop(line):
            return True
        other = flow.understand(self.game, self.state, line)
        return not isinstance(other, Problem) or other.code not in _NOT_UNDERSTOOD

    def says_again(self, missing: ActionForm, line: str) -> bool:
        """Whether a line names the action again of which a value is asked."""
        if fold(line.partition(" ")[0]).isdecimal():
            return False
        other = flow.understand(self.game, self.state, line)
        if isinstance(other, ActionForm):
            return other.action.id == missing.action.id
        return not isinstance(other, Problem) and other.get("do") == missing.action.id

    def _understood(self, line: str, what: Command | ActionForm | Problem | Ignored) -> Reply:
        if isinstance(what, Problem):
            return Rejected((what,))
        if isinstance(what, (ActionForm, Ignored)):
            return what
        return self.carry(line, what, sure=line.startswith(SURE))

    def carry(self, typed: str, command: Command, *, sure: bool = True) -> Reply:
        """Carry out a command and keep it; acknowledged means stored.

        Unless one is ``sure``, nothing takes a counter below what it can hold, not even by force.
        """
        done = flow.carry_out(self.game, self.state, command)
        if done.problems:
            return Rejected(self._with_neighbour(done.problems, command), understood=True)
        below = () if sure else tuple(_too_little(done.happenings))
        if below:
            return Doubtful(typed, command, below)
        entry = entry_of(self.game, self.play.head + 1, typed, command, done)
        before, n = self.state, entry.line.n
        try:
            self.play = self.store.add(self.play, entry.line)
        except StaleRevision:
            return self.changed_elsewhere() or ChangedElsewhere((), self.play.head)
        self.state = done.state
        if self._entries is not None:
            self._entries = [*(each for each in self._entries if each.line.n < n), entry]
        return Accepted(
            entry,
            before,
            self.state,
            flow.newly_due(self.game, before, self.state),
            _other_readings(entry.happenings),
        )

    def _with_neighbour(
        self, problems: tuple[Problem, ...], command: Command
    ) -> tuple[Problem, ...]:
        """What the rules refuse, with what they would allow in its place."""
        first, *more = problems
        near = flow.neighbour(self.game, self.state, command) if first.code in _BY_RULE else None
        if near is None:
            return problems
        return (Problem(first.code, first.place, {**first.values, "instead": near.name}), *more)

    def changed_elsewhere(self) -> ChangedElsewhere | None:
        """What another terminal has done meanwhile; the play is then as that one left it."""
        now = self.store.again(self.play)
        if now is None:
            raise ProblemsFound([wrong("E521", self.play.name, known=[])])
        if now.revision == self.play.revision:
            return None
        was = self.play.head
        self.play, self.state = _opened(self.store, self.game, now)
        self._entries = self._wizard = None
        return ChangedElsewhere(self._between(was, now.head), now.head)

    # --- taking back -------------------------------------------------------------------------

    def undo(self, many: int = 1) -> Reply:
        """Take back so many lines."""
        if many > self.play.head:
            return Rejected((Problem("E539", None, {"many": self.play.head}),))
        return self.back_to(self.play.head - many)

    def back_to(self, step: int) -> Reply:
        """Take back the lines after a step."""
        if step < 0 or step >= self.play.head or self.play.head == 0:
            return Rejected((wrong("E529", step=step, last=max(0, self.play.head - 1)),))
        return self._move(step)

    def redo(self, many: int = 1) -> Reply:
        """Do lines again that were taken back."""
        if self.play.last <= self.play.head:
            return Rejected((Problem("E531"),))
        return self._move(min(self.play.head + many, self.play.last))

    def _move(self, head: int) -> Reply:
        if (changed := self.changed_elsewhere()) is not None:
            return changed
        state = self._state_after(head)
        if isinstance(state, Rejected):
            return state
        before, was = self.state, self.play.head
        try:
            self.play = self.store.move(self.play, head)
        except StaleRevision:
            return self.changed_elsewhere() or ChangedElsewhere((), was)
        self._wizard = None
        self.state = state
        entries = self._between(min(was, head), max(was, head))
        due = flow.newly_due(self.game, before, self.state)
        return HeadMoved(head < was, entries[:: -1 if head < was else 1], before, self.state, due)

    def _state_after(self, head: int) -> State | Rejected:
        """The state after a line; where lines that are done again have none it is worked out, or why it cannot be."""
        known = self._state_at(head)
        if known is not None:
            return known
        if head < self.play.head:
            return Rejected((wrong("E529", step=head, last=self.play.last),))
        state = self.state
        for n in range(self.play.head + 1, head + 1):
            line = self.store.line(self.play, n)
            if line is None:  # lost with a damaged page
                return Rejected((wrong("E529", step=n, last=n - 1),))
            after = kept_state(line.state)
            if after is None:
                done = flow.carry_out(self.game, state, dict(line.command))
                if done.problems:
                    return Rejected(done.problems)
                line = entry_of(self.game, n, line.typed, dict(line.command), done, line.time).line
                self.store.restate(self.play, line)
                after = done.state
            state = after
        return state

    # --- scorings ----------------------------------------------------------------------------

    @property
    def wizard(self) -> Wizard | None:
        """The questions of the scoring that is due, with the answers so far; None when none is."""
        if self._wizard and self._wizard[0] == self.play.revision:
            return self._wizard[1]
        due = flow.pending(self.game, self.state)
        if due is None:
            return None
        from dataclasses import replace

        from rulesref.wizard.drafts import resume
        from rulesref.wizard.interview import Wizard

        stage, start = due[0], self._begun(Wizard)
        draft = self._drafts().get(self._scoring())
        of_this = draft and draft.get("began", {}).get("event") == stage.event
        kept = resume(self.game, draft, start) if of_this else None
        wizard = kept[0] if kept else start
        if draft and draft.get("done"):
            # What was scored before stands there again; to go back is to take back a line.
            wizard = replace(wizard, before=None)
        self._wizard = (self.play.revision, wizard)
        return wizard

    def _begun(self, form: type[AnyForm]) -> AnyForm:
        """What asks for the position of the scoring that is due, with what the play knows of it."""
        from dataclasses import replace

        due = flow.pending(self.game, self.state)
        assert due is not None
        stage, known = due
        gains = flow.Gaining(self.game, self.state, stage) if stage.gains else None
        start = form.start(self.game, known=known, confirming=True, gains=gains)
        # A play knows its players; whether to go by player or by field is not worth a question.
        # Nor is whether there are more entries where it knows every one.
        given = {("order",): "player", **start.given}
        given |= {(name, len(known[name])): False for name in stage.whole if name in known}
        return replace(start, given=given)

    def scoring_form(self) -> PositionForm | None:
        """The position of the scoring that is due as a form; None when none is."""
        from rulesref.wizard.position_form import PositionForm

        if flow.pending(self.game, self.state) is None:
            return None
        return self._begun(PositionForm)

    @property
    def drafted(self) -> bool:
        """Whether a scoring asks and an answer can be taken back."""
        return (wizard := self.wizard) is not None and wizard.before is not None

    def _scoring(self) -> str:
        """Which scoring of the play is due: how many there were before, as its answers are kept."""
        lines = self.store.lines(self.play)
        return str(sum("position" in line.command for line in lines if line.n <= self.play.head))

    def _drafts(self) -> dict[str, Any]:
        """The answers of each scoring; a play of before kept only those of the one that is due."""
        draft = self.play.draft or {}
        if "said" in draft:
            return {self._scoring(): draft}
        return dict(draft.get("scorings", {}))

    def _keep_draft(self, scoring: str, wizard: Wizard, *, done: bool = False) -> None:
        from rulesref.wizard.drafts import draft_of

        drafts = {**self._drafts(), scoring: {**draft_of(wizard), "done": done}}
        self.play = self.store.draft(self.play, {"scorings": drafts})

    def answer(self, typed: str) -> tuple[Wizard, Reply | None]:
        """The questions after a line, and what came of it when it was the last."""
        wizard = self.wizard
        assert wizard is not None
        if (changed := self.changed_elsewhere()) is not None:
            return self.wizard or wizard, changed
        after = wizard.answer(typed)
        if after.finished:
            return wizard, self._scored(typed, after)
        if after.said != wizard.said or after.given != wizard.given:
            try:
                self._keep_draft(self._scoring(), after)
            except StaleRevision:
                return self.wizard or wizard, self.changed_elsewhere()
        self._wizard = (self.play.revision, after)
        return after, None

    def _scored(self, typed: str, wizard: Wizard) -> Reply:
        """Score what people have confirmed, and keep their answers for when that is taken back."""
        scoring = self._scoring()
        reply = self.carry(typed, _scoring_command(wizard))
        if isinstance(reply, Accepted):
            self._wizard = None
            if wizard.said:
                with suppress(StaleRevision):
                    self._keep_draft(scoring, wizard, done=True)
        return reply

    def take_form(self, form: Form) -> Reply:
        """Carry out what a complete form says, kept as a line that means the same."""
        if isinstance(form, (ActionForm, CorrectionForm)):
            assert form.command is not None
            return self.carry(flow.line_of(self.game, self.state, form.command), form.command)
        from json import dumps

        from rulesref.wizard.position_form import PositionForm

        if not isinstance(form, PositionForm):
            msg = "not a form of a play"
            raise TypeError(msg)
        command = _scoring_command(form)
        return self.carry(dumps(command["position"], ensure_ascii=False), command)

    def give(self, typed: str, data: Any) -> Reply:
        """Score with a position that was given whole or in part, as a document."""
        if (changed := self.changed_elsewhere()) is not None:
            return changed
        due = flow.pending(self.game, self.state)
        if due is None:
            return Rejected((Problem("E506"),))
        document, problems = flow.seated(data, self.state.names)
        if problems:
            return Rejected(problems)
        anyway = {"anyway": True} if document.pop("anyway", None) is True else {}
        return self.carry(typed, {"position": flow.beyond(due[1], document), **anyway})

    # --- looking -----------------------------------------------------------------------------

    def entries(self) -> list[LogEntry]:
        """Every line and what it did, those that were taken back included."""
        if self._entries is None:
            self._entries = replayed(self.game, self.play, self.store.lines(self.play))
        return self._entries

    def log(self) -> list[LogEntry]:
        """Every line that was not taken back, and what it did."""
        return [entry for entry in self.entries() if entry.line.n <= self.play.head]

    def last(self) -> LogEntry | None:
        """The line after which the play stands, and what it did."""
        return next(iter(self._between(self.play.head - 1, self.play.head)), None)

    def _between(self, low: int, high: int) -> tuple[LogEntry, ...]:
        """The lines after one up to another."""
        lines = [line for line in self.store.lines(self.play, max(low, 0)) if line.n <= high]
        return tuple(e for e in replayed(self.game, self.play, lines) if low < e.line.n)

    def position(self, event: str | None = None) -> tuple[str, dict[str, Any]] | None:
        """A position to score: its event and its document.

        That of the scoring that is due, with the answers so far; else the last one that was scored;
        else what is known of the next.
        """
        due = flow.pending(self.game, self.state)
        if due is not None and event in (None, due[0].event):
            wizard = self.wizard
            document = wizard.document() if wizard else due[1]
            return str(due[0].event), document
        for line in reversed(self.store.lines(self.play)):
            if line.n <= self.play.head and "position" in line.command:
                before = self._state_at(line.n - 1)
                scored = flow.known_with(self.game, before, dict(line.command)) if before else None
                if scored is not None and event in (None, scored[0].event):
                    return str(scored[0].event), scored[1]
        ahead = flow.coming(self.game, self.state, event)
        return (str(ahead[0].event), ahead[1]) if ahead else None

    def position_of(self, word: str | None = None) -> tuple[str, dict[str, Any]]:
        """The position so, of the scoring called ``word`` if any; raises when there is none."""
        events = self.game.scoring.events if self.game.scoring else {}
        wanted = event_called(events, word) if word else None
        if events and word and wanted is None:
            raise unknown("E424", word, list(events))
        position = self.position(wanted.id if wanted else None) if events else None
        if position is None:
            raise ProblemsFound([Problem("E530")])
        return position

    def final_score(self) -> Score:
        """The score that ended the game; raises when it has not ended."""
        for entry in reversed(self.log() if self.state.winners else ()):
            for each in entry.happenings:
                if each.score is not None and each.score.winners:
                    return each.score
        raise ProblemsFound([Problem("E538")])

    def _state_at(self, step: int) -> State | None:
        line = self.store.line(self.play, step)
        return kept_state(line.state) if line else None


def _scoring_command(form: Questions) -> Command:
    """The command that scores with what a form says beyond what the play knows."""
    command: Command = {"position": flow.beyond(form.began, form.document())}
    if gained := form.gained:
        command["gains"] = {form.names[seat]: dict(many) for seat, many in gained.items() if many}
    return {**command, "anyway": True} if form.anyway else command


def _opened(store: PlayStore, game: Game, play: Play) -> tuple[Play, State]:
    """A play and its state now; raises :class:`ReplayFailed` when its data has changed too much."""
    state = kept_state(play.state) if play.digest == game.digest else None
    if state is not None and state.names == play.players:
        return play, state
    entries = replayed(game, play, store.lines(play), anew=True)
    if any(entry.problems for entry in entries if entry.line.n <= play.head):
        raise ReplayFailed(play, entries)
    # Lines may have turned out to be lost only now.
    return _settled(store, game, play, entries, min(play.head, entries[-1].line.n))


def _settled(
    store: PlayStore, game: Game, play: Play, entries: Sequence[LogEntry], head: int
) -> tuple[Play, State]:
    lines = [entry.line for entry in entries if entry.state is not None]
    play = store.settle(play, lines, head, game.digest)
    assert play.state is not None
    return play, flow.from_data(play.state)


#: In front of a line: it is to be done whatever comes of it.
SURE = ("!!", "！！")
#: Why a line is nothing that the game knows, rather than something that may not be done now.
_NOT_UNDERSTOOD = ("E501", "E502")
#: Why a line is no action, though it may be several.
_AS_ONE = ("E402", "E404", "E406", "E420", "E501", "E502", "E556", "E557")
#: What a rule says against values that fit.
_BY_RULE = ("E510", "E511")


def _too_little(happenings: Sequence[Happening]) -> Iterator[Problem]:
    """What takes a counter below what it can hold."""
    for problem in (happening.problem for happening in happenings):
        if problem is not None and problem.code == "E511":
            low: Any = problem.values["low"]
            value: Any = problem.values["value"]
            if low is not None and value < low:
                yield problem


def _other_readings(happenings: Sequence[Happening]) -> tuple[OtherReading, ...]:
    scores = [happening.score for happening in happenings if happening.score is not None]
    if not scores:
        return ()
    from rulesref.scoring.compare import other_readings

    return tuple(other_readings(scores[0]))
