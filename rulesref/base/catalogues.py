"""Compiled catalogues of sentences (翻訳カタログ): in a checkout an ``.mo`` stands beside every ``.po``."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

from rulesref.base.disk import write_bytes


def compile_catalogues(folder: Path) -> list[Path]:
    """Bring every ``.mo`` beside a ``.po`` up to date, and return them; a wheel has none to compile.

    What has not changed is left alone, so that whoever reads it meanwhile reads all of it.
    """
    return [compile_catalogue(source) for source in sorted(folder.rglob("*.po"))]


def compile_catalogue(source: Path) -> Path:
    """Bring the ``.mo`` beside one ``.po`` up to date.

    Raises:
        OSError: one cannot be read, or the other not be written.
        ValueError: the ``.po`` is none.

    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    target = source.with_suffix(".mo")
    if target.is_file() and target.read_bytes() == compiled.getvalue():
        os.utime(target)
    else:
        write_bytes(target, compiled.getvalue())
    return target
