"""What a question is about in a game, and which of it a table or a calculator would have to say (問いと表)."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cache

from rulesref.answers.inputs import Numbers, forms
from rulesref.answers.statements import ASKS_NUMBER, words_asked
from rulesref.base.folding import word_lists
from rulesref.base.text import LANGS
from rulesref.model.game import Game
from rulesref.search.analysis import Lexicon, key_of, latin_key, tokens_of
from rulesref.search.rank import WeightedPart

_SAYING = ("concept", "everyday", "asking", "latin", "kanji", "katakana")
#: Groups of everyday words that ask, or say nothing of what is asked.
_ASKING = ASKS_NUMBER | {"~gain", "~kinds", "~effect", "~where", "~own", "~win", "~put"}
#: A number of anything is asked for.
_ANY_NUMBER = "~how-many"
#: The most of something is asked for.
_MOST = "~limit"


@cache
def _asking_words() -> Lexicon:
    """The everyday words that ask for a number."""
    meanings: dict[str, list[str]] = {}
    for lang in LANGS:
        for name, words in word_lists(lang, "everyday").items():
            if f"~{name}" in ASKS_NUMBER:
                for word in words:
                    meanings.setdefault(key_of(word), []).append(name)
    return Lexicon(meanings)


class Inquiry:
    """A question and the game that it is about: what of it a calculator or a table must be about."""

    def __init__(self, text: str, game: Game, parts: Sequence[WeightedPart]) -> None:
        self.text = text
        self.game = game
        self.lexicon = words_asked(game, parts)
        self.concepts = {
            part.part.tokens: part.part.text for part in parts if part.part.kind == "concept"
        }
        self.parts = parts
        inside = [text for text in self.concepts.values() if " " in text or not text.isascii()]
        #: The groups and words of what says something of its own: 点 does, the mine of a gold mine does not.
        self.asks = {
            token
            for part in parts
            for token in part.part.tokens
            if part.part.kind != "echo"
            or not any(_within(part.part.text, concept) for concept in inside)
        }

    def names(self, words: Iterable[str]) -> tuple[str, ...]:
        """Everything that what has these names may be called in the question.

        What they count (人 of 人数), what stands before brackets, and the other words for the same term.
        """
        words = [*words]
        plain = {form: None for word in words for form in forms(word)}
        for term in {term for word in plain for term in self.lexicon.words.get(key_of(word), ())}:
            found = self.game.term(term)
            if found:
                plain |= dict.fromkeys((*found.name, *found.synonyms[0], *found.synonyms[1]))
        return tuple(plain)

    def numbers(
        self, wholes: Mapping[str, Sequence[str]], codes: Mapping[str, Sequence[str]]
    ) -> Numbers:
        """The question's names and numbers: of what has a number, and of what is chosen by name."""
        named = {name: self.names(words) for name, words in wholes.items()}
        # A question has forms of a word that its sheet lacks: 降りてる for パスした人数.
        for tokens, text in self.concepts.items():
            like: dict[int, list[str]] = {}
            for name, words in wholes.items():
                said = self.said_in(words)
                if not said.isdisjoint(tokens):
                    # Of sold wood and bought wood the one whose other words are said as well.
                    like.setdefault(len(said & self.asks), []).append(name)
            closest = like[max(like)] if like else []
            if len(closest) == 1:
                named[closest[0]] += (text,)
        return Numbers(self.text, {**named, **codes})

    def wants(self, numbers: Numbers) -> bool:
        """Whether it asks for a number: it says so, or has digits and does not ask whether something may be done."""
        return bool(self.asks & ASKS_NUMBER) or (numbers.any and "~possible" not in self.asks)

    def suits(self, said: Collection[str], title: Iterable[str]) -> bool:
        """Whether what has ``said`` this has numbers of the kind that is asked for, and the most of something only if that is."""
        asking = [
            tokens
            for part in self.parts
            if part.part.free and (tokens := ASKS_NUMBER.intersection(part.part.tokens))
        ]
        return all(
            _ANY_NUMBER in tokens or not tokens.isdisjoint(said) for tokens in asking
        ) and (_MOST in self.asks or _MOST not in self.said_in(title))

    def strange(self, said: set[str], known: Container[int], numbers: Numbers) -> float:
        """Which share of the question is not ``said``, nor among the parts that are ``known``, nor asks for it."""
        whole = against = 0.0
        for n, part in enumerate(self.parts):
            tokens, kind = part.part.tokens, part.part.kind
            if part.part.free and kind in _SAYING and not numbers.covers(part.part.text):
                whole += part.weight
                if n not in known and said.isdisjoint(tokens) and _ASKING.isdisjoint(tokens):
                    against += part.weight
        return against / whole if whole else 0.0

    def said_in(self, texts: Iterable[str]) -> set[str]:
        """The concepts of the question that stand in these texts."""
        return {token for text in texts for token in tokens_of(text, self.lexicon, _asking_words())}

    def lacking(self, said: set[str], numbers: Numbers) -> list[str]:
        """The concepts of the question that are not said, and are no name with a number either."""
        return [
            text
            for tokens, text in self.concepts.items()
            if said.isdisjoint(tokens) and not numbers.covers(text)
        ]


def _within(word: str, concept: str) -> bool:
    """Whether a word is a piece of a longer one."""
    return latin_key(word) in concept.split(" ")[1:] if word.isascii() else word in concept[:-1]
