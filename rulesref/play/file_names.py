"""The file of a play by its name, and the reverse: any name can be one, on every system (ファイル名)."""

from __future__ import annotations

import re

from rulesref.base.folding import composed

END = ".play"
#: So many bytes can the name of a file have everywhere, less what stands behind it while it is made.
LONGEST = 240
#: What some system has no file names with: signs, a dot in front, the names of devices.
_UNSAFE = re.compile(
    r'[\x00-\x1f\x7f"%*/:<>?\\|]|^\.|^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)).',
    re.IGNORECASE,
)


def file_of(name: str) -> str:
    """The file of a play: its name, with what some system has no file names with as ``%XX``.

    >>> file_of("Friday 14/7"), file_of("金曜日"), file_of("Con"), file_of("..")
    ('Friday 14%2F7.play', '金曜日.play', '%43on.play', '%2E..play')
    """

    def coded(sign: re.Match[str]) -> str:
        return f"%{ord(sign[0]):02X}"

    return _UNSAFE.sub(coded, name) + END


def name_of(file: str) -> str:
    """The play of a file, the reverse of :func:`file_of`; some systems take the marks of letters apart."""
    stem = file.removesuffix(END)
    return composed(re.sub("%([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), stem))
