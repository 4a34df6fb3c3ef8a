"""Pages of a play: where it is, what a line did, what is asked, the rules of a step, the beginning."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.messages import N_, as_text, say
from rulesref.base.text import LANGS, Text, cells
from rulesref.model.entries import Rule
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.dispatcher import joined_lines
from rulesref.play.flow import Ended, Happening, NoOpEnd, Reminder, State
from rulesref.play.replay import LogEntry, value_text
from rulesref.play.session import Accepted, ChangedElsewhere, HeadMoved, Mended, PlaySession
from rulesref.show import pages
from rulesref.show.blocks import Block, Facts, Flowing, Page, Para, Title, bullets
from rulesref.show.play_history import TEXTS, points_text, title
from rulesref.show.problems import message

if TYPE_CHECKING:
    from rulesref.scoring.compare import OtherReading


def situation(game: Game, state: State, lang: str) -> Page:
    """Where the play is, how everybody stands, and the choices."""
    return [Para(status(game, state, lang)), *choices(game, state, lang)]


def choices(game: Game, state: State, lang: str) -> Page:
    """What may be done now, as far as that is known, each by its number."""
    named = [(number, action.name.of(lang)) for number, action in _by_number(game, state)]
    return [numbered(named)] if named else []


def _by_number(game: Game, state: State) -> list[tuple[int, Action]]:
    """What may be done now, behind its number."""
    number_of = flow.numbers(game, state)
    offered = sorted(flow.possible_choices(game, state), key=lambda action: number_of[action.id])
    return [(number_of[action.id], action) for action in offered]


def status(game: Game, state: State, lang: str, *, prompted: bool = False) -> str:
    """Where the play is and how everybody stands, in one line.

    ``prompted``: whose turn it is and in which step stands in the prompt below.
    """
    if state.finished:
        where = ended(state.winners, lang)
    else:
        places = place(game, state, lang, prompted=prompted)
        where = say(lang, "[{where}]", where=" / ".join(places)) if places else ""
    facts = _own_facts(game, state, lang)
    return "  ".join(filter(None, (where, _points(game, state, lang), facts)))


def _points(game: Game, state: State, lang: str) -> str:
    """How many points everybody has; where points have colours, all of them in their order."""
    spec = flow.flow_of(game)
    kept = [key for key in spec.points if any(own[key] is not None for own in state.players)]
    standing = "  ".join(
        f"{name} {'/'.join(as_text(lang, own[key]) for key in kept)}"
        for name, own in zip(state.names, state.players, strict=True)
    )
    if len(kept) > 1:
        colours = "/".join(spec.player[key].field.name.of(lang) for key in kept)
        return say(lang, "{what}: {standing}", what=colours, standing=standing)
    return standing if kept else ""


def _own_facts(game: Game, state: State, lang: str) -> str:
    """What the player whose turn it is has besides points."""
    spec, seat = flow.flow_of(game), flow.seat_now(state)
    if seat is None or state.finished:
        return ""
    own = state.players[seat]
    facts = [
        f"{spec.player[key].field.name.of(lang)} {value_text(spec.player[key].field, own[key]).of(lang)}"
        for key in spec.shown
        if key not in spec.points and own[key] not in (None, ())
    ]
    what = state.names[seat]
    return say(lang, "| {what}: {facts}", what=what, facts="  ".join(facts)) if facts else ""


def ended(winners: Sequence[str], lang: str) -> str:
    """How a play ended."""
    if not winners:
        return say(lang, "The game is over.")
    return say(lang, "The game is over: {verdict}", verdict=pages.verdict(winners, lang))


def place(game: Game, state: State, lang: str, *, prompted: bool = False) -> list[str]:
    """The stages that are open, what of the table tells the time, and whose turn it is.

    ``prompted``: without the innermost stage and whose turn it is, which the prompt says.
    """
    spec = flow.flow_of(game)
    stages = flow.stage_label(game, state)
    places = [name.of(lang) for name in (stages[:-1] if prompted else stages)]
    for key in spec.shown_table:
        if state.table[key] is not None:
            field = spec.table[key].field
            places.append(f"{field.name.of(lang)} {value_text(field, state.table[key]).of(lang)}")
    turn = flow.turn_of(state)
    if turn is not None and not prompted:
        places.append(say(lang, "{player} to play", player=turn))
    if not places and not prompted and not state.finished:
        places.append(say(lang, "between turns"))
    return places


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
    page: Page = []
    for due in dues:
        of_all, of_one = N_("{text} [{rules}]"), N_("{player}: {text} [{rules}]")
        told = of_all if due.player is None else of_one
        text = say(lang, told, player=due.player, text=due.text, rules=due.rules)
        page.append(Para(f"! {text}"))
    return page


def numbered(names: Iterable[tuple[int, str]]) -> Flowing:
    """Names to choose from, each behind its number."""
    return Flowing(tuple(f"{number} {name}" for number, name in names))


# --- after a line --------------------------------------------------------------------------------


def accepted(replies: Sequence[Accepted], lang: str) -> Page:
    """What a line did and what it won; what several in one did stands side by side where it is short."""
    page = (
        _told(replies[0].happenings, lang, replies[0].others)
        if len(replies) == 1
        else _several(replies, lang)
    )
    aside = next((reply.aside for reply in replies if reply.aside is not None), None)
    if aside is not None:
        over = N_("What was taken back is put aside; to have it instead: redo --aside {number}")
        page.append(Para(say(lang, over, number=aside)))
    return page


def _several(replies: Sequence[Accepted], lang: str) -> Page:
    page: Page = []
    every = [happening for reply in replies for happening in reply.happenings]
    for short, group in itertools.groupby(every, key=lambda each: _in_short(each, lang)):
        same = list(group)
        if short is None:
            page += _told(same, lang, replies[-1].others)
        elif page and isinstance(page[-1], Flowing):
            page[-1] = Flowing((*page[-1].items, *[short] * len(same)))
        else:
            page.append(Flowing((short,) * len(same)))
    return page


#: So many columns are short.
_SHORT = 72


def _in_short(happening: Happening, lang: str) -> str | None:
    """What has happened in a few words; None where that takes more."""
    if happening.kind == "points":
        text = points_text(happening, lang)
    elif happening.kind == "say" and happening.text is not None:
        text = happening.text.of(lang)
    else:
        return None
    return text if cells(text) <= _SHORT else None


def stands(
    game: Game, before: State, after: State, lang: str, *, prompted: bool = False,
    earlier: Sequence[Reminder] = (),
) -> Page:  # fmt: skip
    """How it all stands after a line, in one line, and what has become due with it.

    ``earlier``: what became due with a part of the line, and may be due still though the turn went on.
    """
    open_still = [due for due in earlier if flow.holds_on(game, after, due.key)]
    every = [*flow.newly_due(game, before, after), *map(_of_somebody, open_still)]
    due: dict[object, Reminder] = {}
    for each in every:
        due.setdefault((each.id, each.text), each)
    due_now = reminders(list(due.values())[: 2 if len(earlier) > 1 else 1], lang)
    line = status(game, after, lang, prompted=prompted)
    return [*([Para(line)] if line else []), *due_now]


def _of_somebody(due: Reminder) -> Reminder:
    """A reminder that names the player whom it is about, whose turn it need not be."""
    return changed(due, player=due.player or due.whose)


def not_done(lines: Sequence[str], lang: str) -> Page:
    """Lines that were typed and are not done, as they can be typed again."""
    said = N_("Not done: {lines}")
    return [Para(say(lang, said, lines=joined_lines(lines)))] if lines else []


def goes_on(lines: Sequence[str], lang: str) -> Page:
    """The lines that wait for the answer to a question."""
    return [Para(say(lang, "After that: {lines}", lines=joined_lines(lines)), 1)] if lines else []


def ignored(reply: NoOpEnd, game: Game, state: State, lang: str) -> str:
    """Why a word that ends something ended nothing, and how to say that it should."""
    turn, names = flow.turn_of(state), flow.stage_label(game, state)
    stage = names[-1] if names else ""
    if reply.ended is None:
        said = N_("“{word}” ends nothing here ({stage}). Enter shows what can be done.")
        if turn:
            said = N_(
                "“{word}” ends nothing here; it is {player}'s turn ({stage}). Enter shows what can be done."
            )
        return say(lang, said, word=reply.word, player=turn or "", stage=stage)
    over = _over(game, state, reply.ended, lang)
    if turn is None and reply.action is None:
        return say(lang, "{over} “{word}” was not needed.", over=over, word=reply.word)
    now = say(lang, "Now it is {player}'s turn ({stage}).", player=turn, stage=stage)
    if turn is None:
        now = say(lang, "Now: {stage}.", stage=stage)
    over = say(lang, "{first} {then}", first=over, then=now)
    if reply.action is None:
        return over
    meant = say(lang, "If {player} means “{action}”: {player} {word}", player=turn or state.names[0],
                action=reply.action.name, word=reply.word)  # fmt: skip
    return say(lang, "{first} {then}", first=over, then=meant)


def _over(game: Game, state: State, ended: Ended, lang: str) -> str:
    names = flow.stage_names(game, [ended.stage])
    if ended.seat is not None and ended.seat != flow.seat_now(state):
        return say(lang, "{player}'s turn ended by itself.", player=state.names[ended.seat])
    over = N_("“{stage}” ended by itself.") if names else N_("The step ended by itself.")
    return say(lang, over, stage=names[0] if names else "")


def _told(happenings: Sequence[Happening], lang: str, others: Sequence[OtherReading] = ()) -> Page:
    """What happened; a scoring stands before the points that come of it, which stand side by side."""
    page: Page = []
    ordered = sorted(happenings, key=lambda happening: happening.kind != "score")
    if ordered and ordered[0].score is not None:  # whose table has most of the points
        totals = {player.name: player.total for player in ordered[0].score.players}
        ordered = [h for h in ordered if h.kind != "points" or totals.get(str(h.player)) != h.total]
    for kind, group in itertools.groupby(ordered, key=lambda happening: happening.kind):
        same = list(group)
        if kind == "points":
            page.append(Flowing(tuple(points_text(each, lang) for each in same)))
        for each in same:
            page.extend(_happening(each, lang, others))
    return [*page, *_warnings(happenings, lang)]


def broken(problems: Sequence[Problem], lang: str) -> Para:
    """What the rules have against a line that is done by force."""
    why = " ".join(message(problem, lang) for problem in problems)
    return Para(say(lang, "! Against the rules: {why}", why=why))


def _warnings(happenings: Sequence[Happening], lang: str) -> Page:
    """What the rules have against it, and what is not known, a line each."""
    against = [each.problem for each in happenings if each.problem]
    unknown = [each for each in happenings if each.kind == "unknown" and each.text]
    page: Page = [broken(against, lang)] if against else []
    if unknown:
        left_out = N_(
            "! {what} is not known, so it was left out. To tell it, for example: set {target} VALUE"
        )
        first = unknown[0]
        target = " ".join(filter(None, (first.player, first.text and first.text.of(lang))))
        page.append(Para(say(lang, left_out, what=[each.text for each in unknown], target=target)))
    return page


def _happening(happening: Happening, lang: str, others: Sequence[OtherReading]) -> Iterator[Block]:
    match happening.kind:
        case "score":
            from rulesref.show import results

            assert happening.score is not None
            yield from results.score(happening.score, lang, others, warnings=True)
        case "stage" | "turn" | "points" | "broken" | "unknown":
            return  # told otherwise: by where the play is, side by side, in a line for all of them
        case "ended":
            over = N_("“{stage}” ends by itself.")
            if happening.player is not None:
                over = N_("{player}'s turn ends by itself.")
            yield Para(say(lang, over, player=happening.player, stage=happening.text))
        case "change" | "note" | "roll" | "track":
            yield Para(TEXTS[happening.kind](happening, lang))
        case _:
            if happening.text is not None:
                yield Para(happening.text.of(lang))


# --- help ----------------------------------------------------------------------------------------


#: So many entries are explained by ``?``.
_MOST_RULES = 6


def help_here(game: Game, state: State, lang: str) -> Page:
    """The rules of this very step, and the choices with their words."""
    offered = _by_number(game, state)
    page: Page = [Title(" / ".join(place(game, state, lang)) or ended(state.winners, lang), 2)]
    rules = _rules_of_step(flow.rules_here(game, state), [action for _, action in offered])
    in_short = [_rule_in_short(rule, lang) for rule in map(game.rule, rules[:_MOST_RULES]) if rule]
    page.append(bullets(in_short))
    if offered:
        page.append(Title(say(lang, "Choices: the number or a word, then what is asked"), 2))
        page.append(Facts(tuple((str(n), _choice(action, lang)) for n, action in offered)))
    page.append(Para(say(lang, WORDS), 0))
    return page


def _rules_of_step(rules: Sequence[str], offered: Sequence[Action]) -> Sequence[str]:
    """Those of the rules that are not about one choice alone, with which they are told; all where none is left."""
    choices_of = Counter(rule for action in offered for rule in action.rules)
    return [rule for rule in rules if choices_of[rule] != 1] or rules


#: What can be typed in every step.
WORDS = N_(
    "? N: the rule of a choice. Also: undo [N|turn], redo, edit N LINE, drop N, insert N LINE, rename OLD NEW, history, score, due, show, setup, ask WORDS, table WORDS, calc WORDS, set PLAYER.FIELD VALUE, note TEXT, track light|standard|full, position, export FILE, lang ja|en, quit. “!” in front of a choice does it although the rules do not allow it."
)


def _rule_in_short(rule: Rule, lang: str) -> str:
    text = rule.points[0].text
    return say(lang, "{title}: {text} [{id}]", title=rule.title, text=text, id=rule.id)


def _choice(action: Action, lang: str) -> str:
    words = action.words[LANGS.index(action.name.lang(lang))]
    text = action.name.of(lang)
    if words:
        text = say(lang, "{name} ({words})", name=text, words=words)
    inputs = [
        say(lang, "[{name}]", name=field.name) if field.optional else field.name.of(lang)
        for field in action.ask.values()
    ]
    return " ".join([text, *inputs])


def typed_help(game: Game, action: Action, lang: str) -> Page:
    """How one choice is typed, in which order what it asks may follow, and its rules in full."""
    return [Para(_choice(action, lang)), *help_action(game, action, lang)]


def help_action(game: Game, action: Action, lang: str) -> Page:
    """The rules of one choice, in full."""
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


def step_now(game: Game, state: State) -> Text | None:
    """Which step it is where little can be done, and what: whoever types something else is too early."""
    names, offered = flow.stage_label(game, state), flow.possible_choices(game, state)
    if not names or not 0 < len(offered) <= _FEW:
        return None
    number_of = flow.numbers(game, state)
    now = N_("The step now is “{stage}”. What can be done: {choices}")

    def told(lang: str) -> str:
        may = [f"{number_of[action.id]} {action.name.of(lang)}" for action in offered]
        return say(lang, now, stage=names[-1], choices=may)

    return Text(*map(told, LANGS))


# --- beginning, taking back, others ---------------------------------------------------------------


def opening(
    session: PlaySession,
    happenings: Sequence[Happening],
    lang: str,
    *,
    drawn: bool,
    chosen: bool = True,
) -> Page:
    """A new play: its name, the seats, the options that were ``chosen`` unless they are known, the checklist of the setup."""
    game, play = session.game, session.play
    page: Page = [
        Title(say(lang, "A game of {game} begins: {name}", game=game.about.name, name=play.name)),
        Para(say(lang, "In turn order: {players}", players=list(play.players))),
    ]
    page.extend(pages.only_in([game], lang))
    if drawn:
        seeded = N_("Drawn with the seed {seed}; --seed {seed} draws the same again.")
        page.append(Para(say(lang, seeded, seed=str(play.seed))))
    page.extend(options(game, session.state.options, lang) if chosen else [])
    page.extend(_not_kept(game, session.state, lang))
    page.extend(setup(game, session.state, lang, varying=True))
    page.extend(_told(happenings, lang))
    page.extend(reminders(flow.dues(game, session.state), lang))
    return [*page, *situation(game, session.state, lang)]


#: So many values that are not kept are named.
_MOST_UNKEPT = 8


def options(game: Game, chosen: Mapping[str, Any], lang: str) -> Page:
    """With which options a play begins, and how it would begin with others."""
    page: Page = []
    for spec in flow.flow_of(game).options.values():
        now: Any = chosen[spec.id]
        others = [each.id for each in spec.options if each.id != now] or ["no" if now else "yes"]
        values = {"name": spec.name, "value": value_text(spec, now),
                  "others": [f"--option {spec.id}={other}" for other in others]}  # fmt: skip
        page.append(Para(say(lang, "{name}: {value} (otherwise {others})", **values)))
    return page


def _not_kept(game: Game, state: State, lang: str) -> Page:
    """What the track of a play does not keep."""
    page: Page = []
    every = flow.flow_of(game)
    fields = (*every.player.values(), *every.table.values())
    lost = [f.field.name for f in fields if not (f.working or flow.tracks(f, state.tracked))]
    if lost:
        names = [*lost[:_MOST_UNKEPT], *(["…"] if len(lost) > _MOST_UNKEPT else [])]
        text = N_("Track {track}. Not kept: {names} (track full keeps everything)")
        page.append(Para(say(lang, text, track=state.tracked, names=names)))
    return page


def setup(game: Game, state: State, lang: str, *, varying: bool = False) -> Page:
    """The checklist of the setup for these players; ``varying``: what is not the same in every play."""
    every = flow.checklist(game, state)
    lines = flow.checklist(game, state, varying=True) if varying else every
    if not every:
        return []
    if not lines or len(every) == len(lines) + 1:  # no more room than to say that it is left out
        lines = every
    steps = bullets(f"[ ] {text.of(lang)}" for _, text, _ in lines)
    page: Page = [Title(say(lang, "Setup"), 2), steps]
    if len(lines) < len(every):
        more = N_("Only what depends on the players and options; “setup” lists all {many} steps.")
        page.append(Para(say(lang, more, many=len(every))))
    return page


def moved(reply: HeadMoved, lang: str) -> Page:
    """Which lines were taken back or done again."""
    head = N_("Taken back: {title}") if reply.back else N_("Done again: {title}")
    return _listed([say(lang, head, title=title(entry, lang)) for entry in reply.entries], lang)


#: So many lines of a play are told one by one.
_MOST_LINES = 12


def _listed(lines: Sequence[str], lang: str) -> Page:
    """Lines about lines of a play; of many how many more there are."""
    page: Page = [Para(line) for line in lines[:_MOST_LINES]]
    more = len(lines) - len(page)
    return [*page, Para(say(lang, "… and {many} more", many=more))] if more else page


def mended(reply: Mended, lang: str) -> Page:
    """Which line stands where now, what became of those after it, and how to have back what was there."""
    if reply.aside is None:
        return [Para(say(lang, "Nothing was changed: it is so already."))]
    if reply.renamed is not None:
        old, new = reply.renamed
        told = N_("{old} is called {new} now, in what was done before as well.")
        return [Para(say(lang, told, old=old, new=new)), put_aside(reply.aside, lang)]
    page: Page = [Para(numbered_title(entry, lang)) for entry in reply.entries]
    if reply.gone is not None:
        gone = N_("Instead of: {title}") if reply.entries else N_("Left out: {title}")
        page.append(Para(say(lang, gone, title=title(reply.gone, lang))))
    if reply.again:
        page.append(Para(say(lang, "Lines carried out again: {many}", many=reply.again)))
    if reply.misfits:
        left = joined_lines([str(problem.values["line"]) for problem in reply.misfits])
        page.append(
            Para(say(lang, "Left out, to be typed again where they fit: {lines}", lines=left))
        )
    return [*page, put_aside(reply.aside, lang)]


def put_aside(number: int, lang: str) -> Para:
    """How to have back what was put aside."""
    return Para(say(lang, "As it was before: redo --aside {number}", number=number))


def misfits(problems: Sequence[Problem], lang: str) -> Page:
    """The later lines that no longer fit."""
    return _listed([message(problem, lang) for problem in problems], lang)


def changed_elsewhere(reply: ChangedElsewhere, lang: str) -> Page:
    """What another terminal has done to the play meanwhile."""
    return [Para(numbered_title(entry, lang)) for entry in reply.entries]


def numbered_title(entry: LogEntry, lang: str) -> str:
    """A line by its number, and what it did."""
    return say(lang, "Line {n}: {title}", n=entry.line.n, title=title(entry, lang))
