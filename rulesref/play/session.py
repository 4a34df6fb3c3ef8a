"""A play at the table: what a typed line means for it, what comes of it, and what is kept (卓上の進行).

The flow says what a line does to a state; the store keeps what was accepted. This joins the two:
lines, taking back, scorings that ask, plays whose data has changed since. It shows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rulesref.base.diagnostics import Path, Problem, ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import fold
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Command, Happening, Missing, Outcome, Reminder, State
from rulesref.play.log_entry import line_of
from rulesref.play.records import Line, Play
from rulesref.play.store import Overtaken, Store

if TYPE_CHECKING:
    from rulesref.scoring.compare import OtherReading
    from rulesref.wizard.session import Wizard


@frozen
class Carried:
    """A line was carried out and kept."""

    line: Line
    before: State
    after: State
    happenings: tuple[Happening, ...]
    due: tuple[Reminder, ...]
    #: Of a scoring: what other readings of the rulings would change.
    others: tuple[OtherReading, ...] = ()


@frozen
class Refused:
    """A line was not carried out; nothing changed. ``understood``: but the rules do not allow it."""

    problems: tuple[Problem, ...]
    understood: bool = False


@frozen
class Moved:
    """Lines were taken back (``back``) or done again, the last one first when taken back."""

    back: bool
    lines: tuple[Line, ...]
    before: State
    after: State
    due: tuple[Reminder, ...]


@frozen
class Passed:
    """Another terminal has changed the play meanwhile: its new lines, and nothing of ours is lost."""

    lines: tuple[Line, ...]
    head: int


Reply = Carried | Refused | Moved | Passed | Missing


class Misfit(Exception):  # noqa: N818 - a fact about the play
    """A kept line that the data of the game, changed since, does not allow any more."""

    def __init__(
        self, play: Play, line: Line, problems: Sequence[Problem], fitting: Sequence[Line]
    ) -> None:
        super().__init__(line.n)
        self.play = play
        self.line = line
        self.problems = tuple(problems)
        self.fitting = tuple(fitting)

    @property
    def problem(self) -> Problem:
        """What to tell."""
        values = {"play": self.play.name, "n": self.line.n, "typed": self.line.typed,
                  "back": self.line.n - 1, "why": self.problems[0]}  # fmt: skip
        return Problem("E526", None, values)


class Sitting:
    """One play that people sit at: its game, what is kept of it, and its state now."""

    def __init__(self, store: Store, game: Game, play: Play, state: State) -> None:
        self.store = store
        self.game = game
        self.play = play
        self.state = state
        self._wizard: tuple[int, Wizard] | None = None

    @classmethod
    def new(
        cls, store: Store, game: Game, names: Sequence[str], options: Mapping[str, Any],
        tracked: flow.Tracked, *, name: str | None = None, seed: int | None = None,
    ) -> tuple[Sitting, Outcome]:  # fmt: skip
        """Begin a play and keep it."""
        outcome = flow.begin(game, names, options, tracked)
        play = store.begin(
            {"name": name, "game": game.id, "digest": game.digest, "players": names,
             "options": options, "tracked": tracked, "seed": seed},
            [line_of(game, 0, "", {}, outcome)],
        )  # fmt: skip
        return cls(store, game, play, outcome.state), outcome

    @classmethod
    def at(cls, store: Store, game: Game, play: Play) -> Sitting:
        """Go on with a play; raises :class:`Misfit` when its data has changed too much."""
        line = store.line(play, play.head)
        if play.digest == game.digest and line and line.state is not None:
            return cls(store, game, play, flow.from_data(line.state))
        lines, misfit = replayed(store, game, play)
        if misfit is not None and misfit.line.n <= play.head:
            raise misfit
        return cls.settled(store, game, play, lines, play.head)

    @classmethod
    def settled(
        cls, store: Store, game: Game, play: Play, lines: Sequence[Line], head: int
    ) -> Sitting:
        """Go on after ``head`` with what the lines come to now; later ones can be tried again."""
        play = store.settle(play, lines, head, game.digest)
        state = lines[head].state
        assert state is not None
        return cls(store, game, play, flow.from_data(state))

    # --- lines -------------------------------------------------------------------------------

    def take(self, line: str) -> Reply:
        """Carry out a line of the game."""
        if (passed := self.passed()) is not None:
            return passed
        found = flow.understand(self.game, self.state, line)
        if isinstance(found, Problem):
            return Refused((found,))
        if isinstance(found, Missing):
            return found
        return self.carry(line, found)

    def fill(self, missing: Missing, answer: str, line: str) -> Reply:
        """The line with one more of its values.

        An answer that does not fit is another line of the game if it can be one, else refused.
        """
        if (passed := self.passed()) is not None:
            return passed
        found = flow.answered(self.game, self.state, missing, answer)
        if isinstance(found, Problem):
            other = flow.understand(self.game, self.state, answer)
            if isinstance(other, Problem) or fold(answer.partition(" ")[0]).isdecimal():
                return Refused((found,))
            found, line = other, answer
        if isinstance(found, Missing):
            return found
        return self.carry(line, found)

    def carry(self, typed: str, command: Command) -> Reply:
        """Carry out a command and keep it; acknowledged means stored."""
        outcome = flow.carry_out(self.game, self.state, command)
        if outcome.problems:
            return Refused(outcome.problems, understood=True)
        line = line_of(self.game, self.play.head + 1, typed, command, outcome)
        before = self.state
        try:
            self.play = self.store.add(self.play, line)
        except Overtaken:
            return self.passed() or Passed((), self.play.head)
        self.state = outcome.state
        due = flow.newly_due(self.game, before, self.state)
        others = _other_readings(outcome.happenings)
        return Carried(line, before, self.state, outcome.happenings, due, others)

    def passed(self) -> Passed | None:
        """What another terminal has done meanwhile; the play is then as that one left it."""
        found = self.store.again(self.play)
        if found is None:
            raise ProblemsFound(
                [Problem("E521", None, {"found": self.play.name, "known": [], "near": None})]
            )
        if found.revision == self.play.revision:
            return None
        was = self.play
        line = self.store.line(found, found.head)
        assert line is not None
        self._forget()
        if line.state is None or found.digest != self.game.digest:
            self.__dict__.update(Sitting.at(self.store, self.game, found).__dict__)
        else:
            self.play, self.state = found, flow.from_data(line.state)
        lines = [line for line in self.store.lines(found) if was.head < line.n <= found.head]
        return Passed(tuple(lines), found.head)

    def _forget(self) -> None:
        self._wizard = None

    # --- taking back -------------------------------------------------------------------------

    def undo(self, many: int = 1) -> Reply:
        """Take back so many lines."""
        if many > self.play.head:
            return Refused((Problem("E539", None, {"many": self.play.head}),))
        return self.back_to(self.play.head - many)

    def back_to(self, step: int) -> Reply:
        """Take back the lines after a step."""
        if step < 0 or step >= self.play.head or self.play.head == 0:
            return Refused(
                (Problem("E529", None, {"found": step, "last": max(0, self.play.head - 1)}),)
            )
        return self._move(step)

    def redo(self, many: int = 1) -> Reply:
        """Do lines again that were taken back."""
        if self.play.last <= self.play.head:
            return Refused((Problem("E531"),))
        return self._move(min(self.play.head + many, self.play.last))

    def _move(self, head: int) -> Reply:
        if (passed := self.passed()) is not None:
            return passed
        target = self.store.line(self.play, head)
        if target is None:
            return Refused((Problem("E529", None, {"found": head, "last": self.play.last}),))
        if target.state is None:
            problems = self._restated(head)
            if problems:
                return Refused(problems)
            target = self.store.line(self.play, head)
            assert target is not None
        before, was = self.state, self.play.head
        try:
            self.play = self.store.move(self.play, head)
        except Overtaken:
            return self.passed() or Passed((), was)
        self._forget()
        assert target.state is not None
        self.state = flow.from_data(target.state)
        low, high = min(was, head), max(was, head)
        lines = [line for line in self.store.lines(self.play) if low < line.n <= high]
        if head < was:
            lines.reverse()
        due = flow.newly_due(self.game, before, self.state)
        return Moved(head < was, tuple(lines), before, self.state, due)

    def _restated(self, head: int) -> tuple[Problem, ...]:
        """Work out the states up to a line that has none; why it cannot be done, if so."""
        state = self.state
        for n in range(self.play.head + 1, head + 1):
            line = self.store.line(self.play, n)
            if line is None:  # lost with a damaged page
                return (Problem("E529", None, {"found": n, "last": n - 1}),)
            outcome = flow.carry_out(self.game, state, dict(line.command))
            if outcome.problems:
                return outcome.problems
            state = outcome.state
            self.store.restate(
                self.play, line_of(self.game, n, line.typed, line.command, outcome, line.time)
            )
        return ()

    # --- scorings ----------------------------------------------------------------------------

    @property
    def wizard(self) -> Wizard | None:
        """The questions of the scoring that is due, with the answers so far; None when none is."""
        if self._wizard and self._wizard[0] == self.play.revision:
            return self._wizard[1]
        found = flow.pending(self.game, self.state)
        if found is None:
            return None
        from rulesref.wizard.drafts import resume

        kept = resume(self.game, self.play.draft)
        wizard = kept[0] if kept else asking(self.game, found[1], found[0].whole)
        self._wizard = (self.play.revision, wizard)
        return wizard

    def answer(self, typed: str) -> tuple[Wizard, Reply | None]:
        """The questions after a line, and what came of it when it was the last."""
        wizard = self.wizard
        assert wizard is not None
        if (passed := self.passed()) is not None:
            return self.wizard or wizard, passed
        after = wizard.answer(typed)
        if after.finished:
            found = flow.pending(self.game, self.state)
            assert found is not None
            reply = self.carry(typed, {"position": said(found[1], after.document())})
            if isinstance(reply, Carried):
                self._forget()
            return wizard, reply
        if after.said != wizard.said or after.answers != wizard.answers:
            from rulesref.wizard.drafts import draft_of

            try:
                self.play = self.store.draft(self.play, draft_of(after))
            except Overtaken:
                return self.wizard or wizard, self.passed()
        self._wizard = (self.play.revision, after)
        return after, None

    def give(self, typed: str, data: Any) -> Reply:
        """Score with a position that was given whole or in part, as a document."""
        if (passed := self.passed()) is not None:
            return passed
        found = flow.pending(self.game, self.state)
        if found is None:
            return Refused((Problem("E506"),))
        given, problems = _seated(data, self.state.names)
        if problems:
            return Refused(problems)
        return self.carry(typed, {"position": said(found[1], given)})

    # --- looking -----------------------------------------------------------------------------

    def lines(self) -> list[Line]:
        """All lines, those that were taken back included."""
        return self.store.lines(self.play)

    def position(self, event: str | None = None) -> tuple[str, dict[str, Any]] | None:
        """A position to score: its event and its document.

        That of the scoring that is due, with the answers so far; else the last one that was scored;
        else what is known of the next.
        """
        found = flow.pending(self.game, self.state)
        if found is not None and event in (None, found[0].event):
            wizard = self.wizard
            document = wizard.document() if wizard else found[1]
            return str(found[0].event), document
        for line in reversed(self.lines()):
            if line.n <= self.play.head and "position" in line.command:
                before = self._state_before(line.n)
                scored = flow.pending(self.game, before) if before else None
                if scored is not None and event in (None, scored[0].event):
                    given = line.command["position"]
                    return str(scored[0].event), flow.merged(scored[1], given)
        ahead = flow.coming(self.game, self.state, event)
        return (str(ahead[0].event), ahead[1]) if ahead else None

    def final(self) -> tuple[str, dict[str, Any]] | None:
        """The position of the scoring that ended the game."""
        for line in reversed(self.lines()):
            for told in line.told if line.n <= self.play.head else ():
                if told["kind"] == "score" and told.get("winners"):
                    return self.position(told["event"])
        return None

    def _state_before(self, n: int) -> State | None:
        line = self.store.line(self.play, n - 1)
        return flow.from_data(line.state) if line and line.state is not None else None


def _other_readings(happenings: Sequence[Happening]) -> tuple[OtherReading, ...]:
    scores = [happening.score for happening in happenings if happening.score is not None]
    if not scores:
        return ()
    from rulesref.scoring.compare import other_readings

    return tuple(other_readings(scores[0]))


def asking(game: Game, known: Mapping[str, Any], whole: Sequence[str] = ()) -> Wizard:
    """The questions of a scoring of which so much is known, player by player.

    Of the lists in ``whole`` every entry is known: whether there are more is not asked.
    """
    from rulesref.wizard.session import Wizard

    wizard = Wizard.start(game, known=known)
    no_more: dict[Path, Any] = {
        (field, len(known[field])): False for field in whole if field in known
    }
    wizard = replace(wizard, answers={**wizard.answers, **no_more})
    # A play knows its players; whether to go by player or by field is not worth a question.
    return wizard.answer("1") if wizard.prompt.key == "order" else wizard


def said(known: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """What a document says beyond what is known: that is kept, and the rest is worked out anew."""
    aside = ("game", "event", "players")
    found = {k: v for k, v in document.items() if k not in aside and known.get(k) != v}
    people = document.get("players") or ()
    found["players"] = [
        {k: v for k, v in person.items() if k != "name" and was.get(k) != v}
        for person, was in zip(people, known["players"], strict=False)
    ]
    return found


def _seated(data: Any, names: Sequence[str]) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """A document with its players in the order of the seats, by name or as they stand."""
    if not isinstance(data, dict):
        return {}, (
            Problem("E402", None, {"path": "", "name": None, "found": data, "expected": "record"}),
        )
    people = data.get("players", [])
    if not isinstance(people, list) or not all(isinstance(person, dict) for person in people):
        values = {"path": "players", "name": None, "found": people, "expected": "list"}
        return {}, (Problem("E402", None, values),)
    seats: list[dict[str, Any]] = [{} for _ in names]
    for place, person in enumerate(people):
        name = person.get("name")
        if name is None and place < len(names):
            seats[place] = person
        elif name in names:
            seats[names.index(name)] = person
        else:
            near = did_you_mean(str(name), names)
            values = {"path": "players", "found": name, "known": list(names), "near": near}
            return {}, (Problem("E420", None, values),)
    return {**data, "players": seats}, ()


def replayed(store: Store, game: Game, play: Play) -> tuple[list[Line], Misfit | None]:
    """Every line of a play carried out anew, up to the first that the game does not allow now."""
    kept = store.lines(play)
    options = cast("Mapping[str, Any]", flow.settled(play.options))
    outcome = flow.begin(game, play.players, options, cast("flow.Tracked", play.tracked))
    found = [line_of(game, 0, "", {}, outcome, kept[0].time)]
    for line in kept[1:]:
        problems: tuple[Problem, ...]
        try:
            outcome = flow.carry_out(game, outcome.state, dict(line.command))
            problems = outcome.problems
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            # A line of an older program, or of a file that was written by hand.
            problems = (Problem("E533", None, {"reason": str(error)}),)
        if problems:
            return found, Misfit(play, line, problems, found)
        found.append(line_of(game, line.n, line.typed, line.command, outcome, line.time))
    return found, None
