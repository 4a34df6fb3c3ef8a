from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import cache_folder, language_folder
from rulesref.library.library import Library, digest_of, game_files, signature_of
from rulesref.search.engine import search
from tests import packs
from tests.helpers import TOY, game_folders, open_library, toy


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a program without games: compiling five takes long."""
    (tmp_path / "data").mkdir()
    monkeypatch.setattr("rulesref.library.library.data_folder", lambda: tmp_path / "data")
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "games" / "toy")
    return tmp_path / "games"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_games_of_the_program_are_listed_and_so_are_those_of_a_folder(shelf: Path) -> None:
    listed = open_library([str(shelf)]).listed
    assert list(listed) == [*(folder.name for folder in game_folders()), "toy"]
    assert not any(game.broken for game in listed.values())


def test_a_later_folder_wins(shelf: Path) -> None:
    edit(shelf / "toy" / "game.yaml", "year: 2020", "year: 2021")
    library = open_library([str(TOY), str(shelf)])
    assert library.game("toy").about.year == 2021
    assert [game.id for game in library.usable].count("toy") == 1


@pytest.mark.parametrize(
    "word",
    [
        "toy",
        "TOY",
        "Toy Garden",
        "toygarden",
        "おもちゃの庭",
        "オモチャノニワ",
        "おもちゃ",
        "toy-game",
    ],
)
def test_a_game_is_called_by_any_of_its_names(word: str) -> None:
    library = open_library([str(TOY)])
    assert library.called(word) == "toy"
    assert library.wanted(word).id == "toy"


@pytest.mark.parametrize("word", ["tay", "", "!", "庭園"])
def test_a_word_that_is_no_game(word: str) -> None:
    library = open_library([str(TOY)])
    assert library.called(word) is None
    with pytest.raises(ProblemsFound) as found:
        library.wanted(word)
    problem = found.value.problems[0]
    assert problem.code == "E320"
    assert problem.values["near"] == ("toy" if word == "tay" else None)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound) as found:
        assert open_library([str(tmp_path / "none")]).listed
    assert [p.code for p in found.value.problems] == ["E211"]


@pytest.mark.slow
def test_a_broken_game_tells_its_problems_when_it_is_wanted(home: Path, shelf: Path) -> None:
    edit(shelf / "toy" / "game.yaml", "year: 2020", "year: long ago")
    library = open_library([str(shelf)])
    assert library.listed["toy"].broken
    assert "toy" not in [game.id for game in library.usable]
    with pytest.raises(ProblemsFound) as found:
        library.wanted("toy")
    assert [(p.code, p.place and p.place.line) for p in found.value.problems] == [("E203", 7)]
    assert "toy/game.yaml" in found.value.texts


@pytest.mark.slow
def test_a_change_of_the_sources_is_seen(home: Path, shelf: Path) -> None:
    before = open_library([str(shelf)]).game("toy")
    edit(shelf / "toy" / "rules" / "harvest.yaml", "The winner and ties", "Who wins")
    after = open_library([str(shelf)]).game("toy")
    assert before.rules["winner"].title.en == "The winner and ties"
    assert after.rules["winner"].title.en == "Who wins"
    assert before.digest != after.digest


@pytest.mark.slow
def test_a_change_of_the_clock_alone_changes_nothing(home: Path, shelf: Path) -> None:
    before = open_library([str(shelf)]).game("toy").digest
    (shelf / "toy" / "game.yaml").touch()
    assert open_library([str(shelf)]).game("toy").digest == before


@pytest.mark.slow
def test_only_the_game_that_is_asked_for_is_compiled_and_for_search_when_it_is_searched(
    home: Path, shelf: Path
) -> None:
    shutil.copytree(shelf / "toy", shelf / "twin")
    edit(shelf / "twin" / "game.yaml", "id: toy", "id: twin")
    library = open_library([str(shelf)])
    assert library.game("toy").rules

    def compiled() -> list[str]:
        files = Path(cache_folder()).glob("*.sqlite")
        return sorted(file.name.partition("-")[0] + "".join(file.suffixes) for file in files)

    assert compiled() == ["toy.data.sqlite"]
    assert search(library, "how does a tie break", "toy").hits
    assert compiled() == ["toy.data.sqlite", "toy.sqlite"]
    assert search(library, "a xyzzy tie").game is None
    assert compiled() == ["toy.data.sqlite", "toy.sqlite", "twin.sqlite"], "of all games"
    assert open_library([str(shelf)], lambda: pytest.fail("waited")).game("twin").rules


def test_what_has_changed_before_it_is_searched_is_searched_as_it_is_now(
    home: Path, shelf: Path
) -> None:
    library = open_library([str(shelf)])
    before = library.game("toy")
    edit(shelf / "toy" / "rules" / "harvest.yaml", "The winner and ties", "Who wins xyzzy")
    (hit, *_) = search(library, "xyzzy", "toy").hits
    assert library.game("toy").rules[hit.id].title.en == "Who wins xyzzy"
    assert before.rules[hit.id].title.en == "The winner and ties"


def test_what_is_broken_before_it_is_searched_is_told(home: Path, shelf: Path) -> None:
    library = open_library([str(shelf)])
    assert library.game("toy").rules
    edit(shelf / "toy" / "game.yaml", "year: 2020", "year: long ago")
    with pytest.raises(ProblemsFound) as found:
        search(library, "winner", "toy")
    assert [problem.code for problem in found.value.problems] == ["E203"]


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0 and then nothing", b"\xff" * 9000])
@pytest.mark.slow
def test_a_damaged_cache_is_written_anew(home: Path, shelf: Path, damage: bytes) -> None:
    open_library([str(shelf)]).game("toy")
    files = sorted(Path(cache_folder()).glob("*.sqlite"))
    assert files
    for file in files:
        file.write_bytes(damage)
    assert "winner" in open_library([str(shelf)]).game("toy").rules
    assert all(file.read_bytes() != damage for file in files)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM game", "DELETE FROM piece", "UPDATE piece SET data = '{}'", "DROP TABLE name", "DELETE FROM entry"],
)  # fmt: skip
@pytest.mark.slow
def test_a_snapshot_that_somebody_altered_is_written_anew(
    home: Path, shelf: Path, statement: str
) -> None:
    """It says that it fits, and does not."""
    open_library((str(shelf),)).game("toy")
    (path,) = Path(cache_folder()).glob("toy-*.sqlite")
    before = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)
    library = open_library((str(shelf),))
    assert library.called("toy") == "toy"
    assert library.game("toy").rules
    assert path.read_bytes() == before


@pytest.mark.slow
def test_where_no_cache_can_be_written_answers_come_all_the_same(home: Path, shelf: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be", encoding="utf-8")
    assert "winner" in open_library([str(shelf)]).game("toy").rules


def test_a_game_may_lie_in_the_folder_itself() -> None:
    assert open_library([str(TOY)]).game("toy").id == "toy"


@pytest.mark.slow
@pytest.mark.usefixtures("home")
def test_who_waits_for_data_to_be_compiled_is_told(shelf: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        assert open_library([str(shelf)], lambda: told.append("waiting")).listed
    assert told == ["waiting"]


def test_a_damaged_library_of_a_wheel_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "library.sqlite"
    file.write_bytes(b"SQLite format 3\0 and then nothing")
    monkeypatch.setattr("rulesref.library.library.shipped_snapshot", lambda: str(file))
    with pytest.raises(ProblemsFound) as caught:
        assert open_library().listed
    assert [(p.code, p.values["file"]) for p in caught.value.problems] == [("E214", str(file))]


@pytest.mark.slow
def test_a_change_of_the_words_of_a_language_is_seen(
    home: Path, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was compiled with other words is compiled again, though no game has changed."""
    words = tmp_path / "language"
    shutil.copytree(language_folder(), words)
    for module in ("rulesref.library.library", "rulesref.compiling.writing"):
        monkeypatch.setattr(f"{module}.language_folder", lambda: str(words))
    compiled: list[bool] = []
    open_library([str(shelf)], lambda: compiled.append(True)).game("toy")
    open_library([str(shelf)], lambda: compiled.append(True)).game("toy")
    assert compiled == [True]
    edit(words / "en" / "words.yaml", "quit: quit", "quit: leave, quit")
    open_library([str(shelf)], lambda: compiled.append(True)).game("toy")
    assert compiled == [True, True]


