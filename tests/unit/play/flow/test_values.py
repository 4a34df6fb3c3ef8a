"""Values of a line find their fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed, remade
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, State
from rulesref.play.flow.values import ActionBuilder, answered, with_speaker
from rulesref.play.flow.wording import Said
from rulesref.play.start import read_options
from rulesref.show.problems import hint, message
from tests.helpers import varied
from tests.unit.play.playing import GAME, SCORING, after, begun

#: An action that asks for numbers, an option and amounts, in place of one of the invented game.
SHOP = """  - id: guess
    name: {ja: 買い物, en: shop}
    words: {ja: [買う], en: [buy]}
    rules: [gnome-kinds]
    ask:
      - {id: beds, name: {ja: 花壇, en: beds}, kind: wholes, range: [1, 4], optional: true, help: {ja: "例: 買う 2 1", en: "For example: buy 2 1"}}
      - {id: spot, name: {ja: 場所, en: spot}, kind: whole, range: [3, 13], optional: true}
      - id: shop
        name: {ja: 店, en: stall}
        kind: choice
        optional: true
        options: [{id: near, name: {ja: 角の店(花2種1), en: near stall}}, {id: far, name: {ja: 角の屋台(花2種1), en: far stall}}, {id: mill, name: {ja: 水車, en: mill}, aliases: {ja: [花1種2]}}]
      - id: price
        name: {ja: 代金, en: price}
        kind: record
        optional: true
        fields: [{id: gold, name: {ja: 金, en: gold}, kind: whole, optional: true}, {id: tin, name: {ja: 錫, en: tin}, kind: whole, optional: true}]
"""
#: An action whose number nobody has to say, and goods.
BASKET = """  - id: guess
    name: {ja: 収穫, en: harvest}
    rules: [gnome-kinds]
    ask:
      - {id: paid, name: {ja: 代金, en: paid}, kind: whole, range: [0, 9]}
      - {id: won, name: {ja: 得点, en: points}, kind: whole, range: [0, 9], optional: true, default: 0, aliases: {ja: [点], en: [point]}}
      - {id: basket, name: {ja: 籠, en: basket}, kind: choices, repeat: true, optional: true, options: [{id: plum, name: {ja: 梅, en: plum}}, {id: pear, name: {ja: 梨, en: pear}}]}
"""
#: An action that asks for players, and for a number of each.
BEDS = """  - id: guess
    name: {ja: 花壇, en: bed}
    rules: [gnome-kinds]
    ask:
      - {id: size, name: {ja: 大きさ, en: size}, kind: whole, range: [3, 9]}
      - {id: others, name: {ja: ほかの人, en: others}, kind: players, optional: true}
      - {id: plants, name: {ja: 苗, en: plants}, kind: by-player, optional: true, extras: [{id: wild, name: {ja: 野生, en: wild}, players: [2]}]}
"""
#: An action that somebody else is asked for.
GIFT = """  - id: guess
    name: {ja: 贈り物, en: gift}
    rules: [gnome-kinds]
    ask: [{id: whom, name: {ja: だれに, en: to whom}, kind: player}]
    needs: [{when: whom != player-name, message: {ja: 自分には贈れません。, en: Not to yourself.}}]
"""
OLD = """  - id: guess
    name: {ja: 小人の点, en: points for gnomes}
    tracks: [light]
    rules: [gnome-kinds]
    ask: [{id: many, name: {ja: 点, en: points}, kind: whole, range: [0, 3]}]
    effects: [{add: points, by: many, why: {ja: 小人, en: gnomes}}]
