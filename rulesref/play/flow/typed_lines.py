"""What a typed line means in a play: a command, an action that still asks, or why it is neither (行の読み取り)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import fold, word_lists, words
from rulesref.base.frozen import changed, remade
from rulesref.base.text import LANGS, Text
from rulesref.fields.kind import empty, kind_of
from rulesref.fields.record import field_called
from rulesref.fields.typed import numbered
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import Action, Track
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.actors import actor_behind, actor_in_front, is_owner
from rulesref.play.flow.commands import objections, too_early
from rulesref.play.flow.correction_form import CorrectionForm, LineForm
from rulesref.play.flow.corrections import Target, raw_value, said_to_be, said_to_change, setting
from rulesref.play.flow.offers import choices, seat_now
from rulesref.play.flow.prices import paid, without_price
from rulesref.play.flow.sheets import (
    Meant,
    TypedLine,
    asks_of,
    by_beginning,
    has_owner,
    marks_of,
    meant_by,
    sheet_of,
    sheets_of,
    typed_line,
)
from rulesref.play.flow.slips import not_understood
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.words.costs import PAST_OPTIONAL
from rulesref.words.lexicon import matches_of
from rulesref.words.reading import readings
from rulesref.words.tokenizer import typed

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
    result = _by_somebody(game, state, typed_line(game, state, text, forced=forced))
    if isinstance(result, Problem) and result.code in _NO_ACTION and not forced:
        return said_to_change(game, state, text) or _at_a_price(game, state, text) or result
    return result


def _at_a_price(game: Game, state: State, text: str) -> Command | Problem | None:
    """What a line means that says besides what is paid in any case."""
    rest, prices = without_price(game, text)
    command = understand(game, state, rest) if rest and prices else None
    return (
        paid(game, state, command, prices)
        if isinstance(command, dict) and "do" in command
        else None
    )


def _tracking(rest: str) -> Command | Problem:
    tracks: tuple[Track, ...] = get_args(Track)
    track = next((track for track in tracks if fold(rest) in words(f"track-{track}")), None)
    return (
        {"track": track} if track else wrong("E537", "track", example="track light|standard|full")
    )


# --- who acts ------------------------------------------------------------------------------------


#: Why a line may be meant otherwise: it was not understood.
_UNCLEAR = ("E501", "E505", "E508", "E557", "E563")


#: Why a line may be something else than an action of who acts.
_NO_ACTION = (*_UNCLEAR, "E556", "E562")


#: Why a name behind a line may say who acts: where only that is missing, the name was a value.
_NOT_SO = {*_UNCLEAR, "E403"} - {"E508"}


def _by_somebody(game: Game, state: State, line: TypedLine) -> Command | ActionForm | Problem:
    """What a line means that may name who acts, in front or behind."""
    front = actor_in_front(state.names, line.tokens, sheets_of(game))
    if front is not None:
        seat, rest = front
        if is_owner(state.names[seat], line.tokens):
            whole = _acted(game, state, line)
            if not isinstance(whole, Problem) or has_owner(game, rest):
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
    behind = actor_behind(state.names, line.tokens)
    if behind is None or not isinstance(result, Problem) or result.code not in _NOT_SO:
        return result
    seat, rest = behind
    other = _acted(game, changed(state, acting=seat), line._replace(tokens=tuple(rest)))
    return result if isinstance(other, Problem) else other


def _not_your_turn(game: Game, state: State, seat: int, line: TypedLine) -> Problem | None:
    """That somebody else acts now, where a player is said to do what that one could."""
    own = changed(state, acting=None)
    turn = seat_now(own)
    if turn is None or turn == seat:
        return None
    result = _acted(game, own, line)
    if isinstance(result, Problem) and result.code in _UNCLEAR[:3]:
        return None
    text = typed(line.tokens)
    return wrong("E562", text, player=state.names[seat], turn=state.names[turn])


# --- which action --------------------------------------------------------------------------------


def _acted(
    game: Game, state: State, line: TypedLine, *, slips: bool = True
) -> Command | ActionForm | Problem:
    """What a line means that is an action with values; ``slips``: what is misspelt is told with what it may be."""
    offered = choices(game, state)
    every = meant_by(game, state, offered, line)
    covered = [each for each in every if not each.reading.unknown]
    covered = covered or by_beginning(game, state, offered, line)
    if covered:
        return _chosen(game, state, covered, every, line)
    now = changed(state, acting=None) if state.acting is not None else state
    others = [a for a in flow_of(game).actions.values() if a not in offered]
    elsewhere = [each for each in meant_by(game, now, others, line) if each.reading.named]
    later = [each for each in elsewhere if not each.reading.unknown]
    if later:
        best = min(later, key=lambda each: each.reading.cost)
        if line.forced:
            return _outcome(game, state, best, line)
        return _not_now(game, state, best.action)
    if not slips:
        return wrong("E501", typed(line.tokens))

    def understands(other: TypedLine) -> bool:
        return not isinstance(_acted(game, state, other, slips=False), Problem)

    if not any(each.reading.named for each in every):
        every = elsewhere or every
    return not_understood(every, offered, line, understands)


def _chosen(
    game: Game, state: State, covered: Sequence[Meant], every: Sequence[Meant], line: TypedLine
) -> Command | ActionForm | Problem:
    """The action that is meant: of those that cost least the one that fits and that the rules allow."""
    problems: list[Problem] = []
    fitting: list[tuple[Meant, Command | ActionForm]] = []
    least = covered[0].reading.cost
    for each in covered:
        # What the rules refuse may have been meant of some other, but not of the same with other values.
        near = _NEAR if each.action is not covered[0].action else 0
        if each.reading.cost > least + near and not _says_only(each, covered[0]):
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
    # Where nothing but a name is said, it may be each of those that are called so.
    best += [pair for pair in allowed if pair not in best and _says_only(pair[0], best[0][0])]
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
        actions = list(dict.fromkeys(each.action.id for each in covered if _has_first(each)))
        if len(actions) == 1:
            actions = list(dict.fromkeys(each.action.id for each in every if _has_first(each)))
    other = _first_named(game, meant, line)
    if other is not None:
        actions = [other.id, *actions]
    if alone or len(actions) > 1:
        known = [flow_of(game).actions[name].name for name in actions]
        return wrong("E556", typed(line.tokens), known=known)
    return best[0][1]


def _says_only(one: Meant, other: Meant) -> bool:
    """Whether a line says nothing but a name of both actions, with as many words."""
    values = [v for m in (one, other) for v in (*m.reading.values, *m.reading.unclear, *m.keyed)]
    return not values and one.reading.names == other.reading.names > 0


def _several_fields(meant: Meant, covered: Sequence[Meant]) -> list[str]:
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


def _has_first(meant: Meant) -> bool:
    """Whether a line gives the first value of an action."""
    first = next(iter(meant.action.ask), None)
    return first is not None and (first in meant.reading.values or first in meant.reading.unclear)


def _first_named(game: Game, meant: Meant, line: TypedLine) -> Action | None:
    """The action with whose name a line begins instead, where the one that is meant makes no value of it that it has to have."""
    start = line.tokens[:8]
    own = sheet_of(game, meant.action)
    here = matches_of(start, [own.lexicon])[0] if meant.reading.named and start else []
    if not start or any(m[0] == "action" for each in here for m in each.meanings):
        return None
    for action in flow_of(game).actions.values():
        for match in matches_of(start, [sheet_of(game, action).lexicon])[0]:
            whole = any(m[0] == "action" and m[3] == 1 for m in match.meanings)
            if not whole or not meant.reading.named or match.end == len(line.tokens):
                continue
            values = [own.fields[m[1]] for each in here if each.end >= match.end
                      for m in each.meanings if m[0] in ("name", "option")]  # fmt: skip
            if not any(not f.optional and f.id in meant.reading.values for f in values):
                return action
    return None


def _outcome(
    game: Game, state: State, meant: Meant, line: TypedLine,
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


def names_an_action(game: Game, state: State, text: str) -> bool:
    """Whether a line says the name of an action that may be done now, and nothing that is not understood."""
    line = typed_line(game, state, text, forced=False)
    front = actor_in_front(state.names, line.tokens)
    if front is not None:
        state, line = changed(state, acting=front[0]), line._replace(tokens=tuple(front[1]))
    found = meant_by(game, state, choices(game, state), line)
    return any(
        each.reading.named and each.reading.names and not each.reading.unknown for each in found
    )


def action_called(game: Game, state: State, text: str) -> Action | None:
    """The action a line names by number or words: of those offered now, else of all."""
    line = typed_line(game, state, text, forced=False)
    for actions in (choices(game, state), tuple(flow_of(game).actions.values())):
        found = meant_by(game, state, actions, line)
        named = [each for each in found if each.reading.named and not each.reading.unknown]
        named = named or by_beginning(game, state, actions, line)
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
    line = typed_line(game, state, text, forced=missing.forced)
    keyed = {spec.id: raw for key, raw in line.keyed if (spec := field_called(action.ask, key))}
    listed = [option.id for option in field.options] if numbered(field.options) else []
    seat = seat_now(state)
    found = readings(
        sheet_of(game, action), line.tokens, line.people, players=state.names, given={*given, *keyed},
        focus=field.id, shown=listed, turn=None if seat is None else state.names[seat],
        asks=asks_of(game, state, action, given), marks=marks_of(game, state, action),
    )  # fmt: skip
    covered = [reading for reading in found if not reading.unknown]
    best = min(covered, key=lambda reading: (reading.cost, reading.named), default=None)
    # Who says the name of the action means another line.
    if best is not None and not best.named and (best.values or best.unclear or keyed):
        meant = Meant(action, best, keyed)
        return _outcome(game, state, meant, line, given, missing.options)
    return form(raw_value(field, text, state, shown=field.options, first=missing.options))


def _with_before(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
