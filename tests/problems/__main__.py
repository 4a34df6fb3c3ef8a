"""``python -m tests.problems``: write the kept outputs of the corpus anew."""

import sys

from tests.problems.corpus import HERE, update

for path in update():
    sys.stdout.write(f"{path.relative_to(HERE)}\n")
