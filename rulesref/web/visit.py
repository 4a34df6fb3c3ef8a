"""One request as pages see it: who asks, in which language, for what; and how a page answers (訪問)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen
from rulesref.base.messages import N_, joined, say
from rulesref.base.text import LANGS
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.show.blocks import CitedText
from rulesref.show.marks import mark_svg
from rulesref.show.problems import hint, message
from rulesref.web.hub import Hub
from rulesref.web.markup import html, leading, link, part_of

TEMPLATES = Path(__file__).parent / "templates"


@frozen
class Site:
    """What all requests share; ``lang`` is the language of who serves, ``port`` where, ``guest`` and ``table`` the keys' links."""

    hub: Hub
    lang: str
    port: int
    joins: Mapping[str, str]
    #: The addresses by which phones find the machine, the likeliest first.
    addresses: tuple[str, ...]


class NotHereError(Exception):
    """There is no such page."""


class Visit:
    """One request. ``form`` is what was sent; ``guest``: who asks may look only."""

    def __init__(self, site: Site, request: Request, form: Mapping[str, Any]) -> None:
        self.site = site
        self.request = request
        self.form = form
        self.lang: str = language(request, site.lang)
        self.guest: bool = request.scope.get("state", {}).get("right") != "table"

    @property
    def here(self) -> str:
        """The path of this page."""
        return quote(str(self.request.scope["path"]))

    @property
    def library(self) -> Library:
        """The games."""
        return self.site.hub.library

    def named(self, key: str) -> str:
        """A part of the address."""
        return part_of(self.request.path_params[key])

    def asked(self, key: str, default: str = "") -> str:
        """A value behind the question mark of the address."""
        return self.request.query_params.get(key, default)

    def text(self, key: str, default: str = "") -> str:
        """A value that was sent, where it is a text; JSON may have anything in its place."""
        value = self.form.get(key, default)
        return value if isinstance(value, str) else default

    def whole(self, key: str) -> int | None:
        """A value that was sent, where it is a number."""
        value = self.form.get(key)
        return value if type(value) is int else None

    def game(self, key: str = "game") -> Game:
        """The game that the address names; raises when there is none."""
        called = self.library.called(self.named(key))
        if called is None:
            raise NotHereError
        return self.library.game(called)

    def say(self, sentence: str, **values: object) -> str:
        """A sentence in the reader's language."""
        return say(self.lang, sentence, **values)

    def cite(self, text: CitedText) -> str:
        """Links to the rules that a line rests on."""
        macros: Any = _environment().get_template("marks.html").module
        return str(macros.rules(text.game, text.rules, self.say(N_("rule"))))

    def once(self, make: Callable[[], Response]) -> Response:
        """What comes of a request; the same again for one with the same ``nonce``, which is not done twice."""
        nonce = self.text("nonce")
        return self.site.hub.once(f"{self.request.url.path} {nonce}" if nonce else "", make)

    # --- answers -----------------------------------------------------------------------------

    def page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """A whole page; of one that asks for a part (``x-part``) the block of this name alone."""
        part = self.request.headers.get("x-part")
        return HTMLResponse(self.render(template, part, **values), status)

    def render(self, template: str, part: str | None = None, **values: Any) -> str:
        """A template with its values, or one block of it."""
        found = _environment().get_template(f"{template}.html")
        context = {**self._always, **values}
        if part is None:
            return found.render(context)
        return _block(found, part, context)

    @property
    def _always(self) -> dict[str, Any]:
        return {
            "lang": self.lang,
            "_": self.say,
            "visit": self,
            "guest": self.guest,
            "other": next(each for each in LANGS if each != self.lang),
            "message": lambda problem: message(problem, self.lang),
            "hint": lambda problem: hint(problem, self.lang),
            "blocks": html,
        }

    def json(self, data: Mapping[str, Any], status: int = 200) -> Response:
        """Values for the script of a page."""
        return JSONResponse(data, status)

    def go(self, path: str) -> Response:
        """Another page, by a path of ours."""
        return RedirectResponse(path, status_code=303)

    def refuse(self, problems: list[Problem] | tuple[Problem, ...], status: int = 400) -> Response:
        """A page that says what is wrong; for the script of a page the sentences."""
        if self.request.headers.get("accept", "").startswith("application/json"):
            told = "\n".join(message(problem, self.lang) for problem in problems)
            return self.json({"told": told}, status)
        part = "main" if "x-part" in self.request.headers else None
        return HTMLResponse(self.render("problems", part, problems=problems), status)


def language(request: Request, host: str) -> str:
    """The language that the phone chose, or speaks; else that of who serves."""
    wanted = [request.cookies.get("lang", "")]
    wanted += [each.strip()[:2] for each in request.headers.get("accept-language", "").split(",")]
    return next((each for each in wanted if each in LANGS), host)


def _block(template: Template, part: str, context: Mapping[str, Any]) -> str:
    if part not in template.blocks:
        raise NotHereError
    return "".join(template.blocks[part](template.new_context(dict(context))))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.globals |= {"link": link, "leading": leading, "icon": icon}
    made.filters["joined"] = pass_context(_joined)
    marks: Any = made.get_template("marks.html").module
    made.globals |= {"mark": _mark, "rules": marks.rules, "dot": marks.dot}
    return made


def _mark(colour: str, shape: str) -> Markup:
    return Markup(mark_svg(colour, shape))  # noqa: S704 - made by us, its colour escaped


def _joined(context: Context, items: Sequence[str]) -> str:
    return joined(context["lang"], items)


def icon(name: str) -> Markup:
    """A picture of the sprite; it says nothing that is not beside it in words."""
    return Markup(
        '<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#{}"/></svg>'
    ).format(name)
