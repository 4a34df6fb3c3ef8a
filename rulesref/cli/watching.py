"""``rulesref check --watch``: what an edit broke and what it mended, as soon as it is saved."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from rulesref.api.checking import CheckedGame, checked
from rulesref.base.diagnostics import Problem, ProblemsFound, errors
from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.compiling.audit import audited, examined
from rulesref.compiling.writing import folders_of
from rulesref.show.problems import message, problem_in_short, problem_lines, problems_text

#: So many problems are told after a change; the others are counted.
_TOLD = 3
#: So long, in milliseconds, several files that are saved together are waited for, and at the most.
_PAUSE, _LONGEST = 50, 400
#: How often, in milliseconds, the one who watches wakes up though nothing has changed.
_WAKES = 200


class WhatChanged(NamedTuple):
    """What came of a change of a game: the problems that are new, gone, and there as before."""

    new: Sequence[Problem]
    mended: Sequence[Problem]
    left: Sequence[Problem]


def difference(
    before: Sequence[Problem], now: Sequence[Problem], first: Sequence[str]
) -> WhatChanged:
    """What has changed between two looks at a game; those in the files that come ``first`` stand first.

    A problem that has only moved to another line is the same.
    """
    place = {file: i for i, file in enumerate(first)}

    def early(problem: Problem) -> int:
        return place.get(problem.place.file if problem.place else "", len(place))

    new = _beyond(now, before)
    return WhatChanged(sorted(new, key=early), _beyond(before, now), _beyond(now, new))


def _beyond(some: Sequence[Problem], others: Sequence[Problem]) -> list[Problem]:
    """Those of some problems that are not among the others."""
    there = Counter(map(_what, others))
    rest = []
    for problem in some:
        there[_what(problem)] -= 1
        if there[_what(problem)] < 0:
            rest.append(problem)
    return rest


def _what(problem: Problem) -> tuple[str, str, str]:
    file = problem.place.file if problem.place else ""
    return file, problem.code, message(problem, "en")


def watched(session: Session, root: Path) -> None:
    """Check the games in a folder, and again whenever one of their files changes, until Ctrl-C.

    Ends with exit code 1 if there are errors then.
    """
    changes = _changes(root)
    games = _Watched(session, root)
    try:
        next(changes)  # from here on nothing is missed
        games.begin()
        for changed in changes:
            if changed:
                games.look(changed)
    except KeyboardInterrupt:
        click.echo()
    if any(errors(game.problems) for game in games.games.values()):
        session.fail()


def _changes(root: Path) -> Iterator[Collection[Path]]:
    """The files that have changed, as often as some have; at first and now and then none."""
    try:
        import watchfiles
    except ImportError:
        raise ProblemsFound([Problem("E585", None, {})]) from None
    if not root.is_dir():
        raise ProblemsFound([Problem("E211", None, {"folder": str(root)})])
    seen = watchfiles.watch(
        root,
        watch_filter=lambda _, path: _counts(Path(path)),
        debounce=_LONGEST,
        step=_PAUSE,
        rust_timeout=_WAKES,
        yield_on_timeout=True,
    )
    for changes in seen:
        yield [Path(path) for _, path in changes]


def _counts(path: Path) -> bool:
    """Whether a path is a file of a game, or may have been a folder; editors put others beside them."""
    return not path.name.startswith((".", "#")) and path.suffix in (".yaml", ".yml", ".txt", "")


class _Watched:
    """The games of a folder as they were last."""

    def __init__(self, session: Session, root: Path) -> None:
        self.session = session
        self.root = root
        self.games: dict[Path, CheckedGame] = {}

    def begin(self) -> None:
        """Tell what is wrong at first."""
        lang = self.session.lang
        for folder, audit in zip(folders_of(self.root), audited(self.root), strict=True):
            self.games[folder] = game = checked(*audit)
            click.echo(problems_text(game.problems, game.texts, lang), nl=False)
            if not game.problems:
                click.echo(game.sound(lang))
        self.note(N_("{time} Watching {folder}. Ctrl-C ends."), folder=str(self.root))

    def look(self, changed: Collection[Path]) -> None:
        """Look again at the games whose files have changed, and tell what came of it."""
        folders = folders_of(self.root) if self.root.is_dir() else []
        self.games = {folder: self.games[folder] for folder in folders if folder in self.games}
        if not folders:
            self.note(N_("{time} There is no game in {folder} any more."), folder=str(self.root))
        inside = sorted(changed, key=_when)
        for folder in folders:
            own = [p for p in inside if p.is_relative_to(folder.resolve())]
            if own or folder not in self.games:
                files = [_named(path, folder) for path in own if path.suffix]
                self.again(folder, tuple(dict.fromkeys(files)))

    def again(self, folder: Path, files: Sequence[str]) -> None:
        """Look again at one game, some of whose files have changed."""
        before = self.games.get(folder)
        self.games[folder] = game = checked(*examined(folder))
        change = difference(before.problems if before else (), game.problems, files)
        if not game.problems:
            self.note(N_("{time} {sound}"), sound=game.sound(self.session.lang))
        else:
            self.note(
                N_("{time} {files}: {new} new, {mended} mended, {left} as before."),
                files=files or (folder.name,),
                new=len(change.new),
                mended=len(change.mended),
                left=len(change.left),
            )
        for line in self.details(change, game.texts):
            click.echo(line)

    def details(self, change: WhatChanged, texts: Mapping[str, str]) -> Iterator[str]:
        """The problems that are new with their lines, in short those that are mended and those that stay."""
        lang = self.session.lang
        for problem in change.new[:_TOLD]:
            yield from problem_lines(problem, texts, lang)
        for sentence, problems in (
            (N_("  mended: {problem}"), change.mended), (N_("  still: {problem}"), change.left)
        ):  # fmt: skip
            for problem in problems[:_TOLD]:
                yield self.session.say(sentence, problem=problem_in_short(problem, lang))
        told = sum(len(several[:_TOLD]) for several in change)
        if more := sum(map(len, change)) - told:
            yield self.session.say(N_("  … and {many} more."), many=more)

    def note(self, sentence: str, **values: object) -> None:
        """Say something with the time of day."""
        self.session.echo(sentence, time=time.strftime("%H:%M:%S"), **values)


def _when(path: Path) -> int:
    """When a file was written; one that is gone first."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _named(path: Path, folder: Path) -> str:
    """A file as problems name it."""
    return f"{folder.name}/{path.relative_to(folder.resolve()).as_posix()}"
