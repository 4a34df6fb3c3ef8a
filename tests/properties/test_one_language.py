"""A game in one language alone is the game it is in that language, whatever its reader speaks.

The games are taken as they are and the other language is struck out of every file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesref.api import Games
from rulesref.base.text import LANGS
from rulesref.compiling.audit import audit
from rulesref.compiling.build import _Builder, build
from rulesref.model.game import Game
from rulesref.play.known_play import going_otherwise
from rulesref.play.store import PlayStore
from rulesref.search.index import make_index
from rulesref.search.index_reader import langs_of, unpacked
from tests.helpers import TOY, Ran, document, game_folders, game_in, home_in, rulesref
from tests.walker import walked

pytestmark = pytest.mark.slow
#: Every game as it ships; the invented one is in both languages too.
FOLDERS = [pytest.param(folder, id=folder.name) for folder in (TOY, *game_folders())]
#: How a struck text is written: bare, or still by its language.
FORMS = [pytest.param(True, id="bare"), pytest.param(False, id="by language")]
OTHER: dict[str, str] = dict(zip(LANGS, reversed(LANGS), strict=True))
TOY_PLAYS = Path(__file__).parents[1] / "games" / "toy" / "plays"


def struck(data: Any, lang: str, *, bare: bool) -> Any:
    """Plain data without what it says in the other language."""
    if isinstance(data, list):
        return [struck(item, lang, bare=bare) for item in data]
    if not isinstance(data, dict):
        return data
    if data and {*data} <= {*LANGS}:
        # Aliases may be in one language in any game.
        return data.get(lang, []) if bare else {lang: data.get(lang, [])}
    return {
        key: struck(value, lang, bare=bare) for key, value in data.items() if key != OTHER[lang]
    }


def in_one_language(folder: Path, target: Path, lang: str, *, bare: bool) -> Path:
    """A copy of a game's folder in one language alone."""
    for path in folder.rglob("*.yaml"):
        data = struck(_document(path), lang, bare=bare)
        if path == folder / "game.yaml":
            data["languages"] = [lang]
        copy = target / folder.name / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    return target / folder.name


_document = cache(document)


