"""The command line: reads arguments, calls the library, shows the result, chooses an exit code."""

from __future__ import annotations

import gc
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal
from threading import current_thread, main_thread

# Ctrl-C while this is still being read ends the program without a word: nobody is there yet to catch it.
_reading = getsignal(SIGINT) is default_int_handler and current_thread() is main_thread()
if _reading:
    signal(SIGINT, SIG_DFL)

# What is imported stays, so the collector finds nothing in it; looking costs 22 million instructions of a question, 0.13
# times `import click`.
_collecting = gc.isenabled()
gc.disable()

# ruff: noqa: E402 - what is imported below is what the collector is spared
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any


class _Late(ModuleType):
    """A module that is loaded when something of it is used."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


# Click needs it for its own help pages, which ours replace; not to load it saves every command 0.14 times `import click`.
sys.modules.setdefault("inspect", _Late("inspect"))

import click

from rulesref import __version__
from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.disk import cache_folder
from rulesref.base.messages import N_, say, speak
from rulesref.base.text import LANGS
from rulesref.cli.common import (
    HELP,
    CommandGroup,
    Completed,
    Session,
    hoisted,
    language,
    must_be_reasonable,
    option,
    report,
    spoken,
    typed_words,
)
from rulesref.cli.outlet import OutputClosedError, set_up_streams, silence
from rulesref.show.formats import FORMATS, RESULT_FORMATS

if _collecting:
    gc.freeze()
    gc.enable()

#: Commands in the order of the help, with their short help, so that help needs no module.
COMMANDS: dict[str, str] = {
    "ask": N_("Answer a rules question."),
    "show": N_("Show whole rule entries."),
    "rules": N_("Show the outline of a game or one topic."),
    "term": N_("Look a word up in the glossary."),
    "table": N_("Show a printed table or one row."),
    "calc": N_("Work out a number at the table."),
    "disputes": N_("Show rules on which sources differ."),
    "sources": N_("Show what the rules are taken from."),
    "score": N_("Score a position."),
    "play": N_("Guide you through a game at the table."),
    "serve": N_("Serve pages for the phones around the table."),
    "games": N_("List the games."),
    "check": N_("Check game data."),
    "schema": N_("Print a JSON Schema for an editor."),
    "new-game": N_("Write a small game to begin with."),
    "demo": N_("Show the program at work on real data."),
}


def load(name: str) -> click.Command:
    """The command of this name; its module is imported here."""
    module = importlib.import_module(f"rulesref.cli.{name.replace('-', '_')}")
    command: click.Command = module.command
    return command


#: More words than this are likelier a question than a command with what it needs.
_SENTENCE = 3


class RootGroup(CommandGroup):
    """Commands are imported when they are called; a game's name alone means ``ask``."""

    def invoke(self, ctx: click.Context) -> Any:
        """The session learns the global options first: ``--data`` may hold the game of a question."""
        session = ctx.ensure_object(Session)
        if ctx.params["lang"]:
            session.lang, session.lang_chosen = ctx.params["lang"], True
        session.format = FORMATS[ctx.params["format_"]] if ctx.params["format_"] else session.format
        session.plain = session.plain or ctx.params["plain"]
        session.data = (*session.data, *ctx.params["data"])
        return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A first word that is no command but a game, or not a Latin word, begins a question; “help” asks for help."""
        if {*args} == {"help"}:
            click.echo(ctx.get_help())
            ctx.exit()
        if args and args[0] == "help":
            return super().resolve_command(ctx, [*args[1:], HELP[1]])
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            session = ctx.ensure_object(Session)
            if not args[0].isascii() or session.library.called(args[0]):
                return "ask", self.get_command(ctx, "ask"), args
        return super().resolve_command(ctx, args)

    def meant(self, ctx: click.Context, args: Sequence[str]) -> str | None:
        """The game, as in a question, or the command that a first word may stand for; several words may be a question."""
        from rulesref.base.suggest import did_you_mean
        from rulesref.search.query import parse_query
        from rulesref.search.spelling import named_game

        word, play = args[0], load("play")
        if args[1:] == [HELP[1]]:
            return did_you_mean(word, COMMANDS)
        at_the_table = play.table if isinstance(play, CommandGroup) else ()
        game, _ = named_game(ctx.ensure_object(Session).library, parse_query(word))
        sentence = len(args) > _SENTENCE
        near = game or (None if sentence else did_you_mean(word, COMMANDS))
        if near is None and not sentence and (inner := did_you_mean(word, at_the_table)):
            near = f"play {inner}"
        if near is None and (word == "version" or len(args) > 1):
            near = "--version" if word == "version" else "ask …"
        return near

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, and the word that tells all about one, which is no command itself."""
        lang = spoken(ctx)
        about = {**self.table, "help": N_("Tell all about a command, with examples.")}
        with formatter.section(say(lang, "Commands")):
            formatter.write_dl([(name, say(lang, text)) for name, text in about.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What every command ends with, and where things are kept."""
        from rulesref.cli.help import CODES, KEPT

        lang = spoken(ctx)
        for title, text in ((N_("Exit codes"), CODES), (N_("Files"), KEPT)):
            with formatter.section(say(lang, title)):
                formatter.write_text(say(lang, text))


def show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Print the version and end."""
    if value and not ctx.resilient_parsing:
        click.echo(say(spoken(ctx), "rulesref, version {version}", version=__version__))
        ctx.exit()


@click.group(
    "rulesref",
    cls=RootGroup,
    table=COMMANDS,
    load=load,
    # Click must not take styles away: they are left to the stream, which shows those of others by signs.
    context_settings={"help_option_names": list(HELP), "max_content_width": 100, "color": True},
    subcommand_metavar="COMMAND [ARGS]...",
)
@option("--lang", type=click.Choice(LANGS), help="Language of the output.")
@option("--format", "format_", type=click.Choice(RESULT_FORMATS), help="Form of the output.")
@option(
    "--data",
    multiple=True,
    metavar="DIR",
    type=Completed("folder"),
    help="Add a folder of game folders.",
)
@option("--plain", is_flag=True, help="No tables and no emphasis.")
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and exit.",
)
def cli(lang: str | None, format_: str | None, data: tuple[str, ...], plain: bool) -> None:
    """Rules reference, scoring assistant and companion for heavy board games, in Japanese and English.

    “rulesref help COMMAND” tells all about a command.
    """
    # The session was made by ``main``, and ``RootGroup`` gives it these options.


#: Where the shell says that it asks for words; click answers.
_COMPLETE = "_RULESREF_COMPLETE"
_GLOBAL = {"--lang": True, "--format": True, "--data": True, "--plain": False}


def _value_of(args: Sequence[str], name: str, allowed: Sequence[str]) -> str | None:
    """The value of a global option before click has parsed anything."""
    value = None
    for i, word in enumerate(args):
        if word == "--":
            break
        if word == name and i + 1 < len(args):
            value = args[i + 1]
        elif word.startswith(name + "="):
            value = word.split("=", 1)[1]
    return value if value in allowed else None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program. 0 answered; 1 nothing found or problems; 2 wrong usage; 3 a fault of ours."""
    if argv is None:
        # A command imports as much again and ends soon: the collector looks seldom, and in a loop often enough.
        gc.set_threshold(50_000, 20, 20)
    set_up_streams()
    args = hoisted(typed_words(sys.argv[1:] if argv is None else argv), _GLOBAL)
    lang, chosen = language(_value_of(args, "--lang", LANGS), args)
    session = Session(
        lang, lang_chosen=chosen, format=_value_of(args, "--format", RESULT_FORMATS) or "text"
    )
    speak(lang)
    with click.Context(cli, obj=session, color=True):
        code = _bounded(args, session)
    if argv is None:
        gc.freeze()  # nor need it look at what the process leaves behind
    return code


def _bounded(args: list[str], session: Session) -> int:
    try:
        code = carried_out(args, session)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        click.echo("", err=True)
        return 130
    except OutputClosedError as ended:
        return _unheard(ended, session)
    except MemoryError:
        short = N_(
            "There is not enough memory for this. Close other programs; what was stored stays stored."
        )
        session.note(short)
        return 1
    except Exception as error:  # noqa: BLE001 - the one boundary where a bug becomes a report
        if type(error).__module__ == "sqlite3":
            return _unread(error, session)
        click.echo(report(session), err=True)
        return 3
    return code


def _unread(error: Exception, session: Session) -> int:
    """The disk has lost a part of what is compiled, which is seen when it is read."""
    lost = N_(
        "The compiled games cannot be read ({reason}). Delete the folder {folder} and run the command again; if that does not help, install rulesref again."
    )
    session.note(lost, reason=error, folder=cache_folder())
    return 1


def _unheard(ended: OutputClosedError, session: Session) -> int:
    """Nothing more can be printed: no fault where the reader (head, less) has seen enough."""
    silence()
    if ended.reason is None:
        return 0
    lost = N_("The output cannot be written ({reason}). What was stored stays stored.")
    session.note(lost, reason=ended.reason)
    return 1


def carried_out(args: list[str], session: Session) -> int:
    """Carry out one command and show what is wrong; the exit code."""
    try:
        must_be_reasonable(args)
        if asked := os.environ.get(_COMPLETE):
            from rulesref.cli.completing import must_be_known

            must_be_known(asked, os.environ)
        result: Any = cli.main(args, prog_name="rulesref", standalone_mode=False, obj=session)
        sys.stdout.flush()
    except ProblemsFound as stop:
        session.tell(stop.problems, stop.texts)
        return 1
    except click.ClickException as error:
        misused(session, error)
        return error.exit_code
    except SystemExit as stop:
        # A command that ends so ends itself, not the play in which it was asked for.
        return stop.code if isinstance(stop.code, int) else int(bool(stop.code))
    return result if isinstance(result, int) else 0


def misused(session: Session, error: click.ClickException) -> None:
    """What of a command was not understood, and which line explains it."""
    session.note(error.format_message())
    ctx = getattr(error, "ctx", None)
    if ctx is not None:
        name = " ".join(ctx.command_path.split()[1:])
        session.note(N_("  How it is used: {line}"), line=f"rulesref help {name}".rstrip())


if _reading:
    signal(SIGINT, default_int_handler)
