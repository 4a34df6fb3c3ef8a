"""The games and one of them: found, asked, positions in any form, sent to other processes."""

from __future__ import annotations

import json
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.api import Games, ProblemsError, Rulebook
from rulesref.base.disk import data_folder
from tests.helpers import TESTS, TOY

GAMES = Games(TOY)
GAME = GAMES.game("toy")
FINAL = TESTS / "cli" / "positions" / "final.yaml"


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(ProblemsError) as raised:
        call()
    assert raised.value.text("en") != raised.value.text("ja")
    return [problem.code for problem in raised.value.problems]


def test_a_game_is_found_by_any_of_its_names() -> None:
    assert {game.id for game in GAMES} > {"toy"}
    assert GAMES.game(GAME.name("ja")) == GAMES.game(GAME.name("en")) == GAME
    assert codes(lambda: GAMES.game("tooy")) == ["E320"]
    assert codes(lambda: list(Games("/nowhere/at/all"))) == ["E211"]


def test_a_game_tells_what_it_can_be_asked() -> None:
    assert GAME.players == (2, 4)
    assert "final" in GAME.events
    assert "show" in GAME.calculators
    assert GAME.digest == GAME.score(FINAL).data()["data"]


def test_folders_are_where_they_were_when_they_were_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(".")
    monkeypatch.chdir(tmp_path)
    assert games.folders == (str(Path(__file__).parents[3]),)
    assert Games(TOY) == GAMES
    assert hash(Games(TOY)) == hash(GAMES)
    assert repr(GAMES) == f"Games({str(TOY)!r})"


def test_the_same_position_scores_the_same_in_every_form() -> None:
    text = FINAL.read_text(encoding="utf-8")
    plain = GAME.position(FINAL)
    expected = GAME.score(FINAL).data()
    for form in (text, text.encode(), plain, json.dumps(plain, ensure_ascii=False)):
        assert GAME.score(form).data() == expected


