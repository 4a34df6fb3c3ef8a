"""``rulesref score --batch``: one position a line in, one result a line out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import TOY, Ran, rulesref, says

SUMMER = '{"event": "summer", "players": [{"name": "A", "points": 0, "coins": %d}, {"name": "B", "points": 0, "coins": 2}]}\n'
ONE, TWO = SUMMER % 1, SUMMER % 3


def batch(*words: str, stdin: str = "", lang: str = "en", form: str = "text") -> Ran:
    options = ("--lang", lang, "--format", form, "--data", str(TOY))
    return rulesref(*options, "score", "toy", "--batch", *words, stdin=stdin.encode())


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        pytest.param(
            "ja", ["1行目: 1位 B 34、2位 A 17", "2行目: 1位 A 34、2位 B 17"], id="japanese"
        ),
        pytest.param("en", ["1: 1. B 34, 2. A 17", "2: 1. A 34, 2. B 17"], id="english"),
    ],
)
def test_each_line_has_its_result(lang: str, lines: list[str]) -> None:
    done = batch(stdin=ONE + TWO, lang=lang)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == lines


def test_a_line_as_json_is_what_score_says_of_it() -> None:
    (line,) = batch(stdin=ONE, form="json").out.splitlines()
    alone = rulesref(
        "--format", "json", "--data", str(TOY), "score", "toy", "-", stdin=ONE.encode()
    )
    wanted = json.loads(alone.out)
    data = json.loads(line)
    assert [p["total"] for p in data["players"]] == [p["total"] for p in wanted["players"]]
    assert "explanation" not in line
    (explained,) = batch("--explain", stdin=ONE, form="json").out.splitlines()
    assert len(explained) > len(line)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        pytest.param("ja", "{file} の2行目: ", id="japanese"),
        pytest.param("en", "{file}, line 2: ", id="english"),
    ],
)
def test_a_bad_line_is_told_with_its_number_and_the_others_are_scored(
    tmp_path: Path, lang: str, told: str
) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(ONE + "x\n" + ONE, encoding="utf-8")
    done = batch(str(file), lang=lang)
    assert done.code == 1
    first, bad, last = done.out.splitlines()
    assert "B 34" in first
    assert bad.startswith(told.format(file=file))
    assert says("E402", bad)
    assert last == first.replace("1", "3", 1)


@pytest.mark.slow
def test_several_processes_give_the_same_bytes(tmp_path: Path) -> None:
    lines = (ONE + TWO + "x\n") * 3
    assert batch("--jobs", "2", stdin=lines).out == batch(stdin=lines).out


def test_no_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    many, one = batch("--jobs", "99999", stdin=ONE), batch(stdin=ONE)
    assert (many.code, many.out) == (one.code, one.out)
    assert "99999" in many.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["a", "b"], 2, "one file or none", id="two files"),
        pytest.param(["none.jsonl"], 1, "none.jsonl", id="no such file"),
        pytest.param(["--jobs", "0"], 2, "--jobs", id="no process"),
    ],
)
def test_what_cannot_be_read_is_told(
    words: list[str], code: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = batch(*words)
    assert (done.code, done.out) == (code, "")
    assert told in done.err


def test_the_scoring_and_the_reading_may_be_named_for_all_lines() -> None:
    lines = ONE.replace('"event": "summer", ', "")
    assert batch("--event", "夏の市場", stdin=lines).out == batch(stdin=ONE).out
    (ruled,) = batch("--ruling", "gnome-sleep=no", stdin=ONE, form="json").out.splitlines()
    assert json.loads(ruled)["rulings"] == {"gnome-sleep": "no"}
    assert "no ruling “nothing”" in batch("--ruling", "nothing=no", stdin=ONE).err
