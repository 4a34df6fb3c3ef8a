from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base import paths


def test_the_data_is_found() -> None:
    assert Path(paths.data_folder(), "schema").is_dir()


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        pytest.param("linux", {"RULESREF_HOME": "/h"}, "/h/cache", id="told where"),
        pytest.param("linux", {"XDG_CACHE_HOME": "/x"}, "/x/rulesref", id="a cache folder of the desktop"),
        pytest.param("linux", {}, "/u/.cache/rulesref", id="the usual one"),
        pytest.param("darwin", {}, "/u/Library/Caches/rulesref", id="on a Mac"),
        pytest.param("win32", {"LOCALAPPDATA": "/l"}, "/l/rulesref/Cache", id="on Windows"),
    ],
)  # fmt: skip
def test_the_cache_folder(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, platform, variables)
    assert Path(paths.cache_folder()).as_posix() == folder


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        pytest.param("linux", {"RULESREF_HOME": "/h"}, "/h", id="told where"),
        pytest.param("linux", {"XDG_DATA_HOME": "/x"}, "/x/rulesref", id="a data folder of the desktop"),
        pytest.param("linux", {"XDG_DATA_HOME": ""}, "/u/.local/share/rulesref", id="an empty variable"),
        pytest.param("linux", {}, "/u/.local/share/rulesref", id="the usual one"),
        pytest.param("darwin", {}, "/u/Library/Application Support/rulesref", id="on a Mac"),
        pytest.param("win32", {"LOCALAPPDATA": "/l"}, "/l/rulesref", id="on Windows"),
    ],
)  # fmt: skip
def test_the_folder_of_what_a_person_has_made(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, platform, variables)
    assert Path(paths.home_folder()).as_posix() == folder


def set_up(monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str]) -> None:
    """A system with these variables and no others that name folders."""
    for name in ("RULESREF_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/u", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
