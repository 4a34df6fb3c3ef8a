"""Problems as a person reads them: place, sentence, excerpt with a caret, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rulesref.base.diagnostics import MOST, Place, Problem
from rulesref.base.messages import N_, as_text, say
from rulesref.base.text import Text, cells
from rulesref.fields.whole import range_text
from rulesref.show.problem_sentences import (
    EXAMPLES,
    KIND_NAMES,
    MALFORMED,
    MISTAKEN,
    OUTSIDE,
    PERHAPS,
    REASONS,
    SENTENCES,
    UNPLACED,
    UNREADABLE,
    UNTELLABLE,
    WANTED,
    WORDLESS,
)


def message(problem: Problem, lang: str) -> str:
    """The sentence that says what is wrong, after whose or which value it is."""
    form, values = _form(problem), _values(problem, lang)
    sentence = say(lang, form, **values)
    if not values["where"] or "{where}" in form:
        return sentence
    return say(lang, "{where}: {sentence}", where=values["where"], sentence=sentence)


def sentence(problem: Problem, lang: str) -> str:
    """What is wrong, without whose or which value it is: for where that stands already."""
    return say(lang, _form(problem), **_values(problem, lang))


def _form(problem: Problem) -> str:
    """The sentence for a code; for a counter by which end it would leave."""
    values: Mapping[str, Any] = problem.values
    had = values.get("had")
    if problem.code == "E549":
        return UNTELLABLE[values["meant"]]
    if problem.code == "E317" and not values["high"]:
        return N_("There is no entry {typed}.")
    if problem.code != "E511" or had is None:
        return SENTENCES[problem.code][0]
    low: Any = values["low"]
    if low is None or values["value"] >= low:
        return OUTSIDE["high"]
    return OUTSIDE["low" if low else "hand" if values["held"] else "left"]


def hint(problem: Problem, lang: str) -> str | None:
    """What to do about it; None when nothing useful can be said."""
    given, values = problem.values, _values(problem, lang)
    why = given.get("why")
    if problem.code == "E613" and isinstance(why, Problem) and why.values.get("near") is not None:
        # What is misspelt in a known position or play is no matter of the game.
        return hint(why, lang)
    guessed = problem.code == "E404" and given.get("near") is not None
    if isinstance(given.get("help"), Text) and not guessed:
        return as_text(lang, given["help"])
    sentence = _remedy(problem)
    if "{near}" in sentence and given.get("near") is None:
        return _without_guess(problem, lang)
    return say(lang, sentence, **values)


def _remedy(problem: Problem) -> str:
    """The sentence for what to do, by the code and by what is there of the values."""
    code, values = problem.code, problem.values
    if code == "E310" and "meant" in values:
        return PERHAPS[str(values["meant"])]
    if code == "E505" and values.get("track"):
        return N_(
            "This step is one of the track “{track}”: “track {track}” goes on with it as before, and with “!” in front it is done anyway."
        )
    if code in WORDLESS and not values.get("heard"):
        return WORDLESS[code]
    if code == "E101" and (remedy := UNREADABLE.get(str(values["reason"]))):
        return remedy
    if code == "E223" and values["near"]:
        return N_("Did you mean “{near}”?")
    if code == "E203" and values.get("meant"):
        return N_("Write it so: {meant}")
    if values.get("instead") is not None:
        return N_("With “{instead}” it can be done.")
    if code == "E313":
        types: Any = (values["kind"], values["expected"])
        if mistaken := MISTAKEN.get((*types[0], *types[1])):
            return mistaken
    return SENTENCES[code][1] if problem.place else UNPLACED.get(code, SENTENCES[code][1])


#: What to do where no guess is near: with what is known, and without.
_INSTEAD = {
    "E425": (N_("“rulesref disputes” lists them."),) * 2,
    "E521": (N_("Known names: {known}."), N_("“rulesref play list” shows what there is.")),
    "E532": (N_("Its options: {known}."), N_("It has no options: leave --option out.")),
}

#: So many words still help whoever looks for one of them.
_FEW = 20


def _without_guess(problem: Problem, lang: str) -> str | None:
    known = problem.values.get("known") or problem.values.get("allowed")
    sentence, _ = SENTENCES[problem.code]
    listed = "{known}" in sentence or "{allowed}" in sentence
    if problem.code in _INSTEAD:
        some, none = _INSTEAD[problem.code]
        return say(lang, some if known else none, known=known)
    if isinstance(known, (list, tuple)) and 0 < len(known) <= _FEW and not listed:
        return say(lang, "Known names, for example: {known}.", known=tuple(known))
    if problem.code == "E501":
        return say(lang, "“?” shows what can be done.")
    if problem.code in ("E202", "E408"):
        return say(lang, "Delete it, or check its spelling.")
    return None


#: Which values are options, and how many of them are told; the data of a problem has them all.
_OPTIONS = {"E404": ("allowed", 12), "E312": ("known", 12), "E556": ("known", 5)}


#: Whose reason is what the system or a parser says.
_WITH_REASON = ("E101", "E104", "E219", "E522")


def _values(problem: Problem, lang: str) -> Mapping[str, object]:
    code = problem.code
    values: dict[str, Any] = dict(problem.values)
    values |= _kind_values(code, values, lang)
    if values.get("had") is not None:
        values["need"] = values["had"] - values["value"]
    if values.get("rules"):
        # Two statements of a rule are one rule to look up.
        values["rules"] = tuple(dict.fromkeys(as_text(lang, rule) for rule in values["rules"]))
    if "low" in values:
        values["range"] = range_text(values["low"], values["high"], lang)
    if code in _WITH_REASON:
        values["reason"] = reason_text(values["reason"], lang)
    if code == "E218":
        wanted = [_named(WANTED, word, lang) for word in values.get("wanted", ())]
        values["wanted"] = say(lang, " or ").join(wanted)
        values["reason"] = say(lang, MALFORMED[values["reason"]], **values)
    called, most = _OPTIONS.get(code, ("", 0))
    options = values.get(called, ())
    if len(options) > most:
        values[called] = [*options[:most], "…"]
    values["where"] = _where(problem)
    return {key: _value(value, lang) for key, value in values.items()}


def _value(value: object, lang: str) -> str:
    return message(value, lang) if isinstance(value, Problem) else as_text(lang, _short(value))


def _kind_values(code: str, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    """What was typed and what was expected, in words."""
    if code in ("E313", "E314"):
        return {key: _kinds(_types(values[key]), lang) for key in ("kind", "expected")}
    named: dict[str, object] = {}
    if values.get("kind") in KIND_NAMES:
        named["kind"] = _kinds(values["kind"], lang)
    if code in ("E203", "E402"):
        named["example"] = EXAMPLES.get(str(values.get("expected")), "")
        named["expected"] = _kinds(values["expected"], lang)
    if code == "E402":
        named["typed"] = _described(values["typed"], lang)
    return named


def _types(types: Sequence[str]) -> list[str]:
    return ["a code" if each == "code" else each for each in types]


def reason_text(reason: str, lang: str) -> str:
    """Why something cannot be read or written: of a word, or of what the system says where that is known."""
    return _named(REASONS, reason, lang)


#: So much of a text that somebody wrote is repeated.
MOST_REPEATED = 200


def _short(value: object) -> object:
    long = isinstance(value, str) and len(value) > MOST_REPEATED
    return f"{str(value)[:MOST_REPEATED]}…" if long else value


def _where(problem: Problem) -> list[object]:
    """Whose value it is, or in which entry of a list, and what it is called."""
    owners: Any = problem.values.get("where", ())
    names: list[object] = [_short(owner) for owner in owners]
    name = problem.values.get("name")
    if name is not None and "{name}" not in SENTENCES[problem.code][0]:
        names.append(name)
    if not names and problem.code == "E402" and problem.values.get("path"):
        names.append(problem.values["path"])
    return names


def _named(names: Mapping[str, str], word: str, lang: str) -> str:
    """What a word is called; what only the system, the parser or the grammar says stands in quotes."""
    return say(lang, names.get(word, N_("“{words}”")), words=word)


def _described(value: object, lang: str) -> str:
    match value:
        case None:
            return say(lang, "nothing")
        case str():
            return say(lang, "“{words}”", words=_short(value))
        case list():
            return _kinds("list", lang)
        case dict():
            return _kinds("mapping", lang)
        case bool():
            return str(value).lower()
        case _:
            return as_text("en", value).lower()


def _kinds(kinds: object, lang: str) -> str:
    several = kinds if isinstance(kinds, list) else [kinds]
    words = [say(lang, KIND_NAMES[str(kind)]) for kind in several]
    return say(lang, " or ").join(words)


def problem_lines(problem: Problem, texts: Mapping[str, str], lang: str) -> list[str]:
    """A problem with its place, its excerpt and its hint."""
    lines = [problem_place(problem) + problem_unplaced(problem, lang)]
    place = problem.place
    if place and place.file in texts:
        lines.extend(excerpt(texts[place.file], place))
    remedy = hint(problem, lang)
    if remedy:
        lines.append(say(lang, "    hint: {remedy}", remedy=remedy))
    return lines


def problem_place(problem: Problem) -> str:
    """Where something is wrong, before what is wrong there."""
    place = problem.place
    return f"{place.file}:{place.line}:{place.column}: " if place else ""


def problem_unplaced(problem: Problem, lang: str) -> str:
    """What is wrong, on one line, as far as it does not depend on where exactly."""
    kind = say(lang, N_("warning") if problem.warning else N_("error"))
    told = message(problem, lang)
    return say(lang, "{kind}[{code}]: {message}", kind=kind, code=problem.code, message=told)


_LONGEST = 100


def excerpt(text: str, place: Place) -> list[str]:
    """The line of ``place`` with a caret under it, right also under wide characters."""
    rows = text.split("\n")
    if place.line > len(rows):
        return []
    row = rows[place.line - 1].rstrip("\r").replace("\t", " ")
    start = place.column - 1
    if not row.strip():
        return []
    cut = max(0, start - _LONGEST // 2) if len(row) > _LONGEST else 0
    part = row[cut : cut + _LONGEST]
    head = f"{place.line:>5} | "
    before = cells(part[: start - cut])
    marked = part[start - cut : start - cut + place.length] or " "
    marked = marked[: _LONGEST - (start - cut)]
    return [head + part, " " * (len(head) + before) + "^" * max(1, cells(marked))]


def problems_text(problems: Sequence[Problem], texts: Mapping[str, str], lang: str) -> str:
    """All problems, one after another, with their number at the end when there are several."""
    lines: list[str] = []
    for problem in problems[:MOST]:
        lines.extend(problem_lines(problem, texts, lang))
    if len(problems) >= MOST:
        lines.append(say(lang, "Only the first {limit} problems are told.", limit=MOST))
    errors = sum(not problem.warning for problem in problems)
    if errors > 1:
        lines.append(say(lang, "{errors} problems.", errors=errors))
    return "\n".join(lines) + "\n" if lines else ""


def told(problems: Sequence[Problem], texts: Mapping[str, str], lang: str) -> str:
    """Problems for people at a table: each a sentence and a remedy, and where a file is wrong its line, without codes."""
    lines: list[str] = []
    for together in _together(problems[:MOST]):
        problem, place = together[0], together[0].place
        lines.append(told_in_short(problem, lang, together))
        if place and place.file in texts and problem.code not in _OF_THE_FILE:
            lines.extend(excerpt(texts[place.file], place))
        remedy = hint(problem, lang)
        if len(together) > 1:
            added = [say(lang, _ADDED[place is None], key=each.values["key"]) for each in together]
            remedy = say(lang, "Add {keys}.", keys=added)
        if remedy:
            lines.append(f"  {remedy}")
    if len(problems) >= MOST:
        lines.append(say(lang, "Only the first {limit} problems are told.", limit=MOST))
    return "\n".join(lines) + "\n" if lines else ""


#: What is to be added in a file, and behind a command.
_ADDED = (N_("“{key}:”"), "{key}=…")


def _together(problems: Sequence[Problem]) -> Iterator[Sequence[Problem]]:
    """The problems, with all that is missing of the same together."""

    def of(problem: Problem) -> object:
        missing = problem.code == "E401"
        return (problem.place, problem.values.get("where")) if missing else id(problem)

    for _, several in groupby(problems, of):
        yield [*several]


#: What is wrong with a file as a whole: no line of it is to blame.
_OF_THE_FILE = ("E101", "E102", "E422", "E423", "E424", "E427", "E432")


def told_in_short(problem: Problem, lang: str, together: Sequence[Problem] = ()) -> str:
    """What is wrong, for people at a table, on one line; with what is missing ``together`` with it."""
    place = problem.place
    if place is not None and problem.code == "E101":
        if problem.values["reason"] == "missing":
            return say(lang, "There is no file “{file}”.", file=place.file)
        why = _values(problem, lang)["reason"]
        return say(lang, "“{file}” cannot be read: {reason}.", file=place.file, reason=why)
    words = message(problem, lang)
    if len(together) > 1:
        named = [say(lang, "“{name}” ({key})", **_values(each, lang)) for each in together]
        words = say(lang, "{names} are missing.", names=named)
        if where := _values(problem, lang)["where"]:
            words = say(lang, "{where}: {sentence}", where=where, sentence=words)
    if problem.warning:
        words = say(lang, "Note: {message}", message=words)
    if place is None:
        return words
    if problem.code in _OF_THE_FILE:
        return say(lang, "{file}: {message}", file=place.file, message=words)
    return say(
        lang, "{file}, line {line}: {message}", file=place.file, line=place.line, message=words
    )
