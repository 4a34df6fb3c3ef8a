"""``export`` inside a play: which form, which file, and nothing written over unasked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesref.cli.conversation import Conversation
from rulesref.show.formats import FORMATS, PLAY_FORMATS, format_of_file
from tests.helpers import says
from tests.playing import TO_THE_END, Run, begun


@pytest.mark.parametrize(
    ("line", "name", "begins"),
    [
        pytest.param("export {}/a.json", "a.json", "{", id="by its ending"),
        pytest.param("export {}/a.md", "a.md", "# Toy Garden", id="to paste"),
        pytest.param("export {}/A.CSV", "A.CSV", "\ufeffstep", id="a sheet, in capitals"),
        pytest.param("export {}/a.bgstats.json", "a.bgstats.json", "https:", id="the longest ending"),
        pytest.param("export {}/a", "a", "{", id="without an ending it can be read again"),
        pytest.param("export --as json {}/a.txt", "a.txt", "{", id="as in the shell"),
        pytest.param("export {}/a b.json --as=markdown", "a b.json", "# Toy", id="behind, and with a space"),
    ],
)  # fmt: skip
def test_the_name_of_the_file_or_as_says_the_form(
    run: Run, tmp_path: Path, line: str, name: str, begins: str
) -> None:
    begun(run)
    run("play", stdin=TO_THE_END)
    done = run("play", "do", line.format(tmp_path))
    assert done.code == 0, done
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    form = format_of_file(name) if "--as" not in line else None
    assert form is None or f"({form})" in done.out


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param("export a.xlsx", ["E546", ".xlsx", *PLAY_FORMATS], id="an ending of no form"),
        pytest.param("export --as pdf a.json", ["E546", "pdf"], id="no such form"),
        pytest.param("export --as", ["E546"], id="as nothing"),
        pytest.param("export --as csv", ["E537"], id="into no file"),
        pytest.param("export", ["E537"], id="nothing at all"),
        pytest.param("export a.bgstats", ["E538"], id="a form that needs a finished play"),
        pytest.param("export no/such/folder/a.json", ["folder/a.json"], id="where nothing can be written"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_says_why_and_the_play_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, texts: list[str]
) -> None:
    begun(run)
    monkeypatch.chdir(tmp_path)
    done = run("play", stdin=f"{line}\nnote still here\n")
    assert [text for text in texts if not says(text, done.out)] == []
    assert "Note: still here" in done.out
    assert [file.name for file in tmp_path.iterdir()] == ["home"]


def test_a_file_that_is_there_stays_when_nobody_can_be_asked(run: Run, tmp_path: Path) -> None:
    begun(run)
    file = tmp_path / "a.json"
    file.write_text("mine", encoding="utf-8")
    done = run("play", stdin=f"export {file}\nnote x\n")
    assert says("E547", done.out)
    assert "Note: x" in done.out, "the next line is no answer"
    assert run("play", "do", "export", str(file)).code == 1
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(("answer", "kept"), [(True, False), (False, True)])
def test_a_person_is_asked_before_a_file_is_written_over(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool, kept: bool
) -> None:
    begun(run)
    file = tmp_path / "a.json"
    file.write_text("mine", encoding="utf-8")
    asked: list[str] = []

    def confirmed(_: Conversation, question: str, **values: object) -> bool:
        asked.append(question.format(**values))
        return answer

    monkeypatch.setattr(Conversation, "confirmed", confirmed)
    monkeypatch.setattr("rulesref.cli.play.files.somebody_types", lambda: True)
    done = run("play", stdin=f"export {file}\n")
    assert [str(file) in question for question in asked] == [True]
    assert ("Nothing was written." in done.out) is kept
    assert (file.read_text(encoding="utf-8") == "mine") is kept
    if not kept:
        assert json.loads(file.read_text(encoding="utf-8"))["play"] == "toy-1"


def test_every_form_of_a_play_has_an_ending() -> None:
    assert all(FORMATS[form].suffixes for form in PLAY_FORMATS)
