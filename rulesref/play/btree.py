"""The pages of an SQLite file and what stands on them, read without SQLite where that refuses.

It knows the published file format and nothing of plays: bytes in, rows out. Every page is looked at,
whether another leads to it or not, so that damage takes along only what stood in its place.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.frozen import frozen

#: The number of a row of a table, None in an index; and its values, texts as bytes. What is cut off is None.
StoredRow = tuple[int | None, list[Any]]
#: Kinds of pages with rows: leaves of tables, leaves and inner pages of indexes.
_TABLE, _INDEX, _INNER = 13, 10, 2
#: Bytes before the first page's own head.
_HEAD = 100
_USUAL = 4096
_SMALLEST, _LARGEST, _LEAST_USABLE = 512, 65536, 480
_LOG_HEAD, _FRAME_HEAD = 32, 24
_BYTE_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}


@frozen
class Image:
    """Pages by their number, of a file as it was at one time; ``usable``: bytes of a page that hold rows."""

    pages: Mapping[int, bytes]
    usable: int

    @property
    def database(self) -> bytes:
        """All of it as a file that has no log, which SQLite reads from memory."""
        raw = b"".join(self.pages[number] for number in sorted(self.pages))
        return raw[:18] + b"\1\1" + raw[20:]


def images(main: bytes, log: bytes) -> Iterator[Image]:
    """The file as it can be understood, the likeliest first: with its write-ahead log, then without."""
    for size, kept in dict.fromkeys([_size_in(main), (_USUAL, 0)]):
        for gone in dict.fromkeys([0, -len(main) % size]):  # something may be missing in front
            raw = bytes(gone) + main
            cuts = range(0, len(raw), size)
            pages = {at // size + 1: raw[at : at + size].ljust(size, b"\0") for at in cuts}
            for newer in _overlays(log, size):
                yield Image({**pages, **newer}, size - kept)


def _size_in(main: bytes) -> tuple[int, int]:
    """The size of a page, and what each leaves free, as the head says where that makes sense."""
    if len(main) < _HEAD:
        return _USUAL, 0
    (size,) = struct.unpack_from(">H", main, 16)
    size, kept = _LARGEST if size == 1 else size, main[20]
    if size & (size - 1) or not _SMALLEST <= size <= _LARGEST:
        return _USUAL, 0
    return size, kept if size - kept >= _LEAST_USABLE else 0


# --- the write-ahead log --------------------------------------------------------------------------


def salts(log: bytes, size: int) -> bytes:
    """What every frame of a log repeats, from its head or, where that is damaged, the first that two frames have."""
    if log[:3] == b"\x37\x7f\x06":
        return log[16:24]
    whole = size + _FRAME_HEAD
    told = [log[at + 8 : at + 16] for at in range(_LOG_HEAD, len(log) - whole + 1, whole)]
    count = Counter(told)
    return next((each for each in told if count[each] > 1), told[0] if told else b"")


@frozen
class LogFrame:
    """A page in a log: its number, its bytes, whether they are as they were written, and whether a transaction ends."""

    n: int
    page: int
    data: bytes
    sound: bool
    ends: bool


def frames(log: bytes, size: int, first: int = 0) -> list[LogFrame]:
    """The frames of a log from one on; not those that are left from a log before."""
    wanted, whole = salts(log, size), size + _FRAME_HEAD
    numbers = [
        n
        for n in range(first, (len(log) - _LOG_HEAD) // whole)
        if log[_LOG_HEAD + n * whole + 8 : _LOG_HEAD + n * whole + 16] == wanted
    ]
    order = _BYTE_ORDERS.get(int.from_bytes(log[:4])) or next(
        (order for n in numbers for order in "<>" if _is_sound(log, size, n, order)), None
    )
    frames = []
    for n in numbers:
        at = _LOG_HEAD + n * whole
        page, ends = struct.unpack_from(">2I", log, at)
        sound = order is None or _is_sound(log, size, n, order)
        frames.append(LogFrame(n, page, log[at + _FRAME_HEAD : at + whole], sound, bool(ends)))
    return frames


def _is_sound(log: bytes, size: int, n: int, order: str) -> bool:
    """Whether a frame is as it was written, by what the one before says of itself: damage stays where it is."""
    at = _LOG_HEAD + n * (size + _FRAME_HEAD)
    before = at - size - 8 if n else _LOG_HEAD - 8
    head, data = log[at : at + _FRAME_HEAD], log[at + _FRAME_HEAD : at + _FRAME_HEAD + size]
    return head[16:] == _checksum(head[:8] + data, log[before : before + 8], order)


def is_read(log: bytes, index: bytes) -> bool:
    """Whether SQLite reads all of a log that was acknowledged, by the index that it keeps beside it.

    Frames without an end are those of somebody who was stopped; they count only when they are damaged,
    since then nobody knows.
    """
    head = log[:_LOG_HEAD].ljust(_LOG_HEAD, b"\0")
    order = _BYTE_ORDERS.get(int.from_bytes(head[:4]))
    if order is None or _checksum(head[:24], bytes(8), order) != head[24:]:
        return False
    index = index[:40].ljust(40, b"\0")
    if index[32:] != head[16:24]:
        return True  # somebody has just begun it anew
    (size,), (reach,) = struct.unpack_from(">I", head, 8), struct.unpack_from("=I", index, 16)
    return not any(frame.ends or not frame.sound for frame in frames(log, size, reach))


def _overlays(log: bytes, size: int) -> Iterator[dict[int, bytes]]:
    """Pages of the log that are newer than those of the file: the sound ones.

    With damage also all, those of before it, since a row may have moved onto the page that is lost, and none.
    """
    every = frames(log, size)
    last = max((frame.n for frame in every if frame.ends), default=-1)
    yield {frame.page: frame.data for frame in every if frame.sound and frame.n <= last}
    whole = all(frame.sound and frame.n == n for n, frame in enumerate(every))
    if log and not (whole and int.from_bytes(log[:4]) in _BYTE_ORDERS):
        yield {frame.page: frame.data for frame in every}
        hit = next((frame.n for frame in every if not frame.sound), 0)
        before = max((frame.n for frame in every if frame.ends and frame.n < hit), default=-1)
        for reach in dict.fromkeys([before, -1]):
            yield {frame.page: frame.data for frame in every if frame.n <= reach}


def _checksum(data: bytes, before: bytes, order: str) -> bytes:
    one, two = struct.unpack(">2I", before)
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, two)


# --- rows -----------------------------------------------------------------------------------------


def rows_of(
    image: Image, looks: Sequence[re.Pattern[bytes]], fits: Callable[[StoredRow], bool]
) -> Iterator[StoredRow]:
    """Every row that ``fits``: those that the pages list, then whatever ``looks`` like the head of one.

    Of ``looks`` the first is that of rows of a table, the others of rows of an index.
    """
    walk = _Walk(image, fits)
    yield from walk.listed()
    for number, look in enumerate(looks):
        yield from walk.strewn(look, _INDEX if number else _TABLE)


class _Walk:
    def __init__(self, image: Image, fits: Callable[[StoredRow], bool]) -> None:
        self.pages = image.pages
        self.usable = image.usable
        self.fits = fits
        #: Pages that hold nothing, and those on which rows go on.
        self.free = self._free()
        self.used: set[int] = set()

    def listed(self) -> Iterator[StoredRow]:
        """The rows that the pages list."""
        for number, raw in self.pages.items():
            kind = raw[0]  # the first page has other things there, and no row of ours
            if number not in self.free and kind in (_TABLE, _INDEX, _INNER):
                for at in self._cells(raw, kind):
                    row = self._cell(raw, at, kind)
                    if row is not None:
                        yield row

    def strewn(self, look: re.Pattern[bytes], kind: int) -> Iterator[StoredRow]:
        """The rows that stand on pages, whether these list them or not."""
        for number, raw in self.pages.items():
            if number not in self.free and number not in self.used:
                for match in look.finditer(raw):
                    numbered = match.start() - 1
                    while numbered > 0 and raw[numbered - 1] & 0x80:
                        numbered -= 1
                    row = self._row(raw, match.start(), kind, numbered)
                    if row is not None:
                        yield row

    def _free(self) -> set[int]:
        """Pages that hold nothing any more; none where their list is damaged."""
        trunk, many = struct.unpack_from(">2I", self.pages.get(1, bytes(_HEAD)), 32)
        free: set[int] = set()
        while trunk in self.pages and trunk not in free:
            free.add(trunk)
            raw = self.pages[trunk]
            trunk, listed = struct.unpack_from(">2I", raw)
            free.update(struct.unpack_from(f">{min(listed, len(raw) // 4 - 2)}I", raw, 8))
        return free if len(free) == many else set()

    def _cells(self, raw: bytes, kind: int) -> Iterator[int]:
        first = 12 if kind == _INNER else 8
        (many,) = struct.unpack_from(">H", raw, 3)
        most = (len(raw) - first) // 2
        for (at,) in struct.iter_unpack(">H", raw[first : first + 2 * min(many, most)]):
            yield at + 4 if kind == _INNER else at

    def _cell(self, raw: bytes, at: int, kind: int) -> StoredRow | None:
        """The row that a page lists; None where it makes no sense."""
        try:
            _, start = _varint(raw, at)
            return self._row(raw, _varint(raw, start)[1] if kind == _TABLE else start, kind, start)
        except IndexError:
            return None

    def _row(self, raw: bytes, at: int, kind: int, numbered: int) -> StoredRow | None:
        """The row whose head begins here, and its number at ``numbered``; None for what does not fit."""
        try:
            number, end = _varint(raw, numbered) if kind == _TABLE else (None, at)
            if end != at or numbered < 0:
                return None
            types, size = _head(raw, at)
            payload, pages = self._payload(raw, at, size, kind)
            row = number, _values(payload, _varint(raw, at)[0], types)
        except (IndexError, struct.error):
            return None
        if not self.fits(row):
            return None
        self.used.update(pages)
        return row

    def _payload(self, raw: bytes, at: int, size: int, kind: int) -> tuple[bytes, list[int]]:
        """The bytes of a row, and the pages on which it goes on, as far as these lead."""
        usable = self.usable
        most = usable - 35 if kind == _TABLE else (usable - 12) * 64 // 255 - 23
        if size <= most:
            return raw[at : at + size], []
        least = (usable - 12) * 32 // 255 - 23
        local = least + (size - least) % (usable - 4)
        local = local if local <= most else least
        payload = [raw[at : at + local]]
        (page,) = struct.unpack_from(">I", raw, at + local)
        went: list[int] = []
        for _ in range(-(-(size - local) // (usable - 4))):
            if page not in self.pages or page in went:
                break
            went.append(page)
            payload.append(self.pages[page][4:usable])
            (page,) = struct.unpack_from(">I", self.pages[page])
        return b"".join(payload)[:size], went


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """A number of the format, and where it ends."""
    value = 0
    for n in range(8):
        value = value << 7 | raw[at + n] & 0x7F
        if raw[at + n] < 0x80:  # noqa: PLR2004 - the highest bit: more follows
            return value, at + n + 1
    return value << 8 | raw[at + 8], at + 9


#: Bytes of a value by its type, as far as these are small.
_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)


def _size(type_: int) -> int:
    return _SIZES[type_] if type_ < len(_SIZES) else (type_ - len(_SIZES)) // 2


def _head(raw: bytes, at: int) -> tuple[list[int], int]:
    """The types of the values of a row, and how many bytes it has."""
    length, place = _varint(raw, at)
    end, types = at + length, []
    while place < end:
        type_, place = _varint(raw, place)
        types.append(type_)
    if place != end:
        raise IndexError
    return types, length + sum(map(_size, types))


def _values(payload: bytes, at: int, types: Sequence[int]) -> list[Any]:
    values = []
    for type_ in types:
        raw = payload[at : at + _size(type_)]
        values.append(_value(raw, type_) if len(raw) == _size(type_) else None)
        at += _size(type_)
    return values


_REAL, _ONE, _TEXTS = 7, 9, 12


def _value(raw: bytes, type_: int) -> Any:
    if type_ >= _TEXTS:
        return raw
    if not raw:
        return {8: 0, _ONE: 1}.get(type_)
    return struct.unpack(">d", raw)[0] if type_ == _REAL else int.from_bytes(raw, signed=True)
