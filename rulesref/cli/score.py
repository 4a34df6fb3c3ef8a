"""``rulesref score``."""

import re
import string
import sys
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from rulesref.base.diagnostics import Path as DataPath
from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.fields.typed import one_called
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from rulesref.reading.headings import plain_source
from rulesref.reading.positions import event_called, read_position
from rulesref.reading.source import Source, read_bytes, unreadable
from rulesref.scoring.score import Score, score
from rulesref.show import result_data, results

_BOTH = 2
#: What a position that is still to be completed may lack.
_OPEN = {"E401", "E423", "E427"}


@common.command(
    "score",
    N_("Score a position."),
    help=N_(
        "Score a position from a YAML or JSON file, or from standard input (-): a table with ranks, what broke ties, and the rulings it rests on; with --explain, each player's working with the rules.\n\nWithout a file, on a terminal, it asks for the position question by question. With two files it shows both side by side."
    ),
)
@click.argument("game")
@click.argument(
    "files", nargs=-1, metavar="[FILE] [FILE]", type=click.Path(path_type=Path, allow_dash=True)
)
@common.option(
    "--event", metavar="EVENT", help=N_("Which scoring it is; otherwise the position says.")
)
@common.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="ID=READING",
    help=N_("Choose a reading of a disputed rule."),
)
@common.option("--brief", is_flag=True, help=N_("One line per player."))
@common.option(
    "--explain/--no-explain",
    help=N_("Show each player's working as well; JSON always has it, except of a batch."),
)
@common.option(
    "--ask",
    is_flag=True,
    help=N_("Ask for the position question by question, or for what a file lacks."),
)
@common.option(
    "--template",
    is_flag=False,
    flag_value="",
    metavar="[EVENT]",
    help=N_("Print a position to fill in."),
)
@common.option(
    "--players",
    metavar="N|NAMES",
    help=N_("How many players, or their names, for --template and --ask."),
)
@common.option(
    "--what-if",
    "changes",
    multiple=True,
    metavar="PLAYER.FIELD=+1",
    help=N_("Change a value and show both scores."),
)
@common.option(
    "--worth", metavar="PLAYER", help=N_("Show what one more of each value is worth to a player.")
)
@common.option(
    "--as",
    "as_",
    type=click.Choice(["csv", "bgstats"]),
    help=N_("Print a sheet, or a link that BG Stats opens."),
)
@common.option(
    "--batch",
    is_flag=True,
    help=N_(
        "Score one position (JSON) a line, from a file or standard input, into one result a line; the working only with --explain."
    ),
)
@common.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help=N_("Share a batch among N processes; the output stays the same."),
)
@pass_session
def command(session: Session, /, game: str, files: tuple[Path, ...], **asked: Any) -> None:
    """Print the score, or what was asked about it."""
    found = session.game(game)
    wishes = Wishes(**{**asked, "rulings": chosen(asked["rulings"])})
    if wishes.batch:
        from rulesref.cli.batch import score_lines

        score_lines(session, found, files, wishes.event, wishes.rulings,
                    explain=wishes.explain, jobs=wishes.jobs)  # fmt: skip
        return
    if wishes.template is not None:
        fill_in(session, found, wishes)
        return
    refuse_too_much(session, files, wishes)
    if wishes.ask or (not files and sys.stdin.isatty()):
        by_asking(session, found, files[0] if files else None, wishes)
    else:
        from_files(session, found, files or (Path("-"),), wishes)


@frozen
class Wishes:
    """The options, as the person gave them."""

    event: str | None
    rulings: dict[str, str]
    brief: bool
    explain: bool
    ask: bool
    template: str | None
    players: str | None
    changes: tuple[str, ...]
    worth: str | None
    as_: str | None
    batch: bool
    jobs: int


def refuse_too_much(session: Session, files: tuple[Path, ...], wishes: Wishes) -> None:
    """One page is shown at a time: what would be passed over is a wrong usage."""
    if len(files) > _BOTH or (wishes.ask and len(files) == _BOTH):
        raise click.UsageError(session.say(N_("Too many files: two are compared, one is scored.")))
    asked = {
        "FILE FILE": len(files) == _BOTH,
        "--what-if": bool(wishes.changes),
        "--worth": wishes.worth is not None,
        "--as": wishes.as_ is not None,
        "--brief": wishes.brief,
    }
    named = [word for word, wanted in asked.items() if wanted]
    if len(named) > 1:
        raise click.UsageError(
            session.say(N_("These do not go together: {options}."), options=named)
        )


