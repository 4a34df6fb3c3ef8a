"""Who may import whom, what stays unloaded, and that the engine knows no game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rulesref
from rulesref.base.folding import fold, is_kanji, word_lists
from rulesref.base.text import LANGS
from rulesref.fields.kind import KINDS
from tests.helpers import PATIENCE, TOY, game_folders, game_in, open_library
from tests.house.code import circles, import_graph, imports, modules, name_of, tree

PACKAGE = Path(rulesref.__file__).parent
#: Who may import whom, besides its own folder. Every folder stands below those that import it.
MAY_IMPORT = {
    "base": "",
    "model": "base",
    "fields": "base model",
    "lang": "base model fields",
    "reading": "base model lang fields",
    "library": "base model reading",
    "search": "base model fields library",
    "compiling": "base model lang reading library search",
    "scoring": "base model lang fields reading",
    "words": "base model fields",
    "answers": "base model fields library search scoring",
    "wizard": "base model lang fields reading scoring words",
    "play": "base model lang fields reading scoring wizard words",
    "show": "base model lang fields reading library search scoring answers wizard play",
    "view": "base model lang fields reading library search scoring answers wizard play show",
    "web": "base model lang fields reading library search scoring answers wizard play show view",
    "api": "base model lang fields reading library search compiling scoring answers wizard play show",
    "cli": "base model lang fields reading library search compiling scoring answers wizard play show web api",
}
#: A library and the only modules that may import it.
ONLY = {
    "click": ("cli/",),
    "ruamel": ("reading/source.py",),
    "jsonschema": (),
    "babel": ("base/messages.py",),
    "starlette": ("web/",),
    "uvicorn": ("web/server.py",),
    "jinja2": ("web/visit.py",),
    "markupsafe": ("web/",),
    "segno": ("web/",),
}


def folder_of(module: str) -> str | None:
    """The folder of a module of ours; None for the package itself and for others."""
    parts = module.split(".")
    if parts[0] != "rulesref" or len(parts) < 2:
        return None
    return parts[1] if parts[1] in MAY_IMPORT else None


def test_a_module_imports_only_what_its_folder_may() -> None:
    """Wherever the import stands: at the top, in a function, for types alone."""
    wrong: list[str] = []
    for path in modules():
        own = path.relative_to(PACKAGE).parts[0]
        if own not in MAY_IMPORT:
            assert name_of(path) in ("__init__.py", "__main__.py")
            continue
        allowed = {own, *MAY_IMPORT[own].split()}
        wrong += [
            f"{name_of(path)}: {n}" for n in imports(path) if (folder_of(n) or own) not in allowed
        ]
    assert wrong == []


def test_no_folder_imports_one_that_imports_it() -> None:
    below: set[str] = set()
    for folder, others in MAY_IMPORT.items():
        assert set(others.split()) <= below
        below.add(folder)


def test_no_modules_import_each_other() -> None:
    """Neither directly nor in a circle."""
    assert circles(import_graph()) == []


def test_a_module_imports_a_library_only_where_it_belongs() -> None:
    wrong = [
        f"{name_of(path)}: {name}"
        for path in modules()
        for name in imports(path)
        if (allowed := ONLY.get(name.split(".")[0])) is not None
        and not name_of(path).startswith(tuple(allowed))
    ]
    assert wrong == []


def test_every_folder_is_in_the_table() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(MAY_IMPORT)


# --- what an answer loads -------------------------------------------------------------------------

WEB = ("starlette", "uvicorn", "jinja2", "markupsafe", "segno", "rulesref.web")
FORBIDDEN = ("jsonschema", "ruamel", "babel", "rich", "importlib.metadata", *WEB)
ANSWERS = {
    "ask": ["ask", "toy", "花壇"],
    "ask without the verb": ["toy", "花壇"],
    "show": ["show", "toy", "winner"],
    "term": ["term", "toy", "花壇"],
    "table": ["table", "toy", "plots", "3"],
    "rules": ["rules", "toy", "harvest"],
    "games": ["games"],
    "help": ["--help"],
    "help of a command": ["ask", "--help"],
    "a question that finds nothing": ["ask", "toy", "xyzzy"],
}  # fmt: skip
SCRIPT = """
import sys
from rulesref.cli import main
code = main(sys.argv[2:])
loaded = [name for name in sys.argv[1].split() if name in sys.modules]
print("LOADED", *loaded, file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def warm() -> None:
    """The snapshot has been written, however long that takes: only the first answer after a change reads YAML."""
    assert open_library().listed
    run("games")
    run("ask", "toy", "xyzzy")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, " ".join(FORBIDDEN), "--data", str(TOY), *words],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("words", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_loads_nothing_heavy(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr.splitlines()[-1].split() == ["LOADED"]


def test_one_command_alone_serves_pages() -> None:
    """No other imports what they are made with, not even by way of it."""
    of_pages = {
        name_of(path)
        for path in modules()
        if not name_of(path).startswith("web/")
        and any(n.startswith("rulesref.web") for n in imports(path))
    }
    assert of_pages == {"cli/serve.py"}
    script = "import sys, rulesref.cli.serve, rulesref.cli.play.beginning; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE
    )  # fmt: skip
    assert not set(WEB) & set(done.stdout.split())


@pytest.mark.slow
def test_the_guard_sees_what_is_loaded() -> None:
    assert run("check", str(TOY)).stderr.splitlines()[-1].split() == ["LOADED", "ruamel"]


# --- kinds of fields ------------------------------------------------------------------------------

#: Other things that have a kind: columns of tables, and the keys of files.
OTHER_KINDS = {"column", "key"}


def kind_branches(path: Path) -> Iterator[str]:
    """Where a module asks for the word of a field's kind."""
    words: set[object] = set(KINDS)

    def words_in(node: ast.AST) -> bool:
        return any(isinstance(n, ast.Constant) and n.value in words for n in ast.walk(node))

    def is_kind(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Attribute)
            and node.attr == "kind"
            and ast.unparse(node.value) not in OTHER_KINDS
        )

    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            found = any(map(is_kind, sides)) and any(map(words_in, sides))
        elif isinstance(node, ast.Match):
            found = is_kind(node.subject) and any(words_in(case.pattern) for case in node.cases)
        else:
            continue
        if found:
            yield f"{path.name}:{node.lineno}"


