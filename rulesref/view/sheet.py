"""What somebody is about to record: its fields, what the rules have against it, and what it would change (記入シート)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import Problem, errors
from rulesref.base.frozen import changed, frozen, frozen_kw, remade
from rulesref.base.text import cells
from rulesref.fields.form import FieldChange
from rulesref.fields.kind import IN_PLAYS, kind_of
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, CorrectionForm, LineForm, State
from rulesref.play.flow.action_form import WHO
from rulesref.play.replay import entry_of
from rulesref.show.play_history import title
from rulesref.show.problems import message
from rulesref.view.control import DrawnField, counted_from, entry, waiting


@frozen
class Refusal:
    """What the rules have against it, and the entries that say so."""

    text: str
    rules: tuple[str, ...]


@frozen
class ShownChange:
    """A value that it would change, as a reader has it before and afterwards."""

    player: str | None
    name: str
    before: str
    after: str


@frozen_kw
class ActionSheet:
    """An action or a correction as far as it is filled in.

    ``given`` are its values by path, as data. ``says`` is what it would do, empty while something is missing.
    ``done``: nothing is asked any more and nothing is against it, so that a tap that completed it may record it.
    ``anyway``: it is against the rules, but people may do it all the same; ``forced``: they will.
    """

    action: str
    title: str
    who: str | None
    seat: int | None
    entries: tuple[DrawnField, ...]
    given: Mapping[str, Any]
    refusals: tuple[Refusal, ...]
    warnings: tuple[str, ...]
    says: str
    changes: tuple[ShownChange, ...]
    complete: bool
    done: bool
    anyway: bool
    forced: bool

    @property
    def shown(self) -> tuple[DrawnField, ...]:
        """The fields that are drawn at once, those that nobody is asked for last: a tap on one may be the last of all."""
        there = (each for each in self.entries if not each.folded)
        return tuple(sorted(there, key=lambda each: each.unasked and not each.beside))

    @property
    def folded(self) -> tuple[DrawnField, ...]:
        """Those that stay out of the way."""
        return tuple(each for each in self.entries if each.folded)


#: Columns of the longest value that is told with the one before it.
_WIDEST = 24
#: The name of a correction in the place of that of an action: no action can have it.
SET = "set="


def action_form(
    game: Game, state: State, action: Action, given: Mapping[str, Any], *,
    seat: str | None = None, forced: bool = False, every: bool = False,
) -> ActionForm:  # fmt: skip
    """An action with values by path; ``seat`` does it where it is nobody's turn.

    Those that are not asked for are left out, unless ``every`` one is wanted.
    """
    form = ActionForm(game=game, state=state, action=action, forced=forced)
    who = given.get(_path(WHO), seat)
    if who in state.names and form.at(WHO) is not None:
        form = form.put(WHO, who)
    if every:
        said = {(key,): given[key] for key in action.ask if key in given}
        return remade(form, given={**form.given, **said})
    # In the order of the action: a value may make the next one appear.
    for key in action.ask:
        if key in given and key in form.matters:
            form = form.put((key,), given[key])
    return form


def correction_form(game: Game, state: State, given: Mapping[str, Any]) -> CorrectionForm:
    """A correction with values by path."""
    form = CorrectionForm(game=game, state=state)
    for key in ("player", "value", "to"):
        if key in given and form.at((key,)) is not None:
            form = form.put((key,), given[key])
    return form


def as_read(form: LineForm) -> LineForm:
    """The form of a typed line with what its values say, where they can be read, in place of how they were typed."""
    if not isinstance(form, ActionForm):
        return form
    said = form.values["with"]
    read = {path: said.get(path[0], raw) for path, raw in form.given.items() if raw is not None}
    return remade(form, given={**form.given, **read})


def _path(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def sheet(form: LineForm, lang: str, *, every: bool = False) -> ActionSheet:
    """A form as it is drawn; with ``every`` field, also those that are not asked for now."""
    beyond = form.beyond if every and isinstance(form, ActionForm) else ()
    fields = (*form.fields, *beyond)
    entries = tuple(entry(form, each, lang, tries=True) for each in fields)
    if isinstance(form, CorrectionForm) and form.fields[-1].path == ("to",):
        entries = _put_right(form, entries, lang)
    state, done, says = form.state, None, ""
    command = form.command if form.complete else None
    waits = waiting(form)
    problems = tuple(form.problems)
    if command is not None and not errors(problems):
        done = flow.carry_out(form.game, changed(state, acting=None), command)
        problems = (*problems, *done.problems)
        if not done.problems:
            kept = entry_of(form.game, state.steps + 1, "", command, done)
            says = title(kept, lang)
    # What is missing while something is asked for is no fault.
    wrong = [each for each in errors(problems) if waits is None or each.code != "E401"]
    refusals = [refusal(each, lang) for each in wrong]
    # What is wrong with a field stands at the field.
    told = {text for each in entries for text in each.wrong}
    acts = isinstance(form, ActionForm)
    seat = flow.seat_now(state) if isinstance(form, ActionForm) else None
    return ActionSheet(
        action=form.action.id if isinstance(form, ActionForm) else SET,
        title=(form.title.of(lang) if form.title and acts else ""),
        who=None if seat is None else state.names[seat],
        seat=seat,
        entries=entries,
        given={each.key: each.raw for each in fields if each.given},
        refusals=tuple(each for each in refusals if each.text not in told),
        warnings=tuple(message(each, lang) for each in problems if each.warning),
        says=says,
        changes=tuple(_changes(form, lang)) if says else (),
        complete=bool(says),
        done=bool(says) and waits is None,
        anyway=bool(wrong) and _can_be_forced(form),
        forced=isinstance(form, ActionForm) and form.forced,
    )


def _put_right(
    form: CorrectionForm, entries: tuple[DrawnField, ...], lang: str
) -> tuple[DrawnField, ...]:
    """The fields of a correction: that which is to be, with what it is now; whose and which are known."""
    *known, to = entries
    player, field, now = form.fields[0].value, form.fields[-1].field, form.now
    if now is not None:
        told = f"{to.label} {kind_of(field).text(field, now, lang, IN_PLAYS)}"
        to = changed(to, label=told, within=(player,) if player else ())
    if kind_of(field).is_number and isinstance(now, int):
        to = counted_from(to, now)
    return (*(changed(each, folded=True) for each in known), to)


def refusal(problem: Problem, lang: str) -> Refusal:
    """What is against something, as it is told."""
    rules: Any = problem.values.get("rules", ())
    return Refusal(message(problem, lang), tuple(rules))


def _can_be_forced(form: LineForm) -> bool:
    """Whether nothing is missing or wrong but what the rules have against it."""
    if not isinstance(form, ActionForm) or form.forced:
        return False
    return remade(form, forced=True).complete


def _changes(form: LineForm, lang: str) -> Iterator[ShownChange]:
    """What it changes, but for what nobody reads at a glance: lists and records stand in what it says."""
    for change in form.changes:
        told = _change(change, lang)
        if max(cells(told.before), cells(told.after)) <= _WIDEST:
            yield told


def _change(change: FieldChange, lang: str) -> ShownChange:
    field = change.field
    before, after = (
        "-" if value is None else kind_of(field).text(field, value, lang, IN_PLAYS)
        for value in (change.before, change.after)
    )
    return ShownChange(change.player, (field.short or field.name).of(lang), before, after)
