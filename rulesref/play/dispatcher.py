"""What a typed line of a play is, and what comes of it (一行の振り分け): shown by whoever asked, not here."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, get_args

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.folding import fold, words
from rulesref.base.frozen import frozen
from rulesref.fields.kind import EXACTLY, Typing, kind_of
from rulesref.fields.typed import tidy
from rulesref.play import flow
from rulesref.play.flow import Missing, changing
from rulesref.play.session import PlaySession, Rejected, Reply

if TYPE_CHECKING:
    from rulesref.model.flow import Action
    from rulesref.wizard.interview import Wizard

CommandWord = Literal[
    "help", "ask", "undo", "redo", "history", "show", "due", "score", "setup", "table", "calc",
    "rules", "term", "disputes", "position", "export", "lang", "quit",
]  # fmt: skip
_COMMANDS: tuple[CommandWord, ...] = get_args(CommandWord)


@frozen
class MetaCommand:
    """A line that asks the companion for something: which word, and what follows it."""

    word: CommandWord
    rest: str


def meta_command(line: str) -> MetaCommand | None:
    """What a line asks for, when it is no move of the game.

    >>> meta_command("？ 2"), meta_command("Undo 3"), meta_command("set 葵.corn 7")
    (MetaCommand(word='help', rest='2'), MetaCommand(word='undo', rest='3'), None)
    """
    text = line.strip().replace("\u3000", " ")
    if text.startswith(("?", "？")):
        return MetaCommand("help", text[1:].strip())
    first, _, rest = text.partition(" ")
    typed = fold(first)
    command = next((c for c in _COMMANDS if typed and typed in words(c, "commands")), None)
    return MetaCommand(command, rest.strip()) if command else None


def split_lines(line: str) -> list[str]:
    """The lines that were typed in one, with semicolons between.

    Words for people and documents stay whole.

    >>> split_lines("plant 2; sell；end"), split_lines("note he said; fine")
    (['plant 2', 'sell', 'end'], ['note he said; fine'])
    >>> split_lines('{"players": [{"name": "A; B"}]}')
    ['{"players": [{"name": "A; B"}]}']
    """
    command = meta_command(line)
    asking = command is not None and command.word not in ("undo", "redo")
    if asking or line.startswith("{") or changing(line) == "note":
        return [line]
    parts = [part.strip() for part in line.replace("；", ";").split(";")]
    return [part for part in parts if part] or [""]


def clean_line(line: str) -> str:
    """A line without escape codes and without bytes that were no text."""
    text = line.strip().encode("utf-8", "replace").decode("utf-8")
    if text.isprintable() and "\u3000" not in text:
        return text
    return tidy(text)


#: Words that are answered by the command of the same name, asked of this game.
COMMANDS = ("ask", "table", "calc", "rules", "term", "disputes")


class LineKind(Enum):
    """What a typed line can be."""

    #: Nothing: where the play is.
    LOOK = auto()
    #: Takes back the action of which a value is asked.
    DROP = auto()
    #: Asks for the rules of the value that is asked.
    EXPLAIN = auto()
    #: Asks the companion for something that is no move of the game.
    COMMAND = auto()
    #: The value that an action asks.
    VALUE = auto()
    #: A position, or a part of it, as YAML.
    DOCUMENT = auto()
    #: The answer to the question of a scoring.
    ANSWER = auto()
    #: An action of the game, or a change of the state.
    MOVE = auto()


@frozen
class TypedLine:
    """A line, what it is, and of a command which one."""

    kind: LineKind
    text: str
    command: MetaCommand | None = None


def classified(line: str, missing: Missing | None, *, scoring: bool, drafted: bool) -> TypedLine:
    """What a line is.

    ``missing`` is what an action asks, ``scoring`` whether a scoring asks, ``drafted`` whether it has an answer.
    """
    command = meta_command(line)
    if missing is not None:
        return _while_a_value_is_asked(line, command, missing)
    if scoring:
        return _while_a_scoring_asks(line, command, drafted=drafted)
    if command is not None:
        return TypedLine(LineKind.COMMAND, line, command)
    return TypedLine(LineKind.MOVE if line else LineKind.LOOK, line)


def _while_a_value_is_asked(line: str, command: MetaCommand | None, missing: Missing) -> TypedLine:
    if not line and not missing.field.optional:
        return TypedLine(LineKind.DROP, line)
    if command is None or _is_option(missing, line):
        return TypedLine(LineKind.VALUE, line)
    if command.word == "help" and not command.rest:
        return TypedLine(LineKind.EXPLAIN, line)
    if command.word in ("undo", "quit") and not command.rest:
        # What is being typed comes before what was done, and before the play.
        return TypedLine(LineKind.DROP, line)
    return TypedLine(LineKind.COMMAND, line, command)


def _is_option(missing: Missing, line: str) -> bool:
    """Whether a line is one of the options that are asked for, whatever else it could be."""
    kind = kind_of(missing.field)
    return kind.picks_options and kind.fits(missing.field, line, Typing()) == EXACTLY


#: Commands that a scoring understands itself, as the wizard writes them.
_OF_THE_WIZARD = {"help": "?", "score": "s", "undo": "<"}


def _while_a_scoring_asks(line: str, command: MetaCommand | None, *, drafted: bool) -> TypedLine:
    if line.startswith("{"):
        return TypedLine(LineKind.DOCUMENT, line)
    if command is None:
        return TypedLine(LineKind.MOVE if flow.changing(line) else LineKind.ANSWER, line)
    sign = _OF_THE_WIZARD.get(command.word) if not command.rest else None
    if sign is None or (command.word == "undo" and not drafted):
        return TypedLine(LineKind.COMMAND, line, command)
    return TypedLine(LineKind.ANSWER, sign)


# --- what comes of a line ------------------------------------------------------------------------


@frozen
class Looked:
    """Nothing was typed: where the play is can be shown."""


@frozen
class Dropped:
    """The action of which a value was asked is not done."""


@frozen
class Explained:
    """The rules of the action of which a value is asked are wanted."""

    action: Action


@frozen
class Answered:
    """A question of a scoring was answered, or could not be; the wizard is now so."""

    wizard: Wizard


Response = Reply | Looked | Dropped | Explained | Answered | MetaCommand


class Dispatcher:
    """A play and what it asks: takes one line after another.

    ``asks``: whether a value that a line lacks can be asked for; otherwise it is left out or a problem.
    """

    def __init__(self, play_session: PlaySession, *, asks: bool = True) -> None:
        self.play_session = play_session
        self.asks = asks
        #: What an action asks, and the line that has so much of it.
        self.missing: tuple[Missing, str] | None = None

    @property
    def scoring(self) -> bool:
        """Whether a scoring asks for something."""
        return flow.pending(self.play_session.game, self.play_session.state) is not None

    def take(self, line: str) -> Response:
        """What comes of a line; a command (:class:`MetaCommand`) is left to whoever shows things."""
        missing = self.missing[0] if self.missing else None
        drafted = self.play_session.drafted
        typed = classified(line, missing, scoring=self.scoring, drafted=drafted)
        match typed.kind:
            case LineKind.LOOK:
                return Looked()
            case LineKind.DROP:
                self.missing = None
                return Dropped()
            case LineKind.EXPLAIN:
                assert missing is not None
                return Explained(missing.action)
            case LineKind.COMMAND:
                assert typed.command is not None
                if typed.command.word not in ("help", *COMMANDS):
                    self.missing = None
                return typed.command
            case LineKind.VALUE:
                return self._filled(line)
            case LineKind.DOCUMENT:
                return self.give(line, line.encode(), "-")
            case LineKind.ANSWER:
                wizard, reply = self.play_session.answer(typed.text)
                return Answered(wizard) if reply is None else reply
            case LineKind.MOVE:
                return self._asked(self.play_session.take(line), line)

    def give(self, line: str, raw: bytes, name: str) -> Reply:
        """Score with a position, or with what of it is missing, as YAML; raises what is wrong with the text."""
        from rulesref.reading.positions import plain_keys
        from rulesref.reading.source import read_bytes

        source, problems = read_bytes(raw, name)
        if source is None or problems:
            raise ProblemsFound(problems, {name: raw.decode("utf-8", "replace")})
        return self.play_session.give(line, plain_keys(source.data))

    def _filled(self, line: str) -> Reply:
        """The answer to what an action asks."""
        assert self.missing is not None
        missing, before = self.missing
        together = f"{before} {line}"
        reply = self.play_session.fill(missing, line, together)
        if not isinstance(reply, Rejected) or reply.understood:
            self.missing = None
        return self._asked(reply, together)

    def _asked(self, reply: Reply, line: str) -> Reply:
        """A reply; where a value is missing it is asked for, or what that comes to when nobody can be asked."""
        while isinstance(reply, Missing) and not self.asks:
            if not reply.field.optional:
                values = {"action": reply.action.name, "name": reply.field.name,
                          "example": f"{line} {reply.field.id}=..."}  # fmt: skip
                return Rejected((Problem("E507", None, values),))
            # Nobody can be asked: what is left out is what Enter would say.
            reply = self.play_session.fill(reply, "", line)
        if isinstance(reply, Missing):
            self.missing = (reply, line)
        return reply
