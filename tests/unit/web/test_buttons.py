"""What a tap on a play opens and records: numbers at once, values put right, old lines given anew."""

from __future__ import annotations

from typing import Any

from tests.unit.web.caller import Caller, Heard
from tests.unit.web.conftest import Pages


def tap(phone: Caller, play: str, action: str, given: dict[str, Any], **more: Any) -> Heard:
    """A tap that asks, or that records where it completes what is asked."""
    rev = int(phone.get(play).text.split('data-rev="')[1].split('"')[0])
    body = {"action": action, "given": given, "rev": rev, "tapped": True, **more}
    return phone.post(f"{play}/do", body)


def test_usual_numbers_stand_on_the_page_as_far_as_the_rules_allow_them(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("mexica", "Ann", "Ben", track="full")
    assert tap(phone, play, "unknown-display", {}).json()["done"]
    assert tap(phone, play, "walk", {"steps": 4}).json()["done"]
    page = phone.get(play).text
    offered = [n for n in range(1, 7) if f'data-path="steps" data-value="{n}" data-kind="number"' in page]  # fmt: skip
    assert offered == [1, 2]
    assert 'data-act="walk" data-stay' in page.split('data-keep="later"')[0], "another number"


def test_a_value_that_is_tapped_is_put_right_from_what_it_is(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("toy", "A", "Ben")
    opened = tap(phone, play, "set=", {"player": "A", "value": "coins"}).json()["sheet"]
    assert 'data-field="to"' in opened.split("<details")[0]
    assert 'data-field="value"' not in opened.split("<details")[0]
    assert tap(phone, play, "set=", {"player": "A", "value": "coins", "to": 3}).json()["done"]


def test_what_will_be_asked_is_not_missing_yet(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("tigris", "Ann", "Ben", "Chika")
    tap(phone, play, "tile", {"color": "red", "scorer": None})
    given = {"color": "red", "against": "Ben", "first": 3, "second": 2}
    opened = tap(phone, play, "war", given).json()["sheet"]
    assert "refused" not in opened
    assert "data-anyway" not in opened


def test_an_old_line_is_given_anew_by_taps(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("tigris", "Ann", "Ben", "Chika")
    tap(phone, play, "leader", {"color": "black"})
    given = {"against": "Ben", "attacker": 2, "defender": 1, "attacker-added": 0, "defender-added": 1}  # fmt: skip
    done = tap(phone, play, "revolt", given).json()
    assert done["done"]
    said = phone.post(f"{play}/do", {"step": 2, "action": "revolt", "given": {**given, "attacker": 4}, "go": True, "rev": done["rev"]})  # fmt: skip
    assert said.json()["done"], said.text
    assert "Ann beats Ben 4 to 2" in phone.get(play).text


def test_what_was_done_last_is_added_to_in_place(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("tigris", "Ann", "Ben", "Chika", track="full")
    done = tap(phone, play, "leader", {"color": "black"}).json()
    assert 'data-anew="1"' in done["page"]
    opened = phone.post(f"{play}/do", {"step": 1, "rev": done["rev"]}).json()
    assert opened["given"]["color"] == "black"
    more = {"step": 1, "action": "leader", "given": {"color": "black", "place": "C8"}, "go": True}
    added = phone.post(f"{play}/do", {**more, "rev": opened["rev"]}).json()
    assert added["done"], added
    assert "C8" in added["page"].split('class="latest"')[1].split("</div>")[0]


def test_what_may_not_be_chosen_now_is_named_and_opens_with_its_reasons(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("mexica", "Ann", "Ben", track="full")
    tap(phone, play, "unknown-display", {})
    page = tap(phone, play, "walk", {"steps": 4}).json()["page"]
    folded = page.split('data-keep="later"')[1].split("</details>")[0]
    assert 'data-act="walk" data-stay' in folded
    assert "3, 4, 5, 6" in folded


def test_what_only_the_next_answer_makes_right_can_be_chosen(pages: Pages) -> None:
    """A burn is refused as long as nobody has said on which temple to step down."""
    phone, play = pages.phone(), pages.begun("tzolkin", "Ann", "Ben", track="full", lang="en")
    for action in ("no-tiles", "no-tiles", "no-dummies"):
        assert tap(phone, play, action, {}).json()["done"]
    rev = pages.rev(play)
    for line in ("set Ann.palenque 4", "set Ann.chaac 1"):
        rev = phone.post(f"{play}/line", {"line": line, "rev": rev}).json()["rev"]
    said = tap(phone, play, "take", {"gear": "palenque", "good": "burn"}).json()
    assert said["given"] == {"gear": "palenque", "good": "burn"}
    assert 'data-path="temple" data-kind="one" data-value="chaac"' in said["sheet"]
    done = tap(phone, play, "take", {**said["given"], "temple": "chaac"}).json()
    assert done.get("done"), done.get("sheet", done)


def test_what_was_typed_stands_on_the_sheet_that_asks_for_more(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("tigris", "Ann", "Ben", "Chika")
    tap(phone, play, "leader", {"color": "black"})
    line = {"line": "revolt against=2 attacker=3", "rev": pages.rev(play)}
    opened = phone.post(f"{play}/line", line).json()
    assert opened["given"] == {"against": "Ben", "attacker": 3}


def test_a_sheet_that_was_open_tells_what_happened_meanwhile(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("toy", "Ann", "Ben")
    rev = pages.rev(play)
    opened = {"action": "invite", "given": {}, "rev": rev}
    assert phone.post(f"{play}/do", opened).json()["told"] == ""
    assert tap(phone, play, "work", {}).json()["done"]
    again = phone.post(f"{play}/do", opened).json()
    assert again["told"].startswith("Meanwhile: Ann works")
    assert phone.post(f"{play}/do", {**opened, "rev": again["rev"]}).json()["told"] == ""


def test_one_tap_records_nothing_of_somebody_else(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("toy", "Ann", "Ben")
    phone.post(f"{play}/seat", {"seat": "Ben"})
    opened = tap(phone, play, "rest", {}).json()
    assert "This is recorded for Ann." in opened["sheet"]
    assert tap(phone, play, "rest", {}, go=True).json()["done"]
    assert tap(phone, play, "rest", {}).json()["done"], "his own"


def test_what_was_chosen_stays_in_its_place_when_it_is_refused(pages: Pages) -> None:
    """What is wrong whatever is chosen is not told of every choice."""
    phone, play = pages.phone(), pages.begun("praga", "Ann", "Ben", "Chika")
    given = {"zone": "red", "pay-gold": 3, "inner": "gold"}
    opened = tap(phone, play, "take-tile", given).json()["sheet"]
    assert opened.count("Not enough gold") == 1
    assert "Not now" not in opened


def test_a_line_that_was_typed_is_answered_as_a_phone_can(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("praga", "Ann", "Ben", "Chika")

    def said(line: str) -> Any:
        return phone.post(f"{play}/line", {"line": line, "rev": pages.rev(play)}).json()

    assert said("mines produce / end")["told"] == "Not done: end"
    slip = said("mines prodce")
    assert slip["meant"] == "mines produce"
    assert slip["told"].endswith("OK reads it so: mines produce")
    assert said("red 3 gold")["told"].endswith("With “!” in front it is done anyway.")
    assert "?" not in said("stables")["told"]


def test_where_nothing_can_be_done_again_no_line_is_quoted(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("toy", "Ann", "Ben")
    redo = {"what": "redo", "rev": pages.rev(play)}
    assert "History" not in phone.post(f"{play}/move", redo).json()["told"]
    for line in ("work 2", "undo"):
        phone.post(f"{play}/line", {"line": line, "rev": pages.rev(play)})
    phone.post(f"{play}/move", {"what": "undo", "rev": pages.rev(play)})
    phone.post(f"{play}/line", {"line": "rest", "rev": pages.rev(play)})
    told = phone.post(f"{play}/move", {"what": "redo", "rev": pages.rev(play)}).json()["told"]
    assert told.endswith("What was replaced stands in “History”.")
    assert "work" not in told


def test_numbers_of_a_list_that_do_not_fit_look_so(pages: Pages) -> None:
    phone, play = pages.phone(), pages.begun("mexica", "Ann", "Ben")
    tap(phone, play, "unknown-display", {})
    for value in ("level-3", "level-4"):
        given = {"player": "Ann", "value": value, "to": 0}
        assert tap(phone, play, "set=", given).json()["done"]
    opened = tap(phone, play, "temple", {"who.acts": "Ann"}).json()["sheet"]
    assert [n for n in range(1, 5) if f'unfit" data-path="levels" data-kind="push" data-value="{n}"' in opened] == [3, 4]  # fmt: skip
