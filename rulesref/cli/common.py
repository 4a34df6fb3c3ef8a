"""What every command shares: the session, the language, and help."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from rulesref import __version__
from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import is_there
from rulesref.base.messages import N_, say
from rulesref.base.text import LANGS, emphasised, visible, whole, wrap
from rulesref.cli.outlet import write_bytes
from rulesref.show.formats import FORMATS, MakeData, MakePage, json_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rulesref.library.library import Library
    from rulesref.model.game import Game
    from rulesref.show.terminal import Terminal


class Session:
    """One run of the program: language, format, games, and where output goes."""

    def __init__(
        self,
        lang: str = "ja",
        *,
        lang_chosen: bool = False,
        format: str = "text",  # noqa: A002
    ) -> None:
        self.lang = lang
        #: Whether the person said which language; ``ask`` answers in the question's otherwise.
        self.lang_chosen = lang_chosen
        self.format = FORMATS[format]
        self.plain = False
        self.data: tuple[str, ...] = ()
        #: The play that was named with ``--play``.
        self.play: str | None = None
        #: Whether it was told that data is compiled.
        self.waited = False

    @cached_property
    def library(self) -> Library:
        from rulesref.compiling.opening import LazyCompiler
        from rulesref.library.library import Library

        return Library(self.data, LazyCompiler(self.waiting))

    def waiting(self) -> None:
        """Tell the reader at a terminal why nothing comes yet."""
        if sys.stderr.isatty() and not self.waited:
            self.waited = True
            once = N_(
                "Compiling the game data: once at first and after each change. This takes a few seconds a game."
            )
            self.note(once)

    def one_game(self, words: Sequence[str]) -> tuple[Game | None, tuple[str, ...]]:
        """The game that the first word names, and the words after it."""
        named = self.library.called(words[0]) if words else None
        if named is not None:
            return self.library.game(named), tuple(words[1:])
        return None, tuple(words)

    def terminal(self) -> Terminal:
        """What the reader's terminal can do."""
        from rulesref.show.terminal import Terminal

        width = _width()
        fancy = sys.stdout.isatty() and not self.plain and "NO_COLOR" not in os.environ
        return Terminal(width=width, plain=self.plain, bold=emphasised if fancy else str)

    def show(self, page: MakePage, data: MakeData) -> None:
        """Show a result in the chosen format and language."""
        if self.format.page is None:
            self.json(data(self.lang))
            return
        written = import_module(f"rulesref.show.{self.format.page}")
        click.echo(written.text(page(self.lang), self.terminal()), nl=False)

    def json(self, data: Any) -> None:
        # Only who wants JSON waits for what makes it.
        from rulesref.show.data import as_json

        click.echo(json_text(as_json(data, self.lang)), nl=False)

    def write(self, text: str) -> None:
        """Print a file: its bytes as they are, whatever the terminal speaks and thinks of line ends."""
        write_bytes(visible(text).encode())

    def echo(self, message: str, **values: object) -> None:
        click.echo(self.say(message, **values))

    def note(self, message: str, **values: object) -> None:
        """Tell the person something that is not the result."""
        told = self.say(message, **values)
        # A terminal alone would break its lines within words.
        click.echo("\n".join(wrap(told, _width())) if sys.stderr.isatty() else told, err=True)

    def misuse(self, message: str, **values: object) -> click.UsageError:
        """What is raised when words do not go together."""
        return click.UsageError(self.say(message, **values))

    def say(self, message: str, **values: object) -> str:
        return say(self.lang, message, **values)

    def tell(
        self, problems: Sequence[Problem], texts: Mapping[str, str], *, codes: bool = False
    ) -> None:
        """Print problems: to standard error as text, to standard output as JSON.

        ``codes``: for whoever writes a game, with code and column; else as people at a table read them.
        """
        from rulesref.show.problems import problems_text, told

        if self.format.document:
            self.json({"problems": problems})
        else:
            written = problems_text if codes else told
            click.echo(written(problems, texts, self.lang), err=True, nl=False)

    def fail(self) -> None:
        """End with exit code 1 after everything has been shown."""
        raise SystemExit(1)


#: No terminal is wider.
_WIDEST = 10_000


def _width() -> int:
    wanted = whole(os.environ.get("COLUMNS", ""))
    if wanted:
        return min(max(20, wanted), _WIDEST)
    try:
        return max(20, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError, AttributeError):
        return 80


