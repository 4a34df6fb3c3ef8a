"""Which packs are installed, as Python itself says it, and what is remembered of that."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.disk import recall
from rulesref.library import packs
from rulesref.library.packs import GROUP, Pack, folder_of, installed
from tests.packs import offer, pack


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packages are installed, and a cache of its own."""
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    (tmp_path / "site").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return tmp_path / "site"


def long_ago(site: Path) -> None:
    """Nothing has been installed there for a while."""
    os.utime(site, (1_700_000_000, 1_700_000_000))


def names() -> list[str]:
    return [each.name for each in installed()]


def test_the_packs_are_those_that_python_knows(site: Path) -> None:
    offer(site, "Garden.Games", "garden_games", "garden_games.more", version="1.2.3rc1")
    offer(site, "another_pack", "another")
    (site / "plain-1.0.dist-info").mkdir()
    (site / "scripts-1.0.dist-info").mkdir()
    other = "[console_scripts]\nrulesref.games = a:b\n[rulesref.gamesters]\na = b\n"
    (site / "scripts-1.0.dist-info" / "entry_points.txt").write_text(other, encoding="utf-8")
    assert installed() == [
        Pack("another-pack", "1.0", "another"),
        Pack("garden-games", "1.2.3rc1", "garden_games"),
        Pack("garden-games", "1.2.3rc1", "garden_games.more"),
    ]
    theirs = importlib.metadata.entry_points(group=GROUP)
    assert sorted(each.value for each in theirs) == [each.package for each in installed()]


LINES = st.sampled_from(
    ["[rulesref.games]", "[console_scripts]", "[ rulesref.games ]", "", "  ", "# a = b", "a = b.c",
     " d=e ", "f = g:h", "庭 = 庭.庭", "\ti = j"]
)  # fmt: skip


class ShownReminders(importlib.metadata.Distribution):
    """A distribution that offers what a text says."""

    def __init__(self, text: str) -> None:
        self.text = text

    def read_text(self, filename: str) -> str | None:
        return self.text if filename == "entry_points.txt" else None

    def locate_file(self, path: object) -> Path:
        return Path(str(path))


@given(st.lists(LINES, max_size=12))
def test_a_list_of_entry_points_is_read_as_python_reads_it(lines: list[str]) -> None:
    text = "\n".join(["# Python refuses entries before the first group", "[other]", *lines])
    theirs = [each.value for each in ShownReminders(text).entry_points.select(group=GROUP)]
    assert list(packs._offered(text)) == theirs


