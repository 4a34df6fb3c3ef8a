"""``rulesref check``."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from rulesref.api.checking import CheckedGame, checked
from rulesref.base.diagnostics import Problem, errors
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.compiling.audit import audited, examined, games_in, shipped_games
from rulesref.compiling.build import Built
from rulesref.compiling.opening import LazyCompiler
from rulesref.compiling.writing import folders_of
from rulesref.library.library import Library
from rulesref.show.problems import problems_text

#: How long, in seconds, nothing is looked at between two looks.
_PAUSE = 0.3


@common.command("check")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@common.option(
    "--watch",
    is_flag=True,
    help="Go on checking: whenever a file of a game is saved, print what is wrong with it. Ctrl-C ends.",
)
@common.option(
    "--search",
    is_flag=True,
    help="Also tell which entries are hard to find, what is found instead, and which words would help. Takes up to a minute a game.",
)
def command(session: Session, folder: Path | None, *, watch: bool, search: bool) -> None:
    """Check a game folder, or a folder of them, and print every problem with its place. Without a folder: the games of the program, of installed packs and of --data."""
    if watch:
        if folder is None or session.format.document or search:
            sentence = N_("--watch needs a folder, prints text alone, and goes without --search.")
            raise session.misuse(sentence)
        _watch(session, folder)
        return
    with _roots(session, folder) as roots:
        problems, texts, lines = _checked(session, roots, search=search)
    if folder is None:
        problems += session.library.problems
    if session.format.document or problems:
        session.tell(problems, texts, codes=True)
    for line in () if session.format.document else lines:
        click.echo(line)
    if errors(problems):
        session.fail()


@contextmanager
def _roots(session: Session, folder: Path | None) -> Iterator[list[tuple[Path, str]]]:
    """The folders whose games are meant, each with the name of its pack."""
    if folder is not None:
        yield [(folder, "")]
        return
    packs = [(Path(shelf.root), shelf.name) for shelf in session.library.packs]
    with shipped_games() as games:
        yield [(games, ""), *packs, *((Path(each), "") for each in session.data)]


def _watch(session: Session, root: Path) -> None:
    """Check the games in a folder, and each again whenever a file of it is saved, until Ctrl-C.

    Ends with exit code 1 if there are errors then.
    """
    folders, seen = games_in(root), dict[Path, Mapping[Path, int]]()
    games: dict[Path, CheckedGame] = {}
    with suppress(KeyboardInterrupt):
        while True:
            saved = {folder: _saved(folder) for folder in folders}
            for folder in folders:
                if saved[folder] != seen.get(folder):
                    games[folder] = game = checked(*examined(folder))
                    click.echo(problems_text(game.problems, game.texts, session.lang), nl=False)
                    if sound := game.sound(session.lang):
                        click.echo(sound)
            if saved != seen:
                watching = N_("{time} Watching {folder}. Ctrl-C ends.")
                session.echo(watching, time=time.strftime("%H:%M:%S"), folder=str(root))
            seen = saved
            time.sleep(_PAUSE)
            folders = folders_of(root) if root.is_dir() else []
    click.echo()
    if any(errors(games[folder].problems) for folder in seen):
        session.fail()


def _saved(folder: Path) -> Mapping[Path, int]:
    """When each file of a game was saved; editors put others beside them."""
    times = {}
    for path in folder.rglob("[!.#]*.[yt]*"):
        with suppress(OSError):  # it may be gone by now
            times[path] = path.stat().st_mtime_ns
    return times


def _checked(
    session: Session, roots: Sequence[tuple[Path, str]], *, search: bool
) -> tuple[list[Problem], dict[str, str], list[str]]:
    """The problems of all games in these folders, the texts they are in, and a line for each sound game.

    Beside a folder stands the name of its pack, if it is one's.
    """
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    lines: list[str] = []
    for root, pack in roots:
        for built, of_game in audited(root, pack):
            game = checked(built, of_game)
            problems += game.problems
            texts |= game.texts
            if sound := game.sound(session.lang):
                lines.append(sound)
            if search and not errors(of_game):
                lines.append(_found(session, built, problems))
    return problems, texts, lines


def _found(session: Session, built: Built, problems: list[Problem]) -> str:
    """A line on how well the entries of a game are found; adds what is wrong with that to ``problems``."""
    from rulesref.compiling.findable import weaknesses

    asked, weak = weaknesses(built, Library((), LazyCompiler()))
    problems += weak
    first = sum(each.right for each in asked)
    three = sum(each.rule in each.entries[:3] for each in asked)
    of_all = N_(
        "{game}: of {many} titles and phrases, asked as if they were not known, {first} find their entry first, {three} among three."
    )
    return session.say(of_all, game=built.name, many=len(asked), first=first, three=three)
