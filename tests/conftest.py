"""The session: a cache of its own, compiled catalogues, and kept outputs."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.paths import cache_folder, locale_folder
from rulesref.compiling.fresh import open_library

pytest_plugins: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--snapshot-update`` writes kept outputs instead of comparing them."""
    parser.addoption(
        "--snapshot-update", action="store_true", help="write kept outputs instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Nothing of the tests touches the user's cache, and messages are those of the sources.

    Where several processes test, the games are compiled once for all of them.
    """
    folder = config.stash.setdefault(_HOME, _new_folder())
    os.environ["RULESREF_HOME"] = folder
    compile_catalogues(Path(locale_folder()))
    if _COMPILED in os.environ:
        shutil.copytree(os.environ[_COMPILED], cache_folder())
    elif getattr(config.option, "numprocesses", None):
        assert open_library().listed
        os.environ[_COMPILED] = cache_folder()


_HOME = pytest.StashKey[str]()
_COMPILED = "RULESREF_TESTS_COMPILED"


def _new_folder() -> str:
    return tempfile.mkdtemp(prefix="rulesref-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """The cache goes away."""
    shutil.rmtree(config.stash[_HOME], ignore_errors=True)


def compile_catalogues(locales: Path) -> None:
    """Bring every ``.mo`` beside a ``.po`` up to date; a wheel has none to compile."""
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted(locales.rglob("*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        target = source.with_suffix(".mo")
        if not target.is_file() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())


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
