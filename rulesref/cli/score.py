"""``rulesref score``."""

import sys
from pathlib import Path

import click

from rulesref.base.diagnostics import Path as DataPath
from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.reading.games import Game
from rulesref.reading.positions import read_position
from rulesref.reading.source import Source, read_bytes
from rulesref.show import result_data, results
from rulesref.show.messages import N_
from rulesref.use.scoring import Score, score


@common.command(
    "score",
    N_("Score a position."),
    help=N_("Score a position from a YAML or JSON file, or from standard input (-): a table, each player's working with the rules, ranks and ties."),
)
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@common.option("--event", metavar="EVENT", help=N_("Which scoring it is; otherwise the position says."))
@common.option("--ruling", "rulings", multiple=True, metavar="ID=READING", help=N_("Choose a reading of a disputed rule."))
@common.option("--brief", is_flag=True, help=N_("One line a player."))
@common.option("--explain/--no-explain", default=True, help=N_("Show each player's working, or the table alone."))
@pass_session
def command(
    session: Session, game: str, file: Path | None, event: str | None, rulings: tuple[str, ...],
    brief: bool, explain: bool,
) -> None:  # fmt: skip
    """Print the score."""
    found = session.game(game)
    source = read(file, found)
    result = scored(found, source, event, chosen(rulings))
    if result.warnings and session.format != "json":
        session.tell(result.warnings, {source.file: source.text})
    if brief and session.format == "text":
        click.echo(results.brief(result, session.lang), nl=False)
        return
    session.show(lambda lang: results.score(result, lang, explain=explain), lambda lang: result_data.score(result, lang))


def read(file: Path | None, game: Game) -> Source:
    """The document of a file or of standard input; raises what is wrong with its text."""
    if file is None or str(file) == "-":
        name = "-"
        raw = sys.stdin.buffer.read()
    else:
        name = str(file)
        try:
            raw = file.read_bytes()
        except OSError as error:
            problem = Problem("E101", Place(file=name, line=1, column=1), {"reason": error.strerror})
            raise ProblemsFound([problem]) from None
    if not raw.strip():
        raise ProblemsFound([Problem("E432", Place(file=name, line=1, column=1), {"game": game.id})])
    source, problems = read_bytes(raw, name)
    if source is None or problems:
        raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
    return source


def chosen(rulings: tuple[str, ...]) -> dict[str, str]:
    """Rulings as typed: ``id=reading``."""
    found: dict[str, str] = {}
    for word in rulings:
        ruling, sign, reading = word.partition("=")
        if not sign:
            values = {"found": word, "example": "ID=READING"}
            raise ProblemsFound([Problem("E328", None, values)])
        found[ruling.strip()] = reading.strip()
    return found


def scored(game: Game, source: Source, event: str | None, rulings: dict[str, str]) -> Score:
    """The score of a document; raises all its problems at once."""

    def at(path: DataPath, key: bool) -> Place:  # noqa: FBT001
        return source.at_key(path) if key else source.at(path)

    found = read_position(game, source.data, at, event=event, rulings=rulings)
    problems = found.problems
    if found.position and found.event:
        result, problems = score(game, found.position, found.event, at)
        if result is not None:
            return result
    raise ProblemsFound(problems, {source.file: source.text})
