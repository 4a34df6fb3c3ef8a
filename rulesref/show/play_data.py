"""Plays as the JSON of the contract, and as files that go elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesref.base.messages import N_, say
from rulesref.base.text import Text
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play import log_entry as told
from rulesref.play.flow import Reminder
from rulesref.play.records import Line, Play
from rulesref.play.session import Carried, Moved, Passed, Refused, Sitting
from rulesref.show import plays as pages
from rulesref.show.problems import problem_data
from rulesref.show.result_data import value

Json = dict[str, Any]
#: The form of exported plays.
FORM = 1


def plain(found: Any) -> Any:
    """A value of a play as JSON has it."""
    return value(flow.settled(found))


# --- for programs --------------------------------------------------------------------------------


def whole(sitting: Sitting, lang: str) -> Json:
    """The whole state of a play."""
    game, state, play = sitting.game, sitting.state, sitting.play
    spec = flow.flow_of(game)
    labels = flow.stage_label(game, state)
    found = flow.pending(game, state)
    return {
        "play": play.name,
        "game": game.id,
        "players": list(state.names),
        "stage": " / ".join(name.of(lang) for name in labels),
        "turn": told.turn_of(state),
        "table": plain(state.table),
        "state": {
            name: plain(own) for name, own in zip(state.names, state.players, strict=True)
        },
        "log": [line(each, lang) for each in sitting.lines() if each.n <= play.head],
        "due": due(flow.dues(game, state), lang),
        "stages": [stage.id for stage in flow.stage_path(spec, state)],
        "choices": [
            {"id": action.id, "name": action.name.of(lang), "words": [*action.words[0], *action.words[1]],
             "asks": [field.id for field in action.ask.values()], "rules": list(action.rules)}
            for action in flow.choices(game, state)
        ],
        "scoring": found[0].event if found else None,
        "scores": [{"event": event, "totals": plain(totals)} for event, totals in state.scores],
        "options": plain(state.options),
        "tracked": state.tracked,
        "step": play.head,
        "last": play.last,
        "finished": state.finished,
        "winners": list(state.winners),
        "seed": play.seed,
        "data": play.digest,
        "created": play.created,
    }  # fmt: skip


def line(found: Line, lang: str) -> Json:
    """One line of the log."""
    return {
        "step": found.n,
        "typed": found.typed,
        "title": pages.title(found, lang),
        "time": found.time,
        "forced": bool(found.command.get("force")),
        "points": [
            {"player": told["player"], "points": plain(told["amount"]), "total": plain(told["total"]),
             "why": told.get(lang)}
            for told in told.points([found])
        ],
    }  # fmt: skip


def due(found: Iterable[Reminder], lang: str) -> list[Json]:
    """Reminders with the rules that say so."""
    return [
        {
            "id": each.id,
            "player": each.player,
            "text": each.text.of(lang),
            "rules": list(each.rules),
        }
        for each in found
    ]


def reply(found: Carried | Moved | Passed | Refused, sitting: Sitting, lang: str) -> Json:
    """What came of a line, and the play afterwards."""
    match found:
        case Carried():
            head: Json = {"line": line(found.line, lang), "became-due": due(found.due, lang)}
        case Moved():
            head = {"back" if found.back else "again": [line(each, lang) for each in found.lines]}
        case Passed():
            head = {"passed": [line(each, lang) for each in found.lines]}
        case Refused():
            return {"problems": [problem_data(problem, lang) for problem in found.problems]}
    return {**head, **whole(sitting, lang)}


def listing(plays: Sequence[Play], lang: str) -> Json:
    """All plays."""
    return {
        "plays": [
            {"play": play.name, "game": play.game, "players": list(play.players), "created": play.created,
             "changed": play.changed, "stage": play.stage.get(lang), "turn": play.stage.get("turn"),
             "finished": bool(play.stage.get("finished")), "winners": list(play.stage.get("winners", ())),
             "steps": play.head}
            for play in plays
        ]
    }  # fmt: skip


# --- files ---------------------------------------------------------------------------------------


def exported(play: Play, lines: Sequence[Line]) -> str:
    """Everything that is needed to have the play again."""
    import json

    data = {
        "rulesref-play": FORM,
        "play": play.name,
        "game": play.game,
        "data": play.digest,
        "version": play.version,
        "players": list(play.players),
        "options": play.options,
        "tracked": play.tracked,
        "seed": play.seed,
        "created": play.created,
        "changed": play.changed,
        "step": play.head,
        "draft": play.draft,
        "lines": [
            {"step": each.n, "typed": each.typed, "command": each.command, "told": each.told,
             "stage": each.stage, "time": each.time}
            for each in lines
        ],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def sheet(play: Play, lines: Sequence[Line], lang: str) -> str:
    """The log for a sheet: a row for each line, and one for everything that won points."""
    import csv
    import io

    out = io.StringIO(newline="")
    # Excel takes a file that begins with this mark for UTF-8.
    out.write("\ufeff")
    writer = csv.writer(out, lineterminator="\r\n")
    header = [N_("step"), N_("time"), N_("turn"), N_("stage"), N_("typed"), N_("what happened"),
              N_("player"), N_("points"), N_("total"), N_("why")]  # fmt: skip
    writer.writerow([say(lang, head) for head in header])
    turn, stage = "", ""
    for each in lines:
        if each.n > play.head:
            break
        first = [
            each.n,
            each.time,
            _cell(turn),
            _cell(stage),
            _cell(each.typed),
            _cell(pages.title(each, lang)),
        ]
        won = list(told.points([each]))
        rows = [
            [_cell(p["player"]), plain(p["amount"]), plain(p["total"]), _cell(p.get(lang) or "")]
            for p in won
        ]
        for row in rows or [["", "", "", ""]]:
            writer.writerow([*first, *row])
        turn, stage = each.stage.get("turn") or "", each.stage.get(lang) or ""
    return out.getvalue()


def _cell(text: str) -> str:
    """Text that no sheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def log(play: Play, lines: Sequence[Line], game: Text | None, lang: str) -> str:
    """The log as Markdown, to paste."""
    name = game.of(lang) if game else play.game
    page = [
        f"# {name} - {play.created[:10]}",
        "",
        say(lang, N_("In turn order: {players}"), players=list(play.players)),
        "",
    ]
    here = [each for each in lines if each.n <= play.head]
    last = here[-1].stage if here else {}
    if last.get("finished"):
        page += [f"**{pages.ended(last.get('winners', ()), lang)}**", ""]
    stage = ""
    for each in here:
        text = _escaped(pages.title(each, lang))
        page.append(f"{each.n}. {text}" if each.n else text)
        after = each.stage.get(lang) or ""
        if after != stage and not each.stage.get("finished"):
            stage = after
            page += ["", f"## {_escaped(stage)}", ""]
    scores = [
        _scored(told, play.players, lang)
        for each in here
        for told in each.told
        if told["kind"] == "score"
    ]
    for lines_of_score in scores:
        page += ["", *lines_of_score]
    return "\n".join(page) + "\n"


def _scored(told: Mapping[str, Any], players: Sequence[str], lang: str) -> list[str]:
    ranks, totals = told["ranks"], told["totals"]
    order = sorted(players, key=lambda name: ranks[name])
    rows = [f"| {ranks[name]} | {_escaped(name)} | {plain(totals[name])} |" for name in order]
    return [
        f"### {_escaped(str(told[lang]))}",
        "",
        f"| {say(lang, N_('rank'))} | {say(lang, N_('player'))} | {say(lang, N_('total'))} |",
        "| --: | --- | --: |",
        *rows,
    ]


def _escaped(text: str) -> str:
    from rulesref.show.markdown import escaped

    return escaped(text)


# --- for the page of one position -----------------------------------------------------------------


def position(game: Game, event: str, document: Mapping[str, Any], lang: str) -> str:
    """A position of a play as YAML."""
    from rulesref.show.position_file import position_text

    assert game.scoring is not None
    return position_text(game, game.scoring.events[event], document, lang)