def test_of_one_name_the_first_of_the_path_counts(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(site, "garden", "old", version="1")
    offer(tmp_path / "first", "Garden", "new", version="2")
    monkeypatch.syspath_prepend(str(tmp_path / "first"))
    assert installed() == [Pack("garden", "2", "new")]


def test_what_an_installer_left_behind_is_no_pack(site: Path) -> None:
    offer(site, "~arden", "garden")
    assert installed() == []


@pytest.mark.parametrize("odd", ["", "no such folder", "a\0b", "file.zip"])
def test_an_odd_entry_of_the_path_is_passed_over(
    site: Path, odd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (site / "file.zip").write_bytes(b"PK")
    offer(site, "garden", "garden")
    monkeypatch.setattr(sys, "path", [odd, *sys.path])
    monkeypatch.chdir(site)
    assert names() == ["garden"]


# --- what is remembered --------------------------------------------------------------------------


def test_what_did_not_change_is_not_read_again(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(site, "garden", "garden")
    long_ago(site)
    before = installed()
    monkeypatch.setattr(packs, "_packs", lambda _: pytest.fail("read again"))
    monkeypatch.setattr(sys, "path", [str(site)])
    assert installed() == before == [Pack("garden", "1.0", "garden")]


def test_what_is_installed_or_removed_is_seen_at_once(site: Path) -> None:
    first = offer(site, "garden", "garden")
    long_ago(site)
    assert names() == ["garden"]
    offer(site, "hedge", "hedge")
    assert names() == ["garden", "hedge"]
    shutil.rmtree(first)
    assert names() == ["hedge"]


def test_a_folder_that_has_just_changed_is_not_believed_yet(site: Path) -> None:
    """An installer makes the folder of a distribution first and writes into it then."""
    told = offer(site, "garden", "garden")
    entry_points = (told / "entry_points.txt").read_bytes()
    (told / "entry_points.txt").unlink()
    assert names() == []
    (told / "entry_points.txt").write_bytes(entry_points)
    assert names() == ["garden"]
    assert str(site) not in (recall("packs.json") or "")


def test_a_folder_of_times_to_come_is_not_believed(site: Path) -> None:
    offer(site, "garden", "garden")
    later = time.time() + 1_000_000
    os.utime(site, (later, later))
    assert names() == ["garden"]
    assert str(site) not in (recall("packs.json") or "")


@pytest.mark.parametrize(
    "damage",
    ["", "[]", "{}", "nonsense", '["0", {}]', "[" * 100_000, '["VERSION", {"SITE": 3}]',
     '["VERSION", {"SITE": [1, [[]]]}]', '["VERSION", {"SITE": [MTIME, [[1, 2]]]}]', '["VERSION", 7]'],
)  # fmt: skip
def test_a_damaged_memory_is_none(site: Path, damage: str) -> None:
    from rulesref import __version__

    offer(site, "garden", "garden")
    long_ago(site)
    assert names() == ["garden"]
    (file,) = site.parent.joinpath("home").rglob("packs.json")
    text = damage.replace("VERSION", __version__).replace("SITE", str(site))
    file.write_text(text.replace("MTIME", str(site.stat().st_mtime_ns)), encoding="utf-8")
    assert names() == ["garden"]
    assert names() == ["garden"]


def test_folders_that_are_gone_are_forgotten(site: Path, tmp_path: Path) -> None:
    offer(site, "garden", "garden")
    long_ago(site)
    assert names() == ["garden"]
    (file,) = site.parent.joinpath("home").rglob("packs.json")
    version, folders = json.loads(file.read_text(encoding="utf-8"))
    folders[str(tmp_path / "vanished")] = [1, []]
    file.write_text(json.dumps([version, folders]), encoding="utf-8")
    offer(site, "hedge", "hedge")
    os.utime(site, (1_700_000_001, 1_700_000_001))
    assert names() == ["garden", "hedge"]
    assert "vanished" not in file.read_text(encoding="utf-8")
    assert "hedge" in file.read_text(encoding="utf-8")


# --- the folder of a package ---------------------------------------------------------------------


def test_the_folder_is_found_without_running_the_package(site: Path) -> None:
    package = pack(site, "garden", "mini")
    assert folder_of(*installed()) == str(package)
    assert "garden" not in sys.modules


def test_a_package_may_lie_in_another_and_need_no_code(site: Path) -> None:
    (site / "hedges" / "green" / "games").mkdir(parents=True)
    assert folder_of(Pack("x", "", "hedges.green.games")) == str(
        site / "hedges" / "green" / "games"
    )


def test_a_package_that_only_a_finder_knows_is_found(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As editable installs have it."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "__init__.py").touch()

    class Finder:
        @staticmethod
        def find_spec(name: str, *_: object) -> object:
            from importlib.util import spec_from_file_location

            here = tmp_path / "source" / "__init__.py"
            return spec_from_file_location(name, here) if name == "elsewhere_games" else None

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert folder_of(Pack("x", "", "elsewhere_games")) == str(tmp_path / "source")


@pytest.mark.parametrize(
    ("name", "package", "code"),
    [
        pytest.param("x", "no_such_package", "E573", id="no such package"),
        pytest.param("x", "no_such_package.games", "E573", id="nor one in it"),
        pytest.param("x", "garden.shed", "E573", id="no such folder in a package"),
        pytest.param("x", "module", "E573", id="a module has no folder"),
        pytest.param("x", "__main__", "E573", id="what Python knows without saying where it is"),
        pytest.param("x", "broken", "E573", id="a finder that fails"),
        pytest.param("x", "garden:games", "E572", id="an object, for which code would have to run"),
        pytest.param("x", "", "E572", id="nothing"),
        pytest.param("x", "../garden", "E572", id="a path"),
        pytest.param("x", "garden..shed", "E572", id="an empty part"),
        pytest.param("a\x1bb", "garden", "E205", id="a control character in the name"),
        pytest.param("", "garden", "E205", id="no name"),
    ],
)
def test_what_is_wrong_with_an_entry_point_is_told(
    site: Path, name: str, package: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(site, "garden")
    (site / "module.py").touch()

    class Failing:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "broken":
                raise RuntimeError

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Failing])
    importlib.invalidate_caches()
    with pytest.raises(ProblemsFound) as caught:
        folder_of(Pack(name, "1", package))
    assert [problem.code for problem in caught.value.problems] == [code]


def test_a_list_of_entry_points_that_is_no_text_is_a_problem_of_its_pack(site: Path) -> None:
    told = offer(site, "garden", "garden")
    (told / "entry_points.txt").write_bytes(b"[rulesref.games]\na = \xff\xfe\nnothing\n")
    assert names() == ["garden", "garden"]
    for each in installed():
        with pytest.raises(ProblemsFound):
            folder_of(each)


def test_a_list_of_entry_points_is_read_to_a_measure(site: Path) -> None:
    told = offer(site, "garden", *(f"p{n}" for n in range(5000)))
    assert len(names()) == 100
    (told / "entry_points.txt").unlink()
    assert names() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_is_no_list_of_entry_points(site: Path) -> None:
    told = offer(site, "garden", "garden")
    (told / "entry_points.txt").unlink()
    os.mkfifo(told / "entry_points.txt")
    assert names() == []
