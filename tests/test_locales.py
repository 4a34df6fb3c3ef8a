"""The message catalogues: complete, up to date, and with the same placeholders in both languages."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.checkers import python_format
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from rulesref.lang import OPERATORS
from rulesref.show.problem_sentences import SENTENCES as PROBLEMS
from rulesref.show.working import SENTENCES as STEPS
from tests.helpers import ROOT

LOCALES = ROOT / "locales"
pytestmark = pytest.mark.skipif(not LOCALES.is_dir(), reason="catalogues belong to the checkout")
DOMAINS = ("rulesref", "messages")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(BytesIO(file.read()), locale=None)


def translated(lang: str, domain: str) -> Catalog:
    return catalogue(LOCALES / lang / "LC_MESSAGES" / f"{domain}.po")


def extracted() -> set[str]:
    """Every message that the sources mark or say, and the help of commands."""
    found = extract_from_dir(
        ROOT / "rulesref",
        method_map=[("**.py", "tests.sentences:extract"), ("**.html", "jinja2.ext:babel_extract")],
        keywords={"N_": None, "_": None, "say": (2,)},
    )
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def messages(found: Catalog) -> list[Message]:
    return [message for message in found if message.id]


@pytest.mark.slow
def test_the_template_is_up_to_date() -> None:
    assert {str(m.id) for m in messages(catalogue(LOCALES / "rulesref.pot"))} == extracted()


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_japanese_message_is_empty_or_fuzzy(domain: str) -> None:
    wrong = [str(m.id) for m in messages(translated("ja", domain)) if not m.string or m.fuzzy]
    assert wrong == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_says_itself_twice(domain: str) -> None:
    """As where one was put before the lines of the one that stood there."""
    said = [str(m.string) for m in messages(translated("ja", domain))]
    assert [s for s in said if len(s) > 8 and s[: len(s) // 2] == s[(len(s) + 1) // 2 :]] == []


@pytest.mark.slow
def test_every_message_is_translated() -> None:
    known = {str(m.id) for m in messages(translated("ja", "rulesref"))}
    assert extracted() - known == set()
    assert known - extracted() == set(), "messages that nothing says any more"


def test_the_english_stands_once_in_the_code() -> None:
    """There is no catalogue that could say something else in English than the source does."""
    assert list((LOCALES / "en").rglob("*.po")) == []


FIELD = re.compile(r"\{[a-z_]*(?=[}!])")


@pytest.mark.parametrize("domain", DOMAINS)
def test_placeholders_agree(domain: str) -> None:
    found = translated("ja", domain)
    for message in messages(found):
        python_format(found, message)
        strings = (
            [message.string] if isinstance(message.string, str) else list(message.string or ())
        )
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        if not message.string:
            continue
        for string in strings:
            assert set(FIELD.findall(string)) <= {f for i in ids for f in FIELD.findall(i)}, string
        # What click fills in with English names of its own may be left out.
        if domain == "rulesref":
            assert set(FIELD.findall(strings[0])) == set(FIELD.findall(ids[-1])), ids


def sentences() -> list[str]:
    return [text for pair in PROBLEMS.values() for text in pair]


def test_every_code_has_a_japanese_sentence_and_hint() -> None:
    known = {str(m.id): m.string for m in messages(translated("ja", "rulesref"))}
    missing = [text for text in sentences() if not known.get(text)]
    assert missing == []


def test_every_operator_has_a_japanese_sentence() -> None:
    known = {str(m.id): m.string for m in messages(translated("ja", "rulesref"))}
    assert [op for op in OPERATORS if not known.get(STEPS[op])] == []


def test_what_click_says_is_japanese() -> None:
    """Sentences that a wrong call can bring about."""
    known = {
        str(m.id) if isinstance(m.id, str) else str(m.id[0]): m.string
        for m in messages(translated("ja", "messages"))
    }
    for said in (
        "Usage:",
        "Options",
        "No such command {name!r}.",
        "No such option: {name}",
        "Missing argument",
        "Try '{command} {option}' for help.",
        "Error: {message}",
    ):
        assert known.get(said), said
