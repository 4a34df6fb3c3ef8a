"""The example game under another id, in one language or both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.text import LANGS
from rulesref.compiling.audit import audit
from rulesref.compiling.build import build
from rulesref.compiling.example import write_example, write_shape
from tests.helpers import DATA, TOY, document, game_data, game_folders

EXAMPLE = DATA / "schema" / "example"
#: Every game as it ships; the invented one has every kind of thing too.
MODELS = [
    pytest.param(folder, marks=() if folder == TOY else pytest.mark.slow, id=folder.name)
    for folder in (TOY, *game_folders())
]


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.*")
        if path.is_file()
    }


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("languages", [("ja",), ("en",), LANGS], ids="+".join)
def test_every_file_is_there_under_the_new_id(
    tmp_path: Path, lang: str, languages: tuple[str, ...]
) -> None:
    folder = write_example("own", tmp_path, lang, languages)
    written = files(folder)
    assert written.keys() == files(EXAMPLE).keys()
    assert not [name for name, text in written.items() if re.search("my-game|[«»]", text)]
    built = build(folder)
    assert (built.id, built.data["game"]["id"], built.problems) == ("own", "own", ())
    assert built.data["game"]["languages"] == list(languages)


def test_a_game_in_one_language_has_no_word_of_the_other(tmp_path: Path) -> None:
    english = files(write_example("own", tmp_path / "en", "en", ["en"]))
    assert not [name for name, text in english.items() if re.search("[ぁ-ん一-龥]|ja:", text)]
    japanese = files(write_example("own", tmp_path / "ja", "ja", ["ja"]))
    assert not [name for name, text in japanese.items() if re.search(r"\ben:", text)]
    comments = re.findall("#.*", "\n".join(japanese.values()))
    assert [
        comment for comment in comments if not re.search("[ぁ-ん一-龥]|lang: ja", comment)
    ] == []


def test_both_languages_say_the_same(tmp_path: Path) -> None:
    """What is written in one language is that half of what is written in both."""
    both = write_example("own", tmp_path / "both", "en")
    for lang in LANGS:
        alone = write_example("own", tmp_path / lang, "en", [lang])
        for path in sorted(both.rglob("*.yaml")):
            whole = document(path)
            half = document(alone / path.relative_to(both))
            assert _in(lang, whole) == _in(lang, half), path.name


def _in(lang: str, data: Any) -> Any:
    """The data with each text and list of words in one language; how words are read is Japanese."""
    if isinstance(data, list):
        return [_in(lang, each) for each in data if data != [*LANGS]]
    if not isinstance(data, dict):
        return data
    if data.keys() == set(LANGS):
        return _in(lang, data[lang])
    gone = {*LANGS, "reading"} - {lang} - ({"reading"} if lang == "ja" else set())
    return {key: _in(lang, value) for key, value in data.items() if key not in {*gone, "languages"}}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("My Game", "E205", id="capitals and a space"),
        pytest.param("..", "E205", id="another folder"),
        pytest.param("here", "E213", id="a folder that is there"),
    ],
)
def test_nothing_is_written_over_or_elsewhere(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "here").mkdir()
    with pytest.raises(ProblemsFound) as caught:
        write_example(name, tmp_path, "en")
    assert [problem.code for problem in caught.value.problems] == [code]
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


@pytest.mark.parametrize("languages", [("ja",), ("en",), LANGS], ids="+".join)
@pytest.mark.parametrize("model", MODELS)
def test_a_shape_has_all_that_its_parts_need_and_no_rule(
    tmp_path: Path, model: Path, languages: tuple[str, ...]
) -> None:
    built = build(write_shape("own", tmp_path, model, languages))
    assert built.problems == ()
    assert audit(built) == []
    whole = game_data(model)
    for kind in ("rules", "glossary", "tables", "rulings"):
        assert [entry["id"] for entry in built.data[kind]] == [e["id"] for e in whole[kind]]
    points = [point for rule in built.data["rules"] for point in rule["points"]]
    assert {text for point in points for lang in languages for text in [point[lang]]} == {"…"}
    assert "phrases" not in built.data
