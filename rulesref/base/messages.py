"""Sentences of the program, from the catalogues in ``locales/``.

Message ids are the English sentences; ``{names}`` are filled with values. Each language is written
by hand.
"""

from __future__ import annotations

import gettext
import os
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from rulesref.base.disk import locale_folder, write_bytes
from rulesref.base.frozen import frozen
from rulesref.base.text import Entered, Text, shown

if TYPE_CHECKING:
    from pathlib import Path

DOMAIN = "rulesref"


def N_(message: str) -> str:  # noqa: N802 - the customary name, which extraction looks for
    """Marks a message that is translated later."""
    return message


class Catalogue:
    """The sentences of one language, in the bytes of a gettext ``.mo`` file.

    The file has them sorted, so each is looked up where it stands. ``gettext.GNUTranslations`` decodes all of them
    first: 12.8 million instructions at every start, 0.075 times `import click`.
    """

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._order: Literal["little", "big"] = "little" if raw.startswith(_LITTLE) else "big"
        self._many = self._number(8)
        self._messages = self._number(12)
        self._sentences = self._number(16)

    def sentence(self, message: str) -> str:
        """What is said for ``message``; the message itself where nothing else is."""
        wanted = message.encode()
        many = range(self._many)
        place = bisect_left(many, wanted, key=lambda index: self._text(self._messages, index))
        if place == self._many or self._text(self._messages, place) != wanted:
            return message
        return self._text(self._sentences, place).decode("utf-8", "replace")

    def _number(self, place: int) -> int:
        return int.from_bytes(self._raw[place : place + 4], self._order)

    def _text(self, table: int, index: int) -> bytes:
        place = table + 8 * index
        start = self._number(place + 4)
        return self._raw[start : start + self._number(place)]


#: How a file of a little-endian machine begins.
_LITTLE = b"\xde\x12\x04\x95"


@cache
def _catalogue(lang: str) -> Catalogue | None:
    """The catalogue of ``lang``, in a checkout compiled anew after a change; None when there is none."""
    folder = f"{locale_folder()}/{lang}/LC_MESSAGES"
    stem = f"{folder}/{DOMAIN}"
    # Only a checkout has the source beside it; a pull changes it. What cannot be kept would be compiled at every start.
    if _changed(f"{stem}.po") > _changed(f"{stem}.mo") and os.access(folder, os.W_OK):
        _renew(lang)
    try:
        with open(f"{stem}.mo", "rb") as file:  # noqa: PTH123 - pathlib costs start-up time
            return Catalogue(file.read())
    except OSError:
        return None


def _changed(file: str) -> int:
    """When a file was changed; 0 where there is none."""
    try:
        return os.stat(file).st_mtime_ns  # noqa: PTH116 - pathlib costs start-up time
    except OSError:
        return 0


def _renew(lang: str) -> None:
    """Compile the sentences of ``lang`` again; where that cannot be, those of before have to do."""
    from pathlib import Path

    with suppress(OSError, ValueError):
        compile_catalogues(Path(locale_folder(), lang))


def compile_catalogues(folder: Path) -> list[Path]:
    """Bring every ``.mo`` beside a ``.po`` up to date, and return them; a wheel has none to compile.

    What has not changed is left alone, so that whoever reads it meanwhile reads all of it.

    Raises:
        OSError: one cannot be read, or the other not be written.
        ValueError: a ``.po`` is none.

    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    targets = []
    for source in sorted(folder.rglob("*.po")):
        try:
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        except PoFileError as error:
            raise ValueError(str(error)) from error
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        target = source.with_suffix(".mo")
        if target.is_file() and target.read_bytes() == compiled.getvalue():
            os.utime(target)
        else:
            write_bytes(target, compiled.getvalue())
        targets.append(target)
    return targets


#: A place for a value, or a brace that stands for itself, as ``str.format`` reads them.
_PLACE = re.compile("{{|}}|{[a-z_]*}")
_ESCAPED = ("{{", "}}")


@cache
def _sentence(lang: str, message: str) -> str:
    catalogue = _catalogue(lang)
    if not (catalogue and message):
        return message
    said = catalogue.sentence(message)
    return said if fits(said, message) else message


def fits(said: str, message: str) -> bool:
    """Whether a sentence can be filled with the values of a message and is not empty; a damaged one may ask for more.

    >>> fits("{n}本の花", "{n} flowers"), fits("{m}本の花", "{n} flowers"), fits("{n:>99999999}", "{n}")
    (True, False, False)
    """
    asked = {*_PLACE.findall(message), *_ESCAPED}
    rest = _PLACE.sub(lambda place: "" if place[0] in asked else "{", said)
    return bool(said) and "{" not in rest and "}" not in rest


def say(lang: str, message: str, /, **values: object) -> str:
    """The sentence in ``lang``, filled with ``values``."""
    filled = {key: as_text(lang, value) for key, value in values.items()}
    return _sentence(lang, message).format(**filled)


@frozen
class Style:
    """How values are written: in a sentence, or where it says otherwise.

    ``nothing`` stands for None and ``empty`` for a list without items; ``between`` separates items
    and is otherwise as the language has it, ``pair`` a name and its value. With ``sums`` a sum that
    was typed shows its summands.
    """

    nothing: str = N_("nothing")
    empty: str = ""
    between: str = ""
    pair: str = " = "
    sums: bool = False


IN_SENTENCES = Style()


def as_text(lang: str, value: object, style: Style = IN_SENTENCES) -> str:
    """A value as people read it."""
    match value:
        case str():
            return value
        case Text():
            return value.of(lang)
        case bool():
            return say(lang, N_("yes") if value else N_("no"))
        case Entered() if style.sums and len(value.items) > 1:
            return f"{value.typed} = {int(value)}"
        case int():
            return shown(value)
        case None:
            return say(lang, style.nothing)
        case list() | tuple():
            return list_text(
                lang, [as_text(lang, item, style) for item in value], style, style.between
            )
        case Mapping():
            pairs = [f"{key}{style.pair}{as_text(lang, v, style)}" for key, v in value.items()]
            return joined(lang, pairs)
        case _:
            number: Any = value
            return shown(number) if hasattr(number, "denominator") else str(number)


def list_text(lang: str, items: Sequence[str], style: Style, between: str = "") -> str:
    """Items in a row, or what stands for none; without ``between`` as the language writes them."""
    if not items:
        return say(lang, style.empty)
    return between.join(items) if between else joined(lang, items)


def joined(lang: str, items: Sequence[str]) -> str:
    """Items in a row, as the language writes them."""
    return ("、" if lang == "ja" else ", ").join(items)


def speak(lang: str) -> None:
    """Make click's own sentences speak ``lang`` in this process."""
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain("messages", locale_folder())
