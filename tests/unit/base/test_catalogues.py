"""Compiled catalogues follow their sources."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.base import messages
from rulesref.base.messages import compile_catalogues

FLOWER = 'msgid "a flower"\nmsgstr "{}"\n'


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source that says 花, compiled a while ago."""
    source = tmp_path / "ja" / "LC_MESSAGES" / "rulesref.po"
    source.parent.mkdir(parents=True)
    source.write_text(FLOWER.format("花"), encoding="utf-8")
    [target] = compile_catalogues(tmp_path)
    os.utime(target, (1, 1))
    os.utime(source, (1, 1))
    monkeypatch.setattr(messages, "locale_folder", lambda: str(tmp_path))
    return source


def said() -> str:
    """What a new start says."""
    for cached in (messages._catalogue, messages._sentence):
        cached.cache_clear()
    return messages.say("ja", "a flower")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    for cached in (messages._catalogue, messages._sentence):
        cached.cache_clear()


def test_a_source_that_changed_is_compiled_by_the_next_start(catalogue: Path) -> None:
    catalogue.write_text(FLOWER.format("お花"), encoding="utf-8")
    assert said() == "お花"
    assert [file.name for file in catalogue.parent.iterdir() if file.suffix == ".mo"] == [
        "rulesref.mo"
    ]


def test_one_that_did_not_change_is_not_compiled_again(catalogue: Path) -> None:
    assert said() == "花"
    assert catalogue.with_suffix(".mo").stat().st_mtime == 1


def test_a_source_never_compiled_is(catalogue: Path) -> None:
    catalogue.with_suffix(".mo").unlink()
    assert said() == "花"


def test_what_changed_without_another_sentence_is_looked_at_once(catalogue: Path) -> None:
    os.utime(catalogue, (2, 2))
    assert said() == "花"
    assert catalogue.with_suffix(".mo").stat().st_mtime > 2


def test_a_source_that_is_none_leaves_what_was_said_before(catalogue: Path) -> None:
    catalogue.write_text('msgid "a flower\n', encoding="utf-8")
    assert said() == "花"
    with pytest.raises(ValueError, match="msgid"):
        compile_catalogues(catalogue.parent)


def test_a_catalogue_without_its_source_is_read_as_it_is(catalogue: Path) -> None:
    catalogue.unlink()
    assert said() == "花"


def test_where_nothing_can_be_written_nothing_is_compiled(
    catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue.write_text(FLOWER.format("お花"), encoding="utf-8")
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr(messages, "_renew", pytest.fail)
    assert said() == "花"
