"""What a question says by words that do not stand together."""

from __future__ import annotations

import pytest

from rulesref.search.apart import groups_apart


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        pytest.param("swap a tile with another player", ["manners-lend"], id="trading"),
        pytest.param(
            "仲間とこのタイルを交換していい？", ["manners-lend"], id="trading in japanese"
        ),
        pytest.param("can I sell my bridge to Bob", ["manners-lend"], id="selling"),
        pytest.param("can I buy a bridge", [], id="buying from nobody"),
        pytest.param("橋を友だちにあげてもいい？", ["manners-lend"], id="giving in japanese"),
        pytest.param("橋と運河、どっちのほうが強いの", ["counsel"], id="advice"),
        pytest.param("what tile should I take first", ["counsel"], id="advice in english"),
        pytest.param("３手番前に橋のぶんを払わないで渡ってた", ["manners-undo"], id="found later"),
        pytest.param(
            "last turn he moved and nobody paid", ["manners-undo"], id="found later in english"
        ),
        pytest.param("is a bridge worth crossing", ["counsel"], id="any letters"),
        pytest.param(
            "is it worth crossing, how many points", [], id="a word that speaks against it"
        ),
        pytest.param("橋を渡るのって得？", ["counsel"], id="the end"),
        pytest.param("橋を渡るのって得点になる？", [], id="no end"),
        pytest.param("swap a tile. May another player?", [], id="two sentences"),
        pytest.param("交換できる人と話す", [], id="the other way round"),
    ],
)
def test_words_that_stand_apart_mean_something_together(question: str, groups: list[str]) -> None:
    assert [group for group, _ in groups_apart(question)] == groups
