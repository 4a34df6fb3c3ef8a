"""What must come of a typed line, as ``accidents.yaml`` says it, and where something else does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.folding import fold
from rulesref.fields.kind import empty
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import State
from tests.helpers import TOY
from tests.words.table import Form, Outcome, Table, game_called

#: What a case may say of its line: at least one, and several of them hold together.
EXPECTATIONS = {"does", "then", "asks", "refused", "names", "nothing", "form"}


def listed(value: Any) -> list[Any]:
    """Several values, or one."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def table_at(state: Mapping[str, Any]) -> Table:
    """The table of a state: a play after its lines."""
    table = Table.new(
        game_called(state["game"]),
        state["players"],
        state.get("track", "standard"),
        listed(state.get("options", [])),
        state.get("lang", "en"),
    )
    for line in state.get("lines", []):
        table.must(str(line))
    return table


def form_at(state: Mapping[str, Any]) -> Form:
    """A scoring by itself, after the answers that lead to a state."""
    form = Form(
        game_called(state["game"]), state["event"], state["players"], state.get("lang", "en")
    )
    for line in state.get("lines", []):
        assert not form.type(str(line)), line
    return form


def otherwise(state: Mapping[str, Any], case: Mapping[str, Any]) -> list[str]:
    """What came of the line of a case otherwise than it must; empty when all is right."""
    lines = [str(line) for line in listed(case["typed"])]
    ways = listed(case.get("either", [case]))
    if "event" in state:
        form = form_at(state)
        told = "\n".join(form.type(line) for line in lines)
        wrong = [[*_unlike_form(way, form, told)] for way in ways]
    else:
        table = table_at(state)
        came = table.type_all(lines)
        wrong = [[*_unlike(way, state, table, came)] for way in ways]
        table.close()
        told = came.told
    if not all(wrong):
        return []
    return [*(each for way in wrong for each in way), f"told: {told}"]


def _unlike_form(way: Mapping[str, Any], form: Form, told: str) -> Iterator[str]:
    """Where the answers of a scoring are not as they must be."""
    if "refused" in way and not any(_quoted(word, told) for word in listed(way["refused"])):
        yield f"should name {way['refused']}"
    for where, value in way["form"].items():
        now = form.value(where)
        if now != value:
            yield f"{where} should be {value}, is {now}"


def _unlike(
    way: Mapping[str, Any], state: Mapping[str, Any], table: Table, came: Outcome
) -> Iterator[str]:
    """Where an outcome is not one way in which it may be."""
    done = [short(command) for command in came.commands]
    if "does" in way:
        yield from _other_commands(listed(way["does"]), state, table, came)
    elif not came.nothing_done and "then" not in way:
        yield f"nothing should be carried out, but was: {done}"
    asked = ".".join(came.asked) if came.asked else None
    wanted = way.get("asks")
    if wanted and asked not in listed(wanted):
        yield f"should ask {wanted}, asks {asked}"
    if asked and not wanted and ("does" in way or "then" in way):
        yield f"should be done, but asks {asked}"
    if "refused" in way and not any(_quoted(word, came.told) for word in listed(way["refused"])):
        yield f"should name {way['refused']}"
    for word in listed(way.get("names", [])):
        if fold(str(word)) not in fold(came.told):
            yield f"should mention {word}"
    for where, value in way.get("then", {}).items():
        now = table.value(where)
        if now != value:
            yield f"{where} should be {value}, is {now}"


def _other_commands(
    wanted: Sequence[Mapping[str, Any]], state: Mapping[str, Any], table: Table, came: Outcome
) -> Iterator[str]:
    """Where other commands were carried out than those, by their values and by the state they lead to."""
    game, done = table.session.game, came.commands
    right = [whole(game, command) for command in wanted]
    found = [whole(game, short(command)) for command in done]
    if [_plain(each) for each in right] != [_plain(each) for each in found]:
        yield f"should do {list(wanted)}, does {[short(each) for each in done]}"
        return
    reference = table_at(state)
    for command in right:
        reference.carry(_kept(command))
    if _compared(reference.state) != _compared(came.after):
        yield f"should lead to {_compared(reference.state)}, leads to {_compared(came.after)}"
    reference.close()