def language(chosen: str | None, typed: Sequence[str] = ()) -> tuple[str, bool]:
    """The language to speak, and whether the person named it.

    Without a name: that of ``RULESREF_LANG``, else of the system, else of what was typed, else English, which
    whoever has a system in another language is likelier to read.
    """
    if chosen:
        return chosen, True
    named = os.environ.get("RULESREF_LANG", "")[:2]
    if named in LANGS:
        return named, False
    system = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    lang = system.partition("_")[0].partition(".")[0]
    if lang in LANGS:
        return lang, False
    if lang not in ("", "C", "POSIX"):
        return "en", False
    return ("ja" if any(map(_is_japanese, "".join(typed))) or _in_japan() else "en"), False


def _is_japanese(char: str) -> bool:
    """Whether it is kana, an ideograph or a full-width form; as a regular expression it is dear to compile."""
    return "\u3040" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def _in_japan() -> bool:
    """Whether Windows, which has no variable for it, is in Japanese."""
    if sys.platform != "win32":
        return False
    import ctypes

    japanese = 0x11
    return bool(ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == japanese)


#: The names of the help option of every command.
HELP = ("-h", "--help")
#: What stands in usage lines for the parts that click names.
_USAGE = {N_("[OPTIONS]"), N_("COMMAND [ARGS]..."), N_("[COMMAND] [ARGS]...")}


class Completed(click.ParamType):  # type: ignore[type-arg]  # it has arguments since click 8.2
    """A word that the shell can complete: of a kind that :mod:`rulesref.cli.completing` knows, or a folder.

    ``click.Path`` would load its catalogue for its name.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The words that begin so; folders are left to the shell."""
        from click.shell_completion import CompletionItem

        if self.name == "folder":
            return [CompletionItem(incomplete, type="dir")]
        from rulesref.cli.completing import completed

        session = ctx.ensure_object(Session)
        # Nothing has been invoked that would have told the session.
        session.data = session.data or tuple(ctx.find_root().params.get("data") or ())
        words = completed(self.name, lambda: session.library, ctx, incomplete)
        return [CompletionItem(word) for word in words]


def hoisted(args: Sequence[str], options: Mapping[str, bool]) -> list[str]:
    """Arguments with these options in front, wherever they stood before ``--``.

    ``options`` tells of each whether a value follows it.

    >>> hoisted(["ask", "flower", "--lang", "en"], {"--lang": True})
    ['--lang', 'en', 'ask', 'flower']
    """
    front: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            return [*front, *rest, word, *words]
        name = word.split("=", 1)[0]
        if name not in options:
            rest.append(word)
        elif options[name] and "=" not in word:
            front += [word, *(value for value in [next(words, None)] if value is not None)]
        else:
            front.append(word)
    return [*front, *rest]


class SpokenOption(click.Option):
    """An option whose help is translated when it is shown."""

    def __init__(self, *args: Any, help: str | None = None, **attributes: Any) -> None:  # noqa: A002
        super().__init__(*args, **attributes)
        # Handed to click it would load the module that takes indents off, for every option of every command.
        self.help = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Names and translated help."""
        original = self.help
        self.help = say(spoken(ctx), original) if original else None
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = original

    def make_metavar(self, *contexts: click.Context, **named: click.Context) -> str:
        """What stands for the value; click before 8.2 gives no context."""
        if self.metavar is None and self.type.name.startswith("integer"):
            return say(spoken(click.get_current_context(silent=True)), "NUMBER")
        return super().make_metavar(*contexts, **named)


def _show_help(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


_HELP_OPTION = SpokenOption(
    HELP, is_flag=True, is_eager=True, expose_value=False, callback=_show_help,
    help="Show this message and exit.",
)  # fmt: skip


class Context(click.Context):
    """A context whose help pages are ours."""

    def make_formatter(self) -> click.HelpFormatter:
        from rulesref.cli.help import Formatter

        return Formatter(width=max(50, min(_width(), self.max_content_width or 80) - 2))


class SpokenCommand(click.Command):
    """A command that speaks the person's language, with a paragraph of help or several.

    Nothing is translated before it is shown.
    """

    context_class = Context

    def get_help_option(self, ctx: click.Context) -> click.Option | None:  # noqa: ARG002 - click asks each context
        """Our own help option: that of click is translated for every run, shown or not."""
        return _HELP_OPTION

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage line; click's own would load its catalogue."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, say(spoken(ctx), "Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of options; click's own would load its catalogue."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [option.get_help_record(ctx) for option in options]
        with formatter.section(say(spoken(ctx), "Options")):
            formatter.write_dl([record for record in records if record])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        lang = spoken(ctx)
        pieces = super().collect_usage_pieces(ctx)
        return [say(lang, piece) if piece in _USAGE else piece for piece in pieces]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The translated help, with lines to be typed."""
        from inspect import cleandoc

        from rulesref.cli.help import examples

        lang = spoken(ctx)
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(say(lang, cleandoc(self.help)))
        lines = examples(ctx.command_path.partition(" ")[2], lang)
        if lines:
            with formatter.section(say(lang, "Examples")):
                formatter.write_text(lines)

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - one line by design
        """The first line of the translated help."""
        lang = spoken(click.get_current_context(silent=True))
        return say(lang, self.short_help) if self.short_help else ""


