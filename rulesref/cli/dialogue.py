"""A form that is asked for at the keyboard, field by field; of a position every answer is kept at once."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeVar

import click

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.disk import at_home, is_there, reason
from rulesref.base.frozen import changed
from rulesref.base.messages import N_
from rulesref.base.text import narrow
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation, quits
from rulesref.fields.typed import (
    LONGEST,
    everybody,
    flag_called,
    goes_back,
    number,
    one_called,
    tidy,
)
from rulesref.model.game import Game
from rulesref.play.trash import write_over
from rulesref.scoring.score import Score
from rulesref.show import results, wizard
from rulesref.show.position_file import position_text
from rulesref.show.problems import reason_text
from rulesref.show.terminal import text
from rulesref.wizard import drafts
from rulesref.wizard.answers import is_name
from rulesref.wizard.interview import Interview, Wizard

AnyInterview = TypeVar("AnyInterview", bound=Interview)
#: What a person wants after the score: what comes next, the values again, or to end.
Next = Literal["go on", "back", "end"]

#: What a shell calls a program that was stopped with Ctrl-C.
STOPPED = 130


def players_meant(names: Sequence[str], word: str) -> Sequence[int]:
    """Which players a word means: a number from 1, a name or its beginning, 0 or a word for all.

    >>> [players_meant(["葵", "Ben", "Bob"], word) for word in ("２", "0", "葵", "bo", "b")]
    [[1], range(0, 3), [0], [2], []]
    """
    place = number(word)
    if place is not None and place <= len(names):
        return [place - 1] if place else range(len(names))
    name = one_called(names, word)
    if name is not None:
        return [names.index(name)]
    return range(len(names)) if everybody(word) else []


class Dialogue(Conversation):
    """Asks for a form until nothing is missing."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.display = wizard.Display()

    def ask(self, state: AnyInterview) -> AnyInterview:
        """The interview when all is answered; EOFError when the person quits or there are no more lines."""
        while not state.finished:
            page = wizard.introduction(state, self.display, self.session.lang)
            if page and state.current is None:
                self.say()
            self.page(page)
            after = self.turn(state)
            self.page(wizard.reaction(after, self.display, self.session.lang))
            if after.form.given != state.form.given:
                self.keep(after)
            state = after
        return state

    def turn(self, state: AnyInterview) -> AnyInterview:
        """What comes of one line."""
        line = self.read(wizard.prompt(state, self.session.lang))
        if len(line) > LONGEST:
            return changed(state, wish=None, problems=(Problem("E560", None, {"limit": LONGEST}),))
        # One letter may be a name.
        if quits(line) and not (state.current and is_name(state.current) and len(tidy(line)) == 1):
            raise EOFError
        return state.answer(line)

    def keep(self, state: Interview) -> None:
        """Keep the answers, where one can go on with them later."""


