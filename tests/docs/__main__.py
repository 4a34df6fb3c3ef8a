"""``python -m tests.docs``: write what the commands of the pages print anew, the page of the codes and the pictures."""

import sys

from tests.docs.codes import CODES, codes_page
from tests.docs.pictures import FOLDER, NAMES, picture
from tests.docs.walkthrough import PAGES, current

for page, lang in PAGES.items():
    text = current(page, lang)
    if text != page.read_text(encoding="utf-8"):
        page.write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{page.name}\n")
for lang, page in CODES.items():
    page.write_text(codes_page(lang), encoding="utf-8", newline="\n")
FOLDER.mkdir(exist_ok=True)
for name in NAMES:
    (FOLDER / name).write_text(picture(name), encoding="utf-8", newline="\n")