class CommandGroup(SpokenCommand, click.Group):
    """Commands that are imported when they are called: ``table`` has their short help, in their order."""

    def __init__(
        self, *args: Any, table: Mapping[str, str], load: Callable[[str], click.Command],
        **attributes: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **attributes)
        self.table = table
        self.load = load

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command; its module is imported here."""
        if cmd_name not in self.table:
            return None
        command = self.load(cmd_name)
        command.short_help = self.table[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that a first word names; what may have been meant where it names none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            refused = error.message
            if near := self.meant(ctx, args):
                refused = say(
                    spoken(ctx), N_("{refused} Did you mean “{near}”?"), refused=refused, near=near
                )
            raise click.UsageError(refused, ctx) from None

    def meant(self, ctx: click.Context, args: Sequence[str]) -> str | None:  # noqa: ARG002
        """What may have been meant by words of which the first is no command."""
        from rulesref.base.suggest import did_you_mean

        return did_you_mean(args[0], self.table)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin so; click's own would import every command."""
        from click.shell_completion import CompletionItem

        lang = spoken(ctx)
        names = [name for name in self.table if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=say(lang, self.table[name])) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        lang = spoken(ctx)
        rows = [(name, say(lang, text)) for name, text in self.table.items()]
        with formatter.section(say(lang, "Commands")):
            formatter.write_dl(rows)


def spoken(ctx: click.Context | None) -> str:
    """The language of the running command."""
    session = ctx.find_object(Session) if ctx else None
    return session.lang if session else language(None)[0]


def option(*names: str, **attributes: Any) -> Callable[[Any], Any]:
    """An option with translated help."""
    return click.option(*names, cls=SpokenOption, **attributes)


#: The option of commands that reckon: the readings that are chosen.
ruling = option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="ID=READING",
    type=Completed("ruling"),
    help="Choose a reading of a disputed rule.",
)


def command(name: str, **attributes: Any) -> Callable[[Any], SpokenCommand]:
    """A command whose function is handed the session, and whose docstring is its help.

    Its group has its line in the list of commands.
    """

    def made(function: Any) -> SpokenCommand:
        return click.command(name, cls=SpokenCommand, **attributes)(_with_session(function))

    return made


_with_session = click.make_pass_decorator(Session, ensure=True)


def report(session: Session) -> str:
    """What to paste when the program itself is at fault."""
    import platform
    import shlex
    import traceback

    head = say(
        session.lang,
        "This is a fault of the program, not yours. Nothing was lost. Please report the lines below.",
    )
    lines = [
        head,
        "",
        f"rulesref {__version__}, Python {platform.python_version()}, {platform.system()}",
    ]
    lines += [shlex.join(sys.argv[1:]), "", traceback.format_exc()]
    return "\n".join(lines)


# --- what is typed --------------------------------------------------------------------------------


def readable(line: str) -> str:
    """A line whose bytes were not UTF-8, in the encoding that it seems to be in.

    >>> readable("葵".encode("cp932").decode("utf-8", "surrogateescape"))
    '葵'
    """
    if not any("\ud800" <= char <= "\udfff" for char in line):
        return line
    try:
        raw = line.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, as no shell gives it
        return line.encode("utf-8", "replace").decode()
    for encoding in ("utf-8", "cp932", "euc_jp"):
        with contextlib.suppress(UnicodeDecodeError):
            text = raw.decode(encoding)
            # What an encoding has no sign for it puts into the private area.
            if not any("\ue000" <= char <= "\uf8ff" for char in text):
                return text
    return raw.decode("utf-8", "replace")


#: So many characters a command may have.
LONGEST_COMMAND = 20_000


def must_be_reasonable(arguments: Sequence[str]) -> None:
    """Raise when a command is longer than anybody types."""
    if sum(map(len, arguments)) > LONGEST_COMMAND:
        raise ProblemsFound([Problem("E561", None, {"limit": LONGEST_COMMAND})])


def typed_words(arguments: Sequence[str]) -> list[str]:
    """The words of a command line as text; the name of a file that is there stays as the system has it.

    A zero, which no shell gives, is shown as what cannot be read.
    """
    return [
        word
        if word.isascii() or is_there(word) or is_there(word.partition("=")[2])
        else readable(word)
        for word in (each.replace("\0", "\ufffd") for each in arguments)
    ]
