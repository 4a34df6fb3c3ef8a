"""Build hook: compiles the message catalogues; for wheels the games, for checkouts the modules."""

from __future__ import annotations

import compileall
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The sources of the games in a wheel, see ``rulesref.base.disk``.
GAMES = "games.tar.bz2"


def pack_games(data: Path, target: Path) -> Path:
    """Write the sources of the games into one archive, which packs better than many small files.

    What people type is left out: it serves search alone, which has it compiled.
    """
    games = {file.parent: [*file.parent.rglob("*.yaml")] for file in data.glob("*/game.yaml")}
    with tarfile.open(target, "w:bz2") as archive:
        for game in _large_beside_small(games):
            for file in sorted(games[game]):
                archive.add(file, file.relative_to(data).as_posix(), filter=_plain)
    return target


def _large_beside_small(games: Mapping[Path, list[Path]]) -> Iterator[Path]:
    """The largest game, the smallest, the largest of the rest: what bzip2 packs together is a block of 900 kB.

    Two games that fit one block pack better than parts of three: 5,600 bytes of 372,000.
    """
    sizes = {game: sum(file.stat().st_size for file in files) for game, files in games.items()}
    left = sorted(games, key=lambda game: (sizes[game], game))
    while left:
        yield left.pop()
        if left:
            yield left.pop(0)


def _plain(file: tarfile.TarInfo) -> tarfile.TarInfo:
    """Only name and content: the same archive on every machine."""
    plain = tarfile.TarInfo(file.name)
    plain.size = file.size
    return plain


def pack_tightly(wheel: Path) -> None:
    """Pack the files of a wheel once more by zopfli, which any zip reads: a thirtieth less than by zip's best level."""
    from zopfli import ZipFile

    new = wheel.with_suffix(".new")
    with zipfile.ZipFile(wheel) as old, ZipFile(new, "w", iterations=1) as packed:
        for file in old.infolist():
            packed.writestr(file, old.read(file), zipfile.ZIP_DEFLATED)
    new.replace(wheel)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for wheels (``standard``) and for checkouts (``editable``)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder what to put into the wheel."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from rulesref.base.messages import compile_catalogues

        include = build_data["force_include"]
        for target in compile_catalogues(root / "locales"):
            if version != "editable":
                inside = target.relative_to(root / "locales").as_posix()
                include[str(target)] = f"rulesref/_shipped/locales/{inside}"
        if version == "editable":
            # Where Python may not keep bytecode, every start would compile the package again.
            compileall.compile_dir(root / "rulesref", quiet=1)
        else:
            self.made = Path(tempfile.mkdtemp(prefix="rulesref-"))
            for folder in (root / "data").iterdir():
                if folder.name == "schema":  # the schemas are made by the code, for editors alone
                    for written in ("example", "bare", "sheet", "package"):  # what new-game writes
                        include[str(folder / written)] = f"rulesref/_shipped/data/schema/{written}"
                elif folder.name != "phrases" and not (folder / "game.yaml").is_file():
                    include[str(folder)] = f"rulesref/_shipped/data/{folder.name}"
            for page in (root / "docs").glob("expressions*.md"):
                include[str(page)] = f"rulesref/_shipped/docs/{page.name}"
            packed = pack_games(root / "data", self.made / GAMES)
            include[str(packed)] = f"rulesref/_shipped/{GAMES}"
            include[str(self.snapshot(root))] = "rulesref/_shipped/library.sqlite"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Pack the wheel once more, and remove what was made for it alone."""
        if version != "editable":
            pack_tightly(Path(artifact_path))
            shutil.rmtree(self.made)

    def snapshot(self, root: Path) -> Path:
        """The compiled library of the games in ``data/``."""
        from rulesref.compiling.writing import folders_of, write_snapshot

        data = root / "data"
        target = self.made / "library.sqlite"
        connection = write_snapshot(folders_of(data), target, relative_to=data)
        broken = connection.execute("SELECT id FROM game WHERE broken").fetchall()
        if broken:
            msg = f"game data with problems, see 'rulesref check': {broken}"
            raise ValueError(msg)
        connection.close()
        return target
