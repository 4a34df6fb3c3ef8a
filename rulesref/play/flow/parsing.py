"""What a typed line means in a play: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import all_begun, all_by_name, begun, fold, word_lists, words
from rulesref.base.frozen import changed
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS, Text
from rulesref.fields.cutting import cut, language, units_of
from rulesref.fields.kind import BY_ITS_BEGINNING, EXACTLY, NOT_AT_ALL, Typing, kind_of
from rulesref.fields.typed import names_first, number, yes_or_no
from rulesref.model.entries import Field
from rulesref.model.flow import Action, Track
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.commands import objections, too_early
from rulesref.play.flow.correction_form import CorrectionForm, LineForm
from rulesref.play.flow.corrections import Target, said_to_be, setting
from rulesref.play.flow.offers import choices, numbers_here, seat_now
from rulesref.play.flow.sentences import readings, understood
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.play.flow.values import ActionBuilder, with_speaker
from rulesref.play.flow.wording import glued, naming_field, takes_amounts
from rulesref.play.flow.words import first_value, words_of

#: Words of lines that change the play and are no actions, in every game.
_CHANGING = ("set", "note", "track")


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
    forced = text != line.strip()
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
    text = with_speaker(state, text)
    correction = None if forced else said_to_be(game, state, text)
    return correction or _by_somebody(game, state, text, forced=forced)


def _by_somebody(
    game: Game, state: State, text: str, *, forced: bool
) -> Command | ActionForm | Problem:
    """What a line means that may name who acts, in front or behind."""
    seat, rest = actor_of(state.names, text)
    if seat is not None and not _called(choices(game, state), text, numbers_here(game, state)):
        first, then = (changed(state, acting=seat), rest), (state, text)
    else:
        seat, rest = _actor_behind(state.names, text)
        first, then = (state, text), (changed(state, acting=seat), rest)
    result = _acted(game, *first, forced=forced)
    if isinstance(result, dict):
        return result
    if seat is None:
        unclear = isinstance(result, Problem) and result.code in _UNCLEAR
        return (unclear and _by_name_glued(game, state, text, forced=forced)) or result
    if then[0] is state and _says_who_acts(game, state, text, rest):
        waits = _not_your_turn(game, state, seat, rest)
        if waits is not None:
            return waits
    if _may_be_of_others(game, state, result, seat, text):
        return result
    # The name may be a value, or who acts after all.
    other = _acted(game, *then, forced=forced)
    better = isinstance(other, dict) or isinstance(result, Problem)
    if better and not isinstance(other, Problem):
        return other
    if isinstance(result, Problem) and result.code in _UNCLEAR:
        return _not_your_turn(game, state, seat, rest) or result
    return result


def _may_be_of_others(game: Game, state: State, result: object, seat: int, text: str) -> bool:
    """Whether the name behind a line, when it is nobody's turn, may be a value of what somebody else does: who does it is asked."""
    if not isinstance(result, Problem) or result.code != "E508":
        return False
    others = (other for other in range(len(state.names)) if other != seat)
    return any(
        not isinstance(_acted(game, changed(state, acting=other), text, forced=False), Problem)
        for other in others
    )


def _says_who_acts(game: Game, state: State, text: str, rest: str) -> bool:
    """Whether the name in front of a line can only be who acts: an action stands behind it, or a particle that says so."""
    before = text.removesuffix(rest).rstrip()
    return before.endswith(_DOES) or bool(
        _called(choices(game, state), rest, numbers_here(game, state))
    )


def _by_name_glued(
    game: Game, state: State, text: str, *, forced: bool
) -> Command | ActionForm | Problem | None:
    """What a line that means nothing else is with the name that stands right before it: 葵パス."""
    seat, rest = glued_name(state.names, text)
    if seat is None:
        return None
    result = _acted(game, changed(state, acting=seat), rest, forced=forced)
    if isinstance(result, Problem) and result.code in _UNCLEAR:
        return _not_your_turn(game, state, seat, rest)
    return result


def _not_your_turn(game: Game, state: State, seat: int, rest: str) -> Problem | None:
    """That somebody else acts now, where a player is said to do what that one could."""
    own = changed(state, acting=None)
    turn = seat_now(own)
    if turn is None or turn == seat:
        return None
    result = _acted(game, own, rest, forced=False)
    if isinstance(result, Problem) and result.code in _UNCLEAR:
        return None
    return wrong("E562", rest, player=state.names[seat], turn=state.names[turn])


def _tracking(rest: str) -> Command | Problem:
    tracks: tuple[Track, ...] = get_args(Track)
    track = next((track for track in tracks if fold(rest) in words(f"track-{track}")), None)
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
    for name, behind in names_first(names, text):
        sign, rest = behind.lstrip()[:1], behind.lstrip()[1:].strip()
        if sign in _BEHIND_NAMES and rest:
            return names.index(name), rest
    return None, text


