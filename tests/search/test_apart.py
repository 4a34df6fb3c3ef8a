"""Lines that are left out are asked, each once, of an index that does not have them."""

from __future__ import annotations

from tests.helpers import TOY, document
from tests.search.apart import asked_apart, report


def test_every_line_is_asked_once() -> None:
    written = [
        (block["rule"], line)
        for block in document(TOY / "asked.yaml")
        for lang in ("ja", "en")
        for line in block.get(lang, "").splitlines()
    ]
    assert sorted((line.rule, line.text) for line in asked_apart(TOY)) == sorted(written)


def test_the_figures_name_the_entries() -> None:
    first, *rest = report(TOY, lines=True)
    assert first.endswith("find their entry first")
    assert any("plot-flowers" in line for line in rest)
