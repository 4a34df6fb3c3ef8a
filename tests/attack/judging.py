"""What every run must keep to, whatever was thrown at it."""

from __future__ import annotations

import re

#: Seconds of the processor and megabytes of a run. A run takes a fraction of a second: what takes so long would hardly end.
SECONDS, MEGABYTES = 60.0, 300
#: What must not reach a terminal or a file: but for tabs and line ends, controls and marks of direction.
RAW = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def faults(code: int, out: str, err: str) -> list[str]:
    """What is wrong with a run by its exit code and what it printed."""
    found = []
    if code not in (0, 1, 2):
        found.append(f"exit {code}")
    if "Traceback" in out + err:
        found.append("a traceback")
    if code and not (out + err).strip():
        found.append(f"exit {code} without a word")
    found += [
        f"{name}: {raw.group()!r} in {text[max(0, raw.start() - 30) : raw.end() + 30]!r}"
        for name, text in (("out", out), ("err", err))
        if (raw := RAW.search(text))
    ]
    return found
