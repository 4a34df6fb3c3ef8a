"""``rulesref score``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import standard_input
from rulesref.base.frozen import frozen
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.fields.typed import default_names, players_named
from rulesref.model.game import Game
from rulesref.reading.document import Document
from rulesref.reading.positions import event_called
from rulesref.reading.source import MAX_POSITION, unreadable
from rulesref.scoring.compare import compare, other_readings, supposing, worths
from rulesref.scoring.score import (
    Score,
    document_from,
    document_in,
    event_wanted,
    incomplete,
    player_called,
    rulings_chosen,
    scored,
)
from rulesref.show import comparisons, data, results
from rulesref.show.formats import FORMATS, SCORE_FORMATS
from rulesref.show.position_file import blank, template

if TYPE_CHECKING:
    from rulesref.cli.dialogue import Next, ScoringDialogue
    from rulesref.wizard.interview import Wizard

_BOTH = 2


@common.command("score")
@click.argument("game", type=common.Completed("game"))
@click.argument(
    "files", nargs=-1, metavar="[FILE] [FILE]", type=click.Path(path_type=Path, allow_dash=True)
)
@common.option(
    "--event",
    metavar="EVENT",
    type=common.Completed("event"),
    help="Which scoring it is; otherwise the position says.",
)
@common.ruling
@common.option("--brief", is_flag=True, help="One line per player.")
@common.option(
    "--explain/--no-explain",
    help="Show how each player's points add up as well; JSON always has it, except in a batch.",
)
@common.option(
    "--anyway",
    is_flag=True,
    help="Score in spite of what the game's checks refuse, as with an expansion or rules of your own; the result names them.",
)
@common.option(
    "--ask",
    is_flag=True,
    help="Ask for the position question by question, or for what a file lacks.",
)
@common.option(
    "--template",
    is_flag=False,
    flag_value="",
    metavar="[EVENT]",
    type=common.Completed("event"),
    help="Print a position to fill in.",
)
@common.option(
    "--players",
    metavar="N|NAMES",
    help="How many players, or their names, for --template and --ask.",
)
@common.option(
    "--what-if",
    "changes",
    multiple=True,
    metavar="PLAYER.FIELD=+1",
    help="Change a value and show both scores.",
)
@common.option(
    "--worth", metavar="PLAYER", help="Show what one more of each value is worth to a player."
)
@common.option(
    "--as",
    "as_",
    type=click.Choice(SCORE_FORMATS),
    help="Print a sheet, or a link that BG Stats opens.",
)
@common.option(
    "--batch",
    is_flag=True,
    help="Score one position (JSON) a line, from a file or standard input, into one result a line; how it adds up only with --explain.",
)
@common.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Share a batch among N processes; the output stays the same.",
)
def command(session: Session, /, game: str, files: tuple[Path, ...], **typed: Any) -> None:
    """Score a position from a YAML or JSON file, or from standard input (-): a table with ranks, what broke ties, and the rulings it rests on; with --explain, how each player's points add up, with the rules.

    Without a file, on a terminal, it asks for the position question by question. With two files it shows both side by side.
    """
    if not files and Path(game).is_file() and not session.library.called(game):
        raise session.misuse(N_("Say which game it is: rulesref score GAME {file}"), file=game)
    rules = session.library.wanted(game)
    options = Options(**{**typed, "rulings": rulings_chosen(typed["rulings"])})
    if options.batch:
        from rulesref.cli.batch import score_lines

        score_lines(session, rules, files, options.event, options.rulings,
                    explain=options.explain, anyway=options.anyway, jobs=options.jobs)  # fmt: skip
        return
    if options.template is not None:
        fill_in(session, rules, options)
        return
    refuse_too_much(session, files, options)
    asking = options.ask or (not files and sys.stdin.isatty())
    if options.players and not asking:
        raise session.misuse(N_("--players goes with --ask or --template."))
    if asking:
        by_asking(session, rules, files[0] if files else None, options)
    else:
        from_files(session, rules, files or (Path("-"),), options)


@frozen
class Options:
    """The options, as the person gave them."""

    event: str | None
    rulings: Mapping[str, str]
    brief: bool
    explain: bool
    ask: bool
    template: str | None
    players: str | None
    changes: tuple[str, ...]
    worth: str | None
    as_: str | None
    anyway: bool
    batch: bool
    jobs: int


def refuse_too_much(session: Session, files: tuple[Path, ...], options: Options) -> None:
    """One page is shown at a time: what would be passed over is a wrong usage."""
    if len(files) > _BOTH or (options.ask and len(files) == _BOTH):
        raise session.misuse(N_("Too many files: two are compared, one is scored."))
    pages = {
        "FILE FILE": len(files) == _BOTH,
        "--what-if": bool(options.changes),
        "--worth": options.worth is not None,
        "--as": options.as_ is not None,
        "--brief": options.brief,
    }
    chosen = [word for word, wanted in pages.items() if wanted]
    if len(chosen) > 1:
        raise session.misuse(N_("These do not go together: {options}."), options=chosen)


def from_files(session: Session, game: Game, files: tuple[Path, ...], options: Options) -> None:
    """Score one position or two, and print what was asked about them."""
    first, *others = [read(file, game) for file in files]
    anyway = options.anyway
    for each in (first, *others):
        must_be_filled_in(each, game, options)
    result = scored(game, first, options.event, options.rulings, anyway=anyway)
    if others:
        second = scored(game, others[0], options.event, options.rulings, anyway=anyway)
        both, files_named = compare(result, second), (first.file, others[0].file)
        session.show(lambda lang: comparisons.comparison(both, lang, files_named), lambda _: both)
        return
    if not (options.changes or options.worth) and result.warnings and session.format.remarks:
        # Other forms have inside what is unusual.
        session.tell(result.warnings, {first.file: first.text})
    show(session, result, options, moment(files))
    if leaves_working_out(session, options):
        click.echo()
        session.echo(N_("With --explain: how each player's points add up, with the rules."))


def must_be_filled_in(source: Document, game: Game, options: Options) -> None:
    """Raise where a position is a template as it was printed: its score would be one of nothing."""
    data = source.data
    players = data.get("players") if isinstance(data, dict) else None
    if options.anyway or options.changes or not isinstance(players, list) or game.scoring is None:
        return
    names = [str(each.get("name")) for each in players if isinstance(each, dict)]
    event = event_called(game.scoring.events, str(options.event or data.get("event")))
    given = {key: value for key, value in data.items() if key not in ("game", "event")}
    if event is not None and given == blank(game, event, names):
        values = {"file": source.file, "game": game.id}
        raise ProblemsFound([Problem("E444", None, values)])


def show(session: Session, result: Score, options: Options, played: datetime) -> None:
    """Print a score in the form that was asked for, or what was asked about it."""
    if options.changes:
        both = supposing(result, options.changes)
        session.show(lambda lang: comparisons.supposed(both, lang), lambda _: both)
    elif options.worth:
        worth_to(session, result, options.worth)
    elif options.as_ is not None:
        write = FORMATS[options.as_].score
        assert write is not None
        session.write(write(result, session.lang, played))
    elif options.brief and session.format.remarks:
        click.echo(results.brief(result, session.lang), nl=False)
    else:
        others = () if session.format.document else tuple(other_readings(result))
        warn = not session.format.remarks
        session.show(
            lambda lang: results.score(
                result, lang, others, explain=options.explain, warnings=warn
            ),
            lambda _: result,
        )


def leaves_working_out(session: Session, options: Options) -> bool:
    """Whether a table for people stands alone, without how its points come about."""
    other = options.brief or options.as_ or options.changes or options.worth
    return session.format.remarks and not (options.explain or other)


def moment(files: tuple[Path, ...]) -> datetime:
    """When the play was played: when its file was written, else now."""
    if files and files[0].is_file():
        return datetime.fromtimestamp(files[0].stat().st_mtime, UTC)
    return datetime.now(UTC)


def worth_to(session: Session, result: Score, word: str) -> None:
    """Print what one more of each value is worth to a player."""
    name = player_called(result, word)
    rows = tuple(worths(result, name))
    session.show(
        lambda lang: comparisons.worth(result, name, rows, lang),
        lambda lang: data.worth(result, name, rows, lang),
    )


def fill_in(session: Session, game: Game, options: Options) -> None:
    """Print a template."""
    event = event_wanted(game, options.template or options.event)
    names = players(options, game) or tuple(default_names(game.about.players[0]))
    click.echo(template(game, event, names, session.lang), nl=False)


def players(options: Options, game: Game) -> tuple[str, ...]:
    """The players that were named; nobody when nothing is said."""
    return players_named(options.players, game.about.players) if options.players else ()


def by_asking(session: Session, game: Game, file: Path | None, options: Options) -> None:
    """Ask for a position, or for what a file lacks; score it; offer to save it."""
    from rulesref.cli.dialogue import ScoringDialogue
    from rulesref.wizard.drafts import draft_name
    from rulesref.wizard.interview import Wizard

    begun = incomplete(game, read(file, game), options.event, options.rulings) if file else None
    usual = event_wanted(game, options.event)
    start = Wizard.start(
        game, usual.id if options.event else None, players(options, game), begun,
        rulings=options.rulings, anyway=options.anyway,
    )  # fmt: skip
    dialogue = ScoringDialogue(session, game, draft_name(game, begun))
    done = dialogue.run(start)
    while concluded(session, dialogue, done, options) == "back":
        assert done.before is not None
        done = dialogue.run(done.before, again=True)
    dialogue.done()


def concluded(session: Session, dialogue: ScoringDialogue, done: Wizard, options: Options) -> Next:
    """Score a position that is complete, offer its working and to save it; what the person wants then."""
    result, problems = done.form.so_far()
    if result is None:
        raise ProblemsFound(problems)
    dialogue.problems(result.warnings)
    dialogue.say()
    show(session, result, options, datetime.now(UTC))
    wish: Next = "go on"
    if leaves_working_out(session, options):
        wish = dialogue.offer_working(result)
    return dialogue.offer_to_save(done) if wish == "go on" else wish


def read(file: Path, game: Game) -> Document:
    """The document of a file or of standard input; raises what is wrong with its text."""
    if str(file) != "-":
        return document_from(str(file), game)
    try:
        raw = standard_input(MAX_POSITION)
    except OSError as error:
        raise ProblemsFound([unreadable("-", error)]) from None
    return document_in(raw, "-", game)
