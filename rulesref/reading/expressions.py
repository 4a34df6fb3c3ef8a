"""Puts the nodes of expressions in the place of their texts, and remembers where each part stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import changed
from rulesref.lang import FORMS
from rulesref.lang.grammar import Places, parse
from rulesref.lang.tokens import ExpressionSyntaxError
from rulesref.reading.source import Source, mappings, value_at


def with_nodes(source: Source, paths: Iterable[KeyPath]) -> tuple[Source, list[Problem]]:
    """The document with a node for the expression at each path, and what is wrong with their texts."""
    reader = _Reader(source)
    for path in paths:
        holder = value_at(source.data, path[:-1])
        holder[path[-1]] = reader.node(holder[path[-1]], path)
    return changed(source, parts=reader.parts), reader.problems


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.parts: dict[KeyPath, tuple[KeyPath, str, Places]] = {}

    def node(self, raw: Any, path: KeyPath) -> Any:
        """The node of what is written for an expression."""
        if isinstance(raw, str):
            return self.text(raw, path, path, {})
        if not isinstance(raw, dict):
            return raw
        if "op" in raw:
            kinds = {key.name: key.kind for key in FORMS[raw["op"]].keys.values()}
            return {
                key: self.argument(value, kinds.get(key, ""), (*path, key))
                for key, value in raw.items()
            }
        return self.explained(raw, path)

    def argument(self, raw: Any, kind: str, path: KeyPath) -> Any:
        if kind == "expression":
            return self.node(raw, path)
        if kind == "expressions":
            return [self.node(value, (*path, i)) for i, value in enumerate(raw)]
        if kind == "cases":
            return {key: self.node(value, (*path, key)) for key, value in raw.items()}
        return raw

    def explained(self, raw: Mapping[str, Any], path: KeyPath) -> Any:
        """A text with a label or rules, with names of its codes, or with parts that have these."""
        beside = {
            name: self.node(value, (*path, "with", name))
            for name, value in raw.get("with", {}).items()
        }
        node = raw["value"]
        if isinstance(node, str):
            node = self.text(node, path, (*path, "value"), beside)
            if path not in self.parts:
                return node
            used = {name for *_, name in self.parts[path][2].values()}
            self.unused(set(beside) - used, (*path, "with"))
        codes = raw.get("names", {})
        self.unused(set(codes) - {*_name(node, codes)}, (*path, "names"))
        more = {key: raw[key] for key in ("label", "rules") if key in raw}
        if more and isinstance(node, str):
            return {"op": "field", "of": node, **more}
        if more and not isinstance(node, dict):
            return {"op": "fixed", "value": node, **more}
        return {**node, **more} if more else node

    def text(self, text: str, path: KeyPath, at: KeyPath, beside: Mapping[str, Any]) -> Any:
        """The node of the text at ``at``, for the expression at ``path``; 0 after telling a problem."""
        try:
            part = parse(text, beside)
        except ExpressionSyntaxError as wrong:
            place = self.source.within(at, text, wrong.start, wrong.end)
            self.problems.append(Problem("E218", place, wrong.values))
            return 0
        self.parts[path] = (at[len(path) :], text, part.spans)
        return part.node

    def unused(self, names: Iterable[str], path: KeyPath) -> None:
        for name in sorted(names):
            place = self.source.at((*path, name), True)
            self.problems.append(Problem("E216", place, {"typed": name}))


def _name(node: Any, codes: Mapping[str, Any]) -> Iterator[str]:
    """Give the codes in a node their names; which there are."""
    for _, part in mappings(node):
        code = part.get("value") if part.get("op") == "fixed" else None
        if isinstance(code, str) and code in codes:
            part["names"] = {code: codes[code]}
            yield code
