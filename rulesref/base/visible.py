"""What may leave the program as it is, and what stands in for the rest.

A terminal obeys control characters and shows text the other way round behind some marks of direction,
wherever they come from: a name, a key, a file. Each is replaced by one sign that can be seen.
"""

from __future__ import annotations

import re

#: Controls but tab and line ends, marks of direction and of joining, odd line breaks, half characters.
_UNSEEN = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufff9-\ufffb\ud800-\udfff]"
)
#: Before and behind what is emphasised: half characters, which nothing that is read can hold.
_BEFORE, _BEHIND = "\udbfe", "\udbff"


def visible(text: str, *, styled: bool = False) -> str:
    r"""``text`` with a sign for each character that must not leave; ``styled`` keeps the emphasis.

    >>> visible("A\x1b[2J\u202e")
    'A␛[2J�'
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(_styled if styled else _stand_in, text)


def emphasised(text: str) -> str:
    """``text`` as :func:`visible` shows it in bold where styles are kept."""
    return f"{_BEFORE}{text}{_BEHIND}"


def escaped(document: str) -> str:
    r"""JSON, or quoted text of YAML, with the same content and nothing that must not leave.

    >>> escaped('{"name": "A\x9b"}')
    '{"name": "A\\u009b"}'
    """
    if document.isprintable():
        return document
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", document)


def is_seen(char: str) -> bool:
    """Whether a character shows by itself."""
    return not _UNSEEN.match(char)


def _stand_in(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # noqa: PLR2004 - the pictures of the controls stand in their order
        return chr(0x2400 + code)
    return "␡" if match[0] == "\x7f" else "�"


def _styled(match: re.Match[str]) -> str:
    if match[0] == _BEFORE:
        return "\x1b[1m"
    return "\x1b[0m" if match[0] == _BEHIND else _stand_in(match)
