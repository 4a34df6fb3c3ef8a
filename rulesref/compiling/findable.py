"""How well entries are found: their titles and what people ask about them, asked without being known.

A fifth of the entries' titles and of the phrases is left out, the game is indexed without them, and they are asked;
five times. An entry that its own words do not find will hardly be found by other people's: it is told with what comes
instead, and with the words that would help: first those that no term of the glossary has.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Place, Problem
from rulesref.base.disk import connected
from rulesref.base.folding import words, written_words
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS
from rulesref.compiling.build import Built
from rulesref.compiling.writing import finish, prepare, store
from rulesref.library.library import GameSource, Library
from rulesref.search.analysis import Lexicon, latin_key
from rulesref.search.engine import search
from rulesref.search.everyday import everyday
from rulesref.search.index import make_index, meanings_of
from rulesref.search.query import is_stop_word

FOLDS = 5
#: So many phrases of an entry are asked in each language, evenly from its beginning to its end.
MOST_PHRASES = 6
#: An entry is weak when fewer of its questions find it first.
WEAK = 0.5
#: At most so many weak entries are told, with so many others and words of each language each.
MOST_WEAK, MOST_OTHERS, MOST_OWN = 20, 3, 3


@frozen
class AskedOnce:
    """A title or a phrase that was left out and asked: its entry, and the entries that were found, best first."""

    rule: str
    lang: str
    text: str
    entries: tuple[str, ...]

    @property
    def right(self) -> bool:
        return self.entries[:1] == (self.rule,)


#: An entry, a language and a title or phrase.
Left = tuple[str, str, str]


def library_with(empty: Library, game: str, data: Mapping[str, Any]) -> Library:
    """A library that has this one game, in memory, instead of its own."""
    connection = connected(":memory:")
    prepare(connection)
    connection.execute("INSERT INTO game VALUES (0, ?, ?, '', 0)", (game, game))
    store(connection, 0, data, make_index(data))
    finish(connection)
    empty.near, empty.packs = [GameSource("", "", lambda _: connection)], []
    return empty


def fold_of(rule: str, text: str = "") -> int:
    """In which fifth something is left out."""
    return zlib.crc32(f"{rule} {text}".encode()) % FOLDS


def without_phrases(sides: Sequence[Any], fold: int) -> tuple[list[Any], list[Left]]:
    """The sides of the entries without a fifth of their phrases, and these."""
    kept: list[Any] = []
    left: list[Left] = []
    for side in sides:
        rule, rest = side["rule"], {"rule": side["rule"]}
        for lang in (lang for lang in LANGS if lang in side):
            out = [x for x in side[lang] if fold_of(rule, x) == fold]
            left += [(rule, lang, x) for x in out]
            rest[lang] = [x for x in side[lang] if x not in out]
        kept.append(rest)
    return kept, left


def without_titles(rules: Sequence[Any], fold: int) -> tuple[list[Any], list[Left]]:
    """The entries without the titles of a fifth, and these titles."""
    out = {rule["id"] for rule in rules if fold_of(rule["id"]) == fold}
    left = [
        (rule["id"], lang, text)
        for rule in rules
        if rule["id"] in out
        for lang, text in rule["title"].items()
    ]
    return [
        {**rule, "title": dict.fromkeys(rule["title"], "")} if rule["id"] in out else rule
        for rule in rules
    ], left


def some_of(phrases: Sequence[Left]) -> list[Left]:
    """A few phrases of each entry and language, evenly from the first to the last."""
    by_entry: dict[tuple[str, str], list[Left]] = defaultdict(list)
    for phrase in phrases:
        by_entry[phrase[:2]].append(phrase)
    most = -(-MOST_PHRASES // FOLDS)
    return [
        several[n * len(several) // most]
        for several in by_entry.values()
        for n in range(min(most, len(several)))
    ]


def asked_apart(data: Mapping[str, Any], game: str, library: Library) -> Iterator[AskedOnce]:
    """The titles of a game and some of its phrases, each asked of an index that does not have it."""
    for fold in range(FOLDS):
        rules, titles = without_titles(data.get("rules", ()), fold)
        sides, phrases = without_phrases(data.get("phrases", ()), fold)
        library = library_with(library, game, {**data, "rules": rules, "phrases": sides})
        for rule, lang, text in [*titles, *some_of(phrases)]:
            hits = search(library, text, game).hits
            yield AskedOnce(rule, lang, text, tuple(hit.id for hit in hits))


def weaknesses(built: Built, library: Library) -> tuple[list[AskedOnce], list[Problem]]:
    """All that was asked of a sound game, and as warnings: weak entries, words and synonyms that would help."""
    asked = list(asked_apart(built.data, built.id, library))
    by_rule: dict[str, list[AskedOnce]] = defaultdict(list)
    for each in asked:
        by_rule[each.rule].append(each)
    shares = {rule: sum(each.right for each in of) / len(of) for rule, of in by_rule.items()}
    weak = sorted(
        (rule for rule in shares if shares[rule] < WEAK),
        key=lambda rule: (shares[rule], -len(by_rule[rule])),
    )
    own = _words_of_their_own(built, [each for each in asked if not each.right])
    return asked, [_weak(built, rule, by_rule[rule], own[rule]) for rule in weak[:MOST_WEAK]]


def _weak(
    built: Built, rule: str, asked: Sequence[AskedOnce], own: Mapping[str, Sequence[str]]
) -> Problem:
    """An entry that its own words do not find: others come instead (W615), or nothing does (W618)."""
    missed = [each for each in asked if not each.right]
    others = Counter(each.entries[0] for each in missed if each.entries)
    (title,) = (entry["title"] for entry in built.data["rules"] if entry["id"] == rule)
    # By the words of its title it is found as it is.
    heard = {
        lang: [word for word in own[lang] if word not in title[lang].casefold()][:MOST_OWN]
        for lang in title
    }
    values: dict[str, object] = {
        "rule": rule,
        "right": len(asked) - len(missed),
        "many": len(asked),
        "others": [other for other, _ in others.most_common(MOST_OTHERS)],
        "heard": _written(heard),
    }
    return Problem("W615" if others else "W618", _place(built, rule), values)


def _written(heard: Mapping[str, Sequence[str]]) -> str:
    """Words by language, as they are written into a file: in one language a bare list; of none nothing."""
    lists = {lang: f"[{', '.join(words)}]" for lang, words in heard.items() if words}
    if len(heard) == 1:
        return "".join(lists.values())
    return f"{{{', '.join(f'{lang}: {words}' for lang, words in lists.items())}}}" if lists else ""


def _words_of_their_own(
    built: Built, missed: Sequence[AskedOnce]
) -> dict[str, dict[str, list[str]]]:
    """By entry and language the words that neither glossary nor everyday language knows, those of fewest entries first.

    They are of its title, its points, and of what was asked about it in vain.
    """
    known = Lexicon({**meanings_of(built.data.get("glossary", ())), **everyday()})
    texts: dict[str, dict[str, list[str]]] = {
        rule["id"]: {
            lang: [text[lang] for text in (rule["title"], *rule["points"]) if lang in text]
            for lang in LANGS
        }
        for rule in built.data.get("rules", ())
    }
    for each in missed:
        texts[each.rule][each.lang].append(each.text)
    own = {
        rule: {lang: list(unnamed_words("\n".join(of[lang]), known)) for lang in LANGS}
        for rule, of in texts.items()
    }
    many = Counter(word for of in own.values() for words in of.values() for word in words)
    return {
        rule: {lang: sorted(words, key=many.__getitem__) for lang, words in of.items()}
        for rule, of in own.items()
    }


def unnamed_words(text: str, known: Lexicon) -> Iterator[str]:
    """The words of a text that are not known and say something: Latin ones, and kanji or katakana in a row.

    >>> list(unnamed_words("Where does the hat stand?", Lexicon({"hat": ["hat"]})))
    ['stand']
    >>> list(unnamed_words("帽子の色分け", Lexicon({"帽子": ["hat"]})))
    ['色分']
    """
    for word in dict.fromkeys(_WORD.findall(text.casefold())):
        if word.isascii():
            if not (
                is_stop_word(word) or word in words("numbers") or latin_key(word) in known.words
            ):
                yield word
        elif word[0] not in words("things") | words("counters") and not _has_known(word, known):
            yield word


def _has_known(word: str, known: Lexicon) -> bool:
    return any(
        True for folded, _, foreign in written_words(word) for _ in known.anywhere(folded, foreign)
    )


#: A Latin word, kanji in a row, katakana in a row.
_WORD = re.compile("[a-z]{3,}|[一-鿿々]{2,}|[ァ-ヺー]{2,}")


def _place(built: Built, rule: str) -> Place | None:
    """Where an entry begins: at its id."""
    for file, text in built.texts.items():
        match = re.search(rf"\bid: *[\"']?(?P<id>{re.escape(rule)})(?![-\w])", text)
        if match and "rules" in file:
            before = text[: match.start("id")]
            line, column = before.count("\n") + 1, match.start("id") - before.rfind("\n")
            return Place(file=file, line=line, column=column, length=len(rule))
    return None
