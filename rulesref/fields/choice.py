"""One of several options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.folding import all_begun, all_by_name
from rulesref.base.messages import Style, as_text
from rulesref.base.suggest import nearest
from rulesref.fields.cutting import once_each, signature, signatures
from rulesref.fields.kind import FieldKind, MappingSchema, Reader, Schema, Typing
from rulesref.fields.typed import number, numbered
from rulesref.model.entries import Field, Named
from rulesref.model.expression import Value


class ChoiceKind(FieldKind):
    """One option (選択) of the field, by its id, a name or an alias.

    Field: ``{options: [{id: hat, name: {ja: 帽子, en: Hat}}]}``.
    Passes: ``hat``, ``帽子``. Fails: ``hut``, ``3``.
    """

    name = "choice"
    control = "one"
    nothing = None
    picks_options = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> str | None:
        option = field.option(raw) if isinstance(raw, str) else None
        if option:
            return option.id
        several = meant(field, raw) if isinstance(raw, str) else ()
        if len(several) > 1:
            known = [option.name for option in several]
            reader.problem("E439", path, raw, name=field.name, known=known)
            return None
        near = nearest(field.options, str(raw))
        reader.problem("E404", path, raw, name=field.name, near=near.name if near else None,
                       allowed=[option.name for option in field.options])  # fmt: skip
        return None

    def least(self, field: Field) -> Any:
        first = field.options[0].id if field.options else None
        return first if field.default is None else field.default

    def one_more(self, field: Field, now: Any) -> Iterator[Value]:
        yield from (option.id for option in field.options if option.id != now)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """The option that is meant, also by number or by the beginning of a name."""
        asked = all_by_name(typing.first, word) if typing.first else []
        option = asked[0] if len(asked) == 1 else None
        place = number(word)
        if not option and place and place <= len(typing.shown) and numbered(field.options):
            option = typing.shown[place - 1]
        option = option or field.option(word)
        several = () if option else meant(field, word)
        option = several[0] if len(several) == 1 else option
        return option.id if option else word

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        # By its id alone: expressions ask this of every code that they meet.
        option = next((option for option in field.options if option.id == value), None)
        return option.name.of(lang) if option else as_text(lang, value, style)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        names = dict.fromkeys(name for option in field.options for name in option.names)
        about = ", ".join(f"{option.id}: {option.name.of(lang)}" for option in field.options)
        return {"enum": list(names), "description": about}


def meant(field: Field, word: str) -> tuple[Named, ...]:
    """The options that a word can mean: by a whole name, by amounts in it, or by the beginning of a name."""
    exact = tuple(option for option in field.options if option.id == word)
    for options in (exact, all_by_name(field.options, word), by_amounts(field, word)):
        if options:
            return tuple(options)
    return tuple(all_begun(field.options, word))


def by_amounts(field: Field, word: str) -> tuple[Named, ...]:
    """The options that are called by things and how many of each, in any order and notation."""
    pairs = signature(word) if any(map(str.isdecimal, word)) else None
    return _by_amounts(field.options).get(pairs, ()) if pairs else ()


@once_each
def _by_amounts(options: tuple[Named, ...]) -> dict[frozenset[tuple[str, int]], tuple[Named, ...]]:
    called: dict[frozenset[tuple[str, int]], dict[str, Named]] = {}
    for option in options:
        for name in option.names:
            if any(map(str.isdecimal, name)):
                for pairs in signatures(name):
                    called.setdefault(pairs, {})[option.id] = option
    return {pairs: tuple(named.values()) for pairs, named in called.items()}


KIND = ChoiceKind()