def glued_name(names: Sequence[str], text: str) -> tuple[int | None, str]:
    """The seat of the player whose name stands right before the rest of a line; Latin words stand apart.

    >>> glued_name(["葵", "Ben"], "葵パス"), glued_name(["葵", "Ben"], "Benパス"), glued_name(["Ben"], "Bench 2")
    ((0, 'パス'), (1, 'パス'), (None, 'Bench 2'))
    """
    for name, behind in names_first(names, text):
        rest = behind.strip()
        latin = name[-1:].isascii() and rest[:1].isascii()
        if rest and not latin and rest[0] not in _OF_OTHERS:
            return names.index(name), rest
    return None, text


#: Behind the name of a player with whom or with whose things something is done.
_OF_OTHERS = tuple("をにへのとで")
#: What stands between the name of a player and what the player does.
_BEHIND_NAMES = tuple("がはのも:：、,")
#: Those of them that say who does it.
_DOES = tuple("がは:：")


def _actor_behind(names: Sequence[str], text: str) -> tuple[int | None, str]:
    """The seat of the player with whose name a line ends, and what stands before it."""
    before, _, last = text.rpartition(" ")
    seats = [seat for seat, name in enumerate(names) if fold(name) == fold(last)]
    return (seats[0], before.strip()) if before.strip() and len(seats) == 1 else (None, text)


#: A line with these problems may still be a sentence.
_UNCLEAR = ("E402", "E404", "E406", "E420", "E501", "E502", "E505")
#: Of a sentence these say more than that the line is no action with values.
_CLEARER = ("E403", "E508", "E510", "E555", "E556")


def _acted(game: Game, state: State, text: str, *, forced: bool) -> Command | ActionForm | Problem:
    """What a line means that is an action, in a word with values or in a sentence."""
    offered = choices(game, state)
    result = _in_words(game, state, offered, text, forced=forced)
    if result is not None and not (isinstance(result, Problem) and result.code in _UNCLEAR):
        return result
    said = understood(game, state, offered, text, forced=forced)
    if said is not None and (not isinstance(said, Problem) or said.code in _CLEARER):
        return _several_begun(state, offered, text) or said
    if said is not None and result is not None and _is_filler(result.values.get("typed")):
        return said
    if result is None:
        others = [a for a in flow_of(game).actions.values() if a not in offered]
        now = changed(state, acting=None) if state.acting is not None else state
        later = understood(game, now, others, text, forced=forced, alone=False)
        if later is not None and not isinstance(later, Problem):
            known = flow_of(game).actions
            action = later.action if isinstance(later, ActionForm) else known[later["do"]]
            return later if forced else _not_now(game, state, action)
    return result or said or _nothing(text, offered)


def _several_begun(state: State, offered: Sequence[Action], text: str) -> Problem | None:
    """That a line begins like several actions, and nothing behind says which of them."""
    first = text.partition(" ")[0]
    is_word = first.isascii() and first.isalpha() and not _is_filler(first)
    begins = all_begun(offered, first) if is_word else []
    weights = [reading.weight for reading in readings(state, offered, text)]
    if len(begins) < 2 or all_by_name(begins, first) or max(weights, default=2) > 1:  # noqa: PLR2004
        return None
    return wrong("E556", first, known=[action.name for action in begins])


def _is_filler(typed: object) -> bool:
    """Whether what is told to be too much only joins words, so that the line was a sentence."""
    return isinstance(typed, str) and all(p.filler for p in cut(units_of(typed), language()))


def _not_now(game: Game, state: State, action: Action) -> Problem:
    """There is such an action, but not now: the refusal has its rules, and it can be forced; or on another track."""
    if state.tracked in action.tracks:
        return too_early(game, state, action)
    name = f"track-{action.tracks[0]}"
    called = Text(*(word_lists(lang, "words")[name][0] for lang in LANGS))
    return wrong("E559", action.name, track=called)


def _nothing(text: str, offered: Sequence[Action]) -> Problem:
    first = text.partition(" ")[0]
    near = did_you_mean(first, [name for action in offered for name in action.names])
    # What is placed or chosen may be said alone; its id is no word for people.
    chosen = [
        name
        for action in offered
        for spec in action.ask.values()
        for option in spec.options
        for name in option.names
        if name != option.id or name in option.name.each
    ]
    return wrong("E501", text[:40], near=near or did_you_mean(text, chosen))


