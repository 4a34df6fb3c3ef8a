"""Japanese texts are written with one kind of round brackets, as wide as the code and the columns beside them."""

from __future__ import annotations

from itertools import chain

from tests.helpers import ROOT

#: Texts that people read: pages, catalogues, games and what they are made from, but not what others type.
TEXTS = (
    "*.md",
    "docs/*.md",
    "locales/ja/**/*.po",
    "data/**/*.yaml",
    "examples/**/*.yaml",
    "examples/**/*.md",
)


def test_brackets_are_of_one_kind() -> None:
    pages = chain.from_iterable(ROOT.glob(pattern) for pattern in TEXTS)
    wide = [
        page.relative_to(ROOT)
        for page in pages
        if {"（", "）"} & set(page.read_text(encoding="utf-8"))
    ]
    assert not wide, wide
