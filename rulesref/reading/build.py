"""A folder of YAML to the checked data of a game, or all its problems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from rulesref.base.diagnostics import Path, Place, Problem, in_order
from rulesref.model.game import Ruling, Table
from rulesref.reading.digests import digest_of, game_files
from rulesref.reading.interpret import calculators, scoring
from rulesref.reading.link import Tell, World
from rulesref.reading.near import did_you_mean
from rulesref.reading.shape import check_shape
from rulesref.reading.source import Source, read_file

#: Files of one document that must exist, and those that may.
SINGLE = ("game", "glossary", "rulings", "tables", "scoring", "calculators")
REQUIRED = ("game", "glossary")
LISTS = ("glossary", "rules", "rulings", "tables", "calculators")


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a folder holds: its data by kind, its problems, and the texts they point into."""

    id: str
    data: Mapping[str, Any]
    digest: str
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]


class Pieces:
    """The data of a built game, as a :class:`rulesref.reading.games.Store`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def piece(self, kind: str) -> Any:
        """The data of one kind."""
        return self._data.get(kind)

    def entries(self, kind: str) -> Iterator[Any]:
        """All entries of one kind."""
        return iter(self._data.get(kind, ()))

    def entry(self, kind: str, entry: str) -> Any:
        """One entry, or None."""
        return next((e for e in self.entries(kind) if e["id"] == entry), None)


def build(folder: FilePath) -> Built:
    """Read, check and link one game folder. Problems are values; all of them are found."""
    return _Builder(folder).build()


@dataclass
class _Builder:
    folder: FilePath
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, list[Source]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def build(self) -> Built:
        digest = digest_of(self.folder)
        well_formed = self.read()
        data = {kind: self.merged(kind) for kind in self.sources}
        if well_formed:
            self.link(data)
        return Built(
            id=self.folder.name,
            data=data,
            digest=digest,
            problems=in_order(self.problems),
            texts=self.texts,
        )

    def read(self) -> bool:
        """Read and shape-check every file; whether all of them may be linked."""
        well_formed = True
        for path in game_files(self.folder):
            inside = path.relative_to(self.folder)
            name = f"{self.folder.name}/{inside.as_posix()}"
            kind = "rules" if inside.parts[0] == "rules" else inside.stem
            if kind != "rules" and (kind not in SINGLE or len(inside.parts) > 1):
                known = [*SINGLE, "rules"]
                near = did_you_mean(kind, known)
                self.problems.append(Problem("E209", _top(name), {"near": near}))
                well_formed = False
                continue
            source, problems = read_file(path, name)
            if source:
                self.texts[name] = source.text
                problems = check_shape(source, kind)
                self.sources.setdefault(kind, []).append(source)
            else:
                self.texts[name] = path.read_bytes().decode("utf-8", "replace")
            self.problems.extend(problems)
            well_formed = well_formed and not problems
        for kind in REQUIRED:
            if kind not in self.sources:
                place = _top(f"{self.folder.name}/{kind}.yaml")
                self.problems.append(Problem("E210", place, {"kind": kind}))
                well_formed = False
        return well_formed

    def merged(self, kind: str) -> Any:
        documents = [source.data for source in self.sources[kind]]
        if kind != "rules":
            return documents[0]
        return [entry for document in documents if isinstance(document, list) for entry in document]

    # --- links -------------------------------------------------------------------------------

    def link(self, data: Mapping[str, Any]) -> None:
        head = self.sources["game"][0]
        if head.data["id"] != self.folder.name:
            self.tell(head)("E305", ("id",), {"found": head.data["id"], "folder": self.folder.name})
        ids = {kind: self.unique(kind) for kind in LISTS}
        ids["topic"] = self.unique_in(head, ("topics",))
        ids["source"] = self.unique_in(head, ("sources",))
        self.references(ids)
        self.tables_are_sound()
        world = World(
            {t["id"]: Table.read(head.data["id"], t) for t in data.get("tables", ()) if self.sound(t)},
            {r["id"]: Ruling.read(head.data["id"], r) for r in data.get("rulings", ())},
            frozenset(ids["rules"]),
        )
        for source in self.sources.get("scoring", ()):
            self.unique_in(source, ("events",))
            scoring(source.data, world, self.tell(source))
        for source in self.sources.get("calculators", ()):
            calculators(head.data["id"], source.data, world, self.tell(source))

    def tell(self, source: Source) -> Tell:
        def told(code: str, path: Path, values: Mapping[str, object]) -> None:
            found, known = values.get("found"), values.get("known")
            if isinstance(found, str) and isinstance(known, list):
                values = {**values, "near": did_you_mean(found.split(".")[-1], known)}
            at = source.at_key(path) if code == "E302" and path in source.keys else source.at(path)
            self.problems.append(Problem(code, at, values))

        return told

    def unique(self, kind: str) -> set[str]:
        """The ids of a kind, over all its files; each repeated one is a problem."""
        seen: dict[str, Place] = {}
        for source in self.sources.get(kind, ()):
            self.collect(source, (), seen)
        return set(seen)

    def unique_in(self, source: Source, path: Path) -> set[str]:
        seen: dict[str, Place] = {}
        self.collect(source, path, seen)
        return set(seen)

    def collect(self, source: Source, path: Path, seen: dict[str, Place]) -> None:
        found = source.data
        for key in path:
            found = found[key]
        for index, entry in enumerate(found):
            place = source.at((*path, index, "id"))
            first = seen.setdefault(entry["id"], place)
            if first is not place:
                values = {"id": entry["id"], "file": first.file, "line": first.line}
                self.problems.append(Problem("E306", place, values))

    def references(self, ids: Mapping[str, set[str]]) -> None:
        """Every id that an entry names must exist."""
        rule_refs = {"terms": "glossary", "tables": "tables", "related": "rules",
                     "calculators": "calculators"}  # fmt: skip
        for source in self.sources.get("rules", ()):
            for i, entry in enumerate(source.data):
                self.known(source, (i, "topic"), ids["topic"], "topic")
                for key, kind in rule_refs.items():
                    self.all_known(source, (i, key), ids[kind], kind)
                if "ruling" in entry:
                    self.known(source, (i, "ruling"), ids["rulings"], "rulings")
                for j in range(len(entry["points"])):
                    self.all_known(source, (i, "points", j, "sources"), ids["source"], "source")
        for source in self.sources.get("rulings", ()):
            for i, entry in enumerate(source.data):
                self.known(source, (i, "topic"), ids["topic"], "topic")
                self.all_known(source, (i, "rules"), ids["rules"], "rules")
                readings = self.unique_in(source, (i, "readings"))
                self.known(source, (i, "default"), readings, "reading")
                for j in range(len(entry["readings"])):
                    self.all_known(source, (i, "readings", j, "who"), ids["source"], "source")
        for source in self.sources.get("tables", ()):
            for i in range(len(source.data)):
                self.all_known(source, (i, "rules"), ids["rules"], "rules")
                self.all_known(source, (i, "sources"), ids["source"], "source")

    def all_known(self, source: Source, path: Path, ids: set[str], kind: str) -> None:
        for index in range(len(_value(source.data, path) or ())):
            self.known(source, (*path, index), ids, kind)

    def known(self, source: Source, path: Path, ids: set[str], kind: str) -> None:
        found = _value(source.data, path)
        if found not in ids:
            values = {"kind": kind.rstrip("s") if kind != "glossary" else "term", "id": found}
            near = did_you_mean(str(found), sorted(ids))
            self.problems.append(Problem("E301", source.at(path), {**values, "near": near}))

    # --- tables ------------------------------------------------------------------------------

    def tables_are_sound(self) -> None:
        for source in self.sources.get("tables", ()):
            for i, table in enumerate(source.data):
                self.table(source, i, table)

    def table(self, source: Source, i: int, table: Any) -> None:
        if "grid" in table:
            self.grid(source, i, table)
            return
        columns = {c["id"]: c for c in table["columns"]}
        for j, key in enumerate(table["key"]):
            if key not in columns:
                values = {"table": table["id"], "found": key, "near": did_you_mean(key, [*columns])}
                self.problems.append(Problem("E302", source.at((i, "key", j)), values))
        seen: dict[tuple[object, ...], int] = {}
        for j, row in enumerate(table["rows"]):
            named = self.row(source, (i, "rows", j), row, columns)
            if named is None:
                continue
            key = tuple(str(named.get(k)) for k in table["key"])
            if key in seen:
                place = source.at((i, "rows", j))
                first = source.at((i, "rows", seen[key])).line
                self.problems.append(Problem("E307", place, {"key": " / ".join(key), "line": first}))
            seen.setdefault(key, j)

    def row(
        self, source: Source, path: Path, row: Any, columns: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        if isinstance(row, list):
            if len(row) != len(columns):
                values = {"found": len(row), "expected": len(columns)}
                self.problems.append(Problem("E308", source.at(path), values))
                return None
            places = {column: (*path, j) for j, column in enumerate(columns)}
            named = dict(zip(columns, row, strict=True))
        else:
            named = row
            places = {column: (*path, column) for column in row}
            for key in row:
                if key not in columns and key not in ("confidence", "sources", "aliases", "note"):
                    values = {"key": key, "near": did_you_mean(key, [*columns])}
                    self.problems.append(Problem("E202", source.at_key((*path, key)), values))
        for column, cell in named.items():
            if column in columns and not _fits(cell, columns[column]):
                values = {"found": cell if not isinstance(cell, dict) else "…", "kind": columns[column]["kind"]}
                self.problems.append(Problem("E309", source.at(places[column]), values))
        return named

    def grid(self, source: Source, i: int, table: Any) -> None:
        width = len(table["grid"][0])
        for j, line in enumerate(table["grid"]):
            place = source.at((i, "grid", j))
            if len(line) != width:
                self.problems.append(Problem("E308", place, {"found": len(line), "expected": width}))
            for char in dict.fromkeys(line):
                if char not in table["legend"]:
                    values = {"found": char, "kind": "code"}
                    self.problems.append(Problem("E309", place, values))

    @staticmethod
    def sound(table: Any) -> bool:
        """Whether the table's rows can be made into values."""
        width = len(table.get("columns", ()))
        return all(not isinstance(r, list) or len(r) == width for r in table.get("rows", ()))


