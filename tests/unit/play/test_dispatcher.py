"""What a typed line of a play is, and what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import fold, word_lists
from rulesref.base.frozen import changed
from rulesref.base.text import LANGS, Text
from rulesref.fields.typed import LONGEST
from rulesref.play import flow
from rulesref.play.dispatcher import (
    LONGEST_LINE,
    Answered,
    Dispatcher,
    Dropped,
    Explained,
    Looked,
    MetaCommand,
    clean_line,
    meta_command,
    split_lines,
    with_guess,
)
from rulesref.play.flow import ActionForm, NoOpEnd
from rulesref.play.session import Accepted, Doubtful, PlaySession, Rejected
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_in, varied

GAME = game_in(TOY)


def dispatcher(*, asks: bool = True) -> Dispatcher:
    options, _ = read_options(GAME, [])
    session, _ = PlaySession.new(PlayStore.in_memory(), GAME, ("葵", "Ben"), options, "full")
    return Dispatcher(session, asks=asks)


def done_with(play: Dispatcher, line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """What is done with a line, and in which words, without doing it."""
    for name in ("moved", "filled", "agreed", "waits", "answered", "give", "drop"):
        of = name if hasattr(play, name) else f"_{name}"
        monkeypatch.setattr(play, of, lambda *words, name=name, **_: (name, *words))
    response: Any = play.take(line)
    if isinstance(response, MetaCommand):
        return "MetaCommand", f"{response.word} {response.rest}".strip()
    return response if isinstance(response, tuple) else (type(response).__name__,)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        pytest.param("", "Looked", id="nothing"),
        pytest.param("plant 3", "moved", id="an action"),
        pytest.param("set round 3", "moved", id="a change"),
        pytest.param("{a: 1}", "moved", id="no document, since nothing is scored"),
        pytest.param("取り消し", "MetaCommand", id="a command"),
        pytest.param("? 2", "MetaCommand", id="a question mark"),
        pytest.param("rest？", "MetaCommand", id="a question, even if it names an action"),
    ],
)
def test_a_line_of_a_step(line: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert done_with(dispatcher(), line, monkeypatch)[0] == kind


@pytest.mark.parametrize(
    ("line", "drafted", "kind", "text"),
    [
        pytest.param("", False, "answered", "", id="nothing is an answer"),
        pytest.param("3", False, "answered", "3", id="a number"),
        pytest.param("{a: 1}", False, "give", "{a: 1}", id="a document"),
        pytest.param("note x", False, "moved", "note x", id="a note"),
        pytest.param("help", False, "answered", "?", id="the help of the question"),
        pytest.param("help pay", False, "MetaCommand", "help pay", id="the help of an action"),
        pytest.param("score", False, "answered", "s", id="the score so far"),
        pytest.param("score a.yaml", False, "MetaCommand", "score a.yaml", id="a file"),
        pytest.param("undo", True, "answered", "<", id="back to the answer before"),
        pytest.param("undo", False, "MetaCommand", "undo", id="back to the line before"),
        pytest.param("undo 2", True, "MetaCommand", "undo 2", id="back by lines"),
        pytest.param("quit", True, "MetaCommand", "quit", id="leaving"),
    ],
)
def test_a_line_while_a_scoring_asks(
    line: str, drafted: bool, kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlaySession, "drafted", drafted)
    done = done_with(at_scoring(), line, monkeypatch)
    assert (done[0], done[1 if kind != "answered" else 2]) == (kind, text)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        pytest.param("", "ActionForm", id="nothing"),
        pytest.param("undo", "drop", id="back"),
        pytest.param("undo 2", "waits", id="further back"),
        pytest.param("redo", "waits", id="again"),
        pytest.param("quit", "MetaCommand", id="leaving"),
        pytest.param("show", "MetaCommand", id="looking"),
        pytest.param("set round 3", "waits", id="a correction"),
        pytest.param("?", "Explained", id="the rules of it"),
        pytest.param("ask 生け垣", "MetaCommand", id="a question"),
        pytest.param("3", "filled", id="a value"),
        pytest.param("note x", "moved", id="a note"),
        pytest.param("work", "filled", id="what may be another line is tried there"),
    ],
)
def test_a_line_while_a_value_is_asked(
    line: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = dispatcher()
    assert isinstance(play.take("plant"), ActionForm)
    assert done_with(play, line, monkeypatch)[0] == kind


def test_an_option_comes_before_a_command_of_the_same_word(monkeypatch: pytest.MonkeyPatch) -> None:
    play = dispatcher()
    assert isinstance(play.take("invite"), ActionForm)
    assert done_with(play, "tall", monkeypatch) == ("filled", "tall")


def test_an_action_asks_for_its_value_and_is_done_with_it() -> None:
    play = dispatcher()
    assert isinstance(play.take("set 葵.coins 5"), Accepted)
    assert isinstance(play.take("plant"), ActionForm)
    assert isinstance(play.take("?"), Explained)
    assert play.missing is not None, "explaining takes nothing away"
    reply = play.take("3")
    assert isinstance(reply, Accepted)
    assert reply.entry.line.typed == "plant 3"
    assert not play.missing


def test_who_says_the_whole_line_again_means_that() -> None:
    play = dispatcher()
    play.take("hedge")
    assert isinstance(play.take("hedge"), ActionForm)
    assert play.open == ["hedge"]
    reply = play.take("plant 4")
    assert isinstance(reply, Accepted)
    assert (reply.entry.line.typed, play.open) == ("plant 4", [])


def test_a_value_that_does_not_fit_is_asked_again() -> None:
    play = dispatcher()
    play.take("plant")
    assert isinstance(play.take("99"), Rejected)
    assert play.missing is not None
    assert isinstance(play.take(""), ActionForm)
    assert play.take("undo") == Dropped(("plant",))
    assert play.missing is None
    assert play.take("") == Looked()


def test_a_command_that_looks_leaves_the_question_open() -> None:
    play = dispatcher()
    play.take("plant")
    assert play.take("term 小人") == MetaCommand("term", "小人")
    assert play.take("history") == MetaCommand("history", "")
    assert isinstance(play.take("undo 3"), Rejected)
    assert isinstance(play.take("note x"), Accepted)
    assert play.open == ["plant"]
    assert isinstance(play.take("3"), Accepted)


def refused(play: Dispatcher, *lines: str) -> tuple[list[str], list[str]]:
    """What goes on after the first of several lines and what does not."""
    _, rest, left = play.take_first([*lines])
    return rest, left


def test_what_has_to_wait_is_not_done_and_leaves_what_waits_already() -> None:
    play = dispatcher()
    assert refused(play, "hedge", "rest") == ([], [])
    assert refused(play, "work", "work 2") == ([], ["work", "work 2"])
    assert play.open == ["hedge", "rest"]
    assert refused(play, "3") == (["rest"], [])


@pytest.mark.slow
@pytest.mark.parametrize("line", ["plant 2, rest", "植える 2、休む"])
def test_actions_with_commas_between_are_done_one_after_another(line: str) -> None:
    play = dispatcher()
    response, rest, left = play.take_first([line])
    assert isinstance(response, Accepted)
    assert response.entry.line.command["do"] == "plant"
    assert (rest, left) == ([line.partition(" 2")[2][1:].strip()], [])


@pytest.mark.parametrize("line", ["plant 2, sing", "plant 2, sing, rest", "plant 99, rest"])
def test_commas_with_something_else_between_are_refused_as_a_whole(line: str) -> None:
    play = dispatcher()
    response, rest, left = play.take_first([line])
    assert isinstance(response, Rejected)
    assert rest == []
    assert left == []
    assert play.play_session.play.head == 0


def test_a_refusal_that_another_answer_may_mend_leaves_the_question_open() -> None:
    play = dispatcher()
    play.take("dress straw")
    # Only one hat is left: there is nothing else to answer.
    play.take("hat")
    assert refused(play, "straw", "rest") == ([], ["hat straw", "rest"])
    assert play.open == []


@pytest.mark.parametrize(
    ("first", "lines", "rest", "left"),
    [
        pytest.param("", ["work", "rest"], ["rest"], [], id="all is well"),
        pytest.param("", ["fly", "rest"], [], ["rest"], id="a refusal"),
        pytest.param("", ["hedge", "rest"], [], [], id="a question keeps the rest"),
        pytest.param("set 葵.coins 11", ["work", "hedge 3", "end"], [], ["hedge 3", "end"], id="a turn is over"),
        pytest.param("set 葵.coins 11", ["work", "end"], ["end"], [], id="a word that is not needed"),
        pytest.param("set 葵.coins 11", ["work", "Ben hedge 3"], ["Ben hedge 3"], [], id="somebody is named"),
        pytest.param("rest", ["rest", "work"], [], ["work"], id="a scoring asks"),
        pytest.param("", ["undo", "work"], ["work"], [], id="a command"),
    ],
)  # fmt: skip
def test_the_first_surprise_stops_a_line(
    first: str, lines: list[str], rest: list[str], left: list[str]
) -> None:
    play = dispatcher()
    play.take(first)
    assert refused(play, *lines) == (rest, left)


@pytest.mark.parametrize(
    ("lines", "rest", "left"),
    [
        pytest.param(["pass", "end"], ["end"], [], id="another one goes on"),
        pytest.param(["pass", "hedge 3"], [], ["hedge 3"], id="anything else may be meant otherwise"),
        pytest.param(["", "hedge 3"], ["hedge 3"], [], id="looking changes nothing"),
    ],
)  # fmt: skip
def test_a_word_that_was_not_needed_stops_what_does_not_end_something(
    lines: list[str], rest: list[str], left: list[str]
) -> None:
    play = dispatcher()
    play.take("set 葵.coins 11")
    play.take("work")
    assert refused(play, *lines) == (rest, left)


def test_a_word_that_ended_nothing_counts_when_it_is_said_again() -> None:
    play = dispatcher()
    play.take("set 葵.coins 11")
    play.take("work")
    assert isinstance(play.take("pass"), NoOpEnd)
    play.take("note x")
    assert isinstance(play.take("終わり"), NoOpEnd), "other lines stood between"
    assert isinstance(play.take("pass"), Accepted)
    assert play.play_session.state.players[1]["resting"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        pytest.param("はい", "agreed", id="yes"),
        pytest.param("no", "drop", id="no"),
        pytest.param("", "drop", id="nothing"),
        pytest.param("undo", "drop", id="back"),
        pytest.param("work", "waits", id="another line"),
        pytest.param("? 2", "MetaCommand", id="looking"),
        pytest.param("redo", "waits", id="again"),
    ],
)
def test_a_line_while_a_yes_is_asked(line: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = dispatcher()
    play.doubtful = Doubtful("! plant 3", {}, ())
    assert done_with(play, line, monkeypatch)[0] == kind


def test_where_nobody_can_be_asked_force_does_not_go_below_nothing() -> None:
    play = dispatcher(asks=False)
    play.take("set 葵.coins 0")
    reply = play.take("! hedge 3")
    assert isinstance(reply, Rejected)
    (problem,) = reply.problems
    assert (problem.code, problem.values["typed"]) == ("E542", "hedge 3")


def test_where_nobody_can_be_asked_a_value_is_left_out_or_a_problem() -> None:
    play = dispatcher(asks=False)
    assert isinstance(play.take("work"), Accepted)
    assert isinstance(play.take("visit Ben A"), Accepted), "what need not be said is left out"
    for line, code in (("plant", "E507"), ("set Ben.coins", "E504"), ("set day", "E504")):
        reply = play.take(line)
        assert isinstance(reply, Rejected)
        assert [problem.code for problem in reply.problems] == [code]
    assert play.missing is None


@pytest.mark.parametrize("line", ["Ben visit 葵", "Ben: visit 葵", "Benは葵を訪ねる"])
def test_who_stands_in_front_of_an_action_does_it(line: str) -> None:
    reply = dispatcher().take(line)
    assert isinstance(reply, Rejected)
    assert [problem.code for problem in reply.problems] == ["E562"]


def at_scoring() -> Dispatcher:
    play = dispatcher()
    for _ in range(20):
        if play.scoring:
            return play
        assert isinstance(play.take("rest"), Accepted)
    raise AssertionError(flow.choices(GAME, play.play_session.state))


def test_a_scoring_takes_answers_and_documents() -> None:
    play = at_scoring()
    answer = play.take("?")
    assert isinstance(answer, Answered)
    assert answer.wizard.wish == "help"
    reply = play.take("{plots: [], players: [1]}")
    assert isinstance(reply, Rejected)
    with pytest.raises(ProblemsFound):
        play.take("{plots: [")
    reply = play.take("{plots: [{size: 3, walled: true, flowers: {葵: 2, Ben: 1}}]}")
    assert isinstance(reply, Accepted)
    assert [other.ruling for other in reply.others] == sorted(o.ruling for o in reply.others)


def test_a_document_of_bytes_that_are_no_text_is_told() -> None:
    with pytest.raises(ProblemsFound) as refused:
        dispatcher().give("@x", b"plots: \xff", "x")
    assert (len(refused.value.problems), *refused.value.texts.values()) == (1, "plots: \ufffd")


def test_a_word_for_a_turn_that_was_over_is_no_answer_of_a_scoring() -> None:
    play = at_scoring()
    over = flow.Ended("moves", 0)
    play.play_session.state = changed(play.play_session.state, ended=over)
    assert play.take("次") == NoOpEnd("次", over)
    assert isinstance(play.take("no"), Answered), "an answer all the same"
    play.play_session.state = changed(play.play_session.state, ended=None)
    assert isinstance(play.take("次"), Answered)


EVERY = [
    (word, form)
    for lang in LANGS
    for word, forms in word_lists(lang, "commands").items()
    for form in forms
]


@pytest.mark.parametrize(("word", "form"), EVERY, ids=[form for _, form in EVERY])
def test_every_form_of_a_word_is_understood(word: str, form: str) -> None:
    rest = "3 y" if word in ("edit", "drop", "insert") else "x y"
    line = f" {form.upper()}\u3000{rest} "
    if word in ("set", "note", "track"):
        assert flow.changing(line.replace("\u3000", " ")) == word
    else:
        assert meta_command(line) == MetaCommand(word, rest)  # type: ignore[arg-type]


def test_no_form_has_two_meanings() -> None:
    forms = [fold(form) for _, form in EVERY]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("line", ["", "work", "set A.coins 3", "undone", "1"])
def test_other_lines_are_of_the_game(line: str) -> None:
    assert meta_command(line) is None


@pytest.mark.parametrize("word", ["undo", "redo", "export", "lang", "quit"])
@pytest.mark.parametrize("mark", ["?", "？", " x?"])
def test_who_asks_about_a_word_that_changes_something_is_told_of_it(word: str, mark: str) -> None:
    assert meta_command(word + mark) == MetaCommand("ask", word + mark)


@pytest.mark.parametrize("word", ["score", "due", "rules"])
def test_who_asks_with_a_word_that_changes_nothing_has_it_done(word: str) -> None:
    assert meta_command(f"{word}?") == MetaCommand(word, "")  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["?", "？", " ? "])
def test_a_question_mark_asks_for_help(line: str) -> None:
    assert meta_command(line) == MetaCommand("help", "")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        pytest.param("work; rest", ["work", "rest"], id="two lines"),
        pytest.param("undo；redo", ["undo", "redo"], id="taking back and doing again"),
        pytest.param("undo 2; work", ["undo 2", "work"], id="taking several back"),
        pytest.param("redo 2; work", ["redo 2", "work"], id="doing several again"),
        pytest.param("show 2; work", ["show 2; work"], id="another command"),
        pytest.param("work;;", ["work"], id="nothing between"),
        pytest.param(";", [""], id="nothing at all"),
        pytest.param("ask a; b", ["ask a; b"], id="a question"),
        pytest.param("メモ a；b", ["メモ a；b"], id="a note"),
        pytest.param("{a: 1; b}", ["{a: 1; b}"], id="a document"),
        pytest.param("赤2 石 / 壁 1 2 赤 / 次", ["赤2 石", "壁 1 2 赤", "次"], id="slashes"),
        pytest.param("壁 1／次", ["壁 1", "次"], id="wide slashes"),
        pytest.param("work. 19/no/3 2/3", ["work. 19/no/3 2/3"], id="slashes in values"),
        pytest.param("/ work /", ["work"], id="slashes at the ends"),
        pytest.param("神殿を建てる。次。", ["神殿を建てる", "次"], id="full stops"),
        pytest.param("ask a / b", ["ask a / b"], id="a question with slashes"),
    ],
)
def test_several_lines_stand_in_one(line: str, lines: list[str]) -> None:
    assert split_lines(line) == lines


@pytest.mark.parametrize(
    ("line", "clean"),
    [("  work ", "work"), ("wo\x1b[31mrk", "work"), ("a\udcffb", "a?b"), ("働く\u30002", "働く 2")],
)
def test_a_line_without_what_nobody_typed(line: str, clean: str) -> None:
    assert clean_line(line) == clean


def test_a_line_is_no_longer_than_anybody_types() -> None:
    dispatcher().lines("x" * LONGEST_LINE)
    dispatcher().lines("{" + "x" * LONGEST_LINE)
    with pytest.raises(ProblemsFound) as refused:
        dispatcher().lines("x" * (LONGEST_LINE + 1))
    assert [problem.code for problem in refused.value.problems] == ["E560"]
    assert refused.value.problems[0].values == {"limit": 10_000}


@pytest.mark.parametrize(
    ("accepted", "seen", "left"),
    [
        pytest.param(9, 2, [], id="all are understood"),
        pytest.param(1, 1, ["show"], id="the first is not"),
    ],
)
def test_lines_are_taken_until_one_is_not_understood(
    accepted: int, seen: int, left: list[str]
) -> None:
    taker, responses = dispatcher(), list[object]()

    def respond(response: object) -> bool:
        responses.append(response)
        return len(responses) < accepted

    assert taker.take_all(["undo", "show"], respond) == (not left, left)
    assert len(responses) == seen


def test_while_a_scoring_asks_a_slash_stands_between_answers() -> None:
    assert at_scoring().lines("3 / 2; no") == ["3 / 2", "no"]
    assert dispatcher().lines("3 / 2; no") == ["3", "2", "no"]


@pytest.mark.parametrize(
    ("problem", "near"),
    [
        pytest.param(wrong("E501", "undoo", near=None), "undo", id="a word that is almost one of ours"),
        pytest.param(wrong("E501", "undoo", near="x"), "x", id="one that is near something already"),
        pytest.param(wrong("E501", "undoo 3", near=None), None, id="several words"),
        pytest.param(wrong("E501", "qqqqqq", near=None), None, id="nothing alike"),
        pytest.param(wrong("E503", "undoo", near=None), None, id="something else is wrong"),
    ],
)  # fmt: skip
def test_a_word_that_means_nothing_may_be_one_of_ours(problem: Problem, near: str | None) -> None:
    guessed = with_guess(problem)
    assert (guessed.code, guessed.values["typed"]) == (problem.code, problem.values["typed"])
    assert guessed.values["near"] == near


LONG = LONGEST + 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("x" * LONGEST, "E501", id="as long as may be"),
        pytest.param("x" * LONG, "E560", id="longer"),
        pytest.param("ask " + "x" * LONG, None, id="a question"),
        pytest.param("note " + "x" * LONG, None, id="a note"),
        pytest.param("{x: " + "x" * LONG + "}", "E501", id="a document"),
    ],
)
def test_a_line_that_is_cut_into_words_is_short(line: str, code: str | None) -> None:
    response, _, _ = dispatcher().take_first([line])
    found = response.problems[0] if isinstance(response, Rejected) else None
    assert (found and found.code) == code
    assert found is None or code != "E560" or found.values["limit"] == LONGEST


def test_what_stands_open_is_dropped_with_what_waits_for_it() -> None:
    play = dispatcher()
    assert play.open == []
    play.take_first(["hedge", "work", "rest"])
    assert (play.open, play.rest) == (["hedge", "work", "rest"], ["work", "rest"])
    assert play.drop() == Dropped(("hedge", "work", "rest"))
    assert (play.open, play.rest, play.missing) == ([], [], None)


def test_who_goes_on_otherwise_means_that_instead_of_what_waits() -> None:
    play = dispatcher()
    play.take_first(["hedge", "rest"])
    response, rest, left = play.take_first(["3", "work"])
    assert isinstance(response, Accepted)
    assert (rest, left, play.rest) == (["work"], ["rest"], [])
    play.take_first(["hedge", "rest"])
    _, rest, left = play.take_first(["4"])
    assert (rest, left) == (["rest"], [])


def test_what_is_doubtful_is_done_after_a_yes_only() -> None:
    play = dispatcher()
    play.take("set 葵.coins 0")
    assert isinstance(play.take("! hedge 3"), Doubtful)
    assert play.open == ["! hedge 3"]
    waits = play.take("work")
    assert isinstance(waits, Rejected)
    assert (waits.problems[0].code, waits.problems[0].values["open"]) == ("E541", "! hedge 3")
    assert play.take("no") == Dropped(("! hedge 3",))
    assert (play.open, play.play_session.play.head) == ([], 1)
    play.take("! hedge 3")
    reply = play.take("yes")
    assert isinstance(reply, Accepted)
    assert (reply.entry.line.typed, play.open) == ("! hedge 3", [])


def test_a_question_that_waits_names_its_action_and_the_line() -> None:
    play = dispatcher()
    play.take("hedge")
    waits = play.take("redo")
    assert isinstance(waits, Rejected)
    values = waits.problems[0].values
    assert (values["typed"], values["open"]) == ("redo", GAME.flow and GAME.flow.actions["plant"].name)  # fmt: skip


def test_what_cannot_be_asked_is_told_with_an_example() -> None:
    reply = dispatcher(asks=False).take("plant")
    assert isinstance(reply, Rejected)
    assert reply.problems[0].values["example"] == Text("plant 1", "plant 1")


def in_the_yard(tmp_path: Path, *, asks: bool = True) -> Dispatcher:
    """A play in a step in which it is nobody's turn."""
    loose = "  - {id: yard, kind: act, actions: [work, plant, rest]}\n  - id: gale\n"
    game = varied(tmp_path, ("flow.yaml", "  - id: gale\n", loose))
    options, _ = read_options(game, [])
    session, _ = PlaySession.new(PlayStore.in_memory(), game, ("葵", "Ben"), options, "full")
    return Dispatcher(session, asks=asks)


