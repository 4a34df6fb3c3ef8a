"""A hand that plays by taps alone: what it sees of a page, and which button brings it nearer to a command.

``Plan`` knows no browser: it is given what can be seen and says what to tap next. ``Calls`` taps without a browser, by
doing what the script of the pages does; ``tests/web/browser`` taps in a real one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Protocol

from rulesref.model.expression import plain_value
from rulesref.view.sheet import SET
from tests.unit.web.caller import Caller, Heard

VOID = {"input", "br", "img", "meta", "link", "use", "rect", "circle", "path"}
Data = Mapping[str, str]


@dataclass
class Button:
    """What can be tapped or typed into; ``folds`` are the closed folds around it, ``control`` the field that it is of."""

    tag: str
    data: Data
    pressed: bool
    disabled: bool
    folds: tuple[str, ...]
    control: Control | None = None

    @property
    def selector(self) -> str:
        """By which it is found in the page."""
        return self.tag + "".join(f"[data-{key}={json.dumps(value, ensure_ascii=False)}]" for key, value in self.data.items())  # fmt: skip


@dataclass
class Control:
    """A field as it is drawn."""

    path: str
    data: Data
    waits: bool
    buttons: list[Button] = field(default_factory=list)

    def button(self, **data: str) -> Button | None:
        """The one of these values."""
        return next((b for b in self.buttons if data.items() <= b.data.items()), None)


class Sight(HTMLParser):
    """What is seen of a part of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        self.controls: dict[str, Control] = {}
        self.links: list[str] = []
        self.around: list[tuple[str, str | None, Control | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        data = {key[5:]: value for key, value in found.items() if key.startswith("data-")}
        fold, control = None, None
        if tag == "details" and "open" not in found:
            fold = data.get("keep", "")
        classes = found.get("class", "").split()
        if "field" in data:
            control = self.controls[data["field"]] = Control(data["field"], data, "waits" in classes)  # fmt: skip
        if tag in ("button", "input") and data:
            folds = tuple(f for _, f, _ in self.around if f is not None)
            of = next((c for _, _, c in reversed(self.around) if c), None)
            button = Button(tag, data, found.get("aria-pressed") == "true", "disabled" in found, folds, of)  # fmt: skip
            self.buttons.append(button)
            if of is not None:
                of.buttons.append(button)
            elif data.get("kind") in (
                "yes",
                "no",
            ):  # one more entry of a list, which is no control of its own
                entry = self.controls.setdefault(data["path"], Control(data["path"], {"widget": "toggle"}, waits=False))  # fmt: skip
                entry.buttons.append(button)
        if tag == "a":
            self.links.append(found.get("href", ""))
        if tag not in VOID:
            self.around.append((tag, fold, control))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Drawings have nothing to tap."""

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self.around and self.around.pop()[0] != tag:
            pass


class Phone(Protocol):
    """What a hand holds."""

    def standing(self) -> Sight:
        """The page of the play."""

    def sheet(self) -> tuple[Sight, Mapping[str, Any]] | None:
        """The sheet that is open, and what is given on it."""

    def cards(self) -> tuple[Sight, Mapping[str, Any]]:
        """The cards of a scoring, and what is given on them."""

    def tap(self, button: Button) -> None:
        """Tap, and wait for what comes of it; closed folds around it are opened first."""

    def write(self, button: Button, text: str) -> None:
        """Type into a box."""

    def close(self) -> None:
        """Close the sheet."""

    def open_cards(self) -> None:
        """Go to the scoring that is due."""

    def line(self, typed: str) -> None:
        """Type a line."""

    def undo(self) -> None:
        """Take back what was done last."""


class Stuck(Exception):  # noqa: N818 - no fault: some things are only typed
    """There is no way by taps."""


class Hand:
    """Carries out commands on a phone, and counts the taps of each."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.taps = 0

    def carry_out(self, command: Mapping[str, Any], *, stay: bool = False) -> int:
        """So many taps it took; ``stay``: by the button that asks for everything there is to say."""
        self.taps, self.stay = 0, stay
        if "do" in command:
            self._tap(self._opener(command["do"], goal_of(command)))
            self.reach(command)
        elif "set" in command:
            called = ".".join([command["set"], *map(str, command.get("inside", ()))])
            goal = {"player": command.get("player"), "value": called, "to": command["to"]}
            self._tap(self._opener(SET, goal))
            self._reach(goal, force=False)
        elif "position" in command:
            self._score(command)
        else:
            raise Stuck(command)
        return self.taps

    def add(self, command: Mapping[str, Any]) -> int:
        """Say the rest of a command of which a part was just recorded: so many taps it took."""
        self.taps = 0
        again = [b for b in self.phone.standing().buttons if "anew" in b.data]
        if "do" not in command or not again:
            raise Stuck(command)
        self._tap(again[0])
        self.reach(command)
        return self.taps

    def _tap(self, button: Button) -> None:
        self.taps += 1 + len(button.folds)
        self.phone.tap(button)

    def reach(self, command: Mapping[str, Any]) -> None:
        """Fill in the sheet that is open, until it is recorded."""
        self._reach(goal_of(command), force=command["force"])

    def _reach(self, goal: Mapping[str, Any], *, force: bool) -> None:
        for _ in range(400):
            found = self.phone.sheet()
            if found is None:
                return
            sight, given = found
            button = self._towards(sight, given, goal)
            if button is None:
                ready = next(b for b in sight.buttons if "go" in b.data)
                anyway = next((b for b in sight.buttons if "anyway" in b.data), None)
                if ready.disabled and force and anyway:
                    ready = anyway
                if ready.disabled:
                    self.phone.close()
                    raise Stuck(goal, given)
                button = ready
            if button.tag == "input":
                self.taps += 1
                self.phone.write(button, str(goal[button.data["path"]]))
            else:
                self._tap(button)
        raise AssertionError((goal, "never ends"))

    def _opener(self, action: str, goal: Mapping[str, Any]) -> Button:
        """The button that opens the action with the most of the goal."""
        best: tuple[int, int, Button] | None = None
        for button in self.phone.standing().buttons:
            if action == SET:
                if "set" not in button.data:
                    continue
                opened: dict[str, Any] = {"value": button.data["set"], "player": button.data.get("player")}  # fmt: skip
                fits = 2 * (opened["value"] == goal["value"]) + (opened["player"] == goal["player"])
                rank = (fits, -len(button.folds), button)
            else:
                if button.data.get("act") != action:
                    continue
                opened = at_once(button)
                if any(not same(goal.get(key), value) for key, value in opened.items()):
                    continue
                if ("stay" in button.data) is not self.stay:
                    continue
                rank = (len(opened), -len(button.folds), button)
            if best is None or rank[:2] > best[:2]:
                best = rank
        if best is None:
            raise Stuck(action, goal)
        return best[2]

    def _towards(self, sight: Sight, given: Mapping[str, Any], goal: Mapping[str, Any]) -> Button | None:  # fmt: skip
        """The next button: first of what is not waited for, since the last one that is may record it."""
        controls = sorted(sight.controls.values(), key=lambda c: c.waits)
        for control in controls:
            wanted, now = goal.get(control.path), given.get(control.path)
            if control.path in given and same(wanted, now):
                continue
            if not control.waits and nothing(wanted) and nothing(now):
                continue
            return tap_for(control, now, wanted)
        return None

    # --- scorings --------------------------------------------------------------------------------

    def _score(self, command: Mapping[str, Any]) -> None:
        self.taps += 1
        self.phone.open_cards()
        for _ in range(2_000):
            sight, given = self.phone.cards()
            button = self._towards_card(sight, given, command)
            if button is None:
                break
            control, wanted = button
            if (box := control.button(kind="text")) is not None:
                self.taps += 1
                self.phone.write(box, str(wanted))
            else:
                self._tap(tap_for(control, given.get(control.path), wanted))
        else:
            raise AssertionError((command, "never ends"))
        ready = next((b for b in sight.buttons if "score" in b.data), None)
        if ready is None or ready.disabled:
            raise Stuck(command)
        self._tap(ready)

    def _towards_card(
        self, sight: Sight, given: Mapping[str, Any], command: Mapping[str, Any]
    ) -> tuple[Control, Any] | None:
        for control in sight.controls.values():
            wanted, there = at(command, control)
            if there and not (control.path in given and same(given[control.path], wanted)):
                return control, wanted
        return None


def by_taps(
    hand: Hand, command: Mapping[str, Any], right: Callable[[], bool], typed: str
) -> int | None:
    """Carry out a command as people would: so many taps it took; None where it had to be typed.

    By the nearest button; where that does less than was meant, the rest is added to it.
    """
    for stay in (False, True):
        try:
            taps = hand.carry_out(command, stay=stay)
        except Stuck:
            hand.phone.close()
            continue
        if right():
            return taps
        with suppress(Stuck):
            taps += hand.add(command)
            if right():
                return taps
        hand.phone.close()
        hand.phone.undo()
        break
    hand.phone.line(typed)
    assert right(), typed
    return None


def goal_of(command: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of an action, by the paths of its fields."""
    who = {"who.acts": command["who"]} if "who" in command else {}
    return {**plain_value(command["with"]), **who}


def at_once(button: Button) -> dict[str, Any]:
    """The values with which a button opens its action."""
    given: dict[str, Any] = json.loads(button.data.get("given", "{}"))
    if "path" in button.data:
        value = button.data["value"]
        given[button.data["path"]] = int(value) if button.data.get("kind") == "number" else value
    return given


def at(command: Mapping[str, Any], control: Control) -> tuple[Any, bool]:
    """What a scoring has at the path of a card's field, and whether it has something there."""
    first, *rest = control.path.split(".")
    found: Any = command["position"]
    names = list(command["names"])
    if first == "gains":
        gains = command.get("gains", {})
        name = names[int(rest[0])]
        return (gains.get(name), name in gains)
    entry = control.data.get("widget") == "toggle" and "field" not in control.data
    for part in (first, *rest):
        if isinstance(found, list) and part.isdecimal():
            if int(part) >= len(found):
                return False, entry and int(part) == len(found)
            found = found[int(part)]
        elif isinstance(found, dict) and part in found:
            found = found[part]
        elif isinstance(found, dict) and part.isdecimal() and names[int(part)] in found:
            found = found[names[int(part)]]
        else:
            return None, False
    return (True, True) if entry else (found, True)


def nothing(value: Any) -> bool:
    """Whether nothing was chosen."""
    return value is None or value in ([], {}, "") or (isinstance(value, dict) and not any(value.values()))  # fmt: skip


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same to whoever gives them; how many of what is not named is none."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all((one.get(key) or 0) == (other.get(key) or 0) for key in {*one, *other})
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return bool(one == other) or (nothing(one) and nothing(other))


def tap_for(control: Control, now: Any, wanted: Any) -> Button:
    """The button of a field that brings its value nearer to the one that is wanted."""
    widget = control.data.get("widget", "")
    found = control.button(kind="none") if nothing(wanted) and widget != "toggle" else None
    if found is None and widget in TAPS:
        found = TAPS[widget](control, now, wanted)
    if found is None:
        raise Stuck(control.path, now, wanted)
    return found


def _some(control: Control, now: Any, wanted: Any) -> Button | None:
    now, wanted = list(now or ()), list(wanted)
    if now == wanted[: len(now)]:
        return control.button(kind="some", value=wanted[len(now)])
    beyond = next((value for value in now if value not in wanted), None)
    return control.button(kind="none") if beyond is None else control.button(kind="some", value=beyond)  # fmt: skip


def _numbers(control: Control, now: Any, wanted: Any) -> Button | None:
    now, wanted = list(now or ()), list(wanted)
    if now == wanted[: len(now)]:
        return control.button(kind="push", value=str(wanted[len(now)]))
    return control.button(kind="pop")


def _number(control: Control, now: Any, wanted: Any) -> Button | None:
    digit = control.button(kind="number", value=str(wanted))
    if digit is not None or wanted is None:
        return digit
    start = now if isinstance(now, int) else int(control.data.get("start", 0))
    far = wanted - start >= 4 and control.button(kind="step", by="5") is not None
    return control.button(kind="step", by="5" if far else "1" if wanted > start else "-1")


def _amounts(control: Control, now: Any, wanted: Any) -> Button | None:
    held: Mapping[str, int] = now or {}
    for key in {**wanted, **held}:
        goal, has = wanted.get(key) or 0, held.get(key) or 0
        if goal != has:
            return control.button(of=key, by="1" if goal > has else "-1")
    return None


TAPS: Mapping[str, Callable[[Control, Any, Any], Button | None]] = {
    "one": lambda control, _, wanted: control.button(kind="one", value=str(wanted)),
    "some": _some,
    "numbers": _numbers,
    "toggle": lambda control, _, wanted: control.button(kind="yes" if wanted else "no"),
    "number": _number,
    "text": lambda control, *_: control.button(kind="text"),
    "amounts": _amounts,
    "group": _amounts,
}


# --- without a browser ---------------------------------------------------------------------------


class Calls:
    """A phone without a browser: the script of the pages, done by hand."""

    def __init__(self, caller: Caller, play: str) -> None:
        self.caller = caller
        self.play = play
        self.html = ""
        self.rev = 0
        self.told = ""
        self.opened: dict[str, Any] | None = None
        self.drawn = ""
        self.given: dict[str, Any] = {}
        self.look()

    def look(self) -> None:
        """The page as it is now."""
        self._put(self._got(self.play, "standing"))

    def _got(self, path: str, part: str) -> str:
        answer = self.caller.get(path, x_part=part)
        assert answer.status == 200, answer.text
        return answer.text

    def _sent(self, what: str, body: Mapping[str, Any]) -> Heard:
        answer = self.caller.post(f"{self.play}/{what}", body, accept="application/json")
        assert answer.status in (200, 409), answer.text
        return answer

    def _put(self, html: str) -> None:
        self.html = html
        self.rev = int(html.partition('data-rev="')[2].partition('"')[0])

    def standing(self) -> Sight:
        return Sight(self.html)

    def sheet(self) -> tuple[Sight, Mapping[str, Any]] | None:
        return None if self.opened is None else (Sight(self.drawn), self.opened["given"])

    def close(self) -> None:
        self.opened = None
        self.look()

    def tap(self, button: Button) -> None:
        assert not button.disabled, button
        data = button.data
        if "score" in data:
            self._keep({}, go=True, anyway=data["score"] == "anyway")
        elif "act" in data:
            self._begin(data["act"], at_once(button), stay="stay" in data)
        elif "path" in data and "kind" in data:
            value, single = self._value(button)
            self._give(data["path"], value, single=single)
        elif "set" in data:
            self._begin(SET, {"player": data.get("player"), "value": data["set"]})
        elif "anew" in data:
            self.opened = {"step": int(data["anew"]), "forced": False, "rev": self.rev}
            self._do()
        elif "go" in data:
            self._do(go=True)
        elif "anyway" in data:
            assert self.opened is not None
            self.opened["forced"] = True
            self._do()
        else:
            raise AssertionError(button)

    def _value(self, button: Button) -> tuple[Any, bool]:
        """What a tap makes of a value, and whether it may be the last one."""
        data, control = button.data, button.control
        now = (self.given if self.opened is None else self.opened["given"]).get(data["path"])
        match data["kind"]:
            case "one":
                return (None, False) if button.pressed else (data["value"], True)
            case "some":
                taken = list(now or ())
                assert control is not None
                if data["value"] in taken and "repeat" not in control.data:
                    taken.remove(data["value"])
                else:
                    taken.append(data["value"])
                return taken, False
            case "none":
                assert control is not None
                return {"some": [], "numbers": [], "amounts": {}, "group": {}}.get(control.data["widget"]), True  # fmt: skip
            case "number":
                return int(data["value"]), True
            case "push":
                return [*(now or ()), int(data["value"])], False
            case "pop":
                return list(now or ())[:-1], False
            case "step":
                assert control is not None
                start = (
                    now if isinstance(now, int) else int(data.get("from", control.data["start"]))
                )
                low, high = int(control.data["low"]), int(control.data["high"])
                return max(low, min(high, start + int(data["by"]))), False
            case "clear":
                return None, False
            case "yes" | "no":
                return data["kind"] == "yes", True
            case "amount":
                held = dict(now or {})
                held[data["of"]] = max(0, (held.get(data["of"]) or 0) + int(data["by"]))
                return held, False
        raise AssertionError(button)

    def _give(self, path: str, value: Any, *, single: bool) -> None:
        if self.opened is None:
            gone = value is None and not single
            self._keep({} if gone else {path: value}, clear=[path] if gone else [])
            return
        self.opened["given"] = {**self.opened["given"], path: value}
        if value is None and not single:
            del self.opened["given"][path]
        self._do(tapped=single and not self.opened.get("stay"))

    def _begin(self, action: str, given: dict[str, Any], *, stay: bool = False) -> None:
        self.opened = {"action": action, "given": given, "forced": False, "rev": self.rev, "stay": stay}  # fmt: skip
        self._do(tapped=not stay)

    def _do(self, **more: bool) -> None:
        self._take(self._sent("do", {**(self.opened or {}), **more}).json())

    def _take(self, answer: Mapping[str, Any]) -> None:
        self.told = answer["told"]
        if "sheet" in answer:
            assert self.opened is not None
            self.opened |= {key: answer[key] for key in ("action", "given", "forced", "rev")}
            self.drawn = answer["sheet"]
            return
        self.opened = None
        assert answer["done"], answer["told"]
        self._put(answer["page"])

    def line(self, typed: str) -> None:
        self.opened = {"action": "", "given": {}, "forced": False, "stay": False}
        self._take(self._sent("line", {"line": typed, "rev": self.rev}).json())

    def undo(self) -> None:
        self._take(self._sent("move", {"what": "undo", "rev": self.rev}).json())

    # --- cards ---

    def open_cards(self) -> None:
        assert f"{self.play}/score" in self.standing().links
        self.given, self.drawn = {}, self._got(f"{self.play}/score", "cards")

    def cards(self) -> tuple[Sight, Mapping[str, Any]]:
        import html

        self.given = json.loads(html.unescape(self.drawn.split('data-given="')[1].split('"')[0]))
        self.rev = int(self.drawn.split('data-rev="')[1].split('"')[0])
        return Sight(self.drawn), self.given

    def write(self, button: Button, text: str) -> None:
        number = text.removeprefix("-").isdecimal()
        self._give(button.data["path"], int(text) if number else text, single=False)

    def _keep(self, given: Mapping[str, Any], clear: Sequence[str] = (), **more: bool) -> None:
        body = {"given": given, "clear": clear, "rev": self.rev, **more}
        answer = self._sent("score", body).json()
        if "there" in answer:
            self.look()
            return
        assert not more, answer["told"]
        self.drawn = answer["cards"]
