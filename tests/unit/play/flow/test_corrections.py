"""Corrections by hand: whose value they set, and what they say of one that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.text import LANGS, Text
from rulesref.fields.kind import kind_of
from rulesref.model.expression import plain_value
from rulesref.model.flow import Flow
from rulesref.play import flow
from rulesref.play.flow.corrections import Target, parts_of, targets
from rulesref.play.flow.state import part_of
from rulesref.play.start import read_options
from tests.helpers import TOY, game_folders, game_in, varied
from tests.unit.play.playing import GAME, after, begun, set_to


def test_a_value_that_there_is_not_is_told_with_those_that_people_keep() -> None:
    problem = flow.understand(GAME, begun(), "set zebras 3")
    assert isinstance(problem, Problem)
    assert [name.en for name in problem.values["known"]] == [  # type: ignore[attr-defined]
        "day", "sky", "turn order", "votes", "parcels", "seed bag",
    ]  # fmt: skip


def test_names_with_dots_are_owners() -> None:
    state = flow.begin(GAME, ("J. R.", "J"), begun().options).state
    command = flow.understand(GAME, state, "set J. R..coins 3")
    assert isinstance(command, dict)
    assert command["player"] == "J. R."


@pytest.mark.parametrize("names", [("J", "J.R"), ("J.R", "J")])
def test_the_longer_of_two_names_is_the_owner(names: tuple[str, str]) -> None:
    state = flow.begin(GAME, names, begun().options).state
    for line, player in {"set J.R.coins 3": "J.R", "set J.coins 3": "J", "set J R coins 3": "J.R"}.items():  # fmt: skip
        command = flow.understand(GAME, state, line)
        assert isinstance(command, dict)
        assert command["player"] == player
    called = flow.begin(GAME, ("A", "A coins"), begun().options).state
    longer = flow.understand(GAME, called, "set A coins points 3")
    assert isinstance(longer, dict)
    assert (longer["player"], longer["set"]) == ("A coins", "points")
    nothing = flow.understand(GAME, state, "set J.R.corn 3")
    assert isinstance(nothing, Problem)
    assert (nothing.code, nothing.values["typed"]) == ("E503", "corn")


@pytest.mark.parametrize(
    ("line", "typed", "near"),
    [
        pytest.param("set A foo 3", "foo", None, id="a space behind the player"),
        pytest.param("set Aのfoo 3", "foo", None, id="a particle"),
        pytest.param("set A coinz 3", "coinz", "coins", id="nearly a value"),
        pytest.param("set foo 3", "foo", None, id="of the table"),
    ],
)
def test_a_correction_blames_the_value_that_there_is_not(
    line: str, typed: str, near: str | None
) -> None:
    nothing = flow.understand(GAME, begun(), line)
    assert isinstance(nothing, Problem)
    guess = nothing.values["near"]
    assert (nothing.code, nothing.values["typed"]) == ("E503", typed)
    assert (guess.en if isinstance(guess, Text) else guess) == near


def test_a_correction_of_a_player_and_nothing_else_shows_how() -> None:
    nothing = flow.understand(GAME, begun(), "set A")
    assert isinstance(nothing, Problem)
    assert (nothing.code, nothing.values["typed"]) == ("E537", "set A")
    assert nothing.values["example"] == Text("set A 点 3", "set A points 3")


def test_a_record_may_stand_in_a_record(tmp_path: Path) -> None:
    nested = """    - id: pond
      name: {ja: 池, en: pond}
      kind: record
      fields: [{id: shore, name: {ja: 岸, en: shore}, kind: record, fields: [{id: reeds, name: {ja: 葦, en: reeds}, kind: whole}]}]
