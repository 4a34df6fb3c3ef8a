"""A table at which lines are typed, and what came of the last of them: for the nets of this folder.

It holds the conversation of ``rulesref play`` (a play in memory, a dispatcher that asks) and knows nothing
of how lines are read: what one came to stands in the log, in the state and in the sentences that people see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesref.api.outcomes import as_text
from rulesref.base.diagnostics import Problem, ProblemsFound, errors
from rulesref.model.flow import Track
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.dispatcher import (
    Answered,
    Dispatcher,
    MetaCommand,
    Response,
    clean_line,
    with_guess,
)
from rulesref.play.flow import ActionForm, LineForm, NoOpEnd, State
from rulesref.play.session import HeadMoved, PlaySession, Rejected
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.show import forms, play_pages
from rulesref.show.problems import hint, message
from rulesref.wizard.interview import Wizard
from tests.helpers import DATA, TOY, game_in

#: What is wide enough that no sentence is broken.
WIDE = 10_000


def game_called(name: str) -> Game:
    """One of the games of the program, or the invented one."""
    return game_in(TOY if name == "toy" else DATA / name)


@dataclass(frozen=True)
class Outcome:
    """What came of a line: what was carried out, what it led to, what is asked, and what was told."""

    #: The commands that the log has after it and had not before; negative, how many were taken back.
    commands: tuple[Mapping[str, Any], ...]
    back: int
    before: State
    after: State
    #: The value that is asked for now, and of which action.
    asked: tuple[str, str] | None
    #: Whether a yes is asked for.
    doubted: bool
    #: What people see of it: refusals, what is asked, what is not done.
    told: str
    refused: bool

    @property
    def nothing_done(self) -> bool:
        """Whether the state is as it was."""
        return not self.commands and not self.back


class Table:
    """A play in memory, and whoever types."""

    def __init__(self, session: PlaySession, lang: str = "en") -> None:
        self.session = session
        self.lang = lang
        self.dispatcher = Dispatcher(session)

    @classmethod
    def new(
        cls,
        game: Game,
        players: Sequence[str],
        track: Track = "standard",
        options: Sequence[str] = (),
        lang: str = "en",
    ) -> Table:
        """A table at which a play begins."""
        chosen, wrong = read_options(game, list(options))
        assert not wrong, wrong
        store = PlayStore.in_memory()
        return cls(PlaySession.new(store, game, tuple(players), chosen, track)[0], lang)

    @property
    def state(self) -> State:
        """Where the play stands."""
        return self.session.state

    def close(self) -> None:
        """Let go of the play."""
        self.session.store.close()

    def must(self, line: str) -> None:
        """Type a line that leads somewhere; it must be understood."""
        came = self.type(line)
        assert not came.refused, f"{line}: {came.told}"

    def type(self, line: str) -> Outcome:
        """What comes of a line."""
        session, before, head = self.session, self.session.state, self.session.play.head
        told: list[str] = []
        refused = False

        def respond(response: Response) -> bool:
            nonlocal refused
            if isinstance(response, MetaCommand):
                response = self._moved(response) or response
            problems = _problems(response)
            told.extend(self._sentences(problems))
            if isinstance(response, NoOpEnd):
                told.append(play_pages.ignored(response, session.game, session.state, self.lang))
            refused = refused or bool(errors(problems))
            return not errors(problems)

        try:
            lines = self.dispatcher.lines(clean_line(line))
            done, left = self.dispatcher.take_all(lines, respond)
            refused = refused or not done
            told.extend(left)
        except ProblemsFound as stop:
            refused = True
            told.extend(self._sentences(stop.problems))
        missing = self.dispatcher.missing
        if missing is not None:
            told.append(self._question(missing[0]))
        entries = session.store.lines(session.play, min(head, session.play.head))
        new = [each for each in entries if head < each.n <= session.play.head]
        return Outcome(
            commands=tuple(dict(each.command) for each in new),
            back=max(0, head - session.play.head),
            before=before,
            after=session.state,
            asked=_lacks(missing[0]) if missing else None,
            doubted=self.dispatcher.doubtful is not None,
            told="\n".join(told),
            refused=refused,
        )

    def type_all(self, lines: Sequence[str]) -> Outcome:
        """What comes of several lines, one after another, as of one."""
        came = [self.type(line) for line in lines]
        last = came[-1]
        return Outcome(
            commands=tuple(command for each in came for command in each.commands),
            back=sum(each.back for each in came),
            before=came[0].before,
            after=last.after,
            asked=last.asked,
            doubted=last.doubted,
            told="\n".join(each.told for each in came),
            refused=any(each.refused for each in came),
        )

    def carry(self, command: Mapping[str, Any]) -> None:
        """Carry out a command, as it stands in the log; it must be allowed."""
        reply = self.session.carry("", dict(command))
        assert not isinstance(reply, Rejected), (command, self._sentences(reply.problems))

    def value(self, where: str) -> Any:
        """A value of the state, ``Ann.gold``, ``Ann.steps.moss``, ``round``, or of a position: ``form.…`` or ``position.…``."""
        first, *path = where.split(".")
        if first == "form":
            # The position of the scoring that asks, with the answers so far.
            wizard = self.session.wizard
            return _inside(wizard.form.values, path) if wizard else "no scoring asks"
        if first == "position":
            # What `position` prints.
            return _inside(self.session.position_of()[1], path)
        state = self.state
        if first in state.names:
            return flow.settled(_inside(state.players[state.names.index(first)], path))
        return flow.settled(_inside(state.table, [first, *path]))

    def _moved(self, wish: MetaCommand) -> Response | None:
        """What comes of taking back and of doing again; other commands only look."""
        many = int((re.findall(r"\d+", wish.rest) or ["1"])[0])
        if wish.word == "undo":
            back = self.session.back_to if "--to" in wish.rest else self.session.undo
            return back(many)
        return self.session.redo(many) if wish.word == "redo" else None

    def _sentences(self, problems: Sequence[Problem]) -> list[str]:
        guessed = [with_guess(problem) for problem in problems]
        return [
            f"[{each.code}] {message(each, self.lang)} ({hint(each, self.lang) or '-'})"
            for each in guessed
        ]

    def _question(self, form: LineForm) -> str:
        assert form.next is not None
        page = as_text(forms.question(form.next, self.lang), WIDE)
        return page + forms.prompt(form.next, self.lang, form.title)


class Form:
    """A scoring by itself, and whoever answers its questions, player by player."""

    def __init__(self, game: Game, event: str, players: Sequence[str], lang: str = "en") -> None:
        self.lang = lang
        self.wizard = Wizard.start(game, event=event, names=tuple(players)).answer("1")

    def type(self, line: str) -> str:
        """What people are told of an answer; nothing where it is taken."""
        self.wizard = self.wizard.answer(clean_line(line))
        return "\n".join(message(each, self.lang) for each in self.wizard.problems)

    def value(self, where: str) -> Any:
        """An answer so far: ``Ann.corn``, ``Ann.seeds.red``, ``sky``; None where there is none."""
        document = self.wizard.form.values
        first, *path = where.split(".")
        for player in document["players"]:
            if player["name"] == first:
                return _inside(player, path)
        return _inside(document, [first, *path])


def _lacks(form: LineForm) -> tuple[str, str]:
    """The action whose value is asked, or the line, and which value."""
    assert form.next is not None
    return form.action.id if isinstance(form, ActionForm) else "set", form.next.field.id


def _inside(value: Any, path: Sequence[str]) -> Any:
    """What stands in a value where a path leads; None where nothing does."""
    for key in path:
        if isinstance(value, (list, tuple)):
            value = value[int(key)] if int(key) < len(value) else None
        elif isinstance(value, Mapping):
            value = value.get(key)
        else:
            return None
    return value


def _problems(response: Response | HeadMoved) -> tuple[Problem, ...]:
    """What is wrong with a line, if anything."""
    match response:
        case Rejected():
            return response.problems
        case Answered():
            return tuple(response.wizard.problems)
    return ()
