"""``play export`` and ``import``."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from tests.attack.judging import faults
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
        pytest.param("", "E625", ":1:1", id="empty"),
        pytest.param('{"rulesref-play": 2,\n "play" 3}', "E625", ":2:9", id="broken"),
        pytest.param('{"a":\n ["\\ud800"]}', "E114", ":2:4", id="half a character"),
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
    assert f"error[{code}]" in done.err
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
        assert "E526" in done.err, command


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
    assert "E538" in done.err
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


@pytest.mark.slow
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
    done = run("play", "history", "all", "--play", "toy-2")
    assert done.code == 0
    assert "E524" in done.err
    assert all(f"{n} x x" in done.out for n in range(40))
    assert run("play", "do", "note y").code == 1
    assert run("play", "repair").code == 1
    assert file.read_bytes() == raw
    done = run("play", "repair", "--yes")
    assert done.code == 0, done
    assert "2 plays with 40 lines" in done.err
    assert shown(run, "show", "--play", "toy-1")["step"] == 0
    assert (home / "plays.sqlite.damaged").read_bytes() == raw


@pytest.mark.parametrize(
    ("change", "damaged"),
    [
        ("""play SET players='["A"]'""", False), ("play SET players='{}'", False), ("play SET players='[1,2]'", True),
        ("play SET head=99", True), ("play SET head=-1", True), ("play SET head='x'", True),
        ("line SET n=n+5", True), ("line SET state='{}'", False), ("line SET command='[]'", True),
    ],
)  # fmt: skip
def test_rows_that_somebody_has_changed_are_answered_in_words(
    run: Run, home: Path, change: str, *, damaged: bool
) -> None:
    begun(run)
    run("play", "do", "note q")
    connection = sqlite3.connect(home / "plays.sqlite")
    connection.execute(f"UPDATE {change}")
    connection.commit()
    connection.close()
    ran = [run("play", *words) for words in (["show"], ["list"], ["history", "all"], ["undo"])]
    ran += [run("play", "repair", "--yes"), run("play", "list")]
    assert [faults(each.code, each.out, each.err) for each in ran] == [[]] * len(ran)
    assert ("E524" in "".join(each.err for each in ran)) == damaged


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
    assert "E521" in done.err
    assert "toy-1" in done.err


@pytest.mark.parametrize(
    ("lang", "question"),
    [
        pytest.param("ja", "新しいファイルに写しますか(", id="japanese"),
        pytest.param("en", "into a new file?", id="english"),
    ],
)
def test_it_is_asked_before_a_file_is_repaired(
    run: Run, home: Path, lang: str, question: str
) -> None:
    begun(run)
    before = (home / "plays.sqlite").read_bytes()
    done = run("play", "repair", lang=lang, stdin="no\n")
    assert (done.code, done.out) == (1, "")
    assert question in done.err
    assert (home / "plays.sqlite").read_bytes() == before
    done = run("play", "repair", lang=lang, stdin="yes\n")
    assert done.code == 0
    assert (home / "plays.sqlite.damaged").read_bytes() == before
    assert shown(run, "show")["play"] == "toy-1"
