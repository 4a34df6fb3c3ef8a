"""What a typed line means: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, State, action_called
from rulesref.play.flow.actors import actor_of
from rulesref.play.flow.typed_lines import answered, understand
from rulesref.show.problems import hint, message
from tests.helpers import varied
from tests.unit.play.playing import GAME, SCORING, TO_THE_END, after, begun, do, set_to

SPRING_DAY = begun()
DAY_2 = after(begun(), {"set": "day", "player": None, "to": 2})


def forced(command: dict[str, Any]) -> dict[str, Any]:
    return {**command, "force": True}


def plain(command: dict[str, Any]) -> dict[str, Any]:
    return {**command, "force": False}


def problem_of(found: object) -> Problem:
    assert isinstance(found, Problem), found
    return found


def form_of(found: object) -> ActionForm:
    assert isinstance(found, ActionForm), found
    return found


def command_of(found: object) -> dict[str, Any]:
    assert isinstance(found, dict), found
    return found


def told(found: object) -> tuple[str, Any]:
    """The code of a problem, and the word that it names."""
    return problem_of(found).code, problem_of(found).values.get("typed")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("work 2", plain(do("work", hours=2))), ("Work", plain(do("work", hours=1))),
        ("1 3", plain(do("work", hours=3))), ("働く3", plain(do("work", hours=3))),
        ("帽子麦わら", plain(do("dress", kind="straw"))), ("moss", plain(do("stroll", along="moss"))),
        ("hat pap", plain(do("dress", kind="paper"))), ("帽子straw", plain(do("dress", kind="straw"))),
        ("3時間働きました", plain(do("work", hours=3))), ("仕事を二時間する", plain(do("work", hours=2))),
        ("work for three hours", plain(do("work", hours=3))),
        ("plant a hedge of height 4", plain(do("plant", height=4))), ("高さ4の生け垣を植える", plain(do("plant", height=4))),
        ("垣を植えた 4", plain(do("plant", height=4))), ("put on the paper hat", plain(do("dress", kind="paper"))),
        ("put paper on", plain(do("dress", kind="paper"))), ("紙の", plain(do("dress", kind="paper"))),
        ("のっぽとちびを招く", plain(do("invite", kinds=("tall", "small")))), ("のっぽ", plain(do("invite", kinds=("tall",)))),
        ("Benにコインを1枚贈る", plain(do("give", many=1, to="Ben", wrapped=False))),
        ("give Ben 1 coin", plain(do("give", many=1, to="Ben", wrapped=False))),
        ("give 1 to me", plain(do("give", many=1, to="A", wrapped=False))),
        ("私に1枚贈る", plain(do("give", many=1, to="A", wrapped=False))),
        ("give coins many=2 to=ben wrapped=yes", plain(do("give", many=2, to="Ben", wrapped=True))),
        ("仕事 時間＝３", plain(do("work", hours=3))), ("give old hat", plain(do("give-hat", kind="straw"))),
        ("紙を贈る", plain(do("give-hat", kind="paper"))), ("rest now", plain(do("rest"))),
        ("sow 1,2", plain(do("sow", **{"how-many": (1, 2)}))),
        ("vote A2Ben1", plain(do("vote", ballots={"A": 2, "Ben": 1}))),
        ("vote Ben 2、A 1", plain(do("vote", ballots={"A": 1, "Ben": 2}))),
        ("put a hat on paper", plain(do("dress", kind="paper"))), ("!hedge 3", forced(do("plant", height=3))),
        ("！cut 3", forced(do("cut", height=3))), ("gift 1 Ben", plain(do("give", many=1, to="Ben", wrapped=False))),
        ("gift 1,Ben", plain(do("give", many=1, to="Ben", wrapped=False))), ("note hi", {"note": "hi"}),
        ("track light", {"track": "light"}), ("記録 かるく", {"track": "light"}), ("track full", {"track": "full"}),
        ("track 標準", {"track": "standard"}), ("A work 2", {**plain(do("work", hours=2)), "who": "A"}),
        ("Aが3時間働く", {**plain(do("work", hours=3)), "who": "A"}), ("A働く", {**plain(do("work", hours=1)), "who": "A"}),
        ("A: work 2", {**plain(do("work", hours=2)), "who": "A"}),
        ("work 2 A", {**plain(do("work", hours=2)), "who": "A"}), ("紙の帽子をかぶる", plain(do("dress", kind="paper"))),
        ("帽子紙", plain(do("dress", kind="paper"))), ("set A coins 4", {"set": "coins", "player": "A", "to": 4}),
        ("set A コイン 4枚", {"set": "coins", "player": "A", "to": 4}),
        ("Aのコインは7", {"set": "coins", "player": "A", "to": 7}),
        ("A.coins=7", {"set": "coins", "player": "A", "to": 7}),
        ("set Ben 小道の段 苔 2", {"set": "steps", "player": "Ben", "to": 2, "inside": ["moss"]}),
        ("set 日は3", {"set": "day", "player": None, "to": 3}), ("set day 3", {"set": "day", "player": None, "to": 3}),
        ("set A.points =-3", {"set": "points", "player": "A", "to": -3}),
        ("set A.coins=4", {"set": "coins", "player": "A", "to": 4}),
        ("修正 ben．お金 5", {"set": "coins", "player": "Ben", "to": 5}),
        ("set A.steps.moss 2", {"set": "steps", "player": "A", "to": 2, "inside": ["moss"]}),
    ],
)  # fmt: skip
def test_a_line_means_a_command(line: str, command: dict[str, Any]) -> None:
    assert flow.understand(GAME, DAY_2, line) == command
    if "do" in command or "set" in command:
        again = flow.line_of(GAME, DAY_2, command)
        assert flow.understand(GAME, DAY_2, again) == command, "what the log keeps does the same"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fly", "E501"), ("cut 3", "E505"), ("points for gnomes 2", "E559"), ("cut3", "E505"), ("gr", "E501"),
        ("hat 2", "E557"), ("帽子苔", "E557"), ("麦わらと苔", "E557"), ("sow 2個", "E557"), ("give 2 Ken", "E557"),
        ("visit Ben Hello", "E557"), ("a", "E501"), ("put on a purple hat", "E557"), ("work 2 3", "E557"),
        ("work 9", "E403"), ("hat purple", "E557"), ("set", "E537"), ("set Ken.coins 3", "E420"),
        ("set Acoins 3", "E503"), ("set A.coin 3", "E503"), ("set a.coin 3", "E503"), ("set A.steps.mud 3", "E503"),
        ("set A.coins.x 3", "E503"), ("set days 3", "E503"), ("set A.coins many", "E402"),
    ],
)  # fmt: skip
def test_a_line_that_means_nothing_is_a_problem(line: str, code: str) -> None:
    problem = problem_of(flow.understand(GAME, SPRING_DAY, line))
    assert problem.code == code


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A pass", (0, "pass")), ("ann work 3", (1, "work 3")), ("a work 3", (None, "a work 3")),
        ("Anne pass", (None, "Anne pass")), ("A sow 1 2 3", (0, "sow 1 2 3")), ("Ann pass", (1, "pass")),
        ("Ann Lee pass", (2, "pass")), ("Ann Lee work 3", (2, "work 3")), ("Ann Lee sow 1 2", (2, "sow 1 2")),
        ("Ann Lee: pass", (2, "pass")), ("A、pass", (0, "pass")), ("A:3", (0, "3")),
        ("Annx pass", (None, "Annx pass")), ("Ann", (None, "Ann")), ("A:", (None, "A:")),
    ],
)  # fmt: skip
def test_a_line_may_begin_with_a_player(line: str, found: tuple[int | None, str]) -> None:
    assert actor_of(("A", "Ann", "Ann Lee"), line) == found


def test_what_is_not_offered_is_told_with_its_rules_or_its_track() -> None:
    now = problem_of(flow.understand(GAME, SPRING_DAY, "cut 3"))
    assert now.values["rules"] == ("summer-market",)
    elsewhere = problem_of(flow.understand(GAME, SPRING_DAY, "points for gnomes 2"))
    track = elsewhere.values["track"]
    assert isinstance(track, Text)
    assert (track.ja, track.en) == ("軽く", "light")


def test_what_is_nearly_a_choice_is_asked_back() -> None:
    problem = problem_of(flow.understand(GAME, SPRING_DAY, "werk"))
    assert problem.values["near"] == "work"
    problem = problem_of(flow.understand(GAME, SPRING_DAY, "set A.coinz 3"))
    assert getattr(problem.values["near"], "en", None) == "coins"


def test_what_is_not_there_yet_is_asked() -> None:
    missing = form_of(flow.understand(GAME, SPRING_DAY, "dress"))
    assert (missing.action.id, missing.field.id) == ("dress", "kind")
    assert [option.id for option in missing.options] == ["straw", "paper"]


@pytest.mark.parametrize("line", ["3", "", "work", "rest", "plots"])
def test_while_a_scoring_asks_no_line_is_a_choice(line: str) -> None:
    """Answers are given to the scoring; as a line of the game they are refused, not carried out."""
    problem = problem_of(flow.understand(GAME, after(begun(), *SCORING), line))
    assert problem.code in ("E501", "E505")


def test_after_the_end_there_are_only_notes_and_corrections() -> None:
    state = after(begun(), *TO_THE_END)
    assert problem_of(flow.understand(GAME, state, "work")).code == "E540"
    assert flow.understand(GAME, state, "note x") == {"note": "x"}


def test_a_name_in_front_is_who_acts_though_an_option_is_called_so() -> None:
    state = flow.begin(GAME, ("straw", "Ben"), begun().options).state
    missing = form_of(flow.understand(GAME, state, "straw hat"))
    assert (missing.field.id, missing.given, missing.state.acting) == ("kind", {}, 0)
    assert flow.understand(GAME, state, "hat straw") == plain(do("dress", kind="straw"))


def test_a_sentence_about_what_is_not_offered_says_so_and_can_be_forced() -> None:
    problem = problem_of(flow.understand(GAME, SPRING_DAY, "高さ3の生け垣を切った"))
    assert (problem.code, getattr(problem.values["action"], "en", None)) == ("E505", "cut a hedge")
    command = flow.understand(GAME, SPRING_DAY, "!高さ3の生け垣を切った")
    assert command == forced(do("cut", height=3))


def test_an_action_is_called_by_number_and_by_words() -> None:
    called = [
        action_called(GAME, SPRING_DAY, word)
        for word in ("1", "hedge", "pla", "cut", "招くのっぽ眠る", "99", "zzz")
    ]
    assert [getattr(action, "id", None) for action in called] == [
        "work", "plant", "plant", "cut", "invite", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(("hat", "meant"), [("none", "dress"), ("straw", "give-hat")])
def test_a_value_alone_means_the_action_that_may_be_done_with_it(hat: str, meant: str) -> None:
    state = after(begun(), set_to("hat", hat, "A"))
    assert flow.understand(GAME, state, "straw") == plain(do(meant, kind="straw"))


def test_a_value_alone_is_the_whole_name_of_an_option_and_no_text(tmp_path: Path) -> None:
    moss, straw = "{id: moss, name: {ja: 苔, en: moss}", "{id: straw, name: {ja: 麦わら, en: straw}"
    gravel = "{id: gravel, name: {ja: 砂利, en: gravel}}]\n"
    game = varied(
        tmp_path,
        ("flow.yaml", f"options: [{moss}}}, {gravel}",
         f"options: [{moss}, aliases: {{en: [plum]}}}}, {gravel}      - {{id: memo, name: {{ja: 一言, en: memo}}, kind: text, optional: true}}\n"),
        ("flow.yaml", f"{straw}}}, {{id: paper, name: {{ja: 紙, en: paper}}}}]\n    needs:\n      - when: kind != hat",
         f"{straw}, aliases: {{ja: [のっぽ眠る], en: [plum]}}}}, {{id: paper, name: {{ja: 紙, en: paper}}}}]\n    needs:\n      - when: kind != hat"),
    )  # fmt: skip
    dressed = flow.understand(game, SPRING_DAY, "のっぽ眠る")
    assert dressed == plain(do("dress", kind="straw")), "rather than a tall and a sleeping gnome"
    several = [flow.understand(game, SPRING_DAY, line) for line in ("plum", "plum fine")]
    assert [getattr(problem, "code", None) for problem in several] == ["E556", "E557"]


def test_of_two_names_of_an_action_the_longer_is_meant_though_it_is_not_offered(
    tmp_path: Path,
) -> None:
    game = varied(
        tmp_path, ("flow.yaml", "words: {ja: [仕事, しごと], en: [job]}", "words: {en: [cut]}")
    )
    state = flow.begin(game, ("A", "Ben"), SPRING_DAY.options).state
    problem = problem_of(flow.understand(game, state, "cut a hedge 3"))
    assert (problem.code, getattr(problem.values["action"], "en", None)) == ("E505", "cut a hedge")
    assert flow.understand(game, state, "cut 3") == plain(do("work", hours=3))


def test_one_letter_may_stand_right_behind_the_name_of_an_action(tmp_path: Path) -> None:
    moss = "{id: moss, name: {ja: 苔, en: moss}"
    game = varied(
        tmp_path,
        ("flow.yaml", f"options: [{moss}}}, {{id: gravel", f"options: [{moss}, aliases: {{en: [m]}}}}, {{id: gravel"),
    )  # fmt: skip
    assert flow.understand(game, SPRING_DAY, "歩くm") == plain(do("stroll", along="moss"))
    assert told(flow.understand(game, SPRING_DAY, "歩くn")) == ("E557", "n")


def test_a_number_means_the_same_action_in_every_step() -> None:
    number = flow.numbers(GAME, SPRING_DAY)["cut"]
    assert problem_of(flow.understand(GAME, SPRING_DAY, f"{number} 3")).code == "E505"
    grown = changed(
        SPRING_DAY, players=({**SPRING_DAY.players[0], "hedges": (3,)}, SPRING_DAY.players[1])
    )
    assert flow.understand(GAME, grown, f"{number} 3") == {
        "do": "cut",
        "with": {"height": 3},
        "force": False,
    }


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The invented game in which people may work at any time, and do as they like before day 1."""
    loose = "  - {id: yard, kind: act, actions: [stroll, rest]}\n  - id: gale\n"
    return varied(
        tmp_path_factory.mktemp("yard"),
        ("flow.yaml", "anytime: [rain-falls]", "anytime: [rain-falls, work, give]"),
        ("flow.yaml", "  - id: gale\n", loose),
    )