"""
STATE = begun()


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("shop"), ("flow.yaml", OLD, SHOP))


def asking(game: Game, given: dict[str, Any], key: str) -> ActionForm:
    """The form of the first action that asks for one of its values, whatever the rules say."""
    assert game.flow is not None
    action = game.flow.actions["guess"]
    form = ActionForm.of(game, STATE, action, given, forced=True)
    return remade(form, asking=(action.ask[key], action.ask[key].options))


def said(game: Game, line: str, state: State = STATE) -> Any:
    assert game.flow is not None
    return ActionBuilder(game, state, game.flow.actions["guess"], forced=True).from_words(line)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        pytest.param("2 1 水車", {"beds": (2, 1), "shop": "mill"}, id="in order"),
        pytest.param("水車 2 1", {"beds": (2, 1), "shop": "mill"}, id="in another order"),
        pytest.param("13 水車 2", {"beds": (2,), "spot": 13, "shop": "mill"}, id="a number that fits one field only"),
        pytest.param("4 3 @13", {"beds": (4, 3), "spot": 13}, id="the number of a place"),
        pytest.param("4 @3", {"beds": (4,), "spot": 3}, id="a place that could be another number"),
        pytest.param("場所3 4", {"beds": (4,), "spot": 3}, id="a field and its number"),
        pytest.param("場所 3 花壇 4", {"beds": (4,), "spot": 3}, id="fields and their numbers"),
        pytest.param("spot 3 beds 4", {"beds": (4,), "spot": 3}, id="in English"),
        pytest.param("水車2", {"beds": (2,), "shop": "mill"}, id="glued"),
        pytest.param("種2花1 2", {"beds": (2,), "shop": "mill"}, id="an option by its goods"),
        pytest.param("金3 錫1", {"price": {"gold": 3, "tin": 1}}, id="amounts"),
        pytest.param("金 3 錫 1 2", {"beds": (2,), "price": {"gold": 3, "tin": 1}}, id="amounts with spaces, and a number"),
        pytest.param("2 錫1金3", {"beds": (2,), "price": {"gold": 3, "tin": 1}}, id="amounts glued"),
        pytest.param("3gold 1tin", {"price": {"gold": 3, "tin": 1}}, id="amounts in English"),
        pytest.param("2/1", {"beds": (2, 1)}, id="a list with another sign"),
        pytest.param("2+1", {"beds": (2, 1)}, id="a list with a plus"),
        pytest.param("2番 1番", {"beds": (2, 1)}, id="which ones"),
        pytest.param("なし 水車", {"shop": "mill"}, id="nothing is not what a later value fits"),
        pytest.param("なし 水車 2", {"beds": (2,), "shop": "mill"}, id="nor what the next one fits"),
        pytest.param("なし 金3", {"price": {"gold": 3, "tin": 0}}, id="nothing is the first otherwise"),
    ],
)  # fmt: skip
def test_each_value_finds_its_field(shop: Game, line: str, values: dict[str, Any]) -> None:
    command = said(shop, line)
    assert isinstance(command, dict), command
    given = {key: value for key, value in command["with"].items() if value not in ((), None, 0)}
    given = {k: v for k, v in given.items() if v != {"gold": 0, "tin": 0}}
    assert given == values


@pytest.mark.parametrize("line", ["4 3", "3"])
def test_a_number_that_can_be_several_things_is_asked_about(shop: Game, line: str) -> None:
    problem = said(shop, line)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.values["typed"]) == ("E555", "3")
    assert message(problem, "ja") == "「3」は、花壇、場所のどれにもなりえます。"
    assert hint(problem, "en") == "Name it: beds=3"


@pytest.fixture(scope="module")
def beds(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("beds"), ("flow.yaml", OLD, BEDS))


@pytest.mark.parametrize(
    ("line", "others", "plants"),
    [
        pytest.param("4 Ben", ("Ben",), {}, id="a player"),
        pytest.param("4 none Ben 3", (), {"Ben": 3}, id="nobody, and a player with a number"),
        pytest.param("4 Ben 3 none", (), {"Ben": 3}, id="in another order"),
        pytest.param(
            "4 A Ben 3 A 1", ("A",), {"A": 1, "Ben": 3}, id="a player, and several with numbers"
        ),
        pytest.param(
            "4 ben3 wild 2", (), {"Ben": 3, "wild": 2}, id="glued, and a colour of nobody"
        ),
    ],
)
def test_players_with_numbers_are_amounts(
    beds: Game, line: str, others: tuple[str, ...], plants: dict[str, int]
) -> None:
    command = said(beds, line)
    assert isinstance(command, dict), command
    given = command["with"]
    assert (given["size"], tuple(given["others"] or ()), given["plants"]) == (4, others, plants)


@pytest.mark.parametrize(
    ("players", "seats"),
    [pytest.param(2, None, id="one other"), pytest.param(3, (1, 2), id="two others")],
)
def test_who_alone_can_be_meant_is_not_asked(
    tmp_path: Path, players: int, seats: tuple[int, ...] | None
) -> None:
    gift = varied(tmp_path, ("flow.yaml", OLD, GIFT))
    assert gift.flow is not None
    options = read_options(gift, ())[0]
    state = flow.begin(gift, ("A", "Ben", "Cai")[:players], options, "full").state
    state = changed(state, acting=0)
    result = ActionBuilder(gift, state, gift.flow.actions["guess"]).from_words("")
    if seats is None:
        assert isinstance(result, dict), result
        assert result["with"] == {"whom": "Ben"}
    else:
        assert isinstance(result, ActionForm), result
        assert result.seats(result.field) == seats


@pytest.fixture(scope="module")
def basket(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("basket"), ("flow.yaml", OLD, BASKET))


@pytest.mark.parametrize(
    ("line", "won", "goods"),
    [
        pytest.param("1 2点 梅", 2, ("plum",), id="a number glued to its name"),
        pytest.param("1 2 points plum", 2, ("plum",), id="a number before its name"),
        pytest.param("1 plum 2 points", 2, ("plum",), id="the same at the end"),
        pytest.param("1 points 2 plum", 2, ("plum",), id="a number behind its name"),
        pytest.param("1 梅2", 0, ("plum", "plum"), id="so many things"),
        pytest.param("1 2点,梅", 2, ("plum",), id="a comma behind a number and its name"),
        pytest.param("1,2点", 2, (), id="a comma before them"),
        pytest.param("3 plum2 1 point", 1, ("plum", "plum"), id="so many things and a number"),
    ],
)
def test_a_number_is_points_or_how_many(
    basket: Game, line: str, won: int, goods: tuple[str, ...]
) -> None:
    command = said(basket, line)
    assert isinstance(command, dict), command
    assert (command["with"]["won"], tuple(command["with"]["basket"])) == (won, goods)


@pytest.mark.parametrize("answer", ["2 points plum", "plum 2 points", "梅 2点"])
def test_an_answer_may_name_another_number_before_or_behind(basket: Game, answer: str) -> None:
    asks = asking(basket, {"paid": 1}, "basket")
    command = answered(asks, answer)
    assert isinstance(command, dict), command
    assert (command["with"]["won"], tuple(command["with"]["basket"])) == (2, ("plum",))


def test_a_number_that_may_be_how_many_is_refused_with_both_ways_to_say_it(basket: Game) -> None:
    problem = said(basket, "1 2 plum")
    assert isinstance(problem, Problem)
    assert problem.code == "E558"
    assert message(problem, "ja") == "「2 plum」は、得点が2とも、plumが2つとも読めます。"
    assert hint(problem, "en") == "Write points=2 plum, or plum2."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("22", "E403", id="a number that none can be"),
        pytest.param("ロバ", "E402", id="a word that nobody knows"),
        pytest.param("花2種1 22", "E403", id="before it is asked which option is meant"),
    ],
)
def test_a_refusal_has_the_example_of_the_field(shop: Game, line: str, code: str) -> None:
    problem = said(shop, line)
    assert isinstance(problem, Problem)
    assert problem.code == code
    assert hint(problem, "ja") == "例: 買う 2 1"


def test_where_it_is_nobodys_turn_it_is_asked_who_acts() -> None:
    assert GAME.flow is not None
    action = GAME.flow.actions["rest"]
    problem = ActionBuilder(GAME, after(begun(), *SCORING), action).from_words("")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.values) == (
        "E508", {"action": action.name, "player": "A", "players": ["A", "Ben"]},
    )  # fmt: skip


def test_how_many_things_there_are_is_no_size_of_them() -> None:
    """Nor is it quietly taken for another value."""
    assert GAME.flow is not None
    problem = ActionBuilder(GAME, STATE, GAME.flow.actions["sow"], forced=True).from_words("2個")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.values["typed"]) == ("E402", "2個")


def test_of_options_that_both_fit_one_is_asked(shop: Game) -> None:
    missing = said(shop, "花2種1 2")
    assert isinstance(missing, ActionForm)
    assert missing.field.id == "shop"
    assert [option.id for option in missing.options] == ["near", "far"]
    assert missing.by_id == {"beds": [2]}
    command = answered(missing, "角の屋台")
    assert isinstance(command, dict)
    assert (command["with"]["shop"], command["with"]["beds"]) == ("far", (2,))


def test_an_answer_may_name_its_field(shop: Game) -> None:
    missing = asking(shop, {}, "beds")
    command = answered(missing, "花壇2")
    assert isinstance(command, dict)
    assert command["with"]["beds"] == (2,)


def test_what_can_be_no_field_that_is_left_is_refused_and_read_no_further(tmp_path: Path) -> None:
    late = SHOP.replace("range: [3, 13]", "range: [3, 13], ask-when: beds >= 3")
    game = varied(tmp_path, ("flow.yaml", OLD, late.replace("kind: wholes", "kind: whole")))
    assert game.flow is not None
    filling = ActionBuilder(game, STATE, game.flow.actions["guess"])
    stalls = Said("花2種1", options={"shop": ("near", "far")})
    for more in ([], [Said("x")], [stalls, Said("x"), Said("y")]):
        assert isinstance(filling.with_values([Said("水車", "shop"), stalls, *more]), Problem)


def test_an_answer_that_two_fit_is_asked_again(shop: Game) -> None:
    missing = asking(shop, {"beds": [4]}, "shop")
    again = answered(missing, "花2種1")
    assert isinstance(again, ActionForm)
    assert [option.id for option in again.options] == ["near", "far"]


def test_a_number_is_rather_one_more_of_a_list_than_an_option_called_so(tmp_path: Path) -> None:
    """As where what stands at a place is named by numbers too."""
    stalls = SHOP.replace(
        "{id: mill,",
        "{id: four, name: {ja: 四番の店, en: fourth stall}, aliases: {ja: ['4']}}, {id: mill,",
    )
    stalls = stalls.replace(
        "        optional: true\n        options",
        "        optional: true\n        default: mill\n        options",
    )
    stalls = stalls.replace("range: [3, 13]", "range: [5, 13]")
    game = varied(tmp_path, ("flow.yaml", OLD, stalls))
    for line, beds, stall in (
        ("2 4", (2, 4), "mill"),
        ("4 2", (4, 2), "mill"),
        ("2 店=4", (2,), "four"),
    ):
        command = said(game, line)
        assert isinstance(command, dict), command
        assert (command["with"]["beds"], command["with"]["shop"]) == (beds, stall)


def test_numbers_are_players_only_where_others_stand_beside_them() -> None:
    assert GAME.flow is not None
    give = GAME.flow.actions["give"]
    both = ActionBuilder(GAME, STATE, give, forced=True).from_words("1 2")
    assert isinstance(both, dict)
    assert (both["with"]["many"], both["with"]["to"]) == (1, "Ben")
    one = ActionBuilder(GAME, STATE, give, forced=True).from_words("2")
    assert isinstance(one, ActionForm)
    assert (one.by_id, one.field.id) == ({"many": 2}, "to")


#: An action that asks for some values only with others, and takes goods.
MARKET = """  - id: guess
    name: {ja: 市, en: market}
    words: {ja: [市], en: [market]}
    rules: [gnome-kinds]
    needs: [{when: stall = 'blue' or coins < 5, message: {ja: 赤屋は閉店です。, en: The red stall is closed.}, rules: [gnome-kinds]}]
    ask:
      - {id: stall, name: {ja: 店, en: stall}, kind: choice, options: [{id: red, name: {ja: 赤屋, en: red stall}, aliases: {ja: [屋台]}}, {id: blue, name: {ja: 青屋, en: blue stall}, aliases: {ja: [屋台]}}]}
      - {id: first, name: {ja: 一番, en: first}, kind: player, optional: true, ask-when: stall = 'red'}
      - {id: next, name: {ja: 二番, en: next}, kind: player, optional: true, ask-when: stall != 'red'}
      - {id: last, name: {ja: 三番, en: last}, kind: player, optional: true, ask-when: stall != 'red'}
      - {id: gold, name: {ja: 金, en: gold}, kind: whole, range: [0, 9], optional: true}
      - {id: won, name: {ja: 得点, en: points}, kind: whole, range: [0, 9], optional: true, aliases: {ja: [点]}}
      - {id: goods, name: {ja: 品, en: goods}, kind: choices, optional: true, repeat: true, ask-when: won = 0, options: [{id: gold, name: {ja: 金, en: gold}}, {id: tin, name: {ja: 錫, en: tin}}]}
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("market"), ("flow.yaml", OLD, MARKET))


