"""Known positions and what they score: every case of every game, the invented one included.

A case names the position, its source, what is expected (only what it names is compared) and, in
words, why. Numbers compare exactly: ``45.25`` is a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulesref.scoring.known_cases import differences
from tests.helpers import DATA, TESTS, TOY, document, faults, game_folders, game_in, scored, toy


def case_files() -> list[tuple[Path, Path]]:
    """Folders of games and the case files that belong to them."""
    found = [(TOY, path) for path in sorted((TESTS / "toy_cases").glob("*.yaml"))]
    for folder in game_folders():
        cases = TESTS / "games" / folder.name / "cases"
        found += [(folder, path) for path in sorted(cases.glob("*.yaml"))]
    return found


def cases() -> Iterator[Any]:
    for folder, path in case_files():
        for case in document(path):
            name = f"{folder.name}/{path.stem}: {case['name']['en']}"
            yield pytest.param(folder, case, id=name)


@pytest.mark.parametrize("path", [path for _, path in case_files()], ids=lambda path: path.stem)
def test_cases_are_written_as_those_beside_a_game(path: Path) -> None:
    assert faults(document(path), "cases") == []


@pytest.mark.parametrize(("folder", "case"), list(cases()))
def test_a_case_comes_out_as_it_should(folder: Path, case: Mapping[str, Any]) -> None:
    assert list(differences(game_in(folder), case)) == []


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_scoring_of_a_game_has_a_case(folder: Path) -> None:
    scoring = game_in(folder).scoring
    assert scoring is not None
    known = [
        case["position"] for game, path in case_files() if game == folder for case in document(path)
    ]
    assert {position["event"] for position in known} == set(scoring.events)


@pytest.mark.parametrize("folder", [TOY, *game_folders()], ids=lambda folder: folder.name)
def test_every_part_of_a_scoring_counts_in_some_case(folder: Path) -> None:
    """Each category and each change is more or less than nothing at least once."""
    game = game_in(folder)
    assert game.scoring is not None
    wanted = {
        (event.id, part.id)
        for event in game.scoring.events.values()
        for part in (*event.categories, *event.changes)
    }
    reached: set[tuple[str, str]] = set()
    for owner, path in case_files():
        for case in document(path) if owner == folder else ():
            if "problems" in case["expect"]:
                continue
            result = scored(game, case["position"])
            for player in result.players:
                reached |= {
                    (result.event.id, part.id)
                    for part, step in (*player.categories, *player.changes)
                    if step.value
                }
    assert wanted - reached == UNREACHED.get(folder.name, set())


#: Parts that can only be nothing, with the reason.
UNREACHED: dict[str, set[tuple[str, str]]] = {
    # The number of players less the number of players: it is there for the operators in it.
    "toy": {("final", "company")},
}


# --- worked examples ----------------------------------------------------------


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, id=e["name"]["en"]) for e in document(TESTS / "games" / "examples.yaml")],
)
def test_a_worked_example_comes_out_as_it_should(example: Mapping[str, Any]) -> None:
    game = game_in(DATA / example["position"]["game"])
    assert list(differences(game, example)) == []


def test_the_invented_game_has_cases() -> None:
    assert len([path for folder, path in case_files() if folder == TOY]) >= 4
    assert toy().scoring is not None
