"""Sentences of the program, from the catalogues in ``locales/``.

Message ids are the English sentences; ``{names}`` are filled with values. Each language is written
by hand.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import cache

from rulesref.base.numbers import shown
from rulesref.base.paths import locale_folder
from rulesref.base.text import Text

DOMAIN = "rulesref"


def N_(message: str) -> str:  # noqa: N802 - the customary name, which extraction looks for
    """Marks a message that is translated later."""
    return message


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, locale_folder(), [lang], fallback=True)


def say(lang: str, message: str, /, **values: object) -> str:
    """The sentence in ``lang``, filled with ``values``."""
    sentence = _catalogue(lang).gettext(message) if message else ""
    return sentence.format(**{key: as_text(lang, value) for key, value in values.items()})


def as_text(lang: str, value: object) -> str:
    """A value inside a sentence."""
    match value:
        case Text():
            return value.of(lang)
        case bool():
            return say(lang, N_("yes") if value else N_("no"))
        case int():
            return shown(value)
        case None:
            return say(lang, N_("nothing"))
        case list() | tuple():
            return joined(lang, [as_text(lang, item) for item in value])
        case Mapping():
            return joined(lang, [f"{key} = {as_text(lang, item)}" for key, item in value.items()])
        case _:
            return shown(value) if hasattr(value, "denominator") else str(value)


def joined(lang: str, items: list[str]) -> str:
    """Items in a row, as the language writes them."""
    return ("、" if lang == "ja" else ", ").join(items)


def speak(lang: str) -> None:
    """Make click's own sentences speak ``lang`` in this process."""
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain("messages", locale_folder())
