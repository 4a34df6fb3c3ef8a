"""What things are called: a word that reads as another of the same thing finds nothing that this does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.folding import fold
from rulesref.fields.cutting import key_of, units_of
from rulesref.search.analysis import lookup_key
from tests.helpers import DATA, document

#: How the game itself is written is told in every way that its box has it.
FILES = sorted(
    path
    for path in DATA.glob("*/**/*.yaml")
    if path.name != "game.yaml" and (DATA / path.relative_to(DATA).parts[0] / "game.yaml").is_file()
)


def alike(data: Any, game: str) -> Iterator[str]:
    """The other words of anything that are looked for as its name or one of them before."""
    if isinstance(data, list):
        for part in data:
            yield from alike(part, game)
    elif isinstance(data, dict):
        for key in ("aliases", "synonyms"):
            for lang, others in data.get(key, {}).items() if data.get("id") != game else ():
                name: Any = data.get("name", data.get("title", data))
                known = {_read(name[lang])} if lang in name else set()
                for word in map(str, others):
                    if _read(word) in known:
                        yield f"{data.get('id')}: {word}"
                    known.add(_read(word))
        for part in data.values():
            yield from alike(part, game)


def _read(word: str) -> tuple[str, str, str]:
    return fold(word), key_of(units_of(word)), lookup_key(word)


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_word_reads_as_another_of_the_same(path: Path) -> None:
    assert list(alike(document(path), path.relative_to(DATA).parts[0])) == []


def test_what_reads_alike_is_found() -> None:
    hats: dict[str, Any] = {
        "id": "hat",
        "name": {"ja": "帽子", "en": "hat"},
        "aliases": {"ja": ["ぼうし", "ボウシ"], "en": ["Hat", "cap"]},
    }
    assert list(alike([{"inside": [hats]}], "")) == ["hat: ボウシ", "hat: Hat"]
