"""A form as a terminal asks for it, field by field, and as JSON for what draws it."""

from __future__ import annotations

from collections.abc import Mapping

from rulesref.base.messages import N_, as_text, say
from rulesref.fields.form import FieldChange, Form, FormField, FormOption
from rulesref.fields.kind import IN_POSITIONS
from rulesref.model.entries import Field
from rulesref.show.data import Json
from rulesref.show.problems import problem_data
from rulesref.show.result_data import value as plain

#: By whether it is said what may be typed, and what an empty line means.
_PROMPTS = {
    (True, True): N_("{name} ({expected}) [{default}]: "),
    (True, False): N_("{name} ({expected}): "),
    (False, True): N_("{name} [{default}]: "),
    (False, False): N_("{name}: "),
}


def prompt_text(name: str, expected: str, default: str | None, lang: str) -> str:
    """The question behind which a value is typed; ``default`` is what an empty line means."""
    message = _PROMPTS[bool(expected), default is not None]
    return say(lang, message, name=name, expected=expected, default=default)


def prompt(there: FormField, lang: str) -> str:
    """The question for a field of a form."""
    spec, kind = there.field, there.kind
    default = kind.text(spec, kind.empty(spec), lang, IN_POSITIONS) if there.optional else None
    return prompt_text(spec.name.of(lang), kind.expects(spec, lang), default, lang)


# --- as JSON --------------------------------------------------------------------------------------


def form_data(form: Form, lang: str) -> Json:
    """A form: its fields, what was given, what is missing and what is wrong."""
    return {
        "title": form.title.of(lang) if form.title else None,
        "fields": [_field(each, form.option_changes(each), lang) for each in form.fields],
        "given": {each.key: each.raw for each in form.fields if each.given},
        "missing": [each.key for each in form.fields if each.missing],
        "next": form.next.key if form.next else None,
        "problems": [problem_data(problem, lang) for problem in form.problems],
        "changes": [_change(change, lang) for change in form.changes],
        "complete": form.complete,
    }


def _field(there: FormField, changes: Mapping[str, tuple[FieldChange, ...]], lang: str) -> Json:
    """A field, what may be given for it and what was."""
    spec, kind = there.field, there.kind
    return {
        "path": there.key,
        "within": [as_text(lang, each) for each in there.within],
        **_about(spec, lang),
        "kind": kind.name,
        "expected": kind.expects(spec, lang),
        "optional": there.optional,
        "default": plain(kind.empty(spec)) if there.optional else None,
        "asked": there.asked,
        "options": [
            _option(option, changes.get(option.value, ()), lang) for option in there.options
        ],
        "given": there.given,
        "typed": there.raw,
        "value": plain(there.value),
        "problems": [problem_data(problem, lang) for problem in there.problems],
    }


def _about(spec: Field, lang: str) -> Json:
    """What a field is, whatever was given for it; ``parts`` are the fields of a record."""
    return {
        "id": spec.id,
        "label": spec.name.of(lang),
        "kind": spec.kind,
        "help": spec.help.of(lang) if spec.help else None,
        "rules": list(spec.rules),
        "low": spec.low,
        "high": spec.high,
        "most": spec.most,
        "repeat": spec.repeat,
        "parts": [
            {**_about(part, lang), "optional": part.optional,
             "options": [{"value": option.id, "label": option.name.of(lang)} for option in part.options]}
            for part in spec.fields.values()
        ],
    }  # fmt: skip


def _option(option: FormOption, changes: tuple[FieldChange, ...], lang: str) -> Json:
    return {
        "value": option.value,
        "label": option.name.of(lang),
        "allowed": option.allowed,
        "why-not": [problem_data(problem, lang) for problem in option.problems],
        "changes": [_change(change, lang) for change in changes],
    }


def _change(change: FieldChange, lang: str) -> Json:
    return {
        "player": change.player,
        "field": change.field.id,
        "label": change.field.name.of(lang),
        "before": plain(change.before),
        "after": plain(change.after),
    }