class ScoringDialogue(Dialogue):
    """Asks until a position is complete; an unfinished one waits for the next start."""

    def __init__(self, session: Session, game: Game, name: str) -> None:
        super().__init__(session)
        self.display.legend = True
        self.game = game
        self.name = name
        self.keeping = True
        #: Whether there are answers to go on from.
        self.has_answers = False

    def run(self, start: Wizard, *, again: bool = False) -> Wizard:
        """The finished wizard; leaves the program when the person stops. ``again``: a finished one is reviewed."""
        self.display.review = None
        try:
            return self.ask(start if again else self.begin(start))
        except (EOFError, KeyboardInterrupt) as stop:
            self.say()
            if self.has_answers and self.keeping:
                self.tell(N_("Stopped. The answers are kept; the same command goes on from here."))
            raise SystemExit(STOPPED if isinstance(stop, KeyboardInterrupt) else 1) from None

    def begin(self, start: Wizard) -> Wizard:
        """The state to go on from: a kept one, if there is one and the person wants it."""
        self.say(self.game.about.name.of(self.session.lang))
        state, lost = drafts.kept(self.name, self.game) or (start, 0)
        if state.before or state.form.names:
            if state is start or not self.goes_on(state, start):
                state, lost = start, 0
            # Who was named with the command is not to be named again.
            self.keep(state)
        if lost:
            self.tell(N_("{lost} answers no longer fit and are asked again."), lost=lost)
        if state is start or lost:
            self.say(wizard.commands(start, self.session.lang))
        return state

    def goes_on(self, state: Wizard, start: Wizard) -> bool:
        """Whether the person wants to go on with a kept position, rather than with who was named now."""
        done, many = state.form.progress
        event = state.form.event.name if state.form.event else "-"
        kept = N_("There is an unfinished position: {event}; {names}; {done} of {many} answered.")
        self.tell(kept, event=event, names=list(state.form.names) or "-", done=done, many=many)
        anew = N_("Go on with it? (yes, or no to begin anew) [yes]: ")
        if start.form.names not in ((), state.form.names):
            anew = N_("Go on with it? (yes, or no to begin anew with {names}) [yes]: ")
        return self.yes(anew, otherwise=True, names=list(start.form.names))

    def keep(self, state: Interview) -> None:
        """Keep the answers; a disk that refuses is mentioned once."""
        assert isinstance(state, Wizard)
        self.has_answers = True
        if not self.keeping:
            return
        try:
            drafts.keep(self.name, state)
        except OSError as error:
            self.keeping = False
            refused = N_("The answers cannot be kept on disk ({reason}).")
            self.complain(refused, reason=reason_text(reason(error), self.session.lang))

    def problems(self, problems: Sequence[Problem]) -> None:
        """What is wrong with what was typed, or unusual about it."""
        self.page(wizard.complaints(problems, self.session.lang))

    # --- afterwards -----------------------------------------------------------------------------

    def offer_working(self, result: Score) -> Next:
        """Show the working of whom the person names, until an empty line; what they want then."""
        players = results.best_first(result)
        names = [player.name for player in players]
        self.say()
        with contextlib.suppress(EOFError):
            while word := tidy(self.read(wizard.whose_working(names, self.session.lang))):
                if quits(word):
                    return "end"
                seats = players_meant(names, word)
                if seats:
                    page = results.workings(result, [players[i] for i in seats], self.session.lang)
                    click.echo(text(page, self.session.terminal()), nl=False)
                elif goes_back(word):
                    return "back"
                elif narrow(word) == "?":
                    self.tell(wizard.AFTERWARDS)
                else:
                    self.problems([wrong("E420", word, known=names)])
        return "go on"

    def offer_to_save(self, state: Wizard) -> Next:
        """Ask for a file until the position is written or none is wanted; whether the person wants the values again."""
        event = state.form.event
        assert event is not None
        usual = f"{self.game.about.id}-{event.id}.yaml"
        wish = N_("Save the position? (file name, yes for {usual}, Enter: no): ")
        prompt = self.session.say(wish, usual=usual)
        self.say()
        with contextlib.suppress(EOFError):
            while (word := tidy(self.read(prompt))) and not quits(word):
                wanted = flag_called(word)
                if goes_back(word, free=True):
                    return "back"
                if narrow(word) == "?":
                    self.tell(wizard.AFTERWARDS)
                elif wanted is False or self.written(state, usual if wanted else word):
                    break
            return "end"
        self.say()
        return "end"

    def done(self) -> None:
        """The position is scored: its draft is not needed any more."""
        drafts.forget(self.name)

    def written(self, state: Wizard, name: str) -> bool:
        """Write the position to the file of this name, unless the person takes that back or it cannot be."""
        assert state.form.event is not None
        file = at_home(name)
        file += "" if Path(file).suffix else ".yaml"
        over = N_("{file} exists. Overwrite it? (yes/no) [no]: ")
        strange = N_("Is the file to be called {file}? (yes/no) [no]: ")
        # Numbers alone are rather meant for what was asked before.
        question = over if is_there(file) else "" if any(map(str.isalpha, name)) else strange
        if question and not self.yes(question, file=file, otherwise=False):
            return False
        content = position_text(self.game, state.form.event, state.form.values, self.session.lang)
        try:
            write_over(file, content)
        except OSError as error:
            refused = N_("{file} cannot be written ({reason}).")
            self.complain(refused, file=file, reason=reason_text(reason(error), self.session.lang))
            return False
        self.tell(N_("Saved: {file}"), file=file)
        return True
