"""``python -m tests.docs``: write what the commands of the pages print anew."""

import sys
from pathlib import Path

from rulesref.base.paths import locale_folder
from tests.conftest import compile_catalogues
from tests.docs.walkthrough import PAGES, current

compile_catalogues(Path(locale_folder()))
for page, lang in PAGES.items():
    text = current(page, lang)
    if text != page.read_text(encoding="utf-8"):
        page.write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{page.name}\n")
