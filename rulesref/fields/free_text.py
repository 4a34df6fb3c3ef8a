"""Words that mean nothing to the program."""

from __future__ import annotations

from typing import Any, ClassVar

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import Style, as_text
from rulesref.fields.kind import FieldKind, Reader, Schema
from rulesref.model.entries import Field


class TextKind(FieldKind):
    """Any words (自由な文): kept and shown as they are.

    Field: ``{}``. Passes: ``by the river``, ``12``. Fails: nothing.
    """

    name = "text"
    control = "text"
    nothing = ""
    json: ClassVar[Schema] = {"type": ["string", "integer"]}
    is_free_text = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> str:
        return str(raw)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        return as_text(lang, value or None, style)


KIND = TextKind()