def _fits(cell: Any, column: Any) -> bool:
    if cell is None or cell == "unknown":
        return True
    match column["kind"]:
        case "whole":
            return isinstance(cell, int) and not isinstance(cell, bool)
        case "flag":
            return isinstance(cell, bool)
        case "code":
            return cell in column.get("values", {})
        case _:
            return isinstance(cell, dict) and set(cell) == {"ja", "en"} and all(
                isinstance(text, str) for text in cell.values()
            )


def _value(data: Any, path: Path) -> Any:
    for key in path:
        if isinstance(data, dict) and key not in data:
            return None
        data = data[key]
    return data


def _top(file: str) -> Place:
    return Place(file=file, line=1, column=1)


def statement_ids(ranges: Iterable[str]) -> list[str]:
    """The statements that ranges like ``R001-R012`` name.

    >>> statement_ids(["R009-R011", "C1"])
    ['R009', 'R010', 'R011', 'C1']
    """
    found: list[str] = []
    for text in ranges:
        match = re.fullmatch(r"([A-Z]+)(\d+)-[A-Z]+(\d+)", text)
        if match is None:
            found.append(text)
            continue
        letters, first, last = match.groups()
        found += [f"{letters}{n:0{len(first)}d}" for n in range(int(first), int(last) + 1)]
    return found