def yard_state(yard: Game) -> State:
    """A step of nobody, on day 2."""
    state = flow.begin(yard, ("Aoi Mo", "Ben"), SPRING_DAY.options).state
    return flow.carry_out(yard, state, {"set": "day", "player": None, "to": 2}).state


@pytest.mark.parametrize(
    "line", ["work 2", "stroll moss", "苔の小道を歩いた", "walk along the paths of moss", "rest"]
)
def test_where_it_is_nobodys_turn_a_line_names_who_acts(yard: Game, line: str) -> None:
    state = yard_state(yard)
    refused = problem_of(flow.understand(yard, state, line))
    assert (refused.code, hint(refused, "ja")) == (
        "E508", f"名前(Aoi Mo、Ben)を入力するか、行のはじめに入れてください: Aoi Mo {refused.values['action'].ja}",  # type: ignore[attr-defined]
    )  # fmt: skip
    command = command_of(flow.understand(yard, state, f"ben {line}"))
    done = flow.carry_out(yard, state, command)
    assert (done.problems, done.happenings[0].player, done.state.acting) == ((), "Ben", None)
    first, ben = ([own[key] for key in ("coins", "steps", "resting")] for own in done.state.players)
    assert first == [state.players[0][key] for key in ("coins", "steps", "resting")]
    assert ben != [state.players[1][key] for key in ("coins", "steps", "resting")]