@pytest.mark.parametrize("name", ["spring", "summer", "autumn", "final"])
@pytest.mark.parametrize("form", ["yaml", "json"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_position_that_is_written_can_be_read(name: str, form: Any, lang: Any) -> None:
    plain = GAME.position(FINAL.with_name(f"{name}.yaml"))
    assert GAME.position(plain) == plain
    assert GAME.position(GAME.position_text(plain, lang, form=form)) == plain
    assert json.loads(json.dumps(plain)) == plain


def test_japanese_keys_are_read_as_ids() -> None:
    document = GAME.position(FINAL)
    people = document.pop("players")
    assert GAME.position({**document, "プレイヤー": people}) == GAME.position(FINAL)


def test_what_is_wrong_with_a_position_stands_where_it_is() -> None:
    text = FINAL.read_text(encoding="utf-8").replace("coins: 8", "coins: many")
    with pytest.raises(ProblemsError) as raised:
        GAME.score(text)
    (problem,) = raised.value.problems
    assert problem.place is not None
    assert (problem.code, problem.place.file, problem.place.line) == ("E402", "<text>", 5)
    assert "coins: many" in str(raised.value)
    with pytest.raises(ProblemsError) as raised:
        GAME.position(text)
    assert "coins: many" in str(raised.value)


def test_the_name_of_a_file_is_no_position(tmp_path: Path) -> None:
    assert codes(lambda: GAME.score("final.yaml")) == ["E621"]
    assert codes(lambda: GAME.score(tmp_path / "none.yaml")) == ["E101"]
    assert codes(lambda: GAME.score("")) == ["E432"]
    assert codes(lambda: GAME.score("a: \ud800")) == ["E103"]
    assert codes(lambda: GAME.score(b"\xff")) == ["E103"]


def test_an_event_and_rulings_come_before_those_of_the_position() -> None:
    position = GAME.position(FINAL)
    assert codes(lambda: GAME.score(position, event="winter")) == ["E424"]
    assert codes(lambda: GAME.score(position, rulings={"none": "x"})) == ["E425"]


_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.dates(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=6,
)
_KEYS = st.sampled_from(["game", "event", "rulings", "players", "points", "plots", "sky", "x"])


@given(_PLAIN | st.dictionaries(_KEYS, _PLAIN))
@pytest.mark.slow
def test_whatever_a_position_is_only_problems_come_of_it(data: Any) -> None:
    for ask in (GAME.score, GAME.position):
        with pytest.raises(ProblemsError) as raised:
            ask({"event": "final", **data} if isinstance(data, dict) else data)
        assert raised.value.text("ja")


@given(st.dictionaries(st.sampled_from(["size", "heights", "wild", "walled", "x"]), _PLAIN))
@pytest.mark.slow
def test_whatever_is_calculated_with(inputs: dict[str, Any]) -> None:
    assert tried(lambda: GAME.calculate("show", inputs).text("ja"))


def tried(call: Callable[[], str]) -> str:
    """What comes of a call, or what is wrong."""
    try:
        return call()
    except ProblemsError as error:
        return error.text("ja")


def test_a_calculator_that_is_not_there_is_told() -> None:
    assert codes(lambda: GAME.calculate("shaw", {})) == ["E321"]
    assert codes(lambda: GAME.calculate("show", {"size": "big"})) == ["E401", "E402"]


def test_a_template_is_a_position() -> None:
    text = GAME.template(["A", "B"])
    assert GAME.score(text).event == "final"
    assert GAME.template(["A", "B"], "spring", "ja") != GAME.template(["A", "B"], "spring")
    assert codes(lambda: GAME.template(["A"])) == ["E430"]
    assert codes(lambda: GAME.template(["A", "A"])) == ["E429"]
    assert codes(lambda: GAME.template(["A", " "])) == ["E428"]
    assert codes(lambda: GAME.template(["A", "B"], "winter")) == ["E424"]


# --- many lines ------------------------------------------------------------------------------------


def test_lines_are_scored_in_order_and_bad_ones_are_placed() -> None:
    position = GAME.position(FINAL)
    sound = json.dumps(position, ensure_ascii=False)
    odd = json.dumps({**position, "players": [{**position["players"][0], "name": "a\u2028b"}]})
    block = f"{sound}\n\n{{\n{odd}\n{sound}".encode()
    results = [json.loads(text) for text in GAME.score_lines(block, file="a.jsonl", first=10)]
    assert len(results) == 4
    plain = GAME.score(position).data()
    for player in plain["players"]:
        del player["explanation"]
    assert results[0] == results[3] == plain
    places = [result["problems"][0] for result in results[1:3]]
    assert [(place["file"], place["line"]) for place in places] == [
        ("a.jsonl", 12),
        ("a.jsonl", 13),
    ]
    assert GAME.score_lines(b"") == []


def test_lines_can_have_their_working() -> None:
    line = json.dumps(GAME.position(FINAL)).encode()
    (result,) = GAME.score_lines(line, explain=True, lang="ja")
    assert json.loads(result) == GAME.score(line).data("ja")


def test_an_event_that_is_wrong_for_all_lines_is_told_once() -> None:
    assert codes(lambda: GAME.score_lines(b"{}\n{}\n", event="winter")) == ["E424"]


# --- other processes -------------------------------------------------------------------------------


def scored_elsewhere(game: Rulebook) -> str:
    return game.score(FINAL).text("ja")


@pytest.mark.parametrize("how", ["spawn", "fork"])
@pytest.mark.slow
def test_another_process_opens_the_game_itself(how: str) -> None:
    if how not in multiprocessing.get_all_start_methods():
        pytest.skip("no such processes here")
    with multiprocessing.get_context(how).Pool(1) as pool:
        assert pool.apply(scored_elsewhere, (GAME,)) == GAME.score(FINAL).text("ja")


def test_a_game_is_a_plain_value() -> None:
    assert len(pickle.dumps(GAME)) < 1000
    assert {pickle.loads(pickle.dumps(GAME)), GAME} == {GAME}
    assert data_folder() not in repr(GAME)
