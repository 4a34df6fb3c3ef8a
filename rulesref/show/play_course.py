"""Pages about how plays went: time, points by round, statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from rulesref.base.messages import N_, as_text, say
from rulesref.model.game import Game
from rulesref.play.course import Course, Round
from rulesref.play.log import Play
from rulesref.play.tallies import Tally
from rulesref.show.blocks import Grid, Page, Para, Title
from rulesref.show.data import Json, fields

# --- time ----------------------------------------------------------------------------------------


def duration(seconds: int, lang: str) -> str:
    """A length of time as people say it: hours and minutes, or minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    if minutes >= _HOUR:
        hours, minutes = divmod(minutes + (rest >= _HALF), 60)
        return say(lang, "{hours} h {minutes} min", hours=hours, minutes=minutes)
    if minutes:
        return say(lang, "{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return say(lang, "{seconds} s", seconds=rest)


_HOUR, _HALF = 60, 30


def time(play: Play, course: Course, lang: str, *, over: bool) -> Page:
    """How long a play has taken: in all, this round, this turn, and each player."""
    begun = datetime.fromisoformat(play.created).astimezone().strftime("%Y-%m-%d %H:%M")
    played = N_("Begun on {begun}; {time} of play.")
    page: Page = [Para(say(lang, played, begun=begun, time=duration(course.seconds, lang)))]
    for each in course.breaks:
        text = N_("Not counted: {time} after line {n}, a break of more than an hour.")
        page.append(Para(say(lang, text, time=duration(each.seconds, lang), n=each.after), 1))
    if not over and course.rounds:
        now, turn = course.rounds[-1], course.turns[-1]
        so_far = N_("{what}: {time} so far")
        parts = [(_round_name(now, course.rounds, lang), now.seconds)]
        parts += (
            [(say(lang, "turn of {player}", player=turn.player), turn.seconds)]
            if turn.player
            else []
        )
        page += [Para(say(lang, so_far, what=what, time=duration(s, lang))) for what, s in parts]
    header = (N_("player"), N_("time taken"), N_("turns"), N_("average"), N_("longest turn"))
    rows = [_of_player(course, name, lang) for name in (*play.players, None)]
    page.append(_grid([say(lang, each) for each in header], [row for row in rows if row]))
    return page


def _of_player(course: Course, player: str | None, lang: str) -> list[str]:
    """The row of a player, or of the time that is nobody's turn, which is none where there is no such time."""
    own = [turn.seconds for turn in course.turns if turn.player == player]
    if player is None:
        return (
            [say(lang, "nobody's turn"), duration(sum(own), lang), "", "", ""] if sum(own) else []
        )
    if not own:
        return [player, "-", "0", "-", "-"]
    several = (sum(own), sum(own) // len(own), max(own))
    whole, average, longest = (duration(seconds, lang) for seconds in several)
    return [player, whole, str(len(own)), average, longest]


def time_data(play: Play, course: Course, lang: str) -> Json:
    """The same as JSON, in seconds."""
    return {
        "play": play.name,
        **fields(course, lang, "seconds breaks turns rounds"),
        "players": [
            {"player": name, "seconds": sum(own), "turns": len(own), "longest": max(own, default=0)}
            for name in play.players
            for own in [[turn.seconds for turn in course.turns if turn.player == name]]
        ],
    }


# --- points by round -----------------------------------------------------------------------------


def curve(players: Sequence[str], course: Course, lang: str) -> Page:
    """The points of everybody at the end of each round, and how long it took."""
    if all(points is None for each in course.rounds for points in each.points):
        return [Para(say(lang, "Nobody has points yet that are kept in this play."))]
    header = [say(lang, "round"), *players, say(lang, "time taken")]
    rows = [
        [_round_name(each, course.rounds, lang), *("-" if points is None else as_text(lang, points) for points in each.points),
         duration(each.seconds, lang)]
        for each in course.rounds
    ]  # fmt: skip
    return [_grid(header, rows)]


def _round_name(here: Round, rounds: Sequence[Round], lang: str) -> str:
    """What a round is called: its number, or the stage, or both where a stage has several."""
    number = "" if here.number is None else as_text(lang, here.number)
    if here.stage is None:
        return number or say(lang, "course of the game")
    alone = sum(each.stage == here.stage for each in rounds) == 1
    return here.stage.of(lang) if alone or not number else f"{here.stage.of(lang)} {number}"


def curve_data(play: Play, course: Course, lang: str) -> Json:
    """The same as JSON."""
    return {
        "play": play.name,
        "rounds": [
            fields(each, lang, "stage round=number seconds points",
                   points=dict(zip(play.players, each.points, strict=False)))
            for each in course.rounds
        ],
    }  # fmt: skip


# --- statistics ----------------------------------------------------------------------------------

_COLUMNS = (N_("plays"), N_("wins"), N_("average"), N_("best"))
_CSV = (N_("game"), N_("number of players"), N_("player"), *_COLUMNS)


def statistics(tallies: Sequence[Tally], games: Mapping[str, Game], lang: str) -> Page:
    """The plays of each game: of each player, and by how many played; of one player the latter alone."""
    page: Page = []
    for key, group in groupby(tallies, lambda each: each.game):
        rows, game = list(group), games.get(key)
        page.append(Title(game.about.name.of(lang) if game else key, 1))
        people = [each for each in rows if each.count is None and each.player is not None]
        counts = [each for each in rows if each.count is not None and each.player is None]
        if len({each.player for each in rows}) == 1:
            counts = [each for each in rows if each.count is not None]
        page.append(_tallied(say(lang, "player"), people, lang))
        if len(counts) > 1:
            page.append(_tallied(say(lang, "number of players"), counts, lang))
    return page


def _tallied(what: str, tallies: Sequence[Tally], lang: str) -> Grid:
    rows = [[str(each.count or each.player), *_numbers(each, lang)] for each in tallies]
    return _grid([what, *(say(lang, column) for column in _COLUMNS)], rows)


def _numbers(tally: Tally, lang: str) -> list[str]:
    """The columns of a tally; an average with one decimal."""
    average = None if tally.average is None else f"{float(tally.average):.1f}"
    best = None if tally.best is None else as_text(lang, tally.best)
    return [
        str(tally.plays),
        *("-" if each is None else str(each) for each in (tally.wins, average, best)),
    ]


def statistics_sheet(tallies: Sequence[Tally], lang: str) -> str:
    """The statistics for a sheet, a row for each game, number of players and player; blank is all of them."""
    from rulesref.show.exports import csv_text

    rows: list[list[object]] = [[say(lang, column) for column in _CSV]]
    for each in tallies:
        counts = [each.plays, each.wins, each.rounded, each.best]
        row = [each.game, each.count, each.player, *counts]
        rows.append(["" if cell is None else cell for cell in row])
    return csv_text(rows)


def statistics_data(tallies: Sequence[Tally], lang: str) -> Json:
    """The same as JSON."""
    keys = "game number-of-players=count player plays wins average=rounded best"
    return {"statistics": [fields(each, lang, keys) for each in tallies]}


def _grid(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
    """A table of which all columns but the first have numbers."""
    return Grid(tuple(header), tuple(map(tuple, rows)), frozenset(range(1, len(header))))
