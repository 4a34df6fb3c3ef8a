"""What a typed line means in a play: a command, an action that still asks, or why it is neither (行の読み取り)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import begun, fold, word_lists, words
from rulesref.base.frozen import changed, remade
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS, Text
from rulesref.fields.cutting import once_each
from rulesref.fields.kind import empty, kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import numbered
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import Action, Track
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.commands import objections, too_early
from rulesref.play.flow.corrections import raw_value, said_to_be, setting
from rulesref.play.flow.offers import choices, numbers_here, seat_now
from rulesref.play.flow.run import NotAllowedError
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.words.lexicon import Lexicon, Sheet, people
from rulesref.words.reading import LEFT_OVER, UNNAMED, WORD, Asks, Reading, readings
from rulesref.words.tokens import SEPARATOR, Token, tokens_of

#: Words of lines that change the play and are no actions, in every game.
_CHANGING = ("set", "note", "track")
#: Readings that cost so little more than the best are other ways to mean the line.
_NEAR = 3


def changing(line: str) -> str | None:
    """Which of these a line is, if any.

    >>> changing("メモ 楽しい"), changing("ｓｅｔ round 3"), changing("reset")
    ('note', 'set', None)
    """
    first = fold(line.strip().partition(" ")[0])
    return next((key for key in _CHANGING if first in words(key, "commands")), None)


@once_each
def sheet_of(action: Action) -> Sheet:
    """An action as a sheet that words fill in."""
    return Sheet(action.names, action.ask)


class _Line(NamedTuple):
    """A line to be read: its tokens, the values that it gives as ``key=value``, and who is at the table."""

    tokens: tuple[Token, ...]
    keyed: tuple[tuple[str, str], ...]
    people: Lexicon
    forced: bool


class _Meant(NamedTuple):
    """An action and what a line says of it."""

    action: Action
    reading: Reading
    keyed: Mapping[str, str]


def understand(game: Game, state: State, line: str) -> Command | ActionForm | Problem:
    """What a typed line means here: a command, an action that still asks, or why it is neither."""
    text = line.strip().lstrip("!！").strip()
    first, _, rest = text.replace("\u3000", " ").partition(" ")
    match changing(first):
        case "set":
            return setting(game, state, rest)
        case "note":
            return {"note": rest.strip()}
        case "track":
            return _tracking(rest)
    if state.finished:
        return Problem("E540")
    forced = text != line.strip()
    correction = None if forced else said_to_be(game, state, text)
    if correction is not None:
        return correction
    return _by_somebody(game, state, _line(game, state, text, forced=forced))


def _line(game: Game, state: State, text: str, *, forced: bool) -> _Line:
    keyed: list[tuple[str, str]] = []
    keys = {key for action in flow_of(game).actions.values() for key in action.ask}
    plain: list[str] = []
    for word in re.findall(r"[^\s=]+=\"[^\"]*\"|\S+", text.replace("＝", "=")):
        key, sign, value = word.partition("=")
        if sign and (key in keys or _key(game, key)):
            keyed.append((key, value.strip('"')))
        else:
            plain.append(word)
    seat = seat_now(state)
    speaker = None if seat is None else state.names[seat]
    return _Line(tokens_of(" ".join(plain)), tuple(keyed), people(state.names, speaker), forced)


def _key(game: Game, key: str) -> bool:
    return any(field_called(action.ask, key) for action in flow_of(game).actions.values())


def _tracking(rest: str) -> Command | Problem:
    tracks: tuple[Track, ...] = get_args(Track)
    track = next((track for track in tracks if fold(rest) in words(f"track-{track}")), None)
    return (
        {"track": track} if track else wrong("E537", "track", example="track light|standard|full")
    )


# --- who acts ------------------------------------------------------------------------------------

#: Behind the name of a player with whom or with whose things something is done.
_OF_OTHERS = frozenset("をにへとで")
#: What stands between the name of a player and what the player does.
_BEHIND_NAMES = frozenset("がはのも")


def _front(names: Sequence[str], tokens: Sequence[Token]) -> tuple[int, Sequence[Token]] | None:
    """The seat of the player with whose name a line begins, and the tokens behind it."""
    for many, seat in _names_at(names, tokens, 0):
        rest = tokens[many:]
        if not rest or _possessive(names[seat], tokens[many - 1]):
            continue
        first = rest[0]
        if first.glued and first.key in _OF_OTHERS and len(first.key) == 1:
            continue
        if first.key == SEPARATOR or (first.glued and first.written in _BEHIND_NAMES):
            rest = rest[1:]
        if rest:
            return seat, rest
    return None


def _names_at(
    names: Sequence[str], tokens: Sequence[Token], start: int
) -> list[tuple[int, int]]:
    """How many tokens the names have that stand at a place, the longest first, and whose seats they are."""
    found = []
    for seat, name in enumerate(names):
        called = tokens_of(name)
        there = tokens[start : start + len(called)]
        if called and [t.key for t in there] == [t.key for t in called]:
            found.append((start + len(called), seat))
    return sorted(found, reverse=True)


def _possessive(name: str, token: Token) -> bool:
    """Whether an English name says whose something is: Ann's."""
    return token.latin and fold(token.written) == fold(name.split()[-1]) + "s"


