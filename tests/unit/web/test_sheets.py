"""A game that is nothing but a score sheet, on phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.web.app import application
from rulesref.web.hub import Hub
from rulesref.web.visit import Site
from tests.helpers import ROOT, home_in, open_library
from tests.unit.web.conftest import KEYS, Pages
from tests.unit.web.test_cards import cards, fill, rev

SHEETS = ROOT / "examples" / "score-sheets" / "rulesref_score_sheets"


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pages]:
    monkeypatch.setenv("RULESREF_HOME", str(home_in(tmp_path)))
    hub = Hub(open_library([str(SHEETS)]))
    reports: list[str] = []
    yield Pages(
        hub, application(Site(hub, "en", 8017, {}, ()), KEYS, lambda: reports.append("")), reports
    )
    hub.close()
    assert not reports


@pytest.mark.parametrize("game", ["wingspan", "skull-king", "seven-wonders"])
def test_a_sheet_is_filled_in_by_phones_and_scored(sheets: Pages, game: str) -> None:
    play = sheets.begun(game, "Ann", "Ben", "Cleo")
    phone = sheets.phone()
    path = f"{play}/score"
    page = fill(phone, path)
    assert "Cleo" in page
    scored = phone.post(path, {"go": True, "rev": rev(page), "nonce": "a"})
    assert phone.get(scored.json()["there"]).status == 200
    assert cards(phone.get(path, x_part="cards"))