def test_where_it_is_nobodys_turn_a_name_behind_that_may_be_a_value_does_not_say_who_acts(
    yard: Game,
) -> None:
    state = yard_state(yard)
    assert problem_of(flow.understand(yard, state, "gift 1 Ben")).code == "E508"
    named = flow.understand(yard, state, "Aoi Mo gift 1 Ben")
    assert named == {**plain(do("give", many=1, to="Ben", wrapped=False)), "who": "Aoi Mo"}
    acts = command_of(flow.understand(yard, state, "work 2 Ben"))
    assert acts["who"] == "Ben"
    assert "who" not in command_of(flow.understand(yard, state, "it rains")), (
        "it concerns no player"
    )


def test_who_acts_answers_what_is_asked_too(yard: Game) -> None:
    state = yard_state(yard)
    missing = form_of(flow.understand(yard, state, "Aoi Mo gift 1"))
    command = flow.answered(missing, "Ben")
    assert command == {**plain(do("give", many=1, to="Ben", wrapped=False)), "who": "Aoi Mo"}


def test_the_beginning_of_a_name_ends_nothing() -> None:
    assert flow.understand(GAME, begun(), "wo") == plain(do("work", hours=1))
    assert told(flow.understand(GAME, begun(), "res")) == ("E563", "res")
    assert flow.understand(GAME, begun(), "rest") == plain(do("rest"))


