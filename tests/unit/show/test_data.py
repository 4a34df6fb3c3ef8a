from __future__ import annotations

from rulesref.show import data
from tests.helpers import toy


def test_a_game_has_what_the_contract_says() -> None:
    found = data.about(toy(), "ja")
    assert found["names"] == {"ja": "おもちゃの庭", "en": "Toy Garden"}
    assert found["players"] == {"min": 2, "max": 4}
    assert (found["edition"], found["covers"]) == ("第2版", "作りもののルールすべて")


def test_an_entry_has_what_the_contract_says() -> None:
    rule = toy().rules["gnome-kinds"]
    found = data.rule(toy(), rule, "ja")
    assert {"id", "game", "topic", "title", "text", "lang", "sources", "related"} <= set(found)
    assert found["ruling"]["default"] == "yes"
    assert found["points"][1]["confidence"] == "unverified"


def test_a_table_keeps_codes_and_blanks() -> None:
    table = toy().tables["weather"]
    rows = data.table(table, table.rows, "ja")["rows"]
    assert rows[0] == {"season": "spring", "sky": "sun", "points": 1, "confidence": "likely"}
    assert [row["points"] for row in rows[-2:]] == [None, "unknown"]


def test_a_map_keeps_its_lines() -> None:
    table = toy().tables["map"]
    found = data.table(table, table.rows, "en")
    assert (found["grid"], found["legend"]["~"]) == (["~##", ".#~"], "pond")
