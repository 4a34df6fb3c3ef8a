"""Two scores side by side, a change and what it did, and what one more of each value is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesref.base.messages import N_, as_text, joined, say
from rulesref.base.text import Text, shown, signed
from rulesref.model.expression import Step, Value
from rulesref.model.scoring import Event
from rulesref.scoring.cells import Difference
from rulesref.scoring.compare import Comparison, Moved, OtherReading, Shift, Worth
from rulesref.scoring.score import Score
from rulesref.show.blocks import Block, Bullets, Grid, Page, Para, Ref, Title, bullets
from rulesref.show.pages import decision
from rulesref.show.places import cell_text, spot_name
from rulesref.show.problems import sentence


def comparison(both: Comparison, lang: str, heads: tuple[str, str]) -> Page:
    """Two scores: totals and ranks, what changed on the table, and which points that moved."""
    event, about = both.before.event, both.before.game.about
    page: Page = [Title(event.name.of(lang), 1, f"[{about.name.of(lang)}]")]
    if event.categories or event.ranking:
        page.append(_totals(both, lang, heads))
    page.extend(_winners(both, lang, heads))
    if both.fields:
        page.append(Title(say(lang, "What changed"), 2))
        page.append(bullets(difference(d, lang) for d in both.fields))
    why = tuple(_why(both, lang))
    if why:
        page += [Title(say(lang, "What that did"), 2), Bullets(why)]
    if not both.fields and all(moved.same for moved in both.players):
        page.append(Para(say(lang, "Nothing differs.")))
    return page


def supposed(both: Comparison, lang: str) -> Page:
    """A score beside that of the same table with something changed."""
    return comparison(both, lang, (say(lang, "now"), say(lang, "then")))


def _totals(both: Comparison, lang: str, heads: tuple[str, str]) -> Grid:
    event = both.before.event
    rows = []
    for moved in both.players:
        was, now = moved.before, moved.after
        change = signed(now.total - was.total) if was and now else ""
        totals = (shown(was.total) if was else "-", shown(now.total) if now else "-", change)
        places = (_places(moved, lang),) if event.ranking else ()
        rows.append((moved.name, *(totals if event.categories else ()), *places))
    of_totals = (*heads, say(lang, "difference")) if event.categories else ()
    of_places = (say(lang, "rank"),) if event.ranking else ()
    header = (say(lang, "player"), *of_totals, *of_places)
    return Grid(header, tuple(rows), frozenset(range(1, 1 + len(of_totals))))


def _places(moved: Moved, lang: str) -> str:
    was, now = moved.before, moved.after
    if was and now and was.rank != now.rank:
        return say(lang, "{before} → {after}", before=was.rank, after=now.rank)
    return str((now or was).rank) if now or was else ""  # type: ignore[union-attr]


def _winners(both: Comparison, lang: str, heads: tuple[str, str]) -> Iterator[Block]:
    for head, score in zip(heads, (both.before, both.after), strict=True):
        if score.event.final:
            text = say(lang, "{which}: {winners}", which=head, winners=decision(score, lang))
            yield Para(text, 1)


def difference(differing: Difference, lang: str) -> str:
    """One value that changed."""
    name, both = spot_name(differing.spot, lang), (differing.before, differing.after)
    if all(isinstance(value, int) and not isinstance(value, bool) for value in both):
        return _line(name, *both, lang)
    spec = differing.spot.field
    before, after = ("-" if value is None else cell_text(spec, value, lang) for value in both)
    return say(lang, "{name}: {before} → {after}", name=name, before=before, after=after)


def _line(name: Text | str, before: Any, after: Any, lang: str) -> str:
    """Two numbers, and by how much they differ."""
    return say(lang, "{name}: {before} → {after} ({difference})", name=name, before=before,
               after=after, difference=signed(after - before))  # fmt: skip


def _shift(shift: Shift, lang: str) -> str:
    """A part before and after; what is no number, as the name of a prize, has no difference."""
    if shift.difference is not None:
        return _line(shift.name, shift.before, shift.after, lang)
    return say(lang, "{name}: {before} → {after}", name=shift.name, before=_value(shift.was, lang),
               after=_value(shift.now, lang))  # fmt: skip


def _value(step: Step, lang: str) -> Value:
    return step.shown.of(lang) if step.shown is not None else step.value


def _why(both: Comparison, lang: str) -> Iterator[tuple[int, str]]:
    counted = both.before.event.categories
    for moved in both.players:
        was, now = moved.before, moved.after
        if was is None or now is None:
            first = N_("{name}: only in the first position")
            text = N_("{name}: only in the second position") if was is None else first
            yield 0, say(lang, text, name=moved.name)
        elif moved.parts or moved.changes or was.before != now.before:
            yield 0, _line(moved.name, was.total, now.total, lang) if counted else moved.name
            if was.before != now.before:
                yield 1, _line(say(lang, "before"), was.before, now.before, lang)
            for shift in (*moved.parts, *moved.changes):
                yield 1, _shift(shift, lang)


def worth(result: Score, name: str, worths: Sequence[Worth], lang: str) -> Page:
    """What one more of each value is worth to a player."""
    title = say(lang, "What one more is worth to {name}", name=name)
    event = result.event
    rows = tuple(_worth_row(w, name, event, lang) for w in worths)
    what = N_("points") if event.categories else N_("difference")
    heads = [N_("value"), N_("now"), N_("then"), what, *([N_("rank")] if event.ranking else [])]
    header = [say(lang, head) for head in heads]
    notes = [
        say(lang, "{name}: {why}", name=spot_name(w.spot, lang), why=sentence(w.problems[0], lang))
        for w in worths if w.moved is None and w.problems
    ]  # fmt: skip
    where = f"[{result.game.about.name.of(lang)}] {event.name.of(lang)}"
    page: Page = [Title(title, 1, where), Grid(tuple(header), rows, frozenset({1, 2, 3}))]
    if notes:
        page += [Title(say(lang, "What cannot be"), 2), bullets(notes)]
    return page


def _worth_row(row: Worth, name: str, event: Event, lang: str) -> tuple[str, ...]:
    spec = row.spot.field
    then: Value = row.then
    if isinstance(then, tuple):
        # One more option: what is added, not the whole list.
        label, now, after = cell_text(spec, then[-1:], lang), "-", say(lang, "yes")
        label = f"{spec.name.of(lang)}: {label}"
    else:
        label = spot_name(row.spot, lang).removeprefix(f"{name} ")
        now, after = cell_text(spec, row.now, lang), cell_text(spec, then, lang)
    moved = row.moved
    places = ("",) if event.ranking else ()
    if moved is None or moved.before is None or moved.after is None:
        return (label, now, after, "-", *places)
    if event.ranking:
        places = (_places(moved, lang),)
    if event.categories:
        return (label, now, after, signed(moved.after.total - moved.before.total), *places)
    shifts = [f"{s.name.of(lang)} {_more(s, lang)}" for s in moved.changes]
    return (label, now, after, joined(lang, shifts), *places)


def _more(shift: Shift, lang: str) -> str:
    """By how much a part is more; of what is no number, what it is then."""
    if shift.difference is not None:
        return signed(shift.difference)
    return as_text(lang, _value(shift.now, lang))


def other_reading(other: OtherReading, score: Score, lang: str) -> Ref:
    """What another reading of a ruling would change, in one line."""
    known = score.game.ruling(other.ruling)
    assert known is not None
    parts = []
    for moved in other.players:
        was, now = moved.before, moved.after
        assert was is not None
        assert now is not None
        if was.total != now.total:
            parts.append(say(lang, "{name} {before} → {after}", name=moved.name, before=was.total,
                             after=now.total))  # fmt: skip
        parts += [
            say(lang, "{name} {part} {before} → {after}", name=moved.name, part=shift.name,
                before=_value(shift.was, lang), after=_value(shift.now, lang))
            for shift in moved.changes
        ]  # fmt: skip
        if was.total == now.total and was.rank != now.rank:
            parts.append(say(lang, "{name} rank {before} → {after}", name=moved.name,
                             before=was.rank, after=now.rank))  # fmt: skip
    reading = known.reading(other.reading).text
    text = say(
        lang, "By the other reading ({id}: {reading}): {changes}.",
        id=f"{other.ruling}={other.reading}", reading=reading, changes=parts
    )  # fmt: skip
    named = say(
        lang, "By the other reading ({reading}): {changes}.", reading=reading, changes=parts
    )
    turns = f" {decision(other.after, lang)}" if other.turns else ""
    return Ref(text + turns, named + turns)
