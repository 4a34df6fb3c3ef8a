"""What a typed line of a play is, and what comes of it (一行の振り分け): shown by whoever asked, not here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from rulesref.base.diagnostics import Problem, ProblemsFound, errors, wrong
from rulesref.base.folding import fold, words
from rulesref.base.frozen import changed, frozen
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS, Text
from rulesref.fields.kind import kind_of
from rulesref.fields.typed import (
    LONGEST,
    goes_back,
    is_none,
    number,
    one_called,
    tidy,
    yes_or_no,
)
from rulesref.model.flow import Action
from rulesref.play import flow
from rulesref.play.flow import ActionForm, CorrectionForm, LineForm, NoOpEnd, changing
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    Doubtful,
    PlaySession,
    Rejected,
    Reply,
)
from rulesref.reading.positions import plain_keys
from rulesref.reading.source import MAX_POSITION, read_bytes

if TYPE_CHECKING:
    from rulesref.wizard.interview import Wizard

CommandWord = Literal[
    "help", "ask", "undo", "redo", "edit", "drop", "insert", "rename", "roll", "history", "show", "due", "score", "curve", "time", "setup", "table",
    "calc", "rules", "term", "disputes", "position", "export", "lang", "quit",
]  # fmt: skip
_COMMANDS: tuple[CommandWord, ...] = get_args(CommandWord)
#: Words that change a line, whose number stands behind.
_MENDING: tuple[CommandWord, ...] = ("edit", "drop", "insert")
#: Words that change which lines stand.
_MOVING: tuple[CommandWord, ...] = ("undo", "redo", "rename", *_MENDING)
#: Words that change something: nothing is done because somebody asks about it.
_CHANGING: tuple[CommandWord, ...] = (*_MOVING, "roll", "export", "lang", "quit")


@frozen
class MetaCommand:
    """A line that asks the companion for something: which word, and what follows it."""

    word: CommandWord
    rest: str


def meta_command(line: str) -> MetaCommand | None:
    """What a line asks for, when it is no move of the game; one that ends with a question mark asks the rules.

    >>> meta_command("？ 2"), meta_command("Undo 3"), meta_command("set 葵.corn 7")
    (MetaCommand(word='help', rest='2'), MetaCommand(word='undo', rest='3'), None)
    >>> meta_command("who may sell?"), meta_command("note why?")
    (MetaCommand(word='ask', rest='who may sell?'), None)
    >>> meta_command("undo?"), meta_command("due?")
    (MetaCommand(word='ask', rest='undo?'), MetaCommand(word='due', rest=''))
    >>> meta_command("edit 3 note why?"), meta_command("drop 3?")
    (MetaCommand(word='edit', rest='3 note why?'), MetaCommand(word='ask', rest='drop 3?'))
    >>> meta_command("drop 3"), meta_command("訂正12 休む"), meta_command("drop out")
    (MetaCommand(word='drop', rest='3'), MetaCommand(word='edit', rest='12 休む'), None)
    """
    text = line.strip().replace("\u3000", " ")
    if text.startswith(("?", "？")):
        return MetaCommand("help", text.lstrip("?？ "))
    first, _, rest = text.partition(" ")
    command = _command_called(first, _COMMANDS)
    if command is None and first[-1:].isdecimal():
        word = first.rstrip("".join(filter(str.isdecimal, first)))
        command, rest = _command_called(word, _MOVING), f"{first.removeprefix(word)} {rest}"
    mended = line_to_mend(rest) if command in _MENDING else None
    if command in _MENDING and rest and mended is None:
        command = None  # it may be what somebody does in the game
    asks = text.endswith(("?", "？")) and changing(mended[1] if mended else text) is None
    if asks and (command is None or command in _CHANGING):
        return MetaCommand("ask", text)
    return MetaCommand(command, rest.strip()) if command else None


def line_to_mend(rest: str) -> tuple[int, str, bool] | None:
    """The number of a line, what it is to be, and whether later lines that do not fit are left out unasked.

    >>> line_to_mend("12 plant 3"), line_to_mend("--yes ３"), line_to_mend("out")
    ((12, 'plant 3', False), (3, '', True), None)
    """
    first, _, line = rest.removeprefix("--yes ").strip().partition(" ")
    step, after = number(first), line.strip().removeprefix("--yes")
    sure = rest.startswith("--yes ") or (after != line.strip() and after[:1] in ("", " "))
    return None if step is None else (step, (after if sure else line).strip(), sure)


def _command_called(word: str, commands: Sequence[CommandWord]) -> CommandWord | None:
    typed = fold(word)
    return next((c for c in commands if typed and typed in words(c, "commands")), None)


def with_guess(problem: Problem) -> Problem:
    """A line of one word that means nothing, with the word of the companion that it may stand for."""
    typed = problem.values.get("typed")
    if problem.code != "E501" or problem.values.get("near") or " " in str(typed):
        return problem
    near = did_you_mean(
        str(typed), [word for name in _COMMANDS for word in (name, *words(name, "commands"))]
    )
    return wrong("E501", typed, near=near)


#: What stands between the parts of a line; a slash only by itself, since values have some inside.
_BETWEEN = re.compile(r"[;；／。]|(?:^|(?<=\s))/(?=\s|$)")
_SEMICOLON = re.compile("[;；]")


def split_lines(line: str, *, scoring: bool = False) -> list[str]:
    """The lines that were typed in one, with semicolons, slashes or full stops between.

    Words for people and documents stay whole; while a scoring asks a slash stands between answers.

    >>> split_lines("plant 2; sell；end"), split_lines("note he said; fine")
    (['plant 2', 'sell', 'end'], ['note he said; fine'])
    >>> split_lines("植える 2 / 休む。"), split_lines("19/no/3"), split_lines("3 / 2", scoring=True)
    (['植える 2', '休む'], ['19/no/3'], ['3 / 2'])
    >>> split_lines('{"players": [{"name": "A; B"}]}')
    ['{"players": [{"name": "A; B"}]}']
    """
    command = meta_command(line)
    asking = command is not None and command.word not in ("undo", "redo")
    if asking or line.startswith("{") or changing(line) == "note":
        return [line]
    parts = [part.strip() for part in (_SEMICOLON if scoring else _BETWEEN).split(line)]
    return [part for part in parts if part] or [""]


def joined_lines(lines: Sequence[str]) -> str:
    """Lines as they can be typed in one.

    >>> joined_lines(["plant 2", "sell"])
    'plant 2 / sell'
    """
    return " / ".join(lines)


def clean_line(line: str) -> str:
    """A line without escape codes and without bytes that were no text."""
    text = line.strip().encode("utf-8", "replace").decode("utf-8")
    if text.isprintable() and "\u3000" not in text:
        return text
    return tidy(text)


#: So many characters may be typed in a line.
LONGEST_LINE = 10_000


@frozen
class Looked:
    """Nothing was typed: where the play is can be shown."""


@frozen
class Dropped:
    """What was open is not done: these lines."""

    lines: tuple[str, ...]


@frozen
class Explained:
    """The rules of the action of which a value is asked are wanted."""

    action: Action


@frozen
class Answered:
    """A question of a scoring was answered, or could not be; the wizard is now so."""

    wizard: Wizard


Response = Reply | Looked | Dropped | Explained | Answered | MetaCommand


def problems_of(response: Response) -> tuple[Problem, ...]:
    """Why a line, or a part of one, was not carried out."""
    match response:
        case Rejected():
            return tuple(with_guess(problem) for problem in response.problems)
        case ChangedElsewhere():
            return (Problem("E527"),)
        case MetaCommand():
            line = f"{response.word} {response.rest}".strip()
            return (Problem("E620", None, {"typed": line}),)
        case Answered():
            return tuple(errors(response.wizard.problems))
    return ()


#: Commands that a scoring understands itself, as the wizard writes them.
_OF_THE_WIZARD = {"help": "?", "score": "s", "undo": "<"}


class Dispatcher:
    """A play and what it asks: takes one line after another.

    ``asks``: whether a value that a line lacks can be asked for; otherwise it is left out or a problem.
    """

    def __init__(self, play_session: PlaySession, *, asks: bool = True) -> None:
        self.play_session = play_session
        self.asks = asks
        #: The fields of the last lines that would have been asked for, where nobody can be asked.
        self.unasked: list[str] = []
        #: What an action asks, and the line that has so much of it.
        self.missing: tuple[LineForm, str] | None = None
        #: What is done only if somebody agrees.
        self.doubtful: Doubtful | None = None
        #: The lines that go on once what is open is finished.
        self.rest: list[str] = []
        #: How the line before may have been meant, where a word of it was misspelt.
        self._offered: str | None = None
        #: Whether the line before was a word that ended nothing, and may be meant all the same.
        self._ignored = False
        #: Who acts in the line that is being carried out, and a line of which nobody knows who does it.
        self._actor: str | None = None
        self._nobodys: str | None = None
        #: Such a line in whose place another was typed.
        self._displaced: str | None = None

    @property
    def scoring(self) -> bool:
        """Whether a scoring asks for something."""
        return flow.pending(self.play_session.game, self.play_session.state) is not None

    @property
    def open(self) -> list[str]:
        """The lines that are begun and wait for something, as they can be typed again."""
        begun = self.missing[1] if self.missing else self.doubtful.typed if self.doubtful else None
        return [] if begun is None else [begun, *self.rest]

    def drop(self) -> Dropped:
        """Do not do what is open."""
        dropped = Dropped((*self.open, *([self._nobodys] if self._nobodys else ())))
        self.missing = self.doubtful = self._nobodys = None
        self.rest = []
        return dropped

    def lines(self, line: str) -> list[str]:
        """The lines that were typed in one; raises when it is no document and longer than anybody types."""
        if len(line) > LONGEST_LINE and not line.lstrip().startswith("{"):
            raise ProblemsFound([Problem("E560", None, {"limit": LONGEST_LINE})])
        if not self.open:
            self._actor = None
        return split_lines(self._with_its_actor(line), scoring=self.scoring)

    def _with_its_actor(self, line: str) -> str:
        """The line of which nobody knew who does it, where this one is a name; what only looks leaves it waiting, another takes its place."""
        nobodys, self._displaced = self._nobodys, None
        if nobodys is None or _leaves_waiting(line):
            return line
        self._nobodys = None
        if name := one_called(self.play_session.state.names, line):
            before, _, last = nobodys.rpartition(" ")
            return f"{name} {before if fold(last) == fold(name) else nobodys}"
        if fold(nobodys) not in fold(line):
            self._displaced = nobodys
        return line

    def take_all(
        self, lines: list[str], respond: Callable[[Response], bool]
    ) -> tuple[bool, list[str]]:
        """Take the lines that were typed in one until ``respond`` says that one was not understood.

        Whether all were, and the lines that are not done.
        """
        if self._displaced is not None:
            respond(Dropped((self._displaced,)))
        done, left = True, list[str]()
        while lines and done:
            response, lines, more = self.take_first(lines)
            left += more
            done = respond(response)
        return done, [*lines, *left]

    def responses_to(self, line: str) -> tuple[list[Response], list[str]]:
        """What comes of the lines that were typed in one, up to one that is refused, and those that are not done."""
        responses: list[Response] = []

        def respond(response: Response) -> bool:
            responses.append(response)
            return not problems_of(response)

        _, left = self.take_all(self.lines(clean_line(line)), respond)
        return responses, left

    def take_first(self, lines: list[str]) -> tuple[Response, list[str], list[str]]:
        """What comes of the first of several lines, those that go on after it, and those that do not.

        The first surprise stops them: a refusal, a step that was over by itself before all of
        its player were done, a question. What waits for the answer to a question is kept.
        """
        begun, waiting, scored = self.open[:1], self.rest, self.scoring
        too_long = Rejected((Problem("E560", None, {"limit": LONGEST}),))
        response = too_long if _is_too_long(lines[0]) else self.take(lines[0])
        rest = lines[1:]
        if isinstance(response, (MetaCommand, Dropped)):
            return response, rest, []
        if not begun and not scored and isinstance(response, Rejected):
            several = self.play_session.in_series(lines[0], response)
            if several:
                return self.take_first([*several, *rest])
        if self.open and isinstance(response, Rejected):
            return response, [], lines[:1] + rest if rest else []
        # Who goes on otherwise than was said before means that instead.
        left = waiting if rest and rest != waiting else []
        rest = rest or waiting
        self.rest = rest if self.open else []
        if self.open:
            return response, [], left
        if isinstance(response, Rejected):
            return response, [], [*(f"{line} {lines[0]}" for line in begun), *rest, *left]
        if rest and self._stops(response, rest[0], scored=scored):
            return response, [], [*rest, *left]
        return response, rest, left

    def _stops(self, response: Response, following: str, *, scored: bool) -> bool:
        """Whether something has happened after which the lines that follow may not mean what they did."""
        if not isinstance(response, Accepted):
            # A word that was not needed stops nothing.
            unneeded = isinstance(response, NoOpEnd) and flow.is_stop(following)
            return not (unneeded or isinstance(response, (Looked, Explained, Answered)))
        if self.scoring and not scored:
            return True
        after = response.after
        over = after.ended is not None and not after.finished
        return (
            over
            and not flow.is_stop(following)
            and flow.actor_of(after.names, following)[0] is None
        )

    def take(self, line: str) -> Response:
        """What comes of a line; a command (:class:`MetaCommand`) is left to whoever shows things."""
        again, self._ignored = self._ignored, False
        offered, self._offered = self._offered, None
        if offered is not None and (not line or yes_or_no(line)):
            line = offered
        command = meta_command(line)
        if self.doubtful is not None:
            return self._while_a_yes_is_asked(line, command)
        if self.missing is not None:
            return self._while_a_value_is_asked(line, command, self.missing[0])
        if self.scoring:
            return self._while_a_scoring_asks(line, command, again=again)
        if command is not None:
            undone = command.word == "undo" and self._nobodys is not None
            return self.drop() if undone else command
        return self._moved(line, again=again) if line else Looked()

    def _while_a_yes_is_asked(self, line: str, command: MetaCommand | None) -> Response:
        """Only a yes does it."""
        if command is not None:
            return self._while_something_is_open(line, command)
        answer = yes_or_no(line)
        if answer:
            return self._agreed()
        return self.drop() if answer is False or not line else self._waits(line)

    def _while_a_value_is_asked(
        self, line: str, command: MetaCommand | None, missing: LineForm
    ) -> Response:
        there = missing.next
        assert there is not None
        if not line and not there.optional:
            return missing
        if there.kind.picks_options and there.field.option(line) is not None:
            return self._filled(line)  # whatever else it could be
        if goes_back(line, free=True):
            return self.drop()
        if command is None:
            change = changing(line)
            if change == "note":
                return self._moved(line)
            return self._waits(line) if change else self._filled(line)
        if command.word == "help" and not command.rest:
            return Explained(missing.action) if isinstance(missing, ActionForm) else missing
        return self._while_something_is_open(line, command)

    def _while_something_is_open(self, line: str, command: MetaCommand) -> Response:
        """A command that only looks is done at once; what is being typed is taken back before what was done."""
        if command.word == "undo" and not command.rest:
            return self.drop()
        return self._waits(line) if command.word in _MOVING else command

    def _while_a_scoring_asks(
        self, line: str, command: MetaCommand | None, *, again: bool
    ) -> Response:
        if line.startswith("{"):
            return self.give(line, line.encode(), "-")
        if command is None:
            return self._moved(line, again=again) if changing(line) else self._answered(line, line)
        sign = _OF_THE_WIZARD.get(command.word) if not command.rest else None
        if sign is None or (command.word == "undo" and not self.play_session.drafted):
            return command
        return self._answered(line, sign)

    def _moved(self, line: str, *, again: bool = False) -> Reply:
        """What comes of a move; where it is nobody's turn it is made by whoever made the one before in the line."""
        reply = self.play_session.take(line, again=again)
        if isinstance(reply, Rejected) and any(each.code == "E508" for each in reply.problems):
            if self._actor is not None:
                reply = self.play_session.take(f"{self._actor} {line}", again=again)
            else:
                self._nobodys = line if self.asks else None
        if isinstance(reply, Rejected) and self._joins_or_leaves(line, reply):
            return Rejected((Problem("E599", None, {"game": self.play_session.game.about.name}),))
        if isinstance(reply, Accepted):
            self._actor = reply.entry.line.command.get("who", self._actor)
        elif isinstance(reply, ActionForm) and reply.state.acting is not None:
            self._actor = self.play_session.state.names[reply.state.acting]
        elif isinstance(reply, NoOpEnd):
            self._ignored = reply.ended is not None
        return self._asked(reply, line)

    def _joins_or_leaves(self, line: str, reply: Rejected) -> bool:
        """Whether a line that is nothing else says that somebody joins or leaves."""
        first, _, who = line.partition(" ")
        if fold(first) not in words("seats") or not who or any(map(str.isdecimal, who)):
            return False
        here = one_called(self.play_session.state.names, who) is not None
        return here or reply.problems[0].code == "E501"

    def _waits(self, line: str) -> Rejected:
        """What is open has to be finished or taken back first."""
        begun = self.missing[0] if self.missing else None
        title = begun.title if isinstance(begun, ActionForm) else self.open[0]
        return Rejected((Problem("E541", None, {"open": title, "typed": line}),))

    def give(self, line: str, raw: bytes, name: str) -> Reply:
        """Score with a position, or with what of it is missing, as YAML; raises what is wrong with the text."""
        source, problems = read_bytes(raw, name, MAX_POSITION)
        if source is None or problems:
            raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
        return self.play_session.give(line, plain_keys(source.data))

    def _answered(self, line: str, answer: str) -> Response:
        """What comes of an answer to the question of a scoring.

        A word that would have ended the step that was over by itself before it began to ask does nothing.
        """
        over = self.play_session.state.ended
        answers = yes_or_no(line) is not None or is_none(line)
        if over and flow.is_stop(line) and not (answers or self.play_session.drafted):
            return NoOpEnd(line, over)
        wizard, reply = self.play_session.answer(answer)
        return Answered(wizard) if reply is None else reply

    def _filled(self, line: str) -> Reply:
        assert self.missing is not None
        missing, before = self.missing
        together = f"{before} {line}".strip()
        reply = self.play_session.fill(missing, line, together)
        if isinstance(reply, Rejected) and self.play_session.says_again(missing, line):
            # Who says the whole line again means what was said last.
            reply, together = self.play_session.take(line), line
        # Another answer may do where one was refused, if there is one that the rules allow.
        others = isinstance(missing, ActionForm) and len(missing.options) > 1 and kind_of(missing.field).picks_one  # fmt: skip
        if isinstance(reply, Rejected) and (not reply.understood or others):
            return reply
        if not isinstance(reply, ChangedElsewhere):
            self.missing = None
        return self._asked(reply, together)

    def _agreed(self) -> Reply:
        assert self.doubtful is not None
        doubtful, self.doubtful = self.doubtful, None
        return self.play_session.carry(doubtful.typed, doubtful.command)

    def _asked(self, reply: Reply, line: str) -> Reply:
        """A reply; where a value is missing it is asked for, or what that comes to when nobody can be asked."""
        while isinstance(reply, ActionForm) and not self.asks:
            self.unasked.append(reply.field.id)
            if not reply.field.optional:
                values = {"action": reply.action.name, "name": reply.field.name,
                          "example": _example(reply, line)}  # fmt: skip
                return Rejected((Problem("E507", None, values),))
            # Nobody can be asked: what is left out is what Enter would say.
            reply = self.play_session.fill(reply, "", line)
        if isinstance(reply, CorrectionForm) and (not self.asks or reply.at(("to",)) is None):
            return Rejected((reply.lacks_value,))
        if isinstance(reply, (ActionForm, CorrectionForm)):
            self.missing = (reply, line)
        if isinstance(reply, Rejected) and reply.problems[0].code == "E563":
            if self.asks:
                self._offered = str(reply.problems[0].values["line"])
            else:
                reply = Rejected(
                    (
                        changed(
                            reply.problems[0],
                            code="E557" if "action" in reply.problems[0].values else "E501",
                        ),
                    )
                )
        if isinstance(reply, Doubtful):
            if not self.asks:
                why: dict[str, object] = {
                    "why": reply.problems[0],
                    "typed": line.lstrip("!！").strip(),
                }
                return Rejected((Problem("E542", None, why),))
            self.doubtful = reply
        return reply


def _example(form: ActionForm, line: str) -> Text:
    """A line with a value that it lacks."""
    field, kind = form.field, kind_of(form.field)
    value: Text | str = f"{field.id}=..."
    if kind.picks_options:
        value = form.options[0].name
    elif kind.names_players:
        value = form.state.names[-1]
    elif kind.is_number:
        value = str(max(field.low or 0, 1))
    return Text(
        *(f"{line} {value if isinstance(value, str) else value.of(lang)}" for lang in LANGS)
    )


def _leaves_waiting(line: str) -> bool:
    """Whether a line leaves it open who does the one before: it only looks, or takes back that one."""
    command = meta_command(line)
    if command is None:
        return not line
    return command.word not in _MOVING or command == MetaCommand("undo", "")


def _is_too_long(line: str) -> bool:
    """Whether a line that would be cut into its words has more than any move or answer."""
    if len(line) <= LONGEST or line.startswith("{"):
        return False
    return meta_command(line) is None and changing(line) != "note"
