"""The words that the shell can complete: what the games and the plays have, by what was typed before.

Imported when a shell asks. Nothing is linked and no text is read where ids are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing

import click

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.text import whole
from rulesref.library.library import Library
from rulesref.model.game import Game

#: Opens the games, which some words do not need.
Opens = Callable[[], Library]


#: What the shells ask for.
_ASKED = [f"{sh}_{what}" for sh in ("bash", "zsh", "fish") for what in ("source", "complete")]


def must_be_known(asked: str, given: Mapping[str, str]) -> None:
    """Raise the problem that a shell, or somebody in its place, asks for words as no shell does."""
    known = asked in _ASKED
    if known and asked.endswith("complete"):
        # Fish tells the word itself, in which click needs a sign, the others its number.
        at = given.get("COMP_CWORD")
        known = "COMP_WORDS" in given and at is not None
        fish = asked.startswith("fish") and not (at or "").isspace()
        known = known and (fish or whole(at or "") is not None)
    if not known:
        raise ProblemsFound([wrong("E626", asked, known=_ASKED)])


def completed(kind: str, library: Opens, ctx: click.Context, typed: str) -> list[str]:
    """The words of one kind that begin so; none where what stands before is not known."""
    try:
        if kind in _OF_GAME:
            game = _game(library, ctx)
            words = _OF_GAME[kind](game) if game else ()
        else:
            words = _WORDS[kind](library, ctx)
        return [word for word in words if word.startswith(typed)]
    except (ProblemsFound, SystemExit):
        return []


def _game(library: Opens, ctx: click.Context) -> Game | None:
    """The game that stands before: as an argument, as the first of several words, or that of the play."""
    given = [ctx.params.get(name) for name in ("game", "ids", "words")]
    # While the value of an option is typed, click has given no argument its name yet.
    words = next(filter(None, given), ctx.args)
    word = words if isinstance(words, str) else next(iter(words), "")
    game = library().called(word) if word else None
    return library().game(game) if game else None


def _entries(library: Opens, ctx: click.Context) -> Iterable[str]:
    """The entries of the game that stands before; without one the games, and the entries of all."""
    game = _game(library, ctx)
    if game:
        return [*game.rules, *game.rulings]
    every = [word for each in library().usable for word in (*each.rules, *each.rulings)]
    return [*library().listed, *dict.fromkeys(every)]


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
        f"{each.id}={reading.id}" for each in game.rulings.values() for reading in each.readings
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
    "game": lambda library, _: library().listed,
    # Only where no word was typed yet.
    "first game": lambda library, ctx: () if ctx.params.get("words") else library().listed,
    "entry": _entries, "input": _inputs, "play": _plays, "event of play": _events_of_play, "kind": _kinds,
}  # fmt: skip
#: The words of the game that stands before.
_OF_GAME: Mapping[str, Callable[[Game], Iterable[str]]] = {
    "table": lambda game: game.tables, "calculator": lambda game: game.calculators,
    "topic": lambda game: game.about.topics, "event": _events, "ruling": _readings,
}  # fmt: skip
