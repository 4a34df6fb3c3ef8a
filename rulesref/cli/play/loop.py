"""Lines of a play, typed one after another or given one at a time: each is carried out and answered.

Every line of the loop does what ``play do`` does with it, and the reverse.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.cli.play.doing import take_line
from rulesref.cli.play.screen import Screen
from rulesref.play import flow
from rulesref.play.dispatcher import clean_line
from rulesref.play.session import PlaySession
from rulesref.show import forms, play_pages
from rulesref.show.blocks import Page, Para, Title

#: How many times in a row Ctrl-C leaves the loop.
_LEAVES = 2


class Loop:
    """A play and the person who types."""

    def __init__(self, session: Session, play_session: PlaySession) -> None:
        from rulesref.cli.conversation import Conversation

        self.session = session
        self.screen = Screen(session, play_session, loop=True)
        self.dispatcher = self.screen.dispatcher
        self.talk = Conversation(session, transcript=True)

    def run(self, *, greeted: bool = False) -> int:
        """Read lines until there are no more. 1 when a line of a file was refused, or one is not stored.

        ``greeted``: where the play stands has been shown already.
        """
        if not greeted:
            self.greet()
        refused = False
        play_session = self.dispatcher.play_session
        stored = play_session.play.head
        for line in self.lines():
            try:
                refused |= not take_line(self.screen, line)
            except KeyboardInterrupt:
                self.dispatcher.play_session.changed_elsewhere()
                click.echo()
            except ProblemsFound as stop:
                self.screen.tell(stop.problems)
                refused = True
            if play_session.store.kept:
                stored = play_session.play.head
            if self.screen.left:
                break
        self.farewell(stored)
        return int((refused and not self.talk.typing) or not play_session.store.kept)

    def lines(self) -> Iterator[str]:
        """The lines that are typed, without comments.

        Ctrl-C takes back what is being asked, twice leaves.
        """
        if self.talk.typing:
            self.prepare()
        stopped = 0
        while stopped < _LEAVES:
            prompt = self.prompt()
            try:
                line = self.talk.read(prompt)
            except EOFError:
                if self.talk.typing:
                    click.echo()
                return
            except KeyboardInterrupt:
                click.echo()
                stopped += 1
                if stopped < _LEAVES:
                    self.screen.respond(self.dispatcher.drop())
                    leaves = N_("Once more, or Ctrl-D, leaves the game. Everything is stored.")
                    self.screen.say(self.session.say(leaves))
                continue
            stopped = 0
            if not self.is_comment(line):
                # What was typed belongs into the transcript.
                self.talk.repeat(prompt, clean_line(line))
                yield line

    def is_comment(self, line: str) -> bool:
        """Whether a line asks for nothing: in a file an empty one neither, unless that is an answer."""
        line = line.strip()
        if self.talk.typing:
            return line.startswith("#")
        if self.dispatcher.open:
            return False
        return line.startswith("#") or (not line and not self.dispatcher.scoring)

    def prepare(self) -> None:
        """Read what a scoring needs before it is needed, so that no line has to wait for it."""
        import rulesref.show.wizard  # noqa: F401

        _ = self.dispatcher.play_session.game.scoring

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        lang, play_session = self.session.lang, self.dispatcher.play_session
        missing = self.dispatcher.missing
        if missing is not None and missing[0].next is not None:
            return forms.prompt(missing[0].next, lang, missing[0].title)
        if self.dispatcher.doubtful is not None:
            return self.session.say(N_("Do it all the same? (yes/no) [no]: "))
        wizard = play_session.wizard
        if wizard is not None:
            from rulesref.show.wizard import prompt

            return prompt(wizard, lang)
        return play_pages.prompt(play_session.game, play_session.state, lang)

    def greet(self) -> None:
        """Where the play stands."""
        play = self.dispatcher.play_session

        def page(lang: str) -> Page:
            head: Page = [Title(play.play.name, 1, play.game.about.name.of(lang))]
            last = play.last()
            if last is not None and last.line.n:
                head.append(Para(play_pages.numbered_title(last, lang)))
            due = play_pages.reminders(flow.dues(play.game, play.state), lang)
            return [*head, *due, *play_pages.situation(play.game, play.state, lang)]

        self.screen.show(page)
        if self.session.format.remarks:
            enter = N_(
                "Enter shows the choices again, ? the rules of this step and what can be typed."
            )
            self.screen.say(self.session.say(enter))
        self.screen.introduce()

    def farewell(self, stored: int) -> None:
        """What is not done, and how to go on later; which lines after the one ``stored`` last are lost."""
        play_session = self.dispatcher.play_session
        name, head = play_session.play.name, play_session.play.head
        if self.session.format.remarks:
            self.screen.respond(self.dispatcher.drop())
        if not play_session.store.kept:
            lost = N_("Not stored: the lines since then are lost when the program ends.")
            if head == stored + 1:
                lost = N_("Not stored: line {last} of {name} is lost when the program ends.")
            elif head > stored:
                lost = N_(
                    "Not stored: lines {first} to {last} of {name} are lost when the program ends."
                )
            self.session.note(lost, first=stored + 1, last=head, name=name)
        elif self.session.format.remarks:
            goes_on = N_("Stored: {name}. Go on with: rulesref play --play {name}")
            self.session.echo(goes_on, name=name)
