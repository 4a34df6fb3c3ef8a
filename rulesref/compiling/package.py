"""Writes a game folder inside a package that pip can install: a pack of games (ゲームパック)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import data_folder, is_there, reason, write

#: The files around the package, each with the name that it has among the templates.
_AROUND = {"pyproject.toml": "pyproject.toml", "README.md": "README.{lang}.md"}


def write_package(
    name: str, parent: Path, lang: str, write_game: Callable[[Path], Path]
) -> tuple[Path, Path]:
    """The folder ``rulesref-NAME`` in ``parent`` and the game folder that ``write_game`` writes into it.

    Raises when the package is there already (E213) or cannot be written (E219), and what ``write_game`` raises.
    """
    folder, module = parent / f"rulesref-{name}", f"rulesref_{name.replace('-', '_')}"
    if is_there(folder):
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    game = write_game(folder / module)
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
