"""Which statements of an entry answer a question (問いに答える文)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulesref.base.frozen import frozen
from rulesref.model.entries import Point, Rule
from rulesref.model.game import Game
from rulesref.search.analysis import Lexicon, key_of, tokens_of
from rulesref.search.engine import Hit
from rulesref.search.rank import WeightedPart

#: Groups of everyday words that ask for a number.
ASKS_NUMBER = frozenset({"~cost", "~points", "~income", "~how-many", "~limit", "~minimum"})
#: What a number in a statement counts for a question that asks for one.
_NUMBER = 1.2
#: What words that ask and everyday words count beside others, and what is a piece of another word.
_KINDS = {"asking": 0.5, "everyday": 0.7}
_BESIDE = 0.5


def may_ask_number(question: str, parts: Sequence[WeightedPart]) -> bool:
    """Whether a question may ask for a number: it says so, or it has one (三人 as well)."""
    return any(map(str.isnumeric, question)) or not ASKS_NUMBER.isdisjoint(
        token for part in parts for token in part.part.tokens
    )


@frozen
class Statement:
    """A statement of an entry, which one it is (from 0), and how well it fits the question."""

    place: int
    point: Point
    score: float


def words_asked(game: Game, parts: Sequence[WeightedPart]) -> Lexicon:
    """What the concepts of a question are called, to be found in texts."""
    terms = [token[1:] for part in parts for token in part.part.tokens if token[0] == "@"]
    meanings: dict[str, list[str]] = {}
    for name in dict.fromkeys(terms):
        term = game.term(name)
        for word in (*term.name, *term.synonyms[0], *term.synonyms[1]) if term else ():
            if key := key_of(word):
                meanings.setdefault(key, []).append(name)
    return Lexicon(meanings)


def statements(game: Game, rule: Rule, hit: Hit) -> tuple[Statement, ...]:
    """The statements of an entry, those first that say most of the question beyond what all of them say."""
    lexicon = words_asked(game, hit.parts)
    texts = [
        {**tokens_of(point.text.ja, lexicon), **tokens_of(point.text.en, lexicon)}
        for point in rule.points
    ]
    scores = [0.0] * len(texts)
    for part, places in zip(hit.parts, hit.places, strict=True):
        said = [
            bool(places >> place & 1) or any(token in text for token in part.part.tokens)
            for place, text in enumerate(texts)
        ]
        if any(said):
            # What every statement says tells none from another.
            weight = _weight(part) * math.log(1 + len(said) / sum(said))
            for place, here in enumerate(said):
                scores[place] += weight * here
    if any(token in ASKS_NUMBER for part in hit.parts for token in part.part.tokens):
        for place, point in enumerate(rule.points):
            scores[place] += _NUMBER * any(char.isdigit() for char in point.text.ja)
    ranked = [Statement(n, point, scores[n]) for n, point in enumerate(rule.points)]
    return tuple(sorted(ranked, key=lambda each: (-round(each.score, 6), each.place)))


def _weight(part: WeightedPart) -> float:
    """What a part of a question counts for a statement."""
    return part.weight * _KINDS.get(part.part.kind, 1.0) * (1.0 if part.part.free else _BESIDE)
