"""Pages about how plays went: time, points by round, statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from rulesref.base.messages import N_, as_text, say
from rulesref.fields.kind import IN_PLAYS
from rulesref.model.game import Game
from rulesref.play.course import Course, Round, Tally
from rulesref.play.log import Play
from rulesref.show.blocks import Grid, Page, Para, Title
from rulesref.show.data import Json, fields

_HOUR = 3600


def duration(seconds: int, lang: str) -> str:
    """A length of time as people say it: hours and minutes, or minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    if seconds < _HOUR:
        text = N_("{minutes} min {rest} s") if minutes else N_("{rest} s")
        return say(lang, text, minutes=minutes, rest=rest)
    return say(lang, "{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


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
        called = round_name(now, course.rounds, lang)
        here = say(lang, "round {number}", number=called) if called.isdecimal() else called
        going = {here: now.seconds}
        if turn.player:
            going[say(lang, "turn of {player}", player=turn.player)] = turn.seconds
        for what, seconds in going.items():
            text = say(lang, "{what}: {time} so far", what=what, time=duration(seconds, lang))
            page.append(Para(text))
    heads = (N_("player"), N_("time taken"), N_("turns"), N_("average"), N_("longest turn"))
    rows = []
    for name, own in _turns_of(play, course).items():
        several = (sum(own), sum(own) // len(own), max(own)) if own else ()
        whole, average, longest = (duration(each, lang) for each in several or (0, 0, 0))
        rows.append([name or say(lang, "nobody's turn"), whole, len(own), average, longest])
    return [*page, _grid([say(lang, head) for head in heads], rows, lang)]


def _turns_of(play: Play, course: Course) -> dict[str | None, list[int]]:
    """How long the turns of each player took; those of nobody in particular at the end, if they took any time."""
    turns = course.turns
    own: dict[str | None, list[int]] = {
        name: [turn.seconds for turn in turns if turn.player == name] for name in play.players
    }
    nobodys = [turn.seconds for turn in turns if turn.player is None and turn.seconds]
    return {**own, None: nobodys} if nobodys else own


def curve(players: Sequence[str], course: Course, lang: str) -> Page:
    """The points of everybody at the end of each round, and how long it took."""
    if all(points is None for each in course.rounds for points in each.points):
        return [Para(say(lang, "Nobody has points yet that are kept in this session."))]
    rows = [
        (round_name(each, course.rounds, lang), *each.points, duration(each.seconds, lang))
        for each in course.rounds
    ]
    return [_grid((say(lang, "round"), *players, say(lang, "time taken")), rows, lang)]


def round_name(here: Round, rounds: Sequence[Round], lang: str) -> str:
    """What a round is called: its number, or the stage, or both where a stage has several."""
    count = "" if here.number is None else as_text(lang, here.number)
    if here.stage is None:
        return count or say(lang, "course of the game")
    alone = sum(each.stage == here.stage for each in rounds) == 1
    return here.stage.of(lang) if alone or not count else f"{here.stage.of(lang)} {count}"


def course_data(play: Play, course: Course, lang: str) -> Json:
    """How a play went as JSON, in seconds."""
    players = [
        {"player": name, "seconds": sum(own), "turns": len(own), "longest": max(own, default=0)}
        for name, own in _turns_of(play, course).items()
    ]
    rounds = [
        {"stage": each.stage and each.stage.of(lang), "round": each.number, "seconds": each.seconds,
         "points": dict(zip(play.players, each.points, strict=False))}
        for each in course.rounds
    ]  # fmt: skip
    keys = "play seconds breaks turns players rounds"
    return fields(course, lang, keys, play=play.name, players=players, rounds=rounds)


# --- statistics ----------------------------------------------------------------------------------

_COLUMNS = (N_("games"), N_("wins"), N_("average"), N_("best"))


def statistics(tallies: Sequence[Tally], games: Mapping[str, Game], lang: str) -> Page:
    """The plays of each game: of each player, and by how many played where that differs."""
    page: Page = []
    for key, group in groupby(tallies, lambda each: each.game):
        rows, game = list(group), games.get(key)
        page.append(Title(game.about.name.of(lang) if game else key, 1))
        people = [(each.player, *_numbers(each)) for each in rows if each.player and not each.count]
        counts = [(e.count, *_numbers(e)) for e in rows if e.player == rows[0].player and e.count]
        columns = [say(lang, column) for column in _COLUMNS]
        page.append(_grid((say(lang, "player"), *columns), people, lang))
        if len(counts) > 1:
            page.append(_grid((say(lang, "number of players"), *columns), counts, lang))
    return page


def _numbers(tally: Tally) -> tuple[object, ...]:
    """The columns of a tally; an average with one decimal."""
    average = None if tally.average is None else f"{float(tally.average):.1f}"
    return tally.plays, tally.wins, average, tally.best


def statistics_sheet(tallies: Sequence[Tally], lang: str) -> str:
    """The statistics for a sheet, a row for each game, number of players and player; blank is all of them."""
    from rulesref.show.exports import csv_text

    header = (N_("game"), N_("number of players"), N_("player"), *_COLUMNS)
    rows = [(e.game, e.count, e.player, e.plays, e.wins, e.average, e.best) for e in tallies]
    blank = [["" if cell is None else cell for cell in row] for row in rows]
    return csv_text([[say(lang, column) for column in header], *blank])


def statistics_data(tallies: Sequence[Tally], lang: str) -> Json:
    """The same as JSON."""
    keys = "game number-of-players=count player plays wins average best"
    return {"statistics": [fields(each, lang, keys) for each in tallies]}


def _grid(header: Sequence[str], rows: Sequence[Sequence[object]], lang: str) -> Grid:
    """A table of which all columns but the first have numbers; None is a dash."""
    cells = tuple(tuple(as_text(lang, cell, IN_PLAYS) for cell in row) for row in rows)
    return Grid(tuple(header), cells, frozenset(range(1, len(header))))
