"""``play show``, ``history``, ``position`` and ``list``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulesref.base.messages import as_text
from tests import packs
from tests.helpers import TOY, Ran, rulesref, says
from tests.playing import TO_THE_END, Run, begun, changed_toy, shown


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


def test_the_list_of_plays(run: Run) -> None:
    assert run("play", "list").code == 1
    begun(run)
    begun(run, "--name", "日曜")
    done = run("play", "list")
    assert [line.split()[0] for line in done.out.splitlines()[2:]] == ["日曜", "toy-1"]
    assert "葵, Ben    葵 (garden work)" in done.out


def test_plays_of_a_game_that_is_not_there_can_be_listed_and_looked_at(
    run: Run, home: Path
) -> None:
    begun(run)
    run("play", "do", "hedge 3")

    def without(*words: str) -> Ran:
        return rulesref("--lang", "en", *words, RULESREF_HOME=str(home))

    listed = json.loads(without("--format", "json", "play", "list").out)["plays"]
    assert (listed[0]["stage"], listed[0]["turn"]) == ("days / each-day / everyone / moves", "葵")
    assert without("play", "history").out.splitlines()[1] == " 1  hedge 3"
    assert without("play", "export").out == run("play", "export").out
    assert "1. hedge 3" in without("play", "export", "--as", "markdown").out
    assert without("play", "show").code == 1


@pytest.mark.slow
def test_a_corrected_label_reaches_lines_of_before(run: Run, tmp_path: Path) -> None:
    begun(run)
    run("play", stdin="hedge 3\nset 葵.coins 4\n")
    folder = changed_toy(tmp_path, "{player-name} plants a hedge.", "{player-name} sets a hedge.")
    text = (folder / "flow.yaml").read_text(encoding="utf-8")
    text = text.replace("name: {ja: 春, en: spring}", "name: {ja: 春, en: springtime}")
    (folder / "flow.yaml").write_text(text, encoding="utf-8")
    for words in (["history"], ["export", "--as", "markdown"], ["export", "--as", "csv"]):
        assert (
            "葵 sets a hedge. (height 3, 葵 +1)" in run("--data", str(folder), "play", *words).out
        )
    assert "[springtime / garden work" in run("--data", str(folder), "play", "show").out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["list"], 1, "E520", id="no plays"),
        pytest.param(["show"], 1, "E520", id="nothing to show"),
        pytest.param(["history"], 1, "E520", id="no history"),
    ],
)
def test_where_there_are_no_plays_that_is_told(
    run: Run, words: list[str], code: int, told: str
) -> None:
    done = run("play", *words)
    assert (done.code, done.out) == (code, "")
    assert says(told, done.err)


@pytest.mark.parametrize(
    ("lang", "lines"), [("ja", "葵が2時間働きました"), ("en", "葵 works 2 hours")]
)
def test_the_history_is_told_in_either_language(run: Run, lang: str, lines: str) -> None:
    begun(run)
    run("play", "do", "work 2")
    assert lines in run("play", "history", lang=lang).out
    run("play", "undo")
    assert {"ja": "(取り消し済み)", "en": "(taken back)"}[lang] in run(
        "play", "history", lang=lang
    ).out


@pytest.mark.slow
def test_the_position_of_a_scoring_that_is_named(run: Run) -> None:
    begun(run)
    run("play", stdin="rest\nrest\n3\n")
    assert "event: spring" in run("play", "position", "spring").out
    assert shown(run, "position")["event"] == "spring"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        pytest.param("winter", "E424", id="no such scoring"),
        pytest.param("夏の市場", "E530", id="one that this play has not reached"),
    ],
)
def test_a_position_that_is_not_there_is_told(run: Run, event: str, code: str) -> None:
    begun(run)
    done = run("play", "position", event)
    assert (done.code, done.out) == (1, "")
    assert says(code, done.err)


@pytest.mark.slow
def test_a_play_stays_with_the_game_of_its_pack(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another game of that id is meant by the id alone, now or later, and when the pack is gone."""
    packs.pack(tmp_path / "site", "a-pack", "toy", of=TOY)

    def without(*words: str) -> Ran:
        return rulesref("--lang", "en", *words, RULESREF_HOME=str(home))

    with monkeypatch.context() as installed:
        installed.syspath_prepend(str(tmp_path / "site"))
        assert without("play", "new", "toy", "--players", "葵,Ben").code == 0
        assert run("play", "new", "a-pack/toy", "--players", "葵,Ben").code == 0
        assert run("play", "new", "toy", "--players", "葵,Ben").code == 0
        keys = [play["game"] for play in shown(run, "list")["plays"]]
        assert keys == ["toy", "a-pack/toy", "a-pack/toy"]
        rows = run("play", "list").out.splitlines()[2:]
        assert [row.split()[:2] for row in rows] == [
            ["toy-3", "toy"], ["toy-2", "a-pack/toy"], ["toy-1", "a-pack/toy"],
        ]  # fmt: skip
        assert without("play", "--play", "toy-2", "do", "hedge 3").code == 0
        assert shown(run, "show", "--play", "toy-2")["game"] == "a-pack/toy"
        assert without("play", "--play", "toy-1", "show").code == 0
        assert run("play", "export", "toy-1").out == without("play", "export", "toy-1").out
        assert [row.split()[1] for row in without("play", "list").out.splitlines()[3:]] == [
            "toy",
            "toy",
        ]
    gone = run("play", "--play", "toy-2", "show")
    assert (gone.code, gone.out) == (1, "")
    assert says("E570", gone.err)
    assert "a-pack" in gone.err
    assert run("play", "--play", "toy-3", "show").code == 0
    assert run("play", "history", "--play", "toy-2").out.splitlines()[1] == " 1  hedge 3"


