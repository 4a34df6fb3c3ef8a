"""Plays of the invented game for tests: begun, looked at, carried to their end."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.helpers import TOY, Ran

#: One run of the program; ``lang`` and ``stdin`` may be named.
Run = Callable[..., Ran]

TO_THE_END = """
# until everybody rests
rest
rest
{plots: [{size: 3, walled: true, flowers: {葵: 2, Ben: 1}}]}
{players: [{seeds: {red: 2, blue: 1, green: 1}}, {seeds: {red: 1, blue: 1, green: 3}}]}
"""


def begun(run: Run, *more: str) -> Ran:
    return run("play", "new", "toy", "--players", "葵,Ben", *more)


def shown(run: Run, *words: str) -> Any:
    done = run("--format", "json", "play", *words)
    assert done.code == 0, done
    return json.loads(done.out)


def changed_toy(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the invented game with another flow."""
    folder = tmp_path / "changed" / "toy"
    shutil.copytree(TOY, folder)
    text = (folder / "flow.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "flow.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return folder
