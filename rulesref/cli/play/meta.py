"""What the companion does for every game: rules, history, taking back, scores, files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.disk import at_home, contents
from rulesref.base.folding import fold, words
from rulesref.base.messages import N_, speak
from rulesref.base.text import LANGS, whole
from rulesref.cli import carried_out
from rulesref.cli.conversation import Conversation
from rulesref.cli.play.files import write_into
from rulesref.cli.play.looking import how_many, show_course
from rulesref.cli.play.screen import Screen, print_position, show_whole, somebody_types
from rulesref.fields.typed import names_first, number, one_called
from rulesref.play import flow
from rulesref.play.dispatcher import MetaCommand, line_to_mend, with_guess
from rulesref.play.mending import Mending, mend, mending, rename
from rulesref.play.rolling import rolled
from rulesref.play.session import Rejected
from rulesref.reading.source import MAX_POSITION, unreadable
from rulesref.show import play_history, play_pages, play_view

_EXAMPLES = {
    "ask": "ask ...", "lang": "lang en", "export": "export play.json", "table": "table ...",
}  # fmt: skip


def run_meta_command(screen: Screen, wish: MetaCommand) -> bool:
    """Do what a command asks for; whether it could be done."""
    done = _DONE_BY.get(wish.word)
    return command(screen, wish) if done is None else done(screen, wish.rest) is not False


def command(screen: Screen, wish: MetaCommand) -> bool:
    """A question that a command answers, about this game."""
    lang = screen.session.lang
    if wish.word == "ask":
        done = _ask(screen, wish.rest)
    else:
        words = [wish.word, "--", screen.play_session.game.id, *wish.rest.split()]
        done = carried_out(words, screen.session) == 0
    screen.session.lang = lang
    speak(lang)
    return done


def _ask(screen: Screen, question: str) -> bool:
    """Answer a question about this game, or show all of the last answer."""
    from rulesref.cli.ask import QuestionLoop

    questions = screen.questions = screen.questions or QuestionLoop(screen.session)
    screen.answered = True
    if not question:
        if questions.more:
            questions.show_whole()
            return True
        return needs(screen, "ask")
    if questions.followed(question):
        return True
    return bool(questions.answer_about(question, screen.play_session.game.id).hits)


def needs(screen: Screen, word: str) -> bool:
    """Something belongs behind this word."""
    screen.tell([wrong("E537", word, example=_EXAMPLES.get(word, f"{word} ..."))])
    return False


def _help(screen: Screen, rest: str) -> bool:
    game, state = screen.play_session.game, screen.play_session.state
    if not rest:
        screen.show(lambda lang: play_pages.help_here(game, state, lang))
        return True
    action = flow.action_called(game, state, rest)
    if action is None and number(rest) is not None:
        # The number of a choice that there is not.
        return screen.reply(Rejected((wrong("E501", rest, near=None),)))
    if action is None:
        return command(screen, MetaCommand("ask", rest))
    screen.show(lambda lang: play_pages.typed_help(game, action, lang))
    return True


def _undo(screen: Screen, rest: str) -> bool:
    play = screen.play_session
    if fold(rest) in words("turn"):
        return screen.reply(play.back_to(play.turn_began()))
    typed = rest.replace("--to=", "--to ").split()
    numbers = [whole(fold(word)) for word in typed if word != "--to"]
    if len(numbers) > 1 or None in numbers:
        screen.tell([wrong("E537", "undo", example="undo 2, undo turn, undo --to 14")])
        return False
    if "--to" in typed:
        if not numbers:
            return needs(screen, "undo --to")
        return screen.reply(play.back_to(numbers[0] or 0))
    return screen.reply(play.undo((numbers[0] or 0) if numbers else 1))


def _redo(screen: Screen, rest: str) -> bool:
    typed = rest.replace("--aside=", "--aside ").split()
    numbers = [whole(fold(word)) for word in typed if word != "--aside"]
    if len(numbers) > 1 or None in numbers:
        screen.tell([wrong("E537", "redo", example="redo 2, redo --aside 14")])
        return False
    number = numbers[0] if numbers else None
    play = screen.play_session
    return screen.reply(play.bring_back(number) if "--aside" in typed else play.redo(number or 1))


def _mend(word: str, screen: Screen, rest: str) -> bool:
    """Do what ``word`` asks for with the words behind it, ``edit``, ``drop`` or ``insert``; whether it was done.

    Later lines that would no longer fit are left out only if somebody agrees.
    """
    step, line, sure = line_to_mend(rest) or (0, "", False)
    if not rest or (word == "drop") == bool(line):
        example = f"{word} 12" if word == "drop" else f"{word} 12 ..."
        screen.tell([wrong("E537", word, example=example)])
        return False
    play = screen.play_session
    found = mending(play, step, line or None, instead=word != "insert")
    if isinstance(found, Rejected):  # the step that is open now has nothing to do with it
        screen.tell([with_guess(problem) for problem in found.problems])
        return False
    if not isinstance(found, Mending):
        return screen.reply(found)
    if found.misfits and not (sure or _agreed(screen, found.misfits)):
        return False
    return screen.reply(mend(play, found))


def _rename(screen: Screen, rest: str) -> bool:
    names = screen.play_session.state.names
    old, behind = next(names_first(names, rest), (rest.partition(" ")[0], rest.partition(" ")[2]))
    new = re.sub(r"^\s*(?:to\s|->|→|を|[:：])?\s*", "", behind)
    if not new:
        screen.tell([wrong("E537", "rename", example=f"rename {names[0]} Kim")])
        return False
    return screen.reply(rename(screen.play_session, old, new))


def _agreed(screen: Screen, misfits: Sequence[Problem]) -> bool:
    """Whether somebody agrees that later lines are left out, which are named."""
    session = screen.session
    if session.format.document:
        screen.tell(misfits)
        return False
    screen.show(lambda lang: play_pages.misfits(misfits, lang))
    if not somebody_types():
        screen.tell([Problem("E594")])
        return False
    question = N_("Do it, and leave out what no longer fits ({many})? (yes/no) [no]: ")
    talk = Conversation(session, transcript=screen.loop)
    agreed = talk.confirmed(question, many=len(misfits))
    if not agreed:
        session.echo(N_("Nothing was changed."))
    return agreed


def _roll(screen: Screen, rest: str) -> bool:
    play = screen.play_session
    command = rolled(rest, play.state.names)
    if isinstance(command, Problem):
        screen.tell([command])
        return False
    return screen.reply(play.carry(f"roll {rest}".strip(), command))


def _course(word: str, screen: Screen, rest: str) -> bool:
    """Show the time or the points by round; what has more words is a question."""
    if rest:
        return _ask(screen, f"{word} {rest}")
    show_course(screen.session, screen.play_session, time=word == "time")
    return True


def _history(screen: Screen, rest: str) -> None:
    play, last = screen.play_session, how_many(rest)
    entries, aside = play.entries(), play.aside() if last is None else []
    screen.show(lambda lang: play_history.history(entries, play.play.head, lang, last, aside))


def _show(screen: Screen, rest: str) -> bool:
    names = screen.play_session.state.names
    who = one_called(names, rest)
    if rest and who is None:
        screen.tell([wrong("E420", rest, known=list(names), near=None)])
        return False
    if who is not None:
        screen.show(lambda lang: play_view.of_player(screen.play_session, who, lang))
        return True
    show_whole(screen.session, screen.play_session)
    screen.introduce()
    return True


def _due(screen: Screen, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    due = flow.dues(screen.play_session.game, screen.play_session.state)
    screen.show(lambda lang: play_pages.reminders(due, lang))
    if not due and screen.session.format.remarks:
        screen.session.echo(N_("Nothing is due now."))


def _score(screen: Screen, rest: str) -> bool:
    if not rest:
        screen.show(lambda lang: play_history.running(screen.play_session, lang))
        return True
    if not screen.dispatcher.scoring:
        screen.tell([Problem("E506")])
        return False

    try:
        raw = contents(at_home(rest), MAX_POSITION)
    except OSError as error:
        screen.tell([unreadable(rest, error)])
        return False
    return screen.reply(screen.dispatcher.give(f"score {rest}", raw, rest))


def _setup(screen: Screen, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    play = screen.play_session
    screen.show(lambda lang: play_pages.setup(play.game, play.state, lang))


def _lang(screen: Screen, rest: str) -> bool:
    if rest not in LANGS:
        return needs(screen, "lang")
    screen.session.lang, screen.session.lang_chosen = rest, True
    speak(rest)
    play = screen.play_session
    screen.show(lambda lang: play_pages.situation(play.game, play.state, lang))
    return True


def _quit(screen: Screen, rest: str) -> None:  # noqa: ARG001 - one signature for all words
    screen.left = True


_DONE_BY: Mapping[str, Callable[[Screen, str], bool | None]] = {
    "help": _help, "undo": _undo, "redo": _redo, "edit": partial(_mend, "edit"),
    "drop": partial(_mend, "drop"), "insert": partial(_mend, "insert"), "rename": _rename, "roll": _roll, "time": partial(_course, "time"), "curve": partial(_course, "curve"), "history": _history, "show": _show, "due": _due,
    "score": _score, "setup": _setup, "position": print_position, "export": write_into, "lang": _lang,
    "quit": _quit,
}  # fmt: skip
