"""What a question is about in a game, and which of it a table or a calculator would have to say (問いと表)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import dropwhile, pairwise, zip_longest
from typing import Any

from rulesref.answers.beside_numbers import concepts_beside
from rulesref.answers.mentions import Numbers
from rulesref.answers.names import counts_how_many, forms, names_sides, ranks_in
from rulesref.answers.pieces import counts_things, is_person
from rulesref.answers.rewording import (
    added_up,
    of_each_side,
    repeated,
    rows_added_up,
    spread_out,
    without_party,
)
from rulesref.base.folding import (
    fold,
    folded_words,
    in_kana,
    is_katakana,
    kept,
    word_lists,
    words,
)
from rulesref.base.text import LANGS, narrow
from rulesref.model.game import Game
from rulesref.search.analysis import SHORT, Lexicon, latin_key, lookup_key, tokens_of
from rulesref.search.parts import ASKS_NUMBER, QueryPart, words_asked, words_of_groups
from rulesref.search.rank import WeightedPart

_SAYING = ("concept", "everyday", "asking", "manner", "latin", "kanji", "katakana")
#: Groups of everyday words that ask, or say nothing of what is asked.
_ASKING = ASKS_NUMBER | {"~gain", "~kinds", "~effect", "~where", "~own", "~win", "~put"}
#: What asks something else than what a row or a calculator says.
_BESIDE = ("everyday", "asking", "manner", "latin")
#: Groups of words for a kind of number.
KINDS = frozenset({"~cost", "~points"})
#: What is asked is no number.
_ELSE = frozenset({"~who", "~where", "~when", "~possible", "~must", "~optional"})
#: What there is more of than is used.
_LEFT = "~leftover"
#: They ask where a sheet speaks of the same, and not without it.
_NAMED = frozenset({_LEFT, "~win"})
#: A least or greatest number is asked for, or spoken of.
_BOUNDS = frozenset({"~limit", "~minimum"})
#: A name with so many spaces between its words is a long one.
_LONG = 3
#: A number of anything is asked for.
_ANY_NUMBER = "~how-many"
#: A question is surely about a sheet that has so many of its concepts.
SURE = 2


def _is_amount(text: str) -> bool:
    """Whether a text is a number of things and nothing else: 2個."""
    pieces = Numbers(text, {}).pieces
    if [piece.number is None for piece in pieces] != [False, True]:
        return False
    return counts_things(pieces[1]) and pieces[1].text not in words("persons")


@cache
def _asking_words() -> Lexicon:
    """The everyday words that ask for a number."""
    return Lexicon(_asking())


@kept
def _asking() -> Mapping[str, Sequence[str]]:
    meanings: dict[str, list[str]] = {}
    for lang in LANGS:
        for name, group in word_lists(lang, "everyday").items():
            if f"~{name}" in ASKS_NUMBER:
                for key in map(lookup_key, group):
                    # A few kana stand in many another word.
                    if len(key) > SHORT or not in_kana(key):
                        meanings.setdefault(key, []).append(name)
    return meanings


def wants_yes(question: str) -> bool:
    """Whether a question only asks whether something is so.

    >>> wants_yes("is a hat red"), wants_yes("what is a hat"), wants_yes("帽子いる？"), wants_yes("何がいる")
    (True, False, True, False)
    >>> wants_yes("I wear 5 hats - may I sell one?"), wants_yes("5 hats - 2 hats are what")
    (True, False)
    >>> wants_yes("when I wear 5 hats, do I get a ring?"), wants_yes("when do I score 5 hats, is it now?")
    (True, False)
    >>> wants_yes("帽子がないと何ももらえない？"), wants_yes("帽子で何もらえる")
    (True, False)
    >>> wants_yes("帽子が7つある、点は？"), wants_yes("5 hats and a ring, ok?"), wants_yes("5 hats, ok what now")
    (False, True, False)
    """
    breaks = r"[,.:;?!、。？！—]| [-–] "
    clauses = [clause.split() for clause in re.split(breaks, question.casefold())]
    more, ends = words("question-words"), words("yes-or-no")
    # A foreign word may sound like one that asks: ドゥ is no どう.
    folded = fold("".join(" " if is_katakana(char) else char for char in question))
    # What one gets, もらえる, begins as nothing does.
    folded = re.sub(rf"(?:{'|'.join(words('not-even'))})(?!ら)", " ", folded)
    if any(word in folded for word in more if not word.isascii()):
        return False
    joining = words("joining-words")
    # When I place it, can I … asks nothing by its when.
    if any(
        fold(word) in more and not (fold(word) in joining and behind and fold(behind) not in ends)
        for clause in clauses
        for word, behind in zip_longest(clause, clause[1:])
    ):
        return False
    endings = tuple(word for word in ends if not word.isascii())
    said = [clause for clause in clauses if clause]
    # Ok, it ends.
    if said[1:] and len(said[-1]) == 1 and fold(said[-1][0]) in words("possible", "everyday"):
        return True
    # English asks where a clause begins, Japanese where the question ends.
    return any(fold(clause[0]) in ends for clause in said) or any(
        fold(clause[-1]).endswith(endings) and not is_katakana(clause[-1][-1])
        for clause in said[-1:]
    )


def asks_rate(question: str) -> bool:
    """Whether a question asks how many of something one point is for.

    >>> asks_rate("帽子何個で1点？"), asks_rate("how many hats make one point"), asks_rate("帽子7個で何点")
    (True, True, False)
    """
    asking = "|".join(word for word in words("asking") if not word.isascii())
    return bool(
        re.search(rf"(?:{asking})[^、。,\d]*?で[1１一](?:勝利)?点", question)
        or re.search(r"(?i)\bhow many\b.*\b(?:a|one|1)(?: [a-z]+)? point\b", question)
    )


class ParsedQuestion:
    """A question and the game that it is about: what of it a calculator or a table must be about."""

    def __init__(self, text: str, game: Game, parts: Sequence[WeightedPart]) -> None:
        self.text = text
        self.game = game
        self.lexicon = lexicon = words_asked(game, [weighted.part for weighted in parts])
        # Many sheets have the same words, and many rows of one.
        self._called = cache(self._forms_and_terms)
        self._tokens = cache(lambda text: tokens_of(text, lexicon, _asking_words()).keys())
        self.concepts = {
            part.part.tokens: part.part.text for part in parts if part.part.kind == "concept"
        }
        named = {token for tokens in self.concepts for token in tokens}
        #: Whether a word has something of a concept.
        self._shared = cache(lambda word: not named.isdisjoint(self._tokens(word)))
        self.parts = parts
        inside = [text for text in self.concepts.values() if " " in text or not text.isascii()]
        #: The groups and words of what says something of its own: 点 does, the limit of an age limit does not.
        self.asks = {
            token
            for part in parts
            for token in part.part.tokens
            if not _only_leads(part.part)
            and (
                part.part.kind != "echo"
                or not any(_within(part.part.text, concept) for concept in inside)
            )
        }

        self.asks |= self._asked_within()
        #: Which places of an order it speaks of, and how.
        self.ranks = ranks_in([text])
        #: The numbers in words that mean something by themselves: ２個目, a pair.
        self.bound = {
            piece.number
            for part in parts
            if part.part.kind in ("concept", "everyday")
            for piece in Numbers(part.part.text, {}).pieces
            if piece.number is not None and not _is_amount(part.part.text)
        }

    def _asked_within(self) -> set[str]:
        """What kinds of number longer words ask for: the last word of a concept, and what is counted behind 何."""
        ends = [text.split(" ")[-1] for text in self.concepts.values() if " " in text]
        asked = KINDS & self.said_in(ends)
        folded = fold(self.text)
        counted = [*words("things"), *words("counters"), *self.concepts.values()]
        asking = [word for word in words("asking") if not word.isascii()]
        # How many turns is a word of its own for how long.
        within = {fold(part.part.text) for part in self.parts if part.part.kind == "phrase"}
        counts = any(word + fold(unit) in folded for word in asking for unit in counted)
        # So is what nobody knows: 何ギルダー.
        behind = [word for word in asking if word in self.text]
        counts = counts or any(re.search(f"{word}[ァ-ヴ]", self.text) for word in behind)
        counts = counts or self._asks_which()
        # How many there are in all is asked by that alone: hats total.
        alone = self.asks.isdisjoint(_ASKING | _ELSE) and self._says("in-all")
        if counts or alone or within & words(_ANY_NUMBER[1:], "everyday"):
            return {*asked, _ANY_NUMBER}
        return {*asked}

    def _asks_which(self) -> bool:
        """Whether it asks, in Latin letters, for the number of what is counted from the first on: on which space."""
        counted = {latin_key(word) for word in words("counted-from-one")}
        said = folded_words(self.text)
        return any(
            ask in words("asks-which") and latin_key(unit) in counted
            for ask, unit in pairwise(said)
        )

    def asks_how_many(self, names: Iterable[str]) -> bool:
        """Whether it asks how many there are of what has these names: 何段, how many steps."""
        told = fold(self.text) + "\n" + "".join(map(latin_key, folded_words(self.text)))
        asking = [word for word in words("asking") if not word.isascii()]
        asking += [word for word in words(_ANY_NUMBER[1:], "everyday") if word.isascii()]
        units = [
            latin_key(form) if form.isascii() else fold(form) for n in names for form in forms(n)
        ]
        return any(word + unit in told for word in asking for unit in units)

    @property
    def adds(self) -> bool:
        """Whether it asks for what several things come to together."""
        return self._says("together")

    @property
    def adding(self) -> set[str]:
        """The tokens of the words by which it adds things up."""
        adding = words("together") | words("adding")
        parts = [(fold(part.part.text), part.part.tokens) for part in self.parts]
        # 合わせ is 合わせて.
        said = [
            tokens
            for text, tokens in parts
            if text in adding or (not text.isascii() and any(w.startswith(text) for w in adding))
        ]
        return {token for tokens in said for token in tokens}

    def _says(self, name: str) -> bool:
        """Whether it has one of these words."""
        spaced = f" {' '.join(folded_words(self.text))} "
        return any(
            f" {word} " in spaced if word.isascii() else word in fold(self.text)
            for lang in LANGS
            for word in word_lists(lang, "words")[name]
        )

    @property
    def outermost(self) -> Callable[[Iterable[Any]], Any] | None:
        """Which one of a row of steps it speaks of, the greatest or the least; None for neither."""
        for group, of in (("topmost", max), ("undermost", min)):
            if self._says(group):
                return of
        return None

    def ends_with(self, texts: Iterable[str]) -> bool:
        """Whether what it ends with is one of its concepts that stand in these texts: 置く帽子は？."""
        said = self.said_in(texts)
        folded = fold(self.text)
        behind = (_behind(fold(text), folded) for text in self.concepts.values())
        rest = min(behind, key=len, default=folded)
        last = [t for t in self.concepts if _behind(fold(self.concepts[t]), folded) == rest]
        plain = len(rest) <= SHORT and not any(map(str.isdigit, rest))
        return plain and any(not said.isdisjoint(tokens) for tokens in last)

    def begins_with(self, texts: Iterable[str]) -> bool:
        """Whether a clause begins with one of its concepts that stand in these texts: cost of 3 hats, what is my cost."""
        said = self.said_in(texts)
        aside = words("stop-words") | words("question-words")
        clauses = (folded_words(clause) for clause in re.split(r"[,.:;?!]", self.text))
        begins = [
            f"{' '.join(map(latin_key, dropwhile(aside.__contains__, clause)))} "
            for clause in clauses
        ]
        return self.text.isascii() and any(
            not said.isdisjoint(tokens)
            for tokens, concept in self.concepts.items()
            if any(begin.startswith(f"{concept} ") for begin in begins)
        )

    def calls(self, names: Iterable[str]) -> bool:
        """Whether it begins with one of these names, or ends with a long one: 帽子の値段は3人だと.

        A short name stands in many a question that asks something else.
        """
        text, folded = " ".join(map(latin_key, folded_words(self.text))), fold(self.text)
        latin = [folded_words(name) for name in names if name.isascii()]
        keys = [" ".join(map(latin_key, said)) for said in latin if len(said) > 1]
        return any(
            text.startswith(f"{key} ") or (key.count(" ") >= _LONG and text.endswith(f" {key}"))
            for key in keys
        ) or any(
            folded.startswith(fold(name))
            for name in names
            if len(name) > SHORT + 1 and not name.isascii()
        )

    def asks_as(self, texts: Iterable[str]) -> bool:
        """Whether it speaks of what is left or who wins, as one of these texts does: 帽子2個を置いた、残りは？."""
        said = [fold(text) for text in texts]
        return any(
            word in text
            for group in _NAMED & self.asks
            if group != _LEFT or not self._are_given(words(group[1:], "everyday"))
            for word in words(group[1:], "everyday")
            for text in said
        )

    def _are_given(self, group: Iterable[str]) -> bool:
        """Whether it says by these words how many there are, and asks for no number by them: three hats unplaced, how many …."""
        said = [word for word in group if word.isascii() and word in self.text.casefold()]
        if not said:
            return False
        told = rf"(?i)\b(?:\d+|{'|'.join(words('numbers'))}) (?:\w+ )?(?:{'|'.join(said)})\b"
        rest = re.sub(told, "", self.text).casefold()
        return not any(word in rest for word in said)

    @property
    def asks_by_name(self) -> bool:
        """Whether it speaks of what a sheet has by its name alone: what is left, who wins."""
        return not _NAMED.isdisjoint(self.asks)

    @property
    def asks_else(self) -> bool:
        """Whether it asks who, where, when or whether, and for no number."""
        return self.asks.isdisjoint(ASKS_NUMBER) and not self.asks.isdisjoint(_ELSE)

    @property
    def asks_nothing(self) -> bool:
        """Whether no word of it asks anything, as in a look into a table: 帽子 3人."""
        return self.asks.isdisjoint(_ASKING | _ELSE)

    @property
    def lacks(self) -> bool:
        """Whether it says that there is none of something."""
        folded = fold(self.text)
        said = [word for word in words("lacking") if not word.isascii() and len(word) > SHORT]
        return any(word in folded for word in (*words("none"), *said)) or any(
            piece.number == 0 for piece in self.unnamed.pieces
        )

    @cached_property
    def unnamed(self) -> Numbers:
        """Its numbers, of whatever they are."""
        return Numbers(self.text, {})

    @cached_property
    def beside_numbers(self) -> tuple[Sequence[frozenset[str]], frozenset[str]]:
        """Of each of its numbers the concepts right beside it, and the concepts of which it asks how many."""
        called = {
            tokens: [
                word
                for term in filter(None, (self.game.term(token[1:]) for token in tokens))
                for word in (*term.name, *term.synonyms[0], *term.synonyms[1])
            ]
            for tokens in self.concepts
        }
        return concepts_beside(self.text, called)

    @property
    def only_counts(self) -> bool:
        """Whether it asks how many there are of something, and for no points or costs."""
        return _ANY_NUMBER in self.asks and self.asks.isdisjoint(KINDS)

    @property
    def counts_pieces(self) -> bool:
        """Whether it asks how many there are by a counter of things: 何枚."""
        things = "|".join(word for word in words("things") if not word.isascii())
        return self.only_counts and bool(re.search(rf"何(?:{things})", self.text))

    def kinds_in(self, texts: Iterable[str]) -> frozenset[str]:
        """Of which kinds of number these texts speak, whatever the question asks."""
        lexicon = words_of_groups(KINDS)
        return KINDS & {token for text in texts for token in tokens_of(text, Lexicon({}), lexicon)}

    @property
    def of_one(self) -> bool:
        """Whether it asks how many there are for each: 一人何枚, which no sheet has unless it says so."""
        pieces = self.unnamed.pieces
        return any(
            one.number == 1
            and thing.means("counter")
            and asking.glued  # 1枚、何点 asks of no one
            and fold(asking.text) in words("asking")
            for one, thing, asking in zip(pieces, pieces[1:], pieces[2:], strict=False)
        )

    @property
    def says_one_player(self) -> bool:
        """Whether it speaks of one player, and of no game of one: how many hats may one player have."""
        pieces = Numbers(without_party(self.text), {}).pieces
        return any(
            one.number == 1 and fold(person.text) in words("persons")
            for one, person in pairwise(pieces)
        )

    def names(self, words: Iterable[str]) -> tuple[str, ...]:
        """Everything that what has these names may be called in the question.

        What they count (人 of 人数), what stands before brackets, and the other words for the same term.
        """
        return tuple(dict.fromkeys(form for word in words for form in self._called(word)))

    def _forms_and_terms(self, word: str) -> tuple[str, ...]:
        plain = dict.fromkeys(forms(word))
        # A single kanji may well be part of another word: 人 of 人数 is no worker.
        terms = {term for form in plain if len(form) > 1 for term in self._meant_by(form)}
        for term in terms:
            found = self.game.term(term)
            if found:
                plain |= dict.fromkeys((*found.name, *found.synonyms[0], *found.synonyms[1]))
        return tuple(plain)

    def _meant_by(self, form: str) -> Sequence[str]:
        """The terms of the question that a word can mean; what one is called first of all is no other one."""
        key = lookup_key(form)
        meant = self.lexicon.words.get(key, ())
        if not meant:
            return meant
        called = {
            term.id for term in self.game.terms_called(form) if key in map(lookup_key, term.name)
        }
        return [term for term in meant if not called or term in called]

    def numbers(
        self,
        wholes: Mapping[str, Sequence[str]],
        codes: Mapping[str, Sequence[str]],
        *,
        added: bool = False,
        sides: bool = False,
        spread: bool = False,
    ) -> Numbers:
        """The question's names and numbers: of what has a number, and of what is chosen by name.

        ``added``: 2+1 is three; ``sides``: so are three ones, since it is what each side has;
        ``spread``: 1 to 3 is 1, 2 and 3.
        """
        named = {name: self.names(words) for name, words in wholes.items()}
        for name, text in self._called_by_concepts(wholes):
            named[name] += (text,)
        # Red 5 in all is 5.
        text = re.sub(rf"が?(?:{'|'.join(words('sum'))})(?=\d)", "", self.text)
        text = of_each_side(text) if sides else text
        text = added_up(text) if added or sides else text
        text = rows_added_up(text) if added else text
        text = repeated(spread_out(text)) if spread else text
        return Numbers(text, {**named, **codes}, self.bound, self.concepts.values())

    def _called_by_concepts(self, wholes: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
        """The forms of words in the question that a sheet lacks, each with the one that it means: 降りてる for パスした人数."""
        # Most have no word of it.
        wholes = {name: spelt for name, spelt in wholes.items() if any(map(self._shared, spelt))}
        if not wholes:
            return
        # What is called by who has it is not told by the word for it.
        apart = {name for name, spellings in wholes.items() if names_sides(spellings)}

        @cache
        def said(name: str, *, latin: bool) -> set[str]:
            # In its own language: the kanji of one word stand in many another.
            own = [w for w in wholes[name] if w.isascii() == latin]
            return self.said_in(w for w in own if fold(w) not in words("opposing"))

        for tokens, text in self.concepts.items():
            like: dict[int, list[str]] = {}
            told: list[set[str]] = []
            which = text in words("ordinals")
            for name in wholes:
                if name in apart or (which and any(map(counts_how_many, wholes[name]))):
                    continue
                here = said(name, latin=text.isascii())
                if not here.isdisjoint(tokens):
                    # Of sold wood and bought wood the one whose other words are said as well.
                    like.setdefault(len(here & self.asks), []).append(name)
                    told.append(here)
            closest = like[max(like)] if like and not self._told_apart(told) else []
            if len(closest) == 1:
                yield closest[0], text

    def _told_apart(self, told: Sequence[set[str]]) -> bool:
        """Whether several that share a word are each told by a concept of its own: the hat's row and the ring's row."""
        of_all = [token for said in told for token in said]
        own = [[token for token in said if of_all.count(token) == 1] for said in told]
        named = {token for tokens in self.concepts for token in tokens}
        return sum(not named.isdisjoint(tokens) for tokens in own) >= SURE

    def wants(self, numbers: Numbers) -> bool:
        """Whether it asks for a number: it says so, or has digits and does not ask whether something may be done."""
        return not wants_yes(self.text) and (
            bool(self.asks & ASKS_NUMBER) or (numbers.any and "~possible" not in self.asks)
        )

    def suits(
        self, said: Collection[str], *, bounded: bool = False, own: Collection[str] = ()
    ) -> bool:
        """Whether what has ``said`` this has numbers of the kind that is asked for.

        ``bounded``: a least or greatest number is only spoken of: with no more than 3. Where a question speaks of what
        this is called, which says ``own``, a word like いくら asks for its number, whatever that is.
        """
        asking = [
            (fold(part.part.text), tokens)
            for part in self.parts
            if part.part.free and (tokens := self.asks & ASKS_NUMBER & {*part.part.tokens})
        ]
        if bounded:
            asking = [each for each in asking if not each[1] <= _BOUNDS] or asking
        named = any(token[0] in "@~" for token in self.asks.intersection(own) - ASKS_NUMBER)
        called = named and not self.asks >= KINDS
        return all(
            _ANY_NUMBER in tokens
            or not tokens.isdisjoint(said)
            or (called and text in words("asking"))
            for text, tokens in asking
        )

    def lacks_points(self, said: Collection[str]) -> bool:
        """Whether it asks for points, and what has ``said`` this speaks of none."""
        points = words("points", "everyday")
        called = [tokens for tokens, text in self.concepts.items() if fold(text) in points]
        return "~points" in self.asks and not {"~points"}.union(*called) & {*said}

    def strange(self, said: Collection[str], known: Container[int], numbers: Numbers) -> float:
        """Which share of the question is not ``said``, nor among the parts that are ``known``, nor asks for it."""
        whole = against = 0.0
        for n, part in enumerate(self.parts):
            tokens, kind = part.part.tokens, part.part.kind
            text = part.part.text
            if kind == "latin" and is_person(text, self.text):
                continue
            if text in words("sum") and re.search(rf"{text}\d", narrow(self.text)):
                continue
            if part.part.free and kind in _SAYING and not numbers.covers(part.part.text):
                whole += part.weight
                # The word itself may stand there as well: it means more than a group of words does.
                word = tokens_of(part.part.text)
                tells = (
                    n in known
                    or any(token in said for token in tokens)
                    or all(token in said for token in word)
                )
                if not tells and _ASKING.isdisjoint(tokens):
                    against += part.weight
        return against / whole if whole else 0.0

    def plain(self, said: Collection[str], numbers: Numbers) -> bool:
        """Whether it asks for a number, or says nothing but names and numbers, as a look into a table does."""
        return bool(self.asks & ASKS_NUMBER) or all(
            not _ASKING.isdisjoint(part.part.tokens)
            or numbers.covers(part.part.text)
            or all(token in said for token in tokens_of(part.part.text))
            for part in self.parts
            if part.part.free and part.part.kind in _BESIDE
        )

    def unasked(self, name: Iterable[str]) -> int:
        """Of how many kinds of numbers a name speaks that are not asked for."""
        return len((KINDS & self.said_in(name)) - self.asks)

    def titled(self, title: Iterable[str]) -> int:
        """How many of its everyday words a title has, whatever they ask."""
        lexicon = words_of_groups(self.asks)
        tokens = {token for text in title for token in tokens_of(text, Lexicon({}), lexicon)}
        return len(tokens & self.asks)

    def said_in(self, texts: Iterable[str]) -> set[str]:
        """The concepts of the question that stand in these texts."""
        return set().union(*map(self._tokens, texts))

    def literal(self, name: Iterable[str]) -> int:
        """How many concepts with a number in them a name has word for word: 2位."""
        folded = [fold(text) for text in name]
        texts = {part.part.text for part in self.parts}
        # Of 1位2位3位 the first alone is a part of the question.
        texts |= {text for text in folded if text in fold(self.text)}
        told = [t for t in texts if any(map(str.isdigit, t)) and not t.isdigit()]
        literal = sum(any(text in each for each in folded) for text in told)
        return literal or len(self.ranks.keys() & ranks_in(name).keys())

    def about(self, said: Collection[str]) -> int:
        """How many of its concepts are ``said``."""
        return sum(any(token in said for token in tokens) for tokens in self.concepts)

    def lacking(self, said: Collection[str], numbers: Numbers) -> list[str]:
        """The concepts of the question that are not said, and are no name with a number either."""
        return [
            text
            for tokens, text in self.concepts.items()
            if not any(token in said for token in tokens) and not numbers.covers(text)
        ]


def _only_leads(part: QueryPart) -> bool:
    """Whether a part is a few kana that ask for a number and stand in many a sentence that does not: レベル2まで, 2個しか."""
    few = len(part.text) <= SHORT and in_kana(part.text)
    return few and part.kind == "everyday" and ASKS_NUMBER.issuperset(part.tokens)


def _behind(word: str, text: str) -> str:
    """What stands in a text behind the last place of a word, all of it where there is none."""
    return text.rpartition(word)[2]


def _within(word: str, concept: str) -> bool:
    """Whether a word is a piece of a longer one."""
    return latin_key(word) in concept.split(" ")[1:] if word.isascii() else word in concept[:-1]
