"""``python -m tests.problems``: write the kept outputs of the corpus anew."""

import os
import sys
import tempfile

from tests.problems.corpus import HERE, update

with tempfile.TemporaryDirectory() as home:
    os.environ["RULESREF_HOME"] = home
    for path in update():
        sys.stdout.write(f"{path.relative_to(HERE)}\n")
