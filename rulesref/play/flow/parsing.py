"""What a typed line means in a play: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import all_by_name, begun, by_name, fold
from rulesref.base.frozen import changed
from rulesref.base.suggest import did_you_mean, nearest
from rulesref.fields.kind import BY_ITS_BEGINNING, EXACTLY, NOT_AT_ALL, Typing, empty, kind_of
from rulesref.fields.record import field_called, read_inputs, read_value
from rulesref.fields.typed import number, split
from rulesref.play.flow.commands import objections, values_of
from rulesref.play.flow.offers import choices, holds, numbers, seat_now
from rulesref.play.flow.run import Refused, Run
from rulesref.play.flow.state import Command, Missing, State, flow_of, plain_value, settled

if TYPE_CHECKING:
    from rulesref.model.entries import Named
    from rulesref.model.field import Field
    from rulesref.model.flow import Action, Track
    from rulesref.model.game import Game

Values = Mapping[str, Any]


def arguments(
    game: Game,
    state: State,
    action: Action,
    rest: str,
    *,
    forced: bool,
    given: Values | None = None,
) -> Command | Missing | Problem:
    """The values of an action: by place in the order it asks, or as key=value."""
    values: dict[str, Any] = dict(given or {})
    free = [key for key in action.ask if key not in values]
    pieces: Sequence[str] = words_of(rest)
    while pieces:
        piece, pieces = first_value(action, pieces)
        key, sign, raw = piece.replace("＝", "=").partition("=")
        spec = field_called(action.ask, key) if sign else None
        if spec is None:
            raw = piece
            spec, fit = _place(action, free, values, piece, state, alone=not pieces)
            parts = split(piece)
            if fit == NOT_AT_ALL and len(parts) > 1:
                # Commas stand between the values of a line as well as between those of a list.
                pieces = [*parts, *pieces]
                continue
        if spec is None:
            return wrong("E502", piece, action=action.name)
        free = [k for k in free if k != spec.id]
        namesakes = _of_one_name(game, state, action, values, spec, raw)
        # A number that fits nothing else is that of an option, as they are listed.
        by_number = number(raw) is not None and kind_of(spec).picks_options
        shown = spec.options if by_number else ()
        value = raw_value(spec, raw, state, shown=shown, first=namesakes)
        values[spec.id] = _together(values.get(spec.id), value)
    return completed(game, state, action, values, forced=forced)


def answered(
    game: Game, state: State, missing: Missing, line: str, *, forced: bool = False
) -> Command | Missing | Problem:
    """What comes of an answer to the value that an action asks for; an empty one is the default."""
    action, spec, forced = missing.action, missing.field, forced or missing.forced
    state = changed(state, acting=missing.acting)
    if not line and spec.optional:
        value = plain_value(empty(spec))
    else:
        value = raw_value(spec, line, state, shown=spec.options, first=missing.options)
    given = {**missing.given, spec.id: value}
    result = completed(game, state, action, given, forced=forced)
    if isinstance(result, Problem) and len(words_of(line)) > 1:
        # Whoever knows what is asked next may have answered that as well.
        further = arguments(game, state, action, line, forced=forced, given=missing.given)
        return result if isinstance(further, Problem) else further
    return result


def completed(
    game: Game, state: State, action: Action, given: Values, *, forced: bool = False
) -> Command | Missing | Problem:
    """The command once every value is there; else the value that is asked next.

    What the rules refuse whatever is still to be said is refused at once, as is what a player does
    when it is nobody's turn and the line names nobody.
    """
    if action.own and seat_now(state) is None:
        return Problem("E508", None, {"action": action.name, "player": state.names[0]})
    for key, spec in action.ask.items():
        if key in given:
            continue
        if not _asked_for(game, state, action, spec, given):
            # What is asked only sometimes is its default at other times.
            given = given if spec.optional else {**given, key: plain_value(empty(spec))}
            continue
        so_far = {name: value for name, value in given.items() if value is not None}
        fields = {name: action.ask[name] for name in so_far}
        _, problems = read_inputs(fields, so_far, state.names)
        if not problems and not forced:
            problems = list(objections(game, state, action, given, needs_only=True))
        if problems:
            return problems[0]
        options = possible(game, state, action, given, spec)
        return Missing(action, given, spec, forced, options, state.acting)
    # Nothing at all, as for a player whom there need not be, is not read.
    so_far = {name: value for name, value in given.items() if value is not None}
    values, problems = read_inputs(action.ask, so_far, state.names)
    if problems:
        return problems[0]
    command = {"do": action.id, "with": {k: settled(v) for k, v in values.items()}, "force": forced}
    return command if state.acting is None else {**command, "who": state.names[state.acting]}


def _asked_for(game: Game, state: State, action: Action, spec: Field, given: Values) -> bool:
    """Whether a value that was not given is asked for: always, or when its condition holds."""
    if spec.ask_when is None:
        return not spec.optional
    run = Run(game, state)
    try:
        names = values_of(run, {key: action.ask[key] for key in given}, given)
        return holds(spec.ask_when, run.scope(names=names))
    except Refused:  # something that was given is wrong, which is told before anything is asked
        return not spec.optional
    except KeyError:  # it rests on a value that was not given either
        return False


def possible(
    game: Game, state: State, action: Action, given: Values, spec: Field
) -> tuple[Named, ...]:
    """The options of a field that the rules allow now, or all when they allow none."""
    if not kind_of(spec).picks_one:
        return spec.options
    allowed = tuple(
        option
        for option in spec.options
        if not objections(game, state, action, {**given, spec.id: option.id})
    )
    return allowed or spec.options


def _of_one_name(
    game: Game, state: State, action: Action, given: Values, spec: Field, raw: str
) -> Sequence[Named]:
    """Of options that share a name those that the rules allow; none when one alone is called so."""
    flat = fold(raw)
    if not kind_of(spec).picks_one or sum(flat in map(fold, o.names) for o in spec.options) < 2:  # noqa: PLR2004
        return ()
    return possible(game, state, action, given, spec)


# --- one value -----------------------------------------------------------------------------------


def raw_value(
    spec: Field, raw: str, state: State | None = None, *,
    shown: Sequence[Named] = (), first: Sequence[Named] = (),
) -> Any:  # fmt: skip
    """What was typed for a field, as a document would have it.

    ``shown``: options that were listed with numbers; ``first``: those that are meant rather than
    others of the same name.
    """
    names, turn = (state.names, seat_now(state)) if state else ((), None)
    return kind_of(spec).typed(spec, raw, Typing(tuple(names), turn, shown, first or shown))


def _together(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value


def _place(
    action: Action, free: Sequence[str], given: Values, piece: str, state: State, *, alone: bool
) -> tuple[Field | None, int]:
    """Which value a word without a key is, and how well it fits.

    The first that it can be, else one more of a list, else the first.
    """
    open_ = [action.ask[key] for key in free]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), (list, dict))]
    others = alone and sum(not spec.optional for spec in open_) > 1
    typing = Typing(state.names, alone=others)
    ranked = [(spec, kind_of(spec).fits(spec, piece, typing)) for spec in (*open_, *lists)]
    best = max((fit for _, fit in ranked), default=NOT_AT_ALL)
    return next(((spec, fit) for spec, fit in ranked if fit == best), (None, NOT_AT_ALL))


# --- words ---------------------------------------------------------------------------------------


def words_of(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def first_value(action: Action, pieces: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The first value among the words of a line, which may be an option of several words."""
    for many in range(min(4, len(pieces)), 1, -1):
        words = " ".join(pieces[:many])
        if any(spec.option(words) for spec in action.ask.values()):
            return words, pieces[many:]
    return pieces[0], pieces[1:]


