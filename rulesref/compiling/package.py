"""Writes a game folder inside a package that pip can install: a pack of games (ゲームパック)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulesref.base.disk import data_folder, write
from rulesref.compiling.example import written

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
