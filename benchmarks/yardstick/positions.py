"""Random positions that could lie on a table, for every event of the five games.

Nothing exceeds what the box holds, ties are frequent, and every row and boundary of the scoring
tables comes up.
"""

import random
from typing import Any

from . import score

Position = dict[str, Any]
Player = dict[str, Any]

NAMES = (
    ("葵", "蓮", "陽菜", "湊", "さくら", "健太", "三浦 結衣", "ジョン"),
    ("Ann", "Ben", "Chloé", "Dmitri", "Eva-Lis", "Finn O'Hara", "G", "Hana"),
)
PLAYERS = {"mexica": (2, 4), "praga": (1, 4), "caylus": (2, 5), "tigris": (2, 4), "tzolkin": (2, 4)}
BEFORE = {"mexica": "prestige", "praga": "points", "caylus": "score", "tzolkin": "points"}


def random_position(game: str, rng: random.Random) -> Position:
    """A valid position of the game, at any of its events; equal generators give equal ones."""
    names = pick_names(rng, rng.randint(*PLAYERS[game]))
    position = MAKERS[game](rng, names)
    if game in BEFORE and rng.random() < 0.5:
        level_totals(rng, position, BEFORE[game])
    if rng.random() < 0.2:
        position.setdefault("rulings", {})
    return position


# --- shared parts ---------------------------------------------------------------------------------


def pick_names(rng: random.Random, count: int) -> list[str]:
    """Different names, sometimes Japanese, sometimes not, sometimes mixed."""
    pool = rng.choice((NAMES[0], NAMES[1], NAMES[0] + NAMES[1]))
    return rng.sample(pool, count)


