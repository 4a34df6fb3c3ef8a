"""Earlier lines are given anew, left out and put in; the later ones are carried out again, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.log import dumps
from rulesref.play.mending import Mending, mend, mending
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    HeadMoved,
    Mended,
    PlaySession,
    Rejected,
)
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_folders, game_in
from tests.properties import examples
from tests.unit.play.playing import FINAL, GAME, SCORING, SPRING, rewritten, session
from tests.walker import walked

LINES = ("work 2", "hedge 3", "rest", "work 3", "hedge 5")


def played(*lines: str, store: PlayStore | None = None) -> PlaySession:
    play = session(store)
    for line in lines:
        assert isinstance(play.take(line), Accepted), line
    return play


def found(play: PlaySession, step: int, line: str | None, *, instead: bool = True) -> Mending:
    made = mending(play, step, line, instead=instead)
    assert isinstance(made, Mending), made
    return made


def mended(play: PlaySession, step: int, line: str | None, *, instead: bool = True) -> Mended:
    made = mend(play, found(play, step, line, instead=instead))
    assert isinstance(made, Mended), made
    return made


def typed(play: PlaySession) -> list[str]:
    return [entry.line.typed for entry in play.log()[1:]]


def coins(play: PlaySession) -> list[object]:
    return [own["coins"] for own in play.state.players]


def test_a_line_is_given_anew_and_the_later_ones_are_carried_out_again() -> None:
    play = played(*LINES)
    assert coins(play) == [3, 5]
    times = [entry.line.time for entry in play.log()]
    reply = mended(play, 1, "work 3")
    assert (coins(play), typed(play)) == ([4, 5], ["work 3", *LINES[1:]])
    assert ([e.line.n for e in reply.entries], reply.again, reply.misfits) == ([1], 4, ())
    assert reply.gone is not None
    assert (reply.gone.line.typed, reply.after) == ("work 2", play.state)
    assert [entry.line.n for entry in play.log()] == [*range(6)]
    assert [entry.line.time for entry in play.log()] == times
    assert (play.play.head, play.play.last) == (5, 5)


def test_a_line_is_left_out_or_put_in() -> None:
    play = played(*LINES)
    reply = mended(play, 2, None)
    assert (typed(play), coins(play), reply.entries) == (["work 2", *LINES[2:]], [4, 5], ())
    mended(play, 2, "hedge 3; note x", instead=False)
    assert (typed(play), coins(play)) == (["work 2", "hedge 3", "note x", *LINES[2:]], [3, 5])


def test_what_was_there_is_put_aside_and_brought_back() -> None:
    play = played(*LINES)
    was, aside = play.state, mended(play, 2, "hedge 9").aside
    assert play.state != was
    assert isinstance(play.bring_back(aside), HeadMoved)
    assert (play.state, typed(play)) == (was, list(LINES))


def test_lines_that_were_taken_back_are_put_aside_too() -> None:
    play = played(*LINES)
    play.undo(2)
    mended(play, 1, "work 1")
    assert typed(play) == ["work 1", "hedge 3", "rest"]
    assert [line.typed for line in play.store.aside(play.play)] == list(LINES)


def test_what_no_longer_fits_is_named_before_anything_changes() -> None:
    play = played(*LINES, "rest")
    before = play.play
    made = found(play, 3, "work 1")
    named = [
        (problem.code, problem.values["n"], problem.values["typed"]) for problem in made.misfits
    ]
    assert named == [("E593", 4, "work 3"), ("E593", 5, "hedge 5"), ("E593", 6, "rest")]
    why = made.misfits[0].values["why"]
    assert why.code == "E562", "somebody else's turn"  # type: ignore[attr-defined]
    assert (why.values["player"], why.values["turn"]) == ("Ben", "A")  # type: ignore[attr-defined]
    assert play.play == before
    reply = mend(play, made)
    assert isinstance(reply, Mended)
    assert (typed(play), reply.misfits) == (["work 2", "hedge 3", "work 1"], made.misfits)


def test_what_the_rules_would_not_allow_any_more_does_not_fit() -> None:
    play = played("work 3", "hedge 1", "hedge 2", "hedge 3", "hedge 4")
    assert [p.values["n"] for p in found(play, 1, None).misfits] == [4, 5]
    play = played("note x", "!!give 3 Ben no")
    assert found(play, 1, None).misfits == (), "it was against the rules before"


def test_a_step_that_anybody_may_take_stays_with_whoever_took_it() -> None:
    play = played("rest", "rain-falls", "work 1")
    assert play.log()[2].line.command.get("who") is None
    made = found(play, 1, None)
    again = made.entries[0]
    assert (again.line.typed, again.line.command["who"]) == ("rain-falls", "Ben")
    assert [p.values["n"] for p in made.misfits] == [3]


@pytest.mark.parametrize(
    ("line", "code"),
    [("fly", "E501"), ("hedge 12", "E403"), ("hedge", "E507"), ("undo", "E591"), ("rules plots", "E591"), ("work 1; fly", "E501"), ("give 1 Ben", "E510")],
)  # fmt: skip
def test_what_is_refused_changes_no_byte(tmp_path: Path, line: str, code: str) -> None:
    play = played(*LINES, store=PlayStore.open(str(tmp_path)))
    raw = Path(play.store.path(play.play.name)).read_bytes()
    for instead in (True, False):
        refused = mending(play, 2, line, instead=instead)
        assert isinstance(refused, Rejected)
        assert refused.problems[0].code == code
    for step in (0, 6, 99):
        refused = mending(play, step, None, instead=True)
        assert isinstance(refused, Rejected)
        assert refused.problems[0].code == "E590"
    assert Path(play.store.path(play.play.name)).read_bytes() == raw


@pytest.mark.parametrize(("lost", "told"), [(2, 2), (1, 1)])
def test_where_a_line_is_lost_nothing_is_given_anew(lost: int, told: int) -> None:
    kept = played(*LINES)
    store, play = rewritten(
        kept, lambda line: None if line.n == lost else changed(line, state=None)
    )
    refused = mending(PlaySession(store, GAME, play, kept.state), 2, "work 1", instead=True)
    assert isinstance(refused, Rejected)
    assert (refused.problems[0].code, refused.problems[0].values["n"]) == ("E544", told)


def test_of_two_terminals_the_second_is_told(tmp_path: Path) -> None:
    mine = played(*LINES, store=PlayStore.open(str(tmp_path)))
    store = PlayStore.open(str(tmp_path))
    theirs = PlaySession.at(store, GAME, store.play())
    made = found(mine, 1, "work 1")
    mended(theirs, 1, "work 3")
    assert isinstance(mend(mine, made), ChangedElsewhere)
    assert typed(mine) == ["work 3", *LINES[1:]]
    theirs.take("work 1")
    assert isinstance(mending(mine, 1, None, instead=True), ChangedElsewhere)


def test_a_scoring_is_given_anew() -> None:
    play = session()
    for command in (*SCORING, {"position": SPRING}, {"position": FINAL}):
        assert isinstance(play.carry("x", command), Accepted)
    again = {"plots": [{"size": 3, "walled": True, "flowers": {"A": 1, "Ben": 2}}]}
    totals = play.state.scores[0][1]
    mended(play, 3, dumps(again))
    assert play.state.finished
    assert play.state.scores[0][1] != totals


def test_the_answers_of_a_scoring_are_corrected_in_one_line() -> None:
    play = played("rest", "rest")
    for answer in ("3", "yes", "2", "1", "", "", ""):
        reply = play.answer(answer)[1]
    assert isinstance(reply, Accepted)
    doubtful = mending(play, 3, "2 4", instead=True)
    assert isinstance(doubtful, Rejected)
    assert [problem.code for problem in doubtful.problems] == ["W441", "E591"]
    made = mended(play, 3, "2 4; yes")
    assert [entry.line.typed for entry in made.entries][:1] == ["set A.coins 4"]
    assert any(each.score for each in made.entries[-1].happenings)
    play.back_to(3)
    assert play.wizard is not None
    assert play.wizard.form.values["players"][0]["coins"] == 4, "the answers are kept as well"


def test_a_line_that_says_how_the_play_stood_does_not_fit() -> None:
    play = played(*LINES)
    misfit = Problem("W526", None, {"at": 5})
    play.misfits = (misfit,)
    play.take("note x")
    assert "standing" in play.log()[6].line.command
    why = [problem.values["why"] for problem in found(play, 5, "hedge 1").misfits]
    assert [each.code for each in why] == ["E592"]  # type: ignore[attr-defined]


def test_a_turn_is_taken_back_as_a_whole() -> None:
    play = played("work 1", "rest", "work 2", "hedge 3", "note x")
    assert play.turn_began() == 2
    play.back_to(2)
    assert play.turn_began() == 0, "of a turn in which nothing was done yet, the one before"
    assert session().turn_began() == 0


# --- laws -----------------------------------------------------------------------------------------

PLAYED = [folder for folder in (TOY, *game_folders()) if (folder / "flow.yaml").is_file()]


@pytest.mark.slow
@pytest.mark.property
@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_the_laws_of_mending_hold_in_any_play(folder: Path, tmp_path: Path) -> None:
    game = game_in(folder)
    for seed in range(examples(8) if folder == TOY else 1):
        store = PlayStore.open(str(tmp_path / str(seed)))
        walked(game, 100 + seed, store, doubts=0, lines=60)
        play = PlaySession.at(store, game, store.play())
        laws(play, Random(seed), Path(store.path(play.play.name)).read_bytes)


def laws(play: PlaySession, random: Random, raw: Callable[[], bytes]) -> None:
    """The same line is no change, nor is one put in and left out; without the last it is taken back; back is back."""
    head, was = play.play.head, flow.to_data(play.state)
    commands = dumps([entry.line.command for entry in play.log()])
    for step in sorted({1, head, *random.sample(range(1, head + 1), min(8, head))}):
        kept, line, command = raw(), play.log()[step].line.typed, play.log()[step].line.command
        if "position" in command:  # the walker keeps what it gives, not how it is typed
            line = dumps(
                {**command["position"], **{k: command[k] for k in command if k == "anyway"}}
            )
        same = found(play, step, line)
        assert (same.changes, same.misfits) == (False, ()), (step, line)
        mend(play, same)
        assert isinstance(mending(play, step, "no such thing 77", instead=True), Rejected)
        assert raw() == kept, (step, line)
        mended(play, step, "note x", instead=False)
        assert play.play.head == head + 1
        mended(play, step, None)
        assert (flow.to_data(play.state), play.play.head) == (was, head), (step, line)
        assert dumps([entry.line.command for entry in play.log()]) == commands
        back = play.play.line.id
        reply = mend(play, found(play, step, None))
        if step == head:
            without = flow.to_data(play.state)
            play.redo()
            play.undo()
            assert flow.to_data(play.state) == without
        play.redo(head) if isinstance(reply, HeadMoved) else play.bring_back(back)
        assert (flow.to_data(play.state), play.play.head) == (was, head), (step, line)
        assert raw().startswith(kept), "it is only added to"
    again = PlayStore(play.store.folder)
    assert PlaySession.at(again, play.game, again.play()).state == play.state