def _read(folder: Path) -> dict[str, list[Any]]:
    """What a game's files say, which is all that goes into its links."""
    builder = _Builder(folder)
    builder.read()
    builder.tables_are_sound()  # cells have texts as well
    assert builder.problems == []
    return {kind: [each.data for each in several] for kind, several in builder.sources.items()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_it_is_sound_however_it_is_written(folder: Path, lang: str, tmp_path: Path) -> None:
    bare = build(in_one_language(folder, tmp_path / "bare", lang, bare=True))
    assert [*bare.problems, *audit(bare)] == []
    assert OTHER[lang] not in {*_keys(bare.data)}
    named = in_one_language(folder, tmp_path / "named", lang, bare=False)
    assert _read(named) == _read(bare.folder)


def _keys(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from data
    for inside in data.values() if isinstance(data, dict) else data:
        if isinstance(inside, (dict, list)):
            yield from _keys(inside)


@pytest.mark.parametrize("folder", [pytest.param(f, id=f.name) for f in game_folders()])
def test_what_ships_is_in_both_languages(folder: Path) -> None:
    assert game_in(folder).about.languages == LANGS


# --- what is shown -------------------------------------------------------------------------------


class Shown:
    """Whatever the program shows of one folder of a game."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home

    def __call__(self, lang: str, *words: str) -> Ran:
        options = ("--data", str(self.folder), "--lang", lang)
        return rulesref(*options, *words, RULESREF_HOME=str(self.home))


def whole(game: Game, folder: Path) -> list[Sequence[str]]:
    """Everything that there is to be shown of a game, as commands."""
    named = game.id
    lines: list[Sequence[str]] = [("rules", named), ("disputes", named), ("calc", named)]
    lines += [("rules", named, topic) for topic in game.about.topics]
    lines += [("show", f"{named}/{rule}") for rule in game.rules]
    lines += [("table", named), *(("table", named, table) for table in game.tables)]
    lines += [("term", named, term) for term in game.terms]
    for event in game.scoring.events if game.scoring else ():
        lines.append(("score", named, "--template", event))
    for calculator in game.calculators.values():
        lines.append(("calc", named, calculator.id))
    return [
        *lines,
        *(("score", named, str(path), "--explain") for path in sorted(folder.glob("*.yaml"))),
    ]


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """The positions of the invented game's cases, one in a file, with ids for names: those are of no language."""
    folder = tmp_path / "positions"
    folder.mkdir()
    toy = Games(TOY).game("toy")
    for path in sorted((TOY.parent / "toy_cases").glob("*.yaml")):
        for number, case in enumerate(document(path)):
            text = json.dumps(toy.position(case["position"]), ensure_ascii=False)
            (folder / f"{path.stem}-{number}.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("bare", FORMS)
@pytest.mark.parametrize("lang", LANGS)
def test_to_a_reader_of_its_language_it_looks_the_same(
    lang: str, bare: bool, tmp_path: Path, home: Path, positions: Path
) -> None:  # fmt: skip
    alone = Shown(in_one_language(TOY, tmp_path, lang, bare=bare), home)
    both = Shown(TOY, home)
    for words in whole(game_in(TOY), positions):
        told = alone(lang, *words)
        if words[0] != "term":  # it lists the other language's words
            assert told == both(lang, *words), words
    listed = alone(lang, "games").out.splitlines()
    # But for the folder it is in, which comes last.
    assert listed[:8] == both(lang, "games").out.splitlines()[:8]
    covers = game_in(TOY).about.covers
    assert covers is not None
    assert any(covers.of(lang) in line for line in listed)


@pytest.mark.parametrize("lang", LANGS)
def test_to_any_reader_it_tells_as_much(
    lang: str, tmp_path: Path, home: Path, positions: Path
) -> None:
    """As data it has the same keys, and something wherever the game in both languages has something."""
    alone = Shown(in_one_language(TOY, tmp_path, lang, bare=True), home)
    both = Shown(TOY, home)
    for words in whole(game_in(TOY), positions):
        reader = OTHER[lang]
        told, usual = alone(reader, *words), both(reader, *words)
        assert (told.code, bool(told.err)) == (usual.code, bool(usual.err)), words
        assert len(told.out.split("\n")) >= len(usual.out.split("\n")) // 2
        if words[0] in ("term", "calc") or "--template" in words:
            continue
        formed = ("--format", "json", *words)
        assert_as_much(
            json.loads(alone(reader, *formed).out), json.loads(both(reader, *formed).out), (*words,)
        )


def assert_as_much(alone: Any, both: Any, path: tuple[Any, ...]) -> None:
    """The same keys and lengths, and an empty value only where there is always one."""
    assert type(alone) is type(both), path
    if isinstance(both, dict):
        assert {*alone} == {*both}, path
        for key in both:
            assert_as_much(alone[key], both[key], (*path, key))
    elif isinstance(both, list):
        assert len(alone) == len(both), path
        for number, (one, other) in enumerate(zip(alone, both, strict=True)):
            assert_as_much(one, other, (*path, number))
    elif isinstance(both, str):
        assert bool(alone) == bool(both), path


@pytest.mark.parametrize("lang", LANGS)
def test_the_reader_of_another_language_is_told_once(lang: str, tmp_path: Path, home: Path) -> None:
    shown = Shown(in_one_language(TOY, tmp_path, lang, bare=True), home)
    said = {
        "ja": "The texts of おもちゃの庭 are in Japanese only.",
        "en": "Toy Gardenの文章は英語だけです。",
    }[lang]
    mark = {"ja": "[おもちゃの庭, in Japanese only]", "en": "[Toy Garden・英語のみ]"}[lang]
    question = {"ja": "花はいくつ植えられる", "en": "how many flowers in a plot"}[lang]
    new = ("play", "new", "toy", "--players", "A,B")
    for words, told in (
        (("games",), said),
        (("rules", "toy"), said),
        (new, said),
        (("ask", "toy", question), mark),
        (("ask", "toy", question, "--full"), mark),
        (("show", "toy/plot-flowers"), mark),
        (("term", "toy", "flower"), mark),
    ):
        assert shown(OTHER[lang], *words).out.count(told) == 1, words
        assert told not in shown(lang, *words).out


@pytest.mark.parametrize(
    "question", ["plot flowers", "coin-supply", "spring show", "toy plot flowers", "plot 4"]
)
def test_a_question_in_the_other_language_finds_what_it_can(
    question: str, tmp_path: Path, home: Path
) -> None:
    """By codes and numbers, which no language has."""
    shown = Shown(in_one_language(TOY, tmp_path, "ja", bare=True), home)
    found = shown("en", "--format", "json", "ask", "toy", question)
    assert found.code == 0, found
    (first, *_) = json.loads(found.out)["results"]
    assert first["lang"] == "ja"
    assert first["text"]


def test_who_finds_nothing_is_told_in_which_language_there_is_something(
    tmp_path: Path, home: Path
) -> None:
    shown = Shown(in_one_language(TOY, tmp_path, "ja", bare=True), home)
    answer = shown("en", "ask", "toy", "who shovels the snow away")
    assert answer.code == 1
    assert "\nThe texts of おもちゃの庭 are in Japanese only.\n" in answer.out


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_of_it_is_found_as_a_text_of_the_other_language(lang: str, tmp_path: Path) -> None:
    """But for ids, which are read as English words."""
    data = build(in_one_language(TOY, tmp_path, lang, bare=True)).data
    ids = {word for kind in ("rules", "tables") for e in data[kind] for word in e["id"].split("-")}
    other = 1 << LANGS.index(OTHER[lang])
    found = {
        token
        for token, posting in make_index(data).postings.items()
        if any(langs_of(byte) & other for byte in unpacked(posting)[1])
    }
    words = {token for token in found if token[0] not in "@~"}
    assert bool(words) == (lang == "ja")
    assert all(any(word.startswith(token[:3]) for word in ids) for token in words), words


# --- plays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "name"), [("en", "2-full"), ("ja", "2-light")])
def test_a_kept_play_goes_as_it_went(lang: str, name: str, tmp_path: Path) -> None:
    game = game_in(in_one_language(TOY, tmp_path, lang, bare=True))
    text = (TOY_PLAYS / f"{name}.txt").read_text(encoding="utf-8")
    assert list(going_otherwise(game, text, name)) == []


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_played_to_its_end(lang: str, tmp_path: Path) -> None:
    game = game_in(in_one_language(TOY, tmp_path, lang, bare=True))
    assert walked(game, 1, PlayStore.in_memory(), doubts=0).finished


@pytest.mark.parametrize("lang", LANGS)
def test_a_play_reads_the_same_in_its_language(lang: str, tmp_path: Path, home: Path) -> None:
    folder = in_one_language(TOY, tmp_path, lang, bare=True)
    second = tmp_path / "second"
    second.mkdir()
    alone, both = Shown(folder, home), Shown(TOY, home_in(second))
    lines = ("1", "work 2", "2 4", "?", "? 1", "due", "note x", "set A.coins 9", "rest", "xyzzy 99")
    do = [("play", "do", line) for line in lines]
    looked: list[tuple[str, ...]] = [
        ("play", word) for word in ("show", "history", "position", "list")
    ]
    looked += [("play", "export", "--as", form) for form in ("csv", "markdown")]
    for words in (("play", "new", "toy", "--players", "A,B", "--name", "one"), *do, *looked):
        told, usual = (timeless(shown(lang, *words)) for shown in (alone, both))
        assert told == usual, words
        if words in looked:
            assert alone(OTHER[lang], *words).code == 0


def timeless(ran: Ran) -> Ran:
    """What was said, whenever it was."""
    times = r"\d\d:\d\d(:\d\dZ)?|(\d+分)?\d+秒|(\d+ min )?\d+ s\b"
    return Ran(ran.code, re.sub(times, "…", ran.out), ran.err)
