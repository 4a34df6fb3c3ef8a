"""Unfinished positions: what is kept of them, and how they go on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rulesref.compiling.build import BuiltStore, build
from rulesref.library.library import game_of
from rulesref.wizard import drafts
from rulesref.wizard.drafts import draft_of, resume
from rulesref.wizard.interview import Wizard
from tests.helpers import TOY, toy
from tests.unit.wizard.test_interview import asked, at_black, number_of, said, tigris

HEAD = {"game": "tigris", "rulings": {}, "began": {}}
#: As the program wrote it before it kept values by path.
OLD = {**HEAD, "version": 1, "said": [[["players", 0, "name"], "A B"], [["order"], "1"]]}
NEW = {
    **HEAD,
    "version": 2,
    "editing": [],
    "unsure": None,
    "given": [[["players", 0, "name"], "A"]],
}


def resumed(draft: Any) -> tuple[Wizard, int]:
    found = resume(tigris(), draft)
    assert found is not None
    return found


def stored(state: Wizard) -> dict[str, Any]:
    """A draft as it comes back from the disk."""
    found: dict[str, Any] = json.loads(json.dumps(draft_of(state)))
    return found


def test_a_draft_goes_on_where_it_stopped() -> None:
    state = said(at_black(), "1", "2+2")
    again, lost = resumed(stored(state))
    assert lost == 0
    assert again.form.values == state.form.values
    assert asked(again.current) == asked(state.current)
    assert asked(again.answer("b").current) == "players.0.red"


def test_a_draft_remembers_corrections_and_what_was_known() -> None:
    known = {"players": [{"name": "A", "black": 1}, {"name": "B"}]}
    state = said(Wizard.start(tigris(), known=known), "2", *["3"] * 9)
    state = said(state, number_of(state, "players.1.red") + "=8")
    again, lost = resumed(stored(state))
    assert lost == 0
    assert again.form.values == state.form.values


def test_a_draft_of_other_data_keeps_what_fits() -> None:
    kept = stored(said(at_black(), "1", "2", "3"))
    kept["given"][1][0] = ["players", 0, "green"]
    kept["given"][2][1] = "many"
    kept["given"][3][0] = ["players", 0, "purple"]
    again, lost = resumed(kept)
    assert lost == 2
    assert asked(again.current) == "players.0.black"
    assert again.form.values["players"][0] == {"name": "A", "green": 1}


def test_what_a_draft_was_unsure_of_is_asked_again() -> None:
    people: list[dict[str, Any]] = [{"name": n, "points": 0, "coins": 3, "gnomes": [], "fence": False} for n in ("A", "B")]  # fmt: skip
    start = Wizard.start(toy(), known={"event": "spring", "players": people}, confirming=True)
    state = said(start, "", "1")
    assert state.current is None
    state = state.answer(number_of(state, "players.0.coins") + "=9")
    assert [p.code for p in state.problems] == ["W441"]
    found = resume(toy(), stored(state), start)
    assert found is not None
    again, lost = found
    assert (again.unsure, [p.code for p in again.problems], lost) == (state.unsure, ["W441"], 0)


# --- what is no draft of this game ----------------------------------------------------------------


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param(None, id="nothing"),
        pytest.param([1], id="a list"),
        pytest.param({**NEW, "version": 3}, id="of a newer program"),
        pytest.param({**NEW, "game": "toy"}, id="of another game"),
        pytest.param({k: v for k, v in NEW.items() if k != "given"}, id="without answers"),
        pytest.param({**NEW, "given": [["order"]]}, id="a path without its value"),
        pytest.param({**NEW, "began": 3}, id="a beginning that is no position"),
    ],
)
def test_what_cannot_be_read_is_no_draft(draft: Any) -> None:
    assert resume(tigris(), draft) is None


# --- files ----------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path))
    return tmp_path / "unfinished"


def test_answers_that_are_kept_come_back_until_they_are_forgotten(home: Path) -> None:
    drafts.keep("x", at_black())
    found = drafts.kept("x", tigris())
    assert found is not None
    assert (found[0].form.given, found[1]) == (at_black().form.given, 0)
    assert [file.name for file in home.iterdir()] == ["x.json"]
    drafts.forget("x")
    drafts.forget("x")
    assert drafts.kept("x", tigris()) is None


def test_of_a_file_of_before_no_answer_fits(home: Path) -> None:
    home.mkdir()
    (home / "tigris.json").write_text(json.dumps(OLD), encoding="utf-8")
    found = drafts.kept("tigris", tigris())
    assert found is not None
    assert (found[0].form.given, found[1]) == ({}, 2)
    assert drafts.kept("tigris", toy()) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}'])
def test_a_damaged_file_is_as_none(home: Path, text: str) -> None:
    home.mkdir()
    (home / "tigris.json").write_text(text, encoding="utf-8")
    assert drafts.kept("tigris", tigris()) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_in_its_place_is_not_waited_for(home: Path) -> None:
    file = Path(drafts.draft_file("tigris"))
    file.parent.mkdir(parents=True)
    os.mkfifo(file)
    assert drafts.kept("tigris", tigris()) is None
    file.unlink()
    file.write_text("[" * 100_000)
    assert drafts.kept("tigris", tigris()) is None


def test_a_disk_that_refuses_is_told(home: Path) -> None:
    home.write_text("no folder", encoding="utf-8")
    with pytest.raises(OSError, match=r"exists|directory"):
        drafts.keep("x", at_black())


def test_each_file_that_is_completed_has_a_draft_of_its_own() -> None:
    assert drafts.draft_name(toy(), None) == "toy"
    names = {drafts.draft_name(toy(), {"event": event}) for event in ("spring", "final", "spring")}
    assert len(names) == 2
    assert all(name.startswith("toy-") for name in names)


def test_games_of_two_packs_with_one_id_keep_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path))
    data = build(TOY).data
    one, two = (
        game_of(BuiltStore(data), "", called=called, key=f"{pack}/toy")
        for called, pack in (("toy", "a-pack"), ("b-pack/toy", "b-pack"))
    )
    names = [drafts.draft_name(each, None) for each in (toy(), one, two)]
    assert len(set(names)) == 3
    drafts.keep(names[1], said(Wizard.start(one, known={"event": "final"}), "A B"))
    assert drafts.kept(names[1], one)
    assert drafts.kept(names[0], toy()) is drafts.kept(names[2], two) is None
    again = game_of(BuiltStore(data), "", called="a-pack/toy", key="a-pack/toy")
    assert drafts.draft_name(again, None) == names[1], "whatever else is installed"
    assert drafts.kept(names[1], again)
    drafts.forget(names[1])
    assert drafts.kept(names[1], one) is None
