"""Yes and no in both languages."""

from __future__ import annotations

import pytest

from rulesref.fields.yes_no import flag_called, yes_or_no


@pytest.mark.parametrize(
    ("word", "meant"),
    [("Yes", True), ("ｙ", True), ("1", True), ("あり", True), ("No", False), ("なし", False), ("false", False),
     ("0", False), ("yes please", None), ("", None), ("2", None)],
)  # fmt: skip
def test_words(word: str, meant: bool | None) -> None:
    assert yes_or_no(word) is meant
    assert flag_called(word) is meant


@pytest.mark.parametrize(("sign", "meant"), [("○", True), ("◯", True), (" × ", False), ("△", None)])
def test_signs_are_typed_but_not_written_in_files(sign: str, meant: bool | None) -> None:
    assert flag_called(sign) is meant
    assert yes_or_no(sign) is None
