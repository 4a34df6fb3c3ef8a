"""What is kept of a line, readable without the game: what happened, where it led, what it won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening, Outcome, State
from rulesref.play.records import Line, now


def line_of(
    game: Game, n: int, typed: str, command: Mapping[str, Any], outcome: Outcome,
    when: str | None = None,
) -> Line:  # fmt: skip
    """What is kept of a line that was carried out."""
    state = outcome.state
    return Line(
        n=n,
        typed=typed,
        command=command,
        told=[_told(game, happening) for happening in outcome.happenings],
        stage=stage_of(game, state),
        time=when or now(),
        state=flow.to_data(state),
    )


def stage_of(game: Game, state: State) -> dict[str, Any]:
    """Where a play is, as it is kept for lists of plays."""
    names = flow.stage_label(game, state)
    found: dict[str, Any] = {
        "ja": " / ".join(name.ja for name in names), "en": " / ".join(name.en for name in names),
        "turn": turn_of(state), "finished": state.finished, "winners": list(state.winners),
    }  # fmt: skip
    return found


def turn_of(state: State) -> str | None:
    """The player whose turn it is."""
    seat = flow.seat_now(state)
    return state.names[seat] if seat is not None and not state.finished else None


def _told(game: Game, happening: Happening) -> dict[str, Any]:
    """What happened, as it is kept: readable without the game."""
    found: dict[str, Any] = {"kind": happening.kind}
    if happening.text is not None:
        found |= {"ja": happening.text.ja, "en": happening.text.en}
    if happening.rules:
        found["rules"] = list(happening.rules)
    if happening.player is not None:
        found["player"] = happening.player
    if happening.amount is not None:
        found["amount"] = flow.plain_value(happening.amount)
    if happening.total is not None:
        found["total"] = flow.plain_value(happening.total)
    if happening.field is not None:
        spec = flow.field_at(game, happening.field, of_player=happening.player is not None)
        shown = value_text(spec, happening.amount) if spec else None
        found["value"] = {"ja": shown.ja, "en": shown.en} if shown else None
    if happening.score is not None:
        found["event"] = happening.score.event.id
        found["totals"] = {p.name: flow.plain_value(p.total) for p in happening.score.players}
        found["ranks"] = {player.name: player.rank for player in happening.score.players}
        found["winners"] = list(happening.score.winners)
    return found


def value_text(field: Field, found: Any) -> Text:
    """A value of a field by its names, in both languages.

    Nothing chosen is a dash.
    """
    return Text(*(_shown(field, found, lang) for lang in ("ja", "en")))


def _shown(field: Field, found: Any, lang: str) -> str:
    between = "、" if lang == "ja" else ", "
    if found is None or found in ((), {}):
        return "-"
    match field.kind:
        case "flag":
            return {"ja": "はい" if found else "いいえ", "en": "yes" if found else "no"}[lang]
        case "choice":
            return _option(field, found, lang)
        case "choices":
            return between.join(_option(field, item, lang) for item in found)
        case "record":
            inner = ((field.fields[k], v) for k, v in found.items() if k in field.fields)
            return between.join(f"{f.name.of(lang)} {_shown(f, v, lang)}" for f, v in inner)
        case "records":
            return " / ".join(_shown_entry(field, item, lang) for item in found)
        case "by-player":
            return between.join(f"{name} {item}" for name, item in found.items())
        case "wholes" | "players":
            return between.join(str(item) for item in found)
        case _:
            return str(found)


def _shown_entry(field: Field, found: Mapping[str, Any], lang: str) -> str:
    between = "、" if lang == "ja" else ", "
    return between.join(
        f"{f.name.of(lang)} {_shown(f, found[k], lang)}"
        for k, f in field.fields.items()
        if k in found
    )


def _option(field: Field, found: str, lang: str) -> str:
    for option in field.options:
        if option.id == found:
            return option.name.of(lang)
    return str(found)


@frozen
class Source:
    """Where points come from, and how many each player has from there, in turn order."""

    name: Text | None
    amounts: tuple[Any, ...]


def sources(game: Game, state: State, lines: Sequence[Line]) -> list[Source]:
    """The running score of everybody by what it comes from; the rest was set by hand."""
    names = state.names
    found: dict[tuple[str, str] | None, list[Any]] = {}
    for told in points(lines):
        why = (told["ja"], told["en"]) if "ja" in told else None
        amounts = found.setdefault(why, [0] * len(names))
        if told["player"] in names:
            amounts[names.index(told["player"])] += exact(told["amount"])
    keys = flow.flow_of(game).points
    rest = [
        sum(own[key] or 0 for key in keys) - sum(amounts[seat] for amounts in found.values())  # type: ignore[misc]
        for seat, own in enumerate(state.players)
    ]
    listed = [Source(Text(*why) if why else None, tuple(a)) for why, a in found.items()]
    return [*listed, Source(None, tuple(rest))] if any(rest) else listed


def exact(told: Any) -> Any:
    """A number of points as it was kept, exactly.

    >>> exact(3), exact(0.5)
    (3, Fraction(1, 2))
    """
    if isinstance(told, int):
        return told
    from fractions import Fraction

    return Fraction(str(told))


def points(lines: Sequence[Line]) -> Iterator[Mapping[str, Any]]:
    """Everything that won or lost points."""
    for line in lines:
        yield from (told for told in line.told if told["kind"] == "points")
