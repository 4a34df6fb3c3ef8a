"""The loop: line after line, from a file or a terminal."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import TOY, rulesref
from tests.playing import Run, begun, shown


def test_the_loop_goes_on_where_it_was_left(run: Run) -> None:
    begun(run)
    run("play", stdin="1\n1\n")
    done = run("play", stdin="history\n")
    assert "Line 2: 葵 works 1 hours (4 coins)." in done.out
    assert "  1  葵 works 1 hours (3 coins)." in done.out


def test_a_refused_line_of_a_file_is_told_and_the_others_are_carried_out(run: Run) -> None:
    begun(run)
    done = run("play", stdin="1\nfly\n1\n")
    assert done.code == 1
    assert "E501" in done.out
    assert shown(run, "show")["step"] == 2


def test_another_line_may_be_typed_instead_of_an_answer(run: Run) -> None:
    begun(run)
    done = run("play", stdin="hedge\n99\nwork\nhedge\nundo\nundo\n")
    assert "E403" in done.out
    # The first takes back the question, the second the work.
    assert "Not done." in done.out
    assert shown(run, "show")["step"] == 0
    assert shown(run, "show")["last"] == 1


def test_several_lines_in_one(run: Run) -> None:
    begun(run)
    done = run("play", "do", "work 1; hedge 3；fly; work 1")
    assert done.code == 1
    assert "E501" in done.err
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
    assert "  2 plant a hedge\n" in run("--plain", "play", "do", "1").out
    done = run("--format", "json", "play", stdin="1\ndue\n")
    assert done.code == 0
    assert done.out.count('"play": "toy-1"') == 3
