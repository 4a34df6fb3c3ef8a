"""The kept corpus: what once broke the program, or could, each case in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.attack.judging import MEGABYTES, SECONDS, faults
from tests.helpers import PATIENCE, ROOT, TOY, document, home_in, says

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = document(HERE / "corpus.yaml")
_MANY = re.compile(r"‹(.+?) (\d+)›")
#: The program, which notes at last how many seconds and megabytes it took.
_PROGRAM = """
import os, resource, sys
from rulesref.cli import main
code = main()
used = resource.getrusage(resource.RUSAGE_SELF)
with open(os.environ["MEASURES"], "a") as file:
    file.write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}\\n")
sys.exit(code)
"""
_SCRIPT = """
rulesref() { "$PYTHON" -c "$PROGRAM" --lang en --data "$TOY" "$@"; }
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("bash") is None, reason="needs bash and Linux's devices"
)


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_answered_in_words(case: dict[str, Any], tmp_path: Path) -> None:
    code, out, err, measures = run(case["run"], tmp_path)
    assert code == case["exit"], err[-2000:] + out[-500:]
    assert faults(0 if case.get("silent") else code, out, err) == []
    if case.get("silent"):
        assert err == ""
    assert says(case.get("says", ""), out + err)
    assert measures
    assert max(seconds for seconds, _ in measures) <= SECONDS
    assert max(megabytes for _, megabytes in measures) <= MEGABYTES


def run(line: str, folder: Path) -> tuple[int, str, str, list[tuple[float, float]]]:
    """What a line of a shell does in a new folder: its code, output, errors, and the measures of each run."""
    home = home_in(folder)
    place = folder / "place"
    shutil.copytree(HERE / "files", place)
    shutil.copytree(TOY, place / "toy")
    script = folder / "script"
    written = _MANY.sub(lambda found: found[1] * int(found[2]), line)
    script.write_text(_SCRIPT + written, encoding="utf-8")
    measures = folder / "measures"
    measures.touch()
    plain = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
    ours = {"RULESREF_HOME": home, "PYTHONPATH": ROOT, "PYTHON": sys.executable, "TOY": TOY,
            "PROGRAM": _PROGRAM, "MEASURES": measures, "PYTHONUTF8": "1"}  # fmt: skip
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            ["bash", str(script)], cwd=place, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            start_new_session=True, env={**plain, **{key: str(value) for key, value in ours.items()}},
        )  # fmt: skip
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    # What is no UTF-8 is a fault of its own.
    texts = [(folder / name).read_bytes().decode() for name in ("out", "err")]
    numbers = [each.split() for each in measures.read_text(encoding="utf-8").splitlines()]
    return code, texts[0], texts[1], [(float(a), float(b)) for a, b in numbers]
