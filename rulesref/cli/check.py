"""``rulesref check``."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from rulesref.base.diagnostics import Place, Problem, ProblemsFound, errors
from rulesref.base.disk import contents
from rulesref.base.frozen import changed
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.watching import Checked, watched
from rulesref.compiling.audit import audited, shipped_games
from rulesref.compiling.build import Built, BuiltStore
from rulesref.library.library import game_of
from rulesref.model.game import Game
from rulesref.play.flow import begin
from rulesref.play.known_play import going_otherwise
from rulesref.play.start import read_options
from rulesref.reading.source import MAX_BYTES, read_file, unreadable
from rulesref.scoring.known_cases import differing


@common.command("check")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@common.option(
    "--watch",
    is_flag=True,
    help="Go on checking: whenever a file is saved, print what is wrong now and what is mended. Ctrl-C ends.",
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
        watched(session, folder, partial(_proved, session))
        return
    if folder:
        problems, texts, lines = _checked(session, [(folder, "")], search=search)
    else:
        packs = [(Path(shelf.root), shelf.name) for shelf in session.library.packs]
        own = [(Path(each), "") for each in session.data]
        with shipped_games() as games:
            roots = [(games, ""), *packs, *own]
            problems, texts, lines = _checked(session, roots, search=search)
        problems += session.library.problems
    if session.format.document or problems:
        session.tell(problems, texts, codes=True)
    for line in () if session.format.document else lines:
        click.echo(line)
    if errors(problems):
        session.fail()


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
            checked = _proved(session, built, of_game)
            problems += checked.problems
            texts |= checked.texts
            if checked.sound:
                lines.append(checked.sound)
            if search and not errors(of_game):
                lines.append(_found(session, built, problems))
    return problems, texts, lines


def _proved(session: Session, built: Built, of_game: Sequence[Problem]) -> Checked:
    """A game with what its files are wrong in and, where they have no errors, what its known positions and plays are."""
    if errors(of_game):
        return Checked(of_game, built.texts)
    known, read, many = _known(built)
    line = "" if known else _sound(session, built, many)
    return Checked([*of_game, *known], {**built.texts, **read}, line)


def _known(built: Built) -> tuple[list[Problem], dict[str, str], int]:
    """What of the known positions and plays beside a game comes out otherwise, their texts, and how many there are."""
    game = game_of(BuiltStore(built.data), built.digest)
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    many = 0
    for file in sorted(built.folder.glob("cases/*.yaml")):
        name = f"{built.name}/cases/{file.name}"
        source, faults = read_file(file, name)
        problems += faults
        if source is not None:
            texts[name] = source.text
            problems += differing(game, source)
            many += len(source.data) if isinstance(source.data, list) else 0
    for file in sorted(built.folder.glob("plays/*.txt")):
        name = f"{built.name}/plays/{file.name}"
        try:
            texts[name] = contents(file, MAX_BYTES).decode("utf-8", "replace")
        except OSError as error:
            problems.append(unreadable(name, error))
            continue
        problems += going_otherwise(game, texts[name], name)
        many += 1
    if not many and game.has_flow:
        problems += _begun(game)
    return [_at_stage(problem, built) for problem in problems], texts, many


def _begun(game: Game) -> Sequence[Problem]:
    """What is wrong with how a play begins, where no known play tells."""
    names = [chr(ord("A") + seat) for seat in range(game.about.players[0])]
    options, problems = read_options(game, ())
    try:
        begin(game, names, options)
    except ProblemsFound as stop:
        return stop.problems
    return problems


def _at_stage(problem: Problem, built: Built) -> Problem:
    """A stage that never waits is told where it stands, whatever line of a play comes to it."""
    why = problem.values.get("why", problem)
    if not isinstance(why, Problem) or why.code != "E643":
        return problem
    file = f"{built.name}/flow.yaml"
    rows = built.texts.get(file, "").split("\n")
    head = rf"(- |.*\b)id: *{why.values['typed']}\b"
    line = next((n for n, row in enumerate(rows, 1) if re.search(head, row)), 1)
    return changed(why, place=Place(file, line, 1))


def _sound(session: Session, built: Built, known: int) -> str:
    kinds = ("rules", "glossary", "tables", "rulings")
    counts = {kind: len(built.data.get(kind, ())) for kind in kinds}
    nothing = N_(
        "{game}: no problems. Rules: {rules}, terms: {glossary}, tables: {tables}, rulings: {rulings}."
    )
    line = session.say(nothing, game=built.name, **counts)
    proved = N_("Known positions and plays that come out as they should: {many}.")
    return f"{line} {session.say(proved, many=known)}" if known else line


def _found(session: Session, built: Built, problems: list[Problem]) -> str:
    """A line on how well the entries of a game are found; adds what is wrong with that to ``problems``."""
    from rulesref.compiling.findable import weaknesses
    from rulesref.compiling.opening import LazyCompiler
    from rulesref.library.library import Library

    asked, weak = weaknesses(built, Library((), LazyCompiler()))
    problems += weak
    first = sum(each.right for each in asked)
    three = sum(each.rule in each.entries[:3] for each in asked)
    of_all = N_(
        "{game}: of {many} titles and phrases, asked as if they were not known, {first} find their entry first, {three} among three."
    )
    return session.say(of_all, game=built.name, many=len(asked), first=first, three=three)