"""
    before = "    - {id: fence, name: {ja: 塀, en: fence}, kind: flag}\n"
    game = varied(tmp_path, ("flow.yaml", before, nested + before))
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    for line in ("set A.pond.shore.reeds 2", "set A pond shore reeds 2", "set A 池の岸の葦 2"):
        assert flow.understand(game, state, line) == {
            "set": "pond", "player": "A", "to": 2, "inside": ["shore", "reeds"],
        }  # fmt: skip


def told(state: flow.State, line: str) -> object:
    """The command of a line; of what is refused the code."""
    command = flow.understand(GAME, state, line)
    return command.code if isinstance(command, Problem) else command


def of(field: str, player: str | None = None, *inside: str | int, **change: object) -> object:
    return {"set": field, "player": player, **change, **({"inside": [*inside]} if inside else {})}


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (("A coins +3", "A.coins+3", "A coins += 3", "Aのお金は＋3", "A コイン ＋ 3", "A coins +3枚"), of("coins", "A", by=3)),
        (("A coins -2", "A coins -= 2", "A coins −2", "A コイン ー2"), of("coins", "A", by=-2)),
        (("A points =-2", "A points = -2", "A.points=-2", "A 点＝-2"), of("points", "A", to=-2)),
        (("A coins 5+3", "A coins = 5+3"), of("coins", "A", to=8)),
        (("A coins +5+3", "A coins -5+3", "A coins +x", "A coins +", "A coins += -3"), "E402"),
        (("A moss +1", "A steps moss +1", "A.steps.moss +1", "Aの小道の段の苔 +1"), of("steps", "A", "moss", by=1)),
        (("votes A 2", "A votes 2", "votes.A 2", "votes A:2", "Aの票は2"), of("votes", None, "A", to=2)),
        (("votes A +2", "A votes +2"), of("votes", None, "A", by=2)),
        (("A hedges +5", "A 生け垣 +5"), of("hedges", "A", to=(3, 4, 5))),
        (("A hedges -3",), of("hedges", "A", to=(4,))),
        (("A hedges.2 9", "A hedges@2 9", "Aの生け垣の2は9"), of("hedges", "A", 2, to=9)),
        (("A hedges -9",), "E512"),
        (("A hedges.3 9",), "E434"),
        (("A hedges.0 9", "A hedges +1 2 3"), None),
        (("A gnomes +tall", "A 小人 ＋のっぽ", "A 小人 のっぽ"), of("gnomes", "A", to=("tall",))),
        (("A guests +Ben", "A guests Ben"), of("guests", "A", to=("Ben",))),
        (("A guests -Ben",), "E512"),
        (("A hat +straw", "A hat -straw", "votes +1"), None),
        (("A motto +1",), of("motto", "A", to="+1")),
        (("A fence yes", "A 塀 はい", "A 塀ははい"), of("fence", "A", to=True)),
        (("parcels.1 size 3", "parcels@1 大きさ 3"), of("parcels", None, 1, "size", to=3)),
        (("parcels.1 size +1",), of("parcels", None, 1, "size", by=1)),
    ],
)  # fmt: skip
def test_a_correction_says_what_a_value_is_or_by_how_much_it_changes(
    lines: tuple[str, ...], command: object
) -> None:
    state = begun()
    own = {**state.players[0], "hedges": (3, 4)}
    parcels = {**state.table, "parcels": ({"size": 1, "walled": False},)}
    state = changed(state, players=(own, state.players[1]), table=parcels)
    for line in lines:
        found = told(state, f"set {line}")
        if command is None:
            assert isinstance(found, str), (line, found)
        else:
            assert found == command, line


def test_by_how_much_a_value_changes_is_kept_within_its_range() -> None:
    state = after(begun(), set_to("coins", 5, "A"))
    more = flow.carry_out(GAME, state, {"set": "coins", "player": "A", "by": 3})
    assert more.state.players[0]["coins"] == 8
    assert (more.happenings[0].amount, more.happenings[0].total) == (8, 3)
    (over,) = flow.carry_out(GAME, state, {"set": "coins", "player": "A", "by": 90}).problems
    assert (over.code, over.values["typed"]) == ("E403", 95)


def test_what_nobody_knows_does_not_change_by_anything() -> None:
    state = begun()
    state = changed(state, players=({**state.players[0], "coins": None}, state.players[1]))
    (refused,) = flow.carry_out(GAME, state, {"set": "coins", "player": "A", "by": 3}).problems
    assert refused.code == "E595"


def test_a_number_before_an_option_that_there_can_be_several_of_is_asked_about(
    tmp_path: Path,
) -> None:
    several = "kind: choices\n      repeat: true\n      tracks: [standard, full]"
    game = varied(tmp_path, ("flow.yaml", "kind: choices\n      tracks: [standard, full]", several))
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    refused = flow.understand(game, state, "set A gnomes 2 tall")
    assert isinstance(refused, Problem)
    assert (refused.code, refused.values["place"]) == ("E596", "2")
    assert flow.understand(game, state, "set A gnomes +2 tall") == of(
        "gnomes", "A", to=("tall", "tall")
    )


PLAYED = [folder for folder in (TOY, *game_folders()) if (folder / "flow.yaml").is_file()]


@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_every_value_of_a_play_can_be_set_by_its_name(folder: Path) -> None:
    """With each part of it, in both languages; and the line that the log has of it sets the same."""
    game = game_in(folder)
    names = ("葵", "Ben")
    state = flow.begin(game, names, read_options(game, [])[0]).state
    spec = flow.flow_of(game)
    every = [*targets(spec.table, None), *(t for n in names for t in targets(spec.player, n))]
    for target in every:
        every += parts_of(target, names)
        value = _some(target, state)
        if value is None:
            continue
        command = target.command(to=value)
        written = flow.line_of(game, state, command)
        assert plain_value(flow.understand(game, state, written)) == plain_value(command), written
        for lang in LANGS:
            line = f"set {_called(target, spec, lang)} {written.rpartition(' ')[2]}"
            assert plain_value(flow.understand(game, state, line)) == plain_value(command), line


def _some(target: Target, state: flow.State) -> object:
    """A value that it can have; None of those that are put together."""
    field = target.field
    match field.kind:
        case "whole":
            return max(field.low or 0, min(3, 3 if field.high is None else field.high))
        case "flag":
            return True
        case "choice":
            return field.options[0].id
        case "choices":
            return (field.options[0].id,)
        case "wholes":
            return (field.low or 2,)
        case "player" | "players":
            return state.names[1] if field.kind == "player" else (state.names[1],)
    return None


def _called(target: Target, spec: Flow, lang: str) -> str:
    """The name of a value in a language, behind whose it is."""
    field = (spec.table if target.player is None else spec.player)[target.key].field
    words = [target.player or "", field.name.of(lang)]
    for key in target.path:
        words.append(str(key) if kind_of(field).has_colours else part_of(field, key).name.of(lang))
        field = part_of(field, key)
    return " ".join(filter(None, words))
