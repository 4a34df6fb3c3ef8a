from __future__ import annotations

from pathlib import Path

from rulesref.library.digests import digest_of, game_files, signature_of
from tests.helpers import TOY


def test_the_digest_is_of_names_and_bytes(shelf: Path) -> None:
    before = digest_of(shelf / "toy")
    assert len(before) == 12
    assert digest_of(TOY) == before
    (shelf / "toy" / "rules" / "garden.yaml").rename(shelf / "toy" / "rules" / "gardens.yaml")
    assert digest_of(shelf / "toy") != before


def test_the_digest_looks_at_yaml_only(shelf: Path) -> None:
    before, files = digest_of(shelf / "toy"), game_files(shelf / "toy")
    (shelf / "toy" / ".swp.yaml").write_text("x", encoding="utf-8")
    (shelf / "toy" / "notes.txt").write_text("x", encoding="utf-8")
    assert (digest_of(shelf / "toy"), game_files(shelf / "toy")) == (before, files)


def test_the_signature_sees_every_file_that_was_written(shelf: Path) -> None:
    before = signature_of(str(shelf))
    assert signature_of(str(shelf)) == before
    path = shelf / "toy" / "rules" / "garden.yaml"
    path.write_bytes(path.read_bytes() + b"\n")
    assert signature_of(str(shelf)) != before