def _back(names: Sequence[str], tokens: Sequence[Token]) -> tuple[int, Sequence[Token]] | None:
    """The seat of the player with whose name a line ends, and the tokens before it."""
    for start in range(1, len(tokens)):
        if tokens[start].glued:
            continue
        for end, seat in _names_at(names, tokens, start):
            if end == len(tokens):
                return seat, tokens[:start]
    return None


def actor_of(names: Sequence[str], text: str) -> tuple[int | None, str]:
    """The seat of the player with whose name a line begins, and the rest of it.

    >>> actor_of(["葵", "Ben"], "葵パス"), actor_of(["葵", "Ben"], "Ben: done"), actor_of(["Ben"], "Bench 2")
    ((0, 'パス'), (1, 'done'), (None, 'Bench 2'))
    """
    front = _front(names, tokens_of(text))
    if front is None:
        return None, text
    seat, rest = front
    return seat, " ".join(_texts(rest))


def _texts(tokens: Sequence[Token]) -> list[str]:
    texts: list[str] = []
    for place, token in enumerate(tokens):
        if token.glued and place:
            texts[-1] += token.written
        else:
            texts.append(token.written)
    return texts


#: Why a line may be meant otherwise: it was not understood.
_UNCLEAR = ("E501", "E502", "E505", "E557", "E508")


def _by_somebody(game: Game, state: State, line: _Line) -> Command | ActionForm | Problem:
    """What a line means that may name who acts, in front or behind."""
    front = _front(state.names, line.tokens)
    if front is not None:
        seat, rest = front
        own = changed(state, acting=seat)
        result = _acted(game, own, line._replace(tokens=tuple(rest)))
        if not isinstance(result, Problem) or result.code not in _UNCLEAR:
            return result
        waits = _not_your_turn(game, state, seat, line._replace(tokens=tuple(rest)))
        if waits is not None:
            return waits
        whole = _acted(game, state, line)
        return result if isinstance(whole, Problem) else whole
    result = _acted(game, state, line)
    behind = _back(state.names, line.tokens)
    if behind is None or not isinstance(result, Problem) or result.code not in _UNCLEAR:
        return result
    seat, rest = behind
    other = _acted(game, changed(state, acting=seat), line._replace(tokens=tuple(rest)))
    return result if isinstance(other, Problem) else other


def _not_your_turn(game: Game, state: State, seat: int, line: _Line) -> Problem | None:
    """That somebody else acts now, where a player is said to do what that one could."""
    own = changed(state, acting=None)
    turn = seat_now(own)
    if turn is None or turn == seat:
        return None
    result = _acted(game, own, line)
    if isinstance(result, Problem) and result.code in _UNCLEAR:
        return None
    text = " ".join(_texts(line.tokens))
    return wrong("E562", text, player=state.names[seat], turn=state.names[turn])


# --- which action --------------------------------------------------------------------------------


def _acted(game: Game, state: State, line: _Line) -> Command | ActionForm | Problem:
    """What a line means that is an action with values."""
    offered = choices(game, state)
    every = _meant(game, state, offered, line)
    covered = [each for each in every if not each.reading.unknown]
    covered = covered or _by_beginning(game, state, offered, line)
    if covered:
        return _chosen(game, state, covered, line)
    now = changed(state, acting=None) if state.acting is not None else state
    others = [a for a in flow_of(game).actions.values() if a not in offered]
    later = [each for each in _meant(game, now, others, line) if not each.reading.unknown]
    later = [each for each in later if each.reading.named]
    if later:
        best = min(later, key=lambda each: each.reading.cost)
        if line.forced:
            return _outcome(game, state, best, line)
        return _not_now(game, state, best.action)
    return _not_understood(every, offered, line)


