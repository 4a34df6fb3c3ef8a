"""``rulesref play`` as people and programs use it: single lines, the loop, several plays, what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from rulesref.play import file as play_file
from rulesref.play import flow
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import TOY, Ran, game_in, home_in, rulesref

Run = Callable[..., Ran]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_in(tmp_path)


@pytest.fixture
def run(home: Path) -> Run:
    """One run in English with plays of its own."""

    def found(*words: str, lang: str = "en", stdin: str = "") -> Ran:
        return rulesref(
            "--data",
            str(TOY),
            "--lang",
            lang,
            *words,
            stdin=stdin.encode(),
            RULESREF_HOME=str(home),
        )

    return found


def begun(run: Run, *more: str) -> Ran:
    return run("play", "new", "toy", "--players", "葵,Ben", *more)


def shown(run: Run, *words: str) -> Any:
    done = run("--format", "json", "play", *words)
    assert done.code == 0, done
    return json.loads(done.out)


TO_THE_END = """
# until everybody rests
rest
rest
{plots: [{size: 3, walled: true, flowers: {葵: 2, Ben: 1}}]}
{players: [{seeds: {red: 2, blue: 1, green: 1}}, {seeds: {red: 1, blue: 1, green: 3}}]}
"""


# --- beginning ------------------------------------------------------------------------------------


def test_a_new_play_is_named_and_shows_the_setup(run: Run) -> None:
    done = begun(run)
    assert done.code == 0
    assert "toy-1" in done.out
    assert "[ ] Plant the wild flowers." in done.out
    assert "Give everybody 2 coins." in done.out
    assert "The garden opens." in done.out
    assert "葵 to play" in done.out


def test_a_game_instead_of_a_command_begins_a_play_of_it(run: Run) -> None:
    assert "toy-1" in run("play", "toy", "--players", "葵,Ben").out
    assert "--players" in run("play", "toy").err
    assert run("play", "no-such-game").code == 2


def test_the_second_play_has_a_name_of_its_own(run: Run) -> None:
    begun(run)
    assert "toy-2" in begun(run).out
    assert begun(run, "--name", "日曜").code == 0
    assert begun(run, "--name", "日曜").code == 1


def test_who_begins_is_given_or_drawn(run: Run) -> None:
    begun(run, "--first", "Ben")
    assert shown(run, "show")["players"] == ["Ben", "葵"]
    done = begun(run, "--first", "random", "--shuffle", "--seed", "5")
    assert "--seed 5" in done.out
    again = shown(run, "show")
    assert again["seed"] == 5
    begun(run, "--first", "random", "--shuffle", "--seed", "5")
    assert shown(run, "show")["players"] == again["players"]
    assert shown(run, "show")["seed"] == 5


def test_a_drawn_seed_is_printed(run: Run) -> None:
    assert "--seed " in begun(run, "--shuffle").out
    assert isinstance(shown(run, "show")["seed"], int)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param(["--option", "purse=9"], "E403", id="out of range"),
        pytest.param(["--option", "purze=1"], "E532", id="no such option"),
        pytest.param(["--first", "Ken"], "E420", id="nobody of that name"),
    ],
)
def test_what_cannot_be_begun_is_told(run: Run, more: list[str], code: str) -> None:
    done = begun(run, *more)
    assert done.code == 1
    assert code in done.err
    assert run("play", "list").code == 1


@pytest.mark.parametrize(
    ("players", "code"), [("A", "E430"), ("A,B,C,D,E", "E430"), ("A,A", "E429")]
)
def test_the_players_must_fit_the_game(run: Run, players: str, code: str) -> None:
    done = run("play", "new", "toy", "--players", players)
    assert done.code == 1
    assert code in done.err


def test_a_light_play_keeps_less(run: Run) -> None:
    begun(run, "--track", "light")
    found = shown(run, "show")
    assert found["tracked"] == "light"
    assert found["state"]["葵"]["hedges"] is None
    assert [choice["id"] for choice in found["choices"]][:2] == ["work", "guess"]


# --- single lines ---------------------------------------------------------------------------------


def test_a_line_says_what_happened_and_how_it_stands(run: Run) -> None:
    begun(run)
    done = run("play", "do", "work", "2")
    assert done.code == 0
    assert "葵 works 2 hours (4 coins)." in done.out
    assert "points: 葵 0  Ben 0" in done.out
    done = run("play", "do", "hedge", "3")
    assert "葵 +1 -> 1 (hedge of 3)" in done.out


def test_lines_are_understood_in_both_languages(run: Run) -> None:
    begun(run)
    for line in ("job", "仕事", "しごと", "働く", "１"):
        assert run("play", "do", line).code == 0, line
    assert run("play", "do", "shigoto").code == 0
    assert shown(run, "show")["state"]["葵"]["coins"] == 8
    assert "葵が1時間働きました" in run("play", "do", "1", lang="ja").out


def test_something_is_said_when_it_becomes_due_and_not_again(run: Run) -> None:
    begun(run)
    run("play", "do", "set", "葵.coins", "7")
    assert "! 葵: Most coins (8). [coin-points]" in run("play", "do", "work").out
    assert "Most coins" not in run("play", "do", "note", "x").out
    assert "Most coins (8)" in run("play", "do", "due").out
    assert shown(run, "show")["due"] == [
        {"id": "rich", "player": "葵", "text": "Most coins (8).", "rules": ["coin-points"]}
    ]


def test_what_the_rules_refuse_is_told_with_the_rule_and_can_be_forced(run: Run) -> None:
    begun(run)
    run("play", "do", "set", "葵.coins", "0")
    done = run("play", "do", "hedge", "3")
    assert done.code == 1
    assert "E510" in done.err
    assert "It costs 1 coins." in done.err
    assert "“!”" in done.err
    assert "[coin-supply]" in done.out
    assert run("play", "do", "!hedge", "3").code == 0
    assert "! 葵 plants a hedge." in run("play", "history").out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("hedge", "E507", id="something is missing"),
        pytest.param("hedge 3 4", "E502", id="something is too much"),
        pytest.param("hedge 12", "E403", id="out of range"),
        pytest.param("fly", "E501", id="no such choice"),
        pytest.param("cut 3", "E505", id="a choice that is not offered"),
        pytest.param("set 葵.corn 3", "E503", id="no such value"),
        pytest.param("set Ken.coins 3", "E420", id="nobody of that name"),
        pytest.param("set 葵.coins", "E504", id="set to nothing"),
        pytest.param("undo", "E539", id="nothing to take back"),
        pytest.param("redo", "E531", id="nothing to do again"),
        pytest.param("undo --to 7", "E529", id="no such step"),
        pytest.param("ask", "E537", id="no question"),
        pytest.param("lang fr", "E537", id="no such language"),
    ],
)
def test_a_line_that_does_not_fit_changes_nothing(run: Run, line: str, code: str) -> None:
    begun(run)
    before = shown(run, "show")
    done = run("play", "do", *line.split())
    assert done.code == 1, done
    assert code in done.err
    assert shown(run, "show") == before


def test_corrections_and_notes(run: Run) -> None:
    begun(run)
    assert "葵: coins is now 7." in run("play", "do", "set", "葵.coins", "7").out
    assert "葵のコインを3にしました。" in run("play", "do", "set", "葵.お金=3", lang="ja").out
    assert "sky is now rain." in run("play", "do", "set sky rain").out
    assert run("play", "do", "set 葵.steps.moss 2").code == 0
    assert run("play", "do", "set 葵.gnomes tall,small").code == 0
    assert run("play", "do", "set votes 葵:2").code == 0
    run("play", "do", "note", "お茶の時間")
    found = shown(run, "show")
    assert found["state"]["葵"]["coins"] == 3
    assert found["state"]["葵"]["steps"] == {"moss": 2, "gravel": 0}
    assert found["state"]["葵"]["gnomes"] == ["tall", "small"]
    assert found["table"]["votes"] == {"葵": 2}
    assert "Note: お茶の時間" in run("play", "history").out


def test_tracking_can_be_switched(run: Run) -> None:
    begun(run)
    run("play", "do", "hedge", "3")
    run("play", "do", "track", "light")
    assert shown(run, "show")["state"]["葵"]["hedges"] is None
    run("play", "do", "track", "full")
    assert shown(run, "show")["tracked"] == "full"


def test_names_with_dots_and_spaces(run: Run) -> None:
    run("play", "new", "toy", "--players", "J. R.,Mary Ann")
    run("play", "do", "set J. R..coins 5")
    run("play", "do", "set", "Mary Ann.coins 6")
    found = shown(run, "show")["state"]
    assert (found["J. R."]["coins"], found["Mary Ann"]["coins"]) == (5, 6)


# --- taking back ----------------------------------------------------------------------------------


def test_undo_and_redo_by_command_and_by_line(run: Run) -> None:
    begun(run)
    for line in ("1", "1", "1"):
        run("play", "do", line)
    done = run("play", "undo", "2")
    assert "Taken back: 葵 works 1 hours (5 coins)." in done.out
    assert "(taken back)" in run("play", "history").out
    assert shown(run, "show")["step"] == 1
    assert run("play", "redo").code == 0
    assert run("play", "do", "redo").code == 0
    assert shown(run, "show")["step"] == 3
    assert run("play", "undo", "--to", "0").code == 0
    assert run("play", "do", "redo 3").code == 0
    run("play", "do", "undo --to 1")
    run("play", "do", "note", "x")
    assert shown(run, "show")["last"] == 2


def test_json_of_a_line_tells_what_came_of_it(run: Run) -> None:
    begun(run)
    found = shown(run, "do", "hedge", "4")
    assert found["line"]["points"] == [
        {"player": "葵", "points": 1, "total": 1, "why": "hedge of 4"}
    ]
    assert found["log"][-1] == found["line"]
    done = run("--format", "json", "play", "do", "fly")
    assert done.code == 1
    assert json.loads(done.out)["problems"][0]["code"] == "E501"


def test_the_state_as_json(run: Run) -> None:
    begun(run)
    found = shown(run, "show")
    assert set(found) >= {
        "play",
        "game",
        "players",
        "stage",
        "turn",
        "table",
        "state",
        "log",
        "due",
    }
    assert (found["play"], found["game"], found["players"]) == ("toy-1", "toy", ["葵", "Ben"])
    assert (found["stage"], found["turn"]) == ("spring / garden work", "葵")
    assert found["table"]["day"] == 1


# --- scorings -------------------------------------------------------------------------------------


def test_a_scoring_asks_line_by_line_and_its_answers_are_kept(run: Run) -> None:
    begun(run)
    run("play", "do", "rest")
    done = run("play", "do", "rest")
    assert "spring show" in done.out
    assert "plots: is there one?" in done.out
    assert "walled (yes/no)" in run("play", "do", "3").out
    run("play", "do", "yes")
    found = run("play", "position").out
    assert "event: spring" in found
    assert "size: 3" in found
    # One answer back, then the rest of them.
    assert "walled" in run("play", "do", "undo").out
    for line in ("yes", "2", "1", "", ""):
        done = run("play", "do", line)
        assert done.code == 0, done
    assert "Check the position" in done.out
    done = run("play", "do", "")
    assert "harvest" in done.out
    assert shown(run, "show")["scores"][0]["event"] == "spring"


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


def test_scoring_in_a_play_is_scoring_the_exported_position(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin=TO_THE_END)
    found = shown(run, "show")
    assert found["finished"]
    for scored in found["scores"]:
        position = run("play", "position", scored["event"])
        file = tmp_path / "position.yaml"
        file.write_text(position.out, encoding="utf-8")
        again = json.loads(run("--format", "json", "score", "toy", str(file)).out)
        assert {p["name"]: p["total"] for p in again["players"]} == scored["totals"]
    assert again["winners"] == found["winners"]


def test_a_whole_play_in_both_languages(run: Run) -> None:
    for lang, over, prompt in (
        ("en", "wins", "葵 (garden work)> "),
        ("ja", "の勝ちです", "葵 (庭仕事)> "),
    ):
        begun(run)
        done = run("play", stdin=TO_THE_END, lang=lang)
        assert done.code == 0, done
        assert over in done.out
        assert prompt in done.out
        assert ("wins" in done.out) == (lang == "en")
    assert run("play", "do", "1").code == 1
    listed = json.loads(run("--format", "json", "play", "list").out)["plays"]
    assert [play["finished"] for play in listed] == [True, True]
    assert listed[0]["winners"]


# --- the loop -------------------------------------------------------------------------------------


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


def test_a_question_stands_below_its_help_and_the_options_that_the_rules_allow(run: Run) -> None:
    begun(run)
    done = run("play", stdin="dress\n2\ndress\n1\n")
    first, second = done.out.split("hat? 2")
    assert first.endswith("  1 straw  2 paper\nput a hat on: ")
    # She wears paper: the only option now is the other one, and it is the first.
    assert "  1 straw\nput a hat on: hat? 1" in second
    assert shown(run, "show")["state"]["葵"]["hat"] == "straw"


def test_what_is_asked_only_sometimes(run: Run) -> None:
    """One coin is given without further questions; of two, Enter says whether they are wrapped."""
    begun(run)
    refused = run("play", stdin="give\n")
    assert "Gifts begin on day 2." in refused.out
    assert "how many" not in refused.out
    run("play", "do", "set day 2")
    run("play", "do", "set 葵.coins 9")
    done = run("play", stdin="give\n2\nBen\n\ngive 1 Ben\n")
    assert "They come from your own coins." in done.out
    assert "wrapped (yes/no, Enter: no)?" in done.out
    assert "葵 gives 1 coins (0 wrapped)." in done.out
    assert "(0 wrapped)" in run("play", "do", "give 2 Ben").out
    assert "(1 wrapped)" in run("play", "do", "give 2 Ben yes").out
    assert "wrapped gifts" not in run("play", "show").out
    assert shown(run, "show")["table"]["gifts"] == 1


def test_of_actions_with_one_word_the_one_is_meant_whose_values_fit(run: Run) -> None:
    begun(run)
    run("play", "do", "set day 2")
    run("play", "do", "set 葵.hat paper")
    assert "葵 gives 1 coins" in run("play", "do", "gift 1 Ben").out
    # "old" is what both hats are called: the one that she has is meant.
    assert run("play", "do", "gift old").code == 0
    assert shown(run, "show")["state"]["葵"]["hat"] == "none"


def test_several_lines_in_one(run: Run) -> None:
    begun(run)
    done = run("play", "do", "work 1; hedge 3；fly; work 1")
    assert done.code == 1
    assert "E501" in done.err
    assert [line["typed"] for line in shown(run, "show")["log"][1:]] == ["work 1", "hedge 3"]
    run("play", "do", "note first; second")
    assert shown(run, "show")["log"][-1]["typed"] == "note first; second"


def test_all_the_others_in_a_word(run: Run) -> None:
    begun(run)
    assert run("play", "do", "visit Ben 全員").code == 0
    assert shown(run, "show")["state"]["Ben"]["guests"] == ["Ben"]


def test_a_list_becomes_empty(run: Run) -> None:
    begun(run)
    run("play", "do", "set 葵.hedges 3,4")
    for none in ("なし", "-", "none"):
        assert run("play", "do", f"set 葵.hedges {none}").code == 0
        assert shown(run, "show")["state"]["葵"]["hedges"] == []


def test_what_is_tracked_but_not_known_is_told(run: Run) -> None:
    begun(run, "--track", "light")
    run("play", "do", "track full")
    done = run("play", "do", "sow 3 3; hedge 2")
    assert "! hedges is not known" in done.out


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


# --- several plays --------------------------------------------------------------------------------


def test_a_play_is_picked_by_name(run: Run) -> None:
    begun(run)
    begun(run)
    run("play", "do", "1", "--play", "toy-1")
    assert shown(run, "show", "--play", "toy-2")["step"] == 0
    assert shown(run, "show")["play"] == "toy-1"
    assert run("play", "--play", "toy-2", "do", "1").code == 0
    assert shown(run, "show")["play"] == "toy-2"
    done = run("play", "show", "--play", "toi-2")
    assert done.code == 1
    assert "toy-2" in done.err


def test_the_list_of_plays(run: Run) -> None:
    assert run("play", "list").code == 1
    begun(run)
    begun(run, "--name", "日曜")
    done = run("play", "list")
    assert [line.split()[0] for line in done.out.splitlines()[2:]] == ["日曜", "toy-1"]
    assert "Toy Garden" in done.out
    assert "葵, Ben" in done.out


def test_a_play_is_deleted_when_somebody_says_so(run: Run) -> None:
    begun(run)
    assert run("play", "delete", "toy-1").code == 1
    assert run("play", "delete", "toy-1", stdin="no\n").code == 1
    assert run("play", "list").code == 0
    assert run("play", "delete", "toy-1", stdin="yes\n").code == 0
    begun(run)
    assert run("play", "delete", "toy-1", "--yes").code == 0
    assert run("play", "list").code == 1


def test_a_game_without_a_flow_cannot_be_played(run: Run, tmp_path: Path) -> None:
    run("new-game", "small", str(tmp_path))
    done = run("--data", str(tmp_path), "play", "new", "small", "--players", "A,B")
    if (tmp_path / "small" / "flow.yaml").exists():
        pytest.skip("the example has a flow")
    assert done.code == 1
    assert "E534" in done.err


# --- export and import ----------------------------------------------------------------------------


def test_export_import_and_export_are_the_same_bytes(run: Run, tmp_path: Path) -> None:
    begun(run, "--shuffle", "--seed", "3", "--option", "windy=yes")
    run("play", stdin=TO_THE_END)
    run("play", "undo")
    first = run("play", "export").out
    file = tmp_path / "play.json"
    file.write_text(first, encoding="utf-8", newline="\n")
    before = shown(run, "show")
    assert run("play", "import", str(file)).code == 1
    assert run("play", "import", str(file), "--name", "other").code == 0
    run("play", "delete", "toy-1", "--yes")
    assert run("play", "import", str(file)).code == 0
    assert shown(run, "show") == before
    assert run("play", "export", "toy-1", "--as", "json").out == first
    assert run("play", "redo").code == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("[]", id="a list"),
        pytest.param('{"rulesref-play": 3}', id="another form"),
        pytest.param('{"rulesref-play": 2, "play": "x"}', id="half of it"),
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_what_is_no_play_is_not_imported(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "play.json"
    file.write_text(text, encoding="utf-8")
    done = run("play", "import", str(file))
    assert done.code == 1
    assert "E536" in done.err


def test_a_line_that_was_changed_by_hand_is_found(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", "do", "1")
    data = json.loads(run("play", "export").out)
    for command in (
        {"do": "fly"},
        {"do": "work", "with": {"hours": "x"}},
        {"set": "coins"},
        {"x": 1},
        {"do": ["a"]},
    ):
        data["lines"][1]["command"] = command
        data["play"] = f"play {len(run('play', 'list').out)}"
        file = tmp_path / "play.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        done = run("play", "import", str(file))
        assert done.code == 1, command
        assert "E526" in done.err, command


def test_the_log_for_a_sheet_and_to_paste(run: Run) -> None:
    begun(run)
    run("play", "do", "hedge 3")
    run("play", stdin=TO_THE_END)
    sheet = run("play", "export", "--as", "csv").out
    assert sheet.startswith("\ufeffstep,time,turn,stage,typed,")
    assert ",葵,1,1,hedge of 3" in sheet
    text = run("play", "export", "--as", "markdown", lang="ja").out
    assert text.startswith("# おもちゃの庭 - ")
    assert "## 春 / 庭仕事" in text
    assert "| 1 |" in text


def test_a_finished_play_is_handed_to_bg_stats(run: Run) -> None:
    begun(run)
    done = run("play", "export", "--as", "bgstats")
    assert done.code == 1
    assert "E538" in done.err
    run("play", stdin=TO_THE_END)
    link = run("play", "export", "--as", "bgstats").out.strip()
    data = json.loads(parse_qs(urlparse(link).query)["data"][0])
    assert [player["name"] for player in data["players"]] == ["葵", "Ben"]


def test_the_loop_writes_the_play_to_a_file(run: Run, tmp_path: Path) -> None:
    begun(run)
    file = tmp_path / "out.json"
    assert run("play", "do", "export", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == run("play", "export").out
    assert run("play", "do", "export", str(file)).code == 1


# --- data that has changed ------------------------------------------------------------------------


def changed_toy(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the invented game with another flow."""
    import shutil

    folder = tmp_path / "changed" / "toy"
    shutil.copytree(TOY, folder)
    text = (folder / "flow.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "flow.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_a_play_opens_after_its_data_has_changed(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin="hedge 3\nwork 2\n")
    folder = changed_toy(
        tmp_path, '{add: points, by: 1, why: {ja: "高さ', '{add: points, by: 4, why: {ja: "高さ'
    )
    done = json.loads(run("--data", str(folder), "--format", "json", "play", "show").out)
    assert done["state"]["葵"]["points"] == 4
    assert done["step"] == 2


def test_a_line_that_no_longer_fits_is_named_and_the_play_goes_on_before_it(
    run: Run, tmp_path: Path
) -> None:
    begun(run)
    run("play", stdin="work 3\nhedge 3\nwork 3\n")
    folder = changed_toy(
        tmp_path,
        "range: [1, 3], optional: true, default: 1",
        "range: [1, 2], optional: true, default: 1",
    )
    done = run("--data", str(folder), "play", "do", "work 1")
    assert done.code == 1
    assert "E526" in done.err
    assert "line 1" in done.err
    assert "undo --to 0" in done.err
    assert run("--data", str(folder), "play", stdin="1\n").code == 1
    assert "work 3" in run("--data", str(folder), "--format", "json", "play", "history").out
    done = run("--data", str(folder), "play", "undo", "--to", "1")
    assert done.code == 1
    done = run("--data", str(folder), "play", "undo", "--to", "0")
    assert done.code == 0
    done = run("--data", str(folder), "play", "redo")
    assert done.code == 1
    assert "E403" in done.err
    assert run("--data", str(folder), "play", "do", "work 2").code == 0


# --- two terminals, kill -9 -----------------------------------------------------------------------


def test_the_second_terminal_is_told_and_shown(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(run)
    carry = flow.carry_out

    def meanwhile(*given: Any) -> Any:
        """While the line is worked out, the other terminal is quicker."""
        monkeypatch.setattr(flow, "carry_out", carry)
        other = PlayStore.open(str(home))
        game = game_in(TOY)
        PlaySession.at(other, run_game(home) or game, other.play()).take("work 3")
        return carry(*given)

    def run_game(folder: Path) -> Any:
        from rulesref.compiling.fresh import open_library

        return open_library((str(TOY),)).game("toy")

    monkeypatch.setattr(flow, "carry_out", meanwhile)
    done = run("play", "do", "work 1")
    assert done.code == 1
    assert "E527" in done.err
    assert "Line 1: 葵 works 3 hours (5 coins)." in done.out
    assert shown(run, "show")["state"]["葵"]["coins"] == 5


def typing(home: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "RULESREF_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "rulesref", "--data", str(TOY), "--lang", "en", "play", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env=environment,
    )  # fmt: skip


def test_two_loops_on_one_play_lose_nothing(run: Run, home: Path) -> None:
    begun(run)
    both = [typing(home), typing(home)]
    for number, loop in enumerate(both):
        assert loop.stdin
        loop.stdin.write("".join(f"note {number}-{n}\n" for n in range(30)))
    outputs = [loop.communicate(timeout=60)[0] for loop in both]
    accepted = [
        f"{number}-{n}"
        for number, out in enumerate(outputs)
        for n in range(30)
        if f"\nNote: {number}-{n}\n" in out
    ]
    kept = [line["typed"].removeprefix("note ") for line in shown(run, "history")["log"][1:]]
    assert sorted(kept) == sorted(accepted)
    assert len(kept) >= 30
    told = sum(out.count("E527") for out in outputs)
    assert len(kept) + told == 60


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is of Unix")
def test_kill_9_loses_nothing_acknowledged(run: Run, home: Path) -> None:
    begun(run)
    random = Random(9)
    acknowledged: list[str] = []
    for round_ in range(6):
        loop = typing(home)
        assert loop.stdin
        assert loop.stdout
        loop.stdin.write("".join(f"note {round_}-{n}\n" for n in range(4000)))
        loop.stdin.flush()
        wanted = random.randint(1, 40)
        for row in loop.stdout:
            if row.startswith("Note: "):
                acknowledged.append(row.removeprefix("Note: ").strip())
                wanted -= 1
                if not wanted:
                    break
        time.sleep(random.random() * 0.01)
        loop.kill()
        rest, _ = loop.communicate()
        acknowledged += [
            r.removeprefix("Note: ") for r in rest.split("\n")[:-1] if r.startswith("Note: ")
        ]
    connection = sqlite3.connect(home / "plays.sqlite")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    log = shown(run, "history")["log"]
    kept = [line["typed"].removeprefix("note ") for line in log[1:]]
    # The last line of a round may be stored although nobody was told any more.
    assert set(acknowledged) <= set(kept)
    assert len(kept) - len(acknowledged) <= 6
    assert [line["step"] for line in log] == list(range(len(log)))
    assert shown(run, "show")["step"] == len(kept)


# --- what goes wrong with the file ----------------------------------------------------------------


def test_a_foreign_file_is_told_and_another_is_used(run: Run, home: Path) -> None:
    (home / "plays.sqlite").write_bytes(b"this belongs to somebody else, certainly " * 20)
    done = begun(run)
    assert done.code == 0
    assert "E523" in done.err
    assert run("play", "do", "1").code == 0
    assert (home / "plays.sqlite").read_bytes().startswith(b"this belongs")
    assert (home / "plays-2.sqlite").is_file()


def test_a_full_disk_is_told_and_the_loop_goes_on_in_memory(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(run)
    opened = play_file.opened

    def small(path: str) -> sqlite3.Connection:
        connection = opened(path)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr("rulesref.play.store.opened", small)
    text = "note " + "x" * 8000
    file = tmp_path / "out.json"
    done = run("play", stdin=f"{text}\nwork 2\nhistory\nexport {file}\n")
    assert "E522" in done.err
    assert "葵 works 2 hours (4 coins)." in done.out
    assert "Not stored" in done.err
    monkeypatch.undo()
    assert shown(run, "show")["step"] == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    assert [line["typed"] for line in data["lines"]] == ["", text, "work 2"]
    # A single line that cannot be stored is not acknowledged.
    monkeypatch.setattr("rulesref.play.store.opened", small)
    done = run("play", "do", text)
    assert done.code == 1
    assert "E522" in done.err


def test_a_damaged_file_is_repaired_when_somebody_says_so(run: Run, home: Path) -> None:
    begun(run)
    begun(run)
    for n in range(40):
        run("play", "do", "note " + str(n) + " x" * 900)
    file = home / "plays.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    raw = bytearray(file.read_bytes())
    leaf = 10  # of a table WITHOUT ROWID; the pages above them hold the whole play together
    pages = [
        start
        for start in range(0, len(raw), 4096)
        if raw[start] == leaf and b" x x x" in raw[start : start + 4096]
    ]
    for start in pages[1::3]:
        raw[start : start + 8] = b"\x11" * 8
    file.write_bytes(raw)
    done = run("play", "history", "--play", "toy-2")
    assert done.code == 1
    assert "E524" in done.err
    assert run("play", "repair").code == 1
    assert file.read_bytes() == raw
    done = run("play", "repair", "--yes")
    assert done.code == 0, done
    assert "2 plays saved" in done.err
    assert shown(run, "show", "--play", "toy-1")["step"] == 0
    assert (home / "plays.sqlite.damaged").read_bytes() == raw


# --- help and completion --------------------------------------------------------------------------


def test_help_in_both_languages(run: Run) -> None:
    assert "Begin a play." in run("play", "--help").out
    done = run("play", "--help", lang="ja")
    assert "ゲームを始めます。" in done.out
    assert "play" in run("--help").out
    for name in (
        "new",
        "do",
        "show",
        "history",
        "undo",
        "redo",
        "position",
        "list",
        "export",
        "import",
        "delete",
        "repair",
    ):
        assert name in done.out
        assert run("play", name, "--help").code == 0


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        pytest.param("rulesref play h", "history", id="a command"),
        pytest.param("rulesref play new t", "toy", id="a game"),
        pytest.param("rulesref play --play to", "toy-1", id="a play"),
        pytest.param("rulesref play export --as m", "markdown", id="a form"),
    ],
)
def test_completion(run: Run, home: Path, words: str, wanted: str) -> None:
    begun(run)
    parts = words.split()
    done = rulesref(
        _RULESREF_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(parts) - 1),
        RULESREF_HOME=str(home),
    )  # fmt: skip
    if wanted == "toy":
        assert "tigris" in done.out or "tzolkin" in done.out
    else:
        assert wanted in done.out