#: Words of lines that change the play and are no actions, in every game.
CHANGING: Mapping[str, tuple[str, ...]] = {
    "set": ("set", "修正", "しゅうせい"),
    "note": ("note", "メモ"),
    "track": ("track", "記録", "きろく"),
}


def changing(line: str) -> str | None:
    """Which of these a line is, if any.

    >>> changing("メモ 楽しい"), changing("ｓｅｔ round 3"), changing("reset")
    ('note', 'set', None)
    """
    first = fold(line.strip().partition(" ")[0])
    return next((key for key, words in CHANGING.items() if first in map(fold, words)), None)


def understand(game: Game, state: State, line: str) -> Command | Missing | Problem:
    """What a typed line means here: a command, an action that still asks, or why it is neither."""
    text = line.strip()
    forced = text.startswith(("!", "！"))
    if forced:
        text = text[1:].strip()
    first, _, rest = text.replace("\u3000", " ").partition(" ")
    match changing(first):
        case "set":
            return _setting(game, state, rest)
        case "note":
            return {"note": rest.strip()}
        case "track":
            return _tracking(rest)
    if state.finished:
        return Problem("E540")
    seat, rest = actor_of(state.names, text)
    if seat is not None and not _called(choices(game, state), text, numbers(game, state)):
        state, text = changed(state, acting=seat), rest
    return _acted(game, state, text, forced=forced)


