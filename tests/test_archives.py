"""The recipe for large archives: scored by several processes, the results are those of one."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulesref.api import Games
from tests.helpers import ROOT, TESTS, TOY, rulesref
from tests.unit.play.playing import FINAL, SPRING

pytest.importorskip("dask.distributed", reason="the extra “dask” is not installed")

GAME = Games(TOY).game("toy")
POSITIONS = TESTS / "cli" / "positions"
#: More than fit into two pieces, so that each worker has several.
MANY = 2_000
BAD = (3, 700, 701, MANY - 2)


def rescore(results: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    """The script as somebody runs it, with two processes."""
    script = [sys.executable, str(ROOT / "examples" / "rescore.py"), "toy", str(results)]
    how = ["--workers", "2", "--data", str(TOY)]
    return subprocess.run(
        [*script, *map(str, files), *how], capture_output=True, text=True, encoding="utf-8",
        check=False, timeout=300,
    )  # fmt: skip


def joined(results: Path) -> str:
    """The results in the order of their files."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted(results.iterdir()))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of every scoring of the invented game in any order, some of them bad, a line each."""
    dice = random.Random(1)
    sound = [GAME.position(path) for path in sorted(POSITIONS.glob("*.yaml"))]
    lines = []
    for number in range(MANY):
        # Lines of any length, so that pieces end anywhere.
        lines.append(
            json.dumps(dice.choice(sound), ensure_ascii=False) + " " * dice.randrange(3000)
        )
        if number in BAD:
            lines[-1] = lines[-1].replace('"points": ', '"points": "many", "x": ', 1)
    file = tmp_path_factory.mktemp("archive") / "positions.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")  # the last line has no end
    return file


def test_the_results_of_an_archive_are_those_of_a_batch(archive: Path, tmp_path: Path) -> None:
    assert archive.stat().st_size > 2 << 20
    done = rescore(tmp_path / "results", archive)
    assert len(list((tmp_path / "results").iterdir())) > 2
    how = ("--data", str(TOY), "--lang", "en", "--format", "json")
    batch = rulesref(*how, "score", "toy", str(archive), "--batch")
    assert joined(tmp_path / "results") == batch.out
    assert done.returncode == batch.code == 1
    assert done.stdout.startswith(f"{MANY} scored in ")
    assert "by 2 workers" in done.stdout
    places = [
        line.split(": ")[0] for line in done.stderr.splitlines() if line.startswith(str(archive))
    ]
    lines = dict.fromkeys(place.removeprefix(f"{archive}:").split(":")[0] for place in places)
    assert list(lines) == [str(number + 1) for number in BAD]


def test_plays_are_carried_out_anew(tmp_path: Path) -> None:
    play = GAME.begin(["A", "Ben"], track="full")
    play.do("rest / rest")
    (tmp_path / "open.json").write_text(play.export(), encoding="utf-8")
    play.give(SPRING)
    play.give(FINAL)
    (tmp_path / "over.json").write_text(play.export(), encoding="utf-8")
    (tmp_path / "none.json").write_text("{}", encoding="utf-8")
    files = [tmp_path / name for name in ("over.json", "open.json", "none.json", "over.json")]
    done = rescore(tmp_path / "results", *files)
    first, second, third, last = map(json.loads, joined(tmp_path / "results").splitlines())
    assert first == last == play.final_score().data()
    assert [(p["code"], p["file"]) for p in second["problems"]] == [("E538", str(files[1]))]
    assert [(p["code"], p["file"]) for p in third["problems"]] == [("E536", str(files[2]))]
    assert f"{files[1]}: [E538]" in done.stderr
    assert (done.returncode, done.stdout[:9]) == (1, "4 scored ")


def test_a_game_that_is_not_there_is_told_before_anything_starts(tmp_path: Path) -> None:
    script = [sys.executable, str(ROOT / "examples" / "rescore.py"), "tooy", str(tmp_path / "r")]
    done = subprocess.run([*script, "x"], capture_output=True, text=True, check=False, timeout=300)
    assert re.match(r"error\[E320\]", done.stderr)
    assert not (tmp_path / "r").exists()