def from_files(session: Session, game: Game, files: tuple[Path, ...], wishes: Wishes) -> None:
    """Score one position or two, and print what was asked about them."""
    first, *others = [read(file, game) for file in files]
    result = scored(game, first, wishes.event, wishes.rulings)
    if others:
        second = scored(game, others[0], wishes.event, wishes.rulings)
        side_by_side(session, result, second, (first.file, others[0].file))
        return
    if not (wishes.changes or wishes.worth):
        tell_warnings(session, result, first)
    show(session, result, wishes, moment(files))
    tell_of_working(session, wishes)


def show(session: Session, result: Score, wishes: Wishes, played: datetime) -> None:
    """Print a score in the form that was asked for, or what was asked about it."""
    if wishes.changes:
        supposed(session, result, wishes.changes)
    elif wishes.worth:
        worth_to(session, result, wishes.worth)
    elif wishes.as_ is not None:
        export(session, result, wishes.as_, played)
    elif wishes.brief and session.format == "text":
        click.echo(results.brief(result, session.lang), nl=False)
    else:
        warn = session.format == "markdown"
        session.show(
            lambda lang: results.score(result, lang, explain=wishes.explain, warnings=warn),
            lambda lang: result_data.score(result, lang),
        )


def leaves_working_out(session: Session, wishes: Wishes) -> bool:
    """Whether a table for people stands alone, without how its points come about."""
    other = wishes.brief or wishes.as_ or wishes.changes or wishes.worth
    return session.format == "text" and not (wishes.explain or other)


def tell_of_working(session: Session, wishes: Wishes) -> None:
    """Say how the working is shown, where the table stands alone."""
    if leaves_working_out(session, wishes):
        click.echo()
        click.echo(session.say(N_("With --explain, each player's working and its rules.")))


def export(session: Session, result: Score, form: str, played: datetime) -> None:
    """Print a score for another program."""
    from rulesref.show import exports

    if form == "csv":
        # As bytes: a sheet needs UTF-8 and its mark, whatever the terminal speaks.
        click.echo(exports.sheet(result, session.lang).encode(), nl=False)
        return
    if not result.event.final:
        raise ProblemsFound([Problem("E437", None, {"event": result.event.name})])
    click.echo(exports.bgstats(result, session.lang, played))


def tell_warnings(session: Session, result: Score, source: Source) -> None:
    """Say on standard error what is unusual; JSON and Markdown have it inside."""
    if result.warnings and session.format == "text":
        session.tell(result.warnings, {source.file: source.text})


def moment(files: tuple[Path, ...]) -> datetime:
    """When the play was played: when its file was written, else now."""
    if files and files[0].is_file():
        return datetime.fromtimestamp(files[0].stat().st_mtime, UTC)
    return datetime.now(UTC)


# --- two scores -----------------------------------------------------------------------------------


def side_by_side(session: Session, first: Score, second: Score, names: tuple[str, str]) -> None:
    """Print two positions of one scoring side by side."""
    from rulesref.scoring.compare import compare
    from rulesref.show import comparisons

    if first.event.id != second.event.id:
        events = {"first": first.event.name, "second": second.event.name}
        raise ProblemsFound([Problem("E433", None, events)])
    found = compare(first, second)
    session.show(
        lambda lang: comparisons.comparison(found, lang, names),
        lambda lang: comparisons.comparison_data(found, lang),
    )


def supposed(session: Session, result: Score, changes: tuple[str, ...]) -> None:
    """Print what changes to a position would do to its score."""
    from rulesref.scoring.compare import compare, rescored
    from rulesref.scoring.what_if import changed
    from rulesref.show import comparisons

    document, problems = changed(result.game, result.event, result.position, changes)
    if problems:
        raise ProblemsFound(problems)
    then, found = rescored(result.game, document)
    if then is None:
        raise ProblemsFound(found)
    both = compare(result, then)
    names = (session.say(N_("now")), session.say(N_("then")))
    session.show(
        lambda lang: comparisons.comparison(both, lang, names),
        lambda lang: comparisons.comparison_data(both, lang),
    )


