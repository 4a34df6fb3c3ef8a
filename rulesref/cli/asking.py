"""One question after another: what ``rulesref ask`` does without words.

Only whole lines are read, so that input methods, pipes and screen readers work.
"""

from __future__ import annotations

import contextlib
import sys

import click

from rulesref.base.folding import fold
from rulesref.base.messages import N_, speak
from rulesref.cli.common import Session
from rulesref.search.answer import full_answer, rule_hit
from rulesref.search.engine import SearchResult, search
from rulesref.search.query import language_of
from rulesref.show import asking

_QUIT = {fold(word) for word in ("quit", "exit", "q", "bye", "終了", "終わり", "おわり", "やめる")}
_GAME = {fold(word) for word in ("game", "ゲーム")}


def conversation(session: Session, limit: int, *, context: bool) -> None:
    """Answer line after line until an empty one, ``quit`` or the end of the input."""
    talk = Conversation(session, limit, context=context)
    talk.say(
        session.say(
            N_(
                "Type a question. A number shows that further entry, “game NAME” keeps to a game, an empty line ends."
            )
        )
    )
    while (line := talk.line()) is not None:
        talk.take(line)


class Conversation:
    """What is remembered from one question to the next: the game, and what was found."""

    def __init__(self, session: Session, limit: int, *, context: bool) -> None:
        self.session = session
        self.limit = limit
        self.context = context
        self.game: str | None = None
        self.found: SearchResult | None = None
        self.typing = sys.stdin.isatty() and sys.stdout.isatty()
        if self.typing:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - editing of the line, where there is any

    def say(self, line: str) -> None:
        """Say something that is no answer: it never mixes with answers that go elsewhere."""
        click.echo(line, err=not self.typing)

    def line(self) -> str | None:
        """The next line; None when the person is done."""
        where = self.session.library.game(self.game).about.name if self.game else None
        prompt = (
            self.session.say(N_("Question ({game})> "), game=where)
            if where
            else self.session.say(N_("Question> "))
        )
        try:
            if self.typing:
                typed = input(prompt)
            else:
                click.echo(prompt, err=True, nl=False)
                typed = sys.stdin.readline()
                if typed:
                    click.echo(typed.rstrip("\r\n"), err=True)
        except EOFError:
            typed = ""
        line = typed.strip()
        if not line and self.typing and not typed:
            click.echo()
        return None if not line or fold(line) in _QUIT else line

    def take(self, line: str) -> None:
        """Answer one line."""
        first, _, rest = line.partition(" ")
        number = fold(line)
        if fold(first) in _GAME and (not rest or self.session.library.called(rest)):
            self.keep_to(rest)
        elif self.session.library.called(line):
            # A game and nothing else is no question.
            self.keep_to(line)
        elif number.isascii() and number.isdecimal() and self.found and len(self.found.hits) > 1:
            self.further(int(number[:4]))
        else:
            self.answer(line)

    def keep_to(self, name: str) -> None:
        """Keep to a game from here on, or to none."""
        self.game = self.session.library.called(name) if name.strip() else None
        if self.game:
            about = self.session.library.game(self.game).about
            self.say(
                self.session.say(
                    N_("Questions are about {game} now. “game” alone asks all games."),
                    game=about.name,
                )
            )
        else:
            self.say(self.session.say(N_("Questions are about all games now.")))

    def further(self, number: int) -> None:
        """Show a further entry of the last answer in full."""
        assert self.found is not None
        others = self.found.hits[1:]
        if not 1 <= number <= len(others):
            self.say(self.session.say(N_("There are entries 1 to {many}."), many=len(others)))
            return
        entry = rule_hit(self.session.library, others[number - 1])
        self.session.show(
            lambda lang: asking.entry(entry, lang), lambda lang: asking.entry_data(entry, lang)
        )

    def answer(self, question: str) -> None:
        """Answer a question, and keep to the game that it names."""
        game, words = self.session.one_game(question.split())
        named = game.id if game else None
        if named and words:
            question = " ".join(words)
        self.found = ask(
            self.session, question, named if words and named else self.game, self.limit
        )
        answer(self.session, self.found, context=self.context)
        self.game = named or self.found.game or self.game


def ask(session: Session, question: str, game: str | None, limit: int) -> SearchResult:
    """What answers a question; the session speaks its language from here on, unless told otherwise.

    A question in romaji is one in Japanese.
    """
    found = search(session.library, question, game, limit)
    if not session.lang_chosen:
        meant = " ".join((question, *found.read.values()))
        session.lang = language_of(meant) or session.lang
        speak(session.lang)
    return found


def answer(session: Session, found: SearchResult, *, context: bool = False) -> None:
    """Show what was found."""
    shown = full_answer(session.library, found, context=context)
    session.show(lambda lang: asking.page(shown, lang), lambda lang: asking.data(shown, lang))