@pytest.mark.parametrize(
    ("line", "values"),
    [
        pytest.param("青屋 Ben なし 錫", {"first": None, "next": "Ben", "last": None}, id="not one that is not asked"),
        pytest.param("青屋 なし Ben 錫", {"first": None, "next": None, "last": "Ben"}, id="nothing stands in its place"),
        pytest.param("青屋 3 4", {"gold": 3, "won": 4}, id="numbers in order"),
        pytest.param("赤屋 1 2 金1", {"gold": 1, "won": 2, "goods": ("gold",)}, id="goods behind the number called so"),
        pytest.param("赤屋 1 2 金1 Ben", {"gold": 1, "won": 2, "goods": ("gold",), "first": "Ben"}, id="and more behind them"),
        pytest.param("赤屋 金1 錫", {"gold": 1, "goods": ("tin",)}, id="a number by its name"),
    ],
)  # fmt: skip
def test_values_are_of_what_is_asked(market: Game, line: str, values: dict[str, Any]) -> None:
    result = said(market, line)
    given = result.by_id if isinstance(result, ActionForm) else result["with"]
    plain = {key: tuple(each) if isinstance(each, list) else each for key, each in given.items()}
    assert {key: plain.get(key) for key in values} == values


def test_what_rests_on_a_value_left_out_sees_its_default(market: Game) -> None:
    missing = said(market, "青屋 なし なし")
    assert isinstance(missing, ActionForm)
    assert missing.field.id == "goods"