def _in_words(
    game: Game, state: State, offered: Sequence[Action], text: str, *, forced: bool
) -> Command | ActionForm | Problem | None:
    """What a line means that begins with an action, or with a value that only one can have."""
    every = tuple(flow_of(game).actions.values())
    number_of = numbers_here(game, state)
    matches = _called(offered, text, number_of)
    if not matches:
        matches = _implied(game, state, offered, text)
        if len(matches) > 1:
            matches = _allowed(game, state, matches) or matches
        if len(matches) > 1:
            return wrong("E556", text, known=[action.name for action, _ in matches])
    # By force a line means first what it would mean without.
    matches = matches or (_called(every, text, number_of) if forced else [])
    result = _best(game, state, matches, forced=forced) if matches else None
    if result is not None and not isinstance(result, Problem):
        return result
    hidden = _numbered(every, text, number_of) or _named(every, text) or _named(every, _apart(text))
    if hidden and (result is None or len(hidden[0][1]) < len(matches[0][1])):
        return _not_now(game, state, hidden[0][0])
    return result


def _allowed(
    game: Game, state: State, matches: Sequence[tuple[Action, str]]
) -> list[tuple[Action, str]]:
    """Those of several actions with values against which the rules have nothing."""
    read = [
        (action, rest, ActionBuilder(game, state, action).from_words(rest))
        for action, rest in matches
    ]
    return [
        (action, rest)
        for action, rest, result in read
        if not isinstance(result, Problem)
        and not objections(
            game, state, action, result.by_id if isinstance(result, ActionForm) else result["with"]
        )
    ]


def _best(
    game: Game, state: State, matches: Sequence[tuple[Action, str]], *, forced: bool
) -> Command | ActionForm | Problem:
    """What a line means that names several actions: the one whose values fit and that is allowed."""
    read = [(a, ActionBuilder(game, state, a, forced).from_words(rest)) for a, rest in matches]
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
    number_of = numbers_here(game, state)
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
    # The whole name of an option is no beginning of something else.
    fields = (spec for action in offered for spec in action.ask.values())
    options = (spec.options for spec in fields if kind_of(spec).picks_options)
    aside = yes_or_no(first) is not None or any(all_by_name(each, first) for each in options)
    action = None if aside else begun(offered, first)
    # Nothing is ended by the beginning of a name: there are words enough for that.
    return [(action, rest)] if action and (rest or not action.stop) else []


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
            if any(spec.option(value) for spec in action.ask.values()) or glued(action, value, ())
        ]
        if matches:
            return matches
    return []


def _apart(text: str) -> str:
    """A line whose first word has a number or a comma right behind it, with a space between them.

    >>> _apart("ノーム3 木"), _apart("box３"), _apart("ノーム、木"), _apart("12")
    ('ノーム 3 木', 'box ３', 'ノーム 木', '12')
    """
    ends = (i for i, char in enumerate(text) if char.isdigit() or char in " 、，,")
    place = next(ends, len(text))
    if not 0 < place < len(text) or text[place] == " ":
        return text
    return f"{text[:place]} {text[place:].lstrip('、，, ')}"


def _implied(
    game: Game, state: State, offered: Sequence[Action], text: str
) -> list[tuple[Action, str]]:
    """The actions whose first value a line gives: those that all of it fits, if there is one."""
    pieces = words_of(text)
    by_fit: dict[int, list[Action]] = {EXACTLY: [], BY_ITS_BEGINNING: [], NOT_AT_ALL: []}
    for action in offered:
        spec = naming_field(action)
        if pieces and spec:
            by_fit[_fit_of_first(action, spec, pieces)].append(action)
    clear = by_fit[EXACTLY]
    # What is called so as a whole goes before what is put together from words.
    whole = [
        a
        for a in clear
        if all_by_name(next(iter(a.ask.values())).options, first_value(a, pieces)[0])
    ]
    clear = whole or clear
    if len(clear) > 1:
        # Each may have its value; which of them can have the others too?
        read = [(action, ActionBuilder(game, state, action).from_words(text)) for action in clear]
        clear = [
            action
            for action, result in read
            if not isinstance(result, Problem) and not _has_text(action, result)
        ]
    elif not clear and len(fold(text)) > 1 and len(by_fit[BY_ITS_BEGINNING]) == 1:
        clear = by_fit[BY_ITS_BEGINNING]
    named = any(not takes_amounts(next(iter(action.ask.values()))) for action in clear)
    return [(action, text) for action in clear] if named else []


def _has_text(action: Action, result: Command | ActionForm) -> bool:
    """Whether what nobody knows was taken for the value of a field of any words."""
    given = result.by_id if isinstance(result, ActionForm) else result["with"]
    return any(given.get(f.id) for f in action.ask.values() if kind_of(f).is_free_text)


def _fit_of_first(action: Action, spec: Field, pieces: Sequence[str]) -> int:
    """How well the first value of a line can be that of a field; it may have others right behind."""
    first = first_value(action, pieces)[0]
    fit = kind_of(spec).fits(spec, first, Typing())
    if fit == EXACTLY and spec.option(first):
        return fit
    several = glued(action, first, ())
    if several and several[0].options_of(spec.id):
        return EXACTLY
    return fit
