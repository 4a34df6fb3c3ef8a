"""A result, and how it came about, for a browser: HTML that needs nothing else and leads nowhere (結果のHTML).

A page of the server shows the same inside of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from rulesref.base.messages import N_, as_text, say
from rulesref.base.text import Number, cells
from rulesref.model.expression import number
from rulesref.model.game import Game
from rulesref.model.scoring import Event
from rulesref.play.course import Course
from rulesref.scoring.compare import other_readings
from rulesref.scoring.score import PlayerScore, Score
from rulesref.show import results
from rulesref.show.blocks import Block, Bullets, CitedText, Grid, Para, Ref, Title
from rulesref.show.marks import mark_svg, seat_marks
from rulesref.show.pages import decision, verdict
from rulesref.show.play_course import curve, round_name

#: How everything looks, here and on the pages of the server.
STYLE = Path(__file__).with_name("page.css")
#: Colours of categories that have none of their own.
_HUES = ("#2471a3", "#d4a017", "#2e8b57", "#c0392b", "#7d3c98", "#d35400", "#16a085", "#8e6e53", "#7f8c8d", "#5d6d7e")  # fmt: skip
#: The colour of what somebody had before the scoring.
_BEFORE = "#999999"
#: The size of a curve, and how much of it is beside what is drawn: left, right, above, below.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340, 210, 30, 10, 8, 22
#: So many lines across a curve at most; so many columns of the name of a round below it at least, each so wide.
_LINES, _SIGNS, _SIGN = 5, 12, 6


class _Part(NamedTuple):
    """What points are for, its colour, and how many they are."""

    name: str
    hue: str
    points: Number


def whole_file(title: str, body: str, lang: str) -> str:
    """A file of its own: how it looks stands inside, and nothing is fetched from anywhere."""
    style = STYLE.read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def score_file(result: Score, lang: str) -> str:
    """A score as a file."""
    title = f"{result.game.about.name.of(lang)} - {result.event.name.of(lang)}"
    return whole_file(title, score_html(result, lang), lang)


#: The rules that a line rests on, as HTML.
CiteRules = Callable[[CitedText], str]


def cited_by_id(text: CitedText) -> str:
    """The rules as they are called: a file leads nowhere."""
    return f"<small>{escape(text.removeprefix(text.said))}</small>"


def score_html(
    result: Score, lang: str, course: str = "", history: str = "", *, cite: CiteRules = cited_by_id
) -> str:
    """Who has won, how everybody stands and why; ``course`` and ``history`` of the play are put where they belong."""
    game, players = result.game, results.best_first(result)
    name, scoring = game.about.name.of(lang), result.event.name.of(lang)
    first = verdict(result.winners, lang) if result.winners else scoring
    said = [
        *(results.tie(each, game, lang) for each in result.ties),
        *results.overruled(result, lang),
        *results.notes(result, lang),
    ]
    if result.event.final and not result.winners:
        said.insert(0, decision(result, lang))
    readings = results.rulings(result, tuple(other_readings(result)), lang)
    parts = [
        f'<p class="place">{escape(name)}{f" · {escape(scoring)}" if result.winners else ""}</p>',
        f'<h1 class="won">{escape(first)}</h1>',
        f'<ol class="places">{"".join(_places(result, players, lang, cite))}</ol>',
        _legend(result, lang),
        _blocks(map(Para, said), cite),
        _grid(results.score_grid(result, lang, turned=True)),
        course,
        _folded(N_("Rulings, and what others would change"), _blocks(readings, cite), lang),
        history,
    ]
    inside = "\n".join(filter(None, parts))
    return f'<article class="outcome">\n{inside}\n</article>\n'


def titled_html(title: str, inside: str) -> str:
    """What has no result yet."""
    return f'<article class="outcome">\n<h1>{escape(title)}</h1>\n{inside}</article>\n'


def _places(
    result: Score, players: Sequence[PlayerScore], lang: str, cite: CiteRules
) -> Iterator[str]:
    """Everybody, best first: points, what they consist of, and the working behind that."""
    pairs = seat_marks(result.game.about, len(players))
    marks = dict(zip(result.position.names, pairs, strict=True))
    bars = [_amounts(player, lang) for player in players]
    low, high = (
        best(sum(each.points for each in bar if each.points * sign > 0) for bar in bars)
        for best, sign in ((min, -1), (max, 1))
    )
    for player, bar in zip(players, bars, strict=True):
        rank = f'<span class="rank">{player.rank}</span> ' if result.event.ranking else ""
        total = f" <b>{escape(as_text(lang, player.total))}</b>" if result.event.categories else ""
        first = ' class="first"' if result.event.ranking and player.rank == 1 else ""
        head, *working = results.workings(result, [player], lang)
        assert isinstance(head, Title)
        yield (
            f"<li{first}><p>{rank}{mark_svg(*marks[player.name])} {escape(player.name)}{total}</p>"
            f"{_bar(bar, low, high, lang)}{_folded(N_('How it adds up'), _blocks(working, cite), lang)}</li>"
        )


def _amounts(player: PlayerScore, lang: str) -> list[_Part]:
    """What the points of a player consist of, but for what is nothing."""
    before = [_Part(say(lang, "before"), _BEFORE, player.before)] if player.before else []
    hues = _hues(player.event)
    own = [
        _Part(part.name.of(lang), hue, number(step.value))
        for (part, step), hue in zip(player.categories, hues, strict=True)
    ]
    return [each for each in (*before, *own) if each.points]


def _hues(event: Event) -> list[str]:
    """The colour of each category: its own, else one that none of them has."""
    own = {each.hex for each in event.categories}
    spare = cycle([hue for hue in _HUES if hue not in own] or _HUES)
    return [each.hex or next(spare) for each in event.categories]


def _bar(parts: Sequence[_Part], low: Number, high: Number, lang: str) -> str:
    """Points as lengths on a scale that all players share; what is lost to the left of nothing."""
    if not parts:
        return ""
    scale = 100 / float(high - low)
    told = ", ".join(f"{each.name} {as_text(lang, each.points)}" for each in parts)
    left = right = float(-low) * scale
    drawn = []
    for each in parts:
        width = abs(float(each.points)) * scale
        left -= width if each.points < 0 else 0
        start = left if each.points < 0 else right
        right += width if each.points > 0 else 0
        fade = ' opacity=".45"' if each.points < 0 else ""
        drawn.append(
            f'<rect x="{start:.2f}" y="0" width="{width:.2f}" height="8" fill="{escape(each.hue)}"{fade}/>'
        )
    return (
        f'<svg class="amounts" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="{escape(told)}">'
        f"{''.join(drawn)}</svg>"
    )


def _legend(result: Score, lang: str) -> str:
    """Which colour is which category."""
    pairs = [
        (part.short or part.name, hue)
        for part, hue in zip(result.event.categories, _hues(result.event), strict=True)
    ]
    named = [(name.of(lang), hue) for name, hue in pairs]
    if any(player.before for player in result.players):
        named.insert(0, (say(lang, "before"), _BEFORE))
    items = "".join(f"<li>{mark_svg(hue, 'square')} {escape(name)}</li>" for name, hue in named)
    return f'<ul class="legend">{items}</ul>' if len(named) > 1 else ""


# --- the course of a play ------------------------------------------------------------------------


def course_html(game: Game, players: Sequence[str], course: Course, lang: str) -> str:
    """The points of everybody from round to round, as a curve and as a table; nothing where they are not kept."""
    rounds = [each for each in course.rounds if None not in each.points]
    shown = _blocks(curve(players, course, lang), cited_by_id)
    table = _folded(N_("As a table"), shown, lang)
    if len(rounds) < 2:  # noqa: PLR2004 - a line has two ends
        return ""
    names = [round_name(each, course.rounds, lang) for each in rounds]
    lines = list(zip(*([number(points) for points in each.points] for each in rounds), strict=True))
    marks = seat_marks(game.about, len(players))
    who = "".join(
        f"<li>{mark_svg(*mark)} {escape(name)}</li>"
        for name, mark in zip(players, marks, strict=True)
    )
    drawn = _curve(names, lines, [hue for hue, _ in marks])
    title = escape(say(lang, "Points by round"))
    return (
        f"<h2>{title}</h2>"
        f'<svg class="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}">{drawn}</svg>'
        f'<ul class="legend">{who}</ul>{table}'
    )


def _curve(names: Sequence[str], lines: Sequence[Sequence[Number]], hues: Sequence[str]) -> str:
    low, high = min(0, *map(min, lines)), max(1, *map(max, lines))
    across = (_WIDTH - _LEFT - _RIGHT) / (len(names) - 1)

    def at(n: int, points: Number) -> str:
        y = _TOP + (_HEIGHT - _TOP - _BOTTOM) * float((high - points) / (high - low))
        return f"{_LEFT + n * across:.1f},{y:.1f}"

    drawn = []
    step = next(s for s in _steps() if (high - low) / s <= _LINES)
    for points in range(-(int(-low) // step) * step, int(high) + 1, step):
        y = at(0, points).partition(",")[2]
        drawn.append(
            f'<path class="grid" d="M{_LEFT} {y}H{_WIDTH - _RIGHT}"/>'
            f'<text x="{_LEFT - 5}" y="{y}" dy=".35em" text-anchor="end">{points}</text>'
        )
    free = float(_WIDTH)  # up to there nothing stands below yet
    for n in range(len(names) - 1, -1, -1):
        x, name = _LEFT + n * across, _short(names[n], max(_SIGNS, int(across / _SIGN) - 1))
        wide = cells(name) * _SIGN
        last = n == len(names) - 1
        if x + (0 if last else wide / 2) <= free:
            end = "end" if last else "middle"
            drawn.append(
                f'<text x="{x:.1f}" y="{_HEIGHT - 6}" text-anchor="{end}">{escape(name)}</text>'
            )
            free = x - (wide if last else wide / 2) - _SIGN
    for line, hue in zip(lines, hues, strict=True):
        path = " ".join(at(n, points) for n, points in enumerate(line))
        drawn.append(f'<polyline points="{path}" stroke="{escape(hue)}"/>')
    return "".join(drawn)


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20 …: what lines across a curve are apart."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _short(name: str, most: int) -> str:
    """The name of a round where several stand side by side, in so many columns at most."""
    if cells(name) <= most:
        return name
    return f"{next(name[:n] for n in range(len(name), -1, -1) if cells(name[:n]) < most)}…"


def history_html(history: Sequence[tuple[int, str]], lang: str) -> str:
    """What was done, line by line."""
    items = "".join(f'<li value="{n}">{escape(text)}</li>' for n, text in history)
    return _folded(N_("What was done"), f'<ol class="history">{items}</ol>' if items else "", lang)


# --- pieces --------------------------------------------------------------------------------------


def _folded(name: str, inside: str, lang: str) -> str:
    """What unfolds at a tap."""
    if not inside:
        return ""
    return f"<details><summary>{escape(say(lang, name))}</summary>{inside}</details>"


def _blocks(page: Iterable[Block], cite: CiteRules) -> str:
    """Blocks as HTML: of those that stand on a page of a result."""
    return "".join(_block(block, cite) for block in page)


def _line(text: str, cite: CiteRules) -> str:
    if isinstance(text, CitedText):
        return f"{escape(text.said)} {cite(text)}"
    return escape(text.name if isinstance(text, Ref) else text)


def _block(block: Block, cite: CiteRules) -> str:
    match block:
        case Grid():
            return _grid(block)
        case Bullets():
            items = (
                f'<li class="d{min(d, 3)}">{_line(text, cite)}</li>' for d, text in block.items
            )
            return f'<ul class="working">{"".join(items)}</ul>'
        case Para():
            indented = ' class="in"' if block.indent > 1 else ""
            return f"<p{indented}>{_line(block.text, cite)}</p>"
        case _:
            raise TypeError(block)


def _grid(grid: Grid) -> str:
    head = "".join(
        f'<th scope="col">{escape(text)}</th>' if text else "<td></td>" for text in grid.header
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(text)}</td>" for text in rest)}</tr>'
        for first, *rest in grid.rows
    )
    return (
        f'<div class="wide" tabindex="0"><table class="score"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