@pytest.mark.parametrize(
    ("answer", "won", "goods"),
    [
        pytest.param("3点 錫", 3, ("tin",), id="a number of another value"),
        pytest.param("金1", 0, ("gold",), id="goods called like another value"),
        pytest.param("金 1", 0, ("gold",), id="with a space between"),
        pytest.param("錫 2", 0, ("tin", "tin"), id="how many, not which"),
    ],
)
def test_an_answer_of_goods(market: Game, answer: str, won: int, goods: tuple[str, ...]) -> None:
    missing = said(market, "青屋 なし なし")
    command = answered(missing, answer)
    assert isinstance(command, dict)
    assert (command["with"]["won"], command["with"]["goods"]) == (won, goods)


def test_of_options_that_share_a_name_what_is_possible_decides(market: Game) -> None:
    action = market.flow.actions["guess"] if market.flow else None
    assert action is not None
    rich = flow.carry_out(market, STATE, {"set": "coins", "player": "A", "to": 6, "inside": ()})
    missing = ActionBuilder(market, STATE, action).from_words("屋台 3 4")
    assert isinstance(missing, ActionForm)
    assert (missing.field.id, [option.id for option in missing.options]) == (
        "stall",
        ["red", "blue"],
    )
    again = answered(missing, "屋台")
    assert isinstance(again, (ActionForm, Problem)), "neither is assumed"
    alone = ActionBuilder(market, rich.state, action).from_words("屋台 3 4")
    assert isinstance(alone, ActionForm)
    assert alone.by_id["stall"] == "blue"
    glued = ActionBuilder(market, rich.state, action).from_words("屋台2点")
    assert isinstance(glued, ActionForm)
    assert (glued.by_id["stall"], glued.by_id["won"]) == ("blue", 2)
    answer = answered(missing.on(rich.state), "屋台")
    assert isinstance(answer, ActionForm)
    assert (answer.field.id, answer.by_id["stall"]) == ("next", "blue")


