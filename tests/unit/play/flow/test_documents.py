"""What a play knows of a position and what people say of it: put together, and told apart."""

from __future__ import annotations

from rulesref.play.flow.documents import beyond, merged


def test_what_people_say_wins_over_what_is_known() -> None:
    known = {"event": "e", "sky": "sun", "players": [{"name": "A", "coins": 1}, {"name": "Ben"}]}
    said = {"sky": "rain", "players": [{"coins": 5, "seeds": 2}]}
    assert merged(known, said) == {
        "event": "e", "sky": "rain",
        "players": [{"name": "A", "coins": 5, "seeds": 2}, {"name": "Ben"}],
    }  # fmt: skip
    assert merged(known, {}) == known


def test_only_what_is_not_known_is_kept_of_a_document() -> None:
    known = {"event": "e", "sky": "sun", "players": [{"name": "A", "coins": 1}, {"name": "Ben"}]}
    document = {
        "event": "e",
        "sky": "sun",
        "plots": [1],
        "players": [{"name": "A", "coins": 2}, {"name": "Ben"}],
    }
    assert beyond(known, document) == {"plots": [1], "players": [{"coins": 2}, {}]}
    assert beyond(known, {}) == {"players": []}
    assert beyond({"players": []}, {"game": "toy", "event": "e"}) == {"players": []}
    assert list(beyond(known, {"players": [], "plots": [1]})) == ["plots", "players"]
