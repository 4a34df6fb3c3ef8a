"""A dozen invocations on the invented game, as a person sees them, in both languages.

``pytest --snapshot-update`` writes what is kept anew; reading the difference is reviewing wording.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.text import LANGS, cells
from tests.helpers import TOY, rulesref

HERE = Path(__file__).parent
INVOCATIONS = {
    "help": ["--help"],
    "help-of-ask": ["ask", "--help"],
    "show": ["show", "toy", "gnome-kinds"],
    "rules": ["rules", "toy"],
    "rules-of-a-topic": ["rules", "toy", "harvest"],
    "term": ["term", "toy", "花壇"],
    "tables": ["table", "toy"],
    "table": ["table", "toy", "plots"],
    "table-row": ["table", "toy", "plots", "3"],
    "table-map": ["table", "toy", "map"],
    "table-plain": ["--plain", "table", "toy", "weather"],
    "calculators": ["calc", "toy"],
    "calc": ["calc", "toy", "show", "size=4", "heights=8,8,3"],
    "disputes": ["disputes", "toy"],
    "sources": ["sources", "toy"],
    "ask": ["ask", "toy", "gnome-kinds"],
    "check": ["check", str(TOY)],
    "score": ["score", "toy", "spring.yaml"],
    "score-explained": ["score", "toy", "final.yaml", "--explain"],
    "score-brief": ["score", "toy", "summer.yaml", "--brief"],
    "score-json": ["--format", "json", "score", "toy", "final.yaml"],
    "score-markdown": ["--format", "markdown", "score", "toy", "autumn.yaml", "--explain"],
}  # fmt: skip


def shown(name: str, lang: str) -> str:
    found = rulesref("--lang", lang, "--data", str(TOY), *INVOCATIONS[name], cwd=HERE / "positions")
    assert found.code == 0, found.err
    text = found.out + (f"--- on standard error\n{found.err}" if found.err else "")
    return re.sub(r'"data": "[0-9a-f]{12}"', '"data": "…"', text)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", INVOCATIONS)
def test_an_invocation_shows_what_it_showed(
    name: str, lang: str, kept: Callable[[Path, str], None]
) -> None:
    kept(HERE / "kept" / f"{name}.{lang}.txt", shown(name, lang))


def test_nothing_is_kept_that_is_not_compared() -> None:
    files = {path.name for path in (HERE / "kept").glob("*.txt")}
    assert files == {f"{name}.{lang}.txt" for name in INVOCATIONS for lang in LANGS}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "name", [n for n in INVOCATIONS if "json" not in n and "markdown" not in n]
)
def test_lines_fit_the_terminal(name: str, lang: str) -> None:
    """Whatever does not stand in a table or a map is wrapped at 80 columns."""
    assert [line for line in shown(name, lang).splitlines() if cells(line) > 80] == []


@pytest.mark.parametrize("name", INVOCATIONS)
def test_the_same_call_gives_the_same_bytes(name: str) -> None:
    assert shown(name, "ja") == shown(name, "ja")
