"""Lines of a play, typed one after another or given one at a time: each is carried out and answered.

Only whole lines are read, so that input methods, pipes and screen readers work. Every line of the
loop does what ``play do`` does with it, and the reverse.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.cli.play_meta import COMMANDS, wished
from rulesref.fields.kind import EXACTLY, Typing
from rulesref.fields.registry import kind_of
from rulesref.play import flow, meta_commands
from rulesref.play.flow import Missing
from rulesref.play.meta_commands import MetaCommand
from rulesref.play.records import Play
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    HeadMoved,
    PlaySession,
    Rejected,
    ReplayFailed,
    Reply,
)
from rulesref.play.store import PlayStore
from rulesref.show import play_pages, play_status

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.show.blocks import Page
    from rulesref.wizard.session import Wizard

#: How many times in a row Ctrl-C leaves the loop.
_LEAVES = 2


class Loop:
    """A play and the person who types."""

    def __init__(self, session: Session, sitting: PlaySession, *, loop: bool = True) -> None:
        self.session = session
        self.sitting = sitting
        self.loop = loop
        self.missing: tuple[Missing, str] | None = None
        self.heading = ""
        #: The choices that were shown last.
        self.offered: tuple[str, ...] = ()
        self.left = False

    # --- reading -----------------------------------------------------------------------------

    def run(self) -> int:
        """Read lines until there are no more. 1 when a line of a file was refused."""
        self.greet()
        refused = False
        for line in self.lines():
            try:
                refused |= not self.line(line)
            except KeyboardInterrupt:
                self.sitting.changed_elsewhere()
                click.echo()
            except ProblemsFound as found:
                self.tell(found.problems)
                refused = True
            if self.left:
                break
        self.farewell()
        return int(refused and not sys.stdin.isatty())

    def lines(self) -> Iterator[str]:
        """The lines that are typed, without comments."""
        if sys.stdin.isatty():
            yield from self.typed()
            return
        for raw in sys.stdin:
            line = meta_commands.clean_line(raw)
            if self.missing is None and (line.startswith("#") or (not line and not self.asking)):
                continue
            # What was typed belongs into the transcript.
            if self.session.format != "json":
                click.echo(self.prompt() + line)
            yield line

    def typed(self) -> Iterator[str]:
        """The lines of a person at a terminal. Ctrl-C takes back what is being asked, twice leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - editing of the line, where there is any
        self.prepare()
        stopped = 0
        while True:
            try:
                line = input(self.prompt())
            except EOFError:
                click.echo()
                return
            except KeyboardInterrupt:
                click.echo()
                stopped += 1
                if stopped >= _LEAVES:
                    return
                self.missing = None
                self.say(
                    self.session.say(
                        N_("Once more, or Ctrl-D, leaves the play. Everything is stored.")
                    )
                )
                continue
            stopped = 0
            if not line.strip().startswith("#"):
                yield line

    def prepare(self) -> None:
        """Read what a scoring needs before it is needed, so that no line has to wait for it."""
        import rulesref.show.wizard
        import rulesref.wizard.session  # noqa: F401

        _ = self.sitting.game.scoring

    @property
    def asking(self) -> bool:
        """Whether a scoring asks for something."""
        return flow.pending(self.sitting.game, self.sitting.state) is not None

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        lang = self.session.lang
        if self.missing is not None:
            return play_pages.asked(self.missing[0], lang)
        wizard = self.sitting.wizard
        if wizard is not None:
            from rulesref.show.wizard import prompt

            return prompt(wizard, lang)
        return play_status.prompt(self.sitting.game, self.sitting.state, lang)

    def greet(self) -> None:
        """Where the play stands."""
        sitting = self.sitting

        def page(lang: str) -> Page:
            from rulesref.show.blocks import Para, Title

            head: Page = [Title(sitting.play.name, 1, sitting.game.about.name.of(lang))]
            last = sitting.last()
            if last is not None and last.line.n:
                head.append(Para(play_pages.numbered_title(last, lang)))
            due = play_status.reminders(flow.dues(sitting.game, sitting.state), lang)
            return [*head, *due, *play_status.situation(sitting.game, sitting.state, lang)]

        self.fresh_choices()
        self.show(page)
        if self.session.format == "text":
            self.say(
                self.session.say(
                    N_(
                        "Enter shows the choices again, ? the rules of this step and what can be typed."
                    )
                )
            )
        self.introduce()

    def farewell(self) -> None:
        """How to go on later."""
        if self.session.format != "text":
            return
        store, name = self.sitting.store, self.sitting.play.name
        if store.kept:
            click.echo(
                self.session.say(
                    N_("Stored: {name}. Go on with: rulesref play --play {name}"), name=name
                )
            )
        else:
            click.echo(
                self.session.say(
                    N_("Not stored: the lines since then are lost when the program ends.")
                ),
                err=True,
            )

    # --- one line ----------------------------------------------------------------------------

    def line(self, raw: str) -> bool:
        """Carry out or answer a line; whether it was understood and accepted.

        Several with semicolons between are carried out up to the first that is refused.
        """
        return all(
            self.single(line) for line in meta_commands.split_lines(meta_commands.clean_line(raw))
        )

    def single(self, line: str) -> bool:
        """One line."""
        if self.missing is not None:
            return self.filled(line)
        asking = self.asking
        if not line and not asking:
            self.show(
                lambda lang: play_status.situation(self.sitting.game, self.sitting.state, lang)
            )
            return True
        wish = meta_commands.meta_command(line)
        if asking:
            return self.asked_for(line, wish)
        if wish is not None:
            return wished(self, wish)
        return self.replied(self.sitting.take(line), line)

    def fresh_choices(self) -> bool:
        """Whether the choices are others than those shown last; they are held to be shown now."""
        before = self.offered
        found = flow.choices(self.sitting.game, self.sitting.state)
        self.offered = tuple(action.id for action in found)
        return not self.loop or self.offered != before

    def filled(self, line: str) -> bool:
        """The answer to what an action asks; an empty one takes the action back."""
        assert self.missing is not None
        missing, typed = self.missing
        if not line and not missing.field.optional:
            return self.dropped()
        wish = None if self.fits(missing, line) else meta_commands.meta_command(line)
        if wish is not None:
            if wish.word == "help" and not wish.rest:
                return self.explained(missing)
            if wish.word in ("undo", "quit") and not wish.rest:
                # What is being typed comes before what was done, and before the play.
                return self.dropped()
            if wish.word not in ("help", *COMMANDS):
                self.missing = None
            return wished(self, wish)
        together = f"{typed} {line}"
        reply = self.sitting.fill(missing, line, together)
        if not isinstance(reply, Rejected) or reply.understood:
            self.missing = None
        return self.replied(reply, together)

    def fits(self, missing: Missing, line: str) -> bool:
        """Whether a line is one of the options that are asked for, whatever else it could be."""
        kind = kind_of(missing.field)
        return kind.picks_options and kind.fits(missing.field, line, Typing()) == EXACTLY

    def dropped(self) -> bool:
        """Take back the action of which a value is asked."""
        self.missing = None
        click.echo(self.session.say(N_("Not done.")))
        return True

    def explained(self, missing: Missing) -> bool:
        """The rules of what is being asked."""
        self.show(lambda lang: play_pages.help_action(self.sitting.game, missing.action, lang))
        return True

    def replied(self, reply: Reply, line: str = "") -> bool:
        """Show what came of a line."""
        game = self.sitting.game
        if (
            not self.loop
            and isinstance(reply, (Accepted, HeadMoved))
            and not self.sitting.store.kept
        ):
            # Only what is stored is acknowledged: this process ends and takes its memory along.
            told(self.session, self.sitting.store)
            return False
        match reply:
            case Accepted():
                fresh = self.fresh_choices()
                self.show(lambda lang: play_pages.accepted(reply, game, lang, offered=fresh), reply)
            case HeadMoved():
                self.show(lambda lang: play_pages.moved(reply, game, lang), reply)
            case ChangedElsewhere():
                self.tell([Problem("E527")])
                self.show(
                    lambda lang: play_pages.changed_elsewhere(reply, self.sitting, lang), reply
                )
            case Rejected():
                self.refused(reply.problems)
            case Missing():
                return self.unfinished(reply, line)
        told(self.session, self.sitting.store)
        self.introduce()
        return isinstance(reply, (Accepted, HeadMoved))

    def refused(self, problems: Sequence[Problem]) -> None:
        """Why a line was not carried out, with the rules that say so."""
        self.tell(problems)
        rules = [rule for problem in problems for rule in problem.values.get("rules", ())]  # type: ignore[attr-defined]
        if rules and self.session.format == "text":
            self.show(lambda lang: play_pages.refusal(self.sitting.game, rules[0], lang))

    def unfinished(self, missing: Missing, line: str) -> bool:
        """Ask for the next value, or say what is missing where nobody can be asked."""
        if self.loop:
            self.missing = (missing, line)
            if self.session.format != "json":
                state = self.sitting.state
                self.show(lambda lang: play_pages.asking(missing, state, lang))
            return True
        if missing.field.optional:
            # Nobody can be asked: what is left out is what Enter would say.
            return self.replied(self.sitting.fill(missing, "", line), line)
        values = {"action": missing.action.name, "name": missing.field.name,
                  "example": f"{line} {missing.field.id}=..."}  # fmt: skip
        self.tell([Problem("E507", None, values)])
        return False

    # --- scorings ----------------------------------------------------------------------------

    def asked_for(self, line: str, wish: MetaCommand | None) -> bool:
        """A line while a scoring asks: an answer, a document, or something else."""
        if line.startswith("{"):
            return self.given(line, line.encode(), "-")
        if wish is not None:
            match wish.word:
                case "help" if not wish.rest:
                    line = "?"
                case "score" if not wish.rest:
                    line = "s"
                case "undo" if not wish.rest and self.sitting.play.draft is not None:
                    line = "<"
                case _:
                    return wished(self, wish)
        elif flow.changing(line):
            return self.replied(self.sitting.take(line), line)
        return self.answered(line)

    def answered(self, line: str) -> bool:
        """An answer to the question of a scoring."""
        from rulesref.show import wizard as asking

        state, reply = self.sitting.answer(line)
        if reply is not None:
            return self.replied(reply, line)
        if state.problems and self.session.format == "json":
            self.tell(state.problems)
        else:
            for problem in state.problems:
                self.say(f"  ! [{problem.code}] {asking.problem_text(problem, self.session.lang)}")
        if state.wish == "help":
            self.show(lambda lang: asking.help_page(state, lang))
        elif state.wish == "score":
            self.so_far(state)
        told(self.session, self.sitting.store)
        self.introduce()
        if not self.loop and not self.sitting.store.kept:
            return False
        return not any(not problem.warning for problem in state.problems)

    def so_far(self, state: Wizard) -> None:
        """The score of what has been answered, the rest at its least."""
        found, problems = state.so_far()
        if found is None:
            self.tell(problems)
            return
        from rulesref.show import results

        self.show(lambda lang: [results.score_grid(found, lang)])

    def introduce(self) -> None:
        """What stands above the question of a scoring."""
        wizard = self.sitting.wizard
        if wizard is None or self.session.format == "json":
            return
        from rulesref.show import wizard as asking
        from rulesref.show.text import text

        lang, question = self.session.lang, wizard.prompt
        head = asking.heading(wizard, lang)
        if head and head != self.heading:
            click.echo(f"== {head}  {asking.progress(wizard, lang)}")
        self.heading = head
        page: Page = []
        if question.field and question.field.options and question.key == "field":
            page = asking.options(question.field, lang)
        elif question.key == "review":
            from rulesref.show.review import review

            page = review(wizard, lang)
        click.echo(text(page, self.session.terminal), nl=False)
        if not self.loop:
            click.echo(asking.prompt(wizard, lang))

    def given(self, typed: str, raw: bytes, name: str) -> bool:
        """A position, or what of it is missing, as YAML."""
        from rulesref.reading.headings import plain_keys
        from rulesref.reading.source import read_bytes

        source, problems = read_bytes(raw, name)
        if source is None or problems:
            raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
        return self.replied(self.sitting.give(typed, plain_keys(source.data)), typed)

    # --- showing -----------------------------------------------------------------------------

    def show(self, page: Any, reply: Any = None) -> None:
        """Show a page, or as JSON what came of a line."""
        from rulesref.show import play_data

        if reply is not None:
            self.session.show(page, lambda lang: play_data.reply(reply, self.sitting, lang))
        elif self.session.format == "json":
            self.session.json(play_data.whole(self.sitting, self.session.lang))
        else:
            self.session.show(page, lambda _: None)

    def tell(self, problems: Sequence[Problem]) -> None:
        """What is wrong with a line: in the loop it belongs to the conversation."""
        if self.session.format == "json" or not self.loop:
            self.session.tell(problems, {})
            return
        from rulesref.show.problems import problems_text

        self.say(problems_text(problems, {}, self.session.lang).rstrip("\n"))

    def say(self, words: str) -> None:
        """Say something in lines that fit the terminal."""
        from rulesref.base.text import wrap

        for line in wrap(words, self.session.terminal.width - 1):
            click.echo(line)


