"""What a line says that something costs, though nobody asks: it has to be right (言い添えた値段)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import words
from rulesref.fields.cutting import once_each
from rulesref.fields.kind import kind_of
from rulesref.model.game import Game
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.offers import seat_now
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.words.lexicon import LineLexicon, matches_of
from rulesref.words.tokenizer import LineToken, key_of, tokens_of, typed

#: What is paid, how much of it, and the first of the tokens that say so and the one behind the last.
Price = tuple[str, int, int, int]


def without_price(game: Game, line: str) -> tuple[str, Sequence[Price]]:
    """A line without what it says that something costs, and that."""
    tokens = tokens_of(line)
    prices = list(_prices(game, tokens))
    kept = [*tokens]
    for _, _, start, end in reversed(prices):
        del kept[_over_paying(tokens, start, -1) : _over_paying(tokens, end, 1)]
    return typed(kept).strip(), prices


def paid(
    game: Game, state: State, command: Command, prices: Sequence[Price]
) -> Command | Problem | None:
    """A command that takes what is said to be paid, or what it takes instead; None where nobody knows, or it takes nothing."""
    name, after = command.get("who"), carry_out(game, state, command)
    seat = seat_now(state) if name is None else state.names.index(name)
    if after.problems or seat is None:
        return None
    for key, amount, *_ in prices:
        before: Any = state.players[seat][key]
        now: Any = after.state.players[seat][key]
        if before is None or now >= before:
            return None
        if before - now != amount:
            called = flow_of(game).player[key].field.name
            return wrong("E586", amount, name=called, value=before - now)
    return command


@once_each
def _counters(game: Game) -> LineLexicon:
    """The names of what players have in numbers."""
    lexicon = LineLexicon()
    for key, spec in flow_of(game).player.items():
        for name in spec.field.names if kind_of(spec.field).is_number else ():
            lexicon.add(name, ("field", key))
    return lexicon


def _prices(game: Game, tokens: Sequence[LineToken]) -> Iterator[Price]:
    """Amounts of what players have, each before or behind the name of it."""
    done = 0
    for here in matches_of(tokens, (_counters(game),)):
        for match in here[:1]:
            before, behind = (
                tokens[match.start - 1 : match.start],
                tokens[match.end : match.end + 1],
            )
            key = match.meanings[0][1]
            if match.start > done and before[0].numbers and not before[0].signed:
                done = match.end
                yield key, sum(before[0].numbers), match.start - 1, match.end
            elif match.start >= done and behind and behind[0].numbers and not behind[0].signed:
                done = match.end + 1
                yield key, sum(behind[0].numbers), match.start, match.end + 1


def _over_paying(tokens: Sequence[LineToken], place: int, step: int) -> int:
    """A place, or where the word ends that says that something is paid, right beside it."""
    for many in (3, 2, 1):
        other = place + step * many
        start, end = sorted((place, other))
        if 0 <= start < end <= len(tokens) and key_of(tokens[start:end]) in words("paying"):
            return other
    return place
