"""``play export`` and ``import``."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from tests.helpers import says
from tests.playing import TO_THE_END, Run, begun, shown


@pytest.mark.slow
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
    ("text", "code", "place"),
    [
        pytest.param("", "E625", ", line 1:", id="empty"),
        pytest.param('{"rulesref-play": 2,\n "play" 3}', "E625", ", line 2:", id="broken"),
        pytest.param('{"a":\n ["\\ud800"]}', "E114", ", line 2:", id="half a character"),
        pytest.param("[]", "E536", "", id="a list"),
        pytest.param('{"rulesref-play": 3}', "E536", "", id="another form"),
        pytest.param('{"rulesref-play": 2, "play": "x"}', "E536", "", id="half of it"),
        pytest.param("[" * 100_000, "E536", "", id="deep"),
    ],
)
def test_what_is_no_play_is_not_imported(
    run: Run, tmp_path: Path, text: str, code: str, place: str
) -> None:
    file = tmp_path / "play.json"
    file.write_text(text, encoding="utf-8")
    done = run("play", "import", str(file))
    assert done.code == 1
    assert says(code, done.err)
    assert f"play.json{place}" in done.err


@pytest.mark.slow
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
        assert says("W526", done.err), command
        assert shown(run, "show")["step"] == 0


@pytest.mark.slow
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
    assert says("E538", done.err)
    run("play", stdin=TO_THE_END)
    link = run("play", "export", "--as", "bgstats").out.strip()
    data = json.loads(parse_qs(urlparse(link).query)["data"][0])
    assert [player["name"] for player in data["players"]] == ["葵", "Ben"]


def test_a_play_is_deleted_when_somebody_says_so(run: Run) -> None:
    begun(run)
    assert run("play", "delete", "toy-1").code == 1
    assert run("play", "delete", "toy-1", stdin="no\n").code == 1
    assert run("play", "list").code == 0
    assert run("play", "delete", "toy-1", stdin="yes\n").code == 0
    begun(run)
    assert run("play", "delete", "toy-1", "--yes").code == 0
    assert run("play", "list").code == 1


def test_a_digit_that_was_flipped_is_told_and_never_shown(run: Run, home: Path) -> None:
    begun(run)
    run("play", stdin="set 葵.coins 4\nnote x\n")
    file = home / "plays" / "toy-1.play"
    raw = file.read_bytes()
    for old, new in ((b'"coins":4', b'"coins":5'), (b'"to":4', b'"to":5')):
        place = raw.rindex(old)
        file.write_bytes(raw[:place] + new + raw[place + len(new) :])
        done = run("--format", "json", "play", "show")
        assert says("E524", done.err)
        assert "toy-1.play" in done.err
        assert ("(5)" if old == b'"coins":4' else "(4)") in done.err, (
            "the number of the line in the file"
        )
        assert json.loads(done.out)["state"]["葵"]["coins"] == 4
    file.write_bytes(b"x")
    assert says("E523", run("play", "list").err)


def test_a_file_of_a_play_is_a_play(run: Run, home: Path) -> None:
    begun(run)
    run("play", "do", "note x")
    file = home / "plays" / "toy-1.play"
    (home / "plays" / "copy.play").write_bytes(file.read_bytes())
    assert "Note: x" in run("play", "history", "--play", "copy").out
    file.unlink()
    assert [play["play"] for play in shown(run, "list")["plays"]] == ["copy"]


@pytest.mark.parametrize(
    ("lang", "answer", "question", "told"),
    [
        pytest.param(
            "ja",
            "いいえ",
            "toy-1(葵、Ben、0手)を削除しますか(",
            "何も削除していません。",
            id="japanese",
        ),
        pytest.param(
            "en",
            "no",
            "Delete toy-1 (葵, Ben) with its 0 lines?",
            "Nothing was deleted.",
            id="english",
        ),
        pytest.param("en", "", "Delete toy-1", "Nothing was deleted.", id="an empty line is no"),
    ],
)
def test_it_is_asked_before_a_play_is_deleted(
    run: Run, lang: str, answer: str, question: str, told: str
) -> None:
    begun(run)
    done = run("play", "delete", "toy-1", lang=lang, stdin=f"{answer}\n")
    assert (done.code, done.out) == (1, "")
    assert question in done.err
    assert told in done.err
    assert shown(run, "show")["play"] == "toy-1"


def test_a_play_that_is_not_there_cannot_be_deleted(run: Run) -> None:
    begun(run)
    done = run("play", "delete", "toi-1", "--yes")
    assert done.code == 1
    assert says("E521", done.err)
    assert "toy-1" in done.err


def test_a_deleted_play_is_brought_back(run: Run) -> None:
    assert "empty" in run("play", "trash").out
    begun(run)
    done = run("play", "delete", "toy-1", "--yes")
    assert "rulesref play restore toy-1" in done.err
    assert "toy-1" in run("play", "trash").out
    assert shown(run, "trash")["trash"][0]["play"] is True
    done = run("play", "restore", "toy")
    code = "E597"
    assert (done.code, says(code, done.err), "“toy-1”" in done.err) == (1, True, True)
    assert run("play", "restore", "toy-1", "--name", "again").code == 0
    assert shown(run, "show")["play"] == "again"


def test_a_play_is_renamed(run: Run) -> None:
    begun(run)
    assert run("play", "rename", "toy-1", "金曜").code == 0
    assert shown(run, "show")["play"] == "金曜"
    assert run("play", "rename", "toy-1", "x").code == 1


def test_what_an_export_has_written_over_is_brought_back(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(run)
    file = tmp_path / "a.json"
    file.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("rulesref.cli.play.files.somebody_types", lambda: True)
    run("play", stdin=f"export {file}\nyes\n")
    assert file.read_text(encoding="utf-8") != "mine"
    assert run("play", "restore", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == "mine"
