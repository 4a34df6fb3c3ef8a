"""``rulesref new-game``."""

from pathlib import Path

import click

from rulesref.base.messages import N_
from rulesref.base.text import LANGS
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.compiling.audit import shipped_games
from rulesref.compiling.example import write_example, write_package, write_shape
from rulesref.compiling.writing import folders_of


@common.command("new-game")
@click.argument("name", metavar="ID")
@click.argument("parent", required=False, default=".", type=click.Path(path_type=Path))
@common.option("--both", is_flag=True, help="Texts in both languages.")
@common.option(
    "--from",
    "model",
    metavar="GAME",
    type=common.Completed("game"),
    help="The game whose shape is taken.",
)
@common.option("--sheet", is_flag=True, help="A score sheet alone, in one file of eight lines.")
@common.option(
    "--bare",
    is_flag=True,
    help="The fewest files of a game that can be scored, with next to nothing in them.",
)
@common.option(
    "--package",
    is_flag=True,
    help="Around it write a package that pip installs, to share the game.",
)
def command(
    session: Session, name: str, parent: Path, *, both: bool, model: str | None, sheet: bool, bare: bool,
    package: bool,
) -> None:  # fmt: skip
    """Write a small game that can be scored and played at once, as a beginning for your own: its texts in the language of the output, with comments that say what stands where.

    With --sheet a score sheet alone, in one file, and with --bare an empty frame: both can be scored, and grow. With --from the shape of a game instead: its words, tables, scorings and flow, and of its rules the titles, for you to change and to fill in.
    """
    if sheet + bare + (model is not None) > 1:
        raise session.misuse(N_("Of --sheet, --bare and --from only one is possible."))
    kind = "sheet" if sheet else "bare" if bare else "example"
    languages = LANGS if both else (session.lang,)

    def write_game(into: Path) -> Path:
        if model is None:
            return write_example(name, into, session.lang, languages, kind)
        wanted = session.library.wanted(model).id
        with shipped_games() as shipped:
            roots = [*map(Path, session.data), shipped]
            folders = (folder for root in roots for folder in folders_of(root))
            folder = next(folder for folder in folders if folder.name == wanted)
            return write_shape(name, into, folder, languages)

    if package:
        folder, game = write_package(name, parent, session.lang, write_game)
        uses = [
            N_("Install it: python -m pip install -e {folder}"),
            N_("Play it: rulesref play new {name} --players 2"),
        ]
    else:
        folder = game = write_game(parent)
        uses = [N_("Play it: rulesref --data {parent} play new {name} --players 2")]
    if sheet or bare:
        uses[-1] = N_("Score it: rulesref --data {parent} score {name}")
        if package:
            uses[-1] = N_("Score it: rulesref score {name}")
    for line in (N_("Written: {folder}"), N_("Next: rulesref check {game}"), *uses):
        session.echo(line, folder=str(folder), game=str(game), parent=str(parent), name=name)
