"""The loop: line after line, from a file or a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.cli.common import Session
from rulesref.cli.play.loop import Loop
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_in, rulesref, says
from tests.playing import Run, begun, shown


def test_the_loop_goes_on_where_it_was_left(run: Run) -> None:
    begun(run)
    run("play", stdin="1\n1\n")
    done = run("play", stdin="history\n")
    assert "Line 2: 葵 works 1 hours (4 coins)." in done.out
    assert " 1  葵 works 1 hours (3 coins)." in done.out


def test_a_refused_line_of_a_file_is_told_and_the_others_are_carried_out(run: Run) -> None:
    begun(run)
    done = run("play", stdin="1\nfly\n1\n")
    assert done.code == 1
    assert says("E501", done.out)
    assert shown(run, "show")["step"] == 2


def test_another_line_has_to_wait_until_a_question_is_answered(run: Run) -> None:
    begun(run)
    done = run("play", stdin="work\nhedge\n99\nwork\nhistory\nset 葵.coins 9\nnote x\nundo\nundo\n")
    assert says("E403", done.out)
    assert done.out.count("“plant a hedge” is not finished yet") == 2
    assert "The garden opens." in done.out, "looking is allowed"
    assert done.out.count("plant a hedge: height (1 to 9): ") == 6
    # The first takes back the question, the second the note.
    assert "Not done: hedge\n" in done.out
    assert [line["typed"] for line in shown(run, "show")["log"]] == ["", "work"]
    assert shown(run, "show")["last"] == 2


@pytest.mark.parametrize("back", ["<", "＜", "戻る", "undo"])
def test_one_goes_back_from_a_value_with_the_words_of_a_scoring(run: Run, back: str) -> None:
    begun(run)
    done = run("play", stdin=f"hedge\n{back}\nwork\n")
    assert (done.code, "Not done: hedge" in done.out) == (0, True)
    assert [line["typed"] for line in shown(run, "show")["log"]] == ["", "work"]


def test_a_correction_without_its_value_asks_for_it(run: Run) -> None:
    begun(run)
    done = run("play", stdin="set 葵.coins\n\nmany\nwork\n７\nset day\n<\n")
    assert done.out.count("葵: coins (0 to 30): ") == 4
    assert "“set 葵.coins” is not finished yet" in done.out
    assert "Not done: set day" in done.out
    assert [line["typed"] for line in shown(run, "show")["log"]] == ["", "set 葵.coins ７"]
    assert shown(run, "show")["state"]["葵"]["coins"] == 7


@pytest.mark.parametrize(
    "last", [pytest.param("quit\n", id="leaving"), pytest.param("", id="no more lines")]
)
def test_what_is_not_done_when_one_leaves_is_told(run: Run, last: str) -> None:
    begun(run)
    done = run("play", stdin=f"work / hedge / work 2 / rest\n{last}")
    assert "  After that: work 2 / rest\n" in done.out
    assert "Not done: hedge / work 2 / rest\nStored: toy-1." in done.out
    assert shown(run, "show")["step"] == 1


def test_the_rest_of_a_line_goes_on_when_its_question_is_answered(run: Run) -> None:
    begun(run)
    done = run("play", stdin="hedge / work 2 / rest\n3\n")
    assert done.code == 0
    log = [line["typed"] for line in shown(run, "show")["log"][1:]]
    assert log == ["hedge 3", "work 2", "rest"]
    after = done.out.split(": 3\n")[1].splitlines()
    assert after[:2] == [
        "  葵 plants a hedge.  葵 +1 -> 1 (hedge of 3)  葵 works 2 hours (3 coins).",
        "  葵 rests.",
    ]
    assert [line for line in after if line.startswith("[")] == [
        "[spring / day 1]  葵 1  Ben 0  | Ben: coins 3"
    ]


def test_who_goes_on_otherwise_is_told_what_is_not_done_instead(run: Run) -> None:
    begun(run)
    done = run("play", stdin="hedge / rest\n3 / work 3\n")
    assert "Not done: rest\n" in done.out
    assert [line["typed"] for line in shown(run, "show")["log"][1:]] == ["hedge 3", "work 3"]


def test_a_turn_that_is_over_by_itself_stops_a_line_and_eats_no_word(run: Run) -> None:
    begun(run)
    done = run("play", stdin="set 葵.coins 11\nwork 1 / hedge 3 / pass\npass\npass\n")
    assert "葵's turn ends by itself.\nNot done: hedge 3 / pass\n" in done.out
    # The first word was meant for the turn that was over, the second for Ben's.
    assert " ".join(done.out.split()).count("If Ben means “rest”: Ben pass") == 1
    assert [line["typed"] for line in shown(run, "show")["log"][2:]] == ["work 1", "pass"]
    assert done.code == 0


@pytest.mark.slow
def test_a_word_that_was_not_needed_stops_nothing(run: Run) -> None:
    begun(run)
    run("play", "do", "set 葵.coins 11")
    done = run("play", "do", "work 1 / pass")
    assert done.code == 0
    assert "Now it is Ben's turn" in done.out
    assert shown(run, "show")["step"] == 2
    # With a name in front it is meant.
    assert run("play", "do", "Ben pass").code == 0
    assert shown(run, "show")["state"]["Ben"]["resting"] is True


def test_what_by_force_would_go_below_nothing_is_asked(run: Run) -> None:
    begun(run)
    done = run("play", stdin="set 葵.coins 0\n!hedge 3\nno\n!hedge 3\nwork\nyes\n!!hedge 4\n")
    assert done.out.count("Do it all the same? (yes/no) [no]: ") == 3
    assert "Not done: !hedge 3\n" in done.out
    assert "“!hedge 3” is not finished yet, so “work” has to wait." in done.out
    state = shown(run, "show")["state"]["葵"]
    assert (state["coins"], state["hedges"]) == (-2, [3, 4])


def test_several_lines_in_one(run: Run) -> None:
    begun(run)
    done = run("play", "do", "work 1; hedge 3；fly; work 1")
    assert done.code == 1
    assert says("E501", done.err)
    assert [line["typed"] for line in shown(run, "show")["log"][1:]] == ["work 1", "hedge 3"]
    run("play", "do", "note first; second")
    assert shown(run, "show")["log"][-1]["typed"] == "note first; second"


def test_odd_bytes_stop_nothing(run: Run, home: Path) -> None:
    begun(run)
    done = rulesref("--data", str(TOY), "--lang", "en", "play", stdin=b"note \xff\xfe\x1b[A x\n\x00\n\xe3\x81\n",
                    RULESREF_HOME=str(home))  # fmt: skip
    assert done.code in (0, 1)
    assert shown(run, "show")["step"] >= 1


def test_plain_and_json_in_the_loop(run: Run) -> None:
    begun(run)
    assert "  2 plant a hedge\n" in run("--plain", "play", "do", "").out
    done = run("--format", "json", "play", stdin="1\ndue\n")
    assert done.code == 0
    assert done.out.count('"play": "toy-1"') == 3


def typed(
    monkeypatch: pytest.MonkeyPatch,
    home: Path,
    *keys: str | type[BaseException],
    form: str = "text",
) -> tuple[int, list[str]]:
    """How the loop ended when a person typed these lines or keys, and the prompts that were shown."""
    prompts: list[str] = []
    left = list(keys)

    def line(prompt: str) -> str:
        prompts.append(prompt)
        key = left.pop(0) if left else EOFError
        if isinstance(key, str):
            return key
        raise key

    monkeypatch.setattr("builtins.input", line)
    monkeypatch.setattr("sys.stdin", Keyboard())
    store = PlayStore.open(str(home))
    game = game_in(TOY)
    try:
        code = Loop(Session("en", format=form), PlaySession.at(store, game, store.play())).run()
    finally:
        store.close()
    return code, prompts


class Keyboard(io.StringIO):
    """Where a person types."""

    def isatty(self) -> bool:
        return True


def test_ctrl_c_takes_back_a_question_and_twice_leaves(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(run)
    code, prompts = typed(
        monkeypatch,
        home,
        "hedge",
        KeyboardInterrupt,
        "work",
        KeyboardInterrupt,
        KeyboardInterrupt,
        "work",
    )
    out = capsys.readouterr().out
    assert code == 0
    assert [prompt.split(" (1 to")[0] for prompt in prompts] == [
        "葵 (garden work)> ", "plant a hedge: height", "葵 (garden work)> ",
        "葵 (garden work)> ", "葵 (garden work)> ",
    ]  # fmt: skip
    assert out.count("Once more, or Ctrl-D, leaves the game.") == 2
    assert shown(run, "show")["step"] == 1


def test_a_refused_line_is_no_failure_where_a_person_types(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(run)
    assert typed(monkeypatch, home, "fly", "# a remark", "")[0] == 0
    out = capsys.readouterr().out
    assert says("E501", out)
    assert out.count("plant a hedge") == 2, "Enter shows the choices again"


@pytest.mark.slow
def test_a_document_has_neither_greeting_nor_farewell(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(run)
    typed(monkeypatch, home, form="json")
    out = capsys.readouterr().out
    assert json.loads(out)["play"] == "toy-1"
    assert "Stored" not in out


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        pytest.param("ja", ["toy-1に保存しました", "Enterで"], id="japanese"),
        pytest.param(
            "en",
            ["Stored: toy-1. Go on with: rulesref play --play toy-1", "Enter shows the choices"],
            id="english",
        ),
    ],
)
def test_how_to_go_on_is_told(run: Run, lang: str, texts: list[str]) -> None:
    begun(run)
    out = run("play", lang=lang, stdin="# nothing\n\n").out
    assert [text for text in texts if text not in out] == []


def test_a_problem_with_the_store_stops_a_line_and_not_the_loop(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(run)
    carried = iter(
        [ProblemsFound([Problem("E521", None, {"typed": "x", "known": [], "near": None})])]
    )

    def broken(*_: object) -> bool:
        for problem in carried:
            raise problem
        return True

    monkeypatch.setattr("rulesref.cli.play.loop.take_line", broken)
    code, prompts = typed(monkeypatch, home, "work", "work")
    assert (code, len(prompts)) == (0, 3)
    assert says("E521", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("lines", "lang", "told"),
    [
        (0, "en", "Not stored: the lines since then are lost when the program ends."),
        (1, "en", "Not stored: line 1 of toy-1 is lost when the program ends."),
        (2, "en", "Not stored: lines 1 to 2 of toy-1 are lost when the program ends."),
        (1, "ja", "保存していません: toy-1の1手目は、プログラムを終えると失われます。"),
        (
            2,
            "ja",
            "保存していません: toy-1の1手目から2手目までは、プログラムを終えると失われます。",
        ),
    ],
)
def test_which_lines_are_lost_is_told(
    lines: int, lang: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_in(TOY)
    options, _ = read_options(game, [])
    play_session, _ = PlaySession.new(PlayStore.in_memory(), game, ("A", "B"), options, "full")
    loop = Loop(Session(lang), play_session)
    for _ in range(lines):
        loop.dispatcher.take("note x")
    loop.farewell(0)
    assert "".join(capsys.readouterr().err.split()) == "".join(told.split())
