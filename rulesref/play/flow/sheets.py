"""What a typed line says of each action: the action as a sheet, and its readings (行動ごとの読み)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from rulesref.base.folding import all_by_name, begun, kept_value, words
from rulesref.base.frozen import remade
from rulesref.fields.cutting import PLACE_SIGN, once_each
from rulesref.fields.kind import kind_of
from rulesref.fields.record import field_called
from rulesref.model.entries import Field
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.effects import NotAllowedError
from rulesref.play.flow.offers import numbers_here, seat_now
from rulesref.play.flow.state import State, flow_of
from rulesref.words.costs import OUT_OF_RANGE, UNNAMED, WORD
from rulesref.words.lexicon import (
    LexiconData,
    LineLexicon,
    Sheet,
    language,
    matches_of,
    people,
)
from rulesref.words.line import Mark
from rulesref.words.reading import LineReading, readings
from rulesref.words.tokenizer import SEPARATOR, LineToken, tokens_of
from rulesref.words.ways import Asks


@once_each
def _sheets(game: Game) -> dict[str, Sheet]:  # noqa: ARG001 - once for each game
    return {}


@once_each
def _lexicons(game: Game) -> Mapping[str, LexiconData]:
    """The words of every action of a game, which cost more to make than to read."""

    def made() -> dict[str, LexiconData]:
        actions = flow_of(game).actions.values()
        return {a.id: Sheet(a.names, a.ask).lexicon.as_data() for a in actions}

    return kept_value(f"words-{game.id}.json", game.digest, made)


def sheet_of(game: Game, action: Action) -> Sheet:
    """An action as a sheet that words fill in."""
    sheets = _sheets(game)
    if action.id not in sheets:
        sheets[action.id] = Sheet(action.names, action.ask, _lexicons(game)[action.id])
    return sheets[action.id]


def sheets_of(game: Game) -> Iterator[Sheet]:
    """Every action as a sheet."""
    return (sheet_of(game, action) for action in flow_of(game).actions.values())


class TypedLine(NamedTuple):
    """A line to be read: its tokens, the values that it gives as ``key=value``, and who is at the table."""

    tokens: tuple[LineToken, ...]
    keyed: tuple[tuple[str, str], ...]
    people: LineLexicon
    forced: bool


class Meant(NamedTuple):
    """An action and what a line says of it."""

    action: Action
    reading: LineReading
    keyed: Mapping[str, str]


def typed_line(game: Game, state: State, text: str, *, forced: bool) -> TypedLine:
    """A line as it is read: ``key=value`` apart, and who speaks known."""
    keyed: list[tuple[str, str]] = []
    plain: list[str] = []
    for word in re.findall(r"[^\s=]+=\"[^\"]*\"|\S+", text.replace("＝", "=")):
        key, sign, value = word.partition("=")
        if sign and _key(game, key):
            keyed.append((key, value.strip('"')))
        else:
            plain.append(word)
    seat = seat_now(state)
    speaker = None if seat is None else state.names[seat]
    return TypedLine(tokens_of(" ".join(plain)), tuple(keyed), people(state.names, speaker), forced)


def _key(game: Game, key: str) -> bool:
    return any(field_called(action.ask, key) for action in flow_of(game).actions.values())


def meant_by(game: Game, state: State, actions: Iterable[Action], line: TypedLine) -> list[Meant]:
    """What a line says of each of the actions."""
    number_of = numbers_here(game, state)
    first = line.tokens[0] if line.tokens else None
    found: list[Meant] = []
    for action in actions:
        sheet = sheet_of(game, action)
        if not _may_be_meant(game, sheet, line, number_of.get(action.id)):
            continue
        if first is not None and first.numbers == (number_of.get(action.id),) and not first.signed:
            rest = line.tokens[1:]
            if not rest or not (rest[0].glued or _counts(rest[0])):
                found += [
                    Meant(action, remade(r, named=True, cost=r.cost - UNNAMED + WORD), keyed)
                    for r, keyed in readings_of(
                        game, state, action, sheet, line._replace(tokens=rest)
                    )
                    if not r.names
                ]
        for reading, keyed in readings_of(game, state, action, sheet, line):
            if reading.named or reading.unknown or stands_for(action, reading, line):
                found.append(Meant(action, reading, keyed))
    if first is not None and len(line.tokens) == 1 and first.numbers and not first.signed:
        # A number that is a choice here is no value of another, whatever the rules say of that choice.
        found = [m for m in found if first.numbers == (number_of.get(m.action.id),)] or found
    return sorted(found, key=lambda each: each.reading.cost)


def _may_be_meant(game: Game, sheet: Sheet, line: TypedLine, number: int | None) -> bool:
    """Whether a line can mean an action: it has a word of its name, or its number, or a value of what it asks first."""
    if not line.tokens or line.tokens[0].numbers == (number,):
        return True
    first = next(iter(sheet.fields), None)
    return any(
        kind == "action" or (of and of[0] == first)
        for matches in matches_of(line.tokens, (sheet.lexicon,))
        for match in matches
        for kind, *of in match.meanings
    ) or (first is not None and _by_number(game, sheet.fields[first], line))


def _by_number(game: Game, field: Field, line: TypedLine) -> bool:
    """Whether a line has a number that may be what is asked first, or tell its options apart."""
    numbers = any(token.numbers for token in line.tokens)
    return (numbers and kind_of(field).is_number) or (kind_of(field).picks_options and _tells(game))


@once_each
def _tells(game: Game) -> bool:
    """Whether the lists of a game tell options apart."""
    flow = flow_of(game)
    return any(spec.tells for fields in (flow.table, flow.player) for spec in fields.values())


def readings_of(
    game: Game, state: State, action: Action, sheet: Sheet, line: TypedLine
) -> list[tuple[LineReading, Mapping[str, str]]]:
    """What a line says by the sheet of an action, each with the values that it gives by key."""
    keyed = {field.id: raw for key, raw in line.keyed if (field := field_called(action.ask, key))}
    if len(keyed) < len(line.keyed):
        return []
    seat = seat_now(state)
    turn = None if seat is None else state.names[seat]
    found = readings(
        sheet, line.tokens, line.people, players=state.names, given=keyed, turn=turn,
        asks=asks_of(game, state, action, {}), marks=marks_of(game, state, action),
    )  # fmt: skip
    return [(reading, keyed) for reading in found]


def _counts(token: LineToken) -> bool:
    """Whether a word counts what is before it: 3 points."""
    return any(m[0] in ("counter", "things") for m in language().meanings(token.key))


def _says_which(token: LineToken) -> bool:
    """Whether a word says in English that the number behind it is that of a place: space 7."""
    return token.latin and token.written.casefold() in words("counted-from-one")


def by_beginning(
    game: Game, state: State, offered: Sequence[Action], line: TypedLine
) -> list[Meant]:
    """What a line says of the only action with a name that its first word begins; nothing is ended so."""
    many = next(
        (n for n, token in enumerate(line.tokens) if n and not token.glued), len(line.tokens)
    )
    word = "".join(token.written for token in line.tokens[:many])
    options = (o for action in offered for field in action.ask.values() for o in field.options)
    action = None if all_by_name(options, word) else begun(offered, word)
    if action is None or (action.stop and many == len(line.tokens)):
        return []
    sheet = Sheet((), action.ask)
    found = readings_of(game, state, action, sheet, line._replace(tokens=line.tokens[many:]))
    return [
        Meant(action, remade(reading, named=True), keyed)
        for reading, keyed in found
        if not reading.unknown
    ]


def stands_for(action: Action, reading: LineReading, line: TypedLine) -> bool:
    """Whether the values of a line say which action is meant: the first that has to be said, and not in a number beside others."""
    field = next(iter(action.ask.values()), None)
    if action.named or field is None or (field.ask_when is not None and field.default is not None):
        return False
    may_fall = kind_of(field).is_number and (field.low is None or field.low < 0)
    if not may_fall and any(token.signed and token.written[0] == "+" for token in line.tokens):
        return False  # that something is more by so much
    if kind_of(field).is_number and field.ask_when is not None and len(reading.values) == 1:
        # Another number of the action may be given in place of its first.
        other = action.ask[next(iter(reading.values))]
        return kind_of(other).is_number and not field.optional and reading.cost < OUT_OF_RANGE
    if field.id not in reading.values and field.id not in reading.unclear:
        return False
    alone = [
        token
        for token, behind in zip_longest(line.tokens, line.tokens[1:])
        if token.key not in (SEPARATOR, PLACE_SIGN)
        and not (behind and behind.numbers and _says_which(token))
    ]
    if kind_of(field).is_number and any(token.key == PLACE_SIGN for token in line.tokens):
        return False  # a place is no number of anything
    if kind_of(field).is_number:
        # A number alone, or with what it is of; one that it cannot be may be the choice of another step.
        only = not field.optional and len(reading.values) == 1 and not reading.unclear
        return only and reading.cost < OUT_OF_RANGE
    if field.id in reading.bare:
        return len(alone) == 1 and alone[0].digits
    return kind_of(field).picks_options


def marks_of(game: Game, state: State, action: Action) -> list[Mark]:
    """How the options of an action are told apart now: by their places in lists, and by whose lists have them."""
    flow = flow_of(game)
    told = [
        (key, spec.tells)
        for fields in (flow.table, flow.player)
        for key, spec in fields.items()
        if spec.tells
    ]
    marks: list[Mark] = []
    for field in action.ask.values() if told else ():
        if not kind_of(field).picks_options:
            continue
        ids = field.options_by_id
        by_number: dict[int, list[str]] = {}
        by_owner: dict[str, list[str]] = {}
        for key, tells in told:
            if tells == "number":
                for place, option in enumerate(_codes(state.table, key), 1):
                    by_number.setdefault(place, []).extend([option] if option in ids else [])
            else:
                for name, values in zip(state.names, state.players, strict=True):
                    by_owner.setdefault(name, []).extend(o for o in _codes(values, key) if o in ids)
        if any(by_number.values()) or any(by_owner.values()):
            marks.append(Mark(field.id, by_number, by_owner))
    return marks


def _codes(values: Mapping[str, Any], key: str) -> Sequence[str]:
    """The entries of a list of options; none where it is not kept."""
    return values.get(key) or ()


def has_owner(game: Game, tokens: Sequence[LineToken]) -> bool:
    """Whether tokens begin with the name of something that lists of the game tell apart by whose it is."""
    owned = [spec.field for spec in flow_of(game).player.values() if spec.tells == "owner"]
    told = {option for field in owned for option in field.options_by_id}
    lexicons = [sheet.lexicon for sheet in sheets_of(game)] if told else []
    return any(
        kind in ("name", "option") and of[1] in told
        for match in matches_of(tokens[:8], lexicons)[0]
        for kind, *of in match.meanings
    )


def asks_of(game: Game, state: State, action: Action, given: Mapping[str, Any]) -> Asks:
    """Whether a field of an action is asked for, or may be, beside some values."""

    def asks(field: Field, values: Mapping[str, Any]) -> bool | None:
        form = ActionForm.of(game, state, action, {})
        try:
            return form.condition(field, {**given, **values})
        except NotAllowedError:
            return None

    return asks
