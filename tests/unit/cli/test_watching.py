"""What ``rulesref check --watch`` tells of a change, with a watcher that changes the files itself."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.diagnostics import Place, Problem
from rulesref.cli.watching import difference
from tests.helpers import TESTS, TOY, Ran, rulesref, says

Edit = Callable[[Path], list[Path]]


def replaced(name: str, old: str, new: str) -> Edit:
    """A file is saved with other words."""

    def edit(root: Path) -> list[Path]:
        path = root / "toy" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return [path]

    return edit


CASE = TESTS / "toy_cases" / "autumn.yaml"
SLIP = replaced("scoring.yaml", "before: points", "before: ponits")
MENDED = replaced("scoring.yaml", "before: ponits", "before: points")


def together(*edits: Edit) -> Edit:
    """Several files are saved at once."""
    return lambda root: [path for edit in edits for path in edit(root)]


def gone(root: Path) -> list[Path]:
    """The game is deleted."""
    shutil.rmtree(root / "toy")
    return [root / "toy"]


def another(root: Path) -> list[Path]:
    """Another game comes, with a mistake."""
    shutil.copytree(TOY, root / "other")
    return [root / "other" / "game.yaml"]


def known(points: int) -> Edit:
    """A known position is saved."""

    def edit(root: Path) -> list[Path]:
        path = root / "toy" / "cases" / "autumn.yaml"
        path.parent.mkdir(exist_ok=True)
        text = CASE.read_text(encoding="utf-8")
        assert "points: 12, " in text
        path.write_text(text.replace("points: 12, ", f"points: {points}, "), encoding="utf-8")
        return [path]

    return edit


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Checks a copy of the invented game while it is edited; at the end Ctrl-C is pressed."""
    root = tmp_path / "games"
    shutil.copytree(TOY, root / "toy")

    def run(*edits: Edit, lang: str = "en") -> Ran:
        def watch(folder: Path, watch_filter: Any, **_: Any) -> Iterator[set[tuple[int, str]]]:
            yield set()
            for edit in edits:
                paths = [path.resolve() for path in edit(folder)]
                assert all(watch_filter(2, str(path)) for path in paths)
                yield {(2, str(path)) for path in paths}
                yield set()
            raise KeyboardInterrupt

        monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))
        return rulesref("--lang", lang, "check", str(root), "--watch")

    return run


def told(done: Ran) -> list[str]:
    """What was printed, without the time of day and the lines of files."""
    assert done.err == ""
    lines = [re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in done.out.splitlines()]
    return [line for line in lines if line and not re.match(r" +(\d+ \||\^|hint)", line)]


def test_at_first_everything_is_told(watched: Callable[..., Ran]) -> None:
    done = watched()
    sound, watching = told(done)
    assert sound == "toy: no problems. Rules: 10, terms: 8, tables: 6, rulings: 2."
    assert re.fullmatch(r"Watching .*games\. Ctrl-C ends\.", watching)
    assert done.code == 0


def test_a_slip_is_told_with_its_line_and_ends_with_exit_code_1(
    watched: Callable[..., Ran],
) -> None:
    done = watched(SLIP)
    assert done.code == 1
    assert told(done)[2:] == [
        "toy/scoring.yaml: 1 new, 0 mended, 0 as before.",
        "toy/scoring.yaml:114:13: error[E310]: Nothing here is called “ponits”.",
    ]
    assert "^^^^^^" in done.out
    assert "Did you mean “points”?" in done.out


@pytest.mark.slow
def test_what_is_mended_is_told_in_short(watched: Callable[..., Ran]) -> None:
    done = watched(SLIP, MENDED)
    assert done.code == 0
    assert told(done)[4:] == [
        "toy: no problems. Rules: 10, terms: 8, tables: 6, rulings: 2.",
        "  mended: toy/scoring.yaml:114: [E310] Nothing here is called “ponits”.",
    ]