@pytest.mark.parametrize(
    ("line", "typed", "near", "meant"),
    [
        ("starw", "starw", "straw", "straw"), ("wrok", "wrok", "work", "work"),
        ("hat starw", "starw", "straw", "hat straw"), ("A wrok 2", "wrok", "work", "work 2"),
        ("grav", "grav", "gravel", "gravel"),
    ],
)  # fmt: skip
def test_of_a_misspelt_word_the_one_that_it_may_be_is_offered(
    line: str, typed: str, near: str, meant: str
) -> None:
    problem = problem_of(flow.understand(GAME, begun(), line))
    assert (problem.code, problem.values["typed"]) == ("E563", typed)
    assert (problem.values["near"], problem.values["line"]) == (near, meant)
    assert flow.understand(GAME, begun(), meant) != problem


@pytest.mark.parametrize("line", ["xyz", "hats purple", "wk", "plant 4 wrok 2"])
def test_what_is_like_nothing_or_would_not_help_is_not_guessed(line: str) -> None:
    problem = problem_of(flow.understand(GAME, begun(), line))
    assert problem.code in ("E501", "E557")
    assert problem.values.get("near") is None


def test_out_of_turn_one_does_only_what_may_be_done_at_any_time(yard: Game) -> None:
    state = yard_state(yard)
    state = flow.carry_out(yard, state, command_of(flow.understand(yard, state, "ben rest"))).state
    assert flow.turn_of(state) == "Aoi Mo", "Ben rests"
    assert isinstance(flow.understand(yard, state, "Ben work 2"), dict)
    refused = problem_of(flow.understand(yard, state, "Ben stroll moss"))
    assert refused.code == "E562"
    assert hint(refused, "en") == (
        "Type first what Aoi Mo does; “undo” takes back what was done before."
    )
    glued = problem_of(flow.understand(yard, state, "Ben苔"))
    assert glued.values == {"typed": "苔", "player": "Ben", "turn": "Aoi Mo"}
    assert isinstance(flow.understand(yard, state, "stroll moss"), dict)


