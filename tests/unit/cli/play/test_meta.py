"""What a line can ask of the companion in every game."""

from __future__ import annotations

from pathlib import Path

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
show
position
lang ja
lang en
set 葵.coins 4
hedge

hedge
? coins
3
undo
redo
quit
note never
""")  # fmt: skip
    assert done.code == 0, done.out
    for text in ("plant a hedge (hedge) height", "[plot-flowers]", "Source:", "moss", "[ ] Put out the garden",
                 "Nothing is due now.", "The garden opens.", "庭仕事", "Not done.", "Taken back", "Done again",
                 "Stored: toy-1"):  # fmt: skip
        assert text in done.out, text
    assert "note never" not in done.out
    assert shown(run, "show")["step"] == 2


def test_the_loop_writes_the_play_to_a_file(run: Run, tmp_path: Path) -> None:
    begun(run)
    file = tmp_path / "out.json"
    assert run("play", "do", "export", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == run("play", "export").out
    assert run("play", "do", "export", str(file)).code == 1


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
