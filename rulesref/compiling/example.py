"""Writes a game under another id, as a beginning for one of one's own: the example, or the shape of another.

The example is kept once, in both languages: ``{ja: …, en: …}`` is a text, and ``«…|…»`` is what is
written in the language alone in which the game is begun: comments, names of players, typed lines. It can
be put into a package that pip installs, a pack of games (ゲームパック).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.disk import data_folder, is_there, reason, write
from rulesref.base.text import LANGS
from rulesref.library.library import game_files
from rulesref.model.keys import ID

T = TypeVar("T")

_VALUE = r'("(?:[^"\\]|\\.)*"|\[(?:"[^"]*"|[^\]"])*\]|[^,{}\[\]"]*)'
_PAIR = re.compile(rf"\{{\s*ja: {_VALUE},\s+en: {_VALUE}\}}")
_CHOSEN = re.compile(r"«([^|»]*)\|([^»]*)»")


def write_example(
    name: str, parent: Path, lang: str, languages: Sequence[str] = LANGS, kind: str = "example"
) -> Path:
    """The new folder ``name`` in ``parent``, with its texts in these languages and comments in ``lang``.

    ``kind``: ``example``, ``bare`` (the same files with next to nothing in them) or ``sheet`` (a score sheet alone).
    Raises when the name is no id (E205) or there already (E213), or cannot be written (E219).
    """
    return _named(name, parent, lambda folder: _copy(kind, name, folder, lang, languages))


def write_shape(name: str, parent: Path, model: Path, languages: Sequence[str]) -> Path:
    """The same with the shape of the game in the folder ``model``: everything but what its rules say.

    All that its parts need of each other is there: ids, words, tables, rulings, scorings, the flow;
    each rule has its title, and ``…`` for every point.
    """
    return _named(name, parent, lambda folder: _shape(name, folder, model, languages))


def _named(name: str, parent: Path, write: Callable[[Path], None]) -> Path:
    if not re.fullmatch(ID, name):
        raise ProblemsFound([wrong("E205", name)])
    written(parent / name, write)
    return parent / name


def written(folder: Path, write: Callable[[Path], T]) -> T:
    """What ``write`` makes of a new folder; raises when it is there (E213), or cannot be written and is gone (E219)."""
    if is_there(folder):
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    try:
        return write(folder)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            shutil.rmtree(folder)
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise ProblemsFound(
            [Problem("E219", None, {"folder": str(folder), "reason": why})]
        ) from None


def _copy(kind: str, name: str, folder: Path, lang: str, languages: Sequence[str]) -> None:
    example = Path(data_folder()) / "schema" / kind
    for source in sorted(file for file in example.rglob("*.*") if file.is_file()):
        text = source.read_text(encoding="utf-8").replace("my-game", name)
        text = _CHOSEN.sub(lambda match: match[1 + LANGS.index(lang)], text)
        _put(folder / source.relative_to(example), text, languages)


def _shape(name: str, folder: Path, model: Path, languages: Sequence[str]) -> None:
    for source in game_files(model):
        inside = source.relative_to(model)
        text = source.read_text(encoding="utf-8")
        # Its statements are numbers of another rulebook.
        text = re.sub(r"^( +covers: \[.*\]|statements: .*)\n", "", text, flags=re.MULTILINE)
        if inside.name == "game.yaml":
            text = re.sub(r"^id: .*", f"id: {name}", text, count=1, flags=re.MULTILINE)
            text = re.sub(r"^(languages|reading): .*\n", "", text, flags=re.MULTILINE)
            title = f"name: {name}" if len(languages) == 1 else f"name: {{ja: {name}, en: {name}}}"
            text = re.sub(r"^name: .*", f"{title}\nlanguages: [ja, en]", text, flags=re.MULTILINE)
            text = re.sub(r"^(aliases|covers):.*\n( .*\n)*", "", text, flags=re.MULTILINE)
        if inside.parts[0] == "rules":
            text = re.sub(_POINT, r"\1…", text)
            text = re.sub(r"^  example:.*\n(   .*\n)*", "", text, flags=re.MULTILINE)
        _put(folder / inside, text, languages)


#: What a point says, in a language: on its line, or below it where a block begins.
_POINT = re.compile(r"^((?:    - |      )(?:ja|en): ).+(?:\n {8}.*)*", re.MULTILINE)


def _put(target: Path, text: str, languages: Sequence[str]) -> None:
    """Write a file of both languages in these alone."""
    for other in LANGS:
        if other not in languages:
            text = without(text, other)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", newline="\n")


def without(text: str, gone: str) -> str:
    r"""A file of a game in both languages without one of them.

    >>> without("- {name: {ja: 花, en: a flower}}\n", "ja")
    '- {name: a flower}\n'
    >>> without("- id: bed\n  ja: |\n    花壇\n    畑\n  reading: かだん\n  en: bed\n", "ja")
    '- id: bed\n  en: bed\n'
    >>> without("points:\n  - ja: 赤い。\n    en: It is red.\n", "ja")
    'points:\n  - en: It is red.\n'
    >>> without("languages: [ja, en]\naliases: {ja: [], en: []} # none\n", "en")
    'languages: [ja]\naliases: [] # none\n'
    """
    kept = 2 - LANGS.index(gone)
    text = _PAIR.sub(lambda match: match[kept], text.replace("[ja, en]", f"[{LANGS[kept - 1]}]"))
    text = re.sub(rf"^( *)- {gone}: .*\n\1  ", r"\1- ", text, flags=re.MULTILINE)
    keys = rf"{gone}|reading" if gone == "ja" else gone
    return re.sub(rf"^( *)(?:{keys}): .*\n(?:\1 +.*\n)*", "", text, flags=re.MULTILINE)


# --- a pack of games -----------------------------------------------------------------------------

#: The files around the package, each with the name that it has among the templates.
_AROUND = {"pyproject.toml": "pyproject.toml", "README.md": "README.{lang}.md"}


def write_package(
    name: str, parent: Path, lang: str, write_game: Callable[[Path], Path]
) -> tuple[Path, Path]:
    """The folder ``rulesref-NAME`` in ``parent`` and the game folder that ``write_game`` writes into it.

    Raises when the package is there already (E213) or cannot be written (E219), and what ``write_game`` raises.
    """
    module = f"rulesref_{name.replace('-', '_')}"
    templates = Path(data_folder()) / "schema" / "package"

    def package(folder: Path) -> tuple[Path, Path]:
        game = write_game(folder / module)
        for file, template in _AROUND.items():
            text = (templates / template.format(lang=lang)).read_text(encoding="utf-8")
            mine = text.replace("rulesref_my_game", module).replace("my-game", name)
            write(folder / file, mine)
        write(folder / module / "__init__.py", f'"""{name}."""\n')
        return folder, game

    return written(parent / f"rulesref-{name}", package)