def unlawful(state: Mapping[str, Any], case: Mapping[str, Any]) -> Iterator[str]:
    """Where a case expects what the rules of its game refuse."""
    for way in listed(case.get("either", [case])):
        if "does" in way:
            table = table_at(state)
            for command in listed(way["does"]):
                try:
                    table.carry(_kept(whole(table.session.game, command)))
                except AssertionError as refused:
                    yield f"{case['typed']}: {refused}"
            table.close()


def begun_otherwise(case: Mapping[str, Any]) -> str | None:
    """Where a play begins with names with which it must not, or does not where it may."""
    from rulesref.api import Games, ProblemsError

    folders = [str(TOY)] if case["game"] == "toy" else []
    try:
        Games(*folders).game(case["game"]).begin(case["players"]).close()
    except ProblemsError as refused:
        told = refused.text("en")
        if case.get("begins"):
            return f"should begin, but: {told}"
        return None if _quoted(case["refused"], told) else f"should name {case['refused']}: {told}"
    return None if case.get("begins") else f"should refuse {case['refused']}, but begins"


def answered_otherwise(case: Mapping[str, Any]) -> list[str]:
    """Where a question is answered otherwise than it must be."""
    from rulesref.api import Games

    answer = Games().game(case["game"]).ask(case["typed"])
    found = answer.data().get("number")
    line = found["text"] if found else ""
    wrong = []
    shown = {int(each) for each in re.findall(r"-?\d+", line.rpartition("):")[2])}
    if "number" in case and case["number"] not in shown and not (case.get("silent") and not line):
        wrong.append(f"should show {case['number']}, shows: {line or 'nothing'}")
    if line and case.get("line", "") not in line:
        wrong.append(f"should speak of {case['line']}: {line}")
    if "lacks" in case and case["lacks"] in line:
        wrong.append(f"should not show {case['lacks']}: {line}")
    if "first" in case and case["first"] not in answer.entries[:1]:
        wrong.append(f"should begin with {case['first']}, begins with {answer.entries[:2]}")
    return wrong


def short(command: Mapping[str, Any]) -> dict[str, Any]:
    """A command of the log as a case writes it: the values beside the action."""
    return {
        **{key: value for key, value in command.items() if key != "with" and value is not False},
        **command.get("with", {}),
    }


def whole(game: Game, brief: Mapping[str, Any]) -> dict[str, Any]:
    """A command as a case writes it, with the values that are left out."""
    return {**_defaults(game, brief), **brief}


def bare(game: Game, command: Mapping[str, Any]) -> dict[str, Any]:
    """A command of the log without the values that it would have all the same."""
    brief, defaults = short(command), _defaults(game, command)
    return {
        key: value
        for key, value in brief.items()
        if key not in defaults or json.dumps(value) != json.dumps(defaults[key])
    }


def _defaults(game: Game, command: Mapping[str, Any]) -> dict[str, Any]:
    """What an empty answer says for each value of a command's action."""
    action = flow.flow_of(game).actions.get(command.get("do", ""))
    asked = action.ask.values() if action else ()
    return {field.id: flow.settled(empty(field)) for field in asked}


def _kept(brief: Mapping[str, Any]) -> dict[str, Any]:
    """A command as the log has it."""
    if "do" not in brief:
        return dict(brief)
    outside = {key: brief[key] for key in ("do", "who") if key in brief}
    inside = {key: value for key, value in brief.items() if key not in outside}
    return {**outside, "with": inside, "force": False}


def _plain(brief: Mapping[str, Any]) -> dict[str, Any]:
    """A command to be compared: without whose it is, which the state shows, and lists in no order."""
    return {
        key: sorted(map(str, value))
        if isinstance(value, (list, tuple))
        else fold(value)
        if isinstance(value, str)
        else value
        for key, value in brief.items()
        if key != "who"
    }


def _compared(state: State) -> dict[str, Any]:
    return dict(flow.to_data(state))


def _quoted(word: Any, told: str) -> bool:
    """Whether people are told a word, by itself in quotes."""
    quoted = {one or other for one, other in re.findall(r"“([^”]*)”|「([^」]*)」", told)}
    return any(_same_word(str(word), each) for each in quoted)


def _same_word(one: str, other: str) -> bool:
    """Whether two words are the same as people read them; signs alone are compared as they are."""
    if not fold(one):
        return one == other
    return fold(one) == fold(other)
