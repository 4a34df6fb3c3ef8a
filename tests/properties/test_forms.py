"""Forms at any moment of a play: what they say of the rules is what the rules say, and they are data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesref.base.diagnostics import errors
from rulesref.base.text import LANGS
from rulesref.fields.form import Form, FormField
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, CorrectionForm
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.show.forms import form_data
from rulesref.wizard.position_form import PositionForm
from tests.helpers import TOY, game_folders, game_in
from tests.properties import examples
from tests.properties.strategies import documents
from tests.walker import NAMES, Walk, _word, step

pytestmark = [pytest.mark.slow, pytest.mark.property]
GAMES = [TOY, *game_folders()]


def moments(game: Game, seed: int) -> Iterator[PlaySession]:
    """A play at some moments of a walk through it."""
    random = Random(f"{game.id} {seed} forms")
    names = NAMES[: random.randint(*game.about.players)]
    read, _ = read_options(game, [])
    session, _ = PlaySession.new(
        PlayStore.in_memory(), game, names, read, random.choice(["standard", "full"])
    )
    walk = Walk(game, seed)
    for line in range(examples(60)):
        if session.state.finished:
            return
        step(session, random, walk)
        if line % 10 == seed % 10:
            yield session


def made(form: Form) -> Form:
    """The form made anew of what was given, in the order of its fields."""
    again = form
    for each in form.fields:
        again = again.clear(each.path)
    for each in form.fields:
        if each.given:
            again = again.fill(each.path, each.raw)
    return again


def is_data(form: Form) -> None:
    """What draws it has JSON, and what was given makes the same form again."""
    for lang in LANGS:
        data = form_data(form, lang)
        assert json.loads(json.dumps(data)) == data
    assert form_data(made(form), "en") == form_data(form, "en")


def value_for(there: FormField, names: tuple[str, ...], random: Random) -> Any:
    allowed = [option.value for option in there.options if option.allowed]
    if there.kind.picks_one and allowed:
        return random.choice(allowed)
    return _word(there.field, names, random)


def filled(form: ActionForm, random: Random) -> ActionForm:
    """The form with everything that it misses, in any order, as far as that can be found."""
    for _ in range(20):
        open_ = [each for each in form.fields if not each.given and (each.missing or each.prompt)]
        if not open_:
            break
        there = random.choice(open_)
        value = (
            None
            if there.optional and random.random() < 0.5
            else value_for(there, form.state.names, random)
        )
        form = form.fill(there.path, value)
    return form


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_an_action_does_what_its_form_says(folder: Any) -> None:
    game = game_in(folder)
    done = refused = 0
    for seed in range(examples(4)):
        random = Random(f"{game.id} {seed}")
        for session in moments(game, seed):
            state = session.state
            for action in random.sample(
                flow.choices(game, state), min(3, len(flow.choices(game, state)))
            ):
                form = filled(ActionForm(game=game, state=state, action=action), random)
                is_data(form)
                if form.missing:
                    continue
                result = flow.carry_out(game, state, form.command)
                assert result.problems[:1] == form.problems[:1], (action.id, form.command)
                assert form.complete == (not result.problems)
                done, refused = done + form.complete, refused + (not form.complete)
                options_hold(form)
                if form.complete:
                    line = flow.line_of(game, state, form.command)
                    assert (
                        flow.carry_out(game, state, understood(game, state, line)).state
                        == result.state
                    )
    assert done
    assert refused


def understood(game: Game, state: flow.State, line: str) -> dict[str, Any]:
    found = flow.understand(game, state, line)
    if isinstance(found, ActionForm):  # what is asked and was left out
        found = found.command
    assert isinstance(found, dict), (line, found)
    return found


def options_hold(form: ActionForm) -> None:
    """Every option that is allowed is accepted, and every other refused with the problem that it has."""
    for there in form.fields:
        for option in there.options if there.kind.picks_one else ():
            other = form.fill(there.path, option.value)
            if other.missing:
                continue
            problems = flow.carry_out(form.game, form.state, other.command).problems
            assert problems[:1] == option.problems[:1], (option.value, form.command)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_correction_is_the_line_that_says_it(folder: Any) -> None:
    game = game_in(folder)
    random = Random(game.id)
    for session in moments(game, 1):
        state, form = session.state, CorrectionForm(game=game, state=session.state)
        form = form.fill(("player",), random.choice([None, *state.names]))
        which = form.at(("value",))
        assert which is not None
        if not which.options:
            continue
        form = form.fill(which.path, random.choice(which.options).value)
        to = form.at(("to",))
        assert to is not None
        if (
            to.kind.has_parts
            or to.kind.has_entries
            or to.kind.has_colours
            or (to.kind.picks_options and not to.field.options)
        ):
            continue
        form = form.fill(to.path, _word(to.field, state.names, random))
        is_data(form)
        if form.command is not None and form.command["to"] not in ((), ""):
            assert understood(game, state, flow.line_of(game, state, form.command)) == form.command


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_inputs_of_a_calculator_are_data(folder: Any) -> None:
    game = game_in(folder)
    random = Random(game.id)
    for calculator in game.calculators.values():
        for _ in range(examples(10)):
            form: Form = CalculatorForm(game=game, calculator=calculator)
            for there in random.sample(form.fields, len(form.fields)):
                if not there.optional or random.random() < 0.5:
                    form = form.fill(there.path, _word(there.field, (), random))
            is_data(form)
            assert isinstance(form, CalculatorForm)
            assert form.complete == (form.answered[0] is not None)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_position_given_field_by_field_scores_as_the_one_read_at_once(folder: Any) -> None:
    """In whatever order: a field that others make appear may be given last."""
    game = game_in(folder)

    @settings(max_examples=examples(10), deadline=None, suppress_health_check=list(HealthCheck))
    @given(documents(game), st.randoms(use_true_random=False))
    def fill(document: dict[str, Any], random: Any) -> None:
        names = tuple(str(player["name"]) for player in document["players"])
        known = PositionForm.start(game, known=document)
        form = PositionForm.start(game, document["event"], names)
        while open_ := [each for each in form.fields if each.prompt and not each.given]:
            there = random.choice(open_)
            form = form.fill(there.path, known.given.get(there.path))
        at_once, by_field = known.so_far()[0], form.so_far()[0]
        if at_once is not None and not form.missing:
            # What makes no difference to the scoring is not asked.
            assert by_field is not None
            assert [p.total for p in by_field.players] == [p.total for p in at_once.players]
        assert form.complete == (not form.missing and not errors(form.checked()))
        is_data(form)

    fill()
