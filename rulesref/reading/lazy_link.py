"""Linking that waits: data that has been checked is linked when it is first needed.

A line of a play needs the choices of its step and the dues of its stage, not the whole game. What
these give is the same as what the linker gives at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.code import Code
from rulesref.model.expression import Label, Operator, Scope, Step
from rulesref.reading.link import LinkContext, Linker

T = TypeVar("T")


class LazyList(Sequence[T]):
    """A list that is made when it is first looked into."""

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Sequence[T]:
        return self._make()

    def __getitem__(self, place: Any) -> Any:
        return self._made[place]

    def __iter__(self) -> Iterator[T]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class LazyOperator(Operator):
    """An expression that is linked when it is first worked out."""

    op: ClassVar[str] = "lazy"

    def __init__(self, make: Callable[[], Operator | None]) -> None:
        self.__dict__.update(label=None, rules=(), _make=make)

    @cached_property
    def real(self) -> Operator:
        """The expression itself."""
        operator: Operator | None = self.__dict__["_make"]()
        assert operator is not None  # the data has been checked
        return operator if self.label is None else changed(operator, label=self.label)

    @property
    def needs_player(self) -> bool:
        return self.real.needs_player

    def children(self) -> Iterator[Operator]:
        return self.real.children()

    def run(self, scope: Scope) -> Step:
        return self.real.run(scope)

    def plain(self, code: Code) -> str:
        return self.real.plain(code)


class LazyLabel(Label):
    """A label whose placeholders are linked when it is first filled."""

    def __init__(self, text: Text, make: Callable[[], Label]) -> None:
        self.__dict__.update(text=text, _make=make)

    @property
    def refs(self) -> tuple[tuple[str, Operator], ...]:
        return self._made.refs

    def filled(self, scope: Scope) -> Text:
        return self._made.filled(scope)

    @cached_property
    def _made(self) -> Label:
        label: Label = self.__dict__["_make"]()
        return label


class LazyLinker(Linker):
    """Links names and numbers at once, everything else later."""

    def expression(self, node: Any, site: LinkContext, gives: str = "") -> Operator | None:  # noqa: ARG002 - it has been checked
        link = super().expression
        if not isinstance(node, Mapping) or node["op"] in ("field", "fixed"):
            return link(node, site)
        return LazyOperator(lambda: link(node, site))

    def label(self, pair: Mapping[str, str], site: LinkContext) -> Label:
        text = Text.read(pair)
        link = super().label
        if "{" not in text.ja and "{" not in text.en:
            return Label(text)
        return LazyLabel(text, lambda: link(pair, site))