def _meant(
    game: Game, state: State, actions: Iterable[Action], line: _Line
) -> list[_Meant]:
    """What a line says of each of the actions."""
    number_of = numbers_here(game, state)
    first = line.tokens[0] if line.tokens else None
    found: list[_Meant] = []
    for action in actions:
        sheet = sheet_of(action)
        if first is not None and first.numbers == (number_of.get(action.id),) and not first.signed:
            rest = line.tokens[1:]
            if not rest or not rest[0].glued:
                found += [
                    _Meant(action, remade(r, named=True, cost=r.cost - UNNAMED + WORD), keyed)
                    for r, keyed in _read(game, state, action, sheet, line._replace(tokens=rest))
                    if not r.names
                ]
        for reading, keyed in _read(game, state, action, sheet, line):
            if reading.named or reading.unknown or _stands_for(action, reading, line):
                found.append(_Meant(action, reading, keyed))
    return sorted(found, key=lambda each: each.reading.cost)


def _read(
    game: Game, state: State, action: Action, sheet: Sheet, line: _Line
) -> list[tuple[Reading, Mapping[str, str]]]:
    """What a line says by the sheet of an action, each with the values that it gives by key."""
    keyed = {field.id: raw for key, raw in line.keyed if (field := field_called(action.ask, key))}
    if len(keyed) < len(line.keyed):
        return []
    seat = seat_now(state)
    turn = None if seat is None else state.names[seat]
    found = readings(
        sheet, line.tokens, line.people, players=state.names, given=keyed, turn=turn,
        asks=_asks(game, state, action, {}),
    )  # fmt: skip
    return [(reading, keyed) for reading in found]


def _by_beginning(
    game: Game, state: State, offered: Sequence[Action], line: _Line
) -> list[_Meant]:
    """What a line says of the only action with a name that its first word begins; nothing is ended so."""
    many = next((n for n, token in enumerate(line.tokens) if n and not token.glued), len(line.tokens))
    action = begun(offered, "".join(token.written for token in line.tokens[:many]))
    if action is None or (action.stop and many == len(line.tokens)):
        return []
    sheet = Sheet((), action.ask)
    found = _read(game, state, action, sheet, line._replace(tokens=line.tokens[many:]))
    return [
        _Meant(action, remade(reading, named=True), keyed)
        for reading, keyed in found
        if not reading.unknown
    ]


def _asks(game: Game, state: State, action: Action, given: Mapping[str, Any]) -> Asks:
    """Whether a field of an action is asked for, or may be, beside some values."""

    def asks(field: Field, values: Mapping[str, Any]) -> bool:
        form = ActionForm.of(game, state, action, {})
        try:
            return form.condition(field, {**given, **values}) is not False
        except NotAllowedError:
            return True

    return asks


def _stands_for(action: Action, reading: Reading, line: _Line) -> bool:
    """Whether the values of a line say which action is meant: the first that has to be said, in more than a number beside others."""
    field = naming_field(action)
    if field is None or (field.id in reading.bare and len(line.tokens) > 1):
        return False
    return field.id in reading.values or field.id in reading.unclear


def naming_field(action: Action) -> Field | None:
    """The field of an action whose value may stand for the action: the first, if it has to be said."""
    field = next(iter(action.ask.values()), None)
    if field is None or not kind_of(field).picks_options:
        return None
    return None if field.ask_when is not None and field.default is not None else field


def _chosen(
    game: Game, state: State, covered: Sequence[_Meant], line: _Line
) -> Command | ActionForm | Problem:
    """The action that is meant: of those that cost least the one that fits and that the rules allow."""
    problems: list[Problem] = []
    fitting: list[tuple[_Meant, Command | ActionForm]] = []
    least = covered[0].reading.cost
    for each in covered:
        # What the rules refuse may have been another action, but not the same one with other values.
        if each.reading.cost > least + (_NEAR if each.action is not covered[0].action else 0):
            continue
        result = _outcome(game, state, each, line)
        if isinstance(result, Problem):
            problems.append(result)
        else:
            fitting.append((each, result))
    if not fitting:
        return min(problems, key=lambda problem: problem.code != "E510")
    allowed = [
        (each, result)
        for each, result in fitting
        if not isinstance(result, dict)
        or not objections(game, state, each.action, result["with"])
    ] or fitting
    least = min(each.reading.cost for each, _ in allowed)
    best = [(each, result) for each, result in allowed if each.reading.cost == least]
    actions = list(dict.fromkeys(each.action.id for each, _ in best))
    if len(actions) > 1:
        known = [flow_of(game).actions[name].name for name in actions]
        return wrong("E556", " ".join(_texts(line.tokens)), known=known)
    return best[0][1]


