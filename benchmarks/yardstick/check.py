"""Checks the yardstick itself: worked examples, the worked numbers of the sheets, the case files.

Run as `python -m benchmarks.yardstick.check` in the top folder of the repository.
"""

from itertools import product
from pathlib import Path
from typing import Any

from . import score
from .mexica import place_values
from .tigris import best_vector
from .tzolkin import HIGHEST, STEPS

CASES = Path(__file__).parents[2] / "tests" / "games"

done = 0


def check(what: str, found: object, expected: object) -> None:
    """Count one check; stop at the first that fails."""
    global done  # noqa: PLW0603 - a script that counts
    assert found == expected, f"{what}: found {found!r}, expected {expected!r}"
    done += 1


def lines(position: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The players of a result, by name."""
    return {line["name"]: line for line in score(position)["players"]}


def totals(position: dict[str, Any]) -> dict[str, Any]:
    """The total of each player, by name."""
    return {name: line["total"] for name, line in lines(position).items()}


# --- the examples of the position format ----------------------------------------------------------

TZOLKIN_EXAMPLE: dict[str, Any] = {
    "game": "tzolkin",
    "event": "food-day-2",
    "players": [
        {
            "name": "赤",
            "points": 0,
            "corn": 6,
            "workers": 3,
            "temples": {"chaac": 4, "quetzalcoatl": 4, "kukulcan": 3},
        },
        {
            "name": "緑",
            "points": 0,
            "corn": 6,
            "workers": 3,
            "temples": {"chaac": 5, "quetzalcoatl": 0, "kukulcan": 3},
        },
    ],
}


def check_examples() -> None:
    """One example for each game."""
    caylus = lines(
        {
            "game": "caylus",
            "event": "dungeon",
            "players": [
                {"name": "青", "score": 15, "houses": 3},
                {"name": "緑", "score": 10, "houses": 2},
                {"name": "赤", "score": 5, "houses": 1},
            ],
        }
    )
    check("caylus points", [line["points"] for line in caylus.values()], [0, 0, 0])
    favors = [line["changes"] for line in caylus.values()]
    check("caylus favors", favors, [{"favors": 1}, {"favors": 1}, {}])

    mexica = {
        "game": "mexica",
        "event": "period-2",
        "players": [
            {"name": "葵", "prestige": 20, "palace": True, "action-tokens": 1},
            {"name": "Ben", "prestige": 31, "palace": False, "action-tokens": 3},
        ],
        "districts": [
            {"size": 13, "founded": True, "temples": {"葵": [4, 3], "Ben": [4], "neutral": [3]}},
            {"size": 9, "founded": True, "temples": {"葵": [2], "Ben": [3, 1], "neutral": 4}},
            {"size": 10, "founded": True, "temples": {"neutral": [2, 2]}},
            {"size": 25, "founded": False, "temples": {"葵": [1, 1, 1]}},
        ],
    }
    check("mexica totals", totals(mexica), {"葵": 20 + 46, "Ben": 31 + 16})
    check("mexica winners", score(mexica)["winners"], ["葵"])

    praga = {
        "game": "praga",
        "event": "final",
        "players": [
            {
                "name": "葵",
                "points": 70,
                "plaza-points": 2,
                "technology": 6,
                "university": 5,
                "hunger-wall": {"row": 3, "columns": 4},
                "cathedral": {"row": 4, "columns": 3},
                "blue-tokens": 5,
                "red-tokens": 4,
                "walls": 4,
                "gold": 3,
                "stone": 4,
                "seals": ["pair"],
                "bridge-tile": 9,
                "eggs": 2,
            }
        ],
    }
    parts = [2, 12, 8, 13, 20, 12, 10, 9, 9, 3]
    check("praga parts", list(lines(praga)["葵"]["categories"].values()), parts)
    check("praga total", totals(praga), {"葵": 168})

    tigris = {
        "game": "tigris",
        "event": "final",
        "players": [
            {"name": "弓", "black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3},
            {"name": "獅子", "black": 5, "red": 5, "blue": 9, "green": 9, "treasures": 2},
        ],
    }
    vectors = [line["vector"] for line in lines(tigris).values()]
    check("tigris vectors", vectors, [[3, 3, 3, 4], [6, 6, 9, 9]])
    check("tigris winners", score(tigris)["winners"], ["獅子"])

    check("tzolkin day 14", totals(TZOLKIN_EXAMPLE), {"赤": 22, "緑": 21})
    day_27 = TZOLKIN_EXAMPLE | {"event": "food-day-4"}
    check("tzolkin day 27", totals(day_27), {"赤": 26, "緑": 17})


# --- Mexica sheet, sections 5.3 to 5.5 ------------------------------------------------------------

# Levels of the colours -> what each is paid: the token's gold, blue or white number, or nothing.
TIE_PATTERNS = {
    (5,): "G",
    (8, 3): "GB",
    (8, 8): "GG",
    (8, 5, 3): "GBW",
    (8, 8, 3): "GGW",
    (8, 3, 3): "GBB",
    (8, 8, 8): "GGG",
    (8, 5, 3, 1): "GBW-",
    (8, 8, 3, 1): "GGW-",
    (8, 8, 3, 3): "GGWW",
    (8, 8, 8, 3): "GGG-",
    (4, 4, 4, 4): "GGGG",
    (8, 5, 5, 1): "GBB-",
    (8, 3, 3, 3): "GBBB",
    (8, 5, 3, 3): "GBWW",
}
UNFOUNDED = {
    1: (1, 1, 1),
    2: (2, 1, 1),
    3: (3, 2, 1),
    4: (4, 2, 1),
    5: (5, 3, 2),
    6: (6, 3, 2),
    7: (7, 4, 2),
    8: (8, 4, 2),
    9: (9, 5, 3),
    10: (10, 5, 3),
    11: (11, 6, 3),
    12: (12, 6, 3),
    13: (13, 7, 4),
    14: (14, 7, 4),
    15: (15, 8, 4),
    16: (16, 8, 4),
    17: (17, 9, 5),
    18: (18, 9, 5),
    19: (19, 10, 5),
    20: (20, 10, 5),
    21: (21, 11, 6),
    22: (22, 11, 6),
    25: (25, 13, 7),
    30: (30, 15, 8),
    91: (91, 46, 23),
}
# What a size-9 district (9, 5, 3) pays to two players, by the levels of both and of neutral.
NEUTRAL = {
    (0, 0, 0): (0, 0),  # E01
    (2, 0, 0): (9, 0),  # E02
    (0, 0, 4): (0, 0),  # E03
    (2, 1, 3): (5, 3),  # E04
    (2, 0, 3): (5, 0),  # E04, nothing behind
    (3, 1, 3): (9, 3),  # E05
    (3, 0, 3): (9, 0),  # E05, nothing behind
    (3, 3, 3): (9, 9),  # E06
    (4, 1, 2): (9, 3),  # E07
    (2, 2, 4): (5, 5),  # E08
}


def mexica_district(event: str, levels: dict[str, int], size: int, *, founded: bool) -> list[int]:
    """What one district pays to each player."""
    players = [name for name in levels if name != "neutral"]
    if len(players) == 1:
        players.append("nobody")
    position = {
        "game": "mexica",
        "event": event,
        "players": [{"name": name, "prestige": 0} for name in players],
        "districts": [{"size": size, "founded": founded, "temples": levels}],
    }
    return [line["points"] for line in lines(position).values()]


def check_mexica() -> None:
    """Tie patterns, unfounded values, the neutral colour."""
    for levels, pays in TIE_PATTERNS.items():
        values = {"G": 13, "B": 7, "W": 4, "-": 0}
        temples = dict(zip("abcd", levels))
        for event in ("period-1", "period-2"):
            paid = mexica_district(event, temples, 13, founded=True)[: len(levels)]
            check(f"tie pattern {levels}", paid, [values[letter] for letter in pays])
    for size, unfounded in UNFOUNDED.items():
        check(f"unfounded {size}", place_values({"size": size, "founded": False}), unfounded)
        temples = {"a": 3, "b": 2, "c": 1}
        check(
            f"unfounded {size} in period 2",
            mexica_district("period-2", temples, size, founded=False),
            list(unfounded),
        )
        check(
            f"unfounded {size} in period 1",
            mexica_district("period-1", temples, size, founded=False),
            [0, 0, 0],
        )
        if 3 <= size <= 13:
            check(f"token {size}", place_values({"size": size, "founded": True}), unfounded)
    for three, pays_two in NEUTRAL.items():
        temples = dict(zip(("a", "b", "neutral"), three))
        paid = mexica_district("period-2", temples, 9, founded=True)
        check(f"neutral {three}", paid, list(pays_two))


# --- Tigris sheet, section 3.2 --------------------------------------------------------------------

# (the four colours, treasures) -> the comparison vector.
VECTORS: dict[tuple[tuple[int, ...], int], list[int]] = {
    ((1, 2, 3, 4), 0): [1, 2, 3, 4],
    ((1, 2, 3, 4), 1): [2, 2, 3, 4],
    ((1, 2, 3, 4), 3): [3, 3, 3, 4],
    ((3, 4, 9, 9), 2): [4, 5, 9, 9],
    ((3, 3, 9, 9), 1): [3, 4, 9, 9],
    ((0, 12, 12, 12), 8): [8, 12, 12, 12],
    ((7, 7, 7, 7), 3): [7, 8, 8, 8],
    ((7, 7, 7, 7), 4): [8, 8, 8, 8],
    ((2, 9, 9, 9), 8): [9, 9, 9, 10],
    ((0, 0, 0, 0), 10): [2, 2, 3, 3],
}


def check_tigris() -> None:
    """The worked vectors, and the best of all distributions for small numbers."""
    for (colours, treasures), vector in VECTORS.items():
        check(f"tigris {colours} + {treasures}", vector_of(colours, treasures), vector)
    for colours in product(range(4), repeat=4):
        for treasures in range(5):
            found = vector_of(colours, treasures)
            check(f"tigris {colours} + {treasures}", found, best_of_all(colours, treasures))


def best_of_all(colours: tuple[int, ...], treasures: int) -> list[int]:
    """The greatest vector over every way to give out the treasures."""
    return max(
        sorted(have + more for have, more in zip(colours, gifts))
        for gifts in product(range(treasures + 1), repeat=4)
        if sum(gifts) == treasures
    )


def vector_of(colours: tuple[int, ...], treasures: int) -> list[int]:
    """The comparison vector of four colours and some treasures."""
    names = ("black", "red", "blue", "green")
    return best_vector(dict(zip(names, colours)) | {"treasures": treasures})


# --- Caylus sheet, section 5 ----------------------------------------------------------------------

# Houses 0, 1, 2 ... -> favors; the loss is for no house.
COUNTS = {
    "dungeon": (-2, [0, 0, 1, 1, 1, 1, 1]),
    "walls": (-3, [0, 0, 1, 2, 2, 3, 3, 3, 3, 3, 3]),
    "towers": (-4, [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
}
# gold, food, wood, stone, cloth, deniers -> points by `3*gold + cubes div 3 + deniers div 4`.
CONVERSIONS = {
    (0, 0, 0, 0, 0, 0): 0,
    (1, 0, 0, 0, 0, 0): 3,
    (0, 1, 1, 0, 0, 3): 0,
    (0, 1, 1, 1, 0, 4): 2,
    (0, 0, 0, 0, 5, 7): 2,
    (0, 2, 2, 2, 0, 8): 4,
    (2, 1, 2, 0, 1, 11): 9,
}


def check_caylus() -> None:
    """Every number of houses, the floor at zero, the final conversion, shared victory."""
    for event, (loss, favors) in COUNTS.items():
        for houses, gained in enumerate(favors):
            line = caylus_line(event, {"score": 20, "houses": houses})
            check(f"{event} {houses} houses", line["points"], 0 if houses else loss)
            check(f"{event} {houses} favors", line["changes"].get("favors", 0), gained)
        for before in range(6):
            line = caylus_line(event, {"score": before, "houses": 0})
            check(f"{event} floor at {before}", line["total"], max(0, before + loss))
    kinds = ("gold", "food", "wood", "stone", "cloth", "deniers")
    for goods, points in CONVERSIONS.items():
        line = caylus_line("final", {"score": 40} | dict(zip(kinds, goods)))
        check(f"caylus final {goods}", line["total"], 40 + points)


def caylus_line(event: str, player: dict[str, int]) -> dict[str, Any]:
    """The result of one player beside an opponent of the same kind."""
    players = [{"name": name} | player for name in "ab"]
    return lines({"game": "caylus", "event": event, "players": players})["a"]


# --- Tzolk'in sheet, sections 2, 5 and 7 ----------------------------------------------------------

# workers, corn, free workers, discount -> corn paid, points lost.
FEEDINGS = {
    (3, 6, 0, 0): (6, 0),
    (3, 5, 0, 0): (4, 3),
    (3, 1, 0, 0): (0, 9),
    (6, 12, 0, 0): (12, 0),
    (4, 4, 1, 0): (4, 3),
    (4, 3, 0, 1): (3, 3),
    (5, 0, 0, 2): (0, 0),
    (3, 0, 3, 0): (0, 0),
    (3, 4, 9, 0): (0, 0),
    (6, 3, 2, 1): (3, 3),
}
# What is printed on the steps, bottom step first.
STEP_VALUES = {
    "chaac": [-1, 0, 2, 4, 6, 7, 8],
    "quetzalcoatl": [-2, 0, 1, 2, 4, 6, 9, 12, 13],
    "kukulcan": [-3, 0, 1, 3, 5, 7, 9, 10],
}


def check_tzolkin() -> None:
    """Feeding, the printed steps, both readings of a tie, the number of monuments built."""
    for (workers, corn, free, discount), (paid, lost) in FEEDINGS.items():
        player: dict[str, Any] = {"points": 10, "corn": corn, "workers": workers}
        player["farms"] = {"free": free, "discount": discount}
        player["temples"] = dict.fromkeys(STEPS, 0)
        position = {
            "game": "tzolkin",
            "event": "food-day-1",
            "players": [player | {"name": "a"}, player | {"name": "b"}],
        }
        line = lines(position)["a"]
        check(f"corn paid {workers, corn, free, discount}", line["changes"].get("corn", 0), -paid)
        check(f"points lost {workers, corn, free, discount}", line["points"], -lost)
    for temple, values in STEP_VALUES.items():
        check(f"steps of {temple}", STEPS[temple], dict(enumerate(values, start=-1)))
    level = TZOLKIN_EXAMPLE["players"][0] | {"temples": dict.fromkeys(STEPS, 0)}
    for count in (2, 3, 4):
        for event, bonuses in HIGHEST.items():
            players = [level | {"name": name} for name in "abcd"[:count]]
            all_level = {"game": "tzolkin", "event": event, "players": players}
            half = sum(bonuses.values()) // 2
            check(f"{event}: half for {count}", set(totals(all_level).values()), {half})
            shared = sum(bonus // count for bonus in bonuses.values())
            ruled = all_level | {"rulings": {"temple-tie": "share"}}
            check(f"{event}: share for {count}", set(totals(ruled).values()), {shared})


# --- the case files -------------------------------------------------------------------------------


def check_cases() -> None:
    """Everything the case files of the product's tests expect."""
    from ruamel.yaml import YAML

    reader = YAML(typ="safe")
    for path in sorted(CASES.glob("*/cases/*.yaml")):
        for case in reader.load(path.read_text(encoding="utf-8")):
            check_case(f"{path.parent.parent.name}/{path.name}: {case['name']['en']}", case)


def check_case(what: str, case: dict[str, Any]) -> None:
    """One case: only what it names is compared."""
    found = score(case["position"])
    players = {line["name"]: line for line in found["players"]}
    expect = case["expect"]
    for name, expected in expect.get("players", {}).items():
        for key, value in expected.items():
            if key == "categories":
                for category, points in value.items():
                    own = players[name]["categories"][category]
                    check(f"{what}: {name} {category}", own, points)
            else:
                check(f"{what}: {name} {key}", players[name][key], value)
    if "winners" in expect:
        check(f"{what}: winners", found["winners"], expect["winners"])


def main() -> None:
    """Run every check and say how many passed."""
    check_examples()
    check_mexica()
    check_tigris()
    check_caylus()
    check_tzolkin()
    check_cases()
    print(f"{done} checks passed")


if __name__ == "__main__":
    main()
