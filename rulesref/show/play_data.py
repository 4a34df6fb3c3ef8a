"""Plays as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Ignored, Reminder
from rulesref.play.records import LogEntry, Play, points, standing_of
from rulesref.play.session import Accepted, ChangedElsewhere, HeadMoved, PlaySession, Rejected
from rulesref.show.data import Json
from rulesref.show.play_history import stage_text, title
from rulesref.show.problems import problem_data
from rulesref.show.result_data import value


def plain(amount: Any) -> Any:
    """A value of a play as JSON has it."""
    return value(flow.settled(amount))


def whole(session: PlaySession, lang: str) -> Json:
    """The whole state of a play."""
    game, state, play = session.game, session.state, session.play
    scoring = flow.pending(game, state)
    return {
        "play": play.name,
        "game": game.id,
        "players": list(state.names),
        "stage": stage_text(flow.stage_label(game, state), lang),
        "turn": flow.turn_of(state),
        "table": plain(state.table),
        "state": {
            name: plain(own) for name, own in zip(state.names, state.players, strict=True)
        },
        "log": [line(entry, lang) for entry in session.log()],
        "due": due(flow.dues(game, state), lang),
        "stages": list(flow.stage_ids(game, state)),
        "choices": [
            {"id": action.id, "name": action.name.of(lang), "words": [*action.words[0], *action.words[1]],
             "asks": [field.id for field in action.ask.values()], "rules": list(action.rules)}
            for action in flow.choices(game, state)
        ],
        "scoring": scoring[0].event if scoring else None,
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


def line(entry: LogEntry, lang: str) -> Json:
    """One line of the log."""
    kept = entry.line
    return {
        "step": kept.n,
        "typed": kept.typed,
        "title": title(entry, lang),
        "time": kept.time,
        "forced": bool(kept.command.get("force")),
        "points": [
            {"player": each.player, "points": plain(each.amount), "total": plain(each.total),
             "why": each.text.of(lang) if each.text else None}
            for each in points([entry])
        ],
    }  # fmt: skip


def due(reminders: Iterable[Reminder], lang: str) -> list[Json]:
    """Reminders with the rules that say so."""
    return [
        {
            "id": each.id,
            "player": each.player,
            "text": each.text.of(lang),
            "rules": list(each.rules),
        }
        for each in reminders
    ]


def reply(
    answer: Accepted | HeadMoved | ChangedElsewhere | Rejected | Ignored,
    session: PlaySession,
    lang: str,
) -> Json:
    """What came of a line, and the play afterwards."""
    match answer:
        case Accepted():
            head: Json = {"line": line(answer.entry, lang), "became-due": due(answer.due, lang)}
        case HeadMoved():
            which = "back" if answer.back else "again"
            head = {which: [line(entry, lang) for entry in answer.entries]}
        case ChangedElsewhere():
            head = {"passed": [line(entry, lang) for entry in answer.entries]}
        case Ignored():
            head = {"ignored": answer.word}
        case Rejected():
            return {"problems": [problem_data(problem, lang) for problem in answer.problems]}
    return {**head, **whole(session, lang)}


def listing(plays: Sequence[Play], games: Mapping[str, Game], lang: str) -> Json:
    """All plays."""
    return {"plays": [_listed(play, games.get(play.game), lang) for play in plays]}


def _listed(play: Play, game: Game | None, lang: str) -> Json:
    standing = standing_of(game, play)
    return {
        "play": play.name,
        "game": play.game,
        "players": list(play.players),
        "created": play.created,
        "changed": play.changed,
        "stage": None if standing.stage is None else stage_text(standing.stage, lang),
        "turn": standing.turn,
        "finished": standing.finished,
        "winners": list(standing.winners),
        "steps": play.head,
    }
