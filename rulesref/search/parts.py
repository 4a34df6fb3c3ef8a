"""What a question is made of for one game (問いの要素): concepts, everyday words, plain words and their neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from rulesref.base.folding import in_kana, is_kanji, is_katakana, stem, words
from rulesref.base.frozen import frozen
from rulesref.model.game import Game
from rulesref.search.analysis import MOST_WORDS, SHORT, KnownSpan, Lexicon, lookup_key, runs
from rulesref.search.apart import even_scores, groups_apart
from rulesref.search.query import Query, QueryWord
from rulesref.search.weights import INSIDE_WEIGHTS, PART_WEIGHTS, SINGLE_KANJI

#: Where plain characters stand, see ``INSIDE_WEIGHTS``.
_FREE, _CONCEPT, _EVERYDAY = range(3)

#: Kind and tokens of parts; in which known words they stand, if any, what was written, and whether it says which.
Parts = dict[tuple[str, tuple[str, ...]], tuple[int, str, bool]]


@frozen
class QueryPart:
    """One part of a question (質問の要素): any of its tokens answers it."""

    kind: str
    tokens: tuple[str, ...]
    #: How much it counts, before idf.
    weight: float
    #: What was written, folded.
    text: str
    #: Whether it says something of its own: it is no neighbours, and no word that is part of another.
    free: bool
    #: Whether it says which one of a kind (harpoon phase, 鯨油の計算).
    which: bool = False


def parts_of(query: Query, glossary: Lexicon, everyday: Lexicon) -> list[QueryPart]:
    """The parts of a question, each once."""
    return [
        QueryPart(kind, tokens, _weight(kind, inside, text), text, _free(kind, inside), which)
        for (kind, tokens), (inside, text, which) in _taken_apart(
            query, glossary, everyday, neighbours=True
        ).items()
    ]


def _taken_apart(query: Query, glossary: Lexicon, everyday: Lexicon, *, neighbours: bool) -> Parts:
    """Everything that a question is made of; with ``neighbours`` what stands side by side as well."""
    taken = _Parts(glossary, everyday, neighbours=neighbours)
    for word in query.words:
        taken.word(word)
    taken.flush()
    for group, text in chain(groups_apart(query.text), even_scores(query.text)):
        taken.add(_everyday([group], (), stop=False), [f"~{group}"], text)
    return taken.parts


def standalone_tokens(query: Query, glossary: Lexicon, everyday: Lexicon) -> set[str]:
    """What a question says: the tokens of its parts that are free."""
    parts = _taken_apart(query, glossary, everyday, neighbours=False)
    return {
        token
        for (kind, tokens), (inside, *_) in parts.items()
        if _free(kind, inside)
        for token in tokens
    }


#: How the groups of words begin for what goes on among the players, whatever the game is: lending, taking back.
MANNERS = "manners-"

#: Neighbours, and everyday words that a concept said already.
_SAY_NOTHING = ("phrase", "katakana", "hiragana", "ending", "echo")


def _free(kind: str, inside: int) -> bool:
    return inside == _FREE and kind not in _SAY_NOTHING


def _weight(kind: str, inside: int, text: str) -> float:
    weight = PART_WEIGHTS[kind][0] * INSIDE_WEIGHTS[inside]
    return weight * SINGLE_KANJI if kind == "concept" and len(text) == 1 else weight


class _Parts:
    """Takes a question apart, word by word."""

    def __init__(self, glossary: Lexicon, everyday: Lexicon, *, neighbours: bool) -> None:
        self.glossary = glossary
        self.everyday = everyday
        #: Whether what stands side by side is a part.
        self.neighbours = neighbours
        self.parts: Parts = {}
        #: Latin words and numbers since the last Japanese: as written, and whether they are stop words.
        self.row: list[tuple[str, bool]] = []

    def add(
        self,
        kind: str,
        tokens: Sequence[str],
        text: str,
        inside: int = _FREE,
        *,
        which: bool = False,
    ) -> None:
        key = (kind, tuple(tokens))
        old = self.parts.get(key)
        # What stands freely anywhere counts as free.
        if old is None or (old[0] != _FREE and inside == _FREE):
            self.parts[key] = (inside, text, which)

    def word(self, word: QueryWord) -> None:
        inside = [_FREE] * len(word.text)
        if not word.text.isascii():
            self.known(word, inside)
        start = 0
        for run in runs(word.text):
            end = start + len(run)
            if run.isascii():
                self.row.append((run, word.stop[start] == "1"))
            else:
                self.flush()
                self.japanese(word, start, end, inside)
            start = end

    def concept(self, span: KnownSpan, text: str, inside: list[int]) -> None:
        """Add a word of the glossary, and that what stands there is ``inside`` one."""
        start, end, terms = span
        self.add("concept", ["@" + term for term in terms], text)
        inside[start:end] = [_CONCEPT] * (end - start)

    def everyday_word(self, span: KnownSpan, text: str, inside: list[int], *, stop: bool) -> None:
        """Add an everyday word, and that what stands there is ``inside`` one unless a concept has it."""
        start, end, meant = span
        groups = _groups(meant)
        kind = _everyday(groups, inside[start:end], stop=stop)
        self.add(kind, ["~" + group for group in groups], text)
        inside[start:end] = [place or _EVERYDAY for place in inside[start:end]]

    def known(self, word: QueryWord, inside: list[int]) -> None:
        """The concepts and everyday words of a Japanese word."""
        text, foreign = word.text, word.foreign
        everyday = list(self.everyday.spans(text, foreign))
        for span in _whole(self.glossary.spans(text, foreign), everyday, text):
            start, end, _ = span
            self.concept(span, text[start:end], inside)
        for span in everyday:
            start, end, _ = span
            self.everyday_word(span, text[start:end], inside, stop="0" not in word.stop[start:end])

    def flush(self) -> None:
        """Take the Latin words apart that stand in a row."""
        row, self.row = self.row, []
        stems = [stem(word) for word, _ in row]
        inside = [_FREE] * len(row)
        for span in self.glossary.rows(stems):
            start, end, _ = span
            self.concept(span, " ".join(stems[start:end]), inside)
        for span in self.everyday.rows(stems):
            start, end, _ = span
            text = " ".join(word for word, _ in row[start:end])
            self.everyday_word(span, text, inside, stop=all(stop for _, stop in row[start:end]))
        for i, (word, stop) in enumerate(row):
            if not stop:
                kind = "number" if word.isdigit() else "latin"
                which = i + 1 < len(row) and row[i + 1][0] in words("kinds")
                self.add(kind, [stems[i]], word, inside[i], which=which)
        for i in range(len(row) - 1 if self.neighbours else 0):
            pair = f"{stems[i]} {stems[i + 1]}"
            self.add("phrase", [pair], pair, max(inside[i], inside[i + 1]))

    def japanese(self, word: QueryWord, start: int, end: int, inside: Sequence[int]) -> None:
        """Pairs of characters and single kanji of a run of Japanese."""
        text, written, stop = word.text, word.written, word.stop
        if end - start == 1:
            kind = "kanji" if is_kanji(text[start]) else "hiragana"
            self.add(kind, [text[start]], text[start], inside[start])
            return
        for i in range(start, end - 1 if self.neighbours else start):
            stops = stop[i] + stop[i + 1]
            kind = _pair(written[i], written[i + 1])
            if kind == "kanji" or stops == "11" or (kind == "hiragana" and "1" in stops):
                continue
            both = max(inside[i], inside[i + 1]) if inside[i] and inside[i + 1] else _FREE
            self.add(kind, [text[i : i + 2]], text[i : i + 2], both)
        place = start
        for naming, found in groupby(text[start:end], _names):
            run = "".join(found)
            behind = written[place + len(run) : place + len(run) + 1]
            which = naming and len(run) > 1 and (behind == "の" or is_katakana(behind))
            for i, char in enumerate(run, place):
                if is_kanji(char):
                    self.add("kanji", [char], char, inside[i], which=which)
            place += len(run)


def _names(char: str) -> bool:
    """Whether a character may be part of what something is called: a kanji, but no number."""
    return is_kanji(char) and char not in words("kanji-numbers")


def _groups(groups: Sequence[str]) -> Sequence[str]:
    """What an everyday word means: what players do to each other, if it may."""
    return [group for group in groups if group.startswith(MANNERS)] or groups


def _everyday(groups: Sequence[str], inside: Sequence[int], *, stop: bool) -> str:
    """The kind of an everyday word.

    One of what players do to each other, that a concept said already, that no rule is about, that only asks, or
    another.
    """
    if groups[0].startswith(MANNERS):
        return "manner"
    if inside and all(place == _CONCEPT for place in inside):
        return "echo"
    if "counsel" in groups:
        return "counsel"
    if "elsewhere" in groups:
        return "elsewhere"
    return "asking" if stop else "everyday"


def _whole(
    spans: Iterable[KnownSpan], others: Sequence[KnownSpan], text: str
) -> Iterator[KnownSpan]:
    """The spans that are no piece of another known word in kana (タイ of タイミング)."""
    for span in spans:
        start, end, _ = span
        # Of a word with kanji only what begins it is a piece: ぼう of ぼうし掛け, not ターン of 何ターン.
        longer = (
            (a == start and in_kana(text[start:end])) or in_kana(text[a:b])
            for a, b, _ in others
            if a <= start and end <= b and b - a > end - start
        )
        if not any(longer):
            yield span


def _pair(first: str, second: str) -> str:
    """The kind of two characters that stand side by side."""
    scripts = _script(first), _script(second)
    return scripts[0] if scripts[0] == scripts[1] else "ending"


def _script(char: str) -> str:
    return "kanji" if is_kanji(char) else "katakana" if is_katakana(char) else "hiragana"


def keys_of(query: Query) -> list[str]:
    """Everything in a question that a glossary could know."""
    keys: dict[str, None] = {}
    row: list[str] = []
    for word in query.words:
        if not word.text.isascii():
            _substrings(word.text, _LONGEST_KEY, keys)
            _substrings(word.foreign, SHORT, keys)
        for run in runs(word.text):
            if run.isascii():
                row.append(stem(run))
            else:
                _in_a_row(row, keys)
                row = []
    _in_a_row(row, keys)
    return list(keys)


#: Longer known words are not looked for: the parts of a question grow with the square of this.
_LONGEST_KEY = 16


def _substrings(text: str, longest: int, keys: dict[str, None]) -> None:
    for i in range(len(text)):
        for j in range(i + 1, min(len(text), i + longest) + 1):
            keys[text[i:j]] = None


def _in_a_row(stems: Sequence[str], keys: dict[str, None]) -> None:
    for i in range(len(stems)):
        for j in range(i + 1, min(len(stems), i + MOST_WORDS) + 1):
            keys[" ".join(stems[i:j])] = None


#: Groups of everyday words that ask for a number.
ASKS_NUMBER = frozenset({"~cost", "~points", "~income", "~how-many", "~limit", "~minimum"})


def words_asked(game: Game, parts: Iterable[QueryPart]) -> Lexicon:
    """What the concepts of a question are called, to be found in texts."""
    terms = [token[1:] for part in parts for token in part.tokens if token[0] == "@"]
    meanings: dict[str, list[str]] = {}
    for name in dict.fromkeys(terms):
        term = game.term(name)
        for word in (*term.name, *term.synonyms[0], *term.synonyms[1]) if term else ():
            if key := lookup_key(word):
                meanings.setdefault(key, []).append(name)
    return Lexicon(meanings)


def words_of_groups(tokens: Iterable[str]) -> Lexicon:
    """The everyday words of the groups among these tokens, to be found in texts."""
    meanings: dict[str, list[str]] = {}
    for name in dict.fromkeys(token[1:] for token in tokens if token[0] == "~"):
        for word in words(name, "everyday"):
            meanings.setdefault(lookup_key(word), []).append(name)
    return Lexicon(meanings)
