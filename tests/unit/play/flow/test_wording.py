"""The words of actions and their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.fields.cutting import cut, language, units_of
from rulesref.model.flow import Action
from rulesref.model.game import Game
from rulesref.play.flow.wording import (
    Said,
    content_words,
    forms,
    glued,
    goods_instead,
    names_of,
    naming_field,
    number_of_a_field,
    players_vocabulary,
    stand_ins,
    takes_amounts,
    values_in_sentences,
    values_of_action,
    values_said,
)
from tests.helpers import library, varied
from tests.unit.play.flow.test_values import MARKET, OLD
from tests.unit.play.playing import GAME


def action(name: str) -> Action:
    assert GAME.flow is not None
    return GAME.flow.actions[name]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("生け垣を植える", ["生け", "垣", "植える"]),
        ("橋の移動", ["橋", "移動"]),
        ("収穫するもの", ["収穫"]),
        ("カード置き場", ["カード", "置き", "場"]),
        ("put a hat on", ["put", "hat"]),
        ("of the", []),
    ],
)
def test_the_words_of_a_name_that_say_something(name: str, words: list[str]) -> None:
    assert content_words(name) == words


@pytest.mark.parametrize(
    ("word", "said"),
    [("取る", ["取っ", "取り", "取ら"]), ("植える", ["植え"]), ("歩く", ["歩い", "歩き"]), ("読む", ["読ん", "読み"]),
     ("贈り", ["贈る", "贈っ"]), ("帽子", []), ("hat", [])],
)  # fmt: skip
def test_a_verb_has_its_forms(word: str, said: list[str]) -> None:
    found = set(forms(word))
    assert {form.replace("っ", "つ") for form in said} <= {
        form.replace("っ", "つ") for form in found
    }
    assert word in found


def values(name: str, line: str) -> tuple[list[Said], list[str]]:
    pieces = cut(
        units_of(line), values_in_sentences(action(name)), names_of(action(name)), language()
    )
    return values_said(action(name), pieces)


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        pytest.param("work", "3時間", [Said("3", "hours")], id="a number before the name of its field"),
        pytest.param("work", "時間 3", [Said("3", "hours")], id="behind it"),
        pytest.param("work", "hours of 3", [Said("3", "hours")], id="with a filler between"),
        pytest.param("work", "3", [Said("3")], id="a number alone"),
        pytest.param("give", "2枚", [Said("2枚")], id="a counter"),
        pytest.param("sow", "2個", [Said("2個")], id="so many things"),
        pytest.param("sow", "@2", [Said("2", place=True)], id="a place"),
        pytest.param("dress", "紙", [Said("紙", None, {"kind": ("paper",)})], id="an option"),
        pytest.param("invite", "small sleeping",
                     [Said("small", None, {"kinds": ("small",)}), Said("sleeping", None, {"kinds": ("sleeping",)})],
                     id="two options"),
    ],
)  # fmt: skip
def test_the_pieces_of_a_line_are_values(name: str, line: str, said: list[Said]) -> None:
    assert values(name, line) == (said, [])


def test_what_nobody_knows_is_told_as_one_word() -> None:
    assert values("work", "3 ドラゴン zzz")[1] == ["ドラゴン", "zzz"]


@pytest.mark.parametrize(
    ("name", "word", "texts"),
    [
        ("give", "2Ben", ["2", "Ben"]),
        ("give", "Ben2枚", ["Ben", "2枚"]),
        ("dress", "麦わら", ["麦わら"]),
        ("dress", "麦わらqq", None),
        ("dress", "", None),
        ("rest", "2", ["2"]),
    ],
)
def test_values_may_be_glued(name: str, word: str, texts: list[str] | None) -> None:
    said = glued(action(name), word, ("A", "Ben"))
    assert (None if said is None else [value.text for value in said]) == texts


def test_behind_a_number_and_its_name_more_may_be_glued(market: Action) -> None:
    both = glued(market, "2点錫", ())
    assert both is not None
    assert [(value.text, value.field, value.options_of("goods")) for value in both] == [
        ("2", "won", ()), ("錫", None, ("tin",)),
    ]  # fmt: skip


def test_single_letters_and_kana_are_words_of_lines_but_not_of_sentences() -> None:
    many = values_of_action(action("stroll")).meanings
    assert set(values_in_sentences(action("stroll")).meanings) >= set(many) - {"a"}


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("work", ["時間3"], (Said("3", "hours"), 1)),
        ("work", ["時間", "3"], (Said("3", "hours"), 2)),
        ("work", ["3時間"], (Said("3", "hours"), 1)),
        ("work", ["3"], None),
        ("dress", ["紙", "2"], None),
    ],
)
def test_a_number_stands_beside_its_field(
    name: str, words: list[str], found: tuple[Said, int] | None
) -> None:
    assert number_of_a_field(action(name), words) == found


#: Actions with amounts, goods, numbers and options whose names share words.
TRADE = """  - id: guess
    name: {ja: 交換, en: trade}
    rules: [gnome-kinds]
    ask:
      - {id: paid, name: {ja: 支払い, en: payment}, kind: record, optional: true, fields: [{id: gold, name: {ja: 金, en: gold}, kind: whole, optional: true}, {id: tin, name: {ja: 錫, en: tin}, kind: whole, optional: true}]}
      - {id: goods, name: {ja: 品, en: goods}, kind: choices, optional: true, repeat: true, options: [{id: plum, name: {ja: 梅, en: plum}}, {id: pear, name: {ja: 梨, en: pear}}, {id: gold, name: {ja: 金, en: gold}}]}
      - {id: won, name: {ja: 得点, en: points}, kind: whole, range: [0, 9], optional: true, aliases: {ja: [点], en: [point]}}
      - {id: spot, name: {ja: 畑の場所, en: field spot}, kind: whole, range: [0, 9], optional: true}
      - {id: shop, name: {ja: 店, en: shop}, kind: choice, optional: true, options: [{id: near, name: {ja: 赤い屋台, en: red stall}}, {id: far, name: {ja: 赤い小屋, en: red hut}}, {id: mill, name: {ja: 青い屋台, en: blue stall}}, {id: b, name: {ja: ロ, en: B}}]}
  - id: fetch
    name: {ja: 運ぶ, en: fetch}
    rules: [gnome-kinds]
    ask: [{id: paid, name: {ja: 支払い, en: payment}, kind: record, optional: true, fields: [{id: gold, name: {ja: 金, en: gold}, kind: whole, optional: true}, {id: tin, name: {ja: 錫, en: tin}, kind: whole, optional: true}]}]
  - id: carry
    name: {ja: 担ぐ, en: carry}
    rules: [gnome-kinds]
    ask: [{id: goods, name: {ja: 品, en: goods}, kind: choices, optional: true, repeat: true, options: [{id: plum, name: {ja: 梅, en: plum}}, {id: pear, name: {ja: 梨, en: pear}}]}]
  - id: pick
    name: {ja: 選ぶ, en: pick}
    rules: [gnome-kinds]
    ask:
      - {id: one, name: {ja: 一つ, en: one}, kind: choice, ask-when: day > 1, optional: true, default: egg, options: [{id: egg, name: {ja: 卵, en: egg}}]}
