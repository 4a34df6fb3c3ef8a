"""A play, opened for a command, and what a person sees of it: what came of a line, what is asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound, errors, wrong
from rulesref.base.frozen import changed
from rulesref.base.text import wrap
from rulesref.cli.common import Session
from rulesref.play.carry_over import opened
from rulesref.play.dispatcher import Answered, Dispatcher, Dropped, Explained, Looked, with_guess
from rulesref.play.flow import ActionForm, CorrectionForm, NoOpEnd, Reminder, State
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    Doubtful,
    HeadMoved,
    Mended,
    PlaySession,
    Rejected,
    Reply,
)
from rulesref.play.store import PlayStore
from rulesref.show import play_pages
from rulesref.show.blocks import Page, Para
from rulesref.show.formats import MakePage
from rulesref.show.problems import told
from rulesref.show.terminal import text

if TYPE_CHECKING:
    from rulesref.cli.ask import QuestionLoop
    from rulesref.show.wizard import Display
    from rulesref.wizard.interview import Wizard


def open_store(session: Session) -> PlayStore:
    """The plays; what is wrong with their files is told, at the latest when the command ends."""
    store = opened()

    def close() -> None:
        # What was found while it was read, or is only written now, is told of as well.
        store.close()
        tell_trouble(session, store)

    click.get_current_context().call_on_close(close)
    tell_trouble(session, store)
    return store


def tell_trouble(session: Session, store: PlayStore) -> None:
    """Tell what is wrong with the files of plays, or does not fit in a play, once."""
    if store.trouble:
        click.echo(told(store.trouble, {}, session.lang), err=True, nl=False)
        store.trouble.clear()


def somebody_types() -> bool:
    """Whether a person can be asked; otherwise the next line is another line of the play."""
    return sys.stdin.isatty()


def named_play(session: Session) -> PlaySession:
    """The play that was named, or the one used last."""
    store = open_store(session)
    play = store.play(session.play)
    if session.library.called(play.game) is None and "/" not in play.game:
        raise ProblemsFound([wrong("E519", play=play.name, game=play.game)])
    play_session = PlaySession.at(store, session.library.playable(play.game), play)
    tell_trouble(session, store)
    return play_session


class Screen:
    """Where what comes of the lines of a play is shown.

    ``loop``: whether one line follows another, so that what was shown before need not be shown again.
    """

    def __init__(self, session: Session, play_session: PlaySession, *, loop: bool) -> None:
        self.session = session
        self.dispatcher = Dispatcher(play_session, asks=loop)
        self.loop = loop
        #: Whether the play, or its scoring, has something to say after this line.
        self._changed = False
        #: Whether something new is asked.
        self._asked = False
        #: What has been done and is not told yet, and whether several parts of one line are.
        self.done: list[Accepted] = []
        self.several = False
        #: What has become due with what was done since it was shown how all stands.
        self.due: list[Reminder] = []
        #: The questions that were asked about the rules, and whether the last line was one.
        self.questions: QuestionLoop | None = None
        self.answered = False
        #: Whether the person wants to leave the play.
        self.left = False

    @property
    def play_session(self) -> PlaySession:
        return self.dispatcher.play_session

    # --- what came of a line -----------------------------------------------------------------

    def respond(self, response: Reply | Looked | Dropped | Explained | Answered) -> bool:
        """Show what came of a line; whether it was understood and accepted.

        How it all stands then is shown by :meth:`stand`.
        """
        game, state = self.play_session.game, self.play_session.state
        if not isinstance(response, Accepted):
            self.tell_done()
        match response:
            case Looked():
                self.show(lambda lang: play_pages.situation(game, state, lang))
            case Dropped():
                self.show(lambda lang: play_pages.not_done(response.lines, lang))
            case Explained():
                self.show(lambda lang: play_pages.typed_help(game, response.action, lang))
            case Answered():
                return self._answered(response.wizard)
            case _:
                return self.reply(response)
        return True

    def reply(self, reply: Reply) -> bool:
        """Show what a line did to the play; whether it was accepted."""
        changed = isinstance(reply, (Accepted, HeadMoved, Mended, NoOpEnd))
        if not self.loop and changed and not self.play_session.store.kept:
            # Only what is stored is acknowledged: this process ends and takes its memory along.
            tell_trouble(self.session, self.play_session.store)
            return False
        self._asked = isinstance(reply, (ActionForm, CorrectionForm, Doubtful))
        self._changed = self._changed or not self._asked
        game, state = self.play_session.game, self.play_session.state
        match reply:
            case ActionForm() | CorrectionForm():
                # A line that lacks nothing need not wait for it.
                from rulesref.show import forms

                there = reply.next
                if there and not self.session.format.document:
                    self.show(lambda lang: forms.question(there, lang))
            case Doubtful():
                self.show(lambda lang: [play_pages.broken(reply.problems, lang)])
            case Accepted():
                self.done.append(reply)
                self.due += reply.due
                if not self.several or self.session.format.document:
                    self.tell_done()
            case Mended():
                self.show(lambda lang: play_pages.mended(reply, lang), reply)
            case HeadMoved():
                self.show(lambda lang: play_pages.moved(reply, lang), reply)
            case ChangedElsewhere():
                self.tell([Problem("E527")])
                self.show(lambda lang: play_pages.changed_elsewhere(reply, lang), reply)
            case NoOpEnd():
                self.show(lambda lang: [Para(play_pages.ignored(reply, game, state, lang))], reply)
            case Rejected():
                self._refused(reply.problems)
        return changed or self._asked

    def tell_done(self) -> None:
        """Tell what has been done since the last time."""
        done, self.done = self.done, []
        if done:
            self.show(lambda lang: play_pages.accepted(done, lang), done[-1])

    def stand(self, before: State, left: Sequence[str] = ()) -> None:
        """How it all stands after a line that was typed: once, whatever was done in it.

        ``before`` is the state before it, ``left`` what of it is not done.
        """
        play, talk = self.play_session, self.dispatcher
        self.tell_done()
        tell_trouble(self.session, play.store)
        if self.session.format.document:
            if left:
                self.session.json({"not-done": list(left)})
            return

        def page(lang: str) -> Page:
            head = play_pages.not_done(left, lang)
            if talk.open:
                return [*head, *play_pages.goes_on(talk.rest if self._asked else [], lang)]
            if play.state is before or not self._changed:
                return head
            now, due = (play.game, before, play.state), self.due
            return [*head, *play_pages.stands(*now, lang, prompted=self.loop, earlier=due)]

        self.show(page)
        if self._changed and not talk.open:
            self.introduce()
        self._changed = self._asked = False
        self.due = []

    def _refused(self, problems: Sequence[Problem]) -> None:
        """Why a line was not carried out; if it is another step's, which it is."""
        game, state = self.play_session.game, self.play_session.state
        now = play_pages.step_now(game, state) if self.session.format.remarks else None
        told = [with_guess(problem) for problem in problems]
        for n, problem in enumerate(told):
            guess = problem.values.get("near") or problem.values.get("track")
            if now and problem.code in ("E501", "E505") and not guess:
                told[n] = changed(problem, values={**problem.values, "help": now})
        self.tell(told)

    # --- scorings ----------------------------------------------------------------------------

    def _answered(self, state: Wizard) -> bool:
        """What came of an answer to the question of a scoring."""
        from rulesref.show import wizard

        if state.problems and self.session.format.document:
            self.tell(state.problems)
        elif state.problems or state.wish:
            self.show(lambda lang: wizard.reaction(state, self.display, lang))
        tell_trouble(self.session, self.play_session.store)
        self.introduce()
        if not self.loop and not self.play_session.store.kept:
            return False
        return not errors(state.problems)

    @cached_property
    def display(self) -> Display:
        """What the person has been shown of the scoring that asks."""
        from rulesref.show.wizard import Display

        return Display()

    def introduce(self) -> None:
        """What stands above the question of a scoring."""
        state = self.play_session.wizard
        if state is None or self.session.format.document:
            self.__dict__.pop("display", None)
            return
        from rulesref.show import wizard

        page = wizard.introduction(state, self.display, self.session.lang)
        click.echo(text(page, self.session.terminal()), nl=False)
        if not self.loop:
            click.echo(wizard.prompt(state, self.session.lang))

    # --- showing -----------------------------------------------------------------------------

    def show(self, page: MakePage, reply: Any = None) -> None:
        """Show a page; as JSON what came of a line, or else the play."""

        def data(lang: str) -> Any:
            # Only who wants JSON waits for what makes it.
            from rulesref.show import play_data

            play = self.play_session
            if reply is None:
                return play_data.whole(play, lang)
            return play_data.reply(reply, play, lang)

        self.session.show(page, data)

    def tell(self, problems: Sequence[Problem]) -> None:
        """What is wrong with a line: in the loop it belongs to the conversation."""
        if self.session.format.document or not self.loop:
            self.session.tell(problems, {})
            return
        self.say(told(problems, {}, self.session.lang).rstrip("\n"))

    def say(self, words: str) -> None:
        """Say something in lines that fit the terminal."""
        for line in wrap(words, self.session.terminal().width - 1):
            click.echo(line)


def show_whole(session: Session, play_session: PlaySession) -> None:
    """Show the whole state of a play."""
    from rulesref.show import play_view

    screen = Screen(session, play_session, loop=False)
    screen.show(lambda lang: play_view.whole(play_session, lang))


def print_position(screen: Screen, event: str) -> None:
    """Print the position to score; raises when there is none."""
    from rulesref.show.position_file import position_text

    session, game = screen.session, screen.play_session.game
    name, document = screen.play_session.position_of(event)
    if session.format.document:
        session.json(document)
    else:
        assert game.scoring is not None
        text = position_text(game, game.scoring.events[name], document, session.lang)
        click.echo(text, nl=False)
