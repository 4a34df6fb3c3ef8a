"""The session: a cache of its own, compiled catalogues, and kept outputs."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from rulesref.base.disk import cache_folder, locale_folder
from rulesref.base.messages import compile_catalogues
from rulesref.library.library import cache_name
from rulesref.search.index_reader import readers_of
from tests.helpers import game_folders, open_library

if TYPE_CHECKING:
    from tests.helpers import Ran

# A law says what holds, not how fast: none fails because the machine is busy or an example is large.
settings.register_profile(
    "laws",
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.filter_too_much,
    ],
)
settings.load_profile("laws")
#: Looked into for doctests it would begin to measure.
collect_ignore = ["covered.py"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--snapshot-update`` writes kept outputs instead of comparing them."""
    parser.addoption(
        "--snapshot-update", action="store_true", help="write kept outputs instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Nothing of the tests touches the user's cache, and messages are those of the sources.

    Compiled games are kept for the next run until the code that compiles them changes; whether the games change,
    their snapshots see themselves. Where several processes test, they are compiled once for all of them.
    """
    folder = config.stash.setdefault(_HOME, tempfile.mkdtemp(prefix="rulesref-tests-"))
    os.environ["RULESREF_HOME"] = folder
    # Otherwise each of the many processes that tests start would compile the program for itself.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # Processes that tests start run this checkout, wherever they stand.
    os.environ["PYTHONPATH"] = str(ROOT)
    if _COMPILED in os.environ:
        shutil.copytree(os.environ[_COMPILED], cache_folder())
        return
    compile_catalogues(Path(locale_folder()))
    compiled = Path(os.environ.get(_JUST_COMPILED, _kept()))
    if compiled.is_dir():
        shutil.copytree(compiled, cache_folder())
    if getattr(config.option, "numprocesses", None):
        assert readers_of(open_library([str(TOY)]))
        _keep()
        os.environ[_COMPILED] = cache_folder()


_HOME = pytest.StashKey[str]()
_COMPILED = "RULESREF_TESTS_COMPILED"
#: Where somebody has compiled the games of this checkout by its code.
_JUST_COMPILED = "RULESREF_TESTS_GAMES"
ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"
#: The folders of the package that compiling a game does not reach.
_BEYOND = {"scoring", "wizard", "play", "show", "api", "cli", "view", "web"}


def _digest_of_compiler() -> str:
    """What the compiled games depend on besides their files: the code, the schemas, the words."""
    digest = sha256()
    files = ("rulesref/*/**/*.py", "data/schema/*.json", "data/language/*/*.yaml")
    for path in sorted(path for files_of in files for path in ROOT.glob(files_of)):
        inside = path.relative_to(ROOT)
        if inside.parts[1] not in _BEYOND:
            digest.update(f"{inside.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _kept() -> Path:
    """The folder of the games as they were compiled by the code as it is."""
    return ROOT / ".pytest_cache" / f"games-{_digest_of_compiler()}"


def _keep() -> None:
    """Keep what has been compiled of the games for later runs, in place of what earlier code made of them."""
    kept = _kept()
    kept.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob("games-*"):
        if old != kept:
            shutil.rmtree(old, ignore_errors=True)
    for folder in (TOY, *game_folders()):
        for file in Path(cache_folder()).glob(f"{cache_name(str(folder))}.*"):
            there = kept / file.name
            # A snapshot and what says that it fits belong together by the time of the one: half is no harm.
            if not there.exists() or there.stat().st_mtime_ns != file.stat().st_mtime_ns:
                beside = kept / f"{os.getpid()}.new"
                shutil.copy2(file, beside)
                beside.replace(there)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What runs by night is left out unless ``-m`` names it."""
    if "nightly" not in config.option.markexpr:
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Where several processes test, what went well and took no time beside a test is not told.

    To tell everything of some thousand small tests costs a millisecond each.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed or report.duration > _SHORT:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


#: Seconds.
_SHORT = 0.1


def pytest_unconfigure(config: pytest.Config) -> None:
    """The cache goes away, but for the games."""
    if _COMPILED not in os.environ and Path(cache_folder()).is_dir():
        _keep()
    shutil.rmtree(config.stash[_HOME], ignore_errors=True)


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with the one kept in a file; ``--snapshot-update`` writes the file."""
    update = bool(request.config.getoption("--snapshot-update"))

    def compare(path: Path, text: str) -> None:
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.is_file(), f"nothing kept in {path.name}; run pytest --snapshot-update"
        assert text == path.read_text(encoding="utf-8"), f"differs from {path.name}"

    return compare


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of its own for plays."""
    from tests.helpers import home_in

    return home_in(tmp_path)


@pytest.fixture
def run(home: Path) -> Callable[..., Ran]:
    """One run with the invented game, in English unless named, with plays of its own."""
    from tests.helpers import rulesref

    def run(*words: str, lang: str = "en", stdin: str = "") -> Ran:
        options = ("--data", str(TOY), "--lang", lang)
        return rulesref(*options, *words, stdin=stdin.encode(), RULESREF_HOME=str(home))

    return run
