"""Declarations of entries: what is read, what is only checked, and what a subclass changes."""

from __future__ import annotations

import pytest

from rulesref.base.text import Text
from rulesref.model.keys import ID, Entry, Key, Keys, cited, optional, point_of, required


class Seed(Entry, about="what is sown"):
    id: str = required.ident("its id")
    name: Text = required.text()
    grown_as: str | None = optional.string("how")
    trust = optional.word("only checked", "good", "bad")
    days: tuple[int, ...] = optional.listed("when", required.whole("a day"))


class Bulb(Seed, about="what is planted"):
    days: tuple[int, ...] = required.listed("when, one day at least", required.whole("a day"), 1)


class Bed(Entry, about="where it is sown"):
    seeds: dict[str, Seed] = required.listed("what grows here", Seed, by_id=True)
    size: tuple[int, int | None] = required.record(
        "how large it is", wide=required.whole("across"), deep=optional.whole("to the wall")
    )
    names: dict[str, Text] = optional.mapped("other names", required.text())


TULIP = {"id": "tulip", "name": {"ja": "花", "en": "tulip"}, "grown-as": "bulb", "trust": "good"}


def test_an_entry_is_read_by_what_its_class_declares() -> None:
    seed = Seed.read(TULIP | {"days": [3, 4]})
    assert seed == Seed(id="tulip", name=Text("花", "tulip"), grown_as="bulb", days=(3, 4))


def test_what_is_left_out_has_its_default() -> None:
    seed = Seed.read({"id": "a", "name": {"ja": "b", "en": "c"}})
    assert (seed.grown_as, seed.days) == (None, ())


def test_a_key_without_a_type_is_declared_and_not_kept() -> None:
    assert [key.name for key in Seed.keys.values()] == ["id", "name", "grown-as", "trust", "days"]
    assert "trust" not in Seed.kept_keys()
    assert "trust" not in vars(Seed.read(TULIP))


def test_values_that_do_not_stand_in_the_file_are_handed_in() -> None:
    assert Seed.read(TULIP, grown_as="seed").grown_as == "seed"


def test_a_value_must_have_what_is_required() -> None:
    with pytest.raises(TypeError):
        Seed(name=Text("a", "b"), grown_as=None, days=())
    with pytest.raises(AttributeError):
        Seed.read(TULIP).id = "rose"  # type: ignore[misc]


def test_a_subclass_takes_over_keys_and_may_declare_them_anew() -> None:
    assert list(Bulb.keys) == ["id", "name", "grown_as", "trust", "days"]
    assert (Bulb.keys["days"].least, Seed.keys["days"].least) == (1, 0)
    assert (Bulb.description, Seed.description) == ("what is planted", "what is sown")


def test_entries_records_and_mappings_inside_are_read_as_well() -> None:
    names = {"old": {"ja": "昔", "en": "once"}}
    bed = Bed.read({"seeds": [TULIP], "size": {"wide": 3}, "names": names})
    assert bed.seeds == {"tulip": Seed.read(TULIP)}
    assert (bed.size, bed.names) == ((3, None), {"old": Text("昔", "once")})


@pytest.mark.parametrize(
    ("make", "kind", "pattern", "least"),
    [
        pytest.param(lambda keys: keys.ident("x"), "string", ID, 0, id="an id"),
        pytest.param(lambda keys: keys.string("x"), "string", "", 1, id="a text that is not empty"),
        pytest.param(lambda keys: keys.expressions("x"), "expressions", "", 1, id="expressions"),
        pytest.param(lambda keys: keys.cases("x"), "cases", ".", 0, id="cases"),
        pytest.param(lambda keys: keys.cells("x"), "cells", ID, 0, id="cells"),
        pytest.param(lambda keys: keys.reference("table", "x"), "table", ID, 0, id="a table"),
        pytest.param(lambda keys: keys.rules("x", 1), "rules", "", 1, id="rule entries"),
    ],
)  # fmt: skip
def test_a_declaration_says_what_may_stand_there(
    make: object, kind: str, pattern: str, least: int
) -> None:
    assert callable(make)
    for keys, may in ((required, False), (optional, True)):
        assert isinstance(keys, Keys)
        key = make(keys)
        assert isinstance(key, Key)
        assert (key.kind, key.pattern, key.least, key.optional) == (kind, pattern, least, may)


def test_a_rule_may_be_cited_for_one_of_its_points() -> None:
    plain, point = cited(["one", "two.3"])
    assert (plain, point_of(plain)) == ("one", 1)
    assert (point, point_of(point), {point: 1}["two"]) == ("two", 3, 1)