#: Actions that ask for several numbers.
NUMBERS = """  - id: guess
    name: {ja: 支払い, en: pay}
    rules: [gnome-kinds]
    ask:
      - {id: tip, name: {ja: 心付け, en: tip}, kind: whole, range: [0, 9], optional: true}
      - {id: price, name: {ja: 値段, en: price}, kind: whole, range: [0, 9]}
      - {id: stall, name: {ja: 屋台, en: stall}, kind: whole, range: [20, 30]}
      - {id: whom, name: {ja: 相手, en: whom}, kind: player, optional: true}
      - {id: memo, name: {ja: 一言, en: memo}, kind: text, optional: true}
  - id: sell
    name: {ja: 売る, en: sell}
    rules: [gnome-kinds]
    ask:
      - {id: bonus, name: {ja: おまけ, en: bonus}, kind: whole, range: [0, 9], optional: true}
      - {id: more, name: {ja: 追加, en: extra}, kind: whole, range: [0, 9], ask-when: bonus > 5}
  - id: bid
    name: {ja: 競り, en: bid}
    rules: [gnome-kinds]
    ask:
      - {id: first, name: {ja: 初値, en: first}, kind: whole, range: [0, 9], optional: true}
      - {id: last, name: {ja: 終値, en: last}, kind: whole, range: [0, 9], optional: true}
  - id: bid-down
    name: {ja: 競り下げ, en: bid down}
    rules: [gnome-kinds]
    ask:
      - {id: first, name: {ja: 初値, en: first}, kind: whole, range: [0, 9], optional: true}
      - {id: last, name: {ja: 終値, en: last}, kind: whole, range: [0, 9], optional: true, default: 5}
  - id: bid-up
    name: {ja: 競り上げ, en: bid up}
    rules: [gnome-kinds]
    ask:
      - {id: first, name: {ja: 初値, en: first}, kind: whole, range: [0, 9], optional: true}
      - {id: last, name: {ja: 終値, en: last}, kind: whole, range: [0, 9], optional: true, ask-when: first > 5}
  - id: hand
    name: {ja: 手渡し, en: hand}
    rules: [gnome-kinds]
    ask:
      - {id: whom, name: {ja: 相手, en: whom}, kind: player}
      - {id: many, name: {ja: 個数, en: many}, kind: whole, range: [0, 9], optional: true}
      - {id: size, name: {ja: 寸法, en: size}, kind: whole, range: [0, 9], optional: true}
  - id: mix
    name: {ja: 混ぜる, en: mix}
    rules: [gnome-kinds]
    ask:
      - {id: two, name: {ja: 二つ, en: two things}, kind: choices, options: [{id: egg, name: {ja: 卵, en: egg}}, {id: oil, name: {ja: 油, en: oil}}]}
      - {id: places, name: {ja: 番号, en: places}, kind: wholes, range: [1, 9], optional: true}
      - {id: spot, name: {ja: 場所, en: spot}, kind: whole, range: [1, 9], optional: true}
"""


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("numbers"), ("flow.yaml", OLD, NUMBERS))


