"""The recipes of docs/recipes.md: written into files, run, and asked for what the page says of them."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rulesref.base.text import LANGS
from tests.helpers import ROOT

PAGES = {"en": ROOT / "docs" / "recipes.md", "ja": ROOT / "docs" / "recipes.ja.md"}
BLOCK = re.compile(r"^```python\n# (\w+)\.py\n(.*?)^```", re.MULTILINE | re.DOTALL)

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("lang", LANGS)]


def recipe(name: str, lang: str) -> dict[str, Any]:
    """What a recipe defines when it is imported."""
    page = PAGES[lang].read_text(encoding="utf-8")
    found: dict[str, str] = dict(BLOCK.findall(page))
    made: dict[str, Any] = {"__name__": name}
    exec(compile(found[name], f"{name}.py", "exec"), made)
    return made


def test_the_web_service(lang: str) -> None:
    app, told = recipe("service", lang)["app"], []

    def asked(path: str, query: str = "", body: bytes = b"") -> Any:
        environ = {
            "PATH_INFO": path, "QUERY_STRING": query, "wsgi.input": io.BytesIO(body),
            "CONTENT_LENGTH": str(len(body)),
        }  # fmt: skip
        return json.loads(b"".join(app(environ, lambda status, _: told.append(status[:3]))))

    assert asked("/ask", "q=when+may+I+move+a+bridge")["results"][0]["id"] == "bridge-cost"
    assert (
        asked("/games")["tigris"]
        == {"en": "Tigris & Euphrates", "ja": "チグリス・ユーフラテス"}[lang]
    )
    assert len(asked("/tigris/rules")) > 50
    fields = asked("/tigris/form", "players=Ann,Ben")["fields"]
    assert {name for field in fields for name in field["within"]} == {"Ann", "Ben"}
    position = {"event": "final", "players": [{"name": "A", "black": 9}, {"name": "B"}]}
    assert "problems" in asked("/tigris/score", body=json.dumps(position).encode())
    assert asked("/nowhere") is None
    assert told == ["200", "200", "200", "200", "400", "404"]


def test_the_discord_bot(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        user = "the bot"

    monkeypatch.setitem(sys.modules, "discord", ModuleType("discord"))
    monkeypatch.setattr(sys.modules["discord"], "Client", Client, raising=False)
    made, sent = recipe("bot", lang), []

    async def send(text: str) -> None:
        sent.append(text)

    def say(text: str) -> str:
        message = SimpleNamespace(author="Ann", content=text)
        message.channel = SimpleNamespace(id=7, send=send)
        asyncio.run(made["Bot"]().on_message(message))
        return sent[-1]

    first, second, wrong = {
        "en": ("Ann: black", "Ann: red", "whole number"), "ja": ("Ann 黒", "Ann 赤", "整数")
    }[lang]  # fmt: skip
    assert say("!ask tzolkin how much corn does a worker eat").startswith("→ ")
    assert say("!score tigris Ann, Ben").startswith(first)
    assert wrong in say("many")
    assert say("3").startswith(second)
    assert say("!back").startswith(first)
    assert say("!back").startswith(first)
    for _ in range(9):
        assert not say("2").startswith("#")
    assert "| Ann |" in say("1")
    many = len(sent)
    say("good game")
    assert len(sent) == many
    assert "nothing" in say("!score nothing A,B")


def test_the_notebook(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path))
    made = recipe("notebook", lang)
    assert made["result"].winners
    assert "| --: |" in made["result"]._repr_markdown_()
    assert made["players"][0]["name"] in capsys.readouterr().out
