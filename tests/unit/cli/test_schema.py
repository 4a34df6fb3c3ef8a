"""``rulesref schema``."""

from __future__ import annotations

import json

import pytest

from rulesref.reading.schemas import FILES
from tests.helpers import DATA, TOY, rulesref, says


@pytest.mark.parametrize("kind", ["game", "rules", "scoring"])
def test_a_schema_is_printed_as_it_is_kept(kind: str) -> None:
    kept = (DATA / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert rulesref("schema", kind).out == kept


def test_every_kind_of_file_has_a_schema() -> None:
    kept = {path.name.removesuffix(".schema.json") for path in DATA.glob("schema/*.schema.json")}
    assert set(FILES) == kept
    for kind in FILES:
        assert json.loads(rulesref("schema", kind).out)["$schema"]


@pytest.mark.parametrize(("lang", "name"), [("ja", "コイン"), ("en", "coins")])
def test_the_schema_of_positions_is_of_one_game_in_the_language(lang: str, name: str) -> None:
    done = rulesref(
        "--lang", lang, "--data", str(TOY), "schema", "position", "--game", "おもちゃの庭"
    )
    assert json.loads(done.out)["$defs"]["player.coins"]["title"] == name


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["scorring"], 1, "E327", id="no such kind"),
        pytest.param(["position"], 2, "--game GAME", id="positions of no game"),
        pytest.param(["position", "--game", "chess"], 1, "E320", id="no such game"),
    ],
)
def test_what_has_no_schema_is_told(words: list[str], code: int, told: str) -> None:
    done = rulesref("--lang", "en", "schema", *words)
    assert (done.code, done.out) == (code, "")
    assert says(told, done.err)


def test_what_was_probably_meant_is_told() -> None:
    assert "scoring" in rulesref("--lang", "en", "schema", "scorring").err
