"""What a name says by itself (名前の言うこと): what it counts, whose that is, and which places of an order it tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from rulesref.base.folding import fold, word_lists, words
from rulesref.base.text import LANGS, narrow
from rulesref.fields.cutting import REMEMBERED
from rulesref.fields.kind import kind_of
from rulesref.fields.typed import number
from rulesref.model.entries import Field

#: What a name says in brackets.
_BRACKETS = r"[(（][^)）]*[)）]"


@lru_cache(REMEMBERED)
def forms(name: str) -> tuple[str, ...]:
    """A name, it without brackets, and what it is the number of.

    >>> forms("人数"), forms("段(0から)"), forms("number of hats")
    (('人数', '人'), ('段(0から)', '段'), ('number of hats', 'hats'))
    """
    bare = _bare(name)
    return tuple(dict.fromkeys(form for form in (name, bare, _counted(bare)) if form))


def _bare(name: str) -> str:
    """A name without what it says in brackets."""
    return re.sub(_BRACKETS, "", name).strip() if "(" in name or "（" in name else name.strip()


def _counted(bare: str) -> str:
    """What a name is the number of; empty when it is none."""
    behind, before = _counting()
    if bare.endswith(behind) or bare.startswith(before):
        for word in behind:
            if bare != (rest := bare.removesuffix(word).removeprefix(f"{word} ")) and rest:
                return rest
    return ""


@cache
def _counting() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words by which a name counts, behind what it counts and before it."""
    counting = tuple(word for lang in LANGS for word in word_lists(lang, "words")["counting"])
    return counting, tuple(f"{word} " for word in counting)


def counts_how_many(name: str) -> bool:
    """Whether a name is the number of something, not of which one it is.

    >>> counts_how_many("置く個数"), counts_how_many("マスの番号"), counts_how_many("段(0から)")
    (True, False, False)
    """
    return bool(_counted(_bare(name)))


def is_of_all(names: Iterable[str]) -> bool:
    """Whether what has these names is how many play: players, 人数."""
    return any(form in words("persons") for name in names for form in forms(name))


def names_sides(names: Iterable[str]) -> bool:
    """Whether these names call what somebody has by who has it."""
    return any(fold(name) in words("sides") for name in names)


def ranks_in(texts: Iterable[str]) -> dict[int, list[str]]:
    """Which places of an order are spoken of, and how.

    >>> ranks_in(["1位と二番手"]), ranks_in(["3rd hat, Third"])
    ({1: ['1位'], 2: ['二番手']}, {3: ['3rd', 'third']})
    """
    pattern, spelt = _ranks()
    ranks: dict[int, list[str]] = {}
    for text in texts:
        for match in pattern.finditer(narrow(text).casefold()):
            rank = number(match[1]) if match[1] else spelt[match[0]]
            if rank is not None:
                ranks.setdefault(rank, []).append(match[0])
    return ranks


#: Groups of words for each of something.
EACH = ("~everyone", "~per")


def says_each(text: str) -> bool:
    """Whether a text speaks of each of something."""
    return any(word in fold(text) for group in EACH for word in words(group[1:], "everyday"))


@cache
def _ranks() -> tuple[re.Pattern[str], dict[str, int]]:
    """How people say who comes where in an order: 3rd, third, 三番手; and the words that are numbers of it."""
    numbers = {
        word: rank
        for lang in LANGS
        for rank, word in enumerate(word_lists(lang, "words").get("ranked", ()), 1)
    }
    behind = "|".join(sorted(words("ranks") | words("ordinals"), key=len, reverse=True))
    kanji = "".join(word_lists("ja", "words")["kanji-numbers"])
    spelt = "|".join(sorted(numbers, key=len, reverse=True))
    return re.compile(
        rf"(?<![\d{kanji}])(\d{{1,2}}|[{kanji}]{{1,3}})(?:{behind})|\b(?:{spelt})\b"
    ), numbers


def named_in(fields: Mapping[str, Field]) -> dict[str, tuple[str, ...]]:
    """What a question may name of these fields: themselves, and the options of choices."""
    options = {
        # No id is a name: the first of two ages is not the first of all.
        f"{field.id}={option.id}": (*option.name.each, *option.aliases[0], *option.aliases[1])
        for field in fields.values()
        if kind_of(field).picks_one
        for option in field.options
    }
    return {**{key: tuple(field.names) for key, field in fields.items()}, **options}
