"""Somebody who taps whatever is shown: every line that comes of it could have been typed, and there is a way on.

By night more of them, and further into the games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.log import LogLine
from rulesref.play.session import PlaySession
from tests.games.test_walker import PLAYED
from tests.helpers import ROOT, TOY, open_library
from tests.properties import examples
from tests.unit.web.conftest import Pages, site_of
from tests.walker import NAMES, positions
from tests.web.hands import Button, Calls, Hand, Sight

PACK = ROOT / "examples" / "lost-cities" / "rulesref_lost_cities" / "lost-cities"
#: Of a hundred taps so many close the sheet, and give the last line anew.
GIVES_UP, ANEW = 8, 4
#: So many positions are tried at a scoring.
POSITIONS = 30


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """The games of the program, the invented one and the pack of the examples."""
    with pytest.MonkeyPatch.context() as patch:
        yield from site_of(tmp_path_factory.mktemp("tapping"), patch, open_library([str(TOY), str(PACK)]))  # fmt: skip


class Tapper:
    """Two plays of a game: one is tapped, in the other the lines of the first are typed."""

    def __init__(self, pages: Pages, game: str, seed: int) -> None:
        self.random = Random(f"{game} {seed}")
        self.pages = pages
        low, high = pages.hub.library.game(game).about.players
        names = NAMES[: self.random.randint(low, high)]
        track = self.random.choice(["light", "standard", "full"])
        self.tapped, self.typed = (pages.begun(game, *names, track=track) for _ in range(2))
        self.phone = Calls(pages.phone(), self.tapped)
        self.terminal = Calls(pages.phone(), self.typed)
        self.lines = 0
        self.over = False

    def session(self, play: str) -> PlaySession:
        return self.pages.hub.session(play.removeprefix("/play/"))

    def tap(self) -> None:
        """One tap, and what it has recorded typed by the other."""
        before = self.session(self.tapped).play
        self._tapped()
        play = self.session(self.tapped)
        if play.play.revision == before.revision:
            return
        lines = [entry.line for entry in play.log()[1:]]
        if len(lines) == self.lines:  # the last one was given anew
            self.terminal.undo()
        self.lines = len(lines)
        self._type(lines[-1])
        self.over = self.over or play.state.finished
        assert self.session(self.typed).state == play.state, [line.typed for line in lines]

    def _type(self, line: LogLine) -> None:
        """Type a line, and answer what it asks for then.

        Who taps on “anyway” has been told what becomes too little, and is not asked once more.
        """
        bare = line.typed.lstrip("!")
        self.terminal.line(line.typed if bare == line.typed else f"!!{bare}")
        if self.terminal.sheet() is not None:
            Hand(self.terminal).reach(line.command)

    def _tapped(self) -> None:
        found, chance = self.phone.sheet(), self.random.randrange(100)
        if found is None and flow.pending(*self._stands) is not None:
            self._score()
            return
        sight = self.phone.standing() if found is None else found[0]
        buttons = list(tappable(sight))
        if found is None:
            acts = [b for b in buttons if "act" in b.data]
            assert acts or 'class="later"' in self.phone.html, self.phone.html
            again = [b for b in buttons if "anew" in b.data]
            self.phone.tap(self.random.choice(again if again and chance < ANEW else acts or buttons))  # fmt: skip
            return
        done = [b for b in buttons if "go" in b.data or "anyway" in b.data]
        values = [b for b in buttons if "kind" in b.data]
        # Where nothing can be given any more it says why.
        assert done or values or "refused" in self.phone.drawn, self.phone.drawn
        if chance < GIVES_UP or not (done or values):
            self.phone.close()
        else:
            self.phone.tap(self.random.choice(done if done and (chance < 60 or not values) else values))  # fmt: skip

    @property
    def _stands(self) -> tuple[Game, flow.State]:
        play = self.session(self.tapped)
        return play.game, play.state

    def _score(self) -> None:
        """Some taps on the cards, then a whole position."""
        self.phone.open_cards()
        for _ in range(self.random.randrange(4)):
            sight, _ = self.phone.cards()
            self.phone.tap(self.random.choice([b for b in tappable(sight) if "path" in b.data]))
        self.phone.look()
        self.over = True  # what was done anyway may have left nothing that passes the checks
        for document in islice(positions(self.session(self.tapped), self.random), POSITIONS):
            body = {"line": json.dumps(document, ensure_ascii=False), "rev": self.phone.rev}
            if self.phone.caller.post(f"{self.tapped}/line", body).json()["done"]:
                self.over = self.session(self.tapped).state.finished
                break
        self.phone.look()


def tappable(sight: Sight) -> Iterator[Button]:
    """What can be tapped; texts are not typed."""
    for button in sight.buttons:
        if not button.disabled and button.tag == "button" and not button.data.keys() & {"close", "tab", "score", "me"}:  # fmt: skip
            yield button


TAPPERS = [
    pytest.param(folder.name, seed, marks=[pytest.mark.nightly] * (seed > 0))
    for folder in (*PLAYED, PACK)
    for seed in range(4)
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), TAPPERS)
def test_what_is_tapped_could_have_been_typed(pages: Pages, game: str, seed: int) -> None:
    tapper = Tapper(pages, game, seed)
    for _ in range(examples(200 if seed == 0 else 2_000)):
        if tapper.over:
            break
        tapper.tap()
    assert tapper.lines
    assert pages.reports == []
