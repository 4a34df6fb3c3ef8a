"""A calculator as a form that answers at every tap (計算のページ)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from rulesref.model.scoring import Calculator
from rulesref.view.reckoning import Reckoning, reckoning
from rulesref.web.visit import NotHereError, Visit


def opened(visit: Visit) -> Response:
    """A calculator, filled in with ``given`` as far as the address says."""
    try:
        given = json.loads(visit.asked("given", "{}"))
    except ValueError:
        raise NotHereError from None
    return visit.page("reckoner", **_values(visit, given))


def worked_out(visit: Visit) -> Response:
    """What it comes to with ``given``, for the script of the page."""
    values = _values(visit, visit.form.get("given"))
    return visit.json({"cards": visit.render("reckoner", "cards", **values)})


def _values(visit: Visit, given: Any) -> dict[str, Any]:
    game = visit.game()
    found: Calculator | None = game.calculators.get(visit.named("id"))
    if found is None:
        raise NotHereError
    inputs: Mapping[str, Any] = given if isinstance(given, dict) else {}
    now: Reckoning = reckoning(game, found, inputs, visit.lang)
    return {"game": game, "now": now, "id": found.id}


GET = {"/calc/{game}/{id}": opened}
POST = {"/calc/{game}/{id}": worked_out}