def deal_out(rng: random.Random, total: int, players: int, most: int) -> list[int]:
    """A number of one component for each player, often equal, at most `total` in all."""
    equal = rng.randint(0, min(most, total // players))
    if rng.random() < 0.3:
        return [equal] * players
    numbers = []
    for _ in range(players):
        number = min(total, rng.choice((equal, rng.randint(0, most))))
        numbers.append(number)
        total -= number
    rng.shuffle(numbers)
    return numbers


def drop_some(rng: random.Random, mapping: dict[str, Any], *keys: str) -> None:
    """Leave out some of the optional keys; they then count as 0, false or empty, and break no tie."""
    for key in keys:
        if key in mapping and rng.random() < 0.2:
            del mapping[key]


def level_totals(rng: random.Random, position: Position, before: str) -> None:
    """Raise what some players had before, so that they tie for the most."""
    totals = [line["total"] for line in score(position)["players"]]
    for player, total in zip(position["players"], totals):
        gap = max(totals) - total
        if gap == int(gap) and rng.random() < 0.7:
            player[before] += int(gap)


# --- mexica ---------------------------------------------------------------------------------------

TOKEN_SIZES = (3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13)
UNFOUNDED_SIZES = (*range(1, 23), 25, 30, 41, 58, 91)
ISLAND = 192  # dry spaces at the start
TEMPLES = {
    "period-1": [1] * 3 + [2] * 3 + [3] * 2 + [4],
    "period-2": [1] * 6 + [2] * 5 + [3] * 4 + [4] * 3,
    "neutral": [1] * 4 + [2] * 3 + [3] * 2 + [4],
}


def mexica(rng: random.Random, names: list[str]) -> Position:
    """Mexica: either period; temples come out of real sets, so that they always fit."""
    event = rng.choice(("period-1", "period-2"))
    stocks = {name: shuffled(rng, TEMPLES[event]) for name in names}
    if len(names) == 2:
        stocks["neutral"] = shuffled(rng, TEMPLES["neutral"])
    districts = mexica_districts(rng, event)
    for district in districts:
        district["temples"] = mexica_temples(rng, district, stocks)
    tokens = deal_out(rng, 12, len(names), rng.choice((1, 3, 6)))
    players = []
    for name, number in zip(names, tokens):
        player: Player = {
            "name": name,
            "prestige": rng.choice((0, rng.randint(0, 9), rng.randint(0, 90))),
            "palace": rng.random() < 0.4,
            "action-tokens": number,
        }
        drop_some(rng, player, "palace", "action-tokens")
        players.append(player)
    return {"game": "mexica", "event": event, "players": players, "districts": districts}


def shuffled(rng: random.Random, items: list[int]) -> list[int]:
    """The items in random order, as a new list."""
    return rng.sample(items, len(items))


def mexica_districts(rng: random.Random, event: str) -> list[Position]:
    """Founded and unfounded districts without temples, in mixed order, that fit on the island."""
    sizes = rng.sample(TOKEN_SIZES, rng.randint(0, 8 if event == "period-1" else 15))
    districts: list[Position] = [{"size": size, "founded": True} for size in sizes]
    land = ISLAND - sum(sizes)
    for _ in range(rng.randint(0, 6)):
        size = rng.choice(UNFOUNDED_SIZES)
        if size <= land:
            districts.append({"size": size, "founded": False})
            land -= size
    rng.shuffle(districts)
    return districts


def mexica_temples(
    rng: random.Random, district: Position, stocks: dict[str, list[int]]
) -> dict[str, int | list[int]]:
    """Temples out of the stocks for one district; one space of a founded one holds the token."""
    room = district["size"] - district["founded"]
    same = [rng.randint(1, 4) for _ in range(rng.randint(1, 2))]
    placed: dict[str, int | list[int]] = {}
    for name in rng.sample(list(stocks), len(stocks)):
        stock = stocks[name]
        wanted = same if rng.random() < 0.5 else stock[: rng.randint(0, 4)]
        if len(wanted) > room or any(stock.count(level) < wanted.count(level) for level in wanted):
            continue
        for level in wanted:
            stock.remove(level)
        room -= len(wanted)
        if rng.random() < 0.5:
            placed[name] = sum(wanted)
        elif wanted:
            placed[name] = list(wanted)
    return placed


# --- praga ----------------------------------------------------------------------------------------

SEALS = ("gold", "stone", "pair", "six", "four")


def praga(rng: random.Random, names: list[str]) -> Position:
    """Praga: the final scoring, one to four players."""
    count = len(names)
    walls = deal_out(rng, 36, count, 8)
    eggs = deal_out(rng, 24, count, 6)
    blue = deal_out(rng, 27, count, 8)
    red = deal_out(rng, 27, count, 8)
    seals: list[list[str]] = [[] for _ in names]
    for seal in rng.sample(SEALS, rng.randint(0, 5)):
        takers = [own for own in seals if len(own) < 2]
        if takers:
            rng.choice(takers).append(seal)
    players = []
    for seat, name in enumerate(names):
        player: Player = {
            "name": name,
            "points": rng.choice((0, rng.randint(0, 30), rng.randint(0, 150))),
            "plaza-points": rng.choice((0, 0, rng.randint(1, 8))),
            "technology": rng.randint(0, 8),
            "university": rng.randint(0, 8),
            "hunger-wall": {"row": rng.randint(1, 5), "columns": rng.randint(0, 7)},
            "cathedral": {"row": rng.randint(1, 5), "columns": rng.randint(0, 7)},
            "blue-tokens": blue[seat],
            "red-tokens": red[seat],
            "walls": walls[seat],
            "gold": rng.choice((0, 5, 6, 9, rng.randint(0, 9))),
            "stone": rng.choice((0, 5, 6, 9, rng.randint(0, 9))),
            "seals": seals[seat],
            "eggs": eggs[seat],
        }
        # Three gold tiles lie at the bridge and three at the top of the cathedral.
        if seat < 3 and rng.random() < 0.5:
            player["bridge-tile"] = rng.randint(0, 12)
        if seat < 3 and player["cathedral"]["row"] == 5:
            player["cathedral-tile"] = rng.randint(0, 12)
        drop_some(rng, player, "plaza-points", "seals", "bridge-tile", "cathedral-tile")
        players.append(player)
    return {"game": "praga", "event": "final", "players": players}


# --- caylus ---------------------------------------------------------------------------------------

SECTION_SPACES = {"dungeon": 6, "walls": 10, "towers": 14}


def caylus(rng: random.Random, names: list[str]) -> Position:
    """Caylus: a count or the final conversion; scores near zero are frequent at a count."""
    event = rng.choice(("dungeon", "walls", "towers", "final"))
    players = (
        caylus_final(rng, names)
        if event == "final"
        else caylus_count(rng, names, SECTION_SPACES[event])
    )
    return {"game": "caylus", "event": event, "players": players}


def caylus_count(rng: random.Random, names: list[str], spaces: int) -> list[Player]:
    """Players with houses in a section of so many spaces."""
    houses = deal_out(rng, spaces, len(names), min(spaces, rng.choice((2, 4, 7))))
    return [
        {
            "name": name,
            "score": rng.choice((rng.randint(0, 5), rng.randint(0, 60))),
            "houses": number,
        }
        for name, number in zip(names, houses)
    ]


def caylus_final(rng: random.Random, names: list[str]) -> list[Player]:
    """Players with left-over goods and money."""
    count = len(names)
    goods = {kind: deal_out(rng, 30, count, 7) for kind in ("food", "wood", "stone", "cloth")}
    gold = deal_out(rng, 20, count, 5)
    deniers = deal_out(rng, 80, count, 18)
    return [
        {
            "name": name,
            "score": rng.choice((rng.randint(0, 5), rng.randint(0, 110))),
            "gold": gold[seat],
            **{kind: numbers[seat] for kind, numbers in goods.items()},
            "deniers": deniers[seat],
        }
        for seat, name in enumerate(names)
    ]


# --- tigris ---------------------------------------------------------------------------------------

COLOURS = ("black", "red", "blue", "green")
TREASURES = 10


def tigris(rng: random.Random, names: list[str]) -> Position:
    """Tigris: the final comparison; some players differ from others in the larger colours only."""
    treasures = deal_out(rng, TREASURES, len(names), rng.choice((2, 4, 10)))
    most = rng.choice((2, 6, 14))
    players: list[Player] = []
    left = TREASURES
    for name, wanted in zip(names, treasures):
        colours = [rng.randint(0, most) for _ in COLOURS]
        taken = min(wanted, left)
        if players and rng.random() < 0.5:
            other = rng.choice(players)
            colours = rng.sample([other[colour] for colour in COLOURS], 4)
            taken = min(other["treasures"], left)
            if rng.random() < 0.5:
                colours[colours.index(sorted(colours)[rng.randint(1, 3)])] += 1
        left -= taken
        players.append({"name": name, **dict(zip(COLOURS, colours)), "treasures": taken})
    return {"game": "tigris", "event": "final", "players": players}


# --- tzolkin --------------------------------------------------------------------------------------

TOP_STEPS = {"chaac": 5, "quetzalcoatl": 7, "kukulcan": 6}
FARMS = {
    "first age": [("free", 1)] * 4 + [("discount", 1)] * 2,  # three farms and one wealth tile
    "second age": [("free", 3)] * 3,
}
MONUMENTS = (
    "graveyards",
    "all-works",
    "corn-tiles",
    "wood-tiles",
    "monuments-built",
    "municipals",
    "mastered-technologies",
    "technology-levels",
    "workers",
    "shrines",
    "temple-steps",
    "highest-temple",
    "placed-skulls",
)
GROUPS = ("farm", "graveyard", "municipal", "shrine")
TECHNOLOGIES = ("agriculture", "extraction", "architecture", "theology")


def tzolkin(rng: random.Random, names: list[str]) -> Position:
    """Tzolk'in: any food day or the end of the game."""
    events = ("food-day-1", "food-day-2", "food-day-3", "food-day-4", "final")
    event = rng.choice(events)
    make = tzolkin_final if event == "final" else tzolkin_food_day
    return make(rng, event, names)


def temple_levels(rng: random.Random, count: int) -> list[dict[str, int]]:
    """Levels on the three temples for each player; at most one stands on a top step."""
    players: list[dict[str, int]] = [{} for _ in range(count)]
    for temple, top in TOP_STEPS.items():
        common = rng.randint(-1, top - 1)
        for temples in players:
            temples[temple] = rng.choice((common, rng.randint(-1, top - 1)))
        if rng.random() < 0.3:
            rng.choice(players)[temple] = top
    return players


def tzolkin_food_day(rng: random.Random, event: str, names: list[str]) -> Position:
    """A food day; corn lies around what the workers need."""
    cards = list(FARMS["first age"])
    if event in ("food-day-3", "food-day-4"):
        cards += FARMS["second age"]
    farms = [{"free": 0, "discount": 0} for _ in names]
    for kind, number in cards:
        if rng.random() < 0.4:
            rng.choice(farms)[kind] += number
    players = []
    for name, own_farms, temples in zip(names, farms, temple_levels(rng, len(names))):
        workers = rng.randint(3, 6)
        player: Player = {
            "name": name,
            "points": rng.randint(-9, 60),
            "corn": max(0, rng.choice((2 * workers + rng.randint(-4, 4), rng.randint(0, 30)))),
            "workers": workers,
            "farms": own_farms,
            "temples": temples,
        }
        drop_some(rng, player, "farms")
        players.append(player)
    position: Position = {"game": "tzolkin", "event": event, "players": players}
    position["skull-supply"] = rng.choice((0, 1, 2, rng.randint(0, 13)))
    drop_some(rng, position, "skull-supply")
    if rng.random() < 0.4:
        position["rulings"] = {"temple-tie": rng.choice(("half", "share"))}
    return position


def tzolkin_final(rng: random.Random, event: str, names: list[str]) -> Position:
    """The end of the game, with each monument at most once and n + 2 of them on the table."""
    count = len(names)
    corn_tiles = deal_out(rng, 4 * count, count, 6)
    wood_tiles = deal_out(rng, 3 * count, count, 6)
    buildings = {group: deal_out(rng, 8, count, 4) for group in GROUPS}
    placed = rng.randint(0, 9)
    skulls = deal_out(rng, 13 - placed, count, 4)
    temples = temple_levels(rng, count)
    monuments: list[list[str]] = [[] for _ in names]
    for monument in rng.sample(MONUMENTS, rng.randint(0, count + 2)):
        rng.choice(monuments).append(monument)
    players = []
    for seat, name in enumerate(names):
        workers = rng.randint(3, 6)
        level = rng.randint(0, 3)
        player: Player = {
            "name": name,
            "points": rng.choice((rng.randint(-9, 9), rng.randint(0, 90))),
            "corn": rng.randint(0, 25),
            "wood": rng.randint(0, 5),
            "stone": rng.randint(0, 5),
            "gold": rng.randint(0, 5),
            "skulls": skulls[seat],
            "workers": workers,
            "workers-on-gears": rng.choice((0, rng.randint(0, workers))),
            "temples": temples[seat],
            "technologies": {
                track: rng.choice((3, level, rng.randint(0, 3))) for track in TECHNOLOGIES
            },
            "buildings": {group: numbers[seat] for group, numbers in buildings.items()},
            "harvest": {"corn": corn_tiles[seat], "wood": wood_tiles[seat]},
            "monuments": monuments[seat],
        }
        optional = ("workers-on-gears", "technologies", "buildings", "harvest", "monuments")
        drop_some(rng, player, *optional)
        players.append(player)
    position: Position = {
        "game": "tzolkin",
        "event": event,
        "players": players,
        "skulls-placed": placed,
    }
    drop_some(rng, position, "skulls-placed")
    if rng.random() < 0.4:
        position["rulings"] = {"corn-points": rng.choice(("exact", "floor"))}
    return position


MAKERS = {"mexica": mexica, "praga": praga, "caylus": caylus, "tigris": tigris, "tzolkin": tzolkin}
