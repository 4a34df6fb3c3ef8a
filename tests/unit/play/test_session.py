"""A play that people go on with: lines, taking back, scorings, other terminals, changed data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import changed, remade
from rulesref.play import flow
from rulesref.play.flow import ActionForm
from rulesref.play.log import LogLine
from rulesref.play.session import (
    Accepted,
    ChangedElsewhere,
    Doubtful,
    HeadMoved,
    PlaySession,
    Rejected,
    Reply,
)
from rulesref.play.store import PlayStore, StaleRevision
from tests.unit.play.playing import (
    FINAL,
    GAME,
    SCORING,
    SPRING,
    TO_THE_END,
    do,
    rewritten,
    session,
    set_to,
)


def played(*commands: dict[str, Any], store: PlayStore | None = None) -> PlaySession:
    play = session(store)
    for command in commands:
        assert isinstance(play.carry("x", command), Accepted)
    return play


def code(reply: Reply) -> str:
    assert isinstance(reply, Rejected), reply
    return reply.problems[0].code


def titles(entries: Any) -> list[str | None]:
    return [entry.happenings[0].text and entry.happenings[0].text.en for entry in entries]


# --- lines ----------------------------------------------------------------------------------------


def test_an_accepted_line_is_kept_with_what_it_did() -> None:
    play = session()
    reply = play.take("hedge 3")
    assert isinstance(reply, Accepted)
    assert [each.kind for each in reply.happenings] == ["say", "points"]
    assert reply.after == play.state == reply.entry.state
    assert (play.play.head, play.last()) == (1, reply.entry)
    assert play.log()[1] == reply.entry


def test_a_rejected_line_changes_nothing() -> None:
    play = session()
    before = play.state
    assert code(play.take("fly")) == "E501"
    reply = play.take("hedge 12")
    assert code(reply) == "E403"
    reply = play.take("give 1 Ben")
    assert isinstance(reply, Rejected)
    assert reply.understood
    assert (play.state, play.play.head) == (before, 0)


def test_a_line_is_filled_value_by_value() -> None:
    play = played({"set": "day", "player": None, "to": 2})
    reply = play.take("give 2")
    assert isinstance(reply, ActionForm)
    reply = play.fill(reply, "Ben", "give 2 Ben")
    assert isinstance(reply, ActionForm)
    assert reply.field.id == "wrapped"
    assert isinstance(play.fill(reply, "", "give 2 Ben"), Accepted)
    assert play.log()[-1].line.typed == "give 2 Ben"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        pytest.param("99", "E403", id="too much"),
        pytest.param("foo", "E402", id="nothing at all"),
        pytest.param("work 2", "E541", id="another action"),
        pytest.param("fly", "E402", id="no action"),
        pytest.param("cut 3", "E541", id="an action of another moment"),
        pytest.param("set A.coins 3", "E541", id="a correction"),
        pytest.param("pass", "E541", id="a word that ends something"),
    ],
)
def test_another_line_has_to_wait_for_a_value(answer: str, found: str) -> None:
    play = session()
    missing = play.take("hedge")
    assert isinstance(missing, ActionForm)
    reply = play.fill(missing, answer, f"hedge {answer}")
    assert code(reply) == found
    assert isinstance(reply, Rejected)
    assert found != "E541" or reply.problems[0].values["typed"] == answer
    assert len(play.log()) == 1


@pytest.mark.parametrize("answer", ["", "none", "なし", "-", "0", "no"])
def test_a_word_for_nothing_is_what_an_empty_line_is(answer: str) -> None:
    actions = flow.flow_of(GAME).actions
    nothing = {"others": (), "gate": False, "words": "", "hours": 1}
    for name, given in (("visit", {"whom": "Ben"}), ("work", {})):
        for field in actions[name].ask.values():
            if field.optional:
                play = session()
                form = ActionForm.of(GAME, play.state, actions[name], given)
                reply = play.fill(remade(form, asking=(field, ())), answer, name)
                assert isinstance(reply, Accepted)
                assert reply.entry.line.command["with"][field.id] == nothing[field.id]


def test_with_a_scoring_come_the_other_readings_that_change_it() -> None:
    play = session()
    play.take("rest")
    play.take("rest")
    replies = [play.carry("x", {"position": position}) for position in (SPRING, FINAL)]
    others = [reply.others for reply in replies if isinstance(reply, Accepted)]
    assert [[(each.ruling, each.reading) for each in these] for these in others] == [
        [], [("coin-rest", "whole")],
    ]  # fmt: skip


def test_what_is_done_by_force_goes_below_nothing_only_when_one_is_sure() -> None:
    play = session()
    play.take("set A.coins 0")
    doubtful = play.take("!hedge 3")
    assert isinstance(doubtful, Doubtful)
    assert [problem.code for problem in doubtful.problems] == ["E511"]
    assert play.state.players[0]["coins"] == 0
    assert isinstance(play.carry(doubtful.typed, doubtful.command), Accepted)
    assert isinstance(play.take("！！hedge 3"), Accepted)
    assert play.state.players[0]["coins"] == -2


def test_actions_of_a_line_are_those_between_its_commas() -> None:
    play = session()
    refused = play.take("work 2, rest")
    assert isinstance(refused, Rejected)
    assert play.in_series("work 2, rest", refused) == ["work 2", "rest"]
    assert play.in_series("work 2, rest", Rejected(refused.problems, understood=True)) == []
    assert play.in_series("work 2, rest", Rejected((Problem("E403"),))) == []
    for unclear in ("E402", "E404", "E406", "E420", "E501", "E556", "E557"):
        assert play.in_series("work 2, rest", Rejected((Problem(unclear),))) == ["work 2", "rest"]


def test_a_word_that_ended_nothing_ends_something_when_it_is_said_again() -> None:
    play = session()
    play.state = changed(play.state, ended=flow.Ended("moves", 0))
    assert play.take("pass") == flow.NoOpEnd("pass", play.state.ended, flow.action_called(GAME, play.state, "rest"))  # fmt: skip
    assert isinstance(play.take("pass", again=True), Accepted)


def test_whether_a_line_names_the_action_again() -> None:
    play = session()
    missing = play.take("hedge")
    assert isinstance(missing, ActionForm)
    lines = ("hedge", "plant 3", "work", "sow", "fly", "2", "2 3")
    assert [play.says_again(missing, line) for line in lines] == [True, True, *[False] * 5]
    hat, number = play.take("dress"), flow.numbers(GAME, play.state)["dress"]
    assert isinstance(hat, ActionForm)
    again = ("dress paper", f"{number} paper", f"{number}")
    assert [play.says_again(hat, line) for line in again] == [True, False, False]
    answer = play.fill(hat, f"{number} zzz", "dress")
    assert code(answer) != "E541", "a number is a wrong answer, not another line"


def test_what_the_rules_refuse_has_what_may_be_chosen_instead() -> None:
    play = played(do("dress", kind="straw"))
    reply = play.take("dress straw")
    assert isinstance(reply, Rejected)
    assert getattr(reply.problems[0].values["instead"], "en", None) == "paper"
    other = play.take("hedge 9 9")
    assert isinstance(other, Rejected)
    assert "instead" not in other.problems[0].values


def test_what_becomes_due_is_told_with_the_line() -> None:
    play = session()
    reply = play.take("set Ben.coins 9")
    assert isinstance(reply, Accepted)
    assert [due.id for due in reply.due] == ["rich"]
    back = play.undo()
    assert isinstance(back, HeadMoved)
    assert (back.due, back.before, back.after) == ((), reply.after, reply.before)
    again = play.redo()
    assert isinstance(again, HeadMoved)
    assert ([due.id for due in again.due], again.back) == (["rich"], False)


def test_a_new_play_has_its_name_and_its_seed() -> None:
    options = session().state.options
    play, begun = PlaySession.new(PlayStore.in_memory(), GAME, ("A", "B"), options, "light", name="n", seed=3)  # fmt: skip
    assert (play.play.name, play.play.seed, play.play.tracked, play.play.digest) == ("n", 3, "light", GAME.digest)  # fmt: skip
    assert play.state == begun.state
    assert play.play.game == GAME.key
    (first,) = play.entries()
    assert (first.line.n, first.line.typed, first.line.command) == (0, "", {})


# --- taking back ----------------------------------------------------------------------------------


def test_lines_taken_back_stand_in_reverse() -> None:
    play = played(do("work"), do("plant", height=3), do("work"))
    reply = play.undo(2)
    assert isinstance(reply, HeadMoved)
    assert reply.back
    assert titles(reply.entries) == ["A works 1 hours (3 coins).", "A plants a hedge."]
    assert play.state.players[0]["coins"] == 3
    reply = play.redo(9)
    assert isinstance(reply, HeadMoved)
    assert titles(reply.entries) == ["A plants a hedge.", "A works 1 hours (3 coins)."]
    assert len(play.entries()) == 4


def test_what_cannot_be_taken_back_or_done_again() -> None:
    play = played(do("work"))
    many = play.undo(2)
    assert (code(many), many.problems[0].values["many"]) == ("E539", 1)  # type: ignore[union-attr]
    back = play.back_to(1)
    assert (back.problems[0].values["step"], back.problems[0].values["last"]) == (1, 0)  # type: ignore[union-attr]
    assert code(play.back_to(1)) == "E529"
    assert code(play.back_to(-1)) == "E529"
    assert code(play.redo()) == "E531"


def test_another_line_replaces_those_that_were_taken_back() -> None:
    play = played(do("work"), do("work"))
    assert len(play.entries()) == 3
    play.undo(2)
    assert len(play.entries()) == 3
    assert len(play.log()) == 1
    play.take("note x")
    assert titles(play.entries()[1:]) == ["x"]


def stateless(line: LogLine) -> LogLine:
    return changed(line, state=None, stages=None) if line.n else line


def test_a_line_whose_state_is_not_known_is_worked_out_when_it_is_done_again() -> None:
    play = played(do("work"), do("work"), do("work"))
    last = play.state
    play.undo(3)
    again = reopened(play, stateless)
    assert isinstance(again.redo(3), HeadMoved)
    assert again.state == last


def reopened(play: PlaySession, change: Any = lambda line: line) -> PlaySession:
    store, again = rewritten(play, change)
    return PlaySession.at(store, GAME, again)


def test_a_line_that_was_lost_cannot_be_gone_to() -> None:
    play = played(do("work"), do("work"))
    again = reopened(play, lambda line: None if line.n == 1 else line)
    assert again.state == play.state
    reply = again.undo()
    assert isinstance(reply, Rejected)
    (problem,) = reply.problems
    assert (problem.code, problem.values["step"], problem.values["last"]) == ("E529", 1, 2)
    assert isinstance(again.undo(2), HeadMoved)
    assert again.play.head == 0
    assert isinstance(again.redo(2), HeadMoved)
    assert again.state == play.state


def test_a_line_that_does_not_fit_is_not_done_again_without_its_state() -> None:
    play = played(do("work"), do("work"))
    play.undo(2)
    again = reopened(play, lambda line: changed(stateless(line), command={"do": "fly"}) if line.n == 2 else line)  # fmt: skip
    assert code(again.redo(2)) == "W526"
    assert again.play.head == 0
    assert isinstance(again.redo(1), HeadMoved)


# --- typed over -----------------------------------------------------------------------------------


def test_what_was_typed_over_is_told_and_brought_back() -> None:
    play = played(do("work"), do("work"), do("work"))
    last = play.state
    play.undo(2)
    play.take("note x")
    refused = play.redo()
    assert code(refused) == "E543"
    assert refused.problems[0].values["line"] == 3  # type: ignore[union-attr]
    moved = play.bring_back()
    assert isinstance(moved, HeadMoved)
    assert (moved.back, play.state, play.play.head) == (False, last, 3)
    assert titles(moved.entries) == ["A works 1 hours (4 coins).", "A works 1 hours (5 coins)."]
    assert [entry.line.typed for entry in play.aside()] == ["note x"]
    assert isinstance(play.undo(2), HeadMoved)
    assert isinstance(play.redo(2), HeadMoved), "those that were brought back, not what was typed"
    assert play.state == last
    assert isinstance(play.bring_back(), HeadMoved)
    assert [entry.line.typed for entry in play.log()] == ["", "x", "note x"]
    assert isinstance(play.bring_back(2), HeadMoved)
    assert (play.play.head, play.play.last) == (2, 2)
    assert code(play.bring_back(9)) == "E548"
    assert code(played().bring_back()) == "E531"


# --- other terminals ------------------------------------------------------------------------------


@pytest.fixture
def both(tmp_path: Path) -> tuple[PlaySession, PlaySession]:
    """One play in two terminals."""
    mine = played(do("work"), store=PlayStore.open(str(tmp_path)))
    store = PlayStore.open(str(tmp_path))
    return mine, PlaySession.at(store, GAME, store.play())


_PLANT = flow.flow_of(GAME).actions["plant"]
HEDGE = ActionForm(
    game=GAME, state=session().state, action=_PLANT, asking=(_PLANT.ask["height"], ())
)
CHANGES = {
    "take": lambda play: play.take("work 2"),
    "fill": lambda play: play.fill(HEDGE, "3", "hedge 3"),
    "undo": lambda play: play.undo(),
    "give": lambda play: play.give("{}", {}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_another_terminal_has_done_comes_first(
    both: tuple[PlaySession, PlaySession], change: Any
) -> None:
    mine, theirs = both
    assert len(mine.entries()) == 2
    theirs.take("hedge 3")
    reply = change(mine)
    assert isinstance(reply, ChangedElsewhere)
    assert titles(reply.entries) == ["A plants a hedge."]
    assert (mine.state, mine.play) == (theirs.state, theirs.play)
    assert len(mine.entries()) == 3
    assert mine.changed_elsewhere() is None


@pytest.mark.parametrize("change", ["take", "undo"])
def test_another_terminal_may_be_quicker(
    both: tuple[PlaySession, PlaySession], monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    mine, theirs = both
    again = mine.store.again
    answers = iter([mine.play])
    monkeypatch.setattr(mine.store, "again", lambda play: next(answers, None) or again(play))
    theirs.take("hedge 3")
    assert isinstance(CHANGES[change](mine), ChangedElsewhere)
    assert mine.state == theirs.state


def test_a_play_that_was_deleted_elsewhere_is_told(both: tuple[PlaySession, PlaySession]) -> None:
    mine, theirs = both
    theirs.store.delete(theirs.play)
    with pytest.raises(ProblemsFound) as gone:
        mine.take("work")
    assert gone.value.problems[0].code == "E521"


# --- scorings -------------------------------------------------------------------------------------


def test_answers_are_kept_until_the_scoring_is_done(both: tuple[PlaySession, PlaySession]) -> None:
    mine, _ = both
    assert mine.wizard is None
    assert code(mine.give("{}", {})) == "E506"
    for command in SCORING:
        mine.carry("rest", command)
    wizard, reply = mine.answer("3")
    assert reply is None
    assert mine.play.draft is not None
    again = PlaySession.at(mine.store, GAME, mine.store.play())
    assert again.wizard is not None
    assert again.wizard.form.values == wizard.form.values
    for line in ("yes", "2", "1", "", ""):
        wizard, reply = mine.answer(line)
        assert reply is None
    wizard, reply = mine.answer("")
    assert isinstance(reply, Accepted)
    assert mine.state.scores[0][0] == "spring"
    assert mine.wizard is not None
    assert mine.wizard.form.event is not None
    assert mine.wizard.form.event.id == "final"
    assert not mine.drafted
    mine.answer("2")
    assert mine.play.draft is not None
    assert sorted(mine.play.draft["scorings"]) == ["0", "1"], "those of each scoring stand apart"


def spring_asked() -> PlaySession:
    """A play in which spring is asked for."""
    play = session()
    for command in SCORING:
        play.carry("rest", command)
    return play


def answered(play: PlaySession, *lines: str) -> Any:
    """What came of the last of several lines."""
    reply = None
    for line in lines:
        wizard, reply = play.answer(line)
        assert wizard.problems == () or wizard.unsure, wizard.problems
    return reply


def test_answers_outlive_taking_the_scoring_back() -> None:
    play = spring_asked()
    assert isinstance(answered(play, "3/yes/2/1//", "", ""), Accepted)
    scores = play.state.scores
    play.undo()
    assert play.wizard is not None
    assert play.wizard.current is None
    assert play.wizard.form.values["plots"][0]["flowers"] == {"A": 2, "Ben": 1}
    # To go back now is to take back a line of the play.
    assert not play.drafted
    assert isinstance(answered(play, ""), Accepted)
    assert play.state.scores == scores


def test_answers_outlive_other_lines_before_the_scoring() -> None:
    play = spring_asked()
    answered(play, "3/yes/2/1//", "", "")
    play.undo(2)
    play.take("work 2")
    play.take("rest")
    assert play.wizard is not None
    assert play.wizard.current is None
    document = play.wizard.form.values
    assert document["players"][1]["coins"] == 6
    assert document["plots"] == [{"size": 3, "walled": True, "flowers": {"A": 2, "Ben": 1}}]


def test_what_contradicts_the_play_is_taken_after_a_yes() -> None:
    play = spring_asked()
    number = str([cell.path for cell in play.wizard.form.cells].index(("players", 0, "coins")) + 1)  # type: ignore[union-attr]
    answered(play, "")
    wizard, _ = play.answer(f"{number} 9")
    assert [p.code for p in wizard.problems] == ["W441"]
    assert wizard.unsure
    again = PlaySession.at(play.store, GAME, play.store.play())
    assert again.wizard is not None
    assert again.wizard.unsure
    wizard, _ = again.answer("no")
    assert wizard.form.values["players"][0]["coins"] == 3
    reply = answered(again, f"{number} 9", "yes", "")
    (scored,) = [h.score for h in reply.happenings if h.score]
    assert scored.position.players[0]["coins"] == 9


def test_a_correction_that_was_refused_is_still_asked_for_in_another_process() -> None:
    play = spring_asked()
    answered(play, "")
    wizard, _ = play.answer("2 many")
    assert [p.code for p in wizard.problems] == ["E402"]
    again = PlaySession.at(play.store, GAME, play.store.play())
    assert again.wizard is not None
    assert again.wizard.editing == ("players", 0, "coins")
    wizard, _ = again.answer("<")
    assert wizard.current is None


def test_a_check_is_overruled_after_a_yes() -> None:
    play = spring_asked()
    wizard, _ = play.answer("1/yes/3/1//")
    assert [p.code for p in wizard.problems] == ["E440", "W440"]
    answered(play, "", "")
    wizard, reply = play.answer("yes")
    assert isinstance(reply, Accepted)
    (scored,) = [h.score for h in reply.happenings if h.score]
    assert [p.values["check"] for p in scored.overruled] == ["full-plot"]


def test_a_document_may_overrule_a_check_too() -> None:
    play = spring_asked()
    plots = {"plots": [{"size": 1, "walled": True, "flowers": {"A": 2, "Ben": 1}}]}
    assert code(play.give("{}", plots)) == "E440"
    assert isinstance(play.give("{}", {**plots, "anyway": True}), Accepted)


@pytest.mark.parametrize("whole", [False, True])
def test_answers_of_a_play_of_before_are_asked_again(*, whole: bool) -> None:
    """They were kept as lines."""
    play = spring_asked()
    began = {"event": "spring"}
    draft = {
        "version": 1,
        "game": "toy",
        "rulings": {},
        "began": began,
        "said": [[["plots", 0], "3"]],
    }
    play.play = play.store.draft(play.play, {"scorings": {"0": draft}} if whole else draft)
    again = PlaySession.at(play.store, GAME, play.store.play())
    assert again.wizard is not None
    assert again.wizard.form == again.wizard.form.start(GAME, known=again.wizard.form.began, confirming=True)  # fmt: skip


def test_an_answer_that_came_too_late_is_not_kept(both: tuple[PlaySession, PlaySession]) -> None:
    mine, _ = both
    for command in SCORING:
        mine.carry("rest", command)
    store = PlayStore.open(str(Path(mine.store.folder or "").parent))
    theirs = PlaySession.at(store, GAME, store.play())
    assert mine.wizard is not None
    theirs.take("note x")
    _, reply = mine.answer("3")
    assert isinstance(reply, ChangedElsewhere)
    assert mine.play.draft is None


def test_an_answer_that_another_terminal_beats_to_the_disk_is_not_kept(
    both: tuple[PlaySession, PlaySession], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _ = both
    for command in SCORING:
        mine.carry("rest", command)

    def beaten(*_: object) -> None:
        raise StaleRevision

    monkeypatch.setattr(mine.store, "draft", beaten)
    _, reply = mine.answer("3")
    assert reply is None
    assert mine.play.draft is None


def test_players_of_a_document_are_seated_by_name_or_place() -> None:
    play = played(*SCORING, {"position": SPRING})
    document = {
        "players": [
            {"name": "Ben", "seeds": {"red": 1, "blue": 1, "green": 3}},
            FINAL["players"][0],
        ]
    }
    # The second has no name and stands at the second place: that seat is taken over.
    assert code(play.give("{}", document)) == "E401"
    document["players"][1] = {**FINAL["players"][0], "name": "A"}
    given = play.give("{}", document)
    assert isinstance(given, Accepted)
    seeds = [player["seeds"]["green"] for player in given.entry.line.command["position"]["players"]]
    assert seeds == [1, 3]


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        pytest.param(3, "E402", id="no record"),
        pytest.param({"players": 3}, "E402", id="players that are none"),
        pytest.param({"players": [3]}, "E402", id="a player that is none"),
        pytest.param({"players": [{"name": "Ken"}]}, "E420", id="nobody of that name"),
        pytest.param({"players": [{}, {}, {}]}, "E420", id="too many"),
    ],
)
def test_a_document_that_does_not_fit_is_rejected(document: Any, wrong: str) -> None:
    assert code(played(*SCORING).give("{}", document)) == wrong


# --- positions ------------------------------------------------------------------------------------


def test_the_position_is_that_of_the_scoring_due_or_the_last_or_the_next() -> None:
    play = session()
    coming = play.position()
    assert coming is not None
    assert coming[0] == "spring"
    assert "plots" not in coming[1]
    play = played(*TO_THE_END)
    last = play.position()
    assert last is not None
    assert last[0] == "final"
    first = play.position("spring")
    assert first is not None
    assert first[1]["plots"] == SPRING["plots"]
    assert play.position("none") is None
    play = played(*SCORING)
    play.answer("3")
    due = play.position()
    assert due is not None
    assert due[1]["plots"][0]["size"] == 3


def test_there_is_a_final_score_when_the_game_has_ended() -> None:
    with pytest.raises(ProblemsFound) as raised:
        played(*SCORING).final_score()
    assert [problem.code for problem in raised.value.problems] == ["E538"]
    with pytest.raises(ProblemsFound):
        played(*SCORING, {"position": SPRING}).final_score()
    play = played(*TO_THE_END)
    score = play.final_score()
    assert (score.event.id, score.winners) == ("final", play.state.winners)
    assert score.position.players[0]["seeds"] == {"red": 2, "blue": 1, "green": 1, "wild": 0}


def test_a_game_that_was_scored_in_spite_of_a_check_has_a_final_score() -> None:
    rich = (set_to("coins", 20, "A"), set_to("coins", 20, "Ben"))
    play = played(*SCORING, {"position": SPRING}, *rich, {"position": FINAL, "anyway": True})
    assert [problem.code for problem in play.final_score().overruled] == ["E440"]


def test_a_position_is_that_of_a_scoring_there_is() -> None:
    assert [session().position_of(word)[0] for word in (None, "spring")] == ["spring", "spring"]
    with pytest.raises(ProblemsFound) as refused:
        session().position_of("sprnig")
    (problem,) = refused.value.problems
    assert (problem.code, problem.values["near"]) == ("E424", "spring")


def test_of_a_scoring_that_the_play_has_not_reached_there_is_no_position() -> None:
    with pytest.raises(ProblemsFound) as stop:
        session().position_of("summer")
    assert [problem.code for problem in stop.value.problems] == ["E530"]


def test_what_was_taken_back_is_no_position_of_the_play() -> None:
    play = played(*TO_THE_END)
    play.back_to(0)
    final, spring = play.position("final"), play.position("spring")
    assert final is not None
    assert "seeds" not in final[1]["players"][0]
    assert spring is not None
    assert "plots" not in spring[1]


def test_one_line_is_taken_back_or_done_again_unless_more_are_named() -> None:
    play = played(do("work"), do("work"), do("work"))
    play.undo()
    assert play.play.head == 2
    play.undo(2)
    play.redo()
    assert play.play.head == 1
    play.redo(9)
    assert play.play.head == 3


def test_in_a_scoring_nothing_is_asked_of_a_list_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {"event": "spring", "players": [{"name": n, "points": 0, "coins": 1} for n in "AB"],
             "plots": [{"size": 3, "flowers": {}}]}  # fmt: skip
    play = played(*SCORING)
    due = flow.pending(GAME, play.state)
    assert due is not None
    stage = changed(due[0], whole=("plots", "none"))
    monkeypatch.setattr(flow, "pending", lambda *_: (stage, known))
    assert play.wizard is not None
    answers = play.wizard.form.given
    assert answers["plots", 1] is False
    assert ("none", 0) not in answers


# --- data that has changed ------------------------------------------------------------------------


def of_other_data(line: LogLine, **change: Any) -> LogLine:
    return changed(line, data="older", **change)


def test_a_play_of_other_data_is_carried_out_anew() -> None:
    play = played(do("work"), do("work"), do("work"))
    play.undo()
    again = reopened(play, lambda line: of_other_data(line, state={}))
    assert (again.state, again.misfits) == (play.state, ())
    before = again.play.revision
    assert isinstance(again.redo(), HeadMoved)
    assert again.play.revision > before, "looking at it has stored nothing, this has"


def fly(line: LogLine) -> LogLine:
    """The play of other data, in which one could fly."""
    return of_other_data(line, command={"do": "fly"}) if line.n == 2 else of_other_data(line)


def test_a_line_that_no_longer_fits_is_named_and_the_play_goes_on_from_how_it_stood() -> None:
    play = played(do("work"), do("work"), do("work"))
    again = reopened(play, fly)
    assert (again.play.head, again.state) == (3, play.state)
    (problem,) = again.store.trouble
    assert (problem.code, problem.values["n"], problem.values["typed"]) == ("W526", 2, "x")
    assert isinstance(again.take("work"), Accepted)
    assert again.misfits == ()
    stood, worked = again.log()[4:]
    assert (stood.line.n, [each.kind for each in stood.happenings]) == (4, ["standing"])
    assert worked.state == again.state
    assert again.state.players[0]["coins"] == 6
    # With yet other data it is that line from which the others go on.
    later = reopened(again, fly)
    assert (later.state, later.misfits) == (again.state, ())


def test_lines_that_no_longer_fit_are_taken_back_as_ever() -> None:
    play = played(do("work"), do("work"), do("work"))
    again = reopened(play, fly)
    assert isinstance(again.undo(), HeadMoved)
    assert [again.play.head, again.state.players[0]["coins"], bool(again.misfits)] == [2, 4, True]
    assert isinstance(again.undo(), HeadMoved)
    assert [again.play.head, again.state.players[0]["coins"], bool(again.misfits)] == [1, 3, False]
    assert isinstance(again.take("note x"), Accepted)
    assert [entry.line.typed for entry in again.log()] == ["", "x", "note x"]


def test_without_a_state_that_was_kept_it_goes_on_before_the_line_that_no_longer_fits() -> None:
    play = played(do("work"), do("work"), do("work"))
    again = reopened(play, lambda line: changed(fly(line), state=None))
    assert (again.play.head, again.play.last, again.state.players[0]["coins"]) == (1, 3, 3)
    assert [problem.code for problem in again.store.trouble] == ["W526"]
    assert isinstance(again.take("note x"), Accepted)
    assert [entry.line.typed for entry in again.log()] == ["", "x", "", "note x"]


def test_a_line_taken_back_may_no_longer_fit() -> None:
    play = played(do("work"), do("work"))
    play.undo()
    again = reopened(play, fly)
    assert (again.play.head, again.misfits) == (1, ())
    assert [bool(entry.problems) for entry in again.entries()] == [False, False, True]


def test_a_draft_of_a_play_that_no_longer_fits_leaves_it_where_it_stands() -> None:
    play = spring_asked()
    again = reopened(play, lambda line: of_other_data(line, command={"do": "fly"}) if line.n == 1 else of_other_data(line))  # fmt: skip
    again.answer("3")
    assert (again.play.head, again.state) == (play.play.head, play.state)


def test_meanwhile_nobody_else_changes_the_play(both: tuple[PlaySession, PlaySession]) -> None:
    mine, theirs = both
    theirs.take("hedge 3")
    with mine.alone():
        assert mine.state == theirs.state, "it stands as whoever was last has left it"
        assert isinstance(mine.take("note x"), Accepted)
