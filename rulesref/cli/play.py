"""``rulesref play``: accompanies a play at the table, from the setup to the final score."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.cli.play_loop import Loop, seat_at, told, yes
from rulesref.cli.play_meta import print_position
from rulesref.play import meta_commands
from rulesref.play import start as beginning
from rulesref.play.log_entry import replayed
from rulesref.play.records import Play
from rulesref.play.session import PlaySession, ReplayFailed
from rulesref.play.store import PlayStore
from rulesref.show import play_data, play_history, play_pages, play_status

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rulesref.model.game import Game

_FORMS = ("json", "csv", "markdown", "bgstats")


class Plays(click.ParamType):  # type: ignore[type-arg]  # it has arguments since click 8.2
    """The name of a play, which the shell can complete."""

    name = "play"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names of the plays there are."""
        from click.shell_completion import CompletionItem

        names = [play.name for play in PlayStore.open().plays()]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class Games(click.ParamType):  # type: ignore[type-arg]  # it has arguments since click 8.2
    """A game, which the shell can complete."""

    name = "game"

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The ids of the games there are."""
        from click.shell_completion import CompletionItem

        library = ctx.ensure_object(Session).library
        return [CompletionItem(name) for name in library.listed if name.startswith(incomplete)]


class Group(common.Spoken, click.Group):
    """The commands of a play; without one the loop. ``--play`` may stand before or after them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """``--play NAME`` belongs to all of them."""
        return super().parse_args(ctx, _hoisted(args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A first word that is a game begins a play of it."""
        if args[0] not in self.commands and ctx.ensure_object(Session).library.called(args[0]):
            return "new", self.commands["new"], args
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The translated help."""
        common.Command.format_help_text(self, ctx, formatter)  # type: ignore[arg-type]

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first line of the translated help."""
        return common.Command.get_short_help_str(self, limit)  # type: ignore[arg-type]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their translated short help."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, each.get_short_help_str()) for name, each in found if each]
        with formatter.section(ctx.ensure_object(Session).say(N_("Commands"))):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order in which they are used."""
        return list(self.commands)


def _hoisted(args: Sequence[str]) -> list[str]:
    front: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            return [*front, *rest, word, *words]
        if word == "--play":
            front += [word, *(name for name in [next(words, None)] if name is not None)]
        elif word.startswith("--play="):
            front.append(word)
        else:
            rest.append(word)
    return [*front, *rest]


@click.group(
    "play",
    cls=Group,
    invoke_without_command=True,
    short_help=N_("Accompany a play."),
    help=N_(
        "Accompany a play at the table from the setup to the final score: whose turn it is, what may be done, what it costs and wins, what is due, with the rules.\n\nWithout a command: go on with the play used last, line by line; standard input may be a file of lines. Every line is stored at once."
    ),
    subcommand_metavar="[COMMAND] [ARGS]...",
)
@common.option(
    "--play",
    "name",
    metavar="NAME",
    type=Plays(),
    help=N_("Which play; otherwise the one used last."),
)
@click.pass_context
def command(ctx: click.Context, name: str | None) -> int | None:
    """Go on with a play in the loop."""
    session = ctx.ensure_object(Session)
    session.play = name
    if ctx.invoked_subcommand is not None:
        return None
    store = opened(session)
    play = store.play(name)
    return Loop(session, seat_at(session, store, game_of(session, play), play)).run()


def opened(session: Session) -> PlayStore:
    """The plays; what is wrong with their file is told, and it is closed when the command ends."""
    store = PlayStore.open()
    click.get_current_context().call_on_close(store.close)
    told(session, store)
    return store


def sub(name: str, short: str, **attributes: Any) -> Callable[[Any], click.Command]:
    """A command of a play."""
    attributes.setdefault("help", short)
    found: Callable[[Any], click.Command] = command.command(
        name, cls=common.Command, short_help=short, **attributes
    )
    return found


def session_now(session: Session) -> PlaySession:
    """The play that was asked for, for one command."""
    store = opened(session)
    play = store.play(session.play)
    try:
        return PlaySession.at(store, game_of(session, play), play)
    except ReplayFailed as failed:
        raise ProblemsFound([failed.problem]) from None


def game_of(session: Session, play: Play) -> Game:
    """The game of a play."""
    game = session.library.wanted(play.game)
    if game.flow is None:
        raise without_flow(session, game)
    return game


def without_flow(session: Session, game: Game) -> ProblemsFound:
    """This game has no flow in its data."""
    known = [other.id for other in session.library.usable if other.has_flow]
    return ProblemsFound([Problem("E534", None, {"game": game.about.name, "known": known})])


# --- beginning -----------------------------------------------------------------------------------


@sub(
    "new",
    N_("Begin a play."),
    help=N_(
        "Begin a play of a game and name it. The players are given in turn order, or drawn: --first and --shuffle print the seed by which the same can be drawn again."
    ),
)
@click.argument("game", type=Games())
@common.option(
    "--players", required=True, metavar="A,B,...", help=N_("The players, in turn order.")
)
@common.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help=N_("An option of the game.")
)
@common.option(
    "--track",
    type=click.Choice(["full", "light"]),
    default="full",
    help=N_("Track every counter, or only the pace, the scores and the reminders."),
)
@common.option(
    "--first", metavar="NAME|random", help=N_("Who begins; the others follow in their order.")
)
@common.option("--shuffle", is_flag=True, help=N_("Draw the seats."))
@common.option("--seed", type=int, help=N_("Draw the same as before."))
@common.option("--name", "called", metavar="NAME", help=N_("What the play is called."))
@pass_session
def new(
    session: Session, game: str, players: str, options: tuple[str, ...], track: Any,
    first: str | None, shuffle: bool, seed: int | None, called: str | None,
) -> int | None:  # fmt: skip
    """Begin a play."""
    found = session.game(game)
    if found.flow is None:
        raise without_flow(session, found)
    names = people(found, players)
    drawn = shuffle or (first == "random" and first not in names)
    if drawn and seed is None:
        seed = int.from_bytes(os.urandom(2))
    if first is not None and first not in names and first != "random":
        raise common.unknown("E420", first, names)
    chosen, problems = beginning.read_options(found, options)
    if problems:
        raise ProblemsFound(problems)
    seats = beginning.seat_order(names, first, shuffle=shuffle, seed=seed or 0)
    store = opened(session)
    sitting, outcome = PlaySession.new(
        store, found, seats, chosen, track, name=called, seed=seed if drawn else None
    )
    told(session, store)
    session.show(
        lambda lang: play_pages.opening(sitting, outcome.happenings, drawn, lang),
        lambda lang: play_data.whole(sitting, lang),
    )
    if store.kept:
        return None
    if sys.stdin.isatty():
        return Loop(session, sitting).run()
    session.fail()
    return None


def people(game: Game, word: str) -> tuple[str, ...]:
    """The players as typed, with commas between."""
    import re

    names = tuple(meta_commands.clean_line(part) for part in re.split(r"[,、，]", word))
    names = tuple(name for name in names if name)
    low, high = game.about.players
    if not low <= len(names) <= high:
        raise ProblemsFound(
            [Problem("E430", None, {"found": len(names), "low": low, "high": high})]
        )
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ProblemsFound([Problem("E429", None, {"found": name})])
    return names


# --- lines ---------------------------------------------------------------------------------------


@sub(
    "do",
    N_("Carry out one line."),
    help=N_(
        "Carry out one line, as it would be typed in the loop: a choice by number or word with what it asks, a correction, a note, a question.\n\nWithout words: an empty line, as for a question that has an answer already."
    ),
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@pass_session
def do(session: Session, words: tuple[str, ...]) -> int:
    """Carry out one line."""
    talk = Loop(session, session_now(session), loop=False)
    return 0 if talk.line(" ".join(words)) else 1


@sub("show", N_("Show the whole state."))
@pass_session
def show(session: Session) -> None:
    """Print the state."""
    sitting = session_now(session)
    session.show(
        lambda lang: play_status.whole(sitting, lang), lambda lang: play_data.whole(sitting, lang)
    )


@sub("history", N_("Show what was done."))
@pass_session
def history(session: Session) -> None:
    """Print the lines."""
    store = opened(session)
    play = store.play(session.play)
    entries = replayed(games_of(session, [play]).get(play.game), play, store.lines(play))
    session.show(
        lambda lang: play_history.history(entries, play.head, lang),
        lambda lang: {
            "play": play.name,
            "step": play.head,
            "log": [play_data.line(entry, lang) for entry in entries],
        },
    )


@sub("undo", N_("Take lines back."))
@click.argument("many", required=False, type=click.IntRange(1))
@common.option("--to", type=click.IntRange(0), help=N_("Back to this step; “history” shows them."))
@pass_session
def undo(session: Session, many: int | None, to: int | None) -> int:
    """Take lines back."""
    store = opened(session)
    play = store.play(session.play)
    step = to if to is not None else play.head - (many or 1)
    game = game_of(session, play)
    try:
        sitting = PlaySession.at(store, game, play)
    except ReplayFailed as failed:
        if not 0 <= step < failed.line.n:
            raise ProblemsFound([failed.problem]) from None
        sitting = PlaySession.settled(store, game, play, failed.fitting, step)
        told(session, store)
        if store.kept:
            session.show(
                lambda lang: play_status.whole(sitting, lang),
                lambda lang: play_data.whole(sitting, lang),
            )
        return int(not store.kept)
    return 0 if Loop(session, sitting, loop=False).replied(sitting.back_to(step)) else 1


@sub("redo", N_("Do lines again that were taken back."))
@click.argument("many", required=False, default=1, type=click.IntRange(1))
@pass_session
def redo(session: Session, many: int) -> int:
    """Do lines again."""
    sitting = session_now(session)
    return 0 if Loop(session, sitting, loop=False).replied(sitting.redo(many)) else 1


@sub("position", N_("Print the position to score, as YAML."))
@click.argument("event", required=False)
@pass_session
def position(session: Session, event: str | None) -> int:
    """Print the position."""
    sitting = session_now(session)
    return 0 if print_position(Loop(session, sitting, loop=False), event or "") else 1


# --- all plays -----------------------------------------------------------------------------------


@sub("list", N_("List the plays."))
@pass_session
def list_(session: Session) -> None:
    """Print the plays."""
    store = opened(session)
    plays = store.plays()
    if not plays:
        raise ProblemsFound([Problem("E520")])
    games = games_of(session, plays)
    session.show(
        lambda lang: play_history.listing(plays, games, lang),
        lambda lang: play_data.listing(plays, games, lang),
    )


def games_of(session: Session, plays: Sequence[Play]) -> Mapping[str, Game]:
    """The games of plays, as far as they are there."""
    wanted = {play.game for play in plays}
    return {game.id: game for game in session.library.usable if game.id in wanted}


@sub(
    "export",
    N_("Print a play for a file, a sheet, a text or BG Stats."),
    help=N_(
        "Print a play: json to import again, csv for a sheet, markdown to paste, bgstats for the link that hands the play to BG Stats."
    ),
)
@click.argument("name", required=False, metavar="[PLAY]", type=Plays())
@common.option(
    "--as",
    "form",
    type=click.Choice(_FORMS),
    default="json",
    show_default=True,
    help=N_("In which form."),
)
@pass_session
def export(session: Session, name: str | None, form: str) -> None:
    """Print a play."""
    store = opened(session)
    play = store.play(name or session.play)
    written(session, exported(session, store, play, form))


def exported(session: Session, store: PlayStore, play: Play, form: str) -> str:
    """A play in one of the forms."""
    from rulesref.play import export_file
    from rulesref.show import play_files

    lines = store.lines(play)
    if form == "json":
        return export_file.exported(play, lines)
    game = games_of(session, [play]).get(play.game)
    if form == "csv":
        return play_files.sheet(play, replayed(game, play, lines), game, session.lang)
    if form == "markdown":
        return play_files.log(play, replayed(game, play, lines), game, session.lang)
    return handed_off(session, PlaySession.at(store, game_of(session, play), play))


def handed_off(session: Session, sitting: PlaySession) -> str:
    """The link by which BG Stats records the play."""
    from datetime import datetime

    from rulesref.reading.positions import read_position
    from rulesref.scoring.score import score
    from rulesref.show.exports import bgstats

    found = sitting.final()
    if found is None:
        raise ProblemsFound([Problem("E538")])
    event, document = found
    read = read_position(sitting.game, document, event=event)
    assert read.position
    assert read.event
    result, _ = score(sitting.game, read.position, read.event)
    assert result
    return bgstats(result, session.lang, datetime.fromisoformat(sitting.play.created)) + "\n"


def written(session: Session, text: str) -> None:  # noqa: ARG001 - a place for other targets
    """Print a file: its bytes as they are, whatever the terminal thinks of line ends."""
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(text)
        return
    stream.write(text.encode("utf-8"))
    stream.flush()


@sub("import", N_("Read an exported play."))
@click.argument("file", type=click.Path(allow_dash=True))
@common.option("--name", "called", metavar="NAME", help=N_("What the play is called."))
@pass_session
def import_(session: Session, file: str, called: str | None) -> None:
    """Keep an exported play."""
    from pathlib import Path

    from rulesref.play.export_file import read_play

    row, lines = read_play(Path(file))
    game = session.library.wanted(row["game"])
    if game.flow is None:
        raise without_flow(session, game)
    store = opened(session)
    play = store.begin({**row, "name": called or row["name"]}, lines)
    told(session, store)
    if not store.kept:
        session.fail()
    session.note(session.say(N_("Imported: {name}"), name=play.name))
    sitting = seat_at(session, store, game, play)
    session.show(
        lambda lang: play_status.whole(sitting, lang), lambda lang: play_data.whole(sitting, lang)
    )


@sub("delete", N_("Delete a play."))
@click.argument("name", metavar="PLAY", type=Plays())
@common.option("--yes", "sure", is_flag=True, help=N_("Do not ask."))
@pass_session
def delete(session: Session, name: str, sure: bool) -> None:
    """Delete a play after asking."""
    store = opened(session)
    play = store.play(name)
    question = session.say(
        N_("Delete {name} ({players}) with its {many} lines? (yes/no) [no]: "), name=play.name,
        players=list(play.players), many=play.last,
    )  # fmt: skip
    if not sure and not yes(session, question):
        session.note(session.say(N_("Nothing was deleted.")))
        session.fail()
    if not store.kept:
        # What was read of a file that cannot be written stays there.
        session.note(session.say(N_("Nothing was deleted.")))
        session.fail()
    store.delete(play)
    session.note(session.say(N_("Deleted: {name}"), name=play.name))


@sub(
    "repair",
    N_("Save what can be read of a damaged file."),
    help=N_(
        "Copy every play that can be read into a new file, and keep the damaged one beside it."
    ),
)
@common.option("--yes", "sure", is_flag=True, help=N_("Do not ask."))
@pass_session
def repair(session: Session, sure: bool) -> None:
    """Save what can be read."""
    store = opened(session)
    if store.repairable is None:
        session.fail()
    question = session.say(
        N_("Copy what can be read of {file} into a new file? (yes/no) [no]: "),
        file=store.repairable,
    )
    if not sure and not yes(session, question):
        session.fail()
    aside, saved = store.repair()
    session.note(
        session.say(N_("{saved} plays saved. The old file is now {file}."), saved=saved, file=aside)
    )
