"""What an answer does not pay for. Instructions are counted by benchmarks/instructions.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import packs
from tests.helpers import TOY, home_in

#: Each of these costs more than an answer takes to find.
HEAVY = (
    "babel", "bz2", "dataclasses", "difflib", "hashlib", "importlib.metadata", "jsonschema", "locale",
    "pathlib", "ruamel", "shutil", "struct", "tempfile", "textwrap", "zlib",
    "rulesref.search.everyday", "rulesref.search.index", "rulesref.lang", "rulesref.fields.kind",
)  # fmt: skip

RUN = """
import sys
import click
before = set(sys.modules)
from rulesref.cli import main
code = main(sys.argv[1:])
print(*sorted(set(sys.modules) - before), file=sys.stderr)
sys.exit(code)
"""


def imported(*args: str) -> set[str]:
    """What a run imports beyond click."""
    command = [sys.executable, "-c", RUN, "--data", str(TOY.parent), *args]
    subprocess.run(command, capture_output=True, check=True)  # the first run may write the snapshot
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    return set(done.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(
    "args",
    [
        pytest.param(("ask", "toy", "plots"), id="ask"),
        pytest.param(("show", "toy/winner"), id="show"),
        pytest.param(("term", "toy", "hat"), id="term"),
        pytest.param(("table", "toy", "weather"), id="table"),
        pytest.param(("--help",), id="help"),
    ],
)
def test_an_answer_imports_nothing_heavy(args: tuple[str, ...], lang: str) -> None:
    found = imported("--lang", lang, *args)
    assert "rulesref.cli" in found
    assert sorted(found.intersection(HEAVY)) == []


WALK = """
event: autumn
sky: rain
players:
  - {name: A, points: 0, coins: 6, hat: straw, steps: {moss: 4, gravel: 2}, fruit: 5}
  - {name: B, points: 0, coins: 2, hat: paper, steps: {moss: 1}, fruit: -3}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "args", [("calc", "toy", "coins", "coins=3"), ("score", "toy")], ids=["calc", "score"]
)
def test_what_has_been_compiled_is_neither_read_nor_checked_again(
    args: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "walk.yaml"
    file.write_text(WALK, encoding="utf-8")
    found = imported(*args, *([str(file)] if args[0] == "score" else []))
    assert "rulesref.lang.operations" in found
    compiling = {"rulesref.lang.grammar", "rulesref.lang.types", "rulesref.reading.checked_link"}
    assert found & compiling == set()


def test_what_click_needs_for_its_own_help_is_not_loaded() -> None:
    loaded = "import sys; from rulesref.cli import main; main(sys.argv[1:]); print('tokenize' in sys.modules)"
    for words, expected in (["games"], False), (["games", "--help"], True):
        done = subprocess.run(
            [sys.executable, "-c", loaded, *words],
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        assert done.stdout.splitlines()[-1] == str(expected), words


def test_commands_are_completed_without_importing_them() -> None:
    loaded = "import sys; from rulesref.cli import main; main(); print(*sys.modules)"
    for line in ("rulesref ", "rulesref play "):
        asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()))}
        done = subprocess.run(
            [sys.executable, "-c", loaded], capture_output=True, check=True, encoding="utf-8",
            env={**os.environ, **asked, "_RULESREF_COMPLETE": "bash_complete"},
        )  # fmt: skip
        *completed, modules = done.stdout.splitlines()
        assert len(completed) > 10
        found = {name for name in modules.split() if name.startswith("rulesref.cli.")}
        assert found <= {
            "rulesref.cli.common",
            "rulesref.cli.outlet",
            "rulesref.cli.completing",
            "rulesref.cli.play",
        }


@pytest.mark.slow
def test_packs_that_are_known_cost_nothing_heavy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    packs.pack(site, "hedge-pack", "hedge")
    os.utime(site, (1_700_000_000, 1_700_000_000))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), os.environ["PYTHONPATH"])))
    monkeypatch.setenv("RULESREF_HOME", str(home_in(tmp_path)))
    found = imported("rules", "hedge")
    assert "rulesref.library.packs" in found
    assert sorted(found.intersection(HEAVY)) == []
