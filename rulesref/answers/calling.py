"""What a calculator gives for what a question says (計算の答え): what goes in, and whether it is what is asked."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rulesref.answers.candidates import ANYTHING, STRANGE, Candidate, NumericAnswer, about
from rulesref.answers.inputs import call_of
from rulesref.answers.inquiry import KINDS, SURE, ParsedQuestion, wants_yes
from rulesref.answers.mentions import Numbers
from rulesref.answers.named_rows import VALUES
from rulesref.answers.names import forms, named_in, names_sides, says_each
from rulesref.answers.people import people_said
from rulesref.base.folding import fold, folded_words, words
from rulesref.base.frozen import changed
from rulesref.fields.cutting import Piece
from rulesref.fields.kind import Typing, kind_of
from rulesref.model.entries import Field, Rule
from rulesref.model.game import Game
from rulesref.search.analysis import latin_key
from rulesref.search.parts import ASKS_NUMBER

if TYPE_CHECKING:
    from rulesref.model.scoring import Calculator
    from rulesref.scoring.calculators import Answer

#: So many inputs that are named ask by themselves.
SEVERAL = 2
#: A line has so many results for the values of what is left open, and no more.
_CROWD = 12
#: What a question has to say for a calculator, among the inputs of it; no id is like it.
_ASKED = "?"


def worked_out_again(asked: ParsedQuestion, game: Game, before: Answer) -> NumericAnswer | None:
    """What a calculator gives once more, with what a question changes that names nothing but inputs."""
    from rulesref.scoring.calculators import calculate

    calculator = before.calculator
    numbers, _ = _numbers_for(asked, calculator.id, calculator.inputs)
    alone = numbers.alone
    inputs = dict(call_of(numbers, calculator.id, calculator.inputs).inputs)
    wholes = [key for key, field in calculator.inputs.items() if kind_of(field).is_number]
    given = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in before.inputs.items()
        if value is not None
    }
    changed = [key for key in wholes if key in given]
    if numbers.last is not None and len(changed) == 1 and changed[0] not in inputs:
        inputs[changed[0]] = str(numbers.free.pop().number)
    if not inputs or not alone or numbers.free:
        return None
    typed = _typed(calculator.inputs, inputs)
    answer, _ = calculate(game, calculator, {**given, **typed})
    return NumericAnswer(game, answer) if answer else None


def calculated(
    asked: ParsedQuestion,
    name: str,
    known: Container[int],
    rules: Mapping[str, Rule],
    strange: float,
) -> Candidate | None:
    """What a calculator gives, when the question is about it and says all that it needs."""
    called = _Called(asked, name, anything=strange == ANYTHING)
    if not called.says_enough(anything=strange == ANYTHING) or not called.is_asked_for:
        return None
    # Only now is it worth linking.
    calculator = asked.game.calculators[name]
    numbered = asked.said_in(called.texts(calculator))
    said = numbered | asked.said_in(calculator.about)
    if strange == ANYTHING and asked.lacks_points(said):
        return None
    if called.counts_else(calculator):
        return None
    of_rules = _said_by_rules(asked, calculator, rules)
    concepts = about(asked, called.numbers, known, said | of_rules, strange)
    # With several inputs in it a question speaks of no bound.
    own = asked.said_in(calculator.name)
    if concepts < 0 or not asked.suits(numbered, bounded=len(called.call.inputs) > 1, own=own):
        return None
    strange_to = asked.strange(said | of_rules, known, called.numbers)
    if (
        called.leaves_out(calculator.names)
        or called.is_unsure(numbered)
        or called.is_guess(strange=strange_to > STRANGE and strange != ANYTHING)
        or called.only_counts(calculator.names)
        or called.says_which(said)
    ):
        return None
    number = called.worked_out(calculator)
    if number is None:
        return None
    named = asked.about(
        asked.said_in([*calculator.names, *(t for r in calculator.results for t in r.name)])
    )
    return Candidate(
        number,
        concepts,
        asked.unasked(calculator.name),
        called.call.loose,
        named,
        called.is_asked_as_called and asked.asks.isdisjoint(KINDS),
    )


def _said_by_rules(
    asked: ParsedQuestion, calculator: Calculator, rules: Mapping[str, Rule]
) -> set[str]:
    """What the rules that a calculator rests on are about, and those of ``rules`` that name it."""
    owners = [rule for rule in map(asked.game.rule, calculator.rules) if rule]
    owners += [rule for rule in rules.values() if calculator.id in rule.calculators]
    terms = {f"@{term}" for rule in owners for term in rule.terms}
    return terms | asked.said_in(title for rule in owners for title in rule.title)


class _Called:
    """A calculator as a question calls it: what goes in, what is open, and whether more is said than goes in."""

    def __init__(self, asked: ParsedQuestion, name: str, *, anything: bool = False) -> None:
        self.asked = asked
        self._name = name
        self._anything = anything
        self.fields = _fields(asked.game, name)
        self.numbers, self._names = _numbers_for(asked, name, self.fields)
        concepts = [*asked.concepts.values()] if anything else None
        said = people_said(self.numbers, self.fields) if asked.unnamed.of_people else {}
        call = call_of(self.numbers, name, self.fields, concepts, said)
        if _ASKED in call.missing and self._says_within():
            missing = tuple(key for key in call.missing if key != _ASKED)
            call = changed(call, inputs={**call.inputs, _ASKED: "yes"}, missing=missing)
        self.call = call
        self._chosen = {key for key, field in self.fields.items() if kind_of(field).picks_one}
        #: What may be put in for what is open: nothing where nothing is, none where it cannot be.
        self._open = _values(self.fields, self.call.missing)

    def _says_within(self) -> bool:
        """Whether a longer name in the question has in it what has to be said: 金の帽子 has 帽子."""
        asked = [_words_of(word) for word in self._names[_ASKED]]
        told = [_words_of(piece.text) for piece in self.numbers.pieces if piece.meanings]
        return any(word in text for word in asked for text in told)

    def texts(self, calculator: Calculator) -> Iterator[str]:
        """What it is called, its inputs and its results."""
        yield from calculator.names
        yield from self.own_texts(calculator)

    def own_texts(self, calculator: Calculator) -> Iterator[str]:
        """What it is called first of all, its inputs and its results."""
        yield from calculator.name
        for spellings in self._names.values():
            yield from spellings
        for result in calculator.results:
            yield from result.name

    def counts_else(self, calculator: Calculator) -> bool:
        """Whether the question asks how many there are of something that this does not count.

        Another name of the whole may well say it; what goes in as a number is known, and not asked for.
        """
        counted = self.asked.beside_numbers[1]
        if not counted:
            # How many pieces there are is no number of points.
            results = calculator.results
            return self.asked.counts_pieces and all(
                "~points" in self.asked.kinds_in(result.name) for result in results
            )
        if not self.asked.only_counts:
            return counted.isdisjoint(self.asked.said_in(self.own_texts(calculator)))
        chosen = [field for field in self.fields.values() if not kind_of(field).is_number]
        told = [*calculator.name, *self._results]
        told += [name for field in chosen for name in field.names]
        told += [name for field in chosen for option in field.options for name in option.names]
        return counted.isdisjoint(self.asked.said_in(told))

    def says_enough(self, *, anything: bool) -> bool:
        """Whether the question has what is needed and no further number; ``anything``: whatever else it says."""
        if self.call.missing and {*self.call.inputs.values()} <= {"yes", "no"}:
            return False
        if self.call.inputs.get(_ASKED) == "no" or self.call.inputs.keys() <= {_ASKED}:
            return False
        left = self.numbers.free if anything else self.numbers.left
        return bool(self._open and not left) and not self.call.unclear

    @property
    def is_asked_for(self) -> bool:
        """Whether the question asks for a number, not for that of each, and outright where not all of it is said."""
        inputs = self.call.inputs
        partly = self.call.missing or any(
            kind_of(self.fields[key]).is_plain_list and "," not in told
            for key, told in inputs.items()
        )
        each = self._gives_each and "1" not in inputs.values()
        if (self.asked.of_one and not each) or wants_yes(self.asked.text):
            return False
        outright = self._asked_outright
        if self._anything:
            return outright or self.is_complete
        told = self.is_complete and (len(inputs) > SEVERAL or self._names_result)
        return outright or told or (not partly and self.asked.wants(self.numbers))

    @cached_property
    def _results(self) -> Sequence[str]:
        """What its results are called."""
        results = self.asked.game.calculators[self._name].results
        return [text for result in results for text in result.name]

    @property
    def _gives_each(self) -> bool:
        """Whether a result says by its name that each gets so much."""
        return any(map(says_each, self._results))

    @property
    def _asked_outright(self) -> bool:
        """Whether the question asks for a number, or for what this has by its name."""
        calculator = self.asked.game.calculators[self._name]
        return (
            not self.asked.asks.isdisjoint(ASKS_NUMBER)
            or self.asked.ends_with(self._results)
            or self.asked.begins_with(self._results)
            or self.is_asked_as_called
            or self.asked.calls(calculator.names)
            or (self._gives_each and self.asks_of_each)
        )

    @property
    def asks_of_each(self) -> bool:
        """Whether the question asks what everybody of several gets."""
        return {"~everyone", "~gain"} <= self.asked.asks

    @property
    def _names_result(self) -> bool:
        """Whether the question speaks of a kind of number or thing as a result does: a reward."""
        said = self.asked.said_in(self._results)
        return not self.asked.asks.isdisjoint(token for token in said if token[0] == "~")

    @property
    def is_asked_as_called(self) -> bool:
        """Whether the question speaks of what is left, or who wins, and so does a name of this."""
        calculator = self.asked.game.calculators[self._name]
        return self.asked.asks_as([*calculator.name, *self._results])

    @property
    def is_complete(self) -> bool:
        """Whether all that it needs is said by name, several inputs at least: then no word need ask for it."""
        call = self.call
        # What does one get, said of all the inputs, asks for what they come to.
        chosen = not self._chosen.isdisjoint(call.inputs)
        loose = call.loose and (chosen or "~gain" not in self.asked.asks)
        # Which of several it is may be left open beside several numbers.
        numbers = sum(told.isdigit() for told in call.inputs.values())
        whole = not call.missing or (self._chosen.issuperset(call.missing) and numbers >= SEVERAL)
        whole = whole and not loose and len(call.inputs) >= SEVERAL
        chosen_all = self._chosen.issuperset(call.inputs)
        counted = any(map(str.isdigit, "".join(call.inputs.values()))) or chosen_all
        counted |= len(call.inputs) > SEVERAL
        return whole and counted and not self.asked.lacks and not self.asked.asks_else

    def is_unsure(self, numbered: set[str]) -> bool:
        """Whether its number has no name beside it, and the question is not about it all the more.

        Nor asks for the kind of number that it has: ``numbered`` is what its names, inputs and results say.
        """
        about = self.asked.about(numbered)
        if not self.call.loose or about >= SURE:
            return False
        if not about:
            return True
        # Where it went in beside what is named it is no guess.
        if self._anything and len(self.call.inputs) >= SEVERAL:
            return False
        return not self.asked.asks & numbered & KINDS

    def is_guess(self, *, strange: bool) -> bool:
        """Whether it leaves out what the question says of a number; ``strange``: it speaks of other things too."""
        inputs = self.call.inputs
        if not self._named_alone():
            return strange and self.numbers.ordinal
        # Of things that are only named one is as good a guess as any.
        return strange or len(inputs) > 1 or {*inputs.values()} == {"yes"}

    def _named_alone(self) -> bool:
        """Whether a question names a number without saying it, so that its default would be a guess."""
        given = self.call.inputs
        names = [name for key, value in given.items() for name in (key, f"{key}={value}")]
        taken = self._taken(names) | self.numbers.counters
        return any(
            kind_of(field).is_number
            and key not in given
            # By a name alone one is meant, where that is the default.
            and not field.default
            and not taken.issuperset(self._calls_of(field))
            for key, field in self.fields.items()
        )

    def _taken(self, names: Iterable[str]) -> set[Piece]:
        """Where these are named, and what stands right before such a word and says no more than it: 帽子大きいの2つ."""
        taken = {piece for name in names for piece in self.numbers.named(name)}
        starts = {piece.start for piece in taken if not piece.text.isascii()}
        before = [p for p in self.numbers.pieces if p.end in starts and p.means("name")]
        return taken | {p for p in before if len(p.text) > 1}

    def _calls_of(self, field: Field) -> list[Piece]:
        """Where a question calls an input by a whole name of it."""
        own = {_spelt(form) for name in field.names for form in forms(name)}
        return [
            piece
            for piece in self.numbers.named(field.id)
            if _spelt(piece.text) in own and not self.numbers.leads_to_another(piece)
        ]

    def leaves_out(self, names: Sequence[str]) -> bool:
        """Whether an input that may be left out is called by a name of its own without its number.

        What the sheet itself is called after is spoken of anyway, and what there is none of is left out.
        """
        asked, given = self.asked, self.call.inputs
        if any(word in fold(asked.text) for word in words("none")):
            return False
        taken = self._taken(given)
        subject = {token for token in asked.said_in(names) if token[0] == "@"}
        optional = [
            field
            for key, field in self.fields.items()
            if kind_of(field).is_number and field.optional and key not in given
            if not field.default
            if field.low is None or field.low != field.high
        ]
        return any(
            piece not in taken and subject.isdisjoint(asked.said_in([piece.text]))
            for field in optional
            for piece in self._calls_of(field)
        )

    def only_counts(self, names: Sequence[str]) -> bool:
        """Whether what says how much there is of something is taken for which one: 4 hats are no hat shop."""
        inputs = self.call.inputs
        amounts = any(
            self.numbers.is_amount(f"{key}={inputs[key]}", inputs)
            for key in self._chosen & {*inputs}
        )
        return amounts and not self.asked.about(self.asked.said_in(names))

    def says_which(self, said: set[str]) -> bool:
        """Whether its one number says which one it is, or the question asks something else: a 2nd hat is not 2 hats."""
        inputs = {key: told for key, told in self.call.inputs.items() if key != _ASKED}
        # Several of a list are which ones anyway, and ask what they come to.
        if len(inputs) != 1 or any("," in told for told in inputs.values()):
            return False
        plain = (
            self.is_asked_as_called
            or self.asked.plain(said, self.numbers)
            or self.asked.ends_with(self._results)
        )
        return self.numbers.ordinal or not plain

    @property
    def _says_no_amount(self) -> bool:
        """Whether no number goes in, though there are inputs of numbers: then nothing comes of nothing."""
        numbers = {key for key, field in self.fields.items() if kind_of(field).is_number}
        return bool(numbers) and numbers.isdisjoint(self.call.inputs)

    def worked_out(self, calculator: Calculator) -> NumericAnswer | None:
        """What it gives, for each value of what is open; several results for each of several are a table, no line."""
        from rulesref.scoring.calculators import calculate

        game, missing = self.asked.game, self.call.missing
        if missing and len(self._open) * len(calculator.results) > _CROWD:
            return None
        inputs = {key: raw for key, raw in self.call.inputs.items() if key != _ASKED}
        # What there is of one thing alone is not what all comes to with it.
        if self._says_no_amount and {*inputs.values()} == {"yes"}:
            return None
        given = _typed(self.fields, inputs)
        answers = [calculate(game, calculator, {**given, **more})[0] for more in self._open]
        each = tuple(NumericAnswer(game, answer) for answer in answers if answer)
        told = [step.value for one in each if one.answer for _, step in one.answer.results]
        if self._says_no_amount and not any(told):
            return None
        if not each or not missing:
            return each[0] if each else None
        # What is only chosen by name has one number where what is open makes no difference.
        only_chosen = self._chosen.issuperset(self.call.inputs)
        unsure = self.numbers.free or self.asked.outermost or not _all_the_same(each)
        if only_chosen and unsure:
            return None
        if not self._asked_outright and not _all_the_same(each):
            return None
        return NumericAnswer(game, each[0].answer, open=missing[0], each=each)


def _all_the_same(each: Sequence[NumericAnswer]) -> bool:
    """Whether these come to the same."""
    told = [[step.value for _, step in one.answer.results] for one in each if one.answer]
    return all(values == told[0] for values in told)


def _words_of(name: str) -> str:
    """A name as its words are looked for in a longer one: of Latin letters whole ones."""
    return f" {' '.join(map(latin_key, folded_words(name)))} " if name.isascii() else fold(name)


def _spelt(name: str) -> str:
    """A name in one form of its word: hats as hat, ハット as はっと."""
    return latin_key(name) if name.isascii() else fold(name)


def _numbers_for(
    asked: ParsedQuestion, calculator: str, fields: Mapping[str, Field]
) -> tuple[Numbers, Mapping[str, Sequence[str]]]:
    """What a question says of the inputs of a calculator, and what these are called."""
    named = named_in(fields)
    if _ASKED in fields:
        named[_ASKED] = asked.game.calculator_asked(calculator)
    wholes = {key: named.pop(key) for key, field in fields.items() if kind_of(field).is_number}
    # A number in the name of the calculator itself is no input.
    aliases = asked.game.calculator_aliases(calculator)
    own = [alias for alias in aliases if any(map(str.isdigit, alias))]
    # Of a list 1+4 may be two entries.
    lists = [field.names for field in fields.values() if kind_of(field).is_plain_list]
    sides = len(lists) == 1 and names_sides(lists[0])
    spread = bool(lists) and not sides
    numbers = asked.numbers(wholes, {**named, "": own}, added=not lists, sides=sides, spread=spread)
    return numbers, {**wholes, **named}


def _fields(game: Game, calculator: str) -> Mapping[str, Field]:
    """The inputs of a calculator, and as one that is needed what a question has to say for it."""
    fields = game.calculator_inputs(calculator)
    words = game.calculator_asked(calculator)
    if not words:
        return fields
    flag = Field.read({"id": _ASKED, "name": {"en": words[0]}, "kind": "flag"})
    return {**fields, _ASKED: flag}


def _typed(fields: Mapping[str, Field], inputs: Mapping[str, str]) -> dict[str, object]:
    return {
        key: kind_of(fields[key]).typed(fields[key], raw, Typing()) for key, raw in inputs.items()
    }


def _values(fields: Mapping[str, Field], missing: Sequence[str]) -> list[dict[str, object]]:
    """What may be put in for the one input that is missing; none where there are more, or where it has many values."""
    if not missing:
        return [{}]
    field = fields[missing[0]]
    values: Sequence[object] = ()
    if kind_of(field).picks_one:
        values = [option.id for option in field.options]
    elif kind_of(field).is_number and field.low is not None and field.high is not None:
        values = range(field.low, field.high + 1)
    few = len(missing) == 1 and len(values) <= VALUES
    return [{field.id: value} for value in values] if few else []
