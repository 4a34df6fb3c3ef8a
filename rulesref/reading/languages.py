"""What is said in the languages of a game: each text has them all, and a bare one gets its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.text import LANGS
from rulesref.reading.source import Source


def languages_of(head: Any) -> tuple[str, ...]:
    """The languages of a game by the data of its ``game.yaml``; none where that does not tell.

    >>> languages_of({"languages": ["ja"]}), languages_of({}), languages_of({"languages": ["xx"]})
    (('ja',), ('ja', 'en'), ())
    """
    named = head.get("languages", [*LANGS]) if isinstance(head, dict) else None
    sound = isinstance(named, list) and all(lang in LANGS for lang in named)
    return tuple(lang for lang in LANGS if lang in named) if sound else ()


def in_languages(
    source: Source, paths: Iterable[KeyPath], languages: Sequence[str]
) -> list[Problem]:
    """Write every text and every list of aliases at these paths by language, and tell what is missing.

    Without languages nothing is missing.
    """
    problems: list[Problem] = []
    for path in paths:
        holder = source.data
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = by_language(holder[path[-1]], source, path, languages, problems)
    return problems


def by_language(
    value: Any, source: Source, path: KeyPath, languages: Sequence[str], problems: list[Problem]
) -> Any:
    """A text or a list of aliases by language; what is missing is added to the problems."""
    if not isinstance(value, dict):
        if len(languages) > 1:
            problems.append(Problem("E581", source.at(path)))
        return dict.fromkeys(languages or LANGS, value)
    aliases = all(isinstance(words, list) for words in value.values())
    for lang in () if aliases else (lang for lang in languages if lang not in value):
        other = next(each for each in LANGS if each != lang)
        values = {"kind": lang, "lang": lang, "other": other}
        problems.append(Problem("E580", source.at(path), values))
    return value
