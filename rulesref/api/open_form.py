"""A form that is filled in field by field: for a page that draws it, or a program that asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.api.errors import Problem, one_of, spoken, tells_problems
from rulesref.api.outcomes import as_text
from rulesref.api.plain_data import plain
from rulesref.base.frozen import frozen
from rulesref.base.text import Lang
from rulesref.fields.form import Form
from rulesref.show import forms


@tells_problems
@frozen
class OpenForm:
    """The fields that matter now, of a calculator, a scoring, an action or a correction (記入用紙).

    It never changes: :meth:`fill` and :meth:`clear` give the next one, which may have other fields. Fields
    are named by their paths, as :meth:`data` lists them: ``size``, ``players.0.points``.
    """

    _form: Form

    def __repr__(self) -> str:
        return f"OpenForm({self.given})"

    @property
    def given(self) -> dict[str, Any]:
        """What was given, by path: as it was typed, options by their ids, None for what was left out."""
        return {each.key: each.raw for each in self._form.fields if each.given}

    @property
    def missing(self) -> tuple[str, ...]:
        """The fields that must still be given."""
        return tuple(each.key for each in self._form.fields if each.missing)

    @property
    def next(self) -> str | None:
        """The field that a conversation would ask for now; it may be one that can be left out."""
        return self._form.next.key if self._form.next else None

    def question(self, lang: Lang = "en") -> str | None:
        """What a conversation would ask for now: of what, what can be said, a line an option; None when nothing is left."""
        page = forms.asked(self._form, spoken(lang))
        return as_text(page, 80).rstrip("\n") if page else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with what was given, and what is unusual."""
        return self._form.problems

    @property
    def complete(self) -> bool:
        """Whether nothing is missing or wrong."""
        return self._form.complete

    @property
    def values(self) -> dict[str, Any]:
        """What it comes to so far: the inputs of a calculator, a position, the command of a play."""
        return self._form.values

    def fill(self, field: str, value: object) -> OpenForm:
        """The form with a value: data, or text as one would type it; None leaves the field out.

        A wrong value stays in it, with what is wrong. Raises when there is no such field now.
        """
        return OpenForm(self._form.fill(self._path(field), plain(value)))

    def clear(self, field: str) -> OpenForm:
        """The form as if nothing had been given for a field."""
        return OpenForm(self._form.clear(self._path(field)))

    def data(self, lang: Lang = "en") -> dict[str, Any]:
        """The form as JSON: every field with its kind, label, help, range, options and problems."""
        return forms.form_data(self._form, spoken(lang))

    def _path(self, field: str) -> Any:
        paths = {each.key: each.path for each in self._form.fields}
        return paths[one_of(field, tuple(paths))]


def filled(form: Form, given: Mapping[str, object] | None) -> OpenForm:
    """A form with values by path, in the order in which they make each other's fields appear."""
    opened = OpenForm(form)
    for field, value in (given or {}).items():
        opened = opened.fill(field, value)
    return opened
