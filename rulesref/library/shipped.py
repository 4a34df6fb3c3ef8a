"""Where the sources of the program's own games are: beside it in a checkout, packed in a wheel."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesref.base.paths import data_folder, packed_games


@contextmanager
def shipped_games() -> Iterator[Path]:
    """The folder of the games that come with the program; a wheel's are unpacked for the while."""
    packed = packed_games()
    if packed is None:
        yield Path(data_folder())
        return
    with tempfile.TemporaryDirectory(prefix="rulesref-") as folder, tarfile.open(packed) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                target = Path(folder, member.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read())
        yield Path(folder)
