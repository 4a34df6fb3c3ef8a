"""How the program is called: exit codes, languages, streams."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.text import LANGS
from rulesref.cli import COMMANDS
from rulesref.library.library import cache_name
from tests.helpers import PATIENCE, TOY, Ran, rulesref, says

POSITIONS = Path(__file__).parent / "positions"
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]")


def toy(*words: str, **more: Any) -> Ran:
    return rulesref("--data", str(TOY), *words, cwd=POSITIONS, **more)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["games"], 0, id="an answer"),
        pytest.param(["--help"], 0, id="help"),
        pytest.param(["score", "--help"], 0, id="help of a command"),
        pytest.param(["--version"], 0, id="the version"),
        pytest.param(["ask", "toy", "小人の種類"], 0, id="a question"),
        pytest.param(["score", "toy", "final.yaml"], 0, id="a score"),
        pytest.param(["score", "toy", "spring.yaml"], 0, id="a score with warnings"),
        pytest.param(["check", str(TOY)], 0, id="sound data"),
        pytest.param(["ask", "toy", "capital of France"], 1, id="nothing found"),
        pytest.param(["show", "toy", "nothing"], 1, id="no such entry"),
        pytest.param(["term", "toy", "xyzzy"], 1, id="no such word"),
        pytest.param(["rules", "chess"], 1, id="no such game"),
        pytest.param(["score", "toy", "none.yaml"], 1, id="no such file"),
        pytest.param(["calc", "toy", "coins", "coins=x"], 1, id="a wrong input"),
        pytest.param(["check", "nowhere"], 1, id="no such folder"),
        pytest.param(["show", "toy", "\udcff"], 1, id="a word that no encoding can hold"),
        pytest.param(["ask", "toy", "\udcff\udcfe"], 1, id="a question that no encoding can hold"),
        pytest.param(["table", "toy", "plots", "\udcff"], 1, id="a key that no encoding can hold"),
        pytest.param(["term", "\udcff"], 1, id="a term that no encoding can hold"),
        pytest.param(["rules", "\udcff"], 1, id="a game that no encoding can hold"),
        pytest.param(["nonsense"], 2, id="no such command"),
        pytest.param(["score"], 2, id="an argument is missing"),
        pytest.param(["games", "--bogus"], 2, id="no such option"),
        pytest.param(["--lang", "fr", "games"], 2, id="no such language"),
        pytest.param(["--format", "pdf", "games"], 2, id="no such format"),
        pytest.param(["ask", "toy", "x", "--limit", "0"], 2, id="a number out of range"),
        pytest.param(["--data"], 2, id="a value is missing"),
        pytest.param([], 2, id="nothing"),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_exit_codes(words: list[str], code: int, lang: str) -> None:
    found = toy(*words, RULESREF_LANG=lang)
    assert found.code == code, found.err
    assert "Traceback" not in found.err


def test_a_fault_of_ours_is_reported_and_has_a_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        msg = "something impossible"
        raise RuntimeError(msg)

    monkeypatch.setattr("rulesref.library.library.Library.wanted", broken)
    found = toy("--lang", "en", "rules", "toy")
    assert found.code == 3
    assert found.out == ""
    assert "something impossible" in found.err
    assert "Python" in found.err


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "not enough memory"), ("ja", "メモリーが足りません")]
)
def test_where_memory_ends_that_is_said(
    monkeypatch: pytest.MonkeyPatch, lang: str, says: str
) -> None:
    def large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rulesref.library.library.Library.wanted", large)
    found = toy("--lang", lang, "rules", "toy")
    assert found.code == 1
    assert found.out == ""
    assert says in found.err
    assert len(found.err.splitlines()) == 1


@pytest.mark.parametrize(("lang", "says"), [("en", "Delete the folder"), ("ja", "フォルダー")])
def test_where_what_is_compiled_cannot_be_read_that_is_said(
    tmp_path: Path, lang: str, says: str
) -> None:
    """As when the disk fails: it is as it was, but for pages that nobody wrote."""
    words = ("--lang", lang, "show", "toy", "winner")
    assert toy(*words, RULESREF_HOME=str(tmp_path)).code == 0
    file = tmp_path / "cache" / f"{cache_name(str(TOY))}.data.sqlite"
    raw, times = file.read_bytes(), file.stat()
    sound = 4 * 32768  # pages
    file.write_bytes(raw[:sound] + b"\xff" * (len(raw) - sound))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    found = toy(*words, RULESREF_HOME=str(tmp_path))
    assert (found.code, found.out) == (1, "")
    assert says in found.err
    assert str(tmp_path / "cache") in found.err
    assert len(found.err.splitlines()) == 1
    shutil.rmtree(tmp_path / "cache")
    assert toy(*words, RULESREF_HOME=str(tmp_path)).code == 0


def test_a_fault_while_a_problem_is_told_is_a_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise KeyError("key")

    monkeypatch.setattr("rulesref.show.problems.told", broken)
    assert toy("rules", "chess").code == 3


# --- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "variables", "lang"),
    [
        pytest.param(["--lang", "en", "rules", "toy"], {}, "en", id="before the command"),
        pytest.param(["rules", "--lang", "en", "toy"], {}, "en", id="after the command"),
        pytest.param(["rules", "toy", "--lang=en"], {}, "en", id="at the end, with a sign"),
        pytest.param(["rules", "toy"], {}, "ja", id="as the system"),
        pytest.param(["rules", "toy"], {"LANG": None}, "en", id="English when nothing is said"),
        pytest.param(["rules", "toy"], {"RULESREF_LANG": "en"}, "en", id="our variable"),
        pytest.param(["rules", "toy"], {"LANG": "en_US.UTF-8"}, "en", id="the system's variable"),
        pytest.param(["rules", "toy"], {"LC_ALL": "ja_JP", "LANG": "en_US"}, "ja", id="the stronger variable"),
        pytest.param(["rules", "toy"], {"LANG": "fr_FR"}, "en", id="a language we do not speak"),
        pytest.param(["rules", "toy"], {"RULESREF_LANG": "ja", "LANG": "en_US"}, "ja", id="our variable first"),
        pytest.param(["rules", "toy", "--lang", "ja"], {"RULESREF_LANG": "en"}, "ja", id="the option first of all"),
    ],
)  # fmt: skip
def test_the_language(words: list[str], variables: dict[str, str], lang: str) -> None:
    title = {"ja": "おもちゃの庭", "en": "Toy Garden"}[lang]
    assert toy(*words, **variables).out.startswith(title)


@pytest.mark.parametrize(
    ("words", "variables", "title"),
    [
        pytest.param(["ask", "toy", "the winner"], {}, "The winner and ties", id="english"),
        pytest.param(["ask", "toy", "勝者は"], {"LANG": "en_US"}, "勝者と同点", id="japanese"),
        pytest.param(
            ["ask", "toy", "the winner", "--lang", "ja"],
            {},
            "勝者と同点",
            id="unless told otherwise",
        ),
        pytest.param(
            ["ask", "toy", "勝者は"],
            {"RULESREF_LANG": "en"},
            "勝者と同点",
            id="whatever is usual",
        ),
    ],
)
def test_a_question_is_answered_in_its_language(
    words: list[str], variables: dict[str, str], title: str
) -> None:
    assert toy(*words, **variables).out.startswith(title)


WRONG_CALLS = [
    ["nonsense"],
    ["score"],
    ["games", "--bogus"],
    ["--format", "pdf", "games"],
    ["ask", "toy", "x", "--limit", "many"],
    ["ask", "toy", "x", "--limit", "0"],
    ["games", "99"],
    ["--data"],
    ["games", "--plain=yes"],
]


@pytest.mark.parametrize("words", WRONG_CALLS, ids=" ".join)
def test_wrong_calls_are_answered_in_japanese(words: list[str]) -> None:
    found = toy("--lang", "ja", *words)
    assert found.code == 2
    assert found.err.strip()
    assert english_in(found.err) == []


@pytest.mark.parametrize("words", WRONG_CALLS, ids=" ".join)
def test_wrong_calls_are_answered_in_english(words: list[str]) -> None:
    assert not JAPANESE.search(toy("--lang", "en", *words).err)


def english_in(text: str) -> list[str]:
    """Two english words side by side; names of options and lines to type are not english."""
    found = []
    for line in text.splitlines():
        if not line.strip().startswith("rulesref "):
            plain = re.sub(
                r"--?[a-z-]+|\[[^\]]*\]|'[^']*'|「[^」]*」|“[^”]*”|rulesref [a-z. -]+", " ", line
            )
            found += re.findall(
                r"\b[A-Za-z]{2,} [a-z]{2,}\b|\b(?:Usage|Options|Error|Try|Commands)\b", plain
            )
    return found


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("aks caylus workers", "ask"), ("help scroe", "score"), ("play nwe mexica", "new"),
        ("nwe mexica", "play new"), ("score README.md", "rulesref score GAME README.md"),
    ],
)  # fmt: skip
def test_what_may_have_been_meant_is_told(line: str, meant: str) -> None:
    found = rulesref("--lang", "en", *line.split())
    assert found.code == 2
    assert meant in found.err


def test_what_a_player_lacks_is_told_together(tmp_path: Path) -> None:
    half = tmp_path / "half.yaml"
    half.write_text("event: final\nplayers: [{name: Ann, black: 1}, {name: Ben}]\n", "utf-8")
    told = rulesref("--lang", "en", "score", "tigris", str(half)).err
    assert [line for line in told.splitlines() if line.startswith("  Add")] == [
        "  Add “red:”, “blue:”, “green:”, “treasures:”.",
        "  Add “black:”, “red:”, “blue:”, “green:”, “treasures:”.",
    ]


def test_help_can_be_asked_about_itself() -> None:
    assert rulesref("help", "help").out == rulesref("help").out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_wholly_japanese(command: str) -> None:
    found = rulesref(*([command] if command else []), "--help", "--lang", "ja")
    assert found.code == 0
    assert JAPANESE.search(found.out)
    assert english_in(found.out) == []


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_wholly_english(command: str) -> None:
    found = rulesref("--lang", "en", *([command] if command else []), "--help")
    assert found.code == 0
    assert not JAPANESE.search(found.out)
    assert "--help" in found.out


# --- what is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["toy", "おもちゃの庭", "toy-game"])
def test_the_name_of_a_game_alone_begins_a_question(game: str) -> None:
    short, long = toy(game, "小人の種類"), toy("ask", game, "小人の種類")
    assert short == long
    assert short.code == 0


@pytest.mark.parametrize(
    ("words", "lang", "guess"),
    [
        pytest.param(["mexcia", "how", "many", "bridges"], "en", "“mexica”", id="a game"),
        pytest.param(["meksika"], "ja", "「mexica」", id="a game as it sounds"),
        pytest.param(["shwo", "mexica"], "en", "“show”", id="a command"),
    ],
)
def test_a_first_word_that_is_misspelt_is_guessed(words: list[str], lang: str, guess: str) -> None:
    done = rulesref("--lang", lang, *words)
    assert done.code == 2
    assert guess in done.err
    assert "“" not in rulesref("--lang", "en", "zzzz").err


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        pytest.param("caylus how many passes\nhow many bridges in mexica\n", "(Mexica)>", id="english"),
        pytest.param("ケイラスの宿屋\nメキシカの橋はいくつ\n", "(メキシカ)>", id="japanese"),
        pytest.param("ケイラスの宿屋\n監督はどこまで行ける\n", "(ケイラス)>", id="no other game"),
    ],
)  # fmt: skip
def test_questions_go_on_with_another_game_that_one_names(lines: str, title: str) -> None:
    assert rulesref("ask", stdin=lines.encode()).err.rstrip().endswith(title)


def test_a_question_in_japanese_needs_no_game() -> None:
    assert toy("おもちゃの庭の小人の種類").out.startswith("小人の種類")


def test_what_comes_after_two_dashes_is_only_words() -> None:
    assert toy("ask", "--", "toy", "--lang", "en").code == 1


# --- streams --------------------------------------------------------------------------------------


def test_results_and_problems_go_to_different_streams() -> None:
    good, bad = toy("score", "toy", "final.yaml"), toy("score", "toy", "none.yaml")
    assert (bool(good.out), good.err) == (True, "")
    assert (bad.out, bool(bad.err)) == ("", True)


def test_warnings_do_not_disturb_the_result() -> None:
    found = toy("--lang", "en", "score", "toy", "spring.yaml")
    assert says("W440", found.err)
    assert not says("W440", found.out)


def test_problems_as_json() -> None:
    found = toy(
        "--format",
        "json",
        "--lang",
        "en",
        "score",
        "toy",
        "-",
        stdin=b"event: summer\nplayers: []\njudge: x\n",
    )
    assert (found.code, found.err) == (1, "")
    problems = json.loads(found.out)["problems"]
    assert [(p["code"], p["file"], p["line"], p["column"]) for p in problems] == [
        ("E430", "-", 2, 10), ("E402", "-", 3, 8),
    ]  # fmt: skip
    assert all(
        set(p) == {"code", "file", "line", "column", "message", "values", "hint"} for p in problems
    )


def test_a_position_may_be_piped_in() -> None:
    text = (POSITIONS / "final.yaml").read_bytes()
    assert toy("score", "toy", "-", stdin=text).out == toy("score", "toy", "final.yaml").out


# --- terminals ------------------------------------------------------------------------------------

SHOWN = {
    "a score": ["score", "toy", "spring.yaml"],
    "a question": ["ask", "toy", "花壇"],
    "nothing found": ["ask", "toy", "ｷﾇﾊﾞﾆ𠮷野屋"],
    "a problem": ["score", "toy", "none.yaml"],
    "help": ["--help"],
    "a wrong call": ["nonsense𠮷"],
    "json": ["--format", "json", "show", "toy", "gnome-kinds"],
    "a table": ["table", "toy", "weather"],
}


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("name", SHOWN)
def test_no_terminal_stops_the_program(name: str, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulesref", "--lang", "ja", "--data", str(TOY), *SHOWN[name]],
        capture_output=True, cwd=POSITIONS, check=False, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode in (0, 1, 2), done.stderr
    assert b"Traceback" not in done.stderr
    # click takes an ASCII stream for a terminal set up wrongly and writes UTF-8 to it.
    assert (done.stdout + done.stderr).decode("utf-8" if encoding == "ascii" else encoding)


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_what_is_piped_in_is_utf8_whatever_the_terminal_speaks(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulesref", "--format", "json", "--data", str(TOY), "score", "toy", "-"],
        input=(POSITIONS / "final.yaml").read_bytes(), capture_output=True, check=False, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.decode("utf-8" if encoding == "ascii" else encoding))
    assert [player["total"] for player in found["players"]][1] == pytest.approx(
        found["players"][1]["total"]
    )
