"""Plays as files for other programs: the log for a sheet, the log to paste."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesref.base.frozen import changed
from rulesref.base.messages import N_, say
from rulesref.base.text import shown
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.course import course
from rulesref.play.log import Play
from rulesref.play.replay import LogEntry, points
from rulesref.scoring.score import Score
from rulesref.show import markdown
from rulesref.show.blocks import Bullets, CitedText, Grid, Page, Para, Title, bullets
from rulesref.show.exports import csv_text
from rulesref.show.play_course import curve, time
from rulesref.show.play_history import stage_text, title
from rulesref.show.play_pages import ended
from rulesref.show.results import standing
from rulesref.show.score_page import (
    cited_by_id,
    course_html,
    history_html,
    score_html,
    titled_html,
    whole_file,
)

#: The columns of a sheet.
_COLUMNS = (
    N_("step"), N_("time"), N_("turn"), N_("stage"), N_("typed"), N_("what happened"), N_("player"),
    N_("points"), N_("total"), N_("why"),
)  # fmt: skip


def sheet(play: Play, entries: Sequence[LogEntry], game: Game | None, lang: str) -> str:
    """The log for a sheet: a row for each line, and one for everything that won points."""
    lines: list[list[object]] = [[say(lang, column) for column in _COLUMNS]]
    turn, stage = "", ""
    for entry in entries:
        if entry.line.n > play.head:
            break
        texts = (turn, stage, entry.line.typed, title(entry, lang))
        first = [entry.line.n, entry.line.time, *texts]
        rows = [
            [each.player or "", each.amount, each.total,
             each.text.of(lang) if each.text else ""]
            for each in points([entry])
        ]  # fmt: skip
        lines += [[*first, *row] for row in rows or [["", "", "", ""]]]
        turn, stage = _where(entry, game, lang)
    return csv_text(lines)


def _where(entry: LogEntry, game: Game | None, lang: str) -> tuple[str, str]:
    """Whose turn it is after a line, and in which stage."""
    if entry.state is None or game is None:
        return "", ""
    stage = stage_text(flow.stage_label(game, entry.state), lang)
    return flow.turn_of(entry.state) or "", stage


def log(play: Play, entries: Sequence[LogEntry], game: Game | None, lang: str) -> str:
    """The log as Markdown, to paste."""
    page: Page = [
        Title(f"{_name(play, game, lang)} - {play.created[:10]}", 0),
        Para(say(lang, "In turn order: {players}", players=list(play.players))),
    ]
    done = [entry for entry in entries if entry.line.n <= play.head]
    last = done[-1].state if done else None
    if last is not None and last.finished:
        page.append(Para(ended(last.winners, lang)))
    page += _course(done, game, lang)
    if game is not None and len(done) > 1:
        found = course(game, done)
        page.append(Title(say(lang, "Points by round"), 1))
        page += curve(play.players, found, lang)
        page += time(play, found, lang, over=last is not None and last.finished)
    page += [block for score in _scores(done) for block in _ranking(score, play.players, lang)]
    return markdown.text(page)


def page(play: Play, entries: Sequence[LogEntry], game: Game | None, lang: str) -> str:
    """How a play ended and went as a file for a browser, which leads nowhere."""
    head = f"{_name(play, game, lang)} - {play.created[:10]}"
    return whole_file(head, play_html(play, entries, game, lang), lang)


def play_html(
    play: Play, entries: Sequence[LogEntry], game: Game | None, lang: str,
    cite: Callable[[CitedText], str] | None = None,
) -> str:  # fmt: skip
    """The last scoring of a play, the course of its points, and what was done; ``cite`` leads to rules."""
    done = [entry for entry in entries if entry.line.n <= play.head]
    history = history_html([(e.line.n, title(e, lang)) for e in done if e.line.n], lang)
    went = course_html(game, play.players, course(game, done), lang) if game and done[1:] else ""
    if scores := _scores(done):
        return score_html(scores[-1], lang, went, history, cite=cite or cited_by_id)
    return titled_html(_name(play, game, lang), went + history)


def _name(play: Play, game: Game | None, lang: str) -> str:
    return game.about.name.of(lang) if game else play.game


def _scores(entries: Sequence[LogEntry]) -> list[Score]:
    return [each.score for entry in entries for each in entry.happenings if each.score is not None]


def _course(entries: Sequence[LogEntry], game: Game | None, lang: str) -> Page:
    """What each line did by its number, under the stages."""
    page: Page = []
    stage = ""
    for entry in entries:
        text, n, before = title(entry, lang), entry.line.n, page[-1] if page else None
        if not n:
            page.append(Para(text))
        elif isinstance(before, Bullets):
            page[-1] = changed(before, items=(*before.items, (0, text)))
        else:
            page.append(Bullets(((0, text),), n))
        _, after = _where(entry, game, lang)
        if after != stage and entry.state is not None and not entry.state.finished:
            stage = after
            page.append(Title(stage, 1))
    return page


def _ranking(score: Score, players: Sequence[str], lang: str) -> Page:
    by_name = {player.name: player for player in score.players}
    ranked = sorted((by_name[name] for name in players), key=lambda player: player.rank)
    head = Title(score.event.name.of(lang), 2)
    if not (score.event.categories and score.event.ranking):
        return [head, bullets(standing(score, p, lang) for p in ranked)]
    header = (say(lang, "rank"), say(lang, "player"), say(lang, "total"))
    rows = tuple((str(p.rank), p.name, shown(p.total)) for p in ranked)
    return [head, Grid(header, rows, frozenset({0, 2}))]
