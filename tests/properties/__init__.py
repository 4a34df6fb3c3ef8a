"""Laws, tried on examples that hypothesis makes up.

`tests/conftest.py` sets what holds for all of them: no deadline, and no health check of speed.
"""

from __future__ import annotations

import os

from hypothesis import settings

#: The share of the examples that is tried: `make test` and CI try a part, `make nightly` all of them.
SHARE = float(os.environ.get("RULESREF_EXAMPLES", "1"))


def examples(many: int) -> int:
    """So many examples of a law, or the share of them that is asked for: five at least."""
    return max(5, round(many * SHARE))


def law(many: int) -> settings:
    """Decorates a law that is tried on ``examples(many)``."""
    return settings(max_examples=examples(many))
