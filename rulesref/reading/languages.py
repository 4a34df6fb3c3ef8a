"""What is said in the languages of a game: each text has them all, and a bare one gets its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Place, Problem
from rulesref.base.text import LANGS
from rulesref.reading.source import Source, value_at


def languages_of(head: Any) -> tuple[str, ...]:
    """The languages of a game by the data of its ``game.yaml``; none where that does not tell.

    >>> languages_of({"languages": ["ja"]}), languages_of({}), languages_of({"languages": ["xx"]})
    (('ja',), ('ja', 'en'), ())
    """
    named = head.get("languages", [*LANGS]) if isinstance(head, dict) else None
    if not isinstance(named, list) or not all(lang in LANGS for lang in named):
        return ()
    return tuple(lang for lang in LANGS if lang in named)


def is_translated(value: Any) -> bool:
    """Whether a text, or what has one, has it in every language."""
    return isinstance(value, dict) and all(isinstance(value.get(lang), str) for lang in LANGS)


def in_languages(
    source: Source, paths: Iterable[KeyPath], languages: Sequence[str]
) -> list[Problem]:
    """Write every text and every list of aliases at these paths by language, and tell what is missing.

    Without languages nothing is missing.
    """
    problems: list[Problem] = []
    for path in paths:
        holder = value_at(source.data, path[:-1])
        holder[path[-1]] = by_language(holder[path[-1]], source, path, languages, problems)
    return problems


def by_language(
    value: Any, source: Source, path: KeyPath, languages: Sequence[str], problems: list[Problem]
) -> Any:
    """A text or a list of aliases by language; what is missing is added to the problems."""
    if not isinstance(value, dict):
        if len(languages) > 1:
            problems.append(Problem("E581", source.at(path), {"alone": _language_of(value)}))
        return dict.fromkeys(languages or LANGS, value)
    aliases = all(isinstance(words, list) for words in value.values())
    for lang in languages:
        if not aliases and lang not in value:
            alone = next(each for each in LANGS if each != lang)
            values = {"kind": lang, "lang": lang, "alone": alone}
            problems.append(Problem("E580", source.at(path), values))
    return value


def _language_of(value: str | list[str]) -> str:
    """The language of what is written as one text, or as a list of words, by its signs."""
    return "ja" if any(char > _LATIN for word in value for char in word) else "en"


#: Beyond it are kana and kanji.
_LATIN = "\u2fff"


def told_once(problems: Sequence[Problem], head: str) -> list[Problem]:
    """The problems of a game none of whose texts is in two languages: that they are not is one of them.

    ``head``: the name of its ``game.yaml``.
    """
    alone = [p.values["alone"] for p in problems if p.code in MISSING]
    if not alone:
        return [*problems]
    once = Problem("E582", Place(head), {"alone": max(LANGS, key=alone.count)})
    return [once, *(problem for problem in problems if problem.code not in MISSING)]


#: The codes of what is not said in a language.
MISSING = ("E580", "E581")