#: What people call the tracks.
_TRACKS: Mapping[Track, tuple[str, ...]] = {
    "light": ("light", "軽く", "かるく", "簡易"),
    "standard": ("standard", "標準", "ひょうじゅん", "普通", "ふつう"),
    "full": ("full", "詳しく", "くわしく", "詳細", "全部"),
}


def _tracking(rest: str) -> Command | Problem:
    track = next(
        (track for track, words in _TRACKS.items() if fold(rest) in map(fold, words)), None
    )
    return (
        {"track": track} if track else wrong("E537", "track", example="track light|standard|full")
    )


def actor_of(names: Sequence[str], text: str) -> tuple[int | None, str]:
    """The seat of the player with whose name a line begins, and the rest of it."""
    folded = [fold(name) for name in names]
    pieces = text.split()
    for many in range(len(pieces) - 1, 0, -1):
        who = fold(" ".join(pieces[:many]))
        if who in folded:
            return folded.index(who), " ".join(pieces[many:])
    return None, text


def _acted(game: Game, state: State, text: str, *, forced: bool) -> Command | Missing | Problem:
    """What a line means that is an action."""
    offered = choices(game, state)
    every = tuple(flow_of(game).actions.values())
    number_of = numbers(game, state)
    matches = _called(offered, text, number_of) or _implied(offered, text)
    # By force a line means first what it would mean without.
    matches = matches or (_called(every, text, number_of) if forced else [])
    result = _best(game, state, matches, forced=forced) if matches else None
    if result is not None and not isinstance(result, Problem):
        return result
    hidden = _numbered(every, text, number_of) or _named(every, text)
    if hidden and (result is None or len(hidden[0][1]) < len(matches[0][1])):
        # There is such an action, but not now: the refusal has its rules, and it can be forced.
        action = hidden[0][0]
        return Problem("E505", None, {"action": action.name, "rules": action.rules[:1]})
    if result is not None:
        return result
    first = text.partition(" ")[0]
    near = did_you_mean(first, [name for action in offered for name in action.names])
    return wrong("E501", text[:40], near=near)


def _best(
    game: Game, state: State, matches: Sequence[tuple[Action, str]], *, forced: bool
) -> Command | Missing | Problem:
    """What a line means that names several actions: the one whose values fit and that is allowed."""
    read = [(a, arguments(game, state, a, rest, forced=forced)) for a, rest in matches]
    if len(read) > 1:
        for action, result in read:
            if isinstance(result, dict) and not objections(game, state, action, result["with"]):
                return result
    fitting = [result for _, result in read if not isinstance(result, Problem)]
    if fitting:
        return fitting[0]
    # Why something that fits may not be done says more than that something else does not fit.
    problems = [result for _, result in read if isinstance(result, Problem)]
    return next((problem for problem in problems if problem.code == "E510"), problems[0])


def action_called(game: Game, state: State, text: str) -> Action | None:
    """The action a line names by number or words: of those offered now, else of all."""
    number_of = numbers(game, state)
    every = tuple(flow_of(game).actions.values())
    matches = _called(choices(game, state), text, number_of) or _called(every, text, number_of)
    return matches[0][0] if matches else None


def _called(
    offered: Sequence[Action], text: str, number_of: Mapping[str, int]
) -> list[tuple[Action, str]]:
    """The actions a line names by number or words, each with the rest of the line."""
    first, _, rest = text.partition(" ")
    numbered = _numbered(offered, text, number_of)
    if numbered:
        return numbered
    named = _named(offered, text) or _named(offered, _apart(text)) or _glued(offered, text)
    if named:
        return named
    action = begun(offered, first)
    return [(action, rest)] if action else []


def _numbered(
    offered: Sequence[Action], text: str, number_of: Mapping[str, int]
) -> list[tuple[Action, str]]:
    """The action a line names by the number that it has in every step, and the rest of the line."""
    first, _, rest = text.partition(" ")
    place = number(first)
    return [(a, rest) for a in offered if place is not None and number_of.get(a.id) == place]