def test_of_actions_of_one_word_the_need_of_the_one_that_fits_says_why(tmp_path: Path) -> None:
    game = varied(tmp_path, ("flow.yaml", "rest, give, give-hat]", "rest, give-hat, give]"))
    refused = problem_of(flow.understand(game, begun(), "gift 3"))
    assert (
        str(refused.values.get("message"))
        == "Text(ja='贈れるのは2日目からです。', en='Gifts begin on day 2.')"
    )


def test_answers_are_values_of_what_is_asked_and_of_what_is_asked_next() -> None:
    missing = form_of(flow.understand(GAME, begun(), "dress"))
    for line, kind in {
        "straw": "straw",
        "紙": "paper",
        "2": "paper",
        "kind=paper": "paper",
        "紙です": "paper",
    }.items():
        assert answered(missing, line) == plain(do("dress", kind=kind))
    assert problem_of(answered(missing, "felt")).code == "E404"
    visit = answered(form_of(flow.understand(GAME, begun(), "visit")), "Ben all")
    given = visit.by_id if isinstance(visit, ActionForm) else command_of(visit)["with"]
    assert (given["whom"], [*given["others"]]) == ("Ben", ["Ben"]), "all but who acts"
    gift = form_of(flow.understand(GAME, begun(), "!give coins"))
    assert answered(gift, "1 Ben") == forced(do("give", many=1, to="Ben", wrapped=False))


def test_of_what_is_no_single_option_everything_is_possible() -> None:
    assert GAME.flow is not None
    action = GAME.flow.actions["invite"]
    kinds = ActionForm.of(GAME, begun(), action, {}).possible(
        action.ask["kinds"], action.ask["kinds"].options
    )
    assert [option.id for option in kinds] == ["tall", "small", "sleeping"]


def test_a_need_before_any_change_refuses_before_more_is_asked(tmp_path: Path) -> None:
    """In the words of the need itself, also where it stands in a routine."""
    game = varied(
        tmp_path,
        ("flow.yaml", "    effects:\n      - {add: coins, by: 0 - many}\n",
         "    effects:\n      - {run: pay, with: {price: many + 20}}\n"),
    )  # fmt: skip
    state = changed(begun(), table={**begun().table, "day": 2})
    refused = problem_of(understand(game, state, "give 1"))
    assert (refused.code, str(refused.values["message"])) == (
        "E510", "Text(ja='コインが21枚必要です。', en='It costs 21 coins.')",
    )  # fmt: skip
    assert isinstance(understand(game, state, "!give 1"), ActionForm)


