"""The words that the shell can complete: what the games and the plays have, by what was typed before.

Imported when a shell asks. Nothing is linked and no text is read where ids are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing

import click

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.text import MOST_DIGITS
from rulesref.library.library import Library
from rulesref.model.game import Game

#: Opens the games, which some words do not need.
Opens = Callable[[], Library]


#: What the shells ask for.
_SHELLS = ("bash", "zsh", "fish")
_ASKED = [f"{shell}_{what}" for shell in _SHELLS for what in ("source", "complete")]


def must_be_known(asked: str, given: Mapping[str, str]) -> None:
    """Raise the problem that a shell, or somebody in its place, asks for words as no shell does."""
    known = asked in _ASKED
    if known and asked.endswith("complete"):
        # Fish tells the word itself, in which click needs a sign, the others its number.
        at = given.get("COMP_CWORD")
        known = "COMP_WORDS" in given and at is not None
        fish = asked.startswith("fish") and not (at or "").isspace()
        known = known and (fish or _is_number(at or ""))
    if not known:
        raise ProblemsFound([wrong("E626", asked, known=_ASKED)])


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= MOST_DIGITS


def completed(kind: str, library: Opens, ctx: click.Context, typed: str) -> list[str]:
    """The words of one kind that begin so; none where what stands before is not known."""
    try:
        return [word for word in _WORDS[kind](library, ctx) if word.startswith(typed)]
    except (ProblemsFound, SystemExit):
        return []


def _games(library: Opens, _: click.Context) -> Iterable[str]:
    return library().listed


def _game(library: Opens, ctx: click.Context) -> Game | None:
    """The game that stands before: as an argument, as the first of several words, or that of the play."""
    given = [ctx.params.get(name) for name in ("game", "ids", "words")]
    # While the value of an option is typed, click has given no argument its name yet.
    words = next(filter(None, given), ctx.args)
    word = words if isinstance(words, str) else next(iter(words), "")
    game = library().called(word) if word else None
    return library().game(game) if game else None


def _of_game(
    read: Callable[[Game], Iterable[str]],
) -> Callable[[Opens, click.Context], Iterable[str]]:
    def words(library: Opens, ctx: click.Context) -> Iterable[str]:
        game = _game(library, ctx)
        return read(game) if game else ()

    return words


def _entries(library: Opens, ctx: click.Context) -> Iterable[str]:
    """The entries of the game that stands before; without one the games, and the entries of all."""
    game = _game(library, ctx)
    if game:
        return [*game.rules, *game.rulings]
    every = [word for each in library().usable for word in (*each.rules, *each.rulings)]
    return [*library().listed, *dict.fromkeys(every)]


def _first_game(library: Opens, ctx: click.Context) -> Iterable[str]:
    """The games, where no word was typed yet."""
    return () if ctx.params.get("words") else library().listed


def _inputs(library: Opens, ctx: click.Context) -> Iterable[str]:
    """The inputs of the calculator that stands before, and the values of those that are chosen."""
    game, name = _game(library, ctx), ctx.params.get("calculator") or ""
    if game is None or name not in game.calculators:
        return ()
    given = {word.partition("=")[0] for word in ctx.params.get("inputs") or ()}
    fields = [field for field in game.calculators[name].inputs.values() if field.id not in given]
    chosen = [f"{field.id}={option.id}" for field in fields for option in field.options or ()]
    return [*(f"{field.id}=" for field in fields), *chosen]


def _events(game: Game) -> Iterable[str]:
    return game.scoring.events if game.scoring else ()


def _readings(game: Game) -> Iterable[str]:
    return [
        f"{ruling.id}={each.id}" for ruling in game.rulings.values() for each in ruling.readings
    ]


def _plays(_: Opens, __: click.Context) -> Iterable[str]:
    from rulesref.play.store import PlayStore

    with closing(PlayStore.open()) as store:
        return store.names()


def _events_of_play(library: Opens, ctx: click.Context) -> Iterable[str]:
    from rulesref.play.store import PlayStore

    assert ctx.parent
    with closing(PlayStore.open()) as store:
        play = store.play(ctx.parent.params.get("name"))
    return _events(library().wanted(play.game))


def _kinds(_: Opens, __: click.Context) -> Iterable[str]:
    from rulesref.reading.schemas import FILES

    return (*FILES, "position", "expressions")


_WORDS: Mapping[str, Callable[[Opens, click.Context], Iterable[str]]] = {
    "game": _games, "first game": _first_game, "entry": _entries, "input": _inputs, "play": _plays,
    "event of play": _events_of_play, "kind": _kinds,
    "table": _of_game(lambda game: game.tables), "calculator": _of_game(lambda game: game.calculators),
    "topic": _of_game(lambda game: game.about.topics), "event": _of_game(_events), "ruling": _of_game(_readings),
}  # fmt: skip
