"""``python -m tests.docs``: write what the commands of the pages print anew."""

import sys

from tests.docs.walkthrough import PAGES, current

for page, lang in PAGES.items():
    text = current(page, lang)
    if text != page.read_text(encoding="utf-8"):
        page.write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{page.name}\n")
