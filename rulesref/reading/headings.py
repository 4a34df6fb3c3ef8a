"""The keys around the fields of a position, which may be Japanese like those of the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import changed

if TYPE_CHECKING:
    from rulesref.reading.source import Source, Span

_HEADINGS = {"ゲーム": "game", "得点計算": "event", "裁定": "rulings", "プレイヤー": "players"}
_OF_PLAYER = {"名前": "name"}


def plain_keys(data: Any) -> Any:
    """A document with English keys around its fields; as it is when a key would stand twice.

    >>> plain_keys({"ゲーム": "toy", "プレイヤー": [{"名前": "葵", "点": 3}]})
    {'game': 'toy', 'players': [{'name': '葵', '点': 3}]}
    """
    if not isinstance(data, dict):
        return data
    renamed = _renamed(data, _HEADINGS)
    people = renamed.get("players")
    if isinstance(people, list) and any(isinstance(p, dict) and "名前" in p for p in people):
        named = [_renamed(p, _OF_PLAYER) if isinstance(p, dict) else p for p in people]
        renamed = {**renamed, "players": named}
    return renamed


def _renamed(data: dict[Any, Any], words: Mapping[str, str]) -> dict[Any, Any]:
    if not any(word in data and plain not in data for word, plain in words.items()):
        return data
    return {
        words[key] if key in words and words[key] not in data else key: item
        for key, item in data.items()
    }


def plain_source(source: Source) -> Source:
    """The document so, with the places where its keys and values stand."""
    data = plain_keys(source.data)
    if data is source.data:
        return source

    def plain(path: KeyPath) -> KeyPath:
        head, *rest = path or ("",)
        if head in _HEADINGS and _HEADINGS[head] not in source.data:
            path = (_HEADINGS[head], *rest)
        if len(path) > _NAME_AT and path[0] == "players" and path[_NAME_AT] in _OF_PLAYER:
            return (*path[:_NAME_AT], _OF_PLAYER[str(path[_NAME_AT])], *path[_NAME_AT + 1 :])
        return path

    def moved(spans: Mapping[KeyPath, Span]) -> dict[KeyPath, Span]:
        return {plain(path): span for path, span in spans.items()}

    return changed(source, data=data, keys=moved(source.keys), values=moved(source.values))


#: Where the name stands in the path of a player's name.
_NAME_AT = 2