def placed(game: Game, action: str, line: str) -> tuple[str | None, Any]:
    """The field that is asked next or the code of what is wrong, and the values that were given."""
    assert game.flow is not None
    result = ActionBuilder(game, STATE, game.flow.actions[action], forced=True).from_words(line)
    if isinstance(result, Problem):
        return result.code, result.values["typed"]
    asked, values = (
        (result.field.id, result.by_id)
        if isinstance(result, ActionForm)
        else (None, result["with"])
    )
    return asked, {key: value for key, value in values.items() if value not in (0, None, "", ())}


def test_behind_what_has_to_be_said_numbers_stand_in_their_order(numbers: Game) -> None:
    """Though several of them could be one more of a list."""
    assert numbers.flow is not None
    pay, mix = (numbers.flow.actions[name] for name in ("guess", "mix"))
    fields = (pay.ask["price"], mix.ask["places"], mix.ask["spot"])
    action = changed(pay, ask={field.id: field for field in fields})
    command = ActionBuilder(numbers, STATE, action, forced=True).from_words("1 2 3")
    assert isinstance(command, dict), command
    assert command["with"] == {"price": 1, "places": (2, 3), "spot": 0}


@pytest.mark.parametrize(
    ("action", "line", "asked", "values"),
    [
        # What has to be said comes before what need not be, in the order asked unless one field alone fits.
        ("guess", "25 3", None, {"price": 3, "stall": 25}),
        ("guess", "3 25", None, {"price": 3, "stall": 25}),
        ("guess", "3 4 25", None, {"tip": 3, "price": 4, "stall": 25}),
        ("guess", "25 3 2", None, {"tip": 3, "price": 2, "stall": 25}),
        ("guess", "3", "stall", {"price": 3}),
        ("guess", "25", "price", {"stall": 25}),
        ("guess", "25 tip 2 4", None, {"tip": 2, "price": 4, "stall": 25}),
        # A player by number only behind all numbers, and not instead of one that has to be said.
        ("guess", "3 4 25 1", None, {"tip": 3, "price": 4, "stall": 25, "whom": "A"}),
        ("guess", "1 3 25", None, {"tip": 1, "price": 3, "stall": 25}),
        ("guess", "3 25 40", "E420", "40"),
        ("guess", "Ben 25 3 hello", None, {"price": 3, "stall": 25, "whom": "Ben", "memo": "hello"}),
        ("guess", "memo=hi 25 4", None, {"price": 4, "stall": 25, "memo": "hi"}),
        ("hand", "2 1 3", None, {"whom": "Ben", "many": 1, "size": 3}),
        ("hand", "1 2", "whom", {"many": 1, "size": 2}),
        ("hand", "3 4 Ben", None, {"whom": "Ben", "many": 3, "size": 4}),
        ("hand", "Ben 3", "E555", "3"),
        ("hand", "1 5 なし", "E420", "なし"),
        # What is asked only sometimes does not have to be said.
        ("sell", "3", None, {"bonus": 3}),
        ("sell", "7", "more", {"bonus": 7}),
        ("sell", "3 7", None, {"bonus": 3, "more": 7}),
        # One of two numbers that need not be said: of which one the data know what it is otherwise, it is the other.
        ("bid", "3", "E555", "3"),
        ("bid", "3 4", None, {"first": 3, "last": 4}),
        ("bid", "終値3", None, {"last": 3}),
        ("bid", "4 終値3", None, {"first": 4, "last": 3}),
        ("bid", "7 1 2", "E502", "2"),
        ("bid", "7 1 hello", "E502", "hello"),
        ("bid-down", "3", None, {"first": 3, "last": 5}),
        ("bid-up", "3", None, {"first": 3}),
        ("bid-up", "7", "last", {"first": 7}),
        # Numbers and options that need no order; after the first of a list there may be more of it.
        ("mix", "egg oil", None, {"two": ("egg", "oil")}),
        ("mix", "@3 egg", None, {"two": ("egg",), "spot": 3}),
        ("mix", "egg @3 4", None, {"two": ("egg",), "places": (4,), "spot": 3}),
        ("mix", "egg,oil 3,4", None, {"two": ("egg", "oil"), "places": (3, 4)}),
        ("mix", "egg+oil", None, {"two": ("egg", "oil")}),
        ("mix", "番号 3 卵", None, {"two": ("egg",), "places": (3,)}),
        ("mix", "卵 なし 3", None, {"two": ("egg",), "spot": 3}),
        ("mix", "egg oil 3", "E555", "3"),
        ("mix", "1 2", "E555", "2"),
    ],
)  # fmt: skip
def test_several_numbers_are_each_what_they_must_be(
    numbers: Game, action: str, line: str, asked: str | None, values: Any
) -> None:
    assert placed(numbers, action, line) == (asked, values)


