"""The Python interface as a whole: it says what the commands say, its names are kept, its pages run."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesref import api
from rulesref.base.text import LANGS
from tests.helpers import ROOT, TESTS, TOY, Ran, rulesref

GAMES = api.Games(TOY)
GAME = GAMES.game("toy")
POSITIONS = TESTS / "cli" / "positions"
KEPT = TESTS / "api.txt"


# --- the same as the commands ----------------------------------------------------------------------


def command(*words: str, lang: str, home: Path | None = None) -> Ran:
    env: dict[str, Any] = {"RULESREF_HOME": str(home)} if home else {}
    return rulesref("--data", str(TOY), "--lang", lang, *words, **env)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["spring", "summer", "autumn", "final"])
def test_a_score_is_that_of_the_command(name: str, lang: Any) -> None:
    file = POSITIONS / f"{name}.yaml"
    result = GAME.score(file)
    printed = command("score", "toy", str(file), lang=lang).out
    assert printed.startswith(result.text(lang))
    explained = command("score", "toy", str(file), "--explain", lang=lang).out
    assert explained == result.text(lang) + "\n" + result.explain(lang=lang)
    data = json.loads(command("--format", "json", "score", "toy", str(file), lang=lang).out)
    assert data == result.data(lang)


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_wrong_is_what_the_command_tells(lang: Any, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "game: toy\nevent: final\nplayers:\n  - {name: A, points: x}\n", encoding="utf-8"
    )
    with pytest.raises(api.ProblemsError) as raised:
        GAME.score(file)
    assert raised.value.text(lang) == command("score", "toy", str(file), lang=lang).err
    told = json.loads(command("--format", "json", "score", "toy", str(file), lang=lang).out)
    assert told == {"problems": raised.value.data(lang)}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_lines_are_those_of_a_batch(lang: Any, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    positions = [GAME.position(path) for path in sorted(POSITIONS.glob("*.yaml"))]
    lines = [json.dumps(position, ensure_ascii=False) for position in positions]
    file.write_text("\n".join([*lines, "", "[", *lines]), encoding="utf-8")
    for explain in (False, True):
        more = ["--explain"] if explain else []
        done = command("--format", "json", "score", "toy", str(file), "--batch", *more, lang=lang)
        scored = GAME.score_lines(file.read_bytes(), file=str(file), explain=explain, lang=lang)
        assert done.out == "".join(f"{line}\n" for line in scored)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", ["花壇の大きさ", "who wins?", "xyzzy"])
def test_an_answer_is_that_of_the_command(question: str, lang: Any) -> None:
    found = GAME.ask(question)
    done = command("ask", "toy", *question.split(), lang=lang)
    assert (done.out, done.code) == (found.text(lang), 0 if found.found else 1)
    printed = command("--format", "json", "ask", "toy", *question.split(), lang=lang).out
    assert json.loads(printed) == found.data(lang)
    spoken = rulesref("--data", str(TOY), "ask", "toy", *question.split(), LANG="ja_JP.UTF-8").out
    assert spoken == found.text(found.lang)


@pytest.mark.parametrize("lang", LANGS)
def test_a_number_is_that_of_the_command(lang: Any) -> None:
    result = GAME.calculate("show", {"size": 3, "heights": [3, 1]})
    words = ("calc", "toy", "show", "size=3", "heights=3,1")
    assert command(*words, lang=lang).out == result.text(lang)
    assert json.loads(command("--format", "json", *words, lang=lang).out) == result.data(lang)
    result = GAME.calculate("coins", {"coins": 9}, rulings={"coin-rest": "whole"})
    told = command("calc", "toy", "coins", "9", "--ruling", "coin-rest=whole", lang=lang)
    assert told.out == result.text(lang)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_what_there_is_to_read_is_what_the_commands_print(lang: Any) -> None:
    commands: dict[str, Callable[[str], tuple[str, ...]]] = {
        "rules": lambda each: ("show", f"toy/{each}"),
        "terms": lambda each: ("show", "toy", each),
        "tables": lambda each: ("table", "toy", each),
        "rulings": lambda each: ("show", "toy", each),
        "topics": lambda each: ("rules", "toy", each),
    }
    for kind, words in commands.items():
        articles = getattr(GAME, kind)
        assert articles, kind
        for name, article in [*articles.items()][:3]:
            assert article.id == name
            assert article.name(lang) in article.text(lang, width=200), name
            assert command(*words(name), lang=lang).out == article.text(lang)
            shown = command("--format", "markdown", *words(name), lang=lang).out
            assert shown == article.text(lang, form="markdown")
    listed = json.loads(command("--format", "json", "rules", "toy", lang=lang).out)["rules"]
    assert listed == [rule.data(lang) for rule in GAME.rules.values()]
    told = json.loads(command("--format", "json", "sources", "toy", lang=lang).out)["games"]
    assert told[0]["sources"] == [source.data(lang) for source in GAME.sources.values()]


@pytest.mark.parametrize("lang", LANGS)
def test_what_if_and_what_one_more_is_worth_are_as_the_command_prints_them(
    lang: Any, tmp_path: Path
) -> None:
    position = GAME.position(POSITIONS / "autumn.yaml")
    (tmp_path / "a.yaml").write_text(GAME.position_text(position), encoding="utf-8")
    words = ("score", "toy", str(tmp_path / "a.yaml"))
    result, name = GAME.score(position), position["players"][0]["name"]
    change = f"{name}.coins=+5"
    both = result.what_if(change)
    assert both.text(lang) == command(*words, "--what-if", change, lang=lang).out
    assert both.data(lang) == json.loads(
        command("--format", "json", *words, "--what-if", change, lang=lang).out
    )
    assert both.before == result
    assert result.compared(both.after) == both
    worth = json.loads(command("--format", "json", *words, "--worth", name, lang=lang).out)
    assert result.worth(name, lang) == worth["worth"]
    for form in ("csv", "html"):
        assert result.export(form, lang) == command(*words, "--as", form, lang=lang).out


@pytest.mark.parametrize("lang", LANGS)
def test_a_check_is_that_of_the_command(lang: Any, tmp_path: Path) -> None:
    folder = tmp_path / "hats"
    assert rulesref("new-game", "hats", str(tmp_path)).code == 0
    sound = api.check(folder)
    assert (sound.sound, sound.games) == (True, ("hats",))
    assert sound.text(lang) == rulesref("--lang", lang, "check", str(folder)).out
    file = folder / "scoring.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("floor(coins", "floor(coin"), encoding="utf-8")
    result, done = api.check(folder), rulesref("--lang", lang, "check", str(folder))
    assert (result.sound, result.text(lang), done.code) == (False, done.err, 1)
    printed = rulesref("--lang", lang, "--format", "json", "check", str(folder)).out
    assert result.data(lang) == json.loads(printed)
    with pytest.raises(api.ProblemsError):
        api.check(tmp_path / "nowhere")


@pytest.mark.parametrize("lang", LANGS)
def test_a_template_is_that_of_the_command(lang: Any) -> None:
    words = ("score", "toy", "--template", "spring", "--players", "A,Ben")
    assert command(*words, lang=lang).out == GAME.template(["A", "Ben"], "spring", lang)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_a_play_is_that_of_the_commands(lang: Any, home: Path, tmp_path: Path) -> None:
    words = ("play", "new", "toy", "--players", "A,Ben", "--track", "full", "--name", "one")
    assert command(*words, lang=lang, home=home).code == 0
    with GAME.begin(["A", "Ben"], track="full", name="one") as play:
        for line in ("work 2", "hedge 3 / fence", "rest / rest", "note x"):
            try:
                done = play.do(line).text(lang)
            except api.ProblemsError as error:
                done = error.text(lang)
            ran = command("play", "do", line, lang=lang, home=home)
            assert (ran.out if ran.code == 0 else ran.err).startswith(done), line
        shown = command("play", "show", lang=lang, home=home).out
        assert shown == play.text(lang)
        state = json.loads(command("--format", "json", "play", "show", lang=lang, home=home).out)
        assert _timeless(state) == _timeless(play.state(lang))
        position = command("--format", "json", "play", "position", lang=lang, home=home).out
        assert json.loads(position) == play.position()
        exported = json.loads(command("play", "export", lang=lang, home=home).out)
        assert _timeless(exported) == _timeless(json.loads(play.export()))
    with GAMES.open_play(home) as kept:
        assert kept.text(lang) == shown


def _timeless(data: Any) -> Any:
    """A play without when it was made, which differs by a second now and then."""
    if isinstance(data, dict):
        times = ("time", "created", "changed")
        return {key: _timeless(each) for key, each in data.items() if key not in times}
    return [_timeless(each) for each in data] if isinstance(data, list) else data


# --- what is promised ------------------------------------------------------------------------------


def promised() -> Iterator[str]:
    """Every public name with its signature, a line each."""
    for name in sorted(api.__all__):
        thing = getattr(api, name)
        if not inspect.isclass(thing):
            yield f"{name}{inspect.signature(thing)}"
            continue
        above = "(ValueError)" if issubclass(thing, ValueError) else ""
        yield f"class {name}{above}"
        yield from (f"    {line}" for line in sorted(members(thing)))


def members(thing: type) -> Iterator[str]:
    for base in thing.__mro__:
        if base.__module__.partition(".")[0] != "rulesref":
            continue
        for name, kind in getattr(base, "__annotations__", {}).items():
            if not name.startswith("_"):
                yield f"{name}: {kind}"
        for name, member in vars(base).items():
            # Of these classes only ``Games`` is made by whoever uses it.
            special = ("__init__",) if thing is api.Games else ()
            if name.startswith("_") and name not in (*special, "__iter__", "__enter__"):
                continue
            if isinstance(member, property):
                yield f"{name} -> {inspect.signature(member.fget).return_annotation}"  # type: ignore[arg-type]
            elif inspect.isfunction(member):
                yield f"{name}{inspect.signature(member)}"


def test_names_and_signatures_are_kept(kept: Callable[[Path, str], None]) -> None:
    """What this file loses or changes is a new version of the interface: docs/api.md says which."""
    kept(KEPT, "\n".join(promised()) + "\n")


def test_everything_public_says_what_it_promises() -> None:
    silent = [
        f"{name}.{inner}"
        for name in api.__all__
        for inner, member in vars(getattr(api, name)).items()
        if inspect.isclass(getattr(api, name)) and not inner.startswith("_")
        if (inspect.isfunction(member) or isinstance(member, property)) and not member.__doc__
    ]
    assert silent == []


def test_importing_it_loads_neither_the_commands_nor_what_reads_yaml() -> None:
    script = "import sys, rulesref.api; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded & {"click", "ruamel", "babel", "dask"} == set()
    late = ("rulesref.cli", "rulesref.web", "rulesref.compiling.build")
    assert not [name for name in done.stdout.split() if name.startswith(late)]


# --- the pages -------------------------------------------------------------------------------------

PAGES = {"en": ROOT / "docs" / "api.md", "ja": ROOT / "docs" / "api.ja.md"}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_examples_of_the_page_run(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGES[lang].read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, PAGES[lang].name, str(PAGES[lang]), 0)
    assert len(test.examples) > 30
    told: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.DocTestRunner(optionflags=flags).run(test, out=told.append).failed == 0, "".join(
        told
    )


def test_the_page_names_everything_public() -> None:
    for page in PAGES.values():
        text = page.read_text(encoding="utf-8")
        names = [name for name in api.__all__ if not re.search(rf"`[^`\n]*\b{name}\b", text)]
        assert names == [], page.name
