"""``python -m tests.attack --minutes 30``: let the fuzzers run, and tell what they found."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, Verbosity, given, seed, settings

_EXAMPLES = 60


def main(argv: Sequence[str] | None = None) -> int:
    """Attack until the time is over; 1 when something was found."""
    from tests.attack.fuzzing import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], default=[])
    options = parser.parse_args(argv)
    until = time.monotonic() + options.minutes * 60
    number, found, tried = options.seed, 0, 0
    while time.monotonic() < until:
        for name in options.targets or TARGETS:
            target = TARGETS[name]
            examples = min(_EXAMPLES, 5 * target.few)
            many = settings(
                max_examples=examples, deadline=None, database=None, verbosity=Verbosity.quiet,
                print_blob=False, suppress_health_check=list(HealthCheck), phases=target.phases,
            )  # fmt: skip
            try:
                seed(number)(many(given(target.input)(target.attack)))()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                found += 1
                sys.stdout.write(f"--- {name}, seed {number}\n{error}\n")
                sys.stdout.writelines(f"{note}\n" for note in getattr(error, "__notes__", ()))
                sys.stdout.flush()
            tried += examples
            if time.monotonic() >= until:
                break
        number += 1
    sys.stdout.write(f"{tried} inputs, seeds {options.seed} to {number}: {found} found\n")
    return int(found > 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="rulesref-attack-") as home:
        os.environ["RULESREF_HOME"] = str(Path(home))
        sys.exit(main())