def test_what_is_asked_next_says_what_is_known_and_what_can_be_chosen(market: Game) -> None:
    assert market.flow is not None
    action = market.flow.actions["guess"]
    missing = ActionBuilder(market, STATE, action).from_words("")
    assert isinstance(missing, ActionForm)
    assert (missing.field.id, missing.seats(missing.field), missing.forced, missing.state.acting) == ("stall", (), False, None)  # fmt: skip
    assert [option.id for option in missing.options] == ["red", "blue"], "the rules allow both"
    rich = flow.carry_out(market, STATE, {"set": "coins", "player": "A", "to": 6, "inside": ()})
    missing = ActionBuilder(market, rich.state, action).from_words("")
    assert isinstance(missing, ActionForm)
    assert [option.id for option in missing.options] == ["blue"]
    refused = ActionBuilder(market, rich.state, action).from_words("赤屋")
    assert isinstance(refused, Problem)
    assert refused.code == "E510", "before more is asked"
    forced = ActionBuilder(market, rich.state, action, forced=True).from_words("赤屋")
    assert isinstance(forced, ActionForm)
    assert (forced.field.id, forced.forced, forced.seats(forced.field)) == ("first", True, (0, 1))


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("A", "give me 2", "give A 2"),
        ("A", "Me 2", "A 2"),
        ("A", "myself 2", "A 2"),
        ("A", "melon 2", "melon 2"),
        ("A", "私に2枚", "A に2枚"),
        ("A", "私の2枚", "私の2枚"),
        ("Me", "give me 2", "give me 2"),
    ],
)
def test_who_speaks_is_named(name: str, line: str, told: str) -> None:
    state = changed(STATE, names=(name, "Ben"))
    assert with_speaker(state, line).split() == told.split()


def test_where_it_is_nobodys_turn_nobody_speaks() -> None:
    assert with_speaker(after(STATE, *SCORING), "give me 2") == "give me 2"