def test_a_number_of_another_step_names_nothing_here(yard: Game) -> None:
    state = yard_state(yard)
    here = flow.choices(yard, state)
    other = next(n for n in flow.numbers(yard, state).values() if n > len(here) + 1)
    for line in (str(other), f"!{other}"):
        problem = problem_of(flow.understand(yard, state, line))
        assert problem.code == "E501"
    assert action_called(yard, state, str(other)) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("wal 2", "E501"), ("waln 2", "work"), ("walrus feed moss", "stroll"),
    ],
)  # fmt: skip
def test_a_word_that_begins_several_actions_is_none_of_them(
    tmp_path: Path, line: str, told: str
) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "en: [job]", "en: [job, walnut]"),
        ("flow.yaml", "en: [path]", "en: [path, walrus feed]"),
    )
    found = flow.understand(game, begun(), line)
    if isinstance(found, Problem):
        assert (found.code, found.values["typed"]) == (told, "wal 2")
    else:
        assert not isinstance(found, flow.CorrectionForm)
        assert (found["do"] if isinstance(found, dict) else found.action.id) == told


def test_what_is_lacking_is_told_with_an_example() -> None:
    found = [flow.understand(GAME, begun(), line) for line in ("set", "track", "track half")]
    assert [p.values["typed"] for p in found if isinstance(p, Problem)] == ["set", "track", "track"]
    assert [p.values["example"] for p in found if isinstance(p, Problem)] == [
        Text("set A 点 3", "set A points 3"), "track light|standard|full", "track light|standard|full",
    ]  # fmt: skip


def test_a_name_of_two_actions_alone_is_asked_about() -> None:
    for line in ("贈る", "gift"):
        both = flow.understand(GAME, DAY_2, line)
        assert told(both) == ("E556", line)
        assert isinstance(both, Problem)
        assert {name.en for name in both.values["known"]} == {"give coins", "give a hat"}  # type: ignore[attr-defined]
    # One that the rules refuse is not meant, nor one that the line has a value of another for.
    first = form_of(flow.understand(GAME, SPRING_DAY, "gift"))
    assert first.action.id == "give-hat"
    valued = form_of(flow.understand(GAME, DAY_2, "gift 2"))
    assert (valued.action.id, valued.by_id) == ("give", {"many": 2})


BIDS = Path(__file__).with_name("bids.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(
        tmp_path_factory.mktemp("bids"),
        ("flow.yaml", "  - id: guess\n", f"{BIDS}  - id: guess\n"),
        (
            "flow.yaml",
            "sow, rest, give, give-hat]",
            "sow, rest, give, give-hat, bid, bid-down, bid-up, hand, load, pick, hire]",
        ),
    )


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("bid 3 4", 3, 4), ("bid 終値3", 0, 3), ("bid 4 終値3", 4, 3), ("bid last=3", 0, 3), ("lower 3", 3, 5),
        ("raise 3", 3, 0),
    ],
)  # fmt: skip
def test_a_number_that_only_one_value_can_be_is_that(
    bids: Game, line: str, first: int, last: int
) -> None:
    command = command_of(flow.understand(bids, begun(), line))
    assert command["with"] == {"first": first, "last": last}


def test_a_number_that_two_values_can_be_is_asked_about(bids: Game) -> None:
    problem = problem_of(flow.understand(bids, begun(), "bid 3"))
    assert problem.code == "E555"
    assert message(problem, "ja") == "「3」は、初値、終値のどれにもなりえます。"
    assert hint(problem, "en") == "Name it: first=3"


@pytest.mark.parametrize(("value", "action"), [("egg", "pick"), ("料理人", "hire")])
def test_what_is_not_asked_always_or_is_costly_is_meant_by_its_name_only(
    bids: Game, value: str, action: str
) -> None:
    assert told(flow.understand(bids, begun(), value)) == ("E501", value)
    assert command_of(flow.understand(bids, begun(), f"{action} {value}"))["do"] == action


def test_goods_alone_say_no_action(bids: Game) -> None:
    assert told(flow.understand(bids, begun(), "2 plum")) == ("E556", "2 plum")
    assert flow.understand(bids, begun(), "load 2 plum") == plain(
        do("load", goods=("plum", "plum"))
    )
    assert flow.understand(bids, begun(), "梅2つ積む") == plain(do("load", goods=("plum", "plum")))


