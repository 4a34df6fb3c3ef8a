"""Lists, places among players, and calculators, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulesref.fields.registry import empty, kind_of
from rulesref.lang import arithmetic, calculating, lists
from rulesref.lang import placing as ranking
from rulesref.lang.references import Reference
from rulesref.model.expression import Operator
from rulesref.model.scoring import Calculator
from rulesref.scoring.batch.calculations import added, exactly
from rulesref.scoring.batch.code import Expr, Uncompiled, ValueKind, constant, slots
from rulesref.scoring.batch.codegen import Author, generates, united
from rulesref.scoring.batch.scopes import FieldPath, Ground, Here
from rulesref.scoring.batch.survey import bound_by


@generates(lists.ForEach)
def _for_each(author: Author, op: lists.ForEach, here: Here) -> Expr:
    gather = op.gather or "total"
    if gather == "total" and op.where is None and op.in_.root == "players":
        summed = _column_sum(author, op.part, op.as_, here)
        if summed is not None:
            return summed
    _before_loop(author, op, here)
    gathered = author.code.name(gather)
    author.code.write(f"{gathered} = {'0' if gather == 'total' else '[]'}")
    with author.each(op.in_, op.as_, here, op.number) as inside, author.where(op, inside):
        part = author.term(op.part, inside)
        if gather != "list":
            part = author.number(part)
        line = (
            f"{gathered} += {part.text}" if gather == "total" else f"{gathered}.append({part.text})"
        )
        author.code.write(line)
    match gather:
        case "total":
            return exactly(gathered, (part,))
        case "list":
            return Expr(text=f"tuple({gathered})", kind=ValueKind.LIST, items=united((part,)).kind)
        case _:
            word = "max" if gather == "largest" else "min"
            return Expr(text=f"{word}({gathered}, default=0)", kind=ValueKind.WHOLE | part.kind)


def _before_loop(author: Author, op: lists.ForEach | lists.Size, here: Here) -> None:
    for part in (op.where, op.part if isinstance(op, lists.ForEach) else None):
        if part is not None:
            author.ahead(part, here, bound_by(op))


def _column_sum(author: Author, part: Operator, name: str, here: Here) -> Expr | None:
    """The sum over all players of something that stands in a list already."""
    if isinstance(part, arithmetic.Total):
        sums = [_column_sum(author, inner, name, here) for inner in part.parts]
        terms = [term for term in sums if term is not None]
        return added(terms) if len(terms) == len(sums) else None
    own = isinstance(part, Reference) and part.root == "loop" and part.path == (name,)
    inner = part.onward if isinstance(part, Reference) and own else None
    if inner is None or inner.root != "player" or inner.path not in author.slots:
        return None
    if not kind_of(author.slots[inner.path].field).counts:
        return None
    return Expr(text=f"sum({author.columns[inner.path, False]})", kind=ValueKind.WHOLE)


@generates(lists.Size)
def _size(author: Author, op: lists.Size, here: Here) -> Expr:
    if op.where is None:
        if op.in_.root == "players":
            return author.count(here)
        listed = author.term(op.in_, here)
        if listed.kind not in (ValueKind.LIST, ValueKind.BY_PLAYER, ValueKind.RECORDS):
            raise Uncompiled
        return Expr(text=f"len({listed.text})", kind=ValueKind.WHOLE)
    _before_loop(author, op, here)
    many = author.code.name("many")
    author.code.write(f"{many} = 0")
    with author.each(op.in_, op.as_ or "", here) as inside, author.where(op, inside):
        author.code.write(f"{many} += 1")
    return Expr(text=many, kind=ValueKind.WHOLE)


@generates(lists.ListOf)
def _list_of(author: Author, op: lists.ListOf, here: Here) -> Expr:
    terms = [author.term(part, here) for part in op.parts]
    given = "".join(f"{term.text}, " for term in terms)
    return Expr(text=f"({given})", kind=ValueKind.LIST, items=united(terms).kind, length=len(terms))


@generates(lists.Record)
def _record(author: Author, op: lists.Record, here: Here) -> Expr:  # noqa: ARG001
    # Entries are made for what a play hands to its scoring, never while a position is scored.
    raise Uncompiled


@generates(lists.Holds)
def _holds(author: Author, op: lists.Holds, here: Here) -> Expr:
    raise Uncompiled


@generates(lists.FewestPieces)
def _pieces(author: Author, op: lists.FewestPieces, here: Here) -> Expr:
    listed = author.term(op.in_, here)
    if listed.kind != ValueKind.BY_PLAYER or not listed.typed:
        raise Uncompiled
    largest = constant(op.largest).text
    return Expr(text=f"_pieces({listed.typed}.values(), {largest})", kind=ValueKind.WHOLE)


@generates(lists.Own)
def _own(author: Author, op: lists.Own, here: Here) -> Expr:
    listed = author.term(op.in_, here)
    if listed.kind != ValueKind.BY_PLAYER or (op.who is None and here.seat is None):
        raise Uncompiled
    who = author.player_name(here.seat) if op.who is None else constant(op.who)
    return Expr(text=f"{listed.text}.get({who.text}, 0)", kind=ValueKind.WHOLE)


# --- players against each other ------------------------------------------------------------------


@generates(ranking.Rank)
def _rank(author: Author, op: ranking.Rank, here: Here) -> Expr:
    awards = author.numbers(op.award, here)
    extra = author.numbers((op.extra,), here) if op.extra else []
    listed = None if op.by else author.term(op.among, here)
    if listed is not None and listed.kind == ValueKind.LIST:
        return _awards_of_all(op, listed, extra, awards)
    if here.seat is None:
        raise Uncompiled
    if op.by:
        everyone = author.everyone(op.by, here).text
        own = author.atom(_own_of(author, op.by, everyone, here), "own")
    elif listed is not None and listed.kind == ValueKind.BY_PLAYER:
        name = author.player_name(here.seat).text
        own = author.atom(Expr(text=f"{listed.text}.get({name}, 0)", kind=ValueKind.WHOLE), "own")
        # Whether it is among them itself matters only where ties are counted.
        each = op.ties == "each"
        everyone = f"{listed.text}.values()" if each else f"_standing({listed.text}, {name})"
    else:
        raise Uncompiled
    if extra:
        everyone = f"[*{everyone}, {extra[0].text}]"
    term = _award(op, own, everyone, awards)
    if not op.positive:
        return term
    return replace(term, text=f"({term.text} if {own.text} > 0 else 0)")


def _own_of(author: Author, by: Operator, everyone: str, here: Here) -> Expr:
    """What the player at hand is compared by."""
    assert here.seat is not None
    if isinstance(by, Reference) and by.root == "player":
        return author.number(author.term(by, here))
    return Expr(text=f"{everyone}[{here.seat.index}]", kind=ValueKind.NUMBER)


def _award(op: ranking.Rank, own: Expr, everyone: str, awards: Sequence[Expr]) -> Expr:
    given = f"({', '.join(term.text for term in awards)},)"
    kind = united(awards).kind | ValueKind.WHOLE
    if op.ties == "each":
        return Expr(text=f"_award_each({own.text}, {everyone}, {given})", kind=kind)
    if op.ties in ("half", "divide"):
        kind |= ValueKind.FRACTION
    return Expr(
        text=f"_award({own.text}, {everyone}, {given}, {constant(op.ties).text})", kind=kind
    )


def _awards_of_all(
    op: ranking.Rank, listed: Expr, extra: Sequence[Expr], awards: Sequence[Expr]
) -> Expr:
    if listed.items & ~ValueKind.NUMBER:
        raise Uncompiled
    given = ", ".join(term.text for term in awards)
    more = "".join(f"{term.text}, " for term in extra)
    text = (
        f"_awards_of_all({listed.text}, ({more}), ({given},), {constant(op.ties).text}, "
        f"positive={bool(op.positive)})"
    )
    return Expr(text=text, kind=ValueKind.LIST, items=_award(op, listed, "", awards).kind)


@generates(ranking.BestSplit)
def _best_split(author: Author, op: ranking.BestSplit, here: Here) -> Expr:
    *amounts, wild = (_whole(term) for term in author.numbers((*op.of, op.wild), here))
    given = ", ".join(amounts)
    return Expr(
        text=f"_best_split(({given},), {wild})",
        kind=ValueKind.LIST,
        items=ValueKind.WHOLE,
        length=len(amounts),
    )


def _whole(term: Expr) -> str:
    return f"int({term.text})" if term.kind & ValueKind.FRACTION else term.text


@generates(lists.Nth)
def _nth(author: Author, op: lists.Nth, here: Here) -> Expr:
    raise Uncompiled


@generates(calculating.Calculate)
def _calculate(author: Author, op: calculating.Calculate, here: Here) -> Expr:
    given = {key: author.atom(author.term(inner, here), key) for key, inner in op.with_.items()}
    ground = Ground(
        id=f"{op.calculator.id}({', '.join(f'{key}={term.text}' for key, term in given.items())})",
        event=op.calculator.id,
        defines=op.calculator.define,
        table=dict(_inputs(op.calculator, given)),
        people=False,
    )
    inner = Here(ground=ground)
    for check in op.calculator.checks:
        condition = author.term(check.when, inner)
        with author.block(f"if {condition.text}:"):
            author.code.write("raise Unusual")
    part = next(part for part in op.calculator.results if part.id == op.result)
    return author.kept(part.value, inner, op.result)


def _inputs(calculator: Calculator, given: Mapping[str, Expr]) -> Iterator[tuple[FieldPath, Expr]]:
    """The values that the expressions of a calculator see."""
    for key, spec in calculator.inputs.items():
        if key in given:
            yield (key,), given[key]
            continue
        for slot in slots({key: spec}, calculator.id):
            value = empty(slot.field)
            if value == ():
                yield slot.path, Expr(text="()", kind=ValueKind.LIST, length=0)
            elif not isinstance(value, Mapping):
                yield slot.path, constant(value)