@pytest.mark.parametrize(
    ("name", "game", "rule"),
    [
        pytest.param("toy/winner", None, "winner", id="of the game before the stroke"),
        pytest.param("Toy Garden/winner", None, "winner", id="by the name of the game"),
        pytest.param("winner", "toy", "winner", id="of the game at hand"),
        pytest.param("toy/winner", "tigris", "winner", id="the stroke is stronger"),
        pytest.param("seed-colors", None, "seed-colors", id="the only one"),
    ],
)
def test_an_entry_is_called(name: str, game: str | None, rule: str) -> None:
    library = open_library([str(TOY)])
    of_game, entry = library.rule_called(name, library.game(game) if game else None)
    assert (of_game.id, entry.id) == ("toy", rule)


@pytest.mark.parametrize(
    ("name", "game", "code"),
    [
        pytest.param("winner", None, "E325", id="several games have it"),
        pytest.param("winnr", None, "E324", id="no game has it"),
        pytest.param("seed-colors", "tigris", "E324", id="another game has it"),
        pytest.param("chess/winner", None, "E320", id="no such game"),
    ],
)
def test_an_entry_that_nobody_can_name_is_told(name: str, game: str | None, code: str) -> None:
    library = open_library([str(TOY)])
    with pytest.raises(ProblemsFound) as caught:
        library.rule_called(name, library.game(game) if game else None)
    (problem,) = caught.value.problems
    assert problem.code == code
    if code == "E325":
        games = problem.values["known"]
        assert isinstance(games, list)
        assert games[-1] == "toy"
        assert problem.values["example"] == f"{games[0]}/winner"


