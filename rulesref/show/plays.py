"""What a play looks like: what a line did, where the play is, what can be done, its history."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.messages import N_, as_text, joined, say
from rulesref.base.text import Text, cells
from rulesref.model.entries import Rule
from rulesref.model.field import Field
from rulesref.model.flow import Action, StateField
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening, Missing, Reminder, State
from rulesref.play.log_entry import sources, turn_of, value_text
from rulesref.play.records import Line, Play
from rulesref.play.session import Carried, Moved, Passed, Sitting
from rulesref.show.blocks import Block, Bullets, Facts, Flowing, Grid, Page, Para, Title

if TYPE_CHECKING:
    from rulesref.scoring.compare import OtherReading

#: Entries explained by ``?``, and choices listed there with their words.
_MOST_RULES = 6

# --- after a line --------------------------------------------------------------------------------


def carried(reply: Carried, game: Game, lang: str, *, offered: bool = True) -> Page:
    """What a line did, what it won, what has become due, where the play is and what comes next.

    Without ``offered`` the choices are left out: they are those that were shown last.
    """
    page: Page = []
    for happening in _in_reading_order(reply.happenings):
        page.extend(_happening(happening, game, reply.others, lang))
    page.extend(reminders(reply.due, lang))
    return [*page, *situation(game, reply.after, lang, offered=offered)]


def _in_reading_order(happenings: Sequence[Happening]) -> list[Happening]:
    """A scoring stands before the points that come of it."""
    scored = [place for place, found in enumerate(happenings) if found.kind == "score"]
    if not scored:
        return list(happenings)
    place = scored[0]
    return [happenings[place], *happenings[:place], *happenings[place + 1 :]]


def _happening(
    found: Happening, game: Game, others: Sequence[OtherReading], lang: str
) -> Iterator[Block]:
    match found.kind:
        case "score":
            from rulesref.show import results

            assert found.score is not None
            yield from results.score(found.score, lang, others, warnings=True)
        case "stage":
            assert found.text is not None
            yield Para(say(lang, N_("== {stage}"), stage=found.text))
        case "points":
            yield Para(_points(found, lang), 1)
        case "change":
            spec = flow.field_at(game, found.field or ("",), of_player=found.player is not None)
            assert spec is not None
            assert found.text is not None
            shown = value_text(spec, found.amount)
            yield Para(_changed(found.player, found.text, shown, lang))
        case "track":
            yield Para(_tracking(found.amount, lang))
        case "unknown":
            yield Para(
                say(
                    lang,
                    N_("! {what} is not known, so it was left out. Set it: set …"),
                    what=found.text,
                )
            )
        case "note":
            assert found.text is not None
            yield Para(say(lang, N_("Note: {text}"), text=found.text))
        case _:
            if found.text is not None:
                yield Para(found.text.of(lang))


def _points(found: Happening, lang: str) -> str:
    values = {"player": found.player, "amount": signed(found.amount), "total": found.total}
    if found.text is None:
        return say(lang, N_("{player} {amount} -> {total}"), **values)
    return say(lang, N_("{player} {amount} -> {total} ({why})"), why=found.text, **values)


def signed(amount: object) -> str:
    """A number of points won or lost.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '-2', '0')
    """
    text = as_text("en", amount)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def _changed(player: str | None, what: Text, to: Text, lang: str) -> str:
    if player is None:
        return say(lang, N_("{what} is now {value}."), what=what, value=to)
    return say(lang, N_("{player}: {what} is now {value}."), player=player, what=what, value=to)


def _tracking(tracked: object, lang: str) -> str:
    if tracked == "full":
        return say(
            lang, N_("Everything is tracked from here on. What is not known yet: set NAME VALUE.")
        )
    return say(lang, N_("Only the pace, the scores and the reminders are tracked from here on."))


def reminders(found: Iterable[Reminder], lang: str) -> Page:
    """What must not be forgotten, each with its rules."""
    return [Para("! " + reminder(due, lang), 0) for due in found]


def reminder(due: Reminder, lang: str) -> str:
    """One reminder in words."""
    rules = joined(lang, list(due.rules))
    if due.player is None:
        return say(lang, N_("{text} [{rules}]"), text=due.text, rules=rules)
    return say(
        lang, N_("{player}: {text} [{rules}]"), player=due.player, text=due.text, rules=rules
    )


# --- where the play is ---------------------------------------------------------------------------


def situation(game: Game, state: State, lang: str, *, offered: bool = True) -> Page:
    """The status line and, if ``offered``, the choices."""
    page: Page = [Para(line) for line in status(game, state, lang)]
    found = flow.choices(game, state) if offered else ()
    if found:
        page.append(choices(found, lang))
    return page


def choices(offered: Sequence[Action], lang: str) -> Flowing:
    """What may be done now, by number."""
    return _numbered([action.name.of(lang) for action in offered])


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
    found = [name.of(lang) for name in flow.stage_label(game, state)]
    for key in spec.shown_table:
        if state.table[key] is not None:
            field = spec.table[key].field
            found.append(f"{field.name.of(lang)} {value_text(field, state.table[key]).of(lang)}")
    turn = turn_of(state)
    if turn is not None:
        found.append(say(lang, N_("{player} to play"), player=turn))
    return found


def joined_places(places: Sequence[str]) -> str:
    """Places, outermost first."""
    return " / ".join(places)


def prompt(game: Game, state: State, lang: str) -> str:
    """Whose turn it is and which step, before what is typed."""
    turn = turn_of(state)
    names = flow.stage_label(game, state)
    where = names[-1].of(lang) if names else ""
    if state.finished:
        return "> "
    return f"{turn} ({where})> " if turn and where else f"{turn or where}> "


def whole(sitting: Sitting, lang: str) -> Page:
    """Everything that is known of a play: players, table, what is due, what may be done."""
    game, state = sitting.game, sitting.state
    page: Page = [Title(sitting.play.name, 1, game.about.name.of(lang))]
    page.extend(Para(line) for line in status(game, state, lang))
    page.extend(_players(game, state, lang))
    spec = flow.flow_of(game)
    facts = [
        *(
            (field.name, value_text(field, state.options[key]))
            for key, field in spec.options.items()
        ),
        *_kept_values(spec.table, state.table, state),
    ]
    if facts:
        page.append(Facts(tuple((name.of(lang), text.of(lang)) for name, text in facts)))
    page.extend(reminders(flow.dues(game, state), lang))
    offered = flow.choices(game, state)
    if offered:
        page.append(choices(offered, lang))
    return page


def of_player(sitting: Sitting, who: str, lang: str) -> Page:
    """Everything that is known of one player."""
    state = sitting.state
    own = state.players[state.names.index(who)]
    kept = _kept_values(flow.flow_of(sitting.game).player, own, state)
    return [Title(who, 2), Facts(tuple((name.of(lang), text.of(lang)) for name, text in kept))]


def _kept_values(
    specs: Mapping[str, StateField], values: Mapping[str, Any], state: State
) -> Iterator[tuple[Text, Text]]:
    for key, spec in specs.items():
        if spec.working:
            continue
        if values[key] is not None or (spec.kept is None and flow.tracks(spec, state.tracked)):
            yield spec.field.name, value_text(spec.field, values[key])


#: Columns of a terminal beyond which a value of a player stands below the table.
_LONG = 12


def _players(game: Game, state: State, lang: str) -> Page:
    """A column for each player, a row for each value that is kept; long lists stand below."""
    spec = flow.flow_of(game)
    kept = [dict(_kept_values(spec.player, own, state)) for own in state.players]
    rows, below = [], []
    for name in dict.fromkeys(name for own in kept for name in own):
        found = [own[name].of(lang) if name in own else "" for own in kept]
        if max(map(cells, found)) <= _LONG:
            rows.append((name.of(lang), *found))
            continue
        below += [
            (say(lang, N_("{name}, {player}"), name=name, player=player), text)
            for player, text in zip(state.names, found, strict=True)
            if text not in ("", "-")
        ]
    columns = frozenset(range(1, len(state.names) + 1))
    page: Page = [Grid(("", *state.names), tuple(rows), columns)]
    return [*page, Facts(tuple(below))] if below else page


# --- help ----------------------------------------------------------------------------------------


def help_here(game: Game, state: State, lang: str) -> Page:
    """The rules of this very step, and the choices with their words."""
    offered = flow.choices(game, state)
    mine = {rule for action in offered for rule in action.rules}
    every = flow.rules_here(game, state)
    here = [rule for rule in every if rule not in mine] or list(every)
    page: Page = [Title(joined_places(place(game, state, lang)) or ended(state.winners, lang), 2)]
    found = [rule for rule in map(game.rule, here[:_MOST_RULES]) if rule]
    page.append(Bullets(tuple((0, _in_short(rule, lang)) for rule in found)))
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
    asked = [
        say(lang, N_("[{name}]"), name=field.name) if field.optional else field.name.of(lang)
        for field in action.ask.values()
    ]
    return " ".join([text, *asked])


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


def refusal(game: Game, rule: str, lang: str) -> Page:
    """The rule that a refused line would break, in short."""
    found = game.rule(rule)
    return [Para(_in_short(found, lang), 2)] if found else []


def asking(missing: Missing, state: State, lang: str) -> Page:
    """What stands above the line in which a value is asked: what to say, and the options."""
    field = missing.field
    page: Page = [Para(field.help.of(lang), 2)] if field.help else []
    if field.kind in ("player", "players"):
        return [*page, _numbered(state.names)]
    names = [option.name.of(lang) for option in missing.options]
    return [*page, _numbered(names)] if names else page


def _numbered(names: Sequence[str]) -> Flowing:
    return Flowing(tuple(f"{number} {name}" for number, name in enumerate(names, 1)))


def asked(missing: Missing, lang: str) -> str:
    """What is asked of an action, as the line behind which the answer is typed."""
    from rulesref.show.wizard import expects

    field = missing.field
    expected = expects(field, lang)
    if field.optional:
        expected = joined(lang, [text for text in (expected, _otherwise(field, lang)) if text])
    if not expected:
        return say(lang, N_("{action}: {name}? "), action=missing.action.name, name=field.name)
    return say(lang, N_("{action}: {name} ({expected})? "), action=missing.action.name,
               name=field.name, expected=expected)  # fmt: skip


def _otherwise(field: Field, lang: str) -> str:
    """What an empty line means."""
    shown = value_text(field, flow.settled(field.empty())).of(lang)
    return say(lang, N_("Enter: {value}"), value=say(lang, N_("none")) if shown == "-" else shown)


# --- beginning, taking back, others ---------------------------------------------------------------


def opening(sitting: Sitting, happenings: Sequence[Happening], drawn: bool, lang: str) -> Page:  # noqa: FBT001
    """A new play: its name, the seats, the checklist of the setup."""
    game, play = sitting.game, sitting.play
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
    page.extend(setup(game, sitting.state, lang))
    for happening in happenings:
        page.extend(_happening(happening, game, (), lang))
    page.extend(reminders(flow.dues(game, sitting.state), lang))
    return [*page, *situation(game, sitting.state, lang)]


def setup(game: Game, state: State, lang: str) -> Page:
    """The checklist of the setup for these players."""
    lines = flow.checklist(game, state)
    items = tuple((0, f"[ ] {text.of(lang)}") for _, text, _ in lines)
    return [Title(say(lang, N_("Setup")), 2), Bullets(items)]


def moved(reply: Moved, game: Game, lang: str) -> Page:
    """Which lines were taken back or done again."""
    head = N_("Taken back: {title}") if reply.back else N_("Done again: {title}")
    page: Page = [Para(say(lang, head, title=title(line, lang))) for line in reply.lines]
    if not reply.back:
        page.extend(reminders(reply.due, lang))
    return [*page, *situation(game, reply.after, lang)]


def passed(reply: Passed, sitting: Sitting, lang: str) -> Page:
    """What another terminal has done to the play meanwhile."""
    page: Page = [
        Para(say(lang, N_("Line {n}: {title}"), n=line.n, title=title(line, lang)))
        for line in reply.lines
    ]
    return [*page, *situation(sitting.game, sitting.state, lang)]


# --- history and scores --------------------------------------------------------------------------


def title(line: Line, lang: str) -> str:
    """What a line did, in one sentence, from what was kept of it."""
    text = " ".join(_titles(line, lang)) or line.typed or say(lang, N_("The play begins."))
    won = [
        f"{told['player']} {signed(told['amount'])}"
        for told in line.told
        if told["kind"] == "points"
    ]
    text = f"{text} ({joined(lang, won)})" if won else text
    return f"! {text}" if line.command.get("force") else text


def _titles(line: Line, lang: str) -> Iterator[str]:
    # Of a scoring the result says everything.
    scored = [told for told in line.told if told["kind"] == "score"]
    for told in scored or line.told:
        match told["kind"]:
            case "say":
                yield str(told[lang])
                return
            case "change":
                value = told.get("value") or {"ja": "-", "en": "-"}
                yield _changed(told.get("player"), _text(told), _text(value), lang)
            case "note":
                yield say(lang, N_("Note: {text}"), text=_text(told))
            case "track":
                yield _tracking(told["amount"], lang)
            case "score":
                totals = [
                    f"{name} {as_text(lang, total)}" for name, total in told["totals"].items()
                ]
                yield say(
                    lang, N_("{what}: {standing}"), what=_text(told), standing=joined(lang, totals)
                )


def _text(told: Mapping[str, Any]) -> Text:
    return Text(str(told["ja"]), str(told["en"]))


def history(lines: Sequence[Line], head: int, lang: str) -> Page:
    """The lines of a play with their numbers; those that were taken back are marked."""
    facts = []
    for line in lines:
        text = title(line, lang)
        if line.n > head:
            text = say(lang, N_("(taken back) {title}"), title=text)
        facts.append((f"{line.n:>3}", text))
    return [Facts(tuple(facts))]


def running(sitting: Sitting, lang: str) -> Page:
    """The running score of everybody by what it comes from."""
    game, state = sitting.game, sitting.state
    spec = flow.flow_of(game)
    if all(own[key] is None for own in state.players for key in spec.points):
        return _hidden(state, lang)
    lines = [line for line in sitting.lines() if line.n <= sitting.play.head]
    found = sources(game, state, lines)
    other = say(lang, N_("corrected"))
    rows = [
        (
            source.name.of(lang) if source.name else other,
            *(as_text(lang, a) for a in source.amounts),
        )
        for source in found
    ]
    for key in spec.points:
        totals = (as_text(lang, own[key]) for own in state.players)
        rows.append((spec.player[key].field.name.of(lang), *totals))
    header = (say(lang, N_("points")), *state.names)
    return [Grid(header, tuple(rows), frozenset(range(1, len(header))))]


def _hidden(state: State, lang: str) -> Page:
    """What is said of points that nobody tracks: what the last scoring came to, if there was one."""
    if not state.scores:
        return [Para(say(lang, N_("Points are hidden in this play; they are counted at the end.")))]
    _, totals = state.scores[-1]
    return [Facts(tuple((name, as_text(lang, total)) for name, total in totals.items()))]


def listing(plays: Sequence[Play], names: Mapping[str, Text], lang: str) -> Page:
    """All plays: date, game, players, how far they are, who won."""
    header = [N_("play"), N_("game"), N_("date"), N_("who plays"), N_("state"), N_("winner")]
    rows = []
    for play in plays:
        stage = play.stage
        over = say(lang, N_("over")) if stage.get("finished") else str(stage.get(lang, ""))
        name = names.get(play.game)
        rows.append(
            (play.name, name.of(lang) if name else play.game, play.created[:10],
             joined(lang, list(play.players)), over, joined(lang, list(stage.get("winners", ())))),
        )  # fmt: skip
    return [Grid(tuple(say(lang, h) for h in header), tuple(rows))]