def test_where_it_is_nobodys_turn_who_acts_is_said_once_a_line(tmp_path: Path) -> None:
    play = in_the_yard(tmp_path)

    def coins() -> list[object]:
        return [own["coins"] for own in play.play_session.state.players]

    def take(line: str) -> list[str]:
        lines, codes = play.lines(line), []
        while lines:
            response, lines, _ = play.take_first(lines)
            codes += [p.code for p in response.problems] if isinstance(response, Rejected) else []
        return codes

    assert take("Ben work / work 2") == []
    assert coins() == [2, 6], "in the same line the same player goes on"
    assert take("work") == ["E508"], "in the next one nobody"
    assert take("葵") == []
    assert coins() == [3, 6], "a name says who did what was typed before"
    assert take("work") == ["E508"]
    take("note x")
    assert take("葵") != [], "and of that line alone"
    take("Ben hedge")
    assert take("3 / work") == []
    assert coins()[1] == 6


def test_a_line_of_nobody_in_whose_place_another_is_typed_is_told(tmp_path: Path) -> None:
    play = in_the_yard(tmp_path)

    def told(line: str) -> list[tuple[str, ...]]:
        """What is told as not done."""
        dropped: list[tuple[str, ...]] = []

        def respond(response: object) -> bool:
            dropped.extend([response.lines] if isinstance(response, Dropped) else [])
            return not isinstance(response, Rejected)

        play.take_all(play.lines(line), respond)
        return dropped

    assert told("work 2") == []
    assert told("Ben hedge") == [("work 2",)]
    play.drop()
    assert told("work 2") == []
    assert told("show") == told("") == [], "what only looks leaves it waiting"
    assert told("Ben") == []
    assert play.play_session.state.players[1]["coins"] == 5
    assert told("work 2") == told("Ben work 2") == [], "said again with the name it is done"
    assert told("work 2") == []
    assert told("undo") == [("work 2",)], "only the line that waits is taken back"
    assert told("work 2") == []
    assert told("redo") == [("work 2",)]
    assert told("work 2") == []
    assert play.drop() == Dropped(("work 2",))


def test_who_acts_is_not_with_whom_as_well(tmp_path: Path) -> None:
    loose = "  - {id: yard, kind: act, actions: [give]}\n  - id: gale\n"
    game = varied(tmp_path, ("flow.yaml", "  - id: gale\n", loose))
    options, _ = read_options(game, [])
    session, _ = PlaySession.new(PlayStore.in_memory(), game, ("葵", "Ben"), options, "full")
    play = Dispatcher(session)
    assert isinstance(play.take("gift 1 Ben"), Rejected), "it may be for Ben"
    assert play.lines("葵") == ["葵 gift 1 Ben"]
    assert isinstance(play.take("gift 1 Ben"), Rejected)
    assert play.lines("ben") == ["Ben gift 1"]


def test_where_nobody_can_be_asked_a_name_alone_does_nothing(tmp_path: Path) -> None:
    play = in_the_yard(tmp_path, asks=False)
    play.take("work")
    assert play.lines("葵") == ["葵"]
