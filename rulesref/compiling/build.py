"""A folder of YAML to the checked data of a game, or all its problems."""

from __future__ import annotations

import json
import math
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import MOST, KeyPath, Place, Problem, in_order
from rulesref.base.disk import contents
from rulesref.base.frozen import changed
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS
from rulesref.compiling import alike
from rulesref.compiling.options import fill_in, name_as_terms
from rulesref.compiling.phrases import read_phrases
from rulesref.library.library import digest_of, game_files, phrases_of
from rulesref.model.entries import UNKNOWN, Ruling, Table
from rulesref.model.keys import ID
from rulesref.model.scoring import Calculator
from rulesref.reading import drawn, score_sheet
from rulesref.reading.check_schema import SIGNS, check_shape, wide_sign
from rulesref.reading.expressions import with_nodes
from rulesref.reading.flow_linking import flow
from rulesref.reading.languages import (
    by_language,
    in_languages,
    is_translated,
    languages_of,
    told_once,
)
from rulesref.reading.link import GlobalScope, Tell
from rulesref.reading.scoring_linking import calculators, scoring
from rulesref.reading.source import MAX_BYTES, Source, mappings, read_bytes, unreadable, value_at
from rulesref.search.index import vocabulary_of

#: Files of one document that must exist, and those that may.
SINGLE = ("game", "glossary", "rulings", "tables", "scoring", "calculators", "flow")
REQUIRED = ("game", "glossary")
#: The kinds of ids that a file other than a list of its own kind makes known.
_KNOWN_BY = {
    "game": {"topic", "source", "good"},
    "scoring": {"scoring", "events"},
    "flow": {"flow", "group"},
}
#: What a row may have beside its cells.
BESIDE = ("confidence", "sources", "aliases", "note")
_NOTE = {"kind": "text"}
#: What the ids in an entry are ids of; ``*`` stands for every entry of a list.
_NAMED = {
    "rules": {
        "topic": "topic", "terms.*": "glossary", "tables.*": "tables", "related.*": "rules",
        "calculators.*": "calculators", "ruling": "rulings", "points.*.sources.*": "source",
    },
    "rulings": {"topic": "topic", "rules.*": "rules", "readings.*.who.*": "source"},
    "tables": {"rules.*": "rules", "sources.*": "source", "rows.*.sources.*": "source"},
}  # fmt: skip
LISTS = ("glossary", "rules", "rulings", "tables", "calculators")


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a folder holds: its data by kind, its problems, and the texts they point into.

    ``name`` is what its files are named by in problems.
    """

    id: str
    folder: Path
    name: str
    data: Mapping[str, Any]
    digest: str
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]


class BuiltStore:
    """The data of a built game, as a :class:`rulesref.model.game.GameStore`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def piece(self, kind: str) -> Any:
        return self._data.get(kind)

    def entries(self, kind: str, naming: str = "") -> Iterator[Any]:  # noqa: ARG002 - all may name it
        return iter(self._data.get(kind, ()))

    def ids(self, kind: str) -> tuple[str, ...]:
        return tuple(entry["id"] for entry in self.entries(kind))

    def meanings(self, folded: str) -> tuple[str, ...]:
        return vocabulary_of(self.entries("glossary")).get(folded, ())

    def entry(self, kind: str, entry: str) -> Any:
        return next((e for e in self.entries(kind) if e["id"] == entry), None)


def build(folder: Path, name: str = "") -> Built:
    """Read, check and link one game folder, named by itself or as told. Problems are values, and all are listed."""
    return _Builder(folder, name).build()


@dataclass(frozen=True, slots=True)
class _Read:
    """What is known of a file by itself."""

    source: Source | None
    problems: list[Problem]
    #: In which every text of the game must be, as far as its head is read.
    languages: tuple[str, ...] = ()
    #: Whether some text is in two languages, or the game says which it is in.
    translated: bool = False
    #: Whether it was looked at to its end.
    whole: bool = True


#: So many files are remembered as they were read.
_MANY = 200


@lru_cache(_MANY)
def _packed(raw: bytes, name: str, kind: str, languages: tuple[str, ...]) -> bytes:
    """What is known of a file by itself, packed, as linking writes into it.

    Who watches a folder, or checks what was just compiled, reads again what did not change.
    """
    return pickle.dumps(_read(raw, name, kind, languages), pickle.HIGHEST_PROTOCOL)


