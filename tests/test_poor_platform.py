"""What only some systems have is not needed: every module is imported, and a command of each kind runs, without it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import PATIENCE, TOY

#: Windows, Pyodide and phones lack these, or some of them.
MODULES = (
    "curses",
    "fcntl",
    "grp",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
)
FUNCTIONS = (
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fchown", "fork", "forkpty",
    "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "mkfifo", "nice",
    "register_at_fork", "sched_getaffinity", "setsid", "statvfs", "sysconf", "uname",
)  # fmt: skip

SCRIPT = """
import importlib, json, os, pkgutil, sys
modules, functions, *argv = json.loads(sys.argv[1])
sys.modules.update(dict.fromkeys(modules))
for name in functions:
    if hasattr(os, name):
        delattr(os, name)
sys.platform = "other"
import rulesref
for module in pkgutil.walk_packages(rulesref.__path__, "rulesref."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from rulesref.cli import main
sys.exit(max((main(args) for args in argv), default=0))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "commands",
    [
        [],
        [["ask", "toy", "花壇"], ["check", str(TOY)]],
        [["play", "new", "toy", "--players", "A,B"], ["play", "do", "note x"], ["play", "export"]],
        [["new-game", "mine"], ["check", "mine"]],
    ],
    ids=["imports", "questions", "plays", "files"],
)
def test_a_system_without_what_only_unix_has_is_enough(
    commands: list[list[str]], tmp_path: Path
) -> None:
    known = ["--data", str(TOY.parent)]
    given = json.dumps([MODULES, FUNCTIONS, *([*known, *words] for words in commands)])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, given],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