def test_of_which_game_a_play_is_is_told_where_the_game_is_not_there(
    run: Run, tmp_path: Path
) -> None:
    begun(run)
    gone = rulesref("--lang", "en", "play", "show", RULESREF_HOME=str(tmp_path / "home"))
    assert (gone.code, says("E519", gone.err)) == (1, True)
    assert "toy-1" in gone.err


def over(run: Run, name: str = "toy-1") -> None:
    begun(run, "--name", name)
    run("play", stdin=TO_THE_END)


def test_the_time_of_a_play(run: Run) -> None:
    over(run)
    done = run("play", "time")
    assert done.out.startswith("Begun on "), done
    assert [line.split()[0] for line in done.out.splitlines()[4:6]] == ["葵", "Ben"]
    data = shown(run, "time", "toy-1")
    assert data["seconds"] == sum(turn["seconds"] for turn in data["turns"])
    # What is nobody's turn stands there once it takes a second.
    assert [each["player"] for each in data["players"] if each["player"]] == ["葵", "Ben"]


def test_the_points_by_round(run: Run) -> None:
    over(run)
    rows = [re.split("  +", line) for line in run("play", "curve").out.splitlines()[2:]]
    rounds = shown(run, "curve")["rounds"]
    assert [row[1:3] for row in rows] == [
        [as_text("en", points) for points in each["points"].values()] for each in rounds
    ]
    assert rounds[-1]["stage"] == "harvest"
    assert "| harvest |" in run("play", "export", "--as", "markdown").out


def test_statistics_over_plays(run: Run) -> None:
    assert says("E589", run("play", "stats").err), "no play is over"
    over(run)
    begun(run)
    done = run("play", "stats")
    assert [line.split()[:3] for line in done.out.splitlines()[3:]] == [["葵", "1", "0"], ["Ben", "1", "1"]]  # fmt: skip
    assert run("play", "stats", "toy").out == done.out
    rows = shown(run, "stats", "Ben")["statistics"]
    assert [(row["player"], row["number-of-players"], row["wins"]) for row in rows] == [
        ("Ben", None, 1),
        ("Ben", 2, 1),
    ]
    sheet = run("play", "stats", "--as", "csv").out.splitlines()
    assert sheet[0].endswith("game,number of players,player,games,wins,average,best")
    assert len(sheet) == 1 + 3 * 2
    assert says("E420", run("play", "stats", "toy", "Zoe").err)
    assert [line for line in run("play", "list").out.splitlines() if "over: Ben" in line]
