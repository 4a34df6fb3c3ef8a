"""Score sheets without a play, kept as unfinished positions that several phones go on with (紙の得点用紙)."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence

from rulesref.base.disk import contents
from rulesref.base.frozen import remade
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.wizard import drafts
from rulesref.wizard.interview import Wizard
from rulesref.wizard.position_form import PositionForm

#: What a sheet is called: a number of its own, and the game.
_NAME = re.compile(r"sheet-[0-9a-f]{8}-(.+)")
_LONGEST = 1 << 20
#: Sheets that are kept open.
_MOST_OPEN = 20


class Papers:
    """The sheets of this machine, by their names; all but ``state`` is for the thread of the games."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._open: OrderedDict[str, tuple[str, PositionForm]] = OrderedDict()

    def begun(self, game: Game, event: str, names: Sequence[str]) -> str:
        """The name of a new sheet."""
        name = f"sheet-{secrets.token_hex(4)}-{game.key}"
        self.keep(name, PositionForm.start(game, event, names))
        return name

    def keep(self, name: str, form: PositionForm) -> None:
        """Have a sheet as it is filled in now."""
        drafts.keep(name, Wizard(form=form))
        self._open[name] = self.state(name), form
        self._open.move_to_end(name)
        while len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)

    def put_away(self, name: str) -> None:
        """Have a sheet no more."""
        if self.state(name):
            drafts.forget(name)
            self._open.pop(name, None)

    def form(self, name: str) -> PositionForm | None:
        """A sheet as it is now; None when there is none of this name that can be read."""
        state = self.state(name)
        if state and self._open.get(name, ("",))[0] == state:
            return self._open[name][1]
        game = self._game(name) if state else None
        found = drafts.kept(name, game) if game else None
        if found is None:
            return None
        form = remade(found[0].form, ordering=False)
        self._open[name] = state, form
        return form

    def state(self, name: str) -> str:
        """A number that is another one after every change; empty where there is no such sheet."""
        if _NAME.fullmatch(name) is None or name not in drafts.names_kept():
            return ""
        try:
            # Not finer than a page can count.
            return str(os.stat(drafts.draft_file(name)).st_mtime_ns // 10_000)  # noqa: PTH116
        except OSError:
            return ""

    def listed(self) -> list[tuple[str, Game, list[str]]]:
        """Every sheet, the last one first, with its game and who plays."""
        found = []
        for name in drafts.names_kept():
            game = self._game(name)
            if game is not None:
                found.append((name, game, _players(name)))
        return found

    def _game(self, name: str) -> Game | None:
        match = _NAME.fullmatch(name)
        called = self._library.called(match[1]) if match else None
        return self._library.game(called) if called else None


def _players(name: str) -> list[str]:
    try:
        began = json.loads(contents(drafts.draft_file(name), _LONGEST))["began"]
        return [str(player["name"]) for player in began["players"]]
    except (OSError, ValueError, LookupError, TypeError):
        return []
