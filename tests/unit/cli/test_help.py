"""Help pages broken by terminal columns, where either language allows it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from rulesref.base.text import LANGS, cells
from rulesref.cli import COMMANDS, cli
from rulesref.cli.common import Session, hoisted
from rulesref.cli.help import Formatter, examples, examples_in
from tests.helpers import Ran, home_in, rulesref


def written(write: Callable[[Formatter], None], width: int = 40) -> list[str]:
    formatter = Formatter(width=width)
    write(formatter)
    return formatter.getvalue().splitlines()


def test_a_usage_goes_on_below_its_arguments() -> None:
    lines = written(
        lambda f: f.write_usage("rulesref score", "[OPTIONS] GAME [FILE] [FILE]", "Usage: ")
    )
    assert lines == ["Usage: rulesref score [OPTIONS] GAME", " " * 22 + "[FILE] [FILE]"]


def test_a_long_name_leaves_room_for_its_arguments() -> None:
    (line, *_) = written(lambda f: f.write_usage("a" * 35, "[OPTIONS] GAME"))
    assert line == "a" * 35 + " [OPTIONS] GAME"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("one two three four", ["one two three", "four"], id="english at its spaces"),
        pytest.param(
            "ルールの質問に答えます。", ["ルールの質問に", "答えます。"], id="japanese anywhere"
        ),
        pytest.param("one\n\ntwo", ["one", "", "two"], id="several paragraphs"),
    ],
)
def test_a_paragraph_is_wrapped_by_columns(text: str, lines: list[str]) -> None:
    assert written(lambda f: f.write_text(text), 14) == lines


def test_a_paragraph_stands_where_its_section_does() -> None:
    def write(formatter: Formatter) -> None:
        with formatter.section("Options"):
            formatter.write_text("one two three")

    assert written(write, 12) == ["Options:", "  one two", "  three"]


def test_meanings_stand_below_each_other_whatever_the_names_are_written_in() -> None:
    rows = [("ask", "質問に答えます。"), ("--人数 N", "Players.")]
    lines = written(lambda f: f.write_dl(rows))
    assert [
        cells(line[: line.index(word)]) for line, word in zip(lines, ("質", "Pl"), strict=True)
    ] == [10, 10]


def test_a_long_name_has_a_line_of_its_own() -> None:
    lines = written(lambda f: f.write_dl([("a", "short"), ("b" * 12, "long")], col_max=6))
    assert lines == ["a       short", "b" * 12, "        long"]


def test_a_meaning_goes_on_below_itself() -> None:
    lines = written(lambda f: f.write_dl([("ask", "one two three four five six")]), 26)
    assert lines == ["ask  one two three four", "     five six"]


def test_no_names_need_no_lines() -> None:
    assert written(lambda f: f.write_dl([])) == []


LINES = [
    (lang, line)
    for lang in LANGS
    for command in ("", *COMMANDS)
    for line in examples(command, lang).splitlines()
]
#: What they look up is looked up; the others want files, write some, or begin a conversation.
LOOKED_UP = ("ask ", "show ", "rules ", "term ", "table ", "calc ", "disputes ", "schema ")
#: Without anybody who types, and in a home where no game is over, they end with a remedy.
WITH_NOTHING = (
    "score tigris",
    "score チグリス",
    "play stats",
    "score mexica table",
    "score メキシカ 局面",
)


@pytest.mark.parametrize(("lang", "line"), LINES, ids=[f"{lang}: {line}" for lang, line in LINES])
def test_an_example_can_be_typed(lang: str, line: str, run: Callable[..., Ran]) -> None:
    program, *words = shlex.split(line.partition(">")[0])
    assert program == "rulesref"
    if any(line.startswith(f"rulesref {word}") for word in LOOKED_UP):
        assert run(*words, lang=lang).code == 0
        return
    words = hoisted(words, {"--format": True})
    command: click.Command = cli
    context = click.Context(cli, obj=Session(lang))
    while isinstance(command, click.Group):
        words = words[next(n for n, word in enumerate(words) if word in command.table) :]  # type: ignore[attr-defined]
        found = command.get_command(context, words.pop(0))
        assert found is not None
        command = found
        if not words:
            return
    command.make_context(command.name, words, parent=context)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_examples_of_a_language_work_one_after_another(lang: str, tmp_path: Path) -> None:
    home = str(home_in(tmp_path))
    for line in examples_in(lang):
        if line.startswith(("serve", "check")) and line != "check my-game":
            continue
        typed, _, file = line.partition(" > ")
        done = rulesref("--lang", lang, *shlex.split(typed), cwd=tmp_path, RULESREF_HOME=home)
        nothing = line.startswith(WITH_NOTHING) and " > " not in line and "what-if" not in line
        assert done.code == int(nothing), (line, done)
        if file:
            (tmp_path / file).write_bytes(done.out.encode())


@pytest.mark.parametrize("words", [["help"], ["help", "score"], ["help", "play", "new"]])
def test_help_of_a_command_is_asked_for_in_words(words: list[str], run: Callable[..., Ran]) -> None:
    asked = run(*words, lang="en")
    assert (asked.code, asked.out) == (0, run(*words[1:], "--help", lang="en").out)
    assert "Examples:" in asked.out


def test_every_command_that_takes_words_has_examples() -> None:
    assert [name for name in COMMANDS if not examples(name, "en")] == ["games", "demo"]
    assert [name for name in COMMANDS if not examples(name, "ja")] == ["games", "demo"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("undo", "play undo"), ("lsit", "play list"), ("version", "--version"), ("aks toy bridge", "ask"),
     ("how many may I take", "ask …")],
)  # fmt: skip
def test_what_is_no_command_is_told_with_what_was_meant(typed: str, meant: str) -> None:
    done = rulesref("--lang", "en", *typed.split())
    assert (done.code, f"Did you mean “{meant}”?" in done.err) == (2, True), done.err
