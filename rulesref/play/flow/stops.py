"""Words that end something, such as “done” or “pass”: one for every step of every game (終わりの語)."""

from __future__ import annotations

from rulesref.base.diagnostics import Problem
from rulesref.base.folding import fold, stem, words
from rulesref.base.frozen import changed, frozen
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.actors import actor_of
from rulesref.play.flow.offers import choices, stage_path
from rulesref.play.flow.state import Command, Ended, State, flow_of
from rulesref.play.flow.typed_lines import understand


@frozen
class NoOpEnd:
    """A word that ends something ended nothing; nothing changed.

    ``ended``: the step that was over by itself before, so that the word may have been meant for it.
    ``action`` is what the word would do in the step that is open now, if anything.
    """

    word: str
    ended: Ended | None = None
    action: Action | None = None


def is_stop(text: str) -> bool:
    """Whether a text is a word that ends something.

    >>> is_stop("パス"), is_stop("Done"), is_stop("done 3")
    (True, True, False)
    >>> is_stop("-")
    True
    >>> is_stop("passes"), is_stop("パスします"), is_stop("don")
    (True, True, False)
    """
    return text.strip() == "-" or _plain(text) in words("stop")


def _plain(text: str) -> str:
    """A word as it is compared, without the ending with which people say that somebody does it."""
    flat = fold(text)
    if flat in words("stop"):
        return flat
    if flat.isascii():
        return stem(flat)
    endings = sorted(words("doing"), key=len, reverse=True)
    return next((flat.removesuffix(end) for end in endings if flat.endswith(end)), flat)


def stopped(
    game: Game, state: State, line: str, *, again: bool = False
) -> Command | ActionForm | Problem | NoOpEnd | None:
    """What a line means that is a word which ends something; None when it is none, or names an action.

    Without the name of a player it never ends what has begun after a step that was over by itself,
    unless it is said ``again``.
    """
    text = line.lstrip("!！").strip()
    forced = text != line.strip()
    seat, rest = actor_of(state.names, text)
    path = stage_path(flow_of(game), state)
    if not is_stop(rest) or state.finished or not path or path[-1].kind != "act":
        return None
    acting = state if seat is None else changed(state, acting=seat)
    offered = choices(game, acting)
    said = {fold(rest), _plain(rest)}
    called = [action for action in offered if said & set(map(fold, action.names))]
    meant = next(iter([*called, *(action for action in offered if action.stop)]), None)
    if state.ended and seat is None and not (again or forced):
        return NoOpEnd(rest, state.ended, meant)
    if called:
        return None
    if meant:
        return ActionForm.of(game, acting, meant, {}, forced=forced).outcome()
    # It may still be a value that says all, as a word for none of the options.
    return NoOpEnd(rest) if isinstance(understand(game, state, line), Problem) else None
