"""The plays that phones look at: opened once, worked on by one thread, and who waits for news of them (仲介).

A play belongs to one thread, and its games are shared; so everything that looks at either is done there, one after
another.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from rulesref.library.library import Library
from rulesref.play.dispatcher import Dispatcher
from rulesref.play.flow import State
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.view.standing import StandingPage, standing
from rulesref.web.papers import Papers

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds after which a file is looked at again, which a terminal may have changed.
_LOOK = 0.4
#: Seconds after which something is said to who waits, so that a way between them is not closed.
_BREATH = 15
#: Plays that are kept open, and answers by what they were answers to.
_MOST_PLAYS, _MOST_ANSWERS = 20, 500


class Hub:
    """The plays and the thread that works on them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.store = PlayStore.open()
        self.papers = Papers(library)
        self._thread = ThreadPoolExecutor(1, "games")
        self._open: OrderedDict[str, Dispatcher] = OrderedDict()
        self._standings: OrderedDict[tuple[str, str], tuple[State, StandingPage]] = OrderedDict()
        self._answers: OrderedDict[str, Any] = OrderedDict()
        #: Apart from those: however much is asked, no tap is done twice.
        self._found: OrderedDict[str, Any] = OrderedDict()
        self._news = asyncio.Event()
        self.ended = False

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives, called by the thread of the games."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))

    def end(self) -> None:
        """Have everybody hang up who waits for news."""
        self.ended = True
        self.tell()

    def close(self) -> None:
        """End the thread; what is on the disk stays there."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    # --- plays, in the thread ----------------------------------------------------------------

    def dispatcher(self, name: str) -> Dispatcher:
        """The play of this name as it is now; raises when there is none."""
        found = self._open.get(name)
        if found is None:
            # A store of its own: what the disk refuses of one play is no matter of another.
            store = PlayStore.open()
            play = store.play(name)
            session = PlaySession.at(store, self.library.playable(play.game), play)
            found = self._open[name] = Dispatcher(session, asks=True)
            while len(self._open) > _MOST_PLAYS:
                self._open.popitem(last=False)
        else:
            try:
                found.play_session.changed_elsewhere()
            except BaseException:
                del self._open[name]
                raise
        self._open.move_to_end(name)
        return found

    def forget(self) -> None:
        """Open plays anew from the disk."""
        self._open.clear()

    def session(self, name: str) -> PlaySession:
        """The play of this name as it is now; raises when there is none."""
        return self.dispatcher(name).play_session

    def standing(self, session: PlaySession, lang: str) -> StandingPage:
        """Where a play stands, worked out once for all phones of a language."""
        key, state = (session.play.name, lang), session.state
        found = self._standings.get(key)
        # Nothing that was kept says less than the state itself.
        if found is None or found[0] is not state or found[1].revision != session.play.revision:
            found = self._standings[key] = state, standing(session, lang)
            while len(self._standings) > 2 * _MOST_PLAYS:
                self._standings.popitem(last=False)
        return found[1]

    def once(self, nonce: str, make: Callable[[], T]) -> T:
        """What comes of a request; the same again for the same one, which a phone sends twice when the Wi-Fi fails."""
        return _kept(self._answers, nonce, make) if nonce else make()

    def found(self, question: str, make: Callable[[], T]) -> T:
        """What comes of a question; the same again for whoever else asks it."""
        return _kept(self._found, question, make)

    # --- news, in the server's own thread ------------------------------------------------------

    def tell(self) -> None:
        """Have everybody look again at once."""
        self._news.set()
        self._news = asyncio.Event()

    async def revisions(self, look: Callable[[], str]) -> AsyncIterator[str]:
        """What ``look`` gives, at first and whenever it is something else; empty now and then, to show that we are there."""
        last, quiet = None, 0.0
        while not self.ended:
            now = look()
            if now != last:
                last, quiet = now, 0.0
                yield now
            elif quiet >= _BREATH:
                quiet = 0.0
                yield ""
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), _LOOK)
            quiet += _LOOK

    def size(self, name: str) -> str:
        """The length of the file of a play, by which its lines are told from those of before; empty when it is gone."""
        try:
            return str(os.stat(self.store.path(name)).st_size)  # noqa: PTH116
        except OSError:
            return ""


def _kept(answers: OrderedDict[str, Any], key: str, make: Callable[[], T]) -> T:
    """What was made for a key, made now if it was not."""
    if key not in answers:
        answers[key] = make()
        while len(answers) > _MOST_ANSWERS:
            answers.popitem(last=False)
    found: T = answers[key]
    return found