def _named(offered: Sequence[Action], text: str) -> list[tuple[Action, str]]:
    """The actions whose name or word a line begins with, the longest, and the rest of it."""
    pieces = text.split()
    for many in range(len(pieces), 0, -1):
        actions = all_by_name(offered, " ".join(pieces[:many]))
        if actions:
            return [(action, " ".join(pieces[many:])) for action in actions]
    return []


def _glued(offered: Sequence[Action], text: str) -> list[tuple[Action, str]]:
    """The action of a line in which a value stands right behind the word, as in Japanese: 置くパパ."""
    first, _, rest = text.partition(" ")
    for place in range(len(first) - 1, 0, -1):
        if first[place - 1].isascii():
            break  # Latin words stand apart
        value = first[place:]
        matches = [
            (action, f"{value} {rest}".strip())
            for action in all_by_name(offered, first[:place])
            if any(spec.option(value) for spec in action.ask.values())
        ]
        if matches:
            return matches
    return []


def _apart(text: str) -> str:
    """A line whose first word has a number right behind it, with a space between them.

    >>> _apart("ノーム3 木"), _apart("pal３"), _apart("12")
    ('ノーム 3 木', 'pal ３', '12')
    """
    place = next((i for i, char in enumerate(text) if char.isdigit() or char == " "), len(text))
    if not 0 < place < len(text) or text[place] == " ":
        return text
    return f"{text[:place]} {text[place:]}"


def _implied(offered: Sequence[Action], text: str) -> list[tuple[Action, str]]:
    """The action whose first value a line gives, when only one can be meant."""
    pieces = words_of(text)
    by_fit: dict[int, list[Action]] = {EXACTLY: [], BY_ITS_BEGINNING: [], NOT_AT_ALL: []}
    for action in offered:
        spec = next(iter(action.ask.values()), None)
        if pieces and spec and kind_of(spec).picks_options:
            fit = kind_of(spec).fits(spec, first_value(action, pieces)[0], Typing())
            by_fit[fit].append(action)
    clear = by_fit[EXACTLY] or (by_fit[BY_ITS_BEGINNING] if len(fold(text)) > 1 else [])
    return [(clear[0], text)] if len(clear) == 1 else []


#: Full stops as input methods type them; ``=`` for the space before the value.
_IN_SETTINGS = str.maketrans("．。＝=", "..  ")


def _setting(game: Game, state: State, rest: str) -> Command | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red 2`` inside a record."""
    if not rest.strip():
        example = f"set {state.names[0]}.{next(iter(flow_of(game).player))} 3"
        return wrong("E537", "set", example=example)
    flow = flow_of(game)
    text = rest.strip().translate(_IN_SETTINGS)
    player, text = _owner(state.names, text)
    target, _, raw = text.partition(" ")
    first, *inner = target.split(".")
    if player is None and inner and by_name(flow.table.values(), first) is None:
        near = did_you_mean(first, state.names)
        return wrong("E420", first, known=list(state.names), near=near)
    fields = flow.table if player is None else flow.player
    spec = by_name(fields.values(), first)
    field = spec.field if spec else None
    path: list[str] = []
    for key in inner:
        within = field.fields if field and kind_of(field).has_parts else {}
        field = field_called(within, key)
        path += [field.id] if field else []
    if spec is None or field is None:
        like = nearest(fields.values(), first)
        names = [each.field.name for each in fields.values() if not each.working]
        return wrong("E503", target, known=names, near=like.field.name if like else None)
    if not raw.strip():
        return wrong("E504", target, name=field.name)
    typed = raw_value(field, raw.strip(), state, shown=field.options)
    value, problems = read_value(field, typed, state.names)
    if problems:
        return problems[0]
    command = {"set": spec.field.id, "player": player, "to": settled(value)}
    return {**command, "inside": path} if path else command


def _owner(names: Sequence[str], text: str) -> tuple[str | None, str]:
    """The player before the first dot of a correction, whatever the name has in it, and the rest."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name + "."):
            return name, text[len(name) + 1 :]
    who, dot, rest = text.partition(".")
    owners = [name for name in names if fold(name) == fold(who)] if dot else []
    return (owners[0], rest) if len(owners) == 1 else (None, text)
