"""What the companion does for every game: rules, history, taking back, scores, files (``wishes``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from rulesref.base.diagnostics import Problem
from rulesref.base.folding import fold
from rulesref.base.messages import N_, speak
from rulesref.play import flow
from rulesref.play.meta_commands import MetaCommand
from rulesref.show import play_history, play_pages, play_status

if TYPE_CHECKING:
    from rulesref.cli.play_loop import Loop

#: Words that are answered by the command of the same name, asked of this game.
COMMANDS = ("ask", "table", "calc", "rules", "term", "disputes")
_EXAMPLES = {
    "ask": "ask ...", "lang": "lang en", "export": "export play.json", "table": "table ...",
}  # fmt: skip


def wished(loop: Loop, wish: MetaCommand) -> bool:
    """Do what was asked for; whether it could be done."""
    if wish.word in COMMANDS:
        return command(loop, wish)
    return _DONE_BY[wish.word](loop, wish.rest) is not False


def command(loop: Loop, wish: MetaCommand) -> bool:
    """A question that a command answers, about this game."""
    from rulesref.cli import carried_out

    if wish.word == "ask" and not wish.rest:
        return needs(loop, wish.word)
    lang = loop.session.lang
    code = carried_out([wish.word, "--", loop.sitting.game.id, *wish.rest.split()], loop.session)
    loop.session.lang = lang
    speak(lang)
    return code == 0


def needs(loop: Loop, word: str) -> bool:
    """Something belongs behind this word."""
    loop.tell(
        [Problem("E537", None, {"found": word, "example": _EXAMPLES.get(word, f"{word} ...")})]
    )
    return False


def _help(loop: Loop, rest: str) -> bool:
    game, state = loop.sitting.game, loop.sitting.state
    if not rest:
        loop.show(lambda lang: play_pages.help_here(game, state, lang))
        return True
    action = flow.action_called(flow.choices(game, state), rest)
    if action is None:
        action = flow.action_called(tuple(flow.flow_of(game).actions.values()), rest)
    if action is None:
        return command(loop, MetaCommand("ask", rest))
    chosen = action
    loop.show(lambda lang: play_pages.help_action(game, chosen, lang))
    return True


def _undo(loop: Loop, rest: str) -> bool:
    words = rest.replace("--to=", "--to ").split()
    numbers = [fold(word) for word in words if word != "--to"]
    if len(numbers) > 1 or not all(number.isdecimal() for number in numbers):
        loop.tell([Problem("E537", None, {"found": "undo", "example": "undo 2, undo --to 14"})])
        return False
    if "--to" in words:
        if not numbers:
            return needs(loop, "undo --to")
        return loop.replied(loop.sitting.back_to(int(numbers[0])))
    return loop.replied(loop.sitting.undo(int(numbers[0]) if numbers else 1))


def _redo(loop: Loop, rest: str) -> bool:
    return loop.replied(loop.sitting.redo(int(fold(rest)) if fold(rest).isdecimal() else 1))


def _history(loop: Loop, rest: str) -> None:
    entries, head = loop.sitting.entries(), loop.sitting.play.head
    many = int(fold(rest)) if fold(rest).isdecimal() else len(entries)
    loop.show(lambda lang: play_history.history(entries[-many:] if many else [], head, lang))


def _show(loop: Loop, rest: str) -> bool:
    from rulesref.fields.typed import one_called
    from rulesref.show import play_data

    names = loop.sitting.state.names
    who = one_called(names, rest)
    if rest and who is None:
        values = {"found": rest, "known": list(names), "near": None}
        loop.tell([Problem("E420", None, values)])
        return False
    if who is not None:
        loop.show(lambda lang: play_status.of_player(loop.sitting, who, lang))
        return True
    loop.session.show(
        lambda lang: play_status.whole(loop.sitting, lang),
        lambda lang: play_data.whole(loop.sitting, lang),
    )
    loop.introduce()
    return True


def _due(loop: Loop, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    found = flow.dues(loop.sitting.game, loop.sitting.state)
    loop.show(lambda lang: play_status.reminders(found, lang))
    if not found and loop.session.format == "text":
        click.echo(loop.session.say(N_("Nothing is due now.")))


def _score(loop: Loop, rest: str) -> bool:
    if not rest:
        loop.show(lambda lang: play_history.running(loop.sitting, lang))
        return True
    if not loop.asking:
        loop.tell([Problem("E506")])
        return False
    from pathlib import Path

    file = Path(rest).expanduser()
    try:
        raw = file.read_bytes()
    except OSError as error:
        values = {"file": rest, "reason": error.strerror}
        loop.tell([Problem("E536", None, values)])
        return False
    return loop.given(f"score {rest}", raw, rest)


def _setup(loop: Loop, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    loop.show(lambda lang: play_pages.setup(loop.sitting.game, loop.sitting.state, lang))


def print_position(loop: Loop, event: str) -> bool:
    """Print the position to score."""
    from rulesref.reading.positions import event_called
    from rulesref.show import play_files

    scoring = loop.sitting.game.scoring
    events = scoring.events if scoring else {}
    wanted = event_called(events, event) if event else None
    if events and event and wanted is None:
        values = {"found": event, "known": list(events), "near": None}
        loop.tell([Problem("E424", None, values)])
        return False
    found = loop.sitting.position(wanted.id if wanted else None) if events else None
    if found is None:
        loop.tell([Problem("E530")])
        return False
    if loop.session.format == "json":
        loop.session.json(found[1])
    else:
        click.echo(play_files.position(loop.sitting.game, *found, loop.session.lang), nl=False)
    return True


def _export(loop: Loop, rest: str) -> bool:
    from pathlib import Path

    from rulesref.play import export_file

    if not rest:
        return needs(loop, "export")
    file = Path(rest).expanduser()
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(
                export_file.exported(loop.sitting.play, loop.sitting.store.lines(loop.sitting.play))
            )
    except OSError as error:
        click.echo(
            loop.session.say(
                N_("{file} cannot be written ({reason})."), file=file, reason=error.strerror
            )
        )
        return False
    click.echo(loop.session.say(N_("Written: {file}"), file=file))
    return True


def _lang(loop: Loop, rest: str) -> bool:
    if rest not in ("ja", "en"):
        return needs(loop, "lang")
    loop.session.lang, loop.session.lang_chosen = rest, True
    speak(rest)
    loop.show(lambda lang: play_status.situation(loop.sitting.game, loop.sitting.state, lang))
    return True


def _quit(loop: Loop, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    loop.left = True


_DONE_BY: Mapping[str, Callable[[Loop, str], bool | None]] = {
    "help": _help, "undo": _undo, "redo": _redo, "history": _history, "show": _show, "due": _due,
    "score": _score, "setup": _setup, "position": print_position, "export": _export, "lang": _lang,
    "quit": _quit,
}  # fmt: skip
