"""The recipe for large archives: scored by several processes, the results are those of one."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rulesref.api import Games
from tests.helpers import PATIENCE, ROOT, TESTS, TOY, rulesref
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
        check=False, timeout=PATIENCE,
    )  # fmt: skip


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


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A play that is over, one that is not, a file that is no play, and the first again."""
    folder = tmp_path_factory.mktemp("plays")
    play = GAME.begin(["A", "Ben"], track="full")
    play.do("rest / rest")
    (folder / "open.json").write_text(play.export(), encoding="utf-8")
    play.give(SPRING)
    play.give(FINAL)
    (folder / "over.json").write_text(play.export(), encoding="utf-8")
    (folder / "none.json").write_text("{}", encoding="utf-8")
    return [folder / f"{name}.json" for name in ("over", "open", "none", "over")]


@pytest.mark.slow
def test_an_archive_is_scored_as_one_process_does_it(
    archive: Path, plays: list[Path], tmp_path: Path
) -> None:
    assert archive.stat().st_size > 2 << 20
    done = rescore(tmp_path / "results", archive, *plays)
    assert done.stdout.startswith(f"{MANY + len(plays)} scored in "), done.stderr
    assert "by 2 workers" in done.stdout
    *pieces, last = sorted((tmp_path / "results").iterdir())
    assert len(pieces) > 2

    how = ("--data", str(TOY), "--lang", "en", "--format", "json")
    batch = rulesref(*how, "score", "toy", str(archive), "--batch")
    assert "".join(piece.read_text(encoding="utf-8") for piece in pieces) == batch.out
    assert done.returncode == batch.code == 1

    over, still_open, none, again = map(json.loads, last.read_text(encoding="utf-8").splitlines())
    assert over == again == GAME.games.import_play(plays[0]).final_score().data()
    assert [(p["code"], p["file"]) for p in still_open["problems"]] == [("E538", str(plays[1]))]
    assert [(p["code"], p["file"]) for p in none["problems"]] == [("E536", str(plays[2]))]

    # Dask may have something to say there as well.
    told = [line.split(": ")[0] for line in done.stderr.splitlines() if ": [E" in line]
    lines = [place.removeprefix(f"{archive}:").split(":")[0] for place in told]
    assert [*dict.fromkeys(lines)] == [*(str(n + 1) for n in BAD), str(plays[1]), str(plays[2])]
