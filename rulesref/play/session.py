"""A play at the table: what a typed line means for it, what comes of it, and what is kept (卓上の進行).

The flow says what a line does to a state; the store keeps what was accepted. This joins the two:
lines, taking back, scorings that ask, plays whose data has changed since. It shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from json import dumps
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import fold
from rulesref.base.frozen import changed, frozen, remade
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
    LineForm,
    NoOpEnd,
    Reminder,
    State,
    Transition,
)
from rulesref.play.log import LogLine, Play, now
from rulesref.play.replay import (
    LogEntry,
    StateAfter,
    cached_state,
    entry_of,
    replayed,
    restated,
    state_after,
    with_aside,
)
from rulesref.play.store import PlayStore, StaleRevision
from rulesref.reading.positions import event_called

if TYPE_CHECKING:
    from rulesref.play.course import Course
    from rulesref.scoring.compare import OtherReading
    from rulesref.scoring.score import Score
    from rulesref.wizard.interview import Wizard
    from rulesref.wizard.position_form import PositionForm


@frozen
class Accepted:
    """A line was carried out and kept."""

    entry: LogEntry
    before: State
    after: State
    due: tuple[Reminder, ...]
    #: Of a scoring: what other readings of the rulings would change.
    others: tuple[OtherReading, ...] = ()
    #: Lines that were taken back are put aside with it; by this number they are brought back.
    aside: int | None = None

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
class Mended:
    """A line before the last was given anew, left out or put in; nothing changed where it was so already.

    ``entries`` are the new lines, ``gone`` is the one in whose place they stand. ``again`` lines after them were
    carried out again, others left out, as ``misfits`` tell. ``aside`` brings back what was there.
    """

    entries: tuple[LogEntry, ...]
    gone: LogEntry | None
    again: int
    misfits: tuple[Problem, ...]
    aside: int | None
    before: State
    after: State
    due: tuple[Reminder, ...]
    #: A player's name before and now, where that is what was put right.
    renamed: tuple[str, str] | None = None


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


Reply = Accepted | Rejected | HeadMoved | Mended | ChangedElsewhere | LineForm | NoOpEnd | Doubtful


class PlaySession:
    """One play that people go on with: its game, what is kept of it, and its state now."""

    def __init__(self, store: PlayStore, game: Game, play: Play, state: State) -> None:
        self.store = store
        self.game = game
        self.play = play
        self.state = state
        #: Where the state is not what the lines come to now: why, and what of it is not as it was kept. The
        #: next line is kept behind one that says how the play stood.
        self.misfits: tuple[Problem, ...] = ()
        self._entries: list[LogEntry] | None = None
        #: What the last lines did, by their ids.
        self._latest: dict[int, LogEntry] = {}
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
        """Go on with a play; where its lines do not fit the data of the game any more, from how it stood."""
        session = cls.__new__(cls)
        session.store, session.game = store, game
        session._stand(play)  # noqa: SLF001
        return session

    def _stand(self, play: Play) -> None:
        found = self._after(play, play.head)
        line = self.store.line(play, found.n) or play.line
        self.play = changed(play, head=found.n, line=line)
        self._entries = self._wizard = None
        self._latest = {}
        self._have(found)

    def _have(self, found: StateAfter) -> None:
        self.state, self.misfits = found.state, found.misfits
        for problem in found.misfits:
            self.store.tell(problem)

    def _after(self, play: Play, n: int) -> StateAfter:
        """The state after a step of a play."""
        line = self.store.line(play, n)
        state = cached_state(self.game, play, line) if line else None
        if state is not None:
            return StateAfter(n, state)
        lines = [line for line in self.store.lines(play) if line.n <= n]
        return state_after(self.game, play, lines)

    # --- lines -------------------------------------------------------------------------------

    def take(self, line: str, *, again: bool = False) -> Reply:
        """Carry out a line of the game; ``again``: a word that ended nothing was said before."""
        if (elsewhere := self.changed_elsewhere()) is not None:
            return elsewhere
        stopped = flow.stopped(self.game, self.state, line, again=again)
        return self._understood(line, stopped or flow.understand(self.game, self.state, line))

    def in_series(self, line: str, rejected: Rejected) -> list[str]:
        """The actions of a line that was not understood as one: those between its commas, if all can be done."""
        if rejected.understood or any(each.code not in _AS_ONE for each in rejected.problems):
            return []
        return flow.in_series(self.game, self.state, line)

    def fill(self, missing: LineForm, answer: str, line: str) -> Reply:
        """The line with one more of its values; other lines of the game have to wait for it."""
        if (elsewhere := self.changed_elsewhere()) is not None:
            return elsewhere
        command = self._filled(missing, answer, line)
        if isinstance(command, Problem) and self._is_another(answer):
            begun = (
                missing.title
                if isinstance(missing, ActionForm)
                else line.removesuffix(answer).strip()
            )
            command = Problem("E541", None, {"open": begun, "typed": answer})
        return self._understood(line, command)

    def _filled(self, missing: LineForm, answer: str, line: str) -> Command | LineForm | Problem:
        """What comes of an answer; a word for nothing is what an empty line is, where it is no value."""
        if isinstance(missing, CorrectionForm):
            return flow.understand(self.game, self.state, line)
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

    def says_again(self, missing: LineForm, line: str) -> bool:
        """Whether a line names the action again of which a value is asked."""
        if isinstance(missing, CorrectionForm) or fold(line.partition(" ")[0]).isdecimal():
            return False
        other = flow.understand(self.game, self.state, line)
        if isinstance(other, ActionForm):
            same = other.action.id == missing.action.id
            return same and other.state.acting in (None, missing.state.acting)
        acting = missing.state.acting
        who = None if acting is None else self.state.names[acting]
        same = isinstance(other, dict) and other.get("do") == missing.action.id
        return same and isinstance(other, dict) and other.get("who") in (None, who)

    def _understood(self, line: str, what: Command | LineForm | Problem | NoOpEnd) -> Reply:
        if isinstance(what, Problem):
            return Rejected((what,))
        if isinstance(what, (ActionForm, CorrectionForm, NoOpEnd)):
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
        before, was = self.state, self.play
        try:
            if self.misfits:
                self._keep(restated(self.game, self.play.head + 1, self.state))
            entry = self._keep(entry_of(self.game, self.play.head + 1, typed, command, done))
        except StaleRevision:
            return self.changed_elsewhere() or ChangedElsewhere((), self.play.head)
        return Accepted(
            entry,
            before,
            self.state,
            flow.newly_due(self.game, before, self.state),
            _other_readings(entry.happenings),
            was.tip if was.last > was.head else None,
        )

    def _keep(self, entry: LogEntry) -> LogEntry:
        """Keep a line; the play then stands behind it."""
        self.play = self.store.add(self.play, entry.line)
        line = changed(entry.line, id=self.play.line.id, after=self.play.line.after)
        entry = changed(entry, line=line)
        assert entry.state is not None
        self.state, self.misfits = entry.state, ()
        if self._entries is not None:
            self._entries = [*(each for each in self._entries if each.line.n < line.n), entry]
        return entry

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
        self._stand(now)
        return ChangedElsewhere(self._between(was, now.head), now.head)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile nobody else changes the play; it stands as whoever was last has left it."""
        with self.store.alone(self.play):
            self.changed_elsewhere()
            yield

    # --- taking back -------------------------------------------------------------------------

    def undo(self, many: int = 1) -> Reply:
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
        if self.play.last > self.play.head:
            return self._move(min(self.play.head + many, self.play.last))
        aside = self.store.aside(self.play)
        if not aside:
            return Rejected((Problem("E531"),))
        return Rejected((wrong("E543", aside[-1].typed, line=aside[-1].id),))

    def bring_back(self, number: int | None = None) -> Reply:
        """Do lines again that were taken back and typed over, in place of those that took their place.

        ``number``: up to that one; without it up to the one that was typed last.
        """
        aside = [line for line in self.store.aside(self.play) if number in (None, line.id)]
        if not aside:
            return Rejected((Problem("E531") if number is None else wrong("E548", number),))
        return self._move(aside[-1].n, aside[-1].id)

    def _move(self, head: int, tip: int | None = None) -> Reply:
        if (elsewhere := self.changed_elsewhere()) is not None:
            return elsewhere
        before, was = self.state, self.play
        there = was if tip is None else changed(was, tip=tip)
        if self.store.line(there, head) is None:  # it is lost
            return Rejected((wrong("E529", step=head, last=was.last),))
        found = self._after(there, head)
        if found.n != head:
            return Rejected(found.misfits)
        try:
            self.play = self.store.move(was, head, tip)
        except StaleRevision:
            return self.changed_elsewhere() or ChangedElsewhere((), was.head)
        self._wizard = None
        self._have(found)
        if tip is None:
            entries = self._between(min(was.head, head), max(was.head, head))
        else:
            self._entries = None
            stood = {line.id for line in self.store.lines(was)}
            entries = tuple(e for e in self._between(0, head) if e.line.id not in stood)
        back = tip is None and head < was.head
        due = flow.newly_due(self.game, before, self.state)
        return HeadMoved(back, entries[:: -1 if back else 1], before, self.state, due)

    def turn_began(self) -> int:
        """The step after which the turn of the last line began; nobody's turn is a step of the game."""
        for entry in self.log()[-2::-1]:
            kinds = {happening.kind for happening in entry.happenings}
            nobodys = entry.state is not None and flow.turn_of(entry.state) is None
            if "turn" in kinds or (nobodys and "stage" in kinds):
                return entry.line.n
        return 0

    def replace(
        self, after: int, lines: Sequence[LogLine], *, head: int | None = None, draft: Any = None
    ) -> ChangedElsewhere | None:
        """Have lines in the place of all behind the one with this number, and stand after the last or after ``head``.

        Gives what another terminal has done meanwhile, if anything; then nothing was changed.
        """
        try:
            self._stand(self.store.replace(self.play, after, lines, head, draft))
        except StaleRevision:
            return self.changed_elsewhere() or ChangedElsewhere((), self.play.head)
        return None

    # --- scorings ----------------------------------------------------------------------------

    @property
    def wizard(self) -> Wizard | None:
        """The interview of the scoring that is due, with the answers so far; None when none is."""
        if self._wizard and self._wizard[0] == self.play.revision:
            return self._wizard[1]
        due = flow.pending(self.game, self.state)
        if due is None:
            return None

        from rulesref.wizard.drafts import resume
        from rulesref.wizard.interview import Wizard
        from rulesref.wizard.position_form import PositionForm

        stage, known = due
        gains = flow.Gaining(self.game, self.state, stage) if stage.gains else None
        form = PositionForm.start(self.game, known=known, confirming=True, gains=gains)
        # Whether there are more entries is not worth a question where a play knows every one.
        whole = {(name, len(known[name])): False for name in stage.whole if name in known}
        start = Wizard(form=remade(form, given={**form.given, **whole}))
        draft = self.drafts().get(self._scoring())
        of_this = draft and draft.get("began", {}).get("event") == stage.event
        kept = resume(self.game, draft, start) if of_this else None
        wizard = kept[0] if kept else start
        if draft and draft.get("done"):
            # What was scored before stands there again; to go back is to take back a line.
            wizard = remade(wizard, before=None)
        self._wizard = (self.play.revision, wizard)
        return wizard

    @property
    def scoring_form(self) -> PositionForm | None:
        """The position of the scoring that is due as a form, with the answers so far; None when none is."""
        wizard = self.wizard
        return wizard.form if wizard else None

    @property
    def drafted(self) -> bool:
        """Whether a scoring asks and an answer can be taken back."""
        return (wizard := self.wizard) is not None and wizard.before is not None

    def _scoring(self) -> str:
        """Which scoring of the play is due: how many there were before, as its answers are kept."""
        lines = self.store.lines(self.play)
        return str(sum("position" in line.command for line in lines if line.n <= self.play.head))

    def drafts(self) -> dict[str, Any]:
        return dict((self.play.draft or {}).get("scorings", {}))

    def _keep_draft(self, scoring: str, wizard: Wizard, *, done: bool = False) -> None:
        from rulesref.wizard.drafts import draft_of

        drafts = {**self.drafts(), scoring: {**draft_of(wizard), "done": done}}
        kept = self.store.draft(self.play, {"scorings": drafts})
        self.play = changed(kept, head=self.play.head, line=self.play.line)

    def answer(self, typed: str) -> tuple[Wizard, Reply | None]:
        """The questions after a line, and what came of it when it was the last."""
        wizard = self.wizard
        assert wizard is not None
        if (elsewhere := self.changed_elsewhere()) is not None:
            return self.wizard or wizard, elsewhere
        after = wizard.answer(typed)
        if after.finished:
            return wizard, self._scored(typed, after)
        kept = (after.form.given, after.editing, after.unsure)
        if kept != (wizard.form.given, wizard.editing, wizard.unsure):
            try:
                self._keep_draft(self._scoring(), after)
            except StaleRevision:
                return self.wizard or wizard, self.changed_elsewhere()
        self._wizard = (self.play.revision, after)
        return after, None

    def keep_form(self, form: PositionForm) -> ChangedElsewhere | None:
        """Keep the answers of a form of the scoring that is due, so that everybody goes on from them.

        Gives what another terminal has done meanwhile, if anything; then nothing was kept.
        """
        wizard = self.wizard
        assert wizard is not None
        after = remade(wizard, form=form, before=wizard, editing=None, unsure=None, problems=())
        try:
            self._keep_draft(self._scoring(), after)
        except StaleRevision:
            return self.changed_elsewhere()
        # A state before it is for who types; a page puts a value anew, and states would pile up.
        self._wizard = (self.play.revision, remade(after, before=changed(wizard, before=None)))
        return None

    def _scored(self, typed: str, wizard: Wizard) -> Reply:
        """Score what people have confirmed, and keep their answers for when that is taken back."""
        scoring = self._scoring()
        reply = self._score(typed, _scoring_command(wizard.form))
        if isinstance(reply, Accepted):
            self._wizard = None
            if wizard.form.given != wizard.form.known:
                with suppress(StaleRevision):
                    self._keep_draft(scoring, wizard, done=True)
        return reply

    def take_form(self, form: Form) -> Reply:
        """Carry out what a complete form says, kept as a line that means the same."""
        if isinstance(form, (ActionForm, CorrectionForm)):
            assert form.command is not None
            return self.carry(flow.line_of(self.game, self.state, form.command), form.command)
        from rulesref.wizard.position_form import PositionForm

        if not isinstance(form, PositionForm):
            msg = "not a form of a play"
            raise TypeError(msg)
        command = _scoring_command(form)
        return self._score(dumps(command["position"], ensure_ascii=False), command)

    def give(self, typed: str, data: Any) -> Reply:
        """Score with a position that was given whole or in part, as a document."""
        if (elsewhere := self.changed_elsewhere()) is not None:
            return elsewhere
        due = flow.pending(self.game, self.state)
        if due is None:
            return Rejected((Problem("E506"),))
        document, problems = flow.seated(data, self.state.names)
        if problems:
            return Rejected(problems)
        anyway = {"anyway": True} if document.pop("anyway", None) is True else {}
        return self._score(typed, {"position": flow.beyond(due[1], document), **anyway})

    def _score(self, typed: str, command: Command) -> Reply:
        """Score with a position; what it says otherwise than the play is set by lines before it, unless that ends the game."""
        due = flow.pending(self.game, self.state)
        done = flow.carry_out(self.game, self.state, command)
        if due is None or done.problems or done.state.finished or "gains" in command:
            return self.carry(typed, command)
        corrections = flow.traced(self.game, self.state, command["position"])
        state = self.state
        for correction in corrections:
            state = flow.carry_out(self.game, state, correction).state
        now = flow.pending(self.game, state)
        assert now is not None
        document = flow.merged(due[1], command["position"])
        command = {**command, "position": flow.beyond(now[1], document)}
        if refused := flow.carry_out(self.game, state, command).problems:
            return Rejected(refused, understood=True)
        happenings: list[Happening] = []
        for correction in corrections:
            reply = self.carry(flow.line_of(self.game, self.state, correction), correction)
            if not isinstance(reply, Accepted):
                return reply
            happenings += reply.happenings
        reply = self.carry(typed, command)
        if not isinstance(reply, Accepted):
            return reply
        told = changed(reply.entry, happenings=(*happenings, *reply.happenings))
        return changed(reply, entry=told)

    # --- looking -----------------------------------------------------------------------------

    def entries(self) -> list[LogEntry]:
        """Every line and what it did, those that were taken back included."""
        if self._entries is None:
            self._entries = replayed(self.game, self.play, self.store.lines(self.play))
        return self._entries

    def course(self) -> Course:
        """How it has gone by rounds and by the clock, until now where it is not over."""
        from rulesref.play.course import course

        return course(self.game, self.log(), None if self.state.finished else now())

    def log(self) -> list[LogEntry]:
        """Every line that was not taken back, and what it did."""
        return [entry for entry in self.entries() if entry.line.n <= self.play.head]

    def last(self) -> LogEntry | None:
        """The line after which the play stands, and what it did."""
        return next(iter(self.recent(1)), None)

    def recent(self, many: int) -> tuple[LogEntry, ...]:
        """So many of the last lines, and what they did."""
        return self._between(self.play.head - many, self.play.head)

    def aside(self) -> list[LogEntry]:
        """Every line that was taken back and typed over, and what it did."""
        lines, aside = self.store.lines(self.play), self.store.aside(self.play)
        return with_aside(self.game, self.play, lines, aside)[1]

    def _between(self, low: int, high: int) -> tuple[LogEntry, ...]:
        """The lines after one up to another."""
        lines = [line for line in self.store.lines(self.play, max(low, 0)) if line.n <= high]
        wanted = [line.id for line in lines if low < line.n]
        if not self._latest.keys() >= {*wanted}:
            known = lines and cached_state(self.game, self.play, lines[0]) is not None
            found = replayed(self.game, self.play, lines) if known else self.entries()
            # Of the first one of those that are replayed it is not known what it did: they begin behind it.
            self._latest = {each.line.id: each for each in found if each.line.n > low}
        return tuple(self._latest[each] for each in wanted)

    def position(self, event: str | None = None) -> tuple[str, dict[str, Any]] | None:
        """A position to score: its event and its document.

        That of the scoring that is due, with the answers so far; else the last one that was scored;
        else what is known of the next.
        """
        due = flow.pending(self.game, self.state)
        if due is not None and event in (None, due[0].event):
            wizard = self.wizard
            document = wizard.form.values if wizard else due[1]
            return str(due[0].event), document
        for line in reversed(self.store.lines(self.play)):
            if line.n <= self.play.head and "position" in line.command:
                before = self._after(self.play, line.n - 1).state
                scored = flow.known_with(self.game, before, dict(line.command))
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
        for entry in reversed(self.log() if self.state.finished else ()):
            for each in entry.happenings:
                if each.score is not None and each.score.event.final:
                    return each.score
        raise ProblemsFound([Problem("E538")])


def _scoring_command(form: PositionForm) -> Command:
    """The command that scores with what a form says beyond what the play knows."""
    command: Command = {"position": flow.beyond(form.began, form.values)}
    if gained := form.gained:
        command["gains"] = {form.names[seat]: dict(many) for seat, many in gained.items() if many}
    return {**command, "anyway": True} if form.anyway else command


#: In front of a line: it is to be done whatever comes of it.
SURE = ("!!", "！！")
#: Why a line is nothing that the game knows, rather than something that may not be done now.
_NOT_UNDERSTOOD = ("E501", "E563")
#: Why a line is no action, though it may be several.
_AS_ONE = ("E402", "E404", "E406", "E420", "E501", "E556", "E557", "E563")
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
