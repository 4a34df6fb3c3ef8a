"""What a person sees while a form is asked for: questions, help, what came of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulesref.base.diagnostics import Problem
from rulesref.base.messages import N_, as_text, joined, say
from rulesref.base.text import Text
from rulesref.fields.form import FormField
from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.show import forms, results
from rulesref.show.blocks import Block, Facts, Page, Para, Title
from rulesref.show.places import cell_name, field_name, given_text, short_name, value_text
from rulesref.show.problems import hint, message
from rulesref.show.review import review_again
from rulesref.wizard.interview import Interview, Wizard
from rulesref.wizard.position_form import PositionField, PositionForm

#: So many options are listed again.
_FEW = 6
_MOST_RULES = 2


class Display:
    """What of an interview a person has before them, and need not be shown again.

    ``legend``: what can be typed besides answers.
    """

    def __init__(self, *, legend: bool = False) -> None:
        self.legend = legend
        self.notes = False
        self.heading = ""
        self.options: dict[str, Page] = {}
        self.form: PositionForm | None = None
        self.review: PositionForm | None = None


# --- questions ------------------------------------------------------------------------------------


def introduction(state: Interview, display: Display, lang: str) -> Page:
    """What stands above a question: whose it is, what there is to choose from, the position to check."""
    if not isinstance(state, Wizard):
        field, last = state.current, display.heading
        display.heading = field.key if field else ""
        return forms.question(field, lang) if field and field.key != last else []
    there = state.current
    page = list(_of_position(state, display, lang))
    if there is None or there.role == "order":
        return page
    listed, before = forms.options(there, lang), display.options.get(there.field.id)
    # A short list is shown again when it has become another one, a long one only on ``?``.
    if listed != before and (before is None or len(there.options) <= _FEW):
        display.options[there.field.id] = listed
        page += listed
    return page


def _of_position(state: Wizard, display: Display, lang: str) -> Iterator[Block]:
    form, there = state.form, state.current
    if there:
        yield from _echo(form, display.form, lang)
    display.form = form
    if not state.unsure and (there is None or (form.confirming and state.before is None)):
        # What is known stands once before the first question, and once when all is known.
        yield from review_again(form, display.review, lang)
        display.review = form
    head = heading(state, lang)
    if head and head != display.heading:
        yield from [Para("")] if display.heading else []
        yield Para(f"== {head}  {progress(form, lang)}".rstrip())
    display.heading = head
    if there and there.seat == 0 and not state.editing and there.role in ("name", "gain"):
        yield Para(say(lang, NAMING) if there.role == "name" else _gains_text(there, lang))


def _echo(form: PositionForm, before: PositionForm | None, lang: str) -> Page:
    """What a line with several answers has given, in one line: of each player and entry in turn."""
    was = before.given if before else form.given
    new = [
        each for each in form.fields
        if each.role != "entry" and each.raw is not None and each.raw != was.get(each.path)
    ]  # fmt: skip
    texts = []
    for whose, several in groupby(new, _whose):
        named = [f"{_label(each, lang)} {given_text(each, lang)}".strip() for each in several]
        texts.append(" ".join([*(as_text(lang, each) for each in whose), joined(lang, named)]))
    return [Para(" / ".join(texts), 1)] if len(new) > 1 else []


def _whose(there: PositionField) -> tuple[str | Text, ...]:
    """Whose value it is, and the entry of a list in which it lies."""
    return there.within[: (there.seat is not None) + (there.entry is not None)]


def _label(there: PositionField, lang: str) -> str:
    """What a value is called where it is known whose it is; a name has none."""
    if there.role == "name":
        return ""
    return short_name(there, lang) if there.entry else cell_name(there, lang)


def heading(state: Wizard, lang: str) -> str:
    """Whose or which part of the table is asked for; the same for questions that belong together."""
    form, there = state.form, state.current
    if there is None or state.editing or there.role not in ("gain", "value", "entry"):
        return ""
    if there.role == "gain":
        return say(lang, "What is still gained before it counts")
    if there.seat is None:
        return say(lang, "The table")
    if form.by_field:
        return there.around[0][0].name.of(lang) if there.entry else cell_name(there, lang)
    return say(
        lang, "{name} (player {number} of {many})", name=form.names[there.seat],
        number=there.seat + 1, many=len(form.names)
    )  # fmt: skip


def progress(form: PositionForm, lang: str) -> str:
    """How far the person has come."""
    done, many = form.progress
    return "" if done >= many else say(lang, "{done} of {many} answered", done=done, many=many)


#: How the players are named.
NAMING = N_("Name the players in turn order, starting player first, with spaces or commas between.")


def prompt(state: Interview, lang: str) -> str:
    """The question as one line, which the answer is typed behind."""
    if not isinstance(state, Wizard):
        return forms.prompt(state.current, lang) if state.current else ""
    there = state.current
    if there is None:
        return say(lang, _closing(state))
    match there.role:
        case "event":
            return forms.prompt(there, lang)
        case "name":
            return _name_prompt(state, there, lang)
        case "order":
            return say(lang, "Go 1 player by player or 2 field by field [1]: ")
        case "entry":
            return _entry_prompt(there, lang)
        case "gain":
            text = N_("{name} gains, each with its number (Enter: nothing): ")
            return say(lang, text, name=there.within[0])
        case _:
            return _value_prompt(state, there, lang)


def _closing(state: Wizard) -> str:
    """What is asked when nothing is missing any more, or of what contradicts something."""
    if state.unsure is not None:
        return N_("Score it all the same? (yes/no) [no]: ") if state.unsure.confirmed else N_("Is that so? (yes/no) [no]: ")  # fmt: skip
    if state.form.confirming:
        return N_("Enter: score it, “3 12”: number 3 is 12: ")
    return N_("Number of a value to correct (Enter: score it): ")


def _name_prompt(state: Wizard, there: PositionField, lang: str) -> str:
    if state.editing:
        return say(lang, "New name for {name} (<: back): ", name=there.raw)
    if there.seat == 0:
        return say(lang, "Players: ")
    text = (
        N_("Player {number} (Enter: nobody else): ") if there.optional else N_("Player {number}: ")
    )
    return say(lang, text, number=(there.seat or 0) + 1)


def _entry_prompt(there: PositionField, lang: str) -> str:
    record, number = there.around[-1]
    assert number is not None
    first = next(iter(record.fields.values()))
    if there.raw is True:
        message = N_("Keep {name} {number}? (yes/no) [yes]: ")
    elif not kind_of(first).is_number:
        message = N_("{name}: is there a number {number}? (yes/no) [no]: ")
    elif number == 0:
        message = N_("{name}: is there one? ({first} of the first, or Enter for none): ")
    else:
        message = N_("{name}: another one? ({first} of number {number}, or Enter for no more): ")
    return say(lang, message, name=record.name, number=number + 1, first=first.name)


def _value_prompt(state: Wizard, there: PositionField, lang: str) -> str:
    name, form = _name_in_entry(state.form, there, lang), state.form
    if there.seat is not None and state.editing:
        name = f"{form.names[there.seat]} {name}"
    elif there.seat is not None and form.by_field:
        # The field is in the heading.
        name = f"{form.names[there.seat]} {name}" if there.entry else form.names[there.seat]
    again = there.kind.is_number and not state.editing and _was_asked(form, there)
    expected = "" if again else there.kind.expects(there.field, lang)
    return forms.prompt_text(name, expected, _default(state, there, lang), lang)


def _name_in_entry(form: PositionForm, there: PositionField, lang: str) -> str:
    """What is asked for; in an entry of a list by what people know the entry by, its number where two have the same."""
    if there.entry is None:
        return cell_name(there, lang)
    record, number = next((each, n) for each, n in reversed(there.around) if n is not None)
    first = next(iter(record.fields.values()))
    own = form.at((*there.entry, first.id))
    entry = say(lang, "{name} {number}", name=record.name, number=(number or 0) + 1)
    if own and own.given and own.path != there.path:
        same = [
            each for each in form.fields
            if each.field is first and each.raw == own.raw and each.seat == own.seat
        ]  # fmt: skip
        text = N_("{record}, {first} {value}") if own.kind.is_number else N_("{record}, {value}")
        value = given_text(own, lang)
        entry = say(lang, text, first=first.name, value=value, record=record.name)
        entry += f" ({(number or 0) + 1})" if len(same) > 1 else ""
    if there.colour is None:
        return say(lang, "{entry}: {field}", entry=entry, field=there.field.name)
    text = N_("{entry}: {field} of {player}")
    return say(lang, text, entry=entry, field=there.field.name, player=there.within[-1])


def _was_asked(form: PositionForm, there: PositionField) -> bool:
    """Whether somebody has answered the same for another player or entry."""
    return any(
        each.field is there.field and each.given and each.prompt and each.path != there.path
        and isinstance(each.colour, str) == isinstance(there.colour, str)
        for each in form.fields
    )  # fmt: skip


def _default(state: Interview, there: FormField, lang: str) -> str | None:
    """What an empty line means; None when something must be typed."""
    raw = there.raw if state.editing else None
    return value_text(there, raw, lang) if raw is not None or there.optional else None


# --- what came of a line --------------------------------------------------------------------------


def reaction(state: Interview, display: Display, lang: str) -> Page:
    """What is wrong with a line or unusual about it, or the help or the score that it asks for."""
    page = complaints(state.problems, lang)
    if state.wish == "help":
        page += help_page(state, lang, legend=not display.legend, notes=not display.notes)
        display.legend = display.notes = True
    elif state.wish == "score" and isinstance(state, Wizard):
        page += _so_far(state.form, lang)
    return page


def complaints(problems: Sequence[Problem], lang: str) -> Page:
    """Problems with what was typed, a paragraph each."""
    return [Para(f"! {problem_text(each, lang)}", 1) for each in problems]


def _so_far(form: PositionForm, lang: str) -> Page:
    """The score of what is filled, marked as provisional."""
    if not form.names:
        return [Para(say(lang, "There is nothing to score yet."), 1)]
    result, problems = form.so_far()
    if result is None:
        return [Para(say(lang, "It cannot be scored as it is:"), 1), *complaints(problems, lang)]
    done, many = form.progress
    least = N_("Provisional: {open} of {many} values are still open and count as their least.")
    note = say(lang, least, open=many - done, many=many)
    return [*([Para(note)] if done < many else []), results.score_grid(result, lang)]


def help_page(state: Interview, lang: str, *, legend: bool = True, notes: bool = True) -> Page:
    """What is asked, why, within which bounds, and by which rule.

    ``legend``: what else can be typed; ``notes``: how numbers are. Both need to be told once only.
    """
    there = state.current
    about: str = "review" if there is None else getattr(there, "role", "")
    if isinstance(state, Wizard) and state.unsure:
        about = "sure"
    page: Page = []
    if about in _ABOUT:
        page.append(Para(say(lang, _ABOUT[about])))
    elif about == "gain" and there:
        page.append(Para(_gains_text(there, lang)))
    elif there is not None:
        page.extend(_about(state, there, lang, notes=notes))
    if legend:
        page.append(Para(commands(state, lang), 0))
    return page


def _gains_text(there: FormField, lang: str) -> str:
    """What may be gained before it counts."""
    names = [part.name for part in there.field.fields.values()]
    return say(lang, "What may be gained: {names}.", names=names)


#: What is asked where it is no field.
_ABOUT = {
    "name": NAMING,
    "order": N_("1 asks everything of one player, then of the next: everybody counts at their own board. 2 asks one thing of everybody, then the next thing: one person reads the table."),
    "review": N_("Every value has a number. The number alone asks for the value again; “7 12” sets number 7 to 12 at once, “7 12 / 9 3” two of them."),
    "sure": N_("Yes takes what was typed; no goes back to before."),
}  # fmt: skip


def _about(state: Interview, there: FormField, lang: str, *, notes: bool) -> Iterator[Block]:
    position = there if isinstance(there, PositionField) else None
    spec = position.record if position else there.field
    around = position.around if position and position.role == "value" else ()
    yield Title(field_name(spec, around, None, lang), 2, spec.id)
    if spec.help:
        yield Para(spec.help.of(lang))
    facts = tuple(_how_to_type(state, there, spec, lang, notes=notes))
    if facts:
        yield Facts(facts)
    yield from forms.options(there, lang)
    records = [record for record, _ in reversed(position.around)] if position else []
    explained = next((each for each in (spec, *records) if each.rules), spec)
    for rule_id in explained.rules[:_MOST_RULES]:
        rule = state.form.game.rule(rule_id)
        if rule is not None:
            yield Title(rule.title.of(lang), 2, rule.id)
            yield from (Para(line) for line in rule.text.of(lang).split("\n"))


def _how_to_type(
    state: Interview, there: FormField, spec: Field, lang: str, *, notes: bool
) -> Iterator[tuple[str, str]]:
    expected = kind_of(spec).cell.expects(spec, lang)
    if expected:
        yield say(lang, "what to type"), expected
    if there.kind.is_number and notes:
        sums = N_("a number or a sum such as 3+6+2; full-width digits are fine")
        yield say(lang, "how"), say(lang, sums)
    if there.optional and getattr(there, "role", "") != "entry":
        yield "Enter", _default(state, there, lang) or ""


def commands(state: Interview, lang: str) -> str:
    """What can be typed instead of an answer."""
    if not isinstance(state, Wizard):
        return say(lang, "<: back  ?: help and rule  3/1/0: several answers  quit: end")
    if state.current and state.current.kind.is_free_text:
        return say(lang, "<: back  ?: help  quit: stop, to go on later")
    several = N_("<: back  ?: help and rule  s: score so far  3/1/0: several answers  quit: stop, to go on later")  # fmt: skip
    return say(lang, several)


# --- afterwards -----------------------------------------------------------------------------------


def whose_working(names: Sequence[str], lang: str) -> str:
    """The question whose working is wanted."""
    numbered_names = [f"{number} {name}" for number, name in enumerate(names, 1)]
    whose = N_("Whose points add up how? (0 all, {players}, <: back to the values, Enter: go on): ")
    return say(lang, whose, players=numbered_names)


#: What can be typed after the score.
AFTERWARDS = N_("A number or a name shows how the points of a player come about, 0 of everybody; < goes back to the values, to correct one; quit ends. What is saved is the position, which “rulesref score” scores again.")  # fmt: skip


# --- what went wrong ------------------------------------------------------------------------------


#: Problems of which a person who is asked sees at once what to do.
_WITHOUT_HINT = ("E435", "E440", "W440", "W441")


def problem_text(problem: Problem, lang: str) -> str:
    """A problem with an answer: which of several, the sentence, and what to do where that helps."""
    text = _problem_text(problem, lang)
    if "part" not in problem.values:
        return text
    which = N_("Answer {number}, “{part}”: {text}")
    number, part = problem.values["answer"], problem.values["part"]
    return say(lang, which, number=number, part=part, text=text)


def _problem_text(problem: Problem, lang: str) -> str:
    if problem.code == "E401":
        return say(lang, "This cannot be left open.")
    if problem.code == "E402" and problem.values.get("expected") == "flag":
        return say(lang, "Type yes or no.")
    lines = [message(problem, lang)]
    remedy = None if problem.code in _WITHOUT_HINT else hint(problem, lang)
    if remedy:
        lines.append(remedy)
    elif problem.code in ("E440", "W440"):
        lines.append(say(lang, "Rules: {rules}", rules=problem.values.get("rules")))
    return ("" if lang == "ja" else " ").join(lines)