@pytest.mark.slow
def test_known_positions_are_carried_out(watched: Callable[..., Ran]) -> None:
    done = watched(known(12), known(13), known(12))
    assert done.code == 0
    found = [line.split(" Known ")[-1] for line in told(done)[2:]]
    assert found[0] == found[-2] == "positions and games that come out as they should: 3."
    assert found[1] == "toy/cases/autumn.yaml: 1 new, 0 mended, 0 as before."
    assert "E612" in found[2]


@pytest.mark.slow
def test_a_problem_that_only_moves_is_the_same(watched: Callable[..., Ran]) -> None:
    done = watched(SLIP, replaced("scoring.yaml", "position:", "# new\nposition:"))
    assert told(done)[4:] == [
        "toy/scoring.yaml: 0 new, 0 mended, 1 as before.",
        "  still: toy/scoring.yaml:115: [E310] Nothing here is called “ponits”.",
    ]


def test_of_many_problems_the_first_are_told_and_the_others_counted(
    watched: Callable[..., Ran],
) -> None:
    worse = together(
        SLIP, *[replaced("glossary.yaml", "\n- id: ", "\n- ID: ")] * 4, replaced("game.yaml", "year: 2020", "year: x")
    )  # fmt: skip
    head, *lines = told(watched(worse))[2:]
    assert head.endswith("6 new, 0 mended, 0 as before.")
    assert len([line for line in lines if "error[" in line]) == 3
    assert lines[-1] == "  … and 3 more."


@pytest.mark.slow
def test_a_game_may_go_and_another_come(watched: Callable[..., Ran]) -> None:
    _, _, none, come, *_ = told(watched(gone, another))
    assert re.fullmatch(r"There is no game in .*games any more\.", none)
    assert come == "other/game.yaml: 1 new, 0 mended, 0 as before."


@pytest.mark.slow
def test_in_japanese(watched: Callable[..., Ran]) -> None:
    lines = told(watched(SLIP, MENDED, lang="ja"))
    assert lines[2] == "toy/scoring.yaml: 新しい問題1件、直った問題0件、前からの問題0件"
    assert lines[-1].startswith("  直りました: toy/scoring.yaml:114: [E310]")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        pytest.param(["check", "--watch"], 2, "--watch needs a folder", id="no folder"),
        pytest.param(["--format", "json", "check", str(TOY), "--watch"], 2, "prints text alone", id="as JSON"),
        pytest.param(["check", str(TOY), "--watch", "--search"], 2, "without --search", id="with search"),
        pytest.param(["check", "nowhere", "--watch"], 1, "E211", id="no such folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_watched(
    monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, sentence: str
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace())
    done = rulesref("--lang", "en", *words)
    assert done.code == code
    assert says(sentence, done.err)


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    done = rulesref("--lang", "en", "check", str(TOY), "--watch")
    assert (done.code, says("E585", done.err), "rulesref[watch]" in done.err) == (1, True, True)


def problem(spot: tuple[str, str, int]) -> Problem:
    file, id_, line = spot
    return Problem("W318", Place(file=file, line=line, column=1), {"id": id_})


PROBLEMS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.integers(1, 3)).map(problem),
    max_size=6,
)


@pytest.mark.slow
@given(PROBLEMS, PROBLEMS)
def test_what_is_new_and_what_stays_is_all_there_is(
    before: list[Problem], now: list[Problem]
) -> None:
    def lines_left_out(problems: list[Problem]) -> list[tuple[str, object]]:
        return sorted((p.place.file, str(p.values["id"])) for p in problems if p.place)

    change = difference(before, now, ["b"])
    assert lines_left_out([*change.new, *change.left]) == lines_left_out(now)
    assert lines_left_out([*change.mended, *change.left]) == lines_left_out(before)
    assert not {*lines_left_out([*change.new])} & {*lines_left_out([*change.mended])}
    files = [p.place.file for p in change.new if p.place]
    assert files == sorted(files, reverse=True), "those of the file that changed first stand first"