@pytest.mark.slow
def test_what_differs_between_kinds_of_fields_stands_in_their_modules() -> None:
    assert [place for path in modules() for place in kind_branches(path)] == []


@pytest.mark.parametrize(
    "source",
    [
        'if spec.kind == "whole": pass',
        'if "flag" != self.field.kind: pass',
        'if f.kind in ("choice", "other"): pass',
        'match spec.kind:\n    case "records" | "x": pass',
    ],
)
def test_a_branch_on_a_kind_is_seen(source: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert list(kind_branches(tmp_path / "module.py")) == ["module.py:1"]


# --- no game in the engine ------------------------------------------------------------------------


#: Words of some game that the engine uses in another sense: those of programs, files and scores.
ALSO_OURS = {
    "batch", "block in", "builder", "collect", "complete", "cycle", "extraction", "factory", "fields", "final score",
    "final scoring", "goods", "group", "house", "leave", "library", "look at", "move up", "orders", "passing", "placing", "platform",
    "points", "ranking", "reckoning", "second number", "support", "transform", "two players", "wheel", "windows",
}  # fmt: skip


def everyday() -> set[str]:
    """What people at any table say, folded."""
    return {
        fold(word)
        for lang in LANGS
        for file in ("words", "commands", "everyday")
        for words in word_lists(lang, file).values()
        for word in words
    }


@cache
def game_words() -> frozenset[str]:
    """Every name of the games that come with the program, and every word of their glossaries."""
    words: set[str] = set()
    for game in map(game_in, game_folders()):
        head = game.about
        words |= {game.id, *head.name, head.reading, *head.aliases[0], *head.aliases[1]}
        for term in game.terms.values():
            words |= {term.id, *term.name, term.reading, *term.synonyms[0], *term.synonyms[1]}
    said = everyday()
    return frozenset(
        word.lower() for word in words if is_looked_for(word) and fold(word) not in said
    )


def is_looked_for(word: str) -> bool:
    """Shorter words are mostly words of the language as well, or letters of others."""
    if word.isascii():
        return len(word) >= 5 and word.lower() not in ALSO_OURS
    return len(word) >= (2 if any(map(is_kanji, word)) else 3)


@pytest.mark.slow
def test_the_engine_names_no_game() -> None:
    """No word of any of them, in code, text or comment."""
    found: list[str] = []
    for path in modules():
        text = path.read_text(encoding="utf-8").lower()
        # A picture of a thing is of use to whatever game has it.
        text = re.sub(r"^icons = \(.*?^\)", "", text, flags=re.DOTALL | re.MULTILINE)
        words = [word for word in game_words() if word in text]
        found += [
            f"{name_of(path)}: {word}"
            for word in words
            if re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text)
        ]
    assert found == []


# --- no list of words in the engine ---------------------------------------------------------------

#: Where words of Japanese stand in lists all the same, and why.
LISTS_OF_WORDS = {
    "base/folding": "the table of kana",
    "words/lexicon": "the rows of kana by which verbs change",
    "reading/positions": "keys of a file, which are a format",
}


def lists_of_words(path: Path) -> Iterator[int]:
    """The lines on which a list, a set or a mapping has words of Japanese."""
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
            parts = [*node.keys, *node.values] if isinstance(node, ast.Dict) else node.elts
            texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            if any(re.fullmatch("[ぁ-ゖァ-ヺー一-鿿々]{2,}", text) for text in texts):
                yield node.lineno


def test_words_of_a_language_are_data() -> None:
    """They stand in ``data/language``."""
    found = {name_of(path).removesuffix(".py") for path in modules() if any(lists_of_words(path))}
    assert found == LISTS_OF_WORDS.keys()


def test_a_list_of_words_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text('X = {"note": ("note", "メモ")}', encoding="utf-8")
    assert [*lists_of_words(tmp_path / "module.py")] == [1]


def test_there_are_words_to_look_for() -> None:
    words = game_words()
    assert sum(word.isascii() for word in words) >= 1000
    assert sum(not word.isascii() for word in words) >= 1000
