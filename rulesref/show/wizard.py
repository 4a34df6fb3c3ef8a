"""What a person sees while a position is asked for: questions, help, the review."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesref.base.diagnostics import Problem
from rulesref.base.messages import N_, say
from rulesref.fields.kind import cell_of, kind_of
from rulesref.fields.typed import numbered
from rulesref.model.entries import Field
from rulesref.show.blocks import Block, Facts, Page, Para, Title, bullets
from rulesref.show.forms import prompt_text
from rulesref.show.places import cell_text, colour_name, field_name
from rulesref.show.problems import hint, message
from rulesref.wizard.answers import likely_event
from rulesref.wizard.interview import Wizard
from rulesref.wizard.questions import Question

#: How many options are listed each time; longer lists are shown once, and on ``?``.
FEW = 6
_MOST_RULES = 2


# --- questions ------------------------------------------------------------------------------------


def heading(state: Wizard, lang: str) -> str:
    """Whose or which part of the table is asked for; the same for questions that belong together."""
    asked = state.prompt
    if asked.key == "gain" and not state.editing:
        return say(lang, "What is still gained before it counts")
    if asked.key not in ("field", "more") or state.editing:
        return ""
    if asked.seat is None:
        return say(lang, "The table")
    if state.by_field:
        assert asked.field is not None
        if asked.in_list:
            return asked.around[0][0].name.of(lang)
        return field_name(asked.field, asked.around, None, lang)
    return say(
        lang, "{name} (player {number} of {many})", name=state.names[asked.seat],
        number=asked.seat + 1, many=len(state.names)
    )  # fmt: skip


def progress(state: Wizard, lang: str) -> str:
    """How far the person has come."""
    done, many = state.progress
    if done >= many:
        return ""
    return say(lang, "{done} of {many} answered", done=done, many=many)


#: How the players are named; said once.
NAMING = N_("Name the players in turn order, starting player first, with spaces or commas between.")


def prompt(state: Wizard, lang: str) -> str:
    """The question as one line, which the answer is typed behind."""
    asked = state.prompt
    match asked.key:
        case "event":
            place = 1 + list(state.scoring.events).index(likely_event(state))
            return say(lang, "Which scoring (number or name) [{place}]: ", place=place)
        case "name":
            return _name_prompt(state, lang)
        case "order":
            return say(lang, "Go 1 player by player or 2 field by field [1]: ")
        case "more":
            return _more_prompt(state, lang)
        case "gain":
            assert asked.seat is not None
            text = N_("{name} gains, each with its number (Enter: nothing): ")
            return say(lang, text, name=state.names[asked.seat])
        case "review":
            if state.confirming:
                return say(lang, "Enter: score it, “3 12”: number 3 is 12: ")
            return say(lang, "Number of a value to correct (Enter: score it): ")
        case "sure":
            assert state.unsure is not None
            if state.unsure.finished:
                return say(lang, "Score it all the same? (yes/no): ")
            return say(lang, "Is that so? (yes/no): ")
        case _:
            return _field_prompt(state, lang)


def _name_prompt(state: Wizard, lang: str) -> str:
    seat = state.prompt.path[1]
    assert isinstance(seat, int)
    low, _ = state.game.about.players
    if state.editing:
        return say(lang, "New name for {name} (<: back): ", name=state.names[seat])
    if seat == 0:
        return say(lang, "Players: ")
    if seat < low:
        return say(lang, "Player {number}: ", number=seat + 1)
    return say(lang, "Player {number} (Enter: nobody else): ", number=seat + 1)


def _more_prompt(state: Wizard, lang: str) -> str:
    asked = state.prompt
    record, number = asked.around[-1]
    assert number is not None
    first = next(iter(record.fields.values()))
    if state.given.get(asked.path) is True:
        message = N_("Keep {name} {number}? (yes/no) [yes]: ")
    elif not kind_of(first).is_number:
        message = N_("{name}: is there a number {number}? (yes/no) [no]: ")
    elif number == 0:
        message = N_("{name}: is there one? ({first} of the first, or Enter for none): ")
    else:
        message = N_("{name}: another one? ({first} of number {number}, or Enter for no more): ")
    return say(lang, message, name=record.name, number=number + 1, first=first.name)


def _field_prompt(state: Wizard, lang: str) -> str:
    asked = state.prompt
    spec = asked.field
    assert spec is not None
    name = _asked_for(state, asked, spec, lang)
    if asked.seat is not None and state.editing:
        name = f"{state.names[asked.seat]} {name}"
    elif asked.seat is not None and state.by_field:
        # The field is in the heading.
        whose = state.names[asked.seat]
        name = f"{whose} {name}" if asked.in_list else whose
    again = cell_of(spec).is_number and not state.editing and _was_asked(state, asked)
    expected = "" if again else cell_of(spec).expects(spec, lang)
    default = _default(state, asked, lang)
    return prompt_text(name, expected, default, lang)


def _asked_for(state: Wizard, asked: Question, spec: Field, lang: str) -> str:
    """What is asked for: in an entry of a list by what people know the entry by."""
    colour = colour_of(state, asked)
    entry = _entry(state, asked, lang)
    if entry is None:
        return field_name(spec, asked.around, colour, lang)
    if colour is None:
        return say(lang, "{entry}: {field}", entry=entry, field=spec.name)
    player = colour_name(spec, colour, lang)
    return say(lang, "{entry}: {field} of {player}", entry=entry, field=spec.name, player=player)


def _entry(state: Wizard, asked: Question, lang: str) -> str | None:
    """The entry of a list by its first value, its number where two have the same; None outside of lists."""
    if not asked.around or asked.around[-1][1] is None:
        return None
    record, number = asked.around[-1]
    assert number is not None
    first = next(iter(record.fields.values()))
    own = (*asked.path[: asked.path.index(record.id) + 2], first.id)
    raw = state.given.get(own)
    if asked.path == own or raw is None:
        return say(lang, "{name} {number}", name=record.name, number=number + 1)
    value = answer_text(first, raw, lang)
    same = [
        path for path, other in state.given.items()
        if len(path) == len(own) and (*path[:-2], path[-1]) == (*own[:-2], own[-1]) and other == raw
    ]  # fmt: skip
    text = N_("{record}, {value}")
    if kind_of(first).is_number:
        text = N_("{record}, {first} {value}")
    called = say(lang, text, first=first.name, value=value, record=record.name)
    return f"{called} ({number + 1})" if len(same) > 1 else called


def _was_asked(state: Wizard, asked: Question) -> bool:
    """Whether somebody has answered the same for another player or entry."""
    same = [step for step in asked.path if not isinstance(step, int)]
    if asked.colour is not None:
        same = same if isinstance(asked.colour, int) else same[:-1]
    return any(
        path != asked.path and [s for s in path if not isinstance(s, int)][: len(same)] == same
        and len(path) == len(asked.path)
        for path, _ in state.said
    )  # fmt: skip


def colour_of(state: Wizard, asked: Question) -> str | None:
    """Whose amount of a by-player field is asked for: a name, or the id of an extra."""
    if isinstance(asked.colour, int):
        return state.names[asked.colour]
    return asked.colour


def _default(state: Wizard, asked: Question, lang: str) -> str | None:
    """What an empty line means; None when something must be typed."""
    spec = asked.field
    assert spec is not None
    now = state.given.get(asked.path)
    if state.editing and now is not None:
        return answer_text(spec, now, lang)
    if not asked.can_skip:
        return None
    return answer_text(spec, None, lang)


def answer_text(spec: Field, raw: object, lang: str) -> str:
    """An answer as it is shown; None is what stands for an empty line."""
    return cell_text(spec, cell_of(spec).empty(spec) if raw is None else raw, lang)


def options(spec: Field, lang: str) -> Page:
    """The options of a field, by number where they can be chosen by number."""
    if not numbered(spec.options):
        return [bullets(f"{o.id} = {o.name.of(lang)}" for o in spec.options)]
    return [Facts(tuple((f"{i:>2}", o.name.of(lang)) for i, o in enumerate(spec.options, 1)))]


def events(state: Wizard, lang: str) -> Page:
    """The scorings of the game, by number."""
    named = enumerate(state.scoring.events.values(), 1)
    return [Facts(tuple((f"{number:>2}", event.name.of(lang)) for number, event in named))]


# --- help -----------------------------------------------------------------------------------------


def help_page(state: Wizard, lang: str, *, legend: bool = True, notes: bool = True) -> Page:
    """What is asked, why, within which bounds, and by which rule.

    ``legend``: what else can be typed; ``notes``: how numbers are. Both need to be told once only.
    """
    asked = state.prompt
    page: Page = []
    if asked.key == "gain" and asked.field is not None:
        page.append(Para(gains_text(state, lang)))
    elif asked.field is not None:
        page.extend(_about(state, asked, asked.field, lang, notes=notes))
    elif asked.key == "event":
        page.extend(events(state, lang))
    elif asked.key == "name":
        page.append(Para(say(lang, NAMING)))
    elif asked.key in _ABOUT:
        page.append(Para(say(lang, _ABOUT[asked.key])))
    if legend:
        page.append(Para(commands(state, lang), 0))
    return page


def gains_text(state: Wizard, lang: str) -> str:
    """What may be gained before it counts."""
    assert state.prompt.field is not None
    names = [part.name for part in state.prompt.field.fields.values()]
    return say(lang, "What may be gained: {names}.", names=names)


#: What is asked where it is no field.
_ABOUT = {
    "order": N_("1 asks everything of one player, then of the next: everybody counts at their own board. 2 asks one thing of everybody, then the next thing: one person reads the table."),
    "review": N_("Every value has a number. The number alone asks for the value again; “7 12” sets number 7 to 12 at once, “7 12 / 9 3” two of them."),
    "sure": N_("Yes takes what was typed; no goes back to before."),
}  # fmt: skip


def _about(
    state: Wizard, asked: Question, spec: Field, lang: str, *, notes: bool
) -> Iterator[Block]:
    yield Title(
        field_name(spec, asked.around if asked.key == "field" else (), None, lang), 2, spec.id
    )
    if spec.help:
        yield Para(spec.help.of(lang))
    facts = []
    expected = cell_of(spec).expects(spec, lang)
    if expected:
        facts.append((say(lang, "what to type"), expected))
    if cell_of(spec).is_number and notes:
        sums = N_("a number or a sum such as 3+6+2; full-width digits are fine")
        facts.append((say(lang, "how"), say(lang, sums)))
    default = _default(state, asked, lang) if asked.key == "field" else None
    if default is not None:
        facts.append(("Enter", default))
    if facts:
        yield Facts(tuple(facts))
    if spec.options:
        yield from options(spec, lang)
    inner = list(_rules(spec, asked))
    for rule_id in inner[:_MOST_RULES]:
        rule = state.game.rule(rule_id)
        if rule is not None:
            yield Title(rule.title.of(lang), 2, rule.id)
            yield from (Para(line) for line in rule.text.of(lang).split("\n"))


def _rules(spec: Field, asked: Question) -> Sequence[str]:
    """The entries that explain a field, or else what it lies in."""
    for each in (spec, *(record for record, _ in reversed(asked.around))):
        if each.rules:
            return each.rules
    return ()


def commands(state: Wizard, lang: str) -> str:
    """What can be typed instead of an answer."""
    asked = state.prompt
    if asked.key == "name" or (asked.field is not None and kind_of(asked.field).is_free_text):
        return say(lang, "<: back  ?: help  quit: stop, to go on later")
    several = N_("<: back  ?: help and rule  s: score so far  3/1/0: several answers  quit: stop, to go on later")  # fmt: skip
    return say(lang, several)


# --- afterwards -----------------------------------------------------------------------------------


def whose_working(names: Sequence[str], lang: str) -> str:
    """The question whose working is wanted."""
    numbered_names = [f"{number} {name}" for number, name in enumerate(names, 1)]
    whose = N_("Whose working? (0 all, {players}, <: back to the values, Enter: go on): ")
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
