"""``play export`` and ``import``."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from tests.playing import TO_THE_END, Run, begun, shown


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
