from __future__ import annotations

import gettext
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from rulesref.base import messages
from rulesref.base.disk import locale_folder
from rulesref.base.messages import Catalogue, as_text, fits, joined, say
from rulesref.base.text import Text


@pytest.mark.parametrize(
    ("value", "ja", "en"),
    [
        pytest.param(Text("庭", "garden"), "庭", "garden", id="a pair"),
        pytest.param(7, "7", "7", id="a number"),
        pytest.param(Fraction(1, 4), "0.25", "0.25", id="a quarter"),
        pytest.param("x", "x", "x", id="a text"),
        pytest.param(["a", "b"], "a、b", "a, b", id="a list"),
        pytest.param(("a", 2), "a、2", "a, 2", id="a tuple"),
        pytest.param({"a": 1}, "a = 1", "a = 1", id="a mapping"),
    ],
)
def test_a_value_inside_a_sentence(value: object, ja: str, en: str) -> None:
    assert (as_text("ja", value), as_text("en", value)) == (ja, en)


@pytest.mark.parametrize(("value", "en"), [(True, "yes"), (False, "no"), (None, "nothing")])
def test_truths_and_nothing_are_words_in_both_languages(value: object, en: str) -> None:
    assert as_text("en", value) == en
    assert as_text("ja", value) != en


def test_a_sentence_nobody_translated_is_said_in_english() -> None:
    assert say("ja", "{n} unheard-of sentences", n=3) == "3 unheard-of sentences"


def test_braces_in_a_value_are_only_braces() -> None:
    assert say("en", "{word}!", word="{n}") == "{n}!"


def test_items_in_a_row() -> None:
    assert (joined("ja", ["a", "b"]), joined("en", ["a", "b"])) == ("a、b", "a, b")


def test_the_catalogue_says_what_gettext_says() -> None:
    path = Path(locale_folder(), "ja", "LC_MESSAGES", "rulesref.mo")
    ours = Catalogue(path.read_bytes())
    with path.open("rb") as file:
        standard = gettext.GNUTranslations(file)
    messages = [*vars(standard)["_catalog"], "a sentence nobody wrote", "zzz"]
    assert len(messages) > 2
    assert [ours.sentence(m) for m in messages] == [standard.gettext(m) for m in messages]


def test_a_catalogue_of_a_big_endian_machine_reads_the_same() -> None:
    words = [0x950412DE, 0, 1, 28, 36, 0, 0, 3, 44, 6, 48]
    raw = b"".join(word.to_bytes(4, "big") for word in words) + b"hat\0" + "帽子".encode() + b"\0"
    assert Catalogue(raw).sentence("hat") == "帽子"


@pytest.mark.parametrize(
    ("said", "fit"),
    [
        ("{n}本の{word}", True), ("花{{}}", True), ("{{{n}}}", True), ("{word}", True), ("花", True), ("", False), ("{", False), ("}", False),
        ("{}", False), ("{0}", False), ("{m}", False), ("{n!r}", False), ("{n.real}", False), ("{n[0]}", False), ("{n:>9999999}", False),
        ("{{{}}n}", False), ("{n}}", False),
    ],
)  # fmt: skip
def test_a_sentence_that_asks_for_what_is_not_there_does_not_fit(said: str, fit: bool) -> None:
    assert fits(said, "{n} {word}") is fit
    if fit:
        assert said.format(n=3, word="x")


def test_a_damaged_sentence_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalog("ja")
    catalogue.add("{n} odd flowers", "{m.__class__}本")
    catalogue.add("{n} even flowers", "{n}本")
    (tmp_path / "ja/LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "ja/LC_MESSAGES/rulesref.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(messages, "locale_folder", lambda: str(tmp_path))
    for cached in (messages._catalogue, messages._sentence):
        cached.cache_clear()
    assert (say("ja", "{n} odd flowers", n=3), say("ja", "{n} even flowers", n=4)) == ("3 odd flowers", "4本")  # fmt: skip
    for cached in (messages._catalogue, messages._sentence):
        cached.cache_clear()
