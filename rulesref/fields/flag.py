"""Yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import N_
from rulesref.fields.kind import FieldKind, Reader, Schema, Typing
from rulesref.fields.typed import flag_called, yes_or_no
from rulesref.model.entries import Field
from rulesref.model.expression import Value


class FlagKind(FieldKind):
    """Yes or no (はい・いいえ).

    Field: ``{}``. Passes: ``true``, ``はい``. Fails: ``perhaps``, ``2``.
    """

    name = "flag"
    control = "toggle"
    nothing = False
    prompt = N_("yes/no")
    json: ClassVar[Schema] = {"type": "boolean"}  # editors complete the words of YAML only
    counts = true_when_named = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> bool:
        flag = yes_or_no(raw) if isinstance(raw, str) else raw
        if isinstance(flag, bool):
            return flag
        reader.problem("E402", path, raw, name=field.name, expected=self.name)
        return False

    def as_it_is(self, field: Field) -> tuple[type, int, int]:
        return bool, False, True

    def one_more(self, field: Field, now: Any) -> Iterator[Value]:
        yield from () if now else (True,)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        flag = flag_called(word)
        return word if flag is None else flag

    def changed(self, field: Field, now: Any, change: str) -> Any:
        return self.typed(field, change, Typing())

    def bounds(self, field: Field, lang: str) -> list[str]:
        return ["true / false"]


KIND = FlagKind()
