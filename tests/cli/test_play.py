"""``rulesref play`` as people and programs use it: single lines, the loop, several plays, what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.helpers import TOY, rulesref, times
from tests.playing import TO_THE_END, Run, begun, shown


def test_a_game_instead_of_a_command_begins_a_play_of_it(run: Run) -> None:
    assert "toy-1" in run("play", "toy", "--players", "葵,Ben").out
    assert "--players" in run("play", "toy").err
    assert run("play", "no-such-game").code == 2


# --- single lines ---------------------------------------------------------------------------------


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


# --- scorings -------------------------------------------------------------------------------------


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
    assert "wrapped (yes/no) [no]: " in done.out
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


# --- two terminals, kill -9 -----------------------------------------------------------------------


def typing(home: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "RULESREF_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "rulesref", "--data", str(TOY), "--lang", "en", "play", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env=environment,
    )  # fmt: skip


def test_of_many_lines_at_once_all_are_taken(run: Run, home: Path) -> None:
    begun(run)
    every = [typing(home, "do", f"note {n}") for n in range(8)]
    outs = [each.communicate(timeout=100)[0] for each in every]
    assert [each.returncode for each in every] == [0] * 8, outs
    kept = [line["typed"] for line in shown(run, "history")["log"][1:]]
    assert sorted(kept) == [f"note {n}" for n in range(8)]


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
    told = sum(times("E527", out) for out in outputs)
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
        # `communicate` would drop what the lines above have read ahead.
        rest = loop.stdout.read()
        loop.stdin.close()
        loop.stdout.close()
        loop.wait()
        acknowledged += [
            r.removeprefix("Note: ") for r in rest.split("\n")[:-1] if r.startswith("Note: ")
        ]
    log = shown(run, "history")["log"]
    kept = [line["typed"].removeprefix("note ") for line in log[1:]]
    # The last line of a round may be stored although nobody was told any more.
    assert set(acknowledged) <= set(kept)
    assert len(kept) - len(acknowledged) <= 6
    assert [line["step"] for line in log] == list(range(len(log)))
    assert shown(run, "show")["step"] == len(kept)


# --- help and completion --------------------------------------------------------------------------


def test_help_in_both_languages(run: Run) -> None:
    assert "Begin a game." in run("play", "--help").out
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
