"""The position of a scoring as cards, one a player: what is asked, what is known, how it stands so far (得点用紙)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rulesref.base.diagnostics import KeyPath, Problem, errors
from rulesref.base.frozen import changed, frozen, frozen_kw
from rulesref.base.messages import as_text
from rulesref.fields.form import as_data, with_value
from rulesref.fields.kind import IN_POSITIONS
from rulesref.scoring.score import overrulable
from rulesref.view.control import DrawnField, entry
from rulesref.view.sheet import Refusal, refusal
from rulesref.wizard.position_form import PositionField, PositionForm


@frozen
class CardField:
    """A field of a card. ``lists``: whether there is one more entry of a list, or, where one is given, that it is there.

    ``was`` is what the play says where something else was given, ``told`` what the checks say of it.
    """

    entry: DrawnField
    lists: bool
    open: bool
    was: str
    told: tuple[Refusal, ...]


@frozen
class CardPart:
    """Fields that lie in the same record, or in the same entry of a list; ``name`` is empty where they lie in none."""

    name: str
    fields: tuple[CardField, ...]


@frozen_kw
class ScoreCard:
    """What is asked of a player, or of the table. ``points`` so far, without what is still ``open``."""

    seat: int | None
    name: str
    points: str
    open: int
    asked: tuple[CardPart, ...]
    known: tuple[CardPart, ...]
    gains: tuple[CardField, ...]
    told: tuple[Refusal, ...]

    @property
    def corrected(self) -> bool:
        """Whether anything was given otherwise than the play says."""
        return any(each.was for part in self.known for each in part.fields)


@frozen_kw
class ScoreSheet:
    """All cards. ``lacking``: how many values cannot be left out and were not given; ``open``: those that can be as well.

    ``anyway``: only the checks are against it, so that people may score it all the same.
    """

    title: str
    game: str
    game_name: str
    cards: tuple[ScoreCard, ...]
    told: tuple[Refusal, ...]
    lacking: int
    open: int
    complete: bool
    anyway: bool


def score_sheet(form: PositionForm, lang: str) -> ScoreSheet:
    """The form of a scoring of which it is known who plays."""
    there = [each for each in form.fields if each.role in ("value", "entry", "gain")]
    told = dict[KeyPath | None, list[Problem]]()
    for path, problem in _told(form, {each.path for each in there}):
        told.setdefault(path, []).append(problem)
    cards = tuple(
        _card(form, seat, [each for each in there if each.seat == seat], told, lang)
        for seat in (*range(len(form.names)), None)
    )
    wrong = errors(form.problems)
    lacking = len(form.missing)
    return ScoreSheet(
        title=form.title.of(lang) if form.title else "",
        game=form.game.id,
        game_name=form.game.about.name.of(lang),
        cards=tuple(each for each in cards if each.seat is not None or each.asked or each.known),
        told=tuple(refusal(each, lang) for each in told.get(None, ())),
        lacking=lacking,
        open=sum(each.open for each in cards),
        complete=form.complete,
        anyway=not lacking and bool(wrong) and all(map(overrulable, wrong)),
    )


def _told(form: PositionForm, paths: set[KeyPath]) -> Iterator[tuple[KeyPath | None, Problem]]:
    """What the checks say, each with the field or the card that it is about; None for all."""
    said = form.found_at
    for path, problem in said:
        inner = (*path, 0) if (*path, 0) in paths else path
        near = next((inner[:n] for n in range(len(inner), 0, -1) if inner[:n] in paths), None)
        yield near or (path[:2] if path[:1] == ("players",) and path[1:2] else None), problem
    known = {id(problem) for _, problem in said}
    own = {id(problem) for each in form.fields for problem in each.problems}
    texts = {str(problem.values.get("message")) for _, problem in said}
    for problem in form.problems:
        again = str(problem.values.get("message")) in texts and problem.code[1:] == "440"
        if id(problem) not in known | own and not again:
            yield None, problem


def _card(
    form: PositionForm, seat: int | None, fields: Sequence[PositionField],
    told: Mapping[KeyPath | None, Sequence[Problem]], lang: str,
) -> ScoreCard:  # fmt: skip
    def card_field(there: PositionField) -> CardField:
        return _field(form, there, told.get(there.path, ()), lang)

    def parts(known: bool) -> tuple[CardPart, ...]:  # noqa: FBT001 - one of two halves
        own = [e for e in fields if e.role != "gain" and (e.path in form.known) == known]
        return tuple(
            CardPart(name, tuple(map(card_field, group)))
            for name, group in groupby(own, key=lambda each: _part(each, lang))
        )

    points = None if seat is None else form.certain[seat]
    whole = told.get(("players", seat), ()) if seat is not None else ()
    return ScoreCard(
        seat=seat,
        name="" if seat is None else form.names[seat],
        points="" if points is None else as_text(lang, points),
        open=sum(each.prompt and not each.given for each in fields if each.role != "gain"),
        asked=parts(known=False),
        known=parts(known=True),
        gains=tuple(card_field(each) for each in fields if each.role == "gain"),
        told=tuple(refusal(each, lang) for each in whole),
    )


def _part(there: PositionField, lang: str) -> str:
    """The record or the entry in which a field lies, as the heading of a part of a card."""
    within = there.within[(there.seat is not None) : len(there.around) + (there.seat is not None)]
    return " ".join(each if isinstance(each, str) else each.of(lang) for each in within)


def _field(
    form: PositionForm, there: PositionField, told: Sequence[Problem], lang: str
) -> CardField:
    drawn = entry(form, there, lang)
    colour = drawn.within[-1:] if there.colour is not None else ()
    lists = there.role == "entry"
    was = ""
    if there.path in form.known and form.known[there.path] != there.raw:
        before = with_value(there, form.known, form.names)
        was = there.kind.text(there.field, before.value, lang, IN_POSITIONS)
    label = there.record.name.of(lang) if lists else drawn.label
    return CardField(
        changed(drawn, within=colour, label=label, folded=False),
        lists,
        there.prompt and not there.given,
        was,
        tuple(refusal(each, lang) for each in told),
    )


def put(form: PositionForm, key: str, value: object, *, clears: bool) -> PositionForm | None:
    """The form with a value at the path that data names so, as a page gives it; None where there is no such field.

    ``clears``: it is taken away, so that it is open, or what the play knows, again.
    """
    there = next((each for each in form.fields if each.key == key), None)
    if there is None or there.role not in ("value", "entry", "gain"):
        return None
    if there.role == "gain" and isinstance(value, dict):
        value = {kind: many for kind, many in value.items() if many} or None
    if not clears:
        typed = isinstance(value, str) and there.kind.control in ("number", "numbers", "text")
        return form.put(there.path, as_data(there, value, form.typing) if typed else value)
    if there.path in form.known:
        return form.put(there.path, form.known[there.path])
    return form.clear(there.path)
