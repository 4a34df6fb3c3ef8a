"""The text of expressions: from ``size * 2 if open else 0`` to nodes that can be linked.

Only games that are compiled are read here; a snapshot has the nodes. ``docs/expressions.md`` is the
reference for people who write games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rulesref.base.diagnostics import KeyPath
from rulesref.base.suggest import did_you_mean
from rulesref.lang.tokens import KEYWORDS, ExpressionSyntaxError, TextPlace, Token, tokens_of

Places = Mapping[KeyPath, TextPlace]
_NOTHING: Mapping[str, Any] = {}
#: Behind the path of a value: the word that it stands for, a column or a case.
KEY = "#"

_RELATIONS = {
    "=": "equal", "!=": "not-equal", "<": "less", "<=": "at-most", ">": "more", ">=": "at-least",
}  # fmt: skip
_MOST_DIGITS = 18
_DEEPEST = 40


class Part(NamedTuple):
    """A part of an expression: its node, and where everything in it stands."""

    node: Any
    spans: Places


def parse(text: str, beside: Mapping[str, Any] = _NOTHING) -> Part:
    """The node of an expression and the places of its parts; :class:`ExpressionSyntaxError` says what is wrong.

    ``beside`` are nodes that have a name in this text alone.

    >>> parse("gold * 2").node
    {'op': 'product', 'parts': ['gold', 2]}
    """
    return _Parser(text, beside).whole()


class _Parser:
    """Reads one text. A method reads one level of the grammar; those further down bind tighter."""

    def __init__(self, text: str, beside: Mapping[str, Any]) -> None:
        self.tokens = tokens_of(text)
        self.beside = beside
        self.at = 0
        self.depth = 0

    # --- tokens ------------------------------------------------------------------------------

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.next
        self.at += token.kind != "end"
        return token

    def sees(self, *texts: str, ahead: int = 0) -> bool:
        """Whether one of these signs or keywords is next; ``ahead``: so many behind that, which is not the end."""
        token = self.tokens[self.at + ahead]
        return token.kind in ("sign", "keyword") and token.text in texts

    def skip(self, text: str) -> bool:
        """Take a sign or keyword if it is next."""
        seen = self.sees(text)
        self.at += seen
        return seen

    def expect(self, *texts: str) -> Token:
        if not self.sees(*texts):
            raise self.unexpected(*texts)
        return self.take()

    def unexpected(self, *wanted: str) -> ExpressionSyntaxError:
        token = self.next
        if token.kind == "word" and (near := did_you_mean(token.text, KEYWORDS)):
            return ExpressionSyntaxError("meant", token.span, text=token.text, meant=near)
        reason = "end" if token.kind == "end" else "unexpected"
        return ExpressionSyntaxError(
            reason, token.span, text=token.text, wanted=wanted or ("value",)
        )

    def word(self, *, dotted: bool = False) -> Token:
        """A name; one without dots if it is that of a table, a column or an entry."""
        token = self.next
        if not self.sees_name() or (not dotted and "." in token.text):
            raise self.unexpected("name")
        return self.take()

    def list_name(self) -> Token:
        """The name of a list: neither a part of it that a value picks nor what a function gives."""
        if self.sees("["):
            raise ExpressionSyntaxError("written-out", self.next.span, text=self.next.text)
        name = self.word(dotted=True)
        if self.sees("[", "("):
            raise ExpressionSyntaxError("list", (name.start, self.next.end), text=name.text)
        return name

    def sees_name(self) -> bool:
        """Whether a name is next; words that never begin a value are names where one is wanted."""
        return self.next.kind == "word" or self.sees("for", "of", "where")

    def since(self, start: int) -> TextPlace:
        return (start, self.tokens[self.at - 1].end, "")

    def node(self, start: int, node: Any, **parts: Any) -> Part:
        """A node from ``start`` to here. ``parts`` are those at its keys: a word, a part, a list, a mapping, or None."""
        spans: dict[KeyPath, TextPlace] = {(): self.since(start)}
        for name, value in parts.items():
            key = name.rstrip("_").replace("_", "-")
            if isinstance(value, Token):
                node[key], spans[key,] = value.text, value.span
            elif isinstance(value, Part):
                node[key] = _under(spans, (key,), value)
            elif isinstance(value, list):
                node[key] = [_under(spans, (key, i), part) for i, part in enumerate(value)]
            elif value is not None:
                node[key] = {word: _under(spans, (key, word), part) for word, part in value.items()}
        return Part(node, spans)

    # --- the grammar -------------------------------------------------------------------------

    def whole(self) -> Part:
        part = self.expression()
        if self.next.kind != "end":
            raise self.unexpected("operator", "end")
        return part

    def expression(self) -> Part:
        """A choice, or anything."""
        return self.nested(self.case if self.sees("case") else self.conditional)

    def nested(self, read: Callable[[], Part]) -> Part:
        """What stands one level deeper; there are only so many."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ExpressionSyntaxError("deep", self.next.span, limit=_DEEPEST)
        part = read()
        self.depth -= 1
        return part

    def conditional(self) -> Part:
        """``5 if open else 0``."""
        start = self.next.start
        then = self.disjunction()
        if not self.skip("if"):
            return then
        condition = self.disjunction()
        self.expect("else")
        other = self.expression()
        # Nothing otherwise needs no line in the working.
        nothing = other.node == 0 and other.node is not False
        return self.node(
            start, {"op": "when"}, if_=condition, then=then, else_=None if nothing else other
        )

    def case(self) -> Part:
        """``case target of 'own' -> 1; 'inn' -> price; else cost``, or by a ruling."""
        start = self.take().start
        by = self.disjunction()
        self.expect("of")
        cases: dict[str, Part] = {}
        at: dict[str, Token] = {}
        other: Part | None = None
        while True:
            if self.skip("else"):
                other = self.expression()
                break
            words = [self.case_word(at)]
            while self.skip(","):
                words.append(self.case_word(at))
            self.expect("->")
            part = self.expression()
            cases |= dict.fromkeys(words, part)
            if self.sees(",") and self.sees_case():
                raise self.unexpected(";")
            if not self.skip(";"):
                break
        if isinstance(by.node, dict) and by.node["op"] == "ruling" and other is None:
            part, key = self.node(start, {**by.node}, readings=cases), "readings"
            part = Part(part.node, {**part.spans, ("of",): by.spans["of",]})
        else:
            part, key = self.node(start, {"op": "choose"}, by=by, cases=cases, else_=other), "cases"
        return Part(part.node, {**part.spans, **{(key, w, KEY): t.span for w, t in at.items()}})

    def sees_case(self) -> bool:
        """Whether another case, or that of all others, stands behind the next sign."""
        kind = self.tokens[self.at + 1].kind
        return self.sees("else", ahead=1) or (
            kind in ("code", "number") and self.sees("->", ",", ahead=2)
        )

    def case_word(self, before: dict[str, Token]) -> str:
        token = self.next
        sign = self.take().text if self.sees("-") else ""
        if self.next.kind not in (("number",) if sign else ("code", "number")):
            raise self.unexpected("code", "number")
        word = sign + self.take().text.strip("'")
        if word in before:
            raise ExpressionSyntaxError("twice", token.span, text=token.text)
        before[word] = token
        return word

    def disjunction(self) -> Part:
        return self.chain("or", "any", self.conjunction)

    def conjunction(self) -> Part:
        return self.chain("and", "all", self.negation)

    def chain(self, keyword: str, op: str, operand: Callable[[], Part]) -> Part:
        start = self.next.start
        parts = [operand()]
        while self.skip(keyword):
            parts.append(operand())
        return self.node(start, {"op": op}, parts=parts) if len(parts) > 1 else parts[0]

    def negation(self) -> Part:
        start = self.next.start
        if not self.skip("not"):
            return self.comparison()
        return self.negated(start, self.nested(self.negation))

    def negated(self, start: int, part: Part) -> Part:
        return self.node(start, {"op": "not"}, of=part)

    def comparison(self) -> Part:
        """``a < b``, ``x in list``, ``x not in ['a', 'b']``."""
        start = self.next.start
        left = self.sum()
        if self.sees(*_RELATIONS):
            relation = self.take().text
            part = self.compared(start, left, relation, self.sum())
        elif self.sees("in") or (self.sees("not") and self.sees("in", ahead=1)):
            opposite = self.skip("not")
            self.take()
            part = self.among(start, left)
            part = self.negated(start, part) if opposite else part
        else:
            return left
        if self.sees(*_RELATIONS):
            raise ExpressionSyntaxError("chain", self.next.span, text=self.next.text)
        return part

    def compared(self, start: int, left: Part, relation: str, right: Part) -> Part:
        return self.node(
            start, {"op": "compare", "is": _RELATIONS[relation]}, left=left, right=right
        )

    def among(self, start: int, left: Part) -> Part:
        """Whether a value is one of those listed, or in a list that has a name."""
        if not self.sees("["):
            if not self.sees_name():
                raise self.unexpected("name", "[")
            return self.node(start, {"op": "holds", "in": self.list_name().text}, value=left)
        parts = self.bracketed()
        literals = [_literal(part.node) for part in parts]
        if parts and None not in literals:
            return self.node(start, {"op": "one-of", "values": literals}, of=left)
        each = [self.compared(start, left, "=", part) for part in parts]
        return self.node(start, {"op": "any"}, parts=each)

    def sum(self) -> Part:
        return self.series("+", "total", "-", ("difference", "of", "less"), self.product)

    def product(self) -> Part:
        return self.series("*", "product", "/", ("divide", "of", "by"), self.value)

    def series(
        self, sign: str, op: str, opposite: str, pair: tuple[str, str, str],
        operand: Callable[[], Part],
    ) -> Part:  # fmt: skip
        """Values with one sign between come together as parts of one node; the opposite takes two."""
        start = self.next.start
        parts = [operand()]
        while True:
            while self.skip(sign):
                parts.append(operand())
            left = self.node(start, {"op": op}, parts=parts) if len(parts) > 1 else parts[0]
            if not self.skip(opposite):
                return left
            name, first, second = pair
            parts = [self.node(start, {"op": name}, **{first: left, second: operand()})]

    def value(self) -> Part:
        """A value, and entries of it: ``order[1]``."""
        start = self.next.start
        part = self.primary()
        while self.skip("["):
            index = self.expression()
            self.expect("]")
            part = self.node(start, {"op": "nth"}, of=part, n=index)
        return part

    def primary(self) -> Part:
        token = self.next
        start = token.start
        if token.kind == "number":
            return self.number()
        if self.sees("-") and self.tokens[self.at + 1].start == token.end:
            self.take()
            part = self.number()
            return self.node(start, -part.node)
        if token.kind == "code":
            self.take()
            return self.node(start, {"op": "fixed", "value": token.text.strip("'")})
        if self.sees("true", "false"):
            return self.node(start, self.take().text == "true")
        if self.skip("("):
            part = self.expression()
            self.expect(")")
            return part
        if self.sees("["):
            return self.listing()
        if not self.sees_name():
            raise self.unexpected("value")
        return self.named()

    def number(self) -> Part:
        token = self.next
        if token.kind != "number":
            raise self.unexpected("number")
        if len(token.text) > _MOST_DIGITS:
            raise ExpressionSyntaxError("digits", token.span, limit=_MOST_DIGITS)
        return self.node(token.start, int(self.take().text))

    def named(self) -> Part:
        """A name, a table, a function or a calculator."""
        start = self.next.start
        token = self.word(dotted=True)
        word = token.text
        if self.sees("("):
            if word in FUNCTIONS:
                self.take()
                part = FUNCTIONS[word](self, word, start)
                self.expect(*([","] if word in _SEVERAL else []), ")")
                return Part(part.node, {**part.spans, (): self.since(start)})
            return self.called(token)
        if self.sees("[") and self.is_table():
            return self.rows(start, token)
        if word in self.beside:
            return Part(self.beside[word], {(): (*self.since(start)[:2], word)})
        return self.node(start, word)

    def bracketed(self) -> list[Part]:
        """Expressions between square brackets."""
        parts: list[Part] = []
        self.expect("[")
        while not self.skip("]"):
            if parts:
                self.expect(",")
            parts.append(self.expression())
        return parts

    def listing(self) -> Part:
        """``[3, gold]``, ``[]``, or ``[d.size for d in districts where d.founded]``."""
        start = self.expect("[").start
        parts: list[Part] = []
        while not self.skip("]"):
            if parts:
                self.expect(",", "]")
            parts.append(self.expression())
            if len(parts) == 1 and self.sees("for"):
                part = self.each(start, parts[0], "list")
                self.expect("]")
                return part
        return self.node(start, {"op": "list"}, parts=parts)

    # --- lists -------------------------------------------------------------------------------

    def each(self, start: int, part: Part, gather: str) -> Part:
        """``… for tile, place in road where place > 3``: the place in the list is from 1."""
        self.expect("for")
        more: dict[str, Part | Token] = {"as": self.word()}
        if self.skip(","):
            more["number"] = self.word()
        self.expect("in")
        more["in"] = self.list_name()
        if self.sees("if"):
            raise self.unexpected("where")
        if self.skip("where"):
            more["where"] = self.expression()
        return self.node(start, {"op": "for-each", "gather": gather}, part=part, **more)

    def gathered(self, word: str, start: int) -> Part:
        """``sum(…)``, ``largest(…)``, ``smallest(…)`` over a list; ``sum`` over rows of a table too."""
        if word == "sum" and self.is_table(ahead=1, then=")"):
            return self.rows(start, self.take(), summed=True)
        part = self.expression()
        if self.sees(")"):
            raise ExpressionSyntaxError("gathered", part.spans[()], text=word)
        return self.each(start, part, "total" if word == "sum" else word)

    def counted(self, word: str, start: int) -> Part:
        """``count(list)``, and ``count``, ``any`` or ``all`` of ``(d in districts where d.founded)``."""
        source = self.list_name()
        more: dict[str, Part | Token] = {"in": source}
        if word != "count" or self.sees("in", ","):
            if "." in source.text:
                raise ExpressionSyntaxError(
                    "unexpected", source.span, text=source.text, wanted=("name",)
                )
            if self.sees(","):
                raise ExpressionSyntaxError("placed", self.next.span, text=word)
            self.expect("in")
            more = {"as": source, "in": self.list_name()}
            self.expect("where")
            where = self.expression()
            more["where"] = self.negated(start, where) if word == "all" else where
        size = self.node(start, {"op": "size"}, **more)
        if word == "count":
            return size
        return self.compared(start, size, ">" if word == "any" else "=", self.node(start, 0))

    def is_table(self, ahead: int = 0, then: str = "") -> bool:
        """Whether a column is read of what is picked in the brackets ahead; ``then``: and nothing more."""
        first, depth = self.at + ahead, 0
        for at in range(first, len(self.tokens)):
            depth += {"[": 1, "]": -1}.get(self.tokens[at].text, 0)
            if depth <= 0:
                rest = [token.text for token in self.tokens[at + 1 : at + 4]]
                return at > first and rest[:1] == ["."] and (not then or rest[-1] == then)
        return False

    def rows(self, start: int, table: Token, *, summed: bool = False) -> Part:
        """Cells of a table: ``tokens[4].points``, ``eggs[eggs <= laid].points``."""
        self.expect("[")
        keys: list[Part] = []
        cells: dict[str, dict[str, Part]] = {"=": {}, "<=": {}}
        at: dict[str, Token] = {}
        while not self.skip("]"):
            if keys or cells["="] or cells["<="]:
                self.expect(",", "]")
            if self.next.kind == "word" and self.sees("=", "<=", ahead=1):
                at[self.next.text] = self.next
                column, relation = self.word().text, self.take().text
                cells[relation][column] = self.expression()
            else:
                keys.append(self.expression())
        self.expect(".")
        named = {"table": table, "column": self.word()}
        part = self.read(start, named, keys, cells, summed=summed)
        spans = {**part.spans}
        for relation, key in (("=", "where"), ("<=", "up-to")):
            spans |= {(key, name, KEY): at[name].span for name in cells[relation]}
        if part.node["op"] == "bands":
            spans["from",] = spans["from", KEY] = at[part.node["from"]].span
        return Part(part.node, spans)

    def read(
        self, start: int, named: Mapping[str, Token], keys: list[Part],
        cells: Mapping[str, Mapping[str, Part]], *, summed: bool,
    ) -> Part:  # fmt: skip
        """The cell of one row, or the sum over rows."""
        where, most = cells["="], cells["<="]
        if keys and not where and not most:
            return self.node(start, {"op": "lookup"}, **named, at=keys)
        end = self.tokens[self.at - 1].end
        table = named["table"].text
        if keys:
            raise ExpressionSyntaxError("row", (start, end), table=table)
        more = {**named, "where": where or None}
        if summed:
            return self.node(start, {"op": "sum-rows"}, **more, up_to=most or None)
        if len(most) != 1:
            raise ExpressionSyntaxError("row", (start, end), table=table)
        ((column, much),) = most.items()
        return self.node(start, {"op": "bands", "from": column}, of=much, **more)

    # --- functions ---------------------------------------------------------------------------

    def called(self, word: Token) -> Part:
        """A calculator of the game, ``feeding(workers = w).paid``, or a function of its own."""
        start = word.start
        self.expect("(")
        values: dict[str, Part] = {}
        parts: list[Part] = []
        while not self.skip(")"):
            if self.sees("for", "in", "where") and (near := did_you_mean(word.text, [*FUNCTIONS])):
                raise ExpressionSyntaxError("meant", word.span, text=word.text, meant=near)
            if values or parts:
                self.expect(",", ")")
            if self.next.kind == "word" and self.sees("=", ahead=1):
                name = self.word().text
                self.take()
                values[name] = self.expression()
            else:
                parts.append(self.expression())
        if not self.sees("."):
            if values:
                raise ExpressionSyntaxError("result", self.since(start), calculator=word.text)
            return self.node(start, {"op": "call"}, function=word, arguments=parts)
        self.take()
        named = {"calculator": word, "result": self.word()}
        if parts:
            raise ExpressionSyntaxError("inputs", parts[0].spans[()], calculator=word.text)
        return self.node(start, {"op": "calculate"}, **named, with_=values or None)

    def arithmetic(self, word: str, start: int) -> Part:
        """``min(…)``, ``max(…)``."""
        parts = [self.expression()]
        while self.skip(","):
            parts.append(self.expression())
        return self.node(start, {"op": _SEVERAL[word]}, parts=parts)

    def capped(self, _: str, start: int) -> Part:
        """``cap(gold, 18)``."""
        of = self.expression()
        self.expect(",")
        return self.node(start, {"op": "cap"}, of=of, at=self.expression())

    def rounded(self, word: str, _: int) -> Part:
        """``floor(a / b)``, ``ceil(a / b)``."""
        part = self.expression()
        if (
            not isinstance(part.node, dict)
            or part.node["op"] != "divide"
            or "rounding" in part.node
        ):
            raise ExpressionSyntaxError("rounded", part.spans[()], text=word)
        return Part({**part.node, "rounding": "down" if word == "floor" else "up"}, part.spans)

    def owned(self, _: str, start: int) -> Part:
        """``own(bed.flowers)``."""
        return self.node(start, {"op": "own", "in": self.word(dotted=True).text})

    def pieces(self, _: str, start: int) -> Part:
        """``pieces(bed.flowers, 4)``."""
        node = {"op": "pieces", "in": self.word(dotted=True).text}
        self.expect(",")
        return self.node(start, {**node, "largest": self.number().node})

    def ruled(self, _: str, start: int) -> Part:
        """``ruling(flower-tie)``: the code of the reading in force."""
        return self.node(start, {"op": "ruling"}, of=self.word())


_SEVERAL = {"min": "minimum", "max": "maximum"}
#: The functions of the language; those of a game are named values with parameters.
FUNCTIONS: Mapping[str, Callable[[_Parser, str, int], Part]] = {
    **dict.fromkeys(("sum", "largest", "smallest"), _Parser.gathered),
    **dict.fromkeys(("count", "any", "all"), _Parser.counted),
    **dict.fromkeys(("min", "max"), _Parser.arithmetic),
    **dict.fromkeys(("floor", "ceil"), _Parser.rounded),
    "cap": _Parser.capped,
    "own": _Parser.owned,
    "pieces": _Parser.pieces,
    "ruling": _Parser.ruled,
}


def _literal(node: Any) -> int | str | None:
    """The code or whole number that a node is; None if it is anything else."""
    if isinstance(node, dict):
        value: str | None = node["value"] if node["op"] == "fixed" else None
        return value
    return node if isinstance(node, int) and not isinstance(node, bool) else None


def _under(spans: dict[KeyPath, TextPlace], path: KeyPath, part: Part) -> Any:
    """The node of ``part``; its places are noted as those of the part at ``path``."""
    for inside, span in part.spans.items():
        spans[(*path, *inside)] = span
    return part.node
