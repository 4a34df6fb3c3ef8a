"""``python -m tests.problems``: write the kept outputs of the corpus anew."""

import os
import sys
import tempfile
from pathlib import Path

from rulesref.base.paths import locale_folder
from tests.conftest import compile_catalogues
from tests.problems.corpus import HERE, update

with tempfile.TemporaryDirectory() as home:
    os.environ["RULESREF_HOME"] = home
    compile_catalogues(Path(locale_folder()))
    for path in update():
        sys.stdout.write(f"{path.relative_to(HERE)}\n")
