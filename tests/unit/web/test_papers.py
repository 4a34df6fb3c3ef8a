"""Score sheets without a play: shared by phones, kept on the disk, and they come to what the positions come to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesref.base.messages import as_text
from rulesref.model.game import Game
from rulesref.web.hub import Hub
from rulesref.web.papers import Papers
from rulesref.wizard.position_form import PositionForm
from tests.helpers import library, scored
from tests.unit.view.test_score_cards import EACH
from tests.unit.web.caller import Caller
from tests.unit.web.conftest import KEYS, Pages
from tests.unit.web.test_cards import cards, fill, given, rev


def begun(phone: Caller, game: str, event: str, *names: str) -> str:
    """The address of a new sheet."""
    players = {f"player{n}": name for n, name in enumerate(names)}
    answer = phone.post(f"/score/{game}", {"event": event, **players})
    assert answer.status == 303, answer.text
    return answer.headers["location"]


@EACH
def test_a_known_position_scores_as_it_is_known_to(
    pages: Pages, game: Game, position: dict[str, Any]
) -> None:
    whole = PositionForm.start(game, position["event"], known=position)
    phone = pages.phone()
    path = begun(phone, game.id, position["event"], *whole.names)
    values = {each.key: each.raw for each in whole.fields if each.role in ("value", "entry") and each.given}  # fmt: skip
    entries = {each.key: False for each in whole.fields if each.role == "entry" and not each.given}
    page = cards(phone.post(path, {"given": json.loads(json.dumps(values | entries)), "rev": 0}))
    done = phone.post(path, {"go": True, "rev": rev(page)})
    assert done.json() == {"there": f"{path}/result"}, done.text
    result = phone.get(f"{path}/result").text
    for player in scored(game, position).players:
        total = f"<b>{as_text('en', player.total)}</b>" if player.event.categories else player.name
        assert total in result


def test_a_sheet_begins_with_a_scoring_and_names(pages: Pages) -> None:
    phone = pages.phone()
    page = phone.get("/score/toy/summer").text
    assert 'value="summer" checked' in page
    twice = phone.post("/score/toy", {"event": "spring", "player0": "A", "player1": "A"})
    assert twice.status == 400
    assert 'value="A"' in twice.text
    assert phone.get("/score/none").status == 404
    assert phone.get("/score/toy/none").status == 404


def test_two_phones_go_on_with_it_after_the_server_was_killed(pages: Pages) -> None:
    first, second = pages.phone(), pages.phone(lang="ja")
    path = begun(first, "toy", "summer", "葵", "Ben")
    assert f'href="{path}"' in second.get("/").text
    page = fill(first, path)
    name = path.removeprefix("/paper/")
    again = Papers(library()).form(name)
    assert again is not None
    assert {each.key: each.raw for each in again.fields if each.given} == given(page)
    assert given(cards(second.get(path))) == given(page)
    key = next(key for key, value in given(page).items() if type(value) is int)
    changed = cards(second.post(path, {"given": {key: 3}, "rev": 0}))
    assert rev(changed) != rev(page)
    late = first.post(path, {"go": True, "rev": rev(page)})
    assert (late.status, late.json()["told"]) == (409, "Somebody else was faster. Look again.")


def test_what_is_missing_is_no_result(pages: Pages) -> None:
    phone = pages.phone()
    path = begun(phone, "toy", "summer", "葵", "Ben")
    page = cards(phone.get(path))
    assert phone.get(f"{path}/result").headers["location"] == path
    assert phone.post(path, {"go": True, "rev": rev(page)}).status == 409


def test_a_result_is_kept_as_a_file(pages: Pages) -> None:
    phone = pages.phone()
    path = begun(phone, "toy", "summer", "葵", "Ben")
    fill(phone, path)
    kept = phone.get(f"{path}/result?save")
    assert kept.headers["content-disposition"].startswith("attachment")
    assert " src=" not in kept.text
    assert " href=" not in kept.text


def test_a_sheet_is_put_away(pages: Pages) -> None:
    phone = pages.phone()
    path = begun(phone, "toy", "summer", "葵", "Ben")
    assert f'action="{path}/away"' in phone.get(path).text
    assert f'action="{path}/away"' not in pages.phone(KEYS.guest).get(path).text
    assert pages.phone(KEYS.guest).post(f"{path}/away").status == 403
    assert phone.post(f"{path}/away").headers["location"] == "/"
    assert path not in phone.get("/").text
    assert phone.get(path).status == phone.post(f"{path}/away").status == 404


@pytest.mark.parametrize("name", ["none", "sheet-00000000-toy", "..%2Ftoy", "toy", "sheet-0-toy"])
def test_only_sheets_are_found(pages: Pages, name: str) -> None:
    phone = pages.phone()
    assert phone.get(f"/paper/{name}").status == 404
    assert phone.post(f"/paper/{name}", {"given": {"event": "spring"}}).status == 404
    assert Hub(library()).papers.state(name) == ""


def test_who_only_looks_sees_a_sheet_and_begins_none(pages: Pages) -> None:
    path = begun(pages.phone(), "toy", "summer", "葵", "Ben")
    guest = pages.phone(KEYS.guest)
    assert guest.get(path).status == 200
    assert guest.post(path, {"given": {}}).status == 403
    assert guest.post("/score/toy", {"player0": "A"}).status == 403