@pytest.mark.parametrize("players", [2, 3])
def test_who_alone_can_be_meant_is_not_asked(bids: Game, players: int) -> None:
    state = flow.begin(bids, ("A", "Ben", "Cai")[:players], begun().options, "full").state
    result = flow.understand(bids, state, "hand")
    if players == 2:
        assert result == plain(do("hand", whom="Ben"))
    else:
        assert isinstance(result, ActionForm), result
        assert result.seats(result.field) == (1, 2)


def test_what_is_not_understood_is_told_of_the_action_that_is_named() -> None:
    """Though it is not offered, and another could have the number."""
    for line in ("cut 3 purple", "!cut purple 3"):
        problem = flow.understand(GAME, SPRING_DAY, line)
        assert told(problem) == ("E557", "purple")
        assert isinstance(problem, Problem)
        assert getattr(problem.values["action"], "en", None) == "cut a hedge"


def test_in_a_step_of_another_track_what_goes_on_is_told(tmp_path: Path) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "  - id: gale\n", "  - {id: yard, kind: act, tracks: [standard], actions: [work]}\n  - id: gale\n"),
    )  # fmt: skip
    state = flow.begin(game, ("A", "Ben"), begun().options, "standard").state
    own = problem_of(flow.understand(game, state, "A hedge 3"))
    assert (own.code, own.values.get("track")) == ("E505", None)
    state = flow.carry_out(game, state, {"track": "full"}).state
    for line in ("A hedge 3", "plant a hedge of 3"):
        refused = problem_of(flow.understand(game, state, line))
        assert (refused.code, refused.values["track"]) == ("E505", "standard")
    (problem,) = flow.carry_out(game, state, plain(do("plant", height=3))).problems
    assert (problem.code, problem.values["track"]) == ("E505", "standard")


@pytest.mark.parametrize("sign", ["!", "！", "!!", "！！"])
def test_signs_of_force_stand_in_front(sign: str) -> None:
    assert flow.understand(GAME, begun(), f"{sign} hedge 3") == forced(do("plant", height=3))
    assert flow.understand(GAME, begun(), f"{sign}note x") == {"note": "x"}


def test_of_actions_of_one_word_the_one_that_may_be_done_is_meant(tmp_path: Path) -> None:
    """Where both may be done it is asked which."""
    words = ("flow.yaml", "words: {ja: [歩く], en: [path]}", "words: {ja: [歩く], en: [path, hat]}")
    same = ("flow.yaml", "options: [{id: moss, name: {ja: 苔, en: moss}}, {id: gravel", "options: [{id: moss, name: {ja: 苔, en: moss}, aliases: {en: [straw]}}, {id: gravel")  # fmt: skip
    game = varied(tmp_path, words, same)
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    both = problem_of(flow.understand(game, state, "hat straw"))
    assert [name.en for name in both.values["known"]] == ["put a hat on", "walk the paths"]  # type: ignore[attr-defined]
    dressed = flow.carry_out(game, state, set_to("hat", "straw", "A")).state
    assert flow.understand(game, dressed, "hat straw") == plain(do("stroll", along="moss"))


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["A葵B"], "A葵Bench休む", (None, "A葵Bench休む")), (["A葵B"], "A葵B休む", (0, "休む")),
        (["Ben", "Ben葵"], "Ben葵休む", (1, "休む")), (["葵"], "葵に贈る", (None, "葵に贈る")), (["葵"], "葵", (None, "葵")),
        (["葵"], "湊休む", (None, "湊休む")),
    ],
)  # fmt: skip
def test_a_name_may_stand_right_before_what_is_done(
    names: list[str], text: str, found: tuple[int | None, str]
) -> None:
    assert actor_of(names, text) == found


@pytest.mark.parametrize("line", ["track", "記録", "きろく"])
def test_every_word_for_how_much_is_tracked_is_understood(line: str) -> None:
    words = {"light": "light 軽く かるく 簡易", "standard": "standard 標準 ひょうじゅん 普通 ふつう", "full": "full 詳しく くわしく 詳細 全部"}  # fmt: skip
    for track, several in words.items():
        for word in several.split():
            assert flow.understand(GAME, begun(), f"{line} {word}") == {"track": track}


def test_of_two_names_with_signs_the_longer_acts() -> None:
    assert actor_of(("A", "A:B"), "A:Bは休む") == (1, "休む")
    assert actor_of(("A:B", "A"), "Aは休む") == (1, "休む")
