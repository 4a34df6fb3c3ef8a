"""``rulesref check``."""

from collections.abc import Sequence
from pathlib import Path

import click

from rulesref.base.diagnostics import Problem
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.compiling.audit import audited, shipped_games
from rulesref.compiling.build import Built


@common.command(
    "check",
    N_(
        "Check a game folder, or a folder of them, and print every problem with its place. Without a folder: the games of the program, of installed packs and of --data."
    ),
)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@pass_session
def command(session: Session, folder: Path | None) -> None:
    """Print all problems; exit 1 when there are errors."""
    if folder:
        problems, texts, lines = _checked(session, [(folder, "")])
    else:
        packs = [(Path(shelf.root), shelf.name) for shelf in session.library.packs]
        own = [(Path(each), "") for each in session.data]
        with shipped_games() as games:
            problems, texts, lines = _checked(session, [(games, ""), *packs, *own])
        problems += session.library.problems
    if session.format.document or problems:
        session.tell(problems, texts)
    if not session.format.document:
        for line in lines:
            click.echo(line)
    if any(not problem.warning for problem in problems):
        session.fail()


def _checked(
    session: Session, roots: Sequence[tuple[Path, str]]
) -> tuple[list[Problem], dict[str, str], list[str]]:
    """The problems of all games in these folders, the texts they are in, and a line for each sound game.

    Beside a folder stands the name of its pack, if it is one's.
    """
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    lines: list[str] = []
    for root, pack in roots:
        for built, of_game in audited(root, pack):
            problems += of_game
            texts |= built.texts
            if all(problem.warning for problem in of_game):
                lines.append(_sound(session, built))
    return problems, texts, lines


def _sound(session: Session, built: Built) -> str:
    kinds = ("rules", "glossary", "tables", "rulings")
    return session.say(
        N_(
            "{game}: no problems. Rules: {rules}, terms: {glossary}, tables: {tables}, rulings: {rulings}."
        ),
        game=built.name,
        **{kind: len(built.data.get(kind, ())) for kind in kinds},
    )
