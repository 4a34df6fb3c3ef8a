"""Whole plays in the standard track, as people type them, through the real conversation.

``plays/standard-LANG.txt``: the first line is the command that begins the play, then one line for each line typed.
Its heading says what it may cost and what comes of it::

    # lines: 30            typed after the first, comments apart: at most so many
    # screen: 3.5          lines shown for each of them, as a mean, the scorings apart: at most so many
    # most: 6              lines shown for one of them, the scorings apart: at most so many
    # score: 葵 71, ベン 64   the result, best first, which is worked out by hand in the comments below
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.play.dispatcher import clean_line
from tests.helpers import Ran

pytestmark = pytest.mark.slow
PLAYS = sorted(Path(__file__).parent.glob("*/plays/standard-*.txt"))


def heading(text: str, key: str) -> str:
    """What the heading of a play says."""
    match = re.search(rf"^# {key}: *([^\n]*?)( {{2,}}.*)?$", text, re.MULTILINE)
    assert match is not None, f"# {key}: is missing"
    return match[1]


def shown_after(out: str, typed: list[str]) -> list[list[str]]:
    """The lines shown after each line that was typed."""
    shown: list[list[str]] = []
    awaiting = 0
    for line in out.splitlines():
        if awaiting < len(typed) and re.search(
            rf"[>?:] {re.escape(clean_line(typed[awaiting]))}$", line
        ):
            shown.append([])
            awaiting += 1
        elif shown:
            shown[-1].append(line)
    assert awaiting == len(typed), f"never asked for: {typed[awaiting]}\n{out}"
    return shown


@pytest.mark.parametrize("file", PLAYS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_whole_play_costs_what_it_says_and_scores_right(
    file: Path, run: Callable[..., Ran]
) -> None:
    text = file.read_text(encoding="utf-8")
    begins, *typed = [x for x in text.splitlines() if x.strip() and not x.startswith("#")]
    lang = file.stem.removeprefix("standard-")
    assert run(*shlex.split(begins)[1:], lang=lang).code == 0
    played = run("play", lang=lang, stdin="\n".join(typed) + "\n")
    assert played.code == 0, played.out + played.err
    assert len(typed) <= int(heading(text, "lines"))
    shown = shown_after(played.out, typed)
    # What a scoring shows is read as a whole, by everybody.
    turns = [
        len(lines) for lines in shown if not any(line.startswith(("==", "--")) for line in lines)
    ]
    assert sum(turns) / len(turns) <= float(heading(text, "screen")), sum(turns) / len(turns)
    assert max(turns) <= int(heading(text, "most")), max(shown, key=len)
    play = json.loads(run("--format", "json", "play", "show", lang=lang).out)
    assert play["finished"]
    totals = play["scores"][-1]["totals"]
    wanted = dict(pair.rsplit(" ", 1) for pair in re.split("[,、] ?", heading(text, "score")))
    assert {name: str(total) for name, total in totals.items()} == wanted
