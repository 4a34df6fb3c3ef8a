"""What a typed line means in a play: a command, an action that still asks, or why it is neither (行の読み取り)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import begun, fold, word_lists, words
from rulesref.base.frozen import changed, remade
from rulesref.base.text import LANGS, Text
from rulesref.fields.cutting import PLACE_SIGN, once_each
from rulesref.fields.kind import empty, kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import numbered
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import Action, Track
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.commands import objections, too_early
from rulesref.play.flow.correction_form import CorrectionForm, LineForm
from rulesref.play.flow.corrections import Target, raw_value, said_to_be, setting
from rulesref.play.flow.offers import choices, numbers_here, seat_now
from rulesref.play.flow.run import NotAllowedError
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.words.lexicon import FILLER, Lexicon, Sheet, language, matches_of, people
from rulesref.words.line import Mark
from rulesref.words.reading import Reading, readings
from rulesref.words.tokens import OWNING, SEPARATOR, Token, key_of, tokens_of
from rulesref.words.ways import Asks
from rulesref.words.weights import PAST_OPTIONAL, UNNAMED, WORD

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


def understand(game: Game, state: State, line: str) -> Command | LineForm | Problem:
    """What a typed line means here: a command, what it still lacks, or why it is neither."""
    text = line.strip().lstrip("!！").strip()
    first, _, rest = text.replace("\u3000", " ").partition(" ")
    match changing(first):
        case "set":
            found = setting(game, state, rest)
            return CorrectionForm.of(game, state, found) if isinstance(found, Target) else found
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
_OWNING = "の"


def _front(
    names: Sequence[str], tokens: Sequence[Token], actions: Iterable[Action] = ()
) -> tuple[int, Sequence[Token]] | None:
    """The seat of the player with whose name a line begins, and the tokens behind it.

    What joins the name with something is none of them, unless the name of one of the ``actions`` begins so.
    """
    for many, seat in _names_at(names, tokens, 0):
        rest = tokens[many:]
        if not rest or rest[0].key == OWNING:
            continue
        first = rest[0]
        joins = first.glued and (first.written in _OF_OTHERS or first.written in _BEHIND_NAMES)
        if joins and _begins_a_name(rest, actions):
            return seat, rest
        if joins and first.written in _OF_OTHERS:
            continue
        if joins or first.key == SEPARATOR:
            rest = rest[1:]
        if rest:
            return seat, rest
    return None


def _owns(name: str, tokens: Sequence[Token]) -> bool:
    """Whether a line begins with whose something is, in Japanese."""
    behind = tokens[len(tokens_of(name)) :]
    return bool(behind) and behind[0].glued and behind[0].written == _OWNING


def _begins_a_name(tokens: Sequence[Token], actions: Iterable[Action]) -> bool:
    """Whether tokens begin with a word of a name of an action, of several characters."""
    lexicons = [sheet_of(action).lexicon for action in actions]
    return any(
        match.end > 1 and any(kind == "action" for kind, *_ in match.meanings)
        for match in matches_of(tokens[:8], lexicons)[0]
    )


def _names_at(names: Sequence[str], tokens: Sequence[Token], start: int) -> list[tuple[int, int]]:
    """How many tokens the names have that stand at a place, the longest first, and whose seats they are."""
    found = []
    for seat, name in enumerate(names):
        called = tokens_of(name)
        there = tokens[start : start + len(called)]
        says_nothing = FILLER in language().meanings(key_of(called))
        exact = [t.written for t in there] == [t.written for t in called]
        if (
            called
            and [t.key for t in there] == [t.key for t in called]
            and (exact or not says_nothing)
        ):
            found.append((start + len(called), seat))
    return sorted(found, reverse=True)


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
_UNCLEAR = ("E501", "E502", "E505", "E508", "E557", "E563")


def _by_somebody(game: Game, state: State, line: _Line) -> Command | ActionForm | Problem:
    """What a line means that may name who acts, in front or behind."""
    front = _front(state.names, line.tokens, flow_of(game).actions.values())
    if front is not None:
        seat, rest = front
        if _owns(state.names[seat], line.tokens):
            whole = _acted(game, state, line)
            if not isinstance(whole, Problem):
                return whole
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
    if behind is None or not isinstance(result, Problem) or result.code not in (*_UNCLEAR, "E403"):
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
    if isinstance(result, Problem) and result.code in _UNCLEAR[:4]:
        return None
    text = " ".join(_texts(line.tokens))
    return wrong("E562", text, player=state.names[seat], turn=state.names[turn])


# --- which action --------------------------------------------------------------------------------


def _acted(
    game: Game, state: State, line: _Line, *, slips: bool = True
) -> Command | ActionForm | Problem:
    """What a line means that is an action with values; ``slips``: what is misspelt is told with what it may be."""
    offered = choices(game, state)
    every = _meant(game, state, offered, line)
    covered = [each for each in every if not each.reading.unknown]
    covered = covered or _by_beginning(game, state, offered, line)
    if covered:
        return _chosen(game, state, covered, every, line)
    now = changed(state, acting=None) if state.acting is not None else state
    others = [a for a in flow_of(game).actions.values() if a not in offered]
    later = [each for each in _meant(game, now, others, line) if not each.reading.unknown]
    later = [each for each in later if each.reading.named]
    if later:
        best = min(later, key=lambda each: each.reading.cost)
        if line.forced:
            return _outcome(game, state, best, line)
        return _not_now(game, state, best.action)
    if not slips:
        return wrong("E501", "")
    return _not_understood(game, state, every, offered, line)


def _meant(game: Game, state: State, actions: Iterable[Action], line: _Line) -> list[_Meant]:
    """What a line says of each of the actions."""
    number_of = numbers_here(game, state)
    first = line.tokens[0] if line.tokens else None
    found: list[_Meant] = []
    for action in actions:
        sheet = sheet_of(action)
        if first is not None and first.numbers == (number_of.get(action.id),) and not first.signed:
            rest = line.tokens[1:]
            if not rest or not (rest[0].glued or _counts(rest[0])):
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
        asks=_asks(game, state, action, {}), marks=marks_of(game, state, action),
    )  # fmt: skip
    return [(reading, keyed) for reading in found]


def _counts(token: Token) -> bool:
    """Whether a word counts what is before it: 3 points."""
    return any(m[0] in ("counter", "things") for m in language().meanings(token.key))


def _by_beginning(game: Game, state: State, offered: Sequence[Action], line: _Line) -> list[_Meant]:
    """What a line says of the only action with a name that its first word begins; nothing is ended so."""
    many = next(
        (n for n, token in enumerate(line.tokens) if n and not token.glued), len(line.tokens)
    )
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


def _asks(game: Game, state: State, action: Action, given: Mapping[str, Any]) -> Asks:
    """Whether a field of an action is asked for, or may be, beside some values."""

    def asks(field: Field, values: Mapping[str, Any]) -> bool | None:
        form = ActionForm.of(game, state, action, {})
        try:
            return form.condition(field, {**given, **values})
        except NotAllowedError:
            return None

    return asks


def _stands_for(action: Action, reading: Reading, line: _Line) -> bool:
    """Whether the values of a line say which action is meant: the first that has to be said, and not in a number beside others."""
    field = next(iter(action.ask.values()), None)
    if action.named or field is None or (field.ask_when is not None and field.default is not None):
        return False
    if field.id not in reading.values and field.id not in reading.unclear:
        return False
    alone = [token for token in line.tokens if token.key not in (SEPARATOR, PLACE_SIGN)]
    if kind_of(field).is_number:
        # A number alone, or with what it is of.
        return not field.optional and len(reading.values) == 1 and not reading.unclear
    if field.id in reading.bare:
        return len(alone) == 1 and alone[0].digits
    return kind_of(field).picks_options


def _chosen(
    game: Game, state: State, covered: Sequence[_Meant], every: Sequence[_Meant], line: _Line
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
        if not isinstance(result, dict) or not objections(game, state, each.action, result["with"])
    ] or fitting
    least = min(each.reading.cost for each, _ in allowed)
    best = [(each, result) for each, result in allowed if each.reading.cost == least]
    meant = best[0][0]
    several = _several_fields(meant, covered)
    if several:
        number = next(str(meant.reading.values[name]) for name in several[:1])
        known = [meant.action.ask[name].name for name in several]
        return wrong("E555", number, known=known, field=known[0])
    actions = list(dict.fromkeys(each.action.id for each, _ in best))
    alone = not meant.reading.named and next(iter(meant.action.ask.values())).repeat
    if alone:
        # Goods or gears alone do not say what is done with them.
        actions = list(dict.fromkeys(each.action.id for each in every if _has_first(each)))
    other = _first_named(game, meant, line)
    if other is not None:
        actions = [other.id, *actions]
    if alone or len(actions) > 1:
        known = [flow_of(game).actions[name].name for name in actions]
        return wrong("E556", " ".join(_texts(line.tokens)), known=known)
    return best[0][1]


def _several_fields(meant: _Meant, covered: Sequence[_Meant]) -> list[str]:
    """The fields that the only number of a line can be of, where the data say no default for what it would not be."""
    first, ask = meant.reading, meant.action.ask
    numbers = [key for key in first.values if kind_of(ask[key]).is_number]
    if len(numbers) != 1 or not ask[numbers[0]].optional or meant.keyed:
        return []
    given = numbers[0]
    found = [given]
    for each in covered:
        other = each.reading
        moved = set(other.values) ^ set(first.values)
        if each.action is not meant.action or len(moved) != 2 or given not in moved:  # noqa: PLR2004 - one for one
            continue
        (into,) = moved - {given}
        field = ask[into]
        free = (
            into in other.values
            and field.optional
            and field.default is None
            and field.ask_when is None
        )
        near = other.cost <= first.cost + PAST_OPTIONAL + 1
        if free and near and other.values[into] == first.values[given]:
            found.append(into)
    return found if len(found) > 1 else []


def _has_first(meant: _Meant) -> bool:
    """Whether a line gives the first value of an action."""
    first = next(iter(meant.action.ask), None)
    return first is not None and (first in meant.reading.values or first in meant.reading.unclear)


def _first_named(game: Game, meant: _Meant, line: _Line) -> Action | None:
    """Another action with whose name a line begins, where the one that is meant makes no value of it that it has to have."""
    start = line.tokens[:8]
    own = sheet_of(meant.action)
    here = matches_of(start, [own.lexicon])[0] if meant.reading.named and start else []
    if not start or any(m[0] == "action" for each in here for m in each.meanings):
        return None
    for action in flow_of(game).actions.values():
        for match in matches_of(start, [sheet_of(action).lexicon])[0]:
            whole = any(m[0] == "action" and m[3] == 1 for m in match.meanings)
            if not whole or not meant.reading.named or match.end == len(line.tokens):
                continue
            values = [own.fields[m[1]] for each in here if each.end >= match.end
                      for m in each.meanings if m[0] in ("name", "option")]  # fmt: skip
            if not any(not f.optional and f.id in meant.reading.values for f in values):
                return action
    return None


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
        one = kind_of(field).picks_one
        possible = tuple(o for o in options if form.allows(field, o.id)) if one else options
        # Where the rules allow none of them, they say why.
        possible = tuple(o for o in possible if o in shown) or possible or options[:1]
        if len(possible) == 1:
            values[key] = possible[0].id if one else [possible[0].id]
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
    game: Game, state: State, every: Sequence[_Meant], offered: Sequence[Action], line: _Line
) -> Problem:
    """Which word of a line nothing explains, by the reading that leaves the least; with what it may be a slip of."""
    readable = [
        each for each in every if each.reading.named or _stands_for(each.action, each.reading, line)
    ]
    # Of those that leave as little, the one that goes furthest.
    best = min(readable, key=_goes_far, default=None)
    least = min((*readable, *every), key=_goes_far, default=None) if best is None else best
    text = " ".join(_texts(line.tokens))
    unknown = least.reading.unknown[0] if least else text
    slip = _slip(game, state, offered, unknown, line)
    if best is not None:
        problem = wrong("E557", unknown, action=best.action.name)
    else:
        problem = wrong("E501", text[:40])
    if slip is None:
        return problem
    near, meant = slip
    return changed(
        problem,
        code="E563",
        values={**problem.values, "typed": unknown, "near": near, "line": meant},
    )


def _goes_far(meant: _Meant) -> tuple[int, int, int]:
    reading = meant.reading
    return len(reading.unknown), -reading.understood, reading.cost


#: A word is a slip of another that is so like it, from 0 to 1, and of none that is nearly so.
_ALIKE, _CLEARLY = 0.74, 0.1
_SHORTEST = 3


def _slip(
    game: Game, state: State, offered: Sequence[Action], unknown: str, line: _Line
) -> tuple[str, str] | None:
    """The only word of the actions of this step that an unknown one is a slip of, and the line with it, if that is understood."""
    import difflib

    flat = fold(unknown)
    if len(flat) < _SHORTEST:
        return None
    called = {fold(name): name for action in offered for name in _called(action)}
    near = difflib.get_close_matches(flat, list(called), 4, _ALIKE)

    def like(word: str) -> float:
        return difflib.SequenceMatcher(None, word, flat).ratio()

    for word in near:
        if like(word) < like(near[0]) - _CLEARLY:
            break
        text = " ".join(_texts(line.tokens))
        meant = text.replace(unknown, called[word], 1)
        found = _acted(game, state, line._replace(tokens=tokens_of(meant)), slips=False)
        if not isinstance(found, Problem):
            return called[word], meant
    return None


def _called(action: Action) -> Iterator[str]:
    """What an action is called, and the options of its fields."""
    yield from action.names
    for field in action.ask.values():
        for option in field.options:
            yield from option.names


def names_an_action(game: Game, state: State, text: str) -> bool:
    """Whether a line says the name of an action that may be done now, and nothing that is not understood."""
    line = _line(game, state, text, forced=False)
    front = _front(state.names, line.tokens)
    if front is not None:
        state, line = changed(state, acting=front[0]), line._replace(tokens=tuple(front[1]))
    found = _meant(game, state, choices(game, state), line)
    return any(
        each.reading.named and each.reading.names and not each.reading.unknown for each in found
    )


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
        asks=_asks(game, state, action, given), marks=marks_of(game, state, action),
    )  # fmt: skip
    covered = [reading for reading in found if not reading.unknown]
    best = min(covered, key=lambda reading: (reading.cost, reading.named), default=None)
    # Who says the name of the action means another line.
    if best is not None and not best.named and (best.values or best.unclear or keyed):
        meant = _Meant(action, best, keyed)
        return _outcome(game, state, meant, line, given, missing.options)
    return form(raw_value(field, text, state, shown=field.options, first=missing.options))


def _with_before(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
