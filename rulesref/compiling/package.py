"""Writes a game folder inside a package that pip can install: a pack of games (ゲームパック)."""

from __future__ import annotations

from pathlib import Path

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.file_access import is_there, reason, write
from rulesref.base.paths import data_folder
from rulesref.compiling.example import write_example

#: The files around the package, each with the name that it has among the templates.
_AROUND = {"pyproject.toml": "pyproject.toml", "README.md": "README.{lang}.md"}


def write_package(name: str, parent: Path, lang: str) -> tuple[Path, Path]:
    """The folder ``rulesref-NAME`` in ``parent`` and the game folder in it; raises as :func:`write_example` does."""
    folder, module = parent / f"rulesref-{name}", f"rulesref_{name.replace('-', '_')}"
    if is_there(folder):
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    game = write_example(name, folder / module)
    templates = Path(data_folder()) / "schema" / "package"
    try:
        for file, template in _AROUND.items():
            text = (templates / template.format(lang=lang)).read_text(encoding="utf-8")
            mine = text.replace("rulesref_my_game", module).replace("my-game", name)
            write(folder / file, mine)
        write(folder / module / "__init__.py", f'"""{name}."""\n')
    except OSError as error:
        values = {"folder": str(folder), "reason": reason(error)}
        raise ProblemsFound([Problem("E219", None, values)]) from None
    return folder, game