def worth_to(session: Session, result: Score, word: str) -> None:
    """Print what one more of each value is worth to a player."""
    from rulesref.scoring.compare import worths
    from rulesref.show import comparisons

    name = player_called(result, word)
    found = tuple(worths(result, name))
    session.show(
        lambda lang: comparisons.worth(result, name, found, lang),
        lambda lang: comparisons.worth_data(result, name, found, lang),
    )


def player_called(result: Score, word: str) -> str:
    """The player with this name, or whose name begins so."""
    found = one_called(result.position.names, word)
    if found is None:
        raise common.unknown("E420", word, result.position.names)
    return found


# --- positions to fill in -------------------------------------------------------------------------


def fill_in(session: Session, game: Game, wishes: Wishes) -> None:
    """Print a template."""
    from rulesref.show.position_file import template

    wanted = event_wanted(game, wishes.template or wishes.event)
    names = people(wishes.players, game) or people(str(game.about.players[0]), game)
    click.echo(template(game, wanted, names, session.lang), nl=False)


def event_wanted(game: Game, word: str | None) -> Event:
    """The scoring called ``word``; without one that which ends the game."""
    if game.scoring is None:
        raise ProblemsFound([Problem("E421", None, {"game": game.id})])
    events = game.scoring.events
    if not word:
        return next((e for e in events.values() if e.final), next(iter(events.values())))
    found = event_called(events, word)
    if found is None:
        raise common.unknown("E424", word, list(events))
    return found


def people(word: str | None, game: Game) -> tuple[str, ...]:
    """Players by name, or so many called A, B, C; nobody when nothing is said."""
    if not word:
        return ()
    names = tuple(part for part in re.split(r"[,、，\s]+", word) if part)
    flat = unicodedata.normalize("NFKC", word.strip())
    low, high = game.about.players
    if flat.isdecimal():
        names = tuple(string.ascii_uppercase[: int(flat)])
    if not low <= len(names) <= high:
        raise ProblemsFound(
            [Problem("E430", None, {"found": len(names), "low": low, "high": high})]
        )
    for i, name in enumerate(names):
        if name in names[:i]:
            raise ProblemsFound([Problem("E429", None, {"found": name})])
    return names


def by_asking(session: Session, game: Game, file: Path | None, wishes: Wishes) -> None:
    """Ask for a position, or for what a file lacks; score it; offer to save it."""
    from rulesref.cli.dialogue import Dialogue, draft_name
    from rulesref.wizard.session import Wizard

    begun = half(game, file, wishes) if file else None
    usual = event_wanted(game, wishes.event)
    start = Wizard.start(
        game,
        usual.id if wishes.event else None,
        people(wishes.players, game),
        begun,
        wishes.rulings,
    )
    dialogue = Dialogue(session, game, draft_name(game, begun))
    done = dialogue.run(start)
    read = done.read()
    assert read.position
    assert read.event
    result, problems = score(game, read.position, read.event)
    if result is None:
        raise ProblemsFound(problems)
    dialogue.problems(result.warnings)
    dialogue.talk.say()
    show(session, result, wishes, datetime.now(UTC))
    if leaves_working_out(session, wishes):
        dialogue.offer_working(result)
    dialogue.offer_to_save(done)


def half(game: Game, file: Path, wishes: Wishes) -> dict[str, object]:
    """A position that may be incomplete; raises what is wrong in it rather than missing."""
    source = read(file, game)

    def at(path: DataPath, key: bool) -> Place:
        return source.at_key(path) if key else source.at(path)

    found = read_position(game, source.data, at, event=wishes.event, rulings=wishes.rulings)
    wrong = [problem for problem in found.problems if problem.code not in _OPEN]
    if wrong:
        raise ProblemsFound(wrong, {source.file: source.text})
    known: dict[str, object] = source.data
    return known


# --- documents --------------------------------------------------------------------------------------


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
            raise ProblemsFound([unreadable(name, error)]) from None
    if not raw.strip():
        raise ProblemsFound(
            [Problem("E432", Place(file=name, line=1, column=1), {"game": game.id})]
        )
    source, problems = read_bytes(raw, name)
    if source is None or problems:
        raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
    return plain_source(source)


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

    def at(path: DataPath, key: bool) -> Place:
        return source.at_key(path) if key else source.at(path)

    found = read_position(game, source.data, at, event=event, rulings=rulings)
    problems = found.problems
    if found.position and found.event:
        result, problems = score(game, found.position, found.event, at)
        if result is not None:
            return result
    raise ProblemsFound(problems, {source.file: source.text})
