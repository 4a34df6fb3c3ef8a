"""Declarations of entries: each key of a file is written once, in the class made of it.

From a declaration come the JSON Schema, by which files are checked and editors complete
(``reading/schemas``), what reads the entry (``Entry.read``), and what links it (``reading/link``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self, dataclass_transform

from rulesref.base.frozen import frozen, list_fields
from rulesref.base.text import Text

#: Ids are words joined by hyphens; names in expressions are ids joined by dots.
ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
NAME = "^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)*$"
#: What an effect changes: a field, or the part of it that values pick: piles[space], shares[space][owner].
TARGET = f"{NAME[:-1]}(\\[{NAME[1:-1]}\\]){{0,2}}$"
#: An entry of the rules, or one of its points, counted from 1: first-entry.2.
CITED = f"{ID[:-1]}(\\.[1-9][0-9]*)?$"
#: A colour, as browsers write it: #c0392b.
HEX = "^#[0-9a-fA-F]{6}$"
#: A statement of the sources, or several: R001-R012.
STATEMENTS = "^[A-Z]+[0-9]{1,5}(-[A-Z]+[0-9]{1,5})?$"

Data = Mapping[str, Any]
Aliases = tuple[tuple[str, ...], tuple[str, ...]]


class Cited(str):
    """The id of a rule entry that is cited for one of its points, counted from 1."""

    __slots__ = ("point",)

    point: int


def cited(ids: Iterable[str]) -> tuple[str, ...]:
    """Rule ids as they stand in files.

    >>> [(rule, point_of(rule)) for rule in cited(["first", "second.2"])]
    [('first', 1), ('second', 2)]
    """
    return tuple(_cited(rule) if "." in rule else rule for rule in ids)


def _cited(rule: str) -> Cited:
    entry, _, point = rule.partition(".")
    rule = Cited(entry)
    rule.point = int(point)
    return rule


def point_of(rule: str) -> int:
    """The number of the point for which an entry is cited; the first one says what it is about."""
    return rule.point if isinstance(rule, Cited) else 1


def read_aliases(data: Data) -> Aliases:
    """Other words for something, in Japanese and in English."""
    return tuple(data.get("ja", ())), tuple(data.get("en", ()))


class Key:
    """One key of an entry: what it is for, what may stand there, and what is made of it.

    ``of`` says more about the kind: the pattern of a string, the words of a choice, the entries of
    a list. ``make`` makes the value; without it the data is the value. ``default`` is the value
    when the key is left out.
    """

    __slots__ = ("about", "default", "kind", "least", "make", "name", "of", "optional", "pattern")

    def __init__(
        self,
        kind: str,
        about: str,
        *,
        optional: bool,
        of: Any = None,
        least: int = 0,
        pattern: str = "",
        make: Callable[[Any], Any] | None = None,
        default: Any = None,
    ) -> None:
        self.kind = kind
        self.about = about
        self.optional = optional
        self.of = of
        self.least = least
        self.pattern = pattern
        self.make = make
        self.default = default
        #: How it is spelled in the file.
        self.name = ""

    def read(self, data: Data) -> Any:
        """The value in an entry."""
        value = data.get(self.name)
        if value is None:
            return self.default
        return self.make(value) if self.make else value


class Keys:
    """Makes the declarations of keys: those that must be there, or those that may."""

    def __init__(self, *, optional: bool) -> None:
        self._optional = optional

    def _key(self, kind: str, about: str, **more: Any) -> Any:
        return Key(kind, about, optional=self._optional, **more)

    def text(self, about: str = "") -> Any:
        return self._key("text", about, make=Text.read)

    def spoken(self, about: str) -> Any:
        """The text in one language; the keys of an entry that are declared so are one text."""
        return self._key("spoken", about)

    def label(self, about: str = "") -> Any:
        """One text whose ``{placeholders}`` are values."""
        return self._key("label", about)

    def aliases(self, about: str = "") -> Any:
        return self._key("aliases", about, make=read_aliases, default=((), ()))

    def string(
        self, about: str = "", pattern: str = "", least: int = 1, default: str | None = None
    ) -> Any:
        """Characters that fit a pattern, or so many of them at least."""
        least = 0 if pattern else least
        return self._key("string", about, pattern=pattern, least=least, default=default)

    def ident(self, about: str = "") -> Any:
        return self.string(about, ID)

    def word(self, about: str, *words: str, default: str | None = None) -> Any:
        """One of a closed set of words."""
        return self._key("word", about, of=words, default=default)

    def whole(self, about: str = "") -> Any:
        return self._key("whole", about)

    def flag(self, about: str) -> Any:
        return self._key("flag", about, default=False)

    def free(
        self, make: Callable[[Any], Any] | None = None, default: Any = None, **schema: Any
    ) -> Any:
        """What only a JSON Schema can say."""
        return self._key("free", schema["description"], of=schema, make=make, default=default)

    def listed(self, about: str, of: Any, least: int = 0, *, by_id: bool = False) -> Any:
        """A list of declared things, or of entries; ``by_id``: by their ids."""
        read: Callable[[Any], Any] | None = of.make if isinstance(of, Key) else of.read
        if read is None:
            return self._key("list", about, of=of, least=least, make=tuple, default=())

        def make(data: Any) -> Any:
            entries = tuple(map(read, data))
            return {entry.id: entry for entry in entries} if by_id else entries

        return self._key("list", about, of=of, least=least, make=make, default={} if by_id else ())

    def idents(self, about: str, least: int = 0) -> Any:
        return self.listed(about, self.ident(), least)

    def rules(self, about: str = "entries it rests on", least: int = 0) -> Any:
        """A list of rule entries, or of points of them; without it those of what it stands in count."""
        of = self.string("", CITED)
        return self._key("rules", about, of=of, least=least, make=cited, default=())

    def mapped(self, about: str, of: Key, pattern: str = ".") -> Any:
        """A mapping from words that fit a pattern to declared things."""
        read = of.make
        make = (lambda data: {word: read(value) for word, value in data.items()}) if read else None
        return self._key("map", about, of=of, pattern=pattern, make=make, default={})

    def record(self, about: str, **keys: Key) -> Any:
        """A mapping with keys of its own; its value are theirs, in this order."""
        name_keys(keys)
        return self._key(
            "record",
            about,
            of=keys,
            make=lambda data: tuple(data.get(k.name) for k in keys.values()),
        )

    def entry(self, of: type[Entry]) -> Any:
        """What a class declares."""
        return self._key("entry", "", of=of, make=of.read)

    def expression(self, about: str = "", gives: str = "") -> Any:
        """An operator, a whole number, true or false, or the name of a value.

        ``gives``: the kind of type that it must have, if any will not do.
        """
        return self._key("expression", about, of=gives)

    def expressions(self, about: str = "") -> Any:
        return self._key("expressions", about, of=required.expression(), least=1, default=())

    def cases(self, about: str = "") -> Any:
        """An expression for each of several words."""
        return self._key("cases", about, of=required.expression(), pattern=".", default={})

    def cells(self, about: str = "") -> Any:
        """An expression for each of several columns of the table."""
        return self._key("cells", about, of=required.expression(), pattern=ID, default={})

    def name(self, about: str = "", kind: str = "name") -> Any:
        """A name inside expressions; for kind ``list-name``: that of a list to go through."""
        return self._key(kind, about, pattern=NAME)

    def reference(self, kind: str, about: str = "") -> Any:
        """The id of a table, a column, a ruling … of the game."""
        return self._key(kind, about, pattern=ID)

    def literal(self, about: str = "", *, kind: str = "literal") -> Any:
        """A number, true or false, or a code; for kind ``code`` no truth value."""
        return self._key(kind, about)

    def deferred(self, about: str, of: str, least: int = 0, **more: Any) -> Any:
        """A list of what is defined by a name in the schema."""
        return self._key("list", about, of=of, least=least, **more)


def name_keys(keys: Mapping[str, Key]) -> None:
    """Tell every key how it is spelled, which is as its attribute but for hyphens."""
    for name, key in keys.items():
        key.name = name.rstrip("_").replace("_", "-")


#: The declarations of keys that must be in an entry, and of those that may be left out.
required, optional = Keys(optional=False), Keys(optional=True)


@dataclass_transform(frozen_default=True, kw_only_default=True)
@frozen
class Entry:
    """A frozen value made of an entry of a file, whose keys its class declares.

    A declared key without a type is checked and not kept. ``about`` describes the entry in the
    schema.
    """

    description: ClassVar[str] = ""
    keys: ClassVar[Mapping[str, Key]] = {}
    _kept: ClassVar[Mapping[str, Key]]

    def __init_subclass__(cls, about: str = "") -> None:
        cls.description = about
        own = {name: key for name, key in cls.__dict__.items() if type(key) is Key}
        if own:
            name_keys(own)
            above = {name: key for name, key in cls.keys.items() if name not in own}
            cls.keys = {**above, **own} if above else own
        defaults: dict[str, Any] = {}
        for name, kind in cls.__annotations__.items():
            if name in own:
                if own[name].optional:
                    defaults[name] = own[name].default
            elif name in cls.__dict__ and not str(kind).startswith("ClassVar"):
                defaults[name] = cls.__dict__[name]
        list_fields(cls, defaults)

    @classmethod
    def kept_keys(cls) -> Mapping[str, Key]:
        """The declarations of the values that are kept."""
        if "_kept" not in cls.__dict__:  # not before they are asked for: most classes are not
            fields: tuple[str, ...] = getattr(cls, "_fields", ())
            cls._kept = {name: key for name, key in cls.keys.items() if name in fields}
        return cls._kept

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        """From the checked data of an entry; ``others`` are values that do not stand there."""
        for name, key in cls.kept_keys().items():
            if name not in others:
                others[name] = key.read(data)
        return cls(**others)
