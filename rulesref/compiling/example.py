"""Writes the example game under another id, as a beginning for a game of one's own.

The example is kept once, in both languages: ``{ja: …, en: …}`` is a text, and ``«…|…»`` is what is
written in the language alone in which the game is begun: comments, names of players, typed lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.file_access import is_there, reason
from rulesref.base.paths import data_folder
from rulesref.base.text import LANGS
from rulesref.model.keys import ID

_VALUE = r'("[^"]*"|\[[^\]]*\]|[^,{}\[\]"]*)'
_PAIR = re.compile(rf"\{{ja: {_VALUE}, en: {_VALUE}\}}")
_CHOSEN = re.compile(r"«([^|»]*)\|([^»]*)»")


def write_example(name: str, parent: Path, lang: str, languages: Sequence[str] = LANGS) -> Path:
    """The new folder ``name`` in ``parent``, with its texts in these languages and comments in ``lang``.

    Raises when the name is no id (E205) or there already (E213), or cannot be written (E219).
    """
    if not re.fullmatch(ID, name):
        raise ProblemsFound([wrong("E205", name)])
    folder = parent / name
    if is_there(folder):
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    try:
        _copy(name, folder, lang, languages)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise ProblemsFound(
            [Problem("E219", None, {"folder": str(folder), "reason": why})]
        ) from None
    return folder


def _copy(name: str, folder: Path, lang: str, languages: Sequence[str]) -> None:
    example = Path(data_folder()) / "schema" / "example"
    for source in sorted(file for file in example.rglob("*.*") if file.is_file()):
        target = folder / source.relative_to(example)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("my-game", name)
        text = _CHOSEN.sub(lambda found: found[1 + LANGS.index(lang)], text)
        for other in LANGS:
            if other not in languages:
                text = without(text, other)
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
    text = _PAIR.sub(lambda found: found[kept], text.replace("[ja, en]", f"[{LANGS[kept - 1]}]"))
    text = re.sub(rf"^( *)- {gone}: .*\n\1  ", r"\1- ", text, flags=re.MULTILINE)
    keys = rf"{gone}|reading" if gone == "ja" else gone
    return re.sub(rf"^( *)(?:{keys}): .*\n(?:\1 +.*\n)*", "", text, flags=re.MULTILINE)
