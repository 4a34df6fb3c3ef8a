"""Who does what a typed line says: a name in front of it or behind (行動する人)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.folding import word_lists
from rulesref.words.lexicon import FILLER, Sheet, language, matches_of
from rulesref.words.tokenizer import OWNING, SEPARATOR, LineToken, key_of, tokens_of, typed


def _is(token: LineToken, list_name: str) -> bool:
    """Whether a token, glued to a name, is one of the particles of a list of the language."""
    return token.glued and token.written in word_lists("ja", "words")[list_name]


def actor_in_front(
    names: Sequence[str], tokens: Sequence[LineToken], sheets: Iterable[Sheet] = ()
) -> tuple[int, Sequence[LineToken]] | None:
    """The seat of the player with whose name a line begins, and the tokens behind it.

    What joins the name with something is none of them, unless the name of one of the ``sheets`` begins so.
    """
    for many, seat in _names_at(names, tokens, 0):
        rest = tokens[many:]
        if not rest:
            continue
        first = rest[0]
        of_others = _is(first, "other-than-who")
        joins = of_others or _is(first, "behind-who")
        if joins and _begins_a_name(rest, sheets):
            return seat, rest
        if of_others:
            continue
        if joins or first.key in (OWNING, SEPARATOR):
            rest = rest[1:]
        if rest:
            return seat, rest
    return None


def is_owner(name: str, tokens: Sequence[LineToken]) -> bool:
    """Whether a line begins with whose something is."""
    behind = tokens[len(tokens_of(name)) :]
    return bool(behind) and (behind[0].key == OWNING or _is(behind[0], "owning"))


def _begins_a_name(tokens: Sequence[LineToken], sheets: Iterable[Sheet]) -> bool:
    """Whether tokens begin with a word of a name of a sheet, of several characters."""
    lexicons = [sheet.lexicon for sheet in sheets]
    return any(
        match.end > 1 and any(kind == "action" for kind, *_ in match.meanings)
        for match in matches_of(tokens[:8], lexicons)[0]
    )


def _names_at(
    names: Sequence[str], tokens: Sequence[LineToken], start: int
) -> list[tuple[int, int]]:
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


def actor_behind(
    names: Sequence[str], tokens: Sequence[LineToken]
) -> tuple[int, Sequence[LineToken]] | None:
    """The seat of the player with whose name a line ends, and the tokens before it."""
    for start in range(1, len(tokens)):
        if tokens[start].glued and tokens[start].latin:
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
    front = actor_in_front(names, tokens_of(text))
    if front is None:
        return None, text
    seat, rest = front
    return seat, typed(rest)