"""


@pytest.fixture(scope="module")
def trade(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(Path(tmp_path_factory.mktemp("trade")), ("flow.yaml", OLD, TRADE))


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Action:
    game = varied(Path(tmp_path_factory.mktemp("market")), ("flow.yaml", OLD, MARKET))
    assert game.flow is not None
    return game.flow.actions["guess"]


def shortly(value: Said) -> str:
    """A value: its text, its field, the options that it can be, what else is known of it."""
    options = [f"{f}:{'/'.join(ids)}" for f, ids in (value.options or {}).items()]
    more = ["@"] * value.place + ["-"] * value.nothing
    return " ".join([value.text.replace(" ", "_"), *([f"={value.field}"] if value.field else []), *options, *more])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        # Several names with numbers are one value; one may be how many or another's number.
        ("guess", "梅2", ["梅 goods:plum", "2"]),
        ("guess", "2 梅", ["2", "梅 goods:plum"]),
        ("guess", "梅2梨1", ["梅2梨1 =goods"]),
        ("guess", "梅2 梨1", ["梅2_梨1 =goods"]),
        ("guess", "2plum 1pear", ["2plum_1pear =goods"]),
        ("guess", "2 plums and 1 pear", ["2_plums_1_pear =goods"]),
        ("guess", "plum 2 pear 1 3", ["plum_2_pear_1 =goods", "3"]),
        ("guess", "Ben 2 plum 1 pear", ["Ben", "2_plum_1_pear =goods"]),
        ("guess", "5 2 plum 1 pear", ["5", "2", "plum goods:plum", "1", "pear goods:pear"]),
        ("guess", "3 plum 2 pear 1", ["3_plum_2_pear =goods", "1"]),
        ("guess", "金3", ["金3 =paid"]),
        ("guess", "金3錫1", ["金3錫1 =paid"]),
        ("guess", "金3 錫1 2", ["金3_錫1 =paid", "2"]),
        ("guess", "得点2金3", ["2 =won", "金3 =paid"]),
        ("guess", "@2梅", ["2 @", "梅 goods:plum"]),
        ("guess", "@梅", ["梅 goods:plum"]),
        ("guess", "梅を2個", ["梅 goods:plum", "2個"]),
        ("guess", "2個の梅", ["2個", "梅 goods:plum"]),
        ("guess", "得点2 3金", ["2 =won", "3金 =paid"]),
        ("guess", "得点2 2梅1梨", ["2 =won", "2梅1梨 =goods"]),
        ("fetch", "金3", ["金3 =paid"]),
        ("fetch", "3 金", ["3_金 =paid"]),
        ("fetch", "金 3 錫 1", ["金_3_錫_1 =paid"]),
        ("fetch", "3 gold 1 tin", ["3_gold_1_tin =paid"]),
        ("fetch", "金", []),
        ("fetch", "金3 2", ["金3 =paid", "2"]),
        ("carry", "梅2", ["梅2 =goods"]),
        ("carry", "2 梅", ["2_梅 =goods"]),
        ("carry", "梅2 3", ["梅2 =goods", "3"]),
        ("carry", "梅 梨", ["梅 goods:plum", "梨 goods:pear"]),
        ("carry", "2 plum pear", ["2_plum_pear =goods"]),
        # A number beside the name of its field, or a word of it that no other has.
        ("guess", "得点2", ["2 =won"]),
        ("guess", "2得点", ["2 =won"]),
        ("guess", "点 2", ["2 =won"]),
        ("guess", "場所3", ["3 =spot"]),
        ("guess", "3 場所", ["3 =spot"]),
        ("guess", "畑3", ["3 =spot"]),
        ("guess", "3の場所", ["3"]),
        ("guess", "3 場所 5", ["3", "5 =spot"]),
        ("guess", "得点 2枚", ["2枚 =won"]),
        # Words of names together mean the options that have them all.
        ("guess", "赤い屋台", ["赤い屋台 shop:near"]),
        ("guess", "屋台", ["屋台 shop:near/mill"]),
        ("guess", "赤い", ["赤い shop:near/far"]),
        ("guess", "青い", ["青い shop:mill"]),
        ("guess", "赤いの屋台", ["赤いの屋台 shop:near"]),
        ("guess", "赤い屋台 青い屋台", ["赤い屋台 shop:near", "青い屋台 shop:mill"]),
        ("guess", "stall red", ["stall_red shop:near"]),
        ("guess", "赤い屋台2", ["赤い屋台 shop:near", "2"]),
        ("guess", "stall red Ben", ["stall_red shop:near", "Ben"]),
        ("guess", "red blue", ["red shop:near/far", "blue shop:mill"]),
        ("guess", "小屋と屋台", ["小屋 shop:far", "屋台 shop:near/mill"]),
        ("guess", "ロ", ["ロ shop:b"]),
        ("guess", "b 2", ["b shop:b", "2"]),
        # Players, and that there is none.
        ("guess", "Ben 2", ["Ben", "2"]),
        ("guess", "none 2", ["none -", "2"]),
    ],
)  # fmt: skip
def test_what_stands_beside_what_is_one_value(
    trade: Game, name: str, line: str, said: list[str]
) -> None:
    assert trade.flow is not None
    asks = trade.flow.actions[name]
    known = values_in_sentences(asks), names_of(asks), players_vocabulary(("A", "Ben")), language()
    values, unknown = values_said(asks, cut(units_of(line), *known))
    assert ([shortly(value) for value in values], unknown) == (said, [])


@pytest.mark.parametrize(
    ("line", "levels"),
    [
        ("build two level 3 temples", ["3", "3"]),
        ("build level 3", ["3"]),
        ("レベル1の神殿を3個", ["1", "1", "1"]),
        ("レベル4の神殿を1個", ["4"]),
        ("神殿を3個", ["3個"]),
        ("build 99 level 3 temples", ["99", "3"]),
        ("build 3 level temples", ["3"]),
    ],
)
def test_how_many_entries_are_alike_is_no_entry(line: str, levels: list[str]) -> None:
    flow = library().game("mexica").flow
    assert flow is not None
    asks = flow.actions["temple"]
    known = names_of(asks), values_in_sentences(asks), language()
    values, _ = values_said(asks, cut(units_of(line), *known))
    assert [value.text for value in values] == levels


@pytest.mark.parametrize(
    ("line", "unknown"),
    [("ドラゴン梅", ["ドラゴン"]), ("梅ドラゴン", ["ドラゴン"]), ("ドラゴンロ梅", ["ドラゴンロ"]), ("アイスクリーム", ["アイスクリム"]), ("zzz2", ["zzz"]), ("2zzz yyy", ["zzz", "yyy"])],
)  # fmt: skip
def test_what_nobody_knows_ends_where_something_is_known(
    trade: Game, line: str, unknown: list[str]
) -> None:
    assert trade.flow is not None
    asks = trade.flow.actions["guess"]
    assert (
        values_said(asks, cut(units_of(line), values_in_sentences(asks), language()))[1] == unknown
    )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["得点", "2"], ("2 =won", 2)),
        (["2", "得点"], ("2 =won", 2)),
        (["2", "得点", "3"], None),
        (["2", "畑"], None),
        (["2畑"], ("2 =spot", 1)),
        (["畑", "2", "3"], ("2 =spot", 2)),
        (["得点", "梅", "2"], None),
        (["赤い", "2"], None),
        (["梅2"], None),
    ],
)
def test_with_a_space_a_number_stands_before_the_whole_name_only(
    trade: Game, words: list[str], found: tuple[str, int] | None
) -> None:
    assert trade.flow is not None
    beside = number_of_a_field(trade.flow.actions["guess"], words)
    assert (beside and (shortly(beside[0]), beside[1])) == found


def test_of_one_letter_only_an_option_is_called_in_sentences(trade: Game) -> None:
    assert trade.flow is not None
    guess = trade.flow.actions["guess"]
    shop = changed(guess.ask["shop"], name=Text("屋", "S"))
    letters = changed(guess, ask={"shop": shop})
    assert ["s" in known(letters).meanings for known in (values_of_action, values_in_sentences)] == [True, False]  # fmt: skip
    assert ["b" in known(letters).meanings for known in (values_of_action, values_in_sentences)] == [True, True]  # fmt: skip


def test_which_options_may_stand_for_their_action(trade: Game) -> None:
    def named(game: Game, name: str) -> str | None:
        assert game.flow is not None
        field = naming_field(game.flow.actions[name])
        return None if field is None else field.id

    assert named(GAME, "dress") == "kind"
    assert named(trade, "carry") == "goods"
    assert [named(trade, "guess"), named(trade, "pick"), named(GAME, "rest")] == [None] * 3


def test_amounts_are_records_and_things_that_may_be_there_twice(trade: Game) -> None:
    assert trade.flow is not None
    asks = trade.flow.actions["guess"].ask
    assert [name for name, field in asks.items() if takes_amounts(field)] == ["paid", "goods"]
    assert not takes_amounts(action("invite").ask["kinds"])


@pytest.mark.parametrize(
    ("word", "every"),
    [
        ("置かない", {"置かない", "置きません"}),
        ("食べない", {"食べません"}),
        ("ない", {"ない"}),
        ("く", {"く"}),
        ("書く", {"書く", "書か", "書き", "書け", "書こ", "書い"}),
        ("泳ぐ", {"泳ぐ", "泳が", "泳ぎ", "泳げ", "泳ご", "泳い"}),
        ("死ぬ", {"死ぬ", "死な", "死に", "死ね", "死の", "死ん"}),
        ("やる", {"やる", "やら", "やり", "やれ", "やろ", "やつ"}),
        ("見る", {"見る", "見ら", "見り", "見れ", "見ろ", "見つ", "見"}),
        ("建てる", {"建てる", "建てら", "建てり", "建てれ", "建てろ", "建てつ", "建て"}),
        ("読む", {"読む", "読ま", "読み", "読め", "読も", "読ん"}),
        ("遊ぶ", {"遊ぶ", "遊ば", "遊び", "遊べ", "遊ぼ", "遊ん"}),
        ("立つ", {"立つ", "立た", "立ち", "立て", "立と"}),
        ("話す", {"話す", "話さ", "話し", "話せ", "話そ"}),
        ("買う", {"買う", "買わ", "買い", "買え", "買お", "買つ"}),
        ("hat", {"hat"}),
    ],
)
def test_how_a_verb_begins_before_its_endings(word: str, every: set[str]) -> None:
    found = set(forms(word))
    assert every <= found
    assert len(list(forms(word))) == len(found), "each of them once"
    if not word.endswith("ない"):
        assert found == every


def test_words_of_an_action_for_which_its_options_may_stand() -> None:
    """By the place of the name, that of the word in it, and how many words it has."""
    assert dict(stand_ins(action("dress"))) == {"kind": [(2, 1, 2)]}
    assert dict(stand_ins(action("stroll"))) == {"along": [(1, 0, 2)]}
    assert dict(stand_ins(action("plant"))) == {}
    hours, kind = action("work").ask["hours"], action("dress").ask["kind"]
    later = changed(action("dress"), ask={"hours": hours, "kind": kind})
    assert dict(stand_ins(later)) == {"kind": [(2, 1, 2)]}
    named = names_of(action("dress")).meanings
    assert named["帽子"] == [("action", (3, 0, 1))]
    assert named["hat"] == [("action", (2, 1, 2)), ("action", (4, 0, 1))]
    assert named["put"] == [("action", (2, 0, 2))]


def test_what_stands_in_brackets_is_no_word_of_a_name() -> None:
    hat = changed(
        action("dress"), name=Text("帽子(夏)をかぶる", "put (warm) hat on"), words=((), ())
    )
    named = names_of(hat).meanings
    assert set(named) & {"夏", "warm", "x"} == set()
    assert (named["hat"], named["帽子"]) == ([("action", (2, 1, 2))], [("action", (1, 0, 2))])
    kind = changed(hat.ask["kind"], name=Text("帽子(夏)", "hat (warm)"))
    words = values_of_action(changed(hat, ask={"kind": kind})).meanings
    assert (set(words) & {"夏", "warm", "x"}, ("field-word", "kind") in words["hat"]) == (
        set(),
        True,
    )
    assert dict(stand_ins(hat)) == {"kind": [(1, 0, 2), (2, 1, 2)]}


@pytest.mark.parametrize(
    ("before", "given", "text", "found"),
    [
        pytest.param([Said("1")], (), "金1", Said("金1", "goods"), id="its number was said in order"),
        pytest.param([], ("gold",), "金1", Said("金1", "goods"), id="its number is known"),
        pytest.param([Said("1")], (), "得点1", None, id="no goods are called so"),
        pytest.param([], (), "金1", None, id="it has none yet"),
        pytest.param([Said("1", "won")], (), "金1", None, id="that of another was named"),
        pytest.param([Said("1", None, {"stall": ("red",)})], (), "金1", None, id="an option"),
        pytest.param([Said("x")], (), "金1", None, id="no number"),
    ],
)  # fmt: skip
def test_goods_are_meant_where_the_number_called_alike_is_there(
    market: Action, before: list[Said], given: tuple[str, ...], text: str, found: Said | None
) -> None:
    assert goods_instead(market, before, Said("1", "gold"), text, given) == found
