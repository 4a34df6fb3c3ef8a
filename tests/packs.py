"""Packs of games as an installer leaves them in a folder of ``sys.path``."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.helpers import TOY

#: The smallest sound game.
MINI = TOY.parent / "problems" / "mini"


def game(folder: Path, game_id: str, *, title: str = "", of: Path = MINI) -> Path:
    """A copy of a game in a folder, under another id and, if told, another English title."""
    copy = shutil.copytree(of, folder / game_id)
    head = copy / "game.yaml"
    text = head.read_text(encoding="utf-8").replace(f"id: {of.name}\n", f"id: {game_id}\n", 1)
    if title:
        text = text.replace("en: Mini}", f"en: {title}}}", 1)
    head.write_text(text, encoding="utf-8")
    return copy


def offer(site: Path, name: str, *packages: str, version: str = "1.0") -> Path:
    """What a distribution says of itself: that it offers these packages."""
    told = site / f"{name.replace('-', '_')}-{version}.dist-info"
    told.mkdir(parents=True)
    told.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    lines = [f"games-{n} = {package}" for n, package in enumerate(packages)]
    told.joinpath("entry_points.txt").write_text(
        "\n".join(["[rulesref.games]", *lines, ""]), encoding="utf-8"
    )
    return told


def pack(site: Path, name: str, *games: str, of: Path = MINI) -> Path:
    """A pack with these games; its package, which is never to be imported."""
    package = site / name.replace("-", "_")
    package.mkdir(parents=True)
    package.joinpath("__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    for each in games:
        game(package, each, of=of)
    offer(site, name, package.name)
    return package
