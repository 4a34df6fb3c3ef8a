"""``rulesref ask``: one question, or where none is given one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.base.folding import fold, words
from rulesref.base.messages import N_, speak
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.search.engine import SearchResult, search
from rulesref.search.query import parse_query
from rulesref.search.spelling import named_game
from rulesref.show import asking
from rulesref.show.blocks import Para

if TYPE_CHECKING:
    from rulesref.answers.candidates import NumericAnswer


#: So many entries at most, unless somebody wants another number.
LIMIT = 5


class QuestionLoop:
    """What is remembered from one question to the next: the game, and the last answer."""

    def __init__(
        self,
        session: Session,
        limit: int = LIMIT,
        game: str | None = None,
        *,
        context: bool = False,
        full: bool = False,
    ) -> None:
        from rulesref.cli.conversation import Conversation

        self.session = session
        self.limit = limit
        self.context = context
        self.full = full
        self.game = game
        self.last: FullAnswer | None = None
        #: The number that was shown last, and whether the last answer was shown whole.
        self.number: NumericAnswer | None = None
        self.whole = False
        self.talk = Conversation(session)

    def run(self) -> None:
        """Answer line after line until an empty one, ``quit`` or the end of the input."""
        begin = N_(
            "Type a question. Enter shows the whole answer, a number shows that entry; “game NAME” keeps to one game. Enter once more ends."
        )
        self.talk.tell(begin)
        while (line := self.line()) is not None:
            self.take(line)

    def line(self) -> str | None:
        """The next line; None when the person is done."""
        from rulesref.cli.conversation import quits

        game = self.session.library.game(self.game).about.name if self.game else None
        prompt = N_("Question ({game})> ") if game else N_("Question> ")
        try:
            line = self.talk.read(self.session.say(prompt, game=game)).strip()
        except EOFError:
            if self.talk.typing:
                self.talk.say()
            return None
        return None if quits(line) or not (line or self.more) else line

    def take(self, line: str) -> None:
        from rulesref.fields.typed import number

        if not line:
            self.show_whole()
            return
        first, _, rest = line.partition(" ")
        place = number(line)
        if fold(first) in words("game") and (not rest or self.session.library.called(rest)):
            self.keep_to(rest)
        elif self.session.library.called(line):
            # A game and nothing else is no question.
            self.keep_to(line)
        elif place is not None and self.last and len(self.last.entries) > 1:
            self.further(place)
        else:
            self.answer(line)

    def keep_to(self, name: str) -> None:
        """Keep to a game from here on, or to none."""
        self.game = self.session.library.called(name) if name.strip() else None
        told = N_("Questions are about all games now.")
        if self.game:
            told = N_("Questions are about {game} now. “game” alone asks all games.")
        self.talk.tell(told, game=self.game and self.session.library.game(self.game).about.name)

    def further(self, number: int) -> None:
        """Show a further entry of the last answer in full."""
        assert self.last is not None
        others = self.last.entries[1:]
        if not 1 <= number <= len(others):
            self.talk.tell(N_("There are entries 1 to {many}."), many=len(others))
            return
        entry = others[number - 1]
        self.session.show(lambda lang: asking.entry(entry, lang), lambda _: entry)

    def show_whole(self) -> None:
        shown = self.last
        assert shown is not None
        self.whole = True
        self.session.show(lambda lang: asking.full(shown, lang), lambda _: shown)

    def followed(self, question: str) -> bool:
        """Work the last number out once more, if a question only changes what it rests on."""
        if self.number is None:
            return False
        from rulesref.answers.numbers import followed

        again = followed(question, self.number)
        if again is None:
            return False
        self.number = again
        self.session.show(
            lambda lang: [Para(asking.number(again, lang))],
            lambda _: {"number": again},
        )
        return True

    def answer(self, question: str) -> None:
        """Answer a question, and keep to the game that it names."""
        if self.followed(question):
            return
        game, rest = self.session.one_game(question.split())
        named = game.id if game else None
        if named and rest:
            question = " ".join(rest)
        game_asked = None if named is None and self._names_another(question) else self.game
        result = self.answer_about(question, named if rest and named else game_asked)
        self.game = named or result.game or self.game

    def _names_another(self, question: str) -> bool:
        """Whether a question names another game than the one that is kept to, anywhere in it."""
        if self.game is None:
            return False

        game, _ = named_game(self.session.library, parse_query(question))
        return game not in (None, self.game)

    def answer_about(self, question: str, game: str | None) -> SearchResult:
        """Answer a question about a game, or about any."""
        self.last = answer(
            self.session, question, game, self.limit, context=self.context, full=self.full
        )
        self.number = self.last.number
        self.whole = self.full
        return self.last.result

    @property
    def more(self) -> bool:
        """Whether the last answer has more to show."""
        return self.last is not None and bool(self.last.entries) and not self.whole


def answer(
    session: Session, question: str, game: str | None, limit: int, *, context: bool, full: bool
) -> FullAnswer:
    """Show what answers a question; ``full``: the best entry whole.

    The session speaks the question's language from here on, unless told otherwise.
    """
    result = search(session.library, question, game, limit)
    if not session.lang_chosen:
        session.lang = result.lang or session.lang
        speak(session.lang)
    shown = full_answer(session.library, result, context=context)
    page = asking.full if full else asking.page
    session.show(lambda lang: page(shown, lang), lambda _: shown)
    return shown


@common.command("ask")
@click.argument("words", nargs=-1, type=common.Completed("first game"))
@common.option(
    "--limit",
    type=click.IntRange(1, 50),
    default=LIMIT,
    show_default=True,
    help="How many entries at most.",
)
@common.option("--context", is_flag=True, help="Show the entries around the best one as well.")
@common.option("--full", is_flag=True, help="Show the best entry whole.")
def command(
    session: Session, words: tuple[str, ...], limit: int, *, context: bool, full: bool
) -> None:
    """Answer a rules question, typed as you would ask it, in Japanese or English. The first word may be a game. Without a question: one after another."""
    game, rest = session.one_game(words)
    name = game.id if game else None
    if not rest:
        # A game and nothing else is no question.
        QuestionLoop(session, limit, name, context=context, full=full).run()
        return
    if not answer(session, " ".join(rest), name, limit, context=context, full=full).sure:
        session.fail()
