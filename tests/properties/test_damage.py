"""Nothing that stands in a file may stop the program: it is a sound game, or problems with places."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.text import LANGS
from rulesref.compiling.build import BuiltStore, build
from rulesref.library.library import game_of
from rulesref.reading.positions import read_position
from rulesref.reading.source import read_bytes, read_text
from rulesref.show.data import as_json
from rulesref.show.problems import problems_text
from tests.helpers import TOY, document, toy
from tests.problems.corpus import MINI
from tests.properties import law

pytestmark = pytest.mark.property

JUNK = st.none() | st.booleans() | st.integers(-9, 99) | st.text(alphabet="aB1-橋、 ", max_size=4) | st.sampled_from([
    "coins", "plots", "toy", [], {}, [1], {"op": "size"}, {"op": "total", "parts": []}, {"ja": "庭"}, "players",
])  # fmt: skip


def spots(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a document."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from spots(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from spots(value, (*path, index))


def damaged(data: Any, path: tuple[Any, ...], junk: Any, how: str) -> Any:
    """The document with one value replaced, gone, or under another key."""
    if not path:
        return junk
    key, *rest = path
    if isinstance(data, dict):
        found = dict(data)
        if rest or how == "replace":
            found[key] = damaged(data[key], tuple(rest), junk, how)
        elif how == "rename":
            found[f"{key}x"] = found.pop(key)
        else:
            del found[key]
        return found
    items = list(data)
    if rest or how != "remove":
        items[key] = damaged(data[key], tuple(rest), junk, how)
    else:
        del items[key]
    return items


@st.composite
def damage(draw: st.DrawFn, data: Any) -> Any:
    path = draw(st.sampled_from(list(spots(data))))
    how = draw(st.sampled_from(["replace", "replace", "rename", "remove"]))
    return damaged(data, path, draw(JUNK), how)


def text_of(data: Any) -> str:
    import json

    return json.dumps(data, ensure_ascii=False, indent=1)


@pytest.mark.parametrize(
    "sound", [pytest.param(TOY, marks=pytest.mark.slow, id="toy"), pytest.param(MINI, id="mini")]
)
@law(25)
@given(data=st.data())
def test_a_damaged_game_is_told_or_can_be_used(sound: Path, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(sorted(p.relative_to(sound) for p in sound.rglob("*.yaml"))))
    wrong = data.draw(damage(document(sound / file)))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / sound.name
        shutil.copytree(sound, folder)
        (folder / file).write_text(text_of(wrong), encoding="utf-8")
        built = build(folder)
    for problem in built.problems:
        assert problem.place is not None
        assert problem.place.line >= 1
        assert problem.place.column >= 1
        for lang in LANGS:
            assert as_json(problem, lang)["message"]
            assert problems_text([problem], built.texts, lang)
    if not any(not problem.warning for problem in built.problems):
        game = game_of(BuiltStore(built.data), built.digest)
        assert game.about.id == sound.name
        assert game.rules is not None
        assert game.calculators is not None
        assert game.scoring is not None or "scoring" not in built.data


POSITIONS = [
    case["position"]
    for path in sorted((TOY.parent / "toy_cases").glob("*.yaml"))
    for case in document(path)
]


@law(100)
@given(st.data())
def test_a_damaged_position_is_told_or_scored(data: st.DataObject) -> None:
    from rulesref.scoring.score import score

    wrong = data.draw(damage(data.draw(st.sampled_from(POSITIONS))))
    source, problems = read_text(text_of(wrong), "x.json")
    assert source is not None, problems
    found = read_position(toy(), source.data, source.at)
    problems = list(found.problems)
    if found.position and found.event:
        result, more = score(toy(), found.position, found.event)
        assert result is not None or more
        problems += more
    for problem in problems:
        for lang in LANGS:
            assert as_json(problem, lang)["message"]


@law(100)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_told(raw: bytes) -> None:
    source, problems = read_bytes(raw, "x")
    assert source is not None or problems
    assert problems_text(problems, {"x": raw.decode("utf-8", "replace")}, "en") or not problems


@law(100)
@given(st.text(alphabet="-:[]{}&*!|>'\"#,?% \n\tab1橋~", max_size=60))
def test_any_yaml_is_read_or_told(text: str) -> None:
    source, problems = read_text(text, "x")
    assert source is not None or problems
    for problem in problems:
        assert problem.place is None or problem.place.line >= 1
