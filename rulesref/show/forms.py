"""A form as a terminal asks for it, field by field, and as JSON for what draws it."""

from __future__ import annotations

from collections.abc import Mapping

from rulesref.base.messages import N_, as_text, say
from rulesref.base.text import Text
from rulesref.fields.form import FieldChange, Form, FormField
from rulesref.fields.kind import IN_POSITIONS
from rulesref.fields.typed import numbered
from rulesref.model.entries import Field
from rulesref.show.blocks import Flowing, Page, Para
from rulesref.show.data import Json, fields
from rulesref.show.problems import message

#: By whether it is said what may be typed, and what an empty line means.
_PROMPTS = {
    (True, True): N_("{name} ({expected}) [{default}]: "),
    (True, False): N_("{name} ({expected}): "),
    (False, True): N_("{name} [{default}]: "),
    (False, False): N_("{name}: "),
}


def prompt_text(name: str, expected: str, default: str | None, lang: str) -> str:
    """The question behind which a value is typed; ``default`` is what an empty line means."""
    sentence = _PROMPTS[bool(expected), default is not None]
    return say(lang, sentence, name=name, expected=expected, default=default)


def question(there: FormField, lang: str) -> Page:
    """What stands above the line in which a value is asked: what to say, and what can be chosen."""
    page: Page = [Para(there.field.help.of(lang), 2)] if there.field.help else []
    if there.options and not any(each.allowed for each in there.options):
        why = message(there.options[0].problems[0], lang)
        page.append(Para(say(lang, "None of these is allowed now: {why}", why=why), 2))
    return [*page, *options(there, lang)]


def options(there: FormField, lang: str) -> Page:
    """The options that are left, or all when none is, by number where they can be chosen by number."""
    if there.kind.has_colours:
        return []
    places = {each.id: place for place, each in enumerate(there.field.options, 1)}
    every = [(places.get(each.value, n), each) for n, each in enumerate(there.options, 1)]
    left = [(n, each) for n, each in every if each.allowed] or every
    if numbered(there.field.options):
        named = [f"{n} {each.name.of(lang)}" for n, each in left]
    else:
        named = [f"{each.value} = {each.name.of(lang)}" for _, each in left]
    return [Flowing(tuple(named))] if named else []


def prompt(there: FormField, lang: str, title: Text | None = None) -> str:
    """The question for a field of a form, of which ``title`` says what is filled in."""
    spec, kind = there.field, there.kind
    usual = there.optional or spec.default is not None
    default = kind.text(spec, kind.empty(spec), lang, IN_POSITIONS) if usual else None
    name = (
        say(lang, "{title}: {name}", title=title, name=spec.name) if title else spec.name.of(lang)
    )
    return prompt_text(name, kind.expects(spec, lang), default, lang)


def asked(form: Form, lang: str) -> Page:
    """The field that is asked for now, whose it is, and what can be said; nothing when nothing is asked."""
    there = form.next
    if there is None:
        return []
    whose = tuple(as_text(lang, each) for each in there.within)
    name = say(lang, "{title}: {name}", title=whose, name=there.field.name) if whose else None
    expected = there.kind.expects(there.field, lang)
    named = name or there.field.name.of(lang)
    head = prompt_text(named, expected, None, lang).strip().rstrip(":")
    return [Para(head), *question(there, lang)]


# --- as JSON --------------------------------------------------------------------------------------


def form_data(form: Form, lang: str) -> Json:
    """A form: its fields, what was given, what is missing and what is wrong."""
    return fields(
        form, lang, "title fields given missing next=next.key problems changes complete",
        fields=[_field(each, form.option_changes(each), lang) for each in form.fields],
        given={each.key: each.raw for each in form.fields if each.given},
        missing=[each.key for each in form.fields if each.missing],
    )  # fmt: skip


def _field(there: FormField, changes: Mapping[str, tuple[FieldChange, ...]], lang: str) -> Json:
    """A field, what may be given for it and what was."""
    spec, kind = there.field, there.kind
    return fields(
        there, lang,
        """path=key within id=field.id label=field.name kind=kind.name help=field.help rules=field.rules low=field.low
        high=field.high most=field.most repeat=field.repeat parts expected optional default prompt options given
        typed=raw value problems""",
        within=[as_text(lang, each) for each in there.within],
        parts=[_part(part, lang) for part in spec.fields.values()],
        expected=kind.expects(spec, lang),
        default=kind.empty(spec) if there.optional else None,
        options=[
            fields(option, lang, changes=changes.get(option.value, ())) for option in there.options
        ],
    )  # fmt: skip


def _part(spec: Field, lang: str) -> Json:
    """A field of a record."""
    return fields(
        spec, lang, "id label=name kind help rules low high most repeat parts optional options",
        parts=[_part(part, lang) for part in spec.fields.values()],
        options=[fields(option, lang, "value=id label=name") for option in spec.options],
    )  # fmt: skip
