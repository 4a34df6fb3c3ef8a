"""What was done in a play: titles of lines, the history, the running score, the list of plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.messages import N_, as_text, joined, say
from rulesref.base.text import Text, signed
from rulesref.fields.kind import kind_of
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening, State
from rulesref.play.log import Play
from rulesref.play.replay import (
    LogEntry,
    PointSource,
    point_sources,
    points,
    standing_of,
    value_text,
)
from rulesref.play.session import PlaySession
from rulesref.play.trash import KEPT, Thrown, day
from rulesref.show.blocks import Facts, Grid, Page, Para

#: What stands above the list of plays.
_COLUMNS = (N_("session"), N_("game"), N_("date"), N_("who plays"), N_("state"))


def title(entry: LogEntry, lang: str) -> str:
    """What a line did, in one sentence: what was given and who won what stand in it or behind it.

    As it was typed where the game does not say.
    """
    text = " ".join(_titles(entry.happenings, lang))
    text = text or entry.line.typed or say(lang, "The game begins.")
    won = [f"{each.player} {signed(each.amount, '0')}" for each in points([entry])]
    beside = [*_unsaid(entry.happenings, " ".join([text, *won]), lang), *won]
    text = f"{text} ({joined(lang, beside)})" if beside else text
    return f"! {text}" if entry.line.command.get("force") else text


def aftermath(entry: LogEntry, lang: str) -> tuple[str, ...]:
    """What was told with a line and does not stand in its title: what comes of it at the table."""
    head = title(entry, lang)
    told = (each.text.of(lang) for each in entry.happenings if each.kind == "say" and each.text)
    return tuple(text for text in told if text not in head)


def _titles(happenings: Sequence[Happening], lang: str) -> Iterator[str]:
    # Of a scoring the result says everything.
    scored = [each for each in happenings if each.score is not None]
    first = next((each for each in happenings if each.kind == "say"), None)
    for each in scored or happenings:
        if each.kind in TEXTS:
            yield TEXTS[each.kind](each, lang)
        elif each.kind == "say" and each.text and (each is first or each.logged):
            yield each.text.of(lang)


def _scoring_text(happening: Happening, lang: str) -> str:
    """What a scoring came to; where nobody wins points there is no total."""
    score, event = happening.score, str(happening.text and happening.text.of(lang))
    if score is None or not score.event.categories:
        return event
    totals = [f"{player.name} {as_text(lang, player.total)}" for player in score.players]
    return say(lang, "{what}: {standing}", what=event, standing=joined(lang, totals))


def _unsaid(happenings: Sequence[Happening], text: str, lang: str) -> Iterator[str]:
    """The values given for an action that its sentence does not have."""
    for field, value in (given for each in happenings for given in each.given):
        each = [(item,) for item in value] if isinstance(value, tuple) else [value]
        if all(_stands_in(text, value_text(field, one).of(lang)) for one in each):
            continue
        shown = value_text(field, value).of(lang)
        name = field.name.of(lang)
        if value is True:
            yield name
        else:
            yield f"{name} {shown}" if kind_of(field).is_number else shown


def _stands_in(text: str, value: str) -> bool:
    """Whether a value stands in a sentence; a number not as a part of another.

    >>> _stands_in("12 of them, 2 left", "2"), _stands_in("12 of them", "2"), _stands_in("a key", "key")
    (True, False, True)
    """
    place = text.find(value)
    while place >= 0:
        around = text[max(0, place - 1) : place] + text[place + len(value) : place + len(value) + 1]
        if not (value[:1].isdecimal() and any(char.isdecimal() for char in around)):
            return True
        place = text.find(value, place + 1)
    return False


#: So many lines of a play are listed where nobody says how many.
LAST = 20


def history(
    entries: Sequence[LogEntry], head: int, lang: str, many: int | None = LAST,
    aside: Sequence[LogEntry] = (),
) -> Page:  # fmt: skip
    """The last lines of a play with their numbers; those taken back are marked.

    Without ``many`` all of them, and before each line those ``aside`` that it or another took the place of.
    """
    listed = entries if many is None else entries[-many:] if many else ()
    before = len(entries) - len(listed)
    width = len(str(entries[-1].line.n)) if entries else 0
    facts = []
    put_aside = _from_step(aside) if many is None else {}
    for entry in listed:
        for each in put_aside.pop(entry.line.n, ()):
            text = say(
                lang, "(typed over, {number}) {title}", number=each.line.id, title=title(each, lang)
            )
            facts.append((f"{each.line.n:>{width + 1}}", text))
        text = title(entry, lang)
        if entry.line.n > head:
            text = say(lang, "(taken back) {title}", title=text)
        facts.append((f"{entry.line.n:>{width + 1}}", text))
    page: Page = [Facts(tuple(facts))]
    if before and many:
        earlier = N_("Earlier lines ({many}): history {more}, or history all")
        page.insert(0, Para(say(lang, earlier, many=before, more=2 * many)))
    if many is None and aside:
        bring = N_(
            "Lines that were typed over are brought back by their number: redo --aside {number}"
        )
        page.append(Para(say(lang, bring, number=aside[-1].line.id)))
    return page


def _from_step(aside: Sequence[LogEntry]) -> dict[int, list[LogEntry]]:
    """Lines that were typed over, those that followed one another together, by the step of the first."""
    first: dict[int, int] = {}
    steps: dict[int, list[LogEntry]] = {}
    for entry in aside:
        step = first[entry.line.id] = first.get(entry.line.after, entry.line.n)
        steps.setdefault(step, []).append(entry)
    return steps


def running(session: PlaySession, lang: str) -> Page:
    """The running score of everybody by what it comes from."""
    game, state = session.game, session.state
    spec = flow.flow_of(game)
    if all(own[key] is None for own in state.players for key in spec.points):
        return _hidden(state, lang, counted=bool(spec.points))
    rows = [
        (name, *(as_text(lang, amount) for amount in amounts))
        for name, amounts in _sources(point_sources(game, state, session.log()), lang)
    ]
    for key in spec.points:
        totals = (as_text(lang, own[key]) for own in state.players)
        rows.append((spec.player[key].field.name.of(lang), *totals))
    header = (say(lang, "points"), *state.names)
    return [Grid(header, tuple(rows), frozenset(range(1, len(header))))]


#: So many sources of points have a row of their own; of more, those that gave most.
_MOST_SOURCES = 12


def _sources(sources: Sequence[PointSource], lang: str) -> list[tuple[str, Sequence[Any]]]:
    """The rows of the running score: what little comes from is one row."""
    named: list[tuple[str, Sequence[Any]]] = [
        (each.name.of(lang) if each.name else say(lang, "corrected"), each.amounts)
        for each in sources
    ]
    if len(named) <= _MOST_SOURCES:
        return named
    most = sorted(named, key=lambda row: -sum(map(abs, row[1])))[: _MOST_SOURCES - 1]
    rest = [row[1] for row in named if row not in most]
    together = [sum(amounts) for amounts in zip(*rest, strict=True)]
    return [*(row for row in named if row in most), (say(lang, "everything else"), together)]


def _hidden(state: State, lang: str, *, counted: bool) -> Page:
    """What is said of points that nobody tracks: what the last scoring came to, if there was one."""
    if not state.scores and not counted:
        return [Para(say(lang, "This game has no running score."))]
    if not state.scores:
        return [Para(say(lang, "Points are hidden in this game; they are counted at the end."))]
    _, totals = state.scores[-1]
    return [Facts(tuple((name, as_text(lang, total)) for name, total in totals.items()))]


def listing(plays: Sequence[Play], games: Mapping[str, Game], lang: str) -> Page:
    """All plays: game, date, players, whose turn it is or who has won."""
    rows = []
    for play in plays:
        game = games.get(play.game)
        name, date, who = game.id if game else play.game, play.created[:10], play.players
        state = how_far(game, play, lang)
        rows.append((play.name, name, date, joined(lang, who), state))
    return [Grid(tuple(say(lang, column) for column in _COLUMNS), tuple(rows))]


def trash(thrown: Sequence[Thrown], lang: str) -> Page:
    """What can be brought back, the last first, and until when."""
    if not thrown:
        return [Para(say(lang, "The trash is empty."))]
    columns = (N_("name"), N_("deleted"), N_("kept until"))
    rows = tuple((each.name, day(each.when), day(each.when + KEPT)) for each in thrown)
    return [Grid(tuple(say(lang, column) for column in columns), rows)]


def how_far(game: Game | None, play: Play, lang: str) -> str:
    """Whose turn it is and in which step, or who has won."""
    standing = standing_of(game, play)
    if standing.finished:
        over = say(lang, "over")
        winners = joined(lang, list(standing.winners))
        if standing.totals:
            totals, first = standing.totals, standing.winners
            ranked = sorted(totals, key=lambda name: (name not in first, -totals[name]))
            winners = joined(lang, [f"{name} {as_text(lang, totals[name])}" for name in ranked])
        return say(lang, "{what}: {standing}", what=over, standing=winners) if winners else over
    step = (standing.stage or (Text("", ""),))[-1].of(lang)
    if standing.turn is None or not step:
        return standing.turn or step
    return say(lang, "{name} ({words})", name=standing.turn, words=step)


def stage_text(names: Sequence[Text], lang: str) -> str:
    """Names of stages, outermost first."""
    return " / ".join(name.of(lang) for name in names)


# --- single happenings ---------------------------------------------------------------------------


def points_text(happening: Happening, lang: str) -> str:
    """Points that somebody won or lost, with the total, and what for."""
    told = N_("{player} {amount} -> {total}")
    if happening.text is not None:
        told = N_("{player} {amount} -> {total} ({why})")
    return say(lang, told, player=happening.player, amount=signed(happening.amount, "0"),
               total=happening.total, why=happening.text)  # fmt: skip


def _change_text(happening: Happening, lang: str) -> str:
    """A value that was corrected by hand."""
    assert happening.field is not None
    value = value_text(happening.field, happening.amount)
    told = (
        N_("{player}: {what} is now {value}.") if happening.player else N_("{what} is now {value}.")
    )
    text = say(lang, told, player=happening.player, what=happening.text, value=value)
    if happening.total is None:
        return text
    return say(lang, "{name} ({words})", name=text, words=signed(happening.total, "0"))


def _tracking_text(happening: Happening, lang: str) -> str:
    """How much is tracked from a line on."""
    return say(lang, _TRACKED[str(happening.amount)])


_TRACKED = {
    "full": N_("Everything is tracked from here on. What is not known yet: set NAME VALUE."),
    "standard": N_("What decides the score is tracked from here on. What is not known yet: set NAME VALUE."),
    "light": N_("Only the pace, the scores and the reminders are tracked from here on."),
}  # fmt: skip


def _note_text(happening: Happening, lang: str) -> str:
    return say(lang, "Note: {text}", text=happening.text)


def _roll_text(happening: Happening, lang: str) -> str:
    """What came of a roll; several dice with their sum."""
    came: Any = happening.amount
    match happening.text and happening.text.en:
        case "coin":
            return say(lang, N_("Coin: heads") if came[0] == "heads" else N_("Coin: tails"))
        case "player":
            return say(lang, "By chance: {player}", player=came[0])
        case dice:
            text = " + ".join(map(str, came)) + (f" = {sum(came)}" if len(came) > 1 else "")
            return say(lang, "{dice} rolled: {came}", dice=dice, came=text)


#: By the kind of what happened the sentence for it; of a scoring what it came to.
TEXTS: Mapping[str, Callable[[Happening, str], str]] = {
    "change": _change_text, "note": _note_text, "roll": _roll_text, "score": _scoring_text, "track": _tracking_text,
    "standing": lambda _, lang: say(lang, "The game goes on from how it stood."),
}  # fmt: skip
