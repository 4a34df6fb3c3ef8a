"""Slips that whoever writes a game makes, at random: how many does ``check`` find, and lead to place and remedy.

    python -m tests.slips_of_authors [COUNT] [SEED]

Each slip is made on its own in the game that ``new-game`` writes. It is found if anything is told, and leads to the
place if the first thing that is told stands in its line and says what would be right. What does not is printed.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rulesref.api.checking import checked
from rulesref.base.diagnostics import Problem
from rulesref.compiling.audit import examined
from rulesref.compiling.example import write_example
from rulesref.show.problems import hint, message


@dataclass(frozen=True)
class Slip:
    """A kind of slip: in which file, what is found by a pattern, what is written instead, what should be said."""

    kind: str
    file: str
    pattern: str
    written: Callable[[re.Match[str], Random], str] | str
    #: What the remedy has; without it the word that was misspelt.
    remedy: str = ""
    lang: str = "en"


def _letters(match: re.Match[str], rng: Random) -> str:
    """The word of the first group with a letter less, twice, or two that changed places."""
    word = match[1]
    at = rng.randrange(1, len(word) - 1)
    other = rng.choice(
        [word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:],
         word[:at] + word[at + 1] + word[at] + word[at + 2 :]]
    )  # fmt: skip
    other = other if other != word else word[:at] + word[at:].replace(word[at], "", 1)
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    return match[0][:start] + other + match[0][end:]


SLIPS = [
    # names
    Slip("names", "scoring.yaml", r"^ +(ranking|categories|position|events):", _letters),
    Slip("names", "scoring.yaml", r"(?:value: \"?|in |floor\()(coins|bought)\b", _letters),
    Slip("names", "scoring.yaml", r"rules: \[(points|winner)\b", _letters),
    Slip("names", "flow.yaml", r"(?:add|put): (coins|bought|round)\b", _letters),
    Slip("names", "flow.yaml", r"actions: \[(take-coins), buy\]", _letters),
    Slip("names", "flow.yaml", r"hats\[hat\]\.(price)\b", _letters),
    Slip("names", "flow.yaml", r"\{(player-name)\}", "{player_name}", "player-name"),
    Slip("names", "flow.yaml", r"\{(coins|player-name)\}", _letters),
    Slip("names", "flow.yaml", r"\{coins\}", "{coins + 1}", "name"),
    Slip("names", "flow.yaml", r"kind: (loop|turns|score)\b", _letters),
    Slip("names", "flow.yaml", r"^ +(until|effects|needs|message):", _letters),
    Slip("names", "tables.yaml", r"key: \[(hat)\]", "key: [hats]", "hat"),
    Slip("names", "tables.yaml", r"- \[(straw|felt|silk)", _letters, "code|values"),
    Slip("names", "rules/scoring.yaml", r"terms: \[(coin|hat)", _letters),
    Slip("names", "rules/turns.yaml", r"topic: (turns)", _letters),
    Slip("names", "rules/scoring.yaml", r"(heard):", _letters),
    Slip("names", "rulings.yaml", r"default: (shared)", _letters),
    Slip("names", "rulings.yaml", r"who: \[(BOOK|HOUSE)\]", _letters),
    Slip("names", "calculators.yaml", r"options-of: (hats)", _letters),
    Slip("names", "plays/short.txt", r"= Ann\.(coins|bought)", _letters),
    Slip("names", "plays/short.txt", r"= due (last-round)", _letters),
    Slip("names", "plays/short.txt", r"= refused E510", "= refused E503", "E510"),
    Slip("names", "cases/final.yaml", r"categories: \{(hats)", _letters),
    # numbers
    Slip("numbers", "game.yaml", r"min: 2, max: 4", "min: 4, max: 2", "smaller"),
    Slip("numbers", "scoring.yaml", r"kind: whole, rules", "kind: whole, range: [20, 1], rules", "smaller"),
    Slip("numbers", "flow.yaml", r"until: round > 3", "until: round < 0", "until"),
    Slip("numbers", "flow.yaml", r"until: round > 3", "until: round = 0", "until"),
    Slip("numbers", "flow.yaml", r"kind: whole, rules: \[three-rounds\], start: 1", "kind: whole, range: [1, 3], rules: [three-rounds], start: 0", "1"),
    Slip("numbers", "tables.yaml", r"- \[(straw|felt|silk), \d, \d\]", lambda m, _: m[0].replace(", ", " ", 1), "cell|column"),
    Slip("numbers", "tables.yaml", r"- \[silk, 8, 7\]", "- [felt, 8, 7]", "line"),
    Slip("numbers", "cases/final.yaml", r"hats: 8", "hats: 9", "8"),
    Slip("numbers", "plays/short.txt", r"coins 0", "coins 1", "0"),
    # types
    Slip("types", "game.yaml", r"languages: \[en\]", "languages: en", r"\[en\]"),
    Slip("types", "game.yaml", r"players: \{min: 2, max: 4\}", "players: 2-4", "min"),
    Slip("types", "rules/turns.yaml", r"points:\n    - (.*)", lambda m, _: f"points: {m[1]}", "- "),
    Slip("types", "scoring.yaml", r"kind: whole, rules", "kind: whole, range: 1-5, rules", r"\[1, 5\]"),
    Slip("types", "scoring.yaml", r"kind: whole", "kind: number", "whole"),
    Slip("types", "flow.yaml", r"ends: true", "ends: yes", "true"),
    Slip("types", "glossary.yaml", r"synonyms: \[([a-z]+)[^\]]*\]", lambda m, _: f"synonyms: {m[1]}", r"\["),
    Slip("types", "tables.yaml", r"- \[straw, 2", "- [straw, two", "whole|number"),
    # indentation
    Slip("indent", "flow.yaml", r"^    (?=name|rules|words)", "\t", "tab"),
    Slip("indent", "flow.yaml", r"^    (?=name|rules|words)", "   ", "indent"),
    Slip("indent", "scoring.yaml", r"^    (?=final|rules)", "     ", "indent|colon"),
    Slip("indent", "rules/turns.yaml", r"^  (?=title|topic)", " ", "indent"),
    Slip("indent", "glossary.yaml", r"^  (?=en)", "   ", "indent|colon"),
    # quotes, brackets
    Slip("quotes", "rules/scoring.yaml", r"Every 3 coins score", "Every 3 coins: score", "quotes"),
    Slip("quotes", "rules/turns.yaml", r"- Either take", "- In your turn: either take", "quotes"),
    Slip("quotes", "flow.yaml", r"text: (Each player takes 5 coins\.)", "text: 5 coins, for each", "quotes"),
    Slip("quotes", "flow.yaml", r"say: \"(\{player-name\} buys)", r"say: {player-name} buys", "quotes"),
    Slip("quotes", "scoring.yaml", r"in bought\)\"", "in bought)", "quote"),
    Slip("quotes", "scoring.yaml", r"kind: whole, rules: \[points\]", "kind: whole, rules: [points", "bracket"),
    # what one thing that is wrong makes wrong elsewhere is not told
    Slip("cause", "tables.yaml", r"key: (\[hat\])", r"keys: [hat]", "key"),
    Slip("cause", "tables.yaml", r"- \[straw, 2, 1\]", "- [straw, 2]", "3"),
    Slip("cause", "tables.yaml", r"- \[straw, 2, 1\]", "- [straw, x, 1]", "whole"),
    Slip("cause", "tables.yaml", r"- \[straw, 2, 1\]", "[straw, 2, 1]", "- "),
    Slip("cause", "scoring.yaml", r"floor\(coins / 3\)", "floor(coin / 3)", "coins"),
    Slip("cause", "flow.yaml", r"by: 3", "by: three", "three"),
    Slip("cause", "flow.yaml", r"\{player-name\} takes", "{player-name takes", "braces"),
    Slip("cause", "flow.yaml", r"event: (final)", "event: finale", "final"),
    Slip("cause", "plays/short.txt", r"= refused E510", "= refuse E510", "refuse"),
    # full-width signs
    Slip("signs", "game.yaml", r"name: ", "name：", "：", "ja"),
    Slip("signs", "game.yaml", r"name: 準備", "name：準備", "：", "ja"),
    Slip("signs", "glossary.yaml", r"\[お金, 金貨\]", "[お金、金貨]", "、", "ja"),
    Slip("signs", "scoring.yaml", r"floor\(coins / 3\)", "floor（coins / 3）", "（", "ja"),
    Slip("signs", "flow.yaml", r"round = 3", "round ＝ 3", "＝", "ja"),
    Slip("signs", "flow.yaml", r"by: 3", "by: ３", "3", "ja"),
    Slip("signs", "flow.yaml", r"actions: \[take-coins, buy\]", "actions: [take-coins、buy]", "、", "ja"),
    Slip("signs", "tables.yaml", r"\[straw, 2, 1\]", "[straw，2，1]", "，", "ja"),
    Slip("signs", "rules/scoring.yaml", r"terms: \[hat, coin\]", "terms：[hat, coin]", "：", "ja"),
    Slip("signs", "scoring.yaml", r"^( +)final: true", "\u3000\u3000  final: true", "space|indent|spaces", "ja"),
    Slip("signs", "flow.yaml", r"round > 3", "round >＝ 3", "＝|>=", "ja"),
]  # fmt: skip


def told(folder: Path) -> Iterator[Problem]:
    """What ``check`` says of a game."""
    yield from checked(*examined(folder)).problems


def made(slip: Slip, folder: Path, rng: Random) -> tuple[int, str]:
    """Make the slip somewhere where it can be; the line in which it is then, and what its remedy has."""
    path = folder / slip.file
    text = path.read_text(encoding="utf-8")
    match = rng.choice([*re.finditer(slip.pattern, text, re.MULTILINE)])
    written = slip.written if isinstance(slip.written, str) else slip.written(match, rng)
    path.write_text(text[: match.start()] + written + text[match.end() :], encoding="utf-8")
    return text[: match.start()].count("\n") + 1, slip.remedy or re.escape(match[1])


def judged(slip: Slip, rng: Random) -> tuple[bool, bool, str]:
    """Whether a slip is found, whether what is told leads to its place and remedy, and what is told."""
    with tempfile.TemporaryDirectory() as place:
        folder = write_example("hats", Path(place), slip.lang, [slip.lang])
        line, remedy = made(slip, folder, rng)
        text = (folder / slip.file).read_text(encoding="utf-8")
        shown = f"{slip.kind} {slip.file}:{line}: {text.splitlines()[line - 1].strip()[:70]}"
        try:
            problems = [*told(folder)]
        except AssertionError as crash:
            return True, False, f"{shown}\n    crash: {crash}"
        if not problems:
            return False, False, f"{shown}\n    nothing"
        first = problems[0]
        says = f"{message(first, 'en')} {hint(first, 'en')}"
        at = first.place
        there = at is not None and at.file == f"hats/{slip.file}" and at.line in (line, line + 1)
        leads = there and re.search(remedy, says) is not None
        where = f"{at.file}:{at.line}" if at else "-"
        return True, leads, f"{shown}\n    {where} [{first.code}] {says} (+{len(problems) - 1})"


def tallied(count: int, seed: str) -> dict[str, Counter[str]]:
    """Make so many slips, by chance: how many of each kind there are, are found, and lead; the others are printed."""
    rng = Random(seed)
    tallies: dict[str, Counter[str]] = {}
    for slip in rng.sample(SLIPS * (1 + count // len(SLIPS)), count):
        found, leads, shown = judged(slip, rng)
        tallies.setdefault(slip.kind, Counter()).update(n=1, found=found, leads=leads)
        if not leads:
            sys.stdout.write(f"{'leads nowhere' if found else 'NOT FOUND'}: {shown}\n")
    return {**tallies, "all": sum(tallies.values(), Counter())}


def main() -> int:
    """Print what becomes of slips."""
    count, seed = [*sys.argv[1:], *["60", "1"][len(sys.argv) - 1 :]]
    for kind, tally in tallied(int(count), seed).items():
        counts = f"{tally['n']:3} found {tally['found']:3} leads {tally['leads']:3}"
        sys.stdout.write(f"{kind:8} {counts}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
