"""Laws, tried on examples that hypothesis makes up."""

from __future__ import annotations

import os

#: The share of the examples that is tried; ``make test`` and CI try a part, ``make check`` all of them.
SHARE = float(os.environ.get("RULESREF_EXAMPLES", "1"))


def examples(many: int) -> int:
    """So many examples of a law, or the share of them that is asked for: five at least."""
    return max(5, round(many * SHARE))
