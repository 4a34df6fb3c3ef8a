"""Where things are on the disk, files that people name, and what the program keeps."""

from __future__ import annotations

import io
import os
import sqlite3
import sys
import threading
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulesref.base.disk import (
    NotAPlainFileError,
    at_home,
    cache_folder,
    connected,
    contents,
    data_folder,
    home_folder,
    is_there,
    reason,
    recall,
    remember,
    standard_input,
    write,
)


def test_the_data_is_found() -> None:
    assert Path(data_folder(), "schema").is_dir()


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
    assert Path(cache_folder()).as_posix() == folder


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
    assert Path(home_folder()).as_posix() == folder


def set_up(monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str]) -> None:
    """A system with these variables and no others that name folders."""
    for name in ("RULESREF_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/u", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)


def test_no_more_than_the_limit_and_one_byte_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"12345\r\n")
    assert contents(file, 100) == b"12345\r\n"
    assert contents(file, 3) == b"1234"


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_file(device: str) -> None:
    with pytest.raises(NotAPlainFileError):
        contents(device, 10)


def test_a_folder_is_none_either(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        contents(tmp_path, 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAPlainFileError):
        contents(tmp_path / "pipe", 10)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names")
def test_a_pipe_that_a_shell_has_opened_is_waited_for() -> None:
    reading, writing = os.pipe()

    def write_late() -> None:
        os.write(writing, b"late")
        os.close(writing)

    late = threading.Timer(0.05, write_late)
    late.start()
    # The writer keeps the pipe open, so that nothing read is not yet its end.
    assert contents(f"/dev/fd/{reading}", 10) == b"late"
    os.close(reading)
    late.join()


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_what_no_file_can_be_called_is_told_by_the_system(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Invalid"):
        contents(f"{tmp_path}/{name}", 10)
    with pytest.raises(OSError, match="Invalid"):
        write(f"{tmp_path}/{name}", "")
    assert not is_there(f"{tmp_path}/{name}")


def test_too_long_a_name_is_not_there(tmp_path: Path) -> None:
    assert not is_there(tmp_path / ("x" * 300))
    with pytest.raises(OSError, match="long") as refused:
        write(tmp_path / ("x" * 300), "")
    assert "long" in reason(refused.value)
    assert reason(OSError()) == "OSError"


def test_what_is_written_can_be_seen(tmp_path: Path) -> None:
    write(tmp_path / "a", "葵\x1b\n")
    assert (tmp_path / "a").read_bytes() == "葵␛\n".encode()
    assert is_there(tmp_path / "a")


def test_standard_input_ends_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"12345")))
    assert standard_input(2) == b"123"


def test_a_home_that_nobody_has_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    assert at_home("~/a").replace("\\", "/").endswith("/a")
    assert at_home("~nobody-is-called-so/a") == "~nobody-is-called-so/a"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
@pytest.mark.parametrize("old", [None, "old"])
def test_a_file_that_does_not_fit_is_as_it_was(tmp_path: Path, old: str | None) -> None:
    import resource

    file = tmp_path / "a"
    if old is not None:
        file.write_text(old, encoding="utf-8")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="large"):
            write(file, "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [each.name for each in tmp_path.iterdir()] == ([] if old is None else ["a"])
    if old is not None:
        assert file.read_text(encoding="utf-8") == old


@pytest.mark.skipif(sys.platform == "win32", reason="rights and links of Unix")
def test_what_is_written_over_keeps_its_rights_and_its_links(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write(link, "new")
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("new", 0o640)
    assert link.is_symlink()
    assert len([*tmp_path.iterdir()]) == 2


def test_a_name_as_long_as_one_can_be_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / ("a" * 250)
    for text in ("old", "new"):
        write(file, text)
    assert file.read_text(encoding="utf-8") == "new"
    assert len([*tmp_path.iterdir()]) == 1


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_what_is_remembered_is_recalled(home: Path) -> None:
    assert recall("words") is None
    remember("words", "庭\nhedge")
    assert recall("words") == "庭\nhedge"
    remember("words", "")
    assert recall("words") == ""
    assert [file.name for file in home.rglob("*") if file.is_file()] == ["words"]


def test_what_is_no_text_is_not_recalled(home: Path) -> None:
    remember("words", "x")
    (home / "cache" / "words").write_bytes(b"\xff")
    assert recall("words") is None


def test_where_nothing_can_be_written_nothing_happens(home: Path) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")
    remember("words", "x")
    assert recall("words") is None


def test_what_cannot_be_written_leaves_what_was_and_nothing_else(home: Path) -> None:
    remember("words", "x")
    remember("words", "\ud800")
    assert recall("words") == "x"
    assert [file.name for file in home.rglob("*") if file.is_file()] == ["words"]


def test_a_connection_is_closed_with_the_last_who_has_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        connection = connected(":memory:", isolation_level=None)
        rows = connection.execute("SELECT 1")
        del connection
        assert rows.fetchone() == (1,)
        del rows


def test_one_that_was_closed_stays_closed() -> None:
    connection = connected(":memory:")
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
    del connection
