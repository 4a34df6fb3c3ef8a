"""Somebody who types whatever the companion offers: plays a game to its end, and doubts everything.

At every step, or a share of them: no crash, no dead end, undo and redo change nothing. At every scoring: the play gives
what ``score`` gives for the position that it exports. At the end: export, import and replay give the
same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rulesref.fields.kind import kind_of
from rulesref.model.entries import Field
from rulesref.model.flow import Action, Track
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring
from rulesref.play import flow
from rulesref.play.export_file import exported, read_play
from rulesref.play.flow import ActionForm, State
from rulesref.play.log import Play, loads
from rulesref.play.replay import replayed, value_text
from rulesref.play.session import Accepted, HeadMoved, PlaySession, Rejected, Reply
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.reading.positions import read_position
from rulesref.scoring.score import score
from rulesref.show import play_files
from rulesref.show.play_history import title
from rulesref.show.play_view import whole
from rulesref.show.position_file import position_text

NAMES = ("葵", "Ben", "弓", "Dan", "恵", "Kai")
#: A play that has not ended by then goes on with what can be done and what ends steps, then fails.
PATIENT, MOST = 400, 3_000
#: So many choices in a row that the rules refuse are a dead end.
DEAD_END = 200
#: So many made-up positions that the checks refuse.
MOST_POSITIONS = 400


@dataclass
class Walk:
    """One play that was walked through, and what it met."""

    game: Game
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    tracked: Track = "full"
    lines: int = 0
    refused: int = 0
    scorings: int = 0
    actions: set[str] = field(default_factory=set)
    finished: bool = False


def walked(
    game: Game, seed: int, store: PlayStore, *, doubts: float = 1, lines: int = MOST
) -> Walk:
    """Play a game to its end, or for so many lines; an AssertionError tells what went wrong and by which seed.

    ``doubts``: the share of the lines after which all is looked at again.
    """
    random, doubting = Random(f"{game.id} {seed}"), Random(f"{game.id} {seed} doubts")
    low, high = game.about.players
    spec = flow.flow_of(game)
    tracked: Track = random.choice(["full", "full", "standard", "light"])
    names = NAMES[: random.randint(low, high)]
    words = [
        f"{key}={_option(each, random)}"
        for key, each in spec.options.items()
        if random.random() < 0.5
    ]
    options, problems = read_options(game, [word for word in words if not word.endswith("=")])
    assert not problems, problems
    walk = Walk(game, seed, options, tracked)
    play_session, _ = PlaySession.new(store, game, names, options, tracked)
    stuck, regrets = 0, random.choice([0, 40, 150])
    while not play_session.state.finished and walk.lines < lines:
        reply = step(play_session, random, walk)
        if isinstance(reply, Rejected):
            walk.refused += 1
            stuck += 1
            assert stuck < DEAD_END, (
                game.id,
                seed,
                tracked,
                play_session.play.head,
                reply.problems,
            )
            continue
        assert isinstance(reply, Accepted), (game.id, seed, reply)
        stuck = 0
        walk.lines += 1
        assert walk.lines < MOST, (game.id, seed, tracked, "never ends")
        if doubting.random() < doubts:
            consistent(play_session, reply)
        if regrets and flow.pending(game, play_session.state) is not None and random.random() < 0.8:
            # Most choices that end a game are offered from the beginning on.
            regrets -= 1
            assert isinstance(play_session.undo(), HeadMoved)
    walk.finished = play_session.state.finished
    same_after_import(play_session, store, game)
    return walk


def step(play_session: PlaySession, random: Random, walk: Walk) -> Reply:
    """One line of the walker."""
    if flow.pending(play_session.game, play_session.state) is not None:
        walk.scorings += 1
        return scored(play_session, random)
    line = next_line(play_session, random, walk)
    reply = play_session.take(line)
    while isinstance(reply, ActionForm):
        answer = (
            "" if reply.field.optional else _word(reply.field, play_session.state.names, random)
        )
        line = f"{line} {answer}"
        reply = play_session.fill(reply, answer, line)
    return reply


def next_line(play_session: PlaySession, random: Random, walk: Walk | None = None) -> str:
    """A line that chooses among what is offered; while a scoring asks, a whole position."""
    game, state = play_session.game, play_session.state
    if flow.pending(game, state) is not None:
        return json.dumps(next(positions(play_session, random)), ensure_ascii=False)
    offered = flow.choices(game, state)
    assert offered, (game.id, "nothing to choose", flow.stage_label(game, state))
    late = walk is not None and walk.lines > PATIENT
    ending = [action for action in offered if action.ends]
    if late:
        offered = flow.possible_choices(game, state) or offered
    action = random.choice(ending if late and ending and random.random() < 0.4 else offered)
    if walk is not None:
        walk.actions.add(action.id)
    # Outside of turns a line says who acts.
    who = f"{random.choice(state.names)} " if action.own and flow.seat_now(state) is None else ""
    return f"{who}{flow.numbers(game, state)[action.id]} " + " ".join(
        _said(game, state, action, random, late=late)
    )


def _said(game: Game, state: State, action: Action, random: Random, *, late: bool) -> Iterator[str]:
    """What is asked, as somebody would type it; ``late``: of options one that the rules allow."""
    given: dict[str, str] = {}
    for key, spec in action.ask.items():
        if spec.optional and random.random() < 0.6:
            continue
        if late and spec.kind == "choice":
            word = random.choice(
                ActionForm.of(game, state, action, given).possible(spec, spec.options)
            ).id
            given[key] = word
        else:
            word = _word(spec, state.names, random)
        if word:
            yield f"{key}={word}"


def _word(spec: Field, names: Sequence[str], random: Random) -> str:
    match spec.kind:
        case "whole":
            return str(_whole(spec, random))
        case "flag":
            return random.choice(["yes", "no"])
        case "choice":
            return random.choice(spec.options).id
        case "choices":
            most = min(spec.most or len(spec.options), len(spec.options))
            return ",".join(o.id for o in random.sample(spec.options, random.randint(1, most)))
        case "player":
            return random.choice(names)
        case "players":
            return ",".join(
                random.sample(names, random.randint(1, min(spec.most or 9, len(names))))
            )
        case "wholes":
            many = random.randint(1, spec.most or 4)
            return ",".join(str(_whole(spec, random)) for _ in range(many))
        case "by-player":
            return ",".join(f"{name}:{_whole(spec, random)}" for name in names)
        case _:
            return "x"


def _whole(spec: Field, random: Random) -> int:
    low = spec.low if spec.low is not None else -3
    high = spec.high if spec.high is not None else low + 12
    # Small numbers are what is typed most.
    return random.randint(low, max(low, min(high, low + random.choice([1, 2, 4, 30, 30]))))


def _option(spec: Field, random: Random) -> str:
    return "" if spec.kind in ("text", "records", "record") else _word(spec, NAMES[:2], random)


# --- scorings -------------------------------------------------------------------------------------


def scored(play_session: PlaySession, random: Random) -> Reply:
    """Score with a made-up position; the play gives what the exported position gives."""
    before = play_session.state
    for document in positions(play_session, random):
        reply = play_session.give("{}", document)
        if isinstance(reply, Accepted):
            same_score(play_session, before, reply)
            return reply
        assert isinstance(reply, Rejected), reply
        problems = reply.problems
    raise AssertionError((play_session.game.id, "no position passes", problems))


def positions(play_session: PlaySession, random: Random) -> Iterator[dict[str, Any]]:
    """Documents for what a scoring asks: the least of everything first, then made up."""
    found = flow.pending(play_session.game, play_session.state)
    assert found is not None
    stage, known = found
    scoring = play_session.game.scoring
    assert scoring is not None
    event = scoring.events[str(stage.event)]
    names = play_session.state.names
    for number in range(MOST_POSITIONS):
        daring = number % 4
        yield {
            "players": [
                _record(scoring.player, event, was, names, random, daring)
                for was in known["players"]
            ],
            **_record(scoring.table, event, known, names, random, daring),
        }


def _record(
    fields: Mapping[str, Field], event: Event | None, known: Mapping[str, Any],
    names: Sequence[str], random: Random, daring: int,
) -> dict[str, Any]:  # fmt: skip
    found: dict[str, Any] = {}
    for key, spec in fields.items():
        if event is not None and not spec.belongs_to(event.id):
            continue
        if key in known:
            if spec.kind == "records":
                # Of an entry only a part may be known.
                found[key] = [
                    {**was, **_record(spec.fields, None, was, names, random, daring)}
                    for was in known[key]
                ]
            continue
        if spec.optional and random.random() < (1.0, 0.9, 0.6, 0.3)[daring]:
            continue
        found[key] = _made_up(spec, names, random, daring)
    return found


def _made_up(spec: Field, names: Sequence[str], random: Random, daring: int) -> Any:
    match spec.kind:
        case "whole":
            return _number(spec, random, daring)
        case "flag":
            return bool(daring and random.random() < 0.5)
        case "choice":
            return random.choice(spec.options).id if daring else spec.options[0].id
        case "choices":
            most = min(spec.most or 2, len(spec.options)) if daring else 0
            return [o.id for o in random.sample(spec.options, random.randint(0, most))]
        case "record":
            return _record(spec.fields, None, {}, names, random, daring)
        case "records":
            many = random.randint(0, min(spec.most or 3, daring))
            return [_record(spec.fields, None, {}, names, random, daring) for _ in range(many)]
        case "by-player":
            return {name: _number(spec, random, daring) for name in names if random.random() < 0.5}
        case "wholes":
            return [_number(spec, random, daring) for _ in range(min(spec.most or 2, daring))]
        case _:
            return random.choice(names)


def _number(spec: Field, random: Random, daring: int) -> int:
    if not daring:
        lowest = kind_of(spec).least(spec)
        return lowest if isinstance(lowest, int) else 0
    low = max(spec.low or 0, 0)
    high = spec.high if spec.high is not None else low + 6 * daring
    return random.randint(low, max(low, min(high, low + 4 * daring)))


def same_score(play_session: PlaySession, before: State, reply: Accepted) -> None:
    """The scoring of the play against ``score`` on the position that the play exports."""
    game = play_session.game
    told = next(h for h in reply.happenings if h.kind == "score")
    assert told.score is not None
    event = told.score.event.id
    found = flow.pending(game, before)
    assert found is not None
    exported = play_session.position(event)
    assert exported is not None
    text = position_text(game, told.score.event, exported[1], "ja")
    read = read_position(game, parsed(text))
    assert read.position, (game.id, read.problems, text)
    assert read.event
    again, _ = score(game, read.position, read.event)
    assert again
    both = [[(p.name, p.points, p.total, p.rank) for p in s.players] for s in (told.score, again)]
    assert both[0] == both[1], (game.id, text)
    assert again.winners == told.score.winners
    assert dict(play_session.state.scores[-1][1]) == {p.name: p.total for p in again.players}


def parsed(text: str) -> Any:
    """The plain data of a YAML text of ours."""
    from rulesref.reading.source import read_bytes

    source, problems = read_bytes(text.encode(), "-")
    assert source is not None
    assert not problems, problems
    return source.data


# --- what always holds ----------------------------------------------------------------------------


def consistent(play_session: PlaySession, reply: Accepted) -> None:
    """A state is what was kept of it; taking back and doing again change nothing."""
    after = play_session.state
    line = play_session.store.line(play_session.play, play_session.play.head)
    assert line is not None
    assert line.state is not None
    assert flow.from_data(line.state) == after
    for lang in ("ja", "en"):
        assert title(reply.entry, lang)
    assert loads(json.dumps(flow.to_data(after))) == flow.to_data(after)
    moved = play_session.undo()
    assert isinstance(moved, HeadMoved)
    assert moved.after == reply.before
    moved = play_session.redo()
    assert isinstance(moved, HeadMoved)
    assert moved.after == after
    for own, specs in [(after.table, flow.flow_of(play_session.game).table)]:
        for key, spec in specs.items():
            value_text(spec.field, own[key])


def same_after_import(play_session: PlaySession, store: PlayStore, game: Game) -> None:
    """Export, import and replay give the same bytes."""
    whole(play_session, "ja")
    play, entries = play_session.play, play_session.entries()
    # What the lines did is what they do again, from the first on or each by itself.
    assert entries == replayed(game, play, store.lines(play))
    assert play_session.last() == entries[play.head]
    first = exported(play, store.lines(play))
    for lang in ("ja", "en"):
        assert play_files.sheet(play, entries, game, lang)
        assert play_files.log(play, entries, game, lang)
    store.delete(play)
    imported = imported_again(store, first, play)
    again = PlaySession.at(store, game, imported)
    assert again.state == play_session.state
    second = exported(again.play, store.lines(again.play))
    assert second == first


def imported_again(store: PlayStore, text: str, play: Play) -> Play:
    """The play of an export, kept under its name."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "play.json"
        file.write_text(text, encoding="utf-8", newline="\n")
        row, lines = read_play(file)
    assert row["name"] == play.name
    return store.begin(row, lines)


__all__ = ["Scoring", "Walk", "next_line", "walked"]
