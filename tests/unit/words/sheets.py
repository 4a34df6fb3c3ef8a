"""Sheets of invented actions, and what a line says by one."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML

from rulesref.base.frozen import changed
from rulesref.model.entries import Field, read_fields
from rulesref.words.lexicon import Sheet, people
from rulesref.words.reading import Reading, readings
from rulesref.words.tokens import tokens_of
from rulesref.words.ways import Asks
from tests.helpers import bench

PLAYERS = ("A", "Ben", "Cai")


def fields_of(text: str, *sometimes: str) -> Mapping[str, Field]:
    """Fields as a file has them, some of which are asked for only beside some values."""
    fields = read_fields(YAML(typ="safe").load(dedent(text)))
    condition = bench("1 = 1").operator
    return {
        key: changed(each, ask_when=condition) if key in sometimes else each
        for key, each in fields.items()
    }


#: Numbers, an option with goods in its names, and amounts, none of which has to be said.
SHOP = Sheet(["買い物", "買う", "shop"], fields_of("""
    - {id: beds, name: {ja: 花壇, en: beds}, kind: wholes, range: [1, 4], optional: true}
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
"""))  # fmt: skip
#: A number that has to be said, one that need not, and goods.
BASKET = Sheet(["収穫", "harvest"], fields_of("""
    - {id: paid, name: {ja: 代金, en: paid}, kind: whole, range: [0, 9]}
    - {id: won, name: {ja: 得点, en: points}, kind: whole, range: [0, 9], optional: true, default: 0, aliases: {ja: [点], en: [point]}}
    - {id: basket, name: {ja: 籠, en: basket}, kind: choices, repeat: true, optional: true, options: [{id: plum, name: {ja: 梅, en: plum}}, {id: pear, name: {ja: 梨, en: pear}}]}
"""))  # fmt: skip
#: Players, and a number of each.
BEDS = Sheet(["花壇", "bed"], fields_of("""
    - {id: size, name: {ja: 大きさ, en: size}, kind: whole, range: [3, 9]}
    - {id: others, name: {ja: ほかの人, en: others}, kind: players, optional: true}
    - {id: plants, name: {ja: 苗, en: plants}, kind: by-player, optional: true, extras: [{id: wild, name: {ja: 野生, en: wild}, players: [2]}]}
    - {id: fenced, name: {ja: 囲い, en: fenced}, kind: flag, optional: true}
    - {id: memo, name: {ja: 一言, en: memo}, kind: text, optional: true}
"""))  # fmt: skip
#: Players who are asked for only with one of the stalls, and goods that are called like a number.
MARKET = Sheet(["市", "market"], fields_of("""
    - {id: stall, name: {ja: 店, en: stall}, kind: choice, options: [{id: red, name: {ja: 赤屋, en: red stall}, aliases: {ja: [屋台]}}, {id: blue, name: {ja: 青屋, en: blue stall}, aliases: {ja: [屋台]}}]}
    - {id: first, name: {ja: 一番, en: first}, kind: player, optional: true}
    - {id: next, name: {ja: 二番, en: next}, kind: player, optional: true}
    - {id: last, name: {ja: 三番, en: last}, kind: player, optional: true}
    - {id: gold, name: {ja: 金, en: gold}, kind: whole, range: [0, 9], optional: true}
    - {id: won, name: {ja: 得点, en: points}, kind: whole, range: [0, 9], optional: true, aliases: {ja: [点]}}
    - {id: goods, name: {ja: 品, en: goods}, kind: choices, optional: true, repeat: true, options: [{id: gold, name: {ja: 金, en: gold}}, {id: tin, name: {ja: 錫, en: tin}}]}
""", "first", "next", "last"))  # fmt: skip
#: Several numbers that have to be said, and a player behind them.
PAY = Sheet(["支払い", "pay"], fields_of("""
    - {id: tip, name: {ja: 心付け, en: tip}, kind: whole, range: [0, 9], optional: true}
    - {id: price, name: {ja: 値段, en: price}, kind: whole, range: [0, 9]}
    - {id: stall, name: {ja: 屋台, en: stall}, kind: whole, range: [20, 30]}
    - {id: whom, name: {ja: 相手, en: whom}, kind: player, optional: true}
"""))  # fmt: skip
#: A player before numbers.
HAND = Sheet(["手渡し", "hand"], fields_of("""
    - {id: whom, name: {ja: 相手, en: whom}, kind: player}
    - {id: many, name: {ja: 個数, en: many}, kind: whole, range: [0, 9], optional: true}
    - {id: size, name: {ja: 寸法, en: size}, kind: whole, range: [0, 9], optional: true}
"""))  # fmt: skip
#: Different things, several numbers and one.
MIX = Sheet(["混ぜる", "mix"], fields_of("""
    - {id: two, name: {ja: 二つ, en: two things}, kind: choices, options: [{id: egg, name: {ja: 卵, en: egg}}, {id: oil, name: {ja: 油, en: oil}}]}
    - {id: places, name: {ja: 番号, en: places}, kind: wholes, range: [1, 9], optional: true}
    - {id: spot, name: {ja: 場所, en: spot}, kind: whole, range: [1, 9], optional: true}
"""))  # fmt: skip
#: Options whose names share words.
STALLS = Sheet(["交換", "trade"], fields_of("""
    - {id: spot, name: {ja: 畑の場所, en: field spot}, kind: whole, range: [0, 9], optional: true}
    - {id: shop, name: {ja: 店, en: shop}, kind: choice, optional: true, options: [{id: near, name: {ja: 赤い屋台, en: red stall}}, {id: far, name: {ja: 赤い小屋, en: red hut}}, {id: mill, name: {ja: 青い屋台, en: blue stall}}, {id: b, name: {ja: ロ, en: B}}]}
    - {id: seal, name: {ja: 証, en: token}, kind: choice, optional: true, options: [{id: s1, name: {ja: 4点の印章, en: 4-point seal}}, {id: s2, name: {ja: 6点の印章, en: 6-point seal}}]}
"""))  # fmt: skip
SHEETS = {
    "shop": SHOP,
    "basket": BASKET,
    "beds": BEDS,
    "market": MARKET,
    "pay": PAY,
    "hand": HAND,
    "mix": MIX,
    "stalls": STALLS,
}


def read(
    sheet: Sheet, line: str, *, speaker: str | None = "A", asks: Asks | None = None, **more: Any
) -> list[Reading]:
    """The readings of a line by a sheet, among three players."""
    names = people(PLAYERS, speaker)
    return readings(sheet, tokens_of(line), names, players=PLAYERS, turn=speaker, asks=asks, **more)


def best(sheet: Sheet, line: str, **more: Any) -> dict[str, Any]:
    """What the best reading of a line says; options of which several can be meant as a tuple, words left over as “unknown”."""
    first = read(sheet, line, **more)[0]
    found = {**first.values, **first.unclear}
    return {**found, "unknown": first.unknown} if first.unknown else found