def _read(raw: bytes, name: str, kind: str, languages: tuple[str, ...]) -> _Read:
    source, problems = read_bytes(raw, name)
    return _Read(None, problems) if source is None else _look(source, problems, kind, languages)


def _look(source: Source, problems: list[Problem], kind: str, languages: tuple[str, ...]) -> _Read:
    """Check the shape of a document and parse its expressions; ``problems`` are those of its text."""
    # What stands in for an unreadable value has no shape of its own.
    unreadable = {problem.place for problem in problems}
    faults, expressions, spoken = check_shape(source, kind)
    problems += [p for p in faults if p.place not in unreadable]
    if len(faults) >= MOST:
        return _Read(source, problems, whole=False)
    translated = any(is_translated(value_at(source.data, path)) for path in spoken)
    if kind == "game":
        languages = languages_of(source.data)
        translated |= isinstance(source.data, dict) and "languages" in source.data
    problems += in_languages(source, spoken, languages)
    source, malformed = with_nodes(source, expressions)
    return _Read(source, problems + malformed, languages, translated)


@dataclass
class _Builder:
    folder: Path
    name: str = ""
    problems: list[Problem] = field(default_factory=list)
    #: Every document that could be read, by kind.
    sources: dict[str, list[Source]] = field(default_factory=dict)
    #: The same without the entries that have problems of their own: what can be linked.
    sound: dict[str, list[Source]] = field(default_factory=dict)
    #: The tables without a problem.
    tables: list[Any] = field(default_factory=list)
    #: Kinds some of whose ids are not known, because a file or an id could not be read.
    unsure: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)
    #: The sides of the entries, see ``phrases``.
    sides: list[dict[str, Any]] = field(default_factory=list)
    #: In which every text must be, where it is known.
    languages: tuple[str, ...] = ()
    #: Whether some text is in two languages, or the game says which it is in.
    translated: bool = False

    def __post_init__(self) -> None:
        self.name = self.name or self.folder.name

    def build(self) -> Built:
        digest = digest_of(self.folder)
        self.read()
        self.link()
        if not self.translated:
            self.problems = told_once(self.problems, f"{self.folder.name}/game.yaml")
        data = {kind: merged(kind, sources) for kind, sources in self.sources.items()}
        return Built(
            id=self.folder.name,
            folder=self.folder,
            name=self.name,
            data={"glossary": [], **data, **({"phrases": self.sides} if self.sides else {})},
            digest=digest,
            problems=in_order(self.problems),
            texts=self.texts,
        )

    # --- files -------------------------------------------------------------------------------

    def read(self) -> None:
        seen: set[str] = set()
        # The head of the game says in which languages the others are.
        head = self.folder / "game.yaml"
        for path in sorted(game_files(self.folder), key=lambda path: path != head):
            inside = path.relative_to(self.folder)
            name = f"{self.name}/{inside.as_posix()}"
            kind = "rules" if inside.parts[0] == "rules" else inside.stem
            if kind != "rules" and (kind not in SINGLE or len(inside.parts) > 1):
                near = did_you_mean(kind, [*SINGLE, "rules"])
                self.problem("E209", Place(name), near=near)
                continue
            seen.add(kind)
            self.file(path, name, kind)
        heads = self.sources.get("game", ())
        if any(isinstance(source.data, dict) and "sheet" in source.data for source in heads):
            seen.add("glossary")  # a score sheet says all by itself
        for kind in REQUIRED:
            if kind not in seen:
                self.problem("E210", Place(f"{self.name}/{kind}.yaml"), kind=kind)
                self.unsure |= _KNOWN_BY.get(kind, {kind})
        self.sheet()

    def sheet(self) -> None:
        """Read the score sheet in the head, if there is one, as the files that it stands for."""
        if "scoring" not in self.sources and not self.sound.get("game"):
            # There may be a sheet in what cannot be read.
            self.unsure |= _KNOWN_BY["scoring"]
        for head in self.sound.get("game", ()):
            if "sheet" not in head.data:
                continue
            if "scoring" in self.sources:
                self.tell(head)("E221", ("sheet",), {})
                continue
            rounds = head.data["sheet"].get("rounds", 1)
            most = score_sheet.MOST_ROUNDS
            if isinstance(rounds, int) and not 1 <= rounds <= most:
                values = {"typed": rounds, "low": 1, "high": most}
                self.tell(head)("E319", ("sheet", "rounds"), values)
            scoring = score_sheet.scoring_of(head, self.languages)
            self.document(_look(scoring, [], "scoring", self.languages), "scoring")
            if "flow" not in self.sources:
                course = score_sheet.flow_of(head, self.languages)
                self.document(_look(course, [], "flow", self.languages), "flow")

    def file(self, path: Path, name: str, kind: str) -> None:
        try:
            raw = contents(path, MAX_BYTES)
        except OSError as error:
            raw, read = b"", _Read(None, [unreadable(name, error)])
        else:
            read = pickle.loads(_packed(raw, name, kind, self.languages))  # noqa: S301 - it was packed here
        self.texts[name] = read.source.text if read.source else raw.decode("utf-8", "replace")
        self.document(read, kind)

    def document(self, read: _Read, kind: str) -> None:
        source = read.source
        for problem in read.problems:
            # A sheet says once what counts in every round.
            if problem not in self.problems:
                self.problems.append(problem)
        if source is None or not read.whole:
            self.unsure |= _KNOWN_BY.get(kind, {kind})
            return
        if any(problem.code == "E109" for problem in read.problems):
            # Of two entries that run into one another only one has its id.
            self.unsure |= _KNOWN_BY.get(kind, {kind})
        self.languages = read.languages
        self.translated |= read.translated
        self.sources.setdefault(kind, []).append(source)
        rest = sound_part(source, kind, [p.place for p in read.problems if p.place])
        if rest is not None:
            self.sound.setdefault(kind, []).append(rest)

    # --- links -------------------------------------------------------------------------------

    def link(self) -> None:
        """Everything that names something else, in all that is well-formed."""
        self.head()
        ids = {kind: self.ids(kind, kind) for kind in LISTS}
        ids["topic"] = self.ids("topic", "game", ("topics",))
        ids["source"] = self.ids("source", "game", ("sources",))
        ids["good"] = self.ids("good", "game", ("goods",))
        self.ids("colour", "game", ("colours",))
        ids["events"] = self.ids_inside("scoring", "events")
        ids["group"] = self.ids_inside("flow", "groups")
        self.references(ids)
        self.phrases(ids["rules"])
        for kind in ("rulings", "tables", "calculators", "scoring", "flow"):
            for source in self.sound.get(kind, ()):
                self.unique_inside(source)
        self.tables_are_sound()
        game = self.folder.name
        world = GlobalScope(
            {t["id"]: Table.read(t, game=game) for t in self.tables},
            {r["id"]: Ruling.read(r, game=game) for r in self.entries("rulings")},
            frozenset(ids["rules"]),
            points={rule["id"]: len(rule["points"]) for rule in self.entries("rules")},
            unsure=lambda kind, name: kind in self.unsure or name in ids.get(kind, ()),
        )
        self.fill_in(world, ids)
        linked: dict[str, Calculator] = {}
        for source in self.sound.get("calculators", ()):
            linked |= calculators(game, source.data, world, self.tell(source))
        world = changed(world, calculators=linked)
        scored = None
        for source in self.sound.get("scoring", ()):
            tell = alike.fill_in(source.data["events"], self.tell(source))
            scored = scoring(source.data, world, tell)
        if not all(problem.warning for problem in self.problems):
            # What is left out of a scoring because of them may be what a flow names.
            self.unsure.add("results")
        self.share()
        for source in self.sound.get("flow", ()):
            flow(source.data, world, scored, self.tell_shared(source))

    def head(self) -> None:
        for source in self.sources.get("game", ()):
            name = source.data.get("id") if isinstance(source.data, dict) else None
            if isinstance(name, str) and name != self.folder.name:
                self.tell(source)("E305", ("id",), {"id": name, "folder": self.folder.name})
        for source in self.sound.get("game", ()):
            low, high = source.data["players"]["min"], source.data["players"]["max"]
            if not 1 <= low <= high:
                self.tell(source)("E222", ("players",), {"low": low, "high": high})

    def share(self) -> None:
        """Put what is defined above the events of the scoring also into the flow, if it is used somewhere."""
        for scoring_source in self.sound.get("scoring", ()):
            defined = scoring_source.data.get("define", ())
            flows = [source.data for source in self.sound.get("flow", ())]
            others = {**scoring_source.data, "define": [each["value"] for each in defined]}
            used = Counter(re.findall(r"[a-z0-9-]+", str([others, *flows])))
            for i, each in enumerate(defined):
                if not used[each["id"]]:
                    self.tell(scoring_source)("W318", ("define", i, "id"), {"id": each["id"]})
            for data in flows:
                data.update({"shared": defined} if defined else {})

    def tell_shared(self, source: Source) -> Tell:
        """Tell what is wrong in a flow; in what the scoring defines for it, there."""
        own = self.tell(source)
        of_scoring = [self.tell(each) for each in self.sound.get("scoring", ())]

        def tell(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
            if path[:1] == ("shared",):
                of_scoring[0](code, ("define", *path[1:]), values)
            else:
                own(code, path, values)

        return tell

    def fill_in(self, world: GlobalScope, ids: Mapping[str, set[str]]) -> None:
        """Check what is said for pages, then put options in the place of what they are named by."""
        for kind in ("tables", "calculators", "scoring", "flow"):
            for source in self.sound.get(kind, ()):
                drawn.check(source.data, ids, world.unsure, self.tell(source))
        for kind in ("calculators", "scoring", "flow"):
            for source in self.sound.get(kind, ()):
                fill_in(source.data, world, self.tell(source))
                if kind != "calculators":  # what a question calls them is looked up in the glossary
                    name_as_terms(source.data, self.entries("glossary"))

    def entries(self, kind: str) -> Iterator[Any]:
        for source in self.sound.get(kind, ()):
            yield from source.data

    def tell(self, source: Source) -> Tell:
        def tell(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
            name, known = values.get("typed", values.get("id")), values.get("known")
            if isinstance(name, str) and isinstance(known, list):
                word = name.split(".")[-1]
                longer = [each for each in known if word in str(each).split("-")]
                near = did_you_mean(word, known) or (longer[0] if len(longer) == 1 else None)
                values = {**values, "near": near}
            # A column that is named as a key is wrong there, not in its value.
            at_key = code in ("E302", "E310", "E312") and path[-1:] == (name,)
            problem = Problem(code, source.at(path, at_key), values)
            # A function is looked at wherever it is used; what is wrong in it is told once.
            if problem not in self.problems and not (code == "W586" and self.told(code, values)):
                self.problems.append(problem)

        return tell

    def problem(self, code: str, place: Place, **values: object) -> None:
        self.problems.append(Problem(code, place, values))

    def told(self, code: str, values: Mapping[str, object]) -> bool:
        """Whether the same has been told of another place."""
        return any(each.code == code and each.values == values for each in self.problems)

    def ids(self, what: str, kind: str, path: KeyPath = ()) -> set[str]:
        """The ids of a kind, over all its files; each repeated one is a problem."""
        seen: dict[str, Place] = {}
        for source in self.sources.get(kind, ()):
            entries = value_at(source.data, path)
            if not isinstance(entries, list):
                # What is simply not there has none; beside an error it may be called wrongly.
                if entries is not None or not all(problem.warning for problem in self.problems):
                    self.unsure.add(what)
                continue
            for index, entry in enumerate(entries):
                name = entry.get("id") if isinstance(entry, dict) else None
                if isinstance(name, str):
                    self.once(source, (*path, index, "id"), name, seen)
                if not isinstance(name, str) or (what != "source" and not re.fullmatch(ID, name)):
                    self.unsure.add(what)
        return set(seen)

    def ids_inside(self, kind: str, key: str) -> set[str]:
        """The ids of a list that a kind of file has; ``unique_inside`` tells of the repeated ones."""
        lists = (value_at(source.data, (key,)) for source in self.sources.get(kind, ()))
        return {
            str(entry.get("id"))
            for several in lists
            for entry in (several if isinstance(several, list) else ())
            if isinstance(entry, dict)
        }

    def unique_inside(self, source: Source) -> None:
        """Each repeated id of a list within a document is a problem."""
        seen: dict[KeyPath, dict[str, Place]] = {}
        for path, entry in mappings(source.data):
            # Those of the document itself stand in several files.
            if len(path) > 1 and isinstance(path[-1], int):
                key = "by" if path[-2] == "ranking" else "id"
                if isinstance(name := entry.get(key), str):
                    self.once(source, (*path, key), name, seen.setdefault(path[:-1], {}))

    def once(self, source: Source, path: KeyPath, name: str, seen: dict[str, Place]) -> None:
        place = source.at(path)
        first = seen.setdefault(name, place)
        problem = Problem("E306", place, {"id": name, "file": first.file, "line": first.line})
        # What a score sheet says once stands in several of the lists that it is written out as.
        if first is not place and problem not in self.problems:
            self.problems.append(problem)

    def references(self, ids: Mapping[str, set[str]]) -> None:
        for kind, named in _NAMED.items():
            for source in self.sound.get(kind, ()):
                for where, of in named.items():
                    for path, name in _each(source.data, ["*", *where.split(".")]):
                        self.known(source.at(path), name, ids[of], of)
        for source in self.sound.get("rulings", ()):
            for i, ruling in enumerate(source.data):
                readings = {reading["id"] for reading in ruling["readings"]}
                self.known(source.at((i, "default")), ruling["default"], readings, "reading")

    def known(self, place: Place, name: str, ids: set[str], kind: str) -> None:
        if name not in ids and kind not in self.unsure:
            called = kind.rstrip("s") if kind != "glossary" else "term"
            near = did_you_mean(name, sorted(ids))
            self.problem("E301", place, kind=called, id=name, near=near, known=sorted(ids))

    def phrases(self, rules: set[str]) -> None:
        """Read what people type who look for the entries."""
        path = self.folder.parent / phrases_of(self.folder.name)
        name = Path(phrases_of(self.name)).as_posix()
        if not path.exists():
            return
        try:
            raw = contents(path, MAX_BYTES)
        except OSError as error:
            self.problems.append(unreadable(name, error))
            return
        self.texts[name] = raw.decode("utf-8", "replace")
        read = read_phrases(raw, name, self.languages or LANGS)
        self.sides = read.sides
        self.problems += read.problems
        for rule, place in read.heads:
            self.known(place, rule, rules, "rules")

    # --- tables ------------------------------------------------------------------------------

    def tables_are_sound(self) -> None:
        for source in self.sound.get("tables", ()):
            for i, table in enumerate(source.data):
                before = len(self.problems)
                (self.grid if "grid" in table else self.table)(source, i, table)
                if len(self.problems) == before:
                    self.tables.append(table)

    def table(self, source: Source, i: int, table: Any) -> None:
        columns = {c["id"]: c for c in table["columns"]}
        for j, column in enumerate(table["key"]):
            if column not in columns:
                near, place = did_you_mean(column, [*columns]), source.at((i, "key", j))
                values = {"table": table["id"], "typed": column, "known": [*columns]}
                self.problem("E302", place, near=near, **values)
        known = all(column in columns for column in table["key"])
        seen: dict[tuple[str, ...], int] = {}
        for j, row in enumerate(table["rows"]):
            named = self.row(source, (i, "rows", j), row, columns)
            if named is None or not known:
                continue
            key = tuple(_written(named.get(k)) for k in table["key"])
            if key in seen:
                first = source.at((i, "rows", seen[key])).line
                self.problem("E307", source.at((i, "rows", j)), key=" / ".join(key), line=first)
            seen.setdefault(key, j)

    def row(
        self, source: Source, path: KeyPath, row: Any, columns: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        if isinstance(row, list):
            for j, cell in enumerate(row):
                if isinstance(cell, str) and len(row) < len(columns) and (sign := wide_sign(cell)):
                    self.tell(source)("E224", (*path, j), {"typed": sign, "meant": SIGNS[sign]})
                    return None
            if len(row) != len(columns):
                self.problem("E308", source.at(path), many=len(row), expected=len(columns))
                return None
            places = {column: (*path, j) for j, column in enumerate(columns)}
            named = dict(zip(columns, row, strict=True))
        else:
            named = row
            places = {column: (*path, column) for column in row}
            for key in row:
                if key not in columns and key not in BESIDE:
                    near = did_you_mean(key, [*columns, *BESIDE])
                    self.problem("E202", source.at((*path, key), True), key=key, near=near)
        for column, cell in named.items():
            known = columns.get(column, _NOTE if column == "note" else None)
            if known is None:
                continue
            if not _fits(cell, known):
                shown = "…" if isinstance(cell, (dict, list)) else cell
                self.problem("E309", source.at(places[column]), typed=shown, kind=known["kind"])
            elif known["kind"] == "text" and cell not in (None, UNKNOWN):
                said = by_language(cell, source, places[column], self.languages, self.problems)
                row[places[column][-1]] = said
        return named

    def grid(self, source: Source, i: int, table: Any) -> None:
        width = len(table["grid"][0])
        for j, line in enumerate(table["grid"]):
            place = source.at((i, "grid", j))
            if len(line) != width:
                self.problem("E308", place, many=len(line), expected=width)
            for char in dict.fromkeys(line):
                if char not in table["legend"]:
                    self.problem("E309", place, typed=char, kind="code")


def merged(kind: str, documents: Sequence[Source]) -> Any:
    """The data of a kind; the entries of all files of rules together."""
    if kind != "rules":
        return documents[0].data
    return [entry for each in documents if isinstance(each.data, list) for entry in each.data]


def sound_part(source: Source, kind: str, bad: Sequence[Place]) -> Source | None:
    """The document without the entries in which these places are; None when none can be spared."""
    if not bad:
        return source
    # What a sheet is written out as has no keys of its own, and one event.
    if kind == "game" or not source.keys:
        return None
    if kind in LISTS:
        gone = [source.entry_at(place) for place in bad]
        within = [index for index in gone if index is not None]
        return source.without(within) if len(within) == len(gone) else None
    for part in ("events", "checks"):
        if isinstance(source.data, dict) and isinstance(source.data.get(part), list):
            inside = {
                place: source.entry_at(place, (part,)) for place in _within(source, part, bad)
            }
            bad_ones = {i for i in inside.values() if i is not None}
            source = source.without(alike.with_those_like(source.data[part], bad_ones), (part,))
            bad = [place for place in bad if inside.get(place) is None]
    return None if bad else source


def _within(source: Source, key: str, places: Sequence[Place]) -> list[Place]:
    """Those of the places that stand in the value of a key of the document."""
    start = source.keys[(key,)][:2]
    later = [spot[:2] for path, spot in source.keys.items() if len(path) == 1 and spot[:2] > start]
    end = min(later, default=(math.inf, 0))
    return [place for place in places if start <= (place.line, place.column) < end]


def _fits(cell: Any, column: Any) -> bool:
    if cell in (None, UNKNOWN):
        return True
    match column["kind"]:
        case "whole":
            return isinstance(cell, int) and not isinstance(cell, bool)
        case "flag":
            return isinstance(cell, bool)
        case "code":
            return isinstance(cell, str) and cell in column.get("values", {})
        case _:
            texts = cell if isinstance(cell, dict) else {LANGS[0]: cell}
            return bool(texts) and all(
                lang in LANGS and isinstance(text, str) and text for lang, text in texts.items()
            )


def _each(data: Any, keys: list[str], path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Everything at the end of some keys, with its path; ``*`` stands for every entry of a list."""
    if not keys:
        yield path, data
    elif keys[0] == "*":
        for index, inside in enumerate(data):
            yield from _each(inside, keys[1:], (*path, index))
    elif isinstance(data, dict) and keys[0] in data:
        yield from _each(data[keys[0]], keys[1:], (*path, keys[0]))


def _written(cell: object) -> str:
    """A cell as it stands in the file."""
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


def statement_ids(ranges: Iterable[str]) -> list[str]:
    """The statements that ranges like ``R001-R012`` name.

    >>> statement_ids(["R009-R011", "C1"])
    ['R009', 'R010', 'R011', 'C1']
    """
    statements: list[str] = []
    for text in ranges:
        match = re.fullmatch(r"([A-Z]+)(\d+)-[A-Z]+(\d+)", text)
        if match is None:
            statements.append(text)
            continue
        letters, first, last = match.groups()
        statements += [f"{letters}{n:0{len(first)}d}" for n in range(int(first), int(last) + 1)]
    return statements
