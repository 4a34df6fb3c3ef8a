"""Pages of a play: where it is, what a line did, what is asked, the rules of a step, the beginning."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulesref.base.messages import N_, as_text, joined, say
from rulesref.fields.kind import empty, kind_of
from rulesref.model.entries import Rule
from rulesref.model.field import Field
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening, Missing, Reminder, State
from rulesref.play.records import LogEntry, value_text
from rulesref.play.session import Accepted, ChangedElsewhere, HeadMoved, PlaySession
from rulesref.show.blocks import Block, Bullets, Facts, Flowing, Page, Para, Title
from rulesref.show.play_history import change_text, points_text, title, tracking_text

if TYPE_CHECKING:
    from rulesref.scoring.compare import OtherReading


def situation(game: Game, state: State, lang: str, *, offered: bool = True) -> Page:
    """The status line and, if ``offered``, the choices."""
    page: Page = [Para(line) for line in status(game, state, lang)]
    may = flow.choices(game, state) if offered else ()
    if may:
        page.append(choices(may, lang))
    return page


def choices(offered: Sequence[Action], lang: str) -> Flowing:
    """What may be done now, by number."""
    return numbered([action.name.of(lang) for action in offered])


def status(game: Game, state: State, lang: str) -> Iterator[str]:
    """Where the play is and how everybody stands."""
    if state.finished:
        yield ended(state.winners, lang)
    else:
        yield say(lang, N_("[{where}]"), where=joined_places(place(game, state, lang)))
    spec = flow.flow_of(game)
    for key in spec.points:
        standing = [
            f"{n} {as_text(lang, own[key])}"
            for n, own in zip(state.names, state.players, strict=True)
        ]
        if any(own[key] is not None for own in state.players):
            yield say(lang, N_("{what}: {standing}"), what=spec.player[key].field.name,
                      standing="  ".join(standing))  # fmt: skip
    seat = flow.seat_now(state)
    if seat is not None and not state.finished:
        own = state.players[seat]
        facts = [
            f"{spec.player[key].field.name.of(lang)} {value_text(spec.player[key].field, own[key]).of(lang)}"
            for key in spec.shown
            if key not in spec.points and own[key] is not None
        ]
        if facts:
            yield say(
                lang, N_("{what}: {standing}"), what=state.names[seat], standing="  ".join(facts)
            )


def ended(winners: Sequence[str], lang: str) -> str:
    """How a play ended."""
    if not winners:
        return say(lang, N_("The play is over."))
    if len(winners) == 1:
        return say(lang, N_("The play is over: {winner} wins."), winner=winners[0])
    return say(lang, N_("The play is over: {winners} share the victory."), winners=list(winners))


def place(game: Game, state: State, lang: str) -> list[str]:
    """The stages that are open, what of the table tells the time, and whose turn it is."""
    spec = flow.flow_of(game)
    places = [name.of(lang) for name in flow.stage_label(game, state)]
    for key in spec.shown_table:
        if state.table[key] is not None:
            field = spec.table[key].field
            places.append(f"{field.name.of(lang)} {value_text(field, state.table[key]).of(lang)}")
    turn = flow.turn_of(state)
    if turn is not None:
        places.append(say(lang, N_("{player} to play"), player=turn))
    return places


def joined_places(places: Sequence[str]) -> str:
    """Places, outermost first."""
    return " / ".join(places)


def prompt(game: Game, state: State, lang: str) -> str:
    """Whose turn it is and which step, before what is typed."""
    turn = flow.turn_of(state)
    names = flow.stage_label(game, state)
    where = names[-1].of(lang) if names else ""
    if state.finished:
        return "> "
    return f"{turn} ({where})> " if turn and where else f"{turn or where}> "


def reminders(dues: Iterable[Reminder], lang: str) -> Page:
    """What must not be forgotten, each with its rules."""
    return [Para("! " + reminder(due, lang), 0) for due in dues]


def reminder(due: Reminder, lang: str) -> str:
    """One reminder in words."""
    rules = joined(lang, list(due.rules))
    if due.player is None:
        return say(lang, N_("{text} [{rules}]"), text=due.text, rules=rules)
    return say(
        lang, N_("{player}: {text} [{rules}]"), player=due.player, text=due.text, rules=rules
    )


def numbered(names: Sequence[str]) -> Flowing:
    """Names to choose from, each by its number."""
    return Flowing(tuple(f"{number} {name}" for number, name in enumerate(names, 1)))


#: Entries explained by ``?``, and choices listed there with their words.
_MOST_RULES = 6

# --- after a line --------------------------------------------------------------------------------


def accepted(reply: Accepted, game: Game, lang: str, *, offered: bool = True) -> Page:
    """What a line did, what it won, what has become due, where the play is and what comes next.

    Without ``offered`` the choices are left out: they are those that were shown last.
    """
    page: Page = []
    for happening in _in_reading_order(reply.happenings):
        page.extend(_happening(happening, lang, reply.others))
    page.extend(reminders(reply.due, lang))
    return [*page, *situation(game, reply.after, lang, offered=offered)]


def _in_reading_order(happenings: Sequence[Happening]) -> list[Happening]:
    """A scoring stands before the points that come of it."""
    return sorted(happenings, key=lambda happening: happening.kind != "score")


def _happening(
    happening: Happening, lang: str, others: Sequence[OtherReading] = ()
) -> Iterator[Block]:
    match happening.kind:
        case "score":
            from rulesref.show import results

            assert happening.score is not None
            yield from results.score(happening.score, lang, others, warnings=True)
        case "stage":
            yield Para(say(lang, N_("== {stage}"), stage=happening.text))
        case "points":
            yield Para(points_text(happening, lang), 1)
        case "change":
            yield Para(change_text(happening, lang))
        case "track":
            yield Para(tracking_text(happening, lang))
        case "unknown":
            left_out = N_("! {what} is not known, so it was left out. Set it: set …")
            yield Para(say(lang, left_out, what=happening.text))
        case "note":
            yield Para(say(lang, N_("Note: {text}"), text=happening.text))
        case _:
            if happening.text is not None:
                yield Para(happening.text.of(lang))


# --- help ----------------------------------------------------------------------------------------


def help_here(game: Game, state: State, lang: str) -> Page:
    """The rules of this very step, and the choices with their words."""
    offered = flow.choices(game, state)
    of_choices = {rule for action in offered for rule in action.rules}
    every = flow.rules_here(game, state)
    of_step = [rule for rule in every if rule not in of_choices] or list(every)
    page: Page = [Title(joined_places(place(game, state, lang)) or ended(state.winners, lang), 2)]
    rules = [rule for rule in map(game.rule, of_step[:_MOST_RULES]) if rule]
    page.append(Bullets(tuple((0, _in_short(rule, lang)) for rule in rules)))
    if offered:
        page.append(Title(say(lang, N_("Choices: the number or a word, then what is asked")), 2))
        page.append(
            Facts(tuple((str(n), _choice(action, lang)) for n, action in enumerate(offered, 1)))
        )
    page.append(Para(say(lang, WORDS), 0))
    return page


#: What can be typed in every step.
WORDS = N_(
    "? N: the rule of a choice. Also: undo [N], redo, history, score, due, show, setup, ask WORDS, table WORDS, calc WORDS, set PLAYER.FIELD VALUE, note TEXT, track light|full, position, export FILE, lang ja|en, quit. “!” in front of a choice does it although the rules do not allow it."
)


def _in_short(rule: Rule, lang: str) -> str:
    return say(
        lang, N_("{title}: {text} [{id}]"), title=rule.title, text=rule.points[0].text, id=rule.id
    )


def _choice(action: Action, lang: str) -> str:
    words = action.words[0] if lang == "ja" else action.words[1]
    text = action.name.of(lang)
    if words:
        text = say(lang, N_("{name} ({words})"), name=text, words=joined(lang, list(words)))
    inputs = [
        say(lang, N_("[{name}]"), name=field.name) if field.optional else field.name.of(lang)
        for field in action.ask.values()
    ]
    return " ".join([text, *inputs])


def help_action(game: Game, action: Action, lang: str) -> Page:
    """The rules of one choice, in full."""
    from rulesref.show import pages

    page: Page = []
    for name in action.rules:
        rule = game.rule(name)
        if rule is not None:
            title, *rest = pages.rule(game, rule, lang, whole=False)
            # What it is linked with stands behind a further title.
            page += [title, *itertools.takewhile(lambda block: not isinstance(block, Title), rest)]
    return page


#: So many choices are told with a refusal.
_FEW = 3


def step_now(game: Game, state: State, lang: str) -> Page:
    """Which step it is where little can be done, and what: whoever types something else is too early."""
    names, offered = flow.stage_label(game, state), flow.choices(game, state)
    if not names or not 0 < len(offered) <= _FEW:
        return []
    may = [f"{number} {action.name.of(lang)}" for number, action in enumerate(offered, 1)]
    now = N_("The step now is “{stage}”. What can be done: {choices}")
    return [Para(say(lang, now, stage=names[-1], choices=may), 2)]


def refusal(game: Game, rule: str, lang: str) -> Page:
    """The rule that a refused line would break, in short."""
    entry = game.rule(rule)
    return [Para(_in_short(entry, lang), 2)] if entry else []


def asking(missing: Missing, state: State, lang: str) -> Page:
    """What stands above the line in which a value is asked: what to say, and the options."""
    field = missing.field
    page: Page = [Para(field.help.of(lang), 2)] if field.help else []
    if kind_of(field).names_players:
        return [*page, numbered(state.names)]
    names = [option.name.of(lang) for option in missing.options]
    return [*page, numbered(names)] if names else page


def asked(missing: Missing, lang: str) -> str:
    """What is asked of an action, as the line behind which the answer is typed."""
    field = missing.field
    expected = kind_of(field).expects(field, lang)
    if field.optional:
        expected = joined(lang, [text for text in (expected, _otherwise(field, lang)) if text])
    if not expected:
        return say(lang, N_("{action}: {name}? "), action=missing.action.name, name=field.name)
    return say(lang, N_("{action}: {name} ({expected})? "), action=missing.action.name,
               name=field.name, expected=expected)  # fmt: skip


def _otherwise(field: Field, lang: str) -> str:
    """What an empty line means."""
    shown = value_text(field, flow.settled(empty(field))).of(lang)
    return say(lang, N_("Enter: {value}"), value=say(lang, N_("none")) if shown == "-" else shown)


# --- beginning, taking back, others ---------------------------------------------------------------


def opening(session: PlaySession, happenings: Sequence[Happening], drawn: bool, lang: str) -> Page:  # noqa: FBT001
    """A new play: its name, the seats, the checklist of the setup."""
    game, play = session.game, session.play
    page: Page = [
        Title(
            say(lang, N_("A play of {game} begins: {name}"), game=game.about.name, name=play.name)
        ),
        Para(say(lang, N_("In turn order: {players}"), players=list(play.players))),
    ]
    if drawn:
        page.append(
            Para(
                say(
                    lang,
                    N_("Drawn with the seed {seed}; --seed {seed} draws the same again."),
                    seed=str(play.seed),
                )
            )
        )
    page.extend(setup(game, session.state, lang, varying=True))
    for happening in happenings:
        page.extend(_happening(happening, lang))
    page.extend(reminders(flow.dues(game, session.state), lang))
    return [*page, *situation(game, session.state, lang)]


def setup(game: Game, state: State, lang: str, *, varying: bool = False) -> Page:
    """The checklist of the setup for these players; ``varying``: what is not the same in every play."""
    every = flow.checklist(game, state)
    lines = flow.checklist(game, state, varying=True) if varying else every
    items = tuple((0, f"[ ] {text.of(lang)}") for _, text, _ in lines)
    page: Page = [Title(say(lang, N_("Setup")), 2), Bullets(items)]
    if len(lines) < len(every):
        more = N_("These depend on the play; “setup” lists all {many} steps.")
        page.append(Para(say(lang, more, many=len(every))))
    return page


def moved(reply: HeadMoved, game: Game, lang: str) -> Page:
    """Which lines were taken back or done again."""
    head = N_("Taken back: {title}") if reply.back else N_("Done again: {title}")
    page: Page = [Para(say(lang, head, title=title(entry, lang))) for entry in reply.entries]
    if not reply.back:
        page.extend(reminders(reply.due, lang))
    return [*page, *situation(game, reply.after, lang)]


def changed_elsewhere(reply: ChangedElsewhere, session: PlaySession, lang: str) -> Page:
    """What another terminal has done to the play meanwhile."""
    page: Page = [Para(numbered_title(entry, lang)) for entry in reply.entries]
    return [*page, *situation(session.game, session.state, lang)]


def numbered_title(entry: LogEntry, lang: str) -> str:
    """A line by its number, and what it did."""
    return say(lang, N_("Line {n}: {title}"), n=entry.line.n, title=title(entry, lang))
