"""Plays as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import NoOpEnd
from rulesref.play.log import Play
from rulesref.play.replay import LogEntry, points, standing_of
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    HeadMoved,
    Mended,
    PlaySession,
    Rejected,
)
from rulesref.show.data import Json, as_json, fields
from rulesref.show.play_history import stage_text, title

_WHOLE = """play=play.name game=game.id players=state.names stage turn table=state.table state log due stages choices
    scoring scores options=state.options tracked=state.tracked step=play.head last=play.last finished=state.finished
    winners=state.winners seed=play.seed data=play.digest created=play.created"""


def whole(session: PlaySession, lang: str) -> Json:
    """The whole state of a play."""
    game, state = session.game, session.state
    scoring = flow.pending(game, state)
    return fields(
        session, lang, _WHOLE,
        stage=stage_text(flow.stage_label(game, state), lang),
        turn=flow.turn_of(state),
        state=dict(zip(state.names, state.players, strict=True)),
        log=[line(entry, lang) for entry in session.log()],
        due=flow.dues(game, state),
        stages=flow.stage_ids(game, state),
        choices=[
            fields(action, lang, "id name words asks rules", words=sum(action.words, ()), asks=[*action.ask])
            for action in flow.choices(game, state)
        ],
        scoring=scoring[0].event if scoring else None,
        scores=[{"event": event, "totals": totals} for event, totals in state.scores],
    )  # fmt: skip


def line(entry: LogEntry, lang: str) -> Json:
    """One line of the log."""
    return fields(
        entry, lang, "step=line.n typed=line.typed title time=line.time forced points",
        title=title(entry, lang),
        forced=bool(entry.line.command.get("force")),
        points=[fields(each, lang, "player points=amount total why=text") for each in points([entry])],
    )  # fmt: skip


def reply(
    answer: Accepted | HeadMoved | Mended | ChangedElsewhere | Rejected | NoOpEnd,
    session: PlaySession,
    lang: str,
) -> Json:
    """What came of a line, and the play afterwards."""
    match answer:
        case Accepted():
            head: Json = {"line": line(answer.entry, lang), "became-due": as_json(answer.due, lang)}
            if answer.aside is not None:
                head["aside"] = answer.aside
        case HeadMoved():
            which = "back" if answer.back else "again"
            head = {which: [line(entry, lang) for entry in answer.entries]}
        case Mended():
            head = {
                "mended": [line(entry, lang) for entry in answer.entries],
                "again": answer.again,
                "left-out": as_json(answer.misfits, lang),
                "aside": answer.aside,
                "renamed": answer.renamed and list(answer.renamed),
            }
        case ChangedElsewhere():
            head = {"passed": [line(entry, lang) for entry in answer.entries]}
        case NoOpEnd():
            head = {"ignored": answer.word}
        case Rejected():
            return {"problems": as_json(answer.problems, lang)}
    return {**head, **whole(session, lang)}


def listing(plays: Sequence[Play], games: Mapping[str, Game], lang: str) -> Json:
    """All plays."""
    return {"plays": [_listed(play, games.get(play.game), lang) for play in plays]}


def _listed(play: Play, game: Game | None, lang: str) -> Json:
    standing = standing_of(game, play)
    stage = None if standing.stage is None else stage_text(standing.stage, lang)
    return {
        **fields(play, lang, "play=name game players created changed"),
        **fields(standing, lang, "stage turn finished winners totals", stage=stage),
        "steps": play.head,
    }
