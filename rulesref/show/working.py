"""What each step of a working says, and its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesref.base.messages import N_, Style, as_text, joined, say
from rulesref.base.text import Text
from rulesref.model.expression import Input, Step, Value

#: What is said of a step: ``{value}`` is what came out, other names are the step's own.
SENTENCES: dict[str, str] = {
    **dict.fromkeys(
        ("category", "fixed", "field", "holds", "own", "all", "any", "not", "which", "calculate",
         "call"), N_("{value}"),
    ),
    **dict.fromkeys(("score", "total", "for-each"), N_("{sum} = {value}")),
    **dict.fromkeys(("list", "record"), N_("{list}")),
    "points": N_("points {value}"),
    "before": N_("before {value}"),
    "difference": N_("{first} - {second} = {value}"),
    "product": N_("{product} = {value}"),
    "divide": N_("{first} ÷ {second} = {value}{rounding}"),
    "minimum": N_("smallest of {list}: {value}"),
    "maximum": N_("largest of {list}: {value}"),
    "cap": N_("{first}, at most {at}: {value}"),
    "lookup": N_("{table}, {given} → {value}"),
    "bands": N_("{table}, {given} ({last}) → {value}"),
    "sum-rows": N_("{table}, {given}: {value}"),
    "rank": N_("{entrants} → {place} → {value}"),
    "best-split": N_("{list} → {after}"),
    "nth": N_("{first}, number {n}: {value}"),
    "size": N_("how many: {value}"),
    "pieces": N_("pieces, at least: {value}"),
    "compare": N_("{first} {is} {second}: {value}"),
    "one-of": N_("{first}: {value}"),
    "when": N_("{condition} → {value}"),
    "choose": N_("{picked} → {value}"),
    "ruling": N_("ruling “{ruling}” {reading} → {value}"),
}  # fmt: skip

#: A sum that was typed shows its summands; numbers stand side by side, names before theirs.
_WORKING = Style(empty=N_("none"), between=" ", pair=" ", sums=True)
_RELATIONS = {
    "equal": "=", "not-equal": "≠", "less": "<", "at-most": "≤", "more": ">", "at-least": "≥",
}  # fmt: skip
_LEAVES = {"field", "fixed", "own", "holds", "before"}
_ROUNDINGS = {"down": N_(" (rounded down)"), "up": N_(" (rounded up)")}
#: What is said of a ``for-each`` that does not add up.
_GATHERED = {"list": "list", "largest": "maximum", "smallest": "minimum"}


class Line(NamedTuple):
    """One line of working: its depth from 0, its text and the rules it rests on."""

    depth: int
    text: str
    rules: tuple[str, ...]


def working(
    step: Step, lang: str, depth: int = 0, above: tuple[str, ...] = (), said: set[int] | None = None
) -> list[Line]:
    """The lines of ``step`` and of everything below it that is more than a value.

    ``above`` are the rules that the line above has cited already. ``said`` are the steps whose
    working has been given: a named value that comes up again is only its name and its value.
    """
    said = set() if said is None else said
    while _passes_through(step):
        step = step.parts[0]
    if id(step) in said and step.label is not None:
        return [Line(depth, _labelled(step.label, step_text(step, lang), lang), ())]
    said.add(id(step))
    new = tuple(rule for rule in step.rules if rule not in above)
    lines = [Line(depth, sentence(step, lang), new)]
    for part, player in zip(step.parts, _players(step), strict=True):
        if _says_more(part):
            below = working(part, lang, depth + 1, (*above, *step.rules), said)
            if player:
                first = below[0]
                below[0] = first._replace(text=_labelled(player, first.text, lang))
            lines.extend(below)
    return lines


def _says_more(part: Step) -> bool:
    """Whether a part has a line of its own: it is more than a value that stands in the line of its whole."""
    silent = part.op in ("for-each", "when") and not part.parts and part.label is None
    return part.op not in _LEAVES and not silent


def sentence(step: Step, lang: str) -> str:
    """What a step says, its label first."""
    body = say(lang, _form(step), **_words(step, lang))
    return _labelled(step.label, body, lang) if step.label else body


def _labelled(label: Text | str, body: str, lang: str) -> str:
    return say(lang, "{label}: {body}", label=label, body=body)


def _form(step: Step) -> str:
    """The sentence for a step."""
    if step.op != "for-each":
        return SENTENCES[step.op]
    gather = next((str(i.value) for i in step.inputs if i.id == "gather"), "total")
    if gather == "total" and not step.parts:
        return SENTENCES["fixed"]
    return SENTENCES[_GATHERED.get(gather, step.op)]


def _players(step: Step) -> Sequence[str]:
    """For each part of a step the player it is of; empty where it is of none."""
    named = next((i.value for i in step.inputs if i.id == "players"), None)
    return [str(name) for name in named] if isinstance(named, tuple) else [""] * len(step.parts)


def step_text(step: Step, lang: str) -> str:
    """The value of a step, as a person reads it."""
    if step.shown is not None:
        return step.shown.of(lang)
    return plain_value(step.value, lang)


def plain_value(value: Value, lang: str) -> str:
    """A value as a person reads it; a sum that was typed shows its summands."""
    return as_text(lang, value, _WORKING)


def _passes_through(step: Step) -> bool:
    """Steps that only hand on the value of a labelled step say nothing of their own."""
    if len(step.parts) != 1 or step.label is not None:
        return False
    if step.op == "field":
        return True
    (part,) = step.parts
    return step.op in ("when", "choose") and part.label is not None and part.op not in _LEAVES


def _inline(step: Step, player: str, lang: str) -> str:
    """A part inside the line of its whole: its name, where it has one, and its value."""
    text = step_text(step, lang)
    if player:
        return f"{player} {text}"
    if step.label is not None and step.op in _LEAVES:
        return f"{step.label.of(lang)} {text}"
    return text


def _words(step: Step, lang: str) -> Mapping[str, object]:
    inputs = {i.id: i for i in step.inputs}
    parts = [_inline(*of, lang) for of in zip(step.parts, _players(step), strict=True)]
    return {
        "value": step_text(step, lang),
        "sum": _signed(parts) or "0",
        "product": " × ".join(parts),
        "list": joined(lang, parts),
        "first": parts[0] if parts else "",
        "second": parts[1] if len(parts) > 1 else "",
        "last": parts[-1] if parts else "",
        "at": _of(inputs, "at", lang),
        "n": _of(inputs, "n", lang),
        "table": inputs["table"].name if "table" in inputs else "",
        "given": joined(lang, [_named(i, lang) for i in step.inputs if i.id != "table"]),
        "is": _RELATIONS.get(_of(inputs, "is", lang), ""),
        "rounding": say(lang, _ROUNDINGS.get(_of(inputs, "rounding", lang), "")),
        "condition": _named(inputs.get("if"), lang),
        "picked": _named(inputs.get("by"), lang),
        "ruling": _named(inputs.get("ruling"), lang),
        "reading": _named(inputs.get("reading"), lang),
        "after": joined(lang, [_named(i, lang) for i in step.inputs if i.id.startswith("after-")]),
        **_ranking(step, inputs, lang),
    }


def _signed(parts: list[str]) -> str:
    """Parts added up; a negative one is taken away.

    >>> _signed(["3", "-1"])
    '3 - 1'
    """
    return " + ".join(parts).replace("+ -", "- ")


def _of(inputs: Mapping[str, Input], key: str, lang: str) -> str:
    return plain_value(inputs[key].value, lang) if key in inputs else ""


def _named(value: Input | None, lang: str) -> str:
    if value is None:
        return ""
    text = value.shown.of(lang) if value.shown else plain_value(value.value, lang)
    return f"{value.name.of(lang)} {text}" if value.name else text


def _ranking(step: Step, inputs: Mapping[str, Input], lang: str) -> Mapping[str, object]:
    if "entrants" not in inputs:
        return {"entrants": "", "place": ""}
    entrants = inputs["entrants"].value
    if isinstance(entrants, Mapping):
        called = {i.value: i.name.of(lang) for i in step.inputs if i.id == "called" and i.name}
        each = [f"{called.get(k, k)} {plain_value(v, lang)}" for k, v in entrants.items()]
        standing = joined(lang, each)
    else:
        standing = plain_value(entrants, lang)
    return {"entrants": standing or say(lang, "nobody"), "place": _place(inputs, lang)}


def _place(inputs: Mapping[str, Input], lang: str) -> str:
    if "places" in inputs:
        return say(lang, "places {places}", places=plain_value(inputs["places"].value, lang))
    place = inputs["place"].value if "place" in inputs else None
    if place is None:
        return say(lang, "no place")
    tied = inputs["tied"].value if "tied" in inputs else 1
    if isinstance(tied, int) and tied > 1:
        return say(lang, "place {place}, shared by {tied}", place=place, tied=tied)
    return say(lang, "place {place}", place=place)
