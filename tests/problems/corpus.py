"""One small bad input for every code, with the output it gives, in both languages.

A folder of ``cases`` is named after the code it shows. It may have files of the small game ``mini``
that replace the sound ones, a position, and ``run.txt`` with a command a line. Without commands a
position is scored as one of the invented game, and ``mini`` is checked otherwise.

``python -m tests.problems`` writes what is kept anew; reading the difference is reviewing wording.
"""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rulesref.base.text import LANGS
from tests.helpers import TOY, rulesref

HERE = Path(__file__).parent
MINI = HERE / "mini"
KEPT = "expected.{lang}.txt"


def cases() -> list[Path]:
    """The folders of the corpus."""
    return sorted(path for path in (HERE / "cases").iterdir() if path.is_dir())


def kept(case: Path, lang: str) -> Path:
    """Where the output of a case in a language is kept."""
    return case / KEPT.format(lang=lang)


def commands(case: Path) -> list[str]:
    """The commands of a case, as one would type them."""
    script = case / "run.txt"
    if script.is_file():
        return [line for line in script.read_text(encoding="utf-8").splitlines() if line.strip()]
    for name in ("position.yaml", "position.json"):
        if (case / name).is_file():
            return [f"score toy {name}"]
    return ["check mini"]


def output(case: Path, lang: str) -> str:
    """Everything that the commands of a case print, each with its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(MINI, place / "mini")
        shutil.copytree(
            case, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("run.txt", "expected.*")
        )
        for gone in place.rglob("*.gone"):
            gone.with_suffix("").unlink()
            gone.unlink()
        return "".join(_ran(line, place, lang) for line in commands(case))


def _ran(line: str, place: Path, lang: str) -> str:
    found = rulesref("--lang", lang, "--data", str(TOY), *shlex.split(line), cwd=place)
    text = found.out + found.err
    return f"$ rulesref {line}\n{text}exit {found.code}\n".replace(str(place), "FOLDER")


def update() -> Iterator[Path]:
    """Write what is kept anew; gives the files that changed."""
    for case in cases():
        for lang in LANGS:
            path, text = kept(case, lang), output(case, lang)
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8", newline="\n")
                yield path
