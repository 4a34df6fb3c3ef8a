"""The picture of a phone at the table: ``python -m tests.docs.phone`` draws ``docs/pictures/phone-en.png`` and ``phone-ja.png``.

It needs playwright and a Chromium, which nothing else here does: the pictures are made anew by hand when the pages look different.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.docs.pictures import FOLDER

PORT = 8219
#: The players and the lines that lead to what the picture shows.
PLAYED = {
    "en": ("Ann,Ben,Cleo", "mexica", ["begin", "Ann found 9 Ben", "Ann temples 4 2 @9"]),
    "ja": ("葵、健、千夏", "mexica", ["記録しない", "葵 設立 9 健", "葵 神殿 4 2 @9"]),
}


def drawn(browser: Any, lang: str, home: Path) -> None:
    """Draw the page of a game that has begun, as a phone shows it."""
    players, game, lines = PLAYED[lang]
    variables = {**os.environ, "RULESREF_HOME": str(home), "RULESREF_LANG": lang}
    program = [sys.executable, "-m", "rulesref"]
    for words in (["new", game, "--players", players], *(["do", line] for line in lines)):
        subprocess.run([*program, "play", *words], env=variables, check=True, capture_output=True)
    serving = [*program, "serve", "--local", "--port", str(PORT)]
    with subprocess.Popen(serving, env=variables, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(
                found[0] for line in server.stdout if (found := re.search(r"http://\S+", line))
            )
            phone = browser.new_context(
                viewport={"width": 390, "height": 760}, locale=lang, device_scale_factor=2
            )
            page = phone.new_page()
            page.goto(address)
            page.goto(f"http://127.0.0.1:{PORT}/play/{game}-1")
            page.wait_for_timeout(500)
            page.screenshot(path=FOLDER / f"phone-{lang}.png")
        finally:
            server.terminate()


if __name__ == "__main__":
    with importlib.import_module("playwright.sync_api").sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for each in PLAYED:
            with tempfile.TemporaryDirectory() as folder:
                drawn(chromium, each, Path(folder))
        chromium.close()