# --- packs ---------------------------------------------------------------------------------------


@pytest.fixture
def site(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packs are installed, and a program that has the game ``mini``."""
    packs.game(tmp_path / "data", "mini", title="The program's")
    (tmp_path / "site").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return tmp_path / "site"


@pytest.mark.slow
def test_the_games_of_packs_are_games_like_others(site: Path) -> None:
    packs.pack(site, "hedge-pack", "hedge")
    library = open_library()
    assert list(library.listed) == ["mini", "hedge"]
    game = library.wanted("hedge")
    assert (game.id, game.key, game.about.id) == ("hedge", "hedge-pack/hedge", "hedge")
    assert library.wanted("hedge-pack/hedge") is game
    assert [game.id for game in library.usable] == ["mini", "hedge"]
    assert library.listed["hedge"].shelf.pack
    assert library.sound(["hedge-pack/hedge", "hedge-pack/bush"]) == {"hedge-pack/hedge": game}
    assert not library.problems


@pytest.mark.slow
def test_of_two_games_with_one_id_each_can_be_called(site: Path, tmp_path: Path) -> None:
    for name in ("b", "a"):
        packs.game(packs.pack(site, f"{name}-pack"), "mini", title=f"That of {name}")
    packs.game(packs.pack(site, "c-pack"), "other", title="Other")
    packs.game(tmp_path / "mine", "mini", title="My own")

    def titles(library: Library) -> dict[str, str]:
        return {name: library.game(name).about.name.en for name in library.listed}

    program = {
        "mini": "The program's",
        "a-pack/mini": "That of a",
        "b-pack/mini": "That of b",
        "other": "Other",
    }
    assert titles(open_library()) == program
    own = open_library([str(tmp_path / "mine")])
    assert titles(own) == {**program, "rulesref/mini": "The program's", "mini": "My own"}
    assert [game.id for game in own.usable] == ["other", "mini"], "what is hidden is not searched"
    assert own.called("rulesref/mini") == "rulesref/mini"
    assert own.called("mine/mini") == "mini"
    assert own.called("A-PACK/mini") == own.called("That of a") == "a-pack/mini"
    assert own.game("a-pack/mini").key == "a-pack/mini"
    assert open_library().called("c-pack/other") == "other"


def test_of_two_packs_the_first_by_name_has_the_id_alone(site: Path) -> None:
    for name in ("b-pack", "a-pack"):
        packs.pack(site, name, "hedge")
    listed = open_library().listed
    assert {name: each.shelf.name for name, each in listed.items()} == {
        "mini": "rulesref", "hedge": "a-pack", "b-pack/hedge": "b-pack",
    }  # fmt: skip
    keys = {each.key for each in listed.values()}
    assert keys == {"mini", "a-pack/hedge", "b-pack/hedge"}, "whatever the other pack is called"


def test_an_id_is_stronger_than_a_nickname(site: Path) -> None:
    packs.game(packs.pack(site, "a-pack"), "hedge", title="Bush")
    packs.game(packs.pack(site, "b-pack"), "bush")
    library = open_library()
    assert (library.called("bush"), library.called("Bush")) == ("bush", "bush")
    assert library.called("hedge") == "hedge"


def test_a_pack_is_compiled_once_and_again_when_it_changes(site: Path, home: Path) -> None:
    package = packs.pack(site, "hedge-pack", "hedge")
    before = {file: file.stat().st_mtime_ns for file in package.rglob("*")}
    compiled: list[bool] = []

    def title() -> str:
        library = open_library((), lambda: compiled.append(True))
        return library.game("hedge").about.name.en

    assert title() == "Mini"
    assert len(compiled) == 1, "the pack's, not the program's"
    assert title() == "Mini"
    assert len(compiled) == 1
    assert {file: file.stat().st_mtime_ns for file in package.rglob("*")} == before
    assert [*home.rglob("hedge-*.sqlite")]
    edit(package / "hedge" / "game.yaml", "en: Mini}", "en: Larger}")
    assert title() == "Larger"
    assert len(compiled) == 2


def test_a_pack_where_nothing_may_be_written_is_used_all_the_same(site: Path, home: Path) -> None:
    packs.pack(site, "hedge-pack", "hedge")
    home.write_text("a file where the folder should be", encoding="utf-8")
    assert open_library().game("hedge").about.name.en == "Mini"


def test_a_game_of_the_program_that_is_called_by_its_id_needs_no_look_at_packs(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesref.library.packs.installed", lambda: pytest.fail("looked"))
    assert open_library().wanted("mini").rules
    assert open_library().called("MINI") == "mini"


@pytest.mark.parametrize(
    ("packages", "codes"),
    [
        pytest.param(["nowhere"], ["E573"], id="no such package"),
        pytest.param(["empty_pack"], ["E212"], id="no game in it"),
        pytest.param(["twice_a", "twice_b"], ["E575"], id="one game in two packages"),
        pytest.param(["twice_a:games"], ["E572"], id="no package"),
    ],
)
@pytest.mark.slow
def test_a_pack_that_cannot_be_used_is_named_and_spoils_nothing(
    site: Path, packages: list[str], codes: list[str]
) -> None:
    packs.pack(site, "sound-pack", "sound")
    packs.game(site / "twice_a", "hedge")
    packs.game(site / "twice_b", "hedge")
    (site / "empty_pack").mkdir()
    packs.offer(site, "bad-pack", *packages)
    library = open_library()
    assert {"mini", "sound"} <= {game.id for game in library.usable}
    problems = [(problem.code, problem.values["pack"]) for problem in library.problems]
    assert problems == [("E571", "bad-pack")] * len(codes)
    why = [problem.values["why"] for problem in library.problems]
    assert [problem.code for problem in why if isinstance(problem, Problem)] == codes


def test_a_pack_that_may_not_be_read_is_named(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = packs.pack(site, "bad-pack", "hedge")
    real = os.scandir

    def scandir(folder: str) -> object:
        if Path(folder) == package:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
        return real(folder)

    monkeypatch.setattr("os.scandir", scandir)
    library = open_library()
    assert list(library.listed) == ["mini"]
    (problem,) = library.problems
    assert isinstance(why := problem.values["why"], Problem)
    assert (why.code, why.values["reason"]) == ("E101", "forbidden")


@pytest.mark.slow
def test_a_broken_game_of_a_pack_tells_its_problems_and_its_pack(site: Path) -> None:
    package = packs.pack(site, "hedge-pack", "hedge", "sound")
    edit(package / "hedge" / "game.yaml", "year: 2020", "year: long ago")
    library = open_library()
    assert [game.id for game in library.usable] == ["mini", "sound"]
    with pytest.raises(ProblemsFound) as found:
        library.wanted("hedge")
    (problem,) = found.value.problems
    assert problem.place
    assert (problem.code, problem.place.file) == ("E203", "hedge-pack/hedge/game.yaml")
    assert problem.place.file in found.value.texts


@pytest.mark.slow
def test_folders_of_one_name_are_told_apart_by_their_paths(site: Path, tmp_path: Path) -> None:
    for place in ("one", "two", "three"):
        packs.game(tmp_path / place / "games", "mini", title=place)
    packs.game(tmp_path / "rulesref", "other", title="Other")
    roots = [str(tmp_path / place / "games") for place in ("one", "two", "three")]
    library = open_library([*roots, str(tmp_path / "rulesref")])
    assert {name: library.game(name).about.name.en for name in library.listed} == {
        "rulesref/mini": "The program's", "games/mini": "one", f"{roots[1]}/mini": "two", "mini": "three",
        "other": "Other",
    }  # fmt: skip


@pytest.mark.slow
def test_no_folder_takes_the_place_of_a_pack(site: Path, tmp_path: Path) -> None:
    packs.game(packs.pack(site, "hedge-pack"), "hedge", title="The pack's")
    packs.game(tmp_path / "hedge-pack", "hedge", title="My own")
    library = open_library([str(tmp_path / "hedge-pack")])
    assert library.wanted("hedge").about.name.en == "My own"
    assert library.wanted("hedge-pack/hedge").about.name.en == "The pack's"
    assert list(library.listed) == ["mini", "hedge-pack/hedge", "hedge"]


def test_a_broken_game_of_a_pack_hides_no_sound_one(site: Path) -> None:
    for name in ("a-pack", "b-pack"):
        packs.pack(site, name, "hedge")
    edit(site / "a_pack" / "hedge" / "game.yaml", "year: 2020", "year: long ago")
    library = open_library()
    assert library.wanted("hedge").key == "b-pack/hedge"
    assert {name: each.key for name, each in library.listed.items()} == {
        "mini": "mini", "a-pack/hedge": "a-pack/hedge", "hedge": "b-pack/hedge",
    }  # fmt: skip


def test_a_folder_whose_name_is_no_text_is_told(site: Path) -> None:
    package = packs.pack(site, "bad-pack", "hedge")
    odd = package / os.fsdecode(b"\xff")
    try:
        shutil.copytree(package / "hedge", odd)
    except OSError:
        pytest.skip("no such names here")
    library = open_library()
    assert list(library.listed) == ["mini"]
    (problem,) = library.problems
    assert isinstance(why := problem.values["why"], Problem)
    assert why.code == "E205"
    with pytest.raises(ProblemsFound) as found:
        assert open_library([str(package)]).listed
    assert [each.code for each in found.value.problems] == ["E205"]


@pytest.mark.parametrize(
    ("word", "code"),
    [
        pytest.param("gone-pack/hedge", "E570", id="a pack that is not installed"),
        pytest.param("hedge-pack/hedgehog", "E574", id="a game that the pack does not have"),
        pytest.param("bad-pack/hedge", "E571", id="a pack that cannot be used"),
        pytest.param("庭/庭", "E570", id="no pack at all"),
        pytest.param("hedgehog", "E320", id="no game at all"),
        pytest.param("/", "E570", id="no names"),
    ],
)
@pytest.mark.slow
def test_a_game_that_is_not_there_is_told_with_its_pack(site: Path, word: str, code: str) -> None:
    packs.pack(site, "hedge-pack", "hedge")
    packs.offer(site, "bad-pack", "nowhere")
    with pytest.raises(ProblemsFound) as found:
        open_library().wanted(word)
    assert [problem.code for problem in found.value.problems] == [code]


def test_an_entry_is_called_with_the_pack_of_its_game(site: Path) -> None:
    packs.pack(site, "hedge-pack", "mini")
    library = open_library()
    (rule, *_) = library.game("mini").rules
    game, entry = library.rule_called(f"hedge-pack/mini/{rule}")
    assert (game.id, entry.id) == ("hedge-pack/mini", rule)
    assert library.rule_called(f"mini/{rule}")[0].id == "mini"


@pytest.fixture
def one_game(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path


def test_the_digest_is_of_names_and_bytes(one_game: Path) -> None:
    before = digest_of(one_game / "toy")
    assert len(before) == 12
    assert digest_of(shutil.copytree(one_game / "toy", one_game / "copy" / "toy")) == before
    (one_game / "toy" / "rules" / "garden.yaml").rename(one_game / "toy" / "rules" / "gardens.yaml")
    assert digest_of(one_game / "toy") != before


def test_the_digest_looks_at_yaml_only(one_game: Path) -> None:
    before, files = digest_of(one_game / "toy"), game_files(one_game / "toy")
    (one_game / "toy" / ".swp.yaml").write_text("x", encoding="utf-8")
    (one_game / "toy" / "notes.txt").write_text("x", encoding="utf-8")
    assert (digest_of(one_game / "toy"), game_files(one_game / "toy")) == (before, files)


def test_the_signature_sees_every_file_that_was_written(one_game: Path) -> None:
    before = signature_of(str(one_game / "toy"))
    assert signature_of(str(one_game / "toy")) == before
    path = one_game / "toy" / "rules" / "garden.yaml"
    path.write_bytes(path.read_bytes() + b"\n")
    assert signature_of(str(one_game / "toy")) != before


# --- what is linked when it is first asked for ---------------------------------------------------


def test_a_game_is_linked_when_it_is_asked() -> None:
    game = toy()
    assert game.scoring is not None
    assert tuple(game.scoring.events) == game.event_ids
    assert tuple(game.calculators) == game.calculator_ids
    for calculator in game.calculators.values():
        assert calculator.game == game.id
        assert calculator.results


def test_a_flow_is_linked_with_the_calculators_of_the_game() -> None:
    flow = toy().flow
    assert flow is not None
    assert flow.stages
    assert set(flow.points) <= set(flow.player)


def test_a_game_that_cannot_be_accompanied_is_told(tmp_path: Path) -> None:
    from tests.problems.corpus import MINI

    shutil.copytree(MINI, tmp_path / MINI.name)
    library = open_library([str(tmp_path), str(TOY)])
    assert library.playable("toy").id == "toy"
    with pytest.raises(ProblemsFound) as caught:
        library.playable(MINI.name)
    (problem,) = caught.value.problems
    assert problem.code == "E534"
    assert "toy" in str(problem.values["known"])
