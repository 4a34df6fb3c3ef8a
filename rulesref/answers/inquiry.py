"""What a question is about in a game, and which of it a table or a calculator would have to say (問いと表)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import dropwhile, pairwise
from typing import TYPE_CHECKING, Any

from rulesref.answers.inputs import (
    Numbers,
    counts_how_many,
    counts_things,
    forms,
    is_person,
    names_sides,
)
from rulesref.base.folding import (
    fold,
    folded_words,
    in_kana,
    is_katakana,
    word_lists,
    words,
)
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS, narrow
from rulesref.fields.cutting import kanji_number
from rulesref.model.entries import Row, Table
from rulesref.model.game import Game
from rulesref.search.analysis import SHORT, Lexicon, key_of, latin_key, tokens_of
from rulesref.search.query import ASKS_NUMBER, QueryPart, words_asked, words_of_groups
from rulesref.search.rank import WeightedPart

if TYPE_CHECKING:
    from rulesref.scoring.calculators import Answer

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
#: Of one level there are no more.
_OFTEN = 6
#: A name with so many spaces between its words is a long one.
_LONG = 3
#: A number of anything is asked for.
_ANY_NUMBER = "~how-many"
#: What is done with not even one of something is said in so many characters.
_VERB = 6
#: So many numbers are a pair, and so many a row.
_PAIR, _ROW = 2, 3
#: From one number to another are no more than so many steps.
_SPAN = 10


def _digits(question: str) -> int:
    """How many numbers in digits there are."""
    return len(re.findall(r"\d+", question))


def added_up(question: str) -> str:
    """A question with the sums of two numbers for them.

    >>> added_up("4+3 for me, 0+1+2"), added_up("2 hats + 1")
    ('7 for me, 0+1+2', '2 hats + 1')
    """
    # That a pattern is not needed is known sooner than it is made, here and below.
    if "+" not in narrow(question):
        return question
    return re.sub(
        r"(?<![\d+])(\d{1,3}) ?[+＋] ?(\d{1,3})(?!\d| ?[+＋])",
        lambda match: str(int(match[1]) + int(match[2])),
        question,
    )


def rows_added_up(question: str) -> str:
    """A question with the sum of three or more numbers in a row for them.

    >>> rows_added_up("we hold 2, 3 and 1 hats"), rows_added_up("帽子2個、3個と1個"), rows_added_up("levels 3/2/1/0")
    ('we hold 6 hats', '帽子6個', 'levels 6')
    >>> rows_added_up("2 and 3 hats"), rows_added_up("2 hats, 3 rings and 1 cap")
    ('2 and 3 hats', '2 hats, 3 rings and 1 cap')
    """
    if _digits(question) < _ROW:
        return question
    adding = "|".join(re.escape(word) for word in sorted(words("adding"), key=len, reverse=True))
    things = "|".join(word_lists("ja", "words")["things"])
    number = rf"\d{{1,2}}(?:{things})?"
    return re.sub(
        rf"(?<![\d.])\d{{1,2}}({things})?(?:(?:[ ,、/・]|{adding})+{number}){{2,}}(?![\d.])",
        lambda match: f"{sum(map(int, re.findall(r'[0-9]+', match[0])))}{match[1] or ''}",
        question,
    )


def spread_out(question: str) -> str:
    """A question with all the numbers from one to another, and without how many stand at each where it is one.

    >>> spread_out("spots 0 to 3"), spread_out("2番から4番まで"), spread_out("5 to 3"), spread_out("2番に1個と3番に1個")
    ('spots 0, 1, 2, 3', '2、3、4番まで', '5 to 3', '2番と3番')
    """
    spans = ("|".join(word_lists(lang, "words")["spans"]) for lang in LANGS)
    which, things = "|".join(words("ordinals")), "|".join(word_lists("ja", "words")["things"])
    question = narrow(question)
    if "に" in question:
        question = re.sub(rf"(?<=\d)({which})に(?:1|一)(?:{things})", r"\1", question)
    if _digits(question) < _PAIR:
        return question

    def spread(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2])
        between = ", " if question.isascii() else "、"
        row = between.join(map(str, range(first, last + 1)))
        return row if first < last <= first + _SPAN else match[0]

    return re.sub(
        rf"(?<!\d)(\d{{1,2}})(?:{which})? ?(?:{'|'.join(spans)}) ?(\d{{1,2}})(?!\d)",
        spread,
        question,
    )


def of_each_side(question: str) -> str:
    """A question with what a side has of several that are alike as one number.

    >>> of_each_side("Ann two 3s, me a single 4"), of_each_side("俺3を2つ、相手4"), of_each_side("3 of us: 7 5 2")
    ('Ann 6, me 4', '俺6、相手4', '3 of us: 7 5 2')
    """
    spelt = {w: n for n, w in enumerate(word_lists("en", "words")["numbers"], 1)}
    number = rf"(\d|{'|'.join(spelt)})"
    question = re.sub(r"(?i)\b(?:an?|one)(?: single)? (?=\d)|\bsingle (?=\d)", "", question)
    # 7 5 are two numbers.
    question = re.sub(
        rf"(?i)\b{number} (\d)(?:'?s|(?<=[a-z] \d))\b",
        lambda m: str((spelt.get(m[1].lower()) or int(m[1])) * int(m[2])),
        question,
    )
    return re.sub(r"(\d)[をが](\d)[つ個]", lambda m: str(int(m[1]) * int(m[2])), question)


def _is_amount(text: str) -> bool:
    """Whether a text is a number of things and nothing else: 2個."""
    pieces = Numbers(text, {}).pieces
    if [piece.number is None for piece in pieces] != [False, True]:
        return False
    return counts_things(pieces[1]) and pieces[1].text not in words("persons")


@cache
def _asking_words() -> Lexicon:
    """The everyday words that ask for a number."""
    meanings: dict[str, list[str]] = {}
    for lang in LANGS:
        for name, group in word_lists(lang, "everyday").items():
            if f"~{name}" in ASKS_NUMBER:
                for key in map(key_of, group):
                    # A few kana stand in many another word.
                    if len(key) > SHORT or not in_kana(key):
                        meanings.setdefault(key, []).append(name)
    return Lexicon(meanings)


def wants_yes(question: str) -> bool:
    """Whether a question only asks whether something is so.

    >>> wants_yes("is a hat red"), wants_yes("what is a hat"), wants_yes("帽子いる？"), wants_yes("何がいる")
    (True, False, True, False)
    >>> wants_yes("帽子が7つある、点は？"), wants_yes("5 hats and a ring, ok?"), wants_yes("5 hats, ok what now")
    (False, True, False)
    """
    clauses = [clause.split() for clause in re.split(r"[,.:;?!、。？！]", question.casefold())]
    more, ends = words("question-words"), words("yes-or-no")
    # A foreign word may sound like one that asks: ドゥ is no どう.
    folded = fold("".join(" " if is_katakana(char) else char for char in question))
    if any(word in folded for word in more if not word.isascii()):
        return False
    if any(fold(word) in more for clause in clauses for word in clause):
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


@cache
def _rank() -> tuple[re.Pattern[str], dict[str, int]]:
    """How people say who comes where in an order: 3rd, third, 三番手; and the words that are numbers of it."""
    number = {
        word: n
        for lang in LANGS
        for n, word in enumerate(word_lists(lang, "words").get("ranked", ()), 1)
    }
    behind = "|".join(sorted(words("ranks") | words("ordinals"), key=len, reverse=True))
    kanji = "".join(word_lists("ja", "words")["kanji-numbers"])
    spelt = "|".join(sorted(number, key=len, reverse=True))
    return re.compile(
        rf"(?<![\d{kanji}])(\d{{1,2}}|[{kanji}]{{1,3}})(?:{behind})|\b(?:{spelt})\b"
    ), number


def ranks_in(texts: Iterable[str]) -> dict[int, list[str]]:
    """Which places of an order are spoken of, and how.

    >>> ranks_in(["1位と二番手"]), ranks_in(["3rd hat, Third"])
    ({1: ['1位'], 2: ['二番手']}, {3: ['3rd', 'third']})
    """
    pattern, number = _rank()
    ranks: dict[int, list[str]] = {}
    for text in texts:
        for match in pattern.finditer(narrow(text).casefold()):
            told = match[1]
            n = (
                number[match[0]]
                if told is None
                else int(told)
                if told.isdigit()
                else kanji_number(told)
            )
            if n is not None:
                ranks.setdefault(n, []).append(match[0])
    return ranks


class Inquiry:
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
        counts = counts or any(re.search(f"{word}[ァ-ヴ]", self.text) for word in asking)
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
        asking = [fold(word) for word in words("asking") if not word.isascii()]
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
            fold(word) in text
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
        key = key_of(form)
        meant = self.lexicon.words.get(key, ())
        if not meant:
            return meant
        called = {term.id for term in self.game.terms_called(form) if key in map(key_of, term.name)}
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


def counted(question: str) -> str:
    """A question whose counters behind digits are in kanji.

    >>> counted("4まいと2い、3れつ目"), counted("3こ"), counted("2いる")
    ('4枚と2位、3列目', '3個', '2いる')
    """
    if not re.search(r"\d[ぁ-ん]", question):
        return question
    lists = word_lists("ja", "words")
    kanji = dict(zip(lists["counters-in-kana"], lists["counters-of-kana"], strict=True))
    other = "|".join(lists["behind-no-counter"])
    return re.sub(rf"(?<=\d)({'|'.join(kanji)})(?!{other})", lambda m: kanji[m[1]], question)


def none_of(question: str) -> str:
    """A question that says of what there is not one that there are none, and of the last one no number.

    >>> none_of("帽子が1個も無いと"), none_of("帽子が一つもない"), none_of("帽子1個もある"), none_of("最後の一個の帽子")
    ('帽子が0個と', '帽子が0つ', '帽子1個もある', '最後の帽子')
    >>> none_of("帽子を1個もかぶってない人")
    '帽子を0個人'
    """
    lists = word_lists("ja", "words")
    counters, lacking = ("|".join(lists[name]) for name in ("things", "not-one"))
    for last in lists["last-one"]:
        if last in question:
            question = re.sub(rf"({last})[1１一](?:{counters})の?", r"\1", question)
    if "も" not in question:
        return question
    # What one has not even one of may be built, held or placed.
    verb = rf"[^\d、。,.?？]{{0,{_VERB}}}?"
    return re.sub(rf"[1１一]({counters})も{verb}(?:{lacking})", r"0\1", question)


def out_of(question: str) -> str:
    """A question that does not say of how many something are so many.

    >>> out_of("two of my four hats"), out_of("帽子4つのうち3つ")
    ('two of my hats', '帽子のうち3つ')
    """
    before, behind = (word_lists(lang, "words")["out-of"] for lang in ("en", "ja"))
    if any(word in question.casefold() for word in before):
        number = rf"(?:\d{{1,2}}|{'|'.join(words('numbers'))})"
        said = rf"(?i)\b({number} (?:{'|'.join(before)})) {number}\b"
        question = re.sub(said, r"\1", question)
    if any(word in question for word in behind):
        counters, of = "|".join(words("things")), "|".join(behind)
        said = rf"(?:\d{{1,2}}|[一-十])(?:{counters})({of})(?=\d|[一-十])"
        question = re.sub(said, r"\1", question)
    return question


def without_party(question: str) -> str:
    """A question that does not say how many play.

    >>> without_party("3人プレイだと帽子は"), without_party("three of us, how many hats"), without_party("2人パス")
    ('帽子は', ' how many hats', '2人パス')
    >>> without_party("hats with 4 players"), without_party("two players tie"), without_party("two of us tie")
    ('hats', 'two players tie', 'two of us tie')
    """
    ja, en = (word_lists(lang, "words") for lang in ("ja", "en"))
    many = "|".join((r"\d{1,2}", *en["numbers"], *ja["kanji-numbers"]))
    if any(word in question for word in ja["persons"]):
        persons, party = "|".join(ja["persons"]), "|".join(ja["party"])
        behind = "|".join((*ja["particles"], "、"))
        question = re.sub(rf"(?:{many})(?:{persons})(?:{party})+(?:{behind})?", "", question)
    if not re.search("[A-Za-z]", question):
        return question
    # Three of us who do something are not all who play.
    of_us = rf"(?:{many}) (?:{'|'.join(en['party-of'])})(?=[,:;.?!]|$)"
    who, before = "|".join(words("persons") - words("we")), "|".join(en["party-before"])
    said = rf"(?:{before}) (?:{many})[- ]?(?:{who})(?: (?:{'|'.join(en['playing'])}))?"
    return re.sub(rf"(?i) ?\b(?:{of_us}|{said}),?(?![\w-])", "", question)


def repeated(question: str) -> str:
    """A question that says so many times what there are several of at one level.

    >>> repeated("two level 3 hats"), repeated("both the 7s"), repeated("two sixes")
    ('level 3, level 3 hats', '7, 7', '6, 6')
    >>> repeated("レベル9の帽子を2つ、指輪2つ"), repeated("レベル9が1つとレベル2が2つ")
    ('レベル9、レベル9の帽子、指輪2つ', 'レベル9とレベル2、レベル2')
    """
    spelt = {w: n for n, w in enumerate(word_lists("en", "words")["numbers"], 1)} | {"both": 2}
    many = "|".join(spelt)

    def several(what: str, times: str, between: str) -> str:
        often = spelt.get(times.lower()) or number_in(times) or 1
        return between.join([what] * min(_OFTEN, often))

    levels, things = (
        "|".join(word_lists("en", "words")["leading"]),
        word_lists("ja", "words")["things"],
    )
    question = re.sub(
        rf"(?i)\b([2-9]|{many})(?: of)?(?: the)? ((?:{levels})[- ]?\d)(?:'?s)?\b",
        lambda m: several(m[2], m[1], ", "),
        question,
    )
    question = re.sub(
        rf"(?i)\b({many})(?: of)?(?: the)? (?:(\d{{1,2}})'?|({many})e?)s\b",
        lambda m: several(m[2] or str(spelt[m[3].lower()]), m[1], ", "),
        question,
    )
    levels = "|".join(word_lists("ja", "words")["leading"])
    return re.sub(
        rf"((?:{levels})\d)((?:の)?[^\d一二三四五、。,とを]{{0,4}}?)[をが]?([1-9]|[一二三四五])(?:{'|'.join(things)})(?!目)",
        lambda m: several(m[1], m[3], "、") + m[2],
        question,
    )


def number_in(text: str) -> int | None:
    """A number in digits or kanji."""
    return int(text) if text.isdigit() else kanji_number(text)


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


# --- a number that may answer, and how well it fits --------------------------------------------------

#: Of the words of a question that say something so many, by weight, may be strange to what has its number: to any
#: sheet, to one that an entry names, and to one that the best entry names.
STRANGE, STRANGE_TO_OWN, STRANGE_TO_BEST = 0.2, 0.4, 0.8
#: All of them may be strange to what the best entry names when nothing else has a number.
ANYTHING = 1.0
#: A question is surely about a sheet that has so many of its concepts.
SURE = 2


@frozen
class WorkedOut:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None
    #: The columns that the question asks for; none when it asks for no one of them.
    columns: tuple[str, ...] = ()
    #: Where the question leaves one input or key open: which it is, and the number for each of its values.
    open: str = ""
    each: tuple[WorkedOut, ...] = ()
    #: Whether these are added up.
    added: bool = False


@frozen
class Candidate:
    """A number, and how well its sheet fits the question."""

    number: WorkedOut
    #: Of how many concepts it speaks.
    about: int
    #: How many kinds of numbers its name speaks of that are not asked for.
    unasked: int
    #: Whether its row is named by a number alone.
    loose: bool = False
    #: Of how many concepts its own names speak.
    named: int = 0
    #: Whether the question speaks of what is left, or who wins, and so do its names.
    as_called: bool = False


def about(
    asked: Inquiry, numbers: Numbers, known: Container[int], said: set[str], strange: float
) -> int:
    """How many concepts of the question a sheet has ``said``; -1 when the question is about something else.

    ``known``: the parts of the question that the index has found in the sheet; ``strange``: how much of the question
    may be strange to it.
    """
    concepts = asked.about(said)
    if strange == ANYTHING:
        return concepts
    against = asked.strange(said, known, numbers)
    if asked.lacking(said, numbers) or against > strange:
        return -1
    return -1 if against > STRANGE and concepts < SURE else concepts
