"""What a line can ask of the companion in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.cli.play.loop import Loop
from tests.helpers import says, times
from tests.playing import Run, begun, shown


def test_the_loop_answers_everything_a_line_can_ask(run: Run) -> None:
    begun(run)
    done = run("play", stdin="""\
?
? plant
? 1
ask コイン
table plots 3
calc walk path=moss step=3
rules
term hat
disputes
setup
due
history
score
curve
time
roll 2d6
振る コイン
show
position
lang ja
lang en
set 葵.coins 4
hedge
undo
hedge
? coins
3
undo
redo
quit
note never
""")  # fmt: skip
    assert done.code == 0, done.out + done.err
    for text in ("plant a hedge (hedge) height", "[plot-flowers]", "Source:", "moss", "[ ] Put out the garden",
                 "Nothing is due now.", "The garden opens.", "庭仕事", "Not done: hedge", "Taken back", "Done again",
                 "Stored: toy-1", "2d6 rolled: ", "Coin: ", "Begun on ", "time taken"):  # fmt: skip
        assert text in done.out, text
    assert "note never" not in done.out
    assert shown(run, "show")["step"] == 4


def test_a_question_needs_no_word_before_it_and_has_more_behind_it(run: Run) -> None:
    begun(run)
    done = run("play", stdin="what are 3 coins worth?\nask\nask\nquit\n")
    assert done.out.count("Source:") == 1, done.out
    assert says("E537", done.err + done.out)


def test_enter_behind_an_answer_shows_all_of_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loop, "is_comment", lambda *_: False)
    begun(run)
    done = run("play", stdin="what are 3 coins worth?\n\n\nquit\n")
    assert done.out.count("Source:") == 1, done.out


def test_enter_behind_an_answer_is_no_answer_to_what_is_open(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loop, "is_comment", lambda *_: False)
    begun(run)
    done = run("play", stdin="hedge\nwhat are 3 coins worth?\n\nquit\n")
    assert done.out.count("Source:") == 1, done.out
    assert shown(run, "show")["step"] == 0


def test_a_question_may_change_the_number_before(run: Run) -> None:
    begun(run)
    done = run("play", stdin="what are 3 coins worth?\nand 12 coins?\nquit\n")
    assert done.out.count("→") == 2, done.out


def test_the_loop_writes_the_play_to_a_file(run: Run, tmp_path: Path) -> None:
    begun(run)
    file = tmp_path / "out.json"
    assert run("play", "do", "export", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == run("play", "export").out
    assert run("play", "do", "export", str(file)).code == 1


@pytest.mark.parametrize(
    "line",
    ["??", "？？", "ask ?", "ask の", "? zzz", "ask", "table zzz", "calc zzz", "rules zzz", "term zzz",
     "disputes zzz", "calc walk x=1", "show zzz", "position zzz", "undo 99", "undo --to 9", "redo 99999999999999999999",
     "history zzz", "export", "lang fr", "score zzz", "{", "set", "foo", "!", ";;", "import x", "ask --help", "--help"],
)  # fmt: skip
def test_no_line_ends_the_play(run: Run, line: str) -> None:
    begun(run)
    done = run("play", stdin=f"{line}\nnote still here\n")
    assert "Note: still here" in done.out, done
    assert shown(run, "show")["step"] == 1
    assert run("play", "do", line).code in (0, 1)


def test_two_question_marks_ask_as_one(run: Run) -> None:
    begun(run)
    assert run("play", "do", "??").out == run("play", "do", "?").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "lang", "near"),
    [("hisotry", "en", "history"), ("undp", "en", "undo"), ("れきり", "ja", "りれき"), ("wrok", "en", "work")],
)  # fmt: skip
def test_a_word_that_means_nothing_is_told_with_what_it_may_stand_for(
    run: Run, line: str, lang: str, near: str
) -> None:
    begun(run)
    done = run("play", "do", line, lang=lang)
    assert done.code == 1
    assert near in done.err
    assert "?" in run("play", "do", "xyzzy xyzzy", lang=lang).err


@pytest.mark.slow
def test_a_scoring_takes_a_file(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin="rest\nrest\n")
    file = tmp_path / "spring.yaml"
    file.write_text(
        "plots:\n  - {size: 3, walled: true, flowers: {葵: 2, Ben: 1}}\n", encoding="utf-8"
    )
    assert run("play", "do", "score", str(tmp_path / "no.yaml")).code == 1
    assert run("play", "do", "score", str(file)).code == 0
    assert shown(run, "show")["state"]["葵"]["points"] > 0


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param("show 葵", ["葵"], id="one player"),
        pytest.param("score", ["葵", "Ben"], id="how it stands"),
        pytest.param("history 1", ["1  葵 works 1 hours"], id="the last lines"),
        pytest.param("history all", ["0  The garden opens", "1  葵 works"], id="all lines"),
        pytest.param("setup", ["[ ] Plant the wild flowers."], id="the setup"),
        pytest.param("due", ["Nothing is due now."], id="nothing is due"),
        pytest.param(
            "? plant", ["The summer market  [Toy Garden] summer-market"], id="help of an action"
        ),
        pytest.param("? コインの点", ["コインの点"], id="help of anything else is a question"),
        pytest.param("undo --to=0", ["Taken back"], id="back to a step"),
    ],
)
def test_a_word_of_the_companion(run: Run, line: str, texts: list[str]) -> None:
    begun(run)
    run("play", "do", "work")
    done = run("play", "do", line, lang="ja" if "コイン" in line else "en")
    assert done.code == 0, done
    assert [text for text in texts if text not in done.out] == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("show Ken", "E420", id="nobody of that name"),
        pytest.param("undo 1 2", "E537", id="two numbers"),
        pytest.param("undo x", "E537", id="no number"),
        pytest.param("undo --to", "E537", id="to nothing"),
        pytest.param("export", "E537", id="no file"),
        pytest.param("score file.yaml", "E506", id="a file where nothing is scored"),
        pytest.param("position winter", "E424", id="no such scoring"),
    ],
)
def test_a_word_that_lacks_something_changes_nothing(run: Run, line: str, code: str) -> None:
    begun(run)
    done = run("play", "do", line)
    assert (done.code, shown(run, "show")["last"]) == (1, 0)
    assert says(code, done.err)


def test_another_language_is_spoken_from_there_on(run: Run) -> None:
    begun(run)
    out = run("play", stdin="lang ja\nwork\nask gnome\nwork\nlang en\nwork\n").out
    assert out.count("葵が1時間働きました") == 2, "an answer does not change it"
    assert "葵 works 1 hours" in out


@pytest.mark.parametrize("line", ["? 77", "？ ７７", "? 九十"])
def test_a_choice_that_there_is_not_is_told(run: Run, line: str) -> None:
    begun(run)
    done = run("play", "do", line)
    assert (done.code, done.out) == (1, "")
    number = line[1:].strip()
    assert f"“{number}” is nothing that can be done now." in done.err


def test_earlier_lines_are_put_right(run: Run) -> None:
    begun(run)
    lines = "work 2\nhedge 3\nrest\nwork 3\n"
    done = run(
        "play", stdin=f"{lines}edit 1 work 3\ndrop 2\n訂正1 work 1\n挿入 2 note x\nhistory\n"
    )
    assert done.code == 0, done.out
    for text in (
        (
            "Line 1: 葵 works 3 hours (5 coins).\nInstead of: 葵 works 2 hours (4 coins).\n"
            "Lines carried out again: 3\nAs it was before: redo --aside 4\n"
        ),
        "Left out: 葵 plants a hedge. (height 3, 葵 +1)\n",
        " 1  葵 works 1 hours (3 coins).\n 2  Note: x\n 3  葵 rests.\n 4  Ben works 3 hours (6 coins).\n",
    ):
        assert text in done.out, done.out
    assert "already" in run("play", "edit", "1", "work", "1").out
    done = run("play", "undo", "turn", lang="ja")
    assert "取り消しました: Benが3時間" in done.out


def test_what_no_longer_fits_is_left_out_only_if_it_is_said(run: Run) -> None:
    begun(run)
    run("play", stdin="work 2\nhedge 3\nrest\nwork 3\n")
    done = run("play", "edit", "2", "rest")
    assert done.code == 1
    fits = "Line 3 (rest) would no longer fit: It is Ben's turn"
    assert fits in done.out
    assert says("E594", done.err)
    assert shown(run, "show")["step"] == 4
    done = run("--format", "json", "play", "edit", "2", "rest")
    assert '"E593"' in done.out + done.err
    done = run("play", "edit", "--yes", "2", "rest")
    assert "Left out, to be typed again where they fit: rest\n" in done.out
    assert shown(run, "show")["step"] == 3
    assert run("play", "redo", "--aside", "4").code == 0
    assert shown(run, "show")["step"] == 4


def test_somebody_who_types_is_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(run)
    run("play", stdin="work 2\nhedge 3\nrest\nwork 3\n")
    monkeypatch.setattr("rulesref.cli.play.meta.somebody_types", lambda: True)
    done = run("play", stdin="edit 2 rest\nno\n")
    assert "Nothing was changed." in done.out
    assert shown(run, "show")["step"] == 4
    done = run("play", stdin="edit 2 rest\nyes\n")
    assert "Line 2: 葵 rests.\nInstead of: 葵 plants a hedge." in done.out
    assert shown(run, "show")["step"] == 3


@pytest.mark.parametrize("line", ["edit", "edit 1", "drop", "drop 1 x", "insert 1"])
def test_what_is_missing_is_told(run: Run, line: str) -> None:
    begun(run)
    run("play", "do", "work 2")
    done = run("play", "do", line)
    assert (done.code, says("E537", done.err)) == (1, True)


def test_a_line_that_puts_others_aside_says_so(run: Run) -> None:
    begun(run)
    done = run("play", stdin="work 2\nwork 3\nundo\nnote x\nnote y\nredo --aside 2\n")
    aside = "What was taken back is put aside; to have it instead: redo --aside 2\n"
    assert done.out.count(aside) == 1
    assert "Done again: 葵 works 3 hours" in done.out


def test_what_cannot_be_rolled_is_told_and_a_question_about_time_is_asked(run: Run) -> None:
    begun(run)
    assert says("E588", run("play", "do", "roll sword").err)
    assert "Begun on" not in run("play", "do", "time for tea").out
    assert shown(run, "show")["step"] == 0


def test_a_player_is_called_otherwise(run: Run) -> None:
    begun(run)
    done = run(
        "play",
        stdin="work 2\nrest\nwork 3\nrename Ben to Zoë\n改名 Zoë → 弓\nrename 弓\nrename\nhistory\n",
    )
    assert (
        "Ben is called Zoë now, in what was done before as well.\nAs it was before: redo --aside 3\n"
        in done.out
    )
    assert "3  弓 works 3 hours" in done.out
    assert times("E537", done.out) == 2
    assert shown(run, "list")["plays"][0]["players"] == ["葵", "弓"]
    assert shown(run, "do", "rename 弓 Zoë")["renamed"] == ["弓", "Zoë"]


@pytest.mark.parametrize("line", ["add Kim", "join Kim", "remove Ben", "離脱 Ben", "追加 花子"])
def test_nobody_joins_or_leaves(run: Run, line: str) -> None:
    begun(run)
    assert says("E599", run("play", "do", line).err)
    assert says("E501", run("play", "do", "add coins 3").err)