# --- what every command of plays needs ---------------------------------------------------------------


def told(session: Session, store: PlayStore) -> None:
    """Tell what is wrong with the file of plays, once."""
    if store.trouble:
        from rulesref.show.problems import problems_text

        click.echo(problems_text(store.trouble, {}, session.lang), err=True, nl=False)
        store.trouble.clear()


def yes(session: Session, question: str) -> bool:  # noqa: ARG001 - it may once be asked in other ways
    """The answer to a yes-or-no question; no when nobody answers."""
    from rulesref.fields.yes_no import flag_called

    click.echo(question, nl=False, err=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo(err=True)
    return flag_called(meta_commands.clean_line(line)) is True


def seat_at(session: Session, store: PlayStore, game: Game, play: Play) -> PlaySession:
    """A play, open; where it no longer fits the person is asked whether to go on before that line."""
    try:
        return PlaySession.at(store, game, play)
    except ReplayFailed as failed:
        if not sys.stdin.isatty():
            raise ProblemsFound([failed.problem]) from None
        session.tell([failed.problem], {})
        question = session.say(
            N_("Go on from line {n}? The later lines are kept as taken back. (yes/no) [no]: "),
            n=failed.line.n - 1,
        )
        if not yes(session, question):
            raise SystemExit(1) from None
        return PlaySession.settled(store, game, failed.play, failed.fitting, failed.line.n - 1)