def _outcome(
    game: Game, state: State, meant: _Meant, line: _Line,
    given: Mapping[str, Any] | None = None, shown: Sequence[Named] = (),
) -> Command | ActionForm | Problem:  # fmt: skip
    """What an action comes to with the values of a line."""
    action, reading = meant.action, meant.reading
    values = dict(given or {})
    for key, raw in meant.keyed.items():
        values[key] = raw_value(action.ask[key], raw, state)
    for key, value in reading.values.items():
        values[key] = _with_before(values.get(key), value)
    form = ActionForm.of(game, state, action, values, forced=line.forced)
    asking: tuple[Field, tuple[Named, ...]] | None = None
    for key, ids in reading.unclear.items():
        field = action.ask[key]
        options = tuple(option for option in field.options if option.id in ids)
        possible = tuple(o for o in options if form.allows(field, o.id))
        # Where the rules allow none of them, they say why.
        possible = tuple(o for o in possible if o in shown) or possible or options[:1]
        if len(possible) == 1 or not kind_of(field).picks_one:
            one = possible[0].id
            values[key] = one if kind_of(field).picks_one else [one]
            form = ActionForm.of(game, state, action, values, forced=line.forced)
        else:
            asking = asking or (field, possible)
    if asking is None:
        return form.outcome()
    problems = form.wrong(values)
    return problems[0] if problems else remade(form, asking=asking)


def _not_now(game: Game, state: State, action: Action) -> Problem:
    """There is such an action, but not now: the refusal has its rules, and it can be forced; or on another track."""
    if state.tracked in action.tracks:
        return too_early(game, state, action)
    name = f"track-{action.tracks[0]}"
    called = Text(*(word_lists(lang, "words")[name][0] for lang in LANGS))
    return wrong("E559", action.name, track=called)


def _not_understood(
    every: Sequence[_Meant], offered: Sequence[Action], line: _Line
) -> Problem:
    """Which word of a line nothing explains, by the reading that leaves the least."""
    named = [each for each in every if each.reading.named]
    text = " ".join(_texts(line.tokens))
    best = min(named or every, key=lambda each: each.reading.cost, default=None)
    if best is not None and (named or best.reading.cost < LEFT_OVER * max(2, len(line.tokens))):
        if named or best.reading.values:
            return wrong("E557", best.reading.unknown[0], action=best.action.name)
    first = text.partition(" ")[0]
    near = did_you_mean(first, [name for action in offered for name in action.names])
    chosen = [
        name
        for action in offered
        for spec in action.ask.values()
        for option in spec.options
        for name in option.names
        if name != option.id or name in option.name.each
    ]
    return wrong("E501", text[:40], near=near or did_you_mean(text, chosen))


def names_an_action(game: Game, state: State, text: str) -> bool:
    """Whether a line says the name of an action that may be done now, and nothing that is not understood."""
    line = _line(game, state, text, forced=False)
    front = _front(state.names, line.tokens)
    if front is not None:
        state, line = changed(state, acting=front[0]), line._replace(tokens=tuple(front[1]))
    found = _meant(game, state, choices(game, state), line)
    return any(each.reading.named and not each.reading.unknown for each in found)


def action_called(game: Game, state: State, text: str) -> Action | None:
    """The action a line names by number or words: of those offered now, else of all."""
    line = _line(game, state, text, forced=False)
    for actions in (choices(game, state), tuple(flow_of(game).actions.values())):
        named = [each for each in _meant(game, state, actions, line) if each.reading.named]
        if named:
            return min(named, key=lambda each: each.reading.cost).action
    return None


# --- answers -------------------------------------------------------------------------------------


def answered(missing: ActionForm, text: str) -> Command | ActionForm | Problem:
    """What comes of an answer to the value that an action asks for; an empty one is the default."""
    game, state, action, field = missing.game, missing.state, missing.action, missing.field
    given = missing.by_id

    def form(value: Any) -> Command | ActionForm | Problem:
        values = {**given, field.id: value}
        return ActionForm.of(game, state, action, values, forced=missing.forced).outcome()

    if not text and field.optional:
        return form(plain_value(empty(field)))
    if kind_of(field).is_free_text:
        return form(text)
    line = _line(game, state, text, forced=missing.forced)
    keyed = {spec.id: raw for key, raw in line.keyed if (spec := field_called(action.ask, key))}
    listed = [option.id for option in field.options] if numbered(field.options) else []
    seat = seat_now(state)
    found = readings(
        sheet_of(action), line.tokens, line.people, players=state.names, given={*given, *keyed},
        focus=field.id, shown=listed, turn=None if seat is None else state.names[seat],
        asks=_asks(game, state, action, given),
    )  # fmt: skip
    best = next((reading for reading in found if not reading.unknown), None)
    if best is not None and (best.values or best.unclear or keyed):
        meant = _Meant(action, best, keyed)
        return _outcome(game, state, meant, line, given, missing.options)
    return form(raw_value(field, text, state, shown=field.options, first=missing.options))


def _with_before(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
