"""A position asked for at the keyboard: question by question, every answer kept at once."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.disk import at_home, is_there, reason, write
from rulesref.base.messages import N_
from rulesref.base.text import narrow
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation, quits
from rulesref.fields.typed import LONGEST, everybody, flag_called, number, one_called, tidy
from rulesref.model.game import Game
from rulesref.scoring.score import Score
from rulesref.show import results, wizard
from rulesref.show.blocks import Page, Para
from rulesref.show.position_file import position_text
from rulesref.show.problems import reason_text
from rulesref.show.review import review_again
from rulesref.show.terminal import text
from rulesref.wizard import drafts
from rulesref.wizard.interview import Wizard, goes_back

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


class Dialogue:
    """Asks until a position is complete; an unfinished one waits for the next start."""

    def __init__(self, session: Session, game: Game, name: str) -> None:
        self.session = session
        self.talk = Conversation(session)
        self.game = game
        self.name = name
        self.head = ""
        self.listed: set[str] = set()
        self.reviewed: Wizard | None = None
        self.helped = False
        self.keeping = True

    def run(self, start: Wizard, *, again: bool = False) -> Wizard:
        """The finished wizard; leaves the program when the person stops. ``again``: a finished one is reviewed."""
        state = start
        self.reviewed = None
        try:
            state = start if again else self.begin(start)
            while not state.finished:
                state = self.turn(state)
        except (EOFError, KeyboardInterrupt) as stop:
            self.stopped(state)
            raise SystemExit(STOPPED if isinstance(stop, KeyboardInterrupt) else 1) from None
        return state

    def stopped(self, state: Wizard) -> None:
        """Say how to go on."""
        self.talk.say()
        if (state.said or state.names) and self.keeping:
            self.talk.tell(N_("Stopped. The answers are kept; the same command goes on from here."))

    def begin(self, start: Wizard) -> Wizard:
        """The state to go on from: a kept one, if there is one and the person wants it."""
        self.talk.say(self.game.about.name.of(self.session.lang))
        state, lost = drafts.kept(self.name, self.game) or (start, 0)
        if state is not start and (state.said or state.names) and self.goes_on(state):
            if lost:
                self.talk.tell(N_("{lost} answers no longer fit and are asked again."), lost=lost)
            return state
        self.talk.say(wizard.commands(start, self.session.lang))
        if start.names:
            # Who was named with the command is not to be named again.
            self.keep(start)
        return start

    def goes_on(self, state: Wizard) -> bool:
        """Whether the person wants to go on with a kept position."""
        done, many = state.progress
        event = state.event.name if state.event else "-"
        names = list(state.names) or "-"
        kept = N_("There is an unfinished position: {event}; {names}; {done} of {many} answered.")
        self.talk.tell(kept, event=event, names=names, done=done, many=many)
        anew = N_("Go on with it? (yes, or no to begin anew) [yes]: ")
        return self.talk.yes(anew, otherwise=True)

    # --- one question ---------------------------------------------------------------------------

    def turn(self, state: Wizard) -> Wizard:
        """Ask one question and take the answer."""
        self.introduce(state)
        line = self.talk.read(wizard.prompt(state, self.session.lang))
        if len(line) > LONGEST:
            self.problems([Problem("E560", None, {"limit": LONGEST})])
            return state
        # One letter may be a name.
        if quits(line) and not (state.prompt.key == "name" and len(tidy(line)) == 1):
            raise EOFError
        after = state.answer(line)
        self.problems(after.problems)
        if after.wish == "help":
            # What else can be typed stands at the beginning.
            lang, notes = self.session.lang, not self.helped
            self.talk.page(wizard.help_page(after, lang, legend=False, notes=notes))
            self.helped = True
        elif after.wish == "score":
            self.so_far(after)
        elif after.said != state.said:
            self.keep(after)
        return after

    def introduce(self, state: Wizard) -> None:
        """What stands above a question: whose it is, what there is to choose from."""
        lang = self.session.lang
        head = wizard.heading(state, lang)
        if head and head != self.head:
            self.talk.say()
            self.talk.say(f"== {head}  {wizard.progress(state, lang)}")
        self.head = head
        asked = state.prompt
        if asked.key == "event" and self.first("event"):
            self.talk.page(wizard.events(state, lang))
        begins = asked.key == "name" and asked.seat == 0 and not state.editing
        if begins and self.first("name"):
            self.talk.tell(wizard.NAMING)
        field = asked.field if asked.key == "field" else None
        # A short list each time, a long one once.
        if field and field.options and (self.first(field.id) or len(field.options) <= wizard.FEW):
            self.talk.page(wizard.options(field, lang))
        seen = self.reviewed
        if asked.key == "review" and (seen is None or seen.given != state.given):
            self.reviewed = state
            self.talk.say()
            self.talk.page(review_again(state, seen, lang))

    def first(self, what: str) -> bool:
        """Whether something has not been listed before; now it has."""
        new = what not in self.listed
        self.listed.add(what)
        return new

    def problems(self, problems: Sequence[Problem]) -> None:
        """What is wrong with an answer, or unusual about it."""
        for problem in problems:
            said = wizard.problem_text(problem, self.session.lang)
            self.talk.say(f"! [{problem.code}] {said}", 1)

    def so_far(self, state: Wizard) -> None:
        """The score of what is filled, marked as provisional."""
        result, problems = state.so_far() if state.names else (None, ())
        if result is None:
            why = N_("It cannot be scored as it is:")
            self.talk.tell(why if state.names else N_("There is nothing to score yet."), indent=1)
            self.problems(problems)
            return
        done, many = state.progress
        least = N_("Provisional: {open} of {many} values are still open and count as their least.")
        note = self.session.say(least, open=many - done, many=many)
        page: Page = [Para(note)] if many - done else []
        self.talk.page([*page, results.score_grid(result, self.session.lang)])

    def keep(self, state: Wizard) -> None:
        """Keep the answers; a disk that refuses is mentioned once."""
        if not self.keeping:
            return
        try:
            drafts.keep(self.name, state)
        except OSError as error:
            self.keeping = False
            refused = N_("The answers cannot be kept on disk ({reason}).")
            self.talk.complain(refused, reason=reason_text(reason(error), self.session.lang))

    # --- afterwards -----------------------------------------------------------------------------

    def offer_working(self, result: Score) -> Next:
        """Show the working of whom the person names, until an empty line; what they want then."""
        players = results.best_first(result)
        names = [player.name for player in players]
        self.talk.say()
        with contextlib.suppress(EOFError):
            while word := tidy(self.talk.read(wizard.whose_working(names, self.session.lang))):
                if quits(word):
                    return "end"
                seats = players_meant(names, word)
                if seats:
                    page = results.workings(result, [players[i] for i in seats], self.session.lang)
                    click.echo(text(page, self.session.terminal()), nl=False)
                elif goes_back(word):
                    return "back"
                elif narrow(word) == "?":
                    self.talk.tell(wizard.AFTERWARDS)
                else:
                    self.problems([wrong("E420", word, known=names)])
        return "go on"

    def offer_to_save(self, state: Wizard) -> Next:
        """Write the position to a file, if the person wants that; whether they want the values again."""
        self.talk.say()
        try:
            return self.saved(state)
        except EOFError:
            self.talk.say()
            return "end"

    def done(self) -> None:
        """The position is scored: its draft is not needed any more."""
        drafts.forget(self.name)

    def saved(self, state: Wizard) -> Next:
        """Ask for a file until one is written or none is wanted."""
        event = state.event
        assert event is not None
        usual = f"{self.game.about.id}-{event.id}.yaml"
        wish = N_("Save the position? (file name, yes for {usual}, Enter: no): ")
        prompt = self.session.say(wish, usual=usual)
        while True:
            word = tidy(self.talk.read(prompt))
            wanted = False if not word or quits(word) else flag_called(word)
            if wanted is False:
                return "end"
            if goes_back(word, free=True):
                return "back"
            if narrow(word) == "?":
                self.talk.tell(wizard.AFTERWARDS)
            elif self.written(state, usual if wanted else word):
                return "end"

    def written(self, state: Wizard, name: str) -> bool:
        """Write the position to the file of this name, unless the person takes that back or it cannot be."""
        assert state.event is not None
        file = at_home(name)
        file += "" if Path(file).suffix else ".yaml"
        over = N_("{file} exists. Overwrite it? (yes/no) [no]: ")
        strange = N_("Is the file to be called {file}? (yes/no) [no]: ")
        # Numbers alone are rather meant for what was asked before.
        question = over if is_there(file) else "" if any(map(str.isalpha, name)) else strange
        if question and not self.talk.yes(question, file=file, otherwise=False):
            return False
        content = position_text(self.game, state.event, state.document(), self.session.lang)
        try:
            write(file, content)
        except OSError as error:
            refused = N_("{file} cannot be written ({reason}).")
            self.talk.complain(
                refused, file=file, reason=reason_text(reason(error), self.session.lang)
            )
            return False
        self.talk.tell(N_("Saved: {file}"), file=file)
        return True
